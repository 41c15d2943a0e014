"""The tables of what real readers open fit the experiments that they answer."""

import pathlib
import sys
import unittest

READERS = pathlib.Path(__file__).resolve().parents[1] / "readers"
sys.path[:0] = [str(READERS)]

import answers  # noqa: E402
import experiments  # noqa: E402
from message import counted_numbers  # noqa: E402

TABLES = sorted(path.stem for path in (READERS / "answers").glob("*.tsv"))
MADE = {one.name: one for one in experiments.all_experiments()}
WAYS = {"url": {"click", "load"}, "part": {"click", "load"}, "nothing": {"none"}}


class Tables(unittest.TestCase):
    def test_there_are_tables(self):
        self.assertGreaterEqual(len(TABLES), 6)
        self.assertGreaterEqual(len(MADE), 500)

    def test_the_experiments_are_the_same_every_time(self):
        self.assertEqual({one.name: one.content for one in experiments.all_experiments()}, {name: one.content for name, one in MADE.items()})

    def test_every_row_answers_a_reference(self):
        for reader in TABLES:
            version, rows = answers.read(reader)
            self.assertTrue(version)
            self.assertGreater(len(rows), 3500, reader)
            for (name, reference), answer in rows.items():
                kind, _, value = answer.opens.partition(" ")
                with self.subTest(reader=reader, experiment=name, reference=reference):
                    self.assertIn(reference, MADE[name].references)
                    self.assertIn(answer.opens_by, WAYS[kind])
                    if kind == "part":
                        self.assertIn(value, counted_numbers(MADE[name].entity).values())

    def test_escapes(self):
        for text in ("a\\b", "a\tb", "a\\tb", "\\\\n\n", "\r\\r"):
            self.assertEqual(answers.unescape(answers.escape(text)), text)
            self.assertNotIn("\n", answers.escape(text))


if __name__ == "__main__":
    unittest.main(buffer=True)
