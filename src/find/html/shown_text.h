// The text of a page as it is shown, where markup or characters without a width break it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "find/html/text.h"
#include "find/html/tokenizer.h"
#include "find/nested_sink.h"

namespace mimebase::find {

// True if the text goes on in the next line or box after this tag: the tag of a block, of a cell, or of
// something that is shown itself, such as an image. A `display` in its style decides, if there is one.
[[nodiscard]] bool ends_text(const HtmlToken& tag, const charset::Charset& charset);

// True if a URL may begin at the end of `raw` and continue behind markup, as in `ht<b>tp://host/`.
[[nodiscard]] bool may_begin_url(std::string_view raw);

// Pieces of text with what lies between them removed.
class ShownText {
 public:
  // `origin` is the offset of the first piece in `content`. `content` must outlive this.
  void start(const Content& content, std::size_t origin);
  // Appends the raw text `raw`, which lies in the content after the pieces before.
  void append(std::string_view raw, HtmlTextKind kind);
  // Searches the text like find_in_text(), with the contexts "html:text" and "html:text:delimited". The
  // quoting of a URL is opaque if something has been removed from it.
  void find(NestedPlace place, Sink& sink) const;

 private:
  const Content* content_ = nullptr;
  std::size_t origin_ = 0, end_ = 0;
  std::string text_;               // UTF-8
  OffsetMap map_;                  // from text_ to the content after origin_
  std::vector<std::size_t> cuts_;  // where something was removed: offsets in text_, ascending
};

}  // namespace mimebase::find
