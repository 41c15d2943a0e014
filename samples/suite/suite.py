# SPDX-License-Identifier: MIT
"""Cases of the suite, and what an answer is worth. README.md describes the format of a case and the protocol of a program."""

import collections
import hashlib
import json
import pathlib
import re
import urllib.parse

VERSION = "1.1.0"  # of the cases
HERE = pathlib.Path(__file__).resolve().parent
CASES = HERE / "cases"
# What a program can follow: RFC 1808, RFC 2110, RFC 2068 and HTML 4.01; RFC 3986, RFC 2557 and RFC 9110; or the HTML and URL Standards.
RULES = ("rfc1808", "rfc3986", "whatwg")
VERDICTS = ("right", "wrong", "undefined", "unsupported")

# RFC 1808 lets a scheme begin with a digit.
ABSOLUTE = re.compile("[A-Za-z0-9][A-Za-z0-9+.-]*:")

# An answer about one reference. `kind` is "url", "part", "relative" (the program found the reference, and left it relative: `value` is
# what it gave), "nothing" (it found no target, or not the reference), or "unsupported".
Answer = collections.namedtuple("Answer", "kind value")
NOTHING = Answer("nothing", "")
UNSUPPORTED = Answer("unsupported", "")


def load(folder=CASES):
    """All cases, in the order of their identifiers. `path` is that of the file."""
    cases = []
    for path in sorted(folder.rglob("*.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        case["path"] = str(path.with_name(case["file"]))
        cases.append(case)
    return sorted(cases, key=lambda case: case["id"])


def token(text):
    """The `refN` in a reference or URL, or None."""
    found = re.search(r"ref\d+(?!\d)", text or "")
    return found and found[0]


def same_url(one, other):
    """Whether two URLs are equal after the normalisation that every client may do (RFC 3986, section 6.2): case of scheme and
    host, an empty path, escapes of unreserved characters, and their case."""
    return one is not None and other is not None and (one == other or normal(one) == normal(other))


def normal(url):
    scheme, colon, rest = url.partition(":")
    match = re.fullmatch(r"//([^/?#]*)(.*)", rest, re.S)
    if colon and match:
        host, path = match[1].lower(), match[2]
        rest = "//" + host + (path if path.startswith("/") else "/" + path)
    rest = re.sub("%[0-9A-Fa-f]{2}", decoded, rest)
    return scheme.lower() + colon + urllib.parse.quote(rest, safe="%/:=&?~#+!$,;'@()*[]|{}^`\\<>\"")


def decoded(escape):
    """An escape of an unreserved character as that, another one in upper case."""
    character = chr(int(escape[0][1:], 16))
    return character if re.fullmatch("[A-Za-z0-9._~-]", character) else escape[0].upper()


def is_part(expected, value):
    part = expected["part"]
    if not part or value is None:
        return False
    # The Content-Location of a part may be a "cid:" URL itself.
    value = str(value).strip("<>")
    return not {value, value.removeprefix("cid:")}.isdisjoint((part["number"], part["content_id"], part["content_location"]))


def targets(expected):
    """The answers that are as right under one specification, the usual one first."""
    return [expected, *expected.get("also", ())]


def is_met(expected, answer):
    """Whether an answer is one of those that a specification gives."""
    return any(is_target(target, answer) for target in targets(expected))


def is_target(target, answer):
    if target["part"]:
        return answer.kind == "part" and is_part(target, answer.value)
    if answer.kind in ("nothing", "relative"):
        # Such a URL that means no part is absolute, and yet leads nowhere: a program may say either.
        return target["resolved"] is None or target["resolved"].lower().startswith(("cid:", "mid:", "thismessage:"))
    return answer.kind == "url" and same_url(target["resolved"], answer.value)


def leads_nowhere(expected):
    """Whether a reference leads nowhere although it has a base. Then silence is an answer. Of a reference that only has no base by this
    specification, and one by another, silence says nothing: who finds it leaves it relative."""
    return any(one["resolved"] is None and one["base"] for one in targets(expected))


def judge(reference, answer):
    """A verdict, and the specifications that the answer follows, as RULES names them."""
    if answer.kind == "unsupported":
        return "unsupported", []
    if "undefined" in reference:
        return "undefined", []
    expected = reference["expected"]
    met = [rules for rules in RULES if rules in expected and is_met(expected[rules], answer)]
    if answer == NOTHING and not ABSOLUTE.match(reference["written"]) and len(met) < len(expected):
        met = [rules for rules in met if leads_nowhere(expected[rules])]
    return ("right" if met else "wrong"), met


def answers_of(case, lines):
    """The answer about each reference of a case, from what a program wrote."""
    rows = [row for row in lines if isinstance(row, dict) and all(isinstance(row.get(key), str | None) for key in ("reference", "resolved"))]
    if any(row.get("unsupported") for row in rows):
        return [UNSUPPORTED] * len(case["references"])
    answers = []
    for reference in case["references"]:
        mine = [row for row in rows if row.get("reference") == reference["written"]]
        if not mine and token(reference["written"]):
            wanted = token(reference["written"])
            mine = [row for row in rows if wanted in (token(row.get("reference")), token(row.get("resolved")))]
        if not mine and len(case["references"]) == 1 and not token(reference["written"]):
            mine = [row for row in rows if row.get("reference") is None]
        answers.append(best_of(reference["written"], mine))
    return answers


def best_of(written, rows):
    for row in rows:
        if row.get("part") is not None:
            return Answer("part", str(row["part"]))
    for row in rows:
        if row.get("resolved") and ABSOLUTE.match(row["resolved"]):
            return Answer("url", row["resolved"])
    # A URL that is still relative was not resolved.
    left = [text for row in rows for text in (row.get("resolved"), row.get("reference")) if text is not None and not ABSOLUTE.match(text)]
    return Answer("relative", left[0]) if left and not ABSOLUTE.match(written) else NOTHING


def escaped(text):
    """Keeps a value on one line of a table."""
    for raw, written in (("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("\r", "\\r"), ("\0", "\\0")):
        text = text.replace(raw, written)
    return text


def unescaped(text):
    return re.sub(r"\\(.)", lambda one: {"t": "\t", "n": "\n", "r": "\r", "0": "\0"}.get(one[1], one[1]), text)


HEADING = "case\treference\tkind\tvalue\tasked"


def asked(case):
    """Identifies what is asked about a case: its file, and the references. Equal for cases that need not be asked again."""
    with open(case["path"], "rb") as file:
        content = file.read()
    return hashlib.sha256(content + "\n".join(reference["written"] for reference in case["references"]).encode()).hexdigest()[:8]


def record(path, about, answers, marks=None):
    """Writes a table of answers. `about` names the program, its version and the date: {"program": ..., "version": ..., "date": ...}.
    `marks` has what asked() says of each case, for run --stale."""
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"# {key}: {value}\n" for key, value in about.items())
        file.write(HEADING + "\n")
        for case in sorted(answers):
            file.writelines(f"{case}\t{number}\t{one.kind}\t{escaped(one.value)}\t{(marks or {}).get(case, '')}\n" for number, one in enumerate(answers[case], 1))


def recorded(path):
    """The table at `path`: what it is about, and {case: [answer of each reference]}."""
    about, answers, _ = table(path)
    return about, answers


def table(path):
    """Like recorded(), and {case: what asked() said of it}."""
    about, answers, marks = {}, {}, {}
    for line in path.read_text(encoding="utf-8").split("\n")[:-1]:
        if line.startswith("# "):
            key, _, value = line[2:].partition(": ")
            about[key] = value
        elif not line.startswith("case\t"):
            # Tables of version 1.0 have four columns.
            case, _, kind, value, *mark = line.split("\t")
            answers.setdefault(case, []).append(Answer(kind, unescaped(value)))
            marks[case] = "".join(mark)
    return about, answers, marks
