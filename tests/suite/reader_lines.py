#!/usr/bin/env python3
"""What readers do where specifications contradict each other: the lines "Readers: ..." of samples/standards/base-urls-of-parts.md.

Usage: reader_lines.py --write      writes these lines anew

The answers of ten readers are those of tests/readers/answers, those of HTTP::Response are in samples/suite/results."""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DRAFT = ROOT / "samples" / "standards" / "base-urls-of-parts.md"
RESULTS = ROOT / "samples" / "suite" / "results" / "perl-http-response.tsv"
sys.path[:0] = [str(ROOT / "tests" / "readers")]

import answers  # noqa: E402

READERS = {"chromium": "Chromium", "thunderbird": "Thunderbird", "roundcube": "Roundcube", "evolution": "Evolution", "kmail": "KMail", "mhonarc": "MHonArc",
           "hypermail": "hypermail", "public-inbox": "public-inbox", "spamassassin": "SpamAssassin", "rspamd": "rspamd"}
LIBRARY = "HTTP::Response"
WIDTH = 120

# `words` maps what readers say to the answers that mean it; "*" is any other answer.
Row = collections.namedtuple("Row", "anchor experiment token case words")


def at(*hosts):
    return [f"url http://{host}.example/d/ref1.html" for host in hosts]


ROWS = (
    Row("c-base", "part-base", "ref1", "layers/base-header-of-part", {"applied by": at("part", "base-header"), "not by": "*"}),
    Row("c-content-base", "part-content-base", "ref1", "layers/content-base-of-part", {"applied by": at("part", "content-base"), "not by": "*"}),
    Row("c-multipart", "outer-content-base", "ref1", "layers/content-base-of-multipart", {"inherited by": at("message", "content-base"), "not by": "*"}),
    Row("c-outer-location", "outer-content-location", "ref1", "layers/content-location-of-multipart",
        {"inherited by": at("message", "content-location"), "not by": "*"}),
    Row("c-location", "part-content-location", "ref1", "layers/content-location-of-part", {"applied by": at("part", "content-location"), "not by": "*"}),
    Row("c-order", "all-three-headers", "ref1", "layers/base-header-and-content-base-in-order",
        {"Base applied by": at("base"), "Content-Base by": at("content-base"), "Content-Location by": at("location"), "no field by": "*"}),
    Row("c-header", "html-over-content-location", "ref1", "layers/html-base-over-content-location",
        {"the element applied by": at("html"), "Content-Location by": at("part"),
         "concatenated with the element's URL by": ["url http://html.example/d/page.htmlref1.html"], "neither by": "*"}),
    Row("c-nothing", "none", "ref1", "layers/no-base-at-all",
        {"left relative by": ["url ref1.html"], "resolved against a URL of the reader's own by": ["url mail://account/folder/ref1.html", "url file:///ref1.html"],
         "without effect in": "*"}),
    Row("c-relative-label", "part-location-relative-outer", "ref2", "mhtml/absolute-to-relative-by-multipart-location",
        {"found by": ["part 3"], "not by": "*"}),
    Row("c-equal", "part-location-case", "ref1", "mhtml/case-of-host", {"found by": ["part 2"], "not by": "*"}),
    Row("c-percent", "part-cid-percent", "ref2", "mhtml/cid-percent-encoded-plus", {"found by": ["part 3"], "not by": "*"}),
    Row("c-cid-location", "part-cid-in-cid", "ref1", "mhtml/cid-not-content-location", {"found by": ["part 2"], "not by": "*"}),
    Row("c-scope", "scope-mixed-outside", "ref1", "mhtml/cid-out-of-related", {"found by": ["part 2"], "not by": "*"}),
    Row("c-duplicates", "part-cid-duplicate", "ref1", "mhtml/two-equal-content-ids",
        {"the first taken by": ["part 2"], "the second by": ["part 3"], "none by": "*"}),
    Row("c-late", "html-last", "ref1", "html/base-after-reference", {"resolved by": at("html", "base"), "not by": "*"}),
    Row("c-relative", "html-relative-location", "ref1", "layers/relative-html-base-against-content-location",
        {"resolved against it by": ["url http://part.example/d/e/ref1.html", "url http://header.example/d/sub/ref1.html"],
         "passed over in favour of it by": at("part", "header"), "not applied by": "*"}),
    Row("c-xml", "xhtml-xml-base", "ref1", "xhtml/xml-base-of-parent",
        {"applied by": ["url http://other.example/x/ref1.html", *at("html")], "not by": ["url http://base.example/d/ref1.html"], "no URL from": "*"}),
    Row("c-no-path", "html-no-path", "ref1", "resolve/base-without-path",
        {"a slash inserted by": ["url http://html.example/ref1.html", "url http://a.example/ref1"], "no URL from": "*"}),
    Row("c-query", "form-queries-html", "ref1", "resolve/rfc-query-only",
        {"the last segment kept by": ["url http://html.example/d/page.html?ref1", "url http://a.example/b/c/d;p?ref1#f"],
         "dropped by": ["url http://html.example/d/?ref1"], "no URL from": "*"}),
    Row("c-scheme", "form-scheme-relative-html", "ref1", "resolve/rfc-same-scheme",
        {"absolute in": ["url http:ref1"], "relative in": at("html"), "no URL from": ["nothing"], "concatenated with the base by": "*"}),
    Row("c-root", "form-dots-html", "ref3", "resolve/rfc-one-above-root",
        {"removed by": ["url http://html.example/ref3.html"], "kept by": ["url http://a.example/../ref1"], "no URL from": ["nothing"], "another URL from": "*"}),
    Row("c-backslash", "form-backslashes-html", "ref2", "resolve/two-backslashes-begin-network-path",
        {"slashes in": ["url http://other.example/ref2.html", "url http://h.example/ref1"], "no URL from": ["nothing"], "part of a path in": "*"}),
)


def of_library():
    """{case: answer} of HTTP::Response, with the hosts of the readers' messages."""
    found = {}
    for line in RESULTS.read_text(encoding="utf-8").splitlines():
        fields = line.split("\t")
        if len(fields) >= 4 and fields[1] == "1":
            found[fields[0]] = "url " + fields[3].replace(".example.org", ".example") if fields[2] == "url" else "nothing"
    return found


def word_of(words, answer):
    return next((word for word, given in words.items() if given == "*" or answer in given), None)


def sentence(row, tables, library):
    said = {word: [] for word in row.words}
    for reader, name in READERS.items():
        said[word_of(row.words, tables[reader][row.experiment, row.token].opens)].append(name)
    # It leaves alone what it does not resolve.
    own = library[row.case]
    said[word_of(row.words, "url ref1.html" if own == "nothing" and row.anchor == "c-nothing" else own)].append(LIBRARY)
    parts = [f"{word} " + (f"the other {len(names)}" if row.words[word] == "*" and len(names) > 3 else joined(names)) for word, names in said.items() if names]
    first = next(iter(row.words))
    if len(parts) == 1 and not said[first]:
        return f"Readers: {first} none of them."
    return "Readers: " + "; ".join(([] if said[first] else [f"{first} none"]) + parts) + "."


def joined(names):
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def sentences():
    """{anchor of the section: the line}."""
    tables = {reader: answers.read(reader)[1] for reader in READERS}
    library = of_library()
    return {row.anchor: sentence(row, tables, library) for row in ROWS}


def paragraphs(text):
    """{anchor of the section: its paragraph "Readers: ..."}, each in one line."""
    found = {}
    for section in re.split(r"^(?=##? )", text, flags=re.M):
        anchor = re.match(r"##? .*\{#([\w-]+)\}", section)
        line = re.search(r"^Readers: (?:.+\n)+", section, re.M)
        if anchor and line:
            found[anchor[1]] = " ".join(line[0].split())
    return found


def written(text):
    """The draft with the lines as they should be."""
    lines = sentences()

    def section_with_line(found):
        anchor = re.match(r"##? .*\{#([\w-]+)\}", found[0])
        if not anchor or anchor[1] not in lines:
            return found[0]
        return re.sub(r"^Readers: (?:.+\n)+", lambda _: folded(lines[anchor[1]]), found[0], flags=re.M)
    return re.sub(r"^##? (?:.*\n)(?:(?!##? ).*\n)*", section_with_line, text, flags=re.M)


def folded(line):
    rows, row = [], ""
    for word in line.split():
        if row and len(row) + 1 + len(word) > WIDTH:
            rows.append(row)
            row = ""
        row += (" " if row else "") + word
    return "\n".join([*rows, row]) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    DRAFT.write_text(written(DRAFT.read_text(encoding="utf-8")), encoding="utf-8")
