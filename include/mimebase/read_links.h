// The links of whole archives, one after another, for a loop:
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

// A Link (model.h) with its message and its base: a copy that owns all of its text. The members have the
// names of the keys of JSON Lines. Text is UTF-8, but for `source`, which is as the system has it.
struct LinkRow {
  // A copy of what the views of `link` show.
  [[nodiscard]] MIMEBASE_API static LinkRow of(const Link& link);

  std::string source;
  std::uint64_t message = 0;  // 1, 2, ... within the source
  std::uint64_t offset = 0;   // bytes: where its record starts in the decompressed source
  std::optional<std::string> message_id, date, from, subject;
  std::string part;
  std::optional<std::string> content_type, in_message_id;
  std::string context;
  std::optional<std::string> hidden;
  Range span;  // bytes, as Link::span
  std::optional<std::string> text;
  std::string reference;
  std::optional<std::string> resolved;
  LinkStatus status = LinkStatus::kUnresolved;
  std::optional<std::string> target_part;
  std::string base;  // empty: nothing defines one (RFC 1808 section 3.4)
  BaseSection base_section = BaseSection::kDefault;
  BaseBy base_by = BaseBy::kNone;
  std::optional<std::string> base_part;
  std::optional<std::string> host;
};

// `analyze.limits` bound what a message may cost, `input.limits` what reading may.
struct ReadOptions {
  AnalyzeOptions analyze;
  InputOptions input;
};

// The rows of some inputs: an input range, which can be gone through once. It holds the rows of one message
// at a time, which Limits::row_bytes and Limits::references bound. One thread at a time may use it.
class MIMEBASE_API LinkRows {
 public:
  // An input iterator. It points into the LinkRows, which must outlive it and must not be moved meanwhile.
  class MIMEBASE_API Iterator {
   public:
    using iterator_concept = std::input_iterator_tag;
    using iterator_category = std::input_iterator_tag;
    using value_type = LinkRow;
    using difference_type = std::ptrdiff_t;
    using pointer = const LinkRow*;
    using reference = const LinkRow&;

    Iterator() = default;
    // The row is valid until the iterator is incremented. It may be moved from a copy: `LinkRow mine = *it;`
    [[nodiscard]] const LinkRow& operator*() const;
    [[nodiscard]] const LinkRow* operator->() const { return &**this; }
    // Reads on. Throws std::bad_alloc alone.
    Iterator& operator++();
    void operator++(int) { ++*this; }
    // True at the end of all inputs.
    [[nodiscard]] bool operator==(std::default_sentinel_t end) const;

   private:
    friend class LinkRows;
    explicit Iterator(LinkRows& rows) : rows_(&rows) {}
    LinkRows* rows_ = nullptr;
  };

  LinkRows(LinkRows&&) noexcept;
  LinkRows& operator=(LinkRows&&) noexcept;
  ~LinkRows();

  // The row at hand: at first, the first one. A loop that was left goes on where it was.
  [[nodiscard]] Iterator begin() &;
  void begin() && = delete;
  [[nodiscard]] std::default_sentinel_t end() const { return {}; }

  // What could not be read or hit a limit so far, in the order of the input; complete at the end.
  // Error::source is the input or the source, Error::message one sentence that names it and the message.
  // Valid until the next call of begin() or "++".
  [[nodiscard]] std::span<const Error> problems() const&;
  void problems() const&& = delete;
  // Files and entries of containers so far that are no mail, nor need be.
  [[nodiscard]] std::uint64_t passed_over() const;

 private:
  friend MIMEBASE_API LinkRows read_links(std::vector<std::string> inputs, ReadOptions options);
  struct MIMEBASE_LOCAL State;
  explicit LinkRows(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// The links of all messages of `inputs`: files and folders as Reader::open() takes them, "-" for standard
// input, in this order. An input that cannot be read is a problem, and the next one is read. If
// check_options() refuses the options, nothing is read, and its error is the only problem. The temporary of
// `for (const LinkRow& row : read_links(inputs))` lives as long as the loop.
[[nodiscard]] MIMEBASE_API LinkRows read_links(std::vector<std::string> inputs, ReadOptions options = {});

}  // namespace v0_2
}  // namespace mimebase
