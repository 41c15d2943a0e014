#include "write/packed_rows.h"

#include "write/utf8_text.h"

namespace mimebase::write {

void RowPacker::number(std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out_ += static_cast<char>(value | 0x80);
  out_ += static_cast<char>(value);
}

void RowPacker::text(std::string_view text) {
  text = utf8_text(text, repaired_);
  number(text.size() + 1);
  out_ += text;
}

PackedKind RowUnpacker::kind() {
  const char kind = rest_.front();
  rest_.remove_prefix(1);
  return static_cast<PackedKind>(kind);
}

std::uint64_t RowUnpacker::number() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; !rest_.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) break;
  }
  return value;
}

std::optional<std::string_view> RowUnpacker::text() {
  const std::uint64_t size = number();
  if (size == 0) return std::nullopt;
  const std::string_view text = rest_.substr(0, size - 1);
  rest_.remove_prefix(text.size());
  return text;
}

}  // namespace mimebase::write
