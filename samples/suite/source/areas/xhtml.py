# SPDX-License-Identifier: MIT
"""XHTML and SVG: namespaces decide what an element is, and xml:base defines a base for its element (XML Base, RFC 7303 section 6).

HTML 4.01 has neither, so that nothing is expected here under `rfc1808`."""

from case import Case, Expected, Reference, by_rules, clause, escaped, ref, undefined

BASE = "http://base.example.org/d/page.html"
OTHER = "http://other.example.org/x/"
OUTER = "http://outer.example.org/o/page.xml"
INNER = "http://inner.example.org/i/"
XHTML = "http://www.w3.org/1999/xhtml"
SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
LINK = '<a href="ref1.html">1</a>'


def h(*sections):
    return [clause("HTML", section) for section in sections]


def xml(section):
    return clause("XML 1.0", section)


FIRST = h("document-base-url", "the-base-element")
NAMES = clause("XML Namespaces", "defaulting")
XML_BASE = [clause("XML Base", "granularity"), clause("RFC 7303", "6")]
SVG_BASE = [clause("SVG 2", "linking.html#processingURL-absolute"), clause("XML Base", "granularity")]
# SVG 2 lists xml:base among what it removed, and yet resolves by XML Base. The HTML Standard, to which it refers as well, knows only base elements.
SVG_REMOVED = [clause("SVG 2", "changes.html#structure"), *h("document-base-url")]


def tag(href):
    return f'<base href="{escaped(href)}"/>'


def page(body, head="", before="", attributes=""):
    return f'{before}<html xmlns="{XHTML}"{attributes}>\n<head><title>Case</title>{head}</head>\n<body>{body}</body>\n</html>\n'


def drawing(content, before="", attributes=""):
    return f'{before}<svg xmlns="{SVG}"{attributes}>\n{content}\n</svg>\n'


def xlink(content):
    return drawing(content, attributes=f' xmlns:xlink="{XLINK}" xml:base="{OUTER}"')


def link(base, clauses, written="ref1.html", place="a@href", by="html-base"):
    return ref(place, written, base, clauses, by=by, missing=["rfc1808"])


def cases():
    yield from base_elements()
    yield from values()
    yield from xml_base_in_xhtml()
    yield from svg()


def ask(name, content, question, why, references, *tags, ending="xhtml"):
    return Case(name, ending, content.encode() if isinstance(content, str) else content, question, why, [ending, *tags], references)


def base_elements():
    def inside(name, content, what, why, *clauses):
        return ask(f"base-{name}", content, f"Does a base element {what} count in XHTML?", f"Yes: {why}", [link(BASE, [*FIRST, *clauses])], "html-base", "xml")

    def out(name, markup, what, why, *clauses, head=True, before=""):
        content = page(LINK, head=markup + tag(BASE), before=before) if head else page(markup + tag(BASE) + LINK, before=before)
        return ask(f"base-{name}", content, f"Does a base element {what} count in XHTML?", f"No: {why}", [link(BASE, [*FIRST, *clauses])], "html-base", "xml")

    both = tag(BASE) + tag(OTHER)
    yield ask("base", page(LINK, head=tag(BASE)), "Does a base element define the base of an XHTML document?", "Yes: its namespace makes it the element of HTML.", [link(BASE, FIRST)], "html-base", "xml")
    yield ask("base-second", page(LINK, head=both), "Which of two base elements of XHTML counts?", "The first with an href.", [link(BASE, FIRST)],
              "html-base", "xml")
    yield ask("base-after-reference", page(LINK + tag(BASE)), "Does a base element of XHTML count for the references before it?",
              "Yes: a document has one base.",
              [link(BASE, FIRST)], "html-base", "xml")
    yield ask("base-after-target", page(LINK, head=f'<base target="_blank"/>{tag(BASE)}'),
              "Does a base element of XHTML without href hide a later one with href?", "No: only a base element with an href defines a base.",
              [link(BASE, FIRST)], "html-base", "xml")
    yield inside("in-body", page(tag(BASE) + tag(OTHER) + LINK), "in the body", "it is in the document.")
    head = f'<h:head><h:title>Case</h:title><h:base href="{BASE}"/></h:head>'
    yield inside("with-prefix", f'<h:html xmlns:h="{XHTML}">\n{head}\n<h:body><h:a href="ref1.html">1</h:a></h:body>\n</h:html>\n',
                 "with a prefix", "its namespace is that of XHTML, whatever the prefix.", clause("XML Namespaces", "ns-qualnames"))
    yield inside("with-end-tag", page(LINK, head=f'<base href="{BASE}"></base>{tag(OTHER)}'), "with an end tag", "in XML that is the same element.",
                 xml("sec-starttags"))
    for name in ("textarea", "style", "title"):
        yield inside(f"in-{name}", page(f"<div><{name}>{tag(BASE)}</{name}></div>{tag(OTHER)}{LINK}"), f"in a {name} element",
                     "in XML its content is elements, not text.",
                     *h("parsing-xhtml-documents"))
    yield inside("in-noscript", page(f"<noscript>{tag(BASE)}</noscript>{tag(OTHER)}{LINK}"), "in noscript", "in XML noscript has no effect.",
                 *h("the-noscript-element"))
    yield inside("in-foreignobject", page(f'<svg xmlns="{SVG}"><foreignObject><div xmlns="{XHTML}">{tag(BASE)}</div></foreignObject></svg>{tag(OTHER)}{LINK}'),
                 "in a foreignObject of SVG", "its namespace is that of XHTML.", NAMES)
    yield inside("of-xhtml-directly-in-svg", page(f'<svg xmlns="{SVG}"><base xmlns="{XHTML}" href="{BASE}"/></svg>{tag(OTHER)}{LINK}'),
                 "that stands in SVG, in the namespace of XHTML,",
                 "its namespace is that of XHTML.", NAMES)
    yield inside("in-other-vocabulary", page(f'<x xmlns="urn:example:x"><base xmlns="{XHTML}" href="{BASE}"/></x>{tag(OTHER)}{LINK}'),
                 "in an element of another namespace",
                 "its own namespace is that of XHTML.", NAMES)
    yield inside("of-entity", page(f"&b;{tag(OTHER)}{LINK}", before=f"<!DOCTYPE html [<!ENTITY b '{tag(BASE)}'>]>\n"), "that an entity contains",
                 "the entity is replaced by its content.", xml("sec-internal-ent"))
    yield out("in-comment", f"<!-- {tag(OTHER)} -->", "in a comment", "a comment has no elements.", xml("sec-comments"))
    yield out("in-cdata", f"<p><![CDATA[{tag(OTHER)}]]></p>", "in a CDATA section", "its content is text.", xml("sec-cdata-sect"), head=False)
    yield out("in-instruction", f"<?x {tag(OTHER)[1:-2]}?>", "in a processing instruction", "it is no element.", xml("sec-pi"))
    yield out("in-template", f"<template>{tag(OTHER)}</template>", "in a template", "the content of a template is not in the document.",
              *h("the-template-element"))
    yield out("in-entity-declaration", "", "in an entity that is never used", "the declaration alone adds nothing.", xml("sec-entity-decl"),
              before=f"<!DOCTYPE html [<!ENTITY b '{tag(OTHER)}'>]>\n")
    yield out("without-namespace", f'<base xmlns="" href="{OTHER}"/>', "without namespace", "it is no element of XHTML.", NAMES)
    yield out("of-other-namespace", f'<x:base xmlns:x="urn:example:x" href="{OTHER}"/>', "of another namespace", "it is no element of XHTML.", NAMES)
    yield out("of-wrong-namespace", f'<base xmlns="http://www.w3.org/TR/xhtml1" href="{OTHER}"/>', "of a namespace that is similar",
              "namespaces are compared character by character.",
              clause("XML Namespaces", "NSNameComparison"))
    yield out("of-svg", f'<svg xmlns="{SVG}"><base href="{OTHER}"/></svg>', "in the namespace of SVG", "it is an element of SVG.", NAMES, head=False)
    yield out("upper-case", f'<BASE href="{OTHER}"/>', "in upper case", "names in XML have case.", xml("dt-match"))
    yield out("with-upper-case-href", f'<base HREF="{OTHER}"/>', "with HREF in upper case", "names in XML have case.", xml("dt-match"))
    yield out("with-href-of-namespace", f'<base xmlns:x="{XHTML}" x:href="{OTHER}"/>', "with an href that has a namespace",
              "only href without namespace is that of the base element.",
              clause("XML Namespaces", "defaulting"))
    yield out("with-xlink-href", f'<base xmlns:x="{XLINK}" x:href="{OTHER}"/>', "with an href of XLink",
              "only href without namespace is that of the base element.", NAMES)


def values():
    """References in XHTML: what XML makes of an attribute before it is resolved."""
    def one(name, content, question, why, *references):
        return ask(name, content, question, why, list(references), "html-base", "xml")

    def body(markup, before=""):
        return page(markup, head=tag(BASE), before=before)

    yield one("link-with-prefix", body(f'<h:a xmlns:h="{XHTML}" href="ref1.html">1</h:a>'), "Is an `a` element with a prefix a link?",
              "Yes: its namespace is that of XHTML.",
              link(BASE, [NAMES, *h("the-a-element")]))
    yield one("link-without-namespace", body('<a xmlns="" href="ref1.html">1</a>'), "Is an `a` element without namespace a link?",
              "No: it is no element of XHTML.",
              by_rules("a@href", "ref1.html", BASE, [NAMES, *h("the-a-element")], by="html-base", rfc3986=None, whatwg=None))
    yield one("entity-in-reference", body('<a href="&r;.html">1</a>', '<!DOCTYPE html [<!ENTITY r "ref1">]>\n'), "Is an entity in a reference replaced?",
              "Yes: the parser of XML replaces it.",
              link(BASE, [xml("sec-internal-ent"), *h("parsing-xhtml-documents")]))
    yield one("entity-in-base", page(LINK, head='<base href="http://&host;/d/"/>', before='<!DOCTYPE html [<!ENTITY host "base.example.org">]>\n'),
              "Is an entity in the href of a base element replaced?",
              "Yes: the parser of XML replaces it.", link("http://base.example.org/d/", [xml("sec-internal-ent"), *FIRST]))
    yield one("character-reference", body('<a href="&#x72;ef1.html?a&amp;b">1</a>'), "Are character references in a reference decoded?", "Yes: the parser of XML replaces them.",
              link(BASE, [xml("sec-references")], "ref1.html?a&b"))
    yield one("newline-in-reference", body('<a href="x\nref1">1</a>'), "What is a newline in a reference in XHTML?",
              "A space: XML replaces it. The URL Standard then escapes the space.",
              by_rules("a@href", "x ref1", BASE, [xml("AVNormalize"), clause("URL", "path-state")], by="html-base", whatwg="http://base.example.org/d/x%20ref1"))
    yield one("newline-reference-in-reference", body('<a href="x&#10;ref1">1</a>'), "What is an escaped newline in a reference in XHTML?",
              "A newline, which the URL Standard removes.",
              by_rules("a@href", "x\nref1", BASE, [xml("AVNormalize"), clause("URL", "concept-basic-url-parser")], by="html-base",
                       whatwg="http://base.example.org/d/xref1"))
    yield one("style-in-cdata", page("<p>x</p>", head=tag(BASE) + "<style><![CDATA[ p { background: url(ref1.png) } ]]></style>"),
              "Is the content of a CDATA section in a style element a style sheet?", "Yes: it is text.",
              link(BASE, [xml("sec-cdata-sect"), clause("CSS Values 4", "relative-urls")], "ref1.png", "style/css:url"))
    yield one("style-with-reference", page("<p>x</p>", head=tag(BASE) + "<style>p { background: url(?a&amp;ref1) }</style>"), "Is `&amp;` in a style element of XHTML an ampersand?",
              "Yes: its content is not raw text in XML.",
              link(BASE, [xml("sec-references"), clause("CSS Values 4", "relative-urls")], "?a&ref1", "style/css:url"))
    yield one("link-in-cdata", body('<p><![CDATA[<a href="x.html">x</a>]]></p><a href="ref1.html">1</a>'),
              "Does a CDATA section before a link change its base?", "No: its content is text.",
              link(BASE, [xml("sec-cdata-sect"), *FIRST]))
    yield one("srcdoc", body(f'<iframe srcdoc="{escaped("<p>" + LINK)}"></iframe>'), "What is the base of a srcdoc document in XHTML?",
              "That of the document around it, and it is HTML, not XHTML.",
              link(BASE, h("an-iframe-srcdoc-document", "fallback-base-url"), place="iframe@srcdoc/a@href"))
    clauses = [*h("encoding-parsing-a-url"), clause("URL", "query-state")]
    query = page('<a href="?ref1=é">1</a>', head=tag(BASE))
    yield one("query-in-encoding", ('<?xml version="1.0" encoding="iso-8859-1"?>\n' + query).encode("latin-1"),
              "How is a letter in the query of a reference escaped, in XHTML in ISO 8859-1?",
              "In the encoding of the document.", by_rules("a@href", "?ref1=é", BASE, clauses, by="html-base", whatwg=BASE + "?ref1=%E9"))
    yield one("query-in-utf-8", page('<a href="?ref1=é">1</a>', head='<meta charset="windows-1252"/>' + tag(BASE)),
              "Does a meta element say the encoding of XHTML?",
              "No: without a declaration of XML it is UTF-8.",
              by_rules("a@href", "?ref1=é", BASE, [*clauses, xml("charencoding")], by="html-base", whatwg=BASE + "?ref1=%C3%A9"))
    yield one("utf-16", ("\ufeff" + page(LINK, head=tag(BASE))).encode("utf-16-be"), "Is the base of an XHTML document in UTF-16 found?",
              "Yes: its byte order mark says how to read it.",
              link(BASE, [xml("charencoding"), *FIRST]))


def scoped(place, written, base, clauses, resolved, without):
    """A reference in the scope of xml:base, which the HTML Standard does not know: there the base element stays the base. RFC 7303 has xml:base in
    application/xml, and no specification in application/xhtml+xml: so by RFC 3986, too, the base element may stay the base."""
    expected = Expected(resolved, base, also=[Expected(without, BASE)] if without != resolved and XML_BASE[1] in clauses else [])
    return Reference(place, written, [*clauses, *h("document-base-url")], {"rfc3986": expected, "whatwg": Expected(without, BASE)}, by="xml-base")


def xml_base_in_xhtml():
    why = "The HTML Standard knows no xml:base: there the base element stays the base."

    def one(name, body, question, answer, base, resolved, *clauses, before="", written="ref1.html"):
        without = "http://base.example.org/d/" + written
        return ask(f"xml-base-{name}", page(body, head=tag(BASE), before=before), question, f"{answer} {why}",
                   [scoped("a@href", written, base, [*XML_BASE, *clauses], resolved, without)], "html-base", "xml", "xml-base", "rules-differ")

    yield one("of-parent", f'<div xml:base="{OTHER}">{LINK}</div>', "Does xml:base count for the references in its element?", "By XML Base, yes.", OTHER,
              OTHER + "ref1.html")
    yield one("of-element", f'<a xml:base="{OTHER}" href="ref1.html">1</a>', "Does xml:base count for the attributes of its own element?",
              "By XML Base, yes.", OTHER, OTHER + "ref1.html")
    yield one("after-attribute", f'<a href="ref1.html" xml:base="{OTHER}">1</a>', "Does xml:base count for the attributes before it?",
              "By XML Base, yes: attributes have no order.", OTHER,
              OTHER + "ref1.html")
    yield one("nested", f'<div xml:base="{OUTER}"><p xml:base="{INNER}">{LINK}</p></div>', "Which of two nested xml:base counts?", "By XML Base, the inner.",
              INNER, INNER + "ref1.html")
    yield one("nested-relative", f'<div xml:base="{OUTER}"><p xml:base="sub/">{LINK}</p></div>', "What is a relative xml:base relative to?",
              "By XML Base, the base around it.",
              "http://outer.example.org/o/sub/", "http://outer.example.org/o/sub/ref1.html", clause("XML Base", "resolution"))
    yield one("nested-empty", f'<div xml:base="{OUTER}"><p xml:base="">{LINK}</p></div>', "What does an empty xml:base mean?",
              "By XML Base, the base around it: it is an empty reference.",
              OUTER, "http://outer.example.org/o/ref1.html", clause("XML Base", "resolution"))
    yield one("three-levels", f'<div xml:base="{OUTER}"><div xml:base="a/"><p xml:base="../b/">{LINK}</p></div></div>', "Do relative xml:base add up?",
              "By XML Base, yes, level by level.",
              "http://outer.example.org/o/b/", "http://outer.example.org/o/b/ref1.html", clause("XML Base", "resolution"))
    yield one("network-path", f'<div xml:base="{OUTER}"><p xml:base="//net.example.org/r/">{LINK}</p></div>', "May xml:base be a network path?",
              "By XML Base, it is a reference like others.",
              "http://net.example.org/r/", "http://net.example.org/r/ref1.html", clause("XML Base", "resolution"))
    yield one("non-ascii", f'<div xml:base="http://other.example.org/é/">{LINK}</div>', "How is another letter in xml:base escaped?", "By XML Base, in UTF-8.",
              "http://other.example.org/é/",
              "http://other.example.org/%C3%A9/ref1.html", clause("XML Base", "escaping"))
    yield one("default", f"<div>{LINK}</div>", "Does an xml:base count that the document type declares as a default?",
              "By XML Base, yes: it is as if it were written.", OTHER, OTHER + "ref1.html",
              xml("sec-attr-defaults"), before=f'<!DOCTYPE html [<!ATTLIST div xml:base CDATA "{OTHER}">]>\n')
    yield one("entity", f'<div xml:base="http://&host;/x/">{LINK}</div>', "Is an entity in xml:base replaced?", "By XML Base, yes, as in every attribute.",
              OTHER, OTHER + "ref1.html",
              xml("sec-internal-ent"), before='<!DOCTYPE html [<!ENTITY host "other.example.org">]>\n')
    after = f'<p xml:base="{OTHER}">x</p>{LINK}'
    yield ask("xml-base-of-sibling", page(after, head=tag(BASE)), "Does xml:base count after its element?", "No: it ends with its element.",
              [link(BASE, [*XML_BASE, *FIRST])],
              "html-base", "xml", "xml-base")
    wrong = f'<div xmlns:x="urn:example:x" x:base="{OTHER}" base="{OTHER}">{LINK}</div>'
    yield ask("xml-base-of-other-namespace", page(wrong, head=tag(BASE)), "Does a base attribute without the prefix `xml` count?",
              "No: xml:base is in the namespace of XML.",
              [link(BASE, [clause("XML Base", "syntax"), *FIRST])], "html-base", "xml", "xml-base")
    comment = f'<!-- <div xml:base="{OTHER}"> -->{LINK}<!-- </div> -->'
    yield ask("xml-base-in-comment", page(comment, head=tag(BASE)), "Does an xml:base in a comment count?", "No: a comment has no elements.",
              [link(BASE, [xml("sec-comments"), *FIRST])], "html-base", "xml", "xml-base")
    cdata = f'<p><![CDATA[<div xml:base="{OTHER}">]]></p>{LINK}'
    yield ask("xml-base-in-cdata", page(cdata, head=tag(BASE)), "Does an xml:base in a CDATA section count?", "No: it is text.",
              [link(BASE, [xml("sec-cdata-sect"), *FIRST])],
              "html-base", "xml", "xml-base")
    two = f'<div xml:base="{OUTER}"><p xml:base="{INNER}">x</p><a href="ref1.html">1</a></div>'
    yield one("after-inner", two, "Does the outer xml:base count again after the inner one?", "By XML Base, yes.", OUTER, "http://outer.example.org/o/ref1.html")


WITHOUT = "SVG 2 resolves by XML Base. To the HTML Standard, and to browsers, the file has no base."


def svg():
    """SVG files. Their URL is unknown, so that only xml:base or a base element gives a base. By SVG 2 xml:base does, by the HTML Standard it does not."""
    def one(name, content, question, why, *references):
        why += f" {WITHOUT}" if any(len({target.base for target in one.expected.values()}) > 1 for one in references) and "HTML Standard" not in why else ""
        return ask(f"svg-{name}", content, question, why, list(references), "xml", "xml-base", ending="svg")

    def made(base, written="ref1.html", place="a@href", clauses=()):
        return ref(place, written, base, [*SVG_BASE, *SVG_REMOVED, *clauses], by="xml-base", other={"whatwg": None}, missing=["rfc1808"])

    root = f' xml:base="{OUTER}"'
    text = '<a href="ref1.html"><text>1</text></a>'
    yield one("xml-base-of-root", drawing(text, attributes=root), "Does xml:base of the root element define the base of an SVG file?",
              "Yes: it is the outermost element.", made(OUTER))
    yield one("xml-base-of-group", drawing(f'<g xml:base="{INNER}">{text}</g>'), "Does xml:base of a group count for the links in it?",
              "Yes: it counts for all that is inside.", made(INNER))
    yield one("xml-base-of-element", drawing(f'<a xml:base="{INNER}" href="ref1.html"><text>1</text></a>', attributes=root),
              "Does xml:base of an element of SVG count for its own attributes?",
              "Yes: an element is in the scope of its own attribute.", made(INNER))
    yield one("xml-base-nested", drawing(f'<g xml:base="{INNER}">{text}</g>', attributes=root), "Which of two nested xml:base of SVG counts?", "The inner.",
              made(INNER))
    yield one("xml-base-nested-relative", drawing(f'<g xml:base="sub/">{text}</g>', attributes=root), "What is a relative xml:base of SVG relative to?",
              "The base around it.",
              made("http://outer.example.org/o/sub/", clauses=[clause("XML Base", "resolution")]))
    yield one("xml-base-after-inner", drawing(f'<g xml:base="{INNER}"/>{text}', attributes=root), "Does the outer xml:base of SVG count again after the inner one?",
              "Yes: the inner one ends with its element.", made(OUTER))
    yield one("xml-base-default", drawing(text, before=f'<!DOCTYPE svg [<!ATTLIST svg xml:base CDATA "{OUTER}">]>\n'),
              "Does an xml:base of SVG count that the document type declares as a default?",
              "Yes: it is as if it were written.", made(OUTER, clauses=[xml("sec-attr-defaults")]))
    yield one("image", drawing('<image href="ref1.png"/>', attributes=root), "Is the href of an image of SVG relative to xml:base?", "Yes: it is an attribute that is not CSS.",
              made(OUTER, "ref1.png", "image@href"))
    yield one("use", drawing('<use href="ref1.svg#x"/>', attributes=root), "Is the href of a use element relative to xml:base?", "Yes: it is an attribute that is not CSS.",
              made(OUTER, "ref1.svg#x", "use@href"))
    yield one("script", drawing('<script href="ref1.js"/>', attributes=root), "Is the href of a script of SVG relative to xml:base?", "Yes: it is an attribute that is not CSS.",
              made(OUTER, "ref1.js", "script@href"))
    yield one("gradient", drawing('<linearGradient id="g" href="ref1.svg#x"/>', attributes=root), "Is the href of a gradient relative to xml:base?", "Yes: it is an attribute that is not CSS.",
              made(OUTER, "ref1.svg#x", "linearGradient@href"))
    yield one("text-path", drawing('<text><textPath href="ref1.svg#x">x</textPath></text>', attributes=root),
              "Is the href of a textPath relative to xml:base?", "Yes: it is an attribute that is not CSS.",
              made(OUTER, "ref1.svg#x", "textPath@href"))
    old = [clause("SVG 2", "linking.html#XLinkRefAttrs")]
    yield one("xlink", xlink('<a xlink:href="ref1.html"><text>1</text></a>'), "Is xlink:href of a link in SVG a reference?", "Yes: it is deprecated, but SVG 2 keeps it.",
              made(OUTER, place="a@xlink:href", clauses=old))
    yield one("xlink-image", xlink('<image xlink:href="ref1.png"/>'), "Is xlink:href of an image in SVG a reference?", "Yes: it is deprecated, but SVG 2 keeps it.",
              made(OUTER, "ref1.png", "image@xlink:href", old))
    yield one("xlink-other-prefix", drawing('<a l:href="ref1.html"><text>1</text></a>', attributes=f' xmlns:l="{XLINK}"{root}'),
              "Is an href of XLink with another prefix a reference in SVG?",
              "Yes: the namespace counts, not the prefix.", made(OUTER, place="a@xlink:href", clauses=[*old, clause("XML Namespaces", "ns-qualnames")]))
    nothing = Reference("a@xlink:href", "ref1.html", old, {rules: Expected(None) for rules in ("rfc3986", "whatwg")}, by="xml-base")
    yield one("xlink-and-href", xlink('<a xlink:href="ref1.html" href="ref2.html"><text>1</text></a>'),
              "Which counts, if an element of SVG has both href and xlink:href?", "Only href.",
              nothing, made(OUTER, "ref2.html", clauses=old))
    wrong = Reference("a@href", "ref1.html", old, {rules: Expected(None) for rules in ("rfc3986", "whatwg")}, by="xml-base")
    yield one("href-of-other-namespace", drawing('<a x:href="ref1.html"><text>1</text></a>', attributes=f' xmlns:x="urn:example:x"{root}'),
              "Is an href of another namespace a reference in SVG?",
              "No: only href without namespace, and that of XLink.", wrong)
    yield one("base-element", drawing(f'<metadata><h:base xmlns:h="{XHTML}" href="{BASE}"/></metadata>{text}'),
              "Does a base element of XHTML define the base of an SVG file?",
              "Yes: it changes the document base URL of any document.",
              link(BASE, [clause("SVG 2", "linking.html#processingURL-absolute"), *FIRST]))
    yield one("base-of-svg", drawing(f'<base href="{OTHER}"/>{text}', attributes=root), "Does a base element in the namespace of SVG define the base of an SVG file?",
              "No: SVG has no such element.",
              made(OUTER, clauses=[NAMES]))
    yield one("base-element-and-xml-base", drawing(f'<metadata><h:base xmlns:h="{XHTML}" href="{BASE}"/></metadata><g xml:base="{INNER}">{text}</g>'),
              "Which counts in SVG, xml:base or a base element of XHTML?", "By SVG 2 xml:base, which is nearer. The HTML Standard knows only the base element.",
              scoped("a@href", "ref1.html", INNER, SVG_BASE, INNER + "ref1.html", "http://base.example.org/d/ref1.html"))
    yield one("html-in-foreignobject", drawing(f'<foreignObject><p xmlns="{XHTML}">{LINK}</p></foreignObject>', attributes=root),
              "Does xml:base of SVG count for HTML in a foreignObject?",
              "By XML Base, yes: it counts for all elements inside.", made(OUTER, clauses=XML_BASE))
    yield one("in-cdata", drawing(f"<desc><![CDATA[<g xml:base='{OTHER}'>]]></desc>{text}", attributes=root), "Does an xml:base in a CDATA section of SVG count?",
              "No: it is text.",
              made(OUTER, clauses=[xml("sec-cdata-sect")]))
    yield one("entity", drawing('<a href="&r;.html"><text>1</text></a>', before='<!DOCTYPE svg [<!ENTITY r "ref1">]>\n', attributes=root),
              "Is an entity in a reference of SVG replaced?", "Yes: the parser of XML replaces it.",
              made(OUTER, clauses=[xml("sec-internal-ent")]))
    yield one("fill", drawing('<rect fill="url(ref1.svg#x)"/>', attributes=root), "Is the URL of a presentation attribute relative to xml:base?",
              "SVG 2 refers to CSS, which knows only the base of the document; older viewers used xml:base.",
              undefined("rect@fill/css:url", "ref1.svg#x", [clause("SVG 2", "linking.html#processingURL-absolute"), clause("CSS Values 4", "relative-urls")],
                        [None, "http://outer.example.org/o/ref1.svg#x"]))
    yield one("style", drawing("<style>rect { fill: url(ref1.svg#x) }</style>", attributes=root), "Is a URL in a style element of SVG relative to xml:base?",
              "SVG 2 refers to CSS, which knows only the base of the document; older viewers used xml:base.",
              undefined("style/css:url", "ref1.svg#x", [clause("SVG 2", "linking.html#processingURL-absolute"), clause("CSS Values 4", "relative-urls")],
                        [None, "http://outer.example.org/o/ref1.svg#x"]))
