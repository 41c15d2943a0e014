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

Result<void> CountedRows::each(const Take& take, bool by_count) {
  const Result<std::vector<std::string_view>> rows = rows_.all();
  if (!rows) return rows.error();
  std::vector<std::size_t> order(counts_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto is_before = [&](std::size_t a, std::size_t b) {
    return counts_[a] != counts_[b] ? counts_[a] > counts_[b] : (*rows)[a] < (*rows)[b];
  };
  if (by_count) std::sort(order.begin(), order.end(), is_before);
  for (const std::size_t at : order) {
    if (Result<void> taken = take((*rows)[at], counts_[at]); !taken) return taken;
  }
  return {};
}

}  // namespace mimebase::run
