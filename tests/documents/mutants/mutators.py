"""Changes of documents: damage that viewers read on behind, and some that they do not.

    content, what = mutate(seed, others, random)        # `others` are seeds of the same format

A mutant has one to three changes. Half of them know the format."""

import io
import re
import struct
import warnings
import zipfile
import zlib


SPACES = (b" ", b"\t", b"\r\n", b"\0", b"\f", b"%\n", b" " * 300)
NUMBERS = (b"0", b"1", b"7", b"-1", b"65535", b"65536", b"2147483647", b"4294967295", b"99999999999999999999")


def named(mutator, *parts):
    """The mutator with a name that says of what it is made."""
    mutator.__name__ = " ".join(part if isinstance(part, str) else part.__name__ for part in parts)
    return mutator


def place(content, random):
    return random.randrange(len(content) + 1) if content else 0


# ---- Any bytes ----

def flip(content, random):
    if not content:
        return content
    at = random.randrange(len(content))
    return content[:at] + bytes([content[at] ^ 1 << random.randrange(8)]) + content[at + 1:]


def set_bytes(content, random):
    at, size = place(content, random), random.randrange(1, 5)
    return content[:at] + random.choice((b"\0", b"\xff", random.randbytes(1))) * size + content[at + size:]


def insert(content, random):
    at = place(content, random)
    return content[:at] + random.choice((random.randbytes(random.randrange(1, 9)), random.choice(SPACES), random.choice(NUMBERS))) + content[at:]


def delete(content, random):
    at = place(content, random)
    return content[:at] + content[at + random.choice((1, 2, 4, 16, 64)):]


def truncate(content, random):
    return content[:max(1, len(content) - random.choice((1, 4, 20, 100, random.randrange(1, max(2, len(content))))))]


def duplicate(content, random):
    at, size = place(content, random), random.choice((1, 4, 16, 64, 512))
    return content[:at] + content[at:at + size] * 2 + content[at + size:]


def swap(content, random):
    size = random.choice((1, 2, 4, 16, 64))
    a, b = sorted((place(content, random), place(content, random)))
    if b < a + size:
        return content
    return content[:a] + content[b:b + size] + content[a + size:b] + content[a:a + size] + content[b + size:]


def prefix(content, random):
    return random.choice((*SPACES, b"\xef\xbb\xbf", b"MZ" + bytes(100), random.randbytes(50), b"x" * 1000)) + content


def suffix(content, random):
    return content + random.choice((*SPACES, bytes(600), random.randbytes(70), b"x" * 2000, content[-200:]))


BYTES = (flip, flip, set_bytes, insert, delete, truncate, duplicate, swap, prefix, suffix)


def replaced(content, pattern, random, make):
    """One match of `pattern`, chosen at random, replaced with `make(match)`."""
    found = list(re.finditer(pattern, content, re.S))
    if not found:
        return content
    match = random.choice(found)
    return content[:match.start()] + make(match) + content[match.end():]


# ---- PDF ----

STREAM = rb"(?P<head><<[^\n]*?)/Length (?P<length>\d+)(?P<rest>[^\n]*>>)stream\n(?P<data>.*?)\nendstream"


def with_data(change, keep_length=False):
    """A change of the bytes of a stream, whose /Length then fits if `keep_length` is not set."""
    def mutator(content, random):
        def make(match):
            data = change(match["data"], random)
            length = match["length"] if keep_length else b"%d" % len(data)
            return b"%s/Length %s%sstream\n%s\nendstream" % (match["head"], length, match["rest"], data)
        return replaced(content, STREAM, random, make)
    return named(mutator, "stream", change, *["without length"] * keep_length)


def inside_flate(change):
    def changed(data, random):
        try:
            return zlib.compress(change(zlib.decompress(data), random), random.choice((0, 9)))
        except zlib.error:
            return change(data, random)
    return named(changed, "inflated", change)


def wrong_checksum(data, random):
    return data[:-4] + random.randbytes(4)


def behind(data, random):
    return data + random.choice((b"\xff" * 4, b"\n", b"\r\n\r\n", random.randbytes(20), data))


def cut(data, random):
    return data[:max(0, len(data) - random.choice((1, 2, 4, 5, 8, 12)))]


def flushed(data, random):
    """All bytes arrive, and then what is no deflate block."""
    try:
        raw, compressor = zlib.decompress(data), zlib.compressobj(random.choice((0, 6)))
    except zlib.error:
        return data + b"\xff"
    return compressor.compress(raw) + compressor.flush(zlib.Z_FULL_FLUSH) + random.choice((b"", b"\xff\xff\xff\xff", b"\x07"))


def number_of(what, pattern):
    def mutator(content, random):
        def make(match):
            near = int(match[2][-9:]) + random.choice((-2, -1, 1, 2, 10))
            return match[1] + random.choice((*NUMBERS, b"%d" % near, b"%d 0 R" % random.randrange(1, 15)))
        return replaced(content, pattern, random, make)
    return named(mutator, "number of", what)


def offset(content, random):
    return replaced(content, rb"(\d{10})( \d{5} [nf])", random, lambda match: b"%010d" % max(0, int(match[1]) + random.choice((-15, -1, 1, 3, 200))) + match[2])


def swap_offsets(content, random):
    found = list(re.finditer(rb"\d{10}(?= \d{5} n)", content))
    if len(found) < 2:
        return content
    a, b = sorted(random.sample(found, 2), key=lambda match: match.start())
    return content[:a.start()] + b[0] + content[a.end():b.start()] + a[0] + content[b.end():]


WORDS = (b"endstream", b"endobj", b"stream\n", b"xref\n", b"trailer\n", b"startxref", b"%%EOF", b" obj\n", b"/Type", b"/Root", b"/Size", b"/Annots", b"/Pages", b"/Kids",
         b"/FlateDecode", b"/ObjStm", b"/XRef", b"/URI", b"/Contents", b"/Filter", b"/A ", b"/S")


def pdf_word(content, random):
    word = re.escape(random.choice(WORDS))
    return replaced(content, word, random, lambda match: random.choice((
        b"", match[0].strip() + b" ", match[0].replace(b"\n", b"\r\n"), match[0].replace(b"\n", b"\r"), b"\n%x\n" + match[0], match[0] * 2, match[0].lower(),
        re.sub(rb"/(.)", lambda name: b"/#%02X" % name[1][0], match[0]))))


def pdf_object_again(content, random):
    """A copy of an object behind the last one, or a second definition of its number."""
    found = list(re.finditer(rb"\d+ 0 obj\n.*?endobj\n", content, re.S))
    if not found:
        return content
    one, at = random.choice(found)[0], content.rfind(b"xref")
    other = random.choice((one, re.sub(rb"^\d+", b"%d" % random.randrange(1, 20), one)))
    return content[:at] + other + content[at:] if random.random() < 0.5 else content + other


def pdf_token(content, random):
    """The same objects with other white space and comments."""
    return replaced(content, rb"(?<=[\[\]<>])(?=[/\[\]<>])| (?=[/\[<(])|(?<=R)(?= )", random, lambda _: random.choice(SPACES + (b"\n", b"%]>>\n", b"% x\r")))


def shared_offsets(content, random):
    """The objects of an object stream begin at one offset."""
    def change(data, _):
        numbers = re.match(rb"(?:\d+ \d+ )+", data)
        if not numbers:
            return data
        words = numbers[0].split()
        at = random.randrange(1, len(words), 2)
        words[at] = words[random.randrange(1, len(words), 2)]
        return b" ".join(words).ljust(len(numbers[0])) + data[numbers.end():]
    return with_data(inside_flate(change))(content, random)


KEYS = rb"(/(?:Size|N|First|Prev|Root|Index\[|Columns|Predictor|Count|Pages|Parent|Contents\[|Annots\[|Kids\[) ?)(\d+)"
PDF = (with_data(wrong_checksum), with_data(wrong_checksum), with_data(behind), with_data(behind, True), with_data(cut), with_data(cut, True), with_data(flushed),
       with_data(inside_flate(flip)), with_data(inside_flate(insert)), with_data(inside_flate(delete)), with_data(flip),
       number_of("length", rb"(/Length )(\d+)"), number_of("key", KEYS), number_of("widths", rb"(/W\[(?:\d )*)(\d)"), number_of("startxref", rb"(startxref\n)(\d+)"),
       number_of("object", rb"(\n)(\d+)(?= 0 obj)"), number_of("table", rb"(xref\n)(\d+)"),
       offset, swap_offsets, pdf_word, pdf_word, pdf_word, pdf_object_again, pdf_token, pdf_token, shared_offsets)


# ---- Zip ----

LOCAL, CENTRAL, END = b"PK\3\4", b"PK\1\2", b"PK\5\6"
# Offsets of the fields (APPNOTE 4.3.7, 4.3.12): version, flags, method, time, date, CRC, packed size, size, name's length, extra's length.
LOCAL_FIELDS = {"version": (4, 2), "flags": (6, 2), "method": (8, 2), "crc": (14, 4), "packed": (18, 4), "size": (22, 4), "name": (26, 2), "extra": (28, 2)}
CENTRAL_FIELDS = {"version": (6, 2), "flags": (8, 2), "method": (10, 2), "crc": (16, 4), "packed": (20, 4), "size": (24, 4), "name": (28, 2), "extra": (30, 2),
                  "comment": (32, 2), "disk": (34, 2), "local": (42, 4)}
END_FIELDS = {"disk": (4, 2), "first": (6, 2), "here": (8, 2), "entries": (10, 2), "bytes": (12, 4), "start": (16, 4), "comment": (20, 2)}


def field_of(record, fields):
    def mutator(content, random):
        places = [match.start() for match in re.finditer(re.escape(record), content)]
        if not places:
            return content
        name = random.choice(list(fields))
        at, size = random.choice(places) + fields[name][0], fields[name][1]
        old = int.from_bytes(content[at:at + size].ljust(size, b"\0"), "little")
        values = (old ^ 1, old ^ 8, old ^ 0x800, 0, 1, 8, 9, 99, (1 << 8 * size) - 1, old + 1, max(0, old - 1), old * 2)
        return content[:at] + (random.choice(values) & (1 << 8 * size) - 1).to_bytes(size, "little") + content[at + size:]
    return named(mutator, {LOCAL: "local", CENTRAL: "central", END: "end"}[record], "field")


def zip_flag(content, random):
    """A flag or a method in the directory, in the local headers, or in both, of all entries or of one."""
    bit, only = random.choice((1, 8, 0x40, 0x800)), random.choice((LOCAL, CENTRAL, None))
    out = bytearray(content)
    for record, fields in ((LOCAL, LOCAL_FIELDS), (CENTRAL, CENTRAL_FIELDS)):
        for match in re.finditer(re.escape(record), content):
            at = match.start() + fields["flags"][0]
            if only in (None, record) and at < len(out) and random.random() < 0.7:
                out[at] ^= bit & 255
    return bytes(out)


def entries_of(content):
    """(start, end) of each local header with its data, as far as the next one."""
    starts = [match.start() for match in re.finditer(re.escape(LOCAL), content)] + [content.find(CENTRAL)]
    return [(a, b) for a, b in zip(starts, starts[1:]) if 0 <= a < b]


def entry_data(change):
    """A change of the packed bytes of an entry, whose sizes then fit. Offsets behind it are wrong unless its length stays."""
    def mutator(content, random):
        entries = entries_of(content)
        if not entries:
            return content
        start, end = random.choice(entries)
        name, extra = struct.unpack("<HH", content[start + 26:start + 30])
        at = start + 30 + name + extra
        if at >= end:
            return content
        return content[:at] + change(content[at:end], random) + content[end:]
    return named(mutator, "entry", change)


def whole_package(change):
    """The package is read, changed as names and contents, and written again."""
    def mutator(content, random):
        try:
            with zipfile.ZipFile(io.BytesIO(content)) as old:
                files = [(info.filename, old.read(info)) for info in old.infolist()]
        except (zipfile.BadZipFile, zlib.error, RuntimeError, NotImplementedError, EOFError, ValueError, OSError, OverflowError, struct.error):
            return content
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", random.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as new, warnings.catch_warnings():
            warnings.simplefilter("ignore")  # names that are there twice
            for name, data in change(files, random) if files else ():
                new.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), data, new.compression)
        return out.getvalue()
    return named(mutator, change)


def space_before_root(files, random):
    space = random.choice((b" ", b"\n", b"\r\n\t", b" " * 255, b" " * 300, b" " * 5000, b"\xef\xbb\xbf", b"<!-- x -->\n" * 30, b"<?x y?>"))
    return [(name, space + re.sub(rb"^<\?xml.*?\?>\s*", b"", data) if data[:1] == b"<" and random.random() < 0.7 else data) for name, data in files]


def in_utf16(files, random):
    return [(name, re.sub(rb"^<\?xml.*?\?>\s*", b"", data).decode("utf-8", "replace").encode(random.choice(("utf-16", "utf-16-be")), "replace")
             if data[:1] == b"<" and random.random() < 0.4 else data) for name, data in files]


def names_changed(files, random):
    at = random.randrange(len(files))
    name = files[at][0]
    new = random.choice((name.upper(), name.replace("/", "\\"), "/" + name, "./" + name, name + "\0x", name + " ", name.replace(".", "\u00e9."), name * 20))
    return [*files[:at], (new, files[at][1]), *files[at + 1:]]


def names_twice(files, random):
    name, data = random.choice(files)
    return random.choice(([*files, (name, data)], [(name, b"x"), *files], [*files, (name, b"<x/>")], [*files, (name.upper(), b"x")]))


def parts_left_out(files, random):
    at = random.randrange(len(files))
    return files[:at] + files[at + 1:] if len(files) > 1 else files


def parts_in_another_order(files, random):
    return random.sample(files, len(files))


def part_bytes(files, random):
    at = random.randrange(len(files))
    name, data = files[at]
    for _ in range(random.randrange(1, 4)):
        data = random.choice((flip, insert, delete, duplicate, swap, truncate))(data, random)
    return [*files[:at], (name, data), *files[at + 1:]]


def xml_written_otherwise(files, random):
    """Well-formed all the same."""
    def changed(data):
        kind = random.randrange(6)
        if kind == 0:
            return re.sub(rb"(\w)=\"", rb'\1 = "', data)
        if kind == 1:
            return re.sub(rb'="([^"\']*)"', rb"='\1'", data)
        if kind == 2:
            return data.replace(b"http", b"&#104;ttp")
        if kind == 3:
            return re.sub(rb"(<\?xml.*?\?>\s*)?", rb'\1<!DOCTYPE x [<!ENTITY h "http">]>', data, count=1).replace(b"http:", b"&h;:")
        if kind == 4:
            return re.sub(rb"(?<=[^?/])>", rb">\n<!-- http: -->", data, count=5)
        return re.sub(rb"<([a-zA-Z]+):(hyperlink|instrText|document|body)\b", rb"<\1:\2\n", data)
    return [(name, changed(data) if data[:1] == b"<" else data) for name, data in files]


def end_record(content, random):
    at = content.rfind(END)
    if at < 0:
        return content
    return random.choice((content[:at], content[:at + 10], content + content[at:], content[:at] + b"PK\6\6" + bytes(52) + b"PK\6\7" + bytes(16) + content[at:],
                          content[:at + 20] + b"\5\0hello", content[:at] + b"\0" * 40 + content[at:]))


def shared_local(content, random):
    """Two entries of the directory name one local header."""
    places = [match.start() + 42 for match in re.finditer(re.escape(CENTRAL), content)]
    if len(places) < 2:
        return content
    a, b = random.sample(places, 2)
    return content[:a] + content[b:b + 4] + content[a + 4:]


ZIP = (field_of(LOCAL, LOCAL_FIELDS), field_of(CENTRAL, CENTRAL_FIELDS), field_of(CENTRAL, CENTRAL_FIELDS), field_of(END, END_FIELDS), zip_flag, zip_flag,
       entry_data(flip), entry_data(behind), entry_data(cut), entry_data(wrong_checksum), whole_package(space_before_root), whole_package(in_utf16),
       whole_package(names_changed), whole_package(names_twice), whole_package(parts_left_out), whole_package(parts_in_another_order), whole_package(part_bytes),
       whole_package(part_bytes), whole_package(xml_written_otherwise), end_record, shared_local)


# ---- Compound files ----

def sector_shift(content):
    shift = int.from_bytes(content[30:32], "little")
    return shift if 7 <= shift <= 12 else 9


def compound_header(content, random):
    at, size = random.choice(((24, 2), (26, 2), (28, 2), (30, 2), (32, 2), (40, 4), (44, 4), (48, 4), (56, 4), (60, 4), (64, 4), (68, 4), (72, 4), (76, 4), (80, 4)))
    old = int.from_bytes(content[at:at + size].ljust(size, b"\0"), "little")
    new = random.choice((0, 1, old + 1, max(0, old - 1), old * 2, 0xFFFFFFFE, 0xFFFFFFFF, random.randrange(20)))
    return content[:at] + (new & (1 << 8 * size) - 1).to_bytes(size, "little") + content[at + size:]


def word_in(content, start, size, random, values):
    at = start + 4 * random.randrange(max(1, size // 4))
    return content[:at] + (random.choice(values) & 0xFFFFFFFF).to_bytes(4, "little") + content[at + 4:] if at + 4 <= len(content) else content


def compound_table(content, random):
    """An entry of the table of sectors: an end, a loop, another chain."""
    size = 1 << sector_shift(content)
    first = int.from_bytes(content[76:80], "little")
    return word_in(content, (first + 1) * size, min(size, 4 * max(1, len(content) // size)), random, (0xFFFFFFFE, 0xFFFFFFFF, 0, 1, 2, 3, random.randrange(40)))


def compound_mini_table(content, random):
    size = 1 << sector_shift(content)
    return word_in(content, (int.from_bytes(content[60:64], "little") + 1) * size, min(size, 64), random, (0xFFFFFFFE, 0xFFFFFFFF, 0, 1, 2, random.randrange(40)))


def compound_entry(content, random):
    """A field of an entry of the directory: name, type, siblings, child, start, size."""
    size = 1 << sector_shift(content)
    start = (int.from_bytes(content[48:52], "little") + 1) * size + 128 * random.randrange(size // 128)
    at, length = random.choice(((0, 2), (2, 2), (64, 2), (66, 1), (67, 1), (68, 4), (72, 4), (76, 4), (116, 4), (120, 4), (120, 4), (124, 4)))
    old = int.from_bytes(content[start + at:start + at + length].ljust(length, b"\0"), "little")
    new = random.choice((0, 1, 2, 5, old + 1, old * 2, old ^ 0x20, 0xFFFFFFFF, random.randrange(5000))) & (1 << 8 * length) - 1
    return content[:start + at] + new.to_bytes(length, "little") + content[start + at + length:]


def sectors_behind(content, random):
    return content + random.choice((bytes(100), bytes(512), content[512:1024]))


COMPOUND = (compound_header, compound_table, compound_table, compound_mini_table, compound_entry, compound_entry, sectors_behind)


# ---- RTF ----

def rtf_group(content, random):
    return replaced(content, rb"[{}]", random, lambda match: random.choice((b"", match[0] * 2, match[0] + b"{", match[0] + b"}", b"{" + match[0], b"{}" + match[0], b"\\" + match[0])))


def rtf_word(content, random):
    """A control word written otherwise, or another one before it."""
    return replaced(content, rb"\\[a-z*]+-?\d* ?", random, lambda match: random.choice((
        b"", match[0] * 2, match[0].strip() + b"\r\n", b"\\x1 " + match[0], b"{\\x}" + match[0], b"{\\*\\x y}" + match[0], b"\\bin0 " + match[0], b"\\bin3 abc" + match[0],
        b"\\bin99999999 " + match[0], b"\\u-4000?" + match[0], b"\\uc2" + match[0], b"\\'41" + match[0], b"\0" + match[0], match[0].upper(), b"\\*" + match[0])))


def rtf_escapes(content, random):
    """Characters of an address as escapes."""
    def make(match):
        char = match[0][:1]
        return random.choice((b"\\'%02x" % char[0], b"\\u%d?" % char[0], char + b"{}", char + b"\r\n", char + b"\\x1 ", b"{" + char + b"}")) + match[0][1:]
    return replaced(content, rb"(?<=HYPERLINK )\"http|http|HYPERLINK", random, make)


def rtf_start(content, random):
    return random.choice((b"{\\rt", b"{\\rtf", b"{\\rtf0", b"{\\rtf9", b" {\\rtf1", b"\r\n\r\n{\\rtf1", b"{{\\rtf1", b"\0{\\rtf1", b"\xef\xbb\xbf{\\rtf1", b"{\\rtf1" + b" " * 400)) + content[6:]


RTF = (rtf_group, rtf_group, rtf_word, rtf_word, rtf_word, rtf_escapes, rtf_escapes, rtf_start)


# ---- Shortcuts ----

def line_of_its_own(content, random):
    line = random.choice((b"[InternetShortcut]\r\n", b"[internetshortcut]", b"URL=", b"url = ", b"[X]\r\n", b";x\r\n", b"#\n", b"\0\r\n", b"x" * 3000 + b"\n", b"[DEFAULT]\r\nBASEURL=\r\n"))
    at = random.choice([0, *(match.end() for match in re.finditer(rb"\n", content))])
    return content[:at] + line + content[at:]


def line_ends(content, random):
    return re.sub(rb"\r?\n", random.choice((b"\n", b"\r", b"\r\r\n", b" \r\n", b"\n\n")), content)


def in_wide_characters(content, random):
    return random.choice((b"\xff\xfe", b"")) + content.decode("latin-1").encode("utf-16-le")


SHORTCUT = (line_of_its_own, line_ends, in_wide_characters)

KNOWING = {"pdf": PDF, "rtf": RTF, "shortcut": SHORTCUT, "tnef": BYTES, **dict.fromkeys(("docx", "xlsx", "pptx", "odt", "ods", "epub"), ZIP),
           **dict.fromkeys(("doc", "xls", "ppt", "msg"), COMPOUND)}


def mutate(seed, others, random):
    """(bytes, names of the changes). One mutant in twenty is two files one after the other."""
    content, names = seed.content, []
    if random.random() < 0.05:
        other = random.choice(others)
        content = other.content + content if random.random() < 0.5 else content + other.content
        names.append("two_files")
    for _ in range(random.choice((1, 1, 2, 3)) if not names else random.randrange(2)):
        mutator = random.choice(KNOWING[seed.format] if random.random() < 0.6 else BYTES)
        content = mutator(content, random)
        names.append(mutator.__name__)
    return content, "+".join(names)
