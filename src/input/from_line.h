// Where the records of an mbox are parted: at From_ lines, and by Content-Length. include/mimebase/input.h
// has the rule in full. Pure functions on bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mimebase::input {

enum class FromShape {
  kNone,
  kEmpty,  // "From " and nothing else
  kBare,   // an address and no date
  kLoose,  // a date in some order
  kFull,   // a date as asctime writes it
};

// The shape of a line without its line end. It may hold any bytes.
[[nodiscard]] FromShape shape_of_from_line(std::string_view line);

// True if `bytes` begin like a header field, "Name:" or "Name :". Names are letters, digits and "-_." here:
// what RFC 5322 allows besides is far more often no header.
[[nodiscard]] bool begins_like_field(std::string_view bytes);

// The bytes from a line's start that decide whether it is a From_ line: the line, and the
// beginning of the next.
inline constexpr std::size_t kMaxFromLine = 1000;
inline constexpr std::size_t kLookahead = kMaxFromLine + 128;

// Where a search for a From_ line ended.
struct FromSearch {
  enum class State {
    kFound,    // [start, end) is the line, with its line end
    kNone,     // there is none, and no byte follows
    kMissing,  // there is none before `start`; what decides about the rest has not been read
  };
  State state = State::kNone;
  std::size_t start = 0;
  std::size_t end = 0;
};

// The first From_ line of `bytes` that starts at `from` or behind, `from` > 0. `body` is where the line
// behind the record's own From_ line starts, or kNoBody. `bytes` need not reach back to the record's
// start, but three bytes before `from`, where they are in the source. `at_end` says that the source ends
// with them: the answer is the same however much of the source is in `bytes`. Linear over successive
// calls that go on at `start`.
inline constexpr std::size_t kNoBody = static_cast<std::size_t>(-1);
[[nodiscard]] FromSearch find_from_line(std::string_view bytes, std::size_t from, std::size_t body,
                                        bool at_end);

// The From_ line that `bytes` begin with, as a source's first line: its length with the line end, or 0.
// A line without a date counts too if a header field follows. `bytes` are kLookahead or all there are.
[[nodiscard]] std::size_t leading_from_line(std::string_view bytes);

// Where the next LF that "From " follows stands, at `at` or behind; npos if there is none. What a whole
// archive goes through: linear, and as fast as memory allows.
[[nodiscard]] std::size_t find_line_with_from(std::string_view bytes, std::size_t at);

// The line that starts at `at`: its length with the line end if it has the shape of a From_ line, else 0.
[[nodiscard]] std::size_t from_line_at(std::string_view bytes, std::size_t at);

// Content-Length in the records of an mboxcl or mboxcl2: their bodies may hold From_ lines that part nothing.

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
