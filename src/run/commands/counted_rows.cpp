#include "run/commands/counted_rows.h"

#include <algorithm>
#include <numeric>

namespace mimebase::run {

Result<void> CountedRows::add(const UniqueRow& row) {
  const auto [at, is_new] = index_.try_emplace(row.url, counts_.size());
  if (!is_new) {
    ++counts_[at->second];
    return {};
  }
  counts_.push_back(1);
  return rows_.add(row.row);
}

Result<void> CountedRows::each(const Take& take) {
  for (const std::uint64_t count : counts_) {
    const Result<std::string_view> row = rows_.next();
    if (!row) return row.error();
    if (Result<void> taken = take(*row, count); !taken) return taken;
  }
  return {};
}

Result<void> CountedRows::each_by_count(const Take& take) {
  const Result<std::vector<std::string_view>> rows = rows_.all();
  if (!rows) return rows.error();
  std::vector<std::size_t> order(counts_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return counts_[a] != counts_[b] ? counts_[a] > counts_[b] : (*rows)[a] < (*rows)[b];
  });
  for (const std::size_t at : order) {
    if (Result<void> taken = take((*rows)[at], counts_[at]); !taken) return taken;
  }
  return {};
}

}  // namespace mimebase::run
