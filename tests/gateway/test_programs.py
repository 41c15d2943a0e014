"""The recipes of samples/gateway for programs that show or judge mail: NeoMutt and aerc on a terminal, rspamd on loopback."""

import fcntl
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest
import urllib.request

from filters import GATEWAY, INSTALLED, SYSTEM_PATH
from kill_test import EXE

WAIT_SECONDS = 60
HEADING = """From: Ada <ada@example.org>
To: list@example.org
Subject: outer
Date: Thu, 01 Jan 2004 00:00:00 +0000
Message-ID: <1@example.org>
MIME-Version: 1.0
Base: <URL:http://www.example.org/docs/>
"""
TEXT = HEADING + "Content-Type: text/plain\n\nsee <URL:../g> and what follows\n"
ATTACHED = HEADING + """Content-Type: multipart/mixed; boundary=b

--b
Content-Type: message/rfc822

From: Bob <bob@example.org>
Base: <URL:http://inner.example.org/docs/>
Subject: inner
Content-Type: text/plain

see <URL:../g> and what follows
--b
Content-Type: text/plain

second
--b--
"""
HTML = HEADING + """Content-Type: text/html

<p><a href="../g?a&amp;b">g</a> <a href="http://login.example.net/bank?c=1">https://www.example.com/login</a></p>
"""


class Terminal:
    """A program on a terminal of 110 columns."""

    def __init__(self, command, environment):
        self.shown = b""
        self.process, self.screen = pty.fork()
        if self.process == 0:
            os.execvpe(command[0], command, environment)
        fcntl.ioctl(self.screen, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 110, 0, 0))

    def press(self, keys):
        self.shown = b""
        os.write(self.screen, keys)

    def wait_for(self, text):
        """True as soon as the text was written, whatever its colours are."""
        end = time.monotonic() + WAIT_SECONDS
        while time.monotonic() < end:
            if select.select([self.screen], [], [], 0.2)[0]:
                try:
                    self.shown += os.read(self.screen, 65536)
                except OSError:
                    break
            plain = re.sub(rb"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[(=>].?|\x1b\]8;;.*?\x1b\\", b"", self.shown)
            if text in plain:
                return True
        return False

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.screen)


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="mimebase-programs-", ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.folder.chmod(0o755)
        for name in ("bin", "lib", "Mail/INBOX/new", "Mail/INBOX/cur", "Mail/INBOX/tmp"):
            (self.folder / name).mkdir(parents=True)
        (self.folder / "bin" / "mimebase").symlink_to(EXE)
        shutil.copy(GATEWAY / "mimebase-filter", self.folder / "lib")
        self.environment = {"HOME": str(self.folder), "PATH": f"{self.folder}/bin:{SYSTEM_PATH}", "TERM": "xterm", "LC_ALL": "C.UTF-8",
                            "XDG_RUNTIME_DIR": str(self.folder)}

    def needs(self, program):
        if not shutil.which(program, path=SYSTEM_PATH):
            self.skipTest(f"{program} not installed: 1 run missed")

    def write(self, path, text):
        path = self.folder / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o600)
        return path

    def sample(self, name):
        return (GATEWAY / name).read_text().replace(INSTALLED, str(self.folder / "lib"))

    def start(self, *command):
        terminal = Terminal([os.fspath(word) for word in command], self.environment)
        self.addCleanup(terminal.close)
        return terminal

    def assert_shows(self, terminal, text):
        self.assertTrue(terminal.wait_for(text), terminal.shown[-3000:])

    def test_neomutt(self):
        self.needs("neomutt")
        self.write("Mail/INBOX/new/1.a.b", TEXT)
        rc = self.write("neomuttrc", self.sample("neomuttrc") + f"set folder={self.folder}/Mail spoolfile=+INBOX pager_stop wait_key=no\n")
        mutt = self.start("neomutt", "-n", "-F", rc)
        self.assert_shows(mutt, b"outer")
        mutt.press(b"\r")
        self.assert_shows(mutt, b"see <URL:http://www.example.org/g> and what follows")
        mutt.press(b"\x02")
        self.assert_shows(mutt, "../g → http://www.example.org/g".encode())

    def test_aerc(self):
        self.needs("aerc")
        self.write("Mail/INBOX/new/1.a.b", ATTACHED)
        self.write(".config/aerc/accounts.conf", f"[test]\nsource = maildir://{self.folder}/Mail\ndefault = INBOX\n"
                   "from = Ada <ada@example.org>\n")
        self.write(".config/aerc/aerc.conf", self.sample("aerc.conf"))
        binds = pathlib.Path("/usr/share/aerc/binds.conf").read_text()
        sections = re.split(r"^(?=\[)", self.sample("aerc-binds.conf"), flags=re.M)
        for section in sections[1:]:
            name, _, lines = section.partition("\n")
            self.assertEqual(binds.count(f"{name}\n"), 1)
            binds = binds.replace(f"{name}\n", f"{name}\n{lines}")
        self.write(".config/aerc/binds.conf", binds)
        aerc = self.start("aerc")
        self.assert_shows(aerc, b"outer")
        aerc.press(b"\r")
        self.assert_shows(aerc, b"No filter configured")
        aerc.press(b":prev-part\r")
        self.assert_shows(aerc, b"http://inner.example.org/g")  # blanks are moves of the cursor
        aerc.press(b"\x02")
        self.assert_shows(aerc, b"text:delimited")

    def test_rspamd(self):
        self.needs("rspamd")
        if os.geteuid() == 0:
            self.folder.chmod(0o777)
        library = pathlib.Path(os.environ["MIMEBASE_BUILD_ROOT"]) / "src"
        if not (library / "libmimebase.so.0.2").exists():
            self.skipTest("no shared library was built: 1 run missed")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.write("mimebase.lua", self.sample("rspamd/mimebase.lua")).chmod(0o644)
        conf = self.write("rspamd.conf", f"""
            options {{
              pidfile = "{self.folder}/pid"; url_tld = "/usr/share/rspamd/effective_tld_names.dat"; dns {{ nameserver = ["127.0.0.1"]; }}
            }}
            logging {{ type = "console"; level = "warning"; }}
            worker "normal" {{ bind_socket = "127.0.0.1:{port}"; count = 1; }}
            lua = "{self.folder}/mimebase.lua"
            """)
        conf.chmod(0o644)
        with open(self.folder / "log", "wb") as log:
            daemon = subprocess.Popen(["rspamd", "-f", "-i", "-c", conf], cwd=self.folder, stdout=log, stderr=log,
                                      env={**self.environment, "LD_LIBRARY_PATH": str(library)})
        self.addCleanup(daemon.wait)
        self.addCleanup(daemon.terminate)
        end = time.monotonic() + WAIT_SECONDS
        answer = None
        while answer is None:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/checkv2", HTML.encode(), timeout=WAIT_SECONDS) as reply:
                    answer = json.load(reply)
            except OSError:
                self.assertLess(time.monotonic(), end, (self.folder / "log").read_text()[-2000:])
                time.sleep(0.2)
        self.assertEqual({name: symbol["options"] for name, symbol in answer["symbols"].items()},
                         {"MIMEBASE_URL": ["http://www.example.org/g?a&b"], "MIMEBASE_DECEPTIVE": ["text-differs"]})
        self.assertIn("www.example.org", answer["urls"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv, verbosity=2)
