#!/usr/bin/env python3
"""The command line against its contract: `tree`, `links` and `resolve`, black box, table by table.

Every row of a table says why it is there; most tables are read by one process, so that all of it takes
seconds. The program is the environment variable MIMEBASE_EXE, or the first argument.
"""

import base64
import html
import json
import os
import quopri
import random
import re
import signal
import subprocess
import sys
import tempfile
import unittest

EXE = os.environ.get("MIMEBASE_EXE", "")

LINK_KEYS = ["source", "message", "offset", "message_id", "date", "from", "subject", "part", "content_type",
             "in_message_id", "context", "hidden", "start", "end", "text", "reference", "resolved", "status",
             "target_part", "base", "base_section", "base_by", "base_part", "host"]
TREE_KEYS = ["source", "message", "offset", "message_id", "part", "depth", "content_type", "charset",
             "transfer_encoding", "disposition", "filename", "size", "heading", "body", "content_id",
             "content_location", "searched", "base", "base_section", "base_by", "base_part", "chain"]
BASE_KEYS = ("base", "base_section", "base_by", "base_part")


# ---- Running the program ----

def run(arguments, stdin=b"", **options):
    return subprocess.run([EXE, *arguments], input=stdin, capture_output=True, timeout=120, **options)


def to_bytes(message):
    return message if isinstance(message, bytes) else message.encode()


def rows_of(output):
    return [json.loads(line) for line in output.decode("utf-8").split("\n")[:-1]]


def analyse(command, messages, *options):
    """One process for all messages; the rows of each, in order."""
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for i, message in enumerate(messages):
            paths.append(os.path.join(folder, "%d.eml" % i))
            with open(paths[-1], "wb") as file:
                file.write(to_bytes(message))
        done = run([command, *options, "--format", "jsonl", "--", *paths])
        if done.returncode != 0 or done.stderr:
            raise AssertionError("exit %d: %s" % (done.returncode, done.stderr.decode()))
        per_path = {path: [] for path in paths}
        for row in rows_of(done.stdout):
            per_path[row["source"]].append(row)
        return [per_path[path] for path in paths]


def pick(row, *keys):
    return tuple(row[key] for key in keys)


def field_message(fields, body="<a href=g>x</a>", content_type="text/html"):
    return "%sContent-Type: %s\n\n%s" % (fields, content_type, body)


def html_message(body, fields=""):
    return field_message(fields, body)


def content_links(rows):
    return [row for row in rows if row["content_type"] is not None]


def heading_links(rows):
    return [row for row in rows if row["content_type"] is None]


class Case(unittest.TestCase):
    maxDiff = None

    def check(self, table, found):
        """`table` rows are (why, ..., expected)."""
        self.assertEqual(len(table), len(found))
        for row, got in zip(table, found):
            with self.subTest(why=row[0], of=row[1]):
                self.assertEqual(row[-1], got)


# ---- Section 1: names of parts and headings ----

def multipart(boundary, *parts, kind="mixed", fields=""):
    body = "".join("--%s\n%s\n" % (boundary, part) for part in parts)
    return "%sContent-Type: multipart/%s; boundary=%s\n\n%s--%s--\n" % (fields, kind, boundary, body,
                                                                        boundary)


TEXT_PART = "Content-Type: text/plain\n\nx"
HTML_PART = "Content-Type: text/html\n\nx"


def message_part(message, fields=""):
    return "%sContent-Type: message/rfc822\n\n%s" % (fields, message)


def encoded(message, encoding, content_type="message/rfc822", fields=""):
    coder = {"base64": base64.encodebytes, "quoted-printable": quopri.encodestring}[encoding]
    return "Content-Type: %s\n%sContent-Transfer-Encoding: %s\n\n%s" % (
        content_type, fields, encoding, coder(message.encode()).decode())


INNER = multipart("i", TEXT_PART, HTML_PART, fields="Subject: inner\n")
SINGLE = "Subject: inner\nContent-Type: text/html\n\nx\n"

PART_NAMES = [
    ("the single body of a message that is no multipart is 1", "Subject: x\n\nx", ["1 text/plain 0"]),
    ("a message without Content-Type is text/plain", "X: y\n\n", ["1 text/plain 0"]),
    ("the multipart that is a message's body is TEXT", multipart("b", TEXT_PART, HTML_PART),
     ["TEXT multipart/mixed 0", "1 text/plain 1", "2 text/html 1"]),
    ("a multipart inside has a number", multipart("b", multipart("i", TEXT_PART, HTML_PART), HTML_PART),
     ["TEXT multipart/mixed 0", "1 multipart/mixed 1", "1.1 text/plain 2", "1.2 text/html 2",
      "2 text/html 1"]),
    ("three levels", multipart("a", multipart("b", multipart("c", TEXT_PART))),
     ["TEXT multipart/mixed 0", "1 multipart/mixed 1", "1.1 multipart/mixed 2", "1.1.1 text/plain 3"]),
    ("the single body of a message inside part 2 is 2.1", multipart("b", TEXT_PART, message_part(SINGLE)),
     ["TEXT multipart/mixed 0", "1 text/plain 1", "2 message/rfc822 1", "2.1 text/html 2"]),
    ("the multipart of a message inside part 2 is 2.TEXT", multipart("b", TEXT_PART, message_part(INNER)),
     ["TEXT multipart/mixed 0", "1 text/plain 1", "2 message/rfc822 1", "2.TEXT multipart/mixed 2",
      "2.1 text/plain 3", "2.2 text/html 3"]),
    ("a message that is nothing but a message", message_part(SINGLE),
     ["1 message/rfc822 0", "1.1 text/html 1"]),
    ("a message that is nothing but a multipart message", message_part(INNER),
     ["1 message/rfc822 0", "1.TEXT multipart/mixed 1", "1.1 text/plain 2", "1.2 text/html 2"]),
    ("a message in a message in a message", message_part(message_part(INNER)),
     ["1 message/rfc822 0", "1.1 message/rfc822 1", "1.1.TEXT multipart/mixed 2", "1.1.1 text/plain 3",
      "1.1.2 text/html 3"]),
    ("a multipart inside the multipart of a message",
     multipart("b", message_part(multipart("c", multipart("d", TEXT_PART), HTML_PART))),
     ["TEXT multipart/mixed 0", "1 message/rfc822 1", "1.TEXT multipart/mixed 2", "1.1 multipart/mixed 3",
      "1.1.1 text/plain 4", "1.2 text/html 3"]),
    ("in a digest a part is a message by default", multipart("b", "\nSubject: d\n\nx", kind="digest"),
     ["TEXT multipart/digest 0", "1 message/rfc822 1", "1.1 text/plain 2"]),
    ("in a digest a part may say what it is", multipart("b", HTML_PART, kind="digest"),
     ["TEXT multipart/digest 0", "1 text/html 1"]),
    ("message/rfc822 in base64 is walked", multipart("b", encoded(INNER, "base64")),
     ["TEXT multipart/mixed 0", "1 message/rfc822 1", "1.TEXT multipart/mixed 2", "1.1 text/plain 3",
      "1.2 text/html 3"]),
    ("message/rfc822 in quoted-printable is walked", multipart("b", encoded(SINGLE, "quoted-printable")),
     ["TEXT multipart/mixed 0", "1 message/rfc822 1", "1.1 text/html 2"]),
    ("base64 in base64", multipart("b", encoded(multipart("c", encoded(SINGLE, "base64")), "base64")),
     ["TEXT multipart/mixed 0", "1 message/rfc822 1", "1.TEXT multipart/mixed 2", "1.1 message/rfc822 3",
      "1.1.1 text/html 4"]),
    ("an attached .eml whatever its type says",
     multipart("b",
               encoded(SINGLE, "base64", "application/octet-stream",
                       'Content-Disposition: attachment; filename="a.eml"\n')),
     ["TEXT multipart/mixed 0", "1 application/octet-stream 1", "1.1 text/html 2"]),
    ("an attached .mht",
     multipart("b",
               encoded(INNER, "base64", "image/png", "Content-Disposition: attachment; filename=a.MHT\n")),
     ["TEXT multipart/mixed 0", "1 image/png 1", "1.TEXT multipart/mixed 2", "1.1 text/plain 3",
      "1.2 text/html 3"]),
    ("the ending in any case, by name= of the type",
     multipart("b", encoded(SINGLE, "base64", "application/x-foo; name=a.Eml")),
     ["TEXT multipart/mixed 0", "1 application/x-foo 1", "1.1 text/html 2"]),
    ("an .eml that is not encoded", multipart("b", "Content-Type: text/plain; name=a.eml\n\n" + SINGLE),
     ["TEXT multipart/mixed 0", "1 text/plain 1", "1.1 text/html 2"]),
    ("a name that only holds .eml", multipart("b", "Content-Type: text/plain; name=a.eml.txt\n\n" + SINGLE),
     ["TEXT multipart/mixed 0", "1 text/plain 1"]),
    ("types in lower case, without parameters", "Content-Type: Text/HTML; charset=utf-8\n\nx",
     ["1 text/html 0"]),
    ("an empty part keeps its number", multipart("b", "\n", HTML_PART),
     ["TEXT multipart/mixed 0", "1 text/plain 1", "2 text/html 1"]),
    ("no closing delimiter", "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx",
     ["TEXT multipart/mixed 0", "1 text/plain 1"]),
    ("an outer delimiter ends an open inner multipart",
     "Content-Type: multipart/mixed; boundary=o\n\n--o\nContent-Type: multipart/mixed; boundary=i\n\n"
     "--i\n\nx\n--o\n\ny\n--o--\n",
     ["TEXT multipart/mixed 0", "1 multipart/mixed 1", "1.1 text/plain 2", "2 text/plain 1"]),
    ("a boundary that begins like the one around it", multipart("b", multipart("bb", TEXT_PART)),
     ["TEXT multipart/mixed 0", "1 multipart/mixed 1", "1.1 text/plain 2"]),
]


class Names(Case):
    def test_parts(self):
        found = analyse("tree", [row[1] for row in PART_NAMES])
        self.check(PART_NAMES, [["%s %s %d" % pick(e, "part", "content_type", "depth") for e in rows]
                                for rows in found])

    def test_headings(self):
        base = "Content-Base: http://h/\n"
        nested = multipart("i", base + TEXT_PART, base + multipart("j", base + TEXT_PART),
                           fields=base + "Subject: i\n")
        message = multipart("b", base + TEXT_PART, message_part(nested, base), message_part(base + SINGLE),
                            fields=base)
        rows = heading_links(analyse("links", [message])[0])
        self.assertEqual(["HEADER", "1.MIME", "2.MIME", "2.HEADER", "2.1.MIME", "2.2.MIME", "2.2.1.MIME",
                          "3.HEADER"], [row["part"] for row in rows],
                         "HEADER of messages, MIME of body parts")
        self.assertEqual({None}, {row["content_type"] for row in rows}, "no type for a heading")
        rows = heading_links(analyse("links", [message_part(base + SINGLE, base)])[0])
        self.assertEqual(["HEADER", "1.HEADER"], [row["part"] for row in rows],
                         "a message that is all of a message")

    def test_in_message_id(self):
        inner = "Message-ID: <in@x>\nContent-Base: http://h/\n\nhttp://h/x"
        deepest = "Message-ID: <deep@x>\n\nhttp://h/x"
        message = "Message-ID: <out@x>\n" + multipart(
            "b", "\nhttp://h/x", message_part(inner),
            message_part("Subject: none\n" + multipart("c", message_part(deepest), "\nhttp://h/x")))
        self.assertEqual([("1", "out@x", None), ("2.HEADER", "out@x", "in@x"), ("2.1", "out@x", "in@x"),
                          ("3.1.1", "out@x", "deep@x"), ("3.2", "out@x", None)],
                         [pick(row, "part", "message_id", "in_message_id") for row in analyse("links",
                                                                                              [message])[0]])


# ---- Raw ranges and sizes: random trees of which everything is known ----

class RandomMessage:
    """A message whose entities, ranges and sizes are known because it was put together here."""

    def __init__(self, seed, newline=None, closed=True):
        self.random = random.Random(seed)
        self.newline = newline or self.random.choice([b"\n", b"\r\n"])
        self.closed = closed
        self.entities = []
        self.boundaries = 0
        self.bytes = b""
        for token in self.message(0, ""):
            if isinstance(token, bytes):
                self.bytes += token
            else:
                token[0][token[1]] = len(self.bytes)

    def expected(self, offset=0):
        out = []
        for e in self.entities:
            composite = e["content_type"].split("/")[0] in ("multipart", "message")
            out.append({"part": e["part"], "depth": e["depth"], "content_type": e["content_type"],
                        "size": e["end"] - e["body"] if composite else e["size"],
                        "heading": [e["start"] + offset, e["body"] + offset],
                        "body": [e["body"] + offset, e["end"] + offset]})
        return out

    def message(self, depth, around):
        kinds = ["leaf", "leaf", "multipart", "multipart", "message"] if depth < 6 else ["leaf"]
        kind = self.random.choice(kinds)
        prefix = around + "." if around else ""
        name = prefix + ("TEXT" if kind == "multipart" else "1")
        return self.entity(depth, kind, name, prefix)

    def entity(self, depth, kind, name, prefix):
        """`prefix` of its parts' names; None for a part that is no message's body."""
        entity = {"part": name, "depth": depth}
        self.entities.append(entity)
        fields = []
        if prefix is not None:
            fields = [b"Subject: s", b"From: a@b", b"X-Fold: a" + self.newline + b"\tb"]
        make = {"leaf": self.leaf, "multipart": self.multipart, "message": self.nested}[kind]
        body = make(entity, fields, name + "." if prefix is None else prefix)
        self.random.shuffle(fields)
        heading = b"".join(field + self.newline for field in fields) + self.newline
        return [(entity, "start"), heading, (entity, "body"), *body, (entity, "end")]

    def leaf(self, entity, fields, _):
        kind = self.random.choice(["text/plain", "text/html", "image/gif", "application/x-foo", None])
        entity["content_type"] = kind or "text/plain"
        if kind:
            written = kind.upper() if self.random.random() < 0.5 else kind
            fields.append(b"Content-Type: " + written.encode() + self.random.choice(
                [b"", b"; charset=utf-8", b";" + self.newline + b" charset=us-ascii"]))
        content = b"x" * self.random.randrange(5) + (self.newline + b"line") * self.random.randrange(3)
        content += self.newline * self.random.randrange(3)
        entity["size"] = len(content)
        encoding = self.random.choice([None, b"7bit", b"base64", b"quoted-printable"])
        if encoding:
            fields.append(b"Content-Transfer-Encoding: " + encoding)
        if encoding == b"base64":
            content = base64.encodebytes(content).replace(b"\n", self.newline)
        return [content]

    def multipart(self, entity, fields, prefix):
        self.boundaries += 1
        boundary = b"b%d_%d" % (self.boundaries, self.random.randrange(1000))
        kind = self.random.choice([b"mixed", b"alternative", b"related", b"x-foo"])
        entity["content_type"] = "multipart/" + kind.decode()
        fields.append(b"Content-Type: multipart/" + kind + b";" + self.random.choice([b" ",
                                                                                      self.newline + b"\t"]) +
                      b'boundary="' + boundary + b'"')
        out = [self.random.choice([b"", b"preamble" + self.newline, b"a" + self.newline * 2])]
        for number in range(1, self.random.randrange(2, 5)):
            out.append(b"--" + boundary + self.random.choice([b"", b" "]) + self.newline)
            kinds = ["leaf", "leaf", "multipart", "message"] if entity["depth"] < 5 else ["leaf"]
            out += self.entity(entity["depth"] + 1, self.random.choice(kinds), prefix + str(number), None)
            out.append(self.newline)
        ends = [self.newline, self.newline + b"epilogue", self.newline + b"e" + self.newline * 2]
        out.append(b"--" + boundary + b"--" + self.random.choice(ends if self.closed else [b"", *ends]))
        return out

    def nested(self, entity, fields, _):
        entity["content_type"] = "message/rfc822"
        fields.append(b"Content-Type: message/rfc822")
        return self.message(entity["depth"] + 1, entity["part"])


RANGE_KEYS = ("part", "depth", "content_type", "size", "heading", "body")


class Ranges(Case):
    def compare(self, messages):
        for message, rows in zip(messages, analyse("tree", [m.bytes for m in messages])):
            with self.subTest(message=message.bytes):
                self.assertEqual(message.expected(), [{key: row[key] for key in RANGE_KEYS} for row in rows])

    def test_random_trees(self):
        self.compare([RandomMessage(seed) for seed in range(150)])

    def test_random_trees_that_end_in_a_delimiter(self):
        # The line break before a delimiter is the delimiter's, however the delimiter's own line ends.
        self.compare([RandomMessage(seed, closed=False) for seed in range(1000, 1150)])

    def test_random_mbox(self):
        for newline in (b"\n", b"\r\n"):
            messages = [RandomMessage(seed, newline) for seed in range(200, 240)]
            mbox, offsets = b"", []
            for message in messages:
                offsets.append(len(mbox))
                mbox += b"From a@b Mon Jan  1 10:20:30 2001" + newline
                message.at = len(mbox)
                mbox += message.bytes + newline * (2 if not message.bytes.endswith(newline) else 1)
            rows = analyse("tree", [mbox])[0]
            for number, (message, offset) in enumerate(zip(messages, offsets), 1):
                mine = [row for row in rows if row["message"] == number]
                with self.subTest(number=number, newline=newline):
                    self.assertEqual({offset}, {row["offset"] for row in mine})
                    expected = message.expected(message.at)
                    self.assertEqual([e["part"] for e in expected], [row["part"] for row in mine])
                    self.assertEqual([e["heading"] for e in expected], [row["heading"] for row in mine])
                    self.assertEqual([e["body"][0] for e in expected], [row["body"][0] for row in mine])

    def test_line_break_before_a_delimiter(self):
        head = b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\n"
        table = [
            ("CRLF, and the input ends behind the delimiter", b"xxxx\r\n--b--", b"xxxx"),
            ("CRLF throughout", b"xxxx\r\n--b--\r\n", b"xxxx"),
            ("a bare LF before a CRLF delimiter line", b"ZWg=\n--b--\r\n", b"ZWg="),
            ("a CRLF before a bare LF delimiter line", b"ZWg=\r\n--b--\n", b"ZWg="),
            ("one of two breaks is content", b"x\r\n\r\n--b--\r\n", b"x\r\n"),
            ("a delimiter with white space behind it", b"x\r\n--b-- \t\r\n", b"x"),
        ]
        messages = [head + row[1] for row in table]
        self.check(table, [message[slice(*rows[1]["body"])]
                           for message, rows in zip(messages, analyse("tree", messages))])
        self.check([(*row[:2], len(row[2])) for row in table],
                   [rows[1]["size"] for rows in analyse("tree", messages)])

    def test_truncated_input(self):
        # Nothing may lie behind the end of the input, whatever the input lacks.
        table = ["Subject: x", "Subject: x\n", "Subject: x\nMess", "junk line\nSubject: x\nTo: y\n\nbody\n",
                 "\nSubject: x\nTo: b\n\nbody",
                 "Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n--b",
                 "Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html"]
        for message, rows in zip(table, analyse("tree", table)):
            for row in rows:
                with self.subTest(message=message, part=row["part"]):
                    self.assertLessEqual(row["heading"][0], row["heading"][1])
                    self.assertEqual(row["heading"][1], row["body"][0])
                    self.assertLessEqual(row["body"][1], len(message))
                    self.assertEqual(row["body"][1] - row["body"][0], row["size"])
        rows = analyse("tree", [table[3]])[0]
        self.assertEqual("body\n", table[3][slice(*rows[0]["body"])],
                         "the body alone, though a line before is odd")

    def test_inside_encoded_parts(self):
        plain = analyse("tree", [multipart("b", message_part(INNER))])[0]
        for encoding in ("base64", "quoted-printable"):
            rows = analyse("tree", [multipart("b", encoded(INNER, encoding))])[0]
            with self.subTest(encoding=encoding):
                self.assertEqual([None, None, None], [row["heading"] for row in rows[2:]])
                self.assertEqual([None, None, None], [row["body"] for row in rows[2:]])
                self.assertIsNotNone(rows[1]["body"])
                self.assertEqual([len(INNER), plain[3]["size"]], [rows[1]["size"], rows[3]["size"]],
                                 "decoded")
                self.assertEqual(plain[2]["content_type"], rows[2]["content_type"])
                self.assertGreater(rows[2]["size"], 0, "a multipart inside an encoded part has a size, too")

    def test_decoded_sizes(self):
        table = [
            ("base64", "base64", "eHl6\n", 3),
            ("the name in any case", "BASE64", "eHl6\n", 3),
            ("two base64 texts put together", "base64", "YQ==\nYg==\n", 2),
            ("quoted-printable", "Quoted-Printable", "a=3D=\nb", 3),
            ("8bit is as it stands", "8bit", "a=3D", 4),
            ("binary is as it stands", "binary", "a\r\nb\n", 5),
            ("uuencode", "x-uuencode", "begin 644 a\n#86)C\n`\nend\n", 3),
            ("an unknown one is as it stands", "x-foo", "abc", 3),
        ]
        self.check(table, [rows[0]["size"] for rows in analyse(
            "tree", ["Content-Transfer-Encoding: %s\n\n%s" % row[1:3] for row in table])])


# ---- Section 2: the fields that declare a base ----

# why, field(s), the base that applies to the content (None: none), the state of the first candidate
WRAPPERS = [
    ("as RFC 1808 writes it", "Base: <URL:http://a/b/c>\n", "http://a/b/c", "effective"),
    ("Base and URL: in any case", "bAsE: <uRl:http://a/b/c>\n", "http://a/b/c", "effective"),
    ("white space inside the brackets is ignored", "Base: < URL: http://a/b /c/ >\n", "http://a/b/c/",
     "effective"),
    ("folds inside the brackets are ignored", "Base: <URL:\n http://a/\n\tb/c>\n", "http://a/b/c",
     "effective"),
    ("a fold before the value", "Base:\n <URL:http://a/>\n", "http://a/", "effective"),
    ("no brackets, no URL:", "Base: http://a/b\n", None, "malformed"),
    ("no URL:", "Base: <http://a/b>\n", None, "malformed"),
    ("no brackets", "Base: URL:http://a/b\n", None, "malformed"),
    ("one bracket", "Base: <URL:http://a/b\n", None, "malformed"),
    ("nothing in the wrapper", "Base: <URL:>\n", None, "malformed"),
    ("nothing at all", "Base:\n", None, "malformed"),
    ("text behind the brackets", "Base: <URL:http://a/b> and\n", None, "malformed"),
    ("a bracket inside", "Base: <URL:http://a/<b>\n", None, "malformed"),
    ("a control character inside", "Base: <URL:http://a/\x01b>\n", None, "malformed"),
    ("relative", "Base: <URL:g/h>\n", None, "relative"),
    ("a network path is relative", "Base: <URL://a/b/>\n", None, "relative"),
    ("mailto", "Base: <URL:mailto:x/y>\n", None, "unsuitable"),
    ("a listed scheme, though followed by /", "Base: <URL:cid:/x/>\n", None, "unsuitable"),
    ("a listed scheme in capitals", "Base: <URL:MAILTO:/x/>\n", None, "unsuitable"),
    ("a scheme that is not followed by /", "Base: <URL:foo:bar>\n", None, "unsuitable"),
    ("an unknown scheme followed by /", "Base: <URL:foo:/bar>\n", "foo:/bar", "effective"),
    ("no grammar is checked", "Base: <URL:http://[%zz/|>\n", "http://[%zz/|", "effective"),
    ("file", "Base: <URL:file:///d/>\n", "file:///d/", "effective"),

    ("Content-Base", "Content-Base: http://a/b/\n", "http://a/b/", "effective"),
    ("its name in any case", "CONTENT-BASE: http://a/b/\n", "http://a/b/", "effective"),
    ("quotes", 'Content-Base: "http://a/b/"\n', "http://a/b/", "effective"),
    ("brackets", "Content-Base: <http://a/b/>\n", "http://a/b/", "effective"),
    ("URL:", "Content-Base: URL:http://a/b/\n", "http://a/b/", "effective"),
    ("brackets and url:", "Content-Base: <url:http://a/b/>\n", "http://a/b/", "effective"),
    ("quotes, brackets, URL:", 'Content-Base: "<URL:http://a/b/>"\n', "http://a/b/", "effective"),
    ("comments around it, nested", "Content-Base: (x) http://a/b/ (y (z))\n", "http://a/b/", "effective"),
    ("comments around quotes", 'Content-Base: (x) "http://a/b/" (y)\n', "http://a/b/", "effective"),
    ("brackets of a URL are no comment", "Content-Base: http://a/b_(c)/\n", "http://a/b_(c)/", "effective"),
    ("white space around it", "Content-Base:   http://a/b/ \t\n", "http://a/b/", "effective"),
    ("a space inside", "Content-Base: http://a/ b/\n", None, "malformed"),
    ("an open quote", 'Content-Base: "http://a/b/\n', None, "malformed"),
    ("an open bracket", "Content-Base: <http://a/b/\n", None, "malformed"),
    ("empty", "Content-Base:\n", None, "malformed"),
    ("relative", "Content-Base: rel/\n", None, "relative"),
    ("javascript", "Content-Base: javascript:x()\n", None, "unsuitable"),

    ("Content-Location", "Content-Location: http://a/b/\n", "http://a/b/", "effective"),
    ("the same wrappers", 'Content-Location: "<URL:http://a/b/>" (c)\n', "http://a/b/", "effective"),
    ("RFC 2047 words", "Content-Location: =?utf-8?q?http://a/b/?=\n", "http://a/b/", "effective"),
    ("two of them, the white space between is none",
     "Content-Location: =?utf-8?q?http://a/b?=\n =?utf-8?q?c/d/?=\n",
     "http://a/bc/d/", "effective"),
    ("words that hold more than ASCII", "Content-Location: =?utf-8?b?aHR0cDovL2Evw6kv?=\n", "http://a/é/",
     "effective"),
    ("windows-1252 bytes", "Content-Location: http://a/\xe9/\n".encode("latin-1"), "http://a/é/",
     "effective"),
    ("a listed scheme followed by / is no label", "Content-Location: about:/x\n", None, "unsuitable"),
    ("a label is no candidate: cid", "Content-Location: cid:x\n", None, None),
    ("a label is no candidate: any opaque one", "Content-Location: foo:bar\n", None, None),
    ("a label in quotes is no candidate", 'Content-Location: "cid:x"\n', None, None),
]


def chain_of(entity):
    """Without what serves to match parts alone."""
    return [c for c in entity["chain"] if c["state"] != "matching-only"]


class BaseFields(Case):
    @classmethod
    def setUpClass(cls):
        cls.messages = [to_bytes(row[1]) + b"Content-Type: text/html\n\n<a href=g>x</a>" for row in WRAPPERS]
        cls.trees = analyse("tree", cls.messages)
        cls.links = analyse("links", cls.messages)

    def test_effective_base(self):
        by = {"b": "base-header", "content-b": "content-base", "content-l": "content-location"}
        for row, tree, links in zip(WRAPPERS, self.trees, self.links):
            with self.subTest(why=row[0], field=row[1]):
                name = re.match(r"(content-)?.", to_bytes(row[1]).decode("latin-1").lower()).group()
                expected = (row[2], "3.1", by[name], "HEADER") if row[2] else ("", "3.4", "none", None)
                self.assertEqual(expected, pick(tree[0], *BASE_KEYS))
                self.assertEqual(expected, pick(content_links(links)[0], *BASE_KEYS))

    def test_state_of_the_candidate(self):
        for row, tree in zip(WRAPPERS, self.trees):
            with self.subTest(why=row[0], field=row[1]):
                self.assertEqual([row[3]] if row[3] else [], [c["state"] for c in chain_of(tree[0])])
                for candidate in chain_of(tree[0]):
                    self.assertEqual(["section", "by", "part", "raw", "url", "state"], list(candidate)[:6])
                    self.assertEqual(("3.1", "HEADER", row[2]), pick(candidate, "section", "part", "url"))

    def test_listed_schemes(self):
        listed = "mailto news telnet cid mid data javascript about blob urn tel sms".split()
        messages = [field_message("Base: <URL:%s:/x/>\n" % scheme) for scheme in [*listed, "http", "ftp",
                                                                                  "x-y.z+1"]]
        self.assertEqual(["unsuitable"] * len(listed) + ["effective"] * 3,
                         [rows[0]["chain"][0]["state"] for rows in analyse("tree", messages)])


# ---- Section 2: layers ----

def brief(candidate):
    return "%s %s %s %s %s" % pick(candidate, "section", "by", "part", "url", "state")


LAYERED = ("Content-Location: http://l/\nContent-Base: http://c/\nBase: <URL:http://b/>\n"
           "Content-Type: text/html\n\n<base href=http://h/><a href=g>x</a>")

CHAINS = [
    ("html-base, then rows 2, 3, 4 of the heading, in whatever order they stand", LAYERED,
     ["3.1 html-base 1 http://h/ effective", "3.1 base-header HEADER http://b/ overridden",
      "3.1 content-base HEADER http://c/ overridden", "3.1 content-location HEADER http://l/ overridden"]),
    ("what is not usable is passed over and stays",
     "Base: http://b/\nContent-Base: mailto:x\nContent-Location: http://l/\n\nx",
     ["3.1 base-header HEADER None malformed", "3.1 content-base HEADER None unsuitable",
      "3.1 content-location HEADER http://l/ effective"]),
    ("two fields of one name: the first wins", "Content-Base: http://1/\nContent-Base: http://2/\n\nx",
     ["3.1 content-base HEADER http://1/ effective", "3.1 content-base HEADER http://2/ overridden"]),
    ("two fields of one name: the first usable one",
     "Base: rel\nBase: <URL:g>\nBase: <URL:http://3/>\nBase: <URL:http://4/>\n\nx",
     ["3.1 base-header HEADER None malformed", "3.1 base-header HEADER None relative",
      "3.1 base-header HEADER http://3/ effective", "3.1 base-header HEADER http://4/ overridden"]),
    ("two equal fields", "Base: <URL:http://1/>\nBase: <URL:http://1/>\n\nx",
     ["3.1 base-header HEADER http://1/ effective", "3.1 base-header HEADER http://1/ overridden"]),
    ("a relative Content-Location against Base", "Content-Location: x/y\nBase: <URL:http://b/d/>\n\nx",
     ["3.1 base-header HEADER http://b/d/ effective",
      "3.1 content-location HEADER http://b/d/x/y overridden"]),
    ("a relative Content-Location against Content-Base",
     "Content-Location: x/y\nContent-Base: http://c/d/e\n\nx",
     ["3.1 content-base HEADER http://c/d/e effective",
      "3.1 content-location HEADER http://c/d/x/y overridden"]),
    ("... and not where that is unusable", "Content-Location: http://l/\nContent-Base: rel/\n\nx",
     ["3.1 content-base HEADER None relative", "3.1 content-location HEADER http://l/ effective"]),
    ("a second <base> does not count", html_message("<base href=http://1/><base href=http://2/>"),
     ["3.1 html-base 1 http://1/ effective"]),
    ("an unusable first <base> leaves no room for a second",
     html_message("<base href='mailto:x'><base href=http://2/>", "Base: <URL:http://b/>\n"),
     ["3.1 html-base 1 None unsuitable", "3.1 base-header HEADER http://b/ effective"]),
    ("an empty <base>", html_message("<base href=''>"), ["3.1 html-base 1 None malformed"]),
    ("a space inside <base>", html_message("<base href='http://h/a b/'>"),
     ["3.1 html-base 1 None malformed"]),
    ("a relative <base> without a layer around", html_message("<base href=x/>"),
     ["3.1 html-base 1 None relative"]),
    ("a relative <base> with one", html_message("<base href=x/>", "Content-Base: http://c/d/e\n"),
     ["3.1 html-base 1 http://c/d/x/ effective", "3.1 content-base HEADER http://c/d/e overridden"]),
    ("a network path <base>", html_message("<base href=//h2/x/>", "Content-Base: https://c/\n"),
     ["3.1 html-base 1 https://h2/x/ effective", "3.1 content-base HEADER https://c/ overridden"]),
]

NESTED = multipart(
    "o",
    "Content-Location: sub/x.html\nContent-Type: text/html\n\n<a href=1>x</a>",
    message_part(multipart("i", "Content-Type: text/html\n\n<a href=2>x</a>",
                           "Content-Type: text/html\nBase: <URL:rel/>\nContent-Base: http://cb/c\n"
                           "Content-Location: z/\n\n<a href=3>x</a>",
                           kind="related",
                           fields="Content-Location: http://inner/i/\nSubject: q\nList-Archive: <la>\n"),
                 "Content-Base: http://mime/m/\n"),
    message_part("Content-Type: text/html\nArchived-At: <aa>\n\n<a href=4>x</a>",
                 "Content-Base: http://mime2/m/\n"),
    multipart("p", "Content-Type: text/html\n\n<a href=5>x</a>", fields="Content-Location: http://mp/x/y\n"),
    fields="Base: <URL:http://top/t/>\n")

# part: base, section, by, who
NESTED_BASES = {
    "base,content-base,content-location": {
        "TEXT": ("http://top/t/", "3.1", "base-header", "HEADER"),
        "1": ("http://top/t/sub/x.html", "3.1", "content-location", "1"),
        "2": ("http://mime/m/", "3.1", "content-base", "2"),
        "2.TEXT": ("http://inner/i/", "3.1", "content-location", "2.HEADER"),
        "2.1": ("http://inner/i/", "3.2", "content-location", "2.HEADER"),
        "2.2": ("http://cb/c", "3.1", "content-base", "2.2"),
        "3": ("http://mime2/m/", "3.1", "content-base", "3"),
        "3.1": ("http://mime2/m/", "3.2", "content-base", "3"),
        "4": ("http://mp/x/y", "3.1", "content-location", "4"),
        "4.1": ("http://mp/x/y", "3.2", "content-location", "4"),
    },
    "base": {part: ("http://top/t/", "3.1" if part == "TEXT" else "3.2", "base-header", "HEADER")
             for part in ("TEXT", "1", "2", "2.TEXT", "2.1", "2.2", "3", "3.1", "4", "4.1")},
    "content-location,content-base,base": {
        "TEXT": ("http://top/t/", "3.1", "base-header", "HEADER"),
        "1": ("http://top/t/sub/x.html", "3.1", "content-location", "1"),
        "2": ("http://mime/m/", "3.1", "content-base", "2"),
        "2.TEXT": ("http://inner/i/", "3.1", "content-location", "2.HEADER"),
        "2.1": ("http://inner/i/", "3.2", "content-location", "2.HEADER"),
        "2.2": ("http://cb/z/", "3.1", "content-location", "2.2"),
        "3": ("http://mime2/m/", "3.1", "content-base", "3"),
        "3.1": ("http://mime2/m/", "3.2", "content-base", "3"),
        "4": ("http://mp/x/y", "3.1", "content-location", "4"),
        "4.1": ("http://mp/x/y", "3.2", "content-location", "4"),
    },
    "content-base": {
        "TEXT": ("", "3.4", "none", None), "1": ("", "3.4", "none", None),
        "2": ("http://mime/m/", "3.1", "content-base", "2"),
        "2.TEXT": ("http://mime/m/", "3.2", "content-base", "2"),
        "2.1": ("http://mime/m/", "3.2", "content-base", "2"),
        "2.2": ("http://cb/c", "3.1", "content-base", "2.2"),
        "3": ("http://mime2/m/", "3.1", "content-base", "3"),
        "3.1": ("http://mime2/m/", "3.2", "content-base", "3"),
        "4": ("", "3.4", "none", None), "4.1": ("", "3.4", "none", None),
    },
}


class Layers(Case):
    def test_chains(self):
        found = analyse("tree", [row[1] for row in CHAINS])
        self.check(CHAINS, [[brief(c) for c in chain_of(rows[0])] for rows in found])

    def test_chain_of_a_nested_part(self):
        rows = {row["part"]: [brief(c) for c in chain_of(row)] for row in analyse("tree", [NESTED])[0]}
        self.assertEqual(["3.1 base-header 2.2 None relative", "3.1 content-base 2.2 http://cb/c effective",
                          "3.1 content-location 2.2 http://cb/z/ overridden",
                          "3.2 content-location 2.HEADER http://inner/i/ overridden",
                          "3.2 content-base 2 http://mime/m/ overridden",
                          "3.2 base-header HEADER http://top/t/ overridden"], rows["2.2"],
                         "from the inside out, through multipart and message/rfc822 alike")

    def test_base_headers(self):
        for headers, expected in NESTED_BASES.items():
            tree = analyse("tree", [NESTED], "--base-headers", headers)[0]
            links = content_links(analyse("links", [NESTED], "--base-headers", headers)[0])
            with self.subTest(headers=headers):
                self.assertEqual(expected, {row["part"]: pick(row, *BASE_KEYS) for row in tree})
                self.assertEqual({part: expected[part] for part in ("1", "2.1", "2.2", "3.1", "4.1")},
                                 {row["part"]: pick(row, *BASE_KEYS) for row in links})

    def test_default_base_headers(self):
        self.assertEqual(NESTED_BASES["base,content-base,content-location"],
                         {row["part"]: pick(row, *BASE_KEYS) for row in analyse("tree", [NESTED])[0]})

    def test_encoded_message_inherits(self):
        message = multipart("b", encoded("Subject: x\nContent-Type: text/html\n\n<a href=g>x</a>", "base64"),
                            fields="Content-Base: http://o/d/\n")
        rows = content_links(analyse("links", [message])[0])
        self.assertEqual([("1.1", "http://o/d/g", "3.2", "HEADER")],
                         [pick(row, "part", "resolved", "base_section", "base_part") for row in rows])

    def test_retrieval_url(self):
        snapshot = "Snapshot-Content-Location: http://snap/s/p.html\n"
        plain = html_message("<a href=g>x</a>")
        given = ("--retrieval-url", "http://r/d/")
        none = ("", "3.4", "none", None)
        table = [
            ("given", plain, given, ("http://r/d/", "3.3", "retrieval-url", None)),
            ("at any depth",
             multipart("b", message_part(multipart("c", "Content-Type: text/html\n\n<a href=g>x</a>"))),
             given,
             ("http://r/d/", "3.3", "retrieval-url", None)),
            ("a field wins over it", html_message("<a href=g>x</a>", "Content-Base: http://c/\n"), given,
             ("http://c/", "3.1", "content-base", "HEADER")),
            ("an archived web page", html_message("<a href=g>x</a>", snapshot), (),
             ("http://snap/s/p.html", "3.3", "retrieval-url", None)),
            ("--retrieval-url wins over that", html_message("<a href=g>x</a>", snapshot), given,
             ("http://r/d/", "3.3", "retrieval-url", None)),
            ("the outermost heading alone", message_part(html_message("<a href=g>x</a>", snapshot)), (),
             none),
            ("unsuitable", html_message("<a href=g>x</a>", "Snapshot-Content-Location: mailto:x\n"), (), none),
            ("relative", html_message("<a href=g>x</a>", "Snapshot-Content-Location: d/e\n"), (), none),
        ]
        for why, message, options, expected in table:
            with self.subTest(why=why):
                rows = content_links(analyse("links", [message], *options)[0])
                self.assertEqual([expected], [pick(row, *BASE_KEYS) for row in rows])
        rows = analyse("tree", [html_message("<base href=x/>", snapshot)])[0]
        self.assertEqual(["3.1 html-base 1 http://snap/s/x/ effective",
                          "3.3 retrieval-url None http://snap/s/p.html overridden"],
                         [brief(c) for c in chain_of(rows[0])])
        for location, state in (("mailto:x", "unsuitable"), ("d/e", "relative"), ("<http://h/", "malformed")):
            rows = analyse("tree", [html_message("x", "Snapshot-Content-Location: %s\n" % location)])[0]
            self.assertEqual([state], [c["state"] for c in chain_of(rows[0])], "it stays in the chain")
            done = run(["tree", "--retrieval-url", location], plain.encode())
            self.assertEqual((2, b""), (done.returncode, done.stdout), "given, it is wrong usage")

    def test_fragment_of_the_base(self):
        message = html_message('<a href=""></a><a href="g"></a><a href="#x"></a><a href="?y"></a>',
                               "Content-Base: http://a/b#f\n")
        own = html_message('<base href="http://a/b#f"><a href=""></a><a href="g"></a>'
                           '<a href="#x"></a><a href="?y"></a>')
        kept = ["http://a/b#f", "http://a/g", "http://a/b#x", "http://a/b?y"]
        for rules, expected, base in (("rfc1808", kept, "http://a/b#f"), ("draft-05", kept, "http://a/b#f"),
                                      ("rfc3986", ["http://a/b", *kept[1:]], "http://a/b")):
            for rows in analyse("links", [message, own], "--rules", rules):
                rows = [row for row in rows if row["context"] == "a@href"]
                with self.subTest(rules=rules):
                    self.assertEqual(expected, [row["resolved"] for row in rows])
                    self.assertEqual({base}, {row["base"] for row in rows})


# ---- Section 2: row 1, in HTML ----

OUTER = "Content-Base: http://o/\n"
HTML_BASES = [
    ("<base> rules the references before it too", "<a href=g></a><base href=http://h/x/>",
     "http://h/x/g html-base"),
    ("<base> without href is passed over", "<base target=x><base href=http://h/><a href=g></a>",
     "http://h/g html-base"),
    ("no second one counts", "<base href=http://1/><base href=http://2/><a href=g></a>",
     "http://1/g html-base"),
    ("its name and attribute in any case", "<BASE HREF=http://h/><a href=g></a>", "http://h/g html-base"),
    ("character references are decoded", "<base href='http&#58;//h/&amp;/'><a href=g></a>",
     "http://h/&/g html-base"),
    ("white space around it is no part of it", "<base href=' http://h/\n'><a href=g></a>",
     "http://h/g html-base"),
    ("TAB, CR and LF inside are dropped", "<base href='http://h/\nx/'><a href=g></a>",
     "http://h/x/g html-base"),
    ("not in a comment", "<!-- <base href=http://h/> --><a href=g></a>", "http://o/g content-base"),
    ("not in a template", "<template><base href=http://h/></template><a href=g></a>",
     "http://o/g content-base"),
    ("not in SVG", "<svg><base href=http://h/></svg><a href=g></a>", "http://o/g content-base"),
    ("not in a script", "<script><base href=http://h/></script><a href=g></a>", "http://o/g content-base"),
    ("not in a style", "<style><base href=http://h/></style><a href=g></a>", "http://o/g content-base"),
    ("not in a title", "<title><base href=http://h/></title><a href=g></a>", "http://o/g content-base"),
    ("not in a textarea", "<textarea><base href=http://h/></textarea><a href=g></a>",
     "http://o/g content-base"),
    ("not in an iframe, xmp, noembed, noframes",
     "<iframe><base href=http://1/></iframe><xmp><base href=http://2/></xmp>"
     "<noembed><base href=http://3/></noembed>"
     "<noframes><base href=http://4/></noframes><a href=g></a>", "http://o/g content-base"),
    ("but behind all of them", "<title>t</title><svg></svg><!-- --><base href=http://h/><a href=g></a>",
     "http://h/g html-base"),
    ("in a body as well", "<body><p><base href=http://h/></p><a href=g></a>", "http://h/g html-base"),
    ("unsuitable", "<base href=mailto:x><a href=g></a>", "http://o/g content-base"),
    ("malformed", "<base href='http://h/a b/'><a href=g></a>", "http://o/g content-base"),
    ("empty", "<base href=''><a href=g></a>", "http://o/g content-base"),
    ("relative: against the layer around", "<base href=x/><a href=g></a>", "http://o/x/g html-base"),
    ("raw text in capitals ends", "<TITLE>t</TITLE><STYLE>s</STYLE><SCRIPT>s</SCRIPT><a href=g></a>",
     "http://o/g content-base"),
]


class Html(Case):
    def test_html_base(self):
        found = analyse("links", [html_message(row[1], OUTER) for row in HTML_BASES])
        got = []
        for rows in found:
            links = [row for row in rows if row["context"] == "a@href"]
            got.append(" | ".join("%s %s" % pick(row, "resolved", "base_by") for row in links))
        self.check(HTML_BASES, got)

    def test_base_href_is_resolved_against_the_next_layer_out(self):
        rows = content_links(analyse("links", [html_message("<base href=x/><a href=g></a>", OUTER)])[0])
        self.assertEqual([("base@href", "http://o/x/", "resolved", "http://o/", "3.1", "content-base",
                           "HEADER"),
                          ("a@href", "http://o/x/g", "resolved", "http://o/x/", "3.1", "html-base", "1")],
                         [pick(row, "context", "resolved", "status", *BASE_KEYS) for row in rows])

    def test_codebase(self):
        body = ('<base href=http://h/d/><object codebase="cb/" classid=ci data=da archive="a1 a2" usemap=u>'
                '<a href=in></a></object>'
                "<applet codebase=http://z/y/ code=co archive=a3></applet>"
                "<object codebase=mailto:x data=d2></object><a href=g></a>")
        rows = content_links(analyse("links", [html_message(body)])[0])
        self.assertEqual([
            "base@href http://h/d/ none", "object@codebase http://h/d/cb/ html-base",
            "object@classid http://h/d/cb/ci html-codebase",
            "object@data http://h/d/cb/da html-codebase", "object@archive http://h/d/cb/a1 html-codebase",
            "object@archive http://h/d/cb/a2 html-codebase", "object@usemap http://h/d/u html-base",
            "a@href http://h/d/in html-base", "applet@codebase http://z/y/ html-base",
            "applet@code http://z/y/co html-codebase",
            "applet@archive http://z/y/a3 html-codebase", "object@codebase mailto:x html-base",
            "object@data http://h/d/d2 html-base",
            "a@href http://h/d/g html-base"],
            ["%s %s %s" % pick(row, "context", "resolved", "base_by") for row in rows],
                         "for that element alone")
        self.assertEqual({("3.1", "1")}, {pick(row, "base_section", "base_part") for row in rows[1:]})

    def test_contexts(self):
        table = [
            ("a", '<a href="r">', "a@href r"), ("area", "<area href=r>", "area@href r"),
            ("img", "<IMG SRC='r'>", "img@src r"),
            ("srcset", '<img srcset="r 1x, s,t 2x">', "img@srcset r | img@srcset s,t"),
            ("link", "<link href=r>", "link@href r"),
            ("refresh", '<meta http-equiv=Refresh content="5; URL=r">', "meta@refresh r"),
            ("refresh, quoted", "<meta http-equiv=refresh content=\"0;url='r s'\">", "meta@refresh r s"),
            ("refresh without URL", '<meta http-equiv=refresh content="5">', ""),
            ("another meta", '<meta name=x content="0;url=r">', ""),
            ("form", "<form action=r>", "form@action r"),
            ("button", "<button formaction=r>", "button@formaction r"),
            ("frame", "<frame src=r>", "frame@src r"), ("iframe", "<iframe src=r></iframe>", "iframe@src r"),
            ("script", "<script src=r></script>", "script@src r"),
            ("body", "<body background=r>", "body@background r"),
            ("blockquote", "<blockquote cite=r>", "blockquote@cite r"),
            ("video", "<video src=r poster=s>", "video@src r | video@poster s"),
            ("source", "<source srcset='r 2x' src=s>", "source@srcset r | source@src s"),
            ("td", "<td background=r>", "td@background r"),
            ("not in an end tag", "</a href=r>", ""), ("not in data-", "<a data-href=r>", ""),
            ("the first of two attributes", "<a href=r href=s>", "a@href r"),
            ("no href", "<a name=r>", ""),
        ]
        found = analyse("links", [html_message(row[1]) for row in table])
        self.check(table,
                   [" | ".join("%s %s" % pick(row, "context",
                                              "reference") for row in rows) for rows in found])

    def test_anchor_text(self):
        table = [
            ("as it stands", "<a href=r>Text</a>", "Text"),
            ("white space is collapsed", "<a href=r> a\n\t b  c </a>", "a b c"),
            ("elements inside", "<a href=r>a<b>b</b> <i>c</i></a>", "ab c"),
            ("character references", "<a href=r>&lt;&amp;&#65;&eacute;</a>", "<&Aé"),
            ("no comment, script, style", "<a href=r>a<!--c-->b<script>s</script><style>t</style>c</a>",
             "abc"),
            ("none", "<a href=r></a>", ""), ("unclosed", "<a href=r>a", "a"),
            ("an anchor ends the one before", "<a href=r>a<a>b</a>", "a"),
            ("200 characters", "<a href=r>%s</a>" % ("a" * 300), "a" * 200),
            ("200 characters, not bytes", "<a href=r>%s</a>" % ("é" * 300), "é" * 200),
            ("characters of four bytes", "<a href=r>%s</a>" % ("\U0001f600" * 201), "\U0001f600" * 200),
            ("199 characters", "<a href=r>%s</a>" % ("a" * 199), "a" * 199),
            ("area: its alt", "<area href=r alt=' a\n b '>", "a b"),
            ("no other element has one", "<link href=r>x", None),
            ("not an image in it", "<img src=r alt=x>", None),
        ]
        utf8 = [html_message(row[1]).replace("text/html", "text/html; charset=utf-8") for row in table]
        found = analyse("links", utf8)
        self.check(table, [rows[0]["text"] for rows in found])

    def test_template_is_hidden(self):
        rows = analyse("links", [html_message("<template><a href=r></a></template><a href=s></a>")])[0]
        self.assertEqual([("r", "template"), ("s", None)], [pick(row, "reference", "hidden") for row in rows])

    def test_data_urls(self):
        short, long = "data:," + "A" * 94, "data:,é" + "A" * 200
        body = '<img src="%s"><img src="%s"><img src="%sB">' % (short, long, short)
        message = html_message(body).replace("text/html", "text/html; charset=utf-8")
        cut = analyse("links", [message])[0]
        full = analyse("links", [message], "--full")[0]
        for key in ("reference", "resolved"):
            self.assertEqual([short, long, short + "B"], [row[key] for row in full])
            self.assertEqual([short, long.encode()[:100].decode() + "…", short[:100] + "…"],
                             [row[key] for row in cut], "cut after 100 bytes")
        self.assertEqual([pick(row, "start", "end", "status") for row in full],
                         [pick(row, "start", "end", "status") for row in cut], "its span is whole")
        content = body.encode()
        self.assertEqual(long.encode(), content[cut[1]["start"]:cut[1]["end"]])


# ---- Spans ----

SPAN_HTML = ('<p>x</p>\n<a href="http://h/é?a=ü&amp;b">Ä</a> <img src="a&eacute;.png" '
             'srcset="p&#46;png 1x, q 2x">'
             "<meta http-equiv=refresh content=\"1; url='m&amp;n'\"><a href=' sp '>=</a>"
             "<a href=un=q>x</a>\n<a\nhref\n=\n'nl'>y</a>")
SPAN_TEXT = ("http://h/a, (http://h/b) <URL:rel/x> <URL:http://h/\n  c> www.x.org/p "
             "é http://h/é. \"http://h/q\"\n"
             "<http://h/d> mailto:a@b.c")


class Spans(Case):
    def contents(self, content, subtype):
        for charset in ("utf-8", "iso-8859-1", "windows-1252"):
            raw = content.encode(charset)
            for encoding in (None, "base64", "quoted-printable"):
                field = "Content-Transfer-Encoding: %s\n" % encoding if encoding else ""
                body = {None: lambda x: x, "base64": base64.encodebytes,
                        "quoted-printable": quopri.encodestring}[encoding](raw)
                heading = "Content-Type: text/%s; charset=%s\n%s\n" % (subtype, charset, field)
                yield charset, encoding, raw, heading.encode() + body

    def compare(self, content, subtype, decode, expected):
        cases = list(self.contents(content, subtype))
        for (charset, encoding, raw, _), rows in zip(cases, analyse("links", [case[3] for case in cases])):
            with self.subTest(charset=charset, encoding=encoding):
                self.assertEqual(expected, [row["reference"] for row in rows])
                self.assertEqual(expected,
                                 [decode(raw[row["start"]:row["end"]].decode(charset)) for row in rows])

    def test_html(self):
        self.compare(SPAN_HTML, "html", html.unescape,
                     ["http://h/é?a=ü&b", "aé.png", "p.png", "q", "m&n", "sp", "un=q", "nl"])

    def test_text(self):
        self.compare(SPAN_TEXT, "plain", lambda text: re.sub(r"\s", "", text),
                     ["http://h/a", "http://h/b", "rel/x", "http://h/c", "www.x.org/p", "http://h/é",
                      "http://h/q", "http://h/d",
                      "mailto:a@b.c"])

    def test_text_contexts(self):
        rows = analyse("links", ["\n".join(["Subject: x", "", SPAN_TEXT])])[0]
        self.assertEqual(["text", "text", "text:delimited", "text:delimited", "text", "text", "text",
                          "text:delimited", "text"],
                         [row["context"] for row in rows])
        self.assertEqual(("guessed", "http://www.x.org/p"), pick(rows[4], "status", "resolved"))

    def test_headings(self):
        table = [
            ("a list", "List-Unsubscribe: <mailto:a@b?subject=u>, <http://h/u>",
             ["mailto:a@b?subject=u", "http://h/u"]),
            ("a relative one", "List-Archive: <x/>", ["x/"]),
            ("a fold inside", "List-Unsubscribe: <http://h/\n u/\n\tv>,\n <rel?q>",
             ["http://h/u/v", "rel?q"]),
            ("a fold before", "List-Archive:\n <x/>", ["x/"]),
            ("white space around", "List-Archive:   <x/>  ", ["x/"]),
            ("a comment", "List-Help: (see) <http://h/(x)> (that)", ["http://h/(x)"]),
            ("Archived-At", "Archived-At: <http://h/a>", ["http://h/a"]),
            ("a name that is no URL", "List-ID: name <list.example>", []),
            ("windows-1252 bytes", b"List-Archive: <caf\xe9>", ["café"]),
            ("Base", "Base: <URL:http://h/b>", ["http://h/b"]),
            ("Base, folded", "Base: <URL:http://h/\n b>", ["http://h/b"]),
            ("Content-Base with its wrapper", 'Content-Base: (c) "<URL:http://h/b>" (d)', ["http://h/b"]),
            ("Content-Location", "Content-Location: x/y", ["x/y"]),
            ("CRLF", "List-Archive: <x\r\n /y>\r", ["x/y"]),
        ]
        found = analyse("links", [to_bytes(row[1]) + b"\n\n" for row in table])
        self.check(table, [[row["reference"] for row in rows] for rows in found])
        for row, rows in zip(table, found):
            name, value = to_bytes(row[1]).split(b":", 1)
            unfolded = re.sub(rb"\r?\n(?=[ \t])", b"", value).strip()
            for link in rows:
                with self.subTest(why=row[0]):
                    cut = unfolded[link["start"]:link["end"]]
                    self.assertEqual(link["reference"], re.sub(r"\s", "", cut.decode("latin-1")),
                                     "cut out of the unfolded value")
                    self.assertEqual(("HEADER", None, "header:" + name.decode().lower(), None),
                                     pick(link, "part", "content_type", "context", "text"))

    def test_encoded_words(self):
        value = "=?utf-8?q?http://a/b/?="
        row = analyse("links", ["Content-Location: %s\n\n" % value])[0][0]
        self.assertEqual(("http://a/b/", value), (row["reference"], value[row["start"]:row["end"]]),
                         "no byte boundary there: the run around it")

    def test_bases_of_headings(self):
        fields = ("List-Archive: <la>\nContent-Location: cl/x\nBase: <URL:http://b/d/>\n"
                  "Content-Base: http://c/d/\n")
        rows = analyse("links", [fields + "\n"])[0]
        self.assertEqual([("header:list-archive", "http://b/d/la", "http://b/d/", "base-header"),
                          ("header:content-location", "http://b/d/cl/x", "http://b/d/", "base-header"),
                          ("header:base", "http://b/d/", "http://c/d/", "content-base")],
                         [pick(row, "context", "resolved", "base", "base_by") for row in rows[:3]])
        message = multipart("b", "Base: <URL:rel/>\nContent-Type: text/plain\n\nx",
                            fields="Content-Base: http://c/d/\n")
        rows = analyse("links", [message])[0]
        self.assertEqual([("1.MIME", "http://c/d/rel/", "resolved", "http://c/d/", "3.2", "content-base",
                           "HEADER")],
                         [pick(row, "part", "resolved", "status", *BASE_KEYS) for row in rows[1:]],
                         "a relative Base is a reference, too")


# ---- Statuses ----

STATUSES = [  # reference; status and resolved under rfc1808, and under rfc3986 where that differs
    ("g", "resolved http://b/g"), ("//h", "resolved http://h"), ("/x", "resolved http://b/x"),
            ("", "resolved http://b/d;p?q"),
    ("http://x/y", "absolute http://x/y"), ("http:g", "absolute http:g"),
            ("mailto:a@b", "absolute mailto:a@b"),
    ("javascript:x", "absolute javascript:x"), ("#x", "same-document http://b/d;p?q#x"),
            (" #x", "same-document http://b/d;p?q#x"),
    ("#", "same-document http://b/d;p?q#"), ("./a:b", "resolved http://b/a:b"),
            ("/a:b", "resolved http://b/a:b"), ("?a:b", "resolved http://b/d;p?a:b"),
    ("1:x", "absolute 1:x", "resolved http://b/1:x"), ("ht\ntp://h/x", "absolute http://h/x"),
            ("a b", "resolved http://b/a b"),
    (":x", "resolved http://b/:x"), ("?", "resolved http://b/d;p?q", "resolved http://b/d;p?"),
            (";x", "resolved http://b/d;x", "resolved http://b/;x"),
    ("../x", "resolved http://b/../x", "resolved http://b/x"),
]


class Statuses(Case):
    def test_with_a_base(self):
        body = "".join('<a href="%s"></a>' % row[0] for row in STATUSES)
        for rules, column in (("rfc1808", 1), ("rfc3986", -1)):
            rows = content_links(analyse("links", [html_message(body, "Content-Base: http://b/d;p?q\n")],
                                         "--rules", rules)[0])
            with self.subTest(rules=rules):
                self.assertEqual([row[column] for row in STATUSES],
                                 ["%s %s" % pick(row, "status", "resolved") for row in rows])

    def test_without_one(self):
        table = [("g", "unresolved None"), ("//h/x", "unresolved None"), ("/x", "unresolved None"),
                 ("", "unresolved None"), ("?y", "unresolved None"),
                 ("#x", "same-document None"), ("http://h/", "absolute http://h/"),
                 ("http:g", "absolute http:g")]
        body = "".join('<a href="%s"></a>' % row[0] for row in table)
        rows = analyse("links", [html_message(body)])[0]
        self.assertEqual([row[1] for row in table],
                         ["%s %s" % pick(row, "status", "resolved") for row in rows])
        self.assertEqual({("", "3.4", "none", None)}, {pick(row, *BASE_KEYS) for row in rows})


# ---- Section 5: the envelope and the fields of `tree` ----

class Envelope(Case):
    def last(self, key, table):
        found = analyse("links", [to_bytes(row[1]) + b"\n\nhttp://h/x" for row in table])
        self.check(table, [rows[-1][key] for rows in found])

    def test_date(self):
        self.last("date", [
            ("with its own zone", "Date: Mon, 1 Jan 2001 10:20:30 +0530", "2001-01-01T10:20:30+05:30"),
            ("no day of the week", "Date: 1 Jan 2001 10:20:30 -0800", "2001-01-01T10:20:30-08:00"),
            ("no seconds, two digits, GMT", "Date: Mon, 01 Jan 01 10:20 GMT", "2001-01-01T10:20:00+00:00"),
            ("two digits, last century", "Date: Fri, 1 Jan 99 10:20:30 +0100", "1999-01-01T10:20:30+01:00"),
            ("a named zone", "Date: Mon, 1 Jan 2001 10:20:30 EST", "2001-01-01T10:20:30-05:00"),
            ("summer time", "Date: Mon, 1 Jan 2001 10:20:30 PDT", "2001-01-01T10:20:30-07:00"),
            ("a zone that is not known", "Date: Mon, 1 Jan 2001 10:20:30 -0000", "2001-01-01T10:20:30-00:00"),
            ("a comment", "Date: Mon, 1 Jan 2001 10:20:30 +0100 (CET)", "2001-01-01T10:20:30+01:00"),
            ("half an hour behind", "Date: Mon, 1 Jan 2001 10:20:30 -0030", "2001-01-01T10:20:30-00:30"),
            ("folded", "Date: Mon, 1 Jan 2001\n 10:20:30 +0100", "2001-01-01T10:20:30+01:00"),
            ("far east", "Date: Tue, 1 Jan 2030 00:00:00 +1400", "2030-01-01T00:00:00+14:00"),
            ("rubbish", "Date: some day", None),
            ("no such day", "Date: Sat, 31 Feb 2001 10:20:30 +0100", None), ("none", "X: y", None),
        ])

    def test_subject(self):
        self.last("subject", [
            ("as it stands", "Subject: plain  text", "plain  text"),
            ("an encoded word", "Subject: =?utf-8?q?a=C3=A9_b?=", "aé b"),
            ("white space between two of them is none", "Subject: =?utf-8?q?a?= =?utf-8?q?b?=", "ab"),
            ("and so is a fold", "Subject: =?utf-8?q?a?=\n =?utf-8?q?b?=", "ab"),
            ("between a word and text it stays", "Subject: =?utf-8?q?a?= x =?utf-8?q?b?=", "a x b"),
            ("two base64 words with padding", "Subject: =?utf-8?b?YQ==?= =?utf-8?b?Yg==?=", "ab"),
            ("a character cut in two", "Subject: =?utf-8?q?=C3?= =?utf-8?q?=A9?=", "é"),
            ("two charsets", "Subject: =?utf-8?b?w6k=?= =?iso-8859-1?q?=E9?=", "éé"),
            ("each word begins in its charset's first state",
             "Subject: =?iso-2022-jp?b?GyRCJDMbKEI=?= =?iso-2022-jp?b?GyRCJDMbKEI=?=", "ここ"),
            ("a language", "Subject: =?utf-8*en?q?a?=", "a"),
            ("a fold is its white space", "Subject: fold\n ed\n\tx", "fold ed\tx"),
            ("raw UTF-8", "Subject: café €", "café €"),
            ("else windows-1252", b"Subject: caf\xe9 \x80 \x93x\x94", "café € “x”"),
            ("raw bytes and words", b"Subject: \xe9 =?utf-8?q?=C3=A9?=", "é é"),
            ("an encoding that is none", "Subject: =?utf-8?x?a?=", "=?utf-8?x?a?="),
            ("its name in any case", "SUBJECT: s", "s"), ("none", "X: y", None),
        ])

    def test_from(self):
        self.last("from", [
            ("an address", "From: a@b", "a@b"), ("a name", 'From: "B, A" <a@b>', '"B, A" <a@b>'),
            ("an encoded word", "From: =?utf-8?q?J=C3=B6?= <a@b>", "Jö <a@b>"),
            ("two base64 words with padding", "From: =?utf-8?b?YQ==?= =?utf-8?b?Yg==?= <a@b>", "ab <a@b>"),
            ("a comment", "From: a@b (C D)", "a@b (C D)"),
            ("windows-1252 bytes", b"From: J\xf6 <a@b>", "Jö <a@b>"), ("none", "X: y", None),
        ])

    def test_message_id(self):
        self.last("message_id", [
            ("without its brackets", "Message-ID: <a@b>", "a@b"),
            ("none around it", "Message-ID: a@b", "a@b"), ("folded", "Message-ID:\n <a@b>", "a@b"),
            ("its name in any case", "message-id: <a@b>", "a@b"),
            ("two at signs", "Message-ID: <a@b@c>", "a@b@c"),
            ("a dot at the end", "Message-ID: <a@b.>", "a@b."),
            ("no at sign", "Message-ID: <abc>", "abc"),
            ("a literal", "Message-ID: <a@[1.2.3.4]>", "a@[1.2.3.4]"),
            ("other characters", "Message-ID: <a$b%c+d@e>", "a$b%c+d@e"),
            ("windows-1252 bytes", b"Message-ID: <\xe9@x>", "é@x"), ("none", "X: y", None),
        ])


class TreeFields(Case):
    def one(self, key, table):
        found = analyse("tree", [to_bytes(row[1]) + b"\n\nx" for row in table])
        self.check(table, [rows[0][key] for rows in found])

    def test_filename(self):
        disposition = "Content-Disposition: attachment; "
        self.one("filename", [
            ("quoted", disposition + 'FileName="a b.txt"', "a b.txt"),
            ("a token", disposition + "filename=a.txt", "a.txt"),
            ("RFC 2231", disposition + "filename*=UTF-8''%e2%82%ac%20a.txt", "€ a.txt"),
            ("RFC 2231, continued",
             disposition + "filename*0*=iso-8859-1'en'%E9t; filename*1=e; filename*2*=%20.txt", "éte .txt"),
            ("RFC 2231, continued and plain", disposition + 'filename*0="ab"; filename*1="cd.txt"',
             "abcd.txt"),
            ("RFC 2047", disposition + 'filename="=?utf-8?q?=C3=A9.txt?="', "é.txt"),
            ("RFC 2047, two words", disposition + 'filename="=?utf-8?q?=C3=A9?= =?utf-8?q?.txt?="', "é.txt"),
            ("RFC 2047, two base64 words with padding",
             disposition + 'filename="=?utf-8?b?YQ==?= =?utf-8?b?Yg==?="', "ab"),
            ("windows-1252 bytes", (disposition + 'filename="\xe9.txt"').encode("latin-1"), "é.txt"),
            ("UTF-8 bytes", disposition + 'filename="é.txt"', "é.txt"),
            ("escapes", disposition + 'filename="a\\"b.txt"', 'a"b.txt'),
            ("name= of the type", "Content-Type: text/plain; name=n.txt", "n.txt"),
            ("filename= before name=",
             "Content-Type: text/plain; name=n.txt\n" + disposition + "filename=f.txt", "f.txt"),
             ("none", "X: y", None),
        ])

    def test_charset(self):
        self.one("charset", [
            ("as it is written", 'Content-Type: text/plain; Charset="ISO-8859-1"', "ISO-8859-1"),
            ("RFC 2045's own example: a comment", "Content-Type: text/plain; charset=us-ascii (Plain text)",
             "us-ascii"), ("none", "Content-Type: text/plain", None),
        ])

    def test_encoding_and_disposition(self):
        self.one("transfer_encoding",
                 [("lower case", "Content-Transfer-Encoding: Base64", "base64"), ("none", "X: y", None),
                                       ("a comment", "Content-Transfer-Encoding: base64 (c)", "base64")])
        self.one("disposition",
                 [("lower case", "Content-Disposition: ATTACHMENT; filename=x", "attachment"),
                  ("inline", "Content-Disposition: inline", "inline"), ("none", "X: y", None)])

    def test_content_id_and_location(self):
        self.one("content_id",
                 [("without its brackets", "Content-ID: <a@b>", "a@b"),
                  ("folded", "Content-Id:\n <a@b>", "a@b"), ("no brackets", "Content-ID: a@b", "a@b"),
                                ("comments around it", "Content-ID: (c) <a@b> (d)", "a@b"),
                                ("none", "X: y", None)])
        self.one("content_location",
                 [("as it is", "Content-Location: x/y", "x/y"),
                  ("its wrapper", 'Content-Location: "x/y" (c)', "x/y"),
                  ("a label", "Content-Location: cid:foo", "cid:foo"),
                                      ("RFC 2047 words", "Content-Location: =?utf-8?q?x=C3=A9?=", "xé"),
                                      ("none", "X: y", None)])

    def test_searched(self):
        self.one("searched", [
            ("text", "Content-Type: text/plain", "yes"), ("HTML", "Content-Type: text/html", "yes"),
            ("another text", "Content-Type: text/x-foo", "yes"), ("no type", "X: y", "yes"),
            ("an image", "Content-Type: image/png", "no"),
            ("bytes", "Content-Type: application/octet-stream", "no"),
            ("external", "Content-Type: message/external-body; access-type=URL; URL=\"http://h/\"",
             "external"),
            ("signed, opaque", "Content-Type: application/pkcs7-mime; smime-type=signed-data",
             "signed-opaque"),
            ("tokens have no case", "Content-Type: application/PKCS7-mime; smime-type=Signed-Data",
             "signed-opaque"),
            ("enveloped", "Content-Type: application/pkcs7-mime; smime-type=enveloped-data", "encrypted"),
        ])
        message = multipart("b", "Content-Type: application/pgp-encrypted\n\nVersion: 1",
                            "Content-Type: application/octet-stream\n\nhttp://h/x", kind="encrypted")
        rows = analyse("tree", [message])[0]
        self.assertEqual(["container", "encrypted"], [rows[0]["searched"], rows[2]["searched"]])
        self.assertEqual(["container", "container", "yes"],
                         [row["searched"] for row in analyse("tree",
                                                             [multipart("b", message_part(SINGLE))])[0]])


# ---- JSON ----

class Json(Case):
    def test_keys(self):
        message = html_message("<a href=g></a>", "Content-Base: http://h/\n")
        for command, keys in (("links", LINK_KEYS), ("tree", TREE_KEYS)):
            for row in analyse(command, [message])[0]:
                self.assertEqual(keys, list(row)[:len(keys)], command)

    def test_nulls(self):
        row = analyse("links", ["X: y\n\nhttp://h/x"])[0][0]
        self.assertEqual({"message_id", "date", "from", "subject", "in_message_id", "hidden", "text",
                          "target_part", "base_part"},
                         {key for key in LINK_KEYS if row[key] is None})
        self.assertEqual(("1", 1, 0), pick(row, "part", "message", "offset"))

    def test_a_base_that_is_no_url(self):
        message = html_message("<a href=g><a href=http://x/><a href='#f'><a href=mailto:a@b><a href=''>"
                               "<p>www.example.com</p>",
                               "Content-Base: http://h.example:99999/\n")
        rows = content_links(analyse("links", [message], "--rules", "whatwg")[0])
        self.assertGreater(len(rows), 4)
        self.assertEqual({("invalid", None, "http://h.example:99999/", "content-base", None)},
                         {pick(row, "status", "resolved", "base", "base_by", "host") for row in rows})
        rows = content_links(analyse("links", [message])[0])
        self.assertEqual(["resolved", "absolute", "same-document", "absolute", "resolved"],
                         [row["status"] for row in rows[:5]], "RFC 1808 checks no grammar")

    def test_host(self):
        table = [
            ("of what was resolved", "Content-Base: http://WWW.Example.com:80/x\n", "<a href=y>", "www.example.com"),
            ("without user and port", "", "<a href='HTTP://U:P@H.Example:8080/x'>", "h.example"),
            ("an address keeps its brackets", "", "<a href='http://[2001:DB8::1]:80/'>", "[2001:db8::1]"),
            ("of a scheme that a browser does not know", "", "<a href='gopher://H.example'>", "h.example"),
            ("a path has none", "", "<a href='mailto:a@h.example'>", None),
            ("an empty one is none", "", "<a href='file:///x'>", None),
            ("without a base: the reference's own", "", "<a href=' //H.example:80/x'>", "h.example"),
            ("without a base, and in two lines", "", "<a href='/\n/H.example/x'>", "h.example"),
            ("without a base: no host", "", "<a href='/x'>", None),
            ("without a base: an empty host", "", "<a href='///x'>", None),
            ("with a base it is resolved", "Content-Base: http://b/\n", "<a href='//H.example/x'>", "h.example"),
        ]
        found = analyse("links", [html_message(row[2], row[1]) for row in table])
        self.check(table, [rows[-1]["host"] for rows in found])
        by_browser = analyse("links", [html_message("<a href='http://[/'>")], "--rules", "whatwg")[0][-1]
        self.assertEqual(("invalid", None), pick(by_browser, "status", "host"))

    def test_control_characters(self):
        # All of them, behind and before runs long enough for any way of scanning.
        for code in [*range(1, 0x20), 0x7F]:
            if code in (0x0A, 0x0D):
                continue
            text = "x%sy%cz%s" % ("a" * 40, code, "b" * 40)
            with self.subTest(code=code):
                done = run(["links", "--format", "jsonl"],
                           ("Subject: %s\nX: y\n\nhttp://h/x" % text).encode())
                self.assertEqual(text, rows_of(done.stdout)[0]["subject"])

    def test_text_never_drives_the_terminal(self):
        message = ("Subject: s\x1b[31m\x07\x9by \u202ex\nContent-Base: http://h/\n"
                   "Content-Type: text/html; charset=utf-8; name=\"f\x1b[2J\"\n\n"
                   "<a href='a\x1b]0;x\x07b\u0085'>t</a>").encode()
        for command in (["tree", "-v"], ["links"], ["links", "--unique"]):
            done = run([*command, "--color", "never"], message)
            self.assertEqual([], re.findall("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", done.stdout.decode()),
                             command)
            self.assertEqual(0, done.returncode)


# ---- Input: mbox ----

FROM = "From a@b Mon Jan  1 10:20:30 2001\n"


class Mbox(Case):
    def entry(self, n, body="http://h/%d\n"):
        return FROM + "Message-ID: <%d@x>\n\n" % n + (body % n if "%" in body else body)

    def test_numbers_and_offsets(self):
        two = self.entry(1) + "\n" + self.entry(2)
        table = [
            ("two", two, [(1, 0, "1@x"), (2, two.index("From", 5), "2@x")]),
            ("no blank line between", self.entry(1) + self.entry(2),
             [(1, 0, "1@x"), (2, len(self.entry(1)), "2@x")]),
            ("CRLF", two.replace("\n", "\r\n"),
             [(1, 0, "1@x"), (2, two.replace("\n", "\r\n").index("From", 5), "2@x")]),
            ("a quoted From_ line is none", self.entry(1, "http://h/%d\n>From x Mon Jan  1 10:20:30 2001\n"),
             [(1, 0, "1@x")]),
            ("a From in prose is none", self.entry(1, "\nFrom here on\n\nhttp://h/x\n"), [(1, 0, "1@x")]),
            ("a single message", "Message-ID: <1@x>\n\nhttp://h/x", [(1, 0, "1@x")]),
        ]
        found = analyse("links", [row[1] for row in table])
        self.check(table, [[pick(row, "message", "offset", "message_id") for row in rows] for rows in found])

    def test_bodies(self):
        mbox = self.entry(1) + "\n" + self.entry(2) + "\n" + self.entry(3)
        rows = analyse("tree", [mbox])[0]
        self.assertEqual(["http://h/%d\n" % n for n in (1, 2, 3)],
                         [mbox[slice(*row["body"])] for row in rows])
        self.assertEqual(["Message-ID: <%d@x>\n\n" % n for n in (1, 2, 3)],
                         [mbox[slice(*row["heading"])] for row in rows])

    def test_kind_as_told(self):
        message = "Subject: x\n\nhttp://h/x\n"
        done = run(["links", "--input", "mbox", "-"], message.encode())
        self.assertEqual((1, b""), (done.returncode, done.stdout))
        self.assertIn(b"standard input", done.stderr)
        done = run(["links", "--input", "message", "--format", "jsonl", "-"],
                   (message + "\n" + FROM + message).encode())
        self.assertEqual({1}, {row["message"] for row in rows_of(done.stdout)})


# ---- resolve ----

RESOLVE_BASE = "http://a/b/c/d;p?q#f"
RESOLVE = [  # reference, rfc1808, draft-05 (None: the same), rfc3986 (None: as rfc1808)
    ("g:h", "g:h", None, None), ("g", "http://a/b/c/g", None, None), ("./g", "http://a/b/c/g", None, None),
           ("g/", "http://a/b/c/g/", None, None), ("/g", "http://a/g", None, None),
    ("//g", "http://g", None, None), ("?y", "http://a/b/c/d;p?y", None, None),
           ("g?y", "http://a/b/c/g?y", None, None), ("g?y/./x", "http://a/b/c/g?y/./x", None, None),
    ("#s", "http://a/b/c/d;p?q#s", None, None), ("g#s", "http://a/b/c/g#s", None, None),
           ("g#s/./x", "http://a/b/c/g#s/./x", None, None), ("g?y#s", "http://a/b/c/g?y#s", None, None),
    (";x", "http://a/b/c/d;x", None, "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x", None, None),
           ("g;x?y#s", "http://a/b/c/g;x?y#s", None, None), (".", "http://a/b/c/", None, None),
    ("./", "http://a/b/c/", None, None), ("..", "http://a/b/", None, None),
           ("../", "http://a/b/", None, None), ("../g", "http://a/b/g", None, None),
           ("../..", "http://a/", None, None),
    ("../../", "http://a/", None, None), ("../../g", "http://a/g", None, None),
           ("", "http://a/b/c/d;p?q#f", None, "http://a/b/c/d;p?q"),
           ("../../../g", "http://a/../g", None, "http://a/g"),
    ("../../../../g", "http://a/../../g", "http://a/g", "http://a/g"),
           ("/./g", "http://a/./g", None, "http://a/g"), ("/../g", "http://a/../g", None, "http://a/g"),
           ("g.", "http://a/b/c/g.", None, None),
    (".g", "http://a/b/c/.g", None, None), ("g..", "http://a/b/c/g..", None, None),
           ("..g", "http://a/b/c/..g", None, None), ("./../g", "http://a/b/g", None, None),
           ("./g/.", "http://a/b/c/g/", None, None),
    ("g/./h", "http://a/b/c/g/h", None, None), ("g/../h", "http://a/b/c/h", None, None),
           ("http:g", "http:g", None, None), ("http:", "http:", None, None),
    # What the contract adds.
    ("g#", "http://a/b/c/g#", None, None), ("#", "http://a/b/c/d;p?q#", None, None),
           ("?", "http://a/b/c/d;p?q", None, "http://a/b/c/d;p?"), ("g?", "http://a/b/c/g?", None, None),
    ("  g  ", "http://a/b/c/g", None, None), ("g\th", "http://a/b/c/gh", None, None),
           ("g\r\nh", "http://a/b/c/gh", None, None), ("g h", "http://a/b/c/g h", None, None),
           ("///g", "http://a/g", None, "http:///g"),
]


class Resolve(Case):
    def lines(self, *arguments, stdin=b""):
        done = run(["resolve", *arguments], stdin)
        return done.returncode, done.stdout.decode().split("\n")[:-1], done.stderr

    def test_rules(self):
        references = [row[0] for row in RESOLVE]
        for rules, column in (("rfc1808", 1), ("draft-05", 2), ("rfc3986", 3)):
            status, lines, complaint = self.lines("--rules", rules, "--", RESOLVE_BASE, *references)
            self.assertEqual((0, b""), (status, complaint))
            self.check([(row[0], rules, row[column] or row[1]) for row in RESOLVE], lines)

    def test_default_is_rfc1808(self):
        self.assertEqual((0, ["http://a/../g", "http://a/b/c/d;p?q#f"], b""),
                         self.lines(RESOLVE_BASE, "../../../g", ""))

    def test_bases(self):
        table = [
            ("an empty path is /", "http://h", "g", "http://h/g"),
            ("a relative path never changes the host", "http://h", "x.y", "http://h/x.y"),
            ("the same with a fragment", "http://h", "#s", "http://h/#s"),
            ("but not for the empty reference", "http://h", "", "http://h"),
            ("a query with nothing to inherit keeps its delimiter", "http://h/a", "?", "http://h/a?"),
            ("a base that mail could not use", "mailto:a@b", "g", "mailto:g"),
            ("no host", "file:///x/y", "g", "file:///x/g"), ("one slash", "http:/x/y", "g", "http:/x/g"),
            ("white space around the base", " http://h/a ", "g", "http://h/g"),
            ("dot segments of the base", "http://h/a/./b", "g", "http://h/a/g"),
        ]
        for why, base, reference, expected in table:
            with self.subTest(why=why):
                self.assertEqual((0, [expected], b""), self.lines("--", base, reference))

    def test_what_cannot_be_resolved(self):
        for base in ("", "x", "/x", "//h/x"):
            status, lines, complaint = self.lines("--", base, "g", "h:x", "")
            with self.subTest(base=base):
                self.assertEqual((1, ["", "h:x", ""]), (status, lines), "an empty line, and on with the next")
                self.assertEqual(2, complaint.count(b"\n"), "the reason of each")

    def test_a_base_that_is_no_url(self):
        status, lines, complaint = self.lines("--rules=whatwg", "http://h.example:99999/", "g", "http://x/", "#f")
        self.assertEqual((1, ["", "", ""]), (status, lines), "the URL Standard refuses absolute references as well")
        self.assertEqual(3, complaint.count(b"the base is no URL"))
        for rules in ("rfc1808", "draft-05", "rfc3986"):
            self.assertEqual((0, ["http://h.example:99999/g", "http://x/"], b""),
                             self.lines("--rules", rules, "http://h.example:99999/", "g", "http://x/"), "no grammar is checked")

    def test_standard_input(self):
        self.assertEqual((0, ["http://a/g", "http://a/b", "http://a/h", "http://a/x", "http://a/last"], b""),
                         self.lines("http://a/b", stdin=b"g\n\nh\r\n  x  \nlast"))
        self.assertEqual((0, [], b""), self.lines("http://a/b"))

    def test_options(self):
        self.assertEqual((0, ["http://a/-x", "http://a/--rules"], b""),
                         self.lines("--", "http://a/b", "-x", "--rules"))
        self.assertEqual(2, self.lines()[0], "no BASE")
        self.assertEqual(2, self.lines("--rules", "rfc0", "http://a/", "g")[0])
        self.assertEqual(2, self.lines("http://a/b", "-x")[0])

    def test_complaints_do_not_drive_the_terminal(self):
        self.assertNotIn(b"\x1b", self.lines("--", "", "\x1b[2J")[2])


# ---- The command line ----

SAMPLE = ("Content-Base: http://b/d/\nContent-Type: text/html\nSubject: s\n\n"
          "<a href=g>1</a><img src=http://Other.Host:80/g><a href=http://b/d/g>2</a>"
          "<a href='#x'>f</a><a href=http://u:p@other.host/>x</a><a href=mailto:a@b>m</a>")


class CommandLine(Case):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.sample = self.path("m.eml")
        with open(self.sample, "w") as file:
            file.write(SAMPLE)

    def path(self, name):
        return os.path.join(self.folder, name)

    def references(self, *arguments, stdin=b""):
        done = run(["links", *arguments, "--format", "jsonl"], stdin)
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        return [row["reference"] for row in rows_of(done.stdout)]

    def test_exit_statuses(self):
        table = [
            ("all read", ["links", self.sample], 0), ("no such file", ["links", self.path("none")], 1),
            ("usage: no command", [], 2), ("usage: no such command", ["bogus"], 2),
            ("usage: no such option", ["links", "--bogus", self.sample], 2),
            ("usage: no such format", ["links", "--format", "xml", self.sample], 2),
            ("usage: no such rules", ["tree", "--rules", "rfc0", self.sample], 2),
            ("usage: no such header", ["tree", "--base-headers=x", self.sample], 2),
            ("usage: no such status", ["links", "--status=x", self.sample], 2),
            ("usage: -j", ["links", "-j", "0", self.sample], 2),
            ("cannot be written", ["links", "-o", self.path("none/x"), self.sample], 3),
            ("help", ["--help"], 0), ("version", ["--version"], 0),
            ("help of a command", ["links", "--help"], 0),
        ]
        self.check(table, [run(row[1]).returncode for row in table])

    def test_the_rest_is_there(self):
        done = run(["links", "--format", "jsonl", self.sample, self.path("none"), self.sample])
        self.assertEqual(1, done.returncode)
        self.assertEqual(14, len(rows_of(done.stdout)))
        self.assertIn(b"none", done.stderr)
        done = run(["links", "--quiet", self.path("none")])
        self.assertEqual((1, b""), (done.returncode, done.stderr))

    def test_standard_input(self):
        for arguments in ([], ["-"]):
            done = run(["links", "--format", "jsonl", *arguments], SAMPLE.encode())
            self.assertEqual({"-"}, {row["source"] for row in rows_of(done.stdout)})
        done = run(["tree", "--format", "jsonl", self.sample, "-"], SAMPLE.encode())
        self.assertEqual([self.sample, "-"], [row["source"] for row in rows_of(done.stdout)])

    def test_inputs_behind_options_that_take_lists(self):
        self.assertEqual(["g"], self.references("--status", "resolved", self.sample))
        self.assertEqual(["http://Other.Host:80/g"], self.references("--context", "img@*", self.sample))
        self.assertEqual(["http://Other.Host:80/g", "http://u:p@other.host/"],
                         self.references("--host", "other.host", self.sample))
        self.assertEqual(7, len(self.references("--base-headers", "base,content-base", self.sample)))

    def test_filters(self):
        table = [
            ("two statuses", ["--status", "same-document,resolved"], ["g", "#x"]),
            ("a status that no link has", ["--status", "guessed"], []),
            ("a context", ["--context", "img@src"], ["http://Other.Host:80/g"]),
            ("headings", ["--context", "header:*"], ["http://b/d/"]),
            ("a host: neither user, port nor case count", ["--host", "*.host"],
             ["http://Other.Host:80/g", "http://u:p@other.host/"]),
            ("a host of what was resolved", ["--host", "b"], ["http://b/d/", "g", "http://b/d/g", "#x"]),
            ("without a host none matches", ["--host", "*", "--context", "a@*"],
             ["g", "http://b/d/g", "#x", "http://u:p@other.host/"]),
            ("all of them must hold", ["--host", "b", "--context", "a@*", "--status", "resolved"], ["g"]),
        ]
        self.check(table, [self.references(self.sample, *row[1]) for row in table])

    def test_unique(self):
        done = run(["links", self.sample, "--unique", "--format", "jsonl"])
        self.assertEqual([("http://b/d/", 1), ("http://b/d/g", 2), ("http://Other.Host:80/g", 1),
                          ("http://b/d/#x", 1), ("http://u:p@other.host/", 1), ("mailto:a@b", 1)],
                         [pick(row, "resolved", "count") for row in rows_of(done.stdout)])

    def test_output_file(self):
        expected = run(["links", "--format", "jsonl", self.sample]).stdout
        for name, option in (("o.jsonl", []), ("o.x", ["--format", "jsonl"])):
            self.assertEqual(b"", run(["links", "-o", self.path(name), *option, self.sample]).stdout)
            with open(self.path(name), "rb") as file:
                self.assertEqual(expected, file.read(), "the format by the ending, or as told")
        self.assertEqual(["m.eml", "o.jsonl", "o.x"], sorted(os.listdir(self.folder)),
                         "nothing is left beside it")
        run(["tree", "-o", self.path("o.txt"), self.sample])
        with open(self.path("o.txt"), "rb") as file:
            self.assertEqual(run(["tree", "--format", "text", self.sample]).stdout, file.read())

    def test_workers_change_nothing(self):
        mbox = self.path("box")
        with open(mbox, "wb") as file:
            for seed in range(120):
                for message in (RandomMessage(seed, b"\n").bytes, SAMPLE.encode()):
                    file.write(FROM.encode() + message + b"\n\n")
        for command in ("links", "tree"):
            for form in ("jsonl", "text"):
                outputs = {run([command, "--format", form, "-j", workers, mbox,
                                self.sample]).stdout for workers in ("1", "2", "7", "1")}
                self.assertEqual(1, len(outputs), (command, form))

    def test_sigpipe_ends_quietly(self):
        big = self.path("big.eml")
        with open(big, "w") as file:
            file.write("Content-Type: text/html\n\n" + "<a href=http://h/x>x</a>\n" * 60000)

        def default_sigpipe():
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)

        process = subprocess.Popen([EXE, "links", big], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=default_sigpipe)
        process.stdout.read(10)
        process.stdout.close()
        self.assertEqual(b"", process.stderr.read())
        process.stderr.close()
        process.wait()

    def test_text_says_where_and_what(self):
        text = run(["links", self.sample]).stdout.decode()
        for piece in (self.sample, "http://b/d/g", "content-base", "3.1", "HEADER"):
            self.assertIn(piece, text)
        plain, verbose = run(["tree", self.sample]).stdout.decode(), run(["tree", "--verbose",
                                                                          self.sample]).stdout.decode()
        self.assertIn("http://b/d/", plain)
        self.assertIn("effective", verbose)
        self.assertNotIn("effective", plain)

    def test_color(self):
        environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        self.assertIn(b"\x1b[", run(["tree", "--color", "always", self.sample], env=environment).stdout)
        self.assertNotIn(b"\x1b[", run(["tree", self.sample], env=environment).stdout,
                         "no terminal, no colour")


class MimeDefects(Case):
    CASES = (
        ("closed", "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b--\n", []),
        ("closed, and nothing behind", "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b--", []),
        ("cut", "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n", ["TEXT"]),
        ("the inner one cut", "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; boundary=c\n\n"
         "--c\n\nx\n--b--\n", ["1"]),
        ("no boundary", "Content-Type: multipart/mixed\n\nx\n", ["TEXT"]),
        ("an unknown transfer encoding", "Content-Type: text/plain\nContent-Transfer-Encoding: base46\n\nx\n", ["1"]),
        ("a known one", "Content-Type: text/plain\nContent-Transfer-Encoding: 8BIT (as it is)\n\nx\n", []),
        ("two types", "Content-Type: text/plain\nContent-Type: text/html\n\nx\n", ["1"]),
    )

    def test_defects(self):
        for why, text, parts in self.CASES:
            with self.subTest(why):
                rows = rows_of(run(["check", "--format=jsonl"], ("Subject: x\n" + text).encode()).stdout)
                found = [(row["part"], row["severity"]) for row in rows if row["code"] == "mime-defect"]
                self.assertEqual(found, [(part, "warning") for part in parts], rows)


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-") and os.path.exists(sys.argv[1]):
        EXE = sys.argv.pop(1)
    if not EXE:
        sys.exit("say which program to test: MIMEBASE_EXE, or the first argument")
    EXE = os.path.abspath(EXE)
    unittest.main()
