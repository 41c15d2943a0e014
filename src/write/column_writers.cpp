#include "write/column_writers.h"

#include <glib.h>

// Do not enable RapidJSON's SIMD scanners: those of version 1.1.0 copy the controls 0x1A to 0x1F unescaped.
#include <rapidjson/writer.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "text/ascii.h"
#include "text/base64.h"
#include "write/shown_text.h"

namespace mimebase::write {

std::optional<std::string> readable_bytes(const std::optional<std::string_view>& bytes, Told how) {
  if (!bytes) return std::nullopt;
  const bool is_text = g_utf8_validate_len(bytes->data(), bytes->size(), nullptr) != FALSE;
  if (is_text != (how == Told::kAsText)) return std::nullopt;
  if (is_text) return std::string(*bytes);
  return base64(*bytes);
}
namespace {

// GCC and Clang compile this to the processor's vector instructions. The chars are signed, so that bytes
// beyond ASCII are less than a space.
using Lane = signed char __attribute__((vector_size(16)));

// Copies `size` bytes, at least the size of a Piece. The last two pieces may overlap. Returns true if no byte
// needs an escape: all are printable ASCII except quotes and backslashes.
template <typename Piece>
bool copy_plain(const char* from, std::size_t size, char* to) {
  Piece found = {};
  const auto copy = [&](std::size_t at) {
    Piece piece;
    std::memcpy(&piece, from + at, sizeof(piece));
    std::memcpy(to + at, &piece, sizeof(piece));
    found |= (piece < ' ') | (piece == 0x7F) | (piece == '"') | (piece == '\\');
  };
  for (std::size_t at = 0; at + sizeof(Piece) < size; at += sizeof(Piece)) copy(at);
  copy(size - sizeof(Piece));
  std::array<char, sizeof(Piece)> bytes;
  std::memcpy(bytes.data(), &found, sizeof(found));
  constexpr std::array<char, sizeof(Piece)> kNone = {};
  return std::memcmp(bytes.data(), kNone.data(), sizeof(found)) == 0;
}

// The same for a text of any size. Most texts of a row need no escapes.
bool copy_plain(std::string_view text, char* to) {
  using Half = signed char __attribute__((vector_size(8)));
  if (text.size() >= sizeof(Lane)) return copy_plain<Lane>(text.data(), text.size(), to);
  if (text.size() >= sizeof(Half)) return copy_plain<Half>(text.data(), text.size(), to);
  text.copy(to, text.size());
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c >= ' ' && c < 0x7F && c != '"' && c != '\\'; });
}

// Output stream for RapidJSON. The caller provides enough memory.
struct StringStream {
  using Ch = char;
  void Put(char c) { *end++ = c; }
  void Flush() {}
  char* end;
};
void PutUnsafe(StringStream& stream, char c) {
  stream.Put(c);
}

// UTF-8 in which characters that drive a terminal are escaped as in JSON, because people view rows on
// terminals. The RapidJSON writer escapes C0 controls itself.
struct VisibleUtf8 : rapidjson::UTF8<> {
  template <typename OutputStream>
  static void EncodeUnsafe(OutputStream& out, unsigned code_point) {
    if (!drives_terminal(code_point)) return UTF8::EncodeUnsafe(out, code_point);
    for (const char c : {'\\', 'u'}) out.Put(c);
    for (const unsigned shift : {12U, 8U, 4U, 0U}) out.Put(ascii::kLowerHexDigits[code_point >> shift & 15]);
  }
};

}  // namespace

// Repairs every string to valid UTF-8, whatever its origin, because JSON parsers would reject the row.
void JsonWriter::text(std::string_view text) {
  char* start = buffer_.room(text.size() + 2);
  if (copy_plain(text, start + 1)) {
    start[0] = start[text.size() + 1] = '"';
    return buffer_.add(text.size() + 2);
  }
  text = utf8_text(text, repaired_);
  start = buffer_.room(6 * text.size() + 2);  // at most "\u001B" per byte, plus quotes
  StringStream stream{start};
  rapidjson::Writer<StringStream, rapidjson::UTF8<>, VisibleUtf8> writer(stream);
  writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
  buffer_.add(static_cast<std::size_t>(stream.end - start));
}

void JsonWriter::name(std::string_view name) {
  char* const start = buffer_.room(name.size() + 2);
  start[0] = start[name.size() + 1] = '"';
  name.copy(start + 1, name.size());
  buffer_.add(name.size() + 2);
}

void JsonWriter::range(const std::optional<Range>& range) {
  if (!range) return null();
  buffer_ += '[';
  number(range->start);
  buffer_ += ',';
  number(range->end);
  buffer_ += ']';
}

void JsonWriter::chain(std::span<const Candidate> chain) {
  buffer_ += '[';
  for (const Candidate& candidate : chain) {
    if (&candidate != &chain.front()) buffer_ += ',';
    values(kCandidateColumns, candidate);
    buffer_ += '}';
  }
  buffer_ += ']';
}

void JsonWriter::names(const WrapperNames& names) {
  if (names.empty()) {
    buffer_ += "[]";
  } else {
    buffer_ += names_text(names);
  }
}

void JsonWriter::fields(std::span<const NamedField> fields) {
  if (fields.empty()) return null();
  for (const NamedField& field : fields) {
    buffer_ += &field == &fields.front() ? '{' : ',';
    text(field.name);
    buffer_ += ':';
    field_values(field);
  }
  buffer_ += '}';
}

void JsonWriter::field_values(const NamedField& field) {
  if (field.values.empty()) null();
  if (field.values.size() > 1) buffer_ += '[';
  for (const std::string_view& value : field.values) {
    if (&value != &field.values.front()) buffer_ += ',';
    text(value);
  }
  if (field.values.size() > 1) buffer_ += ']';
}

std::string_view JsonWriter::values_alone(const NamedField& field) {
  clear();
  field_values(field);
  return rows();
}

void JsonWriter::opens(const Opens& opens) {
  if (!opens.url && !opens.part) return null();
  buffer_ += opens.url ? "{\"url\":" : "{\"part\":";
  text(opens.url ? *opens.url : *opens.part);
  buffer_ += '}';
}

void JsonWriter::readers(std::span<const ReaderOpens> readers) {
  buffer_ += '{';
  for (const ReaderOpens& row : readers) {
    if (&row != &readers.front()) buffer_ += ',';
    name(name_of(row.reader));
    buffer_ += ':';
    opens(row.opens);
  }
  buffer_ += '}';
}

void JsonWriter::reasons(std::span<const ReaderReason> reasons) {
  buffer_ += '{';
  for (const ReaderReason& row : reasons) {
    if (&row != &reasons.front()) buffer_ += ',';
    name(name_of(row.reader));
    buffer_ += ':';
    name(name_of(row.reason));
  }
  buffer_ += '}';
}

std::string csv_header(const Rows& rows, bool unique, std::span<const std::string> fields, bool reader) {
  std::string header;
  const auto is_key = [&](std::string_view name) {
    return std::any_of(rows.columns.begin(), rows.columns.end(), [&](const ColumnInfo& column) {
      return ascii::equals_ignoring_case(column.key, name);
    });
  };
  for (const ColumnInfo& column : rows.columns) {
    if (column.when == When::kFields) {
      CsvWriter names(false);
      for (const std::string& name : fields) {
        names.null();
        names.text(is_key(name) ? "fields." + name : name);
        header.append(",").append(names.rows());
        names.clear();
      }
    }
    const bool is_asked_for =
        (unique && column.when == When::kUnique) || (reader && column.when == When::kReader);
    if (column.when != When::kAlways && !is_asked_for) continue;
    if (!header.empty()) header += ',';
    header += column.key;
  }
  return header + "\r\n";
}

// Rows about a source have no message, and empty cells.
void CsvWriter::fields(std::span<const NamedField> fields) {
  for (std::size_t i = 0; i < field_columns_; ++i) {
    if (i > 0) buffer_ += ',';
    if (i >= fields.size() || fields[i].values.empty()) continue;
    if (fields[i].values.size() == 1) {
      text(fields[i].values.front());
    } else {
      cell(json_.values_alone(fields[i]));
    }
  }
}

void CsvWriter::cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    buffer_ += text;
    return;
  }
  buffer_ += '"';
  while (true) {
    const std::size_t quote = text.find('"');
    buffer_ += text.substr(0, quote);
    if (quote == std::string_view::npos) break;
    buffer_ += "\"\"";
    text.remove_prefix(quote + 1);
  }
  buffer_ += '"';
}

void CsvWriter::text(std::string_view text) {
  text = utf8_text(text, repaired_);
  if (visible_) {
    shown_.clear();
    append_visible(text, shown_);
    text = shown_;
  }
  if (safe_ && text.substr(0, 1).find_first_of("=+-@\t\r") == 0) {
    defused_ = '\'';
    defused_ += text;
    text = defused_;
  }
  cell(text);
}

}  // namespace mimebase::write
