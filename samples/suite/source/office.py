# SPDX-License-Identifier: MIT
"""Small documents of Office: OOXML, ODF and RTF, with a base and links."""

import collections
import io
import re
import zipfile
from xml.sax.saxutils import escape, quoteattr

RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="%s"' % RELATIONSHIPS
SHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="%s"' % RELATIONSHIPS
SLIDE = ('xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="%s"'
         % RELATIONSHIPS)
TYPES = {"docx": ("wordprocessingml", "document.main"), "xlsx": ("spreadsheetml", "sheet.main"), "pptx": ("presentationml", "presentation.main")}
MAIN = {"docx": "word/document.xml", "xlsx": "xl/workbook.xml", "pptx": "ppt/presentation.xml"}

# The bases of a package, as HyperlinkBase.
BASES = {"directory": "http://a.example/dir/", "no-slash": "http://a.example/dir", "file": "http://a.example/dir/file.html", "host": "http://a.example",
         "relative": "sub/base/", "absolute-path": "/rooted/", "network-path": "//n.example/d/", "empty": "", "windows": "C:\\dir\\", "share": "\\\\s.example\\dir\\",
         "file-url": "file:///home/dir/", "mailto": "mailto:m@a.example", "no-scheme": "a.example/dir/", "query": "http://a.example/dir/file?q=1"}
REFERENCES = ("x.html", "./x.html", "../x.html", "../../../../x.html", "sub/x.html", "/x.html", "//b.example/x.html", "?q=1", "#f", "x.html#f", "",
              "http://c.example/y.html", "HTTP://c.example/y.html", "http:x.html", "http:/x.html", "https:x.html", "www.d.example/z.html", "d.example/z.html",
              "mailto:m@x.example", "tel:123", "ftp://f.example/x", "file:///etc/x", "file:x", "javascript:alert(1)", "data:text/html,x", "x-app:open", "news:x",
              "a b.html", "a%20b.html", "%41.html", "\u00e9.html", "http://c.example/\u00e9", "http://c.example/a b", "http://\u00e9.example/", "a:b", "./a:b", "1a:b", "a/b:c",
              "..\\x.html", "\\x.html", "\\\\h.example\\x.html", "C:\\x.html", "C:/x.html", "http:\\\\c.example\\y", "http://c.example/a/../b", "http://c.example",
              "http://u:p@c.example/", "http://c.example/?a=1&b=2", "x.html?a=1&b=2", "x.docx", "#Sheet1!A1", "m@x.example", ".", "..", "vnd.sun.star.script:x", "macro:x")
Document = collections.namedtuple("Document", "name question ending content references base")


def package(parts):
    """A zip file, with the same bytes every time."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, content in parts.items():
            file.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), content)
    return out.getvalue()


def relationships(rows):
    """`rows` are (id, type, target), with a URL as target in the last ones."""
    return HEAD + '<Relationships xmlns="%s/relationships">%s</Relationships>' % (PACKAGE, "".join(
        f'<Relationship Id="{name}" Type="{kind if ":" in kind else RELATIONSHIPS + "/" + kind}" Target={quoteattr(target)}{mode}/>' for name, kind, target, mode in rows))


def hyperlinks(references):
    return [(f"link{number}", "hyperlink", one, ' TargetMode="External"') for number, one in enumerate(references, 1)]


def ooxml(kind, parts, base):
    """A package. `parts` are those of its kind."""
    main = MAIN[kind]
    family, subtype = TYPES[kind]
    override = lambda name, value: f'<Override PartName="/{name}" ContentType="{value}"/>'  # noqa: E731
    official = "application/vnd.openxmlformats-officedocument."
    overrides = override(main, f"{official}{family}.{subtype}+xml") + override("docProps/app.xml", official + "extended-properties+xml")
    for name in parts:
        found = re.search(r"(worksheet|slideLayout|slideMaster|slide)\d", name)
        if found and name.endswith(".xml"):
            overrides += override(name, f"{official}{family}.{found[1]}+xml")
    declared = "" if base is None else f"<HyperlinkBase>{escape(base)}</HyperlinkBase>"
    return package({
        "[Content_Types].xml": HEAD + f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
                                      f'<Default Extension="xml" ContentType="application/xml"/>{overrides}</Types>',
        "_rels/.rels": relationships([("main", "officeDocument", main, ""), ("app", "extended-properties", "docProps/app.xml", "")]),
        "docProps/app.xml": HEAD + f'<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">{declared}</Properties>', **parts})


def word(references, base):
    links = "".join(f'<w:p><w:hyperlink r:id="link{number}"><w:r><w:t>ref{number}</w:t></w:r></w:hyperlink></w:p>' for number, _ in enumerate(references, 1))
    return ooxml("docx", {"word/document.xml": HEAD + f"<w:document {WORD}><w:body>{links}</w:body></w:document>",
                          "word/_rels/document.xml.rels": relationships(hyperlinks(references))}, base)


def word_fields(references, base):
    mark = '<w:r><w:fldChar w:fldCharType="%s"/></w:r>'
    links = "".join(f'<w:p>{mark % "begin"}<w:r><w:instrText xml:space="preserve"> HYPERLINK {field_argument(one)} </w:instrText></w:r>{mark % "separate"}'
                    f'<w:r><w:t>ref{number}</w:t></w:r>{mark % "end"}</w:p>' for number, one in enumerate(references, 1))
    return ooxml("docx", {"word/document.xml": HEAD + f"<w:document {WORD}><w:body>{links}</w:body></w:document>"}, base)


def field_argument(reference):
    return escape('"%s"' % reference.replace("\\", "\\\\"))


def sheet(cells, links, references, base):
    return ooxml("xlsx", {
        "xl/workbook.xml": HEAD + f'<workbook {SHEET}><sheets><sheet name="Sheet1" sheetId="1" r:id="s1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relationships([("s1", "worksheet", "worksheets/worksheet1.xml", "")]),
        "xl/worksheets/worksheet1.xml": HEAD + f"<worksheet {SHEET}><sheetData>{cells}</sheetData>{links}</worksheet>",
        "xl/worksheets/_rels/worksheet1.xml.rels": relationships(hyperlinks(references))}, base)


def excel(references, base):
    cells = "".join(f'<row r="{number}"><c r="A{number}" t="inlineStr"><is><t>ref{number}</t></is></c></row>' for number, _ in enumerate(references, 1))
    links = "".join(f'<hyperlink ref="A{number}" r:id="link{number}"/>' for number, _ in enumerate(references, 1))
    return sheet(cells, f"<hyperlinks>{links}</hyperlinks>", references, base)


def excel_formulas(references, base):
    cells = "".join(f'<row r="{number}"><c r="A{number}" t="str"><f>{escape(formula(one, number))}</f><v>ref{number}</v></c></row>' for number, one in enumerate(references, 1))
    return sheet(cells, "", (), base)


def formula(reference, number):
    return 'HYPERLINK("%s","ref%d")' % (reference.replace('"', '""'), number)


def slides(references, base):
    tree = '<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>%s</p:spTree></p:cSld>'
    runs = "".join(f'<a:p><a:r><a:rPr lang="en"><a:hlinkClick r:id="link{number}"/></a:rPr><a:t>ref{number}</a:t></a:r></a:p>' for number, _ in enumerate(references, 1))
    shape = ('<p:sp><p:nvSpPr><p:cNvPr id="2" name="text"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="5000000" cy="5000000"/></a:xfrm>'
             f'<a:prstGeom prst="rect"/></p:spPr><p:txBody><a:bodyPr/>{runs}<a:p/></p:txBody></p:sp>')
    colours = " ".join(f'{name}="{value}"' for name, value in (("bg1", "lt1"), ("tx1", "dk1"), ("bg2", "lt2"), ("tx2", "dk2"), *((f"accent{n}", f"accent{n}") for n in range(1, 7)),
                                                               ("hlink", "hlink"), ("folHlink", "folHlink")))
    return ooxml("pptx", {
        "ppt/presentation.xml": HEAD + f'<p:presentation {SLIDE}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="m"/></p:sldMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="s"/></p:sldIdLst>'
                                       '<p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>',
        "ppt/_rels/presentation.xml.rels": relationships([("m", "slideMaster", "slideMasters/slideMaster1.xml", ""), ("s", "slide", "slides/slide1.xml", "")]),
        "ppt/slideMasters/slideMaster1.xml": HEAD + f'<p:sldMaster {SLIDE}>{tree % ""}<p:clrMap {colours}/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="l"/></p:sldLayoutIdLst></p:sldMaster>',
        "ppt/slideMasters/_rels/slideMaster1.xml.rels": relationships([("l", "slideLayout", "../slideLayouts/slideLayout1.xml", "")]),
        "ppt/slideLayouts/slideLayout1.xml": HEAD + f'<p:sldLayout {SLIDE}>{tree % ""}</p:sldLayout>',
        "ppt/slideLayouts/_rels/slideLayout1.xml.rels": relationships([("m", "slideMaster", "../slideMasters/slideMaster1.xml", "")]),
        "ppt/slides/slide1.xml": HEAD + f"<p:sld {SLIDE}>{tree % shape}</p:sld>",
        "ppt/slides/_rels/slide1.xml.rels": relationships([("l", "slideLayout", "../slideLayouts/slideLayout1.xml", ""), *hyperlinks(references)])}, base)


# Places of xml:base in content.xml: the root, the body, the paragraph, the link itself.
PLACES = ("office:document-content", "office:text", "text:p", "text:a")


def odf(references, base, place=PLACES[0]):
    declared = {one: f" xml:base={quoteattr(base)}" if base is not None and one == place else "" for one in PLACES}
    links = "".join(f'<text:p{declared["text:p"]}><text:a xlink:type="simple" xlink:href={quoteattr(one)}{declared["text:a"]}>ref{number}</text:a></text:p>'
                    for number, one in enumerate(references, 1))
    names = " ".join(f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{short}:1.0"' for short in ("office", "text"))
    content = (f'{HEAD}<office:document-content {names} xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.3"{declared[PLACES[0]]}>'
               f'<office:body><office:text{declared["office:text"]}>{links}</office:text></office:body></office:document-content>')
    text = "application/vnd.oasis.opendocument.text"
    manifest = (f'{HEAD}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">'
                f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{text}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
                '</manifest:manifest>')
    return package({"mimetype": text, "content.xml": content, "META-INF/manifest.xml": manifest})


def rtf_text(text):
    units = text.encode("utf-16-be")
    return "".join(chr(unit) if unit < 128 and chr(unit) not in "\\{}" else "\\'%02x" % unit if unit < 128 else "\\u%d?" % (unit - 65536 if unit > 32767 else unit)
                   for unit in (units[at] * 256 + units[at + 1] for at in range(0, len(units), 2)))


def rtf(references, base):
    declared = "" if base is None else "{\\*\\hlinkbase %s}" % rtf_text(base)
    links = "".join('{\\field{\\*\\fldinst HYPERLINK %s}{\\fldrslt ref%d}}\\par\n' % (rtf_text('"%s"' % one.replace("\\", "\\\\")), number)
                    for number, one in enumerate(references, 1))
    return ("{\\rtf1\\ansi{\\info%s}\n%s}" % (declared, links)).encode("ascii")


KINDS = {"docx": (".docx", word), "docx-field": (".docx", word_fields), "xlsx": (".xlsx", excel), "xlsx-formula": (".xlsx", excel_formulas), "pptx": (".pptx", slides),
         "rtf": (".rtf", rtf), "odt": (".odt", odf)}


# The references of documents with bases.
FEW = ("x.html", "../x.html", "/x.html", "//b.example/x.html", "#f", "x.html#f", "http://c.example/y.html", "www.d.example/z.html", "a:b", "")


def document(kind, name, references, base, question=None):
    ending, make = KINDS[kind]
    return Document(f"{kind}-{name}", question or f"the base is {base!r}", ending, make(references, base), references, base)


def experiments():
    for kind in KINDS:
        yield document(kind, "none", REFERENCES, None)
        if kind != "odt":
            yield from (document(kind, name, FEW, base) for name, base in BASES.items())
    for place in PLACES:
        yield Document(f"odt-{place.split(':')[1]}", f"xml:base of {place}", ".odt", odf(FEW, BASES["directory"], place), FEW, BASES["directory"])
    yield document("odt", "relative", FEW, "sub/base/", "a relative xml:base")
