"""samples/gateway/gateway.cpp, built against an installed copy as its README describes, and its output."""

import os
import pathlib
import re
import shlex
import subprocess
import tempfile

from installed import InstalledTest
from support import SAMPLES, main, sample_files

GATEWAY = SAMPLES / "gateway"
MESSAGE = b"""From: Ada <ada@example.org>
Subject: a page
Base: <URL:http://www.example.org/docs/>
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: multipart/alternative; boundary=a

--a
Content-Type: text/plain; charset=us-ascii

see <URL:../g>
--a
Content-Type: text/html; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

<p>Gr=FC=DFe <a href=3D"../g?a&amp;b">g</a> <a href=3D"#f">f</a> <a href=3D"http://x.example/">x</a>
--a--
--b
Content-Type: image/gif
Content-Disposition: attachment; filename="../a\tb.gif"
Content-Transfer-Encoding: base64

R0lGODlh
--b--
"""
PAGE = b'<p>Gr\xfc\xdfe <a href="http://www.example.org/g?a&amp;b">g</a> <a href="#f">f</a> <a href="http://x.example/">x</a>'


class Gateway(InstalledTest):
    @classmethod
    def setUpClass(cls):
        cls.built = tempfile.TemporaryDirectory(prefix="mimebase-gateway-")
        cls.addClassCleanup(cls.built.cleanup)
        cls.program = None

    def gateway(self, message, status=0):
        """Returns the files that it writes, and its output."""
        if Gateway.program is None:
            pc_folder, prefix = self.install(pathlib.Path(self.built.name))
            Gateway.library = str(pc_folder.parent)
            Gateway.program = self.build(GATEWAY / "gateway.cpp", pathlib.Path(self.built.name) / "gateway",
                                         *self.flags(pc_folder, f"--define-variable=prefix={prefix}"))
        path, out = self.write("message.eml", message), pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        done = subprocess.run([Gateway.program, path, out], capture_output=True, timeout=60,
                              env={**os.environ, "LD_LIBRARY_PATH": self.library})
        self.assertEqual(done.returncode, status, done.stderr)
        return {file.name: file.read_bytes() for file in out.iterdir()}, done.stdout.decode(), done.stderr.decode()

    def test_a_page(self):
        files, said, complained = self.gateway(MESSAGE)
        self.assertEqual((said, complained), ("page.html: text/html; charset=iso-8859-1\n", ""))
        self.assertEqual(files["page.html"].rstrip(), PAGE)
        self.assertEqual(files["links.tsv"].decode().splitlines(), [
            "HEADER\theader:base\tabsolute\thttp://www.example.org/docs/",
            "1.1\ttext:delimited\tabsolute\thttp://www.example.org/g",
            "1.2\ta@href\tabsolute\thttp://www.example.org/g?a&b",
            "1.2\ta@href\tsame-document\thttp://www.example.org/docs/#f",
            "1.2\ta@href\tabsolute\thttp://x.example/",
        ])
        self.assertEqual(files["attachments.tsv"].decode().splitlines(), ["2\timage/gif\t6\t../a b.gif"])
        self.assertEqual(set(files), {"page.html", "links.tsv", "attachments.tsv"})

    def test_text_alone(self):
        files, said, _ = self.gateway(b"Base: <URL:http://h/d/>\n\nsee <URL:g>\n")
        self.assertEqual((said, files["page.txt"]), ("page.txt: text/plain\n", b"see <URL:http://h/d/g>\n"))
        self.assertNotIn("page.html", files)

    def test_samples(self):
        seen = 0
        for path in (path for path in sample_files() if path.suffix != ".mbox"):
            files, _, _ = self.gateway(path.read_bytes())
            rows = [row.split("\t") for row in files["links.tsv"].decode().splitlines()]
            seen += sum(status == "absolute" and not context.startswith("header:") for _, context, status, _ in rows)
            with self.subTest(path.name):
                left = {status for _, context, status, _ in rows if not context.startswith("header:")}
                # Without a base, and in documents, which are never written.
                if path.name not in ("none.eml", "retrieval-url.eml") and path.parent.name != "documents":
                    self.assertLessEqual(left, {"absolute", "part", "same-document", "guessed"})
        self.assertGreater(seen, 60)

    def test_what_is_wrong(self):
        self.gateway(b"")  # a message of nothing
        program = Gateway.program
        for arguments, status in (((), 2), ((self.folder / "none", self.folder), 1),
                                  ((GATEWAY / "README.md", "/proc/none-such"), 3)):
            done = subprocess.run([program, *arguments], capture_output=True,
                                  env={**os.environ, "LD_LIBRARY_PATH": self.library})
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertNotEqual(done.stderr, b"")

    def test_readme(self):
        readme = (GATEWAY / "README.md").read_text()
        (command,) = re.findall(r"^    (c\+\+ .*)$", readme, re.M)
        self.assertEqual(shlex.split(command.partition("$")[0]), ["c++", "-std=c++20", "gateway.cpp", "-o", "gateway"])


if __name__ == "__main__":
    main()
