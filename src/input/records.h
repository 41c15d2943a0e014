// Stores of a single source, a message or an mbox: split into records and grouped into batches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "input/from_line.h"
#include "input/store.h"

namespace mimebase::input {

// The common base of OneMessage and Mbox.
class OneSource : public Store {
 public:
  OneSource(Context& context, Item item, const Beginning& beginning, std::unique_ptr<ByteSource> bytes);

  [[nodiscard]] std::uint64_t done() const override;
  [[nodiscard]] bool is_slow() const override { return meter_ != nullptr; }

 protected:
  // Truncates a record that exceeds the limit.
  void limit(Record& record) const;
  // Makes a batch of records that point into the bytes held.
  [[nodiscard]] Batch batch_of(std::vector<Record> records) const;

  const Options& options_;
  // What is read, unless it is all. In a container, a range is that of the file.
  const std::optional<Range> range_;
  const Beginning beginning_;
  const std::shared_ptr<const std::string> name_;           // of the source; kept alive by every batch
  const std::shared_ptr<const std::string> content_type_;   // of a document; the same
  const std::shared_ptr<const std::string> retrieval_url_;  // likewise
  const std::unique_ptr<ByteSource> bytes_;

 private:
  const std::shared_ptr<const Meter> meter_;
};

// A source that is one message.
class OneMessage final : public OneSource {
 public:
  using OneSource::OneSource;
  [[nodiscard]] std::optional<Batch> next() override;

 private:
  void fill();
  [[nodiscard]] std::size_t end_of_message(std::string_view bytes);

  bool given_ = false;
};

// The position of an Mbox between two batches, as plain data. Another Mbox of the same bytes, even in
// another process, can continue from it.
struct MboxPlace {
  std::uint64_t offset = 0;  // of the next record's From_ line, or of the place to search for one
  std::uint64_t number = 1;  // of that record
  std::uint64_t failed_at = ByteSource::kNever;
  std::uint32_t line = 0;  // length of the From_ line, or 0 inside the rest of a truncated record
  bool begun = false;
  bool finished = false;
};

// A source that is an mbox. All positions are offsets in the bytes that its ByteSource holds.
class Mbox final : public OneSource {
 public:
  Mbox(Context& context, Item item, const Beginning& beginning, std::unique_ptr<ByteSource> bytes)
      : OneSource(context, std::move(item), beginning, std::move(bytes)), number_(options_.first_message) {}
  [[nodiscard]] std::optional<Batch> next() override;
  [[nodiscard]] const Beginning* plain_mbox() const override;

  // The current position: before the first next(), or after any later one.
  [[nodiscard]] MboxPlace place() const;
  // Moves to a position of another Mbox with the same options, beginning and bytes; the source must have
  // random access. The same records and problems follow as there. The end of the next batch depends only
  // on the position and the chunk sizes, so a repeated go_to() yields the same batch.
  void go_to(const MboxPlace& place);

 private:
  void begin();
  [[nodiscard]] std::string_view lines();
  [[nodiscard]] bool hold(std::size_t size);
  void be_incomplete(Record& record);
  void hold_range(std::uint64_t back);
  [[nodiscard]] bool go_to_range();
  [[nodiscard]] FromSearch search();
  [[nodiscard]] bool check_claimed_end();
  void start_record(const FromSearch& line);
  void add_record(std::size_t end, std::vector<Record>& records);
  [[nodiscard]] bool is_past_limit() const;
  void read_more();
  void read_past();
  void drop(std::size_t size);
  // These refer to the record that has started.
  [[nodiscard]] bool is_before_range() const;
  [[nodiscard]] bool is_past_range(std::uint64_t offset) const;

  bool begun_ = false;
  bool finished_ = false;
  bool between_ = true;         // before the first record, or in the rest of a truncated one
  std::size_t start_ = 0;       // start of the record: its From_ line, except for the first record
  std::size_t line_ = 0;        // start of its From_ line
  std::size_t body_ = kNoBody;  // start of its `bytes`
  std::size_t searched_ = 1;    // no From_ line between body_ and here splits the source
  ClaimedEnd claimed_end_;
  // A copy of the bytes held with LF at the end of each line, if the mbox has CR there.
  std::string lines_;
  std::uint64_t lines_start_ = 0;  // its offset in the source
  std::uint64_t number_;
  bool found_any_ = false;
};

}  // namespace mimebase::input
