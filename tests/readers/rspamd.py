"""rspamd, as `rspamadm mime urls` shows it."""

import os

from answers import url, with_broken
from message import TOKEN, broken_urls, only_in_text
from parts_of_mail import Shown
from scanned import HERE, lines_of
from setup import packages, version_of

ENDING = ".eml"
SEES_LOADS = False


def rows_of(files):
    packages("rspamd")
    return lines_of(["rspamadm", "lua", "-b", "-s", os.path.join(HERE, "rspamd.lua")], files)


def version():
    return f"rspamd {version_of('rspamd')}"


def run(files, experiments):
    found = {}
    for (name, rows), experiment in zip(rows_of(files), experiments, strict=True):
        # rspamd keeps one of several equal URLs, with the text of one link. It also lists the URLs in queries: the longest one has the token.
        known = dict.fromkeys(only_in_text(experiment.entity)) | {token.lower(): url(row[0]) for row in sorted(rows, key=lambda row: len(row[0])) for token in TOKEN.findall(row[0]) or TOKEN.findall(row[1])}
        found[name] = with_broken(known, broken_urls(experiment.entity), {row[0] for row in rows})
    return version(), found


def shown(files, parts):
    found = [Shown({"url " + row[0] for row in rows}, set()) for _, rows in rows_of(files)]
    return version(), [one for one, _ in zip(found, parts, strict=True)]
