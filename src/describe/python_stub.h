// The part of Python's stub that comes from the table of options.
#pragma once

#include <string>

namespace mimebase::options {

// Returns the signatures of Python's functions: the types of names, and one function for each set of types
// that keywords give its rows.
[[nodiscard]] std::string python_stub();

}  // namespace mimebase::options
