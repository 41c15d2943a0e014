"""A text that is put together of pieces, with labels for the URLs among them."""

import json
import pathlib
import re


def seed():
    """That of the held-out half: the first eight hexadecimal digits of the hash of the rules."""
    return int(json.loads((pathlib.Path(__file__).parent / "frozen.json").read_text(encoding="utf-8"))["labels/README.md"][:8], 16)


class Text:
    def __init__(self, kind):
        self.kind = kind
        self.text = ""
        self.urls = []

    def add(self, *pieces):
        """Strings, and what url() and maybe() return."""
        for piece in pieces:
            written, url, certainty = piece if isinstance(piece, tuple) else (piece, None, None)
            if certainty:
                start = len(self.text)
                self.urls.append({"start": start, "end": start + len(written), "url": url, "certainty": certainty})
            self.text += written
        return self

    def row(self, name):
        return {"id": name, "text": self.text, "kind": self.kind, "urls": self.urls}


def url_of(written):
    """What a label says of the string that stands in the text."""
    whole = re.sub(r"[ \t\r]*\n[>| \t]*", "", written).replace(" ", "")
    has_scheme = re.match(r"[a-z][a-z0-9+.-]*:", whole, re.I) and not re.match(r"[^/?#]*\.[^/?#:]+:\d", whole)
    if has_scheme or whole.startswith("//"):
        return whole
    return ("mailto:" if "@" in whole.partition("/")[0] else "http://") + whole


def url(written, meant=None):
    return written, meant or url_of(written), "sure"


def maybe(written, meant=None):
    return written, meant or url_of(written), "maybe"


def read_marked(name, kind, marked):
    """A text of hand.txt: ⟦URL⟧, and ⟦?URL⟧ if it is uncertain."""
    text = Text(kind)
    for piece in re.split(r"(⟦[^⟧]*⟧)", marked):
        if not piece.startswith("⟦"):
            text.add(piece)
        elif piece.startswith("⟦?"):
            text.add(maybe(piece[2:-1]))
        else:
            text.add(url(piece[1:-1]))
    return text.row(name)
