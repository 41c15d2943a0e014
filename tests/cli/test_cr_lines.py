"""Messages and mboxes whose lines end in CR alone, as on the classic Mac OS: the same rows as with LF, and rewritten files
that keep their CRs."""

import base64
import os
import random
import unittest

from support import CliTest, corpora_files
from tables import FROM, RandomMessage, html_message, multipart, rows_of, run

SEED = int(os.environ.get("MIMEBASE_SEED", "1984"))
COMMANDS = (("links", "--full"), ("tree",), ("check",))


def with_cr(message):
    return message.replace(b"\r\n", b"\n").replace(b"\n", b"\r")


class CrLines(CliTest):
    def rows(self, content, *command):
        done = run([*command, "--format", "jsonl"], content)
        return done.returncode, rows_of(done.stdout), done.stderr

    def assert_same(self, message):
        """`message` has LF."""
        for command in COMMANDS:
            with self.subTest(command=command, message=message):
                self.assertEqual(self.rows(message, *command), self.rows(with_cr(message), *command))

    def assert_kept(self, message, *options):
        """The rewritten message has the edits of its twin with LF, and they can be undone."""
        results = []
        for content in (message, with_cr(message)):
            manifest = self.folder / "manifest.jsonl"
            done = run(["rewrite", "--retrieval-url", "http://h.example/d/p", "--annotate", *options, "--manifest", str(manifest)], content)
            self.assertEqual((0, b""), (done.returncode, done.stderr))
            results.append(done.stdout)
            undone = run(["rewrite", "--undo", str(manifest)], done.stdout)
            self.assertEqual((0, content), (undone.returncode, undone.stdout))
            manifest.unlink()
        self.assertEqual(results[0].replace(b"\n", b"\r"), results[1])

    def messages(self):
        html = html_message("<a href=g>x</a>\n<img src='i.png'>\n", "Base: <URL:http://a.example/b/c>\nSubject: s\n")
        yield html.encode()
        yield html_message("<a href=g>x</a>\n").encode()
        yield multipart("b", "Content-Type: text/plain\n\nhttp://p.example/\n", "Content-Type: message/rfc822\n\n" + html).encode()
        for number in range(40):
            yield RandomMessage(SEED + number, b"\n").bytes

    def test_messages(self):
        for message in self.messages():
            self.assert_same(message)

    def test_a_nested_message_alone(self):
        inner = with_cr(html_message("<a href=g>x</a>\n", "Base: <URL:http://a.example/b/c>\n").encode())
        outer = (b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" + base64.encodebytes(inner))
        for message in (outer, with_cr(outer)):
            _, rows, _ = self.rows(message, "links")
            self.assertEqual(["http://a.example/b/g"], [row["resolved"] for row in rows if row["context"] == "a@href"])
            done = run(["rewrite", "--manifest", str(self.folder / "m.jsonl")], message)
            written = base64.b64decode(done.stdout.replace(b"\r", b"\n").split(b"\n\n", 1)[1])
            self.assertEqual(inner.replace(b"href=g", b"href=http://a.example/b/g"), written)
            undone = run(["rewrite", "--undo", str(self.folder / "m.jsonl")], done.stdout)
            self.assertEqual(message, undone.stdout)
            (self.folder / "m.jsonl").unlink()

    def test_rewriting(self):
        for message in self.messages():
            self.assert_kept(message)

    def test_mboxes(self):
        messages = [message for message in self.messages() if message.strip()]
        chance = random.Random(SEED)
        for _ in range(10):
            chosen = [chance.choice(messages) for _ in range(chance.randrange(1, 8))]
            mbox = b"".join(FROM.encode() + message + b"\n\n" for message in chosen)
            self.assert_same(mbox)
            self.assert_kept(mbox)
            cut = chance.randrange(len(mbox))
            for content in (mbox, with_cr(mbox)):
                path = self.folder / "box"
                path.write_bytes(content)
                pieces = []
                for piece in (f"0:{cut}", f"{cut}:{len(mbox)}"):
                    done = run(["links", "--format", "jsonl", "--range", piece, str(path)])
                    pieces += [(row["offset"], row["part"], row["start"]) for row in rows_of(done.stdout)]
                whole = [(row["offset"], row["part"], row["start"]) for row in self.rows(content, "links")[1]]
                self.assertEqual(whole, pieces)

    def test_a_single_cr_is_no_line_end(self):
        message = b"Subject: a\rBase: <URL:http://evil.example/>\nContent-Type: text/html\n\n<a href=x>x</a>"
        _, rows, _ = self.rows(message, "links")
        self.assertEqual([None], [row["resolved"] for row in rows if row["context"] == "a@href"])
        _, rows, _ = self.rows(message, "check")
        self.assertIn("mime-ambiguous", {row["code"] for row in rows})

    def test_real_mail(self):
        files = corpora_files()
        if not files:
            self.skipTest("no corpora: some 1,700 messages are not compared")
        for path in random.Random(SEED).sample(files, min(60, len(files))):
            content = path.read_bytes()
            # A CR that is no line end today, or a line end that is none in base64, would be another message.
            if b"\n" not in content or b"\r" in content.replace(b"\r\n", b"\n") or b"\0" in content:
                continue
            self.assert_same(content.replace(b"\r\n", b"\n"))


if __name__ == "__main__":
    unittest.main()
