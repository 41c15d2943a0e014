# SPDX-License-Identifier: MIT
"""RFC 3986, section 5.2, for what cases expect. It is independent of the program, and tests/suite holds it against the RFC's examples."""

import re

URL = re.compile(r"(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.S)


def without_dots(path):
    """Section 5.2.4, step by step."""
    output = ""
    while path:
        if path.startswith(("../", "./")):  # A
            path = path[path.index("/") + 1:]
        elif path.startswith("/./") or path == "/.":  # B
            path = "/" + path[3:]
        elif path.startswith("/../") or path == "/..":  # C
            path = "/" + path[4:]
            output = output[:max(output.rfind("/"), 0)]
        elif path in (".", ".."):  # D
            path = ""
        else:  # E
            end = path.find("/", 1)
            segment = path if end < 0 else path[:end]
            output, path = output + segment, path[len(segment):]
    return output


def rfc3986(base, reference):
    """The target URL, or None if there is no base and the reference is relative."""
    scheme, host, path, query, fragment = URL.fullmatch(reference).groups()
    inherited = False
    if scheme is None:
        if base is None:
            return None
        scheme, base_host, base_path, base_query, _ = URL.fullmatch(base).groups()
        if host is None:
            host, inherited = base_host, not path
            if inherited:
                path, query = base_path, base_query if query is None else query
            elif not path.startswith("/"):
                path = "/" + path if base_host is not None and not base_path else base_path[:base_path.rfind("/") + 1] + path
    path = path if inherited else without_dots(path)
    guard = "/." if host is None and path.startswith("//") else ""  # or the path would be read as a host (section 3.3)
    return "".join([scheme, ":", "//" + host if host is not None else guard, path, "?" + query if query is not None else "",
                    "#" + fragment if fragment is not None else ""])
