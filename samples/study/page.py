"""The page of the study, from its figures alone."""

import html
import math

# A program has the same colour in both plots. Page and plots are light or dark, as the browser is.
STYLE = """:root { color-scheme: light dark; --page: #fff; --ink: #222; --soft: #595959; --line: #ddd; --rule: #888; --link: #0b5cad; --least: #fbe3df; --most: #e3f1e3;
  --p0: #0b5cad; --p1: #a13d2d; --p2: #7a5a00; --p3: #3c6e3c; --p4: #6b3fa0; --p5: #00737a; }
@media (prefers-color-scheme: dark) { :root { --page: #16181c; --ink: #e6e7ea; --soft: #a9afba; --line: #3a3f48; --rule: #777d88; --link: #7db8f0; --least: #4d2222; --most: #183a27;
  --p0: #6db3f8; --p1: #f2917f; --p2: #e0b94a; --p3: #8ccf8c; --p4: #c9a5f2; --p5: #5ccbd3; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 sans-serif; max-width: 62em; margin: 2em auto; padding: 0 1em; color: var(--ink); background: var(--page); overflow-wrap: break-word; }
a { color: var(--link); } h1, h2 { line-height: 1.2; } h2 { margin-top: 2em; }
table { border-collapse: collapse; font-size: 14px; } caption { text-align: left; font-weight: bold; padding: .3em 0; }
th, td { padding: .2em .7em; border-bottom: 1px solid var(--line); text-align: right; overflow-wrap: normal; } th:first-child { text-align: left; }
tbody th { font-weight: normal; } thead th { border-bottom: 2px solid var(--rule); vertical-align: bottom; }
.least { background: var(--least); } .most { background: var(--most); }
td small { color: var(--soft); white-space: nowrap; display: block; }
.wide { overflow-x: auto; margin: 1em 0; } code { font-size: 13px; overflow-wrap: anywhere; }
figure { margin: 1em 0; display: flex; flex-wrap: wrap; gap: .5em 2em; align-items: center; } figure svg { flex: 1 1 20em; min-width: 0; max-width: 34em; height: auto; }
figure ol { margin: 0; padding-left: 1.5em; } svg text { font: 12px sans-serif; fill: var(--ink); } svg .grid { stroke: var(--line); } svg .hollow { fill: var(--page); }
svg .number { font-size: 11px; font-weight: bold; stroke: var(--page); stroke-width: 3px; paint-order: stroke; }
.p0 { fill: var(--p0); stroke: var(--p0); } svg .n0 { fill: var(--p0); } .p1 { fill: var(--p1); stroke: var(--p1); } svg .n1 { fill: var(--p1); } .p2 { fill: var(--p2); stroke: var(--p2); } svg .n2 { fill: var(--p2); }
.p3 { fill: var(--p3); stroke: var(--p3); } svg .n3 { fill: var(--p3); } .p4 { fill: var(--p4); stroke: var(--p4); } svg .n4 { fill: var(--p4); } .p5 { fill: var(--p5); stroke: var(--p5); } svg .n5 { fill: var(--p5); }"""


def number(value, unit=""):
    return "–" if value is None else f"{value:,}{unit}"


def share(row, name):
    """A percentage and its interval, for a cell."""
    return row[name], row[name + "_interval"]


def cell(value):
    if isinstance(value, tuple):
        value, around = value
        return number(value) + (f" <small>{around[0]}–{around[1]}</small>" if around and value is not None else "")
    return html.escape(value) if isinstance(value, str) else number(value)


def table(caption, heads, rows, shaded=False):
    """Rows of a name and numbers. If `shaded`, what is at most 10 % or at least 95 % has a colour."""
    body = ""
    for name, *values in rows:
        cells = "".join(f'<td{shade(value) if shaded else ""}>{cell(value)}</td>' for value in values)
        body += f'<tr><th scope="row">{html.escape(name)}</th>{cells}</tr>\n'
    top = "".join(f'<th scope="col">{html.escape(head)}</th>' for head in heads)
    # It scrolls in a box of its own where the window is narrow; the keyboard must reach it then.
    box = f'<div class="wide" tabindex="0" role="region" aria-label="{html.escape(caption)}">'
    return f'{box}<table><caption>{html.escape(caption)}</caption>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}</tbody></table></div>\n'


def shade(value):
    value = value[0] if isinstance(value, tuple) else value
    return "" if not isinstance(value, (int, float)) else ' class="least"' if value <= 10 else ' class="most"' if value >= 95 else ""


def free_place(x, y, taken):
    """Where the number of a point is drawn: beside it, where no other point or number is. `taken` gets the place."""
    places = [(x + dx, y + dy) for dx, dy in ((12, 0), (-12, 0), (0, -12), (0, 12), (10, -10), (-10, 10), (-10, -10), (10, 10))]
    best = max(places, key=lambda place: min((min(math.dist(place, one), 14) for one in taken if one != (x, y)), default=14))
    taken.append(best)
    return best


def scatter(programs):
    """Recall against precision in the held-out half: filled for the drawn texts, hollow for the generated mail. The list beside it names the numbers."""
    low, left, top, width, height = 30, 40, 14, 312, 270
    x = lambda value: left + (value - low) / (100 - low) * width
    y = lambda value: top + (100 - value) / (100 - low) * height
    out = '<figure><svg viewBox="0 0 370 330" role="img" aria-label="Recall against precision of each program">\n'
    for value in range(low, 101, 10):
        out += f'<line class="grid" x1="{x(value):.1f}" y1="{top}" x2="{x(value):.1f}" y2="{top + height}"/>'
        out += f'<text x="{x(value):.1f}" y="{top + height + 16}" text-anchor="middle">{value}</text>\n'
        out += f'<line class="grid" x1="{left}" y1="{y(value):.1f}" x2="{left + width}" y2="{y(value):.1f}"/>'
        out += f'<text x="{left - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value}</text>\n'
    out += f'<text x="{left + width / 2}" y="{top + height + 36}" text-anchor="middle">recall, %</text>'
    out += f'<text x="12" y="{top + height / 2}" text-anchor="middle" transform="rotate(-90 12 {top + height / 2})">precision, %</text>\n'
    points, items = [], ""
    for at, (name, one) in enumerate(programs.items()):
        texts = one["texts"]["drawn"]["all"]
        mail = {"recall": one["generated"]["held-out"]["groups"]["all"]["recall"], "precision": one["generated"]["held-out"]["precision"]}
        points += [
            (at, shape, x(max(of_kind["recall"], low)), y(max(of_kind["precision"], low))) for shape, of_kind in (("", texts), ("hollow", mail))
        ]
        items += f'<li>{name}: texts {texts["recall"]} and {texts["precision"]} %, mail {mail["recall"]} and {mail["precision"]} %</li>\n'
    taken = [(px, py) for _, _, px, py in points]
    for at, shape, px, py in points:
        out += f'<circle class="p{at % 6} {shape}" cx="{px:.1f}" cy="{py:.1f}" r="5" stroke-width="2"/>'
    for at, _, px, py in points:
        nx, ny = free_place(px, py, taken)
        out += f'<text class="number n{at % 6}" x="{nx:.1f}" y="{ny + 4:.1f}" text-anchor="middle">{at + 1}</text>\n'
    return f"{out}</svg>\n<figcaption>Recall and precision; what is below {low} % is drawn at the edge:<ol>\n{items}</ol></figcaption></figure>\n"


def bars(programs):
    """CPU seconds per megabyte, with start-up beside it."""
    most = max(one["cpu"]["per_megabyte"] or 0 for one in programs.values()) or 1
    numbers = {name: at for at, name in enumerate(programs)}
    out = f'<figure><svg viewBox="0 0 370 {44 * len(programs)}" role="img" aria-label="CPU seconds per megabyte of mail">\n'
    for row, (name, one) in enumerate(sorted(programs.items(), key=lambda item: item[1]["cpu"]["per_megabyte"] or 0)):
        top, seconds = row * 44, one["cpu"]["per_megabyte"] or 0
        out += f'<text x="0" y="{top + 14}">{name}: {seconds} s/MB, start-up {one["cpu"]["start_up"]} s</text>'
        out += f'<rect class="p{numbers[name] % 6}" x="0" y="{top + 20}" width="{max(seconds / most * 368, 1):.1f}" height="14"/>\n'
    return out + "</svg></figure>\n"


def most_missed(programs):
    """[(kind, how many programs find less than half of it, recall of each)] of the held-out half, those missed by most first."""
    rows = []
    for name in next(iter(programs.values()))["generated"]["held-out"]["kinds"]:
        shares = [share(one["generated"]["held-out"]["kinds"][name], "recall") for one in programs.values()]
        rows.append((name, sum(value < 50 for value, _ in shares), shares))
    return sorted(rows, key=lambda row: (-row[1], sum(value for value, _ in row[2]), row[0]))


# Rows of the table of results: name, and the share of one program.
RESULTS = [
    ("drawn texts: recall", lambda one: share(one["texts"]["drawn"]["all"], "recall")),
    ("drawn texts: precision", lambda one: share(one["texts"]["drawn"]["all"], "precision")),
    ("texts of the generator: recall", lambda one: share(one["texts"]["held-out"]["all"], "recall")),
    ("texts of the generator: precision", lambda one: share(one["texts"]["held-out"]["all"], "precision")),
    ("generated mail: recall", lambda one: share(one["generated"]["held-out"]["groups"]["all"], "recall")),
    ("generated mail: precision", lambda one: share(one["generated"]["held-out"], "precision")),
    ("… its new kinds: recall", lambda one: share(one["generated"]["held-out"]["groups"]["new kinds"], "recall")),
    ("… elements of HTML: recall", lambda one: share(one["generated"]["held-out"]["groups"]["elements"], "recall")),
    ("… headers: recall", lambda one: share(one["generated"]["held-out"]["groups"]["headers"], "recall")),
    ("… attachments: recall", lambda one: share(one["generated"]["held-out"]["groups"]["attachments"], "recall")),
    ("… below `<base href>`: wrong URL", lambda one: share(one["generated"]["held-out"]["groups"]["relative, HTML base"], "garbled_share")),
    ("… below `<base href>`: left relative", lambda one: share(one["generated"]["held-out"]["groups"]["relative, HTML base"], "left_relative_share")),
    ("… base in a header: wrong URL", lambda one: share(one["generated"]["held-out"]["groups"]["relative, header base"], "garbled_share")),
    ("… base in a header: left relative", lambda one: share(one["generated"]["held-out"]["groups"]["relative, header base"], "left_relative_share")),
    ("… wrong decoding", lambda one: share(one["generated"]["held-out"]["groups"]["decoding"], "garbled_share")),
    ("mail of the projects: recall in HTML", lambda one: share(one["real"]["projects"]["html"], "recall")),
    ("mail of the projects: stands in the message", lambda one: share(one["real"]["projects"], "occurs")),
    ("phishing mail: recall in HTML", lambda one: share(one["real"]["phishing"]["html"], "recall")),
    ("phishing mail: stands in the message", lambda one: share(one["real"]["phishing"], "occurs")),
]
# The same measures in both halves.
HALVES = [
    ("texts of the generator and by hand: recall", "recall", lambda one, half: one["texts"][half]["all"]),
    ("texts of the generator and by hand: precision", "precision", lambda one, half: one["texts"][half]["all"]),
    ("generated mail: recall", "recall", lambda one, half: one["generated"][half]["groups"]["all"]),
    ("generated mail: precision", "precision", lambda one, half: one["generated"][half]),
]


def markdown(heads, rows):
    lines = ["| " + " | ".join(heads) + " |", "|---|" + "---:|" * (len(heads) - 1)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def plain(value):
    """A cell in Markdown."""
    value, around = value if isinstance(value, tuple) else (value, None)
    return number(value) + (f" ({around[0]}–{around[1]})" if around and value is not None else "")


def signed(value):
    return f"{value:+}".replace("-", "−") if value else "0.0"


def compared(figures):
    for row in figures["differences"]:
        yield row["measure"], row["best_other"], signed(row["difference"]), " to ".join(signed(value) for value in row["interval"])


def of_forms(figures):
    """Recall of each form of documents, for the programs that read it: (form, documents, shares)."""
    programs = figures["documents"]
    for form in dict.fromkeys(form for one in programs.values() for form in one["forms"]):
        shares = [share(one["groups"][form], "recall") if form in one["groups"] else None for one in programs.values()]
        yield form.upper(), max(one["groups"][form]["urls"] for one in programs.values() if form in one["groups"]), shares


def of_real_forms(figures):
    """Real documents: form, documents, judges, URLs that these agree on, recall of the programs that read mail."""
    known = figures["real_documents"]
    for form, row in known["forms"].items():
        shares = [share(one[form], "recall") if form in one else None for one in known["programs"].values()]
        yield form.upper(), row["documents"], " and ".join(row["judges"]), row["agreed"], shares


def tables(figures):
    """The tables of README.md."""
    programs = figures["programs"]
    rows = [[name, *(plain(value(one)) for one in programs.values())] for name, value in RESULTS]
    rows += [[name, *(number(one["cpu"][key]) for one in programs.values())] for name, key in (("CPU, s/MB", "per_megabyte"), ("start-up, s", "start_up"))]
    forms = [[form, number(count), *(plain(value) if value else "" for value in shares)] for form, count, shares in of_forms(figures)]
    return {
        "results": markdown(["%", *programs], rows),
        "differences": markdown(["measure", "best other", "difference, points", "95 %"], compared(figures)),
        "documents": markdown(["recall, %", "documents", *figures["documents"]], forms),
        "real documents": markdown(
            ["recall, %", "documents", "judges", "URLs", *figures["real_documents"]["programs"]],
            [
                [form, number(count), judges, number(urls), *(plain(value) if value else "" for value in shares)]
                for form, count, judges, urls, shares in of_real_forms(figures)
            ],
        ),
    }


def versions(figures):
    """What was measured: program, version, packages, hash."""
    known = {**figures["programs"], **{name: one for name, one in figures.get("documents", {}).items() if name not in figures["programs"]}}
    rows = [(name, one["version"]) for name, one in known.items()] + [(name + " (judge)", one) for name, one in figures["judges"].items()]
    return [(name, one["version"], ", ".join(one["packages"]) or "–", (one["sha256"] or "–")[:16]) for name, one in rows]


def of_texts(figures):
    programs, out = figures["programs"], ""
    for half, title in (("drawn", "held out, drawn from real mail"), ("held-out", "held out, of the generator"), ("development", "development half")):
        out += table(
            f"Labelled texts, {title}: http, https and ftp URLs, and www.",
            ["program", "URLs", "exact", "wrong end", "reported wrongly", "recall, %", "precision, %"],
            [
                (name, *(one["texts"][half]["all"][key] for key in ("urls", "right", "wrong_end", "wrong")), *(share(one["texts"][half]["all"], key) for key in ("recall", "precision")))
                for name, one in programs.items()
            ],
        )
    kinds = next(iter(programs.values()))["texts"]
    for half, what in (("drawn", "Drawn texts by source"), ("held-out", "Texts of the generator by kind, held out")):
        out += table(
            f"{what}: recall in %",
            ["kind", "URLs", *programs],
            [
                (kind, str(row["urls"]), *(share(one["texts"][half]["kinds"][kind], "recall") for one in programs.values()))
                for kind, row in kinds[half]["kinds"].items()
                if row["urls"]
            ],
            True,
        )
    return out


def of_generated(figures):
    programs = figures["programs"]
    first = next(iter(programs.values()))["generated"]["held-out"]
    out = ""
    for title, key, chosen in (
        ("recall by group", "recall", ""),
        ("share of URLs that are reported, but resolved or decoded wrongly", "garbled_share", ""),
        ("share of references that are reported, but not as absolute URLs", "left_relative_share", "relative"),
    ):
        out += table(
            f"Generated mail, held out: {title}, in %",
            ["group", "URLs", *programs],
            [
                (group, row["urls"], *(share(one["generated"]["held-out"]["groups"][group], key) for one in programs.values()))
                for group, row in first["groups"].items()
                if group.startswith(chosen)
            ],
        )
    out += table(
        "Generated mail, held out: precision in %",
        ["program", "right", "reported wrongly", "precision"],
        [
            (name, one["generated"]["held-out"]["groups"]["all"]["right"], one["generated"]["held-out"]["wrong"], share(one["generated"]["held-out"], "precision"))
            for name, one in programs.items()
        ],
    )
    out += table(
        "Both halves: % (the development half is what mimebase was corrected by)",
        ["measure", "half", *programs],
        [(name, half, *(share(of(one, half), key) for one in programs.values())) for name, key, of in HALVES for half in ("development", "held-out")],
    )
    return out


def of_real(figures):
    programs, out = figures["programs"], ""
    for name, title in (("projects", "Mail of the projects"), ("phishing", "Phishing mail")):
        about = figures["real"][name]
        out += f'<p>{title}: {about["messages"]:,} messages, {about["bytes"] / 1e6:.1f} MB, {about["documents"]:,} HTML documents. Both judges find '
        out += f'{about["agreed"]:,} URLs in these; one judge alone finds {about["one_judge_alone"]:,} more, which are not counted.</p>\n'
        out += table(
            title,
            ["program", "recall in HTML, %", "relative: right of", "&amp; kept", "URLs reported", "stand in the message, %", "recall of what 3 others find, %"],
            [
                (
                    program,
                    share(one["html"], "recall"),
                    f'{one["relative"]["right"]} of {one["relative"]["urls"]}',
                    one["entities_kept"]["kept"],
                    one["reported"],
                    share(one, "occurs"),
                    share(one["common"], "recall"),
                )
                for program, one in ((program, row["real"][name]) for program, row in programs.items())
            ],
        )
        kinds = next(iter(programs.values()))["real"][name]["kinds"]
        out += table(
            f"{title}: recall in HTML by kind, in %",
            ["kind", "URLs", *programs],
            [(kind, row["urls"], *(share(one["real"][name]["kinds"][kind], "recall") for one in programs.values())) for kind, row in kinds.items()],
        )
    return out


def of_documents(figures):
    programs = figures["documents"]
    out = table("Documents: recall by form, in %", ["form", "documents", *programs], [(form, count, *shares) for form, count, shares in of_forms(figures)], True)
    kinds = list(dict.fromkeys(kind for one in programs.values() for kind in one["groups"] if ": " in kind))
    out += table(
        "Documents: recall by kind, in %",
        ["kind", *programs],
        [(kind, *(share(one["groups"][kind], "recall") if kind in one["groups"] else None for one in programs.values())) for kind in kinds],
        True,
    )
    out += table(
        "Real documents: recall of the URLs that two judges agree on, in %",
        ["form", "documents", "judges", "URLs", *figures["real_documents"]["programs"]],
        [(form, count, judges, urls, *shares) for form, count, judges, urls, shares in of_real_forms(figures)],
    )
    return out + table(
        "Documents: precision, in %",
        ["program", "right", "reported wrongly", "precision"],
        [(name, *(one["groups"]["all"][key] for key in ("right", "wrong")), share(one["groups"]["all"], "precision")) for name, one in programs.items()],
    )


def of_kinds(figures):
    missed = most_missed(figures["programs"])
    out = "<p>A program misses a kind if it finds less than half of its URLs.</p>\n"
    for title, rows in (
        ("The ten kinds that are missed most, and all with the same count as the tenth: recall in %", [row for row in missed if row[1] >= missed[9][1]]),
        ("All other kinds: recall in %", [row for row in missed if row[1] < missed[9][1]]),
    ):
        out += table(title, ["kind", "programs that miss it", *figures["programs"]], [(kind, str(count), *shares) for kind, count, shares in rows], True)
    return out


def of_mistakes(figures):
    out = "<p>Of texts that were written for this purpose; nothing of real mail is shown.</p>\n"
    for name, one in figures["programs"].items():
        rows = "".join(
            f'<li>{html.escape(row["text"])}: '
            + "; ".join(
                [f"missed <code>{html.escape(url)}</code>" for url in row["missed"]] + [f"wrong <code>{html.escape(urls[0])}</code>" for urls in row["wrong"]]
            )
            + "</li>\n"
            for row in one["shortest_mistakes"]
        )
        out += f"<h3>{name}</h3>\n<ul>\n{rows}</ul>\n"
    return out


def of_cpu(figures):
    programs = figures["programs"]
    return (
        "<p>User and system time of all processes per megabyte of the real mail, without start-up; the fastest run.</p>\n"
        + bars(programs)
        + table(
            "CPU seconds",
            ["program", "start-up", "all real mail without start-up", "per MB", "messages given up"],
            [(name, *(one["cpu"][key] for key in ("start_up", "seconds", "per_megabyte", "failed"))) for name, one in programs.items()],
        )
    )


def introduction(figures):
    counts, seeds = figures["counts"], figures["seeds"]
    return (
        f'<p>Measured on {figures["date"]} with mimebase at commit <code>{figures["commit"]}</code>. The <a href="README.md">method and the threats to its '
        "validity</a> decide what these figures mean. Small numbers are 95 % intervals.</p>\n"
        f'<p>Held out: {counts["texts"]["drawn"]} texts drawn from real mail, {counts["texts"]["held-out"]} of the generator, {counts["generated"]["held-out"]} '
        f'generated messages, {counts["documents"]} documents (seed {seeds["held_out"]}, from the hash of the rules). Development: '
        f'{counts["texts"]["development"]} texts and {counts["generated"]["development"]} messages (seed {seeds["development"]}).</p>\n'
    )


def of(figures):
    out = '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    out += f"<title>URLs in mail: what programs find</title>\n<style>{STYLE}</style></head><body>\n"
    out += "<main>\n<h1>URLs in mail: what programs find</h1>\n" + introduction(figures)
    out += "<h2>Recall and precision</h2>\n<p>The held-out half. Filled: texts drawn from real mail. Hollow: generated mail. "
    out += "Recall is the share of the URLs that are found exactly; precision is the share of what is reported that is right.</p>\n"
    out += scatter(figures["programs"])
    out += table("mimebase against the best of the others", ["measure", "best other", "difference, points", "95 % interval"], compared(figures))
    for title, part in (
        ("Labelled texts", of_texts),
        ("Generated mail", of_generated),
        ("Real mail", of_real),
        ("Documents", of_documents),
        ("CPU", of_cpu),
        ("What most programs miss", of_kinds),
        ("Shortest labelled texts with a mistake", of_mistakes),
    ):
        out += f"<h2>{title}</h2>\n" + part(figures)
    out += "<h2>What was measured</h2>\n"
    out += table("Programs", ["program", "version", "packages of Debian", "SHA-256 of the file, begin"], versions(figures))
    out += table("Data", ["data", "SHA-256, begin"], [(name, digest[:16]) for name, digest in figures["data"].items()])
    return out + "</main></body></html>\n"
