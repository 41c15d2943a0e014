"""Links through a server of one's own: `unwrap --template`, `--template` of links, check and report, and keys that workers never have.

What a template writes is compared with another implementation, of Python's hmac and urllib."""

import csv
import hashlib
import hmac
import io
import json
import math
import os
import pathlib
import random
import re
import struct
import subprocess
import tempfile
import time
import unittest
import urllib.parse

from support import EXE
from tables import Case, run

SEED = 47
KEYS = {"k-2026.11": b"0123456789abcdef", "old": b"\xff\x80 other bytes \t with a TAB and so on"}
PLAIN = "https://click.example/r?u={url:query}"
SIGNED = "https://click.example/r?u={url:query}&s={h}"
ALL = ("https://click.example/r?u={url:query}&d={host}&m={message_id:query}&r={recipient:query}&t={time}&k={kid}&s={h}")
TEMPLATES = (SIGNED, ALL, "https://click.example/{h}/{url:query}", "http://127.0.0.1:8080/{kid}.{time}.{h}?{url:query}",
             "https://click.example/{recipient:path}/{message_id:path}/{time}/{h}?u={url:query}#x",
             "https://Click.EXAMPLE/%7er?s={h}&amp;k={kid}&amp;u={url:query}")
URLS = ("http://a.example/", "HTTP://A.example:80/b?c=d&e=%41#f", "https://xn--bcher-kva.example/\u00fc?\u00e4=\u20ac", "ftp://a.example/;type=d",
        "https://nam01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.org%2Fa&data=x", "https://a.example/'\"<>{}|\\^` b",
        "http://u:p@a.example/~x.y-z_/", "http://[2001:db8::1]/", "https://click.example/r?u=http%3A%2F%2Fa.example%2F")
PATH_SAFE = "!$&'()*+,;=:@"


def encoded(value, encoder):
    return urllib.parse.quote(value, safe=PATH_SAFE if encoder == ":path" else "")


def expanded(template, values, key=None):
    """The URL of a template, as the contract says."""
    used = [name for name in ("url", "recipient", "time", "message_id") if re.search(r"\{%s\b" % name, template)]
    signed = b"".join(values[name].encode() + b"\0" for name in used)
    h = hmac.new(key or KEYS[values["kid"]], signed, hashlib.sha256).hexdigest()
    return re.sub(r"\{(\w+)(:\w+)?\}", lambda match: h if match[1] == "h" else encoded(values[match[1]], match[2] or ""), template)


def values_of(url, kid="k-2026.11"):
    return {"url": url, "host": "a.example", "message_id": "1.2/3+x@b.example", "recipient": "x+y@z.example", "time": "1795910400", "kid": kid}


class Folder(Case):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.keys = self.folder / "keys"
        self.keys.write_bytes(b"".join(kid.encode() + b"\t" + key + b"\n" for kid, key in KEYS.items()))

    def unwrap(self, template, urls, *options, keys=None):
        """The lines of standard output, the exit status, and standard error."""
        done = run(["unwrap", "--template", template, "--key-file", keys or self.keys, *options],
                   "".join(url + "\n" for url in urls).encode())
        return done.stdout.decode().splitlines(), done.returncode, done.stderr.decode()


class Unwrap(Folder):
    def test_what_was_wrapped_comes_out_byte_for_byte(self):
        for template in TEMPLATES:
            for kid in KEYS:
                wrapped = [expanded(template, values_of(url, kid)) for url in URLS]
                self.assertEqual((list(URLS), 0, ""), self.unwrap(template, wrapped), template)

    def test_random_urls(self):
        chance, count = random.Random(SEED), 0
        for template in TEMPLATES:
            urls = ["http://a.example/" + "".join(chance.choice("ab%2F&;=+?#/.-~_'\"<> \u00e9\u4e2d{}|") for _ in range(chance.randrange(40))).rstrip(" '\">")
                    for _ in range(300)]
            wrapped = [expanded(template, values_of(url, chance.choice(list(KEYS)))) for url in urls]
            self.assertEqual((urls, 0, ""), self.unwrap(template, wrapped), template)
            count += len(urls)
        self.assertEqual(1800, count)

    def test_takes_away_once_and_alone(self):
        inner = expanded(SIGNED, values_of(URLS[4]))
        twice = expanded(SIGNED, values_of(inner))
        self.assertEqual(([inner, URLS[4], URLS[4]], 0, ""), self.unwrap(SIGNED, [twice, inner, URLS[4]]))

    def test_every_cut_is_refused(self):
        for template in (SIGNED, ALL):
            whole = expanded(template, values_of("http://a.example/b"))
            first = template.index("{url") + len("h")
            cuts = [whole[:length] for length in range(first, len(whole))]
            lines, status, errors = self.unwrap(template, cuts)
            self.assertEqual(([""] * len(cuts), 1, len(cuts)), (lines, status, errors.count("\n")))

    def test_every_changed_character_is_refused(self):
        for template in (SIGNED, ALL):
            whole = expanded(template, values_of("http://a.example/b"))
            signed = [at for at in range(whole.index("a.example"), len(whole)) if whole[at].isalnum()]
            changed = [whole[:at] + ("1" if whole[at] == "0" else "0") + whole[at + 1:] for at in signed]
            lines, status, _ = self.unwrap(template, changed)
            # The host and the names of parameters are not signed; without such a name it is no longer a link of the template.
            for line, url in zip(lines, changed, strict=True):
                self.assertTrue(line in ("", url) or "&d=" in url and line == "http://a.example/b", url)
            self.assertEqual(1, status)
            self.assertGreater(lines.count(""), len(changed) // 2)

    def test_readdressed_and_replayed_links_are_refused(self):
        right = values_of("http://a.example/b")
        wrong = []
        for name, value in (("url", "http://evil.example/"), ("recipient", "other@z.example"), ("time", "1795910401"),
                            ("message_id", ""), ("kid", "old")):
            forged = expanded(ALL, {**right, name: value}, KEYS[right["kid"]])
            h = expanded(ALL, right).rpartition("=")[2]
            wrong.append(re.sub("s=[0-9a-f]+$", "s=" + h, forged))
        wrong.append(expanded(ALL, {**right, "kid": "unknown"}, KEYS["old"]))
        wrong.append(expanded(ALL, right, b"another key of 20 bytes"))
        wrong.append(expanded(ALL, {**right, "kid": "old"}, KEYS["k-2026.11"]))
        wrong.append(expanded(ALL, right).upper().replace("HTTPS://CLICK.EXAMPLE/R?U", "https://click.example/r?u"))
        for url in wrong:
            line, status, errors = self.unwrap(ALL, [url])
            self.assertEqual(1, status, url)
            self.assertIn(line, ([""], [url]), url)
            self.assertEqual(1, errors.count("\n"), url)
        # Without {kid} every key of the file verifies, and no other.
        self.assertEqual(["http://a.example/b"], self.unwrap(SIGNED, [expanded(SIGNED, values_of("http://a.example/b", "old"))])[0])
        self.assertEqual([""], self.unwrap(SIGNED, [expanded(SIGNED, right, b"another key of 20 bytes")])[0])

    def test_other_urls_stay(self):
        for url in ("http://a.example/", "https://click.example/", "https://click.example/about?u=1", "mailto:a@b.example", "x",
                    "https://click.example.evil.example/r?u=http%3A%2F%2Fa%2F&s=00", "https://click.example/r?u=javascript%3Aalert(1)&s=00"):
            self.assertEqual(([url], 0, ""), self.unwrap(SIGNED, [url]))

    def test_what_programs_make_of_a_link(self):
        wrapped = expanded(SIGNED, values_of("http://a.example/b?c&d"))
        self.assertEqual(wrapped, "https://click.example/r?u=http%3A%2F%2Fa.example%2Fb%3Fc%26d&s=" + wrapped[-64:])
        for changed in (wrapped.replace("https://click", "HTTPS://Click"), wrapped.replace(".example/r", ".example:443/r"),
                        wrapped.replace("%2F", "%2f").replace("%3A", "%3a"), wrapped.replace("&s=", "&amp;s="),
                        wrapped.replace("http%3A", "%68ttp%3A"), f"<{wrapped}>", f"<URL:{wrapped}>", f" {wrapped} "):
            self.assertEqual((["http://a.example/b?c&d"], 0, ""), self.unwrap(SIGNED, [changed]), changed)

    def test_json(self):
        right, wrong = expanded(SIGNED, values_of(URLS[4])), "https://click.example/r?u=http%3A%2F%2Fa%2F&s=00"
        lines, status, _ = self.unwrap(SIGNED, [right, wrong, "http://a/"], "--format", "jsonl")
        self.assertEqual(1, status)
        self.assertEqual([{"url": right, "wrappers": ["own"], "unwrapped": URLS[4], "layers": [{"wrapper": "own", "url": URLS[4]}]},
                          {"url": wrong, "wrappers": ["own"], "unwrapped": None, "layers": [{"wrapper": "own", "url": None}]},
                          {"url": "http://a/", "wrappers": [], "unwrapped": None, "layers": []}], [json.loads(line) for line in lines])

    def test_quiet(self):
        self.assertEqual(([""], 1, ""), self.unwrap(SIGNED, ["https://click.example/r?u=http%3A%2F%2Fa%2F&s=00"], "--quiet"))

    def test_without_signature(self):
        done = run(["unwrap", "--template", PLAIN, "https://click.example/r?u=http%3A%2F%2Fa%2Fb", "http://a/"])
        self.assertEqual((0, b"http://a/b\nhttp://a/\n", b""), (done.returncode, done.stdout, done.stderr))

    def test_wrong_usage(self):
        for arguments, why in ((["--template", SIGNED], b"--key-file"), (["--template", "https://c.example/{kid}/{url:query}"], b"--key-file"),
                               (["--key-file", self.keys], b"--template"), (["--template", "https://c.example/{url:query"], b'without "}"'),
                               (["--template", "https://c.example/"], b"{url:query}"), (["--template", ""], b"{url:query}"),
                               (["--template", "https://c.example/{x}{url:query}"], b"unknown field {x}"),
                               (["--template", SIGNED, "--key-file", self.folder / "none"], b"No such file")):
            done = run(["unwrap", *arguments, "http://a.example/"])
            self.assertEqual((2, b""), (done.returncode, done.stdout), arguments)
            self.assertIn(why, done.stderr)
            self.assertEqual(1, done.stderr.count(b"\n"))

    def test_key_files(self):
        secret = "SecretSecretSecretSecret"
        for text, why in (("", "has no keys"), (secret, "line 1"), ("k1\t" + secret + "\nk1\t" + secret, "two keys named k1"),
                          ("k1\t" + secret + "\n" + secret + "\n", "line 2"), ("k1\t" + secret[:15], "less than 16 bytes"),
                          ("k 1\t" + secret, "line 1"), ("k1 " + secret, "line 1"), ("\t" + secret, "line 1")):
            path = self.folder / "wrong"
            path.write_text(text)
            done = run(["unwrap", "--template", SIGNED, "--key-file", path, "http://a.example/"])
            self.assertEqual((2, b""), (done.returncode, done.stdout), text)
            self.assertIn(why.encode(), done.stderr)
            self.assertNotIn(b"Secret", done.stderr)
        for end in (b"", b"\n", b"\r\n", b"\n\n"):
            path.write_bytes(b"k1\t0123456789abcdef" + end)
            url = expanded(SIGNED, values_of("http://a.example/"), b"0123456789abcdef")
            self.assertEqual((["http://a.example/"], 0, ""), self.unwrap(SIGNED, [url], keys=path))

    def test_a_pipe_of_keys(self):
        url = expanded(SIGNED, values_of("http://a.example/"))
        done = subprocess.run(["bash", "-c", f'"{EXE}" unwrap --template "$1" --key-file <(cat "$2") "$3"', "bash", SIGNED, self.keys, url],
                              capture_output=True, timeout=60)
        self.assertEqual((0, b"http://a.example/\n", b""), (done.returncode, done.stdout, done.stderr))


def html(body, heading=""):
    return f"From: a@sender.example\nTo: b@c.example\nMessage-ID: <1@b.example>\n{heading}Content-Type: text/html\n\n{body}\n".encode()


class Rows(Folder):
    def rows(self, command, mail, *options):
        done = run([command, "--format", "jsonl", "--quiet", *options], mail)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        self.assertEqual(b"", done.stderr)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_own_at_any_level(self):
        safe = "https://nam01.safelinks.protection.outlook.com/?data=x&url="
        own = expanded(PLAIN, values_of("http://a.example/b"))
        around = safe + urllib.parse.quote(own, safe="")
        inside = expanded(PLAIN, values_of(safe + "http%3A%2F%2Fa.example%2Fb"))
        both = expanded(PLAIN, values_of(around))
        urls = [own, around, inside, both, "https://click.example/other", "https://click.example/r?u=javascript%3A1"]
        mail = html("".join(f'<a href="{url}">x</a>\n' for url in urls))
        expected = [["own"], ["safelinks", "own"], ["own", "safelinks"], ["own", "safelinks", "own"], [], []]
        found = self.rows("links", mail, "--template", PLAIN)
        self.assertEqual(expected, [row["wrappers"] for row in found])
        self.assertEqual(["http://a.example/b"] * 4 + [None] * 2, [row["unwrapped"] for row in found])
        self.assertEqual([[], ["safelinks"], [], [], [], []], [row["wrappers"] for row in self.rows("links", mail)])
        done = run(["links", "--template", PLAIN, "--format", "csv"], mail)
        self.assertEqual([json.dumps(names, separators=(",", ":")) for names in expected],
                         [row["wrappers"] for row in csv.DictReader(io.StringIO(done.stdout.decode()))])
        done = run(["links", "--template", PLAIN, "--unwrapped", "--host", "a.example", "--format", "urls"], mail)
        self.assertEqual(b"http://a.example/b\n" * 4, done.stdout)
        # Each row is a line, whatever anyone puts into a template that signs nothing.
        lines = expanded(PLAIN, values_of("http://a.example/\r\n\thttp://b.example/"))
        for command, mail_or_url in ((["links", "--unwrapped", "--format", "urls"], html(f'<a href="{lines}">x</a>')), (["unwrap"], f"{lines}\n".encode())):
            done = run([*command, "--template", PLAIN], mail_or_url)
            self.assertEqual(b"http://a.example/http://b.example/\n", done.stdout.replace(b"\t", b""))
        path = self.folder / "rows.sqlite"
        run(["links", "--template", PLAIN, "-o", path], mail)
        done = run(["report", "--template", PLAIN, "-o", self.folder / "r.html"], mail)
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        self.assertIn(b'"own"', (self.folder / "r.html").read_bytes())

    def test_no_key_is_needed_and_nothing_is_verified(self):
        wrong = expanded(ALL, values_of("http://a.example/b"), b"some other key of theirs")
        row, = self.rows("links", html(f'<a href="{wrong.replace("&", "&amp;")}">x</a>'), "--template", ALL)
        self.assertEqual((["own"], "http://a.example/b"), (row["wrappers"], row["unwrapped"]))
        self.assertEqual(2, run(["links", "--template", ALL, "--key-file", self.keys], b"").returncode)

    def test_wrong_templates(self):
        for command in ("links", "check", "report"):
            done = run([command, *(["-o", self.folder / "r.html"] if command == "report" else []), "--template", "https://c.example/{x}"], b"")
            self.assertEqual(2, done.returncode)
            self.assertIn(b"unknown field {x}", done.stderr)
        self.assertEqual(2, run(["tree", "--template", PLAIN], b"").returncode)

    def test_text_that_shows_what_was_wrapped(self):
        own = expanded(PLAIN, values_of("http://a.example/b"))
        for body, codes in ((f'<a href="{own}">http://a.example/b</a>', []), (f'<a href="{own}">http://evil.example/</a>', ["text-differs"]),
                            (f'<a href="{own}">{own}</a>', []), (f'<a href="http://a.example/b">{own}</a>', []),
                            (f'<a href="http://evil.example/">{own}</a>', ["text-differs"])):
            found = self.rows("check", html(body, "Received: x\n"), "--template", PLAIN, "--code", "deceptive")
            self.assertEqual(codes, [row["code"] for row in found], body)


# Pieces of messages, with %s for a host. Nothing is relative: a reference that was relative has no base any more.
BODIES = (
    '<a href="http://%s/x?y=1&amp;z=2">Read</a>', '<a href="https://%s/">https://%s/</a>', '<a href="https://%s/">https://bank.example/</a>',
    '<a href="https://%s/" title="https://other.example/">x</a>', '<a href="http://paypal.com@%s/">x</a>', '<a href="http://p\u0430ypal.com/%s">x</a>',
    '<form action="https://%s/login"><input type="password"></form>', '<a href="https://%s/go?to=https%%3A%%2F%%2Fevil.example%%2F">x</a>',
    '<a href="https://%s/t?id=0123456789abcdef0123456789abcdef01234567">x</a>', '<a href="mailto:a@%s">mail</a>', '<a href="#top">top</a>',
    '<a href="https://nam01.safelinks.protection.outlook.com/?url=https%%3A%%2F%%2F%s%%2Fa&amp;data=x">https://%s/a</a>',
    '<p>See http://%s/a and www.%s.</p>', '<a href="https://%s/\u00fc?\u00e4=1#f">x</a>', '<img src="https://%s/i.png" width="1" height="1">',
    '<a href="javascript:alert(1)">%s</a>', '<a href="http://0x7f000001/%s">x</a>', '<area href="ftp://%s/;type=d">',
)


def random_message(chance, number):
    hosts = ["a.example", "sender.example", "login.bank.example", "b\u00fccher.example", "xn--bcher-kva.example", "1.2.3.4", "paypa1.com"]
    body = "\n".join(re.sub("%s", lambda _: chance.choice(hosts), chance.choice(BODIES)).replace("%%", "%") for _ in range(chance.randrange(1, 9)))
    heading = (f"Received: x\nFrom: a@sender.example\nTo: b@c.example\nMessage-ID: <{number}@b.example>\nMIME-Version: 1.0\n"
               "Date: Mon, 23 Nov 2026 10:00:00 +0000\nSubject: x\n")
    encoding = chance.choice(["8bit", "quoted-printable", "base64"])
    message = f'{heading}Content-Type: multipart/alternative; boundary="b"\n\n--b\nContent-Type: text/plain; charset=utf-8\n\nhttp://{hosts[0]}/a\n'
    part = body.encode()
    if encoding == "quoted-printable":
        part = b"".join((b"=%02X" % byte if byte in b"=" or byte > 126 else bytes([byte])) for byte in part)
        part = b"\n".join(b"=\n".join(line[at:at + 60] for at in range(0, len(line), 60)) if b"=" not in line else line for line in part.split(b"\n"))
    elif encoding == "base64":
        import base64
        part = base64.encodebytes(part)
    return (message + f"--b\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n\n").encode() + part + b"\n--b--\n"


class Judged(Folder):
    def test_a_rewritten_message_is_judged_as_it_was(self):
        chance, rows, wrapped = random.Random(SEED), 0, 0
        before, after = self.folder / "before", self.folder / "after"
        before.mkdir()
        for number in range(150):
            (before / f"{number:03}.eml").write_bytes(random_message(chance, number))
        done = run(["rewrite", "--template", ALL, "--key-file", self.keys, "--recipient", "b@c.example", "--time", "1795910400",
                    "-o", str(after) + "/", before])
        self.assertIn(done.returncode, (0, 1), done.stderr)

        def checked(folder, *options):
            done = run(["check", "--format", "jsonl", *options, folder])
            found = {}
            for line in done.stdout.splitlines():
                row = json.loads(line)
                for key in ("start", "end", "offset"):
                    row.pop(key)
                found.setdefault(os.path.basename(row.pop("source")), []).append(row)
            return found
        old, new, accused = checked(before), checked(after, "--template", ALL), checked(after)
        for name in sorted(os.listdir(before)):
            rows += len(old.get(name, []))
            wrapped += (after / name).read_bytes().count(b"click.example")
            self.assertEqual(old.get(name, []), new.get(name, []), name)
        self.assertGreater(rows, 300)
        self.assertNotEqual(old, accused)
        print(f"{rows} diagnostics of 150 messages, equal after rewriting")


class Workers(Folder):
    def mail(self, fault=""):
        return (f"From: a@b.example\nMessage-ID: <1@b.example>\n{fault}Content-Type: text/html\n\n" +
                "".join(f'<a href="http://a{i % 40}.example/{i % 50}">x</a>\n' for i in range(200))).encode()

    def test_workers_sign_what_the_calling_process_signs(self):
        folder = self.folder / "mail"
        folder.mkdir()
        for i in range(30):
            (folder / f"{i:02}.eml").write_bytes(self.mail())
        written = []
        for how in (["--isolation", "require", "-j", "3"], ["--isolation", "require", "-j", "1"], ["--no-isolation"]):
            out = self.folder / f"out{len(written)}"
            done = subprocess.run([EXE, "rewrite", *how, "--template", ALL, "--key-file", self.keys, "--recipient", "b@c.example", "--time",
                                   "1795910400", "-o", f"{out}/", folder], capture_output=True, timeout=120)
            self.assertEqual((0, b""), (done.returncode, done.stderr))
            written.append({path.name: path.read_bytes() for path in out.iterdir()})
        self.assertEqual(written[0], written[1])
        self.assertEqual(written[0], written[2])
        urls = re.findall(r'href="([^"]*)"', written[0]["00.eml"].decode())
        self.assertEqual(200, len(urls))
        for i, url in enumerate(urls):
            values = {**values_of(f"http://a{i % 40}.example/{i % 50}"), "host": f"a{i % 40}.example", "message_id": "1@b.example",
                      "recipient": "b@c.example"}
            self.assertEqual(expanded(ALL, values), url.replace("&amp;", "&"))
        back = subprocess.run([EXE, "rewrite", "--isolation", "require", "--untemplate", ALL, "--key-file", self.keys, self.folder / "out0" / "00.eml"],
                              capture_output=True, timeout=120)
        self.assertEqual((0, self.mail(), b""), (back.returncode, back.stdout, back.stderr))

    @unittest.skipUnless("MIMEBASE_PLANTED" in os.environ, "needs the program with faults: MIMEBASE_PLANTED")
    def test_workers_that_ask_for_too_many_signatures(self):
        """One that does not wait for answers, and one that waits: both are ended, and only their message is lost."""
        for what in ("signs", "asks"):
            folder, out = self.folder / what, self.folder / f"out-{what}"
            folder.mkdir()
            for i in range(5):
                (folder / f"{i}.eml").write_bytes(self.mail(f"X-Planted: send-{what}\n" if i == 2 else ""))
            done = subprocess.run([os.environ["MIMEBASE_PLANTED"], "rewrite", "--isolation", "require", "-j1", "--template", SIGNED, "--key-file",
                                   self.keys, "-o", f"{out}/", folder], capture_output=True, timeout=120)
            self.assertEqual((1, b""), (done.returncode, done.stdout))
            self.assertRegex(done.stderr.decode(), r"\A\S+ \S+2\.eml: .*sent something that is not allowed.*\n\Z")
            self.assertEqual([200, 200, 0, 200, 200], [(out / f"{i}.eml").read_bytes().count(b"click.example") for i in range(5)])

    @unittest.skipUnless("MIMEBASE_PLANTED" in os.environ, "needs the program with faults: MIMEBASE_PLANTED")
    def test_no_worker_has_a_key(self):
        key = os.urandom(12).hex().encode()
        needles = key, inner_state(key)
        self.keys.write_bytes(b"k1\t" + key + b"\n")
        process = subprocess.Popen([os.environ["MIMEBASE_PLANTED"], "rewrite", "--isolation", "require", "--template", SIGNED, "--key-file", self.keys],
                                   stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        process.stdin.write(self.mail("X-Planted: silent\n"))
        process.stdin.close()
        children, searched = [], 0
        for _ in range(100):
            children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
            if len(children) >= 2:
                break
            time.sleep(0.05)
        time.sleep(0.5)
        try:
            # The process that signs has erased the key itself, and the search finds what it has made of it.
            self.assertEqual(0, count_in(process.pid, needles[0]))
            self.assertGreaterEqual(count_in(process.pid, needles[1]), 1)
            for child in children:
                self.assertEqual([0, 0], [count_in(int(child), needle) for needle in needles])
                searched += 1
        except PermissionError:
            self.skipTest("the system does not let the test read the memory of its processes")
        self.assertGreaterEqual(searched, 2)


def cube_root_bits(prime):
    """The first 32 bits behind the point of a cube root."""
    low, high = 0, prime << 40
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle ** 3 <= prime << 96 else (low, middle - 1)
    return low & 0xFFFFFFFF


def inner_state(key):
    """What HMAC makes of a short key before it meets the text: SHA-256 (FIPS 180-4) after the block of the key and ipad."""
    primes = [each for each in range(2, 312) if all(each % other for other in range(2, each))]
    mask, words = 0xFFFFFFFF, list(struct.unpack(">16I", bytes(byte ^ 0x36 for byte in key.ljust(64, b"\0"))))
    rotate = lambda value, by: (value >> by | value << (32 - by)) & mask
    for at in range(16, 64):
        before, last = words[at - 15], words[at - 2]
        words.append((words[at - 16] + (rotate(before, 7) ^ rotate(before, 18) ^ before >> 3) + words[at - 7] +
                      (rotate(last, 17) ^ rotate(last, 19) ^ last >> 10)) & mask)
    start = [math.isqrt(prime << 64) & mask for prime in primes[:8]]
    a, b, c, d, e, f, g, h = start
    for prime, word in zip(primes, words, strict=True):
        one = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + (e & f ^ ~e & g) + cube_root_bits(prime) + word
        two = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + (a & b ^ a & c ^ b & c)
        a, b, c, d, e, f, g, h = (one + two) & mask, a, b, c, (d + one) & mask, e, f, g
    return struct.pack("=8I", *((old + new) & mask for old, new in zip(start, (a, b, c, d, e, f, g, h), strict=True)))


def count_in(pid, needle):
    """How often the memory of a process has these bytes."""
    count = 0
    with open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
        for line in pathlib.Path(f"/proc/{pid}/maps").read_text().splitlines():
            start, end = (int(each, 16) for each in line.split()[0].split("-"))
            if line.split()[1][0] != "r" or line.endswith(("[vvar]", "[vsyscall]")):
                continue
            at, rest = start, b""
            while at < end:
                try:
                    memory.seek(at)
                    found = memory.read(min(end - at, 1 << 20))
                except OSError:
                    break
                if not found:
                    break
                count += (rest + found).count(needle)
                rest = found[-len(needle) + 1:]
                at += len(found)
    return count


if __name__ == "__main__":
    unittest.main()
