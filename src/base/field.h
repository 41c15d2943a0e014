// Reads the header fields that declare a base: Base (RFC 1808 section 3.1), Content-Base (RFC 2110, RFC 2068)
// and Content-Location (RFC 2110, RFC 2557).
#pragma once

#include <string>
#include <string_view>

#include "mimebase/model.h"

namespace mimebase::base {

// The parsed value of a field.
struct FieldValue {
  std::string written;     // the unfolded value as UTF-8
  std::string url;         // the URL as UTF-8, without its wrapper and without white space from folds
  Range span;              // of the URL in the unfolded value
  bool malformed = false;  // the wrapper is wrong
};

// Looks up a field name, ignoring case; kNone if the field declares no base.
[[nodiscard]] BaseBy base_header(std::string_view field_name);

// `raw_value` is the value as received, with folds. Bytes that are not UTF-8 are read as windows-1252.
[[nodiscard]] FieldValue read_field(BaseBy by, std::string_view raw_value);

}  // namespace mimebase::base
