"""Builds the small messages of the experiments, and knows what each contains: its parts by number, and its references.

An entity is html(), text(), css(), image(), other(), nested() or one of the multiparts; `fields` are raw lines of its heading.
Every leaf contains its own part number ("part-marker-2-1"), so that what a reader loaded names the part that it came from.
Every reference in a body contains one token `refN`, unique in its message, or is empty and has the token as its anchor text."""

import base64
import dataclasses
import html as html_module
import quopri
import re
import struct
import zlib

BROKEN = re.compile(r"<(?:URL:)?\s*(\S+?)[ \t]*\r?\n[ \t>]*([^\s<>]*)", re.I)
FOLDED = re.compile(r"(https?://\S*)\r?\n[ \t]([^\s\\]*)")
BROKEN_ANYWHERE = re.compile(r"(\S+://\S+) \r?\n([^\s<>]*)")
TOKEN = re.compile(r"ref\d+(?!\d)", re.I)


@dataclasses.dataclass
class Entity:
    type: str
    fields: tuple = ()
    body: object = None  # str, bytes, or a tuple of lines of text; None for an image; a function that makes it of the part number
    children: tuple = ()
    encoding: str = "7bit"
    marker: str = ""  # with {} for the number
    number: str = ""
    boundary: str = ""
    charset: str = "utf-8"  # in which the body is written, whatever `type` says; "binary": the bytes as they are


# ---- Entities

def html(body, *fields, type="text/html; charset=utf-8", encoding="7bit", marker="<p>part-marker-{}</p>"):
    return Entity(type, fields, body, encoding=encoding, marker=marker)


def text(body, *fields, type="text/plain; charset=utf-8", encoding="7bit"):
    return Entity(type, fields, body, encoding=encoding, marker="part-marker-{}")


def css(body, *fields, type="text/css"):
    return Entity(type, fields, body, marker="/* part-marker-{} */")


def image(*fields, type="image/png"):
    return Entity(type, fields, None, encoding="base64")


def font(*fields, type="font/ttf"):
    return Entity(type, fields, ttf, encoding="base64")


def other(type, body, *fields, encoding="7bit"):
    return Entity(type, fields, body, encoding=encoding)


def multipart(subtype, *children, fields=(), parameters=""):
    return Entity(f"multipart/{subtype}{parameters}", tuple(fields), children=children)


def related(*children, fields=(), parameters='; type="text/html"'):
    return multipart("related", *children, fields=fields, parameters=parameters)


def mixed(*children, fields=()):
    return multipart("mixed", *children, fields=fields)


def alternative(*children, fields=()):
    return multipart("alternative", *children, fields=fields)


def nested(entity, *fields):
    """A message/rfc822 part that contains `entity`; `fields` are those of the part's own heading."""
    return Entity("message/rfc822", fields, children=(entity,))


# ---- References

def token_of(reference):
    return TOKEN.search(reference).group().lower()


def link_token(written, text):
    """The token of a link that was found in a page; None if it has none."""
    found = TOKEN.search(written or "") or TOKEN.search(text or "")
    return found.group().lower() if found else None


def link_tokens(written, text):
    """The same of a link that may contain several."""
    return {one.lower() for one in TOKEN.findall(written or "") or TOKEN.findall(text or "")[:1]}


def attribute(value):
    return html_module.escape(value).replace("\n", "&#10;").replace("\t", "&#9;")


def a(*references):
    return "\n".join(f'<a id="{token_of(one)}" href="{attribute(one)}">{token_of(one)}</a>' for one in references)


def img(*references):
    return "\n".join(f'<img id="{token_of(one)}" alt="{token_of(one)}" src="{attribute(one)}">' for one in references)


def with_ids(markup):
    """Gives each element that has a token and no id this token as its id, for readers that replace references."""
    def add(found):
        tag, attributes = found.groups()
        return found.group() if " id=" in attributes else f"<{tag} id={token_of(attributes)}{attributes}>"
    return re.sub(r"<([a-zA-Z]+)([^<>]*ref\d[^<>]*)>", add, markup)


def page(body, head=""):
    return f"<html><head>{head}</head><body>\n{body}\n</body></html>"


def base(url):
    return f'<base href="{attribute(url)}">'


# ---- Bytes

def png(number):
    """A white image, one pixel high, with its part number in a comment."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    row = b"\0\xff"
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)) +
            chunk(b"tEXt", b"Comment\0" + marker_of(number).encode() + b".") + chunk(b"IDAT", zlib.compress(row)) +
            chunk(b"IEND", b""))


# A font with one glyph, for "x", as FontBuilder of fontTools makes it. A browser does not load what is no font.
FONT = zlib.decompress(base64.b64decode("eNqFULtKA0EUPbPZSAyCzZYWQwiSRoyvBUFw/QILP0CHmLhF1iy4xdgFK7Wy8gOsxfgJFnbxMwR/QOv13H0RH+gZZuaee2fuOTNQAJoYowa9f7C6vjcJlgDVYfaoF5kYC5iS35Bv"
                                        "ngzPB4OLuwfyF/JO2DfHK7fXAeN7Tj9kAgYtxq+c7TBKLDQjqEsuc8NRz8CjGtSz8MjYGC7q5A1yfWqivg3GbfJ38u14dJbQF+F0pQ7xytnwnx4PF3c+WBNtvHWXk9mdJ0W1Bgc5"
                                        "5F5QVFB1moXKMg7v5BUH38H/4S/U6fd/fOm+S3CzHLmH4Md5XTkrteXVXuHGo6ZUXQ7hNk3zNb2qlJo8VerK69ljbWtD699z0ssvKqr81UxZZdrKnWckLI8dieUBhbM/8AkiwTWi"))


def ttf(number):
    """The font, with its part number at its end."""
    return FONT + marker_of(number).encode() + b"."


def marker_of(number):
    return "part-marker-" + number.replace(".", "-")


def part_of_marker(data):
    """The part number in what a reader loaded, or None."""
    found = re.search(rb"part-marker-(\d+(?:-\d+)*)", data)
    return found.group(1).decode().replace("-", ".") if found else None


def set_numbers(entity, number=""):
    """IMAP section specifiers (RFC 9051 section 6.4.5.1) of all that is in the message `number`."""
    prefix = number + "." if number else ""
    if not entity.children:
        entity.number = prefix + "1"
    else:
        set_numbers_inside(entity, prefix + "1" if entity.type == "message/rfc822" else number)


def set_numbers_inside(entity, number):
    entity.number = number
    # No boundary begins with another one (RFC 2046 section 5.1.1).
    entity.boundary = "=_" + number.replace(".", "_") + "=" if number else "=_0"
    if entity.type == "message/rfc822":
        set_numbers(entity.children[0], number)
        return
    for index, child in enumerate(entity.children, 1):
        inner = f"{number}.{index}" if number else str(index)
        if child.children:
            set_numbers_inside(child, inner)
        else:
            child.number = inner


def content_of(entity):
    """The decoded body of a leaf."""
    if entity.body is None:
        return png(entity.number)
    if callable(entity.body):
        return entity.body(entity.number)
    marker = entity.marker.replace("{}", entity.number.replace(".", "-"))
    if entity.charset == "binary":
        return entity.body
    if isinstance(entity.body, bytes):
        body = entity.body + b"\n" + marker.encode() if marker else entity.body
        return body.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n") + b"\r\n"
    lines = [entity.body] if isinstance(entity.body, str) else list(entity.body)
    body = "\n".join(lines + [marker] if marker else lines) + "\n"
    return body.replace("\r\n", "\n").replace("\n", "\r\n").encode(entity.charset, "replace")


def encoded(entity):
    content = content_of(entity)
    if entity.encoding == "base64":
        return base64.encodebytes(content).replace(b"\n", b"\r\n")
    if entity.encoding == "quoted-printable":
        is_text = entity.body is not None and not entity.charset.startswith("utf-16")
        return quopri.encodestring(content.replace(b"\r\n", b"\n") if is_text else content).replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    return content


def heading_of(entity, message_id=None):
    lines = []
    if message_id:
        lines += ["From: Writer <writer@mail.example>", "To: Reader <reader@mail.example>",
                  f"Subject: {message_id}", "Date: Tue, 03 Nov 2026 10:00:00 +0000",
                  f"Message-ID: <{message_id}@mail.example>", "MIME-Version: 1.0"]
    lines += entity.fields
    own = [line.split(":")[0].lower() for line in entity.fields]
    if "content-type" not in own and entity.type:
        with_boundary = f'; boundary="{entity.boundary}"' if entity.type.lower().startswith("multipart/") else ""
        lines.append(f"Content-Type: {entity.type}{with_boundary}")
    if not entity.children and entity.encoding and "content-transfer-encoding" not in own:
        lines.append(f"Content-Transfer-Encoding: {entity.encoding}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n"


def entity_bytes(entity, message_id=None):
    heading = heading_of(entity, message_id)
    if entity.type == "message/rfc822":
        return heading + entity_bytes(entity.children[0], "nested-" + entity.number.replace(".", "-"))
    if not entity.children:
        return heading + encoded(entity)
    delimiter = b"--" + entity.boundary.encode()
    parts = b"".join(delimiter + b"\r\n" + entity_bytes(child) + b"\r\n" for child in entity.children)
    return heading + parts + delimiter + b"--\r\n"


def message_bytes(entity, name):
    """The whole message, with CRLF line ends. Sets the part numbers."""
    set_numbers(entity)
    return entity_bytes(entity, name)


def leaves_of(entity):
    if not entity.children:
        yield entity
    for child in entity.children:
        yield from leaves_of(child)


def labels_of(entity):
    """{part number: token} of the parts whose heading contains one: the reference that may name the part."""
    found = {leaf.number: {one.lower() for one in TOKEN.findall(" ".join(leaf.fields))} for leaf in leaves_of(entity)}
    return {number: tokens for number, tokens in found.items() if tokens}


def counted_numbers(entity, number="1"):
    """{number: part number} for readers that count every entity: the body is 1, the first part in it 1.1, and so on."""
    found = {number: entity.number}
    for index, child in enumerate(entity.children, 1):
        found.update(counted_numbers(child, f"{number}.{index}"))
    return found


def readable(leaf):
    """The content as ASCII, in which tokens can be found: without the zeros of UTF-16."""
    return content_of(leaf).replace(b"\0", b"").decode("latin-1")


def broken_urls(entity):
    """{token: what stands before the line break} of URLs in plain text that go on in the next line, which holds their token."""
    found = {}
    for leaf in leaves_of(entity):
        if leaf.body is not None and leaf.type.lower().startswith("text/calendar"):
            found.update((token.lower(), start) for start, rest in FOLDED.findall(readable(leaf)) for token in TOKEN.findall(rest)[:1])
        if leaf.body is not None and leaf.type.lower().startswith("text/plain"):
            pattern = BROKEN_ANYWHERE if "delsp" in leaf.type.lower() else BROKEN
            found.update((token.lower(), start) for start, rest in pattern.findall(readable(leaf)) for token in TOKEN.findall(rest))
    return found


def only_in_text(entity):
    """Tokens that stand in the text of their link alone, because the reference has no room for one."""
    whole = " ".join(readable(leaf) for leaf in leaves_of(entity) if leaf.body is not None).lower()
    return {token for token in references_of(entity) if whole.count(f">{token}<") == len(re.findall(rf"{token}(?!\d)", whole))}


def references_of(entity):
    """Tokens in document order."""
    tokens = {}
    for leaf in leaves_of(entity):
        if leaf.body is not None:
            for found in TOKEN.finditer(readable(leaf)):
                tokens.setdefault(found.group().lower(), leaf.number)
    return tokens
