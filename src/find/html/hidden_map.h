// Determines which elements and texts of an HTML document its styles hide from a reader.
//
// Hidden are: the content of an element with `display: none` (or the attribute `hidden`), with `opacity:
// 0`, or with zero width or height and an overflow that clips; elements with `visibility: hidden`, unless
// an inner element is visible again; and text with a size of zero or the colour of its background, as set
// by the nearest element that sets one. A link is hidden if its text is, unless it contains an image.
// Styles come from attributes and StyleRules. Not considered: positions off the page, clips, images of
// one pixel, colours that merely resemble the background's, and scripts.
#pragma once

#include <cstddef>
#include <memory>

#include "find/finder.h"
#include "find/html/tokenizer.h"

namespace mimebase::find {

class StyleWatch;

// Follows the tokens that a finder reads. Only links whose own text is hidden depend on later tokens. For
// these the map reads ahead, and skips the tokens it has read when the finder gets to them. The total
// time is linear in the length of the document.
class HtmlHiddenMap {
 public:
  // Reads the content before the offset `start` of the first tag or style sheet that may hide something.
  // The map takes over the rules that `watch` has parsed. All arguments must outlive the map.
  HtmlHiddenMap(const Content& content, HtmlSyntax syntax, StyleWatch& watch, std::size_t start);
  ~HtmlHiddenMap();
  HtmlHiddenMap(const HtmlHiddenMap&) = delete;
  HtmlHiddenMap& operator=(const HtmlHiddenMap&) = delete;

  // Call with every token of the document from `start` on. `tokenizer` is positioned right after the
  // token.
  void follow(const HtmlToken& token, const HtmlTokenizer& tokenizer);
  // Returns whether this start tag or text, the last token followed, is hidden.
  [[nodiscard]] bool is_hidden(const HtmlToken& token);
  // Follows the content of the element whose start tag is at `offset` and was the last one followed, ahead of
  // the map and without moving it. Elements that tree construction closes early or moves are not considered.
  class Inside {
   public:
    Inside(HtmlHiddenMap& map, std::size_t offset);
    // Follows what comes after the last token followed, also where open elements end.
    explicit Inside(HtmlHiddenMap& map);
    ~Inside();
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;
    // Returns whether an image with this start tag is hidden.
    bool start_tag(const HtmlToken& token);
    void end_tag(const HtmlToken& token);
    // Returns whether text at this place is hidden.
    [[nodiscard]] bool hides_text() const;
    // Returns whether everything at this place is hidden, boxes too.
    [[nodiscard]] bool hides_box() const;

   private:
    class Levels;
    std::unique_ptr<Levels> levels_;
  };

  // False if elements were nested too deeply, or rules were too many, to follow the document up to here.
  [[nodiscard]] bool is_certain() const;

 private:
  class Follower;
  std::unique_ptr<Follower> follower_;
};

}  // namespace mimebase::find
