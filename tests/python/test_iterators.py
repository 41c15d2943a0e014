"""Iterators of the Python module: threads, interrupts, memory, and iterators that are not exhausted."""

import email
import gc
import io
import os
import signal
import subprocess
import sys
import threading
import time

from package import FOLDER, SAMPLES, PythonTest, main, mimebase

MESSAGE = b"From a@example.org Thu Jan  1 00:00:00 2004\nMessage-ID: <%d@example.org>\n" \
          b"Content-Type: text/html\nX: http://h.example/\n\n%s\n\n"


def threads():
    return len(os.listdir("/proc/self/task"))


def open_files():
    return len(os.listdir("/proc/self/fd"))


class Iterators(PythonTest):
    def mbox(self, messages, links=20):
        body = b"".join(b'<a href="p%d">some text</a>\n' % i for i in range(links))
        path = self.folder / f"{messages}.mbox"
        with open(path, "wb") as file:
            for number in range(messages):
                file.write(MESSAGE % (number, body))
        return path

    def test_kinds_of_sources(self):
        path = SAMPLES / "nested.eml"
        content = path.read_bytes()
        expected = [(link.reference, link.resolved) for link in mimebase.links(path)]
        self.assertTrue(expected)
        with open(path, "rb") as file:
            for source in (content, io.BytesIO(content), file, email.message_from_bytes(content), iter([path]), (p for p in [str(path)])):
                self.assertEqual([(link.reference, link.resolved) for link in mimebase.links(source)], expected, type(source))
        with open(path) as file, self.assertRaisesRegex(TypeError, "binary mode"):
            mimebase.links(file)
        with self.assertRaisesRegex(TypeError, "NoneType"):
            mimebase.resolve("http://a/", None)

    def test_showing_rows_takes_none(self):
        rows = mimebase.links([SAMPLES / "nested.eml", b"<&"])
        self.assertRegex(repr(rows), r"\A<mimebase\.Rows: \d+ messages read, \d+ problems?>\Z")
        total = len(list(mimebase.links(SAMPLES / "nested.eml")))
        self.assertEqual(len(list(rows)), total)
        self.assertEqual(repr(rows), "<mimebase.Rows: 1 messages read, 1 problem>")
        self.assertIn("neither mail nor a known document", rows._repr_html_())

    def test_wrong_usage(self):
        for error, call in ((FileNotFoundError, lambda: mimebase.links("none.mbox")),
                            (FileNotFoundError, lambda: mimebase.check([SAMPLES, self.folder / "none"])),
                            (NotADirectoryError, lambda: mimebase.tree(SAMPLES / "three.mbox" / "x")),
                            (ValueError, lambda: mimebase.links(SAMPLES, rules="rfc9999")),
                            (ValueError, lambda: mimebase.links(SAMPLES, status="resolved,lost")),
                            (ValueError, lambda: mimebase.links(SAMPLES, base_headers="subject")),
                            (ValueError, lambda: mimebase.links(SAMPLES, retrieval_url="relative/x")),
                            (ValueError, lambda: mimebase.links(SAMPLES, limits={"deep": 1})),
                            (ValueError, lambda: mimebase.links(SAMPLES, jobs=2000)),
                            (ValueError, lambda: mimebase.links(SAMPLES, input="maildirs")),
                            (ValueError, lambda: mimebase.links([b"x", b"y"], range=(1, 2))),
                            (ValueError, lambda: mimebase.links(SAMPLES, range=(2, 1))),
                            (ValueError, lambda: mimebase.check(SAMPLES, code="no-bass")),
                            (ValueError, lambda: list(mimebase.links(SAMPLES / "nested.eml", range=(1, 2)))),
                            (ValueError, lambda: mimebase.links(SAMPLES, since="2026", until="2025")),
                            (ValueError, lambda: mimebase.links(SAMPLES, limits={"depth": 0})),
                            (ValueError, lambda: mimebase.links(SAMPLES, status="!lost")),
                            (TypeError, lambda: mimebase.links(SAMPLES, rule="rfc1808")),
                            (TypeError, lambda: mimebase.links(SAMPLES, limits={"depth": "x"})),
                            (TypeError, lambda: mimebase.links(SAMPLES, jobs="many")),
                            (TypeError, lambda: mimebase.links(3)),
                            (TypeError, lambda: mimebase.tree(SAMPLES, status="resolved"))):
            with self.assertRaises(error):
                call()
        for sentence, keywords in (("^rules: .*rfc1808, draft-05, rfc3986, whatwg", {"rules": "x"}),
                                   ('^status: .*did you mean "resolved"', {"status": "resolvde"}),
                                   ("^since 2026 is after until 2025: ", {"since": "2026", "until": "2025"}),
                                   ("^retrieval_url .* is relative", {"retrieval_url": "x"}),
                                   ("^jobs: .* not in range 1 to 1024$", {"jobs": 2000})):
            with self.assertRaisesRegex(ValueError, sentence):
                mimebase.links(SAMPLES, **keywords)

    def test_problems_are_kept_and_not_printed(self):
        unreadable = self.write("unreadable.bin", "hello\n")
        code = "import sys, mimebase; rows = mimebase.links(sys.argv[1:]); print(len(list(rows))); print(*rows.problems, sep='\\n')"
        printed = self.in_python(code, unreadable, SAMPLES / "three.mbox").splitlines()
        self.assertEqual(printed[1:], [f"{unreadable}: is neither mail nor a known document (--content-type TYPE reads it as a document of that type, such as text/plain)"])
        self.assertGreater(int(printed[0]), 3)
        rows = mimebase.links(self.mbox(100), limits={"heading": 40})
        self.assertEqual(rows.problems, ())
        rows.columns()
        self.assertEqual((len(rows.problems), rows.messages), (100, 100))

    def test_the_end_stays_the_end(self):
        rows = mimebase.links(SAMPLES / "three.mbox")
        self.assertGreater(len(list(rows)), 3)
        self.assertEqual((list(rows), next(rows, None), rows.messages), ([], None, 3))
        rows.close()
        self.assertEqual((list(rows), rows.messages), ([], 3))

    def test_abandoned(self):
        path = self.mbox(20_000)
        for isolated in (True, False):
            before = threads(), open_files()
            for give_up in (lambda rows: rows.close(), lambda rows: rows.__exit__(None, None, None), lambda rows: None):
                rows = mimebase.links(path, jobs=4, isolated=isolated)
                self.assertEqual(next(rows).reference, "p0")
                self.assertGreater(open_files(), before[1])
                give_up(rows)
                del rows
                gc.collect()
                self.assertEqual((threads(), open_files()), before)
            with mimebase.tree(path, isolated=isolated) as rows:
                next(rows)
            self.assertEqual(list(rows), [])
            mimebase.links(path, isolated=isolated)  # never begun
            self.assertEqual((threads(), open_files()), before)

    def test_abandoned_in_a_long_message(self):
        path = self.write("long.eml", MESSAGE % (1, b"<a href=x>y" * 3_000_000))
        rows = mimebase.links(path)
        next(rows)
        start = time.monotonic()
        rows.close()
        self.assertLess(time.monotonic() - start, 10)

    def test_one_iterator_from_several_threads(self):
        path = self.mbox(5_000)
        wanted = [(row.message, row.start) for row in mimebase.links(path)]
        rows = mimebase.links(path, jobs=2)
        got = [[] for _ in range(4)]
        takers = [threading.Thread(target=lambda own=own: own.extend((r.message, r.start) for r in rows)) for own in got]
        for taker in takers:
            taker.start()
        for taker in takers:
            taker.join()
        self.assertEqual(sorted(sum(got, [])), wanted)
        for own in got:
            self.assertEqual(own, sorted(own))

    def test_several_iterators_in_several_threads(self):
        wanted = [row for row in mimebase.links(SAMPLES)]
        got = [None] * 8

        def take(i):
            got[i] = list(mimebase.links(SAMPLES, jobs=1 + i % 3))

        takers = [threading.Thread(target=take, args=(i,)) for i in range(len(got))]
        for taker in takers:
            taker.start()
        for taker in takers:
            taker.join()
        for rows in got:
            self.assertEqual(rows, wanted)

    def test_python_runs_meanwhile(self):
        rows = mimebase.links(self.mbox(30_000), jobs=1, context="no-such-context")
        ticks, done = 0, threading.Event()
        taker = threading.Thread(target=lambda: (list(rows), done.set()))
        taker.start()
        while not done.is_set():
            time.sleep(0.001)
            ticks += 1
        taker.join()
        self.assertEqual(rows.messages, 30_000)
        self.assertGreater(ticks, 20)

    def test_memory_does_not_grow_with_the_input(self):
        code = """
import resource, sys, mimebase
rows = mimebase.links(sys.argv[1], jobs=2)
print(sum(1 for row in rows), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
        small, large = (list(map(int, self.in_python(code, self.mbox(n)).split())) for n in (5_000, 80_000))
        self.assertEqual((small[0], large[0]), (100_000, 1_600_000))
        self.assertLess(large[1] - small[1], 24_000)  # kilobytes; all rows are some 500,000

    def test_a_row_that_is_kept_keeps_itself_alone(self):
        code = """
import resource, sys, mimebase
kept = [row for row in mimebase.links(sys.argv[1], jobs=2) if row.start < 30]
print(len(kept), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""
        small, large = (list(map(int, self.in_python(code, self.mbox(n)).split())) for n in (2_000, 40_000))
        self.assertGreater(large[0], 20 * small[0] - 1)
        self.assertLess(large[1] - small[1], 70_000)

    def interrupted(self, code, path):
        """Runs a process that is interrupted once it reports that it has started."""
        process = subprocess.Popen([sys.executable, "-c", code, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env={**os.environ, "PYTHONPATH": FOLDER},
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
        self.assertEqual(process.stdout.readline(), b"begun\n")
        time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        return output.decode(), errors.decode()

    def test_interrupted(self):
        begin = "import sys, mimebase\nrows = mimebase.links(sys.argv[1]%s)\nprint('begun', flush=True)\ntry:\n    %s\n" \
                "except KeyboardInterrupt:\n    print('interrupted', rows.messages)\n"
        fifo = self.folder / "fifo.eml"
        os.mkfifo(fifo)
        writer = os.open(fifo, os.O_RDWR)
        self.addCleanup(os.close, writer)
        output, errors = self.interrupted(begin % ("", "next(rows)"), fifo)
        self.assertEqual((output, errors), ("interrupted 0\n", ""))
        long = self.mbox(150_000)
        for what in ("rows.columns()", "list(rows)", "next(rows)"):
            with self.subTest(what):
                output, errors = self.interrupted(begin % (", context='none', jobs=1", what), long)
                self.assertRegex(output, "^interrupted [0-9]+\n$")
                self.assertLess(int(output.split()[1]), 150_000)
                self.assertEqual(errors, "")

    def test_the_end_of_the_process(self):
        path = self.mbox(20_000)
        for code in ("import sys, mimebase; rows = mimebase.links(sys.argv[1], jobs=4); print(next(rows).reference)",
                     "import sys, mimebase; rows = mimebase.links(sys.argv[1], jobs=4); print(next(rows).reference); sys.exit(0)"):
            for _ in range(5):
                self.assertEqual(self.in_python(code, path), "p0\n")

    def test_forked(self):
        code = """
import os, sys, mimebase
rows = mimebase.links(sys.argv[1], jobs=4, isolated=sys.argv[2] == "True")
next(rows)  # some more are buffered
child = os.fork()
if child == 0:
    for take in (next, list, lambda rows: rows.columns()):
        try:
            print("taken", take(rows), flush=True)
        except RuntimeError as error:
            print(error, flush=True)
    del rows
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
print(1 + len(list(rows)))
"""
        for isolated in (True, False):
            *said, rows = self.in_python(code, self.mbox(20_000), str(isolated)).splitlines()
            self.assertEqual(said, ["these rows can only be read by the process that created them"] * 3)
            self.assertEqual(int(rows), 400_000)

    def test_many_one_after_another(self):
        message = (SAMPLES / "nested.eml").read_bytes()
        before = open_files(), threads()
        for isolated, times in ((True, 50), (False, 2000)):
            for _ in range(times):
                self.assertEqual(len(list(mimebase.links(message, isolated=isolated))), 9)
            self.assertEqual((open_files(), threads()), before)

    def test_very_many_inputs_at_once(self):
        rows = mimebase.links([b"Subject: x\n\nhttp://h.example/%d\n" % i for i in range(5000)])
        self.assertEqual([row.reference for row in rows], [f"http://h.example/{i}" for i in range(5000)])


if __name__ == "__main__":
    main()
