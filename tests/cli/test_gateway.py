"""samples/gateway/, used as its README describes: filters for procmail, maildrop and Postfix, and two archivers.

A filter must never lose mail: if `mimebase` fails or is missing, the original message is delivered.
"""

import os
import pathlib
import shutil
import subprocess

from support import EXE, SAMPLES, CliTest, main

GATEWAY = SAMPLES / "gateway"
HEADING = b"From: Ada <ada@example.org>\nTo: list@example.org\nSubject: links\nDate: Thu, 01 Jan 2004 00:00:00 +0000\n" \
          b"Message-ID: <%d@example.org>\nMIME-Version: 1.0\nBase: <URL:http://www.example.org/docs/>\n"
HTML = HEADING % 1 + b"Content-Type: text/html; charset=us-ascii\n\n<p><a href=\"../g?a&amp;b\">g</a></p>\nFrom here on\n"
TEXT = HEADING % 2 + b"Content-Type: text/plain\n\nsee <URL:../g> and what follows\n"
NEW_HTML = HTML.replace(b"../g?", b"http://www.example.org/g?")
NEW_TEXT = TEXT.replace(b"../g", b"http://www.example.org/g")
FROM = b"From ada@example.org  Thu Jan  1 00:00:00 2004\n"

# Failures of a filter, as scripts that replace `mimebase`. None means that the program is missing.
FAILURES = {
    "it is not there": None,
    "it cannot read": "cat >/dev/null; exit 1",
    "it cannot write": "cat >/dev/null; echo half; exit 3",
    "it writes all, and fails": "cat; exit 1",
    "it does not read": "exit 1",
    "it is killed": "kill -9 $$",
}


class GatewayTest(CliTest):
    def setUp(self):
        super().setUp()
        self.bin = self.folder / "bin"
        self.bin.mkdir()
        self.put_mimebase()

    def needs(self, *programs):
        missing = [program for program in programs if not shutil.which(program)]
        if missing:
            self.skipTest(f"{', '.join(missing)} not installed: {len(FAILURES) + 1} runs missed")

    def put_mimebase(self, script=""):
        """The real program, or a script that replaces it."""
        path = self.bin / "mimebase"
        path.unlink(missing_ok=True)
        if script == "":
            path.symlink_to(EXE)
        elif script is not None:
            path.write_text(f"#!/bin/sh\n{script}\n")
            path.chmod(0o755)

    def run_filter(self, *command, input=b"", status=0, **environment):
        done = subprocess.run([os.fspath(word) for word in command], input=input, capture_output=True, timeout=120,
                              cwd=self.folder, env={**os.environ, "PATH": f"{self.bin}:{os.environ['PATH']}",
                                                    "HOME": str(self.folder), **environment})
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout

    def assert_filters(self, deliver):
        """`deliver` passes a message through the filter, and returns the result."""
        for message, expected in ((HTML, NEW_HTML), (TEXT, NEW_TEXT)):
            self.assertEqual(deliver(message), expected)
        for plain in (b"Subject: nothing in it\n\nwords\n",
                      b"Subject: broken\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\n\xff\x00\n"):
            self.assertEqual(deliver(plain), plain)
        for why, script in FAILURES.items():
            with self.subTest(why):
                self.put_mimebase(script)
                self.assertEqual(deliver(HTML), HTML)


class Delivery(GatewayTest):
    def test_procmail(self):
        self.needs("procmail", "timeout")
        box, recipe = self.folder / "Maildir", self.folder / "procmailrc"
        recipe.write_bytes(f"MAILDIR={self.folder}\nDEFAULT={box}/\nLOGFILE={self.folder}/log\n".encode() +
                           f"PATH={self.bin}:/usr/bin:/bin\n".encode() + (GATEWAY / "procmailrc").read_bytes())
        recipe.chmod(0o600)

        def deliver(message):
            self.run_filter("procmail", "-m", recipe, input=FROM + message)
            (path,) = (box / "new").iterdir()
            delivered = path.read_bytes()
            path.unlink()
            # procmail may add a blank line after a message, as in an mbox.
            return delivered[:-1] if delivered.endswith(b"\n\n") else delivered

        self.assert_filters(deliver)

    def test_maildrop(self):
        self.needs("maildrop", "timeout")
        box, recipe = self.folder / "box", self.folder / "mailfilter"
        recipe.write_text(f'PATH="{self.bin}:/usr/bin:/bin"\n' + (GATEWAY / "mailfilter").read_text() + f'to "{box}"\n')
        recipe.chmod(0o600)

        def deliver(message):
            self.run_filter("maildrop", recipe, input=message)
            from_line, _, delivered = box.read_bytes().partition(b"\n")
            box.unlink()
            self.assertTrue(from_line.startswith(b"From ") and delivered.endswith(b"\n\n"))
            return delivered[:-1].replace(b"\n>From ", b"\nFrom ")

        self.assert_filters(deliver)


class Postfix(GatewayTest):
    def setUp(self):
        super().setUp()
        self.sent, self.spool = self.folder / "sent", self.folder / "spool"
        self.spool.mkdir()
        self.sendmail("exit 0")

    def sendmail(self, end):
        """Replaces sendmail by a script that stores its input."""
        path = self.bin / "sendmail"
        path.write_text(f'#!/bin/sh\ncat >"{self.sent}"\nprintf "%s\\n" "$@" >"{self.sent}.arguments"\n{end}\n')
        path.chmod(0o755)

    def deliver(self, message, status=0, **environment):
        self.sent.unlink(missing_ok=True)
        self.run_filter(GATEWAY / "postfix-filter", "-f", "ada@example.org", "--", "list@example.org",
                        "o'hara $(x)@example.org", input=message, status=status,
                        **{"SENDMAIL": str(self.bin / "sendmail"), "SPOOL": str(self.spool), **environment})
        self.assertEqual(os.listdir(self.spool), [])
        return self.sent.read_bytes() if self.sent.exists() else None

    def test_filter(self):
        self.assert_filters(self.deliver)
        self.assertEqual((self.folder / "sent.arguments").read_text().splitlines(),
                         ["-G", "-i", "-f", "ada@example.org", "--", "list@example.org", "o'hara $(x)@example.org"])

    def test_what_sendmail_says_is_what_postfix_hears(self):
        for status in (0, 65, 69, 75):
            self.sendmail(f"exit {status}")
            self.assertEqual(self.deliver(HTML, status), NEW_HTML)

    def test_mail_that_could_not_be_kept_is_tried_again(self):
        self.assertIsNone(self.deliver(HTML, 75, SPOOL="/proc/none-such"))
        done = subprocess.run(["bash", "-c", 'ulimit -f 1; exec "$@"', "bash", GATEWAY / "postfix-filter", "-f", "a@b"],
                              input=HTML + b"x" * 10_000, capture_output=True, timeout=60,
                              env={**os.environ, "SENDMAIL": str(self.bin / "sendmail"), "SPOOL": str(self.spool)})
        self.assertEqual(done.returncode, 75, done.stderr)
        self.assertFalse(self.sent.exists())
        self.assertEqual(os.listdir(self.spool), [])

    def test_a_signed_message_is_left(self):
        signed = b"DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=s; h=from; bh=AAAA; b=BBBB\n" + HTML
        self.assertEqual(self.deliver(signed), signed)

    def test_only_its_owner_reads_what_it_keeps(self):
        modes = self.folder / "modes"
        self.put_mimebase(f'stat -c %a "{self.spool}"/* "{self.spool}"/*/* >"{modes}"; exit 1')
        self.deliver(HTML)
        self.assertEqual(set(modes.read_text().split()), {"700", "600"})


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
