// The program that a RowReader or a SpawnedRun starts. It creates the isolated processes, and starts with a
// single thread.
#include <new>

#include "run/spawned/serve_rows.h"

int main() {
  constexpr int kSocket = 3;  // the descriptor that a HelperRun passes
  try {
    return mimebase::internal::serve_rows(kSocket);
  } catch (const std::bad_alloc&) {
    return 3;
  }
}
