"""Roundcube: the page that it shows for a message in an IMAP folder, with remote content allowed."""

import html
import json
import os
import re
import subprocess
import sys
import tempfile

import shown_page
from setup import packages, version_of, without_network

ENDING = ".eml"
BODY = re.compile(r'id="messagebody">(.*)<!-- popup menus -->', re.S)
# The images that Roundcube lists below the message.
ATTACHMENT = re.compile(r'<p class="image-attachment".*?</p>|<fieldset class="image-attachment".*?</fieldset>', re.S)
PART = re.compile(r"\?_task=mail&_action=get&.*&_part=([\d.]+)")
SHEET = re.compile(r'href="[^"]*_action=modcss[^"]*_u=(tmp-[0-9a-f]{32}\.css)[^"]*"')


def part_of(value):
    found = PART.search(value)
    return found.group(1) if found else None


def with_sheets(text, sheets):
    """Roundcube fetches a linked style sheet for the browser. What it fetches is the answer."""
    return SHEET.sub(lambda found: f'href="{html.escape(sheets[found.group(1)])}"', text)


def lines_of(files):
    """The text of the message in the page of each file, or None."""
    packages("roundcube-core", "roundcube-sqlite3", "dovecot-imapd", "php-cli")
    inside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "roundcube_inside.py")
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(without_network([sys.executable, inside, folder, *files]), stdout=subprocess.PIPE, check=True)
    *lines, last = done.stdout.decode().splitlines()
    sheets = json.loads(last)["sheets"]
    for line, file in zip(lines, files, strict=True):
        body = BODY.search(json.loads(line)["page"])
        if body is None:
            print(f"not shown: {file}: no message in the page", file=sys.stderr)
        yield with_sheets(ATTACHMENT.sub("", body.group(1)), sheets) if body else None


def version():
    return f"Roundcube {version_of('roundcube-core')}"


def run(files, experiments):
    found = {}
    for text, one in zip(lines_of(files), experiments, strict=True):
        found[one.name] = dict.fromkeys(one.references) if text is None else shown_page.answers_of(text, one.entity, part_of)
    return version(), found


def is_own(value):
    return value.startswith(("./", "?_task=", "program/", "skins/", "http://127.0.0.1:"))


def shown(files, parts):
    texts = list(lines_of(files))
    return version(), [None if text is None else shown_page.shown_of(text, part_of, is_own) for text, _ in zip(texts, parts, strict=True)]
