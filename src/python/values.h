// Rows as Python has them: objects one at a time, or columns.
#pragma once

#include <pybind11/pybind11.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/read_links.h"
#include "python/rows.h"

namespace mimebase::python {

namespace py = pybind11;

// The types of the rows, and what decodes bytes that are no UTF-8: of the package's Python half.
struct Types {
  py::object row, candidate;
  py::object source_text;  // bytes -> str
  py::object column;       // a list of texts, or a bytearray of numbers of 64 bits -> a column
};

[[nodiscard]] std::size_t size_of(const RowBatch& batch);

// Makes objects of values. The same text is one object, for as many texts as fit.
class Objects {
 public:
  // The types must outlive the object.
  explicit Objects(const Types& types) : types_(types) {}

  // A row, as an object of its type.
  [[nodiscard]] py::object row(RowKind kind, const RowBatch& batch, std::size_t index);

  // To be called before values of a batch are given to of().
  void begin(const RowBatch& batch);
  // `column` is the number of the key: rows of one message share most texts, also in memory.
  [[nodiscard]] py::object of(std::string_view text, std::size_t column);
  [[nodiscard]] py::object of(std::string_view text);
  [[nodiscard]] py::object of(std::uint64_t number) const { return py::int_(number); }
  [[nodiscard]] py::object of(const std::optional<std::uint64_t>& number) const {
    return number ? of(*number) : py::none();
  }
  [[nodiscard]] py::object of(const std::optional<Range>& range) const;
  [[nodiscard]] py::object of(std::span<const Candidate> chain);
  [[nodiscard]] py::object of_source(std::string_view name);

 private:
  [[nodiscard]] py::object shared(py::object text);

  const Types& types_;
  py::dict texts_;
  std::array<py::object, 4096> recent_;  // texts, by their hashes
  // The last text of each column, by its place in the memory of the batch.
  struct Last {
    const char* data = nullptr;
    std::size_t size = 0;
    py::object text;
  };
  static constexpr std::size_t kMostColumns = 32;
  std::array<Last, kMostColumns> last_;
  std::shared_ptr<const void> memory_;  // of that batch
  std::string source_;                  // the last name of a source, and its object
  py::object source_object_;
};

// What is UTF-8 but for what somebody else named: an object of str, whatever the bytes are.
[[nodiscard]] py::str text_of(std::string_view text);

// Columns of all batches that are added: texts and numbers as arrays, where there is numpy; what may be None
// and is no text, as lists.
class Columns {
 public:
  // The arguments must outlive the object.
  Columns(RowKind kind, Objects& objects) : kind_(kind), objects_(objects), columns_(keys_of(kind).size()) {}

  // The rows from number `first` on.
  void add(const RowBatch& batch, std::size_t first);
  // A dict from keys to columns.
  [[nodiscard]] py::dict take(const Types& types);

 private:
  struct Column {
    std::vector<std::int64_t> numbers;  // of Kind::kNumber
    py::list objects;                   // of all else
  };

  const RowKind kind_;
  Objects& objects_;
  std::vector<Column> columns_;
};

}  // namespace mimebase::python
