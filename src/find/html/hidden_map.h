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
#include <memory>

#include "find/finder.h"
#include "find/html/tokenizer.h"

namespace mimebase::find {

class StyleWatch;

// Follows the tokens that a finder reads anyway. Only a link whose own text is hidden is decided by what
// follows it: the map reads ahead there, and passes over what it has read when the finder comes to it. All of
// that takes time linear in the document's length.
class HtmlHiddenMap {
 public:
  // Reads what stands before the offset `start`, where the first tag or style sheet is that may hide
  // something. The map takes rules that `watch` has parsed. All must outlive this.
  HtmlHiddenMap(const Content& content, HtmlSyntax syntax, StyleWatch& watch, std::size_t start);
  ~HtmlHiddenMap();
  HtmlHiddenMap(const HtmlHiddenMap&) = delete;
  HtmlHiddenMap& operator=(const HtmlHiddenMap&) = delete;

  // To be called with every token of the document from `start` on. `tokenizer` stands right after it.
  void follow(const HtmlToken& token, const HtmlTokenizer& tokenizer);
  // Whether the start tag or text at `offset` is hidden, which was the last one followed.
  [[nodiscard]] bool is_hidden(std::size_t offset);
  // False if elements stood too deep in each other, or rules were too many, to follow the document so far.
  [[nodiscard]] bool is_certain() const;

 private:
  class Follower;
  std::unique_ptr<Follower> follower_;
};

}  // namespace mimebase::find
