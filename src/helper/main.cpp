// The program that a RowReader starts: it has one thread, and makes the isolated processes.
#include <new>

#include "serve_rows.h"

int main() {
  constexpr int kSocket = 3;  // as RemoteRows starts it
  try {
    return mimebase::internal::serve_rows(kSocket);
  } catch (const std::bad_alloc&) {
    return 3;
  }
}
