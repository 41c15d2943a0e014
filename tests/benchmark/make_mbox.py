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


# What may be searched as a document, by its type or name.
DOCUMENT = re.compile(
    rb"application/(?:pdf|zip|x-zip|msword|ms-tnef|rtf|epub|vnd\.|octet-stream|x-pkcs7|pkcs7)"
    rb"|\.(?:pdf|docx?|xlsx?|pptx?|od[tsp]|epub|zip|dat|msg|rtf|url|webloc|lnk|desktop)\b",
    re.IGNORECASE,
)


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


def picture(rng):
    image = base64.encodebytes(rng.randbytes(rng.randrange(2000, 40000)))
    head = b"Content-Type: image/png\nContent-ID: <image@example.org>\nContent-Transfer-Encoding: base64\n\n"
    return head + image


def multipart(rng, kind, parts):
    boundary = f"=_{rng.randrange(10**15)}"
    delimiter = f"--{boundary}".encode()
    head = f'Content-Type: multipart/{kind}; boundary="{boundary}"\n\n'.encode()
    return head + b"".join(delimiter + b"\n" + part + b"\n" for part in parts) + delimiter + b"--\n"


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
    parts = [text_part(rng, "plain", plain_text(rng)), text_part(rng, "html", html(rng, *rows))]
    if kind > 0.8:
        return heading + multipart(rng, "related", parts + [picture(rng)])
    return heading + multipart(rng, "alternative", parts)


def synthetic_messages(count=1500, rows=(8, 14)):
    """Returns the same messages for the same arguments. `rows` bounds the rows of a page; the second bound is exclusive."""
    rng = random.Random(1808)
    return [synthetic_message(rng, number, rows) for number in range(count)]


FONT = "font-family:Helvetica,Arial,sans-serif;font-size:14px;line-height:20px;color:#333333"
STYLE_SHEET = (
    "body{margin:0;padding:0;-webkit-text-size-adjust:100%}table,td{mso-table-lspace:0pt;mso-table-rspace:0pt}"
    "img{border:0;line-height:100%;outline:none;text-decoration:none}.preheader{display:none!important;opacity:0}"
    "@media only screen and (max-width:480px){.wide{width:100%!important}.hide{display:none!important}}"
    "a{color:#0066cc;text-decoration:underline}.button{background:#0066cc;color:#ffffff}.small{font-size:11px}"
)


def token(rng, least, most):
    """What services that count clicks put into URLs. Most are short."""
    size = least + int((most - least) * rng.random() ** 4)
    return base64.urlsafe_b64encode(rng.randbytes(size * 3 // 4)).decode().rstrip("=")


def newsletter(rng, links):
    """A page like those of mail that a service sends: styles in every tag, and URLs of 200 to 800 bytes."""
    cells = []
    for _ in range(links):
        cells.append(
            f'<tr><td align="left" valign="top" style="padding:12px 24px 0 24px;{FONT}">'
            f'<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" '
            f'style="border-collapse:collapse;background-color:#ffffff"><tbody><tr><td class="wide" style="width:50%;{FONT}">'
            f'<p style="margin:0 0 12px 0;{FONT}"><span style="color:#666666">{words(rng, 120)}</span></p>'
            f'<p style="margin:0;{FONT}"><strong style="font-weight:bold">{words(rng, 60)}</strong></p></td></tr></tbody></table>'
            f'<a href="https://click.example.com/ls/click?upn={token(rng, 150, 750)}" target="_blank" class="button" '
            f'style="display:inline-block;padding:8px 16px;background-color:#0066cc;color:#ffffff">{words(rng, 3)}</a>'
            "</td></tr>\n"
        )
    images = "".join(
        f'<img src="https://images.example.com/{rng.randrange(10**9)}/{token(rng, 40, 90)}.png" width="600" alt="{words(rng, 2)}" '
        'style="display:block;width:100%;max-width:600px;height:auto" />'
        for _ in range(2)
    )
    return (
        f'<!DOCTYPE html>\n<html><head><meta charset="utf-8"><style type="text/css">{STYLE_SHEET}</style></head>\n'
        f'<body style="margin:0;background-color:#f4f4f4"><div class="preheader" style="display:none;max-height:0;overflow:hidden">'
        f'{words(rng, 12)}</div>\n<table class="wide" width="600" align="center" style="width:600px"><tbody><tr><td>{images}</td></tr>\n'
        + "".join(cells)
        + f'</tbody></table><img src="https://click.example.com/open?upn={token(rng, 150, 500)}" width="1" height="1" '
        'style="height:1px;width:1px" /></body></html>\n'
    )


def delivered(rng, number):
    """Fields like those that the servers on the way add: some 6 KB."""
    hops = "".join(
        f"Received: from mail{hop}.example.org (mail{hop}.example.org [192.0.2.{number % 255}])\n"
        f"\tby mx{hop}.example.net (Postfix) with ESMTPS id {rng.randrange(16**10):010X}\n"
        "\tfor <reader@example.net>; Thu, 1 Jan 2004 00:00:00 +0000 (UTC)\n"
        for hop in range(5)
    )
    signatures = "".join(
        f"{name}: i={i}; a=rsa-sha256; c=relaxed/relaxed; d=example.org; s=s{i};\n"
        + "".join(f"\t{part}={token(rng, 60, 70)}\n" for part in ("h", "bh", "b1", "b2", "b3", "b4"))
        for i, name in enumerate(("DKIM-Signature", "ARC-Seal", "ARC-Message-Signature"), 1)
    )
    others = "".join(f"X-Service-{i}: {token(rng, 60, 70)}\n" for i in range(30))
    return (hops + signatures + others).encode()


def newsletters(count=1500):
    """Mail with about ten references per message, large HTML parts, and 8 KB of rows. The same for the same count."""
    rng = random.Random(1808)
    messages = []
    for number in range(count):
        heading = (
            f"Message-ID: <{number}.{rng.randrange(10**12)}@example.org>\nDate: Thu, 1 Jan 2004 00:00:00 +0000\n"
            f"From: {words(rng, 2)} <sender{number % 97}@example.org>\nTo: reader@example.net\n"
            f"Subject: {words(rng, 7)}\nMIME-Version: 1.0\n"
        )
        links = rng.randrange(3, 11)
        text = "\n".join(words(rng, 11) for _ in range(20 * links))
        parts = [text_part(rng, "plain", text), text_part(rng, "html", newsletter(rng, links))]
        if has_picture := number % 3 == 0:
            parts.append(picture(rng))
        body = multipart(rng, "related" if has_picture else "alternative", parts)
        messages.append(delivered(rng, number) + heading.encode() + body)
    return messages


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
