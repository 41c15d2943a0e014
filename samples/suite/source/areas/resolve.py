# SPDX-License-Identifier: MIT
"""What a reference means, given a base: the examples of RFC 1808, section 5, and RFC 3986, section 5.4, and where the rule sets differ."""

import unicodedata

from case import RULES, Case, Expected, by_rules, clause, escaped, html, with_also

A = "http://a.example.org"
BASE = A + "/b/c/d;p?q#f"  # as in RFC 1808, section 5.1; RFC 3986 drops the fragment of a base (section 5.1)
PLAIN = A + "/b/c/d"

NORMAL = [clause("RFC 1808", "5.1"), clause("RFC 3986", "5.4.1"), clause("URL", "url-parsing")]
ABNORMAL = [clause("RFC 1808", "5.2"), clause("RFC 3986", "5.4.2"), clause("URL", "url-parsing")]
RFC_1808 = [clause("RFC 1808", "4"), clause("RFC 3986", "5.2.2"), clause("URL", "url-parsing")]


def url(*sections):
    """The clauses about something that only the URL Standard accepts or changes."""
    return [clause("URL", section) for section in sections]


def differ(rfc1808=None, rfc3986=None, whatwg=None, both=None):
    """What the rule sets give; those without an answer are missing. `both` is that of the two RFCs."""
    given = {"rfc1808": rfc1808 or both, "rfc3986": rfc3986 or both, "whatwg": whatwg}
    return {rules: value for rules, value in given.items() if value}


NOTHING = "nothing"  # no URL

# (name, reference, what all rule sets give, or differ(...), why)
EXAMPLES_NORMAL = [
    ("scheme-and-path", "ref1:h", "ref1:h", "It has a scheme, so it is absolute."),
    ("file-name", "ref1", A + "/b/c/ref1", "It takes the place of what follows the last slash of the base's path."),
    ("dot-slash", "./ref1", A + "/b/c/ref1", "A dot means the directory of the base."),
    ("directory", "ref1/", A + "/b/c/ref1/", "A slash at the end stays."),
    ("absolute-path", "/ref1", A + "/ref1", "A path that begins with a slash takes the place of the whole path."),
    ("network-path", "//ref1.example.org", differ(both="http://ref1.example.org", whatwg="http://ref1.example.org/"), "Only the scheme is that of the base."),
    ("query-only", "?ref1", A + "/b/c/d;p?ref1", "The path of the base, and its parameters, stay; the query is replaced."),
    ("file-and-query", "ref1?y", A + "/b/c/ref1?y", "The query belongs to the reference."),
    ("dots-in-query", "ref1?y/./x", A + "/b/c/ref1?y/./x", "Dots in a query mean nothing."),
    ("fragment-only", "#ref1", A + "/b/c/d;p?q#ref1", "Only the fragment is replaced."),
    ("file-and-fragment", "ref1#s", A + "/b/c/ref1#s", "The fragment belongs to the reference."),
    ("dots-in-fragment", "ref1#s/./x", A + "/b/c/ref1#s/./x", "Dots in a fragment mean nothing."),
    ("file-query-fragment", "ref1?y#s", A + "/b/c/ref1?y#s", "Query and fragment belong to the reference."),
    ("parameters-only", ";ref1", differ(rfc1808=A + "/b/c/d;ref1", rfc3986=A + "/b/c/;ref1", whatwg=A + "/b/c/;ref1"),
     "RFC 1808 keeps the path and replaces its parameters. Later rules have no parameters: it is a file name that begins with a semicolon."),
    ("file-and-parameters", "ref1;x", A + "/b/c/ref1;x", "Parameters belong to the reference."),
    ("file-parameters-query-fragment", "ref1;x?y#s", A + "/b/c/ref1;x?y#s", "All that follows the file name belongs to the reference."),
    ("dot", ".", A + "/b/c/", "A dot is the directory of the base, with a slash at its end."),
    ("dot-slash-alone", "./", A + "/b/c/", "A dot and a slash are the directory of the base."),
    ("two-dots", "..", A + "/b/", "Two dots are the directory above, with a slash at its end."),
    ("two-dots-slash", "../", A + "/b/", "Two dots and a slash are the directory above."),
    ("parent-file", "../ref1", A + "/b/ref1", "Two dots go one directory up."),
    ("two-levels-up", "../..", A + "/", "Two dots twice go two directories up."),
    ("two-levels-up-slash", "../../", A + "/", "Two dots twice go two directories up."),
    ("two-levels-up-file", "../../ref1", A + "/ref1", "Two dots twice go two directories up."),
]

EXAMPLES_ABNORMAL = [
    ("empty", "", differ(rfc1808=BASE, rfc3986=A + "/b/c/d;p?q", whatwg=A + "/b/c/d;p?q"),
     "It is the base: with its fragment in RFC 1808, and without it in later rules."),
    ("one-above-root", "../../../ref1", differ(rfc1808=A + "/../ref1", rfc3986=A + "/ref1", whatwg=A + "/ref1"),
     "RFC 1808 keeps the dots that have nothing to remove; later rules drop them."),
    ("two-above-root", "../../../../ref1", differ(rfc1808=A + "/../../ref1", rfc3986=A + "/ref1", whatwg=A + "/ref1"),
     "RFC 1808 keeps the dots that have nothing to remove; later rules drop them."),
    ("dot-in-absolute-path", "/./ref1", differ(rfc1808=A + "/./ref1", rfc3986=A + "/ref1", whatwg=A + "/ref1"),
     "RFC 1808 does not touch the dots of an absolute path; later rules remove them."),
    ("two-dots-in-absolute-path", "/../ref1", differ(rfc1808=A + "/../ref1", rfc3986=A + "/ref1", whatwg=A + "/ref1"),
     "RFC 1808 does not touch the dots of an absolute path; later rules remove them."),
    ("name-ends-with-dot", "ref1.", A + "/b/c/ref1.", "A dot counts only if it is the whole segment."),
    ("name-begins-with-dot", ".ref1", A + "/b/c/.ref1", "A dot counts only if it is the whole segment."),
    ("name-ends-with-two-dots", "ref1..", A + "/b/c/ref1..", "Two dots count only if they are the whole segment."),
    ("name-begins-with-two-dots", "..ref1", A + "/b/c/..ref1", "Two dots count only if they are the whole segment."),
    ("dot-then-two-dots", "./../ref1", A + "/b/ref1", "The dot is removed, and two dots go up."),
    ("dot-at-end", "./ref1/.", A + "/b/c/ref1/", "A dot at the end is the directory itself."),
    ("dot-inside", "ref1/./h", A + "/b/c/ref1/h", "A dot in the middle is removed."),
    ("two-dots-inside", "g/../ref1", A + "/b/c/ref1", "Two dots in the middle remove the segment before them."),
    ("same-scheme", "http:ref1", differ(both="http:ref1", whatwg=A + "/b/c/ref1"),
     "It has a scheme, so the RFCs take it as absolute. The URL Standard reads it as relative, because the scheme is that of the base."),
    ("same-scheme-alone", "http:", differ(both="http:", whatwg=A + "/b/c/d;p?q"),
     "It has a scheme, so the RFCs take it as absolute. The URL Standard reads it as an empty relative reference."),
    ("dot-after-parameter", "ref1;x=1/./y", differ(rfc1808=A + "/b/c/ref1;x=1/./y", rfc3986=A + "/b/c/ref1;x=1/y", whatwg=A + "/b/c/ref1;x=1/y"),
     "In RFC 1808 all that follows a semicolon is a parameter, not path; later rules know only path segments."),
    ("two-dots-after-parameter", "ref1;x=1/../y", differ(rfc1808=A + "/b/c/ref1;x=1/../y", rfc3986=A + "/b/c/y", whatwg=A + "/b/c/y"),
     "In RFC 1808 all that follows a semicolon is a parameter, not path; later rules know only path segments."),
    ("two-dots-in-query", "ref1?y/../x", A + "/b/c/ref1?y/../x", "Dots in a query mean nothing."),
    ("two-dots-in-fragment", "ref1#s/../x", A + "/b/c/ref1#s/../x", "Dots in a fragment mean nothing."),
]

# (name, base, reference, results, why, clauses): what RFC 1808, sections 2.4 and 4, and RFC 3986, section 5.2, make of less usual forms.
RFCS = [
    ("parameters-replace-parameters-and-query", BASE, ";ref1?y#s",
     differ(rfc1808=A + "/b/c/d;ref1?y#s", rfc3986=A + "/b/c/;ref1?y#s", whatwg=A + "/b/c/;ref1?y#s"),
     "RFC 1808 keeps only the path of the base (step 5a); later rules have no parameters.", RFC_1808),
    ("query-alone-is-empty", A + "/b/c/d;p?q", "?", differ(rfc1808=A + "/b/c/d;p?q", rfc3986=A + "/b/c/d;p?", whatwg=A + "/b/c/d;p?"),
     "To RFC 1808 an empty query is none, so that of the base is inherited (2.4.4, step 5b). Later rules replace it by an empty one.",
     [clause("RFC 1808", "2.4.4"), *RFC_1808]),
    ("number-sign-alone", BASE, "#", differ(rfc3986=A + "/b/c/d;p?q#", whatwg=A + "/b/c/d;p?q#"),
     "It is the base with an empty fragment. (RFC 1808 does not say whether an empty fragment keeps its delimiter.)", RFC_1808[1:]),
    ("empty-query-stays", PLAIN, "ref1?", differ(rfc3986=A + "/b/c/ref1?", whatwg=A + "/b/c/ref1?"),
     "A query that is present but empty keeps its question mark.", [clause("RFC 3986", "5.3"), clause("URL", "url-serializing")]),
    ("empty-fragment-stays", PLAIN, "ref1#", differ(rfc3986=A + "/b/c/ref1#", whatwg=A + "/b/c/ref1#"),
     "A fragment that is present but empty keeps its number sign.", [clause("RFC 3986", "5.3"), clause("URL", "url-serializing")]),
    ("query-drops-query-of-base", A + "/b/c/d?x=1", "ref1", A + "/b/c/ref1", "The query of the base is inherited only with its path.", RFC_1808),
    ("fragment-keeps-query-of-base", A + "/b/c/d?x=1", "#ref1", A + "/b/c/d?x=1#ref1", "A reference without path and query takes both from the base.",
     RFC_1808),
    ("empty-reference-and-base-with-query", A + "/b/c/d?x=1", "", A + "/b/c/d?x=1", "The empty reference is the base.", RFC_1808),
    ("slashes-in-query-of-base", A + "/b/c?x/y/z", "ref1", A + "/b/ref1", "The path of the base ends at its query: slashes in the query do not count.",
     RFC_1808),
    ("slashes-in-fragment-of-base", A + "/b/c#x/y/z", "ref1", A + "/b/ref1", "The path of the base ends at its fragment.", RFC_1808),
    ("question-mark-in-fragment-of-base", A + "/b/c#x?y/z", "?ref1", A + "/b/c?ref1", "A question mark in a fragment begins no query.", RFC_1808),
    ("two-question-marks", PLAIN, "ref1?x?y", A + "/b/c/ref1?x?y", "Only the first question mark begins the query.", RFC_1808),
    ("semicolon-in-directory-of-base", A + "/b;x/c/d", "ref1", differ(rfc1808=A + "/ref1", rfc3986=A + "/b;x/c/ref1", whatwg=A + "/b;x/c/ref1"),
     "To RFC 1808 the path ends at the first semicolon (2.4.5), so that the base's path is /b; to later rules a semicolon is an ordinary character.",
     [clause("RFC 1808", "2.4.5"), *RFC_1808]),
    ("semicolon-in-directory-of-reference", PLAIN, "x;y/../ref1", differ(rfc1808=A + "/b/c/x;y/../ref1", rfc3986=A + "/b/c/ref1", whatwg=A + "/b/c/ref1"),
     "To RFC 1808 the dots stand in the parameters, and stay; to later rules they are segments of the path.", [clause("RFC 1808", "2.4.5"), *RFC_1808]),
    ("dots-of-base-before-file", A + "/x/../b/c", "ref1", A + "/b/ref1", "Dots in the path that is inherited are removed, too.", RFC_1808),
    ("dot-of-base-before-file", A + "/b/./c", "ref1", A + "/b/ref1", "A dot in the path that is inherited is removed.", RFC_1808),
    ("base-ends-with-two-dots", A + "/b/c/..", "ref1", differ(both=A + "/b/c/ref1", whatwg=A + "/b/ref1"),
     "The RFCs replace the last segment of the base as written; the URL Standard first removes its dots.",
     [*RFC_1808, clause("URL", "path-state")]),
    ("base-ends-with-dot", A + "/b/c/.", "ref1", A + "/b/c/ref1", "A dot at the end of the base is its last segment, and is replaced.", RFC_1808),
    ("base-begins-with-two-dots", A + "/../b/c", "ref1", differ(rfc1808=A + "/../b/ref1", rfc3986=A + "/b/ref1", whatwg=A + "/b/ref1"),
     "RFC 1808 keeps dots that have nothing to remove; later rules drop them.", RFC_1808),
    ("dots-after-network-path", PLAIN, "//h.example.org/x/../ref1",
     differ(rfc1808="http://h.example.org/x/../ref1", rfc3986="http://h.example.org/ref1", whatwg="http://h.example.org/ref1"),
     "RFC 1808 removes dots only from relative paths (step 3 skips to step 7); later rules from every path.", RFC_1808),
    ("dots-in-absolute-url", PLAIN, "http://h.example.org/x/../ref1",
     differ(rfc1808="http://h.example.org/x/../ref1", rfc3986="http://h.example.org/ref1", whatwg="http://h.example.org/ref1"),
     "RFC 1808 leaves an absolute URL as it is (step 2b); later rules remove its dots.", RFC_1808),
    ("dots-inside-absolute-path", PLAIN, "/x/../ref1", differ(rfc1808=A + "/x/../ref1", rfc3986=A + "/ref1", whatwg=A + "/ref1"),
     "RFC 1808 does not touch an absolute path (step 4); later rules remove its dots.", RFC_1808),
    ("dots-at-end-of-absolute-path", PLAIN, "/ref1/x/..", differ(rfc1808=A + "/ref1/x/..", rfc3986=A + "/ref1/", whatwg=A + "/ref1/"),
     "RFC 1808 does not touch an absolute path (step 4); later rules remove its dots.", RFC_1808),
    ("two-dots-remove-own-segments", PLAIN, "x/y/../../ref1", A + "/b/c/ref1", "Each pair of dots removes the segment before it.", RFC_1808),
    ("two-dots-at-end", PLAIN, "ref1/x/..", A + "/b/c/ref1/", "Two dots at the end remove the segment before them, and leave a slash.", RFC_1808),
    ("three-dots", PLAIN, ".../ref1", A + "/b/c/.../ref1", "Three dots are an ordinary name.", RFC_1808),
    ("empty-segment-of-base", A + "/b//c", "../ref1", A + "/b/ref1", "An empty segment is a segment: two dots remove it.", RFC_1808),
    ("empty-segments-stay", PLAIN, "ref1//x", A + "/b/c/ref1//x", "Empty segments are not removed.", RFC_1808),
    ("two-slashes-after-two-dots", PLAIN, "..//ref1", A + "/b//ref1", "The empty segment after the dots stays.", RFC_1808),
    ("directory-as-base", A + "/b/c/", "ref1", A + "/b/c/ref1", "The last segment of the base is empty, so that the whole path stays.", RFC_1808),
    ("file-as-base-is-replaced", A + "/b/c", "ref1", A + "/b/ref1", "Without a slash at its end, the last segment of the base is replaced.", RFC_1808),
    ("base-without-path", A, "ref1", differ(rfc3986=A + "/ref1", whatwg=A + "/ref1"),
     "A slash is put between host and path.", [clause("RFC 3986", "5.2.3"), clause("URL", "path-start-state")]),
    ("base-without-path-but-query", A + "?q", "ref1", differ(rfc3986=A + "/ref1", whatwg=A + "/ref1"),
     "A slash is put between host and path; the query of the base is dropped.", [clause("RFC 3986", "5.2.3"), clause("URL", "path-start-state")]),
    ("base-with-root-path", A + "/", "ref1", A + "/ref1", "The path of the base is a slash.", RFC_1808),
    ("parent-of-root", A + "/", "../ref1", differ(rfc1808=A + "/../ref1", rfc3986=A + "/ref1", whatwg=A + "/ref1"),
     "RFC 1808 keeps the dots; later rules drop them.", RFC_1808),
    ("network-path-with-query", PLAIN, "//h.example.org?ref1", differ(both="http://h.example.org?ref1", whatwg="http://h.example.org/?ref1"),
     "The path is empty: the path of the base does not belong to another host.", RFC_1808),
    ("network-path-with-port", PLAIN, "//h.example.org:8080/ref1", "http://h.example.org:8080/ref1", "Host and port belong together.", RFC_1808),
    ("network-path-drops-user", "http://u:p@a.example.org/b/c", "//h.example.org/ref1", "http://h.example.org/ref1",
     "User and password are part of what a network path replaces.", RFC_1808),
    ("user-of-base-stays", "http://u:p@a.example.org/b/c", "ref1", "http://u:p@a.example.org/b/ref1",
     "User and password are part of the host's component, and are inherited with it.", RFC_1808),
    ("port-of-base-stays", "http://a.example.org:8080/b/c", "/ref1", "http://a.example.org:8080/ref1", "The port is inherited with the host.", RFC_1808),
    ("three-slashes", PLAIN, "///h.example.org/ref1",
     differ(rfc1808=A + "/h.example.org/ref1", rfc3986="http:///h.example.org/ref1", whatwg="http://h.example.org/ref1"),
     "RFC 1808 inherits a network location that is empty (step 3), RFC 3986 keeps it, and the URL Standard ignores further slashes.",
     [clause("RFC 1808", "2.4.3"), *RFC_1808, clause("URL", "special-authority-ignore-slashes-state")]),
    ("scheme-that-begins-with-digit", PLAIN, "1ref1:x", differ(rfc1808="1ref1:x", whatwg=A + "/b/c/1ref1:x"),
     "RFC 1808 lets a scheme begin with a digit (2.4.2), so that it is absolute; to the URL Standard it is a path.",
     [clause("RFC 1808", "2.4.2"), clause("URL", "scheme-start-state")]),
    ("colon-after-dot-slash", PLAIN, "./ref1:x", A + "/b/c/ref1:x", "The slash before the colon makes it a path.",
     [clause("RFC 1808", "5.3"), clause("RFC 3986", "4.2"), *url("url-parsing")]),
    ("colon-in-second-segment", PLAIN, "ref1/x:y", A + "/b/c/ref1/x:y", "A colon after a slash begins no scheme.", RFC_1808),
    ("colon-in-query", PLAIN, "ref1?x:y", A + "/b/c/ref1?x:y", "A colon in a query ends no scheme.", RFC_1808),
    ("colon-in-fragment", PLAIN, "#ref1:x", A + "/b/c/d#ref1:x", "A colon in a fragment ends no scheme.", RFC_1808),
    ("whole-url-in-query", PLAIN, "ref1?u=http://h.example.org/x", A + "/b/c/ref1?u=http://h.example.org/x", "The query may contain a URL.", RFC_1808),
    ("whole-url-in-path", PLAIN, "./http://h.example.org/ref1", A + "/b/c/http://h.example.org/ref1", "A URL in a path is a path.", RFC_1808),
    ("mailto", PLAIN, "mailto:ref1@m.example.org", "mailto:ref1@m.example.org", "It has a scheme, so it is absolute.", RFC_1808),
    ("urn", PLAIN, "urn:example:ref1", "urn:example:ref1", "It has a scheme, so it is absolute.", RFC_1808),
    ("data", PLAIN, "data:text/plain,ref1", "data:text/plain,ref1", "It has a scheme, so it is absolute.", RFC_1808),
    ("javascript", PLAIN, "javascript:ref1()", "javascript:ref1()", "It has a scheme, so it is absolute.", RFC_1808),
    ("upper-case-scheme", PLAIN, "HTTP://h.example.org/ref1", differ(both="HTTP://h.example.org/ref1", whatwg="http://h.example.org/ref1"),
     "It is absolute; the case of a scheme does not matter.", RFC_1808),
    ("other-scheme-same-host", "https://a.example.org/b/c", "http://a.example.org/ref1", "http://a.example.org/ref1", "The scheme of the reference counts.", RFC_1808),
    ("https-base", "https://a.example.org/b/c", "//h.example.org/ref1", "https://h.example.org/ref1", "A network path takes the scheme of the base.", RFC_1808),
    ("ftp-base", "ftp://a.example.org/b/c", "ref1", "ftp://a.example.org/b/ref1", "An ftp URL has a path, too.", RFC_1808),
    ("ftp-base-with-type", "ftp://a.example.org/b/c;type=a", "ref1", "ftp://a.example.org/b/ref1", "The type is a parameter of the last segment, and goes with it.",
     [clause("RFC 1808", "5.3"), *RFC_1808]),
    ("file-base", "file:///b/c", "ref1", "file:///b/ref1", "A file URL has a path, too.", RFC_1808),
    ("unknown-scheme-base", "foo://a.example.org/b/c", "../ref1", "foo://a.example.org/ref1", "Any scheme with a path can be a base.", RFC_1808),
    ("unknown-scheme-base-same-scheme", "foo://a.example.org/b/c", "foo:ref1", "foo:ref1",
     "It has a scheme, so it is absolute; the URL Standard makes an exception for known schemes only.", RFC_1808),
    ("escapes-stay", PLAIN, "ref1%2Fx%3Fy", A + "/b/c/ref1%2Fx%3Fy", "Escaped delimiters stay escaped.", [clause("RFC 3986", "2.2"), *url("path-state")]),
    ("escapes-of-base-stay", A + "/b%2Fx/c", "ref1", A + "/b%2Fx/ref1", "An escaped slash divides no segments.",
     [clause("RFC 3986", "2.2"), *url("path-state")]),
    ("plus-stays", PLAIN, "?ref1+x", A + "/b/c/d?ref1+x", "A plus sign is itself.", RFC_1808),
    ("long-climb", "http://a.example.org/1/2/3/4/5/6", "../../../../../ref1", A + "/ref1", "Five levels up from the sixth segment is the root.", RFC_1808),
    ("encoded-dots", BASE, "%2e%2e/ref1", differ(both=A + "/b/c/%2e%2e/ref1", whatwg=A + "/b/ref1"),
     "The RFCs compare dots as written; the URL Standard takes escaped dots as dots.", [*RFC_1808, *url("double-dot-path-segment")]),
    ("half-encoded-dots", BASE, ".%2E/ref1", differ(both=A + "/b/c/.%2E/ref1", whatwg=A + "/b/ref1"),
     "The RFCs compare dots as written; the URL Standard takes escaped dots as dots.", [*RFC_1808, *url("double-dot-path-segment")]),
    ("encoded-dot", BASE, "%2e/ref1", differ(both=A + "/b/c/%2e/ref1", whatwg=A + "/b/c/ref1"),
     "The RFCs compare dots as written; the URL Standard takes an escaped dot as a dot.", [*RFC_1808, *url("single-dot-path-segment")]),
    ("default-port", PLAIN, "http://h.example.org:80/ref1", differ(both="http://h.example.org:80/ref1", whatwg="http://h.example.org/ref1"),
     "The RFCs keep a port; the URL Standard drops the default port of the scheme.", [*RFC_1808, *url("port-state")]),
    ("default-port-of-https", PLAIN, "https://h.example.org:443/ref1", differ(both="https://h.example.org:443/ref1", whatwg="https://h.example.org/ref1"),
     "The RFCs keep a port; the URL Standard drops the default port of the scheme.", [*RFC_1808, *url("port-state")]),
    ("empty-port", PLAIN, "http://h.example.org:/ref1", differ(both="http://h.example.org:/ref1", whatwg="http://h.example.org/ref1"),
     "The RFCs keep the colon; the URL Standard drops an empty port.", [*RFC_1808, *url("port-state")]),
    ("default-port-of-other-scheme", PLAIN, "http://h.example.org:443/ref1", "http://h.example.org:443/ref1", "443 is not the default port of http, and stays.",
     [*RFC_1808, *url("port-state")]),
    ("port-with-zeros", PLAIN, "http://h.example.org:08080/ref1", differ(both="http://h.example.org:08080/ref1", whatwg="http://h.example.org:8080/ref1"),
     "To the URL Standard a port is a number.", [*RFC_1808, *url("port-state")]),
    ("default-port-of-base", "http://a.example.org:80/b/c", "ref1", differ(both="http://a.example.org:80/b/ref1", whatwg="http://a.example.org/b/ref1"),
     "The RFCs inherit host and port as written; the URL Standard drops the default port.", [*RFC_1808, *url("port-state")]),
    ("port-too-large", PLAIN, "http://h.example.org:65536/ref1", differ(both="http://h.example.org:65536/ref1", whatwg=NOTHING),
     "The RFCs take any digits; the URL Standard refuses a port above 65535.", [*RFC_1808, *url("port-state")]),
    ("hexadecimal-address", PLAIN, "http://0xC0000201/ref1", differ(both="http://0xC0000201/ref1", whatwg="http://192.0.2.1/ref1"),
     "The RFCs take it as a name; to the URL Standard it is an address.", [*RFC_1808, *url("concept-ipv4-parser")]),
    ("decimal-address", PLAIN, "http://3221225985/ref1", differ(both="http://3221225985/ref1", whatwg="http://192.0.2.1/ref1"),
     "The RFCs take it as a name; to the URL Standard it is an address.", [*RFC_1808, *url("concept-ipv4-parser")]),
    ("octal-address", PLAIN, "http://0300.0.02.1/ref1", differ(both="http://0300.0.02.1/ref1", whatwg="http://192.0.2.1/ref1"),
     "The RFCs take it as a name; to the URL Standard its parts are octal numbers.", [*RFC_1808, *url("concept-ipv4-parser")]),
    ("address-of-three-parts", PLAIN, "http://192.0.513/ref1", differ(both="http://192.0.513/ref1", whatwg="http://192.0.2.1/ref1"),
     "The RFCs take it as a name; to the URL Standard the last part fills the rest of the address.", [*RFC_1808, *url("concept-ipv4-parser")]),
    ("address-with-dot-at-end", PLAIN, "http://192.0.2.1./ref1", differ(both="http://192.0.2.1./ref1", whatwg="http://192.0.2.1/ref1"),
     "The URL Standard ignores one dot at the end of an address.", [*RFC_1808, *url("concept-ipv4-parser")]),
    ("address-out-of-range", PLAIN, "http://192.0.2.256/ref1", differ(both="http://192.0.2.256/ref1", whatwg=NOTHING),
     "The RFCs take it as a name; the URL Standard refuses it, as it ends in a number.", [*RFC_1808, *url("ends-in-a-number-checker", "concept-ipv4-parser")]),
    ("name-that-begins-with-address", PLAIN, "http://192.0.2.1.example.org/ref1", "http://192.0.2.1.example.org/ref1", "Its last label is no number, so it is a name.",
     [*RFC_1808, *url("ends-in-a-number-checker")]),
    ("ipv6-address", PLAIN, "http://[2001:DB8:0:0:0:0:0:1]/ref1", differ(rfc3986="http://[2001:DB8:0:0:0:0:0:1]/ref1", whatwg="http://[2001:db8::1]/ref1"),
     "The URL Standard writes the address in its short form.", [clause("RFC 3986", "3.2.2"), *url("concept-ipv6-serializer")]),
    ("upper-case-host", PLAIN, "http://H.EXAMPLE.ORG/ref1", differ(both="http://H.EXAMPLE.ORG/ref1", whatwg="http://h.example.org/ref1"),
     "The case of a host does not matter.",
     [clause("RFC 3986", "3.2.2"), *url("concept-host-parser")]),
    ("upper-case-host-of-unknown-scheme", PLAIN, "foo://H.EXAMPLE.ORG/ref1", "foo://H.EXAMPLE.ORG/ref1",
     "The URL Standard leaves the host of an unknown scheme as it is.",
     [clause("RFC 3986", "5.2.2"), *url("concept-opaque-host-parser")]),
    ("escaped-letter-in-host", PLAIN, "http://%48.example.org/ref1", differ(rfc3986="http://%48.example.org/ref1", whatwg="http://h.example.org/ref1"),
     "The URL Standard decodes a host, and lowers its case.", [clause("RFC 3986", "3.2.2"), *url("concept-host-parser")]),
    ("apostrophe-in-query", PLAIN, "?ref1'x", differ(both=A + "/b/c/d?ref1'x", whatwg=A + "/b/c/d?ref1%27x"),
     "The URL Standard escapes an apostrophe in the query of known schemes.", [*RFC_1808, *url("special-query-percent-encode-set")]),
    ("apostrophe-in-path", PLAIN, "ref1'x", A + "/b/c/ref1'x", "An apostrophe in a path stays.", [*RFC_1808, *url("path-percent-encode-set")]),
    ("file-host-localhost", PLAIN, "file://localhost/ref1", differ(both="file://localhost/ref1", whatwg="file:///ref1"),
     "The RFCs keep the host; the URL Standard drops localhost.", [*RFC_1808, *url("file-host-state")]),
    ("drive-of-file-base", "file:///C:/d/e", "/ref1", differ(both="file:///ref1", whatwg="file:///C:/ref1"),
     "The URL Standard keeps the drive letter of a file URL.", [*RFC_1808, *url("file-slash-state")]),
    ("drive-is-not-left", "file:///C:/d/e", "../../../ref1",
     differ(rfc1808="file:///../ref1", rfc3986="file:///ref1", whatwg="file:///C:/ref1"),
     "In the URL Standard dots do not remove a drive letter; in the RFCs it is a segment like others.", [*RFC_1808, *url("path-state")]),
    ("https-in-http-base-without-slashes", PLAIN, "https:h.example.org/ref1", differ(both="https:h.example.org/ref1", whatwg="https://h.example.org/ref1"),
     "It has a scheme, so it is absolute. The URL Standard does not need the slashes of a known scheme.", [*RFC_1808, *url("special-authority-slashes-state")]),
    ("one-slash-of-same-scheme", PLAIN, "http:/ref1", differ(both="http:/ref1", whatwg=A + "/ref1"),
     "To the RFCs it is absolute, without a host. To the URL Standard it is relative, because the scheme is that of the base.",
     [*RFC_1808, *url("special-relative-or-authority-state")]),
    ("one-slash-of-other-scheme", PLAIN, "https:/h.example.org/ref1", differ(both="https:/h.example.org/ref1", whatwg="https://h.example.org/ref1"),
     "It has a scheme, so it is absolute. The URL Standard takes what follows as the host.", [*RFC_1808, *url("special-authority-slashes-state")]),
    ("upper-case-same-scheme", BASE, "HTTP:ref1", differ(both="HTTP:ref1", whatwg=A + "/b/c/ref1"),
     "To the RFCs it is absolute. The URL Standard lowers the case of the scheme, and finds that of the base.", [*RFC_1808, *url("scheme-state")]),
    ("host-is-not-empty", PLAIN, "http://?ref1", differ(both="http://?ref1", whatwg=NOTHING),
     "The RFCs on URLs let the host be empty; the URL Standard refuses an http URL without a host.", [*RFC_1808, *url("host-state")]),
    ("network-path-alone", PLAIN, "//", differ(rfc1808=PLAIN, rfc3986="http://", whatwg=NOTHING),
     "RFC 1808 inherits what is empty, RFC 3986 keeps the empty host, and the URL Standard refuses an http URL without a host.",
     [*RFC_1808, *url("host-state")]),
    ("three-slashes-after-scheme", BASE, "http:///h.example.org/ref1", differ(both="http:///h.example.org/ref1", whatwg="http://h.example.org/ref1"),
     "The RFCs leave it as it is, with an empty host; the URL Standard ignores further slashes.", [*RFC_1808, *url("special-authority-ignore-slashes-state")]),
    ("file-without-slashes", BASE, "file:ref1", differ(both="file:ref1", whatwg="file:///ref1"),
     "The RFCs leave an absolute URL as it is; in the URL Standard the path of a file URL begins with a slash.", [*RFC_1808, *url("file-state")]),
    ("escaped-slash-in-host", PLAIN, "http://h%2fexample/ref1", differ(both="http://h%2fexample/ref1", whatwg=NOTHING),
     "The RFCs allow any escape in a name; the URL Standard decodes the host, and refuses a slash in it.", [*RFC_1808, *url("forbidden-domain-code-point")]),
    ("empty-credentials", PLAIN, "http://:@h.example.org/ref1", differ(both="http://:@h.example.org/ref1", whatwg="http://h.example.org/ref1"),
     "The URL Standard drops empty user and password.", [*RFC_1808, *url("url-serializing")]),
    ("letter-as-port", PLAIN, "http://h.example.org:x/ref1", differ(rfc1808="http://h.example.org:x/ref1", whatwg=NOTHING),
     "RFC 1808 leaves an absolute URL as it is, and does not look into the network location. The URL Standard refuses the port.",
     [clause("RFC 1808", "4"), *url("port-state")]),
    ("two-at-signs", PLAIN, "http://u@x@h.example.org/ref1", differ(rfc1808="http://u@x@h.example.org/ref1", whatwg="http://u%40x@h.example.org/ref1"),
     "RFC 1808 leaves an absolute URL as it is. In the URL Standard the last at sign ends the user, and others are escaped.",
     [clause("RFC 1808", "4"), *url("authority-state")]),
    ("opaque-host-with-large-port", PLAIN, "foo://h.example.org:65536/ref1", differ(both="foo://h.example.org:65536/ref1", whatwg=NOTHING),
     "The RFCs take any digits; the URL Standard refuses a port above 65535, whatever the scheme.", [*RFC_1808, *url("port-state")]),
    ("user-without-host", PLAIN, "http://u@/ref1", differ(both="http://u@/ref1", whatwg=NOTHING),
     "The RFCs on URLs let the host be empty; the URL Standard refuses a user without a host.", [*RFC_1808, *url("authority-state")]),
    ("bar-in-user", PLAIN, "http://u|x@h.example.org/ref1", differ(rfc1808="http://u|x@h.example.org/ref1", whatwg="http://u%7Cx@h.example.org/ref1"),
     "RFC 1808 leaves an absolute URL as it is; the URL Standard escapes more characters in a user than in a path.",
     [clause("RFC 1808", "4"), *url("userinfo-percent-encode-set")]),
    ("ipv4-in-ipv6", PLAIN, "http://[::192.0.2.1]/ref1", differ(rfc3986="http://[::192.0.2.1]/ref1", whatwg="http://[::c000:201]/ref1"),
     "RFC 3986 allows an address of IPv4 at its end; the URL Standard writes it in hexadecimal.", [clause("RFC 3986", "3.2.2"), *url("concept-ipv6-parser", "concept-ipv6-serializer")]),
    ("address-too-large", PLAIN, "http://4294967296/ref1", differ(both="http://4294967296/ref1", whatwg=NOTHING),
     "The RFCs take it as a name; to the URL Standard it is an address of more than 32 bits.", [*RFC_1808, *url("concept-ipv4-parser")]),
    ("address-with-empty-hexadecimal", PLAIN, "http://192.0.2.0x/ref1", differ(both="http://192.0.2.0x/ref1", whatwg="http://192.0.2.0/ref1"),
     "The RFCs take it as a name; to the URL Standard `0x` is a number, which is zero.", [*RFC_1808, *url("ipv4-number-parser")]),
    ("address-of-five-parts", PLAIN, "http://192.0.2.1.1/ref1", differ(both="http://192.0.2.1.1/ref1", whatwg=NOTHING),
     "The RFCs take it as a name; the URL Standard refuses it, as it ends in a number and has more than four parts.",
     [*RFC_1808, *url("ends-in-a-number-checker", "concept-ipv4-parser")]),
    ("escaped-digit-in-address", PLAIN, "http://%3192.0.2.1/ref1", differ(rfc3986="http://%3192.0.2.1/ref1", whatwg="http://192.0.2.1/ref1"),
     "RFC 3986 keeps the escape in a name; the URL Standard decodes it, and finds an address.", [clause("RFC 3986", "3.2.2"), *url("concept-host-parser")]),
    ("port-that-overflows", PLAIN, "http://h.example.org:4294967376/ref1", differ(both="http://h.example.org:4294967376/ref1", whatwg=NOTHING),
     "It is 80 modulo 2^32, but too large for a port: the URL Standard refuses it, and the RFCs take any digits.", [*RFC_1808, *url("port-state")]),
    ("punycode-host", PLAIN, "http://XN--bcher-kva.example.org/ref1",
     differ(both="http://XN--bcher-kva.example.org/ref1", whatwg="http://xn--bcher-kva.example.org/ref1"),
     "A name that is written in ASCII stays; the URL Standard lowers its case.", [*RFC_1808, *url("concept-domain-to-ascii")]),
    ("hyphens-in-host", PLAIN, "http://ab--c.example.org/ref1", "http://ab--c.example.org/ref1", "Hyphens in the third and fourth place mean nothing without `xn`.",
     [*RFC_1808, *url("concept-domain-to-ascii")]),
    ("empty-label-in-host", PLAIN, "http://h..example.org/ref1", "http://h..example.org/ref1", "Neither forbids an empty label: whether DNS has such a name is not asked.",
     [*RFC_1808, *url("concept-domain-to-ascii")]),
    ("label-of-64-letters", PLAIN, f"http://{'a' * 64}.example.org/ref1", f"http://{'a' * 64}.example.org/ref1",
     "Neither limits the length of a label: whether DNS has such a name is not asked.", [*RFC_1808, *url("concept-domain-to-ascii")]),
    ("escaped-international-host", PLAIN, "http://b%C3%BCcher.example.org/ref1",
     differ(rfc3986="http://b%C3%BCcher.example.org/ref1", whatwg="http://xn--bcher-kva.example.org/ref1"),
     "RFC 3986 keeps the escapes of a name; the URL Standard decodes it, and writes it in ASCII.", [clause("RFC 3986", "3.2.2"), *url("concept-host-parser")]),
    ("invalid-punycode-of-unknown-scheme", PLAIN, "foo://xn--.example.org/ref1", "foo://xn--.example.org/ref1",
     "The URL Standard leaves the host of an unknown scheme as it is.", [clause("RFC 3986", "5.2.2"), *url("concept-opaque-host-parser")]),
    ("file-host-of-base-stays", "file://h.example.org/b/c", "ref1", "file://h.example.org/b/ref1", "A file URL may have a host, which is inherited.",
     [*RFC_1808, *url("file-state")]),
    ("file-network-path", "file:///b/c", "//h.example.org/ref1", "file://h.example.org/ref1", "A network path brings a host to a file URL, too.",
     [*RFC_1808, *url("file-host-state")]),
    ("file-network-path-that-is-a-drive", "file:///b/c", "//C:/ref1", differ(both="file://C:/ref1", whatwg="file:///C:/ref1"),
     "To the RFCs it is a host with an empty port; to the URL Standard it is a drive.", [*RFC_1808, *url("file-host-state")]),
    ("file-four-slashes", PLAIN, "file:////ref1", "file:////ref1", "The path of a file URL may begin with two slashes.", [*RFC_1808, *url("path-state")]),
    ("drive-with-escaped-colon", "file:///C%3A/b/c", "../../ref1", "file:///ref1", "An escaped colon makes no drive, so that dots remove the segment.",
     [*RFC_1808, *url("path-state")]),
    ("escaped-letter-in-host-of-unknown-scheme", PLAIN, "foo://%48.example.org/ref1", "foo://%48.example.org/ref1",
     "The URL Standard leaves the host of an unknown scheme as it is.", [clause("RFC 3986", "5.2.2"), *url("concept-opaque-host-parser")]),
    ("file-query-alone", "file:///b/c", "file:?ref1", differ(both="file:?ref1", whatwg="file:///b/c?ref1"),
     "To the RFCs it is absolute, without a path. To the URL Standard it is relative, because the scheme is that of the base.", [*RFC_1808, *url("file-state")]),
    ("scheme-with-all-characters", PLAIN, "a1+.-:ref1", "a1+.-:ref1", "A scheme has letters, digits, and these three characters.",
     [clause("RFC 1808", "2.4.2"), clause("RFC 3986", "3.1"), *url("scheme-state")]),
    ("fragment-of-opaque-base", "mailto:a@m.example.org", "#ref1", differ(rfc3986="mailto:a@m.example.org#ref1", whatwg="mailto:a@m.example.org#ref1"),
     "A fragment can be added to any base.", [clause("RFC 3986", "5.2.2"), *url("no-scheme-state")]),
]

# (name, base, reference, the result of the URL Standard, why, sections): the reference, or the base, is no URL by the grammar of the RFCs.
WHATWG = [
    ("backslash-begins-absolute-path", BASE, "\\ref1", A + "/ref1", "To the URL Standard a backslash is a slash, in known schemes.", ["relative-state"]),
    ("two-backslashes-begin-network-path", BASE, "\\\\h.example.org\\ref1", "http://h.example.org/ref1",
     "To the URL Standard backslashes are slashes, in known schemes.", ["relative-slash-state"]),
    ("slash-backslash", BASE, "/\\h.example.org/ref1", "http://h.example.org/ref1", "Slash and backslash begin a network path.", ["relative-slash-state"]),
    ("backslash-in-path", BASE, "..\\ref1", A + "/b/ref1", "A backslash ends a segment.", ["path-state"]),
    ("backslash-in-query", BASE, "ref1?x\\y", A + "/b/c/ref1?x\\y", "In a query a backslash is a backslash.", ["query-state"]),
    ("backslash-in-fragment", BASE, "ref1#x\\y", A + "/b/c/ref1#x\\y", "In a fragment a backslash is a backslash.", ["fragment-state"]),
    ("backslash-in-unknown-scheme", "foo://a.example.org/b/c", "\\ref1", "foo://a.example.org/b/\\ref1", "In unknown schemes a backslash is an ordinary character.",
     ["relative-state"]),
    ("backslashes-in-absolute-url", BASE, "http:\\\\h.example.org\\ref1", "http://h.example.org/ref1", "Backslashes are slashes after a known scheme.",
     ["special-authority-slashes-state"]),
    ("backslashes-in-base", "http://a.example.org\\b\\c", "ref1", A + "/b/ref1", "Backslashes of a base are slashes, too.", ["path-state"]),
    ("file-backslash", BASE, "file:\\ref1", "file:///ref1", "A backslash begins the path of a file URL.", ["file-state"]),
    ("file-drive-with-bar", BASE, "file:///C|/ref1", "file:///C:/ref1", "The bar of a drive letter becomes a colon.", ["path-state"]),
    ("drive-replaces-path", "file:///d/e", "C|/ref1", "file:///C:/ref1", "A drive letter at the start replaces the whole path.", ["file-state"]),
    ("space-in-path", PLAIN, "ref1 x", A + "/b/c/ref1%20x", "A space in a path is escaped.", ["path-percent-encode-set"]),
    ("quote-in-path", PLAIN, "ref1\"x", A + "/b/c/ref1%22x", "A quotation mark in a path is escaped.", ["path-percent-encode-set"]),
    ("angle-brackets-in-path", PLAIN, "ref1<x>", A + "/b/c/ref1%3Cx%3E", "Angle brackets in a path are escaped.", ["path-percent-encode-set"]),
    ("backquote-in-path", PLAIN, "ref1`x", A + "/b/c/ref1%60x", "A backquote in a path is escaped.", ["path-percent-encode-set"]),
    ("braces-in-path", PLAIN, "ref1{x}", A + "/b/c/ref1%7Bx%7D", "Braces in a path are escaped.", ["path-percent-encode-set"]),
    ("bar-in-path", PLAIN, "ref1|x", A + "/b/c/ref1|x", "A bar in a path is not escaped.", ["path-percent-encode-set"]),
    ("space-in-query", PLAIN, "?ref1 x", A + "/b/c/d?ref1%20x", "A space in a query is escaped, not replaced by a plus sign.", ["query-percent-encode-set"]),
    ("braces-in-query", PLAIN, "?ref1{x}", A + "/b/c/d?ref1{x}", "Braces in a query are not escaped.", ["query-percent-encode-set"]),
    ("angle-brackets-in-query", PLAIN, "?ref1<x>", A + "/b/c/d?ref1%3Cx%3E", "Angle brackets in a query are escaped.", ["query-percent-encode-set"]),
    ("backquote-in-query", PLAIN, "?ref1`x", A + "/b/c/d?ref1`x", "A backquote in a query is not escaped.", ["query-percent-encode-set"]),
    ("space-in-fragment", PLAIN, "#ref1 x", A + "/b/c/d#ref1%20x", "A space in a fragment is escaped.", ["fragment-percent-encode-set"]),
    ("backquote-in-fragment", PLAIN, "#ref1`x", A + "/b/c/d#ref1%60x", "A backquote in a fragment is escaped.", ["fragment-percent-encode-set"]),
    ("non-ascii-in-path", PLAIN, "ref1é", A + "/b/c/ref1%C3%A9", "Other letters are escaped as UTF-8.", ["path-state"]),
    ("non-ascii-in-query", PLAIN, "?ref1é", A + "/b/c/d?ref1%C3%A9", "The document is in UTF-8, so the query is, too.", ["query-state"]),
    ("non-ascii-in-fragment", PLAIN, "#ref1é", A + "/b/c/d#ref1%C3%A9", "Other letters are escaped as UTF-8.", ["fragment-state"]),
    ("non-ascii-in-path-of-base", A + "/é/c", "ref1", A + "/%C3%A9/ref1", "Other letters of the base are escaped, too.", ["path-state"]),
    ("astral-in-path", PLAIN, "ref1\U0001F600", A + "/b/c/ref1%F0%9F%98%80", "A character beyond the basic plane has four bytes.", ["path-state"]),
    ("percent-alone", PLAIN, "ref1%", A + "/b/c/ref1%", "A percent sign without digits stays.", ["path-state"]),
    ("percent-without-digits", PLAIN, "ref1%zz", A + "/b/c/ref1%zz", "A percent sign without digits stays.", ["path-state"]),
    ("space-in-path-of-base", A + "/b c/d", "ref1", A + "/b%20c/ref1", "A space of the base is escaped, too.", ["path-state"]),
    ("tab-inside", PLAIN, "x\tref1", A + "/b/c/xref1", "Tabs are removed.", ["concept-basic-url-parser"]),
    ("newline-inside", PLAIN, "x\nref1", A + "/b/c/xref1", "Newlines are removed.", ["concept-basic-url-parser"]),
    ("newline-in-scheme", PLAIN, "ht\ntp://h.example.org/ref1", "http://h.example.org/ref1", "Newlines are removed before the scheme is read.",
     ["concept-basic-url-parser"]),
    ("tab-between-slashes", PLAIN, "/\t/h.example.org/ref1", "http://h.example.org/ref1", "Tabs are removed before slashes are counted.", ["concept-basic-url-parser"]),
    ("control-character-before", PLAIN, "\x01ref1", A + "/b/c/ref1", "Control characters and spaces at both ends are removed.", ["concept-basic-url-parser"]),
    ("no-break-space-before", PLAIN, "\xa0ref1", A + "/b/c/%C2%A0ref1", "A no-break space is not removed.", ["concept-basic-url-parser"]),
    ("four-slashes", BASE, "////h.example.org/ref1", "http://h.example.org/ref1", "Further slashes before a host are ignored.",
     ["special-authority-ignore-slashes-state"]),
    ("base-without-slashes", "http:a.example.org/b/c", "ref1", A + "/b/ref1", "A known scheme does not need the slashes.", ["special-authority-slashes-state"]),
    ("international-host", PLAIN, "http://bücher.example.org/ref1", "http://xn--bcher-kva.example.org/ref1", "A host with other letters is written in ASCII.",
     ["concept-domain-to-ascii"]),
    ("full-width-host", PLAIN, "http://\uff48\uff0eexample.org/ref1", "http://h.example.org/ref1", "Full-width letters and dots become those of ASCII.",
     ["concept-domain-to-ascii"]),
    ("ideographic-full-stop", PLAIN, "http://h\u3002example.org/ref1", "http://h.example.org/ref1", "An ideographic full stop divides labels, too.",
     ["concept-domain-to-ascii"]),
    ("soft-hyphen-in-host", PLAIN, "http://h\u00ad.example.org/ref1", "http://h.example.org/ref1", "A soft hyphen in a host is dropped.", ["concept-domain-to-ascii"]),
    ("sharp-s-in-host", PLAIN, "http://fa\u00df.example.org/ref1", "http://xn--fa-hia.example.org/ref1", "A sharp s is a letter of its own: it is not replaced by two s.",
     ["concept-domain-to-ascii"]),
    ("joiner-in-host", PLAIN, "http://a\u200cb.example.org/ref1", None, "A zero-width non-joiner stands between such letters only as allow it: it is no URL.",
     ["concept-domain-to-ascii"]),
    ("invalid-punycode-in-international-host", PLAIN, "http://xn--pokxncvks.b\u00fccher.example.org/ref1", None,
     "A label that begins with `xn--` must be Punycode in a domain that is not ASCII: it is no URL.", ["concept-domain-to-ascii"]),
    ("soft-hyphen-alone-as-host", PLAIN, "http://\u00ad/ref1", None, "Nothing remains of the host: it is no URL.", ["concept-domain-to-ascii"]),
    ("ideographic-space-in-host", PLAIN, "http://h\u3000x.example.org/ref1", None, "It stands for a space, which no host contains: it is no URL.",
     ["concept-domain-to-ascii", "forbidden-domain-code-point"]),
    ("full-width-address", PLAIN, "http://\uff11\uff19\uff12.0.2.1/ref1", "http://192.0.2.1/ref1", "Full-width digits become those of ASCII before an address is looked for.",
     ["concept-host-parser"]),
    ("percent-alone-in-host", PLAIN, "http://h%x.example.org/ref1", None, "A percent sign without digits stays, and no domain contains one: it is no URL.",
     ["forbidden-domain-code-point"]),
    ("bar-in-host", PLAIN, "http://h|x.example.org/ref1", None, "A domain contains no bar: it is no URL.", ["forbidden-domain-code-point"]),
    ("ipv6-with-three-colons", PLAIN, "http://[:::1]/ref1", None, "It is no address: it is no URL.", ["concept-ipv6-parser"]),
    ("ipv6-with-zone", PLAIN, "http://[fe80::1%25eth0]/ref1", None, "The URL Standard knows no zones of addresses: it is no URL.", ["concept-ipv6-parser"]),
    ("circumflex-in-path", PLAIN, "ref1^x", A + "/b/c/ref1%5Ex", "A circumflex in a path is escaped.", ["path-percent-encode-set"]),
    ("circumflex-in-query", PLAIN, "?ref1^x", A + "/b/c/d?ref1^x", "A circumflex in a query is not escaped.", ["query-percent-encode-set"]),
    ("space-before-fragment-of-opaque-path", PLAIN, "foo:ref1 #x", "foo:ref1%20#x", "In a path without slashes a space is escaped if the path ends with it.",
     ["cannot-be-a-base-url-path-state"]),
    ("space-in-opaque-path", PLAIN, "foo:ref1 x", "foo:ref1 x", "In a path without slashes a space stays.", ["cannot-be-a-base-url-path-state"]),
    ("space-in-host", PLAIN, "http://h example/ref1", None, "A host contains no space: it is no URL.", ["forbidden-domain-code-point"]),
    ("ipv6-without-bracket", PLAIN, "http://[2001:db8::1/ref1", None, "The address does not end: it is no URL.", ["concept-host-parser"]),
    ("path-of-opaque-base", "mailto:a@m.example.org", "ref1", None, "A base without slashes after its scheme has no path to resolve against.", ["no-scheme-state"]),
    ("query-of-opaque-base", "mailto:a@m.example.org", "?ref1", None, "Only a fragment can be resolved against such a base.", ["no-scheme-state"]),
    ("path-of-urn-base", "urn:example:x", "ref1", None, "A base without slashes after its scheme has no path to resolve against.", ["no-scheme-state"]),
    ("absolute-url-and-opaque-base", "mailto:a@m.example.org", "http://h.example.org/ref1", "http://h.example.org/ref1", "An absolute URL needs no base.",
     ["scheme-state"]),
    ("path-that-begins-with-two-slashes", "foo:/a/b", "/.//ref1", "foo:/.//ref1", "A dot keeps the two slashes of the path from being those of a host.",
     ["url-serializing"]),
]


def cases():
    for name, written, results, why in EXAMPLES_NORMAL:
        yield made("rfc-" + name, BASE, written, results, why, NORMAL, "rfc-example")
    for name, written, results, why in EXAMPLES_ABNORMAL:
        yield made("rfc-" + name, BASE, written, results, why, ABNORMAL, "rfc-example")
    for name, base, written, results, why, clauses in RFCS:
        yield (without_host if name in WITHOUT_HOST else made)(name, base, written, results, why, clauses, "rules")
    for name, base, written, result, why, sections in WHATWG:
        yield made(name, base, written, {"whatwg": result}, why, url(*sections), "url-standard")
    for name, written in (("invalid-punycode", "http://xn--pokxncvks.example.org/ref1"), ("empty-punycode", "http://xn--.example.org/ref1"),
                          ("punycode-of-ascii", "http://xn--abc-.example.org/ref1")):
        yield invalid_punycode(name, written)
    for name, written, result, before, why in (
            ("capital-sharp-s-in-host", "http://FA\u1e9e.example.org/ref1", "http://xn--fa-hia.example.org/ref1", "http://fass.example.org/ref1",
             "It is the capital of one letter since Unicode 15.1. By older tables it becomes two, and programs that have them do so."),
            ("hangul-filler-in-host", "http://h\u3164.example.org/ref1", "http://h.example.org/ref1", None,
             "It is ignored since Unicode 16. By older tables it makes no host, and programs that have them find no URL.")):
        one = made(name, PLAIN, written, {"whatwg": result}, why, url("concept-domain-to-ascii"), "url-standard")
        with_also(one.references[0], {"whatwg": [Expected(before, PLAIN)]})
        yield one
    spaces = [clause("HTML", "valid-url-potentially-surrounded-by-spaces"), clause("RFC 3986", "Appendix C"), clause("URL", "concept-basic-url-parser")]
    for name, written in (("space-before", " ref1"), ("space-after", "ref1 "), ("newlines-around", "\nref1\n"), ("tabs-around", "\tref1\t")):
        yield made(name, PLAIN, written, differ(rfc3986=A + "/b/c/ref1", whatwg=A + "/b/c/ref1"), "White space around a reference is not part of it.", spaces, "white-space")


# References that RFC 3986 resolves to an http URL without a host.
WITHOUT_HOST = {"host-is-not-empty", "network-path-alone", "three-slashes", "three-slashes-after-scheme", "user-without-host"}


def without_host(name, base, written, results, why, clauses, tag):
    """RFC 3986 lets a host be empty, and RFC 9110 wants such a URL of http rejected."""
    one = made(name, base, written, results, why + " RFC 9110 wants such a URL of http rejected.", [*clauses, clause("RFC 9110", "4.2.1")], tag)
    with_also(one.references[0], {"rfc3986": [Expected(None, base)]})
    return one


def invalid_punycode(name, written):
    """A name in ASCII with a label that begins with `xn--`, but stands for no other letters."""
    made_so = made(name, PLAIN, written, written, "A name in ASCII stays as it is, since June 2026 in the URL Standard, too. Before, such a label was no domain, and "
                   "programs that follow it then find no URL.", [*RFC_1808, *url("concept-domain-to-ascii")], "rules")
    with_also(made_so.references[0], {"whatwg": [Expected(None, PLAIN)]})
    return made_so


def made(name, base, written, results, why, clauses, tag):
    if isinstance(results, str):
        results = dict.fromkeys(RULES, results)
    resolved = {rules: None if value == NOTHING else value for rules, value in results.items()}
    if "rfc1808" in results and not any(one["document"] == "RFC 1808" for one in clauses):
        clauses = [clause("RFC 1808", "4"), *clauses]
    tags = ["html", "html-base", tag, "rules-differ" if len({*resolved.values()}) > 1 else "rules-agree"]
    page = html(escaped(written), head=f'<meta charset="utf-8">\n<base href="{escaped(base)}">')
    return Case(name, "html", page.encode(), f"What does {shown(written)} mean, relative to {shown(base)}?", why, tags,
                [by_rules("a@href", written, base, clauses, by="html-base", **resolved)])


def shown(text):
    """A reference in a sentence: what cannot be seen is named."""
    if not text:
        return "an empty reference"
    names = {"\t": "TAB", "\n": "LF", " ": "SPACE", "\x01": "U+0001", "\xa0": "NO-BREAK SPACE", "\u00ad": "SOFT HYPHEN", "\u200c": "ZERO WIDTH NON-JOINER",
             "\u3000": "IDEOGRAPHIC SPACE", "\u3164": "HANGUL FILLER"}
    is_plain = not any(one in names or unicodedata.category(one) == "Cc" for one in text)
    return f"`{text}`" if is_plain else "`" + "".join(f"<{names[one]}>" if one in names else one for one in text) + "`"
