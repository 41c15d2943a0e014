# SPDX-License-Identifier: MIT
"""What kind of mistake a wrong answer is, in words. A program's other answers say whether it can do at all what it did not do here."""

import functools
import re
import urllib.parse

import suite

IGNORES = "ignores the base"
TAKES_ANOTHER = "takes another base"
JOINS_STRINGS = "puts base and reference together as strings"
DOES_NOT_RESOLVE = "does not resolve"
LEAVES_RELATIVE = "finds it, and leaves it relative"
MISSES = "gives no URL"
MISSES_PART = "gives no part"
OTHER_PART = "names another part"
TAKES_PART = "takes it for a part"
LEADS_SOMEWHERE = "resolves what leads nowhere"
NORMALISES = "normalises otherwise"
RESOLVES_OTHERWISE = "resolves otherwise"
OTHER_URL = "gives another URL"
KINDS = (LEAVES_RELATIVE, IGNORES, TAKES_ANOTHER, JOINS_STRINGS, DOES_NOT_RESOLVE, MISSES, MISSES_PART, OTHER_PART, TAKES_PART,
         LEADS_SOMEWHERE, NORMALISES, RESOLVES_OTHERWISE, OTHER_URL)

_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_URL_IN_TEXT = re.compile(r"[a-z][a-z0-9+.-]*://[^\s\"'<>]+", re.I)
# What a URL in a file belongs to: a field of a header, an attribute, an element.
_PLACES = (re.compile(r"(?:^|\n)([A-Za-z-]+):[ \t]*(?:\r?\n[ \t]+)?[\"<]?(?:URL:)?$"),
           re.compile(r"([\w:-]+)\s*=\s*[\"']?$"), re.compile(r"<([\w:-]+)[^<>]*>\s*$"))
# As `base_by` of the cases calls them.
_NAMES = {"base": "base-header", "href": "html-base", "xml:base": "xml-base", "warc-target-uri": "target-uri"}


def is_absolute(reference):
    return bool(_ABSOLUTE.match(reference))


def asked(cases, answers):
    """Each reference that was asked about, with its case and the answer."""
    return [(case, reference, answer) for case in cases for reference, answer in zip(case["references"], answers.get(case["id"], ()))]


def targets(reference):
    """All answers that are right under any specification."""
    return [target for expected in reference.get("expected", {}).values() for target in suite.targets(expected)]


class Mistakes:
    """The mistakes in one table of answers."""

    def __init__(self, cases, answers):
        self.can_resolve = False  # any relative reference
        self.shows_relative = False  # whether it shows references that it leaves relative: what it does not show, it does not find
        self.places = set()  # in which the program found references
        self.bases = set()  # of a case, against which it resolved
        for case, reference, answer in asked(cases, answers):
            self.shows_relative |= answer.kind == "relative"
            if answer.kind in ("url", "part", "relative"):
                self.places.add(reference["place"])
            if answer.kind == "url" and not _ABSOLUTE.match(reference["written"]) and suite.judge(reference, answer)[0] == "right":
                self.can_resolve = True
                self.bases |= {(case["id"], one["base"]) for one in targets(reference)}

    def of(self, case, reference, answer):
        """The kind of the mistake, and what it concerns: a layer, or the place of the reference. It may be empty."""
        expected = targets(reference)
        if answer.kind == "relative":
            return LEAVES_RELATIVE, reference["base_by"] or ""
        is_part_meant = any(one["part"] for one in expected)
        # Where nothing defines a base, "thismessage:/" is a way to say so.
        urls = [one for one in expected if one["resolved"] and not one["part"] and not one["resolved"].startswith("thismessage:")]
        if is_part_meant and answer.kind == "part":
            return OTHER_PART, ""
        if is_part_meant and not urls:
            return MISSES_PART, "cid:" if reference["written"].lower().startswith("cid:") else "by its location"
        if answer.kind == "nothing":
            return self._of_nothing(case, reference, urls)
        if answer.kind == "part":
            return TAKES_PART, ""
        layer = another_base(case, reference, answer.value)
        if not urls:
            return LEADS_SOMEWHERE, layer or ""
        return _of_url(reference, urls, answer.value, layer)

    def _of_nothing(self, case, reference, urls):
        if self.shows_relative or _ABSOLUTE.match(reference["written"]) or reference["place"] not in self.places:
            return MISSES, reference["place"]
        if not self.can_resolve or any((case["id"], one["base"]) in self.bases for one in urls):
            return DOES_NOT_RESOLVE, ""
        return IGNORES, reference["base_by"] or ""


def _of_url(reference, urls, answer, layer):
    written, bases = reference["written"], [one["base"] for one in urls if one["base"]]
    # It differs from what is expected in escapes, dots or case alone.
    if any(loose(one["resolved"]) == loose(answer) for one in urls) or any(leads_to(base, written, answer) for base in bases):
        return NORMALISES, ""
    if any(answer in (base + written, base + "/" + written, base.rstrip("/") + "/" + written.lstrip("/")) for base in bases):
        return JOINS_STRINGS, ""
    if layer is not None:
        return TAKES_ANOTHER, f"another {layer}" if layer and layer == reference["base_by"] else layer
    host = host_of(answer)
    # A URL below the place of the program, as if the file had no base. The hosts of cases are all of `example.org`.
    is_own_place = host and not host.endswith("example.org") or answer.startswith(("file:", "about:")) and not any(base.startswith("file:") for base in bases)
    if is_own_place and not _ABSOLUTE.match(written):
        return IGNORES, reference["base_by"] or ""
    return (RESOLVES_OTHERWISE if host and host in map(host_of, [*bases, *(one["resolved"] for one in urls)]) else OTHER_URL), ""


def host_of(url):
    try:
        return urllib.parse.urlsplit(url).hostname
    except ValueError:
        return None


def loose(url):
    """What is the same for all that normalise: no escapes, dots, backslashes, case, port of the scheme, or last slash."""
    text = urllib.parse.unquote(url).replace("\\", "/").lower()
    text = re.sub(r"\s", "", text)
    text = re.sub(r"^(http:/+[^/:?#]*):80(?=[/?#]|$)|^(https:/+[^/:?#]*):443(?=[/?#]|$)", r"\1\2", text)
    text = re.sub(r"/\.(?=/|$)", "", text)
    while (shorter := re.sub(r"(?<!/)/(?!\.\.(?:/|$))[^/]+/\.\.(?=/|$)", "", text, count=1)) != text:
        text = shorter
    return re.sub(r"/+", "/", text.replace("/../", "/")).rstrip("/")


def another_base(case, reference, answer):
    """The name of the layer whose URL explains the answer, or None."""
    own = {one["base"] for one in targets(reference)}
    for other in case["references"]:
        for one in targets(other):
            if one["base"] and one["base"] not in own and leads_to(one["base"], reference["written"], answer):
                return other["base_by"] or ""
    text = content_of(case["path"])
    for found in _URL_IN_TEXT.finditer(text):
        if found[0] not in own and leads_to(found[0], reference["written"], answer):
            return place_of(text[max(0, found.start() - 200):found.start()])
    return None


def leads_to(base, written, answer):
    try:
        return suite.same_url(urllib.parse.urljoin(base, written), answer) and not suite.same_url(written, answer)
    except ValueError:
        return False


def place_of(before):
    """The name of what contains a URL, by the text before it."""
    for pattern in _PLACES:
        if found := pattern.search(before):
            return _NAMES.get(found[1].lower(), found[1].lower())
    return ""


@functools.lru_cache(64)
def content_of(path):
    with open(path, "rb") as file:
        return file.read().decode("latin-1")
