// Which URLs of a document's styles a browser loads: a cascade of backgrounds that knows the selectors of
// mail.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mimebase::find {
struct HtmlToken;
}

namespace mimebase::readers {

// The kind of content that a reference in CSS loads.
enum class StyleUse { kNothing, kImage, kFont };

// The styles of one document or style sheet. A declaration loads nothing if no browser knows it, if another
// one in its block replaces it, if its rule applies to no medium of a desktop or to no element, or if all
// elements of its rule are without a box or have another background. Rules that select by one type, class or
// id, or by a type and a class, compete with each other, with styles of elements and with the attribute
// `background`. Other rules only need all the names in their selectors. Takes linear time, apart from the
// nesting of at-rules.
class PageStyles {
 public:
  // Reads an HTML document. Both contents must outlive this object or the next call, and be in a charset that
  // contains ASCII.
  void read_html(std::string_view html);
  // Reads a style sheet, whose document is not known.
  void read_sheet(std::string_view css);

  // Returns what the reference at this position loads, which is not that of an import.
  [[nodiscard]] StyleUse use_at(std::size_t at) const;
  // False for an import where none is valid.
  [[nodiscard]] bool imports_at(std::size_t at) const;
  // False if the background that an attribute gives the element whose tag begins here is not shown.
  [[nodiscard]] bool shows_attribute(std::size_t tag) const {
    return !std::binary_search(replaced_.begin(), replaced_.end(), tag);
  }
  // True if the element whose tag begins here has no box.
  [[nodiscard]] bool has_no_box(std::size_t tag) const {
    return std::binary_search(boxless_.begin(), boxless_.end(), tag);
  }

 private:
  // A declaration with a background or a box, or a whole block that is not in use.
  struct Declared {
    std::size_t start = 0, end = 0;
    StyleUse use = StyleUse::kNothing;
  };
  enum Property : std::size_t { kBackground, kDisplay, kProperties };
  // A declaration that competes with others. The highest rank wins.
  struct Candidate {
    std::uint64_t rank = 0;  // 0: none
    int declared = -1;       // the index of the declaration; -1: it has no URL
    bool hides = false;      // `display: none`
  };
  using Candidates = std::array<Candidate, kProperties>;
  // The declarations of the rules with one selector.
  struct Selected {
    Candidates candidates;
    bool is_selected = false;
  };
  using ByMark = std::map<std::string, Selected, std::less<>>;
  // A rule, which loads nothing unless it selects something.
  struct Rule {
    std::string_view selectors;
    std::size_t first = 0, last = 0;  // its declarations
    bool has_content = false;
  };
  struct Names {
    std::set<std::string, std::less<>> types, classes, ids, attributes;
  };

  void read_rules(std::size_t start, std::size_t end, bool applies, std::size_t depth);
  std::size_t read_at_rule(std::size_t at, std::size_t end, bool applies, std::size_t depth);
  void read_rule(std::string_view selectors, std::size_t start, std::size_t end, bool applies);
  [[nodiscard]] Candidates read_block(std::size_t start, std::size_t end, std::uint64_t rank, StyleUse use,
                                      bool& has_content);
  void read_style_element(const find::HtmlToken& start_tag, std::size_t start, std::size_t end);
  void add_names(const find::HtmlToken& tag);
  void read_elements();
  [[nodiscard]] Candidates candidates_for(const find::HtmlToken& tag);
  [[nodiscard]] bool read_element(const find::HtmlToken& tag, bool is_in_boxless);
  void drop_element(const find::HtmlToken& tag);
  static void apply(ByMark* of_type, std::string_view mark, Candidates& winners);
  [[nodiscard]] ByMark* rules_for(std::string_view type);
  void judge_rules();
  [[nodiscard]] bool may_select(std::string_view selector, bool has_content) const;
  [[nodiscard]] bool exists(std::string_view compound) const;

  void read_variables();

  std::string_view text_;
  bool is_sheet_ = false;
  std::vector<Declared> declared_;                            // in order of `start`, once all is read
  std::vector<std::pair<std::size_t, std::size_t>> imports_;  // where imports are valid, in order
  // The rules that compete: by type, which may be empty, then by class or id with its mark; all in lower
  // case.
  std::map<std::string, ByMark, std::less<>> selected_;
  std::vector<Rule> rules_;
  bool has_pseudo_content_ = false;  // a rule gives a pseudo-element a content
  std::uint64_t order_ = 0;          // of the last rule
  Names names_;
  std::set<std::string_view> variables_;         // what is used by `var()`
  std::vector<std::size_t> replaced_, boxless_;  // the beginnings of tags, in order
};

}  // namespace mimebase::readers
