"""The tables of answers: one row per reference of every experiment, with what a reader opens for it."""

import collections
import os

HERE = os.path.dirname(os.path.abspath(__file__))
HEADING = "experiment\treference\topens\topens_by"

# `opens` is "url URL", "part NUMBER" or "nothing"; `opens_by` is "click", "load" or "none".
Answer = collections.namedtuple("Answer", "opens opens_by")
NOTHING = Answer("nothing", "none")


def url(value, by="click"):
    return Answer("url " + value, by)


def part(number, by="load"):
    return Answer("part " + number, by)


def with_broken(found, broken, opened):
    """`found` with the URLs that a reader opens up to a line break, which contain no token. `broken`: see message.broken_urls."""
    return {token: url(start) for token, start in broken.items() if start in opened} | found


def escape(text):
    """Keeps a value on one line of the table."""
    for raw, written in (("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("\r", "\\r"), ("\0", "\\0")):
        text = text.replace(raw, written)
    return text


def unescape(text):
    pieces = text.split("\\\\")
    return "\\".join(one.replace("\\t", "\t").replace("\\n", "\n").replace("\\r", "\r").replace("\\0", "\0") for one in pieces)


def path_of(reader):
    return os.path.join(HERE, "answers", reader + ".tsv")


def rows_of(experiments, found):
    """`found` maps experiment and reference to an answer. What a reader does not mention opens nothing; None is unknown: no row."""
    for experiment in experiments:
        for reference in experiment.references:
            answer = found.get(experiment.name, {}).get(reference, NOTHING)
            if answer is None:
                continue
            yield experiment.name, reference, escape(answer.opens), answer.opens_by


def write(reader, version, rows):
    with open(path_of(reader), "w", encoding="utf-8", newline="\n") as file:
        file.write(f"# {version}\n{HEADING}\n")
        file.writelines("\t".join(row) + "\n" for row in rows)


def read(reader):
    """The version, and the rows as {(experiment, reference): Answer}."""
    with open(path_of(reader), encoding="utf-8", newline="\n") as file:
        version, heading, *lines = file.read().split("\n")[:-1]
    if heading != HEADING:
        raise ValueError(f"{path_of(reader)}: unexpected heading {heading!r}")
    rows = {}
    for line in lines:
        experiment, reference, opens, by = line.split("\t")
        rows[experiment, reference] = Answer(unescape(opens), by)
    return version[2:], rows
