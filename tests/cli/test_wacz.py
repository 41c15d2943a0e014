"""`extract -o x.wacz`: WACZ 1.1.1, read by a reader of its own: every digest, every line of the index, every page."""

import base64
import gzip
import hashlib
import html.parser
import io
import json
import random
import re
import struct
import unittest
import urllib.parse
import zipfile
import zlib

from support import CliTest, corpora_files, rows_of, run

GIF = base64.b64decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
PNG = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")
HEADER = {"format": "json-pages-1.0", "id": "pages", "title": "All Pages", "hasText": True}


def message(html, *parts, message_id="a@example.org", subject="S", date="Fri, 05 Jan 2024 12:11:12 +0200", fields=()):
    """HTML mail with parts (media type, bytes, fields)."""
    lines = ["From: a@example.org"]
    lines += [f"Message-ID: <{message_id}>"] if message_id is not None else []
    lines += [f"Subject: {subject}"] if subject is not None else []
    lines += [f"Date: {date}"] if date is not None else []
    lines += [*fields, "MIME-Version: 1.0"]
    if not parts:
        return "\n".join(lines + ["Content-Type: text/html; charset=utf-8", "", html, ""])
    lines += ["Content-Type: multipart/related; boundary=b0", "", "--b0", "Content-Type: text/html; charset=utf-8", "", html]
    for kind, content, *own in parts:
        lines += ["--b0", f"Content-Type: {kind}", *own, "Content-Transfer-Encoding: base64", "", base64.encodebytes(content).decode()]
    return "\n".join(lines + ["--b0--", ""])


def mbox(messages):
    return "".join(f"From a@b Mon Jan  1 00:00:00 2024\n{one}\n" for one in messages)


def plain(number, **more):
    return message(f"<p>Message {number}</p>", message_id=f"m{number}@example.org", **more)


def key_of(url):
    """The sort key of an index, by the words of its definition."""
    if not url.startswith(("http:", "https:")):
        return url
    parsed = urllib.parse.urlsplit(re.sub(r"^(https?://)www\d*\.", r"\1", url).lower())
    host, _, port = parsed.netloc.rpartition("@")[2].partition(":")
    query = "?" + "&".join(sorted(parsed.query.split("&"))) if parsed.query else ""
    return ",".join(reversed(host.split("."))) + (":" + port if port else "") + ")" + parsed.path + query


class Hrefs(html.parser.HTMLParser):
    """The links of a page."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found += [value or "" for name, value in attrs if (tag, name) in (("a", "href"), ("area", "href"))][:1]


class Wacz:
    """A WACZ file that keeps every rule that is checked here."""

    def __init__(self, test, data):
        self.zip = zipfile.ZipFile(io.BytesIO(data))
        test.assertIsNone(self.zip.testzip())
        self.names = self.zip.namelist()
        test.assertEqual({one.compress_type for one in self.zip.infolist()}, {zipfile.ZIP_STORED})
        self.package = json.loads(self.zip.read("datapackage.json"))
        self.check_package(test)
        self.warc = self.zip.read("archive/data.warc.gz")
        self.lines = self.index_lines(test)
        self.records = {}  # by URL and time: header fields, block
        self.check_index(test)
        pages = self.zip.read("pages/pages.jsonl").decode("utf-8").split("\n")
        test.assertEqual(pages.pop(), "")
        test.assertEqual(json.loads(pages[0]), HEADER)
        self.pages = [json.loads(line) for line in pages[1:]]
        self.check_pages(test)

    def check_package(self, test):
        test.assertEqual(self.package["profile"], "data-package")
        test.assertEqual(self.package["wacz_version"], "1.1.1")
        test.assertRegex(self.package["software"], r"\Amimebase \d")
        test.assertRegex(self.package["created"], r"\A\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\Z")
        resources = {one["path"]: one for one in self.package["resources"]}
        test.assertEqual(set(resources), set(self.names) - {"datapackage.json", "datapackage-digest.json"})
        for path, one in resources.items():
            content = self.zip.read(path)
            test.assertEqual(one["hash"], "sha256:" + hashlib.sha256(content).hexdigest(), path)
            test.assertEqual((one["bytes"], one["name"]), (len(content), path.split("/")[-1]))
        digest = "sha256:" + hashlib.sha256(self.zip.read("datapackage.json")).hexdigest()
        test.assertEqual(json.loads(self.zip.read("datapackage-digest.json")), {"path": "datapackage.json", "hash": digest})

    def index_lines(self, test):
        if "indexes/index.cdx" in self.names:
            test.assertNotIn("indexes/index.cdx.gz", self.names)
            lines = self.zip.read("indexes/index.cdx").splitlines(True)
            test.assertLess(len(lines), 3000)
            return lines
        compressed = self.zip.read("indexes/index.cdx.gz")
        meta, *members = self.zip.read("indexes/index.idx").decode().splitlines()
        test.assertEqual(meta, '!meta 0 {"format": "cdxj-gzip-1.0", "filename": "index.cdx.gz"}')
        lines, end = [], 0
        for line in members:
            key, described = line.split(" ", 1)
            one = json.loads(described)
            test.assertEqual((one["offset"], one["filename"]), (end, "index.cdx.gz"))
            end += one["length"]
            member = compressed[one["offset"]:end]
            test.assertEqual(one["digest"], "sha256:" + hashlib.sha256(member).hexdigest())
            inside = gzip.decompress(member).splitlines(True)
            test.assertEqual(inside[0].split(b" ")[0].decode(), key)
            test.assertTrue(len(inside) == 3000 or line is members[-1])
            lines += inside
        test.assertEqual(end, len(compressed))
        test.assertGreaterEqual(len(lines), 3000)
        return lines

    def check_index(self, test):
        test.assertEqual(self.lines, sorted(self.lines))
        ends = []
        for line in self.lines:
            key, digits, described = line.decode("ascii").split(" ", 2)
            one = json.loads(described)
            start = int(one["offset"])
            stream = zlib.decompressobj(31)
            record = stream.decompress(self.warc[start:start + int(one["length"])])
            test.assertTrue(stream.eof and not stream.unused_data, "a gzip member")
            head, block = record.split(b"\r\n\r\n", 1)
            fields = dict(field.split(": ", 1) for field in head.decode("ascii").split("\r\n")[1:])
            test.assertTrue(block.endswith(b"\r\n\r\n"))
            block = block[:-4]
            test.assertEqual(len(block), int(fields["Content-Length"]))
            test.assertEqual((fields["WARC-Type"], fields["WARC-Target-URI"]), ("resource", one["url"]))
            test.assertEqual(re.sub(r"\D", "", fields["WARC-Date"]), digits)
            test.assertEqual(one["digest"], "sha256:" + hashlib.sha256(block).hexdigest())
            test.assertEqual(one["mime"], fields["Content-Type"].split(";")[0])
            test.assertEqual((one["status"], one["filename"]), ("200", "data.warc.gz"))
            test.assertEqual(key, key_of(one["url"]))
            self.records[one["url"], fields["WARC-Date"]] = (fields, block)
            ends.append((start, start + int(one["length"])))
        ends.sort()
        test.assertEqual([end for _, end in ends[:-1]], [start for start, _ in ends[1:]], "no record without a line")
        test.assertTrue(not ends or ends[-1][1] == len(self.warc))

    def check_pages(self, test):
        test.assertEqual(len({page["id"] for page in self.pages}), len(self.pages))
        test.assertEqual(len({page["url"] for page in self.pages}), len(self.pages))
        for page in self.pages:
            test.assertRegex(page["url"], r"\Ahttps?://[!-~]+\Z")
            test.assertIn((page["url"], page["ts"]), self.records)

    def block(self, url):
        return next(block for (one, _), (_, block) in self.records.items() if one == url)

    def urls(self):
        return [url for url, _ in self.records]


class WaczTest(CliTest):
    def wacz(self, content, *options, name="m.mbox", status=0):
        path = self.write(name, content)
        done = run("extract", path, "-o", self.folder / "x.wacz", "--force", *options)
        self.assertEqual(done.returncode, status, done.stderr)
        self.stderr = done.stderr.decode()
        return Wacz(self, (self.folder / "x.wacz").read_bytes())


class Pages(WaczTest):
    def test_a_message(self):
        text = message('<title>T</title><p>Hello <b>wor</b>ld<p>two<img src="cid:i@x"><a href="http://h.example/a?b&amp;c">l</a>',
                       ("image/gif", GIF, "Content-ID: <i@x>"), message_id="a/b@c", subject="=?utf-8?q?S=C3=BC=22?=")
        made = self.wacz(text, name="m.eml")
        page, = made.pages
        self.assertEqual(page["url"], "https://mail.invalid/a%2Fb@c/")
        self.assertEqual((page["title"], page["ts"], page["text"]), ('Sü"', "2024-01-05T10:11:12Z", "Hello world two l"))
        self.assertIn(b'<img src="https://mail.invalid/a%2Fb@c/2"><a href="http://h.example/a?b&amp;c">', made.block(page["url"]))
        self.assertEqual(made.block(page["url"] + "2"), GIF)
        original = "urn:sha256:" + hashlib.sha256(text.encode()).hexdigest()
        self.assertEqual(made.block(original), text.encode())
        self.assertEqual(made.records[original, page["ts"]][0]["Content-Type"], "message/rfc822")
        self.assertEqual(len(made.records), 3)
        self.assertEqual((made.package["title"], made.package["created"]), ("m.eml", page["ts"]))
        self.assertEqual((made.package["mainPageUrl"], made.package["mainPageDate"]), (page["url"], page["ts"]))

    def test_urls_of_pages(self):
        located = ("Content-Location: HTTP://WWW.Example.org:80/a/../b c.html#f",)
        snapshot = ("Snapshot-Content-Location: https://example.org/s",)
        digest = "[0-9a-f]{64}"
        cases = [
            (message("a", fields=snapshot + located), r"https://example\.org/s"),
            (message("b", fields=located), r"http://www\.example\.org/b%20c\.html"),
            (message("c", fields=("Content-Location: c.html", "Content-Base: http://h.example/d/")), r"http://h\.example/d/c\.html"),
            (message("d", fields=("Content-Location: file:///C:/x.html",), message_id="d@x"), r"https://mail\.invalid/d@x/"),
            (message("e", fields=("Content-Location: mid:e@x",), message_id="e@x"), r"https://mail\.invalid/e@x/"),
            (message("f", fields=("Content-Location: http://[bad/",), message_id="f@x"), r"https://mail\.invalid/f@x/"),
            (message("g", message_id=None), f"https://mail\\.invalid/{digest}/"),
            (message("h", message_id="x#y?z %&\"@h"), r"https://mail\.invalid/x%23y%3Fz%20%25&%22@h/"),
            (message("i", message_id="i" * 3000 + "@x"), f"https://mail\\.invalid/{digest}/"),
            (message("j", message_id="j@x", fields=(f"Content-Location: http://h.example/{'j' * 3000}",)), r"https://mail\.invalid/j@x/"),
        ]
        made = self.wacz(mbox(text for text, _ in cases))
        for page, (_, expected) in zip(made.pages, cases, strict=True):
            self.assertRegex(page["url"], rf"\A{expected}\Z")

    def test_retrieval_url(self):
        made = self.wacz(message("a"), "--retrieval-url", "http://h.example/p.html", name="m.eml")
        self.assertEqual(made.pages[0]["url"], "http://h.example/p.html")

    def test_a_document(self):
        made = self.wacz('<!-- saved from url=(0022)http://h.example/p.html --><title>T</title><a href="x">l</a>', name="p.html")
        page, = made.pages
        self.assertEqual((page["url"], page["title"]), ("http://h.example/p.html", "T"))
        self.assertIn(b'href="http://h.example/x"', made.block(page["url"]))
        original, = [url for url in made.urls() if url.startswith("urn:")]
        self.assertEqual(made.records[original, page["ts"]][0]["Content-Type"], "text/html")

    def test_plain_mail(self):
        made = self.wacz("From: a@b.example\nMessage-ID: <p@x>\n\nSee http://h.example/x.\n", name="m.eml")
        page, = made.pages
        self.assertEqual((page["url"], page["title"], page["ts"], page["text"]),
                         ("https://mail.invalid/p@x/", "https://mail.invalid/p@x/", "1970-01-01T00:00:00Z", "See http://h.example/x."))
        self.assertIn(b'<a href="http://h.example/x"', made.block(page["url"]))
        self.assertNotIn(b"Content-Security-Policy", made.block(page["url"]))

    def test_attachments(self):
        inner = message("<p>inner", message_id="inner@x").replace("\n", "\r\n").encode()
        text = ("Message-ID: <o@x>\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=m\n\n--m\nContent-Type: text/html\n\n<p>outer\n"
                "--m\nContent-Type: application/pdf\nContent-Disposition: attachment; filename=a.pdf\n\n%PDF-\n"
                f"--m\nContent-Type: message/rfc822\n\n{inner.decode()}\n--m--\n")
        made = self.wacz(text, name="m.eml")
        html = made.block("https://mail.invalid/o@x/").decode()
        for url in re.findall(r'href="(https://mail\.invalid/[^"]*)"', html):
            self.assertIn(url, made.urls())
        self.assertIn('href="https://mail.invalid/o@x/2"', html)
        self.assertIn(b"<p>inner", made.block("https://mail.invalid/o@x/3"))
        self.assertEqual(len(made.pages), 1)

    def test_references_to_parts(self):
        html = ('<img src="cid:a@x"><img src="http://www.example.org/p.png"><iframe src="cid:f@x"></iframe><a href="cid:f@x#there">l</a>'
                "<style>p { background: url(cid:a@x) }</style>")
        made = self.wacz(message(html, ("image/gif", GIF, "Content-ID: <a@x>"),
                                 ("image/png", PNG, "Content-Location: http://www.example.org/p.png"),
                                 ("text/html", b'<img src="cid:a@x">', "Content-ID: <f@x>"),
                                 ("image/png", PNG, "Content-Location: p.png")), name="m.eml")
        base = "https://mail.invalid/a@example.org/"
        page = made.block(base).decode()
        for text in (f'<img src="{base}2"><img src="http://www.example.org/p.png"><iframe src="{base}4"></iframe><a href="{base}4#there">',
                     f"url({base}2)"):
            self.assertIn(text, page)
        self.assertEqual(made.block(base + "4").decode(), f'<img src="{base}2">')
        self.assertEqual(made.block("http://www.example.org/p.png"), PNG)
        self.assertEqual(made.block(base + "5"), PNG, "a Content-Location that is not absolute")

    def test_two_parts_of_one_location(self):
        location = "Content-Location: http://h.example/p"
        made = self.wacz(message('<img src="http://h.example/p">', ("image/gif", GIF, location), ("image/png", PNG, location)), name="m.eml")
        self.assertEqual(made.block("http://h.example/p"), GIF)
        self.assertEqual(made.block("https://mail.invalid/a@example.org/3"), PNG)

    def test_no_link_changes_its_target(self):
        html = '<base href="http://b.example/d/"><a href="x">1</a><a href="../y?z#f">2</a><a href="#top">3</a><a href="mailto:a@b">4</a>'
        made = self.wacz(message(html), name="m.eml")
        page = made.block(made.pages[0]["url"]).decode()
        self.assertIn('<base href="#"><a href="http://b.example/d/x">1</a><a href="http://b.example/y?z#f">2</a>', page)
        self.assertIn('<a href="mailto:a@b">4</a>', page)
        unresolved = self.wacz(message('<a href="x/y.html">1</a>'), name="m.eml")
        self.assertIn(b'<a href="x/y.html">', unresolved.block(unresolved.pages[0]["url"]))

    def test_no_active(self):
        made = self.wacz(message('<script>1</script><img src="http://h.example/t.gif"><img src="cid:a@x">', ("image/gif", GIF, "Content-ID: <a@x>")),
                         "--no-active", name="m.eml")
        page = made.block(made.pages[0]["url"]).decode()
        self.assertNotIn("<script>1", page)
        self.assertIn('<img src="about:invalid"><img src="https://mail.invalid/a@example.org/2">', page)

    def test_the_text_is_bounded(self):
        words = "w\u00fcrd " * 20000
        for text in (message(f"<p>{words}"), f"Message-ID: <l@x>\nContent-Type: text/plain; charset=utf-8\n\n{words}\n"):
            page, = self.wacz(text, name="m.eml").pages
            size = len(page["text"].encode())
            self.assertTrue((16 << 10) - 8 < size <= 16 << 10, size)
            self.assertTrue(words.startswith(page["text"]))


class Collections(WaczTest):
    def test_messages_of_one_url(self):
        own = [message(f'<p>{i}<img src="cid:a@x"><img src=cid:a@x>', ("image/gif", bytes([i]) * 9, "Content-ID: <a@x>")) for i in range(4)]
        own.insert(1, message("natural", fields=("Content-Location: https://mail.invalid/a@example.org/?2",)))
        made = self.wacz(mbox(own))
        base = "https://mail.invalid/a@example.org/"
        self.assertEqual([page["url"] for page in made.pages], [base, base + "?2", base + "?3", base + "?4", base + "?5"])
        for i, suffix in ((0, ""), (1, "?3"), (2, "?4"), (3, "?5")):
            self.assertIn(f'<p>{i}<img src="{base}2{suffix}"><img src={base}2{suffix}>'.encode(), made.block(base + suffix))
            self.assertEqual(made.block(f"{base}2{suffix}"), bytes([i]) * 9)

    def test_a_url_with_a_query(self):
        text = message("a", fields=("Content-Location: http://h.example/p?a=1&b=2",))
        made = self.wacz(mbox([text, text]))
        self.assertEqual([page["url"] for page in made.pages], ["http://h.example/p?a=1&b=2", "http://h.example/p?a=1&b=2?2"])

    def test_one_url_with_several_contents(self):
        """Pictures of one URL and date, but with other bytes: each page has the second in which its picture is recorded."""
        def snapshot(number, picture, date):
            return message('<img src="http://h.example/p">', ("image/gif", picture, "Content-Location: http://h.example/p"),
                           message_id=f"{number}@x", date=date)
        date = "Fri, 05 Jan 2024 10:11:12 +0000"
        made = self.wacz(mbox([snapshot(1, b"one", date), snapshot(2, b"two", date), snapshot(3, b"one", date), snapshot(4, b"three", date),
                               snapshot(5, b"four", None), snapshot(6, b"five", None)]))
        blocks = [made.records["http://h.example/p", page["ts"]][1] for page in made.pages]
        self.assertEqual(blocks, [b"one", b"two", b"one", b"three", b"four", b"five"])
        self.assertEqual([page["ts"][-3:] for page in made.pages], ["12Z", "13Z", "12Z", "14Z", "00Z", "01Z"])
        last = "Fri, 31 Dec 9999 23:59:59 +0000"
        made = self.wacz(mbox([snapshot(1, b"one", last), snapshot(2, b"two", last)]))
        self.assertEqual([page["ts"] for page in made.pages], ["9999-12-31T23:59:59Z"] * 2, "there is no later second")

    def test_page_url(self):
        listed = ("List-Id: The \"dev.\" list <dev.example.org>",)
        made = self.wacz(mbox([plain(1, fields=listed), plain(2), message("x", message_id=None), message("y", message_id="a/b@c")]),
                         "--page-url", "http://ARCHIVE.example/{list}/{message}/{message_id:path}")
        digest = hashlib.sha256(message("x", message_id=None).encode()).hexdigest()
        self.assertEqual([page["url"] for page in made.pages],
                         ["http://archive.example/dev/1/m1@example.org", "http://archive.example//2/m2@example.org",
                          f"http://archive.example//3/{digest}", "http://archive.example//4/a%2Fb@c"])
        same = self.wacz(mbox([message('<img src="cid:a@x">', ("image/gif", GIF, "Content-ID: <a@x>"))] * 2), "--page-url", "http://h.example/p")
        self.assertEqual(same.block("http://h.example/p/2?2"), GIF)
        self.assertEqual(same.block("http://h.example/p?2"), b'<img src="http://h.example/p/2?2">')

    def test_unusable_page_urls(self):
        path = self.write("m.eml", plain(1))
        for template, said in (("http://h.example/{x}", "unknown field {x}"), ("http://h.example/{message", 'without "}"'), ("http://h.example/}", 'without "{"'),
                               ("ftp://h.example/{message}", "not an http"), ("{message}", "not an http"), ("http://h.example/{message}#f", "fragment"),
                               ("http://h.example/{message_id}", "unknown field"), ("http://h.example/{message_id:query}", "unknown field")):
            self.assert_fails(2, said, "extract", path, "-o", self.folder / "x.wacz", "--page-url", template)
        for option in (("--page-url", "http://h.example/{message}"), ("--split", "2")):
            for name in ("x", "x.warc.gz"):
                self.assert_fails(2, "need a WACZ file", "extract", path, "-o", self.folder / name, *option)
        self.assertEqual([one.name for one in self.folder.iterdir()], ["m.eml"])

    def test_split(self):
        path = self.write("m.mbox", mbox(plain(i) for i in range(5)))
        self.run_ok("extract", path, "-o", self.folder / "x.WACZ", "--split", "2")
        self.assertEqual(sorted(one.name for one in self.folder.iterdir()), ["m.mbox", "x-1.WACZ", "x-2.WACZ", "x-3.WACZ"])
        made = [Wacz(self, (self.folder / f"x-{i}.WACZ").read_bytes()) for i in (1, 2, 3)]
        self.assertEqual([[page["title"] for page in one.pages] for one in made], [["S"] * 2, ["S"] * 2, ["S"]])
        self.assertEqual([url for one in made for url in one.urls() if url.startswith("https:")],
                         [f"https://mail.invalid/m{i}@example.org/" for i in range(5)])
        (self.folder / "x-1.WACZ").unlink()
        before = (self.folder / "x-2.WACZ").read_bytes()
        self.assert_fails(2, "x-2.WACZ: exists: use --force", "extract", path, "-o", self.folder / "x.WACZ", "--split", "2")
        self.assertEqual((self.folder / "x-2.WACZ").read_bytes(), before)
        self.run_ok("extract", path, "-o", self.folder / "x.WACZ", "--split", "9", "--force")
        self.assertEqual(len(Wacz(self, (self.folder / "x-1.WACZ").read_bytes()).pages), 5)

    def test_an_existing_file(self):
        path = self.write("m.eml", plain(1))
        old = self.write("x.wacz", "mine")
        self.assert_fails(2, "x.wacz: exists: use --force", "extract", path, "-o", old)
        self.assertEqual(old.read_bytes(), b"mine")
        self.run_ok("extract", path, "-o", old, "--force")
        Wacz(self, old.read_bytes())

    def test_a_pipe_is_refused(self):
        path = self.write("m.eml", plain(1))
        (self.folder / "x.wacz").symlink_to("/dev/null")
        self.assert_fails(3, "is not a regular file", "extract", path, "-o", self.folder / "x.wacz")

    def test_one_message_of_many(self):
        made = self.wacz(mbox(plain(i) for i in range(3)), "--message", "2")
        self.assertEqual([page["text"] for page in made.pages], ["Message 1"])
        again = self.wacz(mbox(plain(i) for i in range(3)), "--message", "m2@example.org")
        self.assertEqual([page["text"] for page in again.pages], ["Message 2"])

    def test_a_folder_of_messages(self):
        for i in range(3):
            self.write(f"in/{i}.eml", plain(i))
        self.run_ok("extract", self.folder / "in", "-o", self.folder / "x.wacz")
        made = Wacz(self, (self.folder / "x.wacz").read_bytes())
        self.assertEqual([page["text"] for page in made.pages], ["Message 0", "Message 1", "Message 2"])
        self.assertEqual(made.package["title"], "in")

    def test_same_bytes(self):
        path = self.write("m.mbox", mbox(message(f'{i}<img src="cid:a@x">', ("image/gif", GIF, "Content-ID: <a@x>"), message_id=f"{i % 7}@x")
                                         for i in range(60)))
        made = []
        for number, options in enumerate(((), (), ("-j1",), ("-j3",), ("--no-isolation",))):
            out = self.folder / f"{number}" / "x.wacz"
            out.parent.mkdir()
            self.run_ok("extract", path, "-o", out, *options)
            made.append(out.read_bytes())
        self.assertEqual(len(set(made)), 1)
        Wacz(self, made[0])

    def test_the_pair_of_indexes(self):
        """From 3,000 lines on. Each message has two: its page and itself."""
        for count in (1499, 1500, 3001):
            made = self.wacz(mbox(plain(i) for i in range(count)))
            self.assertEqual(len(made.lines), 2 * count)
            self.assertEqual("indexes/index.idx" in made.names, count >= 1500)
            self.assertEqual(len(made.pages), count)


class Hostile(WaczTest):
    def test_subjects_and_urls(self):
        seed = 20261128
        source = random.Random(seed)
        alphabet = "".join(map(chr, range(1, 0x30))).replace("\n", "").replace("\r", "") + '"\\<>{}|^`\u202e\u2028\x7f\u00e9%'
        texts = []
        for i in range(60):
            some = "".join(source.choices(alphabet, k=source.choice([1, 30, 1000])))
            own = {"subject": some, "message_id": some.replace(">", "").replace("<", "") + "@x",
                   "fields": (source.choice(["Content-Location: ", "Content-Location: http://h.example/", "X: "]) + some,)}
            texts.append(message(f'<p>{i}<img src="cid:a@x">', ("image/gif", GIF, "Content-ID: <a@x>", "Content-Location: http://h.example/" + some), **own))
        long = "long " * 20000
        texts += [message("l", subject=long, message_id="l" * 100000 + "@x"), message("m", fields=("Content-Location: http://h.example/" + "m" * 100000,)),
                  message('<img src="cid:a@x">', ("image/gif", GIF, "Content-ID: <a@x>", "Content-Location: http://h.example/" + "n" * 100000))]
        path = self.write("m.mbox", mbox(texts))
        done = run("extract", path, "-o", self.folder / "x.wacz")
        self.assertIn(done.returncode, (0, 1), done.stderr[:500])
        made = Wacz(self, (self.folder / "x.wacz").read_bytes())
        self.assertEqual(len(made.pages), len(texts), f"seed {seed}")

    def test_mail_of_others(self):
        paths = [path for path in corpora_files() if path.stat().st_size < 1 << 20]
        if not paths:
            self.skipTest("no corpora")
        seed, compared = 20261129, 0
        self.unequal = []
        for path in random.Random(seed).sample(sorted(paths), 60):
            out = self.folder / "x.wacz"
            done = run("extract", path, "-o", out, "--force")
            if out.exists():
                made = Wacz(self, out.read_bytes())
                self.assertTrue(made.pages or done.returncode, f"{path}, seed {seed}")
                compared += self.compare_links(made, path)
                out.unlink()
            else:
                self.assertNotEqual((done.returncode, done.stderr), (0, b""), path)
        self.assertEqual(self.unequal, [], f"seed {seed}")
        self.assertGreater(compared, 20, f"links, seed {seed}")

    def compare_links(self, made, path):
        """Each link of a page leads where `links` says that the message's leads. Returns how many were compared."""
        expected = {}  # by message and part
        for row in rows_of(run("links", "--format", "jsonl", path).stdout):
            if row["context"] in ("a@href", "area@href"):
                own = row["target_part"] if row["status"] == "part" else row["resolved"] if row["status"] == "resolved" else row["reference"]
                expected.setdefault(row["message"], {}).setdefault(row["part"], []).append(own)
        compared = 0
        for number, page in enumerate(made.pages, 1):
            if made.block(page["url"]).startswith(b'<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n'):
                continue  # a message without HTML of its own
            lists = expected.get(number, {}).values()
            start = page["url"] if page["url"].endswith("/") else page["url"] + "/"
            links = [url.removeprefix(start) for url in Hrefs(made.block(page["url"]).decode("utf-8-sig")).found]
            if any(len(one) <= len(links) and one == links[:len(one)] for one in lists):
                compared += len(links)
            elif lists:
                self.unequal.append((str(path), page["url"], list(lists), links))
        return compared


if __name__ == "__main__":
    unittest.main()
