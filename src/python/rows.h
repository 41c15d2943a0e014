// The keys of rows: those of the JSON Lines.
#pragma once

#include <span>
#include <string_view>

#include "mimebase/read_links.h"

namespace mimebase::python {

// What a column of a key becomes.
enum class Kind {
  kText,    // an array of texts, some of which may be None
  kNumber,  // an array of numbers
  kOther,   // a list
};

struct Key {
  std::string_view name;
  Kind kind = Kind::kText;
};

// In the order of the values of a row (each_value() in values.cpp).
[[nodiscard]] std::span<const Key> keys_of(RowKind kind);
// Of a type of rows: "Link", "UniqueLink", "Entity", "Diagnostic", "Summary", "Candidate". Empty for others.
[[nodiscard]] std::span<const Key> keys_of(std::string_view type);

}  // namespace mimebase::python
