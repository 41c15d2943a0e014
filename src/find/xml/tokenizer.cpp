#include "find/xml/tokenizer.h"

#include <algorithm>
#include <array>

#include "ascii.h"
#include "find/find_byte.h"

namespace mimebase::find {
namespace {

// What a byte is to the loops below, as bits.
enum ByteClass : std::uint8_t { kNameStart = 1, kName = 2, kForbidden = 4, kWatched = 8 };

consteval std::array<std::uint8_t, 256> byte_classes() {
  std::array<std::uint8_t, 256> classes{};
  const auto add = [&](unsigned first, unsigned last, unsigned bits) {
    for (unsigned c = first; c <= last; ++c) classes[c] = static_cast<std::uint8_t>(classes[c] | bits);
  };
  for (const char c : {'_', ':'}) add(c, c, kNameStart | kName);
  for (const char c : {'-', '.'}) add(c, c, kName);
  add('a', 'z', kNameStart | kName);
  add('A', 'Z', kNameStart | kName);
  add('0', '9', kName);
  add(0x80, 0xFF, kNameStart | kName);
  // Section 2.2: of the controls below space, these three are characters.
  add(0, 0x1F, kForbidden | kWatched);
  for (const char c : {'\t', '\n', '\r'}) classes[static_cast<unsigned char>(c)] = 0;
  for (const char c : {'&', '<', ']'}) add(c, c, kWatched);
  return classes;
}

constexpr std::array<std::uint8_t, 256> kClasses = byte_classes();

bool is(char c, ByteClass wanted) {
  return (kClasses[static_cast<unsigned char>(c)] & wanted) != 0;
}

bool has_forbidden(std::string_view bytes) {
  return std::any_of(bytes.begin(), bytes.end(), [](char c) { return is(c, kForbidden); });
}

// Characters of a value or of text. In text, "]]>" may not stand; in a value, "<" may not.
bool well_formed_characters(std::string_view bytes, bool in_value, bool& has_references) {
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char c = bytes[i];
    if (!is(c, kWatched)) continue;
    if (c == '&') {
      const std::size_t length = xml_reference(bytes.substr(i)).length;
      if (length == 0) return false;
      has_references = true;
      i += length - 1;
    } else if (c == ']') {
      if (!in_value && bytes.substr(i, 3) == "]]>") return false;
    } else {
      return false;
    }
  }
  return true;
}

// Section 2.2, without surrogates and the two that are no characters at the end of the first plane.
bool is_xml_character(char32_t c) {
  if (c < 0x20) return c == '\t' || c == '\n' || c == '\r';
  return c < 0xD800 || (c > 0xDFFF && c < 0xFFFE) || (c > 0xFFFF && c <= 0x10FFFF);
}

int digit_value(char c, int base) {
  const int value = ascii::hex_value(c);
  return value < base ? value : -1;
}

XmlReference numeric_reference(std::string_view bytes) {
  const bool hex = bytes.substr(2, 1) == "x";
  const int base = hex ? 16 : 10;
  std::size_t i = hex ? 3 : 2;
  const std::size_t digits = i;
  char32_t value = 0;
  for (; i < bytes.size() && digit_value(bytes[i], base) >= 0; ++i) {
    value = std::min<char32_t>(
        value * static_cast<char32_t>(base) + static_cast<char32_t>(digit_value(bytes[i], base)), 0x110000);
  }
  if (i == digits || bytes.substr(i, 1) != ";" || !is_xml_character(value)) return {};
  return {i + 1, value, {}};
}

char32_t predefined_entity(std::string_view name) {
  if (name == "amp") return '&';
  if (name == "lt") return '<';
  if (name == "gt") return '>';
  if (name == "quot") return '"';
  return name == "apos" ? '\'' : 0;
}

// Behind the end of what ends with `delimiter`; null where it does not end.
const char* behind(std::string_view rest, std::string_view delimiter, std::size_t from = 0) {
  const std::size_t at = rest.find(delimiter, from);
  return at != rest.npos ? rest.data() + at + delimiter.size() : nullptr;
}

// Behind the ">" of a document type declaration, whose bytes `rest` begin with `<!`; null where it does not
// end. What is in it is not looked at beyond that.
const char* behind_doctype(std::string_view rest) {
  std::size_t depth = 0;
  bool in_subset = false;
  const char* const end = rest.data() + rest.size();
  for (const char* p = rest.data() + 2; p != nullptr && p != end;) {
    const std::string_view here(p, static_cast<std::size_t>(end - p));
    const char c = *p;
    if (c == '"' || c == '\'') {
      p = behind(here, here.substr(0, 1), 1);
    } else if (here.starts_with("<!--")) {
      p = behind(here, "-->", 4);
    } else if (here.starts_with("<?")) {
      p = behind(here, "?>", 2);
    } else {
      ++p;
      if (c == '<') ++depth;
      if (c == '>' && depth == 0) return in_subset ? nullptr : p;
      if (c == '>') --depth;
      if ((c == '[' || c == ']') && depth == 0) in_subset = c == '[';
    }
  }
  return nullptr;
}

}  // namespace

XmlReference xml_reference(std::string_view bytes) {
  if (bytes.substr(1, 1) == "#") return numeric_reference(bytes);
  const std::string_view name = xml_name(bytes.substr(1));
  const std::size_t semicolon = 1 + name.size();
  if (name.empty() || bytes.substr(semicolon, 1) != ";") return {};
  const char32_t code_point = predefined_entity(name);
  return {semicolon + 1, code_point, code_point == 0 ? name : std::string_view()};
}

std::string_view xml_name(std::string_view bytes) {
  if (bytes.empty() || !is(bytes.front(), kNameStart)) return bytes.substr(0, 0);
  std::size_t length = 1;
  while (length < bytes.size() && is(bytes[length], kName)) ++length;
  return bytes.substr(0, length);
}

std::size_t xml_space_at(std::string_view bytes) {
  std::size_t length = 0;
  while (length < bytes.size() && is_xml_space(bytes[length])) ++length;
  return length;
}

bool take_xml_attribute(std::string_view& bytes, XmlAttribute& attribute) {
  bytes.remove_prefix(xml_space_at(bytes));
  attribute.name = xml_name(bytes);
  bytes.remove_prefix(attribute.name.size());
  bytes.remove_prefix(xml_space_at(bytes));
  if (attribute.name.empty() || !bytes.starts_with('=')) return false;
  bytes.remove_prefix(1);
  bytes.remove_prefix(xml_space_at(bytes));
  if (!bytes.starts_with('"') && !bytes.starts_with('\'')) return false;
  const std::size_t quote = bytes.find(bytes.front(), 1);
  if (quote == bytes.npos) return false;
  attribute.value = bytes.substr(1, quote - 1);
  bytes.remove_prefix(quote + 1);
  return true;
}

const XmlAttribute* XmlToken::attribute(std::string_view with_prefix) const {
  const auto found = std::find_if(attributes.begin(), attributes.end(),
                                  [&](const XmlAttribute& a) { return a.name == with_prefix; });
  return found != attributes.end() ? &*found : nullptr;
}

bool XmlTokenizer::next(XmlToken& token) {
  if (pos_ == end_) return false;
  token.attributes.clear();
  token.self_closing = false;
  token.has_references = false;
  token.name = token.data = {};
  const char* after = *pos_ == '<' ? markup(token) : text(token);
  if (after == nullptr) {
    token.kind = XmlTokenKind::kMalformed;
    after = end_;
  }
  token.bytes = {pos_, static_cast<std::size_t>(after - pos_)};
  pos_ = after;
  return true;
}

// Each of the readers below takes the construct at pos_, and gives where it ends, or null.

const char* XmlTokenizer::text(XmlToken& token) const {
  token.kind = XmlTokenKind::kText;
  const char* const bracket = find_byte(pos_, end_, '<');
  const char* const after = bracket != nullptr ? bracket : end_;
  token.data = {pos_, static_cast<std::size_t>(after - pos_)};
  return well_formed_characters(token.data, false, token.has_references) ? after : nullptr;
}

const char* XmlTokenizer::markup(XmlToken& token) const {
  switch (end_ - pos_ > 1 ? pos_[1] : '\0') {
    case '/':
      return end_tag(token);
    case '?':
      return instruction(token);
    case '!':
      return declaration(token);
    default:
      return start_tag(token);
  }
}

const char* XmlTokenizer::declaration(XmlToken& token) const {
  const std::string_view rest = rest_from(pos_);
  if (rest.starts_with("<!--")) return comment(token);
  if (rest.starts_with("<![CDATA[")) return cdata_section(token);
  if (rest.starts_with("<!DOCTYPE")) return doctype(token);
  return nullptr;
}

// Section 2.5: "--" ends a comment or is an error.
const char* XmlTokenizer::comment(XmlToken& token) const {
  token.kind = XmlTokenKind::kComment;
  const char* const dashes = behind(rest_from(pos_), "--", 4);
  if (dashes == nullptr || dashes == end_ || *dashes != '>') return nullptr;
  token.data = {pos_ + 4, static_cast<std::size_t>(dashes - 2 - (pos_ + 4))};
  return has_forbidden(token.data) ? nullptr : dashes + 1;
}

const char* XmlTokenizer::cdata_section(XmlToken& token) const {
  constexpr std::size_t kOpening = std::string_view("<![CDATA[").size();
  token.kind = XmlTokenKind::kCData;
  const char* const after = behind(rest_from(pos_), "]]>", kOpening);
  if (after == nullptr) return nullptr;
  token.data = {pos_ + kOpening, static_cast<std::size_t>(after - pos_) - kOpening - 3};
  return has_forbidden(token.data) ? nullptr : after;
}

const char* XmlTokenizer::doctype(XmlToken& token) const {
  token.kind = XmlTokenKind::kDoctype;
  const char* const after = behind_doctype(rest_from(pos_));
  if (after == nullptr) return nullptr;
  token.data = {pos_ + 2, static_cast<std::size_t>(after - pos_) - 3};
  return has_forbidden(token.data) ? nullptr : after;
}

const char* XmlTokenizer::instruction(XmlToken& token) const {
  token.kind = XmlTokenKind::kInstruction;
  const char* const after = behind(rest_from(pos_), "?>", 2);
  if (after == nullptr) return nullptr;
  const std::string_view inside(pos_ + 2, static_cast<std::size_t>(after - pos_) - 4);
  token.name = xml_name(inside);
  token.data = inside.substr(token.name.size());
  if (token.name.empty() || has_forbidden(inside)) return nullptr;
  return token.data.empty() || is_xml_space(token.data.front()) ? after : nullptr;
}

const char* XmlTokenizer::end_tag(XmlToken& token) const {
  token.kind = XmlTokenKind::kEndTag;
  token.name = xml_name(rest_from(pos_ + 2));
  if (token.name.empty()) return nullptr;
  const char* p = token.name.data() + token.name.size();
  p += xml_space_at(rest_from(p));
  return p != end_ && *p == '>' ? p + 1 : nullptr;
}

const char* XmlTokenizer::start_tag(XmlToken& token) const {
  token.kind = XmlTokenKind::kStartTag;
  token.name = xml_name(rest_from(pos_ + 1));
  if (token.name.empty()) return nullptr;
  const char* p = token.name.data() + token.name.size();
  while (p != nullptr) {
    const std::size_t space = xml_space_at(rest_from(p));
    p += space;
    if (p == end_) return nullptr;
    if (*p == '>') return p + 1;
    if (*p == '/') {
      token.self_closing = true;
      return end_ - p > 1 && p[1] == '>' ? p + 2 : nullptr;
    }
    if (space == 0) return nullptr;
    p = read_attribute(token, p);
  }
  return nullptr;
}

const char* XmlTokenizer::read_attribute(XmlToken& token, const char* p) const {
  std::string_view rest = rest_from(p);
  XmlAttribute attribute;
  if (!take_xml_attribute(rest, attribute)) return nullptr;
  if (!well_formed_characters(attribute.value, true, token.has_references)) return nullptr;
  token.attributes.push_back(attribute);
  return rest.data();
}

}  // namespace mimebase::find
