// Decides which tags of an HTML document are HTML elements, and which are SVG or MathML ("foreign
// content"). Implements the parts of the HTML Standard's tree construction (13.2.6) that this requires.
// Whether a tag ends foreign content depends on the open elements, so the stack of them has to be
// tracked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "find/html/stack.h"

namespace mimebase::find {

struct HtmlToken;

// The total number of steps allowed for a document of this size.
[[nodiscard]] constexpr std::size_t html_steps(std::uint64_t per_byte, std::size_t bytes) {
  constexpr std::size_t kOfAnySize = 42'000, kMax = std::numeric_limits<std::size_t>::max();
  return per_byte > kMax / (bytes + kOfAnySize) ? kMax : per_byte * (bytes + kOfAnySize);
}

// True for white space and NUL, which say nothing about what follows.
[[nodiscard]] bool is_html_space_or_nul(std::string_view data);

// True for a start tag of HTML after which no frameset takes the place of the body: 13.2.6.4 sets "the
// frameset-ok flag" to "not ok".
[[nodiscard]] bool forbids_frameset(const HtmlToken& token);

// Follows the tokens of a document with scripting off. Takes time linear in the number
// of tokens and in `steps`.
class HtmlTree {
 public:
  // `xml_syntax`: "/>" closes HTML elements too.
  HtmlTree(std::size_t steps, bool xml_syntax) : stack_(steps), xml_syntax_(xml_syntax) {}

  // Both return true for a tag of SVG or MathML.
  bool start_tag(const HtmlToken& token);
  bool end_tag(const HtmlToken& token);
  void text(std::string_view data);
  void doctype() { quirks_ = false; }

  // True once the body has begun. The `body` at the bottom of nodes() is there from the start.
  [[nodiscard]] bool has_body() const { return has_body_; }
  // True as long as a frameset would take the place of the body.
  [[nodiscard]] bool may_have_frameset() const { return !has_body_ || allows_frameset_; }
  // True once a frameset has taken the place of the body. Other elements than frames are ignored from then
  // on.
  [[nodiscard]] bool has_frameset() const { return has_frameset_; }
  [[nodiscard]] bool is_behind_frameset() const { return has_frameset_ && framesets_ == 0; }

  // The open elements.
  [[nodiscard]] const std::vector<HtmlNode>& nodes() const { return stack_.nodes(); }
  // True until a doctype has been seen.
  [[nodiscard]] bool quirks() const { return quirks_; }

  // True if `<![CDATA[` opens a section here.
  [[nodiscard]] bool allows_cdata() const { return stack_.top().ns != HtmlNamespace::kHtml; }
  // False if the nesting was too deep for the number of steps. Later answers may be wrong.
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

  // The current tag.
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
  void begin_body();
  void start_frameset();
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
  bool empty_ = false;   // the current tag is an empty element in XML syntax
  bool in_raw_ = false;  // inside an element that contains text instead of markup
  bool in_head_ = true;
  bool has_body_ = false;
  bool allows_frameset_ = true;  // 13.2.4.5, "the frameset-ok flag"
  bool has_frameset_ = false;
  std::size_t framesets_ = 0;  // nested ones
  bool quirks_ = true;
};

}  // namespace mimebase::find
