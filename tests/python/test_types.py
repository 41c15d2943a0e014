"""The package as tools see it: stubs compared with the module, docstrings, and an installed copy."""

import inspect
import json
import os
import pathlib
import re
import subprocess
import sys

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "house")]

from installed import InstalledTest  # noqa: E402
from package import EXE, FOLDER, MISSING, ROOT, SAMPLES, PythonTest, main, mimebase, need  # noqa: E402
from support import SCHEMAS  # noqa: E402

# Known differences between stubs and a pybind11 module.
ALLOWED = [r"mimebase\.Rows", r"mimebase\._mimebase\.Rows", r".*\.__class_getitem__",
           r"mimebase\._mimebase\.Rows\.__(enter|exit)__", r"mimebase\._rows\.base@\d+"]
GOOD = """
import mimebase
from pathlib import Path
link: mimebase.Link
for link in mimebase.links(Path("x"), status=["resolved"], host="*.example", range=(None, 5), limits={"depth": 3}, jobs=2, isolated=False):
    sender: str | None = link.from_
    start: int | None = link.start
    print(link["reference"], link.asdict()["from"])
for unique in mimebase.links(["a", "b"], unique=True):
    count: int = unique.count
for read in mimebase.links("x", as_="chromium", fields=["received"]):
    part: str | None = read.opens.part if read.opens else None
    received: str | list[str] | None = (read.fields or {})["received"]
for plain_link in mimebase.links("x", as_="rfc1808"):
    link = plain_link
for both in mimebase.links("x", as_="mhonarc", unique=True):
    how: str = both.opens_by * both.count
for diagnostic in mimebase.check(b"x", severity="error"):
    message: int | None = diagnostic.message
with mimebase.tree("x") as rows:
    urls: list[str | None] = [candidate.url for entity in rows for candidate in entity.chain]
for comparison in mimebase.compare("x", readers=["rfc1808", "kmail"]):
    kmail: mimebase.Opens | None = comparison.opens["kmail"]
written: mimebase.Written = mimebase.report(["a", b"b"], Path("r.html"), rows=5, as_="kmail")
problems: tuple[str, ...] = mimebase.extract("x", "folder", message="a@b", force=True).problems
notes: tuple[str, ...] = mimebase.rewrite(b"", cid="location").notes
url: str = mimebase.resolve("http://a/", "g", rules="whatwg")
"""
BAD = ['mimebase.links("x", rules="rfc2396")', 'mimebase.links(3)', 'mimebase.tree("x", status="part")',
       'next(mimebase.links("x")).subjekt', 'next(mimebase.links("x")).count + 1', 'mimebase.rewrite("text")',
       'mimebase.links("x", as_="netscape")', 'next(mimebase.links("x")).opens', 'mimebase.tree("x", fields=3)',
       'mimebase.report("x")', 'mimebase.extract(["x"], "folder")', 'next(mimebase.compare("x")).resolved',
       'mimebase.check("x", jobs="2")', 'mimebase.tree("x", isolated="no")']


class Types(PythonTest):
    def tool(self, *arguments):
        need("mypy")
        environment = {**os.environ, "PYTHONPATH": FOLDER, "MYPYPATH": FOLDER}
        done = subprocess.run([sys.executable, "-m", *map(str, arguments)], capture_output=True, cwd=self.folder,
                              env=environment)
        return done.returncode, done.stdout.decode() + done.stderr.decode()

    def test_stubs_are_of_the_module(self):
        allowed = self.write("allowed", "\n".join(ALLOWED) + "\n")
        status, said = self.tool("mypy.stubtest", "mimebase", "--allowlist", allowed, "--ignore-unused-allowlist")
        self.assertEqual(status, 0, said)

    def test_they_say_what_is_right(self):
        status, said = self.tool("mypy", "--strict", self.write("good.py", GOOD))
        self.assertEqual(status, 0, said)

    def test_they_say_what_is_wrong(self):
        path = self.write("bad.py", "import mimebase\n" + "\n".join(BAD) + "\n")
        status, said = self.tool("mypy", path)
        self.assertEqual({int(line) for line in re.findall(r"bad\.py:(\d+): error", said)}, set(range(2, len(BAD) + 2)), said)
        self.assertEqual(status, 1)

    def test_keys_are_those_of_the_schemas(self):
        for row_type, name in ((mimebase.Link, "links"), (mimebase.Entity, "tree"), (mimebase.Diagnostic, "check"),
                               (mimebase.Comparison, "compare")):
            schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text())
            keys = [key for key in schema["properties"] if key in schema["required"]]
            self.assertEqual(list(row_type._keys), keys)
        self.assertEqual(mimebase.UniqueLink._keys, (*mimebase.Link._keys, "count"))
        reader = ("reader", "opens", "opens_by")
        self.assertEqual(mimebase.ReaderLink._keys, (*mimebase.Link._keys, *reader))
        self.assertEqual(mimebase.UniqueReaderLink._keys, (*mimebase.Link._keys, *reader, "count"))
        properties = json.loads((SCHEMAS / "links.schema.json").read_text())["properties"]
        self.assertEqual([*mimebase.UniqueReaderLink._keys], [key for key in properties if key != "fields"])

    def test_stubs_have_the_keys_and_no_other(self):
        stub = (pathlib.Path(FOLDER) / "mimebase" / "__init__.pyi").read_text()
        for name in ("Link", "UniqueLink", "ReaderLink", "UniqueReaderLink", "Opens", "Entity", "Candidate", "Diagnostic",
                     "Summary", "Comparison"):
            (body,) = re.findall(rf"^class _{name}Fields\(NamedTuple\):\n((?:    .*\n)+)", stub, re.M)
            self.assertEqual(tuple(re.findall(r"^    (\w+): ", body, re.M)), getattr(mimebase, name)._fields)

    def test_keywords_are_the_options_of_the_command(self):
        # Options that a program does not need: it has no terminal, and takes rows instead of a file.
        others = set("help format output append force csv-safe color quiet progress no-progress verbose strict top "
                     "manifest undo range-of isolation no-isolation defang source-name".split())
        for command in ("links", "tree", "check", "compare", "rewrite", "report", "extract"):
            told = subprocess.run([EXE, command, "--help"], capture_output=True).stdout.decode()
            options = {name.replace("-", "_") for name in set(re.findall(r"^ {2,6}(?:-\w, ?)?--([a-z-]+)", told, re.M)) - others}
            keywords = {name.rstrip("_") for name, parameter in inspect.signature(getattr(mimebase, command)).parameters.items()
                        if parameter.kind is parameter.KEYWORD_ONLY} - {"jobs", "isolated"}
            if command == "rewrite":  # of one message in memory
                options -= {"range", "first_message", "as_in_folder"}
            if command == "compare":
                options = options - {"as"} | {"readers"}
            if command == "extract":
                options |= {"force"}
            self.assertEqual(keywords, options, command)

    def test_all_is_explained(self):
        for name in mimebase.__all__:
            self.assertTrue(inspect.getdoc(getattr(mimebase, name)), name)
        for function in (mimebase.links, mimebase.tree, mimebase.check, mimebase.compare, mimebase.rewrite, mimebase.report, mimebase.extract):
            for name in inspect.signature(function).parameters:
                told = inspect.getdoc(function) + inspect.getdoc(mimebase.links)
                self.assertRegex(told, rf"(?m)\b{name}\b", function)
        for name in ("columns", "close", "problems", "messages"):
            self.assertTrue(inspect.getdoc(getattr(mimebase.Rows, name)), name)

    def test_dir_names_the_public_interface(self):
        names = set(dir(mimebase))
        self.assertEqual({name for name in names if not name.startswith("__")}, set(mimebase.__all__))
        self.assertGreaterEqual(names, {"__version__", "__doc__", "__all__"})
        for name in names:
            self.assertTrue(hasattr(mimebase, name), name)

    def test_version(self):
        done = subprocess.run([EXE, "--version"], capture_output=True)
        self.assertEqual(done.stdout.decode().split()[1], mimebase.__version__)


class Installed(InstalledTest):
    def test_an_installed_copy(self):
        if MISSING:
            self.skipTest(f"the Python module was not built: {MISSING}")
        _, prefix = self.install(self.folder)
        (package,) = prefix.rglob("mimebase/py.typed")
        installed = {path.name for path in package.parent.iterdir()} - {"__pycache__"}
        sources = {path.name for path in (ROOT / "src" / "python" / "mimebase").iterdir()} - {"meson.build", "__pycache__"}
        self.assertEqual({name for name in installed if not name.endswith(".so")}, sources)
        self.assertEqual(len(installed - sources), 1)
        environment = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}
        code = "import sys, mimebase; print(mimebase.__file__, len(list(mimebase.links(sys.argv[1]))))"
        output = self.run_checked([sys.executable, "-c", code, str(SAMPLES / "nested.eml")],
                                  env={**environment, "PYTHONPATH": str(package.parents[1])})
        self.assertEqual(output, f"{package.parent / '__init__.py'} 9\n")


if __name__ == "__main__":
    main()
