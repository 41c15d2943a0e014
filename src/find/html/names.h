// The names of HTML that the tokenizer, tree construction and the finder act upon, and how they are
// recognised: in any case, in a few comparisons, since every tag and attribute of every document passes here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "ascii.h"

namespace mimebase::find {

// The elements that are known by name. Tree construction gives those of other names numbers from kKnown on.
enum class HtmlElement : std::uint32_t {
  kOther,
#define MIMEBASE_HTML_ELEMENT(id, name, traits) id,
#include "find/html/elements.inc"
#undef MIMEBASE_HTML_ELEMENT
  kKnown,
};

// What an element is, as bits; all but the last are for tree construction.
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
  kBlock = 512,             // closes a paragraph at its start; its end closes all in it
  kTablePart = 1024,        // caption, col, colgroup, tbody, td, tfoot, th, thead, tr
  kBreaksOut = 2048,        // ends SVG and MathML around it (13.2.6.5)
  kInHead = 4096,           // 13.2.6.4.4: of the head wherever it stands, and with nothing open behind it
  kVoid = 8192,             // never stays open
  kRaw = 16384,             // holds text that is no markup
  kTextPoint = 32768,       // of MathML: a text integration point
  kSeparatesWords = 65536,  // `br`, paragraphs, table cells and the like
};

struct HtmlElementRow {
  std::string_view name;  // in lower case
  std::uint32_t traits;
};
inline constexpr HtmlElementRow kHtmlElements[] = {
    {{}, 0},
#define MIMEBASE_HTML_ELEMENT(id, name, traits) {name, traits},
#include "find/html/elements.inc"
#undef MIMEBASE_HTML_ELEMENT
};

[[nodiscard]] HtmlElement html_element(std::string_view name);

[[nodiscard]] inline std::uint32_t html_traits(HtmlElement element) {
  return element < HtmlElement::kKnown ? kHtmlElements[static_cast<std::size_t>(element)].traits : 0;
}

// True for elements that a reader sees white space around.
[[nodiscard]] inline bool separates_words(HtmlElement element) {
  return (html_traits(element) & kSeparatesWords) != 0;
}

// Names in a hash table that the compiler fills, each with its number in `rows`. They are recognised in any
// case.
template <std::size_t kSlots>
class NameTable {
 public:
  // Of two names that are the same, the first counts. The first eight bytes tell all others apart. The row 0
  // is for what is not known.
  template <typename Rows>
  consteval explicit NameTable(const Rows& rows) {
    for (std::size_t number = 1; number < std::size(rows); ++number) add(rows[number].name, number);
  }

  // The number of `name`, or 0.
  [[nodiscard]] std::size_t find(std::string_view name) const {
    if (name.size() > kPacked) return whole_at(slot_of(pack(name.substr(0, kPacked))), name);
    const std::size_t slot = slot_of(pack(name));
    return numbers_[slot] < kInexact ? numbers_[slot] : whole_at(slot, name);
  }

 private:
  static constexpr std::size_t kPacked = 8;
  static constexpr std::uint16_t kInexact = 1U
                                            << 15;  // added to the numbers of names that the key cannot tell

  // A name as one number, bit 0x20 set in each byte. Of all bytes only a letter and its capital give a letter
  // that way, so names of letters alone compare exactly.
  static constexpr std::uint64_t pack(std::string_view name) {
    std::uint64_t packed = 0;
    for (const char c : name) packed = packed << 8 | static_cast<unsigned char>(c | 0x20);
    return packed;
  }
  [[nodiscard]] std::size_t whole_at(std::size_t slot, std::string_view name) const {
    return ascii::equals_ignoring_case(name, whole_[slot]) ? numbers_[slot] - kInexact : 0;
  }
  // Where the key is, or would be.
  [[nodiscard]] constexpr std::size_t slot_of(std::uint64_t key) const {
    std::size_t slot = (key * 0x9E3779B97F4A7C15U >> 40) % kSlots;
    while (keys_[slot] != key && keys_[slot] != 0) slot = (slot + 1) % kSlots;
    return slot;
  }
  constexpr void add(std::string_view name, std::size_t number) {
    const bool is_exact = name.size() <= kPacked && name.find_first_of(":-0123456789") == name.npos;
    const std::string_view whole = is_exact ? std::string_view() : name;
    const std::uint64_t key = pack(name.substr(0, kPacked));
    const std::size_t slot = slot_of(key);
    if (keys_[slot] == 0) {
      keys_[slot] = key;
      numbers_[slot] = static_cast<std::uint16_t>(is_exact ? number : number + kInexact);
      whole_[slot] = whole;
    } else if (whole_[slot] != whole) {
      throw "two names that begin alike";  // stops the compiler
    }
  }

  std::array<std::uint64_t, kSlots> keys_{};
  std::array<std::uint16_t, kSlots> numbers_{};
  std::array<std::string_view, kSlots> whole_{};  // of inexact names
};

// The white space of the Standard's tokenizer: TAB, LF, FF, CR, space.
[[nodiscard]] constexpr bool is_html_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

// `bytes` without the white space around it.
[[nodiscard]] constexpr std::string_view trim_html_space(std::string_view bytes) {
  while (!bytes.empty() && is_html_space(bytes.front())) bytes.remove_prefix(1);
  while (!bytes.empty() && is_html_space(bytes.back())) bytes.remove_suffix(1);
  return bytes;
}

}  // namespace mimebase::find
