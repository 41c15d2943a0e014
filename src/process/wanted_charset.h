// Exported for the program in cli/, which defines iconv_open(). Not part of the public interface.
#pragma once

#include "mimebase/api.h"

namespace mimebase {
inline namespace v0_2 {
namespace internal {

// A sandboxed process that cannot open files cannot load the C library's module for a charset. A program that
// defines iconv_open() calls this function with both names before it calls the C library's. In a sandboxed
// process it ends the process, and one that has the module takes over. It does nothing in other processes.
MIMEBASE_API void charset_is_wanted(const char* name);

}  // namespace internal
}  // namespace v0_2
}  // namespace mimebase
