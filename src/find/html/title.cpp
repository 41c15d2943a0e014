#include "find/html/title.h"

#include "find/html/page_text.h"
#include "find/html/text.h"
#include "text/ascii.h"

namespace mimebase::find {

std::string title_of(const Content& content, HtmlSyntax syntax) {
  constexpr std::size_t kSearched = std::size_t{64} << 10;
  HtmlTokenizer tokenizer(content.bytes.substr(0, kSearched), syntax);
  HtmlToken token;
  std::string written, title;
  bool is_inside = false;
  while (tokenizer.next(token)) {
    const bool is_title = ascii::equals_ignoring_case(token.name, "title");
    const bool is_body = syntax == HtmlSyntax::kHtml && token.element == HtmlElement::kBody;
    if (token.kind == HtmlTokenKind::kStartTag && is_body) break;
    if (token.kind == HtmlTokenKind::kStartTag && is_title) is_inside = true;
    if (token.kind == HtmlTokenKind::kEndTag && is_title && is_inside) break;
    if (is_inside && token.kind == HtmlTokenKind::kText)
      append_html_text(token.data, content.charset, HtmlTextKind::kRcdata, written);
    if (is_inside && token.kind == HtmlTokenKind::kCData)
      append_html_text(token.data, content.charset, HtmlTextKind::kCData, written);
  }
  collapse_text(written, title);
  return title;
}

}  // namespace mimebase::find
