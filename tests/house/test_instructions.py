"""Real-like mail takes no more instructions than before. instructions.tsv has those of our own code by build and sample, as
`benchmark/instructions.py --mail BUILD` prints them: whoever makes the program faster, or slower for a reason, commits new ones."""

import os
import pathlib
import shutil
import sys
import unittest

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "benchmark")]

import instructions  # noqa: E402

EXE = os.environ.get("MIMEBASE_EXE", "")
BUILD = os.environ.get("MIMEBASE_BUILD_ROOT", "")
SANITIZED = os.environ.get("MIMEBASE_SANITIZE", "none") != "none"
GROWTH = 1.03
FIGURES = [row.split("\t") for row in pathlib.Path(__file__).with_name("instructions.tsv").read_text().splitlines()[1:]]

PROFILE = """ob=(1) /lib/libmimebase.so
fn=(1) f
3 10
cob=(2) /lib/libc.so
cfn=(2) g
calls=1 4
+1 1000
* 5
ob=(2)
fn=(2)
7 1000
ob=(1)
+2 1
"""


class Instructions(unittest.TestCase):
    def test_only_our_own_code_counts(self):
        self.assertEqual(instructions.own_cost(PROFILE), 16)

    def test_the_samples_are_the_same_each_time(self):
        self.assertEqual(instructions.mail_samples(), instructions.mail_samples())

    def test_mail(self):
        samples = instructions.mail_samples()
        if SANITIZED or not shutil.which("valgrind"):
            self.skipTest(f"valgrind does not run this program: {len(samples)} samples of mail are not counted")
        build = instructions.build_of(BUILD)
        wanted = {name: int(count) for of, name, count in FIGURES if of == build}
        if not wanted:
            self.skipTest(f"no figures for {build}: {len(samples)} samples of mail are not compared")
        self.assertEqual(set(wanted), set(samples))
        for name, mbox in samples.items():
            with self.subTest(name):
                self.assertLessEqual(instructions.of_mail(EXE, mbox), wanted[name] * GROWTH)


if __name__ == "__main__":
    unittest.main()
