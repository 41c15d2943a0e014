// Our own XML tokenizer: XML 1.0 (fifth edition) as far as markup goes, strict, with the byte spans that XML
// libraries do not give. It yields views into the bytes, decodes nothing and knows no nesting; the first
// construct that is not well-formed ends it.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace mimebase::find {

enum class XmlTokenKind : std::uint8_t {
  kText,
  kCData,
  kStartTag,
  kEndTag,
  kComment,
  kInstruction,  // a processing instruction; the XML declaration too
  kDoctype,
  kMalformed,  // not well-formed: `bytes` is all from the start of that construct
};

// Views into the bytes, as written.
struct XmlAttribute {
  std::string_view name;
  std::string_view value;  // without quotes
};

// One token. Kept by the caller and reused, so that the room for attributes is allocated once.
struct XmlToken {
  XmlTokenKind kind = XmlTokenKind::kText;
  bool self_closing = false;    // of kStartTag: ends with "/>"
  bool has_references = false;  // of kStartTag and kText: there is a "&" in it
  std::string_view bytes;       // all of the token; tokens tile the input
  std::string_view name;        // of tags, with the prefix; of kInstruction: the target
  std::string_view data;  // of kText, kCData, kInstruction (behind the target), kDoctype (inside `<! >`)
  std::vector<XmlAttribute> attributes;  // of kStartTag, in their order; two may have one name

  // The first attribute of this name, or null.
  [[nodiscard]] const XmlAttribute* attribute(std::string_view with_prefix) const;
};

// Pulls tokens out of bytes in a charset in which ASCII bytes mean ASCII characters; bytes above ASCII are
// taken for name characters. Time linear in the length. A small value: a copy looks ahead without moving the
// original.
class XmlTokenizer {
 public:
  // `bytes` must outlive the tokenizer and its tokens.
  explicit XmlTokenizer(std::string_view bytes) : rest_(bytes) {}

  // The next token; false at the end, and behind kMalformed.
  bool next(XmlToken& token);

 private:
  std::string_view rest_;
};

// A reference in text or in an attribute's value: `&#38;`, `&#x26;` or `&amp;`.
struct XmlReference {
  std::size_t length = 0;   // "&" and ";" included; 0: not well-formed
  char32_t code_point = 0;  // of a character reference and of the five entities of XML itself; else 0
  std::string_view name;    // of any other entity
};

// The reference that `bytes` begin with; `bytes.front()` is the "&".
[[nodiscard]] XmlReference xml_reference(std::string_view bytes);

// The name that `bytes` begin with, which may be empty.
[[nodiscard]] std::string_view xml_name(std::string_view bytes);

// Reads one `name = "value"` off the front of `bytes`, white space before it included. False, and `bytes`
// left anywhere, where there is none that is well-formed.
bool take_xml_attribute(std::string_view& bytes, XmlAttribute& attribute);

[[nodiscard]] constexpr bool is_xml_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

// The number of white space characters that `bytes` begin with.
[[nodiscard]] std::size_t xml_space_at(std::string_view bytes);

}  // namespace mimebase::find
