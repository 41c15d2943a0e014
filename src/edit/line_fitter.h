// Limits lines to 998 bytes (RFC 5322 section 2.1.1) in headers and in contents without transfer encoding.
// If a longer reference would make a line too long, the line is broken where its language allows. Lines of a
// document that is no part of mail have no limit, except the content lines of calendars and cards.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "find/quoting.h"
#include "mimebase/range.h"

namespace mimebase::edit {

// Maximum length of a line, without its line break.
inline constexpr std::size_t kLineBytes = 998;

// Fits replacements into lines.
class LineFitter {
 public:
  // `bytes`, which must outlive this, is a content, or the frame of a header. Bytes before `start`, the
  // beginning of a line, do not change. `line_break` is used for a last line without a line break. `is_mail`
  // is false for a document, whose lines may have any length. If `breaks_often` is set, long URLs in brackets
  // are broken several times, and lines also after an attribute.
  LineFitter(std::string_view bytes, std::size_t start, std::string_view line_break, bool is_mail = true,
             bool breaks_often = false)
      : bytes_(bytes),
        line_break_(line_break),
        is_mail_(is_mail),
        breaks_often_(breaks_often),
        at_(start),
        line_start_(start) {}

  // Adjusts the replacement `written` for `span` so that no line becomes too long that was not before. Widens
  // `span` if the break has to come before it. Returns false if that is impossible; the change must then not
  // be made. Call it for every change, in order. All calls together are linear in the size of `bytes`.
  [[nodiscard]] bool fit(const find::QuotingPath& quoting, Range& span, std::string& written);

 private:
  void move_to(std::size_t at);
  [[nodiscard]] bool fits(std::string_view written) const;
  [[nodiscard]] bool break_inside(std::string_view line_break, std::string& written) const;
  [[nodiscard]] bool break_often(std::string_view line_break, std::string& written) const;
  [[nodiscard]] bool break_before(Range& span, std::string& written) const;
  [[nodiscard]] std::optional<std::string_view> end_of_attribute(const Range& value) const;
  [[nodiscard]] bool break_around(Range& span, std::string& written) const;
  [[nodiscard]] bool break_anyhow(const find::QuotingPath& quoting, Range& span, std::string& written) const;
  [[nodiscard]] bool fold_content_line(std::string& written) const;
  [[nodiscard]] std::string line_break() const;
  void take(Range span, std::string_view written);

  std::string_view bytes_, line_break_;
  bool is_mail_, breaks_often_;
  std::size_t at_;                         // end of the last change
  std::size_t column_ = 0;                 // column of `at_`, after the changes
  std::size_t line_start_, line_end_ = 0;  // the original line on which the last change begins
  std::size_t tail_ = 0;                   // bytes after the change on its line
};

}  // namespace mimebase::edit
