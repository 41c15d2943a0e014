// Which tags of an HTML document are elements of HTML, and which of SVG or MathML ("foreign content"): the
// HTML Standard's tree construction (13.2.6), as far as it decides that. A tag in foreign content may end it,
// or may not, by what is open around: only the stack of open elements knows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "find/html/stack.h"

namespace mimebase::find {

struct HtmlToken;

// How far a document may be followed in all.
[[nodiscard]] constexpr std::size_t html_steps(std::uint64_t per_byte, std::size_t bytes) {
  constexpr std::size_t kOfAnySize = 42'000, kMost = std::numeric_limits<std::size_t>::max();
  return per_byte > kMost / (bytes + kOfAnySize) ? kMost : per_byte * (bytes + kOfAnySize);
}

// Follows the tokens of a document without frames, scripting off. Takes time linear in the number of its
// tokens and in `steps`.
class HtmlTree {
 public:
  // `xml_syntax`: "/>" ends elements of HTML as well.
  HtmlTree(std::size_t steps, bool xml_syntax) : stack_(steps), xml_syntax_(xml_syntax) {}

  // Both are true for a tag that is one of SVG's or MathML's.
  bool start_tag(const HtmlToken& token);
  bool end_tag(const HtmlToken& token);
  void text(std::string_view data);
  void doctype() { quirks_ = false; }

  // The elements that are open.
  [[nodiscard]] const std::vector<HtmlNode>& nodes() const { return stack_.nodes(); }
  // True until a doctype was there.
  [[nodiscard]] bool quirks() const { return quirks_; }

  // True where `<![CDATA[` opens a section.
  [[nodiscard]] bool allows_cdata() const { return stack_.top().ns != HtmlNamespace::kHtml; }
  // False where the stack was too deep for what was done with it: from there on answers may be wrong.
  [[nodiscard]] bool within_limits() const { return stack_.within_limits(); }

 private:
  enum class Mode : std::uint8_t {
    kBody,
    kTable,
    kCaption,
    kColumnGroup,
    kTableBody,
    kRow,
    kCell,
    kTemplate
  };

  struct Part;
  [[nodiscard]] static const Part& part_of(Mode mode);
  [[nodiscard]] static Mode mode_of(HtmlElement tag);

  // The tag at hand.
  struct Tag {
    HtmlElement tag;
    std::uint32_t traits;
    const HtmlToken* token;
  };

  [[nodiscard]] bool starts_by_html(HtmlElement tag) const;
  [[nodiscard]] bool at_html() const;
  void foreign_start(const Tag& tag);
  [[nodiscard]] bool breaks_out(const Tag& tag) const;
  void leave_foreign();
  bool foreign_end(const Tag& tag);

  void start(const Tag& tag);
  void start_in_body(const Tag& tag);
  void start_block(const Tag& tag);
  bool start_special(const Tag& tag);
  void start_item(const Tag& tag);
  void start_formatting(const Tag& tag);
  void start_choice(const Tag& tag);
  void start_annotation(const Tag& tag);
  void start_raw(const Tag& tag);
  void start_form();
  void start_template();
  void start_table();
  void start_in_table(const Tag& tag);
  bool start_table_part(const Tag& tag);
  void start_in_column_group(const Tag& tag);
  void start_in_part(const Tag& tag);
  void start_in_template(const Tag& tag);

  void end(const Tag& tag);
  void end_in_body(const Tag& tag);
  void end_any_other(HtmlElement tag);
  void end_form();
  void end_template();
  void end_in_table(const Tag& tag);
  void end_in_column_group(const Tag& tag);
  void end_in_part(const Tag& tag);

  std::uint32_t push(HtmlElement tag);
  void close_paragraph();
  void open_part(HtmlElement tag);
  bool close_part();
  void clear_to(Mode mode);
  [[nodiscard]] bool in_table_scope(HtmlElement tag) { return stack_.in_scope(tag, kTableScopeEnd); }
  void reset_mode();

  HtmlStack stack_;
  std::vector<Mode> template_modes_;
  Mode mode_ = Mode::kBody;
  std::uint32_t form_ = 0;
  bool xml_syntax_;
  bool empty_ = false;   // the tag at hand is an empty element in XML's syntax
  bool in_raw_ = false;  // in an element whose text is no markup
  bool in_head_ = true;
  bool quirks_ = true;
};

}  // namespace mimebase::find
