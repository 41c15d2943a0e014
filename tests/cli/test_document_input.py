"""Documents as INPUT: the same rows as for the document as an attachment, whatever its type and place, and mail comes first."""

import base64
import email
import email.policy
import gzip
import io
import os
import pathlib
import random
import tarfile
import zipfile

import documents
import outlook_files
from support import ROOT, CliTest, main, rows_of, run

SEED = 1808
# What a message says of itself, and the place of its bytes.
OWN_KEYS = {"source", "message", "offset", "message_id", "date", "from", "subject", "in_message_id"}
OWN_ENTITY_KEYS = OWN_KEYS | {"transfer_encoding", "disposition", "filename", "heading", "body", "part", "depth"}
HTML = b'<!DOCTYPE html>\n<title>A &amp; B</title><base href="http://own.example/d/"><a href="x.html">x</a><img src=//h.example/i.png>'
PLAIN = b"See http://text.example/a and <http://text.example/b>.\n"


def attached(name, content_type, content):
    """A message whose single part is the document, in base64."""
    return (b"MIME-Version: 1.0\nContent-Type: %s\nContent-Disposition: attachment; filename=\"%s\"\nContent-Transfer-Encoding: base64\n\n%s"
            % (content_type.encode(), name.encode(), base64.encodebytes(content)))


def made_documents():
    """Names and bytes of documents of each format, some of them made at random."""
    made = {}
    for sample in documents.samples().values():
        for part in email.message_from_bytes(sample, policy=email.policy.default).iter_attachments():
            made[part.get_filename()] = part.get_content() if isinstance(part.get_content(), bytes) else part.get_content().encode()
    chance = random.Random(SEED)
    for number in range(40):
        tags = ['<base href="http://b%d.example/d/">' % number, '<a href="p%d.html">t</a>' % number, "<img src='//h/%d.png'>" % number,
                "<!-- <a href=c> -->", "<style>a{background:url(s.png)}</style>", '<svg><a xlink:href="#f"/></svg>', "\x80text &#x2f;"]
        chance.shuffle(tags)
        made["page%d.html" % number] = ("<html>" + "".join(tags[:chance.randrange(2, 8)])).encode(chance.choice(["latin-1", "utf-8", "utf-16"]))
    made.update({
        "saved.htm": b"<!-- saved from url=(0023)http://saved.example/d/ -->\r\n<html><a href=x.html>x</a>",
        "old-mac.html": b"<html>\r<a href=x.html>x</a>\r\n",
        "page.xhtml": b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><base href="http://x.example/"/></head><a href="y"/></html>',
        "picture.svg": b'<svg xmlns="http://www.w3.org/2000/svg" xml:base="http://svg.example/"><a href="z"/></svg>',
        "feed.xml": b'<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://feed.example/"><link href="1"/></feed>',
        "feed.rss": b"<rss><channel><title>News</title><link>http://rss.example/</link></channel></rss>",
        "list.opml": b'<opml version="2.0"><body><outline xmlUrl="http://opml.example/feed"/></body></opml>',
        "sitemap.xml": b'<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://map.example/</loc></url></urlset>',
        "style.css": b"a:hover{background:url(a.png)}\n@import 'b.css';\n",
        "data.jsonld": b'{"@context":{"@base":"http://ld.example/","link":{"@type":"@id"}},"link":"x"}',
        "meeting.ics": b"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nURL:http://cal.example/1\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
        "card.vcf": b"BEGIN:VCARD\r\nVERSION:4.0\r\nURL:http://card.example/\r\nEND:VCARD\r\n",
        "notes.txt": PLAIN,
        "like-a-page.txt": b"<html><a href=x.html> http://text.example/\n",
        "link.webloc": b'<?xml version="1.0"?><plist><dict><key>URL</key><string>http://mac.example/</string></dict></plist>',
        "link.desktop": b"[Desktop Entry]\nType=Link\nURL=http://desk.example/\n",
        "table.fods": b'<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
                      b'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:xlink="http://www.w3.org/1999/xlink">'
                      b'<text:a xlink:href="http://flat.example/">x</text:a></office:document>',
    })
    return made


def corpus_documents():
    """Documents that this project did not write, if they are available."""
    folder = pathlib.Path(os.environ.get("MIMEBASE_CORPORA", ROOT.parent / "shared" / "corpora")) / "documents"
    mail = {".msg", ".eml", ".mht", ".mbox", ".dat"}
    return sorted(p for p in folder.rglob("*") if p.is_file() and p.suffix.lower() not in mail and p.name not in ("SOURCE.txt", "LICENSE"))


def without(rows, keys):
    return [{key: value for key, value in row.items() if key not in keys} for row in rows]


class DocumentInput(CliTest):
    def test_rows_are_those_of_an_attachment(self):
        made = made_documents()
        for name, content in made.items():
            self.write(name, content)
        self.compare_with_attachments([self.folder / name for name in made])

    def test_rows_of_documents_by_others(self):
        found = corpus_documents()
        if not found:
            self.skipTest("no documents by others: some 120 of them are not compared")
        self.compare_with_attachments(found)

    def compare_with_attachments(self, paths):
        entities = {row["source"]: row for row in rows_of(run("tree", "--format=jsonl", *paths).stdout) if row["part"] == "1"}
        known = [path for path in paths if str(path) in entities]
        self.assertGreater(len(known), len(paths) * 0.9)
        mails = {}
        for number, path in enumerate(known):
            declared = entities[str(path)]["content_type"]
            mails[str(self.write("%d.eml" % number, attached(path.name, declared, path.read_bytes())))] = str(path)
        # What mail readers show of a page in mail, they do not show of a file.
        options = ("--code=!readers-disagree,!base-hidden",)
        for command, own in ((("links",), OWN_KEYS), (("tree",), OWN_ENTITY_KEYS), (("check", *options), OWN_KEYS)):
            bare, wrapped = {}, {}
            for row in rows_of(run(*command, "--format=jsonl", *known).stdout):
                bare.setdefault(row["source"], []).append(row)
            for row in rows_of(run(*command, "--format=jsonl", *mails).stdout):
                wrapped.setdefault(mails[row["source"]], []).append(row)
            for path in map(str, known):
                with self.subTest(command=command[0], document=path):
                    self.assertEqual(without(bare.get(path, []), own), without(wrapped.get(path, []), own))

    def test_the_only_entity(self):
        page = self.write("page.html", HTML)
        row, = self.rows("tree", page)
        self.assertEqual({key: row[key] for key in ("message", "offset", "message_id", "part", "depth", "content_type", "heading", "body", "size",
                                                    "transfer_encoding", "disposition", "filename", "content_id", "searched", "base_by")},
                         {"message": 1, "offset": 0, "message_id": None, "part": "1", "depth": 0, "content_type": "text/html", "heading": None,
                          "body": [0, len(HTML)], "size": len(HTML), "transfer_encoding": None, "disposition": None, "filename": None,
                          "content_id": None, "searched": "yes", "base_by": "html-base"})
        for row in self.rows("links", page):
            self.assertEqual((row["message_id"], row["date"], row["from"], row["subject"]), (None, None, None, None))

    def test_layers(self):
        bare = self.write("page.html", b"<a href=x.html>x</a>")
        saved = self.write("saved.html", b"<!-- saved from url=(0023)http://saved.example/d/ --><a href=x.html>x</a>")
        own = self.write("own.html", HTML)
        at = ("--retrieval-url", "http://given.example/e/")
        for path, options, expected in (
                (bare, (), (None, "unresolved", "none", "3.4")), (bare, at, ("http://given.example/e/x.html", "resolved", "retrieval-url", "3.3")),
                (saved, (), ("http://saved.example/d/x.html", "resolved", "saved-from", "3.3")),
                (own, at, ("http://own.example/d/x.html", "resolved", "html-base", "3.1"))):
            row, = (row for row in self.rows("links", *options, path) if row["context"] == "a@href")
            self.assertEqual((row["resolved"], row["status"], row["base_by"], row["base_section"]), expected)

    def test_standard_input(self):
        for content, kind in ((HTML, "text/html"), (documents.pdf([("a", "http://pdf.example/")]), "application/pdf"),
                              (documents.docx([("a", "http://docx.example/")]),
                               "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
                              (gzip.compress(b"<svg xmlns='http://www.w3.org/2000/svg'/>"), "image/svg+xml")):
            row, = self.rows("tree", "-", input=content)
            self.assertEqual((row["source"], row["part"], row["content_type"]), ("-", "1", kind))

    def test_shortcuts_without_their_ending(self):
        url = "[InternetShortcut]\r\nURL=http://s.example/\r\n"
        for content in (url.encode(), url.encode("utf-16"), b"[Desktop Entry]\nType=Link\nURL=http://s.example/\n",
                        b'<?xml version="1.0"?><plist><dict><key>URL</key><string>http://s.example/</string></dict></plist>'):
            for arguments, options in (((self.write("x.bin", content),), {}), (("-",), {"input": content})):
                row, = self.rows("links", *arguments, **options)
                self.assertEqual((row["context"], row["resolved"]), ("shortcut:url", "http://s.example/"), content)

    def test_the_type_that_is_given(self):
        text = self.write("a.html", b'<p title="http://a.example/">http://b.example/')
        self.assertEqual([row["context"] for row in self.rows("links", "--content-type", "text/plain", text)], ["text", "text"])
        page = "<a href='?q=é'>x</a>".encode("koi8-r", "replace").replace(b"?q=?", b"?q=\xc1")
        koi = self.write("b", page)
        row, = self.rows("links", "--content-type", "text/html; charset=koi8-r", "--rules", "whatwg", "--retrieval-url", "http://a/", koi)
        self.assertEqual((row["reference"], row["resolved"]), ("?q=а", "http://a/?q=%C1"))
        row, = self.rows("tree", "--content-type", "Text/HTML; charset=koi8-r", koi)
        self.assertEqual((row["content_type"], row["charset"]), ("text/html", "koi8-r"))
        mail = self.write("c.eml", b"Subject: http://s.example/\n\n<a href=http://b.example/>")
        self.assertEqual([row["context"] for row in self.rows("links", "--content-type=text/plain", mail)], ["text", "text"])
        row, = self.rows("links", "--content-type=text/html", "-", input=b"<a href=http://x.example/>")
        self.assertEqual(row["content_type"], "text/html")

    def test_a_name_of_text(self):
        row, = self.rows("links", self.write("like-a-pdf.txt", b"%PDF-1.7\nhttp://text.example/\n"))
        self.assertEqual((row["content_type"], row["context"], row["resolved"]), ("text/plain", "text", "http://text.example/"))

    def test_wrong_usage(self):
        page = self.write("a.html", HTML)
        for wrong in ("text", "text/", "a b/c", "multipart/mixed"):
            self.assert_fails(2, "--content-type", "links", "--content-type", wrong, page)
        self.assert_fails(2, "cannot be combined with the input kind mbox", "links", "--content-type=text/html", "--input=mbox", page)
        self.assertEqual(run("links", "--content-type=text/html", "--input=document", page).returncode, 0)

    def test_mail_and_documents(self):
        mail = b"From: a@b.example\nSubject: x\n\nhttp://m.example/\n"
        for name, content, is_mail in (("mail.txt", mail, True), ("a.txt", b"Note: http://n.example/\nKey: v\n\n", False),
                                       ("a", b"Note: http://n.example/\nKey: v\n\n", True), ("a.css", b"a:link{}\na:hover{}\n", False)):
            row, = self.rows("tree", self.write(name, content))
            self.assertEqual(row["heading"] is not None, is_mail, name)
        self.assertEqual(len(self.rows("tree", "--input=document", self.write("m.txt", mail))), 1)
        done = self.assert_fails(1, "is no known document (--content-type TYPE", "links", "--input=document", self.write("m.eml", mail))
        self.assertEqual(done.stdout, b"")

    def test_unknown_files(self):
        picture = self.write("a.png", b"\x89PNG\r\n\x1a\n\0\0")
        done = self.assert_fails(1, "a.png: is neither mail nor a known document (--content-type TYPE", "links", picture)
        self.assertEqual(done.stdout, b"")
        self.assert_fails(1, "is neither mail nor a known document", "links", self.write("a", b"hello\n"))

    def test_folders_and_archives(self):
        files = {"a.eml": b"Subject: x\n\nhttp://mail.example/\n", "b.html": b"<a href=http://page.example/>x</a>", "c.js": b"'http://js.example/'",
                 "d.png": b"\x89PNG\r\n\x1a\n", "e/f.docx": documents.docx([("a", "http://docx.example/")]), "g.txt": b"http://text.example/\n",
                 "h/index.html?q=1": b"<html><a href=http://query.example/>x</a>", "i.json": b"{}", "j/1234": b"<html><a href=http://number.example/>"}
        expected = ["mail", "page", "docx", "text", "query", "number"]
        folder = self.folder / "folder"
        for name, content in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(content)
        tar, zipped = io.BytesIO(), io.BytesIO()
        with tarfile.open(fileobj=tar, mode="w:gz") as archive, zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as other:
            for name, content in files.items():
                info = tarfile.TarInfo(name)
                info.size = len(content)
                archive.addfile(info, io.BytesIO(content))
                other.writestr(name, content)
        for source in (folder, self.write("a.tar.gz", tar.getvalue()), self.write("a.zip", zipped.getvalue())):
            for options in ((), ("-j1",), ("--no-isolation",)):
                with self.subTest(source=source.name, options=options):
                    done = run("links", "--format=urls", *options, source)
                    self.assertEqual((done.returncode, done.stderr), (0, b"mimebase: 3 files or entries that are neither mail nor documents were skipped\n"))
                    self.assertEqual([url.split("//")[1].split(".")[0] for url in done.stdout.decode().split()], expected)
        self.assertEqual(run("links", "--quiet", folder).stderr, b"")
        piped = run("links", "--format=urls", "-", input=zipped.getvalue())
        self.assertEqual(len(piped.stdout.split()), len(expected))

    def test_filters_of_messages(self):
        self.write("a.html", HTML)
        for option in ("--from=*", "--since=1990-01-01"):
            self.assertEqual(run("links", "--format=jsonl", option, self.folder / "a.html").stdout, b"")

    def test_titles(self):
        for name, content, title in (("a.html", HTML, "A & B"), ("b.svg", b"<svg><title><![CDATA[A <b>]]></title></svg><a href='http://a/'/>", "A <b>"),
                                     ("c.rss", b"<rss><channel><title>News\n of today</title><link>http://a/</link></channel></rss>", "News of today"),
                                     ("d.html", b"<html><a href=http://a/>x</a>", None)):
            path = self.write(name, content)
            first = run("tree", path).stdout.decode().splitlines()[0]
            self.assertEqual(first, f"{path}  message 1" + (f"  {title}" if title else ""))

    def test_files_of_outlook(self):
        tnef = outlook_files.tnef({0x1000001F: "http://tnef.example/"})
        path = self.write("winmail.dat", tnef)
        self.assertEqual(run("links", "--format=urls", path).stdout, b"http://tnef.example/\n")
        row, = self.rows("links", "--input=document", path)
        self.assertEqual((row["part"][:2], row["resolved"]), ("1.", "http://tnef.example/"))


if __name__ == "__main__":
    main()
