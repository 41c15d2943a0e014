// The streams of a Word document (MS-DOC): the codes of fields in its text, its template, and the addresses
// of hyperlinks whose codes have none.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "binary/cursor.h"
#include "binary/strings.h"
#include "charset/charset.h"
#include "documents/office/field_code.h"
#include "documents/office/office97.h"
#include "documents/reporting.h"
#include "find/finder.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

using binary::u16_at, binary::u32_at;

// The file information block (MS-DOC section 2.5.1), by the offsets of its fields. Word 6 and 95 have another
// one, which begins alike.
constexpr std::uint32_t kWord6Magic = 0xA5DC;
constexpr std::size_t kFlagsAt = 10, kFirstTextAt = 24, kTextEndAt = 28;
constexpr std::size_t kAssociatedAt = 0x19A, kPiecesAt = 0x1A2;
constexpr std::size_t kWord6AssociatedAt = 0x158, kWord6PiecesAt = 0x160;
constexpr std::uint32_t kHasPieces = 0x0004, kIsEncrypted = 0x0100, kUses1Table = 0x0200;

// The part of a stream of which a field at `at` has the offset and the size.
std::string_view word_part_at(std::string_view header, std::size_t at, std::string_view stream) {
  const std::size_t offset = u32_at(header, at);
  return stream.substr(std::min(offset, stream.size()), u32_at(header, at + 4));
}

// Reads text with the marks of fields: 0x13 code 0x14 result 0x15. `size`: bytes of the text.
class Word97Text {
 public:
  Word97Text(std::size_t size, Office97Rows& rows)
      : rows_(rows), fields_(size, rows.reading(), rows.sink()) {}

  void add(std::string_view utf8);
  // Reports the fields that have no end.
  void finish() {
    while (!fields_.is_empty()) end_field();
  }

 private:
  void begin_field() {
    if (fields_.begin())
      fields_.begin_code();
    else
      rows_.stop();
  }
  void end_field();
  void show(std::string_view utf8);

  Office97Rows& rows_;
  FieldReader fields_;
};

void Word97Text::add(std::string_view utf8) {
  constexpr char kBegin = 0x13, kSeparator = 0x14, kEnd = 0x15;
  while (!utf8.empty() && !rows_.is_stopped()) {
    const auto* const control =
        std::ranges::find_if(utf8, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
    show(utf8.substr(0, static_cast<std::size_t>(control - utf8.begin())));
    if (control == utf8.end()) return;
    utf8.remove_prefix(static_cast<std::size_t>(control - utf8.begin()) + 1);
    switch (*control) {
      case kBegin:
        begin_field();
        break;
      case kSeparator:
        if (!fields_.is_empty()) fields_.begin_result();
        break;
      case kEnd:
        if (!fields_.is_empty()) end_field();
        break;
      case 0x07:  // ends of cells, lines, pages, paragraphs and columns
      case '\t':
      case '\n':
      case '\v':
      case '\f':
      case '\r':
      case 0x0E:
        show(" ");
        break;
      case 0x1E:
        show("-");
        break;
      default:  // pictures, notes, optional hyphens
        break;
    }
  }
}

// Text belongs to a code, or to a result.
void Word97Text::show(std::string_view utf8) {
  if (fields_.is_empty()) return;
  if (fields_.last().part == Field::Part::kResult) {
    fields_.add_to_result(utf8);
  } else {
    fields_.add_to_code(utf8);
  }
}

void Word97Text::end_field() {
  const auto [field, code] = fields_.end();
  if (rows_.is_stopped()) return;
  const std::string where = "field " + std::to_string(field.number);
  for (const FieldReference& found : references_of(code)) {
    if (found.kind == LinkKind::kLink) {
      rows_.add({"ooxml:hyperlink", where, found.reference, shown_text(field.result), {}, code.tooltip});
    } else {
      rows_.add({"ooxml:field", where, found.reference, {}, found.kind});
    }
  }
}

// Passes on the text of a document, by its pieces (section 2.4.1). Returns false if they are damaged.
bool read_pieces(std::string_view main, std::string_view pieces, bool is_word6, Word97Text& out) {
  static const charset::Charset narrow("windows-1252"), wide("utf-16le");
  constexpr std::uint32_t kProperties = 1, kTable = 2;
  constexpr std::uint32_t kIsNarrow = 0x40000000;
  binary::Cursor clx(pieces);
  std::uint32_t kind = clx.u8();
  for (; kind == kProperties; kind = clx.u8()) clx.take(clx.u16());
  const std::string_view table = clx.take(clx.u32());
  constexpr std::size_t kPerPiece = 12;  // a position of 4 bytes, and a descriptor of 8
  const std::size_t count = table.size() < 4 ? 0 : (table.size() - 4) / kPerPiece;
  if (kind != kTable || clx.is_cut() || count == 0) return false;
  std::size_t left = main.size();  // pieces never share text
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t start = u32_at(table, 4 * i), end = u32_at(table, 4 * i + 4);
    const std::uint32_t place = u32_at(table, 4 * (count + 1) + 8 * i + 2);
    if (end < start) return false;
    const bool is_narrow = is_word6 || (place & kIsNarrow) != 0;
    std::size_t offset = place;
    if (!is_word6) offset = is_narrow ? (place & (kIsNarrow - 1)) / 2 : place & (kIsNarrow - 1);
    const std::size_t size = std::size_t{end - start} * (is_narrow ? 1 : 2);
    if (offset > main.size() || size > main.size() - offset || size > left) return false;
    left -= size;
    text.clear();
    (is_narrow ? narrow : wide).append_utf8(main.substr(offset, size), text);
    out.add(text);
  }
  return true;
}

// Passes on the text of a document without pieces. Without their NULs, both of its encodings read alike where
// it is ASCII.
void read_plain_text(std::string_view text, Word97Text& out) {
  static const charset::Charset narrow("windows-1252");
  std::string utf8;
  narrow.append_utf8(without_bytes(text, std::string_view("\0", 1)), utf8);
  out.add(utf8);
}

// The files that a document is associated with (section 2.9.274 SttbfAssoc): its template, and those that it
// is merged with. A template that is a name alone is found on the computer, as "Normal" is.
void find_in_associated(std::string_view strings, bool is_word6, Office97Rows& rows) {
  constexpr std::uint32_t kTemplate = 1, kMergedData = 8, kMergedHeader = 9;
  binary::Cursor fields(strings);
  const bool is_wide = !is_word6 && u16_at(strings, 0) == 0xFFFF;
  if (is_word6) {
    fields.u16();
  } else {
    fields.take(is_wide ? 6 : 4);
  }
  for (std::uint32_t i = 0; i <= kMergedHeader && !fields.is_cut(); ++i) {
    const std::size_t size = is_wide ? fields.u16() : fields.u8();
    const std::string_view bytes = fields.take(is_wide ? 2 * size : size);
    const std::string text = is_wide ? binary::from_utf16(bytes) : binary::from_ansi(bytes);
    if (fields.is_cut() || !is_url_or_path(text)) continue;
    if (i == kTemplate) rows.add({"ooxml:template", "template", text});
    if (i == kMergedData || i == kMergedHeader) rows.add({"ooxml:other", "mail merge", text});
  }
}

}  // namespace

bool is_encrypted_word97(std::string_view start) {
  return (u16_at(start, kFlagsAt) & kIsEncrypted) != 0;
}

void find_in_word97(const Word97Streams& streams, Office97Rows& rows) {
  const std::string_view main = streams.main;
  const std::uint32_t flags = u16_at(main, kFlagsAt);
  const bool is_word6 = u16_at(main, 0) == kWord6Magic;
  std::string_view table = streams.tables[(flags & kUses1Table) != 0 ? 1 : 0];
  if (table.empty()) table = streams.tables[(flags & kUses1Table) != 0 ? 0 : 1];
  if (is_word6) table = main;

  Word97Text text(main.size(), rows);
  const bool has_pieces = !is_word6 || (flags & kHasPieces) != 0;
  const std::string_view pieces = word_part_at(main, is_word6 ? kWord6PiecesAt : kPiecesAt, table);
  if (!has_pieces) {
    const std::size_t first = std::min<std::size_t>(u32_at(main, kFirstTextAt), main.size());
    const std::size_t end = u32_at(main, kTextEndAt);
    read_plain_text(main.substr(first, std::max(end, first) - first), text);
  } else if (!read_pieces(main, pieces, is_word6, text)) {
    rows.reading().damaged("its table of text is damaged");
    read_plain_text(main, text);
  }
  text.finish();
  find_in_associated(word_part_at(main, is_word6 ? kWord6AssociatedAt : kAssociatedAt, table), is_word6,
                     rows);
  // Hyperlinks of shapes, and of fields whose codes are empty.
  if (!is_word6) rows.add_new_monikers("table", table);
  rows.add_new_monikers("data", streams.data);
}

}  // namespace mimebase::documents
