"""The includes in src/: data flows in one direction, and every folder is a station that knows little about the others."""

import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import unittest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "cli")]

from support import ROOT  # noqa: E402

BUILD = pathlib.Path(os.environ["MIMEBASE_BUILD_ROOT"])
CXX = shlex.split(os.environ.get("MIMEBASE_CXX", "c++"))
INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)', re.M)
STANDARD = re.compile(r"^[a-z_]+$")


def includes():
    """(folder, path, quoted, angled) of every #include in src/."""
    for path in sorted((ROOT / "src").rglob("*")):
        if path.suffix in (".h", ".cpp", ".inc"):
            folder = path.relative_to(ROOT / "src").parts[0]
            for quoted, angled in INCLUDE.findall(path.read_text()):
                yield folder, str(path.relative_to(ROOT)), quoted, angled


class Includes(unittest.TestCase):
    def test_every_folder_is_a_station_or_a_program(self):
        folders = {p.name for p in (ROOT / "src").iterdir() if p.is_dir()}
        stations = re.findall(r"^  \['(\w+)', \[", (ROOT / "src" / "meson.build").read_text(), re.M)
        self.assertEqual(folders, {*stations, "options", "describe", "cli", "helper", "python"})

    def test_a_wrong_include_does_not_compile(self):
        entries = json.loads((BUILD / "compile_commands.json").read_text())
        for station, allowed, refused in (("url", "charset/charset.h", "walk/parser.h"),
                                          ("analyze", "message/rows.h", "check/checker.h"),
                                          ("analyze", "mimebase/visitor.h", "mimebase/run.h"),
                                          ("check", "readers/view.h", "input/store.h"),
                                          ("database", "write/columns.h", "run/driver/collector.h")):
            entry = next(entry for entry in entries if f"/libmimebase_{station}.a.p/" in entry["output"])
            words = shlex.split(entry["command"])
            flags = [word for word in words if word.startswith(("-I", "-isystem", "-std", "-D"))]
            for name, status in (allowed, 0), (refused, 1):
                with self.subTest(station, includes=name):
                    done = subprocess.run([*CXX, *flags, "-fsyntax-only", "-x", "c++", "-"], input=f'#include "{name}"\n',
                                          text=True, cwd=entry["directory"], capture_output=True)
                    self.assertEqual(done.returncode, status, done.stderr)
                    if status:
                        self.assertRegex(done.stderr, f"{name}.* (No such file|not found)")

    def test_nothing_lies_loose(self):
        self.assertEqual({p.name for p in (ROOT / "src").iterdir() if p.is_file()}, {"README.md", "meson.build"})

    def test_gmime_is_seen_in_walk_alone(self):
        self.assertEqual({folder for folder, _, _, angled in includes() if angled.startswith("gmime/")}, {"walk"})

    def test_public_headers_include_the_standard_library_alone(self):
        headers = sorted((ROOT / "include" / "mimebase").glob("*.h"))
        self.assertGreaterEqual(len(headers), 8)
        for header in headers:
            for quoted, angled in INCLUDE.findall(header.read_text()):
                if quoted:
                    self.assertTrue((ROOT / "include" / quoted).is_file(), f"{header.name} includes {quoted}")
                elif header.name != "capi.h":
                    self.assertRegex(angled, STANDARD, header.name)

    def test_the_umbrella_header_includes_all_of_the_library(self):
        public = {header.name for header in (ROOT / "include" / "mimebase").glob("*.h")}
        of_core, of_archive = (re.findall(r'#include "mimebase/(.*)"', part)
                               for part in (ROOT / "include/mimebase/mimebase.h").read_text().split("#if "))
        self.assertEqual((of_core, of_archive), (sorted(of_core), sorted(of_archive)))
        self.assertEqual(sorted(of_core + of_archive), sorted(public - {"api.h", "capi.h", "mimebase.h"}))

    def test_public_names_stand_in_the_namespace_of_the_version(self):
        public = ROOT / "include" / "mimebase"
        major, minor = re.search(r'MIMEBASE_VERSION "(\d+)\.(\d+)', (public / "version.h").read_text()).groups()
        for header in set(public.glob("*.h")) - {public / name for name in ("api.h", "capi.h", "mimebase.h")}:
            self.assertIn(f"inline namespace v{major}_{minor} {{", header.read_text(), header.name)

    def test_no_header_is_without_a_guard(self):
        for header in (ROOT / "src").rglob("*.h"):
            self.assertIn("#pragma once", header.read_text(), header)


if __name__ == "__main__":
    unittest.main()
