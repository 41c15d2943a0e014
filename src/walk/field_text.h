// The text of header fields: folds, white space, comments and quoted strings; and their values, decoded.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mimebase::walk {

// A line break that was taken out.
struct Fold {
  std::size_t at = 0;       // in the unfolded value
  std::size_t dropped = 0;  // bytes of the raw one, with those of the folds before
};

// `text` without the white space around it, line breaks included.
[[nodiscard]] std::string_view trimmed(std::string_view text);

// The next line break at or behind `at` that a blank follows: a fold, of a field or of a content line; or
// npos.
[[nodiscard]] std::size_t next_fold(std::string_view text, std::size_t at);

// Behind the quoted string or the comment (RFC 5322 sections 3.2.4, 3.2.2; comments nest) that begins at
// `at`; npos where it never ends.
[[nodiscard]] std::size_t skip_quoted(std::string_view text, std::size_t at);
[[nodiscard]] std::size_t skip_comment(std::string_view text, std::size_t at);

// The value without folds, comments and white space around it: what is left of "base64 (really)" is "base64".
// Quoted strings are kept as they are.
[[nodiscard]] std::string without_comments(std::string_view raw_value);

// The body of a header field as one line: the line breaks of folds (RFC 822 section 3.1.1) removed, the white
// space behind them kept, white space around the whole dropped. The result views raw_value where there is no
// fold inside, else `scratch`. `folds`, if not null, gets those that were inside.
[[nodiscard]] std::string_view unfold(std::string_view raw_value, std::string& scratch,
                                      std::vector<Fold>* folds = nullptr);

// Where a byte of the unfolded value stands in the raw one.
[[nodiscard]] std::size_t raw_offset(std::string_view raw_value, const std::vector<Fold>& folds,
                                     std::size_t at);

// A header field's value for a person: unfolded, RFC 2047 words decoded, UTF-8. Bytes that are no UTF-8 are
// read as windows-1252.
[[nodiscard]] std::string decode_field(std::string_view raw_value);

// What stands between the "<" and the ">" of a Message-ID or Content-ID, without white space around it; of a
// value without brackets all of it. Nothing where that is empty.
[[nodiscard]] std::optional<std::string> bracketed_id(std::string_view raw_value);

// RFC 3339, in the zone that the field names; "-00:00" where it names none (RFC 3339 section 4.3).
[[nodiscard]] std::optional<std::string> rfc3339_date(std::string_view raw_value);

}  // namespace mimebase::walk
