// URLs that identify parts in web archives.
#pragma once

#include <string>

#include "message/analysed_message.h"

namespace mimebase::extraction {

// Returns the part's absolute Content-Location, or else its Content-ID as "cid:", or else a "urn:uuid:"
// computed from `message_digest` (hexadecimal digits) and the part's number. A document that is no mail has
// the URL that it was retrieved from, if that is known. The URL is ASCII without a fragment.
[[nodiscard]] std::string part_url(message::AnalysedMessage& message, int entity,
                                   const std::string& message_digest);

// Returns the part's Content-Location, made absolute, or else an empty string.
[[nodiscard]] std::string location_of(const message::AnalysedMessage& message, int entity);

// Returns the URL that the message was retrieved from (RFC 1808 section 3.3), or that the content of the part
// `entity` says it was saved from; an empty string if neither is known. `entity` may be -1.
[[nodiscard]] std::string retrieved_from(message::AnalysedMessage& message, int entity);

}  // namespace mimebase::extraction
