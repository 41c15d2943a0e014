// Replacements in a run of bytes: of a content, then of the frame of raw bytes that it stands in.
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

struct Change {
  Range span;              // that is replaced
  std::size_t at = 0;      // where the new bytes stand among those of all changes
  std::uint32_t size = 0;  // of them
  std::int32_t entity = -1;
  std::uint32_t references = 0;
  std::uint32_t context = 0;  // of Contexts
  bool in_heading = false;
  EditReason reason = EditReason::kReference;
};

// In any order until sort(). Nothing overlaps that is added with it.
class Changes {
 public:
  // Those of another one too.
  void add(Changes&& more);
  // `why` says all but the span and the bytes.
  void add(Range span, std::string_view bytes, Change why);
  [[nodiscard]] bool empty() const { return changes_.empty(); }
  [[nodiscard]] const std::vector<Change>& all() const { return changes_; }
  [[nodiscard]] std::string_view bytes(const Change& change) const {
    return std::string_view(bytes_).substr(change.at, change.size);
  }
  void sort();
  void clear();
  // Moves all spans on.
  void move(std::size_t by);
  // True if one begins before the one before it ends, or ends behind `size`. Sorted.
  [[nodiscard]] bool overlaps(std::size_t size) const;

  // Appends `bytes` from `span`, which no change crosses, as they are afterwards. Sorted.
  void apply(std::string_view bytes, Range span, std::string& out) const {
    out.reserve(out.size() +
                static_cast<std::size_t>(static_cast<std::int64_t>(span.end - span.start) + growth(span)));
    apply(bytes, span, [&](std::string_view piece) { out += piece; });
  }
  // The same, piece by piece.
  void apply(std::string_view bytes, Range span, const std::function<void(std::string_view)>& take) const;
  // By so many bytes `span` grows, of the changes that lie in it.
  [[nodiscard]] std::int64_t growth(Range span) const;
  // True if a change lies in it, or touches it.
  [[nodiscard]] bool touches(Range span) const;
  // Where the first of these begins; none where there are none.
  [[nodiscard]] std::optional<std::uint64_t> first_in(Range span) const;
  // One for all: what stands for them where they are a change of something around.
  [[nodiscard]] Change sum() const;

 private:
  std::vector<Change> changes_;
  std::string bytes_;
};

}  // namespace mimebase::edit
