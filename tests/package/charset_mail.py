"""Writes mail in every charset: what a program makes of it shows which converters the program has.

    python3 tests/package/charset_mail.py FOLDER [SEED]

Each charset that iconv lists, and each label of the table of charsets, gets an mbox. Its messages have all single bytes, all pairs of
bytes and random longer sequences, as the visible text of a link and in its reference, and random bytes as encoded words.
"""

import base64
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What switches between the sets of ISO 2022, UTF-7 and EBCDIC.
SHIFTS = [b"\x1b(B", b"\x1b(J", b"\x1b(I", b"\x1b$@", b"\x1b$B", b"\x1b$A", b"\x1b$(C", b"\x1b$(D", b"\x1b$(O", b"\x1b$(P", b"\x1b$(Q", b"\x1b$)C", b"\x1b$)A",
          b"\x1b$)G", b"\x1b$)E", b"\x1b$*H", b"\x1b.A", b"\x1b.F", b"\x1bN", b"\x1bO", b"\x0e", b"\x0f", b"+", b"-", b"~{", b"~}"]


def charsets():
    """Names in lower case, and whether all pairs are worth trying: not for an alias of iconv's."""
    listed = subprocess.run(["iconv", "-l"], stdout=subprocess.PIPE, text=True, check=True).stdout
    names = {name.strip().rstrip("/").lower() for name in re.split(r"[,\s]+", listed)} - {""}
    table = (ROOT / "src" / "charset" / "label.cpp").read_text()
    labels = {word.lower() for text in re.findall(r'"([^"\\]*)"', table) for word in text.split() if re.fullmatch(r"[\w.:+-]+", word)}
    return sorted(names | labels), labels


def link(number, content):
    return b'<a href="http://h.example/%d?%s">%s</a>\n' % (number, re.sub(rb'[\x00-\x20"&<>#]', b"", content), content.replace(b"<", b""))


def message(charset, subject, links):
    body = base64.encodebytes(b"<html><body>\n" + b"".join(links))
    word = b"=?%s?B?%s?=" % (charset.encode(), base64.b64encode(subject))
    return (b"From a@example.org Thu Jan  1 00:00:00 2004\nSubject: %s\nContent-Location: %s\nMIME-Version: 1.0\n"
            b'Content-Type: text/html; charset="%s"; name="%s"\nContent-Disposition: attachment; filename="%s"\n'
            b"Content-Transfer-Encoding: base64\n\n%s\n" % (word, word, charset.encode(), word, word, body))


def mbox(charset, has_pairs, seed):
    chance = random.Random(f"{seed} {charset}")
    messages = [message(charset, bytes(range(0x80, 0xA0)), [link(byte, bytes([byte])) for byte in range(256)])]
    if has_pairs:
        messages += [message(charset, bytes([lead, 0xA1, lead, 0x41]), [link(lead, b" ".join(bytes([lead, trail]) for trail in range(256)))])
                     for lead in range(256)]
    for number in range(40):
        def some():
            return b"".join(chance.choice(SHIFTS) if chance.random() < 0.15 else bytes([chance.randrange(*((32, 127) if chance.random() < 0.4 else (256,)))])
                            for _ in range(chance.randrange(3, 40)))
        messages.append(message(charset, some(), [link(number, some()) for _ in range(10)]))
    return b"".join(messages)


def main():
    folder = pathlib.Path(sys.argv[1])
    seed = sys.argv[2] if len(sys.argv) > 2 else "1808"
    folder.mkdir(parents=True, exist_ok=True)
    names, labels = charsets()
    # An alias has the converter of its first name, which a digest of two bytes tells apart well enough.
    converters = {}
    for name in names:
        sample = subprocess.run(["iconv", "-c", "-f", name, "-t", "utf-8"], input=bytes(range(256)), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        converters.setdefault((sample.stdout, sample.returncode), name)
    with_pairs = set(converters.values()) | {name for name in labels if name in converters.values()}
    for number, name in enumerate(names):
        (folder / f"{number:04}.mbox").write_bytes(mbox(name, name in with_pairs, seed))
    print(f"{len(names)} charsets, {len(with_pairs)} with all pairs, seed {seed}")


if __name__ == "__main__":
    main()
