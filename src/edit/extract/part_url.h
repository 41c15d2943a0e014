// Under which URL a part is known to web archives.
#pragma once

#include <string>

#include "message/analysed_message.h"

namespace mimebase::edit {

// Its Content-Location made absolute, else its Content-ID as "cid:", else a "urn:uuid:" of `message_digest`
// (hexadecimal digits) and its number. A URL of ASCII without a fragment.
[[nodiscard]] std::string part_url(const message::AnalysedMessage& message, int entity,
                                   const std::string& message_digest);

// A "urn:uuid:" that depends on nothing but `text` (RFC 9562 section 5.8, by SHA-256).
[[nodiscard]] std::string urn_of(std::string_view text);

// SHA-256, in hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view bytes);

}  // namespace mimebase::edit
