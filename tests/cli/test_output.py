"""Where output goes: files that appear whole or not at all, full devices, broken pipes; the shape of JSON rows."""

import os
import resource
import signal
import subprocess

from support import CANDIDATE_KEYS, EXE, LINK_KEYS, SAMPLES, TREE_KEYS, CliTest, main, run, sample_files

MBOX = SAMPLES / "three.mbox"


class Files(CliTest):
    def test_the_ending_says_the_format(self):
        for name, form in (("a.jsonl", "jsonl"), ("a.txt", "text"), ("a", "text")):
            path = self.folder / name
            self.assertEqual(self.run_ok("links", "-o", path, MBOX), b"")
            self.assertEqual(path.read_bytes(), self.run_ok("links", f"--format={form}", MBOX))
        self.run_ok("links", "--format=text", "-o", self.folder / "b.jsonl", MBOX)
        self.assertEqual((self.folder / "b.jsonl").read_bytes(), self.run_ok("links", MBOX))

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
            self.assert_fails(2, "is INPUT and the output FILE", "links", "-o", output, SAMPLES / "nested.eml", path)
        self.assertEqual(path.read_bytes(), MBOX.read_bytes())

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
        # A mount of the process's own, which is gone with it.
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
        # Writers look at strings sixteen or more bytes at a time: the place of a control character matters.
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
