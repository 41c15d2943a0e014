"""Shared by the tests of `rewrite`: each rewrite is compared with its manifest, undone, and repeated."""

import base64
import pathlib
import sys
import tempfile

from support import CliTest, rows_of, run

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "edit")]

from manifest import Manifest, applied  # noqa: E402

BASE = ("--retrieval-url", "http://h/d/p")
LATIN_BASE = ("--retrieval-url", "http://h/\u00e9/p")


def to_bytes(text):
    return text if isinstance(text, bytes) else text.encode("utf-8")


def html(fields, body, content_type="text/html"):
    return b"Content-Type: " + to_bytes(content_type) + b"\n" + to_bytes(fields) + b"\n" + to_bytes(body)


def base64_lines(content, width=76, end=b"\n"):
    text = base64.b64encode(to_bytes(content))
    return b"".join(text[at : at + width] + end for at in range(0, len(text), width))


class RewriteTest(CliTest):
    def setUp(self):
        super().setUp()
        self.rewritten = {}  # by the options

    def tearDown(self):
        """A second rewrite changes nothing. One process does it for all messages; if it does not give their bytes, each is tried."""
        for options, messages in self.rewritten.items():
            with tempfile.TemporaryDirectory(prefix="mimebase-test-") as folder:
                paths = [pathlib.Path(folder, str(number)) for number in range(len(messages))]
                for path, message in zip(paths, messages):
                    path.write_bytes(message)
                done = run("rewrite", *options, *paths)
            if (done.returncode, done.stdout) != (0, b"".join(messages)):
                for message in messages:
                    with self.subTest("a second time", message=message):
                        again = run("rewrite", *options, input=message)
                        self.assertEqual((again.returncode, again.stdout), (0, message))
        super().tearDown()

    def rewrite(self, message, *options, base=BASE):
        """Returns the output, and sets self.manifest. Checks the manifest, undoing, and at the end a second rewrite."""
        rows = self.folder / "manifest.jsonl"
        done = run("rewrite", *base, *options, "--manifest", rows, input=message)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.said = done.stderr.decode()
        self.manifest = Manifest(rows.read_bytes())
        self.assertEqual(applied(message, self.manifest.of_source("-")), done.stdout)
        self.assertEqual(self.run_ok("rewrite", "--undo", rows, input=done.stdout), message)
        self.rewritten.setdefault((*base, *options), []).append(done.stdout)
        return done.stdout

    def references(self, message, *options):
        """(context, reference, status) of all references of the message."""
        return self.facts(rows_of(self.run_ok("links", "--full", "--format=jsonl", *options, input=message)))

    def references_of_each(self, messages):
        return [self.facts(rows) for rows in self.rows_of_each("links", [(message, ("--full",)) for message in messages], ok=True)]

    @staticmethod
    def facts(rows):
        return [(row["context"], row["reference"], row["status"]) for row in rows]

    def check(self, table, make, *options, base=BASE):
        for why, before, after in table:
            with self.subTest(why):
                message, expected = make(before), make(after)
                self.assertEqual(self.rewrite(message, *options, base=base), expected)

    def check_content(self, table, content_type, fields="", *options, base=BASE):
        self.check(table, lambda body: html(fields, body, content_type), *options, base=base)
