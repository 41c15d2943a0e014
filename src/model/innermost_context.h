// The innermost language of a reference's context.
#pragma once

#include <string_view>

namespace mimebase {

// Returns the context without the languages around it: "css:url" for "iframe@srcdoc/td@style/css:url". A
// context in a header has none around it, and the name of its field may contain "/".
[[nodiscard]] inline std::string_view innermost_context(std::string_view context) {
  if (context.starts_with("header:")) return context;
  return context.substr(context.rfind('/') + 1);  // npos + 1 is 0
}

}  // namespace mimebase
