"""Messages whose lines end in CR CR LF, as programs write that convert line ends twice: the same rows as with CR LF, and
rewritten files that keep these ends."""

import base64
import os
import random
import unittest

from support import CliTest, corpora_files
from tables import FROM, RandomMessage, html_message, multipart, rows_of, run

SEED = int(os.environ.get("MIMEBASE_SEED", "1984"))
POSITIONS = ("start", "end", "offset", "heading", "body", "size")
DEFECT = "its lines end in CR CR LF"


def with_ends(message, end):
    return message.replace(b"\r\n", b"\n").replace(b"\n", end)


def doubled(message):
    return with_ends(message, b"\r\r\n")


class DoubledLines(CliTest):
    def rows(self, content, *command):
        """Without positions, because lines are longer, and without what other readers do, whose lines end differently."""
        rows = rows_of(run([*command, "--format", "jsonl"], content).stdout)
        return [{key: value for key, value in row.items() if key not in POSITIONS} for row in rows
                if DEFECT not in row.get("detail", "") and row.get("code") not in ("readers-disagree", "base-hidden")]

    def messages(self):
        html = html_message("<a href=g>x</a>\n<img src='i.png'>\n", "Base: <URL:http://a.example/b/c>\nSubject: s\n")
        yield html.encode()
        yield html_message("<a\nhref=g>x</a>\n\n\n<a href=h>\n").encode()
        yield multipart("b", "Content-Type: text/plain\n\nhttp://p.example/\n", "Content-Type: message/rfc822\n\n" + html).encode()
        yield multipart("b", "Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n" + base64.encodebytes(b"<a href=g>x</a>" * 20).decode(),
                        "Content-Type: text/html;\n charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n<a href=3D=\ng>x</a>\n <img src=3Dx>=\n\n").encode()
        yield b"Subject: one\n two http://s.example/\nList-Help: <http://l.example/>,\n\t<http://m.example/>\nContent-Type: text/plain\n\nhttp://t.example/\n\n\n\nhttp://u.example/\n"
        for number in range(15):
            yield RandomMessage(SEED + number, b"\n").bytes

    def is_doubled(self, message):
        """Without a header and an empty line, nothing shows how its lines should end."""
        head, _, _ = message.partition(b"\n\n")
        return head and b"\n\n" in message and b"\r" not in message and not message.startswith(b"\n")

    def test_messages(self):
        count = 0
        for message in filter(self.is_doubled, self.messages()):
            count += 1
            for command in (("links", "--full"), ("tree",), ("check",)):
                with self.subTest(command=command, message=message):
                    self.assertEqual(self.rows(with_ends(message, b"\r\n"), *command), self.rows(doubled(message), *command))
        self.assertGreater(count, 10)

    def test_positions(self):
        """They are those of the file."""
        content = doubled(b"Content-Type: text/plain\n\nhttp://a.example/\n\n\nhttp://b.example/\n")
        body = content.index(b"\r\r\n\r\r\n") + 6
        self.assertEqual([[0, body]], [row["heading"] for row in rows_of(run(["tree", "--format", "jsonl"], content).stdout)])
        spans = [(row["start"], row["end"]) for row in rows_of(run(["links", "--format", "jsonl"], content).stdout)]
        self.assertEqual([b"http://a.example/", b"http://b.example/"], [content[body + start:body + end] for start, end in spans])

    def test_rewriting(self):
        """The rewritten message is that with CR LF, with doubled ends, and the edits can be undone."""
        manifest = self.folder / "manifest.jsonl"
        for message in filter(self.is_doubled, self.messages()):
            results = []
            for content in (with_ends(message, b"\r\n"), doubled(message)):
                for options in ([], ["--annotate", "--retrieval-url", "http://h.example/d/p"], ["--base", "drop"]):
                    done = run(["rewrite", *options, "--manifest", str(manifest)], content)
                    results.append(done.stdout)
                    undone = run(["rewrite", "--undo", str(manifest)], done.stdout)
                    self.assertEqual((0, content), (undone.returncode, undone.stdout))
                    manifest.unlink()
            half = len(results) // 2
            for usual, other in zip(results[:half], results[half:]):
                self.assertEqual(doubled(usual), other)

    def test_mboxes(self):
        box = b"".join(FROM.encode() + message + b"\n\n" for message in filter(self.is_doubled, self.messages()))
        self.assertEqual(self.rows(with_ends(box, b"\r\n"), "links"), self.rows(doubled(box), "links"))
        manifest = self.folder / "manifest.jsonl"
        usual = run(["rewrite"], with_ends(box, b"\r\n")).stdout
        done = run(["rewrite", "--manifest", str(manifest)], doubled(box))
        self.assertEqual(doubled(usual), done.stdout)
        self.assertEqual(doubled(box), run(["rewrite", "--undo", str(manifest)], done.stdout).stdout)

    def test_a_program_added_a_field(self):
        message = b"Received: from x\r\n" + doubled(html_message("<a href=g>x</a>\n", "Base: <URL:http://a.example/b/c>\n").encode())
        self.assertEqual(["http://a.example/b/g"], [row["resolved"] for row in self.rows(message, "links") if row["context"] == "a@href"])

    def test_a_nested_message(self):
        inner = doubled(html_message("<a href=g>x</a>\n", "Base: <URL:http://a.example/b/c>\n").encode())
        message = b"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" + base64.encodebytes(inner)
        self.assertEqual(["http://a.example/b/g"], [row["resolved"] for row in self.rows(message, "links") if row["context"] == "a@href"])
        written = run(["rewrite"], message).stdout
        self.assertEqual(inner.replace(b"href=g", b"href=http://a.example/b/g"), base64.b64decode(written.split(b"\n\n", 1)[1]))

    def test_what_is_no_such_message(self):
        """The header decides: other lines of this kind change nothing."""
        for message in (b"Content-Type: text/html\r\nBase: <URL:http://a.example/>\r\n\r\n<a href=g>\r\r\n\r\r\n</a>\r\r\n",
                        b"Content-Type: text/html\r\r\nBase: <URL:http://a.example/>\r\n\r\n<a href=g>\r\r\n</a>",
                        b"Content-Type: text/html\nBase: <URL:http://a.example/>\n\n<a href=g>\r\r\n\r\r\n</a>\n"):
            rows = rows_of(run(["check", "--format", "jsonl"], message).stdout)
            self.assertFalse([row for row in rows if DEFECT in row["detail"]])
            row = rows_of(run(["links", "--format", "jsonl"], message).stdout)[-1]
            self.assertEqual(("http://a.example/g", 8), (row["resolved"], row["start"]))

    def test_real_mail(self):
        files = corpora_files()
        if not files:
            self.skipTest("no corpora: some 1,700 messages are not compared")
        for path in random.Random(SEED).sample(files, min(30, len(files))):
            content = path.read_bytes()
            message = content.replace(b"\r\n", b"\n")
            if b"\r" in message or b"\0" in message or message.startswith(b"From ") or not self.is_doubled(message):
                continue
            for command in (("links", "--full"), ("tree",), ("check",)):
                with self.subTest(path=path, command=command):
                    self.assertEqual(self.rows(with_ends(message, b"\r\n"), *command), self.rows(doubled(message), *command))


if __name__ == "__main__":
    unittest.main()
