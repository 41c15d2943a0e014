// Exported for the program in helper/: no part of the public interface.
#pragma once

#include "mimebase/api.h"

namespace mimebase {
inline namespace v0_2 {
namespace internal {

// Reads what a RowReader of another process asks for over `socket`, and sends it the rows (read_links.h).
// Returns the exit status of the program. To be called by a program with one thread.
MIMEBASE_API int serve_rows(int socket);

}  // namespace internal
}  // namespace v0_2
}  // namespace mimebase
