#include "find/html/frames.h"

#include <algorithm>

#include "find/html/tree.h"
#include "text/ascii.h"

namespace mimebase::find {
namespace {

// Returns false if no frameset can take the place of the body. What is in SVG, MathML and templates needs a
// tree.
bool may_have_frames(const Content& content) {
  using enum HtmlElement;
  HtmlTokenizer tokenizer(content.bytes, HtmlSyntax::kHtml, content.limits.html_steps);
  HtmlToken token;
  while (tokenizer.next(token)) {
    if (token.kind == HtmlTokenKind::kText) {
      const bool is_raw = token.text_state != HtmlTextState::kData;
      if (!is_raw && !is_html_space_or_nul(token.data)) return false;
    } else if (token.kind == HtmlTokenKind::kStartTag) {
      if (token.element == kFrameset || token.element == kTemplate || token.element == kSvg ||
          token.element == kMath)
        return true;
      if (forbids_frameset(token)) return false;
    }
  }
  return false;
}

}  // namespace

bool HtmlFrames::remove(const HtmlToken& token, std::size_t offset) const {
  if (start == kNowhere || offset < body) return false;
  const bool is_frame = token.kind == HtmlTokenKind::kStartTag &&
                        (token.element == HtmlElement::kFrame || token.element == HtmlElement::kFrameset);
  return !is_frame || offset < start || offset >= end;
}

HtmlFrames html_frames(const Content& content, HtmlSyntax syntax) {
  HtmlFrames frames;
  if (syntax != HtmlSyntax::kHtml || !may_have_frames(content)) return frames;
  HtmlTree tree(html_steps(content.limits.html_steps, content.bytes.size()), false);
  HtmlTokenizer tokenizer = HtmlTokenizer::with_tree(content.bytes, syntax, tree);
  HtmlToken token;
  while (frames.end == HtmlFrames::kNowhere && tokenizer.next(token)) {
    if (token.kind == HtmlTokenKind::kText || token.kind == HtmlTokenKind::kCData) tree.text(token.data);
    if (token.kind == HtmlTokenKind::kDoctype) tree.doctype();
    const auto offset = static_cast<std::size_t>(token.bytes.data() - content.bytes.data());
    if (tree.has_body() && frames.body == HtmlFrames::kNowhere) frames.body = offset;
    if (tree.has_frameset() && frames.start == HtmlFrames::kNowhere) {
      frames.start = offset;
      frames.body = std::min(frames.body, offset);
    }
    if (tree.is_behind_frameset()) frames.end = offset;
    if (!tree.may_have_frameset() && !tree.has_frameset()) break;
  }
  return frames;
}

}  // namespace mimebase::find
