"""Reads and applies the manifest of a rewrite without any code of the program: JSON Lines, one edit or note per row."""

import base64
import json

# Rows that change nothing.
NOTES = ("left-signed", "left-unwritable", "left-dkim", "signature-broken", "left-empty", "left-class-name",
         "left-document", "left-dependent")
KEYS = (
    "source message offset message_id part reason context references before after old new old_base64 new_base64 detail"
).split()


class Broken(Exception):
    """The manifest is inconsistent."""


class Manifest:
    def __init__(self, data):
        rows = [json.loads(line) for line in data.decode("utf-8").split("\n")[:-1]]
        for row in rows:
            if list(row) != KEYS:
                raise Broken(f"keys {list(row)}")
        self.edits = [row for row in rows if row["reason"] not in NOTES]
        self.notes = [row for row in rows if row["reason"] in NOTES]

    def of_source(self, source):
        """The edits of one source in order, as (before, after, old, new): ranges and bytes."""
        found = [(row["before"], row["after"], content(row, "old"), content(row, "new"))
                 for row in self.edits if row["source"] == source]
        return sorted(found, key=lambda edit: edit[0])


def content(row, key):
    if row[key] is not None:
        return row[key].encode("utf-8")
    if row[key + "_base64"] is None:
        raise Broken(f"neither {key} nor {key}_base64 in {row}")
    return base64.b64decode(row[key + "_base64"], validate=True)


def applied(original, edits):
    """Applies the edits to the original. Raises Broken if they do not fit to it, or to each other."""
    out, size, at = [], 0, 0
    for before, after, old, new in edits:
        if before[0] < at:
            raise Broken(f"edits in one another at {before}")
        if original[slice(*before)] != old or before[1] > len(original):
            raise Broken(f"old bytes at {before} are others")
        out.append(original[at:before[0]])
        size += before[0] - at
        if after != [size, size + len(new)]:
            raise Broken(f"the new bytes of {before} come out at {[size, size + len(new)]}, not at {after}")
        out.append(new)
        size, at = after[1], before[1]
    out.append(original[at:])
    return b"".join(out)
