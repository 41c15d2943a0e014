"""The rows of the Python module equal the command's JSON Lines, for samples, corpora, hostile mail and options."""

import bz2
import datetime
import gzip
import os
import pickle
import re
import tempfile

from package import SAMPLES, PythonTest, main, mimebase, plain
from support import corpora_files, sample_files
from test_hostile import SURVIVED

MBOX = SAMPLES / "three.mbox"
LATIN = b"From: =?iso-8859-1?q?J=FCrgen?= <j@example.org>\nSubject: caf\xe9 \xff\xfe \xf0\x9f\x98\n" \
        b"Content-Type: text/html; charset=utf-8\nContent-Location: http://example.org/\xe9/\n\n" \
        b"<a href=\"\xe9\xff?\xc3\">\xff\xe9 text \xed\xa0\x80</a><img src=x\xe9\x00y>\n"
COMMANDS = ("links", "tree", "check", "compare")
# The option of the command and the keyword; `links` first.
OPTIONS = [
    ("links", ["--rules", "whatwg"], {"rules": "whatwg"}),
    ("links", ["--rules", "draft-05", "--full"], {"rules": "draft-05", "full": True}),
    ("links", ["--retrieval-url", "http://retrieval.example/a/b"], {"retrieval_url": "http://retrieval.example/a/b"}),
    ("links", ["--base-headers", "base"], {"base_headers": "base"}),
    ("links", ["--base-headers", "content-location,base"], {"base_headers": ["content-location", "base"]}),
    ("links", ["--status", "resolved,part"], {"status": "resolved,part"}),
    ("links", ["--status", "same-document"], {"status": ["same-document"]}),
    ("links", ["--context", "a@*"], {"context": "A@*"}),
    ("links", ["--context", "img@*", "--context", "header:*"], {"context": ["img@*", "header:*"]}),
    ("links", ["--host", "*.example.org"], {"host": "*.EXAMPLE.org"}),
    ("links", ["--hidden", "style,comment"], {"hidden": "style,comment"}),
    ("links", ["--hidden", "none"], {"hidden": ["none"]}),
    ("links", ["--message", "2"], {"message": 2}),
    ("links", ["--template", "http://example.org/?{url:query}"], {"template": "http://example.org/?{url:query}"}),
    ("links", ["--part", "2*", "--part", "HEADER"], {"part": ["2*", "HEADER"]}),
    ("tree", ["--attachments"], {"attachments": True}),
    ("links", ["--since", "2024-11-15", "--until", "2024-11-17"],
     {"since": datetime.date(2024, 11, 15), "until": "2024-11-17"}),
    ("tree", ["--since", "2024-11-15T00:00:00Z"], {"since": datetime.datetime(2024, 11, 15, tzinfo=datetime.timezone.utc)}),
    ("check", ["--from", "*example.org*"], {"from_": "*example.org*"}),
    ("links", ["--as", "chromium"], {"as_": "chromium"}),
    ("links", ["--as", "mhonarc", "--unique"], {"as_": "mhonarc", "unique": True}),
    ("links", ["--as", "rfc1808"], {"as_": "rfc1808"}),
    ("links", ["--fields", "received,Subject,x-none"], {"fields": "received,Subject,x-none"}),
    ("links", ["--fields", "to", "--unique", "--as", "thunderbird"], {"fields": ["to", "to"], "unique": True, "as_": "thunderbird"}),
    ("tree", ["--as", "roundcube", "--fields", "subject"], {"as_": "roundcube", "fields": ["subject"]}),
    ("check", ["--as", "thunderbird", "--fields", "from"], {"as_": "thunderbird", "fields": "from"}),
    ("check", ["--summary", "--fields", "from"], {"summary": True, "fields": "from"}),
    ("links", ["--unique"], {"unique": True}),
    ("links", ["--unique", "--status", "resolved"], {"unique": True, "status": "resolved"}),
    ("links", ["--limits", "parts=2,bases=1"], {"limits": {"parts": 2, "bases": 1}}),
    ("links", ["-j", "1"], {"jobs": 1}),
    ("links", ["-j", "4"], {"jobs": 4}),
    ("links", ["--input", "message"], {"input": "message"}),
    ("links", ["--as-in-folder"], {"as_in_folder": True}),
    ("tree", ["--rules", "rfc3986"], {"rules": "rfc3986"}),
    ("tree", ["--limits", "parts=1"], {"limits": {"parts": 1}}),
    ("check", ["--code", "no-base,rules-disagree"], {"code": "no-base,rules-disagree"}),
    ("check", ["--severity", "error,note"], {"severity": ["error", "note"]}),
    ("check", ["--summary"], {"summary": True}),
    ("check", ["--summary", "--severity", "error"], {"summary": True, "severity": "error"}),
    ("compare", ["--as", "rfc1808,kmail,evolution"], {"readers": "rfc1808,kmail,evolution"}),
    ("compare", ["--as", "mhonarc,chromium", "--fields", "to,received"],
     {"readers": ["mhonarc", "chromium"], "fields": ["to", "received"]}),
    ("compare", ["--rules", "whatwg", "--from", "*", "--base-headers", "base"],
     {"rules": "whatwg", "from_": "*", "base_headers": "base"}),
]


class Rows(PythonTest):
    def assert_same(self, command, source, arguments=(), stdin=b"", **options):
        """Returns the number of rows and of problems."""
        many = source if isinstance(source, list) else [source]
        paths = ["-" if isinstance(one, bytes) else one for one in many]
        wanted, said = self.by_command(command, *arguments, *paths, input=stdin)
        # The command also says what a folder has that is not read, and why there are no rows.
        said = [sentence for sentence in said if not re.search("neither mail nor .* skipped$", sentence)]
        if not wanted and said and re.match("(no|none|the only) ", said[-1]):
            said.pop()
        rows = getattr(mimebase, command)(source, **options)
        given = list(map(plain, rows))
        if isinstance(source, bytes):
            said = [sentence.replace("standard input:", "-:", 1) for sentence in said]
            for row in wanted:
                if row["message"] is None:
                    row["detail"] = row["detail"].replace("standard input:", "-:", 1)
        self.assertEqual([list(row) for row in given[:1]], [list(row) for row in wanted[:1]])
        self.assertEqual(len(given), len(wanted))
        for mine, its in zip(given, wanted):
            self.assertEqual(mine, its)
        self.assertEqual(list(rows.problems), said)
        return len(given), len(said)

    def test_samples(self):
        seen = 0
        for path in [*sample_files(), SAMPLES, SAMPLES / "layers"]:
            for command in COMMANDS:
                with self.subTest(path, command=command):
                    seen += self.assert_same(command, path)[0]
        self.assertGreater(seen, 500)

    def test_corpora(self):
        files = corpora_files()
        if not files:
            self.skipTest("no corpora")
        seen = 0
        for command in COMMANDS:
            for i in range(0, len(files), 500):
                seen += self.assert_same(command, files[i:i + 500])[0]
        self.assertGreater(seen, 5000)

    def test_options(self):
        for command, arguments, options in OPTIONS:
            with self.subTest(command, options=options):
                source = MBOX if "as_in_folder" in options or "input" in options else SAMPLES
                self.assertGreater(self.assert_same(command, source, arguments, **options)[0], 0)

    def test_groups_of_codes(self):
        seen, _ = self.assert_same("check", SAMPLES, ["--code", "deceptive,!tracker"], code=["deceptive", "!tracker"])
        self.assertGreater(seen, 0)

    def test_domains(self):
        with tempfile.NamedTemporaryFile("w") as file:
            file.write("www.examp1e.org\nexample.net\n")
            file.flush()
            seen, _ = self.assert_same("check", SAMPLES, ["--domains", file.name, "--code", "look-alike"],
                                       domains=["www.examp1e.org", "example.net"], code="look-alike")
        self.assertGreater(seen, 0)
        with self.assertRaisesRegex(ValueError, "not a domain"):
            mimebase.check(SAMPLES, domains="no domain")

    def test_ranges(self):
        size = MBOX.stat().st_size
        seen = 0
        for start, end in ((0, 10), (10, None), (None, size // 2), (size // 2, size)):
            written = f"{'' if start is None else start}:{'' if end is None else end}"
            seen += self.assert_same("links", MBOX, ["--range", written, "--first-message", "7"], range=(start, end),
                                     first_message=7)[0]
        self.assertGreater(seen, 5)

    def test_bytes_are_what_standard_input_would_be(self):
        message = (SAMPLES / "nested.eml").read_bytes()
        for name, data in (("a message", message), ("an mbox", MBOX.read_bytes()), ("gzip", gzip.compress(message)),
                           ("bzip2", bz2.compress(MBOX.read_bytes())), ("nothing", b""), ("no mail", b"hello\n"),
                           ("not UTF-8", LATIN), ("cut gzip", gzip.compress(os.urandom(5000) + message)[:-50])):
            for command in COMMANDS:
                with self.subTest(name, command=command):
                    self.assert_same(command, data, stdin=data)
        same = [plain(row) for row in mimebase.links(message)]
        for other in (bytearray(message), memoryview(message), [message]):
            self.assertEqual([plain(row) for row in mimebase.links(other)], same)

    def test_several_inputs(self):
        inputs = [MBOX, SAMPLES / "nested.eml", self.write("no.bin", "hello\n"), SAMPLES / "layers"]
        for command in COMMANDS:
            rows, said = self.assert_same(command, inputs)
            self.assertGreater(rows, 4)
            self.assertEqual(said, 1)
        both = [row.source for row in mimebase.links([MBOX.read_bytes(), str(MBOX)])]
        self.assertEqual(both, ["-"] * (len(both) // 2) + [str(MBOX)] * (len(both) // 2))

    def test_bytes_that_are_no_utf_8(self):
        path = self.write("latin.eml", LATIN)
        self.assertEqual(self.assert_same("links", path)[0], 3)
        row = next(mimebase.links(path))
        self.assertIn("caf\xe9", row.subject)
        for rows in (mimebase.links(path), mimebase.tree(path), mimebase.check(path)):
            for row in rows:
                for value in row.asdict().values():
                    str(value).encode()  # no surrogates either

    def test_names_that_are_no_utf_8(self):
        folder = os.fsencode(self.folder)
        names = [b"\xe9.eml", b"back\\x41.eml", b"\xff\xe2\x82.gz", "\u20ac.eml".encode()]
        for name in names:
            with open(os.path.join(folder, name), "wb") as file:
                file.write(LATIN)
        for command in ("links", "check"):
            self.assert_same(command, self.folder)
            for name in names:
                self.assert_same(command, os.fsdecode(os.path.join(folder, name)))
        (source,) = {row.source for row in mimebase.links(os.fsdecode(os.path.join(folder, names[0])))}
        self.assertTrue(source.endswith("\\xE9.eml"), source)

    def test_hostile_mail(self):
        self.assertGreater(len(SURVIVED), 15)
        for why, message, arguments, said in SURVIVED:
            limits = dict(pair.split("=") for pair in arguments[1:])
            sizes = {"M": 1 << 20, "G": 1 << 30}
            limits = {name: int(value.rstrip("MG")) * sizes.get(value[-1], 1) for name, value in limits.items()}
            path = self.write("m.eml", message)
            for command in COMMANDS:
                with self.subTest(why, command=command):
                    problems = self.assert_same(command, path, arguments, limits=limits)[1]
                    self.assertEqual(problems > 0, said is not None)

    def test_a_message_of_very_many_rows(self):
        message = b"Content-Type: text/html\n\n" + b"".join(b"<a href=http://h/%d>x" % i for i in range(100_000))
        self.assertEqual(self.assert_same("links", self.write("many.eml", message))[0], 100_000)


class OneRow(PythonTest):
    def setUp(self):
        super().setUp()
        self.row = next(mimebase.links(SAMPLES / "nested.eml"))

    def test_it_is_asked_by_attribute_key_and_number(self):
        row = self.row
        self.assertEqual(row.from_, row["from"])
        self.assertEqual(row.source, row["source"])
        self.assertEqual(row[0], row.source)
        self.assertEqual(row[:2], (row.source, row.message))
        self.assertEqual(row.keys()[:6], ("source", "message", "offset", "message_id", "date", "from"))
        self.assertEqual({**dict(row), "wrappers": list(row.wrappers)}, row.asdict())
        with self.assertRaisesRegex(KeyError, "^'form'$"):
            row["form"]
        with self.assertRaises(AttributeError):
            row.source = "x"
        self.assertIn("from_='Grace", repr(row))

    def test_wrapped_urls(self):
        safe = "https://nam01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fbit.ly%2Fx&data=x"
        self.assertEqual([("safelinks", "https://bit.ly/x"), ("shortener", None)], mimebase.unwrap(safe))
        self.assertEqual([], mimebase.unwrap(b"http://example.org/"))
        with self.assertRaisesRegex(TypeError, "a URL is a str or bytes, not NoneType"):
            mimebase.unwrap(None)
        row, = mimebase.links(f"Content-Type: text/plain\n\n{safe}\n".encode())
        self.assertEqual(("text", ("safelinks", "shortener"), "https://bit.ly/x"),
                         (row.kind, row.wrappers, row.unwrapped))

    def test_documents(self):
        page = b"Base: <URL:http://b/>\n\n<base href=http://a/x/><a href=../g>h</a>"
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "page.html")
            with open(path, "wb") as file:
                file.write(page)
            for source in (path, page):
                for keywords in ({"content_type": "text/html"}, {"content_type": "Text/HTML; charset=koi8-r", "input": "document"}):
                    base, link = mimebase.links(source, **keywords)
                    self.assertEqual(("http://a/g", "html-base", "1", "text/html", None, None),
                                     (link.resolved, link.base_by, link.part, link.content_type, link.subject, link.message_id))
                entity, = mimebase.tree(source, content_type="text/html")
                self.assertEqual((None, (0, len(page)), 0), (entity.heading, entity.body, entity.depth))
                self.assertEqual(["base-split"], [row.code for row in mimebase.check(source, content_type="text/html")])
                self.assertEqual([], list(mimebase.compare(source, content_type="text/plain")))
            base, link = mimebase.links(path, input="document")
            self.assertEqual("http://a/g", link.resolved)
            out = os.path.join(folder, "out")
            mimebase.extract(path, out, input="document")
            with open(os.path.join(out, "index.html"), "rb") as file:
                self.assertIn(b"<a href=http://a/g>", file.read())
            mimebase.report(path, os.path.join(folder, "report.html"), content_type="text/html")
        with self.assertRaises(ValueError):
            mimebase.links(page, content_type="html")

    def test_it_is_a_value(self):
        again = next(mimebase.links(SAMPLES / "nested.eml"))
        self.assertEqual(self.row, again)
        self.assertEqual(len({self.row, again}), 1)
        for row in (self.row, next(mimebase.tree(SAMPLES / "nested.eml")), next(mimebase.links(MBOX, unique=True))):
            other = pickle.loads(pickle.dumps(row))
            self.assertEqual((type(other), other), (type(row), row))

    def test_header_fields(self):
        message = (b"Received: from a\r\n\tby b\r\nReceived: c\r\nSubject: =?utf-8?q?caf=C3=A9?=\r\nX-E:\r\n\r\n"
                   b"http://a.example/ http://b.example/\r\n")
        wanted = {"received": ["from a\tby b", "c"], "subject": "caf\xe9", "X-E": "", "x-none": None}
        for isolated in (True, False):
            rows = list(mimebase.links(message, fields=list(wanted), isolated=isolated))
            self.assertEqual([wanted, wanted], [row.fields for row in rows])
            self.assertIs(rows[0].fields, rows[1]["fields"])
            self.assertIsInstance(rows[0], mimebase.Link)
            self.assertEqual((*mimebase.Link._keys, "fields"), rows[0].keys())
        unique = next(mimebase.links(message, fields="subject", unique=True))
        self.assertIsInstance(unique, mimebase.UniqueLink)
        self.assertEqual(1, unique.count)
        for row in (rows[0], unique):
            other = pickle.loads(pickle.dumps(row))
            self.assertEqual((type(row), row, row.fields), (type(other), other, other.fields))
        self.assertIsNone(self.row.fields)
        self.assertNotIn("fields", self.row.asdict())
        about_source = next(mimebase.check(b"", fields="subject"))
        self.assertIsNone(about_source.fields)
        self.assertIn("fields", about_source.asdict())
        for wrong in ("", "a b", "a,,b", "a:", ["\u00e9"]):
            with self.assertRaisesRegex(ValueError, "^fields: "):
                mimebase.links(message, fields=wrong)
        self.assertEqual(mimebase.Link, type(next(mimebase.links(message, fields=[]))))

    def test_what_a_reader_opens(self):
        message = (b"Content-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n"
                   b"<a href='http://a.example/'>a</a><img src='cid:i'><a href=''>x</a>\r\n--b\r\n"
                   b"Content-Type: image/png\r\nContent-ID: <i>\r\n\r\nx\r\n--b--\r\n")
        for isolated in (True, False):
            link, image, *_ = mimebase.links(message, as_="thunderbird", isolated=isolated)
            self.assertIs(mimebase.ReaderLink, type(link))
            self.assertEqual(("thunderbird", ("http://a.example/", None), "click"), (link.reader, link.opens, link.opens_by))
            self.assertIs(mimebase.Opens, type(link.opens))
            self.assertEqual({"url": "http://a.example/"}, link.asdict()["opens"])
            self.assertEqual(("2", {"part": "2"}, "load"), (image.opens.part, image.asdict()["opens"], image.opens_by))
        self.assertEqual(1, len({link, pickle.loads(pickle.dumps(link))}))
        with self.assertRaisesRegex(ValueError, "^as: "):
            mimebase.links(message, as_="netscape")
        with self.assertRaises(TypeError):
            mimebase.links(message, as_=1)

    def test_types(self):
        for row_type, rows in ((mimebase.Link, mimebase.links(MBOX)), (mimebase.Entity, mimebase.tree(MBOX)),
                               (mimebase.UniqueLink, mimebase.links(MBOX, unique=True)),
                               (mimebase.Diagnostic, mimebase.check(MBOX)),
                               (mimebase.Summary, mimebase.check(MBOX, summary=True))):
            for row in rows:
                self.assertIs(type(row), row_type)
                self.assertIsInstance(row, mimebase.Row)
        chains = [row.chain for row in mimebase.tree(SAMPLES / "nested.eml") if row.chain]
        self.assertIs(type(chains[0][0]), mimebase.Candidate)


if __name__ == "__main__":
    main()
