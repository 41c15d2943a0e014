"""Each public header begins with an example, and the examples compile."""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "cli")]

from support import ROOT, main  # noqa: E402

CXX = shlex.split(os.environ.get("MIMEBASE_CXX", "c++"))
HEADERS = sorted((ROOT / "include/mimebase").glob("*.h"))
C_HEADERS = ("capi.h",)
# What examples take from the program around them.
AROUND = ("std::string message, page, rows, content; mimebase::Visitor visitor; mimebase::Analyzer analyzer{{}};\n"
          "const void* bytes = nullptr; std::size_t size = 0;\n")
BEGINS_DECLARATION = re.compile(r"(struct|void|MIMEBASE_API)\b")


def example_of(header):
    """The indented lines of the comment at the beginning of a header."""
    lines = header.read_text().split("#pragma once", 1)[0].splitlines()
    return "\n".join(line.removeprefix("//   ") for line in lines if line.startswith("//   "))


class Examples(unittest.TestCase):
    def test_each_header_has_one(self):
        self.assertGreaterEqual(len(HEADERS), 30)
        self.assertEqual([header.name for header in HEADERS if not example_of(header)], [])

    def test_they_compile(self):
        source = "".join(f'#include "mimebase/{header.name}"\n' for header in HEADERS)
        source += "#include <cstdio>\n#include <iostream>\n"
        for number, header in enumerate(HEADERS):
            code = example_of(header)
            if not BEGINS_DECLARATION.match(code):
                code = f"void run() {{\n{AROUND}{{\n#line 1 \"{header.name}\"\n{code}\n}}}}"
            using = "using namespace mimebase;\n" if header.name in C_HEADERS else ""
            source += f"namespace example_{number} {{\n{using}#line 1 \"{header.name}\"\n{code}\n}}\n"
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "examples.cpp")
            path.write_text(source)
            done = subprocess.run([*CXX, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wno-unused", "-Wno-unused-result",
                                   f"-I{ROOT / 'include'}", str(path)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)


if __name__ == "__main__":
    main()
