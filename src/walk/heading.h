// Reads headers whose fields are all regular (RFC 5322 section 2.2), so that GMime need not: it allocates
// several objects per header field, and parses addresses and dates that nobody asks for. On mail with ten
// fields per message that takes a quarter of all instructions.
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

// A copy of a message. From `start` on, it contains only what GMime needs: the Content-* fields (RFC 2045
// section 3), and the rest of the message at its original offset.
struct MimeOnly {
  std::string copy;
  std::size_t start = 0;
};
// `copy` is a copy of the message that the heading was read from. Names of fields in it may be overwritten;
// such fields are omitted.
[[nodiscard]] MimeOnly mime_only(std::string copy, const Heading& heading);

}  // namespace mimebase::walk
