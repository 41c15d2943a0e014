// A strict XML tokenizer (XML 1.0, fifth edition) that reports byte spans, which XML libraries do not. It
// returns views into its input, decodes nothing and does not track nesting. The first construct that is
// not well-formed ends it.
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
  kInstruction,  // a processing instruction, or the XML declaration
  kDoctype,
  kMalformed,  // not well-formed: `bytes` is the rest of the input from the start of that construct
};

// Views into the input as written.
struct XmlAttribute {
  std::string_view name;
  std::string_view value;  // without quotes
};

// One token. Callers reuse it to save allocations.
struct XmlToken {
  XmlTokenKind kind = XmlTokenKind::kText;
  bool self_closing = false;    // of kStartTag: ends with "/>"
  bool has_references = false;  // of kStartTag and kText: contains a "&"
  std::string_view bytes;       // the entire token; the tokens cover the input without gaps
  std::string_view name;        // of tags: including the prefix; of kInstruction: the target
  std::string_view data;        // of kText, kCData, kInstruction (after the target), kDoctype (inside `<! >`)
  std::vector<XmlAttribute> attributes;  // of kStartTag, in document order; names may repeat

  // Returns the first attribute with this name, or null.
  [[nodiscard]] const XmlAttribute* attribute(std::string_view with_prefix) const;
};

// Reads tokens from bytes in a charset in which ASCII bytes mean ASCII characters. Bytes above ASCII
// count as name characters. Takes linear time. A small value type: a copy can read ahead without
// affecting the original.
class XmlTokenizer {
 public:
  // `bytes` must outlive the tokenizer and its tokens.
  explicit XmlTokenizer(std::string_view bytes) : rest_(bytes) {}

  // Reads the next token. Returns false at the end and after kMalformed.
  bool next(XmlToken& token);

 private:
  std::string_view rest_;
};

// A reference in text or in an attribute value: `&#38;`, `&#x26;` or `&amp;`.
struct XmlReference {
  std::size_t length = 0;   // including "&" and ";"; 0: not well-formed
  char32_t code_point = 0;  // of a character reference or one of XML's five predefined entities; else 0
  std::string_view name;    // of any other entity
};

// Reads the reference at the start of `bytes`; `bytes.front()` is the "&".
[[nodiscard]] XmlReference xml_reference(std::string_view bytes);

// Returns the name at the start of `bytes`; may be empty.
[[nodiscard]] std::string_view xml_name(std::string_view bytes);

// Takes one `name = "value"` from the start of `bytes`, including leading white space. Returns false if
// there is none that is well-formed; `bytes` is then unspecified.
bool take_xml_attribute(std::string_view& bytes, XmlAttribute& attribute);

[[nodiscard]] constexpr bool is_xml_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

// Returns the number of white space characters at the start of `bytes`.
[[nodiscard]] std::size_t xml_space_at(std::string_view bytes);

}  // namespace mimebase::find
