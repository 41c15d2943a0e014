#!/usr/bin/env python3
"""Writes named_character_references.inc: the names of the HTML Standard, section 13.5, sorted by bytes.

Usage: named_character_references.py > named_character_references.inc
"""

from html.entities import html5

print("// Written by named_character_references.py; not to be edited. {name, first, second code point}.")
for name, text in sorted(html5.items(), key=lambda item: item[0].encode()):
    points = [ord(character) for character in text] + [0]
    print('{"%s", 0x%X, 0x%X},' % (name, points[0], points[1]))
