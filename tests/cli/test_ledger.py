#!/usr/bin/env python3
"""`ledger`: what links to list archives lead to."""

import base64
import csv
import hashlib
import html
import io
import json
import os
import random
import re
import shutil
import sqlite3
import subprocess
import urllib.parse

try:
    import jsonschema
except ImportError:
    jsonschema = None

from support import SCHEMAS, CliTest, main, rows_of, run

SEED = int(os.environ.get("MIMEBASE_SEED", "5064"))
KEYS = ("source message offset message_id part context start end reference resolved scheme list names state target_source "
        "target_message").split()


def hyperkitty_hash(message_id):
    return base64.b32encode(hashlib.sha1(message_id.encode()).digest()).decode()


def ietf_hash(message_id, name):
    return base64.urlsafe_b64encode(hashlib.sha1((message_id + name).encode()).digest()).decode().rstrip("=")


def mail(message_id, *lines, header=()):
    """A message of an mbox, with a line of text each."""
    fields = "".join(field + "\n" for field in header)
    return (f"From a@x.example Thu Jan  1 00:00:00 2026\nFrom: a@x.example\nSubject: s\nMessage-ID: <{message_id}>\n{fields}\n"
            + "".join(line + "\n" for line in lines) + "\n")


class Ledger(CliTest):
    def settled(self, mbox, *options):
        """{resolved URL: (state, number of the target)} of the references in text."""
        path = self.write("list.mbox", mbox)
        return {row["resolved"]: (row["state"], row["target_message"])
                for row in self.rows("ledger", *options, path) if row["context"].startswith("text")}


HK = "https://lists.example.org/archives/list/dev@lists.example.org/message/"

# what INPUT has, its header, URL, state, number of the message that it leads to, why
STATES = (
    (["a@x"], (), "https://lore.kernel.org/git/a@x/", "message", 1, "the Message-ID is in the URL"),
    (["a@x", "b@x"], (), "https://lore.kernel.org/r/b%40x", "message", 2, "percent-encoded"),
    (["a/b@x"], (), "https://lore.kernel.org/all/a%2Fb@x/", "message", 1, "a slash in the Message-ID"),
    (["a@x"], (), "https://lore.kernel.org/git/b@x/", "elsewhere", None, "nothing says that this is git's archive"),
    (["a@x"], ("List-Archive: <https://lore.kernel.org/git/>",), "https://lore.kernel.org/git/b@x/", "lost", None, "now something does"),
    (["a@x"], ("List-Archive: <https://lore.kernel.org/git/>",), "https://lore.kernel.org/lkml/b@x/", "elsewhere", None, "another list"),
    (["a@x"], ("Archived-At: <https://lore.kernel.org/git/a@x/>",), "https://lore.kernel.org/git/b@x/", "lost", None, "Archived-At does too"),
    (["a@x"], ("List-Archive: <https://inbox.example/dev/>",), "https://inbox.example/dev/a@x/", "message", 1, "public-inbox of one's own"),
    (["a@x", "a@x"], (), "https://lore.kernel.org/git/a@x/", "ambiguous", None, "two messages have the Message-ID"),
    (["12345"], (), HK + "RSZCG7IGPHFIRW3EMTVMMDNJMNCVCOLE/", "message", 1, "HyperKitty's hash"),
    (["aa9EFyfi9iprkQzi@stanley.mountain"], (), HK + "4WHXS3N3OUXOOXXCKPSB22TEACN2QFFV/", "message", 1, "HyperKitty's hash"),
    (["other@x"], ("Message-ID-Hash: RSZCG7IGPHFIRW3EMTVMMDNJMNCVCOLE",), HK + "RSZCG7IGPHFIRW3EMTVMMDNJMNCVCOLE/", "message", 1, "the field says so"),
    (["other@x", "12345"], ("Message-ID-Hash: RSZCG7IGPHFIRW3EMTVMMDNJMNCVCOLE",), HK + "RSZCG7IGPHFIRW3EMTVMMDNJMNCVCOLE/", "message", 2,
     "a field of another message does not count"),
    (["a@x"], ("List-Archive: <https://lists.example.org/archives/list/dev@lists.example.org/>",), HK + "RSZCG7IGPHFIRW3EMTVMMDNJMNCVCOLE/", "lost", None,
     "HyperKitty's list"),
    (["CADx9qWj0fWWhT4OBLqy9MJ=hSZwSfdWvsn+9AqxmvE_DuEGCTg@mail.gmail.com"], (), "https://mailarchive.ietf.org/arch/msg/bpf/pwqEECoNbGCB5xt9EOcMr1TVIX4/",
     "message", 1, "the IETF's hash"),
    (["CADx9qWj0fWWhT4OBLqy9MJ=hSZwSfdWvsn+9AqxmvE_DuEGCTg@mail.gmail.com"], (), "https://mailarchive.ietf.org/arch/msg/tls/pwqEECoNbGCB5xt9EOcMr1TVIX4/",
     "elsewhere", None, "which depends on the list"),
    (["a@x"], (), "https://www.postgresql.org/message-id/flat/a%40x", "message", 1, "PostgreSQL"),
    (["49302488.5000002@force-elite.com"], (), "http://mail-archives.apache.org/mod_mbox/httpd-dev/200811.mbox/%3C49302488.5000002@force-elite.com%3E", "message", 1,
     "mod_mbox"),
    (["49302488.5000002@force-elite.com"], (), "http://mail-archives.apache.org/mod_mbox/httpd-dev/200811.mbox/<49302488.5000002@force-elite.com>", "message", 1,
     "brackets as they are"),
    (["a@x"], (), "mid:a@x", "message", 1, "RFC 2392"),
    (["a@x"], (), "news:a@x.example", "elsewhere", None, "RFC 5538"),
    (["a@x"], (), "https://lists.apache.org/thread/8fgp2do75oqo6qd08vs4p7dpp1gj4vjn", "candidate", None, "Pony Mail"),
    (["a@x"], ("Archived-At: <https://lists.apache.org/thread/8fgp2do75oqo6qd08vs4p7dpp1gj4vjn>",),
     "https://lists.apache.org/thread/8fgp2do75oqo6qd08vs4p7dpp1gj4vjn", "message", 1, "Archived-At wins"),
    (["a@x"], (), "https://lists.example.org/pipermail/dev/2024-May/000123.html", "page-bound", None, "a number"),
    (["a@x"], ("Archived-At: <https://lists.example.org/pipermail/dev/2024-May/000123.html>",), "https://lists.example.org/pipermail/dev/2024-May/000123.html",
     "message", 1, "which Archived-At translates"),
    (["a@x"], ("Archived-At: <https://lists.example.org/pipermail/dev/2024-May/000123.html>",), "https://lists.example.org/pipermail/dev/2024-May/000124.html",
     "lost", None, "an archive of the input's own"),
    (["a@x"], ("Archived-At:\n <http://Archive.Example:80/x/\n y>",), "https://archive.example/x/y/", "message", 1, "written differently"),
    (["a@x"], ("X-Archived-At: <http://archive.example/1>",), "http://archive.example/1", "message", 1, "the field's old name"),
    (["a@x", "b@x"], ("Archived-At: <" + HK + hyperkitty_hash("b@x") + "/>",), HK + hyperkitty_hash("b@x") + "/", "message", 1, "Archived-At wins over the rule"),
    (["a@x"], (), "https://groups.google.com/d/msgid/kasan-dev/a%40x.", "message", 1, "the full stop of a sentence is none of it"),
)


class States(Ledger):
    def test_each(self):
        for ids, header, url, state, target, why in STATES:
            with self.subTest(why=why, url=url):
                mbox = "".join(mail(each, header=header if number == 0 else ()) for number, each in enumerate(ids))
                settled = self.settled(mbox + mail("link@z.example", f"see {url} for more"))
                self.assertEqual(settled, {url.removesuffix("."): (state, target)})

    def test_other_urls_have_no_rows(self):
        self.assertEqual(self.settled(mail("a@x", "http://www.example.org/ mailto:b@x.example https://x.example/dev/b@x/")), {})

    def test_a_message_may_follow_its_link_and_be_in_another_input(self):
        first = self.write("1.eml", "Message-ID: <1@x>\n\nhttps://lore.kernel.org/git/2@x/\n")
        second = self.write("2.mbox", mail("0@x") + mail("2@x", "https://lore.kernel.org/git/1@x/"))
        rows = self.rows("ledger", first, second)
        self.assertEqual([(row["message_id"], row["state"], row["target_source"], row["target_message"]) for row in rows],
                         [("1@x", "message", str(second), 2), ("2@x", "message", str(first), 1)])

    def test_rows(self):
        path = self.write("list.mbox", mail("a@x", "see https://lore.kernel.org/git/a%40x/#m12 now"))
        row, = self.rows("ledger", path)
        self.assertEqual(list(row), KEYS)
        self.assertEqual(row, {
            "source": str(path), "message": 1, "offset": 0, "message_id": "a@x", "part": "1", "context": "text", "start": 4, "end": 42,
            "reference": "https://lore.kernel.org/git/a%40x/#m12", "resolved": "https://lore.kernel.org/git/a%40x/#m12", "scheme": "public-inbox",
            "list": "git", "names": "a@x", "state": "message", "target_source": str(path), "target_message": 1})

    def test_brackets_belong_to_the_reference(self):
        url = "http://mail-archives.apache.org/mod_mbox/httpd-dev/200811.mbox/<1@x.example>"
        cases = ((f"a {url} b", url), (f"<{url}>", url), (f"a {url.replace('1@x', '1 @x')}", None), (f"http://x.example/ <1@x.example>", None),
                 (f"http://lore.kernel.org/git<1@x.example>", None))
        for text, expected in cases:
            with self.subTest(text=text):
                rows = self.rows("ledger", self.write("one.mbox", mail("link@z.example", text)))
                self.assertEqual([row["reference"] for row in rows], [expected] if expected else [])
                if expected:
                    self.assertEqual([(row["names"], row["end"] - row["start"], row["scheme"]) for row in rows], [("1@x.example", len(url), "mod-mbox")])
        page = f"Message-ID: <a@z>\nContent-Type: text/html\n\n<p>{html.escape(url)} x</p>"
        row, = self.rows("ledger", self.write("page.eml", page))
        self.assertEqual((row["names"], row["context"]), ("1@x.example", "html:text"))
        # Other commands end where text finders do.
        self.assertEqual([row["reference"] for row in self.rows("links", self.write("one.mbox", mail("link@z.example", url)))], [url[:url.index("<")]])

    def test_archived_at_is_a_reference_too(self):
        row, = self.rows("ledger", self.write("1.eml", "Message-ID: <a@x>\nArchived-At: <http://archive.example/7>\n\n"))
        self.assertEqual((row["context"], row["scheme"], row["list"], row["names"], row["state"], row["target_message"]),
                         ("header:archived-at", "archived-at", None, "a@x", "message", 1))


    def test_schemes_and_names_are_those_of_links(self):
        ids = ("a@x", "12345", "b+c@x")
        header = ("List-Archive: <https://inbox.example/dev/>", "Archived-At: <" + HK + hyperkitty_hash("a@x") + "/>")
        urls = [HK + hyperkitty_hash(each) + "/" for each in ids] + ["https://inbox.example/dev/b+c@x/", "mid:a@x"] + [row[2] for row in STATES]
        path = self.write("list.mbox", "".join(mail(each, *urls, header=header if each == "a@x" else header[:1]) for each in ids))
        expected = [(row["message"], row["part"], row["start"], row["permalink"], row["permalink_names"]) for row in self.rows("links", path)
                    if row["permalink"] and row["permalink"] != "mod-mbox"]
        found = {(row["message"], row["part"], row["start"]): (row["scheme"], row["names"]) for row in self.rows("ledger", path)}
        self.assertGreater(len(expected), 60)
        self.assertEqual([(*where, *found.get(tuple(where))) for *where, _, _ in expected], expected)


class Ids(Ledger):
    URL = "https://lists.example.org/pipermail/dev/2024-May/000123.html"

    def test_table(self):
        table = self.write("ids.tsv", f"# a comment\r\n\r\n{self.URL}\t<a@x>\r\nhttps://odd.example/7\tb@x\nhttps://odd.example/8\tc@x")
        mbox = mail("a@x", self.URL, "https://odd.example/7/", "https://odd.example/8", self.URL.replace("123", "124")) + mail("b@x")
        self.assertEqual(self.settled(mbox, "--ids", table), {
            self.URL: ("message", 1), "https://odd.example/7/": ("message", 2), "https://odd.example/8": ("lost", None),
            self.URL.replace("123", "124"): ("lost", None)})

    def test_wrong_tables(self):
        path = self.write("list.mbox", mail("a@x"))
        for table, said in (("x", "line 1: it does not have exactly one TAB"), ("#\nhttp://x/\t", "line 2: it is not a URL, a TAB and a Message-ID"),
                            ("http://x/\ta\nHTTP://X\tb", "line 2: the URL stands for another message above")):
            with self.subTest(table=table):
                self.assert_fails(2, said, "ledger", "--ids", self.write("ids.tsv", table), path)
        self.assert_fails(2, "cannot be read", "ledger", "--ids", self.folder / "none", path)
        (self.folder / "empty").mkdir()
        self.assert_fails(2, "no page of MHonArc or pipermail", "ledger", "--ids", self.folder / "empty", path)

    def test_pages(self):
        self.write("pages/msg00000.html", "<!-- MHonArc v2.6.19 -->\n<!--X-Subject: x -->\n<!--X-Message-Id: x&#45;&#45;y+z%3D&#38;q@host.example -->\n")
        self.write("pipermail/2024-May/000123.html",
                   '<HTML><HEAD><TITLE> href=mailto:x?In-Reply-To=%3Ca@x%3E</TITLE>'
                   '<LINK REL="made" HREF="mailto:dev%40lists.example.org?Subject=Re%3A%20x&In-Reply-To=%3Cb%2Bc%40x%3E">')
        self.write("pages/index.html", "<a href='mailto:dev@lists.example.org?Subject=x'>none</a>")
        mhonarc = "https://archive.example/dev/msg00000.html"
        mbox = mail("x--y+z%3D&q@host.example", mhonarc, self.URL, "https://archive.example/dev/msg00001.html") + mail("b+c@x")
        self.assertEqual(self.settled(mbox, "--ids", self.folder / "pages", "--ids", self.folder / "pipermail"), {
            mhonarc: ("message", 1), self.URL: ("message", 2), "https://archive.example/dev/msg00001.html": ("page-bound", None)})

    def test_pages_of_several_archives(self):
        self.write("dev/msg00000.html", "<!--X-Message-Id: a@x -->")
        one, other = "https://archive.example/dev/msg00000.html", "https://archive.example/users/msg00000.html"
        mbox = mail("a@x", one, other)
        self.assertEqual(self.settled(mbox, "--ids", self.folder / "dev"), {one: ("message", 1), other: ("page-bound", None)}, "the folder's name decides")
        (self.folder / "dev").rename(self.folder / "pages")
        done = run("ledger", "--format=jsonl", "--ids", self.folder / "pages", self.write("list.mbox", mbox))
        self.assertEqual(({row["state"] for row in rows_of(done.stdout)}, done.returncode), ({"page-bound"}, 1))
        self.assertIn(b"several archives have such pages", done.stderr)
        gnu = "https://lists.gnu.org/archive/html/bug-x/2020-01/msg00000.html"
        self.assertEqual(self.settled(mail("a@x", one, gnu), "--ids", self.folder / "pages"), {one: ("message", 1), gnu: ("page-bound", None)},
                         "a service has the pages of many lists")
        mbox = mail("a@x", one, other, header=("List-Archive: <https://archive.example/users/>",))
        self.assertEqual(self.settled(mbox, "--ids", self.folder / "pages"), {one: ("page-bound", None), other: ("message", 1)}, "List-Archive decides")


class MapTo(Ledger):
    def test_lines(self):
        mbox = self.write("list.mbox", mail("a/b+c@x", "https://lore.kernel.org/git/a%2Fb+c@x/ https://lore.kernel.org/git/b@x/",
                                            "HTTPS://lore.kernel.org:443/git/a%2fb+c@x/ https://lore.kernel.org/r/a%2Fb+c@x"))
        template = "https://new.example/{list}/{message_id:path}?q={message_id:query}&h={hash}&s={source}&m={message}"
        said = self.run_ok("ledger", "--map-to", template, mbox, cwd=self.folder).decode()
        tail = f"/a%2Fb+c@x?q=a%2Fb%2Bc%40x&h={hyperkitty_hash('a/b+c@x')}&s={mbox}&m=1\n"
        self.assertEqual(said, f"=https://lore.kernel.org/git/a%2Fb+c@x/\thttps://new.example/git{tail}=https://lore.kernel.org/r/a%2Fb+c@x\thttps://new.example/{tail}")
        self.run_ok("ledger", "--map-to", template, "-o", self.folder / "map.tsv", mbox)
        self.assertEqual((self.folder / "map.tsv").read_text(), said)

    def test_the_list_of_the_message(self):
        for field, expected in (("List-Id: <dev.x.example>", "dev"), ("List-Id: Dev. < dev.x.example >", "dev"), ("List-Post: <mailto:dev@x.example>", "dev@x.example"),
                                ("List-Archive: <https://inbox.example/dev/>", "dev"), ("List-Archive: <https://lore.kernel.org/dev/>", "dev"),
                                ("List-Archive: <https://x.example/dev/>, <https://x.example/pipermail/users/>", "dev"), ("X-List: dev", "")):
            with self.subTest(field):
                mbox = self.write("list.mbox", mail("a@x", "mid:a@x", header=(field,)))
                self.assertEqual(self.run_ok("ledger", "--map-to", "https://new.example/{list}/{message}", mbox).decode(),
                                 f"=mid:a@x\thttps://new.example/{expected}/1\n")

    def test_wrong_templates(self):
        path = self.write("list.mbox", mail("a@x"))
        for template, said in (("", "empty"), ("https://x/{mid}", "unknown field {mid}"), ("https://x/{message", 'without "}"'), ("https://x/}", 'without "{"'),
                               ("x/{message}", "not an absolute URL"), ("https://x/ {message}", "not an absolute URL")):
            with self.subTest(template=template):
                self.assert_fails(2, said, "ledger", "--map-to", template, path)
        self.assert_fails(2, "--map-to writes lines of a map", "ledger", "--map-to", "https://x/{message}", "-o", self.folder / "x.csv", path)
        self.assert_fails(2, "omit --format", "ledger", "--map-to", "https://x/{message}", "--format", "csv", path)
        self.assert_fails(2, "omit --defang", "ledger", "--map-to", "https://x/{message}", "--defang", path)

    def test_a_moved_archive(self):
        """The links of a list open the pages of its new archive."""
        old, new = "https://lists.example.org/archives/list/dev@lists.example.org/message/", "https://inbox.example/dev/"
        header = ("List-Archive: <https://lists.example.org/archives/list/dev@lists.example.org/>",)
        ids = [f"{number}+a/b@x.example" for number in range(20)]
        mbox = self.write("list.mbox", "".join(
            mail(each, *(f"as in {old}{hyperkitty_hash(earlier)}/ and http://other.example/" for earlier in ids[:number][-3:]), header=header)
            for number, each in enumerate(ids)))
        self.run_ok("ledger", "--map-to", new + "{message_id:path}/", "-o", self.folder / "map.tsv", mbox)
        self.run_ok("rewrite", "--map", self.folder / "map.tsv", "-o", self.folder / "new.mbox", mbox)
        links = [row["resolved"] for row in self.rows("links", "--context", "text", self.folder / "new.mbox") if "other.example" not in row["resolved"]]
        self.assertEqual(links, [new + urllib.parse.quote(earlier, safe="!$&'()*+,;=:@") + "/" for number in range(20) for earlier in ids[:number][-3:]])
        # The new archive knows its own addresses, and no other link was changed.
        table = self.write("ids.tsv", f"{new}none@x.example/\tnone@x.example\n")
        rows = [row for row in self.rows("ledger", "--ids", table, self.folder / "new.mbox") if row["context"] == "text"]
        self.assertEqual([(row["state"], ids[row["target_message"] - 1]) for row in rows], [("message", row["names"]) for row in rows])
        self.assertEqual(len(rows), len(links))
        self.assertEqual((self.folder / "new.mbox").read_bytes().count(b"http://other.example/"), mbox.read_bytes().count(b"http://other.example/"))


class Formats(Ledger):
    def setUp(self):
        super().setUp()
        self.mbox = self.write("list.mbox", mail("a@x", "https://lore.kernel.org/git/b@x/", "https://lore.kernel.org/git/a@x/") + mail("b@x") + mail(
            "c@x", "https://lists.example.org/pipermail/dev/2024-May/000123.html"))

    def test_csv_and_sqlite(self):
        rows = self.rows("ledger", self.mbox)
        texts = [{key: "" if value is None else str(value) for key, value in row.items()} for row in rows]
        self.assertEqual(list(csv.DictReader(io.StringIO(self.run_ok("ledger", "--format", "csv", self.mbox).decode(), newline=""))), texts)
        self.run_ok("ledger", "-o", self.folder / "ledger.sqlite", self.mbox)
        with sqlite3.connect(self.folder / "ledger.sqlite") as database:
            found = database.execute("SELECT * FROM ledger")
            names = [column[0] for column in found.description]
            self.assertEqual([dict(zip(names, row)) for row in found], rows)
        self.assert_fails(2, "works only with links", "ledger", "--format", "urls", self.mbox)

    def test_schema(self):
        schema = json.loads((SCHEMAS / "ledger.schema.json").read_text())
        self.assertEqual(list(schema["properties"]), KEYS)
        states = schema["properties"]["state"]["enum"]
        self.assertEqual(states, ["ambiguous", "message", "lost", "candidate", "page-bound", "elsewhere"])
        if jsonschema is None:
            self.skipTest("python3-jsonschema is not installed: no rows are validated")
        jsonschema.Draft7Validator.check_schema(schema)
        validator = jsonschema.Draft7Validator(schema)
        rows = self.rows("ledger", self.mbox)
        self.assertEqual([list(validator.iter_errors(row)) for row in rows], [[]] * 3)
        for change in ({"state": "found"}, {"scheme": ""}, {"target_message": 0}, {"more": 1}, {"list": 1}):
            self.assertFalse(validator.is_valid({**rows[0], **change}), change)

    def test_text(self):
        said = self.run_ok("ledger", "list.mbox", cwd=self.folder).decode()
        self.assertEqual(said, """\
list.mbox  message 1  s
  message     1  text  https://lore.kernel.org/git/b@x/ → message 2
  message     1  text  https://lore.kernel.org/git/a@x/ → message 1
list.mbox  message 3  s
  page-bound  1  text  https://lists.example.org/pipermail/dev/2024-May/000123.html  [pipermail: 000123]
""")

    def test_the_same_for_any_number_of_processes(self):
        said = [self.run_ok("ledger", "--format", "jsonl", *options, self.mbox) for options in (["-j1"], ["-j4"], ["--no-isolation"])]
        self.assertEqual(said[0], said[1])
        self.assertEqual(said[0], said[2])

    def test_no_rows(self):
        done = run("ledger", self.write("1.eml", "Message-ID: <a@x>\n\nno links\n"))
        self.assertEqual((done.returncode, done.stdout), (0, b""))
        self.assertEqual(self.run_ok("ledger", "--defang", self.mbox).count(b"[.]"), 6)

    def test_lost_numbers(self):
        header = ("List-Archive: <https://lists.example.org/pipermail/dev/>",)
        done = run("ledger", self.write("2.mbox", mail("a@x", "https://lists.example.org/pipermail/dev/2024-May/000123.html", header=header)))
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"lost", done.stdout)


def public_inbox_escape(ids):
    """Message-IDs as public-inbox has them in URLs."""
    script = "use PublicInbox::MID qw(mid_escape); while (<STDIN>) { chomp; print mid_escape($_), qq(\\n) }"
    done = subprocess.run(["perl", "-e", script], input="\n".join(ids) + "\n", capture_output=True, text=True, check=False)
    return dict(zip(ids, done.stdout.splitlines())) if done.returncode == 0 else None


class List(Ledger):
    """A list made at random, whose messages link to others in every scheme."""

    COUNT = 300

    def ids(self, rng):
        letters = "abcXYZ019.-_~!$&'*+=/#?%{}|^"
        return ["".join(rng.choice(letters) for _ in range(rng.randrange(3, 30))).strip(".") + f"x{number}@{rng.choice(['host', 'a.b'])}.example"
                for number in range(self.COUNT)]

    def urls(self, number, message_id, escaped):
        quoted = urllib.parse.quote(message_id, safe="")
        return (
            f"https://lore.kernel.org/dev/{escaped}/", f"https://lore.kernel.org/dev/{escaped}/T/#u", f"https://inbox.example/dev/{escaped}/raw",
            HK + hyperkitty_hash(message_id) + "/", f"https://mailarchive.ietf.org/arch/msg/dev/{ietf_hash(message_id, 'dev')}/",
            f"https://www.postgresql.org/message-id/{quoted}", f"https://www.w3.org/mid/{quoted}", f"https://lists.debian.org/msgid-search/{quoted}",
            f"http://mail-archives.apache.org/mod_mbox/dev/202601.mbox/%3C{quoted}%3E", f"https://marc.info/?i={quoted}", f"mid:{quoted}",
            f"https://archive.example/dev/msg{number:05}.html",
        )

    def test_all_links_lead_to_their_message(self):
        rng = random.Random(SEED)
        ids = self.ids(rng)
        escaped = public_inbox_escape(ids) or {each: urllib.parse.quote(each, safe="~!$&'()*+,;=:@") for each in ids}
        header = ("List-Id: <dev.lists.example.org>", "List-Archive: <https://inbox.example/dev/>", "List-Archive: <https://archive.example/dev/>")
        expected = []
        messages = []
        for number, message_id in enumerate(ids):
            links = []
            for target in (rng.randrange(self.COUNT) for _ in range(3)):
                for url in self.urls(target, ids[target], escaped[ids[target]]):
                    links.append(f'<a href="{html.escape(url)}">x</a>')
                    expected.append((number + 1, target + 1, url.startswith("https://archive")))
            messages.append(mail(message_id, *links, header=(*header, "Content-Type: text/html")))
        mbox = self.write("list.mbox", "".join(messages))
        pages = []
        if shutil.which("mhonarc"):
            (self.folder / "pages").mkdir()
            subprocess.run(["mhonarc", "-quiet", "-outdir", self.folder / "pages", mbox], check=True, capture_output=True,
                           env={**os.environ, "M2H_LOCKMETHOD": "flock"})
            pages = ["--ids", self.folder / "pages"]
            for number, message_id in enumerate(ids):
                page = (self.folder / "pages" / f"msg{number:05}.html").read_text()
                self.assertEqual(html.unescape(re.search("<!--X-Message-Id: (.*?) -->", page)[1]), message_id)
        rows = [row for row in self.rows("ledger", *pages, mbox) if row["context"] == "a@href"]
        states = [(row["message"], row["target_message"], row["scheme"] == "mhonarc") for row in rows]
        if not pages:
            expected = [(number, target if not is_page else None, is_page) for number, target, is_page in expected]
        self.assertEqual(states, expected)
        self.assertEqual({row["state"] for row in rows}, {"message"} if pages else {"message", "page-bound"})
        if not pages:
            self.skipTest(f"no mhonarc: {sum(is_page for *_, is_page in expected)} links to pages were not settled")


class Hostile(Ledger):
    def test_many_links_to_one_message_and_many_lists(self):
        lists = [f"https://mailarchive.ietf.org/arch/msg/list{number}/{ietf_hash('a@x', f'list{number}')}/" for number in range(3000)]
        mbox = mail("a@x") + mail("b@x", *["https://lore.kernel.org/git/a@x/"] * 20000, *lists) + mail("c@x", "<" * 50000, "http://x.example/<" * 20000)
        path = self.write("list.mbox", mbox)
        done = run("ledger", "--format=jsonl", path)
        rows = rows_of(done.stdout)
        self.assertEqual(len(rows), 23000)
        self.assertEqual({(row["state"], row["target_message"]) for row in rows}, {("message", 1)})


if __name__ == "__main__":
    main()
