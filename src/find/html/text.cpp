#include "find/html/text.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>

#include "find/find_byte.h"
#include "text/ascii.h"
#include "text/utf8.h"

namespace mimebase::find {
namespace {

struct WrittenReference {
  std::string_view name;  // without "&", including ";" if it has one
  char32_t first;
  char32_t second;
};

constexpr WrittenReference kWrittenReferences[] = {
#include "find/html/named_character_references.inc"
};
constexpr std::size_t kReferences = std::size(kWrittenReferences);
static_assert(kReferences == 2231);

constexpr std::size_t kLengthOfNames = [] {
  std::size_t bytes = 0;
  for (const WrittenReference& written : kWrittenReferences) bytes += written.name.size();
  return bytes;
}();
static_assert(kLengthOfNames <= 0xFFFF);

// The names one after another. A table of pointers would have to be written to by each process that starts.
constexpr auto kReferenceNames = [] {
  std::array<char, kLengthOfNames> names = {};
  std::size_t at = 0;
  for (const WrittenReference& written : kWrittenReferences) {
    for (const char c : written.name) names[at++] = c;
  }
  return names;
}();

struct NamedReference {
  std::uint16_t name_at;
  std::uint16_t name_size;
  char32_t first;
  char32_t second;

  [[nodiscard]] std::string_view name() const { return {kReferenceNames.data() + name_at, name_size}; }
};

constexpr auto kNamed = [] {
  std::array<NamedReference, kReferences> named = {};
  std::uint16_t at = 0;
  for (std::size_t i = 0; i < kReferences; ++i) {
    const WrittenReference& written = kWrittenReferences[i];
    const auto size = static_cast<std::uint16_t>(written.name.size());
    named[i] = {at, size, written.first, written.second};
    at = static_cast<std::uint16_t>(at + size);
  }
  return named;
}();

// The meaning of the numbers 0x80 to 0x9F (windows-1252); 0 if the number stands for itself.
constexpr std::array<char16_t, 32> kReplacements = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017D, 0,      0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

constexpr char32_t kReplacementCharacter = 0xFFFD;
constexpr char32_t kLastCodePoint = 0x10FFFF;

char32_t meaning_of(char32_t number) {
  if (number == 0 || number > kLastCodePoint) return kReplacementCharacter;
  if (number >= 0xD800 && number <= 0xDFFF) return kReplacementCharacter;
  if (number < 0x80 || number > 0x9F) return number;
  const char16_t replacement = kReplacements[number - 0x80];
  return replacement != 0 ? replacement : number;
}

CharacterReference numeric_reference(std::string_view bytes) {
  std::size_t i = 2;
  int base = 10;
  if (i < bytes.size() && (bytes[i] | 0x20) == 'x') {
    base = 16;
    ++i;
  }
  const std::size_t digits = i;
  char32_t number = 0;
  for (; i < bytes.size(); ++i) {
    const int digit = ascii::hex_value(bytes[i]);
    if (digit < 0 || digit >= base) break;
    // All numbers beyond the last code point are equivalent, however many digits follow.
    if (number <= kLastCodePoint)
      number = number * static_cast<char32_t>(base) + static_cast<char32_t>(digit);
  }
  if (i == digits) return {};
  if (i < bytes.size() && bytes[i] == ';') ++i;
  return {i, meaning_of(number), 0};
}

CharacterReference named_reference(std::string_view bytes, ReferencePlace place) {
  const std::string_view rest = bytes.substr(1);
  const NamedReference* low = kNamed.data();
  const NamedReference* high = low + kNamed.size();
  const NamedReference* longest = nullptr;
  for (std::size_t depth = 0; depth < rest.size(); ++depth) {
    // The remaining entries agree with `rest` before `depth`, and the shortest comes first.
    const auto at_depth = [depth](const NamedReference& entry) {
      return depth < entry.name_size ? entry.name()[depth] : '\0';
    };
    const char c = rest[depth];
    if (c == '\0') break;
    low = std::partition_point(low, high, [&](const NamedReference& entry) { return at_depth(entry) < c; });
    high = std::partition_point(low, high, [&](const NamedReference& entry) { return at_depth(entry) <= c; });
    if (low == high) break;
    if (low->name_size == depth + 1) longest = low;
  }
  if (longest == nullptr) return {};
  const std::size_t length = longest->name_size;
  if (place == ReferencePlace::kAttribute && longest->name().back() != ';' && length < rest.size()) {
    const char next = rest[length];
    if (next == '=' || ascii::is_digit(next) || ascii::is_letter(next)) return {};
  }
  return {length + 1, longest->first, longest->second};
}

// Returns the number of leading bytes that need no decoding in an attribute: ASCII without "&", CR and
// NUL.
std::size_t plain_bytes(std::string_view raw) {
  std::size_t i = 0;
  for (; i + 8 <= raw.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, raw.data() + i, 8);
    const std::uint64_t special =
        bytes_equal(word, '&') | bytes_equal(word, '\r') | bytes_equal(word, '\0') | (word & kHighs);
    if (special != 0) break;
  }
  for (; i < raw.size(); ++i) {
    const char c = raw[i];
    if (c == '&' || c == '\r' || c == '\0' || !ascii::is_ascii(c)) break;
  }
  return i;
}

}  // namespace

CharacterReference character_reference(std::string_view bytes, ReferencePlace place) {
  if (bytes.size() < 2) return {};
  if (bytes[1] == '#') return numeric_reference(bytes);
  if (!ascii::is_letter(bytes[1])) return {};
  // By far the most frequent reference: it separates the arguments of query strings.
  if (bytes.substr(1, 4) == "amp;") return {5, U'&', 0};
  return named_reference(bytes, place);
}

void append_character_reference(const CharacterReference& reference, std::string& out) {
  utf8::append(reference.first, out);
  if (reference.second != 0) utf8::append(reference.second, out);
}

bool HtmlDecoder::is_special(char c) const {
  switch (c) {
    case '&':
      return kind_ == HtmlTextKind::kAttribute || kind_ == HtmlTextKind::kData ||
             kind_ == HtmlTextKind::kRcdata;
    case '\0':
      return kind_ != HtmlTextKind::kData && kind_ != HtmlTextKind::kCData;
    default:
      return c == '\r' || !ascii::is_ascii(c);
  }
}

void HtmlDecoder::step(std::string& out, OffsetMap* map, std::size_t max_run) {
  const std::size_t in_start = pos_;
  const std::size_t out_start = out.size();
  const char c = raw_[pos_];
  if (!is_special(c)) return copy_ascii(out, max_run);
  if (c == '&') {
    reference(out);
  } else if (c == '\r') {
    newline(out);
  } else if (c == '\0') {
    utf8::append(0xFFFD, out);
    ++pos_;
  } else {
    convert(out, max_run);
  }
  const std::string_view made = std::string_view(out).substr(out_start);
  if (map != nullptr && made != raw_.substr(in_start, pos_ - in_start)) {
    map->replace({in_start, pos_}, {out_start, out.size()});
  }
}

void HtmlDecoder::reference(std::string& out) {
  const CharacterReference found =
      character_reference(raw_.substr(pos_), kind_ == HtmlTextKind::kAttribute ? ReferencePlace::kAttribute
                                                                               : ReferencePlace::kText);
  if (found.length == 0) {
    out += '&';
    ++pos_;
  } else {
    append_character_reference(found, out);
    pos_ += found.length;
  }
}

// 13.2.3.5: CR LF and CR become LF.
void HtmlDecoder::newline(std::string& out) {
  out += '\n';
  ++pos_;
  if (pos_ < raw_.size() && raw_[pos_] == '\n') ++pos_;
}

void HtmlDecoder::copy_ascii(std::string& out, std::size_t max_run) {
  const std::string_view rest = raw_.substr(pos_, max_run);
  std::size_t size = 0;
  while (size < rest.size() && !is_special(rest[size])) size += 1 + plain_bytes(rest.substr(size + 1));
  out.append(rest.substr(0, size));
  pos_ += size;
}

// Converts a run of bytes above ASCII at once, because a character may take several bytes.
void HtmlDecoder::convert(std::string& out, std::size_t max_run) {
  const std::size_t start = pos_;
  while (pos_ < raw_.size() && pos_ - start < max_run && !ascii::is_ascii(raw_[pos_])) ++pos_;
  charset_.append_utf8(raw_.substr(start, pos_ - start), out);
}

void append_html_text(std::string_view raw, const charset::Charset& charset, HtmlTextKind kind,
                      std::string& out, OffsetMap* map) {
  for (HtmlDecoder decoder(raw, charset, kind); !decoder.done();) decoder.step(out, map);
}

std::string_view html_attribute_value(std::string_view raw, const charset::Charset& charset,
                                      std::string& buffer, OffsetMap* map) {
  if (map != nullptr) map->clear();
  if (plain_bytes(raw) == raw.size()) return raw;
  buffer.clear();
  append_html_text(raw, charset, HtmlTextKind::kAttribute, buffer, map);
  return buffer;
}

}  // namespace mimebase::find
