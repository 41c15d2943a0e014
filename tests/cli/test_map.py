"""`rewrite --map`: a table of messages in and out, and messages, URLs and maps made at random, with the rows of `links` before and
after. The rules of maps are implemented here once more, from the manual page.

    test_map.py SEED COUNT   makes COUNT other folders of messages, and reads COUNT other choices of real ones"""

import base64
import quopri
import random
import re
import sys

from rewriting import Manifest, RewriteTest, html
from support import CliTest, corpora_files, main, rows_of, run

UNRESERVED = set(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
PORTS = {"http": "80", "https": "443", "ftp": "21", "ws": "80", "wss": "443"}
URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):(?://([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?", re.S)


# ---- the rules of maps ----

def decoded(text):
    """Without the percent-encoding of unreserved characters."""
    def one(match):
        byte = int(match[1], 16)
        return chr(byte) if byte in UNRESERVED else match[0]
    return re.sub("%([0-9A-Fa-f]{2})", one, text)


def without_dots(path):
    """RFC 3986 section 5.2.4, for paths that begin with a slash."""
    segments = path.split("/")[1:]
    out = []
    for number, segment in enumerate(segments):
        is_last = number == len(segments) - 1
        if segment == "..":
            out[-1:] = []
        if segment in (".", ".."):
            out += [""] if is_last else []
        else:
            out.append(segment)
    return "/" + "/".join(out)


def normal(url, is_beginning=False):
    scheme, authority, path, query, fragment = URL.fullmatch(decoded(url)).groups()
    scheme = scheme.lower()
    ends_in_path = is_beginning and query is None and fragment is None
    ends_in_authority = ends_in_path and path == ""
    out = scheme + ":"
    if authority is not None:
        user, at, place = authority.rpartition("@")
        host, port = re.fullmatch(r"(\[[^\]]*\]|[^:]*)(?::(.*))?", place).groups()
        if ends_in_authority:
            place = place.lower()
        else:
            host = host.lower() if host.isascii() else host.encode("idna").decode()
            place = host + ("" if port in (None, "", PORTS.get(scheme)) else ":" + port)
            if path == "" and scheme in PORTS:
                path = "/"
        out += "//" + user + at + place
    if path.startswith("/"):
        cut = path.rindex("/") + 1 if ends_in_path else len(path)
        path = without_dots(path[:cut]) + path[cut:]
    return out + path + (query or "") + (fragment or "")


def digits(url):
    return re.sub("%[0-9A-Fa-f]{2}", lambda match: match[0].upper(), url)


class Map:
    def __init__(self, lines):
        self.text = "".join(f"{old}\t{new}\n" for old, new in lines)
        self.lines = []
        for old, new in lines:
            rank = 0 if old.startswith("=") else 2 if old[-1] in "/?*" else 1
            text = old[1:] if rank == 0 else old[:-1] if old.endswith("*") else old
            self.lines.append((normal(text, rank == 2), rank, new))

    def mapped(self, url):
        """What becomes of an absolute URL; None if no line fits."""
        form = normal(url)
        plain = form.partition("#")[0]
        fitting = []
        for old, rank, new in self.lines:
            compared = form if "#" in old else plain
            if digits(compared) == digits(old) or (rank == 2 and digits(compared).startswith(digits(old))):
                fitting.append((-len(old), rank, old, new))
        if not fitting:
            return None
        _, _, old, new = min(fitting)
        rest = form if "#" in old or "#" not in new else plain
        return new + rest[len(old):]


# ---- tables ----

MAP = [
    ("http://o.example/d/", "https://n.example/e/"), ("http://o.example/d/x", "https://x.example/"),
    ("=http://o.example/", "https://home.example/#top"), ("http://o.example/q?", "https://n.example/?"),
    ("http://p.example*", "https://p.example.net"), ("mid:*", "https://n.example/mid/"),
    ("http://www.o.example/", "https://www.n.example/"), ("cid:a@b", "cid:c@d"), ("mailto:joe@o.example", "mailto:joe@n.example"),
]
HTML_TABLE = [
    ("absolute", "<a href=http://o.example/d/g>", "<a href=https://n.example/e/g>"),
    ("another form", "<a href='HTTP://O.example:80/c/../d/%67?a&amp;b#f'>", "<a href='https://n.example/e/g?a&amp;b#f'>"),
    ("no line fits", "<a href=http://o.example/dg><img src=http://x/>", "<a href=http://o.example/dg><img src=http://x/>"),
    ("the longest fits", "<a href=http://o.example/d/x><a href=http://o.example/d/xy>",
     "<a href=https://x.example/><a href=https://n.example/e/xy>"),
    ("fragments", "<a href=http://o.example/#f><a href=http://o.example/d/x#f>",
     "<a href=https://home.example/#top><a href=https://x.example/#f>"),
    ("every language of a page", "<style>p{background:url(http://o.example/d/g)}</style><p style='background:url(\"http://o.example/d/g\")'>"
     "<iframe srcdoc='&lt;a href=http://o.example/d/g&gt;'></iframe><meta http-equiv=refresh content='1; url=http://o.example/d/g'>",
     "<style>p{background:url(https://n.example/e/g)}</style><p style='background:url(\"https://n.example/e/g\")'>"
     "<iframe srcdoc='&lt;a href=https://n.example/e/g&gt;'></iframe><meta http-equiv=refresh content='1; url=https://n.example/e/g'>"),
    ("text", "<p>http://o.example/d/g, (http://o.example/d/h) www.o.example/i.", "<p>https://n.example/e/g, (https://n.example/e/h) https://www.n.example/i."),
    ("the text of a link is no reference", "<a href=http://o.example/d/g>http://o.example/d/g</a>", "<a href=https://n.example/e/g>http://o.example/d/g</a>"),
    ("other schemes", "<a href=mid:1@o.example><a href=mailto:joe@o.example><a href=MAILTO:joe@o.example?subject=x>",
     "<a href=https://n.example/mid/1@o.example><a href=mailto:joe@n.example><a href=MAILTO:joe@o.example?subject=x>"),
    ("a query that becomes another", "<a href='http://o.example/q?a=1&amp;b'>", "<a href='https://n.example/?a=1&amp;b'>"),
    ("in a host", "<a href=http://P.EXAMPLE:8080/x>", "<a href=https://p.example.net:8080/x>"),
    ("relative ones without a base stay", "<a href=g>", "<a href=g>"),
    ("relative ones below a base that stays", "<base href=http://x/><a href=g><a href=//o.example/d/g>",
     "<base href=http://x/><a href=g><a href=https://n.example/e/g>"),
    ("a base, and what is below it", "<base href=http://o.example/d/><a href=g><a href=x><a href=../d/h><a href=/i><a href=#f><a href=''>",
     "<base href=https://n.example/e/><a href=g><a href=https://x.example/><a href=https://n.example/e/h><a href=http://o.example/i>"
     "<a href=#f><a href=''>"),
    ("a base that stays, and what is below it is mapped", "<base href=http://o.example/><a href=d/g><a href=h>",
     "<base href=https://home.example/#top><a href=https://n.example/e/g><a href=http://o.example/h>"),
    ("the comment of a browser", "<!-- saved from url=(0019)http://o.example/d/ --><a href=g><a href=x><a href=../h>",
     "<!-- saved from url=(0019)https://n.example/e/ --><a href=g><a href=https://x.example/><a href=http://o.example/h>"),
    ("codebase", "<object codebase=http://o.example/d/ data=g></object>", "<object codebase=https://n.example/e/ data=g></object>"),
]
RELATED = """Content-Type: multipart/related; boundary=b
{fields}
--b
Content-Type: text/html
Content-Location: {page}

{html}
--b
Content-Type: image/png
Content-Location: {image}

x
--b--
"""


class Table(RewriteTest):
    def setUp(self):
        super().setUp()
        self.map = self.write("map.tsv", "".join(f"{old}\t{new}\n" for old, new in MAP))

    def target_parts(self, message):
        return [row["target_part"] for row in rows_of(self.run_ok("links", "--format=jsonl", input=message))]

    def mapped(self, message, *options):
        return self.rewrite(message, "--map", self.map, *options, base=())

    def test_html(self):
        for why, before, after in HTML_TABLE:
            with self.subTest(why):
                self.assertEqual(self.mapped(html("", before)), html("", after))
                self.assertEqual([], self.manifest.notes)

    def test_the_rules_here_are_those_of_the_program(self):
        rules = Map(MAP)
        for why, before, _ in HTML_TABLE:
            old, new = html("", before), self.mapped(html("", before))
            self.assertEqual(expected(rules, self.rows("links", "--full", self.write("old.eml", old))),
                             [row["resolved"] for row in self.rows("links", "--full", self.write("new.eml", new))], why)

    def test_header_fields(self):
        for before, after in (
                ("List-Archive: <http://o.example/d/>", "List-Archive: <https://n.example/e/>"),
                ("List-Unsubscribe: <mailto:joe@o.example>, <http://o.example/d/u?x=1>",
                 "List-Unsubscribe: <mailto:joe@n.example>, <https://n.example/e/u?x=1>"),
                ("Archived-At: <http://o.example/d/1>", "Archived-At: <https://n.example/e/1>"),
                ("Content-Location: http://o.example/d/1", "Content-Location: https://n.example/e/1"),
                ("Content-Base: http://o.example/d/", "Content-Base: https://n.example/e/"),
                ("Base: <URL:http://o.example/d/>", "Base: <URL:https://n.example/e/>"),
                ("Base: <URL:http://o.example/\n d/>", "Base: <URL:https://n.example/e/>")):
            with self.subTest(before):
                self.assertEqual(self.mapped(html(before + "\n", "<a href=g>")), html(after + "\n", "<a href=g>"))
                self.assertEqual({row["reason"] for row in self.manifest.edits}, {"mapped"})

    def test_relative_references_below_a_header(self):
        before = html("Base: <URL:http://o.example/d/>\n", "<a href=g><a href=x><a href=../h>")
        after = html("Base: <URL:https://n.example/e/>\n", "<a href=g><a href=https://x.example/><a href=http://o.example/h>")
        self.assertEqual(self.mapped(before), after)
        self.assertEqual([row["reason"] for row in self.manifest.edits], ["mapped", "mapped", "reference"])
        self.assertEqual(self.mapped(before.replace(b"<a href=x>", b""), "--annotate").count(b"X-Mimebase-Base: <https://n.example/e/>"), 1)

    def test_a_base_stays_if_what_is_below_it_cannot_be_written(self):
        signed = html("Base: <URL:http://o.example/d/>\n", "--b\nContent-Type: text/html\n\n<a href={}>\n--b\n"
                      "Content-Type: application/pgp-signature\n\n--b--\n", "multipart/signed; boundary=b")
        follows, stays = signed.replace(b"{}", b"g"), signed.replace(b"{}", b"../h")
        self.assertEqual(self.mapped(follows), follows.replace(b"http://o.example/d/", b"https://n.example/e/"))
        self.assertEqual([], self.manifest.notes)
        self.assertEqual(self.mapped(stays), stays)
        self.assertEqual([(note["reason"], note["part"]) for note in self.manifest.notes], [("left-dependent", "HEADER")])
        opened = self.mapped(stays, "--signed", "rewrite")
        self.assertEqual(opened, stays.replace(b"http://o.example/d/", b"https://n.example/e/").replace(b"../h", b"http://o.example/h"))
        absolute = signed.replace(b"{}", b"http://o.example/d/g")
        self.assertEqual(self.mapped(absolute), absolute.replace(b"<URL:http://o.example/d/>", b"<URL:https://n.example/e/>"))
        self.assertEqual([(note["reason"], note["part"]) for note in self.manifest.notes], [("left-signed", "1")])

    def test_a_base_that_could_be_none_stays(self):
        self.map.write_text("http://o.example/d/\turn:x\nhttp://o.example/d/x\turn:y\n")
        before = html("Base: <URL:http://o.example/d/>\n", "<a href=x><a href=g>")
        self.assertEqual(self.mapped(before), before.replace(b"=x", b"=urn:y").replace(b"=g", b"=urn:xg"))
        self.assertEqual([note["reason"] for note in self.manifest.notes], ["left-dependent"])

    def related(self, **parts):
        return RELATED.format(**{"fields": "", "page": "http://o.example/d/p", "image": "http://o.example/d/i", "html": "<img src=i>", **parts}).encode()

    def test_a_mark_that_could_not_be_read_again_stays(self):
        for before in ("<!-- saved from url=(0018)http://o.example/d/--><a href=g>", "<!-- saved from url=(0018)xhttp://o.example/d/ --><a href=g>"):
            done = self.mapped(html("", before))
            self.assertEqual(done, html("", before.replace("=g", "=https://n.example/e/g") if "xhttp" not in before else before))
            self.assertEqual([note["reason"] for note in self.manifest.notes], ["left-dependent"])

    def test_parts_and_their_labels(self):
        new = {"page": "https://n.example/e/p", "image": "https://n.example/e/i"}
        for why, before, after in (
                ("relative reference", {}, new),
                ("absolute reference", {"html": "<img src=http://o.example/d/i>"}, {**new, "html": "<img src=https://n.example/e/i>"}),
                ("relative label", {"image": "i", "fields": "Content-Base: http://o.example/d/\n"},
                 {"page": "https://n.example/e/p", "image": "i", "fields": "Content-Base: https://n.example/e/\n"}),
                ("the page alone has moved", {"page": "http://o.example/d/x", "image": "http://o.example/i", "html": "<img src=../i>"},
                 {"page": "https://x.example/", "image": "http://o.example/i", "html": "<img src=http://o.example/i>"}),
                ("the part alone has moved", {"page": "http://o.example/p", "html": "<img src=d/i>"},
                 {"page": "http://o.example/p", "image": "https://n.example/e/i", "html": "<img src=https://n.example/e/i>"}),
                ("cid:", {"image": "cid:a@b", "html": "<img src=cid:a@b>"},
                 {"page": "https://n.example/e/p", "image": "cid:a@b", "html": "<img src=cid:a@b>"})):
            with self.subTest(why):
                message = self.related(**before)
                done = self.mapped(message)
                self.assertEqual(done, self.related(**after))
                of_part = [row for row in rows_of(self.run_ok("links", "--format=jsonl", input=done)) if row["status"] == "part"]
                self.assertEqual([row["target_part"] for row in of_part], ["2"])

    def test_a_label_stays_if_a_reference_cannot_follow(self):
        # The first line maps the reference with its fragment, and not the label.
        self.map.write_text("http://o.example/d/i#f\thttps://n.example/f\n")
        message = self.related(html="<img src=i#f>")
        self.assertEqual(self.mapped(message), message)
        self.assertEqual([note["reason"] for note in self.manifest.notes], ["left-dependent"])
        # Both labels would become the same.
        self.map = self.write("other.tsv", "http://o.example/d/p\thttps://n.example/i\nhttp://o.example/d/i\thttps://n.example/i\n")
        message = self.related(html="<img src=i><a href=http://o.example/d/p>")
        self.assertEqual(self.target_parts(message), self.target_parts(self.mapped(message)))
        # They were the same before.
        message = self.related(page="http://o.example/d/i", html="<a href=i>")
        self.assertEqual(self.mapped(message), message.replace(b"http://o.example/d/i", b"https://n.example/i"))

    def test_documents(self):
        for media_type, before, after in (
                ("text/css", b"p{background:url(http://o.example/d/g)}", b"p{background:url(https://n.example/e/g)}"),
                ("image/svg+xml", b"<svg xmlns='http://www.w3.org/2000/svg' xml:base='http://o.example/d/'><image href='g'/><image href='x'/></svg>",
                 b"<svg xmlns='http://www.w3.org/2000/svg' xml:base='https://n.example/e/'><image href='g'/><image href='https://x.example/'/></svg>"),
                ("text/calendar", b"BEGIN:VEVENT\r\nURL:http://o.example/d/g\r\n", b"BEGIN:VEVENT\r\nURL:https://n.example/e/g\r\n"),
                ("text/plain", b"<http://o.example/d/g>", b"<https://n.example/e/g>")):
            with self.subTest(media_type):
                self.assertEqual(self.mapped(before, "--content-type", media_type), after)

    def test_wrong_usage(self):
        message = html("", "<a href=http://o.example/d/g>")
        for lines, said in ((b"http://o/\n", "line 1: it does not have exactly one TAB"),
                            (b"#\r\nhttp://o/\thttp://n/\r\nHTTP://O:80\thttp://m/\r\n=http://O/\thttp://m/\n=http://O\thttp://m/\n",
                             "line 5: its OLD is the same as in line 4: http://o/"),
                            (b"http://o/\tn\n", "line 1: NEW is not an absolute URL")):
            self.map.write_bytes(lines)
            self.assert_fails(2, f"--map {self.map}: {said}", "rewrite", "--map", self.map, input=message)
        self.map.write_bytes(b"")
        self.assertEqual(self.mapped(message), message)
        for other in (("--only", "html"), ("--cid", "location"), ("--base", "drop"), ("--unwrap",), ("--template", "http://t/{url:query}")):
            self.assert_fails(2, f"{other[0]} cannot be combined" if other[0] != "--template" else "cannot be combined",
                              "rewrite", "--map", self.map, *other, input=message)
        self.assert_fails(2, "cannot be read: No such file", "rewrite", "--map", self.folder / "none", input=message)
        self.assert_fails(2, "cannot be read: Is a directory", "rewrite", "--map", self.folder, input=message)


# ---- at random ----

def expected(rules, rows):
    """The resolved URLs after a rewrite. References to labels stay."""
    out = []
    for row in rows:
        is_label = row["status"] == "part" and row["reference"].lower().startswith(("cid:", "mid:"))
        new = None if row["resolved"] is None or is_label else rules.mapped(row["resolved"])
        out.append(row["resolved"] if new is None else new)
    return out


HOSTS = ["o.example", "lists.o.example", "p.example", "b\u00fccher.example", "x.example"]


class Maker:
    """Makes messages, and maps of their URLs."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def choice(self, items):
        return self.random.choice(items)

    def path(self):
        return "/".join(self.choice(["a", "b", "c", "d-1", "%7Ee", "%2ff", "..", ".", "g", "x.html"]) for _ in range(self.random.randint(0, 3)))

    def end(self):
        return self.choice(["", "", "", "?q=1", "?", "#f", "?q=%41#s1", "#"])

    def absolute(self):
        scheme, host = self.choice(["http", "http", "https", "HTTP"]), self.choice(HOSTS)
        host = self.choice([host, host, host.upper() if host.isascii() else host, host + (":80" if scheme.lower() == "http" else ":443")])
        return f"{scheme}://{host}/{self.path()}{self.end()}"

    def reference(self):
        return self.choice([self.absolute, self.absolute, lambda: self.path() + self.end(), lambda: "/" + self.path() + self.end(), lambda: "../x",
                            lambda: "//" + self.choice(HOSTS) + "/" + self.path(), lambda: "mid:1@o.example", lambda: "#f"])() or "x"

    def base(self):
        return f"http://{self.choice(HOSTS[:3])}/" + self.choice(["a/", "b/c", "", "a/b/"])

    def map(self):
        lines = {}
        for number in range(self.random.randint(1, 8)):
            old = self.choice([lambda: f"http://{self.choice(HOSTS)}/", lambda: self.base(), lambda: "=" + self.absolute(),
                               lambda: self.absolute() + "*", lambda: self.absolute(), lambda: f"http://{self.choice(HOSTS)[:4]}*"])()
            rank = 0 if old.startswith("=") else 2 if old[-1] in "/?*" else 1
            text = old[1:] if rank == 0 else old[:-1] if old.endswith("*") else old
            new = self.choice([f"https://new{number}.example/m/", f"https://new{number}.example/?u=", f"http://new.example:8080/{number}",
                               f"https://new{number}.example/#a"])
            lines.setdefault((digits(normal(text, rank == 2)), rank), (old, new))
        return Map(list(lines.values()))

    def html(self):
        text = f"<base href='{self.base()}'>" if self.random.random() < 0.3 else ""
        for _ in range(self.random.randint(1, 5)):
            url = self.reference()
            text += self.choice([f"<a href='{url}'>x</a>", f"<img src=\"{url}\">", f"<p style='background:url({url})'>y", f"<p>see {self.absolute()} now",
                                 f"<style>@import '{url}';</style>", f"<iframe srcdoc='&lt;a href=\"{url}\">'></iframe>",
                                 f"<form action={url}></form>", f"<object codebase='{self.base()}' data='{url}'></object>"]) + "\n"
        return text

    def xml(self):
        inner = "".join(f"<g xml:base='{self.choice([self.base(), 'a/', '../'])}'><image href='{self.reference()}'/></g>" for _ in range(2))
        return f"<svg xmlns='http://www.w3.org/2000/svg' xml:base='{self.base()}'>{inner}<a href='{self.reference()}'/></svg>"

    def content(self):
        return self.choice([
            lambda: ("text/html; charset=utf-8", self.html()), lambda: ("text/html; charset=utf-8", self.html()),
            lambda: ("image/svg+xml", self.xml()),
            lambda: ("text/css; charset=utf-8", f"@import url({self.reference()}); p {{ background: url('{self.reference()}') }}\n"),
            lambda: ("text/calendar; charset=utf-8", f"BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nURL:{self.absolute()}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"),
            lambda: ("text/plain; charset=utf-8", f"See <{self.absolute()}> and {self.absolute()} now\n"),
            lambda: ("text/plain; charset=utf-8; format=flowed; delsp=yes", f"See {self.absolute()} \nand <URL:{self.absolute()}>\n")])()

    def bases(self):
        fields = ""
        if self.random.random() < 0.3:
            fields += self.choice([f"Base: <URL:{self.base()}>\n", f"Content-Base: {self.base()}\n", f"Content-Location: {self.base()}x.html\n"])
        return fields

    def leaf(self, fields=""):
        media_type, text = self.content()
        text = text.encode()
        encoding = self.choice(["8bit", "base64", "quoted-printable"])
        body = {"8bit": lambda: text, "base64": lambda: base64.encodebytes(text), "quoted-printable": lambda: quopri.encodestring(text)}[encoding]()
        return f"Content-Type: {media_type}\nContent-Transfer-Encoding: {encoding}\n{fields}{self.bases()}\n".encode() + body

    def multipart(self, depth):
        boundary = f"b{depth}{self.random.randint(0, 10**9)}"
        kind = self.choice(["mixed", "alternative", "related", "related"])
        parts = [self.entity(depth + 1)]
        labels = self.random.sample(["a/i.png", "b/j.png", "http://o.example/a/i.png", "http://p.example/x.png"], 2)
        if kind == "related":
            images = "".join(f"<img src='{self.choice(labels)}'>" for _ in range(3))
            parts[0] = f"Content-Type: text/html; charset=utf-8\n{self.bases()}\n<p>{images}<a href='{self.reference()}'>\n".encode()
            parts += [f"Content-Type: image/png\nContent-Location: {label}\n\nx\n".encode() for label in labels]
        else:
            parts += [self.entity(depth + 1) for _ in range(self.random.randint(0, 2))]
        body = b"".join(b"--" + boundary.encode() + b"\n" + part + b"\n" for part in parts) + b"--" + boundary.encode() + b"--\n"
        return f"Content-Type: multipart/{kind}; boundary={boundary}\n{self.bases()}\n".encode() + body

    def entity(self, depth=0):
        roll = self.random.random()
        if depth < 3 and roll < 0.5:
            return self.multipart(depth)
        if depth < 3 and roll < 0.6:
            return b"Content-Type: message/rfc822\n\nSubject: inner\nMIME-Version: 1.0\n" + self.entity(depth + 1)
        return self.leaf()

    def message(self):
        fields = "".join(self.random.sample([f"List-Archive: <{self.absolute()}>\n", f"List-Unsubscribe: <mailto:x@y.example>, <{self.absolute()}>\n",
                                             f"Archived-At: <{self.absolute()}>\n", f"X-Note: see {self.absolute()}\n"], 2))
        return f"From: ada@example.org\nSubject: x\nMIME-Version: 1.0\n{fields}".encode() + self.entity()


def prefixes(part):
    """The part and those around it."""
    numbers = part.split(".")
    return [".".join(numbers[:count + 1]) for count in range(len(numbers))]


def is_never_written(row):
    """Scripts, and attributes of which no program opens a URL."""
    is_unknown_attribute = "@" in row["context"] and (row["kind"] == "other" or row["context"].endswith(":text"))
    return row["hidden"] in ("script", "comment") or row["context"].startswith("script:") or is_unknown_attribute


class AtRandom(CliTest):
    def check(self, folder, rules):
        """Rewrites a folder. Returns how many references it has, how many lead elsewhere afterwards, and how many stay with a note.
        All lead where the rules say, a second rewrite changes nothing, and undoing gives the old bytes."""
        names = {name: self.folder / f"{name} of {folder.name}" for name in ("map", "manifest", "new", "again", "back")}
        names["map"].write_text(rules.text, encoding="utf-8")
        for first, second, options in ((folder, "new", ("--map", names["map"], "--manifest", names["manifest"])),
                                       (names["new"], "again", ("--map", names["map"])), (names["new"], "back", ("--undo", names["manifest"]))):
            done = run("rewrite", *options, "-o", names[second], first)
            self.assertIn(done.returncode, (0, 1), done.stderr[-1000:])
        for path in sorted(path for path in names["new"].rglob("*") if path.is_file()):
            at = path.relative_to(names["new"])
            self.assertEqual((names["again"] / at).read_bytes(), path.read_bytes(), at)
            self.assertEqual((names["back"] / at).read_bytes(), (folder / at).read_bytes(), at)
        notes = {(row["source"], row["part"]) for row in Manifest(names["manifest"].read_bytes()).notes if row["reason"].startswith("left-")}
        before, after = (rows_of(run("links", "--full", "--format=jsonl", place).stdout) for place in (folder, names["new"]))
        self.assertEqual([(old["source"].removeprefix(str(folder)), old["part"], old["context"].split(":")[0]) for old in before],
                         [(new["source"].removeprefix(str(names["new"])), new["part"], new["context"].split(":")[0]) for new in after])
        moved = left = 0
        for old, new, url in zip(before, after, expected(rules, before)):
            moved += old["resolved"] != new["resolved"]
            if old["status"] == "part":
                self.assertEqual((old["status"], old["target_part"]), (new["status"], new["target_part"]), old)
            if new["resolved"] == url or old["status"] == "same-document":
                continue
            self.assertEqual(new["resolved"], old["resolved"], (old, new, url))
            if is_never_written(old):
                continue
            left += 1
            self.assertTrue(any((old["source"], part) in notes for part in prefixes(old["part"])), (old, new, url))
        return len(before), moved, left

    def totals_of(self, checks):
        totals = [sum(column) for column in zip(*checks)]
        if __name__ == "__main__" and len(sys.argv) > 2:
            print("references, moved, left:", *totals)
        return totals

    def test_messages(self, seed="20261128", count=12):
        checks = []
        for number in range(count):
            maker = Maker(f"{seed} {number}")
            folder = self.folder / f"mail{number}"
            folder.mkdir()
            for message in range(40):
                (folder / f"{message:03}.eml").write_bytes(maker.message())
            with self.subTest(seed=seed, number=number):
                checks.append(self.check(folder, maker.map()))
        references, moved, left = self.totals_of(checks)
        self.assertGreater(moved, references / 20)
        self.assertLess(left, moved / 20)

    def test_corpora(self, seed="20261128", count=2):
        """Real messages, of which some hosts have moved."""
        files = [path for path in corpora_files() if path.stat().st_size < 5_000_000]
        pages = [path for path in files if path.suffix in (".mht", ".mhtml")]
        if not files:
            self.skipTest("no corpora")
        checks = []
        for number in range(count):
            choose = random.Random(f"{seed} {number}")
            folder = self.folder / f"corpora{number}"
            folder.mkdir()
            for path in choose.sample(files, min(150, len(files))) + choose.sample(pages, min(10, len(pages))):
                (folder / f"{len(list(folder.iterdir())):03} {path.name}").write_bytes(path.read_bytes())
            urls = [row["resolved"] for row in rows_of(run("links", "--full", "--format=jsonl", folder).stdout)]
            urls = [url for url in urls if url and re.match("https?://[!-~]+/[!-~]*$", url) and len(url) < 1000]
            lines = {}
            for url in choose.sample(urls, min(40, len(urls))):
                old = choose.choice([re.match("[^:]*://[^/?#]*", url)[0] + "/", url.rpartition("/")[0] + "/", "=" + url])
                new = f"https://new{len(lines)}.example/" + choose.choice(["", "x/", "?u="])
                lines.setdefault((old[0] == "=", digits(normal(old.removeprefix("="), old[0] != "="))), (old, new))
            with self.subTest(seed=seed, number=number):
                checks.append(self.check(folder, Map(list(lines.values()))))
        references, moved, left = self.totals_of(checks)
        self.assertGreater(moved, references / 50)


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[2].isdigit():
        AtRandom.test_messages.__defaults__ = AtRandom.test_corpora.__defaults__ = (sys.argv[1], int(sys.argv[2]))
        main(argv=[sys.argv[0], "AtRandom"])
    main()
