#!/usr/bin/env python3
"""Which part a reference names: the program against a slow matcher that says what INTERFACE and RFC 2557 say, on
messages made at random of few labels, so that many are borne twice; and RFC 2557's own examples.

Usage: test_parts.py [MESSAGES [SEED]]
"""

import functools
import json
import os
import random
import sys
import tempfile
import unittest

from support import run

MESSAGES = 1000
SEED = 2557

THIS_MESSAGE = "thismessage:/"
IDS = ["a", "b", "c%61"]
MESSAGE_IDS = ["m", "n", "o@h"]
LOCATIONS = ["x", "x", "x y", "d/x", "./d/x", "http://h/x", "http://h/x y", "HTTP://H:80/d/x", "HTTP://H/x", "cid:l", "cid:a", "x#f",
             "thismessage:/x", "urn:x"]
BASES = ["http://h/", "http://h/d/e", "http://g/"]
REFERENCES = ["cid:a", "CID:%61", "cid:b", "cid:c%2561", "cid:l", "cid:none", "mid:m", "mid:n", "mid:none", "mid:m/a",
              "mid:o%40h/b", "mid:n/none", "x", "./x", "d/../x", "x y", "x%20y", "d/x", "../x", "/x", "http://h/x",
              "http://h:80/x", "http://h/d/../x", "HTTP://h/x#top", "http://h/x y", "http://h/x%20y", "thismessage:/x", "urn:x", "#x"]


# ---- URLs, as far as the lists above need ----

@functools.cache
def split(url):
    """Scheme with its colon, host with its slashes, path; without the fragment."""
    url = url.split("#")[0]
    head, colon, rest = url.partition(":")
    scheme, rest = (head + colon, rest) if colon and "/" not in head else ("", url)
    if not rest.startswith("//"):
        return scheme, "", rest
    host, slash, path = rest[2:].partition("/")
    return scheme, "//" + host, slash + path


@functools.cache
def without_dots(path):
    out = []
    segments = path.split("/")
    for i, segment in enumerate(segments):
        if segment == "..":
            # RFC 1808 keeps segments above the root; only equality matters here.
            if len(out) > 1:
                out.pop()
        elif segment != ".":
            out.append(segment)
        if segment in (".", "..") and i == len(segments) - 1:
            out.append("")
    return "/".join(out)


def goes_above_root(base, reference):
    return reference.startswith("../") and split(base)[2].count("/") < 2


@functools.cache
def resolve(base, reference):
    """Resolves by RFC 1808; None if segments above the root would matter."""
    if split(reference)[0]:
        return reference.split("#")[0]
    scheme, host, path = split(base)
    own = split(reference)[2]
    if not own:
        return scheme + host + path
    if goes_above_root(base, reference):
        return None
    return scheme + host + (own if own.startswith("/") else without_dots(path[:path.rfind("/") + 1] + own))


def serialise(url):
    """Resolves by the URL Standard."""
    scheme, host, path = split(url)
    if not path.startswith("/"):
        return scheme.lower() + path
    if scheme.lower() == "http:":
        host = host.lower().removesuffix(":80")
    return scheme.lower() + host + without_dots(path).replace(" ", "%20")


@functools.cache
def resolve_standard(base, reference):
    if goes_above_root(base, reference):
        reference = reference.removeprefix("../")
    return serialise(resolve(base, reference))


# ---- A message ----

class Entity:
    def __init__(self, kind, around):
        self.kind = kind  # related, mixed, message, html, other
        self.around = around
        self.children = []
        self.is_body = around is None or around.kind == "message"
        self.id = self.location = self.base = self.message_id = None
        self.references = []

    @functools.cache
    def inside(self):
        """The entity and everything inside it, in order."""
        found = [self]
        for child in self.children:
            found += child.inside()
        return found

    def ancestors(self):
        around = self.around
        while around:
            yield around
            around = around.around

    @functools.cache
    def relateds(self):
        """The enclosing entities, innermost first."""
        return [around for around in self.ancestors() if around.kind == "related"]

    def is_multipart(self):
        return self.kind in ("related", "mixed")

    def prefix(self):
        """Of the names of the parts of the message whose body this is, or of its own parts."""
        if self.is_body and self.is_multipart():
            return self.around.name() + "." if self.around else ""
        return self.name() + "."

    @functools.cache
    def name(self):
        if self.is_body:
            prefix = self.around.name() + "." if self.around else ""
            return prefix + ("TEXT" if self.is_multipart() else "1")
        return self.around.prefix() + str(self.around.children.index(self) + 1)

    def heading_name(self):
        if self.is_body:
            return (self.around.name() + "." if self.around else "") + "HEADER"
        return self.name() + ".MIME"


def make(rng, around=None, depth=0):
    kinds = ["related"] * 4 + ["mixed"] * 3 + ["message"] * 2 + ["html"] * 5 + ["other"] * 2
    if depth == 0:
        kinds = ["related", "mixed"]
    elif depth > 5:
        kinds = ["html", "other"]
    self = Entity(rng.choice(kinds), around)
    if self.is_body and rng.random() < 0.8:
        self.message_id = rng.choice(MESSAGE_IDS)
    if rng.random() < 0.4:
        self.id = rng.choice(IDS)
    if rng.random() < 0.5:
        self.location = rng.choice(LOCATIONS)
    if rng.random() < 0.2:
        self.base = rng.choice(BASES)
    if self.kind == "message":
        self.children = [make(rng, self, depth + 1)]
    elif self.is_multipart():
        for _ in range(rng.randint(1, 4)):
            self.children.append(make(rng, self, depth + 1))
    elif self.kind == "html":
        self.references = rng.sample(REFERENCES, 8)
    return self


def write(self, boundaries):
    out = []
    if self.message_id:
        out.append("Message-ID: <%s>" % self.message_id)
    if self.id:
        out.append("Content-ID: <%s>" % self.id)
    if self.location:
        out.append("Content-Location: " + self.location)
    if self.base:
        out.append("Content-Base: " + self.base)
    if self.kind == "html":
        out += ["Content-Type: text/html", ""]
        out += ['<img src="%s">' % reference for reference in self.references]
    elif self.kind == "other":
        out += ["Content-Type: image/gif", "", "x"]
    elif self.kind == "message":
        out += ["Content-Type: message/rfc822", "", write(self.children[0], boundaries)]
    else:
        boundaries.append("b%d." % len(boundaries))
        boundary = boundaries[-1]
        out += ["Content-Type: multipart/%s; boundary=%s" % (self.kind, boundary), ""]
        for child in self.children:
            out += ["--" + boundary, write(child, boundaries)]
        out.append("--%s--" % boundary)
    return "\n".join(out) + "\n"


# ---- The matcher ----

class Matcher:
    def __init__(self, root):
        self.all = root.inside()

    @staticmethod
    def is_base(location):
        return location and " " not in location and not location.startswith(("cid:", "urn:"))

    @functools.cache
    def base_of(self, entity):
        """The base by the default headers, or thismessage:/ if nothing defines one."""
        if entity is None:
            return THIS_MESSAGE
        if entity.base:
            return entity.base
        around = self.base_of(entity.around)
        return resolve(around, entity.location) if self.is_base(entity.location) else around

    def base_of_location(self, entity):
        return entity.base or self.base_of(entity.around)

    def nearest(self, candidates, entity):
        """The first match in the innermost enclosing multipart that has any."""
        arounds = ([entity] if entity.children else []) + list(entity.ancestors()) + [entity]
        for around in arounds:
            inside = around.inside()
            for candidate in candidates:
                if candidate in inside:
                    return candidate
        return None

    def others(self, entity, wanted):
        return [other for other in self.all if other is not entity and wanted(other)]

    def by_cid(self, label, entity):
        decoded = label.partition(":")[2].replace("%61", "a").replace("%2561", "%61")
        decoded = "c%61" if label.endswith("c%2561") else decoded
        by_id = self.nearest(self.others(entity, lambda other: other.id == decoded), entity)
        if by_id:
            return "part", by_id.name()
        located = self.nearest(self.others(entity, lambda other: other.location == label), entity)
        if located:
            return "part", located.name()
        own = entity.id == decoded or entity.location == label
        return (None, None) if own else ("missing-part", None)

    def by_mid(self, label, entity):
        message_id, slash, content_id = label.replace("%40", "@")[4:].partition("/")
        messages = [other for other in self.all if other.message_id == message_id]
        if not messages:
            return None, None
        if not slash:
            return "part", messages[0].name()
        inside = [other for other in self.all
                  if other.id == content_id and any(other in message.inside() for message in messages)]
        if not inside:
            return "missing-part", None
        return "part", self.nearest(inside, entity).name()

    def same_octets(self, base, reference, other):
        resolved = resolve(base, reference)
        return resolved is not None and resolved == resolve(self.base_of_location(other), other.location)

    def same_standard(self, base, reference, other):
        return resolve_standard(base, reference) == resolve_standard(self.base_of_location(other), other.location)

    @functools.cache
    def names(self, reference, entity):
        """(status, target part) of a reference; (None, None) if it names no part."""
        label = reference.split("#")[0]
        if reference.startswith("#"):
            return None, None
        if label[:4].lower() == "cid:":
            return self.by_cid(label, entity)
        if label.startswith("mid:"):
            return self.by_mid(label, entity)
        base = self.base_of(entity)
        for related in entity.relateds():
            level = self.others(entity, lambda other: other.location and other.relateds()[:1] == [related])
            for same in (self.same_octets, self.same_standard):
                found = self.nearest([other for other in level if same(base, reference, other)], entity)
                if found:
                    return "part", found.name()
        return None, None

    @functools.cache
    def ambiguous(self):
        """The headings of parts with the same label as an earlier part of the multipart/related, and the label."""
        found = set()
        for n, part in enumerate(self.all):
            for other in self.all[:n]:
                shared = [r for r in [part] + part.relateds() if r.kind == "related" and r in [other] + other.relateds()]
                if part.id and part.id == other.id and shared:
                    found.add((part.heading_name(), "Content-ID"))
                if not part.location or not other.location or part.relateds()[:1] != other.relateds()[:1]:
                    continue
                base = self.base_of_location(part)
                same = self.same_octets(base, part.location, other) or self.same_standard(base, part.location, other)
                if same and part.relateds():
                    found.add((part.heading_name(), "Content-Location"))
        return found


def analyse(command, folder, wanted, *options):
    """The rows of each file. What is not wanted is not parsed, because that takes half of the time."""
    done = run(command, "--format", "jsonl", *options, folder)
    per_file = {}
    for line in done.stdout.decode().splitlines():
        if wanted not in line:
            continue
        row = json.loads(line)
        per_file.setdefault(os.path.basename(row["source"]), []).append(row)
    return per_file


class RandomMessages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        rng = random.Random(SEED)
        cls.folder = tempfile.TemporaryDirectory()
        cls.matchers = {}
        for i in range(MESSAGES):
            name = "%05d.eml" % i
            root = make(rng)
            cls.matchers[name] = Matcher(root)
            with open(os.path.join(cls.folder.name, name), "w") as file:
                file.write("Subject: x\n" + write(root, []))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def fail_with(self, name, *what):
        with open(os.path.join(self.folder.name, name)) as file:
            self.fail("\n".join(map(str, what)) + "\n" + file.read())

    def check_links(self, *options):
        found = analyse("links", self.folder.name, '"context":"img@src"', *options)
        named = 0
        for name, matcher in self.matchers.items():
            rows = {}
            for row in found.get(name, []):
                if row["context"] == "img@src":
                    rows.setdefault(row["part"], []).append(row)
            for entity in matcher.all:
                self.assertEqual(len(entity.references), len(rows.get(entity.name(), [])))
                for reference, row in zip(entity.references, rows.get(entity.name(), [])):
                    status = row["status"] if row["status"] in ("part", "missing-part") else None
                    expected = matcher.names(reference, entity)
                    if (status, row["target_part"]) != expected:
                        self.fail_with(name, entity.name(), reference, expected, row)
                    named += status == "part"
        self.assertGreater(named, MESSAGES)

    def test_links(self):
        self.check_links()

    def test_options_do_not_matter(self):
        self.check_links("--rules", "whatwg", "--base-headers", "base")

    def check_ambiguous(self, *options):
        found = analyse("check", self.folder.name, '"code":"ambiguous-part"', *options)
        told = 0
        for name, matcher in self.matchers.items():
            rows = {(row["part"], "Content-ID" if " Content-ID " in row["detail"] else "Content-Location")
                    for row in found.get(name, []) if row["code"] == "ambiguous-part"}
            expected = matcher.ambiguous()
            if rows != expected:
                self.fail_with(name, "too many:", rows - expected, "missing:", expected - rows)
            told += len(rows)
        self.assertGreater(told, MESSAGES // 10)

    def test_ambiguous_parts(self):
        self.check_ambiguous()

    def test_ambiguous_parts_whatever_the_options(self):
        self.check_ambiguous("--rules", "rfc3986", "--base-headers", "base")


# ---- The examples of RFC 2557 section 9 ----

def related(*parts, fields=""):
    body = "".join("--b\n%s\n" % part for part in parts)
    return "%sMIME-Version: 1.0\nContent-Type: multipart/related; boundary=b; type=\"text/html\"\n\n%s--b--\n" % (fields, body)


def page(body, fields=""):
    return "%sContent-Type: text/html; charset=iso-8859-1\n\n%s\n" % (fields, body)


def picture(fields):
    return "%sContent-Type: image/gif\nContent-Transfer-Encoding: base64\n\nR0lGODlhAQABAAAAACw=\n" % fields


EXAMPLES = [
    ("9.2: an absolute URI, two pictures of which one is not there",
     related(page('<img src="http://www.site.example/images/logo.gif"><img src="http://www.site.example/images/far.gif">',
                  "Content-Location: http://www.site.example/whatever/page.html\n"),
             picture("Content-Location: http://www.site.example/images/logo.gif\n")),
     [("1", "http://www.site.example/images/logo.gif", "part", "2"),
      ("1", "http://www.site.example/images/far.gif", "absolute", None)]),
    ("9.3: relative URIs, and a base in the heading of the multipart/related",
     related(page('<img src="/images/logo1.gif"><img src="images/logo2.gif">'),
             picture("Content-Location: http://www.site.example/images/logo1.gif\n"),
             picture('Content-Location: "images/logo2.gif"\n'),
             fields="Content-Location: http://www.site.example/\n"),
     [("1", "/images/logo1.gif", "part", "2"), ("1", "images/logo2.gif", "part", "3")]),
    ("9.4: relative URIs, and no base",
     related(page('<img src="logo.gif">'), picture('Content-Location: "logo.gif"\n')),
     [("1", "logo.gif", "part", "2")]),
    ("9.4, with a place for the page itself",
     related(page('<img src="logo.gif">', "Content-Location: page.html\n"), picture("Content-Location: logo.gif\n")),
     [("1", "logo.gif", "part", "2")]),
    ("9.5: cid: and Content-ID",
     related(page('<img src="cid:foo4*foo1@site.example">', "Content-ID: <foo3@site.example>\n"),
             picture("Content-ID: <foo4*foo1@site.example>\n")),
     [("1", "cid:foo4*foo1@site.example", "part", "2")]),
]

# 9.6: a multipart/related inside another one: matched from the inside out, never inwards.
NESTED = """MIME-Version: 1.0
Content-Type: multipart/related; boundary=o; type="text/html"

--o
Content-Type: text/html
Content-ID: <p2@x>

<img src="http://www.site.example/p4"><img src="http://www.site.example/p6">
<img src="cid:p5@x">
--o
Content-Type: image/gif
Content-Location: http://www.site.example/p4

x
--o
Content-Type: multipart/related; boundary=i; type="text/html"
Content-Location: http://www.site.example/p5

--i
Content-Type: text/html
Content-ID: <p5@x>

<img src="http://www.site.example/p4"><img src="http://www.site.example/p6">
--i
Content-Type: image/gif
Content-Location: http://www.site.example/p6

x
--i--
--o--
"""
EXAMPLES.append(
    ("9.6: references between nested body parts", NESTED,
     [("1", "http://www.site.example/p4", "part", "2"), ("1", "http://www.site.example/p6", "absolute", None),
      ("1", "cid:p5@x", "part", "3.1"), ("3.1", "http://www.site.example/p4", "part", "2"),
      ("3.1", "http://www.site.example/p6", "part", "3.2")]))


class Rfc2557(unittest.TestCase):
    maxDiff = None

    def test_examples(self):
        for why, message, expected in EXAMPLES:
            with self.subTest(why=why):
                rows = [json.loads(line) for line in
                        run("links", "--format", "jsonl", input=message.encode()).stdout.decode().splitlines()]
                found = [(row["part"], row["reference"], row["status"], row["target_part"]) for row in rows
                         if row["context"] == "img@src"]
                self.assertEqual(found, expected)
                checked = run("check", "--format", "jsonl", input=message.encode())
                errors = [row for row in map(json.loads, checked.stdout.decode().splitlines())
                          if row["severity"] == "error"]
                self.assertEqual(errors, [])
                self.assertEqual(checked.returncode, 0, checked.stderr)

    def test_a_relative_location_is_told_where_it_is_no_label(self):
        message = "Content-Location: page.html\nContent-Type: text/html\n\nx"
        rows = run("check", "--format", "jsonl", input=message.encode()).stdout.decode().splitlines()
        self.assertEqual([json.loads(row)["code"] for row in rows], ["base-not-absolute", "no-base"])


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1].isdigit():
        MESSAGES = int(sys.argv.pop(1))
        if len(sys.argv) > 1 and sys.argv[1].isdigit():
            SEED = int(sys.argv.pop(1))
    unittest.main()
