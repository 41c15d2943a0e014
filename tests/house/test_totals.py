"""The totals that tests/test prints are those of the logs."""

import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(__file__).parents[1] / "totals.py"
spec = importlib.util.spec_from_file_location("totals", PROGRAM)
totals = importlib.util.module_from_spec(spec)
spec.loader.exec_module(totals)

BAR = "=" * 79 + "\n"
FAILED_METHODS = (
    "FAIL: test_a (__main__.T.test_a) [1]\n\nFAIL: test_a (__main__.T.test_a) [2]\n\n"
    "ERROR: test_b (__main__.T.test_b)\n\nRan 5 tests in 0.001s\n\nFAILED (failures=2, errors=1, skipped=1)\n"
)
CASES = (
    # why, result, stdout, stderr, (passed, failed, skipped)
    ("Catch2, all well", "OK", BAR + "All tests passed (42 assertions in 7 test cases)\n", "", (7, 0, 0)),
    ("one of one", "OK", "All tests passed (1 assertion in 1 test case)\n", "", (1, 0, 0)),
    ("some failed", "FAIL", "test cases: 5 | 4 passed | 1 failed\nassertions: 9 | 8 passed | 1 failed\n", "", (4, 1, 0)),
    ("wide columns", "FAIL", "test cases:  12 |  9 passed |  3 failed\n", "", (9, 3, 0)),
    ("all failed", "FAIL", "test cases: 2 | 2 failed\nassertions: 2 | 2 failed\n", "", (0, 2, 0)),
    ("failed as expected", "OK", "test cases: 3 | 2 passed | 1 failed as expected\n", "", (3, 0, 0)),
    ("Catch2 3 skips", "OK", "test cases: 4 | 3 passed | 1 skipped\n", "", (3, 0, 1)),
    ("in colour", "OK", "\x1b[32mAll tests passed\x1b[0m (3 assertions in 2 test cases)\n", "", (2, 0, 0)),
    ("a skipped case is not passed", "OK", "SKIPPED: none here\nAll tests passed (1 assertion in 3 test cases)\n", "", (2, 0, 1)),
    ("a crash behind the summary", "FAIL", "All tests passed (1 assertion in 3 test cases)\n", "leak", (3, 1, 0)),
    ("a crash before it", "FAIL", "", "Segmentation fault\n", (0, 1, 0)),
    ("a timeout", "TIMEOUT", "", "", (0, 1, 0)),
    ("unittest, all well", "OK", "", "....\nRan 4 tests in 0.1s\n\nOK\n", (4, 0, 0)),
    ("unittest skips", "OK", "", "Ran 4 tests in 0.1s\n\nOK (skipped=3)\n", (1, 0, 3)),
    ("methods, not sub-tests", "FAIL", "", FAILED_METHODS, (2, 2, 1)),
    ("an older Python's names", "FAIL", "", "FAIL: test_a (__main__.T)\nRan 2 tests in 0s\n\nFAILED (failures=1)\n", (1, 1, 0)),
    ("a class that cannot be set up", "FAIL", "", "ERROR: setUpClass (__main__.T)\nRan 0 tests in 0s\n\nFAILED (errors=1)\n", (0, 1, 0)),
    ("another program", "OK", "fine\n", "", (1, 0, 0)),
    ("another program that fails", "FAIL", "no\n", "", (0, 1, 0)),
    ("another that could not run", "OK", "SKIPPED: no mandoc\n", "", (0, 0, 1)),
    ("meson's own word for it", "SKIP", "", "", (0, 0, 1)),
)


class Shards(unittest.TestCase):
    """Programs of tests that run as several tests: each class in one of them."""

    def test_no_class_is_missing(self):
        folder = PROGRAM.parent / "cli"
        shards = re.findall(r"^  '(\w+)': \[(.*)\],$", (folder / "meson.build").read_text(), re.M)
        self.assertEqual([name for name, _ in shards], ["dask", "isolation"])
        for name, listed in shards:
            text = (folder / f"test_{name}.py").read_text()
            classes = [c for c, body in re.findall(r"^class (\w+).*\n((?:\n|[ #].*\n)*)", text, re.M) if "    def test_" in body]
            self.assertGreater(len(classes), 3)
            self.assertCountEqual(re.findall(r"\w+", listed), classes, name)


class Totals(unittest.TestCase):
    def test_count(self):
        for why, result, stdout, stderr, expected in CASES:
            with self.subTest(why):
                self.assertEqual(totals.count({"result": result, "stdout": stdout, "stderr": stderr}), expected)

    def line(self, entries):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as log:
            for result, stdout in entries:
                log.write(json.dumps({"name": "x", "result": result, "stdout": stdout}) + "\n")
            log.flush()
            done = subprocess.run([sys.executable, PROGRAM, log.name], stdout=subprocess.PIPE)
        return done.stdout.decode(), done.returncode

    def test_the_line_and_the_status(self):
        self.assertEqual(self.line([("OK", ""), ("OK", "")]), ("2 passed, 0 failed\n", 0))
        self.assertEqual(self.line([("OK", ""), ("SKIP", "")]), ("skipped:\n  x: no reason given\n1 passed, 0 failed, 1 skipped\n", 0))
        self.assertEqual(self.line([("OK", ""), ("FAIL", "")]), ("1 passed, 1 failed\n", 1))
        self.assertEqual(self.line([]), ("0 passed, 0 failed\n", 1))
        self.assertEqual(self.line([("SKIP", "")]), ("skipped:\n  x: no reason given\n0 passed, 0 failed, 1 skipped\n", 1))

    def test_reasons_come_before_the_last_line(self):
        catch = "SKIPPED: no corpora\nSKIPPED: no corpora\nSKIPPED: no Node\nAll tests passed (1 assertion in 5 test cases)\n"
        self.assertEqual(self.line([("OK", catch), ("SKIP", "SKIPPED: no mandoc\n")])[0].splitlines(), [
            "skipped:", "  x: no Node", "  x (2 tests): no corpora", "  x: no mandoc", "2 passed, 0 failed, 4 skipped"])

    def test_a_python_test_gives_its_reason(self):
        with tempfile.TemporaryDirectory() as folder:
            other, program = pathlib.Path(folder, "other.py"), pathlib.Path(folder, "test_x.py")
            other.write_text("why = 'no\\nthing'\n")
            program.write_text("import other, unittest\nclass One(unittest.TestCase):\n    def test_a(self):\n        self.skipTest(other.why)\n"
                               "    def test_b(self):\n        pass\nclass Two(unittest.TestCase):\n    def test_c(self):\n        self.fail()\n"
                               "if __name__ == '__main__':\n    unittest.main(buffer=True)\n")
            for arguments, status in (["One"], 0), ([], 1):
                done = subprocess.run([sys.executable, PROGRAM.with_name("with_reasons.py"), program, *arguments], capture_output=True, text=True)
                self.assertEqual((done.returncode, done.stdout), (status, "SKIPPED: no thing\n"))
                counted = totals.count({"result": "FAIL" if status else "OK", "stdout": done.stdout, "stderr": done.stderr})
                self.assertEqual(counted, (1, status, 1))


if __name__ == "__main__":
    unittest.main()
