#!/usr/bin/env python3
"""Limits on the cost of a message. A limit that may lose references is reported on stderr, by the exit status, and by `check`
as limit-hit. One that only cuts off a description is a note of `check`. What is just below a limit is not reported."""

import base64
import gzip
import io
import json
import re
import tarfile
import zipfile

import documents
from support import ROOT, SANITIZED, CliTest, main, run

BASE = "http://h.example/"


def rows_of(done):
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def page(fields, body="<a href=g>"):
    return ("%sContent-Type: text/html\n\n%s" % (fields, body)).encode()


def of_bytes(size):
    """A base of this many bytes."""
    return BASE + "x" * (size - len(BASE) - 1) + "/"


def nested(levels, fields):
    out = ["%sContent-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (fields, i, i) for i in range(levels)]
    return ("".join(out) + "\n<URL:x>\n").encode()


def multipart(*parts, kind="mixed"):
    return ("Content-Type: multipart/%s; boundary=b\n\n%s--b--\n"
            % (kind, "".join("--b\n%s\n" % part for part in parts))).encode()


def xml(document):
    return ("Content-Type: text/xml\n\n" + document).encode()


def zip_of(name, content):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        file.writestr(name, content)
    return out.getvalue()


def tar_of(*names):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as file:
        for name in names:
            member = tarfile.TarInfo(name)
            member.size = len(PLAIN)
            file.addfile(member, io.BytesIO(PLAIN))
    return out.getvalue()


def embedded(levels):
    """A DOCX in as many others."""
    inner = documents.docx([("a", "http://h/")])
    for _ in range(levels):
        inner = documents.docx([("a", "http://h/")], more={"word/embeddings/a.docx": inner})
    return inner


PLAIN = b"Subject: x\n\n<URL:http://h.example/>\n"
LINKS = page("", "<a href=http://h.example/a></a>" * 3)
ENCODED = ("Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n"
           + base64.encodebytes(PLAIN).decode()).encode()
ENTITIES = ('<!DOCTYPE x [<!ENTITY a "%s"><!ENTITY b "&a;"><!ENTITY c "&b;">]>'
            '<x xmlns="http://www.w3.org/1999/xhtml"><a href="&c;"/></x>' % ("x" * 50))
TWINS = multipart(*["Content-Type: message/rfc822\n\nMessage-ID: <m@h>\n\n<mid:m@h/c@h>\n"] * 3)

LONG = page("", "<a href=g>there</a>" * 1_000_000)

# For each key: an input that hits it if it is set to the value, and the report. A list names nested folders.
HIT = {
    "message": (page("", "x" * 500 + "<a href=g>"), 400, "longer than 400 bytes: the rest is not read"),
    "depth": (nested(4, ""), 3, "nested deeper than 3 levels"),
    "ratio": (gzip.compress(PLAIN + b"\0" * (70 << 20)), 100, "more than 100 times"),
    "base": (page("Content-Base: %s\n" % of_bytes(101)), 100, "content-base is longer than 100 bytes"),
    "bases": (page("Content-Base: http://h/\n" * 3), 2, "more than 2 fields declare a base"),
    "rows": (page("", "<a href=g>" * 1000), 1000, "its rows have more than 1000 bytes"),
    "decoded": (ENCODED, 10, "nested messages of more than 10 bytes"),
    "parts": (multipart(*["\nx"] * 5), 3, "more parts than the limit"),
    "fields": (b"A: b\n" * 5 + b"\nx", 3, "more header fields than the limit"),
    "heading": (b"A: b\n" * 50 + b"\nx", 100, "a header of more than 100 bytes"),
    "field": (b"Subject: %s\n\nx" % (b"x" * 200), 100, "a header field of more than 100 bytes"),
    "srcdoc": (page("", "<iframe srcdoc='<iframe srcdoc=\"<a href=g>\">'>"), 1, "deeper than 1 levels"),
    "xml-depth": (xml("<x>" * 5), 4, "elements are nested deeper than 4 levels"),
    "xml-entities": (xml(ENTITIES), 40, "entities expand to more than 40 bytes"),
    "xml-entity-depth": (xml(ENTITIES), 2, "nested deeper than 2 levels"),
    "xml-bases": (xml("<x xml:base='http://h/%s'/>" % ("b" * 100)), 100, "longer than 100 bytes in total"),
    "document-bytes": (documents.mail("x", "a.docx", documents.docx([("a", "http://h/")])), 100, "documents of more than 100 bytes after decompression"),
    "document-objects": (documents.mail("x", "a.pdf", documents.pdf([("a", "http://h/")])), 2, "a document with more than 2 objects"),
    "document-steps": (documents.mail("x", "a.pdf", documents.pdf([("a" * 500, "http://h/")])), 500, "a document takes more than 500 steps"),
    "document-depth": (documents.mail("x", "a.docx", embedded(3)), 1, "documents are nested deeper than 1 levels"),
    "references": (LINKS, 2, "more than 2 references: the rest is skipped"),
    "url": (LINKS, 17, "a URL is longer than 17 bytes: it is skipped"),
    "attribute": (LINKS, 17, "an attribute is longer than 17 bytes: it is not searched"),
    "css-depth": (page("", "<style>@media x{a{b:url(c)}}</style>"), 1, "nested deeper than 1 levels"),
    "html-steps": (page("", "<svg></svg>" + "<b>" * 500 + "<div>" * 500 + "</b>" * 500), 1,
                   "distinguish SVG and MathML from HTML everywhere within 1 steps per byte"),
    "twins": (TWINS, 2, "more than 2 nested messages have the same Message-ID"),
    "entries": (tar_of("1", "2", "3"), 2, "has more than 2 entries"),
    "containers": (gzip.compress(gzip.compress(PLAIN)), 1, "nested deeper than 1 containers"),
    "folders": (["a", "a/b", "a/b/c"], 2, "is nested deeper than 2 folders"),
    "spool": (zip_of("1", PLAIN), 100, "longer than 100 bytes"),
}
# Limits that cost no reference: only `check` reports them, as a note.
NOTED = {
    "envelope": (page("Subject: %s\n" % ("s" * 101)), 100, "Subject is longer than 100 bytes"),
    "style-rules": (page("", "<style>.a{display:none} .b{display:none}</style>"), 1, "styles have more than 1 rules"),
    "html-steps": (page("", "<style>a::before{content:'" + "x" * 5000 + "'}</style><a href=http://h/>y</a>"), 1, "or get so much text from them"),
    "document-steps": (documents.mail("x", "a.pdf", documents.pdf([("a" * 500, "http://h/")])), 1400, "take more than half of 1400 steps"),
    "names": (page("", "<%s onclick=\"a='http://h/'\">" % ("x" * 65)), 64, "is longer than 64 bytes and is cut off in contexts"),
    "reader-bytes": (page("Content-Base: http://h/\n", "<img title='%s' src=x>" % ("t" * 101)), 100,
                     "around a reference is longer than 100 bytes"),
    "groups": (b"From: %s\n\nx" % (b"a:b@c;, " * 500), 10, "more than 10 groups in the addresses"),
    "bases": (nested(101, "Content-Base: http://h/\n"), 100, "the chain of bases has more than 100 candidates"),
}
# Limits that `links` does not use: those of rewriting and extracting.
NEAR = page("", "".join("<a href=http://%s.example/>x</a>" % name for name in ("paypal", "paypla", "papyal", "payapl")))
DIGESTS = multipart(*["Content-Type: text/html\nContent-MD5: x\n\n<a href=g>\n"] * 2)
HIT_BY_OTHERS = {
    "edits": (["rewrite", "--retrieval-url", BASE], page("", "<a href=g>" * 10), 100, "its edits hold more than 100 bytes"),
    "digests": (["rewrite", "--retrieval-url", BASE], DIGESTS, 1, "more than 1 fields state the length or digest"),
    "extract": (["extract", "-o", "OUT"], LINKS, 10, "longer than 10 bytes in total"),
    "files": (["extract", "-o", "OUT"], multipart(*["\nx"] * 3), 2, "files of the message are more than 2"),
    "check-steps": (["check", "--format=jsonl"], NEAR, 5, "its checks take more than 5 steps"),
    # Limits on processes: `check` reports the message as unreadable, not as limit-hit.
    "memory": (["links", "--format=jsonl"], LONG, "4M", "(see --limits memory)"),
}

def image(size, references):
    """A part that a page shows this many times."""
    return multipart("Content-Type: text/html\n\n" + "<img src=cid:a@h>" * references,
                     "Content-ID: <a@h>\nContent-Type: image/gif\n\n" + "G" * size, kind="related")


# (key, command, message, its bound by its size, the report): the bound is below the limit itself.
GRANTED = [
    ("edits", ["rewrite"], page("Content-Base: %s\n" % of_bytes(1000), "<a href=g>" * 2000), (256 << 10, 12),
     "its edits hold more than %d bytes"),
    ("edits", ["rewrite"], xml("<a xml:base='a/' href='x'>" * 2000).replace(b"C", b"Content-Base: http://h/\nC", 1),
     (256 << 10, 12), "its edits hold more than %d bytes"),
    ("files", ["extract", "-o", "OUT"], multipart(*["\nx"] * 2000), (1000, 1 / 256), "files of the message are more than %d:"),
    ("extract", ["extract", "--single-file", "-o", "OUT"], image(100_000, 300), (16 << 20, 8), "longer than %d bytes in total"),
    ("decoded", ["tree"], b"Content-Type: application/octet-stream; name=a.eml\n\n" * 40 + b"\n" + b"text\n" * 200_000,
     (16 << 20, 8), "nested messages of more than %d bytes"),
]

# (why, command, message, options, the report)
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
    ("a long chain", "tree", nested(101, "Content-Base: http://h/\n"), [], None),
    ("no chain is shown", "links", nested(101, "Content-Base: http://h/\n"), [], None),
    ("a long subject", "links", page("Subject: %s\n" % ("s" * 4097)), [], None),
    ("a long Message-ID", "tree", page("Message-ID: <%s>\n" % ("m" * 5000)), [], None),
    ("a long From", "rewrite", page("From: %s\n" % ("f" * 5000)), [], None),
    ("very many rows", "links", page("", "<a href=g>" * 1000), ["--limits", "rows=1000"],
     "its rows have more than 1000 bytes and 32 times its size"),
    ("of tree", "tree", nested(99, "Content-Base: http://h/\n"), ["--limits", "rows=1000"], "its rows have more than 1000 bytes"),
    ("few enough", "links", page("", "<a href=g>" * 1000), [], None),
]


class Keys(CliTest):
    """Every key of --limits has a row above."""

    def keys(self):
        listed = re.search(r"--limits KEY.*?the\s+keys: (.*?)\n +-", run("links", "--help").stdout.decode(), re.S).group(1)
        return listed.replace(",", " ").split()

    def test_each_has_a_row(self):
        self.assertGreater(len(self.keys()), 25)
        self.assertEqual(set(self.keys()), set(HIT) | set(NOTED) | set(HIT_BY_OTHERS) | {"cpu", "wall"})  # test_isolation.py hits them

    def test_an_error_counts_them(self):
        self.assert_fails(2, f"one of the {len(self.keys())} values", "links", "--limits", "none=1")

    def test_the_manual_has_each(self):
        page = (ROOT / "src/cli/mimebase.1").read_text()
        section = page[page.index(".Sh LIMITS"):page.index(".Sh OUTPUT")]
        rows = re.findall(r"^\.It Li (\S+) Pq .*; \d+[KMG]?\n([^.].*)", section, re.M)
        self.assertEqual([name.replace("\\-", "-") for name, _ in rows], self.keys())

    def source(self, content):
        if isinstance(content, list):
            for name in content:
                (self.folder / "source" / name).mkdir(parents=True, exist_ok=True)
                (self.folder / "source" / name / "m.eml").write_bytes(PLAIN)
            return {"path": self.folder / "source"}
        return {"input": content}

    def read(self, command, source, *options):
        return run(command, *options, *([source["path"]] if "path" in source else []), input=source.get("input", b""))

    def test_each_is_reported(self):
        for key, (content, value, said) in HIT.items():
            with self.subTest(key):
                source = self.source(content)
                options = ["--format=jsonl", "--limits", f"{key}={value}"]
                done = self.read("links", source, *options)
                self.assertIn(said, done.stderr.decode())
                self.assertEqual(done.returncode, 1)
                checked = self.read("check", source, *options)
                self.assertTrue([row for row in rows_of(checked) if row["code"] == "limit-hit" and said in row["detail"]],
                                checked.stdout)
                self.assertEqual(checked.returncode, 1)

    def test_what_costs_no_reference_is_a_note(self):
        for key, (content, value, said) in NOTED.items():
            with self.subTest(key):
                options = ["--format=jsonl", "--limits", f"{key}={value}"]
                for command in ("links", "tree"):
                    self.run_ok(command, *options, input=content)
                rows = rows_of(run("check", *options, input=content))
                found = [row["severity"] for row in rows if row["code"] == "field-cut" and said in row["detail"]]
                self.assertEqual(found, ["note"], rows)
                self.assertNotIn("limit-hit", [row["code"] for row in rows])

    def test_a_field_of_two_limits(self):
        """Beyond the first limit there may be references. The second one only cuts off the text in the rows."""
        message = b"Subject: %s\n\nx" % (b"s" * 200)
        done = run("check", "--format=jsonl", "--limits", "field=100,envelope=50", input=message)
        self.assertEqual([(row["code"], row["severity"]) for row in rows_of(done)],
                         [("field-cut", "note"), ("limit-hit", "error")])
        self.assertEqual((done.returncode, done.stderr.count(b"\n")), (1, 1))

    def test_where_they_are_not_hit_nothing_is_said(self):
        for key, (content, _, said) in HIT.items():
            with self.subTest(key):
                done = self.read("links", self.source(content), "--format=jsonl")
                self.assertNotIn(said.split(" than ")[0], done.stderr.decode())

    def test_those_of_other_commands(self):
        for key, (command, message, value, said) in HIT_BY_OTHERS.items():
            if key == "memory" and SANITIZED:
                continue  # whose addresses are not bounded
            with self.subTest(key):
                place = [str(self.folder / "out") if word == "OUT" else word for word in command]
                done = run(*place, "--limits", f"{key}={value}", input=message)
                self.assertIn(said, done.stderr.decode())
                self.assertEqual(done.returncode, 1)

    def test_what_a_message_is_granted_depends_on_its_size(self):
        for number, (key, command, message, (least, per_byte), said) in enumerate(GRANTED):
            granted = least + int(len(message) * per_byte)
            for options in ([], ["--limits", f"{key}=8G"]):
                with self.subTest(key, options=options):
                    place = [str(self.folder / f"{number}-{len(options)}") if word == "OUT" else word for word in command]
                    done = run(*place, *options, input=message)
                    self.assertEqual(said % granted in done.stderr.decode(), not options, done.stderr)
                    if not options:
                        self.assertEqual(done.returncode, 1)

    def test_pages_in_one_file(self):
        """Each page is embedded in the one that names it."""
        parts = ["Content-Type: text/html\nContent-ID: <%d@h>\n\n<iframe src=cid:%d@h></iframe>" % (i, i + 1) for i in range(4)]
        for levels, status in ((1, 1), (8, 0)):
            done = run("extract", "--single-file", "-o", self.folder / str(levels), "--limits", f"srcdoc={levels}",
                       input=multipart(*parts, kind="related"))
            self.assertEqual((done.returncode, b"nested deeper than 1 levels" in done.stderr), (status, status == 1), done.stderr)

    def test_a_url_of_data_is_bounded_as_an_attribute_is(self):
        message = page("", "<img src='data:,%s'><a href=http://h.example/%s>" % ("x" * 500, "x" * 500))
        rows = rows_of(run("links", "--format=jsonl", "--limits", "url=400", input=message))
        self.assertEqual([row["context"] for row in rows], ["img@src"])
        rows = rows_of(run("links", "--format=jsonl", "--limits", "attribute=500", input=message))
        self.assertEqual(rows, [])

    def test_css_is_read_on_behind_what_is_too_deep(self):
        for css, found in (("a{b:image-set(x(image-set('1')),'2')} c{d:url(3)}", ["2", "3"]),
                           ("@media x{@media y{@media z{a{b:url(1)}}} c{d:url(2)}} e{f:url(3)}", ["2", "3"]),
                           ("}}}a{b:url(1)}", ["1"])):
            with self.subTest(css):
                done = run("links", "--format=jsonl", "--limits", "css-depth=3", input=page("", f"<style>{css}</style>"))
                self.assertEqual([row["reference"] for row in rows_of(done)], found)

    def test_references_are_those_of_all_parts(self):
        message = multipart(*["Content-Type: text/html\n\n<a href=http://h.example/%d>" % i for i in range(4)])
        for command in (["links", "--format=jsonl"], ["rewrite"]):
            done = run(*command, "--limits", "references=3", input=message)
            self.assertEqual(done.stderr.count(b"more than 3 references"), 1, done.stderr)
        self.assertEqual(len(rows_of(run("links", "--format=jsonl", "--limits", "references=3", input=message))), 3)


class Limits(CliTest):
    def test_what_is_beyond_a_limit_is_said(self):
        for why, command, message, options, said in SAID:
            with self.subTest(why=why):
                form = [] if command == "rewrite" else ["--format=jsonl"]
                done = run(command, *form, *options, input=message)
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

    def test_a_long_field_is_a_note(self):
        for name, value in (("Subject", "s" * 4097), ("From", "f" * 5000), ("Message-ID", "<%s>" % ("m" * 5000))):
            with self.subTest(name):
                message = page("%s: %s\n" % (name, value), "<a href=http://h/>")
                rows = self.rows("check", input=message)
                self.assertEqual([(row["code"], row["severity"], row["part"]) for row in rows], [("field-cut", "note", None)])
                self.assertIn(f"{name} is longer than 4096 bytes", rows[0]["detail"])
        self.assertEqual(run("check", input=page("Subject: %s\n" % ("s" * 4096), "<a href=http://h/>")).stdout, b"")

    def test_the_envelope_is_cut_between_characters(self):
        message = page("Subject: a%s\nMessage-ID: <%s>\n" % ("\u00e9" * 2048, "m" * 5000))
        row = rows_of(run("links", "--format", "jsonl", input=message))[0]
        self.assertEqual(row["subject"], "a" + "\u00e9" * 2047 + "…")
        self.assertEqual(row["message_id"], "m" * 4096 + "…")

    def test_each_command_says_where_in_the_same_words(self):
        path = self.write("a.eml", multipart("Content-Type: text/html\n\n<a href=http://a/><a href=http://b/>"))
        for arguments in (["links"], ["check"], ["rewrite"], ["report", "-o", self.folder / "page.html"],
                          ["extract", "-o", self.folder / "files"]):
            done = run(*arguments, "--limits", "references=1", path)
            self.assertTrue(done.stderr, arguments)
            for line in done.stderr.decode().splitlines():
                self.assertRegex(line, rf"\Amimebase: {re.escape(str(path))}: message 1: part 1: \w", arguments)

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
    main()
