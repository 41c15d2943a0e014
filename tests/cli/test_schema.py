"""Real rows are valid according to the shipped JSON Schemas, and wrong rows are not."""

import contextlib
import copy
import json
import os
import pathlib
import re
import sqlite3
import subprocess

from support import CANDIDATE_KEYS, LINK_KEYS, ROOT, SAMPLES, SCHEMAS, TREE_KEYS, CliTest, corpora_files, main, rows_of, run, sample_files

try:
    import jsonschema
except ImportError:
    jsonschema = None


def schema_of(command):
    return json.loads((SCHEMAS / f"{command}.schema.json").read_text())


class Schemas(CliTest):
    def setUp(self):
        super().setUp()
        if jsonschema is None:
            self.skipTest("python3-jsonschema is not installed")
        self.validators = {}
        for command in ("links", "tree", "check", "check-summary", "links-top", "rewrite-manifest"):
            jsonschema.Draft7Validator.check_schema(schema_of(command))
            self.validators[command] = jsonschema.Draft7Validator(schema_of(command))

    def assert_valid(self, command, rows):
        for row in rows:
            for error in self.validators[command].iter_errors(row):
                self.fail(f"{command}: {error.message}\nat {list(error.absolute_path)} of {row}")

    def test_samples(self):
        for options in ((), ("--unique",), ("--retrieval-url=http://www.example.com/",), ("--base-headers=base",),
                        ("--rules=rfc3986",)):
            self.assert_valid("links", self.rows("links", *options, *sample_files()))
            if options != ("--unique",):
                self.assert_valid("tree", self.rows("tree", *options, *sample_files()))
        rows = rows_of(run("check", "--format=jsonl", *sample_files(), "no-such-file").stdout)
        self.assertGreater(len(rows), 5)
        self.assert_valid("check", rows)
        rows = rows_of(run("check", "--summary", "--format=jsonl", *sample_files(), "no-such-file").stdout)
        self.assertGreater(len(rows), 3)
        self.assert_valid("check-summary", rows)
        for what in ("hosts", "domains", "urls"):
            rows = self.rows("links", "--top", what, *sample_files())
            self.assertGreater(len(rows), 1)
            self.assert_valid("links-top", rows)
        manifest = self.folder / "manifest.jsonl"
        run("rewrite", "--retrieval-url=http://www.example.com/", "--annotate", "--manifest", manifest, SAMPLES,
            "-o", self.folder / "out")
        rows = rows_of(manifest.read_bytes())
        self.assertGreater(len(rows), 20)
        self.assert_valid("rewrite-manifest", rows)

    def test_corpora(self):
        files = corpora_files()
        if not files:
            self.skipTest("the corpora are not here")
        read = 0
        for command in ("links", "tree", "check"):
            for start in range(0, len(files), 200):
                done = run(command, "--format=jsonl", *files[start:start + 200])
                self.assertIn(done.returncode, (0, 1), done.stderr[:500])
                rows = rows_of(done.stdout)
                self.assert_valid(command, rows)
                read += len(rows)
        self.assertGreater(read, 5000)

    def test_a_wrong_row_is_not_valid(self):
        good = rows_of(run("check", "--summary", "--format=jsonl", *sample_files()).stdout)[0]
        for change in ({"count": 0}, {"domain": ""}, {"code": "bad"}, {"severity": None}, {"more": 1}):
            self.assertFalse(self.validators["check-summary"].is_valid({**good, **change}), change)
        good = self.rows("links", "--top=hosts", SAMPLES / "nested.eml")[0]
        for change in ({"count": 0}, {"host": ""}, {"url": 1}, {"more": None}):
            self.assertFalse(self.validators["links-top"].is_valid({**good, **change}), change)
        for command in ("links", "tree"):
            good = self.rows(command, SAMPLES / "nested.eml")[-1]
            validator = self.validators[command]
            self.assertTrue(validator.is_valid(good))
            for key in good:
                self.assertFalse(validator.is_valid({k: v for k, v in good.items() if k != key}), f"without {key}")
                self.assertFalse(validator.is_valid({**good, key: True}), f"{key} of another type")
            for change in ({"more": 1}, {"base_by": "other"}, {"base_section": "3.5"}, {"message": 0}, {"offset": -1},
                           {"base_by": "none"}, {"base_section": "3.3"}, {"base_section": "3.4"}, {"base_part": None}):
                self.assertFalse(validator.is_valid({**good, **change}), change)
        good = self.rows("links", SAMPLES / "nested.eml")[-1]
        for change in ({"status": "broken"}, {"hidden": "yes"}, {"resolved": None}, {"status": "unresolved"},
                       {"target_part": "1"}, {"date": "yesterday"}, {"count": 0}):
            self.assertFalse(self.validators["links"].is_valid({**good, **change}), change)
        good = self.rows("tree", SAMPLES / "nested.eml")[-1]
        for change in ({"heading": [1]}, {"body": [2, "3"]}, {"searched": "maybe"}, {"size": -1}, {"content_type": None}):
            self.assertFalse(self.validators["tree"].is_valid({**good, **change}), change)
        wrong = copy.deepcopy(good)
        wrong["chain"][0]["state"] = "lost"
        self.assertFalse(self.validators["tree"].is_valid(wrong))


class Shape(CliTest):
    """Needs no validator."""

    def test_what_is_generated_is_what_the_tables_say(self):
        told = [*sorted(path.relative_to(ROOT) for path in SCHEMAS.iterdir()),
                pathlib.Path("src/python/mimebase/__init__.pyi"), pathlib.Path("src/cli/mimebase.1")]
        self.assertEqual(len(told), 10)
        for path in told:
            (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        for path, generated in (told[-2], 5_000), (told[-1], 10_000):
            page = (ROOT / path).read_text()
            cut = re.sub(r'(?<=describe.cpp, of the )(\w+:\n).*?(?=(\.\\"|#) End of the)', r"\1", page, flags=re.S)
            self.assertLess(len(cut), len(page) - generated)
            (self.folder / path).write_text(cut)
        subprocess.run([os.environ["MIMEBASE_DESCRIBE"], self.folder], check=True)
        for path in told:
            self.assertEqual((self.folder / path).read_text(), (ROOT / path).read_text(),
                             f"{path}: meson compile -C build describe")

    def test_every_format_reports_the_same_version(self):
        version = self.run_ok("--schema-version").decode()
        self.assertRegex(version, r"\A[1-9][0-9]*\n\Z")
        for path in SCHEMAS.iterdir():
            name = path.name.removesuffix(".schema.json")
            self.assertEqual(json.loads(path.read_text())["$id"], f"urn:x-mimebase:schema:{version.strip()}:{name}")
        self.run_ok("links", "-o", self.folder / "rows.sqlite", SAMPLES / "nested.eml")
        with contextlib.closing(sqlite3.connect(self.folder / "rows.sqlite")) as database:
            self.assertEqual(database.execute("PRAGMA user_version").fetchone(), (int(version),))
        self.assertIn(f"schema:{version.strip()}:links", (ROOT / "src/cli/mimebase.1").read_text())

    def test_the_schemas_have_the_keys_in_their_order(self):
        links, tree = schema_of("links"), schema_of("tree")
        self.assertEqual(links["required"], LINK_KEYS)
        self.assertEqual(list(links["properties"]), LINK_KEYS + ["reader", "opens", "opens_by", "fields", "count"])
        self.assertEqual(tree["required"], TREE_KEYS)
        self.assertEqual(list(tree["properties"]), TREE_KEYS + ["fields"])
        self.assertEqual(tree["properties"]["chain"]["items"]["required"], CANDIDATE_KEYS)


if __name__ == "__main__":
    main()
