#include "write/json_writer.h"

#include <charconv>
#include <cstring>

#include "ascii.h"
#include "write/columns.h"
#include "write/shown_text.h"

namespace mimebase::write {
namespace {

// True where nothing is to be escaped: printable ASCII without quotes and backslashes, as most of a row is.
// Looks at eight bytes at a time, of which those that overlap are looked at twice.
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

}  // namespace

// The writer has reserved six bytes for each that it reads, and escapes C0 itself.
template <typename OutputStream>
void VisibleUtf8::EncodeUnsafe(OutputStream& out, unsigned code_point) {
  if (!drives_terminal(code_point)) return UTF8::EncodeUnsafe(out, code_point);
  for (const char c : {'\\', 'u'}) rapidjson::PutUnsafe(out, c);
  for (const unsigned shift : {12U, 8U, 4U, 0U}) {
    rapidjson::PutUnsafe(out, ascii::kLowerHexDigits[code_point >> shift & 15]);
  }
}

void JsonWriter::raw(std::string_view text) {
  std::memcpy(buffer_.Push(text.size()), text.data(), text.size());
}

// Every string is made valid UTF-8 here, whatever it came from: a row that no JSON parser takes is no row.
void JsonWriter::text(std::string_view text) {
  if (is_plain(text)) return name(text);
  text = utf8_text(text, repaired_);
  const auto size = static_cast<rapidjson::SizeType>(text.size());
  const bool drives =
      ascii::is_ascii(text) ? text.find('\x7F') != std::string_view::npos : has_driving_character(text);
  if (drives) {
    escaping_.Reset(buffer_);
    escaping_.String(text.data(), size);
  } else {
    writer_.Reset(buffer_);
    writer_.String(text.data(), size);
  }
}

void JsonWriter::number(std::uint64_t value) {
  char digits[20];
  const auto result = std::to_chars(digits, digits + sizeof digits, value);
  raw({digits, static_cast<std::size_t>(result.ptr - digits)});
}

// With nothing in it to escape.
void JsonWriter::name(std::string_view name) {
  char* const out = buffer_.Push(name.size() + 2);
  out[0] = out[name.size() + 1] = '"';
  name.copy(out + 1, name.size());
}

void JsonWriter::range(const std::optional<Range>& range) {
  if (!range) return null();
  raw("[");
  number(range->start);
  raw(",");
  number(range->end);
  raw("]");
}

template <typename Columns, typename Row>
void JsonWriter::object(const Columns& columns, const Row& row) {
  raw("{");
  raw(std::get<0>(columns).json().substr(1));
  put(*this, std::get<0>(columns).of(row));
  for_each<1>(columns, [&](const auto& column) {
    if (column.info.when != When::kAlways) return;
    raw(column.json());
    put(*this, column.of(row));
  });
}

void JsonWriter::link_keys(const Link& link) {
  if (prefixed_ != link.message) {
    const std::size_t start = buffer_.GetSize();
    object(kMessageColumns, *link.message);
    prefix_.assign(buffer_.GetString() + start, buffer_.GetSize() - start);
    prefixed_ = link.message;
  } else {
    raw(prefix_);
  }
  for_each<std::tuple_size_v<decltype(kMessageColumns)>>(kLinkColumns, [&](const auto& column) {
    raw(column.json());
    put(*this, column.of(link));
  });
}

void JsonWriter::link(const Link& link) {
  link_keys(link);
  raw("}\n");
}

std::string JsonWriter::link_row(const Link& link) {
  const std::size_t start = buffer_.GetSize();
  link_keys(link);
  const std::size_t size = buffer_.GetSize() - start;
  std::string row(buffer_.GetString() + start, size);
  buffer_.Pop(size);
  return row;
}

void JsonWriter::unique_link(std::string_view row, std::uint64_t count) {
  raw(row);
  raw(",\"count\":");
  number(count);
  raw("}\n");
}

void JsonWriter::chain(const std::vector<Candidate>& chain) {
  raw("[");
  for (const Candidate& candidate : chain) {
    if (&candidate != &chain.front()) raw(",");
    object(kCandidateColumns, candidate);
    raw("}");
  }
  raw("]");
}

void JsonWriter::entity(const Entity& entity) {
  object(kEntityColumns, entity);
  raw("}\n");
}

void JsonWriter::diagnostic(const Diagnostic& diagnostic) {
  object(kDiagnosticColumns, diagnostic);
  raw("}\n");
}

void JsonWriter::summary(const SummaryRow& row) {
  object(kSummaryColumns, row);
  raw("}\n");
}

}  // namespace mimebase::write
