"""`rewrite` with messages of several parts: nested, signed, with digests and lengths; and its options."""

import base64
import hashlib

from rewriting import BASE, RewriteTest, base64_lines, html, to_bytes
from support import main, run
from tables import FROM, encoded, message_part, multipart

LINK, NEW_LINK = "<a href=g>", "<a href=http://h/d/g>"
PART = "Content-Type: text/html\n\n" + LINK + "\n"
NEW_PART = "Content-Type: text/html\n\n" + NEW_LINK + "\n"


class Nested(RewriteTest):
    def test_messages_in_messages(self):
        def make(link):
            inner = multipart("i", "\nx", "Content-Type: text/html\n\n" + link, fields="Subject: inner\n")
            return to_bytes(multipart("o", message_part(inner), "Content-Type: text/html\n\n" + link, kind="digest",
                                      fields="Subject: outer\n"))

        self.assertEqual(self.rewrite(make(LINK)), make(NEW_LINK))
        self.assertEqual([edit["part"] for edit in self.manifest.edits], ["1.2", "2"])

    def test_encoded_messages(self):
        inner = "Subject: inner\nContent-Type: text/html\n\n%s\n" + "words " * 20 + "\n"
        for encoding in ("base64", "quoted-printable"):
            for content_type in ("message/rfc822", "application/octet-stream; name=a.eml"):
                with self.subTest(encoding, content_type=content_type):
                    def make(link):
                        return to_bytes(multipart("o", "\nx", encoded(inner % link, encoding, content_type)))

                    self.assertEqual(self.rewrite(make(LINK)), make(NEW_LINK))

    def test_an_encoded_message_in_an_encoded_one(self):
        def make(link):
            inner = multipart("i", "Content-Transfer-Encoding: base64\nContent-Type: text/html\n\n" +
                              base64_lines(link + "words " * 20).decode(), fields="Subject: inner\n")
            middle = multipart("m", encoded(inner, "base64"), fields="Subject: middle\n")
            return to_bytes(multipart("o", encoded(middle, "base64"), "\nx"))

        self.assertEqual(self.rewrite(make(LINK)), make(NEW_LINK))

    def test_what_stands_around_parts(self):
        message = ("Content-Type: multipart/mixed; boundary=b\n\npreamble <URL:g>\n--b  \n%s\n--b\n\n<URL:g\n>\n"
                   "--b--\nepilogue <URL:g>\n")
        expected = (message % NEW_PART).replace("<URL:g\n>", "<URL:http://h/d/g\n>")
        self.assertEqual(self.rewrite(to_bytes(message % PART)), to_bytes(expected))

    def test_parts_that_are_not_closed(self):
        for end in ("", "--b", "\n--b-", "\n--c--\n"):
            message = multipart("b", "Content-Type: text/html\n\n%s")[: -len("\n--b--\n")] + end
            with self.subTest(end):
                self.assertEqual(self.rewrite(to_bytes(message % LINK)), to_bytes(message % NEW_LINK))

    def test_parts_that_references_name(self):
        related = multipart("r", "Content-Type: text/html\n\n<img src=cid:a@b><img src=i.gif>" + LINK,
                            "Content-Type: image/gif\nContent-ID: <a@b>\n\nx",
                            "Content-Type: image/gif\nContent-Location: i.gif\n\nx", kind="related",
                            fields="Content-Base: http://h/d/\n")
        self.assertEqual(self.rewrite(to_bytes(related), base=()), to_bytes(
            related.replace("href=g", "href=http://h/d/g").replace("Location: i", "Location: http://h/d/i")))

    def test_parts_that_only_the_retrieval_url_joins(self):
        related = multipart("r", "Content-Type: text/html\n\n<img src=i.gif>",
                            "Content-Type: image/gif\nContent-Location: i.gif\n\nx", kind="related")
        found = self.rewrite(to_bytes(related))
        status = [(context, status) for context, _, status in self.references(found)]
        self.assertEqual(status, [("img@src", "part"), ("header:content-location", "absolute")])


class Options(RewriteTest):
    def test_only(self):
        parts = {
            "html": "Content-Type: text/html\n\n<a href=g><style>a{b:url(c)}</style>",
            "css": "Content-Type: text/css\n\na{b:url(c)}",
            "xml": "Content-Type: image/svg+xml\n\n<svg xmlns='http://www.w3.org/2000/svg'><image href='g'/></svg>",
            "text": "Content-Type: text/plain\n\n<URL:g>",
        }
        new = {"html": "Content-Type: text/html\n\n<a href=http://h/d/g><style>a{b:url(http://h/d/c)}</style>",
               "css": "Content-Type: text/css\n\na{b:url(http://h/d/c)}",
               "xml": parts["xml"].replace("'g'", "'http://h/d/g'"), "text": "Content-Type: text/plain\n\n<URL:http://h/d/g>"}
        for chosen in ("html", "css", "xml", "text", "html,text", "css,xml", "html,css,xml,text"):
            expected = [new[name] if name in chosen.split(",") else part for name, part in parts.items()]
            with self.subTest(chosen):
                found = self.rewrite(to_bytes(multipart("b", *parts.values())), "--only", chosen)
                self.assertEqual(found, to_bytes(multipart("b", *expected)))
        self.assert_fails(2, "--only", "rewrite", "--only", "pdf", input=b"\n")

    def test_bases_that_are_dropped(self):
        table = (
            ("a field", "Subject: x\nBase: <URL:http://h/d/>\nContent-Type: text/html\n\n" + LINK,
             "Subject: x\nContent-Type: text/html\n\n" + NEW_LINK),
            ("a folded field, the last", "Content-Type: text/html\nContent-Base:\n \"http://h/d/\"\n\n" + LINK,
             "Content-Type: text/html\n\n" + NEW_LINK),
            ("an element", "Content-Type: text/html\n\n<head><base href='http://h/d/'>\n</head>" + LINK,
             "Content-Type: text/html\n\n<head>\n</head>" + NEW_LINK),
            ("in CRLF", "Base: <URL:http://h/d/>\r\nContent-Type: text/html\r\n\r\n" + LINK,
             "Content-Type: text/html\r\n\r\n" + NEW_LINK),
        )
        self.check(table, to_bytes, "--base", "drop", base=())
        kept = [(why, before, before.replace("=g", "=http://h/d/g")) for why, before, _ in table]
        self.check(kept, to_bytes, "--base", "keep", base=())
        self.check(kept, to_bytes, base=())

    def test_parts_by_their_locations(self):
        related = multipart("r", "Content-Type: text/html\n\n<img src='cid:a@b'><img src='cid:c@d'>",
                            "Content-ID: <a@b>\nContent-Location: http://h/d/i.gif\nContent-Type: image/gif\n\nx",
                            "Content-ID: <c@d>\nContent-Type: image/gif\n\nx", kind="related")
        self.assertEqual(self.rewrite(to_bytes(related), "--cid", "keep"), to_bytes(related))
        self.assertEqual(self.rewrite(to_bytes(related)), to_bytes(related))
        self.assertEqual(self.rewrite(to_bytes(related), "--cid", "location"),
                         to_bytes(related.replace("cid:a@b", "http://h/d/i.gif")))
        self.assertEqual([status for _, _, status in self.references(self.rewrite(to_bytes(related), "--cid", "location"))],
                         ["part", "part", "absolute"])

    def test_bases_are_noted(self):
        message = multipart("b", PART, "Content-Base: http://x/y/\nContent-Type: text/html\n\n<a href=g>",
                            fields="Subject: x\nBase: <URL:http://h/d/>\n")
        found = self.rewrite(to_bytes(message), "--annotate", base=())
        self.assertEqual([line for line in found.decode().split("\n") if line.startswith("X-Mimebase-Base")],
                         [line for line in found.decode().split("\n") if "X-Mimebase-Base" in line])
        fields = [line.partition(": ")[2] for line in found.decode().split("\n") if line.startswith("X-Mimebase-Base")]
        self.assertEqual(fields, ["<http://h/d/>; by=base-header; section=3.1", "<http://h/d/>; by=base-header; section=3.2",
                                  "<http://x/y/>; by=content-base; section=3.1"])


    def test_long_bases_are_folded(self):
        for path in ("a" * 200 + "/", "b/" * 700, "%C3%A9" * 400, "a" * 3000, "\u00e9" * 900, "a" * 962, "a" * 940):
            for end in ("\n", "\r\n"):
                with self.subTest(path[:10], end=end):
                    base = f"http://h.example/{path}"
                    message = to_bytes("Content-Type: text/html\nContent-Base: <" + base + ">\n\n<a href=http://h/g>").replace(b"\n", end.encode())
                    found = self.rewrite(message, "--annotate", base=())
                    added = found[found.index(b"X-Mimebase-Base: ") :].partition(2 * end.encode())[0].split(end.encode())
                    self.assertLessEqual(max(map(len, added)), 998)
                    self.assertTrue(all(line.startswith(b" ") and line.strip() for line in added[1:]), added)
                    value = b"".join(added).partition(b": ")[2]
                    written, _, rest = value.partition(b">;")
                    self.assertEqual((written.replace(b" ", b"").decode(), rest), ("<" + base, b" by=content-base; section=3.1"))
                    for line in added:
                        line.decode()


class Protected(RewriteTest):
    SIGNED = ("Subject: x\nContent-Type: multipart/mixed; boundary=o\n\n--o\n" + PART + "--o\n"
              "Content-Type: multipart/signed; boundary=s; protocol=\"application/pgp-signature\"\n\n--s\n" + PART +
              "--s\nContent-Type: application/pgp-signature\n\nx\n--s--\n--o--\n")

    def test_signed_parts(self):
        before, _, after = self.SIGNED.partition("--s\n")
        found = self.rewrite(to_bytes(self.SIGNED))
        self.assertEqual(found, to_bytes(before.replace(LINK, NEW_LINK) + "--s\n" + after))
        self.assertEqual([(note["reason"], note["part"]) for note in self.manifest.notes], [("left-signed", "2.1")])
        self.assertIn("signed", self.said)

    def test_signatures_that_may_break(self):
        found = self.rewrite(to_bytes(self.SIGNED), "--break-signatures")
        self.assertEqual(found, to_bytes(self.SIGNED.replace(LINK, NEW_LINK)))
        self.assertEqual([note["reason"] for note in self.manifest.notes], ["signature-broken"])

    def test_a_message_in_a_signed_one(self):
        message = multipart("s", message_part("Subject: x\n" + PART), "Content-Type: application/pkcs7-signature\n\nx",
                            kind="signed")
        self.assertEqual(self.rewrite(to_bytes(message)), to_bytes(message))

    def test_domain_keys(self):
        fields = {
            "DKIM-Signature": "DKIM-Signature: v=1; a=rsa-sha256; d=x.example; s=s; h=from:subject; bh=AAAA; b=BBBB\n",
            "ARC-Message-Signature": "ARC-Message-Signature: i=1; a=rsa-sha256; d=x.example; s=s; h=from; bh=AAAA; b=BBBB\n",
        }
        for name, field in fields.items():
            message = to_bytes(field + "Subject: x\n" + PART)
            with self.subTest(name):
                self.assertEqual(self.rewrite(message), message.replace(b"=g>", b"=http://h/d/g>"))
                self.assertIn("signature-broken", [note["reason"] for note in self.manifest.notes])
                self.assertIn("Signature of x.example", self.said)
                self.assertEqual(self.rewrite(message, "--if-dkim", "rewrite"), message.replace(b"=g>", b"=http://h/d/g>"))
                self.assertEqual(self.rewrite(message, "--if-dkim", "keep"), message)
                self.assertEqual([note["reason"] for note in self.manifest.notes], ["left-dkim"])
        unsigned = to_bytes(fields["DKIM-Signature"] + "Subject: x\nContent-Type: text/html\n\nx\n")
        self.assertEqual(self.rewrite(unsigned), unsigned)
        self.assertEqual((self.said, self.manifest.notes), ("", []))

    # (fields of the signature, body, whether the signature is still valid): "=g" is edited.
    SIGNED_LENGTHS = (
        ("h=from:subject; l=0", "<a href=g>\n", True),
        ("h=from:subject; l=00", "<a href=g>\n", True),
        ("h=from:subject; l=\r\n 0", "<a href=g>\n", True),
        ("h=from:subject; l=", "<a href=g>\n", False),
        ("h=from:subject; l=-0", "<a href=g>\n", False),
        ("h=from:subject; l=99999999999999999999", "<a href=g>\n", False),
        ("h=from:content-location; l=0", "<a href=g>\n", False),
        # The bytes before the edit: "ab", a line break of two bytes, and "<a href=".
        ("h=from; l=12", "ab\n<a href=g>\n", True),
        ("h=from; l=13", "ab\n<a href=g>\n", False),
        ("h=from; l=12", "ab\r\n<a href=g>\r\n", True),
        ("h=from; l=13", "ab\r\n<a href=g>\r\n", False),
        ("h=from; l=16", "\nab\n\n<a href=g>\n", True),
        ("h=from; l=17", "\nab\n\n<a href=g>\n", False),
        # With relaxed canonicalisation, a run of white space is one space.
        ("c=relaxed/relaxed; h=from; l=13", "a \t b \n<a href=g>\n", True),
        ("c=relaxed/relaxed; h=from; l=14", "a \t b \n<a href=g>\n", False),
        ("c=simple/relaxed; h=from; l=12", "ab \t\n<a  href=g>\n", True),
        ("c=simple/relaxed; h=from; l=13", "ab \t\n<a  href=g>\n", False),
        ("c=relaxed; h=from; l=16", "ab \t\n<a  href=g>\n", False),
        ("c=relaxed; h=from; l=15", "ab \t\n<a  href=g>\n", True),
    )

    def test_signatures_over_the_beginning_of_a_body(self):
        for tags, body, holds in self.SIGNED_LENGTHS:
            for name in ("DKIM-Signature", "ARC-Message-Signature"):
                with self.subTest(tags, name=name, body=body):
                    message = to_bytes(f"{name}: v=1; a=rsa-sha256; d=x.example; {tags}; bh=A; b=B\nSubject: x\n"
                                       f"Content-Location: p\nContent-Type: text/html\n\n{body}")
                    found = self.rewrite(message)
                    self.assertEqual([note["reason"] for note in self.manifest.notes],
                                     [] if holds else ["signature-broken"])
                    self.assertEqual(self.rewrite(message, "--if-dkim", "keep"), found if holds else message)

    def test_digests(self):
        def digest(content):
            return base64.b64encode(hashlib.md5(content.encode()).digest()).decode()

        message = "Content-MD5: %s\nContent-Type: text/html\n\n%s"
        found = self.rewrite(to_bytes(message % (digest("<a href=g>"), "<a href=g>"))).decode()
        self.assertIn(found, (message % (digest(NEW_LINK), NEW_LINK), "Content-Type: text/html\n\n" + NEW_LINK))
        self.assertIn("content-md5", [edit["reason"] for edit in self.manifest.edits])
        self.assertIn("Content-MD5", self.said)
        other = multipart("b", PART, "Content-MD5: %s\n\nx" % digest("x"))
        self.assertEqual(self.rewrite(to_bytes(other)), to_bytes(other.replace(LINK, NEW_LINK)))

    def test_lengths(self):
        def messages(body, length):
            fields = "Subject: x\nContent-Type: text/html\nContent-Length: %d\n\n" % length
            return to_bytes(FROM + fields + body + "\n" + FROM + fields.replace("html", "plain") + "x" * length + "\n")

        body = LINK + "\n\nFrom here on\n"
        found = self.rewrite(messages(body, len(body)))
        self.assertEqual(found.count(FROM.encode()), 2)
        self.assertIn(NEW_LINK.encode(), found)
        self.assertIn("content-length", [edit["reason"] for edit in self.manifest.edits])
        self.assertIn("Content-Length", self.said)
        at = found.index(b"Content-Length: ") + len(b"Content-Length: ")
        self.assertEqual(int(found[at : at + 4].split()[0]), len(body) + len("http://h/d/"))


class Mboxes(RewriteTest):
    def test_lines_that_are_quoted(self):
        box = (FROM + PART + "\n>From here\n\n" + FROM + "Content-Type: text/plain\n\n>From <URL:g>\n>>From b\n\n" + FROM +
               "Subject: no end\nContent-Type: text/html\n\n" + LINK)
        expected = box.replace(LINK, NEW_LINK).replace("<URL:g>", "<URL:http://h/d/g>")
        self.assertEqual(self.rewrite(to_bytes(box)), to_bytes(expected))
        self.assertEqual([(edit["message"], edit["offset"]) for edit in self.manifest.edits],
                         [(1, 0), (2, box.index(FROM, 1)), (3, box.rindex(FROM))])

    def test_line_ends_and_blank_lines(self):
        for end in ("\n", "\n\n", "\n\n\n"):
            box = (FROM + PART + end) * 3
            with self.subTest(end):
                self.assertEqual(self.rewrite(to_bytes(box)), to_bytes(box.replace(LINK, NEW_LINK)))
                crlf = to_bytes(box.replace("\n", "\r\n"))
                self.assertEqual(self.rewrite(crlf), crlf.replace(b"=g>", b"=http://h/d/g>"))

    def test_no_new_message_begins_in_one(self):
        """An edit never creates a line that splits the mbox."""
        for text in ("From a@b Mon Jan  1 10:20:30 2001", "From - Mon Jan  1 10:20:30 2001"):
            for length in range(0, 76, 3):
                body = "<a href=3D%s>x %s" % ("a" * length, text)
                lines = [body] if len(body) <= 76 else [body[:74] + "=", body[74:]]
                box = (FROM + "Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n\n" +
                       "\n".join(lines) + "\n")
                with self.subTest(text, length=length):
                    found = self.rewrite(to_bytes(box))
                    tree = self.rows("tree", "--input", "mbox", input=found)
                    self.assertEqual({row["message"] for row in tree}, {1})


class Hostile(RewriteTest):
    def test_many_references_on_a_line(self):
        line = LINK * 20_000
        found = self.rewrite(html("Content-Transfer-Encoding: base64\n", base64_lines(line)))
        self.assertEqual(found, html("Content-Transfer-Encoding: base64\n", base64_lines(line.replace(LINK, NEW_LINK))))

    def test_a_base_that_is_long(self):
        """The growth of a message is bounded."""
        base = "http://h/" + "d" * 8000 + "/"
        message = to_bytes("Content-Base: %s\nContent-Type: text/html\n\n%s" % (base, (LINK + "\n") * 30_000))
        out = self.folder / "out"
        done = run("rewrite", "-o", out, input=message)
        self.assertIn(done.returncode, (0, 1))
        if done.returncode:
            self.assertIn(b"the rest is skipped", done.stderr)
        self.assertLess(out.stat().st_size, 300_000_000)

    def test_nothing_at_all(self):
        for message in (b"Subject: x", b"Content-Type: text/html\n\n", b"Content-Type: multipart/mixed\n\n"):
            with self.subTest(message):
                self.assertEqual(self.rewrite(message), message)
        for message in (b"x", b"\x00\xff\n", b"  \n\nwords\n"):
            with self.subTest(message):
                self.assertEqual(self.run_ok("rewrite", *BASE, input=message), message, "no mail, which is passed on")
        for message in (b"", b"\n", b"\n\n"):
            self.assert_fails(1, "empty", "rewrite", *BASE, input=message)


if __name__ == "__main__":
    main()
