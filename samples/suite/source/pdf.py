# SPDX-License-Identifier: MIT
"""Writes small PDF files (ISO 32000-2) with links on pages.

    document = pdf_file([uri(b"../x.html")], base(b"http://a.example/dir/"))

Objects are bytes, because some are written wrongly on purpose."""

# Rows of links on a page, and the size of one. Viewers are clicked in the middle of a link.
ROWS, COLUMNS, WIDTH, HEIGHT, ROW, LEFT = 36, 4, 612, 792, 20, 36
LINK, BUTTON = b"/Subtype/Link/Border[0 0 1]", b"/Subtype/Widget/FT/Btn/Ff 65536/T %s/MK<</BG[0.9]>>"
CELL = (WIDTH - 2 * LEFT) // COLUMNS
PER_PAGE = ROWS * COLUMNS


def string(value):
    """A string object. Hexadecimal, because every byte can be written so."""
    return b"<" + value.hex().encode() + b">"


def text_string(value):
    """A string object in UTF-16, as text is written whose characters PDFDocEncoding lacks."""
    return string(b"\xfe\xff" + value.encode("utf-16-be"))


def rectangle(number):
    """Where the link with this number is on its page: left, bottom, right, top, in points from the lower left corner."""
    row, column = divmod(number % PER_PAGE, COLUMNS)
    left, bottom = LEFT + column * CELL, HEIGHT - LEFT - (row + 1) * ROW
    return left, bottom, left + CELL - 10, bottom + ROW - 6


def uri(reference, more=b""):
    return b"<</S/URI/URI " + string(reference) + more + b">>"


def base(reference):
    """The value of /URI in the catalog."""
    return b"<</Base " + string(reference) + b">>"


class Button(bytes):
    """The action of a button in a form, rather than of a link."""


class Writer:
    def __init__(self):
        self.objects = []

    def add(self, content=b""):
        self.objects.append(content)
        return len(self.objects)

    def stream(self, content, keys=b""):
        return self.add(b"<<%s/Length %d>>\nstream\n%s\nendstream" % (keys, len(content), content))

    def file(self, root):
        out, places = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), []
        for number, content in enumerate(self.objects, 1):
            places.append(len(out))
            out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
        table = len(out)
        out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
        out += b"".join(b"%010d 00000 n \n" % place for place in places)
        out += b"trailer\n<</Size %d/Root %d 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (len(places) + 1, root, table)
        return bytes(out)


def page_of(writer, pages, font, first, actions, labels):
    page, annotations, shown = writer.add(), [], []
    for number, (action, label) in enumerate(zip(actions, labels), first):
        left, bottom, right, top = rectangle(number)
        box = b"%d %d %d %d" % (left, bottom, right, top)
        kind = BUTTON % string(label.encode()) if isinstance(action, Button) else LINK
        annotations.append(writer.add(b"<</Type/Annot%s/P %d 0 R/Rect[%s]/A %s>>" % (kind, page, box, bytes(action))))
        shown.append(b"BT /F 9 Tf %d %d Td %s Tj ET" % (left + 4, bottom + 4, string(label.encode())))
    content = writer.stream(b"\n".join(shown))
    links = b" ".join(b"%d 0 R" % one for one in annotations)
    writer.objects[page - 1] = (b"<</Type/Page/Parent %d 0 R/MediaBox[0 0 %d %d]/Resources<</Font<</F %d 0 R>>>>/Contents %d 0 R/Annots[%s]>>"
                                % (pages, WIDTH, HEIGHT, font, content, links))
    return page, [one for one, action in zip(annotations, actions) if isinstance(action, Button)]


def pdf_file(actions, uri_dictionary=None, xmp=None, is_indirect=False):
    """A document with one link per action. The text of the Nth link is refN. `uri_dictionary` is the value of /URI in the catalog; with
    `is_indirect` it is an object of its own. `xmp` is the metadata of the document."""
    labels = [f"ref{number}" for number in range(1, len(actions) + 1)]
    writer = Writer()
    root, pages = writer.add(), writer.add()
    font = writer.add(b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
    made = [page_of(writer, pages, font, first, actions[first:first + PER_PAGE], labels[first:first + PER_PAGE])
            for first in range(0, max(1, len(actions)), PER_PAGE)]
    writer.objects[pages - 1] = b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(made), b" ".join(b"%d 0 R" % page for page, _ in made))
    keys, buttons = b"", [b"%d 0 R" % one for _, found in made for one in found]
    if buttons:
        keys += b"/AcroForm<</Fields[%s]>>" % b" ".join(buttons)
    if uri_dictionary is not None:
        keys += b"/URI " + (b"%d 0 R" % writer.add(uri_dictionary) if is_indirect else uri_dictionary)
    if xmp is not None:
        keys += b"/Metadata %d 0 R" % writer.stream(xmp, b"/Type/Metadata/Subtype/XML")
    writer.objects[root - 1] = b"<</Type/Catalog/Pages %d 0 R%s>>" % (pages, keys)
    return writer.file(root)
