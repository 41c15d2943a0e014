"""Output: files that are never partial, full devices, broken pipes; the shape of JSON rows."""

import gzip
import os
import pty
import random
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import time
import unittest

from support import (CANDIDATE_KEYS, EXE, HAS_FAULTS, LINK_KEYS, NO_FAULTS, SAMPLES, SANITIZED, TREE_KEYS, CliTest, faults_env, main, run,
                     sample_files, signals_by_default)

MBOX = SAMPLES / "three.mbox"


class Files(CliTest):
    def test_the_ending_says_the_format(self):
        for name, form in (("a.jsonl", "jsonl"), ("a.txt", "text"), ("a", "text")):
            path = self.folder / name
            self.assertEqual(self.run_ok("links", "-o", path, MBOX), b"")
            self.assertEqual(path.read_bytes(), self.run_ok("links", f"--format={form}", MBOX))
        self.run_ok("links", "--format=jsonl", "-o", self.folder / "b", MBOX)
        self.assertEqual((self.folder / "b").read_bytes(), self.run_ok("links", "--format=jsonl", MBOX))

    def test_an_ending_contradicts_no_format(self):
        for name, form in (("b.jsonl", "text"), ("b.CSV", "jsonl"), ("b.csv.gz", "jsonl"), ("b.db", "csv"), ("b.ndjson", "urls"), ("b.csv", "sqlite")):
            with self.subTest(name, form=form):
                ending = name.removesuffix(".gz")[1:].lower()
                self.assert_fails(2, f"the extension {ending} means the format", "links", "--format", form, "-o", self.folder / name, MBOX)
        self.assertEqual(os.listdir(self.folder), [])
        self.run_ok("links", "--format=jsonl", "-o", self.folder / "b.NDJSON", MBOX)

    def test_endings_in_any_case_and_compressed(self):
        for name, form in (("a.JSONL", "jsonl"), ("a.CSV", "csv"), ("a.NdJson", "jsonl")):
            self.run_ok("links", "-o", self.folder / name, MBOX)
            self.assertEqual((self.folder / name).read_bytes(), self.run_ok("links", f"--format={form}", MBOX))
        self.run_ok("links", "-o", self.folder / "a.DB", MBOX)
        self.assertTrue((self.folder / "a.DB").read_bytes().startswith(b"SQLite format 3"))
        for name, form in (("b.jsonl.gz", "jsonl"), ("b.csv.GZ", "csv"), ("b.gz", "text")):
            made = set()
            for workers in ("-j1", "-j3"):
                self.run_ok("links", workers, "-o", self.folder / name, MBOX)
                made.add((self.folder / name).read_bytes())
            self.assertEqual(len(made), 1, name)
            self.assertEqual(gzip.decompress(made.pop()), self.run_ok("links", f"--format={form}", MBOX))
        self.run_ok("links", "--format=csv", "-o", self.folder / "c.txt.gz", MBOX)
        self.assertEqual(gzip.decompress((self.folder / "c.txt.gz").read_bytes()),
                         self.run_ok("links", "--format=csv", MBOX))
        self.run_ok("links", "--format=jsonl", "-o", self.folder / "c.json", MBOX)
        self.assertEqual((self.folder / "c.json").read_bytes(), self.run_ok("links", "--format=jsonl", MBOX))

    def test_endings_that_are_no_format(self):
        for name, advice in (("a.json", ".jsonl"), ("a.XML", ".txt"), ("a.html", ".txt"), ("a.xlsx", ".csv"),
                             ("a.tsv", ".csv"), ("a.db3", ".sqlite"), ("a.jsonl.zst", ".gz"), ("a.sqlite.gz", ".gz"),
                             ("a.json.gz", ".jsonl")):
            with self.subTest(name):
                self.assert_fails(2, advice, "links", "-o", self.folder / name, MBOX)
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_database_with_rows_is_replaced_only_by_force(self):
        empty, full = self.write("empty.eml", "Subject: x\n\n"), self.folder / "a.sqlite"
        self.run_ok("links", "-o", full, MBOX)
        data = full.read_bytes()
        link = self.folder / "link"
        link.symlink_to(full)
        others = self.folder / "others.db"
        with sqlite3.connect(others) as connection:
            connection.executescript("CREATE TABLE mine (x); INSERT INTO mine VALUES (1)")
        connection.close()
        for path, form in ((full, "sqlite"), (link, "jsonl"), (link, "sqlite"), (others, "sqlite")):
            with self.subTest(path, form=form):
                before = path.read_bytes()
                said = "is a database of another program: name another file, or use --force" if path == others else "--append to add to it, or --force"
                self.assert_fails(2, said, "links", "--format", form, "-o", path, empty)
                self.assertEqual(path.read_bytes(), before)
        # Rows in a log are not in the file yet, so the file has no rows.
        fresh = self.folder / "fresh.sqlite"
        connection = sqlite3.connect(fresh)
        connection.executescript("PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE mine (x)")
        self.assert_fails(2, "--force", "links", "-o", fresh, empty)
        connection.close()
        self.run_ok("links", "--force", "-o", full, SAMPLES / "nested.eml")
        self.assertNotEqual(full.read_bytes(), data)
        self.assert_fails(2, "--force", "links", "--append", "--force", "-o", full, MBOX)
        for path in (self.write("nothing.sqlite", ""), self.write("text.sqlite", "no database")):
            self.run_ok("links", "-o", path, MBOX)
            self.assertEqual(path.read_bytes(), data)
        with sqlite3.connect(self.folder / "no-rows.db") as connection:
            connection.execute("VACUUM")
        connection.close()
        self.run_ok("links", "-o", self.folder / "no-rows.db", MBOX)

    def test_what_is_left_of_a_database_is_not_taken_for_the_new_one(self):
        path = self.folder / "a.sqlite"
        for beside in ("-wal", "-shm", "-journal"):
            self.write("a.sqlite" + beside, "left")
        self.run_ok("links", "-o", path, MBOX)
        self.assertEqual(os.listdir(self.folder), ["a.sqlite"])

    def test_a_link_that_leads_nowhere_is_written_through(self):
        (self.folder / "there").mkdir()
        link, target = self.folder / "link.jsonl", self.folder / "there" / "rows"
        middle = self.folder / "there" / "middle"
        link.symlink_to("there/middle")
        middle.symlink_to("rows")
        self.run_ok("links", "-o", link, MBOX)
        self.assertTrue(link.is_symlink() and middle.is_symlink())
        self.assertEqual(target.read_bytes(), self.run_ok("links", "--format=jsonl", MBOX))
        circle = self.folder / "circle"
        circle.symlink_to("circle")
        nowhere = self.folder / "nowhere"
        nowhere.symlink_to("none/x")
        for path in (circle, nowhere):
            self.assert_fails(3, str(path), "links", "-o", path, MBOX)
            self.assertTrue(path.is_symlink())
        self.assertEqual(sorted(os.listdir(self.folder)), ["circle", "link.jsonl", "nowhere", "there"])

    def test_a_file_that_is_there_is_replaced_and_keeps_its_mode(self):
        path = self.write("out.jsonl", "old")
        path.chmod(0o640)
        self.run_ok("tree", "-o", path, MBOX)
        self.assertEqual(path.stat().st_mode & 0o777, 0o640)
        self.assertEqual(path.read_bytes(), self.run_ok("tree", "--format=jsonl", MBOX))
        self.assertEqual(os.listdir(self.folder), ["out.jsonl"])

    def test_an_input_is_not_overwritten(self):
        path = self.write("three.mbox", MBOX.read_bytes())
        link = self.folder / "link"
        link.symlink_to(path)
        for output in (path, link):
            self.assert_fails(2, "is both INPUT and the output FILE", "links", "-o", output, SAMPLES / "nested.eml", path)
        self.assertEqual(path.read_bytes(), MBOX.read_bytes())

    def test_what_is_read_is_not_overwritten(self):
        mail = self.folder / "mail"
        (mail / "deep").mkdir(parents=True)
        text = (SAMPLES / "nested.eml").read_bytes()
        one, deep = mail / "1.eml", mail / "deep" / "box"
        one.write_bytes(text)
        deep.write_bytes(MBOX.read_bytes())
        (mail / "round").symlink_to(mail)
        outside, hard, soft = self.folder / "outside", self.folder / "hard", self.folder / "soft"
        outside.write_bytes(text)
        (mail / "2.eml").symlink_to(outside)
        os.link(one, hard)
        soft.symlink_to(deep)
        packed = self.folder / "mail" / "packed"
        packed.write_bytes(gzip.compress(text))
        for path in (one, deep, hard, soft, outside, packed):
            for options in (("--format=jsonl",), ("--format=sqlite", "--force"), ("--format=sqlite", "--append")):
                with self.subTest(path, options=options):
                    before = path.read_bytes()
                    self.assert_fails(2, "also the output FILE", "links", *options, "-o", path, mail)
                    self.assertEqual(path.read_bytes(), before)
        for arguments in ((), ("-",)):
            with open(deep, "rb") as file:
                self.assert_fails(2, "standard input", "links", "-o", soft, *arguments, stdin=file)
        with open(deep, "rb") as file:
            self.assert_fails(2, "standard input", "links", "-o", "/dev/stdin", stdin=file)
        self.assertEqual(deep.read_bytes(), MBOX.read_bytes())
        self.assertEqual(len(os.listdir(self.folder)), 4)

    def test_rows_in_a_folder_of_mail_may_be_written_again(self):
        mail = self.folder / "mail"
        mail.mkdir()
        (mail / "1.eml").write_bytes((SAMPLES / "nested.eml").read_bytes())
        for options in (("-o", mail / "rows.jsonl"), ("--append", "-o", mail / "rows.db")):
            for _ in range(2):
                self.run_ok("links", "--quiet", *options, mail)
        # CSV is text, and would be a document in the second run.
        self.run_ok("links", "--quiet", "-o", mail / "rows.csv.gz", mail)
        self.assert_fails(2, "is read with the INPUT", "links", "-o", mail / "rows.csv.gz", mail)

    def test_what_cannot_be_written_is_3(self):
        for path in ("/dev/full", "/proc/none-such", self.folder / "none" / "out", self.folder, ""):
            with self.subTest(path):
                done = self.assert_fails(3, "", "links", "-o", path, MBOX)
                self.assertTrue(done.stderr.startswith(b"mimebase: "), done.stderr)

    def test_a_read_only_folder(self):
        if os.geteuid() == 0:
            self.skipTest("root writes everywhere")
        self.folder.chmod(0o500)
        self.addCleanup(self.folder.chmod, 0o700)
        self.assert_fails(3, "Permission denied", "links", "-o", self.folder / "out", MBOX)

    def test_no_partial_file(self):
        big = self.write("big.mbox", MBOX.read_bytes() * 3000)
        path = self.write("out.jsonl", "old")

        def small_files_only():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

        # Python ignores SIGXFSZ; passed on, the write fails instead of ending the program.
        done = run("links", "-o", path, big, preexec_fn=small_files_only, restore_signals=False)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn(str(path).encode(), done.stderr)
        self.assertEqual(path.read_text(), "old")
        self.assertEqual(sorted(os.listdir(self.folder)), ["big.mbox", "out.jsonl"])

    def test_a_disk_that_fills(self):
        big = self.write("big.mbox", MBOX.read_bytes() * 3000)
        disk = self.folder / "disk"
        disk.mkdir()
        # A private mount, which disappears with the process.
        script = """folder=$1 name=$2; shift 2
            mount -t tmpfs -o size=400k none "$folder" && echo old >"$folder/$name" || exit 77
            "$@" -o "$folder/$name"; status=$?
            cd "$folder" && echo * && cat "$name"; exit $status"""
        unshare = ["unshare", "--mount", *(["--map-root-user"] if os.geteuid() else [])]
        for name in ("out.jsonl", "out.csv", "out.txt", "out.sqlite"):
            with self.subTest(name):
                command = [*unshare, "bash", "-c", script, "bash", disk, name, EXE, "links", big]
                done = subprocess.run([os.fspath(word) for word in command], capture_output=True)
                if done.returncode == 77 or done.stderr.startswith(b"unshare:"):
                    self.skipTest("no file system can be mounted here")
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertRegex(done.stderr.decode(), f"^mimebase: {disk / name}: .*(No space left on device|is full)\n$")
                self.assertEqual(done.stdout.decode(), f"{name}\nold\n")

    def test_closed_standard_streams(self):
        shell = ["bash", "-c", '"$@" <&- 2>/dev/null', "bash", EXE, "links"]
        self.assertEqual(subprocess.run(shell, timeout=60).returncode, 1)
        out = self.folder / "out.jsonl"
        shell = ["bash", "-c", '"$@" 2>&-', "bash", EXE, "links", "-o", out, self.folder / "none", MBOX]
        self.assertEqual(subprocess.run(list(map(os.fspath, shell)), timeout=60).returncode, 1)
        self.assertEqual(out.read_bytes(), self.run_ok("links", "--format=jsonl", MBOX))
        shell = ["bash", "-c", '"$@" >&-', "bash", EXE, "links", MBOX]
        self.assertEqual(subprocess.run(list(map(os.fspath, shell)), stderr=subprocess.PIPE, timeout=60).returncode, 3)

    def test_standard_output_that_is_full(self):
        with open("/dev/full", "wb") as full:
            for arguments in (("links", MBOX), ("tree", MBOX), ("resolve", "http://a/", "g")):
                done = run(*arguments, stdout=full)
                self.assertEqual(done.returncode, 3, arguments)
                self.assertIn(b"standard output", done.stderr)

    def test_what_is_printed_instead_of_a_run_is_written_or_named(self):
        commands = re.findall(r"^  (\w+) ", run("--help").stdout.decode().split("Commands:")[1].split("\n\n")[0], re.M)
        self.assertGreater(len(commands), 8)
        asked = [["--help"], ["-h"], ["--version"], ["-V"], ["--schema-version"], ["help"], ["unwrap", "http://a/"],
                 ["resolve", "http://a/", "g"], ["resolve", "--format=jsonl", "http://a/", "g"]]
        asked += [[command, "--help"] for command in commands if command != "help"]
        asked += [["help", command] for command in commands if command != "help"]
        asked += [["completion", shell] for shell in ("bash", "zsh", "fish")]
        for arguments in asked:
            self.assertEqual(run(*arguments).returncode, 0, arguments)
            with open("/dev/full", "wb") as full:
                done = run(*arguments, stdout=full)
            self.assertEqual((done.returncode, done.stderr),
                             (3, b"mimebase: standard output: No space left on device\n"), arguments)
        lines = b"http://a.example/\n" * 100_000  # more than a buffer
        with open("/dev/full", "wb") as full:
            done = run("unwrap", input=lines, stdout=full)
        self.assertEqual((done.returncode, done.stderr), (3, b"mimebase: standard output: No space left on device\n"))


class BrokenPipe(CliTest):
    def test_it_ends_quietly(self):
        big = self.write("big.mbox", MBOX.read_bytes() * 3000)
        for command in ("links", "tree"):
            for workers in ("-j1", "-j4"):
                with subprocess.Popen([EXE, command, workers, "--format=jsonl", big], stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE) as process:
                    self.assertTrue(process.stdout.readline().startswith(b"{"))
                    process.stdout.close()
                    self.assertEqual(process.stderr.read(), b"")
                    self.assertIn(process.wait(timeout=60), (0, -signal.SIGPIPE))

    def test_resolve_ends_quietly(self):
        with subprocess.Popen([EXE, "resolve", "http://a/"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            process.stdout.close()
            try:
                process.stdin.write(b"g\n" * 100_000)
                process.stdin.close()
            except BrokenPipeError:
                pass
            self.assertEqual(process.stderr.read(), b"")
            self.assertIn(process.wait(timeout=60), (0, -signal.SIGPIPE))


class Unfinished(CliTest):
    """No temporary file or folder is left, however the program ends."""

    def setUp(self):
        super().setUp()
        self.out = self.folder / "out"
        self.out.mkdir()
        long = b"Subject: x\nContent-Type: text/html\n\n" + b"<a href=http://h.example/>x</a>\n" * 100
        self.messages = self.write("m.mbox", (b"From a@b Thu Jan  1 00:00:00 2004\n" + long + b"\n") * 3)
        # On such a file system, every file has a name from the start.
        self.named_files = {**os.environ, **faults_env("tmpfile:EOPNOTSUPP")} if HAS_FAULTS else None

    COMMANDS = (("extract", "-o", "d"), ("extract", "-o", "d.warc"), ("rewrite", "-o", "d/"),
                ("rewrite", "-o", "m", "--manifest", "r"), ("links", "-o", "rows.csv"), ("links", "-o", "rows.sqlite"),
                ("check", "-o", "rows.jsonl.gz"), ("report", "-o", "r.html"))

    def start(self, command, *arguments, **options):
        return subprocess.Popen([EXE, *command, *map(os.fspath, arguments)], cwd=self.out, env=self.named_files, **options)

    def test_standard_error_that_nobody_reads(self):
        for command in self.COMMANDS:
            for is_ignored in (False, True):
                with self.subTest(command, is_ignored=is_ignored):
                    reading, writing = os.pipe()
                    os.close(reading)
                    with self.start(command, "--limits", "references=10", self.messages, stdout=subprocess.DEVNULL,
                                    stderr=writing, restore_signals=not is_ignored) as process:
                        os.close(writing)
                    left, made = set(os.listdir(self.out)), {word.rstrip("/") for word in command[1:] if word[0] != "-"}
                    # If the signal is ignored, the run continues without a reader.
                    self.assertEqual((process.returncode, left), (1, made) if is_ignored else (-signal.SIGPIPE, set()))
                    shutil.rmtree(self.out)
                    self.out.mkdir()

    def test_an_output_that_nobody_reads(self):
        """The manifest goes to a pipe, and the messages to a folder or a file."""
        big = self.write("big.mbox", MBOX.read_bytes() * 1000)
        for to in ("d/", "file"):
            for is_ignored in (False, True):
                with self.subTest(to, is_ignored=is_ignored):
                    reading, writing = os.pipe()
                    os.close(reading)
                    with self.start(("rewrite", "--retrieval-url=http://h/", "-o", to, "--manifest", f"/dev/fd/{writing}"), big,
                                    pass_fds=[writing], stderr=subprocess.PIPE, restore_signals=not is_ignored) as process:
                        os.close(writing)
                        self.assertEqual(process.stderr.read(), b"")
                    self.assertEqual((process.returncode, os.listdir(self.out)), (-signal.SIGPIPE, []))

    @unittest.skipUnless(HAS_FAULTS, NO_FAULTS)  # files have no name before they are complete
    def test_signals(self):
        rare = (signal.SIGALRM, signal.SIGVTALRM, signal.SIGPROF, signal.SIGIO, signal.SIGUSR1, signal.SIGUSR2)
        for command in self.COMMANDS:
            for number in (signal.SIGTERM, signal.SIGPIPE, *(rare if command == self.COMMANDS[0] else ())):
                with self.subTest(command, number=number):
                    with self.start(command, "-", stdin=subprocess.PIPE, stderr=subprocess.PIPE,
                                    preexec_fn=signals_by_default) as process:
                        process.stdin.write(self.messages.read_bytes())
                        process.stdin.flush()
                        deadline = time.monotonic() + 60
                        while not os.listdir(self.out):
                            self.assertIsNone(process.poll())
                            self.assertLess(time.monotonic(), deadline)
                            time.sleep(0.005)
                        time.sleep(0.05)  # handlers are set when there is a file
                        process.send_signal(number)
                        self.assertEqual(process.stderr.read(), b"")
                    self.assertEqual(process.returncode, 143 if number == signal.SIGTERM else -number)
                    self.assertEqual(os.listdir(self.out), [])


    def killed(self, command, *arguments, after):
        """Runs a command with input that never ends, until SIGKILL."""
        with self.start(command, *arguments, "-", stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            process.stdin.write(self.messages.read_bytes())
            process.stdin.flush()
            deadline = time.monotonic() + 60
            while after >= 0 and not set(os.listdir(self.out)) - self.there and process.poll() is None:
                self.assertLess(time.monotonic(), deadline)
                time.sleep(0.002)
            time.sleep(abs(after))
            process.kill()
            process.stdin.close()
            process.stderr.read()
        self.assertEqual(process.returncode, -signal.SIGKILL)

    @unittest.skipUnless(HAS_FAULTS, NO_FAULTS)  # files have no name before they are complete
    def test_the_next_run_removes_what_a_killed_one_has_left(self):
        moments = random.Random(31)
        for command in self.COMMANDS:
            with self.subTest(command):
                made = {word.rstrip("/") for word in command[1:] if word[0] != "-"}
                for _ in range(3):
                    self.there = set(os.listdir(self.out))
                    self.killed(command, after=moments.uniform(0, 0.2))
                left = set(os.listdir(self.out))
                self.assertTrue(left and not left & made, left)
                self.assertTrue(all(re.fullmatch(r"\.mimebase\.(%s)\.[a-z2-7]{6}" % "|".join(map(re.escape, made)), name) for name in left), left)
                with self.start(command, self.messages, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
                    process.stderr.read()
                self.assertEqual((process.returncode, set(os.listdir(self.out))), (0, made))
                shutil.rmtree(self.out)
                self.out.mkdir()

    def test_the_next_run_keeps_what_one_makes_that_lives(self):
        with self.start(("extract", "-o", "d"), "-", stdin=subprocess.PIPE, stderr=subprocess.PIPE) as first:
            first.stdin.write(self.messages.read_bytes())
            first.stdin.flush()
            while not os.listdir(self.out):
                time.sleep(0.005)
            living = os.listdir(self.out)
            with self.start(("extract", "-o", "d"), self.messages, stderr=subprocess.PIPE) as second:
                self.assertEqual(second.stderr.read(), b"")
            self.assertEqual(sorted(os.listdir(self.out)), sorted([*living, "d"]))
            first.kill()
            first.stdin.close()
            first.stderr.read()
        self.run_ok("extract", "--force", "-o", self.out / "d", self.messages)
        self.assertEqual(os.listdir(self.out), ["d"])

    def test_a_database_that_a_killed_run_added_to(self):
        """Its files `-wal`, `-shm` and the lock are taken over, and removed at the end."""
        path, moments = self.out / "a.sqlite", random.Random(37)
        self.run_ok("links", "-o", path, MBOX)
        rows = sqlite3.connect(path).execute("SELECT count(*) FROM links").fetchall()
        self.there = set(os.listdir(self.out))
        left = set()
        for _ in range(5):
            self.killed(("links", "--append", "-o", "a.sqlite"), after=moments.uniform(0, 0.1))
            left |= set(os.listdir(self.out))
            self.run_ok("report", path, "-o", self.folder / "report.html")
        self.assertIn("a.sqlite.mimebase-lock", left)
        self.assertLessEqual(left, {"a.sqlite", "a.sqlite-wal", "a.sqlite-shm", "a.sqlite.mimebase-lock"})
        self.run_ok("links", "--append", "-o", path, self.messages)
        self.assertEqual(os.listdir(self.out), ["a.sqlite"])
        found = sqlite3.connect(path).execute("SELECT count(*) FROM links WHERE source = ?", [os.fspath(MBOX)]).fetchall()
        self.assertEqual(found, rows)
        self.killed(("links", "--append", "-o", "a.sqlite"), after=0.05)
        self.run_ok("links", "--force", "-o", path, MBOX)
        self.assertEqual(os.listdir(self.out), ["a.sqlite"])


class Limited(CliTest):
    """Runs with too few system resources: a documented status, and no partial file."""

    @unittest.skipIf(SANITIZED, "a sanitizer needs more than there is")
    def test_little_memory(self):
        big, out = self.write("big.mbox", MBOX.read_bytes() * 3000), self.folder / "out"
        out.mkdir()
        statuses = set()
        for megabytes in (20, 35, 50, 70, 100, 150, 250, 400, 700, 1200):
            for name in ("rows.jsonl", "rows.sqlite", "rows.csv.gz"):
                for workers in ("-j1", "-j4", "-j1024"):
                    script = f'ulimit -v {megabytes * 1024}; exec "$@"'
                    command = ["bash", "-c", script, "bash", EXE, "links", workers, "-o", out / name, big]
                    done = subprocess.run([os.fspath(word) for word in command], capture_output=True, timeout=60)
                    with self.subTest(megabytes, name=name, workers=workers, said=done.stderr[-300:]):
                        if b"error while loading shared libraries" in done.stderr or b"cannot execute" in done.stderr:
                            continue  # it did not begin
                        if megabytes < 80 and done.returncode == -signal.SIGSEGV and not done.stderr:
                            continue  # an initialiser of a system library, which runs before main()
                        statuses.add(done.returncode)
                        self.assertIn(done.returncode, (0, 1, 3))
                        self.assertEqual(os.listdir(out), [name] if done.returncode < 3 else [])
                    for left in out.iterdir():
                        left.unlink()
        self.assertIn(0, statuses)

    def test_few_threads(self):
        if os.geteuid() == 0:
            # Root has no limit.
            self.skipTest("no limit of threads holds for root")
        big = self.write("big.mbox", MBOX.read_bytes() * 300)
        done = subprocess.run(["bash", "-c", 'ulimit -u 1; exec "$@"', "bash", EXE, "links", "-j1024", os.fspath(big)],
                              capture_output=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(done.stdout, self.run_ok("links", "-j1", big))

    def test_a_file_that_cannot_grow(self):
        big = self.write("big.mbox", MBOX.read_bytes() * 3000)
        for arguments in (("-o", self.folder / "rows.jsonl"), ("-o", self.folder / "rows.sqlite"), ()):
            with self.subTest(arguments), open(self.folder / "stdout", "wb") as stdout:
                command = ["bash", "-c", 'ulimit -f 40; exec "$@"', "bash", EXE, "links", *arguments, big]
                done = subprocess.run([os.fspath(word) for word in command], stdout=stdout, stderr=subprocess.PIPE)
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertIn(b"File too large", done.stderr)
        self.assertEqual(sorted(os.listdir(self.folder)), ["big.mbox", "stdout"])

    def test_little_time(self):
        big, out = self.write("big.mbox", MBOX.read_bytes() * 30000), self.folder / "rows.sqlite"
        command = ["bash", "-c", 'ulimit -S -t 1; exec "$@"', "bash", EXE, "links", "-j1", "-o", out, *[big] * 9]
        done = subprocess.run([os.fspath(word) for word in command], stderr=subprocess.PIPE, timeout=120)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(os.listdir(self.folder), ["big.mbox"])


class Terminal(CliTest):
    # Controls of both kinds, line separators, marks, overrides and isolates.
    DRIVING = "\x1b\x7f\x80\x9b\u061c\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069\ufeff"

    def on_terminal(self, *arguments):
        """Returns what a run writes to a terminal that is all of its standard streams."""
        terminal, its_end = pty.openpty()
        process = subprocess.Popen([EXE, *map(os.fspath, arguments)], stdin=its_end, stdout=its_end, stderr=its_end,
                                   cwd=self.folder)
        os.close(its_end)
        said = b""
        with process:
            while True:
                try:
                    more = os.read(terminal, 65536)
                except OSError:  # the other end is closed
                    break
                said += more
        os.close(terminal)
        return said.decode()

    def test_nothing_drives_it(self):
        name = f"a{self.DRIVING}.eml"
        text = f"Subject: {self.DRIVING}\nContent-Type: text/html; charset=utf-8\nContent-ID: <{self.DRIVING}>\n" \
               f"Base: {self.DRIVING}\n\n<a href='x{self.DRIVING}'>t{self.DRIVING}</a>" \
               f"<a href='http://example.org/{self.DRIVING}'>"
        self.write(name, text)
        raw = self.write("raw.eml", b"Subject: \x9b\x81\xff\n\nhttp://example.org/\x9b\n")
        runs = [(command, f"--format={form}", "--color=never", path) for command in ("links", "tree", "check")
                for form in ("text", "jsonl", "csv") for path in (name, raw)]
        runs += [("links", "-o", "/dev/tty", "--format=csv", "--quiet", name), ("links", f"none{self.DRIVING}"),
                 ("links", f"--rules={self.DRIVING}"), (self.DRIVING,), ("links", "-o", f"none/{self.DRIVING}", raw),
                 ("resolve", "http://example.org/", self.DRIVING, b"\x9b"), ("resolve", "", self.DRIVING),
                 ("resolve", "--rules=whatwg", f"x{self.DRIVING}", self.DRIVING)]
        for arguments in runs:
            with self.subTest(arguments):
                said = self.on_terminal(*arguments)
                if "/dev/tty" not in arguments and "check" not in arguments:
                    self.assertNotEqual(said, "")
                self.assertEqual([c for c in said if c in self.DRIVING], [], said)

    def test_what_another_program_reads_is_as_it_was(self):
        path = self.write("a.eml", f"Subject: {self.DRIVING}\n\nhttp://example.org/\n")
        raw = self.run_ok("links", "--format=jsonl", path)
        self.assertEqual([c for c in raw.decode() if c in self.DRIVING], [])
        self.assertIn(b"\\u009b", raw)
        self.assertIn(b"\\u202e", raw)
        subject = self.rows("links", path)[0]["subject"]
        self.assertIn("\u009b", subject)
        self.assertIn(subject, self.run_ok("links", "--format=csv", path).decode())
        resolved = self.run_ok("resolve", "http://example.org/", "a\u202e")
        self.assertEqual(resolved.decode(), "http://example.org/a\u202e\n")


class Rows(CliTest):
    def test_keys_and_their_order(self):
        for path in sample_files():
            for row in self.rows("links", path):
                self.assertEqual(list(row), LINK_KEYS)
            for row in self.rows("tree", path):
                self.assertEqual(list(row), TREE_KEYS)
                for candidate in row["chain"]:
                    self.assertEqual(list(candidate), CANDIDATE_KEYS)
            for row in self.rows("links", "--unique", path):
                self.assertEqual(list(row), LINK_KEYS + ["count"])

    def test_every_byte_at_every_place_gives_valid_json(self):
        # Writers process strings sixteen or more bytes at a time, so the position of a control character matters.
        subjects = [b"x" * at + bytes([byte]) + b"y" * 40 for at in range(36) for byte in range(1, 256)
                    if byte not in b"\n\r"]
        records = [b"From a@example.org Thu Nov 14 08:00:00 2024\nSubject: " + subject + b"\n\nhttp://x/\n\n"
                   for subject in subjects]
        rows = self.rows("links", "--input=mbox", self.write("bytes.mbox", b"".join(records)))
        self.assertEqual(len(rows), len(subjects))
        for row, subject in zip(rows, subjects):
            self.assertEqual(row["subject"].count("y"), subject.count(b"y"))

    def test_two_runs_give_the_same_bytes(self):
        for command in ("links", "tree"):
            for form in ("text", "jsonl"):
                arguments = (command, f"--format={form}", *sample_files())
                self.assertEqual(self.run_ok(*arguments), self.run_ok(*arguments))


if __name__ == "__main__":
    main()
