"""`pieces`: the rows of the pieces, one after another, are the rows of one run, for archives and folders made at random.

    MIMEBASE_EXE=.../mimebase python3 tests/cli/test_pieces.py [SEED [COUNT]]

With a seed, makes COUNT cases from it (default: 100) and says how many pieces and rows were compared.
"""

import gzip
import io
import os
import random
import sys
import tarfile
import unittest
import zipfile

from support import CliTest, main, rows_of, run

SEED, CASES = 20261128, 12
COMMANDS = ("links", "tree", "check", "compare")
KINDS = ("mbox", "mh", "maildir", "message", "document")
ROOM = 700_000  # of filling in a file that is to be cut


class Maker:
    """Makes archives of mail and of the web, and folders, that depend on the seed alone."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.number = 0

    def chance(self, probability):
        return self.random.random() < probability

    def filling(self, size):
        words = ["the", "archive", "From", ">From here", "http://fill.example/x", "Fri", "2004", "\nFrom now on\n", "WARC/1.0"]
        line = " ".join(self.random.choices(words, k=9)) + "\n"
        return line * (size // len(line))

    def message(self, size=0):
        self.number += 1
        lines = [f"Subject: {self.number}", f"Message-ID: <{self.number}@example.org>", "From: a@example.org"]
        if self.chance(0.5):
            lines.append(f"Content-Base: http://base{self.number}.example/")
        if self.chance(0.3):
            lines.append("Content-Type: text/html")
            body = f'<a href="x{self.number}">http://other.example/</a> <img src=cid:none>\n'
        else:
            body = f"<URL:y{self.number}> and http://example.net/{self.number}\n"
        return "\n".join(lines) + "\n\n" + body + self.filling(size)

    def sizes(self, total):
        while total > 0:
            size = self.random.choice([0, 200, 3000, 40_000, 150_000, 1_200_000 if self.chance(0.2) else 90_000])
            yield size
            total -= size + 500

    def mbox(self, total):
        counts = self.chance(0.3)
        froms = ["From a@example.org Thu Nov 14 08:00:00 2024", "From - Thu Nov 14 08:00:00 2024",
                 "From x Thu, 14 Nov 2024 08:00:00 +0100"]
        text = self.random.choice(["", "", "\n\n", "\ufeff"])
        for size in self.sizes(total):
            message = self.message(size)
            if counts and self.chance(0.9):
                head, body = message.split("\n\n", 1)
                if self.chance(0.3):
                    body += "\nFrom a@example.org Thu Nov 14 08:00:00 2024\nSubject: inside\n\nhttp://inside.example/\n"
                message = f"{head}\nContent-Length: {len(body.encode())}\n\n{body}"
            text += self.random.choice(froms) + "\n" + message + "\n"
        return text.replace("\n", self.random.choice(["\n", "\n", "\r\n"])).encode()

    def record(self, kind, block):
        self.number += 1
        return (f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:x:{self.number}>\r\nWARC-Date: 2024-11-14T08:00:00Z\r\n"
                f"WARC-Target-URI: http://page{self.number}.example/d/\r\nContent-Length: {len(block)}\r\n\r\n").encode() \
            + block + b"\r\n\r\n"

    def warc(self, total):
        records = [self.record("warcinfo", b"software: test\r\n")]
        for size in self.sizes(total):
            page = f'<a href="z{self.number}">http://other.example/</a>'.encode() + self.filling(size).encode()
            block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page
            records.append(self.record(self.random.choice(["response"] * 4 + ["request", "metadata", "revisit"]), block))
            if self.chance(0.1):
                records.append(self.random.choice([b"damage\r\n" * 9, b"WARC/1.0\r\nContent-Length: x\r\n\r\n", b"\r\n\r\n"]))
        return b"".join(records)

    def container(self):
        inner = self.mbox(2000)
        if self.chance(0.5):
            return self.random.choice(["x.gz", "b.mbox.gz", "7"]), gzip.compress(inner[:-9] if self.chance(0.2) else inner)
        packed = io.BytesIO()
        if self.chance(0.5):
            with zipfile.ZipFile(packed, "w") as archive:
                archive.writestr("a/1.eml", self.message())
                archive.writestr("b.mbox", inner)
                archive.writestr("c.eml", b"")
            return "x.zip", packed.getvalue()
        with tarfile.open(fileobj=packed, mode="w:gz") as archive:
            for name, content in (("cur/1", self.message().encode()), ("z.bin", bytes(range(256))), ("b", inner)):
                member = tarfile.TarInfo(name)
                member.size = len(content)
                archive.addfile(member, io.BytesIO(content))
        return "x!y.tgz", packed.getvalue()

    def file(self, total):
        """A name and the content of a file: mail, or what lies next to mail."""
        roll = self.random.random()
        if roll < 0.3:
            return self.random.choice(["a.mbox", "b", "c.mbx", "dovecot.mbox", "#1"]), self.mbox(total)
        if roll < 0.5:
            return self.random.choice(["a.warc", "w"]), self.warc(total)
        if roll < 0.6:
            return self.random.choice(["a.warc.gz", "v"]), gzip.compress(self.warc(3000))
        if roll < 0.7:
            return self.container()
        name = self.random.choice(["m.eml", "message", "12", ",12", "notes.text", ".hidden.eml", "p.html", "r.txt", "d.pdf"])
        content = self.random.choice([self.message(), "Nothing: known\n of mail\n\nhttp://a.example/\n", "", "no mail\n",
                                      "\x00\x01", self.mbox(1000).decode(errors="replace"), "BABYL OPTIONS: x\n", "<!DOCTYPE html><a href=x>", "{\\rtf1 http://a.example/}",
                                      "BEGIN:VCALENDAR\nURL:http://c.example/\nEND:VCALENDAR\n"])
        return name, content.encode()

    def fill(self, folder):
        if self.chance(0.5):
            for sub in ("cur", "new", "tmp"):
                (folder / sub).mkdir()
                for number in range(self.random.randrange(4)):
                    (folder / sub / f"{number}.x:2,S").write_bytes(self.random.choice([self.message(), self.message(300_000),
                                                                                       "", "no\n"]).encode())
        for number in range(self.random.randrange(12)):
            (folder / str(number)).write_bytes(self.random.choice([self.message(), self.message(), "", "a\nb\n"]).encode())
        deep = folder / "d" / "e.mbox"
        deep.mkdir(parents=True)
        for place in (folder, deep):
            for _ in range(self.random.randrange(5)):
                name, content = self.file(self.random.choice([1000, 1000, ROOM, 2 * ROOM]))
                (place / name).write_bytes(content)

    def inputs(self, folder):
        made = []
        for number in range(self.random.choice([1, 1, 2, 3])):
            place = folder / str(number)
            place.mkdir()
            if self.chance(0.4):
                self.fill(place)
                made.append(str(place) + self.random.choice(["", "/"]))
            else:
                name, content = self.file(self.random.choice([4000, 2 * ROOM, 5 * ROOM]))
                (place / name).write_bytes(content)
                made.append(str(place / name))
        return made


def lines_of(form, output):
    """The rows. Each run writes a header of CSV."""
    return output if form == "jsonl" or not output else output[output.index(b"\n") + 1:]


class Pieces(CliTest):
    compared = {"cases": 0, "pieces": 0, "bytes of rows": 0}

    def pieces(self, *arguments):
        done = run("pieces", *arguments)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return rows_of(done.stdout)

    def read(self, command, piece):
        span = ("--range", piece["range"]) if piece["range"] else ()
        done = run(*command, "--as-in-folder", *span, "--first-message", str(piece["first_message"]), "--", piece["source"])
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return done.stdout

    def assert_same(self, case, inputs, command, options, form):
        whole = lines_of(form, run(*command, "--", *inputs).stdout)
        pieces = self.pieces("--megabytes=1", *options, "--", *inputs)
        parts = [lines_of(form, self.read(command, piece)) for piece in pieces]
        self.compared["cases"] += 1
        self.compared["pieces"] += len(pieces)
        self.compared["bytes of rows"] += len(whole)
        if b"".join(parts) != whole:
            at = next((i for i, (a, b) in enumerate(zip(b"".join(parts).split(b"\n"), whole.split(b"\n"))) if a != b), None)
            self.fail(f"case {case}: {command} {inputs}: row {at} differs:\n"
                      + "\n".join(str(text.split(b"\n")[at or 0:][:3])[:600] for text in (b"".join(parts), whole)))
        return pieces

    def check_case(self, case):
        maker = Maker(case)
        folder = self.folder / f"case{case}"
        folder.mkdir()
        inputs = maker.inputs(folder)
        for _ in range(2):
            command, form = maker.random.choice(COMMANDS), maker.random.choice(["jsonl", "jsonl", "csv"])
            jobs, isolation = maker.random.choice([1, 2]), maker.random.choice(["auto", "off"])
            kind = [f"--input={maker.random.choice(KINDS)}"] if maker.chance(0.2) else []
            options = [f"-j{jobs}", f"--isolation={isolation}", *kind]
            self.assert_same(case, inputs, [command, f"--format={form}", *options], options, form)

    def test_what_a_piece_is(self):
        maker = Maker(1)
        message = maker.message(400_000).replace("From", "from")
        mbox = "".join("From a Thu Nov 14 08:00:00 2024\n" + message + "\n" for _ in range(7)).encode()
        one = len(mbox) // 7
        path = self.write("a.mbox", mbox)
        def piece(first, last):
            return {"source": str(path), "range": f"{first * one}:{last * one}", "first_message": first + 1,
                    "bytes": (last - first) * one}
        self.assertEqual(self.pieces(path), [piece(0, 7)])
        pieces = self.pieces("--megabytes", "1", path)
        self.assertEqual(pieces, [piece(0, 2), piece(2, 4), piece(4, 6), piece(6, 7)])
        self.assertEqual([list(each) for each in pieces], [["source", "range", "first_message", "bytes"]] * 4)
        whole = {"range": None, "first_message": 1}
        packed = self.write("a.gz", gzip.compress(mbox))
        self.assertEqual(self.pieces("--megabytes=1", packed), [{"source": str(packed), **whole, "bytes": packed.stat().st_size}])
        folder = self.folder / "mail"
        (folder / "cur").mkdir(parents=True)
        for name in ("2", "1", "3.jpg"):
            (folder / "cur" / name).write_text("no mail" if name.endswith("jpg") else message)
        self.assertEqual([(row["source"], row["range"]) for row in self.pieces(folder)][:2],
                         [(f"{folder}/cur/{name}", None) for name in "12"])
        out = self.folder / "pieces.jsonl"
        self.run_ok("pieces", "-o", out, path)
        self.assertEqual(rows_of(out.read_bytes()), [piece(0, 7)])

    def test_usage(self):
        path = self.write("a.eml", "Subject: x\n\n")
        for said, arguments in (("standard input", ["-"]), ("standard input", []), ("standard input", [path, "-"]),
                                ("1 to 1000000", ["--megabytes=0", path]), ("1 to 1000000", ["--megabytes=x", path]),
                                ("neither a file nor a folder", ["/dev/null"]), ("JSON Lines", ["-o", self.folder / "x.csv", path])):
            with self.subTest(arguments):
                self.assertEqual(self.assert_fails(2, said, "pieces", *arguments).stdout, b"")
        self.assertEqual(self.assert_fails(1, "none.mbox", "pieces", "none.mbox").stdout, b"")

    def test_what_a_folder_would_not_read(self):
        """A file is judged by its name and content if it is in a folder, and read if it is named."""
        odd = self.write(",1", "Nothing: known\n of mail\n\nhttp://a.example/\n")
        packed = self.write("dovecot.gz", gzip.compress(b"From a@b Thu Nov 14 08:00:00 2024\nSubject: x\n\nhttp://b.example/\n\n" * 40))
        empty, other = self.write("empty", ""), self.write("other", "\0\1\2")
        files = [str(path) for path in (odd, packed, empty, other)]
        pieces = self.assert_same("files", files, ["check", "--format=jsonl"], (), "jsonl")
        self.assertEqual([piece["range"] for piece in pieces], [f"0:{os.path.getsize(path)}" for path in files])
        self.assert_same("files", files, ["links", "--format=jsonl"], (), "jsonl")
        self.assertEqual(len(rows_of(self.read(["links", "--format=jsonl"], pieces[1]))), 40)
        self.assertEqual(rows_of(run("pieces", self.folder).stdout), [])

    def test_cases(self):
        for case in range(SEED, SEED + CASES):
            with self.subTest(case):
                self.check_case(case)


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1].isdigit():
        SEED, CASES = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 100
        del sys.argv[1:]
        unittest.main(exit=False)
        print(f"from seed {SEED}: {Pieces.compared}")
    else:
        main()
