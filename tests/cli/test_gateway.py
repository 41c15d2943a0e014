"""Archives of rewritten mail, as samples/gateway/README.md describes them. tests/gateway/ has the filters."""

import os
import pathlib
import shutil
import subprocess

from support import EXE, SAMPLES, CliTest, main

HEADING = b"From: Ada <ada@example.org>\nTo: list@example.org\nSubject: links\nDate: Thu, 01 Jan 2004 00:00:00 +0000\n" \
          b"Message-ID: <%d@example.org>\nMIME-Version: 1.0\nBase: <URL:http://www.example.org/docs/>\n"
HTML = HEADING % 1 + b"Content-Type: text/html; charset=us-ascii\n\n<p><a href=\"../g?a&amp;b\">g</a></p>\nFrom here on\n"
TEXT = HEADING % 2 + b"Content-Type: text/plain\n\nsee <URL:../g> and what follows\n"
NEW_HTML = HTML.replace(b"../g?", b"http://www.example.org/g?")
NEW_TEXT = TEXT.replace(b"../g", b"http://www.example.org/g")
FROM = b"From ada@example.org  Thu Jan  1 00:00:00 2004\n"


class GatewayTest(CliTest):
    def setUp(self):
        super().setUp()
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        (self.bin / "mimebase").symlink_to(EXE)

    def needs(self, *programs):
        missing = [program for program in programs if not shutil.which(program)]
        if missing:
            self.skipTest(f"{', '.join(missing)} not installed: 2 runs missed")

    def run_filter(self, *command, input=b"", status=0, **environment):
        done = subprocess.run([os.fspath(word) for word in command], input=input, capture_output=True, timeout=120,
                              cwd=self.folder, env={**os.environ, "PATH": f"{self.bin}:{os.environ['PATH']}",
                                                    "HOME": str(self.folder), **environment})
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout


class Archives(GatewayTest):
    BOX = FROM + HTML.replace(b"\nFrom here", b"\n>From here") + b"\n" + FROM + TEXT + b"\n"

    def links_by_mhonarc(self, box):
        """The links on the pages that MHonArc makes of an mbox, without its own."""
        out = pathlib.Path(self.folder / "archive")
        shutil.rmtree(out, ignore_errors=True)
        out.mkdir()
        self.run_filter("mhonarc", "-quiet", "-outdir", out, "-", input=box)
        pages = sorted(out.glob("msg*.html"))
        self.assertEqual(len(pages), 2)
        return [row["reference"] for row in self.rows("links", "--input", "message", input=b"Content-Type: text/html\n\n" +
                                                      b"".join(page.read_bytes() for page in pages))
                if row["context"] == "a@href" and "mailto:" not in row["reference"]
                and not row["reference"].startswith(("msg", "#", "mail", "thr", "http://www.mhonarc"))]

    def test_mhonarc(self):
        self.needs("mhonarc")
        self.assertNotIn("http://www.example.org/g", self.links_by_mhonarc(self.BOX))
        self.assertEqual(self.links_by_mhonarc(self.run_filter("mimebase", "rewrite", input=self.BOX)),
                         ["http://www.example.org/g?a&b", "http://www.example.org/g"])

    # The HTML page of a message, from public-inbox's own code without a server.
    PAGE = """BEGIN { $path = shift }
        use PublicInbox::WWW;
        my %request = (PATH_INFO => $path, REQUEST_METHOD => 'GET', QUERY_STRING => '', SCRIPT_NAME => '',
                       HTTP_HOST => 'example.org',
                       SERVER_NAME => 'example.org', SERVER_PORT => 80, 'psgi.url_scheme' => 'http', 'psgi.errors' => *STDERR);
        my $response = PublicInbox::WWW->new->call(\\%request);
        my $body = $response->[2];
        if (ref $body eq 'ARRAY') { print @$body } else { while (defined(my $line = $body->getline)) { print $line } }"""

    def test_public_inbox(self):
        self.needs("public-inbox-init", "public-inbox-mda", "git", "perl")
        home = {"HOME": str(self.folder), "PI_CONFIG": str(self.folder / "config"), "GIT_CONFIG_NOSYSTEM": "1"}
        self.run_filter("public-inbox-init", "-V2", "list", self.folder / "inbox", "http://example.org/list",
                        "list@example.org", **home)
        self.run_filter("git", "config", "-f", self.folder / "config", "publicinboxmda.spamcheck", "none")
        for number, message in ((2, TEXT), (3, self.run_filter("mimebase", "rewrite", input=TEXT.replace(b"<2@", b"<3@")))):
            self.run_filter("public-inbox-mda", "--no-precheck", input=message, ORIGINAL_RECIPIENT="list@example.org", **home)
            page = self.run_filter("perl", "-e", self.PAGE, f"/list/{number}@example.org/", **home)
            self.assertEqual(b'href="http://www.example.org/g"' in page, number == 3, page)


if __name__ == "__main__":
    main()
