// What stands in a comment of HTML: remarks, markup that is out of use, and markup for Microsoft's readers.
#pragma once

#include <cstdint>
#include <string_view>

#include "find/html/tokenizer.h"

namespace mimebase::find {

enum class HtmlCommentKind : std::uint8_t {
  kBogus,        // `<![if !mso]>`, `<?xml ...>`, `</1>`: a mark that hides nothing
  kText,         // a remark
  kMarkup,       // HTML that nobody reads
  kConditional,  // `<!--[if mso]>...<![endif]-->`: HTML that Outlook or Internet Explorer may read
};

struct HtmlComment {
  HtmlCommentKind kind = HtmlCommentKind::kBogus;
  std::string_view content;  // of a conditional comment without its condition
};

// Tells what the comment `token` is. `<!--[if !mso]><!-->` and `<!--<![endif]-->`, which have between them
// what all readers but one see, are two comments with nothing in them. Takes time linear in the comment's
// length.
[[nodiscard]] HtmlComment html_comment(const HtmlToken& token);

}  // namespace mimebase::find
