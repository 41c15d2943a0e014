// A reader of CSS declarations and rules (CSS Syntax Level 3), limited to plain ones: the content of
// style attributes, and the rules of a style sheet outside at-rules.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "find/css/token.h"

namespace mimebase::find {

// A value, for example `none !important`. The view is valid until the next declaration is read.
struct CssValue {
  std::string_view text;  // in lower case, without comments and surrounding white space
  bool is_important = false;
};

// Reads declarations one by one, up to the end or the closing "}". Anything else is skipped (section
// 5.4.4).
class CssDeclarations {
 public:
  // `css` must outlive this.
  explicit CssDeclarations(std::string_view css, std::size_t at = 0) : css_(css), at_(at) {}

  // Advances to the next declaration. Returns false at the end.
  bool next();
  // The name in lower case, truncated to 32 bytes.
  [[nodiscard]] std::string_view name() const { return name_.view(); }
  // The value, truncated to 256 bytes.
  [[nodiscard]] CssValue value();
  // After next() has returned false: the offset of the "}", or of the end.
  [[nodiscard]] std::size_t at() const { return at_; }

 private:
  std::string_view css_;
  std::size_t at_;
  CssName name_;
  std::string_view raw_;
  std::string value_;
};

// Returns the offset of the first byte from `at` on that is one of `stops` and not inside a string,
// comment, escape or pair of brackets. Returns the end if there is none.
[[nodiscard]] std::size_t find_css_stop(std::string_view css, std::size_t at, std::string_view stops);

// Reads the rules of a style sheet one by one. At-rules are skipped with all they contain.
class CssRules {
 public:
  explicit CssRules(std::string_view css) : css_(css) {}

  // Advances to the next rule: its selectors and the start of its declarations. Returns false at the end.
  bool next(std::string_view& selectors, CssDeclarations& declarations);
  // Call after the declarations of a rule have been read.
  void end_rule(const CssDeclarations& declarations) { at_ = declarations.at() + 1; }

 private:
  void skip_at_rule();

  std::string_view css_;
  std::size_t at_ = 0;
};

}  // namespace mimebase::find
