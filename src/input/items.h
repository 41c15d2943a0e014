// A store of items, one after the other: the files of a folder, the entries of a container.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "input/store.h"

namespace mimebase::input {

// What is larger is not collected.
inline constexpr std::size_t kSmall = std::size_t{256} << 10;

// Small messages in one batch: their bytes stand in one block of memory, one behind the other.
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

class Items : public Store {
 public:
  [[nodiscard]] std::optional<Batch> next() final;

 protected:
  explicit Items(Context& context) : Store(context), small_(context.options.batch_bytes) {}

  // Goes on by one item: takes it with take(), or passes it over. False at the end.
  virtual bool step() = 0;

  // Where the bytes of an item of at most kSmall bytes are read to; null without memory.
  [[nodiscard]] char* room() { return small_.room(); }
  // Takes an item: its first `size` bytes in the room() are all it has, or all that could be read.
  void take(Item item, std::size_t size, bool is_whole);
  // Takes an item of any size.
  void take(Item item, std::unique_ptr<ByteSource> bytes);
  [[nodiscard]] const Store* inner() const { return inner_.get(); }
  // True if any item was mail, or is said to be none.
  [[nodiscard]] bool took_any() const { return took_any_; }

 private:
  BatchBuilder small_;
  std::unique_ptr<Store> inner_;  // the item that is being read
  bool took_any_ = false;
};

}  // namespace mimebase::input
