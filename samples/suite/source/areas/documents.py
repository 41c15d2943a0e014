# SPDX-License-Identifier: MIT
"""Bases that documents declare: PDF, OOXML, ODF, EPUB, RTF and SVG."""

import base64
import html as htmllib
import io
import zipfile

import office
import pdf
from areas.archives import archive
from case import Case, clause, ref, undefined
from resolve import rfc3986

BASE = "http://base.example.org/d/"
TARGET = "http://target.example.org/t/document"
HTML_BASE = clause("HTML", "document-base-url")

# A name, a reference, and what it is.
REFERENCES = [("file", "ref1.html", "a file name"), ("dot", "./ref1.html", "a dot segment"), ("parent", "../ref1.html", "a parent directory"),
              ("many-parents", "../../../ref1.html", "more parents than the base has"),
              ("directory", "sub/ref1.html", "a path"), ("root", "/ref1.html", "an absolute path"),
              ("host", "//other.example.org/ref1.html", "another host without a scheme"), ("query", "?ref1", "a query alone"),
              ("fragment", "#ref1", "a fragment alone"), ("file-and-fragment", "ref1.html#f", "a file and a fragment"),
              ("file-and-query", "ref1.html?u=/x/../y", "a query with dot segments"),
              ("colon-later", "sub/a:ref1", "a colon behind a slash"), ("colon-in-query", "ref1?u=http://x.example.org/", "a URL in a query"),
              ("dotted", "sub/../ref1.html", "dot segments inside"),
              ("escape", "a%20ref1.html", "an escape"), ("www", "www.ref1.example.org", "a name that looks like a host"),
              ("absolute", "http://other.example.org/ref1.html", "an absolute URL"),
              ("absolute-in-capitals", "HTTP://other.example.org/ref1.html", "an absolute URL with its scheme in capitals"),
              ("mailto", "mailto:ref1@other.example.org", "a mailto URL"), ("tel", "tel:+1-ref1", "a tel URL")]


def in_rfc1808(base, reference):
    """RFC 1808 keeps the parents that RFC 3986 drops at the root."""
    if "../../.." not in reference:
        return rfc3986(base, reference)
    return "http://base.example.org/" + "../" * (reference.count("../") - base.count("/", len("http://base.example.org/"))) + "ref1.html"


def resolved(place, written, base, clauses, by):
    # The URL Standard writes a scheme in lower case.
    return ref(place, written, base, clauses, by=by, rfc1808=in_rfc1808(base, written) if base and base.startswith(BASE) else rfc3986(base, written),
               whatwg=rfc3986(base, written).replace("HTTP:", "http:"))


PDF = [clause("ISO 32000-2", "12.6.4.8")]
NAMES = clause("ISO 32000-2", "7.3.5")
STRINGS = clause("ISO 32000-2", "7.3.4.2")


def pdf_of(reference, base=None, **more):
    return pdf.pdf_file([pdf.uri(reference.encode())], pdf.base(base.encode()) if base is not None else None, **more)


def pdf_references():
    for name, written, what in REFERENCES:
        yield Case(f"pdf-link-{name}", "pdf", pdf_of(written, BASE), f"What does the URI {written} ({what}) of a link mean in a PDF with a Base?",
                   "What RFC 3986 makes of it with the Base.", ["pdf", "pdf-base", "references"],
                   [resolved("pdf:uri", written, BASE, [*PDF, clause("RFC 3986", "5.2.2")], "pdf-base")])
    yield Case("pdf-link-empty", "pdf", pdf_of("", BASE), "What does an empty URI of a PDF with a Base mean?",
               "RFC 3986 gives the base. Viewers that follow no empty URI exist, and ISO 32000 says nothing of it.", ["pdf", "pdf-base", "references"],
               [undefined("pdf:uri", "", [*PDF, clause("RFC 3986", "4.4")], [BASE, None])])


def pdf_bases():
    for name, base, question, why in (
            ("no-slash", "http://base.example.org/d", "Is the last segment of a Base without a slash at its end kept?",
             "No: what follows the last slash is replaced. Viewers that only put strings together differ."),
            ("file", "http://base.example.org/d/document.html", "Is the file name of a Base kept?", "No: what follows the last slash is replaced."),
                                      ("query", "http://base.example.org/d/view?u=/x/", "Is the query of a Base kept?", "No: a path replaces it."),
            ("fragment", "http://base.example.org/d/#/x/", "Is the fragment of a Base kept?", "No: a base has no fragment."),
                                      ("host", "http://base.example.org", "Is a slash put between a host and a file name?",
                                       "Yes: a path after an authority begins with one."),
            ("port", "http://base.example.org:8080/d/", "Does the port of a Base apply?", "Yes: it is a part of the authority."),
                                      ("https", "https://base.example.org/d/", "Does the scheme of a Base apply?",
                                       "Yes: a relative reference has none of its own."),
            ("ftp", "ftp://base.example.org/d/", "May a Base have the scheme ftp?", "Yes: any URI with a hierarchy is a base."),
                                      ("dots", "http://base.example.org/a/../d/", "Are dot segments of a Base removed?", "Yes: from the merged path."),
            ("escape", "http://base.example.org/a%20b/", "Does an escape in a Base stay?", "Yes: resolution does not decode.")):
        yield Case(f"pdf-base-{name}", "pdf", pdf_of("ref1.html", base), question, why, ["pdf", "pdf-base", "values"],
                   [ref("pdf:uri", "ref1.html", base, [*PDF, clause("RFC 3986", "5.2.3")], by="pdf-base", missing=["rfc1808"] if name == "host" else ())])
    for name, base, behaviours in (("relative", "rel/", [None, "http://target.example.org/t/rel/ref1.html", "http://target.example.org/t/ref1.html"]),
                                   ("empty", "", [None, "http://target.example.org/t/ref1.html"]),
                                   ("no-scheme", "base.example.org/d/",
                                    [None, "http://target.example.org/t/ref1.html", "http://target.example.org/t/base.example.org/d/ref1.html",
                                     "http://base.example.org/d/ref1.html"]),
                                   ("network-path", "//base.example.org/d/", [None, "http://target.example.org/t/ref1.html", "http://base.example.org/d/ref1.html"]),
                                   ("absolute-path", "/d/", [None, "http://target.example.org/t/ref1.html", "http://target.example.org/d/ref1.html"])):
        yield Case(f"pdf-base-{name}", "warc", archive(pdf_of("ref1.html", base), kind="application/pdf", target=TARGET),
                   f"Is the Base {base} relative to the URL of the PDF?" if base else "Does an empty Base stand for the URL of the PDF?",
                   "A Base should be a URI. No clause says what one without a scheme does.", ["pdf", "pdf-base", "values", "warc"],
                   [undefined("pdf:uri", "ref1.html", PDF, behaviours)])
    yield Case("pdf-base-mailto", "pdf", pdf_of("ref1.html", "mailto:ref@base.example.org"), "Is a mailto URL a base?",
               "RFC 3986 has an answer for each absolute URI, but no program can use it.", ["pdf", "pdf-base", "values"],
               [undefined("pdf:uri", "ref1.html", [*PDF, clause("RFC 3986", "5.2.2")], [None, "mailto:ref1.html"])])


def pdf_syntax():
    """Other ways to write the same objects, and places that are no Base."""
    action = [pdf.uri(b"ref1.html")]

    def one(name, dictionary, base, question, why, clauses=(), **more):
        return Case(f"pdf-{name}", "pdf", pdf.pdf_file(more.pop("actions", action), dictionary, **more), question, why, ["pdf", "pdf-base", "syntax"],
                    [ref("pdf:uri", "ref1.html", base, [*PDF, *clauses], by="pdf-base")])
    yield one("dictionary-indirect", pdf.base(BASE.encode()), BASE, "Does a Base apply if the URI dictionary is an indirect object?",
              "Yes: each object may be indirect.", [clause("ISO 32000-2", "7.3.10")], is_indirect=True)
    yield one("base-literal", b"<</Base (%s)>>" % BASE.encode(), BASE, "Is a Base found that is written as a literal string?", "Yes: a literal and a hexadecimal string are the same object.", [STRINGS])
    yield one("base-escapes", b"<</Base (http://base.example.org/\\(d\\)/)>>", "http://base.example.org/(d)/", "Are escapes in the string of a Base decoded?",
              "Yes: by the rules of strings, before it is a URI.", [STRINGS])
    yield one("base-octal", b"<</Base (http:\\057\\057base.example.org/d/)>>", BASE, "Are octal escapes in the string of a Base decoded?",
              "Yes: by the rules of strings.", [STRINGS])
    yield one("base-parentheses", b"<</Base (http://base.example.org/(d)/)>>", "http://base.example.org/(d)/", "May the string of a Base have balanced parentheses?",
              "Yes: they need no escape.", [STRINGS])
    yield one("base-line-continued", b"<</Base (http://base.example.org/\\\nd/)>>", BASE, "Does a backslash at the end of a line divide the string of a Base?",
              "No: both are ignored.", [STRINGS])
    yield one("base-key-escaped", b"<</#42ase <%s>>>" % BASE.encode().hex().encode(), BASE, "Is /#42ase the key Base?", "Yes: #42 in a name is B.", [NAMES])
    yield one("base-after-other-keys", b"<</Other(http://no.example.org/) /Base(%s)>>" % BASE.encode(), BASE,
              "Does another key of the URI dictionary change the base?", "No: only Base is the base.")
    yield one("base-in-comment", b"<<%% /Base (http://no.example.org/)\n/Base (%s)>>" % BASE.encode(), BASE, "Does a Base in a comment of PDF apply?",
              "No: a comment ends with its line, and means nothing.", [clause("ISO 32000-2", "7.2.4")])
    yield one("base-in-action", pdf.base(BASE.encode()), BASE, "Does a key Base in the action itself apply?",
              "No: Base is a key of the catalog's URI dictionary.", actions=[pdf.uri(b"ref1.html", b"/Base(http://no.example.org/)")])
    yield one("base-and-map", pdf.base(BASE.encode()), BASE, "Does IsMap false change what a URI is relative to?",
              "No: it only says whether the position of a click is added.", actions=[pdf.uri(b"ref1.html", b"/IsMap false")])
    yield one("uri-escapes", pdf.base(BASE.encode()), BASE, "Are escapes in the string of a URI decoded before it is resolved?",
              "Yes: by the rules of strings.", [STRINGS], actions=[b"<</S/URI/URI(\\162ef1.html)>>"])
    yield one("button", pdf.base(BASE.encode()), BASE, "Does the Base apply to the URI action of a button?", "Yes: to all URI actions of the document.",
              actions=[pdf.Button(pdf.uri(b"ref1.html"))])
    yield one("next-action", pdf.base(BASE.encode()), BASE, "Does the Base apply to a URI action that follows another one?",
              "Yes: to all URI actions of the document.", [clause("ISO 32000-2", "12.6.2")],
              actions=[b"<</S/Named/N/NextPage/Next " + pdf.uri(b"ref1.html") + b">>"])
    yield one("base-in-other-dictionary", pdf.base(BASE.encode()), BASE, "Does a URI dictionary in an action apply?", "No: that of the catalog does.",
              actions=[pdf.uri(b"ref1.html", b"/X<</URI<</Base(http://no.example.org/)>>>>")])


def pdf_layers():
    for name, base, expected, by in (("no-base", None, TARGET, "target-uri"), ("base", BASE, BASE, "pdf-base")):
        yield Case(f"pdf-{name}-in-warc", "warc", archive(pdf_of("ref1.html", base), kind="application/pdf", target=TARGET),
                   f"What is the base of a PDF with {'a' if base else 'no'} Base that was retrieved from a URL?",
                   "The Base." if base else "The location of the PDF itself, if no Base is specified.",
                   ["pdf", "warc", "target-uri", *(["pdf-base"] if base else [])], [ref("pdf:uri", "ref1.html", expected, PDF, by=by)])
        for header, layer, where in (("Content-Location: ", "content-location", ("RFC 2557", "5")), ("Content-Base: ", "content-base", ("RFC 2110", "4.2"))):
            around = "http://part.example.org/p/x.pdf"
            content = office_mail(header + around, "application/pdf", pdf_of("ref1.html", base))
            # RFC 2557 knows Content-Location alone. Where nothing defines a base, it has one that leads nowhere.
            nowhere = {} if base or layer == "content-location" else {"rfc3986": None, "whatwg": None}
            yield Case(f"pdf-{name}-with-{layer}", "eml", content, f"What is the base of a PDF with {'a' if base else 'no'} Base in mail with a {header.partition(':')[0]}?",
                       "What is nearest: the Base, else that of the header." + (" RFC 2557 does not know this header." if nowhere else ""),
                       ["pdf", "mail", layer, *(["pdf-base"] if base else [])],
                       [ref("pdf:uri", "ref1.html", base or around, [*PDF, clause(*where), *([clause("RFC 2557", "5")] if nowhere else [])],
                            by="pdf-base" if base else layer, part="1", other=nowhere, also={rules: ["thismessage:/"] for rules in nowhere})])
    packet = ('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" '
              'xmlns:xmp="http://ns.adobe.com/xap/1.0/"%s'
              "</rdf:RDF></x:xmpmeta>")
    xmp = clause("XMP Specification Part 2", "2.1")
    for name, how in (("element", "><xmp:BaseURL>http://xmp.example.org/x/</xmp:BaseURL></rdf:Description>"),
                      ("attribute", ' xmp:BaseURL="http://xmp.example.org/x/"/>'),
                      ("resource", '><xmp:BaseURL rdf:resource="http://xmp.example.org/x/"/></rdf:Description>')):
        yield Case(f"pdf-xmp-base-{name}", "pdf", pdf_of("ref1.html", xmp=(packet % how).encode()),
                   f"Is xmp:BaseURL, written as an {name.replace('resource', 'IRI')}, the base of a PDF without a Base?",
                   "XMP says so, ISO 32000 says the location of the PDF, and viewers read none.", ["pdf", "xmp-base"],
                   [undefined("pdf:uri", "ref1.html", [xmp, *PDF], [None, "http://xmp.example.org/x/ref1.html"])])
        yield Case(f"pdf-base-and-xmp-base-{name}", "pdf", pdf_of("ref1.html", BASE, xmp=(packet % how).encode()),
                   f"Does the Base of a PDF win over xmp:BaseURL, written as an {name.replace('resource', 'IRI')}?",
                   "Yes: it is what URI actions are relative to.", ["pdf", "pdf-base", "xmp-base"],
                   [ref("pdf:uri", "ref1.html", BASE, [*PDF, xmp], by="pdf-base")])
    for name, action, place in (("go-to-remote", b"<</S/GoToR/F(ref1.pdf)/D[0/Fit]>>", "pdf:goto-remote"),
                                ("launch", b"<</S/Launch/F(ref1.pdf)>>", "pdf:launch")):
        yield Case(f"pdf-{name}-and-base", "pdf", pdf.pdf_file([action], pdf.base(BASE.encode())),
                   f"Is the file that an action {action[5:action.index(b'/F(')].decode()} opens relative to the Base?",
                   "ISO 32000 says it only of URI actions, and a file name is relative to the file of the PDF. Some viewers use the Base.",
                   ["pdf", "pdf-base", "actions"],
                   [undefined(place, "ref1.pdf", [clause("ISO 32000-2", "7.11.2"), *PDF], [None, BASE + "ref1.pdf"])])
    form = pdf.Button(b"<</S/SubmitForm/F<</FS/URL/F(ref1.cgi)>>>>")
    yield Case("pdf-submit-form-and-base", "pdf", pdf.pdf_file([form], pdf.base(BASE.encode())), "Is the URL of a SubmitForm action relative to the Base?",
               "ISO 32000 says it only of URI actions.", ["pdf", "pdf-base", "actions"],
               [undefined("pdf:submit-form", "ref1.cgi", [clause("ISO 32000-2", "7.11.5"), *PDF], [None, BASE + "ref1.cgi"])])


def office_mail(header, kind, content):
    return (f"From: Ada <ada@example.org>\nMIME-Version: 1.0\n{header}\nContent-Type: {kind}\nContent-Transfer-Encoding: "
            f"base64\n\n{base64.encodebytes(content).decode()}").encode()


HYPERLINK_BASE = [clause("ISO/IEC 29500-1", "22.2.2.11")]
EXTERNAL = clause("ISO/IEC 29500-2:2012", "9.3.2.2")
FIELD = clause("ISO/IEC 29500-1", "17.16.5.25")
# Where Office files have hyperlinks: a name, the ending, the writer, what it is, and the place.
KINDS = [("docx", "docx", office.word, "a hyperlink of Word", "ooxml:hyperlink"),
         ("docx-field", "docx", office.word_fields, "a field HYPERLINK of Word", "ooxml:field"),
         ("xlsx", "xlsx", office.excel, "a hyperlink of Excel", "ooxml:hyperlink"),
         ("xlsx-formula", "xlsx", office.excel_formulas, "a formula HYPERLINK of Excel", "ooxml:formula"),
         ("pptx", "pptx", office.slides, "a hyperlink of PowerPoint", "ooxml:hyperlink")]
OFFICE = {"docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
          "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
          "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation"}


def ooxml():
    for name, ending, make, what, place in KINDS:
        more = [FIELD] if name == "docx-field" else []
        for how, written in (("file", "ref1.html"), ("directory", "sub/ref1.html"), ("dot", "./ref1.html"), ("parent", "../ref1.html"),
                             ("absolute", "http://other.example.org/ref1.html"), ("mailto", "mailto:ref1@other.example.org")):
            is_absolute = ":" in written
            yield Case(f"{name}-{how}", ending, make([written], BASE), f"Is {what} to {written} relative to HyperlinkBase?",
                       "No: it is absolute." if is_absolute else "Yes: it is the base of relative hyperlinks.",
                       ["ooxml", "office-base", ending], [ref(place, written, BASE, [*HYPERLINK_BASE, *more, clause("RFC 3986", "5.2.2")], by="office-base")])
        yield Case(f"{name}-no-slash", ending, make(["ref1.html"], BASE[:-1]), f"What is {what} relative to if HyperlinkBase has no slash at its end?",
                   "It is called a base string, but not how it is put before a hyperlink.", ["ooxml", "office-base", "values"],
                   [undefined(place, "ref1.html", HYPERLINK_BASE,
                              ["http://base.example.org/ref1.html", "http://base.example.org/d/ref1.html", "http://base.example.org/dref1.html"])])
    word = office.word
    for how, written, behaviours in (("root", "/ref1.html", ["http://base.example.org/ref1.html", "http://base.example.org/d//ref1.html"]),
                                     ("host", "//other.example.org/ref1.html",
                                      ["http://other.example.org/ref1.html", "http://base.example.org/d///other.example.org/ref1.html"]),
                                     ("query", "?ref1", [BASE + "?ref1", None]), ("fragment", "#ref1", [BASE + "#ref1", None]),
                                     ("backslash", "sub\\ref1.html", [BASE + "sub\\ref1.html", BASE + "sub/ref1.html"]),
                                     ("blank", "a ref1.html", [BASE + "a ref1.html", BASE + "a%20ref1.html"]),
                                     ("www", "www.ref1.example.org", [BASE + "www.ref1.example.org", "http://www.ref1.example.org"])):
        yield Case(f"docx-{how}", "docx", word([written], BASE), f"Is a hyperlink of Word to {written} relative to HyperlinkBase?",
                   "Nothing says how the base string is applied to it.", ["ooxml", "office-base", "references"],
                   [undefined("ooxml:hyperlink", written, HYPERLINK_BASE, behaviours)])
    for how, base, behaviours in (("windows", "C:\\dir\\", [None, "file:///C:/dir/ref1.html"]),
                                  ("share", "\\\\share.example.org\\dir\\", [None, "file://share.example.org/dir/ref1.html"]),
                                  ("no-scheme", "base.example.org/d/", [None, "http://base.example.org/d/ref1.html"]),
                                  ("network-path", "//base.example.org/d/", [None, "http://base.example.org/d/ref1.html"])):
        yield Case(f"docx-base-{how}", "docx", word(["ref1.html"], base), f"Is the HyperlinkBase {base} the base of a hyperlink?",
                   "It may be any string, and nothing says how one that is no URL is applied.",
                   ["ooxml", "office-base", "values"], [undefined("ooxml:hyperlink", "ref1.html", HYPERLINK_BASE, behaviours)])
    for how, base in (("file-url", "file:///home/dir/"), ("escape", "http://base.example.org/a%20b/"), ("ampersand", "http://base.example.org/a&b/"),
                      ("port", "https://base.example.org:8443/d/"), ("iri", "http://base.example.org/é/")):
        expected = ref("ooxml:hyperlink", "ref1.html", base.replace("é", "%C3%A9"), HYPERLINK_BASE, by="office-base")
        yield Case(f"docx-base-{how}", "docx", word(["ref1.html"], base), f"Is the HyperlinkBase {base} the base of a hyperlink?",
                   "Yes: it is the base of relative hyperlinks.", ["ooxml", "office-base", "values"], [expected])
    yield Case("docx-iri", "docx", word(["é-ref1.html"], BASE), "Is a hyperlink with a character that is not ASCII relative to HyperlinkBase?",
               "Yes. Its UTF-8 may be escaped in the result.", ["ooxml", "office-base", "references"],
               [ref("ooxml:hyperlink", "é-ref1.html", BASE, HYPERLINK_BASE, by="office-base", whatwg=BASE + "%C3%A9-ref1.html")])
    empty = archive(word(["ref1.html"], ""), kind=OFFICE["docx"], target=TARGET)
    yield Case("docx-base-empty", "warc", empty, "Is a hyperlink relative to the location of the file if HyperlinkBase is empty?",
               "Nothing says whether an empty base string is none.", ["ooxml", "office-base", "values", "warc"],
               [undefined("ooxml:hyperlink", "ref1.html", [*HYPERLINK_BASE, EXTERNAL], [None, "http://target.example.org/t/ref1.html"])])
    core = ('<?xml version="1.0"?><cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"><HyperlinkBase '
            'xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">'
            "http://no.example.org/</HyperlinkBase></cp:coreProperties>")
    kind = "application/vnd.openxmlformats-package.core-properties+xml"
    types = {"_rels/.rels": ("</Relationships>", f'<Relationship Id="core" Type="{office.PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/>'),
             "[Content_Types].xml": ("</Types>", f'<Override PartName="/docProps/core.xml" ContentType="{kind}"/>')}
    plain = parts_with(word(["ref1.html"], BASE), {})
    named = {name: plain[name].replace(end, more + end) for name, (end, more) in types.items()}
    yield Case("docx-base-in-core-properties", "docx", office.package(plain | named | {"docProps/core.xml": core}),
               "Is an element HyperlinkBase in the core properties a base?", "No: only that of the extended properties is.",
               ["ooxml", "office-base"], [ref("ooxml:hyperlink", "ref1.html", BASE, HYPERLINK_BASE, by="office-base")])
    moved = {("props/extended.xml" if name == "docProps/app.xml" else name): text.replace("docProps/app.xml", "props/extended.xml") for name,
             text in parts_with(word(["ref1.html"], BASE), {}).items()}
    yield Case("docx-base-in-other-part", "docx", office.package(moved), "Is HyperlinkBase found if its part is not docProps/app.xml?",
               "Yes: the relationship of the package names the part.", ["ooxml", "office-base"],
               [ref("ooxml:hyperlink", "ref1.html", BASE, [*HYPERLINK_BASE, clause("ISO/IEC 29500-2:2012", "9.3")], by="office-base")])
    for name, _, make, what, place in KINDS:
        ending = name.partition("-")[0]
        for how, base, expected in (("no-base", None, TARGET), ("base", BASE, BASE)):
            yield Case(f"{name}-{how}-in-warc", "warc", archive(make(["ref1.html"], base), kind=OFFICE[ending], target=TARGET),
                       f"What is {what} relative to in a file with {'a' if base else 'no'} HyperlinkBase that was retrieved from a URL?",
                       "HyperlinkBase." if base else "The location of the file.", ["ooxml", "warc", "target-uri", *(["office-base"] if base else [])],
                       [ref(place, "ref1.html", expected, HYPERLINK_BASE if base else [*([EXTERNAL] if place == "ooxml:hyperlink" else []),
                                                                                       clause("RFC 3986", "5.1.3")], by="office-base" if base
                            else "target-uri")])
        if name in ("docx", "xlsx", "pptx"):
            around = "http://part.example.org/p/x"
            yield Case(f"{name}-no-base-with-content-location", "eml", office_mail(f"Content-Location: {around}", OFFICE[ending], make(["ref1.html"], None)),
                       f"Is {what} in mail relative to the Content-Location of its part?",
                       "Yes: without HyperlinkBase it is relative to the location of the file.", ["ooxml", "mail", "content-location"],
                       [ref(place, "ref1.html", around, [EXTERNAL, clause("RFC 2557", "5")], by="content-location", part="1")])


def parts_with(package, more):
    with zipfile.ZipFile(io.BytesIO(package)) as file:
        return {name: file.read(name).decode() for name in file.namelist()} | more


XLINK = clause("XLink 1.1", "5.4")
IN_PACKAGE = clause("OpenDocument 1.3 Part 2", "3.7")


def odf():
    spots = {"office:document-content": "the root", "office:text": "the body", "text:p": "the paragraph", "text:a": "the link itself"}
    for place, what in spots.items():
        for how, written in (("file", "ref1.html"), ("parent", "../ref1.html")):
            yield Case(f"odt-xml-base-of-{place.split(':')[1]}-{how}", "odt", office.odf([written], BASE, place),
                       f"Is a link of an ODT to {written} relative to an xml:base of {what}?", "Yes: XLink resolves its references by XML Base.",
                       ["odf", "xml-base"], [ref("a@xlink:href", written, BASE, [XLINK, clause("XML Base", "granularity")], by="xml-base")])
    yield Case("odt-xml-base-absolute-link", "odt", office.odf(["http://other.example.org/ref1.html"], BASE), "Does xml:base change an absolute link of an ODT?",
               "No: it needs no base.", ["odf", "xml-base"],
               [ref("a@xlink:href", "http://other.example.org/ref1.html", BASE, [XLINK, IN_PACKAGE], by="xml-base")])
    odt = "application/vnd.oasis.opendocument.text"
    target = "http://target.example.org/t/document.odt"

    def retrieved(written, base=None):
        return archive(office.odf([written], base), kind=odt, target=target)
    yield Case("odt-parent-in-warc", "warc", retrieved("../ref1.html"), "What is ../ref1.html in content.xml of an ODT relative to?",
               "To the ODT as a folder: two dots leave the package, so the file is beside the ODT.", ["odf", "warc", "target-uri"],
               [ref("a@xlink:href", "../ref1.html", target + "/content.xml", [IN_PACKAGE], by="target-uri")])
    yield Case("odt-parents-in-warc", "warc", retrieved("../../ref1.html"), "What is ../../ref1.html in content.xml of an ODT relative to?",
               "To the ODT as a folder: the second two dots are the parent of the folder of the ODT.", ["odf", "warc", "target-uri"],
               [ref("a@xlink:href", "../../ref1.html", target + "/content.xml", [IN_PACKAGE], by="target-uri")])
    yield Case("odt-file-in-warc", "warc", retrieved("ref1.html"), "What is ref1.html in content.xml of an ODT relative to?",
               "To the package: it is a file in it, which is not there and has no URL of its own.", ["odf", "warc", "target-uri"],
               [undefined("a@xlink:href", "ref1.html", [IN_PACKAGE], [None, target + "/ref1.html", "http://target.example.org/t/ref1.html"])])
    yield Case("odt-root-in-warc", "warc", retrieved("/ref1.html"), "Is an absolute path in an ODT relative to the root of the package?",
               "No: it is a path on the host that has the ODT.", ["odf", "warc", "target-uri"],
               [ref("a@xlink:href", "/ref1.html", target + "/content.xml", [IN_PACKAGE], by="target-uri")])
    yield Case("odt-host-in-warc", "warc", retrieved("//other.example.org/ref1.html"), "Does a link without a scheme in an ODT have that of the URL of the ODT?",
               "Yes: it names a host, so it is not within the package.", ["odf", "warc", "target-uri"],
               [ref("a@xlink:href", "//other.example.org/ref1.html", target + "/content.xml", [IN_PACKAGE, clause("RFC 3986", "5.2.2")], by="target-uri")])
    yield Case("odt-xml-base-relative", "warc", retrieved("ref1.html", "../sub/"), "Is a relative xml:base of an ODT relative to the ODT as a folder?",
               "Yes: it leaves the package with two dots, like a link.", ["odf", "warc", "target-uri", "xml-base"],
               [ref("a@xlink:href", "ref1.html", "http://target.example.org/t/sub/", [IN_PACKAGE, XLINK], by="xml-base")])


def xhtml(body, head):
    return (f'<?xml version="1.0" encoding="utf-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Page</title>{head}</head>'
            f"<body>{body}</body></html>\n")


def epub_of(body, head="", opf="", more=None):
    """A publication with a page OEBPS/page.xhtml."""
    page = xhtml(body, head)
    nav = ('<?xml version="1.0" encoding="utf-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>'
           'Contents</title></head><body>'
           '<nav epub:type="toc"><ol><li><a href="page.xhtml">Page</a></li></ol></nav></body></html>\n')
    items = "".join(f'<item id="more{number}" href="{name}" media-type="application/xhtml+xml"/>' for number, name in enumerate(more or {}))
    package = ('<?xml version="1.0" encoding="utf-8"?>\n<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata '
               'xmlns:dc="http://purl.org/dc/elements/1.1/">'
               '<dc:identifier id="id">urn:example:book</dc:identifier><dc:title>Book</dc:title><dc:language>en</dc:language><meta '
               'property="dcterms:modified">2026-11-27T10:00:00Z</meta>'
               f'{opf}</metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="page" '
               f'href="page.xhtml" media-type="application/xhtml+xml"/>{items}</manifest>'
               '<spine><itemref idref="page"/></spine></package>\n')
    container = ('<?xml version="1.0" encoding="utf-8"?>\n<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
                 '<rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>\n')
    return office.package({"mimetype": "application/epub+zip", "META-INF/container.xml": container, "OEBPS/package.opf": package, "OEBPS/nav.xhtml": nav,
                           "OEBPS/page.xhtml": page,
                           **{f"OEBPS/{name}": text for name, text in (more or {}).items()}})


def epub():
    where = [HTML_BASE, clause("EPUB 3.3", "sec-xhtml-deviations-base")]
    head = f'<base href="{BASE}"/>'
    for name, said, body, place in (
            ("link", "a link", '<a href="ref1.html">x</a>', "a@href"), ("image", "an image", '<img src="ref1.html" alt=""/>', "img@src"),
            ("svg", "a link in SVG", '<svg xmlns="http://www.w3.org/2000/svg"><a href="ref1.html"><text>x</text></a></svg>', "a@href"),
            ("parent", "a link to a parent directory", '<a href="../ref1.html">x</a>', "a@href"),
            ("absolute", "an absolute link", '<a href="http://other.example.org/ref1.html">x</a>', "a@href"),
            ("fragment", "a link that is a fragment alone", '<a href="#ref1">x</a>', "a@href")):
        written = body.split('f="' if "href" in body else 'c="')[1].split('"')[0]
        yield Case(f"epub-base-element-{name}", "epub", epub_of(body, head),
                   f"Does an absolute element base of a page of an EPUB apply to {said} in it?",
                   "Yes: EPUB discourages it, but leaves it to HTML.", ["epub", "html-base"],
                   [ref(place, written, BASE, where, by="html-base")])
    yield Case("epub-base-element-of-other-page", "epub", epub_of('<a href="ref1.html">x</a>', '<base href="http://own.example.org/o/"/>',
                                                                  more={"other.xhtml": xhtml("<p>x</p>", head)}),
               "Does the element base of one page of an EPUB apply to "
                                                                                                "another page?", "No: each page is a document of its own.",
               ["epub", "html-base"], [ref("a@href", "ref1.html", "http://own.example.org/o/", where, by="html-base")])
    link = '<link rel="record" href="http://other.example.org/ref1.xml" media-type="application/xml"/>'
    yield Case("epub-metadata-link", "epub", epub_of("<p>x</p>", head, link),
               "Does the element base of a page of an EPUB apply to a link of the package document?",
               "No: that link is absolute, and the package document is another file.", ["epub", "html-base"],
               [ref("link@href", "http://other.example.org/ref1.xml", None, [clause("EPUB 3.3", "sec-parse-package-urls")], by="none")])
    target = "http://target.example.org/t/book.epub"
    root = clause("EPUB 3.3", "sec-container-iri")
    for name, written in (("file", "ref1.html"), ("parent", "../ref1.html"), ("many-parents", "../../../ref1.html"), ("root", "/ref1.html")):
        yield Case(f"epub-{name}-in-warc", "warc", archive(epub_of(f'<a href="{written}">x</a>'), kind="application/epub+zip", target=target),
                   f"Is {written} in a page of an EPUB relative to the URL of the EPUB?",
                   "No URL within an EPUB leads out of it: the root has a URL of its own, which the reading system chooses.", ["epub", "warc", "target-uri"],
                   [undefined("a@href", written, [root], [None, *dict.fromkeys([rfc3986(target + "/OEBPS/page.xhtml", written), rfc3986(target, written)])])])
    page = epub_of('<a href="ref1.html">x</a>', '<base href="sub/"/>')
    yield Case("epub-relative-base-element", "warc", archive(page, kind="application/epub+zip", target=target),
               "Is a relative element base of a page of an EPUB relative to the URL of the EPUB?",
               "No URL within an EPUB leads out of it: the root has a URL of its own, which the reading system chooses.", ["epub", "html-base", "warc"],
               [undefined("a@href", "ref1.html", [root, *where], [None, target + "/OEBPS/sub/ref1.html", "http://target.example.org/t/sub/ref1.html"])])


RTF = [clause("RTF 1.9.1", "Information Group")]


def rtf():
    for name, written in (("file", "ref1.html"), ("directory", "sub/ref1.html"), ("dot", "./ref1.html"), ("parent", "../ref1.html"),
                          ("absolute", "http://other.example.org/ref1.html"), ("mailto", "mailto:ref1@other.example.org")):
        yield Case(f"rtf-{name}", "rtf", office.rtf([written], BASE), f"Is a hyperlink of RTF to {written} relative to \\hlinkbase?",
                   "No: it is absolute." if ":" in written else "Yes: it is the base of the path of relative hyperlinks.", ["rtf", "rtf-base"],
                   [ref("rtf:hyperlink", written, BASE, RTF, by="rtf-base")])
    for name, written, behaviours in (("root", "/ref1.html", ["http://base.example.org/ref1.html", "http://base.example.org/d//ref1.html"]),
                                      ("host", "//other.example.org/ref1.html",
                                       ["http://other.example.org/ref1.html", "http://base.example.org/d///other.example.org/ref1.html"]),
                                      ("fragment", "#ref1", [BASE + "#ref1", None])):
        yield Case(f"rtf-{name}", "rtf", office.rtf([written], BASE), f"Is a hyperlink of RTF to {written} relative to \\hlinkbase?",
                   "Nothing says how the base is applied to it.", ["rtf", "rtf-base"],
                   [undefined("rtf:hyperlink", written, RTF, behaviours)])
    yield Case("rtf-base-no-slash", "rtf", office.rtf(["ref1.html"], BASE[:-1]),
               "What is a hyperlink of RTF relative to if \\hlinkbase has no slash at its end?",
               "It may be a path, but nothing says how it is put before a hyperlink.", ["rtf", "rtf-base"],
               [undefined("rtf:hyperlink", "ref1.html", RTF, ["http://base.example.org/ref1.html", "http://base.example.org/d/ref1.html",
                                                              "http://base.example.org/dref1.html"])])
    plain = office.rtf(["ref1.html"], BASE)
    for name, old, new, question, why in (
            ("base-escaped", b"base.example.org/d/", b"base.example.org/\\'64/", "Is \\'64 in \\hlinkbase decoded?", "Yes: it is the character with that code."),
                                          ("base-unicode", b"base.example.org/d/", b"base.example.org/\\u100?/", "Is \\u100? in \\hlinkbase decoded?",
                                           "Yes: it is the character 100, and the ? is for readers that do not know it."),
            ("base-no-star", b"{\\*\\hlinkbase", b"{\\hlinkbase", "Does \\hlinkbase need \\* before it?", "No: that only says that readers may ignore it."),
                                          ("base-over-lines", b"http://base", b"http://\r\nbase", "Does a line end in \\hlinkbase belong to it?",
                                           "No: line ends mean nothing in RTF."),
            ("link-escaped", b"ref1.html", b"\\'72ef1.html", "Is \\'72 in a hyperlink decoded before it is resolved?",
             "Yes: it is the character with that code."), ("link-divided", b'HYPERLINK "ref1.html"', b'{HYPERLINK "ref1}{.html"}',
                                                           "Is the text of a field instruction over several groups one?", "Yes: groups only format it.")):
        yield Case(f"rtf-{name}", "rtf", plain.replace(old, new), question, why, ["rtf", "rtf-base", "syntax"],
                   [ref("rtf:hyperlink", "ref1.html", BASE, RTF, by="rtf-base")])
    for name, base, expected in (("no-base", None, TARGET), ("base", BASE, BASE)):
        yield Case(f"rtf-{name}-with-content-location", "eml", office_mail(f"Content-Location: {TARGET}", "application/rtf", office.rtf(["ref1.html"], base)),
                   f"What is the base of RTF with{'' if base else 'out'} \\hlinkbase in mail with a Content-Location?",
                   "What is nearest: \\hlinkbase, else the Content-Location.", ["rtf", "mail", "content-location", *(["rtf-base"] if base else [])],
                   [ref("rtf:hyperlink", "ref1.html", expected, [*RTF, clause("RFC 2557", "5")], by="rtf-base" if base else "content-location", part="1")])


def svg():
    xml = [clause("SVG 1.1", "linking.html"), clause("XML Base", "granularity"), HTML_BASE]

    def document(content, base=None):
        declared = f' xml:base="{htmllib.escape(base)}"' if base else ""
        return f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9" height="9"{declared}>{content}</svg>\n'.encode()
    # XML Base is a base for SVG 1.1. The HTML Standard, which gives documents of browsers their base, has dropped it.
    for name, said, content, place, bases in (
            ("link", "a link of SVG relative to the xml:base of the root", '<a href="ref1.html"><text>x</text></a>', "a@href", BASE),
            ("xlink", "a link of SVG that is an XLink relative to the xml:base of the root", '<a xlink:href="ref1.html"><text>x</text></a>', "a@xlink:href", BASE),
            ("image", "an image in SVG relative to the xml:base of the root", '<image xlink:href="ref1.html" width="1" height="1"/>', "image@xlink:href", BASE),
            ("nested", "a link in a group of SVG relative to the relative xml:base of the group", '<g xml:base="i/"><a xlink:href="ref1.html"><text>x</text></a></g>', "a@xlink:href",
             BASE + "i/"),
            ("own", "a link of SVG relative to its own xml:base", '<a xml:base="http://own.example.org/o/" xlink:href="ref1.html"><text>x</text></a>', "a@xlink:href",
             "http://own.example.org/o/"),
            ("sibling", "a link of SVG relative to the xml:base of the root, if a group before it has another one", '<g xml:base="http://no.example.org/"/><a xlink:href="ref1.html"><text>x</text></a>',
             "a@xlink:href", BASE)):
        target = "http://target.example.org/t/image.svg"
        one = ref(place, "ref1.html", bases, xml, by="xml-base", other={"whatwg": target})
        yield Case(f"svg-xml-base-{name}", "warc", archive(document(content, BASE), kind="image/svg+xml", target=target),
                   f"Is {said}?",
                   "By SVG 1.1 and XML Base yes. Browsers take the base URL of the document, in which xml:base has no part.", ["svg", "xml-base", "warc"],
                   [one])
    element = f'<html:base xmlns:html="http://www.w3.org/1999/xhtml" href="{BASE}"/><a href="ref1.html"><text>x</text></a>'
    yield Case("svg-html-base", "svg", document(element), "Does an element base of HTML in an SVG document apply?",
               "Yes: the base URL of any document is that of its first element base.", ["svg", "html-base"],
               [ref("a@href", "ref1.html", BASE, [HTML_BASE, clause("SVG 2", "linking.html#processingURL-absolute")], by="html-base", missing=["rfc1808"])])
    yield Case("svg-base-element-of-svg", "warc", archive(document(f'<base href="{BASE}"/><a href="ref1.html"><text>x</text></a>'), kind="image/svg+xml",
                                                          target=TARGET), "Does an element base of the SVG namespace apply?", "No: only that of HTML does.",
               ["svg", "warc", "target-uri"], [ref("a@href", "ref1.html", TARGET, [HTML_BASE], by="target-uri")])


def cases():
    for group in (pdf_references, pdf_bases, pdf_syntax, pdf_layers, ooxml, odf, epub, rtf, svg):
        yield from group()
