#include "check/form_targets.h"

namespace mimebase::check {
namespace {

// Domains of one part that are remembered. Real parts have dozens.
constexpr std::size_t kMaxFormDomains = 10'000;

}  // namespace

void FormTargets::add_link(const std::string& domain) {
  if (domain == last_linked_ || linked_.size() >= kMaxFormDomains) return;
  last_linked_ = domain;
  linked_.insert(domain);
}

void FormTargets::add_form(const std::string& domain, std::optional<Range> span) {
  if (submitted_.size() < kMaxFormDomains && submitted_.insert(domain).second)
    forms_.push_back({domain, span});
}

void FormTargets::end_part(const Report& report) {
  for (const Form& form : forms_) {
    if (linked_.contains(form.domain)) continue;
    report({DiagnosticCode::kFormTarget,
            "this form submits to " + form.domain +
                ", to which no link of this part leads: enter nothing, or link to the page of the form"},
           form.span);
  }
  linked_.clear();
  last_linked_.clear();
  submitted_.clear();
  forms_.clear();
}

}  // namespace mimebase::check
