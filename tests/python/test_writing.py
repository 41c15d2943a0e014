"""report() and extract() of the Python module: what they write is what the command writes."""

import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

from package import EXE, FOLDER, PLANTED, SAMPLES, PythonTest, descendants, main, message, mimebase

ARCHIVE = SAMPLES / "web-archive.mht"
MBOX = SAMPLES / "three.mbox"
REPORTS = [
    ([], {}),
    (["--rows", "3"], {"rows": 3}),
    (["--as", "thunderbird", "--rules", "whatwg"], {"as_": "thunderbird", "rules": "whatwg"}),
    (["--retrieval-url", "http://r.example/", "--base-headers", "base"],
     {"retrieval_url": "http://r.example/", "base_headers": "base"}),
    (["--limits", "parts=1", "-j", "1"], {"limits": {"parts": 1}, "jobs": 1}),
    (["--no-isolation"], {"isolated": False}),
    (["--from", "*e*", "--since", "2000", "--until", "2024-11-18"], {"from_": "*e*", "since": "2000", "until": "2024-11-18"}),
    (["--message", "1"], {"message": 1}),
]
EXTRACTS = [
    (ARCHIVE, "folder", [], {}),
    (ARCHIVE, "page.html", ["--single-file"], {"single_file": True}),
    (ARCHIVE, "a.warc.gz", [], {}),
    (MBOX, "a.wacz", ["--page-url", "http://h.example/{message}"], {"page_url": "http://h.example/{message}"}),
    (ARCHIVE, "active", ["--no-active"], {"no_active": True}),
    (ARCHIVE, "online", ["--online", "--rules", "whatwg"], {"online": True, "rules": "whatwg"}),
    (MBOX, "all", [], {}),
    (MBOX, "second", ["--message", "2"], {"message": 2}),
]


def files_of(path):
    """The bytes of a file, or of all files in a folder by their names."""
    if path.is_file():
        return path.read_bytes()
    return {str(file.relative_to(path)): file.read_bytes() for file in path.rglob("*") if file.is_file()}


class Writing(PythonTest):
    def command(self, *arguments):
        done = subprocess.run([EXE, *map(str, arguments)], capture_output=True)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        # Skipped files are counted for people who read the terminal.
        said = [line.removeprefix("mimebase: ") for line in done.stderr.decode().splitlines()]
        return [line for line in said if not line.endswith(" skipped")]

    def test_reports_are_those_of_the_command(self):
        wanted, given = self.folder / "wanted.html", self.folder / "given.html"
        for arguments, options in REPORTS:
            with self.subTest(options):
                said = self.command("report", SAMPLES, "-o", wanted, *arguments)
                written = mimebase.report(SAMPLES, given, **options)
                self.assertEqual(given.read_bytes(), wanted.read_bytes())
                self.assertEqual(list(written.problems), said)
                self.assertEqual((written.path, written.notes), (str(given), ()))
                self.assertGreater(written.messages, 20)

    def test_extracted_files_are_those_of_the_command(self):
        for source, name, arguments, options in EXTRACTS:
            with self.subTest(name):
                wanted, given = self.folder / "wanted" / name, self.folder / "given" / name
                wanted.parent.mkdir(exist_ok=True)
                given.parent.mkdir(exist_ok=True)
                self.command("extract", source, "-o", wanted, *arguments)
                written = mimebase.extract(source, given, **options)
                self.assertEqual(files_of(given), files_of(wanted))
                self.assertGreater(len(files_of(given)), 0)
                self.assertEqual((written.problems, written.notes), ((), ()))
                with self.assertRaisesRegex(ValueError, "use force"):
                    mimebase.extract(source, given, **options)
                mimebase.extract(source, given, force=True, **options)
                self.assertEqual(files_of(given), files_of(wanted))

    def test_a_message_by_its_message_id(self):
        (second,) = {row.message_id for row in mimebase.links(MBOX, message=2)}
        for wanted in (second, f"<{second}>", 2, "2"):
            path = self.folder / "page.html"
            mimebase.extract(MBOX, path, message=wanted, single_file=True, force=True)
            given = path.read_bytes()
            mimebase.extract(MBOX, path, message=2, single_file=True, force=True)
            self.assertEqual(given, path.read_bytes())

    def test_content_is_what_a_file_is(self):
        by_path, by_content = self.folder / "path", self.folder / "content"
        mimebase.extract(ARCHIVE, by_path)
        mimebase.extract(ARCHIVE.read_bytes(), by_content)
        self.assertEqual(files_of(by_content), files_of(by_path))
        with open(ARCHIVE, "rb") as file:
            written = mimebase.report([MBOX, file], self.folder / "r.html")
        self.assertEqual((written.messages, written.problems), (4, ()))
        with self.assertRaisesRegex(ValueError, "only one input"):
            mimebase.report([b"A: b", b"A: b"], self.folder / "r.html")

    def test_what_is_no_mail_gives_a_problem_and_no_output(self):
        written = mimebase.extract(b"hello\n", self.folder / "none")
        self.assertEqual((written.messages, len(written.problems)), (0, 1))
        self.assertTrue(written.problems[0].startswith("-: "), written.problems)
        written = mimebase.extract(MBOX, self.folder / "none", message="no@such")
        self.assertIn("does not exist", written.problems[0])
        self.assertEqual(os.listdir(self.folder), [])

    def test_wrong_use_is_an_exception(self):
        for error, call in (
            (ValueError, lambda: mimebase.report(SAMPLES, "-")),
            (ValueError, lambda: mimebase.report(SAMPLES, self.folder / "x.csv")),
            (ValueError, lambda: mimebase.report(SAMPLES, self.folder / "x.html", rules="rfc2396")),
            (ValueError, lambda: mimebase.report(MBOX, MBOX)),
            (ValueError, lambda: mimebase.report([SAMPLES, MBOX], f"{SAMPLES}/../{SAMPLES.name}/{MBOX.name}")),
            (ValueError, lambda: mimebase.extract([MBOX, MBOX], self.folder / "x")),
            (ValueError, lambda: mimebase.extract(MBOX, self.folder / "x.html", single_file=True)),
            (ValueError, lambda: mimebase.extract(MBOX, self.folder / "x.html")),
            (ValueError, lambda: mimebase.report(SAMPLES, f"{self.folder}/x.html\0y")),
            (TypeError, lambda: mimebase.extract(MBOX, self.folder / "x", message=2.5)),
            (TypeError, lambda: mimebase.report(MBOX, self.folder / "x.html", rows="many")),
            (TypeError, lambda: mimebase.report(MBOX, None)),
            (FileNotFoundError, lambda: mimebase.report(self.folder / "none.mbox", self.folder / "x.html")),
            (OSError, lambda: mimebase.report(MBOX, self.folder / "none" / "x.html")),
        ):
            with self.assertRaises(error) as raised:
                call()
            self.assertNotIn("--", str(raised.exception))
        self.assertEqual(os.listdir(self.folder), [])

    def test_an_output_is_no_input(self):
        mail = self.folder / "mail"
        mail.mkdir()
        (mail / "1.eml").write_bytes(MBOX.read_bytes())
        (self.folder / "link").symlink_to(mail)
        for call in (
            lambda: mimebase.extract(mail / "1.eml", mail, force=True),
            lambda: mimebase.extract(mail / "1.eml", self.folder / "link", force=True),
            lambda: mimebase.extract(mail, self.folder / "link" / "new"),
            lambda: mimebase.extract(mail / "1.eml", f"{mail}/../mail/new/..", force=True),
            lambda: mimebase.report(mail, self.folder / "link" / "1.eml"),
        ):
            with self.assertRaises((ValueError, OSError)):
                call()
            self.assertEqual((mail / "1.eml").read_bytes(), MBOX.read_bytes())
        self.assertEqual((sorted(os.listdir(self.folder)), os.listdir(mail)), (["link", "mail"], ["1.eml"]))

    def test_names_are_any_bytes(self):
        name = os.fsencode(self.folder) + b"/\xff --forced\n.html"
        written = mimebase.extract(ARCHIVE, name, single_file=True)
        self.assertEqual(os.fsencode(written.path), name)
        with self.assertRaisesRegex(ValueError, " --forced\n.html: exists: use force"):
            mimebase.extract(ARCHIVE, name, single_file=True)
        with self.assertRaises(OSError):
            mimebase.report(ARCHIVE, name + b"/x")

    def test_a_message_that_ends_its_process_is_named(self):
        os.environ["MIMEBASE_READ_ROWS"], before = PLANTED, os.environ.get("MIMEBASE_READ_ROWS")
        self.addCleanup(lambda: os.environ.update(MIMEBASE_READ_ROWS=before) if before else os.environ.pop("MIMEBASE_READ_ROWS"))
        path = self.write("m.mbox", b"".join(message(number, "crash" if number == 3 else None) for number in range(1, 9)))
        written = mimebase.report(path, self.folder / "r.html")
        self.assertEqual(len(written.problems), 1)
        self.assertIn("message 3", written.problems[0])
        self.assertIn(b"http://example.org/a/8/19", (self.folder / "r.html").read_bytes())
        written = mimebase.extract(path, self.folder / "folder")
        self.assertIn("message 3", written.problems[0])
        self.assertIn("8/index.html", files_of(self.folder / "folder"))

    def test_threads_meanwhile(self):
        wanted = self.folder / "wanted.html"
        mimebase.report(SAMPLES, wanted)
        paths = [self.folder / f"{number}.html" for number in range(4)]
        threads = [threading.Thread(target=mimebase.report, args=(SAMPLES, path)) for path in paths]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual({path.read_bytes() for path in paths}, {wanted.read_bytes()})
        self.assertEqual(descendants(os.getpid()), {})

    def assert_ends_without_output(self, end):
        big = self.write("big.mbox", b"".join(message(number) for number in range(1, 30_000)))
        output = self.folder / "output"
        output.mkdir()
        code = ("import sys, mimebase\ntry:\n  mimebase.extract(sys.argv[1], sys.argv[2])\n"
                "except KeyboardInterrupt:\n  print('interrupted')")
        process = subprocess.Popen([sys.executable, "-c", code, str(big), str(output / "folder")], stdout=subprocess.PIPE,
                                   env={**os.environ, "PYTHONPATH": FOLDER})
        started = {}
        while process.poll() is None and (len(started) < 2 or not os.listdir(output)):
            time.sleep(0.01)
            started = descendants(process.pid)
        self.assertGreaterEqual(len(started), 2)
        end(process, started)
        said = process.communicate()[0]
        limit = time.monotonic() + 30
        while os.listdir(output) and time.monotonic() < limit:
            time.sleep(0.02)
        self.assertEqual(os.listdir(output), [])
        return process.returncode, said

    def test_an_interrupt_ends_it(self):
        status, said = self.assert_ends_without_output(lambda process, _: process.send_signal(signal.SIGINT))
        self.assertEqual((status, said), (0, b"interrupted\n"))

    def test_it_ends_with_an_interpreter_that_is_killed(self):
        self.assert_ends_without_output(lambda process, _: process.kill())

    def test_a_program_that_is_terminated(self):
        def end(process, started):
            for pid in started:
                if pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1] == str(process.pid):
                    os.kill(pid, signal.SIGTERM)

        status, _ = self.assert_ends_without_output(end)
        self.assertEqual(status, 1)


if __name__ == "__main__":
    main()
