"""URLs that nothing opens: finding them in text (--defanged), and writing them (--defang)."""

import csv
import io
import sqlite3

from support import CliTest, main, run

PLAIN = ("Content-Type: text/plain; charset=utf-8\n\nSee hxxp://evil[.]example/a?b=c and\n"
         "http://live.example/ and bad(dot)example.\n<hxxps://evil[.]example/>\n")
HTML = ("Content-Type: text/html\n\n<p>See hxxps://evil[.]example/&#97; or evil&#91;.]example, "
        "<a href='http://live.example/'>hxxp://not[.]example/</a> and http://half[.]example/</p>"
        "<div style='display:none'>secret[.]example</div>")


class Defanged(CliTest):
    def found(self, text, *options, command="links"):
        path = self.write("m.eml", text)
        return [(row["context"], row["status"], row["reference"], row["resolved"], row["host"]) for row in self.rows(command, *options, path)]

    def test_in_plain_text(self):
        self.assertEqual([
            ("text", "defanged", "hxxp://evil[.]example/a?b=c", "http://evil.example/a?b=c", "evil.example"),
            ("text", "absolute", "http://live.example/", "http://live.example/", "live.example"),
            ("text", "defanged", "bad(dot)example", "http://bad.example", "bad.example"),
            ("text:delimited", "defanged", "hxxps://evil[.]example/", "https://evil.example/", "evil.example"),
        ], self.found(PLAIN, "--defanged"))

    def test_in_html(self):
        self.assertEqual([
            ("html:text", "defanged", "hxxps://evil[.]example/a", "https://evil.example/a", "evil.example"),
            ("html:text", "defanged", "evil[.]example", "http://evil.example", "evil.example"),
            ("a@href", "absolute", "http://live.example/", "http://live.example/", "live.example"),
            ("html:text", "defanged", "http://half[.]example/", "http://half.example/", "half.example"),
            ("html:text", "defanged", "secret[.]example", "http://secret.example", "secret.example"),
        ], self.found(HTML, "--defanged"))
        row = self.rows("links", "--defanged", "--hidden", "style", self.write("m.eml", HTML))
        self.assertEqual(["secret[.]example"], [r["reference"] for r in row])

    def test_spans_are_exact(self):
        for row in self.rows("links", "--defanged", self.write("m.eml", PLAIN)):
            content = PLAIN.partition("\n\n")[2]
            self.assertEqual(row["reference"], content[row["start"]:row["end"]])

    def test_only_with_the_option(self):
        for text, live in ((PLAIN, "text"), (HTML, "a@href")):
            self.assertEqual([(live, "absolute", "http://live.example/", "http://live.example/", "live.example")], self.found(text))

    def test_by_status_and_host(self):
        path = self.write("m.eml", PLAIN)
        self.assertEqual(3, len(self.rows("links", "--defanged", "--status", "defanged", path)))
        self.assertEqual(1, len(self.rows("links", "--defanged", "--host", "bad.example", path)))

    def test_whatever_the_rules_and_the_base_are(self):
        path = self.write("m.eml", "Base: <URL:http://base.example/>\n" + PLAIN)
        for rules in ("rfc1808", "rfc3986", "whatwg"):
            row, = self.rows("links", "--defanged", "--rules", rules, "--host", "bad.example", path)
            self.assertEqual("http://bad.example" + "/" * (rules == "whatwg"), row["resolved"])
            self.assertEqual("http://base.example/", row["base"])

    def test_check_reads_the_live_form(self):
        path = self.write("m.eml", PLAIN)
        self.assertEqual(self.rows("check", path), self.rows("check", "--defanged", path))

    def test_rewriting_and_extracting_leave_them(self):
        path = self.write("m.eml", "Base: <URL:http://base.example/>\n" + PLAIN)
        self.assertEqual(path.read_text(), self.run_ok("rewrite", path).decode())
        out = self.folder / "out"
        self.run_ok("extract", path, "-o", out)
        self.run_ok("links", "--defanged", "--format", "sqlite", "-o", self.folder / "x.sqlite", path)


LINKS = ("Base: <URL:http://base.example/d/>\nMIME-Version: 1.0\nContent-Type: text/html\n"
         "Content-Location: http://place.example/a.html\n\n"
         "<a href='https://evil.example/a.b?c=d.e'>see http://text.example/ now</a> <a href='x.html'>x</a> "
         "<a href='mailto:joe.b@evil.example'>m</a> www.guess.example/p <a href='//host.example/y'>y</a>")


class Defang(CliTest):
    def setUp(self):
        super().setUp()
        self.message = self.write("m.eml", LINKS)

    def test_links(self):
        rows = [row for row in self.rows("links", "--defang", self.message) if row["part"] == "1"]
        self.assertEqual([
            ("hxxps://evil[.]example/a.b?c=d.e", "hxxps://evil[.]example/a.b?c=d.e", "evil[.]example", "see hxxp://text[.]example/ now"),
            ("x.html", "hxxp://base[.]example/d/x.html", "base[.]example", "x"),
            ("mailto:joe.b[@]evil[.]example", "mailto:joe.b[@]evil[.]example", None, "m"),
            ("www[.]guess[.]example/p", "hxxp://www[.]guess[.]example/p", "www[.]guess[.]example", None),
            ("//host[.]example/y", "hxxp://host[.]example/y", "host[.]example", "y"),
        ], [(row["reference"], row["resolved"], row["host"], row["text"]) for row in rows])
        self.assertEqual({"hxxp://base[.]example/d/"}, {row["base"] for row in rows})

    def test_only_urls_differ(self):
        urls = {"reference", "resolved", "host", "base", "text", "unwrapped"}
        for plain, written in zip(self.rows("links", self.message), self.rows("links", "--defang", self.message), strict=True):
            self.assertEqual({k: v for k, v in plain.items() if k not in urls}, {k: v for k, v in written.items() if k not in urls})

    def test_filters_read_the_live_form(self):
        self.assertEqual(1, len(self.rows("links", "--defang", "--host", "host.example", self.message)))

    def test_no_live_url_in_any_format(self):
        path = self.write("differs.eml", LINKS + "<a href='http://evil.example/'>https://text.example/</a>")
        for command in ("links", "tree", "check"):
            for options in (["--format", "text"], ["--format", "jsonl"], ["--format", "csv"], ["--summary"] * (command == "check")):
                output = run(command, "--defang", *options, path).stdout.decode()
                for live in ("http:", "https:", "www.", "evil.example", "base.example", "place.example", "text.example"):
                    self.assertNotIn(live, output, (command, options))
                self.assertIn("[.]", output)
        self.assertEqual(b"hxxp://place[.]example/a.html", self.run_ok("links", "--defang", "--format", "urls", self.message).splitlines()[1])

    def test_tree(self):
        row, = self.rows("tree", "--defang", self.message)
        self.assertEqual(("hxxp://base[.]example/d/", "hxxp://place[.]example/a.html"), (row["base"], row["content_location"]))
        self.assertEqual(["hxxp://base[.]example/d/", "hxxp://place[.]example/a.html"], [candidate["url"] for candidate in row["chain"]])
        self.assertEqual("hxxp://place[.]example/a.html", row["chain"][1]["raw"])

    def test_counts(self):
        self.assertIn("hxxp://host[.]example/y", [row["resolved"] for row in self.rows("links", "--unique", "--defang", self.message)])
        by = {what: self.rows("links", "--top", what, "--defang", self.message) for what in ("hosts", "domains", "urls")}
        self.assertIn({"count": 1, "url": "hxxp://host[.]example/y", "host": "host[.]example", "domain": "host[.]example"}, by["urls"])
        self.assertIn("www[.]guess[.]example", [row["host"] for row in by["hosts"]])
        self.assertIn("guess[.]example", [row["domain"] for row in by["domains"]])

    def test_csv_and_database(self):
        rows = self.rows("links", "--defang", self.message)
        table = csv.DictReader(io.StringIO(self.run_ok("links", "--defang", "--format", "csv", self.message).decode()))
        self.assertEqual([row["resolved"] for row in rows], [row["resolved"] for row in table])
        path = self.folder / "x.sqlite"
        self.run_ok("links", "--defang", "-o", path, self.message)
        database = sqlite3.connect(path)
        self.assertEqual([(row["reference"], row["resolved"], row["host"]) for row in rows],
                         database.execute("SELECT reference, resolved, host FROM links").fetchall())
        self.assertIn(("www[.]guess[.]example", "guess[.]example"), database.execute("SELECT name, domain FROM host").fetchall())
        database.close()

    def test_twice_is_once(self):
        text = "Content-Type: text/plain\n\nhxxp://evil[.]example/a evil[.]example h**p://evil[.]example/\n"
        rows = self.rows("links", "--defanged", "--defang", self.write("d.eml", text))
        self.assertEqual(["hxxp://evil[.]example/a", "evil[.]example", "h**p://evil[.]example/"], [row["reference"] for row in rows])
        self.assertEqual("hxxp://evil[.]example/a", rows[0]["resolved"])


if __name__ == "__main__":
    main()
