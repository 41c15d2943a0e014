"""URLs that nothing opens: finding them in text (--defanged), and writing them (--defang)."""

import csv
import functools
import io
import json
import random
import re
import sqlite3
import zlib

from support import CliTest, corpora_files, main, rows_of, run, sample_files

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


# What mail programs and terminals make links of, written without knowledge of how the program defangs.
LIVE = [re.compile(pattern, re.I) for pattern in (
    r"(?:https?|ftps?|sftp):[/\\\\]",
    r"(?:https?|ftps?|sftp):[^\s\[]*[a-z0-9]\.[a-z0-9]",
    r"(?<![a-z0-9+.-])(?![\w+.-]*(?:hxxp|fxp):)[a-z][a-z0-9+.-]*://[^\s/?#\[\]]*[a-z0-9]\.[a-z0-9]",
    r"(?:telnet|gopher|smb|news|nntp|file|ssh|ldap|irc|webcal)://[a-z0-9-]*(?:/|\s|$)",
    r"(?<![a-z0-9])www\.[a-z0-9-]",
    r"[a-z0-9_+-]@[a-z0-9-]+\.[a-z]",
    r"mailto:[^\s\[]*(?:@|%40)[a-z0-9-]+\.[a-z]",
)]
SKIPPED = {"source"}
PIECES = ["http://a.example/", "HTTPS://B.example:8/x?y=http://c.example", "http://d.example,http://e.example|ftp://f.example", "www.g.example",
          "WWW.H.EXAMPLE/x", "joe@i.example", "mailto:?cc=joe@j.example", "mailto:joe%40k.example", "<http://l.example>", "xhttp://m.example/",
          "//n.example/o", "http:\\\\p.example\\q", "http:///r.example/", "telnet://t", "smb://u/share", "sip:v@w.example",
          "cid:x@y.example", "http://z@a.example@b.example/c", "ftp://[::1]/", "data:text/html,<a href=http://c.example>", "\u65e5http://d.example\u672c",
          "=?utf-8?q?http://e.example?=", "(http://f.example)", "http://g.example.", "'http://h.example'", "svn+http://i.example", " http://j.example",
          "joe@k.example,ann@l.example;m@n.example", "http://o.example/p@q.example/www.r.example", "hxxp://s[.]example", "http://t[.]example.org/"]


@functools.cache
def live(text):
    return [match.group() for pattern in LIVE for match in pattern.finditer(text)]


def strings(value, key=""):
    """All texts in a value of JSON, with the key that they are under."""
    if isinstance(value, dict):
        for inner_key, inner in value.items():
            yield from strings(inner, inner_key)
    elif isinstance(value, list):
        for inner in value:
            yield from strings(inner, key)
    elif isinstance(value, str):
        yield key, value


class Property(CliTest):
    FIELDS = ("--fields", "subject,received,to,x-hostile,list-unsubscribe")

    def commands(self):
        for options in ((), ("--unique",), ("--as", "thunderbird"), ("--top", "hosts"), ("--top", "domains"), ("--top", "urls"), ("--defanged",)):
            yield "links", options
        yield from (("tree", ()), ("tree", ("--verbose",)), ("check", ()), ("check", ("--summary",)), ("compare", ()))

    def assert_dead(self, *arguments, form):
        counted = "--top" in arguments or "--summary" in arguments or "--verbose" in arguments
        fields = () if counted else self.FIELDS
        if form == "sqlite":
            path = self.folder / "x.sqlite"
            run(*arguments, *fields, "--force", "-o", path, "--defang")
            database = sqlite3.connect(path)
            texts = []
            for (table,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
                names = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
                for row in database.execute(f"SELECT * FROM {table}").fetchall():
                    texts += [(f"{table}.{name}", value) for name, value in zip(names, row) if isinstance(value, str)]
            database.close()
            texts = [(key, text) for key, text in texts if not key.startswith(("source.", "run_option.", "run.", "option"))]
        else:
            output = run(*arguments, *fields, "--defang", "--format", form).stdout.decode()
            self.seen += len(output)
            if form == "jsonl":
                texts = [pair for row in rows_of(output.encode()) for pair in strings(row)]
            elif form == "csv":
                texts = [pair for row in csv.DictReader(io.StringIO(output)) for pair in row.items()]
            else:
                texts = [("line", line) for line in output.splitlines()]
        for key, text in texts:
            if key not in SKIPPED:
                self.assertEqual(live(text), [], (arguments, form, key, text[:400]))

    def check_files(self, paths, forms):
        self.seen = 0
        for command, options in self.commands():
            for form in forms:
                if (form == "urls" and (command != "links" or options not in ((), ("--unique",), ("--top", "urls")))) or \
                        ("--verbose" in options and form != "text") or (form == "sqlite" and ("--top" in options or "--summary" in options)):
                    continue
                self.assert_dead(command, *options, *paths, form=form)
        self.assertGreater(self.seen, 10_000)

    def test_no_live_url_or_address_is_left_of_generated_messages(self):
        """Each text of a message, and each header field, can hold anything."""
        seed = 7
        generator = random.Random(seed)
        paths = []
        for number in range(40):
            def some(separator=" "):
                return separator.join(generator.choice(PIECES) for _ in range(generator.randrange(1, 4)))
            def line():
                return some().replace("\n", " ")
            fields = [f"From: {line()} <{some()}>", f"Subject: {line()}", f"To: {line()}", f"X-Hostile: {line()}", f"X-Hostile: {line()}",
                      f"Received: from {line()} by {line()}", f"Message-ID: <{line()}>", f"List-Unsubscribe: <{generator.choice(PIECES)}>, <{generator.choice(PIECES)}>",
                      f"Content-Base: {generator.choice(PIECES)}", f"Content-Location: {generator.choice(PIECES)}", "Date: Mon, 23 Nov 2026 12:00:00 +0000"]
            generator.shuffle(fields)
            link = "".join(f'<a href="{some()}" title="{some()}">{some()}</a><img src="{some()}"><{generator.choice(["x", "www.x.example", "a.b"])} style="background:url({some()})">'
                           for _ in range(4))
            parts = [f"Content-Type: text/html; charset={some()}\nContent-ID: <{some()}>\nContent-Disposition: {line()}; filename=\"{some()}\"\n\n{link}",
                     f"Content-Type: text/plain\nContent-Transfer-Encoding: {line()}\nContent-Location: {generator.choice(PIECES)}\n\n{some(chr(10))}",
                     f"Content-Type: {line()}\n\n{some()}", f"Content-Type: message/rfc822\n\nMessage-ID: <{some()}>\nContent-Type: text/html\n\n{link}"]
            body = "".join(f"--b\n{part}\n" for part in parts) + "--b--\n"
            paths.append(self.write(f"{number}.eml", "\n".join(fields) + f"\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n{body}"))
        self.check_files(paths, ("text", "jsonl", "csv", "urls", "sqlite"))

    def test_no_live_url_or_address_is_left_of_real_mail(self):
        self.check_files(sample_files(), ("text", "jsonl"))
        mail = corpora_files()
        if not mail:
            self.skipTest("no corpora: only samples and generated messages are defanged")
        # A few at a time, others with each command.
        self.check_files([path for path in mail if zlib.crc32(bytes(path)) % 6 == 0], ("jsonl",))

    def test_without_the_option_nothing_changes(self):
        """The live form is that of the row without --defang, in all keys."""
        path = self.write("m.eml", "Subject: see www.evil.example or http://evil.example/\nFrom: Joe <joe@evil.example>\nMessage-ID: <a@b.example>\n"
                          "X-Hostile: evil.example\nContent-Type: text/html; name=\"www.evil.example\"\n\n<a href='mailto:?cc=a@b.example'>www.evil.example</a>")
        for command in ("links", "tree", "check"):
            text, defanged = (json.dumps(rows_of(run(command, "--format", "jsonl", *self.FIELDS, *options, path).stdout))
                              for options in ((), ("--defang",)))
            for kept in ("evil.example", "a@b.example", "joe@evil.example")[: 2 if command != "links" else 3]:
                self.assertIn(kept, text, command)
            self.assertNotIn("[.]", text)
            self.assertIn("[.]", defanged)
        in_subject, second, row = self.rows("links", *self.FIELDS, "--defang", path)
        self.assertEqual(["www[.]evil[.]example", "hxxp://evil[.]example/"], [in_subject["reference"], second["reference"]])
        self.assertEqual(("see www[.]evil[.]example or hxxp://evil[.]example/", "Joe <joe[@]evil[.]example>", "a[@]b[.]example", "mailto:?cc=a[@]b[.]example"),
                         (row["subject"], row["from"], row["message_id"], row["reference"]))
        self.assertEqual("evil[.]example", row["fields"]["x-hostile"])
        row, = self.rows("tree", "--defang", path)
        self.assertEqual("www[.]evil[.]example", row["filename"])


if __name__ == "__main__":
    main()
