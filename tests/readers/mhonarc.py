"""MHonArc: the page that it writes for one message, with its default resources."""

import concurrent.futures
import html.parser
import os
import re
import subprocess
import tempfile

from answers import NOTHING, part, url
from message import TOKEN, labels_of, part_of_marker
from setup import packages, version_of, without_network

ENDING = ".eml"
CLICKED = {"a", "area", "form", "button"}
BODY = re.compile(r"<!--X-Body-of-Message-->(.*)<!--X-Body-of-Message-End-->", re.S)
REFERRING = {"href", "src", "action", "background", "cite", "data", "poster", "longdesc", "formaction", "xlink:href", "srcset", "code", "classid", "style"}


class Page(html.parser.HTMLParser):
    """Collects (element, attribute, value, tokens of the other attributes)."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        marks = [token.lower() for name, value in attributes if name in ("id", "alt") for token in TOKEN.findall(value or "")]
        self.found += [(tag, name, value or "", marks) for name, value in attributes if name in REFERRING]


def part_of(folder, value):
    """The number of the part in a file that MHonArc wrote, or None."""
    path = os.path.join(folder, value)
    if "/" in value.removeprefix("./") or not os.path.isfile(path):
        return None
    with open(path, "rb") as file:
        return part_of_marker(file.read())


def values_of(name, value):
    """The references in an attribute."""
    if name == "style":
        return re.findall(r"url\(\s*[\"']?([^\"')]*?)[\"']?\s*\)", value, re.I)
    return [one.split()[0] for one in value.split(",") if one.split()] if name == "srcset" else [value]


def answers_of(file, labels):
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(without_network(["mhonarc", "-single", "-outdir", ".", file]), check=True, cwd=folder, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL)
        body = BODY.search(done.stdout.decode("utf-8", "backslashreplace"))
        for tag, name, written, marks in Page(body.group(1) if body else "").found:
            by = "click" if tag in CLICKED else "load"
            for value in values_of(name, written):
                tokens = {token.lower() for token in TOKEN.findall(value)}
                number = part_of(folder, value)
                # Elements without a mark are MHonArc's own list of parts that no reference names.
                if number and marks and not tokens:
                    tokens = labels.get(number) or set(marks)
                answer = part(number, by) if number else url(value, by) if value else NOTHING
                found.update((token, answer) for token in tokens)
    return found


def run(files, experiments):
    packages("mhonarc")
    names = [os.path.basename(one).removesuffix(ENDING) for one in files]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = dict(zip(names, pool.map(answers_of, files, [labels_of(one.entity) for one in experiments])))
    return f"MHonArc {version_of('mhonarc')}", found
