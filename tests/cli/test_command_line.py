"""The arguments, output and exit status of every command."""

import os
import signal
import sqlite3
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

    def test_sentences(self):
        """What is wrong, where, and what to do: on standard error, with the exit status, and nothing else happens."""
        os.mkdir(self.path("empty"))
        for name, tables in (("own.sqlite", None), ("other.sqlite", "CREATE TABLE x (y)")):
            if tables is None:
                self.assertEqual(0, run(["links", "-o", self.path(name), self.sample]).returncode)
                continue
            connection = sqlite3.connect(self.path(name))
            connection.execute(tables)
            connection.commit()
            connection.close()
        before = sorted(os.listdir(self.folder))
        path, m = self.path, self.sample
        for status, said, arguments in (
            # An option of another command, or of none.
            (2, "tree has no option --host; links has it", ["tree", "--host", "x", m]),
            (2, "rewrite has no option -v; tree, unwrap have it", ["rewrite", "-v", m]),
            (2, "links has no option -x", ["links", "-x", m]),
            (2, "report has no option --kind; links has it", ["report", "--kind", "image", m]),
            (2, 'links has no option --hots; did you mean "--host"?', ["links", "--hots=x", m]),
            (2, "check has no option --unique; links has it", ["check", "--unique", m]),
            (2, "check has no option --json; use --format jsonl", ["check", "--json", m]),
            (2, "(only extract takes a Message-ID)", ["links", "--message", "a@b", m]),
            # Outputs.
            (2, "x.csv: the extension .csv means the format csv, but --format is jsonl", ["links", "--format", "jsonl", "-o", path("x.csv"), m]),
            (3, f"none/x.sqlite: the folder {path('none')} does not exist", ["links", "-o", path("none/x.sqlite"), m]),
            (3, f"none/a/x.csv: the folder {path('none/a')} does not exist", ["links", "-o", path("none/a/x.csv"), m]),
            (3, f"none/1: the folder {path('none')} does not exist", ["extract", m, "-o", path("none/1")]),
            (3, f"none/1/: the folder {path('none')} does not exist", ["extract", m, "-o", path("none/1/")]),
            (3, f"none/x: the folder {path('none')} does not exist", ["rewrite", m, "-o", path("none/x")]),
            (3, f"none/x: the folder {path('none')} does not exist", ["rewrite", m, "--manifest", path("none/x")]),
            (3, f"none/x.html: the folder {path('none')} does not exist", ["report", m, "-o", path("none/x.html")]),
            # Databases.
            (2, "own.sqlite: is a database that has rows: use --append to add to it, or --force", ["links", m, "-o", path("own.sqlite")]),
            (2, "other.sqlite: is a database of another program: name another file, or use --force", ["links", m, "-o", path("other.sqlite")]),
            (3, "other.sqlite: is a database of another program, not of mimebase", ["links", "--append", m, "-o", path("other.sqlite")]),
            (1, "own.sqlite: is a database: `mimebase report` reads those", ["links", path("own.sqlite")]),
            (1, "own.sqlite: is a database: `mimebase report` reads those", ["rewrite", path("own.sqlite")]),
            (0, "m.eml: was skipped, because the output already holds it", ["links", "--append", m, "-o", path("own.sqlite")]),
            # Nothing to write about.
            (1, "x.html: not written, because no message was read", ["report", path("gone"), "-o", path("x.html")]),
            (1, "x.html: not written, because no message was read", ["report", path("empty"), "-o", path("x.html")]),
            # Forgotten words.
            (1, f"from standard input, because {m} is the value of --host", ["links", "--host", m]),
            (1, f"from standard input, because {m} is the value of --context", ["links", "--context", m]),
            (0, 'BASE "../x" is relative, so only absolute references can be resolved', ["resolve", "../x"]),
            (2, "none.jsonl: No such file", ["rewrite", "--undo", path("none.jsonl"), m]),
            (2, "resolve: BASE is required", ["resolve"]),
            # URLs.
            (1, "the host has a character or a label that no domain may have", ["resolve", "--rules", "whatwg", "http://a/b", "//x y"]),
            (1, "the port is not a number", ["resolve", "--rules", "whatwg", "http://a/b", "http://a:7z"]),
        ):
            with self.subTest(arguments):
                done = run(arguments)
                self.assertEqual((status, b""), (done.returncode, done.stdout.strip()), done.stderr)
                self.assertIn(said, done.stderr.decode())
                self.assertEqual([], [line for line in done.stderr.decode().splitlines() if not line.startswith(("mimebase: ", "Run with "))])
                after = [name for name in sorted(os.listdir(self.folder)) if name not in before]
                self.assertEqual([], after)

    def test_one_sentence_per_limit(self):
        many = self.path("many.eml")
        with open(many, "w") as file:
            file.write("Content-Type: multipart/mixed; boundary=b\n\n" + "--b\n\nx\n" * 30 + "--b--\n")
        done = run(["links", "--limits", "parts=9", many])
        self.assertEqual((1, f"mimebase: {many}: message 1: more parts than the limit (see --limits parts): the rest is not read\n"),
                         (done.returncode, done.stderr.decode()))

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
