"""The experiments: small messages, each with the question that it puts to every reader.

A row is (name, why, entity) or (name, why, entity, change), where `change` edits the bytes of the finished message.
Hosts are of the reserved domain `example` and name the layer: message.example, multipart.example, part.example, html.example."""

import collections
import copy
import html as html_module
import re

from message import (Entity, a, alternative, base, css, html, image, img, message_bytes, mixed, multipart, nested, other, page,
                     references_of, related, text, with_ids)

Experiment = collections.namedtuple("Experiment", "name why entity content references")

# One of each form of reference, with the tokens ref1 to ref9.
PROBE = a("ref1.html", "sub/ref2.html", "../ref3.html", "/ref4.html", "//other.example/ref5.html", "?ref6", "#ref7",
          "http://absolute.example/ref8.html") + img("ref9.png")
FEW = a("ref1.html", "../ref2.html", "?ref3", "//other.example/ref4.html") + img("ref5.png")

BASE = "Base: <URL:http://{}.example/d/page.html>"
CONTENT_BASE = "Content-Base: http://{}.example/d/page.html"
CONTENT_LOCATION = "Content-Location: http://{}.example/d/page.html"
HTML = base("http://html.example/d/page.html")


def few(first):
    """The references of FEW with the tokens from `first` on."""
    return a(f"ref{first}.html", f"?ref{first + 1}", f"//other.example/ref{first + 2}.html") + img(f"ref{first + 3}.png")


def at(form, name):
    return form.format(name)


# ---- Which layer gives the base

def layers():
    yield "none", "nothing defines a base", html(page(PROBE))
    for name, form in (("base", BASE), ("content-base", CONTENT_BASE), ("content-location", CONTENT_LOCATION)):
        yield f"message-{name}", f"{name} in the heading of a message that is one HTML part", html(page(PROBE), at(form, "message"))
        yield (f"part-{name}", f"{name} in the heading of the HTML part",
               mixed(html(page(PROBE), at(form, "part")), text("second")))
        yield (f"outer-{name}", f"{name} in the heading of the message that is a multipart",
               mixed(html(page(PROBE)), text("second"), fields=[at(form, "message")]))
        yield (f"multipart-{name}", f"{name} in the heading of a multipart inside",
               mixed(alternative(text("first"), html(page(PROBE)), fields=[at(form, "multipart")]), text("second")))
        yield (f"related-{name}", f"{name} in the heading of multipart/related",
               related(html(page(PROBE)), image("Content-ID: <x@mail.example>"), fields=[at(form, "message")]))
        yield (f"nested-{name}", f"{name} of the outer message, for the HTML of a nested message",
               mixed(text("first"), nested(html(page(PROBE))), fields=[at(form, "message")]))
        yield (f"nested-own-{name}", f"{name} of a nested message",
               mixed(text("first"), nested(html(page(PROBE), at(form, "nested")))))
        yield (f"nested-part-{name}", f"{name} of the part that contains a nested message",
               mixed(text("first"), nested(html(page(PROBE)), at(form, "part"))))
        yield (f"html-over-{name}", f"<base> and {name} of the same part",
               mixed(html(page(PROBE, HTML), at(form, "part")), text("second")))
        yield (f"html-over-message-{name}", f"<base>, and {name} of the message",
               html(page(PROBE, HTML), at(form, "message")))
        yield (f"part-over-outer-{name}", f"{name} of the part, and of the message around it",
               mixed(html(page(PROBE), at(form, "part")), text("second"), fields=[at(form, "message")]))
    yield ("all-three-headers", "all three headers in one heading",
           html(page(PROBE), at(BASE, "base"), at(CONTENT_BASE, "content-base"), at(CONTENT_LOCATION, "location")))
    yield ("content-base-and-location", "an absolute Content-Base before a relative Content-Location",
           html(page(PROBE), at(CONTENT_BASE, "part"), "Content-Location: e/page.html"))
    yield "snapshot", "Snapshot-Content-Location alone", html(page(FEW), "Snapshot-Content-Location: http://snapshot.example/d/page.html")
    yield "html", "<base> alone", html(page(PROBE, HTML))


# ---- The value of the headers

def header_values():
    def location(name, why, *lines):
        return f"location-{name}", why, related(html(page(FEW), *lines), image("Content-ID: <x@mail.example>"))

    def content_base(name, why, *lines):
        return f"content-base-{name}", why, related(html(page(FEW), *lines), image("Content-ID: <x@mail.example>"))

    url = "http://part.example/d/page.html"
    for make, field in ((location, "Content-Location"), (content_base, "Content-Base")):
        yield make("angle", "in < >", f"{field}: <{url}>")
        yield make("quoted", "in quotes", f'{field}: "{url}"')
        yield make("comment", "with a comment", f"{field}: {url} (a comment)")
        yield make("folded", "folded after the colon", f"{field}:\r\n {url}")
        yield make("folded-inside", "folded inside the path", f"{field}: http://part.example/d/\r\n page.html")
        yield make("folded-tab", "folded inside with a tab", f"{field}: http://part.example/d/\r\n\tpage.html")
        yield make("folded-twice", "folded inside with two blanks", f"{field}: http://part.example/d/\r\n  page.html")
        yield make("word", "an encoded word", f"{field}: =?us-ascii?Q?http=3A//part.example/d/page.html?=")
        yield make("two", "two different fields", f"{field}: http://first.example/d/page.html", f"{field}: http://second.example/d/page.html")
        yield make("relative", "relative", f"{field}: d/page.html")
        yield make("rooted", "relative with a root", f"{field}: /d/page.html")
        yield make("no-path", "absolute without a path", f"{field}: http://part.example")
        yield make("folder", "ends with a slash", f"{field}: http://part.example/d/e/")
        yield make("query", "with a query that contains a slash", f"{field}: http://part.example/d/page?q=a/b")
        yield make("upper", "in upper case", f"{field}: HTTP://PART.EXAMPLE/d/page.html")
        yield make("host", "only a host", f"{field}: //part.example/d/page.html")
        yield make("file", "a file: URL", f"{field}: file:///part/d/page.html")
        yield make("empty", "empty", f"{field}:")
        yield make("cid", "a cid: URL", f"{field}: cid:page@mail.example")
        yield make("mailto", "a mailto: URL", f"{field}: mailto:someone@mail.example")
        yield make("space", "with a blank in the path", f"{field}: http://part.example/d e/page.html")
    yield location("plain-name", "a name without a slash", "Content-Location: page.html")


# ---- <base>

def html_bases():
    def document(name, why, head, body=FEW, *fields):
        return f"html-{name}", why, mixed(html(page(body, head), *fields), text("second"))

    good = base("http://html.example/d/page.html")
    yield document("two", "two <base>: the first counts in HTML", good + base("http://second.example/e/page.html"))
    yield ("html-late", "references before <base>, and after it",
           mixed(html(page(FEW + "\n" + good + few(6))), text("second")))
    yield ("html-last", "<base> after all references", mixed(html(page(PROBE + "\n" + good)), text("second")))
    yield ("html-between-two", "a second <base> between references",
           mixed(html(page(FEW + "\n" + base("http://second.example/e/page.html") + few(6), good)), text("second")))
    yield document("comment", "<base> in a comment", "<!-- " + good + " -->")
    yield document("comment-first", "a <base> in a comment before the real one", "<!-- " + base("http://comment.example/d/page.html") + " -->" + good)
    yield document("title", "<base> in a title", "<title>" + good + "</title>")
    yield document("textarea", "<base> in a textarea", "", "<textarea>" + good + "</textarea>" + FEW)
    yield document("script", "<base> in a script", "<script>'" + good + "'</script>")
    yield document("style", "<base> in a style", "<style>" + good + "</style>")
    yield document("template", "<base> in a template", "", "<template>" + good + "</template>" + FEW)
    yield document("noscript", "<base> in noscript", "<noscript>" + good + "</noscript>")
    yield document("svg", "<base> in SVG", "", "<svg>" + good + "</svg>" + FEW)
    yield document("svg-foreign", "<base> in SVG's foreignObject", "", "<svg><foreignObject>" + good + "</foreignObject></svg>" + FEW)
    yield document("math", "<base> in MathML", "", "<math>" + good + "</math>" + FEW)
    yield document("iframe-srcdoc", "<base> inside srcdoc", "", '<iframe srcdoc="&lt;base href=&quot;http://html.example/d/&quot;&gt;"></iframe>' + FEW)
    yield document("target-first", "a first <base> with target alone", '<base target="_blank">' + good)
    yield document("target-same", "target before href in one <base>", '<base target="_blank" href="http://html.example/d/page.html">')
    yield document("empty", "an empty href, and none after it", base(""))
    yield document("empty-first", "an empty href before a good one", base("") + good)
    yield document("empty-location", "an empty href, and a Content-Location", base(""), FEW, at(CONTENT_LOCATION, "part"))
    yield document("relative", "a relative href", base("e/page.html"))
    yield document("relative-location", "a relative href, and a Content-Location", base("e/page.html"), FEW, at(CONTENT_LOCATION, "part"))
    yield document("relative-first", "a relative href before an absolute one", base("e/page.html") + good)
    yield document("rooted-location", "a rooted href, and a Content-Location", base("/e/page.html"), FEW, at(CONTENT_LOCATION, "part"))
    yield document("host", "an href //host/path", base("//html.example/d/page.html"))
    yield document("host-location", "an href //host/path, and a Content-Location", base("//html.example/d/page.html"), FEW, at(CONTENT_LOCATION, "part"))
    for name, url in (("data", "data:text/plain,x"), ("javascript", "javascript:x"), ("mailto", "mailto:someone@mail.example"),
                      ("about", "about:blank"), ("no-host", "http://"), ("bad-host", "http://[x/d/"), ("bad-port", "http://html.example:port/d/"),
                      ("cid", "cid:page@mail.example"), ("mid", "mid:page@mail.example"), ("urn", "urn:x:y"),
                      ("file", "file:///html/d/page.html"), ("file-host", "file://html.example/d/page.html"),
                      ("ftp", "ftp://html.example/d/page.html"), ("unknown", "foo://html.example/d/page.html"),
                      ("upper", "HTTP://HTML.EXAMPLE/d/page.html"), ("one-slash", "http:/html.example/d/page.html"),
                      ("no-slash", "http:html.example/d/page.html"), ("https", "https://html.example/d/page.html"),
                      ("port", "http://html.example:8080/d/page.html"), ("default-port", "http://html.example:80/d/page.html"),
                      ("tilde", "http://html.example/~d/page.html"), ("underscore", "http://html.example/d_e/f/page.html"),
                      ("colon", "http://html.example/d:e/f/page.html"), ("percent", "http://html.example/d%20e/f/page.html"),
                      ("space", "http://html.example/d e/f/page.html"), ("user", "http://user@html.example/d/page.html"),
                      ("no-path", "http://html.example"), ("folder", "http://html.example/d/e/"), ("no-folder", "http://html.example/d/e"),
                      ("query", "http://html.example/d/page?q=a/b"), ("fragment", "http://html.example/d/page.html#x/y"),
                      ("dots", "http://html.example/a/b/../c/./page.html"), ("backslash", "http://html.example\\d\\page.html"),
                      ("blanks-around", "  http://html.example/d/page.html  "), ("newline", "http://html.example/d/\npage.html"),
                      ("ampersand", "http://html.example/d&e/page.html"), ("semicolon", "http://html.example/d;x/page.html;y"),
                      ("non-ascii", "http://html.example/\u00e9/page.html")):
        yield document(name, f"the href {url.strip()!r}", base(url))
        if name in ("data", "javascript", "mailto", "about", "no-host", "bad-host", "cid"):
            yield document(name + "-location", f"the href {url!r}, and a Content-Location", base(url), FEW, at(CONTENT_LOCATION, "part"))
    for name, tag in (("unquoted", "<base href=http://html.example/d/page.html>"), ("single", "<base href='http://html.example/d/page.html'>"),
                      ("upper-tag", '<BASE HREF="http://html.example/d/page.html">'), ("closed", '<base href="http://html.example/d/page.html"/>'),
                      ("blanks-equals", '<base href = "http://html.example/d/page.html">'), ("newline-tag", '<base\n href="http://html.example/d/page.html">'),
                      ("end-tag", '<base href="http://html.example/d/page.html"></base>'),
                      ("two-hrefs", '<base href="http://html.example/d/page.html" href="http://second.example/d/page.html">'),
                      ("entity", '<base href="http:&#47;&#x2f;html.example/d/page.html">')):
        yield document(name, f"written {tag.split()[0]}: {name}", tag)
    yield document("in-body", "<base> at the start of the body", "", good + FEW)
    yield document("same-line", "two <base> on one line, with text between", good + "<meta name=x>" + base("http://second.example/e/page.html"))
    yield ("html-two-parts", "<base> in the first of two HTML parts",
           mixed(html(page(FEW, good)), html(page(few(6)))))
    yield ("html-second-part", "<base> in the second of two HTML parts",
           mixed(html(page(FEW)), html(page(few(6), good))))
    yield ("html-both-parts", "a <base> in each of two HTML parts",
           mixed(html(page(FEW, good)), html(page(few(6), base("http://second.example/e/page.html")))))
    yield ("location-first-of-two", "Content-Location in the first of two HTML parts",
           mixed(html(page(FEW), at(CONTENT_LOCATION, "part")), html(page(few(6)))))
    yield ("location-second-of-two", "Content-Location in the second of two HTML parts",
           mixed(html(page(FEW)), html(page(few(6)), at(CONTENT_LOCATION, "part"))))
    yield ("location-each-of-two", "a Content-Location in each of two HTML parts",
           mixed(html(page(FEW), at(CONTENT_LOCATION, "first")), html(page(few(6)), at(CONTENT_LOCATION, "second"))))
    yield ("location-bad-first-of-two", "a relative Content-Location in part 1, an absolute one in part 2",
           mixed(html(page(FEW), "Content-Location: x/page.html"), html(page(few(6)), at(CONTENT_LOCATION, "second"))))
    yield ("html-alternative", "<base> in the HTML of multipart/alternative",
           alternative(text("plain http://text.example/ref11 end"), html(page(FEW, good))))
    yield ("html-nested", "<base> in a nested message, and references of the outer one",
           mixed(html(page(FEW)), nested(html(page(few(6), good)))))
    yield ("html-outer-of-nested", "<base> of the outer message's HTML, and references of the nested one",
           mixed(html(page(FEW, good)), nested(html(page(few(6))))))
    yield ("xhtml-xml-base", "xml:base in XHTML",
           mixed(html('<html xmlns="http://www.w3.org/1999/xhtml" xml:base="http://html.example/d/page.html"><body>' + FEW + "</body></html>",
                      type="application/xhtml+xml"), text("second")))
    yield ("html-xml-base", "xml:base in HTML", mixed(html('<html xml:base="http://html.example/d/page.html"><body>' + FEW + "</body></html>"), text("second")))


# ---- The form of references

FORMS = (
    ("schemes", "schemes that are not resolved",
     ["mailto:ref1@mail.example", "tel:+1ref2", "news:ref3@mail.example", "javascript:ref4()", "data:text/plain,ref5", "file:///d/ref6.html",
      "file://host.example/ref7.html", "ftp://ftp.example/ref8", "foo:ref9", "foo://host.example/ref10", "about:ref11", "urn:x:ref12",
      "vbscript:ref13", "imap://mail.example/ref14", "mid:ref15@mail.example", "sms:ref16", "cid:ref17@mail.example", "blob:ref18",
      "gopher://host.example/ref19", "xmpp:ref20@mail.example", "nntp://host.example/ref21", "irc://host.example/ref22"]),
    ("schemes-upper", "schemes in upper case, and hosts",
     ["HTTP://UPPER.EXAMPLE/ref1", "Https://Upper.Example/ref2", "MAILTO:ref3@mail.example", "JavaScript:ref4()", "CID:ref5@mail.example",
      "FTP://UPPER.EXAMPLE/ref6"]),
    ("scheme-relative", "a scheme and a path", ["http:ref1.html", "https:ref2.html", "http:/ref3.html", "http:///ref4.html", "https:/ref5.html",
                                                "http:?ref6", "http:#ref7", "http:../ref8.html"]),
    ("dots", "dot segments", ["./ref1.html", "../ref2.html", "../../ref3.html", "../../../ref4.html", "../../../../ref5.html", "ref6/.", "ref7/..",
                              "ref8/../x.html", "/../ref9.html", "/./ref10.html", "x/../ref11.html", ".ref12", "..ref13", "ref14..", "./ref15:x"]),
    ("queries", "queries and fragments", ["?ref1", "ref2?x", "ref3?x#y", "#ref4", "ref5#x", "?ref6#x", "ref7?", "ref8#", "ref9.html?x=../y", "ref10?x=a b"]),
    ("params", "params", [";ref1", "ref2;x", "ref3;x?y", ";ref4?y", "x;a/ref5"]),
    ("blanks", "blanks, tabs and line ends", [" ref1.html", "ref2.html ", "ref3 x.html", "ref4\nx.html", "ref5\tx.html", "\nref6.html",
                                              " http://absolute.example/ref7", "http://absolute.example/ref8 x", "ht\ntp://absolute.example/ref9", "\tref10.html\t",
                                              " ?ref11", " #ref12", " //other.example/ref13", " mailto:ref14@mail.example"]),
    ("backslashes", "backslashes", ["\\ref1.html", "\\\\other.example\\ref2.html", "/\\other.example/ref3.html", "sub\\ref4.html", "..\\ref5.html",
                                    "http:\\\\other.example\\ref6", "http:\\ref7"]),
    ("percent", "percent-escapes", ["%7Eref1.html", "~ref2.html", "ref3%20x.html", "ref4%zz.html", "ref5%2Fx.html", "%2e%2e/ref6.html", "%2e/ref7.html",
                                    "http://absolute.example/%7Eref8", "http://absolute.example/ref9%41", "http://%68ost.example/ref10", "ref11%"]),
    ("characters", "characters that a URL should not contain", ['ref1"x.html', "ref2'x.html", "ref3<x>.html", "ref4[x].html", "ref5{x}.html", "ref6|x.html",
                                                                "ref7^x.html", "ref8`x.html", "ref9\u00e9.html", "ref10?\u00e9", "ref11#\u00e9", "ref12,x.html", "ref13!x.html",
                                                                "ref14$x.html", "ref15*x.html", "ref16(x).html", "ref17=x.html", "ref18+x.html", "ref19@x.html",
                                                                "ref20&x=y", "?ref21&x=y", "http://absolute.example/ref22?x&y=z"]),
    ("first-segment", "a colon in the first segment", ["ref1:x", "1ref2:x", "x.y:ref3", "./x:ref4", "ref5/x:y", ":ref6", "x y:ref7", "_ref8:x"]),
    ("hosts", "odd hosts", ["http://host.example/ref1", "http://host.example?ref2", "http://host.example#ref3", "http://host.example:80/ref4", "http://host.example:8080/ref5",
                            "http://user:password@host.example/ref6", "http://host.example:port/ref7", "http://[x/ref8", "http://127.0.0.1/ref9", "http://0x7f.1/ref10",
                            "http://h\u00f6st.example/ref11", "http://host_x.example/ref12", "http://host.example./ref13", "http://user@host.example@other.example/ref14",
                            "http://host.example\\@other.example/ref15", "https://host.example:443/ref16", "http://[::1]/ref17", "http://ho st.example/ref18"]),
    ("networks", "network paths", ["//other.example/ref1", "//other.example?ref2", "///ref3", "////other.example/ref4", "//user@other.example/ref5", "//OTHER.example:8080/ref6",
                                   "/other.example//ref7", "x//ref8", "//ref9"]),
    ("names", "bare names", ["ref1", "ref2.html", "ref4/x", "www.ref5.example", "www.host.example/ref6", "host.example/ref7", "ref8_x", "ref9/", "REF10.HTML",
                             "ref11.example", "localhost/ref12", "someone@ref13.example", "ref14-x.y_z"]),
    ("absolute", "absolute URLs", ["http://absolute.example/ref1", "http://absolute.example/a/../ref2", "http://absolute.example/./ref3", "http://absolute.example/ref4/..",
                                   "http://absolute.example//ref5", "http://absolute.example/ref6?a=../b", "https://absolute.example/ref7#x", "http://absolute.example/ref8;x",
                                   "http://absolute.example/ref9:x", "http://absolute.example/../ref10", "https://absolute.example/ref11?a=1&b=2", "http://absolute.example/ref12#a#b"]),
)


# Without a token in the reference: it is in the text of the link.
LETTERS = ("page.html", "page", "www.host.example", "a-b_c.html", "folder/", "sub/page.html", "page.html#x", "page.html?x", "PAGE.HTML", "page9.html", "./dot", "host.example", "page:x", " blank", "point.",
           "-page", "javascript", "localhost", "page,x", "page~", "mailto", "http:", "//host", "#page")


def reference_forms():
    empty = '<a href="">ref90</a> <a href="#">ref91</a> <a href="?">ref92</a> <a href=" ">ref93</a> <a href=".">ref94</a> <a href="./">ref95</a> <a href="..">ref96</a> <a href="/">ref97</a>'
    ways = (("bare", "without a base", "", ()), ("html", "with <base>", HTML, ()),
            ("location", "with Content-Location", "", (at(CONTENT_LOCATION, "part"),)))
    for way, how, head, fields in ways:
        for name, why, references in FORMS:
            yield f"form-{name}-{way}", f"{why}, {how}", mixed(html(page(a(*references), head), *fields), text("second"))
        letters = "".join(f'<a href="{one}">ref{i}</a> ' for i, one in enumerate(LETTERS, 1))
        yield f"form-letters-{way}", f"references of letters alone, {how}", mixed(html(page(letters, head), *fields), text("second"))
        yield f"form-empty-{way}", f"references without a name, {how}", mixed(html(page(empty, head), *fields), text("second"))
        yield (f"form-image-{way}", f"forms of img src, {how}",
               mixed(html(page(img("ref1.png", "/ref2.png", "//other.example/ref3.png", "?ref4", "http://absolute.example/ref5.png", "ref6 x.png", " ref7.png", "\\ref8.png",
                                   "http:ref9.png", "../../../ref10.png", "data:image/png,ref11", "file:///d/ref12.png", "HTTP://UPPER.EXAMPLE/ref13.png", "cid:ref14@mail.example",
                                   "mid:ref15@mail.example", "//ref16.png"), head), *fields), text("second")))
        yield (f"form-written-{way}", f"ways to write an attribute, {how}",
               mixed(html(page("<a id=ref1 href=ref1.html>ref1</a> <a href='ref2.html'>ref2</a> <A HREF=\"ref3.html\">ref3</A> <a href = \"ref4.html\">ref4</a>"
                               " <a\nhref=\"ref5.html\">ref5</a> <a href=\"ref6.html\" href=\"x.html\">ref6</a> <a title=\">\" href=\"ref7.html\">ref7</a>"
                               " <a class=x href=\"ref8&#46;html\">ref8</a> <a href=\"ref9&amp;x\">ref9</a> <a href=\"ref10&x\">ref10</a> <a href=\"ref11&copy=1\">ref11</a>"
                               " <a href=\"ref12.html\"/>ref12</a> <a href=\"&#x2f;ref13.html\">ref13</a> <a href='ref14\"x.html'>ref14</a>", head), *fields), text("second")))


# ---- Elements and attributes

ELEMENTS = (
    ("links", "elements that a click follows",
     '<a href="ref1.html">ref1</a><map name=m><area href="ref2.html" alt=ref2></map><form action="ref3.html"><button formaction="ref4.html">ref4</button>'
     '<input type=submit formaction="ref5.html"></form><svg><a href="ref6.html"><text>ref6</text></a><a xlink:href="ref7.html"><text>ref7</text></a></svg>'
     '<a href="ref8.html" target=_blank>ref8</a><a href="ref9.html" download>ref9</a><a ping="ref10.html" href="ref11.html">ref11</a>'),
    ("images", "elements that show an image",
     '<img src="ref1.png" alt=ref1><img srcset="ref2.png 1x, ref3.png 2x" alt=ref2><img src="ref4.png" srcset="ref5.png 2x"><picture><source srcset="ref6.png"><img src="ref7.png"></picture>'
     '<input type=image src="ref8.png"><svg width=9 height=9><image href="ref9.png" width=9 height=9 /><image xlink:href="ref10.png" width=9 height=9 /></svg>'
     '<video poster="ref11.png"></video><table background="ref12.png"><tr><td background="ref13.png">x</td></tr></table><img lowsrc="ref14.png"><img data-src="ref15.png"><image src="ref16.png">'),
    ("body", "the background of the body", None),
    ("media", "media and plug-ins",
     '<video src="ref1.mp4"></video><video><source src="ref2.mp4"></video><audio src="ref3.mp3"></audio><audio><source src="ref4.mp3"></audio><object data="ref5.png" type="image/png"></object>'
     '<embed src="ref6.png" type="image/png"><track src="ref7.vtt"><bgsound src="ref8.wav"><applet code="ref9.class"></applet><object classid="ref10"></object>'),
    ("frames", "frames", '<iframe src="ref1.html"></iframe><iframe srcdoc="&lt;a href=&quot;ref2.html&quot;&gt;ref2&lt;/a&gt;&lt;img src=&quot;ref3.png&quot; id=ref3&gt;"></iframe>'
     '<iframe src="about:blank#ref4"></iframe><object data="ref5.html" type="text/html"></object><embed src="ref6.html" type="text/html"><iframe longdesc="ref7.html"></iframe>'),
    ("scripts", "scripts", '<script src="ref1.js"></script><script>location = "http://script.example/ref2"</script><script>document.write("<a href=http://script.example/ref3>x</a>")</script>'
     '<noscript><a href="ref4.html">ref4</a><img src="ref5.png"></noscript><a href="x.html" onclick="open(\'ref6.html\')">x</a>'),
    ("head", "links in the head", '<link rel=stylesheet href="ref1.css"><link rel=icon href="ref2.png"><link rel=alternate href="ref3.html"><link rel=preload as=image href="ref4.png">'
     '<link rel="alternate stylesheet" title=x href="ref5.css"><link rel=next href="ref6.html"><link rel=canonical href="ref7.html"><link rel=stylesheet media=print href="ref8.css">'
     '<link rel=prefetch href="ref9.html"><link rel=manifest href="ref10.json"><meta property="og:image" content="http://meta.example/ref11.png">'),
    ("styles", "style sheets", '<style>@import "ref1.css"; @import url(ref2.css); .x { background: url(ref3.png) } .y { background: url("ref4.png") } @font-face { font-family: f; src: url(ref5.woff) }'
     ' .z { background-image: image-set(url(ref6.png) 1x) } .none { background: url(ref7.png) }</style><p class=x>x</p><p class=y>y</p><p class=z style="font-family: f">z</p>'
     '<p style="background: url(ref8.png)">x</p><p style="background: url(\'ref9.png\')">x</p><p style="background: URL( ref10.png )">x</p><ul style="list-style-image: url(ref11.png)"><li>x</ul>'
     '<p style="background: url(http://absolute.example/ref12.png)">x</p><p style="background: u\\72l(ref13.png)">x</p>'),
    ("cites", "attributes that name a source", '<blockquote cite="ref1.html">x</blockquote><q cite="ref2.html">x</q><del cite="ref3.html">x</del><img longdesc="ref4.html" src="ref5.png">'
     '<img usemap="#ref6" src="ref7.png"><p itemscope itemid="http://item.example/ref8">x</p>'),
    ("hidden", "references that are not shown", '<!-- <a href="ref1.html">ref1</a> --><!--[if mso]><a href="ref2.html">ref2</a><![endif]--><template><a href="ref3.html">ref3</a></template>'
     '<a href="ref4.html" style="display: none">ref4</a><textarea><a href="ref5.html">ref5</a></textarea><a name="ref6">ref6</a><select><option><a href="ref7.html">ref7</a></select>'
     '<![if !mso]><a href="ref8.html">ref8</a><![endif]><noframes><a href="ref9.html">ref9</a></noframes><xmp><a href="ref10.html">ref10</a></xmp><a href="ref11.html"></a><a href="ref12.html" hidden>ref12</a>'),
)


def elements():
    for name, why, body in ELEMENTS:
        document = page(with_ids(body)) if body else '<html><body background="ref1.png"><a href="ref2.html">ref2</a></body></html>'
        yield f"element-{name}-bare", f"{why}, without a base", mixed(html(document), text("second"))
        yield f"element-{name}-location", f"{why}, with Content-Location", mixed(html(document, at(CONTENT_LOCATION, "part")), text("second"))
        head = document.replace("<head>", "<head>" + HTML) if "<head>" in document else document.replace("<html>", "<html><head>" + HTML + "</head>")
        yield f"element-{name}-html", f"{why}, with <base>", mixed(html(head), text("second"))
        yield f"element-{name}-absolute", f"{why}, absolute", mixed(html(make_absolute(document)), text("second"))
        yield f"element-{name}-cid", f"{why}, as cid: with a part", with_labels(document)
    yield ("element-refresh", "meta refresh", mixed(html(page("x", HTML + '<meta http-equiv="refresh" content="9; url=ref1.html">')), text("second")))
    yield ("element-frameset", "a frameset", related(
        html('<html><head></head><frameset cols="50%,50%"><frame src="cid:ref1@mail.example"><frame src="http://part.example/d/ref2.html"></frameset></html>', at(CONTENT_LOCATION, "part")),
        html(page("one"), "Content-ID: <ref1@mail.example>"), html(page("two"), "Content-Location: http://part.example/d/ref2.html")))


def make_absolute(document):
    return re.sub(r'(?<=["\' (=;])(ref\d+\.[a-z0-9]+)', r"http://absolute.example/\1", document)


def with_labels(document):
    """The document with each relative reference as a cid: URL, and the parts that these name."""
    names = sorted(set(re.findall(r'(?<=["\' (=;])(ref\d+)\.([a-z0-9]+)', document)), key=lambda one: int(one[0][3:]))
    document = re.sub(r'(?<=["\' (=;])(ref\d+)\.[a-z0-9]+', r"cid:\1@mail.example", document)
    make = {"html": lambda *f: html(page("frame"), *f), "css": lambda *f: css("p { color: red }", *f)}
    parts = [make.get(kind, image)(f"Content-ID: <{name}@mail.example>") for name, kind in names]
    return related(html(document), *parts)


# ---- References that name parts

def label(name, form="Content-ID: <{}@mail.example>"):
    return image(form.format(name))


def location(url):
    return image(f"Content-Location: {url}")


def parts():
    def one(name, why, references, *others, fields=(), head="", outer=()):
        return f"part-{name}", why, related(html(page(img(*references), head), *fields), *others, fields=outer)

    yield one("cid", "cid: and Content-ID", ["cid:ref1@mail.example", "cid:ref2@mail.example"], label("ref1"))
    yield one("cid-case", "the case of letters", ["cid:REF1@mail.example", "cid:ref2@MAIL.example", "CID:ref3@mail.example"], label("ref1"), label("ref2"), label("ref3"))
    yield one("cid-percent", "percent-escapes in cid:", ["cid:ref1%40mail.example", "cid:ref2%2Bx@mail.example", "cid:ref3%20x@mail.example", "cid:ref4+x@mail.example"],
              label("ref1"), label("ref2+x"), label("ref3 x"), label("ref4+x"))
    yield one("cid-percent-literal", "Content-IDs with percent-escapes", ["cid:ref1%20x@mail.example", "cid:ref2 x@mail.example", "cid:ref3%2520x@mail.example"],
              label("ref1%20x"), label("ref2%20x"), label("ref3%20x"))
    yield one("cid-fragment", "cid: with a fragment or a query", ["cid:ref1@mail.example#x", "cid:ref2@mail.example?x", "cid:ref3@mail.example#", "cid:ref4@mail.example/x"],
              label("ref1"), label("ref2"), label("ref3"), label("ref4"))
    yield one("cid-fragment-in-label", "Content-IDs with # and ?", ["cid:ref1#x@mail.example", "cid:ref2?x@mail.example", "cid:ref3/x@mail.example"], label("ref1#x"), label("ref2?x"), label("ref3/x"))
    yield one("cid-no-angle", "Content-IDs without < >", ["cid:ref1@mail.example", "cid:ref2@mail.example", "cid:ref3"],
              label("ref1", "Content-ID: {}@mail.example"), label("ref2", 'Content-ID: "<{}@mail.example>"'), label("ref3", "Content-ID: {}"))
    yield one("cid-odd-angle", "something besides < > in Content-ID", ["cid:ref1@mail.example", "cid:ref2@mail.example", "cid:ref3@mail.example", "cid:ref4@mail.example"],
              label("ref1", "Content-ID: <{}@mail.example> (comment)"), label("ref2", "Content-ID: (comment) <{}@mail.example>"), label("ref3", "Content-ID: < {}@mail.example >"), label("ref4", "Content-ID:\r\n <{}@mail.example>"))
    yield one("cid-no-at", "Content-IDs without @", ["cid:ref1", "cid:ref2.png", "cid:ref3"], label("ref1", "Content-ID: <{}>"), label("ref2", "Content-ID: <{}.png>"), label("ref3", "CONTENT-ID: <{}>"))
    yield one("cid-two", "two Content-IDs in a heading", ["cid:ref1@mail.example", "cid:ref2@mail.example"], image("Content-ID: <ref1@mail.example>", "Content-ID: <ref2@mail.example>"))
    yield one("cid-duplicate", "two parts with one Content-ID", ["cid:ref1@mail.example"], label("ref1"), label("ref1"))
    yield one("cid-word", "an encoded word", ["cid:ref1@mail.example"], image("Content-ID: =?us-ascii?Q?<ref1@mail.example>?="))
    yield one("cid-ampersand", "cid: with &", ["cid:ref1&x@mail.example", "cid:ref2&amp;x@mail.example"], label("ref1&x"), label("ref2&x"))
    yield one("cid-blanks", "blanks around cid:", [" cid:ref1@mail.example", "cid:ref2@mail.example ", "cid: ref3@mail.example", "cid:ref4@\nmail.example", "cid:<ref5@mail.example>", "cid://ref6@mail.example"],
              label("ref1"), label("ref2"), label("ref3"), label("ref4"), label("ref5"), label("ref6"))
    yield one("cid-non-ascii", "Content-IDs that are not ASCII", ["cid:ref1\u00e9@mail.example"], image("Content-ID: <ref1\u00e9@mail.example>"))
    yield one("cid-with-base", "cid: with <base>", ["cid:ref1@mail.example", "ref2.png"], label("ref1"), head=HTML)
    yield one("cid-in-cid", "Content-Location: cid:", ["cid:ref1@mail.example"], location("cid:ref1@mail.example"))
    yield one("cid-named", "parts with name= and disposition", ["cid:ref1@mail.example", "cid:ref2@mail.example", "cid:ref3@mail.example"],
              image("Content-Type: image/png; name=a.png", "Content-Disposition: inline; filename=a.png", "Content-ID: <ref1@mail.example>"),
              image("Content-Type: image/png; name=b.png", "Content-Disposition: attachment; filename=b.png", "Content-ID: <ref2@mail.example>"),
              image("Content-Disposition: attachment", "Content-ID: <ref3@mail.example>"))
    yield one("mid", "mid: URLs", ["mid:ref1@mail.example", "mid:part-mid@mail.example/ref2@mail.example"], label("ref1"), label("ref2"))
    yield ("part-cid-clicked", "a click on cid: and on a part's location", related(
        html(page(a("cid:ref1@mail.example", "http://part.example/d/ref2.png", "cid:ref3@mail.example", "ref4.html", "cid:ref5@mail.example"), HTML)),
        label("ref1"), location("http://part.example/d/ref2.png"), html(page("x"), "Content-ID: <ref3@mail.example>"), html(page("x"), "Content-Location: http://html.example/d/ref4.html"),
        other("application/pdf", "x", "Content-ID: <ref5@mail.example>", "Content-Disposition: attachment; filename=x.pdf")))
    where = "http://part.example/d/"
    yield one("location", "absolute Content-Location and absolute reference", [where + "ref1.png", where + "ref2.png"], location(where + "ref1.png"))
    yield one("location-relative-reference", "a relative reference, with Content-Location of the document", ["ref1.png", "../ref2.png", "/ref3.png", "?ref4", "//part.example/d/ref5.png"],
              location(where + "ref1.png"), location("http://part.example/ref2.png"), location("http://part.example/ref3.png"), location(where + "page.html?ref4"), location(where + "ref5.png"),
              fields=[at(CONTENT_LOCATION, "part")])
    yield one("location-html-base", "a relative reference, with <base>", ["ref1.png", "../ref2.png"], location("http://html.example/d/ref1.png"), location("http://html.example/ref2.png"), head=HTML)
    yield one("location-html-base-and-location", "<base> and Content-Location differ", ["ref1.png", "ref2.png"],
              location("http://html.example/d/ref1.png"), location(where + "ref2.png"), head=HTML, fields=[at(CONTENT_LOCATION, "part")])
    yield one("location-relative", "relative on both sides, nothing defines a base", ["ref1.png", "d/ref2.png", "./ref3.png", "/ref4.png"],
              location("ref1.png"), location("d/ref2.png"), location("ref3.png"), location("/ref4.png"))
    yield one("location-relative-with-location", "relative Content-Location, absolute base of the document", ["ref1.png", where + "ref2.png"],
              location("ref1.png"), location("ref2.png"), fields=[at(CONTENT_LOCATION, "part")])
    yield one("location-relative-outer", "relative Content-Location, absolute one of the multipart", ["ref1.png", "http://message.example/d/ref2.png"],
              location("ref1.png"), location("ref2.png"), outer=[at(CONTENT_LOCATION, "message")])
    yield one("location-content-base", "Content-Base of the part and its relative Content-Location", ["http://part.example/d/ref1.png", "ref2.png"],
              image(at(CONTENT_BASE, "part"), "Content-Location: ref1.png"), image(at(CONTENT_BASE, "part"), "Content-Location: ref2.png"))
    yield one("location-content-base-join", "Content-Base that ends with a slash", ["http://part.example/d/ref1.png"], image("Content-Base: http://part.example/d/", "Content-Location: ref1.png"))
    yield one("location-content-base-root", "Content-Base of the document", ["ref1.png", "ref2.png"], location("ref1.png"), location("http://part.example/d/ref2.png"), fields=[at(CONTENT_BASE, "part")])
    yield one("location-content-base-outer", "Content-Base of the multipart", ["ref1.png", "ref2.png"], location("ref1.png"), location("http://message.example/d/ref2.png"), outer=[at(CONTENT_BASE, "message")])
    yield one("location-base-field", "Base: of the document", ["ref1.png", "ref2.png"], location("ref1.png"), location("http://part.example/d/ref2.png"), fields=[at(BASE, "part")])
    yield one("location-fragment", "fragments on either side", [where + "ref1.png#x", where + "ref2.png", where + "ref3.png#x", where + "ref4.png#"],
              location(where + "ref1.png"), location(where + "ref2.png#x"), location(where + "ref3.png#x"), location(where + "ref4.png"))
    yield one("location-percent", "percent-escapes", [where + "%7Eref1.png", where + "~ref2.png", where + "ref3%20x.png", where + "ref4 x.png", where + "ref5%2fx.png", where + "ref6%2Fx.png"],
              location(where + "~ref1.png"), location(where + "%7Eref2.png"), location(where + "ref3 x.png"), location(where + "ref4%20x.png"), location(where + "ref5%2fx.png"), location(where + "ref6%2fx.png"))
    yield one("location-case", "case of scheme, host and path", ["http://PART.example/d/ref1.png", "HTTP://part.example/d/ref2.png", "http://part.example/D/ref3.png", where + "ref4.png", where + "ref5.png"],
              location(where + "ref1.png"), location(where + "ref2.png"), location(where + "ref3.png"), location("HTTP://PART.EXAMPLE/d/ref4.png"), location(where + "REF5.png"))
    yield one("location-port", "default ports, dots and query", ["http://part.example:80/d/ref1.png", where + "ref2.png", where + "x/../ref3.png", where + "ref4.png", where + "ref5.png?x", where + "ref6.png?"],
              location(where + "ref1.png"), location("http://part.example:80/d/ref2.png"), location(where + "ref3.png"), location(where + "x/../ref4.png"), location(where + "ref5.png"), location(where + "ref6.png"))
    yield one("location-wrapped", "wrappers of Content-Location", [where + f"ref{i}.png" for i in range(1, 8)],
              location(f"<{where}ref1.png>"), location(f'"{where}ref2.png"'), location(f"{where}ref3.png (comment)"), image(f"Content-Location:\r\n {where}ref4.png"),
              image(f"Content-Location: {where}\r\n ref5.png"), location("=?us-ascii?Q?http=3A//part.example/d/ref6.png?="), location(f"URL:{where}ref7.png"))
    yield one("location-two", "two Content-Locations in a heading", [where + "ref1.png", where + "ref2.png"], image(f"Content-Location: {where}ref1.png", f"Content-Location: {where}ref2.png"))
    yield one("location-duplicate", "two parts with one Content-Location", [where + "ref1.png"], location(where + "ref1.png"), location(where + "ref1.png"))
    yield one("location-schemes", "other schemes", ["file:///d/ref1.png", "https://part.example/ref2.png", "ftp://part.example/ref3.png", "foo:ref4", "thismessage:/ref5.png", "mid:ref6@mail.example", "file:///C:/d/ref7.png",
                                                 "about:ref8", "urn:uuid:ref9", "data:ref10"],
              location("file:///d/ref1.png"), location("https://part.example/ref2.png"), location("ftp://part.example/ref3.png"), location("foo:ref4"), location("thismessage:/ref5.png"), location("mid:ref6@mail.example"),
              location("file:///C:/d/ref7.png"), location("about:ref8"), location("urn:uuid:ref9"), location("data:ref10"))
    yield one("location-named", "Content-Location of parts with name= and Content-ID", [where + "ref1.png", where + "ref2.png", where + "ref3.png", "ref4.png"],
              image("Content-Type: image/png; name=a.png", "Content-ID: <a@mail.example>", f"Content-Location: {where}ref1.png"),
              image("Content-Type: image/png; name=b.png", f"Content-Location: {where}ref2.png"), image("Content-ID: <c@mail.example>", f"Content-Location: {where}ref3.png"),
              image("Content-Type: image/png; name=d.png", "Content-ID: <d@mail.example>", "Content-Location: ref4.png"))
    yield one("location-last-segment", "only the last segment is equal", ["http://other.example/x/ref1.png", "ref2.png", "x/ref3.png"],
              location(where + "ref1.png"), location(where + "ref2.png"), location(where + "ref3.png"))
    yield one("location-filename", "only name= and filename= are equal", ["ref1.png", "ref2.png"], image("Content-Type: image/png; name=ref1.png"), image("Content-Disposition: inline; filename=ref2.png"))
    yield one("location-non-ascii", "a Content-Location that is not ASCII", [where + "ref1\u00e9.png", where + "ref2\u00e9.png"], image(f"Content-Location: {where}ref1\u00e9.png"), location(where + "ref2%C3%A9.png"))
    yield one("itself", "a reference to the document itself", ["cid:ref1@mail.example", "http://part.example/d/ref2.html"], fields=["Content-ID: <ref1@mail.example>", "Content-Location: http://part.example/d/ref2.html"])
    yield from scopes(where)
    yield from roots(where)


def scopes(where):
    both = ["cid:ref{}@mail.example", where + "ref{}.png"]

    def document(*numbers):
        return html(page(img(*[form.format(n * 2 - 1 + i) for n in numbers for i, form in enumerate(both)])))

    def target(n):
        return image(f"Content-ID: <ref{n * 2 - 1}@mail.example>", f"Content-Location: {where}ref{n * 2}.png")

    yield "scope-mixed", "parts of multipart/mixed", mixed(document(1), target(1))
    yield "scope-alternative", "parts of multipart/alternative", alternative(text("x"), document(1), target(1))
    yield "scope-mixed-outside", "a part outside multipart/related", mixed(related(document(1), label("x")), target(1))
    yield "scope-inner-to-outer", "from an inner related to the outer", related(related(document(1), label("x")), target(1))
    yield "scope-outer-to-inner", "from an outer related into a deeper one", related(document(1), related(html(page("x")), target(1)))
    yield "scope-parallel", "from one related to a parallel one", mixed(related(document(1), label("x")), related(html(page("y")), target(1)))
    yield "scope-both", "the same labels in the inner and the outer related", related(related(document(1), target(1)), target(1))
    yield "scope-alternative-in-related", "the document inside an alternative", related(alternative(text("x"), document(1)), target(1))
    yield "scope-related-in-alternative", "a related inside an alternative", alternative(text("x"), related(document(1), target(1)))
    yield "scope-related-in-alternative-in-mixed", "the usual nesting", mixed(alternative(text("x"), related(document(1), target(1))), other("application/pdf", "x", "Content-Disposition: attachment; filename=x.pdf"))
    yield "scope-mixed-in-related", "a mixed inside the related", related(document(1), mixed(target(1), text("x")))
    yield "scope-nested-to-outer", "from a nested message to a part of the outer", related(html(page("x")), nested(document(1)), target(1))
    yield "scope-outer-to-nested", "from the outer message into a nested one", related(document(1), nested(related(html(page("x")), target(1))))
    yield "scope-nested-own", "inside a nested message", mixed(text("x"), nested(related(document(1), target(1))))
    yield "scope-two-related", "two related with the same labels", mixed(related(document(1), target(1)), related(html(page(img("cid:ref3@mail.example"))), target(2), target(1)))
    yield "scope-before", "the part stands before the document", related(target(1), document(1))
    yield "scope-digest", "multipart/digest", multipart("digest", nested(related(document(1), target(1))))
    yield "scope-signed", "multipart/signed around", multipart("signed", related(document(1), target(1)), other("application/pgp-signature", "x"), parameters='; protocol="application/pgp-signature"; micalg=pgp-sha1')
    yield "scope-unknown", "an unknown multipart", multipart("x-unknown", document(1), target(1))
    yield "scope-plain-image", "an image that no reference names", related(html(page(img("ref1.png", "cid:ref2@mail.example"))), label("x"))


def roots(where):
    first = html(page(img("cid:ref1@mail.example") + a("ref2.html")), "Content-ID: <first@mail.example>")
    second = html(page(img("cid:ref3@mail.example") + a("ref4.html"), HTML), "Content-ID: <second@mail.example>")
    parts = (label("ref1"), label("ref3"))
    yield "root-default", "two HTML parts in related, without start=", related(first, second, *parts)
    yield "root-start", "start= names the second", related(first, second, *parts, parameters='; type="text/html"; start="<second@mail.example>"')
    yield "root-start-bare", "start= without < >", related(first, second, *parts, parameters='; type="text/html"; start="second@mail.example"')
    yield "root-start-nobody", "start= names nothing", related(first, second, *parts, parameters='; type="text/html"; start="<nobody@mail.example>"')
    yield "root-start-image", "an image first, and start= names HTML", related(parts[0], second, parts[1], parameters='; type="text/html"; start="<second@mail.example>"')
    yield "root-image-first", "an image first", related(parts[0], first, parts[1])
    yield "root-text-first", "plain text first", related(text("plain http://text.example/ref9"), first, *parts)
    yield "root-css-first", "a style sheet first", related(css("p { color: red }"), first, *parts)
    yield "root-pdf-first", "a PDF first", related(other("application/pdf", "x"), first, *parts)
    yield "root-xml-first", "XML first", related(other("text/xml", "<x/>"), first, *parts)
    yield "root-json-first", "JSON first", related(other("application/json", "{}"), first, *parts)
    yield "root-script-first", "a script first", related(other("text/javascript", "x"), first, *parts)
    yield "root-calendar-first", "a calendar first", related(other("text/calendar", "BEGIN:VCALENDAR"), first, *parts)
    yield "root-status-first", "a delivery status first", multipart("report", other("message/delivery-status", "x: y"), first, *parts)
    yield "root-nested-first", "a nested message first", mixed(nested(html(page(a("ref8.html"), HTML))), first, *parts)
    yield "root-related-first", "a nested related first", mixed(related(first, *parts), second)
    yield "root-xhtml", "XHTML", related(html('<html xmlns="http://www.w3.org/1999/xhtml"><head><base href="http://html.example/d/page.html" /></head><body><p>' + '<a href="ref1.html">ref1</a><img id="ref2" src="cid:ref2@mail.example" alt="x" />' +
                                         "</p></body></html>", type="application/xhtml+xml", marker=""), label("ref2"))
    yield "root-svg", "SVG", related(html('<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><a href="http://svg.example/ref1"><text y="9">ref1</text></a>'
                                          '<image width="9" height="9" xlink:href="cid:ref2@mail.example"/></svg>', type="image/svg+xml", marker=""), label("ref2"))
    yield "root-attachment", "the HTML is an attachment", mixed(text("x"), html(page(a("ref1.html") + img("cid:ref2@mail.example"), HTML), "Content-Disposition: attachment; filename=x.html"), label("ref2"))
    yield "root-inline-html", "HTML with a file name", mixed(text("x"), html(page(a("ref1.html"), HTML), "Content-Disposition: inline; filename=x.html"))
    yield "root-no-type", "no Content-Type", mixed(html(page(a("ref1.html"), HTML), type=""), html(page(a("ref2.html"), HTML)))
    yield "root-two-types", "two Content-Types", mixed(html(page(a("ref1.html"), HTML), "Content-Type: text/html", "Content-Type: text/plain"), html(page(a("ref2.html"), HTML)))
    yield "root-upper-type", "TEXT/HTML", mixed(html(page(a("ref1.html"), HTML), type="TEXT/HTML"), text("x"))
    yield "root-alternative-upper", "multipart/ALTERNATIVE inside", mixed(Upper(text("x"), html(page(a("ref1.html") + img("cid:ref2@mail.example"), HTML))), label("ref2"))
    yield "root-alternative", "alternative inside mixed", mixed(alternative(text("x http://text.example/ref3"), html(page(a("ref1.html") + img("cid:ref2@mail.example"), HTML))), label("ref2"))
    yield "root-alternative-html-only", "alternative with HTML alone", mixed(alternative(html(page(a("ref1.html") + img("cid:ref2@mail.example"), HTML))), label("ref2"))
    yield "root-alternative-html-first", "alternative with HTML before text", alternative(html(page(a("ref1.html"), HTML)), text("x http://text.example/ref2"))
    yield "root-enriched", "text/enriched after HTML", alternative(html(page(a("ref1.html"), HTML)), other("text/enriched", "x"))


def Upper(*children):
    return multipart("ALTERNATIVE", *children)


# ---- Frames and style sheets out of parts

def inner_documents():
    where = "http://part.example/d/"
    inside = a("ref2.html", "?ref3", "//other.example/ref4.html", "#ref5", "http://absolute.example/ref6") + img("ref7.png", "cid:ref8@mail.example")
    seven = location(where + "ref7.png"), location(where + "sub/ref7.png"), label("ref8")

    def frame(name, why, reference, *fields, head="", body=inside, outer_head=""):
        return f"frame-{name}", why, related(html(page(f'<iframe id="ref1" src="{reference}"></iframe>', outer_head), at(CONTENT_LOCATION, "part")),
                                             html(page(body, head), *fields), *seven)

    yield frame("cid", "a frame by cid:", "cid:ref1@mail.example", "Content-ID: <ref1@mail.example>")
    yield frame("cid-location", "a frame by cid: that has a Content-Location", "cid:ref1@mail.example", "Content-ID: <ref1@mail.example>", f"Content-Location: {where}sub/frame.html")
    yield frame("cid-base", "a frame by cid: with <base>", "cid:ref1@mail.example", "Content-ID: <ref1@mail.example>", head=HTML)
    yield frame("cid-relative-base", "a frame by cid: with a relative <base>", "cid:ref1@mail.example", "Content-ID: <ref1@mail.example>", head=base("sub/x.html"))
    yield frame("location", "a frame by location", where + "sub/ref1.html", f"Content-Location: {where}sub/ref1.html")
    yield frame("relative", "a frame by a relative reference", "sub/ref1.html", f"Content-Location: {where}sub/ref1.html")
    yield frame("location-relative-base", "a frame by location with a relative <base>", "sub/ref1.html", f"Content-Location: {where}sub/ref1.html", head=base("../x.html"))
    yield frame("content-base", "a frame by location with a Content-Base", "sub/ref1.html", f"Content-Location: {where}sub/ref1.html", at(CONTENT_BASE, "other"))
    yield frame("outer-base", "a frame by location, <base> in the document around", "sub/ref1.html", "Content-Location: http://html.example/d/sub/ref1.html", outer_head=HTML)
    yield ("frame-srcdoc", "srcdoc with a Content-Location around", related(html(page('<iframe srcdoc="' + inside.replace('"', "&quot;") + '"></iframe>'), at(CONTENT_LOCATION, "part")), *seven))
    yield ("frame-srcdoc-base", "srcdoc with <base> around", related(html(page('<iframe srcdoc="' + inside.replace('"', "&quot;") + '"></iframe>', HTML)), *seven))
    yield ("frame-srcdoc-own-base", "srcdoc with its own <base>", related(html(page('<iframe srcdoc="' + (base("http://srcdoc.example/d/") + inside).replace('"', "&quot;") + '"></iframe>', HTML)), *seven))
    yield ("frame-in-frame", "a frame in a frame", related(
        html(page('<iframe id="ref1" src="ref1.html"></iframe>'), at(CONTENT_LOCATION, "part")), html(page('<iframe id="ref10" src="sub/ref10.html"></iframe>'), f"Content-Location: {where}ref1.html"),
        html(page(inside), f"Content-Location: {where}sub/ref10.html"), *seven))
    sheet = '@import "ref2.css"; p { background: url(ref3.png) } b { background: url(cid:ref4@mail.example) } i { background: url(/ref5.png) }'
    parts = (css("q { color: red }", f"Content-Location: {where}ref2.css"), location(where + "ref3.png"), css("q { color: red }", f"Content-Location: {where}sub/ref2.css"), location(where + "sub/ref3.png"), label("ref4"))
    for name, why, reference, fields, head in (
            ("cid", "a style sheet by cid:", "cid:ref1@mail.example", ["Content-ID: <ref1@mail.example>"], ""),
            ("cid-location", "a style sheet by cid: with a Content-Location", "cid:ref1@mail.example", ["Content-ID: <ref1@mail.example>", f"Content-Location: {where}sub/style.css"], ""),
            ("location", "a style sheet by location", "sub/ref1.css", [f"Content-Location: {where}sub/ref1.css"], ""),
            ("content-base", "a style sheet with a Content-Base", "sub/ref1.css", [f"Content-Location: {where}sub/ref1.css", at(CONTENT_BASE, "other")], ""),
            ("html-base", "a style sheet by cid:, <base> in the document", "cid:ref1@mail.example", ["Content-ID: <ref1@mail.example>"], base(where + "sub/page.html"))):
        yield (f"sheet-{name}", why, related(html(page("<p>p<b>b</b><i>i</i></p>", head + f'<link id="ref1" rel="stylesheet" href="{reference}">'), at(CONTENT_LOCATION, "part")), css(sheet, *fields), *parts))
    yield ("frame-charset", "a frame whose heading and meta disagree about the charset", related(
        html(page('<iframe id="ref1" src="ref1.html"></iframe>'), at(CONTENT_LOCATION, "part")),
        html(page('<a href="x?ref2=\u00e9">ref2</a>', '<meta charset="utf-8">').encode("latin-1"), f"Content-Location: {where}ref1.html", type="text/html; charset=iso-8859-1", encoding="quoted-printable")))
    yield ("charset-heading", "the charset of the heading alone, in a query", mixed(html(page('<a href="x?ref1=\u00e9">ref1</a>', HTML).encode("latin-1"), type="text/html; charset=iso-8859-1", encoding="quoted-printable"), text("x")))
    yield ("charset-meta", "the charset of meta alone, in a query", mixed(html(page('<a href="x?ref1=\u00e9">ref1</a>', '<meta charset="iso-8859-1">' + HTML).encode("latin-1"), type="text/html", encoding="quoted-printable"), text("x")))


# ---- Archives

def archives():
    body = html(page(a("ref1.html") + img("cid:ref2@mail.example"), HTML))
    good = related(body, label("ref2"))
    yield "archive-lf", "line ends without CR", good, lambda raw: raw.replace(b"\r\n", b"\n")
    yield "archive-not-closed", "no closing delimiter", good, lambda raw: raw[:raw.rindex(b"\r\n--=_0--")] + b"\r\n"
    yield "archive-blank-delimiter", "a delimiter with a trailing blank", good, lambda raw: raw.replace(b"--=_0\r\n", b"--=_0 \r\n")
    yield "archive-preamble", "a preamble and an epilogue", good, lambda raw: raw.replace(b"\r\n\r\n--=_0\r\n", b"\r\n\r\nThis is a preamble.\r\n--=_0\r\n", 1) + b"epilogue\r\n"
    yield "archive-subtype", "an unknown subtype", multipart("x-any", body, label("ref2"))
    single = page(a("ref1.html"), HTML)
    for encoding in ("7bit", "8bit", "binary", "quoted-printable", "base64"):
        yield f"single-{encoding}", f"a single part in {encoding}", html(single, encoding=encoding)
    yield "single-no-encoding", "a single part without an encoding", html(single, encoding="")
    yield "single-text", "a single part of text/plain", text("http://text.example/ref1")
    for encoding in ("8bit", "binary", "quoted-printable", "base64"):
        yield f"encoding-{encoding}", f"a part in {encoding}", mixed(html(single, encoding=encoding), text("x"))
    yield "encoding-unknown", "an unknown encoding", mixed(html(single, encoding="x-unknown"), text("x"))
    yield "encoding-utf16", "UTF-16", mixed(html(single.encode("utf-16"), type="text/html; charset=utf-16", encoding="base64", marker=""), text("x"))


# ---- Links in plain text

def plain_text():
    def lines(*forms):
        return "\n".join(f"before {one} after" for one in forms)

    u = "http://text.example/ref{}"
    forms = (
        ("ends", "what is dropped behind a URL", [u.format(i) + end for i, end in enumerate([".", ",", ";", ":", "!", "?", "'", '"', "-", ")", "]", "}", ">", "*", "_", "...", ".)", "/", "=", "&", "|", "\\", "~", "%", "'s"], 1)]),
        ("pairs", "pairs around a URL", [pair[0] + u.format(i) + pair[1] for i, pair in enumerate(["()", "[]", "{}", "<>", "''", '""', "**", "__", "``", "||"], 1)] +
         [u.format(11) + "_(x)", u.format(12) + "_(x", "(" + u.format(13) + "_(x))", u.format(14) + "(x).", "(see " + u.format(15) + ")"]),
        ("schemes", "schemes", ["https://text.example/ref1", "ftp://text.example/ref2", "HTTP://TEXT.EXAMPLE/ref3", "mailto:ref4@mail.example", "ref5@mail.example", "news:ref6@mail.example", "javascript:ref7()",
                                "file:///ref8", "foo://text.example/ref9", "tel:+123ref10", "gopher://text.example/ref11", "data:text/html,ref12", "cid:ref13@mail.example", "sftp://text.example/ref14",
                                "nntp://text.example/ref15", "irc://text.example/ref16", "xmpp:ref17@mail.example", "imap://text.example/ref18", "http:ref19", "http:/ref20", "mid:ref21@mail.example",
                                "telnet://text.example/ref22", "ftps://text.example/ref23", "sip:ref24@mail.example", "geo:1,2?ref25", "webcal://text.example/ref26"]),
        ("www", "www. and other hosts without a scheme", ["www.text.example/ref1", "WWW.TEXT.EXAMPLE/ref2", "ftp.text.example/ref3", "text.example/ref4", "//text.example/ref5", "www.ref6.example", "www2.text.example/ref7",
                                                         "/d/ref8.html", "ref9.html", "../ref10"]),
        ("url", "RFC 1738's <URL:>", ["<URL:http://text.example/ref1>", "<url:http://text.example/ref2>", "<URL: http://text.example/ref3 >", "<URL:http://text.example/\nref4>", "<URL:ref5.html>", "<URL:/d/ref6>",
                                      "URL:http://text.example/ref7", "<http://text.example/\nref8>", "<http://text.example/ref9 x>", "<URL:http://text.example/ref10 x>", "<URL:mailto:ref11@mail.example>", "<ref12@mail.example>"]),
        ("inside", "inside words", ["xhttp://text.example/ref1", "x=http://text.example/ref2", "(http://text.example/ref3", "\u00e9http://text.example/ref4", "http://text.example/ref5http://text.example/x", "http://text.example/ref6,http://text.example/x",
                                    "http://text.example/ref7\u00e9", "http://text.example/ref8\u3002", "http://user@text.example/ref9", "http://text.example:8080/ref10", "http://text.example?ref11", "http://text.example#ref12", "http://127.0.0.1/ref13",
                                    "http://localhost/ref14", "http://text/ref15", "http://text.example/ref16<b>", "http://text.example/ref17&amp;x", "http://text.example/ref18?a=b&c=d", "\\http://text.example/ref19", "/http://text.example/ref20"]),
    )
    for name, why, references in forms:
        yield f"text-{name}", f"plain text: {why}", text(lines(*references), encoding="8bit")
        yield f"text-{name}-html", f"text of HTML: {why}", html(page("<p>" + "</p>\n<p>".join(attribute_free(one) for one in lines(*references).split("\n")) + "</p>"), encoding="8bit")
    yield "text-flowed", "format=flowed", text("before http://text.example/ \nref1 after\n> quoted http://text.example/ref2\n", type="text/plain; charset=utf-8; format=flowed")
    yield "text-delsp", "format=flowed with DelSp", text("before http://text.example/ \nref1 after\n", type="text/plain; charset=utf-8; format=flowed; delsp=yes")
    yield "text-broken", "a URL over two lines", text("before http://text.example/a\nref1 after\nbefore http://text.example/ref2/\nx after\n")
    yield "text-base", "plain text with a Content-Base", text("before ref1.html /ref2 http://text.example/ref3 <URL:ref4.html> after", at(CONTENT_BASE, "message"))
    yield "text-in-link", "a URL as the text of a link", html(page('<a href="http://link.example/ref1">http://shown.example/ref2</a>'))
    yield "text-quoted", "quoted lines", text("> http://text.example/ref1\n>> http://text.example/ref2\n")


# ---- What other people's messages asked

def repeated_fields():
    where = "http://part.example/d/"
    forms = {
        "two": lambda name, first, second: [f"{name}: {first}", f"{name}: {second}", "X-Last: x"],
        "last": lambda name, first, second: [f"{name}: {first}", "X-Between: x", f"{name}: {second}"],
        "three": lambda name, first, second: [f"{name}: {first}", f"{name}: {where}x", f"{name}: {second}", "X-Last: x"],
    }
    for form, fields in forms.items():
        def bare(*lines, type=""):
            # Nothing follows the last field.
            return image("Content-Transfer-Encoding: base64", *lines, type=type)
        yield (f"repeated-location-{form}", "repeated Content-Location", related(html(page(img(where + "ref1.png", where + "ref2.png"))), bare(*fields("Content-Location", where + "ref1.png", where + "ref2.png"))))
        yield (f"repeated-id-{form}", "repeated Content-ID", related(html(page(img("cid:ref1@mail.example", "cid:ref2@mail.example"))), bare(*fields("Content-ID", "<ref1@mail.example>", "<ref2@mail.example>"))))
        document = page(a("ref1.html") + img("ref2.png"), HTML)
        yield (f"repeated-type-{form}", "repeated Content-Type: plain text, then HTML", mixed(html(document, "Content-Transfer-Encoding: 7bit", *fields("Content-Type", "text/plain", "text/html")), html(page(a("ref3.html")))))
        yield (f"repeated-type-{form}-html", "repeated Content-Type: HTML, then plain text", mixed(html(document, "Content-Transfer-Encoding: 7bit", *fields("Content-Type", "text/html", "text/plain")), html(page(a("ref3.html")))))
        yield (f"repeated-base-{form}", "repeated Content-Location of the document", related(html(page(FEW), *fields("Content-Location", "http://first.example/d/page.html", "http://second.example/d/page.html"), "Content-Type: text/html"), text("x")))


def late_bases():
    early, late = "http://part.example/d/", "http://late.example/d/"
    tag = base(late + "page.html")
    sources = '<img id="ref{0}" src="ref{0}.png"><input type="image" id="ref{1}" src="ref{1}.png"><table id="ref{2}" background="ref{2}.png"><tr><td>x</table><p id="ref{3}" style="background: url(ref{3}.png)">x</p>' \
              '<img id="ref{4}" srcset="ref{4}.png 1x"><video id="ref{5}" poster="ref{5}.png"></video><link id="ref{6}" rel="stylesheet" href="ref{6}.css"><svg width=9 height=9><image id="ref{7}" href="ref{7}.png" width=9 height=9 /></svg>'
    body = sources.format(*range(1, 9)) + tag + sources.format(*range(11, 19))

    def parts_at(where):
        return [(css("q { color: red }", f"Content-Location: {where}ref{n}.css") if n % 10 == 7 else location(f"{where}ref{n}.png")) for n in (*range(1, 9), *range(11, 19))]

    for name, parts in (("early", parts_at(early)), ("late", parts_at(late)), ("both", [*parts_at(early), *parts_at(late)])):
        yield f"late-base-{name}", f"images before and after a late <base>, parts at the {name} URL", related(html(page(body), at(CONTENT_LOCATION, "part")), *parts)
    yield "late-base-no-location", "images before a late <base>, which has no other before it", related(html(page(body)), *parts_at(late))


def charsets():
    links = "".join(f'<a href="{form}">{form.split("?")[0][:5]}</a>' for form in ("ref1\u00e9.html", "ref2?q=\u00e9", "ref3#\u00e9"))
    for name, charset in (("latin", "latin-1"), ("utf", "utf-8")):
        for encoding in ("7bit", "8bit", "binary", "quoted-printable", "base64"):
            for said, type in (("none", "text/html"), ("utf", "text/html; charset=utf-8"), ("latin", "text/html; charset=iso-8859-1")):
                yield (f"charset-{name}-{encoding}-{said}", f"{charset} in {encoding}, the heading says {said}",
                       mixed(html(page(links, HTML).encode(charset), type=type, encoding=encoding, marker=""), text("x")))
        for said in ("utf-8", "iso-8859-1", "koi8-r"):
            yield (f"charset-{name}-meta-{said}", f"{charset}, meta says {said}", mixed(html(page(links, f'<meta charset="{said}">' + HTML).encode(charset), type="text/html", encoding="base64", marker=""), text("x")))
            yield (f"charset-{name}-8bit-meta-{said}", f"{charset} in 8bit, meta says {said}", mixed(html(page(links, f'<meta charset="{said}">' + HTML).encode(charset), type="text/html", encoding="8bit", marker=""), text("x")))
        yield (f"charset-{name}-frame", f"{charset} in a frame without a charset", related(html(page('<iframe id="ref9" src="ref9.html"></iframe>'), at(CONTENT_LOCATION, "part")),
                                                                                           html(page(links, HTML).encode(charset), "Content-Location: http://part.example/d/ref9.html", type="text/html", encoding="base64")))


def pictures():
    def picture(*sources, number=9):
        return "<picture>" + "".join(sources) + f'<img id="ref{number}" alt="ref{number}" src="cid:ref{number}@mail.example"></picture>'

    def source(number, attributes=""):
        return f'<source {attributes} srcset="cid:ref{number}@mail.example">'

    forms = (("plain", [source(1)]), ("unknown-type", [source(1, 'type="image/x-unknown"')]), ("known-type", [source(1, 'type="image/png"')]), ("type-jxl", [source(1, 'type="image/jxl"')]),
             ("type-webp", [source(1, 'type="image/webp"')]), ("type-avif", [source(1, 'type="image/avif"')]), ("type-svg", [source(1, 'type="image/svg+xml"')]), ("type-text", [source(1, 'type="text/html"')]), ("type-upper", [source(1, 'type="IMAGE/PNG"')]),
             ("type-parameter", [source(1, 'type="image/png; x=y"')]), ("type-empty", [source(1, 'type=""')]),
             ("media-print", [source(1, 'media="print"')]), ("media-screen", [source(1, 'media="screen"')]), ("media-all", [source(1, 'media="all"')]), ("media-max", [source(1, 'media="(max-width: 300px)"')]), ("media-min", [source(1, 'media="(min-width: 300px)"')]),
             ("media-far", [source(1, 'media="(min-width: 99999px)"')]), ("media-both", [source(1, 'media="screen and (min-width: 300px)"')]), ("media-list", [source(1, 'media="print, screen"')]), ("media-not", [source(1, 'media="not print"')]),
             ("media-dark", [source(1, 'media="(prefers-color-scheme: dark)"')]), ("media-odd", [source(1, 'media="((("')]), ("media-em", [source(1, 'media="(min-width: 20em)"')]), ("media-only", [source(1, 'media="only screen and (max-width: 480px)"')]),
             ("second", [source(1, 'type="image/x-unknown"'), source(2)]), ("first-of-two", [source(1), source(2)]), ("none-of-two", [source(1, 'media="print"'), source(2, 'type="image/x-unknown"')]),
             ("densities", ['<source srcset="cid:ref1@mail.example 1x, cid:ref2@mail.example 2x">']), ("no-srcset", ['<source src="cid:ref1@mail.example">']), ("empty-srcset", ['<source srcset="">']))
    for name, sources in forms:
        yield f"picture-{name}", f"a picture: {name}", related(html(page(picture(*sources))), label("ref1"), label("ref2"), label("ref9"))
    yield "picture-source-after", "a source after the img", related(html(page('<picture><img id="ref9" src="cid:ref9@mail.example">' + source(1) + "</picture>")), label("ref1"), label("ref9"))
    yield "picture-two", "two pictures", related(html(page(picture(source(1)) + picture(source(2, 'media="print"'), number=8) + '<img id="ref7" src="cid:ref7@mail.example">')), *(label(f"ref{n}") for n in (1, 2, 7, 8, 9)))
    sets = (("widths", "{1} 100w, {2} 2000w", 'sizes="100px"'), ("widths-large", "{1} 100w, {2} 400w, {3} 2000w", 'sizes="300px"'), ("widths-none", "{1} 100w, {2} 20000w", ""), ("half", "{1} 0.5x, {2} 2x", ""), ("below", "{1} 0.3x, {2} 0.7x", ""),
            ("high", "{1} 3x, {2} 2x", ""), ("equal", "{1} 1x, {2} 1x", ""), ("unsorted", "{1} 2x, {2} 1x", ""), ("no-descriptor-last", "{1} 2x, {2}", ""), ("odd-descriptor", "{1} 1q, {2}", ""), ("media-sizes", "{1} 100w, {2} 2000w", 'sizes="(max-width: 1px) 2000px, 100px"'))
    for name, srcset, attributes in sets:
        written = re.sub(r"\{(\d)\}", r"cid:ref\1@mail.example", srcset)
        for src in ("", 'src="cid:ref9@mail.example"'):
            yield (f"srcset-{name}{'-src' if src else ''}", f"srcset: {srcset} {attributes}", related(html(page(f'<img {src} srcset="{written}" {attributes}>')), *(label(f"ref{n}") for n in (1, 2, 3, 9))))


def odd_types():
    """An img whose part has another type than an image's."""
    types = ("application/pdf", "application/octet-stream", "application/octet-stream; name=x.png", "image/x-unknown", "image", "", "text/plain", "text/html", "image/gif", "binary/octet-stream", "image/jpg", "image/pjpeg", "IMAGE/PNG", "application/x-png", "image/tiff", "video/mp4",
             "multipart/mixed", "application/octet-stream; name=x.pdf", "image/webp", "image/bmp", "application/json")
    for way, reference, field in (("cid", "cid:ref{}@mail.example", "Content-ID: <ref{}@mail.example>"), ("location", "http://part.example/d/ref{}.png", "Content-Location: http://part.example/d/ref{}.png")):
        references = [reference.format(n) for n in range(1, len(types) + 1)]
        parts = [image(field.format(n), type=one) for n, one in enumerate(types, 1) if not one.startswith("multipart")]
        yield f"odd-types-{way}", "images whose parts have odd types", related(html(page(img(*references))), *parts)
        yield f"odd-types-{way}-css", "backgrounds whose parts have odd types", related(html(page("".join(f'<p id="ref{n}" style="background: url({one})">x</p>' for n, one in enumerate(references, 1)))), *parts)
        yield f"odd-types-{way}-attachment", "images whose parts are attachments", related(html(page(img(*references))), *(image(field.format(n), "Content-Disposition: attachment; filename=x.png", type=one) for n, one in enumerate(types, 1) if not one.startswith("multipart")))
    other_xml = '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:xlink="http://www.w3.org/1999/xlink"><body><a xlink:href="http://x.example/ref1">ref1</a><svg xmlns="http://www.w3.org/2000/svg"><a xlink:href="http://x.example/ref2"><text>ref2</text></a></svg></body></html>'
    yield "xlink-xhtml", "a with xlink:href inside and outside SVG", related(html(other_xml, type="application/xhtml+xml", marker=""), text("x"))
    yield "xlink-html", "a with xlink:href inside and outside SVG", related(html(page('<a xlink:href="http://x.example/ref1">ref1</a><svg><a xlink:href="http://x.example/ref2"><text>ref2</text></a></svg><math><a xlink:href="http://x.example/ref3">ref3</a></math>')), text("x"))
    yield "xlink-xml", "a with xlink:href in other XML", related(html('<x xmlns:xlink="http://www.w3.org/1999/xlink"><a xlink:href="http://x.example/ref1">ref1</a></x>', type="text/xml", marker=""), text("x"))


def line_breaks():
    body = ('<a\nhref="http://a.example/ref1">ref1</a><a\n href="http://a.example/ref2">ref2</a><a title=x\nhref="http://a.example/ref3">ref3</a><a title="x"\nhref="http://a.example/ref4">ref4</a>'
            '<a href="http://a.example/x\nref5">ref5</a><a href=\n"http://a.example/ref6">ref6</a><a href\n="http://a.example/ref7">ref7</a><a href=http://a.example/ref8\n>ref8</a>')
    for encoding in ("7bit", "8bit", "binary", "quoted-printable", "base64", ""):
        yield f"breaks-{encoding or 'none'}", f"line breaks within tags, in {encoding or 'no encoding'}", mixed(html(page(body), encoding=encoding), text("x"))


def composites():
    """A multipart as main document, or a nested message."""
    for encoding in ("7bit", "8bit", "quoted-printable", "base64", ""):
        inner = html(page(a("http://a.example/ref1") + img("cid:ref2@mail.example"), HTML), encoding=encoding)
        yield f"composite-related-{encoding or 'none'}", f"a related in a related, in {encoding}", related(related(inner, label("x")), label("ref2"))
        yield f"composite-message-{encoding or 'none'}", f"a nested message first, in {encoding}", mixed(nested(inner), label("ref2"))


def fragments():
    where = "http://html.example/d/page.html"
    targets = '<p id="ref1x">x</p><a name="ref2x">x</a><p id="ref3x">x</p><p id="REF4X">x</p><p id="ref5x">x</p><p id="ref6x">x</p><p id="9x">x</p>'
    for name, url in (("http", where), ("https", where.replace("http:", "https:")), ("upper", "HTTP://HTML.example:80/d/./page.html"), ("ftp", where.replace("http:", "ftp:")), ("query", where + "?x"), ("fragment", where + "#y"), ("folder", "http://html.example/d/")):
        links = a("#ref1x", "#ref2x", "#ref3nobody", "#ref4x", url + "#ref5x", "page.html#ref6x").replace(' id="ref', ' data-id="ref') + f'<a href="#9x">ref7</a><a href="#">ref8</a><map><area href="#ref1x" alt=ref9></map><form action="#ref10x"><p id="ref10x">x</p></form>' \
            '<svg><a href="#ref11x"><text>ref11</text></a></svg><p id="ref11x">x</p><a href="#ref12%20x">ref12</a><p id="ref12 x">x</p><a href="http:#ref13x">ref13</a><p id="ref13x">x</p>'
        yield f"fragment-{name}", f"fragments of the page, with {url}", html(page(targets + links, base(url)))
    yield "fragment-location", "fragments of the page, with Content-Location", html(page(targets + a("#ref1x", "#ref3nobody").replace(' id="ref', ' data-id="ref')), f"Content-Location: {where}")
    yield "fragment-bare", "fragments of the page, without a base", html(page(targets + a("#ref1x", "#ref3nobody").replace(' id="ref', ' data-id="ref')))


def odd_roots():
    where = "http://part.example/d/"
    nobody = '; type="text/html"; start="<nobody@mail.example>"'
    inner = html(page(a("ref1.html") + img("cid:ref2@mail.example", "ref3.png"), HTML))
    parts = (label("ref2"), location("http://html.example/d/ref3.png"))
    yield "start-nobody-mixed", "start= names nothing, in a mixed", mixed(related(inner, *parts, parameters=nobody), text("x"))
    yield "start-nobody-alternative", "start= names nothing, in an alternative", alternative(text("x http://text.example/ref9"), related(inner, *parts, parameters=nobody))
    yield "start-nobody-alternative-alone", "start= names nothing, and the HTML is alone", alternative(text("x http://text.example/ref9"), related(inner, parameters=nobody))
    yield "start-empty", "an empty start=", related(inner, *parts, parameters='; type="text/html"; start=""')
    for name, value in (("angle", f"<{where}page.html>"), ("quoted", f'"{where}page.html"'), ("comment", f"{where}page.html (x)"), ("relative", "page.html"), ("empty", ""), ("blank", where + "a b/page.html")):
        for field in ("Content-Base", "Content-Location"):
            links = html(page(img("cid:ref1@mail.example", where + "ref2.png", "ref3.png")))
            mine = html(page(img("cid:ref1@mail.example", where + "ref2.png", "ref3.png")), f"{field}: {value}")
            targets = (label("ref1"), location(where + "ref2.png"), location(where + "ref3.png"))
            yield f"related-{name}-{field.lower()}", f"{field} of the related: {value}", related(links, *targets, fields=[f"{field}: {value}"])
            yield f"root-{name}-{field.lower()}", f"{field} of the root: {value}", related(mine, *targets)


def zeros():
    """A zero in a part, and what follows."""
    for encoding in ("7bit", "8bit", "binary", "quoted-printable"):
        body = html(page(a("ref1.html") + "a\0b" + a("ref2.html") + img("cid:ref3@mail.example"), HTML), encoding=encoding)
        yield f"zero-{encoding}", f"a zero in {encoding}", related(body, label("ref3"))
        yield f"zero-other-{encoding}", f"a zero in another part, in {encoding}", related(html(page(a("ref1.html") + img("cid:ref3@mail.example"), HTML)), text("a\0b", encoding=encoding), label("ref3"))


def normalised_labels():
    where = "http://part.example/d/"
    references = ["HTTP://PART.example/d/ref1.png", "http://part.example:80/d/ref2.png", where + "./ref3.png", where + "x/../ref4.png", where + "ref5.png", where + "ref6.png", "http:\\\\part.example\\d\\ref7.png", where + "ref8 x.png", where + "\u00e9ref9.png", " " + where + "ref10.png",
                  where + "ref11.png", "ref12.png", "./ref13.png"]
    parts = [location(where + f"ref{n}.png") for n in (1, 2, 3, 4)] + [location("http://part.example:80/d/ref5.png"), location("HTTP://PART.EXAMPLE/d/ref6.png"), location(where + "ref7.png"), location(where + "ref8%20x.png"), location(where + "%C3%A9ref9.png"),
                                                                       location(where + "ref10.png"), location(where + "./ref11.png"), location("./ref12.png"), location("ref13.png")]
    yield "labels-normalised", "references that differ from the location in writing alone", related(html(page(img(*references))), *parts)
    yield "labels-normalised-base", "the same, with a Content-Location", related(html(page(img(*references)), at(CONTENT_LOCATION, "part")), *parts)
    yield "labels-srcset", "words of srcset", related(html(page('<img alt="ref1" srcset="cid:ref1@mail.example, cid:ref2@mail.example 2x"><img alt="ref3" srcset="cid:ref3@mail.example 1x , cid:ref4@mail.example 2x"><img alt="ref5" srcset="cid:ref5@mail.example">')), *(label(f"ref{n}") for n in range(1, 6)))
    rules = "".join(f".s{n} {{ background: url({one}) }} " for n, one in enumerate(("http://s.example/ref2.png", "ref3.png", "//s.example/ref4.png", "cid:ref5@mail.example", "/ref6.png", "?ref7")))
    marks = "".join(f'<p class="s{n}">x</p>' for n in range(6))
    for name, reference, field in (("cid", "cid:ref1@mail.example", "Content-ID: <ref1@mail.example>"), ("location", where + "ref1.css", f"Content-Location: {where}ref1.css")):
        yield f"sheet-loads-{name}", "what a style sheet in a part loads", related(html(page(f'<link id="ref1" rel="stylesheet" href="{reference}">' + marks)), css(rules, field), label("ref5"))


def attribute_free(line):
    return html_module.escape(line, quote=False)


# ---- What random messages showed

def found_at_random():
    good = base("http://html.example/d/page.html")

    def document(name, why, head, body=FEW, *fields):
        return f"html-{name}", why, mixed(html(page(body, head), *fields), text("second"))

    for name, why, around in (("conditional", "a conditional comment", "<!--[if mso]>{}<![endif]-->"), ("revealed", "a conditional section that browsers ignore", "<![if !mso]>{}<![endif]>"),
                              ("not-mso", "a conditional comment that browsers see", "<!--[if !mso]><!-->{}<!--<![endif]-->"), ("empty-comment", "behind an empty comment", "<!-->{}"),
                              ("svg-title", "a title in SVG", "<svg><title>{}</title></svg>"), ("svg-style", "a style in SVG", "<svg><style>{}</style></svg>"), ("xmp", "xmp", "<xmp>{}</xmp>"),
                              ("noframes", "noframes", "<noframes>{}</noframes>"), ("noembed", "noembed", "<noembed>{}</noembed>"), ("iframe", "an iframe", "<iframe>{}</iframe>"),
                              ("attribute", "an attribute", "<p title='{}'>x</p>")):
        yield document(f"in-{name}", f"<base> in {why}", "", around.replace("{}", good) + FEW)
    yield document("noscript-end", "<base> in noscript, behind another end tag", "<noscript><b>x</b>" + good + "</noscript>")
    yield document("src", "a <base> with src", '<base src="http://html.example/d/page.html">')
    inner = alternative(text("first"), html(page(PROBE)), fields=["Content-Location: e/page.html"])
    yield "multipart-location-relative", "a relative Content-Location of an inner multipart", mixed(inner, text("second"), fields=[at(CONTENT_LOCATION, "message")])
    yield ("multipart-location-base", "a Content-Base and a relative Content-Location of an inner multipart",
           mixed(alternative(text("first"), html(page(PROBE)), fields=["Content-Location: e/page.html", at(CONTENT_BASE, "multipart")]), text("second"), fields=[at(CONTENT_LOCATION, "message")]))
    yield "alternative-rejected", "an alternative whose HTML has a tag inside a tag", alternative(text("http://text.example.org/ref11"), html(page(FEW + '<a title=x <b href="http://html.example/ref6">ref6</a>')))
    picture = "<picture><source srcset='http://absolute.example/ref1.png' {}><img id=ref2 alt=ref2 src='http://absolute.example/ref2.png'></picture>"
    for name, why, attributes in (("type", "of an unknown type", "type='image/x-unknown'"), ("media", "for a medium that does not apply", "media=print"), ("webp", "of a known type", "type='image/webp'"), ("screen", "for a medium that applies", "media=screen")):
        yield f"picture-{name}", f"a picture with a source {why}", mixed(html(page(with_ids(picture.replace("{}", attributes)))), text("second"))
    sheet = "".join(f".c{i} {{ background: url({one}) }}\n" for i, one in enumerate(("http://absolute.example/ref1.png", "http://absolute.example/ref2.png?a=1", "ftp://absolute.example/ref3.png", "http://absolute.example:80/ref4.png",
                                                                                "HTTP://absolute.example/ref5.png", "http://absolute.example/ref6%20x.png", "//absolute.example/ref7.png")))
    yield "sheet-forms", "forms of URLs in a style element", mixed(html(page("".join(f"<p class=c{i}>x</p>" for i in range(7)), f"<style>{sheet}</style>")), text("second"))
    yield "sheet-part", "a style sheet that is a part of its own", mixed(html(page(a("http://absolute.example/ref9"))), css("p { background: url(http://www.example.org/ref1.png) } b { background: url(ref2.png) }"))
    for name, type_, data in (("no-charset", "text/html", page('<a href="http://absolute.example/?ref1=\u00e9">ref1</a>').encode()), ("no-charset-latin1", "text/html", page('<a href="http://absolute.example/?ref1=\u00e9">ref1</a>').encode("latin-1")),
                              ("meta-koi8", "text/html", page('<a href="http://absolute.example/?ref1=\u00e9">ref1</a>', '<meta charset="koi8-r">').encode()), ("mislabelled", "text/html; charset=iso-8859-1", page('<a href="http://absolute.example/?ref1=\u00e9">ref1</a>').encode())):
        yield f"content-{name}", f"a content: {name}", mixed(html(data, type=type_, encoding="base64", marker=""), text("second"))
    for name, charset in (("utf16", "utf-16"), ("utf16-mislabelled", "windows-1252")):
        yield f"content-{name}", f"UTF-16 with the label {charset}", mixed(Entity(f"text/html; charset={charset}", (), page(FEW), encoding="base64", charset="utf-16"), text("second"))
    for name, type_ in (("html", "html"), ("text", "text"), ("file", "application/octet-stream; name=x.html"), ("x-html", "text/x-html")):
        yield f"type-{name}", f"a document of the type {type_}", mixed(html(page(a("http://absolute.example/ref1", "ref2.html"), good), type=type_), text("second"))
    yield "network-hosts", "hosts that name a scheme, without a base", mixed(html(page(a("//www.example.org/ref1", "//www2.example.org/ref2", "//ftp.example.org/ref3", "//cdn.example.org/ref4", "//wwwx.example.org/ref5"))), text("second"))
    u = "http://text.example.org/ref{}"
    lines = ["<URL:" + u.format(1) + ">", "<URL:" + u.format(2) + ">.", "<" + u.format(3) + ">", "(" + u.format(4) + ")", u.format(5) + ">", u.format(6) + ")>", u.format(7) + "<b>", u.format(8) + "<b>y", "http://text.example.org/(ref9)", u.format(10) + "_(x)", u.format(11) + "...",
             '"' + u.format(12) + '"', u.format(13) + "|x", u.format(14) + "[x]", u.format(15) + "{x}", u.format(16) + "'x", "<URL:http://text.example.org/d/\nref17>", "<http://text.example.org/d/\nref18>", u.format(19) + ",http://text.example.org/x", "*" + u.format(20) + "*", "_" + u.format(21) + "_",
             u.format(22) + "; x", u.format(23) + "%20x", u.format(24) + "+x", u.format(25) + "//", u.format(26) + "/../x", "HTTP://TEXT.EXAMPLE.ORG/ref27", u.format(28) + "`x", u.format(29) + "\u00e9"]
    yield "text-known", "plain text: URLs of known domains", text("\n".join(f"before {one} after" for one in lines), encoding="8bit")
    yield "text-known-html", "text of HTML: URLs of known domains", html(page("<p>" + "</p>\n<p>".join(f"before {attribute_free(one)} after" for one in lines if "\n" not in one) + "</p>"), encoding="8bit")
    yield "text-known-delsp", "format=flowed with DelSp: URLs of known domains", text("before http://text.example.org/ \nref1 after\n", type="text/plain; charset=utf-8; format=flowed; delsp=yes")


TABLES = (layers, header_values, html_bases, reference_forms, elements, parts, inner_documents, archives, plain_text, repeated_fields, late_bases, charsets, pictures, odd_types, line_breaks, composites,
          fragments, normalised_labels, odd_roots, zeros, found_at_random)


def all_experiments():
    """Every experiment, of the tables and at random, in a fixed order."""
    import content_experiments
    import found
    import loading_experiments
    import page_experiments
    import random_messages
    import viewer_experiments
    seen = set()
    for table in (*TABLES, *viewer_experiments.TABLES, *loading_experiments.TABLES, *content_experiments.TABLES, *page_experiments.TABLES, random_messages.rows, found.rows):
        for name, why, entity, *change in table():
            assert name not in seen, name
            seen.add(name)
            entity = copy.deepcopy(entity)  # rows share parts, and each message numbers its own
            content = message_bytes(entity, name)
            for edit in change:
                edited = edit(content)
                assert edited != content, name
                content = edited
            yield Experiment(name, why, entity, content, references_of(entity))
