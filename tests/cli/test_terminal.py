"""What a person at a terminal sees: lines that fit, ASCII where the locale has no more, and errors that help."""

import fcntl
import json
import os
import pathlib
import re
import pty
import random
import struct
import subprocess
import termios
import time
import urllib.parse

from support import EXE, SAMPLES, CliTest, main, run, sample_files

LONG = "http://www.example.org/" + "long/" * 40
MESSAGE = ("Subject: " + "word " * 60 + "\nContent-Type: text/html; charset=utf-8\n\n"
           f"<base href='http://b.example/'><a href='{LONG}'>text</a><a href='x/{'rel/' * 60}'>other text</a><a href='cid:none'>c</a>")


def in_terminal(*arguments, columns=60, env=None, stdin=None):
    """What the program writes to a terminal of that width; its standard input is another file, or the terminal."""
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen([EXE, *map(os.fspath, arguments)], stdin=child if stdin is None else stdin, stdout=child, stderr=child,
                               env={**os.environ, "LC_ALL": "C.UTF-8", "NO_COLOR": "1", **(env or {})}, start_new_session=True)
    os.close(child)
    if stdin is None:
        time.sleep(0.2)
        os.write(parent, b"\x04")
    shown = b""
    while True:
        try:
            got = os.read(parent, 65536)
        except OSError:
            break
        if not got:
            break
        shown += got
    os.close(parent)
    process.wait()
    return shown.decode().replace("\r\n", "\n")


class Width(CliTest):
    def test_lines_fit_the_terminal_and_nothing_else(self):
        path = self.write("m.eml", MESSAGE)
        for command in (("links",), ("links", "--unique"), ("links", "--top=urls"), ("tree",), ("tree", "--verbose"), ("check",), ("check", "--summary")):
            for columns in (40, 60, 200):
                with self.subTest(command, columns=columns):
                    lines = in_terminal(*command, path, columns=columns, stdin=subprocess.DEVNULL).splitlines()
                    self.assertGreater(len(lines), 0)
                    # A sentence is broken between words, so a long URL in it stays whole.
                    self.assertEqual([line for line in lines if len(line) > columns and (command != ("check",) or " " in line.strip())], [])
        self.assertIn(LONG, run("links", path).stdout.decode())
        out = self.folder / "out.txt"
        in_terminal("links", "-o", out, path, stdin=subprocess.DEVNULL)
        self.assertIn(LONG, out.read_text())
        self.assertIn(LONG, in_terminal("links", "--format=urls", path, stdin=subprocess.DEVNULL).replace("\n", ""))

    def test_marks_are_not_cut(self):
        path = self.write("m.eml", f"Content-Type: text/html\n\n<a href='{'rel/' * 60}'>t</a>")
        shown = in_terminal("links", path, columns=70, stdin=subprocess.DEVNULL)
        self.assertIn("…", shown)
        self.assertIn("[unresolved]", shown)

    def test_tree_shows_every_layer_and_shortens_urls_in_the_middle(self):
        url = "http://www.example.org/" + "folder/" * 30 + "page.html"
        inner = f"Content-Type: multipart/mixed; boundary=b\nBase: <URL:{url}>\n\n--b\nContent-Type: application/pdf; name=\"{'long ' * 40}.pdf\"\n\nx\n" \
                f"--b\nContent-Type: text/html\nContent-Location: {url}\n\nx\n--b--\n"
        path = self.write("t.eml", f"Content-Base: {url}\nContent-Type: multipart/mixed; boundary=a\n\n--a\nContent-Type: message/rfc822\n\n{inner}\n--a--\n")
        layers = re.findall(r"3\.\d [a-z-]+ of [\w.]+", self.run_ok("tree", path).decode())
        self.assertEqual(len(layers), 5)
        for columns in (60, 80, 120):
            shown = in_terminal("tree", path, columns=columns, stdin=subprocess.DEVNULL)
            self.assertEqual(re.findall(r"3\.\d [a-z-]+ of [\w.]+", shown), layers, shown)
            self.assertRegex(shown, r"base http://www\.example\.org/\S*…\S*(/|html)" + (r"\n" if columns == 60 else "  3\\."))
            self.assertLessEqual(max(map(len, shown.splitlines())), columns)
            shown = in_terminal("tree", "--verbose", path, columns=columns, stdin=subprocess.DEVNULL)
            states = re.findall(r"effective|overridden", self.run_ok("tree", "--verbose", path).decode())
            self.assertEqual(re.findall(r"effective|overridden", shown), states, shown)
        links = in_terminal("links", SAMPLES / "web-archive.mht", columns=80, stdin=subprocess.DEVNULL)
        self.assertIn("  3.1 content-location of 1\n", links)
        self.assertRegex(links, r"base http://www\.example\.org/\S*html\n +3\.1")

    def test_nested_samples_at_80_columns(self):
        for path in (path for path in sample_files() if path.suffix == ".eml"):
            plain = re.findall(r"3\.\d [a-z-]+ of [\w.]+", self.run_ok("tree", path).decode())
            shown = in_terminal("tree", path, columns=80, stdin=subprocess.DEVNULL)
            self.assertEqual(re.findall(r"3\.\d [a-z-]+ of [\w.]+", shown), plain, shown)


class Hosts(CliTest):
    """However narrow the terminal is, no host is cut: paths give way, and then the line is broken."""

    SEED = 20261128
    # What every kind of host looks like. The last ones end no label where a shortened one could seem complete.
    HOSTS = ("h.example", "www.example.org:8080", "[2001:db8::1]", "[2001:db8:85a3::8a2e:370:7334]:8443", "192.0.2.7", "3232235521",
             "xn--80ak6aa92e.com", "user:pa55@login.example", "paypal.com@evil.example", "a" * 60 + "@long-userinfo.example",
             "例え.テスト", "faß.example", ".".join(["a" * 50] * 4) + ".example", "paypal.com." + "b" * 90 + ".example",
             "login-secure-account-verification.paypal.com.signin.evil.example")
    PATHS = ("", "/", "/p", "/" + "long/" * 12, "/?q=" + "x" * 90, "/#f", "/見る" * 20, "?" + "y" * 40)

    def messages(self, rng):
        """Messages whose bases, links, wrapped links and anchor texts have hosts of every kind."""
        url = lambda: rng.choice(("http://", "https://", "ftp://")) + rng.choice(self.HOSTS) + rng.choice(self.PATHS)
        for _ in range(6):
            links = [f"<a href='{url()}'>{rng.choice(('text', url(), rng.choice(self.HOSTS)))}</a>" for _ in range(8)]
            links += [f"<a href='{'r/' * rng.randrange(40)}x'>t</a>", f"<a href='//{rng.choice(self.HOSTS)}/{'z' * 70}'>t</a>",
                      f"<a href='https://nam02.safelinks.protection.outlook.com/?url={urllib.parse.quote(url(), safe='')}&data=1'>w</a>"]
            base = f"<base href='{url()}'>" if rng.random() < 0.5 else ""
            inner = f"Content-Type: text/html; charset=utf-8\nContent-Location: {url()}\n\n{base}{''.join(links)}\n"
            yield f"Content-Type: multipart/related; boundary=b\nContent-Base: {url()}\nSubject: s\n\n--b\n{inner}--b\n{inner}--b--\n"

    def hosts_in(self, text):
        """The hosts of the URLs in what is written for programs."""
        found = re.findall(r"(?:ftp|https?)://(?:[^/?#\s\"@]*@)?([^/?#\s\",…)\]@]+\]?(?::\d+)?)", text)
        return {host.lower() for host in found if not host.startswith("[") or "]" in host}

    def assert_hosts_whole(self, columns, *arguments, wanted=None):
        shown = in_terminal(*arguments, columns=columns, stdin=subprocess.DEVNULL)
        for cut in re.finditer(r"(?<![^\s:\"(<[])//[^/?#\s]*…\S*", shown):  # the inside of userinfo may be cut
            self.assertRegex(cut[0], r"^//[^/?#\s…@]{31,32}…@[^/?#…\s]+", f"{arguments} at {columns}: {cut[0]}")
        for host in wanted or ():
            self.assertIn(host, shown.lower(), f"{arguments} at {columns}")
        return shown

    COMMANDS = (("links",), ("links", "--unwrapped"), ("links", "--unique"), ("links", "--top=urls"), ("links", "--top=hosts"), ("tree",),
                ("tree", "--verbose"), ("check",), ("check", "--summary"), ("compare",), ("links", "--as=chromium"), ("links", "--defang"))

    def test_generated(self):
        rng = random.Random(self.SEED)
        box = self.write("box.mbox", "".join(f"From a@b Thu Jan  1 00:00:00 1970\n{m}\n" for m in self.messages(rng)))
        everything = {command: run(*command, "--format=jsonl", box).stdout.decode() for command in (("links",), ("tree",))}
        resolved = {host for row in map(json.loads, everything[("links",)].splitlines()) for key in ("resolved", "unwrapped")
                    for host in self.hosts_in(row[key] or "")}
        bases = {host for row in map(json.loads, everything[("tree",)].splitlines()) for host in self.hosts_in(row["base"])}
        self.assertGreater(min(len(resolved), len(bases) + 5), 9)
        for command in self.COMMANDS:
            wanted = resolved if command in (("links",), ("links", "--unwrapped"), ("links", "--unique"), ("links", "--as=chromium")) \
                else bases if command[0] == "tree" else ()
            for columns in [20, 40, 80, 200, *rng.sample(range(21, 200), 4)]:
                with self.subTest(command, columns=columns):
                    shown = self.assert_hosts_whole(columns, *command, box, wanted=wanted)
                    self.assertGreater(len(shown), 100)

    def test_real(self):
        rng = random.Random(self.SEED)
        files = [file for file in sample_files() if file.suffix in (".eml", ".mht", ".mbox")]
        for file in files:
            for command in (("links",), ("tree", "--verbose"), ("check",), ("compare",)):
                for columns in rng.sample(range(20, 200), 2):
                    with self.subTest(file.name, command=command, columns=columns):
                        self.assert_hosts_whole(columns, *command, file)


class Ascii(CliTest):
    def test_sentences_are_wrapped(self):
        text = in_terminal("check", "--code", "text-differs", SAMPLES / "phishing.mbox", columns=60)
        rows = run("check", "--format=jsonl", "--code", "text-differs", SAMPLES / "phishing.mbox").stdout
        detail = json.loads(rows.splitlines()[0])["detail"]
        lines = re.sub(r"\x1b\[[0-9;]*m", "", text).splitlines()
        self.assertLessEqual(max(map(len, lines)), 60)
        self.assertIn(detail, " ".join(line.strip() for line in lines))

    def test_a_reader_that_opens_something_else(self):
        text = self.run_ok("links", "--as", "thunderbird", SAMPLES / "nested.eml").decode()
        for row in self.rows("links", "--as", "thunderbird", SAMPLES / "nested.eml"):
            url = (row["opens"] or {}).get("url")
            if url and url != row["resolved"]:
                self.assertIn(f"[thunderbird: {url}]", text)
        self.assertIn("[thunderbird: http", text)

    def test_no_ornaments_in_a_c_locale(self):
        path = self.write("m.eml", MESSAGE.replace("cid:none", "data:text/plain," + "x" * 200))
        for command in (("links",), ("tree",), ("tree", "--verbose"), ("check",), ("check", "--summary"), ("links", "--unique")):
            for locale in ("C", "POSIX", "de_DE@euro", "de_DE.ISO-8859-1"):
                done = run(*command, path, SAMPLES / "nested.eml", env={"LC_ALL": locale})
                done.stdout.decode("ascii")
        text = run("links", path, env={"LC_ALL": "C"}).stdout.decode()
        self.assertIn(" -> ", text)
        self.assertIn("x...", text)
        self.assertIn(" → ", run("links", path, env={"LC_ALL": "en_US.utf8"}).stdout.decode())

    def test_which_variable_counts(self):
        path = SAMPLES / "nested.eml"
        for env, is_utf8 in (({"LC_ALL": "", "LC_CTYPE": "C.UTF-8", "LANG": "C"}, True), ({"LC_ALL": "", "LC_CTYPE": "", "LANG": "x.UTF-8"}, True),
                             ({"LC_ALL": "C", "LC_CTYPE": "C.UTF-8", "LANG": "C.UTF-8"}, False), ({"LC_ALL": "", "LC_CTYPE": "", "LANG": ""}, False)):
            self.assertEqual("→" in run("links", path, env=env).stdout.decode(), is_utf8, env)

    def test_what_a_message_says_stays(self):
        path = self.write("m.eml", "Subject: =?utf-8?Q?=C3=BC?=\n\nhttp://x/")
        self.assertIn("ü", run("links", path, env={"LC_ALL": "C"}).stdout.decode())


class Errors(CliTest):
    def test_a_file_is_no_command(self):
        path = self.write("x.eml", "Subject: x\n\nx")
        for word in (str(path), "none.eml", "none.MBOX"):
            self.assert_fails(2, f"mimebase links {word}", word)

    def test_a_file_like_an_option(self):
        self.write("-x.eml", "Subject: x\n\nhttp://x/")
        self.assert_fails(2, "-- -x.eml", "links", "-x.eml", cwd=self.folder)
        self.assertEqual(self.run_ok("links", "--format=urls", "--", "-x.eml", cwd=self.folder), b"http://x/\n")
        self.assertNotIn("--:", self.assert_fails(2, "--frob", "links", "--frob").stderr.decode())

    def test_outlook(self):
        for name, head, said in (("a.pst", b"!BDN", "readpst"), ("b.dat", b"!BDN", "readpst")):
            self.assert_fails(1, said, "links", self.write(name, head + b"\0" * 600))

    def test_a_folder_without_mail(self):
        folder = pathlib.Path(self.folder / "empty")
        folder.mkdir()
        self.assertIn(f"mimebase: {folder}: holds no mail", in_terminal("links", folder, columns=200, stdin=subprocess.DEVNULL))
        self.assertEqual(in_terminal("links", "--quiet", folder, stdin=subprocess.DEVNULL), "")
        self.assertEqual(self.run_ok("links", folder), b"")
        self.assertEqual(run("links", "--quiet", folder).stderr, b"")

    def test_waiting_is_announced(self):
        self.assertIn("reading mail from the terminal", in_terminal("links"))
        self.assertIn("reading references from the terminal", in_terminal("resolve", "http://a/"))
        for arguments in (("links", "-"), ("links", "--quiet"), ("links", SAMPLES / "nested.eml")):
            self.assertNotIn("from the terminal", in_terminal(*arguments))
        self.assertEqual(run("links", input=b"Subject: x\n\nx").stderr, b"")

    def test_shortage_is_named(self):
        named = 0
        for descriptors in range(4, 10):  # with fewer, the system cannot load the program
            done = subprocess.run(["sh", "-c", f'ulimit -n {descriptors}; exec "$0" links --no-isolation "$1"', EXE, str(SAMPLES / "nested.eml")],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            if done.returncode != 0:
                self.assertIn("Too many open files", done.stderr.decode())
                named += 1
        self.assertGreater(named, 0)


if __name__ == "__main__":
    main()
