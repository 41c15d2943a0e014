// Which elements and texts of an HTML document its styles hide from a reader.
//
// Hidden is what is in an element with `display: none` (or the attribute `hidden`), with `opacity: 0`, or
// with no width or height and an overflow that clips; what is `visibility: hidden`, unless an inner element
// is visible again; and text of no size or of its background's colour: of the nearest element that sets one.
// A link is hidden as the text in it is, unless it shows an image. Styles are those of attributes and of
// StyleRules. Left out: positions off the page, clips, images of one pixel, colours that only nearly are the
// background's, and what scripts do.
#pragma once

#include <cstddef>
#include <vector>

#include "find/finder.h"
#include "find/html/tokenizer.h"

namespace mimebase::find {

class HtmlHiddenMap {
 public:
  // Reads all of the document, in time linear in its length.
  HtmlHiddenMap(const Content& content, HtmlSyntax syntax);

  // Whether the start tag or text is hidden whose first byte is at `offset`. To be asked with growing ones.
  [[nodiscard]] bool is_hidden(std::size_t offset) {
    while (at_ < hidden_.size() && hidden_[at_] < offset) ++at_;
    return at_ < hidden_.size() && hidden_[at_] == offset;
  }
  // False where elements stood too deep in each other, or rules were too many, for all of it to be followed.
  [[nodiscard]] bool is_certain() const { return is_certain_; }

 private:
  std::vector<std::size_t> hidden_;  // offsets, growing
  std::size_t at_ = 0;
  bool is_certain_ = true;
};

}  // namespace mimebase::find
