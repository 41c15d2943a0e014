#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What changed between two tables of answers, such as those of two versions of a program.

    compare.py BEFORE.tsv AFTER.tsv [--html FILE]

Exits with 1 if an answer became wrong, or a file is not read any more, and with 0 otherwise. --html writes the same as a page."""

import argparse
import collections
import html
import os
import pathlib
import sys

import page
import site_pages
import suite

# In the order of the report.
BECAME_WRONG, UNREAD, BECAME_RIGHT, READ, CHANGED = "became wrong", "not read any more", "became right", "now read", "other answer"
KINDS = (BECAME_WRONG, UNREAD, BECAME_RIGHT, READ, CHANGED)
WORSE = (BECAME_WRONG, UNREAD)

Change = collections.namedtuple("Change", "kind case reference before after")


def kind_of(reference, before, after):
    """What became of an answer, or None if it is as before."""
    if before == after:
        return None
    (was, _), (now, _) = suite.judge(reference, before), suite.judge(reference, after)
    if "unsupported" in (was, now):
        return UNREAD if now == "unsupported" else READ
    if was != now:
        return BECAME_RIGHT if now == "right" else BECAME_WRONG
    return CHANGED


def changes(cases, before, after):
    """The answers that differ, of cases that both tables have."""
    made = []
    for case in cases:
        answers = zip(case["references"], before.get(case["id"], ()), after.get(case["id"], ()))
        for reference, one, other in answers:
            if kind := kind_of(reference, one, other):
                made.append(Change(kind, case, reference, one, other))
    return sorted(made, key=lambda change: (KINDS.index(change.kind), change.case["id"]))


def notes(cases, before, after):
    """What makes two tables less comparable, as sentences."""
    (about, answers), (other_about, other_answers) = before, after
    if about.get("suite") != other_about.get("suite"):
        yield (f"The tables are of versions {about.get('suite', 'unknown')} and {other_about.get('suite', 'unknown')} of the suite; "
               f"both are judged by {suite.VERSION}.")
    ids = {case["id"] for case in cases}
    for word, missing in (("before", other_answers.keys() - answers.keys()), ("after", answers.keys() - other_answers.keys())):
        if missing & ids:
            yield f"{len(missing & ids)} cases were not asked {word}."
    if unknown := (answers.keys() | other_answers.keys()) - ids:
        yield f"{len(unknown)} cases are not in this version of the suite."


def title_of(about):
    return " ".join(filter(None, (about.get("program", "unnamed"), about.get("version"), about.get("date") and f"({about['date']})")))


def shown(answer):
    return answer.value if answer.kind in ("url", "part", "relative") else answer.kind


def totals(found):
    counts = collections.Counter(change.kind for change in found)
    return ", ".join(f"{counts[kind]} {kind}" for kind in KINDS)


def text_of(before, after, cases, found):
    lines = [f"{title_of(before[0])} -> {title_of(after[0])}", *notes(cases, before, after)]
    for change in found:
        lines.append(f"{change.kind:17} {change.case['id']}: {change.reference['written']!r} was {shown(change.before)}, is {shown(change.after)}")
        lines.append(f"{'':17} {change.case['question']} {os.path.relpath(change.case['path'])}")
    return "\n".join([*lines, totals(found)]) + "\n"


def page_of(before, after, cases, found):
    rows = "".join(f"<tr><td>{change.kind}</td><td><code>{html.escape(change.case['id'])}</code><br>{page.plain(change.case['question'])}</td>"
                   f"<td><code>{page.plain(change.reference['written'])}</code></td><td>{page.plain(shown(change.before))}</td><td>{page.plain(shown(change.after))}</td></tr>"
                   for change in found)
    title = page.plain(f"{title_of(before[0])} → {title_of(after[0])}")
    sentences = "".join(f"<p>{page.plain(one)}</p>" for one in (*notes(cases, before, after), totals(found) + "."))
    headings = "".join(f'<th scope="col">{one}</th>' for one in ("Change", "Question", "Reference", "Before", "After"))
    return site_pages.static(title, f"{sentences}<table><thead><tr>{headings}</tr></thead><tbody>{rows}</tbody></table>")


def table_at(path, parser):
    try:
        return suite.recorded(path)
    except OSError as why:
        parser.error(f"{path}: {why.strerror}")
    except ValueError:
        parser.error(f"{path}: not a table of answers (./run PROGRAM --record FILE writes one)")


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0], epilog="Exits with 1 if an answer became wrong, or a file is not read any more.")
    parser.add_argument("before", type=pathlib.Path)
    parser.add_argument("after", type=pathlib.Path)
    parser.add_argument("--html", type=pathlib.Path, metavar="FILE", help="write a page with the changes")
    options = parser.parse_args(words)
    before, after = (table_at(path, parser) for path in (options.before, options.after))
    cases = suite.load()
    found = changes(cases, before[1], after[1])
    if options.html:
        options.html.write_text(page_of(before, after, cases, found), encoding="utf-8")
    print(text_of(before, after, cases, found), end="")
    return any(change.kind in WORSE for change in found)


if __name__ == "__main__":
    sys.exit(main())
