#include "edit/absolute_replacer.h"

#include <algorithm>

#include "model/layer_kinds.h"
#include "text/ascii.h"

namespace mimebase::edit {
Decision AbsoluteReplacer::decide(const message::Reference& reference, const Link& link) {
  const Decision decision = replacement(reference, link);
  return !decision.text.empty() && is_wanted(reference) ? decision : Decision();
}

bool AbsoluteReplacer::is_wanted(const message::Reference& reference) const {
  const auto& only = options_.only;
  const auto has = [&](RewriteIn kind) { return std::find(only.begin(), only.end(), kind) != only.end(); };
  if (!reference.found.where.empty()) return only.empty();
  if (!reference.origin.in_heading())
    return only.empty() ||
           has(kind_of_content(message_.content(reference.origin.entity).finder()->media_type));
  // A relative Base is ignored, and must not become valid.
  if (is_base(reference)) return false;
  return only.empty() ? reference.found.context == "header:content-location" : has(RewriteIn::kHeadings);
}

Decision AbsoluteReplacer::replacement(const message::Reference& reference, const Link& link) {
  // The reader meets every reference, because some know only the bases that they have read.
  const std::string_view opened = reader_.has_reader() ? reader_.leads_to(reference) : std::string_view();
  if (options_.unwrap && link.unwrapped) return {*link.unwrapped, EditReason::kUnwrapped};
  if (reader_.has_reader()) {
    const bool is_absolute = Resolver::is_absolute(link.reference, RuleSet::kRfc3986);
    if (is_absolute || link.status == LinkStatus::kSameDocument) return {};
    return {opened, EditReason::kReference};
  }
  if (link.status == LinkStatus::kResolved) return {link.resolved.value_or(""), EditReason::kReference};
  if (link.status != LinkStatus::kPart) return {};
  return {part_replacement(reference, link), EditReason::kPartReference};
}

// A reference to a part stays unchanged unless it would no longer name the part.
std::string_view AbsoluteReplacer::part_replacement(const message::Reference& reference, const Link& link) {
  const auto starts = [&](std::string_view scheme) {
    return ascii::starts_with_ignoring_case(link.reference, scheme);
  };
  if (starts("cid:") || starts("mid:"))
    return options_.cid_to_location ? location(reference.origin.entity) : "";
  if (Resolver::is_absolute(link.reference, message_.profile().rules)) return {};
  const bool goes = drops_bases_ && link.base.by != BaseBy::kContentLocation;
  const bool is_from_outside = link.base.by == BaseBy::kRetrievalUrl && !message_.retrieval_url().empty();
  const auto& only = options_.only;
  const bool has_locations =
      only.empty() || std::find(only.begin(), only.end(), RewriteIn::kHeadings) != only.end();
  return (goes || is_from_outside) && has_locations ? link.resolved.value_or("") : "";
}

// Returns the absolute Content-Location of the part that the last reference names, if it identifies the part
// from `entity`.
std::string_view AbsoluteReplacer::location(int entity) {
  const int target = builder_.target();
  for (const base::Declared& declared : message_.layers().declared(target)) {
    if (!base::kind_of(declared.by).is_location || !declared.usable()) continue;
    if (message_.parts().by_location(declared.url, {}, entity) == target) return declared.url;
  }
  return {};
}

}  // namespace mimebase::edit
