#include "python/options.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <cstdint>
#include <new>
#include <optional>
#include <string_view>
#include <utility>

#include "options/table.h"
#include "python/values.h"

namespace mimebase::python {
namespace {

using options::Arguments, options::Commands, options::Option, options::Syntax, options::Words;

// Converts the value of a keyword to the words of the command line.
class Converter {
 public:
  explicit Converter(std::string keyword) : keyword_(std::move(keyword)) {}

  template <typename T>
  [[nodiscard]] T as(const py::handle& value) const {
    try {
      return value.cast<T>();
    } catch (const py::cast_error&) {
      refuse(value);
    }
  }

  [[nodiscard]] Words words(Syntax syntax, const py::handle& value) const {
    switch (syntax) {
      case Syntax::kNumber:
        return {number(value)};
      case Syntax::kId:
        return {py::isinstance<py::int_>(value) ? number(value) : text(value)};
      case Syntax::kDate:
        return {text(py::hasattr(value, "isoformat") ? value.attr("isoformat")() : value)};
      case Syntax::kRange: {
        using End = std::optional<std::uint64_t>;
        const auto [start, end] = as<std::pair<End, End>>(value);
        return {(start ? std::to_string(*start) : "") + ':' + (end ? std::to_string(*end) : "")};
      }
      case Syntax::kLimits: {
        Words limits;
        for (const auto& [name, limit] : as<py::dict>(value))
          limits.push_back(text(name) + '=' + number(limit));
        return limits;
      }
      case Syntax::kNames:
        return is_text(value) ? options::split(text(value)) : texts(value);
      case Syntax::kPatterns:
        return is_text(value) ? Words{text(value)} : texts(value);
      default:
        return {text(value)};
    }
  }

 private:
  [[noreturn]] void refuse(const py::handle& value) const {
    throw py::type_error(keyword_ + ": not " + std::string(py::str(py::repr(value))));
  }
  [[nodiscard]] static bool is_text(const py::handle& value) {
    return PyUnicode_Check(value.ptr()) != 0 || PyBytes_Check(value.ptr()) != 0;
  }
  [[nodiscard]] std::string number(const py::handle& value) const {
    return std::to_string(as<std::uint64_t>(value));
  }
  [[nodiscard]] std::string text(const py::handle& value) const {
    if (!is_text(value)) refuse(value);
    if (PyBytes_Check(value.ptr()) != 0) return py::reinterpret_borrow<py::bytes>(value);
    PyObject* const bytes = PyUnicode_AsEncodedString(value.ptr(), "utf-8", "surrogateescape");
    if (bytes == nullptr) throw py::error_already_set();
    return py::reinterpret_steal<py::bytes>(bytes);
  }
  [[nodiscard]] Words texts(const py::handle& values) const {
    Words words;
    if (!py::isinstance<py::iterable>(values)) refuse(values);
    for (const py::handle& value : py::iter(values)) words.push_back(text(value));
    return words;
  }

  const std::string keyword_;
};

// Replaces the names of the command line: "use --single-file" becomes "use single_file".
std::string with_keywords(std::string_view sentence, Commands function) {
  std::string out;
  while (!sentence.empty()) {
    std::size_t size = 1;
    const Option* option = nullptr;
    if (sentence.front() == '-' && (out.empty() || out.back() == ' ')) {
      size = std::min(sentence.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), sentence.size());
      option = options::find(function, sentence.substr(0, size));
    }
    out += option == nullptr ? std::string(sentence.substr(0, size)) : keyword_of(*option);
    sentence.remove_prefix(size);
  }
  return out;
}

}  // namespace

void raise(const Error& error, Commands function) {
  if (error.code == Error::Code::kNoMemory) throw std::bad_alloc();
  PyObject* const type = error.code == Error::Code::kUsage        ? PyExc_ValueError
                         : error.code == Error::Code::kUnwritable ? PyExc_OSError
                                                                  : PyExc_RuntimeError;
  // The sentence may name a file whose name is not UTF-8.
  const bool names_options = error.code == Error::Code::kUsage;
  PyErr_SetObject(type,
                  text_of(names_options ? with_keywords(error.message, function) : error.message).ptr());
  throw py::error_already_set();
}

Arguments read_keywords(const std::string& function, const py::dict& given, std::size_t inputs) {
  Arguments arguments;
  arguments.command = options::command_named(function);
  const std::vector<const Option*> known = options_of(arguments.command, &Option::functions);
  for (const auto& [key, value] : given) {
    const std::string keyword = key.cast<std::string>();
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const Option* option) { return keyword_of(*option) == keyword; });
    if (found == known.end())
      throw py::type_error(function + "() got an unexpected keyword argument '" + keyword + "'");
    if (value.is_none()) continue;
    const options::Value& kind = (*found)->value;
    const std::string name = keyword.substr(0, keyword.find_last_not_of('_') + 1);  // in sentences: "from"
    const Converter converter(name);
    if (kind.syntax == Syntax::kFlag) {
      kind.flag(arguments) = converter.as<bool>(value);
      continue;
    }
    if (kind.clear != nullptr) kind.clear(arguments);
    for (const std::string& word : converter.words(kind.syntax, value)) {
      const Result<void> taken = kind.take(kind, arguments, word);
      if (!taken) raise({Error::Code::kUsage, name + ": " + taken.error().message}, arguments.command);
    }
  }
  arguments.run.isolation = arguments.isolated ? Isolation::kAuto : Isolation::kOff;
  if (const Result<void> complete = options::complete(arguments, inputs); !complete)
    raise(complete.error(), arguments.command);
  return arguments;
}

py::list keywords(const std::string& function) {
  py::list keywords;
  Arguments preset;
  for (const Option* option : options_of(options::command_named(function), &Option::functions)) {
    py::object value = py::none();
    if (option->value.syntax == Syntax::kFlag) value = py::bool_(option->value.flag(preset));
    keywords.append(py::make_tuple(keyword_of(*option), value));
  }
  return keywords;
}

ReadOptions read_options(const Arguments& arguments) {
  ReadOptions read;
  read.analyze = arguments.run.analyze;
  read.input = arguments.run.input;
  read.isolation = arguments.run.isolation;
  read.workers = arguments.run.workers;
  read.messages = arguments.run.messages;
  read.filter = arguments.links.filter;
  read.diagnostics = arguments.check.filter;
  return read;
}

RowKind row_kind(const Arguments& arguments) {
  switch (arguments.command) {
    case options::kTree:
      return RowKind::kEntities;
    case options::kCompare:
      return RowKind::kComparisons;
    case options::kCheck:
      return arguments.check.summary ? RowKind::kSummary : RowKind::kDiagnostics;
    default:
      return arguments.links.unique ? RowKind::kUniqueLinks : RowKind::kLinks;
  }
}

RuleSet rule_set(const std::string& name) {
  py::dict given;
  given["rules"] = py::str(name);
  return read_keywords("resolve", given).run.analyze.rules;
}

}  // namespace mimebase::python
