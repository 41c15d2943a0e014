"""The diagnostics of `check`: messages made for each code, its filters and its summary."""

import base64
import csv
import io
import json
import re
import sqlite3

from support import ROOT, SCHEMAS, CliTest, main, rows_of, run

HTML = "Content-Type: text/html\n\n"
BASED = "Content-Base: http://base.example/\n" + HTML


def related(*parts, fields=""):
    body = "".join(f"--b\n{part}\n" for part in parts)
    return f"{fields}Content-Type: multipart/related; boundary=b\n\n{body}--b--\n"


# RFC 2557 section 9.4: a relative URL, and nothing that defines a base.
NO_BASE_AVAILABLE = related(
    'Content-Type: text/html; charset="iso-8859-1"\n\n<IMG SRC="logo.gif" ALT="logo">',
    'Content-Location: "logo.gif"\nContent-Transfer-Encoding: BASE64\nContent-Type: IMAGE/GIF\n\nR0lGODlh')

# message, options, the diagnostics as "code part", why
TABLE = (
    # Nothing defines a base.
    (HTML + "<a href=x>", (), ["no-base 1"], "a relative reference"),
    (HTML + "<a href=x><a href=y><img src=/z>", (), ["no-base 1"], "once a part"),
    ("List-Help: <x>\nList-Post: <y>\n" + HTML + "<a href=z>", (), ["no-base HEADER", "no-base 1"], "of each part"),
    (HTML + "<a href=//host.example/x>", (), ["no-scheme 1"], "a host, and no scheme"),
    (HTML + "<a href=''>", (), ["empty-reference 1"], "nothing at all"),
    (HTML + "<a href=' '>", (), ["empty-reference 1"], "white space is nothing"),
    (HTML + "<a href=//><a href=x>", (), ["no-base 1"], "no host"),
    (HTML + "<a href=''><a href=//h.example><a href=x>", (), ["empty-reference 1", "no-scheme 1", "no-base 1"], "all of them"),
    (HTML + "<a href='#x'>", (), [], "a place of the same document"),
    (HTML + "<base href=http://base.example/>\n<a href=''><a href='http://base.example/'><a href='x'>", (), ["readers-disagree 1"], "with a base only the empty one differs"),
    (HTML + "<a href=x>", ("--retrieval-url=http://h.example/",), [], "also with one that is given"),
    (HTML + "<a href=//h.example>", ("--rules=whatwg",), ["no-scheme 1"], "by every rule set"),
    # A base that is not a URL.
    ("Content-Base: http://h.example:99999/\n" + HTML + "<a href=x><a href=http://x.example/><a href='#f'>",
     ("--rules=whatwg",), ["base-malformed 1"], "once a part and base, and never that there is none"),
    ("Content-Base: http://h.example:99999/\n" + HTML + "<a href=http://x.example/>", ("--rules=whatwg",),
     ["base-malformed 1"], "of absolute references as well"),
    ("Content-Base: http://h.example:99999/\n" + HTML + "<img src=data:,x>", ("--rules=whatwg",), ["base-malformed 1"], "of data: as well"),
    ("Content-Base: http://h.example:99999/\n" + HTML + "<a href=x><a href=y>", ("--code=rules-disagree",), ["rules-disagree 1"],
     "RFC 1808 takes it, a browser does not"),
    (HTML + "<base href=http://h.example:99999/><a href=x>", ("--rules=whatwg",), ["base-malformed 1"], "of a document"),
    ("Content-Base: http://h.example:99999/\n" + related(HTML + "<a href=x>", HTML + "<a href=y>"), ("--rules=whatwg",),
     ["base-malformed 1", "base-malformed 2", "unreferenced-part 2"], "in each part"),
    # Pages saved by a browser.
    ("Snapshot-Content-Location: http://h.example/\n" + HTML + "<a href=x>", (), [], "a usable one"),
    ("Snapshot-Content-Location: page.html\n" + HTML + "<a href=http://h.example/>", (), ["base-not-absolute HEADER"], "a relative one"),
    ("Snapshot-Content-Location: about:blank\n" + HTML, (), ["base-unsuitable HEADER"], "nothing is relative to it"),
    ("Snapshot-Content-Location: http://h.example/a b\n" + HTML, (), ["base-malformed HEADER"], "malformed"),
    ("Snapshot-Content-Location: <http://h.example/\n" + HTML, (), ["base-malformed HEADER"], "a bracket without the other"),
    ("Snapshot-Content-Location: cid:x\n" + related(HTML), (), ["base-unsuitable HEADER"], "of a multipart"),
    ("Snapshot-Content-Location: cid:x\nContent-Type: message/rfc822\n\n" + HTML, (), ["base-unsuitable HEADER"],
     "of a message in a message"),
    ("Content-Type: message/rfc822\n\nSnapshot-Content-Location: cid:x\n" + HTML, (), [], "the outermost heading alone has it"),
    ("Snapshot-Content-Location: cid:x\n" + HTML + "<a href=x>", ("--retrieval-url=http://h.example/",), [],
     "nobody asks for it where a URL is given"),
    ("Snapshot-Content-Location: x\nSnapshot-Content-Location: http://h.example/\n" + HTML + "<a href=x>", (),
     ["base-not-absolute HEADER", "base-conflict HEADER"], "the first usable one wins"),
    # Labels of parts.
    (NO_BASE_AVAILABLE, (), ["readers-disagree 1"], "RFC 2557 section 9.4"),
    (related(HTML + "<img src=other.gif>", "Content-Type: image/gif\nContent-Location: logo.gif\n\nx"), (),
     ["no-base 1", "unreferenced-part 2"], "a reference that no part answers has no base still"),
    ("Content-Location: logo.gif\nContent-Type: image/gif\n\nx", (), ["base-not-absolute HEADER", "no-base HEADER"],
     "outside of a multipart/related it is no label"),
    ("Content-Base: x\n" + related(HTML), (), ["base-not-absolute HEADER", "no-base HEADER"], "nor is any other base"),
    # Anchor texts.
    (BASED + "<a href=http://s23-ripple.com/x>ripple.com</a>", (), ["text-differs 1"], "a bare domain"),
    (BASED + "<a href=http://evil.example/>http://bank.example/</a>", (), ["text-differs 1"], "a URL"),
    (BASED + "<a href=http://evil.example/README.md>README.md</a>", (), [], "a file"),
    (BASED + "<a href='#top'>ripple.com</a>", (), ["readers-disagree 1"], "a place of the same document; Thunderbird opens it if it is missing"),
    (HTML + "<a href=mailto:a@evil.example>a@bank.com</a>", (), ["text-differs 1"], "addresses"),
    # References in which a browser finds a host.
    (HTML + "<a href=https:/evil.example/x>", (), ["rules-disagree 1"], "one slash"),
    (HTML + "<a href=https:evil.example/x>", (), ["rules-disagree 1"], "none"),
    (HTML + "<a href='http:\\\\evil.example'>", (), ["rules-disagree 1"], "backslashes"),
    (HTML + "<a href=https://h.example/x>", (), [], "a plain one"),
    # Others.
    ("Content-Type: application/x-unknown\n\nx", (), ["not-searched 1"], "a type without a finder"),
    ("Content-Type: image/png\n\nx", (), [], "pictures are not missed"),
)


def mixed(*parts, kind="multipart/mixed", parameters="; boundary=b", boundary="b", fields="", after=""):
    """A multipart. Each part is a heading, an empty line and a body."""
    body = "".join(f"--{boundary}\n{part}\n" for part in parts)
    return f"{fields}Content-Type: {kind}{parameters}\n\n{body}--{boundary}--\n{after}"


def encoded(encoding, body, kind="text/plain"):
    return f"Content-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n\n{body}\n"


PLAIN = "Content-Type: text/plain\n\nx"
BASE64_MESSAGE = base64.b64encode(b"Subject: y\n\nx\n").decode()

# What is ambiguous: a message and the part that is reported; words of the detail; an honest twin that is not reported.
AMBIGUOUS = (
    # Fields that contradict each other.
    ("Content-Type: text/plain\nContent-Type: text/html\n\nx", "1", ("Content-Type", "contradict", "text/plain", "text/html"),
     "Content-Type: text/html\n\nx"),
    ("Content-Type: text/plain\nContent-Type: TEXT/PLAIN; charset=utf-8\n\nx", "1", ("contradict",),
     "Content-Type: text/plain; charset=utf-8\n\nx"),
    (mixed(PLAIN, fields="Content-Type: multipart/mixed; boundary=B\n", boundary="B"), "TEXT", ("contradict", "=B", "=b"), mixed(PLAIN)),
    ("Content-Transfer-Encoding: base64\nContent-Transfer-Encoding: 7bit\n\neA==\n", "1", ("Content-Transfer-Encoding", "contradict"),
     "Content-Transfer-Encoding: base64\n\neA==\n"),
    # A boundary that can be read in several ways.
    (mixed(PLAIN, parameters="; boundary=b; boundary=c"), "TEXT", ("two boundary parameters", '"b"', '"c"'),
     mixed(PLAIN, parameters="; boundary=b; x=c")),
    (mixed(PLAIN, parameters="; boundary=b; boundary(x)=c"), "TEXT", ("two boundary parameters",),
     mixed(PLAIN, parameters="; boundary=b; x(x)=c")),
    (mixed(PLAIN, parameters="; boundary=c; boundary*=''b"), "TEXT", ("two boundary parameters", '"c"'), mixed(PLAIN)),
    (mixed(PLAIN, parameters='; boundary="c"; boundary*0=b'), "TEXT", ("two boundary parameters",), mixed(PLAIN)),
    (mixed(PLAIN, parameters="; boundary*0=b; boundary*2=c"), "TEXT", ("boundary in pieces",),
     mixed(PLAIN, parameters="; boundary=b; name*0=a; name*2=c")),
    (mixed(PLAIN, parameters="; boundary*0=b; boundary*0=c"), "TEXT", ("boundary in pieces",), mixed(PLAIN)),
    (mixed(PLAIN, parameters="; boundary*0=b; boundary*1=c", boundary="bc"), "TEXT", ("RFC 2231",), mixed(PLAIN)),
    (mixed(PLAIN, parameters='; boundary="b'), "TEXT", ("quote", "not closed"), mixed(PLAIN, parameters='; boundary="b"')),
    (mixed(PLAIN, parameters='; boundary="b"c'), "TEXT", ("after its closing quote",), mixed(PLAIN, parameters='; boundary="b" ; x=c')),
    (mixed(PLAIN, parameters="; boundary=b (c)"), "TEXT", ("comment",), mixed(PLAIN, parameters="; x=y (c); boundary=b")),
    (mixed(PLAIN, parameters='; boundary="\\b"'), "TEXT", ("backslash",), mixed(PLAIN, parameters='; x="\\b"; boundary="b"')),
    (mixed(PLAIN, parameters='; boundary="b "'), "TEXT", ("ends in white space",), mixed(PLAIN, parameters='; boundary="b c"', boundary="b c")),
    (mixed(PLAIN, parameters="; boundary=b c", boundary="b c"), "TEXT", ("not in quotes",), mixed(PLAIN, parameters="; boundary=b=c", boundary="b=c")),
    (mixed(PLAIN, parameters='; boundary="=?us-ascii?Q?b?="'), "TEXT", ("encoded word",),
     mixed(PLAIN, parameters='; boundary="=?b"', boundary="=?b")),
    # Boundaries of nested multiparts.
    (mixed(mixed(PLAIN, parameters="; boundary=b_alt", boundary="b_alt")), "1", ('"b_alt" begins with', '"b"', "part TEXT"),
     mixed(mixed(PLAIN, parameters="; boundary=a_b", boundary="a_b"))),
    (mixed(mixed(PLAIN), parameters="; boundary=bb", boundary="bb"), "1", ('"bb" of part TEXT begins with', '"b"'),
     mixed(PLAIN, mixed(PLAIN, parameters="; boundary=c", boundary="c"))),
    (mixed(mixed("Content-Type: message/rfc822\n\n" + mixed(PLAIN, parameters="; boundary=b2", boundary="b2"),
                 parameters="; boundary=a", boundary="a")), "1.1.TEXT", ('"b2" begins with', "part TEXT"),
     # The boundaries of an encoded message and of the one around it never meet, nor do those of two siblings.
     mixed(mixed(PLAIN, parameters="; boundary=c", boundary="c"), mixed(PLAIN, parameters="; boundary=cc", boundary="cc"))),
    (mixed(PLAIN, after="--b\n\ny\n--b--\n"), "TEXT", ("after the closing delimiter", '"--b"'), mixed(PLAIN, after="--c\n -- b\n")),
    # Lines that begin with a delimiter and go on, which RFC 2046 section 5.1.1 lets readers take for one.
    (mixed(PLAIN + "\n--bc\n\ny"), "1", ('the line "--bc" begins', '"--b" of part TEXT'), mixed(PLAIN + "\n--c\n -- b\n --bc\n--")),
    (mixed("Content-Type: text/plain\n\n--bc\n\ny"), "1", ('the line "--bc" begins',), mixed("Content-Type: text/plain\n\n--c\n\ny")),
    (mixed(PLAIN).replace("\n\n--b", "\n\n--b--c\n\ny\n--b", 1), "TEXT", ('the line "--b--c" begins', '"--b":'),
     mixed(PLAIN).replace("\n\n--b", "\n\ny\n--b \t", 1)),
    (mixed(PLAIN, after="--bc\n\ny\n"), "TEXT", ('the line "--bc" begins',), mixed(PLAIN, after="--\ny\n")),
    # Parameters.
    (encoded("7bit", "x", "text/plain; charset=utf-8; charset=utf-7"), "1", ("two charset parameters", '"utf-7"'),
     encoded("7bit", "x", "text/plain; charset=utf-8; charset=UTF-8")),
    ("Content-Disposition: attachment; filename=a.txt; filename=a.exe\n\nx", "1", ("two filename parameters", '"a.exe"'),
     "Content-Disposition: attachment; filename=a.txt; filename*=''b.txt\n\nx"),
    ("Content-Disposition: inline\nContent-Disposition: attachment\n\nx", "1", ("Content-Disposition", "contradict", "last one"),
     "Content-Disposition: inline\n\nx"),
    # Encodings.
    (encoded("base46", "x"), "1", ("transfer encoding", '"base46" is unknown'), encoded("8BIT (as it is)", "x")),
    (mixed(PLAIN, fields="Content-Transfer-Encoding: base64\n"), "TEXT", ("base64", "not allowed"),
     mixed(PLAIN, fields="Content-Transfer-Encoding: binary\n")),
    (mixed(encoded("base64", BASE64_MESSAGE, "message/rfc822")), "1", ("base64", "not allowed", "decoded"),
     mixed(encoded("8bit", "Subject: y\n\nx", "message/rfc822"))),
    (encoded("base64", "eHh4!eHh4"), "1", ("damaged base64", "alphabet"), encoded("base64", "eHh4 \t\r\neHh4")),
    (encoded("base64", "eA==\neHh4"), "1", ("damaged base64", "after the padding"), encoded("base64", "eHh4\neA==\n\n ")),
    (encoded("base64", "eA==\neHh4", "application/zip"), "1", ("damaged base64",), encoded("base64", "eHh4", "application/zip")),
    (encoded("quoted-printable", "a=1g"), "1", ("damaged quoted-printable",), encoded("quoted-printable", "a=3d=3D= \t\nb=\r\nc=")),
    # Headings.
    ("Content-Type: text/plain\nhello\nX-Y: z\n\nx", "1", ("not a field", '"hello"'), "Content-Type: text/plain\n hello\nX-Y: z\n\nx"),
    (mixed("Content-Type: text/plain\nhello\n\nx"), "1", ("not a field", '"hello"'), mixed("Content-Type: text/plain\n\nhello\n\nx")),
    (mixed("hello\nContent-Type: text/plain\n\nx"), "1", ("not a field", '"hello"'), mixed("\nhello\nContent-Type: text/plain\n\nx")),
    (mixed("hello\n\nx"), "1", ("text before", "header"), mixed("\nhello")),
    ("X-Y: z\n \t\nContent-Type: text/plain\n\nx", "1", ("a line of white space",), "X-Y: z\n \ta\nContent-Type: text/plain\n\nx"),
    ("Content-Type : text/plain\n\nx", "1", ("before the colon", '"Content-Type"'), "X-Y : z\nContent-Type: text/plain\n\nx"),
    ("X-Y: a\0b\nContent-Type: text/plain\n\nx", "1", ("NUL", "header"), "X-Y: a\\0b\nContent-Type: text/plain\n\nx"),
    ("X-Y: a\rContent-Type: text/html\nContent-Type: text/plain\n\nx", "1", ("CR", "header"),
     "X-Y: a\r\nContent-Type: text/plain\r\n\r\nx"),
    # Text.
    (PLAIN + "\0y", "1", ("NUL", "text"), "Content-Type: text/plain; charset=utf-16le\n\nx\0y\0"),
    (encoded("quoted-printable", "x=00y", "text/html"), "1", ("NUL", "text"), encoded("quoted-printable", "x=00y", "image/png")),
    (PLAIN + "\ry", "1", ("CR", "text"), PLAIN + "\r\n\r\r\n"),
    (PLAIN + "\ry\n", "1", ("CR", "text"), encoded("binary", "x\ry")),
)

# A reference, the fields of the part that comes nearest, and words of the detail.
PICTURE = "Content-Type: image/png\n"
NEAR_PARTS = (
    ("cid:Logo@X", "Content-ID: <logo@x>", ("Content-ID of part 2", '"logo@x"', "differs in case")),
    ("cid:&lt;logo@x&gt;", "Content-ID: <logo@x>", ("part 2", "brackets")),
    ("cid:%3Clogo@x%3E", "Content-ID: <logo@x>", ("part 2", "brackets")),
    ("cid:logo@x", "Content-ID: <logo%40x>", ("part 2", '"logo%40x"', "percent-encoding")),
    ("cid:logo%2540x", "Content-ID: <logo@x>", ("part 2", "percent-encoding")),
    ("cid:image001.png", "Content-ID: <image001.png@01D5>", ("part 2", '"image001.png@01D5"', "ending")),
    ("cid:image001.png@01D5", "Content-ID: <image001.png>", ("part 2", '"image001.png"', "ending")),
    ("cid:image001.png@01D5", "Content-ID: <image001.png@01D6>", ("part 2", "ending")),
    ("cid:image001", "Content-ID: <image001.png@01D5>", ("part 2", "ending")),
    ("cid:logo.png", 'Content-Disposition: inline; filename="Logo.png"', ("part 2", 'called "Logo.png"', "no such Content-ID")),
    ("cid:logo.png@01D5", 'Content-Disposition: inline; filename="logo.png"', ("part 2", "no such Content-ID")),
    ("cid:logo.gif", "Content-Location: logo.gif", ("part 2", 'called "logo.gif"')),
    ("cid:logo@x", "Content-ID: <other@y>", ("attach it",)),
    ("cid:1@x", "Content-Description: none", ("attach it",)),
    ("cid:", "Content-ID: <other@y>", ("attach it",)),
    ("mid:m@x/Logo", "Content-ID: <logo>", ("part 2", "differs in case")),
)


class Codes(CliTest):
    def said_of_each(self, cases):
        """The rows of each (message, options), and "code part" of each row."""
        return [(rows, [row["code"] + (" " + row["part"] if row["part"] else "") for row in rows])
                for rows in self.rows_of_each("check", cases)]

    def said(self, message, *options):
        return self.said_of_each([(message, options)])[0]

    def test_table(self):
        found = self.said_of_each([("Subject: x\n" + message, options) for message, options, _, _ in TABLE])
        for (message, _, expected, why), (_, said) in zip(TABLE, found, strict=True):
            with self.subTest(why=why, message=message):
                self.assertEqual(said, expected)

    def test_severities(self):
        rows, _ = self.said(HTML + "<a href=''><a href=//h.example><a href=x><a href=https:h.example>")
        self.assertEqual([row["code"] + " " + row["severity"] for row in rows],
                         ["empty-reference warning", "no-scheme warning", "no-base error", "rules-disagree error"])

    def test_sentences_name_what_is_wrong(self):
        table = (
            (BASED + "<a href=https://s23-ripple.com/claim?id=1>ripple.com</a>", (),
             ("ripple.com", "https://s23-ripple.com/claim?id=1"), "the whole target"),
            ("Content-Base: http://h.example:99999/\n" + HTML + "<a href=x>", ("--rules=whatwg",),
             ("http://h.example:99999/", "Content-Base", "HEADER"), "the base, and who defined it"),
            ("Snapshot-Content-Location: page.html\n" + HTML, (), ("page.html", "Snapshot-Content-Location"), "the field"),
            (HTML + "<a href=//h.example>", (), ("//h.example",), "the reference"),
            ("Content-Type: application/x-unknown\n\nx", (), ("application/x-unknown",), "the type"),
        )
        found = self.said_of_each([row[:2] for row in table])
        for (_, _, named, why), (rows, _) in zip(table, found, strict=True):
            with self.subTest(why=why):
                detail = rows[0]["detail"]
                for name in named:
                    self.assertIn(name, detail)
                self.assertNotIn("(no)", detail)
                self.assertNotIn("nothing defines a base: supply", detail)

    def test_a_long_base_is_not_repeated_in_every_row(self):
        message = f"Base: <URL:http://h.example/{'x' * 50000}>\n" + "".join(
            f"Base: <URL:http://h{n}.example/>\n" for n in range(90)) + HTML
        rows, said = self.said(message)
        self.assertEqual(said.count("base-conflict HEADER"), 90)
        self.assertLess(sum(len(row["detail"]) for row in rows), 90 * 400)


class Ambiguous(CliTest):
    """`mime-ambiguous`: each row has a twin that says the same without the ambiguity."""

    def found_in_each(self, messages):
        found = self.rows_of_each("check", [(b"Subject: x\n" + message.encode("latin-1"), ()) for message in messages])
        return [[row for row in rows if row["code"] in ("mime-ambiguous", "mime-defect")] for rows in found]

    def found(self, message):
        return self.found_in_each([message])[0]

    def test_table(self):
        ambiguous = self.found_in_each([row[0] for row in AMBIGUOUS])
        twins = self.found_in_each([row[-1] for row in AMBIGUOUS])
        for (message, part, words, honest), rows, of_twin in zip(AMBIGUOUS, ambiguous, twins, strict=True):
            with self.subTest(message=message):
                self.assertIn(("mime-ambiguous", "warning", part), [(row["code"], row["severity"], row["part"]) for row in rows])
                details = [row["detail"] for row in rows if all(word in row["detail"] for word in words)]
                self.assertEqual(len(details), 1, rows)
            with self.subTest(honest=honest):
                self.assertEqual(of_twin, [])

    def test_once_per_entity_and_kind(self):
        rows = self.found("Content-Type: text/plain\nContent-Type: text/html\nContent-Type: text/css\nhello\nhello\n\nx\0\0")
        self.assertEqual([row["code"] for row in rows], ["mime-ambiguous"] * 3)
        rows = self.found(mixed(encoded("base64", "!!!!eA==eA=="), encoded("base64", "!")))
        self.assertEqual([row["part"] for row in rows], ["1", "2"])

    def test_equal_fields_and_broken_structure_are_defects(self):
        for message in ("Content-Type: text/plain\nContent-type:  text/PLAIN (x)\n\nx",
                        "Content-Transfer-Encoding: 7bit\nContent-Transfer-Encoding: 7BIT\n\nx",
                        "Content-Type: multipart/mixed\n\nx", mixed(PLAIN)[:-6]):
            with self.subTest(message=message):
                self.assertEqual([row["code"] for row in self.found(message)], ["mime-defect"])

    def test_other_commands_report_none(self):
        done = run("links", "--format=jsonl", self.write("m.eml", AMBIGUOUS[0][0]))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, b"", b""))

    def test_bytes_of_the_message_cannot_break_the_row(self):
        rows = self.found("Content-Type: text/plain\n\x1b[31m\xff\xe9" + "\x80" * 500 + "\n\nx")
        self.assertEqual(len(rows), 1)
        self.assertLess(len(rows[0]["detail"]), 400)


class NearParts(CliTest):
    """`missing-part` names the part that comes nearest."""

    def missing(self, messages):
        return self.rows_of_each("check", [(message, ("--code=missing-part",)) for message in messages])

    def detail(self, message):
        (rows,) = self.missing([message])
        self.assertEqual(len(rows), 1, rows)
        return rows[0]["detail"]

    def test_table(self):
        messages = [related(f"{HTML}<img src='{reference}'>", f"{PICTURE}{field}\n\nx", fields="Message-ID: <m@x>\n")
                    for reference, field, _ in NEAR_PARTS]
        for (reference, field, words), rows in zip(NEAR_PARTS, self.missing(messages), strict=True):
            with self.subTest(reference=reference, field=field):
                self.assertEqual(len(rows), 1, rows)
                for word in words:
                    self.assertIn(word, rows[0]["detail"])

    def test_the_least_difference_wins(self):
        parts = [f"{PICTURE}Content-ID: <{label}>\n\nx" for label in ("logo.gif@y", "logo.png@y", "<LOGO.PNG@X>", "LOGO.png@x")]
        for count, part in ((4, "5"), (3, "4"), (2, "3"), (1, "2")):
            detail = self.detail(related(HTML + "<img src='cid:logo.png@x'>", *parts[:count]))
            self.assertIn(f"part {part}", detail)

    def test_a_part_of_another_message(self):
        inner = "Content-Type: message/rfc822\n\nMessage-ID: <inner@x>\n" + mixed(PLAIN, parameters="; boundary=c", boundary="c")
        message = mixed(HTML + "<img src='mid:inner@x/logo@x'>", inner, PICTURE + "Content-ID: <logo@x>\n\nx", fields="Message-ID: <m@x>\n")
        detail = self.detail(message)
        self.assertIn("part 3 has this Content-ID, but in another message", detail)

    def test_a_part_of_a_nested_message(self):
        inner = "Content-Type: message/rfc822\n\n" + related(HTML, PICTURE + "Content-ID: <Logo@x>\n\nx").replace("boundary=b", "boundary=c").replace("--b", "--c")
        detail = self.detail(mixed(HTML + "<img src='cid:logo@x'>", inner))
        self.assertIn("Content-ID of part 2.2", detail)


class RetrievalUrl(CliTest):
    def test_one_that_can_never_be_a_base_is_wrong_usage(self):
        message = self.write("m.eml", HTML + "<a href=x>")
        for url, options, said, why in (
            ("x", (), "is relative", "relative"),
            ("//h.example/x", (), "is relative", "without a scheme"),
            ("mailto:a@b.example", (), "nothing can be relative to", "a scheme without a path"),
            ("about:blank", (), "nothing can be relative to", "a scheme that is no base"),
            ("http:x", (), "nothing can be relative to", "no slash behind the scheme"),
            ("http://h.example/a b", (), "malformed", "a space"),
            ("<http://h.example/>", (), "malformed", "brackets"),
            ("http://h.example:99999/", ("--rules=whatwg",), "port-out-of-range", "no URL for the rules"),
        ):
            for command in ("tree", "links", "check"):
                with self.subTest(why=why, command=command):
                    done = self.assert_fails(2, said, command, "--retrieval-url", url, *options, message)
                    self.assertEqual(done.stdout, b"")
                    self.assertIn(b"--retrieval-url", done.stderr)
        for url in ("http://h.example:99999/", "file:///x", "http:/x", "HTTP://h.example"):
            self.run_ok("links", "--retrieval-url", url, message)

    def test_too_many_snapshots_are_told(self):
        message = self.write("m.eml", "".join(f"Snapshot-Content-Location: http://h{n}.example/\n" for n in range(200))
                             + HTML + "<a href=x>")
        done = run("links", "--format=jsonl", message)
        self.assertEqual((done.returncode, rows_of(done.stdout)[-1]["resolved"]), (1, "http://h0.example/x"))
        self.assertIn(b"retrieved from", done.stderr)
        codes = [row["code"] for row in rows_of(run("check", "--quiet", "--format=jsonl", message).stdout)]
        self.assertEqual((codes.count("base-conflict"), codes.count("limit-hit")), (99, 1))

    def test_an_unusable_snapshot_stays_in_the_chain(self):
        message = self.write("m.eml", "Snapshot-Content-Location: page.html\nSnapshot-Content-Location: http://h.example/\n"
                             "Snapshot-Content-Location: http://late.example/\n" + HTML + "<a href=x>")
        row = self.rows("tree", message)[0]
        self.assertEqual([(c["section"], c["by"], c["part"], c["raw"], c["url"], c["state"]) for c in row["chain"]],
                         [("3.3", "retrieval-url", None, "page.html", None, "relative"),
                          ("3.3", "retrieval-url", None, "http://h.example/", "http://h.example/", "effective"),
                          ("3.3", "retrieval-url", None, "http://late.example/", "http://late.example/", "overridden")])
        self.assertEqual(self.rows("links", message)[-1]["resolved"], "http://h.example/x")


# Two messages with each kind of diagnostic that is summarised.
MBOX = "".join(f"From a@example.org Thu Jan  1 00:00:00 2004\nSubject: {n}\nContent-Base: http://base.example/a/b\n{HTML}{body}\n\n" for n, body in enumerate((
    "<a href=http://s23-ripple.com/1>ripple.com</a><a href=http://S23-Ripple.com/2>www.ripple.com</a>"
    "<a href=http://evil.example/>bank.com</a><a href=https:/evil.example/x>y</a><a href=this:that>z</a>",
    "<a href=http://x.s23-ripple.com/3>http://ripple.com</a><a href=https:evil.example/x>y</a><a href=;x>w</a>"), 1))
SUMMARY_KEYS = "code severity domain other_domain count source message part detail".split()


class Filters(CliTest):
    def setUp(self):
        super().setUp()
        self.mbox = self.write("box.mbox", MBOX)
        self.everything = rows_of(run("check", "--format=jsonl", self.mbox).stdout)

    def kept(self, *options, status):
        done = run("check", "--format=jsonl", *options, self.mbox)
        self.assertEqual(done.returncode, status, options)
        self.assertEqual(done.stderr == b"", done.stdout != b"", options)
        return rows_of(done.stdout)

    def test_codes_and_severities(self):
        for options, status, keeps in (
            (("--code=text-differs",), 1, lambda row: row["code"] == "text-differs"),
            (("--code=text-differs,first-segment-colon",), 1, lambda row: row["code"] in ("text-differs", "first-segment-colon")),
            (("--severity=error",), 1, lambda row: row["severity"] == "error"),
            (("--severity=warning,note",), 0, lambda row: row["severity"] != "error"),
            (("--severity=warning", "--strict"), 1, lambda row: row["severity"] == "warning"),
            (("--severity=note", "--strict"), 0, lambda row: row["severity"] == "note"),
            (("--code=rules-disagree", "--severity=note"), 0, lambda row: (row["code"], row["severity"]) == ("rules-disagree", "note")),
        ):
            expected = [row for row in self.everything if keeps(row)]
            self.assertTrue(expected, options)
            self.assertEqual(self.kept(*options, status=status), expected, options)
        self.assertEqual(self.kept("--code=no-base", status=0), [], "an error that is left out is none")

    def test_what_cannot_be_read_counts_whatever_is_asked_for(self):
        done = run("check", "--quiet", "--format=jsonl", "--code=no-base", self.folder / "none")
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        done = run("check", "--quiet", "--format=jsonl", "--code=unreadable", self.folder / "none")
        self.assertEqual([row["code"] for row in rows_of(done.stdout)], ["unreadable"])

    def test_wrong_usage_names_what_there_is(self):
        for option, said in (("--code=bad", ("bad", "man mimebase")), ("--severity=bad", ("error", "warning", "note")),
                             ("--code=no-base,bad", ("bad", "man mimebase"))):
            done = self.assert_fails(2, said[0], "check", option, self.mbox)
            for name in said:
                self.assertIn(name, done.stderr.decode())
        for command in ("links", "tree"):
            self.assertEqual(run(command, "--code=no-base", self.mbox).returncode, 2)

    def test_a_database_holds_what_passes(self):
        path = self.folder / "x.sqlite"
        self.assertEqual(run("check", "--severity=warning", "-o", path, self.mbox).returncode, 0)
        self.assertEqual(sqlite3.connect(path).execute("SELECT DISTINCT severity FROM diagnostics").fetchall(), [("warning",)])


class Summary(CliTest):
    def setUp(self):
        super().setUp()
        self.mbox = self.write("box.mbox", MBOX)

    def sums(self, *options):
        return rows_of(run("check", "--summary", "--format=jsonl", *options, self.mbox).stdout)

    def test_rows(self):
        rows = self.sums()
        self.assertEqual([[row[key] for key in SUMMARY_KEYS[:5]] for row in rows], [
            ["text-differs", "error", "ripple.com", "s23-ripple.com", 3],
            ["rules-disagree", "error", None, "evil.example", 2],
            ["text-differs", "error", "bank.com", "evil.example", 1],
            ["base-hidden", "warning", None, None, 1],
            ["first-segment-colon", "warning", None, None, 1],
            ["readers-disagree", "note", None, None, 1],
            ["rules-disagree", "note", "base.example", "base.example", 1],
        ])
        first = rows_of(run("check", "--format=jsonl", "--code=text-differs", self.mbox).stdout)[0]
        self.assertEqual([list(row) for row in rows], [SUMMARY_KEYS] * len(rows))
        for key in ("source", "message", "part", "detail"):
            self.assertEqual(rows[0][key], first[key], "the first one is the example")

    def test_counts_are_those_of_the_rows(self):
        rows = rows_of(run("check", "--format=jsonl", self.mbox, ROOT / "samples").stdout)
        sums = self.sums(ROOT / "samples")
        self.assertEqual(sum(row["count"] for row in sums), len(rows))
        self.assertEqual({row["code"] for row in sums}, {row["code"] for row in rows})

    def test_filters_and_exit_status(self):
        self.assertEqual({row["severity"] for row in self.sums("--severity=warning")}, {"warning"})
        for options, status in ((("--severity=warning",), 0), ((), 1), (("--severity=warning", "--strict"), 1)):
            self.assertEqual(run("check", "--summary", *options, self.mbox).returncode, status)

    def test_other_formats(self):
        rows = self.sums()
        text = run("check", "--summary", "--format=csv", self.mbox).stdout.decode()
        self.assertEqual(list(csv.DictReader(io.StringIO(text))),
                         [{key: "" if value is None else str(value) for key, value in row.items()} for row in rows])
        lines = run("check", "--summary", self.mbox).stdout.decode().splitlines()
        self.assertEqual(len(lines), len(rows))
        self.assertRegex(lines[0], r"^ +3  error +text-differs +ripple\.com → s23-ripple\.com  .*box\.mbox message 1 part 1$")
        self.assertRegex(lines[1], r"no host → evil\.example")

    def test_a_database_is_wrong_usage(self):
        path = self.folder / "x.sqlite"
        self.assert_fails(2, "--summary", "check", "--summary", "-o", path, self.mbox)
        self.assertFalse(path.exists())

    def test_the_bytes_do_not_depend_on_threads(self):
        big = self.write("big.mbox", MBOX * 3000)
        outputs = {run("check", "--summary", "--format=jsonl", workers, big).stdout for workers in ("-j1", "-j4")}
        self.assertEqual(len(outputs), 1)
        self.assertEqual(rows_of(outputs.pop())[0]["count"], 9000)

    def test_what_could_not_be_read(self):
        done = run("check", "--summary", "--quiet", "--format=jsonl", self.folder / "none", self.folder / "neither")
        row, = rows_of(done.stdout)
        self.assertEqual((done.returncode, row["code"], row["count"], row["message"], row["part"]), (1, "unreadable", 2, None, None))


class Documents(CliTest):
    def test_every_code_is_documented_and_no_other(self):
        schema = json.loads((SCHEMAS / "check.schema.json").read_text())
        known = {code for code in schema["properties"]["code"]["enum"] if run("check", f"--code={code}", self.write("m.eml", HTML)).returncode != 2}
        self.assertGreater(len(known), 20)
        self.assertEqual(set(schema["properties"]["code"]["enum"]), known)
        schema = json.loads((SCHEMAS / "check-summary.schema.json").read_text())
        self.assertEqual(set(schema["properties"]["code"]["enum"]), known)
        page = (ROOT / "src" / "cli" / "mimebase.1").read_text().replace("\\-", "-")
        section = page[page.index(".Sh DIAGNOSTICS"):page.index(".Sh LIMITS")]
        entries = dict(re.findall(r"^\.It Li ([a-z-]+) Pq ([a-z, ]+)$", section, re.M))
        self.assertEqual(set(entries), known)
        for entry in section.split("\n.It ")[1:]:
            self.assertIn("\n.Dl ", entry, "an example")
        # The severities in the man page are those that are reported.
        cases = [row[:2] for row in TABLE] + [(row[0], ()) for row in AMBIGUOUS]
        for rows in self.rows_of_each("check", [("Subject: x\n" + message, options) for message, options in cases]):
            for row in rows:
                self.assertIn(row["severity"], entries[row["code"]], row["code"])

    def test_codes_in_the_source_are_in_the_table(self):
        table = (ROOT / "src" / "model" / "diagnostics.cpp").read_text()
        rows = dict(re.findall(r'\{(k\w+), "([a-z-]+)"', table))
        used = set()
        for path in sorted((ROOT / "src").rglob("*.cpp")):
            text = path.read_text()
            used |= set(re.findall(r"DiagnosticCode::(k\w+)", text))
            self.assertEqual(re.findall(r'\.code = "([a-z-]+)"', text), [], path)
        self.assertEqual(used, set(rows), "a code that nothing gives, or one without a row")


if __name__ == "__main__":
    main()
