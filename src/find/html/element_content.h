// Reads what a reader sees of the content of a link, button or form.
#pragma once

#include <functional>
#include <string>

#include "charset/charset.h"
#include "find/finder.h"
#include "find/html/generated_text.h"
#include "find/html/hidden_map.h"
#include "find/html/tokenizer.h"

namespace mimebase::find {

// Reads the content of one element, ahead of a finder, up to the next tag of the same name.
class ContentReader {
 public:
  // `ahead` has just returned the start tag of `element`: an `a`, `button` or `form`. Longer attributes than
  // `attribute_bytes` are skipped, which has_long_attribute() reports. All arguments must outlive this.
  ContentReader(const HtmlTokenizer& ahead, HtmlElement element, const charset::Charset& charset,
                std::size_t attribute_bytes)
      : start_(ahead), element_(element), charset_(charset), attribute_bytes_(attribute_bytes) {}

  // Writes to `content` (overwritten). Without `styles`, returns false at the first tag for which `may_hide`
  // returns true: read again with styles. `scratch` is a reusable token.
  [[nodiscard]] bool read(ElementContent& content, HtmlToken& scratch, HtmlHiddenMap::Inside* styles,
                          const std::function<bool(const HtmlToken&)>& may_hide);
  // Also collects the text that `generated` adds to the element with this start tag, and to those inside. It
  // must outlive this.
  void add_generated(GeneratedText& generated, const HtmlToken& start_tag);
  [[nodiscard]] bool has_long_attribute() const { return has_long_attribute_; }

 private:
  struct Texts;
  [[nodiscard]] std::string generated(const HtmlToken& token, GeneratedText::Place place);
  [[nodiscard]] std::string value_of(const HtmlToken& token, std::string_view name);
  void add_tooltip(const HtmlToken& token, ElementContent& content);
  [[nodiscard]] bool overrides_direction(const HtmlToken& token);
  void start_button(const HtmlToken& token, bool is_hidden, Texts& texts, ElementContent& content);

  const HtmlTokenizer& start_;
  HtmlElement element_;
  const charset::Charset& charset_;
  std::size_t attribute_bytes_;
  bool has_long_attribute_ = false;
  GeneratedText* generated_ = nullptr;
  std::string before_, after_;  // that is generated at both ends
};

}  // namespace mimebase::find
