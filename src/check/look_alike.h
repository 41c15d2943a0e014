// Finds hosts that look like other domains: by the confusable characters of Unicode Technical Standard 39, as
// implemented by ICU, and by swapped letters and other suffixes (near_domains.h).
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "check/link_checks.h"
#include "check/protected_domains.h"
#include "check/steps.h"
#include "mimebase/range.h"

namespace mimebase::check {

// Describes why the host is suspicious by itself: one label mixes scripts (UTS 39 section 5.2, "highly
// restrictive", which allows the scripts that Japanese, Korean and Chinese mix), or a character looks like
// the
// "/" that ends a host. Empty if it is not. `host` is in ASCII.
[[nodiscard]] std::string suspicious_characters(std::string_view host);

// The hosts of one message, which are compared with each other at its end.
class LookAlikes {
 public:
  // Both must outlive this. Domains are compared as long as there are steps.
  LookAlikes(ProtectedDomains& protected_domains, Steps& steps)
      : protected_(protected_domains), steps_(steps) {}

  // Sets the registrable domain of the sender, which others imitate.
  void set_sender(const std::string& domain);
  // Adds the registrable domain of a URL in a List-* field.
  void add_list_domain(const std::string& domain);
  // Adds the host of a URL in `part`. `host` is in ASCII, `domain` is its registrable domain. `is_link`: a
  // click leads there. `place` begins the sentence, if the URL is in a document inside another.
  void add_host(std::string_view host, std::string_view domain, std::string_view part,
                std::optional<Range> span, bool is_link, std::string_view place);
  // Adds a registrable domain that the message names elsewhere, for example in an anchor text.
  void add_domain(const std::string& domain);

  using Report =
      std::function<void(std::string_view part, const Finding& finding, std::optional<Range> span)>;
  // Reports the hosts that look like another domain, once per part and host, in the order of the message.
  void report(const Report& report);

 private:
  struct Host {
    std::string name, domain, part, place;
    std::optional<Range> span;
  };

  // The uses of a domain in a message.
  struct Role {
    bool is_sender = false, is_named = false;  // in a From field, a text or a mailto: URL
    bool is_of_list = false;                   // in a List-* field
    bool has_host = false, is_linked = false;
    std::size_t order = 0;
  };
  using Domain = std::map<std::string, Role, std::less<>>::value_type;

  Role* role_of(const std::string& domain);
  void compare_skeletons();
  void compare_neighbours();
  void compare(const Domain& a, const Domain& b);
  void add_imitation(const Domain* odd, const Domain* real, std::string how);
  void compare_with_sender();
  [[nodiscard]] std::optional<Imitated> domain_inside(const Host& host);
  [[nodiscard]] std::optional<Imitated> imitated(const Host& host);
  [[nodiscard]] std::optional<Finding> check(const Host& host);

  ProtectedDomains& protected_;
  Steps& steps_;
  std::vector<Host> hosts_;
  std::set<std::string, std::less<>> seen_;      // "part host"
  std::map<std::string, Imitated> imitated_by_;  // by domain
  std::map<std::string, Role, std::less<>> domains_;
  std::ptrdiff_t most_dots_ = 0;  // of a domain
  std::string last_linked_;       // most links lead to the domain of the last one
};

}  // namespace mimebase::check
