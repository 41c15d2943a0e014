"""The formats csv and sqlite: the same values as JSON Lines, databases that are added to, wrong usage."""

import csv
import fcntl
import hashlib
import io
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import tarfile

from support import EXE, SAMPLES, CliTest, corpora_files, main, rows_of, run, sample_files, wait_for_output

MBOX = SAMPLES / "three.mbox"
FROM_LINE = b"From sender@example.org Thu Jan  1 00:00:00 2004\n"
VIEWS = {"links": "link", "tree": "tree", "check": "\"check\""}
JSON_KEYS = ("heading", "body", "chain")


def query(path, sql, *values):
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    connection.row_factory = sqlite3.Row
    try:
        return [dict(row) for row in connection.execute(sql, values)]
    finally:
        connection.close()


def view_of(path, command):
    rows = query(path, f"SELECT * FROM {VIEWS[command]}")
    for row in rows:
        for key in JSON_KEYS:
            if row.get(key) is not None:
                row[key] = json.loads(row[key])
    return rows


def cell(value):
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def plain(text, value):
    """A cell with JSON in it: there are more ways than one to escape a character."""
    return cell(json.loads(text)) if isinstance(value, (list, dict)) else text


class SameValues(CliTest):
    def assert_same(self, command, *arguments):
        """Database and CSV against JSON Lines; gives how many rows there were."""
        done = run(command, "--format=jsonl", *arguments)
        rows = rows_of(done.stdout)
        path = self.folder / f"{command}.sqlite"
        self.assertEqual(run(command, "--force", "-o", path, *arguments).returncode, done.returncode)
        found = view_of(path, command)
        self.assertEqual([list(row) for row in found], [[k for k in row if k != "count"] for row in rows])
        self.assertEqual(found, [{k: v for k, v in row.items() if k != "count"} for row in rows])
        self.assertEqual(query(path, "PRAGMA foreign_key_check"), [])
        text = run(command, "--format=csv", *arguments).stdout.decode()
        cells = list(csv.reader(io.StringIO(text, newline="")))
        for line, row in zip(cells[1:], rows, strict=True):
            self.assertEqual([plain(text, value) for text, value in zip(line, row.values(), strict=True)],
                             [cell(value) for value in row.values()])
        if rows:
            self.assertEqual(cells[0], list(rows[0]))
        return len(rows)

    def test_samples(self):
        for command in VIEWS:
            self.assertGreater(self.assert_same(command, *sample_files()), 10)
        for options in (("--unique",), ("--status=unresolved",), ("--rules=whatwg",), ("--full",)):
            self.assertGreater(self.assert_same("links", *options, *sample_files()), 0)

    def test_corpora(self):
        files = corpora_files()
        if not files:
            self.skipTest("the corpora are not here")
        read = 0
        for command in VIEWS:
            for start in range(0, len(files), 200):
                read += self.assert_same(command, "--quiet", *files[start:start + 200])
        self.assertGreater(read, 5000)

    def test_standard_input_and_unreadable_inputs(self):
        path = self.folder / "x.db"
        data = MBOX.read_bytes()
        self.run_ok("links", "-o", path, "-", input=data)
        self.assertEqual(view_of(path, "links"), rows_of(self.run_ok("links", "--format=jsonl", "-", input=data)))
        self.assert_same("check", self.folder / "none", MBOX, self.folder)

    def test_nothing_found_is_a_header_or_an_empty_database(self):
        message = self.write("a.eml", "From: a@example.org\nSubject: x\n\nno links\n")
        self.assertEqual(self.run_ok("links", "--format=csv", message).count(b"\r\n"), 1)
        path = self.folder / "x.sqlite"
        self.run_ok("links", "-o", path, message)
        self.assertEqual(query(path, "SELECT count(*) AS n FROM link"), [{"n": 0}])
        self.assertEqual(query(path, "SELECT name FROM source"), [{"name": str(message)}])

    def test_count_of_unique_links(self):
        path = self.folder / "x.sqlite"
        self.run_ok("links", "--unique", "-o", path, MBOX)
        counts = [row["count"] for row in self.rows("links", "--unique", MBOX)]
        self.assertEqual([row["count"] for row in query(path, "SELECT count FROM link_host")], counts)

    def test_a_host_without_a_base(self):
        message = self.write("m.eml", "Content-Type: text/html\n\n<a href=//WWW.Example.co.uk/x>x</a><a href=y>y</a>\n")
        path = self.folder / "x.sqlite"
        self.run_ok("links", "-o", path, message)
        self.assertEqual([tuple(row.values()) for row in query(path, "SELECT reference, host, domain FROM link_host")],
                         [("//WWW.Example.co.uk/x", "www.example.co.uk", "example.co.uk"), ("y", None, None)])
        self.assertEqual([row["host"] for row in query(path, "SELECT host FROM link")], ["www.example.co.uk", None])

    def test_the_bytes_do_not_depend_on_threads(self):
        big = self.write("big.mbox", MBOX.read_bytes() * 2000)
        for ending in ("sqlite", "csv"):
            paths = [self.folder / f"{n}.{ending}" for n in range(3)]
            for path, workers in zip(paths, ("-j1", "-j4", "-j4")):
                self.run_ok("links", workers, "-o", path, big)
            self.assertEqual(len({path.read_bytes() for path in paths}), 1, ending)

    def test_csv_safe(self):
        message = self.write("a.eml", "From: =1@example.org\nSubject: =HYPERLINK(1)\n\nhttp://example.org/\n")
        plain = list(csv.DictReader(io.StringIO(self.run_ok("links", "--format=csv", message).decode())))
        safe = list(csv.DictReader(io.StringIO(self.run_ok("links", "--format=csv", "--csv-safe", message).decode())))
        self.assertEqual([row["subject"] for row in plain], ["=HYPERLINK(1)"])
        self.assertEqual([row["subject"] for row in safe], ["'=HYPERLINK(1)"])
        self.assertEqual(safe[0]["resolved"], "http://example.org/")


class Append(CliTest):
    def test_the_messages_of_a_folder_are_not_added_twice(self):
        folder = self.folder / "mail"
        folder.mkdir()
        path = self.folder / "all.sqlite"
        texts = [
            f"Message-ID: <{n}@example.org>\nContent-Type: text/html\n\n<a href=x{n}>\n".encode() for n in range(30)
        ]
        for n, text in enumerate(texts[:20]):
            (folder / f"{n:02}.eml").write_bytes(text)
        (folder / "05.mbox").write_bytes(b"".join(FROM_LINE + text + b"\n" for text in texts[20:]))
        for command, status in (("links", 0), ("tree", 0), ("check", 1)):
            for _ in range(2):
                self.assertEqual(run(command, "--append", "-o", path, folder).returncode, status)
                found = [row["source"] for row in view_of(path, command)]
                self.assertEqual(found, [row["source"] for row in rows_of(run(command, "--format=jsonl", folder).stdout)])
        for source in query(path, "SELECT * FROM source"):
            data = pathlib.Path(source["name"]).read_bytes()
            self.assertEqual(source["size"], len(data))
            self.assertEqual(source["digest"], hashlib.sha256(data).hexdigest())
        # What has changed is added, and what stands beside it is not.
        (folder / "03.eml").write_bytes(texts[3] + b"<a href=y>\n")
        self.run_ok("links", "--append", "-o", path, folder)
        self.assertEqual(len(view_of(path, "links")), 32)
        self.assertEqual(query(path, "PRAGMA foreign_key_check"), [])

    def test_a_name_that_stands_twice_in_a_container(self):
        path = self.folder / "twice.tar"
        with tarfile.open(path, "w") as tar:
            for n in (1, 2):
                text = f"Message-ID: <{n}@example.org>\n\nhttp://example.org/{n}\n".encode()
                info = tarfile.TarInfo("a.eml")
                info.size = len(text)
                tar.addfile(info, io.BytesIO(text))
        database = self.folder / "all.sqlite"
        self.run_ok("links", "-o", database, path)
        self.assertEqual(view_of(database, "links"), self.rows("links", path))

    def test_names_that_are_no_text_are_known_again(self):
        folder = self.folder / "mail"
        folder.mkdir()
        (folder / os.fsdecode(b"caf\xe9.eml")).write_bytes(b"Subject: x\n\nhttp://example.org/\n")
        database = self.folder / "all.sqlite"
        for _ in range(2):
            self.run_ok("links", "--append", "-o", database, folder)
        self.assertEqual([row["source"] for row in view_of(database, "links")], [f"{folder}/café.eml"])

    def test_one_run_at_a_time_adds(self):
        database = self.folder / "all.sqlite"
        self.run_ok("links", "--append", "-o", database, MBOX)
        with open(database, "rb") as held:
            fcntl.flock(held, fcntl.LOCK_EX)  # as another run does
            self.assert_fails(3, f"{database}: another run is adding to it", "links", "--append", "-o", database, MBOX)
        self.run_ok("links", "--append", "-o", database, SAMPLES / "nested.eml")

    def test_standard_input_is_known_again(self):
        path = self.folder / "all.sqlite"
        for _ in range(2):
            self.run_ok("links", "--append", "-o", path, input=MBOX.read_bytes())
        self.run_ok("links", "--append", "-o", path, input=MBOX.read_bytes() + b"\n")
        size = MBOX.stat().st_size
        self.assertEqual(
            query(path, "SELECT name, size FROM source"), [{"name": "-", "size": size}, {"name": "-", "size": size + 1}]
        )

    def test_twice_adds_nothing(self):
        path = self.folder / "x.sqlite"
        for _ in range(3):
            self.run_ok("links", "--append", "-o", path, MBOX)
            self.assertEqual(view_of(path, "links"), self.rows("links", MBOX))
        self.run_ok("links", "--append", "-o", path, MBOX, SAMPLES / "nested.eml")
        self.assertEqual(view_of(path, "links"), self.rows("links", MBOX, SAMPLES / "nested.eml"))
        self.assertEqual(os.listdir(self.folder), ["x.sqlite"])

    def test_all_commands_in_one_database(self):
        path = self.folder / "x.sqlite"
        for command in (*VIEWS, *VIEWS):
            run(command, "--append", "-o", path, *sample_files())
        for command in VIEWS:
            expected = rows_of(run(command, "--format=jsonl", *sample_files()).stdout)
            self.assertEqual(view_of(path, command), expected)
        self.assertEqual(query(path, "SELECT count(*) AS n FROM source WHERE has_links + has_tree + has_check < 3"),
                         [{"n": 0}])
        self.assertEqual(query(path, "PRAGMA integrity_check"), [{"integrity_check": "ok"}])
        self.assertEqual(query(path, "PRAGMA foreign_key_check"), [])

    def test_a_file_that_has_grown_is_added(self):
        path, box = self.folder / "x.sqlite", self.write("a.mbox", MBOX.read_bytes())
        self.run_ok("links", "--append", "-o", path, box)
        box.write_bytes(MBOX.read_bytes() * 2)
        self.run_ok("links", "--append", "-o", path, box)
        once = len(self.rows("links", MBOX))
        self.assertEqual(len(view_of(path, "links")), once * 3)


class Usage(CliTest):
    def test_wrong_usage(self):
        for arguments in (("--format=sqlite",), ("--format=sqlite", "-o", "-"), ("--append",),
                          ("--append", "-o", self.folder / "x.csv"), ("--format=xml",)):
            with self.subTest(arguments):
                self.assert_fails(2, "sqlite", "links", *arguments, MBOX)
        self.assertEqual(os.listdir(self.folder), [])

    def test_what_cannot_be_written(self):
        foreign = self.write("foreign.db", "no database\n")
        for path in ("/dev/full", "/dev/null", self.folder / "none" / "x.sqlite", self.folder):
            with self.subTest(path):
                self.assert_fails(3, str(path), "links", "--format=sqlite", "-o", path, MBOX)
        for path in (foreign, self.folder):
            self.assert_fails(3, str(path), "links", "--format=sqlite", "--append", "-o", path, MBOX)
        self.assertEqual(foreign.read_text(), "no database\n")
        self.assertEqual(os.listdir(self.folder), ["foreign.db"])

    def test_a_run_that_is_killed(self):
        big, path = self.write("big.mbox", MBOX.read_bytes() * 20000), self.folder / "x.sqlite"
        with subprocess.Popen([EXE, "links", "-o", path, big]) as process:
            wait_for_output(process, self.folder)
            process.kill()
        self.assertEqual(process.returncode, -signal.SIGKILL)
        self.assertFalse(path.exists())


if __name__ == "__main__":
    main()
