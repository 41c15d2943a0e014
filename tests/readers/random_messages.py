"""Messages at random: layers that are present or not, forms of references, elements, and shapes of multiparts.
The seed is fixed, and each message has its own generator, so that a new choice here changes few of them."""

import random

from message import (a, alternative, base, css, html, image, img, mixed, nested, page, related, text, with_ids)

COUNT = 150

FOLDERS = ("d/page.html", "d/", "a/b/c", "", "d/page.html?q=x/y", "~d/e_f/page.html")
REFERENCES = ("{t}.html", "sub/{t}.html", "../{t}.html", "../../../{t}", "/{t}.html", "//other.example/{t}", "?{t}", "#{t}", "{t}?x#y", "./{t}", "{t};x",
              "http://absolute.example/{t}", "https://absolute.example/d/../{t}", "HTTP://ABSOLUTE.EXAMPLE/{t}", "http:{t}", "mailto:{t}@mail.example", "cid:{t}@mail.example",
              "{t} x.html", " {t}.html", "%7E{t}", "~{t}", "{t}%20x", "http://part.example/d/{t}.png", "http://html.example/d/{t}.png", "mid:{t}@mail.example", "\\{t}", "x:{t}")
ELEMENTS = ("a", "a", "a", "img", "img", "area", "td", "style", "link", "input", "iframe", "embed", "srcset", "script")


class Maker:
    def __init__(self, seed):
        self.random = random.Random(f"readers {seed}")
        self.tokens = 0
        self.labels = []

    def chance(self, share):
        return self.random.random() < share

    def token(self):
        self.tokens += 1
        return f"ref{self.tokens}"

    def url(self, name):
        return f"http://{name}.example/" + self.random.choice(FOLDERS)

    def fields(self, name, share):
        found = []
        if self.chance(share / 2):
            found.append(f"Base: <URL:{self.url(name + '-base')}>")
        if self.chance(share):
            found.append(f"Content-Base: {self.url(name + '-content-base')}")
        if self.chance(share):
            odd = ("page.html", "/x/page.html", f"<{self.url(name)}>", f"cid:{name}@mail.example", "file:///d/page.html")
            found.append("Content-Location: " + (self.random.choice(odd) if self.chance(0.3) else self.url(name)))
        return found

    def reference(self):
        token = self.token()
        reference = self.random.choice(REFERENCES).replace("{t}", token)
        if self.chance(0.5):
            self.labels.append((token, reference))
        return token, reference

    def element(self):
        token, reference = self.reference()
        value = reference.replace("&", "&amp;")
        kind = self.random.choice(ELEMENTS)
        forms = {"a": f'<a id="{token}" href="{value}">{token}</a>', "img": f'<img id="{token}" src="{value}">',
                 "area": f'<map><area id="{token}" href="{value}"></map>', "td": f'<table background="{value}"><tr><td>x</td></tr></table>',
                 "style": f"<p style=\"background: url('{value}')\">x</p>", "link": f'<link rel="stylesheet" href="{value}">',
                 "input": f'<input type="image" src="{value}">', "iframe": f'<iframe src="{value}"></iframe>', "embed": f'<embed src="{value}" type="image/png">',
                 "srcset": f'<img srcset="{value} 1x">' if " " not in value else f'<img src="{value}">', "script": f'<script src="{value}"></script>'}
        return with_ids(forms[kind])

    def tag(self):
        if self.chance(0.25):
            odd = ("", "e/page.html", "//html.example/d/page.html", "/e/", "data:,x", "javascript:x", "http://", "mailto:x@mail.example", "HTTP://HTML.EXAMPLE/d/page.html", "ftp://html.example/d/")
            return base(self.random.choice(odd))
        tag = base(self.url("html"))
        wrapper = self.random.choice(("{}", "{}", "{}", "{}", "<!-- {} -->", "<svg>{}</svg>", "<noscript>{}</noscript>", '<base target="_top">{}'))
        return wrapper.replace("{}", tag)

    def document(self, name, share=0.3):
        body = [self.element() for _ in range(self.random.randint(2, 7))]
        head = ""
        for _ in range(self.random.choice((0, 0, 1, 1, 1, 2))):
            if self.chance(0.6):
                head += self.tag()
            else:
                body.insert(self.random.randint(0, len(body)), self.tag())
        return html(page("\n".join(body), head), *self.fields(name, share))

    def target(self, token, reference):
        """A part that `reference` may name."""
        if reference.startswith("cid:"):
            fields = [f"Content-ID: <{reference[4:]}>"]
        else:
            places = (reference.strip(), "http://part.example/d/" + reference.strip().lstrip("./"), "http://html.example/d/" + reference.strip().lstrip("./"))
            fields = [f"Content-Location: {self.random.choice(places)}"]
        if self.chance(0.2):
            fields.append(f"Content-ID: <other-{token}@mail.example>")
        make = self.random.choice((image, image, image, lambda *f: html(page("frame"), *f), lambda *f: css("p { color: red }", *f)))
        return make(*fields)

    def targets(self):
        labels, self.labels = self.labels, []
        return [self.target(*one) for one in labels]

    def message(self):
        shape = self.random.choice(("single", "related", "related", "mixed", "alternative", "alternative-related", "related-alternative", "two", "nested", "related-in-related"))
        outer = self.fields("message", 0.2)
        if shape == "single":
            document = self.document("message")
            return document
        document = self.document("part")
        if shape == "related":
            return related(document, *self.targets(), text("x"), fields=outer)
        if shape == "mixed":
            return mixed(document, *self.targets(), text("x"), fields=outer)
        if shape == "alternative":
            return alternative(text("plain"), document, fields=outer)
        if shape == "alternative-related":
            return alternative(text("plain"), related(document, *self.targets(), fields=self.fields("multipart", 0.2)), fields=outer)
        if shape == "related-alternative":
            return related(alternative(text("plain"), document, fields=self.fields("multipart", 0.2)), *self.targets(), fields=outer)
        if shape == "two":
            return mixed(document, self.document("second"), *self.targets(), fields=outer)
        if shape == "nested":
            return mixed(document, *self.targets(), nested(self.document("nested"), *self.fields("multipart", 0.1)), fields=outer)
        return related(related(document, *self.targets()[::2], fields=self.fields("multipart", 0.2)), self.document("second"), *self.targets(), fields=outer)


def rows():
    for number in range(1, COUNT + 1):
        yield f"random-{number:03}", "layers, references and shapes at random", Maker(number).message()
