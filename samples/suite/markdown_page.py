# SPDX-License-Identifier: MIT
"""The Markdown of this folder as HTML, for the site: headings, paragraphs, lists, tables, code, links. Links to other pages of Markdown
lead to what these become."""

import html
import re

_CODE = re.compile("(`+)(.+?)\\1")
_LINK = re.compile(r"\[([^\]]*)\]\(([^)\s]*)\)")


def line(text):
    """A line with its code, links and emphasis. Code is kept apart, since nothing in it means anything."""
    codes = []

    def kept(found):
        codes.append(f"<code>{html.escape(found[2])}</code>")
        return f"\0{len(codes) - 1}\0"
    made = links(words(_CODE.sub(kept, text)))
    return re.sub("\0([0-9]+)\0", lambda found: codes[int(found[1])], made)


def words(text):
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", html.escape(text, quote=False))


def links(made):
    def link(found):
        target = re.sub(r"\.md(?=#|$)", ".html", found[2]) if not found[2].startswith(("https:", "http:")) else found[2]
        return f'<a href="{html.escape(target)}">{found[1]}</a>'
    return _LINK.sub(link, made)


def table(lines):
    rows = [[line(cell.strip().replace("\\|", "|")) for cell in re.split(r"(?<!\\)\|", one.strip().strip("|"))] for one in lines]
    head = "".join(f"<th>{cell}</th>" for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows[2:])
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def items(text):
    return "<ul>" + "".join(f"<li>{line(' '.join(one.split()))}</li>" for one in re.split(r"(?m)^- ", text)[1:]) + "</ul>"


def block(text):
    lines = text.split("\n")
    if found := re.match("(#+) (.*)", text):
        rest = "\n".join(lines[1:])
        return f"<h{len(found[1])}>{line(found[2])}</h{len(found[1])}>" + (block(rest) if rest else "")
    if all(one.startswith("    ") for one in lines):
        return f'<pre tabindex="0">{html.escape(chr(10).join(one[4:] for one in lines))}</pre>'
    if len(lines) > 1 and lines[0].startswith("|") and re.fullmatch(r"[|\s:-]+", lines[1]):
        return table(lines)
    before, dash, rest = ("\n" + text).partition("\n- ")
    return (f"<p>{line(' '.join(before.split()))}</p>" if before.strip() else "") + (items("- " + rest) if dash else "")


def to_html(text):
    """The first heading, and the rest as HTML."""
    title, _, text = text.partition("\n")
    made = []
    for at, piece in enumerate(re.split(r"(?ms)^```\w*\n(.*?)^```$", re.sub(r"(?s)<!--.*?-->\n?", "", text))):
        if at % 2:
            made.append(f'<pre tabindex="0">{html.escape(piece)}</pre>')
        else:
            made += [block(one) for one in re.split(r"\n(?:[ \t]*\n)+", piece.strip("\n")) if one.strip()]
    return line(title.removeprefix("# ")), "\n".join(made)
