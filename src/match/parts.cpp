#include "match/parts.h"

#include <algorithm>
#include <string>
#include <tuple>

#include "text/ascii.h"
#include "text/strings.h"
#include "url/percent.h"

namespace mimebase::match {
namespace {

std::string_view without_fragment(std::string_view url) {
  return url.substr(0, url.find('#'));
}

bool has_scheme(std::string_view url, std::string_view scheme) {
  return url.size() > scheme.size() && url[scheme.size()] == ':' &&
         ascii::starts_with_ignoring_case(url, scheme);
}

}  // namespace

void Parts::clear(std::uint64_t same_message_ids) {
  same_message_ids_ = same_message_ids;
  tree_.clear();
  for (Labels* labels : {&content_ids_, &literal_locations_, &message_ids_}) labels->clear();
  locations_.clear();
  standard_locations_.clear();
  has_standard_ = false;
}

void Parts::set_content_id(std::string_view id) {
  content_ids_.add(id, last());
}

void Parts::set_literal_location(std::string_view literal) {
  // Only "cid:" URLs are looked up here.
  if (has_scheme(literal, "cid")) literal_locations_.add(literal, last());
}

void Parts::set_message_id(std::string_view id) {
  message_ids_.add(id, last());
}

void Parts::finish() {
  tree_.finish();
  for (Labels* labels : {&content_ids_, &literal_locations_, &message_ids_}) labels->finish();
}

void Parts::add_location(int entity, std::string_view resolved) {
  locations_.add(without_fragment(resolved), entity, tree_);
}

void Parts::finish_locations() {
  locations_.finish(tree_);
}

void Parts::add_standard_location(int entity, std::string_view serialised) {
  standard_locations_.add(serialised, entity, tree_);
}

void Parts::finish_standard_locations() {
  standard_locations_.finish(tree_);
  has_standard_ = true;
}

bool Parts::has_too_many_same_message_ids() const {
  bool too_many = false;
  message_ids_.for_each_shared([&](std::string_view, std::span<const int> bearers) {
    too_many = too_many || bearers.size() > same_message_ids_;
  });
  return too_many;
}

// Entities are in pre-order: the closer an entity is to `from` in that order, the deeper their common
// ancestor. The neighbours on both sides of `from` therefore decide.
Parts::Nearest Parts::nearest(std::span<const int> bearers, int from, bool may_be_itself) const {
  const auto [before, after] = std::equal_range(bearers.begin(), bearers.end(), from);
  Nearest found;
  if (before != bearers.begin()) found.parent = tree_.common(*std::prev(before), from);
  if (after != bearers.end()) found.parent = std::max(found.parent, tree_.common(*after, from));
  if (may_be_itself && before != after) {
    const bool stands_alone = tree_.is_leaf(from) && tree_.parent(from) >= 0;
    found.parent = std::max(found.parent, stands_alone ? tree_.parent(from) : from);
  }
  if (found.parent < 0) return {};
  auto first = std::lower_bound(bearers.begin(), bearers.end(), found.parent);
  if (*first == from && !may_be_itself) ++first;
  found.entity = *first;
  return found;
}

// A reference to the part that contains it names no part, but the label is not missing either.
Parts::Named Parts::named(const Nearest& found) const {
  return found.entity >= 0 ? Named{Named::Kind::kPart, found.entity} : Named{};
}

// RFC 2392: "mid:" message-id [ "/" content-id ].
Parts::Named Parts::message_or_part(std::string_view mid, int from) const {
  const std::size_t slash = mid.find('/');
  const std::span<const int> messages = message_ids_.bearers(ascii::percent_decoded(mid.substr(0, slash)));
  if (messages.empty()) return {};
  if (slash == std::string_view::npos) return {Named::Kind::kPart, messages.front()};
  const std::span<const int> parts = content_ids_.bearers(ascii::percent_decoded(mid.substr(slash + 1)));
  Nearest best;
  for (const int message : messages.first(std::min<std::uint64_t>(messages.size(), same_message_ids_))) {
    const auto first = std::lower_bound(parts.begin(), parts.end(), message);
    const auto last = std::lower_bound(first, parts.end(), tree_.end(message));
    const Nearest found = nearest({first, last}, from, true);
    if (found.entity < 0) continue;
    const bool is_nearer = best.entity < 0 || found.parent > best.parent ||
                           (found.parent == best.parent && found.entity < best.entity);
    if (is_nearer) best = found;
  }
  return best.entity >= 0 ? named(best) : Named{Named::Kind::kMissing, -1};
}

Parts::Named Parts::by_label(std::string_view reference, int from) const {
  const std::string_view label = without_fragment(reference);
  if (has_scheme(label, "mid")) return message_or_part(label.substr(4), from);
  if (!has_scheme(label, "cid")) return {};
  const std::span<const int> parts = content_ids_.bearers(ascii::percent_decoded(label.substr(4)));
  const Named by_id = named(nearest(parts, from, false));
  if (by_id.kind == Named::Kind::kPart) return by_id;
  const std::span<const int> located = literal_locations_.bearers(label);
  const Named by_location = named(nearest(located, from, false));
  if (by_location.kind == Named::Kind::kPart) return by_location;
  return parts.empty() && located.empty() ? Named{Named::Kind::kMissing, -1} : Named{};
}

std::optional<int> Parts::in_own_related(std::string_view resolved, int from) const {
  const Locations::Level level = locations_.innermost(without_fragment(resolved), from);
  if (level.related < 0 || level.related != tree_.enclosing_related(from)) return std::nullopt;
  const Nearest found = nearest(level.bearers, from, false);
  return found.entity >= 0 ? std::optional(found.entity) : std::nullopt;
}

std::optional<int> Parts::by_location(std::string_view resolved, std::string_view serialised,
                                      int from) const {
  Locations::Level by_octets, by_standard;
  if (!resolved.empty()) by_octets = locations_.innermost(without_fragment(resolved), from);
  if (!serialised.empty()) by_standard = standard_locations_.innermost(serialised, from);
  while (by_octets.related >= 0 || by_standard.related >= 0) {
    const bool is_octets = by_octets.related >= by_standard.related;
    Locations::Level& level = is_octets ? by_octets : by_standard;
    if (const Nearest found = nearest(level.bearers, from, false); found.entity >= 0) return found.entity;
    level = (is_octets ? locations_ : standard_locations_).outwards(level);
  }
  return std::nullopt;
}

void Parts::id_clashes(std::vector<Clash>& out) const {
  content_ids_.for_each_shared([&](std::string_view label, std::span<const int> bearers) {
    for (std::size_t n = 1; n < bearers.size(); ++n) {
      // The preceding entity with the label shares the innermost multipart/related, if any does.
      const int related = tree_.related_of(tree_.common(bearers[n - 1], bearers[n]));
      if (related < 0) continue;
      out.push_back(
          {related, bearers[n], *std::lower_bound(bearers.begin(), bearers.end(), related), false, label});
    }
  });
}

void Parts::location_clashes(const Locations& locations, std::vector<Clash>& out) const {
  locations.for_each_shared([&](std::string_view label, std::span<const int> bearers, int related) {
    for (const int part : bearers.subspan(1)) out.push_back({related, part, bearers.front(), true, label});
  });
}

std::vector<Parts::Clash> Parts::clashes() const {
  std::vector<Clash> all;
  id_clashes(all);
  location_clashes(locations_, all);
  location_clashes(standard_locations_, all);
  // Each part is reported once. Locations that are equal byte by byte are also equal under the URL Standard.
  const auto place = [](const Clash& clash) {
    return std::make_tuple(clash.related, clash.part, clash.by_location);
  };
  std::stable_sort(all.begin(), all.end(),
                   [&](const Clash& a, const Clash& b) { return place(a) < place(b); });
  const auto is_same = [&](const Clash& a, const Clash& b) { return place(a) == place(b); };
  all.erase(std::unique(all.begin(), all.end(), is_same), all.end());
  return all;
}

}  // namespace mimebase::match
