// Records of a WARC file (ISO 28500:2017, WARC 1.1).
#pragma once

#include <string>
#include <string_view>

namespace mimebase::output {

struct WarcRecord {
  std::string_view type;     // "warcinfo", "resource"
  std::string_view id;       // a URN
  std::string_view date;     // as utc_date() gives it
  std::string_view target;   // a URL; empty: none
  std::string_view info_id;  // of the file's warcinfo record; empty: none
  std::string_view content_type;
  std::string_view block;
};

// The record as it stands in a file, with its blank lines; `gzip`: as a gzip member of its own. What it is
// given holds no line break but in the block. Empty where memory runs out.
[[nodiscard]] std::string warc_record(const WarcRecord& record, bool gzip);

// A date of RFC 3339 in UTC, to the second; where it is none, that of the epoch.
[[nodiscard]] std::string utc_date(std::string_view rfc3339);

}  // namespace mimebase::output
