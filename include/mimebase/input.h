// Input: the bytes of one message after another out of a file or standard input. Nothing here knows MIME.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mimebase/api.h"
#include "mimebase/limits.h"
#include "mimebase/result.h"

namespace mimebase {
inline namespace v0_2 {

// One message as it lies in its source. `before`, `bytes` and `after` follow each other without a gap, and
// those of all records of a source, in order, are the source: nothing is lost, nothing is there twice. (But
// for a truncated record, and for what stands before the first From_ line of a range or of a forced mbox.)
// Nothing is unquoted: a body line ">From " stays as it is, for bytes are evidence.
// The views are into the memory of the Batch that holds the record, and live as long as it.
struct Record {
  std::string_view source;         // as named; "-" for standard input
  std::uint64_t number = 0;        // 1, 2, ... within the source
  std::uint64_t offset = 0;        // byte of the source where the record starts: its From_ line, else 0
  std::uint64_t bytes_offset = 0;  // byte of the source where `bytes` begins
  std::string_view before;         // what is passed over at the start of the source, then the From_ line
  std::string_view bytes;          // the message itself
  std::string_view after;          // in an mbox: the blank line that separates it from the next From_ line
  bool truncated = false;          // longer than Limits::message_bytes: `bytes` is its beginning
  bool incomplete = false;         // its source could not be read on: `bytes` may be its beginning
};

// Some records, and a share in the memory that they look into. To be moved, and handed to any thread.
class Batch {
 public:
  Batch(std::shared_ptr<const void> memory, std::vector<Record> records) : records_(std::move(records)) {
    keep(std::move(memory));
  }

  // The records, and the views in them, are valid until the batch is destroyed or assigned to. Name the
  // batch: `for (const Record& record : reader.next()->records())` compiles, and reads memory that is gone.
  [[nodiscard]] const std::vector<Record>& records() const& { return records_; }
  void records() const&& = delete;

  // Lets `memory`, which views of the records are into, live as long as the batch.
  void keep(std::shared_ptr<const void> memory) { memory_.push_back(std::move(memory)); }

 private:
  std::vector<std::shared_ptr<const void>> memory_;
  std::vector<Record> records_;
};

enum class InputKind {
  kAuto,     // found by looking at the first bytes
  kMessage,  // one message, whatever it looks like; a From_ line at its start is no part of it
  kMbox,     // split at From_ lines, whatever stands before the first
  kMaildir,  // of a folder: what is in its `cur` and `new`, each one message
  kMh,       // of a folder: files whose names are numbers, each one message
};

// "auto", "message", "mbox", "maildir", "mh".
[[nodiscard]] MIMEBASE_API std::string_view name_of(InputKind kind);

// A half-open range of bytes of a source.
struct ByteRange {
  std::uint64_t start = 0;
  std::uint64_t end = std::numeric_limits<std::uint64_t>::max();
};

struct InputOptions {
  InputKind kind = InputKind::kAuto;
  // The source is a file of a folder and judged as one there, by its name too: what is no mail has no
  // records, and that is no error. For who lists folders himself.
  bool as_in_folder = false;
  // What is named and neither a message nor an mbox is one message, whatever it is: for who passes on all
  // bytes.
  bool any_is_message = false;
  // Only those records of an mbox whose From_ line starts in this range. A source that is one message has no
  // ranges. Ranges that tile the source give each record once. Where records have a Content-Length, it is
  // read from its beginning on to find those of the range.
  std::optional<ByteRange> range = {};
  std::uint64_t first_message = 1;  // the number of the first record
  // A batch ends with the record that reaches this many bytes.
  std::size_t batch_bytes = std::size_t{1} << 20;
  // Of a message longer than limits.message_bytes only that much is read, and Record::truncated says so; of
  // what decompresses to more than limits.ratio allows the rest is left out, and problems() says so, with
  // kLimit.
  Limits limits = {};
  // Folders and containers are read by a thread of their own, which has some megabytes ready.
  bool read_ahead = true;
};

// Reads one source, batch after batch. One thread at a time may use a Reader; its batches may go anywhere and
// outlive it.
//
// What a source is. A byte order mark (UTF-8) and blank lines at its start are passed over. It is
// - an mbox, if its first line begins with "From " (not "From :"), and either has the shape of a From_ line
//   or is followed by a line that begins like a header field or with ">From ";
// - one message, if its first line begins like a header field, and is a well-known one or the next line goes
//   on like a heading; or if its first line begins with ">From "; or if two well-known header fields stand
//   among its first 32 lines, before any blank line: then what stands before the first field is rubbish, and
//   no part of the message; and any other text too whose file name ends in .eml, .mht, .mhtml, .msg or .mail;
// - else neither, which is an error, as an empty source is.
//
// Where an mbox is split (mboxo and mboxrd, as real archives have them): at each line that begins with
// "From " and ends in a date, with any number of words for the sender before the date, also none, and perhaps
// "remote from HOST" behind it. Such a line has at most 1000 bytes and ends in LF, CRLF or CR.
// - A full date has weekday, month, day, H:MM or H:MM:SS and year in this order, time zones before or behind
//   the year: "Thu Jan  1 00:00:00 2004", "Thu Jan 1 00:00 EST 2004", "Thu Jan 01 00:00:00 +0000 2004".
//   It splits after a blank line and after another From_ line; without either, if the line behind it begins
//   like a header field or with ">From ".
// - A loose date has a time, a month with a day ("1 Jan", "1-Jan-2004", "2004-01-31"), and a weekday or a
//   year, in any order: "Thu, 1 Jan 2004 00:00:00 +0100", "2004-01-31 00:00:00 +0000", "Thu Jan  1 00:00".
//   It splits after a blank line, if the line behind it is blank, begins like a header field or with
//   ">From ", or is not there.
// - A line "From " with one address and nothing else splits after a blank line, if a header field follows; so
//   does "From " without anything behind its blank, which is all that Thunderbird writes today.
// - A record whose heading has "Content-Length: N" (mboxcl, mboxcl2) ends N bytes behind its heading,
//   whatever is in between, if just there, but for a blank line or two, a From_ line or the end of the source
//   stands; if N is at most 64 MB; and if such a field is in the first 64 KB of the source.
// So "From here on 12:30 we will" splits nothing. The blank line before a From_ line, or before the end, is
// no part of the message.
//
// A regular file is read, never mapped, and up to the size that it has when it is opened. That it has become
// shorter, has grown or was written to when that is reached is a problem (kReadError), as a read error is;
// what was read before is given, and the last record of it has Record::incomplete. A folder is what it is
// when it is listed. A zip that cannot be read from its end, as in a pipe, is put into a temporary file.
class MIMEBASE_API Reader {
 public:
  // Opens a file, or standard input ("-"), and looks at its beginning. Regular files and FIFOs can be read,
  // and on standard input whatever reads; it is read from where it stands, and offsets count from there.
  // Fails with kUnreadable, the message naming source and reason; with kUsage for a range of a message.
  [[nodiscard]] static Result<Reader> open(std::string_view path, const InputOptions& options = {});

  // The same for bytes in memory, which are copied, as if they stood on standard input: their source is "-".
  [[nodiscard]] static Result<Reader> open_bytes(std::string_view bytes, const InputOptions& options = {});

  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;
  ~Reader();

  // The next records in order, at least one; nothing at the end.
  [[nodiscard]] std::optional<Batch> next();

  // What could not be read or hit a limit so far, up to the last batch: a read error, a limit, an mbox
  // without a From_ line. Of limits, read errors and the rest the first hundred each, then one that says how
  // many more there were. Complete once next() returned nothing. Error::message names the source. Valid until
  // the next call of next().
  [[nodiscard]] std::span<const Error> problems() const&;
  void problems() const&& = delete;

  // Files of a folder, and entries of a container, that were looked into and are no mail, nor need be.
  [[nodiscard]] std::uint64_t passed_over() const;

  // For a progress bar: bytes of the source (nothing for a pipe), and bytes of it given out so far.
  [[nodiscard]] std::optional<std::uint64_t> bytes_total() const;
  [[nodiscard]] std::uint64_t bytes_done() const;

 private:
  struct MIMEBASE_LOCAL State;
  explicit Reader(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace v0_2
}  // namespace mimebase
