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
.wide { overflow-x: auto; margin: 1em 0; } code { font-size: 13px; overflow-wrap: anywhere; }
figure { margin: 1em 0; display: flex; flex-wrap: wrap; gap: .5em 2em; align-items: center; } figure svg { flex: 1 1 20em; min-width: 0; max-width: 34em; height: auto; }
figure ol { margin: 0; padding-left: 1.5em; } svg text { font: 12px sans-serif; fill: var(--ink); } svg .grid { stroke: var(--line); } svg .hollow { fill: var(--page); }
svg .number { font-size: 11px; font-weight: bold; stroke: var(--page); stroke-width: 3px; paint-order: stroke; }
.p0 { fill: var(--p0); stroke: var(--p0); } svg .n0 { fill: var(--p0); } .p1 { fill: var(--p1); stroke: var(--p1); } svg .n1 { fill: var(--p1); } .p2 { fill: var(--p2); stroke: var(--p2); } svg .n2 { fill: var(--p2); }
.p3 { fill: var(--p3); stroke: var(--p3); } svg .n3 { fill: var(--p3); } .p4 { fill: var(--p4); stroke: var(--p4); } svg .n4 { fill: var(--p4); } .p5 { fill: var(--p5); stroke: var(--p5); } svg .n5 { fill: var(--p5); }"""


def number(value, unit=""):
    return "–" if value is None else f"{value:,}{unit}"


def table(caption, heads, rows, shaded=False):
    """Rows of a name and numbers. If `shaded`, what is at most 10 % or at least 95 % has a colour."""
    body = ""
    for name, *values in rows:
        cells = "".join(
            f'<td{shade(value) if shaded else ""}>{html.escape(value) if isinstance(value, str) else number(value)}</td>'
            for value in values
        )
        body += f'<tr><th scope="row">{html.escape(name)}</th>{cells}</tr>\n'
    top = "".join(f'<th scope="col">{html.escape(head)}</th>' for head in heads)
    # It scrolls in a box of its own where the window is narrow; the keyboard must reach it then.
    box = f'<div class="wide" tabindex="0" role="region" aria-label="{html.escape(caption)}">'
    return f'{box}<table><caption>{html.escape(caption)}</caption>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}</tbody></table></div>\n'


def shade(value):
    return "" if not isinstance(value, (int, float)) else ' class="least"' if value <= 10 else ' class="most"' if value >= 95 else ""


def free_place(x, y, taken):
    """Where the number of a point is drawn: beside it, where no other point or number is. `taken` gets the place."""
    places = [(x + dx, y + dy) for dx, dy in ((12, 0), (-12, 0), (0, -12), (0, 12), (10, -10), (-10, 10), (-10, -10), (10, 10))]
    best = max(places, key=lambda place: min((min(math.dist(place, one), 14) for one in taken if one != (x, y)), default=14))
    taken.append(best)
    return best


def scatter(programs):
    """Recall against precision: filled for the labelled texts, hollow for the generated mail. The list beside it names the numbers."""
    low, left, top, width, height = 30, 40, 14, 312, 270
    x = lambda value: left + (value - low) / (100 - low) * width
    y = lambda value: top + (100 - value) / (100 - 50) * height
    out = '<figure><svg viewBox="0 0 370 330" role="img" aria-label="Recall against precision of each program">\n'
    for value in range(low, 101, 10):
        out += f'<line class="grid" x1="{x(value):.1f}" y1="{top}" x2="{x(value):.1f}" y2="{top + height}"/>'
        out += f'<text x="{x(value):.1f}" y="{top + height + 16}" text-anchor="middle">{value}</text>\n'
    for value in range(50, 101, 10):
        out += f'<line class="grid" x1="{left}" y1="{y(value):.1f}" x2="{left + width}" y2="{y(value):.1f}"/>'
        out += f'<text x="{left - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value}</text>\n'
    out += f'<text x="{left + width / 2}" y="{top + height + 36}" text-anchor="middle">recall, %</text>'
    out += f'<text x="12" y="{top + height / 2}" text-anchor="middle" transform="rotate(-90 12 {top + height / 2})">precision, %</text>\n'
    points, items = [], ""
    for at, (name, one) in enumerate(programs.items()):
        texts, mail = one["texts"]["all"], {"recall": one["generated"]["groups"]["all"]["recall"], "precision": one["generated"]["precision"]}
        points += [(at, shape, x(of_kind["recall"]), y(of_kind["precision"])) for shape, of_kind in (("", texts), ("hollow", mail))]
        items += f'<li>{name}: texts {texts["recall"]} and {texts["precision"]} %, mail {mail["recall"]} and {mail["precision"]} %</li>\n'
    taken = [(px, py) for _, _, px, py in points]
    for at, shape, px, py in points:
        out += f'<circle class="p{at % 6} {shape}" cx="{px:.1f}" cy="{py:.1f}" r="5" stroke-width="2"/>'
    for at, _, px, py in points:
        nx, ny = free_place(px, py, taken)
        out += f'<text class="number n{at % 6}" x="{nx:.1f}" y="{ny + 4:.1f}" text-anchor="middle">{at + 1}</text>\n'
    return f"{out}</svg>\n<figcaption>Recall and precision:<ol>\n{items}</ol></figcaption></figure>\n"


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
    """[(kind, how many programs find less than half of it, recall of each)], those missed by most first."""
    rows = []
    first = next(iter(programs.values()))
    for kind, recalls in [(kind, [one["generated"]["kinds"][kind]["recall"] for one in programs.values()]) for kind in first["generated"]["kinds"]] + [
        (f"labelled text: {kind}", [one["texts"]["kinds"][kind]["recall"] for one in programs.values()])
        for kind in first["texts"]["kinds"]
        if first["texts"]["kinds"][kind]["urls"] >= 10
    ]:
        rows.append((kind, sum(recall < 50 for recall in recalls), recalls))
    return sorted(rows, key=lambda row: (-row[1], sum(row[2]), row[0]))


def summary(figures):
    """The table of README.md."""
    rows = [
        ("texts: recall, %", lambda one: one["texts"]["all"]["recall"]),
        ("texts: precision, %", lambda one: one["texts"]["all"]["precision"]),
        ("generated: all, recall, %", lambda one: one["generated"]["groups"]["all"]["recall"]),
        ("generated: all, precision, %", lambda one: one["generated"]["precision"]),
        ("generated: elements of HTML, recall, %", lambda one: one["generated"]["groups"]["elements"]["recall"]),
        ("generated: headers, recall, %", lambda one: one["generated"]["groups"]["headers"]["recall"]),
        ("generated: attachments, recall, %", lambda one: one["generated"]["groups"]["attachments"]["recall"]),
        ("`<base href>`: wrong URL, %", lambda one: one["generated"]["groups"]["relative, HTML base"]["garbled_share"]),
        ("`<base href>`: left relative, %", lambda one: one["generated"]["groups"]["relative, HTML base"]["left_relative_share"]),
        ("base in a header: wrong URL, %", lambda one: one["generated"]["groups"]["relative, header base"]["garbled_share"]),
        ("base in a header: left relative, %", lambda one: one["generated"]["groups"]["relative, header base"]["left_relative_share"]),
        ("wrong decoding, %", lambda one: one["generated"]["groups"]["decoding"]["garbled_share"]),
        ("real mail: recall in HTML, %", lambda one: one["real"]["html"]["recall"]),
        ("real mail: stands in the message, %", lambda one: one["real"]["occurs"]),
        ("CPU, s/MB", lambda one: one["cpu"]["per_megabyte"]),
        ("start-up, s", lambda one: one["cpu"]["start_up"]),
    ]
    programs = figures["programs"]
    lines = ["| | " + " | ".join(programs) + " |", "|---|" + "---:|" * len(programs)]
    return "\n".join(lines + [f"| {name} | " + " | ".join(number(value(one)) for one in programs.values()) + " |" for name, value in rows]) + "\n"


def of(figures):
    programs, real = figures["programs"], figures["real"]
    names = list(programs)
    out = f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    out += f'<title>URLs in mail: what programs find</title>\n<style>{STYLE}</style></head><body>\n'
    out += "<main>\n<h1>URLs in mail: what programs find</h1>\n"
    out += f'<p>Measured on {figures["date"]}. The <a href="README.md">method and its limits</a> decide what these figures mean. '
    out += f'Programs: {html.escape("; ".join(one["version"] for one in programs.values()))}. '
    out += f'Judges: {html.escape("; ".join(figures["judges"]))}.</p>\n'
    out += f'<h2>Recall and precision</h2>\n<p>Filled: the URLs of {figures["texts"]} labelled texts. '
    out += f'Hollow: those of {figures["generated"]} generated messages. '
    out += 'Recall is the share of the URLs that are found exactly; precision is the share of what is reported that is right.</p>\n'
    out += scatter(programs)
    out += table(
        "Labelled texts: http, https and ftp URLs, and www.",
        ["program", "URLs", "exact", "wrong end", "reported wrongly", "recall, %", "precision, %", "mailto:, %"],
        [
            (name, *(one["texts"]["all"][key] for key in ("urls", "right", "wrong_end", "wrong", "recall", "precision")), one["texts"]["mailto"])
            for name, one in programs.items()
        ],
    )
    groups = list(programs[names[0]]["generated"]["groups"])
    out += table(
        "Generated mail: recall by group, in %",
        ["group", "URLs", *names],
        [
            (group, programs[names[0]]["generated"]["groups"][group]["urls"], *(one["generated"]["groups"][group]["recall"] for one in programs.values()))
            for group in groups
        ],
    )
    out += table(
        "Generated mail: share of URLs that are reported, but resolved or decoded wrongly, in %",
        ["group", *names],
        [(group, *(one["generated"]["groups"][group]["garbled_share"] for one in programs.values())) for group in groups],
    )
    out += table(
        "Generated mail: share of references that are reported, but not as absolute URLs, in %",
        ["group", *names],
        [(group, *(one["generated"]["groups"][group]["left_relative_share"] for one in programs.values())) for group in groups if group.startswith("relative")],
    )
    out += f'<h2>Real mail</h2>\n<p>{real["messages"]:,} messages of {real["of"]:,}, {real["bytes"] / 1e6:.1f} MB, '
    out += f'with {real.get("documents", 0)} HTML documents. In these, both judges find {real.get("agreed", 0)} URLs, '
    out += f'and one judge alone finds {real.get("one_judge_alone", 0)} more, which are not counted.</p>\n'
    if "real" in programs[names[0]]:
        out += table(
            "Real mail",
            ["program", "recall in HTML, %", "relative: right of", "&amp; kept", "URLs reported", "stand in the message, %", "recall of what 3 others find, %"],
            [
                (
                    name,
                    one["real"]["html"]["recall"],
                    f'{one["real"]["relative"]["right"]} of {one["real"]["relative"]["urls"]}',
                    one["real"]["entities_kept"]["kept"],
                    one["real"]["reported"],
                    one["real"]["occurs"],
                    one["real"]["common"]["recall"],
                )
                for name, one in programs.items()
            ],
        )
        kinds = programs[names[0]]["real"]["kinds"]
        out += table(
            "Real mail: recall in HTML by kind, in %",
            ["kind", "URLs", *names],
            [(kind, kinds[kind]["urls"], *(one["real"]["kinds"][kind]["recall"] for one in programs.values())) for kind in kinds],
        )
    out += "<h2>CPU</h2>\n<p>User and system time of all processes per megabyte of the real mail, without start-up; the fastest run.</p>\n" + bars(programs)
    out += table(
        "CPU seconds",
        ["program", "start-up", "all real mail", "per MB without start-up", "messages given up"],
        [(name, *(one["cpu"][key] for key in ("start_up", "seconds", "per_megabyte", "failed"))) for name, one in programs.items()],
    )
    missed = most_missed(programs)
    out += f"<h2>What most programs miss</h2>\n<p>A program misses a kind if it finds less than half of its URLs.</p>\n"
    out += table(
        "The ten kinds that are missed most, and all with the same count as the tenth: recall in %",
        ["kind", "programs that miss it", *names],
        [(kind, str(count), *recalls) for kind, count, recalls in missed if count >= missed[9][1]],
        True,
    )
    out += table(
        "All other kinds: recall in %",
        ["kind", "programs that miss it", *names],
        [(kind, str(count), *recalls) for kind, count, recalls in missed if count < missed[9][1]],
        True,
    )
    out += table(
        "Labelled texts by kind: recall in %",
        ["kind", "URLs", *names],
        [
            (kind, str(row["urls"]), *(one["texts"]["kinds"][kind]["recall"] for one in programs.values()))
            for kind, row in programs[names[0]]["texts"]["kinds"].items()
        ],
        True,
    )
    out += "<h2>Shortest labelled texts with a mistake</h2>\n"
    for name, one in programs.items():
        rows = "".join(
            f'<li>{html.escape(row["text"])}: '
            + "; ".join(
                [f"missed <code>{html.escape(url)}</code>" for url in row["missed"]] + [f"wrong <code>{html.escape(urls[0])}</code>" for urls in row["wrong"]]
            )
            + "</li>\n"
            for row in one["shortest_mistakes"]
        )
        out += f"<h3>{name}</h3>\n<ul>\n{rows}</ul>\n"
    return out + "</main></body></html>\n"
