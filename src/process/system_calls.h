// The filter of system calls. system_calls.cpp builds it with libseccomp; no_system_calls.cpp has none.
#pragma once

namespace mimebase::process {

// Built with libseccomp.
extern const bool kKnowsSystemCalls;
// The kernel takes one.
[[nodiscard]] bool has_system_call_filter();
// For the rest of this process. False where the kernel refuses.
[[nodiscard]] bool filter_system_calls();

}  // namespace mimebase::process
