// Codes of fields in documents of Word (ISO 29500-1 section 17.16), such as `HYPERLINK "http://a/" \o "tip"`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mimebase::documents {

struct FieldCode {
  std::string name;                    // in capitals
  std::vector<std::string> arguments;  // those that belong to no switch; at most 16
  std::string location;                // of \l: a place in the target
  std::string database;                // of DATABASE \d: the file
};

[[nodiscard]] FieldCode parse_field_code(std::string_view code);

// The text that a QUOTE field shows: its arguments, of which numbers are characters.
[[nodiscard]] std::string quoted_text(const FieldCode& code);

}  // namespace mimebase::documents
