"""URLs that nothing opens: finding them in text (--defanged)."""

from support import CliTest, main

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


if __name__ == "__main__":
    main()
