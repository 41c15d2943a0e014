// The keys of rows. They are the keys of JSON Lines.
#pragma once

#include <span>
#include <string_view>

#include "mimebase/read_links.h"

namespace mimebase::python {

// The Python type of a column.
enum class Kind {
  kText,    // an array of str, some of which may be None
  kNumber,  // an array of numbers
  kOther,   // a list
};

// A key of a row, with the type of its column.
struct Key {
  std::string_view name;
  Kind kind = Kind::kText;
};

// Returns the keys in the order of the values of a row (each_value() in values.cpp).
[[nodiscard]] std::span<const Key> keys_of(RowKind kind);
// Returns the keys of a Python type: "Link", "UniqueLink", "Entity", "Diagnostic", "Summary" or "Candidate".
// Empty for any other name.
[[nodiscard]] std::span<const Key> keys_of(std::string_view type);

}  // namespace mimebase::python
