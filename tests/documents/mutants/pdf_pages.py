"""Pages of PDF that show URLs in every way that viewers follow, with a seed: fonts, forms, states, appearances, patterns, marked
content, inline images, streams in pieces, and noise between them.

    content = page(random.Random("7/1"), "s7x1")     # each URL has a host of its own: http://s7x1n0.example/...

    tests/documents/mutants/pages --program MIMEBASE --seed N --count N --out FOLDER"""

import math
import random
import re
import zlib

from pdf_seeds import Pdf, helvetica

LETTERS = "abcdefghijklmnopqrstuvwxyz"
FORM = b"/Type/XObject/Subtype/Form/BBox[0 0 612 792]"


def escaped(source, text):
    """A string of a content stream, written in some way."""
    if source.random() < 0.25:
        digits = text.hex().encode()
        return b"<%s>" % (digits if source.random() < 0.7 else b" ".join(digits[i:i + 3] for i in range(0, len(digits), 3)))
    out = b""
    for byte in text:
        one = bytes([byte])
        if one in b"()\\" or (source.random() < 0.05 and byte >= 32):
            one = b"\\%03o" % byte
        elif source.random() < 0.01:
            one = b"\\\n" + one
        out += one
    return b"(%s)" % out


def pieces(source, text, most):
    """`text` in 1 to `most` pieces."""
    cuts = sorted(source.sample(range(1, len(text)), min(source.randrange(most), len(text) - 1)))
    return [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)])]


def in_streams(source, content, most):
    """Content in 1 to `most` streams, cut between tokens or inside strings: viewers differ in what they make of half a number."""
    places, depth, at = [], 0, 0
    while at < len(content):
        byte = content[at:at + 1]
        image = re.compile(rb" ID [^(].*?\nEI", re.S).match(content, at)
        if byte == b"\\" and depth:
            at += 1
        elif byte == b"%" and not depth:
            at = content.index(b"\n", at)
            byte = b"\n"
        elif image and not depth and content.rfind(b"BI ", 0, at) > content.rfind(b"EI", 0, at):
            at = image.end() - 1
        elif byte in b"()":
            depth += 1 if byte == b"(" else -1
        if byte in b" \n" or (depth > 0 and b"\\" not in content[at - 3:at + 1]):
            places.append(at + 1)
        at += 1
    cuts = sorted(source.sample(places, min(source.randrange(most), len(places))))
    return [content[a:b] for a, b in zip([0, *cuts], [*cuts, len(content)])]


class Page:
    def __init__(self, source, name):
        self.source, self.name, self.pdf = source, name, Pdf()
        self.links, self.content, self.annotations = [], [], []
        self.resources = {b"Font": {}, b"XObject": {}, b"ExtGState": {}, b"Pattern": {}, b"Properties": {}}
        self.line = 780

    # ---- What is drawn ----

    def url(self):
        path = "".join(self.source.choice(LETTERS) for _ in range(self.source.randrange(3, 12)))
        value = f"http://{self.name}n{len(self.links)}.example/{path}".encode()
        self.links.append(value)
        return value

    def place(self):
        self.line -= 16
        return self.source.randrange(20, 60), self.line

    def put(self, kind, value, prefix=b"N"):
        """The name of a resource of the page."""
        names = self.resources[kind]
        name = b"%s%d" % (prefix, len(names))
        names[name] = value
        return name

    def font(self):
        """(resource, encode, width of a code in thousandths or None)"""
        kind = self.source.choice(("standard", "standard", "standard", "courier", "truetype", "differences", "unicode", "wide", "wide", "many", "type3", "symbolic", "sjis"))
        return getattr(self, "font_" + kind)()

    def font_standard(self):
        return helvetica(self.pdf), lambda text: text, None

    def font_courier(self):
        return self.pdf.add(b"<</Type/Font/Subtype/Type1/BaseFont/Courier>>"), lambda text: text, 600

    def font_truetype(self):
        widths = b" ".join([b"550"] * 95)
        return self.pdf.add(b"<</Type/Font/Subtype/TrueType/BaseFont/Arial/FirstChar 32/LastChar 126/Widths[%s]/Encoding/WinAnsiEncoding>>" % widths), lambda text: text, 550

    def font_symbolic(self):
        widths = b" ".join([b"550"] * 95)
        return self.pdf.add(b"<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Arial/FirstChar 32/LastChar 126/Widths[%s]/FontDescriptor<</Type/FontDescriptor/FontName/ABCDEF+Arial/Flags 4>>>>" % widths), lambda text: text, 550

    def font_differences(self):
        """Letters at other codes, by the names of their glyphs."""
        alphabet = LETTERS + "0123456789"
        shuffled = self.source.sample(range(130, 250), len(alphabet))
        names = dict(zip("0123456789", "zero one two three four five six seven eight nine".split()))
        rows = b"".join(b" %d/%s" % (code, names.get(letter, letter).encode()) for letter, code in zip(alphabet, shuffled))
        code_of = dict(zip(alphabet.encode(), shuffled))
        widths = b" ".join([b"500"] * 224)
        font = self.pdf.add(b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 32/LastChar 255/Widths[%s]/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[%s]>>>>" % (widths, rows))
        return font, lambda text: bytes(code_of.get(byte, byte) for byte in text), 500

    def cmap(self, rows, size, in_ranges=False):
        span = b"<%s> <%s>" % (b"00" * size, b"FF" * size)
        section = b"bfrange" if in_ranges else b"bfchar"
        body = b"\n".join(b"%d begin%s\n%s\nend%s" % (len(some), section, b"\n".join(some), section) for some in (rows[i:i + 100] for i in range(0, len(rows), 100)))
        return self.pdf.stream(b"/CIDInit /ProcSet findresource begin\nbegincmap\n1 begincodespacerange\n%s\nendcodespacerange\n%s\nendcmap\nend" % (span, body))

    def font_unicode(self):
        codes = list(range(33, 127))
        self.source.shuffle(codes)
        rows = [b"<%02X> <%04X>" % (code, char) for char, code in enumerate(codes, 33)]
        widths = b" ".join([b"600"] * 95)
        font = self.pdf.add(b"<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Courier/FirstChar 32/LastChar 126/Widths[%s]/FontDescriptor<</Type/FontDescriptor/Flags 4>>/ToUnicode %d 0 R>>" % (
            widths, self.cmap(rows, 1)))
        code_of = {char: code for char, code in enumerate(codes, 33)}
        return font, lambda text: bytes(code_of[byte] for byte in text), 600

    def font_wide(self):
        first = self.source.randrange(1, 40000)
        form = self.source.randrange(3)
        if form == 0:
            rows = [b"<%04X> <%04X>" % (first + char, char) for char in range(32, 127)]
        elif form == 1:
            rows = [b"<%04X> <%04X> <0020>" % (first + 32, first + 126)]
        else:
            rows = [b"<%04X> <%04X> [%s]" % (first + 32, first + 126, b" ".join(b"<%04X>" % char for char in range(32, 127)))]
        inner = self.pdf.add(b"<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 520>>")
        font = self.pdf.add(b"<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>" % (inner, self.cmap(rows, 2, form > 0)))
        return font, lambda text: b"".join((first + byte).to_bytes(2, "big") for byte in text), 520

    def font_sjis(self):
        inner = self.pdf.add(b"<</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/DW 1000/W[1[278] 231 631 500]>>")
        return self.pdf.add(b"<</Type/Font/Subtype/Type0/BaseFont/Ryumin-Light-90ms-RKSJ-H/Encoding/90ms-RKSJ-H/DescendantFonts[%d 0 R]>>" % inner), lambda text: text, 500

    def font_many(self):
        """Glyphs that stand for several characters, of which each URL has one of its own."""
        parts = [b"http://", b".example/", b"www.", b"n1", b"n2", b"n3"]
        rows = [b"<%02X> <%s>" % (1 + i, b"".join(b"%04X" % char for char in part)) for i, part in enumerate(parts)]
        rows += [b"<%02X> <%04X>" % (char, char) for char in range(32, 127)]
        font = self.pdf.add(b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/FirstChar 0/LastChar 126/Widths[%s]/ToUnicode %d 0 R>>" % (b" ".join([b"600"] * 127), self.cmap(rows, 1)))

        def encode(text):
            for i, part in enumerate(parts):
                text = text.replace(part, bytes([1 + i]))
            return text
        return font, encode, None

    def font_type3(self):
        glyph = self.pdf.stream(b"500 0 0 0 500 500 d1 0 0 500 500 re f")
        names = b" ".join(b"/%s %d 0 R" % (name, glyph) for name in (b"a", b"b"))
        rows = [b"<%02X> <%04X>" % (char, char) for char in range(32, 127)]
        return self.pdf.add(b"<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/CharProcs<<%s>>/Encoding<</Differences[97/a/b]>>/FirstChar 32/LastChar 126/Widths[%s]/ToUnicode %d 0 R>>" % (
            names, b" ".join([b"500"] * 95), self.cmap(rows, 1))), lambda text: text, 500

    def text(self, x=None, y=None, fonts=None):
        """A URL in a text object, and the names of its fonts in {}: {name: number}."""
        source = self.source
        if x is None:
            x, y = self.place()
        number, encode, width = self.font()
        fonts = self.resources[b"Font"] if fonts is None else fonts
        name = b"F%d" % len(self.pdf.objects)
        fonts[name] = number
        url, size = self.url(), source.choice((6, 8, 9.5, 11))
        begin = self.begin(name, size)
        shape = source.randrange(8)
        if shape == 0:
            body = b" ".join(b"%s Tj" % escaped(source, encode(one)) for one in pieces(source, url, 6))
        elif shape == 1:
            body = b"[%s]TJ" % b"".join(escaped(source, encode(one)) + (b"%d" % source.randrange(-20, 60)) for one in pieces(source, url, 8))
        elif shape == 2:
            body = b"1 0 0 1 %d %d Tm 12 TL %s '" % (x, y + 12, escaped(source, encode(url)))
            return self.wrap(begin + body + b" ET")
        elif shape == 3:
            body = b"1 0 0 1 %d %d Tm 12 TL 0 0 %s \"" % (x, y + 12, escaped(source, encode(url)))
            return self.wrap(begin + body + b" ET")
        elif shape == 4 and width:
            # Each piece at its own place, and perhaps in another order.
            parts, at, texts = pieces(source, url, 5), 0.0, []
            for part in parts:
                texts.append(b"1 0 0 1 %.3f %d Tm %s Tj" % (x + at, y, escaped(source, encode(part))))
                at += len(part) * width * size / 1000
            if source.random() < 0.5:
                source.shuffle(texts)
            return self.wrap(begin + b" ".join(texts) + b" ET")
        elif shape == 5:
            angle = source.choice((0, 0, 90, 270, 30))
            body = b"%.4f %.4f %.4f %.4f %d %d Tm %s Tj" % (
                math.cos(math.radians(angle)), math.sin(math.radians(angle)), -math.sin(math.radians(angle)), math.cos(math.radians(angle)),
                x + (300 if angle else 0), y if not angle else 400, escaped(source, encode(url)))
            return self.wrap(begin + body + b" ET")
        elif shape == 6:
            scale = source.choice((0.1, 0.5, 2, 20))
            return b"q %g 0 0 %g 0 0 cm " % (scale, scale) + self.begin(name, size / scale) + b"%g %g Td %s Tj ET Q" % (x / scale, y / scale, escaped(source, encode(url)))
        else:
            body = escaped(source, encode(url)) + b"Tj"
        return self.wrap(begin + b"%d %d Td " % (x, y) + body + b" ET")

    def begin(self, name, size):
        source = self.source
        if source.random() < 0.15:
            state = self.put(b"ExtGState", b"<</Font[%d 0 R %g]>>" % (next(number for names in (self.resources[b"Font"],) for key, number in names.items() if key == name), size), b"G") \
                if name in self.resources[b"Font"] else None
            if state:
                return b"BT /%s gs " % state
        spelled = b"".join(b"#%02X" % byte if source.random() < 0.1 else bytes([byte]) for byte in name)
        return b"BT /%s %g Tf " % (spelled, size)

    def wrap(self, text):
        """Something around a text that changes nothing."""
        source = self.source
        kind = source.randrange(12)
        if kind == 0:
            return b"q 1 0 0 rg " + text + b" Q"
        if kind == 1:
            levels = source.choice((3, 30, 70, 200))
            return b"q " * levels + text + b" Q" * levels
        if kind == 2:
            return b"/Span <</MCID 1/Lang (en)>> BDC " + text + b" EMC"
        if kind == 3:
            return b"BX /Foo bar EX " + text
        if kind == 4:
            return b"ID " + text
        if kind == 5:
            return self.image() + b" " + text
        if kind == 6:
            return b"% a comment ( \n" + text
        if kind == 7:
            return b"/a /b (c) " * source.choice((1, 40, 4000)) + b"foo " + text
        if kind == 8:
            return b"[%s] 0 d " % (b"3 2 " * source.choice((1, 100, 6000))) + text
        if kind == 9:
            return b"(x) Td /y Tj [1 2 Tz " * 0 + b"/Artifact BMC " + text + b" EMC"
        return text

    def image(self):
        source = self.source
        noise = bytes(source.randrange(256) for _ in range(40)) + source.choice((b"", b" EI ", b" EI (", b"\nEI\n")) + bytes(source.randrange(256) for _ in range(40))
        kind = source.randrange(4)
        if kind == 0:
            return b"BI /W %d /H 1 /BPC 8 /CS /G ID %s\nEI" % (len(noise), noise)
        if kind == 1:
            return b"BI /W %d /H 1 /BPC 8 /CS /G /F /Fl ID %s\nEI" % (len(noise), zlib.compress(noise))
        if kind == 2:
            return b"BI /W %d /H 1 /BPC 8 /CS /G /F /AHx ID %s>\nEI" % (len(noise), noise.hex().encode())
        return b"BI /W 8 /H %d /IM true /BPC 1 /D[1 0] ID %s\nEI" % (len(noise), noise)

    # ---- Where it is drawn ----

    def form_of(self, text, fonts, own=True, more=b""):
        resources = b"/Resources<</Font<<%s>>>>" % b"".join(b"/%s %d 0 R" % one for one in fonts.items()) if own else b""
        return self.pdf.stream(text, FORM + resources + more)

    def in_form(self):
        source, fonts = self.source, {}
        own = source.random() < 0.6
        text = self.text(fonts=fonts if own else None)
        form = self.form_of(text, fonts, own)
        for _ in range(source.choice((0, 0, 1, 5, 18))):
            name = b"X%d" % source.randrange(10)
            form = self.pdf.stream(b"q /%s Do Q" % name, FORM + b"/Resources<</XObject<</%s %d 0 R>>>>" % (name, form))
        return b"/%s Do " % self.put(b"XObject", b"%d 0 R" % form, b"X") * source.choice((1, 1, 3))

    def in_pattern(self):
        fonts = {}
        text = self.text(fonts=fonts)
        pattern = self.pdf.stream(text, b"/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 612 792]/XStep 612/YStep 792/Resources<</Font<<%s>>>>" %
                                  b"".join(b"/%s %d 0 R" % one for one in fonts.items()))
        return b"q /Pattern cs /%s scn 0 0 612 792 re f Q" % self.put(b"Pattern", b"%d 0 R" % pattern, b"P")

    def in_mask(self):
        fonts = {}
        group = self.form_of(self.text(fonts=fonts), fonts, True, b"/Group<</S/Transparency/CS/DeviceGray>>")
        name = self.put(b"ExtGState", b"<</SMask<</S/Luminosity/G %d 0 R>>>>" % group, b"M")
        return b"q /%s gs 0 0 1 1 re f Q" % name

    def in_actual_text(self):
        """Glyphs that say something else than the text that stands for them."""
        x, y = self.place()
        name = self.put(b"Font", None, b"A")
        self.resources[b"Font"][name] = helvetica(self.pdf)
        url = self.url()
        value = b"<FEFF%s>" % url.decode().encode("utf-16-be").hex().encode()
        if self.source.random() < 0.5:
            tag = b"/Span <</ActualText %s>> BDC" % value
        else:
            tag = b"/Span /%s BDC" % self.put(b"Properties", b"<</ActualText %s>>" % value, b"T")
        return b"BT /%s 8 Tf %d %d Td %s (%s) Tj EMC ET" % (name, x, y, tag, b"x" * len(url))

    def in_appearance(self):
        source, fonts = self.source, {}
        form = self.form_of(self.text(fonts=fonts), fonts)
        kind = source.randrange(5)
        if kind == 0:
            entries = b"/Subtype/FreeText/DA(/F 12 Tf)/AP<</N %d 0 R>>" % form
        elif kind == 1:
            entries = b"/Subtype/Stamp/AP<</N %d 0 R>>" % form
        elif kind == 2:
            other = self.pdf.stream(b"", FORM)
            entries = b"/Subtype/Widget/FT/Btn/T(a)/AS/On/AP<</N<</On %d 0 R/Off %d 0 R>>>>" % (form, other)
        elif kind == 3:
            entries = b"/Subtype/Widget/FT/Tx/T(b)/AP<</N %d 0 R>>" % form
        else:
            entries = b"/Subtype/Square/AP<</N %d 0 R>>" % form
        self.annotations.append(self.pdf.add(b"<</Type/Annot/F 4/Rect[0 0 612 792]%s>>" % entries))
        return b""

    def without_appearance(self):
        _, y = self.place()
        if self.source.random() < 0.5:
            entries = b"/Subtype/FreeText/DA(/Helv 8 Tf 0 g)/Contents(%s)" % self.url()
        else:
            entries = b"/Subtype/Widget/FT/Tx/T(t%d)/DA(/Helv 8 Tf 0 g)/V(%s)" % (y, self.url())
        self.annotations.append(self.pdf.add(b"<</Type/Annot/F 4/Rect[20 %d 580 %d]%s>>" % (y - 2, y + 14, entries)))
        return b""

    def invisible(self):
        return b"3 Tr " + self.text() + b" 0 Tr"

    def make(self):
        source = self.source
        draw = (self.text,) * 12 + (self.in_form,) * 4 + (self.in_pattern, self.in_mask, self.in_actual_text, self.in_appearance, self.in_appearance, self.without_appearance, self.invisible)
        parts = []
        for _ in range(source.randrange(1, 14)):
            parts.append(source.choice(draw)())
        content = source.choice((b"\n", b" ")).join(parts)
        filters = lambda: source.choice(((), (b"FlateDecode",), (b"ASCII85Decode", b"FlateDecode")))  # noqa: E731
        streams = in_streams(source, content, 6) if source.random() < 0.3 else [content]
        contents = [self.pdf.stream(one, filters=filters()) for one in streams]
        font_names = b"".join(b"/%s %d 0 R" % one for one in self.resources[b"Font"].items())
        others = b"".join(b"/%s<<%s>>" % (kind, b"".join(b"/%s %s" % one for one in names.items())) for kind, names in self.resources.items() if kind != b"Font")
        resources = b"<</Font<<%s>>%s>>" % (font_names, others)
        on_page, on_tree = (b"/Resources " + resources, b"") if source.random() < 0.7 else (b"", b"/Resources " + resources)
        pdf = self.pdf
        root, tree, leaf = pdf.reserve(), pdf.reserve(), pdf.reserve()
        refs = lambda numbers: b" ".join(b"%d 0 R" % one for one in numbers)  # noqa: E731
        pdf.add(b"<</Type/Page/Parent %d 0 R/MediaBox[0 0 612 792]%s/Contents[%s]/Annots[%s]>>" % (tree, on_page, refs(contents), refs(self.annotations)), leaf)
        pdf.add(b"<</Type/Pages/Count 1/Kids[%d 0 R]%s>>" % (leaf, on_tree), tree)
        pdf.add(b"<</Type/Catalog/Pages %d 0 R/AcroForm<</Fields[]/DR<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>>>" % tree, root)
        return pdf.classic(root)


def page(source, name):
    return Page(source, name).make()
