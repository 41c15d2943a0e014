// Records of a WARC file (ISO 28500:2017, WARC 1.1).
#pragma once

#include <string>
#include <string_view>

namespace mimebase::output {

struct WarcRecord {
  std::string_view type;     // "warcinfo", "resource"
  std::string_view id;       // a URN, without < and >
  std::string_view date;     // of RFC 3339, in UTC
  std::string_view target;   // a URL; empty if none
  std::string_view info_id;  // the id of the file's warcinfo record; empty if none
  std::string_view content_type;
  std::string_view block;
};

// Returns the complete record, with its trailing blank lines. `gzip` compresses it as a gzip member of its
// own. Only the block may contain line breaks. Returns an empty string if memory runs out.
[[nodiscard]] std::string warc_record(const WarcRecord& record, bool gzip);

}  // namespace mimebase::output
