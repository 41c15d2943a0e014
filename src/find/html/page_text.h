// Text in HTML and XHTML pages: the text of links, and bare URLs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "find/html/tokenizer.h"
#include "find/nested_sink.h"

namespace mimebase::find {

inline constexpr std::size_t kMaxAnchorTextCharacters = 200;

// Writes the visible text of an `a` element to `text` (overwritten; UTF-8). `ahead` has just returned its
// start tag. The text ends at the end tag, at the next start tag of an `a`, or at the end of the input.
// White space is collapsed and trimmed; line breaks and paragraphs count as white space; text in
// `script`, `title` and similar elements is skipped. The length is at most kMaxAnchorTextCharacters code
// points. Because it never reads past the next start tag of an `a`, all anchors of a document together
// take linear time. `scratch` is a reusable token.
void read_anchor_text(HtmlTokenizer ahead, const charset::Charset& charset, HtmlToken& scratch,
                      std::string& text);

// Writes `value` (UTF-8) to `text` (overwritten), collapsed, trimmed and truncated in the same way.
void collapse_text(std::string_view value, std::string& text);

// Returns false if there is certainly no URL in `raw`, text that may contain character references. A fast
// check, because most texts have no URL.
[[nodiscard]] bool may_hold_url(std::string_view raw);
// The same if defanged URLs count too.
[[nodiscard]] bool may_hold_defanged_url(std::string_view raw);

// Whether `utf8` has characters that are not shown at all: soft hyphens, joiners, byte order marks and places
// where a line may break. In other charsets than UTF-8, may also return true for other characters.
[[nodiscard]] bool may_have_invisible(std::string_view bytes);

// Searches `text` like find_in_text(), as if the characters that are not shown were not there. The quoting of
// a URL with one inside is opaque.
void find_in_visible_text(const Content& text, Sink& sink);

// Forwards what was found in a text from which something has been removed at `cuts`, ascending offsets. The
// quoting of a URL with a cut inside is opaque: it cannot be written without what was removed.
class BrokenTextSink final : public NestedSink {
 public:
  // `cuts` must outlive this.
  BrokenTextSink(const NestedPlace& place, const std::vector<std::size_t>& cuts, Sink& outer)
      : NestedSink(place, outer), cuts_(cuts) {}
  void found(const Found& found) override;

 private:
  const std::vector<std::size_t>& cuts_;
};

// Searches decoded `text` like find_in_visible_text(), with the contexts "html:text" and
// "html:text:delimited". `place` is its position; its context prefix is ignored.
void find_in_text_of_markup(const Content& text, NestedPlace place, Sink& sink);

}  // namespace mimebase::find
