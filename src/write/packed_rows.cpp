#include "write/packed_rows.h"

#include "write/shown_text.h"

namespace mimebase::write {
namespace {

// What a value begins with; a text with its size and kText.
constexpr std::uint64_t kNull = 0, kNumber = 1, kText = 2;

}  // namespace

void RowPacker::plain(std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) out_ += static_cast<char>(number | 0x80);
  out_ += static_cast<char>(number);
}

void RowPacker::text(std::string_view text) {
  text = utf8_text(text, repaired_);
  plain(text.size() + kText);
  out_ += text;
}

void RowPacker::number(std::uint64_t value) {
  plain(kNumber);
  plain(value);
}

void RowPacker::range(const std::optional<Range>& range) {
  for (const bool is_end : {false, true}) {
    if (range) {
      number(is_end ? range->end : range->start);
    } else {
      null();
    }
  }
}

PackedKind RowUnpacker::kind() {
  const char kind = rest_.front();
  rest_.remove_prefix(1);
  return static_cast<PackedKind>(kind);
}

std::uint64_t RowUnpacker::plain() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; !rest_.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) break;
  }
  return value;
}

RowUnpacker::Value RowUnpacker::value() {
  const std::uint64_t head = plain();
  if (head == kNull) return {};
  if (head == kNumber) return {.number = plain()};
  const std::string_view text = rest_.substr(0, head - kText);
  rest_.remove_prefix(text.size());
  return {.text = text};
}

}  // namespace mimebase::write
