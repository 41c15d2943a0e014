// Which attribute of which element holds URLs, and in which form: the HTML Standard's index of attributes,
// HTML 4.01, and what Netscape and Internet Explorer added and mail still uses.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "find/finder.h"
#include "find/html/names.h"

namespace mimebase::find {

enum class HtmlUrlForm : std::uint8_t {
  kNoUrl,       // holds no URL on this element
  kUrl,         // one URL
  kSpaces,      // URLs between white space
  kCommas,      // URLs between commas
  kCandidates,  // image candidates
  kParam,       // a URL if the other attributes of the `param` say so
  kRefresh,     // a refresh with a URL in it, if the other attributes of the `meta` say so
  kCss,         // CSS declarations
  kSvgCss,      // the value of a CSS property, if the element is one of SVG
  kNestedHtml,  // an HTML document
};

[[nodiscard]] HtmlUrlForm html_url_form(HtmlUrlAttribute attribute, HtmlElement element);

// What contexts call the attribute: its name in lower case; the content of a `meta` is its refresh.
[[nodiscard]] std::string_view name_of(HtmlUrlAttribute attribute);

// True for attributes of SVG that are properties of CSS with a url() in them; in XML, case counts.
[[nodiscard]] bool is_svg_presentation(std::string_view name);

// True for attributes whose URL is relative to the `codebase` of their element.
[[nodiscard]] bool obeys_codebase(HtmlUrlAttribute attribute);
[[nodiscard]] bool may_have_codebase(HtmlElement element);

// True if a `param` with this name (decoded) has a URL for its value.
[[nodiscard]] bool is_url_param(std::string_view name);

// Where the URL stands in a decoded refresh ("5; url=x"): the HTML Standard, "shared declarative refresh
// steps". Nothing if there is none.
[[nodiscard]] std::optional<Span> refresh_url(std::string_view content);

}  // namespace mimebase::find
