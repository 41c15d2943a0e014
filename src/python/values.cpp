#include "python/values.h"

#include <utility>

namespace mimebase::python {
namespace {

// So many texts of so many characters at most are kept to be found again.
constexpr std::size_t kMostShared = std::size_t{1} << 16;
constexpr Py_ssize_t kMostCharacters = 256;

// A tuple of a type that derives from tuple.
class TupleMaker {
 public:
  TupleMaker(const py::object& type, std::size_t size)
      : tuple_(reinterpret_cast<PyTypeObject*>(type.ptr())
                   ->tp_alloc(reinterpret_cast<PyTypeObject*>(type.ptr()), static_cast<Py_ssize_t>(size))) {
    if (tuple_ == nullptr) throw py::error_already_set();
    made_ = py::reinterpret_steal<py::object>(tuple_);
  }
  void put(py::object value) { PyTuple_SET_ITEM(tuple_, size_++, value.release().ptr()); }
  [[nodiscard]] py::object take() { return std::move(made_); }

 private:
  PyObject* tuple_;
  py::object made_;
  Py_ssize_t size_ = 0;
};

// Names of sources as the JSON Lines have them: nearly all are plain.
py::object decoded_source(std::string_view name, const py::object& source_text) {
  PyObject* made = PyUnicode_DecodeUTF8(name.data(), static_cast<Py_ssize_t>(name.size()), nullptr);
  if (made != nullptr && name.find("\\x") == std::string_view::npos)
    return py::reinterpret_steal<py::object>(made);
  Py_XDECREF(made);
  PyErr_Clear();
  return source_text(py::bytes(name.data(), name.size()));
}

// As memory that Python owns.
py::object column_of(const std::vector<std::int64_t>& numbers, const Types& types) {
  PyObject* memory =
      PyByteArray_FromStringAndSize(reinterpret_cast<const char*>(numbers.data()),
                                    static_cast<Py_ssize_t>(numbers.size() * sizeof(numbers[0])));
  if (memory == nullptr) throw py::error_already_set();
  return types.column(py::reinterpret_steal<py::object>(memory));
}

}  // namespace

py::str text_of(std::string_view text) {
  PyObject* made =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "mimebase.windows-1252");
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(made);
}

py::object Shared::shared(py::object text) {
  if (PyUnicode_GET_LENGTH(text.ptr()) > kMostCharacters) return text;
  if (texts_.size() >= kMostShared) texts_.clear();
  PyObject* known = PyDict_SetDefault(texts_.ptr(), text.ptr(), text.ptr());
  if (known == nullptr) throw py::error_already_set();
  return py::reinterpret_borrow<py::object>(known);
}

Values::Values(const Types& types, Shared& shared, Piece piece)
    : types_(types),
      shared_(shared),
      piece_(std::move(piece)),
      texts_(piece_.ends.size()),
      sources_(piece_.ends.size()) {}

py::object Values::text(Cell number, bool is_source) {
  py::object& text = (is_source ? sources_ : texts_)[number];
  if (!text) {
    text = shared_.shared(is_source ? decoded_source(piece_.text(number), types_.source_text)
                                    : text_of(piece_.text(number)));
  }
  return text;
}

py::object Values::chain(const Piece::Chain& chain) {
  const std::size_t width = keys_of(Shape::kCandidate).size();
  py::list made(chain.count);
  for (std::size_t i = 0; i < chain.count; ++i) {
    TupleMaker candidate(types_.candidate, width);
    for (std::size_t k = 0; k < width; ++k)
      candidate.put(value(Kind::kText, piece_.candidates[chain.first + i * width + k]));
    made[i] = candidate.take();
  }
  return py::tuple(made);
}

py::object Values::value(Kind kind, Cell cell) {
  if (cell == kNone) return py::none();
  switch (kind) {
    case Kind::kText:
    case Kind::kSource:
      return text(cell, kind == Kind::kSource);
    case Kind::kNumber:
    case Kind::kNumberOrNone:
      return py::int_(cell);
    case Kind::kRange:
      return py::make_tuple(piece_.ranges[cell].start, piece_.ranges[cell].end);
    case Kind::kChain:
      break;
  }
  return chain(piece_.chains[cell]);
}

py::object Values::row(Shape shape, std::size_t index) {
  const std::span<const Key> keys = keys_of(shape);
  const std::span<const Cell> cells = piece_.row(index);
  TupleMaker row(types_.row, keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) row.put(value(keys[i].kind, cells[i]));
  return row.take();
}

Columns::Columns(Shape shape) : shape_(shape), columns_(keys_of(shape).size()) {}

void Columns::add(Values& values, std::size_t first) {
  const std::span<const Key> keys = keys_of(shape_);
  const Piece& piece = values.piece();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    Column& column = columns_[i];
    for (std::size_t at = first * piece.width + i; at < piece.cells.size(); at += piece.width) {
      const Cell cell = piece.cells[at];
      if (keys[i].kind == Kind::kNumber) {
        column.numbers.push_back(static_cast<std::int64_t>(cell));
      } else if (PyList_Append(column.objects.ptr(), values.value(keys[i].kind, cell).ptr()) != 0) {
        throw py::error_already_set();
      }
    }
  }
}

py::dict Columns::take(const Types& types) {
  py::dict columns;
  const std::span<const Key> keys = keys_of(shape_);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const py::str key(keys[i].name.data(), keys[i].name.size());
    if (keys[i].kind == Kind::kNumber) {
      columns[key] = column_of(columns_[i].numbers, types);
    } else if (keys[i].kind == Kind::kText || keys[i].kind == Kind::kSource) {
      columns[key] = types.column(columns_[i].objects);
    } else {
      columns[key] = std::move(columns_[i].objects);
    }
  }
  return columns;
}

}  // namespace mimebase::python
