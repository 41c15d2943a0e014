# SPDX-License-Identifier: MIT
"""Shared by the runners in Python: the protocol of README.md, and what scripts around libraries do."""

import json
import os
import pathlib
import re
import subprocess
import sys
import urllib.parse

ATTRIBUTES = ("href", "src", "action", "formaction", "cite", "data", "poster", "background", "longdesc", "xlink:href")
_ABSOLUTE = re.compile("[A-Za-z][A-Za-z0-9+.-]*:")


def serve(version, endings, rows, joins=False):
    """Answers the paths on standard input. `version` is a text or a function, `endings` what the program reads, `rows(path)` its answers.
    Its errors are those of the program: no more answers. `joins`: the program does not resolve, this runner looks up the base and joins."""
    if sys.argv[1:] == ["--version"]:
        print(version() if callable(version) else version, *["joins: runner"] * joins, sep="\n")
        return
    for line in sys.stdin:
        path, answered = line[:-1], []
        try:
            for row in rows(path) if path.endswith(endings) else [{"unsupported": True}]:
                answered.append(row)
        except Exception as why:
            print(f"{path}: {why!r}", file=sys.stderr)
        print("".join(json.dumps(row) + "\n" for row in answered), flush=True)


def output_of(*command, **options):
    """What a command writes, as text."""
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, **options).stdout.decode("utf-8", "replace")


def absolute(url):
    """The URL if it is absolute, or None."""
    return url if url and _ABSOLUTE.match(url) else None


def joined(base, link):
    """Their join as scripts do it, or None if that is still relative."""
    try:
        return absolute(urllib.parse.urljoin(base or "", link))
    except ValueError:
        return None


def left_relative(url, path):
    """The relative reference of a URL that a program made with the place of the file, because it knew no base. A program that writes
    a file makes it relative to that."""
    folder = pathlib.Path(path).absolute().parent.as_uri().removeprefix("file://")
    url = url.removeprefix("file://")
    place = re.sub(r"^(\.\./)+", "/", url)
    if place.startswith(folder + "/"):
        return place.removeprefix(folder + "/")
    return os.path.relpath(place, folder) if place.startswith(os.path.dirname(folder) + "/") else url
