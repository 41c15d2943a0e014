"""Messages of an mbox: numbers, offsets and ends."""

import unittest

from tables import Case, FROM, analyse, pick, rows_of, run


# ---- Input: mbox ----


class Mbox(Case):
    def entry(self, n, body="http://h/%d\n"):
        return FROM + "Message-ID: <%d@x>\n\n" % n + (body % n if "%" in body else body)

    def test_numbers_and_offsets(self):
        two = self.entry(1) + "\n" + self.entry(2)
        table = [
            ("two", two, [(1, 0, "1@x"), (2, two.index("From", 5), "2@x")]),
            ("no blank line between", self.entry(1) + self.entry(2),
             [(1, 0, "1@x"), (2, len(self.entry(1)), "2@x")]),
            ("CRLF", two.replace("\n", "\r\n"),
             [(1, 0, "1@x"), (2, two.replace("\n", "\r\n").index("From", 5), "2@x")]),
            ("a quoted From_ line is none", self.entry(1, "http://h/%d\n>From x Mon Jan  1 10:20:30 2001\n"),
             [(1, 0, "1@x")]),
            ("a From in prose is none", self.entry(1, "\nFrom here on\n\nhttp://h/x\n"), [(1, 0, "1@x")]),
            ("a single message", "Message-ID: <1@x>\n\nhttp://h/x", [(1, 0, "1@x")]),
        ]
        found = analyse("links", [row[1] for row in table])
        self.check(table, [[pick(row, "message", "offset", "message_id") for row in rows] for rows in found])

    def test_bodies(self):
        mbox = self.entry(1) + "\n" + self.entry(2) + "\n" + self.entry(3)
        rows = analyse("tree", [mbox])[0]
        self.assertEqual(["http://h/%d\n" % n for n in (1, 2, 3)],
                         [mbox[slice(*row["body"])] for row in rows])
        self.assertEqual(["Message-ID: <%d@x>\n\n" % n for n in (1, 2, 3)],
                         [mbox[slice(*row["heading"])] for row in rows])

    def test_kind_as_told(self):
        message = "Subject: x\n\nhttp://h/x\n"
        done = run(["links", "--input", "mbox", "-"], message.encode())
        self.assertEqual((1, b""), (done.returncode, done.stdout))
        self.assertIn(b"standard input", done.stderr)
        done = run(["links", "--input", "message", "--format", "jsonl", "-"],
                   (message + "\n" + FROM + message).encode())
        self.assertEqual({1}, {row["message"] for row in rows_of(done.stdout)})


if __name__ == "__main__":
    unittest.main()
