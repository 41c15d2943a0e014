// Lines of 7bit and 8bit contents and of headings have 998 bytes at most (RFC 5322 section 2.1.1): where a
// longer reference would make one too long, it is broken where its language allows.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "find/quoting.h"
#include "mimebase/range.h"

namespace mimebase::edit {

class LineFitter {
 public:
  // `bytes` are those that change, and must outlive this: a content, or the frame of a heading. Those before
  // `start`, where a line begins, do not change.
  // Lines end as `line_break` where they do not end.
  LineFitter(std::string_view bytes, std::size_t start, std::string_view line_break)
      : bytes_(bytes), line_break_(line_break), at_(start), line_start_(start) {}

  // Changes what is to take the place of `span` so that no line becomes too long that was not, and widens
  // `span` where the break stands before it. False where that cannot be: then there is to be no change. To be
  // called in the order of the bytes, for all changes. Linear in the bytes, all together.
  [[nodiscard]] bool fit(const find::QuotingPath& quoting, Range& span, std::string& written);

 private:
  void move_to(std::size_t at);
  [[nodiscard]] bool fits(std::string_view written) const;
  [[nodiscard]] bool break_inside(std::string_view line_break, std::string& written) const;
  [[nodiscard]] bool break_before(Range& span, std::string& written) const;
  [[nodiscard]] bool break_anyhow(const find::QuotingPath& quoting, Range& span, std::string& written) const;
  [[nodiscard]] bool fold_content_line(std::string& written) const;
  [[nodiscard]] std::string line_break() const;
  void take(Range span, std::string_view written);

  std::string_view bytes_, line_break_;
  std::size_t at_;                         // behind the last change
  std::size_t column_ = 0;                 // there, as the line is afterwards
  std::size_t line_start_, line_end_ = 0;  // of the line that the last change begins on, as it was
  std::size_t tail_ = 0;                   // bytes behind the change on its line
};

}  // namespace mimebase::edit
