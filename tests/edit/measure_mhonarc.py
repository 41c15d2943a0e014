#!/usr/bin/env python3
"""Measures how many links of MHonArc's pages are right before and after `mimebase rewrite`.

    tests/edit/measure_mhonarc.py [FILE|FOLDER...]       (default: the corpora of tests/README.md)
    tests/edit/measure_mhonarc.py --generated [SEED]     200 messages made at random (default: 1808)

Real mail has few relative URLs, so this makes most of them relative (relative.py); generated messages have relative links in
each form of RFC 1808. It declares their base in the header of the message: by `Base`, by `Content-Base` and by `Content-Location`,
one after the other. It converts each message that then
has relative links in HTML twice with `mhonarc -single`: as it is, and after `mimebase rewrite`. A link is right if the page
has an `a` whose href is the URL that `mimebase links` reports. Empty references are not counted, as `rewrite` keeps them.
"""

import collections
import concurrent.futures
import os
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path[:0] = [str(pathlib.Path(__file__).resolve().parents[1] / "cli")]

from relative import relative  # noqa: E402
from support import EXE, corpora_files, rows_of  # noqa: E402

URL = b"http://retrieval.example/dir/page"
FIELDS = (b"Base: <URL:%s>\n" % URL, b"Content-Base: %s\n" % URL, b"Content-Location: %s\n" % URL)


# The forms of RFC 1808, section 5.1, with a name of their own for each link.
FORMS = ("{}.html", "./{}", "{}/", "../{}.html", "../../{}", "/{}", "//other.example/{}", "?{}", "{}?x=1&amp;y=2", "{}#part", "a/../{}", "%7E{}", "/{};type=a")
GENERATED = 200


def generated(seed):
    """Messages of one HTML document each, with one to eight relative links."""
    chance = random.Random(seed)
    for number in range(GENERATED):
        links = [chance.choice(FORMS).format(f"link{number}-{at}") for at in range(chance.randint(1, 8))]
        quotes = [chance.choice("\"'") for _ in links]
        lines = [f"<p>Some words, and <a href={quote}{link}{quote}>a link</a>.</p>" for link, quote in zip(links, quotes)]
        document = "<html><head><title>News</title></head><body>\n" + "\n".join(lines) + "\n</body></html>\n"
        yield (f"From: a@example.org\nSubject: Message {number}\nDate: Wed, 13 Nov 2024 12:00:00 +0000\nMessage-ID: <{number}@example.org>\n"
               f"MIME-Version: 1.0\nContent-Type: text/html; charset=us-ascii\n\n{document}").encode()


def of_file(path):
    message = relative(path.read_bytes())
    return message.partition(b"\n")[2] if message.startswith(b"From ") else message


def run(*command, input=b""):
    return subprocess.run(command, input=input, capture_output=True, timeout=300).stdout


def links_of(message):
    return [row for row in rows_of(run(EXE, "links", "--no-isolation", "--input", "message", "--context", "a@href",
                                       "--format", "jsonl", "--quiet", input=message)) if row["content_type"] == "text/html"]


def right_links(message, expected):
    """How many of `expected`, a Counter of URLs, are links of MHonArc's page."""
    with tempfile.TemporaryDirectory(prefix="mimebase-mhonarc-") as folder:
        path = pathlib.Path(folder) / "message"
        path.write_bytes(message)
        page = run("mhonarc", "-quiet", "-single", "-attachmentdir", folder, str(path))
    found = collections.Counter(row["reference"] for row in links_of(b"Content-Type: text/html\n\n" + page))
    return (found & expected).total()


def measure(message, field):
    """(links, right before, right after)"""
    message = field + message
    expected = collections.Counter(row["resolved"] for row in links_of(message)
                                   if row["status"] == "resolved" and row["reference"].strip())
    if not expected:
        return 0, 0, 0
    rewritten = run(EXE, "rewrite", "--no-isolation", "--input", "message", "--quiet", input=message)
    return expected.total(), right_links(message, expected), right_links(rewritten, expected)


def messages():
    if sys.argv[1:2] == ["--generated"]:
        return list(generated(int(sys.argv[2]) if len(sys.argv) > 2 else 1808))
    paths = [pathlib.Path(word) for word in sys.argv[1:]]
    files = [file for path in paths for file in ([path] if path.is_file() else path.rglob("*")) if file.is_file()]
    return list(map(of_file, sorted(files) or corpora_files()))


def main():
    asked = messages()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        for field in FIELDS:
            results = [result for result in workers.map(measure, asked, [field] * len(asked)) if result[0]]
            links, before, after = (sum(column) for column in zip((0, 0, 0), *results))
            print(f"{field.partition(b':')[0].decode()}: {len(results)} messages, {links} links, {before} right before, "
                  f"{after} right after", flush=True)


if __name__ == "__main__":
    main()
