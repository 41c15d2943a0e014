"""samples/python/, used as its README describes."""

import os
import re
import subprocess
import sys

from package import FOLDER, ROOT, SAMPLES, PythonTest, main, need
from support import sample_files

PYTHON = SAMPLES / "python"
PHISHING = b"""From: Bank <bank@example.net>
Subject: your\x1b[31m account
Content-Type: text/html; charset=utf-8
Base: <URL:http://login.example.com/>

<base href="sub/"><a href="enter">https://www.bank.example.net/</a><!-- <a href="hidden">x</a> --><img src="http://p.example.com/p.gif">
"""


class Samples(PythonTest):
    def run_sample(self, name, *arguments, status=0, **options):
        """Returns its output and its standard error."""
        done = subprocess.run([sys.executable, PYTHON / name, *map(str, arguments)], capture_output=True, cwd=ROOT,
                              env={**os.environ, "PYTHONPATH": FOLDER}, timeout=300, **options)
        self.assertEqual(done.returncode, status, done.stderr.decode())
        return done.stdout.decode(), done.stderr.decode()

    def analysed(self, *arguments):
        """The tables by title."""
        need("pandas")
        printed, complained = self.run_sample("analyst.py", *arguments)
        self.assertEqual(complained, "")
        head, *tables = re.split(r"^== (.*)\n", printed, flags=re.M)
        return head, dict(zip(tables[::2], tables[1::2]))

    def test_the_analyst_of_samples(self):
        head, tables = self.analysed(*(SAMPLES / name for name in ("contests", "layers", "readers", "web-archive.mht")))
        self.assertRegex(head, r"^\d+ messages, \d+ references\n")
        self.assertRegex(tables["hosts"], r"(?m)^www\.example\.org +\d+ +\d+ +2024-")
        self.assertRegex(tables["status by layer"], r"(?m)^content-base +\d+")
        for context in ("header:content-location", "base@href", "object@codebase"):
            self.assertIn(context, tables["relative bases"])
        self.assertNotRegex(tables["relative bases"], r"header:\S+ +http://")

    def test_the_analyst_of_phishing(self):
        head, tables = self.analysed(self.write("p.eml", PHISHING), self.write("no.bin", "hello"))
        self.assertIn("not read: ", head)
        self.assertRegex(tables["text differs from target"], r"example\.net +example\.com +1 ")
        self.assertRegex(tables["text, and where it leads"],
                         r"https://www\.bank\.example\.net/ +http://login\.example\.com/sub/enter")
        self.assertIn("comment", tables["hidden"])
        self.assertIn("http://login.example.com/sub/", tables["relative bases"])

    def test_the_analyst_of_nothing(self):
        head, _ = self.analysed(self.write("n.eml", b"Subject: x\n\ny\n"))
        self.assertIn("1 messages, 0 references", head)

    def test_its_cells_are_cells(self):
        cells = (PYTHON / "analyst.py").read_text().split("# %%")[1:]
        self.assertGreater(len(cells), 5)
        for cell in cells:
            compile("#" + cell, "cell", "exec")

    def gateway(self, message, status=0):
        """Returns the files that it writes, and its output."""
        folder = self.folder / "page"
        printed, complained = self.run_sample("gateway.py", folder, input=message, status=status)
        self.assertEqual(printed, "")
        self.assertEqual(sorted(os.listdir(folder)), ["links.tsv", "page.html"])
        return (folder / "page.html").read_text(), (folder / "links.tsv").read_text(), complained

    def test_the_gateway(self):
        page, links, complained = self.gateway(PHISHING)
        self.assertEqual(complained, "")
        self.assertIn('<a href="http://login.example.com/sub/enter">', page)
        self.assertIn("default-src 'none'", page)
        self.assertIn("1\ta@href\tresolved\thttp://login.example.com/sub/enter\n", links)

    def test_the_gateway_over_samples(self):
        seen = 0
        for path in sample_files():
            if path.suffix == ".mbox":
                continue
            with self.subTest(path.name):
                _, links, complained = self.gateway(path.read_bytes())
                self.assertEqual(complained, "")
                seen += len(links.splitlines())
        self.assertGreater(seen, 80)

    def test_the_gateway_loses_nothing(self):
        for message in (b"", b"hello", b"\xff\xfe\0", b"Content-Type: text/plain; charset=no-such\n\n\xe9 <x>\n",
                        b"Subject: x\n\n<b>\nFrom a@example.org Thu Jan  1 00:00:00 2004\n\nend\n"):
            page, _, _ = self.gateway(message, status=0 if message else 1)
            self.assertNotIn("<b>", page)
        self.assertIn("end", page)
        _, complained = self.run_sample("gateway.py", status=2)
        self.assertIn("gateway.py FOLDER", complained)
        _, complained = self.run_sample("gateway.py", self.write("file", b""), input=PHISHING, status=3)
        self.assertTrue(complained)

    def test_readme(self):
        readme = (PYTHON / "README.md").read_text()
        named = set(re.findall(r"^\| `([\w.-]+)` \|", readme, re.M))
        self.assertEqual(named, {path.name for path in PYTHON.iterdir()} - {"README.md", "__pycache__"})
        for name in named:
            self.assertTrue(os.access(PYTHON / name, os.X_OK), name)


if __name__ == "__main__":
    main()
