"""Compares permalinks with those of public-inbox and Mailman 3, if they are installed, and with Python's own digests.

compare_permalinks.py PROGRAM: PROGRAM is permalink_lines.
"""

import base64
import hashlib
import random
import shutil
import subprocess
import sys
import textwrap
import unittest

PROGRAM = sys.argv.pop(1)
SEED, COUNT = 47, 5000
BYTES = "abcXYZ019-._~!$&'()*+,;=:@/?#%[]{}|\\^`\""


def message_ids():
    """Message-IDs at random, of which some have bytes that URLs encode."""
    source = random.Random(SEED)
    for _ in range(COUNT):
        left = "".join(source.choice(BYTES) for _ in range(source.randint(1, 30)))
        yield left + source.choice(["@example.org", "@a/b", "@[192.0.2.1]"])


IDS = list(message_ids())
LINES = "".join(f"dev\t{each}\n" for each in IDS)


class Permalinks(unittest.TestCase):
    maxDiff = 2000

    @classmethod
    def setUpClass(cls):
        output = subprocess.run([PROGRAM], input=LINES, capture_output=True, text=True, check=True).stdout
        cls.rows = [line.split("\t") for line in output.splitlines()]

    def compare(self, column, expected):
        self.assertEqual(COUNT, len(expected))
        differing = [(message_id, ours, theirs) for message_id, ours, theirs
                     in zip(IDS, [row[column] for row in self.rows], expected, strict=True) if ours != theirs]
        self.assertEqual([], differing[:5])

    def test_hashes(self):
        self.compare(1, [base64.b32encode(hashlib.sha1(each.encode()).digest()).decode() for each in IDS])
        self.compare(2, [base64.urlsafe_b64encode(hashlib.sha1((each + "dev").encode()).digest()).decode().rstrip("=")
                         for each in IDS])

    def test_public_inbox(self):
        script = "use PublicInbox::MID qw(mid_escape); while (<STDIN>) { chomp; s/.*?\\t//; print mid_escape($_), qq(\\n) }"
        perl = shutil.which("perl")
        if not perl or subprocess.run([perl, "-MPublicInbox::MID", "-e", "1"], capture_output=True).returncode != 0:
            self.skipTest(f"public-inbox is not installed: {COUNT} Message-IDs not compared")
        output = subprocess.run([perl, "-e", script], input=LINES, capture_output=True, text=True, check=True).stdout
        self.compare(0, [f"https://lore.kernel.org/dev/{each}/" for each in output.splitlines()])

    def test_mailman(self):
        script = textwrap.dedent("""
            import sys
            from email.message import Message
            from mailman.utilities.email import add_message_hash
            for line in sys.stdin:
                message = Message()
                message["Message-ID"] = "<%s>" % line.rstrip("\\n").split("\\t", 1)[1]
                print(add_message_hash(message))
            """)
        # Mailman belongs to the system's Python.
        pythons = [python for python in (sys.executable, "/usr/bin/python3") if shutil.which(python) and subprocess.run(
            [python, "-c", "import mailman.utilities.email"], capture_output=True).returncode == 0]
        if not pythons:
            self.skipTest(f"Mailman 3 is not installed: {COUNT} Message-IDs not compared")
        output = subprocess.run([pythons[0], "-c", script], input=LINES, capture_output=True, text=True, check=True).stdout
        self.compare(1, output.splitlines())


unittest.main()
