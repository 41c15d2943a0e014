#!/usr/bin/env python3
"""Messages made to break a reader: each is read up to its limits, which is reported, and the next one is read.

Black box. The program is the environment variable MIMEBASE_EXE, or the first argument.
"""

import base64
import json
import os
import resource
import subprocess
import sys
import tempfile
import unittest

EXE = os.environ.get("MIMEBASE_EXE", "")
MB = 1 << 20


def stack_of_1_mb():
    resource.setrlimit(resource.RLIMIT_STACK, (MB, resource.getrlimit(resource.RLIMIT_STACK)[1]))


def run(command, message, *options, name="m.eml"):
    """Two inputs: the message, and then an ordinary one."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name), os.path.join(folder, "z.eml")]
        for path, content in zip(paths, (message, b"Subject: z\n\nhttp://z.example/z\n")):
            with open(path, "wb") as file:
                file.write(content)
        done = subprocess.run([EXE, command, "--format", "jsonl", *options, "--", *paths], capture_output=True,
                              timeout=120, preexec_fn=stack_of_1_mb)
        rows = [json.loads(line) for line in done.stdout.decode().split("\n")[:-1]]
        return (done.returncode, [row for row in rows if row["source"] == paths[0]],
                [row for row in rows if row["source"] == paths[1]], done.stderr.decode())


def header(fields, body=b"\n\nhttp://a.example/a\n"):
    return fields + body


def multipart(parts, boundary=b"b", fields=b""):
    return b"%sContent-Type: multipart/mixed; boundary=%s\n\n" % (fields, boundary) + b"".join(
        b"--%s\n%s\n" % (boundary, part) for part in parts) + b"--%s--\n" % boundary


def nested(depth, innermost):
    out = b""
    for i in range(depth):
        out += b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i)
    return out + innermost


def encoded(message, levels):
    for _ in range(levels):
        message = (b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" +
                   base64.encodebytes(message))
    return message


def quoted(message, levels):
    for _ in range(levels):
        message = (b"Content-Type: message/rfc822\nContent-Transfer-Encoding: quoted-printable\n\n" +
                   message.replace(b"=", b"=3D"))
    return message


GROUPS = b"a:" * 60000
RFC822 = b"Content-Type: message/rfc822\n\n"

# why, the message, options, what is reported (None: nothing)
SURVIVED = [
    ("an encoded word of two bytes", header(b"From:=??"), [], None),
    ("one in a file's name", header(b'Content-Type: a/b; name="=?u?"'), [], None),
    ("one at the end of everything", b"Subject: =?u?q?", [], None),
    ("groups of addresses, which are parsed by recursion", header(b"From: " + GROUPS), [], None),
    ("in a message in a message", RFC822 * 2 + header(b"To: " + GROUPS), [], None),
    ("in base64", encoded(header(b"Cc: " + GROUPS), 1), [], None),
    ("in a part", multipart([RFC822 + header(b"Sender: " + GROUPS)]), [], None),
    ("folded", header(b"Reply-To: " + b"a:\n " * 60000), [], None),
    ("resent, which nobody parses", header(b"Resent-From: " + GROUPS), [], None),
    ("a charset of a parameter without end", header(b"Content-Type: text/html; a*=" + b"A" * 900000 + b"'x"),
     [], None),
    ("comments in comments", header(b"Content-Type: text/plain " + b"(" * 100000 + b"\nDate: " + b"(" * 100000),
     [], None),
    ("fields and nothing else", b"a:\n" * 300000 + b"\nx", [], "header fields"),
    ("a heading of 9 MB", b"a: b\n" + b"b: c\n d e f g h i j k\n" * 400000 + b"\n\nx",
     ["--limits", "fields=1G"], "header of more than"),
    ("a field of 2 MB", header(b"Subject: " + b"x" * (2 * MB)), [], "header field of more than"),
    ("empty parts", multipart([b"\n"] * 120000), ["--limits", "parts=3000"], "parts"),
    ("300 levels and lines that look like boundaries", nested(300, b"\n" + b"--\n" * 300000), [], None),
    ("messages in base64 in messages", encoded(b"\n" + b"x\n" * 50000, 12), ["--limits", "decoded=1M"],
     "nested messages of more than"),
    ("messages in quoted-printable", quoted(b"\n" + b"x\n" * 50000, 400), ["--limits", "decoded=1M"], "nested messages of more than"),
    ("files in files", b"Content-Type: a/b; name=a.eml\n\n" * 900 + b"\n" + b"x\n" * 50000, ["--limits", "decoded=1M"],
     "nested messages of more than"),
    ("a limit of parts", multipart([b"\nhttp://a.example/"] * 9), ["--limits", "parts=4"], "parts"),
    ("a limit of fields", header(b"A: b\n" * 9 + b"C: d"), ["--limits", "fields=4"], "header fields"),
]

OFFSET_ROWS = [
    # why, the fields of a message/external-body, the reference, what its span cuts out of the unfolded value
    ("plain", 'URL="http://h.example/x"', "http://h.example/x", "http://h.example/x"),
    ("RFC 2231, in sections", 'URL*0="http://h.ex";\n URL*1="ample/x"', "http://h.example/x",
     'http://h.ex"; URL*1="ample/x'),
    ("RFC 2231, with a charset", "url*=us-ascii'en'http://h.example/x%20y", "http://h.example/xy",
     "us-ascii'en'http://h.example/x%20y"),
    ("an escaped quote", 'URL="http://h.example/\\"x"', 'http://h.example/"x', 'http://h.example/\\"x'),
    ("a comment's text is none", '(; url="http://no/") url="http://h.example/x"', "http://h.example/x",
     "http://h.example/x"),
    ("another parameter's text is none", 'x="; url=http://no/"; url="http://h.example/x"', "http://h.example/x",
     "http://h.example/x"),
    ("a semicolon in quotes", 'url="http://h.example/x;y"', "http://h.example/x;y", "http://h.example/x;y"),
    ("of two the first counts", 'url="http://h.example/x"; url="http://no/"', "http://h.example/x",
     "http://h.example/x"),
]


class Hostile(unittest.TestCase):
    maxDiff = None

    def test_survived(self):
        for why, message, options, said in SURVIVED:
            for command in ("tree", "links", "check"):
                with self.subTest(why=why, command=command):
                    status, rows, others, errors = run(command, message, *options)
                    self.assertIn(status, (0, 1), errors[-300:])
                    if command == "links":
                        self.assertEqual(["http://z.example/z"], [row["reference"] for row in others])
                    if command == "tree":
                        self.assertTrue(rows)
                    if said is None:
                        self.assertEqual("", errors)
                        continue
                    self.assertEqual(1, status)
                    self.assertIn(said, errors)
                    self.assertLess(len(errors.split("\n")), 102)
                    if command == "check":
                        self.assertTrue([row for row in rows if row["code"] == "limit-hit" and said in row["detail"]])

    def test_what_is_before_a_limit_is_read(self):
        message = multipart([b"\nhttp://a.example/%d" % i for i in range(9)])
        status, rows, _, _ = run("links", message, "--limits", "parts=4")
        self.assertEqual(["http://a.example/0", "http://a.example/1", "http://a.example/2"],
                         [row["reference"] for row in rows])
        # A field that GMime misses is still read.
        status, rows, _, _ = run("links", header(b"From: " + GROUPS + b"\nList-Archive: <http://l.example/>"))
        self.assertEqual(["http://l.example/", "http://a.example/a"], [row["reference"] for row in rows])
        self.assertTrue(rows[0]["from"].startswith("a:a:a:"))

    def test_threads_have_their_stack(self):
        status, rows, others, errors = run("links", header(b"From: " + GROUPS), "-j4")
        self.assertEqual((0, 1, 1), (status, len(rows), len(others)), errors)

    def test_external_body(self):
        for why, parameters, reference, written in OFFSET_ROWS:
            with self.subTest(why=why):
                field = "message/external-body; access-type=URL; " + parameters
                message = "Content-Type: " + field + "\n\nContent-Type: text/plain\n\n"
                status, rows, _, errors = run("links", message.encode())
                self.assertEqual(0, status, errors)
                self.assertEqual([("param:url", reference)], [(r["context"], r["reference"]) for r in rows])
                unfolded = field.replace("\n", "")
                self.assertEqual(written, unfolded[rows[0]["start"]:rows[0]["end"]])

    def test_two_types(self):
        first_html = b"Content-Type: text/html\nContent-Type: text/plain\n\n<a href=http://a.example/>x</a>"
        status, rows, _, _ = run("links", first_html)
        self.assertEqual([("text/html", "a@href")], [(row["content_type"], row["context"]) for row in rows])
        _, rows, _, _ = run("check", first_html)
        self.assertEqual(1, len([r for r in rows if r["code"] == "mime-ambiguous" and "more than one" in r["detail"]]))
        # The boundary of the first field splits the message; offsets are those of the original message.
        message = (b"Content-Type: multipart/mixed; boundary=b\nContent-Type: multipart/mixed; boundary=c\n\n"
                   b"--b\nContent-Type: text/plain\n\nx\n--c\ny\n--b--\n")
        _, rows, _, _ = run("tree", message)
        self.assertEqual(["TEXT", "1"], [row["part"] for row in rows])
        start, end = rows[1]["body"]
        self.assertEqual(b"x\n--c\ny", message[start:end])
        start, end = rows[0]["heading"]
        self.assertEqual(0, start)
        self.assertEqual(b"boundary=c\n\n", message[end - 12:end])

    def test_two_encodings(self):
        message = (b"Content-Transfer-Encoding: base64\nContent-Transfer-Encoding: 7bit\n\n" +
                   base64.encodebytes(b"http://a.example/a"))
        _, rows, _, _ = run("links", message)
        self.assertEqual(["http://a.example/a"], [row["reference"] for row in rows])
        _, rows, _, _ = run("check", message)
        self.assertEqual(["mime-ambiguous"], [row["code"] for row in rows])


if __name__ == "__main__":
    if len(sys.argv) > 1:
        EXE = sys.argv.pop(1)
    unittest.main()
