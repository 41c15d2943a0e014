#include "mimebase/limits.h"

#include <array>

namespace mimebase {
inline namespace v0_2 {
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
    LimitKey{"edits", &Limits::edit_bytes, "BYTES", "of a message's edits"},
    LimitKey{"srcdoc", &Limits::srcdoc_levels, "N", "levels of srcdoc"},
    LimitKey{"xml-depth", &Limits::xml_depth, "N", "levels of XML elements"},
    LimitKey{"xml-entities", &Limits::xml_entity_bytes, "BYTES", "of XML entities' text"},
    LimitKey{"xml-bases", &Limits::xml_base_bytes, "BYTES", "of bases in one XML document"},
    LimitKey{"entries", &Limits::entries, "N", "of a container"},
    LimitKey{"folders", &Limits::folders, "N", "in each other"},
    LimitKey{"extract", &Limits::extract_bytes, "BYTES", "of a message's files"},
    LimitKey{"spool", &Limits::spool_bytes, "BYTES", "of a zip in a pipe"},
};

}  // namespace

std::span<const LimitKey> limit_keys() {
  return kKeys;
}

}  // namespace v0_2
}  // namespace mimebase
