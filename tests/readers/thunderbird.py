"""Thunderbird: the document that it shows for a message in a local folder, with remote content allowed."""

import json
import os
import re
import subprocess
import sys
import tempfile

from answers import part, url, with_broken
from message import TOKEN, broken_urls, counted_numbers, labels_of, leaves_of, readable
from parts_of_mail import Shown
from setup import is_shown, packages, without_network

ENDING = ".eml"
LINKS = {("a", "href"): "href", ("a", "xlink:href"): "href", ("area", "href"): "href", ("form", "action"): "action", ("button", "formaction"): "formAction", ("input", "formaction"): "formAction"}
# What loads a part. Requests to hosts are observed, requests to parts are not. Frames, `object` and `embed` of parts stay empty.
CHOSEN = {("img", "src"), ("img", "srcset"), ("source", "src"), ("source", "srcset"), ("video", "src"), ("audio", "src")}
LOADS = {("video", "poster"), ("image", "href"), ("image", "xlink:href"), ("body", "background"), ("table", "background"), ("td", "background")}
# A click on these does not leave the message.
INSIDE = {"javascript", "data", "file", "imap", "about", "mailbox", "blob", "chrome", "resource"}
# Thunderbird itself shows an image that is a part of multipart/mixed, below the text, whatever the references are.
SHOWN_BELOW = "moz-attached-image"
# A URL in text that ends at a bracket, before its token.
CUT = re.compile(r"(https?://[^\s\[{]*)[\[{]\S*?(ref\d+)", re.I)
PART = re.compile(r"\bmailbox:[^ \"')]*?[?&]part=([\d.]+)")


def tokens_of(text):
    return {one.lower() for one in TOKEN.findall(text or "")}


def marks_of(one):
    """The tokens by which an element is known when its reference has been replaced."""
    attributes = one["attributes"]
    return tokens_of(attributes.get("id")) or tokens_of(attributes.get("alt")) or tokens_of(one["text"])


def target_of(one, name):
    """Where a link that is not to a part leads, if it leaves the message."""
    resolved = one["resolved"].get(LINKS[one["element"], name])
    return resolved if resolved and resolved.split(":")[0] not in INSIDE else None


def link_of(one, name, value):
    """(tokens, answer) of a link that is not to a part."""
    resolved = target_of(one, name)
    if not resolved:
        return
    yield from ((token, url(resolved)) for token in tokens_of(value) or marks_of(one))


def is_loaded(one, name, number, chosen):
    """Whether the part in this attribute is loaded with the message."""
    place = one["element"], name
    if place == ("input", "src"):
        return one["attributes"].get("type", "").lower() == "image"
    return place in LOADS or name == "style" or (place in CHOSEN and number in chosen) or (place == ("link", "href") and one["sheet"])


def cut_urls(entity):
    """{token: what Thunderbird opens if it cuts the URL before the token}."""
    texts = [readable(leaf) for leaf in leaves_of(entity) if leaf.body is not None and leaf.type.lower().startswith("text/plain")]
    return {token.lower(): start for text in texts for start, token in CUT.findall(text)} | broken_urls(entity)


def answers_of(line, experiment):
    numbers, labels = counted_numbers(experiment.entity), labels_of(experiment.entity)
    found = {token: url(one, "load") for one in line["requests"] for token in tokens_of(one)}
    elements, chosen = own_elements(line)
    for one in elements:
        for name, value in one["attributes"].items():
            is_link = (one["element"], name) in LINKS
            targets = PART.findall(value)
            if one["hidden"] and name == "href":
                found.update(dict.fromkeys(tokens_of(value) or marks_of(one)))
            elif not targets and is_link:
                found.update(link_of(one, name, value))
            for target in targets:
                number = numbers.get(target, target)
                tokens = labels.get(number, set())
                if is_link or is_loaded(one, name, target, chosen):
                    found.update((token, part(number, "click" if is_link else "load")) for token in (tokens if len(tokens) == 1 else marks_of(one)))
    return with_broken(found, cut_urls(experiment.entity), {one["resolved"].get("href") for one in elements})


def own_elements(line):
    """The elements of the message, and the numbers of the parts that images and media have chosen."""
    elements = [one for one in line["elements"] if SHOWN_BELOW not in one["attributes"].get("class", "").split()]
    return elements, {number for one in elements for number in PART.findall(one["current"])}


def shown_of(line, parts):
    elements, chosen = own_elements(line)
    clicks, loads = set(), {"url " + one for one in line["requests"]}
    for one in elements:
        for name, value in one["attributes"].items():
            is_link = (one["element"], name) in LINKS
            targets = PART.findall(value)
            if is_link and not targets and target_of(one, name):
                clicks.add("url " + target_of(one, name))
            for target in targets:
                if is_link or is_loaded(one, name, target, chosen):
                    (clicks if is_link else loads).add(f"part {parts.by_count.get(target, target)}")
    return Shown(clicks, loads)


def lines_of(files):
    packages("thunderbird")
    inside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "thunderbird_inside.py")
    with tempfile.TemporaryDirectory() as profile:
        done = subprocess.run(without_network([sys.executable, inside, profile, *files]), stdout=subprocess.PIPE, check=True)
    version, *lines = [json.loads(line) for line in done.stdout.decode().splitlines()]
    return f"Thunderbird {version['version']}", lines


def run(files, experiments):
    version, lines = lines_of(files)
    found = {}
    for line, experiment in zip(lines, experiments, strict=True):
        # The function that imports a message ends it at a zero.
        is_whole = b"\0" not in experiment.content and is_shown(line)
        found[experiment.name] = answers_of(line, experiment) if is_whole else dict.fromkeys(experiment.references)
    return version, found


def shown(files, parts):
    version, lines = lines_of(files)
    return version, [shown_of(line, one) if is_shown(line) else None for line, one in zip(lines, parts, strict=True)]
