#include "extract/clean.h"

#include <algorithm>
#include <iterator>

#include "extract/cleaner.h"
#include "find/css/computed.h"
#include "find/css/finder.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::extraction {
namespace {

using ascii::equals_ignoring_case;

// `noscript` tags are removed because scripts are off, so its content must be visible.
constexpr ElementRule kElements[] = {
    {"noscript", When::kStrict, Goes::kTag},         {"script", When::kStrictInXml, Goes::kElement},
    {"handler", When::kStrictInXml, Goes::kElement}, {"listener", When::kStrictInXml, Goes::kTag},
    {"applet", When::kNoActive, Goes::kTag},         {"embed", When::kNoActive, Goes::kTag},
    {"fencedframe", When::kNoActive, Goes::kTag},    {"form", When::kNoActive, Goes::kTag},
    {"object", When::kNoActive, Goes::kTag},         {"portal", When::kNoActive, Goes::kTag},
};

// These attributes would make browsers refuse local files, which have no origin and may be rewritten.
constexpr std::string_view kOriginAttributes[] = {"crossorigin", "integrity"};
// `codebase` and `xml:base` lead file paths out of the folder. `attributionsrc` is requested when the page
// loads.
constexpr std::string_view kOutsideAttributes[] = {"attributionsrc", "codebase", "xml:base"};
// `rel`s that fetch resources that the page does not show, or notify others that it was opened.
constexpr std::string_view kFetchingRels[] = {"compression-dictionary",
                                              "dns-prefetch",
                                              "import",
                                              "manifest",
                                              "modulepreload",
                                              "pingback",
                                              "preconnect",
                                              "prefetch",
                                              "prerender",
                                              "serviceworker",
                                              "preload"};
constexpr std::string_view kAnimations[] = {"animate", "animatecolor", "animatemotion", "animatetransform",
                                            "set"};
// Attributes of an animation that hold values.
constexpr std::string_view kAnimatedTo[] = {"by", "from", "to", "values"};
// Values of `meta http-equiv` that have no effect on loading.
constexpr std::string_view kQuietDirectives[] = {"content-type", "content-language", "default-style",
                                                 "x-ua-compatible"};

std::string_view local_name(std::string_view name) {
  return name.substr(std::min(name.rfind(':') + 1, name.size()));
}

}  // namespace

bool Cleaner::applies(When when) const {
  switch (when) {
    case When::kStrict:
      return rules_.is_strict();
    case When::kStrictInXml:
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

// True if the tag contains a reference to a part.
bool Cleaner::names_part(std::string_view tag) const {
  const Span span = span_of(tag);
  const auto first = std::ranges::lower_bound(page_.references, span.start, {},
                                              [](const PartReference& one) { return one.span.start; });
  return first != page_.references.end() && first->span.start < span.end;
}

// Only directives of the list may stay, because browsers may obey others by loading or allowing something.
bool Cleaner::meta_goes(const Tag& tag) const {
  const std::string directive = tag.value("http-equiv");
  if (directive.empty()) return tag.is_unknown() && rules_.is_strict();
  // The page's own policy was written for its origin, not for a local file.
  if (directive.starts_with("content-security-policy")) return true;
  if (!rules_.is_strict() || ascii::is_one_of_ignoring_case(directive, kQuietDirectives)) return false;
  if (rules_.no_active || directive != "refresh") return true;
  return !names_part(tag.bytes) &&
         tag.value("content").find_first_not_of("0123456789.,; \t\r\n\f") != std::string::npos;
}

bool Cleaner::link_goes(const Tag& tag) const {
  if (tag.is_unknown()) return true;
  const std::string rel = tag.value("rel");
  for (std::string_view rest = rel; !rest.empty();) {
    const std::string_view one = rest.substr(0, rest.find_first_of(ascii::kHtmlWhiteSpace));
    if (ascii::is_one_of_ignoring_case(one, kFetchingRels)) return true;
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
  }
  return false;
}

// SVG can animate any attribute: links, event handlers and styles.
bool Cleaner::animation_goes(const Tag& tag) const {
  const std::string animated = tag.value("attributename");
  if (tag.is_unknown() || animated.ends_with("href") || animated.ends_with("src") || animated == "style" ||
      animated.starts_with("on"))
    return true;
  return std::ranges::any_of(
      kAnimatedTo, [&](std::string_view name) { return find::may_hold_css_url(tag.value(name), true); });
}

bool Cleaner::goes_by_attributes(const Tag& tag) const {
  const std::string_view name = local_name(tag.name);
  if (equals_ignoring_case(name, "meta")) return meta_goes(tag);
  if (!rules_.is_strict()) return false;
  if (equals_ignoring_case(name, "link")) return link_goes(tag);
  // An `object` without `data` loads the URL in this parameter.
  if (equals_ignoring_case(name, "param")) return tag.value("name") == "code";
  return ascii::is_one_of_ignoring_case(name, kAnimations) && animation_goes(tag);
}

void Cleaner::drop_attribute(std::string_view name, std::string_view value) {
  Span span{offset_of(name), std::max(offset_of(name) + name.size(), offset_of(value) + value.size())};
  // `value` excludes its quotes.
  const std::string_view bytes = page_.bytes;
  const std::size_t start = offset_of(value);
  const char quote = start > 0 ? bytes[start - 1] : '\0';
  if ((quote == '"' || quote == '\'') && span.end < bytes.size() && bytes[span.end] == quote) ++span.end;
  put(span, {});
}

void Cleaner::clean_attribute(std::string_view name, std::string_view value) {
  const bool is_handler = name.size() > 2 && equals_ignoring_case(name.substr(0, 2), "on");
  const bool goes = ascii::is_one_of_ignoring_case(name, kOriginAttributes) ||
                    (rules_.is_strict() && ascii::is_one_of_ignoring_case(name, kOutsideAttributes)) ||
                    (is_handler && applies(When::kStrictInXml));
  if (goes) drop_attribute(name, value);
}

// Disables functions whose URL is known only to a browser: without their names they have no effect.
void Cleaner::clean_sheet(std::string_view css) {
  for (const Span& name : find::computed_css_urls(css))
    put({offset_of(css) + name.start, offset_of(css) + name.end}, "none");
}

Policy Cleaner::policy() const {
  Policy policy;
  if (rules_.single_file || !page_.is_complete) return policy;
  for (const PartReference& reference : page_.references) {
    policy.frames = policy.frames || reference.load == Load::kFrame;
    policy.files = policy.files || (reference.load != Load::kFrame && reference.load != Load::kNone);
  }
  return policy;
}

// "file:" is for browsers in which a file's own origin ('self') includes no other files.
std::string policy_tag(const Policy& policy) {
  constexpr std::string_view kFiles = "'self' file: data:";
  constexpr std::string_view kNoFiles = "data:";
  const std::string_view frames = policy.frames ? kFiles : kNoFiles;
  std::string tag = "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src ";
  tag.append(policy.files ? kFiles : kNoFiles).append(" 'unsafe-inline'; frame-src ").append(frames);
  tag.append("; object-src ").append(frames).append("; connect-src 'none'; script-src 'none'; ");
  return tag.append("base-uri 'none'; form-action 'none'\">");
}

void clean(PageKind kind, const PageRules& rules, Page& page) {
  Cleaner cleaner(kind, rules, page);
  if (kind == PageKind::kHtml) cleaner.clean_html(true, std::min(rules.srcdoc_levels, kMaxSrcdocLevels));
  if (kind == PageKind::kXml) cleaner.clean_xml();
  if (kind == PageKind::kCss && rules.is_strict()) cleaner.clean_css();
}

}  // namespace mimebase::extraction
