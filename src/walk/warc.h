// Records of web archives (WARC 1.0 and 1.1, ISO 28500, and the drafts WARC/0.12 to WARC/0.18).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mimebase::walk {

// What the header of a record says of it.
struct WarcRecord {
  std::size_t header = 0;           // the start of the header: behind the line with the version
  std::size_t block = 0;            // the start of the block: behind the blank line
  std::string type;                 // "response", in lower case
  std::string target_uri;           // without "<" and ">", which older programs wrote; may be empty
  std::string record_id;            // without "<" and ">"
  std::optional<std::string> date;  // RFC 3339, without fractions of a second; nothing if it is not a time
  bool has_http = false;            // the block is an HTTP message
};

// Reads the header at the start of a record, which may be damaged. The first of several fields with one name
// counts (model/warc_header.h). Takes time linear in the header.
[[nodiscard]] WarcRecord read_warc(std::string_view bytes);

}  // namespace mimebase::walk
