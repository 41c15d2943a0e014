// Splits an mbox into records: at From_ lines, and by Content-Length. Pure functions on bytes.
//
// An mbox (mboxo or mboxrd, as found in real archives) is split at each line that begins with "From " and
// ends in a date. Any number of words, including none, may precede the date as the sender, and
// "remote from HOST" may follow it. Such a line has at most 1000 bytes and ends in LF, CRLF or CR.
// - A full date has weekday, month, day, H:MM or H:MM:SS, and year in this order, with time zones before or
//   after the year: "Thu Jan  1 00:00:00 2004", "Thu Jan 1 00:00 EST 2004", "Thu Jan 01 00:00:00 +0000 2004".
//   It splits after a blank line and after another From_ line. Without either, it splits if the next line
//   begins like a header field or with ">From ".
// - A loose date has a time, a month with a day ("1 Jan", "1-Jan-2004", "2004-01-31"), and a weekday or a
//   year, in any order: "Thu, 1 Jan 2004 00:00:00 +0100", "2004-01-31 00:00:00 +0000", "Thu Jan  1 00:00". It
//   splits after a blank line if the next line is missing, is blank, or begins like a header field or with
//   ">From ".
// - A line "From " with one address and nothing else splits after a blank line, if a header field follows.
// The
//   same applies to "From " alone, which is all that Thunderbird writes today.
// - A record whose header has "Content-Length: N" (mboxcl, mboxcl2) ends N bytes after its header, whatever
//   these bytes are, if a From_ line or the end of the source follows there, after up to two blank lines. N
//   must be at most 64 MB, and the first 64 KB of the source must have such a field.
//
// Therefore "From here on 12:30 we will" does not split. The blank line before a From_ line, or before the
// end of the source, is not part of the message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mimebase::input {

// The form of a line that starts with "From ", from the weakest to the strongest evidence of a From_
// line.
enum class FromShape {
  kNone,
  kEmpty,  // "From " only
  kBare,   // an address without a date
  kLoose,  // a date with its fields in any order
  kFull,   // a date in the format of asctime
};

// Returns the shape of a line without its line ending. The line may contain any bytes.
[[nodiscard]] FromShape shape_of_from_line(std::string_view line);

// True if `bytes` start like a header field, "Name:" or "Name :". Only letters, digits and "-_." count as
// name characters: other names that RFC 5322 allows are rarely header fields.
[[nodiscard]] bool begins_like_field(std::string_view bytes);

// The bytes from the start of a line that decide whether it is a From_ line: the line, and the start of
// the next.
inline constexpr std::size_t kMaxFromLine = 1000;
inline constexpr std::size_t kLookahead = kMaxFromLine + 128;

// The result of a search for a From_ line.
struct FromSearch {
  enum class State {
    kFound,    // [start, end) is the line, including its line ending
    kNone,     // no From_ line up to the end of the source
    kMissing,  // none before `start`; the bytes that decide about the rest have not been read
  };
  State state = State::kNone;
  std::size_t start = 0;
  std::size_t end = 0;
};

// Finds the first From_ line of `bytes` that starts at or after `from` (> 0). `body` is the start of the
// line after the record's own From_ line, or kNoBody. `bytes` need not contain the start of the record,
// but must contain the three bytes before `from` if the source has them. `at_end` means that the source
// ends with `bytes`. The result does not depend on how much of the source `bytes` contain. Takes linear
// time over successive calls that continue at `start`. `has_bare_lines` means that "From " alone begins a
// record even without a blank line before it, if a well-known header field follows.
inline constexpr std::size_t kNoBody = static_cast<std::size_t>(-1);
[[nodiscard]] FromSearch find_from_line(std::string_view bytes, std::size_t from, std::size_t body,
                                        bool at_end, bool has_bare_lines = false);

// Returns the length of the From_ line that starts a source, including its line ending, or 0. A line
// without a date is accepted too if a header field follows. `bytes` must have kLookahead bytes, or all of
// the source.
[[nodiscard]] std::size_t leading_from_line(std::string_view bytes);

// Returns the position of the next LF, at or after `at`, that "From " follows; npos if there is none.
// Every byte of an archive passes through here: linear, and as fast as memory allows.
[[nodiscard]] std::size_t find_line_with_from(std::string_view bytes, std::size_t at);

// Returns the length of the line that starts at `at`, including its line ending, if it has the shape of a
// From_ line, else 0.
[[nodiscard]] std::size_t from_line_at(std::string_view bytes, std::size_t at);

// Content-Length in the records of an mboxcl or mboxcl2, whose bodies may contain From_ lines that do not
// split.

// A longer header is treated as having no Content-Length. The rest of it is not read anyway
// (Limits::heading_bytes).
inline constexpr std::size_t kMaxHeading = std::size_t{8} << 20;
// A larger Content-Length is ignored, because the record has to be in memory to be checked. The rest of such
// a message is not read anyway (Limits::message_bytes).
inline constexpr std::uint64_t kMaxContentLength = std::uint64_t{256} << 20;

// Returns the end of the header at the start of `bytes`, including its blank line; kNoBody if it has none
// within the first kMaxHeading bytes, or before the From_ line of another record. Returns nothing if more
// bytes have to be read.
[[nodiscard]] std::optional<std::size_t> end_of_heading(std::string_view bytes);

// Returns the value of the first Content-Length field, unless it exceeds kMaxContentLength.
[[nodiscard]] std::optional<std::size_t> content_length(std::string_view heading);

// True if any line of `bytes` starts with "Content-Length:".
[[nodiscard]] bool mentions_content_length(std::string_view bytes);

// Determines the end of one record by its Content-Length.
class ClaimedEnd {
 public:
  // Starts a new record.
  void reset() { state_ = State::kUnknown; }
  // Adjusts to the removal of `size` bytes from the front of `bytes`.
  void move_back(std::size_t size);

  // Returns the From_ line after the record whose content starts at `body`; kNone with `start` ==
  // held.size() if the source ends there; kMissing if more bytes have to be read first. Returns nothing
  // if the record has no Content-Length or a wrong one: it then ends at the next From_ line.
  [[nodiscard]] std::optional<FromSearch> find(std::string_view held, std::size_t body, bool at_end);

  // A wrong length may claim many megabytes, and each message of an mbox may have one. If any offset of the
  // source can be read, look at the bytes around the claimed end before holding everything up to it.
  //
  // The claimed end, as long as find() returns kMissing and reject_unless() has not been called for it.
  [[nodiscard]] std::optional<std::size_t> to_be_checked() const;
  // The bytes to look at, from the one before the claimed end.
  static constexpr std::size_t kBytesAround = 1 + 4 + kLookahead;  // 4: two CRLF
  // Makes find() return nothing if no record can end there, as far as `around` shows.
  void reject_unless_ended(std::string_view around, bool at_end);

 private:
  enum class State { kUnknown, kNone, kKnown, kLikely };
  [[nodiscard]] bool read_heading(std::string_view held, std::size_t body, bool at_end);

  State state_ = State::kUnknown;
  std::size_t end_ = 0;
};

}  // namespace mimebase::input
