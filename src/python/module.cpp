// The C++ extension module of the Python package `mimebase`: row iterators, rewriting, reports, extracted
// messages and resolving.
#include <pthread.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mimebase/read_links.h"
#include "mimebase/spawned_run.h"
#include "mimebase/unwrap.h"
#include "mimebase/url.h"
#include "mimebase/version.h"
#include "python/options.h"
#include "python/rewriting.h"
#include "python/rows.h"
#include "python/values.h"

namespace mimebase::python {
namespace {

// Maximum time before a pending signal, such as an interrupt, is noticed.
constexpr std::chrono::milliseconds kPatience(50);

py::tuple texts_of(const std::vector<std::string>& sentences) {
  py::tuple texts(sentences.size());
  for (std::size_t i = 0; i < sentences.size(); ++i) texts[i] = text_of(sentences[i]);
  return texts;
}

// Number of fork() calls between the first process and this one. A fork handler increments it in the child.
std::atomic<unsigned> forks = 0;

// An iterator over rows. Any thread may use it. The interpreter's lock protects it, and is released only
// while the object waits for rows or for its mutex.
class Rows {
 public:
  Rows(const options::Arguments& arguments, std::vector<RowInput> inputs, Types types)
      : command_(arguments.command),
        shape_(row_kind(arguments), read_options(arguments)),
        types_(std::move(types)),
        reader_(std::make_unique<RowReader>(shape_.kind, std::move(inputs), read_options(arguments))),
        objects_(types_) {}
  // If pybind11 throws here, the interpreter is already gone. NOLINTNEXTLINE(bugprone-exception-escape)
  ~Rows() {
    const py::gil_scoped_release release;
    reader_.reset();
  }
  Rows(Rows&&) = delete;

  py::object next() {
    while (true) {
      check_process();
      // The copy keeps the batch alive if Python code calls close() meanwhile.
      const std::shared_ptr<const RowBatch> batch = batch_;
      if (batch && at_ < size_of(*batch)) return objects_.row(shape_, *batch, at_++);
      if (!fill(batch)) throw py::stop_iteration();
    }
  }

  py::dict columns() {
    Columns columns(shape_, objects_);
    while (true) {
      check_process();
      const std::shared_ptr<const RowBatch> batch = batch_;
      if (batch) columns.add(*batch, std::exchange(at_, size_of(*batch)));
      if (!fill(batch)) return columns.take(types_);
    }
  }

  void close() {
    closed_ = true;
    batch_.reset();
    if (is_forked()) return;  // the thread that holds the mutex may exist only in the parent process
    const py::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    reader_.reset();
  }

  [[nodiscard]] py::tuple problems() const { return texts_of(problems_); }
  [[nodiscard]] std::uint64_t messages() const { return messages_; }

 private:
  [[nodiscard]] bool is_forked() const { return forks_ != forks; }
  void check_process() const {
    if (is_forked()) throw std::runtime_error("these rows can only be read by the process that created them");
  }
  bool fill(const std::shared_ptr<const RowBatch>& seen);
  void take(RowBatch batch);

  const options::Commands command_;
  const Shape shape_;
  const Types types_;
  const unsigned forks_ = forks;
  std::mutex mutex_;  // guards reader_; lock it before the interpreter's lock
  std::unique_ptr<RowReader> reader_;
  std::atomic<bool> closed_ = false;
  Objects objects_;
  std::shared_ptr<const RowBatch> batch_;
  std::size_t at_ = 0;  // index of its next row
  std::vector<std::string> problems_;
  std::uint64_t messages_ = 0;
};

void Rows::take(RowBatch batch) {
  for (Error& problem : batch.problems) problems_.push_back(std::move(problem.message));
  messages_ += batch.messages;
  batch_ = std::make_shared<const RowBatch>(std::move(batch));
  at_ = 0;
}

// Replaces the batch `seen` by the next one, unless another thread has done so. Returns false at the end.
bool Rows::fill(const std::shared_ptr<const RowBatch>& seen) {
  std::unique_lock lock(mutex_, std::defer_lock);
  {
    const py::gil_scoped_release release;
    lock.lock();
  }
  if (batch_ != seen) return true;
  if (closed_) return false;
  Result<std::optional<RowBatch>> next = std::optional<RowBatch>();
  {
    const py::gil_scoped_release release;
    next = reader_->next(kPatience);
  }
  if (!next) raise(next.error(), command_);
  const bool has_more = next->has_value();
  if (has_more) take(std::move(**next));
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  return has_more;
}

// The bytes of each input, and whether they are a path.
using Inputs = std::vector<std::pair<py::bytes, bool>>;

std::vector<RowInput> inputs_of(const Inputs& given) {
  std::vector<RowInput> inputs;
  for (const auto& [bytes, is_path] : given) {
    RowInput& input = inputs.emplace_back();
    (is_path ? input.path : input.bytes.emplace()) = std::string(bytes);
  }
  return inputs;
}

py::tuple rewrite(const std::string& message, const py::dict& given) {
  const options::Arguments arguments = read_keywords("rewrite", given);
  Result<RewrittenBytes> done = RewrittenBytes();
  {
    const py::gil_scoped_release release;
    done = rewrite_bytes(message, arguments.run, arguments.rewrite);
  }
  if (!done) raise({Error::Code::kUsage, done.error().message}, arguments.command);
  return py::make_tuple(py::bytes(done->bytes), done->edited, texts_of(done->notes),
                        texts_of(done->problems));
}

// Runs what `make` returns, in a program of its own, and waits for its end while other Python threads run. A
// signal may throw py::error_already_set; the run then ends without output.
py::tuple written(const options::Arguments& arguments, const std::function<SpawnedRun(RunOptions)>& make) {
  std::vector<std::string> problems, notes;
  RunOptions options = arguments.run;
  options.on_problem = [&](std::string_view sentence) { problems.emplace_back(sentence); };
  options.on_note = [&](std::string_view sentence) { notes.emplace_back(sentence); };
  SpawnedRun spawned = make(std::move(options));
  while (true) {
    Result<std::optional<RunSummary>> summary = std::optional<RunSummary>();
    {
      const py::gil_scoped_release release;
      summary = spawned.wait(kPatience);
    }
    if (!summary) raise(summary.error(), arguments.command);
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (*summary) return py::make_tuple((*summary)->messages, texts_of(problems), texts_of(notes));
  }
}

py::tuple report(const Inputs& given, const std::string& output, const py::dict& keywords) {
  const options::Arguments arguments = read_keywords("report", keywords, given.size());
  return written(arguments, [&](RunOptions run) {
    return SpawnedRun::report(inputs_of(given), output, std::move(run), arguments.report);
  });
}

py::tuple extract(const Inputs& given, const std::string& output, const py::dict& keywords) {
  const options::Arguments arguments = read_keywords("extract", keywords, given.size());
  if (given.size() != 1) throw py::value_error("extract takes one input");
  return written(arguments, [&](RunOptions run) {
    return SpawnedRun::extract(inputs_of(given).front(), output, std::move(run), arguments.extract,
                               arguments.message, arguments.force);
  });
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

py::list unwrapped(const std::string& url) {
  py::list layers;
  for (const UnwrapLayer& layer : unwrap_all(url).layers)
    layers.append(py::make_tuple(py::str(layer.wrapper.data(), layer.wrapper.size()), py::bytes(layer.url)));
  return layers;
}

py::tuple keys(const std::string& name, bool with_reader, bool with_fields) {
  const std::vector<Key> known = keys_of(name, with_reader, with_fields);
  if (known.empty()) throw py::key_error(name);
  py::tuple keys(known.size());
  for (std::size_t i = 0; i < known.size(); ++i)
    keys[i] = py::str(known[i].name.data(), known[i].name.size());
  return keys;
}

}  // namespace

PYBIND11_MODULE(_mimebase, module) {
  if (pthread_atfork(nullptr, nullptr, [] { ++forks; }) != 0) throw std::bad_alloc();
  module.attr("__version__") = std::string(version());
  module.def("keys", keys, py::arg("name"), py::arg("with_reader") = false, py::arg("with_fields") = false,
             "The keys of the rows that have this type.");
  module.def("keywords", keywords, "The keywords of a function, each with its default.");
  module.def("rewrite", rewrite);
  module.def("report", report);
  module.def("extract", extract);
  module.def("resolve", resolved);
  module.def("unwrap", unwrapped);

  py::class_<Rows>(module, "Rows", "An iterator over rows. Its memory does not grow with the input.")
      .def(py::init([](const std::string& function, const Inputs& inputs, const py::dict& keywords,
                       const py::tuple& types) {
        return std::make_unique<Rows>(read_keywords(function, keywords, inputs.size()), inputs_of(inputs),
                                      Types{types[0], types[1], types[2], types[3], types[4], types[5]});
      }))
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", &Rows::next)
      .def("__enter__", [](py::object self) { return self; })
      .def("__exit__", [](Rows& self, const py::args&) { self.close(); })
      .def("columns", &Rows::columns,
           "Return the remaining rows as a dict of columns, for pandas.DataFrame().\n\n"
           "Texts and numbers are numpy arrays, or lists and memoryviews if numpy is missing.\n"
           "Dates are a list of datetime in UTC, which pandas and pyarrow turn into a column of timestamps;\n"
           "None if there is no date, or no datetime for it. Pairs, chains and numbers that may be None are\n"
           "lists. Links also have the column \"domain\": the registrable domain of the host, by the Public\n"
           "Suffix List. Equal texts usually share one object.")
      .def("close", &Rows::close, "Stop reading. Happens automatically when the rows are garbage-collected.")
      .def_property_readonly("problems", &Rows::problems,
                             "Sentences about what could not be read so far, and limits that were hit.")
      .def_property_readonly("messages", &Rows::messages, "Number of messages read so far.");
}

}  // namespace mimebase::python
