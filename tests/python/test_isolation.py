"""Isolated processes of the Python module: what a message does to them, threads, copies of the process, and their end."""

import contextlib
import os
import resource
import signal
import struct
import subprocess
import sys
import threading
import time

from package import FOLDER, PLANTED, SAMPLES, PythonTest, descendants, main, message, mimebase


def is_running(pid):
    """Not for one that has ended, and only waits for its parent."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def parent_of(pid):
    with open(f"/proc/{pid}/stat") as file:
        return int(file.read().rpartition(")")[2].split()[1])


class Isolation(PythonTest):
    def mbox(self, messages, faults=None):
        path = self.folder / f"{messages}-{len(faults or ())}.mbox"
        path.write_bytes(b"".join(message(number, (faults or {}).get(number)) for number in range(1, messages + 1)))
        return path

    def planted(self):
        self.assertTrue(os.path.exists(PLANTED), PLANTED)
        os.environ["MIMEBASE_READ_ROWS"] = PLANTED
        self.addCleanup(os.environ.pop, "MIMEBASE_READ_ROWS", None)

    def assert_end(self, pids, seconds=30):
        end = time.monotonic() + seconds
        while time.monotonic() < end and any(map(is_running, pids)):
            time.sleep(0.02)
        self.assertEqual([pid for pid in pids if is_running(pid)], [])

    def test_a_message_that_ends_its_process_is_named(self):
        self.planted()
        faults = {3: "crash", 4: "abort", 60: "killed"}
        path = self.mbox(100, faults)
        for source, name in ((path, str(path)), (path.read_bytes(), "-")):
            for call, key in ((mimebase.links, "reference"), (mimebase.tree, "part"), (mimebase.check, "code")):
                wanted = [(row.message, row[key]) for row in call(path, isolated=False) if row.message not in faults]
                rows = call(source, jobs=2)
                got = [(row.message, row[key]) for row in rows if row.message not in faults]
                self.assertEqual(got, wanted)
                self.assertEqual(len(rows.problems), len(faults), rows.problems)
                for sentence, number in zip(rows.problems, sorted(faults)):
                    self.assertRegex(sentence, f"^{name}: message {number} at byte [0-9]+: cannot be read to its end: ")
        self.assertEqual(descendants(os.getpid()), {})

    def test_a_worker_that_sends_what_it_may_not(self):
        self.planted()
        for fault in ("send rows", "send rubbish", "send files"):
            rows = mimebase.links(self.mbox(5, {2: fault}))
            self.assertEqual({row.message for row in rows}, {1, 3, 4, 5})
            self.assertEqual(len(rows.problems), 1)

    def test_rows_are_the_same_without_isolation(self):
        inputs = [SAMPLES, self.write("no.txt", "hello\n"), (SAMPLES / "nested.eml").read_bytes(), b"hello", b""]
        for call, options in ((mimebase.links, {}), (mimebase.links, {"unique": True}), (mimebase.tree, {}),
                              (mimebase.check, {}), (mimebase.check, {"summary": True}),
                              (mimebase.links, {"limits": {"references": 1}}), (mimebase.check, {"severity": "error"})):
            isolated, alone = call(inputs, **options), call(inputs, isolated=False, **options)
            self.assertEqual(list(isolated), list(alone), options)
            self.assertEqual(isolated.problems, alone.problems)
            self.assertEqual(isolated.messages, alone.messages)
        rows = mimebase.links(SAMPLES, isolated=False)
        next(rows)
        self.assertEqual(descendants(os.getpid()), {})

    def test_threads_meanwhile(self):
        path = self.mbox(300)
        wanted = [(row.message, row.start) for row in mimebase.links(path, isolated=False)]
        stop = threading.Event()

        def allocate():
            while not stop.is_set():
                [bytearray(number) for number in range(2000)]
                os.getenv("HOME")

        busy = [threading.Thread(target=allocate) for _ in range(4)]
        got = [None] * 4

        def take(i):
            got[i] = [(row.message, row.start) for row in mimebase.links(path, jobs=1 + i % 2)]

        takers = [threading.Thread(target=take, args=(i,)) for i in range(len(got))]
        for thread in busy + takers:
            thread.start()
        for thread in takers:
            thread.join()
        stop.set()
        for thread in busy:
            thread.join()
        for rows in got:
            self.assertEqual(rows, wanted)

    def test_a_row_reader_outlives_the_thread_that_began_it(self):
        rows = mimebase.links(self.mbox(5000), jobs=2)
        first = []
        thread = threading.Thread(target=lambda: first.append(next(rows)))
        thread.start()
        thread.join()
        self.assertEqual(len(first) + len(list(rows)), 105_000)
        self.assertEqual(rows.problems, ())

    def test_an_iterator_that_is_closed_leaves_no_process(self):
        path = self.mbox(20_000)
        for give_up in (lambda rows: rows.close(), lambda rows: None):
            rows = mimebase.links(path, jobs=2)
            next(rows)
            processes = descendants(os.getpid())
            self.assertGreaterEqual(len(processes), 3)  # the program, a reader, a worker
            give_up(rows)
            del rows
            self.assertEqual(descendants(os.getpid()), {})
            self.assert_end(processes)

    def test_a_copy_of_the_process_reads_nothing_and_ends_nothing(self):
        rows = mimebase.links(self.mbox(3000), jobs=2)
        next(rows)
        child = os.fork()
        if child == 0:
            status = 1
            try:
                next(rows)
            except RuntimeError:
                rows.close()
                del rows
                status = 0
            finally:
                os._exit(status)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(1 + len(list(rows)), 63_000)  # the Base is a reference, too
        self.assertEqual(rows.problems, ())

    def test_processes_end_with_an_interpreter_that_is_killed(self):
        code = "import sys, time, mimebase\nrows = mimebase.links(sys.argv[1], jobs=2)\nnext(rows)\nprint(flush=True)\ntime.sleep(600)"
        process = subprocess.Popen([sys.executable, "-c", code, self.mbox(20_000)], stdout=subprocess.PIPE,
                                   env={**os.environ, "PYTHONPATH": FOLDER})
        process.stdout.readline()
        processes = descendants(process.pid)
        self.assertGreaterEqual(len(processes), 3)
        process.kill()
        process.communicate()
        self.assert_end(processes)

    def test_the_program_itself_is_killed(self):
        rows = mimebase.links(self.mbox(20_000), jobs=1)
        next(rows)
        processes = descendants(os.getpid())
        (program,) = (pid for pid in processes if parent_of(pid) == os.getpid())
        os.kill(program, signal.SIGKILL)
        with self.assertRaisesRegex(RuntimeError, "the program that reads mail was ended by signal 9"):
            list(rows)
        self.assert_end(processes)
        self.assertEqual(descendants(os.getpid()), {})

    def helper(self, code):
        """Replaces the program that reads mail. Its socket is descriptor 3."""
        path = self.write("helper", f"#!{sys.executable}\nimport os, struct, time\n"
                                    "def send(kind, body=b''):\n"
                                    "    os.write(3, struct.pack('=IIQQQ', kind, 0, len(body), 0, 0) + body)\n" + code)
        path.chmod(0o755)
        os.environ["MIMEBASE_READ_ROWS"] = str(path)
        self.addCleanup(os.environ.pop, "MIMEBASE_READ_ROWS", None)

    def test_a_program_that_asks_for_inputs_without_end(self):
        self.helper("while True: send(2)\n")
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for inputs in ([SAMPLES], [SAMPLES] * 10, [b"Subject: x\n\nhttp://a.example/"] * 10):
            with self.assertRaisesRegex(RuntimeError, "the program that reads mail (ended|was ended)"):
                next(mimebase.links(inputs))
        self.assertLess(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, 50_000)

    def test_lack_of_memory_is_not_recognised_by_a_sentence(self):
        words = b"out of memory"
        for code, kind in ((1, RuntimeError), (3, OSError), (8, MemoryError)):
            body = struct.pack("=QQQ", 1, code, len(words)) + words + struct.pack("=10Q", *[0] * 10)
            self.helper(f"send(4, {body!r})\ntime.sleep(100)\n")
            with self.assertRaises(kind):
                next(mimebase.links(SAMPLES))

    def test_the_program_is_not_there(self):
        os.environ["MIMEBASE_READ_ROWS"] = str(self.folder / "none")
        self.addCleanup(os.environ.pop, "MIMEBASE_READ_ROWS", None)
        with self.assertRaisesRegex(RuntimeError, "/none: No such file or directory"):
            next(mimebase.links(SAMPLES))
        os.environ["MIMEBASE_READ_ROWS"] = "/bin/true"
        with self.assertRaisesRegex(RuntimeError, "the program that reads mail ended with status 0"):
            next(mimebase.links(SAMPLES))
        self.assertGreater(len(list(mimebase.links(SAMPLES, isolated=False))), 100)

    def test_standard_input(self):
        code = "import sys, mimebase; print([row.reference for row in mimebase.links(['-', b'Subject: y\\n\\nhttp://b.example/', '-'])])"
        done = subprocess.run([sys.executable, "-c", code], input=b"Subject: x\n\nhttp://a.example/\n", capture_output=True,
                              env={**os.environ, "PYTHONPATH": FOLDER})
        self.assertEqual(done.stdout.decode(), "['http://a.example/', 'http://b.example/']\n", done.stderr)


if __name__ == "__main__":
    main()
