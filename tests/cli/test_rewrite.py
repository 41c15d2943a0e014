"""`rewrite`: tables of messages in and out, for every place and every encoding."""

import base64

from rewriting import BASE, LATIN_BASE, RewriteTest, base64_lines, html, to_bytes
from support import main, rows_of


class Places(RewriteTest):
    """(why, content before, content after): each language, with the escapes that the place needs."""

    HTML = (
        ("in quotes", '<a href="g">g</a>\n', '<a href="http://h/d/g">g</a>\n'),
        ("in single quotes", "<a href='g'>\n", "<a href='http://h/d/g'>\n"),
        ("without quotes", "<a href=g>\n", "<a href=http://h/d/g>\n"),
        ("white space around it stays", '<a href="  g\n">', '<a href="  http://h/d/g\n">'),
        ("white space within it does not", '<a href="a\n/\tb">', '<a href="http://h/d/a/b">'),
        ("a character reference", '<a href="g?a&amp;b">', '<a href="http://h/d/g?a&amp;b">'),
        ("an ampersand of its own", '<a href="g?a&lt=b">', '<a href="http://h/d/g?a&amp;lt=b">'),
        ("a quote by a reference", '<a href="g&quot;b">', '<a href="http://h/d/g&#34;b">'),
        ("the other quote", "<a href=\"g'b\">", "<a href=\"http://h/d/g'b\">"),
        ("a blank inside, without quotes", "<a href=g&#32;h>", "<a href=http://h/d/g&#32;h>"),
        ("two on a line", "<a href=g><img src='h'>", "<a href=http://h/d/g><img src='http://h/d/h'>"),
        ("a list", '<img srcset="a 1x,b 2x">', '<img srcset="http://h/d/a 1x,http://h/d/b 2x">'),
        ("a list of pings", '<a ping="a  b">', '<a ping="http://h/d/a  http://h/d/b">'),
        ("a refresh", '<meta http-equiv=refresh content="5; url=g">',
         '<meta http-equiv=refresh content="5; url=http://h/d/g">'),
        ("a quoted refresh", "<meta http-equiv=refresh content=\"5; URL='g'\">",
         "<meta http-equiv=refresh content=\"5; URL='http://h/d/g'\">"),
        ("a comment of conditions", "<!--[if mso]><a href='g'><![endif]-->",
         "<!--[if mso]><a href='http://h/d/g'><![endif]-->"),
        ("delimited in the text", "<p>see &lt;URL:g&gt; now", "<p>see &lt;URL:http://h/d/g&gt; now"),
        ("a style element", "<style>@import 'a';p{b:url(c)}</style>",
         "<style>@import 'http://h/d/a';p{b:url(http://h/d/c)}</style>"),
        ("a style attribute", '<p style="b:url(c)">', '<p style="b:url(http://h/d/c)">'),
        ("one in quotes by references", '<p style="b:url(&quot;c&quot;)">', '<p style="b:url(&quot;http://h/d/c&quot;)">'),
        ("SVG inside", '<svg><image href="g"/></svg>', '<svg><image href="http://h/d/g"/></svg>'),
        ("a document in an attribute", "<iframe srcdoc=\"<a href='g?a&amp;amp;b'>\">",
         "<iframe srcdoc=\"<a href='http://h/d/g?a&amp;amp;b'>\">"),
        ("a form and a frame", "<form action=f><iframe src=g>", "<form action=http://h/d/f><iframe src=http://h/d/g>"),
        ("a codebase and what it rules", "<object codebase='c/' data=d></object>",
         "<object codebase='http://h/d/c/' data=http://h/d/c/d></object>"),
        ("a relative base, and what it rules", '<base href="b/"><a href=g>',
         '<base href="http://h/d/b/"><a href=http://h/d/b/g>'),
        ("a base of its own", '<base href="http://x/y/"><a href=../g>', '<base href="http://x/y/"><a href=http://x/g>'),
        ("a base that runs a script", '<base href="javascript:alert(1)//"><a href="g">',
         '<base href="javascript:alert(1)//"><a href="http://h/d/g">'),
        ("a path from the root, and a host", "<a href=/g><a href=//x/g>", "<a href=http://h/g><a href=http://x/g>"),
        ("what is left alone", "<a href='#f'><a href='http://x/y'><a href='mailto:a@b'><a href='javascript:g()'>"
         "<img src='data:,x'><img src='cid:none@x'> www.x.example", None),
    )

    def test_html(self):
        self.check_content([(why, before, after or before) for why, before, after in self.HTML], "text/html")

    # (content, number of empty references in a note): a browser loads nothing for them. Style sheets report none.
    EMPTY = (
        ('<img src="">', 1), ("<img src=''>", 1), ("<img src=>", 1), ("<img src>", 1), ("<img src ><input src/>", 2),
        ('<img src=" \n\t ">', 1), ('<img src="&#32;&Tab;">', 1), ('<a href="">', 1), ('<body background="">', 1),
        ('<script src=""></script>', 1), ('<link rel=stylesheet href=" ">', 1), ('<iframe src=""></iframe>', 1),
        ('<iframe srcdoc="<img src=\'\'>"></iframe>', 1), ('<p style="b:url(&quot;&quot;)">', 0),
        ("<style>@import '';p{b:url( )}</style>", 0), ('<video src="" poster=" "></video>', 2),
        ('<form action=""><input type=image src="">', 2),
    )

    def test_empty_references_stay(self):
        for body, count in self.EMPTY:
            message = html("", body)
            for options in ((), ("--base", "drop"), ("--cid", "location"), ("--rules", "whatwg")):
                with self.subTest(body, options=options):
                    self.assertEqual(self.rewrite(message, *options), message)
                    self.assertEqual([(note["reason"], note["references"]) for note in self.manifest.notes],
                                     [("left-empty", count)] if count else [])
                    self.assertEqual(self.said, "")

    def test_empty_references_beside_others(self):
        found = self.rewrite(html("", "<img src=''><img src=g><img src=''><object code=C codebase=c/ data=></object>"))
        self.assertEqual(found, html("", "<img src=''><img src=http://h/d/g><img src=''>"
                                         "<object code=C codebase=http://h/d/c/ data=></object>"))
        self.assertEqual([(note["part"], note["reason"], note["references"]) for note in self.manifest.notes],
                         [("1", "left-empty", 3)])
        self.rewrite(b"List-Help: <>\n\n<URL:> <URL: >")
        self.assertEqual(self.manifest.edits, [])

    def test_an_empty_reference_that_names_a_part(self):
        message = to_bytes("Content-Type: multipart/related; boundary=b\n\n--b\nContent-Base: http://x/i.gif\n"
                           "Content-Type: text/html\n\n<img src=''>\n--b\nContent-Location: http://x/i.gif\n\nx\n--b--\n")
        for options in ((), ("--base", "drop")):
            self.assertEqual(self.rewrite(message, *options), message)

    def test_names_of_classes_stay(self):
        found = self.rewrite(html("", "<applet codebase=c/ code=C.class archive=a.jar></applet><embed code=D src=e>"))
        self.assertEqual(found, html("", "<applet codebase=http://h/d/c/ code=C.class archive=http://h/d/c/a.jar></applet>"
                                         "<embed code=D src=http://h/d/e>"))
        self.assertEqual([(note["reason"], note["references"]) for note in self.manifest.notes], [("left-class-name", 2)])
        self.assertEqual(self.said, "")

    def test_css(self):
        self.check_content((
            ("url()", "p{b:url(g)}", "p{b:url(http://h/d/g)}"),
            ("with white space", "p{b:url( g )}", "p{b:url( http://h/d/g )}"),
            ("quotes", "p{b:url(\"g\") url('h')}", "p{b:url(\"http://h/d/g\") url('http://h/d/h')}"),
            ("an import", '@import "g";\n@import url(h);\n', '@import "http://h/d/g";\n@import url(http://h/d/h);\n'),
            ("escapes", "p{b:url(a\\)b)}", "p{b:url(http://h/d/a\\29 b)}"),
            ("a line break in a string", "p{b:url('a\\\nb')}", "p{b:url('http://h/d/ab')}"),
            ("in a comment", "/* url(g) */", "/* url(g) */"),
        ), "text/css")

    def test_xml(self):
        self.check_content((
            ("xlink", '<a xmlns:l="http://www.w3.org/1999/xlink" l:href="g?a&amp;b"/>',
             '<a xmlns:l="http://www.w3.org/1999/xlink" l:href="http://h/d/g?a&amp;b"/>'),
            ("xml:base, and what it rules",
             '<a xmlns:l="http://www.w3.org/1999/xlink" xml:base="b/"><c l:href="g"/></a>',
             '<a xmlns:l="http://www.w3.org/1999/xlink" xml:base="http://h/d/b/"><c l:href="http://h/d/b/g"/></a>'),
            ("a style sheet", '<?xml-stylesheet href="g"?><a/>', '<?xml-stylesheet href="http://h/d/g"?><a/>'),
        ), "text/xml")
        self.check_content((
            ("an image", '<svg xmlns="http://www.w3.org/2000/svg"><image href="g"/></svg>',
             '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://h/d/g"/></svg>'),
            ("a style", '<svg xmlns="http://www.w3.org/2000/svg"><style>p{a:url(g)}</style></svg>',
             '<svg xmlns="http://www.w3.org/2000/svg"><style>p{a:url(http://h/d/g)}</style></svg>'),
        ), "image/svg+xml")
        self.check_content((
            ("a feed", '<feed xmlns="http://www.w3.org/2005/Atom"><link href="g"/><icon>i</icon>'
             '<content type="html">&lt;a href="x?a&amp;amp;b"></content></feed>',
             '<feed xmlns="http://www.w3.org/2005/Atom"><link href="http://h/d/g"/><icon>http://h/d/i</icon>'
             '<content type="html">&lt;a href="http://h/d/x?a&amp;amp;b"></content></feed>'),
        ), "application/atom+xml")

    def test_text(self):
        self.check_content((
            ("delimited", "see <URL:g>, <URL: h >\n", "see <URL:http://h/d/g>, <URL: http://h/d/h >\n"),
            ("over two lines", "<URL:a/\n  b>\n", "<URL:http://h/d/a/b>\n"),
            ("in a reply", "> <URL:a/\n> b>\n", "> <URL:http://h/d/a/b>\n"),
            ("no URL", "g and www.x.example\n", "g and www.x.example\n"),
        ), "text/plain")
        self.check_content((
            ("over a soft line break", "<URL:a/ \nb>\n", "<URL:http://h/d/a/b>\n"),
            ("in a reply", "> <URL:a/ \n> b> x\n", "> <URL:http://h/d/a/b> x\n"),
        ), "text/plain; format=flowed; delsp=yes")

    def test_lists_and_content_lines(self):
        self.check_content((("a list", "# x\r\ng\r\n/h\r\n", "# x\r\nhttp://h/d/g\r\nhttp://h/h\r\n"),), "text/uri-list")
        self.check_content((
            ("a value", "BEGIN:VEVENT\r\nURL:g\r\nEND:VEVENT\r\n", "BEGIN:VEVENT\r\nURL:http://h/d/g\r\nEND:VEVENT\r\n"),
            ("a folded one", "BEGIN:VEVENT\r\nATTACH:a\r\n b\r\nEND:VEVENT\r\n",
             "BEGIN:VEVENT\r\nATTACH:http://h/d/ab\r\nEND:VEVENT\r\n"),
        ), "text/calendar")

    def test_headings(self):
        field = "Subject: x\n%s\nContent-Type: text/html\n\n<a href=g>\n"
        fields = (
            ("Content-Location: c/d", "Content-Location: http://h/d/c/d", "<a href=http://h/d/c/g>"),
            ("content-location:\n\t\"c/\n d\"", "content-location:\n\t\"http://h/d/c/d\"", "<a href=http://h/d/c/g>"),
            ("Content-Location: =?utf-8?Q?c=C3=A9?=", "Content-Location: =?utf-8?B?aHR0cDovL2gvZC9jw6k=?=",
             "<a href=http://h/d/g>"),
            ("Content-Base: http://x/y/", "Content-Base: http://x/y/", "<a href=http://x/y/g>"),
            ("List-Archive: <g>", "List-Archive: <g>", "<a href=http://h/d/g>"),
            # It is malformed, so that it is no base, and its absolute form would be one.
            ("Content-Location: \"c/d", "Content-Location: \"c/d", "<a href=http://h/d/g>"),
        )
        for before, after, link in fields:
            with self.subTest(before):
                expected = (field % after).replace("<a href=g>", link)
                self.assertEqual(self.rewrite(to_bytes(field % before)), to_bytes(expected))
        self.check((
            ("lists", "List-Archive: <g>\nList-Help: <mailto:a@b>, <h?a>\n\nx",
             "List-Archive: <http://h/d/g>\nList-Help: <mailto:a@b>, <http://h/d/h?a>\n\nx"),
            ("the content stays", "List-Post: <g>\nContent-Type: text/html\n\n<a href=g>",
             "List-Post: <http://h/d/g>\nContent-Type: text/html\n\n<a href=g>"),
            ("external", "Content-Type: message/external-body; access-type=url; url=\"g\"\n\nContent-Type: a/b\n\n",
             "Content-Type: message/external-body; access-type=url; url=\"http://h/d/g\"\n\nContent-Type: a/b\n\n"),
        ), to_bytes, "--only", "headings")


class TransferEncodings(RewriteTest):
    QUOTED = (
        ("an escape before it", '<a href=3D"g">=C3=A9\n', '<a href=3D"http://h/d/g">=C3=A9\n'),
        ("a soft line break inside", '<a href=3D"a/=\nb">\n', '<a href=3D"http://h/d/a/b">\n'),
        ("one in a character reference", '<a href=3D"g?a&a=\nmp;b">\n', '<a href=3D"http://h/d/g?a&amp;b">\n'),
        ("one in a percent escape", '<a href=3D"a%4=\n1">\n', '<a href=3D"http://h/d/a%41">\n'),
        ("one with white space, and CRLF", '<a href=3D"a= \t\r\nb">\r\n', '<a href=3D"http://h/d/ab">\r\n'),
        ("an equals sign", '<a href=3D"g?a=3Db">\n', '<a href=3D"http://h/d/g?a=3Db">\n'),
        ("small digits", '<a href=3d"g?a=3db">\n', '<a href=3d"http://h/d/g?a=3Db">\n'),
        ("other lines stay as they are", 'a=20\n=41=\n\nb  \n<a href=3D"g">\n=42 \t\n',
         'a=20\n=41=\n\nb  \n<a href=3D"http://h/d/g">\n=42 \t\n'),
        ("no end", '<a href=3D"g">', '<a href=3D"http://h/d/g">'),
    )

    def test_quoted_printable(self):
        self.check_content(self.QUOTED, "text/html", "Content-Transfer-Encoding: quoted-printable\n")

    def test_quoted_printable_that_is_none(self):
        fields = "Content-Transfer-Encoding: quoted-printable\n"
        self.check_content((("bare signs", "<a href=go> =<a href==a=> =",
                             "<a href=3Dhttp://h/d/go> =<a href=3Dhttp://h/d/=3Da=3D> ="),), "text/html", fields)
        for body in ('<a href="g?a=1">x = y=z</a>\n', "<a href=go>=\u00e9</a> =\n", "<a href=go>", '<a href="g"> =',
                     "<a href==g>=3", "<a href=\"g\">" + "x = y " * 50 + "\n", "<a href=3Dg>\t \n=A\n=\n"):
            for base in (BASE, ("--retrieval-url", "abc://h/d/p"), ("--retrieval-url", "fe://h/d/p")):
                with self.subTest(body, base=base):
                    message = html(fields, body)
                    wanted = [row["resolved"] for row in rows_of(self.run_ok("links", "--format=jsonl", *base, input=message))]
                    found = self.references(self.rewrite(message, base=base))
                    self.assertEqual([reference for _, reference, _ in found], wanted)

    def test_lines_of_quoted_printable_stay_short(self):
        """The position of a reference in its line, its length, and the start of a new line do not matter."""
        fields = "Content-Type: multipart/mixed; boundary=bb\n\n--bb\nContent-Type: text/html\n" \
                 "Content-Transfer-Encoding: quoted-printable\n\n"
        rewritten = []
        for length in range(1, 150, 7):
            for filling in ("a" * length, "=3D" * (length // 3), "a" * length + "From b", "a" * length + "--bb",
                            "--bb--" * (length // 6)):
                quoted = f'<a href=3D"x{filling}">'
                line = "y" * min(length, 75 - len(quoted)) + quoted if len(quoted) < 75 else f'<a href=3D"x=\n{filling[:70]}">'
                message = to_bytes(f"{fields}{line}\nFrom here\n--bb--\n")
                with self.subTest(line=line):
                    found = self.rewrite(message)
                    rewritten.append((line, found))
                    lines = found.split(b"\n")
                    self.assertLessEqual(max(map(len, lines)), 76)
                    self.assertEqual([line for line in lines if line.startswith((b"--bb", b"From "))],
                                     [b"--bb", b"From here", b"--bb--"])
        for (line, _), references in zip(rewritten, self.references_of_each([found for _, found in rewritten]), strict=True):
            with self.subTest(line=line):
                ((_, reference, status),) = references
                self.assertEqual((reference[:12], status), ("http://h/d/x", "absolute"))

    def test_base64(self):
        fields = b"Content-Transfer-Encoding: base64\n"
        content, expected = "<a href=g>x</a>\n" * 20, "<a href=http://h/d/g>x</a>\n" * 20
        for width in (76, 60, 64, 72, 4):
            for end in (b"\n", b"\r\n"):
                with self.subTest(width, end=end):
                    self.assertEqual(self.rewrite(html(fields, base64_lines(content, width, end))),
                                     html(fields, base64_lines(expected, width, end)))

    def test_base64_in_one_line(self):
        """A single line has no known width: lines are as long as in RFC 2045, or as that line was."""
        fields = b"Content-Transfer-Encoding: base64\n"
        for count in (1, 2, 20):
            for end in (b"", b"\n", b"\r\n"):
                with self.subTest(count, end=end):
                    line = base64.b64encode(b"<a href=g>x</a>\n" * count)
                    heading, _, body = self.rewrite(html(fields, line + end)).partition(b"\n\n")
                    self.assertEqual(base64.b64decode(body), b"<a href=http://h/d/g>x</a>\n" * count)
                    self.assertTrue(body.endswith(end))
                    lines = body.splitlines()
                    self.assertLessEqual(max(map(len, lines)), max(76, len(line)))
                    self.assertLessEqual(len(lines), 1 + sum(map(len, lines)) // 76, "lines that are too short")
                    self.assertEqual(b"\r" in body, end == b"\r\n")

    def test_base64_with_other_text_behind_it(self):
        fields = b"Content-Transfer-Encoding: base64\n"
        signs = ("\n-- \nA footer of a list, which is in clear.\n", "\n\n", " \t\n", "--\nfooter\n")
        letters = ("\nA footer\n--\n", "A footer")
        for content, footers in (("<a href=g>x", signs + letters), ("<a href=g>", signs + letters),
                                 ("<a href=g>no padding", signs)):
            for footer in footers:
                with self.subTest(footer, content=content):
                    found = self.rewrite(html(fields, base64_lines(content) + footer.encode()))
                    self.assertTrue(found.endswith(footer.encode()), found)
                    self.assertEqual(self.references(found), [("a@href", "http://h/d/g", "absolute")])

    def test_base64_with_rubbish_inside(self):
        fields = b"Content-Transfer-Encoding: base64\n"
        text = base64.b64encode(b"<a href=g>x</a>" * 4)
        for body in (b"!".join((text[:7], text[7:])) + b"\n", text[:5] + b"\n\n \t" + text[5:], text[:-3]):
            with self.subTest(body):
                found = self.rewrite(html(fields, body))
                self.assertEqual({row[1:] for row in self.references(found)}, {("http://h/d/g", "absolute")})

    def test_lines_of_7bit_and_8bit_stay_short(self):
        """If there is no place for a line break, the reference is left unchanged, and that is reported."""
        for fields in ("", "Content-Transfer-Encoding: 8bit\n"):
            for length in (900, 970, 985, 990, 998):
                for line in ('<p title="%s"><a href="g">x</a>', "<p>%s <a href=g>x</a>", "%s<img src='g'>"):
                    body = line % ("y" * (length - len(line) + 2)) + "\nnext\n"
                    with self.subTest(line, length=length, fields=fields):
                        found = self.rewrite(html(fields, body))
                        self.assertLessEqual(max(map(len, found.split(b"\n"))), 998)
                        ((_, reference, status),) = self.references(found)
                        if reference == "g":
                            self.assertEqual([note["reason"] for note in self.manifest.notes], ["left-unwritable"])
                        else:
                            self.assertEqual((reference, status), ("http://h/d/g", "absolute"))

    def test_lines_that_are_too_long_already(self):
        line = "<a href=g>" + "y" * 2000
        self.assertEqual(self.rewrite(html("", line)), html("", line.replace("=g", "=http://h/d/g")))

    def test_line_ends(self):
        for why, ends in (("LF", "\n"), ("CRLF", "\r\n"), ("CR", "\r")):
            body = ends.join(("<p>", "<a", "href='g'>", "<a href=", "h>", "", ""))
            expected = body.replace("'g'", "'http://h/d/g'").replace("h>", "http://h/d/h>")
            with self.subTest(why):
                heading = b"Content-Type: text/html\n\n".replace(b"\n", ends.encode() if ends != "\r" else b"\n")
                self.assertEqual(self.rewrite(heading + body.encode()), heading + expected.encode())
        self.check_content((
            ("mixed", "a\r\n<a href=g>\rb\n\r<a href='h\r\ni'>\n\n\r\n",
             "a\r\n<a href=http://h/d/g>\rb\n\r<a href='http://h/d/hi'>\n\n\r\n"),
            ("no end", "x\n<a href=g>", "x\n<a href=http://h/d/g>"),
            ("the reference is the end", "x\n<a href=g", "x\n<a href=g"),
        ), "text/html")


class Charsets(RewriteTest):
    def test_base64_of_utf_16(self):
        fields = b"Content-Transfer-Encoding: base64\n"
        before, after = ('\ufeff<a href="%sg\u3042">x</a>\n' % base + "y" * 50 for base in ("", "http://h/d/"))
        for charset in ("utf-16le", "utf-16be"):
            for label in (charset, "utf-16", "utf-8"):
                with self.subTest(charset, label=label):
                    found = self.rewrite(html(fields, base64_lines(before.encode(charset)), f"text/html; charset={label}"))
                    self.assertEqual(found, html(fields, base64_lines(after.encode(charset)), f"text/html; charset={label}"))

    def test_plain_utf_16(self):
        before, after = '<a href="g">x</a>', '<a href="http://h/d/g">x</a>'
        for encoding in ("", "Content-Transfer-Encoding: binary\n", "Content-Transfer-Encoding: 8bit\n"):
            self.check_content(((encoding, before.encode("utf-16le"), after.encode("utf-16le")),),
                               "text/html; charset=utf-16le", encoding)

    def test_utf_7(self):
        for body in ('<a href="g">x</a>', '<a href="+AGc-">', '<a href="g+AOk-?a+AD0-b">+AOk-</a>',
                     '+ADw-a href=+ACI-g+AOk-+ACI-+AD4-',
                     '<a href="g+-h">+AOkA6Q <a href=i>'):
            with self.subTest(body):
                message = html("", body, "text/html; charset=utf-7")
                wanted = [row["resolved"] for row in rows_of(self.run_ok("links", "--format=jsonl", *BASE, input=message))]
                found = self.rewrite(message)
                self.assertEqual([row[1:] for row in self.references(found)], [(url, "absolute") for url in wanted])
                text, content = body.encode().decode("utf-7"), found.partition(b"\n\n")[2].decode("utf-7")
                for url in wanted:
                    text = text.replace(url[len("http://h/d/"):], url, 1)
                self.assertEqual(content, text)

    def test_iso_2022_jp(self):
        a, i = b"\x1b$B$\"\x1b(B", b"\x1b$B$$\x1b(B"
        self.check_content((
            ("ASCII among others", a + b"<a href=g>" + i, a + b"<a href=http://h/d/g>" + i),
            ("others in it", b"<a href=\"g" + a + b"h\">" + i, b"<a href=\"http://h/d/g" + a + b"h\">" + i),
            ("others alone", b"<a href=\"" + a + b"\">" + i, b"<a href=\"http://h/d/" + a + b"\">" + i),
        ), "text/html; charset=iso-2022-jp")
        self.check_content((
            ("what it cannot say", b"<a href=\"g" + a + b"\">", b"<a href=\"http://h/&#233;/g" + a + b"\">"),
        ), "text/html; charset=iso-2022-jp", base=LATIN_BASE)

    def test_what_a_charset_cannot_say(self):
        self.check_content((("ASCII", "<a href='g'>", "<a href='http://h/&#233;/g'>"),
                            ("CSS", "<style>a{b:url(g)}</style>", "<style>a{b:url(http://h/\\e9 /g)}</style>"),
                            ("CSS in an attribute", "<p style='b:url(g)'>", "<p style='b:url(http://h/\\e9 /g)'>")),
                           "text/html; charset=us-ascii", base=LATIN_BASE)
        self.check_content((("text", "<URL:g>", "<URL:http://h/%C3%A9/g>"),), "text/plain; charset=koi8-r", base=LATIN_BASE)
        self.check_content((("CSS", "a{b:url('g')}", "a{b:url('http://h/\\e9 /g')}"),), "text/css; charset=koi8-r",
                           base=LATIN_BASE)
        self.check_content((("what it can", b"<a href='g\xe4'>", b"<a href='http://h/\xe9/g\xe4'>"),),
                           "text/html; charset=iso-8859-1", base=LATIN_BASE)
        self.check_content((("UTF-8", "<a href='g\u3042'>", "<a href='http://h/\u00e9/g\u3042'>"),), "text/html; charset=utf-8",
                           base=LATIN_BASE)
        self.check_content((("8bit in quoted-printable", "<a href=3Dg=E4>", "<a href=3Dhttp://h/=E9/g=E4>"),),
                           "text/html; charset=iso-8859-1", "Content-Transfer-Encoding: quoted-printable\n", base=LATIN_BASE)

    def test_7bit_stays_7bit(self):
        """A part that is declared as 7bit, or not declared, gets no byte above 127 from the base of its references."""
        for fields in ("", "Content-Transfer-Encoding: 7bit\n"):
            found = self.rewrite(html(fields, "<a href='g'>", "text/html; charset=utf-8"), base=LATIN_BASE)
            self.assertEqual(found, html(fields, "<a href='http://h/&#233;/g'>", "text/html; charset=utf-8"))


if __name__ == "__main__":
    main()
