"""Runs of `rewrite`: files and folders in and out, threads, full disks, signals, and wrong usage."""

import gzip
import os
import resource
import shutil
import signal
import subprocess
import tarfile
import time

from rewriting import BASE, RewriteTest
from support import EXE, main, rows_of, run, signals_by_default, wait_for_output
from tables import FROM

MESSAGE = b"Subject: x\nContent-Type: text/html\n\n<a href=g>\n"
EXPECTED = MESSAGE.replace(b"=g", b"=http://h/d/g")
BOX = b"".join(FROM.encode() + MESSAGE.replace(b": x", b": %d" % number) + b"\n" for number in range(20))
NEW_BOX = BOX.replace(b"=g", b"=http://h/d/g")


def tree_of(folder):
    """Relative path -> bytes, for all files in a folder; None for empty folders."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found[str(path.relative_to(folder))] = path.read_bytes()
        elif not any(path.iterdir()):
            found[str(path.relative_to(folder))] = None
    return found


class Files(RewriteTest):
    def test_standard_streams(self):
        self.assertEqual(self.run_ok("rewrite", *BASE, input=MESSAGE), EXPECTED)
        self.assertEqual(self.run_ok("rewrite", *BASE, "-", input=MESSAGE), EXPECTED)
        self.assertEqual(self.run_ok("rewrite", *BASE, input=BOX), NEW_BOX)

    def test_files(self):
        path, out = self.write("in.eml", MESSAGE), self.folder / "out.eml"
        self.assertEqual(self.run_ok("rewrite", *BASE, path), EXPECTED)
        self.assertEqual(self.run_ok("rewrite", *BASE, "-o", out, path), b"")
        self.assertEqual(out.read_bytes(), EXPECTED)
        out.chmod(0o640)
        self.run_ok("rewrite", *BASE, "-o", out, self.write("in.mbox", BOX))
        self.assertEqual((out.read_bytes(), out.stat().st_mode & 0o777), (NEW_BOX, 0o640))

    def maildir(self, name="in"):
        folder = self.folder / name
        for sub in ("cur", "new", "tmp", ".Sent/cur", ".Sent/new", ".Sent/tmp"):
            (folder / sub).mkdir(parents=True)
        for place in ("cur/1.M1P1.h:2,S", "cur/2.M1P1.h:2,", "new/3.M1P1.h", ".Sent/cur/4.M1P1.h:2,RS"):
            (folder / place).write_bytes(MESSAGE)
        (folder / "cur/5.M1P1.h:2,S").write_bytes(b"Subject: nothing in it\n\nx\n")
        return folder

    def test_a_maildir(self):
        folder, out, rows = self.maildir(), self.folder / "out", self.folder / "manifest.jsonl"
        self.run_ok("rewrite", *BASE, "--manifest", rows, "-o", out, folder)
        expected = {path: content and content.replace(b"=g", b"=http://h/d/g")
                    for path, content in tree_of(folder).items()}
        self.assertEqual(tree_of(out), expected)
        self.assertEqual([row["source"] for row in rows_of(rows.read_bytes())],
                         [str(path) for path in sorted(folder.rglob("*.h*")) if path.read_bytes() == MESSAGE])

    def test_a_folder_that_is_there_is_not_overwritten(self):
        folder, out = self.maildir(), self.folder / "out"
        (out / "cur").mkdir(parents=True)
        (out / "cur" / "mine").write_bytes(b"mine")
        before = tree_of(out)
        done = run("rewrite", *BASE, "-o", out, folder)
        self.assertIn(done.returncode, (2, 3))
        self.assertIn(str(out).encode(), done.stderr)
        self.assertEqual(tree_of(out), before)

    def write_all(self, files):
        """A folder of these files."""
        for name, content in files.items():
            path = self.folder / "in" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        return self.folder / "in"

    def rewrite_folder(self, files, *options):
        """Returns the reports and the output files. Checks that the changes can be undone."""
        folder, out, back, rows = (self.write_all(files), *(self.folder / name for name in ("out", "back", "rows.jsonl")))
        done = run("rewrite", *BASE, *options, "--manifest", rows, "-o", out, folder)
        self.assertEqual(done.returncode, 1, done.stderr)
        written = tree_of(out)
        self.run_ok("rewrite", "--undo", rows, "-o", back, out)
        undone = {name: content and content.replace(b"=http://h/d/g", b"=g") for name, content in written.items()}
        self.assertEqual(tree_of(back), undone)
        self.assertEqual([path for path in self.folder.iterdir() if path.name.startswith(".")], [])
        return done.stderr.decode().replace(f"{self.folder}/", ""), written

    def test_two_files_of_one_name(self):
        said, written = self.rewrite_folder({"a.eml": MESSAGE, "a.eml.gz": gzip.compress(MESSAGE + b"2"),
                                             "b.eml.gz": gzip.compress(MESSAGE), "c/d.eml": MESSAGE})
        self.assertEqual(said, "mimebase: in/a.eml.gz: not written: out/a.eml holds in/a.eml (rename one of them)\n")
        self.assertEqual(written, {"a.eml": EXPECTED, "b.eml": EXPECTED, "c/d.eml": EXPECTED})

    def test_a_name_that_a_folder_has(self):
        said, written = self.rewrite_folder({"a.gz": gzip.compress(MESSAGE), "a/b.eml": MESSAGE, "c/cur.gz": gzip.compress(MESSAGE),
                                             "c/cur/1": MESSAGE, "c/cur/2": MESSAGE})
        self.assertEqual(said.count(": not written: "), 2, said)
        self.assertIn("mimebase: in/a/b.eml: not written: out/a/b.eml: Not a directory\n", said)
        self.assertIn("mimebase: in/c/cur.gz: not written: out/c/cur: File exists\n", said)
        self.assertEqual(written, {"a": EXPECTED, "c/cur/1": EXPECTED, "c/cur/2": EXPECTED})

    def test_a_name_that_is_an_ending_stays(self):
        folder = self.write_all({"a.eml": MESSAGE, "b/.gz": gzip.compress(MESSAGE)})
        self.run_ok("rewrite", *BASE, "-o", self.folder / "out", folder)
        self.assertEqual(tree_of(self.folder / "out"), {"a.eml": EXPECTED, "b/.gz": EXPECTED})

    def test_two_inputs_of_one_name(self):
        one, two = self.write("a.eml", MESSAGE), self.write_all({"a.eml": MESSAGE}) / "a.eml"
        for inputs, said in (((one, two), f"{two}: not written: {self.folder}/out/a.eml holds {one} "),
                             ((one, one), f"{one}: not written: {self.folder}/out/a.eml holds {one} ")):
            out = self.folder / "out"
            self.assert_fails(1, said, "rewrite", *BASE, "--force", "-o", f"{out}/", *inputs)
            self.assertEqual(tree_of(out), {"a.eml": EXPECTED})

    def test_a_file_that_is_cut_short(self):
        """It has 300 complete messages before its end."""
        packed = gzip.compress(BOX * 15 + bytes(range(256)) * 40)
        for cut in (packed[:-100], packed[:-4] + b"0000"):
            said, written = self.rewrite_folder({"a.eml": MESSAGE, "b.mbox.gz": cut, "c/d.eml": MESSAGE}, "-j1")
            self.assertEqual(said.count("mimebase: in/b.mbox.gz: not written: message 300 could not be read to its end\n"), 1, said)
            self.assertEqual(written, {"a.eml": EXPECTED, "c/d.eml": EXPECTED})
            for name in ("out", "back"):
                shutil.rmtree(self.folder / name)

    def test_a_name_is_free_again(self):
        """A file that could not be written does not reserve its name."""
        long = MESSAGE + b"y\n" * 5000
        said, written = self.rewrite_folder({"a.eml": long, "a.eml.gz": gzip.compress(MESSAGE)}, "--limits", "message=1K")
        self.assertEqual(said.count(": not written: "), 1, said)
        self.assertIn("in/a.eml: not written: message 1 is longer than --limits message allows", said)
        self.assertEqual(written, {"a.eml": EXPECTED})

    def test_a_long_message_among_others(self):
        """No output file has only some messages of an mbox, however long they are."""
        long = MESSAGE + b"<a href=g>\n" * 300_000
        said, written = self.rewrite_folder({"a.mbox": BOX + FROM.encode() + long + b"\n" + BOX, "b.eml": MESSAGE},
                                            "--limits", "message=2M")
        self.assertIn("in/a.mbox: not written: message 21 is longer", said)
        self.assertEqual(written, {"b.eml": EXPECTED})

    def test_containers(self):
        folder = self.write_all({"a.eml": MESSAGE, "z.eml": MESSAGE})
        for name in ("b.tar", "c!d.tgz"):
            with tarfile.open(folder / name, "w:gz" if name.endswith("gz") else "w") as box:
                for entry in ("1.eml", "2.eml", "sub!/3.eml"):
                    box.add(folder / "a.eml", entry)
        said, written = self.rewrite_folder({"x!y.eml": MESSAGE})
        self.assertEqual(said, "".join(f"mimebase: in/{name}: not written: it is a container (unpack it first)\n"
                                       for name in ("b.tar", "c!d.tgz")))
        self.assertEqual(written, {name: EXPECTED for name in ("a.eml", "x!y.eml", "z.eml")})

    def test_the_edits_of_a_large_file_are_kept_until_its_end(self):
        """More than may be held in memory: they wait in a file."""
        many = FROM.encode() + MESSAGE + b"<a href=g>\n" * 60_000 + b"\n"
        said, written = self.rewrite_folder({"a.mbox": many, "b.mbox.gz": gzip.compress(many + bytes(range(256)) * 40)[:-100]})
        self.assertIn("in/b.mbox.gz: not written: ", said)
        self.assertEqual(written, {"a.mbox": many.replace(b"=g", b"=http://h/d/g")})
        rows = rows_of((self.folder / "rows.jsonl").read_bytes())
        self.assertEqual((len(rows), {row["source"] for row in rows}), (60_001, {str(self.folder / "in/a.mbox")}))

    def test_a_folder_needs_an_output(self):
        self.assert_fails(2, "-o", "rewrite", *BASE, self.maildir())

    def test_an_input_is_not_the_output(self):
        path = self.write("in.eml", MESSAGE)
        hard, soft = self.folder / "hard", self.folder / "soft"
        os.link(path, hard)
        soft.symlink_to(path)
        for output in (path, hard, soft):
            for options in (("-o", output), ("-o", self.folder / "out", "--manifest", output)):
                with self.subTest(options):
                    done = run("rewrite", *BASE, *options, path)
                    self.assertEqual(done.returncode, 2, done.stderr)
                    self.assertEqual(path.read_bytes(), MESSAGE)
        folder = self.maildir()
        before = tree_of(folder)
        for output in (folder, folder / "cur", folder / "cur" / "1.M1P1.h:2,S", folder / "new" / "within"):
            with self.subTest(output):
                done = run("rewrite", *BASE, "-o", output, folder)
                self.assertIn(done.returncode, (2, 3), done.stderr)
                self.assertEqual(tree_of(folder), before)
        with open(path, "rb") as file:
            self.assert_fails(2, "standard input", "rewrite", *BASE, "-o", soft, stdin=file)
        self.assertEqual(path.read_bytes(), MESSAGE)

    def test_the_manifest_is_not_the_output(self):
        out = self.folder / "out"
        done = run("rewrite", *BASE, "-o", out, "--manifest", out, self.write("in.eml", MESSAGE))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertFalse(out.exists())

    def test_what_cannot_be_read_is_1(self):
        done = self.assert_fails(1, "none", "rewrite", *BASE, "-o", self.folder / "out", self.folder / "none")
        self.assertNotIn(b"Traceback", done.stderr)


class Undo(RewriteTest):
    def test_a_box(self):
        self.assertEqual(self.rewrite(BOX), NEW_BOX)
        self.assertEqual([edit["message"] for edit in self.manifest.edits], list(range(1, 21)))

    def test_a_maildir(self):
        folder, out, rows = Files.maildir(self), self.folder / "out", self.folder / "manifest.jsonl"
        self.run_ok("rewrite", *BASE, "--manifest", rows, "-o", out, folder)
        back = self.folder / "back"
        done = run("rewrite", "--undo", rows, "-o", back, out)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(tree_of(back), tree_of(folder))

    def test_a_folder_of_compressed_files(self):
        folder, out, rows = self.folder / "in", self.folder / "out", self.folder / "manifest.jsonl"
        folder.mkdir()
        for name in ("a.eml.gz", "b.eml.GZ"):
            (folder / name).write_bytes(gzip.compress(MESSAGE))
        self.run_ok("rewrite", *BASE, "--manifest", rows, "-o", out, folder)
        self.assertEqual(tree_of(out), {"a.eml": EXPECTED, "b.eml": EXPECTED})
        self.run_ok("rewrite", "--undo", rows, "-o", self.folder / "back", out)
        self.assertEqual(tree_of(self.folder / "back"), {"a.eml": MESSAGE, "b.eml": MESSAGE})

    def test_a_manifest_of_something_else(self):
        rows, wrong = self.folder / "manifest.jsonl", self.write("other.eml", MESSAGE)
        result = self.run_ok("rewrite", *BASE, "--manifest", rows, input=MESSAGE)
        table = (
            ("another message", rows.read_bytes(), MESSAGE + b"more"),
            ("a shorter one", rows.read_bytes(), result[:-20]),
            ("the original", rows.read_bytes(), MESSAGE),
            ("no JSON", b"nothing\n", result),
            ("no object", b"[1, 2]\n", result),
            ("half a row", rows.read_bytes()[:100], result),
            ("no ranges", rows.read_bytes().replace(b'"after":[', b'"after":"', 1), result),
            ("ranges backwards", rows.read_bytes().replace(b'"after":[', b'"after":[99999999,', 1), result),
            ("negative ranges", rows.read_bytes().replace(b'"after":[', b'"after":[-', 1), result),
            ("bytes that are no base64", rows.read_bytes().replace(b'"old":"g"', b'"old":null', 1).replace(
                b'"old_base64":"Zw=="', b'"old_base64":"!"', 1).replace(b'"old_base64":null', b'"old_base64":"!"', 1), result),
            ("rows twice", rows.read_bytes() * 2, result),
            ("a deep one", b"[" * 100_000 + b"\n", result),
        )
        out = self.folder / "out"
        for why, manifest, message in table:
            with self.subTest(why):
                done = run("rewrite", "--undo", self.write("wrong.jsonl", manifest), "-o", out, input=message)
                self.assertIn(done.returncode, (1, 2), done.stderr)
                self.assertTrue(done.stderr.startswith(b"mimebase: "), done.stderr)
                self.assertFalse(out.exists())
            out.unlink(missing_ok=True)
        self.assertEqual(wrong.read_bytes(), MESSAGE)

    def test_no_edits(self):
        rows = self.folder / "manifest.jsonl"
        plain = b"Subject: x\n\ny\n"
        self.assertEqual(self.run_ok("rewrite", "--manifest", rows, input=plain), plain)
        self.assertEqual(rows.read_bytes(), b"")
        self.assertEqual(self.run_ok("rewrite", "--undo", rows, input=plain), plain)


class Run(RewriteTest):
    def big(self, copies=3000):
        return self.write("big.mbox", BOX * copies)

    def test_threads(self):
        big = self.big(300)
        made = set()
        for workers in ("-j1", "-j2", "-j7"):
            rows = self.folder / f"rows{workers}"
            out = self.run_ok("rewrite", *BASE, workers, "--manifest", rows, big)
            made.add((out, rows.read_bytes()))
        ((out, _),) = made
        self.assertEqual(out, NEW_BOX * 300)

    def test_output_that_is_full(self):
        path = self.write("in.eml", MESSAGE)
        with open("/dev/full", "wb") as full:
            done = run("rewrite", *BASE, path, stdout=full)
            self.assertEqual(done.returncode, 3)
            self.assertIn(b"standard output", done.stderr)
        for options in (("-o", "/dev/full"), ("-o", self.folder / "out", "--manifest", "/dev/full"),
                        ("-o", self.folder / "none" / "out"), ("--manifest", self.folder / "none" / "rows")):
            with self.subTest(options):
                done = run("rewrite", *BASE, *options, path)
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertTrue(done.stderr.startswith(b"mimebase: "), done.stderr)

    def small_files_only(self):
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    def test_no_partial_file(self):
        big, out, rows = self.big(), self.write("out.mbox", "old"), self.write("rows.jsonl", "old")
        for options in (("-o", out), ("-o", out, "--manifest", rows)):
            # Python ignores SIGXFSZ; passed on, the write fails instead of ending the program.
            done = run("rewrite", *BASE, *options, big, preexec_fn=self.small_files_only, restore_signals=False)
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertEqual((out.read_text(), rows.read_text()), ("old", "old"))
        self.assertEqual(sorted(os.listdir(self.folder)), ["big.mbox", "out.mbox", "rows.jsonl"])

    def test_no_partial_folder(self):
        folder = Files.maildir(self)
        (folder / "cur" / "9.M1P1.h:2,").write_bytes(MESSAGE + b"x" * 200_000)
        done = run("rewrite", *BASE, "-o", self.folder / "out", folder, preexec_fn=self.small_files_only,
                   restore_signals=False)
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(os.listdir(self.folder), ["in"])

    def test_a_disk_that_fills(self):
        big, disk = self.big(), self.folder / "disk"
        disk.mkdir()
        # A private mount, which disappears with the process.
        script = """folder=$1; shift
            mount -t tmpfs -o size=400k none "$folder" && echo old >"$folder/out" || exit 77
            "$@" -o "$folder/out" --manifest "$folder/rows"; status=$?
            cd "$folder" && echo * && cat out; exit $status"""
        unshare = ["unshare", "--mount", *(["--map-root-user"] if os.geteuid() else [])]
        command = [*unshare, "bash", "-c", script, "bash", disk, EXE, "rewrite", *BASE, big]
        done = subprocess.run([os.fspath(word) for word in command], capture_output=True)
        if done.returncode == 77 or done.stderr.startswith(b"unshare:"):
            self.skipTest("no file system can be mounted here")
        self.assertEqual((done.returncode, done.stdout), (3, b"out\nold\n"), done.stderr)
        self.assertIn(b"No space left on device", done.stderr)

    def test_an_interrupt(self):
        big = self.big(30_000)
        out = self.folder / "out" / "new.mbox"
        out.parent.mkdir()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number), subprocess.Popen(
                    [EXE, "rewrite", *BASE, "--manifest", out.parent / "rows", "-o", out, big], stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE, preexec_fn=signals_by_default) as process:
                wait_for_output(process, out.parent)
                process.send_signal(number)
                said = process.stderr.read()
                self.assertEqual(process.wait(timeout=60), 128 + number, said)
                self.assertEqual(os.listdir(out.parent), [])

    def test_an_interrupt_of_a_folder(self):
        folder = Files.maildir(self)
        for number in range(20_000):
            (folder / "cur" / f"1{number:06d}.M1P1.h:2,").write_bytes(MESSAGE)
        (self.folder / "out").mkdir()
        with subprocess.Popen([EXE, "rewrite", *BASE, "-o", self.folder / "out" / "maildir", folder], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, preexec_fn=signals_by_default) as process:
            deadline = time.monotonic() + 60
            while not os.listdir(self.folder / "out") and process.poll() is None and time.monotonic() < deadline:
                time.sleep(0.005)
            process.send_signal(signal.SIGINT)
            said = process.stderr.read()
            self.assertEqual(process.wait(timeout=60), 128 + signal.SIGINT, said)
        self.assertEqual(os.listdir(self.folder / "out"), [])

    def test_a_reader_that_goes(self):
        big = self.big()
        for workers in ("-j1", "-j4"):
            with subprocess.Popen([EXE, "rewrite", *BASE, workers, big], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE) as process:
                self.assertTrue(process.stdout.readline().startswith(b"From "))
                process.stdout.close()
                self.assertEqual(process.stderr.read(), b"")
                self.assertIn(process.wait(timeout=60), (0, -signal.SIGPIPE))

    def test_a_message_that_is_longer_than_the_limit_is_not_written_in_part(self):
        long, out = MESSAGE + b"y\n" * 5000, self.folder / "out"
        for message in (long, FROM.encode() + long + b"\n" + FROM.encode() + MESSAGE):
            done = self.assert_fails(3, "--limits message", "rewrite", *BASE, "--limits", "message=1K", input=message)
            self.assertEqual(done.stdout, b"")
            self.assert_fails(3, "--limits message", "rewrite", *BASE, "--limits", "message=1K", "-o", out, input=message)
            self.assertFalse(out.exists())


class Usage(RewriteTest):
    def test_wrong_usage(self):
        path = self.write("in.eml", MESSAGE)
        for arguments in (("--only", "html,pdf"), ("--only", ""), ("--cid", "x"), ("--base", "x"), ("--if-dkim", "x"),
                          ("--format", "jsonl"), ("--retrieval-url", "mailto:a@b"), ("--undo", "/dev/null", "--annotate")):
            with self.subTest(arguments):
                done = run("rewrite", *arguments, path)
                self.assertEqual((done.returncode, done.stdout), (2, b""), done.stderr)
                self.assertTrue(done.stderr.startswith(b"mimebase: "), done.stderr)

    def test_quiet(self):
        message = b"DKIM-Signature: v=1; bh=A; b=B\nSubject: x\n" + MESSAGE
        self.assertNotEqual(run("rewrite", *BASE, input=message).stderr, b"")
        self.assertEqual(run("rewrite", *BASE, "--quiet", input=message).stderr, b"")


if __name__ == "__main__":
    main()
