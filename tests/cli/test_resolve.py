"""`resolve`: RFC 1808 section 5 and the rules added to it, for every rule set."""

import unittest

from tables import Case, run


# ---- resolve ----

RESOLVE_BASE = "http://a/b/c/d;p?q#f"
RESOLVE = [  # reference, rfc1808, draft-05 (None: the same), rfc3986 (None: as rfc1808)
    ("g:h", "g:h", None, None), ("g", "http://a/b/c/g", None, None), ("./g", "http://a/b/c/g", None, None),
           ("g/", "http://a/b/c/g/", None, None), ("/g", "http://a/g", None, None),
    ("//g", "http://g", None, None), ("?y", "http://a/b/c/d;p?y", None, None),
           ("g?y", "http://a/b/c/g?y", None, None), ("g?y/./x", "http://a/b/c/g?y/./x", None, None),
    ("#s", "http://a/b/c/d;p?q#s", None, None), ("g#s", "http://a/b/c/g#s", None, None),
           ("g#s/./x", "http://a/b/c/g#s/./x", None, None), ("g?y#s", "http://a/b/c/g?y#s", None, None),
    (";x", "http://a/b/c/d;x", None, "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x", None, None),
           ("g;x?y#s", "http://a/b/c/g;x?y#s", None, None), (".", "http://a/b/c/", None, None),
    ("./", "http://a/b/c/", None, None), ("..", "http://a/b/", None, None),
           ("../", "http://a/b/", None, None), ("../g", "http://a/b/g", None, None),
           ("../..", "http://a/", None, None),
    ("../../", "http://a/", None, None), ("../../g", "http://a/g", None, None),
           ("", "http://a/b/c/d;p?q#f", None, "http://a/b/c/d;p?q"),
           ("../../../g", "http://a/../g", None, "http://a/g"),
    ("../../../../g", "http://a/../../g", "http://a/g", "http://a/g"),
           ("/./g", "http://a/./g", None, "http://a/g"), ("/../g", "http://a/../g", None, "http://a/g"),
           ("g.", "http://a/b/c/g.", None, None),
    (".g", "http://a/b/c/.g", None, None), ("g..", "http://a/b/c/g..", None, None),
           ("..g", "http://a/b/c/..g", None, None), ("./../g", "http://a/b/g", None, None),
           ("./g/.", "http://a/b/c/g/", None, None),
    ("g/./h", "http://a/b/c/g/h", None, None), ("g/../h", "http://a/b/c/h", None, None),
           ("http:g", "http:g", None, None), ("http:", "http:", None, None),
    # Rules added to RFC 1808.
    ("g#", "http://a/b/c/g#", None, None), ("#", "http://a/b/c/d;p?q#", None, None),
           ("?", "http://a/b/c/d;p?q", None, "http://a/b/c/d;p?"), ("g?", "http://a/b/c/g?", None, None),
    ("  g  ", "http://a/b/c/g", None, None), ("g\th", "http://a/b/c/gh", None, None),
           ("g\r\nh", "http://a/b/c/gh", None, None), ("g h", "http://a/b/c/g h", None, None),
           ("///g", "http://a/g", None, "http:///g"),
]


class Resolve(Case):
    def lines(self, *arguments, stdin=b""):
        done = run(["resolve", *arguments], stdin)
        return done.returncode, done.stdout.decode().split("\n")[:-1], done.stderr

    def test_rules(self):
        references = [row[0] for row in RESOLVE]
        for rules, column in (("rfc1808", 1), ("draft-05", 2), ("rfc3986", 3)):
            status, lines, complaint = self.lines("--rules", rules, "--", RESOLVE_BASE, *references)
            self.assertEqual((0, b""), (status, complaint))
            self.check([(row[0], rules, row[column] or row[1]) for row in RESOLVE], lines)

    def test_default_is_rfc1808(self):
        self.assertEqual((0, ["http://a/../g", "http://a/b/c/d;p?q#f"], b""),
                         self.lines(RESOLVE_BASE, "../../../g", ""))

    def test_bases(self):
        table = [
            ("an empty path is /", "http://h", "g", "http://h/g"),
            ("a relative path never changes the host", "http://h", "x.y", "http://h/x.y"),
            ("the same with a fragment", "http://h", "#s", "http://h/#s"),
            ("but not for the empty reference", "http://h", "", "http://h"),
            ("a query with nothing to inherit keeps its delimiter", "http://h/a", "?", "http://h/a?"),
            ("no host", "file:///x/y", "g", "file:///x/g"), ("one slash", "http:/x/y", "g", "http:/x/g"),
            ("white space around the base", " http://h/a ", "g", "http://h/g"),
            ("dot segments of the base", "http://h/a/./b", "g", "http://h/a/g"),
        ]
        for why, base, reference, expected in table:
            with self.subTest(why=why):
                self.assertEqual((0, [expected], b""), self.lines("--", base, reference))

    def test_a_base_that_mail_skips_is_reported(self):
        for base, resolved in (("mailto:a@b", "mailto:g"), ("cid:x", "cid:g"), ("data:text/html,x", "data:text/g")):
            status, lines, complaint = self.lines("--", base, "g")
            self.assertEqual((0, [resolved], 1), (status, lines, complaint.count(b"\n")), base)
            self.assertIn(f'BASE "{base}" cannot be a base: nothing can be relative to it; mail skips such a base'.encode(), complaint)
        self.assertEqual((0, ["mailto:g"], b""), self.lines("--quiet", "--", "mailto:a@b", "g"))
        self.assertIn(b"is malformed", self.lines("http://a b/", "g")[2])

    def test_what_cannot_be_resolved(self):
        for base in ("", "x", "/x", "//h/x"):
            status, lines, complaint = self.lines("--", base, "g", "h:x", "")
            with self.subTest(base=base):
                self.assertEqual((1, ["", "h:x", ""]), (status, lines), "an empty line, and on with the next")
                self.assertEqual(2, complaint.count(b"\n"), "the reason of each")

    def test_a_base_that_is_no_url(self):
        status, lines, complaint = self.lines("--rules=whatwg", "http://h.example:99999/", "g", "http://x/", "#f")
        self.assertEqual((1, ["", "", ""]), (status, lines), "the URL Standard refuses absolute references as well")
        self.assertEqual(3, complaint.count(b"the base is not a URL"))
        for rules in ("rfc1808", "draft-05", "rfc3986"):
            self.assertEqual((0, ["http://h.example:99999/g", "http://x/"], b""),
                             self.lines("--rules", rules, "http://h.example:99999/", "g", "http://x/"), "no grammar is checked")

    def test_standard_input(self):
        self.assertEqual((0, ["http://a/g", "http://a/b", "http://a/h", "http://a/x", "http://a/last"], b""),
                         self.lines("http://a/b", stdin=b"g\n\nh\r\n  x  \nlast"))
        self.assertEqual((0, [], b""), self.lines("http://a/b"))

    def test_options(self):
        self.assertEqual((0, ["http://a/-x", "http://a/--rules"], b""),
                         self.lines("--", "http://a/b", "-x", "--rules"))
        self.assertEqual(2, self.lines()[0], "no BASE")
        self.assertEqual(2, self.lines("--rules", "rfc0", "http://a/", "g")[0])
        self.assertEqual(2, self.lines("http://a/b", "-x")[0])

    def test_complaints_do_not_drive_the_terminal(self):
        self.assertNotIn(b"\x1b", self.lines("--", "", "\x1b[2J")[2])


if __name__ == "__main__":
    unittest.main()
