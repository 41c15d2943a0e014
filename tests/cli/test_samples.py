"""Every example message, compared with samples.txt, and the exact text output of a few."""

import pathlib

from support import SAMPLES, CliTest, main, sample_files

HERE = pathlib.Path(__file__).parent


class Expected:
    def __init__(self, line):
        self.file, *self.options = line.strip("[]").split()
        self.tree, self.links = [], []

    def add(self, line):
        kind, *words = line.split()
        if kind == "tree":
            part, base, section, by, base_part, *chain = words
            self.tree.append([part, *value_of_base(base, section, by, base_part), [c.split("/") for c in chain]])
            return
        part, context, reference, resolved, status, base, section, by, base_part = words
        resolved = reference if resolved == "=" else null(resolved)
        self.links.append([part, context, reference, resolved, status, *value_of_base(base, section, by, base_part)])


def null(word):
    return None if word == "-" else word


def value_of_base(base, section, by, base_part):
    return ["" if base == "-" else base, section, by, null(base_part)]


def read_expected():
    found = []
    for line in (HERE / "samples.txt").read_text().splitlines():
        if line.startswith("["):
            found.append(Expected(line))
        elif line and not line.startswith("#"):
            found[-1].add(line)
    return found


def base_of(row):
    return [row["base"], row["base_section"], row["base_by"], row["base_part"]]


def tree_row(row):
    chain = [[c["section"], c["by"], c["part"] or "-", c["state"]] for c in row["chain"]]
    return [row["part"], *base_of(row), chain]


def link_row(row, expected):
    status = "*" if expected and expected[4] == "*" else row["status"]
    return [row["part"], row["context"], row["reference"], row["resolved"], status, *base_of(row)]


class Samples(CliTest):
    def test_every_sample_is_expected(self):
        here = {str(p.relative_to(SAMPLES)) for p in sample_files()}
        self.assertEqual(here, {e.file for e in read_expected()})
        self.assertGreaterEqual(len(here), 42)

    def test_every_sample_is_in_the_table(self):
        table = (SAMPLES / "README.md").read_text()
        for path in sample_files():
            self.assertIn(f"| `{path.name}` |", table)

    def test_tree(self):
        for expected in read_expected():
            with self.subTest(expected.file, options=expected.options):
                rows = self.rows("tree", *expected.options, SAMPLES / expected.file)
                self.assertEqual([tree_row(row) for row in rows], expected.tree)

    def test_links(self):
        for expected in read_expected():
            with self.subTest(expected.file, options=expected.options):
                rows = self.rows("links", *expected.options, SAMPLES / expected.file)
                padded = expected.links + [None] * len(rows)
                self.assertEqual([link_row(row, e) for row, e in zip(rows, padded)], expected.links)

    def test_spans_cut_out_the_reference(self):
        # These contents have no transfer encoding: the spans of `links` are offsets into the body in `tree`.
        checked = 0
        for path in sample_files():
            content = path.read_bytes()
            bodies = {(row["message"], row["part"]): row for row in self.rows("tree", path)}
            for row in self.rows("links", path):
                entity = bodies.get((row["message"], row["part"]))
                if row["where"] is not None:
                    self.assertEqual((row["start"], row["end"]), (None, None))
                    continue
                if entity is None or entity["body"] is None or entity["transfer_encoding"] == "quoted-printable":
                    continue
                start, end = entity["body"]
                self.assertEqual(content[start:end][row["start"]:row["end"]].decode(), row["reference"], path)
                checked += 1
        self.assertGreaterEqual(checked, 50)


class TextOutput(CliTest):
    """The text output of a few samples, byte by byte."""

    def golden(self, name, *arguments):
        expected = (HERE / "text" / f"{name}.txt").read_text()
        self.assertEqual(self.run_ok(*arguments).decode(), expected)

    def test_tree(self):
        self.golden("nested_tree", "tree", "samples/nested.eml")

    def test_tree_verbose(self):
        self.golden("contest_tree", "tree", "--verbose", "samples/contests/html-base-over-around.eml")

    def test_links(self):
        self.golden("nested_links", "links", "samples/nested.eml")

    def test_mbox(self):
        self.golden("mbox_links", "links", "samples/three.mbox")

    def test_page(self):
        for command in ("tree", "links", "rewrite"):
            self.golden(f"page_{command}", command, "samples/page.html")

    def test_unique(self):
        self.golden("unique_links", "links", "--unique", "samples/layers/html-base.eml",
                    "samples/layers/html-codebase.eml", "samples/layers/none.eml")


if __name__ == "__main__":
    main()
