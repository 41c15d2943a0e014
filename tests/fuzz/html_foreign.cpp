// SVG and MathML in HTML, compared with Gumbo. The borders of foreign content decide which tags are
// recognized and which <base> counts. Each byte of the input selects a piece of markup. So every input is
// comparable, and none has constructs that Gumbo reads by an older Standard (end tags of p and br in SVG).
#include <algorithm>
#include <iterator>
#include <map>
#include <string>

#include "check.h"
#include "gumbo_tags.h"

namespace mimebase::fuzz {
namespace {

constexpr std::string_view kPieces[] = {
    "<svg>",
    "</svg>",
    "<math>",
    "</math>",
    "<foreignObject>",
    "</foreignObject>",
    "<desc>",
    "</desc>",
    "<title>",
    "</title>",
    "<mi>",
    "</mi>",
    "<mtext>",
    "</mtext>",
    "<annotation-xml encoding='text/html'>",
    "<annotation-xml>",
    "</annotation-xml>",
    "<g>",
    "</g>",
    "<g/>",
    "<svg/>",
    "<p>",
    "<div>",
    "</div>",
    "<span>",
    "</span>",
    "<b>",
    "</b>",
    "<a href=x>",
    "</a>",
    "<font>",
    "<font color=x>",
    "</font>",
    "<form>",
    "</form>",
    "<table>",
    "</table>",
    "<tr>",
    "<td>",
    "</td>",
    "<ul>",
    "<li>",
    "</ul>",
    "<img src=i>",
    "<base href=b>",
    "<style>",
    "</style>",
    "<script>",
    "</script>",
    "<textarea>",
    "</textarea>",
    "<template>",
    "</template>",
    "<object>",
    "</object>",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "text",
    " ",
    "<h1>",
    "</h1>",
    "<button>",
    "</button>",
    "<mglyph>",
    "<malignmark>",
    "<body>",
    "</body>",
    "</html>",
    "<br>",
    "<g href=u>",
    "<image>",
    "<nobr>",
    "</li>",
    "<option>",
    "<head>",
    "</head>",
};

bool is_form(std::string_view piece) {
  return piece == "<form>" || piece == "</form>";
}

bool is_formatting(std::string_view piece) {
  return piece.starts_with("<font") || piece == "<b>" || piece == "<a href=x>" || piece == "<nobr>";
}

// End tags that look for their elements beyond an SVG title, where Gumbo does not stop. Names from SVG and
// MathML may also be unknown HTML elements.
bool passes_title(std::string_view piece) {
  constexpr std::string_view kEndTags[] = {
      "</mi>", "</mtext>", "</g>",    "</span>",          "</b>",
      "</a>",  "</font>",  "</desc>", "</foreignObject>", "</annotation-xml>"};
  return std::find(std::begin(kEndTags), std::end(kEndTags), piece) != std::end(kEndTags);
}

// The first byte selects which pieces are excluded so that Gumbo agrees with the Standard. 't' has titles,
// but no end tags that pass them. 'f' has forms but no templates, because templates confuse Gumbo's handling
// of form ends. All others have templates, but no elements whose formatting marker would remain after a
// template ends (13.2.6.4.4); with such a marker, Gumbo ignores end tags of formatting elements.
bool is_read_alike(std::string_view piece, char kind) {
  // A foreignObject ends the scope in which </object> looks (13.2.4.2), but Gumbo continues beyond it.
  if (piece == "</object>") return false;
  if (kind == 't' ? passes_title(piece) : piece == "<title>") return false;
  const bool has_marker = piece == "<td>" || piece == "<object>";
  return kind == 'f' ? piece != "<template>" : !is_form(piece) && !has_marker;
}

}  // namespace
}  // namespace mimebase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  if (size == 0) return 0;
  const char kind = static_cast<char>(data[0]);
  std::string html;
  std::map<std::string_view, int> times;
  int formatting = 0;
  for (std::size_t i = 1; i < size && i < 60; ++i) {
    const std::string_view piece = fuzz::kPieces[data[i] % std::size(fuzz::kPieces)];
    if (piece.starts_with('<') && !piece.starts_with("</") && ++times[piece] > 2) continue;
    // If there are many formatting elements, Gumbo keeps different ones open than the Standard and Chromium.
    if (fuzz::is_formatting(piece) && ++formatting > 4) continue;
    if (fuzz::is_read_alike(piece, kind)) html += piece;
  }
  fuzz::compare_with_gumbo(html);
  return 0;
}
