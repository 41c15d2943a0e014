# SPDX-License-Identifier: MIT
"""References that mean a part of the same message (RFC 2392, RFC 2557)."""

import dataclasses
import urllib.parse

import resolve
from areas import archives
from case import Case, Expected, clause, entity, html, mail, multipart, names_part, part_of_message, ref, undefined, with_also, with_crlf

TAGS = ["mail", "mhtml"]

BASES, RELATED, MATCHING, CID_ONLY, NESTING = (clause("RFC 2557", section) for section in ("5", "7", "8.2", "8.3", "9.6"))
SAME_AGGREGATE = clause("RFC 2557", "11.2")  # a copy in the same multipart/related comes before any other source
CID_SCOPE, CID = clause("RFC 2392", "1"), clause("RFC 2392", "2")
ERRATUM = {"document": "Errata of RFC 2392", "section": "454", "url": "https://www.rfc-editor.org/errata/eid454"}
# RFC 2110: no base for what is inside a composite entity; only parts of the same multipart/related; how labels are compared, relative ones as text; cid: labels
NOT_INSIDE, SAME_RELATED, AS_TEXT, CID_LABEL = (clause("RFC 2110", section) for section in ("4.1", "7", "8.2", "8.3"))
REMOVED = clause("RFC 2557", "12")  # Content-Base
URL, HTML, GIF = "http://a.example.org/d/", "Content-Type: text/html; charset=utf-8", "Content-Type: image/gif"
PIXEL = "GIF89a"


def images(*sources, head=""):
    """A page with images."""
    shown = "".join(f'<img src="{each.replace("&", "&amp;")}" alt="{number}">\n' for number, each in enumerate(sources, 1))
    return "<!DOCTYPE html>\n<title>Case</title>\n" + (head + "\n" if head else "") + shown


def page(*lines, body):
    return [*lines, HTML], body


def image(*lines):
    return [*lines, GIF], PIXEL


def inner(subtype, parts, boundary="i", lines=()):
    """A multipart as a part of another one."""
    heading, _, body = entity(subtype, parts, boundary).partition(b"\n\n")
    return [*lines, heading.decode()], body


def message(subtype, fields, parts):
    """A message as a part."""
    return ["Content-Type: message/rfc822"], multipart(subtype, fields, parts, "m")


def related(*parts, fields=()):
    return multipart("related", [*fields], list(parts))


def to_part(written, number, clauses, content_id=None, location=None, place="img@src", part="1", base=None):
    return names_part(place, written, clauses, number, content_id, location, resolve.rfc3986(base, written), base, part=part)


def to_url(written, clauses, base=None, place="img@src", part="1", **rules):
    """A reference that leads out of the message; one with cid: leads nowhere, and so does one without a base, which RFC 2557 calls thismessage:/."""
    also = {} if base else {rules: ["thismessage:/"] for rules in ("rfc3986", "whatwg")}
    return ref(place, written, base, clauses, part=part, also=also, **rules)


def differs(reference, missing=(), also=None, **expected):
    """The reference, about which specifications say something else: Expected objects by their key, or nothing."""
    reference.expected.update(expected)
    for rules in missing:
        del reference.expected[rules]
    return with_also(reference, also)


NOWHERE, OLD = Expected(None), ["rfc1808"]


# What declares a base, as it is written in these files.
LAYERS = {"html-base": b'<base href="%s"', "content-base": b"Content-Base: %s", "content-location": b"Content-Location: %s", "target-uri": b"WARC-Target-URI: %s"}


def layer_of(content, reference):
    """What declares the base of a reference; one that means a part by its Content-ID needs none."""
    bases = [one.base for one in reference.expected.values() if one.base]
    if not bases:
        return "none" if reference.expected else None
    return next((layer for layer, declared in LAYERS.items() if declared % bases[0].encode() in content), None)


def made(name, content, question, why, tags, *references, ending="eml"):
    for one in references:
        one.by = one.by or layer_of(content, one)
    return Case(name, ending, content, question, why, sorted({*TAGS[ending == "warc":], *tags}), list(references))


def cases():
    yield from rfc_2557_examples()
    yield from rfc_2110_examples()
    yield from by_content_id()
    yield from by_message_id()
    yield from by_location()
    yield from comparison()
    yield from labels()
    yield from scope()
    yield from duplicates()
    yield from formats()
    yield from messages_of_2000()
    yield from in_http()
    yield from browsers()


def rfc_2557_examples():
    """The questions of section 9 of RFC 2557."""
    yield made("rfc2557-9-1", mail([], html("http://a.example.org/ref1.html")), "Where does an absolute link of an HTML message without other parts lead?",
               "To its URL: nothing in the message is labelled with it.", ["content-location"],
               to_url("http://a.example.org/ref1.html", [clause("RFC 2557", "9.1"), MATCHING], place="a@href"))
    location = URL + "ref1.gif"
    yield made("rfc2557-9-2", related(page(body=images(location)), image(f"Content-Location: {location}")),
               "Does an absolute URL mean the part with the same absolute Content-Location?", "Yes: the two URLs are equal, octet by octet.",
               ["content-location"],
               to_part(location, "2", [clause("RFC 2557", "9.2"), MATCHING], location=location))
    content = related(page(body=images("/images/ref1.gif", "images/ref2.gif")), image("Content-Location:", " http://a.example.org/images/ref1.gif"),
                      image("Content-Location: images/ref2.gif"), fields=["Content-Location: http://a.example.org/"])
    yield made("rfc2557-9-3", content,
               "Do relative references mean parts whose Content-Location is relative or absolute, if the multipart has a Content-Location?",
               "By RFC 2557 yes: both sides are resolved against that of the multipart before they are compared. RFC 2110 has that mean nothing inside, and "
               "compares relative ones as text.", ["content-location"],
               differs(to_part("/images/ref1.gif", "2", [clause("RFC 2557", "9.3"), MATCHING, NOT_INSIDE], location="http://a.example.org/images/ref1.gif",
                               base="http://a.example.org/"), also={"rfc1808": [NOWHERE]}),
               to_part("images/ref2.gif", "3", [clause("RFC 2557", "9.3"), MATCHING, AS_TEXT], location="images/ref2.gif", base="http://a.example.org/"))
    yield made("rfc2557-9-4", related(page(body=images("images/ref1.gif")), image("Content-Location: images/ref1.gif")),
               "Does a relative reference mean the part with the same relative Content-Location, if nothing declares a base?",
               "Yes: both are resolved against thismessage:/, and are equal then. RFC 2110 compares them as text.", ["content-location", "thismessage", "no-base"],
               to_part("images/ref1.gif", "2", [clause("RFC 2557", "9.4"), BASES, AS_TEXT], location="images/ref1.gif"))
    yield made("rfc2557-9-5", related(page(body=images("cid:ref1@a.example.org")), image("Content-Location: CID:other@a.example.org", "Content-ID: <ref1@a.example.org>")),
               "Does a cid: URL mean the part with that Content-ID?", "Yes: that is what the scheme is for; a CID: in Content-Location is disregarded.",
               ["cid"],
               to_part("cid:ref1@a.example.org", "2", [clause("RFC 2557", "9.5"), CID], "ref1@a.example.org"))
    location = URL + "ref1.gif"
    content = related(page(body=images(location)), inner("related", [page(body=html()), image(f"Content-Location: {location}")]))
    yield made("rfc2557-9-6", content, "Does a reference mean a part of a multipart/related inside its own?",
               "No clause says: RFC 2557 does not cover such references. Its example cannot resolve them within the message.",
               ["content-location", "scope"], undefined("img@src", location, [RELATED, NESTING], [location, {"number": "2.2"}], "1"))
    outer = page(body=html("http://a.example.org/ref1"))
    nested = inner("related", [page(body=html())], lines=["Content-Location: http://a.example.org/ref1"])
    yield made("rfc2557-9-6-link-to-aggregate", related(outer, nested), "Does a link mean the multipart/related with that Content-Location?",
               "By RFC 2557 yes: it labels the whole, or its root, which is shown. RFC 2110 has the field mean nothing there.", ["content-location", "scope"],
               differs(to_part("http://a.example.org/ref1", "2", [NESTING, clause("RFC 2557", "4.3"), NOT_INSIDE], location="http://a.example.org/ref1", place="a@href"),
                       rfc1808=Expected("http://a.example.org/ref1"),
                       also={rules: [part_of_message("2.1", resolved="http://a.example.org/ref1")] for rules in ("rfc3986", "whatwg")}))
    outer_image = image("Content-Location: http://a.example.org/images/ref1.gif")
    first = inner("related", [page(body=images("images/ref1.gif")), image("Content-Location: images/x.gif")], lines=["Content-Location: http://a.example.org/more"])
    yield made("rfc2557-9-6-to-surrounding", related(page(body=html()), outer_image, first),
               "Does a relative reference in a nested multipart/related with a Content-Location mean a part of the surrounding one?",
               "Yes: the Content-Location of the nested one is its base, and parts of surrounding ones can be meant.",
               ["content-location", "inherited", "scope"],
               differs(to_part("images/ref1.gif", "2", [NESTING, MATCHING], location="http://a.example.org/images/ref1.gif", part="3.1",
                               base="http://a.example.org/more"), OLD))
    parts = [page(body=images("images/ref1.gif", "images/ref2.gif")), image("Content-Location: images/ref1.gif")]
    second = inner("related", parts, "j", ["Content-Location: http://a.example.org/even-more"])
    first = inner("related", [page(body=html()), image("Content-Location: images/ref2.gif")], lines=["Content-Location: http://a.example.org/more"])
    yield made("rfc2557-9-6-parallel", related(page(body=html()), first, second),
               "Which parts do references in one of two nested multipart/related mean?",
               "Those beside them. Whether those of the other one as well, RFC 2557 does not cover; its example cannot resolve them.",
               ["content-location", "inherited", "scope"],
               to_part("images/ref1.gif", "3.2", [NESTING, MATCHING, AS_TEXT], location="images/ref1.gif", part="3.1", base="http://a.example.org/even-more"),
               undefined("img@src", "images/ref2.gif", [NESTING, RELATED], ["http://a.example.org/images/ref2.gif", {"number": "2.2"}, None], "3.1"))
    content = related(page(body=images("fiction/ref1", "cid:ref2@a.example.org")), image("Content-ID: <x@a.example.org>", "Content-Location: fiction/ref1"),
                      image("Content-ID: <ref2@a.example.org>", "Content-Location: fiction/x"))
    yield made("rfc2557-4-2", content, "Are parts with both labels found by each of them?", "Yes: the labels are equally valid.",
               ["cid", "content-location", "thismessage"],
               to_part("fiction/ref1", "2", [clause("RFC 2557", "4.2"), MATCHING], "x@a.example.org", "fiction/ref1"),
               to_part("cid:ref2@a.example.org", "3", [clause("RFC 2557", "4.2"), CID], "ref2@a.example.org", "fiction/x"))


def without_content_base(reference, later=None):
    """The reference; `later` is what RFC 2557 makes of it, if that is another part or nothing."""
    for rules in ("rfc3986", "whatwg"):
        one = later or reference.expected[rules]
        reference.expected[rules] = dataclasses.replace(one, resolved=None, base=None, also=[])
    return with_also(reference, None if later and later.part else {rules: ["thismessage:/"] for rules in ("rfc3986", "whatwg") if not reference.expected[rules].part})


def rfc_2110_examples():
    """The questions of section 9 of RFC 2110, where Content-Base declares bases."""
    location, base = "http://a.example.org/images/ref1.gif", "Content-Base: http://a.example.org/"
    yield made("rfc2110-absolute",
               related(page("Content-Location: http://a.example.org/page.html", body=images(location)), image("Content-Location: images/ref1.gif", base)),
               "Does an absolute URL mean a part whose relative Content-Location is made absolute by a Content-Base of the same header?",
               "By RFC 2110 yes: it resolves a Content-Location against the Content-Base beside it. By RFC 2557 that of the part stays relative.",
               ["content-base", "content-location"],
               differs(to_part(location, "2", [clause("RFC 2110", "4.2"), AS_TEXT, REMOVED], location="images/ref1.gif", base="http://a.example.org/page.html"),
                       rfc3986=Expected(location, "http://a.example.org/page.html"), whatwg=Expected(location, "http://a.example.org/page.html")))
    yield made("rfc2110-relative", related(page(base, body=images("images/ref1.gif")), image("Content-Location: images/ref1.gif", base)),
               "Do a relative reference and a relative Content-Location match, each with the same Content-Base in its own header?",
               "Yes: both are resolved to the same URL, by RFC 2557 to one of thismessage:/.", ["content-base", "content-location"],
               without_content_base(to_part("images/ref1.gif", "2", [clause("RFC 2110", "4.2"), AS_TEXT, BASES], location="images/ref1.gif",
                                            base="http://a.example.org/")))
    yield made("rfc2110-different-bases",
               related(page(base, body=images("images/ref1.gif")), image("Content-Location: images/ref1.gif", "Content-Base: http://b.example.org/")),
               "Do a relative reference and the same relative Content-Location match, if their Content-Bases differ?",
               "By RFC 2110 no: they are different URLs. By RFC 2557, which does not know the field, both are relative to thismessage:/, and equal.",
               ["content-base", "content-location"],
               without_content_base(to_url("images/ref1.gif", [clause("RFC 2110", "4.2"), AS_TEXT, MATCHING], "http://a.example.org/"),
                                    part_of_message("2", content_location="images/ref1.gif")))
    content = related(page(base, body=images("images/ref1.gif")), image("Content-Location: images/ref1.gif", "Content-Base: http://b.example.org/"),
                      image("Content-Location: images/ref1.gif", base))
    yield made("same-relative-location-with-two-bases", content,
               "Which of two parts with the same relative Content-Location is meant, if their Content-Bases differ?",
               "By RFC 2110 the one whose Content-Base is that of the reference. By RFC 2557 there must not be two such parts.",
               ["content-base", "content-location"],
               differs(to_part("images/ref1.gif", "3", [clause("RFC 2110", "4.2"), AS_TEXT, RELATED], location="images/ref1.gif", base="http://a.example.org/"),
                       ["rfc3986", "whatwg"]))
    yield made("content-base-against-absolute-location",
               related(page(base, body=images("images/ref1.gif")), image(f"Content-Location: {location}", "Content-Base: http://b.example.org/")),
               "Does a Content-Base beside an absolute Content-Location change what the part is called?",
               "No: an absolute URL needs no base. By RFC 2557, which does not know the field, the reference itself has no base.",
               ["content-base", "content-location"],
               without_content_base(to_part("images/ref1.gif", "2", [clause("RFC 2110", "4.2"), AS_TEXT, MATCHING], location=location, base="http://a.example.org/"),
                                    NOWHERE))


def by_content_id():
    """cid: URLs."""
    def cid(name, content_id, written, question, why, *more, tags=(), matches=True, clauses=(CID,), field=None):
        content = related(page(body=images(written)), image(field or f"Content-ID: <{content_id}>"), *more)
        target = to_part(written, "2", list(clauses), content_id) if matches else to_url(written, list(clauses))
        return made(name, content, question, why, ["cid", *tags], target)
    yield cid("cid-percent-encoded-percent", "ref1%a@a.example.org", "cid:ref1%25a@a.example.org", "Is %25 in a cid: URL the percent sign of a Content-ID?",
              "Yes: the URL is the Content-ID with percent-encoding.", tags=["percent-encoding"])
    yield made("cid-percent-sign-in-both", related(page(body=images("cid:ref1%25a@a.example.org")), image("Content-ID: <ref1%25a@a.example.org>")),
               "Does a cid: URL with %25 mean a part whose Content-ID has %25 as well?",
               "No: %25 is a percent sign. The example of RFC 2392 said the contrary of its text until an erratum corrected it.", ["cid", "percent-encoding"],
               to_url("cid:ref1%25a@a.example.org", [CID, ERRATUM]))
    yield cid("cid-percent-encoded-plus", "ref1+a@a.example.org", "cid:ref1%2Ba@a.example.org", "Is %2B in a cid: URL the plus sign of a Content-ID?",
              "Yes: percent-encoded characters are converted before the Content-ID is compared.", tags=["percent-encoding"])
    yield cid("cid-plus", "ref1+a@a.example.org", "cid:ref1+a@a.example.org", "Is a plus sign in a cid: URL a plus sign?", "Yes: only percent-encoding is undone.",
              tags=["percent-encoding"])
    yield cid("cid-percent-encoded-slash", "ref1/a@a.example.org", "cid:ref1%2Fa@a.example.org", "Is %2F in a cid: URL the slash of a Content-ID?",
              "Yes: percent-encoded characters are converted before the Content-ID is compared.", tags=["percent-encoding"])
    yield cid("cid-percent-encoded-at", "ref1@a.example.org", "cid:ref1%40a.example.org", "Is %40 in a cid: URL the @ of a Content-ID?",
              "Yes: percent-encoded characters are converted before the Content-ID is compared.", tags=["percent-encoding"])
    yield cid("cid-percent-encoded-lower-case-hex", "ref1/a@a.example.org", "cid:ref1%2fa@a.example.org",
              "May the hexadecimal digits of percent-encoding in a cid: URL be lower case?", "Yes: both mean the same octet.", tags=["percent-encoding"],
              clauses=(CID, clause("RFC 3986", "2.1")))
    yield cid("cid-dollar-signs", "ref1$00$1@a.example.org", "cid:ref1$00$1@a.example.org", "May a cid: URL contain dollar signs, as Outlook writes them?",
              "Yes: they need no percent-encoding.")
    yield made("cid-upper-case-scheme", related(page(body=images("CID:ref1@a.example.org")), image("Content-ID: <ref1@a.example.org>")), "Is CID: the scheme cid:?",
               "Yes: schemes are case-insensitive, and the URL Standard has them in lower case. Octet by octet, as RFC 2557 compares, it is not.", ["cid", "case"],
               differs(to_part("CID:ref1@a.example.org", "2", [CID, clause("RFC 3986", "3.1"), MATCHING], "ref1@a.example.org"),
                       also={"rfc3986": [Expected("CID:ref1@a.example.org")]}, whatwg=part_of_message("2", "ref1@a.example.org", None, "cid:ref1@a.example.org")))
    yield cid("cid-case-of-left-side", "Ref1@a.example.org", "cid:ref1@a.example.org", "Does the case of a Content-ID matter?",
              "Yes: they are compared octet by octet.", matches=False, clauses=(MATCHING,), tags=["case"])
    yield made("cid-case-of-two",
               related(page(body=images("cid:ref1@a.example.org")), image("Content-ID: <REF1@a.example.org>"), image("Content-ID: <ref1@a.example.org>")),
               "Which part does a cid: URL mean, if two Content-IDs differ in case only?", "The one that is equal octet by octet.", ["cid", "case"],
               to_part("cid:ref1@a.example.org", "3", [MATCHING, CID], "ref1@a.example.org"))
    yield cid("cid-without-part", "other@a.example.org", "cid:ref1@a.example.org", "Where does a cid: URL lead that is the Content-ID of no part?",
              "Nowhere: it means parts of messages only.", matches=False, clauses=(MATCHING, CID))
    yield cid("cid-prefix-of-content-id", "ref1@a.example.org", "cid:ref1@a.example", "Does a cid: URL mean a part whose Content-ID only begins with it?",
              "No: all of it has to be equal.", matches=False, clauses=(MATCHING, CID))
    yield cid("cid-folded-content-id", "ref1@a.example.org", "cid:ref1@a.example.org", "Is a Content-ID found that begins on the second line of its field?",
              "Yes: a folded field is unfolded before it is read.", field="Content-ID:\n <ref1@a.example.org>", clauses=(CID, clause("RFC 5322", "2.2.3")),
              tags=["syntax"])
    yield cid("cid-comment-in-content-id", "ref1@a.example.org", "cid:ref1@a.example.org", "May a comment stand before a Content-ID?",
              "Yes: the field has the syntax of Message-ID, around which comments are allowed.", field="Content-ID: (an image) <ref1@a.example.org>",
              clauses=(CID, clause("RFC 2045", "7")), tags=["syntax"])
    yield cid("cid-case-of-field-name", "ref1@a.example.org", "cid:ref1@a.example.org", "Is content-id the same field as Content-ID?",
              "Yes: names of fields are case-insensitive.", field="CONTENT-id: <ref1@a.example.org>", clauses=(CID, clause("RFC 822", "3.4.7")), tags=["syntax"])
    written = "cid:ref1@a.example.org"
    yield made("cid-not-content-location", related(page(body=images(written)), image(f"Content-Location: {written}")),
               "Does a cid: URL mean a part whose Content-Location is that URL?",
               "By RFC 2557 no: cid: URLs are compared with Content-IDs only. By RFC 2110 yes: both fields mean the same then.",
               ["cid", "content-location"], differs(to_url(written, [CID_ONLY, CID_LABEL]), rfc1808=part_of_message("2", None, written, written)))
    yield made("cid-content-id-over-content-location",
               related(page(body=images(written)), image(f"Content-Location: {written}"), image("Content-ID: <ref1@a.example.org>")),
               "Does a Content-ID win over a Content-Location with the same cid: URL?",
               "By RFC 2557 yes: it ignores the Content-Location there. By RFC 2110 both mean the same, and two such parts must not be.",
               ["cid", "content-location"],
               differs(to_part(written, "3", [CID_ONLY, CID_LABEL], "ref1@a.example.org"), OLD))
    label = "CID: ref1@a.example.org"
    yield made("cid-location-with-blank", related(page(body=images(written)), image(f"Content-Location: {label}")),
               "Does a cid: URL mean a part whose Content-Location has a blank behind CID:?",
               "By RFC 2557 no: it ignores such a Content-Location. By RFC 2110, which writes it so, it means the same as a Content-ID.",
               ["cid", "content-location", "syntax"],
               differs(to_url(written, [CID_ONLY, CID_LABEL]), rfc1808=part_of_message("2", None, label, written)))
    yield made("cid-content-id-without-brackets", related(page(body=images(written)), image("Content-ID: ref1@a.example.org")),
               "Does a cid: URL mean a part whose Content-ID has no angle brackets?",
               "No clause says: MIME wants them, and the example of RFC 2110 has none.", ["cid", "syntax"],
               undefined("img@src", written, [clause("RFC 2045", "7"), CID_LABEL], [{"number": "2"}, None], "1"))
    yield made("cid-with-html-base", related(page(body=images(written, head='<base href="http://b.example.org/d/">')), image("Content-ID: <ref1@a.example.org>")),
               "Does a base change a cid: URL?", "No: it is absolute.", ["cid", "html-base"],
               to_part(written, "2", [CID], "ref1@a.example.org", base="http://b.example.org/d/"))
    yield made("cid-with-content-location-too",
               related(page(f"Content-Location: {URL}page.html", body=images(written)),
                       image(f"Content-Location: {URL}other.gif", "Content-ID: <ref1@a.example.org>")),
               "Is a part that has a Content-Location found by its Content-ID?", "Yes: it may have both labels.", ["cid", "content-location"],
               to_part(written, "2", [CID, clause("RFC 2557", "4.2")], "ref1@a.example.org", URL + "other.gif", base=URL + "page.html"))
    yield made("cid-in-mixed", multipart("mixed", [], [page(body=images(written)), image("Content-ID: <ref1@a.example.org>")]),
               "Does a cid: URL mean a part of a multipart/mixed?", "Yes: RFC 2392 lets it mean other parts of the same message.", ["cid", "scope"],
               to_part(written, "2", [CID_SCOPE, CID], "ref1@a.example.org"))
    yield made("cid-attachment",
               related(page(body=images(written)), image("Content-ID: <ref1@a.example.org>", 'Content-Disposition: attachment; filename="a.gif"')),
               "Does a cid: URL mean a part that is marked as an attachment?", "Yes: inside multipart/related the disposition is ignored.", ["cid"],
               to_part(written, "2", [clause("RFC 2387", "4"), CID], "ref1@a.example.org"))
    yield made("cid-before-root",
               multipart("related", [], [image("Content-ID: <ref1@a.example.org>"), page("Content-ID: <root@a.example.org>", body=images(written))],
                         start="<root@a.example.org>"), "Does a cid: URL mean a part that comes before the root?",
               "Yes: the parameter start says only what is shown first.", ["cid", "start"],
               to_part(written, "1", [CID, clause("RFC 2387", "3.2")], "ref1@a.example.org", part="2"))
    yield made("cid-link-to-html", related(page(body=html(written)), page("Content-ID: <ref1@a.example.org>", body=html())),
               "Does a link with a cid: URL mean another HTML part?", "Yes: links are references, too.", ["cid"],
               to_part(written, "2", [CID, clause("RFC 2557", "8.1")], "ref1@a.example.org", place="a@href"))
    yield made("cid-of-multipart", related(page(body=html(written)), inner("alternative", [page(body=html())], lines=["Content-ID: <ref1@a.example.org>"])),
               "Does a cid: URL mean a multipart that has the Content-ID?", "Yes: a multipart is a body part as any other.", ["cid"],
               to_part(written, "2", [CID, clause("RFC 2045", "7")], "ref1@a.example.org", place="a@href"))


def by_message_id():
    """mid: URLs."""
    fields = ["Message-ID: <m1@a.example.org>"]
    written = "mid:m1@a.example.org/ref1@a.example.org"
    yield made("mid-with-content-id", related(page(body=images(written)), image("Content-ID: <ref1@a.example.org>"), fields=fields),
               "Does a mid: URL with a Content-ID mean the part of the message that has both?", "Yes: it names the message, and behind the slash the part.",
               ["mid"], to_part(written, "2", [CID], "ref1@a.example.org"))
    yield made("mid-of-other-message", related(page(body=images("mid:m2@a.example.org/ref1@a.example.org")), image("Content-ID: <ref1@a.example.org>"), fields=fields),
               "Does a mid: URL of another message mean a part of this one that has the Content-ID?", "No: it is a part of the message that it names.",
               ["mid"],
               to_url("mid:m2@a.example.org/ref1@a.example.org", [CID]))
    yield made("mid-percent-encoded",
               related(page(body=images("mid:m1%25@a.example.org/ref1%2Fx@a.example.org")), image("Content-ID: <ref1/x@a.example.org>"), fields=["Message-ID: "
                                                                                                                                     "<m1%@a.example.org>"]),
               "Is percent-encoding undone in both parts of a mid: URL?", "Yes, after it is split at the slash.", ["mid", "percent-encoding"],
               to_part("mid:m1%25@a.example.org/ref1%2Fx@a.example.org", "2", [CID], "ref1/x@a.example.org"))
    yield made("mid-upper-case-scheme", related(page(body=images("MID:m1@a.example.org/ref1@a.example.org")), image("Content-ID: <ref1@a.example.org>"), fields=fields),
               "Is MID: the scheme mid:?",
               "Yes: schemes are case-insensitive, and the URL Standard has them in lower case. Octet by octet, as RFC 2557 compares, it is not.", ["mid", "case"],
               differs(to_part("MID:m1@a.example.org/ref1@a.example.org", "2", [CID, clause("RFC 3986", "3.1"), MATCHING], "ref1@a.example.org"),
                       also={"rfc3986": [Expected("MID:m1@a.example.org/ref1@a.example.org")]},
                       whatwg=part_of_message("2", "ref1@a.example.org", None, "mid:m1@a.example.org/ref1@a.example.org")))
    content = multipart("mixed", ["Message-ID: <outer@a.example.org>"],
                        [page(body=html(written)), message("related", fields, [page(body=html()), image("Content-ID: <ref1@a.example.org>")])])
    yield made("mid-of-attached-message", content, "Does a mid: URL mean a part of an attached message?", "Yes: it names that message by its Message-ID.",
               ["mid", "nested-message"], to_part(written, "2.2", [CID], "ref1@a.example.org", place="a@href"))
    content = related(page(body=images(written)), image("Content-ID: <ref1@a.example.org>"),
                      message("related", fields, [page(body=html()), image("Content-ID: <ref1@a.example.org>")]), fields=["Message-ID: <outer@a.example.org>"])
    yield made("mid-chooses-message", content, "Which part does a mid: URL mean, if this message and an attached one have the Content-ID?",
               "That of the message that it names.", ["mid", "nested-message"], to_part(written, "3.2", [CID], "ref1@a.example.org"))
    yield made("mid-in-plain-text",
               multipart("mixed", fields, [(["Content-Type: text/plain"], f"See <URL:{written}>.\n"), image("Content-ID: <ref1@a.example.org>")]),
               "Does a mid: URL in plain text mean a part?", "Yes: a URL means the same in every format.", ["mid", "plain-text"],
               to_part(written, "2", [CID], "ref1@a.example.org", place="text:delimited"))


INSIDE_2110 = " RFC 2110 has the Content-Location of a multipart mean nothing inside, and resolves no relative label; by RFC 1808 bases are inherited."


def inside_of_2110(reference, written, label):
    """The reference, if a Content-Location around it makes it equal to a label. RFC 2110 resolves no relative label, and need not resolve the reference."""
    if label.startswith("http:"):
        return differs(reference, also={"rfc1808": [NOWHERE]})
    return differs(reference, rfc1808=Expected(written))


def by_location():
    """References, relative or absolute, against Content-Locations, relative or absolute, and every place of a base."""
    target = URL + "i/ref1.gif"
    bases = {"html-base": "the base element", "part-location": "the Content-Location of the page",
             "multipart-location": "the Content-Location of the multipart"}
    for name, called in bases.items():
        for written_as, written in (("relative", "i/ref1.gif"), ("absolute", target)):
            for labelled_as, label in (("relative", "i/ref1.gif"), ("absolute", target)):
                if labelled_as == "relative" and name != "multipart-location":
                    continue  # see below: the base of the page is not that of the image
                fields = [f"Content-Location: {URL}"] if name == "multipart-location" else []
                lines = [f"Content-Location: {URL}page.html"] if name == "part-location" else []
                head = f'<base href="{URL}">' if name == "html-base" else ""
                base = URL + "page.html" if name == "part-location" else URL
                old = name == "multipart-location" and written != label
                yield made(f"{written_as}-to-{labelled_as}-by-{name}",
                           related(page(*lines, body=images(written, head=head)), image(f"Content-Location: {label}"), fields=fields),
                           f"Does {'a relative' if written_as == 'relative' else 'an absolute'} reference mean the part with the same {labelled_as} "
                           f"Content-Location, if {called} is the base?", "Yes: both sides are resolved, and are equal then." + (INSIDE_2110 if old else ""),
                           ["content-location", name.replace("part-location", "content-location").replace("multipart-location", "inherited")],
                           inside_of_2110(to_part(written, "2", [MATCHING, BASES, NOT_INSIDE if old else AS_TEXT], location=label, base=base), written, label)
                           if old else to_part(written, "2", [MATCHING, BASES, AS_TEXT], location=label, base=base))
    content = related(page(body=images("i/ref1.gif", head=f'<base href="{URL}">')), image("Content-Location: i/ref1.gif"))
    yield made("relative-location-against-html-base", content,
               "Does a relative reference under a base element mean the part with the same relative Content-Location?",
               "By RFC 2557 no: the base element makes the reference absolute, but not the Content-Location of another part. By RFC 2110 yes: it compares them "
               "as text, and ignores the base.", ["content-location", "html-base"],
               differs(to_url("i/ref1.gif", [MATCHING, BASES, AS_TEXT], URL), rfc1808=part_of_message("2", None, "i/ref1.gif", URL + "i/ref1.gif", URL)))
    content = related(page(f"Content-Location: {URL}page.html", body=images("i/ref1.gif")), image("Content-Location: i/ref1.gif"))
    yield made("relative-location-against-location-of-root", content,
               "Does a relative reference mean the part with the same relative Content-Location, if only the page has an absolute one?",
               "By RFC 2557 no: the Content-Location of the page is the base of the page, but not of another part. By RFC 2110 yes: it compares them as text.",
               ["content-location"],
               differs(to_url("i/ref1.gif", [MATCHING, BASES, AS_TEXT], URL + "page.html"),
                       rfc1808=part_of_message("2", None, "i/ref1.gif", URL + "i/ref1.gif", URL + "page.html")))
    content = related(page(f"Content-Location: {URL}page.html", body=images("i/ref1.gif", head='<base href="http://b.example.org/">')),
                      image("Content-Location: http://b.example.org/i/ref1.gif"), image(f"Content-Location: {target}"))
    yield made("html-base-decides-part", content,
               "Which part does a relative reference mean, if the base element differs from the Content-Location of the page?",
               "The one with the URL to which the base element makes it.", ["content-location", "html-base"],
               to_part("i/ref1.gif", "2", [MATCHING, BASES], location="http://b.example.org/i/ref1.gif", base="http://b.example.org/"))
    content = related(page("Content-Location: d/page.html", body=images("ref1.gif", "d/ref2.gif")), image("Content-Location: d/ref1.gif"),
                      image("Content-Location: d/ref2.gif"))
    yield made("relative-location-of-root-is-no-base", content, "Is a relative Content-Location of the page the base for references to parts?",
               "No: the base is thismessage:/ for all parts, as none has an absolute Content-Location.", ["content-location", "thismessage"],
               to_url("ref1.gif", [BASES, MATCHING]), to_part("d/ref2.gif", "3", [BASES, MATCHING], location="d/ref2.gif"))
    yield made("thismessage-written", related(page(body=images("thismessage:/ref1.gif")), image("Content-Location: ref1.gif")),
               "Does a reference to thismessage:/ mean the part with that relative Content-Location?", "Yes: the Content-Location resolves to the same URL.",
               ["content-location", "thismessage"],
               differs(to_part("thismessage:/ref1.gif", "2", [BASES, MATCHING], location="ref1.gif"), OLD))
    yield made("thismessage-in-location", related(page(body=images("ref1.gif")), image("Content-Location: thismessage:/ref1.gif")),
               "Does a relative reference mean a part whose Content-Location is written with thismessage:/?", "Yes: the reference resolves to the same URL.",
               ["content-location", "thismessage"],
               differs(to_part("ref1.gif", "2", [BASES, MATCHING], location="thismessage:/ref1.gif"), OLD))
    yield made("thismessage-dots", related(page(body=images("./x/../ref1.gif")), image("Content-Location: ref1.gif")),
               "Are dot segments removed from a relative reference before it is compared with Content-Locations?",
               "By RFC 2557 yes: it is resolved against thismessage:/. RFC 2110 compares relative ones as text.", ["content-location", "thismessage"],
               differs(to_part("./x/../ref1.gif", "2", [BASES, MATCHING, AS_TEXT], location="ref1.gif"), rfc1808=NOWHERE))
    yield made("thismessage-root", related(page(body=images("/ref1.gif")), image("Content-Location: ref1.gif")),
               "Do /ref1.gif and the Content-Location ref1.gif match, if nothing declares a base?", 
               "By RFC 2557 yes: both resolve to the same URL of thismessage:/. RFC 2110 compares relative ones as text.", ["content-location", "thismessage"],
               differs(to_part("/ref1.gif", "2", [BASES, MATCHING, AS_TEXT], location="ref1.gif"), rfc1808=NOWHERE))
    yield made("thismessage-not-with-base",
               related(page(body=images("thismessage:/i/ref1.gif")), image("Content-Location: i/ref1.gif"), fields=[f"Content-Location: {URL}"]),
               "Does thismessage:/ mean a part with a relative Content-Location, if the multipart declares a base?",
               "No: the Content-Location resolves to another URL then.", ["content-location", "thismessage"],
               to_url("thismessage:/i/ref1.gif", [BASES, MATCHING, AS_TEXT], URL))
    yield made("relative-without-base-or-part", related(page(body=images("ref1.gif")), image("Content-Location: other.gif")),
               "Where does a relative reference lead, if nothing declares a base and no part has that Content-Location?", "Nowhere, or to thismessage:/ref1.gif, which is nowhere either.",
               ["content-location", "thismessage", "no-base"], to_url("ref1.gif", [BASES, MATCHING]))
    yield made("not-included",
               related(page(f"Content-Location: {URL}page.html", body=images("ref1.gif", "ref2.gif")), image(f"Content-Location: {URL}ref1.gif")),
               "Where does a reference lead to an image that the message does not contain?", "To its URL, as in any page; the other one means the part.",
               ["content-location"],
               to_part("ref1.gif", "2", [MATCHING], location=URL + "ref1.gif", base=URL + "page.html"), to_url("ref2.gif", [MATCHING], URL + "page.html"))
    for subtype in ("mixed", "alternative"):
        yield made(f"location-in-{subtype}", multipart(subtype, [], [page(body=images(target)), image(f"Content-Location: {target}")]),
                   f"Does an absolute URL mean the part of a multipart/{subtype} with that Content-Location?",
                   "No clause says: RFC 2557 covers parts of a multipart/related only.", ["content-location", "scope"],
                   undefined("img@src", target, [RELATED, MATCHING], [target, {"number": "2"}], "1"))
    yield made("location-of-html-part",
               related(page(f"Content-Location: {URL}page.html", body=html("ref1.html")), page(f"Content-Location: {URL}ref1.html", body=html())),
               "Does a link mean the HTML part with that Content-Location?", "Yes: links are references, too.", ["content-location"],
               to_part("ref1.html", "2", [MATCHING, clause("RFC 2557", "8.1")], location=URL + "ref1.html", place="a@href", base=URL + "page.html"))
    content = related(page(f"Content-Location: {URL}page.html", body=html("ref1.html")),
                      page("Content-Location: http://b.example.org/e/page.html", body=images("ref2.gif")), image("Content-Location: http://b.example.org/e/ref2.gif"),
                      image(f"Content-Location: {URL}ref2.gif"))
    yield made("second-page-has-its-own-base", content, "Which part does a reference in the second page mean, if both pages have a Content-Location?",
               "The one that follows from the Content-Location of the second page.", ["content-location"],
               to_part("ref2.gif", "3", [MATCHING, BASES], location="http://b.example.org/e/ref2.gif", part="2", base="http://b.example.org/e/page.html"))


def comparison():
    """How a resolved reference is compared with the URL of a part."""
    def compared(name, label, written, question, why, tags, clauses, matches=(), base=URL + "page.html", lines=()):
        """`matches` are the rule sets under which the part is meant."""
        content = related(page(f"Content-Location: {base}", body=images(written)), image(f"Content-Location: {label}", *lines))
        url, part = to_url(written, clauses, base), to_part(written, "2", clauses, location=label, base=base)
        for rules in matches:
            url.expected[rules] = part.expected[rules]
        return made(name, content, question, why, ["content-location", "comparison", *tags], url)
    everywhere = ("rfc1808", "rfc3986", "whatwg")
    yield compared("fragment-of-reference", URL + "ref1.html", "ref1.html#top", "Does a fragment keep a reference from meaning a part?",
                   "No: it is not part of the URL, and applies to what was found.", ["fragment"],
                   [MATCHING, clause("RFC 1808", "2.4.1"), clause("RFC 3986", "3.5")], everywhere)
    yield compared("query-equal", URL + "ref1?x=1", "ref1?x=1", "Does a reference with a query mean the part whose Content-Location has the same query?",
                   "Yes: the URLs are equal.", ["query"], [MATCHING], everywhere)
    yield compared("query-differs", URL + "ref1?x=1", "ref1?x=2", "Does a reference mean a part whose Content-Location has another query?",
                   "No: the query is part of the URL.", ["query"], [MATCHING])
    yield compared("query-missing", URL + "ref1", "ref1?x=2", "Does a reference with a query mean a part whose Content-Location has none?",
                   "No: the query is part of the URL.", ["query"], [MATCHING])
    yield compared("case-of-path", URL + "REF1.gif", "ref1.gif", "Does the case of a path matter when a part is looked for?",
                   "Yes: URLs are compared octet by octet.", ["case"], [MATCHING])
    yield compared("case-of-host", "http://A.EXAMPLE.ORG/d/ref1.gif", "ref1.gif", "Does the case of the host matter when a part is looked for?",
                   "Yes by RFC 2557, octet by octet; in the URL Standard, hosts are lower case once they are parsed.", ["case"],
                   [MATCHING, clause("URL", "host-parsing")], ("whatwg",))
    yield compared("percent-encoded-in-label", URL + "%72ef1.gif", "ref1.gif", "Do a percent-encoded letter and the letter match?",
                   "No: percent-encoding is not translated before the comparison.", ["percent-encoding"], [MATCHING])
    yield compared("percent-encoded-in-reference", URL + "ref1~.gif", "ref1%7E.gif", "Does %7E match the tilde of a Content-Location?",
                   "No: percent-encoding is not translated before the comparison.", ["percent-encoding"], [MATCHING])
    yield compared("percent-encoded-in-both", URL + "ref1%20a.gif", "ref1%20a.gif",
                   "Do a reference and a Content-Location with the same percent-encoding match?", "Yes: they are equal as written.", ["percent-encoding"],
                   [MATCHING], everywhere)
    yield compared("dots-in-label", URL + "x/../ref1.gif", "ref1.gif", "Are dot segments of an absolute Content-Location removed before it is compared?",
                   "By RFC 3986 and the URL Standard; RFC 1808 leaves absolute URLs as they are.", ["dots"],
                   [MATCHING, clause("RFC 1808", "4"), clause("RFC 3986", "5.2.2")], ("rfc3986", "whatwg"))
    yield compared("default-port-in-label", "http://a.example.org:80/d/ref1.gif", "ref1.gif", "Does the default port in a Content-Location matter?",
                   "Yes by RFC 2557, octet by octet; the URL Standard drops it.", ["port"], [MATCHING, clause("URL", "port-state")], ("whatwg",))
    yield compared("scheme-differs", "https://a.example.org/d/ref1.gif", "ref1.gif", "Does a URL with http mean a part whose Content-Location has https?",
                   "No: they are different URLs.", ["scheme"], [MATCHING])
    yield compared("only-the-last-segment", "http://b.example.org/e/ref1.gif", "ref1.gif",
                   "Does a reference mean a part whose Content-Location only ends like it?", "No: all of the URL has to be equal.", ["scope"], [MATCHING])
    yield compared("html-escape-in-reference", URL + "ref1?x=1&y=2", "ref1?x=1&y=2", "Is a reference compared after the escapes of HTML are undone?",
                   "Yes: &amp; in HTML is the character & in the URL.", ["escape"], [MATCHING, clause("HTML", "character-references")], everywhere)
    yield compared("location-of-page-with-port", "http://a.example.org:8080/d/ref1.gif", "ref1.gif", "Does a port that is not the default matter?",
                   "No: both URLs have it.", ["port"], [MATCHING], everywhere, base="http://a.example.org:8080/d/page.html")


def labels():
    """How the Content-Location of a part is written."""
    def labelled(name, field, question, why, clauses, written="i/ref1.gif", location=None, tags=(), missing=()):
        return made(name, related(page(f"Content-Location: {URL}page.html", body=images(written)), image(field)), question, why,
                    ["content-location", "syntax", *tags],
                    differs(to_part(written, "2", clauses, location=location or URL + written, base=URL + "page.html"), missing,
                            whatwg=part_of_message("2", None, location or URL + written, URL + urllib.parse.quote(written), URL + "page.html")))
    yield labelled("label-folded", f"Content-Location:\n {URL}i/ref1.gif", "Is a Content-Location found that begins on the second line of its field?",
                   "Yes: a folded field is unfolded first.", [MATCHING, clause("RFC 2557", "4.4.3")])
    yield labelled("label-folded-inside", f"Content-Location: {URL}\n i/\n ref1.gif", "Are line breaks inside a Content-Location dropped, with their blanks?",
                   "Yes: long URLs are folded as RFC 2017 does it, whose reader removes all white space.",
                   [clause("RFC 2557", "4.4.2"), clause("RFC 2017", "3.1")])
    yield labelled("label-with-comment", f"Content-Location: (an image) {URL}i/ref1.gif", "Does a comment before a Content-Location belong to its URL?",
                   "No: comments are allowed around it.", [MATCHING, clause("RFC 2557", "4.1")])
    yield labelled("label-encoded-word", f"Content-Location: =?us-ascii?Q?{URL.replace(':', '=3A')}i/ref1.gif?=",
                   "Is an encoded word in a Content-Location decoded before it is compared?", "Yes: receivers must decode it.",
                   [clause("RFC 2557", "4.4.1"), MATCHING], tags=["encoded-word"], missing=OLD)
    written = "ref1 a.gif"
    yield labelled("label-encoded-word-with-blank", "Content-Location: =?us-ascii?Q?http=3A//a.example.org/d/ref1_a.gif?=",
                   "Does a reference with a blank mean the part whose Content-Location has the blank in an encoded word?",
                   "Yes: the encoding is removed from the header, and the reference is left as it is.", [clause("RFC 2557", "4.4.1"), MATCHING], written,
                   URL + written, ["encoded-word"], OLD)
    written = "ref1-ä.gif"
    yield labelled("label-encoded-word-utf-8", "Content-Location: =?utf-8?Q?http=3A//a.example.org/d/ref1-=C3=A4.gif?=",
                   "Does a reference with an umlaut mean the part whose Content-Location has it in an encoded word?",
                   "Yes: the encoding is removed from the header, and the reference is left as it is.",
                   [clause("RFC 2557", "4.4.1"), MATCHING], written, URL + written, ["encoded-word"], OLD)
    yield labelled("label-case-of-field-name", f"CONTENT-location: {URL}i/ref1.gif", "Is the name of Content-Location case-insensitive?",
                   "Yes, as of all fields.", [MATCHING, clause("RFC 822", "3.4.7")])


def scope():
    """Which parts can be meant: those of the same multipart/related, and of those around it."""
    location = URL + "ref1.gif"
    label = f"Content-Location: {location}"
    loaded = page(body=images(location))
    yield made("from-inner-to-outer-related",
               related(page(body=html()), inner("related", [loaded, image("Content-Location: http://b.example.org/x.gif")]), image(label)),
               "Does a reference in an inner multipart/related mean a part of the outer one?", "Yes: parts of surrounding ones can be meant.",
               ["content-location", "scope"],
               differs(to_part(location, "3", [RELATED, MATCHING], location=location, part="2.1"), OLD))
    yield made("from-third-to-first-related",
               related(page(body=html()), inner("related", [page(body=html()), inner("related", [loaded], "j")]), image(label)),
               "Does a reference mean a part of a multipart/related two levels out?", "Yes: parts of all surrounding ones can be meant.",
               ["content-location", "scope"],
               differs(to_part(location, "3", [RELATED, MATCHING], location=location, part="2.2.1"), OLD))
    yield made("between-parallel-related",
               multipart("mixed", [],
                         [inner("related", [loaded, image("Content-Location: http://b.example.org/x.gif")]),
                          inner("related", [page(body=html()), image(label)], "j")]),
               "Does a reference mean a part of another multipart/related beside its own?",
               "No clause says: RFC 2557 does not cover such references. Its example cannot resolve them.",
               ["content-location", "scope"], undefined("img@src", location, [RELATED, NESTING], [location, {"number": "2.2"}], "1.1"))
    yield made("between-parallel-related-in-related",
               related(page(body=html()), inner("related", [loaded]), inner("related", [page(body=html()), image(label)], "j")),
               "Does a reference mean a part of another multipart/related beside its own, both inside a third one?",
               "No clause says: RFC 2557 does not cover such references. Its example cannot resolve them.", ["content-location", "scope"],
               undefined("img@src", location, [RELATED, NESTING], [location, {"number": "3.2"}], "2.1"))
    yield made("outside-of-related", multipart("mixed", [], [inner("related", [loaded, image("Content-Location: http://b.example.org/x.gif")]), image(label)]),
               "Does a reference in a multipart/related mean a part of the multipart/mixed around it?", 
               "No clause says: RFC 2557 covers parts of the same and of surrounding multipart/related only.",
               ["content-location", "scope"], undefined("img@src", location, [RELATED, MATCHING], [location, {"number": "2"}], "1.1"))
    yield made("into-related-from-mixed", multipart("mixed", [], [loaded, inner("related", [page(body=html()), image(label)])]),
               "Does a reference outside of a multipart/related mean a part inside it?", 
               "No clause says: RFC 2557 covers references inside a multipart/related only.", ["content-location", "scope"],
               undefined("img@src", location, [RELATED, NESTING], [location, {"number": "2.2"}], "1"))
    plain = (["Content-Type: text/plain"], "Text\n")
    yield made("alternative-in-related", related(inner("alternative", [plain, loaded]), image(label)),
               "Does a reference in a multipart/alternative mean a part of the multipart/related around it?", "Yes: the root may be a multipart/alternative.",
               ["content-location", "scope"], to_part(location, "2", [RELATED], location=location, part="1.2"))
    yield made("related-in-alternative", multipart("alternative", [], [plain, inner("related", [loaded, image(label)])]),
               "Does a reference mean a part of its multipart/related, if that is an alternative?", "Yes: both are in the same multipart/related.",
               ["content-location", "scope"], to_part(location, "2.2", [RELATED], location=location, part="2.1"))
    yield made("part-in-mixed-in-related", related(loaded, inner("mixed", [plain, image(label)])),
               "Does a reference mean a part that is in a multipart/mixed inside the same multipart/related?",
               "No clause says: RFC 2557 speaks of parts within the same multipart/related, but not of other multiparts in it.",
               ["content-location", "scope"],
               undefined("img@src", location, [RELATED, MATCHING], [{"number": "2.2"}, location], "1"))
    written = "cid:ref1@a.example.org"
    cid = image("Content-ID: <ref1@a.example.org>")
    yield made("cid-from-inner-to-outer-related", related(page(body=html()), inner("related", [page(body=images(written))]), cid),
               "Does a cid: URL in an inner multipart/related mean a part of the outer one?", "Yes: parts of surrounding ones can be meant.",
               ["cid", "scope"], to_part(written, "3", [MATCHING, CID], "ref1@a.example.org", part="2.1"))
    yield made("cid-alternative-in-related", related(inner("alternative", [plain, page(body=images(written))]), cid),
               "Does a cid: URL in a multipart/alternative mean a part of the multipart/related around it?", "Yes: the root may be a multipart/alternative.",
               ["cid", "scope"], to_part(written, "2", [RELATED, CID], "ref1@a.example.org", part="1.2"))
    yield made("cid-related-in-alternative", multipart("alternative", [], [plain, inner("related", [page(body=images(written)), cid])]),
               "Does a cid: URL mean a part of its multipart/related, if that is an alternative?", "Yes: both are in the same multipart/related.",
               ["cid", "scope"], to_part(written, "2.2", [RELATED, CID], "ref1@a.example.org", part="2.1"))
    yield made("cid-out-of-related", multipart("mixed", [], [inner("related", [page(body=images(written))]), cid]),
               "Does a cid: URL in a multipart/related mean a part of the multipart/mixed around it?",
               "Yes by RFC 2392, in which it means parts of the same message; RFC 2557 does not cover it.", ["cid", "scope"],
               to_part(written, "2", [CID_SCOPE, CID], "ref1@a.example.org", part="1.1"))
    yield made("cid-within-attached-message", multipart("mixed", [], [plain, message("related", [], [page(body=images(written)), cid])]),
               "Does a cid: URL in an attached message mean a part of that message?", "Yes: a message in a message is searched like any other.",
               ["cid", "scope", "nested-message"],
               to_part(written, "2.2", [CID, MATCHING], "ref1@a.example.org", part="2.1"))
    yield made("location-within-attached-message", multipart("mixed", [], [plain, message("related", [], [loaded, image(label)])]),
               "Does an absolute URL in an attached message mean a part of that message?", "Yes: both are in the same multipart/related.",
               ["content-location", "scope", "nested-message"],
               to_part(location, "2.2", [MATCHING], location=location, part="2.1"))
    content = multipart("mixed", [f"Content-Location: {URL}"],
                        [plain, message("related", [], [page(body=images("ref1.gif")), image("Content-Location: ref1.gif")])])
    yield made("message-around-declares-base", content,
               "Do a relative reference and a relative Content-Location in an attached message match, if the message around it declares the base?",
               "Yes: both inherit the same base.", ["content-location", "scope", "nested-message", "inherited"],
               to_part("ref1.gif", "2.2", [MATCHING, BASES, AS_TEXT], location="ref1.gif", part="2.1", base=URL))


def duplicates():
    location, written = URL + "ref1.gif", "cid:ref1@a.example.org"
    label = f"Content-Location: {location}"
    yield made("two-equal-locations", related(page(body=images(location)), image(label), image(label)),
               "Which of two parts with the same Content-Location is meant?", "No clause says: that must not be. Programs take the first or the last.",
               ["content-location", "duplicate"],
               undefined("img@src", location, [RELATED], [{"number": "2"}, {"number": "3"}], "1"))
    yield made("two-equal-content-ids", related(page(body=images(written)), image("Content-ID: <ref1@a.example.org>"), image("Content-ID: <ref1@a.example.org>")),
               "Which of two parts with the same Content-ID is meant?", "No clause says: that must not be. Programs take the first or the last.",
               ["cid", "duplicate"],
               undefined("img@src", written, [RELATED, CID_ONLY], [{"number": "2"}, {"number": "3"}], "1"))
    yield made("inner-location-before-outer", related(page(body=html()), image(label), inner("related", [page(body=images(location)), image(label)])),
               "Which part is meant, if the inner and the outer multipart/related have one with the URL?",
               "That of the inner one: what the same multipart/related contains comes before any other source.", ["content-location", "duplicate", "scope"],
               to_part(location, "3.2", [SAME_AGGREGATE], location=location, part="3.1"))
    yield made("outer-location-before-inner", related(page(body=images(location)), inner("related", [page(body=html()), image(label)]), image(label)),
               "Which part does the outer page mean, if the inner and the outer multipart/related have one with the URL?",
               "That of the outer one: it cannot mean the inner one.", ["content-location", "duplicate", "scope"],
               to_part(location, "3", [NESTING, MATCHING], location=location))
    content = multipart("mixed", [],
                        [inner("related", [page(body=images(location)), image(label)]),
                         inner("related", [page(body=images(location.replace("ref1", "ref2"))), image(label.replace("ref1", "ref2"))], "j")])
    yield made("each-related-its-own", content, "Does each of two multipart/related in a message have its own parts?",
               "Yes: each page means the part beside it.", ["content-location", "scope"],
               to_part(location, "1.2", [MATCHING, RELATED], location=location, part="1.1"),
               to_part(location.replace("ref1", "ref2"), "2.2", [MATCHING, RELATED], location=location.replace("ref1", "ref2"), part="2.1"))
    content = related(page(body=images("a/ref1.gif")), image("Content-Location: ref1.gif"), image("Content-Location: a/ref1.gif"),
                      fields=[f"Content-Location: {URL}"])
    yield made("same-name-in-two-folders", content, "Which of two parts is meant whose Content-Locations end in the same name?",
               "The one whose whole URL is equal.", ["content-location"], to_part("a/ref1.gif", "3", [MATCHING, AS_TEXT], location="a/ref1.gif", base=URL))


def formats():
    """References of other formats, and other places in HTML, that mean parts."""
    cid, label = ["Content-ID: <ref1@a.example.org>"], [f"Content-Location: {URL}ref1.gif"]
    for name, body, place, called in (
                              ("image-srcset", '<img alt="" src="data:," srcset="%s 1x">', "img@srcset", "the srcset of an image"),
                              ("body-background", '<body background="%s">', "body@background", "the background of a body"),
                              ("table-background", '<table background="%s"><tr><td>1</table>', "table@background", "the background of a table"),
                              ("object-data", '<object data="%s"></object>', "object@data", "the data of an object"), ("embed", '<embed src="%s">', "embed@src", "the src of an embed element"),
                              ("input-image", '<input type="image" alt="" src="%s">', "input@src", "the src of an image button"),
                              ("video-poster", '<video poster="%s"></video>', "video@poster", "the poster of a video"),
                              ("iframe", '<iframe src="%s"></iframe>', "iframe@src", "the src of an iframe"),
                              ("style-attribute", '<p style="background: url(%s)">1', "p@style/css:url", "a style attribute"),
                              ("style-element", "<style>p { background: url(%s) }</style>", "style/css:url", "a style element")):
        for by, written, lines in (("cid", "cid:ref1@a.example.org", cid), ("location", "ref1.gif", label)):
            base = URL + "page.html" if by == "location" else None
            yield made(f"{name}-by-{by}",
                       related(page(*([f"Content-Location: {base}"] if base else []), body="<!DOCTYPE html>\n<title>Case</title>\n" + body % written + "\n"),
                               image(*lines)), f"Does {'a cid: URL' if by == 'cid' else 'a relative reference'} in {called} mean a part?",
                       "Yes: every URL of the content can mean a part.", [by.replace("location", "content-location"), "html-places"],
                       differs(to_part(written, "2", [MATCHING, CID] if by == "cid" else [MATCHING], "ref1@a.example.org" if by == "cid" else None,
                                       URL + "ref1.gif" if by == "location" else None, place=place, base=base),
                               OLD if place in ("img@srcset", "table@background", "embed@src", "video@poster") else ()))  # not in HTML 4.01
    sheet = [f"Content-Location: {URL}style/page.css", "Content-Type: text/css"]
    yield made("css-part",
               related(page(f"Content-Location: {URL}page.html", body='<!DOCTYPE html><title>Case</title><link rel="stylesheet" href="style/page.css">\n'),
                       (sheet, "body { background: url(../ref1.gif) }\n"), image(*label)),
               "Does a reference of a style sheet in the message mean the part that follows from the URL of the style sheet?",
               "Yes: the base is that of the style sheet, not that of the page.", ["content-location", "css"],
               to_part("../ref1.gif", "3", [MATCHING, clause("CSS Values 4", "relative-urls")], location=URL + "ref1.gif", place="css:url", part="2",
                       base=URL + "style/page.css"))
    yield made("css-part-import",
               related(page(body='<!DOCTYPE html><title>Case</title><link rel="stylesheet" href="cid:css@a.example.org">\n'),
                       (["Content-ID: <css@a.example.org>", "Content-Type: text/css"], '@import "cid:ref1@a.example.org";\n'),
                       (["Content-ID: <ref1@a.example.org>", "Content-Type: text/css"], "p { color: red }\n")),
               "Does a cid: URL of an @import mean a part?", "Yes: every URL of the content can mean a part.", ["cid", "css"],
               to_part("cid:ref1@a.example.org", "3", [CID, clause("CSS Cascade 4", "at-import")], "ref1@a.example.org", place="css:import", part="2"))
    svg = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><image width="9" height="9" %s="%s" /></svg>\n'
    for attribute in ("href", "xlink:href"):
        yield made(f"svg-part-{attribute.replace(':', '-')}",
                   related((["Content-Type: image/svg+xml"], svg % (attribute, "cid:ref1@a.example.org")), image(*cid)),
                   f"Does a cid: URL in {attribute} of an SVG part mean a part?", "Yes: every URL of the content can mean a part.", ["cid", "svg"],
                   to_part("cid:ref1@a.example.org", "2", [CID], "ref1@a.example.org", place=f"image@{attribute}"))
    xhtml = '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Case</title></head><body><p><img alt="" src="ref1.gif" /></p></body></html>\n'
    yield made("xhtml-part", related((["Content-Type: application/xhtml+xml", f"Content-Location: {URL}page.xhtml"], xhtml), image(*label)),
               "Does a relative reference of an XHTML part mean a part?", "Yes: RFC 2557 is for other formats than HTML, too.", ["content-location", "xhtml"],
               to_part("ref1.gif", "2", [MATCHING, clause("RFC 2557", "1")], location=URL + "ref1.gif", base=URL + "page.xhtml"))
    for name, text in (("wrapper", "See <URL:cid:ref1@a.example.org>.\n"), ("brackets", "See <cid:ref1@a.example.org>.\n")):
        yield made(f"plain-text-{name}", multipart("mixed", [], [(["Content-Type: text/plain"], text), image(*cid)]),
                   f"Does a cid: URL in {'<URL:...>' if name == 'wrapper' else 'angle brackets'} of plain text mean a part?",
                   "Yes: a URL means the same in every format.", ["cid", "plain-text"],
                   to_part("cid:ref1@a.example.org", "2", [CID, clause("RFC 3986", "Appendix C")], "ref1@a.example.org", place="text:delimited"))


def messages_of_2000():
    """The questions of the test messages for MHTML of Stockholm University, 1997 to 2000, that are not asked above. The files are our own."""
    cid = "Content-ID: <ref1@a.example.org>"
    for name, lines in (("inline", ["Content-Disposition: inline; filename=\"a.gif\""]), ("none", [])):
        yield made(f"disposition-{name}", related(page(body=images("cid:ref1@a.example.org")), image(cid, *lines)),
                   f"Is a part found {'that is marked as inline' if name == 'inline' else 'without a Content-Disposition'}?",
                   "Yes: inside multipart/related the disposition is ignored.", ["cid"],
                   to_part("cid:ref1@a.example.org", "2", [clause("RFC 2387", "4"), CID], "ref1@a.example.org"))
    body = '<body background="cid:ref1@a.example.org"><img alt="" src="cid:ref2@a.example.org">\n'
    yield made("no-head", related(page(body=body), image(cid), image("Content-ID: <ref2@a.example.org>")), "Are references found in HTML without a head?",
               "Yes: the tags of the head are optional.", ["cid"],
               to_part("cid:ref1@a.example.org", "2", [CID, clause("HTML", "optional-tags")], "ref1@a.example.org", place="body@background"),
               to_part("cid:ref2@a.example.org", "3", [CID], "ref2@a.example.org"))
    yield made("one-part-missing", related(page(body=images("cid:ref1@a.example.org", "http://b.example.org/ref2.gif")), image(cid)),
               "Where do the images of a message lead, if it contains only one of them?", "One to its part, the other one to the web.", ["cid"],
               to_part("cid:ref1@a.example.org", "2", [CID], "ref1@a.example.org"), to_url("http://b.example.org/ref2.gif", [MATCHING]))
    fields = [f"Content-Location: {URL}"]
    content = multipart("related", fields,
                        [page(body=images("i/ref1.gif")), inner("related", [page(body=images("i/ref2.gif")), image("Content-Location: i/ref2.gif")]),
                         image("Content-Location: i/ref1.gif")])
    yield made("base-of-outermost-header", content, "Is the Content-Location of the outermost header the base at every depth of multiparts?",
               "Yes: the search for one goes outwards to there.", ["content-location", "inherited", "scope"],
               to_part("i/ref1.gif", "3", [BASES, MATCHING, AS_TEXT], location="i/ref1.gif", base=URL),
               to_part("i/ref2.gif", "2.2", [BASES, MATCHING, AS_TEXT], location="i/ref2.gif", part="2.1", base=URL))
    frames = '<html><head><title>Case</title></head><frameset cols="50%,50%"><frame src="cid:ref1@a.example.org"><frame src="ref2.html"></frameset></html>\n'
    yield made("frameset",
               related(page(f"Content-Location: {URL}page.html", body=frames), page(cid, body=html()),
                       page(f"Content-Location: {URL}ref2.html", body=html())), "Do the sources of frames mean parts?",
               "Yes: frames are among the objects that a message may contain.", ["cid", "content-location", "html-places"],
               to_part("cid:ref1@a.example.org", "2", [clause("RFC 2557", "8.1"), CID], "ref1@a.example.org", place="frame@src", base=URL + "page.html"),
               to_part("ref2.html", "3", [clause("RFC 2557", "8.1"), MATCHING], location=URL + "ref2.html", place="frame@src", base=URL + "page.html"))
    yield made("nonexistent-base",
               related(page("Content-Base: http://nowhere.example.org/x/", body=images("cid:ref1@a.example.org", "ref2.gif")), image(cid), image("Content-Location: "
                                                                                                                                         "ref2.gif",
               "Content-Base: http://nowhere.example.org/x/")), "Does the base have to exist for parts to be found?", "No: it only makes URLs that are compared.",
               ["cid", "content-base"],
               to_part("cid:ref1@a.example.org", "2", [CID], "ref1@a.example.org"),
               without_content_base(to_part("ref2.gif", "3", [clause("RFC 2110", "4.2"), AS_TEXT, MATCHING], location="ref2.gif",
                                            base="http://nowhere.example.org/x/")))
    content = related(inner("alternative", [(["Content-Type: text/plain"], "Text\n"), page(body=images("cid:ref1@a.example.org"))]),
                      image(cid))
    yield made("alternative-as-root-with-type", content, "Is a part found from the HTML alternative of the root?",
               "Yes: type says that the root is a multipart/alternative.", ["cid", "scope"],
               to_part("cid:ref1@a.example.org", "2", [RELATED, CID], "ref1@a.example.org", part="1.2"))
    yield made("root-by-start",
               multipart("related", [],
                         [page("Content-ID: <a@a.example.org>", body=html()),
                          page("Content-ID: <b@a.example.org>", f"Content-Location: {URL}page.html", body=images("ref1.gif")),
                          image(f"Content-Location: {URL}ref1.gif")], start="<b@a.example.org>"),
               "Is a part found from a root that is not the first part?", "Yes: every part has its own base and references.", ["content-location", "start"],
               to_part("ref1.gif", "3", [MATCHING, clause("RFC 2387", "3.2")], location=URL + "ref1.gif", part="2", base=URL + "page.html"))


def in_http():
    """A multipart/related that was retrieved by HTTP, and archived with the URL of the request."""
    def retrieved(*parts, fields=()):
        heading, _, body = entity("related", list(parts)).partition(b"\n\n")
        return archives.archive(with_crlf(body), list(fields), heading.decode().partition(": ")[2])
    url, request, tags = archives.TARGET, [BASES, clause("RFC 1808", "3.3")], ["http", "warc"]
    yield made("in-http-link", retrieved(page(body=html("ref1.html")), image(f"Content-Location: {URL}ref1.gif")),
               "What is the base of a part of a multipart/related that was retrieved by HTTP, if no header declares one?", "The URL of the request.", tags,
               to_url("ref1.html", request, url, "a@href"), ending="warc")
    folder = url.rpartition("/")[0] + "/"
    for name, label in (("absolute", folder + "ref1.gif"), ("relative", "ref1.gif")):
        yield made(f"in-http-{name}-location", retrieved(page(body=images("ref1.gif")), image(f"Content-Location: {label}")),
                   f"Does a relative reference mean the part with the same {name} Content-Location, in a multipart/related that was retrieved by HTTP?",
                   "Yes: the URL of the request is the base.", [*tags, "content-location"],
                   to_part("ref1.gif", "2", [MATCHING, *request], location=label, base=url), ending="warc")
    yield made("in-http-location-of-part", retrieved(page(f"Content-Location: {URL}page.html", body=html("ref1.html"))),
               "Does the Content-Location of a part of a multipart/related that was retrieved by HTTP win over the URL of the request?",
               "Yes: what the header of the part declares comes first.", [*tags, "content-location"],
               to_url("ref1.html", request, URL + "page.html", "a@href"), ending="warc")
    yield made("in-http-location-of-response", retrieved(page(body=html("ref1.html")), fields=[f"Content-Location: {URL}"]),
               "Is the Content-Location of an HTTP response the base of the parts of its multipart/related?",
               "No clause says: it is one of a surrounding multipart, as RFC 2557 wants, and one of HTTP, where it no longer affects the base.",
               [*tags, "content-location"],
               undefined("a@href", "ref1.html", [BASES, clause("RFC 9110", "8.7"), clause("RFC 7231", "Appendix B")], [URL + "ref1.html", folder + "ref1.html"], "1"),
               ending="warc")


def browsers():
    """Pages as browsers save them."""
    def crlf(content):
        return content.replace(b"\n", b"\r\n")

    def qp(text):
        return text.replace("=", "=3D")
    page_url, tags = URL + "page.html", ["saved-page"]
    chromium = ["Subject: Case", f"Snapshot-Content-Location: {page_url}"]
    main = ["Content-ID: <frame-1@mhtml.example.org>", "Content-Transfer-Encoding: quoted-printable", f"Content-Location: {page_url}"]

    def saved_by_chromium(*parts):
        return crlf(multipart("related", chromium, list(parts), "----MultipartBoundary--x----").replace(b"From: Ada <ada@example.org>",
                    b"From: <Saved by Blink>"))
    yield made("chromium-image",
               saved_by_chromium((["Content-Type: text/html", *main], qp(images(URL + "ref1.gif"))),
                                 ([GIF, "Content-Transfer-Encoding: base64", f"Content-Location: {URL}ref1.gif"], "R0lGODlhAQABAAAAACw=\n")),
               "Is an image of a page that Chromium saved found?", "Yes: both URLs are absolute and equal.", tags,
               to_part(URL + "ref1.gif", "2", [MATCHING], location=URL + "ref1.gif", base=page_url), ending="mht")
    yield made("chromium-frame",
               saved_by_chromium((["Content-Type: text/html", *main], qp('<!DOCTYPE html><title>Case</title><iframe '
                                                                         'src="cid:ref1@mhtml.example.org"></iframe>\n')),
                                 (["Content-Type: text/html", "Content-ID: <ref1@mhtml.example.org>", "Content-Transfer-Encoding: 7bit", f"Content-Location: {URL}frame.html"],
                                  html())),
               "Is a frame of a page that Chromium saved found?",
               "Yes: Chromium replaces the URLs of frames by cid: URLs.", [*tags, "cid"],
               to_part("cid:ref1@mhtml.example.org", "2", [CID, MATCHING], "ref1@mhtml.example.org", URL + "frame.html", place="iframe@src", base=page_url),
               ending="mht")
    yield made("chromium-style-sheet",
               saved_by_chromium((["Content-Type: text/html", *main], qp('<!DOCTYPE html><title>Case</title><link rel="stylesheet" '
                                                                         'href="cid:ref1@mhtml.example.org">\n')),
                                 (["Content-Type: text/css", "Content-Transfer-Encoding: 7bit", "Content-Location: cid:ref1@mhtml.example.org"], "p { color: red }\n")),
               "Is a style sheet found that has its cid: URL in Content-Location, as Chromium writes those of style elements?",
               "By RFC 2557 no, which says so expressly. By RFC 2110 yes: Content-ID and such a Content-Location mean the same. Chromium finds it.", [*tags, "cid"],
               differs(to_url("cid:ref1@mhtml.example.org", [CID_ONLY, CID_LABEL], page_url, "link@href"),
                       rfc1808=part_of_message("2", None, "cid:ref1@mhtml.example.org", "cid:ref1@mhtml.example.org", page_url)), ending="mht")
    yield made("chromium-link", saved_by_chromium((["Content-Type: text/html", *main], qp(html("../ref1.html")))),
               "What is the base of a page that Chromium saved?", "Its Content-Location.", tags, to_url("../ref1.html", [BASES], page_url, "a@href"),
               ending="mht")
    frame = (["Content-Type: text/html", "Content-ID: <f@mhtml.example.org>", "Content-Transfer-Encoding: 7bit", "Content-Location: http://b.example.org/e/frame.html"], html("ref1.html"))
    yield made("chromium-link-in-frame",
               saved_by_chromium((["Content-Type: text/html", *main], qp('<!DOCTYPE html><title>Case</title><iframe src="cid:f@mhtml.example.org"></iframe>\n')),
                                 frame), "What is the base of a frame of a page that Chromium saved?", "The Content-Location of the frame.", [*tags, "cid"],
               to_url("ref1.html", [BASES], "http://b.example.org/e/frame.html", "a@href", "2"), ending="mht")
    ie = ["Subject: Case", "X-MimeOLE: Produced By Microsoft MimeOLE V6.00.2900.2180"]

    def saved_by_ie(*parts):
        return crlf(multipart("related", ie, list(parts), "----=_NextPart_000_0000_x").replace(b"From: Ada <ada@example.org>",
                                                                                               b"From: <Saved by Windows Internet Explorer 8>"))
    yield made("internet-explorer-image",
               saved_by_ie((["Content-Type: text/html", f"Content-Location: {page_url}"], images("i/ref1.gif")), image(f"Content-Location: {URL}i/ref1.gif")),
               "Is an image of a page found that Internet Explorer saved with relative references?",
               "Yes: they are resolved against the Content-Location of the page.", tags,
               to_part("i/ref1.gif", "2", [MATCHING, BASES], location=URL + "i/ref1.gif", base=page_url), ending="mht")
    local = "file:///C:/d/page.htm"
    yield made("internet-explorer-file",
               saved_by_ie((["Content-Type: text/html", f"Content-Location: {local}"], images("i/ref1.gif")), image("Content-Location: "
                                                                                                                    "file:///C:/d/i/ref1.gif")),
               "Is an image of a page found that was saved from a file: URL?", "Yes: every scheme can be in Content-Location.", [*tags, "file"],
               to_part("i/ref1.gif", "2", [MATCHING, BASES, clause("RFC 2557", "4.2")], location="file:///C:/d/i/ref1.gif", base=local), ending="mht")
    yield made("internet-explorer-backslashes",
               saved_by_ie((["Content-Type: text/html", "Content-Location: file://C:\\d\\page.htm"], images("ref1.gif")),
                           image("Content-Location: file://C:\\d\\ref1.gif")),
               "Is an image found if Content-Location has a file: URL with backslashes, as old programs wrote it?",
               "No clause says: such a URL is not valid. The URL Standard reads the backslashes as slashes, RFC 3986 has no path there.", [*tags, "file"],
               undefined("img@src", "ref1.gif", [clause("URL", "file-host-state"), clause("RFC 3986", "2.2")],
                         [{"number": "2"}, None, "file://C:\\d\\page.htm/ref1.gif"], "1"), ending="mht")
    yield made("firefox-relative",
               crlf(related((["Content-Type: text/html", "Content-Location: index.html"], images("index_files/ref1.gif")), image("Content-Location: "
                                                                                                                                 "index_files/ref1.gif"))),
               "Is an image of a saved page found if all Content-Locations are relative, as extensions of Firefox wrote them?",
               "Yes: all are resolved against thismessage:/.", [*tags, "thismessage"],
               to_part("index_files/ref1.gif", "2", [BASES, MATCHING], location="index_files/ref1.gif"), ending="mht")
    content = crlf(related((["Content-Type: text/html", f"Content-Location: {page_url}"], images("ref1.gif", head='<base href="http://b.example.org/">')),
                           image("Content-Location: http://b.example.org/ref1.gif")))
    yield made("saved-page-with-base-element", content, "Is an image of a saved page found by the base element that the page had?",
               "Yes: the base element comes before the Content-Location of the page.", [*tags, "html-base"],
               to_part("ref1.gif", "2", [BASES, MATCHING], location="http://b.example.org/ref1.gif", base="http://b.example.org/"), ending="mht")
    single = crlf(mail([f"Content-Location: {page_url}"], html("../ref1.html")))
    yield made("saved-page-of-one-part", single, "What is the base of a saved page that is a message of one part?", "Its Content-Location.", tags,
               to_url("../ref1.html", [BASES], page_url, "a@href"), ending="mht")
