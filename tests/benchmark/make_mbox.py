#!/usr/bin/env python3
"""Builds the mbox of the benchmark: real mail from the corpora, repeated up to a size.

    make_mbox.py [--megabytes N] [--corpora DIR] OUTPUT

Without corpora the mail is synthetic. The result depends on nothing but N and the corpora: messages in byte order of
their paths, each with a From_ line before it, body lines that begin with "From " quoted, a blank line behind.
"""

import argparse
import base64
import os
import quopri
import random
import re
import sys

FROM_LINE = b"From sender@example.org Thu Jan  1 00:00:00 2004\n"
FIELD = re.compile(rb"[A-Za-z][A-Za-z0-9_.-]*[ \t]*:(?!//|:)")
INNER_FROM_LINE = re.compile(rb"^From [^\r\n]*\d:\d\d[^\r\n]*(?:\r\n|\n|\r)", re.MULTILINE)
FROM_AT_LINE_START = re.compile(rb"^(?=From )", re.MULTILINE)


def messages_of(data):
    """The messages of one file: all messages of an mbox, none of a file that is not mail."""
    data = data.removeprefix(b"\xef\xbb\xbf").lstrip(b" \t\r\n")
    parts = INNER_FROM_LINE.split(data)[1:] if data.startswith(b"From ") else [data]
    return [part for part in parts if FIELD.match(part)]


def real_messages(corpora):
    """All messages of the corpora's mail, in byte order of the files' paths."""
    paths = []
    for folder in ("mail", "mhtml"):
        for where, _, names in os.walk(os.path.join(corpora, folder)):
            paths += [os.path.join(where, name) for name in names]
    messages = []
    for path in sorted(paths, key=os.fsencode):
        with open(path, "rb") as file:
            messages += messages_of(file.read())
    return messages


WORDS = (
    "the of and to in for is on that by this with you it not or be are from at as your all have new more an was we "
    "will home can us about if page my has search free but our one other do no information time they site he up "
    "may what which their news out use any there see only so his when contact here business who web also now help"
).split()


def words(rng, count):
    return " ".join(rng.choice(WORDS) for _ in range(count))


def plain_text(rng):
    lines = []
    for _ in range(rng.randrange(10, 60)):
        line = words(rng, 11)
        if rng.random() < 0.1:
            line += f" <http://www.example.org/{rng.choice(WORDS)}/{rng.randrange(10000)}>"
        lines.append(line)
    return "\n".join(lines) + "\n"


def html(rng, least, most):
    """A page like those of newsletters: much markup, a link and an image per row, half of them relative."""
    rows = []
    for _ in range(rng.randrange(least, most)):
        host = rng.choice(["", "http://www.example.org", "https://news.example.com"])
        rows.append(
            '<tr><td style="font-family: Arial, sans-serif; font-size: 12px; padding: 4px 8px" align="left">'
            f'<a href="{host}/{rng.choice(WORDS)}/?id={rng.randrange(10**6)}&amp;utm_source=mail">{words(rng, 6)}</a>'
            f'<img src="{rng.choice(WORDS)}.png" width="120" height="60" alt="{words(rng, 3)}"><br>'
            f"{words(rng, 60)}</td></tr>"
        )
    return (
        '<!DOCTYPE html>\n<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8">'
        "<style>body { margin: 0; background: #fff } a:hover { color: red }</style></head><body><table>\n"
        + "\n".join(rows)
        + "\n</table></body></html>\n"
    )


def text_part(rng, subtype, text):
    """One body part, in one of the three common transfer encodings."""
    data = text.encode()
    encoding = rng.choice(["7bit", "quoted-printable", "base64"])
    if encoding == "quoted-printable":
        data = quopri.encodestring(data)
    elif encoding == "base64":
        data = base64.encodebytes(data)
    head = f"Content-Type: text/{subtype}; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n\n"
    return head.encode() + data


def synthetic_message(rng, number, rows):
    heading = (
        f"Return-Path: <bounce-{number}@example.org>\n"
        f"Received: from mail.example.org (mail.example.org [192.0.2.{number % 255}])\n"
        f"\tby mx.example.net (Postfix) with ESMTP id {rng.randrange(16**10):010X};\n"
        "\tThu, 1 Jan 2004 00:00:00 +0000 (UTC)\n"
        f"Message-ID: <{number}.{rng.randrange(10**12)}@example.org>\n"
        "Date: Thu, 1 Jan 2004 00:00:00 +0000\n"
        f"From: {words(rng, 2)} <sender{number % 97}@example.org>\n"
        f"To: reader@example.net\nSubject: {words(rng, 7)}\n"
        f"List-Archive: <http://lists.example.org/{rng.choice(WORDS)}/>\nMIME-Version: 1.0\n"
    ).encode()
    kind = rng.random()
    if kind < 0.3:
        return heading + text_part(rng, "plain", plain_text(rng))
    boundary = f"=_{rng.randrange(10**15)}".encode()
    parts = [text_part(rng, "plain", plain_text(rng)), text_part(rng, "html", html(rng, *rows))]
    kind_name = b"alternative"
    if kind > 0.8:
        kind_name = b"related"
        image = base64.encodebytes(rng.randbytes(rng.randrange(2000, 40000)))
        parts.append(
            b"Content-Type: image/png\nContent-ID: <image@example.org>\nContent-Transfer-Encoding: base64\n\n" + image
        )
    body = b"".join(b"--" + boundary + b"\n" + part + b"\n" for part in parts)
    head = b"Content-Type: multipart/" + kind_name + b'; boundary="' + boundary + b'"\n\n'
    return heading + head + body + b"--" + boundary + b"--\n"


def synthetic_messages(count=1500, rows=(8, 14)):
    """Returns the same messages for the same arguments. `rows` bounds the rows of a page; the second bound is exclusive."""
    rng = random.Random(1808)
    return [synthetic_message(rng, number, rows) for number in range(count)]


def record(message):
    quoted = FROM_AT_LINE_START.sub(b">", message)
    return FROM_LINE + quoted + (b"\n" if quoted.endswith(b"\n") else b"\n\n")


def write_mbox(path, messages, size):
    """Writes complete records until `size` bytes are reached. Returns their number."""
    records = [record(message) for message in messages]
    written = count = 0
    with open(path + ".part", "wb") as out:
        while written < size:
            item = records[count % len(records)]
            out.write(item)
            written += len(item)
            count += 1
    os.replace(path + ".part", path)
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--megabytes", type=int, default=300)
    parser.add_argument("--corpora", default="", help="folder with mail/ and mhtml/")
    parser.add_argument("output")
    options = parser.parse_args()
    messages = real_messages(options.corpora) if options.corpora else []
    kind = "real" if messages else "synthetic"
    messages = messages or synthetic_messages()
    count = write_mbox(options.output, messages, options.megabytes * 10**6)
    print(f"{options.output}: {count} messages, {len(messages)} {kind} ones repeated")
    return 0


if __name__ == "__main__":
    sys.exit(main())
