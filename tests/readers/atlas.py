#!/usr/bin/env python3
"""The atlas: samples/readers/, a page with one row per question and one column per reader, and the messages that ask them.

Usage: atlas.py --write      writes the folder; needs a built program, at $MIMEBASE_EXE or build/src/cli/mimebase

The answers are those of answers/*.tsv. Those of the column `rfc1808` are what the program reports."""

import collections
import functools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import answers
import experiments
import gateway_set
from message import TOKEN

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "samples" / "readers"
READERS = ("chromium", "thunderbird", "roundcube", "evolution", "kmail", "mhonarc", "hypermail", "public-inbox", "spamassassin", "rspamd")
COLUMNS = ("rfc1808", *READERS)

# `words` maps an answer to what the cell says; the rules of cell() say the rest. A question with more
# than one token asks whether any of the first half opens, and any of the second half.
Question = collections.namedtuple("Question", "text experiment tokens words")


def one(text, experiment, token, words):
    return Question(text, experiment, (token,), words)


def counts(text, experiment, url, token="ref1"):
    """Does it count? The URL is the one that it leads to."""
    return one(text, experiment, token, {"url " + url: "yes", "nothing": "no", "relative": "no", "appended": "yes, appended"})


def finds(text, experiment, number, token="ref1"):
    """Does the reference open the part?"""
    return one(text, experiment, token, {"part " + number: "yes", "*": "no"})


def opens(text, experiment, token):
    """What does it open? The cell is the URL."""
    return one(text, experiment, token, {})


def base_questions():
    part, message, html = (f"http://{host}.example/d/ref1.html" for host in ("part", "message", "html"))
    yield counts("Does `Base` of the part count?", "part-base", part)
    yield counts("Does `Content-Base` of the part count?", "part-content-base", part)
    yield counts("Does an absolute `Content-Location` of the part count?", "part-content-location", part)
    yield counts("Does `Content-Location: d/page.html` of the part count?", "location-relative", "d/ref1.html")
    yield counts("Does `Content-Base` of the multipart count?", "outer-content-base", message)
    yield counts("Does `Content-Location` of the multipart count?", "outer-content-location", message)
    yield counts("Does `Content-Base` of the message around a nested message count?", "nested-content-base", message)
    yield counts("Does `Content-Location` of the message around a nested message count?", "nested-content-location", message)
    yield counts("Does `Snapshot-Content-Location` count?", "snapshot", "http://snapshot.example/d/ref1.html")
    yield one("Which of `Base`, `Content-Base` and `Content-Location` counts?", "all-three-headers", "ref1",
              {**layer("base", "`Base`"), **layer("content-base", "`Content-Base`"), **layer("location", "`Content-Location`"), "relative": "none", "nothing": "none"})
    for field, name in (("Content-Base", "content-base-two"), ("Content-Location", "location-two")):
        yield one(f"Which of two `{field}` fields counts?", name, "ref1",
                  {**layer("first", "first"), **layer("second", "second"), "relative": "none", "nothing": "none"})
    for field, name in (("Content-Base", "html-over-content-base"), ("Content-Location", "html-over-content-location")):
        yield one(f"Which counts: `<base>` or `{field}` of its part?", name, "ref1",
                  {**layer("html", "`<base>`"), **layer("part", f"`{field}`"), "appended": "`<base>`, appended"})
    yield counts("Does `<base>` count?", "html", html)
    yield counts("Does `<base>` count for a link before it?", "html-last", html)
    yield one("Which of two `<base>` counts?", "html-two", "ref1",
              {**layer("html", "first"), "url http://second.example/e/ref1.html": "second", "appended": "first, appended"})
    yield one("Does a relative `<base>` count, with `Content-Location`?", "html-relative-location", "ref1",
              {"url http://part.example/d/e/ref1.html": "yes", **layer("part", "no"), "relative": "no", "nothing": "no"})
    yield counts("Does `<base>` in a comment count?", "html-comment", html)
    yield counts("Does `<base>` in SVG count?", "html-svg", html)
    yield counts("Does `<base>` in `noscript` count?", "html-noscript", html)
    yield counts("Does `<base>` in a `template` count?", "html-template", html)


def layer(host, word):
    return {f"url http://{host}.example/d/ref1.html": word}


def part_questions():
    yield finds("Does `cid:` open a part?", "part-cid", "2")
    yield finds("Does `cid:` with `%40` for `@` open it?", "part-cid-percent", "2")
    yield finds("Does `cid:` with another case of letters open it?", "part-cid-case", "2")
    yield finds("Does `CID:` open it?", "part-cid-case", "4", "ref3")
    yield finds("Does a `Content-ID` without `< >` count?", "part-cid-no-angle", "2")
    yield finds("Does a URL open the part with this `Content-Location`?", "part-location", "2")
    yield finds("Does a relative reference open a part, with no base?", "part-location-relative", "2")
    yield finds("Does `cid:` open a part outside `multipart/related`?", "scope-mixed-outside", "2")
    yield finds("Does a URL open a part outside `multipart/related`?", "scope-mixed-outside", "2", "ref2")
    yield one("Which of two parts with one `Content-ID` opens?", "part-cid-duplicate", "ref1", {"part 2": "first", "part 3": "second", "*": "neither"})
    yield Question("Of which HTML part do references open, if `start=` names the second of two?", "root-start", ("ref1", "ref2", "ref3", "ref4"),
                   {(True, True): "both", (True, False): "first", (False, True): "second", (False, False): "neither"})


def reference_questions():
    for form, experiment, token in (("//other.example/ref1", "networks", "ref1"), ("?ref1", "queries", "ref1"), ("#ref4", "queries", "ref4")):
        yield opens(f"What does `{form}` open without a base?", f"form-{experiment}-bare", token)
        yield opens(f"What does `{form}` open with `<base>`?", f"form-{experiment}-html", token)
    yield opens("What does `\\\\other.example\\ref2.html` open with `<base>`?", "form-backslashes-html", "ref2")
    yield opens("What does `srcset=\"ref2.png 1x\"` open with `<base>`?", "element-images-html", "ref2")
    yield opens("What does a link in an `iframe`'s `srcdoc` open, with `<base>` around?", "frame-srcdoc-base", "ref2")
    yield one("How is a part with the type `text/html`, and then `text/plain`, read?", "root-two-types", "ref1",
              {**{"url http://html.example/d/ref1.html": "HTML", "appended": "HTML"}, "nothing": "no HTML"})
    yield opens("What does `www.text.example/ref1` in text open?", "text-www", "ref1")
    yield opens("What does `<URL:http://text.example/ref1>` in text open?", "text-url", "ref1")
    yield opens("What does `<http://text.example/ref4>` in text open?", "text-pairs", "ref4")


SECTIONS = (
    ("Which base counts", "", base_questions),
    ("Which part opens", "", part_questions),
    ("What a reference opens", '`<base>` is `<base href="http://html.example/d/page.html">` in this table.\n', reference_questions))
QUESTIONS = tuple(question for _, _, make in SECTIONS for question in make())
# They find URLs in text only below known top-level domains, and `example` is none.
BLIND_IN_TEXT = ("spamassassin", "rspamd")


# ---- Cells

def kind_of(answer):
    """`relative` for a URL that the reader did not resolve, or against its own place, `appended` for one that is only the base with the reference behind it."""
    url = answer.removeprefix("url ")
    if url == answer:
        return answer
    if ":" not in url or url.startswith(("//", "mail://account/", "file:///")) or url.lower().startswith("cid:"):
        return "relative"
    return "appended" if url.startswith("http://html.example/d/page.htmlref") else answer


def cell(question, found):
    """`found` has an answer per token of the experiment, or lacks it if it was not observed."""
    given = [found.get(token) for token in question.tokens]
    if None in given:  # not observed
        return "?"
    if len(given) > 1:
        opened, half = [answer != "nothing" for answer in given], len(given) // 2
        return question.words[any(opened[:half]), any(opened[half:])]
    answer = given[0]
    for key in (answer, kind_of(answer), "*"):
        if key in question.words:
            return question.words[key]
    if answer.startswith("url "):
        return "`" + answer.removeprefix("url ").removeprefix("http://").replace("|", "\\|") + "`"
    return answer


@functools.cache
def used():
    """The experiments of the questions, by name."""
    names = {question.experiment for question in QUESTIONS}
    return {one.name: one for one in experiments.all_experiments() if one.name in names}


def file_of(experiment):
    return experiment.name + (".mht" if experiment.entity.type.startswith("multipart/related") else ".eml")


def rows_of(program, command, files):
    """The rows of the program for messages given as {name: bytes}, as pairs of the name and the row."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in files.items():
            pathlib.Path(folder, name).write_bytes(content)
        done = subprocess.run([program, command, "--format", "jsonl", folder], stdout=subprocess.PIPE, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{program} {command} failed: exit status {done.returncode}")
    return [(os.path.basename(row["source"]), row) for row in map(json.loads, done.stdout.decode().splitlines())]


def own_answers(program, made):
    """{(experiment, token): answer} of the program."""
    found = {(name, token): "nothing" for name, one in made.items() for token in one.references}
    for file, row in rows_of(program, "links", {file_of(one): one.content for one in made.values()}):
        if row["context"] == "base@href" or row["context"].startswith("header:"):
            continue
        name = os.path.splitext(file)[0]
        for token in TOKEN.findall(row["reference"]):
            if row["status"] == "part":
                found[name, token.lower()] = "part " + row["target_part"]
            elif row["status"] in ("absolute", "resolved", "same-document") and row["resolved"]:
                found[name, token.lower()] = "url " + row["resolved"]
    return found


# ---- The page

INTRODUCTION = """# What each reader opens

Each row is a question, and links to the message that asks the question. Each cell says what a mail reader opened when it was
run on that message. The column `rfc1808` has what mimebase reports.
`tests/readers/atlas.py` writes this folder from the tables in
`tests/readers/answers`; [tests/readers](../../tests/readers/README.md) describes how the readers were run. Chromium opened every
message as an `.mht` file. All hosts are of the reserved domain `example`.

| cell | meaning |
|---|---|
| yes, no | the reader did what the question asks, or did not |
| appended | the reader put the reference after the whole base: `http://html.example/d/page.htmlref1.html` |
| a URL | the reader opened or listed this URL, here without `http://`. If the URL is relative, the reader did not resolve it |
| nothing | the reader dropped the reference, did not look at it, or had no URL for it |
| ? | the answer was not observed. SpamAssassin and rspamd find URLs in text only below known top-level domains, and `example` is not such a domain |

"""

GATEWAY = """## Messages for a gateway

`gateway-set/` contains harmless messages with links that a program can miss or misjudge. Send them from outside to a mailbox
behind your gateway, one by one. Then look at the gateway's log, or at the links that it rewrote. The gateway missed a link if it
does not name the host and path in the second column. For the codes from `userinfo` to `form-target`, look for a warning instead.
All hosts are of the reserved domain `example`, so a click leads nowhere. `mimebase check --code CODE FILE` reports each message:

| message | leads to | code | what is unusual |
|---|---|---|---|
"""


def answers_in(table, experiment, reader):
    """{token: answer} of an experiment, as far as the reader could be observed."""
    if experiment.startswith("text-") and reader in BLIND_IN_TEXT:
        return {}
    return {token: answer for (name, token), answer in table.items() if name == experiment}


def page_of(own, made):
    lines = [INTRODUCTION + "The readers are " + ", ".join(answers.read(reader)[0] for reader in READERS) + "."]
    tables = {"rfc1808": own}
    for reader in READERS:
        tables[reader] = {key: answer.opens for key, answer in answers.read(reader)[1].items()}
    for heading, note, make in SECTIONS:
        lines += [f"\n## {heading}\n", *([note] if note else []), "| question | " + " | ".join(COLUMNS) + " | message |", "|---" * (len(COLUMNS) + 2) + "|"]
        for question in make():
            cells = [cell(question, answers_in(tables[name], question.experiment, name)) for name in COLUMNS]
            link = f"[{question.experiment}]({file_of(made[question.experiment])})"
            lines.append(f"| {question.text} | " + " | ".join(cells) + f" | {link} |")
    lines.append("\n" + GATEWAY + "\n".join(f"| [{one.name}](gateway-set/{one.name}.eml) | `{one.opens}` | `{one.code}` | {one.why} |"
                                            for one in gateway_set.MESSAGES))
    return "\n".join(lines) + "\n"


def messages():
    """{path below FOLDER: bytes} of all messages."""
    found = {file_of(one): one.content for one in used().values()}
    found.update({f"gateway-set/{one.name}.eml": gateway_set.content_of(one) for one in gateway_set.MESSAGES})
    return found


def page(program):
    made = used()
    return page_of(own_answers(program, made), made)


def write(program):
    text = page(program)  # before anything is removed
    files = messages()
    for path in sorted(FOLDER.rglob("*")):
        if path.is_file() and str(path.relative_to(FOLDER)) not in files:
            path.unlink()
    for name, content in files.items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (FOLDER / "README.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    write(os.environ.get("MIMEBASE_EXE", str(ROOT / "build" / "src" / "cli" / "mimebase")))
