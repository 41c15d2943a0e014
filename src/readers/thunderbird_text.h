// Links that Thunderbird makes of URLs in text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mimebase::readers::thunderbird {

// Finds links line by line. All questions about one line together read it once.
class TextLinks {
 public:
  // The URL of the link that contains the byte at `at`, as written; empty if there is none. A line may join
  // several URLs in one link. `text` is the same as in the last call, or clear() was called.
  [[nodiscard]] std::string_view url_at(std::string_view text, std::size_t at);
  void clear() { *this = TextLinks(); }

 private:
  struct Link {
    std::size_t start = 0, end = 0;
    std::string url;
  };
  void read_line(std::string_view text, std::size_t at);

  std::size_t start_ = 0, end_ = 0;  // of the line that was read last
  std::vector<Link> links_;          // in it
};

// The URL at `at` if no link is made of its scheme; empty for others.
[[nodiscard]] std::string lone_url(std::string_view text, std::size_t at);

}  // namespace mimebase::readers::thunderbird
