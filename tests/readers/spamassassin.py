"""SpamAssassin, as its rules see URLs (get_uri_detail_list).

It keeps each URL with the elements that it comes from. `parsed` means: found in text, or as written before resolving."""

import os

from answers import url, with_broken
from message import TOKEN, broken_urls, only_in_text
from parts_of_mail import Shown
from scanned import HERE, lines_of
from setup import packages, version_of

ENDING = ".eml"
# Its rules see URLs, whatever a reader does with them.
SEES_LOADS = False
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


def rows_of(files):
    packages("spamassassin")
    return lines_of(["perl", os.path.join(HERE, "spamassassin.pl")], files)


def shown_of(rows):
    """Without the domains of signatures (`domainkeys:`), and links as they were written before they were resolved."""
    found = {value for value, _, types, texts in rows if value and not value.startswith("domainkeys:") and not (types == "parsed" and texts)}
    return Shown({"url " + one for one in found}, set())


def run(files, experiments):
    lines = rows_of(files)
    found = {name: answers_of(rows, experiment) for (name, rows), experiment in zip(lines, experiments, strict=True)}
    return version(), found


def version():
    return f"SpamAssassin {version_of('spamassassin')}"


def shown(files, parts):
    found = [shown_of(rows) for _, rows in rows_of(files)]
    return version(), [one for one, _ in zip(found, parts, strict=True)]
