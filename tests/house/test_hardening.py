"""The ELF files show how they were built: a memory error with hostile mail must end the program at once."""

import json
import os
import pathlib
import platform
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "cli")]

from support import EXE, SANITIZED, main  # noqa: E402

BUILD = pathlib.Path(os.environ["MIMEBASE_BUILD_ROOT"])
LIBRARY = BUILD / "src" / "libmimebase.so"
OPTIMIZED = os.environ.get("MIMEBASE_OPTIMIZATION", "2") not in ("0", "plain")
CXX = shlex.split(os.environ.get("MIMEBASE_CXX", "c++"))
MODULES = sorted((BUILD / "src" / "python" / "mimebase").glob("_mimebase*.so"))
ALL = (EXE, LIBRARY, *sorted((BUILD / "src").glob("libmimebase-*.so")), *MODULES)
CHECKED = SANITIZED or not OPTIMIZED, "the C library's checks need optimisation, and no sanitizer"
MARKED = r"x86 feature: .*IBT, SHSTK"
# Functions that the linker adds to its input.
STARTS = ("Scrt1.o", "crti.o", "crtbeginS.o", "crtendS.o", "crtn.o")


def readelf(option, path):
    return subprocess.run(["readelf", "--wide", option, path], check=True, stdout=subprocess.PIPE, text=True,
                          env={**os.environ, "LC_ALL": "C"}).stdout


def segments(path):
    """The type and the flags ("R", "RW", "RE") of each program header."""
    row = re.compile(r"^  (\w+) +(?:0x[0-9a-f]+ +){5}([R ][W ][E ])", re.M)
    return [(name, flags.replace(" ", "")) for name, flags in row.findall(readelf("--program-headers", path))]


def dynamic(path):
    """The values of the dynamic section, by their tags."""
    row = re.compile(r"^ 0x[0-9a-f]+ \((\w+)\) +(.*)$", re.M)
    return dict(row.findall(readelf("--dynamic", path)))


def imported(path):
    row = re.compile(r" (?:FUNC|NOTYPE) +(?:GLOBAL|WEAK) +DEFAULT +UND (\w+)")
    return set(row.findall(readelf("--dyn-syms", path)))


class Hardening(unittest.TestCase):
    def test_the_program_is_position_independent(self):
        self.assertIn("Type:                              DYN", readelf("--file-header", EXE))
        self.assertIn("PIE", dynamic(EXE)["FLAGS_1"].split())

    def test_tables_of_the_loader_cannot_be_written_to(self):
        for path in ALL:
            with self.subTest(path):
                self.assertIn(("GNU_RELRO", "R"), segments(path))
                self.assertIn("BIND_NOW", dynamic(path)["FLAGS"].split())
                self.assertIn("NOW", dynamic(path)["FLAGS_1"].split())
                self.assertNotIn("TEXTREL", dynamic(path))

    def test_what_can_be_written_to_is_not_executed(self):
        for path in ALL:
            with self.subTest(path):
                self.assertIn(("GNU_STACK", "RW"), segments(path))
                self.assertIn(("LOAD", "RE"), segments(path))
                self.assertNotIn("RWE", [flags for _, flags in segments(path)])

    def test_headers_and_constants_are_not_executed(self):
        # The linker's "separate code": the code does not share pages with what precedes or follows it.
        for path in ALL:
            with self.subTest(path):
                loaded = [flags for name, flags in segments(path) if name == "LOAD"]
                self.assertEqual(loaded[0], "R")
                self.assertEqual(loaded.count("RE"), 1)

    def test_the_stack_is_guarded(self):
        for path in ALL:
            with self.subTest(path):
                self.assertIn("__stack_chk_fail", imported(path))

    @unittest.skipIf(*CHECKED)
    def test_the_c_library_checks_sizes(self):
        # The program and the module pass on what the library reads. They call none of the checked functions.
        self.assertTrue({name for name in imported(LIBRARY) if name.startswith("__") and name.endswith("_chk")})

    @unittest.skipIf(*CHECKED)
    def test_sizes_that_are_known_late_are_checked_too(self):
        level = "3" if self.level() == "3" else "2"
        for arguments in self.compiled():
            self.assertIn(f"-D_FORTIFY_SOURCE={level}", arguments)

    @unittest.skipUnless(platform.machine() == "x86_64", "not every compiler has it elsewhere")
    def test_large_frames_cannot_jump_over_the_guard_page(self):
        for arguments in self.compiled():
            self.assertIn("-fstack-clash-protection", arguments)

    def compiled(self):
        """The compiler arguments of each of our sources."""
        sources = [entry for entry in json.loads((BUILD / "compile_commands.json").read_text())
                   if entry["output"].startswith("src/")]
        self.assertGreater(len(sources), 20)
        return [shlex.split(entry["command"]) for entry in sources]

    def level(self):
        """The level that the C library and the compiler provide if 3 is requested."""
        asked = [*CXX, "-O2", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=3", "-E", "-P", "-x", "c++", "-"]
        return subprocess.run(asked, check=True, input="#include <features.h>\n__USE_FORTIFY_LEVEL\n", text=True,
                              stdout=subprocess.PIPE).stdout.split()[-1]

    @unittest.skipUnless(platform.machine() == "x86_64", "what the processor can do elsewhere has other names")
    def test_jumps_lead_to_marked_places_alone(self):
        objects = sorted((BUILD / "src").rglob("*.cpp.o"))
        self.assertGreater(len(objects), 20)
        for path in objects:
            with self.subTest(path):
                self.assertRegex(readelf("--notes", path), MARKED)

    @unittest.skipUnless(platform.machine() == "x86_64", "what the processor can do elsewhere has other names")
    def test_the_whole_is_marked_where_the_start_files_are(self):
        # Debian's C library is built without it, so the linker may not mark files that contain its parts.
        paths = [subprocess.run([*CXX, f"-print-file-name={name}"], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
                 for name in STARTS]
        unmarked = [path for path in paths if not re.search(MARKED, readelf("--notes", path))]
        if unmarked:
            self.skipTest(f"this system's {', '.join(pathlib.Path(path).name for path in unmarked)} are not marked")
        for path in ALL:
            with self.subTest(path):
                self.assertRegex(readelf("--notes", path), MARKED)

    def test_installed_files_look_for_libraries_in_no_folder_of_the_build(self):
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "DESTDIR": folder}
            subprocess.run(["meson", "install", "-C", BUILD, "--no-rebuild", "--quiet"], check=True, env=environment,
                           stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT)
            installed = [path for path in sorted(pathlib.Path(folder).rglob("*"))
                         if path.is_file() and not path.is_symlink() and path.read_bytes()[:4] == b"\x7fELF"]
            self.assertGreaterEqual(len(installed), len(ALL))
            for path in installed:
                with self.subTest(path):
                    tags = dynamic(path)
                    self.assertNotIn("RPATH", tags)
                    self.assertNotIn(str(BUILD), tags.get("RUNPATH", ""))


if __name__ == "__main__":
    main()
