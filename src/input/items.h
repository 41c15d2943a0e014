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

// What is larger is a store of its own.
inline constexpr std::size_t kSmall = std::size_t{256} << 10;

// Small messages come in one batch: their bytes stand in one block of memory, one behind the other.
class Items : public Store {
 public:
  [[nodiscard]] std::optional<Batch> next() final;
  [[nodiscard]] bool is_amid_file() const final { return inner_ != nullptr; }

 protected:
  explicit Items(Context& context);

  // Goes on by one item: takes it with take(), or passes it over. False at the end.
  virtual bool step() = 0;

  // Where the bytes of an item of at most kSmall bytes are read to; null without memory.
  [[nodiscard]] char* room();
  // Takes an item: its first `size` bytes in the room() are all it has, or all that could be read.
  void take(Item item, std::size_t size, bool is_whole);
  // Takes an item of any size.
  void take(Item item, std::unique_ptr<ByteSource> bytes);
  [[nodiscard]] const Store* inner() const { return inner_.get(); }
  // True if any item was mail, or is said to be none.
  [[nodiscard]] bool took_any() const { return took_any_; }

 private:
  struct Block {
    explicit Block(std::size_t size);
    std::unique_ptr<char[]> data;
    std::deque<std::string> names;  // that records have
  };

  [[nodiscard]] bool is_full() const;
  // The small messages, if there are any.
  [[nodiscard]] std::optional<Batch> take_small();

  const std::size_t batch_bytes_;
  std::shared_ptr<Block> block_;
  std::size_t used_ = 0;          // of the block
  std::vector<Record> records_;   // that look into the block
  std::unique_ptr<Store> inner_;  // the item that is being read
  bool took_any_ = false;
};

}  // namespace mimebase::input
