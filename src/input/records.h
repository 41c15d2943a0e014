// Stores that are one source: a message, or an mbox. Where each record begins and ends, and batches of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "input/from_line.h"
#include "input/store.h"

namespace mimebase::input {

class OneSource : public Store {
 public:
  OneSource(Context& context, Item item, const Beginning& beginning, std::unique_ptr<ByteSource> bytes);

  [[nodiscard]] std::uint64_t done() const override;
  [[nodiscard]] bool is_slow() const override { return meter_ != nullptr; }

 protected:
  // Cuts what is longer than the limit.
  void limit(Record& record) const;
  // Of records that look into what is held.
  [[nodiscard]] Batch batch_of(std::vector<Record> records) const;

  const InputOptions& options_;
  const Beginning beginning_;
  const std::shared_ptr<const std::string> name_;  // of the source; lives as long as any batch
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

// Where an Mbox stands between two batches, all plain data: another one of the same bytes, in another process
// too, can go there and read on.
struct MboxPlace {
  std::uint64_t offset = 0;  // of the record that is next: its From_ line; or where to look for one
  std::uint64_t number = 1;  // of that record
  std::uint64_t failed_at = ByteSource::kNever;
  std::uint32_t line = 0;  // length of the From_ line, or 0: what stands there is left of a truncated record
  bool begun = false;
  bool finished = false;
};

// A source that is an mbox. All positions are in the bytes that its ByteSource holds.
class Mbox final : public OneSource {
 public:
  Mbox(Context& context, Item item, const Beginning& beginning, std::unique_ptr<ByteSource> bytes)
      : OneSource(context, std::move(item), beginning, std::move(bytes)), number_(options_.first_message) {}
  [[nodiscard]] std::optional<Batch> next() override;
  [[nodiscard]] const Beginning* plain_mbox() const override;

  // Where it stands: before the first next(), or behind any.
  [[nodiscard]] MboxPlace place() const;
  // Goes to the place of another Mbox that has the same options, beginning and bytes, these with random
  // access. The records that follow are those that would follow there, and what is wrong with them is told
  // alike; where the next batch ends depends on the place and the sizes of chunks alone: who goes there once
  // more is given the same.
  void go_to(const MboxPlace& place);

 private:
  void begin();
  [[nodiscard]] bool hold(std::size_t size);
  void be_incomplete(Record& record);
  void hold_range(std::uint64_t back);
  [[nodiscard]] bool go_to_range();
  [[nodiscard]] FromSearch search();
  void start_record(const FromSearch& line);
  void add_record(std::size_t end, std::vector<Record>& records);
  [[nodiscard]] bool is_past_limit() const;
  void read_more();
  void read_past();
  void drop(std::size_t size);
  // Of the record that has begun.
  [[nodiscard]] bool is_before_range() const;
  [[nodiscard]] bool is_past_range(std::uint64_t offset) const;

  bool begun_ = false;
  bool finished_ = false;
  bool between_ = true;         // before the first record, or in what is left of a truncated one
  std::size_t start_ = 0;       // of the record, which is its From_ line but for the first
  std::size_t line_ = 0;        // of its From_ line
  std::size_t body_ = kNoBody;  // of its `bytes`
  std::size_t searched_ = 1;    // no From_ line parts the source between body_ and here
  ClaimedEnd claimed_end_;
  std::uint64_t number_;
  bool found_any_ = false;
};

}  // namespace mimebase::input
