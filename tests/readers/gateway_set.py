"""Harmless messages that an operator sends through a gateway, to see which links it misses. All hosts are of the domain `example`.

Each leads to target.example. `opens` is where its link leads in readers that honour what it uses, and `code` is a diagnostic that `mimebase check` reports."""

import collections

from message import attribute, base, html, message_bytes, mixed, text

Message = collections.namedtuple("Message", "name why opens code entity")


def link(reference, words="Log in", more=""):
    return f'<p><a href="{attribute(reference)}"{more}>{words}</a></p>'


def document(body, *fields, head=""):
    page = f"<html><head>{head}</head><body>\n{body}\n</body></html>"
    return mixed(html(page, *fields, marker=""), text("A message of the gateway set."))


def message(name, why, code, body, *fields, head="", opens="http://target.example/login"):
    return Message(name, why, opens, code, document(body, *fields, head=head))


TARGET = base("http://target.example/d/page.html")
OWN = base("http://shop.example/d/page.html")

MESSAGES = (
    message("base-split", "`<base>` has the host, the link has the path", "base-split", link("/login"), head=TARGET),
    message("base-split-late", "the same, with `<base>` after the link", "base-split", link("/login") + TARGET),
    message("base-split-wrapped", "the same, with a line break in the host of `<base>`", "base-split", link("/login"),
            head='<base href="http://tar\nget.example/d/page.html">'),
    message("base-header", "`Content-Base` has the host", "base-hidden", link("/login"), "Content-Base: http://target.example/d/page.html"),
    message("location-header", "`Content-Location` has the host", "base-hidden", link("/login"), "Content-Location: http://target.example/d/page.html"),
    message("two-locations", "two `Content-Location` fields", "base-conflict", link("/login"), "Content-Location: http://target.example/d/page.html",
            "Content-Location: http://shop.example/d/page.html"),
    message("slashes", "the link is `//host`, and `<base>` has another one", "base-split", link("//target.example/login"), head=OWN),
    message("backslashes", "the link is `\\\\host`", "base-split", link("\\\\target.example\\login"), head=OWN),
    message("one-slash", "the link is `https:/host`", "rules-disagree", link("https:/target.example/login"), head=OWN, opens="https://target.example/login"),
    message("slashes-wrapped", "the link is `//host`, with a line break between the slashes", "base-split",
            '<p><a href="/\n/target.example/login">Log in</a></p>', head=OWN),
    message("two-types", "a part with two types", "mime-ambiguous", link("http://target.example/login"), "Content-Type: text/plain", "Content-Type: text/html"),
    message("userinfo", "another host before `@`", "userinfo", link("http://shop.example@target.example/login"),
            opens="http://shop.example@target.example/login"),
    message("look-alike", "the first `a` of the host is Cyrillic", "look-alike", link("http://t\u0430rget.example/login") + link("http://target.example/"),
            opens="http://xn--trget-4ve.example/login"),
    message("text", "the text of the link is another URL", "text-differs", link("http://target.example/login", "http://shop.example/")),
    message("tooltip", "the tooltip of the link is another URL", "title-differs", link("http://target.example/login", more=' title="http://shop.example/"')),
    message("redirect", "the query of the link contains the URL", "redirect-open", link("http://shop.example/go?to=http://target.example/login"),
            opens="http://shop.example/go?to=http://target.example/login"),
    message("form", "a form, without a link to its host", "form-target",
            '<form action="http://target.example/login"><input type="submit" value="Log in"></form>' + link("http://shop.example/", "Shop")),
)


def content_of(one):
    return message_bytes(one.entity, one.name)
