// Reads the rows of whole archives on demand. read_links() returns the links as a range:
//
//   mimebase::LinkRows rows = mimebase::read_links({"archive.mbox"});
//   for (const mimebase::LinkRow& row : rows) std::cout << row.resolved.value_or(row.reference) << '\n';
//   for (const mimebase::Error& problem : rows.problems()) std::cerr << problem.message << '\n';
//
// RowReader returns links, entities, diagnostics and comparisons in batches.
//
// Isolation: by default, isolated processes read the mail, as in the command line. The library does not
// fork() the calling process. It uses posix_spawn() to start a helper program, which is installed with the
// library. Therefore the caller may have threads, signal handlers and other children. The caller must not
// call wait(), or waitpid() with -1, and must not ignore SIGCHLD. Otherwise the exit status of the helper is
// lost. The processes end with the RowReader or LinkRows, and with the calling process.
//
// fork(): if the calling process forks, the new process must not continue to read. In the new process,
// RowReader::next() fails with kUsage, and destroying a RowReader ends no process.
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

#include "mimebase/api.h"
#include "mimebase/diagnostics.h"
#include "mimebase/input.h"
#include "mimebase/model.h"
#include "mimebase/options.h"
#include "mimebase/range.h"
#include "mimebase/result.h"
#include "mimebase/run.h"

namespace mimebase {
inline namespace v0_2 {

// A Link (model.h) that owns its text, with that of its message and base. Text is UTF-8, except for
// MessageInfo::source, which has the bytes that the file system or the caller uses.
struct LinkRow : Link {
  // Copies `link` and all text that its views point to. A link without message gets an empty one.
  [[nodiscard]] MIMEBASE_API static LinkRow of(const Link& link);

  std::shared_ptr<const void> memory;  // owns the text; copies of a row share it
};

// Options of RowReader and read_links().
struct ReadOptions {
  AnalyzeOptions analyze = {};  // `analyze.limits` also bounds reading
  InputOptions input = {};
  // Whether isolated processes read the mail (run.h), or the calling thread, one message at a time.
  Isolation isolation = Isolation::kAuto;
  unsigned workers = 1;               // number of isolated processes that analyse messages in parallel
  MessageFilter messages = {};        // selects the messages that have rows
  LinkFilter filter = {};             // selects the rows that are links
  DiagnosticFilter diagnostics = {};  // selects the rows that are diagnostics
};

// The kind of rows that a RowReader returns.
enum class RowKind {
  kLinks,
  kUniqueLinks,  // the first link per resolved URL, with a count; returned after all input is read
  kEntities,
  kDiagnostics,
  // The first diagnostic per code and severity, with a count, as with CheckOptions::summary. Returned after
  // all input is read.
  kSummary,
  kComparisons,  // references for which the readers in AnalyzeOptions::compared open different targets
};

// One input. If `bytes` is set, these bytes are read like those of Reader::open_bytes(). Otherwise `path` is
// read like that of Reader::open().
struct RowInput {
  std::string path;
  std::optional<std::string> bytes;
};

// Some rows, in input order. `memory` owns the rows: the spans and all text in the rows are valid as long as
// `memory` or a copy of it exists. Text is UTF-8, except for MessageInfo::source, which has the bytes that
// the file system or the caller uses.
struct RowBatch {
  std::span<const Link> links;              // kLinks, kUniqueLinks
  std::span<const Entity> entities;         // kEntities
  std::span<const Diagnostic> diagnostics;  // kDiagnostics, kSummary
  std::span<const Comparison> comparisons;  // kComparisons
  std::span<const std::uint64_t> counts;    // kUniqueLinks, kSummary: one count per row
  // `problems`, `notes` and `messages` describe what happened since the previous batch.
  std::vector<Error> problems;  // as LinkRows::problems(): content not read, limits that were hit
  // Remarks that are not problems of the input, such as isolation that this system does not support. They are
  // the sentences that RunOptions::on_note receives.
  std::vector<std::string> notes;
  std::uint64_t messages = 0;          // messages read
  std::uint64_t skipped_files = 0;     // sum of Reader::skipped_files() of all inputs; set at the end
  std::uint64_t skipped_revisits = 0;  // the same for Reader::skipped_revisits()
  std::shared_ptr<const void> memory;
};

// Reads inputs in order and returns their rows in batches. Only one thread at a time may use a RowReader.
// The memory used does not grow with the size of the input, because the isolated processes wait until the
// caller takes their rows.
class MIMEBASE_API RowReader {
 public:
  // Opens no input and starts no process. The first call of next() does this.
  RowReader(RowKind kind, std::vector<RowInput> inputs, ReadOptions options = {});
  RowReader(RowReader&&) noexcept;
  RowReader& operator=(RowReader&&) noexcept;
  // Ends all processes that this reader started.
  ~RowReader();

  // Returns the next batch, and nullopt at the end. A batch may have no rows; it is empty if nothing happens
  // within `most`. Without isolation, the call can take longer than `most`, because it completes the current
  // message. Fails with kUsage if check_options() refuses the options, if fewer than two readers are to be
  // compared, or if a range is given for a single message. Fails with kUnwritable if isolation is required
  // and the system refuses it, and with kReadError if the helper program cannot be started or ends
  // unexpectedly. After an error, every call fails. Throws only std::bad_alloc.
  [[nodiscard]] Result<std::optional<RowBatch>> next(
      std::chrono::milliseconds most = std::chrono::hours(1'000'000));

 private:
  struct MIMEBASE_LOCAL State;
  std::unique_ptr<State> state_;
};

// The links of some inputs, as a single-pass input range. LinkRows keeps the rows of one batch in memory at a
// time.
// Without isolation, a batch has the rows of one message, which Limits::row_bytes and Limits::references
// limit. Only one thread at a time may use it.
class MIMEBASE_API LinkRows {
 public:
  // An input iterator. The iterator refers to its LinkRows object, which must outlive it and must not be
  // moved while it is in use.
  class MIMEBASE_API Iterator {
   public:
    using iterator_concept = std::input_iterator_tag;
    using iterator_category = std::input_iterator_tag;
    using value_type = LinkRow;
    using difference_type = std::ptrdiff_t;
    using pointer = const LinkRow*;
    using reference = const LinkRow&;

    Iterator() = default;
    // Returns the current row, valid until the iterator is incremented. To keep a row, copy it.
    [[nodiscard]] const LinkRow& operator*() const;
    [[nodiscard]] const LinkRow* operator->() const { return &**this; }
    // Advances to the next row, and reads more messages if needed. Throws only std::bad_alloc.
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

  // Returns an iterator at the current row, initially the first. If a loop ends early, the next loop
  // continues at the row where it stopped.
  [[nodiscard]] Iterator begin() &;
  void begin() && = delete;
  [[nodiscard]] std::default_sentinel_t end() const { return {}; }

  // Returns the problems found so far, in input order: content that could not be read, and limits that were
  // hit. The list is complete at the end of all inputs. Error::source is the name of the input or of a source
  // in it. Error::message is one sentence that names the source and the message. Valid until the next call of
  // begin() or "++".
  [[nodiscard]] std::span<const Error> problems() const&;
  void problems() const&& = delete;
  // Returns the number of files and container entries that were skipped so far because they are not mail. The
  // number is complete at the end of all inputs.
  [[nodiscard]] std::uint64_t skipped_files() const;
  // Returns the number of WARC records that were skipped so far because they only refer to a record
  // elsewhere.
  [[nodiscard]] std::uint64_t skipped_revisits() const;

 private:
  friend MIMEBASE_API LinkRows read_links(std::vector<std::string> inputs, ReadOptions options);
  struct MIMEBASE_LOCAL State;
  explicit LinkRows(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// Returns the links of all messages of `inputs`, in order. An input is a file or folder for Reader::open(),
// or "-" for standard input. If an input cannot be read, problems() lists the error, and reading continues
// with the next input. If check_options() refuses the options, nothing is read, and problems() lists only its
// error. Internally, a RowReader reads the inputs. If its function next() fails, problems() lists that error
// last. The loop `for (const LinkRow& row : read_links(inputs))` is safe: the temporary lives as long as the
// loop.
[[nodiscard]] MIMEBASE_API LinkRows read_links(std::vector<std::string> inputs, ReadOptions options = {});

}  // namespace v0_2
}  // namespace mimebase
