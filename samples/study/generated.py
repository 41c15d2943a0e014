"""Mail at random, but the same on each run, whose URLs are known: each stands in a place of a known kind, and has a token of its own.

The development half has the kinds of this file. The held-out half has these with another seed, and those of fresh.py."""

import base64
import collections
import email.utils
import io
import quopri
import random
import textwrap
import zipfile
import zlib

SEED = 1808
HOSTS = ["www.example.com", "example.org", "static.example.net", "shop.example.com", "lists.example.org", "example.net"]

# Elements and attributes: `@` is the URL.
ELEMENTS = {
    "a href": '<p><a href="@">Read it</a>',
    "area href": '<map name="m"><area href="@" alt="x"></map>',
    "img src": '<img src="@" alt="">',
    "link href": '<link rel="stylesheet" href="@">',
    "img srcset": '<img alt="" srcset="@ 2x">',
    "source srcset": '<picture><source srcset="@ 600w"><img alt=""></picture>',
    "video poster": '<video poster="@"></video>',
    "video, audio, source src": '<video><source src="@"></video>',
    "script src": '<script src="@"></script>',
    "iframe src": '<iframe src="@"></iframe>',
    "embed src": '<embed src="@">',
    "object data": '<object data="@"></object>',
    "form action": '<form action="@"><input name="q"></form>',
    "button formaction": '<form><button formaction="@">Go</button></form>',
    "input src": '<input type="image" src="@" alt="">',
    "body, td background": '<table><tr><td background="@">x</td></tr></table>',
    "blockquote cite": '<blockquote cite="@">x</blockquote>',
    "meta refresh": '<meta http-equiv="refresh" content="5; url=@">',
    "style element url()": "<style>td { background: url('@') }</style>",
    "style attribute url()": '<p style="background-image: url(@)">x',
    "style @import": '<style>@@import "@";</style>',
    "svg a, image href": '<svg><a xlink:href="@"><text>x</text></a></svg>',
    "iframe srcdoc": '<iframe srcdoc="&lt;a href=&quot;@&quot;&gt;x&lt;/a&gt;"></iframe>',
    "text of HTML": "<p>Or copy this: @ into the browser</p>",
    "conditional comment": '<!--[if mso]><v:fill src="@" /><![endif]-->',
    "base href": '<base href="@">',
}
# How a URL may be written in HTML: kind, markup, and what becomes of the URL.
ESCAPES = {
    "&amp; in href": ('<a href="@">x</a>', lambda url: url.replace("&", "&amp;")),
    "&#38; in href": ('<a href="@">x</a>', lambda url: url.replace("&", "&#38;")),
    "&#x2f; in href": ('<a href="@">x</a>', lambda url: url.replace("/", "&#x2F;")),
    "&colon; &sol; in href": ('<a href="@">x</a>', lambda url: url.replace(":", "&colon;").replace("/", "&sol;")),
    "&copy= in href": ('<a href="@">x</a>', lambda url: url),
    "unquoted attribute": ("<a href=@>x</a>", lambda url: url),
    "upper case, single quotes": ("<A HREF = '@'>x</A>", lambda url: url),
    "line break in href": ('<a href="@">x</a>', lambda url: url[:20] + "\r\n" + url[20:]),
    "blanks around href": ('<a href="  @ ">x</a>', lambda url: url),
    "CSS escapes in url()": ('<p style="background: url(@)">x', lambda url: url.replace("/", "\\2f ")),
    "&amp; in text of HTML": ("<p>Copy @ now</p>", lambda url: url.replace("&", "&amp;")),
}
TEXTS = {
    "text, bare": "See @ for more.",
    "text, in < >": "See <@> for more.",
    "text, in <URL: >": "See <URL:@> for more.",
    "text, at the end of a sentence": "It is at @.",
}
HEADERS = {
    "List-Unsubscribe": "<mailto:leave@example.org>, <@>",
    "List-Archive": "<@>",
    "Subject": "Re: @ is slow",
    "Archived-At": "<@>",
    "X-Report-Abuse": "Please visit @ for help",
    "OpenPGP": "id=0123456789ABCDEF; url=@",
    "List-Help": "<@>",
}
# Relative references: kind, headers of the part, elements before, references and their bases.
BASES = {
    "HTML base": ({}, '<base href="%s">'),
    "HTML base after the links": ({}, None),
    "Content-Base": ({"Content-Base": "%s"}, ""),
    "Content-Location": ({"Content-Location": "%s"}, ""),
    "Base": ({"Base": "<URL:%s>"}, ""),
    "Content-Base of the multipart": (None, ""),
}
RELATIVE = {
    "img/%s.png": "http://html.example.com/a/img/%s.png",
    "../%s": "http://html.example.com/%s",
    "/%s": "http://html.example.com/%s",
    "?k=%s": "http://html.example.com/a/b.html?k=%s",
    "//cdn.example.net/%s": "http://cdn.example.net/%s",
    "./%s#x": "http://html.example.com/a/%s#x",
}
BASE = "http://html.example.com/a/b.html"


def zipped(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, (2026, 11, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def office(folder, main, main_type, content, relationship, url):
    rels = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    packages = "http://schemas.openxmlformats.org/package/2006"
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    return zipped(
        {
            "[Content_Types].xml": f'{head}<Types xmlns="{packages}/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Default Extension="xml" ContentType="application/xml"/><Override PartName="/{folder}/{main}" ContentType="{main_type}"/></Types>',
            "_rels/.rels": f'{head}<Relationships xmlns="{packages}/relationships">'
            f'<Relationship Id="rId1" Type="{rels}/officeDocument" Target="{folder}/{main}"/></Relationships>',
            f"{folder}/{main}": head + content.replace("RELS", rels),
            f"{folder}/_rels/{main}.rels": f'{head}<Relationships xmlns="{packages}/relationships">'
            f'<Relationship Id="rId9" Type="{rels}/{relationship}" Target="{url}" TargetMode="External"/></Relationships>',
        }
    )


def docx(url):
    word = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    return office(
        "word",
        "document.xml",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml",
        f'<w:document xmlns:w="{word}" xmlns:r="RELS"><w:body><w:p>'
        '<w:hyperlink r:id="rId9"><w:r><w:t>Read it</w:t></w:r></w:hyperlink></w:p></w:body></w:document>',
        "hyperlink",
        url,
    )


def odt(url):
    space = "urn:oasis:names:tc:opendocument:xmlns:"
    return zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.text",
            "content.xml": f'<office:document-content xmlns:office="{space}office:1.0" xmlns:text="{space}text:1.0" xmlns:xlink="http://www.w3.org/1999/xlink" '
            'office:version="1.2"><office:body><office:text>'
            f'<text:p><text:a xlink:type="simple" xlink:href="{url}">Read it</text:a></text:p></office:text></office:body></office:document-content>',
        }
    )


def pdf(url, packed=False):
    objects = {
        1: "<< /Type /Catalog /Pages 2 0 R >>",
        2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        3: "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Annots [4 0 R] >>",
        4: f"<< /Type /Annot /Subtype /Link /Rect [0 0 100 100] /A << /S /URI /URI ({url}) >> >>",
    }
    out, places = b"%PDF-1.5\n", {}
    if not packed:
        for number, text in objects.items():
            places[number] = len(out)
            out += f"{number} 0 obj\n{text}\nendobj\n".encode()
        table = len(out)
        rows = "".join(f"{places[number]:010} 00000 n \n" for number in sorted(places))
        return out + f"xref\n0 5\n0000000000 65535 f \n{rows}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n".encode()
    index = " ".join(f"{number} {sum(len(objects[n]) + 1 for n in objects if n < number)}" for number in objects)
    packed_objects = zlib.compress((index + "\n" + "\n".join(objects.values()) + "\n").encode())
    at = len(out)
    out += (
        f"5 0 obj\n<< /Type /ObjStm /N 4 /First {len(index) + 1} /Filter /FlateDecode /Length {len(packed_objects)} >>\nstream\n".encode()
        + packed_objects
        + b"\nendstream\nendobj\n"
    )
    table = len(out)
    entries = [(0, 0, 255), *((2, 5, n) for n in range(4)), (1, at, 0), (1, table, 0)]
    rows = zlib.compress(b"".join(bytes([kind]) + place.to_bytes(2, "big") + bytes([more]) for kind, place, more in entries))
    return (
        out
        + f"6 0 obj\n<< /Type /XRef /Size 7 /W [1 2 1] /Root 1 0 R /Filter /FlateDecode /Length {len(rows)} >>\nstream\n".encode()
        + rows
        + f"\nendstream\nendobj\nstartxref\n{table}\n%%EOF\n".encode()
    )


def calendar(url, place="URL:@"):
    return "\r\n".join(
        [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//example//x//EN",
            "BEGIN:VEVENT",
            "UID:1@example.org",
            "DTSTAMP:20261101T100000Z",
            "DTSTART:20261105T100000Z",
            "SUMMARY:Meeting",
            "\r\n ".join(textwrap.wrap(place.replace("@", url), 60, drop_whitespace=False, break_on_hyphens=False)),
            "END:VEVENT",
            "END:VCALENDAR",
            "",
        ]
    ).encode()


def card(url):
    return f"BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana Souza\r\nN:Souza;Ana;;;\r\nURL:{url}\r\nEND:VCARD\r\n".encode()


# Attachments: kind, file name, media type, content.
ATTACHMENTS = {
    "message/rfc822": (
        None,
        "message/rfc822",
        lambda url: f"From: <a@example.org>\r\nSubject: Nested\r\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\nSee {url}\r\n".encode(),
    ),
    ".eml, HTML, in base64": (
        "mail.eml",
        "application/octet-stream",
        lambda url: f'From: <a@example.org>\r\nSubject: Nested\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<a href="{url}">x</a>\r\n'.encode(),
    ),
    ".ics, URL": ("a.ics", "text/calendar", calendar),
    ".ics, folded description": ("a.ics", "text/calendar", lambda url: calendar(url, "DESCRIPTION:Join at @ or call")),
    ".vcf, URL": ("a.vcf", "text/vcard", card),
    "PDF": ("a.pdf", "application/pdf", pdf),
    "PDF, packed objects": ("a.pdf", "application/pdf", lambda url: pdf(url, True)),
    "DOCX, link": ("a.docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", docx),
    "ODT, link": ("a.odt", "application/vnd.oasis.opendocument.text", odt),
    "RTF, link": ("a.rtf", "application/rtf", lambda url: b'{\\rtf1\\ansi {\\field{\\*\\fldinst{HYPERLINK "' + url.encode() + b'"}}{\\fldrslt{Read it}}}}'),
    ".html": ("a.html", "text/html", lambda url: f'<html><body><a href="{url}">x</a></body></html>'.encode()),
    ".html, octet-stream": ("a.html", "application/octet-stream", lambda url: f'<!DOCTYPE html><html><body><a href="{url}">x</a></body></html>'.encode()),
    ".svg": ("a.svg", "image/svg+xml", lambda url: f'<svg xmlns="http://www.w3.org/2000/svg"><a href="{url}"><text>x</text></a></svg>'.encode()),
    ".css": ("a.css", "text/css", lambda url: f"body {{ background: url({url}) }}".encode()),
    "RSS": (
        "a.rss",
        "application/rss+xml",
        lambda url: f'<rss version="2.0"><channel><title>x</title><item><link>{url}</link></item></channel></rss>'.encode(),
    ),
    ".url": ("a.url", "application/octet-stream", lambda url: f"[InternetShortcut]\r\nURL={url}\r\n".encode()),
    ".md": ("a.md", "text/markdown", lambda url: f"# News\n[here]({url})\n".encode()),
    ".csv": ("a.csv", "text/csv", lambda url: f'name,link\r\na,"{url}"\r\n'.encode()),
    ".txt, octet-stream": ("a.txt", "application/octet-stream", lambda url: f"See {url}\n".encode()),
}
# Encodings: kind, media type, content.
ENCODED = {
    "quoted-printable, soft break": ("html", "utf-8", "quoted-printable"),
    "quoted-printable, soft break in text": ("plain", "utf-8", "quoted-printable"),
    "base64": ("html", "utf-8", "base64"),
    "utf-16, base64": ("html", "utf-16", "base64"),
    "utf-7": ("plain", "utf-7", "7bit"),
    "iso-2022-jp": ("plain", "iso-2022-jp", "7bit"),
    "windows-1251, non-ASCII path": ("html", "windows-1251", "8bit"),
    "koi8-r, non-ASCII path": ("plain", "koi8-r", "base64"),
    "charset by meta alone": ("html", None, "8bit"),
}
# A path that needs the charset.
LETTERS = {
    "windows-1251": "/письмо",
    "koi8-r": "/письмо",
    None: "/größe",
    "gb18030": "/资料",
    "euc-kr": "/편지",
    "shift_jis": "/資料",
    "big5": "/資料",
    "windows-1250": "/žluť",
}

Places = collections.namedtuple("Places", "elements escapes texts headers attachments encoded bases relative")
PLACES = Places(ELEMENTS, ESCAPES, TEXTS, HEADERS, ATTACHMENTS, ENCODED, BASES, RELATIVE)


class Mail:
    def __init__(self, number, subject):
        self.number, self.heading, self.parts, self.truth = number, {"Subject": subject}, [], []
        self.multipart = {}

    def know(self, kind, group, url, certainty="sure", token=None):
        self.truth.append({"kind": kind, "group": group, "url": url, "token": token, "certainty": certainty})

    def part(self, media, content, encoding="8bit", more=None):
        heading = {"Content-Type": media, "Content-Transfer-Encoding": encoding, **(more or {})}
        body = {
            "base64": lambda: base64.encodebytes(content).replace(b"\n", b"\r\n"),
            "quoted-printable": lambda: quopri.encodestring(content.replace(b"\r\n", b"\n")).replace(b"\n", b"\r\n"),
        }.get(encoding, lambda: content)()
        self.parts.append("".join(f"{name}: {value}\r\n" for name, value in heading.items()).encode() + b"\r\n" + body)

    def as_bytes(self):
        line = f"b{self.number:04}=_x"
        heading = {
            "From": "News <news@example.com>",
            "To": "<ana@example.org>",
            "Date": email.utils.formatdate(1793000000 + self.number * 3600),
            "Message-ID": f"<{self.number}@example.com>",
            **self.heading,
            "MIME-Version": "1.0",
            **self.multipart,
            "Content-Type": f'multipart/mixed; boundary="{line}"',
        }
        out = "".join(f"{name}: {value}\r\n" for name, value in heading.items()).encode()
        return out + b"".join(f"\r\n--{line}\r\n".encode() + part for part in self.parts) + f"\r\n--{line}--\r\n".encode()


class Maker:
    def __init__(self, seed, places):
        self.random, self.count, self.places = random.Random(seed), 0, places

    def url(self):
        """A URL with a token, and the token."""
        self.count += 1
        token = f"k{self.count:05}"
        path = self.random.choice(["", "news/", "a/b/", "~ana/", "2026/11/", "x-1/y_2/"])
        more = self.random.choice(["", ".html", "?a=1&b=2", "?id=7", ".png", "?u=a%40example.com&c=d", "/"])
        return f"{self.random.choice(['http', 'https'])}://{self.random.choice(HOSTS)}/{path}{token}{more}", token

    def two(self):
        """A URL with `&`."""
        url, token = self.url()
        return url.split("?")[0] + "?a=1&b=2", token

    def elements(self, mail):
        """A newsletter: some elements, some of them written with escapes."""
        body = ""
        for kind in self.random.sample(sorted(self.places.elements), 7):
            url, token = self.url()
            mail.know(kind, "elements", url, "maybe" if kind in ("base href", "conditional comment") else "sure", token)
            written = url if kind.startswith(("style element", "style @import", "script")) and kind != "script src" else url.replace("&", "&amp;")
            body += self.places.elements[kind].replace("@@", "\0").replace("@", written.replace("&", "&amp;") if "srcdoc" in kind else written).replace("\0", "@") + "\r\n"
        for kind in self.random.sample(sorted(self.places.escapes), 3):
            url, token = self.two()
            # It is no entity there, because `=` follows.
            url = url.replace("&b=", "&copy=") if kind == "&copy= in href" else url
            mail.know(kind, "decoding", url, token=token)
            body += self.places.escapes[kind][0].replace("@", self.places.escapes[kind][1](url)) + "\r\n"
        return f"<!DOCTYPE html>\r\n<html><head><title>News</title></head><body>\r\n{body}</body></html>\r\n"

    def newsletter(self, mail):
        self.text(mail)
        mail.part("text/html; charset=utf-8", self.elements(mail).encode(), self.random.choice(["8bit", "base64", "quoted-printable"]))

    def text(self, mail):
        lines = []
        for kind in self.random.sample(sorted(self.places.texts), 2):
            url, token = self.url()
            mail.know(kind, "text", url, token=token)
            lines.append(self.places.texts[kind].replace("@", url))
        for name in self.random.sample(sorted(self.places.headers), 2):
            url, token = self.url()
            mail.know(f"header {name}", "headers", url, token=token)
            mail.heading[name] = self.places.headers[name].replace("@", url)
        mail.part("text/plain; charset=utf-8", ("Hello,\r\n\r\n" + "\r\n".join(lines) + "\r\n").encode())

    def attachments(self, mail):
        self.text(mail)
        for kind in self.random.sample(sorted(self.places.attachments), 3):
            url, token = self.url()
            url = url.split("?")[0]
            name, media, content = self.places.attachments[kind]
            mail.know(kind, "attachments", url, token=token)
            more = {"Content-Disposition": f'attachment; filename="{name}"'} if name else {}
            mail.part(media, content(url), "8bit" if media == "message/rfc822" or media.startswith("text/") and self.random.random() < 0.5 else "base64", more)

    def relative(self, mail):
        """Documents with relative references: all of one message have one kind of base."""
        kind = list(self.places.bases)[mail.number % len(self.places.bases)]
        heading, element = self.places.bases[kind]
        lines = []
        for written, resolved in self.places.relative.items():
            token = self.url()[1]
            mail.know(f"{kind}: {written.replace('%s', 'x')}", "relative", resolved % token, token=token)
            lines.append(f'<a href="{written % token}">x</a>')
        mail.know("the base itself", "relative", BASE, "maybe")
        first = (element or "") % BASE if element else ""
        last = f'<base href="{BASE}">' if element is None else ""
        document = "<html><head>" + first + "</head><body>\r\n" + "\r\n".join(lines) + f"\r\n{last}</body></html>\r\n"
        if heading is None:
            mail.multipart["Content-Base"] = BASE
        mail.part("text/html; charset=utf-8", document.encode(), "8bit", {name: value % BASE for name, value in (heading or {}).items()})

    def encoded(self, mail):
        for kind in self.random.sample(sorted(self.places.encoded), 4):
            form, charset, encoding = self.places.encoded[kind]
            url, token = self.two() if charset in ("utf-8", "utf-7") else self.url()
            url = url.split("?")[0] if charset in ("utf-16", "iso-2022-jp") else url
            if charset in LETTERS:
                url = url.split("?")[0].rstrip("/") + LETTERS[charset]
            if encoding == "quoted-printable":
                url += "&path=" + "-".join(["and"] * 25)
            mail.know(kind, "decoding", url, token=token)
            if form == "html":
                meta = '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1">' if charset is None else ""
                text = f'<html><head>{meta}</head><body><a href="{url.replace("&", "&amp;")}">x</a></body></html>\r\n'
            else:
                text = ("資料は " if charset == "iso-2022-jp" else "See ") + url + " now\r\n"
            mail.part(f"text/{form}" + (f"; charset={charset}" if charset else ""), text.encode(charset or "iso-8859-1"), encoding)


def mails(count=250, seed=SEED, places=PLACES):
    """Yields Mail objects."""
    make = Maker(seed, places)
    ways = [make.newsletter, make.attachments, make.attachments, make.relative, make.encoded]
    for number in range(count):
        mail = Mail(number, f"News {number}")
        ways[number % len(ways)](mail)
        yield mail
