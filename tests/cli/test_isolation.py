"""Runs with isolated processes: the rows equal those of a single process, and a message that breaks the process that
reads it affects only itself."""

import base64
import contextlib
import gzip
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tarfile
import threading
import time
import unittest

import documents
import outlook_files
from support import EXE, ROOT, SANITIZED, SAMPLES, CliTest, children_of, corpora_files, main, rows_of, run, sample_files

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import stores  # noqa: E402

PLANTED = os.environ.get("MIMEBASE_PLANTED", str(ROOT / "build" / "tests" / "cli" / "mimebase-planted"))
COMMANDS = ("links", "tree", "check")
HAS_FILTER = b"seccomp" in run("--version").stdout
NO_FILTER = "no filter of system calls: this kernel or this build has none"


def run_planted(*arguments, **options):
    options.setdefault("stdout", subprocess.PIPE)
    return subprocess.run([PLANTED, *map(os.fspath, arguments)], stderr=subprocess.PIPE, timeout=600, **options)


def message(number, fault=None, lines=3):
    planted = f"X-Planted: {fault}\n" if fault else ""
    body = "".join(f'<a href="{number}/{line}">there</a>\n' for line in range(lines))
    return (f"From: a@example.org\nSubject: {number}\nBase: <URL:http://example.org/a/>\n{planted}"
            f"Content-Type: text/html\n\n{body}").encode()


class Same(CliTest):
    """The output equals that of --no-isolation, byte for byte."""

    def assert_same(self, *arguments, workers=("1", "2", "3"), **options):
        alone = run(*arguments, "--no-isolation", "-j1", **options)
        for count in workers:
            isolated = run(*arguments, "-j", count, **options)
            self.assertEqual((isolated.returncode, isolated.stderr), (alone.returncode, alone.stderr), arguments)
            self.assertEqual(isolated.stdout == alone.stdout, True, arguments)
        return alone.stdout

    def test_each_command_in_each_format(self):
        for command in COMMANDS:
            for form in ("text", "jsonl", "csv"):
                self.assertTrue(self.assert_same(command, "--format", form, SAMPLES))
        for arguments in (["check", "--summary"], ["links", "--unique"], ["links", "--top", "hosts"],
                          ["links", "--format", "urls"]):
            self.assertTrue(self.assert_same(*arguments, SAMPLES, workers="2"))

    def test_databases(self):
        for command in COMMANDS:
            dumps = []
            for how in (["--no-isolation"], ["-j1"], ["-j3"]):
                path = self.folder / f"{command}.sqlite"
                run(command, *how, SAMPLES, "-o", path)
                run(command, *how, "--append", SAMPLES / "three.mbox", "-o", path)
                dumps.append(subprocess.run(["sqlite3", path, ".dump"], capture_output=True).stdout
                             if shutil.which("sqlite3") else path.read_bytes())
                path.unlink()
            self.assertEqual(dumps[0] == dumps[1] == dumps[2], True, command)

    def test_each_kind_of_store(self):
        messages = [path.read_bytes() for path in sample_files() if path.suffix == ".eml"]
        written = [path for _, path in stores.write_all(self.folder, messages) if path]
        self.assertGreater(len(written), 10)
        for path in written:
            self.assert_same("links", "--format", "jsonl", path, workers="2")
        mbox = SAMPLES / "three.mbox"
        with open(mbox, "rb") as file:
            alone = run("links", "--no-isolation", "--format", "jsonl", "-", stdin=file)
        with open(mbox, "rb") as file:
            self.assertEqual(run("links", "--format", "jsonl", "-", stdin=file).stdout, alone.stdout)
        self.assertEqual(run("links", "--format", "jsonl", "-", input=mbox.read_bytes()).stdout, alone.stdout)

    def test_long_mboxes_that_workers_split(self):
        mbox = self.folder / "long.mbox"
        numbers = random.Random(7)
        stores.write_mbox(mbox, [message(n, lines=numbers.choice((0, 1, 30, 3000))) for n in range(800)])
        size = mbox.stat().st_size
        self.assert_same("links", "--format", "jsonl", mbox, workers=("1", "2", "5"))
        ranges = [(0, size // 3), (size // 3, size // 2), (size // 2, size)]
        parts = [self.assert_same("links", "--format", "jsonl", "--range", f"{a}:{b}", mbox, workers="2")
                 for a, b in ranges]
        numbered = [{**row, "message": None} for row in rows_of(b"".join(parts))]
        whole = [{**row, "message": None} for row in rows_of(run("links", "--format=jsonl", mbox).stdout)]
        self.assertEqual(numbered == whole, True)
        self.assert_same("links", "--format", "jsonl", "--limits", "message=2000", mbox, workers=("1", "3"))

    def test_charsets_that_are_loaded_late(self):
        texts = []
        for charset, body in (("utf-8", b"\xc3\xa4"), ("koi8-r", b"\xc1"), ("windows-1252", b"\xe4"),
                              ("ibm1047", b"\x88\x89"), ("x-unknown", b"\xff"), ("euc-jisx0213", b"\xcf\xd4"),
                              ("iso-8859-16", b"\xaa\xba"), ("hp-roman8", b"\xc0"),
                              ("din_66003", b"\x5b\x7e"), ("win-sami-2", b"\x82\xa1"), ("../../tmp/x", b"\xc0")):
            word = f"=?{charset}?q?{''.join(f'={byte:02X}' for byte in body)}?="
            texts.append((f"Subject: {word}\nFrom: {word} <a@example.org>\nContent-Type: text/plain;"
                          f" charset={charset}\n\n").encode() + body + b" http://example.org/\n")
        mbox = self.folder / "charsets.mbox"
        stores.write_mbox(mbox, texts * 60)
        for command in COMMANDS:
            self.assert_same(command, "--format", "jsonl", mbox, workers=("1", "2"))

    def test_other_outputs(self):
        for command, name in (("rewrite", "nested.eml"), ("rewrite", "three.mbox"), ("extract", "nested.eml"),
                              ("extract", "web-archive.mht"), ("extract", "three.mbox"), ("report", "three.mbox")):
            made = []
            for number, how in enumerate((["--no-isolation"], ["-j1"], ["-j2"])):
                out = self.folder / f"{command}-{name}-{number}{'.html' * (command == 'report')}"
                done = run(command, *how, SAMPLES / name, "-o", out)
                self.assertEqual(done.returncode, 0, done.stderr)
                files = [out] if out.is_file() else sorted(p for p in out.rglob("*") if p.is_file())
                made.append([(out.is_dir() and p.relative_to(out), p.read_bytes()) for p in files])
            self.assertEqual(made[0] == made[1] == made[2], True, (command, name))
            self.assertTrue(made[0])
        picked = [run("extract", *how, "--message", "2", SAMPLES / "three.mbox", "-o", self.folder / f"picked{n}")
                  for n, how in enumerate((["--no-isolation"], []))]
        self.assertEqual([done.returncode for done in picked], [0, 0])
        self.assertEqual(*((self.folder / f"picked{n}" / "index.html").read_bytes() for n in range(2)))

    def test_results_that_are_as_large_as_they_can_be(self):
        """No honest worker sends more than it may."""
        head = "Subject: x\nContent-Type: text/html\n\n"
        messages = {
            "empty": head + "<a href>" * 200_000,
            "relative": head + "<a href=g>" * 100_000,
            "hosts": head + "".join(f"<a href=//h{i}.example/>x</a>" for i in range(20_000)),
            "long": head + "<a href='data:,%s'>" % ("\x01" * 1_000_000),
            "labels": head + "".join(f"<a href=http://h{i}.example/>http://g{i}.example/</a>" for i in range(8_000)),
            "parts": "Content-Type: multipart/mixed; boundary=b\n\n" + "--b\nContent-Base: <\n\nx\n" * 10_000,
            "values": "To: x\n" * 50_000 + "\nhttp://h.example/",
        }
        commands = (["links", "--format=jsonl"], ["links", "--unique"], ["links", "--top=domains"], ["check", "--summary"],
                    ["check", "--format=jsonl"], ["tree", "--format=jsonl"], ["rewrite", "--manifest", self.folder / "manifest"],
                    ["extract", "-o", self.folder / "out"], ["report", "-o", self.folder / "report.html"],
                    ["links", "-o", self.folder / "rows.sqlite"], ["links", "--fields=to", "-o", self.folder / "rows.sqlite"])
        for name, content in messages.items():
            path = self.write(f"{name}.eml", content)
            for command in commands:
                made = []
                for how in ("--no-isolation", "-j1"):
                    shutil.rmtree(self.folder / "out", ignore_errors=True)
                    for file in ("manifest", "rows.sqlite", "report.html"):
                        (self.folder / file).unlink(missing_ok=True)
                    done = run(*command, how, path)
                    manifest = self.folder / "manifest"
                    made.append((done.returncode, done.stderr, done.stdout, manifest.exists() and manifest.read_bytes()))
                self.assertNotIn(b"not allowed", made[1][1], (name, command))
                self.assertEqual(made[0] == made[1], True, (name, command, made[0][:2], made[1][:2]))

    def test_the_corpora(self):
        files = corpora_files()
        if not files:
            self.skipTest("no corpora at hand")
        folder = pathlib.Path(os.environ.get("MIMEBASE_CORPORA", ROOT.parent / "shared" / "corpora"))
        for command in COMMANDS:
            self.assert_same(command, "--format", "jsonl", folder, workers="2")


@unittest.skipIf(SANITIZED, "sanitizers end a process in their own way")
class Planted(CliTest):
    """Messages that break the process that reads them."""

    FAULTS = {"crash": "was ended by signal 11", "abort": "was ended by signal 6", "memory": "ran out of memory"}

    def archive(self, faults, count=300):
        """An mbox in which messages have faults, and one without these messages."""
        with_faults, numbers = [], []
        for n in range(1, count + 1):
            with_faults.append(message(n, faults.get(n), lines=40))
        mbox = self.folder / "planted.mbox"
        stores.write_mbox(mbox, with_faults)
        return mbox

    def expected(self, mbox, faults, *arguments):
        clean = self.folder / "clean.mbox"
        clean.write_bytes(re.sub(rb"X-Planted: [a-z]+", lambda found: b"X-Cleaned:" + b"x" * (len(found[0]) - 10),
                                 mbox.read_bytes()))
        rows = rows_of(run("links", "--no-isolation", "--format=jsonl", *arguments, clean).stdout)
        return [{**row, "source": str(mbox)} for row in rows if row["message"] not in faults]

    def faults(self, count=300):
        numbers = random.Random(11)
        picked = numbers.sample(range(1, count + 1), 7)
        return dict(zip(picked, ("crash", "abort", "killed", "memory", "crash", "killed", "crash")))

    def assert_named(self, done, faults, mbox):
        said = done.stderr.decode().splitlines()
        self.assertEqual(len(said), len(faults), said)
        for line, number in zip(said, sorted(faults)):
            self.assertRegex(line, rf"\Amimebase: {re.escape(str(mbox))}: message {number} at byte \d+: "
                                   rf"cannot be read to its end: .*{self.FAULTS.get(faults[number], 'signal 9')}")
        self.assertEqual(done.returncode, 1)

    def test_exactly_those_messages_are_lost(self):
        faults = self.faults()
        mbox = self.archive(faults)
        expected = self.expected(mbox, faults)
        for workers in "123":
            done = run_planted("links", "--format=jsonl", "-j", workers, mbox)
            self.assert_named(done, faults, mbox)
            self.assertEqual(rows_of(done.stdout) == expected, True)

    def test_a_document_costs_only_itself(self):
        """One that ends its process is named and left out; the rest of its message is read, and so are other documents."""
        base = "http://h.example/"
        broken = documents.mail("broken", "a.pdf", documents.pdf([("x", "one")], base=base) + b"X-Planted: crash\n")
        good = documents.mail("good", "b.pdf", documents.pdf([("x", "two")], base=base))
        part = re.search(rb"--b\nContent-Type: application/octet-stream.*?(?=\n--b--)", good, re.S)[0]
        both = broken.replace(b"See the attachment.", b"See http://text.example/").replace(b"\n--b--", b"\n" + part + b"\n" + part.replace(b"b.pdf", b"c.pdf") + b"\n--b--")
        folder = self.folder / "mails"
        folder.mkdir()
        for number, content in enumerate((good, both, good), 1):
            (folder / f"{number}.eml").write_bytes(content)
        for workers in "12":
            done = run_planted("links", "--format=jsonl", "-j", workers, folder)
            found = [(pathlib.Path(row["source"]).stem, row["part"], row["reference"]) for row in rows_of(done.stdout)]
            self.assertEqual(found, [("1", "2", "two"), ("2", "1", "http://text.example/"), ("2", "3", "two"), ("2", "4", "two"), ("3", "2", "two")])
            self.assertRegex(done.stderr.decode(), r"\Amimebase: .*2\.eml: message 1: part 2: this document is not searched: its process was ended by signal 11 \(Segmentation fault\)\n\Z")
            self.assertEqual(done.returncode, 1)

    def test_a_document_as_input_costs_only_itself(self):
        folder = self.folder / "documents"
        folder.mkdir()
        for number, fault in enumerate((b"", b"X-Planted: crash\n", b"", b"X-Planted: memory\n", b""), 1):
            (folder / f"{number}.pdf").write_bytes(documents.pdf([("x", f"http://{number}.example/")]) + fault)
        for workers in "12":
            done = run_planted("links", "--format=urls", "-j", workers, folder)
            self.assertEqual(done.stdout.decode().split(), [f"http://{number}.example/" for number in (1, 3, 5)])
            self.assertRegex(done.stderr.decode(), r"\A[^\n]*/2\.pdf: message 1[^\n]*signal 11[^\n]*\n[^\n]*/4\.pdf: message 1[^\n]*memory[^\n]*\n\Z")
            self.assertEqual(done.returncode, 1)

    PDF = documents.pdf([("x", "http://good.example/")])
    TNEF = outlook_files.tnef({0x1013001F: "<a href=http://good.example/>x</a>"})

    def with_documents(self, faults, subject="many", document=PDF):
        """A message with a document for each fault (None: none) between two texts, each with a link."""
        parts = ["Content-Type: text/plain\n\nhttp://first.example/"]
        for fault in faults:
            content = document + (f"X-Planted: {fault}\n".encode() if fault else b"")
            parts.append("Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n" + base64.encodebytes(content).decode())
        parts.append("Content-Type: text/html\n\n<a href=http://last.example/>x</a>")
        return (f"Subject: {subject}\nContent-Type: multipart/mixed; boundary=b\n\n"
                + "".join(f"--b\n{part}\n" for part in parts) + "--b--\n").encode()

    def not_searched(self, done):
        """The parts of documents that are not searched, in order, with the reasons."""
        found = re.findall(r"part (\d+): this document is not searched: (.*)", done.stderr.decode())
        self.assertEqual(done.stderr.count(b"\n"), len(found), done.stderr)
        self.assertEqual(done.returncode, 1)
        return found

    NO_TIME = "no time is left for the documents of this message"

    def test_many_documents_that_end_processes_leave_their_message(self):
        """Each is named, and the texts around them are searched, whatever ends the processes."""
        for faults, reasons in ((["abort"] * 50, r"its process was ended by signal 6 \(Aborted\)"),
                                (["killed", "crash", "crash"] * 15, r"its process was ended by signal (9|11) .*")):
            path = self.write("many.eml", self.with_documents(faults))
            done = run_planted("links", "--format=jsonl", "--limits", "cpu=4", path)
            self.assertEqual([row["reference"] for row in rows_of(done.stdout)], ["http://first.example/", "http://last.example/"])
            found = self.not_searched(done)
            self.assertEqual([int(part) for part, _ in found], list(range(2, len(faults) + 2)))
            ended = [reason for _, reason in found if reason != self.NO_TIME]
            self.assertTrue(3 <= len(ended) < len(faults), len(ended))
            for reason in ended:
                self.assertRegex(reason, rf"\A{reasons}\Z")
            self.assertEqual([reason for _, reason in found[len(ended):]], [self.NO_TIME] * (len(faults) - len(ended)))
            checked = rows_of(run_planted("check", "--format=jsonl", "--limits", "cpu=4", path).stdout)
            self.assertEqual(sum(row["code"] == "limit-hit" for row in checked), len(faults))

    def test_a_document_that_needs_too_much_memory_costs_only_itself(self):
        for document in (self.PDF, self.TNEF):
            path = self.write("memory.eml", self.with_documents(["memory", None] * 10, document=document))
            done = run_planted("links", "--format=jsonl", path)
            self.assertEqual(self.not_searched(done), [(str(part), "it takes more memory than there is (see --limits memory)") for part in range(2, 22, 2)])
            self.assertEqual(len(rows_of(done.stdout)), 2 + 10)

    def test_files_of_outlook_are_documents(self):
        """They are converted when the message is parsed, and named like documents that are searched later."""
        path = self.write("outlook.eml", self.with_documents(["crash", None, "loop", None, "abort", None], document=self.TNEF))
        expected = [("2", r"its process was ended by signal 11 .*"), ("4", r"it takes more than 1 seconds .*"), ("6", r"its process was ended by signal 6 .*")]
        for command in ("links", "check", "rewrite"):
            done = run_planted(command, "--limits", "cpu=2", path)
            found = re.findall(r"part (\d+): this document is not searched: (.*)", done.stderr.decode())
            self.assertEqual(len(found), 3, (command, done.stderr))
            for (part, reason), (wanted, pattern) in zip(found, expected):
                self.assertEqual(part, wanted)
                self.assertRegex(reason, pattern)
            self.assertEqual(done.returncode, 1)
        done = run_planted("links", "--format=jsonl", "--limits", "cpu=2", path)
        self.assertEqual([row["part"] for row in rows_of(done.stdout)], ["1", "3.1", "5.1", "7.1", "8"])

    def test_other_commands_name_the_document_as_well(self):
        path = self.write("crash.eml", self.with_documents(["crash", None]))
        for command, *out in (("check",), ("rewrite",), ("report", "-o", self.folder / "report.html"), ("compare",)):
            done = run_planted(command, *out, path)
            self.assertRegex(done.stderr.decode(), r"part 2: this document is not searched: its process was ended by signal 11", command)
            self.assertEqual((done.returncode, done.stderr.count(b"not searched")), (1, 1), command)

    def test_slow_documents_share_the_time_of_their_message(self):
        """The first may take half of it, and all of them three quarters."""
        faults = ["loop"] * 6 + [None] + ["loop"] * 6
        path = self.write("slow.eml", self.with_documents(faults))
        done = run_planted("links", "--format=jsonl", "--limits", "cpu=2", path)
        self.assertEqual([row["reference"] for row in rows_of(done.stdout)], ["http://first.example/", "http://last.example/"])
        found = self.not_searched(done)
        self.assertEqual([int(part) for part, _ in found], list(range(2, len(faults) + 2)))
        self.assertEqual(found[0][1], "it takes more than 1 seconds of processor time")
        self.assertIn(found[1][1], ("it takes more than 0.5 seconds of processor time, the limit after 1 slow document", self.NO_TIME))
        self.assertEqual({reason for _, reason in found[3:]}, {self.NO_TIME})

    def test_a_good_document_behind_a_slow_one_is_searched(self):
        path = self.write("slow.eml", self.with_documents(["loop", None]))
        done = run_planted("links", "--format=jsonl", "--limits", "cpu=4", path)
        self.assertEqual([row["reference"] for row in rows_of(done.stdout)],
                         ["http://first.example/", "http://good.example/", "http://last.example/"])
        self.assertEqual(self.not_searched(done), [("2", "it takes more than 2 seconds of processor time")])

    def test_slow_documents_of_a_run_get_less_and_less_time(self):
        folder = self.folder / "mails"
        folder.mkdir()
        for number in range(1, 7):
            (folder / f"{number}.eml").write_bytes(self.with_documents(["loop"], number))
        (folder / "7.eml").write_bytes(self.with_documents([None], "good"))
        done = run_planted("links", "--format=jsonl", "-j1", "--limits", "cpu=2", folder)
        self.assertEqual([reason for _, reason in self.not_searched(done)],
                         ["it takes more than 1 seconds of processor time", "it takes more than 0.5 seconds of processor time, the limit after 1 slow document"]
                         + [f"it takes more than {seconds} seconds of processor time, the limit after {count} slow documents"
                            for count, seconds in ((2, "0.33"), (3, "0.25"), (4, "0.2"), (5, "0.17"))])
        self.assertEqual(len(rows_of(done.stdout)), 6 * 2 + 3)

    def test_messages_before_one_that_breaks_are_not_read_again_each_time(self):
        """After the first that ends its process, each message of the batch is delivered at once."""
        folder = self.folder / "mails"
        folder.mkdir()
        for number in range(200):
            (folder / f"{number:03}.eml").write_bytes(self.with_documents(["crash" if number % 2 else None], number))
        done = run_planted("links", "--format=jsonl", folder)
        self.assertEqual(len(self.not_searched(done)), 100)
        self.assertEqual([pathlib.Path(row["source"]).stem for row in rows_of(done.stdout)],
                         [f"{number:03}" for number in range(200) for _ in range(2 if number % 2 else 3)])

    def test_in_small_batches_and_out_of_containers(self):
        faults = {3: "crash", 4: "crash", 90: "abort", 299: "killed", 300: "crash"}
        mbox = self.archive(faults)
        expected = self.expected(mbox, faults)
        packed = self.folder / "planted.tar.gz"
        with tarfile.open(packed, "w:gz") as archive:
            archive.add(mbox, "planted.mbox")
        for path in (packed, "-"):
            with open(mbox, "rb") as stdin:
                done = run_planted("links", "--format=jsonl", "-j2", path, stdin=stdin)
            self.assertEqual(done.returncode, 1)
            self.assertEqual([{**row, "source": str(mbox)} for row in rows_of(done.stdout)] == expected, True, path)
            self.assertEqual(done.stderr.decode().count("\n"), len(faults))

    def test_ranges_and_databases_that_grow(self):
        faults = self.faults()
        mbox = self.archive(faults)
        half = mbox.stat().st_size // 2
        expected = self.expected(mbox, faults)
        rows, said = [], b""
        for a, b in ((0, half), (half, mbox.stat().st_size)):
            done = run_planted("links", "--format=jsonl", "--range", f"{a}:{b}", mbox)
            rows += rows_of(done.stdout)
            said += done.stderr
        self.assertEqual([{**row, "message": 0} for row in rows], [{**row, "message": 0} for row in expected])
        self.assertEqual(said.count(b"\n"), len(faults))
        database = self.folder / "links.sqlite"
        for n in range(2):
            done = run_planted("links", "--append", "-o", database, mbox)
            self.assertEqual(done.returncode, 1)
            if shutil.which("sqlite3"):
                count = subprocess.run(["sqlite3", database, "SELECT count(*) FROM links"], capture_output=True)
                self.assertEqual(int(count.stdout), len(expected))

    def test_other_commands(self):
        faults = {5: "crash", 7: "abort"}
        mbox = self.archive(faults, 20)
        rows = rows_of(run_planted("check", "--format=jsonl", mbox).stdout)
        unread = [row for row in rows if row["code"] == "unreadable"]
        self.assertEqual([(row["message"], row["severity"]) for row in unread], [(5, "error"), (7, "error")])
        self.assertIn("signal 11", unread[0]["detail"])
        # A message that cannot be read is written unchanged.
        out = self.folder / "rewritten.mbox"
        self.assertEqual(run_planted("rewrite", mbox, "-o", out).returncode, 1)
        written = out.read_bytes()
        self.assertEqual(written.count(b'href="http://example.org/a/'), 18 * 40)
        self.assertIn(message(5, "crash", 40), written)
        page = self.folder / "report.html"
        self.assertEqual(run_planted("report", mbox, "-o", page).returncode, 1)
        self.assertIn(b"signal 11", page.read_bytes())
        done = run_planted("extract", mbox, "-o", self.folder / "files")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(len(list((self.folder / "files").glob("*/index.html"))), 18)

    def test_a_message_of_many_rows_is_not_told_twice(self):
        messages = [message(1), message(2, lines=30_000), message(3, "crash"), message(4), message(5, "killed")]
        mbox = self.folder / "planted.mbox"
        stores.write_mbox(mbox, messages)
        for workers in "12":
            done = run_planted("links", "--format=jsonl", "-j", workers, mbox)
            self.assertEqual(rows_of(done.stdout) == self.expected(mbox, {3, 5}), True)

    @unittest.skipUnless(HAS_FILTER, NO_FILTER)
    def test_what_is_forbidden(self):
        for fault, said in (("open", "signal 6"), ("connect", "forbidden system call"), ("execute", "forbidden system call")):
            mbox = self.archive({2: fault}, 3)
            done = run_planted("links", "--format=jsonl", mbox)
            self.assertRegex(done.stderr.decode(), rf"message 2 at byte \d+: .*{said}")
            self.assertEqual({row["message"] for row in rows_of(done.stdout)}, {1, 3})

    def test_what_takes_too_long(self):
        mbox = self.archive({2: "loop"}, 3)
        done = run_planted("links", "--format=jsonl", "--limits", "cpu=1", mbox)
        self.assertRegex(done.stderr.decode(), r"message 2 at byte \d+: .*takes more than 1 seconds of processor time")
        self.assertEqual({row["message"] for row in rows_of(done.stdout)}, {1, 3})

    def test_what_makes_no_progress(self):
        for fault in ("stopped", "silent"):
            mbox = self.archive({2: fault}, 3)
            for path in (mbox, "-"):
                with open(mbox, "rb") as stdin:
                    done = run_planted("links", "--format=jsonl", "--limits", "wall=1", path, stdin=stdin)
                self.assertRegex(done.stderr.decode(), r"message 2 at byte \d+: .*no progress for 1 seconds")
                self.assertEqual({row["message"] for row in rows_of(done.stdout)}, {1, 3})

    def test_a_message_is_written_as_a_whole_or_not_at_all(self):
        mbox = self.folder / "torn.mbox"
        stores.write_mbox(mbox, [message(1), message(2, "torn", lines=60_000), message(3)])
        out = self.folder / "out"
        done = run_planted("rewrite", mbox, "-o", out, "--manifest", self.folder / "manifest")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr.decode(), r"message 2 at byte \d+: .*signal 9")
        self.assertEqual(out.read_bytes().count(b"X-Planted: torn"), 1)
        self.assertIn(message(2, "torn", lines=60_000), out.read_bytes())
        undone = run("rewrite", "--undo", self.folder / "manifest", out)
        self.assertEqual(undone.stdout == mbox.read_bytes(), True, undone.stderr)
        rows = rows_of(run_planted("links", "--format=jsonl", mbox).stdout)
        self.assertEqual({row["message"] for row in rows}, {1, 3})
        pages = self.folder / "pages"
        run_planted("extract", mbox, "-o", pages)
        self.assertEqual(sorted(path.parent.name for path in pages.glob("*/index.html")), ["1", "3"])

    def test_workers_that_an_attacker_controls(self):
        """Whatever they send, the run reports the message and continues."""
        for what in ("split", "last", "rubbish", "reader", "rows", "huge", "flood", "files", "sign"):
            mbox = self.archive({2: f"send-{what}"}, 30)
            expected = self.expected(mbox, {2: what})
            packed = self.folder / "planted.gz"
            packed.write_bytes(gzip.compress(mbox.read_bytes()))
            for path, workers in ((mbox, "1"), (packed, "2")):
                done = run_planted("links", "--format=jsonl", "--limits", "wall=2,spool=20000000", "-j", workers, path)
                said = done.stderr.decode()
                self.assertRegex(said, r"message 2 at byte \d+: .*(sent something that is not allowed|no progress)", what)
                self.assertEqual(said.count("\n"), 1, said)
                self.assertEqual(done.returncode, 1)
                rows = [{**row, "source": str(mbox)} for row in rows_of(done.stdout)]
                self.assertEqual(rows == expected, True, (what, path))
            outputs = (("report", "page.html"), ("extract", "pages"), ("rewrite", "out.mbox"), ("links", "rows.sqlite"))
            for command, out in outputs:
                shutil.rmtree(self.folder / out, ignore_errors=True)
                (self.folder / out).unlink(missing_ok=True)
                done = run_planted(command, "--limits", "wall=2,spool=20000000", mbox, "-o", self.folder / out)
                self.assertEqual(done.returncode, 1, (what, command, done.stderr))
                self.assertRegex(done.stderr, b"message 2[ :]", (what, command))
            self.assertNotIn(b"</script><script>alert", (self.folder / "page.html").read_bytes())
            self.assertEqual(len(list((self.folder / "pages").glob("*/index.html"))), 29, what)
            self.assertFalse((self.folder / "outside").exists())

    def test_a_worker_that_only_drips(self):
        """Bytes and empty pieces are no progress."""
        for what in ("drip", "pieces"):
            mbox = self.archive({2: f"send-{what}"}, 30)
            done = run_planted("links", "--format=jsonl", "--limits", "wall=2", mbox)
            self.assertRegex(done.stderr.decode(), r"\A\S+ \S+ message 2 at byte \d+: .*no progress for 2 seconds\n\Z", what)
            self.assertEqual(done.returncode, 1)
            self.assertEqual(rows_of(done.stdout) == self.expected(mbox, {2: what}), True, what)

    def test_a_worker_that_is_slow_with_all_messages(self):
        """The messages of a batch may not take much longer together than one of them."""
        faults = dict.fromkeys(range(1, 201), "slow")
        packed = self.folder / "slow.gz"  # one batch
        packed.write_bytes(gzip.compress(self.archive(faults, 200).read_bytes()))
        first = self.folder / "first.eml"
        first.write_bytes(message(1))
        done = run_planted("links", "--format=jsonl", "-j1", "--limits", "wall=2", first, packed, first,
                           env={**os.environ, "PLANTED_SPEED": "4"})
        said = done.stderr.decode().splitlines()
        self.assertRegex(said[-1], rf"\Amimebase: {re.escape(str(packed))}: messages \d+ to 200 of this input: their process"
                                   r" takes too long for all of them: not read in full\Z")
        lost = int(re.search(r"messages (\d+) to", said[-1])[1])
        named = {int(number) for line in said[:-1] for number in re.findall(r": message (\d+) at byte", line)}
        self.assertEqual(done.returncode, 1)
        rows = [(row["source"], row["message"]) for row in rows_of(done.stdout)]
        self.assertEqual(rows[:3] + rows[-3:], [(str(first), 1)] * 6)
        self.assertEqual({number for _, number in rows[3:-3]}, set(range(1, lost)) - named)
        self.assertLess(len(rows), 200 * 40)

    def test_a_worker_that_lies_about_the_end_of_an_mbox(self):
        """It can leave out messages that it was not given, but not in silence."""
        mbox = self.folder / "long.mbox"
        stores.write_mbox(mbox, [message(n, lines=60) for n in range(500)])
        for how, count in (("none", 0), ("one", 1)):
            first = self.folder / f"{how}.eml"
            first.write_bytes(message(1, f"takeover-{how}"))
            done = run_planted("links", "--format=jsonl", "-j1", first, mbox)
            size = mbox.stat().st_size
            self.assertEqual(done.stderr.decode(), f"mimebase: {mbox}: bytes 0 to {size}: another process finds other"
                                                   f" messages there than the {count} that were read: not read in full\n")
            self.assertEqual((done.returncode, done.stdout), (1, b""))

    def test_a_reader_that_an_attacker_controls(self):
        """It cannot end an input early, unless it claims that the rest is not mail."""
        messages = [message(n) for n in range(1, 5)]
        said = r"the process that reads it (sent something that is not allowed|has made no progress for 2 seconds)"
        for how in ("end", "skip", "drip"):
            mbox = self.folder / f"reader-{how}.mbox"
            stores.write_mbox(mbox, messages)
            folder = self.folder / f"reader-{how}"
            folder.mkdir()
            for number, one in enumerate(messages):
                (folder / f"{number}.eml").write_bytes(one)
            for path in (mbox, folder):
                done = run_planted("links", "--format=jsonl", "--limits", "wall=2", path)
                self.assertEqual((done.returncode, done.stdout), (1, b""), (path, done.stderr))
                self.assertRegex(done.stderr.decode(), rf"mimebase: {re.escape(str(path))}\S* {said}.*: not read in full\n\Z")

    def test_a_reader_that_ends_before_standard_input(self):
        """Of a long input, it has read the first 2 MB when it is asked for a batch."""
        done = run_planted("links", "--format=jsonl", input=message(1, lines=100_000),
                           env={**os.environ, "PLANTED_READER": "1"})
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertIn(b"sent something that is not allowed: not read in full", done.stderr)

    def test_standard_error_is_nobody_elses(self):
        mbox = self.archive({2: "errors"}, 3)
        log = self.folder / "log"
        with open(log, "wb") as file:
            done = run_planted("links", "--format=jsonl", mbox, stdout=file)
        self.assertEqual(done.returncode, 0)
        self.assertNotIn(b"\x1b", done.stderr)
        self.assertIn(b"a process that reads mail reports: \\x1B[2Jan", done.stderr)
        self.assertEqual(rows_of(log.read_bytes()) == self.expected(mbox, {}), True)

    def test_without_isolation_the_run_ends(self):
        mbox = self.archive({2: "crash"}, 3)
        self.assertEqual(run_planted("links", "--no-isolation", mbox).returncode, -signal.SIGSEGV)


class Sockets(CliTest):
    """Standard input and output are one socket, as inetd and systemd start programs."""

    def test_no_child_has_the_socket(self):
        here, there = socket.socketpair()
        name = os.readlink(f"/proc/self/fd/{there.fileno()}")
        with here, subprocess.Popen([EXE, "links", "--isolation=require", "--format=jsonl", "-j2"], stdin=there, stdout=there,
                                    stderr=subprocess.PIPE) as process:
            there.close()
            here.sendall(message(1, lines=2000))
            deadline = time.monotonic() + 60
            while len(found := children_of(process.pid)) < 2 and time.monotonic() < deadline:
                time.sleep(0.01)
            time.sleep(0.2)  # the reader has been given its file
            for child, _ in found:
                files = [os.readlink(f"/proc/{child}/fd/{number}") for number in os.listdir(f"/proc/{child}/fd")]
                self.assertNotIn(name, files)
            here.shutdown(socket.SHUT_WR)
            answer = b"".join(iter(lambda: here.recv(1 << 16), b""))
            self.assertEqual((process.wait(), process.stderr.read()), (0, b""))
        alone = run("links", "--no-isolation", "--format=jsonl", input=message(1, lines=2000)).stdout
        self.assertEqual(answer == alone, True)

    def test_long_inputs_of_each_kind(self):
        mbox = self.folder / "long.mbox"
        stores.write_mbox(mbox, [message(n, lines=60) for n in range(2000)])
        packed = self.folder / "long.gz"
        packed.write_bytes(gzip.compress(mbox.read_bytes()))
        for path in (mbox, packed, SAMPLES / "nested.eml"):
            here, there = socket.socketpair()
            with here, subprocess.Popen([EXE, "links", "--format=csv"], stdin=there, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE) as process:
                there.close()
                sender = threading.Thread(target=lambda: (here.sendall(path.read_bytes()), here.shutdown(socket.SHUT_WR)))
                sender.start()
                rows, said = process.communicate()
                sender.join()
            self.assertEqual((process.returncode, said), (0, b""))
            self.assertEqual(rows == run("links", "--format=csv", input=path.read_bytes()).stdout, True, path)

    def test_a_connection_that_is_reset(self):
        server = socket.create_server(("127.0.0.1", 0))
        with server, socket.create_connection(server.getsockname()) as here:
            there, _ = server.accept()
            with there:
                process = subprocess.Popen([EXE, "links"], stdin=there, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            here.sendall(message(1))
            here.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        rows, said = process.communicate()
        self.assertEqual(process.returncode, 1, said)
        self.assertIn(b"Connection reset by peer: not read in full", said)


class Refused(CliTest):
    """Systems that refuse processes, or have fewer features than usual."""

    NPROC = "as root no number of processes is refused"

    def limited(self, limit, *arguments):
        def lower():
            resource.setrlimit(*limit)

        return subprocess.run([EXE, *map(os.fspath, arguments)], capture_output=True, preexec_fn=lower, timeout=100)

    def test_a_limit_of_file_sizes(self):
        mbox = self.folder / "long.mbox"
        stores.write_mbox(mbox, [message(n, lines=60) for n in range(300)])
        packed = self.folder / "long.gz"
        packed.write_bytes(gzip.compress(mbox.read_bytes()))
        for path in (mbox, packed):
            done = self.limited((resource.RLIMIT_FSIZE, (4096, 4096)), "links", "--isolation=require", path)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            self.assertEqual(done.stdout == run("links", "--no-isolation", path).stdout, True)

    @unittest.skipIf(SANITIZED, "sanitizers need descriptors of their own")
    def test_no_descriptor_for_a_process(self):
        sample = SAMPLES / "nested.eml"
        alone = run("links", "--isolation=off", sample)
        for number in range(4, 16):
            limit = (resource.RLIMIT_NOFILE, (number, number))
            done = self.limited(limit, "links", "--isolation=require", sample)
            self.assertIn(done.returncode, (0, 1, 3), done.stderr)
            self.assertNotIn(b"ended with status", done.stderr)
            if done.returncode == 3:
                self.assertRegex(done.stderr, b"mail cannot be read in isolation|cannot start a process|Too many open")
            if done.returncode == 0:
                self.assertEqual(done.stdout, alone.stdout)
            done = self.limited(limit, "links", sample)
            if done.returncode == 0 and done.stderr:
                self.assertIn(b"mail is read without isolation, in this process: ", done.stderr)

    @unittest.skipIf(os.geteuid() == 0, NPROC)
    def test_no_process(self):
        limit = (resource.RLIMIT_NPROC, (1, 1))
        done = self.limited(limit, "links", "--isolation=require", SAMPLES / "nested.eml")
        self.assertEqual((done.returncode, done.stdout), (3, b""))
        self.assertIn(b"mail cannot be read in isolation: ", done.stderr)
        done = self.limited(limit, "links", SAMPLES / "nested.eml")
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"mail is read without isolation, in this process: ", done.stderr)

    def test_the_options(self):
        sample = SAMPLES / "nested.eml"
        self.assertEqual(run("links", "--isolation=off", sample).stdout, run("links", "--isolation=auto", sample).stdout)
        self.assertEqual(run("links", "--isolation=never", sample).returncode, 2)
        self.assertEqual(run("links", "--isolation=auto", "--no-isolation", sample).returncode, 2)


class Killed(CliTest):
    """Processes of a run are killed at random moments."""

    def setUp(self):
        super().setUp()
        self.mbox = self.folder / "long.mbox"
        stores.write_mbox(self.mbox, [message(n, lines=60) for n in range(1_500 if SANITIZED else 6_000)])
        self.numbers = random.Random(23)

    def start(self, *arguments):
        return subprocess.Popen([EXE, "links", "--format=jsonl", *map(os.fspath, arguments), self.mbox],
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def without(self, named, rows):
        """The lines of all other messages. They are too many to be parsed."""
        start = f'{{"source":"{self.mbox}","message":'.encode()
        lines = rows.splitlines(keepends=True)
        self.assertTrue(all(line.startswith(start) for line in lines))
        return [line for line in lines if int(line[len(start):line.index(b",", len(start))]) not in named]

    @unittest.skipIf(SANITIZED, "a process takes longer to start than it lives here")
    def test_workers(self):
        out = self.folder / "rows.jsonl"
        whole = run("links", "--format=jsonl", "--no-isolation", self.mbox).stdout
        kills = 0
        for _ in range(6):
            process = self.start("-j2", "-o", out)
            for _ in range(8):
                time.sleep(self.numbers.uniform(0.01, 0.1))
                if process.poll() is not None:
                    break
                for child, _ in self.numbers.sample(found := children_of(process.pid), min(1, len(found))):
                    with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
                        os.kill(child, signal.SIGKILL)
                        kills += 1
            said = process.stderr.read().decode()
            process.wait()
            named = {int(number) for number in re.findall(r": message (\d+) at byte", said)}
            self.assertEqual(said.count("\n"), len(named), said)
            self.assertEqual(process.returncode, 1 if named else 0, said)
            self.assertEqual(self.without(named, out.read_bytes()) == self.without(named, whole), True, named)
            process.stderr.close()
        self.assertGreater(kills, 5)

    def test_the_run_itself(self):
        out = self.folder / "rows.jsonl"
        for _ in range(6):
            process = self.start("-j2", "-o", out)
            deadline = time.monotonic() + 20
            while not (children := children_of(process.pid)) and time.monotonic() < deadline:
                time.sleep(0.001)
            time.sleep(self.numbers.uniform(0, 0.1))
            process.kill()
            process.wait()
            process.stderr.close()
            while alive := [c for c, _ in children if os.path.exists(f"/proc/{c}/exe")]:
                self.assertLess(time.monotonic(), deadline, alive)
                time.sleep(0.01)
            self.assertFalse(out.exists())
            self.assertEqual([p.name for p in self.folder.iterdir() if p.suffix != ".mbox"], [])

    def test_no_child_is_left_behind(self):
        with subprocess.Popen([EXE, "links", self.mbox], stdout=subprocess.PIPE) as process:
            process.stdout.read(10)
            while not (children := children_of(process.pid)):
                time.sleep(0.001)
            process.stdout.close()  # as head does
        deadline = time.monotonic() + 20
        while alive := [child for child, _ in children if os.path.exists(f"/proc/{child}/exe")]:
            self.assertLess(time.monotonic(), deadline, alive)
            time.sleep(0.01)


STRACE = shutil.which("strace")
# System calls that a process in the sandbox does not need.
FORBIDDEN = re.compile(r"\b(open|openat|openat2|creat|socket|connect|bind|sendto|execve|fork|vfork|clone3?|kill|tkill|"
                       r"ptrace|unlink\w*|rename\w*|mkdir\w*|chmod|chown|mount|link\w*|symlink\w*)\(")


@unittest.skipUnless(STRACE and HAS_FILTER and not SANITIZED, "no strace, or no filter of system calls")
class SystemCalls(CliTest):
    def assert_nothing_forbidden(self, *arguments):
        log = self.folder / "calls"
        subprocess.run([STRACE, "-f", "-o", log, EXE, *map(os.fspath, arguments)], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, timeout=900)
        inside, wrong = set(), []
        with open(log, encoding="utf-8", errors="replace") as lines:
            for line in lines:
                pid = line.split(None, 1)[0]
                if "SECCOMP_SET_MODE_FILTER" in line and not line.rstrip().endswith("EINVAL (Invalid argument)"):
                    inside.add(pid)
                elif pid in inside and (FORBIDDEN.search(line) or "EPERM" in line or "SIGSYS" in line):
                    wrong.append(line.rstrip())
        self.assertGreaterEqual(len(inside), 2)
        self.assertEqual(wrong[:5], [], arguments)

    def test_every_kind_of_input(self):
        messages = [path.read_bytes() for path in sample_files() if path.suffix == ".eml"]
        (self.folder / "stores").mkdir()
        written = [path for _, path in stores.write_all(self.folder / "stores", messages) if path]
        for command in COMMANDS:
            self.assert_nothing_forbidden(command, "--format=jsonl", *written)
        self.assert_nothing_forbidden("rewrite", SAMPLES / "three.mbox", "-o", self.folder / "out.mbox")
        self.assert_nothing_forbidden("extract", SAMPLES / "web-archive.mht", "-o", self.folder / "files")
        self.assert_nothing_forbidden("report", SAMPLES, "-o", self.folder / "report.html")

    def test_the_corpora(self):
        if not corpora_files():
            self.skipTest("no corpora at hand")
        folder = pathlib.Path(os.environ.get("MIMEBASE_CORPORA", ROOT.parent / "shared" / "corpora"))
        for command in COMMANDS:
            self.assert_nothing_forbidden(command, "--format=jsonl", folder)


if __name__ == "__main__":
    main()
