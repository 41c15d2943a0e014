"""Folders and containers of any size: memory stays flat, reports stay readable, every limit is reported."""

import gzip
import io
import os
import pathlib
import subprocess
import sys
import tarfile
import zipfile

from support import EXE, SANITIZED, CliTest, main, rows_of, run

MESSAGE = b"Subject: x\n\nhttp://example.org/\n"


def tar_header(name, size=0):
    member = tarfile.TarInfo(name)
    member.size = size
    return member.tobuf()


def tar_of(*names, content=MESSAGE):
    padding = b"\0" * (-len(content) % 512)
    return b"".join(tar_header(name, len(content)) + content + padding for name in names) + b"\0" * 1024


class Bounds(CliTest):
    def run_measured(self, *arguments):
        """Returns the status, the rows, the lines on standard error, and the peak memory in megabytes."""
        # The memory of the process that forked counts too: that is a small one here.
        script = ("import resource, subprocess, sys; status = subprocess.run(sys.argv[2:]).returncode; "
                  "open(sys.argv[1], 'w').write(str(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)); "
                  "sys.exit(status)")
        most = self.folder / "most"
        done = subprocess.run([sys.executable, "-c", script, most, EXE, *map(os.fspath, arguments)],
                              capture_output=True, timeout=600)
        return (done.returncode, rows_of(done.stdout), done.stderr.decode().splitlines(),
                int(most.read_text()) // 1024)

    def assert_lean(self, megabytes, most):
        if not SANITIZED:
            self.assertLess(megabytes, most)

    def test_a_container_of_empty_entries(self):
        """Each is named `1`, like a message in an MH folder."""
        count = 300_000
        path = self.write("a.tar.gz", gzip.compress(tar_header("mail/1") * count + tar_of("mail/2"), 1))
        status, rows, err, megabytes = self.run_measured("links", "--format=jsonl", path)
        self.assertEqual((status, len(rows), len(err)), (1, 1, 101))
        self.assertEqual(err[0], f"mimebase: {path}!mail/1: is empty")
        self.assertEqual(err[-1], f"mimebase: {path}: has {count - 100} more problems, which are not listed")
        self.assert_lean(megabytes, 120)
        status, rows, _, _ = self.run_measured("check", "--format=jsonl", path)
        self.assertEqual((status, sum(row["code"] == "unreadable" for row in rows)), (1, 101))

    def test_so_many_problems_are_all_told(self):
        path = self.write("a.tar", tar_header("mail/1") * 100 + tar_of("mail/2"))
        status, rows, err, _ = self.run_measured("links", "--format=jsonl", path)
        self.assertEqual((status, len(rows), len(err)), (1, 1, 100))

    def test_a_limit_is_told_behind_other_problems(self):
        path = self.write("a.tar", tar_header("mail/1") * 500 + tar_of("mail/2"))
        status, rows, err, _ = self.run_measured("links", "--format=jsonl", "--limits", "entries=400", path)
        self.assertEqual((status, rows, len(err)), (1, [], 102))
        self.assertIn(f"mimebase: {path}: has more than 400 entries: the rest is skipped", err)

    def test_entries(self):
        path = self.write("a.tar", tar_of(*map(str, range(1, 11))))
        for most, found in ((10, 10), (5, 5), (1, 1)):
            with self.subTest(most):
                done = run("links", "--format=jsonl", "--limits", f"entries={most}", path)
                self.assertEqual(len(rows_of(done.stdout)), found)
                self.assertEqual(done.returncode, 0 if most == 10 else 1)
                self.assertEqual(b"entries: the rest is skipped" in done.stderr, most < 10)
        done = run("check", "--format=jsonl", "--limits", "entries=5", path)
        self.assertIn("limit-hit", [row["code"] for row in rows_of(done.stdout)])

    def test_entries_of_containers_in_a_container_count(self):
        inner = tar_of("1", "2", "3")
        path = self.write("a.tar", tar_of("a.tar", "b.tar", content=inner))
        done = run("links", "--format=jsonl", "--limits", "entries=6", path)
        self.assertEqual((done.returncode, len(rows_of(done.stdout))), (1, 4), done.stderr)
        self.assertEqual(done.stderr.count(b"entries: the rest"), 1)

    def test_a_name_of_great_length_is_not_in_every_row(self):
        content = io.BytesIO()
        with tarfile.open(fileobj=content, mode="w", format=tarfile.PAX_FORMAT) as tar:
            for name in ("a" * 5000 + ".eml", "b/" + "c" * 200 + ".eml"):
                member = tarfile.TarInfo(name)
                member.size = len(MESSAGE)
                tar.addfile(member, io.BytesIO(MESSAGE))
        path = self.write("a.tar", content.getvalue())
        rows = self.rows("links", path)
        self.assertEqual([row["source"] for row in rows], [f"{path}!#1", f"{path}!b/" + "c" * 200 + ".eml"])

    def make_deep(self, depth, name):
        """A message in the outermost folder, before and after the others, and one in the innermost."""
        top = self.folder / "deep"
        top.mkdir()
        self.addCleanup(subprocess.run, ["rm", "-rf", top])
        for file in ("1", "zz.eml"):
            (top / file).write_bytes(MESSAGE)
        here = os.open(top, os.O_RDONLY)
        for _ in range(depth):
            os.mkdir(name, dir_fd=here)
            inner = os.open(name, os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = inner
        with open(os.open("2", os.O_WRONLY | os.O_CREAT, 0o600, dir_fd=here), "wb") as file:
            file.write(MESSAGE)
        os.close(here)
        return top

    def test_folders_in_each_other(self):
        name = "f" * 200
        top = self.make_deep(1500, name)
        status, rows, err, megabytes = self.run_measured("links", "--format=jsonl", top)
        self.assertEqual([pathlib.Path(row["source"]).name for row in rows], ["1", "zz.eml"])
        self.assertEqual((status, len(err)), (1, 1))
        self.assertTrue(err[0].endswith(f"/{name}: is nested deeper than 1000 folders"), err[0][-300:])
        self.assert_lean(megabytes, 120)
        status, rows, err, megabytes = self.run_measured("links", "--format=jsonl", "--limits", "folders=2000", top)
        self.assertEqual([os.path.basename(row["source"]) for row in rows], ["1", "2", "zz.eml"])
        self.assertEqual((status, err), (0, []))
        self.assertEqual(len(rows[1]["source"]), len(str(top)) + 1500 * 201 + 2)
        self.assert_lean(megabytes, 120)
        done = run("check", "--format=jsonl", top)
        self.assertIn("limit-hit", [row["code"] for row in rows_of(done.stdout)])

    def test_a_link_into_another_tree_is_left_again(self):
        """The parent of the target of a link differs from the folder that contains the link."""
        (self.folder / "elsewhere" / "inner").mkdir(parents=True)
        (self.folder / "elsewhere" / "inner" / "1").write_bytes(MESSAGE)
        top = self.folder / "top"
        (top / "a").mkdir(parents=True)
        (top / "a" / "link").symlink_to(self.folder / "elsewhere" / "inner")
        (top / "a" / "z.eml").write_bytes(MESSAGE)
        (top / "b.eml").write_bytes(MESSAGE)
        (top / "a" / "loop").symlink_to(top)
        done = run("links", "--format=jsonl", top)
        self.assertEqual([os.path.relpath(row["source"], top) for row in rows_of(done.stdout)],
                         ["a/link/1", "a/z.eml", "b.eml"])
        self.assertEqual(done.stderr.decode(), f"mimebase: {top}/a/loop: leads back to a folder that contains it\n")


class Zip(CliTest):
    """The directory of a zip file decides, wherever it is read from."""

    @staticmethod
    def make_zip(size=10):
        """An entry that is not in the directory, one that is, and one that is not mail."""
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("ghost.eml", b"Subject: ghost\n\nhttp://ghost.example/\n" * 50)
            file.writestr("mail.eml", MESSAGE)
            file.writestr("random.bin", os.urandom(size))
            del file.filelist[0]
        return content.getvalue()

    def test_in_a_file_in_a_pipe_and_in_other_containers(self):
        content = self.make_zip()
        self.assertIn(b"ghost.eml", content)
        path = self.write("a.zip", content)
        for what, done in {
            "file": run("links", "--format=jsonl", path),
            "standard input": run("links", "--format=jsonl", "-", input=content),
            "tar": run("links", "--format=jsonl", self.write("a.tar", tar_of("a.zip", content=content))),
            "tar, not read at once": run("links", "--format=jsonl",
                                         self.write("b.tar", tar_of("a.zip", content=self.make_zip(400_000)))),
            "gzip": run("links", "--format=jsonl", self.write("a.zip.gz", gzip.compress(content))),
        }.items():
            with self.subTest(what):
                self.assertEqual((done.returncode, done.stderr), (0, b"mimebase: 1 file or entry that is neither mail nor a document was skipped\n"))
                self.assertEqual([row["reference"] for row in rows_of(done.stdout)], ["http://example.org/"])

    def test_a_pipe_that_is_too_long(self):
        done = run("links", "--limits", "spool=100", input=self.make_zip())
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertIn(b"standard input: is a zip file that must be stored to be read, and is longer than 100 bytes", done.stderr)
        self.assertEqual(run("links", "--limits", "spool=100", self.write("a.zip", self.make_zip())).returncode, 0)

    def test_no_temporary_file(self):
        done = run("links", input=self.make_zip(), env={"TMPDIR": str(self.folder / "none")})
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"standard input: does not fit into a temporary file: No such file", done.stderr)

    def test_nothing_is_left_in_the_folder_for_temporary_files(self):
        folder = self.folder / "tmp"
        folder.mkdir()
        self.assertEqual(run("links", input=self.make_zip(), env={"TMPDIR": str(folder)}).returncode, 0)
        self.assertEqual(os.listdir(folder), [])


if __name__ == "__main__":
    main()
