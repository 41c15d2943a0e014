#include "extract/page_text.h"

#include "find/html/shown_text.h"
#include "find/html/text_collapser.h"
#include "find/html/tokenizer.h"
#include "text/utf8.h"

namespace mimebase::extraction {
namespace {

// Searches find a message by its first words. A list of pages is read as a whole before the first page is
// shown, so longer texts would make archives of many messages slow.
constexpr std::size_t kMaxTextBytes = std::size_t{16} << 10;

void add_markup(const charset::Readable& readable, find::HtmlSyntax syntax, find::Collapser& collapser,
                const std::string& text) {
  find::HtmlTokenizer tokenizer(readable.bytes, syntax);
  find::HtmlToken token;
  bool is_title = false;  // of XHTML, where it is like other text
  while (text.size() <= kMaxTextBytes && tokenizer.next(token)) {
    switch (token.kind) {
      case find::HtmlTokenKind::kText:
      case find::HtmlTokenKind::kCData:
        if (!is_title) find::append_text(token, readable.charset, collapser);
        break;
      case find::HtmlTokenKind::kStartTag:
      case find::HtmlTokenKind::kEndTag:
        is_title = token.name == "title" && token.kind == find::HtmlTokenKind::kStartTag;
        if (find::ends_text(token, readable.charset)) collapser.space();
        break;
      default:
        break;
    }
  }
}

}  // namespace

std::string page_text(message::AnalysedMessage& message, const Plan& plan) {
  std::string text, converted;
  find::Collapser collapser(text, find::Collapser::kWhole);
  if (const int root = plan.root(); root >= 0) {
    const bool is_xml = plan.kind(root) == PageKind::kXml;
    add_markup(message.content(root).readable(), is_xml ? find::HtmlSyntax::kXhtml : find::HtmlSyntax::kHtml,
               collapser, text);
  } else {
    for (const int entity : plan.shown()) {
      if (plan.media_type(entity).starts_with("image/") || text.size() > kMaxTextBytes) continue;
      const charset::Readable& readable = message.content(entity).readable();
      converted.clear();
      readable.charset.append_utf8(readable.bytes, converted);
      collapser.space();
      collapser.append(converted);
    }
  }
  return std::string(utf8::prefix(text, kMaxTextBytes));
}

}  // namespace mimebase::extraction
