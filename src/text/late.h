// What a process loads when it first needs it, because loading takes longer than reading a message. A
// sandboxed process can load nothing any more: it ends, and one that has what it lacked takes over.
#pragma once

#include "text/for_archive.h"

namespace mimebase::late {

enum Module : unsigned {
  kCommonCharsets = 1,  // the C library's modules for charsets that are common in mail
  kAllCharsets = 2,
};
using Modules = unsigned;  // Module values, combined
constexpr Modules kAllModules = kCommonCharsets | kAllCharsets;

// This process loads nothing any more. It has `loaded`; need() calls `missing` for any other module.
MIMEBASE_FOR_ARCHIVE void close(Modules loaded, void (*missing)(Module));

[[nodiscard]] bool is_closed();

// Call this before a module is used. Returns if the process has it or can load it.
void need(Module module);

}  // namespace mimebase::late
