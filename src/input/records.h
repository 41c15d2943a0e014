// The records of one source: where each begins and ends, and batches of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "input/byte_source.h"
#include "input/content_length.h"
#include "input/from_line.h"
#include "input/recognize.h"
#include "mimebase/input.h"

namespace mimebase::input {

// What stays the same while a source is read.
struct Plan {
  std::string_view name;  // of the source; lives as long as any batch
  std::string called;     // what messages call it
  InputOptions options;
  Beginning beginning;
};

// What one reading of a source goes on with.
struct Reading {
  ByteSource& bytes;
  std::vector<Error>& problems;
};

// A kind of source: gives batches of records, at least one in each, then nothing.
class Records {
 public:
  explicit Records(Plan plan) : plan_(std::move(plan)) {}
  virtual ~Records() = default;
  Records(const Records&) = delete;
  Records& operator=(const Records&) = delete;
  [[nodiscard]] virtual std::optional<Batch> next(Reading reading) = 0;

 protected:
  // Cuts what is longer than the limit.
  void limit(Record& record) const;

  const Plan plan_;
};

// A source that is one message.
class OneMessage final : public Records {
 public:
  using Records::Records;
  [[nodiscard]] std::optional<Batch> next(Reading reading) override;

 private:
  void fill(Reading reading) const;
  [[nodiscard]] std::size_t end_of_message(std::string_view bytes, Reading reading) const;

  bool given_ = false;
};

// A source that is an mbox. All positions are in the bytes that its ByteSource holds.
class Mbox final : public Records {
 public:
  explicit Mbox(Plan plan) : Records(std::move(plan)), number_(plan_.options.first_message) {}
  [[nodiscard]] std::optional<Batch> next(Reading reading) override;

 private:
  void begin(Reading reading);
  void be_incomplete(Reading reading, Record& record) const;
  void hold_range(Reading reading, std::uint64_t back) const;
  [[nodiscard]] bool go_to_range(Reading reading);
  [[nodiscard]] FromSearch search(const ByteSource& bytes);
  void start_record(const FromSearch& line);
  void add_record(Reading reading, std::size_t end, std::vector<Record>& records);
  [[nodiscard]] bool is_past_limit() const;
  void read_more(Reading reading);
  void read_past(ByteSource& bytes);
  void drop(ByteSource& bytes, std::size_t size);
  // Of the record that has begun.
  [[nodiscard]] bool is_before_range(const ByteSource& bytes) const;
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
