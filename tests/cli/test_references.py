"""References in HTML, text and headings: their spans, contexts and statuses, and the rows of JSON Lines."""

import base64
import html
import quopri
import re
import unittest

from support import LINK_KEYS, TREE_KEYS
from tables import BASE_KEYS, Case, analyse, content_links, html_message, multipart, pick, rows_of, run, to_bytes


# ---- Spans ----

SPAN_HTML = ('<p>x</p>\n<a href="http://h/é?a=ü&amp;b">Ä</a> <img src="a&eacute;.png" '
             'srcset="p&#46;png 1x, q 2x">'
             "<meta http-equiv=refresh content=\"1; url='m&amp;n'\"><a href=' sp '>=</a>"
             "<a href=un=q>x</a>\n<a\nhref\n=\n'nl'>y</a>")
SPAN_TEXT = ("http://h/a, (http://h/b) <URL:rel/x> <URL:http://h/\n  c> www.x.org/p "
             "é http://h/é. \"http://h/q\"\n"
             "<http://h/d> mailto:a@b.c")


class Spans(Case):
    def contents(self, content, subtype):
        for charset in ("utf-8", "iso-8859-1", "windows-1252"):
            raw = content.encode(charset)
            for encoding in (None, "base64", "quoted-printable"):
                field = "Content-Transfer-Encoding: %s\n" % encoding if encoding else ""
                body = {None: lambda x: x, "base64": base64.encodebytes,
                        "quoted-printable": quopri.encodestring}[encoding](raw)
                heading = "Content-Type: text/%s; charset=%s\n%s\n" % (subtype, charset, field)
                yield charset, encoding, raw, heading.encode() + body

    def compare(self, content, subtype, decode, expected):
        cases = list(self.contents(content, subtype))
        for (charset, encoding, raw, _), rows in zip(cases, analyse("links", [case[3] for case in cases])):
            with self.subTest(charset=charset, encoding=encoding):
                self.assertEqual(expected, [row["reference"] for row in rows])
                self.assertEqual(expected,
                                 [decode(raw[row["start"]:row["end"]].decode(charset)) for row in rows])

    def test_html(self):
        self.compare(SPAN_HTML, "html", html.unescape,
                     ["http://h/é?a=ü&b", "aé.png", "p.png", "q", "m&n", "sp", "un=q", "nl"])

    def test_text(self):
        self.compare(SPAN_TEXT, "plain", lambda text: re.sub(r"\s", "", text),
                     ["http://h/a", "http://h/b", "rel/x", "http://h/c", "www.x.org/p", "http://h/é",
                      "http://h/q", "http://h/d",
                      "mailto:a@b.c"])

    def test_text_contexts(self):
        rows = analyse("links", ["\n".join(["Subject: x", "", SPAN_TEXT])])[0]
        self.assertEqual(["text", "text", "text:delimited", "text:delimited", "text", "text", "text",
                          "text:delimited", "text"],
                         [row["context"] for row in rows])
        self.assertEqual(("guessed", "http://www.x.org/p"), pick(rows[4], "status", "resolved"))

    def test_headings(self):
        table = [
            ("a list", "List-Unsubscribe: <mailto:a@b?subject=u>, <http://h/u>",
             ["mailto:a@b?subject=u", "http://h/u"]),
            ("a relative one", "List-Archive: <x/>", ["x/"]),
            ("a fold inside", "List-Unsubscribe: <http://h/\n u/\n\tv>,\n <rel?q>",
             ["http://h/u/v", "rel?q"]),
            ("a fold before", "List-Archive:\n <x/>", ["x/"]),
            ("white space around", "List-Archive:   <x/>  ", ["x/"]),
            ("a comment", "List-Help: (see) <http://h/(x)> (that)", ["http://h/(x)"]),
            ("Archived-At", "Archived-At: <http://h/a>", ["http://h/a"]),
            ("a name that is no URL", "List-ID: name <list.example>", []),
            ("windows-1252 bytes", b"List-Archive: <caf\xe9>", ["café"]),
            ("Base", "Base: <URL:http://h/b>", ["http://h/b"]),
            ("Base, folded", "Base: <URL:http://h/\n b>", ["http://h/b"]),
            ("Content-Base with its wrapper", 'Content-Base: (c) "<URL:http://h/b>" (d)', ["http://h/b"]),
            ("Content-Location", "Content-Location: x/y", ["x/y"]),
            ("CRLF", "List-Archive: <x\r\n /y>\r", ["x/y"]),
        ]
        found = analyse("links", [to_bytes(row[1]) + b"\n\n" for row in table])
        self.check(table, [[row["reference"] for row in rows] for rows in found])
        for row, rows in zip(table, found):
            name, value = to_bytes(row[1]).split(b":", 1)
            unfolded = re.sub(rb"\r?\n(?=[ \t])", b"", value).strip()
            for link in rows:
                with self.subTest(why=row[0]):
                    cut = unfolded[link["start"]:link["end"]]
                    self.assertEqual(link["reference"], re.sub(r"\s", "", cut.decode("latin-1")),
                                     "cut out of the unfolded value")
                    self.assertEqual(("HEADER", None, "header:" + name.decode().lower(), None),
                                     pick(link, "part", "content_type", "context", "text"))

    def test_encoded_words(self):
        value = "=?utf-8?q?http://a/b/?="
        row = analyse("links", ["Content-Location: %s\n\n" % value])[0][0]
        self.assertEqual(("http://a/b/", value), (row["reference"], value[row["start"]:row["end"]]),
                         "no byte boundary there: the run around it")

    def test_bases_of_headings(self):
        fields = ("List-Archive: <la>\nContent-Location: cl/x\nBase: <URL:http://b/d/>\n"
                  "Content-Base: http://c/d/\n")
        rows = analyse("links", [fields + "\n"])[0]
        self.assertEqual([("header:list-archive", "http://b/d/la", "http://b/d/", "base-header"),
                          ("header:content-location", "http://b/d/cl/x", "http://b/d/", "base-header"),
                          ("header:base", "http://b/d/", "http://c/d/", "content-base")],
                         [pick(row, "context", "resolved", "base", "base_by") for row in rows[:3]])
        message = multipart("b", "Base: <URL:rel/>\nContent-Type: text/plain\n\nx",
                            fields="Content-Base: http://c/d/\n")
        rows = analyse("links", [message])[0]
        self.assertEqual([("1.MIME", "http://c/d/rel/", "resolved", "http://c/d/", "3.2", "content-base",
                           "HEADER")],
                         [pick(row, "part", "resolved", "status", *BASE_KEYS) for row in rows[1:]],
                         "a relative Base is a reference, too")


# ---- Statuses ----

STATUSES = [  # reference; status and resolved under rfc1808, and under rfc3986 where that differs
    ("g", "resolved http://b/g"), ("//h", "resolved http://h"), ("/x", "resolved http://b/x"),
            ("", "resolved http://b/d;p?q"),
    ("http://x/y", "absolute http://x/y"), ("http:g", "absolute http:g"),
            ("mailto:a@b", "absolute mailto:a@b"),
    ("javascript:x", "absolute javascript:x"), ("#x", "same-document http://b/d;p?q#x"),
            (" #x", "same-document http://b/d;p?q#x"),
    ("#", "same-document http://b/d;p?q#"), ("./a:b", "resolved http://b/a:b"),
            ("/a:b", "resolved http://b/a:b"), ("?a:b", "resolved http://b/d;p?a:b"),
    ("1:x", "absolute 1:x", "resolved http://b/1:x"), ("ht\ntp://h/x", "absolute http://h/x"),
            ("a b", "resolved http://b/a b"),
    (":x", "resolved http://b/:x"), ("?", "resolved http://b/d;p?q", "resolved http://b/d;p?"),
            (";x", "resolved http://b/d;x", "resolved http://b/;x"),
    ("../x", "resolved http://b/../x", "resolved http://b/x"),
]


class Statuses(Case):
    def test_with_a_base(self):
        body = "".join('<a href="%s"></a>' % row[0] for row in STATUSES)
        for rules, column in (("rfc1808", 1), ("rfc3986", -1)):
            rows = content_links(analyse("links", [html_message(body, "Content-Base: http://b/d;p?q\n")],
                                         "--rules", rules)[0])
            with self.subTest(rules=rules):
                self.assertEqual([row[column] for row in STATUSES],
                                 ["%s %s" % pick(row, "status", "resolved") for row in rows])

    def test_without_one(self):
        table = [("g", "unresolved None"), ("//h/x", "unresolved None"), ("/x", "unresolved None"),
                 ("", "unresolved None"), ("?y", "unresolved None"),
                 ("#x", "same-document None"), ("http://h/", "absolute http://h/"),
                 ("http:g", "absolute http:g")]
        body = "".join('<a href="%s"></a>' % row[0] for row in table)
        rows = analyse("links", [html_message(body)])[0]
        self.assertEqual([row[1] for row in table],
                         ["%s %s" % pick(row, "status", "resolved") for row in rows])
        self.assertEqual({("", "3.4", "none", None)}, {pick(row, *BASE_KEYS) for row in rows})


# ---- JSON ----

class Json(Case):
    def test_keys(self):
        message = html_message("<a href=g></a>", "Content-Base: http://h/\n")
        for command, keys in (("links", LINK_KEYS), ("tree", TREE_KEYS)):
            for row in analyse(command, [message])[0]:
                self.assertEqual(keys, list(row)[:len(keys)], command)

    def test_nulls(self):
        row = analyse("links", ["X: y\n\nhttp://h/x"])[0][0]
        self.assertEqual({"message_id", "date", "from", "subject", "in_message_id", "hidden", "text",
                          "target_part", "base_part", "unwrapped", "where", "page", "host_unicode", "permalink",
                          "permalink_names"},
                         {key for key in LINK_KEYS if row[key] is None})
        self.assertEqual(("1", 1, 0), pick(row, "part", "message", "offset"))

    def test_host_in_unicode(self):
        table = [
            ("written in Unicode", "http://b\u00fccher.example/", "b\u00fccher.example"),
            ("written in ASCII", "http://www.XN--80ak6aa92e.com/", "www.\u0430\u0440\u0440\u04cf\u0435.com"),
            ("in ASCII alone", "http://bucher.example/", None),
            ("a label that cannot be decoded", "gopher://xn--999999999.example/", None),
            ("one label of two", "gopher://xn--bcher-kva.xn--999999999.example/", None),
            ("not at the beginning of a label", "http://axn--bcher-kva.example/", None),
            ("no host", "mailto:a@b\u00fccher.example", None),
        ]
        found = analyse("links", [html_message(f"<a href='{url}'>") for _, url, _ in table])
        self.check(table, [rows[-1]["host_unicode"] for rows in found])

    def test_a_base_that_is_no_url(self):
        message = html_message("<a href=g><a href=http://x/><a href='#f'><a href=mailto:a@b><a href=''>"
                               "<p>www.example.com</p>",
                               "Content-Base: http://h.example:99999/\n")
        rows = content_links(analyse("links", [message], "--rules", "whatwg")[0])
        self.assertGreater(len(rows), 4)
        self.assertEqual({("invalid", None, "http://h.example:99999/", "content-base", None)},
                         {pick(row, "status", "resolved", "base", "base_by", "host") for row in rows})
        rows = content_links(analyse("links", [message])[0])
        self.assertEqual(["resolved", "absolute", "same-document", "absolute", "resolved"],
                         [row["status"] for row in rows[:5]], "RFC 1808 checks no grammar")

    def test_a_base_that_is_no_url_and_parts(self):
        base = "http://h.example:99999/x"
        message = ("Content-Type: multipart/related; boundary=b\n\n"
                   f"--b\nContent-Base: {base}\nContent-Type: text/html\n\n"
                   "<a href='#f'><a href=' #'><a href='\n#a b'></a><svg><use href='#u'></svg><p>www.example.com</p>\n"
                   "--b\nContent-ID: <i@x>\nContent-Type: image/gif\n%s\nx\n--b--\n")
        for location in ("", f"Content-Location: {base}\n", "Content-Location: http://h.example:99999/www.example.com\n"):
            for rules, status in (("whatwg", "invalid"), ("rfc3986", "same-document"), ("rfc1808", "same-document")):
                with self.subTest(rules=rules, location=location):
                    rows = content_links(analyse("links", [message % location], "--rules", rules)[0])
                    bare = "invalid" if rules == "whatwg" else "guessed"
                    self.assertEqual([(status, None)] * 4 + [(bare, None)],
                                     [pick(row, "status", "target_part") for row in rows])

    def test_host(self):
        table = [
            ("of what was resolved", "Content-Base: http://WWW.Example.com:80/x\n", "<a href=y>", "www.example.com"),
            ("without user and port", "", "<a href='HTTP://U:P@H.Example:8080/x'>", "h.example"),
            ("an address keeps its brackets", "", "<a href='http://[2001:DB8::1]:80/'>", "[2001:db8::1]"),
            ("of a scheme that a browser does not know", "", "<a href='gopher://H.example'>", "h.example"),
            ("a path has none", "", "<a href='mailto:a@h.example'>", None),
            ("an empty one is none", "", "<a href='file:///x'>", None),
            ("without a base: the reference's own", "", "<a href=' //H.example:80/x'>", "h.example"),
            ("without a base, and in two lines", "", "<a href='/\n/H.example/x'>", "h.example"),
            ("without a base: no host", "", "<a href='/x'>", None),
            ("without a base: an empty host", "", "<a href='///x'>", None),
            ("with a base it is resolved", "Content-Base: http://b/\n", "<a href='//H.example/x'>", "h.example"),
        ]
        found = analyse("links", [html_message(row[2], row[1]) for row in table])
        self.check(table, [rows[-1]["host"] for rows in found])
        by_browser = analyse("links", [html_message("<a href='http://[/'>")], "--rules", "whatwg")[0][-1]
        self.assertEqual(("invalid", None), pick(by_browser, "status", "host"))

    def test_control_characters(self):
        # All of them, after and before runs that are long enough for any scanning method.
        for code in [*range(1, 0x20), 0x7F]:
            if code in (0x0A, 0x0D):
                continue
            text = "x%sy%cz%s" % ("a" * 40, code, "b" * 40)
            with self.subTest(code=code):
                done = run(["links", "--format", "jsonl"],
                           ("Subject: %s\nX: y\n\nhttp://h/x" % text).encode())
                self.assertEqual(text, rows_of(done.stdout)[0]["subject"])

    def test_text_never_drives_the_terminal(self):
        message = ("Subject: s\x1b[31m\x07\x9by \u202ex\nContent-Base: http://h/\n"
                   "Content-Type: text/html; charset=utf-8; name=\"f\x1b[2J\"\n\n"
                   "<a href='a\x1b]0;x\x07b\u0085'>t</a>").encode()
        for command in (["tree", "-v"], ["links"], ["links", "--unique"]):
            done = run([*command, "--color", "never"], message)
            self.assertEqual([], re.findall("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", done.stdout.decode()),
                             command)
            self.assertEqual(0, done.returncode)


# ---- Encoded words in fields that hold URLs (RFC 2047 section 5 forbids them there) ----

WORDS = [
    # why, field, the references, what their spans cover
    ("all in words", "List-Unsubscribe: =?utf-8?q?=3Chttps=3A//a.example/?=\n =?utf-8?q?u=3E?=", ["https://a.example/u"],
     ["=?utf-8?q?=3Chttps=3A//a.example/?= =?utf-8?q?u=3E?="]),
    ("two URLs", "List-Help: =?utf-8?q?=3Cmailto=3Ax=40a.example=3E=2C=3Chttp=3A//a?=\n =?utf-8?q?.example/=3E?=",
     ["mailto:x@a.example", "http://a.example/"], None),
    ("base64", "Archived-At: =?utf-8?b?PGh0dHA6Ly9hLmV4YW1wbGUvYj4=?=", ["http://a.example/b"],
     ["=?utf-8?b?PGh0dHA6Ly9hLmV4YW1wbGUvYj4=?="]),
    ("in brackets", "List-Post: <=?UTF-8?Q?http=3A//a.example/x=5Fy?=>", ["http://a.example/x_y"],
     ["=?UTF-8?Q?http=3A//a.example/x=5Fy?="]),
    ("the second half", "List-Owner: <http://a.example/?b\n =?utf-8?q?=3Dc?=>, <http://b.example/>",
     ["http://a.example/?b=c", "http://b.example/"], ["http://a.example/?b =?utf-8?q?=3Dc?=", "http://b.example/"]),
    ("a comment in words", "List-Archive: =?utf-8?q?Arch=C3=AFv?= <http://a.example/>", ["http://a.example/"],
     ["http://a.example/"]),
    ("another charset", "List-Subscribe: <=?iso-8859-1?q?http=3A//a.example/=E9?=>", ["http://a.example/é"], None),
    ("any field, in brackets", "Solicitation: <=?utf-8?q?http=3A//a.example/?=>", ["http://a.example/"],
     ["=?utf-8?q?http=3A//a.example/?="]),
    ("any field, URL:", "Solicitation: <=?utf-8?q?URL=3Ahttp=3A//a.example/?=>", ["http://a.example/"], None),
    ("any field, the second half", "Solicitation: <http://a.example/=?utf-8?q?b?=>", ["http://a.example/b"], None),
    ("an address in words", "From: <=?utf-8?q?a=40b.example?=>", [], []),
    ("no words", "List-Help: <http://a.example/?b==?=>", ["http://a.example/?b==?="], ["http://a.example/?b==?="]),
]
# In these fields, what is in brackets is an identifier.
IDENTIFIERS = ["References", "In-Reply-To", "Message-ID", "Resent-Message-ID", "Return-Path", "Received", "ARC-Seal",
               "ARC-Authentication-Results", "DKIM-Signature", "Authentication-Results", "X-Received", "X-Google-DKIM-Signature"]


class Permalinks(Case):
    """The forms of URLs are in tests/url/permalinks.tsv: here, what the header of a message adds."""

    HASH = "4WHXS3N3OUXOOXXCKPSB22TEACN2QFFV"

    def found(self, message):
        return [pick(row, "permalink", "permalink_names") for row in analyse("links", [message])[0]]

    def test_schemes(self):
        table = [
            ("public-inbox", "https://lore.kernel.org/all/a%2Fb@c/T/#t", ("public-inbox", "a/b@c")),
            ("HyperKitty", f"https://l.example/archives/list/d@l.example/message/{self.HASH}/",
             ("hyperkitty", self.HASH)),
            ("a number", "https://l.example/pipermail/d/2020-May/000123.html", ("pipermail", "000123")),
            ("news", "news:1@2", ("news", "1@2")),
            ("mid", "mid:1%402/x@y", ("mid", "1@2")),
            ("a relative reference", "/d/msgid/dev/1%402", ("google-groups", "1@2")),
            ("an inbox on a host that the message does not name", "https://inbox.example/d/1@2/", (None, None)),
            ("no permalink", "https://www.example.org/", (None, None)),
        ]
        message = html_message("".join(f"<a href='{url}'>x</a>" for _, url, _ in table),
                               "Content-Location: https://groups.google.com/\n")
        self.check(table, self.found(message)[-len(table):])

    def test_mid_of_this_message(self):
        rows = analyse("links", [html_message("<a href='mid:x%40y'>x</a>", "Message-ID: <x@y>\n")])[0]
        self.assertEqual([("part", "mid", "x@y")],
                         [pick(row, "status", "permalink", "permalink_names") for row in rows])

    def test_archived_at(self):
        own = ("archived-at", "x@y")
        table = [
            ("folded", "Archived-At: <https://l.example/1\n /2>", "https://l.example/1/2", own),
            ("old", "X-Archived-At: <https://l.example/1>", "https://l.example/1", own),
            ("http for https", "Archived-At: <https://l.example/1>", "http://L.example/1/#x", own),
            ("a form of its own", f"Archived-At: <https://l.example/list/d@l/message/{self.HASH}/>",
             f"https://l.example/list/d@l/message/{self.HASH}", own),
            ("several", "Archived-At: <https://l.example/1>\nArchived-At: <https://l.example/2>",
             "https://l.example/2", own),
            ("another", "Archived-At: <https://l.example/1>", "https://l.example/2", (None, None)),
            ("another query", "Archived-At: <https://l.example/?1>", "https://l.example/?2", (None, None)),
        ]
        found = analyse("links", [html_message(f"<a href='{url}'>x</a>", f"Message-ID: <x@y>\n{field}\n")
                                  for _, field, url, _ in table])
        self.check([(name, field, expected) for name, field, _, expected in table],
                   [pick(rows[-1], "permalink", "permalink_names") for rows in found])
        self.assertEqual(own, pick(found[0][0], "permalink", "permalink_names"))
        no_id = analyse("links", [html_message("<a href='https://l.example/1'>x</a>",
                                               "Archived-At: <https://l.example/1>\n")])[0]
        self.assertEqual(("archived-at", None), pick(no_id[-1], "permalink", "permalink_names"))

    def test_inboxes(self):
        table = [
            ("List-Archive", "List-Archive: <https://inbox.example/d/>", "https://inbox.example/e/1@2/", "1@2"),
            ("bare", "List-Archive: https://inbox.example/d/", "https://inbox.example/d/1@2/raw", "1@2"),
            ("Archived-At", "Archived-At: <https://inbox.example/d/3@4/>", "https://inbox.example/d/1@2/", "1@2"),
            ("List-Help", "List-Help: <https://inbox.example/d/>", "https://inbox.example/d/1@2/", None),
        ]
        found = analyse("links", [html_message(f"<a href='{url}'>x</a>", field + "\n") for _, field, url, _ in table])
        self.check([(name, field, name_) for name, field, _, name_ in table],
                   [rows[-1]["permalink_names"] for rows in found])

    def test_nested_messages_have_archives_of_their_own(self):
        inner = ("Message-ID: <in@ner>\nArchived-At: <https://l.example/in>\n"
                 "List-Archive: <https://inbox.example/d/>\n\n"
                 "https://l.example/in https://l.example/out https://inbox.example/d/1@2/\n")
        body = "https://l.example/in https://l.example/out https://inbox.example/d/1@2/\n"
        message = ("Message-ID: <out@er>\nArchived-At: <https://l.example/out>\nMIME-Version: 1.0\n"
                   "Content-Type: multipart/mixed; boundary=b\n\n"
                   f"--b\n\n{body}--b\nContent-Type: message/rfc822\n\n{inner}--b\n\n{body}--b--\n")
        outer = [(None, None), ("archived-at", "out@er"), (None, None)]
        self.assertEqual([("archived-at", "out@er")] + outer +
                         [("archived-at", "in@ner"), (None, None),  # the fields
                          ("archived-at", "in@ner"), (None, None), ("public-inbox", "1@2")] + outer,
                         self.found(message))


class EncodedWords(Case):
    def test_references_and_spans(self):
        messages = ["%s\n\nx" % field for _, field, _, _ in WORDS]
        for (why, field, references, spans), rows in zip(WORDS, analyse("links", messages)):
            with self.subTest(why):
                self.assertEqual([row["reference"] for row in rows], references)
                value = field.partition(":")[2].replace("\n", "").strip().encode()
                if spans is not None:
                    self.assertEqual([value[row["start"]:row["end"]].decode() for row in rows], spans)

    def test_diagnostic(self):
        messages = ["%s\n\nx" % field for field in (
            WORDS[0][1], "Base: <URL:=?utf-8?q?http=3A//a/?=>", "Content-Base: =?utf-8?q?http=3A//a/?=",
            "Content-Location: =?utf-8?q?http=3A//a/?=", WORDS[-1][1], "Subject: =?utf-8?q?http=3A//a/?=")]
        found = [[row["code"] for row in rows if row["code"] == "mime-defect"] for rows in analyse("check", messages)]
        self.assertEqual(found, [["mime-defect"]] * 3 + [[]] * 3)

    def test_rewrite(self):
        message = "List-Help: <=?utf-8?q?=2E=2E/b?=>\nContent-Base: =?utf-8?q?http=3A//a.example/c/d?=\n\nx\n"
        done = run(["rewrite", "--only=headings", "-"], message.encode())
        rows = rows_of(run(["links", "--format=jsonl", "-"], done.stdout).stdout)
        self.assertEqual([row["reference"] for row in rows], ["http://a.example/b", "http://a.example/c/d"])

    def test_external_body(self):
        message = ('Content-Type: message/external-body; access-type=URL;\n url="=?utf-8?q?http=3A//a.example/?="\n\n'
                   "Content-Type: text/plain\n\n")
        self.assertEqual([row["reference"] for row in analyse("links", [message])[0]], ["http://a.example/"])

    def test_identifiers_are_no_references(self):
        values = ("<http://a.example/b>", "<URL:http://a.example/>", "x <https://a.example/>; y")
        messages = ["%s: %s\n\nx" % (name, value) for name in IDENTIFIERS for value in values]
        self.assertEqual(analyse("links", messages), [[]] * len(messages))
        twins = analyse("links", ["X-Link: <http://a.example/b>\n\nx", "See-Also: <http://a.example/b>\n\nx"])
        self.assertEqual([[row["resolved"] for row in rows] for rows in twins], [["http://a.example/b"]] * 2)



if __name__ == "__main__":
    unittest.main()
