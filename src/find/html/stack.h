// The stack of open elements and the list of active formatting elements (the HTML
// Standard 13.2.4.2, 13.2.4.3), by names alone: what tree construction decides upon, without a tree.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mimebase::find {

// Elements that tree construction knows by name; others have numbers from kKnownTags on.
enum class HtmlTag : std::uint32_t {
#define MIMEBASE_HTML_TAG(id, name, traits) id,
#include "find/html/tags.inc"
#undef MIMEBASE_HTML_TAG
  kKnownTags,
};

enum class HtmlNamespace : std::uint8_t { kHtml, kSvg, kMath };

// What a tag is to tree construction, as bits.
enum HtmlTrait : std::uint32_t {
  kSpecial = 1,
  kScopeEnd = 2,         // ends every scope but that of tables
  kTableScopeEnd = 4,    // ends the scope of tables
  kListScopeEnd = 8,     // ends the scope of list items too
  kButtonScopeEnd = 16,  // ends the scope of buttons too
  kImplied = 32,         // its end tag may be left out
  kImpliedInTables = 64,
  kFormatting = 128,
  kHeading = 256,
  kBlock = 512,        // closes a paragraph at its start; its end closes all in it
  kTablePart = 1024,   // caption, col, colgroup, tbody, td, tfoot, th, thead, tr
  kBreaksOut = 2048,   // ends SVG and MathML around it (13.2.6.5)
  kInHead = 4096,      // 13.2.6.4.4: of the head wherever it stands, and with nothing open behind it
  kVoid = 8192,        // never stays open
  kRaw = 16384,        // holds text that is no markup
  kTextPoint = 32768,  // of MathML: a text integration point
};

struct HtmlNode {
  HtmlTag tag = HtmlTag::kHtml;
  std::uint32_t serial = 0;  // tells elements apart
  HtmlNamespace ns = HtmlNamespace::kHtml;
  bool holds_html = false;  // an HTML integration point

  [[nodiscard]] bool is(HtmlTag html) const { return ns == HtmlNamespace::kHtml && tag == html; }
};

class HtmlStack {
 public:
  // `steps` is how far the walks along the stack may go in total: deep nesting could cost the square of it.
  explicit HtmlStack(std::size_t steps);

  // The tag of this name, in any case.
  [[nodiscard]] HtmlTag tag(std::string_view name);

  [[nodiscard]] const HtmlNode& top() const { return open_.back(); }
  [[nodiscard]] bool is_current(HtmlTag html) const { return top().is(html); }
  [[nodiscard]] bool has(HtmlTag html) const { return count(html) > 0; }
  [[nodiscard]] const std::vector<HtmlNode>& nodes() const { return open_; }
  // False where a walk was given up: what follows may be wrong.
  [[nodiscard]] bool within_limits() const { return steps_ > 0; }
  // Takes `count` steps; false where none are left.
  bool spend(std::size_t count);

  std::uint32_t push(HtmlTag tag, HtmlNamespace ns = HtmlNamespace::kHtml, bool holds_html = false);
  void pop();
  void pop_until(HtmlTag html);  // and that itself
  void pop_until_any(std::uint32_t traits);
  void pop_to_size(std::size_t size);
  void remove(std::uint32_t serial);

  // 13.2.4.2: "has an element in scope". `ends` are the traits that end the scope.
  [[nodiscard]] bool in_scope(HtmlTag html, std::uint32_t ends = kScopeEnd);
  [[nodiscard]] bool in_scope_any(std::uint32_t traits, std::uint32_t ends = kScopeEnd);
  void generate_implied_end_tags(HtmlTag but = HtmlTag::kKnownTags, std::uint32_t traits = kImplied);

  // ---- Active formatting elements ----
  void add_formatting(HtmlTag tag, std::uint32_t serial, std::size_t attributes_hash);
  void add_marker() { formatting_.push_back({}); }
  void clear_to_marker();
  void reconstruct_formatting();
  // The last one with this tag behind the last marker: its serial; 0 for none.
  [[nodiscard]] std::uint32_t formatting(HtmlTag tag);
  void remove_formatting(std::uint32_t serial);
  // 13.2.6.4.7, the adoption agency; nothing where no steps are left. False where "any other end tag" is to
  // be done instead.
  bool adopt(HtmlTag tag);

 private:
  struct Formatting {
    HtmlTag tag = HtmlTag::kKnownTags;
    std::uint32_t serial = 0;  // 0: a marker
    std::size_t attributes_hash = 0;
  };
  enum class Adoption { kAgain, kDone, kNoElement };

  [[nodiscard]] std::size_t count(HtmlTag html) const;
  [[nodiscard]] bool is_open(std::uint32_t serial) const { return is_open_[serial]; }
  [[nodiscard]] std::size_t place(std::uint32_t serial);
  [[nodiscard]] bool serial_in_scope(std::size_t place);
  Adoption adopt_once(HtmlTag tag);
  void adopt_around(std::size_t block, std::size_t element, std::size_t entry);

  std::vector<HtmlNode> open_;
  std::vector<std::uint32_t> counts_;  // of open elements of HTML, by tag
  std::vector<bool> is_open_;          // by serial
  std::vector<Formatting> formatting_;
  std::map<std::string, std::uint32_t, std::less<>> names_;  // beside those that are known
  std::string lower_;
  std::size_t steps_;
};

// What an element is to tree construction, by its name and namespace.
[[nodiscard]] std::uint32_t html_traits(HtmlTag tag, HtmlNamespace ns = HtmlNamespace::kHtml);

}  // namespace mimebase::find
