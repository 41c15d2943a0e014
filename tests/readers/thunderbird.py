"""Thunderbird: the document that it shows for a message in a local folder, with remote content allowed."""

import json
import os
import re
import subprocess
import sys
import tempfile

from answers import part, url
from message import TOKEN, counted_numbers, labels_of
from setup import packages, without_network

ENDING = ".eml"
LINKS = {("a", "href"): "href", ("a", "xlink:href"): "href", ("area", "href"): "href", ("form", "action"): "action", ("button", "formaction"): "formAction", ("input", "formaction"): "formAction"}
# What a part can be loaded into. Requests to hosts are observed, requests to parts are not.
LOADS = {("img", "src"), ("img", "srcset"), ("source", "src"), ("source", "srcset"), ("input", "src"), ("video", "src"), ("video", "poster"), ("audio", "src"), ("image", "href"), ("image", "xlink:href"),
         ("body", "background"), ("table", "background"), ("td", "background"), ("iframe", "src"), ("frame", "src"), ("object", "data"), ("embed", "src"), ("link", "href")}
# A click on these does not leave the message.
INSIDE = {"javascript", "data", "file", "imap", "about", "mailbox", "blob", "chrome", "resource"}
PART = re.compile(r"\bmailbox:[^ \"')]*?[?&]part=([\d.]+)")


def tokens_of(text):
    return {one.lower() for one in TOKEN.findall(text or "")}


def marks_of(one):
    """The tokens by which an element is known when its reference has been replaced."""
    attributes = one["attributes"]
    return tokens_of(attributes.get("id")) or tokens_of(attributes.get("alt")) or tokens_of(one["text"])


def link_of(one, name, value):
    """(tokens, answer) of a link that is not to a part."""
    resolved = one["resolved"].get(LINKS[one["element"], name])
    if not resolved or resolved.split(":")[0] in INSIDE:
        return
    yield from ((token, url(resolved)) for token in tokens_of(value) or marks_of(one))


def answers_of(line, experiment):
    numbers, labels = counted_numbers(experiment.entity), labels_of(experiment.entity)
    found = {token: url(one, "load") for one in line["requests"] for token in tokens_of(one)}
    for one in line["elements"]:
        for name, value in one["attributes"].items():
            place = one["element"], name
            targets = [numbers.get(number, number) for number in PART.findall(value)]
            if not targets and place in LINKS:
                found.update(link_of(one, name, value))
            if place in LINKS or place in LOADS or name == "style":
                by = "click" if place in LINKS else "load"
                for number in targets:
                    tokens = labels.get(number, set())
                    found.update((token, part(number, by)) for token in (tokens if len(tokens) == 1 else marks_of(one)))
    return found


def run(files, experiments):
    packages("thunderbird")
    inside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "thunderbird_inside.py")
    with tempfile.TemporaryDirectory() as profile:
        done = subprocess.run(without_network([sys.executable, inside, profile, *files]), stdout=subprocess.PIPE, check=True)
    version, *lines = [json.loads(line) for line in done.stdout.decode().splitlines()]
    found = {}
    for line, experiment in zip(lines, experiments, strict=True):
        if "error" in line:
            raise RuntimeError(f"{line['file']}: {line['error']}")
        found[experiment.name] = answers_of(line, experiment)
    return f"Thunderbird {version['version']}", found
