"""The includes in src/: data flows in one direction, and every folder is a station that knows little about the others."""

import pathlib
import re
import sys
import unittest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "cli")]

from support import ROOT  # noqa: E402

# The stations in the order of the data flow. Each may include its own headers, and those of the listed folders,
# which all precede it.
ALLOWED = {
    "process": set(),
    "charset": set(),
    "url": {"charset"},
    "unwrap": {"charset", "url"},
    "input": {"charset", "process"},
    "walk": {"charset"},
    "find": {"charset", "walk"},
    "base": {"charset", "walk"},
    "match": {"url"},
    "message": {"base", "find", "match", "charset", "unwrap", "url", "walk"},
    "readers": {"base", "find", "match", "message", "charset", "url", "walk"},
    "check": {"base", "find", "match", "message", "readers", "charset", "unwrap", "url", "walk"},
    "edit": {"base", "find", "match", "message", "readers", "charset", "url", "walk"},
    "extract": {"base", "charset", "edit", "find", "match", "message", "url", "walk"},
    "write": {"charset", "unwrap", "url"},
    "output": {"input"},
    "database": {"charset", "output", "url", "write"},
    "page": {"url", "write"},
    "run": {"charset", "database", "edit", "extract", "input", "output", "page", "process", "url", "walk", "write"},
    "cli": set(),
    "helper": set(),
    "python": set(),
}
# Restrictions: the only headers of another folder that a folder may include. These describe how to read transfer
# encodings and fields, not what a message is.
ONLY = {
    ("find", "walk"): {"field_text.h", "parameters.h", "transfer_encoding.h"},
    ("run", "charset"): {"ready.h"},
    ("run", "extract"): {"clean.h", "mail_page.h"},
}
# The public headers that each may include, in addition to api.h, range.h and result.h.
PUBLIC = {
    "process": set(),
    "charset": set(),
    "url": {"domain.h", "explain.h", "unwrap.h", "url.h"},
    "unwrap": {"unwrap.h"},
    "input": {"input.h"},
    "walk": {"limits.h", "model.h"},
    "find": {"limits.h", "model.h", "url.h"},
    "base": {"model.h", "url.h"},
    "match": {"limits.h"},
    "message": {"analyze.h", "limits.h", "model.h", "url.h"},
    "readers": {"analyze.h", "model.h", "url.h"},
    "check": {"diagnostics.h", "model.h", "unwrap.h", "url.h"},
    "edit": {"analyze.h", "limits.h", "model.h", "rewrite.h", "url.h"},
    "extract": {"analyze.h", "extract.h", "limits.h", "model.h", "url.h"},
    "write": {"analyze.h", "diagnostics.h", "explain.h", "limits.h", "model.h", "output.h", "unwrap.h"},
    "output": {"input.h", "output.h"},
    "database": {"analyze.h", "diagnostics.h", "limits.h", "model.h", "names.h", "output.h"},
    "page": {"diagnostics.h", "model.h", "version.h"},
    "run": {"analyze.h", "diagnostics.h", "extract.h", "input.h", "limits.h", "model.h", "names.h", "output.h", "read_links.h", "report.h", "rewrite.h", "run.h", "url.h", "version.h"},
    "cli": {"analyze.h", "diagnostics.h", "explain.h", "extract.h", "input.h", "isolation.h", "limits.h", "names.h", "output.h", "report.h", "rewrite.h", "run.h", "unwrap.h", "url.h", "version.h"},
    "helper": set(),
    "python": {"analyze.h", "diagnostics.h", "domain.h", "extract.h", "input.h", "limits.h", "model.h", "names.h", "read_links.h", "report.h", "rewrite.h", "run.h", "spawned_run.h", "unwrap.h", "url.h", "version.h"},
}
BASICS = {"api.h", "range.h", "result.h"}
INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)', re.M)
STANDARD = re.compile(r"^[a-z_]+$")
# Headers that every folder may include: those in src/ itself, which use only the standard library and public headers.
COMMON = {p.name for p in (ROOT / "src").glob("*.h")}


def includes():
    """(folder, path, quoted, angled) of every #include in src/; the folder of src/*.cpp is empty."""
    for path in sorted((ROOT / "src").rglob("*")):
        if path.suffix in (".h", ".cpp", ".inc"):
            folder = path.relative_to(ROOT / "src").parts[0] if path.parent != ROOT / "src" else ""
            for quoted, angled in INCLUDE.findall(path.read_text()):
                yield folder, str(path.relative_to(ROOT)), quoted, angled


class Includes(unittest.TestCase):
    def test_every_folder_is_in_the_table(self):
        folders = {p.name for p in (ROOT / "src").iterdir() if p.is_dir()}
        self.assertEqual(folders, set(ALLOWED))
        self.assertEqual(folders, set(PUBLIC))

    def test_the_stations_have_an_order(self):
        order = list(ALLOWED)
        for folder, before in ALLOWED.items():
            self.assertLessEqual(before, set(order[: order.index(folder)]), folder)

    def test_the_stations_keep_apart(self):
        seen = 0
        for folder, path, quoted, _ in includes():
            if not quoted or not folder:
                continue
            seen += 1
            station, _, name = quoted.partition("/")
            with self.subTest(path, includes=quoted):
                if quoted in COMMON:
                    continue
                if station == "mimebase":
                    self.assertIn(name, PUBLIC[folder] | BASICS)
                elif name:
                    self.assertIn(station, ALLOWED[folder] | {folder})
                    self.assertIn(name, ONLY.get((folder, station), {name}))
                else:
                    self.assertEqual(path.rsplit(".", 1)[-1] + quoted.rsplit(".", 1)[-1], "cppinc")
        self.assertGreater(seen, 100)

    def test_what_all_include_knows_no_station(self):
        for folder, path, quoted, angled in includes():
            if not folder and path.endswith(".h"):
                self.assertTrue(not quoted or quoted.startswith("mimebase/"), path)
                self.assertRegex(angled or "string", STANDARD, path)

    def test_gmime_is_seen_in_walk_alone(self):
        self.assertEqual({folder for folder, _, _, angled in includes() if angled.startswith("gmime/")}, {"walk"})

    def test_cli_and_python_are_thin(self):
        for folder, path, quoted, _ in includes():
            if folder in ("cli", "helper", "python") and quoted and quoted not in ("edit_distance.h", "serve_rows.h", "signals_held.h", "start_thread.h", "wanted_charset.h"):
                self.assertTrue(quoted.startswith(("mimebase/", f"{folder}/")), f"{path} includes {quoted}")

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
        included = re.findall(r'#include "mimebase/(.*)"', (ROOT / "include/mimebase/mimebase.h").read_text())
        self.assertEqual(included, sorted(public - {"api.h", "capi.h", "mimebase.h"}))

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
