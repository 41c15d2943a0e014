"""The arguments, output and exit status of every command."""

import os
import signal
import subprocess
import tempfile
import unittest

from support import EXE
from tables import Case, FROM, RandomMessage, pick, rows_of, run


# ---- The command line ----

SAMPLE = ("Content-Base: http://b/d/\nContent-Type: text/html\nSubject: s\n\n"
          "<a href=g>1</a><img src=http://Other.Host:80/g><a href=http://b/d/g>2</a>"
          "<a href='#x'>f</a><a href=http://u:p@other.host/>x</a><a href=mailto:a@b>m</a>")


class CommandLine(Case):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.sample = self.path("m.eml")
        with open(self.sample, "w") as file:
            file.write(SAMPLE)

    def path(self, name):
        return os.path.join(self.folder, name)

    def references(self, *arguments, stdin=b""):
        done = run(["links", *arguments, "--format", "jsonl"], stdin)
        self.assertEqual(0, done.returncode)
        # Without rows there is a sentence that says why.
        self.assertEqual(done.stderr == b"", done.stdout != b"", done.stderr)
        return [row["reference"] for row in rows_of(done.stdout)]

    def test_trace(self):
        """What each station made of a message, for contributors: not in the help, and in no fixed form."""
        done = subprocess.run([EXE, "--trace", self.sample], capture_output=True, text=True)
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        for line in ("message 1", f"walk       {len(SAMPLE)} bytes, 1 frame, 1 entity, 3 header fields",
                     'base       HEADER: content-base "http://b/d/"', "find       HEADER: 1 reference"):
            self.assertIn(line, done.stdout.splitlines())
        self.assertRegex(done.stdout, "find       1: text/html, .*: 6 references")
        with open(self.sample, "a") as file:
            file.write("<base href='http://b/\x1b[31m'>")
        self.assertNotIn("\x1b", subprocess.run([EXE, "--trace", self.sample], capture_output=True, text=True).stdout)
        lost = subprocess.run([EXE, "--trace", self.path("none")], capture_output=True, text=True)
        self.assertEqual((1, ""), (lost.returncode, lost.stdout))

    def test_exit_statuses(self):
        table = [
            ("all read", ["links", self.sample], 0), ("no such file", ["links", self.path("none")], 1),
            ("usage: no command", [], 2), ("usage: no such command", ["bogus"], 2),
            ("usage: no such option", ["links", "--bogus", self.sample], 2),
            ("usage: no such format", ["links", "--format", "xml", self.sample], 2),
            ("usage: no such rules", ["tree", "--rules", "rfc0", self.sample], 2),
            ("usage: no such header", ["tree", "--base-headers=x", self.sample], 2),
            ("usage: no such status", ["links", "--status=x", self.sample], 2),
            ("usage: -j", ["links", "-j", "0", self.sample], 2),
            ("cannot be written", ["links", "-o", self.path("none/x"), self.sample], 3),
            ("help", ["--help"], 0), ("version", ["--version"], 0),
            ("help of a command", ["links", "--help"], 0),
        ]
        self.check(table, [run(row[1]).returncode for row in table])

    def test_the_rest_is_there(self):
        done = run(["links", "--format", "jsonl", self.sample, self.path("none"), self.sample])
        self.assertEqual(1, done.returncode)
        self.assertEqual(14, len(rows_of(done.stdout)))
        self.assertIn(b"none", done.stderr)
        done = run(["links", "--quiet", self.path("none")])
        self.assertEqual((1, b""), (done.returncode, done.stderr))

    def test_standard_input(self):
        for arguments in ([], ["-"]):
            done = run(["links", "--format", "jsonl", *arguments], SAMPLE.encode())
            self.assertEqual({"-"}, {row["source"] for row in rows_of(done.stdout)})
        done = run(["tree", "--format", "jsonl", self.sample, "-"], SAMPLE.encode())
        self.assertEqual([self.sample, "-"], [row["source"] for row in rows_of(done.stdout)])

    def test_inputs_behind_options_that_take_lists(self):
        self.assertEqual(["g"], self.references("--status", "resolved", self.sample))
        self.assertEqual(["http://Other.Host:80/g"], self.references("--context", "img@*", self.sample))
        self.assertEqual(["http://Other.Host:80/g", "http://u:p@other.host/"],
                         self.references("--host", "other.host", self.sample))
        self.assertEqual(7, len(self.references("--base-headers", "base,content-base", self.sample)))

    def test_filters(self):
        table = [
            ("two statuses", ["--status", "same-document,resolved"], ["g", "#x"]),
            ("a status that no link has", ["--status", "guessed"], []),
            ("a context", ["--context", "img@src"], ["http://Other.Host:80/g"]),
            ("headings", ["--context", "header:*"], ["http://b/d/"]),
            ("a host: neither user, port nor case count", ["--host", "*.host"],
             ["http://Other.Host:80/g", "http://u:p@other.host/"]),
            ("a host of what was resolved", ["--host", "b"], ["http://b/d/", "g", "http://b/d/g", "#x"]),
            ("without a host none matches", ["--host", "*", "--context", "a@*"],
             ["g", "http://b/d/g", "#x", "http://u:p@other.host/"]),
            ("all of them must hold", ["--host", "b", "--context", "a@*", "--status", "resolved"], ["g"]),
        ]
        self.check(table, [self.references(self.sample, *row[1]) for row in table])

    def test_unique(self):
        done = run(["links", self.sample, "--unique", "--format", "jsonl"])
        self.assertEqual([("http://b/d/", 1), ("http://b/d/g", 2), ("http://Other.Host:80/g", 1),
                          ("http://b/d/#x", 1), ("http://u:p@other.host/", 1), ("mailto:a@b", 1)],
                         [pick(row, "resolved", "count") for row in rows_of(done.stdout)])

    def test_output_file(self):
        expected = run(["links", "--format", "jsonl", self.sample]).stdout
        for name, option in (("o.jsonl", []), ("o.x", ["--format", "jsonl"])):
            self.assertEqual(b"", run(["links", "-o", self.path(name), *option, self.sample]).stdout)
            with open(self.path(name), "rb") as file:
                self.assertEqual(expected, file.read(), "the format by the ending, or as told")
        self.assertEqual(["m.eml", "o.jsonl", "o.x"], sorted(os.listdir(self.folder)),
                         "nothing is left beside it")
        run(["tree", "-o", self.path("o.txt"), self.sample])
        with open(self.path("o.txt"), "rb") as file:
            self.assertEqual(run(["tree", "--format", "text", self.sample]).stdout, file.read())

    def test_workers_change_nothing(self):
        mbox = self.path("box")
        with open(mbox, "wb") as file:
            for seed in range(120):
                for message in (RandomMessage(seed, b"\n").bytes, SAMPLE.encode()):
                    file.write(FROM.encode() + message + b"\n\n")
        for command in ("links", "tree"):
            for form in ("jsonl", "text"):
                outputs = {run([command, "--format", form, "-j", workers, mbox,
                                self.sample]).stdout for workers in ("1", "2", "7", "1")}
                self.assertEqual(1, len(outputs), (command, form))

    def test_sigpipe_ends_quietly(self):
        big = self.path("big.eml")
        with open(big, "w") as file:
            file.write("Content-Type: text/html\n\n" + "<a href=http://h/x>x</a>\n" * 60000)

        def default_sigpipe():
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)

        process = subprocess.Popen([EXE, "links", big], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=default_sigpipe)
        process.stdout.read(10)
        process.stdout.close()
        self.assertEqual(b"", process.stderr.read())
        process.stderr.close()
        process.wait()

    def test_text_says_where_and_what(self):
        text = run(["links", self.sample]).stdout.decode()
        for piece in (self.sample, "http://b/d/g", "content-base", "3.1", "HEADER"):
            self.assertIn(piece, text)
        plain, verbose = run(["tree", self.sample]).stdout.decode(), run(["tree", "--verbose",
                                                                          self.sample]).stdout.decode()
        self.assertIn("http://b/d/", plain)
        self.assertIn("effective", verbose)
        self.assertNotIn("effective", plain)

    def test_color(self):
        environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
        self.assertIn(b"\x1b[", run(["tree", "--color", "always", self.sample], env=environment).stdout)
        self.assertNotIn(b"\x1b[", run(["tree", self.sample], env=environment).stdout,
                         "no terminal, no colour")


if __name__ == "__main__":
    unittest.main()
