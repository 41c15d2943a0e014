// The header of a WARC record (ISO 28500:2017 section 4, WARC 1.1). The drafts before ISO 28500 (WARC/0.12 to
// WARC/0.18) have the same header, some with other names of fields.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "text/for_archive.h"

namespace mimebase {

// A longer header is damaged. Fields may hold long URLs.
inline constexpr std::size_t kMaxWarcHeader = std::size_t{256} << 10;
// The longest line that begins a record is shorter than this.
inline constexpr std::size_t kWarcLookahead = 16;

// Returns the length of the version line at the start of `bytes`, such as "WARC/1.1" or "WARC/0.18" and its
// line ending.
// Returns 0 if there is none.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE std::size_t warc_version_line(std::string_view bytes);

struct WarcHeader {
  enum class State {
    kWhole,
    kMissing,  // more bytes are needed
    kDamaged,  // it does not end where `bytes` end, where another record begins, or after kMaxWarcHeader
               // bytes
  };
  State state = State::kMissing;
  std::size_t size = 0;  // with the blank line; 0 if it is not whole
  // The values of fields, which may be folded: the first that is not empty, or empty.
  std::string_view type;  // WARC-Type
  std::string_view target_uri, record_id, date, content_type;
  std::optional<std::uint64_t> content_length;  // nothing if it is missing, malformed or contradictory
};

// Reads the header at the start of `bytes`, which begin with a version line. Lines may end in LF alone, and
// lines that are not fields are ignored. `at_end` means that no bytes follow.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE WarcHeader read_warc_header(std::string_view bytes, bool at_end);

// True if a record with this WARC-Type is a message: a response, a resource or a conversion.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE bool is_message_type(std::string_view type);
// True if a record with this WARC-Type only refers to a record elsewhere.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE bool is_revisit_type(std::string_view type);

}  // namespace mimebase
