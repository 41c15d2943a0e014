"""Inputs that are unreadable, malformed, hostile or huge: exit statuses, messages, and valid rows."""

import io
import os
import subprocess
import tarfile

from support import EXE, SAMPLES, CliTest, main, rows_of, run

MBOX = SAMPLES / "three.mbox"
JPEG = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00" + bytes(range(256)) * 20


def without(rows, *keys):
    return [{k: v for k, v in row.items() if k not in keys} for row in rows]


class Unreadable(CliTest):
    def assert_unreadable(self, path, said=""):
        for command in ("links", "tree"):
            done = self.assert_fails(1, str(path), command, path)
            self.assertEqual(done.stdout, b"")
            self.assertIn(said, done.stderr.decode())
            self.assertTrue(done.stderr.startswith(b"mimebase: "))

    def test_no_such_file(self):
        self.assert_unreadable(self.folder / "none.eml", "No such file")

    def test_no_permission(self):
        if os.geteuid() == 0:
            self.skipTest("root reads everything")
        path = self.write("locked.eml", "Subject: x\n\nx")
        path.chmod(0)
        self.assert_unreadable(path, "Permission denied")

    def test_empty_file(self):
        self.assert_unreadable(self.write("empty.eml", b""), "empty")

    def test_empty_folder(self):
        self.run_ok("links", self.folder)

    def test_no_message(self):
        self.assert_unreadable(self.write("picture.jpg", JPEG))

    def test_empty_standard_input(self):
        self.assert_fails(1, "standard input", "links")

    def test_the_others_are_read(self):
        missing = self.folder / "none.eml"
        done = self.assert_fails(1, str(missing), "links", "--format=jsonl", MBOX, missing, SAMPLES / "nested.eml")
        self.assertEqual(rows_of(done.stdout), self.rows("links", MBOX, SAMPLES / "nested.eml"))
        self.assertEqual(done.stderr.count(b"\n"), 1)


class Order(CliTest):
    def test_what_cannot_be_read_is_reported_where_it_is(self):
        """Among the messages of a folder, however these are put together into batches."""
        names = [f"{number:02}" for number in range(40)]
        for number, name in enumerate(names):
            self.write(name, "" if number % 3 == 0 else f"Subject: x\n\n<URL:x> {'x' * (number % 5 * 90_000)}\n")
        for options in (["-j1"], ["-j2"], ["--isolation=off"]):
            done = run("check", "--format=jsonl", *options, self.folder)
            rows = rows_of(done.stdout)
            self.assertEqual(list(dict.fromkeys(os.path.basename(row["source"]) for row in rows)), names)
            self.assertEqual({os.path.basename(row["source"]) for row in rows if row["code"] == "unreadable"}, set(names[::3]))


class Sources(CliTest):
    def test_standard_input_gives_the_same_rows(self):
        for path in (MBOX, SAMPLES / "nested.eml", SAMPLES / "web-archive.mht"):
            for command in ("links", "tree"):
                named = self.rows(command, path)
                for arguments in ((), ("-",)):
                    piped = self.rows(command, *arguments, input=path.read_bytes())
                    self.assertEqual({row["source"] for row in piped}, {"-"})
                    self.assertEqual(without(piped, "source"), without(named, "source"))

    def test_the_source_is_as_named(self):
        for name in ("samples/three.mbox", "./samples/three.mbox", str(MBOX)):
            self.assertEqual({row["source"] for row in self.rows("links", name)}, {name})

    def test_standard_input_has_the_name_that_it_is_given(self):
        name = "https://example.org/mail?q=1.mbox"
        for command in ("links", "tree", "check", "compare"):
            piped = rows_of(run(command, "--format=jsonl", input=MBOX.read_bytes()).stdout)
            for arguments in ((), ("-",), ("-j1", "--no-isolation")):
                done = run(command, "--format=jsonl", "--source-name", name, *arguments, input=MBOX.read_bytes())
                named = rows_of(done.stdout)
                self.assertEqual(named, [{**row, "source": name} for row in piped])
        with open(MBOX, "rb") as file:
            rows = self.rows("tree", "--source-name", name, stdin=file)
        self.assertEqual({row["source"] for row in rows}, {name})
        container = io.BytesIO()
        with tarfile.open(fileobj=container, mode="w:gz") as tar:
            tar.add(MBOX, "a/1.mbox")
        rows = self.rows("tree", "--source-name=b.tgz", input=container.getvalue())
        self.assertEqual({row["source"] for row in rows}, {"b.tgz!a/1.mbox"})
        (row,) = rows_of(self.assert_fails(1, "x.bin: is neither", "check", "--format=jsonl", "--source-name=x.bin",
                                           input=JPEG).stdout)
        self.assertEqual((row["source"], row["code"]), ("x.bin", "unreadable"))
        # The ending of the name decides, as for a file.
        self.assert_fails(1, "x: is neither", "tree", "--source-name=x", input=b"a b\n\nc\n")
        self.assertEqual(len(self.rows("tree", "--source-name=a.eml", input=b"a b\n\nc\n")), 1)
        message = b"Subject: x\n\n<URL:/a>\n"
        self.assertEqual(self.run_ok("rewrite", "--source-name=x", input=message), message)
        self.run_ok("rewrite", "--source-name=d/x.eml", "-o", f"{self.folder}/out/", input=message)
        self.assertEqual((self.folder / "out/x.eml").read_bytes(), message)
        # A large mbox in a file is split by the workers.
        large = self.write("large.mbox", MBOX.read_bytes() * 20000)
        with open(large, "rb") as file:
            rows = run("tree", "--format=csv", "--source-name", "x,y", stdin=file).stdout
        self.assertEqual(rows.count(b'\n"x,y",'), 60000)
        self.assert_fails(2, "--source-name names standard input", "links", "--source-name=x", MBOX)

    def test_input_kinds(self):
        self.assertEqual({row["message"] for row in self.rows("tree", "--input=mbox", MBOX)}, {1, 2, 3})
        self.assertEqual({row["message"] for row in self.rows("tree", "--input=message", MBOX)}, {1})

    def test_files_as_in_their_folder(self):
        for name, content in {"1": "Subject: x\n\n<URL:a/1>\n", "2": JPEG, "3.jpg": JPEG, "4.txt": "a: <URL:b>\nc: 1\n",
                              ".mh_sequences": "Subject: <URL:a/5>\n\n"}.items():
            self.write(name, content)
        files = sorted(self.folder.iterdir())
        named = self.assert_fails(1, "3.jpg: is neither", "links", "--format=jsonl", *files)
        self.assertEqual(len(rows_of(named.stdout)), 3)
        folder = self.assert_fails(1, "2: is neither", "links", "--format=jsonl", self.folder)
        listed = self.assert_fails(1, "2: is neither", "links", "--format=jsonl", "--as-in-folder", *files)
        self.assertEqual((listed.stdout, listed.stderr), (folder.stdout, folder.stderr))
        self.assertEqual([row["context"] for row in rows_of(folder.stdout)], ["text:delimited"] * 2)
        self.assert_fails(1, "standard input", "links", "--as-in-folder", input=JPEG)

    def test_offsets_of_an_mbox(self):
        content = MBOX.read_bytes()
        rows = self.rows("tree", MBOX)
        self.assertEqual([row["message"] for row in rows], [1, 2, 3])
        self.assertEqual(rows[0]["offset"], 0)
        for row in rows:
            self.assertTrue(content[row["offset"]:].startswith(b"From "))
            heading = content[slice(*row["heading"])]
            self.assertTrue(heading.startswith(b"From: "))
            self.assertIn(row["message_id"].encode(), heading)

    def test_any_number_of_workers_gives_the_same_bytes(self):
        one = MBOX.read_bytes()
        nested = (SAMPLES / "nested.eml").read_bytes()
        message = b"From ada@example.com Thu Nov 14 08:00:00 2024\n" + nested + b"\n"
        path = self.write("500.mbox", (one.rstrip(b"\n") + b"\n\n" + message * 2) * 100)
        for command in ("links", "tree"):
            for form in ("text", "jsonl"):
                first = self.run_ok(command, "-j1", f"--format={form}", path)
                self.assertEqual(first, self.run_ok(command, "-j4", f"--format={form}", path))
                self.assertEqual(first, self.run_ok(command, f"--format={form}", path))
                if form == "jsonl":
                    self.assertEqual({row["message"] for row in rows_of(first)}, set(range(1, 501)))


class Odd(CliTest):
    def links_of(self, content, *options):
        rows = self.rows("links", *options, input=content if isinstance(content, bytes) else content.encode())
        return [row["resolved"] for row in rows]

    def tree_of(self, content):
        return self.rows("tree", input=content if isinstance(content, bytes) else content.encode())

    def test_nul_bytes(self):
        body = b"\n\0<a\0 href=a><a href='http://y/b\0c'>\0<a href='http://z/'>"
        for heading in (b"Subject: ab\nBase: <URL:http://x/>\nContent-Type: text/html\n",
                        b"Subject: a\0b\nBase: <URL:http://x/>\nContent-Type: text/html\n",
                        b"Subject: ab\nX: \0\0\nBase: <URL:http://x/>\nContent-Type: text/html\n"):
            with self.subTest(heading):
                found = self.links_of(heading + body)
                self.assertEqual((found[0], found[-1]), ("http://x/", "http://z/"))
                self.assertEqual(self.tree_of(heading + body)[0]["size"], len(body) - 1)

    def test_a_charset_that_does_not_exist(self):
        content = "Content-Type: text/html; charset=x-none-such\n\n<p>\u00fc <a href='http://x/a'>".encode("latin-1")
        self.assertEqual(self.links_of(content), ["http://x/a"])
        self.assertEqual(self.tree_of(content)[0]["charset"], "x-none-such")

    def test_a_transfer_encoding_that_does_not_exist(self):
        content = "Content-Type: text/html\nContent-Transfer-Encoding: x-none-such\n\n<a href='http://x/a'>"
        self.tree_of(content)
        self.rows("links", input=content.encode())

    def test_a_multipart_without_a_boundary(self):
        for kind in ("multipart/mixed", 'multipart/mixed; boundary=""', 'multipart/related; boundary="none-such"'):
            content = f"Content-Type: {kind}\n\n--x\nContent-Type: text/plain\n\nhttp://www.example.org/a\n--x--\n"
            with self.subTest(kind):
                self.assertEqual(self.links_of(content), ["http://www.example.org/a"])
                self.assertEqual(len(self.tree_of(content)), 1)

    def test_an_empty_message_in_a_message(self):
        head = "Content-Type: multipart/mixed; boundary=b\n\n"
        for inside in ("--b\nContent-Type: message/rfc822\n\n--b--\n", "--b\nContent-Type: message/rfc822\n\n\n--b--\n",
                       "--b\nContent-Type: message/rfc822\n--b--\n", "--b\nContent-Type: message/rfc822"):
            with self.subTest(inside):
                rows = self.tree_of(head + inside)
                self.assertEqual([row["part"] for row in rows][:2], ["TEXT", "1"])
                self.assertEqual(self.links_of(head + inside), [])

    def test_a_heading_alone(self):
        self.assertEqual(len(self.tree_of("Subject: x\n")), 1)
        self.assertEqual(len(self.tree_of("Subject: x")), 1)

    def test_many_parts(self):
        part = "--b\nContent-Type: text/plain\n\nhttp://x/\n"
        content = "Content-Type: multipart/mixed; boundary=b\n\n" + part * 20000 + "--b--\n"
        rows = self.tree_of(content)
        self.assertEqual(len(rows), 20001)
        self.assertEqual(rows[-1]["part"], "20000")
        self.assertEqual(len(self.links_of(content)), 20000)

    def test_many_base_fields(self):
        content = "Base: x\n" * 99 + "Base: <URL:http://x/>\nContent-Type: text/plain\n\n<URL:y>\n"
        (row,) = self.tree_of(content)
        self.assertEqual((row["base"], len(row["chain"])), ("http://x/", 100))
        self.assertEqual(self.links_of(content)[-1], "http://x/y")

    def test_header_bytes_that_are_no_utf8(self):
        for row in self.tree_of(b"Subject: caf\xe9\nContent-Disposition: inline; filename=\"\x93q\x94.txt\"\n\nx"):
            self.assertEqual(row["filename"], "\u201cq\u201d.txt")
        (row,) = self.rows("links", input=b"Subject: caf\xe9\n\nhttp://x/a")
        self.assertEqual(row["subject"], "caf\u00e9")


class Huge(CliTest):
    LINE = 100_000_000

    def pieces(self):
        yield b"Subject: one line\nContent-Type: text/html\n\n<a href='http://x/first'>"
        for _ in range(100):
            yield b"a b<c>" * (self.LINE // 600)
        yield b"<a href='http://x/last'>"

    def test_a_line_of_100_mb_in_a_file(self):
        path = self.folder / "long.eml"
        with open(path, "wb") as out:
            out.writelines(self.pieces())
        rows = self.rows("links", path)
        self.assertEqual([row["resolved"] for row in rows], ["http://x/first", "http://x/last"])

    def test_a_line_of_100_mb_through_a_pipe(self):
        with subprocess.Popen([EXE, "links", "--format=jsonl"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            process.stdin.writelines(self.pieces())
            process.stdin.close()
            rows = rows_of(process.stdout.read())
            self.assertEqual((process.wait(), process.stderr.read()), (0, b""))
        self.assertEqual([row["resolved"] for row in rows], ["http://x/first", "http://x/last"])

    def assert_limit(self, content):
        for command in ("tree", "links"):
            done = self.assert_fails(1, "levels", command, "--format=jsonl", input=content)
            self.assertTrue(done.stderr.startswith(b"mimebase: standard input: ") or b"mimebase: -: " in done.stderr)
            self.assertLess(len(done.stderr), 10000)
            rows = rows_of(done.stdout)
            if command == "tree":
                self.assertGreater(len(rows), 100)
                self.assertIn("limit", {row["searched"] for row in rows})
                # Whatever is not too deep is in the output.
                self.assertEqual(rows[0]["depth"], 0)

    def test_100000_messages_in_each_other(self):
        self.assert_limit(b"Content-Type: message/rfc822\n\n" * 100_000 + b"Subject: x\n\nhttp://x/")

    def test_100000_multiparts_in_each_other(self):
        levels = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i) for i in range(100_000))
        self.assert_limit(levels + b"Content-Type: text/plain\n\nhttp://x/")


class PassedOver(CliTest):
    """Files next to mail and documents: they are counted, and reported if their name claims to be mail."""

    MAIL = "From: a@example.org\nSubject: x\n\nhttp://a.test/\n"

    def folder_of(self, files):
        for name, text in files.items():
            path = self.folder / "box" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return self.folder / "box"

    def test_it_is_counted(self):
        box = self.folder_of({"1.eml": self.MAIL, "notes.txt": "no mail", "sub/picture.png": "\x89PNG", "empty.txt": "",
                              "large": "x" * 300000, "script.js": "'http://a.test/'"})
        said = b"mimebase: 4 files or entries that are neither mail nor documents were skipped\n"
        for options in ((), ("-j1",), ("--no-isolation",), ("--no-progress",)):
            done = run("links", *options, box)
            self.assertEqual((done.returncode, done.stderr), (0, said), options)
        self.assertIn(said, run("links", "--progress", box).stderr)
        self.assertEqual(run("links", "--quiet", box).stderr, b"")
        self.assertNotIn(b"skipped", run("links", "--progress", box / "1.eml").stderr)

    def test_a_name_that_promises_mail(self):
        for name, text, said in (("a.mbox", "no mail at all", "is neither mail nor a known document"),
                                 ("a.MBX", "\x00\x01", "is neither mail nor a known document"), ("a.eml", "", "is empty")):
            with self.subTest(name):
                box = self.folder_of({"1.eml": self.MAIL, name: text})
                self.assert_fails(1, f"{name}: {said}", "links", box)
                (box / name).unlink()
        self.run_ok("links", self.folder_of({"1.eml": self.MAIL, "empty.mbox": ""}))


if __name__ == "__main__":
    main()
