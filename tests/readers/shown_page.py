"""Shared by readers that write a page: the references in its HTML, and what a browser would open for them."""

import html.entities
import html.parser
import re

from answers import NOTHING, part, url, with_broken
from message import TOKEN, broken_urls, labels_of
from parts_of_mail import Shown

LINKS = {("a", "href"), ("a", "xlink:href"), ("area", "href"), ("form", "action"), ("button", "formaction"), ("input", "formaction")}
LOADS = {("img", "src"), ("img", "srcset"), ("source", "src"), ("source", "srcset"), ("input", "src"), ("video", "src"), ("video", "poster"), ("audio", "src"),
         ("image", "src"), ("image", "href"), ("image", "xlink:href"), ("iframe", "src"),
         ("frame", "src"), ("object", "data"), ("embed", "src"), ("link", "href"), ("script", "src"),
         *((tag, "background") for tag in ("body", "table", "thead", "tbody", "tfoot", "tr", "td", "th"))}
# Tags inside these are not elements of the page.
OPAQUE = {"textarea", "title", "xmp", "iframe", "noembed", "noframes", "template"}
FOREIGN = {"svg", "math"}
# The mark of an element that has none, but that no reader makes itself. No reference has such a token.
NOT_OWN = "not own"
CSS_ESCAPE = re.compile(r"\\(?:([0-9a-f]{1,6})\s?|(.))", re.I)
NAMED = re.compile(r"&([a-z][a-z0-9]*)(;?=?)", re.I)
CSS_URL = re.compile(r"url\(\s*[\"']?([^\"')]*?)[\"']?\s*\)|@import\s+[\"']([^\"']*)[\"']", re.I)


def tokens_of(text):
    return {token.lower() for token in TOKEN.findall(text or "")}


def urls_of_css(text):
    return [CSS_ESCAPE.sub(lambda escape: chr(int(escape[1], 16)) if escape[1] else escape[2], one or other).strip() for one, other in CSS_URL.findall(text)]


def unescaped(text):
    """As in an attribute, where "&copy=" and "&copyx" are no character references."""
    def kept(found):
        name, end = found.groups()
        return found.group() if end.startswith(";") or name in html.entities.html5 and not end else "&amp;" + found.group()[1:]
    return html.unescape(NAMED.sub(kept, text))


html.parser.unescape = unescaped


def values_of(name, value):
    """The references in an attribute."""
    if name == "style":
        return urls_of_css(value)
    return [one.split()[0] for one in value.split(",") if one.split()] if name == "srcset" else [value]


def is_shadow_root(tag, attributes):
    """A browser shows what is in it."""
    return tag == "template" and (dict(attributes).get("shadowrootmode") or "").lower() in ("open", "closed")


class Page(html.parser.HTMLParser):
    """`found` receives (reference, "click" or "load", tokens by which the element is known)."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.inside = None
        self.base = None  # the href of the first <base> that has one and is HTML
        self.foreign = 0  # depth of svg and math
        self.anchor = range(0)
        self.feed(text.replace("\r\n", "\n"))

    def handle_starttag(self, tag, attributes):
        if self.inside in OPAQUE:
            return
        self.inside = tag if tag in OPAQUE and not self.foreign and not is_shadow_root(tag, attributes) or tag == "style" else None
        first = len(self.found)
        self.foreign += tag in FOREIGN
        if tag == "base" and self.base is None and not self.foreign:
            self.base = next((value for name, value in attributes if name == "href"), None)
        marks = set().union(*(tokens_of(value) for name, value in attributes if name in ("id", "alt")))
        if any(name in ("srcset", "background") for name, value in attributes):
            marks.add(NOT_OWN)
        for name, value in attributes:
            place = tag, name
            if place in LINKS or place in LOADS or name == "style":
                by = "click" if place in LINKS else "load"
                self.found += [(one, by, marks) for one in values_of(name, value or "")]
        self.found += [one for name, value in attributes if (tag, name) == ("iframe", "srcdoc") for one in Page(value or "").found]
        if tag == "a":
            self.anchor = range(first, len(self.found))

    def handle_endtag(self, tag):
        if tag == self.inside:
            self.inside = None
        self.foreign -= self.foreign > 0 and tag in FOREIGN
        if tag == "a":
            self.anchor = range(0)

    def handle_data(self, data):
        if self.inside == "style":
            self.found += [(one, "load", set()) for one in urls_of_css(data)]
        elif not self.inside:
            for i in self.anchor:
                self.found[i] = (*self.found[i][:2], self.found[i][2] | tokens_of(data))


def shown_of(text, part_of, is_own):
    """The sets of a message of others. `is_own`: what the reader itself added to the page."""
    page, shown = Page(text), Shown(set(), set())
    for value, by, _ in page.found:
        number = part_of(value)
        if not number and (is_own(value) or value == "" or page.base is None and value.startswith("#")):
            continue
        (shown.clicks if by == "click" else shown.loads).add(f"part {number}" if number else "url " + value)
    return shown


def answers_of(text, entity, part_of):
    """{token: Answer} for a message. `part_of` returns the part number of a reference to a part, or None."""
    found, labels = {}, labels_of(entity)
    page = Page(text)
    for value, by, marks in page.found:
        number = part_of(value)
        tokens = tokens_of(value)
        # An element without a mark is the reader's own, such as a list of attachments.
        if not tokens and number and marks:
            tokens = labels.get(number, set()) if len(labels.get(number, ())) == 1 else marks
        elif not tokens:
            tokens = marks
        stays = page.base is None and (value == "" or value.startswith("#"))
        answer = part(number, by) if number else NOTHING if stays else url(value, by)
        for token in tokens:
            found.setdefault(token, answer)
    return with_broken(found, broken_urls(entity), {value for value, _, _ in page.found})
