// The elements of HTML that the tokenizer, tree construction and the finder act upon, the attributes that
// hold URLs, and how their names are recognised: in any case, in a few comparisons, since every tag and
// attribute of every document passes here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mimebase::find {

// The elements that are known by name. Tree construction gives those of other names numbers from kKnown on.
enum class HtmlElement : std::uint32_t {
  kOther,
#define MIMEBASE_HTML_ELEMENT(id, name, traits) id,
#include "find/html/elements.inc"
#undef MIMEBASE_HTML_ELEMENT
  kKnown,
};

// What an element is, as bits; all but the last are for tree construction.
enum HtmlTrait : std::uint32_t {
  kSpecial = 1,
  kScopeEnd = 2,         // ends every scope but that of tables
  kTableScopeEnd = 4,    // ends the scope of tables
  kListScopeEnd = 8,     // ends the scope of list items too
  kButtonScopeEnd = 16,  // ends the scope of buttons too
  kImplied = 32,         // its end tag may be left out
  kFormatting = 64,
  kHeading = 128,
  kBlock = 256,             // closes a paragraph at its start; its end closes all in it
  kTablePart = 512,         // caption, col, colgroup, tbody, td, tfoot, th, thead, tr
  kBreaksOut = 1024,        // ends SVG and MathML around it (13.2.6.5)
  kInHead = 2048,           // 13.2.6.4.4: of the head wherever it stands, and with nothing open behind it
  kVoid = 4096,             // never stays open
  kRaw = 8192,              // holds text that is no markup
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

[[nodiscard]] HtmlElement html_element(std::string_view name);

[[nodiscard]] inline std::uint32_t html_traits(HtmlElement element) {
  return element < HtmlElement::kKnown ? kHtmlElements[static_cast<std::size_t>(element)].traits : 0;
}

// True for elements that a reader sees white space around.
[[nodiscard]] inline bool separates_words(HtmlElement element) {
  return (html_traits(element) & kSeparatesWords) != 0;
}

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

// The white space of the Standard's tokenizer: TAB, LF, FF, CR, space.
[[nodiscard]] constexpr bool is_html_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

// `bytes` without the white space around it.
[[nodiscard]] constexpr std::string_view trim_html_space(std::string_view bytes) {
  while (!bytes.empty() && is_html_space(bytes.front())) bytes.remove_prefix(1);
  while (!bytes.empty() && is_html_space(bytes.back())) bytes.remove_suffix(1);
  return bytes;
}

}  // namespace mimebase::find
