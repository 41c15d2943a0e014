// Stores: everything that gives records. A file that is a message or an mbox, a folder, a container; one
// inside another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "input/byte_source.h"
#include "input/role.h"
#include "input/stop.h"
#include "mimebase/input.h"
#include "mimebase/result.h"

namespace mimebase::input {

// What all stores of one reader share. One thread at a time uses it, but for `stop`.
struct Context {
  InputOptions options;
  std::string input = {};  // as it was named
  bool standard_input = false;
  std::vector<Error> problems = {};
  Stop stop = {};
  // Of all that were noted.
  struct Counts {
    std::uint64_t limits = 0, read_errors = 0, others = 0;  // told
    std::uint64_t not_told = 0;
  };
  Counts counts = {};
  std::size_t bounded = 0;  // so many of `problems` are counted

  // Keeps the first hundred problems of the input, and counts the others: a container may hold millions of
  // things that are no mail. To be called now and then.
  void bound_problems();
  // What was noted since this was last asked; at the end of the input with the number of the others.
  [[nodiscard]] std::vector<Error> take_problems(bool at_end);

  // What messages call a source.
  [[nodiscard]] std::string called(std::string_view source) const {
    return standard_input ? "standard input" + std::string(source.substr(1)) : std::string(source);
  }
};

class Store {
 public:
  virtual ~Store() = default;

  // The next records in order, at least one; nothing at the end, or when a stop was asked for. What goes
  // wrong is noted in Context::problems.
  [[nodiscard]] virtual std::optional<Batch> next() = 0;

  // For a progress bar: how many bytes of the store as it lies on the disk are behind us; of a range of it,
  // how many of the range.
  [[nodiscard]] virtual std::uint64_t done() const = 0;

  // True if reading it costs so much (decompressing, opening files) that it should be done ahead.
  [[nodiscard]] virtual bool is_slow() const { return true; }
};

// How many bytes of the outermost container have been used. Shared by all containers inside it.
struct Meter {
  std::uint64_t used = 0;
  std::uint64_t entries = 0;  // of all of them
};

// Something that may be a store.
struct Item {
  std::string source;  // Record::source
  Role role = Role::kNamed;
  int depth = 0;                           // how many containers it is in
  bool is_stream = false;                  // what a compressed stream holds: a tar of it is no new container
  std::shared_ptr<Meter> meter = nullptr;  // null outside of all containers
};

// As many containers may be around a message.
inline constexpr int kMaxDepth = 2;

// The store that `bytes` hold. Null where that is no mail, and the role says that it need not be. Fails where
// it should be, with kUsage where the options ask for what it has not.
[[nodiscard]] Result<std::unique_ptr<Store>> open_store(Context& context, Item item,
                                                        std::unique_ptr<ByteSource> bytes);

// A folder as a store: Maildir, MH, or any other. Fails if it cannot be listed.
[[nodiscard]] Result<std::unique_ptr<Store>> open_folder(Context& context, const std::string& path);

}  // namespace mimebase::input
