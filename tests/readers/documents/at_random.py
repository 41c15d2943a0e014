"""Documents whose bases and links nobody chose, from a seed. The rules were written without them."""

import random

import matrix
import writers  # noqa: F401
import office
from pdf import Button

SCHEMES = (b"http://", b"https://", b"HTTP://", b"http:", b"https:/", b"ftp://", b"mailto:", b"javascript:", b"file:///", b"tel:", b"x-y.z+1:", b"data:", b"a:", b"://", b":")
HOSTS = (b"a.example", b"www.b.example", b"c.d.e.example", b"localhost", b"f.example:8080", b"u:p@g.example", b"192.0.2.1", b"h", "\u00fc.example".encode(), b"")
SEGMENTS = (b"x", b"dir", b"..", b".", b"a.b.c", b"file.html", b"www.x.y", b"a:b", b"", b"%2e", b"%41", b"a b", b"\\", b"x@y", "\u00e9".encode(), b"\xe9", b"\x80", b";p", b"~u", b"-")
TAILS = (b"?q=1", b"?", b"#f", b"#", b"#page=3", b"?u=http://z.example/", b"?a:b", b"#a/b", b"?m=mailto:x", b"?x?y", b"#x#y")
NOISE = (b" ", b"\t", b"\n", b"\0", b"\xff", b"|", b"^", b"{", b"<", b"'", b"\"", b"\\", b"/", b":", b"+", b"\xef\xbb\xbf", "\u2028".encode())
STARTS = (b"", b"", b"", b"/", b"//", b"./", b"../", b"///", b"\\", b"\\\\", b"www.", b" ")


def path(chance):
    return b"/".join(chance.choice(SEGMENTS) for _ in range(chance.randint(0, 3)))


def absolute(chance):
    return chance.choice(SCHEMES) + chance.choice(HOSTS) + chance.choice((b"/", b"", b"/")) + path(chance)


def noisy(chance, value):
    while chance.random() < 0.15:
        place = chance.randint(0, len(value))
        value = value[:place] + chance.choice(NOISE) + value[place:]
    return value


def reference(chance):
    start = absolute(chance) if chance.random() < 0.35 else chance.choice(STARTS) + path(chance)
    return noisy(chance, start + (chance.choice(TAILS) if chance.random() < 0.3 else b""))


def base_of(chance):
    if chance.random() < 0.15:
        return None
    if chance.random() < 0.2:
        return reference(chance)
    return noisy(chance, chance.choice((b"http://", b"https://", b"http://", b"HTTP://", b"ftp://", b"file:///")) + chance.choice(HOSTS) + chance.choice((b"/", b"/", b""))
                 + path(chance) + chance.choice((b"/", b"/", b"", b"?q", b"?", b"#f")))


def link(chance):
    if chance.random() < 0.85:
        return matrix.plain(reference(chance), Button if chance.random() < 0.1 else bytes)
    target = b"/".join(chance.choice((b"x", b"..", b"dir", b"y.pdf", b"www.a.example", b"a b")) for _ in range(chance.randint(1, 3)))
    target = chance.choice((b"", b"", b"/", b"http://a.example/", b"//b.example/", b"https://www.b.example/", b"\\\\c.example\\")) + target
    kind = chance.choice(("GoToR", "GoToR", "Launch", "SubmitForm", "ImportData"))
    if kind in ("SubmitForm", "ImportData"):
        return matrix.with_file(kind, target, chance.choice(("string", "url")), make=Button)
    return matrix.with_file(kind, target, chance.choice([*matrix.FORMS]), chance.choice(("page", "name", "")) if kind == "GoToR" else "")


def text(value):
    """As much of a reference as XML can contain."""
    return "".join(one for one in value.decode("utf-8", "ignore") if one.isprintable())


def office_experiments(seed, count):
    for kind in office.KINDS:
        for number in range(count // len(office.KINDS)):
            chance = random.Random(f"{seed} {kind} {number}")
            base = base_of(chance)
            yield office.document(kind, f"random-{number}", [text(reference(chance)) for _ in range(12)], None if base is None else text(base), f"seed {seed}")


def experiments(seed, count):
    yield from office_experiments(seed, count)
    for number in range(count):
        chance = random.Random(f"{seed} {number}")
        yield matrix.pdf(f"random-{number}", f"seed {seed}", [link(chance) for _ in range(12)], base_of(chance))
