#include "edit/extract/clean.h"

#include <algorithm>
#include <iterator>

#include "ascii.h"
#include "edit/extract/cleaner.h"

namespace mimebase::edit {
namespace {

using ascii::equals_ignoring_case;

// "file:" for browsers in which a file's own origin has no other file in it.
constexpr std::string_view kPolicy =
    "default-src 'self' file: data: 'unsafe-inline'; script-src 'none'; base-uri 'none'; form-action 'none'";

// With scripts off, what is for those without them is to be seen.
constexpr ElementRule kElements[] = {
    {"noscript", When::kOffline, Goes::kTag},         {"script", When::kOfflineInXml, Goes::kElement},
    {"handler", When::kOfflineInXml, Goes::kElement}, {"listener", When::kOfflineInXml, Goes::kTag},
    {"applet", When::kNoActive, Goes::kTag},          {"embed", When::kNoActive, Goes::kTag},
    {"fencedframe", When::kNoActive, Goes::kTag},     {"form", When::kNoActive, Goes::kTag},
    {"object", When::kNoActive, Goes::kTag},          {"portal", When::kNoActive, Goes::kTag},
};

// They would have local files refused that have no origin, or that have been written anew.
constexpr std::string_view kOriginAttributes[] = {"crossorigin", "integrity"};
// `rel`s that fetch what the page does not show, or tell others that it is opened.
constexpr std::string_view kFetchingRels[] = {"dns-prefetch", "preconnect", "prefetch", "prerender"};
constexpr std::string_view kActiveRels[] = {"import",   "manifest", "modulepreload",
                                            "pingback", "preload",  "serviceworker"};
// What a `meta http-equiv` may say without acting.
constexpr std::string_view kQuietDirectives[] = {"content-type", "content-language", "default-style",
                                                 "x-ua-compatible"};

template <typename Names>
bool is_one_of(std::string_view name, const Names& names) {
  return std::ranges::any_of(names, [&](std::string_view one) { return equals_ignoring_case(name, one); });
}

std::string_view local_name(std::string_view name) {
  return name.substr(std::min(name.rfind(':') + 1, name.size()));
}

}  // namespace

bool Cleaner::applies(When when) const {
  switch (when) {
    case When::kOffline:
      return !rules_.online || rules_.no_active;
    case When::kOfflineInXml:
      return rules_.no_active || (is_xml_ && !rules_.online);
    case When::kNoActive:
      break;
  }
  return rules_.no_active;
}

// ---- Elements ----

const ElementRule* Cleaner::rule_of(std::string_view name) const {
  const auto* rule = std::ranges::find_if(
      kElements, [&](const ElementRule& one) { return equals_ignoring_case(one.name, local_name(name)); });
  return rule != std::end(kElements) && applies(rule->when) ? rule : nullptr;
}

// True if a reference in the tag is a part's.
bool Cleaner::names_part(std::string_view tag) const {
  const Span span = span_of(tag);
  const auto first = std::ranges::lower_bound(page_.references, span.start, {},
                                              [](const PartReference& one) { return one.span.start; });
  return first != page_.references.end() && first->span.start < span.end;
}

bool Cleaner::meta_goes(const Tag& tag) const {
  const std::string directive = tag.value("http-equiv");
  if (directive.empty()) return false;
  // The page's own policy knows where it came from, and not where it is now.
  if (directive.starts_with("content-security-policy")) return true;
  if (rules_.no_active) return !is_one_of(directive, kQuietDirectives);
  return directive == "refresh" && !rules_.online && !names_part(tag.bytes) &&
         tag.value("content").find_first_not_of("0123456789.,; \t\r\n\f") != std::string::npos;
}

bool Cleaner::goes_by_attributes(const Tag& tag) const {
  const std::string_view name = local_name(tag.name);
  if (equals_ignoring_case(name, "meta")) return meta_goes(tag);
  if (equals_ignoring_case(name, "link") && applies(When::kOffline)) {
    const std::string rel = tag.value("rel");
    for (std::string_view rest = rel; !rest.empty();) {
      const std::string_view one = rest.substr(0, rest.find_first_of(" \t\r\n\f"));
      if (is_one_of(one, kFetchingRels) || (rules_.no_active && is_one_of(one, kActiveRels))) return true;
      rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    }
  }
  // SVG animates attributes, be they links or handlers of events.
  const bool animates = equals_ignoring_case(name, "set") || equals_ignoring_case(name, "animate");
  if (!animates || !applies(When::kOfflineInXml)) return false;
  const std::string animated = tag.value("attributename");
  return animated.ends_with("href") || animated.starts_with("on");
}

void Cleaner::clean_attribute(std::string_view name, std::string_view value) {
  const bool is_handler = name.size() > 2 && equals_ignoring_case(name.substr(0, 2), "on");
  const bool goes = is_one_of(name, kOriginAttributes) || (is_handler && applies(When::kOfflineInXml));
  if (!goes) return;
  Span span{offset_of(name), std::max(offset_of(name) + name.size(), offset_of(value) + value.size())};
  // The quotes are around the value, and none of it.
  const std::string_view bytes = page_.bytes;
  const std::size_t start = offset_of(value);
  const char quote = start > 0 ? bytes[start - 1] : '\0';
  if ((quote == '"' || quote == '\'') && span.end < bytes.size() && bytes[span.end] == quote) ++span.end;
  put(span, {});
}

std::string policy_tag() {
  return "<meta http-equiv=\"Content-Security-Policy\" content=\"" + std::string(kPolicy) + "\">";
}

void clean(PageKind kind, const PageRules& rules, Page& page) {
  Cleaner cleaner(kind, rules, page);
  constexpr std::uint64_t kMostLevels = 64;  // each is a call within a call
  if (kind == PageKind::kHtml) cleaner.clean_html(true, std::min(rules.srcdoc_levels, kMostLevels));
  if (kind == PageKind::kXml) cleaner.clean_xml();
}

}  // namespace mimebase::edit
