"""Experiments on labels that are shared or no URL, on what mail programs clean out of HTML, and on what engines load ahead of it.
Rows are as in experiments.py."""

from message import a, base, html, image, img, mixed, multipart, nested, other, page, related, text

HTML = base("http://html.example/d/page.html")
U = "http://absolute.example/"


def images(*references):
    return html(page(img(*references)))


def labels():
    """Parts with one label, and labels under odd bases."""
    twice = [image("Content-ID: <ref1@mail.example>"), image("Content-ID: <ref1@mail.example>")]
    located = [image("Content-Location: http://part.example/ref2.png"), image("Content-Location: http://part.example/ref2.png")]
    both = [image("Content-ID: <ref3@mail.example>"), image("Content-ID: <ref3@mail.example>", "Content-Location: http://part.example/x.png")]
    body = img("cid:ref1@mail.example", "http://part.example/ref2.png", "cid:ref3@mail.example")
    for name, fields in (("bare", ()), ("base", ("Content-Base: http://part.example/d/",)), ("location", ("Content-Location: http://part.example/d/x.html",)), ("mid", ("Content-Base: mid:x@mail.example",)),
                         ("odd", ("Content-Base: page.html",)), ("empty", ("Content-Location:",))):
        yield f"loading-twice-{name}", "two parts with one label; the root has " + (fields[0] if fields else "no base"), related(html(page(body), *fields), *twice, *located, *both)
        yield f"loading-relative-{name}", "relative labels; the root has " + (fields[0] if fields else "no base"), related(
            html(page(img("../ref1.png", "cid:ref2@mail.example", "http://part.example/ref3.png") + a("?ref4"), HTML), *fields), image("Content-Location: ../ref1.png"), image("Content-Location: cid:ref2@mail.example"),
            image("Content-Location: http://part.example/ref3.png"))
    yield "loading-before-root", "a label before the root that has the base", related(image("Content-Location: ref1.png"), html(page(img("ref1.png", "ref2.png")), "Content-ID: <root@mail.example>", "Content-Base: http://part.example/d/"),
                                                                                      image("Content-Location: ref2.png"), parameters='; type="text/html"; start="<root@mail.example>"')
    yield "loading-words", "several words in an attribute, of which one names a part", related(
        html(page('<img id="ref1" src="cid:ref1@mail.example x"><img id="ref2" src="x cid:ref2@mail.example"><a id="ref3" href="cid:ref3@mail.example x">ref3</a><a id="ref4" href="http://part.example/ref4\nx">ref4</a>'
                  '<a id="ref5" href="ci&#100;:ref5@mail.example">ref5</a><a id="ref6" title=">" href="cid:ref6@mail.example">ref6</a><a id="ref7" href="cid:ref7&x@mail.example">ref7</a><img id=ref8 src = cid:ref8@mail.example >')),
        *(image(f"Content-ID: <ref{n}@mail.example>") for n in (1, 2, 3)), image("Content-Location: http://part.example/ref4"), image("Content-ID: <ref5@mail.example>"), image("Content-ID: <ref6@mail.example>"),
        image("Content-ID: <ref7&x@mail.example>"), image("Content-ID: <ref8@mail.example>"))
    yield "loading-brackets", "brackets in a Content-ID", related(images("cid:ref1@mail.example", "cid:<ref2@mail.example>", "cid:ref3@mail.example>"), image("Content-ID: ref1@mail.example"), image("Content-ID: <<ref2@mail.example>>"),
                                                                 image("Content-ID: ref3@mail.example>"))
    pdf = other("application/pdf", "x", "Content-ID: <x@mail.example>")
    yield "loading-file-links", "a file that a link, an area and a form name", related(
        html(page('<a id="ref1" href="cid:ref1@mail.example">ref1</a><map name=m><area id=ref2 href="cid:ref2@mail.example"></map><form id=ref3 action="cid:ref3@mail.example"><input type=submit></form>')),
        *(other("application/pdf", "x", f"Content-ID: <ref{n}@mail.example>") for n in (1, 2, 3)), pdf)


def styles():
    """What is left of style sheets."""
    rules = [f".a1 {{ background: url({U}ref1.png) }}", f"@media screen {{ .a2 {{ background: url({U}ref2.png) }} }}", f"@media print {{ .a3 {{ background: url({U}ref3.png) }} }}",
             f"@media (max-width: 9999px) {{ .a4 {{ background: url({U}ref4.png) }} }}", f"@supports (color: red) {{ .a5 {{ background: url({U}ref5.png) }} }}", f"@layer x {{ .a6 {{ background: url({U}ref6.png) }} }}",
             f".a7 {{ background: url({U}ref7.png) }}", f"@font-face {{ font-family: x; src: url({U}ref8.woff) }}", f".a9 {{ background: url({U}ref9.png); font-family: x }}"]
    shown = "".join(f'<p class="a{n}">x</p>' for n in range(1, 10))
    yield "loading-at-rules", "at-rules in a style sheet", html(page(shown, "<style>\n" + "\n".join(rules) + "\n</style>"))
    parts = [rule.replace(U, "cid:").replace(".png", "@mail.example").replace(".woff", "@mail.example") for rule in rules]
    yield "loading-at-rules-cid", "parts in at-rules of a style sheet", related(html(page(shown, "<style>\n" + "\n".join(parts) + "\n</style>")), *(image(f"Content-ID: <ref{n}@mail.example>") for n in range(1, 10)))
    yield "loading-words-css", "a part's label between blanks in a style, and in a style sheet", related(
        html(page('<p id="ref1" style="background: url( cid:ref1@mail.example )">x</p><p class="a2">x</p>', "<style>.a2 { background: url( cid:ref2@mail.example ) }</style>")), image("Content-ID: <ref1@mail.example>"),
        image("Content-ID: <ref2@mail.example>"))


AHEAD = ('<img src="{v}">', '<img srcset="{v}">', '<picture><source srcset="{v}"><img src="x.png"></picture>', '<link rel=stylesheet href="{v}">', '<video poster="{v}"></video>', '<input type=image src="{v}">', '<iframe src="{v}"></iframe>',
         '<svg><image href="{v}"/></svg>', '<p style="background: url({v})">x</p>', '<video src="{v}"></video>', '<table background="{v}"></table>', '<object data="{v}" type="image/png"></object>', '<embed src="{v}" type="image/png">',
         '<link rel=preload as=image href="{v}">', '<link rel=icon href="{v}">', '<a href="{v}">x</a>', '<audio src="{v}"></audio>')


def ahead():
    """What is loaded before the document is known."""
    def elements(url):
        return "\n".join(form.replace("{v}", url.replace("{t}", f"ref{n}")) for n, form in enumerate(AHEAD, 1))

    yield "loading-template", "elements in a template", html(page("<template>" + elements(U + "{t}.png") + "</template>", HTML))
    yield "loading-template-relative", "relative references in a template", html(page("<template>" + elements("{t}.png") + "</template>", HTML))
    yield "loading-template-open", "a template that is never closed", html(page("<template>" + elements(U + "{t}.png"), HTML))
    yield "loading-late-base", "elements before a base in the body", html(page(elements("{t}.png") + "\n<base href='http://late.example/d/page.html'>\n" + a("ref18.html")))
    yield "loading-late-base-network", "references to hosts before a base in the body", html(page(elements("//other.example/{t}.png") + "\n<base href='http://late.example/d/page.html'>\n" + a("ref18.html")))
    forms = (('<img src="{r}" srcset="{u} 2x">', 2), ('<img srcset="{r}, {u} 2x">', 2), ('<img src="{u}" srcset="{r} 2x">', 2), ('<img srcset="{r} 2x, {u} 3x" src="{r}">', 3), ('<img src="{u}" srcset="{u} 2x">', 2),
             ('<picture><source srcset="{r}"><img src="{u}"></picture>', 2), ('<picture><source srcset="{r} 2x"><img src="{u}" srcset="{u} 2x"></picture>', 3))
    number, body = 0, []
    for form, count in forms:
        for _ in range(count):
            number += 1
            at = min(one for one in (form.find("{r}"), form.find("{u}")) if one >= 0)
            form = form[:at] + (f"ref{number}.png" if form[at + 1] == "r" else f"{U}ref{number}.png") + form[at + 3:]
        body.append(form)
    yield "loading-candidates", "candidates that are no URL, without a base", html(page("\n".join(body)))
    yield "loading-candidates-base", "the same candidates with a base", html(page("\n".join(body), HTML))


def shown():
    """Types and multiparts that a program may read in its own way."""
    body = page(a(U + "ref1") + img(U + "ref2.png") + '<p title=" http://text.example/ref3 ">x</p>')
    for name, type in (("text", "text"), ("text-upper", "TEXT"), ("html", "html"), ("empty", "")):
        yield f"loading-type-{name}", f"HTML of the type {type!r} in a related", related(html(body, type=type), text("x"))
        yield f"loading-type-{name}-cid", f"a label in HTML of the type {type!r}", related(html(page(img("cid:ref1@mail.example")), type=type), image("Content-ID: <ref1@mail.example>"))
    words = 'a "http://text.example/ref1" b "http://text.example/ref2, x" c <http://text.example/ref3> d "http://text.example/ref4 e http://text.example/ref5" f \'http://text.example/ref6\' g "http://text.example/ref7." h < http://text.example/ref8 >'
    yield "loading-text-quotes", "URLs in quotation marks in text", text(words)
    one = html(page(a(U + "ref1")))
    for protocol in ("application/pgp-signature", "application/pkcs7-signature", "application/x-unknown"):
        signed = multipart("signed", one, other("application/pgp-signature", "x"), parameters=f'; protocol="{protocol}"; micalg=pgp-sha1')
        for name, old, new in (("first", b"--=_0\r\nContent-Type: text/html", b"--=_0  \r\nContent-Type: text/html"), ("second", b"--=_0\r\nContent-Type: application", b"--=_0  \r\nContent-Type: application")):
            yield f"loading-signed-{protocol.split('/')[1]}-{name}", f"{protocol}: blanks after the {name} delimiter", signed, lambda raw, old=old, new=new: raw.replace(old, new, 1)
    math = f'<math><a id=ref1 href="{U}ref1">ref1</a><mtext><a id=ref2 href="{U}ref2">ref2</a></mtext></math><math><p>x</p><a id=ref3 href="{U}ref3">ref3</a></math><svg><a id=ref4 xlink:href="http://[x/ref4"><text>x</text></a></svg>' + a(U + "ref5")
    yield "loading-math", "links in MathML", html(page(math))
    yield "loading-math-open", "a math that is never closed", mixed(html(page("<math>" + a(U + "ref1", U + "ref2") + "<table></table>" + a(U + "ref3"))), nested(html(page(a(U + "ref4")))))


TABLES = (labels, styles, ahead, shown)
