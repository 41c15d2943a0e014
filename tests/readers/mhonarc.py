"""MHonArc: the page that it writes for one message, with its default resources."""

import concurrent.futures
import os
import re
import subprocess
import tempfile

import shown_page
from message import labels_of, part_of_marker
from setup import packages, version_of, without_network

ENDING = ".eml"
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


def answers_of(file, experiment):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(without_network(["mhonarc", "-single", "-outdir", ".", file]), check=True, cwd=folder, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL)
        body = BODY.search(done.stdout.decode("utf-8", "backslashreplace"))
        return shown_page.answers_of(ATTACHMENT.sub("", body.group(1)) if body else "", labels_of(experiment.entity), lambda value: part_of(folder, value))


def run(files, experiments):
    packages("mhonarc")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = dict(zip((one.name for one in experiments), pool.map(answers_of, files, experiments)))
    return f"MHonArc {version_of('mhonarc')}", found
