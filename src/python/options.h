// The options of the command line as Python has them: keywords.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "mimebase/read_links.h"
#include "mimebase/rewrite.h"
#include "mimebase/url.h"

namespace mimebase::python {

namespace py = pybind11;

// What the options of links(), tree() and check() say, of any of them.
struct RowsWanted {
  LinkFilter filter;
  DiagnosticFilter diagnostics;
  bool unique = false, summary = false;
};

// Each takes a dict of the names that it knows, without those that are None, and throws py::value_error for
// what the command line would call wrong usage.
[[nodiscard]] ReadOptions read_options(const py::dict& given);
[[nodiscard]] RewriteOptions rewrite_options(const py::dict& given);
// Of "links", "tree" or "check".
[[nodiscard]] RowKind row_kind(const std::string& command, const py::dict& given);
[[nodiscard]] RuleSet rule_set(const std::string& name);

}  // namespace mimebase::python
