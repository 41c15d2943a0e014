#include "python/values.h"

#include <concepts>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

#include "mimebase/domain.h"

namespace mimebase::python {
namespace {

// Maximum number of texts that are kept for sharing, and the maximum bytes of one.
constexpr std::size_t kMaxShared = std::size_t{1} << 16;
constexpr std::size_t kMaxBytes = 256;

// Calls `put` with the value that Python gets instead of `value`.
template <typename T, typename Put>
void put_value(const T& value, Put& put) {
  if constexpr (std::is_enum_v<T>) {
    put(name_of(value));
  } else if constexpr (std::integral<T>) {
    put(static_cast<std::uint64_t>(value));
  } else if constexpr (std::is_same_v<T, std::optional<MailReader>> ||
                       std::is_same_v<T, std::optional<OpensBy>>) {
    put(value ? std::optional(name_of(*value)) : std::nullopt);
  } else {
    put(value);
  }
}

// Calls `put` with the values of a row, in the order of its keys.
template <typename Columns, typename Row, typename Put>
void each_value(const Shape& shape, const Columns& columns, const Row& row, Put& put) {
  write::for_each(columns, [&](const auto& column) {
    if (shape.has(column.info)) put_value(column.value(row), put);
  });
}

template <typename Put>
void each_value(const Shape& shape, const RowBatch& batch, std::size_t index, Put& put) {
  switch (shape.kind) {
    case RowKind::kLinks:
    case RowKind::kUniqueLinks:
      each_value(shape, write::kLinkColumns, batch.links[index], put);
      if (shape.has(write::kCountColumn)) put(batch.counts[index]);
      return;
    case RowKind::kEntities:
      return each_value(shape, write::kEntityColumns, batch.entities[index], put);
    case RowKind::kDiagnostics:
      return each_value(shape, write::kDiagnosticColumns, batch.diagnostics[index], put);
    case RowKind::kComparisons:
      return each_value(shape, write::kComparisonColumns, batch.comparisons[index], put);
    case RowKind::kSummary:
      break;
  }
  const Diagnostic& first = batch.diagnostics[index];
  const write::CountedDiagnostic counted = {first.message, first, batch.counts[index]};
  each_value(shape, write::kSummaryColumns, counted, put);
}

template <typename T>
py::object object_of(Objects& objects, const T& value, std::size_t column) {
  if constexpr (std::is_same_v<T, write::SourceName>) {
    return objects.of_source(value.bytes);
  } else if constexpr (std::is_same_v<T, std::string_view>) {
    return objects.of(value, column);
  } else if constexpr (std::is_same_v<T, std::optional<std::string_view>>) {
    return value ? objects.of(*value, column) : py::none();
  } else {
    return objects.of(value);
  }
}

// Returns whether `object`, a str, equals `text`, which is UTF-8.
bool is_text(PyObject* object, std::string_view text) {
  if (PyUnicode_IS_COMPACT_ASCII(object))
    return text == std::string_view(reinterpret_cast<const char*>(PyUnicode_1BYTE_DATA(object)),
                                    static_cast<std::size_t>(PyUnicode_GET_LENGTH(object)));
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(object, &size);
  if (bytes == nullptr) throw py::error_already_set();
  return text == std::string_view(bytes, static_cast<std::size_t>(size));
}

// Fills a tuple of a type that derives from tuple.
class TupleMaker {
 public:
  // `first_column` is the column of the first value, for Objects::of().
  TupleMaker(Objects& objects, const py::object& type, std::size_t size, std::size_t first_column = 0)
      : objects_(objects),
        first_column_(first_column),
        tuple_(reinterpret_cast<PyTypeObject*>(type.ptr())
                   ->tp_alloc(reinterpret_cast<PyTypeObject*>(type.ptr()), static_cast<Py_ssize_t>(size))) {
    if (tuple_ == nullptr) throw py::error_already_set();
    made_ = py::reinterpret_steal<py::object>(tuple_);
  }
  template <typename T>
  void operator()(const T& value) {
    py::object made = object_of(objects_, value, first_column_ + static_cast<std::size_t>(size_));
    PyTuple_SET_ITEM(tuple_, size_++, made.release().ptr());
  }
  [[nodiscard]] py::object take() { return std::move(made_); }

 private:
  Objects& objects_;
  const std::size_t first_column_;
  PyObject* tuple_;
  py::object made_;
  Py_ssize_t size_ = 0;
};

// Copies the numbers to a bytearray, and returns the column that Types::column makes of it.
py::object column_of(const std::vector<std::int64_t>& numbers, const Types& types) {
  PyObject* memory =
      PyByteArray_FromStringAndSize(reinterpret_cast<const char*>(numbers.data()),
                                    static_cast<Py_ssize_t>(numbers.size() * sizeof(numbers[0])));
  if (memory == nullptr) throw py::error_already_set();
  return types.column(py::reinterpret_steal<py::object>(memory));
}

}  // namespace

std::size_t size_of(const RowBatch& batch) {
  return batch.links.size() + batch.entities.size() + batch.diagnostics.size() + batch.comparisons.size();
}

py::str text_of(std::string_view text) {
  PyObject* made =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "mimebase.windows-1252");
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(made);
}

void Objects::begin(const RowBatch& batch) {
  if (memory_ == batch.memory) return;
  last_.fill({});
  fields_ = nullptr;
  memory_ = batch.memory;
}

py::object Objects::of(std::string_view text, std::size_t column) {
  if (column >= kMaxColumns) return of(text);
  Last& last = last_[column];
  if (last.data != text.data() || last.size != text.size()) last = {text.data(), text.size(), of(text)};
  return last.text;
}

py::object Objects::of(std::string_view text) {
  if (text.size() > kMaxBytes) return text_of(text);
  py::object& recent = recent_[std::hash<std::string_view>()(text) % recent_.size()];
  if (recent && is_text(recent.ptr(), text)) return recent;
  py::object made = shared(text_of(text));
  recent = made;
  return made;
}

py::object Objects::shared(py::object text) {
  if (texts_.size() >= kMaxShared) texts_.clear();
  PyObject* known = PyDict_SetDefault(texts_.ptr(), text.ptr(), text.ptr());
  if (known == nullptr) throw py::error_already_set();
  return py::reinterpret_borrow<py::object>(known);
}

// Writes names as JSON Lines do. Only invalid UTF-8 and names with "\x" need the slow conversion in Python.
py::object Objects::of_source(std::string_view name) {
  if (source_.object && name == source_.text) return source_.object;
  PyObject* made = PyUnicode_DecodeUTF8(name.data(), static_cast<Py_ssize_t>(name.size()), nullptr);
  py::object text = py::reinterpret_steal<py::object>(made);
  if (made == nullptr || name.find("\\x") != std::string_view::npos) {
    PyErr_Clear();
    text = types_.source_text(py::bytes(name.data(), name.size()));
  }
  text = shared(std::move(text));
  source_ = {std::string(name), text};
  return text;
}

py::object Objects::of_date(std::string_view date) {
  if (!date_.object || date != date_.text) date_ = {std::string(date), types_.moment(text_of(date))};
  return date_.object;
}

py::object Objects::of_domain(std::string_view host) {
  if (!domain_.object || host != domain_.text)
    domain_ = {std::string(host), of(std::string_view(registrable_domain(host)))};
  return domain_.object;
}

py::object Objects::of(const std::optional<Range>& range) const {
  if (!range) return py::none();
  return py::make_tuple(range->start, range->end);
}

py::object Objects::of(const WrapperNames& names) const {
  py::tuple made(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) made[i] = py::str(names[i].data(), names[i].size());
  return made;
}

py::object Objects::of(std::span<const Candidate> chain) {
  py::list made(chain.size());
  for (std::size_t i = 0; i < chain.size(); ++i) {
    TupleMaker put(*this, types_.candidate, std::size(write::kCandidateInfos), kMaxColumns);
    write::for_each(write::kCandidateColumns,
                    [&](const auto& column) { put_value(column.value(chain[i]), put); });
    made[i] = put.take();
  }
  return py::tuple(made);
}

py::object Objects::of(const Opens& opens) {
  if (!opens.url && !opens.part) return py::none();
  TupleMaker put(*this, types_.opens, std::size(kOpensKeys), kMaxColumns);
  put(opens.url);
  put(opens.part);
  return put.take();
}

py::object Objects::of(std::span<const ReaderOpens> readers) {
  py::dict made;
  for (const ReaderOpens& row : readers) made[of(name_of(row.reader))] = of(row.opens);
  return made;
}

py::object Objects::of(std::span<const ReaderReason> reasons) {
  py::dict made;
  for (const ReaderReason& row : reasons) made[of(name_of(row.reader))] = of(name_of(row.reason));
  return made;
}

py::object Objects::of(std::span<const NamedField> fields) {
  if (fields.empty()) return py::none();
  if (fields.data() == fields_) return fields_object_;
  py::dict object;
  for (const NamedField& field : fields) {
    py::list values;
    for (const std::string_view value : field.values) values.append(text_of(value));
    if (values.empty()) {
      object[text_of(field.name)] = py::none();
    } else if (values.size() == 1) {
      object[text_of(field.name)] = values[0];
    } else {
      object[text_of(field.name)] = values;
    }
  }
  fields_ = fields.data();
  fields_object_ = object;
  return object;
}

py::object Objects::row(const Shape& shape, const RowBatch& batch, std::size_t index) {
  begin(batch);
  TupleMaker put(*this, types_.row, shape.keys.size());
  each_value(shape, batch, index, put);
  return put.take();
}

void Columns::add(const RowBatch& batch, std::size_t first) {
  std::size_t at = 0;
  const auto put = [&]<typename T>(const T& value) {
    const std::size_t place = at++;
    Column& column = columns_[place];
    if constexpr (std::is_same_v<T, std::uint64_t>) {
      if (keys_[place].kind == Kind::kNumber)
        return column.numbers.push_back(static_cast<std::int64_t>(value));
    }
    if constexpr (std::is_same_v<T, std::optional<std::string_view>>) {
      if (keys_[place].kind == Kind::kDate && value) return append(column, objects_.of_date(*value));
    }
    append(column, object_of(objects_, value, place));
  };
  for (std::size_t row = first; row < size_of(batch); ++row) {
    objects_.begin(batch);
    at = 0;
    each_value(shape_, batch, row, put);
    if (!shape_.has_domain()) continue;
    const std::optional<std::string_view>& host = batch.links[row].host;
    append(columns_.back(), host ? objects_.of_domain(*host) : py::none());
  }
}

void Columns::append(Column& column, const py::object& object) {
  if (PyList_Append(column.objects.ptr(), object.ptr()) != 0) throw py::error_already_set();
}

py::dict Columns::take(const Types& types) {
  py::dict columns;
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    const py::str key(keys_[i].name.data(), keys_[i].name.size());
    if (keys_[i].kind == Kind::kNumber) {
      columns[key] = column_of(columns_[i].numbers, types);
    } else if (keys_[i].kind == Kind::kText) {
      columns[key] = types.column(columns_[i].objects);
    } else {
      columns[key] = std::move(columns_[i].objects);
    }
  }
  return columns;
}

}  // namespace mimebase::python
