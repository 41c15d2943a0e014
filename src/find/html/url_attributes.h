// Which attribute of which element holds URLs, and in which form: the HTML Standard's index of attributes,
// HTML 4.01, and what Netscape and Internet Explorer added and mail still uses.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "find/html/names.h"

namespace mimebase::find {

// How URLs stand in a value, of HTML or of XML.
enum class UrlForm : std::uint8_t {
  kUrl,         // one URL
  kLink,        // one URL; of an `a` or an `area`, it has the text of the link
  kSpaces,      // URLs between white space
  kCommas,      // URLs between commas
  kPairs,       // between white space, every second is a URL: xsi:schemaLocation
  kCandidates,  // image candidates
  kParam,       // a URL if the other attributes of the `param` say so
  kRefresh,     // a refresh with a URL in it, if the other attributes of the `meta` say so
  kCss,         // CSS declarations
  kSvgCss,      // the value of a CSS property, if the element is one of SVG
  kNestedHtml,  // an HTML document
};

enum class Codebase : std::uint8_t { kIgnored, kObeyed };

struct UrlAttribute {
  std::string_view name = {};  // in lower case
  UrlForm form = UrlForm::kUrl;
  std::array<HtmlElement, 3> elements = {};  // that it counts on; none: on all
  Codebase codebase = Codebase::kIgnored;  // whether its URLs are relative to the `codebase` of their element
  std::uint8_t number = 0;                 // of its row, below 64
};

// The row for an attribute of this name, in any case, on this element; null where it holds no URL.
[[nodiscard]] const UrlAttribute* html_url_attribute(std::string_view name, HtmlElement element);

// True if a `param` with this name (decoded) has a URL for its value.
[[nodiscard]] bool is_url_param(std::string_view name);

}  // namespace mimebase::find
