"""The content of a message according to Python's codecs and `email` package."""

import binascii
import email
import email.policy
import html
import re

POLICIES = {"compat32": email.policy.compat32, "default": email.policy.default}
# Fields that an edit may change or remove.
EDITED_FIELDS = ("content-location", "content-length", "content-md5")
MESSAGES = ("message/rfc822", "message/global", "message/news")
MOST_OF_PLAIN_LINE, MOST_OF_QUOTED_LINE = 998, 76


def decoded(body, encoding):
    """The content of a body; None if Python does not support its encoding."""
    encoding = (encoding or "7bit").lower()
    if encoding in ("7bit", "8bit", "binary"):
        return body
    try:
        if encoding == "quoted-printable":
            return binascii.a2b_qp(body)
        if encoding == "base64":
            return binascii.a2b_base64(body)
    except binascii.Error:
        pass
    return None


def without(content, spans):
    """Returns the content without these spans, which may overlap, and the number of removed pieces."""
    out, at, cuts = [], 0, 0
    for start, end in sorted(spans):
        if start >= at:
            out.append(content[at:start])
            cuts += 1
        at = max(at, end)
    return b"".join(out) + content[at:], cuts


def lines_of(body):
    return re.split(rb"\r\n|\n|\r", body)


def longer_lines(old, new, most):
    """The lines over `most` bytes in `new` that are not in `old`, if there are more of them than before."""
    had, has = set(lines_of(old)), set(lines_of(new))
    was_long = [line for line in had - has if len(line) > most]
    is_long = [line for line in has - had if len(line) > most]
    return is_long if len(is_long) > len(was_long) else []


# In an attribute value, a name without ";" before one of these is not a character reference.
NO_REFERENCE = re.compile(r"&(?=[A-Za-z][A-Za-z0-9]*[=A-Za-z0-9])(?![A-Za-z][A-Za-z0-9]*;)")


def attribute_value(text):
    """Decodes an HTML attribute value to the URL in it."""
    return re.sub(r"[\t\r\n]", "", html.unescape(NO_REFERENCE.sub("&amp;", text))).strip(" \f")


def entities(message, policy):
    """Python's view: a list of (properties that an edit does not change, fields that it does not change, content)."""
    try:
        parsed = email.message_from_bytes(message, policy=POLICIES[policy])
        return list(walk(parsed))
    except Exception as error:  # Fields that the policy cannot parse: the same before and after.
        return type(error).__name__


def walk(part, is_content=False):
    """Like part.walk(), but the fields of reports (message/delivery-status) are treated as content."""
    yield entity(part, is_content)
    is_message = part.get_content_maintype() == "message"
    is_encoded = str(part["content-transfer-encoding"]).lower() in ("base64", "quoted-printable")
    if part.is_multipart() and not (is_message and is_encoded):  # Python does not decode messages
        is_report = is_message and part.get_content_type() not in MESSAGES
        for inner in part.get_payload():
            yield from walk(inner, is_content or is_report)


def entity(part, is_content):
    fields = [(name, "" if is_content else str(value))
              for name, value in part.items() if name.lower() not in EDITED_FIELDS]
    content = None if part.is_multipart() else part.get_payload(decode=True)
    return (part.get_content_type(), str(part.get_content_charset()), str(part.get_filename()), fields,
            [name for name in (type(defect).__name__ for defect in part.defects) if "Base64" not in name]), content


def differing_entities(old, new):
    """Returns a sentence if the structure or a field differs, or else None; and the number of different contents."""
    if isinstance(old, str) or isinstance(new, str):
        return (None if old == new else f"{old} became {new}"), 0
    if len(old) != len(new):
        return f"{len(old)} entities became {len(new)}", 0
    for (was, _), (now, _) in zip(old, new):
        if was != now:
            return f"{was} became {now}"[:400], 0
    return None, sum(was[1] != now[1] for was, now in zip(old, new))
