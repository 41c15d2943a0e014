#!/usr/bin/env python3
"""`--as READER`, and what `compare` says about readers that disagree."""

import csv
import io
import json
import sqlite3
import unittest

from support import CliTest, run

# Chromium opens a single part only if it has a transfer encoding.
HTML = "Content-Transfer-Encoding: 7bit\nContent-Type: text/html\n\n"
TEXT = "Content-Type: text/plain\n\n"
BASED = "Content-Base: http://base.example/d/\n" + HTML
LATE = HTML + "<a href=x.html>x</a><base href=http://html.example/d/>"
ENDS = TEXT + "http://a.example/x- www.b.example WWW.b.example HTTP://b.example/ http://c.example/x_(y) xmpp:x@d.example sftp://d.example/ <URL:x.html>"

# message, reader, (opens, opens_by) of each reference in a body, why
OPENS = (
    (LATE, "chromium", [("url http://html.example/d/x.html", "click"), (None, "none")], "a late <base> applies to links before it"),
    (BASED + "<a href=x>", "thunderbird", [("url http://base.example/d/x", "click")], "Content-Base counts"),
    (BASED + "<base href=http://html.example/><a href=x>", "thunderbird", [(None, "none"), ("url http://base.example/d/x", "click")],
     "a heading comes before the document"),
    (BASED + "<a href=x>", "roundcube", [("url http://x", "click")], "a name becomes a host"),
    (HTML + "<base href=http://html.example/d/x><a href='//other.example/y'>", "roundcube",
     [(None, "none"), ("url http://html.example//other.example/y", "click")], "joined as text"),
    (HTML + "<base href=http://html.example/d/>\n<a href=HTTP://a.example/><a href='x y'><a href=' x'>", "roundcube",
     [(None, "none"), ("url http://html.example/d/HTTP://a.example/", "click"), ("url http://html.example/d/x", "click"), ("url http://x", "click")],
     "only what the expression for attributes matches is joined"),
    (HTML + "<base href=http://html.example/><p style='background: url(http://a.example/i.png)'>", "roundcube", [(None, "none")] * 2,
     "a base breaks url()"),
    ("Subject: x\n\nsee http://a.example/x*, http://b.example/y(z), http://c.example/(d))\n__http://e.example/\n", "roundcube",
     [("url http://a.example/x*", "click"), ("url http://b.example/y(z)", "click"), ("url http://c.example/(d)", "click"), (None, "none")], "ends in text"),
    ("Subject: x\n\nsee http://a.example/x*, http://b.example/y(z)\nsftp://c.example/d.\n", "mhonarc",
     [("url http://a.example/x*", "click"), ("url http://b.example/y", "click"), ("url ftp://c.example/d", "click")], "ends in text"),
    (BASED + "<a href=\"&#104;ttp://a.example/\"><a href=\"&#x2f;x\"><a href='#x'><a title='>' href='y'>", "mhonarc",
     [("url http://a.example/", "click"), ("url http://base.example/d//x", "click"), (None, "none"), (None, "none")], "the source is searched"),
    (BASED + "<a href='x.html'>", "mhonarc", [("url http://base.example/d/x.html", "click")], "Content-Base counts"),
    (BASED + "<a href=/x>", "evolution", [("url mail://account/x", "click")], "the message's own URL"),
    (BASED + "<a href=x>", "kmail", [("url file:///x", "click")], "one document at file:///"),
    (HTML + "<base href=http://html.example/p.html><a href=x>", "rspamd", [(None, "none"), ("url http://html.example/p.htmlx", "click")],
     "put before the reference"),
    (HTML + "<base href=http://html.example/p.html><a href=x>", "spamassassin", [(None, "none"), ("url http://html.example/x", "click")], "the folder"),
    (TEXT + "http://a.invalid/ http://example.com/%41. gopher://example.com/x news:x@example.com http://127.0.0.1/", "spamassassin",
     [(None, "none"), ("url http://example.com/%41", "click"), ("url http://example.com/x", "click"), ("url mailto:news:x@example.com", "click"), ("url http://127.0.0.1/", "click")],
     "known suffixes and addresses, and schemes taken for none"),
    (HTML + "<a href=1x:y>x</a><a href='a\tb'>x</a><template><a href=http://example.com/>x</a></template>", "spamassassin",
     [("url 1x:y", "click"), ("url a\tb", "click"), ("url http://example.com/", "click")], "any scheme, tabs and templates"),
    (TEXT + "http://a.invalid/ http://Example.com/%41. mailto:x@example.com", "rspamd",
     [(None, "none"), ("url http://example.com/A.", "click"), ("url mailto://x@example.com", "click")], "known suffixes, and decoded"),
    (HTML + "<a href='HTTP://Example.com/ab/../c//d/./e+%66%'>x</a><a href=http:/x>x</a><a href=example.com>x</a><a href=x.invalid>x</a>", "rspamd",
     [("url http://example.com/ab/c/d/e f", "click"), (None, "none"), ("url http://example.com", "click"), (None, "none")], "rewritten"),
    (HTML + "<base href=http://a.example><a href=x>x</a><noscript><a href=x>x</a></noscript><template><a href=x>x</a></template>", "rspamd",
     [(None, "none"), ("url http://a.example/x", "click"), (None, "none"), ("url http://a.example/x", "click")], "what it skips"),
    (ENDS, "evolution", [("url http://a.example/x", "click"), ("url http://www.b.example/", "click"), (None, "none"), (None, "none"),
                         ("url http://c.example/x_(y)", "click"), ("url mailto:x@d.example", "click"), ("url sftp://d.example/", "click"), (None, "none")], "URLs in text"),
    (ENDS, "kmail", [("url http://a.example/x-", "click"), ("url http://www.b.example/", "click"), (None, "none"), (None, "none"),
                     ("url http://c.example/x_(y", "click"), ("url xmpp:x@d.example", "click"), ("url sftp://d.example/", "click"), (None, "none")], "URLs in text"),
    (ENDS, "hypermail", [("url http://a.example/x", "click"), (None, "none"), (None, "none"), ("url http://b.example/", "click"),
                         ("url http://c.example/x_(y", "click"), (None, "none"), (None, "none"), (None, "none")], "URLs in text"),
    (HTML + "<a href=http://a.example/%7Ex>x</a><a href=HTTP://A.example/>x</a>", "kmail", [("url http://a.example/~x", "click"), ("url http://a.example/", "click")],
     "an older Chromium's URLs"),
    (HTML + "<img src=http://remote.example/i.png>", "thunderbird", [("url http://remote.example/i.png", "load")], "remote content, which a person has to allow"),
    (HTML + "<img src=http://remote.example/i.png>", "chromium", [(None, "none")], "the network is out of reach of an archive"),
    (HTML + "<!-- <a href=http://a.example/> --><template><a href=http://b.example/></template>", "chromium", [(None, "none")] * 2, "not shown"),
)


def related(document, image):
    return ("Content-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\n\n" + document +
            "\n--b\nContent-Type: image/png\n" + image + "\n\nx\n--b--\n")


def rows_of(command, message, *options):
    done = run(command, *options, "--format", "jsonl", input=message.encode())
    assert done.returncode in (0, 1), done.stderr
    # Without rows there is a sentence that says why.
    assert not done.stderr or command == "compare" and not done.stdout, done.stderr
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


# message, readers, reasons of the row
SPLIT = BASED + "<base href=http://html.example/>"
ALTERNATIVE = ("Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain\n\nhttp://example.com/%41.\n"
               "--b\nContent-Type: text/html\n\nx\n--b--\n")
REASONS = (
    (SPLIT.replace("Content-Transfer-Encoding: 7bit\n", "") + "<a href=x/y>", "rfc1808,chromium,thunderbird", {"chromium": "file"}),
    (ALTERNATIVE, "thunderbird,spamassassin,rspamd", {"thunderbird": "not-shown"}),
    (SPLIT + "<template><a href=x>x</a></template>", "rfc1808,chromium,thunderbird,spamassassin", {"chromium": "hidden", "thunderbird": "hidden"}),
    (SPLIT + "<img src=i.png>", "rfc1808,thunderbird,mhonarc", {"mhonarc": "blocked"}),
    (SPLIT + "<img srcset='i.png 2x'>", "rfc1808,thunderbird,roundcube,spamassassin", {"roundcube": "ignored", "spamassassin": "ignored"}),
    (HTML + "<a href=javascript:x>x</a>", "roundcube,kmail,hypermail", {"roundcube": "no-url", "kmail": "no-url"}),
    (HTML + "<a href=x/y>x</a>", "evolution,thunderbird,chromium", {"thunderbird": "no-base", "chromium": "no-base"}),
    (related("<img src='cid:i%40x'>", "Content-ID: <i@x>"), "kmail,evolution", {"evolution": "no-part"}),
)


def shown(opens):
    return None if opens is None else " ".join(*opens.items())


class Opens(CliTest):
    def test_table(self):
        for message, reader, expected, why in OPENS:
            with self.subTest(why, reader=reader):
                rows = [row for row in rows_of("links", message, "--as", reader) if not row["context"].startswith("header:")]
                self.assertEqual([(shown(row["opens"]), row["opens_by"]) for row in rows], expected)
                self.assertEqual({row["reader"] for row in rows}, {reader})

    def test_parts(self):
        message = related("<img src='cid:i@x'><img src='cid:I@x'>", "Content-ID: <i@x>")
        for reader, expected in (("chromium", ["part 2", None]), ("thunderbird", ["part 2", None]), ("kmail", ["part 2", None]),
                                 ("evolution", ["part 2", None]), ("roundcube", ["part 2", None]), ("mhonarc", ["part 2", None])):
            with self.subTest(reader=reader):
                self.assertEqual([shown(row["opens"]) for row in rows_of("links", message, "--as", reader)], expected)

    def test_forms_of_labels(self):
        message = related("<img src='cid:i%40x'><img src='cid:i@x?y'><img src='cid:i@x'>", "Content-ID: <i@x>" + "\n\nx\n--b\nContent-Type: image/png\nContent-ID: <i@x>")
        for reader, expected in (("kmail", ["part 3", "part 3", "part 3"]), ("evolution", [None, None, "part 2"]), ("hypermail", ["url cid:i%40x", "url cid:i_at_x?y", "url cid:i_at_x"])):
            with self.subTest(reader=reader):
                self.assertEqual([shown(row["opens"]) for row in rows_of("links", message, "--as", reader)], expected)

    def test_rows_without_a_reader_have_no_such_keys(self):
        for options in ((), ("--as", "rfc1808")):
            row, = rows_of("links", HTML + "<a href=http://a.example/>", *options)
            self.assertFalse({"reader", "opens", "opens_by"} & set(row))

    def test_keys_come_in_order(self):
        row, = rows_of("links", HTML + "<a href=http://a.example/>", "--as", "chromium", "--unique")
        self.assertEqual(list(row)[-4:], ["reader", "opens", "opens_by", "count"])

    def test_csv(self):
        done = run("links", "--as", "chromium", "--format", "csv", input=(HTML + "<a href=http://a.example/>").encode())
        row, = csv.DictReader(io.StringIO(done.stdout.decode(), newline=""))
        self.assertEqual((row["reader"], json.loads(row["opens"]), row["opens_by"]), ("chromium", {"url": "http://a.example/"}, "click"))

    def test_bases_of_any_length_do_not_multiply(self):
        message = "Content-Base: http://h.example/" + "x/" * 50_000 + "\n" + HTML + "<a href=y>" * 2000
        for reader in ("thunderbird", "mhonarc", "roundcube"):
            done = run("links", "--as", reader, "--format", "jsonl", input=message.encode())
            self.assertLess(len(done.stdout), 4_000_000)
        message = HTML + "<base href=http://h.example/" + "x/" * 50_000 + ">" + "<a href=y>" * 2000
        for reader in ("hypermail", "kmail", "evolution"):
            done = run("links", "--as", reader, "--format", "jsonl", input=message.encode())
            self.assertLess(len(done.stdout), 4_000_000)

    def test_a_long_reference_is_read_in_linear_time(self):
        bars = "|" * 300_000
        row, = rows_of("links", f"{HTML}<a href='http://a.example/{bars}?{bars}'>", "--as", "chromium")
        self.assertEqual({"url": f"http://a.example/{bars.replace('|', '%7C')}?{bars}"}, row["opens"])
        closing = ")" * 300_000
        row, = rows_of("links", f"Content-Type: text/plain\n\nhttp://a.example/{closing}", "--as", "evolution")
        self.assertEqual({"url": "http://a.example/"}, row["opens"])

    def test_tree_shows_the_base_of_the_reader(self):
        message = BASED + "<base href=http://html.example/>"
        for reader, base in (("thunderbird", "http://base.example/d/"), ("chromium", "http://html.example/"), ("kmail", "http://html.example/")):
            row, = rows_of("tree", message, "--as", reader)
            self.assertEqual((row["base"], [one["url"] for one in row["chain"] if one["state"] == "effective"]), (base, [base]))

    def test_rewrite_writes_what_the_reader_opens(self):
        message = (BASED + "<base href=http://html.example/d/p.html><a href=x.html>").encode()
        for reader, expected in (("thunderbird", b"<a href=http://base.example/d/x.html>"), ("chromium", b"<a href=http://html.example/d/x.html>")):
            self.assertIn(expected, run("rewrite", "--as", reader, input=message).stdout)


class Compare(CliTest):
    def test_rows(self):
        row, = rows_of("compare", BASED + "<a href='/x.html'>", "--as", "rfc1808,thunderbird,mhonarc,roundcube")
        self.assertEqual((row["reference"], row["difference"], row["part"], row["context"]), ("/x.html", "nothing", "1", "a@href"))
        here = {"url": "http://base.example/x.html"}
        self.assertEqual(row["opens"], {"rfc1808": here, "thunderbird": here, "mhonarc": here, "roundcube": None})

    def test_reasons(self):
        for message, readers, expected in REASONS:
            with self.subTest(message, readers=readers):
                rows = rows_of("compare", message, "--as", readers)
                self.assertEqual([row["reasons"] for row in rows], [expected])
                for row in rows:
                    self.assertEqual(set(row["reasons"]), {reader for reader, opens in row["opens"].items() if opens is None})
                    self.assertEqual(list(row)[-2:], ["opens", "reasons"])

    def test_reasons_in_words(self):
        message, readers, _ = REASONS[0]
        text = run("compare", "--color=never", "--as", readers, input=message.encode()).stdout.decode()
        self.assertIn("    chromium                            [nothing: the message is not shown]\n", text)
        message, readers, _ = REASONS[4]
        text = run("compare", "--color=never", "--as", readers, input=message.encode()).stdout.decode()
        self.assertIn("    roundcube, spamassassin             [nothing: such references are ignored]\n", text)

    def test_rfc1808_is_no_reader(self):
        self.assertEqual(rows_of("compare", HTML + "<a href=javascript:x>x</a>", "--as", "rfc1808,chromium,thunderbird,roundcube"), [])
        self.assertEqual(rows_of("compare", HTML + "<a href=x>", "--as", "rfc1808,thunderbird,evolution")[0]["opens"]["thunderbird"], None)
        # A single reader is compared with RFC 1808.
        row, = rows_of("compare", BASED + "<a href='/x'>", "--as", "rfc1808,roundcube")
        self.assertEqual(row["reasons"], {"roundcube": "no-base"})
        base = "Base: <URL:http://base.example/d/>\n" + HTML + "<a href=x/y>"
        self.assertEqual(rows_of("compare", base, "--as", "rfc1808,thunderbird,chromium"), [])
        self.assertIn("base-hidden", [row["code"] for row in rows_of("check", base)])

    def test_a_blank_is_no_difference(self):
        message = HTML + "<a href='mailto:a@b.example?subject=x y'>x</a>"
        self.assertEqual(rows_of("compare", message, "--as", "rfc1808,chromium,thunderbird,kmail,evolution"), [])

    def test_no_part_is_no_remote_content(self):
        message = related("<img src='cid:i@x'><img src='cid:none@x'>", "Content-ID: <i@x>")
        self.assertEqual(rows_of("compare", message), [])
        for document in ("<img src='cid:i@x'>", "<iframe src='cid:i@x'></iframe>", "<link rel=stylesheet href='cid:i@x'>", "<table background='cid:i@x'>"):
            for type_ in ("image/png", "text/html", "application/pdf", "multipart/mixed; boundary=c"):
                message = related(document, "Content-ID: <i@x>").replace("image/png", type_)
                for row in rows_of("compare", message):
                    for reader in ("chromium", "thunderbird", "roundcube", "mhonarc"):
                        one, = (one for one in rows_of("links", message, "--as", reader) if one["start"] == row["start"])
                        with self.subTest(document, type=type_, reader=reader):
                            self.assertEqual(row["opens"][reader], one["opens"])

    def test_worst(self):
        for document, expected in (("<base href=http://www.base.example/><a href=x>", "host"), ("<base href=http://html.example/><a href=x>", "domain"),
                                   ("<base href=http://base.example/e/><a href=x>", "url")):
            row, = rows_of("compare", BASED + document, "--as", "chromium,thunderbird")
            self.assertEqual(row["difference"], expected)

    def test_agreement_is_no_row(self):
        for message in (HTML + "<a href=http://a.example/x><a href=HTTP://a.example/x><a href='#f'>",
                        related("<img src='cid:i@x'><img src=http://remote.example/>", "Content-ID: <i@x>"),
                        HTML + "<blockquote cite=x>", "List-Archive: <x>\n\ntext"):
            self.assertEqual(rows_of("compare", message), [])

    def test_text_has_the_worst_first(self):
        message = BASED + "<a href=/x.html><a href=name>"
        done = run("compare", "--color=never", input=message.encode())
        lines = [line.split() for line in done.stdout.decode().splitlines() if not line.startswith("    ") and line.startswith("  ")]
        self.assertEqual([line[0] for line in lines], sorted((line[0] for line in lines), key=["domain", "host", "url", "nothing"].index))
        self.assertIn("thunderbird", done.stdout.decode())

    def test_wrong_usage(self):
        for options in (("--as", "chromium"), ("--as", "nobody,chromium"), ("--format", "sqlite")):
            self.assertEqual(run("compare", *options).returncode, 2)

    def views(self, path, view):
        database = sqlite3.connect(path)
        database.row_factory = sqlite3.Row
        rows = [dict(row) for row in database.execute(f"SELECT * FROM {view}")]
        self.assertEqual([], database.execute("PRAGMA foreign_key_check").fetchall())
        database.close()
        return rows

    def test_a_database_has_the_same_rows(self):
        message = self.write("m.eml", "Message-ID: <a@b>\n" + BASED + "<a href=/x.html><a href=name>")
        for options in ((), ("--fields", "content-base"), ("--as", "thunderbird,roundcube"), ("--defang",)):
            with self.subTest(options):
                path = self.folder / "x.sqlite"
                self.run_ok("compare", "--force", *options, "-o", path, message)
                rows = self.views(path, "comparisons")
                for row in rows:
                    row["opens"], row["reasons"] = json.loads(row["opens"]), json.loads(row["reasons"])
                    row["fields"] = row["fields"] and json.loads(row["fields"])
                wanted = self.rows("compare", *options, message)
                self.assertGreater(len(wanted), 1)
                self.assertEqual([{"fields": None, **row} for row in wanted], rows)

    def test_a_database_has_them_beside_other_rows(self):
        messages = [self.write(f"{name}.eml", BASED + f"<a href={name}>") for name in "ab"]
        path = self.folder / "x.sqlite"
        for command in ("links", "compare", "check", "compare"):
            self.assertIn(run(command, "--append", "-o", path, messages[0]).returncode, (0, 1))
        self.run_ok("compare", "--quiet", "--append", "-o", path, *messages)
        self.assertEqual(["a", "b"], [row["reference"] for row in self.views(path, "comparisons")])
        self.assertEqual(1, len([row for row in self.views(path, "links") if row["context"] == "a@href"]))
        self.assertEqual([1, 1], [row["has_compare"] for row in self.views(path, "source")])
        self.assert_fails(2, "compare --as", "compare", "--append", "--as", "chromium,mhonarc", "-o", path, messages[0])
        self.run_ok("links", "--append", "-o", path, messages[1])

    def test_a_database_has_them_beside_what_one_reader_opens(self):
        message = self.write("a.eml", BASED + "<a href=x>")
        commands = [("links", "--as", "thunderbird"), ("compare", "--as", "thunderbird,roundcube"), ("tree", "--as", "mhonarc")]
        for order in (commands, commands[::-1]):
            with self.subTest(order):
                path = self.folder / f"{order[0][0]}.sqlite"
                for command in order:
                    self.run_ok(*command, "--append", "-o", path, message)
                self.assertEqual({"thunderbird"}, {row["reader"] for row in self.views(path, "links")})
                opens = [json.loads(row["opens"]) for row in self.views(path, "comparisons")]
                self.assertEqual([{"thunderbird", "roundcube"}], [set(readers) for readers in opens])
                for command in ("links", "tree"):
                    self.assert_fails(2, f"{command} --as", command, "--append", "--as", "kmail", "-o", path, message)


class Check(CliTest):
    def codes(self, message, *options):
        return [(row["code"], row["severity"]) for row in rows_of("check", message, *options) if "reader" in row["code"] or row["code"] == "base-hidden"]

    def test_codes(self):
        self.assertEqual(self.codes(BASED + "<a href=name>"), [("readers-disagree", "error"), ("base-hidden", "warning")])
        self.assertEqual(self.codes(BASED + "<a href=/x><a href=/y>", "--as", "roundcube"), [("readers-disagree", "note"), ("base-hidden", "warning")])
        self.assertEqual(self.codes(BASED + "<a href=/x>", "--as", "thunderbird"), [])
        self.assertEqual(self.codes(HTML + "<a href=http://a.example/x>"), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
