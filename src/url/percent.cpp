#include "url/percent.h"

#include "charset/encoder.h"
#include "charset/label.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::url {
namespace {

constexpr char32_t kReplacementCharacter = 0xFFFD;

// Appends the character at `at`, whose first byte is not ASCII, and returns its length in bytes.
std::size_t append_not_ascii(std::string_view text, std::size_t at, std::string& out) {
  const utf8::Character character = utf8::first_character(text.substr(at));
  const std::string_view bytes = character.valid ? text.substr(at, character.length) : "\xEF\xBF\xBD";
  for (const char byte : bytes) ascii::append_percent_encoded(byte, out);
  return character.length;
}

void append_encoded(std::string_view bytes, std::string& out) {
  for (const char byte : bytes) {
    if (in_set(byte, PercentSet::kSpecialQuery)) {
      ascii::append_percent_encoded(byte, out);
    } else {
      out += byte;
    }
  }
}

}  // namespace

void append_percent_encoded(std::string_view text, PercentSet set, std::string& out) {
  std::size_t copied = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (!in_set(text[at], set)) {
      ++at;
      continue;
    }
    out += text.substr(copied, at - copied);
    if (ascii::is_ascii(text[at])) {
      ascii::append_percent_encoded(text[at++], out);
    } else {
      at += append_not_ascii(text, at, out);
    }
    copied = at;
  }
  out += text.substr(copied);
}

QueryEncoding::QueryEncoding(std::string_view label)
    : encoder_(label.empty() ? nullptr : charset::encoder_for(charset::output_encoding(label))) {}

void QueryEncoding::append(std::string_view query, std::string& out) const {
  if (encoder_ == nullptr || (ascii::is_ascii(query) && !encoder_->shifts()))
    return append_percent_encoded(query, PercentSet::kSpecialQuery, out);
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
    append_encoded(bytes, out);
    // Encoding Standard section 12.2.2: U+FFFD replaces a character that would shift.
    const char32_t named = code_point < 0x80 ? kReplacementCharacter : code_point;
    if (!encoded) out += "%26%23" + std::to_string(static_cast<unsigned long>(named)) + "%3B";
  }
  bytes.clear();
  encoder_->finish(shift, bytes);
  append_encoded(bytes, out);
}

}  // namespace mimebase::url
