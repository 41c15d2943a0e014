// Under which URL a part is known to web archives.
#pragma once

#include <string>

#include "message/analysed_message.h"

namespace mimebase::extraction {

// Its Content-Location made absolute, else its Content-ID as "cid:", else a "urn:uuid:" of `message_digest`
// (hexadecimal digits) and its number. A URL of ASCII without a fragment.
[[nodiscard]] std::string part_url(const message::AnalysedMessage& message, int entity,
                                   const std::string& message_digest);

}  // namespace mimebase::extraction
