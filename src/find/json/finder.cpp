#include "find/json/finder.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <vector>

#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"

namespace mimebase::find {
namespace {

// Keys of JSON-LD and schema.org whose string values are URLs.
constexpr std::string_view kUrlKeys[] = {
    "@base",           "@id",    "contentUrl",       "downloadUrl",  "embedUrl",    "image",
    "installUrl",      "logo",   "mainEntityOfPage", "relatedLink",  "sameAs",      "serviceUrl",
    "significantLink", "target", "targetUrl",        "thumbnailUrl", "trackingUrl", "url",
    "urlTemplate",
};

constexpr std::string_view kStructure = "{}[],:\"";

// Reads the strings of one document. Everything else only decides what a string is.
class JsonScanner {
 public:
  JsonScanner(const Content& content, Sink& sink)
      : text_(content.bytes), charset_(content.charset), sink_(sink) {}

  void run() {
    for (std::size_t at = 0; (at = text_.find_first_of(kStructure, at)) != kNotFound;) {
      if (text_[at] != '"') {
        structure(text_[at++]);
        continue;
      }
      const std::size_t end = string_end(++at);
      if (end == kNotFound) return;
      string({at, end});
      at = end + 1;
    }
  }

 private:
  // An object or array that is open.
  struct Level {
    bool is_object = false;
    bool is_url = false;  // the value of a key in kUrlKeys; items of an array inherit it
  };

  void structure(char c);
  [[nodiscard]] std::size_t string_end(std::size_t at) const;
  void string(Span span);
  void value(Span span);
  [[nodiscard]] bool is_reference(std::string_view value) const;

  std::string_view text_;
  const charset::Charset& charset_;
  Sink& sink_;
  std::vector<Level> levels_;
  bool is_key_ = false;  // the next string is a key
  std::string decoded_;
};

void JsonScanner::structure(char c) {
  const bool is_url = !levels_.empty() && levels_.back().is_url;
  if (c == '{') {
    levels_.push_back({true, false});
    is_key_ = true;
  } else if (c == '[') {
    levels_.push_back({false, is_url});
    is_key_ = false;
  } else if (c == ':') {
    is_key_ = false;
  } else if (c == ',') {
    is_key_ = !levels_.empty() && levels_.back().is_object;
  } else if (!levels_.empty()) {
    levels_.pop_back();
    is_key_ = false;
  }
}

// Returns the position of the closing quote.
std::size_t JsonScanner::string_end(std::size_t at) const {
  while ((at = text_.find_first_of("\"\\", at)) != kNotFound && text_[at] == '\\') at += 2;
  return at;
}

void JsonScanner::string(Span span) {
  if (!is_key_) return value(span);
  const std::string_view key = text_.substr(span.start, span.end - span.start);
  levels_.back().is_url = is_one_of(key, kUrlKeys);
}

void JsonScanner::value(Span span) {
  while (span.start < span.end && ascii::is_blank(text_[span.start])) ++span.start;
  while (span.end > span.start && ascii::is_blank(text_[span.end - 1])) --span.end;
  const std::string_view written = text_.substr(span.start, span.end - span.start);
  Found found;
  if (!contains(written, '\\')) {
    found.reference = charset_.utf8(written, decoded_);
  } else {
    decoded_ = read_json_string(written, charset_);
    found.reference = decoded_;
  }
  if (!is_reference(found.reference)) return;
  found.context = "ld+json";
  found.span = span;
  found.quoting = Quoting::kJson;
  sink_.found(found);
}

// A relative value is a word without white space. "_:x" is the name of a node, which has no URL.
bool JsonScanner::is_reference(std::string_view value) const {
  if (value.empty() || value.find_first_of(ascii::kWhiteSpace) != kNotFound) return false;
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (ascii::starts_with_ignoring_case(value, scheme)) return value.size() > scheme.size();
  }
  return !levels_.empty() && levels_.back().is_url && !value.starts_with("_:");
}

// Returns the number after "\u", or nothing.
std::optional<char32_t> code_unit(std::string_view escape) {
  if (escape.size() < 6 || !escape.starts_with("\\u")) return std::nullopt;
  char32_t unit = 0;
  for (const char digit : escape.substr(2, 4)) {
    const int value = ascii::hex_value(digit);
    if (value < 0) return std::nullopt;
    unit = unit << 4 | static_cast<char32_t>(value);
  }
  return unit;
}

// Appends the character that an escape stands for. Returns the length of the escape.
std::size_t append_unescaped(std::string_view escape, std::string& out) {
  constexpr char32_t kReplacement = 0xFFFD;
  if (const auto unit = code_unit(escape)) {
    const bool is_high = *unit >= 0xD800 && *unit < 0xDC00, is_low = *unit >= 0xDC00 && *unit < 0xE000;
    const auto low = is_high ? code_unit(escape.substr(6)) : std::nullopt;
    if (low && *low >= 0xDC00 && *low < 0xE000) {
      utf8::append(0x10000 + ((*unit - 0xD800) << 10) + (*low - 0xDC00), out);
      return 12;
    }
    utf8::append(is_high || is_low ? kReplacement : *unit, out);
    return 6;
  }
  constexpr std::string_view kNames = "\"\\/bfnrt", kCharacters = "\"\\/\b\f\n\r\t";
  const std::size_t name = escape.size() < 2 ? kNotFound : kNames.find(escape[1]);
  out += name == kNotFound ? '\\' : kCharacters[name];
  return name == kNotFound ? 1 : 2;
}

}  // namespace

std::string read_json_string(std::string_view written, const charset::Charset& charset) {
  std::string out;
  while (!written.empty()) {
    const std::size_t plain = std::min(written.find('\\'), written.size());
    charset.append_utf8(written.substr(0, plain), out);
    written.remove_prefix(plain);
    if (!written.empty()) written.remove_prefix(append_unescaped(written, out));
  }
  return out;
}

bool is_json_ld_type(std::string_view type) {
  const std::string_view essence = type.substr(0, type.find(';'));
  return ascii::equals_ignoring_case(ascii::trim_html_space(essence), "application/ld+json");
}

void find_in_json_ld(const Content& content, Sink& sink) {
  JsonScanner(content, sink).run();
}

}  // namespace mimebase::find
