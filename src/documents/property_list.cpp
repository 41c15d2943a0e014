#include "documents/property_list.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "charset/charset.h"
#include "charset/readable.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::documents {
namespace {

// The character of a reference such as "&amp;" or "&#x41;", without its "&" and ";"; 0 if it is unknown.
char32_t referenced_character(std::string_view name) {
  struct Row {
    std::string_view name;
    char32_t character;
  };
  constexpr Row kRows[] = {{"amp", '&'}, {"apos", '\''}, {"gt", '>'}, {"lt", '<'}, {"quot", '"'}};
  for (const Row& row : kRows) {
    if (row.name == name) return row.character;
  }
  if (!name.starts_with('#')) return 0;
  const bool is_hex = name.size() > 1 && (name[1] == 'x' || name[1] == 'X');
  name.remove_prefix(is_hex ? 2 : 1);
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number, is_hex ? 16 : 10);
  const bool is_character = number <= 0x10FFFF && (number < 0xD800 || number > 0xDFFF);
  return error == std::errc() && end == name.data() + name.size() && is_character ? number : 0;
}

// The text of an element of XML without elements in it.
std::string xml_text(std::string_view xml) {
  constexpr std::string_view kCData = "<![CDATA[", kCDataEnd = "]]>", kComment = "<!--", kCommentEnd = "-->";
  constexpr std::size_t kMostName = 10;
  std::string text;
  while (!xml.empty()) {
    const std::size_t plain = std::min(xml.find_first_of("&<"), xml.size());
    text.append(xml.substr(0, plain));
    xml.remove_prefix(plain);
    if (xml.starts_with(kCData)) {
      const std::size_t end = std::min(xml.find(kCDataEnd), xml.size());
      text.append(xml.substr(kCData.size(), end - kCData.size()));
      xml.remove_prefix(std::min(end + kCDataEnd.size(), xml.size()));
    } else if (xml.starts_with(kComment)) {
      xml.remove_prefix(std::min(xml.find(kCommentEnd, kComment.size()), xml.size() - kCommentEnd.size()) +
                        kCommentEnd.size());
    } else if (!xml.empty()) {
      const std::size_t end = xml.substr(0, kMostName).find(';');
      const char32_t character = end == kNotFound ? 0 : referenced_character(xml.substr(1, end - 1));
      if (character != 0) utf8::append(character, text);
      if (character == 0) text += xml[0];
      xml.remove_prefix(character == 0 ? 1 : end + 1);
    }
  }
  return text;
}

// The next element of this name at or after `at`: its content. `at` becomes its end.
std::optional<std::string_view> next_element(std::string_view xml, std::string_view name, std::size_t& at) {
  const std::string open = "<" + std::string(name) + ">", close = "</" + std::string(name) + ">";
  const std::size_t start = xml.find(open, at);
  const std::size_t end = start == kNotFound ? kNotFound : xml.find(close, start);
  if (end == kNotFound) return std::nullopt;
  at = end + close.size();
  return xml.substr(start + open.size(), end - start - open.size());
}

std::string string_in_xml(std::string_view bytes, std::string_view key) {
  std::string buffer;
  const charset::Readable readable = charset::make_readable({}, "application/xml", bytes, buffer);
  std::string utf8_buffer;
  const std::string_view xml = readable.charset.utf8(readable.bytes, utf8_buffer);
  std::size_t at = 0;
  while (const std::optional<std::string_view> found = next_element(xml, "key", at)) {
    if (ascii::trimmed(xml_text(*found)) != key) continue;
    at = std::min(xml.find_first_not_of(ascii::kWhiteSpace, at), xml.size());
    if (!xml.substr(at).starts_with("<string>")) continue;
    return xml_text(next_element(xml, "string", at).value_or(""));
  }
  return {};
}

// The binary form: objects, a table of their offsets, and a trailer of 32 bytes.
class BinaryList {
 public:
  explicit BinaryList(std::string_view bytes) : bytes_(bytes) {
    constexpr std::size_t kTrailer = 32;
    if (bytes.size() < kTrailer) return;
    const std::size_t trailer = bytes.size() - kTrailer;
    offset_size_ = number(trailer + 6, 1);
    reference_size_ = number(trailer + 7, 1);
    count_ = number(trailer + 8, 8);
    top_ = number(trailer + 16, 8);
    table_ = number(trailer + 24, 8);
  }

  [[nodiscard]] std::string string_with_key(std::string_view key) const {
    constexpr unsigned kDictionary = 0xD;
    constexpr std::uint64_t kMostKeys = 10'000;
    std::uint64_t size = 0;
    std::size_t at = offset_of(top_);
    if (start_object(at, size) != kDictionary || reference_size_ == 0 || reference_size_ > 8) return {};
    for (std::uint64_t i = 0; i < std::min(size, kMostKeys); ++i) {
      const std::size_t key_at = at + static_cast<std::size_t>(i * reference_size_);
      if (key_at >= bytes_.size()) break;
      if (string_of(number(key_at, reference_size_), key.size()) != key) continue;
      if (size > bytes_.size()) return {};
      return string_of(number(key_at + static_cast<std::size_t>(size * reference_size_), reference_size_),
                       bytes_.size());
    }
    return {};
  }

 private:
  // A big-endian number; 0 behind the end.
  [[nodiscard]] std::uint64_t number(std::size_t at, std::uint64_t size) const {
    if (size > 8 || at > bytes_.size() || size > bytes_.size() - at) return 0;
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value = value << 8 | static_cast<unsigned char>(bytes_[at + i]);
    return value;
  }
  [[nodiscard]] std::size_t offset_of(std::uint64_t object) const {
    if (object >= count_ || object > bytes_.size() || table_ > bytes_.size()) return bytes_.size();
    return static_cast<std::size_t>(
        number(static_cast<std::size_t>(table_ + object * offset_size_), offset_size_));
  }
  // Reads the type and the size of the object at `at`, which becomes the place of its content.
  unsigned start_object(std::size_t& at, std::uint64_t& size) const {
    const auto marker = static_cast<unsigned>(number(at, 1));
    ++at;
    size = marker & 0xF;
    if (size == 0xF) {
      const auto width = std::uint64_t{1} << (number(at, 1) & 3);
      size = number(at + 1, width);
      at += 1 + static_cast<std::size_t>(width);
    }
    return marker >> 4;
  }
  // Returns "" if it is longer than `most` characters.
  [[nodiscard]] std::string string_of(std::uint64_t object, std::uint64_t most) const {
    constexpr unsigned kAscii = 5, kUtf16 = 6;
    std::uint64_t size = 0;
    std::size_t at = offset_of(object);
    const unsigned type = start_object(at, size);
    if (at > bytes_.size() || size > most) return {};
    std::string text;
    if (type == kAscii)
      charset::Charset().append_utf8(bytes_.substr(at, static_cast<std::size_t>(size)), text);
    if (type == kUtf16)
      charset::Charset("utf-16be").append_utf8(bytes_.substr(at, static_cast<std::size_t>(2 * size)), text);
    return text;
  }

  std::string_view bytes_;
  std::uint64_t offset_size_ = 0, reference_size_ = 0, count_ = 0, top_ = 0, table_ = 0;
};

}  // namespace

std::string string_in_property_list(std::string_view bytes, std::string_view key) {
  if (bytes.starts_with("bplist")) return BinaryList(bytes).string_with_key(key);
  return string_in_xml(bytes, key);
}

}  // namespace mimebase::documents
