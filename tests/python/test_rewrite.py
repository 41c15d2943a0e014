"""rewrite() and resolve() of the Python module, compared with the command."""

import gzip
import subprocess
import tempfile

from package import EXE, SAMPLES, PythonTest, main, mimebase
from support import corpora_files, sample_files

MAP = tempfile.NamedTemporaryFile(prefix="mimebase-test-", suffix=".tsv")
MAP.write(b"http:*\thttps://new.example/?\n")
MAP.flush()
TEMPLATE = "https://click.example/?u={url:query}"
OPTIONS = [
    ([], {}),
    (["--rules", "whatwg"], {"rules": "whatwg"}),
    (["--retrieval-url", "http://retrieval.example/"], {"retrieval_url": "http://retrieval.example/"}),
    (["--base-headers", "base"], {"base_headers": "base"}),
    (["--only", "html,headings"], {"only": "html,headings"}),
    (["--cid", "location"], {"cid": "location"}),
    (["--base", "drop"], {"base": "drop"}),
    (["--annotate", "--break-signatures"], {"annotate": True, "break_signatures": True}),
    (["--if-dkim", "keep"], {"if_dkim": "keep"}),
    (["--map", MAP.name], {"map": MAP.name}),
    (["--template", TEMPLATE], {"template": TEMPLATE}),
    (["--template", TEMPLATE, "--in", "text,anchors", "--signed", "rewrite", "--unwrap-first", "--recipient", "a@b", "--time", "7"],
     {"template": TEMPLATE, "in_": ["text", "anchors"], "signed": "rewrite", "unwrap_first": True, "recipient": "a@b", "time": 7}),
]
FROM = b"From ada@example.org  Thu Jan  1 00:00:00 2004\n"
SIGNED = b"""Base: <URL:http://h.example/>
Content-Type: multipart/signed; boundary=b; protocol="application/pgp-signature"

--b
Content-Type: text/html

<a href="x">
--b
Content-Type: application/pgp-signature

--b--
"""


class Rewrite(PythonTest):
    def test_keys(self):
        keys, stay = self.folder / "keys", self.folder / "stay"
        keys.write_bytes(b"k1\t0123456789abcdef\n")
        stay.write_bytes(b"stay.example\n")
        message = b"Content-Type: text/plain\n\nhttp://a.example/ http://stay.example/\n"
        template = TEMPLATE + "&h={h}"
        rewritten = mimebase.rewrite(message, template=template, key_file=str(keys), except_=str(stay))
        self.assertEqual(bytes(rewritten), self.by_command_rewritten(message, "--template", template, "--key-file", keys, "--except", stay))
        self.assertEqual(mimebase.rewrite(bytes(rewritten), untemplate=template, key_file=str(keys)), message)
        with self.assertRaisesRegex(ValueError, "key_file"):
            mimebase.rewrite(message, template=template)

    def by_command_rewritten(self, message, *arguments):
        done = subprocess.run([EXE, "rewrite", "--quiet", *arguments], input=message, capture_output=True)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return done.stdout

    def test_samples(self):
        changed = 0
        for path in sample_files():
            message = path.read_bytes()
            for arguments, options in OPTIONS:
                with self.subTest(path.name, options=options):
                    rewritten = mimebase.rewrite(message, **options)
                    self.assertEqual(bytes(rewritten), self.by_command_rewritten(message, *arguments))
                    changed += rewritten.edited
        self.assertGreater(changed, 300)

    def test_corpora(self):
        files = [path for path in corpora_files() if path.suffix in (".eml", ".mht", ".mhtml")][::7]
        if not files:
            self.skipTest("no corpora")
        for path in files:
            message = path.read_bytes()
            with self.subTest(path.name):
                self.assertEqual(mimebase.rewrite(message), self.by_command_rewritten(message))

    def test_what_it_is(self):
        message = (SAMPLES / "nested.eml").read_bytes()
        for given in (message, bytearray(message), memoryview(message)):
            rewritten = mimebase.rewrite(given)
            self.assertIsInstance(rewritten, bytes)
            self.assertGreater(rewritten.edited, 0)
            self.assertEqual((rewritten.notes, rewritten.problems), ((), ()))
        self.assertEqual(rewritten + b"", bytes(rewritten))
        left = {row.context for row in mimebase.links(rewritten, status="resolved")}
        self.assertEqual({context.partition(":")[0] for context in left}, {"header"})

    def test_what_has_a_from_line_keeps_it(self):
        message = b"Base: <URL:http://h.example/>\nContent-Type: text/html\n\n<a href=x>\n"
        done = message.replace(b"=x", b"=http://h.example/x")
        for before, after in ((b"", b""), (FROM, b""), (FROM, b"\n" + FROM + b"Subject: x\n\ny\n")):
            self.assertEqual(mimebase.rewrite(before + message + after), before + done + after)

    def test_whatever_it_is_given_it_gives(self):
        for given in (b"", b"hello", b"\0\xff", b"\n\n", FROM, b"a" * 100_000, gzip.compress(b"x")[:-9]):
            self.assertEqual(mimebase.rewrite(given), given)

    def test_one_message_whatever_stands_in_it(self):
        body = b"Base: <URL:http://h.example/>\nContent-Type: text/html\n\n<p>\n\n%sX: y\n\n<a href=x>\n" % FROM
        done = body.replace(b"=x", b"=http://h.example/x")
        self.assertEqual(mimebase.rewrite(FROM + body), FROM + body)
        for before in (b"", FROM):
            self.assertEqual(mimebase.rewrite(before + body, input="message"), before + done)

    def test_notes(self):
        rewritten = mimebase.rewrite(SIGNED)
        self.assertEqual(rewritten, SIGNED)
        self.assertEqual(len(rewritten.notes), 1)
        self.assertRegex(rewritten.notes[0], "^message 1: part .*sign")

    def test_wrong_usage(self):
        message = b"Subject: x\n\ny\n"
        for error, call in ((ValueError, lambda: mimebase.rewrite(message, only="htm")),
                            (ValueError, lambda: mimebase.rewrite(message, cid="lose")),
                            (ValueError, lambda: mimebase.rewrite(message, limits={"message": 10})),
                            (TypeError, lambda: mimebase.rewrite("text")),
                            (TypeError, lambda: mimebase.rewrite(message, status="x"))):
            with self.assertRaises(error):
                call()


class Resolve(PythonTest):
    def test_as_the_command(self):
        rules = ("rfc1808", "draft-05", "rfc3986", "whatwg")
        references = ["../g", "../../../../g", "g;x=1/../y", "?y", "", "#s", "//g", "http:g", "g\u00e9", "g h"]
        base = "http://a/b/c/d;p?q"
        for name in rules:
            done = subprocess.run([EXE, "resolve", "--rules", name, "--", base, *references], capture_output=True)
            self.assertEqual([mimebase.resolve(base, reference, rules=name) for reference in references],
                             done.stdout.decode().splitlines())
        self.assertEqual(mimebase.resolve(base, "../g"), "http://a/b/g")
        self.assertEqual(mimebase.resolve(b"http://a/", b"\xe9"), "http://a/\udce9")

    def test_documents(self):
        page = b"Base: <URL:http://b/>\n\n<a href=g>"
        base = {"retrieval_url": "http://r/"}
        for content_type, before, after in (
                ("text/html", page, page.replace(b"=g", b"=http://r/g")), ("text/css", b"@import 'a';", b"@import 'http://r/a';"),
                ("text/html; charset=utf-16be", "<a href=g>".encode("utf-16-be"), "<a href=http://r/g>".encode("utf-16-be"))):
            with self.subTest(content_type):
                self.assertEqual(after, mimebase.rewrite(before, content_type=content_type, **base))
        self.assertEqual(b"<!DOCTYPE html><a href=http://r/g>", mimebase.rewrite(b"<!DOCTYPE html><a href=g>", input="document", **base))
        for content, keywords in ((b"%PDF-1.4\n", {"input": "document"}), (page, {"content_type": "application/pdf"}),
                                  (page, {"content_type": "text"}), (page, {"content_type": "text/html", "input": "mbox"})):
            with self.subTest(keywords), self.assertRaises(ValueError):
                mimebase.rewrite(content, **keywords)

    def test_what_cannot_be_resolved(self):
        for base, reference, rules in (("", "g", "rfc1808"), ("g", "h", "rfc1808"), ("http://a/", "http://[", "whatwg")):
            with self.assertRaises(ValueError):
                mimebase.resolve(base, reference, rules)
        with self.assertRaisesRegex(ValueError, "is not one of"):
            mimebase.resolve("http://a/", "g", "rfc0")


if __name__ == "__main__":
    main()
