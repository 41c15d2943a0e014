"""What other programs show of a document: poppler, MuPDF, Info-ZIP's unzip, Python's zipfile, LibreOffice.

    found, missing = shown([path, ...])         # found[path] is a set of (program, kind, value); missing names the programs that are not there

Kinds: "link" is what a click opens or a part refers to, "text" a URL on one line of shown text.

Of RTF, binary Office files, .msg, TNEF and shortcuts, the URLs whose bytes the file has in one piece are of the program "bytes": a
viewer need not show them, but nearly every mutant leaves them as they are."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import xml.parsers.expat
import zipfile
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
URL = re.compile(r"https?://[a-zA-Z0-9][\x21-\x7e]{7,}")
ZIPS = {".docx", ".xlsx", ".pptx", ".odt", ".ods", ".epub"}
# The XML file into which LibreOffice converts documents with these endings.
FLAT = {"fodt": {".docx", ".odt", ".rtf", ".doc"}, "fods": {".xlsx", ".ods", ".xls"}, "fodp": {".pptx", ".ppt"}}
OFFICE = set().union(*FLAT.values())
NOT_SHOWN_BY_OTHERS = {".rtf", ".doc", ".xls", ".ppt", ".msg", ".dat", ".url", ".desktop", ".lnk", ".webloc"}
SECONDS = 20
MOST_OUTPUT = 4 << 20
MOST_PART = 8 << 20
PROGRAMS = {"poppler": "pdfinfo", "mupdf": "mutool", "unzip": "unzip", "libreoffice": "soffice"}


def output(*command):
    """Standard output, or None if the program did not come to an end."""
    try:
        return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=SECONDS).stdout[:MOST_OUTPUT]
    except subprocess.TimeoutExpired:
        return None


def urls_in(text):
    return {one.rstrip(".,;:!?)>]}'\"") for one in URL.findall(text)}


# ---- PDF ----

def poppler(path):
    lines = (output("pdfinfo", "-url", path) or b"").decode("utf-8", "replace").split("\n")[1:]
    links = {line.split(None, 2)[2] for line in lines if len(line.split(None, 2)) == 3}
    text = (output("pdftotext", "-enc", "UTF-8", path, "-") or b"").decode("utf-8", "replace")
    return {("poppler", "link", one) for one in links} | {("poppler", "text", one) for one in urls_in(text)} | embedded(path)


def embedded(path):
    """URLs in attached files, which a viewer offers to save."""
    if b"EmbeddedFile" not in pathlib.Path(path).read_bytes():
        return set()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        output("pdfdetach", "-saveall", "-o", folder, path)
        return {("poppler", "text", one) for file in pathlib.Path(folder).iterdir() for one in urls_in(file.read_bytes().decode("latin-1").replace('"', " "))}


def mupdf(paths):
    """One process for all files, and one for each if that fails."""
    lines = (output("mutool", "run", os.path.join(HERE, "mupdf.js"), *paths) or b"").decode("utf-8", "replace").split("\n")[:-1]
    if len(lines) != len(paths):
        return {path: mupdf([path])[path] for path in paths} if len(paths) > 1 else {paths[0]: set()}
    found = {}
    for path, line in zip(paths, lines):
        answer = json.loads(line)
        found[path] = {("mupdf", "link", one) for one in answer.get("links", ()) if one and not one.startswith(("#", "file:"))}
        found[path] |= {("mupdf", "text", one) for one in urls_in(answer.get("text", ""))}
    return found


# ---- Packages ----

class Links:
    """The links of an XML part, up to an error in it: attributes that name a target, and fields."""

    def __init__(self, content):
        self.found, self.instruction = set(), None
        parser = xml.parsers.expat.ParserCreate()
        parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = self.start, self.end, self.text
        try:
            parser.Parse(content, True)
        except (xml.parsers.expat.ExpatError, ValueError, LookupError):
            pass

    def start(self, name, attributes):
        if name.endswith("Relationship") and attributes.get("TargetMode") == "External":
            self.found.add(attributes.get("Target", ""))
        self.found.update(value for key, value in attributes.items() if key in ("xlink:href", "href") and URL.match(value))
        self.found |= urls_in(attributes.get("table:formula", "").replace('"', " "))
        if name in ("w:instrText", "f"):
            self.instruction = ""

    def text(self, text):
        if self.instruction is not None:
            self.instruction += text

    def end(self, _):
        self.found |= urls_in((self.instruction or "").replace('"', " "))
        self.instruction = None


def links_of_part(content):
    return {one for one in Links(content).found if URL.match(one)} if content.lstrip()[:1] in (b"<", b"\xef", b"\xff", b"\xfe") else set()


def unzip(path):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        output("unzip", "-o", "-qq", "-P", "x", "-d", folder, path)
        return {("unzip", "link", one) for file in pathlib.Path(folder).rglob("*") if file.is_file() and not file.is_symlink() and file.stat().st_size <= MOST_PART
                for one in links_of_part(file.read_bytes())}


def python_zipfile(path):
    found = set()
    try:
        with zipfile.ZipFile(path) as file:
            for info in file.infolist():
                try:
                    with file.open(info) as part:
                        found |= links_of_part(part.read(MOST_PART))
                except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, ValueError, OSError):
                    continue
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError, OverflowError):
        pass
    return {("zipfile", "link", one) for one in found}


# ---- LibreOffice, and bytes ----

def convert(paths, ending, folder):
    """Converts the files in one LibreOffice, as far as it can: the path of each in `folder`. A file that ends it is left out, and the next one begins behind it."""
    left = list(paths)
    while left:
        command = ["soffice", "--headless", "--norestore", "--nologo", f"-env:UserInstallation={pathlib.Path(folder, 'profile').as_uri()}",
                   "--convert-to", ending, "--outdir", str(folder), *left]
        # LibreOffice is a child of the process that is started, and would go on alone.
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True) as process:
            try:
                text = process.communicate(timeout=SECONDS + 2 * len(left))[0]
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                text = process.communicate()[0]
            ended_well = process.returncode == 0
        if ended_well:
            break
        begun = [path for path in left if f"convert {path} ".encode() in text]
        left = left[left.index(begun[-1]) + 1:] if begun else left[1:]
    made = {path: pathlib.Path(folder, pathlib.Path(path).stem + "." + ending.split(":")[0]) for path in paths}
    return {path: place for path, place in made.items() if place.exists()}


def libreoffice(paths):
    """The links of the documents as LibreOffice writes them into one XML file each."""
    found = {path: set() for path in paths}
    for ending, kinds in FLAT.items():
        mine = [path for path in paths if pathlib.Path(path).suffix in kinds]
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            for path, place in convert(mine, ending, folder).items():
                found[path] = {("libreoffice", "link", one) for one in links_of_part(place.read_bytes())}
    return found


def in_bytes(path):
    content = pathlib.Path(path).read_bytes()
    texts = (content.decode("latin-1"), content.decode("utf-16-le", "replace"), content[1:].decode("utf-16-le", "replace"))
    return {("bytes", "text", one) for text in texts for one in urls_in(re.sub(r'["<\\{}]', " ", text)) if ".example" in one}


def shown(paths, programs=tuple(PROGRAMS)):
    paths = [str(path) for path in paths]
    there = {name for name in programs if shutil.which(PROGRAMS[name])}
    found = {path: set() for path in paths}
    by_ending = lambda endings: [path for path in paths if pathlib.Path(path).suffix in endings]  # noqa: E731
    pdfs, packages, office = by_ending({".pdf"}), by_ending(ZIPS), by_ending(OFFICE)
    for path in pdfs if "poppler" in there else ():
        found[path] |= poppler(path)
    for path, answer in (mupdf(pdfs) if pdfs and "mupdf" in there else {}).items():
        found[path] |= answer
    for path in packages:
        found[path] |= python_zipfile(path) | (unzip(path) if "unzip" in there else set())
    for path, answer in (libreoffice(office) if office and "libreoffice" in there else {}).items():
        found[path] |= answer
    for path in by_ending(NOT_SHOWN_BY_OTHERS):
        found[path] |= in_bytes(path)
    return found, sorted(set(programs) - there)


if __name__ == "__main__":
    for name, answer in shown(sys.argv[1:])[0].items():
        print(name, *sorted(answer), sep="\n  ")
