// Removes from pages what they must not do when they are opened from a folder: use the network, run scripts.
#pragma once

#include "extract/document.h"
#include "extract/page.h"

namespace mimebase::extraction {

// Adds edits to `page.edits` that remove unsafe content. In an HTML document, they also add the policy.
void clean(PageKind kind, const PageRules& rules, Page& page);

}  // namespace mimebase::extraction
