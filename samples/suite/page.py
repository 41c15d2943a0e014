#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page of results.

    page.py            writes results.html from cases/ and results/*.tsv
    page.py --check    says whether results.html is up to date, and exits with 1 if it is not

The page is one file, and needs no network. It is made of page/page.html, page/page.css and page/page.js, and of one JSON text with
all cases and answers, from which the script draws. The same cases and tables always give the same bytes."""

import base64
import collections
import hashlib
import html
import json
import os
import pathlib
import re
import sys
import urllib.parse

import mistakes
import suite

ASSETS = suite.HERE / "page"
RESULTS = suite.HERE / "results"
PAGE = suite.HERE / "results.html"
READERS = suite.HERE.parents[1] / "tests" / "readers"
# Longer files are cut off in the page, which links to them.
MAX_TEXT = 16 << 10
MOST_FREQUENT = 3
RULES = ("RFC 1808", "RFC 3986", "URL Standard")  # the names of suite.RULES


# ---- Data for the script

def text_of(content):
    """The file as text, or None if it is binary. Bytes that are not UTF-8 become `\\xNN`."""
    if b"\0" in content or content.startswith(b"%PDF") or len(re.findall(rb"[\x01-\x08\x0e-\x1a\x1c-\x1f]", content)) * 20 > len(content):
        return None
    return content.decode("utf-8", "backslashreplace")[:MAX_TEXT]


class Numbers:
    """Values that are written once, and then by their number."""

    def __init__(self):
        self.values, self._places = [], {}

    def __call__(self, value):
        if value not in self._places:
            self._places[value] = len(self.values)
            self.values.append(value)
        return self._places[value]


class Judged:
    """A table of answers, with a verdict for each, and sums."""

    def __init__(self, cases, name, about, answers):
        self.name, self.about, self.answers = name, about, answers
        self.counts = collections.defaultdict(collections.Counter)  # verdicts, by area
        self.kinds = collections.defaultdict(collections.Counter)  # details, by kind of mistake
        self.verdicts = {}  # (case, number): verdict, rule sets, kind of mistake, its detail
        of_program = mistakes.Mistakes(cases, answers)
        numbers = collections.Counter()
        for case, reference, answer in mistakes.asked(cases, answers):
            verdict, rules = suite.judge(reference, answer)
            kind, detail = of_program.of(case, reference, answer) if verdict == "wrong" else ("", "")
            self.counts[area_of(case)][verdict] += 1
            if kind:
                self.kinds[kind][detail] += 1
            self.verdicts[case["id"], numbers[case["id"]]] = verdict, rules, kind, detail
            numbers[case["id"]] += 1

    def total(self):
        return sum(self.counts.values(), collections.Counter())


def area_of(case):
    return case["id"].partition("/")[0]


def target(expected):
    return [expected["resolved"], expected["base"], expected["part"]]


def expectations(reference):
    """[rule sets, URL, base, part] for each different expectation."""
    groups = {}
    for rules in suite.RULES:
        if rules in reference.get("expected", {}):
            one = reference["expected"][rules]
            groups.setdefault(json.dumps(one, sort_keys=True), ([], one))[0].append(suite.RULES.index(rules))
    return [[names, *target(one)] for names, one in groups.values()]


def reference_data(case, number, tables, clauses):
    """A reference, with its different answers, and which of them each program gave: its number, or -1."""
    reference, answers, of_programs = case["references"][number], Numbers(), []
    for table in tables:
        verdict_of = table.verdicts.get((case["id"], number))
        if verdict_of is None:
            of_programs.append(-1)
            continue
        answer, (verdict, rules, kind, detail) = table.answers[case["id"]][number], verdict_of
        of_programs.append(answers((answer.kind, answer.value, suite.VERDICTS.index(verdict), kind and mistakes.KINDS.index(kind), detail,
                                    tuple(map(suite.RULES.index, rules)))))
    return {"place": reference["place"], "written": reference["written"], "part": reference["part"], "by": reference["base_by"],
            "expected": expectations(reference), "undefined": [one["resolved"] for one in reference.get("undefined", ())],
            "clauses": [clauses((one["document"], one["section"], one.get("url"))) for one in reference["clauses"]],
            "answers": answers.values, "of": of_programs}


def case_data(case, tables, clauses):
    content = pathlib.Path(case["path"]).read_bytes()
    return {"id": case["id"], "file": case["file"], "size": len(content), "text": text_of(content), "question": case["question"], "why": case["why"],
            "tags": case["tags"], "references": [reference_data(case, number, tables, clauses) for number in range(len(case["references"]))]}


def data_of(cases, tables, suite_at, readers):
    clauses = Numbers()
    made = [case_data(case, tables, clauses) for case in cases]
    programs = [{"name": table.name, "version": table.about.get("version", ""), "date": table.about.get("date", "")} for table in tables]
    return {"programs": programs, "mistakes": mistakes.KINDS, "verdicts": suite.VERDICTS, "rules": RULES, "cases": made,
            "clauses": clauses.values, "at": suite_at, "readers": readers}


def readers_data():
    """The atlas of mail readers (tests/readers/atlas.py), or None outside of the repository. The column of mimebase is read from
    the README that atlas.py wrote, so that the page needs no built program."""
    if not (READERS / "atlas.py").exists():
        return None
    sys.path.insert(0, str(READERS))
    import answers
    import atlas
    files = atlas.used()
    tables = {reader: answers.read(reader) for reader in atlas.READERS}
    own = dict(re.findall(r"^\| (.*?) \| (.*?) \| ", (atlas.FOLDER / "README.md").read_text(encoding="utf-8"), re.M))
    sections = []
    for heading, _, questions in atlas.SECTIONS:
        rows = []
        for question in questions():
            cells, opened = [own[question.text]], [""]
            for reader in atlas.READERS:
                table = {key: answer.opens for key, answer in tables[reader][1].items()}
                found = atlas.answers_in(table, question.experiment, reader)
                cells.append(atlas.cell(question, found))
                opened.append("\n".join(f"{token}: {found[token]}" for token in question.tokens if token in found))
            rows.append({"question": question.text, "message": atlas.file_of(files[question.experiment]), "cells": [cell.replace("\\|", "|") for cell in cells],
                         "opened": opened, "text": text_of(files[question.experiment].content)})
        sections.append({"heading": heading, "rows": rows})
    sys.path.remove(str(READERS))
    names = [{"name": "rfc1808", "version": "what mimebase reports"}] + [{"name": reader, "version": tables[reader][0]} for reader in atlas.READERS]
    return {"columns": names, "sections": sections}


# ---- The part without a script

def plain(text):
    """Text of others for HTML. Control characters, and those that override direction, are escaped as the script does it."""
    driving = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]"
    return html.escape(re.sub(driving, lambda one: f"\\u{{{ord(one[0]):X}}}", text))


def percent(counts):
    """The share of right answers among those that a clause decides."""
    decided = counts["right"] + counts["wrong"]
    return f"{100 * counts['right'] / decided:.1f} %" if decided else "–"


def opens(state, text):
    """Text that the script makes a link to a state of the page."""
    return f'<span data-open="{html.escape(urllib.parse.urlencode(state))}">{text}</span>'


def share_cell(table, area, counts):
    decided = counts["right"] + counts["wrong"]
    if not decided:
        words = "does not apply" if counts["unsupported"] else "undefined" if counts["undefined"] else "not asked"
        return f'<td class="share"><span class="none">{words}</span></td>'
    state = {"program": table.name, **({"area": area} if area else {}), **({"verdict": "wrong"} if counts["wrong"] else {})}
    # A wrong answer of many must not look like none.
    bar = f'<svg aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none"><rect width="{100 * counts["right"] / decided:.1f}" height="1"/></svg>'
    shown = f'{opens(state, percent(counts))} <small>{counts["right"]}/{decided}</small>{bar}'
    return f'<td class="share" data-share="{100 * counts["right"] / decided:.3f}">{shown}</td>'


def right_cell(table):
    right, asked = table.total()["right"], sum(table.total().values())
    return f'<td class="share" data-share="{right}">{right} <small>of {asked}</small></td>'


def mistakes_cell(table):
    items = []
    frequent = sorted(table.kinds.items(), key=lambda item: (-item[1].total(), mistakes.KINDS.index(item[0])))
    for kind, details in frequent[:MOST_FREQUENT]:
        named = [f"{plain(detail)}&nbsp;{count}" for detail, count in sorted(details.items(), key=lambda item: (-item[1], item[0])) if detail]
        more = f" <small>{', '.join(named[:3])}{', …' if len(named) > 3 else ''}</small>" if named else ""
        about = re.sub("<[^>]*>", "", more).strip()
        items.append(f"<li title=\"{about}\">{opens({'program': table.name, 'mistake': kind}, f'{details.total()} × {kind}')}{more}</li>")
    return "<td>" + (f'<ol class="mistakes">{"".join(items)}</ol>' if items else '<span class="none">none</span>') + "</td>"


def summary(areas, tables):
    sorts = [("Program", "name"), ("Right", "right"), ("All", "all"), *((area, area) for area in areas)]
    heading = "".join(f'<th scope="col" data-sort="{plain(key)}">{plain(name)}</th>' for name, key in sorts) + '<th scope="col">Most frequent mistakes</th>'
    rows = []
    for table in tables:
        name, version, date = (plain(one) for one in (table.name, table.about.get("version", ""), table.about.get("date", "")))
        cells = right_cell(table) + share_cell(table, "", table.total()) + "".join(share_cell(table, area, table.counts[area]) for area in areas) + mistakes_cell(table)
        rows.append(f'<tr><th scope="row"><b>{opens({"program": table.name}, name)}</b> <small>{version}<br>{date}</small></th>{cells}</tr>')
    caption = '<caption class="unseen">Right answers of each program</caption>'
    return f'<table class="summary">{caption}<thead><tr>{heading}</tr></thead>\n<tbody>' + "\n".join(rows) + "</tbody></table>"


def introduction(cases, tables):
    references = sum(len(case["references"]) for case in cases)
    programs = "1 program answers" if len(tables) == 1 else f"{len(tables)} programs answer"
    return f"{len(cases)} small files ask what references lead to, {references} in all. This page shows what {programs}. {floor(cases)}"


def floor(cases):
    """What the share of a program is worth that does nothing."""
    idle, literal = collections.Counter(), collections.Counter()
    for case in cases:
        for reference in case["references"]:
            written = reference["written"]
            idle[suite.judge(reference, suite.NOTHING)[0]] += 1
            literal[suite.judge(reference, suite.Answer("url", written) if mistakes.is_absolute(written) else suite.NOTHING)[0]] += 1
    return f"A program that answers nothing would have {percent(idle)}, and one that only repeats absolute URLs {percent(literal)}."


# ---- The page

def digest(text):
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def json_in_html(value):
    """JSON that cannot end its element, whatever strings contain."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def judged(cases, tables):
    """The tables in the order of the columns: those with the most right answers first. Two that have one name, as of two versions,
    get numbers."""
    made, names = [], collections.Counter()
    for about, answers in sorted(tables, key=lambda one: (one[0].get("program", "").casefold(), one[0].get("version", ""))):
        name = about.get("program") or "unnamed"
        names[name] += 1
        made.append(Judged(cases, name if names[name] == 1 else f"{name} ({names[name]})", about, answers))
    return sorted(made, key=lambda one: -one.total()["right"])


def of_tables(tables, cases=None, suite_at="", readers=None):
    """The page for tables, pairs of what each is about and its answers, as suite.recorded() returns them. `suite_at` is the way from the
    page to this folder ("../suite/"), and `readers` what readers_data() returns."""
    cases = suite.load() if cases is None else cases
    tables = judged(cases, tables)
    areas = sorted({area_of(case) for case in cases})
    style, early, script = ((ASSETS / name).read_text(encoding="utf-8") for name in ("page.css", "early.js", "page.js"))
    values = {"style": style, "early": early, "script": script, "style_digest": digest(style), "early_digest": digest(early), "script_digest": digest(script),
              "introduction": introduction(cases, tables), "summary": summary(areas, tables), "at": html.escape(suite_at),
              "data": json_in_html(data_of(cases, tables, suite_at, readers))}
    # In one pass, since values may contain braces.
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found[1]], (ASSETS / "page.html").read_text(encoding="utf-8"))


def way_from(page):
    """The way from the folder of a page to this folder, for links."""
    way = os.path.relpath(suite.HERE, pathlib.Path(page).resolve().parent).replace(os.sep, "/")
    return "" if way == "." else urllib.parse.quote(way) + "/"


def main():
    made = of_tables([suite.recorded(path) for path in sorted(RESULTS.glob("*.tsv"))], readers=readers_data()).encode()
    if sys.argv[1:] == ["--check"]:
        is_same = PAGE.exists() and PAGE.read_bytes() == made
        print(f"{PAGE.name} is {'up to date' if is_same else 'not up to date: run page.py'}")
        sys.exit(not is_same)
    if sys.argv[1:]:
        sys.exit(__doc__)
    PAGE.write_bytes(made)


if __name__ == "__main__":
    main()
