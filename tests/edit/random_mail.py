"""Random messages, built from everything that can contain a reference, for judge.py."""

import base64
import html
import quopri
import random

CHARSETS = ("us-ascii", "utf-8", "iso-8859-1", "windows-1252", "koi8-r", "iso-2022-jp", "shift_jis", "gb18030", "big5",
            "utf-16le", "utf-7")
# Contents, and their Content-Type.
KINDS = (("html", "text/html"), ("html", "text/html"), ("html", "TEXT/HTML"), ("css", "text/css"), ("text", "text/plain"),
         ("flowed", "text/plain; format=flowed; delsp=yes"), ("flowed", "text/plain; format=flowed"),
         ("svg", "image/svg+xml"), ("svg", "text/xml"), ("html", "application/xhtml+xml"), ("calendar", "text/calendar"),
         ("calendar", "text/x-vcard"), ("list", "text/uri-list"), ("html", "text/plain"), ("svg", "text/html"))
REFERENCES = ("g", "../g", "?q", "#f", "", "//h.example/x", "http://abs.example/", "cid:a@b", "i.gif", "mailto:a@b", ".")
OWN_FIELDS = ("Content-ID: <a@b>", "Content-Location: i.gif", "Content-Disposition: inline; filename=x")
BASES = ("Base: <URL:http://base.example/a/b>", "Content-Base: http://base.example/\u00e9/",
         "Content-Location: sub/page.html", "List-Archive: <../list>")
LETTERS = "abcXYZ019._~-;=@:+$,!*'()&%#?/|\\^`{}[]\"<> \u00e9\u00fc\u0416\u3042\u6f22\U0001f600"
WORDS = ("words", "From here", "--b0", "=20", "&amp;", "a=b", "\u00e9", "\u3042", "\u0416", ".", "x" * 70, "y" * 300, "",
         " ", "=", "--")


class RandomMail:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.end = self.random.choice(("\n", "\n", "\r\n"))
        self.boundaries = 0

    def message(self, depth=0):
        """The bytes of a message."""
        fields = ["Subject: x", "From: a@example.org"]
        if self.random.random() < 0.3:
            fields.append(self.random.choice(BASES))
        return self.entity(fields, depth)

    def entity(self, fields, depth):
        kind = self.random.choice(("leaf", "leaf", "multipart", "multipart", "message") if depth < 4 else ("leaf",))
        return {"leaf": self.leaf, "multipart": self.multipart, "message": self.nested}[kind](fields, depth)

    def heading(self, fields):
        self.random.shuffle(fields)
        return self.end.join([*fields, "", ""]).encode("utf-8")

    def multipart(self, fields, depth):
        boundary = f"b{self.boundaries}"
        self.boundaries += 1
        subtype = self.random.choice(("mixed", "mixed", "related", "related", "alternative", "digest", "signed"))
        out = self.heading([*fields, f"Content-Type: multipart/{subtype}; boundary={boundary}"])
        end = self.end.encode()
        for _ in range(self.random.randrange(1, 4)):
            own = self.random.sample(OWN_FIELDS, 1) if self.random.random() < 0.4 else []
            out += b"--" + boundary.encode() + end + self.entity(own, depth + 1) + end
        return out + b"--" + boundary.encode() + b"--" + self.random.choice((b"", end, end + b"<URL:after>" + end))

    def nested(self, fields, depth):
        inner = self.message(depth + 1)
        encoding = self.random.choice(("7bit", "base64", "quoted-printable"))
        return self.heading([*fields, "Content-Type: message/rfc822", f"Content-Transfer-Encoding: {encoding}"]) + \
            self.transfer(inner, encoding)

    def leaf(self, fields, depth):
        kind, content_type = self.random.choice(KINDS)
        charset = "utf-8" if kind in ("svg", "calendar") else self.random.choice(CHARSETS)
        wide = charset == "utf-16le"
        encoding = self.random.choice(("base64", "quoted-printable") if wide or charset == "utf-7" else
                                      ("7bit", "8bit", "base64", "quoted-printable", ""))
        content = self.content(kind).encode(charset, "replace").replace(b"\n", self.end.encode() if not wide else b"\n")
        said = self.random.choice(CHARSETS) if self.random.random() < 0.05 else charset
        fields = [*fields, f"Content-Type: {content_type}; charset={said}"]
        if encoding:
            fields.append(f"Content-Transfer-Encoding: {encoding}")
        return self.heading(fields) + self.transfer(content, encoding)

    def transfer(self, content, encoding):
        if encoding == "base64":
            width = self.random.choice((76, 76, 60, 64))
            text = base64.b64encode(content)
            end = self.end.encode()
            lines = end.join(text[at : at + width] for at in range(0, len(text), width)) + end
            return lines + self.random.choice((b"", b"", b"", end, end + b"-- " + end + b"a footer in clear" + end))
        if encoding == "quoted-printable":
            content = content.replace(b"\r\n", b"\n")
            # Occasionally it is not encoded.
            text = content if self.random.random() < 0.1 else quopri.encodestring(content, self.random.random() < 0.3)
            return text.replace(b"\n", self.end.encode())
        return content

    def reference(self):
        if self.random.random() < 0.3:
            return self.random.choice(REFERENCES)
        return "".join(self.random.choice(LETTERS) for _ in range(self.random.choice((3, 10, 80))))

    def content(self, kind):
        make = getattr(self, kind)
        return "".join(make() + self.random.choice(("\n", " ", "\n\n", "")) for _ in range(self.random.randrange(1, 6)))

    def word(self):
        return self.random.choice(WORDS)

    def html(self):
        url = self.reference()
        double, single = html.escape(url), html.escape(url).replace("&quot;", '"')
        bare = "".join(f"&#{ord(c)};" if c in " \"'`<>&=" else c for c in url)
        return self.random.choice((
            f'<a href="{double}">{self.word()}</a>',
            f"<a href='{single}'>{self.word()}",
            f"<img src={bare} alt={self.word()[:3]}>",
            f'<img srcset="{double.replace(" ", "").replace(",", "")} 1x, b 2x">',
            f"<p>{html.escape(self.word())}<a href>",
            f"<meta http-equiv=refresh content=\"1; url={double}\">", f"<style>@import '{css_string(url)}';</style>",
            f'<p style="background:url(&quot;{html.escape(css_string(url))}&quot;)">',
            f'<iframe srcdoc="{html.escape(f"<a href={chr(39)}{single}{chr(39)}>")}">',
            f"<p>&lt;URL:{html.escape(url.replace('>', ''))}&gt; {html.escape(self.word())}",
            f"<!-- {self.word()} --><base href='{single}'>" if self.random.random() < 0.1 else html.escape(self.word()),
        ))

    def css(self):
        url = self.reference()
        bare = "".join("\\" + c if c in " \"'()\\" else c for c in url)
        return self.random.choice((f"a{{b:url('{css_string(url)}')}}", f'@import "{css_string(url)}";', f"a{{b:url({bare})}}"))

    def text(self):
        url = self.reference().replace(">", "").replace("<", "")
        return self.random.choice((f"see <URL:{url}>", f"> <URL:{self.word()[:5]}/x>", self.word(), "http://abs.example/x"))

    def flowed(self):
        lines = self.text().replace("/", "/ \n")
        return lines.replace("\n", "\n> ") if self.random.random() < 0.3 else lines

    def svg(self):
        comment = self.word().replace("--", "")
        return (f'<svg xmlns="http://www.w3.org/2000/svg"><image href="{html.escape(self.reference())}"/>\n'
                f"<!-- {comment} --></svg>")

    def calendar(self):
        return f"BEGIN:VEVENT\nURL:{self.reference()}\nEND:VEVENT"

    def list(self):
        return self.random.choice(("# " + self.word(), self.reference()))


def css_string(url):
    return "".join("\\" + c if c in "\"'\\" else c for c in url).replace("<", "\\3c ")


def mbox(seed):
    """An mbox of a few messages, some with their length."""
    out = b""
    for number in range(3):
        message = RandomMail(seed * 1000 + number).message().replace(b"\r\n", b"\n")
        heading, _, body = message.partition(b"\n\n")
        length = b"\nContent-Length: %d" % len(body) if number != 1 else b""
        out += b"From a@example.org Thu Jan  1 00:00:00 2004\n" + heading + length + b"\n\n" + body + b"\n"
    return out


def write(folder, count, first=0):
    """Writes this many messages as files, with an mbox for every tenth. Returns their paths."""
    paths = []
    for seed in range(first, first + count):
        paths.append(folder / f"{seed}.eml")
        paths[-1].write_bytes(RandomMail(seed).message())
        if seed % 10 == 0:
            paths.append(folder / f"{seed}.mbox")
            paths[-1].write_bytes(mbox(seed))
    return paths
