// Recognises defanged URLs in text: `hxxp://evil[.]example/x`, `evil[.]example`, `mailto:a[@]evil[.]example`.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "charset/charset.h"

namespace mimebase::find {

// The part of a defanged URL up to its host.
struct DefangedUrl {
  std::size_t start = 0;
  std::size_t host_end = 0;
  bool continues = false;  // a path, a query or a port may follow
};

// Searches one text. Takes linear time in total, because calls have ascending offsets and no host is read
// twice.
class DefangedScanner {
 public:
  // Both must outlive this object.
  DefangedScanner(std::string_view text, const charset::Charset& charset) : text_(text), charset_(charset) {}

  // Returns the first defanged URL that starts at or after `from`.
  [[nodiscard]] std::optional<DefangedUrl> next(std::size_t from);

  // Returns true if the first mark or colon of the text belongs to a defanged URL.
  [[nodiscard]] bool begins_text();

 private:
  // A host, with plain and marked dots.
  struct Host {
    std::size_t start = 0, end = 0;
    std::size_t top = 0;  // start of the last label
    std::size_t labels = 0;
    bool has_mark = false;
    bool is_numeric = true;  // only digits
  };

  [[nodiscard]] std::optional<DefangedUrl> with_scheme(std::size_t anchor) const;
  [[nodiscard]] std::optional<DefangedUrl> address(std::size_t anchor) const;
  [[nodiscard]] std::optional<DefangedUrl> bare_host(std::size_t anchor);
  [[nodiscard]] std::size_t word_start(std::size_t end, std::size_t most_bytes) const;
  [[nodiscard]] std::size_t host_start(std::size_t anchor) const;
  [[nodiscard]] std::size_t after_userinfo(std::size_t at) const;
  [[nodiscard]] Host read_host(std::size_t at) const;
  [[nodiscard]] std::size_t label_character(std::size_t at) const;
  void cut_foreign_top(Host& host) const;
  [[nodiscard]] bool is_plausible(const Host& host) const;
  [[nodiscard]] bool continues_at(std::size_t at) const;

  std::string_view text_;
  const charset::Charset& charset_;
  std::size_t from_ = 0;    // nothing before this offset belongs to a URL
  std::size_t resume_ = 0;  // no URL starts before this offset
};

// Returns true if `url`, which looks like a URL to other finders, is defanged.
[[nodiscard]] bool is_defanged(std::string_view url, const charset::Charset& charset);

}  // namespace mimebase::find
