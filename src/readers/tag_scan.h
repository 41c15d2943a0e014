// What scanners of mail skip in HTML, and the bases that they find: by tags alone, without the tree of a
// document.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "find/finder.h"

namespace mimebase::readers {

// An element whose content a scanner skips. Both in lower case.
struct RawElement {
  std::string_view name;
  std::string_view end;  // of the content, such as "</title"
};

// How a scanner reads tags.
struct TagRules {
  std::span<const RawElement> raw_elements;
  // The attributes of `base` whose value is a base, in lower case; empty: the scanner knows none.
  std::span<const std::string_view> base_attributes;
};

// The tags of one document. Takes linear time.
class TagScan {
 public:
  // `html` must outlive this object or the next call. Attributes in it are UTF-8 or any charset that contains
  // ASCII.
  void read(std::string_view html, const TagRules& rules);
  void clear() { *this = TagScan(); }

  // Returns true if the scanner does not look at this position.
  [[nodiscard]] bool is_skipped(std::size_t at) const;
  // The attribute of the next base before this position, as written; nullopt if all were returned.
  std::optional<std::string_view> next_base(std::size_t before);

 private:
  std::size_t read_tag(std::size_t at);
  std::size_t skip(std::size_t from, std::string_view end);
  [[nodiscard]] std::optional<std::string_view> base_in(std::size_t at) const;

  std::string_view html_;
  TagRules rules_;
  std::vector<find::Span> skipped_;  // in order
  std::vector<std::size_t> bases_;   // the positions of tags, in order
  std::size_t next_base_ = 0;
  bool is_unfinished_ = false;  // a tag did not end
};

}  // namespace mimebase::readers
