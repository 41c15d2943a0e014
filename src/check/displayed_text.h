// Text as a reader sees it, and the names that it shows: hosts, addresses of mailboxes, telephone numbers.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "check/steps.h"

namespace mimebase::check {

// Returns `text` (UTF-8) as it is displayed: with overridden directions applied, without invisible
// characters, and with ASCII for full-width and mathematical forms and for characters that look like the "/",
// ":" and "." of URLs. Text that would take too many steps is left in the order, or in the forms, in which it
// is written.
[[nodiscard]] std::string displayed(std::string_view text, Steps& steps);

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
// exactly one. `displayed_text` is the result of displayed(). Takes time proportional to its length.
[[nodiscard]] std::vector<ShownName> names_in(std::string_view displayed_text);

// Returns the digits of a telephone number in a tel:, sms: or callto: URL, without extensions.
[[nodiscard]] std::string number_of_url(std::string_view url);
// Returns whether two numbers may be the same, written nationally and internationally.
[[nodiscard]] bool is_same_number(std::string_view a, std::string_view b);

// The mailboxes that a mailto: URL writes to, for any number of comparisons.
class Recipients {
 public:
  explicit Recipients(std::string_view url);
  [[nodiscard]] bool empty() const { return first_.empty(); }
  [[nodiscard]] const std::string& first() const { return first_; }
  // Returns whether one of them is at this registrable domain.
  [[nodiscard]] bool has_domain(const std::string& domain) const { return domains_.contains(domain); }
  // Returns whether one of them has the owner of `mailbox`: the registrable domain, and if everybody can have
  // a mailbox there, the same name.
  [[nodiscard]] bool has_owner_of(std::string_view mailbox) const;

 private:
  void add(std::string_view list);

  std::string first_;
  std::set<std::string> domains_, owners_;
};
// The part after the last "@"; empty without one.
[[nodiscard]] std::string_view domain_of_mailbox(std::string_view mailbox);

}  // namespace mimebase::check
