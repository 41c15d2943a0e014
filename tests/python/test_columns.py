"""Columns of the Python module, with pandas, numpy and pyarrow."""

import datetime
import json

from package import SAMPLES, PythonTest, main, mimebase, need, plain

# The rows, and their keys that are numbers and never null.
ROWS = [
    ("links", {}, {"message", "offset"}),
    ("links", {"unique": True}, {"message", "offset", "count"}),
    ("links", {"as_": "thunderbird", "fields": "subject"}, {"message", "offset"}),
    ("compare", {"fields": "to"}, {"message", "offset"}),
    ("tree", {}, {"message", "offset", "depth", "size"}),
    ("check", {}, set()),
    ("check", {"summary": True}, {"count"}),
]




def as_in_columns(row):
    """The values of a row, but a datetime as its date, if any."""
    values = dict(zip(row.keys(), row))
    if values.get("date"):
        values["date"] = datetime.datetime.fromisoformat(values["date"].replace("Z", "+00:00"))
    return values


def as_json(value):
    """A value of a column as JSON Lines have it."""
    if isinstance(value, mimebase.Row):
        return value.asdict()
    if isinstance(value, dict):
        return {key: as_json(each) for key, each in value.items()}
    return [as_json(each) for each in value] if type(value) is tuple else value


def dated(day):
    return f"Date: {day} 10:20:30 +0200\nContent-Type: text/html\n\n<a href='http://www.example.co.uk/'>x</a>".encode()


class Columns(PythonTest):
    def test_they_are_the_rows(self):
        need("numpy")
        for command, options, numbers in ROWS:
            with self.subTest(command, **options):
                rows = list(getattr(mimebase, command)(SAMPLES, **options))
                columns = getattr(mimebase, command)(SAMPLES, **options).columns()
                domain = columns.pop("domain") if command == "links" else None
                self.assertEqual(tuple(columns), rows[0].keys())
                wanted = list(map(as_in_columns, rows))
                for key, column in columns.items():
                    self.assertEqual(list(column), [row[key] for row in wanted], key)
                if domain is not None:
                    self.assertEqual([one is None for one in domain], [row.host is None for row in rows])
                for key, column in columns.items():
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
column = mimebase.links(sys.argv[1]).columns()["offset"]
print(type(column).__name__, column.format, list(column))
print(mimebase.links(sys.argv[1]).columns()["reference"])
"""
        references = [row.reference for row in mimebase.links(SAMPLES / "three.mbox")]
        offsets = [row.offset for row in mimebase.links(SAMPLES / "three.mbox")]
        self.assertEqual(self.in_python(code, SAMPLES / "three.mbox"), f"memoryview q {offsets}\n{references}\n")

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
                if command == "links":
                    self.assertEqual(str(frame["date"].dtype), "datetime64[ns, UTC]")
                    frame = frame.drop(columns=["domain", "date"])
                    for row in rows:
                        del row["date"]
                objects = frame.astype(object).where(frame.notna(), None).to_dict("records")
                objects = [{key: as_json(value) for key, value in row.items()} for row in objects]
                self.assertEqual(json.loads(json.dumps(objects)), rows)

    def test_pandas_of_nothing(self):
        pandas = need("pandas")
        for command, options, _ in ROWS:
            frame = pandas.DataFrame(getattr(mimebase, command)(b"", **options).columns())
            self.assertEqual(len(frame), 1 if command == "check" else 0)
        self.assertEqual(str(pandas.DataFrame(mimebase.links(b"").columns()).reference.dtype), "object")

    def test_dates_are_moments(self):
        sources = [dated("Fri, 1 Mar 2024"), dated("nonsense"), dated("Sat, 1 Jan 0001"), dated("Fri, 31 Dec 9999"), b"X: http://a/\n\n"]
        wanted = [(2024, 3, 1, 8, 20, 30), None]
        for source, parts in zip(sources, wanted):
            (date,) = mimebase.links(source).columns()["date"]
            self.assertEqual(date, parts and datetime.datetime(*parts, tzinfo=datetime.timezone.utc))
            if date:
                self.assertIs(date.tzinfo, datetime.timezone.utc)
        for source in sources[2:]:
            for date in mimebase.links(source).columns()["date"]:
                self.assertTrue(date is None or isinstance(date, datetime.datetime))

    def test_domains(self):
        links = b"Content-Type: text/html\n\n" + b"".join(b"<a href='%s'>x</a>" % url for url in (
            b"http://www.example.co.uk/", b"http://192.0.2.1/", b"http://www.b\xc3\xbccher.example/", b"mailto:a@b", b"http://co.uk/"))
        self.assertEqual(list(mimebase.links(links).columns()["domain"]),
                         ["example.co.uk", "192.0.2.1", "xn--bcher-kva.example", None, "co.uk"])

    def test_arrow(self):
        arrow = need("pyarrow")
        for command, options, numbers in ROWS:
            columns = getattr(mimebase, command)(SAMPLES, **options).columns()
            nested = {key: [row and (row.asdict() if isinstance(row, mimebase.Row) else json.dumps(row, default=str)) for row in column]
                      for key, column in columns.items() if key in ("opens", "fields", "chain")}
            table = arrow.table({**columns, **nested})
            for key in numbers:
                self.assertEqual(str(table.schema.field(key).type), "int64")
            if command == "links":
                self.assertEqual(str(table.schema.field("date").type), "timestamp[us, tz=UTC]")
                self.assertEqual(table.column("date").to_pylist(), columns["date"])

    def test_arrays_can_be_written_to(self):
        numpy = need("numpy")
        offset = mimebase.links(SAMPLES).columns()["offset"]
        self.assertIs(type(offset), numpy.ndarray)
        offset += 1
        self.assertEqual(list(offset - 1), [row.offset for row in mimebase.links(SAMPLES)])


if __name__ == "__main__":
    main()
