// The text that style sheets add to elements: `a::before { content: "www.bank.example" }`. Read are rules
// outside at-rules whose selector depends on the element alone (`a`, `.x`, `#x`, `a.x`), with strings and
// attr().
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "charset/charset.h"
#include "find/html/tokenizer.h"

namespace mimebase::find {

// The rules of all style sheets of a document, which are parsed when they are first needed.
class GeneratedText {
 public:
  // `charset` must outlive this. At most `most` selectors are kept. A step looks at one byte: one rule may
  // add its text to any number of elements.
  GeneratedText(const charset::Charset& charset, std::uint64_t most, std::uint64_t most_steps)
      : charset_(charset), most_(most), steps_left_(most_steps) {}

  // Adds the text of a `style` element, which must outlive this.
  void add_sheet(std::string_view css) { sheets_.push_back(css); }
  // Returns whether a sheet generates text.
  [[nodiscard]] bool has_text();
  // False if there were more selectors than are kept, or if text is missing because no steps are left.
  [[nodiscard]] bool within_limits() const { return !has_omitted_; }

  enum class Place { kBefore, kAfter };
  // Returns the text at one end of an element (UTF-8). Empty if there is none. `value_of` returns the decoded
  // value of an attribute of `start_tag`.
  using ValueOf = std::function<std::string(const HtmlToken& start_tag, std::string_view name)>;
  [[nodiscard]] std::string text_of(const HtmlToken& start_tag, Place place, const ValueOf& value_of);

 private:
  struct Piece {
    std::string text;           // a string, or the name of an attribute
    bool is_attribute = false;  // attr(NAME)
  };
  using Value = std::vector<Piece>;

  void parse(std::string_view sheet);
  bool add(std::string_view selectors);
  [[nodiscard]] Value parse_value(std::string_view css) const;
  [[nodiscard]] bool charge(std::uint64_t steps);
  [[nodiscard]] const Value* rule_of(const HtmlToken& start_tag, Place place, const ValueOf& value_of);

  const charset::Charset& charset_;
  std::uint64_t most_, steps_left_;
  std::vector<std::string_view> sheets_;  // not yet parsed
  std::vector<Value> values_;
  // The index of the value by selector and place: "a.x>" is after `a.x`. The last rule of a selector wins. A
  // tree, because a hash table could be attacked with colliding keys.
  std::map<std::string, std::size_t, std::less<>> rules_;
  bool has_omitted_ = false;
};

}  // namespace mimebase::find
