"""The tables of what real readers open fit the experiments that they answer, and samples/readers fits the tables."""

import os
import pathlib
import re
import sys
import unittest

READERS = pathlib.Path(__file__).resolve().parents[1] / "readers"
sys.path[:0] = [str(READERS)]

import answers  # noqa: E402
import atlas  # noqa: E402
import experiments  # noqa: E402
import gateway_set  # noqa: E402
import parts_of_mail  # noqa: E402
from message import counted_numbers  # noqa: E402

TABLES = sorted(path.stem for path in (READERS / "answers").glob("*.tsv"))
MADE = {one.name: one for one in experiments.all_experiments()}
EXE = os.environ.get("MIMEBASE_EXE", "")
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
        for text in ("a\\b", "a\tb", "a\\tb", "\\\\n\n", "\r\\r", "\0\\0"):
            self.assertEqual(answers.unescape(answers.escape(text)), text)
            self.assertNotIn("\n", answers.escape(text))


class PartsOfMail(unittest.TestCase):
    """How readers name the parts of messages that have no tokens."""

    def parts(self):
        content = b"aGVsbG8=\nhello\nother"
        def row(part, depth, type_, body=None, content_id=None, location=None, encoding=None):
            return {"part": part, "depth": depth, "content_type": type_, "body": body, "content_id": content_id, "content_location": location, "transfer_encoding": encoding}
        return parts_of_mail.Parts([
            row("TEXT", 0, "multipart/mixed"), row("1", 1, "text/plain", (0, 9), encoding="base64"), row("2", 1, "message/rfc822"), row("2.TEXT", 2, "multipart/related"),
            row("2.1", 3, "text/html", (9, 15), "a@x", "http://h.example/a b.png"), row("3", 1, "image/png", (15, 20))], content)

    def test_counted_numbers(self):
        self.assertEqual(self.parts().by_count, {"1": "TEXT", "1.1": "1", "1.2": "2", "1.2.1": "2.TEXT", "1.2.1.1": "2.1", "1.3": "3"})

    def test_targets(self):
        parts = self.parts()
        self.assertEqual(parts.targets([("cid:a@x", None), ("http://h.example/a%20b.png#f", None), ("http://h.example/c", None), ("x:", parts_of_mail.digest_of(b"other\r\n"))]),
                         {"part 2.1", "url http://h.example/c", "part 3"})

    def test_equal_parts_are_one(self):
        self.assertEqual({self.parts().canonical(one) for one in ("part 1", "part 2.1")}, {"part 1"})
        self.assertEqual(self.parts().canonical("url mailto:a b"), "url mailto:a%20b")


class Atlas(unittest.TestCase):
    """samples/readers is what tests/readers/atlas.py writes now."""

    def test_messages(self):
        here = {str(path.relative_to(atlas.FOLDER)): path.read_bytes() for path in atlas.FOLDER.rglob("*")
                if path.is_file() and path.name != "README.md"}
        self.assertEqual(here.keys(), atlas.messages().keys())
        self.assertEqual(here, atlas.messages())

    def test_every_question_asks_something(self):
        self.assertGreaterEqual(len(atlas.QUESTIONS), 25)
        for question in atlas.QUESTIONS:
            with self.subTest(question.text):
                self.assertLessEqual(set(question.tokens), set(MADE[question.experiment].references))
                rows = [atlas.answers_in({key: one.opens for key, one in answers.read(reader)[1].items()}, question.experiment, reader)
                        for reader in atlas.READERS]
                self.assertGreaterEqual(sum(atlas.cell(question, row) != "?" for row in rows), 4)

    @unittest.skipUnless(os.path.exists(EXE), "MIMEBASE_EXE names no program")
    def test_page(self):
        self.assertEqual((atlas.FOLDER / "README.md").read_text(encoding="utf-8"), atlas.page(EXE))

    @unittest.skipUnless(os.path.exists(EXE), "MIMEBASE_EXE names no program")
    def test_check_names_every_message_of_the_gateway_set(self):
        files = {one.name + ".eml": gateway_set.content_of(one) for one in gateway_set.MESSAGES}
        found = {(name, row["code"]) for name, row in atlas.rows_of(EXE, "check", files)}
        self.assertLessEqual({(one.name + ".eml", one.code) for one in gateway_set.MESSAGES}, found)

    def test_every_host_of_the_gateway_set_is_reserved(self):
        for one in gateway_set.MESSAGES:
            with self.subTest(one.name):
                content = gateway_set.content_of(one).decode()
                hosts = re.findall(r"(?<=//)[^/\s\">]+|(?<=@)[^/\s\">]+", content.replace("\r\n", ""))
                self.assertTrue(hosts)
                self.assertEqual([host for host in hosts if not host.endswith(".example")], [])


if __name__ == "__main__":
    unittest.main(buffer=True)
