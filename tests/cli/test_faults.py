"""System calls that fail, one after the other: what can be read is in the output, and the rest is reported."""

import contextlib
import gzip
import io
import lzma
import os
import pathlib
import sqlite3
import subprocess
import tarfile
import unittest
import zipfile

from support import EXE, HAS_FAULTS, NO_FAULTS, CliTest, main, rows_of, run


def message(number, size=200):
    return (f"Message-ID: <{number}@example.org>\nFrom: a@example.org\nSubject: message {number}\n"
            f"Base: <URL:http://example.org/{number}/>\n\n<URL:../up/{number}>\n" + ("x" * 60 + "\n") * (size // 61))


def make_mbox(count, size=200):
    return "".join(f"From a@example.org Thu Jan  1 00:00:{n % 60:02} 2004\n{message(n, size)}\n"
                   for n in range(count)).encode()


@unittest.skipUnless(HAS_FAULTS, NO_FAULTS)
class FaultsTest(CliTest):
    pass


class Shim(FaultsTest):
    """The module itself: without real faults, every test would pass."""

    def test_a_rule_that_means_nothing_is_refused(self):
        for rule in ("read", "read:", "read:ENOTHING", "read:EIO#", "read:EIO@x", "read:short=0"):
            with self.subTest(rule), self.assertRaises(AssertionError):
                run("links", faults=rule)

    def test_a_fault_that_does_not_strike_fails_the_test(self):
        with self.assertRaises(AssertionError):
            run("links", input=message(1).encode(), faults="read:EIO@5000000")


class Reading(FaultsTest):
    """Short or interrupted reads change nothing."""

    def setUp(self):
        super().setUp()
        mbox = make_mbox(40)
        self.inputs = {
            "message": self.write("one.eml", message(1)),
            "mbox": self.write("small.mbox", mbox),
            "large mbox": self.write("large.mbox", make_mbox(1200, 1000)),
            "gzip": self.write("a.gz", gzip.compress(mbox)),
            "xz": self.write("a.xz", lzma.compress(mbox)),
            "tar": self.make_tar("a.tar"),
            "zip": self.make_zip("a.zip"),
            "Maildir": self.make_maildir("mail"),
        }

    def make_tar(self, name):
        with tarfile.open(self.folder / name, "w") as tar:
            for number in range(20):
                member = tarfile.TarInfo(f"mail/{number}")
                member.size = len(message(number))
                tar.addfile(member, io.BytesIO(message(number).encode()))
        return self.folder / name

    def make_zip(self, name):
        with zipfile.ZipFile(self.folder / name, "w", zipfile.ZIP_DEFLATED) as file:
            for number in range(20):
                file.writestr(f"mail/{number}.eml", message(number))
        return self.folder / name

    def make_maildir(self, name):
        for number in range(20):
            (self.folder / name / "cur").mkdir(parents=True, exist_ok=True)
            self.write(f"{name}/cur/{1000000000 + number}.x:2,S", message(number))
        return self.folder / name

    def assert_the_same(self, faults, **options):
        for what, path in self.inputs.items():
            with self.subTest(what, faults=faults):
                wanted = self.run_ok("links", "--format=jsonl", path)
                done = run("links", "--format=jsonl", path, faults=faults, faults_path=f"{path}*", **options)
                self.assertEqual((done.returncode, done.stderr), (0, b""))
                self.assertEqual(done.stdout, wanted)

    def test_short_reads(self):
        self.assert_the_same("read:short=7")
        self.assert_the_same("read:short=1000")

    def test_reads_that_are_interrupted(self):
        self.assert_the_same("read:EINTR#1")

    def test_both(self):
        self.assert_the_same("read:EINTR%3 read:short=11")

    def test_pipes(self):
        for what, path in self.inputs.items():
            if path.is_dir():
                continue
            for faults in ("read:short=13", "read:EINTR%2"):
                with self.subTest(what, faults=faults):
                    content = path.read_bytes()
                    wanted = run("links", "--format=jsonl", input=content)
                    done = run("links", "--format=jsonl", input=content, faults=faults, faults_path="pipe:*")
                    self.assertEqual((done.returncode, done.stderr, wanted.returncode), (0, b"", 0))
                    self.assertEqual(done.stdout, wanted.stdout)


class Cut(FaultsTest):
    """A source that fails while it is read, or that another program truncates: what was read is in the output, the rest is reported."""

    def test_a_source_that_cannot_be_read_on(self):
        small, large = make_mbox(40), make_mbox(3000, 1500)
        other = self.write("other.eml", message(7))
        rows_of_other = self.run_ok("links", "--format=jsonl", other)
        for name, content, at, fault, said in (
            ("small.mbox", small, 5000, "EIO", "Input/output error"),
            ("large.mbox", large, 3_000_000, "EIO", "Input/output error"),
            ("large.mbox", large, 4096, "EIO", "Input/output error"),
            ("small.mbox", small, 5000, "END", "became shorter while it was read"),
            ("large.mbox", large, 3_000_000, "END", "became shorter while it was read"),
            ("one.eml", message(3, 3_000_000).encode(), 2_500_000, "END", "became shorter while it was read"),
            ("one.eml", message(3).encode(), 150, "EIO", "Input/output error"),
        ):
            path = self.write(name, content)
            whole = self.run_ok("links", "--format=jsonl", path)
            for jobs in ("-j1", "-j3"):
                with self.subTest(name, at=at, fault=fault, jobs=jobs):
                    out = self.folder / "out.jsonl"
                    done = run("links", jobs, "-o", out, path, other, faults=f"read:{fault}@{at}",
                               faults_path=f"*/{name}")
                    err = done.stderr.decode().splitlines()
                    self.assertEqual(done.returncode, 1, err)
                    self.assertEqual(err[0], f"mimebase: {path}: {said}: not read in full")
                    rows = out.read_bytes()
                    self.assertTrue(rows.endswith(rows_of_other))
                    rows = rows[:-len(rows_of_other)]
                    self.assertTrue(whole.startswith(rows))
                    if name.endswith(".mbox"):
                        self.assertLess(len(rows), len(whole))
                        self.assertRegex(err[1], "message [0-9]+, the last one, may be incomplete$")
                    self.assertEqual(sorted(p.name for p in self.folder.glob("out*")), ["out.jsonl"])

    def test_check_has_a_row_for_it(self):
        path = self.write("a.mbox", make_mbox(40))
        done = run("check", "--format=jsonl", path, faults="read:EIO@5000", faults_path="*/a.mbox")
        self.assertEqual(done.returncode, 1)
        rows = [row for row in rows_of(done.stdout) if row["code"] == "unreadable"]
        self.assertEqual([(row["source"], row["severity"]) for row in rows], [(str(path), "error")] * 2)

    def test_a_file_of_a_folder(self):
        for number in range(5):
            (self.folder / "mail" / "cur").mkdir(parents=True, exist_ok=True)
            self.write(f"mail/cur/{number}.x:2,S", message(number))
        for fault, said in (("read:EIO@50", "Input/output error"), ("read:END@50", "became shorter while it was read"),
                            ("open:EIO", "Input/output error"), ("open:ENOENT", "disappeared after its folder was listed")):
            with self.subTest(fault):
                done = run("links", "--format=jsonl", self.folder / "mail", faults=fault, faults_path="*2.x:2,S")
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertEqual(done.stderr.decode(),
                                 f"mimebase: {self.folder}/mail/cur/2.x:2,S: {said}: not read in full\n")
                numbers = {pathlib.Path(row["source"]).name[0] for row in rows_of(done.stdout)}
                self.assertEqual(numbers - {"2"}, set("0134"))

    def test_containers(self):
        mbox = make_mbox(2000, 3000)
        for name, content in (("a.gz", gzip.compress(mbox)), ("a.xz", lzma.compress(mbox)),
                              ("a.tar", self.tar_of(mbox)), ("a.zip", self.zip_of(mbox))):
            path = self.write(name, content)
            whole = self.run_ok("links", "--format=jsonl", path)
            for fault in ("EIO", "END"):
                with self.subTest(name, fault=fault):
                    at = len(content) * 3 // 4
                    done = run("links", "--format=jsonl", path, faults=f"read:{fault}@{at}", faults_path=f"*/{name}")
                    self.assertEqual(done.returncode, 1)
                    self.assertIn(f"{path}: {'Input/output error' if fault == 'EIO' else 'became shorter'}",
                                  done.stderr.decode())
                    if name != "a.zip":  # its directory is at its end
                        self.assertTrue(whole.startswith(done.stdout))

    @staticmethod
    def tar_of(mbox):
        content = io.BytesIO()
        with tarfile.open(fileobj=content, mode="w") as tar:
            member = tarfile.TarInfo("mail.mbox")
            member.size = len(mbox)
            tar.addfile(member, io.BytesIO(mbox))
        return content.getvalue()

    @staticmethod
    def zip_of(mbox):
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("mail.mbox", mbox)
        return content.getvalue()

    def test_a_large_mbox_that_is_cut_while_its_rows_wait(self):
        """Without the module: the program waits for the reader of its rows, and its input is truncated in the meantime."""
        path = self.write("a.mbox", make_mbox(20000, 500))
        other = self.write("other.eml", message(7))
        process = subprocess.Popen([EXE, "links", "-j1", "--format=jsonl", path, other], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, bufsize=0)
        first = process.stdout.read(1000)  # unbuffered: the rest is communicate()'s
        os.truncate(path, 4096)
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 1, err)
        self.assertIn(f"{path}: became shorter while it was read: not read in full", err.decode())
        rows = rows_of(first + out)
        self.assertEqual(rows[-1]["source"], str(other))


class Writing(FaultsTest):
    """A failed write leaves nothing behind, and existing files stay."""

    def setUp(self):
        super().setUp()
        self.mbox = self.write("a.mbox", make_mbox(2000))
        self.out = self.folder / "out"
        self.out.mkdir()

    def test_disks_that_fill_or_fail(self):
        for name in ("rows.jsonl", "rows.csv", "rows.txt"):
            for fault, said in (("ENOSPC@5000", "No space left"), ("EIO", "Input/output error"),
                                ("EDQUOT", "quota")):
                for old in (None, b"old"):
                    with self.subTest(name, fault=fault, old=old):
                        for rest in self.out.iterdir():
                            rest.unlink()
                        path = self.out / name
                        if old is not None:
                            path.write_bytes(old)
                        done = run("links", "-o", path, self.mbox, faults=f"write:{fault}", faults_path=f"{self.out}/*")
                        self.assertEqual(done.returncode, 3, done.stderr)
                        self.assertIn(said, done.stderr.decode())
                        self.assertIn(str(path), done.stderr.decode())
                        self.assertEqual([p.name for p in self.out.iterdir()], [name] if old is not None else [])
                        self.assertEqual(path.read_bytes() if old is not None else None, old)

    def test_short_and_interrupted_writes_change_nothing(self):
        for name in ("rows.jsonl", "rows.csv", "rows.txt"):
            path = self.out / name
            self.run_ok("links", "-o", path, self.mbox)
            wanted = path.read_bytes()
            for faults in ("write:short=1000", "write:EINTR%2 write:short=5000"):
                with self.subTest(name, faults=faults):
                    path.unlink()
                    done = run("links", "-o", path, self.mbox, faults=faults, faults_path=f"{self.out}/*")
                    self.assertEqual((done.returncode, done.stderr), (0, b""))
                    self.assertEqual(path.read_bytes(), wanted)

    def test_file_systems_that_lack_a_way_to_give_a_name(self):
        """Whatever is refused, the new file gets its name in the end, and no temporary file remains."""
        self.run_ok("links", "-o", self.folder / "wanted.jsonl", self.mbox)
        wanted = (self.folder / "wanted.jsonl").read_bytes()
        new, old, first_of_append = ("rows.jsonl", None), ("rows.jsonl", b"old"), ("rows.sqlite", None)
        for faults, files in (
            ("tmpfile:EOPNOTSUPP", (new, old, first_of_append)),
            ("link:EPERM", (new, old, first_of_append)),
            ("tmpfile:EOPNOTSUPP renameat2:EINVAL", (first_of_append,)),
            ("tmpfile:EINVAL renameat2:ENOSYS link:EPERM", (first_of_append,)),
            ("renameat2:EINVAL link:EOPNOTSUPP", (first_of_append,)),
        ):
            for name, content in files:
                with self.subTest(faults, name=name, content=content):
                    for rest in self.out.iterdir():
                        rest.unlink()
                    path = self.out / name
                    if content is not None:
                        path.write_bytes(content)
                    append = ["--append"] if name.endswith(".sqlite") else []
                    done = run("links", *append, "-o", path, self.mbox, faults=faults, faults_path=f"{self.out}*")
                    self.assertEqual((done.returncode, done.stderr), (0, b""))
                    self.assertEqual([p.name for p in self.out.iterdir()], [name])
                    self.assertEqual(path.stat().st_mode & 0o777, 0o666 & ~self.umask())
                    if append:
                        with sqlite3.connect(path) as database:
                            count = database.execute("select count(*) from link").fetchone()[0]
                        self.assertEqual(count, wanted.count(b"\n"))
                    else:
                        self.assertEqual(path.read_bytes(), wanted)

    def test_a_name_that_is_refused_for_good(self):
        for append, faults in (([], "tmpfile:EOPNOTSUPP rename:EIO"),
                               (["--append"], "tmpfile:EOPNOTSUPP renameat2:EINVAL link:EIO rename:EIO")):
            with self.subTest(faults):
                path = self.out / "rows.sqlite"
                done = run("links", *append, "-o", path, self.mbox, faults=faults, faults_path=f"{self.out}*")
                self.assertEqual(done.returncode, 3, done.stderr)
                self.assertIn("Input/output error", done.stderr.decode())
                self.assertEqual(list(self.out.iterdir()), [])

    @staticmethod
    def umask():
        mask = os.umask(0)
        os.umask(mask)
        return mask

    def test_standard_output_into_a_pipe(self):
        wanted = self.run_ok("links", "--format=jsonl", self.mbox)
        done = run("links", "--format=jsonl", self.mbox, faults="write:EINTR%3 write:short=777", faults_path="pipe:*")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(done.stdout, wanted)
        done = run("links", "--format=jsonl", self.mbox, faults="write:EIO", faults_path="pipe:*")
        self.assertEqual(done.returncode, 3)
        self.assertIn(b"standard output", done.stderr)


class Threads(FaultsTest):
    """The system may have fewer threads than requested, or none: nothing is lost or reported."""

    def test_threads_that_cannot_be_started(self):
        mbox = self.write("a.mbox", make_mbox(300))
        compressed = self.write("a.mbox.gz", gzip.compress(mbox.read_bytes()))
        inputs = (mbox, compressed, self.folder)
        wanted = run("links", "--format=jsonl", "-j1", *inputs)
        self.assertGreater(wanted.stdout.count(b"\n"), 100)
        for faults in ("thread:EAGAIN", "thread:EAGAIN#1", "thread:EAGAIN#2",
                       "pthread_create:ENOMEM%2"):
            with self.subTest(faults):
                done = run("links", "--format=jsonl", "-j5", "--progress", *inputs, faults=faults)
                self.assertEqual((done.returncode, done.stdout), (wanted.returncode, wanted.stdout))
                self.assertNotIn(b"terminate", done.stderr)
                database = self.folder.parent / f"{self.folder.name}.sqlite"
                self.addCleanup(database.unlink, missing_ok=True)
                done = run("links", "--append", "-o", database, "-j5", *inputs, faults=faults)
                self.assertEqual((done.returncode, done.stderr), (wanted.returncode, wanted.stderr))
                with contextlib.closing(sqlite3.connect(database)) as rows:
                    self.assertGreater(rows.execute("select count(*) from link").fetchone()[0], 100)
                database.unlink()


if __name__ == "__main__":
    main()
