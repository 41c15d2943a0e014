#include "find/html/url_attributes.h"

#include <algorithm>
#include <iterator>

#include "ascii.h"

namespace mimebase::find {
namespace {

using E = HtmlElement;
using enum UrlForm;

// One row each; of an attribute that is another thing on another element, one row behind the other.
constexpr std::array kRows = [] {
  auto rows = std::to_array<UrlAttribute>({
      {},
      {"action", kUrl, {E::kForm, E::kIsindex}},
      {"archive", kSpaces, {E::kObject}, Codebase::kObeyed},
      {"archive", kCommas, {E::kApplet}, Codebase::kObeyed},
      {"background", kUrl},
      {"cite", kUrl},
      {"classid", kUrl, {E::kObject}, Codebase::kObeyed},
      {"clip-path", kSvgCss},
      {"code", kUrl, {E::kApplet, E::kEmbed}, Codebase::kObeyed},
      {"codebase", kUrl, {E::kObject, E::kApplet, E::kEmbed}},
      {"color-profile", kSvgCss},
      {"content", kRefresh, {E::kMeta}},
      {"cursor", kSvgCss},
      {"data", kUrl, {E::kObject}, Codebase::kObeyed},
      {"datasrc", kUrl},
      {"dynsrc", kUrl},
      {"fill", kSvgCss},
      {"filter", kSvgCss},
      {"formaction", kUrl},
      {"href", kLink},
      {"icon", kUrl, {E::kCommand, E::kMenuitem}},
      {"imagesrcset", kCandidates},
      {"itemid", kUrl},
      {"itemtype", kSpaces},
      {"longdesc", kUrl},
      {"lowsrc", kUrl},
      {"manifest", kUrl, {E::kHtml}},
      {"marker", kSvgCss},
      {"marker-end", kSvgCss},
      {"marker-mid", kSvgCss},
      {"marker-start", kSvgCss},
      {"mask", kSvgCss},
      {"o:href", kUrl},
      {"ping", kSpaces},
      {"pluginspage", kUrl},
      {"pluginurl", kUrl},
      {"poster", kUrl},
      {"profile", kSpaces, {E::kHead}},
      {"src", kUrl},
      {"srcdoc", kNestedHtml, {E::kIframe}},
      {"srcset", kCandidates},
      {"stroke", kSvgCss},
      {"style", kCss},
      {"usemap", kUrl},
      {"value", kParam, {E::kParam}},
      {"vrml", kUrl, {E::kImg}},
      {"xlink:href", kLink},
  });
  std::uint8_t number = 0;
  for (UrlAttribute& row : rows) row.number = number++;
  return rows;
}();
static_assert(kRows.size() <= 64);
constexpr NameTable<128> kNames(kRows);

bool counts_on(const UrlAttribute& row, HtmlElement element) {
  if (row.elements.front() == E::kOther) return true;
  return element != E::kOther &&
         std::find(row.elements.begin(), row.elements.end(), element) != row.elements.end();
}

}  // namespace

const UrlAttribute* html_url_attribute(std::string_view name, HtmlElement element) {
  const std::size_t first = kNames.find(name);
  if (first == 0) return nullptr;
  const UrlAttribute* row = &kRows[first];
  while (!counts_on(*row, element)) {
    const std::string_view same = row->name;
    if (++row == kRows.data() + kRows.size() || row->name != same) return nullptr;
  }
  return row;
}

bool is_url_param(std::string_view name) {
  constexpr std::string_view kNames[] = {"data",  "file",   "filename", "href", "movie",
                                         "qtsrc", "source", "src",      "url"};
  return std::any_of(std::begin(kNames), std::end(kNames),
                     [name](std::string_view known) { return ascii::equals_ignoring_case(name, known); });
}

}  // namespace mimebase::find
