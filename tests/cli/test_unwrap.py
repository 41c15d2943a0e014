"""Wrapped URLs: the keys `kind`, `wrappers` and `unwrapped`, the command `unwrap`, and `rewrite --unwrap`."""

import json
import os
import sqlite3
import subprocess
import tempfile
import unittest
from pathlib import Path

from support import EXE, SAMPLES
from tables import Case, run

SAFE = "https://nam01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.org%2Fa%3Fb%3D1&data=x"
INSIDE = "https://example.org/a?b=1"
TWICE = ("https://urldefense.proofpoint.com/v2/url?u=https-3A__nam01.safelinks.protection.outlook.com_-3Furl-3D"
         "https-253A-252F-252Fexample.org-252F&d=x")
OPAQUE = "https://bit.ly/abc"
HALF_OPAQUE = "https://nam01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fbit.ly%2Fabc&data=x"
EVIL = "https://safelinks.protection.outlook.com.evil.example/?url=https%3A%2F%2Fexample.org%2F"

URLS = [  # url, wrappers, unwrapped
    (SAFE, ["safelinks"], INSIDE),
    (TWICE, ["urldefense-v2", "safelinks"], "https://example.org/"),
    (OPAQUE, ["shortener"], None),
    (HALF_OPAQUE, ["safelinks", "shortener"], OPAQUE),
    (EVIL, [], None),
    ("http://example.org/", [], None),
    ("mailto:a@b.example", [], None),
]

KINDS = [  # HTML, kind, context
    ('<a href="x">', "link", "a@href"), ('<area href="x">', "link", "area@href"),
    ('<meta http-equiv="refresh" content="0; url=x">', "link", "meta@refresh"),
    ('<img src="x">', "image", "img@src"), ('<img srcset="x 1x">', "image", "img@srcset"),
    ('<td background="x">', "image", "td@background"), ('<input src="x">', "image", "input@src"),
    ('<video poster="x">', "image", "video@poster"), ('<style>p{background:url(x)}</style>', "image", "style/css:url"),
    ('<p style="background:url(x)">', "image", "p@style/css:url"),
    ('<link rel="stylesheet" href="x">', "style", "link@href"),
    ('<style>@import "x";</style>', "style", "style/css:import"),
    ('<script src="x"></script>', "script", "script@src"), ('<iframe src="x"></iframe>', "frame", "iframe@src"),
    ('<iframe srcdoc="&lt;a href=x&gt;"></iframe>', "link", "iframe@srcdoc/a@href"),
    ('<form action="x">', "form", "form@action"), ('<button formaction="x">', "form", "button@formaction"),
    ('<video src="x">', "media", "video@src"), ('<object data="x">', "media", "object@data"),
    ('<blockquote cite="x">', "metadata", "blockquote@cite"), ('<base href="http://x.example/">', "base", "base@href"),
    ('http://x.example/', "text", "html:text"), ('<a ping="x">', "other", "a@ping"),
]


def message(html, heading=""):
    return f"From: a@b.example\n{heading}Content-Type: text/html\n\n{html}\n".encode()


class Rows(Case):
    def links(self, mail, *options):
        done = run(["links", "--format", "jsonl", *options], mail)
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_wrappers(self):
        html = "".join(f'<a href="{url}">x</a>\n' for url, _, _ in URLS)
        self.check([(url, url, (url, wrappers, unwrapped)) for url, wrappers, unwrapped in URLS],
                   [(row["resolved"], row["wrappers"], row["unwrapped"]) for row in self.links(message(html))])

    def test_kinds(self):
        for html, kind, context in KINDS:
            rows = self.links(message(html, "Base: <URL:http://b.example/>\n"), "--context", context)
            self.assertEqual([(kind, context)], [(row["kind"], row["context"]) for row in rows], html)

    def test_header_with_a_slash_is_a_header(self):
        rows = self.links(b"From: a@b.example\nX/Text: <URL:http://x.example/>\nList-Archive: <http://z.example/>\n\nhttp://y.example/\n")
        self.assertEqual([("header", "header:x/text"), ("header", "header:list-archive"), ("text", "text")],
                         [(row["kind"], row["context"]) for row in rows])

    def test_filter_by_kind(self):
        html = '<a href="http://a.example/"><img src="http://b.example/"><form action="http://c.example/">'
        self.assertEqual(["image", "form"], [row["kind"] for row in self.links(message(html), "--kind", "image,form")])
        self.assertEqual(2, run(["links", "--kind", "picture"], b"").returncode)

    def test_hosts_and_tops(self):
        mail = message(f'<a href="{SAFE}">x</a><a href="{OPAQUE}">y</a>')
        for options, expected in (
                (["--host", "example.org"], ""), (["--unwrapped", "--host", "example.org"], INSIDE + "\n"),
                (["--unwrapped", "--host", "bit.ly"], OPAQUE + "\n"), ([], f"{SAFE}\n{OPAQUE}\n"),
                (["--unwrapped"], f"{INSIDE}\n{OPAQUE}\n")):
            self.assertEqual(expected, run(["links", "--format", "urls", *options], mail).stdout.decode(), options)
        for top, key, first in (("hosts", "host", "example.org"), ("domains", "domain", "example.org"),
                                ("urls", "url", INSIDE)):
            done = run(["links", "--unwrapped", "--top", top, "--format", "jsonl"], mail)
            found = {json.loads(line)[key] for line in done.stdout.splitlines()}
            self.assertIn(first, found)

    def test_every_format(self):
        mail = message(f'<a href="{SAFE}">x</a>')
        self.assertIn(b'link,"[""safelinks""]",' + INSIDE.encode(), run(["links", "--format", "csv"], mail).stdout)
        self.assertIn(f"[safelinks: {INSIDE}]".encode(), run(["links"], mail).stdout)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "l.sqlite")
            run(["links", "-o", path], mail)
            database = sqlite3.connect(path)
            self.assertEqual([("link", '["safelinks"]', INSIDE)],
                             database.execute("SELECT kind, wrappers, unwrapped FROM links").fetchall())
            database.close()

    def test_a_wrapped_relative_reference(self):
        rows = self.links(message('<a href="?url=https%3A%2F%2Fexample.org%2F">x</a>',
                                  "Base: <URL:https://nam01.safelinks.protection.outlook.com/>\n"), "--context", "a@href")
        self.assertEqual([(["safelinks"], "https://example.org/")],
                         [(row["wrappers"], row["unwrapped"]) for row in rows])

    def test_too_many_layers(self):
        url = "http://example.org/"
        for _ in range(12):
            url = "https://www.google.com/url?q=" + "".join(
                c if c.isalnum() else f"%{ord(c):02X}" for c in url)
        row, = self.links(message(f'<a href="{url}">x</a>'))
        self.assertEqual(["google-url"] * 10, row["wrappers"])
        done = run(["check", "--format", "jsonl", "--code", "field-cut"], message(f'<a href="{url}">x</a>'))
        self.assertIn("10 wrappers", json.loads(done.stdout)["detail"])
        done = run(["unwrap", url])
        self.assertEqual(1, done.returncode)
        self.assertIn(b"more than 10 layers", done.stderr)


class Unwrap(Case):
    def test_text(self):
        done = run(["unwrap", *(url for url, _, _ in URLS)])
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        self.assertEqual([unwrapped or url for url, _, unwrapped in URLS], done.stdout.decode().splitlines())

    def test_standard_input(self):
        done = run(["unwrap"], f"{SAFE}\r\n\n{EVIL}\n".encode())
        self.assertEqual(f"{INSIDE}\n\n{EVIL}\n".encode(), done.stdout)

    def test_what_is_copied_along_is_removed(self):
        for text in (f" {SAFE} ", f"<{SAFE}>", f"<URL:{SAFE}>", f"<url: {SAFE} >", f'"{SAFE}"', f"'{SAFE}'", f'\t"<{SAFE}>"  '):
            self.assertEqual(f"{INSIDE}\n".encode(), run(["unwrap", text]).stdout, text)
            self.assertEqual(f"{INSIDE}\n".encode(), run(["unwrap"], text.encode() + b"\n").stdout, text)
            self.assertEqual(SAFE, json.loads(run(["unwrap", "--format=jsonl", text]).stdout)["url"])
        for text, expected in (("<", "<"), ("''", ""), ("<>", ""), ('"http://a', '"http://a'), ("", "")):
            self.assertEqual(f"{expected}\n".encode(), run(["unwrap", text]).stdout, text)

    def test_files_are_not_urls(self):
        sample = str(SAMPLES / "phishing.mbox")
        done = run(["unwrap", SAFE, sample])
        self.assertEqual((2, b"", 1), (done.returncode, done.stdout, done.stderr.count(b"\n")))
        for expected in (f'"{sample}" is a file', f"unwrap < {sample}", f"links --format urls {sample} | mimebase unwrap"):
            self.assertIn(expected.encode(), done.stderr)

    def test_json(self):
        done = run(["unwrap", "--format", "jsonl", *(url for url, _, _ in URLS)])
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([["url", "wrappers", "unwrapped", "layers"]] * len(URLS), [list(row) for row in rows])
        self.check([(url, url, (url, wrappers, unwrapped)) for url, wrappers, unwrapped in URLS],
                   [(row["url"], row["wrappers"], row["unwrapped"]) for row in rows])
        self.assertEqual([{"wrapper": "safelinks", "url": OPAQUE}, {"wrapper": "shortener", "url": None}],
                         rows[3]["layers"])

    def test_opaque(self):
        self.assertEqual(b"", run(["unwrap", OPAQUE]).stderr)
        self.assertIn(b"shortener", run(["unwrap", "--verbose", OPAQUE]).stderr)
        self.assertEqual(b"", run(["unwrap", "--verbose", "--quiet", OPAQUE]).stderr)

    def test_wrong_usage(self):
        for arguments in (["--format", "csv", SAFE], ["--rules", "rfc1808", SAFE]):
            self.assertEqual(2, run(["unwrap", *arguments]).returncode)

    def test_controls_are_escaped_in_json(self):
        done = run(["unwrap", "--format", "jsonl", "http://x/\x1b\u202e"])
        self.assertNotIn(b"\x1b", done.stdout)
        self.assertEqual("http://x/\x1b\u202e", json.loads(done.stdout)["url"])


class Explained(Case):
    def rows(self, *arguments, stdin=b""):
        done = run(["resolve", "--format", "jsonl", *arguments], stdin)
        return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]

    def test_keys(self):
        status, (row,) = self.rows("http://a/b/c;p?q", " ../g#s ")
        self.assertEqual(0, status)
        self.assertEqual(["base", "reference", "resolved", "rules", "components", "steps"], list(row))
        self.assertEqual(("http://a/b/c;p?q", " ../g#s ", "http://a/g#s", "rfc1808"),
                         tuple(row[key] for key in ("base", "reference", "resolved", "rules")))
        self.assertEqual({"scheme": "http", "net_loc": "a", "path": "/b/c", "params": "p", "query": "q", "fragment": None},
                         row["components"]["base"])
        self.assertEqual({"scheme": None, "net_loc": None, "path": "../g", "params": None, "query": None,
                          "fragment": "s"}, row["components"]["reference"])

    def test_steps(self):
        table = [  # rules, reference, steps
            ("rfc1808", "", "1 2a"), ("rfc1808", "g:h", "1 2b"), ("rfc1808", "//h/x", "1 2c 3 7"),
            ("rfc1808", "/x", "1 2c 3 4 7"), ("rfc1808", "#s", "1 2c 3 5 5a 5b 7"), ("rfc1808", "?y", "1 2c 3 5 5a 5b 7"),
            ("rfc1808", ";x", "1 2c 3 5 5a 7"), ("rfc1808", "g", "1 2c 3 6 7"), ("draft-05", "../g", "1 2c 3 6 6a-6d 7"),
            ("rfc3986", "../g", "5.2.1 5.2.2 5.2.2 5.2.3 5.2.4 5.3"), ("rfc3986", "g:h", "5.2.1 5.2.2 5.3"),
            ("whatwg", "../g", "4.4 4.4"),
        ]
        for rules, reference, steps in table:
            _, (row,) = self.rows("--rules", rules, "http://a/b/c/d;p?q", reference)
            self.assertEqual(steps, " ".join(step["step"] for step in row["steps"]), (rules, reference))
            self.assertIn(row["resolved"], row["steps"][-1]["detail"])

    def test_no_base(self):
        status, (row,) = self.rows("", "x")
        self.assertEqual((1, None, None), (status, row["resolved"], row["components"]["resolved"]))


class Rewriting(Case):
    def test_unwrap_and_undo(self):
        mail = message(f'<a href="{SAFE.replace("&", "&amp;")}">x</a> <a href="{OPAQUE}">y</a> <img src="{HALF_OPAQUE}">')
        with tempfile.TemporaryDirectory() as folder:
            source, manifest, out = (Path(folder, name) for name in ("a.eml", "m.jsonl", "b.eml"))
            source.write_bytes(mail)
            self.assertEqual(mail, subprocess.run([EXE, "rewrite", source], capture_output=True, check=True).stdout)
            subprocess.run([EXE, "rewrite", "--unwrap", "--manifest", manifest, "-o", out, source], check=True)
            self.assertEqual(message(f'<a href="{INSIDE}">x</a> <a href="{OPAQUE}">y</a> <img src="{OPAQUE}">'),
                             out.read_bytes())
            self.assertEqual(["unwrapped", "unwrapped"],
                             [json.loads(line)["reason"] for line in manifest.read_text().splitlines()])
            undone = subprocess.run([EXE, "rewrite", "--undo", manifest, out], capture_output=True, check=True).stdout
            self.assertEqual(mail, undone)

    def test_plain_text(self):
        mail = f"Content-Type: text/plain\n\nSee <{SAFE}> and {EVIL}.\n".encode()
        self.assertEqual(mail.replace(SAFE.encode(), INSIDE.encode()), run(["rewrite", "--unwrap"], mail).stdout)


if __name__ == "__main__":
    unittest.main()
