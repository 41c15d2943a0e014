"""Outputs that are inputs, other outputs, or in them: every pair is refused, whatever the paths are, and nothing changes."""

import os
import socket
import subprocess

from support import EXE, SAMPLES, CliTest, main, run

MAIL = (SAMPLES / "nested.eml").read_bytes()
ROW_COMMANDS = ("links", "tree", "check", "compare", "ledger", "report")


class Tree(CliTest):
    def setUp(self):
        super().setUp()
        for folder in ("box", "box/deep", "sub", "full", "full/inner", "boxes"):
            (self.folder / folder).mkdir()
        for name in ("in.eml", "box/1.eml", "box/deep/2.eml", "full/3.eml"):
            self.write(name, MAIL)
        self.write("domains", "example.org\n")
        # A rewritten message and a rewritten folder, each with its manifest.
        self.run_ok("rewrite", "--retrieval-url", "http://h/", "--manifest", "m.jsonl", "-o", "new.eml", "in.eml", cwd=self.folder)
        self.run_ok("rewrite", "--retrieval-url", "http://h/", "--manifest", "boxm.jsonl", "-o", "newbox", "box", cwd=self.folder)
        self.run_ok("links", "-o", "a.sqlite", "in.eml", cwd=self.folder)

    def contents(self):
        """What is in the folder: names, kinds, bytes, and where links lead."""
        found = {}
        for path in sorted(self.folder.rglob("*")):
            name = str(path.relative_to(self.folder))
            if path.is_symlink():
                found[name] = ("link", os.readlink(path))
            else:
                found[name] = ("folder",) if path.is_dir() else ("file", path.read_bytes(), path.stat().st_ino)
        return found

    def refused(self, *arguments, why="", **options):
        with self.subTest(arguments=arguments, why=why):
            before = self.contents()
            done = run(*arguments, cwd=self.folder, **options)
            self.assertEqual((done.returncode, self.contents()), (2, before), (done.stdout, done.stderr))
            self.assertTrue(done.stderr.startswith(b"mimebase: ") and done.stderr.count(b"\n") == 1, done.stderr)

    def names_of(self, path):
        """Names of an existing file or folder."""
        parent, _, name = path.rpartition("/")
        soft, hard = f"soft-{name}", f"hard-{name}"
        (self.folder / soft).symlink_to(self.folder / path)
        (self.folder / "linked").unlink(missing_ok=True)
        (self.folder / "linked").symlink_to(self.folder / parent if parent else self.folder)
        names = [path, f"./{path}", f"sub/../{path}", f"sub/..//{path}", str(self.folder / path), soft, f"linked/{name}"]
        if (self.folder / path).is_file():
            os.link(self.folder / path, self.folder / hard)
            names.append(hard)
        return names


class Refused(Tree):
    def test_rows_and_their_input(self):
        for output in self.names_of("in.eml"):
            self.refused("links", "--format", "jsonl", "-o", output, "box/1.eml", "in.eml")
        for output in self.names_of("box/deep/2.eml"):
            self.refused("report", "-o", output, "box")
        for command in ROW_COMMANDS:
            self.refused(command, "-o", "sub/../in.eml", "box/1.eml", "in.eml")
            self.refused(command, "-o", "soft-2.eml", "box")
        for options in (("--format=sqlite", "--force"), ("--format=sqlite", "--append")):
            self.refused("links", *options, "-o", "sub/../in.eml", "in.eml")

    def test_rows_and_their_list_of_domains(self):
        for output in self.names_of("domains"):
            self.refused("check", "--format", "jsonl", "--domains", "domains", "-o", output, "in.eml")

    def test_rows_and_their_table_of_message_ids(self):
        self.write("ids", "http://x.example/1\ta@x\n")
        for output in self.names_of("ids"):
            self.refused("ledger", "--format", "jsonl", "--ids", "ids", "-o", output, "in.eml")

    def test_a_database_and_the_files_beside_it(self):
        for ending in ("-wal", "-shm", "-journal"):
            self.write("b.sqlite" + ending, MAIL)
            self.refused("links", "-o", "b.sqlite", "b.sqlite" + ending)
            self.refused("links", "-o", "b.sqlite", "in.eml", "./b.sqlite" + ending)
            (self.folder / ("b.sqlite" + ending)).rename(self.folder / "box" / "9.eml")
            os.link(self.folder / "box" / "9.eml", self.folder / ("b.sqlite" + ending))
            self.refused("links", "-o", "b.sqlite", "box", why="mail in a folder has a second name")
            (self.folder / ("b.sqlite" + ending)).unlink()
            (self.folder / "box" / "9.eml").unlink()
            self.write("a.sqlite" + ending, "")
            self.refused("report", "-o", "sub/../a.sqlite" + ending, "a.sqlite")
            (self.folder / ("a.sqlite" + ending)).unlink()
        for output in self.names_of("a.sqlite"):
            self.refused("report", "-o", output, "a.sqlite")
        self.write("a.sqlite.mimebase-lock", MAIL)
        before = self.contents()
        self.assert_fails(3, "a.sqlite: File exists", "links", "--append", "-o", "a.sqlite", "a.sqlite.mimebase-lock", cwd=self.folder)
        self.assertEqual(before, self.contents())

    def test_standard_input_and_output(self):
        with open(self.folder / "in.eml", "rb") as file, open(self.folder / "in.eml", "ab") as out:
            for command in ("tree", "check", "compare", "rewrite"):
                self.refused(command, stdin=file, stdout=out)
            for command in ("links", "rewrite"):
                self.refused(command, "-", stdin=file, stdout=out)
                self.refused(command, "-o", "/dev/stdout", "-", stdin=file, stdout=out)
                self.refused(command, "in.eml", stdout=out)
                self.refused(command, "-o", "in.eml", stdin=file)
                self.refused(command, "-o", "/dev/stdin", stdin=file)
        with open(self.folder / "box" / "1.eml", "ab") as out:
            self.refused("links", "box", stdout=out)
            self.refused("report", "-o", "-", "box", stdout=out)
        with open(self.folder / "m.jsonl", "ab") as out:
            self.refused("rewrite", "--undo", "m.jsonl", "new.eml", stdout=out)
        with open(self.folder / "domains", "ab") as out:
            self.refused("check", "--domains", "domains", "in.eml", stdout=out)

    def test_a_rewrite_and_its_input(self):
        for output in self.names_of("in.eml"):
            self.refused("rewrite", "-o", output, "box/1.eml", "in.eml")
            self.refused("rewrite", "--manifest", output, "-o", "x", "in.eml")
        for output in self.names_of("box/1.eml"):
            self.refused("rewrite", "--manifest", output, "-o", "x", "box")

    def test_a_rewritten_folder_and_its_input(self):
        (self.folder / "box" / "far").symlink_to(self.folder / "full" / "inner")
        self.write("full/inner/4.eml", MAIL)
        (self.folder / "boxes" / "one").symlink_to(self.folder / "full" / "3.eml")
        for output in ("box/new", "./box/deep/new", "sub/../box/new", "box", "box/deep", "full/inner/new", "full/inner"):
            self.refused("rewrite", "--force", "-o", output, "box")
        self.refused("rewrite", "--force", "-o", "full", "box", why="a link in the input leads into the output")
        self.refused("rewrite", "--force", "-o", "full", "boxes", why="a link in the input leads into the output")
        for output in self.names_of("full"):
            self.refused("rewrite", "--force", "-o", output, "full/3.eml", why="the output contains the input")
            self.refused("rewrite", "--force", "-o", output, "full/inner")
        (self.folder / "in").symlink_to(self.folder / "full" / "3.eml")
        self.refused("rewrite", "--force", "-o", "full", "in", why="the output contains what the input leads to")
        with open(self.folder / "full" / "3.eml", "rb") as file:
            self.refused("rewrite", "--force", "-o", "full", stdin=file)

    def test_a_rewrite_and_its_manifest(self):
        (self.folder / "nowhere").symlink_to("sub/new")
        (self.folder / "linked").symlink_to("sub")
        pairs = [("out", "out"), ("out", "./out"), ("out", "sub/../out"), ("./out", str(self.folder / "out")), ("nowhere", "sub/new"),
                 ("sub/new", "nowhere"), ("linked/new", "sub/./new"), ("-", "-"), ("-", "/dev/stdout"), ("/dev/stdout", "-"), ("domains", "./domains")]
        os.link(self.folder / "domains", self.folder / "same")
        for output, manifest in [*pairs, ("same", "domains")]:
            self.refused("rewrite", "-o", output, "--manifest", manifest, "in.eml")
        for output in ("full", "./full", "sub/../full", "none", "linked/none"):
            for inside in ("e.jsonl", "inner/e.jsonl", "../full/e.jsonl", "3.eml"):
                if "none" not in output or ".." not in inside:
                    self.refused("rewrite", "--force", "-o", output, "--manifest", f"{output}/{inside}", "box")
        self.refused("rewrite", "--force", "-o", "full", "--manifest", "full", "box")
        self.refused("rewrite", "--force", "-o", "full/", "--manifest", "full/3.eml", "box")
        (self.folder / "to-3").symlink_to(self.folder / "full" / "3.eml")
        self.refused("rewrite", "--force", "-o", "full/", "--manifest", "to-3", "box")

    def test_an_undone_rewrite(self):
        for output in self.names_of("new.eml"):
            self.refused("rewrite", "--undo", "m.jsonl", "-o", output, "new.eml")
        for output in self.names_of("m.jsonl"):
            self.refused("rewrite", "--undo", "m.jsonl", "-o", output, "new.eml")
        for output in ("newbox/back", "./newbox/back", "sub/../newbox/deep/back", "newbox", "newbox/deep"):
            self.refused("rewrite", "--undo", "boxm.jsonl", "--force", "-o", output, "newbox")
        self.refused("rewrite", "--undo", "boxm.jsonl", "-o", "newbox/back", "newbox")
        for output in self.names_of("newbox"):
            self.refused("rewrite", "--undo", "boxm.jsonl", "--force", "-o", output, "newbox/deep", why="the output contains the input")
            self.refused("rewrite", "--undo", "m.jsonl", "--force", "-o", output, "newbox/1.eml")
        (self.folder / "m.jsonl").rename(self.folder / "full" / "m.jsonl")
        self.refused("rewrite", "--undo", "full/m.jsonl", "--force", "-o", "full", "newbox", why="the output contains the manifest")
        self.refused("rewrite", "--undo", "full/m.jsonl", "--force", "-o", "full", "new.eml")

    def test_extracted_files_and_their_input(self):
        for ending in (".html", ".warc", ".warc.gz"):
            path = self.write("page" + ending, MAIL)
            for output in [name for name in self.names_of("page" + ending) if name.endswith(ending)]:
                self.refused("extract", "--force", "--single-file", "-o", output, "page" + ending)
            path.unlink()
            path.symlink_to("in.eml")
            self.refused("extract", "--force", "--single-file", "-o", path, "in.eml")
        self.write("box/in.html", MAIL)
        self.refused("extract", "--force", "--single-file", "--message", "1", "-o", "box/in.html", "--input", "message", "box/in.html")
        for output in self.names_of("full"):
            self.refused("extract", "--force", "-o", output, "full/3.eml")
            self.refused("extract", "--force", "-o", output, "full")
        for output in ("box/new", "./box/new", "sub/../box/deep/new", "box", "box/deep"):
            self.refused("extract", "--force", "-o", output, "box")
        with open(self.folder / "full" / "3.eml", "rb") as file:
            self.refused("extract", "--force", "-o", "full", "-", stdin=file)


class Allowed(Tree):
    def test_names_that_only_begin_alike(self):
        for arguments in (("-o", "box2", "box"), ("-o", "bo", "box"), ("-o", "boxes", "box"), ("-o", "sub/box", "box"),
                          ("-o", "out", "--manifest", "out.jsonl", "box"), ("-o", "x", "--manifest", "x2", "in.eml"),
                          ("-o", "X", "--manifest", "sub/X", "in.eml"), ("-o", "q", "--manifest", "Q", "in.eml"),
                          ("-o", "/dev/null", "--manifest", "/dev/null", "in.eml"), ("--manifest", "box/m.jsonl", "-o", "made", "box"),
                          ("--undo", "boxm.jsonl", "-o", "back", "newbox"), ("--undo", "m.jsonl", "-o", "new.eml2", "new.eml")):
            self.run_ok("rewrite", *arguments, cwd=self.folder)

    def test_rows_beside_mail(self):
        for _ in range(2):
            self.assertEqual(run("links", "-o", "box/rows.jsonl", "box", cwd=self.folder).returncode, 0)
            # The second time, a database is in the folder, which is counted.
            self.assertEqual(run("links", "-o", "box/1.sqlite", "--force", "box", cwd=self.folder).returncode, 0)
        with open(self.folder / "box" / "rows.txt", "wb") as out:
            self.assertEqual(run("links", "box", cwd=self.folder, stdout=out).returncode, 0)
        self.run_ok("extract", "-o", "page", "in.eml", cwd=self.folder)
        self.run_ok("extract", "--force", "-o", "page", "in.eml", cwd=self.folder)

    def test_a_link_to_an_input_that_is_no_mail(self):
        (self.folder / "box" / "link").symlink_to(self.folder / "full")
        self.run_ok("rewrite", "-o", "full2", "box", cwd=self.folder)
        (self.folder / "box" / "link2").symlink_to("none")
        self.assert_fails(1, "dangling", "rewrite", "-o", "full3", "box", cwd=self.folder)
        self.assertTrue((self.folder / "full3" / "1.eml").exists())

    def test_one_socket_for_input_and_output(self):
        ours, theirs = socket.socketpair()
        with ours, theirs:
            process = subprocess.Popen([EXE, "links", "--format", "jsonl"], stdin=theirs, stdout=theirs)
            theirs.close()
            ours.sendall(MAIL)
            ours.shutdown(socket.SHUT_WR)
            got = b"".join(iter(lambda: ours.recv(1 << 16), b""))
            self.assertEqual(process.wait(), 0)
        self.assertEqual(got, self.run_ok("links", "--format", "jsonl", input=MAIL))

    def test_names_that_the_file_system_takes_for_one(self):
        """XFS can ignore case."""
        image, disk = self.folder / "image", self.folder / "sub"
        with open(image, "wb") as file:
            file.truncate(320 << 20)
        script = """mkfs.xfs -q -n version=ci "$1" && mount -o loop "$1" "$2" || exit 77
            cd "$2"; shift 2; "$@"; status=$?; ls -A >&2; exit $status"""
        for arguments, status in ((("-o", "a", "--manifest", "A"), 2), (("-o", "a", "--manifest", "b"), 0),
                                  (("-o", "dir", "--manifest", "DIR/x", "--force"), 2)):
            command = ["unshare", "--mount", "bash", "-c", script, "bash", image, disk, EXE, "rewrite", *arguments, self.folder / "box/1.eml"]
            done = subprocess.run(command, capture_output=True)
            if done.returncode == 77 or done.stderr.startswith(b"unshare:"):
                self.skipTest("no file system that ignores case can be made and mounted here: names in such a folder are untested")
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertNotIn(b".mimebase", done.stderr)


if __name__ == "__main__":
    main()
