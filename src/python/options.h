// Options of the Python functions: keywords, which are rows of the table of options.
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <string>

#include "mimebase/read_links.h"
#include "mimebase/result.h"
#include "options/arguments.h"

namespace mimebase::python {

namespace py = pybind11;

// Raises ValueError for kUsage, OSError for kUnwritable, and otherwise RuntimeError. Options are named as
// keywords of the function.
[[noreturn]] void raise(const Error& error, options::Commands function);

// Reads the keywords of a function, "links". Values that are None keep their defaults. Throws py::type_error
// for an unknown keyword and for a value of the wrong type, and raises ValueError for a value that the
// command line would refuse.
[[nodiscard]] options::Arguments read_keywords(const std::string& function, const py::dict& given,
                                               std::size_t inputs = 1);
// Returns pairs of a keyword of a function and its default, which is None or a bool.
[[nodiscard]] py::list keywords(const std::string& function);

[[nodiscard]] ReadOptions read_options(const options::Arguments& arguments);
[[nodiscard]] RowKind row_kind(const options::Arguments& arguments);
[[nodiscard]] RuleSet rule_set(const std::string& name);

}  // namespace mimebase::python
