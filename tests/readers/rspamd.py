"""rspamd, as `rspamadm mime urls` shows it."""

import os

from answers import url, with_broken
from message import TOKEN, broken_urls, only_in_text
from scanned import HERE, lines_of
from setup import packages, version_of

ENDING = ".eml"


def run(files, experiments):
    packages("rspamd")
    command = ["rspamadm", "lua", "-b", "-s", os.path.join(HERE, "rspamd.lua")]
    found = {}
    for (name, rows), experiment in zip(lines_of(command, files), experiments, strict=True):
        # rspamd keeps one of several equal URLs, with the text of one link.
        known = dict.fromkeys(only_in_text(experiment.entity)) | {token.lower(): url(row[0]) for row in rows for token in TOKEN.findall(row[0]) or TOKEN.findall(row[1])}
        found[name] = with_broken(known, broken_urls(experiment.entity), {row[0] for row in rows})
    return f"rspamd {version_of('rspamd')}", found
