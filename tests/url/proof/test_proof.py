#!/usr/bin/env python3
"""The library against independent implementations, on pairs whose symbols add up to 5, and on pairs at random. prove does more.

    test_proof.py FOLDER    FOLDER has the programs
"""

import contextlib
import importlib.machinery
import importlib.util
import io
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
LOADER = importlib.machinery.SourceFileLoader("prove", str(HERE / "prove"))
prove = importlib.util.module_from_spec(importlib.util.spec_from_loader("prove", LOADER))
LOADER.exec_module(prove)

FOLDER = pathlib.Path(sys.argv.pop())
SUM = 5
RANDOM = "300000:1808"


class Proof(unittest.TestCase):
    def agree(self, rules, total=SUM, random=None, way=""):
        families = [family for family in (prove.RANDOM if random else prove.FAMILIES) if rules in family.rules]
        pairs = sum(prove.pairs_of(family, total, random) for family in families)
        if rules == "whatwg" and not (FOLDER / "url_standard_answers").exists():
            self.skipTest(f"no rustc: {pairs:,} resolutions missed")
        told = io.StringIO()
        with contextlib.redirect_stdout(told):
            result = prove.prove_all(prove.Programs(FOLDER, way=way), (rules,), total, random)
        self.assertEqual(result, (pairs, True), told.getvalue())

    def test_rfc1808(self):
        self.agree("rfc1808")
        self.agree("rfc1808", random=RANDOM)

    def test_draft_05(self):
        self.agree("draft-05")
        self.agree("draft-05", random=RANDOM)

    def test_rfc3986(self):
        self.agree("rfc3986")
        self.agree("rfc3986", random=RANDOM)

    def test_whatwg(self):
        self.agree("whatwg")

    def test_whatwg_at_random(self):
        self.agree("whatwg", random=RANDOM)

    def test_what_explains_resolves_alike(self):
        for rules in prove.RFCS:
            self.agree(rules, total=4, way=":explain")

    def test_what_explains_resolves_alike_by_the_url_standard(self):
        self.agree("whatwg", total=4, way=":explain")

    def test_a_difference_is_found_and_shown(self):
        """The draft and RFC 1808 differ where ".." stands before ".."."""
        programs = prove.Programs(FOLDER)
        (family,) = (family for family in prove.FAMILIES if family.name == "segments")
        arguments = [family.alphabet, "a:", "", "all", "7"]
        library, other = [*programs.library("rfc1808"), *arguments], [*programs.other("draft-05"), *arguments]
        pairs = prove.count_of(family._replace(bases="a:"), 7)
        blocks = prove.compare(library, other, pairs)
        shown = list(prove.differences(library, other, blocks))
        self.assertIn("a:/\t../../\t=a:/../../\t=a:/", shown)
        self.assertTrue(all(".." in line for line in shown))
        with self.assertRaises(RuntimeError):
            prove.compare(library, other, pairs + prove.BLOCK)


if __name__ == "__main__":
    unittest.main()
