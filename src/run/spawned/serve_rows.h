// Entry point of the program in helper/. It is exported, but not part of the public interface.
#pragma once

#include "mimebase/api.h"

namespace mimebase {
inline namespace v0_2 {
namespace internal {

// Receives the request of a RowReader or a SpawnedRun in another process over `socket`, and works on it.
// Takes ownership of `socket`. Returns the exit status of the program. The calling program must have only one
// thread.
MIMEBASE_API int serve_rows(int socket);

}  // namespace internal
}  // namespace v0_2
}  // namespace mimebase
