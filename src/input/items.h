// A store of items, one after the other: the files of a folder, the entries of a container.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "input/batch_builder.h"
#include "input/store.h"

namespace mimebase::input {

class Items : public Store {
 public:
  [[nodiscard]] std::optional<Batch> next() final;

 protected:
  explicit Items(Context& context) : context_(context), small_(context.options.batch_bytes) {}

  // Goes on by one item: takes it with take(), or passes it over. False at the end.
  virtual bool step() = 0;

  // Where the bytes of an item of at most kSmall bytes are read to; null without memory.
  [[nodiscard]] char* room() { return small_.room(); }
  // Takes an item: its first `size` bytes in the room() are all it has, or all that could be read.
  void take(Item item, std::size_t size, bool is_whole = true);
  // Takes an item of any size.
  void take(Item item, std::unique_ptr<ByteSource> bytes);
  void note(std::string_view source, const std::string& reason) {
    context_.problems.push_back(unreadable(context_.called(source), reason));
  }
  [[nodiscard]] const Store* inner() const { return inner_.get(); }
  // True if any item was mail, or is said to be none.
  [[nodiscard]] bool took_any() const { return took_any_; }

  Context& context_;

 private:
  BatchBuilder small_;
  std::unique_ptr<Store> inner_;  // the item that is being read
  bool took_any_ = false;
};

}  // namespace mimebase::input
