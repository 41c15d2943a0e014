"""The viewers of PDF: each says what the links of files open. A row of VIEWERS is a viewer at the place of the document.

    version, answers = run("poppler", experiments)      # answers[name] is a list: (kind, value), or None for what cannot be observed

Kinds are "url", "file" (a file name, which the viewer looks for beside the document) and "nothing"."""

import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE)]

import writers  # noqa: E402, F401
import pdf  # noqa: E402
from setup import ROOT, packages, version_of, without_network  # noqa: E402

# Where the documents are. Relative links of some viewers depend on it.
FOLDER = "/tmp/mimebase-documents"
FILE, HTTP = f"file://{FOLDER}/", "http://document.example/dir/"
MODULES = os.path.join(ROOT, "build-browser")
NPM = {"playwright-core": "1", "pdfjs-dist": "5", "mupdf": "1"}
NOTHING = ("nothing", "")


def modules(*names):
    packages("nodejs", "npm")
    missing = [name for name in names if not os.path.exists(os.path.join(MODULES, "node_modules", name, "package.json"))]
    if missing:
        os.makedirs(MODULES, exist_ok=True)
        subprocess.run(["npm", "install", "--prefix", MODULES, "--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts", "--silent",
                        *(f"{name}@{major}" for name, major in NPM.items() if name in missing or os.path.exists(os.path.join(MODULES, "node_modules", name)))],
                       check=True)
    return MODULES


def lines_of(*command, given=None):
    done = subprocess.run(without_network([*command]), check=True, stdout=subprocess.PIPE, input=given)
    return [json.loads(line) for line in done.stdout.decode("utf-8", "surrogatepass").rstrip("\n").split("\n")]


def path_of(experiment):
    return os.path.join(FOLDER, experiment.name + experiment.ending)


def middles(experiment):
    for number in range(len(experiment.references)):
        left, bottom, right, top = pdf.rectangle(number)
        yield number // pdf.PER_PAGE, (left + right) / 2, (bottom + top) / 2


def by_place(experiment, rows, from_top=False):
    """Per link the value at its place, of rows [page, rectangle, value]."""
    at = {}
    for page, (x1, y1, x2, y2), value in rows:
        ys = sorted((pdf.HEIGHT - y1, pdf.HEIGHT - y2) if from_top else (y1, y2))
        at[page, round((x1 + x2) / 2), round(sum(ys) / 2)] = value
    return [at.get((page, round(x), round(y))) for page, x, y in middles(experiment)]



def poppler(_, experiments):
    packages("libpoppler-glib8")
    version, *found = lines_of(sys.executable, os.path.join(HERE, "poppler.py"), *map(path_of, experiments))
    return f"poppler {version}", {one.name: [tuple(value) if value else NOTHING for value in by_place(one, rows)]
                                  for one, rows in zip(experiments, found, strict=True)}


def of_uris(experiments, found, from_top):
    return {one.name: [NOTHING if value is None else ("url", value) for value in by_place(one, rows, from_top)] for one, rows in zip(experiments, found, strict=True)}


def mupdf_answer(link, answer):
    """The interface of MuPDF says nothing about the actions of buttons, and gives a fragment for a place in the document itself."""
    return None if link.is_button else NOTHING if link.kind in ("GoTo", "Named") else answer


def of_mupdf(experiments, found):
    answers = of_uris(experiments, found, True)
    return {one.name: [mupdf_answer(*pair) for pair in zip(one.references, answers[one.name], strict=True)] for one in experiments}


def mupdf(_, experiments):
    packages("mupdf-tools")
    found = lines_of("mutool", "run", os.path.join(HERE, "mupdf.js"), *map(path_of, experiments))
    return "MuPDF " + version_of("mupdf-tools").split("+")[0], of_mupdf(experiments, found)


def mupdf_new(_, experiments):
    place = modules("mupdf")
    found = lines_of("node", os.path.join(HERE, "mupdf_new.mjs"), place, *map(path_of, experiments))
    with open(os.path.join(place, "node_modules", "mupdf", "package.json"), encoding="utf-8") as file:
        version = json.load(file)["version"]
    return f"MuPDF {version}", of_mupdf(experiments, found)


def pdfjs(location, experiments):
    place = modules("pdfjs-dist")
    version, *found = lines_of("node", os.path.join(HERE, "pdfjs.mjs"), place, location or "none", *map(path_of, experiments))
    return f"pdf.js {version}", of_uris(experiments, found, False)


def chromium_lines(location, experiments, *options):
    packages("chromium")
    given = json.dumps([list(middles(one)) for one in experiments]).encode()
    version, *lines = lines_of("node", os.path.join(HERE, "chromium.mjs"), modules("playwright-core"), location, *options, *map(path_of, experiments), given=given)
    for line in lines:
        if "error" in line:
            print(f"not shown: {line['file']}: {line['error']}", file=sys.stderr)
    return "Chromium " + version["version"], lines


def chromium_answer(link):
    for row in link["rows"]:
        return ("url", row["opens"]) if row["opens"] else NOTHING
    return ("url", link["requests"][0]["url"]) if link["requests"] else NOTHING


def chromium(location, experiments):
    version, lines = chromium_lines(location, experiments)
    return version, {one.name: [chromium_answer(link) for link in line["links"]] if "links" in line else [None] * len(one.references)
                     for one, line in zip(experiments, lines, strict=True)}


def pdfium(location, experiments):
    """What pdfium asks Chromium's viewer to open: without the viewer's script, and without forms, which pdfium does not ask for."""
    version, lines = chromium_lines(location, experiments)
    return f"pdfium in {version}", {one.name: [None if link["requests"] else ("url", link["rows"][0]["asked"]) if link["rows"] else NOTHING for link in line["links"]]
                                    if "links" in line else [None] * len(one.references) for one, line in zip(experiments, lines, strict=True)}


def libreoffice_answer(experiment, number, found):
    value = found.get(f"ref{number}")
    # A formula is evaluated when it is clicked.
    return NOTHING if not value else None if value.startswith("=") else ("url", value)


def libreoffice(_, experiments):
    packages("libreoffice-writer", "libreoffice-calc", "libreoffice-impress", "python3-uno")
    lines = lines_of("/usr/bin/python3", os.path.join(HERE, "libreoffice.py"), *map(path_of, experiments))
    version = version_of("libreoffice-core").split(":")[-1].split("-")[0]
    return f"LibreOffice {version}", {one.name: [libreoffice_answer(one, number, dict(line or ())) for number, _ in enumerate(one.references, 1)]
                                      for one, line in zip(experiments, lines, strict=True)}


OFFICE = (".docx", ".xlsx", ".pptx", ".rtf", ".odt")
VIEWERS = {
    "chromium-file": (chromium, FILE), "chromium-http": (chromium, HTTP), "pdfium": (pdfium, HTTP),
    "pdfjs": (pdfjs, None), "pdfjs-http": (pdfjs, HTTP),
    "poppler": (poppler, None), "mupdf": (mupdf, None), "mupdf-new": (mupdf_new, None),
    "libreoffice": (libreoffice, None),
}


def run(viewer, experiments):
    function, location = VIEWERS[viewer]
    return function(location, experiments)


def endings(viewer):
    return OFFICE if viewer == "libreoffice" else (".pdf",)
