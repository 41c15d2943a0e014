"""Documents with known links, in each format that is searched.

    for seed in seeds(["pdf", "docx"]): ...         # seed.format, seed.name, seed.ending, seed.content, seed.links

Corpora of real documents are added if there are any: see corpora()."""

import collections
import functools
import io
import os
import pathlib
import plistlib
import shutil
import struct
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
TESTS = HERE.parents[1]
sys.path[:0] = [str(HERE), str(TESTS / "cli"), str(TESTS / "readers" / "documents")]

import documents  # noqa: E402
import writers  # noqa: E402, F401
import office  # noqa: E402
import outlook_files  # noqa: E402
import pdf_seeds  # noqa: E402
import shown  # noqa: E402

Seed = collections.namedtuple("Seed", "format name ending content links")
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
URL_MONIKER = bytes.fromhex("E0C9EA79F9BACE118C8200AA004BA90B")
STANDARD_LINK = bytes.fromhex("D0C9EA79F9BACE118C8200AA004BA90B")
MOST_CORPUS_BYTES = 60_000


def links_of(name, count=3):
    return [pdf_seeds.url(name, number).decode() for number in range(count)]


def deflated(content, descriptors=False):
    """The same package with deflate, as other programs write it; also with sizes behind the data (APPNOTE 4.3.9)."""
    class Stream(io.RawIOBase):
        """What cannot seek: zipfile then writes data descriptors."""
        def __init__(self):
            self.out = bytearray()

        def writable(self):
            return True

        def write(self, data):
            self.out += data
            return len(data)
    out = Stream() if descriptors else io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            entry = zipfile.ZipInfo(info.filename, (2026, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_STORED if info.filename == "mimetype" else zipfile.ZIP_DEFLATED
            new.writestr(entry, old.read(info))
    return bytes(out.out) if descriptors else out.getvalue()


def ods(links):
    cells = "".join(f'<table:table-row><table:table-cell office:value-type="string"><text:p><text:a xlink:type="simple" xlink:href="{one}">x</text:a></text:p>'
                    "</table:table-cell></table:table-row>" for one in links)
    names = " ".join(f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{short}:1.0"' for short in ("office", "text", "table"))
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    return documents.package({
        "mimetype": kind,
        "META-INF/manifest.xml": f'{HEAD}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
        "</manifest:manifest>",
        "content.xml": f'{HEAD}<office:document-content {names} xmlns:xlink="http://www.w3.org/1999/xlink" office:version="1.3"><office:body><office:spreadsheet>'
        f'<table:table table:name="A">{cells}</table:table></office:spreadsheet></office:body></office:document-content>'})


def epub(links):
    page = "".join(f'<p><a href="{one}">x</a></p>' for one in links)
    return documents.package({
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": f'{HEAD}<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>'
        '<rootfile full-path="o/p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
        "o/p.opf": f'{HEAD}<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>'
        '<spine><itemref idref="a"/></spine></package>',
        "o/a.xhtml": f'{HEAD}<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>{page}</body></html>'})


def wide(text):
    return text.encode("utf-16-le")


def xls(links):
    """Hyperlink records (MS-XLS 2.4.140) with URL monikers."""
    def record(kind, body):
        return struct.pack("<HH", kind, len(body)) + body

    def hyperlink(row, value):
        target = wide(value + "\0")
        return record(0x1B8, struct.pack("<HHHH", row, row, 0, 0) + STANDARD_LINK + struct.pack("<II", 2, 3) + URL_MONIKER + struct.pack("<I", len(target)) + target)
    begin = record(0x809, struct.pack("<HHHHII", 0x600, 5, 0x0DBB, 0x07CC, 0, 6))
    sheet = record(0x809, struct.pack("<HHHHII", 0x600, 0x10, 0x0DBB, 0x07CC, 0, 6)) + b"".join(hyperlink(*one) for one in enumerate(links)) + record(0x0A, b"")
    bound = record(0x85, struct.pack("<IBBBB", len(begin) + 4 + 9 + 4, 0, 0, 1, 0) + b"A")
    return outlook_files.compound_file({"Workbook": (begin + bound + record(0x0A, b"") + sheet).ljust(5000, b"\0")})


def ppt(links):
    """A list of hyperlinks (MS-PPT 2.10.16)."""
    def record(kind, body, head=0x0F):
        return struct.pack("<HHI", head, kind, len(body)) + body

    def one(number, value):
        return record(0xFD7, record(0xFD3, struct.pack("<I", number), 0) + record(0xFBA, wide("text"), 0) + record(0xFBA, wide(value), 0x10))
    return outlook_files.compound_file({"PowerPoint Document": record(0x3E8, record(0x409, b"".join(one(*pair) for pair in enumerate(links, 1)))).ljust(4500, b"\0"),
                                        "Current User": b"\0" * 20})


def page_of(links):
    return "<html><body>%s</body></html>" % "".join(f'<a href="{one}">x</a>' for one in links)


def msg(links):
    inner = outlook_files.nested({0x0037001F: "inner", 0x1000001F: "see %s now" % links[1]})
    return outlook_files.msg({0x0037001F: "a subject", 0x10130102: page_of(links[:1]).encode().ljust(5000)}, [{0x37050003: 5, 0x3701000D: inner}])


def msg_rtf(links):
    text = ("{\\rtf1\\ansi\\fromhtml1 {\\*\\htmltag64 %s}}" % "".join(f'<a href="{one}">' for one in links)).encode()
    return outlook_files.msg({0x0037001F: "a subject", 0x10090102: outlook_files.compressed_rtf(text)})


def tnef(links):
    return outlook_files.tnef({0x0037001F: "s", 0x10130102: page_of(links).encode()}, [({0x3707001F: "a.txt"}, b"see " + links[0].encode())])


def lnk(value):
    """A shell link whose arguments are a URL (MS-SHLLINK)."""
    arguments = wide(value)
    header = struct.pack("<I", 0x4C) + bytes.fromhex("0114020000000000C000000000000046") + struct.pack("<I", 0x20 | 0x80)
    return header.ljust(0x4C, b"\0") + struct.pack("<H", len(arguments) // 2) + arguments + struct.pack("<I", 0)


def desktop(value):
    return ("[Desktop Entry]\nType=Link\nName=x\nURL=%s\n" % value).encode()


def made():
    for name, content, links in pdf_seeds.seeds():
        yield Seed("pdf", name, ".pdf", content, [one.decode() for one in links])
    for ending, name, make in ((".docx", "docx", office.word), (".docx", "docxfield", office.word_fields), (".xlsx", "xlsx", office.excel),
                               (".xlsx", "xlsxformula", office.excel_formulas), (".pptx", "pptx", office.slides), (".odt", "odt", office.odf)):
        links = links_of(name)
        for how, content in (("stored", make(links, None)), ("deflated", deflated(make(links, None))), ("descriptors", deflated(make(links, None), True))):
            yield Seed(ending[1:], f"{name}-{how}", ending, content, links)
    for ending, make in ((".ods", ods), (".epub", epub)):
        links = links_of(ending[1:])
        yield Seed(ending[1:], "deflated", ending, deflated(make(links)), links)
        yield Seed(ending[1:], "stored", ending, make(links), links)
    links = links_of("rtf")
    yield Seed("rtf", "fields", ".rtf", office.rtf(links, None), links)
    yield Seed("rtf", "base", ".rtf", documents.rtf([("a", one) for one in links], "http://base.example/"), links)
    links = links_of("doc")
    yield Seed("doc", "fields", ".doc", documents.doc([("a", one) for one in links], "http://base.example/", []), links)
    yield Seed("xls", "hyperlinks", ".xls", xls(links_of("xls")), links_of("xls"))
    yield Seed("ppt", "hyperlinks", ".ppt", ppt(links_of("ppt")), links_of("ppt"))
    yield Seed("msg", "nested", ".msg", msg(links_of("msg", 2)), links_of("msg", 2))
    yield Seed("msg", "rtf", ".msg", msg_rtf(links_of("msgrtf")), links_of("msgrtf"))
    yield Seed("tnef", "html", ".dat", tnef(links_of("tnef")), links_of("tnef"))
    link = links_of("url", 1)
    yield Seed("shortcut", "url", ".url", documents.url_file(link[0]), link)
    yield Seed("shortcut", "desktop", ".desktop", desktop(link[0]), link)
    yield Seed("shortcut", "lnk", ".lnk", lnk(link[0]), link)
    for name, kind in (("webloc", plistlib.FMT_XML), ("webloc-binary", plistlib.FMT_BINARY)):
        yield Seed("shortcut", name, ".webloc", plistlib.dumps({"URL": link[0], "Name": "x"}, fmt=kind), link)


def converted():
    """Binary Office files and RTF as LibreOffice writes them, if it is installed."""
    if not shutil.which("soffice"):
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for ending, make, targets in ((".docx", office.word, ("doc", "rtf")), (".xlsx", office.excel, ("xls",)), (".pptx", office.slides, ("ppt",))):
            for target in targets:
                links = links_of("lo" + target)
                source = pathlib.Path(folder, target + ending)
                source.write_bytes(make(links, None))
                for place in shown.convert([str(source)], target, folder).values():
                    yield Seed(target, "libreoffice", "." + target, place.read_bytes(), links)


@functools.cache
def corpora():
    """Documents that other programs wrote: converted(), and those of the folder `documents` of the corpora (tests/README.md), whose links are not
    known beforehand."""
    found = list(converted())
    folder = pathlib.Path(os.environ.get("MIMEBASE_CORPORA", TESTS.parent.parent / "shared" / "corpora")) / "documents"
    formats = {seed.ending: seed.format for seed in made()}
    for path in sorted(folder.rglob("*")):
        if path.suffix in formats and path.is_file() and path.stat().st_size <= MOST_CORPUS_BYTES:
            found.append(Seed(formats[path.suffix], path.stem, path.suffix, path.read_bytes(), None))
    return found


FORMATS = sorted({seed.format for seed in made()})


def seeds(formats=FORMATS, with_corpora=True):
    found = [*made(), *(corpora() if with_corpora else ())]
    return [seed for seed in found if seed.format in formats]
