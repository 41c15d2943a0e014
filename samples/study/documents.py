"""Documents at random, but the same on each run, whose URLs are known: one each, with a token of its own. Written before any program was run on them."""

import collections
import random
import subprocess
import tempfile

import fresh
import generated
from generated import office, zipped

EACH = 10  # documents of each kind
Document = collections.namedtuple("Document", "name kind form media content url token")
PDF, ODF = "application/pdf", "application/vnd.oasis.opendocument."
OOXML = "application/vnd.openxmlformats-officedocument."


def string(text):
    return "(" + text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)") + ")"


def action(url):
    return f"<< /S /URI /URI {string(url)} >>"


def pdf(annotation="", catalog="", more=(), start=None, text="(Read this)"):
    """A page with an annotation and some text. `start` replaces the place of the table of objects."""
    shown = f"BT /F1 9 Tf 10 100 Td {text} Tj ET"
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R {catalog} >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>"
        f" /Contents 4 0 R {'/Annots [5 0 R]' if annotation else ''} >>",
        f"<< /Length {len(shown)} >>\nstream\n{shown}\nendstream",
        annotation or "null",
        *more,
    ]
    return _file(objects, start)


def _file(objects, start=None):
    out, places = b"%PDF-1.6\n", []
    for number, text in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{text}\nendobj\n".encode("latin-1")
    rows = "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(out) if start is None else start}\n%%EOF\n"
    return out + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{rows}{end}".encode()


def link(body):
    return f"<< /Type /Annot /Subtype /Link /Rect [20 90 100 120] {body} >>"


def updated(url):
    """A link that an incremental update adds."""
    first = pdf(link("/A " + action("http://old.example.org/")))
    at = len(first)
    table = at + len(new := f"5 0 obj\n{link('/A ' + action(url))}\nendobj\n".encode())
    before = first.rindex(b"xref\n0 ")
    end = f"xref\n5 1\n{at:010} 00000 n \ntrailer\n<< /Size 6 /Root 1 0 R /Prev {before} >>\nstartxref\n{table}\n%%EOF\n"
    return first + new + end.encode()


def by_qpdf(*options):
    def made(url):
        with tempfile.NamedTemporaryFile(suffix=".pdf") as file, tempfile.NamedTemporaryFile(suffix=".pdf") as out:
            file.write(pdf(link("/A " + action(url))))
            file.flush()
            subprocess.run(["qpdf", "--static-id", "--static-aes-iv", *options, file.name, out.name], check=True)
            return out.read()

    return made


PDFS = {
    "link": lambda url: pdf(link("/A " + action(url))),
    "link, octal escapes": lambda url: pdf(link("/A << /S /URI /URI (" + url.replace("/", "\\057") + ") >>")),
    "link, string in hexadecimal": lambda url: pdf(link(f"/A << /S /URI /URI <{url.encode().hex()}> >>")),
    "link, string in two lines": lambda url: pdf(link("/A << /S /URI /URI (" + url[:12] + "\\\n" + url[12:] + ") >>")),
    "link, action of its own": lambda url: pdf(link("/A 6 0 R"), more=[action(url)]),
    "link, names with #": lambda url: pdf(link(f"/A << /#53 /#55RI /U#52I {string(url)} >>")),
    "link, packed objects": by_qpdf("--object-streams=generate"),
    "link, linearized": by_qpdf("--linearize"),
    "link, AES without a password": by_qpdf("--allow-weak-crypto", "--encrypt", "", "owner", "128", "--use-aes=y", "--"),
    "link, RC4 without a password": by_qpdf("--allow-weak-crypto", "--encrypt", "", "owner", "128", "--use-aes=n", "--"),
    "link, added by an update": updated,
    "link, wrong startxref": lambda url: pdf(link("/A " + action(url)), start=7),
    "relative link, base in the catalog": None,
    "action when opened": lambda url: pdf(catalog=f"/OpenAction {action(url)}"),
    "outline": lambda url: pdf(
        catalog="/Outlines 6 0 R", more=["<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>", f"<< /Title (x) /Parent 6 0 R /A {action(url)} >>"]
    ),
    "form, where it is sent": lambda url: pdf(
        f"<< /Type /Annot /Subtype /Widget /FT /Btn /Ff 65536 /T (b) /Rect [20 90 100 120] /A << /S /SubmitForm /F << /FS /URL /F {string(url)} >> >> >>",
        catalog="/AcroForm << /Fields [5 0 R] >>",
    ),
    "link to a page of another document": lambda url: pdf(link(f"/A << /S /GoToR /F << /Type /Filespec /FS /URL /F {string(url)} >> /D [0 /Fit] >>")),
    "text": lambda url: pdf(text=string(f"See {url} for more")),
}


def relative(url):
    scheme, _, host, *path = url.split("/")
    return pdf(link("/A " + action("../" + "/".join(path))), catalog=f"/URI << /Base {string(scheme + '//' + host + '/a/b.pdf')} >>")


PDFS["relative link, base in the catalog"] = relative


def escaped(url):
    return url.replace("&", "&amp;")


W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
RUN = "<w:r><w:t>Read it</w:t></w:r>"


def field_in_runs(url):
    cut = len(url) // 2
    runs = "".join(f'<w:r><w:instrText xml:space="preserve">{piece}</w:instrText></w:r>' for piece in (' HYPER', 'LINK "' + url[:cut], url[cut:] + '" '))
    return (
        f'<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>{runs}<w:r><w:fldChar w:fldCharType="separate"/></w:r>{RUN}'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
    )


def word(body):
    """A document with one relationship, rId9."""
    kind = OOXML + "wordprocessingml.document.main+xml"
    return lambda url: office("word", "document.xml", kind, f'<w:document xmlns:w="{W}" xmlns:r="RELS"><w:body>{body}</w:body></w:document>', "hyperlink", escaped(url))


def odf(kind, body):
    space = "urn:oasis:names:tc:opendocument:xmlns:"
    names = {"office": "office", "text": "text", "table": "table", "draw": "drawing", "svg": "svg-compatible"}
    declared = " ".join(f'xmlns:{short}="{space}{name}:1.0"' for short, name in names.items())

    def made(url):
        content = f'<office:document-content {declared} xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.2"><office:body>{body}</office:body></office:document-content>'
        manifest = (
            f'<manifest:manifest xmlns:manifest="{space}manifest:1.0" manifest:version="1.2">'
            f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{ODF}{kind}"/>'
            '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
            '<manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/></manifest:manifest>'
        )
        styles = f'<office:document-styles {declared} office:version="1.2"><office:styles/></office:document-styles>'
        return zipped({"mimetype": ODF + kind, "styles.xml": styles, "content.xml": content.replace("@", escaped(url)), "META-INF/manifest.xml": manifest})

    return made


def pptx(on_shape):
    a, p = "http://schemas.openxmlformats.org/drawingml/2006/main", "http://schemas.openxmlformats.org/presentationml/2006/main"
    r, packages = "http://schemas.openxmlformats.org/officeDocument/2006/relationships", "http://schemas.openxmlformats.org/package/2006"
    head, kind = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>', OOXML + "presentationml."
    click = '<a:hlinkClick r:id="rId9"/>'
    shape = (
        f'<p:sp><p:nvSpPr><p:cNvPr id="2" name="x">{click if on_shape else ""}</p:cNvPr><p:cNvSpPr/><p:nvPr/></p:nvSpPr>'
        '<p:spPr><a:xfrm><a:off x="100000" y="100000"/><a:ext cx="3000000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr>'
        f'<p:txBody><a:bodyPr/><a:p><a:r><a:rPr>{"" if on_shape else click}</a:rPr><a:t>Read it</a:t></a:r></a:p></p:txBody></p:sp>'
    )
    tree = '<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>%s</p:spTree></p:cSld>'
    spaces = f'xmlns:a="{a}" xmlns:p="{p}" xmlns:r="{r}"'

    def rels(*rows):
        return f'{head}<Relationships xmlns="{packages}/relationships">' + "".join(
            f'<Relationship Id="{name}" Type="{r}/{what}" Target="{target}"{more}/>' for name, what, target, more in rows
        ) + "</Relationships>"

    def made(url):
        return zipped(
            {
                "[Content_Types].xml": f'{head}<Types xmlns="{packages}/content-types">'
                '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
                f'<Override PartName="/ppt/presentation.xml" ContentType="{kind}presentation.main+xml"/>'
                f'<Override PartName="/ppt/slides/slide1.xml" ContentType="{kind}slide+xml"/></Types>',
                "_rels/.rels": rels(("rId1", "officeDocument", "ppt/presentation.xml", "")),
                "ppt/presentation.xml": f'{head}<p:presentation {spaces}><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst>'
                '<p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>',
                "ppt/_rels/presentation.xml.rels": rels(("rId1", "slide", "slides/slide1.xml", "")),
                "ppt/slides/slide1.xml": f"{head}<p:sld {spaces}>{tree % shape}</p:sld>",
                "ppt/slides/_rels/slide1.xml.rels": rels(("rId9", "hyperlink", escaped(url), ' TargetMode="External"')),
            }
        )

    return made


def rtf(url):
    return b'{\\rtf1\\ansi See {\\field{\\*\\fldinst{HYPERLINK "' + url.encode() + b'"}}{\\fldrslt{Read it}}} now.\\par}'


TEXT_LINK = '<text:p><text:a xlink:type="simple" xlink:href="@">Read it</text:a></text:p>'
OFFICE = {
    "DOCX: link": ("docx", word(f'<w:p><w:hyperlink r:id="rId9">{RUN}</w:hyperlink></w:p>')),
    "DOCX: link in a table": (
        "docx",
        word(
            '<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="4000"/></w:tblGrid><w:tr><w:tc><w:p>'
            f'<w:hyperlink r:id="rId9">{RUN}</w:hyperlink></w:p></w:tc></w:tr></w:tbl><w:p/>'
        ),
    ),
    "DOCX: field": ("docx", lambda url: fresh.word(fresh.field(escaped(url)))),
    "DOCX: field in several runs": ("docx", lambda url: fresh.word(field_in_runs(escaped(url)))),
    "DOCX: simple field": ("docx", lambda url: fresh.word(f"<w:p><w:fldSimple w:instr=' HYPERLINK \"{escaped(url)}\" '>{RUN}</w:fldSimple></w:p>")),
    "XLSX: link": ("xlsx", lambda url: fresh.xlsx(escaped(url))),
    "XLSX: formula": ("xlsx", lambda url: fresh.xlsx(escaped(url), True)),
    "PPTX: link of text": ("pptx", pptx(False)),
    "PPTX: link of a shape": ("pptx", pptx(True)),
    "ODT: link": ("odt", odf("text", f"<office:text>{TEXT_LINK}</office:text>")),
    "ODT: link in a footnote": (
        "odt",
        odf(
            "text",
            '<office:text><text:p>x<text:note text:id="n1" text:note-class="footnote"><text:note-citation>1</text:note-citation>'
            f"<text:note-body>{TEXT_LINK}</text:note-body></text:note></text:p></office:text>",
        ),
    ),
    "ODT: link in a table": (
        "odt",
        odf("text", f'<office:text><table:table table:name="t"><table:table-column/><table:table-row><table:table-cell>{TEXT_LINK}</table:table-cell></table:table-row></table:table></office:text>'),
    ),
    "ODS: link": (
        "ods",
        odf(
            "spreadsheet",
            '<office:spreadsheet><table:table table:name="t"><table:table-column/><table:table-row><table:table-cell office:value-type="string">'
            f"{TEXT_LINK}</table:table-cell></table:table-row></table:table></office:spreadsheet>",
        ),
    ),
    "ODP: link": (
        "odp",
        odf(
            "presentation",
            '<office:presentation><draw:page draw:name="p"><draw:frame svg:x="1cm" svg:y="1cm" svg:width="9cm" svg:height="3cm"><draw:text-box>'
            f"{TEXT_LINK}</draw:text-box></draw:frame></draw:page></office:presentation>",
        ),
    ),
    "RTF: link": ("rtf", rtf),
    "EPUB: link": ("epub", lambda url: fresh.epub(escaped(url))),
}
MEDIA = {
    "pdf": PDF,
    "docx": OOXML + "wordprocessingml.document",
    "xlsx": OOXML + "spreadsheetml.sheet",
    "pptx": OOXML + "presentationml.presentation",
    "odt": ODF + "text",
    "ods": ODF + "spreadsheet",
    "odp": ODF + "presentation",
    "rtf": "application/rtf",
    "epub": "application/epub+zip",
}
# What each program reads, and what it is not meant to find.
READS = {
    "mimebase": set(MEDIA),
    "rspamd": {"pdf"},
    "poppler": {"pdf"},
    "qpdf": {"pdf"},
    "pdfjs": {"pdf"},
    "libreoffice": set(MEDIA) - {"pdf", "epub"},
    "pandoc": {"docx", "odt", "rtf", "epub"},
}
NOT_MEANT = {("PDF: text", program) for program in ("poppler", "qpdf", "pdfjs")}


def documents(seed):
    make, number = generated.Maker(seed, generated.PLACES), 0
    for name, (form, content) in {**{f"PDF: {kind}": ("pdf", content) for kind, content in PDFS.items()}, **OFFICE}.items():
        for _ in range(EACH):
            url, token = make.url()
            number += 1
            yield Document(f"{number:04}.{form}", name, form, MEDIA[form], content(url), url, token)


def as_mail(document):
    """A message with the document attached, for programs that read mail."""
    mail = generated.Mail(int(document.name[:4]), "A document")
    more = {"Content-Disposition": f'attachment; filename="{document.name}"'}
    mail.part("text/plain; charset=us-ascii", b"See the attached document.\r\n", "7bit")
    mail.part(document.media, document.content, "base64", more)
    return mail.as_bytes()
