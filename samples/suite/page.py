#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page of results.

    page.py                  writes results.html from cases/ and results/*.tsv, and its figures into README.md
    page.py --check          says whether both are up to date, and exits with 1 if they are not
    page.py --site FOLDER    writes the same page and a page per area and program, which need no script, with the cases and runners

The page is one file, and needs no network. It is made of page/page.html, page/page.css and page/page.js, and of one JSON text with
all cases and answers, from which the script draws. The same cases and tables always give the same bytes."""

import base64
import hashlib
import html
import json
import os
import pathlib
import re
import sys
import urllib.parse

import mistakes
import scores
import suite

ASSETS = suite.HERE / "page"
RESULTS = suite.HERE / "results"
PAGE = suite.HERE / "results.html"
README = suite.HERE / "README.md"
FIGURES = ("<!-- figures, written by page.py -->", "<!-- end of figures -->")
# Longer files are cut off in the page, which links to them.
MAX_TEXT = 16 << 10
MOST_FREQUENT = 3
RULES = ("rfc1808", "rfc3986", "whatwg")  # as columns call suite.RULES
OWN = "mimebase"  # the program whose authors wrote the suite
OWN_OPTIONS = "--rules whatwg --base-headers content-location"  # of its runner


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


def expectations(reference):
    """[specifications, URL, base, part] for each different answer that is right."""
    groups = {}
    for rules in suite.RULES:
        for target in suite.targets(reference["expected"][rules]) if rules in reference.get("expected", {}) else ():
            one = [target["resolved"], target["base"], target["part"]]
            groups.setdefault(json.dumps(one), ([], one))[0].append(suite.RULES.index(rules))
    return [[names, *one] for names, one in groups.values()]


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


def runner_of(table):
    """The name of its file in runners/, or None."""
    name = table.about.get("runner", "")
    return name if name and (suite.HERE / "runners" / name).exists() else None


def data_of(cases, tables, suite_at, readers):
    clauses = Numbers()
    made = [case_data(case, tables, clauses) for case in cases]
    programs = [{"name": table.name, "version": table.about.get("version", ""), "date": table.about.get("date", ""), "runner": runner_of(table)} for table in tables]
    return {"programs": programs, "mistakes": mistakes.KINDS, "verdicts": suite.VERDICTS, "rules": RULES, "cases": made, "few": scores.MIN_DECIDED,
            "clauses": clauses.values, "at": suite_at, "readers": readers}


def readers_data():
    """What mail readers open: answers to messages of their own, which are no cases."""
    return json.loads((ASSETS / "readers.json").read_text(encoding="utf-8"))


# ---- The part without a script

def plain(text):
    """Text of others for HTML. Control characters, and those that override direction, are escaped as the script does it."""
    driving = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]"
    return html.escape(re.sub(driving, lambda one: f"\\u{{{ord(one[0]):X}}}", text))


def percent(right, decided):
    return f"{100 * right / decided:.1f}\u00a0%" if decided else "–"


def counted(count, one):
    return f"{count:,} {one}" + ("" if count == 1 else "s")


def opens(state, text):
    """Text that the script makes a link to a state of the page."""
    return f'<span data-open="{html.escape(urllib.parse.urlencode(state))}">{text}</span>'


def sort_key(right, decided):
    """Where a share says little, it comes after the others."""
    rate = 100 * right / decided
    return f"{rate if decided >= scores.MIN_DECIDED else rate - 101:.3f}"


def bar(parts, whole, mark=None):
    """A bar with segments, and a mark at the highest floor. The words beside it say the same."""
    at, made = 0, ""
    for name, count in parts:
        if count:
            made += f'<rect class="{name}" x="{at:.1f}" width="{100 * count / whole:.1f}" height="1"/>'
            at += 100 * count / whole
    line = f'<line x1="{mark:.1f}" x2="{mark:.1f}" y2="1"/>' if mark is not None else ""
    return f'<svg aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none">{made}{line}</svg>'


def empty_cell(counts):
    words = "does not apply" if counts["unsupported"] else "undefined" if counts["undefined"] else "not asked"
    return f'<td class="share"><span class="none">{words}</span></td>'


def area_cell(table, area):
    counts = table.counts[area]
    right, decided = counts["right"], counts["right"] + counts["wrong"]
    if not decided:
        return empty_cell(counts)
    state = {"program": table.name, "area": area, **({"verdict": "not-right"} if counts["wrong"] else {})}
    if decided < scores.MIN_DECIDED:
        return f'<td class="share few" data-share="{sort_key(right, decided)}">{opens(state, f"{right} of {decided}")}</td>'
    shown = f'{opens(state, percent(right, decided))} <small>{right} of {decided}</small>{bar([("right", right)], decided)}'
    return f'<td class="share" data-share="{sort_key(right, decided)}">{shown}</td>'


_CLASSES = {scores.RIGHT: "right", scores.RELATIVE: "relative", scores.OTHER: "wrong", scores.NOTHING: "missed"}


def notes_of(table):
    """What a share has to be read with."""
    joins = '<em title="The program hands over references as they are written. Its runner looks up the base, and joins them.">its runner joins</em>'
    own = '<em title="The same authors wrote the suite and this program.">same authors</em>'
    return (joins if table.about.get("joins") == "runner" else "") + (own if table.name == OWN else "")


def share_cell(table):
    """The share of what the program reads, with what became of the rest."""
    right, decided = table.outcomes[scores.RIGHT], table.decided()
    if not decided:
        return empty_cell(table.total())
    parts = [(_CLASSES[one], table.outcomes[one]) for one in scores.OUTCOMES]
    # A share of few references says little: no percentage.
    text = percent(right, decided) if decided >= scores.MIN_DECIDED else f"{right} of {decided}"
    count = f" <small>{right:,} of {decided:,}</small>" if decided >= scores.MIN_DECIDED else ""
    title = ", ".join(f"{table.outcomes[one]} {one}" for one in scores.OUTCOMES)
    shown = f'{opens({"program": table.name, **({"verdict": "not-right"} if right < decided else {})}, text)}{count}'
    line = bar(parts, decided, 100 * max(table.floors.values(), default=0) / decided)
    return f'<td class="share main" title="{title}" data-share="{sort_key(right, decided)}">{shown}{line}{notes_of(table)}</td>'


def floor_cell(table):
    decided = table.decided()
    if not decided:
        return '<td class="share"><span class="none">–</span></td>'
    echo, silence = (percent(table.floors[name], decided) for name in ("echo", "silence"))
    return f'<td class="share floor" data-share="{100 * table.floors["echo"] / decided:.3f}">{echo} <small>silent {silence}</small></td>'


def name_cell(table):
    name, version, date = (plain(one) for one in (table.name, table.about.get("version", "").replace(", as in ", ", "), table.about.get("date", "")))
    return f'<th scope="row"><b>{opens({"program": table.name}, name)}</b> <small>{version} <span class="day">{date}</span></small></th>'


def table_of(kind, caption, sorts, rows):
    """`sorts`: the headings, each with the key of the state that sorts by it, or None."""
    heading = "".join(f'<th scope="col"{f" data-sort={chr(34)}{plain(key)}{chr(34)}" if key else ""}>{plain(name)}</th>' for name, key in sorts)
    return (f'<table class="summary {kind}"><caption class="unseen">{caption}</caption><thead><tr>{heading}</tr></thead>\n<tbody>'
            + "\n".join(rows) + "</tbody></table>")


def shares(areas, tables):
    sorts = [("Program", "name"), ("Right of what it reads", "share"), ("Reads", "reads"), ("Floor", "floor"), *((area, area) for area in areas)]
    rows = []
    for table in tables:
        reads = f'<td class="share" data-share="{table.decided()}">{table.decided():,}</td>'
        rows.append(f"<tr>{name_cell(table)}{share_cell(table)}{reads}{floor_cell(table)}" + "".join(area_cell(table, area) for area in areas) + "</tr>")
    return table_of("shares", "Right answers of each program", sorts, rows)


def outcome_cell(table, outcome):
    count, decided = table.outcomes[outcome], table.decided()
    if not decided:
        return '<td class="share"><span class="none">–</span></td>'
    return f'<td class="share {_CLASSES[outcome]}" data-share="{100 * count / decided:.3f}"><i></i>{percent(count, decided)} <small>{count:,}</small></td>'


def follows_cell(table, rules):
    says, count = table.says[rules], table.follows[rules]
    if not says:
        return '<td class="share"><span class="none">–</span></td>'
    return f'<td class="share" data-share="{100 * count / says:.3f}">{percent(count, says)} <small>{count:,} of {says:,}</small></td>'


def alone_cell(table, comparison):
    asked, right = len(comparison.asked_alone[table.name]), len(comparison.right_alone[table.name])
    words = [f"{count} {word}" for count, word in ((asked, "asked"), (right, "right")) if count]
    return f'<td class="share alone" data-share="{asked + right}">{"<br>".join(words) or "–"}</td>'


def mistakes_cell(table):
    items = []
    for kind, count in table.frequent()[:MOST_FREQUENT]:
        details = [(detail, len(cases)) for detail, cases in table.kinds[kind].items() if detail]
        named = [f"{plain(detail)}&nbsp;{number}" for detail, number in sorted(details, key=lambda item: (-item[1], item[0]))]
        more = f" <small>{', '.join(named[:3])}{', …' if len(named) > 3 else ''}</small>" if named else ""
        about = re.sub("<[^>]*>", "", more).strip()
        items.append(f"<li title=\"{about}\">{opens({'program': table.name, 'mistake': kind}, f'{count} × {kind}')}{more}</li>")
    return "<td>" + (f'<ol class="mistakes">{"".join(items)}</ol>' if items else '<span class="none">none</span>') + "</td>"


def behaviour(cases, tables):
    """What the programs do where they are not right, which specifications they follow, and what they are alone with."""
    comparison = scores.Comparison(cases, tables)
    is_alone = len(tables) > 1
    sorts = [("Program", "name"), *((outcome.capitalize(), outcome.replace(" ", "-")) for outcome in scores.OUTCOMES[1:]),
             *((rules, rules) for rules in RULES), *([("Alone", "alone")] if is_alone else []), ("Most frequent mistakes", None)]
    rows = []
    for table in tables:
        cells = [outcome_cell(table, outcome) for outcome in scores.OUTCOMES[1:]] + [follows_cell(table, rules) for rules in suite.RULES]
        alone = [alone_cell(table, comparison)] if is_alone else []
        rows.append(f'<tr><th scope="row"><b>{opens({"program": table.name}, plain(table.name))}</b></th>{"".join(cells + alone)}{mistakes_cell(table)}</tr>')
    return table_of("behaviour", "Mistakes of each program, and the specifications that its right answers follow", sorts, rows)


# ---- Sentences

def introduction(cases, tables):
    references = sum(len(case["references"]) for case in cases)
    programs = "1 program answers" if len(tables) == 1 else f"{len(tables)} programs answer"
    return f"{len(cases):,} small files ask what references lead to, {references:,} in all. This page shows what {programs}."


def floor(cases):
    """What the share of a program is worth that does nothing."""
    counts, decided = scores.floors(cases)
    silence, echo = (percent(counts[name], decided) for name in ("silence", "echo"))
    return f"a program that answers nothing would have {silence}, and one that repeats each reference as it is written {echo}"


CONTAINERS = (".eml", ".html", ".warc")


def is_within(case):
    """Whether a case asks about a document, a feed or JSON-LD within a message, page or archive."""
    return case["id"].startswith(("documents/", "feeds/")) and case["file"].endswith(CONTAINERS)


def within(cases):
    """How much is asked about content that many programs do not claim to read, in a file that they read."""
    asked = sum("expected" in reference for case in cases if is_within(case) for reference in case["references"])
    return (f"{counted(asked, 'reference')} of the areas `documents` and `feeds` stand in a document, a feed or JSON-LD within a message, page or archive. "
            "Each program that reads the latter is asked about them, even if it does not claim to read what is within.")


def facts(cases, tables):
    """What a reader has to know before comparing shares, as pairs of a title and sentences. All figures are computed."""
    comparison = scores.Comparison(cases, tables)
    made = [("The same authors", f"wrote the suite and {OWN}. Its share says what it does by design.")]
    own = next((table for table in tables if table.name == OWN), None)
    if own:
        made.append(("Not its default:", f"{OWN} is asked to follow what is in force, the HTML and URL Standards with RFC 2557 (`{OWN_OPTIONS}`). "
                     "Without these options it follows RFC 1808."))
    if own and len(tables) > 1:
        made.append(("Counted apart:", apart(own, comparison)))
    made.append(("Each share is of what that program reads:", "programs read different files, so two shares compare only within one area, "
                 f"beside their counts. Below {scores.MIN_DECIDED} references there is no percentage."))
    made.append(("Content within:", within(cases)))
    made.append(("The floor:", f"over all references, {floor(cases)}. For each program the latter is shown beside its share, "
                 "over the references that it reads."))
    joining = sum(table.about.get("joins") == "runner" for table in tables)
    if joining:
        made.append(("Who joins:", f"{counted(joining, 'program')} of {len(tables)} only {'hands' if joining == 1 else 'hand'} over references as they are written. "
                     "There the runner looks up the base and joins, and the share is that of both."))
    if len(tables) > 1:
        made.append(("Questions come in families:", f"{len(cases):,} files give {len(comparison.rows)} different rows of verdicts."))
    return made


def apart(own, comparison):
    """What rests on mimebase alone."""
    asked, right, rest = comparison.asked_alone[OWN], comparison.right_alone[OWN], comparison.apart(own)
    good = sum(own.verdicts[place][0] == "right" for place in asked)
    alone = f"{len(asked)} of the {comparison.decided:,} references that a clause decides are asked of {OWN} alone, and {good} answers are right"
    none = f"none of the {comparison.decided:,} references that a clause decides is asked of {OWN} alone"
    return (f"{alone if asked else none}. Of those that other programs read, too, it alone answers {len(right)} rightly. "
            f"Without {'both' if asked else 'these'} it has {percent(*rest)}: {rest[0]:,} of {rest[1]:,}.")


def facts_list(made):
    items = "".join(f"<li><b>{title}</b> {sentences}</li>" for title, sentences in made)
    return '<ul class="facts-list">' + re.sub("`(.*?)`", r"<code>\1</code>", items) + "</ul>"


def dates(tables):
    found = sorted({table.about.get("date", "") for table in tables} - {""})
    return found[0] if len(found) == 1 else f"{found[0]} to {found[-1]}" if found else "no date"


# ---- The page

def digest(text):
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def json_in_html(value):
    """JSON that cannot end its element, whatever strings contain."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def of_tables(tables, cases=None, suite_at="", readers=None, is_site=False):
    """The page for tables, pairs of what each is about and its answers, as suite.recorded() returns them. `suite_at` is the way from the
    page to this folder ("../suite/"), and `readers` what readers_data() returns. A site has pages of programs and areas beside this one."""
    cases = suite.load() if cases is None else cases
    tables = scores.judged(cases, tables)
    areas = sorted({scores.area_of(case) for case in cases})
    style, early, script = ((ASSETS / name).read_text(encoding="utf-8") for name in ("page.css", "early.js", "page.js"))
    more = ' <a href="pages.html">Pages without a script</a>' if is_site else ""
    values = {"style": style, "early": early, "script": script, "style_digest": digest(style), "early_digest": digest(early), "script_digest": digest(script),
              "introduction": introduction(cases, tables), "facts": facts_list(facts(cases, tables)), "shares": shares(areas, tables),
              "behaviour": behaviour(cases, tables), "at": html.escape(suite_at), "version": suite.VERSION, "dates": dates(tables), "more": more,
              "text": "html" if is_site else "md", "data": json_in_html(data_of(cases, tables, suite_at, readers))}
    # In one pass, since values may contain braces.
    return re.sub(r"\{\{(\w+)\}\}", lambda found: values[found[1]], (ASSETS / "page.html").read_text(encoding="utf-8"))


def way_from(page):
    """The way from the folder of a page to this folder, for links."""
    way = os.path.relpath(suite.HERE, pathlib.Path(page).resolve().parent).replace(os.sep, "/")
    return "" if way == "." else urllib.parse.quote(way) + "/"


def recorded():
    """All tables. What each is about has the name of its runner, too."""
    made = [(path.stem, *suite.recorded(path)) for path in sorted(RESULTS.glob("*.tsv"))]
    return [({**about, "runner": name}, answers) for name, about, answers in made]


def with_figures(readme, cases, tables):
    """README.md with the figures of today between its two marks."""
    lines = "".join(f"- **{title}** {sentences}\n".replace("\u00a0", " ") for title, sentences in facts(cases, tables))
    return re.sub(f"({FIGURES[0]}\n).*?({FIGURES[1]})", lambda found: found[1] + lines + found[2], readme, flags=re.S)


def main():
    if sys.argv[1:2] == ["--site"] and len(sys.argv) == 3:
        import site_pages  # which imports this
        return site_pages.write(pathlib.Path(sys.argv[2]))
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    cases, tables = suite.load(), recorded()
    made = {PAGE: of_tables(tables, cases, readers=readers_data()),
            README: with_figures(README.read_text(encoding="utf-8"), cases, scores.judged(cases, tables))}
    old = [path.name for path, text in made.items() if not path.exists() or path.read_bytes() != text.encode()]
    if sys.argv[1:]:
        print(f"{' and '.join(old)}: not up to date, run page.py" if old else "results.html and the figures of README.md are up to date")
        sys.exit(bool(old))
    for path, text in made.items():
        path.write_bytes(text.encode())


if __name__ == "__main__":
    main()
