#include "check/base_split.h"

#include "check/domain_form.h"
#include "check/shortened.h"

namespace mimebase::check {

void BaseSplit::add_written(const std::string& domain) {
  if (domain == last_written_) return;
  last_written_ = domain;
  written_.insert(domain);
}

void BaseSplit::add_relative(std::string_view part, std::optional<Range> span, std::string_view reference,
                             std::string_view url, const std::string& domain, std::string_view place) {
  if (!seen_.insert(std::string(part).append(" ").append(domain)).second) return;
  relative_.push_back({std::string(part), domain,
                       std::string(place) + "the <base> makes \"" + shortened(reference) + "\" lead to " +
                           shortened(url) + ", and no other URL of the message names " +
                           with_unicode_form(domain) +
                           ": programs that do not combine the two miss it; write the full URL",
                       span});
}

void BaseSplit::report(const Report& report) const {
  for (const Relative& relative : relative_) {
    if (written_.contains(relative.domain)) continue;
    report(relative.part, {DiagnosticCode::kBaseSplit, relative.detail}, relative.span);
  }
}

Finding base_left(std::string_view reference, std::string_view url, const std::string& base_domain,
                  const std::string& domain) {
  return {DiagnosticCode::kBaseSplit,
          "\"" + shortened(reference) + "\" looks relative to the <base> of " +
              with_unicode_form(base_domain) + ", but leads to " + shortened(url) + ": write the full URL",
          false, base_domain, domain};
}

}  // namespace mimebase::check
