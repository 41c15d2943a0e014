// Parameters of structured fields such as Content-Type and Content-Disposition (RFC 2045 section 5.1, RFC
// 2231).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mimebase::walk {

struct Parameter {
  std::string value;      // UTF-8, with escapes, RFC 2231 and RFC 2047 decoded (mailers use the latter here)
  std::size_t start = 0;  // offsets in the field's value, without quotes: from the start of the first
  std::size_t end = 0;    // RFC 2231 section to the end of the last
};

// Returns the parameter `name` (in any case) of a field's value, which may be folded. A quoted value may
// contain anything; an unquoted one, in which mailers write spaces and more, ends at the next ";".
// Comments are skipped. The forms of RFC 2231 ("name*", "name*0", "name*1*", in any order) take
// precedence over the plain one, which is meant for readers without RFC 2231 support. If a form is
// repeated, the first is used. Takes linear time.
[[nodiscard]] std::optional<Parameter> read_parameter(std::string_view value, std::string_view name);

// Returns the text before the first parameter, without comments and white space: "text/html",
// "attachment".
[[nodiscard]] std::string main_value(std::string_view value);

}  // namespace mimebase::walk
