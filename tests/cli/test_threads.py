"""Runs on several threads of one process, for ThreadSanitizer to look at (tests/run --thread): every command, format and store."""

import gzip
import itertools
import pathlib
import subprocess
import sys

from support import EXE, SAMPLES, CliTest, main, run, sample_files

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

import stores  # noqa: E402

FORMATS = ("text", "jsonl", "csv", "sqlite")


def long_message(number, size_bytes):
    """With few links a byte, and one that is no UTF-8, so that converters and problems are at work as well."""
    line = f'<p>{"words " * 60}\xe9 <a href="../{number}/{{}}">there</a>\n'
    count = size_bytes // len(line)
    text = "".join(line.format(i) for i in range(count))
    return (f"Subject: {number}\nBase: <URL:http://example.org/a/b/c>\n"
            f"Content-Type: text/html; charset=iso-8859-{1 + number % 2}\n\n{text}").encode("latin-1")


class Threads(CliTest):
    def setUp(self):
        super().setUp()
        messages = [path.read_bytes() for path in sample_files() if path.suffix == ".eml"]
        self.stores = [path for _, path in stores.write_all(self.folder, messages) if path]
        # Some batches for each thread.
        self.mbox = self.folder / "long.mbox"
        stores.write_mbox(self.mbox, [*(long_message(n, 1 << 20) for n in range(8)), *messages])
        self.compressed = self.write("long.mbox.gz", gzip.compress(self.mbox.read_bytes(), 1))
        self.threads = itertools.cycle(("2", "3", "4"))

    def run_quietly(self, *arguments, statuses=(0, 1), **options):
        done = run(arguments[0], "--no-isolation", *arguments[1:], **options)
        self.assertIn(done.returncode, statuses, (arguments, done.stderr[-20000:].decode()))
        self.assertNotIn(b"ThreadSanitizer", done.stderr)
        return done

    def test_each_command_in_each_format(self):
        for command, form in itertools.product(("links", "tree", "check"), FORMATS):
            with self.subTest(command, form=form):
                out = self.folder / f"{command}.{form}"
                self.run_quietly(command, "--format", form, "-j", next(self.threads), "-o", out,
                                 SAMPLES, self.mbox, self.compressed)
                self.assertGreater(out.stat().st_size, 5000)

    def test_each_kind_of_store(self):
        self.assertGreater(len(self.stores), 10)
        one, four = (self.run_quietly("links", "--format=jsonl", "-j", j, *self.stores) for j in "14")
        self.assertEqual((one.returncode, one.stdout, one.stderr), (four.returncode, four.stdout, four.stderr))

    def test_what_the_threads_share_besides(self):
        database = self.folder / "grows.sqlite"
        for name, arguments in {
            "kept rows": ("links", "--unique", "--format=jsonl", self.mbox, self.compressed),
            "progress": ("check", "--progress", "--format=csv", self.mbox, *self.stores),
            "problems": ("tree", "--limits=message=1K", self.mbox, self.compressed, *self.stores),
            "a range": ("links", "--range=1000000:5000000", "--format=jsonl", self.mbox),
            "a database that grows": ("links", "--append", "-o", database, self.mbox),
            "a source that it holds": ("links", "--append", "-o", database, self.mbox, self.compressed),
        }.items():
            with self.subTest(name):
                self.run_quietly(*arguments, "-j", next(self.threads))
        with open(self.compressed, "rb") as file:
            self.run_quietly("links", "-j4", "-", stdin=file)

    def test_an_end_before_the_end(self):
        """The reader of the rows goes, or the disk is full, while the threads are at work."""
        with subprocess.Popen([EXE, "links", "-j4", self.mbox, self.compressed], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            process.stdout.read(10)
            process.stdout.close()
            self.assertEqual(process.stderr.read(), b"")
        with open("/dev/full", "wb") as full:
            done = self.run_quietly("links", "-j4", self.mbox, self.compressed, statuses=(3,), stdout=full)
        self.assertIn(b"No space left", done.stderr)


if __name__ == "__main__":
    main()
