"""Evolution: its display of mail in a small program (evolution.c), with remote content allowed."""

import json
import re
import tempfile

import viewer
from message import labels_of
from setup import packages, version_of

ENDING = ".eml"
PACKAGES = ("gcc", "pkg-config", "dbus", "evolution", "evolution-dev", "evolution-data-server-dev", "libebook1.2-dev", "libjson-glib-dev", "xvfb", "xauth")
LIBRARIES = ("evolution-mail-3.0", "json-glib-1.0", "webkit2gtk-4.1", "camel-1.2")
# The URL of a message that is in no folder, and of one of its parts.
MESSAGE = re.compile(r"^mail://generic/generic/\d+")
PART = re.compile(r"^mail://generic/generic/\d+\?part_id=[^#]*")
HOST = re.compile(r"^mail://generic/(?:generic/)?")


def url_of(value):
    """As in the folder of an account. None for a URL in the part itself."""
    if value is None or PART.match(value):
        return None
    value = value.removeprefix("evo-")
    value = MESSAGE.sub("mail://account/folder/message", value)
    return HOST.sub(lambda found: found.group().replace("generic/generic", "account/folder").replace("generic", "account"), value)


def answers_of(line, experiment):
    page = json.loads(line["page"])
    requested = [(url_of(one["url"]), one.get("content")) for one in line["loaded"] if url_of(one["url"])]
    return viewer.answers_of(requested, [(link["token"], url_of(link["url"])) for link in page.get("links", ())],
                             labels_of(experiment.entity))


def run(files, experiments):
    packages(*PACKAGES)
    with tempfile.TemporaryDirectory() as folder:
        program = viewer.build(folder, "evolution.c", LIBRARIES, "-Wl,-rpath,/usr/lib/evolution")
        lines = list(viewer.lines_of(program, folder, {"GSETTINGS_BACKEND": "memory"}, files))
    found = viewer.found_in(lines, experiments, answers_of)
    return f"Evolution {version_of('evolution')}", found
