// Our own HTML tokenizer: the states of the HTML Standard, section 13.2.5, as far as tags, attributes,
// comments, raw text and CDATA sections go. It yields views into the bytes it was given, converts nothing and
// builds no tree; text.h makes text of the views.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "find/html/names.h"
#include "mimebase/limits.h"

namespace mimebase::find {

enum class HtmlTokenKind : std::uint8_t {
  kText,  // characters between markup; text_state says how to read them
  kStartTag,
  kEndTag,
  kComment,  // also bogus ones: `<?...>`, `<!x>`, `</1>`
  kDoctype,
  kCData,    // `<![CDATA[...]]>` in foreign content
  kIgnored,  // what the Standard makes nothing of: `</>`, and a tag that the input ends in
};

// What kind of text the tokenizer is in.
enum class HtmlTextState : std::uint8_t { kData, kRcdata, kRawtext, kScript, kPlaintext, kCData };

// HTML, or XHTML: there `<![CDATA[` counts everywhere, and `<title/>` is an empty element.
enum class HtmlSyntax : std::uint8_t { kHtml, kXhtml };

// Views into the bytes, as written: no case folded, no character reference decoded.
struct HtmlAttribute {
  std::string_view name;
  // Without quotes. Where there is none (`<a href>`), empty, and at the place where it would stand.
  std::string_view value;
};

// One token. All views are into the tokenizer's bytes. Kept by the caller and reused, so that the room for
// attributes is allocated once.
struct HtmlToken {
  HtmlTokenKind kind = HtmlTokenKind::kText;
  HtmlTextState text_state = HtmlTextState::kData;  // of kText
  HtmlElement element = HtmlElement::kOther;        // of tags
  bool self_closing = false;                        // of start tags: ends with "/>"
  bool foreign = false;                             // of tags: of an element of SVG or MathML
  std::string_view bytes;                           // all of the token; tokens tile the input
  std::string_view name;                            // of tags
  std::string_view data;                            // of kText, kComment, kCData: without the delimiters
  // Of start tags, in their order. Of two with one name the first counts; both are here.
  std::vector<HtmlAttribute> attributes;

  // The first attribute with this name (in lower case), which is the one that counts; null where there is
  // none.
  [[nodiscard]] const HtmlAttribute* attribute(std::string_view lower_name) const;
};

class HtmlTree;

// Where tags of HTML and those of SVG and MathML change off in a document, as offsets.
struct HtmlForeignMap {
  std::vector<std::size_t> changes;
  bool complete = true;  // false: it was nested too deeply to be followed to the end (see HtmlTree)
};

// Pulls tokens out of bytes in a charset in which ASCII bytes mean ASCII characters. Takes every input, in
// time linear in its length. A small value: a copy looks ahead without moving the original, and allocates
// nothing.
class HtmlTokenizer {
 public:
  // `bytes` must outlive the tokenizer and its tokens. So many steps a byte tell which tags are foreign.
  explicit HtmlTokenizer(std::string_view bytes, HtmlSyntax syntax = HtmlSyntax::kHtml,
                         std::uint64_t steps_per_byte = Limits().html_steps)
      : pos_(bytes.data()),
        begin_(pos_),
        end_(bytes.data() + bytes.size()),
        steps_per_byte_(steps_per_byte),
        syntax_(syntax) {}

  // Starts inside of text of another kind, whose end tag is that of `element_name` (in lower case; it must
  // outlive the tokenizer).
  HtmlTokenizer(std::string_view bytes, HtmlTextState state, std::string_view element_name)
      : HtmlTokenizer(bytes) {
    state_ = first_state_ = state;
    raw_element_ = first_raw_element_ = element_name;
  }

  // For the inside of a comment: there `<!--` opens no other one, and is a token of kind kIgnored.
  [[nodiscard]] static HtmlTokenizer inside_comment(std::string_view bytes, HtmlSyntax syntax,
                                                    std::uint64_t steps_per_byte) {
    HtmlTokenizer tokenizer(bytes, syntax, steps_per_byte);
    tokenizer.in_comment_ = true;
    return tokenizer;
  }

  // Tells `tree` the tags of a document, and lets it decide which are foreign; the caller tells it texts and
  // doctypes. `tree` must outlive the tokenizer.
  [[nodiscard]] static HtmlTokenizer with_tree(std::string_view bytes, HtmlSyntax syntax, HtmlTree& tree) {
    HtmlTokenizer tokenizer(bytes, syntax);
    tokenizer.tree_ = &tree;
    return tokenizer;
  }

  // The next token; false at the end.
  bool next(HtmlToken& token);

  // False where which tags are foreign could not be followed to the end.
  [[nodiscard]] bool foreign_is_certain() const { return foreign_ == nullptr || foreign_->complete; }

 private:
  bool special_text(HtmlToken& token);
  bool markup(HtmlToken& token);
  void text(HtmlToken& token);
  void start_tag(HtmlToken& token);
  void end_tag(HtmlToken& token);
  void declaration(HtmlToken& token);
  void comment(HtmlToken& token);
  void bogus_comment(HtmlToken& token, const char* data);
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
  std::string_view raw_element_;  // whose end tag ends the special text, in lower case
  std::string_view first_raw_element_;
  // Made at the first `svg` or `math`: most documents have none, and need no stack of open elements.
  std::shared_ptr<const HtmlForeignMap> foreign_;
  std::size_t foreign_at_ = 0;  // the next change
  HtmlTree* tree_ = nullptr;    // while the map is made: what decides instead of it
  HtmlTextState state_ = HtmlTextState::kData;
  HtmlTextState first_state_ = HtmlTextState::kData;
  HtmlSyntax syntax_ = HtmlSyntax::kHtml;
  bool in_comment_ = false;
};

}  // namespace mimebase::find
