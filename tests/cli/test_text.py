"""Text output never controls the terminal: the content of messages, file names and arguments is escaped."""

import re

from support import SAMPLES, CliTest, main, run

# Controls except LF, and direction overrides.
DRIVES_TERMINAL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")

EVIL = (
    "From: =?utf-8?Q?=1B[31mred=1B[0m?= <a@example.org>\r\n"
    "Subject: =?utf-8?Q?=1B]0;title=07_cr=0D_lf=0A_bidi=E2=80=AE_c1=C2=9B31m_sep=E2=80=A8?= raw \x1b[2J\x07 \u202e \x9b\r\n"
    "Message-ID: <\x1b[1m@example.org>\r\n"
    "Base: <URL:http://x/\x1b[31m/>\r\n"
    "Base: <URL:http://www.example.org/\u202eb/>\r\n"
    "MIME-Version: 1.0\r\n"
    "Content-Type: multipart/mixed; boundary=b\r\n\r\n"
    "--b\r\n"
    "Content-Type: text/html; charset=utf-8\r\n"
    "Content-Location: http://y/\x1b]0;x\x07\r\n"
    "Content-Disposition: attachment; filename*=utf-8''%1B%5B31m%0D%0Afile%E2%80%AE.html\r\n\r\n"
    "<a href=\"p\x1b[31m\x07?\u202e&#x1b;[0m&#13;&#10;&#155;\u2066\">t\x1b</a> <a href='http://h\x1b[1m/'>u</a>"
    "<base href='http://base.example.org/\x1b/'>\r\n"
    "--b\r\n"
    "Content-Type: text/plain; charset=utf-8\r\n\r\n"
    "http://www.example.org/\u202egpj.exe <URL:a\x1b[31mb> http://x/\x9b31m\r\n"
    "--b\r\n"
    "Content-Type: x-\x1b[1m/y\x07\r\n\r\n"
    "--b--\r\n"
)


class Controls(CliTest):
    def assert_harmless(self, output):
        found = DRIVES_TERMINAL.search(output.decode("utf-8"))
        self.assertIsNone(found, output)

    def test_in_a_message(self):
        path = self.write("evil.eml", EVIL)
        for arguments in (("tree",), ("tree", "--verbose"), ("links",), ("links", "--unique"), ("links", "--full"),
                          ("links", "--base-headers=base"), ("links", "--rules=rfc3986")):
            with self.subTest(arguments):
                done = run(*arguments, path)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertGreater(len(done.stdout), 200)
                self.assert_harmless(done.stdout)
                self.assert_harmless(done.stderr)

    def test_every_code_point_below_256(self):
        body = "".join(f"<a href='c{i}&#{i};x'>" for i in range(1, 256) if chr(i) not in "'")
        path = self.write("all.eml", "Content-Type: text/html\n\n" + body)
        self.assert_harmless(self.run_ok("links", path))

    def test_bytes_that_are_no_utf8(self):
        path = self.write("bytes.eml", b"Subject: \x9b\xff\xc2\x1b\nContent-Type: text/html\n\n<a href='\x9b\xe2\x80'>\x9d")
        for command in ("tree", "links"):
            self.assert_harmless(self.run_ok(command, path))

    def test_in_file_names(self):
        for name in ("a\x1b[31m.eml", "b\nc\rd.eml", "e\u202elme.eml", "f\x07.eml", "g\x7f.eml"):
            path = self.write(name, "Subject: x\n\nhttp://x/")
            with self.subTest(name):
                for command in ("tree", "links"):
                    shown = self.run_ok(command, path)
                    self.assert_harmless(shown)
                done = run("links", str(path) + ".none")
                self.assertEqual(done.returncode, 1)
                self.assert_harmless(done.stderr)
                self.assertEqual(done.stderr.count(b"\n"), 1)
                # JSON has the unescaped name.
                self.assertEqual(self.rows("links", path)[0]["source"], str(path))

    def test_in_messages_about_a_message(self):
        path = self.write("deep\x1b[31m.eml", b"Content-Type: message/rfc822\n\n" * 2000)
        done = run("tree", path)
        self.assertEqual(done.returncode, 1)
        self.assert_harmless(done.stderr)

    def test_in_usage_errors(self):
        for arguments in (("\x1b[31m",), ("links", "--\x1b[31m"), ("links", "--status=\x1b[31m\x07"),
                          ("links", "--rules", "\u202e"), ("links", "-j", "\x1b")):
            with self.subTest(arguments):
                done = run(*arguments)
                self.assertEqual(done.returncode, 2)
                self.assert_harmless(done.stderr)
                self.assert_harmless(done.stdout)

    def test_in_reasons_of_resolve(self):
        done = run("resolve", "", "\x1b[31m\x07\u202e")
        self.assertEqual((done.returncode, done.stdout), (1, b"\n"))
        self.assert_harmless(done.stderr)


class AnchorText(CliTest):
    """The text of a link follows it, unless it is the URL itself."""

    def shown(self, href, text):
        path = self.write("m.eml", b"Content-Type: text/html; charset=utf-8\n\n<a href='" + href.encode() + b"'>" + text.encode() + b"</a>\n")
        line = self.run_ok("links", path).decode().splitlines()[2]
        head, target, tail = line.partition(href)
        self.assertEqual((head.split(), target), (["a@href"], href))
        return tail

    def test_table(self):
        for href, text, shown, why in (
            ("http://a.test/", "Read the story", '  "Read the story"', "it says what the URL does not"),
            ("http://a.test/", "  Read\n\t the <b>story</b> ", '  "Read the story"', "white space is folded"),
            ("http://a.test/", "http://b.test/", '  "http://b.test/"', "another URL"),
            ("http://a.test/", "http://a.test/", "", "the same URL"),
            ("http://a.test/", "a.test", "", "the same, as people write it"),
            ("mailto:a@b.test", "a@b.test", "", "an address"),
            ("http://a.test/", "", "", "none"),
            ("http://a.test/", "\x1b[2J\u202e\u200e", '  "\\x1B[2J\\u{202E}\\u{200E}"', "nothing drives a terminal"),
            ("http://a.test/", "x" * 34, '  "' + "x" * 34 + '"', "80 columns"),
            ("http://a.test/", "x" * 35, '  "' + "x" * 33 + '…"', "one more"),
            ("http://a.test/", "x" * 500, '  "' + "x" * 33 + '…"', "many more"),
            ("http://a.test/", "漢" * 17, '  "' + "漢" * 17 + '"', "two columns each"),
            ("http://a.test/", "漢" * 18, '  "' + "漢" * 16 + '…"', "no half of one"),
            ("http://a.test/" + "y" * 60, "a text that is not short", '  "a text that is not short"', "24 columns at least"),
            ("http://a.test/" + "y" * 60, "a text that is much longer", '  "a text that is much lon…"', "and no more"),
        ):
            with self.subTest(why):
                self.assertEqual(self.shown(href, text), shown)

    def test_in_colour_the_same_text(self):
        path = self.write("m.eml", "Content-Type: text/html\n\n<a href=x>" + "y" * 90 + "</a>\n")
        coloured = self.run_ok("links", "--color=always", path)
        self.assertIn(b'\x1b[2m  "yyy', coloured)
        self.assertEqual(re.sub(rb"\x1b\[\d*m", b"", coloured), self.run_ok("links", path))


class RetrievalUrl(CliTest):
    """Rows have no part for the layer 3.3, but text says whether the message or an option gave the URL."""

    def test_what_gave_it(self):
        path = SAMPLES / "layers" / "snapshot-content-location.mht"
        for command in (("tree",), ("tree", "--verbose"), ("links",)):
            of_message = self.run_ok(*command, path).decode()
            self.assertIn("3.3 retrieval-url of HEADER", of_message)
            self.assertNotRegex(of_message, "retrieval-url(?! of HEADER)")
            of_option = self.run_ok(*command, "--retrieval-url", "http://o.example/", path).decode()
            self.assertIn("3.3 retrieval-url", of_option)
            self.assertNotIn("retrieval-url of", of_option)
        self.assertEqual({row["base_part"] for row in self.rows("tree", path)}, {None})


class Color(CliTest):
    MBOX = SAMPLES / "three.mbox"

    def test_none_where_no_terminal_is(self):
        self.assertNotIn(b"\x1b", self.run_ok("links", self.MBOX))
        self.assertNotIn(b"\x1b", self.run_ok("tree", self.MBOX))

    def test_always_colours_the_same_text(self):
        for command in ("links", "tree"):
            plain = self.run_ok(command, "--color=never", self.MBOX)
            coloured = self.run_ok(command, "--color=always", self.MBOX)
            self.assertIn(b"\x1b[", coloured)
            self.assertEqual(re.sub(rb"\x1b\[[0-9;]*m", b"", coloured), plain)

    def test_the_message_adds_no_codes(self):
        path = self.write("evil.eml", EVIL)
        coloured = self.run_ok("links", "--color=always", path)
        # Only the program's own escape codes, which set and reset colours.
        self.assertEqual(set(re.findall(rb"\x1b\[?[0-9;]*.?", coloured)) - {
            b"\x1b[0m", b"\x1b[1m", b"\x1b[2m", b"\x1b[31m", b"\x1b[35m", b"\x1b[36m"}, set())
        self.assertEqual(coloured.count(b"\x1b[0m") * 2, coloured.count(b"\x1b"))


if __name__ == "__main__":
    main()
