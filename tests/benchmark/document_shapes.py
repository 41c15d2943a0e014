"""Documents designed to be slow, each as a message of about the given size.

Most of them share: many places name the same bytes, of which a reader must not read as many times as they are named. A shape has
about as many uses as the shared thing has bytes, so that reading it for each use takes four times as long at twice the size."""

import base64
import pathlib
import plistlib
import re
import struct
import sys
import zlib

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "cli"), str(TESTS / "documents" / "mutants")]

import documents  # noqa: E402
import outlook_files  # noqa: E402
from pdf_seeds import Pdf, finish, helvetica  # noqa: E402

DOCUMENT_SHAPES = {}
# Shapes whose cost grows faster than their size, up to a limit: each use is charged, because it is a result of its own.
CHARGED = {
    "pdf_streams_that_share_their_end": "each search takes steps",
    "docx_lists_of_one_name": "each part is read with each list",
    "docx_quotes_in_quotes": "each becomes a part of the one around it: beyond the size of the document, its bytes take steps",
    "pdf_pages_that_share_text": "each page shows it, and has rows of its own",
    "pdf_contents_that_are_one_stream": "each continues where the one before ends, and shows its text elsewhere",
    "pdf_form_that_is_drawn_often": "each time elsewhere, beside other text",
    "pdf_appearances_that_are_one_stream": "each is elsewhere, beside other text",
    "pdf_glyphs_of_many_characters": "each shows all of them",
    "msg_attachments_that_share_sectors": "each becomes a part of the message, whose size is bounded",
    "doc_streams_that_overlap": "each begins elsewhere in one chain, and has other references",
    "rtf_results_in_results": "each level contains the text of all levels inside it",
    "archive_pages_with_one_header": "each ending of a name is another way to read the same bytes",
}
LINK = b"/Type/Annot/Subtype/Link/Rect[0 0 600 800]"
URI = b"<</S/URI/URI(http://a.example/)>>"
RELATIONSHIP = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="%s"' % RELATIONSHIP
SHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="%s"' % RELATIONSHIP


def document(ending):
    """A function of a number of bytes, which makes a document of about that size."""
    def register(make):
        def message(size):
            content = base64.encodebytes(make(size * 3 // 4))
            return (b"MIME-Version: 1.0\nContent-Type: application/octet-stream; name=a.%s\nContent-Disposition: attachment; filename=a.%s\n"
                    b"Content-Transfer-Encoding: base64\n\n%s" % (ending, ending, content))
        DOCUMENT_SHAPES[make.__name__] = message
        return make
    return register


# ---- PDF. Streams are not compressed, so that their size is that of the file. ----

def refs(numbers):
    return b" ".join(b"%d 0 R" % one for one in numbers)


def with_annotations(pdf, annotations, packed=True, **more):
    root, plain = finish(pdf, annotations, **more)
    return pdf.streams(root, plain) if packed else pdf.classic(root)


def annotations_that_share(size, shared, action):
    """Half of the bytes are one string, which the actions of the other half name."""
    pdf = Pdf()
    one = pdf.add(b"(" + shared * (size // 2 // len(shared)) + b")")
    notes = [pdf.add(b"<<%s%s>>" % (LINK, action % one)) for _ in range(size // 2 // 110)]
    return with_annotations(pdf, notes, packed=False)


@document(b"pdf")
def pdf_scripts_that_share_a_string(size):
    return annotations_that_share(size, b'var a="http:x"; ', b"/A<</S/JavaScript/JS %d 0 R>>")


@document(b"pdf")
def pdf_labels_that_share_a_string(size):
    return annotations_that_share(size, b"abc hello ", b"/Contents %d 0 R/A" + URI)


@document(b"pdf")
def pdf_programs_that_share_arguments(size):
    return annotations_that_share(size, b"-x http:y ", b"/A<</S/Launch/Win<</P %d 0 R>>>>")


@document(b"pdf")
def pdf_names_that_share_a_string(size):
    """Files whose names are one string."""
    return annotations_that_share(size, b"abc/", b"/A<</S/GoToR/F<</F %d 0 R>>>>")


@document(b"pdf")
def pdf_annotations_that_are_one_dictionary(size):
    pdf = Pdf()
    keys = b"".join(b"/K%d 1" % number for number in range(size // 2 // 8))
    one = pdf.add(b"<<%s/A%s%s>>" % (LINK, URI, keys))
    return with_annotations(pdf, [one] * (size // 2 // 6), packed=False)


@document(b"pdf")
def pdf_pages_that_share_annotations(size):
    pdf = Pdf()
    root, tree = pdf.reserve(), pdf.reserve()
    notes = pdf.add(b"[%s]" % (b"<<%s/A%s>>" % (LINK, URI) * (size // 2 // 90)))
    pages = [pdf.add(b"<</Type/Page/Parent %d 0 R/MediaBox[0 0 600 800]/Annots %d 0 R>>" % (tree, notes)) for _ in range(size // 2 // 110)]
    pdf.add(b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(pages), refs(pages)), tree)
    pdf.add(b"<</Type/Catalog/Pages %d 0 R>>" % tree, root)
    return pdf.classic(root)


def pages_of(pdf, resources, contents, count, keys=b""):
    root, tree = pdf.reserve(), pdf.reserve()
    pages = [pdf.add(b"<</Type/Page/Parent %d 0 R/MediaBox[0 0 600 800]/Resources<<%s>>/Contents %d 0 R%s>>" % (tree, resources, contents, keys)) for _ in range(count)]
    pdf.add(b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(pages), refs(pages)), tree)
    pdf.add(b"<</Type/Catalog/Pages %d 0 R>>" % tree, root)
    return pdf.classic(root)


def plain_text(count):
    return b"BT /F 1 Tf " + b"(some text http://a.example/ ) Tj " * max(1, count // 34) + b"ET"


@document(b"pdf")
def pdf_pages_that_share_text(size):
    pdf = Pdf()
    font = helvetica(pdf)
    return pages_of(pdf, b"/Font<</F %d 0 R>>" % font, pdf.stream(plain_text(size // 2), filters=()), size // 2 // 150)


@document(b"pdf")
def pdf_contents_that_are_one_stream(size):
    pdf = Pdf()
    font = helvetica(pdf)
    text = pdf.stream(plain_text(size // 2), filters=())
    root, _ = finish(pdf, contents=[text] * (size // 2 // 6), resources=b"/Font<</F %d 0 R>>" % font)
    return pdf.classic(root)


@document(b"pdf")
def pdf_form_that_is_drawn_often(size):
    pdf = Pdf()
    font = helvetica(pdf)
    form = pdf.stream(plain_text(size // 2), b"/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</F %d 0 R>>>>" % font, ())
    root, _ = finish(pdf, contents=[pdf.stream(b"/X Do " * (size // 2 // 6), filters=())], resources=b"/XObject<</X %d 0 R>>" % form)
    return pdf.classic(root)


@document(b"pdf")
def pdf_forms_in_forms(size):
    """Each form draws the next one twice."""
    pdf = Pdf()
    form = pdf.stream(b"", b"/Type/XObject/Subtype/Form/BBox[0 0 600 800]", ())
    for _ in range(size // 220):
        form = pdf.stream(b"/X Do /X Do", b"/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</XObject<</X %d 0 R>>>>" % form, ())
    root, _ = finish(pdf, contents=[pdf.stream(b"/X Do", filters=())], resources=b"/XObject<</X %d 0 R>>" % form)
    return pdf.classic(root)


@document(b"pdf")
def pdf_appearances_that_are_one_stream(size):
    pdf = Pdf()
    font = helvetica(pdf)
    look = pdf.stream(plain_text(size // 2), b"/Type/XObject/Subtype/Form/BBox[0 0 600 800]/Resources<</Font<</F %d 0 R>>>>" % font, ())
    notes = [pdf.add(b"<</Type/Annot/Subtype/FreeText/Rect[0 0 600 800]/AP<</N %d 0 R>>>>" % look) for _ in range(size // 2 // 110)]
    return with_annotations(pdf, notes, packed=False)


@document(b"pdf")
def pdf_fonts_that_share_a_map(size):
    pdf = Pdf()
    rows = b"".join(b"<%04X><0041>" % code for code in range(size // 2 // 12))
    cmap = pdf.stream(b"1 begincodespacerange <0000><FFFF> endcodespacerange 1 beginbfchar " + rows + b" endbfchar", filters=())
    fonts = [pdf.add(b"<</Type/Font/Subtype/Type0/BaseFont/A/ToUnicode %d 0 R>>" % cmap) for _ in range(size // 2 // 130)]
    text = b"BT " + b"".join(b"/F%d 1 Tf <0001> Tj " % number for number in fonts) + b"ET"
    root, _ = finish(pdf, contents=[pdf.stream(text, filters=())], resources=b"/Font<<%s>>" % b"".join(b"/F%d %d 0 R" % (one, one) for one in fonts))
    return pdf.classic(root)


@document(b"pdf")
def pdf_fonts_that_share_widths(size):
    pdf = Pdf()
    widths = pdf.add(b"[%s]" % (b"0 1 5 " * (size // 2 // 6)))
    inner = pdf.add(b"<</Type/Font/Subtype/CIDFontType2/BaseFont/A/W %d 0 R>>" % widths)
    fonts = [pdf.add(b"<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[%d 0 R]>>" % inner) for _ in range(size // 2 // 150)]
    text = b"BT " + b"".join(b"/F%d 1 Tf <0001> Tj " % number for number in fonts) + b"ET"
    root, _ = finish(pdf, contents=[pdf.stream(text, filters=())], resources=b"/Font<<%s>>" % b"".join(b"/F%d %d 0 R" % (one, one) for one in fonts))
    return pdf.classic(root)


@document(b"pdf")
def pdf_resources_that_are_asked_often(size):
    pdf = Pdf()
    font = helvetica(pdf)
    keys = b"".join(b"/F%d %d 0 R" % (number, font) for number in range(size // 2 // 12))
    root, _ = finish(pdf, contents=[pdf.stream(b"BT " + b"/F1 1 Tf " * (size // 2 // 9) + b"ET", filters=())], resources=b"/Font<<%s>>" % keys)
    return pdf.classic(root)


@document(b"pdf")
def pdf_links_over_text(size):
    pdf = Pdf()
    font = helvetica(pdf)
    notes = [pdf.add(b"<<%s/A%s>>" % (LINK, URI)) for _ in range(size // 2 // 110)]
    return with_annotations(pdf, notes, packed=False, contents=[pdf.stream(plain_text(size // 2), filters=())], resources=b"/Font<</F %d 0 R>>" % font)


@document(b"pdf")
def pdf_links_that_share_places(size):
    pdf = Pdf()
    font = helvetica(pdf)
    places = pdf.add(b"[%s]" % (b"0 0 9 0 0 9 9 9 " * (size // 3 // 16)))
    notes = [pdf.add(b"<<%s/QuadPoints %d 0 R/A%s>>" % (LINK, places, URI)) for _ in range(size // 3 // 130)]
    return with_annotations(pdf, notes, packed=False, contents=[pdf.stream(plain_text(size // 3), filters=())], resources=b"/Font<</F %d 0 R>>" % font)


@document(b"pdf")
def pdf_glyphs_of_many_characters(size):
    """One glyph stands for half of the bytes, and is shown in the other half."""
    pdf = Pdf()
    text = b"".join(b"%04X" % char for char in b"http://a.example/ ") * (size // 2 // 72)
    cmap = pdf.stream(b"1 begincodespacerange <00><FF> endcodespacerange 1 beginbfchar <61><%s> endbfchar" % text, filters=())
    font = pdf.add(b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode %d 0 R>>" % cmap)
    root, _ = finish(pdf, contents=[pdf.stream(b"BT /F 1 Tf (%s) Tj ET" % (b"a" * (size // 2)), filters=())], resources=b"/Font<</F %d 0 R>>" % font)
    return pdf.classic(root)


@document(b"pdf")
def pdf_words_in_another_order(size):
    pdf = Pdf()
    font = helvetica(pdf)
    text = b"BT /F 1 Tf " + b"-60 2 Td (http://a.) Tj -60 0 Td (example/) Tj " * (size // 45) + b"ET"
    root, _ = finish(pdf, contents=[pdf.stream(text, filters=())], resources=b"/Font<</F %d 0 R>>" % font)
    return pdf.classic(root)


@document(b"pdf")
def pdf_glyphs_at_one_place(size):
    pdf = Pdf()
    font = helvetica(pdf)
    text = b"BT /F 1 Tf " + b"0 0 Td (a) Tj 0 0 Td (b) Tj " * (size // 28) + b"ET"
    root, _ = finish(pdf, contents=[pdf.stream(text, filters=())], resources=b"/Font<</F %d 0 R>>" % font)
    return pdf.classic(root)


@document(b"pdf")
def pdf_fields_in_fields(size):
    """Text boxes whose text is in the last of many parents."""
    pdf = Pdf()
    field = pdf.add(b"<</V(http://a.example/)>>")
    for _ in range(size // 2 // 70):
        field = pdf.add(b"<</Parent %d 0 R>>" % field)
    notes = [pdf.add(b"<</Subtype/Widget/Parent %d 0 R>>" % field) for _ in range(size // 2 // 80)]
    return with_annotations(pdf, notes, packed=False)


@document(b"pdf")
def pdf_images_in_text(size):
    """The end of each may be that of any of the others."""
    pdf = Pdf()
    root, _ = finish(pdf, contents=[pdf.stream(b"BI /F/CCF ID x EI \x80" * (size // 20), filters=())])
    return pdf.classic(root)


@document(b"pdf")
def pdf_actions_that_share_the_next(size):
    pdf = Pdf()
    shared = pdf.reserve()
    actions = [pdf.add(b"<</S/URI/URI(http://a.example/)/Next %d 0 R>>" % shared) for _ in range(size // 2 // 90)]
    pdf.add(b"[%s]" % refs(actions), shared)
    return with_annotations(pdf, [pdf.add(b"<<%s/A %d 0 R>>" % (LINK, one)) for one in actions], packed=False)


@document(b"pdf")
def pdf_pages_that_share_kids(size):
    pdf = Pdf()
    root, tree, kids = pdf.reserve(), pdf.reserve(), pdf.reserve()
    pdf.add(b"[%s]" % (b"<</Type/Page>>" * (size // 2 // 14)), kids)
    pdf.add(b"<</Type/Pages/Kids[%s]>>" % (b"<</Kids %d 0 R>>" % kids * (size // 2 // 16)), tree)
    pdf.add(b"<</Type/Catalog/Pages %d 0 R>>" % tree, root)
    return pdf.classic(root)


@document(b"pdf")
def pdf_fields_that_share_kids(size):
    pdf = Pdf()
    kids = pdf.add(b"[%s]" % (b"<</T(a)/A%s>>" % URI * (size // 2 // 50)))
    fields = b"<</T(a)/FT/Btn/Kids %d 0 R>>" % kids * (size // 2 // 30)
    root, _ = finish(pdf, catalog=b"/AcroForm<</Fields[%s]>>" % fields)
    return pdf.classic(root)


@document(b"pdf")
def pdf_names_that_share_kids(size):
    pdf = Pdf()
    script = b"<</S/JavaScript/JS(a)>>"
    leaf = pdf.add(b"<</Names[%s]>>" % ((b"(a)" + script) * (size // 2 // 26)))
    root, _ = finish(pdf, catalog=b"/Names<</JavaScript<</Kids[%s]>>>>" % (b"%d 0 R " % leaf * (size // 2 // 6)))
    return pdf.classic(root)


@document(b"pdf")
def pdf_files_that_are_one_stream(size):
    pdf = Pdf()
    held = pdf.stream(b"<a href=http://a.example/>" * (size // 2 // 26), b"/Type/EmbeddedFile", ())
    files = [pdf.add(b"<</Type/Filespec/F(a.html)/EF<</F %d 0 R>>>>" % held) for _ in range(size // 2 // 80)]
    root, _ = finish(pdf, catalog=b"/Names<</EmbeddedFiles<</Names[%s]>>>>" % b"".join(b"(a)%d 0 R" % one for one in files))
    return pdf.classic(root)


@document(b"pdf")
def pdf_form_data_that_is_one_stream(size):
    pdf = Pdf()
    held = pdf.stream(b"<a href='http://a.example/'/>" * (size // 2 // 28), filters=())
    root, _ = finish(pdf, catalog=b"/AcroForm<</Fields[]/XFA[%s]>>" % (b"(a)%d 0 R" % held * (size // 2 // 9)))
    return pdf.classic(root)


def in_object_streams(pdf, root, packed):
    """`packed` has (object stream, index) by number."""
    out, places = pdf.body(sorted(pdf.objects))
    own = pdf.reserve()
    places[own] = len(out)
    rows = {**{number: (2, *place) for number, place in packed.items()}, **{number: (1, place, 0) for number, place in places.items()}}
    content = b"".join(struct.pack(">BIH", *rows.get(number, (0, 0, 0))) for number in range(pdf.next))
    return bytes(out + b"%d 0 obj\n<</Type/XRef%s/W[1 4 2]/Length %d>>stream\n%s\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n" % (
        own, pdf.trailer(root), len(content), content, places[own]))


def one_object_stream(offsets, inside):
    pdf = Pdf()
    root, _ = finish(pdf)
    numbers = [pdf.reserve() for _ in offsets]
    head = b"".join(b"%d %d " % pair for pair in zip(numbers, offsets))
    holder = pdf.add(b"<</Type/ObjStm/N %d/First %d/Length %d>>stream\n%s\nendstream" % (len(numbers), len(head), len(head) + len(inside), head + inside))
    return in_object_streams(pdf, root, {number: (holder, index) for index, number in enumerate(numbers)})


@document(b"pdf")
def pdf_objects_at_one_offset(size):
    """Objects of an object stream, which are one large array."""
    return one_object_stream([0] * (size // 2 // 15), b"[%s]" % (b"1 " * (size // 2 // 2)))


@document(b"pdf")
def pdf_objects_inside_each_other(size):
    """Each object of an object stream is the rest of the first one."""
    count = size // 30
    return one_object_stream(range(count), b"[" * min(count, 400) + b"1 " * count + b"]" * min(count, 400))


@document(b"pdf")
def pdf_object_streams_in_object_streams(size):
    pdf = Pdf()
    root, _ = finish(pdf)
    numbers = [pdf.reserve() for _ in range(size // 7)]
    return in_object_streams(pdf, root, {number: (number + 1, 0) for number in numbers})


def objects_in_comments(count, content):
    """A PDF file in which this many objects, each in a comment of the one before, have one content."""
    pdf = Pdf()
    root, _ = finish(pdf)
    out, places = pdf.body(sorted(pdf.objects))
    for _ in range(count):
        places[pdf.reserve()] = len(out)
        out += b"%d 0 obj%%" % (pdf.next - 1)
    out += b"\n" + content
    return bytes(out + pdf.table(root, places) + b"startxref\n%d\n%%%%EOF\n" % len(out))


@document(b"pdf")
def pdf_objects_in_comments(size):
    return objects_in_comments(size // 3 // 32, b"[" + b"1 " * (size // 3) + b"]\nendobj\n")


@document(b"pdf")
def pdf_streams_that_share_their_end(size):
    """No length, and much that looks like an end."""
    return objects_in_comments(size // 2 // 32, b"<</Length 999999 0 R>>stream\n" + b"endobj " * (size // 2 // 7))


@document(b"pdf")
def pdf_objects_inside_objects(size):
    """The same in the file."""
    pdf = Pdf()
    root, _ = finish(pdf)
    out, places = pdf.body(sorted(pdf.objects))
    for _ in range(size // 45):
        places[pdf.reserve()] = len(out)
        out += b"%d 0 obj[" % (pdf.next - 1)
    return bytes(out + pdf.table(root, places) + b"startxref\n%d\n%%%%EOF\n" % len(out))


@document(b"pdf")
def pdf_tables_that_overlap(size):
    """The data of each cross-reference stream contain the next one."""
    pdf = Pdf()
    root, _ = finish(pdf)
    out, _ = pdf.body(sorted(pdf.objects))
    length, tail = 150, size // 4
    start, count = len(out), (size - tail) // length
    end = start + count * length + tail
    for place in range(start, end - tail, length):
        out += (b"%d 0 obj<</Type/XRef/W[1 0 0]%s/Index[0 %d]/Prev %d/Length %d>>" % (pdf.reserve(), pdf.trailer(root), end - place - length, place + length, end - place - length)).ljust(length - 7) + b"stream\n"
    return bytes(out + bytes(tail) + b"\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n" % start)


@document(b"pdf")
def pdf_objects_at_one_place(size):
    """Objects of the cross-reference table, which are one place in the file."""
    pdf = Pdf()
    root, _ = finish(pdf)
    big = pdf.add(b"[%s]" % (b"1 " * (size // 2 // 2)))
    out, places = pdf.body(sorted(pdf.objects))
    for _ in range(size // 2 // 20):
        places[pdf.reserve()] = places[big]
    return bytes(out + pdf.table(root, places) + b"startxref\n%d\n%%%%EOF\n" % len(out))


@document(b"pdf")
def pdf_streams_at_one_place(size):
    """As before, with a stream of text, which may be searched."""
    pdf = Pdf()
    root, _ = finish(pdf)
    big = pdf.stream(b"http://a.example/ " * (size // 2 // 18), b"/Type/EmbeddedFile", ())
    out, places = pdf.body(sorted(pdf.objects))
    for _ in range(size // 2 // 20):
        places[pdf.reserve()] = places[big]
    return bytes(out + pdf.table(root, places) + b"startxref\n%d\n%%%%EOF\n" % len(out))


@document(b"pdf")
def pdf_lengths_that_are_streams(size):
    """The length of each stream is the next one."""
    pdf = Pdf()
    root, _ = finish(pdf)
    for _ in range(size // 80):
        pdf.add(lambda number: b"<</Length %d 0 R>>stream\nx\nendstream" % (number + 1))
    pdf.add(b"1")
    return pdf.classic(root)


@document(b"pdf")
def pdf_lengths_that_are_wrong(size):
    pdf = Pdf()
    root, _ = finish(pdf)
    for _ in range(size // 80):
        pdf.add(b"<</Length 9999999>>stream\nx\nendstream")
    return pdf.classic(root)


@document(b"pdf")
def pdf_streams_without_an_end(size):
    pdf = Pdf()
    root, _ = finish(pdf)
    out, places = pdf.body(sorted(pdf.objects))
    for _ in range(size // 2 // 45):
        places[pdf.reserve()] = len(out)
        out += b"%d 0 obj<<>>stream\n" % (pdf.next - 1)
    out += b"a b c d e f g h i j " * (size // 2 // 20)
    return bytes(out + pdf.table(root, places) + b"startxref\n%d\n%%%%EOF\n" % len(out))


@document(b"pdf")
def pdf_tables_before_tables(size):
    pdf = Pdf()
    root, _ = finish(pdf)
    out, places = pdf.body(sorted(pdf.objects))
    start, table = len(out), pdf.table(root, places)
    out += table
    for _ in range(size // 70):
        before, start = start, len(out)
        out += b"xref\n0 0\ntrailer\n<<%s/Prev %d>>\n" % (pdf.trailer(root), before)
    return bytes(out + b"startxref\n%d\n%%%%EOF\n" % start)


@document(b"pdf")
def pdf_without_a_table(size):
    return b"%PDF-1.7\n" + b"1 0 obj\n<</A 1>>\nendobj\n" * (size // 24)


@document(b"pdf")
def pdf_operators(size):
    pdf = Pdf()
    root, _ = finish(pdf, contents=[pdf.stream(b"BI ID x\nq T* [1] Q " * (size // 19), filters=())])
    return pdf.classic(root)


@document(b"pdf")
def pdf_filters(size):
    """Filters that are one dictionary of parameters."""
    pdf = Pdf()
    count = size // 2 // 18
    names = pdf.add(b"[%s]" % (b"/ASCIIHexDecode " * count))
    for _ in range(size // 2 // 80):
        pdf.add(b"<</Filter %d 0 R/Length 1>>stream\n>\nendstream" % names)
    root, _ = finish(pdf)
    return pdf.classic(root)


@document(b"pdf")
def pdf_scripts_that_share_filters(size):
    pdf = Pdf()
    names = pdf.add(b"[%s]" % (b"/ASCIIHexDecode " * (size // 2 // 16)))
    for _ in range(size // 2 // 150):
        script = pdf.add(b"<</Filter %d 0 R/Length 1>>stream\n>\nendstream" % names)
        pdf.add(b"<</S/JavaScript/JS %d 0 R>>" % script)
    root, _ = finish(pdf)
    return pdf.classic(root)


@document(b"pdf")
def pdf_pages_that_share_actions(size):
    pdf = Pdf()
    actions = pdf.add(b"<<%s>>" % b"".join(b"/K%d%s" % (number, URI) for number in range(size // 2 // 45)))
    return pages_of(pdf, b"", pdf.stream(b"", filters=()), size // 2 // 150, b"/AA %d 0 R" % actions)


@document(b"pdf")
def pdf_lines_of_links(size):
    pdf = Pdf()
    font = helvetica(pdf)
    root, _ = finish(pdf, contents=[pdf.stream(b"BT /F 1 Tf " + b"(http://a.b/c ) Tj " * (size // 18) + b"ET", filters=())], resources=b"/Font<</F %d 0 R>>" % font)
    return pdf.classic(root)


# ---- Packages ----

def one_header(names, data):
    """A zip file whose entries share one local header and its data."""
    crc = zlib.crc32(data)
    out = struct.pack("<4sHHHHHIIIHH", b"PK\3\4", 20, 0, 0, 0, 0, crc, len(data), len(data), 1, 0) + b"a" + data
    directory = b"".join(struct.pack("<4sHHHHHHIIIHHHHHII", b"PK\1\2", 20, 20, 0, 0, 0, 0, crc, len(data), len(data), len(name), 0, 0, 0, 0, 0, 0) + name for name in names)
    return out + directory + struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, len(names), len(names), len(directory), len(out), 0)


@document(b"docx")
def zip_entries_with_one_header(size):
    names = [b"[Content_Types].xml", b"_rels/.rels", *(b"word/%d.xml" % number for number in range(size // 2 // 60))]
    return one_header(names, b"<a>" + b"<b href='http://a.example/'/>" * (size // 2 // 30) + b"</a>")


@document(b"docx")
def zip_relationships_with_one_header(size):
    row = b'<Relationship Id="a" Type="x/hyperlink" Target="http://a.example/" TargetMode="External"/>'
    names = [b"[Content_Types].xml", b"_rels/.rels", *(b"word/_rels/%d.xml.rels" % number for number in range(size // 2 // 70))]
    return one_header(names, b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' + row * (size // 2 // len(row)) + b"</Relationships>")


@document(b"odt")
def zip_opendocuments_with_one_header(size):
    names = [b"mimetype", b"content.xml", *(b"Object %d/content.xml" % number for number in range(size // 2 // 70))]
    return one_header(names, b"<a xmlns:l='http://www.w3.org/1999/xlink'>" + b"<b l:href='http://a.example/'/>" * (size // 2 // 32) + b"</a>")


@document(b"zip")
def archive_pages_with_one_header(size):
    names = [b"%d.%d" % (number, number) for number in range(size // 2 // 60)]  # each ending is another way to read it
    return one_header(names, b"<html>" + b"<a href='http://a.example/'>" * (size // 2 // 28))


@document(b"zip")
def archive_mail_with_one_header(size):
    names = [b"%d.eml" % number for number in range(size // 2 // 60)]
    return one_header(names, b"MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n" + b"--b\n\nhttp://a.example/\n" * (size // 2 // 24))


@document(b"zip")
def archive_of_small_files(size):
    return documents.zip_of([("%d.html" % number, b"<a href=x>") for number in range(size // 120)])


@document(b"zip")
def archive_of_encrypted_files(size):
    content = documents.zip_of([("%d.html" % number, b"<a href=x>") for number in range(size // 120)])
    return re.sub(rb"(PK\x01\x02....|PK\x03\x04..)..(.{6}).{4}", lambda head: head[1] + b"\1\0" + head[2] + b"none", content, flags=re.S)


@document(b"zip")
def archive_of_archives(size):
    inner = documents.zip_of([("a.html", b"<a href=x>")])
    return documents.zip_of([("%d.zip" % number, inner) for number in range(size // 250)])


@document(b"docx")
def zip_entries_of_one_name(size):
    names = [b"[Content_Types].xml", b"_rels/.rels", *[b"word/document.xml"] * (size // 64)]
    return one_header(names, b"<a/>")


@document(b"docx")
def zip_descriptors_without_a_directory(size):
    name = b"[Content_Types].xml"
    return (struct.pack("<4sHHHHHIIIHH", b"PK\3\4", 20, 8, 8, 0, 0, 0, 0, 0, len(name), 0) + name) * (size // 49)


@document(b"docx")
def zip_headers_without_a_directory(size):
    return struct.pack("<4sHHHHHIIIHH", b"PK\3\4", 20, 8, 0, 0, 0, 0, 0, 0, 1, 0) + b"[" + b"PK" * (size // 2)


def local_header(name_size, flags=0):
    return struct.pack("<4sHHHHHIIIHH", b"PK\3\4", 20, flags, 0, 0, 0, 0, 0, 0, name_size, 0)


@document(b"docx")
def zip_headers_without_a_next_one(size):
    """Data of an unknown length, in which every second byte could begin a header."""
    return local_header(19, 8) + b"[Content_Types].xml" + b"PKxx" * (size // 4)


@document(b"docx")
def zip_headers_whose_names_overlap(size):
    return local_header(2000) * (size // 2 // 30) + b"[Content_Types].xml" * (size // 2 // 19)


@document(b"docx")
def zip_end_records(size):
    """Each end record states another place in one directory."""
    body = local_header(19) + b"[Content_Types].xml"
    record = struct.pack("<4sHHHHHHIIIHHHHHII", b"PK\1\2", 20, 20, 0, 0, 0, 0, 0, 0, 0, 19, 0, 0, 0, 0, 0, 0) + b"[Content_Types].xml"
    count = size // 2 // len(record)
    ends = min(size // 2 // 22, 2900)  # of more, the first ones are too far from the end
    return body + record * count + b"".join(struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 0, 0, 0, len(body) + len(record) * (number % count), 0) for number in range(ends))


@document(b"docx")
def zip_files_over_each_other(size):
    """Each file contains all that follow."""
    names = [b"[Content_Types].xml", *(b"word/%07d.xml" % number for number in range(size // 130))]
    rest = sum(30 + len(name) for name in names) + 4
    out, directory, at = b"", b"", 0
    for name in names:
        head = 30 + len(name)
        rest -= head
        out += struct.pack("<4sHHHHHIIIHH", b"PK\3\4", 20, 0, 0, 0, 0, 0, rest, rest, len(name), 0) + name
        directory += struct.pack("<4sHHHHHHIIIHHHHHII", b"PK\1\2", 20, 20, 0, 0, 0, 0, 0, rest, rest, len(name), 0, 0, 0, 0, 0, at) + name
        at += head
    out += b"<a/>"
    return out + directory + struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, len(names) & 0xFFFF, len(names) & 0xFFFF, len(directory), len(out), 0)


@document(b"docx")
def zip_blocks_without_content(size):
    """Deflated data that takes much time and gives nothing, which many files share."""
    data = b"\0\0\0\xff\xff" * (size // 2 // 5) + zlib.compress(b"<a/>")[2:-4]
    names = [b"[Content_Types].xml", *(b"word/%d.xml" % number for number in range(size // 2 // 60))]
    out = struct.pack("<4sHHHHHIIIHH", b"PK\3\4", 20, 0, 8, 0, 0, 0, len(data), 4, 1, 0) + b"a" + data
    directory = b"".join(struct.pack("<4sHHHHHHIIIHHHHHII", b"PK\1\2", 20, 20, 0, 8, 0, 0, 0, len(data), 4, len(name), 0, 0, 0, 0, 0, 0) + name for name in names)
    return out + directory + struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, len(names) & 0xFFFF, len(names) & 0xFFFF, len(directory), len(out), 0)


@document(b"epub")
def epub_bases_in_a_long_folder(size):
    body = '<g xml:base="b/"><a xlink:href="x"/></g>'
    return documents.package({
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="c.opf"/></rootfiles></container>',
        "c.opf": "<package/>",
        "a" * 60000 + "/a.svg": '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">' + body * (size // len(body)) + "</svg>"})


def docx(body, rows):
    return documents.docx([], more={
        "word/document.xml": f"<w:document {WORD}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{rows}</Relationships>'})


def relationship(name, target):
    return f'<Relationship Id="{name}" Type="{RELATIONSHIP}/hyperlink" Target="{target}" TargetMode="External"/>'


@document(b"docx")
def docx_properties_of_one_name(size):
    """Relationships to files, all of which have one name."""
    count = size // 2 // 150
    return documents.zip_of([
        ("[Content_Types].xml", "<Types/>"),
        ("_rels/.rels", documents.relationships(*((f"r{number}", "extended-properties", "a.xml", False) for number in range(count)))),
        *[("a.xml", "")] * count])


@document(b"docx")
def docx_lists_of_one_name(size):
    """Lists of relationships, and parts that may have them."""
    return documents.zip_of([("[Content_Types].xml", "<Types/>"), *[("w/_rels/d.xml.rels", "<Relationships/>"), ("w/d.xml", "<a/>")] * (size // 250)])


@document(b"docx")
def docx_links_with_one_relationship(size):
    one = '<w:p><w:hyperlink r:id="a"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>'
    return docx(one * (size // len(one)), relationship("a", "http://a.example/"))


@document(b"docx")
def docx_relationships_with_one_name(size):
    one, row = '<w:p><w:hyperlink r:id="a"/></w:p>', relationship("a", "http://a.example/")
    return docx(one * (size // 2 // len(one)), row * (size // 2 // len(row)))


@document(b"docx")
def docx_fields_in_fields(size):
    begin, end = '<w:fldChar w:fldCharType="begin"/><w:instrText>QUOTE 65 66 </w:instrText>', '<w:fldChar w:fldCharType="end"/>'
    return docx((begin * 50 + end * 50) * max(1, size // (50 * (len(begin) + len(end)))), "")


@document(b"docx")
def docx_links_in_links(size):
    one = '<w:hyperlink r:id="a"><w:t>y</w:t>'
    return docx(one * (size // (len(one) + 14)) + "</w:hyperlink>" * (size // (len(one) + 14)), relationship("a", "http://a.example/"))


@document(b"docx")
def docx_quotes_in_quotes(size):
    """A field in the instruction of each, which it becomes a part of."""
    begin, end = '<w:fldChar w:fldCharType="begin"/><w:instrText>QUOTE 65 66 </w:instrText>', '<w:fldChar w:fldCharType="end"/>'
    count = size // (len(begin) + len(end))
    return docx(begin * count + end * count, "")


@document(b"docx")
def docx_relationships_of_a_long_name(size):
    row = '<Relationship Id="a" Type="x/hyperlink" Target="b" TargetMode="External"/>'
    return documents.docx([], more={
        "a" * 60000 + "/_rels/x.rels": f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{row * (size // len(row))}</Relationships>'})


def xlsx(sheet, strings, rows="", count=1):
    return documents.package({
        "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="{RELATIONSHIP}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f"<workbook {SHEET}><sheets>" + "".join(f'<sheet name="S{number}" sheetId="{number}" r:id="a"/>' for number in range(count)) + "</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="{RELATIONSHIP}/worksheet" '
        f'Target="worksheets/sheet1.xml"/><Relationship Id="b" Type="{RELATIONSHIP}/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": f"<worksheet {SHEET}>{sheet}</worksheet>",
        "xl/worksheets/_rels/sheet1.xml.rels": f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{rows}</Relationships>',
        "xl/sharedStrings.xml": f"<sst {SHEET}><si><t>{strings}</t></si></sst>"})


@document(b"xlsx")
def xlsx_cells_with_one_string(size):
    cells = "".join(f'<c r="A{number}" t="s"><v>0</v></c>' for number in range(1, size // 3 // 30))
    links = "".join(f'<hyperlink ref="A{number}" r:id="a"/>' for number in range(1, size // 3 // 30))
    return xlsx(f"<sheetData><row>{cells}</row></sheetData><hyperlinks>{links}</hyperlinks>", "x" * (size // 3), relationship("a", "http://a.example/"))


@document(b"xlsx")
def xlsx_sheets_that_are_one_part(size):
    cell = '<c><f>HYPERLINK("http://a.example/")</f></c>'
    return xlsx("<sheetData><row>" + cell * (size // 2 // len(cell)) + "</row></sheetData>", "", count=size // 2 // 45)


@document(b"xlsx")
def xlsx_links_of_one_cell(size):
    count = size // 2 // 170
    rows = "".join(relationship(f"a{number}", "http://a.example/") for number in range(count))
    links = "".join(f'<hyperlink ref="A1" r:id="a{number}"/>' for number in range(count))
    return xlsx('<sheetData><row><c r="A1"><v>' + "text " * 40 + f"</v></c></row></sheetData><hyperlinks>{links}</hyperlinks>", "", rows)


# ---- Compound files ----

def shared_streams(tree, first, others):
    """The compound file, in which the streams `others` have the sectors and the size of `first`."""
    made = bytearray(outlook_files.compound_file(tree, sector=4096))
    places = {}
    for name in (first, *others):
        wanted = name.encode("utf-16-le")
        for match in re.finditer(re.escape(wanted), made):
            if made[match.start() + 64:match.start() + 66] == struct.pack("<H", len(wanted) + 2):
                places[name] = match.start()
    for name in others:
        made[places[name] + 116:places[name] + 128] = made[places[first] + 116:places[first] + 128]
    return bytes(made)


@document(b"doc")
def doc_pieces_that_share_text(size):
    """A table of pieces, each of which is the whole text."""
    text = b'\x13 HYPERLINK "http://a.example/" \x14x\x15\r' * (size // 2 // 40)
    count = size // 2 // 12
    table = b"".join(struct.pack("<I", len(text) * number) for number in range(count + 1)) + struct.pack("<HIH", 0, 0x40000000 | 2 * 0x200, 0) * count
    clx = b"\2" + struct.pack("<I", len(table)) + table
    header = struct.pack("<HH6xH12xII", 0xA5EC, 0xC1, 0x0200, 0x200, 0x200 + len(text)).ljust(0x1A2, b"\0")
    main = (header + struct.pack("<II", 0, len(clx))).ljust(0x200, b"\0") + text
    return outlook_files.compound_file({"WordDocument": main.ljust(5000, b"\0"), "1Table": clx.ljust(5000, b"\0")})


@document(b"doc")
def doc_streams_that_share_sectors(size):
    return shared_streams({"WordDocument": b"\xec\xa5".ljust(size, b"\0"), **{name: b"x" * 4096 for name in ("1Table", "0Table", "Data", "ObjectPool")}},
                          "WordDocument", ("1Table", "0Table", "Data"))


@document(b"doc")
def doc_storages_with_one_stream(size):
    """Documents inside the document, with the same stream and objects."""
    held, objects = size // 2, size // 2 // 600
    text = (b"\xec\xa5\xc1\0".ljust(600, b"\0") + b'\x13 HYPERLINK "http://a.example/" \x14x\x15' * (held // 40)).ljust(5000, b"\0")
    tree = {"WordDocument": text, **{f"s{number}": {"WordDocument": b"", "\1Ole": b""} for number in range(objects)}}
    return with_places(outlook_files.compound_file(tree, sector=4096), ("WordDocument", "\1Ole"), lambda number: 0)


@document(b"doc")
def doc_streams_that_overlap(size):
    """Documents inside the document. Each begins one sector behind the one before."""
    sectors = size // 2 // 512
    text = (b"\xec\xa5\xc1\0".ljust(512, b"\0") + b"x" * 512 * sectors).ljust(9000, b"\0")
    tree = {"WordDocument": text, **{f"s{number}": {"WordDocument": b""} for number in range(sectors)}}
    return with_places(outlook_files.compound_file(tree), ("WordDocument",), lambda number: number)


def with_places(made, names, sector_of):
    """The compound file, in which all streams of these names have the sectors of the first one, from a sector on."""
    made, first, number = bytearray(made), None, 0
    for name in names:
        wanted = name.encode("utf-16-le") + b"\0\0"
        for match in re.finditer(re.escape(wanted), bytes(made)):
            at = match.start()
            if made[at + 64:at + 66] != struct.pack("<H", len(wanted)):
                continue
            start, length = first = first or struct.unpack_from("<II", made, at + 116)
            moved = min(sector_of(number), length // 512 - 8)
            made[at + 116:at + 124] = struct.pack("<II", start + moved, length - 512 * moved)
            number += 1
    return bytes(made)


@document(b"doc")
def doc_monikers_that_hide_others(size):
    """Each moniker claims to have all that follow."""
    one = bytes.fromhex("E0C9EA79F9BACE118C8200AA004BA90B") + struct.pack("<I", 0x7FFFFFFF)
    return outlook_files.compound_file({"WordDocument": b"\xec\xa5".ljust(5000, b"\0"), "Data": (one * (size // 20)).ljust(5000, b"\0")}, sector=4096)


def biff(kind, body):
    return struct.pack("<HH", kind, len(body)) + body


@document(b"xls")
def xls_sheets_that_are_one_place(size):
    """All sheets of the workbook begin at the same record."""
    target = "http://a.example/\0".encode("utf-16-le")
    link = biff(0x1B8, bytes(8) + bytes.fromhex("D0C9EA79F9BACE118C8200AA004BA90B") + struct.pack("<II", 2, 3) + bytes.fromhex("E0C9EA79F9BACE118C8200AA004BA90B")
                + struct.pack("<I", len(target)) + target)
    sheet = biff(0x809, struct.pack("<HHHHII", 0x600, 0x10, 0, 0, 0, 6)) + link * (size // 2 // len(link)) + biff(0x0A, b"")
    begin, count = biff(0x809, struct.pack("<HHHHII", 0x600, 5, 0, 0, 0, 6)), size // 2 // 13
    bounds = biff(0x85, struct.pack("<IBBBB", len(begin) + 13 * count + 4, 0, 0, 1, 0) + b"A") * count
    return outlook_files.compound_file({"Workbook": (begin + bounds + biff(0x0A, b"") + sheet).ljust(5000, b"\0")})


@document(b"ppt")
def ppt_links(size):
    def record(kind, body, head=0x0F):
        return struct.pack("<HHI", head, kind, len(body)) + body
    one = record(0xFD7, record(0xFD3, struct.pack("<I", 1), 0) + record(0xFBA, "http://a.example/".encode("utf-16-le"), 0x10))
    return outlook_files.compound_file({"PowerPoint Document": record(0x3E8, record(0x409, one * (size // len(one)))).ljust(5000, b"\0")})


@document(b"doc")
def doc_properties_that_share_a_value(size):
    """Properties of the summary, all at one offset."""
    value = struct.pack("<II", 0x41, size // 2) + b"h" * (size // 2)
    count = size // 2 // 30
    names = struct.pack("<I", count) + b"".join(struct.pack("<II", number, 13) + b"_PID_HLINKS\0\0" for number in range(2, count + 2))
    rows = [(1, 0), (0, 8), *((number, 8 + len(names) + -len(names) % 4) for number in range(2, count + 2))]
    start = 8 + 8 * len(rows)
    body = b"".join(struct.pack("<II", number, start + place) for number, place in rows)
    section = struct.pack("<II", start + 8 + len(names) + len(value), len(rows)) + body + struct.pack("<II", 2, 1252) + names + b"\0" * (-len(names) % 4) + value
    summary = struct.pack("<HHI16xI", 0xFFFE, 0, 0x20005, 1) + bytes.fromhex("05D5CDD59C2E1B10939708002B2CF9AE") + struct.pack("<I", 48) + section
    return outlook_files.compound_file({"WordDocument": b"\xec\xa5".ljust(5000, b"\0"), "\5DocumentSummaryInformation": summary.ljust(5000, b"\0")})


@document(b"msg")
def msg_names_that_are_one_string(size):
    """Named properties, whose names are the same place."""
    count = size // 2 // 8
    name = struct.pack("<I", size // 4 * 2) + "a".encode("utf-16-le") * (size // 4)
    entries = b"".join(struct.pack("<IHH", 0, 3 << 1 | 1, number & 0x7FFF) for number in range(count))
    return outlook_files.compound_file({"__nameid_version1.0": {"__substg1.0_00020102": outlook_files.PS_INTERNET_HEADERS, "__substg1.0_00030102": entries,
                                                                "__substg1.0_00040102": name}, **outlook_files.message({0x0037001F: "s"})}, sector=4096)


@document(b"msg")
def msg_entries_of_one_name(size):
    """Properties that are one property, whose values are the same place."""
    count, name = size // 2 // 128, "__substg1.0_10130102"
    tree = {name: b"<p>some text</p>" * (size // 2 // 16) + b" " * 4096, "__properties_version1.0": bytes(32), **{f"__substg1.0_1013{number:04X}": b"" for number in range(count)}}
    made, wanted = bytearray(outlook_files.compound_file(tree, sector=4096)), name.encode("utf-16-le")
    first = made.index(wanted)
    for match in re.finditer(re.escape("__substg1.0_1013".encode("utf-16-le")), bytes(made)):
        made[match.start():match.start() + len(wanted)] = wanted
        made[match.start() + 116:match.start() + 128] = made[first + 116:first + 128]
    return bytes(made)


@document(b"msg")
def msg_attachments_that_share_sectors(size):
    count = max(2, size // 2 // 700)
    attachments = [{0x3707001F: "a.html", 0x37010102: b"<p>some text</p>" * (size // 2 // 16) if number == 0 else b""} for number in range(count)]
    made = bytearray(outlook_files.msg({0x0037001F: "s"}, attachments, sector=4096))
    wanted = "__substg1.0_37010102".encode("utf-16-le")
    first, *others = [match.start() for match in re.finditer(re.escape(wanted), made)]
    for at in others:
        made[at + 116:at + 128] = made[first + 116:first + 128]
    return bytes(made)


@document(b"dat")
def tnef_attachments(size):
    return outlook_files.tnef({0x0037001F: "s"}, [({0x3707001F: "a.html"}, b"<a href=http://a.example/>")] * (size // 150))


# ---- RTF and shortcuts ----

@document(b"rtf")
def rtf_fields_in_fields(size):
    one = b"{\\field{\\*\\fldinst QUOTE 65 66 "
    return b"{\\rtf1 " + (one * 40 + b"}}" * 40) * max(1, size // (40 * (len(one) + 2))) + b"}"


@document(b"rtf")
def rtf_results_in_results(size):
    """The code of a field has fields whose results are in each other."""
    one, count = b"{\\field{\\fldinst IF}{\\fldrslt ", size // 2 // 33
    return b"{\\rtf1{\\field{\\fldinst HYPERLINK " + one * count + b"x" * (size // 2) + b"}}" * count + b"}}}"


@document(b"rtf")
def rtf_groups(size):
    """Groups with states of their own, none of which ends."""
    return b"{\\rtf1" + b"{\\uc2{\\uc3" * (size // 10)


@document(b"rtf")
def rtf_binary_data_without_an_end(size):
    return b"{\\rtf1{\\object{\\*\\objdata " + b"\\bin99999999 " * (size // 13)


@document(b"rtf")
def rtf_links(size):
    one = b'{\\field{\\*\\fldinst HYPERLINK "http://a.example/"}{\\fldrslt x}}'
    return b"{\\rtf1 " + one * (size // len(one)) + b"}"


@document(b"rtf")
def rtf_fonts(size):
    count = size // 2 // 22
    return (b"{\\rtf1{\\fonttbl" + b"".join(b"{\\f%d\\fcharset128 a;}" % number for number in range(count)) + b"}"
            + b"".join(b"\\f%d \\'83\\'5c" % number for number in range(count)) + b"}")


@document(b"rtf")
def rtf_objects(size):
    held = (struct.pack("<II", 0x501, 2) + struct.pack("<I", 4) + b"abc\0" + bytes(12) + bytes.fromhex("E0C9EA79F9BACE118C8200AA004BA90B")).hex().encode()
    return b"{\\rtf1 " + (b"{\\object{\\*\\objdata " + held + b"}}") * (size // 110) + b"}"


@document(b"webloc")
def webloc_values_that_are_one(size):
    """A binary property list whose keys and values are one string each: of many keys, the value is the same object."""
    made = plistlib.dumps({f"k{number}": "http://a.example/" + "x" * (size // 2) for number in range(size // 2 // 12)}, fmt=plistlib.FMT_BINARY)
    return made


@document(b"webloc")
def webloc_keys_that_are_one(size):
    """A dictionary in which each key is the same string, and each value another one."""
    count = size // 8
    key, value = b"\x53URL", b"\x5f\x12" + struct.pack(">I", size // 2) + b"h" * (size // 2)
    objects = [b"\xdf\x12" + struct.pack(">I", count) + b"\1" * count + b"\2" * count, key, value]
    out, places = b"bplist00", []
    for one in objects:
        places.append(len(out))
        out += one
    return out + b"".join(struct.pack(">I", place) for place in places) + bytes(6) + b"\4\1" + struct.pack(">QQQ", 3, 0, len(out))


@document(b"url")
def shortcut_section_of_a_long_name(size):
    return b"[DOC#" + b"1" * (size // 2) + b"]\r\n" + b"BASEURL=http://a.example/\r\n" * (size // 2 // 27)


@document(b"url")
def shortcut_sections(size):
    return b"".join(b"[DOC#%d]\r\nBASEURL=http://a.example/\r\n" % number for number in range(size // 40)) + b"[InternetShortcut]\r\nURL=http://a.example/\r\n"
