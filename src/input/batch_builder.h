// Many small messages in one batch: their bytes stand in one block of memory, one behind the other.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/input.h"

namespace mimebase::input {

// What is larger is not collected.
inline constexpr std::size_t kSmall = std::size_t{256} << 10;

class BatchBuilder {
 public:
  // A batch is full with so many bytes, or kMostRecords.
  explicit BatchBuilder(std::size_t batch_bytes);

  // Room for kSmall bytes, unless is_full(). The block is what to share them by. Null without memory.
  [[nodiscard]] char* room();
  [[nodiscard]] std::shared_ptr<const void> block() const { return block_; }
  // Takes the first `size` bytes of the room, which is another one then.
  std::string_view take_room(std::size_t size);
  // A name that lives as long as the block.
  std::string_view keep_name(std::string name);

  // A record whose views look into the block.
  void add(const Record& record) { records_.push_back(record); }

  [[nodiscard]] bool is_full() const;
  [[nodiscard]] bool is_empty() const { return records_.empty(); }
  // All that was added, if anything was.
  [[nodiscard]] std::optional<Batch> take();

 private:
  struct Block {
    explicit Block(std::size_t size);
    std::unique_ptr<char[]> data;
    std::deque<std::string> names;
  };

  std::size_t batch_bytes_;
  std::shared_ptr<Block> block_;
  std::size_t used_ = 0;
  std::vector<Record> records_;
};

}  // namespace mimebase::input
