// Counts rows that have the same fingerprint.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "mimebase/result.h"
#include "run/driver/piece.h"
#include "run/output/kept_rows.h"

namespace mimebase::run {

// Keeps the first row of each fingerprint, and counts the others. Add all rows, then call each() once. It
// needs about 80 bytes of memory per fingerprint; KeptRows stores the rows. Both functions fail with
// kUnwritable if rows cannot be stored.
class CountedRows {
 public:
  using Take = std::function<Result<void>(std::string_view row, std::uint64_t count)>;

  [[nodiscard]] Result<void> add(const UniqueRow& row);
  // Passes the rows to `take` in the order in which they were added, or, `by_count`, the most frequent first
  // and equally frequent ones by their bytes. Also fails with an error of `take`.
  [[nodiscard]] Result<void> each(const Take& take, bool by_count);

 private:
  std::unordered_map<Fingerprint, std::size_t, FingerprintHash> index_;
  std::vector<std::uint64_t> counts_;  // per row, in the order of rows_
  KeptRows rows_;
};

}  // namespace mimebase::run
