// Rows that stand for many: of `unique` one a resolved URL, of `summary` one a code and pair of domains.
#pragma once

#include <cstddef>
#include <map>
#include <string>

#include "python/rows.h"

namespace mimebase::python {

// Of Shape::kUniqueLink or Shape::kSummary. Keeps the first row of each, and how many there were.
class Summing {
 public:
  explicit Summing(Shape shape) : shape_(shape), maker_(shape) {}

  void add(const Piece& piece);
  // All rows: links in the order of the input; diagnostics the severest first, then the most frequent.
  [[nodiscard]] Piece take();

 private:
  [[nodiscard]] std::string key_of(const Piece& piece, std::size_t row) const;
  [[nodiscard]] Piece sorted(const Piece& piece);

  const Shape shape_;
  RowMaker maker_;
  // What mail says is a key here: a tree, for no keys collide in it.
  std::map<std::string, std::size_t> rows_;
};

}  // namespace mimebase::python
