"""Shared by table tests: rows are (why, ..., expected), and one process reads most tables,
so that everything takes seconds."""

import base64
import json
import os
import quopri
import random
import subprocess
import tempfile
import unittest

from support import EXE, where_it_runs

BASE_KEYS = ("base", "base_section", "base_by", "base_part")


def run(arguments, stdin=b"", **options):
    return subprocess.run([EXE, *where_it_runs(arguments)], input=stdin, capture_output=True, timeout=120, **options)


def to_bytes(message):
    return message if isinstance(message, bytes) else message.encode()


def rows_of(output):
    return [json.loads(line) for line in output.decode("utf-8").split("\n")[:-1]]


def analyse(command, messages, *options):
    """Runs one process for all messages. Returns the rows of each, in order."""
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


class RandomMessage:
    """A message whose entities, ranges and sizes are known because it was built here."""

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
        """`prefix` starts the names of its parts; None for a part that is not the body of a message."""
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


FROM = "From a@b Mon Jan  1 10:20:30 2001\n"
