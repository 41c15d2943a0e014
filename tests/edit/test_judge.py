"""Runs judge.py on the examples and on some of the corpora, and checks that it detects errors."""

import json
import pathlib
import sys
import tempfile
import unittest

import judge
import random_mail
from manifest import KEYS, Broken, Manifest, applied

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "cli")]

from support import corpora_files, main, sample_files  # noqa: E402

EVERY = 25  # of the corpora's files


class Judged(unittest.TestCase):
    maxDiff = 4000

    def assert_same(self, files, make_relative, wanted, **options):
        """Checks that there are no differences, and at least this many checks of each kind."""
        findings = judge.judge(files, make_relative, **options)
        self.assertEqual(findings.differences, [])
        for check, number in wanted.items():
            self.assertGreaterEqual(findings.counts[check], number, (check, dict(findings.counts)))

    def test_samples(self):
        for make_relative, wanted in ((False, {"references: made absolute": 50, "edits": 50}),
                                      (True, {"references: made absolute": 55, "edits": 50})):
            with self.subTest(relative=make_relative):
                self.assert_same(sample_files(), make_relative,
                                 {"undo": 40, "email, default": 35, "attributes by Python": 30, **wanted})

    def test_random_mail(self):
        with tempfile.TemporaryDirectory(prefix="mimebase-judge-") as folder:
            self.assert_same(random_mail.write(pathlib.Path(folder), 100), False, {
                "references: made absolute": 250, "lines of quoted-printable": 30, "lines of 7bit": 20,
                "attributes by Python": 100})

    def test_corpora(self):
        files = corpora_files()
        if not files:
            self.skipTest("no corpora: some 75 files missed")
        archives = [path for path in files if path.suffix in (".mht", ".mhtml")]
        chosen = sorted({*files[::EVERY], *archives})
        self.assert_same(chosen, False, {"undo": len(chosen) - 10}, other_options=())
        self.assert_same(chosen, True, {"undo": len(chosen) - 10, "references: made absolute": len(chosen) // 4},
                         other_options=())


MESSAGE = b"Subject: x\nX-Mailer: y\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n" \
          b"<a href=\"g\">x</a> <a href=\"http://x.example/\">y</a>\n--b\n" \
          b"Content-Disposition: attachment; filename=a.txt\n\nz\n--b--\n"
OLD, NEW = b'"g"', b'"http://retrieval.example/dir/g"'

# Why, the replacement in the correct result, and the check that detects it.
WRONG = (
    ("another URL", b"/dir/g", b"/dir/h", "references: made absolute"),
    ("no URL", NEW, OLD, "references: made absolute"),
    ("another reference", b"http://x.example/", b"http://y.example/", "references: left: absolute"),
    ("no reference", b"<a href=\"http://x.example/\">", b"", "the same references"),
    ("other text", b">y<", b">Y<", "contents outside edits"),
    ("another part", b"\n--b--", b"\n--b\n\nmore\n--b--", "structure"),
    ("another name", b"a.txt", b"b.txt", "structure"),
    ("a field", b"X-Mailer: y", b"X-Mailer: z", "email, compat32"),
    ("a content", b"\nz\n", b"\nzz\n", "sizes"),
    ("an escape that nobody needs", b"/dir/g", b"/dir/&amp;g", "attributes by Python"),
    ("a long line", b"</a> <a", b"</a>" + b" " * 998 + b"<a", "lines of 7bit"),
)


def row(before, after, old, new):
    values = dict.fromkeys(KEYS)
    values.update(source="x", message=1, offset=0, part="1", reason="reference", context="a@href", references=1, before=before,
                  after=after, old=old, new=new)
    return values


class TheJudgeItself(unittest.TestCase):
    def judged(self, result):
        with tempfile.TemporaryDirectory(prefix="mimebase-judge-") as folder:
            folder = pathlib.Path(folder)
            source = folder / "a.eml"
            source.write_bytes(MESSAGE)
            item = judge.Rewriting(source, folder / "0", False)
            item.result = result
            item.result_path.write_bytes(result)
            at = MESSAGE.index(b'g"')
            edit = row([at, at + 1], [at, at + len(NEW) - 2], "g", NEW.decode()[1:-1])
            item.manifest, item.plain = Manifest(json.dumps(edit).encode() + b"\n"), Manifest(b"")
            findings = judge.Findings()
            judge.judge_contents(findings, [item], folder)
            return findings

    def test_it_sees_what_is_wrong(self):
        right = MESSAGE.replace(OLD, NEW)
        self.assertEqual(self.judged(right).differences, [])
        for why, old, new, check in WRONG:
            with self.subTest(why):
                self.assertIn(check, {said for said, _, _ in self.judged(right.replace(old, new)).differences})

    def test_manifests_that_are_wrong(self):
        self.assertEqual(applied(b"abc", [([1, 2], [1, 3], b"b", b"xy")]), b"axyc")
        for why, edits in (
                ("other bytes", [([1, 2], [1, 3], b"x", b"xy")]),
                ("behind the end", [([3, 4], [3, 5], b"", b"xy")]),
                ("another place", [([1, 2], [0, 2], b"b", b"xy")]),
                ("in one another", [([0, 2], [0, 1], b"ab", b"x"), ([1, 2], [1, 2], b"b", b"x")]),
        ):
            with self.subTest(why), self.assertRaises(Broken):
                applied(b"abc", edits)
        with self.assertRaises(Broken):
            Manifest(b'{"source":"x"}\n')

    def test_bytes_outside_edits(self):
        edit = row([1, 2], [1, 3], "b", "xy")
        for result, holds in ((b"axyc", True), (b"axyd", False), (b"abc", False)):
            findings = judge.Findings()
            judge.judge_edits(findings, "edits", b"abc", result, json.dumps(edit).encode() + b"\n", "x")
            self.assertEqual(not findings.differences, holds, result)


if __name__ == "__main__":
    main()
