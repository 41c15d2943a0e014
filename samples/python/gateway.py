#!/usr/bin/env python3
"""A filter for a mail-to-web gateway: reads a message from standard input, writes its page with absolute URLs and its links.

    gateway.py FOLDER <MESSAGE

README.md next to this file describes the files in the folder. The content of a message was written by strangers. It is never
used as a file name, as a control character in a list, or as markup outside the page itself.
"""

import email
import email.policy
import html
import pathlib
import sys

import mimebase

READ, NOT_ALL_READ, USAGE, NOT_WRITTEN = range(4)
# No scripts, no forms, and only images are loaded from elsewhere.
POLICY = "default-src 'none'; img-src http: https: data:; style-src 'unsafe-inline'"
HEAD = f'<!DOCTYPE html>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'


def text_of(part):
    """The content as text, whatever charset it declares."""
    content = part.get_payload(decode=True) or b""
    try:
        return content.decode(part.get_content_charset("utf-8"), "replace")
    except LookupError:
        return content.decode("latin-1")


def page_of(message):
    """The HTML of a rewritten message, or its plain text."""
    body = email.message_from_bytes(message, policy=email.policy.default).get_body(("html", "plain"))
    if body is None:
        return HEAD + "<p>This message has no text."
    if body.get_content_type() == "text/html":
        return HEAD + text_of(body)
    return f"{HEAD}<pre>{html.escape(text_of(body))}</pre>"


def cell(text):
    """Replaces tabs and line ends, which would start another cell or row."""
    return "".join(" " if character < " " or character == "\x7f" else character for character in text or "")


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return USAGE
    message = sys.stdin.buffer.read()
    links = mimebase.links(message, input="message")
    table = "".join("\t".join(map(cell, (link.part, link.context, link.status, link.resolved or link.reference))) + "\n"
                    for link in links)
    rewritten = mimebase.rewrite(message, input="message")
    try:
        folder = pathlib.Path(sys.argv[1])
        folder.mkdir(exist_ok=True)
        (folder / "page.html").write_text(page_of(rewritten), encoding="utf-8", errors="replace")
        (folder / "links.tsv").write_text(table, encoding="utf-8")
    except OSError as error:
        print(f"gateway: {error}", file=sys.stderr)
        return NOT_WRITTEN
    for sentence in dict.fromkeys((*links.problems, *rewritten.problems)):
        print(f"gateway: {sentence}", file=sys.stderr)
    return NOT_ALL_READ if links.problems or rewritten.problems else READ


if __name__ == "__main__":
    sys.exit(main())
