// Exported for the program in cli/, which defines iconv_open(): no part of the public interface.
#pragma once

#include "mimebase/api.h"

namespace mimebase {
inline namespace v0_2 {
namespace internal {

// A process that may open nothing cannot load the C library's module for a charset. A program that defines
// iconv_open() itself calls this there with both names, before it calls the C library's: the process is
// replaced by one that has the module, without trying in vain. Does nothing in any other process.
MIMEBASE_API void charset_is_wanted(const char* name);

}  // namespace internal
}  // namespace v0_2
}  // namespace mimebase
