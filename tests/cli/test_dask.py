"""samples/dask/spread.py with its own scheduler and workers: their output equals that of a single run."""

import contextlib
import gzip
import hashlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from support import EXE, HAS_FAULTS, NO_FAULTS, SAMPLES, SANITIZED, CliTest, faults_env, main, run, signals_by_default

SPREAD = SAMPLES / "dask" / "spread.py"
MOST_SECONDS = 300  # until a process that should do something is given up
# Megabytes per piece: as many as a sanitizer needs.
MEMORY = ("--piece-memory", "1000000000") if SANITIZED else ()
PICTURE = b"\x89PNG\r\n\x1a\n" + bytes(range(256))


def python_with_dask():
    """Debian's modules work with Debian's Python, which may differ from the one that runs this."""
    for python in ("/usr/bin/python3", sys.executable):
        try:
            done = subprocess.run([python, "-c", "import distributed"], stderr=subprocess.DEVNULL)
        except FileNotFoundError:
            continue
        if done.returncode == 0 and shutil.which("dask-scheduler") and shutil.which("dask-worker"):
            return python
    return None


PYTHON = python_with_dask()


def wait_for(what, condition):
    end = time.monotonic() + MOST_SECONDS
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.02)


class Cluster:
    """A scheduler and workers on loopback, which end with this object."""

    def __init__(self, stack):
        self.folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="mimebase-dask-")))
        self.stack, self.workers = stack, {}
        self.scheduler_file = self.folder / "scheduler.json"
        self.start("dask-scheduler", "--host", "127.0.0.1", "--port", "0", "--dashboard-address", "127.0.0.1:0",
                   "--no-dashboard", "--no-show", "--scheduler-file", self.scheduler_file)
        wait_for("the scheduler", lambda: self.scheduler_file.exists() and self.scheduler_file.stat().st_size)
        for name in ("ann", "bob"):
            self.workers[name] = self.start(
                "dask-worker", "--scheduler-file", self.scheduler_file, "--host", "127.0.0.1", "--name", name,
                "--nthreads", "1", "--no-nanny", "--no-dashboard", "--dashboard-address", "127.0.0.1:0",
                "--local-directory", self.folder / name)
        waiting = "import sys, distributed; distributed.Client(scheduler_file=sys.argv[1]).wait_for_workers(2)"
        subprocess.run([PYTHON, "-c", waiting, self.scheduler_file], check=True, timeout=MOST_SECONDS)

    def start(self, *command):
        log = self.stack.enter_context(open(self.folder / "log", "ab"))
        process = subprocess.Popen([*map(os.fspath, command)], cwd=self.folder, stdout=log, stderr=log,
                                   stdin=subprocess.DEVNULL, env={**os.environ, "DASK_CONFIG": str(self.folder)})
        self.stack.callback(self.end, process)
        return process

    @staticmethod
    def end(process):
        process.kill()
        process.wait()


def message(number):
    """Every third message has no link but its base, every seventh a quoted line that looks like a From_ line."""
    body = "" if number % 3 == 0 else f"<URL:../up/{number}/>\nhttp://example.com/{number}?q=1\n"
    quoted = "\n>From here on\n\n" if number % 7 == 0 else ""
    return (f"Message-ID: <{number}@example.org>\nFrom: a@example.org\nSubject: message {number}\n"
            f"Base: <URL:http://example.org/>\n\nWords.\n{body}{quoted}" + "x" * (number * 37 % 200) + "\n")


def make_mbox(numbers):
    return "".join(f"From a@example.org Thu Jan  1 00:00:{n % 60:02} 2004\n{message(n)}\n" for n in numbers).encode()


@unittest.skipIf(SANITIZED, "the sample is Python, and the program's ranges have tests of their own")
@unittest.skipUnless(PYTHON, "python3-distributed is not installed")
class DaskTest(CliTest):
    @classmethod
    def setUpClass(cls):
        cls.stack = contextlib.ExitStack()
        cls.addClassCleanup(cls.stack.close)
        cls.cluster = Cluster(cls.stack)

    def setUp(self):
        super().setUp()
        self.out = self.folder / "out"
        self.addCleanup(self.let_go)

    def write(self, name, content):
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        return super().write(name, content)

    def command(self, *inputs, command=("links",), mimebase=EXE, megabytes=0.004, options=()):
        return [PYTHON, str(SPREAD), "--scheduler-file", str(self.cluster.scheduler_file), "--out", str(self.out),
                "--mimebase", str(mimebase), "--piece-megabytes", str(megabytes), *MEMORY, *options,
                *map(os.fspath, inputs), "--", *command]

    def start(self, *inputs, **options):
        environment = {**os.environ, "DASK_CONFIG": str(self.cluster.folder)}
        return subprocess.Popen(self.command(*inputs, **options), cwd=self.folder, env=environment,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                                preexec_fn=signals_by_default)

    def finish(self, process):
        """The exit status, and the lines on standard output and standard error."""
        try:
            out, err = process.communicate(timeout=MOST_SECONDS)
        finally:
            process.kill()
        return process.returncode, out.decode().splitlines(), err.decode().splitlines()

    def spread(self, *inputs, **options):
        return self.finish(self.start(*inputs, **options))

    def entries(self):
        """Returns the pieces in the manifest by name, and checks each against the manifest."""
        lines = [json.loads(line) for line in (self.out / "manifest.jsonl").read_text().splitlines()]
        pieces = {entry["piece"]: entry for entry in lines if "piece" in entry}
        for name, entry in pieces.items():
            if "error" not in entry:
                content = (self.out / name).read_bytes()
                self.assertEqual([entry["rows"], entry["bytes"], entry["sha256"]],
                                 [content.count(b"\n"), len(content), hashlib.sha256(content).hexdigest()])
        return pieces

    def pieces(self):
        return [path.name for path in sorted(self.out.glob("piece-*"))]

    def rows(self):
        self.assertEqual(self.pieces(), sorted(self.entries()))
        return b"".join((self.out / name).read_bytes() for name in self.pieces())

    def one_run(self, *inputs, command=("links",)):
        return run(*command, "--format", "jsonl", *inputs, cwd=self.folder)

    def said(self, lines):
        """The lines, and the number of files that they say were skipped: each piece counts its own."""
        counts = [re.match(r"mimebase: (\d+) (?:file or entry|files or entries) that", line) for line in lines]
        return sorted(line for line, count in zip(lines, counts) if not count), sum(int(count[1]) for count in counts if count)

    def assert_same(self, *inputs, pieces, command=("links",), **options):
        """Checks that the output equals that of one run, in at least this many pieces."""
        one = self.one_run(*inputs, command=command)
        status, _, err = self.spread(*inputs, command=command, **options)
        self.assertEqual(status, one.returncode, err)
        self.assertEqual(self.said(err), self.said(one.stderr.decode().splitlines()))
        self.assertEqual(self.rows(), one.stdout)
        self.assertGreaterEqual(len(self.pieces()), pieces)
        return one.stdout

    # A mimebase that does something else before it reads a piece.

    def make_wrapper(self, script):
        """Always the same program, whatever the script does: a different one would be a different build."""
        self.write("script", script)
        path = self.write("wrapper", f"""#!/bin/sh
            folder={self.folder}
            for last; do :; done
            if [ "$1" = links ] && [ "$last" != - ]; then
              . {self.folder}/script
            fi
            exec {EXE} "$@"
            """)
        path.chmod(0o755)
        return path

    def waiting_wrapper(self):
        """Reports its worker and its piece, and waits until it may continue."""
        (self.folder / "began").mkdir()
        return self.make_wrapper('echo "$*" > "$folder/began/$PPID"\n'
                                 'while [ -d "$folder" ] && [ ! -e "$folder/go" ]; do sleep 0.05; done')

    def let_go(self):
        (self.folder / "go").touch()

    def began(self):
        return {int(path.name): path.read_text() for path in (self.folder / "began").glob("*") if path.stat().st_size}


class LostWorker(DaskTest):
    def test_what_a_killed_worker_held_is_done_by_another(self):
        archive = self.write("a.mbox", make_mbox(range(100)))
        process = self.start("a.mbox", mimebase=self.waiting_wrapper())
        self.addCleanup(process.kill)
        wait_for("both workers to begin", lambda: len(self.began()) == 2)
        killed = self.cluster.workers["ann"]
        held = self.began()[killed.pid]
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        self.let_go()
        status, _, err = self.finish(process)
        self.assertEqual((status, err), (0, []))
        self.assertEqual(self.rows(), self.one_run("a.mbox").stdout)
        entries = self.entries()
        self.assertEqual({entry["worker"] for entry in entries.values()}, {"bob"})
        ranges = ["--range {}:{} ".format(*entry["range"]) for entry in entries.values()]
        self.assertEqual(sum(range in held for range in ranges), 1, held)
        self.assertGreater(len(ranges), 5)
        self.assertEqual([ranges[0].split(":")[0], ranges[-1].split(":")[1]],
                         ["--range 0", f"{archive.stat().st_size} "])


class Same(DaskTest):
    """The concatenated pieces equal the output of one run, byte for byte."""

    def test_ranges_of_an_mbox(self):
        self.write("a.mbox", make_mbox(range(101)))
        for command in (["links", "--rules", "whatwg", "--status", "absolute"], ["tree"], ["check", "--strict"]):
            with self.subTest(command):
                rows = self.assert_same("a.mbox", command=command, pieces=5)
                self.assertEqual(json.loads(rows.splitlines()[-1])["message"], 101)
                shutil.rmtree(self.out)

    def test_an_mbox_whose_records_tell_their_length(self):
        def record(number, blank, date):
            body = "\nFrom a Thu Jan  1 00:00:00 2004\nSubject: none\n\n" * 3 + f"http://example.org/{number}\n"
            return f"From a {date}\nContent-Length: {len(body)}\nSubject: {number}\n\n{body}{blank}".encode()

        full, loose = "Thu Jan  1 00:00:00 2004", "Thu, 1 Jan 2004 00:00:00 +0100"
        self.write("blank.mbox", b"".join(record(n, "\n", full) for n in range(50)))
        self.write("none.mbox", b"".join(record(n, "", loose) for n in range(50)))
        self.assert_same("blank.mbox", pieces=10, megabytes=0.001)
        self.assert_same("blank.mbox", "none.mbox", pieces=20, megabytes=0.001)

    def test_odd_starts_and_names(self):
        (self.folder / os.fsdecode(b"-\xff \xc3\xa4\n\"")).write_bytes(b"\xef\xbb\xbf\n\n" + make_mbox(range(30)))
        self.write("lines.mbox", b"From a Thu Jan  1 00:00:00 2004\n" * 200 + make_mbox(range(30)))
        self.write("no.mbox", "From here on we are no mbox\n" * 200)
        self.write("one.mbox", make_mbox(range(1)) + b"http://example.org/\n" * 400)
        name = os.fsdecode(b"./-\xff \xc3\xa4\n\"")
        self.assert_same(name, "lines.mbox", "one.mbox", "no.mbox", "none", "lines.mbox", command=("tree",), pieces=8)

    def make_folder(self):
        """Mail in all kinds of folders, next to files that are not mail."""
        for number in range(20):
            self.write(f"mail/cur/{1000 + number}.x:2,S", message(number))
            self.write(f"mail/.Sent/new/{1000 + number}.x", message(number))
            self.write(f"mail/inbox/{number}", message(number))
            self.write(f"mail/plain/{number}.", message(number))
        for name, content in {
            "mail/Inbox": make_mbox(range(40)), "mail/Inbox.msf": b"// <mork>\n",
            "mail/Inbox.sbd/Old": make_mbox(range(40)),
            "mail/a.gz": gzip.compress(make_mbox(range(3))), "mail/picture.gz": gzip.compress(PICTURE),
            "mail/notes.yaml": b"name: http://example.org/\nversion: 1\n", "mail/empty": b"", "mail/cur/.nfs01": b"x",
            "mail/tmp/1.x": message(1), "mail/dovecot-keywords": b"Subject: http://example.org/\n\n",
            "mail/inbox/.mh_sequences": b"cur: 1\n", "mail/inbox/,7": message(7), "mail/inbox.txt": message(8),
            "mail/tmp2/tmp/9": message(9), "mail/cur-2/1.x": b"Unknown: http://example.org/\n y\n",
        }.items():
            self.write(name, content)

    def test_a_folder(self):
        self.make_folder()
        self.write("single.eml", message(5))
        self.write("picture.jpg", PICTURE)
        self.write("large.eml", message(5) + "http://example.org/\n" * 1000)
        inputs = ("single.eml", "mail", "picture.jpg", "mail/cur/", "large.eml", self.folder / "mail/inbox")
        rows = self.assert_same(*inputs, pieces=10)
        self.assertGreater(len({json.loads(row)["source"] for row in rows.splitlines()}), 60)
        self.assertIn(True, {bool(e["range"]) and e["in_folder"] for e in self.entries().values()})
        shutil.rmtree(self.out)
        for kind in ("maildir", "mh"):
            with self.subTest(kind):
                self.assert_same("mail", command=["links", "--input", kind], pieces=2)
                shutil.rmtree(self.out)

    def test_what_is_no_mail_in_a_folder_is_told(self):
        self.make_folder()
        self.write("mail/inbox/3", PICTURE)
        self.write("mail/cur/1003.x:2,S", b"")
        self.assert_same("mail", pieces=5)

    def test_check_tells_of_a_file_that_cannot_be_read(self):
        self.write("mail/1", message(1))
        self.write("mail/2", PICTURE)
        self.write("mail/3", message(2))
        one = [json.loads(row) for row in self.one_run("mail", command=["check"]).stdout.splitlines()]
        status, _, err = self.spread("mail", command=["check"])
        self.assertEqual((status, len(err)), (1, 1))
        rows = [json.loads(row) for row in self.rows().splitlines()]
        self.assertEqual(sorted(map(str, rows)), sorted(map(str, one)))
        self.assertEqual([row["source"] for row in rows if row["code"] == "unreadable"], ["mail/2"])

    def test_the_format_of_the_pieces_may_be_named(self):
        self.write("a.mbox", make_mbox(range(30)))
        for form in (["--format", "jsonl"], ["--format=jsonl"]):
            self.assertEqual(self.spread("a.mbox", command=["links", *form])[0], 0)
            self.assertEqual(self.rows(), self.one_run("a.mbox").stdout)

    def test_so_many_files_are_a_piece(self):
        for number in range(2010):
            self.write(f"mail/{number}", "Subject: x\n\nhttp://example.org/\n")
        self.assert_same("mail", megabytes=1, pieces=2)
        self.assertEqual([len(entry["files"]) for entry in self.entries().values()], [2000, 10])

    def test_a_folder_with_a_symbolic_link_is_one_piece(self):
        self.make_folder()
        (self.folder / "mail/link").symlink_to("inbox")
        one = self.one_run("mail")
        status, _, err = self.spread("mail")
        self.assertEqual((status, len(err)), (0, 2))
        self.assertTrue(any("mail: holds links" in line for line in err), err)
        self.assertEqual(self.rows(), one.stdout)
        self.assertEqual([e["files"][0][0] for e in self.entries().values()], ["mail"])


class Again(DaskTest):
    def setUp(self):
        super().setUp()
        self.archive = self.write("a.mbox", make_mbox(range(100)))
        self.log = self.folder / "log"
        self.mimebase = self.make_wrapper('echo "$*" >> "$folder/log"')

    def done_now(self):
        """The number of pieces that were read since the last call."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        self.log.write_text("")
        return len(lines)

    def run_first(self):
        self.assertEqual(self.spread("a.mbox", mimebase=self.mimebase)[0], 0)
        names = self.pieces()
        self.assertEqual(self.done_now(), len(names))
        self.assertGreater(len(names), 5)
        return names

    def test_a_second_run_does_nothing(self):
        self.run_first()
        before = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in self.out.iterdir()}
        self.assertEqual(self.spread("a.mbox", mimebase=self.mimebase), (0, [], []))
        self.assertEqual(self.done_now(), 0)
        after = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in self.out.iterdir()}
        self.assertEqual({p: content for p, (_, content) in before.items()}, {p: c for p, (_, c) in after.items()})
        del before[self.out / "manifest.jsonl"], after[self.out / "manifest.jsonl"]
        self.assertEqual(before, after)

    def test_what_is_gone_or_half_written_is_done_again(self):
        names = self.run_first()
        rows = self.rows()
        whole = (self.out / names[1]).read_bytes()
        (self.out / names[1]).write_bytes(whole[:-20])
        (self.out / names[3]).unlink()
        run_id = json.loads((self.out / "manifest.jsonl").read_text().splitlines()[0])["id"]
        begun = self.out / f"{names[2]}.{run_id}.0123.part"
        begun.write_bytes(b"{")
        with open(self.out / "manifest.jsonl", "a") as manifest:
            manifest.write('{"piece": "piece-0000')
        status, _, err = self.spread("a.mbox", mimebase=self.mimebase)
        self.assertEqual((status, len(err)), (0, 1))
        self.assertIn("2 pieces", err[0])
        self.assertEqual(self.done_now(), 2)
        self.assertFalse(begun.exists())
        self.assertEqual(self.rows(), rows)

    def test_files_of_others_stay(self):
        """Files in the folder with names like those of pieces, from another run or made by hand."""
        self.out.mkdir()
        others = ["piece-000999.jsonl", "piece-000001.jsonl.bak", "piece-000001.jsonl.0123.part", "piece-7.jsonl",
                  "piece-000001.jsonl.0123.4567.part"]
        for name in others:
            (self.out / name).write_text("mine")
        one = self.one_run("a.mbox").stdout
        for _ in range(2):
            self.assertEqual(self.spread("a.mbox", mimebase=self.mimebase)[0], 0)
            self.assertEqual(b"".join((self.out / name).read_bytes() for name in sorted(self.entries())), one)
            self.assertEqual([(self.out / name).read_text() for name in others], ["mine"] * len(others))
        status, _, err = self.spread("a.mbox", mimebase=self.mimebase, megabytes=100)
        self.assertEqual((status, len(self.entries())), (0, 1), err)
        self.assertEqual(self.pieces(), sorted([*others, "piece-000001.jsonl"]))

    def test_nothing_of_others_is_written_over(self):
        self.out.mkdir()
        other = self.out / "piece-000002.jsonl"
        other.write_text("mine")
        status, _, err = self.spread("a.mbox", mimebase=self.mimebase)
        self.assertEqual((status, len(err), other.read_text()), (3, 1, "mine"))
        self.assertIn("piece-000002.jsonl is not of this run", err[0])
        self.assertEqual(self.pieces(), ["piece-000002.jsonl"])
        self.assertEqual(self.done_now(), 0)
        other.unlink()
        self.assertEqual(self.spread("a.mbox", mimebase=self.mimebase)[0], 0)

    def test_another_build_of_the_same_version_is_another_run(self):
        self.run_first()
        with open(self.mimebase, "a") as wrapper:
            wrapper.write("# built anew\n")
        status, _, err = self.spread("a.mbox", mimebase=self.mimebase)
        self.assertEqual((status, len(err)), (2, 1))
        self.assertIn("holds another run", err[0])

    def test_a_changed_archive_is_read_again(self):
        other = self.write("b.mbox", make_mbox(range(50)))
        self.assertEqual(self.spread("a.mbox", "b.mbox", mimebase=self.mimebase)[0], 0)
        of_a = sum(entry["files"][0][0] == "a.mbox" for entry in self.entries().values())
        of_b = self.done_now() - of_a
        other.write_bytes(make_mbox(range(40)))
        status, _, err = self.spread("a.mbox", "b.mbox", mimebase=self.mimebase)
        self.assertEqual(status, 0)
        self.assertIn("b.mbox: has changed", err[0])
        self.assertEqual(self.done_now(), len(self.pieces()) - of_a)
        self.assertLess(len(self.pieces()), of_a + of_b)
        self.assertEqual(self.rows(), self.one_run("a.mbox", "b.mbox").stdout)

    def test_an_archive_that_changes_meanwhile_is_no_done_piece(self):
        names = self.run_first()
        (self.out / names[2]).unlink()
        wrapper = self.make_wrapper(f'touch -d 2001-01-01 "{self.archive}"')
        status, _, err = self.spread("a.mbox", mimebase=wrapper)
        self.assertEqual(status, 3)
        self.assertIn("a.mbox has changed", "\n".join(err))
        self.assertEqual([n for n, e in self.entries().items() if "error" in e], [names[2]])
        self.assertEqual(self.spread("a.mbox", mimebase=wrapper)[0], 0)
        self.assertEqual(self.rows(), self.one_run("a.mbox").stdout)

    def test_another_command_is_refused(self):
        self.run_first()
        rows = self.rows()
        status, _, err = self.spread("a.mbox", mimebase=self.mimebase, command=["links", "--rules", "whatwg"])
        self.assertEqual((status, len(err)), (2, 1))
        self.assertIn("holds another run", err[0])
        self.assertEqual(self.rows(), rows)

    def interrupt(self, number):
        wrapper = self.waiting_wrapper()
        process = self.start("a.mbox", mimebase=wrapper)
        self.addCleanup(process.kill)
        wait_for("both workers to begin", lambda: len(self.began()) == 2)
        process.send_signal(number)
        status, _, err = self.finish(process)
        self.assertEqual((status, len(err)), (130, 1), err)
        self.assertIn("interrupted", err[0])
        self.assertEqual(self.entries(), {})
        self.let_go()
        self.assertEqual(self.spread("a.mbox", mimebase=wrapper)[0], 0)
        self.assertEqual(self.rows(), self.one_run("a.mbox").stdout)

    def test_an_interrupted_run_goes_on(self):
        self.interrupt(signal.SIGINT)

    def test_a_killed_run_goes_on(self):
        self.interrupt(signal.SIGTERM)


class Failures(DaskTest):
    def test_a_piece_that_fails_is_told_and_tried_again(self):
        self.write("a.mbox", make_mbox(range(100)))
        wrapper = self.make_wrapper('case "$*" in *"--range 0:"*) ;; *) kill -9 $$ ;; esac')
        status, _, err = self.spread("a.mbox", mimebase=wrapper)
        self.assertEqual(status, 3)
        entries = self.entries()
        bad = [name for name, entry in entries.items() if "error" in entry]
        self.assertEqual(bad, sorted(entries)[1:])
        self.assertIn("mimebase ended with -9", entries[bad[0]]["error"])
        self.assertIn(f"{len(bad)} of {len(entries)} pieces could not be done", err[-1])
        self.assertEqual(self.pieces(), sorted(entries)[:1])
        self.make_wrapper(":")
        status, out, err = self.spread("a.mbox", mimebase=wrapper)
        self.assertEqual((status, len(out), err), (0, len(bad), []))
        self.assertEqual(self.rows(), self.one_run("a.mbox").stdout)

    def test_a_piece_that_fails_once_is_done(self):
        self.write("a.mbox", make_mbox(range(100)))
        wrapper = self.make_wrapper('mkdir "$folder/once" 2>/dev/null && kill -9 $$')
        self.assertEqual(self.spread("a.mbox", mimebase=wrapper)[0], 0)
        self.assertTrue((self.folder / "once").exists())
        self.assertEqual(self.rows(), self.one_run("a.mbox").stdout)

    def test_a_piece_that_takes_too_long(self):
        self.write("a.mbox", make_mbox(range(100)))
        wrapper = self.make_wrapper('case "$*" in *"--range 0:"*) ;; *) exec sleep 600 ;; esac')
        status, _, err = self.spread("a.mbox", mimebase=wrapper, options=("--piece-timeout", "2"), megabytes=0.009)
        self.assertEqual(status, 3)
        bad = [entry["error"] for entry in self.entries().values() if "error" in entry]
        self.assertEqual(len(bad), len(self.entries()) - 1)
        self.assertIn("took longer than 2 seconds", bad[0])
        self.make_wrapper(":")
        self.assertEqual(self.spread("a.mbox", mimebase=wrapper, megabytes=0.009)[0], 0)
        self.assertEqual(self.rows(), self.one_run("a.mbox").stdout)

    @unittest.skipIf(SANITIZED, "a sanitizer needs more than that")
    def test_a_piece_that_takes_too_much_memory(self):
        self.write("a.mbox", make_mbox(range(3)))
        wrapper = self.make_wrapper('ulimit -v > "$folder/limit"')
        self.assertEqual(self.spread("a.mbox", mimebase=wrapper, options=("--piece-memory", "1024"))[0], 0)
        self.assertEqual((self.folder / "limit").read_text(), "1000000\n")

    @unittest.skipUnless(HAS_FAULTS, NO_FAULTS)
    def test_a_piece_that_was_not_read_in_full_is_not_done(self):
        """A malformed message also gives exit status 1: only sources that were not read completely are tried again."""
        self.write("a.mbox", make_mbox(range(100)))
        faults = " ".join(f"{key}='{value}'" for key, value in faults_env("read:EIO@12000", "*/a.mbox").items())
        wrapper = self.make_wrapper(f"export {faults}")
        command = ["links", "--no-isolation"]  # faults strike in one process
        status, _, err = self.spread("a.mbox", mimebase=wrapper, command=command)
        self.assertEqual(status, 3, err)
        entries = self.entries()
        bad = [name for name, entry in entries.items() if "error" in entry]
        self.assertTrue(bad, err)
        self.assertIn("a.mbox: Input/output error: not read in full", entries[bad[0]]["error"])
        self.make_wrapper(":")
        self.assertEqual(self.spread("a.mbox", mimebase=wrapper, command=command)[0], 0)
        self.assertEqual(self.rows(), self.one_run("a.mbox").stdout)

    def test_a_limit_that_was_hit_is_done(self):
        self.write("a.mbox", make_mbox(range(100)))
        command = ["links", "--limits", "message=100"]
        self.assertEqual(self.spread("a.mbox", command=command)[0], 1)
        self.assertEqual({entry["status"] for entry in self.entries().values()}, {1})
        self.assertEqual(self.rows(), self.one_run("a.mbox", command=command).stdout)

    def test_usage(self):
        self.write("a.mbox", make_mbox(range(3)))
        for said, inputs, options in (
            ("--no-such", ["a.mbox"], {"command": ["links", "--no-such"]}),
            ("--unique", ["a.mbox"], {"command": ["links", "--unique"]}),
            ("--range", ["a.mbox"], {"command": ["links", "--range=0:7"]}),
            ("--quiet", ["a.mbox"], {"command": ["links", "--quiet"]}),
            ("--output", ["a.mbox"], {"command": ["links", "-o", "x"]}),
            ("--format csv", ["a.mbox"], {"command": ["links", "--format", "csv"]}),
            ("--format text", ["a.mbox"], {"command": ["links", "--format=text"]}),
            ("links, tree or check", ["a.mbox"], {"command": ["resolve"]}),
            ("INPUT stands before", ["a.mbox"], {"command": ["tree", "a.mbox"]}),
            ("standard input", ["-"], {}),
            ("INPUT", [], {}),
            ("none/mimebase", ["a.mbox"], {"mimebase": "none/mimebase"}),
        ):
            with self.subTest(said):
                status, _, err = self.spread(*inputs, **options)
                self.assertEqual(status, 2, err)
                self.assertIn(said, "\n".join(err))
                self.assertFalse(self.out.exists())
                self.assertFalse((self.folder / "x").exists())

    def test_another_version_on_a_worker(self):
        """The machine of the script is checked first."""
        self.write("a.mbox", make_mbox(range(3)))
        wrapper = self.write("wrapper", f"""#!/bin/sh
            if [ "$1" = --version ] && ! mkdir {self.folder}/first 2>/dev/null; then
              echo mimebase 0
            else
              exec {EXE} "$@"
            fi
            """)
        wrapper.chmod(0o755)
        status, _, err = self.spread("a.mbox", mimebase=wrapper)
        self.assertEqual(status, 3)
        self.assertRegex(err[0], "(ann|bob) has mimebase 0, not mimebase [0-9]")


if __name__ == "__main__":
    main()
