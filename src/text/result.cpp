#include "mimebase/result.h"

#include <cstdio>
#include <cstdlib>

namespace mimebase {
inline namespace v0_2 {

void internal::end_program(const char* misuse, const Error* error) noexcept {
  (void)std::fprintf(stderr, "mimebase: %s%s%s\n", misuse, error != nullptr ? ": " : "",
                     error != nullptr ? error->message.c_str() : "");
  std::abort();
}

}  // namespace v0_2
}  // namespace mimebase
