"""Random messages for test_template.py: each with the content that every leaf must have after `rewrite --template`.

What is expected is computed here, by the standard library alone, from the pieces that a content is made of.
"""

import base64
import hashlib
import hmac
import html
import quopri
import random
import urllib.parse

PLACES = ("anchors", "forms", "text", "calendar")
CHARSETS = ("us-ascii", "utf-8", "iso-8859-1", "koi8-r", "iso-2022-jp", "shift_jis", "utf-16le")
WORDS = ("words", "From here", "=20", "a=b", "\u00e9", "\u3042", "\u0416", "x" * 70, "--x0", "(see)", "mailto:a@b.example", "")


class Template:
    """What `rewrite --template` writes, by the standard library."""

    def __init__(self, text, keys=(), recipient="", time=""):
        self.text, self.keys, self.recipient, self.time = text, keys, recipient, time

    def wrapped(self, url, message_id=""):
        values = {"url": url, "recipient": self.recipient, "time": self.time, "message_id": message_id}
        signed = b"".join(value.encode() + b"\0" for name, value in values.items() if f"{{{name}" in self.text)
        host = urllib.parse.urlsplit(url).hostname
        host = urllib.parse.quote(f"[{host}]" if ":" in host else host, safe="-._~")
        out = self.text.replace("{host}", host).replace("{time}", self.time)
        if self.keys:
            kid, key = self.keys[0]
            out = out.replace("{kid}", kid).replace("{h}", hmac.new(key, signed, hashlib.sha256).hexdigest())
        for name, value in values.items():
            out = out.replace(f"{{{name}:query}}", urllib.parse.quote(value, safe="-._~"))
            out = out.replace(f"{{{name}:path}}", urllib.parse.quote(value, safe="-._~!$&'()*+,;=:@"))
        return out


class Leaf:
    """A content before and after, as text, and how it is written. `compared` names a way to compare it."""

    def __init__(self, content_type, before, after, charset, encoding, compared="exact"):
        self.content_type, self.before, self.after, self.charset = content_type, before, after, charset
        self.encoding, self.compared = encoding, compared


class TemplateMail:
    """One message. `leaves` has the Leaf of each leaf in order, None for one that must stay, byte by byte."""

    def __init__(self, seed, template, places=PLACES[:3], opens_signed=False):
        self.random = random.Random(seed)
        self.template, self.places, self.opens_signed = template, places, opens_signed
        self.end = self.random.choice(("\n", "\r\n"))
        self.message_id = self.random.choice((f"id{seed}@m.example", "a b/%+@c", "\u00e9@x", "")) if seed % 3 else f"x{seed}@y"
        self.leaves, self.urls, self.boundaries, self.kept = [], [], 0, []
        self.bytes = self.message(0, f"Message-ID: <{self.message_id}>" if self.message_id else "X-None: 1")

    # ---- URLs ----

    def url(self):
        choose = self.random.choice
        host = choose(("a.example", "www.b.example", "c.example:8080", "stay.keep.example", "HOST.example", "[::1]", "user@d.example"))
        path = "".join(choose(("/", "x", "%7e", "+", "=", "&", ",", "~", "y1", "-", "_", ".", "'")) for _ in range(choose((0, 3, 20))))
        query = choose(("", "?a=1&b=2", "?u=http://e.example/", "?amp;x&copy=1", "?%41%2f"))
        return f"{choose(('http', 'https', 'ftp', 'HTTP'))}://{host}/{path}x{query}{choose(('', '#f', '#'  'a/b'))}"

    def is_kept(self, url):
        return urllib.parse.urlsplit(url).hostname.endswith(".keep.example")

    def become(self, url, place, resolved=None):
        """What a URL in a place becomes, if the content may be edited."""
        target = resolved or url
        if place not in self.places or self.is_kept(target):
            return url
        self.urls.append(target)
        return self.template.wrapped(target, self.message_id)

    # ---- structure ----

    def message(self, depth, *fields, editable=True):
        own = ["Subject: x", "From: a@example.org", "List-Unsubscribe: <https://u.example/?x>, <mailto:u@u.example>",
               "List-Unsubscribe-Post: List-Unsubscribe=One-Click", "Archived-At: <https://l.example/1>", *fields]
        return self.entity([*own, "MIME-Version: 1.0"], depth, editable)

    def entity(self, fields, depth, editable):
        kinds = ["leaf"] if depth > 3 else ["leaf", "multipart", "multipart", "message_part", "signed", "encrypted"]
        return getattr(self, self.random.choice(kinds))(fields, depth, editable)

    def heading(self, fields):
        return self.end.join([*fields, "", ""]).encode("utf-8")

    def bounded(self, fields, subtype, parts):
        boundary = f"b{self.boundaries}"
        self.boundaries += 1
        end = self.end.encode()
        out = self.heading([*fields, f'Content-Type: multipart/{subtype}; boundary="{boundary}"'])
        for part in parts:
            out += b"--" + boundary.encode() + end + part() + end
        return out + b"--" + boundary.encode() + b"--" + end

    def multipart(self, fields, depth, editable):
        subtype = self.random.choice(("mixed", "related", "alternative"))
        count = self.random.randrange(1, 4)
        return self.bounded(fields, subtype, [lambda: self.entity([], depth + 1, editable)] * count)

    def nested(self, depth, editable):
        return self.message(depth + 1, "Message-ID: <inner@m.example>", editable=editable)

    def message_part(self, fields, depth, editable):
        encoding = self.random.choice(("7bit", "base64"))
        inner = self.nested(depth, editable)
        return self.heading([*fields, "Content-Type: message/rfc822", f"Content-Transfer-Encoding: {encoding}"]) + \
            self.transfer(inner, encoding)

    def signed(self, fields, depth, editable):
        start = len(self.kept)

        def inside():
            part = self.entity([], depth + 1, editable and self.opens_signed)
            if not self.opens_signed:
                self.kept[start:] = [part]
            return part

        def signature():
            self.leaves.append(None)
            return self.heading(["Content-Type: application/pgp-signature"]) + b"http://in.signature.example/"

        return self.bounded(fields, "signed; protocol=application/pgp-signature", [inside, signature])

    def encrypted(self, fields, depth, editable):
        def part(content_type, content):
            self.leaves.append(None)
            self.kept.append(content)
            return self.heading([f"Content-Type: {content_type}"]) + content

        return self.bounded(fields, "encrypted; protocol=application/pgp-encrypted", [
            lambda: part("application/pgp-encrypted", b"Version: 1"),
            lambda: part(self.random.choice(("application/octet-stream", "text/plain")), b"http://inside.example/ is encrypted"),
        ])

    # ---- leaves ----

    def leaf(self, fields, depth, editable):
        make = self.random.choice((self.html, self.html, self.text, self.text, self.flowed, self.calendar, self.pgp, self.image))
        if not editable:
            places, self.places = self.places, ()
            leaf = make()
            self.places = places
        else:
            leaf = make()
        self.leaves.append(leaf)
        if leaf is None:
            self.kept.append(b"http://no.mail.example/")
            return self.heading([*fields, "Content-Type: image/png"]) + b"http://no.mail.example/"
        content = leaf.before.encode(leaf.charset)
        if leaf.charset != "utf-16le":
            content = content.replace(b"\n", self.end.encode())
        return self.heading([*fields, f"Content-Type: {leaf.content_type}; charset={leaf.charset}",
                             f"Content-Transfer-Encoding: {leaf.encoding}"]) + self.transfer(content, leaf.encoding)

    def transfer(self, content, encoding):
        end = self.end.encode()
        if encoding == "base64":
            text = base64.b64encode(content)
            return end.join(text[at : at + 76] for at in range(0, len(text), 76)) + end
        if encoding == "quoted-printable":
            return quopri.encodestring(content.replace(b"\r\n", b"\n")).replace(b"\n", end)
        return content

    def writable(self, pieces, content_type, compared="exact", charsets=CHARSETS):
        """A Leaf of (before, after) pieces. Characters that the charset lacks are dropped, or become references in HTML."""
        charset = self.random.choice(charsets)
        lacking = "xmlcharrefreplace" if content_type == "text/html" else "ignore"
        before, after = ("".join(piece[side] for piece in pieces).encode(charset, lacking).decode(charset) for side in (0, 1))
        encodings = ("base64",) if charset == "utf-16le" else ("base64", "quoted-printable", "8bit")
        if before.isascii() and charset != "utf-16le":
            encodings += ("7bit",)
        return Leaf(content_type, before, after, charset, self.random.choice(encodings), compared)

    def word(self):
        text = html.escape(self.random.choice(WORDS))
        return text, text

    def html(self):
        pieces = [("<html><base href='http://base.example/d/e'>\n", "<html><base href='http://base.example/d/e'>\n")]
        for _ in range(self.random.randrange(1, 8)):
            pieces += [self.word(), self.markup(), ("\n", "\n")]
        return self.writable(pieces, "text/html")

    def markup(self):
        url, relative = self.url(), self.random.choice(("g?x", "../g", "/p#f", "//h.example/x"))
        resolved = urllib.parse.urljoin("http://base.example/d/e", relative)
        wide = "http://wide.example/\u00e9" + self.random.choice(("", "?\u00e9"))

        def same(text):
            return text, text

        def attribute(form, place, url, resolved=None):
            return form % html.escape(url), form % html.escape(self.become(url, place, resolved))

        plain = url.replace("'", "")
        return self.random.choice((
            lambda: attribute('<a href="%s">http://shown.example/</a>', "anchors", url),
            lambda: attribute('<a href="%s">x</a>', "anchors", relative, resolved),
            lambda: attribute("<AREA HREF='%s'>", "anchors", plain),
            lambda: attribute('<svg><a xlink:href="%s"></a></svg>', "anchors", url),
            lambda: attribute('<a href="%s">w</a>', "anchors", wide),
            lambda: attribute('<form action="%s"></form>', "forms", url),
            lambda: attribute('<form action="%s"></form>', "forms", relative, resolved),
            lambda: attribute('<button formaction="%s">b</button>', "forms", url),
            lambda: attribute("<p>%s, and</p>", "text", plain.rstrip(".,")),
            lambda: same('<a href="#top">x</a>'), lambda: same('<a href="mailto:a@b.example">m</a>'),
            lambda: same('<a href="tel:+1">t</a>'), lambda: same('<a href="cid:x@y">c</a>'), lambda: same("<a href>e</a>"),
            lambda: same(f'<img src="{html.escape(url)}">'), lambda: same(f'<link rel=stylesheet href="{html.escape(url)}">'),
            lambda: same(f'<meta http-equiv=refresh content="1; url={html.escape(plain)}">'),
            lambda: same("<p style='background:url(http://css.example/)'>p"),
            lambda: same("<script>var u = 'http://script.example/x';</script>"),
            lambda: same('<a onclick="go(\'http://click.example/\')">x</a>'),
            lambda: same("<p>http://split.example/a<b>b</b></p>"),
        ))()

    def text_pieces(self):
        pieces = []
        for _ in range(self.random.randrange(1, 8)):
            url = self.url().rstrip(".,'").replace("'", "")
            bare = self.random.choice((url, url, url, "www.guess.example/x"))
            resolved = "http://" + bare if bare == "www.guess.example/x" else None
            before, after = self.random.choice((("", ""), ("see ", "."), ("(", ")"), ("<", ">"), ('"', '"'), ("> ", ",")))
            if resolved and before == "<":
                before, after = "", ""
            pieces += [self.word(), (" " + before, " " + before), (bare, self.become(bare, "text", resolved)), (after + "\n", after + "\n")]
        return pieces

    def text(self):
        return self.writable(self.text_pieces(), "text/plain")

    def flowed(self):
        pieces = []
        for before, after in self.text_pieces():
            if "://" in before and not pieces[-1][0].endswith("> "):
                at = self.random.randrange(len("https://x"), len(before))
                soft = before[:at] + " \n" + before[at:]
                before, after = soft, soft if after == before else after
            pieces.append((before, after))
        return self.writable(pieces, "text/plain; format=flowed; delsp=yes", "unflowed", ("us-ascii", "utf-8"))

    def pgp(self):
        before, outside = self.text_pieces(), self.text_pieces()
        places, self.places = self.places, ()
        inside = self.text_pieces()
        self.places = places
        first = ("\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n",) * 2
        last = ("-----BEGIN PGP SIGNATURE-----\nComment: http://pgp.example/\n\niQ==\n-----END PGP SIGNATURE-----\n",) * 2
        return self.writable([*before, first, *inside, last, *outside], "text/plain")

    def calendar(self):
        url = self.url().replace("'", "")
        kind = self.random.choice(("calendar", "x-vcard"))
        head, tail = ("BEGIN:VEVENT\n", "END:VEVENT\n") if kind == "calendar" else ("BEGIN:VCARD\n", "END:VCARD\n")
        after = self.become(url, "calendar")
        return self.writable([(head, head), (f"URL:{url}\n", f"URL:{after}\n"), (tail, tail)], f"text/{kind}", "unfolded", ("utf-8",))

    def image(self):
        return None
