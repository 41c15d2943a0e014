#include "rtf/html_in_rtf.h"

#include <utility>

#include "rtf/tokenizer.h"
#include "text/strings.h"

namespace mimebase::rtf {
namespace {

// What a group is for. kSuppressed is added between \htmlrtf and \htmlrtf0.
enum Destination { kBody = 0, kTag = 1, kSkipped = 2, kSuppressed = 4, kTable = 8 };

// Groups that are not marked as ignorable, but contain none of the HTML: those of the header, and what RTF
// shows before the items of lists.
constexpr std::string_view kOtherDestinations[] = {"fonttbl", "colortbl", "stylesheet", "info",
                                                   "pict",    "header",   "footer",     "mhtmltag",
                                                   "object",  "fldinst",  "pntext"};
// Groups whose text is neither shown nor followed.
constexpr std::string_view kTables[] = {"fonttbl", "colortbl", "stylesheet", "generator"};

// Section 2.2.3.1 wants the word within the first ten tokens, among words alone. Mail gateways add some.
bool header_has(std::string_view rtf, std::string_view word) {
  Tokenizer tokenizer(rtf);
  Token token = tokenizer.next();
  if (token.kind == TokenKind::kOpen) token = tokenizer.next();
  while (token.kind == TokenKind::kWord && token.text != word) token = tokenizer.next();
  return token.kind == TokenKind::kWord;
}

// Distributes the text of a document among its HTML and what is beside it.
class HtmlReader {
 public:
  HtmlReader(std::string_view rtf, bool has_html) : reader_(rtf), has_html_(has_html) {}

  // Calls `add` with pieces of text, and with true for those of the HTML.
  template <typename Add>
  void read(Add add);

 private:
  [[nodiscard]] std::string_view word(const Event& event, bool was_ignorable);

  Reader reader_;
  const bool has_html_;
};

// Follows a word. Returns the text that it stands for.
std::string_view HtmlReader::word(const Event& event, bool was_ignorable) {
  const int destination = reader_.destination();
  if (event.text == "objdata" && (destination & kTable) == 0) {
    reader_.set_destination(kSkipped | kTable);
    return " \\\\objdata ";  // no HTML and no text can repeat an object
  }
  if ((destination & kSkipped) != 0) return {};
  if (event.text == "htmltag") {
    reader_.set_destination(destination | kTag);
    reader_.use_default_code_page();
  } else if (event.text == "htmlrtf" && (destination & kTag) == 0) {
    reader_.set_destination(event.parameter == 0 ? destination & ~kSuppressed : destination | kSuppressed);
  } else if (is_one_of(event.text, kTables)) {
    reader_.set_destination(kSkipped | kTable);
  } else if (was_ignorable || is_one_of(event.text, kOtherDestinations)) {
    reader_.set_destination(kSkipped);
  } else if (event.text == "par" || event.text == "line") {
    return "\r\n";
  } else if (event.text == "tab") {
    return "\t";
  }
  return {};
}

template <typename Add>
void HtmlReader::read(Add add) {
  bool is_ignorable = false;
  for (Event event = reader_.next(); event.kind != EventKind::kEnd; event = reader_.next()) {
    if (event.kind == EventKind::kIgnorable) {
      is_ignorable = true;
      continue;
    }
    const bool was_ignorable = std::exchange(is_ignorable, false);
    // Outlook may write bytes behind the end, which are no part of the document. Groups are, if a brace is
    // wrong.
    if (reader_.depth() == 0) continue;
    std::string_view text;
    if (event.kind == EventKind::kWord) text = word(event, was_ignorable);
    const int destination = reader_.destination();
    if (event.kind == EventKind::kText && (destination & kTable) == 0) text = event.text;
    if (!text.empty()) add(text, has_html_ && (destination == kBody || destination == kTag));
  }
}

}  // namespace

std::optional<std::string> html_in_rtf(std::string_view rtf) {
  if (!header_has(rtf, "fromhtml")) return std::nullopt;
  std::string html;
  html.reserve(rtf.size() / 2);
  HtmlReader(rtf, true).read([&](std::string_view text, bool is_html) {
    if (is_html) html.append(text);
  });
  return html;
}

std::string text_beside_html(std::string_view rtf) {
  std::string beside;
  HtmlReader(rtf, header_has(rtf, "fromhtml")).read([&](std::string_view text, bool is_html) {
    if (!is_html) beside.append(text);
  });
  return beside;
}

bool is_from_text(std::string_view rtf) {
  return header_has(rtf, "fromtext");
}

}  // namespace mimebase::rtf
