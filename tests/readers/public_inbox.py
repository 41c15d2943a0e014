"""public-inbox: the body of the web page that it makes of a message."""

import json
import os
import re
import subprocess

import shown_page
from setup import packages, version_of, without_network

HERE = os.path.dirname(os.path.abspath(__file__))
ENDING = ".eml"
# The list of parts, which is public-inbox's own.
ATTACHMENT = re.compile(r"<a\nhref=[^>]*>\[-- Attachment .*?</a>", re.S)


def part_of(_):
    """No reference leads to a part."""
    return None


def run(files, experiments):
    packages("public-inbox")
    done = subprocess.run(without_network(["perl", os.path.join(HERE, "public_inbox.pl")]), input="".join(f"{one}\n" for one in files).encode(), check=True,
                          stdout=subprocess.PIPE)
    found = {}
    for line, experiment in zip(done.stdout.decode().splitlines(), experiments, strict=True):
        page = ATTACHMENT.sub("", json.loads(line)["page"])
        found[experiment.name] = shown_page.answers_of(page, experiment.entity, part_of)
    return f"public-inbox {version_of('public-inbox')}", found
