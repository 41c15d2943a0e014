"""The tables of answers: one row per link of every experiment, with what a viewer opens for it."""

import os
import re

HEADING = "experiment\treference\topens"
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "answers")
ESCAPES = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r", "\0": "\\0"}
UNESCAPED = {written: raw for raw, written in ESCAPES.items()}


def escape(text):
    """Keeps a value on one line of the table. Bytes that are not UTF-8 are \\xNN."""
    return "".join(ESCAPES.get(one) or (f"\\x{ord(one) - 0xDC00:02X}" if "\udc80" <= one <= "\udcff" else one) for one in text)


def unescape(text):
    return re.sub(r"\\(x..|.)", lambda found: chr(int(found[1][1:], 16) + 0xDC00) if found[1][0] == "x" else UNESCAPED[found[0]], text)


def path_of(viewer):
    return os.path.join(FOLDER, viewer + ".tsv")


def number_of(key):
    return key[0], int(key[1][3:])


def write(viewer, version, rows):
    os.makedirs(FOLDER, exist_ok=True)
    with open(path_of(viewer), "w", encoding="utf-8", newline="\n") as file:
        file.write(f"# {version}\n{HEADING}\n")
        for key in sorted(rows, key=number_of):
            kind, value = rows[key]
            file.write("\t".join([*key, f"{kind} {escape(value)}" if kind != "nothing" else kind]) + "\n")


def read(viewer):
    """The version, and the rows as {(experiment, reference): (kind, value)}."""
    with open(path_of(viewer), encoding="utf-8", newline="\n") as file:
        version, heading, *lines = file.read().split("\n")[:-1]
    if heading != HEADING:
        raise ValueError(f"{path_of(viewer)}: unexpected heading {heading!r}")
    rows = {}
    for line in lines:
        experiment, reference, opens = line.split("\t")
        kind, _, value = opens.partition(" ")
        rows[experiment, reference] = kind, unescape(value)
    return version[2:], rows
