// What pages must not do when they are opened from a folder: use the network, run scripts.
#pragma once

#include "edit/extract/page.h"

namespace mimebase::edit {

// Adds to `page.edits`: what goes, and the policy of a document of HTML.
void clean(PageKind kind, const PageRules& rules, Page& page);

// The policy as it stands in a page.
[[nodiscard]] std::string policy_tag();

}  // namespace mimebase::edit
