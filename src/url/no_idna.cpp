// Replaces idna.cpp in builds without ICU.
#include <atomic>

#include "url/idna.h"

namespace mimebase::url {
namespace {

std::atomic<bool> was_missed = false;

}  // namespace

Failure domain_to_ascii(std::string_view /*domain*/, std::string& out) {
  out.clear();
  was_missed = true;
  return "domain-to-ASCII: this mimebase was built without ICU";
}

bool take_missed_idna() {
  return was_missed.exchange(false);
}

}  // namespace mimebase::url
