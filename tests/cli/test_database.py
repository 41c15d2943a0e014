"""The formats csv and sqlite: the same values as JSON Lines, appending, wrong usage."""

import csv
import gzip
import hashlib
import io
import json
import os
import pathlib
import random
import signal
import sqlite3
import subprocess
import tarfile
import time
import unittest

from support import (EXE, HAS_FAULTS, NO_FAULTS, SAMPLES, CliTest, children_of, corpora_files, faults_env, main, rows_of,
                     run, sample_files, signals_by_default, wait_for_output)

MBOX = SAMPLES / "three.mbox"
FROM_LINE = b"From sender@example.org Thu Jan  1 00:00:00 2004\n"
VIEWS = {"links": "links", "tree": "entities", "check": "diagnostics"}
JSON_KEYS = ("heading", "body", "chain", "wrappers")
BESIDE = ("domain", "count", "defect", "fields", "reader", "opens", "opens_by")


def query(path, sql, *values):
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    connection.row_factory = sqlite3.Row
    try:
        return [dict(row) for row in connection.execute(sql, values)]
    finally:
        connection.close()


def view_of(path, command):
    """The rows with only the keys of JSON Lines."""
    rows = [{{"from_field": "from", "place": "where"}.get(name, name): value for name, value in row.items() if name not in BESIDE}
            for row in query(path, f"SELECT * FROM {VIEWS[command]}")]
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
    """Parses a cell that contains JSON, because a character can be escaped in several ways."""
    return cell(json.loads(text)) if isinstance(value, (list, dict)) else text


class SameValues(CliTest):
    def assert_same(self, command, *arguments):
        """Compares database and CSV with JSON Lines. Returns the number of rows."""
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
        self.assertEqual(query(path, "SELECT count(*) AS n FROM links"), [{"n": 0}])
        self.assertEqual(query(path, "SELECT name FROM source"), [{"name": str(message)}])

    def test_count_of_unique_links(self):
        path = self.folder / "x.sqlite"
        self.run_ok("links", "--unique", "-o", path, MBOX)
        counts = [row["count"] for row in self.rows("links", "--unique", MBOX)]
        self.assertEqual([row["count"] for row in query(path, "SELECT count FROM links")], counts)

    def test_joins_look_rows_up(self):
        """Statistics and indices let a join of views look up each row of the second one, also after rows were added."""
        path = self.folder / "all.sqlite"
        message = "From: a@example.org\nContent-Type: multipart/mixed; boundary=b\n\n" + "".join(
            f"--b\nContent-Type: text/html\n\n<a href=http://h{n}.example/>x</a>\n" for n in range(20)) + "--b--\n"
        mbox = self.write("m.mbox", b"".join(FROM_LINE + message.encode() + b"\n" for _ in range(200)))
        for command in ("links", "tree", "check", "links"):
            run(command, "--quiet", "--append", "-o", path, mbox if command != "links" or not path.exists() else MBOX)
        large = [["SCAN", table] for table in "rsmp"]
        self.assertGreater(query(path, "SELECT count(*) AS n FROM sqlite_stat1")[0]["n"], 10)
        for tables, others in (("links", "entities"), ("entities", "links"), ("links", "diagnostics"), ("diagnostics", "links")):
            for condition in ("", f" WHERE {tables}.part = '7'"):
                sql = f"SELECT count(*) AS n FROM {tables} JOIN {others} USING (source, message, part)" + condition
                plan = [row["detail"] for row in query(path, "EXPLAIN QUERY PLAN " + sql)]
                # Tables of names, such as `status`, are small.
                self.assertLessEqual(sum(step.split(maxsplit=2)[:2] in large for step in plan), 1, (sql, plan))
                self.assertFalse([step for step in plan if "AUTOMATIC" in step and step.split()[1] in "rsmp"], (sql, plan))
        for view in VIEWS.values():
            plan = [row["detail"] for row in query(path, f"EXPLAIN QUERY PLAN SELECT * FROM {view} WHERE source = ? AND message = ? AND part = ?", "x", 1, "1")]
            self.assertFalse([step for step in plan if step.split(maxsplit=2)[:2] in large], plan)
            plan = [row["detail"] for row in query(path, f"EXPLAIN QUERY PLAN SELECT * FROM {view}")]
            self.assertEqual(plan[0], "SCAN r", "the rows themselves come first, in their order")
        self.assertEqual(query(path, "SELECT count(*) AS n FROM links JOIN entities USING (source, message, part)")[0]["n"],
                         len(rows_of(self.run_ok("links", "--format=jsonl", mbox))))

    def test_a_host_without_a_base(self):
        message = self.write("m.eml", "Content-Type: text/html\n\n<a href=//WWW.Example.co.uk/x>x</a><a href=y>y</a>\n")
        path = self.folder / "x.sqlite"
        self.run_ok("links", "-o", path, message)
        self.assertEqual([tuple(row.values()) for row in query(path, "SELECT reference, host, domain FROM links")],
                         [("//WWW.Example.co.uk/x", "www.example.co.uk", "example.co.uk"), ("y", None, None)])
        self.assertEqual([row["host"] for row in query(path, "SELECT host FROM links")], ["www.example.co.uk", None])

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
        marked = self.run_ok("links", "--format=csv", "--csv-safe", message)
        self.assertTrue(marked.startswith(b"\xEF\xBB\xBFsource,"))  # Excel then reads UTF-8
        self.assertFalse(self.run_ok("links", "--format=csv", message).startswith(b"\xEF"))
        for empty in (("--status=invalid",), ("--top=hosts", "--status=invalid")):
            self.assertTrue(run("links", "--format=csv", "--csv-safe", *empty, message).stdout.startswith(b"\xEF\xBB\xBF"))
        safe = list(csv.DictReader(io.StringIO(marked.decode("utf-8-sig"))))
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
        # A changed file is added, and the files next to it are not.
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

    def test_names_that_are_no_text_are_told_apart_and_known_again(self):
        folder = self.folder / "mail"
        folder.mkdir()
        names = {
            b"caf\xe9.eml": r"caf\xE9.eml",
            b"caf\xc3\xa9.eml": "café.eml",
            rb"caf\xE9.eml": r"caf\x5CxE9.eml",
            rb"caf\x5CxE9.eml": r"caf\x5Cx5CxE9.eml",
            rb"back\slash\xz.eml": r"back\slash\xz.eml",
            b"\xff\xfe.eml": r"\xFF\xFE.eml",
        }
        for name in names:
            (folder / os.fsdecode(name)).write_bytes(b"Subject: x\n\nhttp://example.org/\n")
        database = self.folder / "all.sqlite"
        for _ in range(2):
            self.run_ok("links", "--append", "-o", database, folder)
        expected = [f"{folder}/{names[name]}" for name in sorted(names)]
        self.assertEqual([row["source"] for row in view_of(database, "links")], expected)
        self.assertEqual([row["source"] for row in self.rows("links", folder)], expected)

    def test_what_was_read_in_part_is_not_held(self):
        long = b"Subject: long\n\n" + b"http://example.org/long\n" * 100
        whole = b"Subject: whole\n\nhttp://example.org/whole\n"
        (self.folder / "mail").mkdir()
        (self.folder / "mail" / "1.eml").write_bytes(long)
        (self.folder / "mail" / "2.eml").write_bytes(whole)
        box = self.write("box", FROM_LINE + whole + b"\n" + FROM_LINE + long + b"\n")
        packed = self.folder / "packed.tar"
        with tarfile.open(packed, "w") as tar:
            tar.add(self.folder / "mail", "mail")
        cut = self.write("cut.mbox.gz", gzip.compress(FROM_LINE + long * 50)[:-20])
        columns = {"links": "has_links", "tree": "has_tree", "check": "has_check"}
        for what, held in ((self.folder / "mail", 1), (box, 0), (packed, 1), (cut, 0)):
            database = self.folder / f"{what.name}.sqlite"
            arguments = ("--limits=message=1K", what)
            expected = {}
            for run_number in range(2):
                for command in ("links", "tree", "check"):
                    with self.subTest(what.name, command=command, run_number=run_number):
                        done = run(command, "--append", "-o", database, *arguments)
                        self.assertEqual(done.returncode, 1)  # also the second time: it is read again
                        self.assertNotEqual(done.stderr, b"")
                        expected[command] = rows_of(run(command, "--format=jsonl", *arguments).stdout)
                        by_place = lambda row: (row["source"], row["message"] or 0)
                        self.assertEqual(sorted(view_of(database, command), key=by_place),
                                         sorted(expected[command], key=by_place))
                        count = query(database, f"SELECT count(*) AS n FROM source WHERE {columns[command]} = 1")
                        self.assertEqual(count, [{"n": held}])
                        self.assertEqual(query(database, "PRAGMA foreign_key_check"), [])

    def test_what_could_not_be_read_is_read_later(self):
        box, database = self.folder / "box", self.folder / "all.sqlite"
        box.write_bytes(b"")
        for _ in range(2):
            self.assert_fails(1, "empty", "links", "--append", "-o", database, box)
        box.write_bytes(MBOX.read_bytes())
        for _ in range(2):
            self.run_ok("links", "--quiet", "--append", "-o", database, box)
            self.assertEqual(view_of(database, "links"), self.rows("links", box))
        self.assertEqual(len(query(database, "SELECT * FROM source")), 1)

    def test_other_options_are_named(self):
        database = self.folder / "all.sqlite"
        self.run_ok("links", "--append", "-o", database, MBOX)
        before = database.read_bytes()
        for options, named in (
            (("--rules=whatwg",), '--rules "rfc1808", not "whatwg"'),
            (("--retrieval-url=http://example.org/",), '--retrieval-url "", not "http://example.org/"'),
            (("--base-headers=base",), '--base-headers "base,content-base,content-location", not "base"'),
            (("--limits=depth=9",), '--limits depth "1000", not "9"'),
            (("--input=mbox",), '--input "auto", not "mbox"'),
            (("--status=absolute",), 'links --status "", not "absolute"'),
            (("--context=a@*",), 'links --context "", not "a@*"'),
            (("--host=*.org",), 'links --host "", not "*.org"'),
            (("--unique",), 'links --unique "no", not "yes"'),
            (("--full",), 'links --full "no", not "yes"'),
            (("--full", "--rules=rfc3986"), '--rules "rfc1808", not "rfc3986", links --full'),
        ):
            with self.subTest(options):
                self.assert_fails(2, named, "links", *options, "--append", "-o", database, SAMPLES / "nested.eml")
                self.assertEqual(query(database, "SELECT count(*) AS n FROM source"), [{"n": 1}])
        self.assert_fails(2, "--rules", "tree", "--rules=whatwg", "--append", "-o", database, MBOX)
        self.assertEqual(os.listdir(self.folder), ["all.sqlite"])
        self.assertEqual(view_of(database, "links"), self.rows("links", MBOX))
        self.run_ok("tree", "-j1", "--color=never", "--append", "-o", database, MBOX)
        self.assertEqual(len(before) > 0, True)
        # A new database also records its options.
        other = self.folder / "other.sqlite"
        self.run_ok("links", "--rules=whatwg", "-o", other, MBOX)
        self.run_ok("links", "--quiet", "--rules=whatwg", "--append", "-o", other, MBOX)
        self.assert_fails(2, '--rules "whatwg", not "rfc1808"', "links", "--append", "-o", other, MBOX)
        self.assertEqual(query(other, "SELECT value FROM option WHERE name = '--rules'"), [{"value": "whatwg"}])

    def test_nothing_of_a_foreign_schema_runs(self):
        made = self.folder / "made.sqlite"
        self.run_ok("links", "-o", made, MBOX)
        endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
        for why, sql, named in (
            ("a trigger that deletes", "CREATE TRIGGER t AFTER INSERT ON reference BEGIN DELETE FROM reference; END", 'trigger "t"'),
            ("a trigger without an end", "CREATE TRIGGER t AFTER INSERT ON source BEGIN SELECT count(*) FROM "
             "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n); END", 'trigger "t"'),
            ("a view of others", f"CREATE VIEW v AS {endless} SELECT i FROM n", 'view "v"'),
            ("a view in a table's place", "DROP TABLE option; CREATE VIEW option AS SELECT '--rules' AS name, 1 AS value",
             'view "option"'),
            ("a view of ours that was changed", "DROP VIEW links; CREATE VIEW links AS SELECT 1", 'view "links"'),
            ("an index on an expression", "CREATE INDEX i ON reference (abs(random()))".replace("random()", "start"), 'index "i"'),
            ("an index of others", "CREATE INDEX i ON reference (text)", 'index "i"'),
            ("a generated column", "ALTER TABLE source ADD COLUMN g AS (upper(name))", 'table "source"'),
            ("a column more", "ALTER TABLE message ADD COLUMN extra TEXT DEFAULT 'x'", 'table "message"'),
            ("a check", "DROP TABLE option; CREATE TABLE option (name TEXT PRIMARY KEY, value TEXT NOT NULL CHECK (0)) "
             "WITHOUT ROWID", 'table "option"'),
            ("a table of others", "CREATE TABLE mine (x)", 'table "mine"'),
            ("a virtual table", "CREATE VIRTUAL TABLE search USING fts5(x)", 'table "search'),
            ("an index that is gone", "DROP INDEX reference_host", 'lacks the index "reference_host"'),
        ):
            with self.subTest(why):
                path = self.folder / "x.sqlite"
                path.write_bytes(made.read_bytes())
                with sqlite3.connect(path) as connection:
                    connection.executescript(sql)
                connection.close()
                before = path.read_bytes()
                done = run("links", "--append", "-o", path, SAMPLES / "nested.eml", timeout=60)
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertIn(named, done.stderr.decode())
                self.assertEqual(path.read_bytes(), before)
                self.assertEqual(sorted(os.listdir(self.folder)), ["made.sqlite", "x.sqlite"])
        # Harmless changes to a database are accepted.
        with sqlite3.connect(made) as connection:
            connection.execute("ANALYZE")
        connection.execute("VACUUM")
        connection.close()
        self.run_ok("links", "--append", "-o", made, SAMPLES / "nested.eml")

    def test_signals_leave_no_file_beside(self):
        database = self.folder / "all.sqlite"
        self.run_ok("links", "--append", "-o", database, MBOX)
        before = view_of(database, "links")
        for number, status in ((signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129), (signal.SIGQUIT, 131),
                               (signal.SIGXCPU, 3)):
            with self.subTest(number):
                process = subprocess.Popen([EXE, "links", "--append", "-o", os.fspath(database)], stdin=subprocess.PIPE,
                                           stderr=subprocess.PIPE, preexec_fn=signals_by_default)
                with process:
                    process.stdin.write((FROM_LINE + b"Subject: x\n\nhttp://example.org/\n\n") * 40_000)
                    process.stdin.flush()
                    wait_for_output(process, self.folder)
                    process.send_signal(number)
                    process.wait(timeout=60)
                self.assertEqual(process.returncode, status)
                self.assertEqual(os.listdir(self.folder), ["all.sqlite"])
                self.assertEqual(view_of(database, "links"), before)

    def test_killed_at_any_moment(self):
        """The next run completes what a killed run has left. No row is missing or duplicated."""
        mail = self.folder / "mail"
        mail.mkdir()
        for n in range(160):
            links = "".join(f"http://h{n}.example.org/{i}/{'x' * 60}\n" for i in range(200))
            (mail / f"{n:03}.eml").write_text(f"Message-ID: <{n}@example.org>\n\n{links}")
        (mail / "box").write_bytes(MBOX.read_bytes() * 50)
        expected = self.rows("links", MBOX, mail)
        started = time.monotonic()
        self.run_ok("links", "--append", "-o", self.folder / "timed.sqlite", mail)
        whole_seconds = time.monotonic() - started
        kills, killed, random_numbers = 0, 0, random.Random(4)
        database = self.folder / "all.sqlite"
        while kills < 50:
            if not database.exists():
                self.run_ok("links", "-o", database, MBOX)  # a new one appears whole or not at all
            process = subprocess.Popen([EXE, "links", "--append", "-o", os.fspath(database), os.fspath(mail)])
            with process:
                try:
                    process.wait(timeout=random_numbers.uniform(0, whole_seconds))
                except subprocess.TimeoutExpired:
                    process.kill()
            kills += 1
            killed += process.returncode == -signal.SIGKILL
            self.assertIn(process.returncode, (0, -signal.SIGKILL))
            if process.returncode == 0 or kills % 10 == 0:
                self.run_ok("links", "--append", "-o", database, mail)
                self.assertEqual(query(database, "PRAGMA integrity_check"), [{"integrity_check": "ok"}])
                rows = view_of(database, "links")
                self.assertEqual(len(rows), len(expected))
                by_place = lambda row: (row["source"], row["message"], row["start"])
                self.assertEqual(sorted(rows, key=by_place), sorted(expected, key=by_place))
                self.assertEqual(sorted(set(os.listdir(self.folder)) - {"mail", "timed.sqlite"}), ["all.sqlite"])
                database.unlink()
        self.assertGreater(killed, 20)

    def test_one_run_at_a_time_adds(self):
        """Another run may add once the first has ended. A link leads to the same database."""
        database, link = self.folder / "all.sqlite", self.folder / "link.sqlite"
        self.run_ok("links", "--append", "-o", database, MBOX)
        link.symlink_to(database)
        with subprocess.Popen([EXE, "links", "--append", "-o", database], stdin=subprocess.PIPE) as process:
            while not children_of(process.pid):  # it has the lock before it starts any
                time.sleep(0.005)
            for path in (database, link):
                self.assert_fails(3, f"{path}: another run is adding to it", "links", "--append", "-o", path, MBOX)
            process.communicate(b"Subject: x\n\n<URL:http://a.example/>\n")
        self.assertEqual(process.returncode, 0)
        self.run_ok("links", "--append", "-o", link, SAMPLES / "nested.eml")
        self.assertEqual(sorted(os.listdir(self.folder)), ["all.sqlite", "link.sqlite"])

    def test_a_folder_with_the_database_in_it_keeps_the_lock(self):
        """Closing any descriptor of a locked file releases the lock, and files in the folder are opened and closed."""
        folder, last = self.folder / "mail", self.folder / "last"
        folder.mkdir()
        os.mkfifo(last)
        database = folder / "all.sqlite"
        self.run_ok("links", "--append", "-o", database, MBOX)
        (folder / "1.eml").write_bytes(b"Subject: x\n\n<URL:http://a.example/>\n")
        for isolation in ((), ("--no-isolation",)):
            with subprocess.Popen([EXE, "links", "--append", *isolation, "-o", database, folder, last]) as process:
                while (pipe := self.opened_for_writing(last)) is None:  # until the run has read the folder
                    self.assertIsNone(process.poll())
                    time.sleep(0.005)
                self.assert_fails(3, "another run is adding to it", "links", "--append", "-o", database, MBOX)
                os.write(pipe, b"Subject: x\n\n<URL:http://a.example/>\n")
                os.close(pipe)
            self.assertEqual(process.returncode, 0)

    @staticmethod
    def opened_for_writing(fifo):
        """The database has no rows while nobody reads them."""
        try:
            return os.open(fifo, os.O_WRONLY | os.O_NONBLOCK)
        except OSError:
            return None

    @unittest.skipUnless(HAS_FAULTS, NO_FAULTS)
    def test_no_child_keeps_the_lock(self):
        """A killed run that kept everything open delays nobody."""
        database = self.folder / "all.sqlite"
        self.run_ok("links", "--append", "-o", database, MBOX)
        nothing = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = subprocess.Popen([EXE, "links", "--append", "-o", database, SAMPLES / "nested.eml"],
                                   env={**os.environ, **faults_env("fork:HOLD")}, **nothing)
        with process:
            while not (children := children_of(process.pid)):
                time.sleep(0.005)
            self.assert_fails(3, "another run is adding to it", "links", "--append", "-o", database, MBOX)
            process.kill()
        try:
            self.assertTrue(os.path.exists(f"/proc/{children[0][0]}/exe"), "the child lives on")
            self.run_ok("links", "--append", "-o", database, SAMPLES / "nested.eml")
            self.assertTrue(os.path.exists(f"/proc/{children[0][0]}/exe"), "the child lives on")
        finally:
            os.kill(children[0][0], signal.SIGKILL)
        self.assertEqual(view_of(database, "links"), self.rows("links", MBOX, SAMPLES / "nested.eml"))
        self.assertEqual(os.listdir(self.folder), ["all.sqlite"])

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
        self.run_ok("links", "--append", "-o", path, MBOX)
        for _ in range(2):
            self.assert_fails(0, f"mimebase: {MBOX}: was skipped, because the output already holds it, and there is nothing new\n",
                              "links", "--append", "-o", path, MBOX)
            self.run_ok("links", "--quiet", "--append", "-o", path, MBOX)
            self.assertEqual(view_of(path, "links"), self.rows("links", MBOX))
        done = self.assert_fails(0, "was skipped", "links", "--append", "-o", path, MBOX, SAMPLES / "nested.eml")
        self.assertNotIn(b"nothing new", done.stderr)
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
