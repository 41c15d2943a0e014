// Percent-encoding as the URL Standard does it (section 1.3), also in a document's own encoding.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace mimebase::charset {
class Encoder;
}

namespace mimebase::url {

// The Standard's percent-encode sets; each is one bit of a table over all bytes.
enum class PercentSet : std::uint8_t {
  kC0Control = 1,
  kFragment = 2,
  kQuery = 4,
  kSpecialQuery = 8,
  kPath = 16,
  kUserinfo = 32,
};

inline constexpr std::array<std::uint8_t, 256> kPercentSets = [] {
  constexpr unsigned kUserinfo = 32, kPath = 16 | kUserinfo, kSpecialQuery = 8;
  constexpr unsigned kQuery = 4 | kSpecialQuery | kPath, kFragment = 2, kAll = 1 | kFragment | kQuery;
  struct Members {
    std::string_view bytes;
    unsigned sets;
  };
  std::array<std::uint8_t, 256> table{};
  for (const Members& members : {Members{" \"<>", kFragment | kQuery},
                                 {"#", kQuery},
                                 {"`", kFragment | kPath},
                                 {"'", kSpecialQuery},
                                 {"?^{}", kPath},
                                 {"/:;=@[\\]|", kUserinfo}}) {
    for (const char c : members.bytes)
      table[static_cast<unsigned char>(c)] = static_cast<std::uint8_t>(members.sets);
  }
  for (unsigned byte = 0; byte < 256; ++byte) {
    if (byte < 0x20 || byte > 0x7E) table[byte] = kAll;
  }
  return table;
}();

// Whether the percent-encode set holds the byte; all sets hold all bytes above 0x7E.
[[nodiscard]] inline bool in_set(char byte, PercentSet set) {
  return (kPercentSets[static_cast<unsigned char>(byte)] & static_cast<unsigned>(set)) != 0;
}

// "UTF-8 percent-encode" of `text` with `set`. What is not UTF-8 in `text` is read as U+FFFD.
void append_percent_encoded(std::string_view text, PercentSet set, std::string& out);

// The output encoding of a document, found once by its label: "percent-encode after encoding" for the legacy
// encodings of the Encoding Standard.
class QueryEncoding {
 public:
  // `label` is one of the Encoding Standard or of mail (charset/label.h), in any case, with white space
  // around it or not. Empty or unknown labels, and those without an encoder (UTF-16, "replacement"), give
  // UTF-8.
  explicit QueryEncoding(std::string_view label);

  // Appends `query` (UTF-8) percent-encoded with the special-query set; what the encoding does not have
  // becomes "%26%23NNN%3B".
  void append(std::string_view query, std::string& out) const;

 private:
  const charset::Encoder* encoder_ = nullptr;  // null is UTF-8
};

}  // namespace mimebase::url
