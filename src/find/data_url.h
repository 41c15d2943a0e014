// data: URLs.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mimebase::find {

// A data: URL, parsed as in the Fetch Standard ("data: URL processor").
struct DataUrl {
  std::string media_type;  // in lower case, without parameters
  std::string charset;
  std::string bytes;
  std::string_view fragment;  // of the URL, including "#"
  // True if all browsers read the URL alike. Chromium, for one, looks for "base64" among all parameters.
  bool is_plain = true;
};

// `url` begins with "data:" in any case, and has no white space around it. Returns nothing if it is
// malformed.
[[nodiscard]] std::optional<DataUrl> parse_data_url(std::string_view url);

}  // namespace mimebase::find
