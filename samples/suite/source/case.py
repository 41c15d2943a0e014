# SPDX-License-Identifier: MIT
"""The parts of which cases of the test suite for base URLs are made (samples/suite).

A module of `areas/` has a function cases(), which yields Case objects. A case asks one question: a file, and what each
specification makes of the references in it. Every reference has a token of its own, `refN`, in what is written, so that an
answer that has only URLs can be matched with it; a case whose reference can have none has one reference.

What is expected follows from clauses, never from what a program does. Three bodies of specifications can be followed, and are
named by what they resolve with:

    rfc1808   RFC 1808, RFC 2110, RFC 2068, HTML 4.01
    rfc3986   RFC 3986, RFC 2557, RFC 9110, and XML Base where a specification refers to it
    whatwg    HTML and URL Standard; in mail with RFC 2557

One that says nothing about a reference is left out of what is expected."""

import collections
import dataclasses
import json
import re

import resolve
from suite import RULES, VERSION, token

HEADER = ("From: Ada <ada@example.org>", "Date: Fri, 27 Nov 2026 10:00:00 +0000", "MIME-Version: 1.0")

_RFC = "https://www.rfc-editor.org/rfc/rfc%s#section-%s"
_PAGES = {
    "HTML": "https://html.spec.whatwg.org/multipage/#%s",
    "URL": "https://url.spec.whatwg.org/#%s",
    "XML 1.0": "https://www.w3.org/TR/xml/#%s",
    "XML Base": "https://www.w3.org/TR/xmlbase/#%s",
    "XML Namespaces": "https://www.w3.org/TR/xml-names/#%s",
    "SVG 2": "https://svgwg.org/svg2-draft/%s",
    "CSP 3": "https://www.w3.org/TR/CSP3/#%s",
    "Sanitizer API": "https://wicg.github.io/sanitizer-api/#%s",
    "CSS Values 4": "https://drafts.csswg.org/css-values-4/#%s",
    "CSS Cascade 4": "https://drafts.csswg.org/css-cascade-4/#%s",
    "CSS Images 4": "https://drafts.csswg.org/css-images-4/#%s",
    "CSS Syntax 3": "https://drafts.csswg.org/css-syntax-3/#%s",
    "JSON-LD 1.1": "https://www.w3.org/TR/json-ld11/#%s",
    "JSON-LD 1.1 API": "https://www.w3.org/TR/json-ld11-api/#%s",
    "RDF 1.1 XML Syntax": "https://www.w3.org/TR/rdf-syntax-grammar/#%s",
    "EPUB 3.3": "https://www.w3.org/TR/epub-33/#%s",
    "SVG 1.1": "https://www.w3.org/TR/SVG11/%s",
    "RSS 2.0": "https://www.rssboard.org/rss-specification#%s",
    "HTML 4.01": "https://www.w3.org/TR/html401/%s",
    "WARC 1.1": "https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/#%s",
}


def clause(document, section):
    """A place in a specification: clause("RFC 1808", "3.1"), clause("HTML", "document-base-url"), clause("ISO 32000-2", "12.6.4.8")."""
    if document.startswith("RFC ") and not re.fullmatch(r"[1-9]\d*(\.[1-9]\d*)*|Appendix( [A-Z])?", section):
        raise ValueError(f"{document} has no section {section}: write 5.2.3, or Appendix C")
    if document.startswith("RFC ") and section.startswith("Appendix"):
        url = f"https://www.rfc-editor.org/rfc/rfc{document[4:]}" + section.replace("Appendix ", "#appendix-").removesuffix("Appendix")
    elif document.startswith("RFC "):
        url = _RFC % (document[4:], section)
    else:
        url = _PAGES[document] % section if document in _PAGES else None
    return {"document": document, "section": section, **({"url": url} if url else {})}


@dataclasses.dataclass
class Expected:
    """What one specification makes of a reference: a URL, or a part of the message, or nothing (both are None)."""
    resolved: str | None
    base: str | None = None
    part: dict | None = None  # {"number": "2", "content_id": ..., "content_location": ...}
    also: list = dataclasses.field(default_factory=list)  # what is as right under the same specification: Expected objects


@dataclasses.dataclass
class Reference:
    place: str      # "a@href", "header:list-archive", "css:url", "pdf:uri"
    written: str
    clauses: list   # that say so; at least one
    expected: dict = dataclasses.field(default_factory=dict)    # of RULES: Expected
    behaviours: list = dataclasses.field(default_factory=list)  # if no clause decides: Expected objects, at least two
    by: str | None = None  # the layer that defines the base, as mimebase calls it: "html-base", "content-location", "none"
    part: str | None = None  # the number of the part that contains it


@dataclasses.dataclass
class Case:
    name: str       # unique in its area: "content-base-over-content-location"
    ending: str     # of the file: "eml", "mht", "html", "xhtml", "svg", "atom", "rss", "warc", "pdf", "docx"
    content: bytes
    question: str   # one line, ends with "?"
    why: str        # one line: the answer, and its reason
    tags: list
    references: list

    def __post_init__(self):
        # Browsers open saved pages with the line ends of RFC 5322 alone. Messages have those of a mailbox on Unix, unless the question is theirs.
        if self.ending == "mht":
            self.content = with_crlf(self.content)


def with_crlf(content):
    """Each line end as RFC 5322 wants it on the wire."""
    return re.sub(rb"\r?\n", b"\r\n", content)


def ref(place, written, base, clauses, by=None, part=None, other=None, also=None, missing=(), **resolved):
    """A reference that is resolved against `base`, or stays unresolved if that is None. Each specification gives what RFC 3986 gives, except:

    - those that know another base: other={"rfc3986": "http://x.example.org/", "whatwg": None}
    - those that give another URL: whatwg="http://x.example.org/"
    - those that say nothing: missing=["rfc1808"]

    What is as right is named by its base, or is an Expected: also={"rfc1808": [None, "http://y.example.org/"]}."""
    bases = {rules: (other or {}).get(rules, base) for rules in RULES if rules not in missing}
    expected = {rules: Expected(resolved[rules] if rules in resolved else resolve.rfc3986(one, written), one) for rules, one in bases.items()}
    return with_also(Reference(place, written, clauses, expected, by=by, part=part), also)


def by_rules(place, written, base, clauses, by=None, part=None, other=None, also=None, **resolved):
    """A reference about which the named specifications differ, and the others say nothing: by_rules(..., rfc1808="http://x.example.org/a", whatwg=None)."""
    expected = {rules: Expected(resolved[rules], (other or {}).get(rules, base)) for rules in RULES if rules in resolved}
    return with_also(Reference(place, written, clauses, expected, by=by, part=part), also)


def names_part(place, written, clauses, number, content_id=None, content_location=None, resolved=None, base=None, by=None, part=None, also=None):
    """A reference that means another part of the same message (RFC 2392, RFC 2557)."""
    expected = {rules: part_of_message(number, content_id, content_location, resolved, base) for rules in RULES}
    return with_also(Reference(place, written, clauses, expected, by=by, part=part), also)


def part_of_message(number, content_id=None, content_location=None, resolved=None, base=None):
    """That a reference means a part of the same message."""
    return Expected(resolved, base, {"number": number, "content_id": content_id, "content_location": content_location})


def with_also(reference, also):
    """The reference with more answers that are right: {specification: [base, None or Expected, ...]}."""
    for rules, them in (also or {}).items():
        expected = reference.expected[rules]
        for one in them:
            one = one if isinstance(one, Expected) else Expected(resolve.rfc3986(one, reference.written), one)
            if (one.resolved, one.part) not in [(each.resolved, each.part) for each in [expected, *expected.also]]:
                expected.also.append(one)
    return reference


def undefined(place, written, clauses, behaviours, part=None):
    """A reference about which no clause decides. `behaviours`: URLs, or None for nothing, or numbers of parts as {"number": "2"}; at least two
    exist. `clauses` are the nearest ones."""
    them = [Expected(None, part=one) if isinstance(one, dict) else Expected(one) for one in behaviours]
    return Reference(place, written, clauses, behaviours=them, part=part)


def written(area, case):
    """The case as JSON, with its keys in a fixed order, and a line for each thing that a person wants to read."""
    rows = []
    for one in case.references:
        row = {"place": one.place, "written": one.written, "part": one.part, "base_by": one.by}
        if one.behaviours:
            row["undefined"] = [{"resolved": each.resolved, **({"part": each.part["number"]} if each.part else {})} for each in one.behaviours]
        else:
            row["expected"] = {rules: target(one.expected[rules]) for rules in RULES if rules in one.expected}
        rows.append(row | {"clauses": cited(one)})
    made = {"id": f"{area}/{case.name}", "suite": VERSION, "file": f"{case.name}.{case.ending}", "question": case.question, "why": case.why, "tags": sorted(case.tags),
            "references": rows}
    return indented(made, 0) + "\n"


# Where RFC 1808 and those of its time say which base it is. RFC 1808 leaves the bases that documents declare to their media types.
OF_ITS_TIME = ("RFC 1808", "RFC 2110", "RFC 2068", "HTML 4.01", "RFC 2369", "RFC 2392")
BASES_OF_1808 = {"html-base": clause("HTML 4.01", "struct/links.html#h-12.4"), "content-location": clause("RFC 2110", "5"),
                 "target-uri": clause("RFC 1808", "3.3"), "none": clause("RFC 1808", "3.4")}


def cited(reference):
    """Its clauses, one of which says what an answer under rfc1808 follows. RFC 1808 alone says so of a Content-Location only if that is inherited."""
    known = [one["document"] for one in reference.clauses if one["document"] in OF_ITS_TIME]
    if reference.by == "content-location" and clause("RFC 1808", "3.2") not in reference.clauses:
        known = [document for document in known if document != "RFC 1808"]
    if "rfc1808" not in reference.expected or reference.by is None or known:
        return reference.clauses
    if reference.by == "none" and reference.expected["rfc1808"].part:
        return [*reference.clauses, clause("RFC 2110", "8.2")]
    return [*reference.clauses, BASES_OF_1808.get(reference.by, clause("RFC 1808", "3.1"))]


def target(expected):
    made = {"resolved": expected.resolved, "base": expected.base, "part": expected.part}
    return made | ({"also": list(map(target, expected.also))} if expected.also else {})


def indented(value, depth):
    """JSON in which only lists and objects that contain others, or many things, take more than a line."""
    flat = json.dumps(value, ensure_ascii=False)
    is_deep = isinstance(value, (dict, list)) and (depth == 0 or "{" in flat[1:] or len(flat) > 150)
    if not is_deep or not value:
        return flat
    space = "\n" + "  " * (depth + 1)
    if isinstance(value, list):
        return "[" + space + ("," + space).join(indented(one, depth + 1) for one in value) + "\n" + "  " * depth + "]"
    return "{" + space + ("," + space).join(f"{json.dumps(key)}: {indented(one, depth + 1)}" for key, one in value.items()) + "\n" + "  " * depth + "}"


def mail(fields, body, kind="text/html; charset=utf-8", lines=()):
    """A message of one part. `fields` are lines of its header: ["Base: <URL:http://a.example.org/>"]."""
    return "\n".join([*HEADER, *fields, f"Content-Type: {kind}", *lines, "", body, ""]).encode()


def multipart(subtype, fields, parts, boundary="case", start=None):
    """A message of several parts, each of which is (lines of its heading, body)."""
    return ("\n".join([*HEADER, *fields]) + "\n").encode() + entity(subtype, parts, boundary, start)


def entity(subtype, parts, boundary="case", start=None):
    """The Content-Type, and the body, of a multipart. One that is related says what its root is, as RFC 2387 wants; `start` is its Content-ID."""
    # The boundary is last, as in archives that programs write: readers exist that expect it there.
    parameters = (f'start="{start}"; ' if start else "") + f'boundary="{boundary}"'
    if subtype == "related":
        roots = [heading for heading, _ in parts if start and f"Content-ID: {start}" in heading] or [heading for heading, _ in parts]
        parameters = f'type="{media_type(roots[0])}"; ' + parameters
    made = f"Content-Type: multipart/{subtype}; {parameters}\n\n".encode()
    for heading, body in parts:
        made += (f"--{boundary}\n" + "".join(line + "\n" for line in heading) + "\n").encode()
        made += (body if isinstance(body, bytes) else body.encode()) + b"\n"
    return made + f"--{boundary}--\n".encode()


def media_type(heading):
    """The type in the lines of a heading."""
    found = re.search(r"^Content-Type:\s*([\w.+-]+/[\w.+-]+)", "\n".join(heading), re.I | re.M)
    return found[1].lower() if found else "text/plain"


def html(*links, head=""):
    """A page with links: html("ref1.html", head='<base href="d/">')."""
    body = "\n".join(f'<a href="{link}">{number}</a>' for number, link in enumerate(links, 1))
    return f"<!DOCTYPE html>\n<title>Case</title>\n{head + chr(10) if head else ''}{body}\n"


def escaped(text):
    """A value as an attribute in double quotes, in HTML and XML."""
    return re.sub(r'[&<>"\x00-\x1f]', lambda one: {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}.get(one[0], f"&#{ord(one[0])};"), text)


def check(area, cases):
    """Raises ValueError if a case breaks a rule of this page."""
    names = collections.Counter(case.name for case in cases)
    for case in cases:
        def wrong(what, case=case):
            raise ValueError(f"{area}/{case.name}: {what}")
        if names[case.name] > 1:
            wrong("another case has this name")
        if case.ending == "json":
            wrong("its description has this name")
        if not case.question.endswith("?") or "\n" in case.question + case.why or not case.why:
            wrong("question or why")
        if not case.references or not case.tags:
            wrong("no reference, or no tag")
        if case.ending in ("eml", "mht"):
            check_message(case.content, wrong)
        for one in case.references:
            if not one.clauses:
                wrong(f"no clause for {one.written}")
            if one.behaviours and len(one.behaviours) < 2:
                wrong("one behaviour is not undefined")
            if not one.behaviours and not one.expected:
                wrong(f"nothing is expected of {one.written}")
        tokens = [token(one.written) for one in case.references]
        if len(tokens) > 1 and (None in tokens or len(set(tokens)) != len(tokens)):
            wrong("references without tokens of their own")


def check_message(content, wrong):
    """What a message must have that any program can read."""
    unfolded = re.sub(rb"\r?\n[ \t]+", b" ", content)
    fields = re.findall(rb"^Content-Type:[ \t]*(multipart/[\w.-]+)(.*)$", unfolded, re.I | re.M)
    boundaries = [found[1] for _, parameters in fields if (found := re.search(rb'boundary="?([^";\r\n]+)', parameters, re.I))]
    if len(set(boundaries)) < len(boundaries):
        wrong("two multiparts have the same boundary")
    if any(kind.lower() == b"multipart/related" and not re.search(rb"\btype=", parameters, re.I) for kind, parameters in fields):
        wrong("a multipart/related without its type")
