"""rspamd, as `rspamadm mime urls` shows it."""

import os

from answers import url
from message import TOKEN
from scanned import HERE, lines_of
from setup import packages, version_of

ENDING = ".eml"


def run(files, experiments):
    packages("rspamd")
    command = ["rspamadm", "lua", "-b", "-s", os.path.join(HERE, "rspamd.lua")]
    found = {}
    for name, rows in lines_of(command, files):
        found[name] = {token.lower(): url(row[0]) for row in rows for token in TOKEN.findall(row[0])}
    return f"rspamd {version_of('rspamd')}", found
