// Rows as Python has them: objects one at a time, or columns.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <vector>

#include "python/rows.h"

namespace mimebase::python {

namespace py = pybind11;

// The types of the rows, and what decodes bytes that are no UTF-8: of the package's Python half.
struct Types {
  py::object row, candidate;
  py::object source_text;  // bytes -> str
  py::object column;       // a list of texts, or a bytearray of numbers of 64 bits -> a column
};

// Gives one text one object: across pieces too, for as many texts as fit.
class Shared {
 public:
  [[nodiscard]] py::object shared(py::object text);

 private:
  py::dict texts_;
};

// A piece whose texts are made objects when they are first asked for.
class Values {
 public:
  // The arguments must outlive it.
  Values(const Types& types, Shared& shared, Piece piece);

  [[nodiscard]] std::size_t rows() const { return piece_.rows(); }
  [[nodiscard]] const Piece& piece() const { return piece_; }
  // An object of the type of rows.
  [[nodiscard]] py::object row(Shape shape, std::size_t index);
  [[nodiscard]] py::object value(Kind kind, Cell cell);

 private:
  [[nodiscard]] py::object text(Cell number, bool is_source);
  [[nodiscard]] py::object chain(const Piece::Chain& chain);

  const Types& types_;
  Shared& shared_;
  Piece piece_;
  std::vector<py::object> texts_, sources_;  // null: not asked for yet
};

// What is UTF-8 but for what somebody else named: an object of str, whatever the bytes are.
[[nodiscard]] py::str text_of(std::string_view text);

// Columns of all pieces that are added: texts and numbers as arrays, where there is numpy; what may be None
// and is no text, as lists.
class Columns {
 public:
  explicit Columns(Shape shape);

  // The rows from number `first` on.
  void add(Values& values, std::size_t first);
  // A dict from keys to columns.
  [[nodiscard]] py::dict take(const Types& types);

 private:
  struct Column {
    std::vector<std::int64_t> numbers;  // of Kind::kNumber
    py::list objects;                   // of all else
  };

  const Shape shape_;
  std::vector<Column> columns_;
};

}  // namespace mimebase::python
