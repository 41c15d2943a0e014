// Finds forms that submit to a domain to which their part has no link.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "check/link_checks.h"
#include "mimebase/range.h"

namespace mimebase::check {

// The forms and links of one part.
class FormTargets {
 public:
  using Report = std::function<void(const Finding& finding, std::optional<Range> span)>;

  void add_link(const std::string& domain);
  // `place` begins the sentence, if the form is in a document inside another.
  void add_form(const std::string& domain, std::optional<Range> span, std::string_view place);
  // Reports the forms, once per domain, and starts the next part.
  void end_part(const Report& report);

 private:
  struct Form {
    std::string domain, place;
    std::optional<Range> span;
  };
  std::set<std::string, std::less<>> linked_;
  std::string last_linked_;  // most links lead to the domain of the last one
  std::set<std::string, std::less<>> submitted_;
  std::vector<Form> forms_;
};

}  // namespace mimebase::check
