"""The tables of what viewers of documents open fit the experiments that they answer, and the rules of the viewers."""

import pathlib
import shutil
import sys
import unittest

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "readers" / "documents"
sys.path[:0] = [str(FOLDER)]

import at_random  # noqa: E402
import matrix  # noqa: E402
import rules  # noqa: E402
import tables  # noqa: E402
import viewers  # noqa: E402

MADE = {one.name: one for one in matrix.all_experiments()}
VIEWERS = sorted(path.stem for path in (FOLDER / "answers").glob("*.tsv"))
# Their rules parse URLs by the URL Standard, which Node.js implements.
NEED_NODE = ("chromium-file", "chromium-http", "pdfjs", "pdfjs-http")


class Documents(unittest.TestCase):
    def test_there_are_tables(self):
        self.assertGreaterEqual(len(VIEWERS), 8)
        self.assertLessEqual(set(VIEWERS), set(viewers.VIEWERS))
        self.assertGreaterEqual(len(MADE), 150)

    def test_the_experiments_are_the_same_every_time(self):
        self.assertEqual({one.name: one.content for one in matrix.all_experiments()}, {name: one.content for name, one in MADE.items()})
        first, second = ([one.content for one in at_random.experiments(5, 14)] for _ in range(2))
        self.assertEqual(first, second)
        self.assertNotEqual(first, [one.content for one in at_random.experiments(6, 14)])

    def test_every_row_answers_a_reference(self):
        for viewer in VIEWERS:
            version, rows = tables.read(viewer)
            self.assertTrue(version)
            for (name, reference), (kind, value) in rows.items():
                with self.subTest(viewer=viewer, experiment=name, reference=reference):
                    self.assertIn(MADE[name].ending, viewers.endings(viewer))
                    self.assertLessEqual(int(reference.removeprefix("ref")), len(MADE[name].references))
                    self.assertIn(kind, ("url", "file", "nothing"))
                    self.assertFalse(kind == "nothing" and value)

    def test_the_rules_give_what_the_viewers_did(self):
        for viewer in VIEWERS:
            if viewer in NEED_NODE and not shutil.which("node"):
                continue
            rows = tables.read(viewer)[1]
            expected = rules.rows(viewer, [one for one in MADE.values() if one.ending in viewers.endings(viewer)])
            compared = rows.keys() & expected.keys()
            self.assertGreaterEqual(len(compared), 900, viewer)
            self.assertEqual({key: rows[key] for key in compared}, {key: expected[key] for key in compared}, viewer)

    def test_escapes(self):
        for text in ("a\\b", "a\tb", "a\\tb", "\\\n\n", "\r\\r", "\0\\x00", "\udce9", "\\xE9\u00e9"):
            self.assertEqual(tables.unescape(tables.escape(text)), text)
            self.assertNotIn("\n", tables.escape(text))


if __name__ == "__main__":
    unittest.main(verbosity=2)
