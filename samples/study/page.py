"""The page of the study, from its figures alone."""

import html

COLOURS = {"mimebase": "#0b5cad", "spamassassin": "#a13d2d", "rspamd": "#7a5a00", "python": "#3c6e3c", "perl": "#6b3fa0", "urlscan": "#00737a"}
STYLE = """body { font: 16px/1.5 sans-serif; max-width: 62em; margin: 2em auto; padding: 0 1em; color: #222; background: #fff; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2em; }
table { border-collapse: collapse; margin: 1em 0; font-size: 14px; } caption { text-align: left; font-weight: bold; padding: .3em 0; }
th, td { padding: .2em .7em; border-bottom: 1px solid #ddd; text-align: right; } th:first-child, td:first-child { text-align: left; }
thead th { border-bottom: 2px solid #888; vertical-align: bottom; } .least { background: #fbe3df; } .most { background: #e3f1e3; }
.wide { overflow-x: auto; } svg { max-width: 100%; height: auto; } code { font-size: 13px; overflow-wrap: anywhere; }"""


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
        body += f"<tr><td>{html.escape(name)}</td>{cells}</tr>\n"
    top = "".join(f'<th scope="col">{html.escape(head)}</th>' for head in heads)
    return f'<div class="wide"><table><caption>{html.escape(caption)}</caption>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}</tbody></table></div>\n'


def shade(value):
    return "" if not isinstance(value, (int, float)) else ' class="least"' if value <= 10 else ' class="most"' if value >= 95 else ""


def spread(places, least):
    """Moves labels apart: their heights, in order, with at least so much between them."""
    ordered = sorted(range(len(places)), key=lambda one: places[one])
    moved = dict(enumerate(places))
    for before, after in zip(ordered, ordered[1:]):
        moved[after] = max(moved[after], moved[before] + least)
    return [moved[one] for one in range(len(places))]


def scatter(programs):
    """Recall against precision: filled for the labelled texts, hollow for the generated mail."""
    points = []
    for name, one in programs.items():
        points.append((name, "texts", one["texts"]["all"]["recall"], one["texts"]["all"]["precision"]))
        points.append((name, "mail", one["generated"]["groups"]["all"]["recall"], one["generated"]["precision"]))
    low, left, top, width, height = 30, 60, 20, 520, 380
    x = lambda value: left + (value - low) / (100 - low) * width
    y = lambda value: top + (100 - value) / (100 - 50) * height
    out = (
        f'<svg viewBox="0 0 760 460" width="760" role="img" aria-label="Recall against precision of each program"><g font-size="12" font-family="sans-serif">\n'
    )
    for value in range(low, 101, 10):
        out += f'<line x1="{x(value):.1f}" y1="{top}" x2="{x(value):.1f}" y2="{top + height}" stroke="#e5e5e5"/>'
        out += f'<text x="{x(value):.1f}" y="{top + height + 18}" text-anchor="middle">{value}</text>\n'
    for value in range(50, 101, 10):
        out += f'<line x1="{left}" y1="{y(value):.1f}" x2="{left + width}" y2="{y(value):.1f}" stroke="#e5e5e5"/>'
        out += f'<text x="{left - 8}" y="{y(value) + 4:.1f}" text-anchor="end">{value}</text>\n'
    out += f'<text x="{left + width / 2}" y="{top + height + 40}" text-anchor="middle">recall, %</text>'
    out += f'<text x="16" y="{top + height / 2}" text-anchor="middle" transform="rotate(-90 16 {top + height / 2})">precision, %</text>\n'
    heights = spread([y(precision) + 4 for _, _, _, precision in points], 15)
    for (name, what, recall, precision), at in zip(points, heights):
        colour, fill = COLOURS.get(name, "#444"), COLOURS.get(name, "#444") if what == "texts" else "#fff"
        out += f'<line x1="{x(recall):.1f}" y1="{y(precision):.1f}" x2="{left + width + 12}" y2="{at - 4:.1f}" stroke="{colour}" stroke-opacity=".35"/>'
        out += f'<circle cx="{x(recall):.1f}" cy="{y(precision):.1f}" r="6" fill="{fill}" stroke="{colour}" stroke-width="2"/>'
        out += f'<text x="{left + width + 16}" y="{at:.1f}" fill="{colour}">{name}, {what}</text>\n'
    return out + "</g></svg>\n"


def bars(programs):
    """CPU seconds per megabyte, with start-up beside it."""
    most = max(one["cpu"]["per_megabyte"] or 0 for one in programs.values()) or 1
    out = f'<svg viewBox="0 0 760 {40 * len(programs) + 30}" width="760" role="img" aria-label="CPU seconds per megabyte of mail">'
    out += '<g font-size="13" font-family="sans-serif">\n'
    for row, (name, one) in enumerate(sorted(programs.items(), key=lambda item: item[1]["cpu"]["per_megabyte"] or 0)):
        top, seconds = 10 + row * 40, one["cpu"]["per_megabyte"] or 0
        out += f'<text x="110" y="{top + 18}" text-anchor="end">{name}</text>'
        out += f'<rect x="120" y="{top}" width="{max(seconds / most * 420, 1):.1f}" height="26" fill="{COLOURS.get(name, "#444")}"/>'
        out += f'<text x="{128 + seconds / most * 420:.1f}" y="{top + 18}">{seconds} s/MB, start-up {one["cpu"]["start_up"]} s</text>\n'
    return out + "</g></svg>\n"


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
    out = f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    out += f'<title>URLs in mail: what programs find</title>\n<style>{STYLE}</style></head><body>\n'
    out += "<h1>URLs in mail: what programs find</h1>\n"
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
    return out + "</body></html>\n"
