"""`rewrite` of documents that are not mail: pages, XML, style sheets and text; alone, in folders, and as a filter."""

import codecs
import email
import gzip
import random
import re

from rewriting import BASE, Manifest, RewriteTest, applied
from support import CliTest, corpora_files, main, rows_of, run

HTML, XML, CSS = "text/html", "application/xml", "text/css"

# (type, why, before, after)
TABLE = [
    (HTML, "a link", b"<a href=g>h</a>", b"<a href=http://h/d/g>h</a>"),
    (HTML, "characters that a page has to escape", b"<a href='g?a&amp;b'>", b"<a href='http://h/d/g?a&amp;b'>"),
    (HTML, "its own base", b"<base href=http://b/x/><img src=g>", b"<base href=http://b/x/><img src=http://b/x/g>"),
    (HTML, "the comment of a browser, but --retrieval-url wins", b"<!-- saved from url=(0009)http://b/ --><a href=g>",
     b"<!-- saved from url=(0009)http://b/ --><a href=http://h/d/g>"),
    (HTML, "a document in an attribute", b"<iframe srcdoc='&lt;a href=g&gt;'>", b"<iframe srcdoc='&lt;a href=http://h/d/g&gt;'>"),
    (HTML, "a style sheet", b"<style>p{background:url(g)}</style>", b"<style>p{background:url(http://h/d/g)}</style>"),
    (HTML, "what looks like a header is none", b"Base: <URL:http://b/>\n\n<a href=g>", b"Base: <URL:http://b/>\n\n<a href=http://h/d/g>"),
    (HTML, "what looks like a From_ line is none", b"From a Thu Jan  1 00:00:00 2004\n<a href=g>",
     b"From a Thu Jan  1 00:00:00 2004\n<a href=http://h/d/g>"),
    (HTML, "no transfer encoding", b"<a href=g>=3D=\n", b"<a href=http://h/d/g>=3D=\n"),
    (HTML, "a long line stays one line", b"<p>" + b"p" * 990 + b" <a href='g'>", b"<p>" + b"p" * 990 + b" <a href='http://h/d/g'>"),
    (HTML, "line ends of every kind", b"<a\rhref=g>\r\n\n\r<a href=h>", b"<a\rhref=http://h/d/g>\r\n\n\r<a href=http://h/d/h>"),
    (HTML, "empty references load nothing", b"<img src=''><a href=''>", b"<img src=''><a href=''>"),
    (HTML, "NULs and bytes that are no text", b"\0<a href=g>\xff\x00", b"\0<a href=http://h/d/g>\xff\x00"),
    ("text/html; charset=utf-16le", "UTF-16", "<a href=g>".encode("utf-16-le"), "<a href=http://h/d/g>".encode("utf-16-le")),
    (HTML, "a byte order mark", codecs.BOM_UTF8 + b"<a href=g>", codecs.BOM_UTF8 + b"<a href=http://h/d/g>"),
    (HTML, "UTF-16 with a byte order mark", "\ufeff<a href=g>".encode("utf-16-be"), "\ufeff<a href=http://h/d/g>".encode("utf-16-be")),
    ("application/xhtml+xml", "XHTML", b"<html xmlns='http://www.w3.org/1999/xhtml'><a href='g?a&amp;b'/></html>",
     b"<html xmlns='http://www.w3.org/1999/xhtml'><a href='http://h/d/g?a&amp;b'/></html>"),
    ("image/svg+xml", "SVG", b"<svg xmlns='http://www.w3.org/2000/svg' xml:base='x/'><image href='g'/></svg>",
     b"<svg xmlns='http://www.w3.org/2000/svg' xml:base='http://h/d/x/'><image href='http://h/d/x/g'/></svg>"),
    ("application/atom+xml", "a feed", b"<feed xmlns='http://www.w3.org/2005/Atom'><link href='g'/></feed>",
     b"<feed xmlns='http://www.w3.org/2005/Atom'><link href='http://h/d/g'/></feed>"),
    (CSS, "a style sheet of its own", b"@import 'a.css';p{background:url( b.png )}",
     b"@import 'http://h/d/a.css';p{background:url( http://h/d/b.png )}"),
    ("text/calendar", "lines of a calendar are folded, whoever reads them", b"BEGIN:VEVENT\r\nURL:" + b"p" * 68 + b"\r\n",
     b"BEGIN:VEVENT\r\nURL:http://h/d/" + b"p" * 60 + b"\r\n " + b"p" * 8 + b"\r\n"),
    ("text/plain", "text has no relative references", b"see g or <g> or http://b/\n", b"see g or <g> or http://b/\n"),
]


class Table(RewriteTest):
    def test_each_place(self):
        for media_type, why, before, after in TABLE:
            with self.subTest(why):
                self.assertEqual(self.rewrite(before, "--content-type", media_type), after)
                self.assertEqual([], [note for note in self.manifest.notes if note["reason"] != "left-empty"])

    def test_options(self):
        page = b"<base href=http://b/x/><a href=g><a href='https://www.google.com/url?q=http://c/'>"
        for options, after in (
                (("--base", "drop"), page.replace(b"<base href=http://b/x/>", b"").replace(b"=g", b"=http://b/x/g")),
                (("--unwrap",), page.replace(b"=g", b"=http://b/x/g").replace(b"https://www.google.com/url?q=http://c/", b"http://c/")),
                (("--only", "css"), page), (("--only", "html"), page.replace(b"=g", b"=http://b/x/g")),
                (("--annotate",), page.replace(b"=g", b"=http://b/x/g")),
                (("--if-dkim", "keep"), page.replace(b"=g", b"=http://b/x/g")),
                (("--rules", "whatwg"), page.replace(b"=g", b"=http://b/x/g"))):
            with self.subTest(options=options):
                self.assertEqual(self.rewrite(page, *options, "--content-type", HTML, base=()), after)


class Files(CliTest):
    PAGE = b"<!DOCTYPE html><!-- saved from url=(0014)http://b/a.html --><title>t</title><a href=g>h</a>"

    def test_a_file_is_detected(self):
        for name, before, after in (
                ("a.html", self.PAGE, self.PAGE.replace(b"=g", b"=http://b/g")),
                ("a", self.PAGE, self.PAGE.replace(b"=g", b"=http://b/g")),
                ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg' xml:base='http://b/'><image href='g'/></svg>",
                 b"<svg xmlns='http://www.w3.org/2000/svg' xml:base='http://b/'><image href='http://b/g'/></svg>"),
                ("a.html.gz", gzip.compress(self.PAGE), self.PAGE.replace(b"=g", b"=http://b/g"))):
            with self.subTest(name):
                self.assertEqual(after, self.run_ok("rewrite", self.write(name, before)))

    def test_a_folder(self):
        files = {"mail.eml": b"Base: <URL:http://m/>\nContent-Type: text/html\n\n<a href=g>", "site/page.html": self.PAGE,
                 "site/x.css": b"@import 'a.css';", "note.txt": b"see http://b/\n", "x.pdf": b"%PDF-1.4\n%%EOF\n",
                 "x.rtf": b'{\\rtf1{\\field{\\*\\fldinst{HYPERLINK "g"}}{\\fldrslt h}}}', "x.png": b"\x89PNG\r\n\x1a\n"}
        for name, content in files.items():
            self.write(f"in/{name}", content)
        out, manifest = self.folder / "out", self.folder / "manifest.jsonl"
        done = run("rewrite", "--retrieval-url", "http://r/", "--manifest", manifest, self.folder / "in", "-o", out)
        self.assertEqual(0, done.returncode)
        said = done.stderr.decode().splitlines()
        self.assertRegex(said[0], r"/x\.rtf: message 1: part 1: 1 reference is left unchanged: documents are never written$")
        self.assertRegex(said[1], "1 file or entry .* skipped")
        self.assertEqual(2, len(said))
        made = {str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*") if path.is_file()}
        changed = {"mail.eml": files["mail.eml"].replace(b"=g", b"=http://m/g"),
                   "site/page.html": self.PAGE.replace(b"=g", b"=http://r/g"), "site/x.css": b"@import 'http://r/a.css';"}
        self.assertEqual({**{name: content for name, content in files.items() if name != "x.png"}, **changed}, made)
        rows = Manifest(manifest.read_bytes())
        self.assertEqual([("x.pdf", "1", "left-document", 0), ("x.rtf", "1", "left-document", 1)],
                         [(row["source"].rpartition("/")[2], row["part"], row["reason"], row["references"]) for row in rows.notes])
        self.run_ok("rewrite", "--undo", manifest, out, "-o", self.folder / "back")
        for name, content in files.items():
            if name != "x.png":
                self.assertEqual(content, (self.folder / "back" / name).read_bytes(), name)

    def test_compressed_files_of_a_folder(self):
        svg = b"<svg xmlns='http://www.w3.org/2000/svg'><image href='g'/></svg>"
        for name in ("a.svgz", "b.svg.gz"):
            self.write(f"in/{name}", gzip.compress(svg))
        out, manifest = self.folder / "out", self.folder / "manifest.jsonl"
        self.run_ok("rewrite", *BASE, "--manifest", manifest, self.folder / "in", "-o", out)
        self.run_ok("rewrite", "--undo", manifest, out, "-o", self.folder / "back")
        for name in ("a.svg", "b.svg"):
            self.assertEqual(svg.replace(b"'g'", b"'http://h/d/g'"), (out / name).read_bytes())
            self.assertEqual(svg, (self.folder / "back" / name).read_bytes())

    def test_an_output_of_any_ending(self):
        table = self.write("a.csv", b"a,http://x.example/\n")
        for name in ("b.csv", "b.csv.gz", "b.jsonl", "b.json", "b.db", "b"):
            with self.subTest(name):
                self.run_ok("rewrite", table, "-o", self.folder / name)
                written = (self.folder / name).read_bytes()
                self.assertEqual(table.read_bytes(), gzip.decompress(written) if name.endswith(".gz") else written)

    def test_what_is_wrong_usage(self):
        rtf = b"{\\rtf1 x}"
        path = self.write("x.rtf", rtf)
        out = self.folder / "out"
        for command in ("rewrite", "extract"):
            for arguments, options in (((path, "-o", out), {}), (("--input", "document", path, "-o", out), {}),
                                       (("-o", out), {"input": rtf}), (("--content-type", "application/pdf", "-o", out), {"input": b"%PDF-1.4\n"}),
                                       (("--content-type", "image/png", "-o", out), {"input": b"\x89PNG"})):
                with self.subTest(command, arguments=arguments):
                    done = self.assert_fails(2, "documents of this type are never ", command, *arguments, **options)
                    self.assertEqual(b"", done.stdout)
                    self.assertFalse(out.exists())
        for arguments in ((self.write("x.css", b"@import 'a.css';"), "-o", out), ("--content-type", "text/plain", self.write("x", b"x"), "-o", out)):
            self.assert_fails(2, "documents of this type are never extracted", "extract", *arguments)


LETTERS = {"ascii": "", "latin-1": "\u00e9\u00fc", "windows-1251": "\u0436\u044f", "koi8-r": "\u0436\u044f", "shift_jis": "\u65e5\u672c",
           "utf-8": "\u00e9\u65e5\U0001f600", "utf-16": "\u00e9\u65e5\U0001f600"}


class Generated(CliTest):
    """Pages, XML and style sheets at random: absolute before and after, no other byte changed, undone, and stable."""

    SEED, DOCUMENTS = 20261128, 120

    def reference(self, rng, letters):
        path = "/".join(rng.choice(["..", ".", "a", "b%20c", "d" + letters, "e;f"]) for _ in range(rng.randrange(1, 4)))
        return rng.choice(["", "/", "//x.example/"]) + path + rng.choice(["", "?q=1", "?q=1&r=2", "#f", "?#"])

    def page(self, rng, letters, label):
        escaped = lambda: self.reference(rng, letters).replace("&", "&amp;")  # noqa: E731
        pieces = [
            lambda: f"<a href=\"{escaped()}\">{letters}</a>", lambda: f"<img src='{escaped()}' srcset='{escaped()} 1x, {escaped()} 2x'>",
            lambda: f"<style>p{{background:url(\"{self.reference(rng, letters)}\")}}</style>",
            lambda: f"<p style='background:url({escaped()})'>{letters}</p>", lambda: f"<form action={escaped()}></form>",
            lambda: f"<iframe srcdoc='&lt;a href=\"{escaped().replace('&', '&amp;')}\"&gt;'></iframe>", lambda: f"<!-- {letters} -->\r\n",
            lambda: f"{letters} http://t.example/{rng.randrange(99)} \n", lambda: "<p>" + "p" * 1200 + "\n"]
        base = rng.choice(["", "<base href='http://b.example/x/y'>", "<base href='z/'>"])
        meta = f"<meta charset={label}>" if label else ""
        return f"<!DOCTYPE html><head>{meta}{base}</head>" + "".join(rng.choice(pieces)() for _ in range(rng.randrange(1, 12)))

    def xml(self, rng, letters, label):
        entries = "".join(f"<entry{rng.choice(['', ' xml:base=' + chr(34) + 'e/' + chr(34)])}><link href='{self.reference(rng, letters).replace('&', '&amp;')}'/>"
                          f"<title>{letters}</title></entry>\n" for _ in range(rng.randrange(1, 6)))
        declaration = f"<?xml version='1.0' encoding='{label}'?>" if label else "<?xml version='1.0'?>"
        return f"{declaration}\n<feed xmlns='http://www.w3.org/2005/Atom'{rng.choice(['', ' xml:base=' + chr(34) + 'http://b.example/f/' + chr(34)])}>{entries}</feed>"

    def css(self, rng, letters, label):
        rules = "".join(f"p{{background:url( \"{self.reference(rng, letters)}\" )}}/* {letters} */\n" for _ in range(rng.randrange(1, 6)))
        return (f"@charset \"{label}\";" if label else "") + f"@import '{self.reference(rng, letters)}';\n{rules}"

    def documents(self):
        rng = random.Random(self.SEED)
        for number in range(self.DOCUMENTS):
            charset = rng.choice(list(LETTERS))
            ending, make = rng.choice([("html", self.page), ("xml", self.xml), ("css", self.css)])
            has_mark = charset in ("utf-16", "utf-8") and (charset == "utf-16" or rng.random() < 0.5)
            text = make(rng, LETTERS[charset], "" if has_mark or charset == "ascii" else charset)
            name = rng.choice(["utf-16-le", "utf-16-be"]) if charset == "utf-16" else charset
            yield f"{number:03}.{ending}", (("\ufeff" if has_mark else "") + text).encode(name)

    def round_trip(self, documents, base, has_left=()):
        """Returns the numbers of references and of edits."""
        for name, content in documents.items():
            self.write(f"in/{name}", content)
        folder, out, manifest = self.folder / "in", self.folder / "out", self.folder / "manifest.jsonl"
        self.assertEqual(0, run("rewrite", *base, "--manifest", manifest, folder, "-o", out).returncode)
        rows = Manifest(manifest.read_bytes())
        self.assertLessEqual({note["reason"] for note in rows.notes}, {"left-empty", *has_left})
        left = {note["source"].rpartition("/")[2] for note in rows.notes if note["reason"] != "left-empty"}

        def resolved_in(where, *options):
            found = {}
            for row in rows_of(self.run_ok("links", "--full", "--format", "jsonl", *options, where)):
                # References within the page stay as they are.
                url = None if row["status"] == "same-document" else row["resolved"]
                found.setdefault(row["source"].rpartition("/")[2], []).append((row["context"], url or row["reference"]))
            return found

        before, after = resolved_in(folder, *base), resolved_in(out)
        self.assertEqual(set(before), set(after))
        for name, content in documents.items():
            with self.subTest(name, seed=self.SEED):
                self.assertEqual(applied(content, rows.of_source(str(folder / name))), (out / name).read_bytes())
                if name not in left:
                    self.assertEqual(before.get(name), after.get(name))
        self.run_ok("rewrite", "--undo", manifest, out, "-o", self.folder / "back")
        self.assertEqual(0, run("rewrite", *base, out, "-o", self.folder / "again").returncode)
        for name, content in documents.items():
            self.assertEqual(content, (self.folder / "back" / name).read_bytes(), name)
            self.assertEqual((out / name).read_bytes(), (self.folder / "again" / name).read_bytes(), name)

        return sum(map(len, before.values())), len(rows.edits)

    def test_round_trips(self):
        references, edits = self.round_trip(dict(self.documents()), ("--retrieval-url", "http://r.example/d/p"))
        self.assertGreater(references, 4 * self.DOCUMENTS)
        self.assertGreater(edits, 2 * self.DOCUMENTS)

    def test_real_pages(self):
        """The pages, style sheets and pictures in mail and web archives, each as a file of its own."""
        endings = {"text/html": "html", "application/xhtml+xml": "xhtml", "text/css": "css", "image/svg+xml": "svg"}
        found = {}
        for path in (path for path in corpora_files() if path.suffix in (".eml", ".mht", ".mhtml")):
            for part in email.message_from_bytes(path.read_bytes()).walk():
                content = part.get_payload(decode=True) if part.get_content_type() in endings else None
                if content and content.strip() and len(content) < 300_000:
                    if len(found) % 2:  # mail has few relative references
                        content = re.sub(rb"((?:href|src|url)\s*[=(]\s*[\"']?)https?://", rb"\1/", content)
                    found[f"{len(found):04}.{endings[part.get_content_type()]}"] = content
        if not found:
            self.skipTest("no corpora: 380 pages and style sheets are not rewritten")
        references, edits = self.round_trip(found, ("--retrieval-url", "http://r.example/d/p"), {"left-unwritable"})
        self.assertGreater(references, 3 * len(found))
        self.assertGreater(edits, len(found) // 2)

    def test_as_a_filter(self):
        types = {"html": HTML, "xml": XML, "css": CSS}
        for name, content in list(self.documents())[:12]:
            with self.subTest(name):
                made = self.run_ok("rewrite", *BASE, self.write(name, content))
                self.assertEqual(made, self.run_ok("rewrite", *BASE, "--content-type", types[name.rpartition(".")[2]], input=content))


if __name__ == "__main__":
    main()
