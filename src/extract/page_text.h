// The text of a message's page, for searches.
#pragma once

#include <string>

#include "extract/plan.h"
#include "message/analysed_message.h"

namespace mimebase::extraction {

// Returns the text of the plan's root, without markup, or else of the texts that are shown in its place. It
// is UTF-8 with white space collapsed, and has at most 16 KiB.
[[nodiscard]] std::string page_text(message::AnalysedMessage& message, const Plan& plan);

}  // namespace mimebase::extraction
