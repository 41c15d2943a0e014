#include "check/form_targets.h"

#include "check/domain_form.h"

namespace mimebase::check {

void FormTargets::add_link(const std::string& domain) {
  if (domain == last_linked_) return;
  last_linked_ = domain;
  linked_.insert(domain);
}

void FormTargets::add_form(const std::string& domain, std::optional<Range> span, std::string_view place) {
  if (submitted_.insert(domain).second) forms_.push_back({domain, std::string(place), span});
}

void FormTargets::end_part(const Report& report) {
  for (const Form& form : forms_) {
    if (linked_.contains(form.domain)) continue;
    report({DiagnosticCode::kFormTarget,
            form.place + "this form submits to " + with_unicode_form(form.domain) +
                ", to which no link of this part leads: enter nothing, or link to the page of the form"},
           form.span);
  }
  linked_.clear();
  last_linked_.clear();
  submitted_.clear();
  forms_.clear();
}

}  // namespace mimebase::check
