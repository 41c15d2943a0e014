"""PDF files with known links, written in the ways in which a PDF can be written (ISO 32000-2).

    for name, content, links in seeds(): ...

Hosts are of the reserved domain `example`. `links` are all URLs that the document refers to."""

import hashlib
import struct
import zlib

PAD = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
ID = b"0123456789abcdef"


def rc4(key, data):
    state, j, out, i = list(range(256)), 0, bytearray(), 0
    for at in range(256):
        j = (j + state[at] + key[at % len(key)]) & 255
        state[at], state[j] = state[j], state[at]
    j = 0
    for byte in data:
        i = (i + 1) & 255
        j = (j + state[i]) & 255
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) & 255])
    return bytes(out)


class Encryption:
    """RC4 with a key of 40 bits and an empty password (7.6.4, revision 2)."""

    def __init__(self):
        owner = hashlib.md5(PAD).digest()[:5]
        self.o = rc4(owner, PAD)
        self.key = hashlib.md5(PAD + self.o + struct.pack("<i", -4) + ID).digest()[:5]
        self.u = rc4(self.key, PAD)

    def apply(self, number, data):
        return rc4(hashlib.md5(self.key + struct.pack("<I", number)[:3] + b"\0\0").digest()[:10], data)

    def dictionary(self):
        return b"<</Filter/Standard/V 1/R 2/P -4/O<%s>/U<%s>>>" % (self.o.hex().encode(), self.u.hex().encode())


class Pdf:
    """Objects by number. Strings are written by string(), so that they can be encrypted with the number of their object."""

    def __init__(self, encryption=None):
        self.objects, self.next, self.encryption = {}, 1, encryption

    def reserve(self):
        self.next += 1
        return self.next - 1

    def add(self, make, number=None):
        """`make` is bytes, or a function of the object's number."""
        number = number or self.reserve()
        self.objects[number] = make(number) if callable(make) else make
        return number

    def string(self, number, value):
        return b"<%s>" % self.encryption.apply(number, value).hex().encode() if self.encryption else b"(%s)" % value

    def stream(self, content, keys=b"", filters=(b"FlateDecode",)):
        for name in reversed(filters):
            content = ENCODERS[name](content)
        if filters:
            keys += b"/Filter[%s]" % b"".join(b"/" + name for name in filters)

        def make(number):
            data = self.encryption.apply(number, content) if self.encryption else content
            return b"<<%s/Length %d>>stream\n%s\nendstream" % (keys, len(data), data)
        return self.add(make)

    # ---- Ways to write the file ----

    def body(self, numbers, at=0, first=b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"):
        out, places = bytearray(first), {}
        for number in numbers:
            places[number] = at + len(out)
            out += b"%d 0 obj\n%s\nendobj\n" % (number, self.objects[number])
        return out, places

    def trailer(self, root):
        more = b"/Encrypt %s/ID[<%s><%s>]" % (self.encryption.dictionary(), ID.hex().encode(), ID.hex().encode()) if self.encryption else b""
        return b"/Size %d/Root %d 0 R%s" % (self.next, root, more)

    def table(self, root, places, prev=None):
        rows = b"".join(b"%d 1\n%010d 00000 n \n" % place for place in sorted(places.items()))
        return b"xref\n0 1\n0000000000 65535 f \n%strailer\n<<%s%s>>\n" % (rows, self.trailer(root), b"/Prev %d" % prev if prev else b"")

    def classic(self, root):
        out, places = self.body(sorted(self.objects))
        start = len(out)
        return bytes(out + self.table(root, places) + b"startxref\n%d\n%%%%EOF\n" % start)

    def updated(self, root, changed):
        """An incremental update (7.5.6): the objects `changed` are written again behind the first end."""
        old = {number: b"<</Old true>>" for number in changed}
        new, self.objects = self.objects, {**self.objects, **old}
        out, places = self.body(sorted(self.objects))
        first = len(out)
        out += self.table(root, places) + b"startxref\n%d\n%%%%EOF\n" % first
        self.objects = new
        more, places = self.body(sorted(changed), len(out), b"")
        start = len(out) + len(more)
        return bytes(out + more + self.table(root, places, first) + b"startxref\n%d\n%%%%EOF\n" % start)

    def streams(self, root, packed=(), predictor=False):
        """A cross-reference stream, and the objects `packed` in an object stream (7.5.7)."""
        rows = {}
        if packed:
            head, inside = b"", b""
            for index, number in enumerate(packed):
                head += b"%d %d " % (number, len(inside))
                inside += self.objects[number] + b"\n"
            holder = self.stream(head + inside, b"/Type/ObjStm/N %d/First %d" % (len(packed), len(head)))
            rows = {number: (2, holder, index) for index, number in enumerate(packed)}
        out, places = self.body(sorted(set(self.objects) - set(packed)))
        own = self.reserve()
        places[own] = len(out)
        rows.update({number: (1, place, 0) for number, place in places.items()})
        raw = [struct.pack(">BIH", *rows.get(number, (0, 0, 0))) for number in range(self.next)]
        keys = b""
        if predictor:
            before, rows_up = bytes(7), b""
            for row in raw:
                rows_up += b"\2" + bytes((a - b) & 255 for a, b in zip(row, before))
                before = row
            content, keys = rows_up, b"/DecodeParms<</Predictor 12/Columns 7>>"
        else:
            content = b"".join(raw)
        content = zlib.compress(content)
        out += b"%d 0 obj\n<</Type/XRef%s/W[1 4 2]/Filter/FlateDecode%s/Length %d>>stream\n%s\nendstream\nendobj\n" % (
            own, self.trailer(root), keys, len(content), content)
        return bytes(out + b"startxref\n%d\n%%%%EOF\n" % places[own])


def ascii85(data):
    out = b""
    for at in range(0, len(data), 4):
        piece = data[at:at + 4]
        value, digits = struct.unpack(">I", piece.ljust(4, b"\0"))[0], b""
        for _ in range(5):
            value, digit = divmod(value, 85)
            digits = bytes([digit + 33]) + digits
        out += b"z" if piece == bytes(4) else digits[:len(piece) + 1]
    return out + b"~>"


def run_length(data):
    return b"".join(bytes([len(data[at:at + 128]) - 1]) + data[at:at + 128] for at in range(0, len(data), 128)) + b"\x80"


def lzw(data):
    """Codes of nine bits alone: the table is cleared before it grows."""
    codes = []
    for at, byte in enumerate(data):
        codes += [256, byte] if at % 200 == 0 else [byte]
    bits = "".join(f"{code:09b}" for code in [*codes, 257])
    return int(bits.ljust(-(-len(bits) // 8) * 8, "0"), 2).to_bytes(-(-len(bits) // 8), "big")


ENCODERS = {b"FlateDecode": zlib.compress, b"ASCIIHexDecode": lambda data: data.hex().encode() + b">", b"ASCII85Decode": ascii85,
            b"RunLengthDecode": run_length, b"LZWDecode": lzw}


def url(seed, number):
    return b"http://%s%d.example/path/%d?q=%d" % (seed.encode(), number, number, number)


def link(pdf, action):
    """A link annotation. `action` is a function of the number of its object."""
    return pdf.add(lambda number: b"<</Type/Annot/Subtype/Link/Rect[72 700 400 720]/A %s>>" % action(number))


def uri(pdf, value):
    return lambda number: b"<</S/URI/URI %s>>" % pdf.string(number, value)


def finish(pdf, annotations=(), contents=(), resources=b"", catalog=b"", page=b""):
    """The page, the tree and the catalog. Returns the number of the catalog and those of the objects that are no streams."""
    root, tree, leaf = pdf.reserve(), pdf.reserve(), pdf.reserve()
    refs = lambda numbers: b" ".join(b"%d 0 R" % one for one in numbers)  # noqa: E731
    pdf.add(b"<</Type/Page/Parent %d 0 R/MediaBox[0 0 612 792]/Resources<<%s>>/Contents[%s]/Annots[%s]%s>>" % (
        tree, resources, refs(contents), refs(annotations), page), leaf)
    pdf.add(b"<</Type/Pages/Count 1/Kids[%d 0 R]>>" % leaf, tree)
    pdf.add(b"<</Type/Catalog/Pages %d 0 R%s>>" % (tree, catalog), root)
    return root, [number for number, content in sorted(pdf.objects.items()) if b"stream\n" not in content]


def with_links(name, encryption=None):
    pdf = Pdf(encryption)
    links = [url(name, number) for number in range(3)]
    return pdf, links, [link(pdf, uri(pdf, value)) for value in links]


def shown(font, lines):
    return b"BT /%s 12 Tf 14 TL 72 700 Td %s ET" % (font, b" ".join(b"(%s) Tj T*" % line for line in lines))


def helvetica(pdf):
    return pdf.add(b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>")


def text_page(name, filters=(b"FlateDecode",), split=False):
    pdf = Pdf()
    font, links = helvetica(pdf), [url(name, number) for number in range(3)]
    lines = [b"(%s)" % value for value in links]
    if split:
        lines = [b"[(%s)-1(%s)] TJ" % (value[:9], value[9:]) for value in links]
        content = b"BT /F 12 Tf 14 TL 72 700 Td %s ET" % b" T* ".join(lines)
    else:
        content = shown(b"F", links)
    contents = [pdf.stream(content, filters=filters)]
    root, _ = finish(pdf, contents=contents, resources=b"/Font<</F %d 0 R>>" % font)
    return pdf.classic(root), links


def form_text(name, levels):
    pdf = Pdf()
    font, links = helvetica(pdf), [url(name, 0)]
    form = pdf.stream(shown(b"F", links), b"/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</Font<</F %d 0 R>>>>" % font)
    for _ in range(levels):
        form = pdf.stream(b"q /X Do Q", b"/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</XObject<</X %d 0 R>>>>" % form)
    root, _ = finish(pdf, contents=[pdf.stream(b"/X Do")], resources=b"/XObject<</X %d 0 R>>" % form)
    return pdf.classic(root), links


def appearance(name):
    pdf = Pdf()
    font, links = helvetica(pdf), [url(name, 0), url(name, 1)]
    form = b"/Type/XObject/Subtype/Form/BBox[0 0 500 720]/Resources<</Font<</F %d 0 R>>>>" % font
    looks = [pdf.stream(shown(b"F", [value]), form) for value in links]
    notes = [pdf.add(b"<</Type/Annot/Subtype/FreeText/Rect[50 %d 550 %d]/F 4/DA(/F 12 Tf)/AP<</N %d 0 R>>>>" % (20, 740, looks[0])),
             pdf.add(b"<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(x)/Rect[50 30 550 750]/F 4/AP<</N %d 0 R>>>>" % looks[1])]
    root, _ = finish(pdf, notes, catalog=b"/AcroForm<</Fields[%d 0 R]>>" % notes[1])
    return pdf.classic(root), links


def to_unicode(name):
    """A composite font, whose codes only the map says."""
    pdf = Pdf()
    links = [url(name, 0), url(name, 1)]
    alphabet = sorted(set(b"".join(links)))
    rows = b"\n".join(b"<%04X> <%04X>" % (code, char) for code, char in enumerate(alphabet, 1))
    cmap = pdf.stream(b"/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
                      b"%d beginbfchar\n%s\nendbfchar\nendcmap\nend\nend" % (len(alphabet), rows))
    descriptor = pdf.add(b"<</Type/FontDescriptor/FontName/A/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>")
    inner = pdf.add(b"<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500/FontDescriptor %d 0 R>>" % descriptor)
    font = pdf.add(b"<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>" % (inner, cmap))
    lines = b" T* ".join(b"<%s> Tj" % b"".join(b"%04X" % (alphabet.index(char) + 1) for char in value) for value in links)
    root, _ = finish(pdf, contents=[pdf.stream(b"BT /F 12 Tf 14 TL 72 700 Td %s ET" % lines)], resources=b"/Font<</F %d 0 R>>" % font)
    return pdf.classic(root), links


def embedded(name):
    pdf = Pdf()
    links = [url(name, 0), url(name, 1)]
    files = []
    for file_name, content in ((b"a.html", b'<html><body><a href="%s">x</a></body></html>' % links[0]), (b"b.txt", b"see %s today\n" % links[1])):
        held = pdf.stream(content, b"/Type/EmbeddedFile/Params<</Size %d>>" % len(content))
        files.append(pdf.add(b"<</Type/Filespec/F(%s)/UF(%s)/EF<</F %d 0 R>>>>" % (file_name, file_name, held)))
    names = b" ".join(b"(%d) %d 0 R" % pair for pair in enumerate(files))
    root, _ = finish(pdf, catalog=b"/Names<</EmbeddedFiles<</Names[%s]>>>>" % names)
    return pdf.classic(root), links


def actions(name):
    """Forms, scripts, XFA and other actions than URI. Few viewers list them."""
    pdf = Pdf()
    links = [url(name, number) for number in range(5)]
    send = link(pdf, lambda number: b"<</S/SubmitForm/F<</FS/URL/F %s>>>>" % pdf.string(number, links[0]))
    script = link(pdf, lambda number: b"<</S/JavaScript/JS %s>>" % pdf.string(number, b'app.launchURL\\("%s"\\)' % links[1]))
    remote = link(pdf, lambda number: b"<</S/GoToR/F %s/D[0/Fit]/Next<</S/URI/URI %s>>>>" % (pdf.string(number, links[2]), pdf.string(number, links[3])))
    xfa = pdf.stream(b'<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform><event>'
                     b'<submit target="%s"/></event></subform></template></xdp:xdp>' % links[4])
    root, _ = finish(pdf, [send, script, remote], catalog=b"/AcroForm<</Fields[]/XFA %d 0 R>>" % xfa)
    return pdf.classic(root), links


def seeds():
    pdf, links, notes = with_links("classic")
    root, _ = finish(pdf, notes)
    yield "classic", pdf.classic(root), links

    pdf, links, notes = with_links("update")
    root, _ = finish(pdf, notes)
    yield "update", pdf.updated(root, notes[:2]), links

    pdf, links, notes = with_links("xrefstream")
    root, _ = finish(pdf, notes)
    yield "xref-stream", pdf.streams(root), links

    for name, predictor in (("objectstream", False), ("predictor", True)):
        pdf, links, notes = with_links(name)
        root, packed = finish(pdf, notes)
        yield name, pdf.streams(root, packed, predictor), links

    pdf, links, notes = with_links("base")
    links.append(b"below/page.html")
    notes.append(link(pdf, uri(pdf, links[-1])))
    root, _ = finish(pdf, notes, catalog=b"/URI<</Base(http://base.example/dir/)>>")
    yield "base", pdf.classic(root), links

    pdf, links, notes = with_links("encrypted", Encryption())
    root, _ = finish(pdf, notes)
    yield "encrypted", pdf.classic(root), links

    yield "text", *text_page("text")
    yield "text-plain", *text_page("textplain", ())
    yield "text-split", *text_page("textsplit", split=True)
    yield "text-filters", *text_page("textfilters", (b"ASCII85Decode", b"FlateDecode"))
    yield "text-old-filters", *text_page("textold", (b"ASCIIHexDecode", b"RunLengthDecode"))
    yield "text-lzw", *text_page("textlzw", (b"LZWDecode",))
    yield "text-form", *form_text("textform", 0)
    yield "text-forms", *form_text("textforms", 5)
    yield "text-appearance", *appearance("appearance")
    yield "text-unicode", *to_unicode("unicode")
    yield "embedded", *embedded("embedded")
    yield "actions", *actions("actions")
