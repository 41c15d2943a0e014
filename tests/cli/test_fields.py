"""`--fields`: header fields of the outermost message in every row."""

import csv
import io
import json
import sqlite3

from support import SCHEMAS, CliTest, main, rows_of, run

MESSAGE = ("Received: from a\n\tby b\nReceived: from c\nSubject: =?utf-8?Q?caf=C3=A9?=\nX-Score: 5\nX-Empty:\n"
           "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\n"
           "http://a.example/ and http://b.example/ and <URL:x>\n--b\nContent-Type: message/rfc822\n\nX-Score: 9\n\nhttp://c.example/\n--b--\n")
NAMES = "X-Score,subject,RECEIVED,x-none,X-Empty"
VALUES = {"X-Score": "5", "subject": "caf\u00e9", "RECEIVED": ["from a\tby b", "from c"], "x-none": None, "X-Empty": ""}


class Fields(CliTest):
    def setUp(self):
        super().setUp()
        self.message = self.write("m.eml", MESSAGE)

    def test_are_the_last_key_of_each_row(self):
        for command in ("links", "tree"):
            rows = self.rows(command, "--fields", NAMES, self.message)
            self.assertGreater(len(rows), 2)
            for row in rows:
                self.assertEqual("fields", list(row)[-1])
                self.assertEqual(list(VALUES.items()), list(row["fields"].items()))
                del row["fields"]
            self.assertEqual(self.rows(command, self.message), rows)

    def check_rows(self, *options):
        return rows_of(run("check", "--format", "jsonl", *options, self.message).stdout)

    def test_of_check(self):
        rows = self.check_rows("--fields", "x-score")
        self.assertEqual([{"x-score": "5"}], [row.pop("fields") for row in rows])
        self.assertEqual(self.check_rows(), rows)

    def test_with_unique_the_count_follows(self):
        row = self.rows("links", "--unique", "--fields", "x-score", self.message)[0]
        self.assertEqual(["fields", "count"], list(row)[-2:])

    def test_of_the_message_that_the_row_is_about(self):
        box = self.write("box", "From a@b Thu Jan  1 00:00:00 1970\nX-A: 1\n\nhttp://a.example/ http://b.example/\n\n"
                                "From a@b Thu Jan  1 00:00:00 1970\n\nhttp://c.example/\n")
        self.assertEqual(["1", "1", None], [row["fields"]["x-a"] for row in self.rows("links", "--fields", "x-a", box)])

    def test_in_csv_one_column_per_name(self):
        wanted = {"X-Score": "5", "fields.subject": "caf\u00e9", "RECEIVED": '["from a\\tby b","from c"]', "x-none": "", "X-Empty": ""}
        for command in ("links", "tree"):
            if command == "tree":
                wanted = {name.removeprefix("fields."): value for name, value in wanted.items()}  # it has no key `subject`
            output = self.run_ok(command, "--fields", NAMES, "--format", "csv", self.message).decode()
            header, *rows = csv.reader(io.StringIO(output, newline=""))
            plain, *_ = csv.reader(io.StringIO(self.run_ok(command, "--format", "csv", self.message).decode(), newline=""))
            self.assertEqual(plain + list(wanted), header)
            self.assertGreater(len(rows), 2)
            for row in rows:
                self.assertEqual(list(wanted.values()), row[len(plain):])

    def test_in_csv_with_other_columns(self):
        cases = [  # options, the last columns, why
            (("links", "--unique", "--fields", "x-score"), ["x-score", "count"], "the count follows"),
            (("links", "--as", "chromium", "--fields", "x-score"), ["opens_by", "x-score"], "after those of the reader"),
            (("links", "--fields", 'x",y,From'), ['x"', "y", "fields.From"], "a name may need quotes or be a key in other letters"),
            (("links", "--top", "hosts", "--fields", "x-score"), ["host", "domain"], "counts have no message"),
        ]
        for options, last, why in cases:
            with self.subTest(why):
                table = list(csv.reader(io.StringIO(self.run_ok(*options, "--format", "csv", self.message).decode(), newline="")))
                self.assertEqual(last, table[0][-len(last):])
                self.assertEqual({len(table[0])}, {len(row) for row in table})

    def test_in_csv_of_a_source_that_cannot_be_read(self):
        done = run("check", "--fields", "x-a,x-b", "--format", "csv", self.folder / "gone.eml")
        header, row = csv.reader(io.StringIO(done.stdout.decode(), newline=""))
        self.assertEqual(["x-a", "x-b"], header[-2:])
        self.assertEqual(len(header), len(row))
        self.assertEqual(["", ""], row[-2:])

    def test_in_a_database(self):
        path = self.folder / "x.sqlite"
        for command in ("links", "tree"):
            self.run_ok(command, "--append", "--fields", NAMES, "-o", path, self.message)
        database = sqlite3.connect(path)
        for view in ("links", "entities"):
            self.assertEqual({json.dumps(VALUES)}, {json.dumps(json.loads(text)) for text, in database.execute(f"SELECT fields FROM {view}")})
        self.assertEqual([("5",)], database.execute("SELECT DISTINCT json_extract(fields, '$.\"X-Score\"') FROM links").fetchall())
        database.close()
        self.assert_fails(2, "--fields", "links", "--append", "--fields", "to", "-o", path, self.message)

    def test_in_text_below_the_title(self):
        lines = self.run_ok("links", "--fields", "x-score,received,x-none", self.message).decode().splitlines()
        self.assertEqual(["  x-score: 5", "  received: from a\\x09by b", "  received: from c"], lines[1:4])

    def test_long_values_are_cut_with_a_note(self):
        path = self.write("long.eml", "X-A: " + "a" * 5000 + "\n" + "X-B: b\n" * 2000 + "\nhttp://a.example/\n")
        row, = self.rows("links", "--fields", "x-a,x-b", path)
        self.assertEqual(4097, len(row["fields"]["x-a"]))
        self.assertLess(len(row["fields"]["x-b"]), 1000)
        notes = [row["detail"] for row in self.rows("check", "--fields", "x-a,x-b", "--code", "field-cut", path)]
        self.assertEqual(2, len(notes), notes)

    def test_names_that_no_field_has(self):
        for names in ("", "a b", "a:", "a,,b", "\u00e9"):
            self.assert_fails(2, "--fields", "links", "--fields", names, self.message)

    def test_a_name_given_twice_is_one_key(self):
        row = self.rows("links", "--fields", "x-score,x-score,X-Score", self.message)[0]
        self.assertEqual(["x-score", "X-Score"], list(row["fields"]))

    def test_the_schema_allows_them(self):
        schema = json.loads((SCHEMAS / "links.schema.json").read_text())
        self.assertEqual(["object", "null"], schema["properties"]["fields"]["type"])
        self.assertNotIn("fields", schema["required"])


if __name__ == "__main__":
    main()
