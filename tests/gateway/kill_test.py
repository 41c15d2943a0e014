"""Messages made at random, each with a fate: a process that SIGKILL ends while the message is rewritten, and when.

A launcher takes the place of mimebase. It reads the fate from the message, once per message, so that what a mail server tries again
succeeds. Seed and number of a message determine both.
"""

import base64
import collections
import os
import pathlib
import quopri
import random
import shlex
import subprocess
import time

ROOT = pathlib.Path(os.environ.get("MIMEBASE_SOURCE_ROOT", pathlib.Path(__file__).parents[2]))
EXE = os.environ.get("MIMEBASE_EXE", str(ROOT / "build" / "src" / "cli" / "mimebase"))
WORDS = "base link list archive rose garden reader field part letter <b>bold</b> é ü".split()
LAUNCHER = """#!/bin/sh
for came do :; done
fate=${{FATE-$(sed -n '/^$/q;s/^X-Fate: //p' "$came")}}
set -- {program} "$@"
children() {{ cat /proc/$$/task/*/children; }}
nth() {{ [ $# -gt 1 ] && shift $(($1 % ($# - 1))) && echo "$2"; }}
strike() {{
  victims=$$
  case $2 in
    worker) # a child, some time after the first one was born
      while kill -0 $$ && [ -z "$(children)" ]; do :; done
      sleep "$3"
      victims=$(nth "$1" $(children)) ;;
    *) sleep "$3" ;;
  esac
  case $2 in
    all) victims="$$ $(children)" ;;
    timeout) victims=$PPID ;;
    filter) victims=$(sed -n 's/^PPid:\\t//p' /proc/$PPID/status)
      grep -q mimebase-filter /proc/"$victims"/cmdline || victims= ;;
  esac
  [ -n "$victims" ] && kill -9 $victims && echo "$2" >{marks}/"$1"/struck
}}
if [ -n "$fate" ] && mkdir {marks}/"${{fate%% *}}" 2>/dev/null; then
  # Born twice, so that it is no child of mimebase.
  ( ( strike $fate ) & ) </dev/null >/dev/null 2>&1
fi
exec "$@"
"""


def text_of(chance, size):
    lines = []
    while size > 0:
        line = " ".join(chance.choices(WORDS, k=chance.randint(1, 12)))
        lines.append(chance.choices((line, "From here on", ".", ""), (20, 1, 1, 1))[0])
        size -= len(lines[-1]) + 1
    return lines


def make_part(chance, size):
    """Header and content of a part with relative links."""
    html = chance.random() < 0.7
    link = '<a href="../g?n={n}&amp;x">link</a> <img src="i{n}.png">' if html else "see <URL:../g?n={n}>"
    lines = text_of(chance, size)
    for n in range(chance.randint(1, 8)):
        lines.insert(chance.randint(0, len(lines)), link.format(n=n))
    content = "\n".join(lines).encode() + b"\n"
    coding = chance.choice(("8bit", "quoted-printable", "base64"))
    if coding == "quoted-printable":
        content = quopri.encodestring(content)
    elif coding == "base64":
        content = base64.encodebytes(content)
    kind = "html" if html else "plain"
    return f"Content-Type: text/{kind}; charset=utf-8\nContent-Transfer-Encoding: {coding}\n".encode(), content


def make_message(seed, number, seconds, victims):
    """A message whose fate strikes within that time."""
    chance = random.Random(f"{seed}/{number}")
    victim = chance.choice(victims)
    if victim == "worker":  # it lives for a part of that time
        seconds /= 60
    fate = "" if victim == "nobody" else f"X-Fate: {number} {victim} {chance.uniform(0, seconds):.4f}\n"
    size = int(10 ** chance.uniform(1, 5))
    head = (f"From: Ada <ada@example.org>\nTo: list@example.org\nSubject: number {number}\nDate: Thu, 01 Jan 2004 00:00:00 +0000\n"
            f"Message-ID: <{number}.{seed}@example.org>\n{fate}Base: <URL:http://www.example.org/docs/>\nMIME-Version: 1.0\n").encode()
    if chance.random() < 0.5:
        header, content = make_part(chance, size)
        return head + header + b"\n" + content
    parts = b"".join(b"--b\n%s\n%s\n" % make_part(chance, size // 2) for _ in range(2))
    return head + b'Content-Type: multipart/mixed; boundary="b"\n\n' + parts + b"--b--\n"


def put_launcher(path, program, marks):
    """Writes the launcher, for a program with or without arguments."""
    marks.mkdir()
    marks.chmod(0o777)
    path.unlink()  # it may be a link to the program
    path.write_text(LAUNCHER.format(program=shlex.join(program), marks=shlex.quote(str(marks))))
    path.chmod(0o755)


class Outcome:
    """What became of the messages."""

    def __init__(self, sent, rewritten, delivered, marks, as_delivered):
        self.sent = len(sent)
        self.delivered = len(delivered)
        whole = collections.Counter(map(as_delivered, rewritten))
        original = collections.Counter(map(as_delivered, sent))
        found = collections.Counter(delivered)
        self.twice = self.lost = self.rewritten = self.unchanged = 0
        for before, after in zip(sent, rewritten):
            before, after = as_delivered(before), as_delivered(after)
            count = found[before] + (found[after] if after != before else 0)
            self.lost += count == 0
            self.twice += count > 1
            self.rewritten += found[after] > 0
            self.unchanged += before != after and found[before] > 0
        self.half = sum(count for message, count in found.items() if message not in whole and message not in original)
        self.struck = collections.Counter(path.read_text().strip() for path in marks.glob("*/struck"))

    def is_good(self):
        return (self.lost, self.twice, self.half) == (0, 0, 0) and self.delivered == self.sent

    def __str__(self):
        struck = ", ".join(f"{name} {count}" for name, count in sorted(self.struck.items()))
        return (f"{self.sent} sent, {self.delivered} delivered ({self.rewritten} rewritten, {self.unchanged} unchanged), {self.lost} lost, "
                f"{self.twice} twice, {self.half} half; killed {self.struck.total()}: {struck}")


def rewritten_by_mimebase(message):
    return subprocess.run([EXE, "rewrite", "--quiet", "--no-isolation", "--input", "message"], input=message, capture_output=True,
                          timeout=60, check=True).stdout


def run(kind, folder, count, seed):
    """Passes messages through a filter of filters.py."""
    folder = pathlib.Path(folder)
    tested = kind(folder)
    try:
        # Fates strike while an undisturbed run would work, or a little later.
        tested.put_program(EXE)
        message = make_message(seed, -1, 0, ["nobody"])
        tested.deliver([message])
        start = time.monotonic()
        tested.deliver([message.replace(b"<-1", b"<-2")])
        seconds = min(time.monotonic() - start, tested.longest_seconds)
        put_launcher(tested.bin / "mimebase", tested.program(EXE), folder / "marks")
        sent = [make_message(seed, number, seconds, tested.victims) for number in range(count)]
        rewritten = [rewritten_by_mimebase(message) for message in sent]
        return Outcome(sent, rewritten, tested.deliver(sent), folder / "marks", tested.as_delivered)
    finally:
        tested.close()
