#include "find/html/urls.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "ascii.h"

namespace mimebase::find {
namespace {

using Elements = std::uint64_t;

template <typename... Some>
constexpr Elements only(Some... elements) {
  return ((Elements{1} << static_cast<unsigned>(elements)) | ...);
}

constexpr Elements kAny = ~Elements{0};

struct Rule {
  HtmlUrlAttribute attribute;
  std::string_view name;
  HtmlUrlForm form;
  Elements elements;
};

using enum HtmlUrlAttribute;
using enum HtmlUrlForm;
using E = HtmlElement;

// In the order of HtmlUrlAttribute.
constexpr Rule kRules[] = {
    {kNone, "", kNoUrl, 0},
    {kAction, "action", kUrl, only(E::kForm, E::kIsindex)},
    {kArchive, "archive", kSpaces, only(E::kObject, E::kApplet)},
    {kBackground, "background", kUrl, kAny},
    {kCite, "cite", kUrl, kAny},
    {kClassid, "classid", kUrl, only(E::kObject)},
    {kClipPath, "clip-path", kSvgCss, kAny},
    {kCode, "code", kUrl, only(E::kApplet, E::kEmbed)},
    {kCodebase, "codebase", kUrl, only(E::kObject, E::kApplet, E::kEmbed)},
    {kColorProfile, "color-profile", kSvgCss, kAny},
    {kContent, "refresh", kRefresh, only(E::kMeta)},
    {kCursor, "cursor", kSvgCss, kAny},
    {kData, "data", kUrl, only(E::kObject)},
    {kDatasrc, "datasrc", kUrl, kAny},
    {kDynsrc, "dynsrc", kUrl, kAny},
    {kFill, "fill", kSvgCss, kAny},
    {kFilter, "filter", kSvgCss, kAny},
    {kFormaction, "formaction", kUrl, kAny},
    {kHref, "href", kUrl, kAny},
    {kIcon, "icon", kUrl, only(E::kCommand, E::kMenuitem)},
    {kImagesrcset, "imagesrcset", kCandidates, kAny},
    {kItemid, "itemid", kUrl, kAny},
    {kItemtype, "itemtype", kSpaces, kAny},
    {kLongdesc, "longdesc", kUrl, kAny},
    {kLowsrc, "lowsrc", kUrl, kAny},
    {kManifest, "manifest", kUrl, only(E::kHtml)},
    {kMarker, "marker", kSvgCss, kAny},
    {kMarkerEnd, "marker-end", kSvgCss, kAny},
    {kMarkerMid, "marker-mid", kSvgCss, kAny},
    {kMarkerStart, "marker-start", kSvgCss, kAny},
    {kMask, "mask", kSvgCss, kAny},
    {kOfficeHref, "o:href", kUrl, kAny},
    {kPing, "ping", kSpaces, kAny},
    {kPluginspage, "pluginspage", kUrl, kAny},
    {kPluginurl, "pluginurl", kUrl, kAny},
    {kPoster, "poster", kUrl, kAny},
    {kProfile, "profile", kSpaces, only(E::kHead)},
    {kSrc, "src", kUrl, kAny},
    {kSrcdoc, "srcdoc", kNestedHtml, only(E::kIframe)},
    {kSrcset, "srcset", kCandidates, kAny},
    {kStroke, "stroke", kSvgCss, kAny},
    {kStyle, "style", kCss, kAny},
    {kUsemap, "usemap", kUrl, kAny},
    {kValue, "value", kParam, only(E::kParam)},
    {kVrml, "vrml", kUrl, only(E::kImg)},
    {kXlinkHref, "xlink:href", kUrl, kAny},
};

constexpr bool rules_are_in_order() {
  for (std::size_t i = 0; i < std::size(kRules); ++i) {
    if (static_cast<std::size_t>(kRules[i].attribute) != i) return false;
  }
  return true;
}
static_assert(rules_are_in_order());

// Reads along a refresh.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}
  [[nodiscard]] bool at_end() const { return pos_ == text_.size(); }
  [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[pos_]; }
  [[nodiscard]] std::size_t pos() const { return pos_; }

  void skip_space() {
    while (!at_end() && is_html_space(text_[pos_])) ++pos_;
  }
  void skip_number() {
    while (ascii::is_digit(peek()) || peek() == '.') ++pos_;
  }
  bool take(char lower) {
    if (at_end() || ascii::lower(text_[pos_]) != lower) return false;
    ++pos_;
    return true;
  }

 private:
  std::string_view text_;
  std::size_t pos_ = 0;
};

// Takes "url =" if all of it is there; if not, the URL begins where this began. Without any of it, a quote
// may follow: `quoted` tells.
std::size_t skip_url_label(Cursor& cursor, bool& quoted) {
  const std::size_t start = cursor.pos();
  quoted = true;
  if (!cursor.take('u')) return start;
  quoted = false;
  if (!cursor.take('r') || !cursor.take('l')) return start;
  cursor.skip_space();
  if (!cursor.take('=')) return start;
  cursor.skip_space();
  quoted = true;
  return cursor.pos();
}

}  // namespace

HtmlUrlForm html_url_form(HtmlUrlAttribute attribute, HtmlElement element) {
  const Rule& rule = kRules[static_cast<std::size_t>(attribute)];
  if ((rule.elements & only(element)) == 0) return kNoUrl;
  // HTML 4.01: archives of an object stand between spaces, those of an applet between commas.
  return attribute == kArchive && element == E::kApplet ? kCommas : rule.form;
}

std::string_view name_of(HtmlUrlAttribute attribute) {
  return kRules[static_cast<std::size_t>(attribute)].name;
}

bool is_svg_presentation(std::string_view name) {
  const HtmlUrlAttribute id = html_url_attribute(name);
  return html_url_form(id, E::kOther) == kSvgCss && name == name_of(id);
}

bool obeys_codebase(HtmlUrlAttribute attribute) {
  return attribute == kClassid || attribute == kCode || attribute == kData || attribute == kArchive;
}

bool may_have_codebase(HtmlElement element) {
  return element == E::kObject || element == E::kApplet;
}

bool is_url_param(std::string_view name) {
  constexpr std::string_view kNames[] = {"data",  "file",   "filename", "href", "movie",
                                         "qtsrc", "source", "src",      "url"};
  return std::any_of(std::begin(kNames), std::end(kNames),
                     [name](std::string_view known) { return ascii::equals_ignoring_case(name, known); });
}

std::optional<Span> refresh_url(std::string_view content) {
  Cursor cursor(content);
  cursor.skip_space();
  const std::size_t time = cursor.pos();
  cursor.skip_number();
  if (cursor.pos() == time || cursor.at_end()) return std::nullopt;
  const char separator = cursor.peek();
  if (separator != ';' && separator != ',' && !is_html_space(separator)) return std::nullopt;
  cursor.skip_space();
  if (!cursor.take(';')) cursor.take(',');
  cursor.skip_space();
  if (cursor.at_end()) return std::nullopt;

  bool may_be_quoted = false;
  Span url{skip_url_label(cursor, may_be_quoted), content.size()};
  if (may_be_quoted && (cursor.peek() == '"' || cursor.peek() == '\'')) {
    ++url.start;
    url.end = std::min(content.find(cursor.peek(), url.start), content.size());
  }
  return url;
}

}  // namespace mimebase::find
