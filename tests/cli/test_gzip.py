"""Large gzip files: a decoder that is faster than zlib reads them, if it is built in and the data is not damaged. zlib alone
reads a pipe. Both give the same rows and reports."""

import base64
import gzip
import random
import struct
import zlib

from support import CliTest, main, rows_of, run


def make_mbox(count, seed):
    """Text, in which damage spreads, and base64, in which it is detected only at the end."""
    dice = random.Random(seed)
    words = [dice.randbytes(dice.randrange(1, 5)).hex().encode() for _ in range(3000)]
    return b"".join(b"From a@b Thu Jan  1 00:00:00 2004\nSubject: %d\n\nhttp://h.example/%d\n%s\n%s\n"
                    % (i, i, base64.encodebytes(dice.randbytes(1500)), b" ".join(dice.choices(words, k=800)))
                    for i in range(count))


MBOX = make_mbox(150, 1)
PLAIN = gzip.compress(MBOX, 6)
MEMBERS = b"".join(gzip.compress(make_mbox(70, seed), level) for seed, level in ((2, 1), (3, 9), (4, 6)))
LARGE = 256 << 10  # smaller ones are left to zlib


def with_header(flags, extra):
    """PLAIN, with these flags in its header, and the fields that they announce."""
    return PLAIN[:3] + bytes([flags]) + PLAIN[4:10] + extra + PLAIN[10:]


def flipped(content, at):
    return content[:at] + bytes([content[at] ^ 16]) + content[at + 1:]


class Gzip(CliTest):
    def read_both(self, content):
        """Returns the references of a file and of a pipe, the reports without the name, and the status."""
        self.assertGreater(len(content), LARGE)
        path = self.write("m.mbox.gz", content)
        answers = []
        for name, done in ((str(path), run("links", "--format=jsonl", path)),
                           ("standard input", run("links", "--format=jsonl", input=content))):
            said = done.stderr.decode().replace(name, "it").splitlines()
            rows = [(row["message"], row["offset"], row["start"], row["reference"]) for row in rows_of(done.stdout)]
            answers.append((rows, said, done.returncode))
        self.assertEqual(*answers)
        return answers[0]

    def test_whole(self):
        for content, count in ((PLAIN, 150), (MEMBERS, 210), (PLAIN + b"\0" * 5000, 150), (PLAIN + MEMBERS, 360)):
            rows, said, status = self.read_both(content)
            self.assertEqual((len(rows), said, status), (count, [], 0))

    def test_headers(self):
        checksum = struct.pack("<H", zlib.crc32(PLAIN[:3] + b"\2" + PLAIN[4:10]) & 0xFFFF)
        for why, content, status in (("a name", with_header(8, b"m.mbox\0"), 0),
                                     ("extra, a name, a comment", with_header(28, b"\2\0xxm\0c\0"), 0),
                                     ("a checksum", with_header(2, checksum), 0),
                                     ("a wrong checksum", with_header(2, b"xx"), 1),
                                     ("a flag that is unused", with_header(32, b""), 1),
                                     ("another method", b"\x1f\x8b\x07" + PLAIN[3:], 1)):
            with self.subTest(why):
                self.assertEqual(self.read_both(content)[2], status)

    def test_what_is_behind(self):
        rows, said, status = self.read_both(PLAIN + b"rubbish")
        self.assertEqual((len(rows), status), (150, 1))
        self.assertIn(f"other data after its gzip data, from byte {len(PLAIN)} on", said[0])

    def test_checksums_at_the_end(self):
        for at in (-8, -1):
            rows, said, status = self.read_both(flipped(PLAIN, len(PLAIN) + at))
            self.assertEqual((len(rows), status), (150, 1))
            self.assertIn("is damaged at byte", said[0])

    def test_cut_anywhere(self):
        dice = random.Random(5)
        for content in (PLAIN, MEMBERS):
            for at in [len(content) - 1, *(dice.randrange(LARGE + 1, len(content)) for _ in range(20))]:
                with self.subTest(at):
                    _, said, status = self.read_both(content[:at])
                    self.assertEqual(status, 1)
                    self.assertIn(f"is truncated: its gzip data ends at byte {at}", "".join(said))

    def test_damaged_anywhere(self):
        dice = random.Random(6)
        for content in (PLAIN, MEMBERS):
            for _ in range(15):
                at = dice.randrange(10, len(content) - 8)
                with self.subTest(at):
                    _, said, status = self.read_both(flipped(content, at))
                    self.assertEqual(status, 1)
                    self.assertIn("is damaged at byte", "".join(said))

    def test_damage_that_decoding_does_not_survive(self):
        """Only the checksum at the end detects most damage."""
        dice = random.Random(7)
        found = 0
        while found < 10:
            content = flipped(PLAIN, dice.randrange(10, len(PLAIN) - 8))
            try:
                zlib.decompress(content, 31)
            except zlib.error as error:
                if "data check" in str(error):
                    continue
            found += 1
            with self.subTest(found):
                _, said, status = self.read_both(content)
                self.assertEqual(status, 1)
                self.assertIn("is damaged at byte", "".join(said))


if __name__ == "__main__":
    main()
