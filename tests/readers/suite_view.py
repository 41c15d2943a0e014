#!/usr/bin/env python3
"""What the page of results of samples/suite shows of the mail readers: samples/suite/page/readers.json.

Usage: suite_view.py --write      after atlas.py --write; needs no built program

The column of mimebase is read from the README that atlas.py wrote. The suite has the file so that its folder can be copied alone."""

import json
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
SUITE = HERE.parents[1] / "samples" / "suite"
sys.path[:0] = [str(HERE), str(SUITE)]

import answers  # noqa: E402
import atlas  # noqa: E402

FILE = SUITE / "page" / "readers.json"


def data():
    files = atlas.used()
    tables = {reader: answers.read(reader) for reader in atlas.READERS}
    own = dict(re.findall(r"^\| (.*?) \| (.*?) \| ", (atlas.FOLDER / "README.md").read_text(encoding="utf-8"), re.M))
    sections = [{"heading": heading, "rows": [row_of(question, own[question.text], files, tables) for question in questions()]}
                for heading, _, questions in atlas.SECTIONS]
    names = [{"name": "rfc1808", "version": "what mimebase reports"}] + [{"name": reader, "version": tables[reader][0]} for reader in atlas.READERS]
    return {"columns": names, "sections": sections}


def row_of(question, own, files, tables):
    cells, opened, content = [own], [""], files[question.experiment].content
    for reader in atlas.READERS:
        found = atlas.answers_in({key: answer.opens for key, answer in tables[reader][1].items()}, question.experiment, reader)
        cells.append(atlas.cell(question, found))
        opened.append("\n".join(f"{token}: {found[token]}" for token in question.tokens if token in found))
    return {"question": question.text, "message": atlas.file_of(files[question.experiment]), "cells": [cell.replace("\\|", "|") for cell in cells],
            "opened": opened, "text": content.decode("utf-8", "backslashreplace")}


def written(made):
    """One line per question, so that changes can be read."""
    sections = ",\n".join(f'{{"heading": {json.dumps(one["heading"])}, "rows": [\n' + ",\n".join(map(json.dumps, one["rows"])) + "]}" for one in made["sections"])
    return f'{{"columns": {json.dumps(made["columns"])}, "sections": [\n{sections}]}}\n'


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(__doc__)
    FILE.write_text(written(data()), encoding="utf-8")
