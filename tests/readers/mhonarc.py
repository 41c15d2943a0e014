"""MHonArc: the page that it writes for one message, with its default resources."""

import os
import re
import subprocess
import tempfile

import shown_page
from message import part_of_marker
from parts_of_mail import digest_of
from setup import packages, version_of, without_network

ENDING = ".eml"
PAGE = "page.html"
# One folder per message, because the names of files that MHonArc writes are its own.
RUN_EACH = f"while read -r folder; do read -r file; mkdir $folder; cd $folder; mhonarc -single -outdir . $file > {PAGE} 2> /dev/null; done"
BODY = re.compile(r"<!--X-Body-of-Message-->(.*)<!--X-Body-of-Message-End-->", re.S)
# What MHonArc writes for a part that it does not show.
ATTACHMENT = re.compile(r'<p><strong>Attachment:\s*<a href="\./[^<]*<tt>[^<]*</tt></a></strong>')

# An image that it shows below the text, whatever the references are.
SHOWN_BELOW = re.compile(r'<p><a href="(\./[^"]*)" ><img src="\1"[^>]*></a></p>')


def written(folder, value):
    """The content of a file that MHonArc wrote for a part, or None."""
    path = os.path.join(folder, value)
    if not value or "/" in value.removeprefix("./") or not os.path.isfile(path):
        return None
    with open(path, "rb") as file:
        return file.read()


def body_of(folder):
    with open(os.path.join(folder, PAGE), "rb") as file:
        body = BODY.search(file.read().decode("utf-8", "backslashreplace"))
    return ATTACHMENT.sub("", body.group(1)) if body else ""


def answers_of(folder, experiment):
    return shown_page.answers_of(body_of(folder), experiment.entity, lambda value: part_of_marker(written(folder, value) or b""))


def shown_of(folder, parts):
    def part_of(value):
        content = written(folder, value)
        return parts.number_of("", digest_of(content)) if content is not None else None
    return shown_page.shown_of(SHOWN_BELOW.sub("", body_of(folder)), part_of, lambda value: written(folder, value) is not None)


def pages_of(files, top):
    """The folders of the pages."""
    packages("mhonarc")
    folders = [os.path.join(top, str(number)) for number, _ in enumerate(files)]
    lines = "".join(f"{folder}\n{file}\n" for folder, file in zip(folders, files))
    subprocess.run(without_network(["sh", "-ec", RUN_EACH]), input=lines.encode(), check=True)
    return folders


def version():
    return f"MHonArc {version_of('mhonarc')}"


def run(files, experiments):
    with tempfile.TemporaryDirectory() as top:
        found = {one.name: answers_of(folder, one) for folder, one in zip(pages_of(files, top), experiments, strict=True)}
    return version(), found


def shown(files, parts):
    with tempfile.TemporaryDirectory() as top:
        return version(), [shown_of(folder, one) for folder, one in zip(pages_of(files, top), parts, strict=True)]
