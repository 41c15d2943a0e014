// Reads the links of whole archives one after another, in a loop:
//
//   mimebase::LinkRows rows = mimebase::read_links({"archive.mbox"});
//   for (const mimebase::LinkRow& row : rows) std::cout << row.resolved.value_or(row.reference) << '\n';
//   for (const mimebase::Error& problem : rows.problems()) std::cerr << problem.message << '\n';
//
// Messages are read in the calling process, one at a time and only as far as the loop goes. run_links()
// (run.h) reads them in several isolated processes, and writes the rows.
#pragma once

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
#include "mimebase/input.h"
#include "mimebase/model.h"
#include "mimebase/range.h"
#include "mimebase/result.h"

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
};

// The rows of some inputs, as an input range that can be iterated once. It keeps the rows of one message in
// memory, up to Limits::row_bytes and Limits::references. Use it from one thread at a time.
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

// Reads the links of all messages of `inputs`, in this order: files and folders as Reader::open() accepts
// them, and "-" for standard input. An input that cannot be read is reported as a problem, and reading
// continues with the next one. If check_options() refuses the options, nothing is read, and its error is the
// only problem. In `for (const LinkRow& row : read_links(inputs))` the temporary lives as long as the loop.
[[nodiscard]] MIMEBASE_API LinkRows read_links(std::vector<std::string> inputs, ReadOptions options = {});

}  // namespace v0_2
}  // namespace mimebase
