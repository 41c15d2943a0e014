// What pages must not do when they are opened from a folder: use the network, run scripts.
#pragma once

#include "extract/page.h"

namespace mimebase::extraction {

// What the policy of a page lets it load from files, besides data: URLs. No policy can name the folder: for a
// file, a browser knows no smaller source than all files.
struct Policy {
  bool files = false;   // style sheets, images, fonts, sounds
  bool frames = false;  // documents
};

// Adds to `page.edits`: what goes, and the policy of a document of HTML.
void clean(PageKind kind, const PageRules& rules, Page& page);

// The policy as it stands in a page.
[[nodiscard]] std::string policy_tag(const Policy& policy);

}  // namespace mimebase::extraction
