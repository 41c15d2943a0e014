#include "url/whatwg_query.h"

#include <algorithm>

#include "charset/encoder.h"
#include "charset/label.h"
#include "url/whatwg_percent.h"
#include "utf8.h"

namespace mimebase::url {
namespace {

constexpr char32_t kReplacementCharacter = 0xFFFD;

void append_bytes(std::string_view bytes, std::string& out) {
  for (const char byte : bytes) {
    if (in_set(byte, PercentSet::kSpecialQuery)) {
      append_percent_encoded_byte(byte, out);
    } else {
      out += byte;
    }
  }
}

}  // namespace

QueryEncoding::QueryEncoding(std::string_view label)
    : encoder_(label.empty() ? nullptr : charset::encoder_for(charset::output_encoding(label))) {}

void QueryEncoding::append(std::string_view query, std::string& out) const {
  const bool ascii =
      std::all_of(query.begin(), query.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (is_utf8() || (ascii && !encoder_->shifts())) {
    append_percent_encoded(query, PercentSet::kSpecialQuery, out);
    return;
  }
  charset::Encoder::Shift shift{};
  std::string bytes;
  while (!query.empty()) {
    const utf8::Character character = utf8::first_character(query);
    const char32_t code_point = character.valid ? character.code_point : kReplacementCharacter;
    query.remove_prefix(character.length);
    bytes.clear();
    bool encoded = true;
    if (code_point < 0x80 && !encoder_->shifts()) {
      bytes += static_cast<char>(code_point);
    } else {
      encoded = encoder_->append(code_point, shift, bytes);
    }
    append_bytes(bytes, out);
    // Section 12.2.2: instead of a byte that shifts, its place.
    const char32_t named = code_point < 0x80 ? kReplacementCharacter : code_point;
    if (!encoded) out += "%26%23" + std::to_string(static_cast<unsigned long>(named)) + "%3B";
  }
  bytes.clear();
  encoder_->finish(shift, bytes);
  append_bytes(bytes, out);
}

}  // namespace mimebase::url
