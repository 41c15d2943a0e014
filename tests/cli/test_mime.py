"""What `tree` reports about a message: names of parts, raw ranges, sizes, the envelope, charsets, types, defects."""

import unittest

from tables import (
    Case,
    HTML_PART,
    INNER,
    RandomMessage,
    SINGLE,
    TEXT_PART,
    analyse,
    encoded,
    heading_links,
    message_part,
    multipart,
    pick,
    rows_of,
    run,
    to_bytes,
)


# ---- Section 1: names of parts and headings ----

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


# ---- Raw ranges and sizes: random trees with known properties ----


RANGE_KEYS = ("part", "depth", "content_type", "size", "heading", "body")


class Ranges(Case):
    def compare(self, messages):
        for message, rows in zip(messages, analyse("tree", [m.bytes for m in messages])):
            with self.subTest(message=message.bytes):
                self.assertEqual(message.expected(), [{key: row[key] for key in RANGE_KEYS} for row in rows])

    def test_random_trees(self):
        self.compare([RandomMessage(seed) for seed in range(150)])

    def test_random_trees_that_end_in_a_delimiter(self):
        # The line break before a delimiter belongs to the delimiter, however its own line ends.
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
        # No range may exceed the input, however incomplete it is.
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
        by_name = ["a.html", "a.HTM", "a.shtml", "a.hta", "a.xhtml", "a.xht", "a.svg", "a.xml", "a.rss", "a.atom",
                   "a.rdf", "a.opml", "a.xsl", "a.css", "a.js", "a.json", "a.jsonld", "a.ics", "a.vcs", "a.vcf",
                   "a.txt", "a.log", "a.asc", "a.csv", "a.tsv", "a.md"]
        self.one("searched", [
            (name, f"Content-Type: application/octet-stream; name={name}", searched)
            for searched, names in (("yes", by_name), ("no", ["a.bin", "a.png", ".txt", "txt"])) for name in names])
        message = multipart("b", "Content-Type: application/pgp-encrypted\n\nVersion: 1",
                            "Content-Type: application/octet-stream\n\nhttp://h/x", kind="encrypted")
        rows = analyse("tree", [message])[0]
        self.assertEqual(["container", "encrypted"], [rows[0]["searched"], rows[2]["searched"]])
        self.assertEqual(["container", "container", "yes"],
                         [row["searched"] for row in analyse("tree",
                                                             [multipart("b", message_part(SINGLE))])[0]])


class MimeDefects(Case):
    CASES = (
        ("closed", "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b--\n", []),
        ("closed, and nothing behind", "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n--b--", []),
        ("cut", "Content-Type: multipart/mixed; boundary=b\n\n--b\n\nx\n", ["TEXT"]),
        ("the inner one cut", "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; boundary=c\n\n"
         "--c\n\nx\n--b--\n", ["1"]),
        ("no boundary", "Content-Type: multipart/mixed\n\nx\n", ["TEXT"]),
        ("two equal types", "Content-Type: text/plain\nContent-Type: text/plain\n\nx\n", ["1"]),
        ("two types, which are ambiguous", "Content-Type: text/plain\nContent-Type: text/html\n\nx\n", []),
    )

    def test_defects(self):
        for why, text, parts in self.CASES:
            with self.subTest(why):
                rows = rows_of(run(["check", "--format=jsonl"], ("Subject: x\n" + text).encode()).stdout)
                found = [(row["part"], row["severity"]) for row in rows if row["code"] == "mime-defect"]
                self.assertEqual(found, [(part, "warning") for part in parts], rows)


if __name__ == "__main__":
    unittest.main()
