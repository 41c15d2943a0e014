// Where a text occurs in a content, for questions about many places of it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mimebase::readers {

// All questions together read the content once.
class Occurrences {
 public:
  explicit Occurrences(std::string text) : text_(std::move(text)) {}

  // Returns the start of the last occurrence in `content` that ends at or before `end`; npos if there is
  // none. All calls have the same content.
  [[nodiscard]] std::size_t last_before(std::string_view content, std::size_t end) {
    while (next_ <= end && next_ < content.size()) {
      const std::size_t found = content.find(text_, next_);
      if (found == content.npos) {
        next_ = content.size();
        break;
      }
      starts_.push_back(found);
      next_ = found + 1;
    }
    const std::size_t most = end - std::min(end, text_.size());
    const auto after = std::upper_bound(starts_.begin(), starts_.end(), most);
    return after == starts_.begin() || end < text_.size() ? std::string_view::npos : *std::prev(after);
  }

 private:
  std::string text_;
  std::vector<std::size_t> starts_;  // of the occurrences that begin before next_
  std::size_t next_ = 0;
};

}  // namespace mimebase::readers
