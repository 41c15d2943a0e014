// A source that is a WARC file (ISO 28500:2017): split into records, of which those with content are
// messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "input/records.h"
#include "model/warc_header.h"

namespace mimebase::input {

// Splits by Content-Length alone: a block that contains another WARC file is not split. After damage,
// continues at the next line that begins a record, and in a gzip file at the next member. Holds the bytes of
// messages only.
class Warc final : public OneSource {
 public:
  Warc(Context& context, Item item, const Beginning& beginning, std::unique_ptr<ByteSource> bytes)
      : OneSource(context, std::move(item), beginning, std::move(bytes)), number_(options_.first_message) {
    bytes_->continue_after_damage();
  }
  [[nodiscard]] std::optional<Batch> next() override;

 private:
  // What the position is in.
  enum class Place {
    kBetween,  // before a record or the line endings that precede it
    kSkipped,  // a record that is not returned, or the rest of a truncated one
    kDamage,   // bytes that belong to no record, up to the next one
    kRange,    // bytes before the first record of a range
  };

  void begin();
  void go_to_range();
  // Moves on by one record, or as far as possible in what is skipped. Returns false if more bytes are needed.
  [[nodiscard]] bool step(std::vector<Record>& records);
  [[nodiscard]] bool begin_record(std::vector<Record>& records);
  [[nodiscard]] bool add_record(const WarcHeader& header, std::vector<Record>& records);
  [[nodiscard]] bool skip_record();
  [[nodiscard]] bool find_record();
  [[nodiscard]] bool is_acceptable(const WarcHeader& header) const;
  void pass(std::size_t size);
  void end_damage();
  void be_damaged(const std::string& what);
  void be_cut(std::uint64_t got);
  void note(const std::string& what);
  // The bytes from the position on, up to missing ones, where the records before them end.
  [[nodiscard]] std::string_view rest() const {
    const std::uint64_t gap = bytes_->gap_after(offset());
    return bytes_->held().substr(at_, gap - offset());
  }
  // True if no bytes follow rest() without a gap.
  [[nodiscard]] bool at_end() const {
    return bytes_->at_end() || bytes_->gap_after(offset()) != ByteSource::kNever;
  }
  // True if the end of rest() is not the end of the source, as a read error or damage has cut it off.
  [[nodiscard]] bool has_lost_bytes() const {
    return bytes_->has_failed() || bytes_->gap_after(offset()) != ByteSource::kNever;
  }
  [[nodiscard]] std::uint64_t offset() const { return bytes_->offset() + at_; }
  [[nodiscard]] bool is_past_range() const { return range_ && offset() >= range_->end; }

  bool begun_ = false;
  bool finished_ = false;
  Place place_ = Place::kBetween;
  std::size_t at_ = 0;        // the position in the bytes held; 0 before the first record of a batch
  std::uint64_t start_ = 0;   // offset of the current record, or of the damage
  std::uint64_t size_ = 0;    // of the current record
  std::uint64_t left_ = 0;    // bytes of it that are skipped from here on
  bool is_reported_ = false;  // the damage was reported when it began
  std::uint64_t number_;
  bool found_any_ = false;
};

}  // namespace mimebase::input
