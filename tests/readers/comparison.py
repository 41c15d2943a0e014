"""What the profile of a reader says about references, by their tokens, to compare with what the reader did."""

import collections
import json
import os
import subprocess

from message import TOKEN

# `answer` is (opens, opens_by) as in answers.Answer. What `links` does not list opens nothing.
Said = collections.namedtuple("Said", "answer context reference")
SILENT = Said(("nothing", "none"), "", "")


def answer_of(row):
    if row["opens"] is None:
        return "nothing", "none"
    (kind, value), = row["opens"].items()
    return f"{kind} {value}", row["opens_by"]


def tokens_of(row):
    """A reference without a token has it as its anchor text."""
    found = TOKEN.findall(row["reference"]) or (TOKEN.findall(row["text"] or "") if row["context"].endswith("href") else [])
    return {token.lower() for token in found}


def rows_of(program, reader, folder):
    done = subprocess.run([program, "links", "--as", reader, "--format", "jsonl", folder], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return [json.loads(line) for line in done.stdout.decode().splitlines()]


def said_of(rows, ending):
    """{(experiment, token): Said} of rows of `links --as READER`."""
    said = {}
    for row in rows:
        if row["context"].startswith("header:") or row["context"] == "base@href":
            continue
        name = os.path.basename(row["source"]).removesuffix(ending)
        for token in tokens_of(row):
            # A reference may also be shown as text.
            if said.get((name, token), SILENT).answer[0] == "nothing":
                said[name, token] = Said(answer_of(row), row["context"], row["reference"])
    return said
