// Text as a reader sees it, and the names that it shows: hosts, addresses of mailboxes, telephone numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mimebase::check {

// Returns `text` (UTF-8) as it is displayed: with overridden directions applied, without invisible
// characters, and with ASCII for full-width and mathematical forms and for characters that look like the "/",
// ":" and "." of URLs.
[[nodiscard]] std::string displayed(std::string_view text);

// A name that a label shows.
struct ShownName {
  enum class Kind : std::uint8_t { kHost, kMailbox, kNumber };
  Kind kind = Kind::kHost;
  std::string value;     // a host in the form that registrable_domain() takes; a mailbox; digits
  bool is_bare = false;  // a host without scheme and "www."
  bool is_among_words = false;
  // The URL that the host was read from, as displayed; empty for other names.
  std::string url = {};
  // For a URL among words: the host if the white space after its beginning is not part of the text.
  std::string unbroken_host = {};
};

// Returns the names in a label: the host if the label is a URL or domain, perhaps in quotation marks or angle
// brackets; else the hosts of URLs among words. Likewise for a mailbox. A telephone number only if there is
// exactly one. At most kMaxShownNames names of each kind. `displayed_text` is the result of displayed().
inline constexpr std::size_t kMaxShownNames = 4;
[[nodiscard]] std::vector<ShownName> names_in(std::string_view displayed_text);

// Returns the digits of a telephone number in a tel:, sms: or callto: URL, without extensions.
[[nodiscard]] std::string number_of_url(std::string_view url);
// Returns whether two numbers may be the same, written nationally and internationally.
[[nodiscard]] bool is_same_number(std::string_view a, std::string_view b);

// Returns the mailboxes that a mailto: URL writes to.
[[nodiscard]] std::vector<std::string> mailboxes_of_url(std::string_view url);
// Returns whether two mailboxes belong to the same owner: to one registrable domain, and if everybody can
// have a mailbox there, to the same name.
[[nodiscard]] bool is_same_owner(std::string_view a, std::string_view b);
// The part after the last "@"; empty without one.
[[nodiscard]] std::string_view domain_of_mailbox(std::string_view mailbox);

}  // namespace mimebase::check
