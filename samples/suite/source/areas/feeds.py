# SPDX-License-Identifier: MIT
"""Bases in feeds and in linked data: Atom (RFC 4287), RSS, RDF, OPML, and JSON-LD, alone and in HTML."""

import base64
import html as htmllib
import itertools
import json
import re

from areas.archives import TYPES, archive
from case import Case, Expected, clause, mail, multipart, names_part, ref, undefined
from resolve import rfc3986
from suite import RULES

ATOM = [clause("RFC 4287", "2")]
SCOPE = [clause("XML Base", "granularity")]
NESTED = [clause("XML Base", "resolution"), *SCOPE]
DOCUMENT_BASE = clause("HTML", "document-base-url")
# XML Base says of applications without a normative reference to it that what xml:base does is undefined; RSS and OPML have none.
NO_XML_BASE = {"document": "XML Base", "section": "1", "url": "https://www.w3.org/TR/xmlbase/"}
RSS = [NO_XML_BASE, clause("RSS 2.0", "comments")]
RETRIEVED = clause("RFC 3986", "5.1.3")
FEED = "http://feed.example.org/d/"
TARGET = "http://target.example.org/t/feed.xml"


def attribute(base):
    return "" if base is None else f' xml:base="{base}"'


def xhtml(content, base=None):
    return f'<div xmlns="http://www.w3.org/1999/xhtml"{attribute(base)}>{content}</div>'


def entry(content, base=None):
    title = "" if "<title " in content or content == "%s" else "<title>Entry</title>\n"  # an entry has one
    return f'<entry{attribute(base)}>\n{title}<id>urn:example:entry</id>\n<updated>2026-11-27T10:00:00Z</updated>\n{content}\n</entry>'


AUTHOR = "<author><name>Ada</name></author>\n"


def complete(content):
    """Entries with what RFC 4287, section 4.1.2, wants of each: an `id` of its own, and content or a page; beside content elsewhere, a summary."""
    numbers = itertools.count(1)

    def one(found):
        markup = found[0]
        own = re.sub(r"<source.*?</source>|<x:box.*?</x:box>", "", markup, flags=re.S)
        if "<content" not in own and "<link href" not in own:
            markup = markup.replace("\n</entry>", "\n<content>x</content>\n</entry>")
        if re.search("<content[^>]* src=", own) and "<summary" not in own:
            markup = markup.replace("\n</entry>", "\n<summary>x</summary>\n</entry>")
        number = next(numbers)
        return markup if number == 1 else markup.replace("<id>urn:example:entry</id>", f"<id>urn:example:entry:{number}</id>")
    return re.sub(r"<entry.*?</entry>", one, content, flags=re.S)


def atom(content, base=None, head=""):
    """A feed. One with entries has an author (RFC 4287, section 4.1.1)."""
    title = "" if content.startswith("<title ") else "<title>Feed</title>\n"
    author = AUTHOR if "<entry" in content and "<author>" not in content else ""
    return (f'<?xml version="1.0" encoding="utf-8"?>\n{head}<feed xmlns="http://www.w3.org/2005/Atom"{attribute(base)}>\n{title}<id>'
            f'urn:example:feed</id>\n'
            f"<updated>2026-11-27T10:00:00Z</updated>\n{author}{complete(content)}\n</feed>\n").encode()


def rss(channel, base=None, channel_base=None, link="http://channel.example.org/c/"):
    names = " ".join(f'xmlns:{name}="{url}"' for name, url in (("atom", "http://www.w3.org/2005/Atom"), ("content", "http://purl.org/rss/1.0/modules/content/"),
                                                               ("media", "http://search.yahoo.com/mrss/"), ("wfw", "http://wellformedweb.org/CommentAPI/"))
                     if f"<{name}:" in channel)
    return (f'<?xml version="1.0" encoding="utf-8"?>\n<rss version="2.0"{" " * bool(names)}{names}{attribute(base)}>\n<channel{attribute(channel_base)}>\n'
            f"<title>Channel</title>\n<link>{link}</link>\n<description>Text</description>\n{channel}\n</channel>\n</rss>\n").encode()


def item(content, base=None):
    return f"<item{attribute(base)}>\n<title>Item</title>\n{content}\n</item>"


# Where an Atom document has a reference: a name, the place, the section of RFC 4287, and the markup in the feed.
PLACES = [
    ("feed-link", "link@href", "4.2.7.1", '<link href="%s"/>'),
    ("feed-link-self", "link@href", "4.2.7.1", '<link rel="self" href="%s"/>'),
    ("feed-icon", "icon", "4.2.5", "<icon>%s</icon>"),
    ("feed-logo", "logo", "4.2.8", "<logo>%s</logo>"),
    ("feed-generator", "generator@uri", "4.2.4", '<generator uri="%s">Made</generator>'),
    ("feed-author-uri", "uri", "3.2.2", "<author><name>Ada</name><uri>%s</uri></author>"),
    ("feed-contributor-uri", "uri", "3.2.2", "<contributor><name>Ada</name><uri>%s</uri></contributor>"),
    ("entry-link", "link@href", "4.2.7.1", entry('<link href="%s"/>')),
    ("entry-link-enclosure", "link@href", "4.2.7.1", entry('<link rel="enclosure" type="audio/mpeg" length="1" href="%s"/>')),
    ("entry-author-uri", "uri", "3.2.2", entry("<author><name>Ada</name><uri>%s</uri></author>")),
    ("entry-contributor-uri", "uri", "3.2.2", entry("<contributor><name>Ada</name><uri>%s</uri></contributor>")),
    ("entry-content-src", "content@src", "4.1.3.2", entry('<content type="image/png" src="%s"/>')),
    ("entry-source-link", "link@href", "4.2.11",
     entry('<source><id>urn:example:s</id><title>S</title><updated>2026-11-27T10:00:00Z</updated><link href="%s"/></source>')),
]

# Text constructs, and content: where an element may contain HTML or XHTML.
TEXTS = [("feed-title", "4.2.14", "%s"), ("feed-subtitle", "4.2.12", "%s"), ("feed-rights", "4.2.10", "%s"), ("entry-title", "4.2.14", entry("%s")),
         ("entry-summary", "4.2.13", entry("%s")), ("entry-rights", "4.2.10", entry("%s")), ("entry-content", "4.1.3", entry("%s"))]


def text_element(name, kind, content, base=None):
    tag = name.partition("-")[2]
    inside = htmllib.escape(content, quote=False) if kind == "html" else xhtml(content)
    return f'<{tag} type="{kind}"{attribute(base)}>{inside}</{tag}>'


# What a reader calls these places.
CALLED = {
    "feed-link": "a link of a feed", "feed-link-self": "the link of a feed to itself", "feed-icon": "the icon of a feed", "feed-logo": "the logo of a feed",
    "feed-generator": "the URI of the program that made a feed", "feed-author-uri": "the URI of an author of a feed",
    "feed-contributor-uri": "the URI of a contributor to a feed", "entry-link": "a link of an entry", "entry-link-enclosure": "the link of an entry to an enclosure",
    "entry-author-uri": "the URI of an author of an entry", "entry-contributor-uri": "the URI of a contributor to an entry",
    "entry-content-src": "the URI of the content of an entry", "entry-source-link": "a link of the source of an entry",
    "feed-author-url": "the URL of an author of a feed", "feed-contributor-url": "the URL of a contributor to a feed",
    "entry-author-url": "the URL of an author of an entry", "entry-contributor-url": "the URL of a contributor to an entry",
    "item-link": "the link of an item", "item-comments": "the URL of the comments on an item", "item-guid": "the guid of an item",
    "item-guid-permalink": "the guid of an item that calls it a permalink", "item-enclosure": "the URL of an enclosure", "item-source": "the URL of the source of an item",
    "item-media-content": "the URL of a media:content", "item-media-thumbnail": "the URL of a media:thumbnail", "item-media-player": "the URL of a media:player",
    "item-comment-feed": "the feed of comments on an item, wfw:commentRss,", "item-comment-feed-in-capitals": "the feed of comments on an item, wfw:commentRSS,",
    "item-comment-page": "the page of comments on an item, wfw:comment,", "channel-docs": "the URL in docs of a channel",
    "channel-image-url": "the URL of the image of a channel", "channel-image-link": "the link of the image of a channel",
    "channel-text-input": "the link of the text input of a channel", "channel-atom-link": "an atom:link of a channel",
    "item-description": "a link in the description of an item", "item-description-cdata": "a link in a description that is a CDATA section",
    "item-description-image": "an image in the description of an item", "item-content-encoded": "a link in the content:encoded of an item",
    "item-xhtml-body": "a link in a body of XHTML of an item", "item-fullitem": "a link in the fullitem of an item"}


def called(name):
    """Also of an element with text: "feed-title" is the title of a feed."""
    level, _, tag = name.partition("-")
    return CALLED.get(name) or f"the {tag} of {'a feed' if level == 'feed' else 'an entry'}"


def atom_places():
    for name, place, section, markup in PLACES:
        yield Case(f"atom-{name}", "atom", atom(markup % "ref1", FEED), f"Is {called(name)} relative to the xml:base of the feed?",
                   "Yes: it is an IRI reference in the scope of that xml:base.", ["atom", "xml-base"],
                   [ref(place, "ref1", FEED, [*ATOM, clause("RFC 4287", section)], by="xml-base")])
    for (name, section, markup), kind in itertools.product(TEXTS, ("html", "xhtml")):
        what = "3.1.1.2" if kind == "html" else "3.1.1.3"
        element = text_element(name, kind, '<a href="ref1.html">x</a>')
        inside = element if "title" in name or markup == "%s" else "<title>Entry</title>\n" + element
        yield Case(f"atom-{name}-{kind}", "atom", atom(markup % inside, FEED),
                   f"Is a link in {called(name)}, which is {kind.upper()}, relative to the xml:base of the feed?",
                   "Yes: xml:base is the base of all relative references in its scope" + (", and escaped HTML is in it." if kind == "html" else "."),
                   ["atom", "xml-base", kind],
                   [ref("a@href", "ref1.html", FEED, [*ATOM, clause("RFC 4287", section), clause("RFC 4287", what)], by="xml-base")])
    for kind, place, markup in (("html", "img@src", '<img src="ref1.png">'), ("xhtml", "img@src", '<img src="ref1.png"/>'),
                                ("html", "blockquote@cite", '<blockquote cite="ref1.html">x</blockquote>'),
                                ("xhtml", "blockquote@cite", '<blockquote cite="ref1.html">x</blockquote>'),
                                ("html", "video@poster", '<video poster="ref1.png"></video>'),
                                ("xhtml", "video@poster", '<video poster="ref1.png"></video>'), ("html", "object@data", '<object data="ref1.png"></object>'),
                                ("html", "form@action", '<form action="ref1.cgi"></form>'), ("html", "q@cite", '<q cite="ref1.html">x</q>'),
                                ("html", "ins@cite", '<ins cite="ref1.html">x</ins>'), ("xhtml", "del@cite", '<del cite="ref1.html">x</del>'),
                                ("html", "audio@src", '<audio src="ref1.mp3"></audio>'), ("html", "source@src", '<video><source src="ref1.mp4"></video>'),
                                ("html", "input@src", '<input type="image" src="ref1.png">'),
                                ("html", "area@href", '<map name="m"><area href="ref1.html"></map>'),
                                ("html", "iframe@src", '<iframe src="ref1.html"></iframe>'), ("html", "embed@src", '<embed src="ref1.swf">')):
        written = markup.split('ref1')[1].split('"')[0]
        yield Case(f"atom-content-{kind}-{place.replace('@', '-')}", "atom", atom(entry(text_element("entry-content", kind, markup)), FEED),
                   f"Is {place} in the {kind.upper()} of an entry relative to the xml:base of the feed?",
                   "Yes: xml:base is the base of all relative references in its scope.", ["atom", "xml-base", kind],
                   [ref(place, "ref1" + written, FEED, [*ATOM, clause("RFC 4287", "4.1.3.3")], by="xml-base",
                        missing=["rfc1808"] if place.split("@")[0] in ("audio", "embed", "source", "video") else ())])  # not in HTML 4.01


# What an inner xml:base may be, relative to the outer one, http://outer.example.org/o/.
INNER = [("absolute", "http://inner.example.org/i/"), ("relative", "i/"), ("parent", "../i/"), ("absolute-path", "/i/"), ("network-path", "//inner.example.org/i/"),
         ("file", "i.html"),
         ("query", "?q=1"), ("empty", ""), ("same-document", "#i")]
OUTER = "http://outer.example.org/o/p.xml"


def nested_bases():
    """Two elements that declare a base, each pair of them, for a link, for XHTML, for HTML."""
    levels = {"link": ("feed", "entry", "link"), "xhtml": ("feed", "entry", "content", "div", "a"), "html": ("feed", "entry", "content")}
    for kind, names in levels.items():
        for outer, inner in itertools.combinations(names, 2):
            full = (outer, inner) in (("feed", "entry"), ("entry", "content"))
            for how, value in INNER if full else INNER[:2]:
                bases = {outer: OUTER, inner: value}
                base = rfc3986(OUTER, value)
                other = in_html({outer: OUTER, inner: value})
                yield Case(f"atom-{kind}-base-of-{outer}-and-{how}-one-of-{inner}", "atom", nested(kind, bases), nested_question(kind, outer, inner, value),
                           ("The inner xml:base is resolved against the outer one, and is the base of what it contains." if ":" not in value else
                            "The inner one: it is nearer to the reference.") + (" In the HTML Standard, elements of XHTML have none." if other else ""), ["atom", "xml-base", "nested", *([kind] if kind != "link" else [])],
                           [ref("link@href" if kind == "link" else "a@href", "ref1.html", base, [*ATOM, *NESTED, *([DOCUMENT_BASE] if other else [])], by="xml-base",
                                other=other)])
    for kind, names in levels.items():
        bases = dict(zip(names, ("http://outer.example.org/o/", "a/", "b/", "c/", "../d/")))
        base = None
        for value in bases.values():
            base = rfc3986(base, value)
        yield Case(f"atom-{kind}-base-of-all-ancestors", "atom", nested(kind, bases), f"Does a relative xml:base accumulate over {', '.join(names)}?",
                   "Yes: each is resolved against the base of its parent.", ["atom", "xml-base", "nested"],
                   [ref("link@href" if kind == "link" else "a@href", "ref1.html", base, [*ATOM, *NESTED, *([DOCUMENT_BASE] if in_html(bases) else [])],
                                by="xml-base", other=in_html(bases))])


def in_html(bases):
    """The base by the HTML Standard, whose elements have no xml:base, if an element of XHTML is among those that declare one. RFC 4287 leaves
    its own elements theirs."""
    base = None
    for name, value in bases.items():
        base = base if name in ("div", "a") else rfc3986(base, value)
    return {"whatwg": base} if {"div", "a"} & bases.keys() else None


def nested(kind, bases):
    here = lambda name: attribute(bases.get(name))  # noqa: E731
    if kind == "link":
        content = f'<link href="ref1.html"{here("link")}/>'
    elif kind == "xhtml":
        content = f'<content type="xhtml"{here("content")}>{xhtml(f"""<a href="ref1.html"{here("a")}>x</a>""", bases.get("div"))}</content>'
    else:
        content = f'<content type="html"{here("content")}>&lt;a href="ref1.html"&gt;x&lt;/a&gt;</content>'
    return atom(entry(content, bases.get("entry")), bases.get("feed"))


def nested_question(kind, outer, inner, value):
    what = "atom:link" if kind == "link" else f"a link in {kind.upper()}"
    return f'What is the base of {what} in <{inner} xml:base="{value}"> in <{outer} xml:base="{OUTER}">?'


def atom_scopes():
    other = "http://other.example.org/o/"
    link = '<link href="ref1.html"/>'
    yield Case("atom-base-of-entry-before", "atom", atom(entry("<summary>x</summary>", other) + "\n" + entry(link), FEED),
               "Does the xml:base of an entry apply to the next entry?", "No: its scope ends with its element.", ["atom", "xml-base", "scope"],
               [ref("link@href", "ref1.html", FEED, SCOPE, by="xml-base")])
    yield Case("atom-base-of-entry-after", "atom", atom(entry(link) + "\n" + entry("<summary>x</summary>", other), FEED),
               "Does the xml:base of an entry apply to the entry before it?", "No: its scope is its own element.", ["atom", "xml-base", "scope"],
               [ref("link@href", "ref1.html", FEED, SCOPE, by="xml-base")])
    yield Case("atom-base-of-entry-and-feed-link-after", "atom", atom(entry("<summary>x</summary>", other) + "\n" + link, FEED),
               "Does the xml:base of an entry apply to a link of the feed after it?", "No: its scope ends with its element.", ["atom", "xml-base", "scope"],
               [ref("link@href", "ref1.html", FEED, SCOPE, by="xml-base")])
    yield Case("atom-base-of-content-and-link", "atom", atom(entry(f'<content type="html" xml:base="{other}">x</content>{link}'), FEED),
               "Does the xml:base of atom:content apply to the link beside it?", "No: its scope is its own element.", ["atom", "xml-base", "scope"],
               [ref("link@href", "ref1.html", FEED, SCOPE, by="xml-base")])
    yield Case("atom-base-of-own-link", "atom", atom('<link href="ref1.html" xml:base="http://own.example.org/o/"/>'),
               "Does xml:base apply to the attributes of its own element?", "Yes: to the attributes and the content.", ["atom", "xml-base", "scope"],
               [ref("link@href", "ref1.html", "http://own.example.org/o/", SCOPE, by="xml-base")])
    yield Case("atom-base-of-own-icon", "atom", atom('<icon xml:base="http://own.example.org/o/">ref1.png</icon>'),
               "Does xml:base apply to a reference in the text of its own element?", "Yes: to the attributes and the content.", ["atom", "xml-base", "scope"],
               [ref("icon", "ref1.png", "http://own.example.org/o/", SCOPE, by="xml-base")])
    yield Case("atom-base-of-foreign-element", "atom", atom(entry(f'<x:box xmlns:x="urn:example:x" xml:base="{other}"><link href="ref1.html"/></x:box>'), FEED),
               "Does the xml:base of an element of another namespace apply to an Atom link in it?", "Yes: XML Base does not depend on the vocabulary.",
               ["atom", "xml-base", "scope"], [ref("link@href", "ref1.html", other, SCOPE, by="xml-base")])
    yield Case("atom-base-of-source-of-entry", "atom",
               atom(entry(f'<source xml:base="{other}"><id>urn:example:s</id><title>S</title><updated>2026-11-27T10:00:00Z</updated><link href="ref1.html"/><'
                          f'/source>'), FEED),
               "Is a link in atom:source relative to the xml:base of atom:source?", "Yes: it is the nearest one.", ["atom", "xml-base", "nested"],
               [ref("link@href", "ref1.html", other, [*ATOM, clause("RFC 4287", "4.2.11")], by="xml-base")])
    yield Case("atom-base-of-source-and-entry-link", "atom",
               atom(entry(f'<source xml:base="{other}"><id>urn:example:s</id><title>S</title><updated>2026-11-27T10:00:00Z</updated></source>{link}'), FEED),
               "Does the xml:base of atom:source apply to the entry that contains it?", "No: its scope is its own element.", ["atom", "xml-base", "scope"],
               [ref("link@href", "ref1.html", FEED, SCOPE, by="xml-base")])
    yield Case("atom-base-without-prefix", "atom", atom(entry(link, FEED).replace("<entry", f'<entry base="{other}"')),
               "Is an attribute base without the prefix xml a base?", "No: only xml:base is.", ["atom", "xml-base"],
               [ref("link@href", "ref1.html", FEED, [clause("XML Base", "syntax")], by="xml-base")])
    yield Case("atom-base-of-other-namespace", "atom", atom(entry(link).replace("<entry", f'<entry xmlns:x="urn:example:x" x:base="{other}"'), FEED),
               "Is x:base of another namespace a base?", "No: only base of the XML namespace is.", ["atom", "xml-base"],
               [ref("link@href", "ref1.html", FEED, [clause("XML Base", "syntax")], by="xml-base")])
    alone = entry(AUTHOR + link, FEED).replace("<entry", '<entry xmlns="http://www.w3.org/2005/Atom"')
    yield Case("atom-entry-document", "atom", f'<?xml version="1.0" encoding="utf-8"?>\n{alone}\n'.encode(),
               "Is a link relative to the xml:base of an entry that is the whole document?", "Yes: an Atom document is a feed or an entry.",
               ["atom", "xml-base"],
               [ref("link@href", "ref1.html", FEED, [*ATOM, clause("RFC 4287", "4.1.2")], by="xml-base")])
    prefixed = (f'<?xml version="1.0" encoding="utf-8"?>\n<a:feed xmlns:a="http://www.w3.org/2005/Atom" xml:base="{FEED}"><a:title>Feed</a:title><a:id>'
                f'urn:example:feed</a:id>'
                '<a:updated>2026-11-27T10:00:00Z</a:updated><a:link href="ref1.html"/></a:feed>\n')
    yield Case("atom-namespace-prefix", "atom", prefixed.encode(), "Is a link relative to xml:base if the elements have a prefix?",
               "Yes: the namespace decides, not the prefix.",
               ["atom", "xml-base"], [ref("link@href", "ref1.html", FEED, ATOM, by="xml-base")])


def atom_values():
    """What the value of xml:base may be, and what the reference may be."""
    link = '<link href="ref1.html"/>'
    for name, base, question, why, clauses in (
            ("no-slash", "http://feed.example.org/d", "Is the last segment of an xml:base without a slash at its end part of the base?",
             "No: what follows the last slash is replaced.", [clause("RFC 3986", "5.2.3")]),
            ("file", "http://feed.example.org/d/feed.atom", "Is the file name of an xml:base part of the base?", "No: what follows the last slash is replaced.",
             [clause("RFC 3986", "5.2.3")]),
            ("query", "http://feed.example.org/d/feed?u=/x/y", "Is the query of an xml:base part of the base of a link?", "No: a path replaces path and query.",
             [clause("RFC 3986", "5.2.2")]),
            ("fragment", "http://feed.example.org/d/feed#/x/y", "Is the fragment of an xml:base part of the base?", "No: a base has no fragment.",
             [clause("RFC 3986", "5.1")]),
            ("host", "http://feed.example.org", "Is a slash put between a base of a host alone and a link?",
             "Yes: if the base has an authority and no path, the path begins with a slash.", [clause("RFC 3986", "5.2.3")]),
            ("https-port", "https://feed.example.org:8443/d/", "Do scheme and port of xml:base apply?", "Yes: both are those of the base.",
             [clause("RFC 3986", "5.2.2")]),
            ("dots", "http://feed.example.org/a/b/../d/", "Are dot segments of xml:base removed?", "Yes: from the merged path.", [clause("RFC 3986", "5.2.4")]),
            ("escaped", "http://feed.example.org/d%20d/", "Does an escape in xml:base stay?", "Yes: resolution does not decode.", [clause("RFC 3986", "5.2.2")]),
            ("ampersand", "http://feed.example.org/d&amp;e/", "Is an entity in xml:base decoded?", "Yes: by the XML processor, before it is a base.",
             [clause("XML Base", "syntax")]),
            ("reference", "http://feed&#46;example.org/d/", "Is a character reference in xml:base decoded?", "Yes: by the XML processor, before it is a base.",
             [clause("XML Base", "syntax")]),
            ("iri", "http://feed.example.org/é/", "May xml:base contain a character that is not ASCII?",
             "Yes: it is a legacy extended IRI. Its UTF-8 may be escaped in the result.",
             [clause("XML Base", "escaping")])):
        plain = htmllib.unescape(base)
        target = ref("link@href", "ref1.html", plain, [*ATOM, *clauses], by="xml-base")
        if name == "iri":
            target = ref("link@href", "ref1.html", "http://feed.example.org/%C3%A9/", [*ATOM, *clauses], by="xml-base")
        if name == "host":
            target = ref("link@href", "ref1.html", plain, [*ATOM, *clauses], by="xml-base", missing=["rfc1808"])
        yield Case(f"atom-base-value-{name}", "atom", atom(link, base), question, why, ["atom", "xml-base", "values"], [target])
    opaque = "RFC 3986 resolves against any absolute URI, the URL Standard against none whose path is opaque."
    for name, value, behaviours, why in (
            ("javascript", "javascript:alert(1)", ["javascript:ref1.html", None], opaque), ("data", "data:text/plain,x", ["data:text/ref1.html", None], opaque),
            ("three-slashes", "http:///inner.example.org/i/", ["http:///inner.example.org/i/ref1.html", "http://inner.example.org/i/ref1.html", None],
             "A URI of the scheme http without a host is invalid. The URL Standard drops the slash, and other programs the whole base.")):
        clauses = [*ATOM, clause("RFC 9110", "4.2.1") if name == "three-slashes" else clause("RFC 3986", "5.1"), clause("URL", "concept-url-parser")]
        yield Case(f"atom-base-value-{name}", "atom", atom(entry(link, value), FEED), f"What is the base of a link in an entry with the xml:base {value}?", why,
                   ["atom", "xml-base", "values"], [undefined("link@href", "ref1.html", clauses, [*behaviours, FEED + "ref1.html"])])
    host, encoded = "http://b\u00fccher.example.org/d/", "http://xn--bcher-kva.example.org/d/"
    yield Case("atom-base-value-iri-host", "atom", atom(link, host), "May the host of xml:base have a letter that is not ASCII?",
               "Yes: it is an IRI. A URI has the letter in UTF-8 and escaped, or the host as it is in the DNS.", ["atom", "xml-base", "values"],
               [ref("link@href", "ref1.html", host, [*ATOM, clause("RFC 3987", "3.1"), clause("URL", "concept-domain-to-ascii")], by="xml-base",
                    also={"rfc1808": [encoded], "rfc3986": [encoded]}, whatwg=encoded + "ref1.html")])
    for name, written, question in (
            ("parent", "../ref1.html", "a parent directory"), ("root", "/ref1.html", "an absolute path"),
                                    ("host", "//other.example.org/ref1.html", "another host without a scheme"),
            ("query", "?ref1", "a query alone"), ("fragment", "#ref1", "a fragment alone"), ("dot", "./ref1.html", "a dot segment"),
                                    ("colon", "./a:ref1.html", "a colon after a dot segment"),
            ("absolute", "http://other.example.org/ref1.html", "an absolute URL"), ("mailto", "mailto:ref1@other.example.org", "a mailto URL"),
                                    ("escape", "a%20ref1.html", "an escape")):
        yield Case(f"atom-link-{name}", "atom", atom(f'<link href="{written}"/>', "http://feed.example.org/a/b/feed.atom"),
                   f"What does {question}, {written}, in atom:link mean?",
                   "What RFC 3986 makes of it with the xml:base.", ["atom", "xml-base", "references"],
                   [ref("link@href", written, "http://feed.example.org/a/b/feed.atom", [*ATOM, clause("RFC 3986", "5.2.2")], by="xml-base")])
    yield Case("atom-icon-cdata", "atom", atom("<icon>ref1.png</icon>", FEED).replace(b"ref1.png", b"<![CDATA[ref1.png]]>"),
               "Is a CDATA section in atom:icon text like any other?",
               "Yes: it is only another way to write text.", ["atom", "xml-base"],
               [ref("icon", "ref1.png", FEED, [*ATOM, clause("RFC 4287", "4.2.5")], by="xml-base")])


def atom_others():
    self_link = '<link rel="self" href="http://self.example.org/s/feed.atom"/>\n'
    yield Case("atom-self-link-and-xml-base", "atom", atom(self_link + '<link href="ref1.html"/>', FEED),
               "Does a link with rel=self change the base that xml:base declares?",
               "No: nothing makes it a base.", ["atom", "xml-base", "self"], [ref("link@href", "ref1.html", FEED, ATOM, by="xml-base")])
    yield Case("atom-self-link-alone", "atom", atom(self_link + entry('<link href="ref1.html"/>')),
               "Is a link with rel=self the base of a feed that declares none?",
               "No clause makes it one, but it is where the feed says that it was retrieved from.", ["atom", "self"],
               [undefined("link@href", "ref1.html", [clause("RFC 4287", "4.2.7.2"), clause("RFC 3986", "5.1.4")], [None, "http://self.example.org/s/ref1.html"])])
    yield Case("atom-alternate-link-and-xml-base", "atom", atom('<link href="http://alternate.example.org/a/"/>\n' + entry('<link href="ref1.html"/>'), FEED),
               "Does a link with rel=alternate change the base?", "No: it is where the page of the feed is.", ["atom", "xml-base"],
               [ref("link@href", "ref1.html", FEED, ATOM, by="xml-base")])
    yield Case("atom-alternate-link-alone", "atom",
               atom('<link href="http://alternate.example.org/a/"/>\n' + entry('<content type="html">&lt;a href="ref1.html"&gt;x&lt;/a&gt;</content>')),
               "Is a link with rel=alternate the base of a feed that declares none?", "No clause makes it one.", ["atom"],
               [undefined("a@href", "ref1.html", [clause("RFC 4287", "4.2.7.2"), clause("RFC 3986", "5.1.4")], [None, "http://alternate.example.org/a/ref1.html"])])
    yield Case("atom-id-relative", "atom", atom("", FEED).replace(b"urn:example:feed", b"ref1"), "Is a relative atom:id resolved against xml:base?",
               "An atom:id must be an IRI with a scheme, so no clause says what a relative one is.", ["atom", "xml-base"],
               [undefined("id", "ref1", [clause("RFC 4287", "4.2.6")], [None, FEED + "ref1"])])
    yield Case("atom-category-scheme-relative", "atom", atom('<category term="x" scheme="ref1"/>', FEED),
               "Is a relative scheme of atom:category resolved against xml:base?",
               "It must be an IRI with a scheme, so no clause says what a relative one is.", ["atom", "xml-base"],
               [undefined("category@scheme", "ref1", [clause("RFC 4287", "4.2.2.2")], [None, FEED + "ref1"])])
    yield Case("atom-rel-is-no-reference", "atom", atom('<link rel="http://rel.example.org/ref1" href="http://feed.example.org/x"/>',
                                                        FEED).replace(b"http://rel.example.org/ref1", b"ref1"),
               "Is a rel without a colon a reference?", "No: it is a registered name.", ["atom", "xml-base"],
               [ref("link@rel", "ref1", None, [clause("RFC 4287", "4.2.7.2")], by="none")])
    yield Case("atom-title-of-type-text", "atom", atom(entry('<summary type="text">&lt;a href="ref1.html"&gt;x&lt;/a&gt;</summary>'), FEED),
               "Is markup in a summary of type text a link?",
               "No: type text is text, and a reader shows the characters.", ["atom", "xml-base"],
               [ref("summary", "ref1.html", None, [clause("RFC 4287", "3.1.1.1")], by="none")])
    yield Case("atom-title-without-type", "atom", atom(entry("<summary>&lt;a href=\"ref1.html\"&gt;x&lt;/a&gt;</summary>"), FEED),
               "Is markup in a summary without a type a link?",
               "No: without a type, it is text.", ["atom", "xml-base"], [ref("summary", "ref1.html", None, [clause("RFC 4287", "3.1.1")], by="none")])
    twice = htmllib.escape(htmllib.escape('<a href="ref1.html">x</a>', quote=False), quote=False)
    yield Case("atom-content-html-escaped-twice", "atom", atom(entry(f'<content type="html">{twice}</content>'), FEED), "Is HTML that is escaped twice a link?",
               "No: the HTML then has text that looks like a link.", ["atom", "xml-base", "html"],
               [ref("content", "ref1.html", None, [clause("RFC 4287", "3.1.1.2")], by="none")])
    yield Case("atom-content-html-cdata", "atom", atom(entry('<content type="html"><![CDATA[<a href="ref1.html">x</a>]]></content>'), FEED),
               "Is HTML in a CDATA section relative to xml:base?",
               "Yes: CDATA is another way to escape it.", ["atom", "xml-base", "html"],
               [ref("a@href", "ref1.html", FEED, [*ATOM, clause("RFC 4287", "3.1.1.2")], by="xml-base")])
    for kind, start in (("html", '&lt;base href="http://inner.example.org/i/"&gt;&lt;a href="ref1.html"&gt;x&lt;/a&gt;'),
                        ("xhtml", xhtml('<base href="http://inner.example.org/i/"/><a href="ref1.html">x</a>'))):
        yield Case(f"atom-content-{kind}-with-base-element", "atom", atom(entry(f'<content type="{kind}">{start}</content>'), FEED),
                   f"Does an element base in the {kind.upper()} of an entry change the base?",
                   "Atom content is what may be in a div, where no base may be. No clause says what one does.",
                   ["atom", "xml-base", kind, "html-base"],
                   [undefined("a@href", "ref1.html", [clause("RFC 4287", "3.1.1.2" if kind == "html" else "3.1.1.3"), clause("HTML", "the-base-element")],
                              [FEED + "ref1.html", "http://inner.example.org/i/ref1.html"])])
    yield Case("atom-content-base-element-and-next-entry", "atom",
               atom(entry('<content type="html">&lt;base href="http://inner.example.org/i/"&gt;x</content>') + "\n" + entry('<content type="html">&lt;a '
                                                                                                                        'href="ref1.html"&gt;x&lt;/a&gt;<'
                                                                                                                        '/content>'), FEED),
               "Does an element base in one entry apply to the next entry?", "No: the HTML of each entry is on its own.",
               ["atom", "xml-base", "html", "html-base"],
               [ref("a@href", "ref1.html", FEED, [*ATOM, clause("RFC 4287", "3.1.1.2")], by="xml-base")])
    yield Case("atom-content-svg", "atom",
               atom(entry('<content type="image/svg+xml"><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xml:base="i/">'
                                                      '<image xlink:href="ref1.png" width="1" height="1"/></svg></content>'), FEED),
               "Does xml:base apply within SVG in an entry?",
               "By SVG 1.1 yes, and relative to that of the feed. SVG 2 has removed it from its elements; that of the feed stays.",
               ["atom", "xml-base", "svg"],
               [ref("image@xlink:href", "ref1.png", FEED + "i/", [*ATOM, *NESTED, clause("SVG 1.1", "linking.html"), clause("SVG 2", "changes.html")], by="xml-base",
                    other={"whatwg": FEED})])
    yield Case("atom-content-svg-without-own-base", "atom",
               atom(entry('<content type="image/svg+xml"><svg xmlns="http://www.w3.org/2000/svg"><a href="ref1.html"><text>x</text></a></svg></content>'), FEED),
               "Is a link in SVG in an entry relative to the xml:base of the feed?", "Yes: xml:base is the base of all relative references in its scope.",
               ["atom", "xml-base", "svg"], [ref("a@href", "ref1.html", FEED, [*ATOM, clause("RFC 4287", "4.1.3.3")], by="xml-base")])
    yield Case("atom-link-in-comment", "atom", atom('<!-- <link xml:base="http://comment.example.org/c/" href="x"/> -->\n<link href="ref1.html"/>', FEED),
               "Does xml:base in a comment apply?",
               "No: a comment has no elements.", ["atom", "xml-base"], [ref("link@href", "ref1.html", FEED, SCOPE, by="xml-base")])


def in_mail():
    """A feed as a part of a message: xml:base within what the headers declare (RFC 2557)."""
    headers = [("content-location", "Content-Location: %s", clause("RFC 2557", "5")), ("content-base", "Content-Base: %s", clause("RFC 2110", "4.2")),
               ("base-header", "Base: <URL:%s>", clause("RFC 1808", "3.1"))]
    around = "http://part.example.org/p/feed.atom"
    for (layer, header, where), (how, value) in itertools.product(headers, (("no", None), ("a-relative", "i/"), ("an-absolute", FEED))):
        content = atom('<link href="ref1.html"/>', value).decode()
        base = around if value is None else rfc3986(around, value)
        # RFC 2557 knows Content-Location alone. Where nothing defines a base, it has one that leads nowhere.
        is_alone = layer == "content-location" or how == "an-absolute"
        nowhere = {} if is_alone else {"rfc3986": None, "whatwg": None}
        yield Case(f"mail-{layer}-and-{how}-xml-base", "eml", mail([header % around], content, "application/atom+xml"),
                   f"What is the base of a feed in mail with the field {header.partition(':')[0]} and {how.replace('-', ' ')} xml:base?",
                   {"no": "That of the header.", "a-relative": "The xml:base, resolved against that of the header.",
                    "an-absolute": "The xml:base: it is within the content."}[how] + ("" if is_alone else " RFC 2557 does not know this header."),
                   ["atom", "mail", layer, *(["xml-base"] if value else [])],
                   [ref("link@href", "ref1.html", base, [*ATOM, clause("RFC 1808", "3"), where, *([] if is_alone else [clause("RFC 2557", "5")])],
                        by=layer if value is None else "xml-base", part="1", other=nowhere,
                        also={rules: [rfc3986("thismessage:/", value or "")] for rules in nowhere})])
    parts = [(["Content-Type: text/html; charset=utf-8", "Content-Location: http://page.example.org/"], '<!DOCTYPE html><base href="http://html.example.org/h/"><p>x'),
             (["Content-Type: application/atom+xml", "Content-Location: feed.atom"], atom('<link href="ref1.html"/>').decode())]
    yield Case("mail-html-base-of-sibling", "eml", multipart("related", ["Content-Location: http://root.example.org/r/"], parts),
               "Does an element base of HTML apply to a feed in the next part?",
               "No: it is the base of its own document. A relative Content-Location is none either, so by RFC 2557 that of the multipart applies. RFC 2110 has it "
               "mean nothing inside, while by RFC 1808 bases are inherited.",
               ["atom", "mail", "html-base", "multipart"],
               [ref("link@href", "ref1.html", "http://root.example.org/r/", [clause("RFC 2557", "5"), clause("RFC 1808", "3.2"), clause("RFC 2110", "4.1")],
                    by="content-location", part="2", also={"rfc1808": [None]})])
    parts[0] = (["Content-Type: text/html; charset=utf-8"], "<!DOCTYPE html><title>x</title>")
    parts.append((["Content-Type: image/png", "Content-Location: http://part.example.org/p/i.png", "Content-Transfer-Encoding: base64"], "iVBORw0KGgo="))
    parts[1] = (["Content-Type: application/atom+xml"], atom("<logo>i.png</logo>", "http://part.example.org/p/").decode())
    yield Case("mail-logo-is-part", "eml", multipart("related", [], parts),
               "Does an atom:logo that xml:base makes the Content-Location of another part mean that part?",
               "Yes: parts are found by the resolved URL.", ["atom", "mail", "xml-base", "parts"],
               [names_part("logo", "i.png", [clause("RFC 2557", "8.2"), *ATOM], "3", content_location="http://part.example.org/p/i.png",
                           resolved="http://part.example.org/p/i.png",
                           base="http://part.example.org/p/", by="xml-base", part="2")])


# Where RSS 2.0 and its usual modules have a reference, in an item and in the channel.
RSS_PLACES = [
    ("item-link", "link", item("<link>%s</link>")), ("item-comments", "comments", item("<comments>%s</comments>")),
              ("item-guid", "guid", item("<guid>%s</guid>")),
    ("item-guid-permalink", "guid", item('<guid isPermaLink="true">%s</guid>')),
              ("item-enclosure", "enclosure@url", item('<enclosure url="%s" length="1" type="audio/mpeg"/>')),
    ("item-source", "source@url", item('<source url="%s">Other</source>')), ("item-media-content", "media:content@url", item('<media:content url="%s"/>')),
    ("item-media-thumbnail", "media:thumbnail@url", item('<media:thumbnail url="%s"/>')),
              ("item-media-player", "media:player@url", item('<media:player url="%s"/>')),
    ("item-comment-feed", "wfw:commentRss", item("<wfw:commentRss>%s</wfw:commentRss>")), ("channel-docs", "docs", "<docs>%s</docs>"),
    ("channel-image-url", "url", "<image><url>%s</url><title>x</title><link>http://channel.example.org/</link></image>"),
    ("channel-image-link", "link", "<image><url>http://channel.example.org/i.png</url><title>x</title><link>%s</link></image>"),
    ("channel-text-input", "link", "<textInput><title>x</title><description>x</description><name>q</name><link>%s</link></textInput>"),
    ("channel-atom-link", "atom:link@href", '<atom:link rel="self" href="%s"/>')]
RSS_HTML = [("item-description", "a@href", item('<description>&lt;a href="%s"&gt;x&lt;/a&gt;</description>')),
            ("item-description-cdata", "a@href", item('<description><![CDATA[<a href="%s">x</a>]]></description>')),
            ("item-description-image", "img@src", item('<description>&lt;img src="%s"&gt;</description>')),
            ("item-content-encoded", "a@href", item('<content:encoded><![CDATA[<a href="%s">x</a>]]></content:encoded>')),
            ("item-xhtml-body", "a@href", item('<body xmlns="http://www.w3.org/1999/xhtml"><a href="%s">x</a></body>'))]
# The page of comments, and the feed of comments, whose name is written in two ways.
RSS_COMMENTS = [("item-comment-page", "wfw:comment", item("<wfw:comment>%s</wfw:comment>")),
                ("item-comment-feed-in-capitals", "wfw:commentRSS", item("<wfw:commentRSS>%s</wfw:commentRSS>"))]
# An element that programs read, and no specification has.
RSS_OTHERS = [("item-fullitem", "a@href", item('<fullitem>&lt;a href="%s"&gt;x&lt;/a&gt;</fullitem>'))]


def rss_cases():
    yield from rss_bases()
    yield from rss_without_bases()
    yield from rss_retrieved()


def xml_base_in_rss(name, place, content, bases, question, tags=(), written="ref1.html", others=()):
    """A reference in RSS in the scope of these values of xml:base: one or more of them apply, or none."""
    base, behaviours = None, [None]
    for value in bases:
        base = rfc3986(base, value)
        behaviours.append(rfc3986(base, written))
    return Case(f"rss-{name}", "rss", content, question, "RSS does not refer to XML Base, which leaves open what xml:base then does.", ["rss", "xml-base", *tags],
                [undefined(place, written, RSS, list(dict.fromkeys([*behaviours, *others])))])


def rss_bases():
    for name, place, markup in [*RSS_PLACES, *RSS_COMMENTS, *RSS_HTML, *RSS_OTHERS]:
        tags = ["html"] if "@" in place and place[0] in "ai" and ":" not in place else []
        yield xml_base_in_rss(name, place, rss(markup % "ref1", FEED), [FEED], f"Is {called(name)} relative to the xml:base of the element rss?", tags, "ref1")
    for name, bases, where in (
            ("channel", (None, FEED, None), "the channel"), ("item", (None, None, FEED), "the item"), ("channel-in-rss", (OUTER, FEED, None), "rss and the channel"),
            ("item-in-rss", (OUTER, None, FEED), "rss and the item"), ("item-in-channel", (None, OUTER, FEED), "the channel and the item"),
            ("relative-item-in-rss", (OUTER, None, "i/"), "rss, and a relative one on the item"),
            ("relative-channel-in-rss", (OUTER, "c/", None), "rss, and a relative one on the channel"),
            ("relative-item-in-channel", (None, OUTER, "../i/"), "the channel, and a relative one on the item"),
            ("three-levels", ("http://outer.example.org/o/", "c/", "i/"), "rss, and relative ones on the channel and the item"),
            ("empty-item", (OUTER, None, ""), "rss, and an empty one on the item")):
        yield xml_base_in_rss(f"base-of-{name}", "link", rss(item("<link>ref1.html</link>", bases[2]), bases[0], bases[1]), [one for one in bases if one is not None],
                              f"What is the base of a link of an item of RSS with xml:base on {where}?", ["nested"])
    yield xml_base_in_rss("channel-own-link", "link", rss("", FEED, link="ref1.html"), [FEED],
                          "Is the link of a channel relative to the xml:base of the element rss?")
    html_link = '&lt;a href="ref1.html"&gt;x&lt;/a&gt;'
    other = "http://other.example.org/o/"
    yield xml_base_in_rss("base-of-own-link", "link", rss(item(f'<link xml:base="{FEED}">ref1.html</link>')), [FEED],
                          "Does the xml:base of an element link apply to its text?")
    yield xml_base_in_rss("base-of-own-description", "a@href", rss(item(f'<description xml:base="{FEED}">{html_link}</description>')), [FEED],
                          "Does the xml:base of an element description apply to its HTML?", ["html"])
    yield xml_base_in_rss("base-of-other-item", "link", rss(item("<link>http://x.example.org/</link>", other) + item("<link>ref1.html</link>"), FEED), [FEED],
                          "Does the xml:base of an item apply to the next item?", ["scope"])
    channel = "http://channel.example.org/c/"
    yield xml_base_in_rss("xml-base-and-channel-link", "link", rss(item("<link>ref1.html</link>"), FEED, link=channel), [FEED],
                          "Does the link of the channel change the base that xml:base declares?", others=[channel + "ref1.html"])
    page = "http://item.example.org/i/page.html"
    yield xml_base_in_rss("xml-base-and-item-link", "a@href", rss(item(f"<link>{page}</link><description>{html_link}</description>"), FEED), [FEED],
                          "Does the link of an item change the base of its HTML?", ["html"], others=[rfc3986(page, "ref1.html")])


def rss_without_bases():
    yield Case("rss-guid-no-permalink", "rss", rss(item('<guid isPermaLink="false">ref1</guid>'), FEED), "Is a guid with isPermaLink=false a URL?",
               "No: it may not be taken for one.",
               ["rss", "xml-base"], [ref("guid", "ref1", None, [clause("RSS 2.0", "ltguidgtSubelementOfLtitemgt")], by="none")])
    yield Case("rss-category-domain", "rss", rss(item('<category domain="ref1">x</category>'), FEED), "Is the domain of a category a reference?",
               "It is a string that names a taxonomy, and may be a URL.",
               ["rss", "xml-base"], [undefined("category@domain", "ref1", [clause("RSS 2.0", "ltcategorygtSubelementOfLtitemgt")], [None, FEED + "ref1"])])
    channel = "http://channel.example.org/c/"
    for name, place, markup in [RSS_PLACES[0], RSS_PLACES[1], RSS_PLACES[4], *RSS_HTML[:4]]:
        yield Case(f"rss-channel-link-{name}", "rss", rss(markup % "ref1", link=channel),
                   f"Is {called(name)} relative to the link of the channel if there is no xml:base?",
                   "No clause says so. RSS wants a scheme at the start of its URLs, and is silent about HTML.", ["rss", "channel-link"],
                   [undefined(place, "ref1", [clause("RSS 2.0", "comments"), clause("RFC 3986", "5.1.4")], [None, channel + "ref1"])])
    yield Case("rss-item-link-and-description", "rss",
               rss(item('<link>http://item.example.org/i/page.html</link><description>&lt;a href="ref1.html"&gt;x&lt;/a&gt;</description>')),
               "Is the HTML of an item relative to the link of the item?", "No clause says so, but programs do it.", ["rss", "channel-link", "html"],
               [undefined("a@href", "ref1.html", [clause("RSS 2.0", "hrelementsOfLtitemgt"), clause("RFC 3986", "5.1.4")],
                          [None, channel + "ref1.html", "http://item.example.org/i/ref1.html"])])


def rss_retrieved():
    """RSS with a URL of its own, from mail or an archive, and no xml:base."""
    around = "http://part.example.org/p/feed.rss"
    channel = "http://channel.example.org/c/"
    yield Case("mail-rss-link-content-location", "eml", mail([f"Content-Location: {around}"], rss(item("<link>ref1.html</link>")).decode(), "application/rss+xml"),
               "Is the link of an item of RSS in mail relative to the Content-Location?",
               "It is the base of the part, but the text of link has to begin with a scheme.", ["rss", "mail", "content-location"],
               [undefined("link", "ref1.html", [clause("RSS 2.0", "comments"), clause("RFC 2557", "5")],
                          [None, rfc3986(around, "ref1.html"), channel + "ref1.html"], part="1")])
    yield Case("mail-rss-description-content-location", "eml",
               mail([f"Content-Location: {around}"], rss(item('<description>&lt;a href="ref1.html"&gt;x&lt;/a&gt;</description>')).decode(), "application/rss+xml"),
               "Is a link in the description of an item of RSS in mail relative to the Content-Location?",
               "Yes: it is the base of a part that declares none.", ["rss", "mail", "content-location"],
               [ref("a@href", "ref1.html", around, [clause("RFC 2557", "5"), clause("RFC 3986", "5.1.2")], by="content-location", part="1")])
    for name, place, markup in [*RSS_PLACES[:3], RSS_PLACES[9], RSS_PLACES[10], *RSS_COMMENTS, *RSS_OTHERS]:
        limit = "RSS wants a scheme at the start of its text." if place in ("link", "url") else "RSS does not say that this URL may be relative."
        yield Case(f"rss-{name}-in-warc", "warc", archive(rss(markup % "ref1"), kind="application/rss+xml", target=TARGET),
                   f"Is {called(name)} relative to the URL that the RSS was retrieved from?",
                   "That is the base of what declares none. " + (limit if name != "item-fullitem" else "But no specification says what the element contains."),
                   ["rss", "warc", "target-uri"],
                   [undefined(place, "ref1", [clause("RSS 2.0", "comments"), RETRIEVED], [None, rfc3986(TARGET, "ref1"), channel + "ref1"])])
    yield Case("rss-channel-own-link-in-warc", "warc", archive(rss("", link="ref1.html"), kind="application/rss+xml", target=TARGET),
               "Is the link of a channel relative to the URL that the RSS was retrieved from?",
               "That is the base of what declares none. RSS wants a scheme at the start of its text.", ["rss", "warc", "target-uri"],
               [undefined("link", "ref1.html", [clause("RSS 2.0", "comments"), RETRIEVED], [None, rfc3986(TARGET, "ref1.html")])])
    for name, place, markup in RSS_HTML:
        yield Case(f"rss-{name}-in-warc", "warc", archive(rss(markup % "ref1"), kind="application/rss+xml", target=TARGET),
                   f"Is {called(name)} relative to the URL that the RSS was retrieved from?",
                   "Yes: it is the base of what declares none. Nothing makes the link of the channel one.", ["rss", "warc", "target-uri", "html"],
                   [ref(place, "ref1", TARGET, [RETRIEVED], by="target-uri")])
    escaped = '<description>&lt;a href="%s"&gt;x&lt;/a&gt;</description>'
    spaces = archive(rss(item(escaped % " ref1.html ")), kind="application/rss+xml", target=TARGET)
    yield Case("rss-item-description-spaces-in-warc", "warc", spaces, "Are blanks around a reference in the HTML of an item a part of it?",
               "No: HTML removes them.", ["rss", "warc", "target-uri", "html"],
               [ref("a@href", "ref1.html", TARGET, [clause("HTML", "valid-url-potentially-surrounded-by-spaces"), RETRIEVED], by="target-uri")])
    letter = archive(rss(item(escaped % "&amp;#192;/ref1.html")), kind="application/rss+xml", target=TARGET)
    yield Case("rss-item-description-not-ascii-in-warc", "warc", letter, "What does a character reference in a link in the HTML of an item mean in a URL?",
               "The character, in UTF-8 and escaped: HTML decodes it before it is a URL.", ["rss", "warc", "target-uri", "html"],
               [ref("a@href", "À/ref1.html", TARGET, [clause("RFC 3987", "3.1"), RETRIEVED], by="target-uri",
                    whatwg="http://target.example.org/t/%C3%80/ref1.html")])


# Atom 0.3 was never published by a standards body. The first draft of the IETF's working group has its elements.
ATOM_03 = "draft-ietf-atompub-format-00"


FEED_03 = {"title": "<title>Feed</title>", "link": '<link rel="alternate" type="text/html" href="http://page.example.org/"/>',
           "author": AUTHOR.strip(), "modified": "<modified>2026-11-27T10:00:00Z</modified>"}
ENTRY_03 = {"title": "<title>Entry</title>", "link": '<link rel="alternate" type="text/html" href="http://page.example.org/entry"/>',
            "id": "<id>urn:example:entry</id>", "issued": "<issued>2026-11-27T10:00:00Z</issued>", "modified": "<modified>2026-11-27T10:00:00Z</modified>"}


def missing_03(needed, given):
    return "".join(markup + "\n" for name, markup in needed.items() if f"<{name}>" not in given and f"<{name} " not in given)


def atom_03(content, base=None):
    """A document of Atom 0.3, with what it wants of each feed and entry."""
    head = re.sub("<entry.*?</entry>", lambda found: AUTHOR if "<author>" in found[0] else "", content, flags=re.S)
    content = re.sub("</entry>", lambda found: "\n" + missing_03(ENTRY_03, content.partition("<entry")[2]) + found[0], content)
    return (f'<?xml version="1.0" encoding="utf-8"?>\n<feed version="0.3" xmlns="http://purl.org/atom/ns#"{attribute(base)}>\n'
            f"{missing_03(FEED_03, head)}{content}\n</feed>\n").encode()


def in_atom_03(section):
    return {"document": ATOM_03, "section": section, "url": f"https://datatracker.ietf.org/doc/html/{ATOM_03}#section-{section}"}


# Where it has a reference: a name, the place, the section, and the markup.
PLACES_03 = [("feed-link", "link@href", "3.4.3", '<link rel="alternate" type="text/html" href="%s"/>'),
             ("feed-author-url", "url", "3.2.2", "<author><name>Ada</name><url>%s</url></author>"),
             ("feed-contributor-url", "url", "3.2.2", "<contributor><name>Ada</name><url>%s</url></contributor>"),
             ("feed-generator", "generator@url", "4.9", '<generator url="%s">Made</generator>'),
             ("entry-link", "link@href", "3.4.3", '<entry><link rel="alternate" type="text/html" href="%s"/></entry>'),
             ("entry-author-url", "url", "3.2.2", "<entry><author><name>Ada</name><url>%s</url></author></entry>"),
             ("entry-contributor-url", "url", "3.2.2", "<entry><contributor><name>Ada</name><url>%s</url></contributor></entry>")]
TEXTS_03 = [("feed-title", "4.3"), ("feed-tagline", "4.7"), ("feed-copyright", "4.10"), ("feed-info", "4.11"), ("entry-title", "4.13.1"),
            ("entry-summary", "4.13.9"), ("entry-content", "4.13.10")]


def text_03(name, mode, content, base=None):
    """A content construct in one of its three modes."""
    level, _, tag = name.partition("-")
    inside = {"xml": xhtml(content), "escaped": htmllib.escape(content, quote=False), "base64": base64.b64encode(content.encode()).decode()}[mode]
    kind = "application/xhtml+xml" if mode == "xml" else "text/html"
    markup = f'<{tag} type="{kind}" mode="{mode}"{attribute(base)}>{inside}</{tag}>'
    return markup if level == "feed" else f"<entry>{markup}</entry>"


def atom_03_places():
    link = '<a href="ref1.html">x</a>'
    for name, place, section, markup in PLACES_03:
        yield Case(f"atom03-{name}", "atom", atom_03(markup % "ref1", FEED), f"Is {called(name)} relative to the xml:base of the feed in Atom 0.3?",
                   "Yes: XML Base is applied to each relative reference of a feed.", ["atom", "atom-0.3", "xml-base"],
                   [ref(place, "ref1", FEED, [in_atom_03("2"), in_atom_03(section)], by="xml-base")])
    for name, markup in (("feed-id", "<id>ref1</id>"), ("entry-id", "<entry><id>ref1</id></entry>")):
        yield Case(f"atom03-{name}", "atom", atom_03(markup, FEED), f"Is {called(name)} resolved against xml:base in Atom 0.3, if it is relative?",
                   "Version 0.3 does not say so; the draft after it does, and RFC 4287 wants a scheme.", ["atom", "atom-0.3", "xml-base"],
                   [undefined("id", "ref1", [in_atom_03("4.8"), clause("RFC 4287", "4.2.6")], [None, FEED + "ref1"])])
    how = {"xml": "it is a part of the document", "escaped": "it is unescaped before it is content of its type", "base64": "it is decoded before it is content of its type"}
    for (name, section), mode in itertools.product(TEXTS_03, how):
        yield Case(f"atom03-{name}-{mode}", "atom", atom_03(text_03(name, mode, link), FEED),
                   f"Is a link in {called(name)}, in mode {mode} of Atom 0.3, relative to the xml:base of the feed?",
                   f"Yes: {how[mode]}, and XML Base is applied to each relative reference.", ["atom", "atom-0.3", "xml-base", "xhtml" if mode == "xml" else "html"],
                   [ref("a@href", "ref1.html", FEED, [in_atom_03("2"), in_atom_03("3.1.2"), in_atom_03(section)], by="xml-base")])
    for mode in how:
        yield Case(f"atom03-relative-bases-{mode}", "atom",
                   atom_03(text_03("entry-title", mode, link, "../").replace("<entry>", '<entry xml:base="/entry/base/">'), "http://feed.example.org/feed/base/"),
                   f"Is xml:base of Atom 0.3 relative to that of the parent for content in mode {mode}?", "Yes: each is resolved against the base of its parent.",
                   ["atom", "atom-0.3", "xml-base", "nested", "xhtml" if mode == "xml" else "html"],
                   [ref("a@href", "ref1.html", "http://feed.example.org/entry/", [in_atom_03("2"), in_atom_03("3.1.2"), *NESTED], by="xml-base")])
        yield Case(f"atom03-base-of-sibling-before-{mode}", "atom",
                   atom_03(text_03("feed-tagline", "xml", "x", "http://other.example.org/o/") + "\n" + text_03("feed-title", mode, link), FEED),
                   f"Does the xml:base of an element apply to content in mode {mode} in the element after it?", "No: its scope ends with its element.",
                   ["atom", "atom-0.3", "xml-base", "scope", "xhtml" if mode == "xml" else "html"],
                   [ref("a@href", "ref1.html", FEED, [in_atom_03("2"), *SCOPE], by="xml-base")])
    plain = '<summary type="text/html" mode="xml">&lt;a href="ref1.html"&gt;x&lt;/a&gt;</summary>'
    yield Case("atom03-escaped-in-mode-xml", "atom", atom_03(f"<entry>{plain}</entry>", FEED), "Is escaped HTML of Atom 0.3 a link if its mode is xml?",
               "The mode says that the content is XML, the type that it is HTML. No clause decides.", ["atom", "atom-0.3", "xml-base", "html"],
               [undefined("a@href", "ref1.html", [in_atom_03("3.1.1"), in_atom_03("3.1.2")], [None, FEED + "ref1.html"])])
    text = '<summary mode="escaped">&lt;a href="ref1.html"&gt;x&lt;/a&gt;</summary>'
    yield Case("atom03-escaped-without-type", "atom", atom_03(f"<entry>{text}</entry>", FEED), "Is escaped content of Atom 0.3 without a type HTML?",
               "Without a type it is text/plain, but programs read it as HTML.", ["atom", "atom-0.3", "xml-base", "html"],
               [undefined("a@href", "ref1.html", [in_atom_03("3.1.1"), in_atom_03("3.1.2")], [None, FEED + "ref1.html"])])
    alternatives = ('<entry><content type="multipart/alternative"><content type="text/plain">x</content>'
                    f'<content type="text/html" mode="escaped">{htmllib.escape(link, quote=False)}</content></content></entry>')
    yield Case("atom03-content-alternative", "atom", atom_03(alternatives, FEED), "Is a link in an alternative of Atom 0.3 relative to the xml:base of the feed?",
               "Yes: XML Base is applied to each relative reference.", ["atom", "atom-0.3", "xml-base", "html"],
               [ref("a@href", "ref1.html", FEED, [in_atom_03("2"), in_atom_03("4.13.10")], by="xml-base")])
    around = "http://part.example.org/p/feed.atom"
    for mode in how:
        content = atom_03(text_03("entry-content", mode, link))
        yield Case(f"mail-atom03-{mode}-content-location", "eml", mail([f"Content-Location: {around}"], content.decode(), "application/atom+xml"),
                   f"Is a link in content of Atom 0.3, in mode {mode}, relative to the Content-Location of the feed in mail?",
                   "Yes: it is the base of a part that declares none.", ["atom", "atom-0.3", "mail", "content-location", "xhtml" if mode == "xml" else "html"],
                   [ref("a@href", "ref1.html", around, [clause("RFC 2557", "5"), in_atom_03("3.1.2")], by="content-location", part="1")])
        yield Case(f"atom03-{mode}-in-warc", "warc", archive(content, kind=TYPES["atom"], target=TARGET),
                   f"Is a link in content of Atom 0.3, in mode {mode}, relative to the URL that the feed was retrieved from?",
                   "Yes: it is the base of what declares none.", ["atom", "atom-0.3", "warc", "target-uri", "xhtml" if mode == "xml" else "html"],
                   [ref("a@href", "ref1.html", TARGET, [RETRIEVED, in_atom_03("3.1.2")], by="target-uri")])


def in_http():
    """A feed in an HTTP response: RFC 2068 made Content-Location a base, RFC 9110 does not."""
    location = "http://location.example.org/l/feed.xml"
    link = '<link href="ref1.html"/>'
    clauses = [clause("RFC 9110", "8.7"), clause("RFC 7231", "Appendix B"), clause("RFC 2068", "14.15")]
    for name, what, content, kind, place, value in (
            ("atom-link", "a link of Atom", atom(link), "atom", "link@href", None),
            ("atom-html", "a link in HTML of Atom", atom(entry('<content type="html">&lt;a href="ref1.html"&gt;x&lt;/a&gt;</content>')), "atom", "a@href", None),
            ("atom-xhtml", "a link in XHTML of Atom", atom(entry(f'<content type="xhtml">{xhtml("""<a href="ref1.html">x</a>""")}</content>')), "atom", "a@href", None),
            ("atom03-base64", "a link in base64 of Atom 0.3", atom_03(text_03("entry-content", "base64", '<a href="ref1.html">x</a>')), "atom", "a@href", None),
            ("rss-description", "a link in a description of RSS", rss(item('<description>&lt;a href="ref1.html"&gt;x&lt;/a&gt;</description>')), "rss", "a@href", None),
            ("atom-relative-xml-base", None, atom(entry(link, "i/"), "f/"), "atom", "link@href", ["f/", "i/"])):
        bases = []
        for base in (TARGET, location):
            for one in value or []:
                base = rfc3986(base, one)
            bases.append(base)
        reference = ref(place, "ref1.html", bases[0], [*clauses, RETRIEVED], by="xml-base" if value else "target-uri", other={"rfc1808": bases[1]},
                        also={"rfc1808": [bases[0]]})
        yield Case(f"http-content-location-and-{name}", "warc",
                   archive(content, [f"Content-Location: {location}"], "application/rss+xml" if kind == "rss" else TYPES["atom"], target=TARGET),
                   f"Is {what} relative to the Content-Location of the HTTP response that it is in?" if what else
                   "Is a relative xml:base of a feed relative to the Content-Location of the response?",
                   "Not since RFC 7231: the base is the URL that was asked for. RFC 2068 said that it is.",
                   ["warc", "http", "headers", "content-location", "atom" if kind == "atom" else "rss", *(["xml-base"] if value else [])], [reference])
    yield Case("http-content-location-and-atom-absolute-xml-base", "warc",
               archive(atom(link, FEED), [f"Content-Location: {location}"], TYPES["atom"], target=TARGET),
               "Does the Content-Location of a response win over an absolute xml:base of the feed in it?", "No: the xml:base is within the content.",
               ["warc", "http", "headers", "content-location", "atom", "xml-base"], [ref("link@href", "ref1.html", FEED, [*ATOM, *clauses], by="xml-base")])


CDF = {"document": "Channel Definition Format", "section": "CHANNEL",
       "url": "https://learn.microsoft.com/en-us/previous-versions/windows/internet-explorer/ie-developer/platform-apis/aa768138(v=vs.85)"}


def channel_definition():
    """The Channel Definition Format, whose attribute BASE was before XML Base."""
    def one(name, content, place, question, why, target):
        return Case(f"cdf-{name}", "cdf", f'<?xml version="1.0"?>\n{content}\n'.encode(), question, why, ["cdf"], [target])
    channel = f'<CHANNEL BASE="{FEED}">%s</CHANNEL>'
    yield one("item", channel % '<ITEM HREF="ref1.html"/>', "ITEM@HREF", "Is the HREF of an ITEM of CDF relative to the BASE of the CHANNEL?",
              "Yes: it resolves the URLs of the items in the channel.", ref("ITEM@HREF", "ref1.html", FEED, [CDF], by="xml-base"))
    yield one("logo", channel % '<LOGO HREF="ref1.gif" STYLE="ICON"/>', "LOGO@HREF", "Is the HREF of a LOGO of CDF relative to the BASE of the CHANNEL?",
              "Yes: BASE applies to all children of the channel.", ref("LOGO@HREF", "ref1.gif", FEED, [CDF], by="xml-base"))
    yield one("subchannel", channel % '<CHANNEL HREF="ref1.html"/>', "CHANNEL@HREF", "Is the HREF of a CHANNEL in another relative to the BASE of the outer one?",
              "Yes: it resolves the URLs of the channels in the channel.", ref("CHANNEL@HREF", "ref1.html", FEED, [CDF], by="xml-base"))
    inner = "http://inner.example.org/i/"
    yield one("subchannel-with-base", channel % f'<CHANNEL BASE="{inner}"><ITEM HREF="ref1.html"/></CHANNEL>', "ITEM@HREF",
              "Does the BASE of a CHANNEL in another replace the outer one?", "Yes: it supersedes the value of the parent.",
              ref("ITEM@HREF", "ref1.html", inner, [CDF], by="xml-base"))
    yield one("subchannel-with-relative-base", channel % '<CHANNEL BASE="i/"><ITEM HREF="ref1.html"/></CHANNEL>', "ITEM@HREF",
              "Is a relative BASE of a CHANNEL resolved against the outer one?", "It supersedes the outer one. No clause says what a relative one does then.",
              undefined("ITEM@HREF", "ref1.html", [CDF], [FEED + "i/ref1.html", FEED + "ref1.html", None]))
    yield one("no-slash", (channel % '<ITEM HREF="ref1.html"/>').replace("/d/", "/d"), "ITEM@HREF", "Is the last segment of a BASE without a slash at its end kept?",
              "No: it is removed, as everywhere.", ref("ITEM@HREF", "ref1.html", FEED[:-1], [CDF, clause("RFC 3986", "5.2.3")], by="xml-base"))
    yield one("own-reference", f'<CHANNEL BASE="{FEED}" HREF="ref1.html"/>', "CHANNEL@HREF", "Does the BASE of a CHANNEL apply to its own HREF?",
              "It applies to the children of the channel. Nothing says whether to the channel itself.",
              undefined("CHANNEL@HREF", "ref1.html", [CDF], [FEED + "ref1.html", None]))
    yield one("abstract", channel % '<ABSTRACT>&lt;a href="ref1.html"&gt;x&lt;/a&gt;</ABSTRACT>', "a@href", "Is escaped HTML in an ABSTRACT of CDF relative to BASE?",
              "An abstract is text; programs read HTML in it.", undefined("a@href", "ref1.html", [CDF], [FEED + "ref1.html", None]))


def rdf_cases():
    rdf = [clause("RDF 1.1 XML Syntax", "section-Syntax-ID-xml-base"), *SCOPE]

    def document(content, base=FEED, more=""):
        return (f'<?xml version="1.0" encoding="utf-8"?>\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
                f'xmlns="http://purl.org/rss/1.0/"{attribute(base)}{more}>\n'
                f"{content}\n</rdf:RDF>\n").encode()
    for name, place, content in (("about", "item@rdf:about", '<item rdf:about="ref1"><title>x</title></item>'),
                                 ("resource", "image@rdf:resource", '<channel rdf:about="http://x.example.org/"><image rdf:resource="ref1"/></channel>'),
                                 ("seq", "rdf:li@rdf:resource", '<channel rdf:about="http://x.example.org/"><items><rdf:Seq><rdf:li rdf:resource="ref1"/><'
                                                                '/rdf:Seq></items></channel>')):
        yield Case(f"rdf-{name}", "rdf", document(content), f"Is {place} of RSS 1.0 relative to xml:base?", "Yes: RDF/XML resolves it so.",
                   ["rdf", "rss", "xml-base"],
                   [ref(place, "ref1", FEED, rdf, by="xml-base")])
    yield Case("rdf-link", "rdf", document('<item rdf:about="http://x.example.org/"><title>x</title><link>ref1.html</link></item>'),
               "Is the text of link in RSS 1.0 relative to xml:base?",
               "RDF/XML makes it a literal, which has no base; RSS 1.0 calls it a URL.", ["rdf", "rss", "xml-base"],
               [undefined("link", "ref1.html", [clause("RDF 1.1 XML Syntax", "section-Syntax-ID-xml-base"), NO_XML_BASE], [None, FEED + "ref1.html"])])
    yield Case("rdf-nested-base", "rdf", document('<item rdf:about="http://x.example.org/" xml:base="i/"><image rdf:resource="ref1"/></item>'),
               "Is a relative xml:base within RDF/XML resolved against the outer one?",
               "Yes: and it is then the base.", ["rdf", "xml-base", "nested"],
               [ref("image@rdf:resource", "ref1", FEED + "i/", [*rdf, NESTED[0]], by="xml-base")])
    yield Case("rdf-own-base", "rdf", document('<item xml:base="http://own.example.org/o/" rdf:about="ref1"/>'),
               "Does xml:base apply to rdf:about of its own element?", "Yes: to its attributes, too.",
               ["rdf", "xml-base"], [ref("item@rdf:about", "ref1", "http://own.example.org/o/", rdf, by="xml-base")])
    opml = '<?xml version="1.0" encoding="utf-8"?>\n<opml version="2.0"%s>\n<head><title>x</title></head>\n<body>\n%s\n</body>\n</opml>\n'
    for name in ("xmlUrl", "htmlUrl", "url"):
        kind = "rss" if name != "url" else "link"
        yield Case(f"opml-{name.lower()}", "xml", (opml % (attribute(FEED), f'<outline text="x" type="{kind}" {name}="ref1.html"/>')).encode(),
                   f"Is the attribute {name} of an outline of OPML relative to xml:base?", "OPML does not refer to XML Base, which leaves open what xml:base then does.", ["opml", "xml-base"],
                   [undefined(f"outline@{name}", "ref1.html", [NO_XML_BASE], [None, FEED + "ref1.html"])])
    nested_outline = '<outline text="x" xml:base="i/"><outline text="y" type="rss" xmlUrl="ref1.xml"/></outline>'
    yield Case("opml-nested-base", "xml", (opml % (attribute(FEED), nested_outline)).encode(),
               "Does the xml:base of an outline apply to the outlines in it?", "OPML does not refer to XML Base, which leaves open what xml:base then does.",
               ["opml", "xml-base", "nested"],
               [undefined("outline@xmlUrl", "ref1.xml", [NO_XML_BASE], [None, FEED + "ref1.xml", FEED + "i/ref1.xml"])])


LD = [clause("JSON-LD 1.1", "base-iri")]
PROCESSING = clause("JSON-LD 1.1 API", "context-processing-algorithm")
EXPANSION = clause("JSON-LD 1.1 API", "iri-expansion")


def named(value):
    """Each node that has nothing but an @id with a name: JSON-LD drops one that says nothing."""
    if isinstance(value, list):
        return [named(one) for one in value]
    if "@graph" in value:
        return value | {"@graph": named(value["@graph"])}
    return value if {"knows", "name"} & value.keys() else value | {"http://vocabulary.example.org/name": "Ada"}


def linked(value):
    value = named(value)
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()


# What the cases in mail and HTML say of @base.
SAID = {"without-base": "no @base", "html-base": "no @base", "relative-base": "a relative @base", "absolute-base": "an absolute @base", "own-base": "an absolute @base",
        "no-html-base": "an absolute @base", "null-base": "an @base that is null"}


def json_ld():
    base = "http://data.example.org/d/"
    knows = {"knows": {"@id": "http://vocabulary.example.org/knows", "@type": "@id"}}

    def one(name, value, expected_base, question, why, clauses=(), place="@id", written="ref1", also=None):
        return Case(f"json-ld-{name}", "jsonld", linked(value), question, why, ["json-ld", "json-base"],
                    [ref(place, written, expected_base, [*LD, *clauses], by="json-base" if expected_base else "none", also=also)])
    yield one("base", {"@context": {"@base": base}, "@id": "ref1"}, base, "Is @id relative to @base?", "Yes: @base is the base of relative IRI references.")
    for name, value, what in (("no-slash", "http://data.example.org/d", "without a slash at its end"),
                              ("file", "http://data.example.org/d/doc.json", "with a file name"),
                              ("query", "http://data.example.org/d/?q=/x/", "with a query"), ("fragment", "http://data.example.org/d/#/x/", "with a fragment")):
        yield one(f"base-{name}", {"@context": {"@base": value}, "@id": "ref1"}, value, f"What is relative to a @base {what}?", "What RFC 3986 makes of it.",
                  [EXPANSION])
    for name, written in (("parent", "../ref1"), ("root", "/ref1"), ("host", "//other.example.org/ref1"), ("query", "?ref1"), ("fragment", "#ref1"),
                          ("absolute", "http://other.example.org/ref1")):
        yield one(f"id-{name}", {"@context": {"@base": base + "doc.json"}, "@id": written}, base + "doc.json", f"What does the @id {written} mean with @base?",
                  "What RFC 3986 makes of it.", [EXPANSION], written=written)
    yield one("base-null", {"@context": {"@base": None}, "@id": "ref1"}, None, "Is an @id relative to anything if @base is null?", "No: it stays relative.")
    yield one("base-null-inside", {"@context": {"@base": base, **knows}, "@id": "http://x.example.org/", "knows": {"@context": {"@base": None}, "@id": "ref1"}},
              None,
              "Does @base null in a nested context remove the outer base?", "Yes: for the object and what it contains.", [PROCESSING])
    yield one("nested-absolute", {"@context": {"@base": "http://outer.example.org/o/", **knows}, "@id": "http://x.example.org/",
                                  "knows": {"@context": {"@base": base}, "@id": "ref1"}}, base,
              "Does the @base of a nested context replace the outer one?", "Yes: in the object that has it.", [PROCESSING])
    for name, value in (("relative", "i/"), ("parent", "../i/"), ("absolute-path", "/i/"), ("empty", "")):
        yield one(f"nested-{name}", {"@context": {"@base": base, **knows}, "@id": "http://x.example.org/", "knows": {"@context": {"@base": value}, "@id": "ref1"}},
                  rfc3986(base, value),
                  f'Is a nested @base "{value}" resolved against the outer one?', "Yes: a relative @base is resolved against the base that applies so far.",
                  [PROCESSING])
    yield one("nested-scope-ends", {"@context": {"@base": base, **knows},
                                    "knows": [{"@context": {"@base": "http://inner.example.org/i/"}, "@id": "http://x.example.org/"}, {"@id": "ref1"}]}, base,
              "Does the @base of one object apply to the next?", "No: a context applies to its own object.", [PROCESSING])
    yield one("nested-context-without-base", {"@context": {"@base": base, **knows},
                                              "knows": {"@context": {"name": "http://vocabulary.example.org/name"}, "@id": "ref1"}}, base,
              "Does a nested context without @base keep the outer one?", "Yes: a context adds to the one around it.", [PROCESSING])
    yield one("array-last-wins", {"@context": [{"@base": "http://first.example.org/f/"}, {"@base": base}], "@id": "ref1"}, base,
              "Which @base applies if an array of contexts has two?", "The last one.", [PROCESSING])
    yield one("array-relative", {"@context": [{"@base": "http://data.example.org/d/"}, {"@base": "e/"}], "@id": "ref1"}, base + "e/",
              "Is the second @base of an array relative to the first one?",
              "Yes: contexts are processed in order.", [PROCESSING])
    yield one("array-keeps", {"@context": [{"@base": base}, {"name": "http://vocabulary.example.org/name"}], "@id": "ref1"}, base,
              "Does a later context of an array without @base keep it?", "Yes: it only adds.", [PROCESSING])
    yield one("id-before-context", {"@id": "ref1", "@context": {"@base": base}}, base, "Does @base apply to an @id that is written before the context?",
              "Yes: the order of keys has no meaning.", [PROCESSING])
    yield one("coerced-term", {"@context": {"@base": base, **knows}, "@id": "http://x.example.org/", "knows": "ref1"}, base,
              "Is the value of a term of type @id relative to @base?",
              "Yes: its values are IRI references.", [clause("JSON-LD 1.1", "type-coercion")], place="knows")
    yield one("coerced-list", {"@context": {"@base": base, "knows": {"@id": "http://vocabulary.example.org/knows", "@type": "@id", "@container": "@list"}},
                               "@id": "http://x.example.org/", "knows": ["ref1"]}, base,
              "Is an item of a list of type @id relative to @base?", "Yes: each is an IRI reference.", [clause("JSON-LD 1.1", "type-coercion")], place="knows")
    yield one("alias", {"@context": {"@base": base, "identity": "@id"}, "identity": "ref1"}, base, "Is the value of an alias of @id relative to @base?",
              "Yes: it is an @id.",
              [clause("JSON-LD 1.1", "aliasing-keywords")], place="identity")
    yield one("graph", {"@context": {"@base": base}, "@graph": [{"@id": "ref1"}]}, base, "Does @base apply within @graph?",
              "Yes: to all that the context applies to.", [PROCESSING])
    yield one("top-level-array", [{"@context": {"@base": "http://first.example.org/f/"}, "@id": "http://x.example.org/"},
                                  {"@context": {"@base": base}, "@id": "ref1"}], base,
              "Does each object of a top-level array have a base of its own?", "Yes: a context applies to its own object.", [PROCESSING])
    yield one("string-value", {"@context": {"@base": base, "name": "http://vocabulary.example.org/name"}, "@id": "http://x.example.org/", "name": "ref1"}, None,
              "Is the string that is the value of a term without a type a reference?", "No: it is a literal.", [clause("JSON-LD 1.1", "type-coercion")], place="name")
    yield one("value-object", {"@context": {"@base": base, **knows}, "@id": "http://x.example.org/", "knows": {"@value": "ref1"}}, None,
              "Is an @value a reference?", "No: it is a literal.",
              [clause("JSON-LD 1.1", "value-objects")], place="@value")
    yield one("property-scoped", {"@context": {"@base": "http://outer.example.org/o/",
                                               "knows": {"@id": "http://vocabulary.example.org/knows", "@context": {"@base": base}}}, "@id": "http://x.example.org/",
                                  "knows": {"@id": "ref1"}},
              base, "Does the @base of a context of a term apply to the object that is its value?", "Yes: a property-scoped context applies to the value.",
              [clause("JSON-LD 1.1", "scoped-contexts")])
    yield one("vocab-only", {"@context": {"@base": base, "@vocab": "http://vocabulary.example.org/"}, "@id": "ref1"}, base, "Is @id relative to @vocab?",
              "No: @vocab is for terms, and @base for @id.",
              [clause("JSON-LD 1.1", "default-vocabulary")])
    for name, context, question in (("remote-context", "http://context.example.org/c.json", "Is the URL of a remote context a base?"),
                                    ("remote-and-local", "http://context.example.org/c.json",
                                     "Does a remote context after a local one with @base change the base?")):
        value = {"@context": [{"@base": base}, context] if name == "remote-and-local" else [context, {"@base": base}], "@id": "ref1"}
        yield one(name, value, base, question,
                  "No: an @base in a remote context is ignored, and its URL is no base. A processor that cannot load the context stops with an error.",
                  [PROCESSING], also={rules: [None] for rules in RULES})
    yield Case("json-ld-context-null", "jsonld", linked({"@context": [{"@base": base}, None], "@id": "ref1"}),
               "Does null in an array of contexts reset the base?",
               "Yes: the base is then that of the document again, and here nothing declares it.", ["json-ld", "json-base"],
               [ref("@id", "ref1", None, [*LD, PROCESSING], by="none")])
    around = "http://part.example.org/p/data.json"
    for name, context, expected in (("without-base", {}, around), ("relative-base", {"@base": "i/"}, "http://part.example.org/p/i/"),
                                    ("absolute-base", {"@base": base}, base),
                                    ("null-base", {"@base": None}, None)):
        value = {"@context": context, "@id": "ref1"} if context else {"@id": "ref1"}
        yield Case(f"mail-json-ld-{name}", "eml", mail([f"Content-Location: {around}"], linked(value).decode(), "application/ld+json"),
                   f"What is the base of JSON-LD with {SAID[name]} in mail with a Content-Location?",
                   "The URL of the part is the base that @base replaces or is relative to; null removes it.",
                   ["json-ld", "mail", "content-location", *(["json-base"] if context else [])],
                   [ref("@id", "ref1", expected, [*LD, clause("RFC 3986", "5.1"), clause("RFC 2557", "5")], by={around: "content-location", None: "none"}.get(expected, "json-base"),
                        part="1")])
    inherits = clause("JSON-LD 1.1", "inheriting-base-iri-from-html-s-base-element")
    for name, head, context, expected in (("html-base", f'<base href="{base}">', None, base), ("own-base", '<base href="http://html.example.org/h/">', base, base),
                                          ("relative-base", '<base href="http://html.example.org/h/">', "i/", "http://html.example.org/h/i/"),
                                          ("no-html-base", "", base, base),
                                          ("null-base", f'<base href="{base}">', False, None)):
        value = {"@id": "ref1"} if context is None else {"@context": {"@base": context or None}, "@id": "ref1"}
        page = f'<!DOCTYPE html>\n<title>Case</title>\n{head}\n<script type="application/ld+json">\n{linked(value).decode()}</script>\n'
        yield Case(f"html-json-ld-{name}", "html", page.encode(),
                   f"What is the base of JSON-LD with {SAID[name]} in HTML with{'' if head else 'out'} an element base?",
                   "The base URL of the HTML document is the base that @base replaces or is relative to; null removes it.",
                   ["json-ld", "html", *(["html-base"] if head else []), *(["json-base"] if context is not None else [])],
                   [ref("script/@id", "ref1", expected, [inherits, *LD], by={None: "none"}.get(expected, "html-base" if context is None else "json-base"))])


def cases():
    for group in (atom_places, nested_bases, atom_scopes, atom_values, atom_others, atom_03_places, in_mail, in_http, rss_cases, channel_definition, rdf_cases,
                  json_ld):
        yield from group()
