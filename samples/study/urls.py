"""Comparing URLs: equal if they are equivalent by RFC 3986, sections 6.2.2 and 6.2.3, and as IRI or URI (RFC 3987, section 3.1)."""

import re
import unicodedata
import urllib.parse

SCOPE = {"http": "80", "https": "443", "ftp": "21"}  # What all programs look for, and the default ports.
UNRESERVED = set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
ALLOWED = UNRESERVED | set("!$&'()*+,;=:@/?#[]%")


def _escapes(text):
    """Percent-encoding in one form."""
    text = re.sub(r"%([0-9a-f]{2})", lambda found: chr(int(found[1], 16)) if chr(int(found[1], 16)) in UNRESERVED else found[0].upper(), text, flags=re.I)
    return "".join(one if one in ALLOWED else urllib.parse.quote(one, safe="", errors="replace") for one in text)


def _host(host):
    host = unicodedata.normalize("NFC", urllib.parse.unquote(host)).lower()
    try:
        return host if host.isascii() else host.encode("idna").decode()
    except UnicodeError:
        return host


def _path(path):
    kept = []
    for number, segment in enumerate(parts := path.split("/")):
        if segment in (".", ".."):
            if segment == ".." and len(kept) > 1:
                kept.pop()
            if number == len(parts) - 1:
                kept.append("")
        else:
            kept.append(segment)
    return _escapes("/".join(kept)) or "/"


def normal(url):
    """The URL in one form, or None if it is not absolute, or of another scheme."""
    url = re.sub(r"[\t\r\n]", "", (url or "").strip())
    if re.match(r"www\.", url, re.I):
        url = "http://" + url
    scheme, authority, path, query, fragment = re.fullmatch(r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?", url, re.S).groups()
    scheme = (scheme or "").lower()
    if scheme not in SCOPE or not authority:
        return None
    user, at, place = authority.rpartition("@")
    host, port = (
        re.fullmatch(r"(\[[^\]]*\]|[^:]*)(?::(.*))?", place, re.S).groups() if re.fullmatch(r"(\[[^\]]*\]|[^:]*)(?::(.*))?", place, re.S) else (place, "")
    )
    port = "" if not port or port == SCOPE[scheme] else ":" + port
    return scheme + "://" + _escapes(user) + at + _host(host) + port + _path(path or "/") + _escapes((query or "") + (fragment or ""))


def bare(url):
    """Without the scheme, for URLs that were guessed."""
    return url.partition("://")[2]
