// Reads templates of URLs: text with fields in braces, such as "https://click.example.org/?u={url:query}".
// Which fields there are, and what they become, is known to those who have a template.
//
//   Result<void> read = for_each_field(text, [&](std::string_view before, std::optional<std::string_view>
//   field)
//                                                -> Result<void> { ... });
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "mimebase/result.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase {

// Returns a kUsage error: "the template WHY".
[[nodiscard]] inline Error wrong_template(std::string_view why) {
  return {Error::Code::kUsage, "the template " + std::string(why)};
}

// Calls `take` with the text before each field and the words in its braces, and once with the text after the
// last field and nothing. Ends at the first error that `take` returns, and returns that. Fails with kUsage if
// a brace has no other one.
template <typename Take>
[[nodiscard]] Result<void> for_each_field(std::string_view text, Take take) {
  for (;;) {
    const std::size_t open = std::min(text.find_first_of("{}"), text.size());
    const std::string_view before = text.substr(0, open);
    text.remove_prefix(open);
    if (text.empty()) return take(before, std::optional<std::string_view>());
    if (text.front() == '}') return wrong_template("has a \"}\" without \"{\"");
    const std::size_t close = text.find('}');
    if (close == text.npos) return wrong_template("has a \"{\" without \"}\"");
    if (Result<void> taken = take(before, std::optional(text.substr(1, close - 1))); !taken) return taken;
    text.remove_prefix(close + 1);
  }
}

// Percent-encodes what a segment of a path cannot contain (RFC 3986 section 3.3), for the encoder ":path".
[[nodiscard]] inline std::string encoded_for_path(std::string_view text) {
  return ascii::percent_encoded(
      text, [](char c) { return !ascii::is_alnum(c) && !contains("-._~!$&'()*+,;=:@", c); });
}

// Percent-encodes all but unreserved characters (RFC 3986 section 2.3), for the encoder ":query".
[[nodiscard]] inline std::string encoded_for_query(std::string_view text) {
  return ascii::percent_encoded(text, [](char c) { return !ascii::is_alnum(c) && !contains("-._~", c); });
}

}  // namespace mimebase
