// The parameters of structured fields: Content-Type, Content-Disposition (RFC 2045 section 5.1, RFC 2231).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mimebase::walk {

struct Parameter {
  std::string value;      // decoded: escapes, RFC 2231, RFC 2047 (which mailers use here); UTF-8
  std::size_t start = 0;  // where it is written in the field's value: without quotes, from the first
  std::size_t end = 0;    // section of RFC 2231 to the last
};

// The parameter `name` (in any case) of a field's value, folded or not. A value in quotes may hold
// everything; one without, which mailers write with spaces and more, goes to the next ";". Comments are
// passed over. The forms of RFC 2231 ("name*", "name*0", "name*1*", in any order) are preferred to the plain
// one, which is there for readers that do not know them; of two equal ones the first counts. Linear in the
// value.
[[nodiscard]] std::optional<Parameter> read_parameter(std::string_view value, std::string_view name);

// What stands before the first parameter, without comments and white space: "text/html", "attachment".
[[nodiscard]] std::string main_value(std::string_view value);

}  // namespace mimebase::walk
