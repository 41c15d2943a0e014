// Mail inside documents: an .eml that is attached to a PDF, or a web page that is saved as one file in a Word
// document.
#pragma once

#include <string_view>
#include <vector>

#include "documents/document.h"
#include "find/finder.h"
#include "mimebase/model.h"

namespace mimebase::message {

// Finds the references in a message, which is a file inside the document that is being read. Found::where is
// the part or header that contains them, such as "1.2" or "HEADER". `headers` are the header fields that
// count as bases, innermost first; their bases are scopes for the sink.
void find_in_embedded_mail(std::string_view bytes, const std::vector<BaseBy>& headers,
                           documents::Reading& reading, find::Sink& sink);

}  // namespace mimebase::message
