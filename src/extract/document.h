// The frame of generated pages.
#pragma once

#include <string>
#include <string_view>

namespace mimebase::extraction {

// Which files a page's Content-Security-Policy lets it load, besides data: URLs. A policy cannot name the
// folder, because browsers have no smaller source for files than all files.
struct Policy {
  bool files = false;   // style sheets, images, fonts, sounds
  bool frames = false;  // documents
};

// Returns the policy as a `meta` tag.
[[nodiscard]] std::string policy_tag(const Policy& policy);

// Escapes `text` for HTML, for use between tags and in double-quoted attributes.
[[nodiscard]] std::string escaped_html(std::string_view text);

// Returns a complete document around `body`. `policy` is a policy's tag, or empty.
[[nodiscard]] std::string whole_page(std::string_view title, std::string_view policy, std::string_view body);

}  // namespace mimebase::extraction
