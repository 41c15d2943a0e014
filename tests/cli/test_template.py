"""`rewrite --template` and `--untemplate`: clicks through a server of one's own."""

import base64
import collections
import email
import hashlib
import hmac
import random
import shutil
import string
import sys
import time
import urllib.parse

from rewriting import RewriteTest, base64_lines, html, to_bytes
from support import corpora_files, main, rows_of, run
from template_mail import PLACES, Template, TemplateMail

T = "https://c.example/?u={url:query}"
W = "https://c.example/?u="
KEYS = (("k1", b"0123456789abcdef"), ("old.2", b"\xff\x80 another key of bytes"))
SIGNED = "https://click.example/r?u={url:query}&m={message_id:query}&r={recipient:query}&t={time}&k={kid}&h={h}"
KEPT = b"# hosts that stay\r\n\r\n*.keep.example\nexact.example\n"
TEXT = b"Content-Type: text/plain\n\n"


def calendar(lines):
    return b"Content-Type: text/calendar\n\nBEGIN:VEVENT\n" + to_bytes(lines) + b"END:VEVENT\n"


def quoted(url):
    return Template("{url:query}").wrapped(url)


class TemplateTest(RewriteTest):
    def setUp(self):
        super().setUp()
        self.keys = self.write("keys", b"".join(kid.encode() + b"\t" + key + b"\n" for kid, key in KEYS))
        self.kept = self.write("kept", KEPT)

    def check_in(self, make, table, *options):
        self.check([(why, before, after) for why, before, after in table], make, "--template", T, *options, base=())


class Places(TemplateTest):
    def test_html(self):
        a = W + quoted("http://a.example/?b=1&c=2#d")
        self.check_in(lambda body: html("", body), [
            ("an anchor", '<a href="http://a.example/?b=1&amp;c=2#d">x</a>', f'<a href="{a}">x</a>'),
            ("an unquoted value", "<a href=http://a.example/?b=1&c=2#d>x</a>", f"<a href={a}>x</a>"),
            ("an area", "<area href='http://a.example/?b=1&c=2#d'>", f"<area href='{a}'>"),
            ("a link of SVG", '<svg><a xlink:href="http://a.example/?b=1&c=2#d">', f'<svg><a xlink:href="{a}">'),
            ("a relative reference", '<base href="http://a.example/p/"><a href="?b=1&c=2#d">',
             f'<base href="http://a.example/p/"><a href="{W}{quoted("http://a.example/p/?b=1&c=2#d")}">'),
            ("a frame's document", "<iframe srcdoc='<a href=&quot;http://a.example/?b=1&amp;amp;c=2#d&quot;>'>",
             f"<iframe srcdoc='<a href=&quot;{a}&quot;>'>"),
            ("a conditional comment", '<!--[if mso]><a href="http://a.example/?b=1&c=2#d"><![endif]-->',
             f'<!--[if mso]><a href="{a}"><![endif]-->'),
            ("where forms are sent", '<form action="ftp://f/"><button formaction="https://g/">',
             f'<form action="{W}ftp%3A%2F%2Ff%2F"><button formaction="{W}https%3A%2F%2Fg%2F">'),
            ("text", "<p>See http://a.example/?b=1&amp;c=2#d.", f"<p>See {a}."),
            ("text without a scheme", "(www.a.example/x)", f"({W}http%3A%2F%2Fwww.a.example%2Fx)"),
            ("the text of a link stays", '<a href="http://a/">http://a/</a>', f'<a href="{W}http%3A%2F%2Fa%2F">http://a/</a>'),
            ("other characters", '<a href="http://\u00e9.example/\u3042">', f'<a href="{W}http%3A%2F%2F%C3%A9.example%2F%E3%81%82">'),
            ("one slash, which browsers read as two", '<a href="http:/a.example">', f'<a href="{W}http%3A%2Fa.example">'),
            ("the same URL twice", "<a href=http://a/>http://a/</a> http://a/",
             f"<a href={W}http%3A%2F%2Fa%2F>http://a/</a> {W}http%3A%2F%2Fa%2F"),
        ])

    def test_what_stays_in_html(self):
        for body in ('<a href="#x">', '<a href="mailto:a@b">', '<a href="tel:+1">', '<a href="news:x">', '<a href="javascript:x()">',
                     '<a href="cid:x@y">', '<a href="relative">', "<a href>", '<img src="http://a/">', '<link href="http://a/">',
                     '<meta http-equiv=refresh content="0;url=http://a/">', '<base href="http://a/">', '<q cite="http://a/">',
                     "<script>x='http://a/x'</script>", "<p onclick=\"x='http://a/x'\">", "<p style='background:url(http://a/)'>",
                     "<!-- saved from url=(0019)http://a.example/b/ -->", f'<a href="{W}http%3A%2F%2Fa%2F">', f'<a href="HTTPS://C.example:443/?u=http%3a%2f%2fa%2f">'):
            with self.subTest(body):
                message = html("", body)
                self.assertEqual(self.rewrite(message, "--template", T, base=()), message)

    def test_text(self):
        a = W + "http%3A%2F%2Fa.example%2Fx"
        self.check_in(lambda body: TEXT + to_bytes(body), [
            ("with punctuation", "See http://a.example/x, (http://a.example/x). http://a.example/x!\n", f"See {a}, ({a}). {a}!\n"),
            ("in brackets", "<http://a.example/x> <URL:http://a.example/x>\n", f"<{a}> <URL:{a}>\n"),
            ("over two lines", "> <http://a.example\n> /x>\n", f"> <{a}>\n"),
            ("no scheme", "www.a.example/x, mailto:a@b.example\n", f"{W}http%3A%2F%2Fwww.a.example%2Fx, mailto:a@b.example\n"),
            ("already wrapped, with another key", f"{a} <{a}>\n", f"{a} <{a}>\n"),
        ])

    def test_text_that_would_swallow_what_follows(self):
        # Other letters than ASCII end a host, but no query. So the new URL is delimited.
        for head, before, after in ((TEXT, "<URL:", ">"), (b"Content-Type: text/html\n\n", "&#60;URL:", "&#62;")):
            message = head.replace(b"\n\n", b"; charset=utf-8\n\n") + "http://a.example\u3042b http://c.example/\n".encode()
            found = self.rewrite(message, "--template", T, base=())
            self.assertEqual(found, message.replace(b"http://a.example", f"{before}{W}{quoted('http://a.example')}{after}".encode()).replace(
                b"http://c.example/", (W + quoted("http://c.example/")).encode()))

    def test_markup_in_text(self):
        for body in ("http://a.example/b<b>c</b> ", "http://a.example/<wbr>c "):
            message = html("", f'{body}<a href="http://d/">')
            self.assertEqual(self.rewrite(message, "--template", T, base=()), message.replace(b"http://d/", (W + quoted("http://d/")).encode()))
            self.assertEqual([(note["reason"], note["references"]) for note in self.manifest.notes], [("left-unwritable", 1)])

    def test_calendars(self):
        lines = "URL:http://a.example/\nATTACH:http://b.example/\nDESCRIPTION:See http://c.example/\\, or www.d.example\n"
        message = calendar(lines)
        self.assertEqual(self.rewrite(message, "--template", T, base=()), message)
        found = self.rewrite(message, "--template", T, "--in", "calendar", base=()).replace(b"\n ", b"").decode()
        for url in ("http://a.example/", "http://b.example/", "http://c.example/", "http://www.d.example"):
            self.assertIn(W + quoted(url), found)

    def test_in(self):
        message = (b"Content-Type: multipart/mixed; boundary=b\n\n--b\n" + html("", '<a href="http://a/"></a><form action="http://f/"></form> http://t.example/ ') +
                   b"\n--b\n" + calendar("URL:http://c/\n") + b"--b--\n")
        for places in (["anchors"], ["forms"], ["text"], ["calendar"], ["text", "anchors"], PLACES):
            found = self.rewrite(message, "--template", T, "--in", ",".join(places), base=())
            self.assertEqual(found.count(W.encode()), len(places), places)
            for place in places:
                self.assertIn((W + quoted(f"http://{place[0]}/".replace("t/", "t.example/"))).encode(), found)

    def test_headers_stay(self):
        message = (b"List-Unsubscribe: <https://u.example/>\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\nArchived-At: <http://l/>\n"
                   b"Content-Location: http://p/\nBase: http://b/\nSubject: http://s.example/\n" + html("", "x"))
        self.assertEqual(self.rewrite(message, "--template", T, "--in", ",".join(PLACES), base=()), message)

    def test_a_part_is_no_target(self):
        message = (b"Content-Type: multipart/related; boundary=b\n\n--b\n" + html("", '<a href="http://a/i">x</a><a href="http://a/j">') +
                   b"\n--b\nContent-Type: image/png\nContent-Location: http://a/i\n\nx\n--b--\n")
        self.assertEqual(self.rewrite(message, "--template", T, base=()), message.replace(b"http://a/j", (W + quoted("http://a/j")).encode()))

    def test_documents(self):
        for name, before, after in (("p.html", '<a href="http://a/">', f'<a href="{W}{quoted("http://a/")}">'),
                                    ("p.txt", "http://a/ x\n" * 3, f"{W}{quoted('http://a/')} x\n" * 3),
                                    ("p.svg", '<svg xmlns="http://www.w3.org/2000/svg"><a href="http://a/"/></svg>',
                                     f'<svg xmlns="http://www.w3.org/2000/svg"><a href="{W}{quoted("http://a/")}"/></svg>'),
                                    ("p.css", "@import 'http://a/';", "@import 'http://a/';")):
            with self.subTest(name):
                path = self.write(name, before.encode())
                self.assertEqual(self.run_ok("rewrite", "--input", "document", "--template", T, path).decode(), after)


class Choices(TemplateTest):
    def test_except(self):
        body = "".join(f"http://{host}/ " for host in ("a.keep.example", "A.KEEP.example", "exact.example", "x.exact.example", "keep.example"))
        found = self.rewrite(TEXT + body.encode() + b"\n", "--template", T, "--except", self.kept, base=()).decode()
        self.assertEqual(found.count(W), 2)
        for host in ("x.exact.example", "keep.example"):
            self.assertIn(W + quoted(f"http://{host}/"), found)
        # Browsers open the first three elsewhere, and the last one nowhere.
        urls = ("http://a.example\\@exact.example/", "http://a.example\\.keep.example/", "http://exact.example:80\\@a.example/", "http://a.example%2f.keep.example/")
        message = html("", "".join(f'<a href="{url}">x</a>' for url in urls))
        for rules in ("rfc1808", "whatwg"):
            found = self.rewrite(message, "--template", T, "--except", self.kept, "--rules", rules, base=()).decode()
            self.assertEqual(found.count(W), 4 if rules == "rfc1808" else 2, found)
        # In Unicode, and with a class of characters.
        hosts = self.write("hosts", "*.b\u00fccher.example\n[ab].example\n".encode())
        message = TEXT + b"http://x.xn--bcher-kva.example/ http://a.example/ http://b.example/ http://c.example/\n"
        found = self.rewrite(message, "--template", T, "--except", hosts, base=())
        self.assertEqual(found, message.replace(b"http://c.example/", (W + quoted("http://c.example/")).encode()))

    def test_unwrap_first(self):
        inner = "http://inner.example/x?y=1"
        outer = "https://www.google.com/url?q=" + quoted(inner)
        message = html("", f'<a href="{outer}">x</a>')
        self.assertIn((W + quoted(outer)).encode(), self.rewrite(message, "--template", T, base=()))
        self.assertIn((W + quoted(inner)).encode(), self.rewrite(message, "--template", T, "--unwrap-first", base=()))
        # What leads to an excepted host stays, and a link of one's own comes out.
        stays = self.write("stay", b"inner.example\n")
        self.assertEqual(self.rewrite(message, "--template", T, "--unwrap-first", "--except", stays, base=()), message)
        own = W + quoted(inner)
        message = html("", f'<a href="https://www.google.com/url?q={quoted(own)}">x</a>')
        self.assertEqual(self.rewrite(message, "--template", T, "--unwrap-first", base=()), html("", f'<a href="{own}">x</a>'))

    def test_values(self):
        message = b"Message-ID: <a b/%+@c>\n" + html("", "<a href=ftp://H.example:21/x>")
        path = "https://c.example/{host}/{message_id:path}/{recipient:path}/{time}?u={url:query}"
        found = self.rewrite(message, "--template", path, "--recipient", "b/\u00f6@x", "--time", "2026-11-28", base=())
        self.assertIn("https://c.example/h.example/a%20b%2F%25+@c/b%2F%C3%B6@x/1795824000?u=ftp%3A%2F%2FH.example%3A21%2Fx".encode(), found)
        for given, said in (("0", b"/0?"), ("1700000000", b"/1700000000?"), ("2023", b"/2023?"), ("2023-09", b"/1693526400?")):
            self.assertIn(said, self.rewrite(message, "--template", path, "--recipient", "r", "--time", given, base=()))

    def test_no_message_id(self):
        found = self.rewrite(html("", "<a href=http://a/>"), "--template", "https://c.example/?m={message_id:query}&u={url:query}", base=())
        self.assertIn(b"?m=&amp;u=http%3A%2F%2Fa%2F>", found)

    def test_signature(self):
        message = b"Message-ID: <m@x>\n" + html("", '<a href="http://a/">')
        found = self.rewrite(message, "--template", SIGNED, "--key-file", self.keys, "--recipient", "r@x", "--time", "7", base=())
        h = hmac.new(KEYS[0][1], b"http://a/\0r@x\x007\0m@x\0", hashlib.sha256).hexdigest()
        self.assertEqual(rows_of(self.run_ok("links", "--format=jsonl", input=found))[0]["resolved"],
                         f"https://click.example/r?u=http%3A%2F%2Fa%2F&m=m%40x&r=r%40x&t=7&k=k1&h={h}")
        for key in (KEYS[0][1], KEYS[1][1]):
            self.assertNotIn(key, found + (self.folder / "manifest.jsonl").read_bytes() + self.said.encode())

    def test_the_time_is_now(self):
        before = int(time.time())
        out = run("rewrite", "--template", "https://c.example/?t={time}&u={url:query}", input=TEXT + b"http://a.example/ http://b.example/\n").stdout
        times = {int(piece.split(b"&")[0]) for piece in out.split(b"?t=")[1:]}
        self.assertEqual(len(times), 1)
        self.assertTrue(before <= times.pop() <= time.time())

    def test_wrong_usage(self):
        path = self.write("in.eml", TEXT)
        bad = self.write("bad", b"k1\tshort-secret\n")
        cases = [
            (("--template", "https://c.example/"), "{url:query}"), (("--template", "https://c.example/?u={url}"), "{url}"),
            (("--template", ""), ""), (("--template", T + "&x={nothing}"), "{nothing}"), (("--template", "ftp://c.example/?u={url:query}"), ""),
            (("--template", T + "&h={h}"), "--key-file"), (("--template", T + "&k={kid}"), "--key-file"),
            (("--template", T + "&r={recipient:query}"), "--recipient"), (("--untemplate", T), "{h}"),
            (("--untemplate", T, "--key-file", self.keys), "{h}"), (("--untemplate", SIGNED), "--key-file"),
            (("--template", SIGNED, "--key-file", bad, "--recipient", "r"), "line 1"),
            (("--template", SIGNED, "--key-file", self.folder / "none", "--recipient", "r"), "none"),
            (("--template", T, "--except", self.folder / "none"), "none"), (("--template", T, "--except", ""), "empty"),
            (("--template", T, "--except", self.write("urls", "a.example\nhttps://b.example/\n")), "line 2"),
            (("--template", T, "--except", self.write("ports", "[::1]\na.example:80\n")), "line 2"), (("--template", T, "--in", "images"), "images"),
            (("--template", T, "--signed", "break"), "break"), (("--template", T, "--time", "soon"), "soon"),
            (("--template", T, "--time", "99999999999999999999"), "99999999999999999999"),
            (("--template", T + "&t={time}", "--time", "1960-01-01"), "{time}"),
            (("--template", T, "--untemplate", SIGNED, "--key-file", self.keys), "cannot be combined"),
            (("--template", T, "--undo", "/dev/null"), "--undo"),
        ]
        cases += [(("--template", T, *more), more[0]) for more in (("--only", "html"), ("--cid", "location"), ("--base", "drop"), ("--unwrap",))]
        cases += [(more, more[0]) for more in (("--in", "text"), ("--except", self.kept), ("--unwrap-first",), ("--recipient", "r"),
                                               ("--time", "1"), ("--key-file", self.keys))]
        for arguments, said in cases:
            with self.subTest(arguments):
                done = run("rewrite", *arguments, path)
                self.assertEqual((done.returncode, done.stdout), (2, b""), done.stderr)
                self.assertIn(said, done.stderr.decode())
                self.assertNotIn(b"secret", done.stderr)


class Protected(TemplateTest):
    PGP = (b"http://a.example/\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nhttp://b.example/\n-----BEGIN PGP SIGNATURE-----\n"
           b"Comment: http://c.example/\n\niQ==\n-----END PGP SIGNATURE-----\nhttp://d.example/\n")

    def test_text_between_the_lines_of_pgp(self):
        for end in (b"\n", b"\r\n"):
            message = (TEXT + self.PGP).replace(b"\n", end)
            found = self.rewrite(message, "--template", T, "--signed", "rewrite", base=())
            expected = message
            for url in (b"http://a.example/", b"http://d.example/"):
                expected = expected.replace(url, (W + quoted(url.decode())).encode())
            self.assertEqual(found, expected)
            self.assertEqual([(note["reason"], note["references"]) for note in self.manifest.notes], [("left-signed", 2)])
            self.assertIn("signed", self.said)

    def test_what_is_no_pgp(self):
        for damage in ((b"-----END PGP SIGNATURE-----", b"-----END-----"), (b"-----BEGIN PGP SIGNED", b" -----BEGIN PGP SIGNED")):
            found = self.rewrite(TEXT + self.PGP.replace(*damage), "--template", T, base=())
            self.assertEqual(found.count(W.encode()), 4, damage)
        # In HTML, its lines could be hidden from the reader.
        found = self.rewrite(html("", self.PGP), "--template", T, base=())
        self.assertEqual(found.count(W.encode()), 4)

    def test_armor_in_base64(self):
        message = b"Content-Type: text/plain; charset=utf-16le\nContent-Transfer-Encoding: base64\n\n" + base64_lines(self.PGP.decode().encode("utf-16le"))
        found = email.message_from_bytes(self.rewrite(message, "--template", T, base=())).get_payload(decode=True).decode("utf-16le")
        self.assertEqual(found.count(W), 2)

    def test_encrypted_parts_are_named(self):
        pgp = (b"Content-Type: multipart/encrypted; protocol=application/pgp-encrypted; boundary=b\n\n--b\nContent-Type: application/pgp-encrypted\n\n"
               b"Version: 1\n--b\nContent-Type: application/octet-stream\n\nhttp://a.example/\n--b--\n")
        smime = b"Content-Type: application/pkcs7-mime; smime-type=enveloped-data\nContent-Transfer-Encoding: base64\n\nMIAGCSqGSIb3DQEHA6CAMIACAQA=\n"
        for message, part in ((pgp, "2"), (smime, "1")):
            self.assertEqual(self.rewrite(message, "--template", T, base=()), message)
            self.assertEqual([(note["reason"], note["part"], note["references"]) for note in self.manifest.notes], [("left-signed", part, 0)])
            self.assertIn("encrypted", self.said)
            self.assertEqual(self.rewrite(message, base=()), message)
            self.assertEqual(self.manifest.notes, [])

    def test_signed_parts(self):
        message = (b"Content-Type: multipart/signed; boundary=b\n\n--b\n" + html("", '<a href="http://a/">') +
                   b"\n--b\nContent-Type: application/pgp-signature\n\nx\n--b--\n")
        self.assertEqual(self.rewrite(message, "--template", T, base=()), message)
        self.assertEqual([(note["reason"], note["part"]) for note in self.manifest.notes], [("left-signed", "1")])
        for option in (("--signed", "rewrite"), ("--break-signatures",)):
            self.assertEqual(self.rewrite(message, "--template", T, *option, base=()), message.replace(b"http://a/", (W + quoted("http://a/")).encode()))
        self.assertEqual(self.rewrite(message, "--template", T, "--signed", "leave", base=()), message)


class Lines(TemplateTest):
    def test_text_that_does_not_fit(self):
        for length in (300, 700, 800):
            url = "http://a.example/" + "%25" * (length // 3)
            for before, after in (("", ""), ("see <", ">"), ("<URL:", ">")):
                message = TEXT + (f"{'w' * 90} {before}{url}{after} {'w' * 40}\n").encode()
                found = self.rewrite(message, "--template", T, base=())
                self.assertLessEqual(max(map(len, found.split(b"\n"))), 998)
                self.assertEqual(self.manifest.notes, [])
                self.assertEqual([row["resolved"] for row in rows_of(self.run_ok("links", "--full", "--format=jsonl", input=found))], [W + quoted(url)])

    def test_several_urls_of_a_line(self):
        urls = [f"http://a.example/{number}/" + "p" * 150 for number in range(5)]
        found = self.rewrite(TEXT + " ".join(urls).encode() + b" end\n", "--template", T, base=())
        self.assertLessEqual(max(map(len, found.split(b"\n"))), 998)
        self.assertEqual([row["resolved"] for row in rows_of(self.run_ok("links", "--full", "--format=jsonl", input=found))], [W + quoted(url) for url in urls])

    def test_a_long_line_of_html(self):
        for form in ('<a href="%s" x="y">t</a>', "<a\thref='%s'>t</a>", "<a href=%s>t</a>", '<p><a class="c" href="%s">t</a> <br>'):
            urls = [f"http://a.example/{number}/" + "p" * 120 for number in range(5)]
            message = html("", "".join(form % url for url in urls) + "<p>" + "w" * 40 + "\n")
            found = self.rewrite(message, "--template", T + "&x=" + "y" * 700, base=())
            self.assertLessEqual(max(map(len, found.split(b"\n"))), 998)
            self.assertEqual(self.manifest.notes, [], form)
            self.assertEqual(found.count(W.encode()), 5)

    def test_what_does_not_fit_is_named(self):
        message = html("", f'<p title="{"w" * 800}" x="{"http://a.example/"}"><a\thref="http://a.example/{"p" * 60}">x</a>\n')
        long = "https://c.example/" + "l" * 980 + "?u={url:query}"
        self.assertEqual(self.rewrite(message, "--template", long, base=()), message)
        self.assertEqual([note["reason"] for note in self.manifest.notes], ["left-unwritable"])

    def test_a_long_template_of_many_short_links(self):
        message = html("", "".join(f"<a href=http://a.b/{number}>x</a>\n" for number in range(10000)))
        long = "https://c.example/" + "l" * 460 + "?u={url:query}"
        done = run("rewrite", "--template", long, input=message)
        self.assertEqual((done.returncode, done.stderr, done.stdout.count(b"?u=")), (0, b"", 10000))
        done = run("rewrite", "--template", long, "--limits", "edits=100000", input=message)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"edits hold more than", done.stderr)
        self.assertTrue(0 < done.stdout.count(b"?u=") < 10000)


class Restored(TemplateTest):
    def options(self, template=SIGNED):
        return ("--template", template, "--key-file", self.keys, "--recipient", "r@x", "--time", "7")

    def test_restored(self):
        message = html("Content-Transfer-Encoding: 8bit\n", '<a href="http://a/?b&amp;c">x</a> http://t.example/x <a href="http://\u00e9/">',
                       "text/html; charset=utf-8")
        wrapped = self.rewrite(message, *self.options(), base=())
        self.assertEqual(self.rewrite(wrapped, "--untemplate", SIGNED, "--key-file", self.keys, base=()), message)
        self.assertEqual({edit["reason"] for edit in self.manifest.edits}, {"untemplate"})
        # A key that no longer signs still verifies.
        turned = self.write("turned", b"".join(kid.encode() + b"\t" + key + b"\n" for kid, key in reversed(KEYS)))
        self.assertEqual(self.run_ok("rewrite", "--untemplate", SIGNED, "--key-file", turned, input=wrapped), message)

    def test_what_is_not_restored(self):
        message = html("", '<a href="http://a/">x</a>')
        wrapped = self.rewrite(message, *self.options(), base=())
        other = self.write("other", b"k1\tanother key of sixteen\n")
        self.assertEqual(self.run_ok("rewrite", "--untemplate", SIGNED, "--key-file", other, input=wrapped), wrapped)
        for old, new in ((b"http%3A%2F%2Fa", b"http%3A%2F%2Fb"), (b"r%40x", b"s%40x"), (b"t=7", b"t=8"), (b"k=k1", b"k=old.2"), (b"k=k1", b"k=no"),
                         (b"m=&", b"m=1&"), (b'">x<', b'0">x<')):
            changed = wrapped.replace(old, new)
            self.assertNotEqual(changed, wrapped)
            self.assertEqual(self.run_ok("rewrite", "--untemplate", SIGNED, "--key-file", self.keys, input=changed), changed)


class Generated(TemplateTest):
    """`test_template.py SEED COUNT` makes others."""

    SEED, COUNT = 1808, 60

    def test_random_messages(self):
        done = collections.Counter()
        for seed in range(self.SEED, self.SEED + self.COUNT):
            with self.subTest(seed=seed):
                self.check_message(seed, done)
        self.assertGreater(done["urls"], self.COUNT)
        self.assertGreater(done["kept"], self.COUNT // 4)

    def check_message(self, seed, done):
        chosen = random.Random(seed)
        places = sorted(chosen.sample(PLACES, chosen.randrange(1, 5)), key=PLACES.index) if seed % 2 else PLACES[:3]
        template = Template(chosen.choice((SIGNED, "https://c.example/{host}/{h}?u={url:query}", T)), KEYS, "r+1@x.example", "1700000000")
        opens = chosen.random() < 0.3
        mail = TemplateMail(seed, template, places, opens)
        options = ["--input", "message", "--template", template.text, "--except", self.kept, "--key-file", self.keys, "--recipient", template.recipient,
                   "--time", template.time, *(["--in", ",".join(places)] if seed % 2 else []), *(["--signed", "rewrite"] if opens else [])]
        found = self.rewrite(mail.bytes, *options, base=())
        self.compare(list(parts_of(mail.bytes)), list(parts_of(found)), mail.leaves)
        self.check_unwrapped(mail, template, found)
        for kept in mail.kept:
            self.assertTrue(any(kept in message for message in messages_in(found)), kept)
        if "{h}" in template.text:
            back = run("rewrite", "--input", "message", "--untemplate", template.text, "--key-file", self.keys,
                       *(["--signed", "rewrite"] if opens else []), input=found)
            self.assertEqual(back.returncode, 0, back.stderr)
            self.assertEqual(self.resolved(mail.bytes), self.resolved(back.stdout))
        done["urls"] += len(mail.urls)
        done["kept"] += len(mail.kept)

    def check_unwrapped(self, mail, template, found):
        """What was wrapped comes out byte for byte."""
        start = template.text[: template.text.index("{")]
        wrapped = [url for url in self.resolved(found) if url and url.startswith(start)]
        lines = "".join(f"{url}\n" for url in wrapped).encode()
        done = run("unwrap", "--template", template.text, "--key-file", self.keys, input=lines)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(sorted(done.stdout.decode().splitlines()), sorted(mail.urls))

    def resolved(self, message):
        return [row["resolved"] for row in rows_of(self.run_ok("links", "--input", "message", "--full", "--format=jsonl", input=message))]

    def compare(self, before, after, leaves):
        self.assertEqual([part.items() for part in before], [part.items() for part in after])
        found = [part for part in after if not part.is_multipart() and part.get_content_type() != "message/rfc822"]
        old = [part for part in before if not part.is_multipart() and part.get_content_type() != "message/rfc822"]
        self.assertEqual(len(found), len(leaves))
        for leaf, part, was in zip(leaves, found, old):
            if leaf is None:
                self.assertEqual(part.get_payload(), was.get_payload())
                continue
            text = part.get_payload(decode=True).decode(leaf.charset).replace("\r\n", "\n")
            expected = leaf.after
            for gone in {"unflowed": (" \n",), "unfolded": ("\n ",)}.get(leaf.compared, ()):
                text, expected = text.replace(gone, ""), expected.replace(gone, "")
            self.assertEqual(text.rstrip("\n"), expected.rstrip("\n"))


def parts_of(message):
    """All parts, also those of messages in base64, which the standard library does not open."""
    for part in email.message_from_bytes(message).walk():
        yield part
        if part.get_content_type() == "message/rfc822" and part["Content-Transfer-Encoding"] == "base64":
            inner = part.get_payload(0).as_bytes()
            part.set_payload("")
            yield from parts_of(base64.b64decode(inner))


def messages_in(message):
    """The message, and those in it that are in base64."""
    yield message
    for part in email.message_from_bytes(message).walk():
        if part.get_content_type() == "message/rfc822" and part["Content-Transfer-Encoding"] == "base64":
            yield from messages_in(base64.b64decode(part.get_payload(0).as_bytes()))


class RealMail(TemplateTest):
    """Mail that others wrote: a second run changes nothing, undoing gives back every byte, and every URL comes back."""

    def test_real_mail(self):
        files = corpora_files()
        if not files:
            self.skipTest("no corpora: the template is not tried on real mail")
        options = ("--template", SIGNED, "--key-file", self.keys, "--recipient", "r@x", "--time", "7", "--in", ",".join(PLACES))
        came, went, again, back = (self.folder / name for name in ("came", "went", "again", "back"))
        came.mkdir()
        for number, path in enumerate(files):
            shutil.copy(path, came / f"{number:05}")
        manifest = self.folder / "all.jsonl"
        run("rewrite", *options, "--manifest", manifest, "-o", went, came)
        run("rewrite", *options, "-o", again, went)
        run("rewrite", "--undo", manifest, "-o", back, went)
        names = sorted(path.name for path in went.iterdir())
        self.assertGreater(len(names), len(files) // 2)
        changed = [name for name in names if (went / name).read_bytes() != (came / name).read_bytes()]
        self.assertGreater(len(changed), len(files) // 20)
        for name in names:
            self.assertEqual((again / name).read_bytes(), (went / name).read_bytes(), name)
            self.assertEqual((back / name).read_bytes(), (came / name).read_bytes(), name)
        restored = self.folder / "restored"
        run("rewrite", "--untemplate", SIGNED, "--key-file", self.keys, "-o", restored, went)
        for name in changed:
            old, new = ([self.same_url(row["resolved"]) for row in rows_of(run("links", "--full", "--format=jsonl", folder / name).stdout)]
                        for folder in (came, restored))
            self.assertEqual(old, new, name)

    @staticmethod
    def same_url(url):
        """A URL of text that is ASCII without it comes back in ASCII."""
        return url and urllib.parse.quote(url, safe=string.punctuation + " ")


if __name__ == "__main__":
    if len(sys.argv) == 3 and all(word.isdigit() for word in sys.argv[1:]):
        Generated.SEED, Generated.COUNT = map(int, sys.argv[1:])
        del sys.argv[1:]
        sys.argv.append("Generated")
    main()
