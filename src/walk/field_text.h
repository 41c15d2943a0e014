// The syntax of header fields: folds, white space, comments and quoted strings; and their decoded values.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "charset/offset_map.h"
#include "text/for_archive.h"

namespace mimebase::walk {

// A line break that was removed.
struct Fold {
  std::size_t at = 0;       // offset in the unfolded value
  std::size_t dropped = 0;  // raw bytes removed by this fold and all before it
};

// Returns the next line break at or after `at` that a blank follows, which is a fold in a header field or
// a content line; npos if there is none.
[[nodiscard]] std::size_t next_fold(std::string_view text, std::size_t at);

// Return the offset after the quoted string or comment that starts at `at` (RFC 5322 sections 3.2.4 and
// 3.2.2; comments nest); npos if it is not closed.
[[nodiscard]] std::size_t skip_quoted(std::string_view text, std::size_t at);
[[nodiscard]] std::size_t skip_comment(std::string_view text, std::size_t at);

// Returns the value without folds, comments and surrounding white space: "base64 (really)" becomes
// "base64". Quoted strings are kept unchanged.
[[nodiscard]] std::string without_comments(std::string_view raw_value);

// Returns the body of a header field as one line. Removes the line breaks of folds (RFC 822 section
// 3.1.1) and surrounding white space; keeps the white space after each fold. The result is a view of
// raw_value if it contains no fold, else of `scratch`. `folds`, if not null, receives the removed folds.
[[nodiscard]] std::string_view unfold(std::string_view raw_value, std::string& scratch,
                                      std::vector<Fold>* folds = nullptr);

// Maps an offset in the unfolded value to one in the raw value.
[[nodiscard]] std::size_t raw_offset(std::string_view raw_value, const std::vector<Fold>& folds,
                                     std::size_t at);

// Returns a header field's value for display: unfolded, RFC 2047 words decoded, UTF-8. Bytes that are not
// valid UTF-8 are read as windows-1252.
[[nodiscard]] std::string decode_field(std::string_view raw_value);

// A part of a field's value that is decoded as a whole: plain text, or adjacent encoded words of one charset
// and encoding (RFC 2047 section 2).
struct TextRun {
  std::size_t start = 0, end = 0;  // in the value
  std::string_view charset;        // of encoded words; empty for plain text
  int words = 0;                   // encoded words; 0 for plain text
  bool is_base64 = false;
};
// Returns the run that starts at `at` in an unfolded value. Takes time linear in its length.
[[nodiscard]] TextRun text_run_at(std::string_view value, std::size_t at);

// The text of a run of encoded words without their encoding, in their charset.
struct DecodedRun {
  DecodedRun(std::string_view value, const TextRun& run);
  std::string bytes;
  // The place in the value of a span of `bytes`.
  [[nodiscard]] charset::Span in_value(charset::Span span) const;

 private:
  charset::OffsetMap map_;        // from `bytes` to the texts of the words, one after another
  charset::OffsetMap words_map_;  // from these to the value
};

// An unfolded value that holds URLs, with its encoded words decoded, although RFC 2047 section 5 forbids them
// there: programs that encode every long field write them. White space beside a word is dropped, because no
// URL has it.
class DecodedValue {
 public:
  explicit DecodedValue(std::string_view value);
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool has_words() const { return has_words_; }

  struct Place {
    charset::Span span;     // in the value; of whole words
    bool is_words = false;  // the text is at least partly from words
  };
  // The place in the value of a span of text() that is not empty.
  [[nodiscard]] Place in_value(charset::Span span) const;

 private:
  struct Piece {
    std::size_t at = 0;              // in text_
    std::size_t start = 0, end = 0;  // in the value
    bool is_words = false;
  };
  [[nodiscard]] const Piece& piece_with(std::size_t at) const;
  std::string text_;
  std::vector<Piece> pieces_;
  bool has_words_ = false;
};

// Returns the text between "<" and ">" of a Message-ID or Content-ID, trimmed; the entire value if it has
// no brackets. Returns nothing if that is empty.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::optional<std::string> bracketed_id(std::string_view raw_value);

// Returns the date in RFC 3339 form, in the zone given by the field, or with "-00:00" if it gives none
// (RFC 3339 section 4.3). Returns nothing if the date cannot be parsed.
[[nodiscard]] std::optional<std::string> rfc3339_date(std::string_view raw_value);

}  // namespace mimebase::walk
