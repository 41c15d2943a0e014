"""Messages at random, as other people would write them: plausible mail with a few oddities each.

Every message has its own generator, and every choice that is odd spends one of its few oddities. Nothing here knows what a reader
does. The references are in random_references.py; reduce.py removes what a difference does not need."""

import copy
import html as html_module
import random

from message import Entity, alternative, css, font, image, mixed, multipart, nested, other, related, text
from random_references import CALENDAR, CSS_FORMS, ELEMENTS, FOLDERS, HOSTS, ODD_BASES, ODD_ELEMENTS, ODD_MARKUP, ODD_REFERENCES, ODD_TEXT, PLACES, POLICIES, REFERENCES, TEXT, Element

CHARSETS = ("iso-8859-1", "windows-1252", "utf-16", "iso-2022-jp", "us-ascii", "koi8-r")
NON_ASCII = "\u00e9"


def weighted(maker, table):
    """A row of (weight, ...), without its weight."""
    return maker.random.choices(table, [row[0] for row in table])[0][1:]


def pdf(*fields):
    return Entity("application/pdf", fields, "%PDF-1.4", marker="part-marker-{}")


class Maker:
    def __init__(self, seed, number):
        self.random = random.Random(f"mail {seed} {number}")
        self.oddities = self.random.choice((0, 1, 1, 2, 2, 3))
        self.tokens = 0
        self.wanted = []  # (element, reference) that may name a part
        self.bases = self.random.choices(("html", "part-location", "part-base", "message", "multipart", "base-field"), (9, 5, 3, 2, 2, 1), k=self.random.choice((0, 1, 1, 1, 2)))

    def chance(self, share):
        return self.random.random() < share

    def pick(self, *values):
        return self.random.choice(values)

    def odd(self, share):
        """True if this choice is to be odd."""
        if self.oddities == 0 or not self.chance(share):
            return False
        self.oddities -= 1
        return True

    # ---- Bases

    def url(self, name):
        scheme = "http" if self.chance(0.8) else "https"
        return f"{scheme}://{name}.example/{self.random.choice(FOLDERS)}"

    def odd_url(self, name):
        return self.random.choice(ODD_BASES).replace("{host}", f"{name}.example")

    def base_url(self, name):
        return self.odd_url(name) if self.odd(0.15) else self.url(name)

    def field(self, field, name):
        url = self.base_url(name)
        if self.odd(0.08):
            url = self.pick(f"<{url}>", f'"{url}"', f"{url} (a comment)", f"\r\n {url}", url.replace("/d/", "/d/\r\n ", 1), f" {url} ", url.upper(), f"=?us-ascii?Q?{url.replace(':', '=3A')}?=", "")
        field = field.upper() if self.chance(0.03) else field
        return f"{field}: {url}" if field != "Base" else f"Base: <URL:{url}>"

    def layer(self, name, wanted):
        """The fields of a heading that give it a base."""
        found = []
        if wanted:
            found.append(self.field(self.pick("Content-Base", "Content-Location", "Content-Location"), name))
        if self.odd(0.04):
            found.append(self.field(self.pick("Content-Base", "Content-Location", "Content-Location", "Base", "Snapshot-Content-Location"), name + "-odd"))
        if found and self.odd(0.08):
            found.append(self.field(found[0].split(":")[0], name + "-again"))
        self.random.shuffle(found)
        return found

    def tag(self, name="html"):
        """An HTML base."""
        url = self.base_url(name)
        if self.odd(0.1):
            return self.random.choice((f'<base target="_top"><base href="{url}">', f'<base href="{url}"><base href="{self.url("second")}">', f"<BASE HREF='{url}'>", f"<base\n href={url.split()[0] if url.split() else 'x'}>",
                                       f'<base href="{url}" target="_blank"/>', f'<base target=_self href="{url}"></base>', f'<base href = "{url}" href="{self.url("second")}">', f'<base href="">', f'<base href="">\n<base href="{url}">',
                                       f'<base href="{url.replace("/", "&#47;")}">', f'<base xlink:href="{url}">', f'<base  src="{url}">'))
        tag = f'<base href="{url}">'
        return weighted(self, PLACES)[0].replace("{}", tag) if self.odd(0.12) else tag

    # ---- References

    def token(self):
        self.tokens += 1
        return f"ref{self.tokens}"

    def reference(self, token, element, folder):
        """A reference for this element."""
        ending = {"image": ".png", "css": ".css", "document": ".html", "media": ".mp4"}.get(element.loads, ".html")
        for _ in range(20):
            form = self.random.choice(ODD_REFERENCES) if self.odd(0.05) else weighted(self, REFERENCES[bool(element.loads)])[0]
            found = form.replace("{t}", token).replace("{end}", ending).replace("{folder}", folder).replace("{host}", self.random.choice(HOSTS))
            if not set(found) & set(element.never):
                break
        else:
            found = token + ending
        if self.charset != "utf-8" and self.chance(0.2):
            found += ("&" if "?" in found else "?") + "q=" + NON_ASCII
        if element.loads and self.chance(0.9 if found.lower().startswith("cid:") else 0.35):
            self.wanted.append((element.loads, token, found, folder))
        return found

    def written(self, value):
        """The value as HTML, in double quotation marks."""
        value = value.replace('"', "&quot;")
        return value if self.odd(0.02) else value.replace("&", "&amp;").replace("&amp;quot;", "&quot;")

    def element(self, folder):
        element = Element(*(weighted(self, ODD_ELEMENTS) if self.odd(0.06) else weighted(self, ELEMENTS)))
        markup = element.markup
        while "{v}" in markup:
            token = self.token()
            value = self.reference(token, element, folder)
            value = self.written(value) if element.form == "attribute" else value
            # An id would be the target of "#refN".
            name = "" if "#" in value else f'id="{token}" '
            markup = markup.replace("{v}", value, 1).replace("{t}", token).replace("{id}", name, 1)
        return markup

    def css(self, folder):
        element = Element("", "image", "css", " ()'\"\\,")
        rules = []
        for number in range(self.random.randint(1, 3)):
            rules.append((self.random.choice(CSS_FORMS) if self.odd(0.1) else CSS_FORMS[0]).replace("{v}", self.reference(self.token(), element, folder)).replace("{n}", f"c{number}"))
        return rules

    # ---- Contents

    def document(self, name, has_base, fields=(), type_="text/html"):
        """One HTML part."""
        self.charset = "utf-8"
        is_odd_charset = self.odd(0.08)
        if is_odd_charset:
            self.charset = self.random.choice(CHARSETS)
        folder = self.random.choice(("http://part.example/d/", "http://html.example/d/", f"http://{name}.example/d/"))
        body = [self.element(folder) for _ in range(self.random.choice((2, 3, 4, 5, 6, 8, 12)))]
        head = []
        if self.chance(0.15):
            sheet = self.css(folder)
            head.append("<style>\n" + "\n".join(sheet) + "\n</style>")
            body += [f'<p class="c{number}">x</p>' for number in range(len(sheet))]
        if has_base or self.odd(0.04):
            tag = self.tag()
            if self.odd(0.15):
                body.insert(self.random.randint(0, len(body)), tag)
            else:
                head.insert(self.random.randint(0, len(head)), tag)
        if self.odd(0.05):
            body.insert(self.random.randint(0, len(body)), self.tag("late"))
        if self.odd(0.05):
            body.insert(self.random.randint(0, len(body)), self.random.choice(ODD_MARKUP))
        if self.chance(0.1):
            body.insert(self.random.randint(0, len(body)), html_module.escape(self.words(), quote=False) + "<br>")
        if self.chance(0.3):
            head.insert(0, f"<title>A page</title>")
        if self.odd(0.03):
            head.insert(0, f'<meta http-equiv="Content-Security-Policy" content="{self.random.choice(POLICIES)}">')
        lines = self.framed(head, body, is_odd_charset)
        if self.charset == "utf-16" and self.chance(0.3):
            lines = ["".join(lines)]
        return self.encoded(lines, fields, type_, is_odd_charset, marker="<p>part-marker-{}</p>")

    def framed(self, head, body, is_odd_charset):
        if is_odd_charset and self.chance(0.5) or self.chance(0.1):
            charset = self.charset if self.chance(0.8) else "windows-1252"
            head = [f'<meta http-equiv="Content-Type" content="text/html; charset={charset}">' if self.chance(0.5) else f'<meta charset="{charset}">'] + head
        if self.chance(0.15) and not head:
            return body
        doctype = ["<!DOCTYPE html>"] if self.chance(0.4) else []
        tag = '<html xml:base="http://xml.example/d/">' if self.odd(0.01) else "<html>"
        return [*doctype, tag, "<head>", *head, "</head>", "<body>", *body, "</body>", "</html>"]

    def encoded(self, lines, fields, type_, is_odd_charset, marker):
        charset = self.charset
        is_ascii = charset in ("utf-8", "us-ascii", "iso-2022-jp", "koi8-r") and all(line.isascii() for line in lines)
        named = charset if not is_odd_charset or self.chance(0.7) else self.pick("utf-8", "iso-8859-1", "x-unknown", None, "windows-1252")
        quote = '"' if self.chance(0.4) else ""
        content_type = f"{type_}; charset={quote}{named}{quote}" if named and self.chance(0.97) else type_
        encoding = self.random.choices(("7bit", "quoted-printable", "base64", "8bit", "binary", ""), (8, 5, 3, 3, 0.3, 0.5))[0]
        if charset == "utf-16":
            encoding = "base64"
        elif encoding in ("7bit", "") and not is_ascii and not self.odd(0.2):
            encoding = "quoted-printable"
        return Entity(content_type, tuple(fields), tuple(lines), encoding=encoding, marker=marker, charset="utf-8" if charset in ("us-ascii", "iso-2022-jp", "koi8-r") else charset)

    def words(self):
        """Text with a URL."""
        token = self.token()
        url = (self.random.choice(ODD_TEXT) if self.odd(0.1) else weighted(self, TEXT)[0]).replace("{t}", token)
        return f"{self.pick('Please read', 'See', 'Details:', 'at')} {url} {self.pick('for more.', 'today', '', 'and tell us')}"

    def plain(self, *fields):
        self.charset = "utf-8"
        lines = ["Hello,"] + [self.words() for _ in range(self.random.choice((0, 1, 1, 2, 4)))] + ["Regards"]
        type_ = "text/plain"
        if self.odd(0.05):
            type_ = self.pick("text/plain; format=flowed", "text/plain; format=flowed; delsp=yes")
            lines = [line.replace("/", "/ \n", 1) if self.chance(0.2) else line + " " for line in lines]
        return self.encoded(lines, fields, type_, False, marker="part-marker-{}")

    def calendar(self, *fields):
        """An invitation."""
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "METHOD:REQUEST", "BEGIN:VEVENT", f"UID:{self.random.random()}@mail.example", "DTSTAMP:20261103T100000Z", "DTSTART:20261104T100000Z"]
        for _ in range(self.random.randint(1, 4)):
            line, = weighted(self, CALENDAR)
            while "{u}" in line:
                line = line.replace("{u}", f"https://text.example.org/{self.pick('', 'd/')}{self.token()}{self.pick('', '?a=1', 'z')}", 1)
            if "{t}" in line:
                line = line.replace("{t}", self.token())
            lines.append(line[:30] + "\r\n " + line[30:] if self.chance(0.2) else line)
        lines += ["END:VEVENT", "END:VCALENDAR"]
        return Entity("text/calendar; charset=utf-8; method=REQUEST", fields, tuple(lines), encoding=self.pick("7bit", "quoted-printable", "base64"))

    # ---- Parts that references name

    def label(self, reference, token, folder):
        """The fields by which a part bears the reference."""
        if reference.lower().startswith("cid:"):
            name = reference[4:]
            if self.odd(0.12):
                return [self.pick(f"Content-ID: {name}", f"Content-ID: < {name} >", f"Content-ID: <{name.upper()}>", f"Content-ID: <{name}> (x)", f"Content-ID: <{name.replace('%20', ' ')}>", f"Content-Location: cid:{name}",
                                  f"Content-ID: <{name}>\r\nContent-ID: <again-{token}@mail.example>", f"Content-ID: <again-{token}@mail.example>\r\nContent-ID: <{name}>", f"Content-ID:\r\n <{name}>", f"X-Attachment-Id: {name}")]
            return [f"Content-ID: <{name}>"]
        absolute = reference if "://" in reference else "http:" + reference if reference.startswith("//") else folder + reference.strip().lstrip("./")
        if self.odd(0.15):
            odd = (absolute.upper(), absolute.replace(".example", ".EXAMPLE"), absolute.replace(".example/", ".example:80/"), absolute.replace("/d/", "/d/./"), absolute + "#f", absolute.split("#")[0], f"<{absolute}>", f'"{absolute}"',
                   absolute.replace("ref", "%72ef"), absolute + "?x", absolute.replace("/d/", "/d/\r\n "), absolute.replace("http:", "https:"), reference.split("/")[-1])
            return [f"Content-Location: {self.random.choice(odd)}"]
        if self.odd(0.05):
            return [f"Content-Location: {absolute}", f"Content-Location: http://again.example/{token}"]
        if self.odd(0.05):
            return [f"Content-Base: {folder}", f"Content-Location: {reference}"]
        return [f"Content-Location: {absolute if self.chance(0.7) else reference}"]

    def target(self, loads, token, reference, folder):
        fields = self.label(reference, token, folder)
        if self.chance(0.15):
            fields.append(f"Content-Disposition: {self.pick('inline', 'attachment', 'inline', 'INLINE')}; filename={token}.png")
        if self.chance(0.1) and not reference.lower().startswith("cid:"):
            fields.append(f"Content-ID: <other-{token}@mail.example>")
        self.random.shuffle(fields)
        if self.odd(0.1):
            loads = self.pick("image", "css", "document", "text", "pdf")
        if loads == "document":
            return self.inner(fields)
        if loads == "css":
            return css("p { color: red }", *fields)
        if loads == "text":
            return text("words", *fields)
        if loads == "image" and self.chance(0.02):
            return Entity("image/svg+xml", tuple(fields), '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>', marker="<!-- part-marker-{} -->")
        if loads == "pdf":
            return pdf(*fields)
        name = f"; name={token}.png" if self.chance(0.25) else ""
        odd = ("application/octet-stream", "application/octet-stream; name=x.png", "image/x-unknown", "image/jpg", "IMAGE/PNG", "image", "", "application/pdf", "text/plain", "image/pjpeg", "binary/octet-stream")
        type_ = self.random.choice(odd) if self.odd(0.12) else self.pick("image/png", "image/png", "image/gif", "image/jpeg")
        return image(*fields, type=type_ and type_ + (name if ";" not in type_ and type_ != "image" else ""))

    def inner(self, fields):
        """A document that a frame shows: references without parts of their own."""
        kept, self.wanted = self.wanted, []
        found = self.document("frame", self.chance(0.2), fields)
        self.wanted = kept
        return found

    def targets(self):
        wanted, self.wanted = self.wanted, []
        found = [self.target(*one) for one in wanted]
        if found and self.odd(0.08):
            found.append(copy.deepcopy(self.random.choice(found)))
        if self.odd(0.05):
            self.random.shuffle(found)
        return found

    def attachment(self):
        kind = self.pick("pdf", "image", "html", "text")
        disposition = f"Content-Disposition: {self.pick('attachment', 'attachment', 'inline')}; filename=file.{kind}"
        if kind == "pdf":
            return pdf(disposition)
        if kind == "image":
            return image(disposition)
        return self.document("attached", self.chance(0.3), [disposition]) if kind == "html" else self.plain(disposition)

    # ---- Messages

    def html(self, *more):
        has_tag = "html" in self.bases
        fields = self.layer("part", "part-location" in self.bases or "part-base" in self.bases)
        if "part-base" in self.bases:
            fields = [one.replace("Content-Location:", "Content-Base:", 1) for one in fields]
        if "base-field" in self.bases:
            fields.append(self.field("Base", "part-base"))
        return self.document("part", has_tag, [*fields, *more])

    def outer(self):
        return self.layer("message", "message" in self.bases)

    def inside(self):
        return self.layer("multipart", "multipart" in self.bases)

    def related(self, document, *parts, fields=()):
        """Obeys or contradicts its parameters now and then."""
        parameters = '; type="text/html"'
        parts = [document, *parts]
        if self.odd(0.06):
            parameters = self.pick("", '; type="text/plain"', '; type="text/html"; start="<nobody@mail.example>"', '; start=""', "; type=multipart/alternative")
        elif self.chance(0.08):
            document.fields = (*document.fields, "Content-ID: <root@mail.example>")
            parameters += '; start="<root@mail.example>"'
            if self.odd(0.3):
                self.random.shuffle(parts)
        return related(*parts, fields=fields, parameters=parameters)

    def message(self):
        shape, = weighted(self, SHAPES)
        entity = getattr(self, "make_" + shape.replace("-", "_"))()
        if self.odd(0.03) and entity.children and entity.type.startswith("multipart/"):
            entity.type = entity.type.replace("multipart/" + entity.type[10:].split(";")[0], self.pick("multipart/x-unknown", "multipart/MIXED", "Multipart/Related", "multipart/report", "multipart/parallel"))
        return entity

    def make_single(self):
        self.bases = ["part-location" if one in ("message", "multipart") else one for one in self.bases]
        document = self.html()
        self.wanted = []
        return document

    def make_single_text(self):
        return self.plain(*self.outer())

    def make_alternative(self):
        document = self.html()
        self.wanted = []
        return alternative(self.plain(), document, fields=self.outer())

    def make_related(self):
        document = self.html()
        return self.related(document, *self.targets(), fields=self.outer())

    def make_mixed(self):
        document = self.html()
        parts = self.targets() if self.chance(0.5) else []
        return mixed(document, *parts, self.attachment(), fields=self.outer())

    def make_usual(self):
        document = self.html()
        return mixed(alternative(self.plain(), self.related(document, *self.targets(), fields=self.inside())), self.attachment(), fields=self.outer())

    def make_alternative_related(self):
        document = self.html()
        return alternative(self.plain(), self.related(document, *self.targets(), fields=self.inside()), fields=self.outer())

    def make_related_alternative(self):
        document = self.html()
        return self.related(alternative(self.plain(), document, fields=self.inside()), *self.targets(), fields=self.outer())

    def make_two(self):
        first, second = self.html(), self.document("second", self.chance(0.3), self.layer("second", self.chance(0.2)))
        return mixed(first, second, *self.targets(), fields=self.outer())

    def make_forwarded(self):
        first = self.html() if self.chance(0.5) else self.plain()
        before = self.targets()
        document = self.document("nested", self.chance(0.4), self.layer("nested", self.chance(0.3)))
        inner = self.related(document, *self.targets()) if self.wanted else document
        return mixed(first, *before, nested(inner, *self.inside()), fields=self.outer())

    def make_related_related(self):
        document = self.html()
        parts = self.targets()
        half = len(parts) // 2
        return self.related(self.related(document, *parts[:half], fields=self.inside()), *parts[half:], fields=self.outer())

    def make_frames(self):
        """An archive of a page with frames."""
        tokens = [self.token() for _ in range(self.random.randint(1, 2))]
        names = [f"cid:{one}@mail.example" if self.chance(0.5) else f"http://part.example/d/{one}.html" for one in tokens]
        kind = self.pick("frameset", "iframe")
        lines = [f'<{kind[:5] if kind == "frameset" else kind} id="{token}" src="{name}"></{kind[:5] if kind == "frameset" else kind}>' for token, name in zip(tokens, names)]
        body = ["<html><head></head><frameset cols='50%,50%'>", *lines, "</frameset></html>"] if kind == "frameset" else ["<html><body>", *lines, "</body></html>"]
        frames = []
        for name in names:
            frames.append(self.document("frame", self.chance(0.3), [f"Content-ID: <{name[4:]}>" if name.startswith("cid:") else f"Content-Location: {name}"]))
        return self.related(Entity("text/html; charset=utf-8", tuple(self.layer("part", self.chance(0.6))), tuple(body), marker="<p>part-marker-{}</p>"), *frames, *self.targets(), fields=self.outer())

    def make_sheet(self):
        """A page with a style sheet in a part."""
        folder = "http://part.example/d/"
        token = self.token()
        name = f"cid:{token}@mail.example" if self.chance(0.4) else f"{folder}sub/{token}.css"
        document = self.html()
        rules = [one.replace(".c", ".s", 1) for one in self.css(folder)]
        lines = list(document.body)
        lines[0] += f'<link id="{token}" rel="stylesheet" href="{name}">' + "".join(f'<p class="s{number}">x</p>' for number in range(len(rules)))
        if not lines[0].startswith("<!DOCTYPE"):
            document.body = tuple(lines)
        label = f"Content-ID: <{name[4:]}>" if name.startswith("cid:") else f"Content-Location: {name}"
        return self.related(document, Entity("text/css", (label,), tuple(rules), marker="/* part-marker-{} */"), *self.targets(), fields=self.outer())

    def make_signed(self):
        return multipart("signed", self.make_alternative_related(), other("application/pgp-signature", "x"), parameters='; protocol="application/pgp-signature"; micalg=pgp-sha1')

    def make_digest(self):
        return multipart("digest", nested(self.html()), nested(self.plain()), fields=self.outer())

    def make_calendar(self):
        """An invitation beside its text, attached, or alone."""
        form = self.pick("alternative", "alternative", "attached", "root")
        if form == "root":
            return self.calendar(*self.outer())
        document = self.html()
        self.wanted = []
        if form == "alternative":
            return alternative(self.plain(), document, self.calendar(), fields=self.outer())
        return mixed(document, self.calendar("Content-Disposition: attachment; filename=invite.ics"), fields=self.outer())

    def make_font(self):
        """A page with a font in a part."""
        folder = "http://part.example/d/"
        token = self.token()
        name = f"cid:{token}@mail.example" if self.chance(0.5) else f"{folder}{token}.woff"
        document = self.html()
        used = '<p style="font-family: f">x</p>' if self.chance(0.8) else ""
        lines = list(document.body)
        if not lines[0].startswith("<!DOCTYPE"):
            lines[0] += f'<style>@font-face {{ font-family: f; src: url({name}) }}</style>{used}'
            document.body = tuple(lines)
        label = f"Content-ID: <{name[4:]}>" if name.startswith("cid:") else f"Content-Location: {name}"
        return self.related(document, font(label), *self.targets(), fields=self.outer())

    def make_odd_first(self):
        """Something else stands before the document."""
        document = self.html()
        first = self.pick(text("words"), image(), css("p { color: red }"), pdf(), other("text/xml", "<x/>"), self.calendar(), other("application/json", "{}"))
        make = self.pick(related, mixed)
        return make(first, document, *self.targets(), fields=self.outer())

    def make_odd_type(self):
        """A document whose type is missing or wrong."""
        document = self.html()
        document.type = self.pick("", "TEXT/HTML", "text/x-html", "text/html charset=utf-8", "html", "application/octet-stream; name=x.html", "text/html; name=page.html", "text/html;", "text/html; charset", "text")
        return self.pick(related, mixed)(document, *self.targets(), self.plain(), fields=self.outer())


# Weights.
SHAPES = ((8, "single"), (2, "single-text"), (8, "alternative"), (14, "related"), (5, "mixed"), (8, "usual"), (8, "alternative-related"), (5, "related-alternative"), (3, "two"), (3, "forwarded"),
          (2, "related-related"), (2, "frames"), (3, "sheet"), (1, "signed"), (0.5, "digest"), (1, "odd-first"), (1.5, "odd-type"), (1.5, "calendar"), (0.7, "font"))


# ---- Damage: changes of the bytes of a finished message

def unclosed(raw):
    """No closing delimiter of the last multipart."""
    at = raw.rfind(b"\r\n--=_")
    return raw[:at] + b"\r\n" if at > 0 else raw


def truncated(raw):
    return raw[:len(raw) * 4 // 5]


def zeros(raw):
    """A zero in the middle of every tenth line."""
    lines = raw.split(b"\r\n")
    return b"\r\n".join(line[:len(line) // 2] + b"\0" + line[len(line) // 2:] if number % 10 == 9 and b": " not in line and not line.startswith(b"--") else line for number, line in enumerate(lines))


def bare_lines(raw):
    """LF alone."""
    return raw.replace(b"\r\n", b"\n")


def preamble(raw):
    return raw.replace(b"\r\n\r\n--=_", b"\r\n\r\nThis is a message in several parts.\r\n--=_", 1) + b"an epilogue\r\n"


def blanks(raw):
    """Blanks at the end of delimiters."""
    return raw.replace(b"--=_0\r\n", b"--=_0  \r\n")


def twice(raw):
    """A repeated field in the heading of the message."""
    return raw.replace(b"\r\nMIME-Version: 1.0", b"\r\nContent-Type: text/plain\r\nMIME-Version: 1.0", 1)


def twice_last(raw):
    """The same, behind the first one."""
    head, blank, rest = raw.partition(b"\r\n\r\n")
    return head + b"\r\nContent-Type: text/plain" + blank + rest


def bare_equals(raw):
    """Every second "=" of quoted-printable text as it is."""
    if b"Content-Transfer-Encoding: quoted-printable" not in raw:
        return raw
    pieces = raw.split(b"=3D")
    return pieces[0] + b"".join((b"=" if number % 2 else b"=3D") + one for number, one in enumerate(pieces[1:]))


def no_delimiter(raw):
    """The heading of the message names another boundary than the one that appears."""
    return raw.replace(b'boundary="=_0"', b'boundary="=_never"', 1)


def no_field(raw):
    """A line without a colon in the heading of the message."""
    return raw.replace(b"\r\nMIME-Version: 1.0", b"\r\nMIME-Version: 1.0\r\nnot a field", 1)


DAMAGE = {one.__name__: one for one in (unclosed, truncated, zeros, bare_lines, preamble, blanks, twice, no_field, twice_last, bare_equals, no_delimiter)}


def damage_of(maker):
    return (maker.random.choice(list(DAMAGE)),) if maker.odd(0.12) else ()


def made(seed, number):
    """The entity of a message, and the names of its damage."""
    maker = Maker(seed, number)
    entity = maker.message()
    return entity, damage_of(maker)
