#include "base/layers.h"

#include <glib.h>

#include <algorithm>
#include <array>

#include "base/field.h"

namespace mimebase::base {
namespace {

// Schemes under which nothing is relative to anything.
constexpr std::array<std::string_view, 12> kNoBaseSchemes = {
    "mailto", "news", "telnet", "cid", "mid", "data", "javascript", "about", "blob", "urn", "tel", "sms"};

// The scheme before the first ":" (RFC 1808 section 2.4.2); empty where there is none.
std::string_view scheme_of(std::string_view url) {
  std::size_t i = 0;
  while (i < url.size() && (g_ascii_isalnum(url[i]) || url[i] == '+' || url[i] == '-' || url[i] == '.')) ++i;
  return i > 0 && i < url.size() && url[i] == ':' ? url.substr(0, i) : std::string_view();
}

bool is_forbidden(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= ' ' || byte == 0x7F || c == '<' || c == '>';
}

// Under RFC 1808 a base keeps its fragment, for the empty reference (section 4 step 2a).
std::string for_rules(std::string url, RuleSet rules) {
  if (rules != RuleSet::kRfc1808 && rules != RuleSet::kDraft05) {
    const std::size_t fragment = url.find('#');
    if (fragment != std::string::npos) url.resize(fragment);
  }
  return url;
}

// Judges `declared.reference`, and resolves it against `outer` where it is relative.
void settle_declared(Declared& declared, const Effective& outer, const Policy& policy) {
  if (declared.state != CandidateState::kMalformed) declared.state = judge(declared.reference);
  if (declared.state == CandidateState::kRelative && !outer.url.empty()) {
    Result<std::string> absolute = resolve(outer.url, declared.reference, {policy.rules, {}});
    if (absolute) {
      declared.state = judge(*absolute);
      declared.url = for_rules(std::move(*absolute), policy.rules);
    }
  } else if (declared.usable()) {
    declared.url = for_rules(declared.reference, policy.rules);
  }
}

}  // namespace

CandidateState judge(std::string_view url) {
  if (url.empty() || std::any_of(url.begin(), url.end(), is_forbidden)) return CandidateState::kMalformed;
  const std::string_view scheme = scheme_of(url);
  if (scheme.empty()) return CandidateState::kRelative;
  const bool listed = std::any_of(kNoBaseSchemes.begin(), kNoBaseSchemes.end(), [&](std::string_view name) {
    return name.size() == scheme.size() && g_ascii_strncasecmp(name.data(), scheme.data(), name.size()) == 0;
  });
  const bool hierarchical = url.substr(scheme.size() + 1).starts_with('/');
  return listed || !hierarchical ? CandidateState::kUnsuitable : CandidateState::kOverridden;
}

bool is_opaque(std::string_view url) {
  const std::string_view scheme = scheme_of(url);
  return !scheme.empty() && !url.substr(scheme.size() + 1).starts_with('/');
}

Declared declare_in_content(BaseBy by, std::string_view reference, Range span, const Effective& outer,
                            const Policy& policy) {
  Declared declared;
  declared.by = by;
  declared.raw = reference;
  declared.span = span;
  // Line breaks inside are dropped before resolving, as in every reference.
  for (const char c : reference) {
    if (c != '\t' && c != '\r' && c != '\n') declared.reference += c;
  }
  settle_declared(declared, outer, policy);
  return declared;
}

void Layers::start_message(std::string_view retrieval_url) {
  entities_.clear();
  retrieval_ = {};
  retrieval_declared_ = {};
  retrieval_declared_.by = BaseBy::kRetrievalUrl;
  retrieval_declared_.raw = retrieval_declared_.reference = retrieval_url;
  if (retrieval_url.empty()) return;
  settle_declared(retrieval_declared_, {}, policy_);
  if (retrieval_declared_.usable()) retrieval_ = {retrieval_declared_.url, BaseBy::kRetrievalUrl, -1};
}

void Layers::add_entity(int around) {
  Entity entity;
  entity.around = around;
  entities_.push_back(std::move(entity));
}

void Layers::add_field(BaseBy by, std::string_view raw_value, std::string_view decoded, std::size_t field) {
  FieldValue value = read_field(by, raw_value);
  if (!decoded.empty()) {
    FieldValue of_words = read_field(by, decoded);
    value.url = std::move(of_words.url);
    value.malformed = of_words.malformed;
  }
  Declared declared;
  declared.by = by;
  declared.field = field;
  declared.raw = std::move(value.written);
  declared.span = value.span;
  declared.reference = std::move(value.url);
  if (value.malformed) declared.state = CandidateState::kMalformed;
  declared.counts = std::find(policy_.headers.begin(), policy_.headers.end(), by) != policy_.headers.end() &&
                    !(by == BaseBy::kContentLocation && is_opaque(declared.reference) &&
                      judge(declared.reference) != CandidateState::kMalformed);
  entities_.back().declared.push_back(std::move(declared));
}

std::size_t Layers::rank(BaseBy by) const {
  return static_cast<std::size_t>(std::find(policy_.headers.begin(), policy_.headers.end(), by) -
                                  policy_.headers.begin());
}

void Layers::settle() {
  Entity& self = entities_.back();
  const int index = static_cast<int>(entities_.size()) - 1;
  std::stable_sort(self.declared.begin(), self.declared.end(),
                   [this](const Declared& a, const Declared& b) { return rank(a.by) < rank(b.by); });
  // A relative Content-Location looks at the other fields, so these are judged first.
  for (Declared& declared : self.declared) {
    if (declared.by != BaseBy::kContentLocation) settle_declared(declared, {}, policy_);
  }
  for (Declared& declared : self.declared) {
    if (declared.by == BaseBy::kContentLocation) settle_declared(declared, outside(index, declared), policy_);
  }
  self.ruling = self.around >= 0 ? entities_[static_cast<std::size_t>(self.around)].ruling : -1;
  for (const Declared& declared : self.declared) {
    if (!declared.counts || !declared.usable()) continue;
    self.base = {declared.url, declared.by, index};
    self.ruling = index;
    break;
  }
}

const Effective& Layers::of(int entity) const {
  const int ruling = entity >= 0 ? entities_[static_cast<std::size_t>(entity)].ruling : -1;
  return ruling >= 0 ? entities_[static_cast<std::size_t>(ruling)].base : retrieval_;
}

const std::vector<Declared>& Layers::declared(int entity) const {
  return entities_[static_cast<std::size_t>(entity)].declared;
}

Effective Layers::outside(int entity, const Declared& declaration) const {
  const Entity& self = entities_[static_cast<std::size_t>(entity)];
  const bool is_location = declaration.by == BaseBy::kContentLocation;
  for (const Declared& other : self.declared) {
    if (other.by == declaration.by || !other.counts || !other.usable()) continue;
    if (is_location || rank(other.by) > rank(declaration.by)) return {other.url, other.by, entity};
  }
  return of(self.around);
}

std::vector<ChainLink> Layers::chain(int entity, const std::vector<Declared>& in_content) const {
  std::vector<ChainLink> chain;
  bool decided = false;
  const auto add = [&](const Declared& declared, BaseSection section, int definer) {
    if (!declared.counts) return;
    Candidate candidate;
    candidate.section = section;
    candidate.by = declared.by;
    candidate.raw = declared.raw;
    if (!declared.url.empty()) candidate.url = declared.url;
    candidate.state = declared.state;
    if (declared.usable() && !decided) {
      candidate.state = CandidateState::kEffective;
      decided = true;
    }
    chain.push_back({std::move(candidate), definer});
  };
  for (const Declared& declared : in_content) add(declared, BaseSection::kWithinContent, entity);
  for (int at = entity; at >= 0; at = entities_[static_cast<std::size_t>(at)].around) {
    const BaseSection section =
        at == entity ? BaseSection::kWithinContent : BaseSection::kEncapsulatingEntity;
    for (const Declared& declared : entities_[static_cast<std::size_t>(at)].declared)
      add(declared, section, at);
  }
  if (!retrieval_declared_.raw.empty()) add(retrieval_declared_, BaseSection::kRetrievalUrl, -1);
  return chain;
}

BaseSection Layers::section(int entity, const Effective& base) {
  if (base.by == BaseBy::kNone) return BaseSection::kDefault;
  if (base.by == BaseBy::kRetrievalUrl) return BaseSection::kRetrievalUrl;
  return base.definer == entity ? BaseSection::kWithinContent : BaseSection::kEncapsulatingEntity;
}

}  // namespace mimebase::base
