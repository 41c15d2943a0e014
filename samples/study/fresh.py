"""Kinds of places that only the held-out half of the generated mail has. They were written before any program was run on them."""

import base64
import io
import zipfile

from generated import BASE, Places, calendar, office, zipped

ELEMENTS = {
    "q cite": '<q cite="@">x</q>',
    "ins, del cite": '<ins cite="@">x</ins>',
    "track src": '<video><track src="@" kind="captions"></video>',
    "a ping": '<a href="#top" ping="@">x</a>',
    "img longdesc": '<img alt="" longdesc="@">',
    "link imagesrcset": '<link rel="preload" as="image" imagesrcset="@ 1x">',
    "img srcset, w": '<img alt="" sizes="50vw" srcset="@ 480w">',
    "bgsound src": '<bgsound src="@">',
    "table background": '<table background="@"><tr><td>x</td></tr></table>',
    "noscript img": '<noscript><img src="@" alt=""></noscript>',
    "textarea": "<textarea>Look at @ first</textarea>",
    "meta og:image": '<meta property="og:image" content="@">',
    "svg use href": '<svg><use href="@"/></svg>',
    "svg image href": '<svg><image href="@"/></svg>',
    "style element @font-face": "<style>@@font-face { font-family: x; src: url(@) }</style>",
    "style element image-set()": '<style>p { background-image: image-set("@" 1x) }</style>',
    "style list-style": '<ul style="list-style-image: url(\'@\')"><li>x</ul>',
    "script JSON-LD": '<script type="application/ld+json">{"@@context": "http://schema.org", "@@type": "EmailMessage", '
    '"potentialAction": {"@@type": "ViewAction", "url": "@"}}</script>',
    "a in a table in a table": '<table><tr><td><table><tr><td><a href="@">x</a></table></table>',
    "title attribute": '<span title="See @ now">x</span>',
}
ESCAPES = {
    "&#0047; in href": ('<a href="@">x</a>', lambda url: url.replace("/", "&#0047;")),
    "&#47 without semicolon": ('<a href="@">x</a>', lambda url: url.replace("://", ":&#47&#47")),
    "&period; in href": ('<a href="@">x</a>', lambda url: url.replace(".", "&period;")),
    "tab in href": ('<a href="@">x</a>', lambda url: url[:15] + "\t" + url[15:]),
    "no blank between attributes": ('<a class="x"href="@"id="y">x</a>', lambda url: url.replace("&", "&amp;")),
    "/ between attributes": ('<a/class="x"/href="@">x</a>', lambda url: url.replace("&", "&amp;")),
    "> in an attribute before": ('<a title="a > b" href="@">x</a>', lambda url: url.replace("&", "&amp;")),
    "upper-case scheme and host": ('<a href="@">x</a>', lambda url: "/".join(url.split("/")[:3]).upper() + "/" + "/".join(url.split("/")[3:])),
    "blank lines in the tag": ('<a\r\n\r\nhref\r\n=\r\n"@"\r\n>x</a>', lambda url: url.replace("&", "&amp;")),
    "url( ) with blanks": ('<p style="background: url(  \'@\'  )">x', lambda url: url),
    "&amp; in srcset": ('<img alt="" srcset="@ 2x">', lambda url: url.replace("&", "&amp;")),
}
TEXTS = {
    "text, in quotes": 'He wrote "@" yesterday.',
    "text, in parentheses": "The list (@) is long.",
    "text, Markdown": "Read [the guide](@) first.",
    "text, after =": "URL=@",
    "text, in [ ]": "Photo [@] of the hall",
    "text, before a comma": "Both @, and the other one.",
}
HEADERS = {
    "List-Owner": "<mailto:owner@example.org>, <@>",
    "Comments": "This was sent by a machine, see @",
    "Organization": "Example, @",
    "BIMI-Location": "v=BIMI1; l=@",
    "X-Face-URL": "@",
    "X-Unsubscribe-Web": "@",
    "List-Subscribe": "<@>,\r\n <mailto:join@example.org>",
}
BASES = {
    "HTML base after another without href": ({}, '<base target="_blank"><base href="%s">'),
    "HTML base, the first of two": ({}, '<base href="%s"><base href="http://other.example.org/x/">'),
    "HTML base, upper case, no quotes": ({}, "<BASE HREF=%s>"),
    "Content-Location with a comment": ({"CONTENT-LOCATION": "%s (a page)"}, ""),
}
RELATIVE = {
    "%s;x=1": "http://html.example.com/a/%s;x=1",
    "../../../%s": "http://html.example.com/%s",
    "a/./%s": "http://html.example.com/a/a/%s",
    "a/../%s?q=../x": "http://html.example.com/a/%s?q=../x",
    "b.html#%s": BASE + "#%s",
    " %s.txt ": "http://html.example.com/a/%s.txt",
}
ENCODED = {
    "gb18030, non-ASCII path": ("html", "gb18030", "base64"),
    "euc-kr, non-ASCII path": ("plain", "euc-kr", "8bit"),
    "shift_jis, non-ASCII path": ("html", "shift_jis", "quoted-printable"),
    "big5, non-ASCII path": ("plain", "big5", "base64"),
    "windows-1250, non-ASCII path": ("html", "windows-1250", "8bit"),
    "utf-16, text": ("plain", "utf-16", "base64"),
}


def xlsx(url, formula=False):
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    cell = f'<c r="A1"><f>HYPERLINK("{url}","x")</f><v>0</v></c>' if formula else '<c r="A1"><v>1</v></c>'
    link = "" if formula else '<hyperlinks><hyperlink ref="A1" r:id="rId9"/></hyperlinks>'
    book = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    head, packages = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>', "http://schemas.openxmlformats.org/package/2006"
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    parts = {
        "[Content_Types].xml": f'{head}<Types xmlns="{packages}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        f'<Override PartName="/xl/workbook.xml" ContentType="{kind}.sheet.main+xml"/>'
        f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{kind}.worksheet+xml"/></Types>',
        "_rels/.rels": f'{head}<Relationships xmlns="{packages}/relationships"><Relationship Id="rId1" Type="{book}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'{head}<workbook xmlns="{space}" xmlns:r="{book}"><sheets><sheet name="x" sheetId="1" r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'{head}<Relationships xmlns="{packages}/relationships">'
        f'<Relationship Id="rId1" Type="{book}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f'{head}<worksheet xmlns="{space}" xmlns:r="{book}"><sheetData><row r="1">{cell}</row></sheetData>{link}</worksheet>',
    }
    if not formula:
        parts["xl/worksheets/_rels/sheet1.xml.rels"] = (
            f'{head}<Relationships xmlns="{packages}/relationships"><Relationship Id="rId9" Type="{book}/hyperlink" Target="{url}" TargetMode="External"/></Relationships>'
        )
    return zipped(parts)


def word(body):
    """A document without relationships of its own."""
    space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    made = office("word", "document.xml", kind, f'<w:document xmlns:w="{space}"><w:body>{body}</w:body></w:document>', "hyperlink", "")
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        return zipped({name: archive.read(name) for name in archive.namelist() if name != "word/_rels/document.xml.rels"})


def field(url):
    return (
        '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> HYPERLINK "' + url + '" </w:instrText></w:r>'
        '<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>Read it</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'
    )


def epub(url):
    return zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
            '<rootfile full-path="a.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
            "a.opf": '<package version="3.0" xmlns="http://www.idpf.org/2007/opf" unique-identifier="i">'
            '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="i">urn:uuid:6c5b3f0e-2f6e-4a56-9a62-0d8f9b1c7e11</dc:identifier>'
            "<dc:title>x</dc:title><dc:language>en</dc:language></metadata><manifest>"
            '<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
            "a.xhtml": f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><p><a href="{url}">x</a></p></body></html>',
        }
    )


NEUTRAL = "application/octet-stream"
SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
ATTACHMENTS = {
    "XLSX, link": ("a.xlsx", SHEET, xlsx),
    "XLSX, formula": ("a.xlsx", SHEET, lambda url: xlsx(url, True)),
    "DOCX, field": ("a.docx", WORD, lambda url: word(field(url))),
    "EPUB": ("a.epub", "application/epub+zip", epub),
    "ZIP with .html": ("a.zip", "application/zip", lambda url: zipped({"a.html": f'<html><body><a href="{url}">x</a></body></html>'})),
    "XHTML": ("a.xhtml", "application/xhtml+xml", lambda url: f'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><a href="{url}">x</a></body></html>'.encode()),
    "Atom": ("a.atom", "application/atom+xml", lambda url: f'<feed xmlns="http://www.w3.org/2005/Atom"><title>x</title><entry><link href="{url}"/></entry></feed>'.encode()),
    "OPML": ("a.opml", "text/x-opml", lambda url: f'<opml version="2.0"><body><outline text="x" type="rss" xmlUrl="{url}"/></body></opml>'.encode()),
    "JSON": ("a.json", "application/json", lambda url: f'{{"name": "x", "link": "{url}"}}'.encode()),
    "XML, text": ("a.xml", "text/xml", lambda url: f"<order><page>{url}</page></order>".encode()),
    ".webloc": ("a.webloc", NEUTRAL, lambda url: f'<?xml version="1.0"?><plist version="1.0"><dict><key>URL</key><string>{url}</string></dict></plist>'.encode()),
    ".desktop": ("a.desktop", "application/x-desktop", lambda url: f"[Desktop Entry]\nType=Link\nName=x\nURL={url}\n".encode()),
    ".ics, ATTACH": ("a.ics", "text/calendar", lambda url: calendar(url, "ATTACH;FMTTYPE=text/html:@")),
    ".ics, octet-stream": ("a.ics", NEUTRAL, calendar),
    ".m3u": ("a.m3u", "audio/x-mpegurl", lambda url: f"#EXTM3U\n{url}\n".encode()),
    ".log": ("a.log", "text/x-log", lambda url: f"2026-11-03 GET {url} 200\n".encode()),
    "AMP": (None, "text/x-amp-html", lambda url: f'<!doctype html><html amp4email><body><a href="{url}">x</a></body></html>'.encode()),
    "RTF, picture": ("a.rtf", "application/rtf", lambda url: b'{\\rtf1\\ansi {\\field{\\*\\fldinst{INCLUDEPICTURE "' + url.encode() + b'" \\\\d}}{\\fldrslt x}}}'),
    "HTML in data:": (
        "a.html",
        "text/html",
        lambda url: b'<html><body><iframe src="data:text/html;base64,' + base64.b64encode(f'<a href="{url}">x</a>'.encode()) + b'"></iframe></body></html>',
    ),
}

PLACES = Places(ELEMENTS, ESCAPES, TEXTS, HEADERS, ATTACHMENTS, ENCODED, BASES, RELATIVE)
