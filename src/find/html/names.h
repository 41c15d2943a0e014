// The HTML elements that matter to the tokenizer, tree construction and the finder, and the attributes
// that contain URLs. Names are recognised in any case and in a few comparisons, because every tag and
// attribute of every document is looked up here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mimebase::find {

// The known elements. Tree construction numbers elements with other names from kKnown on.
enum class HtmlElement : std::uint32_t {
  kOther,
#define MIMEBASE_HTML_ELEMENT(id, name, traits) id,
#include "find/html/elements.inc"
#undef MIMEBASE_HTML_ELEMENT
  kKnown,
};

// Properties of an element, as bits. All but the last are used by tree construction.
enum HtmlTrait : std::uint32_t {
  kSpecial = 1,
  kScopeEnd = 2,         // ends every scope except that of tables
  kTableScopeEnd = 4,    // ends the scope of tables
  kListScopeEnd = 8,     // ends the scope of list items too
  kButtonScopeEnd = 16,  // ends the scope of buttons too
  kImplied = 32,         // its end tag is optional
  kFormatting = 64,
  kHeading = 128,
  kBlock = 256,             // its start closes a paragraph; its end closes everything inside
  kTablePart = 512,         // caption, col, colgroup, tbody, td, tfoot, th, thead, tr
  kBreaksOut = 1024,        // ends surrounding SVG and MathML (13.2.6.5)
  kInHead = 2048,           // 13.2.6.4.4: part of the head wherever it occurs; leaves nothing open
  kVoid = 4096,             // never stays open
  kRaw = 8192,              // contains text instead of markup
  kTextPoint = 16384,       // of MathML: a text integration point
  kSeparatesWords = 32768,  // `br`, paragraphs, table cells and the like
};

struct HtmlElementRow {
  std::string_view name;  // in lower case
  std::uint32_t traits;
};
inline constexpr HtmlElementRow kHtmlElements[] = {
    {{}, 0},
#define MIMEBASE_HTML_ELEMENT(id, name, traits) {name, traits},
#include "find/html/elements.inc"
#undef MIMEBASE_HTML_ELEMENT
};

// Returns the element with this name, in any case, or kOther.
[[nodiscard]] HtmlElement html_element(std::string_view name);

[[nodiscard]] inline std::uint32_t html_traits(HtmlElement element) {
  return element < HtmlElement::kKnown ? kHtmlElements[static_cast<std::size_t>(element)].traits : 0;
}

// True for elements that are displayed with white space around them.
[[nodiscard]] inline bool separates_words(HtmlElement element) {
  return (html_traits(element) & kSeparatesWords) != 0;
}

// The form in which an HTML or XML attribute value contains URLs.
enum class UrlForm : std::uint8_t {
  kUrl,         // one URL
  kLink,        // one URL; an `a` or `area` also has the text of the link
  kSpaces,      // URLs separated by white space
  kCommas,      // URLs separated by commas
  kSemicolons,  // URLs separated by semicolons: the values of an animation
  kPairs,       // separated by white space, every second item a URL: xsi:schemaLocation
  kCandidates,  // image candidates
  kParam,       // a URL, depending on the other attributes of the `param`
  kRefresh,     // a refresh with a URL, depending on the other attributes of the `meta`
  kCss,         // CSS declarations
  kSvgCss,      // the value of a CSS property, if the element is SVG
  kNestedHtml,  // an HTML document
  kScript,      // an event handler
  kOther,       // a URL by is_whole_url(), in an attribute that nothing but scripts and people read
};

// Whether an attribute's URLs are relative to the `codebase` of their element.
enum class Codebase : std::uint8_t { kIgnored, kObeyed };

// An attribute that contains URLs, and the elements on which it does.
struct UrlAttribute {
  std::string_view name = {};  // in lower case
  UrlForm form = UrlForm::kUrl;
  std::array<HtmlElement, 3> elements = {};  // the elements it applies to; none: all
  Codebase codebase = Codebase::kIgnored;    // whether its URLs are relative to the `codebase` of the element
  std::uint8_t number = 0;                   // index of the row, less than 64
};

// Returns the row for an attribute with this name, in any case, on this element; null if it contains no
// URL.
[[nodiscard]] const UrlAttribute* html_url_attribute(std::string_view name, HtmlElement element);

// True for the attributes of `animate` and `set` in SVG that contain URLs if what they animate is a link.
[[nodiscard]] bool is_animated_value(std::string_view attribute);

// Returns the form of an attribute that html_url_attribute() does not know on its element. Nothing for
// declarations of namespaces.
[[nodiscard]] std::optional<UrlForm> html_other_form(std::string_view name);

// Returns whether people see the value of an attribute with this name, such as `title`.
[[nodiscard]] bool is_shown_attribute(std::string_view name);

// True if the value of a `param` with this (decoded) name is a URL.
[[nodiscard]] bool is_url_param(std::string_view name);

}  // namespace mimebase::find
