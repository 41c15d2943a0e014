"""S/MIME that is signed or compressed, and so readable without a key: its content is walked like that of a message inside."""

import base64
import random
import shutil
import subprocess
import tempfile
import unittest
import zlib
from pathlib import Path

import cms
import documents
from support import rows_of, run
from tables import analyse

INNER = b"Content-Type: text/html\r\nBase: <URL:http://base.example/dir/>\r\n\r\n<a href=\"x.html\">x</a>\r\n"
FOUND = [("1.HEADER", "http://base.example/dir/"), ("1.1", "http://base.example/dir/x.html")]


def mail(content, media_type="application/pkcs7-mime", name="smime.p7m"):
    return b"Message-ID: <m@x>\nContent-Type: %s; name=%s\nContent-Transfer-Encoding: base64\n\n" % (
        media_type.encode(), name.encode()) + base64.encodebytes(content)


def found(message):
    return [(row["part"], row["resolved"]) for row in analyse("links", [message])[0]]


def searched(message):
    return [row["searched"] for row in analyse("tree", [message])[0]]


class Cms(unittest.TestCase):
    def test_forms(self):
        """Whatever the form, the content is the same."""
        nested = cms.info(cms.SIGNED, cms.signed_data(cms.octets(cms.signed_data(cms.octets(INNER))), cms.SIGNED))
        for why, content in (
                ("in one piece", cms.signed(INNER)),
                ("in pieces", cms.signed(INNER, 7)),
                ("without lengths, as it is written while it is read", cms.signed(INNER, 10, True)),
                ("pieces in pieces", cms.info(cms.SIGNED, cms.signed_data(cms.element(0x24, cms.octets(INNER[:30], 4, True) + cms.octets(INNER[30:], 9), True)))),
                ("compressed", cms.info(cms.COMPRESSED, cms.compressed_data(zlib.compress(INNER)))),
                ("signed, and signed again", nested),
                ("compressed data, signed", cms.info(cms.SIGNED, cms.signed_data(cms.octets(cms.compressed_data(zlib.compress(INNER))), cms.COMPRESSED))),
                ("as PEM", b"-----BEGIN PKCS7-----\n" + base64.encodebytes(cms.signed(INNER)) + b"-----END PKCS7-----\n"),
                ("in base64 twice", base64.encodebytes(cms.signed(INNER, 300))),
                ("with bytes behind it", cms.signed(INNER) + b"\0more")):
            with self.subTest(why):
                self.assertEqual(found(mail(content)), FOUND)

    def test_declared_types(self):
        for media_type, name, expected in (
                ("application/pkcs7-mime", "a", FOUND), ("application/x-pkcs7-mime; smime-type=enveloped-data", "a", FOUND),
                ("application/octet-stream", "smime.P7M", FOUND), ("application/octet-stream", "a.bin", [])):
            with self.subTest(media_type, name=name):
                self.assertEqual(found(mail(cms.signed(INNER), media_type, name)), expected)

    def test_what_cannot_be_read(self):
        for why, content, expected in (
                ("encrypted", cms.info(cms.ENVELOPED, cms.element(0x30, b"")), ["encrypted"]),
                ("signed, encrypted inside", cms.info(cms.SIGNED, cms.signed_data(cms.octets(b"x"), cms.ENVELOPED)), ["encrypted"]),
                ("only certificates", cms.info(cms.SIGNED, cms.signed_data(None)), ["no"]),
                ("no CMS", b"http://a.example/", ["signed-opaque"]),
                ("cut before the content", cms.signed(INNER)[:20], ["signed-opaque"])):
            with self.subTest(why):
                self.assertEqual(searched(mail(content)), expected)

    def test_inside_other_containers(self):
        """Nothing that cannot be read is left out without a word."""
        secret = mail(cms.info(cms.ENVELOPED, cms.element(0x30, b"")))
        for content, sentence in ((secret, "part 1 is encrypted"), (mail(b"no CMS"), "part 1 is in a signature that cannot be read")):
            in_document = documents.mail("x", "a.docx", documents.docx([], more={"word/embeddings/a.eml": b"MIME-Version: 1.0\n" + content}))
            done = run("check", "--format", "jsonl", input=in_document)
            self.assertEqual([row["code"] for row in rows_of(done.stdout) if sentence in (row["detail"] or "")], ["not-searched"], sentence)
            self.assertEqual(done.returncode, 1)
        encrypted = b"Content-Type: multipart/encrypted; boundary=b\n\n--b\n" + secret.replace(b"Message-ID: <m@x>\n", b"") + b"--b--\n"
        self.assertEqual(searched(encrypted), ["container", "encrypted"])

    def test_damage(self):
        """What is there is read, and something is said of it."""
        cut = cms.signed(INNER + b"<a href=y.html>y</a>" + b" " * 300)[:-100]
        self.assertEqual(found(mail(cut)), [*FOUND, ("1.1", "http://base.example/dir/y.html")])
        rows = analyse("check", [mail(cut)])[0]
        self.assertIn(("mime-defect", "1.1"), [(row["code"], row["part"]) for row in rows])

    def test_it_is_a_part_of_its_message(self):
        rows = analyse("links", [mail(cms.signed(INNER))])[0]
        self.assertEqual({row["in_message_id"] for row in rows}, {None})
        rows = analyse("tree", [mail(cms.signed(INNER))])[0]
        self.assertEqual([(row["searched"], row["heading"], row["body"]) for row in rows[1:]], [("yes", None, None)])
        self.assertEqual(rows[0]["searched"], "container")

    def test_limits(self):
        content = cms.info(cms.COMPRESSED, cms.compressed_data(zlib.compress(INNER + b" " * 10_000_000, 9)))
        done = run("links", "--format", "jsonl", "--limits", "decoded=1000000", input=mail(content))
        self.assertEqual([(row["part"], row["resolved"]) for row in rows_of(done.stdout)], FOUND)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"signed content of more than 1000000 bytes", done.stderr)

    def test_as_openssl(self):
        """Random content, signed by OpenSSL in both of its forms, gives what the content alone gives."""
        if not shutil.which("openssl"):
            self.skipTest("openssl is not installed: 12 messages are not signed")
        source = random.Random(20261128)
        with tempfile.TemporaryDirectory() as folder:
            key, certificate = str(Path(folder, "key")), str(Path(folder, "certificate"))
            subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-subj", "/CN=a"], check=True, capture_output=True)
            for number in range(12):
                size = source.choice((0, 1, 100, 5000, 70000))
                inner = INNER + b"".join(b"<a href=\"%d\">%d</a>\r\n" % (one, one) for one in range(size // 20))
                done = subprocess.run(["openssl", "cms", "-sign", "-nodetach", "-binary", "-signer", certificate, "-inkey", key, *(["-stream"] if number % 2 else []), *source.choice(([], ["-nocerts"], ["-noattr"]))],
                                      input=inner, check=True, capture_output=True)
                alone = [(f"1.{part}" if part == "HEADER" else "1.1", url) for part, url in found(inner)]
                self.assertEqual(found(done.stdout), alone, number)


if __name__ == "__main__":
    unittest.main()
