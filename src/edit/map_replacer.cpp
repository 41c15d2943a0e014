#include "edit/map_replacer.h"

#include <algorithm>

#include "base/layers.h"
#include "model/layer_kinds.h"
#include "text/ascii.h"
#include "url/whatwg.h"

namespace mimebase::edit {
namespace {

// In each pass but the last, at least one more declaration or label is kept. Afterwards all are.
constexpr int kMostPasses = 6;

std::string_view without_fragment(std::string_view url) {
  return url.substr(0, url.find('#'));
}

// cid: and mid: name parts by fields that hold no URL, and are not mapped.
bool is_label(std::string_view url) {
  return ascii::starts_with_ignoring_case(url, "cid:") || ascii::starts_with_ignoring_case(url, "mid:");
}

// The entity that declares a base of references in `entity`; -1 if nothing does that could be mapped.
int definer_of(int entity, const base::Effective& base) {
  if (base.by == BaseBy::kSavedFrom) return entity;
  const base::Place place = base::kind_of(base.by).place;
  return place == base::Place::kContent || place == base::Place::kHeading ? base.definer : -1;
}

bool is_location(const message::Reference& reference) {
  return reference.found.context == "header:content-location";
}

void drop_fragment(std::string& url) {
  url.resize(std::min(url.find('#'), url.size()));
}

}  // namespace

MapReplacer::MapReplacer(message::AnalysedMessage& message, const message::LinkBuilder& builder,
                         const UrlMap& map)
    : message_(message),
      builder_(builder),
      map_(map),
      keeps_labels_(static_cast<std::size_t>(message.entity_count())),
      kept_contents_(static_cast<std::size_t>(message.entity_count())) {}

Decision MapReplacer::decide(const message::Reference& reference, const Link& link) {
  if (!find_targets(reference, link)) return {};
  if (wanted_ == leads_to_ || wanted_ == link.reference) return {.note = left_};
  if (keeps_content(reference)) {
    stays(reference, link);
    return {.note = EditNoteCode::kLeftUnwritable};
  }
  return {wanted_, is_mapped_ ? EditReason::kMapped : EditReason::kReference, {}, left_};
}

void MapReplacer::stays(const message::Reference& reference, const Link& link) {
  if (!find_targets(reference, link) || wanted_ == leads_to_) return;
  const std::string_view before = *link.resolved;
  const int entity = reference.origin.entity;
  if (leads_to_ != before) keep_base(entity, reference.scope.bases.effective);
  if (wanted_ == before) return;
  if (is_declaration(reference, link)) keep_declared(entity, before);
  if (is_location(reference)) keep_labels(entity);
  if (builder_.target() >= 0) keep_labels(builder_.target());
}

// Texts are what fails most often.
void MapReplacer::content_stays(int entity) {
  Kept& kept = kept_contents_[static_cast<std::size_t>(entity)];
  kept = kept == Kept::kNothing ? Kept::kText : Kept::kEverything;
  starts_again_ = starts_again_ || !keeps_all_;  // nothing depends on it otherwise
}

bool MapReplacer::keeps_content(const message::Reference& reference) const {
  if (reference.origin.in_heading()) return false;
  const Kept kept = kept_contents_[static_cast<std::size_t>(reference.origin.entity)];
  return kept == Kept::kEverything || (kept == Kept::kText && is_in_text(reference));
}

void MapReplacer::unknown_stay() {
  starts_again_ = starts_again_ || !keeps_all_;
  keeps_all_ = true;
}

bool MapReplacer::starts_again() {
  if (!std::exchange(starts_again_, false)) return false;
  keeps_all_ = keeps_all_ || ++passes_ == kMostPasses;
  new_parts_.reset();
  base_url_.clear();
  base_by_ = BaseBy::kNone;
  base_definer_ = -1;
  new_base_.reset();
  resolver_.reset();
  resume();
  return true;
}

bool MapReplacer::find_targets(const message::Reference& reference, const Link& link) {
  // References to the same document follow its base.
  if (!link.resolved || link.status == LinkStatus::kSameDocument) return false;
  find_wanted(reference, link);
  find_leads_to(reference, link);
  return true;
}

void MapReplacer::find_wanted(const message::Reference& reference, const Link& link) {
  wanted_ = *link.resolved;
  is_mapped_ = false;
  left_.reset();
  std::optional<std::string> mapped = map_.mapped(wanted_);
  const int target = builder_.target();
  if (is_label(wanted_) && (target >= 0 || is_location(reference))) return;
  if (mapped && is_location(reference) && !new_parts_) find_new_locations();
  if (mapped && is_declaration(reference, link)) {
    left_ = EditNoteCode::kLeftDependent;
    mapped = new_declared(reference.origin.entity, wanted_, is_location(reference));
    if (mapped && !can_be_mark(reference, *mapped)) {
      keep_declared(reference.origin.entity, mark_around(reference)->reference);
      mapped.reset();
    }
    if (mapped) left_.reset();
  }
  const int found = target < 0 ? target : new_target(reference, mapped);
  if (found != target) {
    keep_labels(target);
    if (found >= 0) keep_labels(found);
    if (mapped) left_ = EditNoteCode::kLeftDependent;
    return;
  }
  is_mapped_ = mapped.has_value();
  if (mapped) wanted_ = std::move(*mapped);
}

void MapReplacer::find_leads_to(const message::Reference& reference, const Link& link) {
  leads_to_ = *link.resolved;
  if (link.status == LinkStatus::kGuessed) return;
  if (!new_base(reference.origin.entity, reference.scope.bases.effective)) return;
  const int entity = reference.origin.in_heading() ? -1 : reference.origin.entity;
  if (!resolver_ || resolver_entity_ != entity) {
    const std::string encoding(entity < 0 ? std::string_view() : message_.content(entity).query_encoding());
    resolver_.emplace(*new_base_, Rules{message_.profile().rules, encoding});
    resolver_entity_ = entity;
  }
  if (!resolver_->resolve(reference.found.reference, leads_to_)) leads_to_.clear();
}

std::optional<std::string> MapReplacer::new_base(int entity, const base::Effective& base) {
  const int definer = definer_of(entity, base);
  if (base.url == base_url_ && base.by == base_by_ && definer == base_definer_) return new_base_;
  base_url_ = base.url;
  base_by_ = base.by;
  base_definer_ = definer;
  resolver_.reset();
  new_base_ =
      definer < 0 ? std::nullopt : new_declared(definer, base.url, base::kind_of(base.by).is_location);
  return new_base_;
}

std::optional<std::string> MapReplacer::new_declared(int entity, std::string_view url,
                                                     bool is_location) const {
  const auto at = static_cast<std::size_t>(entity);
  if (keeps_all_ || (is_location && (keeps_labels_[at] || kept_labels_.contains(without_fragment(url)))))
    return std::nullopt;
  std::optional<std::string> mapped = map_.mapped(url);
  if (!mapped || !are_alike_as_bases(url, *mapped)) return std::nullopt;
  if (kept_.contains({entity, std::string(without_fragment(url))})) return std::nullopt;
  return mapped;
}

bool MapReplacer::are_alike_as_bases(std::string_view a, std::string_view b) const {
  const auto can_be_base = [&](std::string_view url) {
    return url.size() <= message_.options().limits.base_bytes && base::judge(url) == base::Validity::kUsable;
  };
  return can_be_base(a) == can_be_base(b);
}

int MapReplacer::new_target(const message::Reference& reference, const std::optional<std::string>& mapped) {
  if (!new_parts_) find_new_locations();
  if (!mapped && !moves_locations_) return builder_.target();
  const message::Scope& scope = reference.scope;
  std::string resolved, serialised;
  if (mapped) {
    resolved = *mapped;
    if (!url::serialise(resolved, serialised)) serialised.clear();
  } else {
    if (!scope.matching_resolver->resolve(reference.found.reference, resolved)) resolved.clear();
    if (!scope.standard_resolver->resolve(reference.found.reference, serialised)) serialised.clear();
  }
  drop_fragment(serialised);
  return new_parts_->by_location(resolved, serialised, reference.origin.entity).value_or(-1);
}

// Every Content-Location as it is after this pass: resolved, and as serialised by the URL Standard.
void MapReplacer::find_new_locations() {
  match::Parts& parts = new_parts_.emplace();
  for (int i = 0; i < message_.entity_count(); ++i)
    parts.add_entity(message_.entity(i).parent, message_.entity(i).content_type == "multipart/related");
  parts.finish();
  moves_locations_ = false;
  std::optional<Resolver> resolver, standard_resolver;
  std::string_view base;
  std::string resolved, serialised;
  message_.for_each_location([&](int i, const base::Declared& declared, std::string_view enclosing) {
    if (!resolver || enclosing.data() != base.data() || enclosing.size() != base.size()) {
      resolver.emplace(enclosing, Rules());
      standard_resolver.emplace(enclosing, Rules{RuleSet::kWhatwg, {}});
    }
    base = enclosing;
    resolved = declared.url;
    if (resolved.empty() && !resolver->resolve(declared.reference, resolved)) return;
    const std::optional<std::string> mapped =
        resolved.starts_with(message::kThisMessage) ? std::nullopt : new_declared(i, resolved, true);
    moves_locations_ = moves_locations_ || mapped;
    parts.add_location(i, mapped ? *mapped : resolved);
    const bool is_url = mapped ? url::serialise(*mapped, serialised)
                               : standard_resolver->resolve(declared.reference, serialised).has_value();
    drop_fragment(serialised);
    if (is_url) parts.add_standard_location(i, serialised);
  });
  parts.finish_locations();
  parts.finish_standard_locations();
  if (moves_locations_) keep_clashing_labels();
}

// Parts with different labels must not get the same one.
void MapReplacer::keep_clashing_labels() {
  std::set<std::pair<int, int>> known;
  for (const match::Parts::Clash& clash : message_.standard_parts().clashes())
    known.emplace(clash.part, clash.other);
  for (const match::Parts::Clash& clash : new_parts_->clashes()) {
    if (known.contains({clash.part, clash.other})) continue;
    keep_labels(clash.part);
    keep_labels(clash.other);
  }
}

void MapReplacer::keep_declared(int entity, std::string_view url) {
  if (keeps_all_) return;
  starts_again_ = kept_.emplace(entity, without_fragment(url)).second || starts_again_;
}

void MapReplacer::keep_labels(int entity) {
  const auto at = static_cast<std::size_t>(entity);
  if (keeps_all_ || keeps_labels_[at]) return;
  starts_again_ = keeps_labels_[at] = true;
  for (const base::Declared& declared : message_.layers().declared(entity)) {
    if (base::kind_of(declared.by).is_location) kept_labels_.emplace(without_fragment(declared.url));
  }
}

void MapReplacer::keep_base(int entity, const base::Effective& base) {
  const int definer = definer_of(entity, base);
  keep_declared(definer, base.url);
  if (base::kind_of(base.by).is_location) keep_labels(definer);
}

// Returns the mark that says where the content was saved from, if the reference is in it; else null.
const find::Declaration* MapReplacer::mark_around(const message::Reference& reference) {
  if (reference.found.hidden != find::Hidden::kComment || reference.origin.in_heading()) return nullptr;
  const std::optional<find::Declaration>& mark = message_.content(reference.origin.entity).saved_from();
  const find::Span span = reference.origin.span;
  const bool overlaps = mark && span.start < mark->span.end && mark->span.start < span.end;
  return overlaps ? &*mark : nullptr;
}

// A URL that is the whole mark is written as it is if nothing around it, or in it, could end it elsewhere.
bool MapReplacer::can_be_mark(const message::Reference& reference, std::string_view mapped) {
  const find::Declaration* const mark = mark_around(reference);
  if (mark == nullptr) return true;
  const find::Span span = reference.origin.span;
  const std::string_view decoded = message_.content(reference.origin.entity).decoded();
  const auto is_plain = [](char c) {
    return ascii::is_alnum(c) || std::string_view(":/?#@&=%+-._~").find(c) != std::string_view::npos;
  };
  return span.start == mark->span.start && span.end == mark->span.end && span.end < decoded.size() &&
         decoded[span.end] == ' ' && std::all_of(mapped.begin(), mapped.end(), is_plain) &&
         (ascii::is_alnum(mapped.back()) || mapped.back() == '/');
}

bool MapReplacer::is_declaration(const message::Reference& reference, const Link& link) {
  return is_base(reference) || is_location(reference) || link.kind == LinkKind::kBase ||
         mark_around(reference) != nullptr;
}

}  // namespace mimebase::edit
