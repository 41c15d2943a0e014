#include "rtf/html_in_rtf.h"

#include "rtf/tokenizer.h"
#include "text/strings.h"

namespace mimebase::rtf {
namespace {

// What a group is for. kSuppressed is added between \htmlrtf and \htmlrtf0.
enum Destination { kBody = 0, kTag = 1, kSkipped = 2, kSuppressed = 4 };

// Groups that are not marked as ignorable, but contain none of the HTML: those of the header, and what RTF
// shows before the items of lists.
constexpr std::string_view kOtherDestinations[] = {"fonttbl", "colortbl", "stylesheet", "info",
                                                   "pict",    "header",   "footer",     "mhtmltag",
                                                   "object",  "fldinst",  "pntext"};

// Section 2.2.3.1 wants the word within the first ten tokens, among words alone. Mail gateways add a few.
bool header_has(std::string_view rtf, std::string_view word) {
  constexpr int kMostTokens = 40;
  Tokenizer tokenizer(rtf);
  for (int i = 0; i < kMostTokens; ++i) {
    const Token token = tokenizer.next();
    const bool is_other_part = token.kind == TokenKind::kOpen && i > 0;
    if (is_other_part || (token.kind != TokenKind::kOpen && token.kind != TokenKind::kWord)) return false;
    if (token.text == word && token.kind == TokenKind::kWord) return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> html_in_rtf(std::string_view rtf) {
  if (!header_has(rtf, "fromhtml")) return std::nullopt;
  std::string html;
  html.reserve(rtf.size() / 2);
  Reader reader(rtf);
  bool is_ignorable = false;
  for (Event event = reader.next(); event.kind != EventKind::kEnd; event = reader.next()) {
    if (event.kind == EventKind::kIgnorable) {
      is_ignorable = true;
      continue;
    }
    // Bytes behind the end are no part of the document. Outlook may write some.
    if (event.kind == EventKind::kClose && reader.depth() == 0) break;
    const bool was_ignorable = is_ignorable;
    is_ignorable = false;
    const int destination = reader.destination();
    if (event.kind == EventKind::kText) {
      if (destination == kBody || destination == kTag) html.append(event.text);
    } else if (event.kind == EventKind::kWord && (destination & kSkipped) == 0) {
      if (event.text == "htmltag") {
        reader.set_destination(destination | kTag);
        reader.use_default_code_page();
      } else if (event.text == "htmlrtf" && (destination & kTag) == 0) {
        reader.set_destination(event.parameter == 0 ? destination & ~kSuppressed : destination | kSuppressed);
      } else if (was_ignorable || is_one_of(event.text, kOtherDestinations)) {
        reader.set_destination(kSkipped);
      } else if ((destination & kSuppressed) == 0) {
        if (event.text == "par" || event.text == "line") html.append("\r\n");
        if (event.text == "tab") html.append("\t");
      }
    }
  }
  return html;
}

bool is_from_text(std::string_view rtf) {
  return header_has(rtf, "fromtext");
}

}  // namespace mimebase::rtf
