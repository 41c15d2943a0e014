"""Columns of the Python module, with pandas and numpy."""

import json

from package import SAMPLES, PythonTest, main, mimebase, need, plain

# The rows, and their keys that are numbers and never null.
ROWS = [
    ("links", {}, {"message", "offset", "start", "end"}),
    ("links", {"unique": True}, {"message", "offset", "start", "end", "count"}),
    ("links", {"as_": "thunderbird", "fields": "subject"}, {"message", "offset", "start", "end"}),
    ("tree", {}, {"message", "offset", "depth", "size"}),
    ("check", {}, set()),
    ("check", {"summary": True}, {"count"}),
]


class Columns(PythonTest):
    def test_they_are_the_rows(self):
        need("numpy")
        for command, options, numbers in ROWS:
            with self.subTest(command, **options):
                rows = list(getattr(mimebase, command)(SAMPLES, **options))
                columns = getattr(mimebase, command)(SAMPLES, **options).columns()
                self.assertEqual(tuple(columns), rows[0].keys())
                for key, column in columns.items():
                    self.assertEqual(list(column), [row[key] for row in rows], key)
                    if key in numbers:
                        self.assertEqual(column.dtype.name, "int64", key)

    def test_the_rest_of_what_was_begun(self):
        rows = mimebase.links(SAMPLES)
        first = [next(rows) for _ in range(7)]
        references = [row.reference for row in first] + list(rows.columns()["reference"])
        self.assertEqual(references, [row.reference for row in mimebase.links(SAMPLES)])
        again = rows.columns()
        self.assertEqual({key: len(column) for key, column in again.items()}, dict.fromkeys(again, 0))

    def test_without_numpy(self):
        code = """
import sys
sys.modules["numpy"] = None
import mimebase
column = mimebase.links(sys.argv[1]).columns()["start"]
print(type(column).__name__, column.format, list(column))
print(mimebase.links(sys.argv[1]).columns()["reference"])
"""
        references = [row.reference for row in mimebase.links(SAMPLES / "three.mbox")]
        starts = [row.start for row in mimebase.links(SAMPLES / "three.mbox")]
        self.assertEqual(self.in_python(code, SAMPLES / "three.mbox"), f"memoryview q {starts}\n{references}\n")

    def test_neither_is_needed_to_import(self):
        code = "import sys, mimebase; print(sorted({'numpy', 'pandas'} & set(sys.modules)))"
        self.assertEqual(self.in_python(code), "[]\n")

    def test_the_same_text_is_one_object(self):
        columns = mimebase.links([SAMPLES] * 50).columns()
        for key in ("source", "host", "context", "reference", "status"):
            texts = [text for text in columns[key] if text is not None]
            self.assertGreater(len(texts), 1000)
            self.assertEqual(len(set(map(id, texts))), len(set(texts)), key)

    def test_pandas(self):
        pandas = need("pandas")
        for command, options, numbers in ROWS:
            with self.subTest(command, **options):
                frame = pandas.DataFrame(getattr(mimebase, command)(SAMPLES, **options).columns())
                rows = list(map(plain, getattr(mimebase, command)(SAMPLES, **options)))
                self.assertEqual(len(frame), len(rows))
                for key in numbers:
                    self.assertEqual(str(frame[key].dtype), "int64", key)
                objects = frame.astype(object).where(frame.notna(), None).to_dict("records")
                objects = [{key: [candidate.asdict() for candidate in value] if key == "chain"
                            else value.asdict() if isinstance(value, mimebase.Row) else value
                            for key, value in row.items()} for row in objects]
                self.assertEqual(json.loads(json.dumps(objects)), rows)

    def test_pandas_of_nothing(self):
        pandas = need("pandas")
        for command, options, _ in ROWS:
            frame = pandas.DataFrame(getattr(mimebase, command)(b"", **options).columns())
            self.assertEqual(len(frame), 1 if command == "check" else 0)
        self.assertEqual(str(pandas.DataFrame(mimebase.links(b"").columns()).reference.dtype), "object")

    def test_arrays_can_be_written_to(self):
        numpy = need("numpy")
        start = mimebase.links(SAMPLES).columns()["start"]
        self.assertIs(type(start), numpy.ndarray)
        start += 1
        self.assertEqual(list(start - 1), [row.start for row in mimebase.links(SAMPLES)])


if __name__ == "__main__":
    main()
