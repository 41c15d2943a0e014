// Removes from pages what they must not do when they are opened from a folder: use the network, run scripts.
#pragma once

#include "extract/page.h"

namespace mimebase::extraction {

// Which files a page's Content-Security-Policy lets it load, besides data: URLs. A policy cannot name the
// folder, because browsers have no smaller source for files than all files.
struct Policy {
  bool files = false;   // style sheets, images, fonts, sounds
  bool frames = false;  // documents
};

// Adds edits to `page.edits` that remove unsafe content. In an HTML document, they also add the policy.
void clean(PageKind kind, const PageRules& rules, Page& page);

// Returns the policy as a `meta` tag.
[[nodiscard]] std::string policy_tag(const Policy& policy);

}  // namespace mimebase::extraction
