#!/usr/bin/env python3
"""What a message may cost: long bases, many of them, long fields of the envelope and endless rows are cut or passed
over, and that is said, by `check` too; what is just below a limit is not."""

import json
import unittest

from support import run

BASE = "http://h.example/"


def rows_of(done):
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def page(fields, body="<a href=g>"):
    return ("%sContent-Type: text/html\n\n%s" % (fields, body)).encode()


def of_bytes(size):
    """A base of so many bytes."""
    return BASE + "x" * (size - len(BASE) - 1) + "/"


def nested(levels, fields):
    out = ["%sContent-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (fields, i, i) for i in range(levels)]
    return ("".join(out) + "\n<URL:x>\n").encode()


# (why, command, message, options, what is said)
SAID = [
    ("a base that is too long", "links", page("Content-Base: %s\n" % of_bytes(8193)), [],
     "part HEADER: content-base is longer than 8192 bytes"),
    ("one that is just short enough", "links", page("Content-Base: %s\n" % of_bytes(8192)), [], None),
    ("as the option has it", "links", page("Content-Base: %s\n" % of_bytes(101)), ["--limits", "base=100"],
     "longer than 100 bytes"),
    ("a field with a long comment", "links", page("Content-Base: %s (%s)\n" % (BASE, "c" * 9000)), [],
     "content-base is longer than 8192 bytes"),
    ("a base in the content", "links", page("", '<base href="%s"><a href=g>' % of_bytes(9000)), [],
     "part 1: a base is longer than 8192 bytes"),
    ("the same for tree", "tree", page("", '<base href="%s"><a href=g>' % of_bytes(9000)), [],
     "part 1: a base is longer than 8192 bytes"),
    ("a base that is relative and grows too long", "links",
     page("Content-Base: %s\n" % of_bytes(5000), '<base href="%s/"><a href=g>' % ("y" * 4000)), [],
     "part 1: a base is longer than 8192 bytes"),
    ("--retrieval-url is one as well", "links", page(""), ["--retrieval-url", of_bytes(9000)],
     "retrieval-url is longer than 8192 bytes"),
    ("a long Content-Location that is no base", "links", page("Content-Location: data:,%s\n" % ("x" * 9000)), [], None),
    ("very many bases", "tree", page("Content-Base: http://h/\n" * 101), [], "more than 100 fields declare a base"),
    ("as many as may be", "tree", page("Content-Base: http://h/\n" * 100), [], None),
    ("a long chain", "tree", nested(101, "Content-Base: http://h/\n"), [], "a chain has more than 100 candidates"),
    ("no chain is shown", "links", nested(101, "Content-Base: http://h/\n"), [], None),
    ("a long subject", "links", page("Subject: %s\n" % ("s" * 4097)), [], "Subject is longer than 4096 bytes"),
    ("one that is just short enough", "links", page("Subject: %s\n" % ("s" * 4096)), [], None),
    ("a long From", "links", page("From: %s\n" % ("f" * 5000)), [], "From is longer than 4096 bytes"),
    ("a long Message-ID", "tree", page("Message-ID: <%s>\n" % ("m" * 5000)), [], "Message-ID is longer than 4096 bytes"),
    ("very many rows", "links", page("", "<a href=g>" * 1000), ["--limits", "rows=1000"],
     "its rows hold more than 1000 bytes and 32 times its own"),
    ("of tree", "tree", nested(99, "Content-Base: http://h/\n"), ["--limits", "rows=1000"], "its rows hold more than 1000 bytes"),
    ("few enough", "links", page("", "<a href=g>" * 1000), [], None),
]


class Limits(unittest.TestCase):
    def test_what_is_beyond_a_limit_is_said(self):
        for why, command, message, options, said in SAID:
            with self.subTest(why=why):
                done = run(command, "--format", "jsonl", *options, input=message)
                if said is None:
                    self.assertEqual((done.returncode, done.stderr), (0, b""))
                else:
                    self.assertIn(said, done.stderr.decode())
                    self.assertEqual(done.stderr.count(b"\n"), 1)
                    self.assertEqual(done.returncode, 1)
                if command == "links" and said is not None:
                    checked = run("check", "--format", "jsonl", *options, input=message)
                    told = [row["detail"] for row in rows_of(checked) if row["code"] == "limit-hit"]
                    self.assertEqual(len(told), 1)
                    self.assertIn(told[0], done.stderr.decode())
                    self.assertEqual(checked.returncode, 1)

    def test_a_long_base_is_passed_over(self):
        fields = "Content-Base: %s\nContent-Location: http://l.example/\n" % of_bytes(9000)
        for message, part in ((page(fields), "HEADER"), (page(fields, '<base href="%s"><a href=g>' % of_bytes(9000)), "HEADER")):
            links = rows_of(run("links", "--format", "jsonl", input=message))
            self.assertEqual(links[-1]["resolved"], "http://l.example/g")
            tree = rows_of(run("tree", "--format", "jsonl", input=message))
            self.assertEqual((tree[0]["base"], tree[0]["base_part"]), ("http://l.example/", part))
            long = [one for one in tree[0]["chain"] if one["by"] != "content-location"]
            for one in long:
                self.assertEqual((one["state"], one["url"], one["raw"][-1]), ("unsuitable", None, "…"))
                self.assertLess(len(one["raw"]), 110)
            codes = [row["code"] for row in rows_of(run("check", "--format", "jsonl", input=message))]
            self.assertNotIn("base-unsuitable", codes)

    def test_the_envelope_is_cut_between_characters(self):
        message = page("Subject: a%s\nMessage-ID: <%s>\n" % ("\u00e9" * 2048, "m" * 5000))
        row = rows_of(run("links", "--format", "jsonl", input=message))[0]
        self.assertEqual(row["subject"], "a" + "\u00e9" * 2047 + "…")
        self.assertEqual(row["message_id"], "m" * 4096 + "…")

    def test_what_stands_before_the_limit_is_there(self):
        message = page("", "".join("<a href=%d>" % i for i in range(1000)))
        links = rows_of(run("links", "--format", "jsonl", "--limits", "rows=1000", input=message))
        self.assertGreater(len(links), 10)
        self.assertLess(len(links), 1000)
        self.assertEqual([row["reference"] for row in links], [str(i) for i in range(len(links))])
        whole = rows_of(run("links", "--format", "jsonl", input=message))
        self.assertEqual(links, whole[:len(links)])

    def test_each_message_has_its_own_limit(self):
        one = b"From a@b Mon Jan  1 10:20:30 2001\n" + page("", "<a href=g>" * 300) + b"\n\n"
        done = run("links", "--format", "jsonl", "--limits", "rows=1000", input=one * 3)
        numbers = [row["message"] for row in rows_of(done)]
        self.assertEqual(set(numbers), {1, 2, 3})
        self.assertEqual(numbers.count(1), numbers.count(3))


if __name__ == "__main__":
    unittest.main()
