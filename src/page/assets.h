// The report page's style sheet and script, which the build embeds into the library.
#pragma once

#include <string_view>

namespace mimebase::page {

struct Asset {
  std::string_view text;
  std::string_view digest;  // for Content-Security-Policy: "sha256-..."
};
extern const Asset kStyleSheet, kEarlyScript, kScript;

}  // namespace mimebase::page
