// Parameters of structured fields such as Content-Type and Content-Disposition (RFC 2045 section 5.1, RFC
// 2231).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mimebase::walk {

// One "name=value", "name*=value" or "name*1*=value" as written. The views are into the field's value.
struct ParameterSection {
  std::string_view name;     // without the part from the first "*" on; empty if there is no "="
  int number = -1;           // of RFC 2231 section 3; -1: none
  bool is_extended = false;  // RFC 2231 section 4: "*" before the "="
  bool is_quoted = false;    // if so, `value` still contains escapes
  bool is_open = false;      // quoted, without the closing quote
  bool has_comment = false;  // around the name or the value
  bool has_rest = false;     // something follows the closing quote
  std::string_view value;
};

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

// Returns all sections of the parameter `name` (in any case), in the order of the field. Takes linear time.
[[nodiscard]] std::vector<ParameterSection> parameter_sections(std::string_view value, std::string_view name);

// Returns the value of a section without the line breaks of folds and without escapes, not decoded.
[[nodiscard]] std::string plain_value(const ParameterSection& section);

// Returns the text before the first parameter, without comments and white space: "text/html",
// "attachment".
[[nodiscard]] std::string main_value(std::string_view value);

}  // namespace mimebase::walk
