#include "mimebase/limits.h"

#include <array>

namespace mimebase {
namespace {

constexpr std::array kKeys = {
    LimitKey{"message", &Limits::message_bytes, "BYTES", "of a message"},
    LimitKey{"depth", &Limits::depth, "N", "levels of parts"},
    LimitKey{"ratio", &Limits::ratio, "N", "of decompression"},
    LimitKey{"base", &Limits::base_bytes, "BYTES", "of a base"},
    LimitKey{"bases", &Limits::bases, "N", "bases of a heading or chain"},
    LimitKey{"envelope", &Limits::envelope_bytes, "BYTES", "of a Subject in rows"},
    LimitKey{"rows", &Limits::row_bytes, "BYTES", "of text in a message's rows"},
    LimitKey{"decoded", &Limits::decoded_bytes, "BYTES", "of messages in a message"},
    LimitKey{"parts", &Limits::parts, "N", "parts of a message"},
    LimitKey{"fields", &Limits::fields, "N", "header fields of a message"},
    LimitKey{"heading", &Limits::heading_bytes, "BYTES", "of a heading"},
    LimitKey{"field", &Limits::field_bytes, "BYTES", "of a header field"},
};

}  // namespace

std::span<const LimitKey> limit_keys() {
  return kKeys;
}

}  // namespace mimebase
