#!/usr/bin/env python3
"""Counts the links of an mbox as a Python user would: mailbox, email, html.parser and urljoin of the
standard library.

    python_links.py MBOX

Prints messages, links, and how many of them are absolute once they are resolved.
"""

import mailbox
import re
import sys
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

URL_IN_TEXT = re.compile(r"\b(?:https?|ftp|mailto|news):[^\s<>\"']+|\bwww\.[^\s<>\"']+")
URL_ATTRIBUTES = frozenset(
    "action archive background cite classid codebase data formaction href icon longdesc manifest ping poster profile "
    "src usemap".split()
)
SRCSETS = frozenset(("srcset", "imagesrcset"))
URL_FIELDS = ("List-Archive", "List-Help", "List-Owner", "List-Post", "List-Subscribe", "List-Unsubscribe")


class LinkParser(HTMLParser):
    def __init__(self):
        super().__init__()
        self.base = None
        self.links = []

    def handle_starttag(self, tag, attrs):
        for name, value in attrs:
            if not value:
                continue
            if name in URL_ATTRIBUTES:
                if tag == "base" and name == "href" and self.base is None:
                    self.base = value
                self.links.append(value.strip())
            elif name in SRCSETS:
                self.links.extend(item.split()[0] for item in value.split(",") if item.strip())


def text_of(part):
    payload = part.get_payload(decode=True) or b""
    try:
        return payload.decode(part.get_content_charset("utf-8"), "replace")
    except LookupError:
        return payload.decode("latin-1")


def base_of(entity, around):
    """The base that the heading of a message or a part declares."""
    for name in ("Content-Base", "Content-Location"):
        value = entity.get(name)
        if value:
            return join(around, str(value).strip())
    return around


def join(base, reference):
    try:
        return urljoin(base, reference)
    except ValueError:
        return reference


def links_of(entity, around=""):
    base = base_of(entity, around)
    for name in URL_FIELDS:
        for value in entity.get_all(name, ()):
            for url in URL_IN_TEXT.findall(str(value)):
                yield join(base, url)
    if entity.is_multipart():
        for part in entity.get_payload():
            yield from links_of(part, base)
    elif entity.get_content_type() == "text/html":
        parser = LinkParser()
        parser.feed(text_of(entity))
        parser.close()
        if parser.base is not None:
            base = join(base, parser.base)
        for link in parser.links:
            yield join(base, link)
    elif entity.get_content_maintype() == "text":
        for url in URL_IN_TEXT.findall(text_of(entity)):
            yield join(base, url)


def is_absolute(url):
    try:
        return bool(urlsplit(url).scheme)
    except ValueError:
        return False


def main():
    message_count = link_count = absolute_count = 0
    for message in mailbox.mbox(sys.argv[1], create=False):
        message_count += 1
        for url in links_of(message):
            link_count += 1
            absolute_count += is_absolute(url)
    print(f"messages {message_count} links {link_count} absolute {absolute_count}")


if __name__ == "__main__":
    main()
