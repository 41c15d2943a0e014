"""Chromium, which opens each experiment as a saved page (.mht)."""

import json
import os
import subprocess

from answers import NOTHING, part, url
from message import TOKEN, labels_of, link_token, part_of_marker
from parts_of_mail import Shown
from setup import ROOT, is_shown, packages

ENDING = ".mht"
# It opens no archive with LF alone, as mail is often stored.
NEEDS_CRLF = True
# Real clicks have shown that an archive may not go there, not even to #fragment if it has no base but its own file.
BLOCKED = {"file", "data", "javascript", "vbscript", "blob"}


def prepare():
    packages("chromium", "npm")
    modules = os.path.join(ROOT, "build-browser")
    if not os.path.exists(os.path.join(modules, "node_modules", "playwright-core", "package.json")):
        os.makedirs(modules, exist_ok=True)
        subprocess.run(["npm", "install", "--prefix", modules, "--no-save", "--no-package-lock", "--no-audit", "--no-fund",
                        "--ignore-scripts", "--silent", "playwright-core@1"], check=True)
    return modules


def lines_of(modules, files):
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "chromium.mjs")
    done = subprocess.run(["node", script, modules, *files], check=True, stdout=subprocess.PIPE)
    version, *lines = [json.loads(line) for line in done.stdout.decode().splitlines()]
    return version["version"], lines


def tokens_of(text):
    return {found.lower() for found in TOKEN.findall(text or "")}


def number_of(marker):
    return part_of_marker(marker.encode()) if marker else None


def leads_out(link):
    return link["url"] is not None and link["url"].split(":")[0] not in BLOCKED


def only_bearer(token, labels):
    """The only part that this token labels, or None."""
    numbers = [number for number, tokens in labels.items() if token in tokens]
    return numbers[0] if len(numbers) == 1 else None


def answers_of(line, labels):
    """What is requested without an answer from the archive would come from elsewhere. There has been no such request.
    Chromium does not give away the bytes of fonts: the part is the one that has the label."""
    found = {}
    # The archive itself is no part, whatever its name.
    archive = "/" + line["file"]
    for requested in (one for one in [*line["requested"], *line["refused"]] if not one.endswith(archive)):
        found.update((token, url(requested, "load")) for token in tokens_of(requested))
    for loaded, marker, _ in line["loaded"]:
        if (loaded or "").endswith(archive):
            continue
        for token in tokens_of(loaded):
            number = number_of(marker) or only_bearer(token, labels)
            if number:
                found[token] = part(number)
    for frame in line["frames"]:
        if not frame["main"]:
            # An image, or a file, in a frame has no text.
            shown = part(number_of(frame["marker"])) if number_of(frame["marker"]) else None
            found.update((token, shown) for token in tokens_of(frame["url"]))
        for link in frame["links"]:
            token = link_token(link["written"], link["text"])
            if token:
                found[token] = url(link["url"]) if leads_out(link) else NOTHING
    return found


def shown_of(line, parts):
    archive = "/" + line["file"]
    loads = [(one, digest) for one, _, digest in line["loaded"] if one and not one.endswith(archive)]
    loads += [(frame["url"], None) for frame in line["frames"] if parts.number_of(frame["url"])]
    # A click on a link to a part goes to the network.
    clicks = {"url " + link["url"] for frame in line["frames"] for link in frame["links"] if leads_out(link)}
    return Shown(clicks, parts.targets(loads))


def run(files, experiments):
    """Returns the reader's version, and {experiment: {reference: Answer}}."""
    version, lines = lines_of(prepare(), files)
    found = {one.name: answers_of(line, labels_of(one.entity)) if is_shown(line) else dict.fromkeys(one.references) for line, one in zip(lines, experiments, strict=True)}
    return f"Chromium {version}", found


def shown(files, parts):
    version, lines = lines_of(prepare(), files)
    return f"Chromium {version}", [shown_of(line, one) if is_shown(line) else None for line, one in zip(lines, parts, strict=True)]
