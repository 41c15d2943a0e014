# SPDX-License-Identifier: MIT
"""Which of the bases that headers of mail, multiparts around it and its HTML declare applies (RFC 1808 section 3, RFC 2110, RFC 2557)."""

import base64
import quopri

from case import Case, Expected, clause, entity, html, mail, media_type, multipart, ref, undefined, with_crlf

TAGS = ["mail"]

# RFC 1808: base in the content or header, of the entity around, of retrieval, none.
OWN, AROUND, RETRIEVAL, NONE = (clause("RFC 1808", section) for section in ("3.1", "3.2", "3.3", "3.4"))
MHTML = clause("RFC 2557", "5")            # (a) to (e): which base applies
LOCATION = clause("RFC 2557", "4.2")
CONTENT_BASE = clause("RFC 2110", "4.2")
HEADERS_2110 = clause("RFC 2110", "4.1")   # where the two fields are valid
ORDER_2110 = clause("RFC 2110", "5")       # <base>, Content-Base, Content-Location
HTTP_BASE = clause("RFC 2068", "14.11")    # Content-Base, "described as Base in RFC 1808"
REMOVED = clause("RFC 2557", "12")         # "Content-Base ... has been removed"; Content-Location is inherited as RFC 1808 has it
BASE_ELEMENT = clause("HTML", "the-base-element")
NO_HTTP_BASE = [clause("RFC 9110", "8.7"), clause("RFC 7231", "Appendix B")]  # what Content-Location is; that it no longer affects the base
THIS_MESSAGE = "thismessage:/"

MESSAGE = ("From: Ada <ada@example.org>", "Date: Fri, 27 Nov 2026 10:00:00 +0000", "MIME-Version: 1.0")
HTML_TYPE = "text/html; charset=utf-8"


# The layers. What each declares, and the clause that makes it a base of its own entity and of what is inside.
FIELDS = {
          "base-header": ("Base: <URL:http://%s/d/page.html>", "a Base field", [OWN, MHTML], [AROUND, MHTML]),
          "content-base": ("Content-Base: http://%s/d/page.html", "a Content-Base field", [CONTENT_BASE, ORDER_2110, REMOVED],
                           [HEADERS_2110, HTTP_BASE, AROUND, REMOVED]),
          "content-location": ("Content-Location: http://%s/d/page.html", "a Content-Location field", [MHTML, ORDER_2110], [MHTML, AROUND, HEADERS_2110]),
          }


def field(layer, host):
    return FIELDS[layer][0] % host


def url(host):
    return f"http://{host}/d/page.html"


def layered(place, written, declared, clauses, part=None, by=None, also=None, missing=()):
    """A reference, and what declares bases for it, from the inside out: (layer, URL, whether its own entity has it).

    RFC 1808 has bases inherited; RFC 2110 has its two fields mean nothing in the header of a composite entity. Who follows both may do either.
    RFC 2557, to which RFC 3986 refers, knows Content-Location alone. If nothing declares a base, there is none, and RFC 2557 calls that thismessage:/."""
    inherited = [base for _, base, _ in declared]
    in_2110 = [base for layer, base, is_own in declared if is_own or layer not in ("content-base", "content-location")]
    in_2557 = [base for layer, base, _ in declared if layer in ("html-base", "content-location")]
    if inherited[:1] != in_2110[:1]:
        clauses = [*clauses, *(one for one in (AROUND, HEADERS_2110) if one not in clauses)]
    more = {"rfc1808": (in_2110 or [None])[:1], "rfc3986": [] if in_2557 else [THIS_MESSAGE], "whatwg": [] if in_2557 else [THIS_MESSAGE]}
    for rules, them in (also or {}).items():
        more[rules] = [*more[rules], *them]
    later = (in_2557 or [None])[0]
    return ref(place, written, (inherited or [None])[0], clauses, by or (declared[0][0] if declared else "none"), part, {"rfc3986": later, "whatwg": later},
               {rules: them for rules, them in more.items() if rules not in missing}, missing)


def made(chain, fields, body, kind=HTML_TYPE):
    """A message. `chain` has the composite entities from the outside in: "rfc822", "http" or a subtype of multipart. `fields` are lines
    of the header of each of them, and of the innermost entity: {0: [...], -1: [...]}. Also the number of the innermost part (RFC 9051)."""
    count = len(chain)
    lines = {depth % (count + 1): list(each) for depth, each in fields.items()}
    text = body if isinstance(body, bytes) else body.encode()
    heading, numbers = [*lines.get(count, []), f"Content-Type: {kind}"], []
    for depth in reversed(range(count)):
        own = lines.get(depth, [])
        if chain[depth] in ("rfc822", "global", "news"):
            text = "".join(line + "\n" for line in (*MESSAGE, *heading)).encode() + b"\n" + text
            heading = [*own, f"Content-Type: message/{chain[depth]}"]
        else:
            part = "".join(line + "\n" for line in heading).encode() + b"\n" + text
            text = f"--case{depth}\n".encode() + part + f"\n--case{depth}--\n".encode()
            root = f'; type="{media_type(heading)}"' if chain[depth] == "related" else ""
            heading = [*own, f'Content-Type: multipart/{chain[depth]}; boundary="case{depth}"{root}']
    # Each multipart numbers its parts; so does a message whose body is not a multipart.
    for outer, inner in zip(["rfc822", *chain], [*chain, "leaf"]):
        if outer not in ("rfc822", "global", "news") or inner in ("rfc822", "global", "news", "leaf"):
            numbers.append("1")
    return "".join(line + "\n" for line in (*MESSAGE, *heading)).encode() + b"\n" + text, ".".join(numbers)


def cases():
    yield from alone()
    yield from same_heading()
    yield from inside_against_outside()
    yield from middle()
    yield from subtypes()
    yield from formats()
    yield from syntax()
    yield from relative_bases()
    yield from siblings()
    yield from saved()
    yield from in_headers()
    yield from external_bodies()
    yield from plain_text()
    yield from http()
    yield from encodings()
    yield from references()


# Where a single base can be, from the reference outwards: name, what is around the HTML, the header that declares it, and how it is called.
PLACES = [
    ("of-message", [], 0, "of the message"),
    ("of-part", ["mixed"], 1, "of the body part itself"),
    ("of-multipart", ["mixed"], 0, "of a message that is a multipart"),
    ("of-inner-multipart", ["mixed", "related"], 1, "of a multipart that is a body part"),
    ("two-multiparts-out", ["mixed", "related"], 0, "of the message, two multiparts out,"),
    ("three-multiparts-out", ["mixed", "related", "alternative"], 0, "of the message, three multiparts out,"),
    ("of-nested-message", ["mixed", "rfc822"], 2, "of an attached message"),
    ("of-message-part", ["mixed", "rfc822"], 1, "of the body part that is an attached message"),
    ("of-message-around-message", ["mixed", "rfc822"], 0, "of the message around an attached message"),
    ("of-nested-multipart-message", ["mixed", "rfc822", "mixed"], 2, "of an attached message that is a multipart"),
    ("of-message-around-multipart-message", ["mixed", "rfc822", "mixed"], 0, "of the message around an attached multipart message"),
    ("two-messages-out", ["mixed", "rfc822", "mixed", "rfc822"], 0, "of the message around two attached ones"),
]


# Whether each field is a base of its own entity, and of what is inside.
ALONE = {
         "base-header": ("By RFC 1808 yes: the header of an entity can declare its base. RFC 2557, to which RFC 3986 refers, does not know the field.",
                         "By RFC 1808 yes: an entity has the base of the entity around it. RFC 2557, to which RFC 3986 refers, does not know the field."),
         "content-base": ("By RFC 2110 yes: Content-Base is the base of the content of its entity. RFC 2557 has removed the field.",
                          "Disputed: RFC 2110 calls Content-Base meaningless in the header of a composite entity, while RFC 2068 says that it is the Base "
                          "of RFC 1808, which is inherited. RFC 2557 has removed the field."),
         "content-location": ("Yes: RFC 2557 makes an absolute Content-Location the base of the content that it labels, as RFC 2110 did.",
                              "By RFC 2557 yes: it looks for a Content-Location in the surrounding headers of multiparts and messages, outwards. RFC 2110 "
                              "called the field meaningless there, while by RFC 1808 bases are inherited."),
         }


def alone():
    """Each layer alone, at each place."""
    for layer, (_, called, own, around) in FIELDS.items():
        for name, chain, depth, where in PLACES:
            host = f"{layer}.example.org"
            content, part = made(chain, {depth: [field(layer, host)]}, html("ref1.html"))
            is_own = depth == len(chain)
            question = f"Is {called} {where} the base of the HTML inside, if nothing else declares one?"
            tags = [*TAGS, layer, "inherited" if not is_own else "own", *(["nested-message"] if "rfc822" in chain else [])]
            yield Case(f"{layer}-{name}", "eml", content, question, ALONE[layer][not is_own], tags,
                       [layered("a@href", "ref1.html", [(layer, url(host), is_own)], own if is_own else around, part)])


def same_heading():
    """Two layers of one entity."""
    for layer, (_, called, _, _) in FIELDS.items():
        content, part = made([], {0: [field(layer, "header.example.org")]}, html("ref1.html", head='<base href="http://html.example.org/d/">'))
        yield Case(f"html-base-over-{layer}", "eml", content, f"Does the base element of the HTML win over {called} of the same message?",
                   "Yes: a base inside the content comes before one of a header.", [*TAGS, "html-base", layer],
                   [ref("a@href", "ref1.html", "http://html.example.org/d/", [OWN, *([ORDER_2110] if layer == "content-base" else []), MHTML], by="html-base",
                        part=part)])
    later = "RFC 2557 knows Content-Location alone."
    for winner, loser, clauses, why in (
                                        ("base-header", "content-location", [OWN, HTTP_BASE, MHTML],
                                         "By RFC 2068 yes: it calls Content-Base the Base of RFC 1808, and asks Content-Location only if that is missing. " + later),
                                        ("content-base", "content-location", [ORDER_2110, HTTP_BASE, MHTML],
                                         "By RFC 2110 yes: it asks Content-Location only if there is no Content-Base. " + later)):
        for order in (1, -1):
            fields = [field(winner, "winner.example.org"), field(loser, "loser.example.org")][::order]
            content, part = made([], {0: fields}, html("ref1.html"))
            yield Case(f"{winner}-over-{loser}-{'before' if order == 1 else 'after'}", "eml", content,
                       f"Does {FIELDS[winner][1]} that stands {'before' if order == 1 else 'after'} {FIELDS[loser][1]} of the same message win?", why,
                       [*TAGS, winner, loser],
                       [layered("a@href", "ref1.html", [(winner, url("winner.example.org"), True), (loser, url("loser.example.org"), True)], clauses, part)])
    for order in (1, -1):
        fields = [field("base-header", "base.example.org"), field("content-base", "content-base.example.org")][::order]
        content, part = made([], {0: fields}, html("ref1.html"))
        yield Case(f"base-header-and-content-base-{'in' if order == 1 else 'not-in'}-order", "eml", content, "Does Base or Content-Base win in one header?",
                   "No clause orders them: RFC 2068 says that both mean the same. RFC 2557 knows neither.", [*TAGS, "base-header", "content-base"],
                   [undefined("a@href", "ref1.html", [HTTP_BASE, OWN], ["http://base.example.org/d/ref1.html", "http://content-base.example.org/d/ref1.html", None], part)])
    content, part = made([], {0: [field(layer, f"{layer}.example.org") for layer in FIELDS]}, html("ref1.html", head='<base href="http://html.example.org/d/">'))
    yield Case("all-layers-of-one-entity", "eml", content, "Which base applies if the HTML and all three header fields declare one?",
               "That of the HTML: a base inside the content comes first.", [*TAGS, "html-base", *FIELDS],
               [ref("a@href", "ref1.html", "http://html.example.org/d/", [OWN, MHTML, ORDER_2110], by="html-base", part=part)])


# Structures in which an inner header is held against the outermost one.
STRUCTURES = [
    ("in-multipart", ["mixed"], "of a body part", "of the multipart message around it"),
    ("in-nested-message", ["mixed", "rfc822"], "of an attached message", "of the message around it"),
    ("three-deep", ["mixed", "related", "alternative"], "of a body part", "of the message, three multiparts out"),
    ("in-two-messages", ["mixed", "rfc822", "mixed", "rfc822"], "of a message in an attached message", "of the outermost message"),
]


def inside_against_outside():
    """Each layer of the entity against each one of an entity around it: the inner one always wins."""
    for name, chain, inner_place, outer_place in STRUCTURES:
        for inner in ("html-base", *FIELDS):
            for outer, (_, outer_called, _, _) in FIELDS.items():
                fields = {0: [field(outer, "outer.example.org")]}
                head = '<base href="http://inner.example.org/d/page.html">' if inner == "html-base" else ""
                if not head:
                    fields[len(chain)] = [field(inner, "inner.example.org")]
                content, part = made(chain, fields, html("ref1.html", head=head))
                called = "the base element" if head else FIELDS[inner][1]
                clauses = [*([OWN, MHTML] if head else FIELDS[inner][2]), AROUND]
                declared = [(inner, url("inner.example.org"), True), (outer, url("outer.example.org"), False)]
                yield Case(f"{inner}-inside-{outer}-{name}", "eml", content, f"Does {called} {inner_place} win over {outer_called} {outer_place}?",
                           nearer(inner, outer), sorted({*TAGS, inner, outer, "inherited", *(["nested-message"] if "rfc822" in chain else [])}),
                           [layered("a@href", "ref1.html", declared, clauses, part)])


def nearer(inner, outer):
    """Why the inner one of two bases applies."""
    why = "the innermost entity that declares a base decides; that of an entity around it is only a default."
    if inner in ("html-base", "content-location"):
        return f"Yes: {why}"
    known = "RFC 1808" if inner == "base-header" else "RFC 2110"
    return f"By {known} yes: {why} " + later_than(inner, outer)


def later_than(inner, outer):
    """What RFC 2557 makes of two bases, of which it does not know the inner one."""
    if outer == "content-location":
        return "RFC 2557 knows Content-Location alone, and takes the outer one."
    return "RFC 2557 does not know the field." if inner == outer else "RFC 2557 knows neither field."


def middle_why(inner, outer):
    if inner == "content-location":
        return "By RFC 2557 yes: the search for a Content-Location goes outwards. RFC 2110 has it mean nothing in the header of a composite entity."
    return "By RFC 1808 yes: a composite entity redefines the base for all that is inside it. " + later_than(inner, outer)


def middle():
    """Two entities around the HTML: the nearer one wins."""
    for chain, depth, name, where in ((["mixed", "related"], 1, "multipart", "the inner multipart"),
                                      (["mixed", "rfc822", "mixed"], 2, "message", "the attached multipart message")):
        for inner in ("base-header", "content-location"):
            for outer in FIELDS:
                content, part = made(chain, {0: [field(outer, "outer.example.org")], depth: [field(inner, "inner.example.org")]}, html("ref1.html"))
                yield Case(f"{inner}-of-nearer-{name}-over-{outer}", "eml", content,
                           f"Does {FIELDS[inner][1]} of {where} around the HTML win over {FIELDS[outer][1]} of the outermost message?",
                           middle_why(inner, outer), sorted({*TAGS, inner, outer, "inherited"}),
                           [layered("a@href", "ref1.html", [(inner, url("inner.example.org"), False), (outer, url("outer.example.org"), False)],
                                    FIELDS[inner][3], part)])
    content, part = made(["mixed", "rfc822"], {1: [field("content-location", "heading.example.org")], 2: [field("content-location", "message.example.org")]},
                         html("ref1.html"))
    yield Case("message-header-over-heading-of-its-part", "eml", content,
               "Does the header of an attached message win over the header of the body part that contains the message?",
               "Yes: the header of the message is nearer to its body.", [*TAGS, "content-location", "nested-message"],
               [layered("a@href", "ref1.html", [("content-location", url("message.example.org"), True), ("content-location", url("heading.example.org"), False)],
                        [MHTML, AROUND], part)])
    content, part = made(["mixed", "related"], {0: [field("base-header", "header.example.org")], 1: ["Subject: no base here"]}, html("ref1.html"))
    yield Case("inherited-through-multipart-without-base", "eml", content, "Is a base inherited through a multipart that declares none?",
               "By RFC 1808 yes: the rule applies at each level of a hierarchy of composite entities. RFC 2557 does not know the field.",
               [*TAGS, "base-header", "inherited"],
               [layered("a@href", "ref1.html", [("base-header", url("header.example.org"), False)], [AROUND, MHTML], part)])
    content, part = made([], {}, html("ref1.html"))
    yield Case("no-base-at-all", "eml", content, "What does a relative reference mean if nothing declares a base?",
               "Nothing outside the message: the base is empty, or thismessage:/, which leads only to parts of the message.", [*TAGS, "no-base"],
               [layered("a@href", "ref1.html", [], [NONE, MHTML], part)])
    yield Case("absolute-without-base", "eml", made([], {}, html("http://a.example.org/ref1.html"))[0], "Does an absolute URL need a base?",
               "No: without a base, RFC 1808 takes every reference as an absolute URL.", [*TAGS, "no-base"],
               [ref("a@href", "http://a.example.org/ref1.html", None, [NONE, clause("RFC 3986", "5.2.2")], by="none", part="1")])


def subtypes():
    """The subtype of a multipart or of a message does not matter for what is inherited."""
    for subtype in ("alternative", "related", "parallel", "report", "signed", "appledouble", "form-data", "x-unknown"):
        content, part = made([subtype], {0: [field("content-location", "multipart.example.org")]}, html("ref1.html"))
        yield Case(f"inherited-through-multipart-{subtype}", "eml", content,
                   f"Does a part of multipart/{subtype} inherit the Content-Location of the multipart?",
                   "By RFC 2557 yes: it speaks of multiparts of every subtype, as RFC 1808 does. RFC 2110 has the field mean nothing there.",
                   [*TAGS, "content-location", "inherited", "multipart"],
                   [layered("a@href", "ref1.html", [("content-location", url("multipart.example.org"), False)], [MHTML, AROUND, HEADERS_2110], part)])
    for subtype in ("global", "news"):
        content, part = made(["mixed", subtype], {0: [field("base-header", "outer.example.org")]}, html("ref1.html"))
        yield Case(f"inherited-into-message-{subtype}", "eml", content, f"Does the HTML of a message/{subtype} inherit the Base of the message around it?",
                   "By RFC 1808 yes: all of message/* is composite. RFC 2557 does not know the field.",
                   [*TAGS, "base-header", "inherited", "nested-message"],
                   [layered("a@href", "ref1.html", [("base-header", url("outer.example.org"), False)], [AROUND, MHTML], part)])
    digest = b"Content-Type: multipart/digest; boundary=b\n\n--b\n\n" + mail([field("content-location", "digest.example.org")], html("ref1.html")) + b"--b--\n"
    yield Case("message-in-digest-without-type", "eml", ("\n".join(MESSAGE) + "\n").encode() + digest,
               "Is a part of a multipart/digest without Content-Type a message with a header of its own?",
               "Yes: in a digest the default type is message/rfc822.", [*TAGS, "content-location", "multipart", "nested-message"],
               [layered("a@href", "ref1.html", [("content-location", url("digest.example.org"), True)], [clause("RFC 2046", "5.1.5"), MHTML], part="1.1")])
    partial = mail([], html("ref1.html"))
    content = ("\n".join([*MESSAGE, "Base: <URL:http://outer.example.org/d/page.html>",
                          'Content-Type: message/partial; id="p@example.org"; number=1; total=1']) + "\n\n").encode() + partial
    yield Case("message-partial-of-one-fragment", "eml", content,
               "Does the message in a message/partial of a single fragment inherit the base of the message around it?",
               "Yes, if it is not joined: RFC 1808 counts message/* among the composite types. Joining drops the fields of the outer header, except for "
               "some (RFC 2046), and so the base.",
               [*TAGS, "base-header", "nested-message"],
               [undefined("a@href", "ref1.html", [clause("RFC 2046", "5.2.2.1"), AROUND], ["http://outer.example.org/d/ref1.html", None], "1.1")])


# Formats of parts: name, media type, body, what contains the reference, the reference.
FORMATS = [
           ("xhtml", "application/xhtml+xml",
            '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Case</title></head><body><p><a href="ref1.html">1</a></p></body></html>\n', "a@href",
            "ref1.html"),
           ("svg", "image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"><a href="ref1.html"><text y="20">1</text></a></svg>\n', "a@href", "ref1.html"),
           ("css", "text/css", "body { background: url(ref1.png) }\n", "css:url", "ref1.png"),
           ("plain-text", "text/plain; charset=us-ascii", "See <URL:ref1.html> for more.\n", "text:delimited", "ref1.html"),
           ]


def formats():
    """Other formats than HTML have the same bases."""
    about = {"css": [clause("CSS Values 4", "relative-urls")], "plain-text": [clause("RFC 1738", "Appendix")], "xhtml": [], "svg": []}
    for name, kind, body, place, written in FORMATS:
        for where, chain, depth in (("its-own", ["mixed"], 1), ("an-outer", ["mixed"], 0)):
            for layer in ("base-header", "content-location"):
                content, part = made(chain, {depth: [field(layer, "header.example.org")]}, body, kind)
                yield Case(f"{name}-with-{where}-{layer}", "eml", content,
                           f"Is {FIELDS[layer][1]} of {'the body part' if depth else 'the multipart around it'} the base of a part of type {kind.partition(';')[0]}?",
                           "The rules for bases of entities do not depend on their media type. " + ALONE[layer][not depth],
                           [*TAGS, layer, name, *(["inherited"] if not depth else [])],
                           [layered(place, written, [(layer, url("header.example.org"), bool(depth))], [*FIELDS[layer][2 if depth else 3], *about[name]], part)])
    body = FORMATS[0][2].replace("<title>", '<base href="http://html.example.org/d/" /><title>')
    yield Case("xhtml-base-over-content-location", "eml", made(["mixed"], {1: [field("content-location", "header.example.org")]}, body, FORMATS[0][1])[0],
               "Does the base element of an XHTML part win over its Content-Location?", "Yes: a base inside the content comes before one of a header.",
               [*TAGS, "content-location", "html-base", "xhtml"],
               [ref("a@href", "ref1.html", "http://html.example.org/d/", [MHTML, BASE_ELEMENT], by="html-base", part="1", missing=["rfc1808"])])
    yield Case("style-element-with-header", "eml",
               made([], {0: [field("content-location", "header.example.org")]}, "<!DOCTYPE html><title>Case</title><style>p { background: url(ref1.png) "
                                                                            "}</style><p>Text\n")[0],
               "Is the Content-Location of an HTML part the base of its style element?", "Yes: URLs of an embedded style sheet are relative to the document.",
               [*TAGS, "content-location", "css"],
               [ref("style/css:url", "ref1.png", url("header.example.org"), [MHTML, clause("CSS Values 4", "relative-urls")], by="content-location", part="1")])
    yield Case("style-attribute-with-header", "eml",
               made(["mixed"], {0: [field("content-location", "header.example.org")]},
                    '<!DOCTYPE html><title>Case</title><p style="background: url(ref1.png)">Text\n')[0],
               "Is the Content-Location of the multipart around an HTML part the base of its style attributes?",
               "Yes: URLs of a style attribute are relative to the document, which has the Content-Location around it as its base.",
               [*TAGS, "content-location", "css", "inherited"],
               [layered("p@style/css:url", "ref1.png", [("content-location", url("header.example.org"), False)], [MHTML, clause("CSS Values 4", "relative-urls")], "1")])
    yield Case("srcdoc-with-header", "eml",
               made([], {0: [field("content-location", "header.example.org")]}, '<!DOCTYPE html><title>Case</title><iframe srcdoc="&lt;a '
                                                                            'href=ref1.html>1&lt;/a>"></iframe>\n')[0],
               "Is the Content-Location of an HTML part the base of a srcdoc document in it?",
               "Yes: the fallback base URL of an iframe srcdoc document is the base URL of the document that contains it.",
               [*TAGS, "content-location", "srcdoc"],
               [ref("iframe@srcdoc/a@href", "ref1.html", url("header.example.org"), [MHTML, clause("HTML", "fallback-base-url")], by="content-location",
                    part="1", missing=["rfc1808"])])


# What RFC 2557 says of the fields that it does not use.
LATER = {"base-header": ("RFC 2557 does not know the field.", MHTML), "content-base": ("RFC 2557 has removed the field.", REMOVED)}


def one(name, lines, question, why, tags, base, clauses, by=None, behaviours=None, ending="eml", outer=(), written="ref1.html", also=None,
        missing=()):
    """A message whose header has `lines`, alone or in a multipart with the lines `outer`."""
    chain = ["mixed"] if outer else []
    content, part = made(chain, {0: outer, -1: lines} if outer else {0: lines}, html(written))
    declared = [(by, base, not outer or base != url("outer.example.org"))] if base else []
    if declared and by in LATER:
        why, clauses = f"{why} {LATER[by][0]}", [*clauses, LATER[by][1]]
    target = (undefined("a@href", written, clauses, behaviours, part) if behaviours
              else layered("a@href", written, declared, clauses, part, also=also, missing=missing))
    return Case(name, ending, content, question, why, [*TAGS, *tags], [target])


def syntax():
    """How the fields are written."""
    rfc822, obsolete, folding = clause("RFC 822", "3.4.7"), clause("RFC 5322", "4.5"), clause("RFC 5322", "2.2.3")
    good = "http://header.example.org/d/page.html"
    bad = ["http://header.example.org/d/ref1.html", None]
    base, location, content_base = ["base-header", "syntax"], ["content-location", "syntax"], ["content-base", "syntax"]
    yield one("base-header-folded-in-brackets", ["Base: <URL:http://header.example.org/", " d/page.html>"], "Is a line break inside the brackets of Base dropped?",
              "Yes: RFC 1808 ignores white space inside the angle brackets, also that of folding.", base, good, [OWN], "base-header")
    yield one("base-header-blanks-in-brackets", ["Base: < URL: http://header.example.org/ d/page.html >"], "Are blanks inside the brackets of Base dropped?",
              "Yes: RFC 1808 ignores any white space inside the angle brackets.", base, good, [OWN], "base-header")
    yield one("base-header-tab-in-brackets", ["Base: <URL:http://header.example.org/\td/page.html>"], "Is a tab inside the brackets of Base dropped?",
              "Yes: RFC 1808 ignores any white space inside the angle brackets.", base, good, [OWN], "base-header")
    yield one("base-header-folded-before-value", ["Base:", " <URL:http://header.example.org/d/page.html>"], "May the value of Base begin on the second line?",
              "Yes: a folded field is unfolded before it is read.", base, good, [OWN, folding], "base-header")
    yield one("base-header-lower-case", ["base: <URL:http://header.example.org/d/page.html>"], "Is base the same field as Base?",
              "Yes: its name is case-insensitive.", base, good, [OWN], "base-header")
    yield one("base-header-upper-case", ["BASE: <URL:http://header.example.org/d/page.html>"], "Is BASE the same field as Base?",
              "Yes: its name is case-insensitive.", base, good, [OWN], "base-header")
    yield one("base-header-lower-case-url", ["Base: <url:http://header.example.org/d/page.html>"], "May URL: be in lower case in Base?",
              "Yes: the grammar of RFC 1808 uses the notation of RFC 822, in which quoted literals are case-insensitive.", base, good, [OWN, rfc822],
              "base-header")
    yield one("base-header-without-blank", ["Base:<URL:http://header.example.org/d/page.html>"], "May the value of Base follow its colon without a blank?",
              "Yes: no white space is required there.", base, good, [OWN, clause("RFC 5322", "2.2")], "base-header")
    yield one("base-header-blank-before-colon", ["Base : <URL:http://header.example.org/d/page.html>"],
              "May a blank stand between the name of a field and its colon?",
              "Yes: it is obsolete syntax that must be accepted.", base, good, [OWN, obsolete], "base-header")
    yield one("base-header-without-brackets", ["Base: http://header.example.org/d/page.html"], "Is a Base without <URL:...> a base?",
              "No clause says: it is no base-header by the grammar, and programs accept it or not.", base, None, [OWN], behaviours=bad)
    yield one("base-header-without-prefix", ["Base: <http://header.example.org/d/page.html>"], "Is a Base with angle brackets, but without URL:, a base?",
              "No clause says: it is no base-header by the grammar, and programs accept it or not.", base, None, [OWN], behaviours=bad)
    yield one("base-header-without-closing-bracket", ["Base: <URL:http://header.example.org/d/page.html"], "Is a Base without its closing bracket a base?",
              "No clause says: it is no base-header by the grammar, and programs accept it or not.", base, None, [OWN], behaviours=bad)
    yield one("two-equal-base-headers", [field("base-header", "header.example.org")] * 2, "What if Base is there twice, with the same value?",
              "Nothing changes: both fields say the same.", base, good, [OWN], "base-header")
    yield one("two-different-base-headers", [field("base-header", "first.example.org"), field("base-header", "second.example.org")],
              "Which of two Base fields counts?",
              "No clause says: RFC 1808 knows one.", base, None, [OWN],
              behaviours=["http://first.example.org/d/ref1.html", "http://second.example.org/d/ref1.html", None])
    yield one("base-header-with-query", ["Base: <URL:http://header.example.org/d/page.cgi?x=/y/z>"],
              "Does a slash in the query of the base count for the directory?",
              "No: the query is separated from the base before its path is used.", ["base-header"], "http://header.example.org/d/page.cgi?x=/y/z",
              [OWN, clause("RFC 1808", "2.4.4"), clause("RFC 3986", "5.2.3")], "base-header")
    yield one("base-header-without-path", ["Base: <URL:http://header.example.org>"], "Where does a relative path lead if the base has a host and no path?",
              "To the root of the host: RFC 1808 writes a slash between host and path. By the letter of its step 6, nothing stands between them; RFC 3986 mends that.",
              ["base-header"], "http://header.example.org", [OWN, clause("RFC 1808", "2.1"), clause("RFC 1808", "4"), clause("RFC 3986", "5.2.3")], "base-header",
              also={"rfc1808": [Expected("http://header.example.orgref1.html", "http://header.example.org")]})
    yield one("empty-base-header", ["Base:"], "Does an empty Base shadow the base of the multipart around it?",
              "No: it declares none, and the entity inherits.",
              base, "http://outer.example.org/d/page.html", [OWN, AROUND], "base-header", outer=[field("base-header", "outer.example.org")])
    yield one("field-that-only-ends-like-base", ["X-Base: <URL:http://wrong.example.org/d/page.html>"], "Is X-Base a Base?", "No: it is another field.",
              base, None, [OWN, NONE, MHTML], "none")

    yield one("content-location-comment-before", ["Content-Location: (saved) http://header.example.org/d/page.html"],
              "Is a comment before the URL of Content-Location skipped?",
              "Yes: its grammar in RFC 2557 allows comments around the URL.", location, good, [clause("RFC 2557", "4.1"), MHTML], "content-location")
    yield one("content-location-comment-after", ["Content-Location: http://header.example.org/d/page.html (saved)"],
              "Is a comment behind the URL of Content-Location skipped?",
              "Yes: its grammar in RFC 2557 allows comments around the URL.", location, good, [clause("RFC 2557", "4.1"), MHTML], "content-location")
    yield one("content-location-blanks-around", ["Content-Location: \t http://header.example.org/d/page.html \t "],
              "Is white space around the URL of Content-Location skipped?",
              "Yes: its grammar in RFC 2557 allows it.", location, good, [clause("RFC 2557", "4.1"), MHTML], "content-location")
    yield one("content-location-folded-before-value", ["Content-Location:", " http://header.example.org/d/page.html"],
              "May the URL of Content-Location begin on the second line?",
              "Yes: a folded field is unfolded before it is read; the examples of RFC 2557 do that.", location, good, [clause("RFC 2557", "4.4.3"), folding],
              "content-location")
    yield one("content-location-folded-inside", ["Content-Location: http://header.example.org/", " d/", " page.html"],
              "Are line breaks inside the URL of Content-Location dropped, with their blanks?",
              "Yes: long URLs are folded as RFC 2017 does it, whose reader removes all white space.", location, good,
              [clause("RFC 2557", "4.4.2"), clause("RFC 2017", "3.1")], "content-location")
    yield one("content-location-encoded-word", ["Content-Location: =?us-ascii?Q?http=3A=2F=2Fheader.example.org=2Fd=2Fpage.html?="],
              "Is an encoded word in Content-Location decoded?",
              "Yes: RFC 2557 has URLs with unsuitable characters encoded so, and receivers must decode them.", [*location, "encoded-word"], good,
              [clause("RFC 2557", "4.4.1"), clause("RFC 2557", "4.4.3")], "content-location", missing=["rfc1808"])
    yield one("content-location-two-encoded-words", ["Content-Location: =?us-ascii?Q?http://header.example.org?=", " =?us-ascii?Q?/d/page.html?="],
              "Is the white space between two encoded words in Content-Location dropped?",
              "Yes: white space between encoded words only separates them.", [*location, "encoded-word"], good,
              [clause("RFC 2557", "4.4.1"), clause("RFC 2047", "6.2")], "content-location", missing=["rfc1808"])
    yield one("content-location-base64-word", ["Content-Location: =?utf-8?B?aHR0cDovL2hlYWRlci5leGFtcGxlLm9yZy9kL3BhZ2UuaHRtbA==?="],
              "Is a base64 encoded word in Content-Location decoded?",
              "Yes: RFC 2557 allows both encodings of RFC 2047.", [*location, "encoded-word"], good, [clause("RFC 2557", "4.4.1"), clause("RFC 2047", "4.1")],
              "content-location", missing=["rfc1808"])
    yield one("content-location-case-of-name", ["CONTENT-LOCATION: http://header.example.org/d/page.html"], "Is the name of Content-Location case-insensitive?",
              "Yes, as of all fields.", location, good, [MHTML, rfc822], "content-location")
    yield one("content-location-in-quotes", ['Content-Location: "http://header.example.org/d/page.html"'], "Is a quoted Content-Location a base?",
              "No clause says: quotes are not in the grammar of RFC 2557, and programs drop them or not.", location, None, [clause("RFC 2557", "4.1")],
              behaviours=bad)
    yield one("content-location-in-brackets", ["Content-Location: <http://header.example.org/d/page.html>"], "Is a Content-Location in angle brackets a base?",
              "No clause says: brackets are not in the grammar of RFC 2557, and programs drop them or not.", location, None, [clause("RFC 2557", "4.1")],
              behaviours=bad)
    yield one("two-equal-content-locations", [field("content-location", "header.example.org")] * 2, "What if Content-Location is there twice, with the same value?",
              "RFC 2557 allows one; but both say the same.", location, good, [LOCATION, MHTML], "content-location")
    yield one("two-different-content-locations", [field("content-location", "first.example.org"), field("content-location", "second.example.org")],
              "Which of two Content-Location fields counts?",
              "No clause says: RFC 2557 allows one. Chromium takes the last, Thunderbird the first.", location, None, [LOCATION],
              behaviours=["http://first.example.org/d/ref1.html", "http://second.example.org/d/ref1.html"])
    yield one("empty-content-location", ["Content-Location:"], "Does an empty Content-Location shadow that of the multipart around it?",
              "No: it contains no absolute URL, and the search goes on outwards.",
              location, "http://outer.example.org/d/page.html", [MHTML], "content-location", outer=[field("content-location", "outer.example.org")])
    yield one("content-location-with-fragment", ["Content-Location: http://header.example.org/d/page.html#top"],
              "Does a fragment of the Content-Location matter for a relative path?",
              "No: it is not part of the base.", ["content-location"], "http://header.example.org/d/page.html", [MHTML, clause("RFC 3986", "5.1")],
              "content-location")
    yield one("content-base-folded-before-value", ["Content-Base:", "\thttp://header.example.org/d/page.html"],
              "May the URL of Content-Base begin on the second line?",
              "Yes: a folded field is unfolded before it is read.", content_base, good, [CONTENT_BASE, folding], "content-base")
    yield one("content-base-case-of-name", ["content-base: http://header.example.org/d/page.html"], "Is the name of Content-Base case-insensitive?",
              "Yes, as of all fields.",
              content_base, good, [CONTENT_BASE, rfc822], "content-base")
    yield one("content-base-in-quotes", ['Content-Base: "http://header.example.org/d/page.html"'], "Is a quoted Content-Base a base?",
              "No clause says: quotes are not in the grammar of RFC 2110, and programs drop them or not.", content_base, None, [HEADERS_2110], behaviours=bad)
    yield one("content-base-folded-inside", ["Content-Base: http://header.example.org/", " d/", " page.html"],
              "Are line breaks inside the URL of Content-Base dropped, with their blanks?",
              "Yes: RFC 2110 folds long URLs as RFC 2017 does, whose reader removes all white space.", content_base, good,
              [clause("RFC 2110", "4.4"), clause("RFC 2017", "3.1")], "content-base")
    yield one("content-base-encoded-word", ["Content-Base: =?us-ascii?Q?http=3A=2F=2Fheader.example.org=2Fd=2Fpage.html?="],
              "Is an encoded word in Content-Base decoded?",
              "No clause says: only RFC 2557 has encoded words in its fields, and it has removed this one.", [*content_base, "encoded-word"], None,
              [HEADERS_2110, clause("RFC 2047", "5")], behaviours=bad)
    yield one("base-header-encoded-word", ["Base: =?us-ascii?Q?=3CURL=3Ahttp=3A=2F=2Fheader.example.org=2Fd=2Fpage.html=3E?="],
              "Is an encoded word in Base decoded?",
              "No clause says: it is no base-header by the grammar, and programs that decode every field accept it.", [*base, "encoded-word"], None,
              [OWN, clause("RFC 2047", "5")], behaviours=bad)
    yield one("two-equal-content-bases", [field("content-base", "header.example.org")] * 2, "What if Content-Base is there twice, with the same value?",
              "Nothing changes: both fields say the same.", content_base, good, [CONTENT_BASE], "content-base")
    yield one("two-different-content-bases", [field("content-base", "first.example.org"), field("content-base", "second.example.org")],
              "Which of two Content-Base fields counts?", "No clause says: RFC 2110 knows one, and RFC 2557 none.", content_base, None, [CONTENT_BASE, REMOVED],
              behaviours=["http://first.example.org/d/ref1.html", "http://second.example.org/d/ref1.html", None])
    yield one("content-base-is-a-directory", ["Content-Base: http://header.example.org/d/"],
              "Does a relative path go into the directory that Content-Base names?",
              "Yes: what follows the last slash of the base is replaced.", ["content-base"], "http://header.example.org/d/",
              [CONTENT_BASE, clause("RFC 1808", "4")], "content-base")
    yield one("content-base-without-last-slash", ["Content-Base: http://header.example.org/d"],
              "Is the last segment of a Content-Base without a slash at its end a directory?",
              "No: what follows the last slash of the base is replaced.", ["content-base"], "http://header.example.org/d",
              [CONTENT_BASE, clause("RFC 1808", "4")], "content-base")

    crlf = with_crlf(made([], {0: [field("base-header", "header.example.org")]}, html("ref1.html"))[0])
    yield Case("base-header-with-crlf", "eml", crlf, "Do line ends of CR LF belong to the value of a field?",
               "No: they end the lines of every message on the wire. RFC 2557 does not know the field.", [*TAGS, "base-header", "syntax"],
               [layered("a@href", "ref1.html", [("base-header", good, True)], [OWN, clause("RFC 5322", "2.1"), MHTML], "1")])
    yield Case("base-line-in-body", "eml", made([], {}, "Base: <URL:http://wrong.example.org/d/page.html>\n\n" + html("ref1.html"))[0],
               "Is a line that looks like a Base field a base, behind the empty line that ends the header?",
               "No: it is part of the body.", [*TAGS, "base-header", "syntax", "no-base"],
               [layered("a@href", "ref1.html", [], [OWN, MHTML, clause("RFC 5322", "2.1")], "1")])
    content = made(["mixed"], {}, html("ref1.html"))[0].replace(b"\n\n--case0\n", b"\n\nBase: <URL:http://wrong.example.org/d/page.html>\n\n--case0\n", 1)
    yield Case("base-line-in-preamble", "eml", content, "Is a Base field in the preamble of a multipart a base?",
               "No: what stands before the first boundary is ignored.",
               [*TAGS, "base-header", "multipart", "no-base"], [layered("a@href", "ref1.html", [], [clause("RFC 2046", "5.1.1"), NONE, MHTML], "1")])
    content = made(["mixed"], {}, html("ref1.html"))[0] + b"\nBase: <URL:http://wrong.example.org/d/page.html>\n"
    yield Case("base-line-in-epilogue", "eml", content, "Is a Base field in the epilogue of a multipart a base?",
               "No: what stands behind the last boundary is ignored.",
               [*TAGS, "base-header", "multipart", "no-base"], [layered("a@href", "ref1.html", [], [clause("RFC 2046", "5.1.1"), NONE, MHTML], "1")])


def relative_bases():
    outer = [field("content-location", "outer.example.org")]
    yield one("relative-content-location-in-multipart", ["Content-Location: sub/part.html"],
              "What is the base if the part has a relative Content-Location, and the multipart an absolute one?",
              "That of the multipart: RFC 2557 takes a Content-Location as the base only if it contains an absolute URL.",
              ["content-location", "relative-base"],
              "http://outer.example.org/d/page.html", [MHTML], "content-location", outer=outer)
    yield one("relative-content-location-alone", ["Content-Location: sub/part.html"], "Is a relative Content-Location a base, if nothing else declares one?",
              "No: RFC 2557 wants an absolute URL, and goes on to thismessage:/, which leads only to parts of the message.",
              ["content-location", "relative-base", "no-base"], None, [MHTML], "none")
    yield one("relative-content-location-beside-content-base", ["Content-Location: sub/part.html", "Content-Base: http://base.example.org/d/page.html"],
              "Is Content-Base the base, beside a relative Content-Location?", "Yes: RFC 2110 asks Content-Base first.",
              ["content-location", "content-base", "relative-base"],
              "http://base.example.org/d/page.html", [ORDER_2110], "content-base")
    content, part = made(["mixed", "related"], {0: outer, 1: ["Content-Location: sub/part.html"]}, html("ref1.html"))
    yield Case("relative-content-location-of-inner-multipart", "eml", content,
               "What is the base if the inner multipart has a relative Content-Location, and the outer one an absolute one?",
               "That of the outer one: RFC 2557 looks outwards for one that contains an absolute URL.",
               [*TAGS, "content-location", "relative-base", "inherited"],
               [layered("a@href", "ref1.html", [("content-location", url("outer.example.org"), False)], [MHTML, AROUND, HEADERS_2110], part)])
    yield one("relative-base-header", ["Base: <URL:sub/part.html>"], "Is a relative Base resolved against that of the multipart around it?",
              "No clause says: RFC 1808 wants an absolute URL. Programs skip it, or resolve it.", ["base-header", "relative-base"], None, [OWN, AROUND],
              behaviours=["http://outer.example.org/d/ref1.html", "http://outer.example.org/d/sub/ref1.html", None], outer=[field("base-header", "outer.example.org")])
    yield one("relative-content-base", ["Content-Base: sub/part.html"],
              "Is a relative Content-Base resolved against the Content-Location of the multipart around it?",
              "No clause says: RFC 2110 wants an absolute URL. Programs skip it, or resolve it.", ["content-base", "relative-base"], None,
              [CONTENT_BASE, HEADERS_2110],
              behaviours=["http://outer.example.org/d/ref1.html", "http://outer.example.org/d/sub/ref1.html"], outer=outer)
    relative, absolute = '<base href="sub/">', clause("HTML 4.01", "struct/links.html#edef-BASE")
    content, part = made(["mixed"], {1: [field("content-location", "header.example.org")]}, html("ref1.html", head=relative))
    yield Case("relative-html-base-against-content-location", "eml", content, "Is a relative base element resolved against the Content-Location of its part?",
               "Yes: RFC 3986 converts a base that is a relative reference to a URL before it is used, and the HTML Standard uses the fallback base "
               "URL for that. HTML 4.01 wants an absolute URL there.", [*TAGS, "html-base", "relative-base", "content-location"],
               [ref("a@href", "ref1.html", "http://header.example.org/d/sub/", [clause("RFC 3986", "5.1"), clause("HTML", "set-the-frozen-base-url"), absolute],
                    by="html-base", part=part, missing=["rfc1808"])])
    content, part = made(["mixed"], {1: [field("base-header", "header.example.org")]}, html("ref1.html", head=relative))
    yield Case("relative-html-base-against-base-header", "eml", content, "Is a relative base element resolved against the Base of its part?",
               "No clause says: RFC 1808, which knows Base, and HTML 4.01 want an absolute URL in a base element; RFC 2557 does not know Base.",
               [*TAGS, "html-base", "relative-base", "base-header"],
               [undefined("a@href", "ref1.html", [OWN, absolute, clause("RFC 3986", "5.1")],
                          ["http://header.example.org/d/sub/ref1.html", "http://header.example.org/d/ref1.html", None], part)])
    content, part = made(["mixed"], {0: outer}, html("ref1.html", head=relative))
    yield Case("relative-html-base-against-multipart", "eml", content,
               "Is a relative base element resolved against the Content-Location of the multipart around its part?",
               "Yes: RFC 3986 converts a base that is a relative reference to a URL before it is used; what surrounds the document gives its base.",
               [*TAGS, "html-base", "relative-base", "content-location", "inherited"],
               [ref("a@href", "ref1.html", "http://outer.example.org/d/sub/", [clause("RFC 3986", "5.1"), MHTML], by="html-base", part=part, missing=["rfc1808"])])
    content, part = made([], {}, html("ref1.html", head='<base href="sub/">'))
    yield Case("relative-html-base-alone", "eml", content, "Is a relative base element a base, if nothing else declares one?",
               "No: nothing makes it absolute.", [*TAGS, "html-base", "relative-base", "no-base"],
               [layered("a@href", "ref1.html", [], [NONE, MHTML, clause("RFC 3986", "5.1")], part, also={rules: [THIS_MESSAGE + "sub/"] for rules in ("rfc3986", "whatwg")})])
    content, part = made(["mixed"], {1: [field("content-location", "header.example.org")]}, html("ref1.html", head='<base target="_blank">'))
    yield Case("html-base-without-href", "eml", content, "Does a base element without href shadow the Content-Location?",
               "No: only its href declares a base.", [*TAGS, "html-base", "content-location"],
               [ref("a@href", "ref1.html", url("header.example.org"), [BASE_ELEMENT, MHTML], by="content-location", part=part)])
    yield one("opaque-content-location", ["Content-Location: urn:isbn:0000000000"],
              "Does a Content-Location that is no hierarchical URL shadow that of the multipart around it?",
              "No clause says: it is an absolute URI, but nothing can be relative to it. Programs go on outwards, or find nothing.", ["content-location"],
              None, [MHTML, clause("RFC 3986", "5.2.3")],
              behaviours=["http://outer.example.org/d/ref1.html", None, "urn:ref1.html"], outer=outer)


def siblings():
    """A base ends with its entity."""
    def two(name, first, second, question, why, declared, clauses, tags, outer=()):
        return Case(name, "eml", multipart("mixed", list(outer), [first, second]), question, why, [*TAGS, *tags],
                    [layered("a@href", "ref1.html", declared, clauses, "2")])
    page, plain = html("ref1.html"), [f"Content-Type: {HTML_TYPE}"]
    yield two("html-base-ends-with-part", (plain, html(head='<base href="http://wrong.example.org/d/">')), (plain, page),
              "Is the base element of one body part a base for the next part?",
              "No: it belongs to its document.", [], [OWN, MHTML], ["html-base", "siblings", "no-base"])
    for layer in FIELDS:
        yield two(f"{layer}-ends-with-part", ([field(layer, "wrong.example.org"), *plain], html()), (plain, page),
                  f"Is {FIELDS[layer][1]} of one body part a base for the next part?",
                  "No: it belongs to its entity.", [], [*FIELDS[layer][2], NONE], [layer, "siblings", "no-base"])
    for layer in FIELDS:
        yield two(f"{layer}-of-later-part", (plain, html()), ([field(layer, "second.example.org"), *plain], page),
                  f"Does {FIELDS[layer][1]} of the second part apply to it, if the first part has none?",
                  "Each part is an entity with a base of its own. " + ALONE[layer][0],
                  [(layer, url("second.example.org"), True)], FIELDS[layer][2], [layer, "siblings"])
    inner = mail([field("base-header", "wrong.example.org")], html())
    yield two("base-of-attached-message-ends-with-it", (["Content-Type: message/rfc822"], inner), (plain, page),
              "Is the Base of an attached message a base for the part behind it?",
              "No: that part has the base of the message around both by RFC 1808, and none by RFC 2557.", [("base-header", url("outer.example.org"), False)],
              [AROUND, MHTML], ["base-header", "siblings", "nested-message"], outer=[field("base-header", "outer.example.org")])
    inner = entity("mixed", [(plain, html())], "inner")
    heading, _, body = inner.partition(b"\n\n")
    yield two("base-of-inner-multipart-ends-with-it", ([field("content-location", "wrong.example.org"), heading.decode()], body), (plain, page),
              "Is the Content-Location of a multipart a base for the part behind it?",
              "No: that part has the base of the multipart around both.", [("content-location", url("outer.example.org"), False)], [MHTML],
              ["content-location", "siblings", "multipart"], outer=[field("content-location", "outer.example.org")])
    yield Case("text-alternative-beside-html-base", "eml",
               multipart("alternative", [],
                         [(["Content-Type: text/plain"], "See <URL:ref1.html>.\n"), (plain, html(head='<base href="http://wrong.example.org/d/">'))]),
               "Is the base element of the HTML a base for the plain text beside it?", "No: it belongs to its document.",
               [*TAGS, "html-base", "siblings", "plain-text", "no-base"],
               [layered("text:delimited", "ref1.html", [], [OWN, NONE, MHTML], "1")])
    content = multipart("mixed", [],
                        [([field("content-location", "first.example.org"), *plain], html("ref1.html")),
                         ([field("content-location", "second.example.org"), *plain], html("ref2.html"))])
    yield Case("each-part-has-its-own-base", "eml", content, "Has each part of a multipart its own base?", "Yes: each has a Content-Location of its own.",
               [*TAGS, "content-location", "siblings"],
               [ref("a@href", "ref1.html", url("first.example.org"), [MHTML], by="content-location", part="1"),
                ref("a@href", "ref2.html", url("second.example.org"), [MHTML], by="content-location", part="2")])


def saved_why(layer, why):
    return f"By RFC 1808 yes: {why} RFC 2557 does not know Base, and whether the other one is a base is disputed." if layer == "base-header" else f"Yes: {why}"


def retrieved(layer, base):
    """What is as right where the field is not known: the URL by which the page was retrieved may be its base (RFC 3986, section 5.1.3)."""
    return {"rfc3986": [base], "whatwg": [base]} if layer == "base-header" else None


def saved():
    """What browsers write when they save a page."""
    snapshot = "Snapshot-Content-Location: http://snapshot.example.org/d/page.html"
    comment = "<!-- saved from url=(0033)http://saved.example.org/d/page.html -->\n"
    content, part = made(["related"], {0: [snapshot]}, html("ref1.html"))
    yield Case("snapshot-content-location-alone", "mht", content, "Is a Snapshot-Content-Location field a base?",
               "No clause says: it is no registered field. It has the URL from which a browser saved the page, and could serve as that of RFC 1808, "
               "section 3.3; Chromium itself does not use it.",
               ["mhtml", "snapshot-content-location"],
               [undefined("a@href", "ref1.html", [RETRIEVAL, MHTML], ["http://snapshot.example.org/d/ref1.html", None], part)])
    for layer in ("html-base", "content-location", "base-header"):
        head = '<base href="http://inner.example.org/d/page.html">' if layer == "html-base" else ""
        content, part = made(["related"], {0: [snapshot], **({1: [field(layer, "inner.example.org")]} if not head else {})}, html("ref1.html", head=head))
        called = "the base element" if head else FIELDS[layer][1]
        yield Case(f"{layer}-over-snapshot-content-location", "mht", content,
                   f"Does {called} of the page win over the Snapshot-Content-Location of the archive?",
                   saved_why(layer, "what the entity declares comes before what is known about its retrieval."),
                   ["mhtml", "snapshot-content-location", layer], [layered("a@href", "ref1.html", [(layer, url("inner.example.org"), True)], [MHTML, RETRIEVAL], part,
                                                                           also=retrieved(layer, "http://snapshot.example.org/d/page.html"))])
        content, part = made([], {0: [field(layer, "inner.example.org")] if not head else []},
                             html("ref1.html", head=head).replace("<title>", comment + "<title>", 1))
        yield Case(f"{layer}-over-saved-from", "eml", content, f"Does {called} win over a comment that says where the page was saved from?",
                   saved_why(layer, "it is a comment, and no clause makes it a base."), [*TAGS, "saved-from", layer],
                   [layered("a@href", "ref1.html", [(layer, url("inner.example.org"), True)], [OWN, MHTML], part,
                            also=retrieved(layer, "http://saved.example.org/d/page.html"))])
    content, part = made([], {}, html("ref1.html").replace("<title>", comment + "<title>", 1))
    yield Case("saved-from-alone", "eml", content, "Is the URL of a comment with which a browser saved the page its base?",
               "No clause says: it is a comment, but it has the URL by which the page was retrieved.", [*TAGS, "saved-from"],
               [undefined("a@href", "ref1.html", [RETRIEVAL, clause("HTML", "comments")], ["http://saved.example.org/d/ref1.html", None], part)])
    content, part = made(["mixed"], {0: [field("content-location", "outer.example.org")]}, html("ref1.html", head='<!-- <base href="http://wrong.example.org/d/"> -->'))
    yield Case("base-element-in-comment", "eml", content, "Is a base element in a comment a base?", "No: there is no element in a comment.",
               [*TAGS, "html-base", "content-location", "inherited"],
               [layered("a@href", "ref1.html", [("content-location", url("outer.example.org"), False)], [clause("HTML", "comments"), MHTML], part)])


def in_headers():
    """References in header fields."""
    rfc2369 = clause("RFC 2369", "2")
    for name, section in (("List-Help", "3.1"), ("List-Unsubscribe", "3.2"), ("List-Subscribe", "3.3"), ("List-Post", "3.4"), ("List-Owner", "3.5"),
                          ("List-Archive", "3.6")):
        written = f"http://lists.example.org/ref1/{name.lower()}"
        yield Case(name.lower(), "eml", mail([f"{name}: <{written}>"], "Text", "text/plain"), f"Is the URL of {name} found?",
                   "Yes: the field has URLs in angle brackets.", [*TAGS, "header", "list"],
                   [ref(f"header:{name.lower()}", written, None, [clause("RFC 2369", section)], by="none")])
    a, b = "mailto:ref1@lists.example.org", "http://lists.example.org/ref2"
    yield Case("list-unsubscribe-two", "eml", mail([f"List-Unsubscribe: <{a}>, <{b}>"], "Text", "text/plain"), "Are both URLs of a List-Unsubscribe found?",
               "Yes: it is a list, separated by commas.", [*TAGS, "header", "list"],
               [ref("header:list-unsubscribe", each, None, [rfc2369], by="none") for each in (a, b)])
    yield Case("list-archive-folded", "eml", mail(["List-Archive: <http://lists.example.org/", " archive/ref1>"], "Text", "text/plain"),
               "Is the fold inside the brackets of List-Archive dropped?",
               "Yes: white space inside the angle brackets is ignored.", [*TAGS, "header", "list", "syntax"],
               [ref("header:list-archive", "http://lists.example.org/archive/ref1", None, [rfc2369], by="none")])
    yield Case("list-archive-comment", "eml", mail(["List-Archive: <http://lists.example.org/ref1> (see <http://wrong.example.org/>)"], "Text", "text/plain"),
               "Does a comment with a URL change that of List-Archive?",
               "No: comments may stand behind the brackets.", [*TAGS, "header", "list", "syntax"],
               [ref("header:list-archive", "http://lists.example.org/ref1", None, [rfc2369], by="none")])
    yield Case("list-post-no", "eml", mail(["List-Post: NO", "List-Archive: <http://lists.example.org/ref1>"], "Text", "text/plain"),
               "Does List-Post: NO hide the fields behind it?", "No: it only says that posting is not allowed.",
               [*TAGS, "header", "list"],
               [ref("header:list-archive", "http://lists.example.org/ref1", None, [clause("RFC 2369", "3.4"), clause("RFC 2369", "3.6")], by="none")])
    yield Case("archived-at", "eml", mail(["Archived-At: <http://lists.example.org/ref1>"], "Text", "text/plain"), "Is the URL of Archived-At found?",
               "Yes: it has a URL in angle brackets.", [*TAGS, "header"],
               [ref("header:archived-at", "http://lists.example.org/ref1", None, [clause("RFC 5064", "2.1")], by="none")])
    content_base, why = field("content-base", "header.example.org"), ("By RFC 2110 yes: it is the base of relative URLs in other fields of the header. "
                                                                           "RFC 2557 has removed the field.")
    yield Case("list-archive-relative-to-content-base", "eml", mail(["List-Archive: <ref1/>", content_base], "Text", "text/plain"),
               "Is a relative List-Archive resolved against the Content-Base of the same header?",
               why, [*TAGS, "header", "list", "content-base"],
               [layered("header:list-archive", "ref1/", [("content-base", url("header.example.org"), True)], [CONTENT_BASE, HEADERS_2110, REMOVED])])
    yield Case("content-location-relative-to-content-base", "eml", mail(["Content-Location: ref1.html", content_base], html()),
               "Is a relative Content-Location resolved against the Content-Base of the same header?",
               why, [*TAGS, "header", "content-location", "content-base"],
               [layered("header:content-location", "ref1.html", [("content-base", url("header.example.org"), True)], [CONTENT_BASE, HEADERS_2110, REMOVED])])
    content, _ = made(["mixed"], {0: [field("content-location", "outer.example.org")], 1: ["Content-Location: ref1.html"]}, html())
    yield Case("content-location-relative-to-multipart", "eml", content, "Is a relative Content-Location resolved against that of the multipart around it?",
               "Yes: RFC 2557 resolves relative Content-Locations like references of the content.",
               [*TAGS, "header", "content-location", "inherited"],
               [layered("header:content-location", "ref1.html", [("content-location", url("outer.example.org"), False)], [clause("RFC 2557", "8.2"), MHTML],
                        "1.MIME")])
    content, _ = made(["mixed", "rfc822"], {0: [field("content-location", "outer.example.org")], 2: ["Content-Location: ref1.html"]}, html())
    yield Case("content-location-relative-to-message-around", "eml", content,
               "Is a relative Content-Location of an attached message resolved against that of the message around it?",
               "Yes: RFC 2557 looks for an absolute Content-Location in the surrounding headers, outwards.",
               [*TAGS, "header", "content-location", "inherited", "nested-message"],
               [layered("header:content-location", "ref1.html", [("content-location", url("outer.example.org"), False)], [clause("RFC 2557", "8.2"), MHTML],
                        "1.HEADER")])
    yield Case("content-location-not-relative-to-html-base", "eml", mail(["Content-Location: ref1.html"], html(head='<base href="http://wrong.example.org/d/">')),
               "Is a relative Content-Location resolved against the base element of the HTML?",
               "No: the base element applies inside its document only.", [*TAGS, "header", "content-location", "html-base", "no-base"],
               [layered("header:content-location", "ref1.html", [], [OWN, MHTML])])
    base, why = field("base-header", "header.example.org"), "By RFC 1808 yes: the base of a message is that of relative URLs in its header, too. RFC 2557 does not know the field."
    yield Case("list-archive-relative-to-base-header", "eml", mail(["List-Archive: <ref1/>", base], "Text", "text/plain"),
               "Is a relative List-Archive resolved against the Base of the same header?", why, [*TAGS, "header", "list", "base-header"],
               [layered("header:list-archive", "ref1/", [("base-header", url("header.example.org"), True)], [OWN, MHTML])])
    yield Case("content-location-relative-to-base-header", "eml", mail(["Content-Location: ref1.html", base], html()),
               "Is a relative Content-Location resolved against the Base of the same header?", why, [*TAGS, "header", "content-location", "base-header"],
               [layered("header:content-location", "ref1.html", [("base-header", url("header.example.org"), True)], [OWN, MHTML])])
    yield Case("list-archive-without-brackets", "eml", mail(["List-Archive: http://lists.example.org/ref1"], "Text", "text/plain"),
               "Is a URL in List-Archive found that has no angle brackets?",
               "RFC 2369 recommends to ignore such a field; programs that look for URLs in any text find it.", [*TAGS, "header", "list", "syntax"],
               [undefined("header:list-archive", "http://lists.example.org/ref1", [rfc2369], ["http://lists.example.org/ref1", None])])
    yield Case("list-archive-relative-without-base", "eml", mail(["List-Archive: <ref1/>"], html(head='<base href="http://wrong.example.org/d/">')),
               "Is a relative List-Archive resolved against the base element of the HTML?",
               "No: the base element applies inside its document only.", [*TAGS, "header", "list", "html-base", "no-base"],
               [layered("header:list-archive", "ref1/", [], [OWN, NONE, MHTML])])


def external_bodies():
    rfc2017, tags = clause("RFC 2017", "3.1"), [*TAGS, "external-body"]

    def external(parameters, fields=()):
        return ("\n".join([*MESSAGE, *fields, "Content-Type: message/external-body; access-type=URL;",
                           *parameters]) + "\n\nContent-Type: text/html\nContent-ID: <body@a.example.org>\n\n").encode()
    yield Case("external-body-url", "eml", external([' URL="http://a.example.org/ref1.html"']), "Is the URL of a message/external-body found?",
               "Yes: with the access type URL it is in the parameter URL.", tags,
               [ref("param:url", "http://a.example.org/ref1.html", None, [rfc2017], by="none", part="1")])
    yield Case("external-body-url-in-words", "eml", external([' URL="http://a.example.org/', '  ref1.html"']),
               "Is white space inside the URL parameter of a message/external-body dropped?",
               "Yes: long URLs are written as words, and the reader removes all white space.", [*tags, "syntax"],
               [ref("param:url", "http://a.example.org/ref1.html", None, [rfc2017], by="none", part="1")])
    yield Case("external-body-case", "eml", external([' url="http://a.example.org/ref1.html"']).replace(b"access-type=URL", b"Access-Type=url"),
               "Are the access type and the names of parameters case-insensitive?",
               "Yes: names of parameters are, and the access type is.", [*tags, "syntax"],
               [ref("param:url", "http://a.example.org/ref1.html", None, [rfc2017, clause("RFC 2045", "5.1"), clause("RFC 2046", "5.2.3.1")], by="none",
                    part="1")])
    yield Case("external-body-url-beside-base", "eml", external([' URL="http://a.example.org/ref1.html"'], [field("base-header", "wrong.example.org")]),
               "Does a Base change the absolute URL of a message/external-body?",
               "No: an absolute URL needs no base.", [*tags, "base-header"],
               [ref("param:url", "http://a.example.org/ref1.html", None, [rfc2017, clause("RFC 1808", "4")], by="base-header", part="1")])


def plain_text():
    """URLs in plain text, as RFC 1738 and RFC 3986 delimit them."""
    rfc1738, rfc3986, tags = clause("RFC 1738", "Appendix"), clause("RFC 3986", "Appendix C"), [*TAGS, "plain-text"]

    def text(name, body, written, question, why, clauses=(rfc3986,), kind="text/plain; charset=us-ascii", more=(), place="text:delimited"):
        # The URL Standard does not look for URLs in text, and RFC 1738 only in its own wrapper.
        missing = ["whatwg", *(["rfc1808"] if rfc1738 not in clauses else [])]
        return Case(name, "eml", mail([], body, kind), question, why, [*tags, *more],
                    [ref(place, written, None, list(clauses), by="none", part="1", missing=missing)])
    yield text("plain-url-wrapper", "See <URL:http://a.example.org/ref1.html> for more.", "http://a.example.org/ref1.html",
               "Is a URL in <URL:...> found in plain text?", "Yes: that is how RFC 1738 writes URLs in text.", (rfc1738, rfc3986))
    yield text("plain-angle-brackets", "See <http://a.example.org/ref1.html>.", "http://a.example.org/ref1.html",
               "Is a URL in angle brackets found in plain text, without the full stop behind them?", "Yes: the brackets delimit it.")
    yield text("plain-in-double-quotes", 'See "http://a.example.org/ref1.html".', "http://a.example.org/ref1.html", "Do double quotes in plain text end a URL?",
               "Yes: they are one of the delimiters.", place="text")
    yield text("plain-url-wrapper-broken", "See <URL:http://a.example.org/long/\npath/ref1.html> for more.", "http://a.example.org/long/path/ref1.html",
               "Is a line break inside <URL:...> dropped?", "Yes: white space inside the brackets is ignored.", (rfc1738, rfc3986), more=["syntax"])
    yield text("plain-url-wrapper-indented", "See <URL:http://a.example.org/long/\n     path/ref1.html> for more.", "http://a.example.org/long/path/ref1.html",
               "Is the indentation of the second line of a <URL:...> dropped?", "Yes: white space inside the brackets is ignored.", (rfc1738, rfc3986),
               more=["syntax"])
    yield text("plain-angle-brackets-broken", "See <http://a.example.org/long/\npath/ref1.html> for more.", "http://a.example.org/long/path/ref1.html",
               "Is a line break inside angle brackets dropped, without URL:?", "Yes: RFC 3986 ignores white space inside the delimiters.", more=["syntax"])
    yield text("plain-url-wrapper-blank", "See <URL: http://a.example.org/ref1.html>.", "http://a.example.org/ref1.html", "May a blank follow URL: in plain text?",
               "Yes: RFC 3986 has the prefix with or without a trailing space.", more=["syntax"])
    yield Case("plain-url-wrapper-lower-case", "eml", mail([], "See <url:http://a.example.org/ref1.html>.", "text/plain"),
               "May the prefix URL: in plain text be in lower case?",
               "No clause says: it is the prefix, or a scheme of that name.", [*tags, "syntax"],
               [undefined("text:delimited", "http://a.example.org/ref1.html", [rfc1738, rfc3986],
                          ["http://a.example.org/ref1.html", "url:http://a.example.org/ref1.html"], "1")])
    yield text("plain-url-wrapper-mailto", "Write to <URL:mailto:ref1@a.example.org>.", "mailto:ref1@a.example.org", "Is a mailto URL in <URL:...> found?",
               "Yes: every URL is written so.", (rfc1738,))
    yield text("plain-quoted-printable", "See <http://a.example.org/long/=\npath/ref1.html?x=3Dy>.", "http://a.example.org/long/path/ref1.html?x=y",
               "Is quoted-printable undone before URLs are looked for?", "Yes: the transfer encoding is not part of the text.",
               (clause("RFC 2045", "6.7"), rfc3986), kind="text/plain; charset=us-ascii\nContent-Transfer-Encoding: quoted-printable", more=["encoding"])
    yield text("plain-flowed", "See <http://a.example.org/long/ \npath/ref1.html>.", "http://a.example.org/long/path/ref1.html",
               "Is a soft line break of format=flowed inside angle brackets dropped?",
               "Yes: lines that end in a blank flow together, and white space inside the brackets is ignored.",
               (clause("RFC 3676", "4.2"), rfc3986), kind="text/plain; charset=us-ascii; format=flowed", more=["syntax"])
    yield text("plain-flowed-delsp", "See http://a.example.org/long/ \npath/ref1.html for more.", "http://a.example.org/long/path/ref1.html",
               "Does a URL flow over a soft line break if DelSp=yes?", "Yes: the blank at the end of the line is deleted, and the lines are joined.",
               (clause("RFC 3676", "4.2"),), kind="text/plain; charset=us-ascii; format=flowed; delsp=yes", more=["syntax"], place="text")
    hyphen = ["http://a.example.org/a-b/ref1.html", "http://a.example.org/ab/ref1.html"]
    yield Case("plain-broken-behind-hyphen", "eml", mail([], "See <URL:http://a.example.org/a-\nb/ref1.html>.", "text/plain"),
               "Does a hyphen at the end of a line belong to the URL?",
               "Perhaps: RFC 3986 warns that it may or may not.", [*tags, "syntax"],
               [undefined("text:delimited", "http://a.example.org/a-b/ref1.html", [rfc3986], hyphen, "1")])
    yield Case("plain-relative-without-base", "eml", mail([], "See <URL:ref1.html>.", "text/plain"),
               "Does a relative <URL:...> in plain text without any base lead anywhere?", "No: the base is empty.", [*tags, "no-base"],
               [layered("text:delimited", "ref1.html", [], [NONE, MHTML], "1")])


def in_http(place, written, base, clauses, part, outer=None):
    """A reference of an HTTP response in mail that has a Content-Location. `outer` is that of the message around it."""
    later = {rules: [] if outer else [THIS_MESSAGE] for rules in ("rfc3986", "whatwg")}
    return ref(place, written, base, clauses, "content-location", part, {"rfc3986": outer, "whatwg": outer}, {"rfc1808": [outer, None], **later})


def http():
    """HTTP messages in mail."""
    tags = ["http", "nested-message"]

    def response(fields, body, outer=(), kind="message/http"):
        inner = "\n".join(["HTTP/1.1 200 OK", *fields, f"Content-Type: {HTML_TYPE}", "", body])
        return multipart("mixed", list(outer), [([f"Content-Type: {kind}; msgtype=response; version=1.1"], inner)])
    for kind, name in (("message/http", "message-http"), ("application/http", "application-http")):
        yield Case(f"{name}-inherits", "eml", response([], html("ref1.html"), [field("content-location", "outer.example.org")], kind),
                   f"Does the HTML in {'a message' if kind[0] == 'm' else 'an application'}/http part inherit the Content-Location of the message around it?",
                   "Yes: RFC 2557 looks for one in the surrounding headers, outwards, as RFC 1808 has bases inherited.",
                   [*TAGS, *tags, "content-location", "inherited"],
                   [layered("a@href", "ref1.html", [("content-location", url("outer.example.org"), False)], [MHTML, AROUND], "1.1")])
    yield Case("message-http-base-header", "eml",
               response([field("base-header", "inner.example.org")], html("ref1.html"), [field("base-header", "outer.example.org")]),
               "Does the Base of an HTTP response win over that of the message that contains it?",
               "By RFC 1808 yes: it defines Base for headers of HTTP, too, and the inner one wins. RFC 9110 and RFC 2557 know neither.",
               [*TAGS, *tags, "base-header"],
               [layered("a@href", "ref1.html", [("base-header", url("inner.example.org"), True), ("base-header", url("outer.example.org"), False)],
                        [OWN, AROUND, MHTML], "1.1")])
    yield Case("message-http-content-base", "eml", response([field("content-base", "inner.example.org")], html("ref1.html")),
               "Is the Content-Base of an HTTP response the base of its HTML?",
               "By RFC 2068 yes; later versions of HTTP dropped the field.", [*TAGS, *tags, "content-base"],
               [layered("a@href", "ref1.html", [("content-base", url("inner.example.org"), True)], [HTTP_BASE, clause("RFC 2616", "19.6.3"), MHTML], "1.1")])
    yield Case("message-http-content-location", "eml", response([field("content-location", "inner.example.org")], html("ref1.html")),
               "Is the Content-Location of an HTTP response the base of its HTML?",
               "By RFC 2068 yes; in HTTP of today it no longer affects the base.", [*TAGS, *tags, "content-location"],
               [in_http("a@href", "ref1.html", url("inner.example.org"), [clause("RFC 2068", "14.15"), *NO_HTTP_BASE], "1.1")])
    yield Case("message-http-content-location-in-content-location", "eml",
               response([field("content-location", "inner.example.org")], html("ref1.html"), [field("content-location", "outer.example.org")]),
               "Does the Content-Location of an HTTP response win over that of the message that contains it?",
               "By RFC 2068 yes; in HTTP of today it no longer affects the base, and then RFC 2557 takes that of the message.",
               [*TAGS, *tags, "content-location", "inherited"],
               [in_http("a@href", "ref1.html", url("inner.example.org"), [clause("RFC 2068", "14.15"), *NO_HTTP_BASE, MHTML], "1.1", url("outer.example.org"))])
    two = [field("content-base", "first.example.org"), field("content-base", "second.example.org")]
    yield Case("message-http-two-content-bases", "eml", response(two, html("ref1.html")), "Which of two Content-Base fields of an HTTP response counts?",
               "No clause says: RFC 2068 knows one, and later versions of HTTP none.", [*TAGS, *tags, "content-base"],
               [undefined("a@href", "ref1.html", [HTTP_BASE], ["http://first.example.org/d/ref1.html", "http://second.example.org/d/ref1.html", None], "1.1")])
    for layer in ("base-header", "content-base", "content-location"):
        yield Case(f"message-http-html-base-over-{layer}", "eml",
                   response([field(layer, "inner.example.org")], html("ref1.html", head='<base href="http://html.example.org/d/">')),
                   f"Does the base element of the HTML of an HTTP response win over {FIELDS[layer][1]} of the response?",
                   "Yes: a base inside the content comes first.", [*TAGS, *tags, "html-base", layer],
                   [ref("a@href", "ref1.html", "http://html.example.org/d/", [OWN, BASE_ELEMENT], by="html-base", part="1.1")])


def encodings():
    """Encodings of the content hide no base."""
    page = html("ref1.html", head='<base href="http://html.example.org/d/">').encode()
    for name, body in (("quoted-printable", quopri.encodestring(page)), ("base64", base64.encodebytes(page)), ("8bit", page)):
        content, part = made(["mixed"], {0: [field("base-header", "outer.example.org")], 1: [f"Content-Transfer-Encoding: {name}"]}, body)
        yield Case(f"html-base-in-{name}", "eml", content, f"Is a base element found in HTML with the transfer encoding {name}?",
                   "Yes: the transfer encoding is undone before the content is read.", [*TAGS, "html-base", "encoding"],
                   [ref("a@href", "ref1.html", "http://html.example.org/d/", [clause("RFC 2045", "6"), OWN], by="html-base", part=part)])
    body = base64.encodebytes(page.decode().encode("utf-16"))
    content, part = made(["mixed"], {0: [field("base-header", "outer.example.org")], 1: ["Content-Transfer-Encoding: base64"]}, body, "text/html; charset=utf-16")
    yield Case("html-base-in-utf-16", "eml", content, "Is a base element found in HTML in UTF-16?",
               "Yes: the charset parameter, and the byte order mark, say how to decode it.", [*TAGS, "html-base", "encoding"],
               [ref("a@href", "ref1.html", "http://html.example.org/d/", [clause("HTML", "determining-the-character-encoding"), OWN], by="html-base", part=part)])


def references():
    """The kinds of relative references, against a base of a header."""
    rfc1808, rfc3986 = clause("RFC 1808", "4"), clause("RFC 3986", "5.2.2")
    for name, written, called in (("path", "ref1", "a relative path"), ("dot", "./ref1", "a path that begins with ./"),
                                  ("up", "../ref1", "a path that begins with ../"), ("root", "/ref1", "a path that begins with /"),
                                  ("host", "//other.example.org/ref1", "a reference that begins with //"), ("query", "?ref1", "a query alone"),
                                  ("fragment", "#ref1", "a fragment alone"), ("absolute", "https://other.example.org/ref1", "an absolute URL")):
        for layer in ("base-header", "content-location"):
            content, part = made([],
                                 {0: ["Base: <URL:http://header.example.org/a/b/c.html>" if layer == "base-header" else "Content-Location: "
                                                                                                                    "http://header.example.org/a/b/c.html"]},
                                 html(written))
            yield Case(f"{name}-reference-with-{layer}", "eml", content, f"What does {called} mean if {FIELDS[layer][1]} is the base?",
                       "It is absolute, and needs no base." if name == "absolute" else "What the algorithm for relative references gives, as for any base.",
                       [*TAGS, layer, "resolution"],
                       [layered("a@href", written, [(layer, "http://header.example.org/a/b/c.html", True)], [*FIELDS[layer][2], rfc1808, rfc3986], part)])
