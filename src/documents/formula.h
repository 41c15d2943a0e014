// Formulas of spreadsheets: the references in them that are written as whole strings. Also names of columns.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/model.h"

namespace mimebase::documents {

struct FormulaReference {
  std::string reference;
  LinkKind kind = LinkKind::kLink;
  std::string label;  // the text that HYPERLINK shows, if it is written as a string
};

// Finds the first argument of HYPERLINK, WEBSERVICE and IMAGE, and the sources of DDE, in a formula of Excel
// or OpenFormula. An argument that is computed, even from strings, is no reference, and neither is a place in
// the same document. Takes linear time.
[[nodiscard]] std::vector<FormulaReference> read_formula(std::string_view formula);

// The letters of a column, counted from 1: "A", "Z", "AA".
[[nodiscard]] std::string column_name(std::uint64_t column);

}  // namespace mimebase::documents
