"""One message before and after a rewrite, and the allowed differences in references, structure and contents."""

import codecs
import collections
import dataclasses
import re
import string
import urllib.parse

from parts import (MOST_OF_PLAIN_LINE, MOST_OF_QUOTED_LINE, POLICIES, attribute_value, decoded, differing_entities,
                   entities, longer_lines, without)

LOCATION = "header:content-location"
TOLD = ("part", "context", "reference", "resolved", "status", "target_part")
# The keys in the `tree` row of an entity that a rewrite does not change.
KEPT = "part depth content_type charset transfer_encoding disposition filename content_id searched".split()
ENDS_IN_LINES = {"7bit": MOST_OF_PLAIN_LINE, "8bit": MOST_OF_PLAIN_LINE, None: MOST_OF_PLAIN_LINE,
                 "quoted-printable": MOST_OF_QUOTED_LINE}

AS_BROWSERS_READ = {"us-ascii": "cp1252", "iso-8859-1": "cp1252", "shift_jis": "cp932", "gb2312": "gb18030"}
ESCAPE_SEQUENCE = re.compile(rb"\x1b(?:\([BJI]|\$[@B]|\$\(D)")
# Two in succession are an error in the Encoding Standard's iso-2022-jp decoder.
IN_VAIN = re.compile(ESCAPE_SEQUENCE.pattern * 2)


@dataclasses.dataclass
class Pair:
    """Bytes, rows of `tree`, rows of `links` (for `old` with the retrieval URL); edits and notes of the manifest."""

    source: str
    old: bytes
    new: bytes
    old_tree: list
    new_tree: list
    old_links: list
    new_links: list
    edits: list
    notes: list
    prefix: str = ""  # of its parts' names in the links, where it is a message inside another one

    def ranges(self):
        """(entity, bytes of its body before, bytes after), for entities whose bytes are part of the message."""
        for old, new in zip(self.old_tree, self.new_tree):
            if old["body"] and new["body"]:
                yield old, bytes_of(self.old, old), bytes_of(self.new, new)

    def edited(self, part):
        """(before, after) of the part's references that were edited."""
        return [(old, new) for old, new in zip(self.old_links, self.new_links)
                if old["part"] == self.prefix + part and old["reference"] != new["reference"]]


def bytes_of(message, entity):
    return message[entity["body"][0] - entity["offset"] : entity["body"][1] - entity["offset"]]


def rows_by_message(rows):
    """Source -> number of the message -> its rows."""
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    for row in rows:
        found[row["source"]][row["message"]].append(row)
    return found


def messages_of(data, tree):
    """Number -> the bytes of its record, by the rows of `tree` of one source."""
    starts = [(rows[0]["offset"], number) for number, rows in sorted(tree.items())]
    ends = [start for start, _ in starts[1:]] + [len(data)]
    return {number: data[start:end] for (start, number), end in zip(starts, ends)}


def judge_pair(findings, pair):
    """Checks one message completely. Returns the encoded messages in it, which are checked next."""
    if not pair.prefix:
        judge_references(findings, pair)
        judge_email(findings, pair)
    findings.expect("structure", shape(pair.old_tree) == shape(pair.new_tree), lambda: difference(pair))
    judge_sizes(findings, pair)
    for entity, old, new in pair.ranges():
        judge_body(findings, pair, entity, old, new)
    return encoded_messages(pair)


def shape(tree):
    return [[row[key] for key in KEPT] for row in tree]


def difference(pair):
    if len(pair.old_tree) != len(pair.new_tree):
        return f"{len(pair.old_tree)} entities became {len(pair.new_tree)}"
    return [(was, now) for was, now in zip(shape(pair.old_tree), shape(pair.new_tree)) if was != now][:1]


def judge_sizes(findings, pair):
    """Only edited entities, and those that enclose them, change in size. Only edited Content-Locations change."""
    locations = {row["resolved"] for row in pair.new_links if row["context"] == LOCATION}
    for was, now in zip(pair.old_tree, pair.new_tree):
        is_around = was["part"].endswith("TEXT") or was["content_type"].startswith(("multipart", "message"))
        if was["size"] != now["size"] and not is_around:
            findings.expect("sizes", pair.edited(was["part"]), lambda: (was["part"], was["size"], now["size"]))
        if was["content_location"] != now["content_location"]:
            findings.expect("Content-Locations", now["content_location"] in locations, now["content_location"])


def is_edited_by_default(row):
    return row["content_type"] is not None or row["context"] == LOCATION


def is_left(row, notes):
    return any(note["reason"].startswith("left-") and note["part"] == row["part"] and
               note["context"] in (None, row["context"]) for note in notes)


def judge_references(findings, pair):
    old, new = pair.old_links, pair.new_links
    places = [(row["part"], row["context"], row["hidden"]) for row in old]
    now = [(row["part"], row["context"], row["hidden"]) for row in new]
    findings.expect("the same references", places == now,
                    lambda: (len(old), len(new), next((a, b) for a, b in zip(places + [0], now + [0]) if a != b)))
    for was, becomes in zip(old, new):
        check, holds = judge_reference(was, becomes, pair.notes)
        findings.expect("references: " + check, holds, lambda: {key: (was[key], becomes[key]) for key in TOLD})


def judge_reference(was, now, notes):
    """The expectation for the reference, and whether it is met."""
    same = was["reference"] == now["reference"]
    if was["status"] == "part":
        return judge_part(was, now, notes, same)
    if was["status"] == "resolved" and not is_edited_by_default(was):
        return "headings that are left", same
    if was["status"] == "resolved" and same and is_left(was, notes):
        return "left, and said", True
    if was["status"] == "resolved":
        return "made absolute", now["status"] == "absolute" and is_same_url(was["resolved"], now)
    # Without a base, the URL of a same-document reference is unknown.
    is_known = was["status"] != "same-document" and was["host"]
    return "left: " + was["status"], same and was["status"] == now["status"] and (
        not is_known or was["resolved"] == now["resolved"])


def judge_part(was, now, notes, same):
    is_same_target = (now["status"], now["target_part"]) == ("part", was["target_part"])
    if was["context"] == LOCATION:
        return "labels that are others' too", same or is_same_url(was["resolved"], now)
    if same and is_left(was, notes):
        return "left, and said", True
    if same:
        return "still a part", is_same_target
    label = {"part": was["target_part"] + ".MIME", "context": LOCATION}
    return "part by an absolute URL", (is_same_target or is_left(label, notes)) and is_same_url(was["resolved"], now)


def is_same_url(url, now):
    """Text has no escapes: characters that its charset lacks are percent-encoded."""
    has_no_escapes = now["context"].startswith(("text", "uri-list", "calendar", "vcard", "header"))
    return now["resolved"] == now["reference"] and (
        url == now["resolved"] or has_no_escapes and said_in_ascii(url) == said_in_ascii(now["resolved"]))


def said_in_ascii(url):
    return urllib.parse.quote(url, safe=string.printable)


def judge_body(findings, pair, entity, old, new):
    if old == new:
        return
    encoding = entity["transfer_encoding"]
    if entity["content_type"].startswith("multipart") or (encoding in ENDS_IN_LINES and
                                                          entity["content_type"].startswith("message")):
        return  # its parts are looked at
    if encoding in ENDS_IN_LINES:
        longer = longer_lines(old, new, ENDS_IN_LINES[encoding])
        findings.expect(f"lines of {encoding or '7bit'}", not longer, lambda: longer[0])
    contents = decoded(old, encoding), decoded(new, encoding)
    if None in contents or len(contents[0]) != entity["size"]:
        findings.count("contents that Python decodes otherwise")
    elif pair.edited(entity["part"]):
        judge_content(findings, pair, entity, *contents)


def judge_content(findings, pair, entity, old, new):
    """Apart from the edited references the contents are equal, and the edited references denote the URL."""
    edited = pair.edited(entity["part"])
    rest, cuts = without(old, [(was["start"], was["end"]) for was, _ in edited])
    new_rest, new_cuts = without(new, [(now["start"], now["end"]) for _, now in edited])
    if (entity["charset"] or "").startswith("iso-2022"):
        in_vain = len(IN_VAIN.findall(new)) - len(IN_VAIN.findall(old))
        findings.expect("escape sequences apart", in_vain <= 0, lambda: new[:300])
        rest, new_rest = (ESCAPE_SEQUENCE.sub(b"", text) for text in (rest, new_rest))
    if rest != new_rest and entity["transfer_encoding"] in ENDS_IN_LINES:
        # A space between attributes may have become a line break, to keep a line short.
        findings.count("contents with line breaks more")
        rest, new_rest = (b" ".join(text.split()) for text in (rest, new_rest))
    findings.expect("contents outside edits", (rest, cuts) == (new_rest, new_cuts),
                    lambda: first_difference(rest, new_rest))
    for was, now in edited:
        if "@" not in was["context"] or "/" in was["context"] or now["context"].endswith(("srcset", "refresh")):
            continue
        try:
            codec = codecs.lookup(AS_BROWSERS_READ.get(entity["charset"], entity["charset"] or "utf-8"))
            written = new[now["start"] : now["end"]].decode(codec.name)
        except (LookupError, UnicodeDecodeError, ValueError):
            continue
        if codec.name == "big5" and not written.isascii():  # Python's has other letters than the Encoding Standard's
            continue
        findings.expect("attributes by Python", attribute_value(written) == was["resolved"],
                        lambda: (written, was["resolved"]))


def first_difference(old, new):
    at = next((i for i, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))
    return at, old[at : at + 100], new[at : at + 100]


def judge_email(findings, pair):
    old, new = without_from_line(pair.old), without_from_line(pair.new)
    if old == new:
        return
    edited_parts = {row["part"] for row in pair.edits}
    for policy in POLICIES:
        differs, contents = differing_entities(entities(old, policy), entities(new, policy))
        findings.expect(f"email, {policy}", differs is None, differs)
        findings.expect(f"email, {policy}: contents", contents <= len(edited_parts),
                        f"{contents} contents are others, of {len(edited_parts)} edited parts")


def without_from_line(record):
    return record.partition(b"\n")[2] if record.startswith(b"From ") else record


def encoded_messages(pair):
    """Pairs of the encoded messages in it, still without their rows of `tree`."""
    found = []
    for entity, old, new in pair.ranges():
        prefix = entity["part"] + "."
        rows = [row for row in pair.old_tree if row["part"].startswith(prefix)]
        if not rows or rows[0]["body"]:
            continue
        contents = [decoded(body, entity["transfer_encoding"]) for body in (old, new)]
        if None not in contents and len(contents[0]) == entity["size"]:
            found.append(Pair(pair.source, *contents, [], [], pair.old_links, pair.new_links, pair.edits, pair.notes,
                              pair.prefix + prefix))
    return found
