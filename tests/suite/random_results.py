#!/usr/bin/env python3
"""A copy of samples/suite with cases and tables of answers that are made at random, for tests of its page.

    random_results.py FOLDER [CASES [PROGRAMS]]

The same numbers give the same files. The programs make each kind of mistake, and one of them has a hostile name and hostile answers."""

import pathlib
import random
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
SUITE = HERE.parents[1] / "samples" / "suite"
sys.path[:0] = [str(SUITE / "source"), str(SUITE)]

import case as made
import mistakes
import resolve
import suite

ENDINGS = {"css": "css", "documents": "pdf", "feeds": "atom", "html": "html", "mail": "eml", "warc": "warc"}
LAYERS = ("html-base", "content-base", "content-location", "xml-base", "none")
PLACES = ("a@href", "img@src", "img@srcset", "css:url", "header:list-archive", "object@data")
FORMS = ("ref{}.html", "../ref{}", "?ref{}", "//other.example.org/ref{}", "http://absolute.example.org/ref{}", "#ref{}", "a/../ref{}%7e")
SUBJECTS = ("Is a Base header", "Is the first of two base elements", "Is an xml:base attribute with a relative value", "Is a base element in a comment",
            "Is a Content-Location that is relative, with a Content-Base around it,")
OBJECTS = ("a link", "an image in a nested message", "the references of the first part", "a style sheet")
CLAUSES = (("RFC 1808", "3.1"), ("RFC 3986", "5.2.2"), ("HTML", "document-base-url"), ("ISO 32000-2", "12.6.4.8"))
NAMES = ("mimebase", "chromium", "evolution", "feedparser", "goquery", "hypermail", "jsoup", "kmail", "lxml", "mhonarc", "nokogiri",
         "public-inbox", "python-html5lib", "readability", "roundcube", "rspamd", "scrapy", "spamassassin", "warcio", "thunderbird")
HOSTILE = "</script><script>window.hacked=1</script><!-- <img src=x onerror=window.hacked=1> \u2028\u202egnp.exe {{data}} \"'&amp;"
OTHER_BASE = "http://second.example.org/e/"
WAYS = ("nothing", "relative", "other", "strings", "own", "normalised")


def random_case(chance, number, area):
    layer = chance.choice(LAYERS)
    base = None if layer == "none" else f"http://{layer}.example.org/d/page.html"
    references = []
    for at in range(1, chance.choice((1, 1, 1, 2, 3)) + 1):
        written, place = chance.choice(FORMS).format(at), chance.choice(PLACES)
        clauses = [made.clause(*chance.choice(CLAUSES))]
        kind = chance.random()
        if kind < .06:
            references.append(made.undefined(place, written, clauses, [f"http://one.example.org/ref{at}", None]))
        elif kind < .14:
            references.append(made.names_part(place, f"cid:ref{at}@example.org", clauses, "2", f"ref{at}@example.org"))
        else:
            other = {"whatwg": f"http://whatwg.example.org/ref{at}"} if chance.random() < .1 else {}
            references.append(made.ref(place, written, base, clauses, by=layer, **other))
    fields = f"Content-Location: {OTHER_BASE}\n" + (f"Content-Base: {base}\n" if base else "")
    text = fields + "\n" + "".join(f'<a href="{one.written}">é</a>\n' for one in references)
    content = (b"%PDF-1.7\n\0" if ENDINGS[area] == "pdf" else b"") + (text + "some words\n" * chance.randrange(40)).encode()
    question = f"{chance.choice(SUBJECTS)} the base of {chance.choice(OBJECTS)}?"
    tags = [area, chance.choice(("nested", "escapes", "two-bases"))]
    # Some feeds stand in a message.
    ending = "eml" if area == "feeds" and number % 2 else ENDINGS[area]
    return made.Case(f"case-{number}", ending, content, question, "Yes: a clause says so.", tags, references)


def random_answer(chance, reference, good, ways):
    expected = reference.get("expected", {}).get("rfc3986")
    if expected is None:
        return chance.choice((suite.NOTHING, suite.Answer("url", "http://one.example.org/ref1")))
    if chance.random() < good:
        if expected["part"]:
            return suite.Answer("part", expected["part"]["number"])
        return suite.Answer("url", expected["resolved"]) if expected["resolved"] else suite.NOTHING
    way, written = chance.choice(ways), reference["written"]
    if way == "other":
        return suite.Answer("url", resolve.rfc3986(OTHER_BASE, written))
    if way == "relative" and not mistakes.is_absolute(written):
        return suite.Answer("relative", written)
    if way == "strings" and expected["base"]:
        return suite.Answer("url", expected["base"] + written)
    if way == "own":
        return suite.Answer("url", "file:///home/" + written)
    if way == "normalised" and expected["resolved"]:
        return suite.Answer("url", expected["resolved"].replace("/ref", "/%2e/REF"))
    return suite.NOTHING


def write(folder, cases=500, programs=20):
    """Writes the copy, and returns its folder."""
    folder, chance = pathlib.Path(folder), random.Random(1808)
    shutil.copytree(SUITE, folder, ignore=shutil.ignore_patterns("cases", "results", "results.*", "__pycache__"), dirs_exist_ok=True)
    (folder / "results").mkdir()
    for number in range(cases):
        area = chance.choice(tuple(ENDINGS))
        one = random_case(chance, number, area)
        path = folder / "cases" / area / one.name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_suffix("." + one.ending).write_bytes(one.content)
        path.with_suffix(".json").write_text(made.written(area, one), encoding="utf-8")
    loaded = suite.load(folder / "cases")
    for number in range(programs):
        about = {"program": NAMES[number], "version": f"{number}.{chance.randrange(20)}.1", "date": "2026-11-27"}
        good, ways, answers = 0.98 if number == 0 else chance.uniform(.3, .97), chance.choices(WAYS, k=2), {}
        missing = chance.sample(tuple(ENDINGS), chance.randrange(4)) if number else ()
        for case in loaded:
            is_asked = case["id"].partition("/")[0] not in missing
            answers[case["id"]] = [random_answer(chance, one, good, ways) if is_asked else suite.UNSUPPORTED for one in case["references"]]
        if number > 0 and number == programs - 1:
            about["program"] += " " + HOSTILE
            answers[loaded[0]["id"]] = [suite.Answer("url", "http://x.example.org/" + HOSTILE)] * len(loaded[0]["references"])
        suite.record(folder / "results" / f"program-{number}.tsv", about, answers)
    return folder


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    write(sys.argv[1], *map(int, sys.argv[2:]))
