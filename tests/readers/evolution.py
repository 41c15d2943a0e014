"""Evolution: its display of mail in a small program (evolution.c), with remote content allowed."""

import json
import re
import tempfile

import viewer
from message import labels_of, link_tokens
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


# Pictures of Evolution's own page.
OWN = re.compile("(?:evo-file|gtk-stock|evo-theme|file):")


def links_of(line):
    return [(link, url_of(link["url"])) for link in json.loads(line["page"]).get("links", ())]


def answers_of(line, experiment):
    requested = [(url_of(one["url"]), one.get("content")) for one in line["loaded"] if url_of(one["url"])]
    links = [(token, target) for link, target in links_of(line) for token in link_tokens(link["written"], link["text"])]
    return viewer.answers_of(requested, links, labels_of(experiment.entity))


def shown_of(line, parts):
    # Without the page that contains the frames of all parts.
    requested = (url_of(one["url"]) for one in line["loaded"] if not OWN.match(one["url"]) and "?mode=0&headers_" not in one["url"])
    return viewer.shown_of(filter(None, requested), (target for _, target in links_of(line)), parts)


def lines_of(files):
    packages(*PACKAGES)
    with tempfile.TemporaryDirectory() as folder:
        program = viewer.build(folder, "evolution.c", LIBRARIES, "-Wl,-rpath,/usr/lib/evolution")
        return list(viewer.lines_of(program, folder, {"GSETTINGS_BACKEND": "memory"}, files))


def version():
    return f"Evolution {version_of('evolution')}"


run, shown = viewer.functions(lines_of, version, answers_of, shown_of)
