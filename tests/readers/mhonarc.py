"""MHonArc: the page that it writes for one message, with its default resources."""

import os
import re
import subprocess
import tempfile

import shown_page
from message import part_of_marker
from setup import packages, version_of, without_network

ENDING = ".eml"
PAGE = "page.html"
# One folder per message, because the names of files that MHonArc writes are its own.
RUN_EACH = f"while read -r folder; do read -r file; mkdir $folder; cd $folder; mhonarc -single -outdir . $file > {PAGE} 2> /dev/null; done"
BODY = re.compile(r"<!--X-Body-of-Message-->(.*)<!--X-Body-of-Message-End-->", re.S)
# What MHonArc writes for a part that it does not show.
ATTACHMENT = re.compile(r'<p><strong>Attachment:\s*<a href="\./[^<]*<tt>[^<]*</tt></a></strong>')


def part_of(folder, value):
    """The number of the part in a file that MHonArc wrote, or None."""
    path = os.path.join(folder, value)
    if not value or "/" in value.removeprefix("./") or not os.path.isfile(path):
        return None
    with open(path, "rb") as file:
        return part_of_marker(file.read())


def answers_of(folder, experiment):
    with open(os.path.join(folder, PAGE), "rb") as file:
        body = BODY.search(file.read().decode("utf-8", "backslashreplace"))
    return shown_page.answers_of(ATTACHMENT.sub("", body.group(1)) if body else "", experiment.entity, lambda value: part_of(folder, value))


def run(files, experiments):
    packages("mhonarc")
    with tempfile.TemporaryDirectory() as top:
        folders = [os.path.join(top, one.name) for one in experiments]
        lines = "".join(f"{folder}\n{file}\n" for folder, file in zip(folders, files))
        subprocess.run(without_network(["sh", "-ec", RUN_EACH]), input=lines.encode(), check=True)
        found = {one.name: answers_of(folder, one) for folder, one in zip(folders, experiments)}
    return f"MHonArc {version_of('mhonarc')}", found
