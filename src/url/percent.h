// Percent-encoding by the URL Standard (section 1.3), including the encodings of documents.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace mimebase::charset {
class Encoder;
}

namespace mimebase::url {

// The Standard's percent-encode sets; each is one bit of a table of all bytes.
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

// Returns true if the byte is in the set. All sets contain every byte above 0x7E.
[[nodiscard]] inline bool in_set(char byte, PercentSet set) {
  return (kPercentSets[static_cast<unsigned char>(byte)] & static_cast<unsigned>(set)) != 0;
}

// "UTF-8 percent-encodes" `text` with `set`. Bytes of `text` that are not UTF-8 are read as U+FFFD.
void append_percent_encoded(std::string_view text, PercentSet set, std::string& out);

// The output encoding of a document, looked up once. Implements "percent-encode after encoding" for the
// legacy encodings of the Encoding Standard.
class QueryEncoding {
 public:
  // `label` is a label of the Encoding Standard or of mail (charset/label.h), in any case, with or without
  // white space around it. UTF-8 is used if the label is empty or unknown, or if its encoding has no encoder
  // (UTF-16, "replacement").
  explicit QueryEncoding(std::string_view label);

  // Appends `query` (UTF-8), percent-encoded with the special-query set. Characters that the encoding lacks
  // become "%26%23NNN%3B".
  void append(std::string_view query, std::string& out) const;

 private:
  const charset::Encoder* encoder_ = nullptr;  // null for UTF-8
};

}  // namespace mimebase::url
