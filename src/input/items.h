// A store of consecutive items: the files of a folder or the entries of a container.
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

// Larger items become stores of their own.
inline constexpr std::size_t kSmall = std::size_t{256} << 10;

// Small messages are returned in batches; the bytes of a batch are consecutive in one block of memory.
class Items : public Store {
 public:
  [[nodiscard]] std::optional<Batch> next() final;
  [[nodiscard]] bool is_amid_file() const final { return inner_ != nullptr; }

 protected:
  explicit Items(Context& context);

  // Advances by one item: takes it with take(), or skips it. Returns false at the end.
  virtual bool step() = 0;

  // Returns the buffer for an item of at most kSmall bytes, or null if there is no memory.
  [[nodiscard]] char* room();
  // Takes the item whose first `size` bytes are in room(). Without `is_whole`, the rest could not be
  // read.
  void take(Item item, std::size_t size, bool is_whole);
  // Takes an item of any size.
  void take(Item item, std::unique_ptr<ByteSource> bytes);
  [[nodiscard]] const Store* inner() const { return inner_.get(); }
  // True if any item was mail, or should have been and was reported.
  [[nodiscard]] bool took_any() const { return took_any_; }

 private:
  struct Block {
    explicit Block(std::size_t size);
    std::unique_ptr<char[]> data;
    std::deque<std::string> texts;  // the names and types that records point to
  };

  [[nodiscard]] bool is_full() const;
  // Returns the small messages collected so far, if any.
  [[nodiscard]] std::optional<Batch> take_small();

  const std::size_t batch_bytes_;
  std::shared_ptr<Block> block_;
  std::size_t used_ = 0;          // bytes of the block
  std::vector<Record> records_;   // records pointing into the block
  std::unique_ptr<Store> inner_;  // the item being read
  bool took_any_ = false;
};

}  // namespace mimebase::input
