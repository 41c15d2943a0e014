// The page's style sheet and script, which the build puts into the library.
#pragma once

#include <string_view>

namespace mimebase::page {

struct Asset {
  std::string_view text;
  std::string_view digest;  // as Content-Security-Policy has it: "sha256-..."
};
extern const Asset kStyleSheet, kScript;

}  // namespace mimebase::page
