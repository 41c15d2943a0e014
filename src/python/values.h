// Converts rows to Python objects, one by one or as columns.
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

// Types and functions from the Python modules of the package.
struct Types {
  py::object row, candidate, opens;
  py::object source_text;  // bytes -> str
  py::object moment;       // str, a date of a row -> datetime
  py::object column;       // list of str, or bytearray of 64-bit numbers -> column
};

// Returns the number of rows.
[[nodiscard]] std::size_t size_of(const RowBatch& batch);

// Converts values to Python objects. Equal texts share one object, as far as its caches reach.
class Objects {
 public:
  // The types must outlive the object.
  explicit Objects(const Types& types) : types_(types) {}

  // Returns a row as an object of its type.
  [[nodiscard]] py::object row(const Shape& shape, const RowBatch& batch, std::size_t index);

  // Must be called before values of a batch are passed to of().
  void begin(const RowBatch& batch);
  // `column` is the index of the key. The last text per column is cached by address, because most texts of a
  // message are shared in memory by its rows.
  [[nodiscard]] py::object of(std::string_view text, std::size_t column);
  [[nodiscard]] py::object of(std::string_view text);
  [[nodiscard]] py::object of(std::uint64_t number) const { return py::int_(number); }
  [[nodiscard]] py::object of(const std::optional<std::uint64_t>& number) const {
    return number ? of(*number) : py::none();
  }
  [[nodiscard]] py::object of(const std::optional<Range>& range) const;
  [[nodiscard]] py::object of(const WrapperNames& names) const;
  [[nodiscard]] py::object of(std::span<const Candidate> chain);
  // A dict from names of readers; None for those that open nothing.
  [[nodiscard]] py::object of(std::span<const ReaderOpens> readers);
  [[nodiscard]] py::object of(std::span<const ReaderReason> reasons);
  // The date as a datetime in UTC. The last one is cached.
  [[nodiscard]] py::object of_date(std::string_view date);
  // The registrable domain of the host. The last one is cached.
  [[nodiscard]] py::object of_domain(std::string_view host);
  // None if it opens nothing.
  [[nodiscard]] py::object of(const Opens& opens);
  // A dict, which the rows of a message share; None if there are no fields.
  [[nodiscard]] py::object of(std::span<const NamedField> fields);
  [[nodiscard]] py::object of_source(std::string_view name);

 private:
  [[nodiscard]] py::object shared(py::object text);

  const Types& types_;
  py::dict texts_;
  std::array<py::object, 4096> recent_;  // texts, indexed by hash
  // The last text of a column, identified by its address in the memory of the batch.
  struct Last {
    const char* data = nullptr;
    std::size_t size = 0;
    py::object text;
  };
  static constexpr std::size_t kMaxColumns = 32;
  std::array<Last, kMaxColumns> last_;
  std::shared_ptr<const void> memory_;  // of that batch; keeps the addresses valid
  const NamedField* fields_ = nullptr;  // the last ones of this batch, and their object below
  py::object fields_object_;
  // The last value of a text, and its object.
  struct Converted {
    std::string text;
    py::object object;
  };
  Converted source_, date_, domain_;
};

// Decodes UTF-8 to str. Invalid bytes, which only names from the input can contain, are decoded as
// windows-1252.
[[nodiscard]] py::str text_of(std::string_view text);

// Collects the columns of all batches that are added. If numpy is installed, text and numbers become arrays.
// Dates, and values that may be None and are not text, become lists.
class Columns {
 public:
  // The arguments must outlive the object.
  Columns(const Shape& shape, Objects& objects)
      : shape_(shape), keys_(shape.column_keys()), objects_(objects), columns_(keys_.size()) {}

  // Adds the rows from index `first`.
  void add(const RowBatch& batch, std::size_t first);
  // Returns a dict from keys to columns, and moves the data out.
  [[nodiscard]] py::dict take(const Types& types);

 private:
  struct Column {
    std::vector<std::int64_t> numbers;  // if Kind::kNumber
    py::list objects;                   // otherwise
  };
  static void append(Column& column, const py::object& object);

  const Shape& shape_;
  const std::vector<Key> keys_;
  Objects& objects_;
  std::vector<Column> columns_;
};

}  // namespace mimebase::python
