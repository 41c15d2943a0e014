"""Experiments on what a browser shows and loads of a page: shadow roots, fonts, sheets that do not apply, policies, backgrounds that others replace.
Rows are as in experiments.py."""

from message import a, alternative, base, css, font, html, image, img, mixed, page, related, text

HTML = base("http://html.example/d/page.html")
U = "http://absolute.example/"
WHERE = "http://part.example/d/"
LOCATION = f"Content-Location: {WHERE}page.html"


def cid(n):
    return f"cid:ref{n}@mail.example"


def labels(*numbers):
    return [image(f"Content-ID: <ref{n}@mail.example>") for n in numbers]


def sheet(n, body="q { color: red }"):
    return css(body, f"Content-ID: <ref{n}@mail.example>")


def inner(n, body="frame"):
    return html(page(body), f"Content-ID: <ref{n}@mail.example>")


def shadow_roots():
    content = (f'<style>.s {{ background: url({cid(1)}) }}</style><link rel=stylesheet href="{cid(2)}"><p class=s>x</p>' + a(U + "ref3") + f'<img src="{cid(4)}"><form action="{U}ref5"><input type=submit></form>'
               f'<iframe src="{cid(6)}"></iframe>')
    parts = (*labels(1, 4), sheet(2), inner(6, a(U + "ref7")))
    for name, attributes in (("open", "shadowrootmode=open"), ("closed", "shadowrootmode=closed"), ("upper", "SHADOWROOTMODE=OPEN"), ("archive-open", "shadowmode=open"), ("archive-closed", "shadowmode=closed"), ("unknown", "shadowrootmode=other"),
                             ("empty", "shadowrootmode"), ("none", ""), ("both", "shadowmode=closed shadowrootmode=open")):
        yield f"page-shadow-{name}", f"a template with {attributes!r} in a div", related(html(page(f"<div><template {attributes}>{content}</template></div>"), LOCATION), *parts)
    yield "page-shadow-host", "a template with shadowrootmode in an element that cannot have a shadow root", related(html(page(f"<a><template shadowrootmode=open>{content}</template></a>")), *parts)
    yield "page-shadow-inner", "a shadow root in a shadow root", related(html(page(f"<div><template shadowrootmode=closed><x-y><template shadowrootmode=open>{content}</template></x-y></template></div>")), *parts)
    yield "page-shadow-second", "a second shadow root of one element", related(html(page(f"<div><template shadowrootmode=open>x</template><template shadowrootmode=open>{content}</template></div>")), *parts)
    yield "page-shadow-inert", "a shadow root in a template", related(html(page(f"<template><div><template shadowrootmode=open>{content}</template></div></template>")), *parts)
    yield "page-shadow-frame", "a shadow root in a frame", related(html(page(f'<iframe src="{cid(9)}"></iframe>')), inner(9, f"<div><template shadowrootmode=open>{content}</template></div>"), *parts)
    yield "page-shadow-srcdoc", "a shadow root in a srcdoc", related(html(page('<iframe srcdoc="' + f"<div><template shadowrootmode=closed>{content}</template></div>".replace('"', "&quot;") + '"></iframe>')), *parts)
    yield "page-shadow-base", "a base in a shadow root", html(page(f"<div><template shadowrootmode=open>{HTML}{a('ref1.html')}</template></div>{a('ref2.html')}"), LOCATION, encoding="quoted-printable")
    yield "page-shadow-light", "a style outside of a shadow root, and an element inside", related(html(page(f"<style>.s {{ background: url({cid(1)}) }}</style><div><template shadowrootmode=open><p class=s>x</p></template></div>")), *labels(1))


def fonts():
    def one(name, why, rules, *parts):
        return f"page-font-{name}", why, related(html(page("<p style='font-family: f'>x</p>", f"<style>{rules}</style>"), LOCATION), *parts)

    def face(src, family="f", more=""):
        return f"@font-face {{ font-family: {family}; {src} {more} }}"

    def by_id(n, type="font/ttf"):
        return font(f"Content-ID: <ref{n}@mail.example>", type=type)

    yield one("cid", "a font by cid:", face(f"src: url({cid(1)})"), by_id(1))
    yield one("location", "a font by location", face("src: url(ref1.ttf)"), font(f"Content-Location: {WHERE}ref1.ttf"))
    types = ("font/woff2", "application/octet-stream", "application/font-woff", "application/x-font-ttf", "text/plain", "image/png", "", "text/html", "application/vnd.ms-fontobject")
    yield one("types", "fonts of other types", "".join(face(f"src: url({cid(n)})", f"f{n}") for n, _ in enumerate(types, 1)) + "".join(f".f{n} {{ font-family: f{n} }}" for n, _ in enumerate(types, 1)) +
              "</style>" + "".join(f"<p class=f{n}>x</p>" for n, _ in enumerate(types, 1)) + "<style>", *(by_id(n, one) for n, one in enumerate(types, 1)))
    yield one("unused", "a font that nothing uses", face(f"src: url({cid(1)})", "other"), by_id(1))
    yield one("list", "a list of fonts", face(f"src: url({cid(1)}) format('truetype'), url({cid(2)}) format('truetype')"), by_id(1), by_id(2))
    yield one("list-format", "a list whose first format is unknown", face(f"src: url({cid(1)}) format('embedded-opentype'), url({cid(2)}) format('woff2')"), by_id(1), by_id(2))
    yield one("list-svg", "a list whose first format is SVG", face(f"src: url({cid(1)}) format('svg'), url({cid(2)}) format(truetype)"), by_id(1), by_id(2))
    yield one("list-missing", "a list whose first font is no part", face(f"src: url({cid(1)}), url({cid(2)})"), by_id(2))
    yield one("two-src", "two src in one rule", face(f"src: url({cid(1)}); src: url({cid(2)})"), by_id(1), by_id(2))
    yield one("two-src-formats", "the two src that old browsers need", face(f"src: url({cid(1)}); src: url('{cid(2)}?#iefix') format('embedded-opentype'), url({cid(3)}) format('woff')"), by_id(1), by_id(2), by_id(3))
    yield one("local", "a local font first", face(f"src: local('no such font'), url({cid(1)})"), by_id(1))
    yield one("no-family", "no family", f"@font-face {{ src: url({cid(1)}) }}", by_id(1))
    yield one("range", "a range without the character", face(f"src: url({cid(1)})", more="; unicode-range: U+0400-04FF") + face(f"src: url({cid(2)})", more="; unicode-range: U+0000-00FF"), by_id(1), by_id(2))
    yield one("weight", "two weights", face(f"src: url({cid(1)})", more="; font-weight: 700") + face(f"src: url({cid(2)})", more="; font-weight: 400"), by_id(1), by_id(2))
    yield one("media", "fonts in @media", f"@media print {{ {face(f'src: url({cid(1)})')} }} @media screen {{ {face(f'src: url({cid(2)})')} }}", by_id(1), by_id(2))
    yield one("invalid", "an image in place of a font", face(f"src: url({cid(1)})"), *labels(1))
    yield ("page-font-sheet", "a font in a style sheet", related(html(page("<p style='font-family: f'>x</p>", f'<link rel=stylesheet href="{WHERE}ref2.css">')), css(face("src: url(ref1.ttf)"), f"Content-Location: {WHERE}ref2.css"),
                                                               font(f"Content-Location: {WHERE}ref1.ttf")))
    yield ("page-font-frame", "a font in a frame", related(html(page(f'<iframe src="{cid(2)}"></iframe>')), inner(2, f"<style>{face(f'src: url({cid(1)})')}</style><p style='font-family: f'>x</p>"), by_id(1)))


def links():
    rels = ("icon", "shortcut icon", "apple-touch-icon", "mask-icon", "preload", "prefetch", "alternate stylesheet", "stylesheet icon", "manifest", "alternate icon", "ICON", "fluid-icon", "apple-touch-icon-precomposed", "image_src", "stylesheet alternate")
    for name, head in (("", ""), ("-base", HTML)):
        yield f"page-link-rels{name}", "images that a link names", related(html(page("x", head + "".join(f'<link rel="{rel}" href="{cid(n)}">' for n, rel in enumerate(rels, 1)))), *labels(*range(1, len(rels) + 1)))
    sheets = ("stylesheet", "alternate stylesheet", "stylesheet alternate", "STYLESHEET", "preload stylesheet", "icon stylesheet", "styles", "prestylesheet", "", "stylesheet/less")
    yield "page-link-sheets", "sheets that a link names", related(html(page("x", "".join(f'<link rel="{rel}" href="{cid(n)}">' for n, rel in enumerate(sheets, 1)))), *(sheet(n) for n in range(1, len(sheets) + 1)))
    yield "page-link-titles", "titles of sheets", related(html(page("x", f'<link rel=stylesheet title=a href="{cid(1)}"><link rel=stylesheet title=b href="{cid(2)}"><link rel="alternate stylesheet" title=c href="{cid(3)}"><link rel=stylesheet href="{cid(4)}">')),
                                                          *(sheet(n) for n in range(1, 5)))
    attributes = ("disabled", "disabled=''", "type='text/less'", "type='text/plain'", "type='TEXT/CSS'", "type='text/css; charset=utf-8'", "type=''", "type='text/javascript'", "media=print", "media=screen", "media=all", "media='(min-width: 10px)'",
                  "media='(max-width: 10px)'", "media=''", "media='not print'", "media='only screen'", "media=speech", "media=handheld", "media='screen, print'", "media='(prefers-color-scheme: dark)'", "media='(((' ", "type=' text/css '", "title=x", "media='tv'",
                  "media='(orientation: landscape)'", "media='(hover: hover)'", "media='(prefers-reduced-motion: reduce)'", "media='(-webkit-min-device-pixel-ratio: 2)'", "media='(min-resolution: 2dppx)'", "media='(color)'", "media='screen and (color)'", "media='(width >= 10px)'",
                  "media='(max-device-width: 480px)'", "media='(min-device-width: 10px)'", "media='(pointer: coarse)'", "media='(monochrome)'", "media='(forced-colors: active)'", "media='(display-mode: browser)'", "media='(min-width: 10px) and (max-width: 20px)'",
                  "media='not all'", "media='(max-width: 99999px)'", "media='(min-height: 1px)'", "media='(max-height: 99999px)'", "media='(orientation: portrait)'", "media='(-ms-high-contrast: active)'", "media='(min-width: 1px) or (max-width: 2px)'",
                  "media='(not (min-width: 10px))'", "media='(max-resolution: 1dppx)'", "media='(any-hover: none)'", "media='(prefers-contrast: more)'", "media='(hover: none)'", "media='(1px < width < 99999px)'", "media='screen and (-webkit-min-device-pixel-ratio:0)'")
    yield "page-link-attributes", "attributes of a link to a sheet", related(html(page("x", "".join(f'<link rel=stylesheet {one} href="{cid(n)}">' for n, one in enumerate(attributes, 1)))), *(sheet(n) for n in range(1, len(attributes) + 1)))
    styles = [one for one in attributes if not one.startswith("title")]
    yield "page-style-attributes", "attributes of a style element", related(html(page("".join(f"<p class=s{n}>x</p>" for n, _ in enumerate(styles, 1)), "".join(f"<style {one}>.s{n} {{ background: url({cid(n)}) }}</style>" for n, one in enumerate(styles, 1)))),
                                                                            *labels(*range(1, len(styles) + 1)))
    yield "page-style-import-attributes", "imports of a style element", related(html(page("x", "".join(f"<style {one}>@import '{cid(n)}';</style>" for n, one in enumerate(styles, 1)))), *(sheet(n) for n in range(1, len(styles) + 1)))
    # What does not end would swallow the rules that follow.
    media = [one.removeprefix("media=").strip("' ") for one in attributes if one.startswith("media=") and "(((" not in one]
    yield "page-import-media", "media of an import", related(html(page("x", "<style>" + "\n".join(f"@import url({cid(n)}) {one};" for n, one in enumerate(media, 1)) + "</style>")), *(sheet(n) for n in range(1, len(media) + 1)))
    yield "page-rule-media", "media of rules", related(html(page("".join(f"<p class=s{n}>x</p>" for n, _ in enumerate(media, 1)), "<style>" + "\n".join(f"@media {one} {{ .s{n} {{ background: url({cid(n)}) }} }}" for n, one in enumerate(media, 1)) + "</style>")),
                                                       *labels(*range(1, len(media) + 1)))


def imports():
    forms = (("rule", "after a rule", "p {{ color: red }} {}", "x"), ("comment", "after a comment", "/* x */ {}", ""), ("charset", "after @charset", "@charset 'utf-8'; {}", ""), ("import", "after another import", "@import 'x.css'; {}", ""),
             ("namespace", "after @namespace", "@namespace x url(http://x.example/); {}", ""), ("layer", "after @layer", "@layer x; {}", ""), ("layer-block", "after a @layer with a block", "@layer x {{ p {{ color: red }} }} {}", ""),
             ("media-block", "after @media", "@media screen {{ p {{ color: red }} }} {}", ""), ("in-media", "in @media", "@media screen {{ {} }}", ""), ("font-face", "after @font-face", "@font-face {{ font-family: z }} {}", ""), ("unknown", "after an unknown at-rule", "@x-y; {}", ""),
             ("invalid", "after an invalid rule", "p[[ {{ color: red }} {}", ""), ("empty-rule", "after an empty rule", "p {{}} {}", ""), ("cdo", "after <!--", "<!-- {} -->", ""), ("semicolon", "after a semicolon", "; {}", ""), ("page", "after @page", "@page {{ margin: 0 }} {}", ""),
             ("unknown-block", "after an unknown at-rule with a block", "@x-y {{ }} {}", ""), ("braces", "after braces alone", "{{}} {}", ""), ("supports", "after @supports", "@supports (color: red) {{}} {}", ""))
    for name, why, form, _ in forms:
        rule = f"@import url({cid(1)}); @import '{cid(2)}' screen; p {{ background: url({cid(3)}) }}"
        yield f"page-import-{name}", f"imports {why}", related(html(page("<p>x</p>", "<style>" + form.format(rule) + "</style>")), sheet(1), sheet(2), *labels(3))
    more = ("layer(a)", "layer", "supports(color: red)", "supports(color: redd)", "layer(a) supports(display: grid) screen", "supports(not (color: red))", "layer(a) print", "supports((color: red) and (x: y))")
    yield "page-import-conditions", "conditions of imports", related(html(page("x", "<style>" + "\n".join(f"@import url({cid(n)}) {one};" for n, one in enumerate(more, 1)) + "</style>")), *(sheet(n) for n in range(1, len(more) + 1)))
    yield "page-import-sheet", "imports in a style sheet, before and after a rule", related(html(page("x", f'<link rel=stylesheet href="{cid(1)}">')), sheet(1, f"@import '{cid(2)}'; p {{ color: red }} @import '{cid(3)}';"), sheet(2), sheet(3))


def elements():
    yield "page-embed", "embed and object without a type", related(html(page(f'<embed src="{cid(1)}"><embed src="ref2.html"><embed src="ref3"><object data="{cid(4)}"></object><object data="ref5"></object><embed src="{cid(6)}" type=""><embed src="ref7.png"><embed src="ref8">'
                                                                             f'<embed src="{cid(9)}"><embed src="{cid(10)}" type="text/html"><embed src="{cid(11)}" type="application/x-shockwave-flash"><object data="{cid(12)}" type="application/x-shockwave-flash"></object>'
                                                                             f'<object data="{cid(13)}"></object>'), LOCATION),
                                                                   inner(1), html(page("x"), f"Content-Location: {WHERE}ref2.html"), html(page("x"), f"Content-Location: {WHERE}ref3"), inner(4), html(page("x"), f"Content-Location: {WHERE}ref5"), inner(6),
                                                                   image(f"Content-Location: {WHERE}ref7.png"), image(f"Content-Location: {WHERE}ref8"), *labels(9), inner(10), inner(11), inner(12), *labels(13))
    frames = (f'src="{cid(1)}" srcdoc="x"', f'src="{cid(2)}" srcdoc=""', f'srcdoc src="{cid(3)}"', f'src="{cid(4)}"', f'src="{cid(5)}" srcdoc="&lt;p&gt;x"')
    yield "page-srcdoc-src", "src beside srcdoc", related(html(page("".join(f"<iframe {one}></iframe>" for one in frames))), *(inner(n, a(f"{U}ref{n + 10}")) for n in range(1, 6)))
    yield "page-srcdoc-links", "src beside srcdoc, links in both", related(html(page(f'<iframe src="{cid(1)}" srcdoc="&lt;a href=&quot;{U}ref2&quot;&gt;ref2&lt;/a&gt;"></iframe>')), inner(1, a(U + "ref3")))
    media = ('<video src="{1}"></video>', '<video preload=none src="{2}"></video>', '<video preload=metadata src="{3}"></video>', '<video preload=auto src="{4}"></video>', '<video preload="" src="{5}"></video>', '<audio preload=none src="{6}"></audio>',
             '<video autoplay preload=none src="{7}"></video>', '<video src="{8}"><source src="{9}"></video>', '<video><source src="{10}"><source src="{11}"></video>', '<video><source type="video/x-unknown" src="{12}"><source type="video/mp4" src="{13}"></video>',
             '<source src="{14}">', '<source srcset="{15}">', '<div><source srcset="{16}"></div>', '<audio><source type="audio/mpeg" src="{17}"></audio>', '<video preload=none><source src="{18}"></video>', '<video><source media=print src="{19}"><source src="{20}"></video>',
             '<video PRELOAD=NONE src="{21}" poster="{22}"></video>', '<video muted autoplay src="{23}"></video>', '<picture><source src="{24}"><img src="{25}"></picture>', '<audio src="{26}"></audio>', '<video><track src="{27}"></video>', '<video><p><source src="{28}"></p></video>',
             '<audio autoplay src="{29}"></audio>', '<video preload=x src="{30}"></video>', '<video><source type="application/x-shockwave-flash" src="{31}"></video>', '<audio preload=none><source src="{32}" type="audio/ogg"></audio>')

    def filled(form, name):
        for n in range(1, len(media) + 1):
            form = form.replace("{%d}" % n, name(n))
        return form

    yield "page-media", "media, and source elements with and without effect", related(html(page("\n".join(filled(one, cid) for one in media))), *(image(f"Content-ID: <ref{n}@mail.example>", type="video/mp4") for n in range(1, 33)))
    others = ('<img src="{1}">', '<input type=image src="{2}">', '<p style="background: url({3})">x</p>', '<td background="{4}">', '<body background="{5}">', '<iframe src="{6}"></iframe>', '<object data="{7}"></object>', '<embed src="{8}" type="image/png">', '<embed src="{9}">',
              '<video poster="{10}"></video>', '<img srcset="{11} 1x">', '<svg><image href="{12}" /></svg>', '<link rel=icon href="{13}">', '<script src="{14}"></script>', '<link rel=stylesheet href="{15}">', '<a href="{16}">x</a>', '<object data="{17}" type="image/png"></object>',
              '<svg><use href="{18}#x" /></svg>', '<svg><feImage href="{19}" /></svg>')
    yield "page-not-images", "parts that are no image", related(html(page("\n".join(filled(one, cid) for one in others))), *(text("x", f"Content-ID: <ref{n}@mail.example>") for n in range(1, 21)))
    types = ("text/html", "application/pdf", "application/octet-stream", "text/calendar", "application/zip", "text/css", "application/json", "video/mp4", "audio/mpeg", "application/x-zip-compressed")
    yield "page-no-image-types", "img whose part is no image, by its type and its content", related(html(page(img(*(cid(n) for n in range(1, len(types) + 1))))), *(html(page("x"), f"Content-ID: <ref{n}@mail.example>", type=one) for n, one in enumerate(types, 1)))


def late_bases():
    early, late = WHERE, "http://late.example/d/"
    tag = base(late + "page.html")
    forms = ('<img src="{r}">', '<img loading=lazy src="{r}">', '<input type=image src="{r}">', '<object data="{r}" type="image/png"></object>', '<embed src="{r}" type="image/png">', '<video poster="{r}"></video>',
             '<img loading=lazy srcset="{r} 1x">', '<picture><source srcset="{r}"><img loading=lazy></picture>', '<img loading=eager src="{r}">', '<link rel=icon href="{r}">', '<svg><image href="{r}" width=9 height=9 /></svg>', '<audio src="{r}"></audio>', '<img src="{r}" loading="LAZY">',
             '<style>.z {{ background: url({r}) }}</style><p class=z>x</p>', '<video><source src="{r}"></video>')
    body = "\n".join(form.format(r=f"ref{n}.png") for n, form in enumerate(forms, 1))

    def parts(where):
        return [image(f"Content-Location: {where}ref{n}.png") for n in range(1, len(forms) + 1)]

    # Which image loads if both URLs have a part, or if a frame or a script stands before the base, changes from run to run.
    for name, found in (("early", parts(early)), ("late", parts(late))):
        yield f"page-late-base-{name}", f"elements before a late <base>, parts at the {name} URL", related(html(page(body + tag), LOCATION), *found)
    yield "page-late-base-cid", "images by cid: before a late <base>", related(html(page(img(cid(1)) + tag), LOCATION), *labels(1))


def policies():
    body = (img(cid(1), "ref2.png") + f'<p style="background: url({cid(3)})">x</p><p class=s>x</p><iframe src="{cid(5)}"></iframe><video src="{cid(6)}" poster="{cid(7)}"></video><object data="{cid(8)}" type="image/png"></object>'
            f'<embed src="{cid(9)}" type="image/png"><p style="font-family: f">x</p><input type=image src="{cid(11)}"><p class=t>x</p><form action="http://form.example/ref15"><input type=submit></form>' + a("ref16.html", U + "ref17"))
    head = (f'<link rel=stylesheet href="{cid(10)}"><style>.s {{ background: url({cid(4)}) }} @font-face {{ font-family: f; src: url({cid(12)}) }}</style>'
            f'<link rel=icon href="{cid(13)}"><script src="{cid(14)}"></script>')

    def document(policy, after=False, tag=HTML):
        meta = "".join(f'<meta http-equiv="{name}" content="{value}">' for name, value in policy)
        return related(html(page(body, tag + head + meta if after else meta + tag + head), LOCATION), *labels(1, 3, 4, 6, 7, 8, 9, 11, 13), image("Content-Location: http://html.example/d/ref2.png"), image(f"Content-Location: {WHERE}ref2.png"), inner(5, a(U + "ref18")),
                       sheet(10, f".t {{ background: url({cid(19)}) }}"), *labels(19), font("Content-ID: <ref12@mail.example>"), css("x", "Content-ID: <ref14@mail.example>", type="text/javascript"))

    csp = "Content-Security-Policy"
    forms = (("img-none", "img-src 'none'"), ("img-self-data", "img-src 'self' data:"), ("img-star", "img-src *"), ("img-https", "img-src https:"), ("img-http", "img-src http:"), ("img-cid", "img-src cid:"), ("img-host", "img-src html.example"), ("img-url", "img-src http://html.example/d/"),
             ("img-wildcard", "img-src *.example"), ("style-none", "style-src 'none'"), ("style-inline", "style-src 'unsafe-inline'"), ("style-cid", "style-src cid: 'unsafe-inline'"), ("style-self", "style-src 'self'"), ("style-elem", "style-src-elem 'none'"), ("style-attr", "style-src-attr 'none'"),
             ("font-none", "font-src 'none'"), ("font-self", "font-src 'self' data:"), ("frame-none", "frame-src 'none'"), ("child-none", "child-src 'none'"), ("media-none", "media-src 'none'"), ("object-none", "object-src 'none'"), ("default-none", "default-src 'none'"), ("default-self", "default-src 'self'"),
             ("default-img", "default-src 'none'; img-src cid: http:"), ("default-inline", "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; font-src data:; media-src data:"), ("script-none", "script-src 'none'"), ("base-none", "base-uri 'none'"), ("base-self", "base-uri 'self'"), ("base-host", "base-uri http://html.example"),
             ("form-none", "form-action 'none'"), ("upgrade", "upgrade-insecure-requests"), ("sandbox", "sandbox"), ("upper", "IMG-SRC 'NONE'"), ("empty", ""), ("unknown", "x-src 'none'"), ("two-same", "img-src *; img-src 'none'"), ("comma", "img-src 'none', img-src *"), ("empty-list", "img-src"),
             ("default-star", "default-src * 'unsafe-inline' 'unsafe-eval' data: blob:"), ("default-star-cid", "default-src * data: blob: cid: 'unsafe-inline'"), ("frame-child", "child-src 'none'; frame-src *"), ("default-strict", "default-src 'strict-dynamic'"), ("style-nonce", "style-src 'nonce-x' 'unsafe-inline'"),
             ("sandbox-allow", "sandbox allow-forms allow-popups"), ("trusted", "require-trusted-types-for 'script'"), ("block", "block-all-mixed-content"))
    for name, policy in forms:
        yield f"page-policy-{name}", f"the policy {policy!r}", document([(csp, policy)])
    yield "page-policy-two", "two policies", document([(csp, "img-src cid:"), (csp, "font-src 'none'")])
    yield "page-policy-late", "a policy after what it forbids", document([(csp, "default-src 'none'; base-uri 'none'")], after=True)
    yield "page-policy-report", "a policy that is only reported", document([(csp + "-Report-Only", "default-src 'none'")])
    yield "page-policy-old", "the old name of a policy", document([("X-" + csp, "default-src 'none'")])
    yield "page-policy-case", "the name in another case", document([(csp.lower(), "img-src 'none'")])
    yield "page-policy-body", "a policy in the body", related(html(page(f'<meta http-equiv="{csp}" content="img-src \'none\'">' + img(cid(1)))), *labels(1))
    yield "page-policy-comment", "a policy in a comment", related(html(page(img(cid(1)), f'<!-- <meta http-equiv="{csp}" content="img-src \'none\'"> -->')), *labels(1))
    yield "page-policy-frame", "a policy of a frame", related(html(page(img(cid(1)) + f'<iframe src="{cid(2)}"></iframe>')), html(page(img(cid(3)), f'<meta http-equiv="{csp}" content="img-src \'none\'">'), "Content-ID: <ref2@mail.example>"), *labels(1, 3))
    yield "page-policy-around", "a policy of the page around a frame, and around a srcdoc", related(
        html(page(f'<iframe src="{cid(2)}"></iframe><iframe srcdoc="&lt;img src={cid(4)}&gt;"></iframe>', f'<meta http-equiv="{csp}" content="img-src \'none\'">')), html(page(img(cid(3))), "Content-ID: <ref2@mail.example>"), *labels(3, 4))
    yield "page-policy-header", "a policy in the header of the part", related(html(page(img(cid(1))), f"{csp}: img-src 'none'"), *labels(1))


def backgrounds():
    def one(name, why, body, count, head=""):
        return f"page-background-{name}", why, related(html(page(body, head)), *labels(*range(1, count + 1)))

    def numbered(*forms):
        """The forms with the tokens in order, one for each {}; and their number."""
        whole, *rest = "\n".join(forms).split("{}")
        for n, more in enumerate(rest, 1):
            whole += cid(n) + more
        return whole, len(rest)

    hidden = ("<div style='display:none; background:url({})'>x</div>", "<div style='display:none'><p style='background:url({})'>x</p></div>", "<div hidden><p style='background:url({})'>x</p></div>", "<p hidden style='background:url({})'>x</p>",
              "<div style='visibility:hidden'><p style='background:url({})'>x</p></div>", "<p style='visibility:hidden; background:url({})'>x</p>", "<div style='opacity:0'><p style='background:url({})'>x</p></div>", "<dialog><p style='background:url({})'>x</p></dialog>",
              "<dialog open><p style='background:url({})'>x</p></dialog>", "<details><p style='background:url({})'>x</p></details>", "<details><summary style='background:url({})'>x</summary>x</details>", "<details open><p style='background:url({})'>x</p></details>",
              "<div style='display:none'><table background='{}'><tr><td background='{}'>x</table></div>", "<div style='display:none'><img src='{}'></div>", "<div style='display:none'><img srcset='{} 1x'></div>", "<img style='display:none' src='{}'>",
              "<div style='display:none'><iframe src='{}'></iframe></div>", "<div style='display:none'><input type=image src='{}'></div>", "<div style='display:none'><video poster='{}'></video></div>", "<div style='display:none'><object data='{}' type='image/png'></object></div>",
              "<div style='display:none'><embed src='{}' type='image/png'></div>", "<div style='height:0;overflow:hidden'><p style='background:url({})'>x</p></div>", "<div style='display:none;max-height:0px'><p style='background:url({})'>x</p></div>",
              "<div style='font-size:0'><p style='background:url({})'>x</p></div>", "<div style='display:none !important'><p style='background:url({})'>x</p></div>", "<div style='position:absolute;left:-9999px'><p style='background:url({})'>x</p></div>",
              "<svg style='display:none'><image href='{}' width=9 height=9 /></svg>", "<div style='display:none'><svg><image href='{}' width=9 height=9 /></svg></div>", "<div style='width:0;height:0;background:url({})'></div>", "<div class=hide><p style='background:url({})'>x</p></div>",
              "<div style='mso-hide:all;display:none'><td background='{}'></td></div>", "<span style='background:url({})'></span>", "<noscript><p style='background:url({})'>x</p></noscript>",
              "<select><option style='background:url({})'>x</option></select>", "<datalist><option style='background:url({})'>x</option></datalist>", "<p hidden style='display:block;background:url({})'>x</p>", "<div id=gone><p style='background:url({})'>x</p></div>",
              "<p style='display:contents;background:url({})'>x</p>", "<div style='display:none'><ul style='list-style-image:url({})'><li>x</ul></div>", "<div hidden=until-found><p style='background:url({})'>x</p></div>", "<canvas><p style='background:url({})'>x</p></canvas>",
              "<iframe style='display:none' src='{}'></iframe>", "<audio style='background:url({})'></audio>", "<textarea style='background:url({})'></textarea>", "<br style='background:url({})'>", "<img style='background:url({})'>",
              "<table><tr><td style='display:none' background='{}'>x</table>", "<table style='display:none' background='{}'><tr><td>x</table>")
    body, count = numbered(*hidden)
    yield one("hidden", "elements that are hidden", body, count, "<style>.hide { display: none } #gone { display: none }</style>")

    attributes = ("<table background='{}'><tr><td>x</table>", "<table background='{}' style='background:url({})'><tr><td>x</table>", "<table background='{}' style='background-image:url({})'><tr><td>x</table>", "<table background='{}' style='background:red'><tr><td>x</table>",
                  "<table background='{}' style='background-image:none'><tr><td>x</table>", "<table background='{}' style='background-color:red'><tr><td>x</table>", "<table background='{}' style='background-repeat:no-repeat'><tr><td>x</table>", "<table background='{}' class=u><tr><td>x</table>",
                  "<table background='{}' class=c><tr><td>x</table>", "<table background='{}' class=n><tr><td>x</table>", "<table><tr><td background='{}' class=c>x</table>", "<table><tr><td background='{}' style='background:url({}) no-repeat center / cover'>x</table>",
                  "<table background='{}' style='background:inherit'><tr><td>x</table>", "<table background='{}' style='background:'><tr><td>x</table>", "<table background='{}' style='background:#fff'><tr><td>x</table>",
                  "<table background='{}' style='background:none'><tr><td>x</table>", "<table background='{}' style='background:initial'><tr><td>x</table>", "<table background='{}' style='background:transparent !important'><tr><td>x</table>", "<table background='{}' id=i><tr><td>x</table>",
                  "<tr background='{}'>", "<table><tr background='{}'><td>x</table>", "<table><tbody background='{}'><tr><td>x</table>", "<div background='{}'>x</div>", "<p background='{}'>x</p>", "<table background='{}' background='{}'><tr><td>x</table>", "<table><th background='{}'>x</table>",
                  "<table><tr><td class='x y' background='{}'>x</table>", "<table background='{}' style='background-image:linear-gradient(red,blue)'><tr><td>x</table>", "<table background='{}' style='BACKGROUND:RED'><tr><td>x</table>", "<table background='{}' style='background:var(--x)'><tr><td>x</table>")
    body, count = numbered(*attributes)
    head = f"<style>.c {{ background: url({cid(count + 1)}) }} .n {{ background: none }} .u {{ background-color: red }} #i {{ background-image: none }} .y {{ background: red }}</style>"
    yield one("attribute", "the attribute, under a style", body, count + 1, head)

    declared = ("<p style='background:url({});background:url({})'>x</p>", "<p style='background-image:url({});background:red'>x</p>", "<p style='background:red;background-image:url({})'>x</p>", "<p style='background:url({}), url({})'>x</p>", "<p style='background:url({});background:'>x</p>",
                "<p style='background:url({}) !important;background:red'>x</p>", "<p style='background:url({});background-color:red'>x</p>", "<p style='background:url({});background:-moz-linear-gradient(red,blue)'>x</p>",
                "<p style='background:url({});background:linear-gradient(red,blue)'>x</p>", "<p style='list-style-image:url({})'>x</p>", "<li style='list-style:url({})'>x</li>", "<p style='border-image:url({}) 30'>x</p>", "<p style='cursor:url({}),auto'>x</p>", "<p style='content:url({})'>x</p>",
                "<p style='mask:url({})'>x</p>", "<p style='mask-image:url({})'>x</p>", "<p style='filter:url({}#f)'>x</p>", "<p style='clip-path:url({}#f)'>x</p>", "<p style='behavior:url({})'>x</p>", "<p style='--x:url({})'>x</p>", "<p style='--y:url({});background:var(--y)'>x</p>",
                "<p style='background:image-set(\"{}\" 1x, \"{}\" 2x)'>x</p>", "<p style='background:-webkit-image-set(url({}) 1x, url({}) 2x)'>x</p>", "<p style='x-unknown:url({})'>x</p>", "<p style='background-image:url({}'>x</p>",                 "<p style='background:url( {} )'>x</p>", "<p style='background:URL({})'>x</p>", "<p style='-webkit-mask-image:url({})'>x</p>", "<p style='shape-outside:url({})'>x</p>", "<p style='float:left;shape-outside:url({})'>x</p>", "<p style='background:url({})no-repeat'>x</p>",
                "<p style='background-color:url({})'>x</p>", "<p style='background {}'>x</p>", "<p style='background-image:none,url({})'>x</p>", "<p style='border-image-source:url({})'>x</p>",
                "<p style='src:url({})'>x</p>", "<p style='background-image:url({});background-image:none'>x</p>", "<p style='background:url({}) \\9'>x</p>", "<p style='*background:url({})'>x</p>", "<p style='_background:url({})'>x</p>", "<p style='-ms-background:url({})'>x</p>",
                "<p style='background-image:url({});-webkit-background-size:cover;background-size:cover'>x</p>", "<p style='offset-path:url({})'>x</p>", "<p style='mso-x:url({});background:url({}) repeat-x 0 0 #fff'>x</p>", "<p style=\"background:url(&quot;{}&quot;) 50% 50%/auto 100% no-repeat\">x</p>",
                "<p style='border-image:url({}) 1;border:1px solid'>x</p>", "<p style='border:1px solid;border-image:url({}) 1'>x</p>", "<li style='list-style-image:url({});list-style:none'>x</li>", "<li style='list-style:url({});list-style-image:url({})'>x</li>", "<p style='cursor:url({}),auto;cursor:pointer'>x</p>", "<p style='mask-image:url({});mask:none'>x</p>", "<p style='content:url({});content:none'>x</p>",
                "<li style='list-style:none url({})'>x</li>", "<p style='list-style:square url({})'>x</p>")
    body, count = numbered(*declared)
    yield one("declared", "declarations of a style attribute", body, count)

    rules = (".a1 {{ background: url({}) }}", ".zz {{ background: url({}) }}", ".a3:hover {{ background: url({}) }}", ".a5::after {{ content: ''; background: url({}) }}", "#a6 {{ background: url({}) }}", "p.a7 {{ background: url({}) }}",
             "div.a8 {{ background: url({}) }}", ".a10 {{ background: red }} .a10 {{ background: url({}) }}", "p {{ background: url({}) }} p {{ background: none }}", "div p.a12 {{ background: url({}) }}", "body p.a13 {{ background: url({}) }}",
             ".a14, .zz {{ background: url({}) }}", ".zz, .a15 {{ background: url({}) }}", "@supports (x: y) {{ .a16 {{ background: url({}) }} }}", "@supports (color: red) {{ .a17 {{ background: url({}) }} }}", "@supports not (color: red) {{ .a18 {{ background: url({}) }} }}",
             ".a19 {{ background: url({}) !important }} .a19 {{ background: red }}", "p.a20 {{ background: url({}) }} .a20 {{ background: red }}", ".a22 > b {{ background: url({}) }}", "@page {{ background: url({}) }}", "@keyframes k {{ to {{ background: url({}) }} }}",
             "a:link.a25 {{ background: url({}) }}", ".a26:visited {{ background: url({}) }}", ".a27:not(.x) {{ background: url({}) }}", "*.a29 {{ background: url({}) }}", "P.A30 {{ background: url({}) }}", ".a31 .a32 {{ background: url({}) }}",
             "table td {{ background: url({}) }}", "blockquote {{ background: url({}) }}", "html {{ background: url({}) }}", "body {{ background: url({}) }}", ":root {{ background: url({}) }}", ".a37 {{ --z: url({}) }}", "@layer q {{ .a38 {{ background: url({}) }} }}", ".a39 {{ & {{ background: url({}) }} }}",
             ".a40::before {{ content: url({}) }}", ".a42:before {{ content: 'x'; background: url({}) }}", "* {{ cursor: url({}), auto }}", "a.a44 {{ list-style-image: url({}) }}", "ul.a45 {{ list-style-image: url({}) }}", ".a46::selection {{ background: url({}) }}",
             "@media all and (max-width: 1px) {{ .a47 {{ background: url({}) }} }}", ".a48 {{ display: none; background: url({}) }}", "[class=a49] {{ background: url({}) }}", "p[title] {{ background: url({}) }}", "@-moz-document url-prefix() {{ .a51 {{ background: url({}) }} }}", ".a52.a53 {{ background: url({}) }}",
             ".a54.zz {{ background: url({}) }}", "body[zz] .a55 {{ background: url({}) }}", ".a56 + p {{ background: url({}) }}", "@container (min-width: 1px) {{ .a57 {{ background: url({}) }} }}", "input.a58::placeholder {{ background: url({}) }}", ".a59:focus {{ background: url({}) }}", "u + .a60 {{ background: url({}) }}",
             "* {{ background: url({}) }} * {{ background: none }}", ".a62 {{ background-image: url({}); background-image: none }}", ".a63 {{ background: url({}); background: url({}) }}", ".a64 {{ background: url({}) }}", ".zz .a65, .yy {{ background: url({}) }}", ".a66[[ {{ background: url({}) }}")
    written_rules, n = numbered(*rules)
    shown = "".join(f"<p class=a{m}>x</p>" for m in range(1, 67) if m not in (6, 25, 45)) + "<p id=a6>x</p><a class=a25 href='http://x.example/'>x</a><ul class=a45><li>x</ul><p class='a52 a53'>x</p>"
    for number, end in enumerate((f".b {{ background: url({cid(2)}", ".b { color: red", "@media screen { .b { color: red }", "@import", "/*", "@media screen {", ".b { x: '", ".b {", "@x"), 1):
        yield one(f"unclosed-{number}", f"a style sheet that ends in {end!r}", "<p class=a>x</p><p class=b>x</p>" + a(U + "ref3"), 2, f"<style>.a {{ background: url({cid(1)}) }}\n{end}</style>")
    yield one("pseudo", "a pseudo-element without a content", "<p class=a>x</p>", 1, f"<style>.a::after {{ background: url({cid(1)}) }}</style>")
    replaced = (f".a {{ background: url({cid(1)}) }} .a {{ background: red }}", f".a {{ background: url({cid(1)}) }} p.a {{ background: url({cid(2)}) }}", f"#a {{ background: url({cid(1)}) }} .a {{ background: url({cid(2)}) }}",
                f".a {{ background: url({cid(1)}) !important }} #a {{ background: url({cid(2)}) }}", f".a {{ background: url({cid(1)}) }} @media print {{ .a {{ background: url({cid(2)}) }} }}",
                f".a {{ background: url({cid(1)}) }} @media screen {{ .a {{ background: url({cid(2)}) }} }}", f".a {{ background: url({cid(1)}) }} .a {{ background-color: red }}", f".a {{ background: url({cid(1)}) }} </style><style> .a {{ background: none }}")
    for number, written in enumerate(replaced, 1):
        yield one(f"replaced-{number}", "rules for one element", "<p class=a id=a>x</p>", 2, f"<style>{written}</style>")
    yield one("rules", "rules of a style element", shown, n, "<style>\n" + written_rules.replace("{{", "{").replace("}}", "}") + "</style>")


def blanks():
    where = "http://ab solute.example/d/"
    yield "page-host-blank", "a part whose location has a blank in its host", related(html(page(img(where + "ref1.png") + f'<iframe src="{where}ref2"></iframe>')), image(f"Content-Location: {where}ref1.png"),
                                                                                   html(page(a("../ref3.html", U + "ref4")), f"Content-Location: {where}ref2"))


def archives():
    def document():
        return html(page(a(U + "ref1") + img(cid(2))))

    first = related(alternative(document(), text("x")), *labels(2))
    last = related(document(), *labels(2), alternative(text("x"), text("y")))
    inner, outer = b"--=_1=", b"--=_3="
    yield "page-archive-alternative", "an alternative before another part", first
    yield "page-archive-alternative-last", "an alternative at the end", last
    for name, why, entity, found, put in (("open", "an alternative whose last delimiter does not close it", first, inner + b"--\r\n", inner + b"\r\n"), ("unclosed", "an alternative without a last delimiter", first, b"\r\n" + inner + b"--\r\n", b"\r\n"),
                                          ("blank-first", "a blank after the first delimiter of an alternative", first, inner + b"\r\n", inner + b" \r\n"), ("blank-last", "a blank after the last delimiter of an alternative", first, inner + b"--\r\n", inner + b"-- \r\n"),
                                          ("last-unclosed", "an alternative at the end that is not closed", last, b"\r\n" + outer + b"--\r\n", b"\r\n")):
        yield f"page-archive-{name}", why, entity, lambda raw, found=found, put=put: raw.replace(found, put, 1)
    yield "page-archive-first-blank", "a blank after the first delimiter, before text", related(text("x"), document(), *labels(2)), lambda raw: raw.replace(b"--=_0\r\n", b"--=_0 \r\n", 1)
    for type_ in ("text/x-html", "text/enriched", "text/x-unknown", "text/csv", "text/rtf", "text/calendar", "text/vcard", "text/css", "text/javascript", "text/richtext", "text/markdown"):
        yield f"page-first-{type_.partition('/')[2]}", f"a part of the type {type_} before the page", mixed(text("x", type=type_), document())
    found = b"AAAFnRFW"
    for name, put in (("blank", found + b" "), ("tab", found + b"\t"), ("cr", found + b"\r"), ("cr-line", found + b"\r\r\n"), ("blank-line", found + b" \r\n"), ("line-blank", found + b"\r\n "), ("line", found + b"\r\n"), ("padding", found + b"="), ("other", found + b"!")):
        yield f"page-base64-{name}", "base64 with something inside", related(document(), *labels(2)), lambda raw, put=put: raw.replace(found, put, 1)
    for number, encoding in enumerate(("", "x-unknown", "7bit (x)", "8BIT", "7-bit", "utf-8", "quoted-printable;", '"7bit"', "none", " 7bit "), 1):
        yield f"page-encoding-{number}", f"a single part in the encoding {encoding!r}", html(page(a(U + "ref1")), f"Content-Transfer-Encoding: {encoding}")
        yield f"page-encoding-{number}-part", f"a part in the encoding {encoding!r}", related(html(page(a(U + "ref1")), f"Content-Transfer-Encoding: {encoding}"), text("x"))


TABLES = (archives, blanks, shadow_roots, fonts, links, imports, elements, late_bases, policies, backgrounds)
