# SPDX-License-Identifier: MIT
"""RFC 3986, section 5.2, for what cases expect. It is independent of the program, and tests/suite holds it against the RFC's examples."""

import re

URL = re.compile(r"(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.S)


def without_dots(path):
    """Section 5.2.4."""
    kept = []
    segments = path.split("/")
    for number, segment in enumerate(segments):
        is_last = number == len(segments) - 1
        if segment == "..":
            if len(kept) > 1 or kept and kept[0]:
                kept.pop()
            if is_last:
                kept.append("")
        elif segment == ".":
            if is_last:
                kept.append("")
        else:
            kept.append(segment)
    return "/".join(kept)


def rfc3986(base, reference):
    """The target URL, or None if there is no base and the reference is relative."""
    scheme, host, path, query, fragment = URL.fullmatch(reference).groups()
    if scheme is None:
        if base is None:
            return None
        scheme, base_host, base_path, base_query, _ = URL.fullmatch(base).groups()
        if host is None:
            host = base_host
            if not path:
                path, query = base_path, base_query if query is None else query
            elif not path.startswith("/"):
                path = "/" + path if base_host is not None and not base_path else base_path[:base_path.rfind("/") + 1] + path
    return "".join([scheme, ":", "//" + host if host is not None else "", without_dots(path), "?" + query if query is not None else "",
                    "#" + fragment if fragment is not None else ""])
