#include "charset/readable.h"

#include <algorithm>
#include <vector>

#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::charset {
namespace {

constexpr std::size_t kPrescanBytes = 1024;  // HTML Standard, 13.2.3.2, and CSS Syntax Level 3, section 3.2

// The label, if it is meaningful inside a document.
std::string checked(std::string_view label) {
  const Label read = read_label(label);
  if (!read.known || label.empty()) return {};
  switch (read.encoding) {
    case Encoding::kUtf16:
    case Encoding::kUtf16Le:
    case Encoding::kUtf16Be:
    case Encoding::kUtf32:
    case Encoding::kUtf32Le:
    case Encoding::kUtf32Be:
      return "utf-8";
    case Encoding::kUtf7:  // not an encoding of the web; a page that declares it is probably an attack
      return {};
    default:
      return read.name;
  }
}

// Reads `encoding="x"` in `<?xml ... ?>` at the start.
std::string xml_encoding(std::string_view bytes) {
  if (!bytes.starts_with("<?xml")) return {};
  const std::string_view declaration = bytes.substr(0, bytes.find('>'));
  std::size_t at = declaration.find("encoding");
  if (at == kNotFound) return {};
  const auto skip_spaces = [&] {
    while (at < declaration.size() && static_cast<unsigned char>(declaration[at]) <= 0x20) ++at;
  };
  at += 8;
  skip_spaces();
  if (at == declaration.size() || declaration[at] != '=') return {};
  ++at;
  skip_spaces();
  if (at == declaration.size() || (declaration[at] != '"' && declaration[at] != '\'')) return {};
  const std::size_t end = declaration.find(declaration[at], at + 1);
  return end == kNotFound ? std::string() : checked(declaration.substr(at + 1, end - at - 1));
}

std::string css_encoding(std::string_view bytes) {
  constexpr std::string_view kStart = "@charset \"";
  if (!bytes.starts_with(kStart)) return {};
  const std::size_t end = bytes.find('"', kStart.size());
  if (end == kNotFound || bytes.substr(end, 2) != "\";") return {};
  return checked(bytes.substr(kStart.size(), end - kStart.size()));
}

// Detects UTF-16 without a mark: the first characters are ASCII, and every other byte is zero.
std::string_view encoding_by_zeros(std::string_view bytes) {
  constexpr std::size_t kLeastUnits = 4, kMaxUnits = 32;
  const std::size_t units = std::min(bytes.size() / 2, kMaxUnits);
  if (units < kLeastUnits) return {};
  bool little = true, big = true;
  for (std::size_t i = 0; i < units; ++i) {
    const bool zero_first = bytes[2 * i] == '\0', zero_last = bytes[2 * i + 1] == '\0';
    little = little && zero_last && !zero_first;
    big = big && zero_first && !zero_last;
  }
  return little ? "utf-16le" : big ? "utf-16be" : "";
}

// The prescan of the HTML Standard, 13.2.3.2.
class HtmlPrescan {
 public:
  explicit HtmlPrescan(std::string_view bytes) : bytes_(bytes) {}

  std::string run() {
    for (; at_ < bytes_.size(); ++at_) {
      at_ = bytes_.find('<', at_);
      if (at_ == kNotFound) break;
      const std::string_view rest = bytes_.substr(at_);
      if (rest.starts_with("<!--")) {
        skip_past("-->", at_ + 2);
      } else if (ascii::starts_with_ignoring_case(rest, "<meta") && rest.size() > 5 &&
                 (ascii::is_html_space(rest[5]) || rest[5] == '/')) {
        at_ += 5;
        if (std::string label = meta(); !label.empty()) return label;
      } else if (is_tag(rest)) {
        at_ = bytes_.find_first_of(" \t\n\f\r>", at_);
        while (next_attribute()) {
        }
      } else if (rest.size() > 1 && (rest[1] == '!' || rest[1] == '/' || rest[1] == '?')) {
        skip_past(">", at_);
      }
      if (at_ >= bytes_.size()) break;
    }
    return {};
  }

 private:
  static bool is_tag(std::string_view rest) {
    const std::size_t name = rest.substr(0, 2) == "</" ? 2 : 1;
    return rest.size() > name && ascii::is_letter(rest[name]);
  }

  // Moves to the last byte of `text`.
  void skip_past(std::string_view text, std::size_t from) {
    const std::size_t found = bytes_.find(text, from);
    at_ = found == kNotFound ? bytes_.size() : found + text.size() - 1;
  }

  std::string meta();
  bool next_attribute();
  void value();
  void quoted_value(char quote);
  static std::string_view charset_in_content(std::string_view content);

  std::string_view bytes_;
  std::size_t at_ = 0;
  std::string name_, value_;  // of the current attribute, in lower case
};

std::string HtmlPrescan::meta() {
  enum class Pragma { kUnset, kNeeded, kNotNeeded };
  Pragma pragma = Pragma::kUnset;
  bool has_pragma = false, has_charset = false;
  std::string charset;
  std::vector<std::string> seen;
  while (next_attribute()) {
    if (std::find(seen.begin(), seen.end(), name_) != seen.end()) continue;
    seen.push_back(name_);
    if (name_ == "http-equiv") {
      has_pragma = value_ == "content-type";
    } else if (name_ == "content" && !has_charset) {
      charset = charset_in_content(value_);
      has_charset = !charset.empty();
      if (has_charset) pragma = Pragma::kNeeded;
    } else if (name_ == "charset") {
      charset = value_;
      has_charset = true;
      pragma = Pragma::kNotNeeded;
    }
  }
  if (pragma == Pragma::kUnset || (pragma == Pragma::kNeeded && !has_pragma)) return {};
  return checked(charset);
}

// "Get an attribute". Returns false at the end of the tag, with at_ at its ">".
bool HtmlPrescan::next_attribute() {
  name_.clear();
  value_.clear();
  const auto more = [&] { return at_ < bytes_.size(); };
  while (more() && (ascii::is_html_space(bytes_[at_]) || bytes_[at_] == '/')) ++at_;
  if (!more() || bytes_[at_] == '>') return false;
  for (; more(); ++at_) {
    const char c = bytes_[at_];
    if (c == '=' && !name_.empty()) break;
    if (ascii::is_html_space(c) || c == '/' || c == '>') break;
    name_ += ascii::lower(c);
  }
  while (more() && ascii::is_html_space(bytes_[at_])) ++at_;
  if (!more()) return false;
  if (bytes_[at_] != '=') return true;
  ++at_;
  value();
  return more();
}

void HtmlPrescan::value() {
  while (at_ < bytes_.size() && ascii::is_html_space(bytes_[at_])) ++at_;
  if (at_ == bytes_.size()) return;
  if (bytes_[at_] == '"' || bytes_[at_] == '\'') return quoted_value(bytes_[at_]);
  for (; at_ < bytes_.size() && !ascii::is_html_space(bytes_[at_]) && bytes_[at_] != '>'; ++at_)
    value_ += ascii::lower(bytes_[at_]);
}

void HtmlPrescan::quoted_value(char quote) {
  for (++at_; at_ < bytes_.size() && bytes_[at_] != quote; ++at_) value_ += ascii::lower(bytes_[at_]);
  if (at_ < bytes_.size()) ++at_;
}

// "Extracting a character encoding from a meta element". `content` is in lower case.
std::string_view HtmlPrescan::charset_in_content(std::string_view content) {
  std::size_t at = 0;
  while ((at = content.find("charset", at)) != kNotFound) {
    at = content.find_first_not_of(ascii::kHtmlWhiteSpace, at + 7);
    if (at == kNotFound) return {};
    if (content[at] != '=') continue;
    at = content.find_first_not_of(ascii::kHtmlWhiteSpace, at + 1);
    if (at == kNotFound) return {};
    if (content[at] == '"' || content[at] == '\'') {
      const std::size_t end = content.find(content[at], at + 1);
      return end == kNotFound ? std::string_view() : content.substr(at + 1, end - at - 1);
    }
    return content.substr(at, content.find_first_of(" \t\n\f\r;", at) - at);
  }
  return {};
}

bool is_xml(std::string_view media_type) {
  return media_type.ends_with("+xml") || media_type == "text/xml" || media_type == "application/xml";
}

}  // namespace

std::string declared_charset(std::string_view bytes, std::string_view media_type) {
  if (const std::string_view label = encoding_by_zeros(bytes); !label.empty()) return std::string(label);
  const std::string_view head = bytes.substr(0, kPrescanBytes);
  if (media_type == "text/css") return css_encoding(head);
  if (media_type == "text/html") {
    std::string label = HtmlPrescan(head).run();
    return label.empty() ? xml_encoding(bytes) : label;
  }
  return is_xml(media_type) ? xml_encoding(bytes) : std::string();
}

Readable make_readable(std::string_view label, std::string_view media_type, std::string_view bytes,
                       std::string& buffer) {
  Readable result;
  Label decided = read_label(label);
  result.label_known = decided.known;
  result.bytes = bytes;
  if (const std::string_view marked = marked_charset(bytes); !marked.empty()) {
    decided = read_label(marked);
  } else if (decided.name.empty()) {
    decided = read_label(declared_charset(bytes, media_type));
  }
  result.label = decided.name;
  if (!needs_conversion(decided, bytes)) {
    result.charset = Charset::for_content(std::move(decided), bytes);
    return result;
  }
  Converted converted = convert(decided, bytes);
  buffer = std::move(converted.utf8);
  result.bytes = buffer;
  result.map = std::move(converted.map);
  result.charset = Charset("utf-8");
  return result;
}

}  // namespace mimebase::charset
