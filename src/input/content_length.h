// Content-Length in the records of an mboxcl or mboxcl2: their bodies may hold From_ lines that part nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "input/from_line.h"

namespace mimebase::input {

// A heading that has not ended by here has no Content-Length.
inline constexpr std::size_t kMaxHeading = std::size_t{64} << 10;
// A larger Content-Length is not believed: what it claims has to be in memory to be checked.
inline constexpr std::uint64_t kMaxContentLength = std::uint64_t{64} << 20;

// Where the heading that `bytes` begin with ends, behind its blank line; nothing if that is not in the first
// kMaxHeading bytes.
[[nodiscard]] std::optional<std::size_t> end_of_heading(std::string_view bytes);

// The value of the first Content-Length field of a heading, if it is at most kMaxContentLength.
[[nodiscard]] std::optional<std::size_t> content_length(std::string_view heading);

// Whether any line of `bytes` begins like such a field.
[[nodiscard]] bool mentions_content_length(std::string_view bytes);

// The end of one record by its Content-Length.
class ClaimedEnd {
 public:
  // A new record.
  void reset() { state_ = State::kUnknown; }
  // `bytes` have `size` fewer bytes in front from now on.
  void move_back(std::size_t size);

  // The From_ line behind the record whose `bytes` start at `body`, or kNone with `start` == held.size()
  // where the source ends there; kMissing if that cannot be told yet. Nothing if the record does not say, or
  // wrongly: then it ends at the next From_ line.
  [[nodiscard]] std::optional<FromSearch> find(std::string_view held, std::size_t body, bool at_end);

 private:
  enum class State { kUnknown, kNone, kKnown };
  [[nodiscard]] bool read_heading(std::string_view held, std::size_t body, bool at_end);

  State state_ = State::kUnknown;
  std::size_t end_ = 0;
};

}  // namespace mimebase::input
