# SPDX-License-Identifier: MIT
"""What the base of an HTML document is, and which of its elements and attributes have references (HTML Standard, RFC 1808 section 3.1)."""

import resolve
from case import Case, Expected, Reference, by_rules, clause, escaped, mail, ref, undefined, with_also

BASE = "http://base.example.org/d/page.html"
OTHER = "http://other.example.org/x/"
DOCUMENT = "http://doc.example.org/m/page.html"
DIR = "http://base.example.org/d/"


def h(*sections):
    return [clause("HTML", section) for section in sections]


HTML4 = "HTML 4.01"
STANDARD = h("document-base-url", "the-base-element")
FIRST = [*STANDARD, clause(HTML4, "struct/links.html#h-12.4"), clause("RFC 1808", "10")]


def tag(href):
    return f'<base href="{escaped(href)}">'


def page(markup):
    return f"<!DOCTYPE html>\n<title>Case</title>\n{markup}\n"


LINK = '<a href="ref1.html">1</a>'


def ask(name, markup, question, why, references, *tags):
    return Case(name, "html", page(markup).encode(), question, why, ["html", *tags], references)


def link(base, clauses, written="ref1.html", place="a@href"):
    return ref(place, written, base, clauses, by="html-base")


def since_5(base, clauses, written="ref1.html", place="a@href", by="html-base"):
    """A reference about which HTML 4.01 says nothing. Its DTD allows one BASE, with an absolute URI, in HEAD and before what refers to anything
    (12.4). It defines no more: not what a program makes of other documents, and not what came later."""
    return ref(place, written, base, clauses, by=by, missing=["rfc1808"])


def refused(base, clauses, by="html-base", place="a@href", part=None):
    """A reference in a document whose base element has an href that the HTML Standard refuses. RFC 3986 would resolve against such an href, or
    says nothing about what is no URI."""
    return by_rules(place, "ref1.html", base, [*h("set-the-frozen-base-url"), *clauses], by=by, part=part, whatwg=resolve.rfc3986(base, "ref1.html"))


def cases():
    yield from base_elements()
    yield from tree()
    yield from ends_of_text()
    yield from shadow_trees()
    yield from scripts()
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
              since_5(BASE, STANDARD))
    yield one("base-second-after-reference", f'{tag(BASE)}\n{LINK}\n{tag(OTHER)}\n<a href="ref2.html">2</a>',
              "Does a second base element count for the references after it?", "No: there is one base for the whole document.",
              since_5(BASE, STANDARD), since_5(BASE, STANDARD, "ref2.html"))
    yield one("base-after-reference", f'{LINK}\n{tag(BASE)}\n<a href="ref2.html">2</a>', "Does a base element count for the references before it?",
              "Yes: a document has one base, wherever the element stands.", since_5(BASE, STANDARD), since_5(BASE, STANDARD, "ref2.html"))
    yield one("base-after-target", f'<base target="_blank">\n{tag(BASE)}\n{LINK}', "Does a base element without href hide a later one with href?",
              "No: the first base element with an href counts.", since_5(BASE, STANDARD))
    yield one("base-target-and-href", f'<base target="_blank" href="{BASE}">\n{tag(OTHER)}\n{LINK}',
              "Does a base element with target and href define the base?",
              "Yes: it has an href, and the order of attributes does not matter.", since_5(BASE, STANDARD))
    yield one("base-target-last", f'{tag(BASE)}\n<base target="_blank">\n{LINK}', "Does a later base element with a target change the base?",
              "No: it has no href.", since_5(BASE, STANDARD))
    yield one("base-three", f"<base>\n{tag(BASE)}\n{tag(OTHER)}\n<base>\n{LINK}", "Which of four base elements counts, if two have an href?",
              "The first with an href.", since_5(BASE, STANDARD))
    for name, attribute in (("src", "src"), ("data-href", "data-href"), ("xlink-href", "xlink:href"), ("url", "url"), ("hreff", "hreff")):
        yield one(f"base-with-{name}", f'<base {attribute}="{OTHER}">\n{tag(BASE)}\n{LINK}', f"Does a base element with {attribute} define the base?",
                  "No: only href does.", since_5(BASE, STANDARD))
    for name, href, why in (("spaces", f"  {BASE} ", "spaces"), ("newlines", f"\n{BASE}\n", "newlines"), ("tabs", f"\t{BASE}\t", "tabs")):
        yield one(f"base-href-{name}-around", f"{tag(href)}\n{LINK}", f"Do {why} around the href of a base element matter?",
                  "No: white space around a URL is not part of it.", since_5(BASE, [*STANDARD, clause("URL", "concept-basic-url-parser")]))
    yield one("base-href-newline-inside", f"{tag('http://base.example.org/d/' + chr(10) + 'page.html')}\n{LINK}",
              "Does a newline inside the href of a base element matter?",
              "No: the URL Standard removes newlines.",
              by_rules("a@href", "ref1.html", BASE, [*h("set-the-frozen-base-url"), clause("URL", "concept-basic-url-parser")],
                                                                 by="html-base", whatwg=DIR + "ref1.html"))
    yield one("base-href-reference", f'<base href="http&colon;//base.example.org/d&sol;page.html">\n{LINK}',
              "Are character references in the href of a base element decoded?",
              "Yes, as in every attribute.", since_5(BASE, [*STANDARD, *h("character-reference-state")]))
    yield one("base-href-ampersand", f'<base href="http://base.example.org/d/?a=1&amp;b=2">\n<a href="#ref1">1</a>',
              "Is `&amp;` in the href of a base element an ampersand?",
              "Yes, as in every attribute.", link(DIR + "?a=1&b=2", [*FIRST, *h("character-reference-state")], "#ref1"))
    yield one("base-unquoted", f"<base href={BASE}>\n{LINK}", "Does a base element with an unquoted href count?", "Yes: the slashes belong to the value.",
              since_5(BASE, [*STANDARD, *h("attribute-value-(unquoted)-state")]))
    yield one("base-unquoted-slash", f"<base href={DIR}/>\n{LINK}", "Does the slash of `/>` belong to an unquoted href?",
              "Yes: an unquoted value ends at white space or `>` only.", since_5(DIR + "/", [*STANDARD, *h("attribute-value-(unquoted)-state")]))
    yield one("base-single-quotes", f"<base href='{BASE}'>\n{LINK}", "Does a base element with an href in single quotes count?", "Yes: both kinds of quotation marks enclose a value.", link(BASE, FIRST))
    yield one("base-spaces-around-equals", f'<base href = "{BASE}">\n{LINK}', "May spaces stand around the equals sign of an href?", "Yes: white space there is skipped.",
              link(BASE, [*FIRST, *h("after-attribute-name-state")]))
    yield one("base-newline-in-tag", f'<base\n  href="{BASE}"\n>\n{LINK}', "May a base element have newlines between its attributes?", "Yes: newlines are white space like others.",
              link(BASE, [*FIRST, *h("before-attribute-name-state")]))
    yield one("base-upper-case", f'<BASE HREF="{BASE}">\n{LINK}', "Does a base element in upper case count?",
              "Yes: the names of elements and attributes have no case.",
              link(BASE, [*FIRST, *h("tag-name-state")]))
    yield one("base-slash-between", f'<base/href="{BASE}">\n{LINK}', "May a slash stand between the name and the attribute of a base element?",
              "Yes: it is ignored like a space.", since_5(BASE, [*STANDARD, *h("self-closing-start-tag-state")]))
    yield one("base-self-closing", f'<base href="{BASE}"/>\n{LINK}', "Does a base element that ends with `/>` count?", "Yes: the slash has no meaning there.", since_5(BASE, STANDARD))
    yield one("base-two-hrefs", f'<base href="{BASE}" href="{OTHER}">\n{LINK}', "Which of two hrefs of a base element counts?",
              "The first: a second attribute of the same name is dropped.",
              since_5(BASE, [*STANDARD, *h("attribute-name-state")]))
    yield one("base-attribute-with-angle", f'<base title="a > b" href="{BASE}">\n{LINK}', "Does a `>` in an attribute end a base element?",
              "No: the tag ends at the `>` outside quotation marks.", since_5(BASE, [*STANDARD, *h("attribute-value-(double-quoted)-state")]))
    yield one("base-end-tag", f'{tag(BASE)}</base>\n{LINK}', "Does an end tag of a base element matter?", "No: it is ignored.",
              since_5(BASE, [*STANDARD, *h("parsing-main-inbody")]))
    yield one("base-fragment-of-base", f"{tag(BASE + '#x')}\n<a href='#ref1'>1</a>", "Is a fragment-only reference relative to the base element?",
              "Yes: it means a place in the base, not in this document.", link(BASE + "#x", FIRST, "#ref1"))
    yield one("base-absolute-reference", f'{tag(BASE)}\n<a href="http://h.example.org/ref1">1</a>', "Does a base change an absolute reference?", "No: it has a scheme and a host of its own.",
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
    # HTML 4.01 says as well where these begin and end, and allows them in HEAD.
    in_html4 = ("comment", "comment-with-angle", "conditional-comment", "style", "script")

    def out(name, markup, where, why, *sections, question=None):
        made = link(BASE, [*FIRST, *h(*sections)]) if name in in_html4 else since_5(BASE, [*STANDARD, *h(*sections)])
        return ask(f"base-in-{name}", f"{markup.replace('BASE', tag(OTHER))}\n{tag(BASE)}\n{LINK}", question or f"Does a base element {where} count?",
                   f"No: {why}", [made], "html-base", "html-parser")

    def inside(name, markup, where, why, *sections):
        return ask(f"base-in-{name}", f"{markup.replace('BASE', tag(BASE))}\n{tag(OTHER)}\n{LINK}", f"Does a base element {where} count?", f"Yes: {why}",
                   [since_5(BASE, [*STANDARD, *h(*sections)])], "html-base", "html-parser")

    yield out("comment", "<!-- BASE -->", "in a comment", "a comment has no elements.", "comment-state")
    yield out("comment-with-angle", "<!-- > BASE -->", "in a comment after a `>`", "only `-->` ends the comment.", "comment-state")
    yield out("conditional-comment", "<!--[if IE]>BASE<![endif]-->", "in a conditional comment", "it is a comment like others.", "comment-state")
    yield inside("revealed-conditional", "<![if IE]>BASE<![endif]>", "between `<![if]>` and `<![endif]>`",
                 "these are comments of their own, and the element stands between them.",
                 "markup-declaration-open-state", "bogus-comment-state")
    yield out("cdata", f"<![CDATA[<base href='{OTHER}' ]]>", "in a CDATA section of HTML", "it is a comment up to the next `>`.",
              "markup-declaration-open-state",
              "bogus-comment-state")
    for name, markup, written, why, section in (
            ("end-tag", f'</base href="{OTHER}">', "</base href>", "an end tag has no attributes.", "parsing-main-inhead"),
            ("declaration", f'<!base href="{OTHER}">', "<!base href>", "it is a comment.", "bogus-comment-state"),
            ("instruction", f'<?base href="{OTHER}">', "<?base href>", "it is no element.", "tag-open-state"),
            ("other-name", f'<base-x href="{OTHER}"></base-x>', "<base-x href>", "it is another element.", "tag-name-state"),
            ("basefont", f'<basefont href="{OTHER}">', "<basefont href>", "it is another element.", "tag-name-state"),
            ("prefix", f'<x:base href="{OTHER}"></x:base>', "<x:base href>", "HTML has no prefixes: it is another element.", "tag-name-state")):
        yield out(name, markup, None, why, section, question=f"Does `{written}` define the base of an HTML document?")
    yield out("text", f"<p>{escaped(tag(OTHER))}</p>", None, "character references make no tags.", "character-reference-state",
              question="Does the text of a base element, written with character references, define the base?")
    yield out("attribute", f"<p title='{tag(OTHER)}'>x</p>", "in the value of an attribute", "it is part of the value.", "attribute-value-(single-quoted)-state")
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
        yield out(name, f"<{name}>BASE</{name}>", f"in {'an' if name[0] in 'ix' else 'a'} {name} element", "its content is text.", "parsing-main-incdata",
                  "rawtext-state")
    yield out("script", f"<script>var base = '{tag(OTHER)}';</script>", "in a script", "its content is text.", "parsing-main-incdata", "script-data-state")
    yield out("script-comment", "<script><!-- <script> </script> BASE --></script>", "after a `</script>` that belongs to a `<script>` in the comment of a script",
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
    select = inside("select", "<select>BASE</select>", "in a select element", "the parser keeps it. It ignored most elements there until 2025, and programs do so.",
                    "parsing-main-inbody")
    with_also(select.references[0], {rules: [OTHER] for rules in ("rfc3986", "whatwg")})
    yield select
    yield inside("video", "<video>BASE</video>", "in the content of a video", "it is in the document, shown or not.", "parsing-main-inbody")
    yield inside("table", "<table>BASE<tr><td>x</td></tr></table>", "directly in a table", "the parser moves it before the table.", "foster-parent")
    yield inside("colgroup", "<table><colgroup><col>BASE</colgroup></table>", "in a colgroup", "the parser moves it before the table.", "parsing-main-incolgroup",
                 "foster-parent")
    yield inside("cell", "<table><tr><td>BASE</td></tr></table>", "in the cell of a table", "it is in the document.", "parsing-main-intd")
    yield inside("head-after-end", "</head>BASE", "after the end of the head", "the parser puts it into the head.", "the-after-head-insertion-mode")
    yield inside("document-after-body", "<body><p>x</p></body>BASE", "after the end of the body", "the parser puts it into the body.", "parsing-main-afterbody")
    yield inside("document-after-html", "<html><body><p>x</p></body></html>BASE", "after the end of the document", "the parser puts it into the body.",
                 "the-after-after-body-insertion-mode")
    yield ask("base-moved-before-earlier", f"<table><tr><td>{tag(OTHER)}</td></tr>{tag(BASE)}</table>\n{LINK}",
              "Which base counts, if the parser moves the second one before the first?",
              "The second: the first in the tree counts, and the parser puts it before the table.",
              [since_5(BASE, [*STANDARD, *h("foster-parent")])], "html-base", "html-parser")
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
                   ["html", "html-base", "html-parser"], [since_5(BASE, [*STANDARD, *h("the-before-html-insertion-mode")])])
    frameset = f'<html><head><title>Case</title>{tag(BASE)}</head><frameset><frame src="ref1.html"></frameset></html>'
    yield Case("frame", "html", f"<!DOCTYPE html>\n{frameset}\n".encode(), "Is the src of a frame relative to the base?",
               "Yes: it is a URL, and base elements apply to the whole document.", ["html", "html-base", "elements"],
               [link(BASE, [*FIRST, *h("frames")], place="frame@src")])
    for name, codec in (("little", "utf-16-le"), ("big", "utf-16-be")):
        yield Case(f"utf-16-{name}-endian", "html", ("\ufeff" + page(tag(BASE) + LINK)).encode(codec),
                   f"Is the base of a document in UTF-16, {name} endian, found?",
                   "Yes: its byte order mark says how to read it.", ["html", "html-base", "encoding"],
                   [since_5(BASE, [*STANDARD, *h("determining-the-character-encoding")])])


def located(name, markup, question, why, tags, *references):
    """A document whose own URL a message gives by Content-Location, so that it has a base even if no element defines one."""
    return Case(name, "eml", mail([f"Content-Location: {DOCUMENT}"], page(markup)), question, why, ["html", "html-base", "mail", *tags], list(references))


LOCATED = [clause("RFC 2557", "5"), *h("fallback-base-url")]


def ends_of_text():
    """Where a comment, or an element whose content is text, ends: what follows is markup again."""
    def comment(name, markup, what, ends, section):
        base = BASE if ends else OTHER
        then = "the comment has ended, and the element is in the document." if ends else "the comment goes on, and a comment has no elements."
        where = "" if what.startswith("<!--") else " in a comment"
        return ask(f"base-after-{name}", f"{markup.replace('BASE', tag(BASE))}\n{tag(OTHER)}\n{LINK}", f"Does a base element count after `{what}`{where}?",
                   f"{'Yes' if ends else 'No'}: {then}", [since_5(base, [*STANDARD, *h(section)])], "html-base", "html-parser", "comments")

    yield comment("empty-comment-without-dashes", "<!-->BASE<!-- -->", "<!-->", True, "comment-start-state")
    yield comment("empty-comment-with-a-dash", "<!--->BASE<!-- -->", "<!--->", True, "comment-start-dash-state")
    yield comment("comment-that-ends-with-a-bang", "<!-- x --!>BASE<!-- -->", "--!>", True, "comment-end-bang-state")
    yield comment("three-dashes", "<!-- x --->BASE<!-- -->", "--->", True, "comment-end-state")
    yield comment("a-comment-in-a-comment", "<!-- <!-- x -->BASE<!-- -->", "-->", True, "comment-state")
    yield comment("dashes-without-angle", "<!-- x -- BASE -->", "--", False, "comment-end-state")
    yield comment("dashes-and-space", "<!-- x -- > BASE -->", "-- >", False, "comment-end-state")
    for name, begin, section in (("comment", "<!--", "comment-state"), ("script", "<script>", "script-data-state"), ("style", "<style>", "rawtext-state"),
                                 ("title", "<title>", "rcdata-state"), ("textarea", "<textarea>", "rcdata-state"), ("plaintext", "<plaintext>", "plaintext-state")):
        what = f"in a {name} element that never ends" if name != "comment" else "in a comment that never ends"
        text = "a comment" if name == "comment" else "text"
        yield located(f"base-in-unclosed-{name}", f"{LINK}\n{begin}\n{tag(OTHER)}", f"Does a base element {what} count?",
                      f"No: all that follows, up to the end of the file, is {text}.", ["html-parser"],
                      ref("a@href", "ref1.html", DOCUMENT, [*LOCATED, *h(section)], by="content-location", part="1", missing=["rfc1808"]))
        yield ask(f"reference-in-unclosed-{name}", f"{tag(BASE)}\n{begin}\n{LINK}", f"Is a link {what} a reference?",
                  f"No: all that follows, up to the end of the file, is {text}.",
                  [by_rules("a@href", "ref1.html", None, h(section), rfc3986=None, whatwg=None)], "html-parser")


def shadow_trees():
    """A template with shadowrootmode attaches a shadow tree to its parent. That tree is none of the document's: its base elements do not count, but
    its references have the base of the document."""
    clauses = h("attr-template-shadowrootmode", "parsing-main-inhead")

    def one(name, markup, question, why, base=BASE):
        return ask(f"shadow-{name}", f"{markup}\n{tag(OTHER)}\n{LINK}" if base == BASE else f"{markup}\n{tag(base)}\n{LINK}", question, why,
                   [since_5(base, [*STANDARD, *clauses])], "html-base", "html-parser", "shadow-tree")

    def host(content, mode="open"):
        return f'<div><template shadowrootmode="{mode}">{content}</template></div>'

    yield ask("shadow-link", f"{tag(BASE)}\n{host(LINK)}", "What is the base of a link in a shadow tree?", "That of its document.",
              [since_5(BASE, [*STANDARD, *clauses])], "html-base", "html-parser", "shadow-tree")
    yield ask("shadow-link-after-base-in-it", f"{tag(BASE)}\n{host(tag(OTHER) + LINK)}", "Does a base element in a shadow tree count for the links beside it?",
              "No: they have the base of the document, in which that element is not.", [since_5(BASE, [*STANDARD, *clauses])],
              "html-base", "html-parser", "shadow-tree")
    for name, mode in (("closed", "closed"), ("of-unknown-mode", "other")):
        yield ask(f"shadow-{name}", f"{host(tag(OTHER), mode)}\n{tag(BASE)}\n{LINK}", f"Does a base element in a template with shadowrootmode `{mode}` count?",
                  "No: a shadow tree is not in the document's tree, and neither is the content of another template.",
                  [since_5(BASE, [*STANDARD, *clauses])], "html-base", "html-parser", "shadow-tree")
    yield one("slotted", f'<div><template shadowrootmode="open"><slot></slot></template>{tag(BASE)}</div>',
              "Does a base element count that is beside a shadow root, and shown in its slot?", "Yes: it is a child of the host, in the document's tree.")
    yield ask("shadow-of-a-paragraph", f"<p><template shadowrootmode=\"open\">{tag(OTHER)}</template>x</p>\n{tag(BASE)}\n{LINK}",
              "Does a base element in the shadow tree of a paragraph count?", "No: a paragraph can have a shadow root, too.",
              [since_5(BASE, [*STANDARD, *clauses])], "html-base", "html-parser", "shadow-tree")
    yield ask("shadow-of-a-table", f"<table><template shadowrootmode=\"open\">{tag(OTHER)}</template></table>\n{tag(BASE)}\n{LINK}",
              "Does a base element in a shadow root of a table count?",
              "No: a table can have no shadow root, so the template is one like others, and its content is not in the document.",
              [since_5(BASE, [*STANDARD, *clauses])], "html-base", "html-parser", "shadow-tree")


def scripts():
    """Markup that a script writes is text to a program without scripting. setHTML() removes base elements, so that both agree."""
    for name, call, safe in (("sethtml", "setHTML", True), ("sethtmlunsafe", "setHTMLUnsafe", False)):
        script = f"<div id='box'></div><script>document.getElementById('box').{call}(\"{tag(OTHER).replace(chr(34), chr(39))}\");</script>"
        question = f"Does a base element that a script passes to {call}() count?"
        sanitizer = clause("Sanitizer API", "built-in-safe-default-configuration")
        if safe:
            yield ask(f"script-{name}", f"{script}\n{tag(BASE)}\n{LINK}", question,
                      "No: it is not among the elements that the default configuration allows. Without scripting it is text.",
                      [since_5(BASE, [sanitizer, *STANDARD, *h("script-data-state")])], "html-base", "scripting")
        else:
            yield ask(f"script-{name}", f"{script}\n{tag(BASE)}\n{LINK}", question,
                      "Only if scripting is enabled: nothing is removed then. Otherwise it is the text of a script.",
                      [undefined("a@href", "ref1.html", [sanitizer, *h("scripting-flag", "script-data-state")], [DIR + "ref1.html", OTHER + "ref1.html"])],
                      "html-base", "scripting")
    yield ask("script-document-write", f"<script>document.write(\"{tag(OTHER).replace(chr(34), chr(39))}\");</script>\n{tag(BASE)}\n{LINK}",
              "Does a base element that document.write() writes count?",
              "Only if scripting is enabled: the parser then reads it after the script. Otherwise it is the text of a script.",
              [undefined("a@href", "ref1.html", h("scripting-flag", "script-data-state"), [DIR + "ref1.html", OTHER + "ref1.html"])], "html-base", "scripting")


def frames():
    """Documents in srcdoc: their fallback base URL is the base of the document around them."""
    within = h("an-iframe-srcdoc-document", "fallback-base-url")
    place = "iframe@srcdoc/a@href"

    def srcdoc(content):
        return f'<iframe srcdoc="{escaped(content)}"></iframe>'

    def one(name, markup, question, why, *references):
        return ask(f"srcdoc-{name}", markup, question, why, list(references), "html-base", "srcdoc")

    yield one("inherits", f"{tag(BASE)}\n{srcdoc(LINK)}", "What is the base of a document in srcdoc?", "That of the document around it.",
              since_5(BASE, within, place=place))
    yield one("before-base", f"{srcdoc(LINK)}\n{tag(BASE)}", "Is a base element after an iframe the base of its srcdoc?",
              "It is the base of the whole document around it.",
              undefined(place, "ref1.html", within, [None, DIR + "ref1.html"]))
    yield one("own-base", f"{tag(OTHER)}\n{srcdoc(tag(BASE) + LINK)}", "Does a base element in srcdoc count?", "Yes, for that document.",
              since_5(BASE, [*STANDARD, *within], place=place))
    yield one("own-base-stays-inside", f"{tag(BASE)}\n{srcdoc(tag(OTHER) + LINK)}\n<a href='ref2.html'>2</a>",
              "Does a base element in srcdoc change the document around it?",
              "No: it is another document.", since_5(OTHER, [*STANDARD, *within], place=place), link(BASE, FIRST, "ref2.html"))
    yield one("own-second-base", f"{tag(OTHER)}\n{srcdoc(tag(BASE) + tag('http://third.example.org/') + LINK)}", "Which of two base elements in srcdoc counts?",
              "The first.",
              since_5(BASE, [*STANDARD, *within], place=place))
    yield one("target-only", f'{tag(BASE)}\n{srcdoc("<base target=_top>" + LINK)}', "Does a base element without href in srcdoc hide the base around?", "No: only a base element with an href defines a base.",
              since_5(BASE, within, place=place))
    for name, href in (("relative", "sub/"), ("parent", "../"), ("root", "/r/"), ("network-path", "//net.example.org/r/"), ("query", "?q"), ("fragment", "#f"),
                       ("empty", ""), ("dot", ".")):
        base = resolve.rfc3986(BASE, href)
        yield one(f"{name}-base", f"{tag(BASE)}\n{srcdoc(tag(href) + tag(OTHER) + LINK)}",
                  f"What does the base `{href}` in a srcdoc mean?" if href else "What does an empty base in a srcdoc mean?",
                  "It is resolved against the base of the document around it. It is the first, so the next one does not count.",
                  since_5(base, [*h("set-the-frozen-base-url"), *within], place=place))
    for name, href in (("data", "data:text/html,x"), ("javascript", "javascript:void(0)"), ("invalid", "http://[/")):
        yield one(f"{name}-base", f"{tag(BASE)}\n{srcdoc(tag(href) + tag(OTHER) + LINK)}", f"What does the base `{href}` in a srcdoc mean?",
                  "It cannot be a base, so the base around counts. The next base element does not.",
                  refused(BASE, within, place=place))
    yield one("in-srcdoc", f"{tag(BASE)}\n{srcdoc(srcdoc(LINK))}", "What is the base of a srcdoc in a srcdoc?", "That of the document around both.",
              since_5(BASE, within, place="iframe@srcdoc/iframe@srcdoc/a@href"))
    yield one("in-srcdoc-with-base", f"{tag(OTHER)}\n{srcdoc(tag(BASE) + srcdoc(LINK))}", "What is the base of a srcdoc in a srcdoc that has a base?",
              "That of the nearest document around it.",
              since_5(BASE, [*STANDARD, *within], place="iframe@srcdoc/iframe@srcdoc/a@href"))
    yield one("relative-in-relative", f"{tag(BASE)}\n{srcdoc(tag('sub/') + srcdoc(tag('deep/') + LINK))}",
              "Do relative bases of nested srcdoc documents add up?",
              "Yes: each is resolved against the base around it.",
              since_5(DIR + "sub/deep/", [*h("set-the-frozen-base-url"), *within], place="iframe@srcdoc/iframe@srcdoc/a@href"))
    policy = '<meta http-equiv="Content-Security-Policy" content="base-uri %s">'
    for name, content, base, how, why in (
            ("policy-none", policy % "'none'" + tag(OTHER), BASE, "allows none, and stands before it", "The policy forbids every base element, so the base around counts."),
            ("policy-other", policy % "http://third.example.org" + tag(OTHER), BASE, "allows another host, and stands before it",
             "The policy forbids this base, so the base around counts."),
            ("policy-allows", policy % "http://other.example.org" + tag(OTHER), OTHER, "allows its host, and stands before it", "The policy allows this base."),
            ("policy-after-base", tag(OTHER) + policy % "'none'", OTHER, "allows none, but stands after it", "The base is set before the policy is read.")):
        yield one(name, f"{tag(BASE)}\n{srcdoc(content + LINK)}",
                  f"Does a base element count, if the base-uri of a Content-Security-Policy {how}?",
                  f"{why} RFC 3986 knows no such policy." if base == BASE else why,
                  Reference(place, "ref1.html", [*h("set-the-frozen-base-url"), clause("CSP 3", "directive-base-uri"), clause("RFC 3986", "5.1.1")],
                            {"rfc3986": Expected(OTHER + "ref1.html", OTHER), "whatwg": Expected(resolve.rfc3986(base, "ref1.html"), base)}, by="html-base"))
    yield one("image", f"{tag(BASE)}\n{srcdoc('<img src=ref1.png>')}", "What is the base of an image in srcdoc?", "That of the document around it.",
              since_5(BASE, within, "ref1.png", "iframe@srcdoc/img@src"))
    yield one("comment", f"{tag(BASE)}\n{srcdoc('<!-- ' + tag(OTHER) + ' -->' + LINK)}", "Does a base element in a comment of srcdoc count?",
              "No: a comment has no elements.",
              since_5(BASE, [*within, *h("comment-state")], place=place))
    yield one("double-escape", f"{tag(BASE)}\n<iframe srcdoc='<a href=\"?a=1&amp;amp;ref1\">1</a>'></iframe>",
              "How often are character references in srcdoc decoded?",
              "Twice: in the attribute, and in the document that it contains.", since_5(BASE, [*within, *h("attr-iframe-srcdoc")], "?a=1&ref1", place))
    yield one("and-src", f'{tag(BASE)}\n<iframe src="data:text/html,x" srcdoc="{escaped(LINK)}"></iframe>', "Does srcdoc count if the iframe has a src, too?",
              "Yes: srcdoc wins.",
              since_5(BASE, [*within, *h("attr-iframe-srcdoc")], place=place))


def messages():
    """Bases that need the URL of their document, which a message gives by Content-Location."""
    def one(name, markup, question, why, *references):
        return located(name, markup, question, why, [], *references)

    def made(base, clauses, by="html-base", missing=()):
        return ref("a@href", "ref1.html", base, clauses, by=by, part="1", missing=missing)

    for name, href in (("relative", "sub/"), ("parent", "../"), ("root", "/r/"), ("network-path", "//net.example.org/r/"), ("query", "?q"), ("fragment", "#f"),
                       ("empty", ""), ("dot", "."),
                       ("file", "other.html")):
        base = resolve.rfc3986(DOCUMENT, href)
        yield one(f"base-{name}", f"{tag(href)}\n{tag(OTHER)}\n{LINK}", f"What does the base `{href}` mean in a document with a URL?" if href else
                  "What does an empty base mean in a document with a URL?",
                  "It is resolved against the URL of the document. It is the first, so the next one does not count.",
                  made(base, [*h("set-the-frozen-base-url"), *LOCATED], missing=["rfc1808"]))
    for name, href in (("data", "data:text/html,x"), ("javascript", "javascript:void(0)"), ("invalid", "http://[/")):
        yield one(f"base-{name}", f"{tag(href)}\n{tag(OTHER)}\n{LINK}", f"What does the base `{href}` mean in a document with a URL?",
                  "It cannot be a base, so the URL of the document counts. The next base element does not.",
                  refused(DOCUMENT, LOCATED, by="content-location", part="1"))
    for name, href in (("mailto", "mailto:a@m.example.org"), ("about", "about:blank"), ("about-srcdoc", "about:srcdoc"), ("blob", "blob:http://x.example.org/1")):
        yield one(f"base-{name}", f"{tag(href)}\n{LINK}", f"What does a relative reference mean if the base is `{href}`?",
                  "Nothing: the HTML Standard takes this base, and no path can be resolved against it.",
                  by_rules("a@href", "ref1.html", href, [*h("set-the-frozen-base-url"), clause("URL", "no-scheme-state")], by="html-base", part="1",
                           whatwg=None))
    for name, href in (("upper-case-data", "DATA:text/html,x"), ("javascript-after-space", " javascript:void(0)"), ("http-without-host", "https://")):
        yield one(f"base-{name}", f"{tag(href)}\n{tag(OTHER)}\n{LINK}", f"What does the base `{href.strip()}`{', after a space,' if href[0] == ' ' else ''} mean in a document with a URL?",
                  "It cannot be a base, so the URL of the document counts. The next base element does not.",
                  refused(DOCUMENT, LOCATED, by="content-location", part="1"))
    yield one("base-blank", f"{tag(' ')}\n{tag(OTHER)}\n{LINK}", "What does a base of one space mean in a document with a URL?",
              "Spaces around a URL are removed, so it is empty, and means the URL of the document. The next base element does not count.",
              made(DOCUMENT, [*h("set-the-frozen-base-url"), clause("URL", "concept-basic-url-parser"), *LOCATED], missing=["rfc1808"]))
    yield one("base-in-frameset", f'<frameset>{tag(OTHER)}<frame src="ref1.html"></frameset>', "Does a base element in a frameset count?",
              "No: the parser ignores it there.",
              ref("frame@src", "ref1.html", DOCUMENT, [*LOCATED, *h("parsing-main-inframeset")], by="content-location", part="1", missing=["rfc1808"]))
    yield one("base-after-frameset", f'<frameset><frame src="ref1.html"></frameset>{tag(OTHER)}', "Does a base element after a frameset count?",
              "No: the parser ignores it there.",
              ref("frame@src", "ref1.html", DOCUMENT, [*LOCATED, *h("parsing-main-afterframeset")], by="content-location", part="1", missing=["rfc1808"]))
    srcdoc = f'<iframe srcdoc="{escaped(LINK)}"></iframe>'
    yield one("srcdoc-in-located-document", srcdoc, "What is the base of a srcdoc in a document with a URL and no base element?", "The URL of that document.",
              ref("iframe@srcdoc/a@href", "ref1.html", DOCUMENT, [*h("an-iframe-srcdoc-document"), *LOCATED], by="content-location", part="1", missing=["rfc1808"]))
    yield one("srcdoc-relative-base-in-located-document", srcdoc.replace(escaped(LINK), escaped(tag("sub/") + LINK)),
              "What is a relative base in a srcdoc relative to, if the document around it has no base element?", "The URL of that document.",
              ref("iframe@srcdoc/a@href", "ref1.html", "http://doc.example.org/m/sub/", [*h("set-the-frozen-base-url", "an-iframe-srcdoc-document"), *LOCATED],
                  by="html-base", part="1", missing=["rfc1808"]))
    yield one("base-without-href", f"<base target='_blank'>\n{LINK}", "Does a base element without href change the base?",
              "No: the URL of the document stays the base.",
              made(DOCUMENT, LOCATED, by="content-location"))
    yield one("empty-form-action", f'{tag(BASE)}\n<form action=""><button>1</button></form>', "Where does a form with an empty action lead?",
              "In the HTML Standard to the URL of its document, not to the base; by the RFCs the empty reference is the base.",
              by_rules("form@action", "", BASE, [*h("form-submission-algorithm"), clause("RFC 3986", "5.2.2")], by="html-base", part="1",
                       other={"whatwg": DOCUMENT}, rfc1808=BASE, rfc3986=BASE, whatwg=DOCUMENT))


# (name, markup, [(place, written)], clauses): the elements and attributes that have URLs.
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
    ("upper-case", "5;URL=ref1.html", "ref1.html", "The URL follows `URL=`, which may be in upper case."),
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


# Those of ELEMENTS that HTML 4.01 has.
IN_HTML4 = {"a", "area", "link", "link-canonical", "link-icon", "img", "img-longdesc", "iframe", "iframe-longdesc", "object", "form", "input-image", "blockquote",
            "q", "ins", "del", "script", "body-background"}


# What a question says in addition, where several ask about the same attribute.
ELEMENTS_IN = {"link-canonical": ", a canonical link,", "link-icon": ", an icon,", "link-in-body": " in the body", "image": ", written as `image`,",
               "video-source": " in a video", "audio-source": " in an audio element", "script-module": ", a module,", "svg-a": " in SVG", "svg-a-xlink": " in SVG",
               "svg-image": " in SVG", "svg-image-xlink": " in SVG", "svg-script": " in SVG", "svg-use": " in SVG"}


def attributes():
    for name, markup, places, clauses in ELEMENTS:
        element = places[0][0].partition("@")[0]
        made = link if name in IN_HTML4 else since_5
        names = " and ".join(f"`{attribute}` of `{owner}`" for owner, _, attribute in (one.partition("@") for one in dict.fromkeys(place for place, _ in places)))
        yield ask(f"element-{name}", f"{tag(BASE)}\n{markup}", f"Is the URL in {names}{ELEMENTS_IN.get(name, '')} relative to the base?",
                  f"Yes: a URL of `{element}` is resolved against the document base URL.",
                  [made(BASE, [*clauses, *h("document-base-url")], text, place) for place, text in places],
                  "html-base", "elements")
    for name, content, url, why in REFRESHES:
        yield ask(f"refresh-{name}", f'{tag(BASE)}\n<meta http-equiv="refresh" content="{escaped(content)}">',
                  f"Where does the refresh `{content.strip()}` lead?", why,
                  [since_5(BASE, REFRESH, url, "meta@refresh")], "html-base", "elements", "refresh")
    yield ask("refresh-without-time", f'{tag(BASE)}\n<meta http-equiv="refresh" content="url=ref1.html">', "Does a refresh without a time lead anywhere?",
              "No: the value must begin with a number.",
              [by_rules("meta@refresh", "ref1.html", BASE, REFRESH, by="html-base", rfc3986=None, whatwg=None)],
              "html-base", "elements", "refresh")
    for name, value, urls, why in SRCSETS:
        yield ask(f"srcset-{name}", f'{tag(BASE)}\n<img srcset="{escaped(value)}" alt="x">', f"Which URLs are in the srcset `{' '.join(value.split())}`?", why,
                  [since_5(BASE, h("parsing-a-srcset-attribute"), url, "img@srcset") for url in urls], "html-base", "elements", "srcset")
    for name, markup, place in (("object", '<object codebase="sub/" data="ref1.bin"></object>', "object@data"),
                                ("object-absolute", '<object codebase="http://other.example.org/x/" data="ref1.bin"></object>', "object@data")):
        codebase = OTHER if "other" in markup else DIR + "sub/"
        old, new = Expected(codebase + "ref1.bin", codebase), Expected(DIR + "ref1.bin", BASE)
        yield ask(f"codebase-of-{name}", f"{tag(BASE)}\n{markup}", f"Is the data of an object relative to its {'absolute' if 'absolute' in name else 'relative'} codebase?",
                  "In HTML 4.01 yes, and the codebase is relative to the base. The HTML Standard knows no codebase.",
                  [Reference(place, "ref1.bin", [clause(HTML4, "struct/objects.html#h-13.3"), *h("the-object-element")],
                             {"rfc1808": old, "whatwg": new}, by="html-codebase")],
                  "html-base", "elements", "codebase")
    yield ask("codebase-of-applet", f'{tag(BASE)}\n<applet codebase="sub/" code="x.class" archive="ref1.jar"></applet>',
              "Is the archive of an applet relative to its codebase?",
              "In HTML 4.01 yes. To the HTML Standard an applet is an unknown element.",
              [by_rules("applet@archive", "ref1.jar", DIR + "sub/", [clause(HTML4, "struct/objects.html#h-13.4"), *h("non-conforming-features")], by="html-codebase",
                        other={"whatwg": BASE}, rfc1808=DIR + "sub/ref1.jar", whatwg=None)],
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
    yield one("value-bare-ampersand", '<a href="?a=1&ref1=2">1</a>', "Does an ampersand that begins no character reference stand for itself?", "Yes: no name of a character follows.",
              since_5(BASE, h("character-reference-state"), "?a=1&ref1=2"))
    yield one("value-entity-without-semicolon", '<a href="?ref1&copy=2">1</a>', "Is `&copy=` in an attribute a character reference?",
              "No: in an attribute, a name without a semicolon before `=` is text.", since_5(BASE, h("named-character-reference-state"), "?ref1&copy=2"))
    yield one("value-number", '<a href="&#x72;&#101;f1.html">1</a>', "Are numeric character references in a reference decoded?", "Yes: as in every attribute.",
              link(BASE, h("numeric-character-reference-state")))
    yield one("value-unquoted", "<a href=ref1.html>1</a>", "Does an unquoted reference end at the `>`?", "Yes: an unquoted value ends at white space or `>`.",
              link(BASE, h("attribute-value-(unquoted)-state")))
    yield one("value-upper-case-names", '<A HREF="ref1.html">1</A>', "Are names of elements and attributes in upper case the same?", "Yes: the parser lowers their case.",
              link(BASE, h("tag-name-state")))
    yield one("value-two-attributes", '<a href="ref1.html" href="x.html">1</a>', "Which of two hrefs counts?", "The first.",
              since_5(BASE, h("attribute-name-state")))
    yield one("value-spaces", '<a href="  ref1.html\n">1</a>', "Does white space around a reference belong to it?", "No: it is removed first.",
              since_5(BASE, [*h("valid-url-potentially-surrounded-by-spaces"), clause("URL", "concept-basic-url-parser")]))
    yield one("empty-link", '<a href="">1</a>', "Where does a link with an empty href lead?", "To the base.",
              link(BASE, [*h("the-a-element"), clause("RFC 3986", "5.2.2")], ""))
    for name, markup, place, section in (("image", '<img src="" alt="x">', "img@src", "the-img-element"),
                                         ("script", '<script src=""></script>', "script@src", "the-script-element"),
                                         ("stylesheet", '<link rel="stylesheet" href="">', "link@href", "the-link-element"),
                                         ("poster", '<video poster=""></video>', "video@poster", "the-video-element"),
                                         ("embed", '<embed src="">', "embed@src", "the-embed-element"),
                                         ("object", '<object data=""></object>', "object@data", "the-object-element")):
        is_old = name not in ("poster", "embed")
        why = "Nothing: the HTML Standard does not resolve an empty value here." + " To RFC 1808 an empty reference is the base." * is_old
        yield one(f"empty-{name}", markup, "What does an empty `{2}` of `{0}` fetch?".format(*place.partition("@")), why,
                  by_rules(place, "", BASE, [*h(section), *[clause("RFC 1808", "4")] * is_old], by="html-base", **{"rfc1808": BASE} if is_old else {}, whatwg=None))
    yield one("xml-base-in-html", f'<p xml:base="{OTHER}">{LINK}</p>', "Does xml:base count in an HTML document?",
              "No: to the HTML parser it is an attribute without meaning.",
              since_5(BASE, h("document-base-url", "adjust-foreign-attributes")))
    yield one("xml-base-in-svg-in-html", f'<svg xml:base="{OTHER}"><a href="ref1.html"><text>1</text></a></svg>',
              "Does xml:base of SVG count in an HTML document?",
              "No: the HTML parser does not make an attribute of XML of it.", since_5(BASE, h("document-base-url", "adjust-foreign-attributes")))


def styles():
    """URLs in style sheets of the document are relative to the base of the document."""
    relative = clause("CSS Values 4", "relative-urls")

    def one(name, markup, what, why, *references):
        shown = "<p>x</p>" if "<style" in markup else ""  # to which the rules apply
        return ask(f"style-{name}", f"{tag(BASE)}\n{markup}{shown}", f"Is the URL of {what} relative to the base?", why, list(references), "html-base", "css")

    def made(text, place, *clauses):
        return since_5(BASE, [relative, *clauses], text, place)

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
    yield ask("style-fragment", f"{tag(BASE)}\n<style>p {{ mask: url(#ref1) }}</style><p>x</p>", "Is a fragment in url() of a style element relative to the base?",
              "No: CSS looks for it in the document that has the style, whatever its base is. RFC 3986 alone would take it for a place in the base.",
              [by_rules("style/css:url", "#ref1", BASE, [clause("CSS Values 4", "local-urls"), clause("RFC 3986", "5.2.2")], by="html-base",
                        rfc3986=BASE + "#ref1", whatwg=None)], "html-base", "css")
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
