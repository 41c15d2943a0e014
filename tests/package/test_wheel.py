"""The wheel that src/python/wheel builds, installed into a fresh virtual environment: it needs no installed mimebase."""

import importlib.util
import json
import os
import pathlib
import re
import shutil
import sys
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "house")]

from installed import BUILD, SANITIZE, InstalledTest  # noqa: E402
from support import EXE, SAMPLES, main, run  # noqa: E402

MISSING = os.environ.get("MIMEBASE_PYTHON_MISSING", "") or ", ".join(
    name for name in ("mesonpy", "pip", "venv", "ensurepip") if not importlib.util.find_spec(name))
USE = """
import json, os, sys
import mimebase
samples, output = sys.argv[1:]
rows = mimebase.links([samples] * 20, jobs=2)
first = next(rows)
(program,) = open(f"/proc/self/task/{os.getpid()}/children").read().split()
print(mimebase.__version__, mimebase.__file__, os.readlink(f"/proc/{program}/exe"))
print(1 + len(list(rows)), rows.problems)
print(mimebase.report(samples, output + "/report.html").messages)
print(mimebase.extract(samples + "/web-archive.mht", output + "/page").messages)
print(mimebase.resolve("http://a/b/", "../c"))
"""


@unittest.skipUnless(SANITIZE == "none", "sanitizers want to be loaded first")
class Wheel(InstalledTest):
    def setUp(self):
        if MISSING:
            self.skipTest(f"missing for {sys.executable}: {MISSING}")
        super().setUp()

    def wheel(self):
        # Not in the source folder, where the build leaves files.
        sources = self.folder / "sources"
        shutil.copytree(ROOT, sources, ignore=shutil.ignore_patterns("build*", ".git", ".cache", "__pycache__"))
        # A user's objects are more optimised. With a cache of the compiler, they are those of this build: it is compiled in
        # the same way, in a folder that is as far from the sources.
        options = {option["name"]: option["value"] for option in
                   json.loads(self.run_checked(["meson", "introspect", "--buildoptions", str(BUILD)]))}
        project = sources / "src" / "python" / "pyproject.toml"
        compiler = os.environ["MIMEBASE_CXX"]
        cached = ("optimization", "debug", "werror", "cpp_args") if compiler.startswith("ccache ") else ()
        same = ("unity", "unity_size", *cached)
        quick = "".join(f', {json.dumps(f"-D{name}={value}")}' for name, value in
                        {"optimization": 0, "b_ndebug": "false", **{name: options[name] for name in same}}.items())
        text, count = re.subn(r'(?m)^(setup = .*)\]$', rf"\1{quick}]", project.read_text())
        self.assertEqual(count, 1)
        project.write_text(text)
        self.run_checked([str(sources / "src" / "python" / "wheel"), "--no-build-isolation", "--no-index", "--disable-pip-version-check",
                          "--config-settings=builddir=build-wheel"],
                         env={**os.environ, "PYTHON": sys.executable, "TMPDIR": str(self.folder), "CCACHE_BASEDIR": str(self.folder),
                              "CXX": compiler}, cwd=self.folder)
        (wheel,) = self.folder.glob("mimebase-*.whl")
        return wheel

    def test_a_fresh_environment(self):
        wheel = self.wheel()
        version = re.search(r"version: '([0-9.]+)'", (ROOT / "meson.build").read_text())[1]
        self.assertRegex(wheel.name, rf"^mimebase-{version}-cp3\d+-cp3\d+-linux_\w+\.whl$")
        with zipfile.ZipFile(wheel) as archive:
            names = archive.namelist()
        package = {path.name for path in (ROOT / "src" / "python" / "mimebase").iterdir()} - {"meson.build", "__pycache__"}
        inside = {name.removeprefix("mimebase/") for name in names if name.startswith("mimebase/")}
        self.assertEqual({name for name in inside if not name.endswith(".so")}, package | {"mimebase-read-rows"})
        self.assertFalse([name for name in names if name.endswith((".h", ".pc", ".a")) or "libs/" in name], names)

        environment = self.folder / "environment"
        self.run_checked([sys.executable, "-m", "venv", str(environment)])
        clean = {name: value for name, value in os.environ.items()
                 if name not in ("LD_LIBRARY_PATH", "PYTHONPATH", "MIMEBASE_READ_ROWS")}
        python = environment / "bin" / "python"
        self.run_checked([str(python), "-m", "pip", "install", "--no-index", "--disable-pip-version-check", str(wheel)], env=clean)
        output = self.folder / "output"
        output.mkdir()
        said = self.run_checked([str(python), "-I", "-c", USE, str(SAMPLES), str(output)], env=clean, cwd=self.folder)
        own, rows, messages, extracted, resolved = said.splitlines()
        its_version, module, program = own.split()
        (folder,) = environment.glob("lib/python3*/site-packages/mimebase")
        self.assertEqual((its_version, module, program), (version, f"{folder}/__init__.py", f"{folder}/mimebase-read-rows"))
        wanted = run("links", "--format", "jsonl", str(SAMPLES)).stdout.count(b"\n")
        self.assertEqual(rows, f"{20 * wanted} ()")
        self.assertGreater(int(messages), 20)
        self.assertEqual((extracted, resolved), ("1", "http://a/c"))
        self.assertEqual((output / "page" / "index.html").read_bytes()[:1], b"<")
        self.run_checked([EXE, "report", str(SAMPLES), "-o", str(output / "wanted.html")])
        self.assertEqual((output / "report.html").read_bytes(), (output / "wanted.html").read_bytes())

        program = environment / "bin" / "mimebase"
        rows = self.run_checked([str(program), "links", "--quiet", "--format", "jsonl", str(SAMPLES)], env=clean)
        self.assertEqual(rows.count("\n"), wanted)


if __name__ == "__main__":
    main()
