"""Which of the bases that headers of mail and its HTML declare applies (RFC 1808 section 3, RFC 2110, RFC 2557)."""

from case import Case, clause, html, mail, ref

TAGS = ["mail"]


def cases():
    yield Case("base-header-of-message", "eml", mail(["Base: <URL:http://header.example/d/page.html>"], html("ref1.html")),
               "Is a Base header of the message the base of its body?",
               "Yes: RFC 1808 lets a message declare its base in its header.", [*TAGS, "base-header"],
               [ref("a@href", "ref1.html", "http://header.example/d/page.html", [clause("RFC 1808", "3.1")], by="base-header", part="1")])
