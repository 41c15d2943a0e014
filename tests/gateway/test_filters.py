"""The filters of samples/gateway: whatever happens to mimebase, each message is delivered once, rewritten or as it came.

test_filters.py FILTER... tests only these. kill_all does more kills.
"""

import html
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest

import kill_test
from filters import ALL, READER, NotHere, PostfixDeliver
from kill_test import EXE

HEADING = (b"From: Ada <ada@example.org>\nTo: list@example.org\nSubject: links\nDate: Thu, 01 Jan 2004 00:00:00 +0000\n"
           b"Message-ID: <%d@example.org>\nMIME-Version: 1.0\nBase: <URL:http://www.example.org/docs/>\n")
HTML = HEADING + b"Content-Type: text/html; charset=us-ascii\n\n<p><a href=\"../g?a&amp;b\">g</a></p>\nFrom here on\n.\nend\n"
TEXT = HEADING + b"Content-Type: text/plain\n\nsee <URL:../g> and what follows\n"
PLAIN = HEADING + b"\nwords\n"
BROKEN = HEADING + b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\n\xff\nwords\n"

# Failures, as scripts that replace mimebase. None means that the program is missing.
FAILURES = {
    "it is not there": None,
    "it cannot read": "cat >/dev/null; exit 1",
    "it refuses an option": "echo an option is wrong >&2; exit 2",
    "it cannot write": "cat >/dev/null; echo half; exit 3",
    "it writes all, and fails": "cat; exit 1",
    "it does not read": "exit 1",
    "it succeeds without a word": "exit 0",
    "it is killed": "kill -9 $$",
    "its caller is killed": "kill -9 $PPID",
}
KILLS, SEED, ROUNDS = 30, 1808, 6


def put(tested, script):
    path = tested.bin / "mimebase"
    path.unlink(missing_ok=True)
    if script is not None:
        tested.write(path, f"#!/bin/sh\n{script}\n", 0o755)


class FilterTest(unittest.TestCase):
    maxDiff = 4000
    name = "script"

    def start(self, seconds=60):
        folder = tempfile.TemporaryDirectory(prefix="mimebase-filter-")
        self.addCleanup(folder.cleanup)
        try:
            tested = ALL[self.name](folder.name, seconds)
        except NotHere as missing:
            self.skipTest(f"{missing}: {len(FAILURES) + KILLS} runs missed")
        self.addCleanup(tested.close)
        return tested

    def test_what_is_delivered(self):
        tested = self.start()
        tested.put_program(EXE)
        sent = [HTML % 1, TEXT % 2, PLAIN % 3, BROKEN % 4]
        expected = [(HTML % 1).replace(b"../g?", b"http://www.example.org/g?"), (TEXT % 2).replace(b"../g", b"http://www.example.org/g"),
                    PLAIN % 3, BROKEN % 4]
        self.assertEqual(sorted(tested.deliver(sent)), sorted(map(tested.as_delivered, expected)))
        for number, (why, script) in enumerate(FAILURES.items()):
            if script and "$PPID" in script and "timeout" not in tested.victims:
                continue
            with self.subTest(why):
                put(tested, script)
                message = HTML % (10 + number)
                self.assertEqual(tested.deliver([message]), [tested.as_delivered(message)])
        self.assertEqual(os.listdir(tested.spool), [])

    def test_kills(self):
        self.start()
        struck = rewritten = 0
        # How many fates strike in time depends on the machine.
        for seed in range(SEED, SEED + ROUNDS):
            with tempfile.TemporaryDirectory(prefix="mimebase-kills-") as folder:
                outcome = kill_test.run(ALL[self.name], folder, KILLS, seed)
            self.assertTrue(outcome.is_good(), outcome)
            struck += outcome.struck.total()
            rewritten += outcome.rewritten
            if min(struck, rewritten) > KILLS // 10:
                return
        self.fail(f"{struck} struck and {rewritten} rewritten in {ROUNDS} rounds")


class ScriptTest(FilterTest):
    """samples/gateway/mimebase-filter itself."""

    def start_with(self, script):
        tested = self.start()
        put(tested, script)
        return tested

    def test_a_command_gets_the_message(self):
        tested = self.start()
        tested.put_program(EXE)
        command = tested.write("command", '#!/bin/sh\ncat >sent\nprintf "%s\\n" "$@" >arguments\nexit "$STATUS"\n', 0o755)
        words = ["-G", "-f", "", "--", "o'hara $(x)@example.org", "two words"]
        for status in (0, 65, 69, 75):
            done = tested.run(tested.script, "--if-dkim", "keep", "--", command, *words, input=HTML % 1, STATUS=str(status))
            self.assertEqual((done.returncode, done.stdout, done.stderr), (status, b"", b""))
            self.assertEqual((tested.folder / "sent").read_bytes(), (HTML % 1).replace(b"../g?", b"http://www.example.org/g?"))
            self.assertEqual((tested.folder / "arguments").read_text().splitlines(), words)
        self.assertEqual(tested.run(tested.script, "--", "./none-such", input=HTML % 1).returncode, 75)
        self.assertEqual(os.listdir(tested.spool), [])

    def test_options(self):
        tested = self.start()
        tested.put_program(EXE)
        signed = b"DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=s; h=from; bh=AAAA; b=BBBB\n" + HTML % 1
        self.assertEqual(tested.run(tested.script, "--if-dkim", "keep", input=signed).stdout, signed)
        self.assertNotEqual(tested.run(tested.script, input=signed).stdout, signed)

    def test_what_a_limit_leaves_does_not_undo_the_rest(self):
        tested = self.start()
        tested.put_program(EXE)
        nested = "<p>deep</p>"
        for _ in range(12):
            nested = f'<iframe srcdoc="{html.escape(nested)}"></iframe>'
        done = tested.run(tested.script, input=(HTML % 1).replace(b"</p>", b"</p>" + nested.encode()))
        self.assertIn(b"http://www.example.org/g?", done.stdout)
        self.assertIn(nested.encode(), done.stdout)
        self.assertEqual(1, tested.run(tested.bin / "mimebase", "links", "--quiet", "-", input=done.stdout).returncode)

    def test_a_message_that_would_be_too_long(self):
        tested = self.start()
        tested.put_program(EXE)
        rewritten = (HTML % 1).replace(b"../g?", b"http://www.example.org/g?")
        for limit, expected in ((len(rewritten), rewritten), (len(rewritten) - 1, HTML % 1)):
            done = tested.run(tested.script, input=HTML % 1, MAX_BYTES=str(limit))
            self.assertEqual((done.returncode, done.stdout), (0, expected))

    def test_standard_error_stays_silent(self):
        """Exim adds it to the message."""
        for why, script in FAILURES.items():
            with self.subTest(why):
                done = self.start_with(script).run("lib/mimebase-filter", input=HTML % 1)
                self.assertEqual((done.returncode, done.stdout, done.stderr), (0, HTML % 1, b""))

    def test_a_program_that_hangs(self):
        tested = self.start(seconds=1)
        put(tested, "sleep 100")
        self.assertEqual(tested.deliver([HTML % 1]), [HTML % 1])

    def test_mail_that_cannot_be_stored(self):
        tested = self.start()
        tested.put_program(EXE)
        done = tested.run("sh", "-c", 'SPOOL=/proc/none-such exec "$0"', tested.script, input=HTML % 1)
        self.assertEqual((done.returncode, done.stdout), (75, b""))
        done = tested.run("bash", "-c", 'ulimit -f 1; exec "$0"', tested.script, input=HTML % 1 + b"x" * 10_000)
        self.assertEqual((done.returncode, done.stdout), (75, b""))
        put(tested, 'for came do :; done; rm "$came"; exit 1')
        done = tested.run(tested.script, input=HTML % 1)
        self.assertEqual((done.returncode, done.stdout), (75, b""))
        tested.write(tested.bin / "mktemp", '#!/bin/sh\nmkdir -p "$HOME/spool/full/said" && echo "$HOME/spool/full"\n', 0o755)
        done = tested.run(tested.script, input=HTML % 1)
        self.assertEqual((done.returncode, done.stdout), (75, b""))
        self.assertEqual(os.listdir(tested.spool), [])

    def test_signals_remove_what_was_stored(self):
        tested = self.start()
        put(tested, 'echo $$ >"$HOME/started"; exec sleep 100')
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            with self.subTest(number):
                running = subprocess.Popen([tested.script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={"HOME": str(tested.folder)},
                                           preexec_fn=lambda: signal.signal(number, signal.SIG_DFL))  # nohup ignores one
                running.stdin.write(HTML % 1)
                running.stdin.close()
                started = tested.folder / "started"
                while not (started.exists() and started.read_text()):
                    time.sleep(0.01)
                child = int(started.read_text())
                started.unlink()
                running.send_signal(number)
                self.assertEqual((running.wait(timeout=30), running.stdout.read()), (75, b""))
                running.stdout.close()
                self.assertEqual(os.listdir(tested.spool), [])
                while pathlib.Path(f"/proc/{child}").exists():  # timeout ends it
                    time.sleep(0.01)

    def test_only_its_owner_reads_what_it_keeps(self):
        tested = self.start_with('stat -c %a "$HOME"/spool/* >"$HOME/modes"')
        tested.deliver([HTML % 1])
        self.assertEqual((tested.folder / "modes").read_text(), "700\n")


class PostfixDeliverTest(FilterTest):
    name = "postfix-deliver"

    class WithTemplate(PostfixDeliver):
        def services(self):
            text = super().services()
            options = " ".join(line[1:].strip() for line in text.splitlines() if line.startswith("#   --"))
            options = options.replace("/etc/mimebase", str(self.folder))
            return text.replace("/mimebase-filter -- ", f"/mimebase-filter {options} -- ")

    def test_clicks_through_a_server(self):
        self.start()
        with tempfile.TemporaryDirectory(prefix="mimebase-filter-") as folder:
            tested = self.WithTemplate(folder)
            try:
                tested.put_program(EXE)
                keys = tested.write("keys", "k\t" + "ab" * 32 + "\n", 0o600)
                shutil.chown(keys, READER)
                (delivered,) = tested.deliver([HTML % 1])
            finally:
                tested.close()
        (url,) = re.findall(rb'<a href="(.*?)">', delivered)
        self.assertRegex(url, rb"^https://click\.example\.org/\?u=http%3A%2F%2Fwww\.example\.org%2Fg%3Fa%26b"
                         rb"&amp;r=list%40example\.org&amp;k=k&amp;h=\w{64}$")


class MailmanTest(FilterTest):
    name = "mailman"

    def test_a_post_that_python_cannot_write(self):
        tested = self.start()
        script = tested.write("handle.py", textwrap.dedent("""
            import email
            from mailman.email.message import Message
            from mimebase_mailman.handlers.absolute_urls import AbsoluteUrls
            text = "".join(f"Content-Type: multipart/mixed; boundary=b{i}\\n\\n--b{i}\\n" for i in range(300))
            post = email.message_from_string("Message-ID: <a@example.org>\\n" + text, Message)
            parts = post.get_payload()
            AbsoluteUrls().process(None, post, {})
            print(post.get_payload() is parts)
            """))
        done = tested.run("/usr/bin/python3", script, PYTHONPATH=tested.path)
        self.assertEqual((done.stdout, done.returncode), (b"True\n", 0), done.stderr)
        self.assertIn(b"mimebase left <a@example.org> unchanged: RecursionError", done.stderr)


class Recipes(unittest.TestCase):
    def test_every_filter_is_tested(self):
        """README.md has a row per filter, with the files of the recipe."""
        readme = (kill_test.ROOT / "samples" / "gateway" / "README.md").read_text()
        for kind in ALL.values():
            self.assertIn(f"]({kind.recipe})" if kind.recipe != "README.md" else "public-inbox-mda", readme)


CLASSES = {name: type(name, (FilterTest,), {"name": name}) for name in ALL} | {
    "script": ScriptTest, "postfix-deliver": PostfixDeliverTest, "mailman": MailmanTest}

if __name__ == "__main__":
    suite, load = unittest.TestSuite(), unittest.defaultTestLoader.loadTestsFromTestCase
    for wanted in sys.argv[1:] or ALL:
        suite.addTest(load(CLASSES[wanted]))
        if wanted == "script":
            suite.addTest(load(Recipes))
    sys.exit(not unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful())
