"""Experiments on what programs that show mail with the engine of a browser choose: parts, pictures, charsets, ends of URLs in text.
Rows are as in experiments.py."""

from message import a, alternative, base, html, image, img, mixed, other, page, related, text

HTML = base("http://html.example/d/page.html")
LABELLED = image("Content-ID: <x@mail.example>")


def alternatives():
    """Which part of an alternative is shown."""
    def document(n):
        return html(page(a(f"http://html.example/ref{n}")))

    def plain(n):
        return text(f"before http://text.example/ref{n} after")

    forms = (
        ("two-html", "two HTML parts", [document(1), document(2)]),
        ("text-two-html", "text before two HTML parts", [plain(1), document(2), document(3)]),
        ("html-text-html", "text between two HTML parts", [document(1), plain(2), document(3)]),
        ("html-related", "HTML before a related", [document(1), related(document(2), LABELLED)]),
        ("related-html", "HTML after a related", [related(document(1), LABELLED), document(2)]),
        ("two-related", "two related", [related(document(1), LABELLED), related(document(2), LABELLED)]),
        ("text-mixed", "a mixed after text", [plain(1), mixed(document(2), document(3))]),
        ("html-mixed", "a mixed after HTML", [document(1), mixed(document(2), plain(3))]),
        ("two-texts", "two texts", [plain(1), plain(2)]),
        ("html-calendar", "a calendar after HTML", [plain(1), document(2), other("text/calendar; method=REQUEST", "BEGIN:VCALENDAR\nVERSION:2.0\nEND:VCALENDAR")]),
        ("html-pdf", "a PDF after HTML", [plain(1), document(2), other("application/pdf", "x")]),
        ("html-image", "an image after HTML", [plain(1), document(2), image()]),
        ("html-attachment", "HTML that is an attachment after HTML", [document(1), html(page(a("http://html.example/ref2")), "Content-Disposition: attachment; filename=x.html")]),
        ("html-empty", "an alternative inside after HTML", [document(1), alternative(plain(2), document(3))]),
        ("text-pdf", "a PDF after text", [plain(1), other("application/pdf", "x")]),
        ("text-enriched", "text/enriched after text", [plain(1), other("text/enriched", "x")]),
    )
    for name, why, children in forms:
        yield f"viewer-alternative-{name}", f"an alternative: {why}", alternative(*children)
        yield f"viewer-alternative-{name}-inside", f"an alternative inside mixed: {why}", mixed(alternative(*children), text("second"))


TYPES = ("image/png", "image/x-unknown", "image/svg+xml", "image/tiff", "image/x-png", "IMAGE/PNG", "application/pdf", "application/octet-stream", "application/octet-stream; name=x.png",
         "application/x-unknown", "text/plain", "text/html", "text/x-unknown", "video/mp4", "audio/mpeg", "x-unknown/x", "png", "")


def svg(*fields, type):
    return html('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/>', *fields, type=type, marker="<!-- part-marker-{}--></svg>")


def part_types():
    """Parts that a `cid:` names, of various types."""
    forms = (
        ("img", "img", '<img id="{t}" src="cid:{t}@mail.example">'), ("background", "background", '<table background="cid:{t}@mail.example"><tr><td id="{t}">x</td></tr></table>'),
        ("style", "a style", '<p id="{t}" style="background: url(cid:{t}@mail.example)">x</p>'), ("iframe", "iframe", '<iframe id="{t}" src="cid:{t}@mail.example"></iframe>'),
        ("object", "object", '<object id="{t}" data="cid:{t}@mail.example"></object>'), ("link", "a", '<a id="{t}" href="cid:{t}@mail.example">{t}</a>'))
    for name, why, form in forms:
        tokens = [f"ref{n}" for n, _ in enumerate(TYPES, 1)]
        targets = [(svg if "svg" in type else image)(f"Content-ID: <{token}@mail.example>", type=type) for token, type in zip(tokens, TYPES)]
        yield f"viewer-type-{name}", f"parts of any type in {why}", related(html(page("\n".join(form.replace("{t}", token) for token in tokens))), *targets)
    repeated = (["image/png", "application/pdf"], ["application/pdf", "image/png"])
    yield ("viewer-type-repeated", "parts with two types", related(html(page(img("cid:ref1@mail.example", "cid:ref2@mail.example"))),
                                                            *(image(*(f"Content-Type: {type}" for type in types), f"Content-ID: <ref{n}@mail.example>") for n, types in enumerate(repeated, 1))))


def labels():
    """Content-IDs that are repeated, and escapes in `cid:`."""
    def one(name, why, references, *targets):
        return f"viewer-label-{name}", why, related(html(page(img(*references))), *targets)

    yield one("repeated", "two, and three Content-IDs in a heading", [f"cid:ref{n}@mail.example" for n in range(1, 6)],
              image("Content-ID: <ref1@mail.example>", "Content-ID: <ref2@mail.example>"),
              image("Content-ID: <ref3@mail.example>", "Content-ID: <ref4@mail.example>", "Content-ID: <ref5@mail.example>"))
    yield one("repeated-empty", "a second Content-ID that is empty or odd", [f"cid:ref{n}@mail.example" for n in range(1, 5)],
              image("Content-ID: <ref1@mail.example>", "Content-ID:"), image("Content-ID:", "Content-ID: <ref2@mail.example>"),
              image("Content-ID: <ref3@mail.example>", "Content-ID: x"), image("Content-ID: x", "Content-ID: <ref4@mail.example>"))
    yield one("escapes", "escapes of what a URL may contain, and of what it may not",
              ["cid:ref1%20x@mail.example", "cid:ref2%7Ex@mail.example", "cid:ref3%2Bx@mail.example", "cid:ref4%25x@mail.example", "cid:ref5%C3%A9@mail.example", "cid:ref6%78@mail.example",
               "cid:ref7%40mail.example", "cid:ref8%3Cx%3E@mail.example", "cid:ref9%23x@mail.example", "cid:ref10%3Fx@mail.example", "cid:ref11%2Fx@mail.example", "cid:ref12%zz@mail.example",
               "cid:ref13 x@mail.example", "cid:ref14%5Bx%5D@mail.example", "cid:ref15%22x@mail.example"],
              *(image(f"Content-ID: <{one}@mail.example>") for one in ("ref1 x", "ref2~x", "ref3+x", "ref4%x", "ref5\u00e9", "ref6x", "ref7", "ref8<x>", "ref9#x", "ref10?x", "ref11/x", "ref12%zz",
                                                                      "ref13 x", "ref14[x]", 'ref15"x')))


def queries():
    """The charset of queries."""
    body = a("?ref1=\u00e9", "http://absolute.example/x?ref2=\u00e9", "/\u00e9/ref3", "#\u00e9ref4", "mailto:ref5@mail.example?subject=\u00e9", "foo:x?ref6=\u00e9", "?ref7=\u20ac") + img("x?ref8=\u00e9", "//other.example/?ref9=\u00e9")
    for charset, where in (("iso-8859-1", "heading"), ("iso-8859-1", "meta"), ("iso-8859-15", "both"), ("utf-8", "heading"), ("koi8-r", "heading"), ("gb2312", "heading"), ("x-unknown", "heading"), ("", "neither")):
        meta = f'<meta charset="{charset}">' if where in ("meta", "both") else ""
        type = f"text/html; charset={charset}" if where in ("heading", "both") else "text/html"
        written = page(body, HTML + meta).replace("\u20ac", "x" if charset in ("iso-8859-1", "koi8-r", "gb2312", "x-unknown", "") else "\u20ac")
        written = written.replace("\u00e9", "\u0439") if charset == "koi8-r" else written
        content = written.encode({"x-unknown": "latin-1", "": "latin-1"}.get(charset, charset), "xmlcharrefreplace")
        yield f"viewer-query-{charset or 'none'}-{where}", f"queries of a page in {charset or 'Latin-1'}, declared by {where}", mixed(html(content, type=type, encoding="quoted-printable"), text("x"))
    yield "viewer-query-text", "queries in text in Latin-1", text("before http://text.example/?ref1=\u00e9 http://text.example/\u00e9/ref2 after".encode("latin-1"), type="text/plain; charset=iso-8859-1", encoding="quoted-printable")
    yield "viewer-query-text-html", "queries in the text of a page in Latin-1", html(page("<p>before http://text.example/?ref1=\u00e9 after</p>").encode("latin-1"), type="text/html; charset=iso-8859-1", encoding="quoted-printable")


def brackets():
    """Brackets and other pairs in URLs in text."""
    u = "http://text.example/"
    forms = [u + "[ref1]", u + "a[0]/ref2", u + "ref3[x", u + "ref4]x", u + "{ref5}", u + "ref6{x}y", u + "(ref7)", u + "a(b)/ref8", u + "ref9(x", u + "ref10)x", u + "<ref11>", u + "ref12|x", u + "ref13\"x",
             u + "ref14'x'", u + "?a[]=ref15", u + "?ref16[a]=b&c[d]=e", u + "ref17`x`", u + "ref18^x", u + "ref19\\x", "[" + u + "ref20]", "[x](" + u + "ref21)", "<" + u + "ref22[x]>", "[[" + u + "ref23]]", u + "ref24[x].",
             u + "#ref25[x]", u + "ref26*x*", u + "ref27_x_", u + "ref28~x", u + "ref29,x;y", u + "ref30%5Bx%5D", "http://[::1]/ref31", "http://[::1]:80/ref32", u + "ref33&amp;x", u + "ref34&x=y", u + "ref35;", u + "ref36@x"]
    lines = "\n".join(f"before {one} after" for one in forms)
    yield "viewer-brackets", "plain text: brackets inside a URL", text(lines)
    yield "viewer-brackets-mixed", "plain text: brackets inside a URL, inside mixed", mixed(text(lines), text("x"))


def listed():
    """HTML that is listed as a file, or not shown because other HTML names it; and heads."""
    location = "Content-Location: http://part.example/d/ref9.html"
    document = html(page(a("http://html.example/ref1")), location)
    frame = html(page(a("http://html.example/ref2")), location)
    file = html(page(a("http://html.example/ref2")), "Content-ID: <ref9@mail.example>", "Content-Disposition: inline; filename=x.html")
    yield "viewer-listed-mixed", "HTML with a Content-Location in mixed", mixed(document, text("x"))
    yield "viewer-listed-alternative", "the same in a related in an alternative", mixed(alternative(text("x"), related(document, LABELLED)), text("x"))
    yield "viewer-listed-nobody", "the same in a related whose start= names nothing", related(document, LABELLED, parameters='; start="<nobody@mail.example>"')
    yield "viewer-listed-type", "an unquoted slash before the boundary", related(html(page(a("http://html.example/ref1"))), LABELLED, parameters="; type=multipart/alternative")
    yield "viewer-named-location", "a frame beside the root, by its Content-Location", related(html(page('<iframe id="ref9" src="http://part.example/d/ref9.html"></iframe>')), frame)
    yield "viewer-named-nobody", "HTML beside the root that nothing names", related(html(page(a("http://html.example/ref1"))), frame)
    yield "viewer-named-file", "an inline file beside the root, by its Content-ID", related(html(page(img("cid:ref9@mail.example"))), file)
    sheet = '<style>.x { background: url(ref{}.png) }</style>'
    yield ("viewer-heads", "a base and a style sheet in each of two heads",
           mixed(html(page('<p class="x">x</p>' + a("ref1.html"), base("http://first.example/d/") + sheet.replace("{}", "2"))), html(page('<p class="x">x</p>' + a("ref3.html"), sheet.replace("{}", "4") + HTML))))
    yield "viewer-head-lost", "a head that contains a div", mixed(html(page(a("ref1.html"), "<div></div>" + HTML)), text("x"))
    yield "viewer-css", "a style sheet in mixed", mixed(html(page("x")), other("text/css", "p { background: url(http://text.example/ref1.png); color: red }"))


TABLES = (alternatives, part_types, labels, queries, brackets, listed)
