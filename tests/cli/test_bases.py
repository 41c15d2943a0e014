"""Which base applies, by RFC 1808 section 3: header fields, layers, <base> of HTML."""

import re
import unittest

from tables import (
    BASE_KEYS,
    Case,
    analyse,
    content_links,
    encoded,
    field_message,
    html_message,
    message_part,
    multipart,
    pick,
    run,
    to_bytes,
)


# ---- Section 2: the fields that declare a base ----

# why, field(s), the base that applies to the content (None: none), the state of the first candidate
WRAPPERS = [
    ("as RFC 1808 writes it", "Base: <URL:http://a/b/c>\n", "http://a/b/c", "effective"),
    ("Base and URL: in any case", "bAsE: <uRl:http://a/b/c>\n", "http://a/b/c", "effective"),
    ("white space inside the brackets is ignored", "Base: < URL: http://a/b /c/ >\n", "http://a/b/c/",
     "effective"),
    ("folds inside the brackets are ignored", "Base: <URL:\n http://a/\n\tb/c>\n", "http://a/b/c",
     "effective"),
    ("a fold before the value", "Base:\n <URL:http://a/>\n", "http://a/", "effective"),
    ("no brackets, no URL:", "Base: http://a/b\n", None, "malformed"),
    ("no URL:", "Base: <http://a/b>\n", None, "malformed"),
    ("no brackets", "Base: URL:http://a/b\n", None, "malformed"),
    ("one bracket", "Base: <URL:http://a/b\n", None, "malformed"),
    ("nothing in the wrapper", "Base: <URL:>\n", None, "malformed"),
    ("nothing at all", "Base:\n", None, "malformed"),
    ("text behind the brackets", "Base: <URL:http://a/b> and\n", None, "malformed"),
    ("a bracket inside", "Base: <URL:http://a/<b>\n", None, "malformed"),
    ("a control character inside", "Base: <URL:http://a/\x01b>\n", None, "malformed"),
    ("relative", "Base: <URL:g/h>\n", None, "relative"),
    ("a network path is relative", "Base: <URL://a/b/>\n", None, "relative"),
    ("mailto", "Base: <URL:mailto:x/y>\n", None, "unsuitable"),
    ("a listed scheme, though followed by /", "Base: <URL:cid:/x/>\n", None, "unsuitable"),
    ("a listed scheme in capitals", "Base: <URL:MAILTO:/x/>\n", None, "unsuitable"),
    ("a scheme that is not followed by /", "Base: <URL:foo:bar>\n", None, "unsuitable"),
    ("an unknown scheme followed by /", "Base: <URL:foo:/bar>\n", "foo:/bar", "effective"),
    ("no grammar is checked", "Base: <URL:http://[%zz/|>\n", "http://[%zz/|", "effective"),
    ("file", "Base: <URL:file:///d/>\n", "file:///d/", "effective"),

    ("Content-Base", "Content-Base: http://a/b/\n", "http://a/b/", "effective"),
    ("its name in any case", "CONTENT-BASE: http://a/b/\n", "http://a/b/", "effective"),
    ("quotes", 'Content-Base: "http://a/b/"\n', "http://a/b/", "effective"),
    ("brackets", "Content-Base: <http://a/b/>\n", "http://a/b/", "effective"),
    ("URL:", "Content-Base: URL:http://a/b/\n", "http://a/b/", "effective"),
    ("brackets and url:", "Content-Base: <url:http://a/b/>\n", "http://a/b/", "effective"),
    ("quotes, brackets, URL:", 'Content-Base: "<URL:http://a/b/>"\n', "http://a/b/", "effective"),
    ("comments around it, nested", "Content-Base: (x) http://a/b/ (y (z))\n", "http://a/b/", "effective"),
    ("comments around quotes", 'Content-Base: (x) "http://a/b/" (y)\n', "http://a/b/", "effective"),
    ("brackets of a URL are no comment", "Content-Base: http://a/b_(c)/\n", "http://a/b_(c)/", "effective"),
    ("white space around it", "Content-Base:   http://a/b/ \t\n", "http://a/b/", "effective"),
    ("a space inside", "Content-Base: http://a/ b/\n", None, "malformed"),
    ("an open quote", 'Content-Base: "http://a/b/\n', None, "malformed"),
    ("an open bracket", "Content-Base: <http://a/b/\n", None, "malformed"),
    ("empty", "Content-Base:\n", None, "malformed"),
    ("relative", "Content-Base: rel/\n", None, "relative"),
    ("javascript", "Content-Base: javascript:x()\n", None, "unsuitable"),

    ("Content-Location", "Content-Location: http://a/b/\n", "http://a/b/", "effective"),
    ("the same wrappers", 'Content-Location: "<URL:http://a/b/>" (c)\n', "http://a/b/", "effective"),
    ("RFC 2047 words", "Content-Location: =?utf-8?q?http://a/b/?=\n", "http://a/b/", "effective"),
    ("two of them, the white space between is none",
     "Content-Location: =?utf-8?q?http://a/b?=\n =?utf-8?q?c/d/?=\n",
     "http://a/bc/d/", "effective"),
    ("words that hold more than ASCII", "Content-Location: =?utf-8?b?aHR0cDovL2Evw6kv?=\n", "http://a/é/",
     "effective"),
    ("words in Base", "Base: =?utf-8?q?=3CURL=3Ahttp=3A//a/?=\n =?utf-8?q?b/=3E?=\n", "http://a/b/", "effective"),
    ("words in the brackets of Base", "Base: <URL:=?utf-8?b?aHR0cDovL2EvYi8=?=>\n", "http://a/b/", "effective"),
    ("Base in words of two kinds", "Base: =?utf-8?q?=3CURL=3Ahttp=3A//a?= =?us-ascii?b?L2IvPg==?=\n", "http://a/b/",
     "effective"),
    ("words in Content-Base", "Content-Base: =?iso-8859-1?q?http=3A//a/=E9/?=\n", "http://a/é/", "effective"),
    ("Content-Base in words from its middle on", "Content-Base: http://a/\n =?utf-8?q?b/?=\n", "http://a/b/", "effective"),
    ("words and a comment", "Content-Base: =?utf-8?q?http=3A//a/b/?= (c)\n", "http://a/b/", "effective"),
    ("no word", "Content-Base: http://a/?x==?=\n", "http://a/?x==?=", "effective"),
    ("data: is a label", "Content-Location: data:text/html,<p>\n", None, None),
    ("windows-1252 bytes", "Content-Location: http://a/\xe9/\n".encode("latin-1"), "http://a/é/",
     "effective"),
    ("a listed scheme followed by / is no label", "Content-Location: about:/x\n", None, "unsuitable"),
    ("a label is no candidate: cid", "Content-Location: cid:x\n", None, None),
    ("a label is no candidate: any opaque one", "Content-Location: foo:bar\n", None, None),
    ("a label in quotes is no candidate", 'Content-Location: "cid:x"\n', None, None),
]


def chain_of(entity):
    """The chain without candidates that are used only to match parts."""
    return [c for c in entity["chain"] if c["state"] != "matching-only"]


class BaseFields(Case):
    @classmethod
    def setUpClass(cls):
        cls.messages = [to_bytes(row[1]) + b"Content-Type: text/html\n\n<a href=g>x</a>" for row in WRAPPERS]
        cls.trees = analyse("tree", cls.messages)
        cls.links = analyse("links", cls.messages)

    def test_effective_base(self):
        by = {"b": "base-header", "content-b": "content-base", "content-l": "content-location"}
        for row, tree, links in zip(WRAPPERS, self.trees, self.links):
            with self.subTest(why=row[0], field=row[1]):
                name = re.match(r"(content-)?.", to_bytes(row[1]).decode("latin-1").lower()).group()
                expected = (row[2], "3.1", by[name], "HEADER") if row[2] else ("", "3.4", "none", None)
                self.assertEqual(expected, pick(tree[0], *BASE_KEYS))
                self.assertEqual(expected, pick(content_links(links)[0], *BASE_KEYS))

    def test_state_of_the_candidate(self):
        for row, tree in zip(WRAPPERS, self.trees):
            with self.subTest(why=row[0], field=row[1]):
                self.assertEqual([row[3]] if row[3] else [], [c["state"] for c in chain_of(tree[0])])
                for candidate in chain_of(tree[0]):
                    self.assertEqual(["section", "by", "part", "raw", "url", "state"], list(candidate)[:6])
                    self.assertEqual(("3.1", "HEADER", row[2]), pick(candidate, "section", "part", "url"))

    def test_listed_schemes(self):
        listed = "mailto news telnet cid mid data javascript about blob urn tel sms".split()
        messages = [field_message("Base: <URL:%s:/x/>\n" % scheme) for scheme in [*listed, "http", "ftp",
                                                                                  "x-y.z+1"]]
        self.assertEqual(["unsuitable"] * len(listed) + ["effective"] * 3,
                         [rows[0]["chain"][0]["state"] for rows in analyse("tree", messages)])


# ---- Section 2: layers ----

def brief(candidate):
    return "%s %s %s %s %s" % pick(candidate, "section", "by", "part", "url", "state")


LAYERED = ("Content-Location: http://l/\nContent-Base: http://c/\nBase: <URL:http://b/>\n"
           "Content-Type: text/html\n\n<base href=http://h/><a href=g>x</a>")

CHAINS = [
    ("html-base, then rows 2, 3, 4 of the heading, in whatever order they stand", LAYERED,
     ["3.1 html-base 1 http://h/ effective", "3.1 base-header HEADER http://b/ overridden",
      "3.1 content-base HEADER http://c/ overridden", "3.1 content-location HEADER http://l/ overridden"]),
    ("what is not usable is passed over and stays",
     "Base: http://b/\nContent-Base: mailto:x\nContent-Location: http://l/\n\nx",
     ["3.1 base-header HEADER None malformed", "3.1 content-base HEADER None unsuitable",
      "3.1 content-location HEADER http://l/ effective"]),
    ("two fields of one name: the first wins", "Content-Base: http://1/\nContent-Base: http://2/\n\nx",
     ["3.1 content-base HEADER http://1/ effective", "3.1 content-base HEADER http://2/ overridden"]),
    ("two fields of one name: the first usable one",
     "Base: rel\nBase: <URL:g>\nBase: <URL:http://3/>\nBase: <URL:http://4/>\n\nx",
     ["3.1 base-header HEADER None malformed", "3.1 base-header HEADER None relative",
      "3.1 base-header HEADER http://3/ effective", "3.1 base-header HEADER http://4/ overridden"]),
    ("two equal fields", "Base: <URL:http://1/>\nBase: <URL:http://1/>\n\nx",
     ["3.1 base-header HEADER http://1/ effective", "3.1 base-header HEADER http://1/ overridden"]),
    ("a relative Content-Location against Base", "Content-Location: x/y\nBase: <URL:http://b/d/>\n\nx",
     ["3.1 base-header HEADER http://b/d/ effective",
      "3.1 content-location HEADER http://b/d/x/y overridden"]),
    ("a relative Content-Location against Content-Base",
     "Content-Location: x/y\nContent-Base: http://c/d/e\n\nx",
     ["3.1 content-base HEADER http://c/d/e effective",
      "3.1 content-location HEADER http://c/d/x/y overridden"]),
    ("... and not where that is unusable", "Content-Location: http://l/\nContent-Base: rel/\n\nx",
     ["3.1 content-base HEADER None relative", "3.1 content-location HEADER http://l/ effective"]),
    ("a second <base> does not count", html_message("<base href=http://1/><base href=http://2/>"),
     ["3.1 html-base 1 http://1/ effective"]),
    ("an unusable first <base> leaves no room for a second",
     html_message("<base href='mailto:x'><base href=http://2/>", "Base: <URL:http://b/>\n"),
     ["3.1 html-base 1 None unsuitable", "3.1 base-header HEADER http://b/ effective"]),
    ("an empty <base>", html_message("<base href=''>"), ["3.1 html-base 1 None malformed"]),
    ("a space inside <base>", html_message("<base href='http://h/a b/'>"),
     ["3.1 html-base 1 None malformed"]),
    ("a relative <base> without a layer around", html_message("<base href=x/>"),
     ["3.1 html-base 1 None relative"]),
    ("a relative <base> with one", html_message("<base href=x/>", "Content-Base: http://c/d/e\n"),
     ["3.1 html-base 1 http://c/d/x/ effective", "3.1 content-base HEADER http://c/d/e overridden"]),
    ("a network path <base>", html_message("<base href=//h2/x/>", "Content-Base: https://c/\n"),
     ["3.1 html-base 1 https://h2/x/ effective", "3.1 content-base HEADER https://c/ overridden"]),
]

NESTED = multipart(
    "o",
    "Content-Location: sub/x.html\nContent-Type: text/html\n\n<a href=1>x</a>",
    message_part(multipart("i", "Content-Type: text/html\n\n<a href=2>x</a>",
                           "Content-Type: text/html\nBase: <URL:rel/>\nContent-Base: http://cb/c\n"
                           "Content-Location: z/\n\n<a href=3>x</a>",
                           kind="related",
                           fields="Content-Location: http://inner/i/\nSubject: q\nList-Archive: <la>\n"),
                 "Content-Base: http://mime/m/\n"),
    message_part("Content-Type: text/html\nArchived-At: <aa>\n\n<a href=4>x</a>",
                 "Content-Base: http://mime2/m/\n"),
    multipart("p", "Content-Type: text/html\n\n<a href=5>x</a>", fields="Content-Location: http://mp/x/y\n"),
    fields="Base: <URL:http://top/t/>\n")

# part: base, section, by, base_part
NESTED_BASES = {
    "base,content-base,content-location": {
        "TEXT": ("http://top/t/", "3.1", "base-header", "HEADER"),
        "1": ("http://top/t/sub/x.html", "3.1", "content-location", "1"),
        "2": ("http://mime/m/", "3.1", "content-base", "2"),
        "2.TEXT": ("http://inner/i/", "3.1", "content-location", "2.HEADER"),
        "2.1": ("http://inner/i/", "3.2", "content-location", "2.HEADER"),
        "2.2": ("http://cb/c", "3.1", "content-base", "2.2"),
        "3": ("http://mime2/m/", "3.1", "content-base", "3"),
        "3.1": ("http://mime2/m/", "3.2", "content-base", "3"),
        "4": ("http://mp/x/y", "3.1", "content-location", "4"),
        "4.1": ("http://mp/x/y", "3.2", "content-location", "4"),
    },
    "base": {part: ("http://top/t/", "3.1" if part == "TEXT" else "3.2", "base-header", "HEADER")
             for part in ("TEXT", "1", "2", "2.TEXT", "2.1", "2.2", "3", "3.1", "4", "4.1")},
    "content-location,content-base,base": {
        "TEXT": ("http://top/t/", "3.1", "base-header", "HEADER"),
        "1": ("http://top/t/sub/x.html", "3.1", "content-location", "1"),
        "2": ("http://mime/m/", "3.1", "content-base", "2"),
        "2.TEXT": ("http://inner/i/", "3.1", "content-location", "2.HEADER"),
        "2.1": ("http://inner/i/", "3.2", "content-location", "2.HEADER"),
        "2.2": ("http://cb/z/", "3.1", "content-location", "2.2"),
        "3": ("http://mime2/m/", "3.1", "content-base", "3"),
        "3.1": ("http://mime2/m/", "3.2", "content-base", "3"),
        "4": ("http://mp/x/y", "3.1", "content-location", "4"),
        "4.1": ("http://mp/x/y", "3.2", "content-location", "4"),
    },
    "content-base": {
        "TEXT": ("", "3.4", "none", None), "1": ("", "3.4", "none", None),
        "2": ("http://mime/m/", "3.1", "content-base", "2"),
        "2.TEXT": ("http://mime/m/", "3.2", "content-base", "2"),
        "2.1": ("http://mime/m/", "3.2", "content-base", "2"),
        "2.2": ("http://cb/c", "3.1", "content-base", "2.2"),
        "3": ("http://mime2/m/", "3.1", "content-base", "3"),
        "3.1": ("http://mime2/m/", "3.2", "content-base", "3"),
        "4": ("", "3.4", "none", None), "4.1": ("", "3.4", "none", None),
    },
}


class Layers(Case):
    def test_chains(self):
        found = analyse("tree", [row[1] for row in CHAINS])
        self.check(CHAINS, [[brief(c) for c in chain_of(rows[0])] for rows in found])

    def test_chain_of_a_nested_part(self):
        rows = {row["part"]: [brief(c) for c in chain_of(row)] for row in analyse("tree", [NESTED])[0]}
        self.assertEqual(["3.1 base-header 2.2 None relative", "3.1 content-base 2.2 http://cb/c effective",
                          "3.1 content-location 2.2 http://cb/z/ overridden",
                          "3.2 content-location 2.HEADER http://inner/i/ overridden",
                          "3.2 content-base 2 http://mime/m/ overridden",
                          "3.2 base-header HEADER http://top/t/ overridden"], rows["2.2"],
                         "from the inside out, through multipart and message/rfc822 alike")

    def test_base_headers(self):
        for headers, expected in NESTED_BASES.items():
            tree = analyse("tree", [NESTED], "--base-headers", headers)[0]
            links = content_links(analyse("links", [NESTED], "--base-headers", headers)[0])
            with self.subTest(headers=headers):
                self.assertEqual(expected, {row["part"]: pick(row, *BASE_KEYS) for row in tree})
                self.assertEqual({part: expected[part] for part in ("1", "2.1", "2.2", "3.1", "4.1")},
                                 {row["part"]: pick(row, *BASE_KEYS) for row in links})

    def test_default_base_headers(self):
        self.assertEqual(NESTED_BASES["base,content-base,content-location"],
                         {row["part"]: pick(row, *BASE_KEYS) for row in analyse("tree", [NESTED])[0]})

    def test_encoded_message_inherits(self):
        message = multipart("b", encoded("Subject: x\nContent-Type: text/html\n\n<a href=g>x</a>", "base64"),
                            fields="Content-Base: http://o/d/\n")
        rows = content_links(analyse("links", [message])[0])
        self.assertEqual([("1.1", "http://o/d/g", "3.2", "HEADER")],
                         [pick(row, "part", "resolved", "base_section", "base_part") for row in rows])

    def test_retrieval_url(self):
        snapshot = "Snapshot-Content-Location: http://snap/s/p.html\n"
        plain = html_message("<a href=g>x</a>")
        given = ("--retrieval-url", "http://r/d/")
        none = ("", "3.4", "none", None)
        table = [
            ("given", plain, given, ("http://r/d/", "3.3", "retrieval-url", None)),
            ("at any depth",
             multipart("b", message_part(multipart("c", "Content-Type: text/html\n\n<a href=g>x</a>"))),
             given,
             ("http://r/d/", "3.3", "retrieval-url", None)),
            ("a field wins over it", html_message("<a href=g>x</a>", "Content-Base: http://c/\n"), given,
             ("http://c/", "3.1", "content-base", "HEADER")),
            ("an archived web page", html_message("<a href=g>x</a>", snapshot), (),
             ("http://snap/s/p.html", "3.3", "retrieval-url", None)),
            ("--retrieval-url wins over that", html_message("<a href=g>x</a>", snapshot), given,
             ("http://r/d/", "3.3", "retrieval-url", None)),
            ("the outermost heading alone", message_part(html_message("<a href=g>x</a>", snapshot)), (),
             none),
            ("unsuitable", html_message("<a href=g>x</a>", "Snapshot-Content-Location: mailto:x\n"), (), none),
            ("relative", html_message("<a href=g>x</a>", "Snapshot-Content-Location: d/e\n"), (), none),
        ]
        for why, message, options, expected in table:
            with self.subTest(why=why):
                rows = content_links(analyse("links", [message], *options)[0])
                self.assertEqual([expected], [pick(row, *BASE_KEYS) for row in rows])
        rows = analyse("tree", [html_message("<base href=x/>", snapshot)])[0]
        self.assertEqual(["3.1 html-base 1 http://snap/s/x/ effective",
                          "3.3 retrieval-url None http://snap/s/p.html overridden"],
                         [brief(c) for c in chain_of(rows[0])])
        for location, state in (("mailto:x", "unsuitable"), ("d/e", "relative"), ("<http://h/", "malformed")):
            rows = analyse("tree", [html_message("x", "Snapshot-Content-Location: %s\n" % location)])[0]
            self.assertEqual([state], [c["state"] for c in chain_of(rows[0])], "it stays in the chain")
            done = run(["tree", "--retrieval-url", location], plain.encode())
            self.assertEqual((2, b""), (done.returncode, done.stdout), "given, it is wrong usage")

    def test_fragment_of_the_base(self):
        message = html_message('<a href=""></a><a href="g"></a><a href="#x"></a><a href="?y"></a>',
                               "Content-Base: http://a/b#f\n")
        own = html_message('<base href="http://a/b#f"><a href=""></a><a href="g"></a>'
                           '<a href="#x"></a><a href="?y"></a>')
        kept = ["http://a/b#f", "http://a/g", "http://a/b#x", "http://a/b?y"]
        for rules, expected, base in (("rfc1808", kept, "http://a/b#f"), ("draft-05", kept, "http://a/b#f"),
                                      ("rfc3986", ["http://a/b", *kept[1:]], "http://a/b")):
            for rows in analyse("links", [message, own], "--rules", rules):
                rows = [row for row in rows if row["context"] == "a@href"]
                with self.subTest(rules=rules):
                    self.assertEqual(expected, [row["resolved"] for row in rows])
                    self.assertEqual({base}, {row["base"] for row in rows})


# ---- Section 2: row 1, in HTML ----

OUTER = "Content-Base: http://o/\n"
HTML_BASES = [
    ("<base> rules the references before it too", "<a href=g></a><base href=http://h/x/>",
     "http://h/x/g html-base"),
    ("<base> without href is passed over", "<base target=x><base href=http://h/><a href=g></a>",
     "http://h/g html-base"),
    ("no second one counts", "<base href=http://1/><base href=http://2/><a href=g></a>",
     "http://1/g html-base"),
    ("its name and attribute in any case", "<BASE HREF=http://h/><a href=g></a>", "http://h/g html-base"),
    ("character references are decoded", "<base href='http&#58;//h/&amp;/'><a href=g></a>",
     "http://h/&/g html-base"),
    ("white space around it is no part of it", "<base href=' http://h/\n'><a href=g></a>",
     "http://h/g html-base"),
    ("TAB, CR and LF inside are dropped", "<base href='http://h/\nx/'><a href=g></a>",
     "http://h/x/g html-base"),
    ("not in a comment", "<!-- <base href=http://h/> --><a href=g></a>", "http://o/g content-base"),
    ("not in a template", "<template><base href=http://h/></template><a href=g></a>",
     "http://o/g content-base"),
    ("not in SVG", "<svg><base href=http://h/></svg><a href=g></a>", "http://o/g content-base"),
    ("not in a script", "<script><base href=http://h/></script><a href=g></a>", "http://o/g content-base"),
    ("not in a style", "<style><base href=http://h/></style><a href=g></a>", "http://o/g content-base"),
    ("not in a title", "<title><base href=http://h/></title><a href=g></a>", "http://o/g content-base"),
    ("not in a textarea", "<textarea><base href=http://h/></textarea><a href=g></a>",
     "http://o/g content-base"),
    ("not in an iframe, xmp, noembed, noframes",
     "<iframe><base href=http://1/></iframe><xmp><base href=http://2/></xmp>"
     "<noembed><base href=http://3/></noembed>"
     "<noframes><base href=http://4/></noframes><a href=g></a>", "http://o/g content-base"),
    ("but behind all of them", "<title>t</title><svg></svg><!-- --><base href=http://h/><a href=g></a>",
     "http://h/g html-base"),
    ("in a body as well", "<body><p><base href=http://h/></p><a href=g></a>", "http://h/g html-base"),
    ("unsuitable", "<base href=mailto:x><a href=g></a>", "http://o/g content-base"),
    ("malformed", "<base href='http://h/a b/'><a href=g></a>", "http://o/g content-base"),
    ("empty", "<base href=''><a href=g></a>", "http://o/g content-base"),
    ("relative: against the layer around", "<base href=x/><a href=g></a>", "http://o/x/g html-base"),
    ("raw text in capitals ends", "<TITLE>t</TITLE><STYLE>s</STYLE><SCRIPT>s</SCRIPT><a href=g></a>",
     "http://o/g content-base"),
]


XHTML = "http://www.w3.org/1999/xhtml"
# why, content, --rules, "resolved base_by" of each a@href
XML_BASES = [
    ("an XHTML base in SVG rules what stands before it",
     f"<svg xmlns='http://www.w3.org/2000/svg'><a href='f'/><desc><base xmlns='{XHTML}' href='http://h/'/></desc>"
     "<a href='g'/></svg>", "rfc1808", "http://h/f html-base | http://h/g html-base"),
    ("a relative one, and a relative xml:base on top",
     f"<x xmlns:h='{XHTML}'><h:base href='p/'/><y xml:base='q/'><a href='g'/></y></x>", "rfc3986",
     "http://o/p/q/g xml-base"),
    ("xml:base inside it is no matter for what is outside", f"<x xmlns:h='{XHTML}'><y xml:base='http://n/'><h:base "
     "href='p/'/></y><a href='g'/></x>", "rfc1808", "http://o/p/g html-base"),
    ("under whatwg xml:base is not followed",
     f"<x xmlns:h='{XHTML}'><h:base href='p/'/><y xml:base='http://n/'><a href='g'/></y></x>", "whatwg",
     "http://o/p/g html-base"),
    ("nor without a base", "<x xml:base='http://n/'><a href='g'/></x>", "whatwg", "http://o/g content-base"),
    ("but in feeds, which browsers do not read",
     "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://n/'><a href='g'/></feed>", "whatwg",
     "http://n/g xml-base"),
    ("SVG has no base of its own", "<svg xmlns='http://www.w3.org/2000/svg'><base href='http://h/'/><a href='g'/></svg>",
     "rfc1808", "http://o/g content-base"),
]


class Xml(Case):
    def test_bases(self):
        got = []
        for _, content, rules, _ in XML_BASES:
            rows = analyse("links", [field_message(OUTER, content, "image/svg+xml")], "--rules", rules)[0]
            got.append(" | ".join("%s %s" % pick(row, "resolved", "base_by") for row in rows if row["context"] == "a@href"))
        self.check(XML_BASES, got)

    def test_what_is_not_followed_stays_in_the_chain(self):
        content = "<!-- x --><x xml:base='q/'><y xml:base='http://n/'/></x>"
        for content_type in ("application/xml", "image/svg+xml", "application/xhtml+xml", "model/x3d+xml"):
            message = field_message(OUTER, content, content_type)
            for rules, wanted in (("whatwg", [("xml-base", "q/", "http://o/q/", "not-followed")]), ("rfc3986", [])):
                with self.subTest(content_type=content_type, rules=rules):
                    chain = analyse("tree", [message], "--rules", rules)[0][-1]["chain"]
                    outer = ("content-base", "http://o/", "http://o/", "effective")
                    self.assertEqual([pick(row, "by", "raw", "url", "state") for row in chain], [*wanted, outer])

    def test_split(self):
        svg = (f"<svg xmlns='http://www.w3.org/2000/svg'><desc><base xmlns='{XHTML}' href='http://far.example/'/></desc>"
               "<a href='/in'/></svg>")
        rows = analyse("check", [field_message("", svg, "image/svg+xml")], "--code", "base-split")[0]
        self.assertEqual(["base-split"], [row["code"] for row in rows])


class Html(Case):
    def test_html_base(self):
        found = analyse("links", [html_message(row[1], OUTER) for row in HTML_BASES])
        got = []
        for rows in found:
            links = [row for row in rows if row["context"] == "a@href"]
            got.append(" | ".join("%s %s" % pick(row, "resolved", "base_by") for row in links))
        self.check(HTML_BASES, got)

    def test_base_href_is_resolved_against_the_next_layer_out(self):
        rows = content_links(analyse("links", [html_message("<base href=x/><a href=g></a>", OUTER)])[0])
        self.assertEqual([("base@href", "http://o/x/", "resolved", "http://o/", "3.1", "content-base",
                           "HEADER"),
                          ("a@href", "http://o/x/g", "resolved", "http://o/x/", "3.1", "html-base", "1")],
                         [pick(row, "context", "resolved", "status", *BASE_KEYS) for row in rows])

    def test_codebase(self):
        body = ('<base href=http://h/d/><object codebase="cb/" classid=ci data=da archive="a1 a2" usemap=u>'
                '<a href=in></a></object>'
                "<applet codebase=http://z/y/ code=co archive=a3></applet>"
                "<object codebase=mailto:x data=d2></object><a href=g></a>")
        rows = content_links(analyse("links", [html_message(body)])[0])
        self.assertEqual([
            "base@href http://h/d/ none", "object@codebase http://h/d/cb/ html-base",
            "object@classid http://h/d/cb/ci html-codebase",
            "object@data http://h/d/cb/da html-codebase", "object@archive http://h/d/cb/a1 html-codebase",
            "object@archive http://h/d/cb/a2 html-codebase", "object@usemap http://h/d/u html-base",
            "a@href http://h/d/in html-base", "applet@codebase http://z/y/ html-base",
            "applet@code http://z/y/co html-codebase",
            "applet@archive http://z/y/a3 html-codebase", "object@codebase mailto:x html-base",
            "object@data http://h/d/d2 html-base",
            "a@href http://h/d/g html-base"],
            ["%s %s %s" % pick(row, "context", "resolved", "base_by") for row in rows],
                         "for that element alone")
        self.assertEqual({("3.1", "1")}, {pick(row, "base_section", "base_part") for row in rows[1:]})

    def test_contexts(self):
        table = [
            ("a", '<a href="r">', "a@href r"), ("area", "<area href=r>", "area@href r"),
            ("img", "<IMG SRC='r'>", "img@src r"),
            ("srcset", '<img srcset="r 1x, s,t 2x">', "img@srcset r | img@srcset s,t"),
            ("link", "<link href=r>", "link@href r"),
            ("refresh", '<meta http-equiv=Refresh content="5; URL=r">', "meta@refresh r"),
            ("refresh, quoted", "<meta http-equiv=refresh content=\"0;url='r s'\">", "meta@refresh r s"),
            ("refresh without URL", '<meta http-equiv=refresh content="5">', ""),
            ("another meta", '<meta name=x content="0;url=r">', ""),
            ("form", "<form action=r>", "form@action r"),
            ("button", "<button formaction=r>", "button@formaction r"),
            ("frame", "<frame src=r>", "frame@src r"), ("iframe", "<iframe src=r></iframe>", "iframe@src r"),
            ("script", "<script src=r></script>", "script@src r"),
            ("body", "<body background=r>", "body@background r"),
            ("blockquote", "<blockquote cite=r>", "blockquote@cite r"),
            ("video", "<video src=r poster=s>", "video@src r | video@poster s"),
            ("source", "<source srcset='r 2x' src=s>", "source@srcset r | source@src s"),
            ("td", "<td background=r>", "td@background r"),
            ("not in an end tag", "</a href=r>", ""), ("not in data-", "<a data-href=r>", ""),
            ("the first of two attributes", "<a href=r href=s>", "a@href r"),
            ("no href", "<a name=r>", ""),
        ]
        found = analyse("links", [html_message(row[1]) for row in table])
        self.check(table,
                   [" | ".join("%s %s" % pick(row, "context",
                                              "reference") for row in rows) for rows in found])

    def test_anchor_text(self):
        table = [
            ("as it stands", "<a href=r>Text</a>", "Text"),
            ("white space is collapsed", "<a href=r> a\n\t b  c </a>", "a b c"),
            ("elements inside", "<a href=r>a<b>b</b> <i>c</i></a>", "ab c"),
            ("character references", "<a href=r>&lt;&amp;&#65;&eacute;</a>", "<&Aé"),
            ("no comment, script, style", "<a href=r>a<!--c-->b<script>s</script><style>t</style>c</a>",
             "abc"),
            ("none", "<a href=r></a>", ""), ("unclosed", "<a href=r>a", "a"),
            ("an anchor ends the one before", "<a href=r>a<a>b</a>", "a"),
            ("200 characters", "<a href=r>%s</a>" % ("a" * 300), "a" * 200),
            ("200 characters, not bytes", "<a href=r>%s</a>" % ("é" * 300), "é" * 200),
            ("characters of four bytes", "<a href=r>%s</a>" % ("\U0001f600" * 201), "\U0001f600" * 200),
            ("199 characters", "<a href=r>%s</a>" % ("a" * 199), "a" * 199),
            ("area: its alt", "<area href=r alt=' a\n b '>", "a b"),
            ("no other element has one", "<link href=r>x", None),
            ("not an image in it", "<img src=r alt=x>", None),
        ]
        utf8 = [html_message(row[1]).replace("text/html", "text/html; charset=utf-8") for row in table]
        found = analyse("links", utf8)
        self.check(table, [rows[0]["text"] for rows in found])

    def test_template_is_hidden(self):
        rows = analyse("links", [html_message("<template><a href=r></a></template><a href=s></a>")])[0]
        self.assertEqual([("r", "template"), ("s", None)], [pick(row, "reference", "hidden") for row in rows])

    def test_data_urls(self):
        short, long = "data:," + "A" * 94, "data:,é" + "A" * 200
        body = '<img src="%s"><img src="%s"><img src="%sB">' % (short, long, short)
        message = html_message(body).replace("text/html", "text/html; charset=utf-8")
        cut = analyse("links", [message])[0]
        full = analyse("links", [message], "--full")[0]
        for key in ("reference", "resolved"):
            self.assertEqual([short, long, short + "B"], [row[key] for row in full])
            self.assertEqual([short, long.encode()[:100].decode() + "…", short[:100] + "…"],
                             [row[key] for row in cut], "cut after 100 bytes")
        self.assertEqual([pick(row, "start", "end", "status") for row in full],
                         [pick(row, "start", "end", "status") for row in cut], "its span is whole")
        content = body.encode()
        self.assertEqual(long.encode(), content[cut[1]["start"]:cut[1]["end"]])


# Which fields of an HTTP header declare a base: RFC 9110 section 8.7, and what browsers read.
HTTP_FIELDS = [
    ("Content-Location: http://l/", ["http://l/"], ()),
    ("Content-Base: http://c/", ["http://c/"], ("rfc1808", "draft-05", "rfc3986")),
    ("Base: <URL:http://b/>", ["http://b/"], ("rfc1808", "draft-05", "rfc3986")),
]


class HttpHeaders(Case):
    def messages(self, fields):
        http = "HTTP/1.1 200 OK\nContent-Type: text/html\n%s\n\n<a href=g>x</a>" % fields
        for content_type in ("message/http", "application/http"):
            yield "Content-Base: http://around/\nContent-Type: %s; msgtype=response\n\n%s" % (content_type, http)
        block = http.replace("\n", "\r\n")
        yield ("WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://around/\r\n"
               "Content-Type: application/http;msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n" % (len(block), block))

    def bases(self, fields, *options):
        links = analyse("links", list(self.messages(fields)), *options)
        return [content_links(rows)[-1]["base"] for rows in links]

    def test_each_rule_set(self):
        for field, urls, followed in HTTP_FIELDS:
            for rules in ("rfc1808", "draft-05", "rfc3986", "whatwg"):
                with self.subTest(field=field, rules=rules):
                    wanted = urls if rules in followed else ["http://around/"]
                    self.assertEqual(self.bases(field, "--rules", rules), wanted * 3)
                    trees = analyse("tree", list(self.messages(field)), "--rules", rules)
                    states = [candidate["state"] for rows in trees for candidate in rows[-1]["chain"]
                              if candidate["url"] == urls[0]]
                    self.assertEqual(states, ["effective" if rules in followed else "not-followed"] * 3)

    def test_fields_that_are_named(self):
        for field, urls, _ in HTTP_FIELDS:
            for rules in ("rfc1808", "whatwg"):
                for named in (field.split(":")[0].lower(), "base,content-base,content-location"):
                    with self.subTest(field=field, rules=rules, named=named):
                        self.assertEqual(self.bases(field, "--rules", rules, "--base-headers", named), urls * 3)

    def test_mail_stays(self):
        for field, urls, _ in HTTP_FIELDS:
            for rules in ("rfc1808", "whatwg"):
                rows = analyse("links", [html_message("<a href=g>x</a>", field + "\n")], "--rules", rules)[0]
                self.assertEqual([row["base"] for row in content_links(rows)], urls)

    def test_others_go_on(self):
        both = "Content-Location: http://l/\nContent-Base: http://c/"
        self.assertEqual(self.bases(both), ["http://c/"] * 3)
        self.assertEqual(self.bases(both, "--rules", "whatwg"), ["http://around/"] * 3)


if __name__ == "__main__":
    unittest.main()
