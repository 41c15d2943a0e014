"""--retrieval-root: every file of a mirror has the URL that it was retrieved from, so its links lead where they led."""

import functools
import http.server
import json
import os
import pathlib
import re
import shutil
import subprocess
import threading
import unittest
from urllib.parse import quote, unquote, urljoin, urlsplit

from support import CliTest, main, rows_of, run

ROOT = "http://site.example/r"

# The path of a file below INPUT, and the URL that it has below ROOT.
PATHS = [
    ("a.html", "a.html"),
    ("d/e/a.html", "d/e/a.html"),
    ("index.html", ""),
    ("d/index.html", "d/"),
    ("d/index.html?q", "d/?q"),
    ("d/index.htm", "d/index.htm"),
    ("d/Index.html", "d/Index.html"),
    ("d/myindex.html", "d/myindex.html"),
    ("x/index.html/a.html", "x/index.html/a.html"),
    ("a?b=1&c=2", "a?b=1&c=2"),
    ("a?b?c.html", "a?b?c.html"),
    ("a?", "a?"),
    ("?q.html", "?q.html"),
    ("d?e/a.html", "d%3Fe/a.html"),
    ("d?e/a.html?f", "d%3Fe/a.html?f"),
    ("a b.html", "a%20b.html"),
    ("a?b c", "a?b%20c"),
    ("100%.html", "100%25.html"),
    ("a%20b.html", "a%2520b.html"),
    ("a?b%2Fc", "a?b%252Fc"),
    ("caf\u00e9/\u4e2d.html", "caf%C3%A9/%E4%B8%AD.html"),
    ("a?\u00e9", "a?%C3%A9"),
    (b"\xff.html", "%FF.html"),
    ("a#b.html", "a%23b.html"),
    ("a?b#c", "a?b%23c"),
    ("[a]{b}|\\^`\"<>.html", "%5Ba%5D%7Bb%7D%7C%5C%5E%60%22%3C%3E.html"),
    ("-._~!$&'()*+,;=:@.html", "-._~!$&'()*+,;=:@.html"),
    ("a\t\n.html", "a%09%0A.html"),
    ("a?[b]", "a?%5Bb%5D"),
]


class Names(CliTest):
    def pages(self, *arguments, **options):
        done = run("links", "--format=jsonl", *arguments, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [(row["source"], row["page"], row["resolved"], row["base_section"], row["base_by"]) for row in rows_of(done.stdout)]

    def test_each_path(self):
        folder = os.fsencode(self.folder / "site")
        expected = {}
        for path, url in PATHS:
            file = os.path.join(folder, os.fsencode(path))
            os.makedirs(os.path.dirname(file), exist_ok=True)
            with open(file, "wb") as out:
                out.write(b"<!DOCTYPE html><a href='x'>x</a>")
            expected[f"{ROOT}/{url}"] = urljoin(f"{ROOT}/{url}", "x")
        for root in (ROOT, ROOT + "/"):
            for slash in ("", "/"):
                for options in (["-j2"], ["--isolation=off"]):
                    rows = self.pages(*options, "--retrieval-root", root, f"{self.folder}/site{slash}")
                    self.assertEqual({page: resolved for _, page, resolved, _, _ in rows}, expected)
                    self.assertEqual({row[3:] for row in rows}, {("3.3", "retrieval-url")})

    def test_each_kind_of_input(self):
        mail = "Subject: x\n\n<URL:y>\n"
        (self.folder / "m/d").mkdir(parents=True)
        self.write("m/d/1.eml", mail)
        self.write("m/d/2.mbox", f"From a@b Thu Nov 14 08:00:00 2024\n{mail}\n" * 2)
        self.write("m/d/3.mbox", f"From a@b Thu Nov 14 08:00:00 2024\n{mail}\n" * 9000)
        for name in ("1.eml", "2.mbox", "3.mbox"):
            for options in (["-j2"], ["--isolation=off"]):
                for path, below in (("m", "d/"), ("m/d", ""), (f"m/d/{name}", "")):
                    rows = self.pages(*options, "--retrieval-root", ROOT, path, cwd=self.folder)
                    self.assertEqual({page for source, page, *_ in rows if source.endswith(name)}, {f"{ROOT}/{below}{name}"})
        for packed in ("d", "./d"):
            subprocess.run(["tar", "-czf", "../t.tgz", packed], cwd=self.folder / "m", check=True)
            rows = self.pages("--retrieval-root", ROOT, "t.tgz", cwd=self.folder)
            self.assertEqual({page for _, page, *_ in rows}, {f"{ROOT}/d/{name}" for name in ("1.eml", "2.mbox", "3.mbox")})
        rows = self.pages("--retrieval-root", ROOT, "--source-name=d/x?y", input=mail.encode())
        self.assertEqual(rows, [("d/x?y", f"{ROOT}/x?y", f"{ROOT}/y", "3.3", "retrieval-url")])

    def test_what_knows_better(self):
        """A base of the document, and the URL of a WARC record."""
        self.write("a.html", "<base href='/b/'><a href='x'>x</a>")
        block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=x>x</a>"
        self.write("b.warc", b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://own.example/d/\r\nContent-Length: "
                   + str(len(block)).encode() + b"\r\n\r\n" + block + b"\r\n\r\n")
        rows = self.pages("--retrieval-root", ROOT, self.folder)
        self.assertEqual([row[1:] for row in rows if row[2].endswith("x")],
                         [(f"{ROOT}/a.html", "http://site.example/b/x", "3.1", "html-base"),
                          ("http://own.example/d/", "http://own.example/d/x", "3.3", "target-uri")])

    def test_rewrite(self):
        self.write("a.eml", "Subject: x\n\n<URL:y>\n")
        self.assertIn(f"<URL:{ROOT}/y>".encode(), self.run_ok("rewrite", "--retrieval-root", ROOT, self.folder / "a.eml"))

    def test_usage(self):
        path = self.write("a.eml", "Subject: x\n\n<URL:y>\n")
        for said, arguments in (("cannot be combined", ["--retrieval-root", ROOT, "--retrieval-url", ROOT, path]),
                                ("mailto:", ["--retrieval-root", "mailto:a@b", path]),
                                ("--retrieval-root", ["--retrieval-root", "/relative", path]),
                                ("query", ["--retrieval-root", ROOT + "?q", path]), ("query", ["--retrieval-root", ROOT + "#f", path]),
                                ("--source-name", ["--retrieval-root", ROOT])):
            with self.subTest(arguments):
                self.assert_fails(2, said, "links", *arguments)


# Paths of a site, each with the references of its page and the `href` of its <base>, if it has one.
HREFS = ["", "x", "./x.html", "../x", "../../../x", "/abs", "//other.example/x", "?new=1", "#f", "a b.html", "caf\u00e9.html",
         "d/", "http://other.example/d/../e", "x?y=/z", "mailto:a@example.org", "100%25.html", "x;p=1", "d/index.html"]
SITE = {"/": None, "/a.html": None, "/d/": None, "/d/e/": None, "/d/?q=1&r=a%20b": None, "/d/e/f?x=1": None, "/d/e/f?x=2&y=?": None,
        "/a%20b.html": None, "/100%25.html": None, "/caf%C3%A9/%E4%B8%AD%C3%9F.html": None,
        "/based/abs.html": "http://base.example/k/l", "/based/rel.html?m": "../n/o", "/based/root.html": "/p/"}
SCRIPT = ("<script>var out = document.createElement('pre'); out.id = 'hrefs'; out.textContent = JSON.stringify("
          "Array.from(document.querySelectorAll('a.t'), function (a) { return a.href })); document.body.append(out)</script>")


def page_of(base):
    head = "" if base is None else f"<base href='{base}'>"
    pages = "".join(f"<a href='{origin_of(page)}'>to</a> " for page in SITE)
    tested = "".join(f"<a class=t href='{href}'>{number}</a>\n" for number, href in enumerate(HREFS))
    return f"<!DOCTYPE html><meta charset=utf-8>{head}<title>t</title>{pages}\n{tested}{SCRIPT}"


def origin_of(path):
    return f"http://127.0.0.1:{Server.port}{path}".replace("&", "&amp;")


class Server(http.server.BaseHTTPRequestHandler):
    port = 0

    def do_GET(self):
        known = self.path in SITE
        body = page_of(SITE[self.path]).encode() if known else b"not here"
        self.send_response(200 if known else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def normal(url):
    """Paths and queries may be escaped more or less."""
    return url if url is None else quote(unquote(url), safe=":/?#[]@!$&'()*+,;=%")


@unittest.skipUnless(shutil.which("wget"), "wget is not installed: no mirror is compared")
class Mirror(CliTest):
    """`wget -r` of a site on loopback. What its pages link to is computed by urllib, and by Chromium on the live site."""

    def setUp(self):
        super().setUp()
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
        Server.port = server.server_port
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.site = f"http://127.0.0.1:{Server.port}/"
        command = ["wget", "--quiet", "--recursive", "--level=inf", "--no-parent", "--execute", "robots=off", "--no-proxy",
                   "--restrict-file-names=nocontrol", self.site]
        subprocess.run(command, cwd=self.folder, env={**os.environ, "LC_ALL": "C.UTF-8"}, check=False)  # 8: some are not there
        (self.mirror,) = self.folder.iterdir()

    def links(self, *options):
        """The resolved URLs of each page, by the page's URL."""
        found = {}
        for row in rows_of(run("links", "--format=jsonl", "--retrieval-root", self.site, *options, self.mirror).stdout):
            if row["context"] == "a@href" and row["text"] != "to":
                self.assertEqual((row["page"], HREFS[int(row["text"])]), (row["page"], row["reference"]))
                found.setdefault(row["page"], []).append(row["resolved"])
        return found

    def test_where_links_lead(self):
        found = self.links()
        self.assertEqual({normal(page) for page in found}, {normal(urljoin(self.site, page)) for page in SITE})
        compared = 0
        for page, base in SITE.items():
            url = urljoin(self.site, page)
            resolved = next(links for place, links in found.items() if normal(place) == normal(url))
            for href, link in zip(HREFS, resolved):
                if href == "":  # RFC 1808 section 4 step 2a: the base itself
                    expected = url if base is None else urljoin(url, base)
                elif href.startswith("?"):  # urllib follows RFC 3986 here
                    expected = urljoin(url if base is None else urljoin(url, base), href)
                    before = urlsplit(url if base is None else urljoin(url, base))
                    expected = f"{before.scheme}://{before.netloc}{before.path}{href}"
                else:
                    expected = urljoin(url if base is None else urljoin(url, base), href)
                with self.subTest(page=page, href=href):
                    self.assertEqual(self.as_rfc3986(link), self.as_rfc3986(expected))
                compared += 1
        self.assertEqual(compared, len(SITE) * len(HREFS))

    def as_rfc3986(self, url):
        """Without the dot segments that RFC 1808 keeps above the root."""
        return re.sub(r"(?<=[^/:])(/\.\.)+(?=/)", "", normal(url) or "")

    @unittest.skipUnless(shutil.which("chromium"), "Chromium is not installed: nothing is compared with a browser")
    def test_where_a_browser_leads(self):
        found = {normal(page): links for page, links in self.links("--rules=whatwg").items()}
        pages = list(SITE) if os.environ.get("MIMEBASE_ALL_PAGES") else ["/d/?q=1&r=a%20b", "/based/rel.html?m"]
        for page in pages:
            shown = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
                                    f"--user-data-dir={self.folder}/profile", self.site[:-1] + page],
                                   capture_output=True, timeout=120).stdout.decode()
            hrefs = re.search(r'<pre id="hrefs">(.*?)</pre>', shown, re.S)
            self.assertIsNotNone(hrefs, (page, shown[:300]))
            expected = json.loads(hrefs.group(1).replace("&amp;", "&"))
            with self.subTest(page):
                self.assertEqual(found[normal(urljoin(self.site, page))], expected)


if __name__ == "__main__":
    main()
