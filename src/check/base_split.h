// Finds links whose target is visible only to a program that applies the HTML <base> to them.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "check/link_checks.h"
#include "mimebase/range.h"

namespace mimebase::check {

// The links of one message whose target the <base> of their document decides.
class BaseSplit {
 public:
  using Report =
      std::function<void(std::string_view part, const Finding& finding, std::optional<Range> span)>;

  // Adds the registrable domain of a URL other than a <base> that names its host itself, also of one that is
  // the text of a link.
  void add_written(const std::string& domain);
  // Adds a clickable relative reference to which a <base> gives the host. `domain` is its registrable domain.
  // `place` begins the sentence, if the reference is in a document inside another.
  void add_relative(std::string_view part, std::optional<Range> span, std::string_view reference,
                    std::string_view url, const std::string& domain, std::string_view place);
  // Reports the references whose domain no other URL of the message has, once per part and domain.
  void report(const Report& report) const;

 private:
  struct Relative {
    std::string part, domain, detail;
    std::optional<Range> span;
  };
  std::set<std::string, std::less<>> written_;
  std::string last_written_;                 // most URLs have the domain of the last one
  std::set<std::string, std::less<>> seen_;  // "part domain"
  std::vector<Relative> relative_;
};

// A clickable reference that is not absolute but names a host of another registrable domain than the <base>.
[[nodiscard]] Finding base_left(std::string_view reference, std::string_view url,
                                const std::string& base_domain, const std::string& domain);

}  // namespace mimebase::check
