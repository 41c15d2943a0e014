// Reads headers whose fields are all regular (RFC 5322 section 2.2), so that GMime need not: it allocates
// several objects per header field, and parses addresses and dates that nobody asks for. On mail with ten
// fields per message that takes a quarter of all instructions. Contents that GMime need not read take a
// tenth.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "walk/message.h"

namespace mimebase::walk {

struct Heading {
  std::vector<Field> fields;   // views of the bytes that were read
  std::size_t blank_line = 0;  // its offset
};

// Returns the header at the start of `bytes` with exactly the fields that GMime would report. Returns
// nothing if a line is neither a field nor a continuation, if there is a NUL, if the blank line is missing,
// or if Content-Type is repeated: GMime decides how to read these.
[[nodiscard]] std::optional<Heading> read_regular_heading(std::string_view bytes);

// What GMime needs of a message to find its parts: the Content-* fields (RFC 2045 section 3) of its own
// header, the headers of its parts, and its delimiters. Of contents, which GMime would read line by line in
// search of delimiters, only lines at both ends are left, so that GMime sees where they begin and end. A
// message that may have messages in it keeps their bytes.
class Skeleton {
 public:
  Skeleton(std::string_view message, const Heading& heading);

  [[nodiscard]] std::string_view bytes() const { return bytes_; }
  // Returns the place in the message of an offset in bytes(). The offset must be in a kept line, or at its
  // end.
  [[nodiscard]] std::size_t to_message(std::size_t offset) const;

 private:
  // From `at` on, offsets in the message are `more` larger.
  struct Cut {
    std::size_t at = 0, more = 0;
  };

  bool may_begin_part(std::string_view line);
  bool add_body(std::string_view message, std::size_t at);

  std::string bytes_;
  std::vector<Cut> cuts_;
  std::size_t steps_left_ = 0;  // of comparing lines with what was kept
};

}  // namespace mimebase::walk
