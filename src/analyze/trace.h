// Lines about the work of each station on one message, for those who change them.
//
//   walk       1,234 bytes, 2 frames, 5 entities, 23 header fields
//   base       2.HEADER: base-header "<URL:http://a.example/>"
//   find       2.1: text/html, utf-8, read by the finder of text/html: 3 references
//   documents  2.2: application/pdf, a PDF: 12 references, 3,400 bytes expanded, 120 steps
//   problem    2.2: ...
#pragma once

#include <string>

#include "message/analysed_message.h"

namespace mimebase::analysis {

// Reads all references, and returns lines that end with a line feed.
[[nodiscard]] std::string trace(message::AnalysedMessage& message);

}  // namespace mimebase::analysis
