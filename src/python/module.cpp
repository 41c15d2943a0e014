// The half of the package `mimebase` that is C++: rows by iterators, rewriting, resolving.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "mimebase/version.h"
#include "python/options.h"
#include "python/rewriting.h"
#include "python/stream.h"
#include "python/values.h"

namespace mimebase::python {
namespace {

// How long an interrupt may wait to be seen.
constexpr std::chrono::milliseconds kPatience(50);

[[noreturn]] void raise(const Error& error) {
  if (error.code == Error::Code::kUsage) throw py::value_error(error.message);
  if (error.message == "out of memory") throw std::bad_alloc();
  throw std::runtime_error(error.message);
}

py::tuple texts_of(const std::vector<std::string>& sentences) {
  py::tuple texts(sentences.size());
  for (std::size_t i = 0; i < sentences.size(); ++i) texts[i] = text_of(sentences[i]);
  return texts;
}

// An iterator over rows. Any thread may use it: the interpreter's lock is held but while there is something
// to be waited for.
class Rows {
 public:
  Rows(Request request, Types types)
      : shape_(request.shape()),
        types_(std::move(types)),
        stream_(std::make_unique<Stream>(std::move(request))) {}
  // Where pybind11 throws here, there is no interpreter any more. NOLINTNEXTLINE(bugprone-exception-escape)
  ~Rows() {
    if (is_forked()) {
      static_cast<void>(stream_.release());  // its threads are in the other process
    } else {
      const py::gil_scoped_release release;
      stream_.reset();
    }
  }
  Rows(Rows&&) = delete;

  py::object next() {
    while (true) {
      // Whatever Python does meanwhile, these stay.
      const std::shared_ptr<Values> values = values_;
      if (values && at_ < values->rows()) return values->row(shape_, at_++);
      if (!fill(values)) throw py::stop_iteration();
    }
  }

  py::dict columns() {
    Columns columns(shape_);
    while (true) {
      const std::shared_ptr<Values> values = values_;
      if (values) columns.add(*values, std::exchange(at_, values->rows()));
      if (!fill(values)) return columns.take(types_);
    }
  }

  void close() {
    closed_ = true;
    values_.reset();
    if (is_forked()) return;  // who holds the lock may be in the other process
    const py::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    stream_.reset();
  }

  [[nodiscard]] py::tuple problems() const { return texts_of(problems_); }
  [[nodiscard]] std::uint64_t messages() const { return messages_; }

 private:
  [[nodiscard]] bool is_forked() const { return process_ != getpid(); }
  bool fill(const std::shared_ptr<Values>& seen);
  void take(Piece piece);

  const Shape shape_;
  const Types types_;
  const pid_t process_ = getpid();
  std::mutex mutex_;  // of stream_; to be locked before the interpreter's
  std::unique_ptr<Stream> stream_;
  std::atomic<bool> closed_ = false;
  Shared shared_;
  std::shared_ptr<Values> values_;
  std::size_t at_ = 0;  // the next row of them
  std::vector<std::string> problems_;
  std::uint64_t messages_ = 0;
};

void Rows::take(Piece piece) {
  for (std::string& sentence : piece.problems) problems_.push_back(std::move(sentence));
  messages_ += piece.messages;
  values_ = std::make_shared<Values>(types_, shared_, std::move(piece));
  at_ = 0;
}

// Other rows than `seen`; false at the end.
bool Rows::fill(const std::shared_ptr<Values>& seen) {
  if (is_forked()) throw std::runtime_error("these rows can only be read by the process that created them");
  std::unique_lock lock(mutex_, std::defer_lock);
  {
    const py::gil_scoped_release release;
    lock.lock();
  }
  if (values_ != seen) return true;
  while (!closed_) {
    Result<std::optional<Piece>> next = std::optional<Piece>();
    {
      const py::gil_scoped_release release;
      next = stream_->next(kPatience);
    }
    if (!next) raise(next.error());
    const bool has_more = next->has_value();
    if (has_more) take(std::move(**next));
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (has_more) return true;
    if (stream_->at_end()) return false;
  }
  return false;
}

Request request_of(const std::string& command, const std::vector<std::pair<py::bytes, bool>>& inputs,
                   const py::dict& options) {
  Request request;
  request.command = command == "links"  ? Command::kLinks
                    : command == "tree" ? Command::kTree
                                        : Command::kCheck;
  request.options = run_options(options);
  request.rows = rows_wanted(options);
  for (const auto& [bytes, is_path] : inputs) {
    Input input;
    (is_path ? input.path : input.bytes.emplace()) = std::string(bytes);
    request.inputs.push_back(std::move(input));
  }
  const InputOptions& input = request.options.input;
  if (inputs.size() > 1 && (input.range || input.first_message != 1))
    throw py::value_error("range and first_message take only one input");
  return request;
}

py::tuple rewrite(const std::string& message, const py::dict& options) {
  const RunOptions run = run_options(options);
  const RewriteOptions rewrite = rewrite_options(options);
  Result<RewrittenBytes> done = RewrittenBytes();
  {
    const py::gil_scoped_release release;
    done = rewrite_bytes(message, run, rewrite);
  }
  if (!done) throw py::value_error(done.error().message);
  return py::make_tuple(py::bytes(done->bytes), done->edited, texts_of(done->notes),
                        texts_of(done->problems));
}

py::bytes resolved(const std::string& base, const std::string& reference, const std::string& rules) {
  const Rules wanted = {rule_set(rules), {}};
  const Result<std::string> resolved = [&] {
    const py::gil_scoped_release release;
    return resolve(base, reference, wanted);
  }();
  if (!resolved) throw py::value_error(resolved.error().message);
  return *resolved;
}

py::tuple keys(const std::string& name) {
  for (int i = 0; i <= static_cast<int>(Shape::kCandidate); ++i) {
    const Shape shape = static_cast<Shape>(i);
    if (name_of(shape) != name) continue;
    py::list keys;
    for (const Key& key : keys_of(shape)) keys.append(py::str(key.name.data(), key.name.size()));
    return py::tuple(keys);
  }
  throw py::key_error(name);
}

}  // namespace

PYBIND11_MODULE(_mimebase, module) {
  module.attr("__version__") = std::string(version());
  module.def("keys", keys, "The keys of the rows that have this type.");
  module.def("rewrite", rewrite);
  module.def("resolve", resolved);

  py::class_<Rows>(module, "Rows",
                   "Rows one after another: an iterator. What it holds does not grow with the input.")
      .def(py::init([](const std::string& command, const std::vector<std::pair<py::bytes, bool>>& inputs,
                       const py::dict& options, const py::tuple& types) {
        return std::make_unique<Rows>(request_of(command, inputs, options),
                                      Types{types[0], types[1], types[2], types[3]});
      }))
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", &Rows::next)
      .def("__enter__", [](py::object self) { return self; })
      .def("__exit__", [](Rows& self, const py::args&) { self.close(); })
      .def("columns", &Rows::columns,
           "The rows that are left as a dict of columns, for pandas.DataFrame().\n\n"
           "Texts and numbers are arrays of numpy; where there is no numpy, lists and memoryviews.\n"
           "Pairs, chains and numbers that may be None are lists. The same text twice is one object,\n"
           "mostly.")
      .def("close", &Rows::close,
           "Reads no more: there are no more rows. Done by itself when nothing refers to them.")
      .def_property_readonly("problems", &Rows::problems,
                             "What could not be read so far, and limits that were hit: a sentence each.")
      .def_property_readonly("messages", &Rows::messages, "How many messages were read so far.");
}

}  // namespace mimebase::python
