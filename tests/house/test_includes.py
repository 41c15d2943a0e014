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
    "text": set(),
    "model": {"text"},
    "charset": {"text"},
    "url": {"charset", "model", "text"},
    "unwrap": {"charset", "text", "url"},
    "walk": {"charset", "model", "text"},
    "find": {"charset", "text", "url", "walk"},
    "base": {"charset", "model", "text", "walk"},
    "match": {"text", "url"},
    "message": {"base", "charset", "find", "match", "model", "text", "unwrap", "url", "walk"},
    "readers": {"base", "charset", "find", "match", "message", "model", "text", "url", "walk"},
    "check": {"base", "charset", "find", "match", "message", "model", "readers", "text", "unwrap", "url", "walk"},
    "edit": {"base", "charset", "find", "match", "message", "model", "readers", "text", "url", "walk"},
    "extract": {"base", "charset", "edit", "find", "match", "message", "model", "text", "url", "walk"},
    "process": {"charset"},
    "input": {"charset", "model", "process", "text"},
    "output": {"input", "process", "text"},
    "write": {"charset", "model", "text", "unwrap", "url"},
    "database": {"charset", "model", "output", "url", "write"},
    "page": {"model", "text", "url", "write"},
    "run": {"charset", "database", "edit", "extract", "input", "model", "output", "page", "process", "text", "url", "walk", "write"},
    # The C interface makes rows, and the version names the libraries of all.
    "analyze": {"check", "database", "input", "message", "model", "readers", "text", "url", "walk", "write"},
    "cli": {"process", "text"},
    "helper": {"run"},
    "python": set(),
}
# Restrictions: the only headers of another folder that a folder may include. These describe how to read transfer
# encodings and fields, not what a message is.
ONLY = {
    ("find", "walk"): {"field_text.h", "parameters.h", "transfer_encoding.h"},
    ("run", "charset"): {"ready.h"},
    ("run", "extract"): {"clean.h", "mail_page.h"},
    ("find", "url"): {"defang_marks.h"},
    ("input", "model"): {"names.h", "optional_libraries.h"},
    ("output", "process"): {"descriptors.h", "signals_held.h"},
    ("cli", "process"): {"signals_held.h", "start_thread.h", "wanted_charset.h"},
    ("cli", "text"): {"edit_distance.h"},
    ("helper", "run"): {"serve_rows.h"},
}
# The public headers that each may include, in addition to api.h, range.h and result.h.
PUBLIC = {
    "text": set(),
    "model": {"diagnostics.h", "limits.h", "model.h"},
    "process": {"isolation.h"},
    "charset": set(),
    "url": {"domain.h", "explain.h", "unwrap.h", "url.h"},
    "unwrap": {"unwrap.h"},
    "input": {"input.h"},
    "walk": {"limits.h", "model.h"},
    "find": {"limits.h", "model.h", "url.h"},
    "base": {"analyze.h", "base.h", "model.h", "url.h"},
    "match": {"limits.h"},
    "message": {"analyze.h", "find.h", "limits.h", "model.h", "url.h"},
    "readers": {"analyze.h", "model.h", "url.h"},
    "check": {"diagnostics.h", "model.h", "unwrap.h", "url.h"},
    "edit": {"analyze.h", "limits.h", "model.h", "rewrite.h", "url.h"},
    "extract": {"analyze.h", "extract.h", "limits.h", "model.h", "url.h"},
    "write": {"analyze.h", "diagnostics.h", "explain.h", "limits.h", "model.h", "output.h", "unwrap.h"},
    "output": {"input.h", "output.h"},
    "database": {"analyze.h", "diagnostics.h", "limits.h", "model.h", "names.h", "output.h"},
    "page": {"diagnostics.h", "model.h", "version.h"},
    "run": {"analyze.h", "diagnostics.h", "extract.h", "input.h", "limits.h", "model.h", "names.h", "output.h", "read_links.h", "report.h", "rewrite.h", "run.h", "spawned_run.h", "url.h", "version.h"},
    "analyze": {"analyze.h", "capi.h", "names.h", "version.h"},
    "cli": {"analyze.h", "diagnostics.h", "explain.h", "extract.h", "input.h", "isolation.h", "limits.h", "names.h", "output.h", "report.h", "rewrite.h", "run.h", "unwrap.h", "url.h", "version.h"},
    "helper": set(),
    "python": {"analyze.h", "diagnostics.h", "domain.h", "extract.h", "input.h", "limits.h", "model.h", "names.h", "read_links.h", "report.h", "rewrite.h", "run.h", "spawned_run.h", "unwrap.h", "url.h", "version.h"},
}
BASICS = {"api.h", "range.h", "result.h"}
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
            if not quoted:
                continue
            seen += 1
            station, _, name = quoted.partition("/")
            with self.subTest(path, includes=quoted):
                if station == "mimebase":
                    self.assertIn(name, PUBLIC[folder] | BASICS)
                elif name:
                    self.assertIn(station, ALLOWED[folder] | {folder})
                    self.assertIn(name, ONLY.get((folder, station), {name}))
                else:
                    self.assertEqual(path.rsplit(".", 1)[-1] + quoted.rsplit(".", 1)[-1], "cppinc")
        self.assertGreater(seen, 100)

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
