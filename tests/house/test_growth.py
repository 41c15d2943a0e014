"""Documents that share what their format lets share take instructions in proportion to their size. valgrind counts them, so that
the numbers are the same on every machine; benchmark/growth.py measures larger documents, with their time and memory."""

import os
import pathlib
import shutil
import sys
import unittest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "benchmark")]

import instructions  # noqa: E402
from document_shapes import CHARGED, DOCUMENT_SHAPES  # noqa: E402

EXE = os.environ.get("MIMEBASE_EXE", "")
SANITIZED = os.environ.get("MIMEBASE_SANITIZE", "none") != "none"
BYTES = 8000  # at first: each shape is measured with twice and four times as many, too


class Growth(unittest.TestCase):
    def test_growth_of_two_steps(self):
        """A constant does not count, and neither do a few instructions per byte."""
        sizes = (1000, 2000, 4000)
        for why, counts, expected in (("linear", (9_000_000, 10_000_000, 12_000_000), 1), ("quadratic", (1_000_000, 4_000_000, 16_000_000), 2),
                                      ("too little to say", (1000, 2000, 90_000), None)):
            self.assertEqual(instructions.growth(sizes, counts), expected, why)

    def test_documents(self):
        linear = [name for name in DOCUMENT_SHAPES if name not in CHARGED]
        if SANITIZED or not shutil.which("valgrind"):
            self.skipTest(f"valgrind does not run this program: {len(linear)} shapes of documents are not counted")
        found = instructions.measure(EXE, BYTES, linear)
        self.assertGreaterEqual(len(found), 50)
        self.assertEqual(instructions.not_linear(found), {})


if __name__ == "__main__":
    unittest.main()
