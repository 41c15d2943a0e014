#!/usr/bin/env python3
"""A few mutants of documents beside the programs that are installed (run, in this folder, makes more)."""

import os
import pathlib
import sys
import unittest
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
loader = SourceFileLoader("mutants_run", str(HERE / "run"))
mutants = module_from_spec(spec_from_loader("mutants_run", loader))
loader.exec_module(mutants)
EXE = os.environ.get("MIMEBASE_EXE", "")
SEED, BATCHES = 20261127, 3


class Mutants(unittest.TestCase):
    def judged(self, made):
        found, missing = mutants.judged(EXE, made)
        for kind, name, changes, verdict, *_ in found:
            self.assertNotIn(verdict.kind, mutants.FAULTS, (kind, name, changes, verdict))
        return [verdict.kind for _, _, _, verdict, *_ in found], missing

    def test_unchanged(self):
        """Each link of a document that has no damage is listed."""
        made = [(one, one.content, "unchanged") for one in mutants.seeds.made()]
        kinds, missing = self.judged(made)
        self.assertGreaterEqual(len(made), 50)
        self.assertEqual(set(kinds) - {"listed", "nothing"}, set())
        if missing:
            self.skipTest(f"{len(missing)} of {len(mutants.shown.PROGRAMS)} programs are missing: {', '.join(missing)}")

    def test_mutants(self):
        """The links that other programs still show are listed, or something is said of the document."""
        seen = 0
        for number in range(BATCHES):
            kinds, _ = self.judged(mutants.batch(SEED, number, mutants.seeds.FORMATS, with_corpora=False))
            seen += len(kinds) - kinds.count("nothing")
        self.assertGreaterEqual(seen, BATCHES * mutants.BATCH // 3)


if __name__ == "__main__":
    unittest.main()
