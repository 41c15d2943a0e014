"""What the suite expects of feeds and linked data, computed once more: readers that are written from RFC 4287, Atom 0.3, XML Base, RSS and JSON-LD
1.1, and share no code with the sources of the cases or with mimebase, have the expected answers to every decided reference of the area feeds. The
reader of JSON-LD has the answers of mimebase to random documents, too."""

import base64
import html.parser
import itertools
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest
from xml.etree import ElementTree

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "cli"), str(HERE.parents[1] / "samples" / "suite")]

import suite  # noqa: E402
from support import EXE  # noqa: E402
from test_clauses import CASES, SPECIFICATIONS, absolute, bases, joined, read  # noqa: E402

# What these readers do not do.
BEYOND = {"feeds/atom-base-value-iri-host": "no name of a host is converted to ASCII"}

SEED, COUNT = 4, int(os.environ.get("MIMEBASE_RANDOM_FEEDS", "400"))

XML_BASE = "{http://www.w3.org/XML/1998/namespace}base"
ATOM, ATOM_03 = "http://www.w3.org/2005/Atom", "http://purl.org/atom/ns#"
XHTML, SVG, RSS_CONTENT = "http://www.w3.org/1999/xhtml", "http://www.w3.org/2000/svg", "http://purl.org/rss/1.0/modules/content/"
RDF = "{http://www.w3.org/1999/02/22-rdf-syntax-ns#}"
WEB_ATTRIBUTES = ("href", "src", "cite", "poster", "data", "action", "{http://www.w3.org/1999/xlink}href")
# The attributes and the elements of a vocabulary that are references (RFC 4287; draft-ietf-atompub-format-00; RDF/XML; CDF), and those that are HTML.
ATTRIBUTES = {(ATOM, "link"): ["href"], (ATOM, "content"): ["src"], (ATOM, "generator"): ["uri"], (ATOM_03, "link"): ["href"],
              (ATOM_03, "generator"): ["url"], ("", "ITEM"): ["HREF"], ("", "LOGO"): ["HREF"]}
TEXTS = {(ATOM, "icon"), (ATOM, "logo"), (ATOM, "uri"), (ATOM_03, "url")}
HTML = {("", "description"), (RSS_CONTENT, "encoded")}


class Markup(html.parser.HTMLParser):
    """The references in a piece of HTML."""

    def __init__(self, text):
        super().__init__()
        self.found = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.found += [value.strip() for name, value in attributes if name in WEB_ATTRIBUTES]


def in_xml(element, base, specification):
    """The references in an element, with their bases."""
    namespace, _, name = element.tag.rpartition("}")
    namespace, base_around = namespace[1:], base
    # The HTML Standard and SVG 2 have no xml:base.
    declared = None if specification == "whatwg" and namespace in (XHTML, SVG) else element.get(XML_BASE)
    if declared is not None:
        base = joined(base, declared)
    names = WEB_ATTRIBUTES if namespace in (XHTML, SVG) else [*ATTRIBUTES.get((namespace, name), ()), RDF + "about", RDF + "resource"]
    yield from ((value, base) for attribute in names if (value := element.get(attribute)) is not None)
    if (namespace, name) == ("", "CHANNEL"):
        yield from ((value, base_around) for value in [element.get("HREF")] if value)
        base = joined(base, element.get("BASE")) if element.get("BASE") else base
    text, mode, kind = element.text or "", element.get("mode"), element.get("type")
    if (namespace, name) in TEXTS:
        yield text.strip(), base
    is_html = namespace == ATOM and kind == "html" or namespace == ATOM_03 and kind == "text/html" and mode in ("escaped", "base64")
    if is_html or (namespace, name) in HTML:
        yield from ((value, base) for value in Markup(base64.b64decode(text).decode() if mode == "base64" else text).found)
    for child in element:
        yield from in_xml(child, base, specification)


def processed(context, local, document):
    """The base and the terms that a local context gives (JSON-LD 1.1 API, context processing). What has a URL is not loaded."""
    base, terms = context
    for one in local if isinstance(local, list) else [local]:
        if one is None:
            base, terms = document, {}
        elif isinstance(one, dict):
            if "@base" in one:
                base = one["@base"] if one["@base"] is None else joined(base, one["@base"])
            terms = terms | {name: definition for name, definition in one.items() if not name.startswith("@")}
    return base, terms


def in_json(value, context, document, key=None):
    """The references in a value of a key, resolved (JSON-LD 1.1 API, expansion)."""
    if isinstance(value, list):
        for one in value:
            yield from in_json(one, context, document, key)
        return
    definition = context[1].get(key)
    definition = definition if isinstance(definition, dict) else {"@id": definition}
    if "@context" in definition:
        context = processed(context, definition["@context"], document)
    if isinstance(value, str) and definition.get("@type") == "@id":
        yield value, joined(context[0], value)
    if not isinstance(value, dict) or "@value" in value:
        return
    context = processed(context, value["@context"], document) if "@context" in value else context
    for name, inner in value.items():
        if name == "@id" or context[1].get(name) in ("@id", {"@id": "@id"}):
            yield inner, joined(context[0], inner)
        elif name in ("@graph", "@list", "@set") or not name.startswith("@"):
            yield from in_json(inner, context, document, name)


def linked_data(text):
    """The JSON of a document, and the base that HTML around it declares."""
    script = re.search(r"<script[^>]*>(.*)</script>", text, re.S)
    element = script and re.search(r'<base href="([^"]*)">', text)
    return json.loads(script[1] if script else text), element and element[1]


def computed(case, reference, specification):
    """The URLs, or None, that are right for a reference."""
    raw = pathlib.Path(case["path"]).read_bytes().decode("latin-1")
    if case["file"].endswith((".eml", ".warc")):
        entity = next(one for one in read(raw.replace("\r\n", "\n")).walk() if re.search(r"[+/](xml|ld\+json)$", one.kind))
        text, outer = entity.text().strip(), bases(entity, specification)
    else:
        text, outer = raw.encode("latin-1").decode(), [None]
    found = set()
    for base in outer:
        if "json" in case["tags"] or "json-ld" in case["tags"]:
            document, element = linked_data(text)
            base = element or base
            mine = [url for written, url in in_json(document, (base, {}), base) if written == reference["written"]]
        else:
            mine = [joined(one, written) for written, one in in_xml(ElementTree.fromstring(text), base, specification) if written == reference["written"]]
        found |= set(mine[:1] or [None])
    return found


class Clauses(unittest.TestCase):
    def test_expected_answers_follow_from_the_clauses(self):
        wrong, count = {}, 0
        for case in suite.load(CASES / "feeds"):
            for reference, specification in itertools.product(case["references"], SPECIFICATIONS):
                if specification not in reference.get("expected", {}):
                    continue
                count += 1
                expected = [one["resolved"] for one in suite.targets(reference["expected"][specification])]
                mine = computed(case, reference, specification)
                if not any(one == two or suite.same_url(one, two) for one in mine for two in expected):
                    wrong[case["id"]] = (specification, mine, expected)
        self.assertEqual({name: what for name, what in wrong.items() if name not in BEYOND}, {})
        self.assertEqual(set(wrong), set(BEYOND))
        self.assertGreater(count, 800)


class Documents:
    """Random documents of JSON-LD, in which all contexts are inside."""
    TERMS = ("knows", "note", "part", "other")
    VOCABULARY = "http://vocabulary.example.org/"

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.count = 0

    def chance(self, share):
        return self.random.random() < share

    def base(self, can_be_relative):
        choices = ["http://a.example.org/x/", "http://b.example.org/y/z"] + (["i/", "../j/", "/k/"] if can_be_relative else [None])
        return self.random.choice(choices)

    def definition(self, name):
        url = self.VOCABULARY + name
        scoped = {"@context": self.random.choice([{"@base": self.base(self.relative)}, [{"@base": "http://c.example.org/"}, {"@base": self.base(self.relative)}]])}
        return self.random.choice([url, {"@id": url}, {"@id": url, "@type": "@id"}, {"@type": "@id", "@id": url, "@container": "@set"},
                                   {"@id": url, **scoped}, {"@id": url, "@type": "@id", **scoped}])

    def context(self, share):
        one = {"@base": self.base(self.relative)} if self.chance(0.5) else {}
        one |= {name: self.definition(name) for name in self.TERMS if self.chance(share)} | ({"name": "@id"} if self.chance(share) else {})
        if self.chance(0.2):
            return [one, *([None] if self.chance(0.3) else []), self.context(share)]
        return None if self.chance(0.1) else one

    def reference(self):
        self.count += 1
        return f"ref{self.count}"

    def value(self, depth):
        kind = self.random.randrange(4 if depth else 2)
        return (self.reference() if kind == 0 else [self.reference(), self.reference()] if kind == 1 else self.node(depth - 1) if kind == 2
                else [self.reference(), self.node(depth - 1)])

    def node(self, depth, share=0.3):
        pairs = [("name" if self.chance(0.3) else "@id", self.reference()), *((name, self.value(depth)) for name in self.TERMS if self.chance(0.6))]
        if self.chance(share):
            pairs.insert(self.random.randrange(len(pairs) + 1), ("@context", self.context(share)))
        return dict(pairs)

    def document(self):
        self.count, self.relative = 0, self.chance(0.5)
        return self.node(3, 0.9)


class LinkedData(unittest.TestCase):
    DOCUMENT = "http://document.example.org/d/x.jsonld"

    def test_random_documents(self):
        documents = Documents(SEED)
        made = [documents.document() for _ in range(COUNT)]
        with tempfile.TemporaryDirectory() as folder:
            for number, document in enumerate(made):
                (pathlib.Path(folder) / f"{number}.jsonld").write_text(json.dumps(document))
            rows = subprocess.run([EXE, "links", "--rules", "rfc3986", "--retrieval-url", self.DOCUMENT, "--format", "jsonl", folder],
                                  capture_output=True, check=True).stdout.splitlines()
        found = [{} for _ in made]
        for row in map(json.loads, rows):
            if re.fullmatch(r"ref\d+", row["reference"]):
                found[int(pathlib.Path(row["source"]).stem)][row["reference"]] = row["resolved"]
        count = 0
        for document, mine in zip(made, found):
            expected = {written: url for written, url in in_json(document, (self.DOCUMENT, {}), self.DOCUMENT)}
            count += len(expected)
            self.assertEqual(expected, mine, json.dumps(document))
        self.assertGreater(count, 5 * COUNT)


if __name__ == "__main__":
    unittest.main()
