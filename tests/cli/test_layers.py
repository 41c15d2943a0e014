"""The layers of random messages against a model: header fields, documents, saved pages and JSON-LD, inside multiparts,
messages, HTTP messages with and without codings, and fragments, nested in one another."""

import base64
import gzip
import os
import random
import unittest
import zlib
from urllib.parse import urljoin

from tables import analyse, pick, rows_of, run

SEED = int(os.environ.get("MIMEBASE_SEED", "1808"))
COUNT = int(os.environ.get("MIMEBASE_COUNT", "300"))
REFERENCES = ("a.html", "d/b.html", "../up.html", "/root.html", "//other.example/x", "http://abs.example/y", "c.html#f", "d/?q=1")


class Base:
    """A base that applies: its URL, what declares it, and the entity or part whose declaration it is."""

    def __init__(self, url, by, part, entity):
        self.url, self.by, self.part, self.entity = url, by, part, entity

    def seen_from(self, entity):
        if self.by in ("retrieval-url", "target-uri", "saved-from"):
            return (self.url, "3.3", self.by, None)
        return (self.url, "3.1" if self.entity == entity else "3.2", self.by, self.part)


def resolved(base, reference):
    if base is None:
        return reference if "://" in reference else None
    return urljoin(base.url, reference)


class Message:
    """A random message, and the rows that it should have. With `by` target-uri, it is an HTTP message."""

    def __init__(self, seed, retrieval, by="retrieval-url"):
        self.random = random.Random(seed)
        self.urls = 0
        self.rows = []
        outer = Base(retrieval, by, None, None) if retrieval else None
        self.bytes = self.message("", outer, 0, http=by == "target-uri")
        if by == "target-uri":
            self.bytes = self.as_http(b"Server: s\n" + self.bytes)

    def url(self):
        self.urls += 1
        return "http://h%d.example/p%d/q/" % (self.urls, self.urls)

    def chance(self, share):
        return self.random.random() < share

    def expect(self, part, context, reference, base, entity):
        about = base.seen_from(entity) if base else ("", "3.4", "none", None)
        self.rows.append((part, context, reference, resolved(base, reference), *about))

    def fields(self, heading, definer, entity, outer, http):
        """Fields that declare bases, in the order of their precedence, and the base that applies inside. The location of an HTTP
        message is none (RFC 9110 section 8.7)."""
        declared = []
        if self.chance(0.25):
            declared.append(("Base", "<URL:%s>", "base-header", self.url()))
        if self.chance(0.25):
            declared.append(("Content-Base", "%s", "content-base", self.url()))
        if self.chance(0.3):
            url = self.url() if self.chance(0.5) else "loc%d/" % self.urls
            declared.append(("Content-Location", "%s", "content-location", url))
        # The next layer out of each: the declarations behind it, or what is around it. A location is relative to all others.
        bases = {}
        others = outer
        for name, _, by, url in reversed(declared):
            if name != "Content-Location":
                others = Base(url, by, definer, entity)
        around = outer
        for name, _, by, url in reversed(declared):
            bases[name] = others if name == "Content-Location" else around
            absolute = resolved(bases[name], url)
            if absolute and not (http and name == "Content-Location"):
                around = Base(absolute, by, definer, entity)
        for name, form, _, url in declared:
            self.expect(heading, "header:" + name.lower(), url, bases[name], entity)
        return ["%s: %s" % (name, form % url) for name, form, _, url in declared], around

    def message(self, prefix, outer, depth, http=False):
        """A message whose parts' names begin with `prefix`."""
        kind = self.kind(depth)
        part = prefix + ("TEXT" if kind == "multipart" else "1")
        heading = prefix + "HEADER"
        return self.entity(kind, part, prefix, heading, heading, outer, depth, http)

    def kind(self, depth):
        if depth > 4:
            return self.random.choice(["html", "json"])
        return self.random.choice(["html", "html", "json", "multipart", "multipart", "rfc822", "http", "http", "partial"])

    def entity(self, kind, part, prefix, heading, definer, outer, depth, http):
        entity = heading
        fields, base = self.fields(heading, definer, entity, outer, http)
        if http and self.chance(0.3):
            reference = self.random.choice(REFERENCES)
            fields.append("Location: " + reference)
            self.expect(heading, "header:location", reference, base, entity)
        lines, body = getattr(self, kind)(part, prefix, base, entity, depth)
        if http:
            pass  # HTTP has no transfer encodings of MIME
        elif kind in ("html", "json", "http") and self.chance(0.4):
            lines.append("Content-Transfer-Encoding: base64")
            body = base64.encodebytes(body)
        elif kind == "http":
            lines.append("Content-Transfer-Encoding: binary")
            if body.count(b"\n--"):  # what is in it must not look like a delimiter
                lines[-1] = "Content-Transfer-Encoding: base64"
                body = base64.encodebytes(body)
        return "\n".join([*fields, *lines, "", ""]).encode() + body

    def html(self, part, _, base, entity, __):
        document = "<!DOCTYPE html>\n"
        saved = None
        if self.chance(0.3):
            saved = self.url()
            document += "<!-- saved from url=(%04d)%s -->\n" % (len(saved), saved)
            if base is None:
                base = Base(saved, "saved-from", None, None)
        document += "<html>"
        tags = []
        inside = base
        if self.chance(0.4):
            href = self.url() if self.chance(0.6) else "rel%d/" % self.urls
            absolute = resolved(base, href)
            if absolute:
                inside = Base(absolute, "html-base", part, entity)
            self.expect(part, "base@href", href, base, entity)
            tags.append('<base href="%s">' % href)
        if saved:  # the comment is searched as text
            self.expect(part, "text", saved, inside, entity)
        for _ in range(self.random.randrange(1, 3)):
            reference = self.random.choice(REFERENCES)
            self.expect(part, "a@href", reference, inside, entity)
            tags.append('<a href="%s">x</a>' % reference)
        return ["Content-Type: text/html"], (document + "".join(tags) + "</html>").encode()

    def json(self, part, _, base, entity, __):
        return ["Content-Type: application/ld+json"], self.json_object(part, base, entity, 0).encode()

    def json_object(self, part, base, entity, depth):
        context, inside = None, base
        kind = self.random.choice(["none", "none", "absolute", "relative", "null"])
        if kind == "null":
            context, inside = '"@context": {"@base": null}', None
        elif kind != "none":
            url = self.url() if kind == "absolute" else "rel%d/" % self.urls
            absolute = resolved(base, url)
            if absolute:
                inside = Base(absolute, "json-base", part, entity)
            context = '"@context": {"@base": "%s"}' % url
            declared = (part, url)
        members = []
        late = context is not None and self.chance(0.4)
        if context and not late:
            members.append(context)
            if kind != "null":
                self.expect(declared[0], "ld+json", declared[1], base, entity)
        reference = self.random.choice(REFERENCES)
        members.append('"@id": "%s"' % reference)
        self.expect(part, "ld+json", reference, inside, entity)
        if depth < 3 and self.chance(0.4):
            members.append('"about": ' + self.json_object(part, inside, entity, depth + 1))
        if late:
            members.append(context)
            if kind != "null":
                self.expect(declared[0], "ld+json", declared[1], base, entity)
        return "{%s}" % ", ".join(members)

    def multipart(self, part, prefix, base, entity, depth):
        inner = part + "." if not part.endswith("TEXT") else prefix
        boundary = "b%d" % self.random.randrange(10**9)
        body = b""
        for number in range(1, self.random.randrange(2, 4)):
            name = inner + str(number)
            child = self.entity(self.kind(depth + 1), name, None, name + ".MIME", name, base, depth + 1, False)
            body += b"--%s\n%s\n" % (boundary.encode(), child)
        return ["Content-Type: multipart/mixed; boundary=" + boundary], body + b"--%s--\n" % boundary.encode()

    def rfc822(self, part, _, base, __, depth):
        return ["Content-Type: message/rfc822"], b"Subject: inner\n" + self.message(part + ".", base, depth + 1)

    def partial(self, part, _, base, __, depth):
        return (["Content-Type: message/partial; id=x; number=1; total=2"],
                b"Subject: first\n" + self.message(part + ".", base, depth + 1))

    def http(self, part, _, base, __, depth):
        inner = b"Server: s\n" + self.message(part + ".", base, depth + 1, http=True)
        kind = self.random.choice(["message/http", "application/http; msgtype=response"])
        return ["Content-Type: " + kind], self.as_http(inner)

    def as_http(self, message):
        """With a start line, and perhaps with codings."""
        header, body = message.split(b"\n\n", 1)
        codings = []
        while self.chance(0.4) and len(codings) < 3:
            coding = self.random.choice(["gzip", "deflate"])
            body = gzip.compress(body) if coding == "gzip" else zlib.compress(body)
            codings.append(coding)
        if codings:
            header += b"\nContent-Encoding: " + ", ".join(codings).encode()
        if self.chance(0.4):
            size = self.random.randrange(1, 50)
            pieces = [body[i:i + size] for i in range(0, len(body), size)]
            body = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"
            header += b"\nTransfer-Encoding: chunked"
        start = self.random.choice([b"HTTP/1.1 200 OK", b"HTTP/1.0 404 Not Found", b"POST /x HTTP/1.1"])
        newline = self.random.choice([b"\r\n", b"\n"])
        return newline.join([start, *header.split(b"\n"), b"", b""]) + body


# JSON-LD 1.1 sections 3.1 and 4.1.3, inside a part with the base http://o.example/d/: the document, and what references
# become.
CONTEXTS = [
    ("behind the key that it applies to", '{"@id": "x", "@context": {"@base": "http://b.example/"}}',
     {"x": "http://b.example/x", "http://b.example/": "http://b.example/"}),
    ("relative", '{"@context": {"@base": "e/"}, "@id": "x"}', {"e/": "http://o.example/d/e/", "x": "http://o.example/d/e/x"}),
    ("in an array, the last one wins", '{"@context": ["http://s.example/", {"@base": "e/"}, {"@base": "f/"}], "@id": "x"}',
     {"http://s.example/": "http://s.example/", "e/": "http://o.example/d/e/", "f/": "http://o.example/d/e/f/",
      "x": "http://o.example/d/e/f/x"}),
    ("null", '{"@context": {"@base": null}, "@id": "x"}', {"x": None}),
    ("nested", '{"@context": {"@base": "e/"}, "a": {"@context": {"@base": null}, "b": [{"@id": "x"}]}, "@id": "y"}',
     {"e/": "http://o.example/d/e/", "x": None, "y": "http://o.example/d/e/y"}),
    ("a context of null is that of the document", '{"@context": {"@base": "e/"}, "a": {"@context": null, "@id": "x"}}',
     {"e/": "http://o.example/d/e/", "x": "http://o.example/d/x"}),
    ("null in an array of contexts", '{"@context": [{"@base": "e/"}, null], "@id": "x"}',
     {"e/": "http://o.example/d/e/", "x": "http://o.example/d/x"}),
    ("in the definition of a term", '{"@context": {"t": {"@id": "y", "@context": {"@base": "e/"}}}, "@id": "x"}',
     {"e/": "http://o.example/d/e/", "x": "http://o.example/d/x"}),
    ("of the values of a term", '{"@context": {"t": {"@id": "y", "@context": {"@base": "http://b.example/"}}}, "t": {"@id": "x", "t": [{"@id": "z"}]}, "@id": "w"}',
     {"http://b.example/": "http://b.example/", "x": "http://b.example/x", "z": "http://b.example/z",
      "w": "http://o.example/d/w"}),
    ("of the strings of a term", '{"t": ["x"], "@context": {"t": {"@id": "y", "@type": "@id", "@context": [{"@base": "e/"}, {"@base": "f/"}]}}}',
     {"x": "http://o.example/d/e/f/x", "e/": "http://o.example/d/e/", "f/": "http://o.example/d/f/"}),
    ("null in the definition of a term", '{"@context": {"@base": "e/", "t": {"@id": "y", "@context": {"@base": null}}}, "t": {"@id": "x"}, "@id": "z"}',
     {"e/": "http://o.example/d/e/", "x": None, "z": "http://o.example/d/e/z"}),
    ("around the context of a value of a term", '{"@context": {"t": {"@id": "y", "@context": {"@base": "e/"}}}, "t": {"@context": {"@base": "f/"}, "@id": "x"}}',
     {"e/": "http://o.example/d/e/", "f/": "http://o.example/d/e/f/", "x": "http://o.example/d/e/f/x"}),
    ("of a term that a later context defines again", '{"@context": [{"t": {"@id": "y", "@context": {"@base": "e/"}}}, {"t": "http://v.example/t"}], '
     '"t": {"@id": "x"}}',
     {"e/": "http://o.example/d/e/", "http://v.example/t": "http://v.example/t", "x": "http://o.example/d/x"}),
    ("ends with its object", '[{"@context": {"@base": "e/"}, "@id": "x"}, {"@id": "y"}]',
     {"e/": "http://o.example/d/e/", "x": "http://o.example/d/e/x", "y": "http://o.example/d/y"}),
    ("escaped", r'{"@context": {"@base": "http:\/\/b.example\/"}, "@id": "x"}',
     {"http://b.example/": "http://b.example/", "x": "http://b.example/x"}),
    ("no context", '{"@base": "e/", "@id": "x"}', {"e/": "http://o.example/d/e/", "x": "http://o.example/d/x"}),
    ("cut off", '{"@context": {"@base": "e/"}, "@id": "x", "a": {"@id": "y"', {"e/": "http://o.example/d/e/",
                                                                            "x": "http://o.example/d/e/x", "y": "http://o.example/d/e/y"}),
]


class Contexts(unittest.TestCase):
    def test_bases(self):
        heading = "Content-Base: http://o.example/d/\nContent-Type: %s\n\n"
        messages = [heading % "application/ld+json" + json for _, json, _ in CONTEXTS]
        messages += [heading % "text/html" + '<script type="application/ld+json">%s</script>' % json for _, json, _ in CONTEXTS]
        for (why, json, expected), rows in zip(CONTEXTS * 2, analyse("links", messages)):
            with self.subTest(why=why, json=json):
                self.assertEqual(expected, {row["reference"]: row["resolved"] for row in rows if row["context"] == "ld+json"})


class Layers(unittest.TestCase):
    def compare(self, seed, count, retrieval=""):
        messages = [Message(seed + i, retrieval) for i in range(count)]
        options = ("--retrieval-url", retrieval) if retrieval else ()
        self.judge(seed, messages, analyse("links", [b"Subject: s\n" + message.bytes for message in messages], *options))

    def judge(self, seed, messages, found):
        for i, (message, rows) in enumerate(zip(messages, found)):
            got = [pick(row, "part", "context", "reference", "resolved", "base", "base_section", "base_by", "base_part")
                   for row in rows]
            self.assertEqual(sorted(map(repr, got)), sorted(map(repr, message.rows)), (seed + i, message.bytes.decode("latin-1")))

    def test_random_messages(self):
        self.compare(SEED, COUNT)

    def test_with_a_retrieval_url(self):
        self.compare(SEED + 10**6, COUNT, "http://retrieval.example/r/")


    def test_records_of_a_web_archive(self):
        seed, target = SEED + 2 * 10**6, "http://target.example/t/"
        messages = [Message(seed + i, target, "target-uri") for i in range(COUNT)]
        archive = b""
        for message in messages:
            archive += (b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nContent-Type: application/http; msgtype=response\r\n"
                        b"Content-Length: %d\r\n\r\n%s\r\n\r\n" % (target.encode(), len(message.bytes), message.bytes))
        done = run(["links", "--format", "jsonl"], archive)
        self.assertEqual((0, b""), (done.returncode, done.stderr))
        found = [[] for _ in messages]
        for row in rows_of(done.stdout):
            self.assertEqual(target, row["page"])
            found[row["message"] - 1].append(row)
        self.judge(seed, messages, found)


if __name__ == "__main__":
    unittest.main()
