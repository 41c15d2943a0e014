// An HTML tokenizer: the states of the HTML Standard, section 13.2.5, for tags, attributes, comments, raw
// text and CDATA sections. It returns views into its input, converts nothing and builds no tree; text.h
// decodes the views.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "find/html/names.h"
#include "mimebase/limits.h"

namespace mimebase::find {

enum class HtmlTokenKind : std::uint8_t {
  kText,  // characters between markup; text_state says how to decode them
  kStartTag,
  kEndTag,
  kComment,  // also bogus ones: `<?...>`, `<!x>`, `</1>`
  kDoctype,
  kCData,    // `<![CDATA[...]]>` in foreign content
  kIgnored,  // ignored by the Standard: `</>`, and an incomplete tag at the end of the input
};

// The kind of text that the tokenizer is in.
enum class HtmlTextState : std::uint8_t { kData, kRcdata, kRawtext, kScript, kPlaintext, kCData };

// HTML or XHTML. In XHTML, `<![CDATA[` is recognised everywhere and `<title/>` is an empty element.
enum class HtmlSyntax : std::uint8_t { kHtml, kXhtml };

// Views into the input as written: case kept, character references not decoded.
struct HtmlAttribute {
  std::string_view name;
  // Without quotes. If there is no value (`<a href>`), empty and positioned after the name.
  std::string_view value;
};

// One token. All views point into the tokenizer's input. Callers reuse the token to save allocations.
struct HtmlToken {
  HtmlTokenKind kind = HtmlTokenKind::kText;
  HtmlTextState text_state = HtmlTextState::kData;  // of kText
  HtmlElement element = HtmlElement::kOther;        // of tags
  bool self_closing = false;                        // of start tags: ends with "/>"
  bool foreign = false;                             // of tags: belongs to SVG or MathML
  std::string_view bytes;  // the entire token; the tokens cover the input without gaps
  std::string_view name;   // of tags
  std::string_view data;   // of kText, kComment, kCData: without the delimiters
  // For start tags, in document order. If a name occurs twice, both are kept; the first is the effective
  // one.
  std::vector<HtmlAttribute> attributes;
  bool has_more_attributes = false;  // than are kept: half a million

  // Returns the first attribute with this name (in lower case), which is the effective one, or null.
  [[nodiscard]] const HtmlAttribute* attribute(std::string_view lower_name) const;
};

class HtmlTree;

// The offsets at which a document switches between HTML tags and SVG or MathML tags.
struct HtmlForeignMap {
  std::vector<std::size_t> changes;
  bool complete = true;  // false if nesting was too deep to follow to the end (see HtmlTree)
};

// Reads tokens from bytes in a charset in which ASCII bytes mean ASCII characters. Accepts every input,
// in time linear in its length. A small value type: a copy can read ahead without affecting the original
// and allocates nothing.
class HtmlTokenizer {
 public:
  // `bytes` must outlive the tokenizer and its tokens. `steps_per_byte` bounds the work of deciding which
  // tags are foreign.
  explicit HtmlTokenizer(std::string_view bytes, HtmlSyntax syntax = HtmlSyntax::kHtml,
                         std::uint64_t steps_per_byte = Limits().html_steps)
      : pos_(bytes.data()),
        begin_(pos_),
        end_(bytes.data() + bytes.size()),
        steps_per_byte_(steps_per_byte),
        syntax_(syntax) {}

  // Starts inside text of another kind, which ends at the end tag of `element_name` (in lower case; it
  // must outlive the tokenizer).
  HtmlTokenizer(std::string_view bytes, HtmlTextState state, std::string_view element_name)
      : HtmlTokenizer(bytes) {
    state_ = first_state_ = state;
    raw_element_ = first_raw_element_ = element_name;
  }

  // For the inside of a comment, where `<!--` opens no nested comment and becomes a token of kind
  // kIgnored.
  [[nodiscard]] static HtmlTokenizer inside_comment(std::string_view bytes, HtmlSyntax syntax,
                                                    std::uint64_t steps_per_byte) {
    HtmlTokenizer tokenizer(bytes, syntax, steps_per_byte);
    tokenizer.in_comment_ = true;
    return tokenizer;
  }

  // Passes the tags of a document to `tree`, which decides which of them are foreign. The caller passes
  // texts and doctypes. `tree` must outlive the tokenizer.
  [[nodiscard]] static HtmlTokenizer with_tree(std::string_view bytes, HtmlSyntax syntax, HtmlTree& tree) {
    HtmlTokenizer tokenizer(bytes, syntax);
    tokenizer.tree_ = &tree;
    return tokenizer;
  }

  // Reads the next token. Returns false at the end.
  bool next(HtmlToken& token);
  [[nodiscard]] bool at_end() const { return pos_ == end_; }

  // False if foreign tags could not be tracked to the end.
  [[nodiscard]] bool foreign_is_certain() const { return foreign_ == nullptr || foreign_->complete; }

 private:
  bool special_text(HtmlToken& token);
  bool markup(HtmlToken& token);
  void text(HtmlToken& token);
  void start_tag(HtmlToken& token);
  void end_tag(HtmlToken& token);
  void declaration(HtmlToken& token);
  void comment(HtmlToken& token);
  // Rare: inlined, it slows down what calls it.
  [[gnu::noinline]] void bogus_comment(HtmlToken& token, const char* data);
  void cdata_section(HtmlToken& token, const char* data);

  void ignore_rest(HtmlToken& token);
  void finish(HtmlToken& token, HtmlTokenKind kind, const char* after);
  const char* read_name(HtmlToken& token, const char* name) const;
  const char* read_attributes(HtmlToken& token, const char* p) const;
  const char* read_value(HtmlAttribute& attribute, const char* p) const;
  void enter_element(HtmlToken& token);
  [[nodiscard]] bool is_end_tag_at(const char* p) const;
  [[nodiscard]] const char* end_of_raw_text() const;
  [[nodiscard]] const char* end_of_script() const;
  [[nodiscard]] bool cdata_allowed();
  [[nodiscard]] bool is_foreign(const char* markup);
  [[nodiscard]] std::shared_ptr<const HtmlForeignMap> map_foreign() const;

  const char* pos_;
  const char* begin_;
  const char* end_;
  std::uint64_t steps_per_byte_;
  std::string_view raw_element_;  // the element whose end tag ends the special text, in lower case
  std::string_view first_raw_element_;
  // Created at the first `svg` or `math`. Most documents have none and need no stack of open elements.
  std::shared_ptr<const HtmlForeignMap> foreign_;
  std::size_t foreign_at_ = 0;  // index of the next change
  HtmlTree* tree_ = nullptr;    // decides instead of foreign_ while the map is created
  HtmlTextState state_ = HtmlTextState::kData;
  HtmlTextState first_state_ = HtmlTextState::kData;
  HtmlSyntax syntax_ = HtmlSyntax::kHtml;
  bool in_comment_ = false;
};

}  // namespace mimebase::find
