// Built without libseccomp.
#include "process/system_calls.h"

namespace mimebase::process {

const bool kKnowsSystemCalls = false;

bool has_system_call_filter() {
  return false;
}
bool filter_system_calls() {
  return false;
}

}  // namespace mimebase::process
