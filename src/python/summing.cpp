#include "python/summing.h"

#include <algorithm>
#include <numeric>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace mimebase::python {
namespace {

std::size_t place_of(Shape shape, std::string_view name) {
  const std::span<const Key> keys = keys_of(shape);
  const auto at = std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return key.name == name; });
  return static_cast<std::size_t>(at - keys.begin());
}

std::string_view text_or_empty(const Piece& piece, Cell cell) {
  return cell == kNone ? std::string_view() : piece.text(cell);
}

// Greater for what is worse.
int rank_of(std::string_view severity) {
  for (const Severity each : {Severity::kError, Severity::kWarning}) {
    if (severity == mimebase::name_of(each)) return static_cast<int>(each);
  }
  return static_cast<int>(Severity::kNote);
}

}  // namespace

// A link without a resolved URL is told apart by its reference.
std::string Summing::key_of(const Piece& piece, std::size_t row) const {
  const std::span<const Cell> cells = piece.row(row);
  if (shape_ == Shape::kUniqueLink) {
    const Cell resolved = cells[place_of(shape_, "resolved")];
    const bool is_resolved = resolved != kNone;
    return (is_resolved ? "=" : "?") +
           std::string(piece.text(is_resolved ? resolved : cells[place_of(shape_, "reference")]));
  }
  std::string key;
  for (const char* name : {"code", "severity", "domain", "other_domain"}) {
    key += text_or_empty(piece, cells[place_of(shape_, name)]);
    key += '\0';
  }
  return key;
}

void Summing::add(const Piece& piece) {
  const std::size_t count = place_of(shape_, "count");
  for (std::size_t row = 0; row < piece.rows(); ++row) {
    const auto [at, is_new] = rows_.try_emplace(key_of(piece, row), rows_.size());
    if (is_new) {
      maker_.copy(piece, row);
    } else {
      maker_.piece().cells[at->second * piece.width + count] += piece.row(row)[count];
    }
  }
}

Piece Summing::sorted(const Piece& piece) {
  const std::size_t severity = place_of(shape_, "severity"), count = place_of(shape_, "count");
  std::vector<std::size_t> order;
  for (const auto& [key, row] : rows_) order.push_back(row);  // by code and domains
  const auto weight = [&](std::size_t row) {
    return std::pair(rank_of(piece.text(piece.row(row)[severity])), piece.row(row)[count]);
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return weight(a) > weight(b); });
  for (const std::size_t row : order) maker_.copy(piece, row);
  return maker_.take();
}

Piece Summing::take() {
  Piece piece = maker_.take();
  if (shape_ == Shape::kSummary) piece = sorted(piece);
  rows_.clear();
  return piece;
}

}  // namespace mimebase::python
