#!/usr/bin/env python3
"""Documents that are attached to mail: what is found in them, and what the commands make of it."""

import json
import pathlib
import re
import struct
import sys
import unittest

import documents
import encrypted_workbooks
import outlook_files
from support import ROOT, SANITIZED, CliTest, run
from support import rows_of as rows_in

sys.path.append(str(ROOT / "tests" / "documents" / "mutants"))
from pdf_seeds import Pdf, finish  # noqa: E402

SAMPLES = ROOT / "samples" / "documents"
# sample: (context, reference, resolved, base_by, where, text)
REFERENCES = {
    "pdf-base.eml": [("pdf:uri", "intro.html", "http://docs.example.org/manual/intro.html", "pdf-base", "page 1", "Introduction"),
                     ("pdf:uri", "http://www.example.com/", "http://www.example.com/", "pdf-base", "page 1", "Other site")],
    "pdf-base-split.eml": [("pdf:uri", ".evil.example/login", "http://bank.example/.evil.example/login", "pdf-base", "page 1", "https://bank.example/login")],
    "pdf-actions.eml": [("pdf:launch", "setup.exe", None, "none", "page 1", None), ("pdf:submit-form", "http://forms.example.org/take", "http://forms.example.org/take", "none", "page 1", None),
                        ("pdf:goto-remote", "part2.pdf", None, "none", "page 1", None)],
    "xmp-base.eml": [("pdf:uri", "intro.html", "http://reports.example.org/2026/intro.html", "xmp-base", "page 1", "Introduction"),
                     ("pdf:uri", "http://www.example.com/", "http://www.example.com/", "xmp-base", "page 1", "Other site")],
    "office-base.eml": [
        ("ooxml:hyperlink", "intro.html", "http://office.example.org/letters/intro.html", "office-base", "word/_rels/document.xml.rels#rId1", "Introduction"),
        ("ooxml:hyperlink", "http://www.example.com/", "http://www.example.com/", "office-base", "word/_rels/document.xml.rels#rId2", "Other site"),
        ("ooxml:template", "http://templates.example.org/letter.dotm", "http://templates.example.org/letter.dotm", "office-base", "word/_rels/settings.xml.rels#rId1", None),
        ("ooxml:field", "figures/1.png", "http://office.example.org/letters/figures/1.png", "office-base", "word/document.xml", "Figure")],
    "office97-base.eml": [
        ("ooxml:hyperlink", "intro.html", "http://office.example.org/letters/intro.html", "office-base", "field 1", "Introduction"),
        ("ooxml:hyperlink", "http://www.example.com/", "http://www.example.com/", "office-base", "field 2", "Other site"),
        ("ooxml:hyperlink", "appendix.html", "http://office.example.org/letters/appendix.html", "office-base", "DocumentSummaryInformation", None)],
    "odf-xml-base.eml": [("odf/a@xlink:href", "intro.html", "http://notes.example.org/a/intro.html", "xml-base", "content.xml", "Introduction"),
                         ("odf/a@xlink:href", "http://www.example.com/", "http://www.example.com/", "xml-base", "content.xml", "Other site")],
    "rtf-base.eml": [("rtf:hyperlink", "intro.html", "http://offers.example.org/list/intro.html", "rtf-base", "field 1", "Introduction"),
                     ("rtf:hyperlink", "http://www.example.com/", "http://www.example.com/", "rtf-base", "field 2", "Other site")],
    "shortcut.eml": [("shortcut:url", "http://www.example.com/start", "http://www.example.com/start", "none", "URL", None)],
}
ACTIVE = {"pdf-actions.eml": 2, "office-base.eml": 2}


def rows_of(command, path, *options):
    done = run(command, "--format", "jsonl", *options, path)
    return [json.loads(line) for line in done.stdout.decode().splitlines()], done


class Samples(CliTest):
    def test_files(self):
        """The samples are what documents.py writes."""
        made = documents.samples()
        self.assertEqual(sorted(made), sorted(path.name for path in SAMPLES.glob("*.eml")))
        for name, content in made.items():
            self.assertEqual((SAMPLES / name).read_bytes(), content, name)
        self.assertEqual(sorted(made), sorted(REFERENCES))

    def test_references(self):
        for name, expected in REFERENCES.items():
            with self.subTest(sample=name):
                rows, done = rows_of("links", SAMPLES / name)
                self.assertEqual(done.returncode, 0, done.stderr)
                found = [(row["context"], row["reference"], row["resolved"], row["base_by"], row["where"], row["text"]) for row in rows if row["part"] == "2"]
                found = [row for row in found if not re.search("@xml:base$", row[0])]
                self.assertEqual(sorted(found, key=str), sorted(expected, key=str))
                for row in rows:
                    self.assertEqual(row["start"] is None, row["where"] is not None)
                    self.assertEqual(row["end"] is None, row["where"] is not None)

    def test_packages_are_folders(self):
        """What leads out of a package is relative to it as a folder (ODF 1.3 part 2, 3.7)."""
        url, inside = "http://h.example/d/x.odt?q=/y#f", "http://h.example/d/x.odt/content.xml"
        for reference, declared, resolved, base in (
                ("../a", "", "http://h.example/d/a", inside), ("../../a", "", "http://h.example/a", inside), ("./../a?/b", "", "http://h.example/d/a?/b", inside),
                (" ../a", "", "http://h.example/d/a", inside), ("a", "", "http://h.example/d/a", url), ("/b", "", "http://h.example/b", url),
                ("../a", "http://b.example/c/", "http://b.example/a", "http://b.example/c/"), ("a", "../e/", "http://h.example/d/e/a", "http://h.example/d/e/"),
                ("../a", "e/", "http://h.example/d/a", "http://h.example/d/e/"), ("http://b.example/../a", "", "http://b.example/../a", url)):
            with self.subTest(reference=reference, declared=declared):
                path = self.write("x.odt", documents.odt([("x", reference)], declared))
                row, = [row for row in rows_of("links", path, "--retrieval-url", url)[0] if row["context"] == "odf/a@xlink:href"]
                self.assertEqual((row["resolved"], row["base"]), (resolved, base))
                row, = [row for row in rows_of("links", path)[0] if row["context"] == "odf/a@xlink:href"]
                self.assertEqual(row["resolved"], resolved if "http:" in reference + declared else None)

    def test_tree(self):
        """The chain shows the base of a document, and the document is searched."""
        for name, expected in REFERENCES.items():
            rows, _ = rows_of("tree", SAMPLES / name)
            row = next(row for row in rows if row["part"] == "2")
            self.assertEqual(row["searched"], "yes", name)
            if expected[0][3] != "xml-base":
                self.assertEqual(row["base_by"], expected[0][3], name)

    def test_check(self):
        for name in REFERENCES:
            rows, _ = rows_of("check", SAMPLES / name)
            codes = [row["code"] for row in rows]
            self.assertEqual(codes.count("document-active"), ACTIVE.get(name, 0), name)
            self.assertEqual(codes.count("document-base-split"), int(name == "pdf-base-split.eml"), name)
            self.assertNotIn("not-searched", codes)
            self.assertNotIn("unreadable", codes)

    def test_compare(self):
        """Viewers of PDF put base and reference together in different ways."""
        rows, _ = rows_of("compare", SAMPLES / "pdf-base-split.eml")
        opens = {reader: (target or {}).get("url") for reader, target in rows[0]["opens"].items()}
        self.assertEqual(opens, {"rfc1808": "http://bank.example/.evil.example/login", "chromium": "http://bank.example.evil.example/login",
                                 "thunderbird": "http://bank.example/.evil.example/login", "roundcube": None, "mhonarc": None,
                                 "poppler": "http://bank.example/.evil.example/login", "mupdf": "http://bank.example.evil.example/login"})

    def test_rewrite(self):
        """A document is never written; what is left is reported."""
        for name in REFERENCES:
            original = (SAMPLES / name).read_bytes()
            done = run("rewrite", SAMPLES / name)
            self.assertEqual(done.stdout, original, name)
        done = run("rewrite", SAMPLES / "pdf-base.eml")
        self.assertIn(b"part 2: 1 reference is left unchanged: documents are never written", done.stderr)

    def test_extract(self):
        """A document becomes a file with its bytes."""
        folder = self.folder / "out"
        done = run("extract", SAMPLES / "pdf-base.eml", "-o", folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        written = [path.read_bytes() for path in pathlib.Path(folder).rglob("*.pdf")]
        self.assertEqual(written, [documents.pdf([("Introduction", "intro.html"), ("Other site", "http://www.example.com/")], base="http://docs.example.org/manual/")])


GOOD, EVIL = "http://good.example/", "http://evil.example/login"
OUT_OF_MEMORY = "part 2: a document takes more memory than there is (see --limits memory): the rest is not searched"


class Memory(CliTest):
    @unittest.skipIf(SANITIZED, "sanitizers take memory of their own")
    def test_a_library_that_runs_out_of_memory(self):
        """libqpdf takes what an exception ends for null. A compressed list of numbers, where a script may be, takes 70 MB there."""
        pdf = Pdf()
        root, _ = finish(pdf, [pdf.add(b"<</Subtype/Link/A<</S/URI/URI(%s)>>>>" % EVIL.encode())])
        numbers = pdf.add(b"<</JS[%s]>>" % (b"1 " * 250_000))
        path = self.write("memory.eml", documents.mail("numbers", "a.pdf", pdf.streams(root, [numbers])))
        for limits, problems in (("memory=1G", []), ("memory=30M", [OUT_OF_MEMORY])):
            done = run("links", "--format", "jsonl", "--limits", limits, path)
            self.assertEqual(done.returncode, int(bool(problems)), done.stderr)
            self.assertEqual([json.loads(line)["reference"] for line in done.stdout.splitlines()], [EVIL])
            self.assertEqual([line.split("message 1: ")[1] for line in done.stderr.decode().splitlines()], problems)


def zip_bytes(url):
    """The files of a package with one link, stored: the lengths of URLs alone determine those of the zip file."""
    return documents.docx([], fields=[("x", f"HYPERLINK &quot;{url}&quot;")])


LOCAL, DIRECTORY = (b"PK\3\4", 30), (b"PK\1\2", 46)
OTHER = b"\1\0\0\0\0\0\0\0none"  # encrypted, stored, no date, a checksum that nothing has


def changed(content, header, offset, value):
    """Changes the header of the main part: in the directory, or before the file."""
    signature, size = header
    at = next(one.start() for one in re.finditer(re.escape(signature), content) if content[one.start() + size:].startswith(b"word/document.xml"))
    return content[:at + offset] + value + content[at + offset + len(value):]


# content, the URLs that are listed, the exit status of links, the codes of check besides no-base, why
PACKAGES = (
    (lambda: zip_bytes(EVIL), {EVIL}, 0, [], "one zip file"),
    (lambda: zip_bytes(GOOD) + zip_bytes(EVIL), {GOOD, EVIL}, 0, ["mime-ambiguous"], "two of them: programs read the first or the second"),
    (lambda: changed(zip_bytes(EVIL), DIRECTORY, 10, b"\x63\0"), {EVIL}, 0, ["mime-ambiguous"] * 2, "a method that the directory alone has"),
    (lambda: changed(zip_bytes(EVIL), DIRECTORY, 8, b"\1\0"), {EVIL}, 0, ["mime-ambiguous"] * 2, "encrypted as the directory alone has it"),
    (lambda: changed(changed(zip_bytes(EVIL), DIRECTORY, 8, OTHER), LOCAL, 6, OTHER), set(), 1, ["not-searched"], "encrypted"),
    (lambda: b"GIF89a" + zip_bytes(EVIL), {EVIL}, 0, [], "bytes before the zip file"),
)


class Packages(CliTest):
    """Zip files that programs read in different ways, or cannot read."""

    def test_packages(self):
        for number, (content, urls, status, codes, why) in enumerate(PACKAGES):
            with self.subTest(why):
                path = self.folder / f"{number}.eml"
                path.write_bytes(documents.mail("x", "a.docx", content()))
                rows, done = rows_of("links", path)
                self.assertEqual({row["reference"] for row in rows if row["part"] == "2"}, urls)
                self.assertEqual(done.returncode, status, done.stderr)
                found, done = rows_of("check", path)
                self.assertEqual([row["code"] for row in found], codes, found)
                self.assertEqual(done.returncode, status, done.stderr)


PAGE = (b"From: <Saved by a browser>\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=x; type=\"text/html\"\n\n"
        b"--x\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\nContent-Location: http://pages.example/a/b.html\n\n"
        b"<a href=3D\"c.html\">c</a><img src=3D\"cid:p\">\n\n--x\nContent-Type: image/gif\nContent-ID: <p>\n\nGIF\n--x--\n")
LETTER = (b"List-Help: <http://lists.example/help>\nContent-Base: http://letters.example/x/\nContent-Type: text/plain\n\nhttp://plain.example/ www.guess.example\n")


def with_file(kind, name, content):
    """A Word document in which a relationship names a file."""
    return documents.docx([], more={"word/" + name: content, "word/_rels/document.xml.rels": documents.relationships(("r1", kind, name, False))})


def message(content, name="b.docx"):
    return documents.mail("inner", name, content)


def docx_with(content):
    return with_file("package", "embeddings/b.zip", content)


# a document, and what is found in it: (where, context, reference, resolved, base_by), why
MAIL_INSIDE = (
    (lambda: with_file("aFChunk", "page.mht", PAGE),
     [("word/page.mht!1.MIME", "header:content-location", "http://pages.example/a/b.html", "http://pages.example/a/b.html", "none"),
      ("word/page.mht!1", "a@href", "c.html", "http://pages.example/a/c.html", "content-location"),
      ("word/page.mht!1", "img@src", "cid:p", "cid:p", "content-location")], "a web page in one file, as a chunk"),
    (lambda: with_file("package", "embeddings/letter.eml", LETTER),
     [("word/embeddings/letter.eml!HEADER", "header:content-base", "http://letters.example/x/", "http://letters.example/x/", "none"),
      ("word/embeddings/letter.eml!HEADER", "header:list-help", "http://lists.example/help", "http://lists.example/help", "content-base"),
      ("word/embeddings/letter.eml!1", "text", "http://plain.example/", "http://plain.example/", "content-base"),
      ("word/embeddings/letter.eml!1", "text", "www.guess.example", "http://www.guess.example", "content-base")], "a letter"),
    (lambda: with_file("package", "embeddings/letter.eml", message(zip_bytes(EVIL))),
     [("word/embeddings/letter.eml!2!word/document.xml", "ooxml:field", EVIL, EVIL, "none")], "a document in a letter"),
    (lambda: with_file("package", "embeddings/letter.eml", message(message(zip_bytes(EVIL)), "c.eml")),
     [("word/embeddings/letter.eml!2.2!word/document.xml", "ooxml:field", EVIL, EVIL, "none")], "a letter in a letter"),
    (lambda: with_file("package", "embeddings/o.bin", outlook_files.msg({0x0037001F: "x", 0x1000001F: "see " + EVIL})),
     [("word/embeddings/o.bin!1", "text", EVIL, EVIL, "none")], "a message of Outlook"),
)


ZIP_INSIDE = (
    (lambda: with_file("package", "embeddings/all.zip", documents.package({"a/x.html": b"<base href='http://base.example/'><a href='x'>", "b.eml": LETTER, "c.docx": zip_bytes(EVIL)})),
     [("word/embeddings/all.zip!a/x.html", "a@href", "http://base.example/x"), ("word/embeddings/all.zip!b.eml!1", "text", "http://plain.example/"),
      ("word/embeddings/all.zip!c.docx!word/document.xml", "ooxml:field", EVIL)], "a zip file with a page, mail and a document"),
    (lambda: with_file("package", "embeddings/all.zip", documents.package({"inner.zip": documents.package({"b.docx": zip_bytes(EVIL)})})),
     [("word/embeddings/all.zip!inner.zip!b.docx!word/document.xml", "ooxml:field", EVIL)], "a zip file in a zip file"),
)

# The content, its name and type, what is found in it (where, reference), what tree says of it, and why
UNDER_OFFICE_NAMES = (
    (PAGE, "page.doc", "application/msword", [(None, "http://pages.example/a/b.html"), (None, "c.html"), (None, "cid:p")], "container", "a web page in one file"),
    (PAGE, "page.xls", "application/octet-stream", [(None, "http://pages.example/a/b.html"), (None, "c.html"), (None, "cid:p")], "container", "the same by its name"),
    (PAGE, "page.bin", "application/octet-stream", [], "no", "no document of Office"),
    (b"<html><a href='http://html.example/'>x</a>", "table.xls", "application/vnd.ms-excel", [(None, "http://html.example/")], "yes", "a page of a web site"),
    (b"\xef\xbb\xbf\n<table><a href=http://html.example/>x", "x", "application/msword", [(None, "http://html.example/")], "yes", "a piece of HTML"),
    ("<html><a href='http://wide.example/'>x</a>".encode("utf-16"), "table.xls", "application/vnd.ms-excel", [(None, "http://wide.example/")], "yes", "UTF-16"),
    (b"name;url\nx;http://text.example/\n", "table.xls", "application/vnd.ms-excel", [(None, "http://text.example/")], "yes", "values as text"),
    (b"<html><a href='http://html.example/'>x</a>", "table.bin", "application/octet-stream", [], "no", "HTML without a name of Office"),
    (b"\1\2http://binary.example/", "table.xls", "application/vnd.ms-excel", [], "no", "neither text nor a document"),
    (b"<?xml version='1.0'?><w:wordDocument xmlns:w='http://schemas.microsoft.com/office/word/2003/wordml'><w:hlink w:dest='http://xml.example/'/>"
     b"</w:wordDocument>", "a.xml", "text/xml", [("document", "http://xml.example/")], "yes", "Word 2003 XML"),
    (b"<office:document xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' xmlns:x='http://www.w3.org/1999/xlink'><a x:href='http://odf.example/'/>"
     b"</office:document>", "a.fodt", "application/vnd.oasis.opendocument.text-flat-xml", [("document", "http://odf.example/")], "yes", "flat OpenDocument"),
)


class OfficeNames(CliTest):
    """Other contents under the names of documents of Office."""

    def test_contents(self):
        for number, (content, name, kind, expected, searched, why) in enumerate(UNDER_OFFICE_NAMES):
            with self.subTest(why):
                path = self.write(f"{number}.eml", documents.mail("x", name, content, kind))
                rows, done = rows_of("links", path)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual([(row["where"], row["reference"]) for row in rows], expected)
                tree, _ = rows_of("tree", path)
                self.assertEqual(next(row["searched"] for row in tree if row["part"] == "2"), searched)

    def test_guesses_are_said(self):
        path = self.write("a.eml", documents.mail("x", "a.xls", b"<a href='http://html.example/'>x</a>", "application/vnd.ms-excel"))
        self.assertIn("type-guessed", [row["code"] for row in rows_of("check", path)[0]])


class MailInside(CliTest):
    """Mail inside documents."""

    def test_references(self):
        for number, (content, expected, why) in enumerate(MAIL_INSIDE):
            with self.subTest(why):
                path = self.write(f"{number}.eml", documents.mail("x", "a.docx", content()))
                rows, done = rows_of("links", path)
                self.assertEqual(done.returncode, 0, done.stderr)
                found = [(row["where"], row["context"], row["reference"], row["resolved"], row["base_by"]) for row in rows if row["part"] == "2"]
                self.assertEqual(found, expected)
                self.assertNotIn("missing-part", [row["code"] for row in rows_of("check", path)[0]])
                tree, _ = rows_of("tree", path)
                self.assertEqual([row["part"] for row in tree], ["TEXT", "1", "2"])

    def test_zip_files(self):
        for number, (content, expected, why) in enumerate(ZIP_INSIDE):
            with self.subTest(why):
                path = self.write(f"{number}.eml", documents.mail("x", "a.docx", content()))
                found = [(row["where"], row["context"], row["resolved"]) for row in rows_of("links", path)[0]]
                self.assertEqual([row for row in found if row in expected], expected, found)

    def test_damage(self):
        """What cannot be read of it is named with its place."""
        cut = with_file("package", "embeddings/letter.eml", b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\nnothing\n")
        rows, _ = rows_of("check", self.write("cut.eml", documents.mail("x", "a.docx", cut)))
        self.assertEqual([(row["code"], "word/embeddings/letter.eml: part TEXT: " in row["detail"]) for row in rows if row["code"] == "mime-defect"],
                         [("mime-defect", True)])


IN_BASE = "http://part.example/d/"
FILES = {
    "a/page.html": b"<a href='rel.html'>x</a>", "a/own.htm": b"<base href='http://own.example/'><a href='q'>q</a>", "note.txt": b"see http://text.example/x now",
    "s.url": b"[InternetShortcut]\r\nURL=http://short.example/\r\n", "letter.eml": LETTER, "list.csv": b"1;http://csv.example/", "run.js": b"open('http://js.example/');",
    "p.pdf": documents.pdf([("x", "p.html")], base="http://pdf.example/"), "w.docx": zip_bytes(EVIL), "feed.xml": b"<rss><channel><link>http://feed.example/</link></channel></rss>",
    "sheet.css": b"a { background: url(http://css.example/) }", "day.ics": b"BEGIN:VEVENT\r\nURL:http://ics.example/\r\nEND:VEVENT\r\n",
    "page.mht": PAGE, "saved": LETTER.replace(b"List-Help", b"Received: from x\nList-Help"), "photo.jpg": b"\xff\xd8http://no.example/", "setup.exe": b"MZ http://no.example/",
}
IN_FILES = [
    ("a/page.html", "a@href", IN_BASE + "rel.html", "base-header"), ("a/own.htm", "base@href", "http://own.example/", "base-header"),
    ("a/own.htm", "a@href", "http://own.example/q", "html-base"), ("note.txt", "text", "http://text.example/x", "base-header"),
    ("s.url!URL", "shortcut:url", "http://short.example/", "base-header"), ("letter.eml!HEADER", "header:content-base", "http://letters.example/x/", "base-header"),
    ("letter.eml!HEADER", "header:list-help", "http://lists.example/help", "content-base"), ("letter.eml!1", "text", "http://plain.example/", "content-base"),
    ("letter.eml!1", "text", "http://www.guess.example", "content-base"), ("list.csv", "text", "http://csv.example/", "base-header"), ("run.js", "text", "http://js.example/", "base-header"),
    ("p.pdf!page 1", "pdf:uri", "http://pdf.example/p.html", "pdf-base"), ("w.docx!word/document.xml", "ooxml:field", EVIL, "base-header"),
    ("feed.xml", "link", "http://feed.example/", "base-header"), ("sheet.css", "css:url", "http://css.example/", "base-header"), ("day.ics", "calendar:url", "http://ics.example/", "base-header"),
    ("page.mht!1.MIME", "header:content-location", "http://pages.example/a/b.html", "base-header"), ("page.mht!1", "a@href", "http://pages.example/a/c.html", "content-location"),
    ("page.mht!1", "img@src", "cid:p", "content-location"), ("saved!HEADER", "header:content-base", "http://letters.example/x/", "base-header"),
    ("saved!HEADER", "header:list-help", "http://lists.example/help", "content-base"), ("saved!1", "text", "http://plain.example/", "content-base"),
    ("saved!1", "text", "http://www.guess.example", "content-base")]
# How the zip file is attached, whether it is searched, why
ATTACHED = (
    ("a.zip", "application/zip", b"", True, "as most programs do"), ("a.zip", "application/x-zip-compressed", b"", True, "as Windows does"),
    ("a.ZIP", "application/octet-stream", b"", True, "by its name"), ("x", "application/octet-stream", b"", True, "by its first bytes"),
    ("a.jar", "application/java-archive", b"", True, "another format of zip files"), ("a.zip", "application/octet-stream", b"MZ" + b"\0" * 5000, True, "a program before it"),
    ("x", "application/x-zip", b"prefix", True, "bytes before it, by its type"), ("x", "application/octet-stream", b"PK00", True, "the mark of a zip file in one volume"),
    ("x", "application/octet-stream", b"MZ", False, "a program by its first bytes"), ("x", "text/plain", b"", True, "an untrue type"))


def with_base(content, name="a.zip", kind="application/zip"):
    return documents.mail("x", name, content, kind).replace(b"Content-Disposition", b"Base: <URL:" + IN_BASE.encode() + b">\nContent-Disposition")


class Archives(CliTest):
    """Zip files that are attached."""

    def check(self, name, content):
        rows, _ = rows_of("check", self.write(name, with_base(content)))
        return [(row["code"], row["detail"]) for row in rows if row["part"] == "2"]

    def test_files(self):
        path = self.write("all.eml", with_base(documents.package(FILES)))
        rows, done = rows_of("links", path)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([(row["where"], row["context"], row["resolved"], row["base_by"]) for row in rows if row["part"] == "2"], IN_FILES)
        for row in rows:
            if row["part"] == "2":
                self.assertEqual((row["start"], row["end"], row["content_type"]), (None, None, "application/zip"))
        tree, _ = rows_of("tree", path)
        self.assertEqual([(row["part"], row["searched"], row["base"]) for row in tree],
                         [("TEXT", "container", ""), ("1", "yes", ""), ("2", "container", IN_BASE)])
        unread = [detail for code, detail in self.check("all.eml", documents.package(FILES)) if code == "not-searched"]
        self.assertEqual(unread, ["setup.exe: files of its type are not searched for references: open it with care if it may contain some"])

    def test_ways_to_attach(self):
        for number, (name, kind, before, is_searched, why) in enumerate(ATTACHED):
            with self.subTest(why):
                path = self.write(f"{number}.eml", documents.mail("x", name, before + documents.package({"x.html": b"<a href='http://in.example/'>x</a>"}), kind))
                rows, done = rows_of("links", path)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertEqual([(row["where"], row["resolved"]) for row in rows], [("x.html", "http://in.example/")] if is_searched else [])
                self.assertEqual(rows_of("tree", path)[0][2]["searched"], "container" if is_searched else "no")

    def test_empty(self):
        for number, files in enumerate(({}, {"d/": b""}, {"x.html": b""})):
            path = self.write(f"{number}.eml", with_base(documents.package(files)))
            self.assertEqual(rows_of("tree", path)[0][2]["searched"], "container")
            self.assertEqual(self.check(f"{number}.eml", documents.package(files)), [])

    def test_what_is_not_opened(self):
        inner = documents.package({"x.html": b"<a href='http://in.example/'>x</a>"})
        message = documents.mail("x", "b.zip", inner)
        for content, place in ((inner, "a.zip"), (message, "a.eml!2"), (docx_with(inner), "a.docx!word/embeddings/b.zip")):
            name = place.partition("!")[0]
            path = self.write("inner.eml", with_base(documents.package({name: content, "z.html": b"<a href='http://z.example/'>"})))
            rows, done = rows_of("links", path)
            self.assertEqual([row["resolved"] for row in rows if row["part"] == "2"], ["http://z.example/"])
            self.assertEqual(done.returncode, 1)
            sentence = place + ": it is a zip file inside a zip file, so it is not searched"
            self.assertIn(sentence, done.stderr.decode())
            self.assertIn(("not-searched", sentence), self.check("inner.eml", documents.package({name: content})))

    def test_encrypted_files(self):
        content = documents.package({"open.html": b"<a href='http://open.example/'>", "d/secret.html": b"<a href='http://secret.example/'>"})
        for signature, flags, checksum in ((b"PK\3\4", 6, 14), (b"PK\1\2", 8, 16)):
            at = content.index(signature, content.index(signature) + 1)
            content = content[:at + flags] + b"\1" + content[at + flags + 1:at + checksum] + b"none" + content[at + checksum + 4:]
        path = self.write("secret.eml", with_base(content))
        rows, done = rows_of("links", path)
        self.assertEqual(([row["resolved"] for row in rows if row["part"] == "2"], done.returncode), (["http://open.example/"], 1))
        self.assertEqual(rows_of("tree", path)[0][2]["searched"], "container")
        self.assertEqual(self.check("secret.eml", content), [("not-searched", "d/secret.html: it is encrypted, so it is not searched")])

    def test_details_name_the_file(self):
        page = (b"<a href='http://evil.example/l'>http://www.bank.example/</a><a href='javascript:a()'>j</a><a title='http://a.example/' href='http://b.example/'>x</a>"
                b"<form action='http://forms.example/x'><input type=submit></form>")
        found = self.check("page.eml", documents.package({"d/p.html": page, "w.docx": documents.docx([("http://www.bank.example/", "http://evil.example/")])}))
        self.assertEqual([(code, detail.partition(": ")[0]) for code, detail in found],
                         [("text-differs", "d/p.html"), ("script-link", "d/p.html"), ("title-differs", "d/p.html"), ("text-differs", "w.docx"), ("form-target", "d/p.html")])
        split = self.check("split.eml", documents.package({"b.html": b"<base href='//z.example/'><a href='k'>k</a>"}))
        self.assertIn(("base-split", "b.html"), [(code, detail.partition(": ")[0]) for code, detail in split])

    def test_limits(self):
        """The file in which a limit is hit is named."""
        path = self.write("long.eml", with_base(documents.package({"a.html": b"<a href='http://a.example/'>", "b.html": b" " * 3000 + b"<a href='http://b.example/'>"})))
        rows, done = rows_of("links", path, "--limits", "document-bytes=2000")
        self.assertEqual((done.returncode, [row["resolved"] for row in rows if row["part"] == "2"]), (1, ["http://a.example/"]))
        self.assertIn("part 2: b.html: documents of more than 2000 bytes", done.stderr.decode())

    def test_commands(self):
        """Nothing inside is written."""
        content = documents.package(FILES)
        original = with_base(content)
        path = self.write("all.eml", original)
        done = run("rewrite", path)
        self.assertEqual(done.stdout, original)
        self.assertRegex(done.stderr.decode(), r"part 2: \d+ references are left unchanged: documents are never written")
        self.assertEqual(run("extract", path, "-o", self.folder / "out").returncode, 0)
        self.assertEqual([one.read_bytes() for one in pathlib.Path(self.folder / "out").rglob("*.zip")], [content])
        rows, _ = rows_of("links", path)
        self.assertEqual(rows_of("links", path, "--attachments")[0], [row for row in rows if row["part"].startswith("2")])
        self.assertEqual(rows_of("links", path, "--part", "1")[0], [])
        isolated, in_process = (run("links", "--format", "jsonl", *options, path).stdout for options in ((), ("--no-isolation",)))
        self.assertEqual(isolated, in_process)
        self.assertEqual(run("report", path, "-o", self.folder / "r.html").returncode, 0)
        self.assertIn(b"own.htm", (self.folder / "r.html").read_bytes())


# The least share of links, in percent, on which a profile agrees with what the viewer did. What is left: actions after one that is
# no URI, the places that pdf.js and MuPDF add to the names of files, blanks in hosts, and links inside an OpenDocument package.
LEAST = {"pdfium": 99, "pdfjs": 96, "poppler": 99, "mupdf": 92, "chromium-file": 98, "libreoffice": 93}


def in_utf8(value):
    """The URL as it is reported, if it has bytes that are not UTF-8."""
    return re.sub("[\udc80-\udcff]", lambda byte: byte[0].encode("utf-8", "surrogateescape").decode("cp1252"), value)


class Viewers(CliTest):
    """The profiles of viewers, against the tables of what the viewers opened (tests/readers/documents)."""

    def test_answers(self):
        sys.path.insert(0, str(ROOT / "tests" / "readers" / "documents"))
        import matrix
        import tables
        folder = self.folder / "mails"
        folder.mkdir()
        for one in matrix.all_experiments():
            (folder / (one.name + ".eml")).write_bytes(documents.mail(one.name, one.name + one.ending, one.content))
        for viewer, least in LEAST.items():
            with self.subTest(viewer=viewer):
                rows, _ = rows_of("links", folder, "--as", viewer.removesuffix("-file"))
                opened = {(pathlib.Path(row["source"]).stem, row["text"]): (row["opens"] or {}).get("url") for row in reversed(rows) if row["where"]}
                total, differences = 0, []
                for key, (kind, value) in tables.read(viewer)[1].items():
                    if key not in opened:
                        continue
                    # In mail, the URL of the document is not known.
                    local = {"chromium-file": "file:", "libreoffice": "file:///"}.get(viewer)
                    is_drive = viewer == "libreoffice" and re.match("file:///[A-Za-z]:/", value)
                    is_beside = kind != "url" or local and value.startswith(local) and not is_drive
                    total += 1
                    if opened[key] != (None if is_beside else in_utf8(value) or None):
                        differences.append((key, value, opened[key]))
                share = 100 * (total - len(differences)) / total
                print(f"{viewer}: {share:.2f} % of {total} links", file=sys.stderr)
                self.assertGreaterEqual(total, 900)
                self.assertGreaterEqual(share, least, differences[:10])


class EncryptedWorkbooks(CliTest):
    """Excel opens them without a word."""

    URL = "http://velvet.example/x"

    def rows(self, name, content):
        message = self.write("m.eml", documents.mail("x", name, content))
        return ([row["reference"] for row in rows_in(run("links", "--format=jsonl", message).stdout)],
                [row["code"] for row in rows_in(run("check", "--format=jsonl", message).stdout)])

    def hyperlink(self):
        """The record HLink (MS-XLS section 2.4.140) with a URL moniker, behind records that fill some blocks."""
        url = (self.URL + "\0").encode("utf-16-le")
        moniker = bytes.fromhex("E0C9EA79F9BACE118C8200AA004BA90B") + struct.pack("<I", len(url)) + url
        link = struct.pack("<HHHH", 0, 0, 0, 0) + bytes.fromhex("D0C9EA79F9BACE118C8200AA004BA90B") + struct.pack("<II", 2, 3) + moniker
        return [(0x5C, b" " * 112), (0xFC, bytes(1500)), (0x1B8, link)]

    def test_default_password(self):
        package = documents.docx([("x" * 9000, self.URL)])
        for why, make in (("SHA-512", encrypted_workbooks.agile),
                          ("SHA-1", lambda package, **password: encrypted_workbooks.agile(package, algorithm="SHA1", bits=128, **password)),
                          ("SHA-384", lambda package, **password: encrypted_workbooks.agile(package, algorithm="SHA384", bits=192, spins=0, **password)),
                          ("standard", encrypted_workbooks.standard),
                          ("standard, a long key", lambda package, **password: encrypted_workbooks.standard(package, bits=256, **password))):
            with self.subTest(why=why):
                self.assertEqual(self.rows("a.xlsx", make(package)), ([self.URL], []))
                self.assertEqual(self.rows("a.xlsx", make(package, password="another")), ([], ["not-searched"]))

    def test_old_workbooks(self):
        for bits in (None, 40, 56, 128):
            with self.subTest(bits=bits):
                self.assertEqual(self.rows("a.xls", encrypted_workbooks.xls(self.hyperlink(), bits=bits)), ([self.URL], []))
                self.assertEqual(self.rows("a.xls", encrypted_workbooks.xls(self.hyperlink(), "another", bits)), ([], ["not-searched"]))

    def test_work_is_limited(self):
        package = documents.docx([("x", self.URL)])
        message = self.write("m.eml", documents.mail("x", "a.xlsx", encrypted_workbooks.agile(package)))
        done = run("check", "--format=jsonl", "--limits=document-steps=5000", message)
        self.assertEqual(done.returncode, 1)
        self.assertIn("limit-hit", [row["code"] for row in rows_in(done.stdout)])


if __name__ == "__main__":
    unittest.main()
