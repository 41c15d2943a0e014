"""Roundcube: the page that it shows for a message in an IMAP folder, with remote content allowed."""

import json
import os
import re
import subprocess
import sys
import tempfile

import shown_page
from message import labels_of
from setup import packages, version_of, without_network

ENDING = ".eml"
BODY = re.compile(r'id="messagebody">(.*)<!-- popup menus -->', re.S)
PART = re.compile(r"\?_task=mail&_action=get&.*&_part=([\d.]+)")


def part_of(value):
    found = PART.search(value)
    return found.group(1) if found else None


def run(files, experiments):
    packages("roundcube-core", "roundcube-sqlite3", "dovecot-imapd", "php-cli")
    inside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "roundcube_inside.py")
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(without_network([sys.executable, inside, folder, *files]), stdout=subprocess.PIPE, check=True)
    found = {}
    for line, experiment in zip(done.stdout.decode().splitlines(), experiments, strict=True):
        body = BODY.search(json.loads(line)["page"])
        if body is None:
            raise RuntimeError(f"{experiment.name}: no message in the page")
        found[experiment.name] = shown_page.answers_of(body.group(1), labels_of(experiment.entity), part_of)
    return f"Roundcube {version_of('roundcube-core')}", found
