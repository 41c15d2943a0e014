// Declarations and rules of CSS Syntax Level 3, as far as it takes to read plain ones: what a style attribute
// says, and the rules of a style sheet that stand outside of at-rules.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "find/css/token.h"

namespace mimebase::find {

// `none !important`. The view lives until the next declaration is read.
struct CssValue {
  std::string_view text;  // in lower case, without comments and the white space around it
  bool is_important = false;
};

// Reads declarations one by one, up to the end or to the "}" that closes them. What is none is passed over
// (section 5.4.4).
class CssDeclarations {
 public:
  // `css` must outlive this.
  explicit CssDeclarations(std::string_view css, std::size_t at = 0) : css_(css), at_(at) {}

  // Goes to the next one; false where there is none any more.
  bool next();
  // Its name in lower case; of more than 32 bytes cut.
  [[nodiscard]] std::string_view name() const { return name_.view(); }
  // Its value, of more than 256 bytes cut there.
  [[nodiscard]] CssValue value();
  // Where the "}" is, or the end, once next() gave false.
  [[nodiscard]] std::size_t at() const { return at_; }

 private:
  std::string_view css_;
  std::size_t at_;
  CssName name_;
  std::string_view raw_;
  std::string value_;
};

// The first byte from `at` on that is one of `stops` and in no string, comment, escape or pair of brackets,
// but for the bracket that it is itself; the end where there is none.
[[nodiscard]] std::size_t find_css_stop(std::string_view css, std::size_t at, std::string_view stops);

// Reads the rules of a style sheet one by one. At-rules are passed over, whatever they hold.
class CssRules {
 public:
  explicit CssRules(std::string_view css) : css_(css) {}

  // The next rule: its selectors, and where its declarations begin. False at the end.
  bool next(std::string_view& selectors, CssDeclarations& declarations);
  // To be called when the declarations of a rule were read.
  void end_rule(const CssDeclarations& declarations) { at_ = declarations.at() + 1; }

 private:
  void skip_at_rule();

  std::string_view css_;
  std::size_t at_ = 0;
};

}  // namespace mimebase::find
