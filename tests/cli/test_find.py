"""References in a part, and how the program resolves them: a table of documents and their rows."""

from support import CliTest, main, rows_of, run


def message(content_type, body):
    return b"Content-Type: " + content_type.encode() + b"\r\nMIME-Version: 1.0\r\n\r\n" + body


class Queries(CliTest):
    """--rules whatwg: a query is written in the document's own encoding."""

    CASES = (
        ("shift_jis", "shift_jis", "\u6f22", "%8A%BF"),
        ("Shift_JIS", "cp932", "\u6f22", "%8A%BF"),
        ("x-sjis", "cp932", "\uff71", "%B1"),
        ("EUC-KR", "cp949", "\ud55c", "%C7%D1"),
        ("ks_c_5601-1987", "cp949", "\ud55c", "%C7%D1"),
        ("x-mac-cyrillic", "mac-cyrillic", "\u0416", "%86"),
        ("euc-jp", "euc-jp", "\u6f22", "%B4%C1"),
        ("iso-2022-jp", "iso2022-jp", "\u6f22", "%1B$B4A%1B(B"),
        ("big5", "big5", "\u6f22", "%BA~"),
        ("gb2312", "gbk", "\u6f22", "%9Dh"),
        ("gb18030", "gb18030", "\u00e9", "%A8%A6"),
        ("windows-1258", "cp1258", "\u01a1", "%F5"),
        ("koi8-r", "koi8-r", "\u0416", "%F6"),
        ("utf-8", "utf-8", "\u6f22", "%E6%BC%A2"),
        ("utf-16", "utf-16", "\u6f22", "%E6%BC%A2"),
    )

    def test_by_the_heading(self):
        for label, codec, character, encoded in self.CASES:
            with self.subTest(label):
                body = f'<a href="http://h/{character}?q={character}">x</a>'.encode(codec)
                path = self.write("m.eml", message(f"text/html; charset={label}", body))
                row, = self.rows("links", "--rules", "whatwg", path)
                self.assertTrue(row["resolved"].endswith("?q=" + encoded), row)

    def test_of_xhtml(self):
        body = '<?xml version="1.0" encoding="Shift_JIS"?><html><a href="http://h/?\u6f22"/></html>'.encode("shift_jis")
        path = self.write("m.eml", message("application/xhtml+xml", body))
        row, = self.rows("links", "--rules", "whatwg", path)
        self.assertEqual(row["resolved"], "http://h/?%8A%BF")

    def test_by_the_document(self):
        body = '<meta charset="Shift_JIS"><a href="?\u6f22">x</a>'.encode("shift_jis")
        path = self.write("m.eml", message("text/html", body))
        row, = self.rows("links", "--rules", "whatwg", "--retrieval-url", "http://h/", path)
        self.assertEqual(row["resolved"], "http://h/?%8A%BF")


class ForeignContent(CliTest):
    """The stack of open elements decides which tags belong to SVG and MathML."""

    CASES = (
        ("<svg><form></form><base href=http://x/><a href=g>", None, "a form is SVG's there: nothing has ended"),
        ("<a><svg><path></a><base href=http://x/><a href=g>", "http://x/", "the end of an element around ends it"),
        ("<svg><form></form><style><a href=g>", None, "a style of SVG holds markup"),
        ("<svg></div><base href=http://x/><a href=g>", None, "the end tag of what is not open ends nothing"),
        ("<div><svg></div><base href=http://x/><a href=g>", "http://x/", "of what is open, it does"),
        ("<svg></p><base href=http://x/><a href=g>", "http://x/", "</p> always breaks out"),
        ("<svg><font></font><base href=http://x/><a href=g>", None, "a font without looks is SVG's"),
        ("<svg><font size=1><base href=http://x/><a href=g>", "http://x/", "with them it is HTML's"),
        ("<svg><desc><base href=http://x/></desc><a href=g></a>", "http://x/", "HTML inside of SVG"),
        ("<svg><desc></svg><base href=http://x/><a href=g>", "http://x/", "an end tag passes integration points"),
        ("<math><annotation-xml><base href=http://x/><a href=g>", None, "an annotation of no HTML"),
        ("<math><annotation-xml encoding=text/HTML><base href=http://x/><a href=g>", "http://x/", "and one of HTML"),
        ("<math><mi><mglyph><base href=http://x/><a href=g>", None, "mglyph stays MathML's"),
        ("<table><tr><td><svg></td><base href=http://x/><a href=g>", "http://x/", "the end of a cell"),
        ("<template><svg><template></template></svg></template><base href=http://x/><a href=g>", "http://x/",
         "a template of SVG is none"),
        ("<svg>" * 3000 + "</svg>" * 2999 + "<base href=http://x/><a href=g>", None, "depth is counted"),
        ("<svg>" * 3000 + "</svg>" * 3000 + "<base href=http://x/><a href=g>", "http://x/", "to the last"),
    )

    def test_bases(self):
        for document, base, why in self.CASES:
            with self.subTest(why):
                path = self.write("m.eml", message("text/html", document.encode()))
                row = self.rows("links", "--context", "a@href", path)[-1]
                self.assertEqual(row["base"], base or "", document[:100])


class Text(CliTest):
    """Bare URLs in the text of HTML, outside `a`."""

    def test_rows(self):
        document = ("<p>http://h.example/?a&amp;b <!-- c -->www.example.org &lt;URL:g&gt;</p>"
                    "<a href=x>http://i.example/</a><script>'http://i.example/'</script>")
        for content_type in ("text/html", "application/xhtml+xml"):
            with self.subTest(content_type):
                body = document.replace("href=x", "href='x'")
                path = self.write("m.eml", message(content_type, body.encode()))
                rows = self.rows("links", "--context", "html:*", path)
                self.assertEqual([(row["context"], row["reference"], row["status"]) for row in rows],
                                 [("html:text", "http://h.example/?a&b", "absolute"),
                                  ("html:text", "www.example.org", "guessed"),
                                  ("html:text:delimited", "g", "unresolved")])
                for row, raw in zip(rows, ("http://h.example/?a&amp;b", "www.example.org", "g")):
                    self.assertEqual(body[row["start"]:row["end"]], raw)
                    self.assertIsNone(row["text"])


def entity_bomb():
    levels = "".join(f'<!ENTITY e{i} "{"&e%d;" % (i - 1) * 10}">' for i in range(1, 8))
    return f'<!DOCTYPE x [<!ENTITY e0 "{"x" * 10}">{levels}]><x href="a">&e7;<y href="&e7;"/></x>'


def nested_srcdoc(levels):
    document = "<a href=g>"
    for _ in range(levels):
        document = '<iframe srcdoc="' + document.replace("&", "&amp;").replace('"', "&quot;") + '">'
    return document


class Limits(CliTest):
    """Every limit that may lose references is reported: on standard error with exit status 1, and by `check` as limit-hit."""

    CASES = (
        ("text/html", nested_srcdoc(9), "srcdoc", "deeper than 8 levels"),
        ("text/xml", "<x>" * 4097 + "<x href='a'/>", "xml-depth", "deeper than 4096 levels"),
        ("text/xml", entity_bomb(), "xml-entities", "more than 1048576 bytes"),
        ("text/xml", ("<x xml:base='http://h/" + "b" * 1000 + "'>") * 600, "xml-bases", "longer than 67108864 bytes"),
    )

    def test_each_is_said_once(self):
        for content_type, document, key, said in self.CASES:
            with self.subTest(key):
                path = self.write("m.eml", message(content_type, document.encode()))
                done = run("links", path)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertEqual(done.stderr.decode().count(said), 1, done.stderr)
                done = run("check", "--format", "jsonl", path)
                self.assertEqual(done.returncode, 1)
                self.assertIn("limit-hit", [row["code"] for row in rows_of(done.stdout)])

    def test_within_them_nothing_is_said(self):
        path = self.write("m.eml", message("text/html", nested_srcdoc(8).encode()))
        self.assertEqual(len(self.rows("links", path)), 1)
        path = self.write("m.eml", message("text/xml", ("<x>" * 4000 + "</x>" * 4000).encode()))
        self.assertEqual(self.rows("links", path), [])

    def test_they_can_be_set(self):
        path = self.write("m.eml", message("text/html", nested_srcdoc(9).encode()))
        self.assertEqual(len(self.rows("links", "--limits", "srcdoc=9", path)), 1)
        self.assert_fails(1, "deeper than 2 levels", "links", "--limits", "srcdoc=2", path)


class Xhtml(CliTest):
    """Its namespace decides whether an element belongs to XHTML."""

    CASES = (
        ('<html xmlns="http://www.w3.org/1999/xhtml"><base xmlns="urn:x" href="http://x/"/><a href="g"/></html>',
         [("base@href", ""), ("a@href", "")], "a base of another namespace"),
        ('<h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:base href="http://a/"/><h:a href="g"/></h:html>',
         [("base@href", ""), ("a@href", "http://a/")], "XHTML's with a prefix"),
    )

    def test_bases(self):
        for document, expected, why in self.CASES:
            with self.subTest(why):
                path = self.write("m.eml", message("application/xhtml+xml", document.encode()))
                rows = self.rows("links", path)
                self.assertEqual([(row["context"], row["base"]) for row in rows], expected)


main()
