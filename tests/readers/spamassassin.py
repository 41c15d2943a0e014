"""SpamAssassin, as its rules see URLs (get_uri_detail_list).

It keeps each URL with the elements that it comes from. `parsed` means: found in text, or as written before resolving."""

import os

from answers import url, with_broken
from message import TOKEN, broken_urls, only_in_text
from scanned import HERE, lines_of
from setup import packages, version_of

ENDING = ".eml"
LOADED = {"img", "script", "link", "iframe", "frame", "embed", "body", "table", "tr", "td", "input", "style"}


def answers_of(rows, experiment):
    # The text of a link is kept with the reference as written, so a resolved one without a token cannot be recognised.
    found = dict.fromkeys(only_in_text(experiment.entity))
    # A URL that comes from an element replaces one that was merely read in the text.
    for value, _, types, texts in sorted(rows, key=lambda row: row[2] != "parsed"):
        elements = set(types.split())
        # A link that was resolved to another URL: unknown, unless that one has the token too.
        is_written = elements == {"parsed"} and texts
        by_text = TOKEN.findall(texts) if elements - {"parsed"} else []
        for token in TOKEN.findall(value) or by_text:
            found[token.lower()] = None if is_written else url(value, "load" if elements & LOADED else "click")
    return with_broken(found, broken_urls(experiment.entity), {row[0] for row in rows})


def run(files, experiments):
    packages("spamassassin")
    lines = lines_of(["perl", os.path.join(HERE, "spamassassin.pl")], files)
    found = {name: answers_of(rows, experiment) for (name, rows), experiment in zip(lines, experiments, strict=True)}
    return f"SpamAssassin {version_of('spamassassin')}", found
