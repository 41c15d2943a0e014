#include "mimebase/isolation.h"

#include "charset/ready.h"
#include "process/sandbox.h"
#include "process/wanted_charset.h"

namespace mimebase {
inline namespace v0_2 {

std::string isolation() {
  return process::described(process::sandbox_of_system());
}

void internal::charset_is_wanted(const char* name) {
  charset::want(name);
}

}  // namespace v0_2
}  // namespace mimebase
