#include "base/layers.h"

#include <algorithm>
#include <array>

#include "base/field.h"
#include "model/layer_kinds.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "text/utf8.h"
#include "url/split.h"

namespace mimebase::base {
namespace {

// Schemes without relative URLs.
constexpr std::array<std::string_view, 12> kNoBaseSchemes = {
    "mailto", "news", "telnet", "cid", "mid", "data", "javascript", "about", "blob", "urn", "tel", "sms"};

// The scheme before the first ":" (RFC 1808 section 2.4.2); empty if there is none.
std::string_view scheme_of(std::string_view url) {
  return url.substr(0, url::scheme_length(url, url::SchemeStart::kAnyCharacter));
}

bool is_forbidden(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte <= ' ' || byte == 0x7F || c == '<' || c == '>';
}

// Under RFC 1808 a base keeps its fragment, for the empty reference (section 4 step 2a). Other rules drop it.
std::string for_rules(std::string url, RuleSet rules) {
  if (rules != RuleSet::kRfc1808 && rules != RuleSet::kDraft05) {
    const std::size_t fragment = url.find('#');
    if (fragment != std::string::npos) url.resize(fragment);
  }
  return url;
}

// An opaque URL is a label of the part. That of a data: URL may have any bytes.
bool is_label(std::string_view url) {
  return is_opaque(url) &&
         (judge(url) != Validity::kMalformed || ascii::equals_ignoring_case(scheme_of(url), "data"));
}

// A field can be a megabyte long and appear in every part's chain, so only its beginning is kept.
void pass_over_long(Declared& declared, const Bounds& bounds) {
  constexpr std::size_t kShownBytes = 100;
  if (declared.raw.size() > bounds.base_bytes)
    declared.raw = std::string(utf8::prefix(declared.raw, kShownBytes)) + "…";
  declared.too_long = true;
  declared.validity = Validity::kUnsuitable;
  declared.url.clear();
}

// The declaration in a header field, not judged yet.
Declared declared_in(FieldValue value, std::size_t field) {
  Declared declared;
  declared.field = field;
  declared.raw = std::move(value.written);
  declared.span = value.span;
  declared.reference = std::move(value.url);
  if (value.malformed) declared.validity = Validity::kMalformed;
  return declared;
}

// Judges `declared.reference`, and resolves it against `outer` if it is relative.
void settle_declared(Declared& declared, const Effective& outer, const Profile& profile,
                     const Bounds& bounds) {
  const bool is_in_chain = declared.is_candidate || declared.is_not_followed;
  if (is_in_chain && std::max(declared.raw.size(), declared.reference.size()) > bounds.base_bytes)
    return pass_over_long(declared, bounds);
  if (declared.validity != Validity::kMalformed) declared.validity = judge(declared.reference);
  if (declared.validity == Validity::kRelative && !outer.url.empty()) {
    Result<std::string> absolute = resolve(outer.url, declared.reference, {profile.rules, {}});
    if (absolute) {
      declared.validity = judge(*absolute);
      declared.url = for_rules(std::move(*absolute), profile.rules);
    }
  } else if (declared.usable()) {
    declared.url = for_rules(declared.reference, profile.rules);
  }
  if (is_in_chain && declared.url.size() > bounds.base_bytes) pass_over_long(declared, bounds);
}

// Usable candidates count as overridden, unless the caller finds that they apply.
CandidateState state_of(Validity validity) {
  switch (validity) {
    case Validity::kMalformed:
      return CandidateState::kMalformed;
    case Validity::kRelative:
      return CandidateState::kRelative;
    case Validity::kUnsuitable:
      return CandidateState::kUnsuitable;
    case Validity::kUsable:
      break;
  }
  return CandidateState::kOverridden;
}

}  // namespace

Validity judge(std::string_view url) {
  if (url.empty() || std::any_of(url.begin(), url.end(), is_forbidden)) return Validity::kMalformed;
  const std::string_view scheme = scheme_of(url);
  if (scheme.empty()) return Validity::kRelative;
  const bool listed = ascii::is_one_of_ignoring_case(scheme, kNoBaseSchemes);
  const bool hierarchical = url.substr(scheme.size() + 1).starts_with('/');
  return listed || !hierarchical ? Validity::kUnsuitable : Validity::kUsable;
}

bool is_opaque(std::string_view url) {
  const std::string_view scheme = scheme_of(url);
  return !scheme.empty() && !url.substr(scheme.size() + 1).starts_with('/');
}

Declared Layers::declare_in_content(BaseBy by, std::string_view reference, Range span, int definer,
                                    const Effective& outer) const {
  Declared declared;
  declared.by = by;
  declared.raw = reference;
  declared.span = span;
  declared.definer = definer;
  // As in every reference, TABs and line breaks are dropped before resolving.
  for (const char c : reference) {
    if (c != '\t' && c != '\r' && c != '\n') declared.reference += c;
  }
  base::settle_declared(declared, outer, profile_, bounds_);
  return declared;
}

Declared Layers::declare_saved_from(std::string_view url, Range span) const {
  return declare_in_content(BaseBy::kSavedFrom, url, span, -1, {});
}

void Layers::start_message(std::string_view retrieval_url, const Bounds& bounds) {
  bounds_ = bounds;
  entities_.clear();
  declared_.clear();
  url_bytes_ = 0;
  omitted_urls_ = omitted_snapshots_ = false;
  retrieval_.clear();
  if (retrieval_url.empty()) return;
  Declared declared;
  declared.raw = declared.reference = retrieval_url;
  add_retrieval(BaseBy::kRetrievalUrl, std::move(declared));
}

void Layers::add_target_uri(std::string_view uri) {
  Declared declared;
  declared.raw = declared.reference = uri;
  add_retrieval(BaseBy::kTargetUri, std::move(declared));
}

void Layers::add_snapshot_field(std::string_view raw_value, std::size_t field) {
  if (retrieval_.size() >= bounds_.candidates) {
    omitted_snapshots_ = true;
    return;
  }
  add_retrieval(BaseBy::kRetrievalUrl, declared_in(read_field(BaseBy::kContentLocation, raw_value), field));
}

void Layers::add_retrieval(BaseBy by, Declared declared) {
  declared.by = by;
  settle_declared(declared, {});
  retrieval_.push_back(std::move(declared));
}

// Limits the total length of the absolute forms: each one-byte relative Content-Location in many headers
// becomes as long as its base.
void Layers::settle_declared(Declared& declared, const Effective& outer) {
  if (omitted_urls_) {
    declared.validity = Validity::kUnsuitable;
    return;
  }
  base::settle_declared(declared, outer, profile_, bounds_);
  url_bytes_ += declared.url.size();
  if (url_bytes_ <= bounds_.url_bytes) return;
  omitted_urls_ = true;
  declared.validity = Validity::kUnsuitable;
  declared.url.clear();
}

void Layers::add_entity(int parent, bool is_http) {
  Entity entity;
  entity.is_http = is_http;
  entity.parent = parent;
  entity.first = static_cast<std::uint32_t>(declared_.size());
  if (parent >= 0) {
    entity.outer = self(parent).count > 0 ? parent : self(parent).outer;
    entity.ruling = self(parent).ruling;
    entity.candidates = self(parent).candidates;
  }
  entities_.push_back(entity);
}

void Layers::add_field(BaseBy by, std::string_view raw_value, std::string_view decoded, std::size_t field) {
  Entity& last = entities_.back();
  if (last.count >= bounds_.candidates) {
    last.omitted_fields = true;
    return;
  }
  FieldValue value = read_field(by, raw_value);
  if (!decoded.empty()) {
    FieldValue of_words = read_field(by, decoded);
    value.url = std::move(of_words.url);
    value.malformed = of_words.malformed;
  }
  Declared declared = declared_in(std::move(value), field);
  declared.by = by;
  declared.is_decoded = !decoded.empty();
  declared.definer = static_cast<int>(entities_.size()) - 1;
  declared.is_candidate =
      std::find(profile_.headers.begin(), profile_.headers.end(), by) != profile_.headers.end() &&
      !(kind_of(by).is_location && is_label(declared.reference));
  declared.is_not_followed = declared.is_candidate && is_unfollowed_in_http(by);
  if (declared.is_candidate) ++last.candidates;
  if (declared.is_not_followed) declared.is_candidate = false;
  declared_.push_back(std::move(declared));
  ++last.count;
}

bool Layers::is_unfollowed_in_http(BaseBy by) const {
  if (!entities_.back().is_http || profile_.headers_in_http) return false;
  return kind_of(by).is_location || profile_.rules == RuleSet::kWhatwg;
}

std::size_t Layers::rank(BaseBy by) const {
  return static_cast<std::size_t>(std::find(profile_.headers.begin(), profile_.headers.end(), by) -
                                  profile_.headers.begin());
}

void Layers::settle() {
  Entity& last = entities_.back();
  if (last.count == 0) return;
  const int index = static_cast<int>(entities_.size()) - 1;
  const auto own = std::span(declared_).subspan(last.first);
  std::stable_sort(own.begin(), own.end(),
                   [this](const Declared& a, const Declared& b) { return rank(a.by) < rank(b.by); });
  // A relative Content-Location depends on the other fields, so these are judged first.
  for (Declared& declared : own) {
    if (!kind_of(declared.by).is_location) settle_declared(declared, {});
  }
  for (Declared& declared : own) {
    if (kind_of(declared.by).is_location) settle_declared(declared, enclosing_base(index, declared));
  }
  const auto winner = std::find_if(own.begin(), own.end(), [](const Declared& declared) {
    return declared.is_candidate && declared.usable();
  });
  if (winner != own.end())
    last.ruling = static_cast<int>(last.first) + static_cast<int>(winner - own.begin());
}

Effective Layers::base_for(int entity) const {
  const int ruling = entity >= 0 ? self(entity).ruling : -1;
  if (ruling >= 0) return declared_[static_cast<std::size_t>(ruling)].effective();
  const auto winner = std::find_if(retrieval_.begin(), retrieval_.end(),
                                   [](const Declared& declared) { return declared.usable(); });
  return winner != retrieval_.end() ? winner->effective() : Effective();
}

std::span<const Declared> Layers::declared(int entity) const {
  return std::span(declared_).subspan(self(entity).first, self(entity).count);
}

Effective Layers::enclosing_base(int entity, const Declared& declaration) const {
  const bool is_location = kind_of(declaration.by).is_location;
  for (const Declared& other : declared(entity)) {
    if (other.by == declaration.by || !other.is_candidate || !other.usable()) continue;
    if (is_location || rank(other.by) > rank(declaration.by)) return other.effective();
  }
  return base_for(self(entity).parent);
}

bool Layers::has_long_chain(int entity) const {
  return self(entity).candidates > bounds_.candidates;
}

std::vector<ChainLink> Layers::chain(int entity, std::span<const Declared* const> in_content,
                                     const Declared* saved_from) const {
  std::vector<ChainLink> chain;
  bool decided = false;
  const auto add = [&](const Declared& declared, BaseSection section) {
    if (!(declared.is_candidate || declared.is_not_followed) || chain.size() >= bounds_.candidates) return;
    Candidate candidate;
    candidate.section = section;
    candidate.by = declared.by;
    candidate.raw = declared.raw;
    if (!declared.url.empty()) candidate.url = declared.url;
    candidate.state = state_of(declared.validity);
    if (declared.is_not_followed) {
      candidate.state = CandidateState::kNotFollowed;
    } else if (declared.usable() && !decided) {
      candidate.state = CandidateState::kEffective;
      decided = true;
    }
    chain.push_back({candidate, declared.definer});
  };
  for (const Declared* declared : in_content) add(*declared, BaseSection::kWithinContent);
  for (int at = entity; at >= 0 && chain.size() < bounds_.candidates; at = self(at).outer) {
    const BaseSection section =
        at == entity ? BaseSection::kWithinContent : BaseSection::kEncapsulatingEntity;
    for (const Declared& candidate : declared(at)) add(candidate, section);
  }
  for (const Declared& declared : retrieval_) add(declared, BaseSection::kRetrievalUrl);
  if (saved_from != nullptr) add(*saved_from, BaseSection::kRetrievalUrl);
  return chain;
}

BaseSection Layers::section(int entity, const Effective& base) {
  if (base.by == BaseBy::kNone) return BaseSection::kDefault;
  if (kind_of(base.by).place == Place::kOutside) return BaseSection::kRetrievalUrl;
  return base.definer == entity ? BaseSection::kWithinContent : BaseSection::kEncapsulatingEntity;
}

}  // namespace mimebase::base
