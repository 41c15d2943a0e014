"""Runs a program of Python tests, as `python3 FILE [ARGUMENTS]` does, and prints a line "SKIPPED: why" for each test that could not
run. totals.py lists these lines.

    with_reasons.py FILE [ARGUMENTS]
"""

import os
import runpy
import sys
import unittest


class Result(unittest.TextTestResult):
    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        # Not into what a test captures.
        print(f"SKIPPED: {' '.join(reason.split())}", file=sys.__stdout__, flush=True)


if __name__ == "__main__":
    del sys.argv[0]
    sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
    unittest.TextTestRunner.resultclass = Result
    runpy.run_path(sys.argv[0], run_name="__main__")
