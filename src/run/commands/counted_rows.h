// Rows each of which stands for many: the first of them, and how many there were.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mimebase/result.h"
#include "run/kept_rows.h"
#include "run/piece.h"

namespace mimebase::run {

// Some 60 bytes of memory for each that is told apart; the rows are kept as KeptRows keeps them. First all
// are added, then each is taken, once. All fail with kUnwritable where rows cannot be kept, or as `take`
// does.
class CountedRows {
 public:
  using Take = std::function<Result<void>(std::string_view row, std::uint64_t count)>;

  [[nodiscard]] Result<void> add(const UniqueRow& row);
  // In the order in which they were first there.
  [[nodiscard]] Result<void> each(const Take& take);
  // The most frequent first; of those that are equally frequent by the bytes of their rows.
  [[nodiscard]] Result<void> each_by_count(const Take& take);

 private:
  struct Hash {
    std::size_t operator()(const Fingerprint& print) const { return print[0]; }
  };
  std::unordered_map<Fingerprint, std::size_t, Hash> index_;
  std::vector<std::uint64_t> counts_;  // of the rows, in their order
  KeptRows rows_;
};

}  // namespace mimebase::run
