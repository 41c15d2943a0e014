// The rows of whole archives, pulled by their user. The links, for a loop:
//
//   mimebase::LinkRows rows = mimebase::read_links({"archive.mbox"});
//   for (const mimebase::LinkRow& row : rows) std::cout << row.resolved.value_or(row.reference) << '\n';
//   for (const mimebase::Error& problem : rows.problems()) std::cerr << problem.message << '\n';
//
// RowReader gives links, entities and diagnostics in batches.
//
// Isolation: by default mail is read by isolated processes, as the command line and run_*() (run.h) read it.
// They are not made with fork(), but started from a program of its own that is installed with the library
// (posix_spawn). Therefore the calling program may have threads, signal handlers and other children. It must
// not wait for all of its children at once (wait(), or waitpid() of -1), and it must not ignore SIGCHLD:
// then the way in which a process ended is unknown. The processes end with the RowReader or LinkRows, and
// with the calling process.
//
// fork(): a copy of the calling process must not read on. In it RowReader::next() fails with kUsage, and a
// RowReader that is destroyed ends no process.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mimebase/analyze.h"
#include "mimebase/api.h"
#include "mimebase/diagnostics.h"
#include "mimebase/input.h"
#include "mimebase/model.h"
#include "mimebase/range.h"
#include "mimebase/result.h"
#include "mimebase/run.h"

namespace mimebase {
inline namespace v0_2 {

// A Link (model.h) with its message and base, as a copy that owns all its text. The members are named like
// the keys of JSON Lines. Text is UTF-8, except for `source`, which has the bytes that the system uses.
struct LinkRow {
  // Copies `link` and everything that its views point to.
  [[nodiscard]] MIMEBASE_API static LinkRow of(const Link& link);

  std::string source;
  std::uint64_t message = 0;  // 1, 2, ... within the source
  std::uint64_t offset = 0;   // start of its record, in bytes of the decompressed source
  std::optional<std::string> message_id, date, from, subject;
  std::string part;
  std::optional<std::string> content_type, in_message_id;
  std::string context;
  std::optional<std::string> hidden;
  Range span;  // in bytes, as Link::span
  std::optional<std::string> text;
  std::string reference;
  std::optional<std::string> resolved;
  LinkStatus status = LinkStatus::kUnresolved;
  std::optional<std::string> target_part;
  std::string base;  // empty if no base is defined (RFC 1808 section 3.4)
  BaseSection base_section = BaseSection::kDefault;
  BaseBy base_by = BaseBy::kNone;
  std::optional<std::string> base_part;
  std::optional<std::string> host;
};

// `analyze.limits` apply to messages, `input.limits` to reading.
struct ReadOptions {
  AnalyzeOptions analyze;
  InputOptions input;
  // True: isolated processes read. False: the calling thread reads one message after another.
  bool isolated = true;
  unsigned workers = 1;          // isolated processes that analyse messages at once
  LinkFilter filter;             // of links
  DiagnosticFilter diagnostics;  // of diagnostics
};

enum class RowKind {
  kLinks,
  kUniqueLinks,  // the first link of each resolved URL, with a count; they come when all has been read
  kEntities,
  kDiagnostics,
  kSummary,  // the first diagnostic of each code and severity (RunOptions::summary), with a count; likewise
};

// A path as Reader::open() takes it, or bytes as Reader::open_bytes() takes them.
struct RowInput {
  std::string path;
  std::optional<std::string> bytes;
};

// Some rows, in the order of the input. The spans, and all text in the rows, are valid as long as `memory` or
// a copy of it exists. Text is UTF-8, but for MessageInfo::source, which is as the system has it.
struct RowBatch {
  std::span<const Link> links;              // kLinks, kUniqueLinks
  std::span<const Entity> entities;         // kEntities
  std::span<const Diagnostic> diagnostics;  // kDiagnostics, kSummary
  std::span<const std::uint64_t> counts;    // kUniqueLinks, kSummary: of each row
  // Since the batch before: what could not be read or hit a limit (LinkRows::problems()), what a system lacks
  // to isolate processes (RunOptions::on_note), and how many messages were read.
  std::vector<Error> problems;
  std::vector<std::string> notes;
  std::uint64_t messages = 0;
  std::uint64_t passed_over = 0;  // Reader::passed_over() of all inputs; at the end
  std::shared_ptr<const void> memory;
};

// Reads inputs one after another. One thread at a time may use it. Memory does not grow with the input:
// processes wait while nobody takes rows.
class MIMEBASE_API RowReader {
 public:
  // Nothing is opened, and no process started, before next() is called.
  RowReader(RowKind kind, std::vector<RowInput> inputs, ReadOptions options = {});
  RowReader(RowReader&&) noexcept;
  RowReader& operator=(RowReader&&) noexcept;
  // Ends all processes.
  ~RowReader();

  // The next batch, which may have no rows; nothing at the end, and nothing if no batch came within `most`.
  // Without isolation `most` is exceeded by the message at hand. Fails, for good, with kUsage if
  // check_options() refuses the options or an input has no range; with kReadError if processes cannot be
  // started, or one that is not isolated ends. Throws std::bad_alloc alone.
  [[nodiscard]] Result<std::optional<RowBatch>> next(
      std::chrono::milliseconds most = std::chrono::hours(1'000'000));
  // True once all batches were returned.
  [[nodiscard]] bool at_end() const;

 private:
  struct MIMEBASE_LOCAL State;
  std::unique_ptr<State> state_;
};

// The links of some inputs: an input range, which can be gone through once. It holds the rows of one batch at
// a time; without isolation those of one message, which Limits::row_bytes and Limits::references bound. One
// thread at a time may use it.
class MIMEBASE_API LinkRows {
 public:
  // An input iterator. It points into the LinkRows, which must outlive it and must not be moved while it is
  // in use.
  class MIMEBASE_API Iterator {
   public:
    using iterator_concept = std::input_iterator_tag;
    using iterator_category = std::input_iterator_tag;
    using value_type = LinkRow;
    using difference_type = std::ptrdiff_t;
    using pointer = const LinkRow*;
    using reference = const LinkRow&;

    Iterator() = default;
    // The current row, valid until the iterator is incremented. To keep a row, copy it: `LinkRow mine = *it;`
    [[nodiscard]] const LinkRow& operator*() const;
    [[nodiscard]] const LinkRow* operator->() const { return &**this; }
    // Moves to the next row, and reads further messages if needed. Throws only std::bad_alloc.
    Iterator& operator++();
    void operator++(int) { ++*this; }
    // Returns true at the end of all inputs.
    [[nodiscard]] bool operator==(std::default_sentinel_t end) const;

   private:
    friend class LinkRows;
    explicit Iterator(LinkRows& rows) : rows_(&rows) {}
    LinkRows* rows_ = nullptr;
  };

  LinkRows(LinkRows&&) noexcept;
  LinkRows& operator=(LinkRows&&) noexcept;
  ~LinkRows();

  // An iterator at the current row, initially the first. After a loop was left early, the next one continues
  // there.
  [[nodiscard]] Iterator begin() &;
  void begin() && = delete;
  [[nodiscard]] std::default_sentinel_t end() const { return {}; }

  // Content that could not be read, and limits that were hit so far, in input order; complete at the end.
  // Error::source is the input or the source. Error::message is one sentence that names the source and the
  // message. Valid until the next call of begin() or "++".
  [[nodiscard]] std::span<const Error> problems() const&;
  void problems() const&& = delete;
  // The number of files and container entries so far that were skipped because they are not mail.
  [[nodiscard]] std::uint64_t passed_over() const;

 private:
  friend MIMEBASE_API LinkRows read_links(std::vector<std::string> inputs, ReadOptions options);
  struct MIMEBASE_LOCAL State;
  explicit LinkRows(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// The links of all messages of `inputs`: files and folders as Reader::open() takes them, "-" for standard
// input, in this order. An input that cannot be read is a problem, and the next one is read. If
// check_options() refuses the options, nothing is read, and its error is the only problem; if
// RowReader::next() fails, its error is the last one. The temporary of `for (const LinkRow& row :
// read_links(inputs))` lives as long as the loop.
[[nodiscard]] MIMEBASE_API LinkRows read_links(std::vector<std::string> inputs, ReadOptions options = {});

}  // namespace v0_2
}  // namespace mimebase
