// Options of the Python functions. They are keywords, named after the options of the command line.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "mimebase/extract.h"
#include "mimebase/read_links.h"
#include "mimebase/report.h"
#include "mimebase/rewrite.h"
#include "mimebase/url.h"

namespace mimebase::python {

namespace py = pybind11;

// Each function reads the options that it knows from a dict without None values. It throws py::type_error for
// a value of the wrong type, and py::value_error for a value that the command line would refuse.
[[nodiscard]] ReadOptions read_options(const py::dict& given);
[[nodiscard]] RewriteOptions rewrite_options(const py::dict& given);
[[nodiscard]] ReportOptions report_options(const py::dict& given);
[[nodiscard]] ExtractOptions extract_options(const py::dict& given);
// `command` is "links", "tree", "check" or "compare".
[[nodiscard]] RowKind row_kind(const std::string& command, const py::dict& given);
[[nodiscard]] RuleSet rule_set(const std::string& name);

}  // namespace mimebase::python
