// Replacements in a sequence of bytes: in a content, then in the frame of raw bytes that contains it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/range.h"
#include "mimebase/rewrite.h"

namespace mimebase::edit {

// A replacement of a span. The new bytes are stored in Changes.
struct Change {
  Range span;              // the replaced bytes
  std::size_t at = 0;      // offset of the new bytes in the storage of all changes
  std::uint32_t size = 0;  // of the new bytes
  std::int32_t entity = -1;
  std::uint32_t references = 0;
  std::uint32_t context = 0;  // index of the context's name
  bool in_heading = false;
  EditReason reason = EditReason::kReference;
};

// A set of changes. They may be added in any order, and must not overlap. Functions marked "sorted" need
// sort() before.
class Changes {
 public:
  // Moves the changes of `more` into this set.
  void add(Changes&& more);
  // Adds a change. `why` has all its fields except the span and the bytes.
  void add(Range span, std::string_view bytes, Change why);
  [[nodiscard]] bool empty() const { return changes_.empty(); }
  [[nodiscard]] const std::vector<Change>& all() const { return changes_; }
  [[nodiscard]] std::string_view bytes(const Change& change) const {
    return std::string_view(bytes_).substr(change.at, change.size);
  }
  void sort();
  void clear();
  // Writes lines that end in CR instead of LF.
  void use_cr_lines();
  // Writes lines that end in CR CR LF instead of CR LF. Spans then refer to the message, and no longer to
  // `frame`, in which walk::replace_line_ends() moved the beginnings of empty lines.
  void double_returns(std::string_view frame);
  // Shifts all spans by `by` bytes.
  void move(std::size_t by);
  // True if a change begins before the end of its predecessor, or ends after `size`. Sorted.
  [[nodiscard]] bool overlaps(std::size_t size) const;

  // Appends `bytes` of `span`, with the changes applied. No change may cross the ends of `span`. Sorted.
  void apply(std::string_view bytes, Range span, std::string& out) const {
    out.reserve(out.size() +
                static_cast<std::size_t>(static_cast<std::int64_t>(span.end - span.start) + growth(span)));
    apply(bytes, span, [&](std::string_view piece) { out += piece; });
  }
  // The same, piece by piece.
  void apply(std::string_view bytes, Range span, const std::function<void(std::string_view)>& take) const;
  // Returns by how many bytes the changes in `span` make it longer.
  [[nodiscard]] std::int64_t growth(Range span) const;
  // True if a change lies in `span` or touches it.
  [[nodiscard]] bool touches(Range span) const;
  // Returns where the first of these changes begins; nothing if there is none.
  [[nodiscard]] std::optional<std::uint64_t> first_in(Range span) const;
  // Returns a change that represents all of them in an enclosing frame.
  [[nodiscard]] Change sum() const;

 private:
  std::vector<Change> changes_;
  std::string bytes_;
};

}  // namespace mimebase::edit
