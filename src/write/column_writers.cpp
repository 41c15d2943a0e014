#include "write/column_writers.h"

#include <glib.h>

// Do not enable RapidJSON's SIMD scanners: those of version 1.1.0 copy the controls 0x1A to 0x1F unescaped.
#include <rapidjson/writer.h>

#include <cstring>

#include "ascii.h"
#include "base64.h"
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

// True if JSON needs no escapes: printable ASCII without quotes and backslashes, as in most cells. Reads
// eight bytes at a time; the last eight may overlap the ones before.
bool is_plain(std::string_view text) {
  constexpr std::uint64_t kOnes = 0x0101010101010101, kHigh = 0x80 * kOnes;
  const auto has_below = [](std::uint64_t word, std::uint64_t n) { return (word - kOnes * n) & ~word; };
  const auto is_bad = [&](const char* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    const std::uint64_t bad = word | (word + kOnes) | has_below(word, ' ') |
                              has_below(word ^ kOnes * '"', 1) | has_below(word ^ kOnes * '\\', 1);
    return (bad & kHigh) != 0;
  };
  if (text.size() < 8) {
    char few[] = "        ";
    text.copy(few, text.size());
    return !is_bad(few);
  }
  for (std::size_t at = 0; at + 8 < text.size(); at += 8) {
    if (is_bad(text.data() + at)) return false;
  }
  return !is_bad(text.data() + text.size() - 8);
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
  if (is_plain(text)) return name(text);
  text = utf8_text(text, repaired_);
  const std::size_t start = out_.size();
  out_.resize(start + 6 * text.size() + 2);  // at most "\u001B" per byte, plus quotes
  StringStream stream{out_.data() + start};
  rapidjson::Writer<StringStream, rapidjson::UTF8<>, VisibleUtf8> writer(stream);
  writer.String(text.data(), static_cast<rapidjson::SizeType>(text.size()));
  out_.resize(static_cast<std::size_t>(stream.end - out_.data()));
}

void JsonWriter::name(std::string_view name) {
  const std::size_t start = out_.size();
  out_.append(name.size() + 2, '"');
  name.copy(out_.data() + start + 1, name.size());
}

void JsonWriter::range(const std::optional<Range>& range) {
  if (!range) return null();
  out_ += '[';
  number(range->start);
  out_ += ',';
  number(range->end);
  out_ += ']';
}

void JsonWriter::chain(std::span<const Candidate> chain) {
  out_ += '[';
  for (const Candidate& candidate : chain) {
    if (&candidate != &chain.front()) out_ += ',';
    values(kCandidateColumns, candidate);
    out_ += '}';
  }
  out_ += ']';
}

std::string csv_header(const Rows& rows, bool unique) {
  std::string header;
  for (const ColumnInfo& column : rows.columns) {
    if (column.when != When::kAlways && !(unique && column.when == When::kUnique)) continue;
    if (!header.empty()) header += ',';
    header += column.key;
  }
  return header + "\r\n";
}

void CsvWriter::cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    out_ += text;
    return;
  }
  out_ += '"';
  while (true) {
    const std::size_t quote = text.find('"');
    out_ += text.substr(0, quote);
    if (quote == std::string_view::npos) break;
    out_ += "\"\"";
    text.remove_prefix(quote + 1);
  }
  out_ += '"';
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

void CsvWriter::range(const std::optional<Range>& range) {
  if (!range) return;
  json_.clear();
  json_.range(range);
  cell(json_.rows());
}

void CsvWriter::chain(std::span<const Candidate> chain) {
  json_.clear();
  json_.chain(chain);
  cell(json_.rows());
}

}  // namespace mimebase::write
