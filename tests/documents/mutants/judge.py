"""Compares what other programs show of mutants with what mimebase lists and says of them.

A link that a program shows, and that mimebase neither lists nor says anything of in the part, is a fault. So are a crash, and a
document that takes more than SECONDS of CPU. A URL that only the bytes of the file have is no proof that a viewer opens it."""

import collections
import json
import pathlib
import re
import subprocess
import urllib.parse

import documents

# Codes which say that something of a part may not have been read.
NAMED = {"mime-defect", "not-searched", "mime-ambiguous", "limit-hit", "unreadable"}
# Of these, those that no mutant of a few kilobytes may have: the process died, or took too long.
STOPPED = re.compile(r"ended|takes more than|signal|cannot be read to its end|memory")
SECONDS = 5

Verdict = collections.namedtuple("Verdict", "kind missing listed codes")


def key(url):
    """The letters and digits of a URL: programs differ in how they write the others."""
    return re.sub(r"[^a-z0-9]", "", urllib.parse.unquote(url).lower())


def is_listed(kind, url, listed):
    """Is the URL, as a program shows it, among the references (keys)? Where a URL in text or one with white space ends is a matter of taste."""
    wanted = key(url)
    if len(url.split()) > 1 and key(url.split()[0]) in listed:
        return True
    if wanted in listed or not re.search(r"\w+:/*\w", url):
        return True
    # A relative reference, put behind a base that only this program knows.
    if any(len(one) > 3 and wanted.endswith(one) for one in listed):
        return True
    return kind == "text" and any(one.startswith(wanted) or (len(one) >= 8 and wanted.startswith(one)) for one in listed)


def rows_of(program, command, folder):
    done = subprocess.run([program, command, "--format", "jsonl", "-j1", "--limits", f"cpu={SECONDS}", str(folder)], stdin=subprocess.DEVNULL, capture_output=True, timeout=900)
    found = collections.defaultdict(list)
    for line in done.stdout.decode("utf-8").split("\n")[:-1]:
        row = json.loads(line)
        found[pathlib.Path(row["source"]).stem].append(row)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{command} ended with {done.returncode}: {done.stderr[-500:]}")
    return found


def read(program, folder, mutants):
    """{name: (references, [(code, detail)])} of documents {name: (file name, bytes)}, as attachments of mail."""
    folder.mkdir()
    for name, (file_name, content) in mutants.items():
        (folder / f"{name}.eml").write_bytes(documents.mail("mutant", file_name, content))
    links, codes = rows_of(program, "links", folder), rows_of(program, "check", folder)
    answers = {}
    for name in mutants:
        listed = {one for row in links[name] for one in (row["reference"], row["resolved"], row["unwrapped"], row["base"]) if one}
        said = [(row["code"], row["detail"]) for row in codes[name] if row["code"] in NAMED and (row["part"] or "2").split(".")[0] == "2"]
        answers[name] = listed, said
    return answers


def judge(shown, answer):
    """`shown` are (program, kind, URL). The kind of the verdict is "nothing" (no program shows a link), "listed", "named", "fault", "stopped" or "unproven"."""
    listed, codes = answer
    # For some viewers a URL ends at a NUL, for others it does not.
    keys = {key(one) for whole in listed for one in (whole, whole.partition("\0")[0])} - {""}
    missing = sorted(one for one in shown if not is_listed(one[1], one[2], keys))
    if any(STOPPED.search(detail or "") for code, detail in codes if code in ("unreadable", "not-searched", "limit-hit")):
        kind = "stopped"
    elif missing:
        kind = "named" if codes else "unproven" if {one[0] for one in missing} == {"bytes"} else "fault"
    else:
        kind = "listed" if shown else "nothing"
    return Verdict(kind, missing, sorted(listed), codes)
