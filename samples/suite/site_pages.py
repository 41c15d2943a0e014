# SPDX-License-Identifier: MIT
"""Pages that need no script: one per program and per area, beside the page of results. They link to each other, to the cases and to the
runners, all of which are copied, so that a folder is complete. page.py --site FOLDER writes them."""

import collections
import html
import re
import shutil
import urllib.parse

import markdown_page
import page
import scores
import suite

COPIED = ("cases", "runners", "results", "source", "LICENSES", "LICENSE", "schema.json")
TEXTS = ("README.md", "ADDING.md", "CHANGES.md", "reports/*.md")
SPECIFICATIONS = {"rfc1808": "RFC 1808, RFC 2110, RFC 2068, HTML 4.01", "rfc3986": "RFC 3986, RFC 2557, RFC 9110", "whatwg": "HTML and URL Standards"}


def static(title, body, way="", about=""):
    """A page without a script. `way` leads from it to the folder of the site."""
    style = (page.ASSETS / "static.css").read_text(encoding="utf-8")
    policy = f"default-src 'none'; style-src '{page.digest(style)}'; base-uri 'none'; form-action 'none'"
    description = f'<meta name="description" content="{page.plain(about)}">\n' if about else ""
    home = f'<nav><a href="{way}index.html">All results</a> <a href="{way}pages.html">Programs and areas</a></nav>\n' if way or about else ""
    return (f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="color-scheme" content="light dark">\n{description}'
            f"<title>{re.sub('<[^>]*>', '', title)}</title>\n<style>{style}</style>\n</head>\n<body>\n<header>{home}<h1>{title}</h1></header>\n<main>\n{body}\n</main>\n"
            f"<footer><p>Version {suite.VERSION} of the suite. Suite and {page.OWN} have the same authors.</p></footer>\n</body>\n</html>\n")


def slug(name):
    """The name of a file for a program."""
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-") or "program"


def slugs(tables):
    """{name of a program: name of its file}, each once."""
    made, used = {}, collections.Counter()
    for table in tables:
        used[slug(table.name)] += 1
        made[table.name] = slug(table.name) + (f"-{used[slug(table.name)]}" if used[slug(table.name)] > 1 else "")
    return made


def clauses_of(reference):
    made = []
    for one in reference["clauses"]:
        name = page.plain(f"{one['document']}, {one['section']}")
        made.append(f'<a href="{html.escape(one["url"])}">{name}</a>' if one.get("url") else name)
    return "; ".join(made)


def target_text(target):
    if target["part"]:
        return f"part {page.plain(target['part']['number'])}"
    return f"<code>{page.plain(target['resolved'])}</code>" if target["resolved"] is not None else "leads nowhere"


def expected_text(reference):
    """What is right, and by which specifications if they differ."""
    if "undefined" in reference:
        return "no clause decides"
    groups = {}
    for rules, expected in reference["expected"].items():
        for target in suite.targets(expected):
            groups.setdefault(target_text(target), []).append(rules)
    by_rules = len(groups) > 1 or len(reference["expected"]) < len(suite.RULES)
    return " or ".join(text + (f" ({', '.join(dict.fromkeys(rules))})" if by_rules else "") for text, rules in groups.items())


def answer_text(answer):
    if answer.kind in ("url", "relative"):
        return f"<code>{page.plain(answer.value)}</code>"
    return f"part {page.plain(answer.value)}" if answer.kind == "part" else {"nothing": "no answer"}.get(answer.kind, answer.kind)


def case_link(case):
    area, name = case["id"].split("/")
    return f'<a href="../areas/{area}.html#{name}">{page.plain(case["question"])}</a>'


def file_link(case):
    way = f"cases/{scores.area_of(case)}/{urllib.parse.quote(case['file'])}"
    return f'<a href="../{way}">{page.plain(case["file"])}</a>'


# ---- A program

def report_of(table):
    """The name of the report about a program, or None. Runners are named by the language, reports by the program."""
    runner = page.runner_of(table) or ""
    names = (runner, runner.partition("-")[2])
    return next((name for name in names if name and (suite.HERE / "reports" / f"{name}.md").exists()), None)


def facts_of(table, cases, comparison):
    right, decided = table.outcomes[scores.RIGHT], table.decided()
    rows = [("Version", page.plain(table.about.get("version", "unknown"))), ("Asked on", page.plain(table.about.get("date", "unknown")))]
    if runner := page.runner_of(table):
        joins = " It looks up the base and joins, since the program hands over references as they are written." if table.about.get("joins") == "runner" else ""
        rows.append(("Runner", f'<a href="../runners/{runner}">runners/{runner}</a>, <a href="../results/{runner}.tsv">its answers</a>.{joins}'))
    if report := report_of(table):
        rows.append(("Report", f'<a href="../reports/{report}.html">for its tracker</a>'))
    if decided >= scores.MIN_DECIDED:
        rows.append(("Right of what it reads", f"{page.percent(right, decided)}: {right:,} of {decided:,}"))
    else:
        rows.append(("Right of what it reads", f"{right} of {decided}"))
    rows += [(outcome.capitalize(), f"{table.outcomes[outcome]:,}") for outcome in scores.OUTCOMES[1:]]
    inner = {case["id"] for case in cases if page.is_within(case)}
    wrong = sum(case in inner and verdict[0] == "wrong" for (case, _), verdict in table.verdicts.items())
    if wrong:
        rows.append(("Content within", f"{page.counted(wrong, 'wrong answer')} about a document, a feed or JSON-LD within what the program reads. "
                     "It may not claim to read these: they come last in each list."))
    rows.append(("Floor", f"silence would have {page.percent(table.floors['silence'], decided)} of these, an echo of what is written {page.percent(table.floors['echo'], decided)}"))
    rows.append(("Follows", "; ".join(f"{SPECIFICATIONS[rules]}: {page.percent(table.follows[rules], table.says[rules])} of the {table.says[rules]:,} right answers about which they say something" for rules in suite.RULES)))
    alone = len(comparison.asked_alone[table.name]), len(comparison.right_alone[table.name])
    if any(alone):
        rows.append(("Alone", f"{alone[0]} references are asked of no other program, and of those that others read it alone answers {alone[1]} rightly"))
    return "<dl>" + "".join(f"<dt>{name}</dt><dd>{value}</dd>" for name, value in rows) + "</dl>"


def areas_of(table):
    rows = ""
    for area in sorted(table.counts):
        counts = table.counts[area]
        right, decided = counts["right"], counts["right"] + counts["wrong"]
        if not decided + counts["undefined"]:
            continue
        share = page.percent(right, decided) if decided >= scores.MIN_DECIDED else "–"
        rows += (f'<tr><th scope="row"><a href="../areas/{area}.html">{area}</a></th><td>{share}</td><td>{right}</td><td>{counts["wrong"]}</td>'
                 f'<td>{counts["undefined"]}</td><td>{counts["unsupported"]}</td></tr>')
    names = ("Area", "Share", "Right", "Wrong", "Undefined", "Not read")
    return f'<table><thead><tr>{"".join(f"<th>{name}</th>" for name in names)}</tr></thead><tbody>{rows}</tbody></table>'


def mistakes_of(table, cases):
    """Each mistake with the cases that show it: as many as its heading says. What a program may not claim to read comes last."""
    made, cases = [], sorted(cases, key=page.is_within)
    for kind, count in table.frequent():
        mine = table.cases_with(kind)
        items = "".join(mistake_item(table, case, kind) for case in cases if case["id"] in mine)
        made.append(f'<h2 id="{slug(kind)}">{count} × {kind}</h2>\n<ul>{items}</ul>')
    return "\n".join(made)


def mistake_item(table, case, kind):
    lines = [f"{case_link(case)} {file_link(case)}"]
    for number, reference in enumerate(case["references"]):
        if table.verdicts[case["id"], number][2] == kind:
            lines.append(f"<code>{page.plain(reference['written'])}</code>: {answer_text(table.answers[case['id']][number])}, "
                         f"expected: {expected_text(reference)} ({clauses_of(reference)})")
    return f"<li>{'<br>'.join(lines)}</li>\n"


def program_page(table, cases, comparison):
    about = f"Which base URLs {table.name} takes: its mistakes in the test suite for base URLs, each with its file and clause."
    return static(f"{page.plain(table.name)} and base URLs", facts_of(table, cases, comparison) + areas_of(table) + mistakes_of(table, cases), "../", about)


# ---- An area

def answers_of(case, number, tables, names):
    """Which programs answer what, in one line per answer."""
    groups = {}
    for table in tables:
        verdict = table.verdicts.get((case["id"], number))
        if verdict and verdict[0] != "unsupported":
            answer = table.answers[case["id"]][number]
            word = scores.RELATIVE if scores.outcome_of(verdict[0], answer) == scores.RELATIVE else verdict[0]
            groups.setdefault((word, answer), []).append(f'<a href="../programs/{names[table.name]}.html">{page.plain(table.name)}</a>')
    words = (*suite.VERDICTS, scores.RELATIVE)
    order = sorted(groups.items(), key=lambda item: (words.index(item[0][0]), -len(item[1])))
    return "".join(f"<li><b>{verdict}</b> {answer_text(answer)}: {', '.join(programs)}</li>" for (verdict, answer), programs in order)


def case_section(case, tables, names):
    area, name = case["id"].split("/")
    made = f'<section id="{name}"><h2>{page.plain(case["question"])}</h2>\n<p>{page.plain(case["why"])}</p>\n<p>{file_link(case)}, <a href="../cases/{area}/{name}.json">its description</a></p>'
    for number, reference in enumerate(case["references"]):
        made += (f"<p><code>{page.plain(reference['written'])}</code> in {page.plain(reference['place'])}: {expected_text(reference)} ({clauses_of(reference)})</p>"
                 f"<ul>{answers_of(case, number, tables, names)}</ul>")
    return made + "</section>"


def area_page(area, cases, tables, names):
    mine = [case for case in cases if scores.area_of(case) == area]
    about = f"{len(mine)} questions about base URLs in {area}, with the clauses that answer them and what {len(tables)} programs do."
    return static(f"Base URLs: {area}", f"<p>{about}</p>\n" + "\n".join(case_section(case, tables, names) for case in mine), "../", about)


# ---- All

def list_page(areas, tables, names):
    rows = ""
    for table in tables:
        right, decided = table.outcomes[scores.RIGHT], table.decided()
        share = page.percent(right, decided) if decided >= scores.MIN_DECIDED else "–"
        frequent = ", ".join(f"{count} × {kind}" for kind, count in table.frequent()[:page.MOST_FREQUENT])
        rows += (f'<tr><th scope="row"><a href="programs/{names[table.name]}.html">{page.plain(table.name)}</a></th><td>{page.plain(table.about.get("version", ""))}</td>'
                 f"<td>{share}</td><td>{right:,} of {decided:,}</td><td>{frequent or 'no mistake'}</td></tr>")
    names_of = ("Program", "Version", "Share", "Right", "Most frequent mistakes")
    table = f'<table><thead><tr>{"".join(f"<th>{name}</th>" for name in names_of)}</tr></thead><tbody>{rows}</tbody></table>'
    links = ", ".join(f'<a href="areas/{area}.html">{area}</a>' for area in areas)
    return static("Base URLs: programs and areas", f"<p>Areas: {links}.</p>\n<p>A share is of what that program reads: two compare only within one area.</p>\n{table}", "",
                  "What programs make of base URLs in mail, feeds, web pages, documents and web archives.")


def text_pages():
    """The pages of Markdown, which link to each other."""
    made = {}
    for path in sorted(path for pattern in TEXTS for path in suite.HERE.glob(pattern)):
        name = path.relative_to(suite.HERE).with_suffix(".html").as_posix()
        title, body = markdown_page.to_html(path.read_text(encoding="utf-8"))
        made[name] = static(title, body.replace('href="results.html"', 'href="index.html"'), "../" * name.count("/"), f"{path.stem} of the test suite for base URLs")
    return made


def pages(cases, tables):
    """{path in the site: text}."""
    names, areas, comparison = slugs(tables), sorted({scores.area_of(case) for case in cases}), scores.Comparison(cases, tables)
    made = {"pages.html": list_page(areas, tables, names)}
    made.update({f"programs/{names[table.name]}.html": program_page(table, cases, comparison) for table in tables})
    made.update({f"areas/{area}.html": area_page(area, cases, tables, names) for area in areas})
    return made | text_pages()


def write(folder):
    cases, tables = suite.load(), page.recorded()
    made = pages(cases, scores.judged(cases, tables))
    made["index.html"] = page.of_tables(tables, cases, readers=page.readers_data(), is_site=True)
    for name in COPIED:
        copy(suite.HERE / name, folder / name)
    for name, text in made.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    print(f"wrote {len(made)} pages into {folder}")


def copy(source, target):
    if source.is_dir():
        shutil.copytree(source, target, dirs_exist_ok=True, ignore=shutil.ignore_patterns("node_modules", "package*.json", "__pycache__"))
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
