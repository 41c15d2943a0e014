#include "find/html/text.h"

#include <cstring>

#include "ascii.h"
#include "find/html/character_references.h"
#include "utf8.h"

namespace mimebase::find {
namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101U;
constexpr std::uint64_t kHighs = 0x8080808080808080U;

constexpr std::uint64_t bytes_equal(std::uint64_t word, char byte) {
  const std::uint64_t difference = word ^ (kOnes * static_cast<unsigned char>(byte));
  return (difference - kOnes) & ~difference & kHighs;
}

// How many bytes stand at the front that attribute mode leaves as they are: ASCII without "&", CR and NUL.
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

// 13.2.3.5: CR LF and CR are LF.
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

// A run of bytes above ASCII together, since the charset may need several of them for a character.
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
