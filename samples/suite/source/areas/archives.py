# SPDX-License-Identifier: MIT
"""Bases in archives of the web: records of WARC files, the HTTP messages in them, and pages that browsers saved."""

import base64
import hashlib
import zlib

from case import Case, by_rules, clause, html, mail, multipart, ref, undefined
from resolve import rfc3986

TARGET = "http://target.example.org/t/page.html"
RECORD = [clause("WARC 1.1", "warc-target-uri"), clause("RFC 3986", "5.1.3")]
HTML_BASE = clause("HTML", "document-base-url")
NO_LOCATION_BASE = [clause("RFC 7231", "Appendix B"), clause("RFC 9110", "8.7")]
ABSOLUTE = "It is absolute, and needs no base."
NEW = ["rfc1808"]  # RFC 1808 and those of its time say nothing
TYPES = {"html": "text/html; charset=utf-8", "css": "text/css", "svg": "image/svg+xml", "atom": "application/atom+xml", "xhtml": "application/xhtml+xml",
         "json-ld": "application/ld+json"}


def record(kind, block, fields=(), target=TARGET, number=1, version="1.1"):
    """A record. `fields` are lines of its header; the target is left out if it is None."""
    content = {"response": "application/http;msgtype=response", "revisit": "application/http;msgtype=response",
               "request": "application/http;msgtype=request"}.get(kind)
    lines = [f"WARC/{version}", f"WARC-Type: {kind}", f"WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-{number:012}>", "WARC-Date: 2026-11-27T10:00:00Z",
             *([f"WARC-Target-URI: {target}"] if target else []), *([f"Content-Type: {content}"] if content else []), *fields, f"Content-Length: {len(block)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + block + b"\r\n\r\n"


def response(body, fields=(), kind=TYPES["html"], status="200 OK"):
    """An HTTP response, as it came from the network."""
    body = body if isinstance(body, bytes) else body.encode()
    lines = [f"HTTP/1.1 {status}", *([f"Content-Type: {kind}"] if kind else []), *fields]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def archive(body, fields=(), kind=TYPES["html"], status="200 OK", target=TARGET):
    return record("response", response(body, fields, kind, status), target=target)


def stored(data):
    """DEFLATE without compression, which is the same with every version of zlib."""
    return b"\x01" + len(data).to_bytes(2, "little") + (len(data) ^ 0xFFFF).to_bytes(2, "little") + data


def gzip(data):
    return b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff" + stored(data) + zlib.crc32(data).to_bytes(4, "little") + len(data).to_bytes(4, "little")


def chunked(data, size=40):
    pieces = [data[start:start + size] for start in range(0, len(data), size)]
    return b"".join(b"%x\r\n%s\r\n" % (len(one), one) for one in pieces) + b"0\r\n\r\n"


def records():
    page = html("ref1.html")
    for kind, block, fields in (("response", response(page), ()), ("resource", page.encode(), ["Content-Type: text/html; charset=utf-8"])):
        yield Case(f"warc-{kind}", "warc", record(kind, block, fields), f"Is a link in a record of type {kind} relative to its WARC-Target-URI?",
                   "Yes: it is the URL that the page was retrieved from.", ["warc", "target-uri", "html"],
                   [ref("a@href", "ref1.html", TARGET, RECORD, by="target-uri")])
    for name, target, why in (("query", "http://target.example.org/t/page?u=/x/y", "The query is not part of the path of the base."),
                              ("host", "http://target.example.org", "A path then begins with a slash."),
                              ("directory", "http://target.example.org/t/u/", "It ends with a slash, so nothing is replaced."),
                              ("no-slash", "http://target.example.org/t/u", "What follows the last slash is replaced."),
                              ("https-port", "https://target.example.org:8443/t/", "Scheme and port are those of the target."),
                              ("fragment", TARGET + "#/x/y", "A base has no fragment."),
                              ("escaped", "http://target.example.org/%C3%A9%20x/p", "Escapes stay.")):
        yield Case(f"warc-target-{name}", "warc", archive(page, target=target), f"What is the base of a page with the WARC-Target-URI `{target}`?", why,
                   ["warc", "target-uri", "html"],
                   [ref("a@href", "ref1.html", target, [*RECORD, clause("RFC 3986", "5.2.3" if name == "host" else "5.2.2")], by="target-uri",
                        missing=NEW if name == "host" else ())])  # RFC 1808 joins a path to a host without a slash between them
    for name, written in (("parent", "../ref1.html"), ("root", "/ref1.html"), ("host", "//other.example.org/ref1"), ("query", "?ref1"), ("fragment", "#ref1"),
                          ("absolute", "http://other.example.org/ref1")):
        yield Case(f"warc-link-{name}", "warc", archive(html(written)), f"What does the link `{written}` of an archived page mean?",
                   "What RFC 3986 makes of it with the WARC-Target-URI.",
                   ["warc", "target-uri", "html"], [ref("a@href", written, TARGET, [*RECORD, clause("RFC 3986", "5.2.2")], by="target-uri")])
    yield Case("warc-resource-ftp", "warc", record("resource", page.encode(), ["Content-Type: text/html"], "ftp://target.example.org/t/page.html"),
               "Is a link in a resource of ftp relative to its URL?",
               "Yes: the scheme of the base is that of the link, too.", ["warc", "target-uri", "html"],
               [ref("a@href", "ref1.html", "ftp://target.example.org/t/page.html", RECORD, by="target-uri")])
    yield Case("warc-1-0-target-in-brackets", "warc", record("response", response(page), target=f"<{TARGET}>", version="1.0"),
               "Are angle brackets around the WARC-Target-URI of WARC 1.0 part of the URL?",
               "No: WARC 1.0 writes URIs in brackets.", ["warc", "target-uri", "html"],
               [ref("a@href", "ref1.html", TARGET, [clause("WARC 1.0", "4"), RECORD[1]], by="target-uri")])
    yield Case("warc-field-name-in-lower-case", "warc", archive(page).replace(b"WARC-Target-URI", b"warc-target-uri"),
               "Does the case of the name WARC-Target-URI matter?", "No: names of fields have no case.",
               ["warc", "target-uri", "html"], [ref("a@href", "ref1.html", TARGET, [clause("WARC 1.1", "file-and-record-model"), RECORD[1]], by="target-uri")])
    second = "http://second.example.org/s/"
    both = archive("<p>x") + record("response", response(page), target=second, number=2)
    yield Case("warc-second-record", "warc", both, "Is a link in the second record relative to the target of the first?",
               "No: each record has a target of its own.", ["warc", "target-uri", "html"],
               [ref("a@href", "ref1.html", second, RECORD, by="target-uri")])
    info = b"software: example\r\nisPartOf: http://info.example.org/i/\r\n"
    yield Case("warc-info-is-no-base", "warc", record("warcinfo", info, ["Content-Type: application/warc-fields"],
                                                      target=None) + record("response", response(page), number=2),
               "Does a URL in the record warcinfo change the base?", "No: it describes the file.", ["warc", "target-uri", "html"],
               [ref("a@href", "ref1.html", TARGET, RECORD, by="target-uri")])
    digest = base64.b32encode(hashlib.sha1(b"<p>x").digest()).decode()
    profile = "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/"
    yield Case("warc-refers-to-is-no-base", "warc",
               record("revisit", response("", ["Location: ref1.html"], None, "302 Found"),
                      [profile + "identical-payload-digest", f"WARC-Payload-Digest: sha1:{digest}", "WARC-Truncated: length",
                       "WARC-Refers-To-Target-URI: http://original.example.org/o/"]),
               "Is Location in a revisit record relative to the record that it refers to?",
               "No: its header came from the URL of the revisit itself.", ["warc", "target-uri", "headers", "revisit"],
               [ref("header:location", "ref1.html", TARGET, [clause("WARC 1.1", "profile-identical-payload-digest"), clause("RFC 9110", "10.2.2")],
                    by="target-uri", missing=NEW)])
    yield Case("warc-revisit-not-modified", "warc",
               record("revisit", response("", ["Content-Location: ref1.html"], None, "304 Not Modified"),
                      [profile + "server-not-modified", "WARC-Refers-To-Target-URI: http://original.example.org/o/"]),
               "Is Content-Location in a revisit record relative to the record that it refers to?",
               "No: its header came from the URL of the revisit itself.", ["warc", "target-uri", "headers", "revisit", "content-location"],
               [ref("header:content-location", "ref1.html", TARGET, [clause("WARC 1.1", "profile-server-not-modified"), clause("RFC 9110", "8.7")],
                    by="target-uri")])
    yield Case("warc-compressed", "warc.gz", gzip(archive(page)), "Is a link in a compressed WARC relative to the WARC-Target-URI?",
               "Yes: compression by record changes nothing.", ["warc", "target-uri", "html", "compressed"],
               [ref("a@href", "ref1.html", TARGET, [clause("WARC 1.1", "annex-d-informative-compression-recommendations"), *RECORD], by="target-uri")])


def feed(base=""):
    """Atom with what RFC 4287, section 4.1.1, wants of each feed."""
    return (f'<feed xmlns="http://www.w3.org/2005/Atom"{base}><title>Feed</title><id>urn:example:feed</id><updated>2026-11-27T10:00:00Z</updated>'
            '<link href="ref1.html"/></feed>\n')


# What an archived document contains, and its base relative to TARGET.
CONTENTS = [
    ("html", "html-absolute-base", html("ref1.html", head='<base href="http://html.example.org/h/">'), "a@href", "http://html.example.org/h/", "html-base",
     [HTML_BASE]),
    ("html", "html-relative-base", html("ref1.html", head='<base href="../h/">'), "a@href", "http://target.example.org/h/", "html-base", [HTML_BASE]),
    ("html", "html-base-of-host", html("ref1.html", head='<base href="//html.example.org/h/">'), "a@href", "http://html.example.org/h/", "html-base", [HTML_BASE]),
    ("html", "html-base-of-root", html("ref1.html", head='<base href="/h/">'), "a@href", "http://target.example.org/h/", "html-base", [HTML_BASE]),
    ("html", "html-second-base", html("ref1.html", head='<base href="h/"><base href="http://second.example.org/">'), "a@href", "http://target.example.org/t/h/",
     "html-base", [HTML_BASE]),
    ("html", "html-base-without-href", html("ref1.html", head='<base target="_top">'), "a@href", TARGET, "target-uri", [HTML_BASE]),
    ("html", "html-empty-base", html("ref1.html", head='<base href="">'), "a@href", TARGET, "html-base", [HTML_BASE]),
    ("html", "html-base-in-comment", html("ref1.html", head='<!-- <base href="http://html.example.org/h/"> -->'), "a@href", TARGET, "target-uri", [HTML_BASE]),
    ("html", "html-image", '<!DOCTYPE html>\n<title>x</title>\n<img src="ref1.html">\n', "img@src", TARGET, "target-uri", [HTML_BASE]),
    ("html", "html-style", '<!DOCTYPE html>\n<title>x</title>\n<style>p { background: url(ref1.html) }</style>\n', "style/css:url", TARGET, "target-uri",
     [clause("CSS Values 4", "relative-urls")]),
    ("html", "html-meta-refresh", '<!DOCTYPE html>\n<title>x</title>\n<meta http-equiv="refresh" content="0; url=ref1.html">\n', "meta@refresh", TARGET,
     "target-uri", [clause("HTML", "attr-meta-http-equiv-refresh")]),
    ("html", "html-meta-refresh-after-base", '<!DOCTYPE html>\n<title>x</title>\n<base href="h/">\n<meta http-equiv="refresh" content="0; url=ref1.html">\n',
     "meta@refresh", "http://target.example.org/t/h/",
     "html-base", [clause("HTML", "attr-meta-http-equiv-refresh"), HTML_BASE]),
    ("css", "css", "p { background: url(ref1.html) }\n", "css:url", TARGET, "target-uri", [clause("CSS Values 4", "relative-urls")]),
    ("css", "css-import", "@import 'ref1.html';\n", "css:import", TARGET, "target-uri", [clause("CSS Values 4", "relative-urls")]),
    ("atom", "atom", feed(), "link@href", TARGET, "target-uri",
     [clause("RFC 4287", "2")]),
    ("atom", "atom-relative-base", feed(' xml:base="f/"'), "link@href",
     "http://target.example.org/t/f/", "xml-base", [clause("RFC 4287", "2")]),
    ("atom", "atom-absolute-base", feed(' xml:base="http://feed.example.org/f/"'),
     "link@href", "http://feed.example.org/f/", "xml-base", [clause("RFC 4287", "2")]),
    ("json-ld", "json-ld", '{"@id": "ref1.html", "http://v.example.org/name": "x"}\n', "@id", TARGET, "target-uri", [clause("JSON-LD 1.1", "base-iri")]),
    ("json-ld", "json-ld-relative-base", '{"@context": {"@base": "j/"}, "@id": "ref1.html", "http://v.example.org/name": "x"}\n', "@id", "http://target.example.org/t/j/", "json-base",
     [clause("JSON-LD 1.1", "base-iri")]),
    ("svg", "svg", '<svg xmlns="http://www.w3.org/2000/svg"><a href="ref1.html"><text>x</text></a></svg>\n', "a@href", TARGET, "target-uri",
     [clause("SVG 2", "linking.html")]),
    ("svg", "svg-relative-html-base", '<svg xmlns="http://www.w3.org/2000/svg"><metadata><h:base xmlns:h="http://www.w3.org/1999/xhtml" href="h/"/></metadata>'
     '<a href="ref1.html"><text>x</text></a></svg>\n', "a@href", "http://target.example.org/t/h/", "html-base", [clause("SVG 2", "linking.html#processingURL-absolute"), HTML_BASE]),
    ("xhtml", "xhtml-relative-base",
     '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title><base href="h/"/></head><body><a href="ref1.html">x</a></body></html>\n', "a@href",
     "http://target.example.org/t/h/", "html-base", [HTML_BASE])]


# What is asked of each of them.
ASKED = {
    "html-absolute-base": "Does an absolute base element of an archived page define its base?",
    "html-relative-base": "Is a relative base element of an archived page resolved against the WARC-Target-URI?",
    "html-base-of-host": "What does a base element with only host and path mean in an archived page?",
    "html-base-of-root": "What does a base element with a path from the root mean in an archived page?",
    "html-second-base": "Does a second base element of an archived page count, if the first is relative?",
    "html-base-without-href": "Does a base element without href change the base of an archived page?",
    "html-empty-base": "What does an empty base element mean in an archived page?",
    "html-base-in-comment": "Does a base element in a comment change the base of an archived page?",
    "html-image": "Is an image of an archived page relative to the WARC-Target-URI?",
    "html-style": "Is the URL of a style element in an archived page relative to the WARC-Target-URI?",
    "html-meta-refresh": "Is the refresh of an archived page relative to the WARC-Target-URI?",
    "html-meta-refresh-after-base": "Is the refresh of an archived page relative to its base element?",
    "css": "Is a URL of an archived style sheet relative to the WARC-Target-URI?",
    "css-import": "Is an @import of an archived style sheet relative to the WARC-Target-URI?",
    "atom": "Is a link of an archived feed relative to the WARC-Target-URI?",
    "atom-relative-base": "Is a relative xml:base of an archived feed resolved against the WARC-Target-URI?",
    "atom-absolute-base": "Does an absolute xml:base of an archived feed define its base?",
    "json-ld": "Is an @id of archived JSON-LD relative to the WARC-Target-URI?",
    "json-ld-relative-base": "Is a relative @base of archived JSON-LD resolved against the WARC-Target-URI?",
    "svg": "Is a link of archived SVG relative to the WARC-Target-URI?",
    "svg-relative-html-base": "Is a relative base element of XHTML in archived SVG resolved against the WARC-Target-URI?",
    "xhtml-relative-base": "Is a relative base element of archived XHTML resolved against the WARC-Target-URI?",
}
# Those about which RFC 1808 and HTML 4.01 say something: an absolute base element, or none.
IN_HTML4 = {"html-absolute-base", "html-base-without-href", "html-base-in-comment", "html-image", "css", "css-import", "atom", "json-ld", "svg"}


def contents():
    for kind, name, body, place, base, by, clauses in CONTENTS:
        why = "The WARC-Target-URI: nothing else declares a base." if by == "target-uri" else "What the document declares, resolved against the WARC-Target-URI."
        yield Case(f"warc-{name}", "warc", archive(body, kind=TYPES[kind]), ASKED[name], why, ["warc", "target-uri", kind, *([by] if by != "target-uri" else [])],
                   [ref(place, "ref1.html", base, [*clauses, *RECORD], by=by, missing=() if name in IN_HTML4 else NEW)])
    page = html("ref1.html").encode()
    for name, how, body, fields, what in (
            ("chunked", "in chunks", chunked(page), ["Transfer-Encoding: chunked"], ("RFC 9112", "7.1")),
            ("gzip", "that gzip compressed", gzip(page), ["Content-Encoding: gzip"], ("RFC 9110", "8.4")),
            ("deflate", "with the coding deflate", b"\x78\x01" + stored(page) + zlib.adler32(page).to_bytes(4, "big"), ["Content-Encoding: deflate"],
             ("RFC 9110", "8.4")),
            ("gzip-and-chunked", "that gzip compressed, in chunks", chunked(gzip(page)), ["Content-Encoding: gzip", "Transfer-Encoding: chunked"],
             ("RFC 9112", "7.1"))):
        yield Case(f"warc-body-{name}", "warc", archive(body, fields), f"Is a link found and resolved in a body {how}?",
                   "Yes: a record has the response as it came, so its body is decoded first.",
                   ["warc", "target-uri", "html", "encodings"], [ref("a@href", "ref1.html", TARGET, [clause(*what), *RECORD], by="target-uri")])
    based = html("ref1.html", head='<base href="http://html.example.org/h/">').encode()
    yield Case("warc-body-base-across-chunks", "warc", archive(chunked(based, 64), ["Transfer-Encoding: chunked"]),
               "Does a base element apply that the boundary of two chunks divides?", "Yes: chunks are put together first.",
               ["warc", "html", "html-base", "encodings"], [ref("a@href", "ref1.html", "http://html.example.org/h/", [clause("RFC 9112", "7.1"), HTML_BASE],
                                                                by="html-base")])
    for status in ("206 Partial Content", "404 Not Found", "503 Service Unavailable"):
        yield Case(f"warc-status-{status[:3]}", "warc", archive(html("ref1.html"), status=status),
                   f"Is a link in a page with status {status[:3]} relative to the WARC-Target-URI?", "Yes: the status does not change the base.",
                   ["warc", "target-uri", "html"], [ref("a@href", "ref1.html", TARGET, RECORD, by="target-uri")])


# (field, the clauses that made it a base, and those that do so no more)
HTTP_BASES = [
    ("content-location", "Content-Location: %s", [clause("RFC 2068", "14.11"), clause("RFC 2068", "14.15"), clause("RFC 2616", "14.14")], NO_LOCATION_BASE),
    ("content-base", "Content-Base: %s", [clause("RFC 2068", "14.11")], [clause("RFC 2616", "19.6.3")]),
    ("base-header", "Base: <URL:%s>", [clause("RFC 1808", "3.1")], [HTML_BASE]),
]


def locations():
    """Headers of HTTP that declared a base in HTTP/1.0 and 1.1, and do so no more."""
    page = html("ref1.html")
    inner = "http://header.example.org/h/page.html"
    new = {"rfc3986": TARGET, "whatwg": TARGET}
    for name, field, old, since in HTTP_BASES:
        title = field.partition(":")[0]
        clauses = [*old, *since, *([HTML_BASE] if HTML_BASE not in since else [])]
        # RFC 9110 is in force where RFC 2068 was, so that its answer is as right about the field that both have.
        also = {"rfc1808": [TARGET]} if name == "content-location" else None
        yield Case(f"http-{name}-absolute", "warc", archive(page, [field % inner]),
                   f"Is an absolute URL in the field {title} of an HTTP response the base of its page?",
                   "It was by the RFCs of its time, but browsers take the URL of the document.", ["warc", "http", "headers", name],
                   [ref("a@href", "ref1.html", inner, clauses, by=name, other=new, also=also)])
        based = html("ref1.html", head='<base href="http://html.example.org/h/">')
        yield Case(f"http-{name}-and-html-base", "warc", archive(based, [field % inner]),
                   f"Does the HTML base win over the field {title} of the HTTP response?", "Yes: what the content declares is nearest.",
                   ["warc", "http", "headers", name, "html-base"],
                   [ref("a@href", "ref1.html", "http://html.example.org/h/", [clause("RFC 1808", "3"), HTML_BASE], by="html-base")])
    for how, value in (("relative", "v/other.html"), ("absolute-path", "/v/other.html")):
        yield Case(f"http-content-location-{how}", "warc", archive(page, [f"Content-Location: {value}"]),
                   f"Is {'an' if how[0] == 'a' else 'a'} {how.replace('-', ' ')}{' URL' if how == 'relative' else ''} in the field Content-Location of an HTTP response the base of its page?",
                   "Only an absolute one was, by RFC 2068. RFC 2616 resolved it first, and browsers take the URL of the document.",
                   ["warc", "http", "headers", "content-location"],
                   [ref("a@href", "ref1.html", TARGET, [*HTTP_BASES[0][2], *NO_LOCATION_BASE, HTML_BASE], by="target-uri",
                        also={"rfc1808": [rfc3986(TARGET, value)]})])
    yield Case("http-content-base-relative", "warc", archive(page, ["Content-Base: v/other.html"]), "Is a relative URL in the field Content-Base of an HTTP response the base of its page?",
               "RFC 2068 allows only an absolute one, and later HTTP has no such field.", ["warc", "http", "headers", "content-base"],
               [ref("a@href", "ref1.html", TARGET, [*HTTP_BASES[1][2], *HTTP_BASES[1][3], HTML_BASE], by="target-uri", missing=NEW)])
    second = "http://second.example.org/s/page.html"
    yield Case("http-content-base-twice", "warc", archive(page, [f"Content-Base: {inner}", f"Content-Base: {second}"]),
               "Which of two Content-Base fields of an HTTP response is the base of its page?",
               "RFC 2068 lets the field be there once, and does not say what else means. Later HTTP has no such field.", ["warc", "http", "headers", "content-base"],
               [undefined("a@href", "ref1.html", [clause("RFC 2068", "14.11"), clause("RFC 2068", "4.2"), clause("RFC 2616", "19.6.3")],
                          [rfc3986(one, "ref1.html") for one in (inner, second, TARGET)])])
    for name, field in (("location", "Location"), ("link", "Link"), ("referer", "Referer"), ("x-base", "X-Base")):
        value = f"<{inner}>; rel=canonical" if name == "link" else inner
        yield Case(f"http-{name}-is-no-base", "warc", archive(page, [f"{field}: {value}"]),
                   f"Is the URL in the header {field} of a response the base of its page?", "No: that header declares no base.",
                   ["warc", "http", "headers"], [ref("a@href", "ref1.html", TARGET, [HTML_BASE, *RECORD], by="target-uri")])


def fields():
    """References in headers of HTTP."""
    for name, written in (("relative", "ref1.html"), ("parent", "../ref1.html"), ("absolute-path", "/ref1.html"), ("network-path", "//other.example.org/ref1"),
                          ("query", "?ref1"), ("absolute", "http://other.example.org/ref1"),
                          ("fragment", "ref1.html#f")):
        yield Case(f"http-location-{name}", "warc", archive("", [f"Location: {written}"], None, "302 Found"),
                   f"Where does the Location `{written}` of a response lead?", ABSOLUTE if name == "absolute" else "It is relative to the URL that was asked for.",
                   ["warc", "http", "headers", "redirect"],
                   [ref("header:location", written, TARGET, [clause("RFC 9110", "10.2.2")], by="target-uri", missing=() if name == "absolute" else NEW)])
    for status in ("201 Created", "301 Moved Permanently", "307 Temporary Redirect", "308 Permanent Redirect"):
        yield Case(f"http-location-status-{status[:3]}", "warc", archive("", ["Location: ref1.html"], None, status),
                   f"Where does a relative Location of a response with status {status[:3]} lead?",
                   "It is relative to the URL that was asked for.", ["warc", "http", "headers", "redirect"],
                   [ref("header:location", "ref1.html", TARGET, [clause("RFC 9110", "10.2.2")], by="target-uri", missing=NEW)])
    yield Case("http-location-and-content-location", "warc", archive("", ["Content-Location: http://header.example.org/h/", "Location: ref1.html"], None,
                                                                     "302 Found"), "Is Location relative to the Content-Location of the response?",
               "No: it is relative to the target URI of the request.", ["warc", "http", "headers", "redirect", "content-location"],
               [ref("header:location", "ref1.html", TARGET, [clause("RFC 9110", "10.2.2")], by="target-uri", missing=NEW)])
    yield Case("http-location-and-html-base", "warc", archive(html(head='<base href="http://html.example.org/h/">'), ["Location: ref1.html"], status="302 Found"),
               "Is Location relative to the HTML base of the body?",
               "No: it is relative to the target URI of the request.", ["warc", "http", "headers", "redirect", "html-base"],
               [ref("header:location", "ref1.html", TARGET, [clause("RFC 9110", "10.2.2")], by="target-uri", missing=NEW)])
    for name, value in (("relative", "ref1.html"), ("absolute-path", "/ref1.html"), ("absolute", "http://other.example.org/ref1.html")):
        yield Case(f"http-content-location-reference-{name}", "warc", archive("<p>x", [f"Content-Location: {value}"]),
                   f"What does the Content-Location `{value}` of a response name?", ABSOLUTE if name == "absolute" else "It is relative to the target URI.",
                   ["warc", "http", "headers", "content-location"],
                   [ref("header:content-location", value, TARGET, [clause("RFC 9110", "8.7"), clause("RFC 2068", "14.15")], by="target-uri")])
    links = clause("RFC 8288", "3.1")
    for name, written in (("relative", "ref1.html"), ("parent", "../ref1.html"), ("absolute-path", "/ref1.html"), ("network-path", "//other.example.org/ref1"),
                          ("query", "?ref1"), ("absolute", "http://other.example.org/ref1")):
        yield Case(f"http-link-{name}", "warc", archive("<p>x", [f"Link: <{written}>; rel=next"]), f"What does the target `{written}` of the header Link mean?",
                   ABSOLUTE if name == "absolute" else "It is relative to the URL of the response.",
                   ["warc", "http", "headers", "link"], [ref("header:link", written, TARGET, [links], by="target-uri", missing=NEW)])
    yield Case("http-link-and-html-base", "warc", archive(html(head='<base href="http://html.example.org/h/">'), ["Link: <ref1.css>; rel=stylesheet"]),
               "Is the header Link relative to the HTML base of the body?",
               "No: a base in the content of the message does not apply.", ["warc", "http", "headers", "link", "html-base"],
               [ref("header:link", "ref1.css", TARGET, [links], by="target-uri", missing=NEW)])
    yield Case("http-link-with-anchor", "warc", archive("<p>x", ['Link: <ref1.html>; rel=next; anchor="http://anchor.example.org/a/"']),
               "Is the target of the header Link relative to its parameter anchor?",
               "No: anchor is the context of the link, not a base.", ["warc", "http", "headers", "link"],
               [ref("header:link", "ref1.html", TARGET, [links, clause("RFC 8288", "3.2")], by="target-uri", missing=NEW)])
    yield Case("http-link-anchor-reference", "warc", archive("<p>x", ['Link: <http://other.example.org/>; rel=next; anchor="ref1.html"']),
               "To what is the parameter anchor of the header Link relative?",
               "To the URL of the response.", ["warc", "http", "headers", "link"],
               [ref("header:link", "ref1.html", TARGET, [clause("RFC 8288", "3.2")], by="target-uri", missing=NEW)])
    yield Case("http-link-second-of-field", "warc", archive("<p>x", ["Link: <http://first.example.org/a,b>; rel=prev, <ref1.html>; rel=next"]),
               "Is the second link of one header Link relative to the first?",
               "No: each is relative to the URL of the response.", ["warc", "http", "headers", "link"],
               [ref("header:link", "ref1.html", TARGET, [links, clause("RFC 8288", "3")], by="target-uri", missing=NEW)])
    refresh = clause("HTML", "shared-declarative-refresh-steps")
    for name, value, written in (("relative", "0; url=ref1.html", "ref1.html"), ("absolute-path", "5;URL=/ref1.html", "/ref1.html"),
                                 ("quoted", "0; url='ref1.html'", "ref1.html"), ("without-url", "0; ref1.html", "ref1.html")):
        yield Case(f"http-refresh-{name}", "warc", archive("<p>x", [f"Refresh: {value}"]), f"Where does the header `Refresh: {value}` lead?",
                   "It is relative to the URL of the response.", ["warc", "http", "headers", "refresh"],
                   [by_rules("header:refresh", written, TARGET, [refresh], by="target-uri", whatwg=rfc3986(TARGET, written))])
    yield Case("http-link-in-mail", "eml", mail([], response("<p>x", ["Link: <ref1.html>; rel=next", "Content-Location: http://part.example.org/p/"]).decode(),
                                                "message/http; msgtype=response", ["Content-Location: http://mail.example.org/m/"]),
               "Is the header Link of an HTTP message in mail relative to the Content-Location of the mail's part?",
               "No clause says which URL such a message was retrieved from.", ["mail", "http", "headers", "link"],
               [undefined("header:link", "ref1.html", [links, clause("RFC 9112", "10.1")],
                          [None, "http://mail.example.org/m/ref1.html", "http://part.example.org/p/ref1.html"], part="1")])
    yield Case("http-page-in-mail", "eml", mail([], response(html("ref1.html", head='<base href="http://html.example.org/h/">')).decode(),
                                                "message/http; msgtype=response", ["Content-Location: http://mail.example.org/m/"]),
               "Does the HTML base of a page in an HTTP message in mail apply?", "Yes: it is in the content.", ["mail", "http", "html-base"],
               [ref("a@href", "ref1.html", "http://html.example.org/h/", [HTML_BASE, clause("RFC 1808", "3")], by="html-base", part="1")])


def saved_pages():
    saved = "http://saved.example.org/s/page.html"
    mark = f"<!-- saved from url=({len(saved):04}){saved} -->\n"
    nothing = [clause("HTML", "document-base-url"), clause("RFC 3986", "5.1.4")]
    single = f"<!--\n Page saved with SingleFile\n url: {saved}\n saved date: Fri Nov 27 2026 10:00:00 GMT+0000\n-->\n"
    for name, said, comment in (("saved-from", "`saved from url`", mark), ("single-file", "of SingleFile", single)):
        based = '<base href="http://html.example.org/h/">'
        place = [("before-doctype", comment + html("ref1.html")),
                 ("after-doctype", html("ref1.html").replace("<!DOCTYPE html>\n", "<!DOCTYPE html>\n" + comment))]
        for where, page in place:
            yield Case(f"{name}-{where}", "html", page.encode(),
                       f"Is the URL of the comment {said} the base of a saved page, if it is {where.replace('-', ' the ')}?",
                       "A comment has no effect on a browser, but it says where the page was retrieved from.", ["html", "saved-from"],
                       [undefined("a@href", "ref1.html", nothing, [None, "http://saved.example.org/s/ref1.html"])])
        yield Case(f"{name}-and-html-base", "html", (comment + html("ref1.html", head=based)).encode(),
                   f"Does the HTML base win over the comment {said} in a saved page?", "Yes: it is what the page declares.",
                   ["html", "saved-from", "html-base"],
                   [ref("a@href", "ref1.html", "http://html.example.org/h/", [HTML_BASE], by="html-base")])
        yield Case(f"{name}-and-relative-html-base", "html", (comment + html("ref1.html", head='<base href="h/">')).encode(),
                   f"Is a relative HTML base resolved against the URL of the comment {said} in a saved page?",
                   "It is resolved against the URL of the page, which a comment does not change for a browser.", ["html", "saved-from", "html-base"],
                   [undefined("a@href", "ref1.html", nothing, [None, "http://saved.example.org/s/h/ref1.html"])])
        yield Case(f"{name}-in-warc", "warc", archive(comment + html("ref1.html")),
                   f"Does the comment {said} in a saved page win over the WARC-Target-URI?",
                   "No: a comment declares nothing, and the target is where the page was retrieved from.",
                   ["warc", "html", "saved-from", "target-uri"], [ref("a@href", "ref1.html", TARGET, [HTML_BASE, *RECORD], by="target-uri")])
        yield Case(f"{name}-in-mail", "eml", mail(["Content-Location: http://part.example.org/p/"], comment + html("ref1.html")),
                   f"Does the comment {said} in a saved page win over the Content-Location of its part?",
                   "No: a comment declares nothing.", ["mail", "html", "saved-from", "content-location"],
                   [ref("a@href", "ref1.html", "http://part.example.org/p/", [clause("RFC 2557", "5"), HTML_BASE], by="content-location", part="1")])
    for name, what, element in (("canonical", "the canonical link", '<link rel="canonical" href="http://canonical.example.org/c/">'),
                          ("og-url", "the property og:url", '<meta property="og:url" content="http://canonical.example.org/c/">'),
                          ("alternate", "an alternate link", '<link rel="alternate" hreflang="de" href="http://canonical.example.org/c/">'),
                          ("meta-base", "a meta element called base", '<meta name="base" content="http://canonical.example.org/c/">'),
                          ("itemprop-url", "the item property url", '<meta itemprop="url" content="http://canonical.example.org/c/">')):
        yield Case(f"page-{name}-is-no-base", "warc", archive(html("ref1.html", head=element)), f"Is the URL of {what} of a page its base?",
                   "No: only an element base changes the base of HTML.", ["warc", "html", "target-uri"],
                   [ref("a@href", "ref1.html", TARGET, [HTML_BASE, *RECORD], by="target-uri")])
    snapshot = "Snapshot-Content-Location: http://snapshot.example.org/s/"
    parts = [(["Content-Type: text/html; charset=utf-8", "Content-Location: http://part.example.org/p/page.html"], html("ref1.html"))]
    yield Case("snapshot-and-content-location", "mht", multipart("related", [snapshot], parts),
               "Does Snapshot-Content-Location win over the Content-Location of the page?",
               "No: Content-Location is the header that RFC 2557 defines, and it is nearer.",
               ["mail", "html", "content-location"], [ref("a@href", "ref1.html", "http://part.example.org/p/page.html", [clause("RFC 2557", "5")],
                                                          by="content-location", part="1")])
    parts = [(["Content-Type: text/html; charset=utf-8"], html("ref1.html"))]
    yield Case("snapshot-alone", "mht", multipart("related", [snapshot], parts), "Is Snapshot-Content-Location a base if no Content-Location is there?",
               "No clause defines that header. Browsers write the URL of the saved page into it.", ["mail", "html"],
               [undefined("a@href", "ref1.html", [clause("RFC 2557", "5"), clause("RFC 3986", "5.1.4")], [None, "http://snapshot.example.org/s/ref1.html"],
                          part="1")])


def cases():
    for group in (records, contents, locations, fields, saved_pages):
        yield from group()
