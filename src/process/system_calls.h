// The filter of system calls: system_calls.cpp builds it with libseccomp, no_system_calls.cpp has none.
#pragma once

namespace mimebase::process {

// Whether this was built with libseccomp.
extern const bool kKnowsSystemCalls;
// True if the kernel supports filters.
[[nodiscard]] bool has_system_call_filter();
// Installs the filter for the rest of this process. Returns false if the kernel refuses.
[[nodiscard]] bool filter_system_calls();

}  // namespace mimebase::process
