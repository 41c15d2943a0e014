"""What the suite expects of mail, computed once more: a reader of messages that is written from RFC 1808, RFC 2110 and RFC 2557 alone, and shares
no code with the sources of the cases or with mimebase, has the expected answers to every decided reference of the areas layers and mhtml."""

import base64
import email.header
import html
import html.parser
import json
import pathlib
import quopri
import re
import unittest
import urllib.parse

CASES = pathlib.Path(__file__).resolve().parents[2] / "samples" / "suite" / "cases"
SPECIFICATIONS = ("rfc1808", "rfc3986", "whatwg")
THIS = "thismessage:/"

# What this reader does not do, and why the suite expects more.
BEYOND = {
    "layers/base-header-over-saved-from": "the URL of retrieval may be a base where RFC 2557 knows none",
    "layers/base-header-over-snapshot-content-location": "the URL of retrieval may be a base where RFC 2557 knows none",
    "layers/base-header-without-path": "RFC 1808 writes a slash behind the host, and its step 6 does not",
    "mhtml/rfc2557-9-6-link-to-aggregate": "the root may be meant, too",
}


class Entity:
    """A message or a part of one, by its number in IMAP."""

    def __init__(self, raw, number="", outer=None, kind="text/plain", is_http=False):
        head, _, self.body = ("\n" + raw).partition("\n\n")
        self.fields = [(name.strip().lower(), value.strip()) for name, _, value in
                       (line.partition(":") for line in re.sub(r"\n(?=[ \t])", "", head).split("\n") if ":" in line)]
        self.number, self.outer, self.is_http, self.request = number, outer, is_http, None
        content_type = self.one("content-type") or kind
        self.kind = content_type.partition(";")[0].strip().lower()
        self.parameters = {name.lower(): value.strip('"') for name, value in re.findall(r';\s*([\w-]+)=("[^"]*"|[^\s;]+)', content_type)}
        self.children = list(self._children())

    def one(self, name):
        return next((value for each, value in self.fields if each == name), None)

    def _children(self):
        inside = self.number + "." if self.number else ""
        if self.kind.startswith("multipart/"):
            boundary = re.escape(self.parameters["boundary"])
            parts = re.split(rf"(?m)^--{boundary}(?:--)?[ \t]*(?:\n|\Z)", re.split(rf"(?m)^--{boundary}--[ \t]*$", "\n" + self.body)[0])[1:]
            default = "message/rfc822" if self.kind == "multipart/digest" else "text/plain"
            for count, part in enumerate(parts, 1):
                yield Entity(part.removesuffix("\n"), inside + str(count), self, default)
        elif self.kind.startswith("message/") and self.kind != "message/external-body" or self.kind == "application/http":
            raw = self.body.partition("\n")[2] if self.kind.endswith("/http") else self.body
            inner = Entity(raw, "", self, is_http=self.kind.endswith("/http"))
            yield inner.numbered(self.number or "1")

    def numbered(self, number):
        """A message in a part has the numbers of what it contains below that of the part."""
        self.number = number if self.children and self.kind.startswith("multipart/") else number + ".1"
        for one in self.walk():
            if one is not self:
                one.number = f"{number}.{one.number}"
        return self

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()

    def text(self):
        encoding, body = (self.one("content-transfer-encoding") or "").lower(), self.body.encode("latin-1")
        body = base64.b64decode(body) if encoding == "base64" else quopri.decodestring(body) if encoding == "quoted-printable" else body
        return body.decode(self.parameters.get("charset", "utf-8"))

    def base_element(self):
        if not self.kind.endswith("html") and not self.kind.endswith("html+xml"):
            return None
        found = []

        class Reader(html.parser.HTMLParser):
            def handle_starttag(self, tag, attributes):
                found.extend(value for name, value in attributes if tag == "base" and name == "href")
            handle_startendtag = handle_starttag
        Reader().feed(self.text())
        return found[0].strip() if found else None

    def declared(self, name):
        """The URL of a field, without what its grammar allows around and inside."""
        value = self.one(name)
        if value is None:
            return None
        if name == "base":  # RFC 1808, section 3.1
            found = re.fullmatch(r"<URL:(.*)>", re.sub(r"\s", "", value), re.I)
            return found and found[1]
        if "=?" in value and name == "content-location":  # RFC 2557, section 4.4.3
            return "".join(each if isinstance(each, str) else each.decode(charset or "ascii") for each, charset in email.header.decode_header(value))
        return re.sub(r"\s", "", re.sub(r"\([^()]*\)", "", value)) or None  # sections 4.1 and 4.4.2

    def around(self):
        one = self
        while one is not None:
            yield one
            one = one.outer


def absolute(url):
    return url if url and re.match(r"[A-Za-z][\w+.-]*:", url) else None


def bases(entity, specification, inside=True):
    """The bases that a specification lets an entity have, of which each is as right. None and thismessage:/ if it has none. `inside`: of its content."""
    element = entity.base_element() if inside else None
    if absolute(element):
        return [element]
    if specification == "rfc1808":
        found = [bases_of_1808(entity, is_2110) for is_2110 in (False, True)] + ([bases_of_1808(entity.outer, False) if entity.outer else None, None] if is_located(entity) else [])
    else:
        found = [next((url for one in entity.around() if not one.is_http and (url := absolute(one.declared("content-location")))), None)]
    request = list(entity.around())[-1].request
    found = [one or request for one in found]
    found += [THIS] if found == [None] and specification != "rfc1808" else []
    # A base element that is relative itself (RFC 3986, section 5.1) is used once it is resolved; without a base it may be none.
    return [joined(one, element) for one in found] + (found if found[0] is None else []) if element else found


def is_located(entity):
    """Whether HTTP's Content-Location decides, which is no base any more (RFC 7231, appendix B)."""
    return entity.is_http and not entity.declared("base") and not entity.declared("content-base") and entity.declared("content-location")


def bases_of_1808(entity, is_2110):
    """The innermost base; `is_2110`: the fields of RFC 2110 mean nothing in the header of a composite entity (its section 4.1)."""
    for one in entity.around():
        for name in ("base", "content-base", "content-location"):
            if (url := absolute(one.declared(name))) and not (is_2110 and name != "base" and one is not entity):
                return url
    return None


def joined(base, reference, has_dots=True):
    """RFC 3986, section 5.2. RFC 1808 leaves the dots of absolute URLs alone, if it has them."""
    if not absolute(reference) and base is None:
        return None
    if absolute(reference):
        return reference if has_dots or not re.match("[^:]*:/", reference) else joined(reference, reference.partition(":")[2])
    scheme, host, path, query = re.fullmatch(r"([^:]*:)(//[^/?#]*)?([^?#]*)(\?[^#]*)?(?:#.*)?", base).groups("")
    its_host, its_path, its_query, fragment = re.fullmatch(r"(//[^/?#]*)?([^?#]*)(\?[^#]*)?(#.*)?", reference).groups("")
    if not its_host and not its_path:
        return scheme + host + path + (its_query or query) + fragment
    if not its_host and not its_path.startswith("/"):
        its_path = (path.rpartition("/")[0] if path else "") + "/" + its_path
    segments = []
    for segment in its_path.split("/")[1:]:
        segments = segments[:-1] if segment == ".." else segments if segment == "." else [*segments, segment]
    end = "/" if re.search(r"(^|/)\.\.?$", its_path) and segments else ""
    return scheme + (its_host or host) + "".join("/" + one for one in segments) + (end or ("" if segments or not its_path else "/")) + its_query + fragment


def labels(part, specification):
    """The URLs by which a part can be meant."""
    location = part.declared("content-location")
    is_cid = location and location.lower().startswith("cid:")
    # RFC 2110, section 8.2, resolves no relative one without a Content-Base.
    if location and not is_cid and not (specification == "rfc1808" and not absolute(location) and not part.declared("content-base")):
        yield from filter(None, (joined(base, location, specification == "rfc1808") for base in bases(part, specification, inside=False)))
    # Its section 8.3 has both fields mean the same; RFC 2557, section 8.3, does not.
    for value in (part.one("content-id"), location if specification == "rfc1808" and is_cid else None):
        if value:
            yield "cid:" + re.sub(r"^cid:|\([^()]*\)|[<>\s]", "", value, flags=re.I)


def target_part(entity, url, written, specification):
    """The part of the same or of a surrounding multipart/related that a URL means (RFC 2557, section 8.2), or of the message (RFC 2392)."""
    scheme = url.partition(":")[0].lower()
    root = list(entity.around())[-1]
    if scheme in ("cid", "mid"):
        wanted, among = urllib.parse.unquote(url.rpartition("/")[2] if scheme == "mid" else url[4:]), [list(root.walk())]
        if scheme == "mid":
            message = "<" + urllib.parse.unquote(url[4:].partition("/")[0]) + ">"
            among = [list(one.walk())[::-1] for one in root.walk() if one.one("message-id") == message]
        url = "cid:" + wanted
    else:
        related = [list(one.children) + [each for child in one.children if child.kind == "multipart/alternative" for each in child.children]
                   for one in entity.around() if one.kind == "multipart/related"]
        among = related[:1] if specification == "rfc1808" else related
    for parts in among:
        for part in parts:
            if part is entity or scheme not in ("cid", "mid") and part.kind.startswith("multipart/") and specification == "rfc1808":
                continue
            is_text = specification == "rfc1808" and not part.declared("content-base") and written == part.declared("content-location")
            if is_text or any(same(url, label, specification) for label in labels(part, specification)):
                return part.number
    return None


def same(url, label, specification):
    url = url.partition("#")[0]
    if specification != "whatwg" or not label.lower().startswith("http"):
        return url == label
    one, other = (urllib.parse.urlsplit(each) for each in (url, label))
    return (one.scheme, one.hostname, one.port or 80, *one[2:]) == (other.scheme, other.hostname, other.port or 80, *other[2:])


def entity_of(message, reference):
    """The part that contains a reference, or whose header does."""
    number = re.sub(r"\.HEADER$", ".1", reference["part"] or "").removesuffix(".MIME")
    there = [one for one in message.walk() if one.number == number and not one.kind.startswith("multipart/")]
    return there[-1] if there else message


def contains(entity, reference):
    written = re.sub(r"\s", "", reference["written"])
    return written in re.sub(r"\s", "", "".join(value for _, value in entity.fields) if is_field(reference) else html.unescape(entity.text()))


def is_field(reference):
    return reference["place"].startswith(("header:", "param:"))


def answers(entity, reference, specification):
    """The targets of a reference that are right: URLs, "part N", or None."""
    written, found = reference["written"], set()
    for base in bases(entity, specification, not is_field(reference)):
        url = joined(base, written)
        part = target_part(entity, url or "", written, specification)
        found |= {"part " + part} if part else {url}
        # Octet by octet (RFC 2557, section 8.2), such a scheme is another one; by RFC 3986, section 3.1, it is the same.
        found |= {url} if specification == "rfc3986" and re.match("CID:|MID:", written) else set()
    # What is a part by thismessage:/ is not nowhere.
    return found - {None} if specification != "rfc1808" and any(one and one.startswith("part ") for one in found) else found


def shown(target):
    return "part " + target["part"]["number"] if target["part"] else target["resolved"]


def read(raw):
    """A message, or an archived HTTP response, which has the URL of its request (RFC 1808, section 3.3; RFC 2557, section 5 d)."""
    request = re.match(r"WARC/1.*?\nWARC-Target-URI: (\S+)\n.*?\n\nHTTP/[^\n]*\n", raw, re.S)
    message = Entity(raw[request.end():], is_http=True) if request else Entity(raw)
    message.request = request and request[1]
    if not message.children and message.kind != "message/external-body":
        message.number = "1"
    return message


class Clauses(unittest.TestCase):
    def test_expected_answers_follow_from_the_clauses(self):
        wrong, count = {}, 0
        for path in sorted(path for area in ("layers", "mhtml") for path in (CASES / area).glob("*.json")):
            case = json.loads(path.read_text(encoding="utf-8"))
            message = read(path.with_name(case["file"]).read_bytes().decode("latin-1").replace("\r\n", "\n"))
            for reference in case["references"]:
                entity = entity_of(message, reference)
                self.assertTrue(contains(entity, reference), case["id"])
                for specification in SPECIFICATIONS:
                    if specification in reference.get("expected", {}):
                        count += 1
                        target = reference["expected"][specification]
                        expected = {shown(one) for one in [target, *target.get("also", ())]}
                        computed = answers(entity, reference, specification)
                        if computed != expected:
                            wrong[f"{case['id']} {specification} {reference['written']}"] = (sorted(map(str, computed)), sorted(map(str, expected)))
        self.assertEqual({name: both for name, both in wrong.items() if name.partition(" ")[0] not in BEYOND}, {})
        self.assertEqual({name.partition(" ")[0] for name in wrong}, set(BEYOND))
        self.assertGreater(count, 1200)

    def test_urls_of_all_areas_follow_from_their_bases(self):
        """RFC 3986, with the white space that its Appendix C drops."""
        wrong, count = {}, 0
        for path in CASES.rglob("*.json"):
            case = json.loads(path.read_text(encoding="utf-8"))
            for reference in case["references"]:
                target = reference.get("expected", {}).get("rfc3986")
                for one in [target, *target.get("also", ())] if target else []:
                    if one["resolved"] is not None:
                        count += 1
                        url = joined(one["base"], reference["written"].strip(), has_dots=False)
                        wrong |= {case["id"]: (url, one["resolved"])} if url != one["resolved"] else {}
        # A URL in XML has only characters of ASCII once they are encoded.
        self.assertEqual(wrong, {"xhtml/xml-base-non-ascii": ("http://other.example.org/\u00e9/ref1.html", "http://other.example.org/%C3%A9/ref1.html")})
        self.assertGreater(count, 1400)


if __name__ == "__main__":
    unittest.main()
