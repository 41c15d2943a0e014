#include "extract/outside.h"

#include <algorithm>
#include <iterator>

#include "ascii.h"
#include "extract/data_url.h"
#include "extract/page.h"
#include "innermost_context.h"
#include "url/split.h"

namespace mimebase::extraction {
namespace {

using ascii::starts_with_ignoring_case;

template <typename Names>
bool is_among(std::string_view name, const Names& names) {
  return std::ranges::find(names, name) != std::end(names);
}

// Attributes whose URLs are never loaded, or only by a click.
constexpr std::string_view kFollowed[] = {"about",    "action",   "cite",     "formaction",  "itemid",
                                          "itemtype", "longdesc", "o:href",   "pluginspage", "pluginurl",
                                          "profile",  "refresh",  "resource", "usemap"};
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

}  // namespace

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
                                      const PageRules& rules, std::size_t levels_left) {
  if (!rules.is_strict() || reference.empty()) return std::nullopt;
  std::string buffer;
  const std::string_view url = url::clean_whatwg(reference, buffer);
  const Load load = load_of(context);
  // XML pages have no policy that blocks scripts.
  const bool is_script =
      starts_with_ignoring_case(url, "javascript:") || starts_with_ignoring_case(url, "vbscript:");
  if (is_script && (rules.no_active || kind == PageKind::kXml)) return std::string(kNothing);
  if (load == Load::kNone || url.starts_with('#') || url == "about:blank") return std::nullopt;
  if (!starts_with_ignoring_case(url, "data:") || (rules.no_active && load == Load::kFrame))
    return std::string(kNothing);
  return clean_data_url(url, load, rules, levels_left);
}

}  // namespace mimebase::extraction
