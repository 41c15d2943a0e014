// Percent-encoding as the URL Standard does it (section 1.3).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

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

namespace percent {

constexpr void add(std::array<std::uint8_t, 256>& table, std::string_view bytes, unsigned sets) {
  for (const char c : bytes) {
    std::uint8_t& entry = table[static_cast<unsigned char>(c)];
    entry = static_cast<std::uint8_t>(entry | sets);
  }
}

constexpr std::array<std::uint8_t, 256> build_table() {
  constexpr unsigned kUserinfo = 32, kPath = 16 | kUserinfo, kSpecialQuery = 8;
  constexpr unsigned kQuery = 4 | kSpecialQuery | kPath, kFragment = 2, kAll = 1 | kFragment | kQuery;
  std::array<std::uint8_t, 256> table{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    if (byte < 0x20 || byte > 0x7E) table[byte] = kAll;
  }
  add(table, " \"<>", kFragment | kQuery);
  add(table, "#", kQuery);
  add(table, "`", kFragment | kPath);
  add(table, "'", kSpecialQuery);
  add(table, "?^{}", kPath);
  add(table, "/:;=@[\\]|", kUserinfo);
  return table;
}

inline constexpr std::array<std::uint8_t, 256> kTable = build_table();

}  // namespace percent

// Whether the percent-encode set holds the byte; all sets hold all bytes above 0x7E.
[[nodiscard]] inline bool in_set(char byte, PercentSet set) {
  return (percent::kTable[static_cast<unsigned char>(byte)] & static_cast<unsigned>(set)) != 0;
}

// Appends "%", and the byte as two upper-case hexadecimal digits.
void append_percent_encoded_byte(char byte, std::string& out);

// "UTF-8 percent-encode" of `text` with `set`. What is not UTF-8 in `text` is read as U+FFFD.
void append_percent_encoded(std::string_view text, PercentSet set, std::string& out);

}  // namespace mimebase::url
