"""The diagnostics of `check`: messages made for each code, its filters and its summary."""

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
    (HTML + "<base href=http://base.example/>\n<a href=''><a href='http://h.example/'><a href='x'>", (), [], "with a base nothing is amiss"),
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
    (BASED + "<a href='#top'>ripple.com</a>", (), [], "a place of the same document"),
    (HTML + "<a href=mailto:a@evil.example>a@bank.com</a>", (), [], "addresses"),
    # References in which a browser finds a host.
    (HTML + "<a href=https:/evil.example/x>", (), ["rules-disagree 1"], "one slash"),
    (HTML + "<a href=https:evil.example/x>", (), ["rules-disagree 1"], "none"),
    (HTML + "<a href='http:\\\\evil.example'>", (), ["rules-disagree 1"], "backslashes"),
    (HTML + "<a href=https://h.example/x>", (), [], "a plain one"),
    # Others.
    ("Content-Type: application/msword\n\nx", (), ["not-searched 1"], "a type without a finder"),
    ("Content-Type: image/png\n\nx", (), [], "pictures are not missed"),
)


class Codes(CliTest):
    def said(self, message, *options):
        """The rows, and "code part" of each."""
        rows = rows_of(run("check", "--format=jsonl", *options, self.write("m.eml", message)).stdout)
        return rows, [row["code"] + (" " + row["part"] if row["part"] else "") for row in rows]

    def test_table(self):
        for message, options, expected, why in TABLE:
            with self.subTest(why=why, message=message):
                self.assertEqual(self.said("Subject: x\n" + message, *options)[1], expected)

    def test_severities(self):
        rows, _ = self.said(HTML + "<a href=''><a href=//h.example><a href=x><a href=https:h.example>")
        self.assertEqual([row["code"] + " " + row["severity"] for row in rows],
                         ["empty-reference warning", "no-scheme warning", "no-base error", "rules-disagree error"])

    def test_sentences_name_what_is_wrong(self):
        for message, options, named, why in (
            (BASED + "<a href=https://s23-ripple.com/claim?id=1>ripple.com</a>", (),
             ("ripple.com", "https://s23-ripple.com/claim?id=1"), "the whole target"),
            ("Content-Base: http://h.example:99999/\n" + HTML + "<a href=x>", ("--rules=whatwg",),
             ("http://h.example:99999/", "Content-Base", "HEADER"), "the base, and who defined it"),
            ("Snapshot-Content-Location: page.html\n" + HTML, (), ("page.html", "Snapshot-Content-Location"), "the field"),
            (HTML + "<a href=//h.example>", (), ("//h.example",), "the reference"),
            ("Content-Type: application/msword\n\nx", (), ("application/msword",), "the type"),
        ):
            with self.subTest(why=why):
                detail = self.said(message, *options)[0][0]["detail"]
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
        self.assertEqual((done.returncode, done.stderr), (status, b""), options)
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
        for option, said in (("--code=bad", ("bad", "no-base", "unreferenced-part")), ("--severity=bad", ("error", "warning", "note")),
                             ("--code=no-base,bad", ("bad", "no-base"))):
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
        said = run("check", "--code=?").stderr.decode()
        known = set(re.findall(r"[a-z]+(?:-[a-z]+)*", said[said.index("not one of") + 10:said.index("\n")]))
        self.assertGreater(len(known), 20)
        schema = json.loads((SCHEMAS / "check.schema.json").read_text())
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
        for message, options, _, _ in TABLE:
            for row in rows_of(run("check", "--format=jsonl", *options, self.write("m.eml", "Subject: x\n" + message)).stdout):
                self.assertIn(row["severity"], entries[row["code"]], row["code"])

    def test_codes_in_the_source_are_in_the_table(self):
        table = (ROOT / "src" / "diagnostics.cpp").read_text()
        rows = dict(re.findall(r'\{(k\w+), "([a-z-]+)"', table))
        used = set()
        for path in sorted((ROOT / "src").rglob("*.cpp")):
            text = path.read_text()
            used |= set(re.findall(r"DiagnosticCode::(k\w+)", text))
            self.assertEqual(re.findall(r'\.code = "([a-z-]+)"', text), [], path)
        self.assertEqual(used, set(rows), "a code that nothing gives, or one without a row")


if __name__ == "__main__":
    main()
