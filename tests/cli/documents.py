#!/usr/bin/env python3
"""Small documents that declare a base, as attachments of mail: those of samples/documents.

Usage: documents.py FOLDER      writes them
"""

import base64
import io
import pathlib
import struct
import sys
import warnings
import zipfile

import outlook_files

RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def pdf(links, base=None, xmp=None, actions=()):
    """A PDF of one page. `links` are (text, URI); `actions` are dictionaries that hang at further annotations."""
    objects = ["<< /Type /Catalog /Pages 2 0 R%s%s >>" % (" /URI << /Base (%s) >>" % base if base is not None else "", " /Metadata 5 0 R" if xmp else ""),
               "<< /Type /Pages /Kids [3 0 R] /Count 1 >>", None,
               "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"]
    packet = ('<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF '
              'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/">'
              '<xmp:BaseURL>%s</xmp:BaseURL></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>' % xmp)
    objects.append("<< /Type /Metadata /Subtype /XML /Length %d >>\nstream\n%s\nendstream" % (len(packet), packet) if xmp else "null")
    lines, annotations, y = [], [], 700
    for text, uri in links:
        lines.append("BT /F1 12 Tf 72 %d Td (%s) Tj ET" % (y, text))
        annotations.append("<< /Type /Annot /Subtype /Link /Rect [72 %d 400 %d] /A << /S /URI /URI (%s) >> >>" % (y - 4, y + 12, uri))
        y -= 24
    annotations += ["<< /Type /Annot /Subtype /Link /Rect [72 %d 400 %d] /A %s >>" % (20 * i, 20 * i + 10, action) for i, action in enumerate(actions, 1)]
    content = "\n".join(lines)
    objects.append("<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    objects[2] = ("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 6 0 R /Annots [%s] >>"
                  % " ".join(annotations))
    out, offsets = "%PDF-1.7\n", []
    for number, one in enumerate(objects, 1):
        offsets.append(len(out))
        out += "%d 0 obj\n%s\nendobj\n" % (number, one)
    table = "".join("%010d 00000 n \n" % offset for offset in offsets)
    return (out + "xref\n0 %d\n0000000000 65535 f \n%strailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
            % (len(objects) + 1, table, len(objects) + 1, len(out))).encode("latin-1")


def zip_of(files):
    """A zip file of (name, content), without compression, which gives the same bytes with every version of zlib."""
    out = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(out, "w") as file:
        warnings.simplefilter("ignore")  # names may be the same
        for name, content in files:
            file.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), content)
    return out.getvalue()


def package(files):
    return zip_of(files.items())


def relationships(*rows):
    """`rows` are (id, type, target, is external)."""
    return HEAD + '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' + "".join(
        f'<Relationship Id="{name}" Type="{RELATIONSHIPS}/{kind}" Target="{target}"{" TargetMode=" + chr(34) + "External" + chr(34) if external else ""}/>'
        for name, kind, target, external in rows) + "</Relationships>"


def docx(links, base=None, template=None, fields=(), more=None):
    """`links` are (text, target), and `more` further files."""
    word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="%s"' % RELATIONSHIPS
    body = "".join(f'<w:p><w:hyperlink r:id="rId{i}"><w:r><w:t>{text}</w:t></w:r></w:hyperlink></w:p>' for i, (text, _) in enumerate(links, 1))
    body += "".join(f'<w:p><w:fldSimple w:instr="{instruction}"><w:r><w:t>{text}</w:t></w:r></w:fldSimple></w:p>' for text, instruction in fields)
    kinds = "application/vnd.openxmlformats-officedocument."
    files = {
        "[Content_Types].xml": HEAD + '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{kinds}wordprocessingml.document.main+xml"/>'
        f'<Override PartName="/docProps/app.xml" ContentType="{kinds}extended-properties+xml"/></Types>',
        "_rels/.rels": relationships(("rId1", "officeDocument", "word/document.xml", False), ("rId2", "extended-properties", "docProps/app.xml", False)),
        "docProps/app.xml": HEAD + '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties">'
        + (f"<HyperlinkBase>{base}</HyperlinkBase>" if base is not None else "") + "</Properties>",
        "word/document.xml": HEAD + f"<w:document {word}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": relationships(*((f"rId{i}", "hyperlink", target, True) for i, (_, target) in enumerate(links, 1)),
                                                      ("rId99", "settings", "settings.xml", False)),
        "word/settings.xml": HEAD + f'<w:settings {word}>{"<w:attachedTemplate r:id=" + chr(34) + "rId1" + chr(34) + "/>" if template else ""}</w:settings>'}
    if template:
        files["word/_rels/settings.xml.rels"] = relationships(("rId1", "attachedTemplate", template, True))
    return package(files | (more or {}))


def odt(links, base):
    names = ('xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
             'xmlns:xlink="http://www.w3.org/1999/xlink"')
    body = "".join(f'<text:p><text:a xlink:type="simple" xlink:href="{target}">{text}</text:a></text:p>' for text, target in links)
    return package({
        "mimetype": "application/vnd.oasis.opendocument.text",
        "META-INF/manifest.xml": HEAD + '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">'
        '<manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/>'
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>',
        "content.xml": HEAD + f'<office:document-content {names} office:version="1.3" xml:base="{base}"><office:body><office:text>{body}</office:text></office:body>'
        "</office:document-content>"})


def rtf(links, base):
    fields = "".join('{\\field{\\*\\fldinst HYPERLINK "%s"}{\\fldrslt %s}}\\par\n' % (target, text) for text, target in links)
    return ("{\\rtf1\\ansi\\ansicpg1252{\\info{\\hlinkbase %s}}\n%s}\n" % (base, fields)).encode("ascii")


def property_set(properties):
    """A stream with user-defined properties of type VT_BLOB (MS-OLEPS)."""
    dictionary = struct.pack("<I", len(properties))
    for number, name in enumerate(properties, 2):
        dictionary += struct.pack("<II", number, len(name) + 1) + name.encode("ascii") + b"\0"
    values = [(1, struct.pack("<II", 2, 1252)), (0, dictionary)]
    values += [(number, struct.pack("<II", 0x41, len(value)) + value) for number, value in enumerate(properties.values(), 2)]
    table, body = b"", b""
    for number, value in values:
        table += struct.pack("<II", number, 8 + 8 * len(values) + len(body))
        body += value + bytes(-len(value) % 4)
    user = bytes.fromhex("05D5CDD59C2E1B10939708002B2CF9AE")
    return struct.pack("<HHI16xI", 0xFFFE, 0, 0x20005, 1) + user + struct.pack("<III", 48, 8 + len(table) + len(body), len(values)) + table + body


def doc_streams(links, base, listed):
    """The streams of a Word document of 1997 with hyperlinks, and further ones in its list of hyperlinks."""
    text = "".join('\x13 HYPERLINK "%s" \x14%s\x15\r' % (target, label) for label, target in links).encode("ascii")
    clx = b"\2" + struct.pack("<IIIHIH", 16, 0, len(text), 0, 0x40000000 | 2 * 0x200, 0)
    header = struct.pack("<HH6xH12xII", 0xA5EC, 0xC1, 0x0200, 0x200, 0x200 + len(text)).ljust(0x1A2, b"\0")
    main = (header + struct.pack("<II", 0, len(clx))).ljust(0x200, b"\0") + text

    def wide(value):
        value = (value + "\0").encode("utf-16-le")
        return struct.pack("<II", 0x1F, len(value) // 2) + value + bytes(-len(value) % 4)

    hyperlinks = struct.pack("<I", 6 * len(listed)) + b"".join(struct.pack("<8I", *[3, 0] * 4) + wide(target) + wide("") for target in listed)
    summary = property_set({"_PID_LINKBASE": (base + "\0").encode("utf-16-le"), "_PID_HLINKS": hyperlinks})
    return {"WordDocument": main, "1Table": clx, "\5DocumentSummaryInformation": summary}


def doc(links, base, listed):
    return outlook_files.compound_file(doc_streams(links, base, listed))


def url_file(target, base=None):
    return ("[InternetShortcut]\r\nURL=%s\r\n" % target + ("BASEURL=%s\r\n" % base if base else "")).encode("ascii")


def mail(subject, name, content, kind="application/octet-stream"):
    """A message with one attachment."""
    return ("From: Ada <ada@example.org>\nTo: Bob <bob@example.org>\nDate: Mon, 02 Nov 2026 10:00:00 +0000\nSubject: %s\n"
            "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nSee the attachment.\n\n"
            "--b\nContent-Type: %s; name=\"%s\"\nContent-Disposition: attachment; filename=\"%s\"\nContent-Transfer-Encoding: base64\n\n%s\n--b--\n"
            % (subject, kind, name, name, base64.encodebytes(content).decode().strip())).encode("ascii")


def samples():
    """Their names and bytes."""
    chapters = [("Introduction", "intro.html"), ("Other site", "http://www.example.com/")]
    return {
        "pdf-base.eml": mail("A PDF with a base", "manual.pdf", pdf(chapters, base="http://docs.example.org/manual/"), "application/pdf"),
        "pdf-base-split.eml": mail("A base that viewers of PDF apply in different ways", "invoice.pdf",
                                   pdf([("https://bank.example/login", ".evil.example/login")], base="http://bank.example"), "application/pdf"),
        "pdf-actions.eml": mail("A PDF that starts a program and sends a form", "form.pdf",
                                pdf([], actions=("<< /S /Launch /F (setup.exe) >>", "<< /S /SubmitForm /F << /FS /URL /F (http://forms.example.org/take) >> >>",
                                                 "<< /S /GoToR /F (part2.pdf) /D [0 /Fit] >>")), "application/pdf"),
        "xmp-base.eml": mail("A PDF with a base in its metadata", "report.pdf", pdf(chapters, xmp="http://reports.example.org/2026/"), "application/pdf"),
        "office-base.eml": mail("A DOCX with a base and a remote template", "letter.docx",
                                docx(chapters, base="http://office.example.org/letters/", template="http://templates.example.org/letter.dotm",
                                     fields=[("Figure", "INCLUDEPICTURE &quot;figures/1.png&quot; \\d")])),
        "office97-base.eml": mail("A DOC with a base", "letter.doc", doc(chapters, "http://office.example.org/letters/", ["appendix.html"]), "application/msword"),
        "odf-xml-base.eml": mail("An ODT with xml:base", "notes.odt", odt(chapters, "http://notes.example.org/a/")),
        "rtf-base.eml": mail("RTF with a base", "offer.rtf", rtf(chapters, "http://offers.example.org/list/"), "application/rtf"),
        "shortcut.eml": mail("A shortcut", "Open me.url", url_file("http://www.example.com/start")),
    }


if __name__ == "__main__":
    for name, content in samples().items():
        pathlib.Path(sys.argv[1], name).write_bytes(content)
