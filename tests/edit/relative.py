"""Makes the absolute URLs of real mail relative, because it has few relative ones: bytes in, bytes out."""

import base64
import re

MARKUP = re.compile(rb"((?:href|src|background|action|data|poster|cite)[ \t]*=(?:3D)?[ \t]*[\"']?)https?://[^/\"'\s<>=]*/",
                    re.I)
STYLE = re.compile(rb"(url\([ \t]*(?:[\"']|&quot;|&#39;)?)https?://[^/\"'\s<>()=]*/", re.I)
TEXT = re.compile(rb"(?<![\"'=<>(/\w])https?://[^/\"'\s<>=]+/([^\"'\s<>=]+)(?=[ \t\r\n])")
LOCATION = re.compile(rb"^(Content-Location:[ \t]*)https?://[^/\s]*/", re.I | re.M)
# From the Content-Type of text to the end of its base64 body.
ENCODED = re.compile(rb"(Content-Type:[ \t]*text/(?:html|css|plain)(?:[^\r\n]|\r?\n(?!\r?\n))*?Content-Transfer-Encoding:[ \t]*"
                     rb"base64(?:[^\r\n]|\r?\n(?!\r?\n))*(?:\r?\n){2})((?:[A-Za-z0-9+/=]+\r?\n)+)", re.I)


def relative(message):
    return ENCODED.sub(encoded, LOCATION.sub(rb"\1", shortened(message)))


def shortened(content):
    return TEXT.sub(rb"<URL:\1>", STYLE.sub(rb"\1", MARKUP.sub(rb"\1", content)))


def encoded(match):
    heading, body = match.groups()
    lines = body.splitlines(keepends=True)
    try:
        content = shortened(base64.b64decode(body + b"=="))
    except ValueError:
        return match.group()
    width = len(lines[0].rstrip(b"\r\n"))
    end = lines[0][width:]
    written = base64.b64encode(content)
    return heading + b"".join(written[at : at + width] + end for at in range(0, len(written), width))
