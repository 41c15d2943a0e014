"""Complete runs: ranges of an mbox, messages with very many rows, progress, and interruption."""

import gzip
import os
import pty
import re
import select
import signal
import sqlite3
import subprocess
import time

from support import EXE, SAMPLES, CliTest, main, rows_of, run, signals_by_default, wait_for_output

FROM = b"From sender@example.org Thu Jan  1 00:00:00 2004\n"


def message(number, links=3):
    anchors = "".join(f'<a href="../../above/the/root/{number}/{i}">{i}</a>\n' for i in range(links))
    return (
        f"Message-ID: <{number}@example.org>\nContent-Type: text/html\nBase: <URL:http://example.org/a/>\n\n{anchors}"
    ).encode()


def mbox(messages):
    return b"".join(FROM + text + b"\n" for text in messages)


class Ranges(CliTest):
    def setUp(self):
        super().setUp()
        self.path = self.write("all.mbox", mbox(message(n, n % 4) for n in range(40)))
        self.size = self.path.stat().st_size
        self.whole = self.rows("links", self.path)

    def pieces(self, cuts):
        rows, first = [], 1
        for start, end in zip(cuts, cuts[1:]):
            rows += self.rows("links", "--range", f"{start}:{end}", "--first-message", str(first), self.path)
            tree = self.rows("tree", "--range", f"{start}:{end}", self.path)
            first += len({row["message"] for row in tree})
        return rows

    def test_pieces_are_the_whole_wherever_it_is_cut(self):
        step = 1009  # a prime: cuts anywhere in a message
        self.assertEqual(self.pieces([*range(0, self.size, step), self.size]), self.whole)
        from_line = self.whole[-1]["offset"]
        for cut in (*range(from_line - 2, from_line + 3), from_line + len(FROM) - 1, from_line + len(FROM)):
            with self.subTest(cut):
                self.assertEqual(self.pieces([0, cut, self.size]), self.whole)

    def test_message_counts_within_the_range(self):
        last = self.whole[-1]
        rows = self.rows("links", "--range", f"{last['offset']}:", self.path)
        self.assertEqual(rows, [{**row, "message": 1} for row in self.whole if row["offset"] == last["offset"]])

    def test_open_ends(self):
        self.assertEqual(self.rows("links", "--range", ":", self.path), self.whole)
        self.assertEqual(self.rows("links", "--range", f":{self.size}", self.path), self.whole)
        self.assertEqual(self.rows("links", "--range", "7:7", self.path), [])
        self.assertEqual(self.rows("links", "--range", f"{self.size}:", self.path), [])

    def test_standard_input(self):
        half = self.size // 2
        with open(self.path, "rb") as file:
            rows = rows_of(self.run_ok("links", "--format=jsonl", "--range", f"{half}:", stdin=file))
        self.assertEqual(rows, [{**row, "source": "-"} for row in self.rows("links", "--range", f"{half}:", self.path)])

    def test_wrong_usage(self):
        for text in ("5", "5:4", "a:b", "1:2:3", "-1:5", ":99999999999999999999"):
            with self.subTest(text):
                self.assert_fails(2, "is not a byte range", "links", f"--range={text}", self.path)
        self.assert_fails(2, "a single message", "links", "--range=0:9", SAMPLES / "nested.eml")
        self.assert_fails(2, "is a folder", "links", "--range=0:9", SAMPLES)
        self.assert_fails(2, "one INPUT", "links", "--range=0:9", self.path, self.path)
        for number in ("0", "-3", "+3", "x", "99999999999999999999"):
            self.assert_fails(2, "--first-message", "links", f"--first-message={number}", self.path)
            if number != "0":
                self.assert_fails(2, "--rows", "report", f"--rows={number}", "-o", self.folder / "r.html", self.path)

    def test_a_database_takes_ranges_one_after_another(self):
        database = self.folder / "all.sqlite"
        half = self.size // 2
        for text in (f":{half}", f"{half}:", f":{half}"):  # the third is there already
            self.run_ok("links", "--quiet", "--append", "-o", database, "--range", text, self.path)
        with sqlite3.connect(database) as connection:
            count = connection.execute("SELECT count(*) FROM links").fetchone()[0]
        connection.close()
        self.assertEqual(count, len(self.whole))


class LongMessages(CliTest):
    """A message with a few megabytes of rows, which are passed on in pieces."""

    COUNT = 14000

    def setUp(self):
        super().setUp()
        self.path = self.write("long.mbox", mbox([message(0), message(1, self.COUNT), message(2), message(3, self.COUNT)]))

    def test_the_same_for_any_number_of_threads(self):
        for command in (["links"], ["links", "--unique"], ["links", "--top=urls"], ["check"], ["tree"]):
            for form in ("jsonl", "csv", "text"):
                with self.subTest(command, form=form):
                    one, four = (self.run_ok(*command, "--format", form, "-j", str(j), self.path) for j in (1, 4))
                    self.assertTrue(one)
                    self.assertEqual(one, four)
        self.assertEqual(len(self.rows("links", "-j4", self.path)), 2 * self.COUNT + 10)

    def test_unique_rows_are_kept_in_a_file(self):
        done = self.assert_fails(3, "temporary file", "links", "--unique", "--format=jsonl", self.path, env={"TMPDIR": "/none-such"})
        self.assertIn(b"/none-such: No such file", done.stderr)
        self.assertEqual(len(self.rows("links", "--unique", self.path)), 2 * self.COUNT + 7)

    def test_a_database_has_each_message_once(self):
        for j in (1, 4):
            database = self.folder / f"{j}.sqlite"
            self.run_ok("links", "-j", str(j), "-o", database, self.path)
            with sqlite3.connect(database) as connection:
                self.assertEqual(connection.execute("SELECT count(*) FROM message").fetchone()[0], 4)
                self.assertEqual(connection.execute("SELECT count(*) FROM reference").fetchone()[0], 2 * self.COUNT + 10)
                self.assertEqual(connection.execute("SELECT count(*) FROM part").fetchone()[0], 8)
            connection.close()


class Limits(CliTest):
    def test_a_message_that_is_too_long_is_cut_and_reported(self):
        path = self.write("m.mbox", mbox([message(1, 2000), message(2), message(3, 2000)]))
        said = "".join(f"mimebase: {path}: message {n}: longer than 1024 bytes: the rest is not read\n" for n in (1, 3))
        for command in ("links", "tree", "check"):
            for j in ("1", "4"):
                done = run(command, "--format=jsonl", "--limits=message=1K", "-j", j, path)
                self.assertEqual((done.returncode, done.stderr.decode()), (1, said))
                rows = rows_of(done.stdout)
                self.assertEqual({row["message_id"] for row in rows}, {"1@example.org", "2@example.org", "3@example.org"})
                self.assertEqual({row["message"] for row in rows}, {1, 2, 3})
        hits = [row for row in rows if row["code"] == "limit-hit"]
        self.assertEqual([(row["message"], row["part"], row["severity"]) for row in hits],
                         [(1, None, "error"), (3, None, "error")])

    def test_a_bomb_is_cut_and_reported(self):
        bomb = gzip.compress(mbox([message(1)]) + FROM + b"Subject: 2\n\n" + bytes(70 << 20))
        path = self.write("bomb.gz", bomb)
        done = run("check", "--format=jsonl", "--limits=ratio=20,message=1M", path)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"decompresses to more than 20 times its size", done.stderr)
        hits = [(row["source"], row["message"]) for row in rows_of(done.stdout) if row["code"] == "limit-hit"]
        self.assertEqual(hits, [(str(path), 2), (str(path), None)])


class Interrupted(CliTest):
    def interrupt(self, signal_number, *arguments):
        """The exit status of a run that is interrupted while it waits for more input."""
        process = subprocess.Popen([EXE, *map(os.fspath, arguments)], stdin=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=signals_by_default)
        with process:
            process.stdin.write(mbox([message(0), message(1)]))
            process.stdin.flush()
            wait_for_output(process, self.folder)
            time.sleep(0.05)  # handlers are set when there is a file
            process.send_signal(signal_number)
            said = process.stderr.read()
        return process.returncode, said

    def test_no_partial_file(self):
        self.write("out.jsonl", "old")
        aborted = b"mimebase: ended before the output was written\n"
        for signal_number, status, sentence in (
            (signal.SIGINT, 130, b""),
            (signal.SIGTERM, 143, b""),
            (signal.SIGHUP, 129, b""),
            (signal.SIGQUIT, 131, b""),
            (signal.SIGXCPU, 3, b"mimebase: the CPU time limit of the system was reached\n"),
            (signal.SIGABRT, 3, aborted),  # as a C library ends what it cannot go on with
            (signal.SIGTRAP, 3, aborted),  # as GLib does where there is no memory
        ):
            for name in ("out.csv", "new.sqlite", "new.jsonl.gz"):
                with self.subTest(signal_number, name=name):
                    done = self.interrupt(signal_number, "links", "-o", self.folder / name)
                    self.assertEqual(done, (status, sentence))
                    self.assertEqual(os.listdir(self.folder), ["out.jsonl"])
        self.assertEqual((self.folder / "out.jsonl").read_text(), "old")

    def test_what_is_ignored_stays_ignored(self):
        for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):  # nohup; a job in the background
            with self.subTest(number):
                self.run_ignoring(number, self.folder / f"{number.name}.jsonl")

    def run_ignoring(self, number, path):
        process = subprocess.Popen([EXE, "links", "-o", path], stdin=subprocess.PIPE,
                                   preexec_fn=lambda: signal.signal(number, signal.SIG_IGN))
        with process:
            wait_for_output(process, self.folder)
            time.sleep(0.05)
            process.send_signal(number)
            process.communicate(mbox([message(0)]))
        self.assertEqual(process.returncode, 0)
        self.assertEqual(len(rows_of(path.read_bytes())), 4)


class ProgressLine(CliTest):
    BIT = mbox([message(0, 2000)])

    def on_terminal(self, *arguments, bits=0):
        """Returns what a run writes to a terminal that is its standard error. This many chunks are fed to its standard input,
        and more until it has written something."""
        return self.said_to(*pty.openpty(), *arguments, bits=bits)

    def said_to(self, reading_end, its_end, *arguments, bits):
        process = subprocess.Popen(
            [EXE, *map(os.fspath, arguments)], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=its_end
        )
        os.close(its_end)
        said = b""
        with process:
            most = 100 * bits
            while most > 0 and (bits > 0 or not select.select([reading_end], [], [], 0)[0]):
                process.stdin.write(self.BIT)
                bits, most = bits - 1, most - 1
            process.stdin.close()
            while more := self.read(reading_end):
                said += more
        os.close(reading_end)
        self.assertEqual(process.returncode, 0, said)
        return said.decode()

    @staticmethod
    def read(terminal):
        try:
            return os.read(terminal, 65536)
        except OSError:  # the other end is closed
            return b""

    def test_it_is_there_and_goes(self):
        said = self.on_terminal("links", bits=20)
        lines = [line for line in said.split("\r\x1b[K") if line]
        self.assertTrue(lines, said)
        for line in lines:
            self.assertRegex(line, r"^[\d,]+ messages  \d+ MB  \d+ MB/s$")
        self.assertTrue(said.endswith("\r\x1b[K"), said)

    def test_a_log_has_whole_lines(self):
        lines = self.said_to(*os.pipe(), "links", "-j1", "--progress", bits=20).splitlines()
        self.assertTrue(lines)
        for said in lines:
            self.assertRegex(said, r"^[\d,]+ messages  \d+ MB  \d+ MB/s$")

    def test_none_where_it_is_not_wanted(self):
        path = self.write("large.mbox", self.BIT * 60)
        for option in ("--no-progress", "--quiet"):
            self.assertEqual(self.on_terminal("links", option, path), "")
        self.assertEqual(run("links", path).stderr, b"")

    def on_terminal_into(self, kind, *arguments):
        """Returns what a run writes to a terminal that is its standard error, if the rows go elsewhere."""
        terminal, its_end = pty.openpty()
        script = {"pipe": '"$@" | cat >/dev/null', "file": '"$@" >rows', "null": '"$@" >/dev/null',
                  "named": '"$@" -o named', "fifo": '"$@" -o >(cat >/dev/null)'}[kind]
        process = subprocess.Popen(["bash", "-c", script, "bash", EXE, *map(os.fspath, arguments)], cwd=self.folder,
                                   stdin=subprocess.DEVNULL, stderr=its_end)
        os.close(its_end)
        said = b""
        with process:
            while more := self.read(terminal):
                said += more
        os.close(terminal)
        return said.decode()

    def test_only_where_the_rows_go_to_a_file(self):
        path = self.write("large.mbox", self.BIT * 300)
        for kind, is_shown in (("pipe", False), ("fifo", False), ("file", True), ("null", True), ("named", True)):
            with self.subTest(kind):
                said = self.on_terminal_into(kind, "links", "-j1", path)
                self.assertEqual("messages" in said, is_shown, said)
                self.assertIn("messages", self.on_terminal_into(kind, "links", "-j1", "--progress", path))

    def test_a_bar_where_the_size_is_known(self):
        path = self.write("large.mbox", self.BIT * 300)
        said = self.on_terminal("links", "--progress", "-j1", path)
        shown = re.findall(r"\[(=*)(>?) *\] +(\d+)%  ([\d,]+) messages  (\d+) MB  \d+ MB/s  \d+:\d\d left", said)
        self.assertTrue(shown, said)
        percents = [int(percent) for _, _, percent, _, _ in shown]
        self.assertEqual(percents, sorted(percents))
        for full, _, percent, _, size in shown:
            self.assertAlmostEqual(len(full), int(percent) * 24 / 100, delta=1, msg=said)
            self.assertEqual(int(size), round(path.stat().st_size / 1e6))


if __name__ == "__main__":
    main()
