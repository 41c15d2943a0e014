#!/usr/bin/env python3
"""What the reader profiles say, against what the readers did: tests/readers/answers/*.tsv, reference by reference.

Usage: test_readers.py [READER...]      prints each difference
"""

import functools
import os
import pathlib
import sys
import tempfile
import unittest

from support import EXE, ROOT

FOLDER = pathlib.Path(os.environ.get("MIMEBASE_READERS", ROOT / "tests" / "readers"))
sys.path[:0] = [str(FOLDER)]

# The least share of references, in percent, on which a profile agrees with its reader. What is left are known differences,
# which tests/readers/README.md lists.
LEAST = {"chromium": 99.6, "evolution": 99.0, "hypermail": 98.5, "kmail": 98.5, "mhonarc": 98.7, "roundcube": 99.0, "rspamd": 99.2, "spamassassin": 99.4,
         "thunderbird": 99.5}
# Where the readers found the messages. Some resolve against the place of the file.
THERE = "file:///tmp/mimebase-experiments"
SHOWN = 10


def readers():
    return sorted(path.stem for path in (FOLDER / "answers").glob("*.tsv"))


@functools.cache
def written(ending):
    """A folder of all experiments, as files with this ending."""
    import experiments
    folder = tempfile.TemporaryDirectory()
    for one in experiments.all_experiments():
        pathlib.Path(folder.name, one.name + ending).write_bytes(one.content)
    return folder


class Differences:
    """Compares the profile of one reader with its table."""

    def __init__(self, reader):
        import answers
        import comparison
        import importlib
        self.total, self.found = 0, []
        _, table = answers.read(reader)
        ending = importlib.import_module(reader.replace("-", "_")).ENDING
        folder = written(ending).name
        said = comparison.said_of(comparison.rows_of(EXE, reader, folder), ending)
        here = pathlib.Path(folder).as_uri()
        for key, answer in table.items():
            self.total += 1
            one = said.get(key, comparison.SILENT)
            kind, by = one.answer[0].replace(here, THERE), one.answer[1]
            if (kind, by) != tuple(answer):
                self.found.append((*key, one.context, one.reference, f"profile: {kind} ({by})", f"reader: {answer.opens} ({answer.opens_by})"))

    def share(self):
        return 100 * (self.total - len(self.found)) / self.total


@unittest.skipUnless(readers(), "no table of answers")
class Readers(unittest.TestCase):
    def test_answers(self):
        for reader in readers():
            if reader not in LEAST:
                continue
            with self.subTest(reader=reader):
                differences = Differences(reader)
                print(f"{reader}: {differences.share():.2f} % of {differences.total} references", file=sys.stderr)
                self.assertGreaterEqual(differences.share(), LEAST[reader], differences.found[:SHOWN])


def print_differences(names):
    for name in names:
        differences = Differences(name)
        for one in differences.found:
            print(name, *one, sep="\t")
        print(f"{name}: {differences.share():.2f} % of {differences.total}, {len(differences.found)} differ", file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-") and sys.argv[1] in readers():
        print_differences(sys.argv[1:])
    else:
        unittest.main(verbosity=2)
