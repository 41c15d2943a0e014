"""Recipes of samples/: GNU parallel over pieces gives the rows of one run, and DuckDB reads rows as they are."""

import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(os.environ.get("MIMEBASE_SOURCE_ROOT", pathlib.Path(__file__).parents[2]))
EXE = os.environ["MIMEBASE_EXE"]
# Where npm has installed @duckdb/node-api: npm install --ignore-scripts --prefix build-duckdb @duckdb/node-api
DUCKDB = pathlib.Path(os.environ.get("MIMEBASE_DUCKDB", ROOT / "build-duckdb")) / "node_modules"
QUERIES = """
const {DuckDBInstance} = require('@duckdb/node-api');
(async () => {
  const connection = await (await DuckDBInstance.create()).connect();
  const results = [];
  for (const query of JSON.parse(process.argv[1])) {
    const result = await connection.runAndReadAll(query);
    results.push(result.getRowsJson());
  }
  console.log(JSON.stringify(results));
})().catch(error => { console.error(error.message); process.exit(1); });
"""


def message(number):
    return (f"From: a{number % 3}@example.org\nSubject: {number}\n\n" + f"http://host{number % 5}.example/{number} <URL:rel>\n"
            + "filling " * 4000 + "\n")


class Recipes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="mimebase-recipes-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        programs = self.folder / "bin"
        programs.mkdir()
        (programs / "mimebase").symlink_to(EXE)
        (self.folder / "samples").symlink_to(ROOT / "samples")
        self.env = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "HOME": str(self.folder), "LC_ALL": "C.UTF-8"}

    def run_checked(self, command, **options):
        done = subprocess.run(command, cwd=self.folder, env=self.env, capture_output=True, timeout=300, **options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def write_warc(self):
        records = []
        for number in range(120):
            block = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n" + message(number).encode()
            records.append(f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://page{number}.example/\r\n"
                           f"Content-Length: {len(block)}\r\n\r\n".encode() + block + b"\r\n\r\n")
        (self.folder / "archive.warc").write_bytes(b"".join(records))

    @unittest.skipUnless(shutil.which("parallel") and shutil.which("jq"), "GNU parallel or jq is not installed: no recipe of it is run")
    def test_parallel(self):
        page = (ROOT / "samples/clusters.md").read_text()
        recipe = re.search(r"<!-- recipe: parallel -->\n((?:    .*\n)+)", page).group(1)
        self.assertIn("--megabytes 256", recipe)
        self.write_warc()
        self.run_checked(["sh", "-c", recipe.replace("--megabytes 256", "--megabytes 1")])
        self.assertGreater(len((self.folder / "pieces.jsonl").read_text().splitlines()), 3)
        one = self.run_checked(["mimebase", "links", "--format", "jsonl", "archive.warc"])
        self.assertGreater(one.count(b"\n"), 100)
        self.assertEqual((self.folder / "links.jsonl").read_bytes(), one)

    @unittest.skipUnless(shutil.which("jq"), "jq is not installed: samples/clusters/read-piece is not run")
    def test_read_piece(self):
        name = "a 'b\" $c.eml"
        (self.folder / name).write_text(message(1))
        pieces = self.run_checked(["mimebase", "pieces", "--", name])
        read = [ROOT / "samples/clusters/read-piece", "links", "--format", "jsonl"]
        self.assertEqual(self.run_checked(read, input=pieces), self.run_checked(["mimebase", "links", "--format=jsonl", "--", name]))
        failed = subprocess.run([*read, "--no-such"], cwd=self.folder, env=self.env, input=pieces, capture_output=True)
        self.assertEqual((failed.returncode, failed.stdout), (2, b""))

    @unittest.skipUnless(shutil.which("node") and DUCKDB.is_dir(), "@duckdb/node-api is not installed: no query is run in DuckDB")
    def test_duckdb(self):
        (self.folder / "archive.mbox").write_text("".join(
            f"From a Thu Nov 14 08:00:00 2024\n{message(number)}\n" for number in range(30)))
        page = (ROOT / "samples/database.md").read_text()
        made, queries = re.search(r"\n    (mimebase links -o \S+ archive.mbox)\n\n<!-- DuckDB -->\n```sql\n(.*?)```", page, re.S).groups()
        self.run_checked(["sh", "-c", made])
        rows = [json.loads(line) for line in gzip.open(self.folder / "links.jsonl.gz", "rt")]
        queries = [query for query in queries.split(";\n") if query] + ["SELECT count(*) FROM 'links.parquet'"]
        self.env["NODE_PATH"] = str(DUCKDB)
        hosts, unresolved, froms, places, _, (copied,) = json.loads(
            self.run_checked(["node", "-e", QUERIES, json.dumps(queries)]))
        self.assertEqual(hosts, [[f"host{n}.example", "6"] for n in range(5)])
        self.assertEqual([row[2] for row in unresolved], ["rel"] * 30)
        self.assertEqual([row[0] for row in froms], sorted({row["from"] for row in rows if row["kind"] == "link"}))
        self.assertEqual([[row["source"], str(row["message"]), str(row["offset"]), row["where"]] for row in rows],
                         [[str(value) if value is not None else None for value in (row[0], row[1], row[2], row[5])] for row in places])
        self.assertEqual(copied, [str(len(rows))])


if __name__ == "__main__":
    unittest.main()
