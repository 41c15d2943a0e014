// The public resolver: cleans references, and dispatches to the rule sets.
#include <variant>

#include "mimebase/url.h"
#include "text/names.h"
#include "url/rfc1808.h"
#include "url/rfc3986.h"
#include "url/split.h"
#include "url/whatwg.h"

namespace mimebase {
inline namespace v0_2 {
namespace {

constexpr Named<RuleSet> kNames[] = {{RuleSet::kRfc1808, "rfc1808"},
                                     {RuleSet::kDraft05, "draft-05"},
                                     {RuleSet::kRfc3986, "rfc3986"},
                                     {RuleSet::kWhatwg, "whatwg"}};

}  // namespace

std::string_view name_of(RuleSet set) {
  return find_name(kNames, set);
}

bool Resolver::is_absolute(std::string_view reference, RuleSet set) {
  std::string buffer;
  const bool whatwg = set == RuleSet::kWhatwg;
  const std::string_view cleaned =
      whatwg ? url::clean_whatwg(reference, buffer) : url::clean(reference, buffer);
  const bool to_the_letter = set == RuleSet::kRfc1808 || set == RuleSet::kDraft05;
  return url::scheme_length(cleaned,
                            to_the_letter ? url::SchemeStart::kAnyCharacter : url::SchemeStart::kLetter) > 0;
}

struct Resolver::State {
  State(std::string_view base, const Rules& rules);

  std::variant<std::monostate, url::Rfc1808Base, url::Rfc3986Base, url::WhatwgBase> base;
};

Resolver::State::State(std::string_view written_base, const Rules& rules) {
  std::string buffer;
  const std::string_view cleaned = url::clean(written_base, buffer);
  switch (rules.set) {
    case RuleSet::kRfc1808:
      base.emplace<url::Rfc1808Base>(cleaned, url::ParentRule::kNotAfterParent);
      break;
    case RuleSet::kDraft05:
      base.emplace<url::Rfc1808Base>(cleaned, url::ParentRule::kAnySegment);
      break;
    case RuleSet::kRfc3986:
      base.emplace<url::Rfc3986Base>(cleaned);
      break;
    case RuleSet::kWhatwg:
      base.emplace<url::WhatwgBase>(url::clean_whatwg(written_base, buffer), rules.encoding);
      break;
  }
}

Resolver::Resolver(std::string_view base, const Rules& rules)
    : state_(std::make_unique<State>(base, rules)) {}
Resolver::~Resolver() = default;
Resolver::Resolver(Resolver&&) noexcept = default;
Resolver& Resolver::operator=(Resolver&&) noexcept = default;

Result<void> Resolver::resolve(std::string_view reference, std::string& out) const {
  out.clear();
  std::string buffer;
  if (const auto* base = std::get_if<url::WhatwgBase>(&state_->base)) {
    return base->resolve(url::clean_whatwg(reference, buffer), out);
  }
  const std::string_view cleaned = url::clean(reference, buffer);
  if (const auto* base = std::get_if<url::Rfc1808Base>(&state_->base)) return base->resolve(cleaned, out);
  if (const auto* base = std::get_if<url::Rfc3986Base>(&state_->base)) return base->resolve(cleaned, out);
  return Error{Error::Code::kUsage, "unknown rule set"};
}

Result<void> Resolver::check_base() const {
  const auto* const base = std::get_if<url::WhatwgBase>(&state_->base);
  return base != nullptr ? base->check() : Result<void>();
}

Result<std::string> resolve(std::string_view base, std::string_view reference, const Rules& rules) {
  std::string out;
  const Result<void> done = Resolver(base, rules).resolve(reference, out);
  if (!done) return done.error();
  return out;
}

}  // namespace v0_2
}  // namespace mimebase
