#include "mimebase/limits.h"

#include <array>

namespace mimebase {
namespace {

constexpr std::array kKeys = {
    LimitKey{"message", &Limits::message_bytes, "BYTES", "of a message"},
    LimitKey{"depth", &Limits::depth, "N", "levels of parts"},
    LimitKey{"ratio", &Limits::ratio, "N", "of decompression"},
};

}  // namespace

std::span<const LimitKey> limit_keys() {
  return kKeys;
}

}  // namespace mimebase
