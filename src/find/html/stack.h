// The stack of open elements and the list of active formatting elements (HTML Standard 13.2.4.2 and
// 13.2.4.3). Only element names are kept: enough for the decisions of tree construction, without a tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "find/html/names.h"

namespace mimebase::find {

enum class HtmlNamespace : std::uint8_t { kHtml, kSvg, kMath };

// An open element.
struct HtmlNode {
  HtmlElement tag = HtmlElement::kHtml;
  std::uint32_t serial = 0;  // unique per element
  HtmlNamespace ns = HtmlNamespace::kHtml;
  bool holds_html = false;  // an HTML integration point

  [[nodiscard]] bool is(HtmlElement html) const { return ns == HtmlNamespace::kHtml && tag == html; }
};

// The open elements of a document and its active formatting elements, with the operations of tree
// construction on them. The html and body elements always stay at the bottom.
class HtmlStack {
 public:
  // `steps` bounds the total length of walks along the stack, which deep nesting could make quadratic.
  explicit HtmlStack(std::size_t steps);

  // Returns `element`, or a number of its own for an unknown name.
  [[nodiscard]] HtmlElement numbered(HtmlElement element, std::string_view name);

  [[nodiscard]] const HtmlNode& top() const { return open_.back(); }
  [[nodiscard]] bool is_current(HtmlElement html) const { return top().is(html); }
  [[nodiscard]] bool has(HtmlElement html) const { return count(html) > 0; }
  [[nodiscard]] const std::vector<HtmlNode>& nodes() const { return open_; }
  // False if a walk was given up. Later answers may be wrong.
  [[nodiscard]] bool within_limits() const { return steps_ > 0; }
  // Uses up `count` steps. Returns false if none are left.
  bool spend(std::size_t count);

  std::uint32_t push(HtmlElement tag, HtmlNamespace ns = HtmlNamespace::kHtml, bool holds_html = false);
  void pop();
  void pop_until(HtmlElement html);  // including that element
  // Pops up to and including the first HTML element with one of these traits.
  void pop_until_any(std::uint32_t traits);
  void pop_to_size(std::size_t size);
  // Removes an element from anywhere in the stack. Does nothing if it is not open.
  void remove(std::uint32_t serial);

  // 13.2.4.2: "has an element in scope". `ends` are the traits of elements that end the scope.
  [[nodiscard]] bool in_scope(HtmlElement html, std::uint32_t ends = kScopeEnd);
  [[nodiscard]] bool in_scope_any(std::uint32_t traits, std::uint32_t ends = kScopeEnd);
  // 13.2.6.3: pops elements whose end tags are implied, except `but`.
  void generate_implied_end_tags(HtmlElement but = HtmlElement::kKnown);

  // ---- Active formatting elements ----
  void add_formatting(HtmlElement tag, std::uint32_t serial, std::size_t attributes_hash);
  void add_marker() { formatting_.push_back({}); }
  void clear_to_marker();
  // 13.2.4.3: opens the entries after the last marker that are no longer open.
  void reconstruct_formatting();
  // Returns the serial of the last entry with this tag after the last marker, or 0.
  [[nodiscard]] std::uint32_t formatting(HtmlElement tag);
  void remove_formatting(std::uint32_t serial);
  // 13.2.6.4.7, the adoption agency algorithm. Does nothing if no steps are left. Returns false if the
  // caller must apply "any other end tag" instead.
  bool adopt(HtmlElement tag);

 private:
  struct Formatting {
    HtmlElement tag = HtmlElement::kKnown;
    std::uint32_t serial = 0;  // 0: a marker
    std::size_t attributes_hash = 0;
  };
  enum class Adoption { kAgain, kDone, kNoElement };

  [[nodiscard]] std::size_t count(HtmlElement html) const;
  [[nodiscard]] bool is_open(std::uint32_t serial) const { return is_open_[serial]; }
  [[nodiscard]] std::size_t place(std::uint32_t serial);
  [[nodiscard]] bool serial_in_scope(std::size_t place);
  // The entry with this serial, or the end.
  [[nodiscard]] std::vector<Formatting>::iterator entry(std::uint32_t serial);
  Adoption adopt_once(HtmlElement tag);
  void adopt_into(std::size_t block, std::size_t element);

  std::vector<HtmlNode> open_;
  std::vector<std::uint32_t> counts_;  // number of open HTML elements, by tag
  std::vector<bool> is_open_;          // by serial
  std::vector<Formatting> formatting_;
  std::map<std::string, std::uint32_t, std::less<>> names_;  // numbers of unknown names
  std::size_t steps_;
};

// The traits of an element for tree construction, by name and namespace.
[[nodiscard]] std::uint32_t html_traits(HtmlElement tag, HtmlNamespace ns);

}  // namespace mimebase::find
