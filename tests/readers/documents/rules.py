"""The rule of each viewer of PDF: what it opens for a link. README.md states them in words.

    rules.rows("poppler", experiments)      # {(experiment, reference): (kind, value)}, without the links that a rule says nothing about

The C++ profiles follow these rules; `run --rules` and `run VIEWER --seed N` compare them with the viewers."""

import functools
import json
import os
import re
import subprocess

import viewers

HERE = os.path.dirname(os.path.abspath(__file__))
NOTHING = ("nothing", "")
# The characters of PDFDocEncoding that are not those of ISO 8859-1 (ISO 32000-2, table D.2).
PDF_DOC = str.maketrans(dict(zip(range(0x18, 0x20), "\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc")) | dict(zip(range(0x80, 0x9f),
                        "\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018\u2019\u201a\u2122\ufb01\ufb02\u0141"
                        "\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e")) | {0xa0: "\u20ac"})


@functools.cache
def parser():
    return subprocess.Popen(["node", os.path.join(HERE, "urls.mjs")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")


@functools.cache
def parse(reference, base=None):
    """The URL Standard."""
    parser().stdin.write(json.dumps([reference, base]) + "\n")
    parser().stdin.flush()
    return json.loads(parser().stdout.readline())


def utf8(value):
    try:
        return value.decode()
    except UnicodeDecodeError:
        return None


def c_string(value):
    return value.split("\0" if isinstance(value, str) else b"\0")[0]


def url(value):
    return ("url", value)


# ---- pdfium, and the viewer's script in Chromium

def pdfium(base, link, _):
    """The string that pdfium hands to its viewer."""
    if link.kind != "URI":
        return NOTHING
    written = link.target
    if written.find(b":") <= 0 and isinstance(base, bytes):
        written = base + written
    return url(written.decode("utf-8", "replace") if link.is_button else utf8(written) or "")


BLANK = "xblankx"


def chromium_parse(text, base=None):
    """The URL Standard, with the differences of Chromium: blanks in hosts, | in paths (and ^, which the Standard encodes since 2024), several slashes after file:, and its origin."""
    authority = re.match(r"[\x00- ]*(?:https?|ftp):[/\\]*([^/\\?#]*)", text, re.I)
    if authority and re.search(" |%20", authority[1]):
        start, end = authority.span(1)
        text = text[:start] + re.sub(" (?! *$)|%20" if end == len(text) else " |%20", BLANK, authority[1]) + text[end:]
    made = parse(text, base)
    if not made:
        return None
    before, mark, after = re.fullmatch(r"([^?#]*)([?#]?)(.*)", made["href"], re.S).groups()
    if made["protocol"] in ("http:", "https:", "ftp:", "file:"):
        before = before.replace("|", "%7C").replace("^", "%5E").replace(BLANK, "%20")
    if made["protocol"] == "file:":
        before = re.sub(r"^file:///+", "file:///", before)
    return made | {"href": before + mark + after, "origin": "file://" if made["protocol"] == "file:" else made["origin"]}


def is_valid(one, document):
    return one["protocol"] in ("http:", "https:", "ftp:", "mailto:") or (one["protocol"] == "file:" and document.startswith("file:"))


def guessed(asked, document):
    """What the script makes of a string that has neither :// nor mailto: in it."""
    if asked.startswith("/"):
        return chromium_parse(document)["origin"] + asked
    if asked.startswith("\\"):
        asked = "./" + asked
    if not asked.startswith(".") and asked.split("/")[0].count(".") >= 2:
        return "http://" + asked
    made = chromium_parse(asked, document)
    return made and made["href"]


def chromium(base, link, document):
    if link.kind == "SubmitForm" and link.is_button:
        made = chromium_parse(link.target.decode("utf-8", "replace"), document)
        return url(made["href"]) if made else NOTHING
    kind, asked = pdfium(base, link, document)
    if kind == "nothing" or not asked:
        return NOTHING
    if asked.startswith("#"):
        asked = parse(asked, document)["href"]
    if "://" not in asked and "mailto:" not in asked:
        asked = guessed(asked, document)
    made = asked and chromium_parse(asked)
    if not made or not is_valid(made, document):
        return NOTHING
    is_here = made["href"].split("#")[0] == document and re.search(r"#.*\bpage=\d", made["href"])
    return NOTHING if is_here else url(made["href"])


# ---- pdf.js

PDFJS_SCHEMES = ("http:", "https:", "ftp:", "mailto:", "tel:")


def pdfjs_url(text, base):
    made = parse(text, base) if text else None
    return made["href"] if made and made["protocol"] in PDFJS_SCHEMES else None


def decoded(text):
    """A string, of whose characters each is a byte, that is read as UTF-8 if it is that."""
    return utf8(text.encode("latin-1")) if all(ord(one) < 256 for one in text) and utf8(text.encode("latin-1")) is not None else text


def pdfjs_file(link):
    text = link.target.decode("latin-1")
    if not link.form.startswith("string"):
        text = text.replace("\\\\", "\\").replace("\\/", "/").replace("\\", "/")
    fragment = {"page": '#[0,{"name":"Fit"}]', "name": "#chapter"}.get(link.form.partition(" ")[2], "")
    return text.split("#")[0] + fragment if fragment else text


def pdfjs(base, link, document):
    if link.kind == "URI":
        text = ("/" if link.form == "name" else "") + link.target.decode("latin-1")
    elif link.kind in ("GoToR", "Launch") and link.form != "Win":
        text = pdfjs_file(link)
    elif link.form == "launchURL":
        text = link.target.decode("latin-1")
    else:
        return NOTHING
    if text.startswith("www.") and text.count(".") >= 2:
        text = "http://" + text
    declared = pdfjs_url(decoded(base.decode("latin-1")), None) if isinstance(base, bytes) else None
    made = pdfjs_url(decoded(text), declared or (document and pdfjs_url(document, None)))
    return url(made) if made else NOTHING


# ---- poppler

def poppler(base, link, _):
    written = link.target
    if link.kind == "GoToR" and " " not in link.form:
        return NOTHING  # it has no destination
    if link.kind in ("GoToR", "Launch"):
        # In Launch the name in UTF-16 remains as it is.
        if link.kind == "Launch" and link.form == "filespec":
            written = b"\xfe\xff"
        return NOTHING if link.form == "Win" else ("file", c_string(written).decode("utf-8", "surrogateescape"))
    if link.kind != "URI" or link.form == "name":
        return NOTHING
    if re.match(rb"[^/:\0]*:", written):
        made = written
    elif written.startswith(b"www."):
        made = b"http://" + written
    elif isinstance(base, bytes):
        made = base + (b"/" if base and base[-1:] not in b"/?" else b"") + (written[1:] if written.startswith(b"/") else written)
    else:
        made = written
    return url(c_string(made).decode("utf-8", "surrogateescape"))


# ---- MuPDF

def text_of(value):
    """A text string of PDF, in which MuPDF also knows UTF-8 without a mark."""
    if value.startswith(b"\xfe\xff"):
        return c_string(value[2:].decode("utf-16-be", "replace"))
    if value.startswith(b"\xff\xfe"):
        return c_string(value[2:].decode("utf-16-le", "replace"))
    if value.startswith(b"\xef\xbb\xbf"):
        value = value[3:]
    return c_string(value.decode("latin-1").translate(PDF_DOC) if utf8(value) is None else utf8(value))


def mupdf_uri(base, link, shortest):
    if link.form == "name":
        written = ""
    else:
        written = text_of(link.target)
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]*):", written)
    if scheme and len(scheme[1]) >= shortest:
        return url(written)
    before = "file://" if base is None else text_of(base) if isinstance(base, bytes) else ""
    return url(before + written)


def mupdf(base, link, _):
    if link.kind in ("GoToR", "Launch") and link.form != "Win":
        fragment = {"page": "#page=1", "name": "#chapter"}.get(link.form.partition(" ")[2], "")
        return url("file://" + text_of(link.target) + fragment)
    return mupdf_uri(base, link, 1) if link.kind == "URI" else NOTHING


def mupdf_new(base, link, _):
    """None for files, whose rule is more than is needed here: see README.md."""
    return None if link.kind in ("GoToR", "Launch", "GoToE") else mupdf_uri(base, link, 3) if link.kind == "URI" else NOTHING


# ---- LibreOffice

REFERENCE = re.compile(r"(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?://([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?", re.S)


def without_dots(path):
    """RFC 3986, section 5.2.4."""
    made = ""
    while path:
        if path.startswith(("../", "./")):
            path = path[path.index("/") + 1:]
        elif path in (".", ".."):
            path = ""
        elif path.startswith("/./") or path == "/.":
            path = "/" + path[3:]
        elif path.startswith("/../") or path == "/..":
            path, made = "/" + path[4:], made[:max(made.rfind("/"), 0)]
        else:
            end = path.find("/", 1)
            made, path = made + (path if end < 0 else path[:end]), "" if end < 0 else path[end:]
    return made


def rfc3986(reference, base):
    """RFC 3986, section 5.2, where what is written stays as it is. Nothing is encoded or decoded."""
    scheme, host, path, query, fragment = REFERENCE.fullmatch(reference).groups()
    own_scheme, own_host, own_path, own_query, _ = REFERENCE.fullmatch(base).groups()
    if scheme is None:
        scheme = own_scheme
        if host is None:
            host = own_host
            if not path:
                path, query = own_path, query or own_query
            elif not path.startswith("/"):
                path = own_path[:own_path.rindex("/") + 1] + path
    return scheme + ":" + ("" if host is None else "//" + host) + without_dots(path) + (query or "") + (fragment or "")


def libreoffice(experiment, reference, document):
    """The bases of documents have no effect."""
    if not reference:
        return NOTHING
    kind = re.match("(docx-field|xlsx-formula|[a-z]+)", experiment.name)[1]
    if kind == "xlsx-formula":
        return None
    if kind in ("docx-field", "rtf"):
        reference = reference.replace("\\", "\\\\")
    if reference.startswith("#") and kind not in ("xlsx", "pptx"):
        return url(reference)
    if kind == "odt":
        return libreoffice_odt(reference, document)
    if kind in ("xlsx", "pptx"):
        reference = reference.replace("\\", "/")
        if re.match(r"[A-Za-z]:/", reference):
            return url("file:///" + reference)
        if reference.startswith(("//", "file://///")):
            return url("file:" + reference.removeprefix("file:///"))
    elif not reference.strip(" "):
        return NOTHING
    return url(rfc3986(reference, document))


# What INetURLObject encodes in the path of a file.
FILE_PATH = '\\?; <>"{}|^`[]'


def libreoffice_odt(reference, document):
    """The package is a folder, so the base is its URL and a slash. INetURLObject encodes what a file's path may not contain."""
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+.-]+):", reference)
    if scheme and scheme[1].lower() in ("http", "https", "ftp"):
        whole = re.fullmatch(r"(//[^/?#\\]+)(.*)", reference[scheme.end():], re.S)
        if not whole:
            return url(reference)
        rest = whole[2] if whole[2].startswith("/") else "/" + whole[2]
        return url(scheme[1].lower() + ":" + whole[1] + encoded(rest, ' "<>`{}|\\^'))
    if scheme and scheme[1].lower() != "file":
        return url(reference)
    path, mark, fragment = (reference[5:] if scheme else reference).partition("#")
    made = rfc3986("./" + encoded(path, FILE_PATH) if not path.startswith("/") else encoded(path, FILE_PATH), document + "/")
    # A path that leads above the root keeps its dots.
    above = path.count("../") - document[7:].count("/")
    made = re.sub("%[0-9a-f]{2}", lambda one: one[0].upper(), "file:///" + "../" * above + made[8:] if above > 0 and path.startswith("../") else made)
    return url(made + mark + fragment.replace("#", "%23"))


def encoded(text, characters):
    return "".join(f"%{ord(one):02X}" if one in characters else one for one in text)


RULES = {"chromium-file": chromium, "chromium-http": chromium, "pdfium": pdfium, "pdfjs": pdfjs, "pdfjs-http": pdfjs, "poppler": poppler,
         "mupdf": mupdf, "mupdf-new": mupdf_new}


def rows(viewer, experiments):
    location = viewers.VIEWERS[viewer][1]
    made = {}
    for one in experiments:
        document = location and location + one.name + one.ending
        for number, link in enumerate(one.references, 1):
            answer = libreoffice(one, link, viewers.FILE + one.name + one.ending) if viewer == "libreoffice" else RULES[viewer](one.base, link, document)
            if answer is not None:
                made[one.name, f"ref{number}"] = answer
    return made
