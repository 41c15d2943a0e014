"""Messages designed to be slow: each shape makes one of about the given size."""

import base64
import binascii
import gzip
import pathlib
import re
import struct
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "cli"))

import cms  # noqa: E402
import outlook_files  # noqa: E402
from document_shapes import DOCUMENT_SHAPES  # noqa: E402

SHAPES = {}


def shape(make):
    """A function of the size in bytes, named after what the message has much of."""
    SHAPES[make.__name__] = make
    return make


def repeat(unit, size):
    return unit * max(1, size // len(unit))


def numbered(pattern, size):
    """`pattern` with %d replaced by 0, 1, 2, ..."""
    parts, length, i = [], 0, 0
    while length < size:
        parts.append(pattern.replace(b"%d", b"%d" % i))
        length += len(parts[-1])
        i += 1
    return b"".join(parts)


def html(body, heading=b""):
    return heading + b"MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n" + body


def multipart(parts, subtype=b"mixed", heading=b""):
    top = heading + b"Content-Type: multipart/" + subtype + b"; boundary=b\n\n"
    return top + b"".join(b"--b\n" + part for part in parts) + b"--b--\n"


def nested(levels, inner, subtype=b"mixed", heading=b""):
    """`inner` inside this many multiparts, each with `heading`."""
    out = []
    for i in range(levels):
        out.append(b"%sContent-Type: multipart/%s; boundary=b%d\n\n--b%d\n" % (heading, subtype, i, i))
    out.append(inner)
    out.extend(b"\n--b%d--\n" % i for i in reversed(range(levels)))
    return b"".join(out)


def field_shape(name, unit, wrap=lambda fields: fields + b"\n<URL:x>\n"):
    SHAPES[name] = lambda size: wrap(numbered(unit, size))


# Headings

field_shape("base_fields", b"Base: <URL:http://h/%d/>\n")
field_shape("content_base_fields", b"Content-Base: http://h/%d/\n")
field_shape("content_location_fields", b"Content-Location: %d/x\n")
field_shape("short_fields", b"a: b\n")
field_shape("named_fields", b"X-%d: b\n")
field_shape("schemes_in_text", b"X-%d: " + b"im:a" * 100 + b"\n")
field_shape("text_urls", b"X-%d: http://h/ <http://h/> =?utf-8?q?http=3A//h/?=\n")
field_shape("encoded_words", b" =?utf-8?q?a:b?= =?iso-2022-jp?b?YQ==?=\n", lambda words: b"Subject: x" + words + b"\nx")
field_shape("broken_words", b" =?utf-8?q? a:b=?\n", lambda words: b"Subject: x" + words + b"\nx")
field_shape("list_fields", b"List-Help: <x>\n")
field_shape("content_types", b"Content-Type: text/x%d\n")


@shape
def lines_like_delimiters(size):
    """Lines that may be delimiters, each of which agrees with every place of the header of a part for as long as it is."""
    header = numbered(b"X-%d: " + b"a" * 900 + b"\n", size // 2)
    lines = numbered(b"--" + b"a" * 450 + b"c%d\nno field\n\n", size // 2)
    return multipart([header + b"\nhttp://h/a\n" + lines])


@shape
def base_folds(size):
    return b"Base: <URL:http://h/" + repeat(b"\n a", size) + b">\n\n<URL:x>\n"


@shape
def base_comments(size):
    return b"Content-Base: http://h/ " + repeat(b"(a) ", size) + b"\n\n<URL:x>\n"


@shape
def address_groups(size):
    return b"From: " + repeat(b"a:", size) + b"\n\n<URL:x>\n"


@shape
def address_comments(size):
    return b"To: " + repeat(b"(", size) + b"\n\n<URL:x>\n"


@shape
def encoded_words(size):
    return b"Subject: " + repeat(b"=?utf-8?q?a?= =?x?b?YQ?=\n ", size) + b"\n\n<URL:x>\n"


@shape
def broken_encoded_words(size):
    return b"From: " + repeat(b"=??", size) + b"\n\n<URL:x>\n"


@shape
def parameters(size):
    return b"Content-Type: text/plain" + numbered(b";a*%d*=x", size) + b"\n\n<URL:x>\n"


@shape
def long_subject(size):
    return html(repeat(b"<a href=x>", size // 2), b"Subject: " + b"s" * (size // 2) + b"\n")


@shape
def long_base(size):
    return html(repeat(b"<a href=x>", size // 2), b"Content-Base: http://h/" + b"s" * (size // 2) + b"/\n")


# Structure


@shape
def empty_parts(size):
    return multipart([b"\n"] * (size // 5))


@shape
def labelled_parts(size):
    return multipart([b"Content-ID: <a>\n\n"] * (size // 40) + [html(repeat(b"<img src=cid:a>", size // 2))], b"related")


@shape
def located_parts(size):
    part = b"Content-Location: http://h/a\n\n"
    return multipart([part] * (size // 70) + [html(repeat(b"<img src=http://h/a>", size // 2))], b"related")


@shape
def images_of_one_id(size):
    """Files to write; nothing names any but the first."""
    part = b"Content-ID: <a>\nContent-Type: image/gif\n\n%d\n"
    return multipart([part % i for i in range(size // 80)] + [html(repeat(b"<img src=cid:a>", size // 2))], b"related")


@shape
def files_of_one_name(size):
    part = b"Content-Disposition: attachment; filename=a.txt\n\n%d\n"
    return multipart([part % i for i in range(size // 60)])


@shape
def one_image_often(size):
    """A part that many references name: each may embed it in the page."""
    image = b"Content-ID: <a>\nContent-Type: image/gif\nContent-Transfer-Encoding: 8bit\n\n" + b"G" * (size // 2) + b"\n"
    return multipart([html(repeat(b"<img src=cid:a>", size // 2)), image], b"related")


@shape
def references_to_a_multipart(size):
    """A multipart that references name: the part to show is searched in it."""
    inner = b"Content-ID: <m>\n" + nested(1, b"Content-Type: a/b\n\nx\n--b0\n" * (size // 60)) + b"\n"
    return multipart([html(repeat(b"<img src=cid:m>", size // 2)), inner], b"related")


@shape
def pages_in_pages(size):
    """Each page is embedded twice in the previous one."""
    count = max(2, size // 160)
    return multipart([b"Content-ID: <%d>\n" % i + html(b"<iframe src=cid:%d></iframe>" % (i + 1) * 2 + b"\n")
                      for i in range(count)], b"related")


@shape
def pages_in_all_pages(size):
    """Each page embeds all of them."""
    count = max(2, int((size / 20) ** 0.5))
    body = b"".join(b"<iframe src=cid:%d>" % i for i in range(count)) + b"\n"
    return multipart([b"Content-ID: <%d>\n" % i + html(body) for i in range(count)], b"related")


@shape
def labels_apart(size):
    """Labels on parts where references never look first."""
    part = b"Content-ID: <a>\n\n"
    related = nested(200, html(repeat(b"<img src=cid:a>", size // 2)), b"related")
    return multipart([part] * (size // 50) + [related], b"related")


@shape
def deep_multiparts(size):
    parts = multipart([b"\n<x:y>\n"] * (size // 14))
    return nested(900, parts)


@shape
def deep_multiparts_with_bases(size):
    parts = multipart([b"\n<URL:y>\n"] * (size // 14))
    return nested(900, parts, heading=b"Base: <URL:http://h/a/>\n")


@shape
def deep_related(size):
    parts = multipart([b"Content-ID: <a>\n\nx\n"] * (size // 24), b"related")
    return nested(900, parts, b"related")


@shape
def deep_related_with_starts(size):
    parts = multipart([b"Content-ID: <a>\n\nx\n"] * (size // 24), b"related; start=\"<b>\"")
    return nested(900, parts, b'related; start="<b>"')


@shape
def many_related(size):
    one = nested(30, b"Content-ID: <a>\n\nx\n", b"related", b"Content-ID: <a>\n")
    return multipart([one] * max(1, size // len(one)), b"related")


def enclosed(size, encode, heading):
    """Nested messages, each as large as everything inside it."""
    message = b"\n<URL:x>\n" + repeat(b"text ", size // 2)
    while len(message) < size:
        message = heading + encode(message)
    return message


@shape
def quoted_printable_messages(size):
    heading = b"Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n"
    inner = b"\n<URL:x>\n" + b"text\n" * (size // 6)
    for _ in range(200):
        inner = heading + inner.replace(b"=", b"=3D") if len(inner) < size else inner
    return inner


@shape
def base64_messages(size):
    heading = b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
    return enclosed(size, base64.encodebytes, heading)


@shape
def attached_messages(size):
    heading = b'Content-Type: application/octet-stream; name="a.eml"\n\n'
    inner = b"\n<URL:x>\n" + repeat(b"text\n", size)
    for _ in range(900):
        inner = heading + inner
    return inner


@shape
def messages_with_links(size):
    """Each edit is also an edit of all enclosing messages."""
    heading = b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
    message = html(b"<a href=x>\n" * (size // 24), b"Content-MD5: x\nDKIM-Signature: h=a:b; l=1\n")
    while len(message) < size:
        message = multipart([heading + base64.encodebytes(message), html(b"<a href=x>\n")])
    return message


@shape
def messages_in_messages(size):
    return repeat(b"Content-Type: message/rfc822\n\n", min(size, 1000 * 30)) + b"\n" + repeat(b"<URL:x>\n", size)


@shape
def boundaries_that_are_none(size):
    return b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\n" + repeat(b"--c\n--b-\n", size) + b"--b--\n"


# HTML


@shape
def links(size):
    return html(numbered(b'<a href="a/%d.html">a</a>\n', size), b"Content-Base: http://h/d/\n")


@shape
def codebases(size):
    return html(repeat(b"<object codebase=a/ data=x>", size), b"Content-Base: http://h/" + b"s" * 4000 + b"/\n")


@shape
def links_with_a_long_base(size):
    """Each link is written with the path of the base, in which dots stay."""
    return html(repeat(b"<a href=x>", size), b"Content-Base: http://h/" + b"../" * 300 + b"\n")


@shape
def base_elements(size):
    return html(numbered(b"<base href=a/%d/><a href=x>", size), b"Content-Base: http://h/d/\n")


@shape
def srcdocs_in_srcdocs(size):
    """To the depth limit and deeper."""
    inner = b"<a href=x><img src=a.png>"
    for _ in range(12):
        inner = b'<iframe srcdoc="' + inner.replace(b"&", b"&amp;").replace(b'"', b"&quot;") + b'"></iframe>'
    return html(repeat(inner, size))


@shape
def open_elements(size):
    return html(repeat(b"<svg><g><a href=x>", size))


@shape
def end_tags(size):
    return html(repeat(b"<svg><g>", size // 2) + repeat(b"</p></x>", size // 2))


@shape
def attributes(size):
    return html(b"<a " + numbered(b"a%d=b ", size) + b"href=x>")


@shape
def less_than_signs(size):
    return html(repeat(b"<", size))


@shape
def comments_open(size):
    return html(repeat(b"<!--[if x]>", size))


@shape
def srcdocs(size):
    return html(repeat(b'<iframe srcdoc="<a href=x>">', size))


@shape
def character_references(size):
    return html(b'<a href="' + repeat(b"&amp;&#x41", size) + b'">')


@shape
def styles(size):
    return html(b"<style>" + repeat(b"a{b:url(x", size) + b"</style>")


@shape
def generated_text(size):
    sheet = b"<style>*::before{content:'" + 200 * b"x" + b"'}" + numbered(b".a%d::after,", size // 4) + b"b::after{content:'y'}</style>"
    return html(sheet + b"<a href=http://h/>" + repeat(b"<b>", size // 4) + b"</a>" + repeat(b"<a href=http://h/ class='a b c d'>", size // 2))


@shape
def generated_attributes(size):
    return html(b"<style>a::after{content:" + repeat(b"attr(b)", size // 2) + b"}</style>" + repeat(b"<a href=http://h/ b=c>", size // 2))


@shape
def generated_classes(size):
    sheet = b"<style>*::before{content:'" + repeat(b"x", size // 4) + b"'}</style>"
    return html(sheet + b"<a href=http://h/><" + repeat(b"b", size // 4) + b" class='" + repeat(b"a ", size // 4) + b"'></a>" + repeat(b"<a href=http://h/>", size // 4))


@shape
def srcset(size):
    return html(b'<img srcset="' + repeat(b"a 1x, ", size) + b'">')


@shape
def bare_urls(size):
    return html(repeat(b"http://h/a www.h.example ", size))


# XML, CSS, text, others


def typed(content_type, body, heading=b""):
    return heading + b"Content-Type: " + content_type + b"\n\n" + body


@shape
def xml_elements(size):
    return typed(b"image/svg+xml", repeat(b"<a xml:base='a/' href='x'>", size), b"Content-Base: http://h/\n")


@shape
def xml_bases_of_siblings(size):
    return typed(b"image/svg+xml", b"<svg>" + repeat(b"<a xml:base='a/' href='x'/>", size) + b"</svg>",
                 b"Content-Base: http://h/\n")


@shape
def xml_bases_that_are_absolute(size):
    return typed(b"image/svg+xml", numbered(b"<a xml:base='http://h/%d/' href='x'>", size))


@shape
def xml_bases_in_each_other(size):
    """To the depth limit of XML, repeatedly."""
    one = b"<a xml:base='abcdefgh/' href='x'>" * 1000 + b"</a>" * 1000
    return typed(b"image/svg+xml", b"<svg>" + repeat(one, size) + b"</svg>", b"Content-Base: http://h/\n")


@shape
def xml_attribute_defaults(size):
    declared = numbered(b"x%d CDATA 'y' ", min(size // 2, 1_000_000))
    return typed(b"image/svg+xml", b"<!DOCTYPE a [<!ATTLIST b " + declared + b">]><a><b " + numbered(b"z%d='y' ", size // 2) + b"/></a>")


@shape
def xml_entities(size):
    declared = numbered(b"<!ENTITY e%d '&e0;&e0;'>", size // 2)
    return typed(b"application/xml", b"<!DOCTYPE a [" + declared + b"]><a b='" + repeat(b"&e9;", size // 2) + b"'/>")


@shape
def css_open_values(size):
    """No value ends."""
    return html(b"<style>" + repeat(b"@media all { a { background: url(x) ", size))


@shape
def css_blocks(size):
    return typed(b"text/css", repeat(b"a{b:url(x)", size))


@shape
def plain_urls(size):
    return typed(b"text/plain", repeat(b"<URL:a\nb> http://h/((( ", size))


@shape
def http_chunks(size):
    return (b"Content-Type: message/http\n\nHTTP/1.1 200 OK\nContent-Type: text/html\nTransfer-Encoding: chunked\n\n" +
            repeat(b"1\n<\n1\na\n1\n>\n", size))


@shape
def http_messages(size):
    return multipart([b"Content-Type: message/http\n\nHTTP/1.1 200 OK\nLocation: x\n\nx\n"] * (size // 68))


@shape
def http_inside_http(size):
    """Each level is decoded from chunks and parsed again, until the limit on decoded bytes."""
    message = repeat(b"http://h/ ", size // 2)
    for _ in range(100):
        message = (b"HTTP/1.1 200 OK\nContent-Type: message/http\nTransfer-Encoding: chunked\n\n%x\n" % len(message) + message +
                   b"\n0\n\n")
    return b"Content-Type: message/http\n\n" + message


@shape
def copies_of_a_long_tag(size):
    """Each paragraph gets a copy of the element, whose style hides nothing."""
    tag = b"<p style=display:none>x<p><font style='" + repeat(b"x:y;", size // 2) + b"'>"
    return html(tag + repeat(b"</p><p><a href=x>y</a>", size // 2))


@shape
def urls_in_names(size):
    return html(b"<a " + repeat(b"b://", size // 2) + b"><a " + repeat(b"b:/", size // 2) + b">")


@shape
def texts_in_attributes(size):
    return html(b"<a " + repeat(b"a='x http://h/ &' ", size // 2) + b"b='" + repeat(b"a://", size // 2) + b"'>")


@shape
def swallowed_markup(size):
    """A style sheet swallows another, and the document ends inside."""
    return html(repeat(b"<style><a href=http://h/><style></style>", size // 2) + repeat(b"<style><a title=http://h/>", size // 2))


@shape
def flowed_text(size):
    return typed(b"text/plain; format=flowed", repeat(b"http://h/a \n> <URL:a \n", size))


@shape
def calendar_folds(size):
    return typed(b"text/calendar", b"URL:http://h/" + repeat(b"\n a", size))


@shape
def quoted_printable_breaks(size):
    return typed(b"text/html\nContent-Transfer-Encoding: quoted-printable", b"<a href=3Dx>=\n" * (size // 14))


@shape
def quoted_printable_links(size):
    """An edit per line, or none in it."""
    return typed(b"text/html\nContent-Transfer-Encoding: quoted-printable", b"<a href=3Dx><a href=3D'y'>" * (size // 26))


@shape
def base64_links(size):
    body = base64.encodebytes(b"<a href=x>\n" * (size * 3 // 45))
    return typed(b"text/html\nContent-Transfer-Encoding: base64", body, b"Content-MD5: x\n")


@shape
def uuencoded_links(size):
    lines = [binascii.b2a_uu(b"<a href=abcd>\n" * 3)] * (size // 62)
    return typed(b"text/html\nContent-Transfer-Encoding: x-uuencode", b"begin 644 a\n" + b"".join(lines) + b"`\nend\n")


@shape
def utf7(size):
    return typed(b"text/html; charset=utf-7", repeat(b"+ADw-a href+AD0-x+AD4-", size))


@shape
def iso_2022_jp(size):
    return typed(b"text/html; charset=iso-2022-jp", repeat(b"\x1b$B%5\x1b(B<a href=x>", size))


# ---- WARC files, whose names begin with warc_ ----


@shape
def office_summaries_that_share_bytes(size):
    """Each storage is a document, whose summary has the bytes of the first one."""
    size = size * 3 // 4  # before base64
    name = "\5DocumentSummaryInformation"
    storages = {f"s{number}": {"WordDocument": b"x", name: b""} for number in range(size // 900)}
    tree = {name: struct.pack("<24xI", size // 2).ljust(size // 2, b"\0"), "WordDocument": b"x", **storages}
    made = bytearray(outlook_files.compound_file(tree, sector=4096))
    first, *others = [found.start() for found in re.finditer(re.escape(name.encode("utf-16-le")), made)]
    for at in others:
        made[at + 116:at + 128] = made[first + 116:first + 128]
    return b"Content-Type: application/msword\nContent-Transfer-Encoding: base64\n\n" + base64.encodebytes(made)


def signed(content):
    return b"Content-Type: application/pkcs7-mime\nContent-Transfer-Encoding: base64\n\n" + base64.encodebytes(content)


@shape
def cms_in_cms(size):
    data, kind = cms.octets(b"x: y\n\nhttp://a.example/\n"), cms.DATA
    for _ in range(size * 3 // 4 // 60):
        data, kind = cms.octets(cms.signed_data(data, kind)), cms.SIGNED
    return signed(cms.info(cms.SIGNED, cms.signed_data(data, kind)))


@shape
def cms_of_pieces(size):
    return signed(cms.signed(b"x: y\n\n" + b"http://a.example/\n" * (size // 60), 1, True))


@shape
def cms_without_an_end(size):
    return signed(cms.element(0x30, b"\x30\x80" * (size * 3 // 8)))


def warc_record(kind, block):
    return b"WARC/1.1\r\nWARC-Type: %s\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n" % (kind, len(block), block)


@shape
def warc_records(size):
    return repeat(warc_record(b"resource", bytes(500)), size)


@shape
def warc_skipped_records(size):
    return repeat(warc_record(b"revisit", b""), size)


@shape
def warc_version_lines(size):
    return repeat(b"WARC/1.0\r\n", size)


@shape
def warc_without_lengths(size):
    return repeat(b"WARC/1.0\r\nWARC-Type: response\r\n\r\n", size)


@shape
def warc_long_headers(size):
    return repeat(b"WARC/1.0\r\n" + b"A: b\r\n" * 40000, size)


@shape
def warc_garbage(size):
    return repeat(b"\nWARC/1.", size)


@shape
def warc_damaged_members(size):
    member = bytearray(gzip.compress(warc_record(b"resource", bytes(range(256))), mtime=0))
    member[-5] ^= 0xFF
    return repeat(bytes(member), size)


@shape
def warc_members_in_members(size):
    """Each member seems to contain the next ones, up to damage."""
    return repeat(b"\x1f\x8b\x08" + bytes(7) + b"\x00\xff\xff\x00\x00", size)


@shape
def archive_fields(size):
    """URLs of archives in the header, and links with the same URLs."""
    fields = numbered(b"Archived-At: <https://h.example/d/%d@x/>\nList-Archive: <https://h.example/%d/d/>\n", size // 2)
    return html(numbered(b"<a href=https://h.example/d/%d@x/>", size // 2), fields)


@shape
def archive_fields_around_messages(size):
    """Such fields, of a message whose parts come between messages."""
    fields = numbered(b"Archived-At: <https://h.example/d/%d@x/>\n", size // 2)
    part = b"\nhttps://h.example/d/1@x/\n" + repeat(b"text\n", 500) + b"--b\nContent-Type: message/rfc822\n\nArchived-At: <https://h/1>\n\nhttps://h/1\n"
    return multipart([part] * (size // 2 // len(part)), heading=fields)


@shape
def permalink_segments(size):
    """A permalink with many segments, and one whose query has many keys."""
    path = repeat(b"a/", size // 3)
    return html(b"<a href='https://lore.kernel.org/%s@x/T/'><a href='https://h.example/list/%smsg00001.html'>"
                b"<a href='https://marc.info/?%si=1@2'>" % (path, path, repeat(b"l=&", size // 3)),
                b"List-Archive: <https://h.example/%s>\n" % path)


SHAPES.update(DOCUMENT_SHAPES)
