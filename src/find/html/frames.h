// Documents whose page is a `frameset`, which takes the place of the body (HTML Standard, 13.2.6.4.20 to 22).
#pragma once

#include <cstddef>

#include "find/finder.h"
#include "find/html/tokenizer.h"

namespace mimebase::find {

// What of a document the frameset leaves, as offsets in it.
struct HtmlFrames {
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);
  std::size_t body = kNowhere;   // where the body begins, which the frameset removes
  std::size_t start = kNowhere;  // the frameset; kNowhere: the page is a body
  std::size_t end = kNowhere;    // after the frameset, where nothing is shown

  // True for a token that is not a part of the page.
  [[nodiscard]] bool remove(const HtmlToken& token, std::size_t offset) const;
};

// Most documents are read up to their `body` only.
[[nodiscard]] HtmlFrames html_frames(const Content& content, HtmlSyntax syntax);

}  // namespace mimebase::find
