// What a source holds, by its first bytes. include/mimebase/input.h has the rule.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mimebase::input {

enum class Holds {
  kMessage,
  kMbox,
  kNothing,  // no byte, or white space alone
  kOther,
};

// How a source begins.
struct Beginning {
  Holds holds = Holds::kOther;
  std::size_t lead = 0;       // a byte order mark, blank lines and, before a message, rubbish
  std::size_t from_line = 0;  // length of the From_ line behind them, or 0
  bool counts_bytes = false;  // the first record of an mbox has a Content-Length
  // The number in the first line of Apple's .emlx, which is then the end of `lead`: so many bytes behind it
  // are the message, and the rest is a property list. If it is one: that has to be seen there.
  std::optional<std::uint64_t> counted = {};
};

// As many bytes as recognize() wants to see, or all there are.
inline constexpr std::size_t kHead = std::size_t{64} << 10;

// `head` is the beginning of a source of that name.
[[nodiscard]] Beginning recognize(std::string_view head, std::string_view name);

// True if the name ends in .emlx, in any case.
[[nodiscard]] bool is_named_emlx(std::string_view name);

// True if a message that begins with `heading` has a field that mail has and other text files rarely.
[[nodiscard]] bool has_well_known_field(std::string_view heading);

}  // namespace mimebase::input
