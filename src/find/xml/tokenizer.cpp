#include "find/xml/tokenizer.h"

#include <algorithm>
#include <array>

#include "text/ascii.h"

namespace mimebase::find {
namespace {

// The classes of bytes for the loops below, as bits.
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
  // Section 2.2: of the control characters below space, only these three are allowed.
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

// Checks the characters of a value or text. Text must not contain "]]>", a value must not contain "<".
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

// Section 2.2, which excludes surrogates, U+FFFE and U+FFFF.
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

// ---- Constructs: each function reads one at the start of `rest` and returns its length, or 0 ----

constexpr std::size_t kMalformed = 0;

// Returns the offset after the next `delimiter`, or npos.
std::size_t end_after(std::string_view rest, std::string_view delimiter, std::size_t from) {
  const std::size_t at = rest.find(delimiter, from);
  return at != rest.npos ? at + delimiter.size() : rest.npos;
}

std::size_t delimited(std::string_view rest, std::string_view open, std::string_view close, XmlToken& token) {
  const std::size_t end = end_after(rest, close, open.size());
  if (end == rest.npos) return kMalformed;
  token.data = rest.substr(open.size(), end - open.size() - close.size());
  return has_forbidden(token.data) ? kMalformed : end;
}

std::size_t text(std::string_view rest, XmlToken& token) {
  token.kind = XmlTokenKind::kText;
  token.data = rest.substr(0, rest.find('<'));
  return well_formed_characters(token.data, false, token.has_references) ? token.data.size() : kMalformed;
}

// Section 2.5: "--" ends a comment or is an error.
std::size_t comment(std::string_view rest, XmlToken& token) {
  token.kind = XmlTokenKind::kComment;
  const std::size_t dashes = delimited(rest, "<!--", "--", token);
  return dashes != kMalformed && rest.substr(dashes, 1) == ">" ? dashes + 1 : kMalformed;
}

std::size_t cdata_section(std::string_view rest, XmlToken& token) {
  token.kind = XmlTokenKind::kCData;
  return delimited(rest, "<![CDATA[", "]]>", token);
}

// Finds only the end of the declaration; its content is not checked.
std::size_t doctype(std::string_view rest, XmlToken& token) {
  token.kind = XmlTokenKind::kDoctype;
  std::size_t depth = 0;
  bool in_subset = false;
  for (std::size_t at = 2; at < rest.size();) {
    const std::string_view here = rest.substr(at);
    const char c = here.front();
    if (c == '"' || c == '\'') {
      at = end_after(rest, here.substr(0, 1), at + 1);
    } else if (here.starts_with("<!--")) {
      at = end_after(rest, "-->", at + 4);
    } else if (here.starts_with("<?")) {
      at = end_after(rest, "?>", at + 2);
    } else {
      ++at;
      if (c == '<') ++depth;
      if (c == '>' && depth == 0) {
        token.data = rest.substr(2, at - 3);
        return in_subset || has_forbidden(token.data) ? kMalformed : at;
      }
      if (c == '>') --depth;
      if ((c == '[' || c == ']') && depth == 0) in_subset = c == '[';
    }
  }
  return kMalformed;
}

std::size_t instruction(std::string_view rest, XmlToken& token) {
  token.kind = XmlTokenKind::kInstruction;
  const std::size_t end = delimited(rest, "<?", "?>", token);
  token.name = xml_name(token.data);
  token.data.remove_prefix(token.name.size());
  const bool is_one = !token.name.empty() && (token.data.empty() || is_xml_space(token.data.front()));
  return is_one ? end : kMalformed;
}

std::size_t end_tag(std::string_view rest, XmlToken& token) {
  token.kind = XmlTokenKind::kEndTag;
  token.name = xml_name(rest.substr(2));
  std::size_t end = 2 + token.name.size();
  end += xml_space_at(rest.substr(end));
  return !token.name.empty() && rest.substr(end, 1) == ">" ? end + 1 : kMalformed;
}

// In a document, a few bytes can expand to millions of attributes, and each takes memory. More are taken as
// not well-formed.
constexpr std::size_t kMostAttributes = 500'000;

std::size_t start_tag(std::string_view rest, XmlToken& token) {
  token.kind = XmlTokenKind::kStartTag;
  token.name = xml_name(rest.substr(1));
  if (token.name.empty()) return kMalformed;
  std::string_view inside = rest.substr(1 + token.name.size());
  while (true) {
    const std::size_t space = xml_space_at(inside);
    inside.remove_prefix(space);
    token.self_closing = inside.starts_with("/>");
    if (token.self_closing || inside.starts_with('>')) break;
    XmlAttribute attribute;
    const bool is_beyond_limit = token.attributes.size() >= kMostAttributes;
    if (space == 0 || !take_xml_attribute(inside, attribute) ||
        !well_formed_characters(attribute.value, true, token.has_references) || is_beyond_limit)
      return kMalformed;
    token.attributes.push_back(attribute);
  }
  return rest.size() - inside.size() + (token.self_closing ? 2 : 1);
}

std::size_t markup(std::string_view rest, XmlToken& token) {
  if (rest.starts_with("</")) return end_tag(rest, token);
  if (rest.starts_with("<?")) return instruction(rest, token);
  if (rest.starts_with("<!--")) return comment(rest, token);
  if (rest.starts_with("<![CDATA[")) return cdata_section(rest, token);
  if (rest.starts_with("<!DOCTYPE")) return doctype(rest, token);
  return start_tag(rest, token);
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
  const auto found = std::ranges::find(attributes, with_prefix, &XmlAttribute::name);
  return found != attributes.end() ? &*found : nullptr;
}

bool XmlTokenizer::next(XmlToken& token) {
  if (rest_.empty()) return false;
  token.attributes.clear();
  token.self_closing = false;
  token.has_references = false;
  token.name = token.data = {};
  std::size_t length = rest_.starts_with('<') ? markup(rest_, token) : text(rest_, token);
  if (length == kMalformed) {
    token.kind = XmlTokenKind::kMalformed;
    length = rest_.size();
  }
  token.bytes = rest_.substr(0, length);
  rest_.remove_prefix(length);
  return true;
}

}  // namespace mimebase::find
