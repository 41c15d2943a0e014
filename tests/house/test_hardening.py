"""What the ELF files say of how they were built: a mistake in reading hostile mail shall end the program at once."""

import os
import pathlib
import platform
import re
import subprocess
import sys
import unittest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "cli")]

from support import EXE, SANITIZED, main  # noqa: E402

BUILD = pathlib.Path(os.environ["MIMEBASE_BUILD_ROOT"])
LIBRARY = BUILD / "src" / "libmimebase.so"
OPTIMIZED = os.environ.get("MIMEBASE_OPTIMIZATION", "2") not in ("0", "plain")
BOTH = (EXE, LIBRARY)


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
        for path in BOTH:
            with self.subTest(path):
                self.assertIn(("GNU_RELRO", "R"), segments(path))
                self.assertIn("BIND_NOW", dynamic(path)["FLAGS"].split())
                self.assertIn("NOW", dynamic(path)["FLAGS_1"].split())
                self.assertNotIn("TEXTREL", dynamic(path))

    def test_what_can_be_written_to_is_not_executed(self):
        for path in BOTH:
            with self.subTest(path):
                self.assertIn(("GNU_STACK", "RW"), segments(path))
                self.assertIn(("LOAD", "RE"), segments(path))
                self.assertNotIn("RWE", [flags for _, flags in segments(path)])

    def test_the_stack_is_guarded(self):
        for path in BOTH:
            with self.subTest(path):
                self.assertIn("__stack_chk_fail", imported(path))

    @unittest.skipIf(SANITIZED or not OPTIMIZED, "the C library's checks need optimisation, and no sanitizer")
    def test_the_c_library_checks_sizes(self):
        checked = {name for name in imported(LIBRARY) if name.endswith("_chk")} - {"__stack_chk_fail"}
        self.assertTrue(checked)

    @unittest.skipUnless(platform.machine() == "x86_64", "what the processor can do elsewhere has other names")
    def test_jumps_lead_to_marked_places_alone(self):
        # A program as a whole is marked where the C library's start files are, which Debian's are not: our part of it.
        objects = sorted((BUILD / "src").rglob("*.cpp.o"))
        self.assertGreater(len(objects), 100)
        for path in objects:
            with self.subTest(path):
                self.assertRegex(readelf("--notes", path), r"x86 feature: .*IBT, SHSTK")


if __name__ == "__main__":
    main()
