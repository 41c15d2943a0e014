# SPDX-License-Identifier: MIT
"""What the base of an HTML document is, and which of its elements and attributes have references (HTML Standard, RFC 1808 section 3.1)."""

import resolve
from case import Case, Expected, Reference, by_rules, clause, escaped, mail, ref, undefined

BASE = "http://base.example.org/d/page.html"
OTHER = "http://other.example.org/x/"
DOCUMENT = "http://doc.example.org/m/page.html"
DIR = "http://base.example.org/d/"


def h(*sections):
    return [clause("HTML", section) for section in sections]


FIRST = [*h("document-base-url", "the-base-element"), clause("RFC 1808", "3.1")]


def tag(href):
    return f'<base href="{escaped(href)}">'


def page(markup):
    return f"<!DOCTYPE html>\n<title>Case</title>\n{markup}\n"


LINK = '<a href="ref1.html">1</a>'


def ask(name, markup, question, why, references, *tags):
    return Case(name, "html", page(markup).encode(), question, why, ["html", *tags], references)


def link(base, clauses, written="ref1.html", place="a@href"):
    return ref(place, written, base, clauses, by="html-base")


def cases():
    yield from base_elements()
    yield from tree()
    yield from frames()
    yield from messages()
    yield from attributes()
    yield from forms_of_values()
    yield from styles()
    yield from encodings()


def base_elements():
    """Which base element counts, and what its href may be."""
    def one(name, markup, question, why, *references):
        return ask(name, markup, question, why, list(references), "html-base")

    yield one("base", f"{tag(BASE)}\n{LINK}", "Does a base element define the base?",
              "Yes: the document base URL is that of the first base element with an href.",
              link(BASE, FIRST))
    yield one("base-second", f"{tag(BASE)}\n{tag(OTHER)}\n{LINK}", "Which of two base elements counts?", "The first with an href; later ones never.",
              link(BASE, FIRST))
    yield one("base-second-after-reference", f'{tag(BASE)}\n{LINK}\n{tag(OTHER)}\n<a href="ref2.html">2</a>',
              "Does a second base element count for the references after it?", "No: there is one base for the whole document.",
              link(BASE, FIRST), link(BASE, FIRST, "ref2.html"))
    yield one("base-after-reference", f'{LINK}\n{tag(BASE)}\n<a href="ref2.html">2</a>', "Does a base element count for the references before it?",
              "Yes: a document has one base, wherever the element stands.", link(BASE, FIRST), link(BASE, FIRST, "ref2.html"))
    yield one("base-after-target", f'<base target="_blank">\n{tag(BASE)}\n{LINK}', "Does a base element without href hide a later one with href?",
              "No: the first base element with an href counts.", link(BASE, FIRST))
    yield one("base-target-and-href", f'<base target="_blank" href="{BASE}">\n{tag(OTHER)}\n{LINK}',
              "Does a base element with target and href define the base?",
              "Yes: it has an href, and the order of attributes does not matter.", link(BASE, FIRST))
    yield one("base-target-last", f'{tag(BASE)}\n<base target="_blank">\n{LINK}', "Does a later base element with a target change the base?",
              "No: it has no href.", link(BASE, FIRST))
    yield one("base-three", f"<base>\n{tag(BASE)}\n{tag(OTHER)}\n<base>\n{LINK}", "Which of four base elements counts, if two have an href?",
              "The first with an href.", link(BASE, FIRST))
    for name, attribute in (("src", "src"), ("data-href", "data-href"), ("xlink-href", "xlink:href"), ("url", "url"), ("hreff", "hreff")):
        yield one(f"base-with-{name}", f'<base {attribute}="{OTHER}">\n{tag(BASE)}\n{LINK}', f"Does a base element with {attribute} define the base?",
                  "No: only href does.", link(BASE, FIRST))
    for name, href, why in (("spaces", f"  {BASE} ", "spaces"), ("newlines", f"\n{BASE}\n", "newlines"), ("tabs", f"\t{BASE}\t", "tabs")):
        yield one(f"base-href-{name}-around", f"{tag(href)}\n{LINK}", f"Do {why} around the href of a base element matter?",
                  "No: white space around a URL is not part of it.", link(BASE, [*FIRST, clause("URL", "concept-basic-url-parser")]))
    yield one("base-href-newline-inside", f"{tag('http://base.example.org/d/' + chr(10) + 'page.html')}\n{LINK}",
              "Does a newline inside the href of a base element matter?",
              "No: the URL Standard removes newlines.",
              by_rules("a@href", "ref1.html", BASE, [*h("set-the-frozen-base-url"), clause("URL", "concept-basic-url-parser")],
                                                                 by="html-base", whatwg=DIR + "ref1.html"))
    yield one("base-href-reference", f'<base href="http&colon;//base.example.org/d&sol;page.html">\n{LINK}',
              "Are character references in the href of a base element decoded?",
              "Yes, as in every attribute.", link(BASE, [*FIRST, *h("character-reference-state")]))
    yield one("base-href-ampersand", f'<base href="http://base.example.org/d/?a=1&amp;b=2">\n<a href="#ref1">1</a>',
              "Is `&amp;` in the href of a base element an ampersand?",
              "Yes, as in every attribute.", link(DIR + "?a=1&b=2", [*FIRST, *h("character-reference-state")], "#ref1"))
    yield one("base-unquoted", f"<base href={BASE}>\n{LINK}", "Does a base element with an unquoted href count?", "Yes: the slashes belong to the value.",
              link(BASE, [*FIRST, *h("attribute-value-(unquoted)-state")]))
    yield one("base-unquoted-slash", f"<base href={DIR}/>\n{LINK}", "Does the slash of `/>` belong to an unquoted href?",
              "Yes: an unquoted value ends at white space or `>` only.", link(DIR + "/", [*FIRST, *h("attribute-value-(unquoted)-state")]))
    yield one("base-single-quotes", f"<base href='{BASE}'>\n{LINK}", "Does a base element with an href in single quotes count?", "Yes.", link(BASE, FIRST))
    yield one("base-spaces-around-equals", f'<base href = "{BASE}">\n{LINK}', "May spaces stand around the equals sign of an href?", "Yes.",
              link(BASE, [*FIRST, *h("after-attribute-name-state")]))
    yield one("base-newline-in-tag", f'<base\n  href="{BASE}"\n>\n{LINK}', "May a base element have newlines between its attributes?", "Yes.",
              link(BASE, [*FIRST, *h("before-attribute-name-state")]))
    yield one("base-upper-case", f'<BASE HREF="{BASE}">\n{LINK}', "Does a base element in upper case count?",
              "Yes: the names of elements and attributes have no case.",
              link(BASE, [*FIRST, *h("tag-name-state")]))
    yield one("base-slash-between", f'<base/href="{BASE}">\n{LINK}', "May a slash stand between the name and the attribute of a base element?",
              "Yes: it is ignored like a space.", link(BASE, [*FIRST, *h("self-closing-start-tag-state")]))
    yield one("base-self-closing", f'<base href="{BASE}"/>\n{LINK}', "Does a base element that ends with `/>` count?", "Yes.", link(BASE, FIRST))
    yield one("base-two-hrefs", f'<base href="{BASE}" href="{OTHER}">\n{LINK}', "Which of two hrefs of a base element counts?",
              "The first: a second attribute of the same name is dropped.",
              link(BASE, [*FIRST, *h("attribute-name-state")]))
    yield one("base-attribute-with-angle", f'<base title="a > b" href="{BASE}">\n{LINK}', "Does a `>` in an attribute end a base element?",
              "No: the tag ends at the `>` outside quotation marks.", link(BASE, [*FIRST, *h("attribute-value-(double-quoted)-state")]))
    yield one("base-end-tag", f'{tag(BASE)}</base>\n{LINK}', "Does an end tag of a base element matter?", "No: it is ignored.",
              link(BASE, [*FIRST, *h("parsing-main-inbody")]))
    yield one("base-fragment-of-base", f"{tag(BASE + '#x')}\n<a href='#ref1'>1</a>", "Is a fragment-only reference relative to the base element?",
              "Yes: it means a place in the base, not in this document.", link(BASE + "#x", FIRST, "#ref1"))
    yield one("base-absolute-reference", f'{tag(BASE)}\n<a href="http://h.example.org/ref1">1</a>', "Does a base change an absolute reference?", "No.",
              link(BASE, FIRST, "http://h.example.org/ref1"))
    yield one("base-mailto-reference", f'{tag(BASE)}\n<a href="mailto:ref1@m.example.org">1</a>', "Does a base change a mailto reference?", "No: it has a scheme.",
              link(BASE, FIRST, "mailto:ref1@m.example.org"))
    yield one("base-javascript-reference", f'{tag(BASE)}\n<a href="javascript:ref1()">1</a>', "Does a base change a script in a reference?",
              "No: it has a scheme.",
              link(BASE, FIRST, "javascript:ref1()"))
    yield ask("base-relative-alone", f'<base href="sub/">\n{LINK}', "What does a relative base mean in a file whose own URL is unknown?",
              "It is relative to the URL of the document, which the file does not say.",
              [undefined("a@href", "ref1.html", [*h("fallback-base-url"), clause("RFC 1808", "3.4")], [None, "file:///sub/ref1.html"])], "html-base", "no-base")
    yield ask("base-none", LINK, "What does a relative reference mean in a file without any base?",
              "It is relative to the URL of the document, which the file does not say.",
              [undefined("a@href", "ref1.html", [*h("fallback-base-url"), clause("RFC 1808", "3.4")], [None, "file:///ref1.html"])], "no-base")


def tree():
    """Whether a base element is in the document depends on the parser. Where it is not, the one after it counts."""
    def out(name, markup, where, why, *sections):
        return ask(f"base-in-{name}", f"{markup.replace('BASE', tag(OTHER))}\n{tag(BASE)}\n{LINK}", f"Does a base element {where} count?", f"No: {why}",
                   [link(BASE, [*FIRST, *h(*sections)])], "html-base", "html-parser")

    def inside(name, markup, where, why, *sections):
        return ask(f"base-in-{name}", f"{markup.replace('BASE', tag(BASE))}\n{tag(OTHER)}\n{LINK}", f"Does a base element {where} count?", f"Yes: {why}",
                   [link(BASE, [*FIRST, *h(*sections)])], "html-base", "html-parser")

    yield out("comment", "<!-- BASE -->", "in a comment", "a comment has no elements.", "comment-state")
    yield out("comment-with-angle", "<!-- > BASE -->", "in a comment after a `>`", "only `-->` ends the comment.", "comment-state")
    yield out("conditional-comment", "<!--[if IE]>BASE<![endif]-->", "in a conditional comment", "it is a comment like others.", "comment-state")
    yield inside("revealed-conditional", "<![if IE]>BASE<![endif]>", "between `<![if]>` and `<![endif]>`",
                 "these are comments of their own, and the element stands between them.",
                 "markup-declaration-open-state", "bogus-comment-state")
    yield out("cdata", f"<![CDATA[<base href='{OTHER}' ]]>", "in a CDATA section of HTML", "it is a comment up to the next `>`.",
              "markup-declaration-open-state",
              "bogus-comment-state")
    yield out("end-tag", f'</base href="{OTHER}">', "that is an end tag", "an end tag has no attributes.", "parsing-main-inhead")
    yield out("declaration", f'<!base href="{OTHER}">', "that begins with `<!`", "it is a comment.", "bogus-comment-state")
    yield out("instruction", f'<?base href="{OTHER}">', "that begins with `<?`", "it is no element.", "tag-open-state")
    yield out("text", f"<p>{escaped(tag(OTHER))}</p>", "that is escaped text", "character references make no tags.", "character-reference-state")
    yield out("attribute", f"<p title='{tag(OTHER)}'>x</p>", "in an attribute", "it is part of the value.", "attribute-value-(single-quoted)-state")
    yield out("other-name", f'<base-x href="{OTHER}"></base-x>', "with a longer name", "it is another element.", "tag-name-state")
    yield out("basefont", f'<basefont href="{OTHER}">', "called basefont", "it is another element.", "tag-name-state")
    yield out("prefix", f'<x:base href="{OTHER}"></x:base>', "with a prefix", "HTML has no prefixes: it is another element.", "tag-name-state")
    yield out("template", "<template>BASE</template>", "in a template", "the content of a template is not in the document.", "the-template-element",
              "parsing-main-intemplate")
    yield out("nested-template", "<template><div><template>BASE</template></div></template>", "in a template in a template",
              "the content of a template is not in the document.",
              "the-template-element", "parsing-main-intemplate")
    yield out("template-in-body", "<p>x</p><template>BASE</template>", "in a template of the body", "the content of a template is not in the document.",
              "the-template-element", "parsing-main-intemplate")
    yield out("shadow-root", '<div><template shadowrootmode="open">BASE</template></div>', "in a shadow tree", "a shadow tree is not in the document's tree.",
              "attr-template-shadowrootmode", "parsing-main-inhead")
    for name in ("title", "textarea"):
        yield out(name, f"<{name}>BASE</{name}>", f"in a {name} element", "its content is text.", "parsing-main-incdata", "rcdata-state")
    for name in ("style", "xmp", "iframe", "noembed", "noframes"):
        yield out(name, f"<{name}>BASE</{name}>", f"in {'an' if name[0] == 'i' else 'a'} {name} element", "its content is text.", "parsing-main-incdata",
                  "rawtext-state")
    yield out("script", f"<script>var base = '{tag(OTHER)}';</script>", "in a script", "its content is text.", "parsing-main-incdata", "script-data-state")
    yield out("script-comment", "<script><!-- <script> </script> BASE --></script>", "after `</script>` in a comment of a script that has a `<script>`",
              "the first end tag ends only the inner script.", "script-data-double-escaped-state")
    yield out("svg", "<svg>BASE</svg>", "in SVG", "it is an element of SVG.", "parsing-main-inforeign")
    yield out("svg-style", "<svg><style>BASE</style></svg>", "in a style element of SVG", "it is an element of SVG, as style has no raw text there.",
              "parsing-main-inforeign")
    yield out("svg-group", "<svg><g><a>BASE</a></g></svg>", "deep in SVG", "it is an element of SVG.", "parsing-main-inforeign")
    yield out("svg-font", "<svg><font>BASE</font></svg>", "in a font element of SVG", "without color, face or size, font is an element of SVG.",
              "parsing-main-inforeign")
    yield out("svg-cdata", "<svg><![CDATA[BASE]]></svg>", "in a CDATA section of SVG", "its content is text.", "cdata-section-state")
    yield out("math", "<math>BASE</math>", "in MathML", "it is an element of MathML.", "parsing-main-inforeign")
    yield out("annotation", "<math><annotation-xml>BASE</annotation-xml></math>", "in an annotation-xml without encoding", "it is an element of MathML.",
              "html-integration-point")
    yield out("annotation-of-mathml", '<math><annotation-xml encoding="MathML-Content">BASE</annotation-xml></math>', "in an annotation-xml of MathML",
              "it is an element of MathML.", "html-integration-point")
    yield inside("svg-foreignobject", "<svg><foreignObject>BASE</foreignObject></svg>", "in a foreignObject of SVG", "HTML begins again there.",
                 "html-integration-point")
    yield inside("svg-desc", "<svg><desc>BASE</desc></svg>", "in a desc of SVG", "HTML begins again there.", "html-integration-point")
    yield inside("svg-title", "<svg><title>BASE</title></svg>", "in a title of SVG", "HTML begins again there.", "html-integration-point")
    yield inside("svg-in-foreignobject-html", "<svg><foreignObject><div>BASE</div></foreignObject></svg>", "in an HTML element in a foreignObject",
                 "HTML begins again there.",
                 "html-integration-point")
    yield out("svg-in-foreignobject", "<svg><foreignObject><svg>BASE</svg></foreignObject></svg>", "in SVG in a foreignObject",
              "it is an element of SVG again.", "parsing-main-inforeign")
    yield inside("math-text", "<math><mi>BASE</mi></math>", "in the mi element of MathML", "it is a text integration point, where tags are HTML.",
                 "mathml-text-integration-point")
    yield inside("annotation-of-html", '<math><annotation-xml encoding="text/html">BASE</annotation-xml></math>', "in an annotation-xml of HTML",
                 "HTML begins again there.",
                 "html-integration-point")
    yield inside("annotation-of-xhtml", '<math><annotation-xml encoding="Application/XHTML+xml">BASE</annotation-xml></math>', "in an annotation-xml of XHTML",
                 "HTML begins again there, and case does not matter.", "html-integration-point")
    yield inside("svg-left", "<svg><p>BASE</p></svg>", "after a p element in SVG", "a p element ends SVG.", "parsing-main-inforeign")
    yield inside("svg-left-by-font", '<svg><font color="red">BASE</font></svg>', "in a font element with a color in SVG", "such a font element ends SVG.",
                 "parsing-main-inforeign")
    yield inside("html-after-svg", "<svg></svg>BASE", "after SVG", "SVG has ended.", "parsing-main-inforeign")
    yield inside("html-after-math", "<math/>BASE", "after MathML that ends itself", "MathML has ended.", "parsing-main-inforeign")
    yield inside("body", "<p>x</p>BASE", "in the body", "it is in the document.", "parsing-main-inbody")
    yield inside("paragraph", "<p><b>BASE</b></p>", "in a paragraph", "it is in the document.", "parsing-main-inbody")
    yield inside("hidden", '<div hidden style="display: none">BASE</div>', "in a hidden element", "it is in the document.", "parsing-main-inbody")
    yield inside("object", '<object data="data:,x">BASE</object>', "in the content of an object", "it is in the document, shown or not.", "parsing-main-inbody")
    yield inside("video", "<video>BASE</video>", "in the content of a video", "it is in the document, shown or not.", "parsing-main-inbody")
    yield inside("table", "<table>BASE<tr><td>x</td></tr></table>", "directly in a table", "the parser moves it before the table.", "foster-parent")
    yield inside("cell", "<table><tr><td>BASE</td></tr></table>", "in the cell of a table", "it is in the document.", "parsing-main-intd")
    yield inside("head-after-end", "</head>BASE", "after the end of the head", "the parser puts it into the head.", "the-after-head-insertion-mode")
    yield inside("document-after-body", "<body><p>x</p></body>BASE", "after the end of the body", "the parser puts it into the body.", "parsing-main-afterbody")
    yield inside("document-after-html", "<html><body><p>x</p></body></html>BASE", "after the end of the document", "the parser puts it into the body.",
                 "the-after-after-body-insertion-mode")
    yield ask("base-moved-before-earlier", f"<table><tr><td>{tag(OTHER)}</td></tr>{tag(BASE)}</table>\n{LINK}",
              "Which base counts, if the parser moves the second one before the first?",
              "The second: the first in the tree counts, and the parser puts it before the table.",
              [link(BASE, [*FIRST, *h("foster-parent")])], "html-base", "html-parser")
    for name, markup in (("head", "<noscript>BASE</noscript>"), ("body", "<p>x</p><noscript>BASE</noscript>")):
        yield ask(f"base-in-noscript-of-{name}", f"{markup.replace('BASE', tag(BASE))}\n{tag(OTHER)}\n{LINK}",
                  f"Does a base element in the noscript of the {name} count?",
                  "Only if scripting is disabled: otherwise the content of noscript is text.",
                  [undefined("a@href", "ref1.html", h("parsing-main-inheadnoscript" if name == "head" else "parsing-main-inbody", "scripting-flag"),
                             [DIR + "ref1.html", OTHER + "ref1.html"])], "html-base", "html-parser", "scripting")
    for name, content, what in (
            ("no-doctype", f"<title>Case</title>{tag(BASE)}{LINK}\n", "without a doctype"), ("nothing-else", f"{tag(BASE)}{LINK}", "without head and body"),
            ("before-doctype", f"{tag(BASE)}<!DOCTYPE html>\n{LINK}\n", "before the doctype"),
            ("byte-order-mark", "\ufeff" + page(tag(BASE) + LINK), "after a byte order mark")):
        yield Case(f"base-{name}", "html", content.encode(), f"Does a base element {what} count?", "Yes: the parser makes the same document of it.",
                   ["html", "html-base", "html-parser"], [link(BASE, [*FIRST, *h("the-before-html-insertion-mode")])])
    frameset = f'<html><head><title>Case</title>{tag(BASE)}</head><frameset><frame src="ref1.html"></frameset></html>'
    yield Case("frame", "html", f"<!DOCTYPE html>\n{frameset}\n".encode(), "Is the src of a frame relative to the base?",
               "Yes: it is a URL, and base elements apply to the whole document.", ["html", "html-base", "elements"],
               [link(BASE, [*FIRST, *h("frames")], place="frame@src")])
    for name, codec in (("little", "utf-16-le"), ("big", "utf-16-be")):
        yield Case(f"utf-16-{name}-endian", "html", ("\ufeff" + page(tag(BASE) + LINK)).encode(codec),
                   f"Is the base of a document in UTF-16, {name} endian, found?",
                   "Yes: its byte order mark says how to read it.", ["html", "html-base", "encoding"],
                   [link(BASE, [*FIRST, *h("determining-the-character-encoding")])])


def frames():
    """Documents in srcdoc: their fallback base URL is the base of the document around them."""
    within = [*h("an-iframe-srcdoc-document", "fallback-base-url"), clause("RFC 1808", "3.2")]
    place = "iframe@srcdoc/a@href"

    def srcdoc(content):
        return f'<iframe srcdoc="{escaped(content)}"></iframe>'

    def one(name, markup, question, why, *references):
        return ask(f"srcdoc-{name}", markup, question, why, list(references), "html-base", "srcdoc")

    yield one("inherits", f"{tag(BASE)}\n{srcdoc(LINK)}", "What is the base of a document in srcdoc?", "That of the document around it.",
              link(BASE, within, place=place))
    yield one("before-base", f"{srcdoc(LINK)}\n{tag(BASE)}", "Is a base after the iframe the base of its srcdoc?",
              "It is the base of the whole document around it.",
              undefined(place, "ref1.html", within, [None, DIR + "ref1.html"]))
    yield one("own-base", f"{tag(OTHER)}\n{srcdoc(tag(BASE) + LINK)}", "Does a base element in srcdoc count?", "Yes, for that document.",
              link(BASE, [*FIRST, *within], place=place))
    yield one("own-base-stays-inside", f"{tag(BASE)}\n{srcdoc(tag(OTHER) + LINK)}\n<a href='ref2.html'>2</a>",
              "Does a base element in srcdoc change the document around it?",
              "No: it is another document.", ref(place, "ref1.html", OTHER, [*FIRST, *within], by="html-base"), link(BASE, FIRST, "ref2.html"))
    yield one("own-second-base", f"{tag(OTHER)}\n{srcdoc(tag(BASE) + tag('http://third.example.org/') + LINK)}", "Which of two base elements in srcdoc counts?",
              "The first.",
              link(BASE, [*FIRST, *within], place=place))
    yield one("target-only", f'{tag(BASE)}\n{srcdoc("<base target=_top>" + LINK)}', "Does a base element without href in srcdoc hide the base around?", "No.",
              link(BASE, within, place=place))
    for name, href in (("relative", "sub/"), ("parent", "../"), ("root", "/r/"), ("network-path", "//net.example.org/r/"), ("query", "?q"), ("fragment", "#f"),
                       ("empty", ""), ("dot", ".")):
        base = resolve.rfc3986(BASE, href)
        yield one(f"{name}-base", f"{tag(BASE)}\n{srcdoc(tag(href) + tag(OTHER) + LINK)}",
                  f"What does the base `{href}` in a srcdoc mean?" if href else "What does an empty base in a srcdoc mean?",
                  "It is resolved against the base of the document around it. It is the first, so the next one does not count.",
                  ref(place, "ref1.html", base, [*h("set-the-frozen-base-url"), *within], by="html-base"))
    for name, href in (("data", "data:text/html,x"), ("javascript", "javascript:void(0)"), ("invalid", "http://[/")):
        yield one(f"{name}-base", f"{tag(BASE)}\n{srcdoc(tag(href) + tag(OTHER) + LINK)}", f"What does the base `{href}` in a srcdoc mean?",
                  "It cannot be a base, so the base around counts. The next base element does not.",
                  link(BASE, [*h("set-the-frozen-base-url"), *within], place=place))
    yield one("in-srcdoc", f"{tag(BASE)}\n{srcdoc(srcdoc(LINK))}", "What is the base of a srcdoc in a srcdoc?", "That of the document around both.",
              link(BASE, within, place="iframe@srcdoc/iframe@srcdoc/a@href"))
    yield one("in-srcdoc-with-base", f"{tag(OTHER)}\n{srcdoc(tag(BASE) + srcdoc(LINK))}", "What is the base of a srcdoc in a srcdoc that has a base?",
              "That of the nearest document around it.",
              link(BASE, [*FIRST, *within], place="iframe@srcdoc/iframe@srcdoc/a@href"))
    yield one("relative-in-relative", f"{tag(BASE)}\n{srcdoc(tag('sub/') + srcdoc(tag('deep/') + LINK))}",
              "Do relative bases of nested srcdoc documents add up?",
              "Yes: each is resolved against the base around it.",
              link(DIR + "sub/deep/", [*h("set-the-frozen-base-url"), *within], place="iframe@srcdoc/iframe@srcdoc/a@href"))
    policy = '<meta http-equiv="Content-Security-Policy" content="base-uri %s">'
    for name, content, base, why in (
            ("policy-none", policy % "'none'" + tag(OTHER), BASE, "The policy forbids every base element, so the base around counts."),
            ("policy-other", policy % "http://third.example.org" + tag(OTHER), BASE, "The policy forbids this base, so the base around counts."),
            ("policy-allows", policy % "http://other.example.org" + tag(OTHER), OTHER, "The policy allows this base."),
            ("policy-after-base", tag(OTHER) + policy % "'none'", OTHER, "The base is set before the policy is read.")):
        yield one(name, f"{tag(BASE)}\n{srcdoc(content + LINK)}",
                  f"Does the base-uri of a Content-Security-Policy {'after' if 'after' in name else 'before'} a base element count?",
                  f"{why} The RFCs know no such policy." if base == BASE else why,
                  Reference(place, "ref1.html", [*h("set-the-frozen-base-url"), clause("CSP 3", "directive-base-uri"), clause("RFC 1808", "3.1")],
                            {"rfc1808": Expected(OTHER + "ref1.html", OTHER), "rfc3986": Expected(OTHER + "ref1.html", OTHER),
                             "whatwg": Expected(resolve.rfc3986(base, "ref1.html"), base)}, by="html-base"))
    yield one("image", f"{tag(BASE)}\n{srcdoc('<img src=ref1.png>')}", "What is the base of an image in srcdoc?", "That of the document around it.",
              link(BASE, within, "ref1.png", "iframe@srcdoc/img@src"))
    yield one("comment", f"{tag(BASE)}\n{srcdoc('<!-- ' + tag(OTHER) + ' -->' + LINK)}", "Does a base element in a comment of srcdoc count?",
              "No: a comment has no elements.",
              link(BASE, [*within, *h("comment-state")], place=place))
    yield one("double-escape", f"{tag(BASE)}\n<iframe srcdoc='<a href=\"?a=1&amp;amp;ref1\">1</a>'></iframe>",
              "How often are character references in srcdoc decoded?",
              "Twice: in the attribute, and in the document that it contains.", link(BASE, [*within, *h("attr-iframe-srcdoc")], "?a=1&ref1", place))
    yield one("and-src", f'{tag(BASE)}\n<iframe src="data:text/html,x" srcdoc="{escaped(LINK)}"></iframe>', "Does srcdoc count if the iframe has a src, too?",
              "Yes: srcdoc wins.",
              link(BASE, [*within, *h("attr-iframe-srcdoc")], place=place))


def messages():
    """Bases that need the URL of their document, which a message gives by Content-Location."""
    located = [clause("RFC 2557", "5"), *h("fallback-base-url")]

    def one(name, markup, question, why, *references):
        return Case(name, "eml", mail([f"Content-Location: {DOCUMENT}"], page(markup)), question, why, ["html", "html-base", "mail"], list(references))

    def made(base, clauses, by="html-base"):
        return ref("a@href", "ref1.html", base, clauses, by=by, part="1")

    for name, href in (("relative", "sub/"), ("parent", "../"), ("root", "/r/"), ("network-path", "//net.example.org/r/"), ("query", "?q"), ("fragment", "#f"),
                       ("empty", ""), ("dot", "."),
                       ("file", "other.html")):
        base = resolve.rfc3986(DOCUMENT, href)
        yield one(f"base-{name}", f"{tag(href)}\n{tag(OTHER)}\n{LINK}", f"What does the base `{href}` mean in a document with a URL?" if href else
                  "What does an empty base mean in a document with a URL?",
                  "It is resolved against the URL of the document. It is the first, so the next one does not count.",
                  made(base, [*h("set-the-frozen-base-url"), *located]))
    for name, href in (("data", "data:text/html,x"), ("javascript", "javascript:void(0)"), ("invalid", "http://[/")):
        yield one(f"base-{name}", f"{tag(href)}\n{tag(OTHER)}\n{LINK}", f"What does the base `{href}` mean in a document with a URL?",
                  "It cannot be a base, so the URL of the document counts. The next base element does not.",
                  made(DOCUMENT, [*h("set-the-frozen-base-url"), *located], by="content-location"))
    for name, href in (("mailto", "mailto:a@m.example.org"), ("about", "about:blank")):
        yield one(f"base-{name}", f"{tag(href)}\n{LINK}", f"What does a relative reference mean if the base is `{href}`?",
                  "Nothing: the HTML Standard takes this base, and no path can be resolved against it.",
                  by_rules("a@href", "ref1.html", href, [*h("set-the-frozen-base-url"), clause("URL", "no-scheme-state")], by="html-base", part="1",
                           whatwg=None))
    yield one("base-without-href", f"<base target='_blank'>\n{LINK}", "Does a base element without href change the base?",
              "No: the URL of the document stays the base.",
              made(DOCUMENT, located, by="content-location"))
    yield one("empty-form-action", f'{tag(BASE)}\n<form action=""><button>1</button></form>', "Where does a form with an empty action lead?",
              "In the HTML Standard to the URL of its document, not to the base; by the RFCs the empty reference is the base.",
              by_rules("form@action", "", BASE, [*h("form-submission-algorithm"), clause("RFC 3986", "5.2.2")], by="html-base", part="1",
                       rfc1808=BASE, rfc3986=BASE, whatwg=DOCUMENT))


# (name, markup, [(place, written)], clauses): the elements and attributes that have URLs.
HTML4 = "HTML 4.01"
ELEMENTS = [
    ("a", '<a href="ref1.html">x</a>', [("a@href", "ref1.html")], h("the-a-element")),
    ("a-ping", '<a href="ref1.html" ping="ref2 ref3">x</a>', [("a@href", "ref1.html"), ("a@ping", "ref2"), ("a@ping", "ref3")], h("hyperlink-auditing")),
    ("area", '<map name="m"><area href="ref1.html" shape="default" alt="x"></map>', [("area@href", "ref1.html")], h("the-area-element")),
    ("area-ping", '<map name="m"><area href="ref1.html" ping="ref2" alt="x"></map>', [("area@href", "ref1.html"), ("area@ping", "ref2")],
     h("hyperlink-auditing")),
    ("link", '<link rel="stylesheet" href="ref1.css">', [("link@href", "ref1.css")], h("the-link-element")),
    ("link-canonical", '<link rel="canonical" href="ref1.html">', [("link@href", "ref1.html")], h("the-link-element")),
    ("link-icon", '<link rel="icon" href="ref1.png">', [("link@href", "ref1.png")], h("the-link-element")),
    ("link-imagesrcset", '<link rel="preload" as="image" imagesrcset="ref1.png 1x, ref2.png 2x">',
     [("link@imagesrcset", "ref1.png"), ("link@imagesrcset", "ref2.png")],
     h("attr-link-imagesrcset")),
    ("link-in-body", '<p>x</p><link rel="stylesheet" href="ref1.css">', [("link@href", "ref1.css")], h("the-link-element")),
    ("img", '<img src="ref1.png" alt="x">', [("img@src", "ref1.png")], h("the-img-element")),
    ("image", '<image src="ref1.png" alt="x">', [("img@src", "ref1.png")], h("parsing-main-inbody")),
    ("img-srcset", '<img srcset="ref1.png 1x, ref2.png 2x" alt="x">', [("img@srcset", "ref1.png"), ("img@srcset", "ref2.png")],
     h("parsing-a-srcset-attribute")),
    ("img-longdesc", '<img src="data:," longdesc="ref1.html" alt="x">', [("img@longdesc", "ref1.html")], [clause(HTML4, "struct/objects.html#h-13.2")]),
    ("picture-source", '<picture><source srcset="ref1.webp 1x, ref2.webp 2x"><img src="ref3.png" alt="x"></picture>',
     [("source@srcset", "ref1.webp"), ("source@srcset", "ref2.webp"), ("img@src", "ref3.png")], h("the-source-element")),
    ("video", '<video src="ref1.mp4" poster="ref2.png"></video>', [("video@src", "ref1.mp4"), ("video@poster", "ref2.png")], h("the-video-element")),
    ("video-source", '<video><source src="ref1.mp4"></video>', [("source@src", "ref1.mp4")], h("the-source-element")),
    ("track", '<video><track src="ref1.vtt"></video>', [("track@src", "ref1.vtt")], h("the-track-element")),
    ("audio", '<audio src="ref1.mp3"></audio>', [("audio@src", "ref1.mp3")], h("the-audio-element")),
    ("audio-source", '<audio><source src="ref1.mp3"></audio>', [("source@src", "ref1.mp3")], h("the-source-element")),
    ("iframe", '<iframe src="ref1.html"></iframe>', [("iframe@src", "ref1.html")], h("the-iframe-element")),
    ("iframe-longdesc", '<iframe longdesc="ref1.html"></iframe>', [("iframe@longdesc", "ref1.html")], [clause(HTML4, "present/frames.html#h-16.5")]),
    ("embed", '<embed src="ref1.bin">', [("embed@src", "ref1.bin")], h("the-embed-element")),
    ("object", '<object data="ref1.bin"></object>', [("object@data", "ref1.bin")], h("the-object-element")),
    ("form", '<form action="ref1"></form>', [("form@action", "ref1")], h("attributes-for-form-submission")),
    ("button", '<form><button formaction="ref1">x</button></form>', [("button@formaction", "ref1")], h("attributes-for-form-submission")),
    ("input-formaction", '<form><input type="submit" formaction="ref1"></form>', [("input@formaction", "ref1")], h("attributes-for-form-submission")),
    ("input-image", '<form><input type="image" src="ref1.png" alt="x"></form>', [("input@src", "ref1.png")], h("image-button-state-(type=image)")),
    ("blockquote", '<blockquote cite="ref1.html">x</blockquote>', [("blockquote@cite", "ref1.html")], h("the-blockquote-element")),
    ("q", '<q cite="ref1.html">x</q>', [("q@cite", "ref1.html")], h("the-q-element")),
    ("ins", '<ins cite="ref1.html">x</ins>', [("ins@cite", "ref1.html")], h("the-ins-element")),
    ("del", '<del cite="ref1.html">x</del>', [("del@cite", "ref1.html")], h("the-del-element")),
    ("script", '<script src="ref1.js"></script>', [("script@src", "ref1.js")], h("the-script-element")),
    ("script-module", '<script type="module" src="ref1.js"></script>', [("script@src", "ref1.js")], h("the-script-element")),
    ("body-background", '<body background="ref1.png">', [("body@background", "ref1.png")], h("the-page")),
    ("table-background", '<table background="ref1.png"><tr><td background="ref2.png">x</td></tr></table>',
     [("table@background", "ref1.png"), ("td@background", "ref2.png")], h("tables-2")),
    ("svg-a", '<svg><a href="ref1.html"><text>x</text></a></svg>', [("a@href", "ref1.html")], [clause("SVG 2", "linking.html#AElementHrefAttribute")]),
    ("svg-a-xlink", '<svg><a xlink:href="ref1.html"><text>x</text></a></svg>', [("a@xlink:href", "ref1.html")],
     [clause("SVG 2", "linking.html#XLinkRefAttrs"), *h("adjust-foreign-attributes")]),
    ("svg-image", '<svg><image href="ref1.png"/></svg>', [("image@href", "ref1.png")], [clause("SVG 2", "embedded.html#ImageElementHrefAttribute")]),
    ("svg-image-xlink", '<svg><image xlink:href="ref1.png"/></svg>', [("image@xlink:href", "ref1.png")],
     [clause("SVG 2", "linking.html#XLinkRefAttrs"), *h("adjust-foreign-attributes")]),
    ("svg-use", '<svg><use href="ref1.svg#x"/></svg>', [("use@href", "ref1.svg#x")], [clause("SVG 2", "struct.html#UseElementHrefAttribute")]),
    ("svg-script", '<svg><script href="ref1.js"></script></svg>', [("script@href", "ref1.js")], [clause("SVG 2", "interact.html#ScriptElement")]),
]

REFRESH = h("attr-meta-http-equiv-refresh", "shared-declarative-refresh-steps")
# (name, content, the URL in it, why)
REFRESHES = [
    ("usual", "0; url=ref1.html", "ref1.html", "The URL follows `url=`."),
    ("without-url", "0; ref1.html", "ref1.html", "`url=` may be missing."),
    ("upper-case", "5;URL=ref1.html", "ref1.html", "`url` has no case."),
    ("single-quotes", "5; url='ref1.html'", "ref1.html", "Quotation marks around the URL are not part of it."),
    ("text-after-quote", "5; url=\"ref1.html\" x", "ref1.html", "The URL ends at the quotation mark."),
    ("comma", "0, url=ref1.html", "ref1.html", "A comma may stand for the semicolon."),
    ("space-only", "0 url=ref1.html", "ref1.html", "A space may stand for the semicolon."),
    ("spaces", "  3.5 ;  url  =  ref1.html", "ref1.html", "Spaces may stand between all parts, and digits after a dot are skipped."),
    ("url-without-equals", "0; urlref1.html", "urlref1.html", "Without an equals sign `url` is the beginning of the URL."),
    ("semicolon-in-url", "0; url=ref1.html;x", "ref1.html;x", "Without quotation marks the URL goes on to the end."),
]

# (name, value, the URLs in it, why)
SRCSETS = [
    ("width", "ref1.png 100w,ref2.png 200w", ["ref1.png", "ref2.png"], "A comma after a descriptor ends a candidate, with or without a space."),
    ("no-descriptor", "ref1.png, ref2.png 2x", ["ref1.png", "ref2.png"], "A comma at the end of a URL is not part of it."),
    ("comma-inside", "ref1,x.png 1x", ["ref1,x.png"], "A comma inside a URL is part of it."),
    ("comma-without-space", "ref1.png,x.png", ["ref1.png,x.png"], "A comma without a space after it is part of the URL."),
    ("commas-first", " , ,ref1.png 1x", ["ref1.png"], "Commas and spaces before a URL are skipped."),
    ("commas-last", "ref1.png,,, ref2.png", ["ref1.png", "ref2.png"], "All commas at the end of a URL are dropped."),
    ("newlines", "\nref1.png 1x,\n\tref2.png 2x\n", ["ref1.png", "ref2.png"], "Newlines and tabs divide like spaces."),
    ("data", "data:image/png,x 1x, ref1.png 2x", ["ref1.png"], "The comma of the data URL is part of it."),
]


def attributes():
    for name, markup, places, clauses in ELEMENTS:
        element = places[0][0].partition("@")[0]
        yield ask(f"element-{name}", f"{tag(BASE)}\n{markup}", f"Is the URL of {', '.join(dict.fromkeys(place for place, _ in places))} relative to the base?",
                  f"Yes: a URL of `{element}` is resolved against the document base URL.",
                  [link(BASE, [*clauses, *h("document-base-url")], text, place) for place, text in places],
                  "html-base", "elements")
    for name, content, url, why in REFRESHES:
        yield ask(f"refresh-{name}", f'{tag(BASE)}\n<meta http-equiv="refresh" content="{escaped(content)}">',
                  f"Where does the refresh `{content.strip()}` lead?", why,
                  [link(BASE, REFRESH, url, "meta@refresh")], "html-base", "elements", "refresh")
    yield ask("refresh-without-time", f'{tag(BASE)}\n<meta http-equiv="refresh" content="url=ref1.html">', "Does a refresh without a time lead anywhere?",
              "No: the value must begin with a number.",
              [by_rules("meta@refresh", "ref1.html", BASE, REFRESH, by="html-base", rfc1808=None, rfc3986=None, whatwg=None)],
              "html-base", "elements", "refresh")
    for name, value, urls, why in SRCSETS:
        yield ask(f"srcset-{name}", f'{tag(BASE)}\n<img srcset="{escaped(value)}" alt="x">', f"Which URLs are in the srcset `{' '.join(value.split())}`?", why,
                  [link(BASE, h("parsing-a-srcset-attribute"), url, "img@srcset") for url in urls], "html-base", "elements", "srcset")
    for name, markup, place in (("object", '<object codebase="sub/" data="ref1.bin"></object>', "object@data"),
                                ("object-absolute", '<object codebase="http://other.example.org/x/" data="ref1.bin"></object>', "object@data")):
        codebase = OTHER if "other" in markup else DIR + "sub/"
        old, new = Expected(codebase + "ref1.bin", codebase), Expected(DIR + "ref1.bin", BASE)
        yield ask(f"codebase-of-{name}", f"{tag(BASE)}\n{markup}", "Is the data of an object relative to its codebase?",
                  "In HTML 4.01 yes, and the codebase is relative to the base. The HTML Standard knows no codebase.",
                  [Reference(place, "ref1.bin", [clause(HTML4, "struct/objects.html#h-13.3"), *h("the-object-element")],
                             {"rfc1808": old, "rfc3986": old, "whatwg": new}, by="html-codebase")],
                  "html-base", "elements", "codebase")
    yield ask("codebase-of-applet", f'{tag(BASE)}\n<applet codebase="sub/" code="x.class" archive="ref1.jar"></applet>',
              "Is the archive of an applet relative to its codebase?",
              "In HTML 4.01 yes. The HTML Standard knows no applet.",
              [by_rules("applet@archive", "ref1.jar", DIR + "sub/", [clause(HTML4, "struct/objects.html#h-13.4")], by="html-codebase",
                        rfc1808=DIR + "sub/ref1.jar", rfc3986=DIR + "sub/ref1.jar")],
              "html-base", "elements", "codebase")
    yield Case(
        "manifest", "html", f'<!DOCTYPE html>\n<html manifest="ref1.appcache">\n<title>Case</title>\n{tag(BASE)}\n</html>\n'.encode(),
        "Is the manifest of an HTML document relative to its base?",
        "HTML 5 read it before any base element; the HTML Standard has no manifest.", ["elements", "html", "html-base"],
        [undefined("html@manifest", "ref1.appcache", h("document-base-url"), [DIR + "ref1.appcache", None])])


def forms_of_values():
    """Values of attributes: what is decoded before a reference is resolved, and which are no references."""
    def one(name, markup, question, why, *references):
        return ask(name, f"{tag(BASE)}\n{markup}", question, why, list(references), "html-base", "values")

    yield one("value-ampersand", '<a href="?a=1&amp;ref1">1</a>', "Is `&amp;` in a reference an ampersand?", "Yes, as in every attribute.",
              link(BASE, h("character-reference-state"), "?a=1&ref1"))
    yield one("value-bare-ampersand", '<a href="?a=1&ref1=2">1</a>', "Is an ampersand that begins no character reference itself?", "Yes.",
              link(BASE, h("character-reference-state"), "?a=1&ref1=2"))
    yield one("value-entity-without-semicolon", '<a href="?ref1&copy=2">1</a>', "Is `&copy=` in an attribute a character reference?",
              "No: in an attribute, a name without a semicolon before `=` is text.", link(BASE, h("named-character-reference-state"), "?ref1&copy=2"))
    yield one("value-number", '<a href="&#x72;&#101;f1.html">1</a>', "Are numeric character references in a reference decoded?", "Yes.",
              link(BASE, h("numeric-character-reference-state")))
    yield one("value-unquoted", "<a href=ref1.html>1</a>", "Does an unquoted reference end at the `>`?", "Yes.",
              link(BASE, h("attribute-value-(unquoted)-state")))
    yield one("value-upper-case-names", '<A HREF="ref1.html">1</A>', "Are names of elements and attributes in upper case the same?", "Yes.",
              link(BASE, h("tag-name-state")))
    yield one("value-two-attributes", '<a href="ref1.html" href="x.html">1</a>', "Which of two hrefs counts?", "The first.",
              link(BASE, h("attribute-name-state")))
    yield one("value-spaces", '<a href="  ref1.html\n">1</a>', "Does white space around a reference belong to it?", "No.",
              ref("a@href", "ref1.html", BASE, [*h("valid-url-potentially-surrounded-by-spaces"), clause("URL", "concept-basic-url-parser")], by="html-base"))
    yield one("empty-link", '<a href="">1</a>', "Where does a link with an empty href lead?", "To the base.",
              link(BASE, [*h("the-a-element"), clause("RFC 3986", "5.2.2")], ""))
    for name, markup, place, section in (("image", '<img src="" alt="x">', "img@src", "the-img-element"),
                                         ("script", '<script src=""></script>', "script@src", "the-script-element"),
                                         ("stylesheet", '<link rel="stylesheet" href="">', "link@href", "the-link-element"),
                                         ("poster", '<video poster=""></video>', "video@poster", "the-video-element"),
                                         ("embed", '<embed src="">', "embed@src", "the-embed-element"),
                                         ("object", '<object data=""></object>', "object@data", "the-object-element")):
        yield one(f"empty-{name}", markup, f"What does an empty {place} fetch?", "Nothing: the HTML Standard does not resolve an empty value here.",
                  by_rules(place, "", BASE, h(section), by="html-base", whatwg=None))
    yield one("xml-base-in-html", f'<p xml:base="{OTHER}">{LINK}</p>', "Does xml:base count in an HTML document?",
              "No: to the HTML parser it is an attribute without meaning.",
              link(BASE, h("document-base-url", "adjust-foreign-attributes")))
    yield one("xml-base-in-svg-in-html", f'<svg xml:base="{OTHER}"><a href="ref1.html"><text>1</text></a></svg>',
              "Does xml:base of SVG count in an HTML document?",
              "No: the HTML parser does not make an attribute of XML of it.", link(BASE, h("document-base-url", "adjust-foreign-attributes")))


def styles():
    """URLs in style sheets of the document are relative to the base of the document."""
    relative = clause("CSS Values 4", "relative-urls")

    def one(name, markup, what, why, *references):
        shown = "<p>x</p>" if "<style" in markup else ""  # to which the rules apply
        return ask(f"style-{name}", f"{tag(BASE)}\n{markup}{shown}", f"Is the URL of {what} relative to the base?", why, list(references), "html-base", "css")

    def made(text, place, *clauses):
        return link(BASE, [relative, *clauses], text, place)

    why = "Yes: the style sheet is part of the document."
    attribute, element = h("the-style-attribute"), h("the-style-element")
    yield one("attribute", '<p style="background: url(ref1.png)">x</p>', "a style attribute", why, made("ref1.png", "p@style/css:url", *attribute))
    yield one("attribute-quoted", "<p style=\"background: url('ref1.png')\">x</p>", "a style attribute, in quotation marks,", why,
              made("ref1.png", "p@style/css:url", *attribute))
    yield one("attribute-escaped-quotes", '<p style="background: url(&quot;ref1.png&quot;)">x</p>', "a style attribute, in escaped quotation marks,", why,
              made("ref1.png", "p@style/css:url", *attribute))
    yield one("element", "<style>p { background: url(ref1.png) }</style>", "a style element", why, made("ref1.png", "style/css:url", *element))
    yield one("element-quoted", '<style>p { background: url("ref1.png") }</style>', "a style element, in quotation marks,", why,
              made("ref1.png", "style/css:url", *element))
    yield one("spaces", "<style>p { background: url(  ref1.png\n ) }</style>", "a style element, with white space around it,",
              "Yes; the white space is not part of it.",
              made("ref1.png", "style/css:url", clause("CSS Syntax 3", "consume-url-token")))
    yield one("upper-case", "<style>p { BACKGROUND: URL(ref1.png) }</style>", "a style element in upper case", why, made("ref1.png", "style/css:url", *element))
    yield one("escape", "<style>p { background: url(ref1\\.p\\6e g) }</style>", "a style element with escapes", "Yes; its escapes are decoded first.",
              made("ref1.png", "style/css:url", clause("CSS Syntax 3", "consume-escaped-code-point")))
    yield one("no-references", "<style>p { background: url(?a&amp;ref1) }</style>", "a style element with `&amp;`",
              "Yes; a style element has no character references.",
              made("?a&amp;ref1", "style/css:url", *h("rawtext-state")))
    yield one("import-string", '<style>@import "ref1.css";</style>', "an @import rule with a string", why,
              made("ref1.css", "style/css:import", clause("CSS Cascade 4", "at-import")))
    yield one("import-url", "<style>@import url(ref1.css) screen;</style>", "an @import rule with url()", why,
              made("ref1.css", "style/css:import", clause("CSS Cascade 4", "at-import")))
    yield one("image-set", "<style>p { background: image-set('ref1.png' 1x, url(ref2.png) 2x) }</style>", "image-set()", why,
              made("ref1.png", "style/css:image-set", clause("CSS Images 4", "image-set-notation")),
              made("ref2.png", "style/css:url", clause("CSS Images 4", "image-set-notation")))
    yield one("font-face", "<style>@font-face { font-family: x; src: url(ref1.woff) }</style>", "a @font-face rule", why,
              made("ref1.woff", "style/css:url", *element))
    yield one("media", "<style>@media print { p { background: url(ref1.png) } }</style>", "a rule in @media", why, made("ref1.png", "style/css:url", *element))
    yield one("comment", "<style>p { /* url(x.png) */ background: /**/ url(ref1.png) }</style>", "a declaration with comments", why,
              made("ref1.png", "style/css:url", *element))
    yield one("svg-presentation", '<svg><rect fill="url(ref1.svg#x)"/></svg>', "a presentation attribute of SVG", "Yes: it is CSS.",
              made("ref1.svg#x", "rect@fill/css:url", clause("SVG 2", "styling.html#PresentationAttributes")))
    yield ask("style-before-base", f"<p style='background: url(ref1.png)'>x</p>\n{tag(BASE)}",
              "Is the URL of a style attribute before the base element relative to it?",
              "A document has one base, but a browser may have resolved the URL before it read the base element.",
              [undefined("p@style/css:url", "ref1.png", [relative, *h("document-base-url")], [DIR + "ref1.png", None])], "html-base", "css")


# (name, label, codec, character, bytes in the query): the query of a URL is in the encoding of its document.
QUERIES = [
    ("windows-1252", "windows-1252", "cp1252", "é", "%E9"), ("iso-8859-1", "iso-8859-1", "cp1252", "€", "%80"), ("utf-8", "utf-8", "utf-8", "é", "%C3%A9"),
    ("koi8-r", "koi8-r", "koi8-r", "ж", "%D6"), ("shift-jis", "shift_jis", "cp932", "日", "%93%FA"), ("euc-jp", "euc-jp", "euc-jp", "日", "%C6%FC"),
    ("gb18030", "gb18030", "gb18030", "日", "%C8%D5"), ("big5", "big5", "big5", "日", "%A4%E9"), ("iso-8859-2", "iso-8859-2", "iso8859-2", "č", "%E8"),
    ("euc-kr", "euc-kr", "euc-kr", "日", "%EC%ED"),
]


def encodings():
    clauses = [*h("encoding-parsing-a-url"), clause("URL", "query-state")]

    def one(name, label, codec, markup, question, why, written, resolved, place="a@href"):
        content = f'<!DOCTYPE html>\n<meta charset="{label}">\n<title>Case</title>\n{tag(BASE)}\n{markup}\n'.encode(codec)
        return Case(f"encoding-{name}", "html", content, question, why, ["html", "html-base", "encoding"],
                    [by_rules(place, written, BASE, clauses, by="html-base", whatwg=resolved)])

    for name, label, codec, character, escapes in QUERIES:
        yield one(f"query-{name}", label, codec, f'<a href="?ref1={character}">1</a>',
                  f"How is `{character}` in the query of a reference escaped, in a document in {label}?",
                  "In the encoding of the document.", f"?ref1={character}", f"{BASE}?ref1={escapes}")
    yield one("query-of-image", "windows-1252", "cp1252", '<img src="?ref1=é" alt="x">',
              "How is a letter in the query of an image escaped, in a document in windows-1252?",
              "In the encoding of the document, too.", "?ref1=é", f"{BASE}?ref1=%E9", "img@src")
    yield one("query-by-reference", "windows-1252", "cp1252", '<a href="?ref1=&eacute;">1</a>',
              "How is a letter that is written as a character reference escaped?",
              "In the encoding of the document: it does not matter how it was written.", "?ref1=é", f"{BASE}?ref1=%E9")
    yield one("query-unmappable", "windows-1252", "cp1252", '<a href="?ref1=&#26085;">1</a>',
              "How is a letter in the query escaped that the encoding of the document does not have?",
              "As a numeric character reference, itself escaped.", "?ref1=日", f"{BASE}?ref1=%26%2326085%3B")
    yield one("path", "windows-1252", "cp1252", '<a href="é/ref1">1</a>', "How is a letter in the path of a reference escaped, in a document in windows-1252?",
              "In UTF-8: the encoding of the document is for queries only.", "é/ref1", DIR + "%C3%A9/ref1")
    yield one("fragment", "windows-1252", "cp1252", '<a href="#ref1é">1</a>',
              "How is a letter in the fragment of a reference escaped, in a document in windows-1252?",
              "In UTF-8: the encoding of the document is for queries only.", "#ref1é", BASE + "#ref1%C3%A9")
    yield one("query-of-mailto", "windows-1252", "cp1252", '<a href="mailto:ref1@m.example.org?subject=é">1</a>',
              "How is a letter in the query of a mailto URL escaped, in windows-1252?",
              "In UTF-8: the encoding of the document is for known schemes with a host only.", "mailto:ref1@m.example.org?subject=é",
              "mailto:ref1@m.example.org?subject=%C3%A9")
    yield Case("encoding-query-utf-16", "html", ("\ufeff" + page(f'{tag(BASE)}\n<a href="?ref1=é">1</a>')).encode("utf-16-le"),
               "How is a letter in the query of a reference escaped, in a document in UTF-16?", "In UTF-8: UTF-16 is never used for queries.",
               ["html", "html-base", "encoding"],
               [by_rules("a@href", "?ref1=é", BASE, clauses, by="html-base", whatwg=BASE + "?ref1=%C3%A9")])
