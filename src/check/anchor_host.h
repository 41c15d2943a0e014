// Finds the host that an anchor text names to a human reader, as in "http://bank.example/login",
// "www.bank.example", "bank.com" or "bank.com/login".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mimebase::check {

struct AnchorHost {
  std::string host;      // in the form that registrable_domain() takes
  bool is_bare = false;  // only a domain, perhaps with a path: no scheme, no "www."
};

// Returns the host that `text` names if the whole text is a URL or a domain. Returns nothing for words,
// addresses and file names ("README.md", "Node.js", "E-mail."). `text` is UTF-8.
[[nodiscard]] std::optional<AnchorHost> host_in_text(std::string_view text);

}  // namespace mimebase::check
