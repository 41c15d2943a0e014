// What place an anchor text names, as a reader takes it: "http://bank.example/login", "www.bank.example",
// "bank.com", "bank.com/login".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mimebase::check {

struct AnchorHost {
  std::string host;      // as registrable_domain() takes it
  bool is_bare = false;  // a domain alone, perhaps with a path: no scheme, no "www."
};

// The host that `text` names if all of it is a URL or a domain; nothing for words, addresses and names of
// files ("README.md", "Node.js", "E-mail."). `text` is UTF-8.
[[nodiscard]] std::optional<AnchorHost> host_in_text(std::string_view text);

}  // namespace mimebase::check
