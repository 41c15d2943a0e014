"""`extract`: a message as a folder, one file or a WARC file; hostile names, cycles, bases; no partial output."""

import base64
import collections
import hashlib
import html.parser
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import struct
import subprocess
import unittest
import zlib

from support import EXE, ROOT, CliTest, corpora_files, rows_of, run, signals_by_default



def policy_tag(files=False, frames=False):
    """The policy of a page that loads files from the folder, or frames."""
    content, frame = ("'self' file: data:" if one else "data:" for one in (files, frames))
    return ("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src " + content + " 'unsafe-inline'; frame-src " + frame +
            "; object-src " + frame + "; connect-src 'none'; script-src 'none'; base-uri 'none'; form-action 'none'\">")


TAG = policy_tag()
PNG = b"\x89PNG\r\n\x1a\n-a picture-"
# A safe file name: nothing in it has a special meaning to a system or a shell.
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,59}\.[a-z0-9]{1,8}")


def part(content, kind="text/html", *fields):
    """A body part: bytes in base64, text as it is."""
    lines = [f"Content-Type: {kind}", *fields]
    if isinstance(content, bytes):
        lines.append("Content-Transfer-Encoding: base64")
        content = base64.encodebytes(content).decode()
    return "\n".join(lines) + "\n\n" + content + "\n"


def multipart(*parts, kind="related", fields="", boundary="b0"):
    """The heading of a message and its body."""
    body = "".join(f"--{boundary}\n{one}" for one in parts)
    return f"MIME-Version: 1.0\n{fields}Content-Type: multipart/{kind}; boundary={boundary}\n\n{body}--{boundary}--\n"


def located(url):
    return f"Content-Location: {url}"


class Attributes(html.parser.HTMLParser):
    """(tag, name, value) of every attribute, in order."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.found += [(tag, name, value) for name, value in attrs]


class ExtractTest(CliTest):
    def extract(self, message, *options, status=0, **more):
        """Runs `extract` into a new folder. Returns the files by path."""
        path = self.write(f"m{len(list(self.folder.iterdir()))}.eml", message)
        out = path.with_suffix("")
        done = run("extract", path, "-o", out, *options, **more)
        self.assertEqual(done.returncode, status, done.stderr)
        self.stderr = done.stderr.decode()
        return self.files(out)

    def files(self, out):
        return {str(p.relative_to(out)): p.read_bytes() for p in sorted(pathlib.Path(out).rglob("*")) if p.is_file()}

    def index(self, message, *options, **more):
        return self.extract(message, *options, **more)["index.html"].decode("utf-8-sig")


class Folders(ExtractTest):
    def test_a_web_archive(self):
        page = ('<!DOCTYPE html><html><head><title>x</title><link rel=stylesheet href="style.css"></head><body>'
                "<img src='i/a.png'><img src=\"cid:b@x\" srcset='i/a.png 1x, http://h.example/no.png 2x'>"
                "<a href='other.html#part'>o</a><a href='far/away.html'>f</a><a href='#here'>h</a>"
                "<a href='http://h.example/abs?x=1&amp;y'>a</a><iframe src=other.html></iframe></body></html>")
        css = "@import 'more.css'; body { background: url(../d/i/a.png) } p { background: url('gone.png') }"
        files = self.extract(multipart(
            part(page, "text/html", located("http://h.example/d/index.html")),
            part(PNG, "image/png", located("http://h.example/d/i/a.png")),
            part(PNG + b"2", "image/png", "Content-ID: <b@x>"),
            part(css, "text/css", located("http://h.example/d/style.css")),
            part("p{}", "text/css", located("http://h.example/d/more.css")),
            part("<p><a href='index.html'>back</a>", "text/html", located("http://h.example/d/other.html"))))
        self.assertEqual(set(files), {"index.html", "files/a.png", "files/b.png", "files/style.css", "files/more.css",
                                      "files/other.html"})
        self.assertEqual((files["files/a.png"], files["files/b.png"]), (PNG, PNG + b"2"))
        self.assertEqual(files["index.html"].decode(), (
            f'<!DOCTYPE html><html><head>{policy_tag(True, True)}<title>x</title><link rel=stylesheet href="files/style.css"></head><body>'
            "<img src='files/a.png'><img src=\"files/b.png\" srcset='files/a.png 1x, about:invalid 2x'>"
            "<a href='files/other.html#part'>o</a><a href='http://h.example/d/far/away.html'>f</a><a href='#here'>h</a>"
            "<a href='http://h.example/abs?x=1&amp;y'>a</a><iframe src=files/other.html></iframe></body></html>"))
        self.assertEqual(files["files/style.css"].decode(),
                         "@import 'more.css'; body { background: url(a.png) } "
                         "p { background: url('about:invalid') }")
        self.assertEqual(files["files/other.html"].decode(), f"{TAG}<p><a href='../index.html'>back</a>")

    def test_the_start_of_a_related(self):
        parts = (part("<p>second", "text/html", "Content-ID: <two@x>"), part("<p>first", "text/html", "Content-ID: <one@x>"))
        self.assertEqual(self.index(multipart(*parts)), f"{TAG}<p>second")
        self.assertEqual(self.index(multipart(*parts, kind='related; start="<one@x>"')), f"{TAG}<p>first")
        alternative = multipart(part("plain", "text/plain"), part("<p>rich"), kind="alternative", boundary="b1")
        self.assertEqual(self.index(multipart(alternative, part(PNG, "image/png"))), f"{TAG}<p>rich")

    def test_where_the_policy_stands(self):
        cases = [
            ("<!DOCTYPE html><html><head>|<title>x</title>", "behind <head>"),
            ("<!-- c --><!DOCTYPE html>\n<!-- d -->\n<html lang=x>|\n<body>", "no head: behind <html>"),
            ("<!DOCTYPE html>|<p>x", "neither: behind the doctype, which has to be first"),
            ("|<p>x", "nothing at all"),
            ("|text <head>", "a head that comes too late is none"),
        ]
        for page, why in cases:
            with self.subTest(why):
                self.assertEqual(self.index(multipart(part(page.replace("|", "")))), page.replace("|", TAG))
                self.assertNotIn("Security-Policy", self.index(multipart(part(page.replace("|", ""))), "--online"))

    def test_empty_references_load_nothing(self):
        page = "<img src=''><body background=' '><script src=\"\"></script><a href=''>a</a>"
        message = multipart(part(page, "text/html", "Content-Base: http://h.example/d/"))
        expected = page.replace("<a href=''", "<a href='http://h.example/d/'")
        self.assertEqual(self.index(message), TAG + expected)
        self.assertEqual(self.index(message, "--online"), expected)

    def test_bases_have_gone(self):
        cases = [
            ("<base href='http://h.example/d/'><img src=a.png><a href=b.html>b</a>", "<base href='#'>", "http://h.example/d/b.html"),
            ("<base href=http://h.example/d/ target=x><img src=a.png><a href=b>b</a>", "<base href=# target=x>", "http://h.example/d/b"),
            ("<base href='javascript:alert(1)//'><img src=http://h.example/d/a.png><a href=b>b</a>", "<base href='#'>", "b"),
            ("<base href='data:text/html,x'><base href=http://h.example/e/><img src=http://h.example/d/a.png><a href=b>b</a>",
             "<base href='#'><base href=#>", "b"),
        ]
        for page, base, link in cases:
            with self.subTest(page):
                got = self.index(multipart(part(page), part(PNG, "image/png", located("http://h.example/d/a.png"))))
                self.assertIn(base, got)
                self.assertIn(("img", "src", "files/a.png"), Attributes(got).found)
                self.assertIn(("a", "href", link), Attributes(got).found)

    def test_srcdoc_and_svg(self):
        page = ("<iframe srcdoc=\"<base href='http://e.example/'><img src='i.svg'><a href='x'>x</a>"
                "<iframe srcdoc='&lt;img src=http://h.example/i.svg>'></iframe>\"></iframe>")
        svg = ("<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' onload='x()'>"
               "<script>alert(1)</script><image xlink:href='a.png'/><image href='http://h.example/no.png'/>"
               "<a xlink:href='y.html'><rect fill=\"url('a.png#g')\"/></a><set attributeName='href' to='javascript:x'/></svg>")
        files = self.extract(multipart(
            part(page), part(svg, "image/svg+xml", located("http://e.example/i.svg"), "Content-Base: http://h.example/d/"),
            part(PNG, "image/png", located("http://h.example/d/a.png"))))
        self.assertIn("<base href='#'><img src='files/i.svg'><a href='http://e.example/x'>", files["index.html"].decode())
        self.assertEqual(files["files/i.svg"].decode(), (
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' >"
            "<image xlink:href='a.png'/><image href='about:invalid'/>"
            "<a xlink:href='http://h.example/d/y.html'><rect fill=\"url('a.png#g')\"/></a></svg>"))

    def test_shadow_roots(self):
        """Browsers read shadowmode in web archives alone."""
        page = ("<body><div><template shadowmode=open><img src=http://h.example/a.png></template></div>"
                "<iframe srcdoc='<div><template ShadowMode=closed>x</template></div>'></iframe>")
        for fields, where in (([located("http://h.example/")], "shadowrootmode"), ([], "shadowmode")):
            files = self.extract(multipart(part(page, "text/html", *fields), part(PNG, "image/png", located("http://h.example/a.png"))))
            self.assertIn(f"<template {where}=open><img src=files/a.png>", files["index.html"].decode())
            self.assertEqual(files["index.html"].decode().lower().count(where + "="), 2)

    def test_documents_in_data_urls(self):
        page = "<iframe src='data:text/html;charset=utf-8,<img src=http://h.example/a.png>'></iframe>"
        self.assertIn("iframe src='data:text/html;charset=utf-8;base64,", self.index(multipart(part(page))))

    def test_what_entities_hide(self):
        svg = ('<!DOCTYPE svg [<!ENTITY x "<script>alert(1)</script>">]>'
               '<svg xmlns="http://www.w3.org/2000/svg">&x;</svg>')
        files = self.extract(multipart(part("<img src=cid:s@x>"), part(svg, "image/svg+xml", "Content-ID: <s@x>")))
        self.assertNotIn(b"script", files["files/s.svg"])

    def test_charsets(self):
        page = "<meta charset=iso-8859-1><p>\u00e4<a href='\u00fc.png'>"
        files = self.extract(multipart(
            part(page.encode("latin-1"), "text/html; charset=iso-8859-1"),
            part("\u65e5<a href=x>".encode("iso2022_jp"), "text/html; charset=iso-2022-jp", located("http://h.example/j.html")),
            part("p::before{content:'\u0416';background:url(x)}".encode("utf-16"), "text/css; charset=utf-16", located("http://h.example/c.css"))))
        self.assertEqual(files["index.html"], b"\xef\xbb\xbf" + (TAG + page).encode())
        self.assertEqual(files["files/j.html"].decode("utf-8-sig"), TAG + "\u65e5<a href=http://h.example/x>")
        self.assertEqual(files["files/c.css"].decode("utf-8-sig"), "p::before{content:'\u0416';background:url(about:invalid)}")

    def test_what_would_use_the_network(self):
        cases = [
            "<meta http-equiv=refresh content='0; url=http://h.example/'>",
            "<meta http-equiv=' Refresh' content='0; http://h.example/'>",
            "<link rel='x DNS-prefetch' href=//h.example>",
            "<link rel=preconnect href=http://h.example>",
            "<meta http-equiv=Content-Security-Policy content='img-src https:'>",
        ]
        for tag in cases:
            with self.subTest(tag):
                self.assertEqual(self.index(multipart(part("<p>" + tag + "<b>"))), f"{TAG}<p><b>")
        inner = "<iframe srcdoc='<meta http-equiv=refresh content=&quot;0;url=http://h.example/&quot;><p>'></iframe>"
        self.assertEqual(self.index(multipart(part(inner))), f"{TAG}<iframe srcdoc='<p>'></iframe>")
        refresh = part("<meta http-equiv=refresh content='3; url=b.html'>", "text/html", located("http://h.example/a.html"))
        files = self.extract(multipart(refresh, part("<p>", "text/html", located("http://h.example/b.html"))))
        self.assertIn(b"url=files/b.html", files["index.html"])

    def test_nothing_active(self):
        page = ("<form action='/go'><input name=x></form><script>alert(1)</script><script src=s.js></script>"
                "<p onclick='x()' onmouseover=y() title=t>t<a href='javascript:x()'>j</a><a href=' java\nscript:x()'>k</a>"
                "<img src=http://far.example/i.png><img src=a.png><object data=a.png>o</object><embed src=a.png>"
                "<iframe src='data:text/html,<p>'></iframe><iframe srcdoc='<script>1</script><b onclick=x>'></iframe>"
                "<style>p{background:url(http://far.example/b.png)}</style><svg><script>1</script><set attributeName=href></svg>"
                "<noscript><i></noscript><meta http-equiv=refresh content=5>")
        files = self.extract(multipart(part(page, "text/html", located("http://h.example/p.html")),
                                       part(PNG, "image/png", located("http://h.example/a.png"))), "--no-active")
        self.assertEqual(files["index.html"].decode(), (
            f"{policy_tag(files=True, frames=True)}<input name=x>"
            "<p   title=t>t<a href='about:invalid'>j</a><a href=' about:invalid'>k</a>"
            "<img src=about:invalid><img src=files/a.png>o"
            "<iframe src='about:invalid'></iframe><iframe srcdoc='<b >'></iframe>"
            "<style>p{background:url(about:invalid)}</style><svg></svg>"
            "<i>"))

    def test_a_page_that_asks_for_origins(self):
        page = "<link rel=stylesheet href=a.css crossorigin integrity='sha256-x'>"
        got = self.index(multipart(part(page, "text/html", located("http://h.example/p")),
                                   part("p{}", "text/css", located("http://h.example/a.css"))))
        self.assertEqual(got, f"{policy_tag(files=True)}<link rel=stylesheet href=files/a.css  >")


    def test_nothing_from_outside(self):
        """The rows of tests/extract/outside.tsv, through the command: the URL is removed, or it is text."""
        rows = [line.split("\t") for line in (ROOT / "tests/extract/outside.tsv").read_text().splitlines() if not line.startswith("#")]
        self.assertGreater(len(rows), 200)
        around = {"html": "<p>{}", "head": "<head>{}</head><p>", "page": "{}"}
        messages = []
        for kind, _, left, markup in rows:
            if kind in around and left == "gone":
                page = around[kind].format(markup.replace("OUT", "/not/the/folder").replace("\\n", "\n").replace("\\e", "\x1b"))
                messages.append("From a@h.example Thu Jan  1 00:00:00 2004\n" + multipart(part(page), part(PNG, "image/png", "Content-ID: <i@x>")))
        for options in ((), ("--no-active",), ("--single-file",), ("--no-active", "--online")):
            for name, data in self.extract("\n".join(messages), *options).items():
                with self.subTest(options=options, name=name):
                    self.assertNotIn(b"/the/folder", data)


    # A link, and what is left of it in a page without a base. None: it stays as it is.
    LINKS = (
        ("http://h.example/a", None), ("HTTPS://h.example/a", None), ("mailto:a@h.example", None), ("tel:+1234", None), ("ftp://h.example/", None),
        ("#x", None), ("", None), ("a.html", None), ("d/a.html?x=/../y", None), ("?x", None), ("http:a", None), ("about:blank", None),
        ("file:///etc/passwd", "about:invalid"), ("FILE:/etc/passwd", "about:invalid"), ("fi&#10;le:///etc/passwd", "about:invalid"),
        ("&#1; file://host/share", "about:invalid"), ("file:c:/x", "about:invalid"), ("smb://host/share", "about:invalid"),
        ("javascript:x()", "about:invalid"), ("vbscript:x", "about:invalid"), ("data:text/html,x", "about:invalid"), ("ms-word:ofe|u|http://h/", "about:invalid"),
        ("blob:http://h/x", "about:invalid"), ("view-source:file:///x", "about:invalid"), ("news:a@b", "about:invalid"), ("x:y", "about:invalid"),
        ("cid:none@h.example", "about:invalid"), ("c:\\windows\\x", "about:invalid"), ("C|/x", "about:invalid"), ("search-ms:q", "about:invalid"),
        ("/etc/passwd", "about:invalid"), ("\\x", "about:invalid"), ("../x", "about:invalid"), ("a/../../x", "about:invalid"), ("a\\..\\..\\x", "about:invalid"),
        ("%2e%2E/x", "about:invalid"), (".%2e\\x", "about:invalid"), ("%2fetc", "about:invalid"), ("..", "about:invalid"),
        ("//host/share", "http://host/share"), ("\\\\host\\share", "http://host\\share"), ("/\\host/x", "http://host/x"), ("///host/share", "http://host/share"),
        ("&#9;//host/x", "&#9;http://host/x"),
    )

    def test_links_open_no_files(self):
        for around in ("<a href=\"{}\">x</a>", "<map><area href=\"{}\"></map>", "<svg><a xlink:href=\"{}\"></a></svg>", "<math href=\"{}\"></math>"):
            pages = [around.format(link) for link, _ in self.LINKS]
            expected = [around.format(link if left is None else left) for link, left in self.LINKS]
            self.assertEqual(self.index(multipart(part("\n".join(pages)))).split("\n"), (TAG + "\n".join(expected)).split("\n"))
            self.assertEqual(self.index(multipart(part("\n".join(pages))), "--online").split("\n"), pages)

    def test_links_with_a_base(self):
        """The base of the page decides: a file on somebody's disk, as browsers save pages from, or a host."""
        for base, link, left in (("file:///C:/Users/x/page.html", "other.html", "about:invalid"), ("file://host/share/p.html", "//host/x", "about:invalid"),
                                 ("file:///C:/p.html", "#here", "#here"), ("https://h.example/p", "//host/x", "https://host/x"),
                                 ("http://h.example/p", "../../x", "http://h.example/../../x"), ("http://h.example/p", "/etc", "http://h.example/etc"),
                                 ("cid:x@y", "a.html", "a.html"), ("http://h.example/p", "file:///x", "about:invalid")):
            with self.subTest(base, link=link):
                got = self.index(multipart(part(f"<a href='{link}'>x</a>", "text/html", located(base))))
                self.assertEqual(got, f"{TAG}<a href='{left}'>x</a>")

    def test_forms_are_sent_nowhere(self):
        page = ("<form action='http://h.example/x' method=post><input name=a><button formaction=//h.example/y>b</button></form>"
                "<form action=''><input type=image src=cid:i@x formaction='z'></form><form><input type=submit></form><form action=cid:p@x></form>")
        parts = (part(page, "text/html", located("http://h.example/p")), part(PNG, "image/png", "Content-ID: <i@x>"),
                 part("<p>", "text/html", "Content-ID: <p@x>"))
        got = self.index(multipart(*parts))
        self.assertEqual([value for _, name, value in Attributes(got).found if name in ("action", "formaction")], ["about:invalid"] * 5)
        self.assertNotIn("h.example", got)
        got = self.index(multipart(*parts), "--online")
        self.assertIn("<form action='http://h.example/x' method=post>", got)
        self.assertIn("<button formaction=http://h.example/y>", got)


class Mail(ExtractTest):
    def test_plain_mail(self):
        message = ("From: A <a@h.example>\nTo: b@h.example\nSubject: =?utf-8?q?<b>_=E2=82=AC?=\nDate: Thu, 1 Jan 2004 00:00:00 +0000\n"
                   + multipart(part("See http://h.example/?a&b and <URL:mailto:x@h.example>, javascript:x()\n<b>", "text/plain"),
                               part(PNG, "image/png"), part(b"%PDF", "application/pdf", 'Content-Disposition: attachment; filename="a b.pdf"'),
                               kind="mixed"))
        files = self.extract(message)
        page = files["index.html"].decode()
        self.assertEqual(set(files), {"index.html", "files/part-1.txt", "files/part-2.png", "files/a-b.pdf"})
        self.assertIn("&lt;b> \u20ac", page)
        self.assertIn('See <a href="http://h.example/?a&amp;b" rel="noreferrer">http://h.example/?a&amp;b</a> and', page)
        self.assertIn('<a href="mailto:x@h.example" rel="noreferrer">', page)
        self.assertNotIn('href="javascript', page)
        self.assertIn('<img src="files/part-2.png"', page)
        self.assertIn('<li><a href="files/a-b.pdf" rel="noreferrer">a b.pdf</a> (application/pdf)</li>', page)
        self.assertIn(policy_tag(files=True), page)
        self.assertEqual(files["files/a-b.pdf"], b"%PDF")

    def test_html_mail_lists_what_is_attached(self):
        body = multipart(part("plain", "text/plain"), part("<p>rich</p>"), kind="alternative", boundary="b1")
        page = self.index(multipart(body, part(b"x", "application/x-y", "Content-Type-X: y"), kind="mixed"))
        self.assertTrue(page.startswith(f"{TAG}<p>rich</p>"))
        self.assertEqual(re.findall(r'<li><a href="([^"]*)"', page), ["files/part-2.bin"])

    def test_a_message_in_a_message(self):
        inner = "Subject: inner\n" + multipart(part("<p>inner<img src=cid:i@x>"), part(PNG, "image/png", "Content-ID: <i@x>"), boundary="b1")
        for encoding, written in (("8bit", inner), ("base64", base64.encodebytes(inner.encode()).decode())):
            with self.subTest(encoding):
                files = self.extract(multipart(part("text", "text/plain"), f"Content-Type: message/rfc822\nContent-Transfer-Encoding: {encoding}\n\n{written}\n", kind="mixed"))
                self.assertEqual(files["files/part-2.eml"].strip(), inner.encode().strip())
                self.assertIn(b"<img src=i.png>", files["files/part-2.1.html"])
                self.assertIn(b'href="files/part-2.eml"', files["index.html"])

    def test_an_empty_message(self):
        self.assertIn("<body>", self.index("Subject: x\n\n"))


class Names(ExtractTest):
    def test_hostile_names(self):
        wished = ["../../etc/passwd", "CON", "con.png", "LPT1.x.png", "x" * 4000 + ".png", "\U0001f600.png", "A.png", "a.PNG",
                  "-rf", ".bashrc", "a;rm -rf $HOME`x`|.png", "..", "", "x.html", "x.svgz", "x\u202egnp.exe", "nul. .png", "C:\\a\\b.png",
                  "a\nb.png", "~root", "x.png.", "COM\u00b9.png", "%2e%2e%2fx.png"]
        parts = [part(PNG, "image/png", "Content-Disposition: attachment; filename*=utf-8''" +
                      "".join(f"%{b:02X}" for b in name.encode())) for name in wished]
        files = self.extract(multipart(part("text", "text/plain"), *parts, kind="mixed"))
        self.assertEqual(len(files), len(wished) + 2)
        names = [name.removeprefix("files/") for name in files if name != "index.html"]
        self.assertEqual(len({name.lower() for name in names}), len(wished) + 1, "in any case")
        for name in names:
            self.assertRegex(name, NAME)
            self.assertLessEqual(len(name), 60)
            self.assertNotRegex(name.lower(), r"^(con|prn|aux|nul|com\d|lpt\d)[.]")
        self.assertTrue({"passwd.png", "file-CON.png", "file-con-2.png", "a-2.png"} <= set(names), names)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["m0", "m0.eml"])

    def test_endings_are_those_of_the_type(self):
        cases = [
            ("text/html", "page.cgi", "page.html"), ("text/html", "page.htm", "page.htm"), ("image/jpeg", "a.jpeg", "a.jpeg"),
            ("image/png", "a.html", "a.png"), ("application/x-unknown", "a.xyz", "a.xyz"), ("application/x-unknown", "a.xht", "a.bin"),
            ("application/x-unknown", "a", "a.bin"), ("text/x-unknown", "a.hta", "a.txt"), ("text/css", "v1.2", "v1.2.css"),
            ("application/octet-stream", "evil.html", "evil.html"), ("application/octet-stream", "a.mht", "a.eml"),
            ("application/octet-stream", "desktop.ini", "desktop.bin"), ("application/x-msdownload", "a.EXE", "a.bin"),
            ("text/javascript", "a.js", "a.bin"), ("text/html", "a.shtml", "a.html"),
        ]
        for kind, name, expected in cases:
            with self.subTest(kind=kind, name=name):
                files = self.extract(multipart(part("text", "text/plain"), part("<p>", kind, f"Content-Disposition: attachment; filename={name}"), kind="mixed"))
                self.assertIn("files/" + expected, files)
        # A part that is declared as bytes but named like a page becomes a page with the same restrictions.
        self.assertIn(TAG.encode(), self.extract(multipart(part("x", "text/plain"), part("<p>", "application/octet-stream; name=e.html"), kind="mixed"))["files/e.html"])

    def test_declared_markup_is_gone(self):
        svg = ("<!DOCTYPE svg [<!ENTITY e '<image href=\"http://far.example/i.png\"/>'><!ATTLIST image href CDATA 'http://far.example/j.png'>]>"
               "<svg xmlns='http://www.w3.org/2000/svg'>&e;<image/><a href='http://h/'/></svg>")
        files = self.extract(multipart(part("text", "text/plain"), part(svg, "image/svg+xml; name=a.svg"), kind="mixed"))
        self.assertNotIn(b"far.example", files["files/a.svg"])
        self.assertIn(b"<image/>", files["files/a.svg"])
        self.assertNotIn(b"&e;", files["files/a.svg"])


class SingleFiles(ExtractTest):
    def test_all_stands_in_it(self):
        css = "@import url(b.css); p{background:url(a.png)}"
        files = self.extract(multipart(
            part("<link rel=stylesheet href=a.css><img src=a.png><iframe src=f.html></iframe><a href=http://h.example/f.html#x>f</a>", "text/html", located("http://h.example/p.html")),
            part(css, "text/css", located("http://h.example/a.css")), part("i{}", "text/css", located("http://h.example/b.css")),
            part(PNG, "image/png", located("http://h.example/a.png")),
            part("<img src=a.png><a href=p.html>p</a>", "text/html", located("http://h.example/f.html"))), "--single-file")
        self.assertEqual(set(files), {"index.html", "files/f.html"}, "what is linked to is a file, too")
        found = {(tag, name): value for tag, name, value in Attributes(files["index.html"].decode()).found}
        image = "data:image/png;base64," + base64.b64encode(PNG).decode()
        self.assertEqual(found["img", "src"], image)
        self.assertEqual(found["a", "href"], "files/f.html#x")
        sheet = self.inside(found["link", "href"], "text/css")
        self.assertIn(f"p{{background:url({image})}}", sheet)
        self.assertEqual(self.inside(re.search(r"@import url\((.*?)\)", sheet).group(1), "text/css"), "i{}")
        frame = self.inside(found["iframe", "src"], "text/html")
        self.assertEqual(frame, f"{TAG}<img src={image}><a href=http://h.example/p.html>p</a>")

    def inside(self, url, kind):
        start = f"data:{kind};charset=utf-8;base64,"
        self.assertTrue(url.startswith(start), url[:60])
        return base64.b64decode(url[len(start):], validate=True).decode("utf-8-sig")

    def test_cycles_are_cut(self):
        message = multipart(part("<iframe src=cid:b@x></iframe>", "text/html", "Content-ID: <a@x>"),
                            part("<iframe src=cid:c@x></iframe>", "text/html", "Content-ID: <b@x>"),
                            part("<iframe src=cid:a@x></iframe><iframe src=cid:b@x></iframe>", "text/html", "Content-ID: <c@x>"))
        files = self.extract(message, "--single-file")
        self.assertEqual(set(files), {"index.html"})
        self.assertLess(len(files["index.html"]), 5000)
        files = self.extract(message)
        self.assertIn(b"src=../index.html", files["files/c.html"])

    def test_its_size_is_bounded(self):
        # Each level contains the next one ten times.
        parts = [part("".join(f"<iframe src=cid:{i + 1}@x></iframe>" for _ in range(10)) + "x" * 1000, "text/html", f"Content-ID: <{i}@x>")
                 for i in range(8)]
        files = self.extract(multipart(*parts), "--single-file", "--limits", "extract=10M", status=1)
        self.assertLessEqual(sum(map(len, files.values())), 10 << 20)
        self.assertIn("longer than 10485760 bytes in total: the rest is skipped", self.stderr)


class OneFile(ExtractTest):
    PAGE = part("<p>page<img src=cid:i@x><a href=cid:o@x>o</a><a href=http://h.example/x>x</a>")
    MESSAGE = multipart(PAGE, part(PNG, "image/png", "Content-ID: <i@x>"), part("<p>other", "text/html", "Content-ID: <o@x>"))

    def extract_file(self, message, *options, name="o.html"):
        self.run_ok("extract", "--single-file", *options, self.write("m.eml", message), "-o", self.folder / name)
        self.assertEqual({p.name for p in self.folder.iterdir()}, {"m.eml", name})
        return (self.folder / name).read_text("utf-8-sig")

    def test_the_page_is_the_file(self):
        image = "data:image/png;base64," + base64.b64encode(PNG).decode()
        page = self.extract_file(self.MESSAGE)
        self.assertEqual(page, f"{TAG}<p>page<img src={image}><a href=about:invalid>o</a><a href=http://h.example/x>x</a>")
        (self.folder / "o.html").unlink()
        self.assertEqual(self.extract_file(self.MESSAGE, name="P.HTM"), page)

    def test_what_is_attached_stands_in_it(self):
        message = multipart(multipart(self.PAGE, boundary="b1"),
                            part(b"%PDF", "application/pdf", 'Content-Disposition: attachment; filename="a b.pdf"'), kind="mixed")
        found = Attributes(self.extract_file(message)).found
        self.assertIn(("a", "href", "data:application/pdf;base64," + base64.b64encode(b"%PDF").decode()), found)
        self.assertIn(("a", "download", "a-b.pdf"), found)

    def test_plain_mail(self):
        page = self.extract_file("Subject: s\n\nhttp://h.example/\n")
        self.assertIn('<a href="http://h.example/"', page)
        self.assertIn(TAG, page)

    def test_xhtml_stands_in_a_frame(self):
        xhtml = "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>x</p></body></html>"
        found = dict(((tag, name), value) for tag, name, value in Attributes(self.extract_file(part(xhtml, "application/xhtml+xml"))).found)
        start = "data:application/xhtml+xml;charset=utf-8;base64,"
        self.assertTrue(found["iframe", "src"].startswith(start))
        self.assertEqual(base64.b64decode(found["iframe", "src"][len(start):]).decode().strip(), xhtml)

    def test_nothing_is_overwritten(self):
        message, file = self.write("m.eml", self.MESSAGE), self.write("o.html", "mine")
        done = run("extract", "--single-file", message, "-o", file)
        self.assertEqual((done.returncode, file.read_text()), (2, "mine"))
        self.assertIn(b"--force", done.stderr)
        self.run_ok("extract", "--single-file", "--force", message, "-o", file)
        self.assertIn("<p>page", file.read_text())
        page = self.write("in.html", self.MESSAGE)
        for options in ((), ("--force",)):
            done = run("extract", "--single-file", *options, page, "-o", page)
            self.assertEqual((done.returncode, page.read_text()), (2, self.MESSAGE))
            self.assertIn(b"INPUT", done.stderr)

    def test_several_messages(self):
        path, file = self.write("m.mbox", Archives.MBOX), self.folder / "o.html"
        done = run("extract", "--single-file", path, "-o", file)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"contains several messages", done.stderr)
        self.assertIn(b"--message", done.stderr)
        self.assertFalse(file.exists())
        self.run_ok("extract", "--single-file", "--message", "2", path, "-o", file)
        self.assertIn("http://h.example/2", file.read_text())
        self.run_ok("extract", "--single-file", path, "-o", self.folder / "out")
        self.assertTrue((self.folder / "out" / "3" / "index.html").is_file())

    def test_folders_that_are_named_so(self):
        path, out = self.write("m.eml", self.MESSAGE), self.folder / "o.html"
        done = run("extract", path, "-o", out)
        self.assertEqual((done.returncode, out.exists()), (2, False))
        self.assertIn(b"--single-file", done.stderr)
        out.mkdir()
        self.run_ok("extract", "--single-file", path, "-o", out)
        self.assertTrue((out / "index.html").is_file())

    def test_a_disk_that_is_full(self):
        path = self.write("m.eml", multipart(part("<img src=cid:a@x>"), part(os.urandom(200_000), "image/png", "Content-ID: <a@x>")))
        done = run("extract", "--single-file", path, "-o", self.folder / "o.html",
                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)))
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["m.eml"])


class Archives(ExtractTest):
    MBOX = "".join(f"From a@h.example Thu Jan  1 00:00:0{i} 2004\nMessage-ID: <{i}@x>\nSubject: s<{i}\nFrom: a\n\nhttp://h.example/{i}\n\n"
                   for i in range(1, 4))

    def test_each_message_has_a_folder(self):
        files = self.extract(self.MBOX)
        self.assertEqual({p for p in files if p.endswith("index.html")}, {"index.html", "1/index.html", "2/index.html", "3/index.html"})
        self.assertIn(b"http://h.example/3", files["3/index.html"])

    def test_the_index_says_which_message_is_in_which_folder(self):
        hostile = "<script>x</script>\"&\u202e\x1b[31m"
        subjects = {"a.eml": "first", "b/1.eml": f"=?utf-8?B?{base64.b64encode(hostile.encode()).decode()}?=", "b/2.eml": None}
        for name, subject in subjects.items():
            (self.folder / "in" / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / "in" / name).write_text((f"Subject: {subject}\n" if subject else "X: y\n") +
                                                   f"Message-ID: <{name}@x>\nDate: Thu, 1 Jan 2004 00:00:00 +0000\nFrom: <a@h.example>\n\n{name}\n")
        (self.folder / "in" / "c.mbox").write_text(self.MBOX)
        for input_, sources in ((self.folder / "in", [("a.eml", 1), ("b/1.eml", 1), ("b/2.eml", 1), ("c.mbox", 1), ("c.mbox", 2), ("c.mbox", 3)]),
                                (self.folder / "in" / "c.mbox", [("", 1), ("", 2), ("", 3)])):
            out = self.folder / "out"
            self.run_ok("extract", "--force", input_, "-o", out)
            rows = [json.loads(line) for line in (out / "index.jsonl").read_text().splitlines()]
            wanted = [(os.fspath(input_ / name) if name else os.fspath(input_), number) for name, number in sources]
            self.assertEqual([(row["source"], row["message"]) for row in rows], wanted)
            self.assertEqual({tuple(row) for row in rows}, {("source", "message", "message_id", "date", "from", "subject", "folder")})
            of_links = self.rows("links", "--fields", "subject", input_) if not sources[0][0] else []
            self.assertEqual([row["message_id"] for row in of_links], [row["message_id"] for row in rows][:len(of_links)])
            page = (out / "index.html").read_text()
            for row in rows:
                shown = (out / row["folder"] / "index.html").read_text()
                if row["subject"] == "first":
                    self.assertIn("a.eml", shown)
                self.assertEqual(page.count(f'href="{row["folder"]}/index.html"'), 1)
                self.assertIn(row["source"], page)
            self.assertEqual([(tag, name) for tag, name, value in Attributes(page).found if name in ("src", "srcset", "data", "background")], [])
            self.assertIn("default-src 'none'", page)
            self.assertIn("prefers-color-scheme: dark", page)
            self.assertNotRegex(page, "[\x00-\x08\x0b-\x1f\x7f\u202e]|<script")
            if sources[0][0]:
                self.assertEqual(rows[1]["subject"], hostile)
                self.assertIsNone(rows[2]["subject"])
                self.assertIn('&lt;script&gt;x&lt;/script&gt;&quot;&amp;\\u{202E}\\x1B[31m</a>', page)
                self.assertIn("(no subject)", page)

    def test_the_index_names_documents_by_their_titles(self):
        (self.folder / "in").mkdir()
        (self.folder / "in" / "a.html").write_text("<title>A &lt;b>\n page</title><p>x")
        (self.folder / "in" / "b.html").write_text("<!doctype html><p>x")
        self.run_ok("extract", self.folder / "in", "-o", self.folder / "out")
        page = (self.folder / "out" / "index.html").read_text()
        self.assertEqual(re.findall('rel="noreferrer">([^<]*)</a>', page), ["A &lt;b&gt; page", "b.html"])

    def test_one_message_has_no_index(self):
        for options in ((), ("--message", "2")):
            files = self.extract(self.MBOX if options else self.MBOX[:self.MBOX.index("From ", 5)], *options)
            self.assertNotIn("index.jsonl", files)

    def test_one_of_them(self):
        for wanted, number in (("2", 2), ("3@x", 3), ("<1@x>", 1)):
            with self.subTest(wanted):
                self.assertIn(f"http://h.example/{number}\n".encode()[:-1], self.extract(self.MBOX, "--message", wanted)["index.html"])
        self.assertEqual(self.extract(self.MBOX, "--message", "4", status=1), {})
        self.assertIn("the requested message does not exist; there are 3\n", self.stderr)

    def test_standard_input(self):
        done = run("extract", "-o", self.folder / "out", input=self.MBOX.encode())
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("3/index.html", self.files(self.folder / "out"))


class Outputs(ExtractTest):
    MESSAGE = multipart(part("<img src=cid:a@x>"), part(PNG, "image/png", "Content-ID: <a@x>"))

    def test_nothing_is_overwritten(self):
        path, out = self.write("m.eml", self.MESSAGE), self.folder / "out"
        out.mkdir()
        self.run_ok("extract", path, "-o", out)
        (out / "mine").write_text("x")
        done = run("extract", path, "-o", out)
        self.assertEqual((done.returncode, (out / "mine").read_text()), (2, "x"))
        self.assertIn(b"--force", done.stderr)
        self.run_ok("extract", path, "-o", out, "--force")
        self.assertEqual(set(self.files(out)), {"index.html", "files/a.png"})
        file = self.write("x.warc", "mine")
        self.assertEqual((run("extract", path, "-o", file).returncode, file.read_text()), (2, "mine"))
        self.run_ok("extract", path, "-o", file, "--force")
        self.assertTrue(file.read_bytes().startswith(b"WARC/1.1\r\n"))
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["m.eml", "out", "x.warc"])

    def test_the_folder_that_one_works_in(self):
        path, inside = self.write("m.eml", self.MESSAGE), self.folder / "a" / "b"
        inside.mkdir(parents=True)
        number = inside.stat().st_ino
        for out in (".", "./", "..", "../..", inside, inside.parent, "../b/."):
            for options in ((), ("--force",)):
                with self.subTest(out=out, options=options):
                    done = run("extract", path, "-o", out, *options, cwd=inside)
                    self.assertEqual(done.returncode, 2, done.stderr)
                    self.assertIn(b"./page" if options or out not in ("..", "../..", inside.parent) else b"not empty", done.stderr)
        self.assertEqual((inside.stat().st_ino, list(inside.iterdir())), (number, []))
        self.run_ok("extract", path, "-o", inside)
        self.assertEqual(set(self.files(inside)), {"index.html", "files/a.png"})

    def test_wrong_usage(self):
        path = self.write("m.eml", self.MESSAGE)
        for arguments in ((path,), (path, path, "-o", self.folder / "x"), (path, "-o", "-"), (path, "-o", path),
                          (self.folder, "-o", self.folder / "x"), (path, "-o", self.folder, "--force")):
            with self.subTest(arguments):
                self.assertEqual(run("extract", *arguments).returncode, 2)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["m.eml"])

    def test_what_cannot_be_read(self):
        done = run("extract", self.folder / "none.eml", "-o", self.folder / "x")
        self.assertEqual(done.returncode, 1)
        done = run("extract", self.write("m.eml", self.MESSAGE), "-o", self.folder / "no" / "x")
        self.assertEqual(done.returncode, 3)
        self.assertEqual([p.name for p in self.folder.iterdir()], ["m.eml"])

    def test_a_disk_that_is_full(self):
        path = self.write("m.eml", multipart(part("<p>"), part(os.urandom(200_000), "image/png", "Content-ID: <a@x>")))
        for name in ("out", "x.warc", "x.warc.gz"):
            with self.subTest(name):
                done = run("extract", path, "-o", self.folder / name,
                           preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)))
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertIn(b"File too large", done.stderr)
                self.assertEqual([p.name for p in self.folder.iterdir()], ["m.eml"])

    def test_signals_leave_nothing(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number):
                process = subprocess.Popen([EXE, "extract", "-o", self.folder / "out"], stdin=subprocess.PIPE, stderr=subprocess.PIPE,
                                           preexec_fn=signals_by_default)
                for i in range(300):
                    process.stdin.write(f"From a@h.example Thu Jan  1 00:00:00 2004\nSubject: {i}\n\n{'x' * 10_000}\n\n".encode())
                process.stdin.flush()
                while process.poll() is None and not list(self.folder.glob(".mimebase.*/*/index.html")):
                    pass
                process.send_signal(number)
                _, told = process.communicate()
                self.assertEqual((process.returncode, told), (128 + number, b""))
                self.assertEqual(list(self.folder.iterdir()), [])

    def test_two_runs_give_the_same(self):
        path = self.write("m.eml", self.MESSAGE)
        for name in ("a.warc.gz", "b.warc.gz"):
            self.run_ok("extract", path, "-o", self.folder / name)
        self.assertEqual((self.folder / "a.warc.gz").read_bytes(), (self.folder / "b.warc.gz").read_bytes())


def read_warc(data):
    """Parses a WARC file by ISO 28500:2017 section 4: (fields in order, block). Fails on anything else."""
    records = []
    while data:
        head, mark, rest = data.partition(b"\r\n\r\n")
        assert mark, "a heading without an end"
        version, *lines = head.split(b"\r\n")
        assert version == b"WARC/1.1", version
        fields = {}
        for line in lines:
            name, colon, value = line.decode("utf-8").partition(":")
            assert colon and re.fullmatch(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+", name), line
            assert name not in fields, name
            fields[name] = value.strip()
        size = int(fields["Content-Length"])
        block, end = rest[:size], rest[size:size + 4]
        assert len(block) == size and end == b"\r\n\r\n", "a record without its end"
        data = rest[size + 4:]
        records.append((fields, block))
    return records


def gzip_members(data):
    members = []
    while data:
        unpacker = zlib.decompressobj(wbits=31)
        members.append(unpacker.decompress(data))
        assert unpacker.eof
        data = unpacker.unused_data
    return members


class Documents(ExtractTest):
    """A page that is no mail: it has no other parts."""

    PICTURE = "data:image/png;base64," + base64.b64encode(PNG).decode()
    PAGE = ("<!DOCTYPE html><!-- saved from url=(0013)http://h/d/p. --><html><head>|<title>t</title><link rel=stylesheet href='p_files/s.css'></head>"
            f"<img src='{PICTURE}'><img src='p_files/x.png'><a href='g'>h</a><iframe srcdoc='&lt;img src=x&gt;&lt;a href=i&gt;'></iframe>"
            "<form action='f'></form><a href='../../../../etc/passwd'>x</a></html>")
    MADE = ("<!DOCTYPE html><!-- saved from url=(0013)http://h/d/p. --><html><head>|<title>t</title><link rel=stylesheet href='about:invalid'></head>"
            f"<img src='{PICTURE}'><img src='about:invalid'><a href='http://h/d/g'>h</a><iframe srcdoc='&lt;img src=about:invalid&gt;&lt;a href=http://h/d/i&gt;'></iframe>"
            "<form action='about:invalid'></form><a href='http://h/../../../etc/passwd'>x</a></html>")

    def test_a_page(self):
        path = self.write("page.html", self.PAGE.replace("|", ""))
        self.run_ok("extract", path, "-o", self.folder / "out")
        self.assertEqual({"index.html": self.MADE.replace("|", TAG).encode()}, self.files(self.folder / "out"))
        self.run_ok("extract", "--content-type", "text/html", "-o", self.folder / "piped", input=path.read_bytes())
        self.assertEqual(self.files(self.folder / "out"), self.files(self.folder / "piped"))
        self.run_ok("extract", path, "--single-file", "-o", self.folder / "one.html")
        self.assertIn("<img src='about:invalid'>", (self.folder / "one.html").read_text())

    def test_a_warc_file(self):
        path = self.write("page.html", self.PAGE.replace("|", ""))
        self.run_ok("extract", path, "-o", self.folder / "x.warc")
        (_, info), (fields, block) = read_warc((self.folder / "x.warc").read_bytes())
        self.assertEqual(("http://h/d/p.", "text/html;charset=utf-8"), (fields["WARC-Target-URI"], fields["Content-Type"]))
        self.assertIn(b"<img src='http://h/d/p_files/x.png'>", block)

    def test_a_folder(self):
        """Each page has a folder. Other documents are skipped, as in a saved page with its pictures and style sheets."""
        for name, content in (("p.html", self.PAGE), ("p_files/s.css", "p{}"), ("p_files/x.png", PNG), ("q.xhtml", "<html xmlns='http://www.w3.org/1999/xhtml'/>"),
                              ("x.pdf", "%PDF-1.4\n"), ("m.eml", "Subject: s\n\nx\n")):
            self.write(f"in/{name}", content)
        done = run("extract", self.folder / "in", "-o", self.folder / "out")
        self.assertEqual((0, b"mimebase: 3 files or entries that are neither mail nor HTML pages were skipped\n"), (done.returncode, done.stderr))
        made = self.files(self.folder / "out")
        self.assertEqual({"index.html", "index.jsonl", "1/index.html", "2/index.html", "1/files/part-1.txt", "3/index.html", "3/files/q.xhtml"}, set(made))
        for name in ("p.html", "q.xhtml"):
            self.assertIn(name.encode(), made["index.html"])


class Warc(ExtractTest):
    MESSAGE = multipart(
        part("<img src='a b.png'><a href=x>x</a><img src=cid:c@x>", "text/html", located("http://h.example/d/p.html")),
        part(PNG, "image/png", located("a%20b.png")), part(PNG + b"2", "image/png", "Content-ID: <c@x>"),
        part("t\u00e4".encode("latin-1"), "text/plain; charset=ISO-8859-1"),
        fields="Date: Thu, 1 Jan 2004 01:30:00 +0200\nContent-Location: http://h.example/d/\n")

    def warc(self, name, message=None):
        self.run_ok("extract", self.write("m.eml", message or self.MESSAGE), "-o", self.folder / name)
        return (self.folder / name).read_bytes()

    def test_read_back(self):
        plain = self.warc("x.warc")
        members = gzip_members(self.warc("x.WARC.GZ"))
        records = read_warc(plain)
        self.assertEqual(b"".join(members), plain)
        self.assertEqual([len(read_warc(member)) for member in members], [1] * len(records), "a member a record")
        self.assertEqual([fields["WARC-Type"] for fields, _ in records], ["warcinfo"] + ["resource"] * 4)
        for fields, block in records:
            digest = base64.b32encode(hashlib.sha1(block).digest()).decode()
            self.assertEqual(fields["WARC-Block-Digest"], "sha1:" + digest)
            self.assertRegex(fields["WARC-Record-ID"], r"\A<urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}>\Z")
            self.assertEqual(fields["WARC-Date"], "2003-12-31T23:30:00Z")
        self.assertEqual(len({fields["WARC-Record-ID"] for fields, _ in records}), 5)
        resources = {fields["WARC-Target-URI"]: (fields["Content-Type"], block) for fields, block in records[1:]}
        text = next(uri for uri in resources if uri.startswith("urn:uuid:"))
        self.assertEqual(resources, {
            "http://h.example/d/p.html": ("text/html;charset=utf-8", b"<img src='http://h.example/d/a%20b.png'><a href=http://h.example/d/x>x</a><img src=cid:c@x>"),
            "http://h.example/d/a%20b.png": ("image/png", PNG), "cid:c@x": ("image/png", PNG + b"2"),
            text: ("text/plain;charset=iso-8859-1", "t\u00e4".encode("latin-1"))})
        for fields, _ in records[1:]:
            self.assertEqual(fields["WARC-Warcinfo-ID"], records[0][0]["WARC-Record-ID"])

    def test_every_part_once(self):
        inner = "Subject: i\n" + multipart(part("<p>i"), part(PNG, "image/png"), boundary="b1")
        message = multipart(part("<p>o"), f"Content-Type: message/rfc822\n\n{inner}\n", part(b"x" * 99, "application/x-y"), kind="mixed")
        blocks = [block for fields, block in read_warc(self.warc("x.warc", message)) if fields["WARC-Type"] == "resource"]
        self.assertEqual(sorted(blocks), sorted([b"<p>o", b"<p>i", PNG, b"x" * 99]))

    def test_hostile_locations(self):
        message = multipart(part("<p>", "text/html", located("http://h.example/a\tb\u00e4<>\"{}")), part("x", "text/plain", "Content-ID: <a\r b>"))
        for fields, _ in read_warc(self.warc("x.warc", message))[1:]:
            self.assertRegex(fields["WARC-Target-URI"], r"\A[!-~]+\Z")


class RealMail(ExtractTest):
    """With messages that this project did not write: each leaf part exists once, with a safe name."""

    @unittest.skipUnless(corpora_files(), "no corpora")
    def test_every_part_of_every_message(self):
        parts = 0
        paths = corpora_files()[::11]
        of_path = collections.defaultdict(list)
        for row in rows_of(run("tree", "--format", "jsonl", *paths).stdout):
            of_path[row["source"]].append(row)
        self.assertLessEqual(of_path.keys(), set(map(str, paths)))
        for path in paths:
            rows = of_path[str(path)]
            # A zip file is a container without parts.
            inside = {row["part"].rpartition(".")[0] for row in rows}
            leaves = [row for row in rows if row["searched"] not in ("container", "limit")
                      or (row["searched"], row["content_type"]) == ("container", "application/zip") and row["part"] not in inside]
            with self.subTest(path.name):
                warc = self.folder / "x.warc"
                done = run("extract", path, "-o", warc, "--force")
                self.assertIn(done.returncode, (0, 1), done.stderr)
                records = read_warc(warc.read_bytes()) if rows else []
                self.assertEqual(len(records), len(leaves) + 1 if rows else 0)
                for options in ([], ["--single-file", "--no-active"]):
                    out = self.folder / "out"
                    done = run("extract", path, "-o", out, "--force", *options)
                    self.assertIn(done.returncode, (0, 1), done.stderr)
                    for name in self.files(out):
                        self.assertRegex(name, rf"\A(index\.jsonl|(\d+/)?(index\.html|files/{NAME.pattern}))\Z")
                    shutil.rmtree(out, ignore_errors=True)
                warc.unlink(missing_ok=True)
            parts += len(leaves)
        self.assertGreater(parts, 100)


def picture(width, height):
    """A PNG of one colour."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + b"\x80" * 3 * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


@unittest.skipUnless(shutil.which("chromium") and shutil.which("node") and
                     (ROOT / "build-browser/node_modules/playwright-core").is_dir(),
                     "no Chromium, Node or playwright-core: tests/browser/run brings them")
class InChromium(ExtractTest):
    def test_a_web_archive(self):
        page = ("<!DOCTYPE html><html><head><base href='http://h.example/d/'><link rel=stylesheet href=a.css crossorigin></head><body>"
                "<img src=a.png><img srcset='b.png 1x'><img src=i.svg><p style='background:url(&quot;b.png&quot;)'>p</p>"
                "<iframe src=f.html></iframe><iframe srcdoc='<img src=a.png><a href=x>x</a>'></iframe><noscript><img src=b.png></noscript>"
                "<a href=f.html#x>f</a><a href=far.html>far</a><a href='mailto:a@h.example'>m</a></body></html>")
        frame = "<!DOCTYPE html><img src=b.png><img src='http://h.example/none.png'><a href=p.html>p</a><iframe src=g.html></iframe>"
        svg = "<svg xmlns='http://www.w3.org/2000/svg' width='30' height='20'><rect width='9' height='9'/></svg>"
        archive = self.write("a.mht", multipart(
            part(page, "text/html", located("http://h.example/d/p.html")), part(frame, "text/html", located("http://h.example/d/f.html")),
            part("<p>deep<img src=a.png>", "text/html", located("http://h.example/d/g.html")),
            part("@import 'b.css'; body{background:url(a.png)}", "text/css", located("http://h.example/d/a.css")),
            part("p::after{content:'';background:url(i.svg)}", "text/css", located("http://h.example/d/b.css")),
            part(picture(7, 3), "image/png", located("http://h.example/d/a.png")), part(picture(9, 4), "image/png", located("http://h.example/d/b.png")),
            part(svg, "image/svg+xml", located("http://h.example/d/i.svg"))))
        done = subprocess.run([ROOT / "tests/browser/run", "--extract", "--exe", EXE, archive], capture_output=True, timeout=300)
        told = done.stdout.decode()
        self.assertEqual((done.returncode, told.splitlines()[-1]), (0, "3 passed, 0 failed"), told)
        # Pages, images, backgrounds, links, differences.
        self.assertEqual(re.findall(r"^a\.mht +folder +(\d+) +(\d+) +(\d+) +(\d+) +(\d+)$", told, re.M), [("4", "8", "3", "5", "0")], told)


if __name__ == "__main__":
    unittest.main()
