#include "extract/outside.h"

#include <algorithm>
#include <iterator>

#include "extract/data_url.h"
#include "extract/page.h"
#include "model/innermost_context.h"
#include "text/ascii.h"
#include "text/strings.h"
#include "url/split.h"

namespace mimebase::extraction {
namespace {

using ascii::starts_with_ignoring_case;

template <typename Names>
bool is_among(std::string_view name, const Names& names) {
  return std::ranges::find(names, name) != std::end(names);
}

// Attributes whose URLs are never loaded, or only by a click.
constexpr std::string_view kFollowed[] = {"about",      "action",      "action-xhr", "cite",     "content",
                                          "formaction", "htmlUrl",     "itemid",     "itemtype", "longdesc",
                                          "o:href",     "pluginspage", "pluginurl",  "profile",  "refresh",
                                          "resource",   "usemap",      "xmlUrl"};
// Of these, the ones that no click opens.
constexpr std::string_view kInert[] = {"about",    "cite",    "content",  "itemid",
                                       "itemtype", "profile", "resource", "usemap"};
constexpr std::string_view kSubmitted[] = {"action", "action-xhr", "formaction"};
constexpr std::string_view kLinkSchemes[] = {"ftp", "http", "https", "mailto", "tel"};
// Elements of HTML, SVG and MathML (MathML 3 section 2.1.6) whose `href` is a link.
constexpr std::string_view kLinks[] = {"a",       "annotation", "annotation-xml", "area",     "maction",
                                       "math",    "menclose",   "merror",         "mfenced",  "mfrac",
                                       "mi",      "mlabeledtr", "mmultiscripts",  "mn",       "mo",
                                       "mover",   "mpadded",    "mphantom",       "mroot",    "mrow",
                                       "ms",      "mspace",     "msqrt",          "mstyle",   "msub",
                                       "msubsup", "msup",       "mtable",         "mtd",      "mtext",
                                       "mtr",     "munder",     "munderover",     "semantics"};
constexpr std::string_view kFrames[] = {"iframe@src",  "frame@src",      "object@data",
                                        "embed@src",   "portal@src",     "param@value",
                                        "applet@code", "applet@archive", "object@archive"};

std::string_view attribute_of(std::string_view context) {
  return context.substr(std::min(context.find('@') + 1, context.size()));
}

bool is_slash(char c) {
  return c == '/' || c == '\\';
}

// True if a browser may resolve the relative reference to a file that is not in the folder.
bool may_leave_folder(std::string_view reference) {
  std::string path = ascii::percent_decoded(reference.substr(0, reference.find_first_of("?#")));
  const bool has_drive = path.size() > 1 && ascii::is_letter(path[0]) && path[1] == '|';
  if (has_drive || (!path.empty() && is_slash(path[0]))) return true;
  std::ranges::replace(path, '\\', '/');
  return ('/' + path + '/').find("/../") != std::string::npos;
}

// Returns the replacement for a URL that a click opens; nothing to keep it.
std::optional<std::string> instead_of_link(std::string_view url) {
  if (may_be_opened(url)) return std::nullopt;
  if (url.size() > 1 && is_slash(url[0]) && is_slash(url[1])) {
    url.remove_prefix(std::min(url.find_first_not_of("/\\"), url.size()));
    return "http://" + std::string(url);
  }
  return has_scheme(url) || may_leave_folder(url) ? std::optional<std::string>(kNothing) : std::nullopt;
}

}  // namespace

bool may_be_opened(std::string_view url) {
  return is_among(url::scheme_of(url), kLinkSchemes);
}

bool has_scheme(std::string_view reference) {
  std::string buffer;
  return url::has_scheme(url::clean_whatwg(reference, buffer));
}

bool is_submitted(std::string_view context) {
  return is_among(attribute_of(innermost_context(context)), kSubmitted);
}

Load load_of(std::string_view context) {
  context = innermost_context(context);
  if (context == "css:import" || context == "xml-stylesheet@href") return Load::kSheet;
  if (context.starts_with("css:")) return Load::kContent;
  const std::size_t at = context.find('@');
  if (at == std::string_view::npos) return Load::kNone;
  const std::string_view element = context.substr(0, at);
  const std::string_view attribute = context.substr(at + 1);
  const std::string_view local = element.substr(std::min(element.rfind(':') + 1, at));
  if (is_among(attribute, kFollowed)) return Load::kNone;
  if (attribute.ends_with("href") && is_among(local, kLinks)) return Load::kNone;
  if (context == "link@href") return Load::kLink;
  return is_among(context, kFrames) ? Load::kFrame : Load::kContent;
}

std::optional<std::string> instead_of(std::string_view context, std::string_view reference, PageKind kind,
                                      const PageRules& rules, DataLevels levels) {
  if (!rules.is_strict() || reference.empty()) return std::nullopt;
  std::string buffer;
  const std::string_view url = url::clean_whatwg(reference, buffer);
  const Load load = load_of(context);
  // XML pages have no policy that blocks scripts.
  const bool is_script =
      starts_with_ignoring_case(url, "javascript:") || starts_with_ignoring_case(url, "vbscript:");
  if (is_script && (rules.no_active || kind == PageKind::kXml)) return std::string(kNothing);
  if (url.empty() || url.starts_with('#') || url == "about:blank") return std::nullopt;
  if (load == Load::kNone) {
    if (is_among(attribute_of(innermost_context(context)), kInert)) return std::nullopt;
    return is_submitted(context) ? std::optional<std::string>(kNothing) : instead_of_link(url);
  }
  if (!starts_with_ignoring_case(url, "data:") || (rules.no_active && load == Load::kFrame))
    return std::string(kNothing);
  return clean_data_url(url, load, rules, levels);
}

}  // namespace mimebase::extraction
