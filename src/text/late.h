// What a process loads when it first needs it, because loading takes longer than reading a message: charsets
// of the C library, and modules of our own, each with an optional library and the sources that use it. A
// sandboxed process can load nothing any more. It ends when it needs something, and a process that has it
// takes over.
//
// The shared libraries have modules. Static ones contain the same sources, and call none of these functions
// but for charsets.
#pragma once

#include "text/for_archive.h"

namespace mimebase::late {

enum Module : unsigned {
  kCommonCharsets = 1,  // the C library's modules for charsets that are common in mail
  kAllCharsets = 2,
  kPdf = 4,          // libqpdf
  kConfusables = 8,  // the i18n library of ICU
};
using Modules = unsigned;  // Module values, combined
constexpr Modules kAllModules = 15;

// Returns a function that a module exports, or null if the module cannot be loaded. Loads the module, and
// keeps it. For modules of our own.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE void* function(Module module, const char* name);

// Loads modules of our own, for a process that is to be closed and needs them.
MIMEBASE_FOR_ARCHIVE void load(Modules modules);

// This process loads nothing any more. It has `loaded`, and the modules of load(). A need for any other
// module calls `missing`, which ends the process.
MIMEBASE_FOR_ARCHIVE void close(Modules loaded, void (*missing)(Module));
[[nodiscard]] bool is_closed();

// Call this before a charset is used. Returns if the process has the module or can load it.
void need(Module module);

}  // namespace mimebase::late
