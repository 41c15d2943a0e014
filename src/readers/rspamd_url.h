// URLs as rspamd rewrites them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "readers/known_hosts.h"

namespace mimebase::readers::rspamd {

struct Url {
  std::string text;
  bool has_path = false;  // more than slashes
  bool is_mail = false;   // an address, as "mailto://user@host"
};

// A URL, or a host with a known suffix. White space inside is dropped, scheme and host become lower case, and
// percent-escapes are decoded. nullopt if rspamd makes nothing of it.
[[nodiscard]] std::optional<Url> read_url(std::string_view written, KnownHosts& hosts);

// True for what rspamd does not join with a base: "x:/", "x:\\" and `mailto:`.
[[nodiscard]] bool is_absolute(std::string_view reference);

}  // namespace mimebase::readers::rspamd
