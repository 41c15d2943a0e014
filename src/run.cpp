// Whole runs: batches of messages to workers, rows out in the order of the input.
#include "mimebase/run.h"

#include <fnmatch.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <queue>
#include <thread>
#include <unordered_map>

#include "url/host.h"
#include "write/row_sink.h"
#include "write/row_writer.h"

namespace mimebase {
namespace {

using Command = write::Contents;

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  return out;
}

bool matches_any(const std::vector<std::string>& patterns, const std::string& text) {
  return std::any_of(patterns.begin(), patterns.end(), [&](const std::string& pattern) {
    return fnmatch(pattern.c_str(), text.c_str(), FNM_CASEFOLD) == 0;
  });
}

bool passes(const LinkFilter& filter, const Link& link) {
  if (!filter.statuses.empty() &&
      std::find(filter.statuses.begin(), filter.statuses.end(), link.status) == filter.statuses.end()) {
    return false;
  }
  if (!filter.contexts.empty() && !matches_any(filter.contexts, std::string(link.context))) return false;
  return filter.hosts.empty() ||
         (link.resolved && matches_any(filter.hosts, lower(url::host_of(*link.resolved))));
}

// A link that may be one of many with its URL.
struct UniqueRow {
  std::string key;
  std::string row;
};

// What one batch came to.
struct BatchResult {
  std::string rows;
  std::vector<UniqueRow> unique;
  std::vector<std::string> problems;
  std::uint64_t messages = 0, errors = 0, warnings = 0;
};

// Analyses batches; one for each thread.
class Worker : public Visitor {
 public:
  Worker(Command command, const RunOptions& options)
      : command_(command),
        options_(options),
        analyzer_(options.analyze),
        writer_(write::make_row_writer(options)) {}

  BatchResult work(const Batch& batch);

  void link(const Link& link) override;
  void entity(const Entity& entity) override { writer_->entity(entity); }
  void diagnostic(const Diagnostic& diagnostic) override;
  void problem(const MessageInfo& message, std::string_view part, std::string_view what) override;

 private:
  Command command_;
  const RunOptions& options_;
  Analyzer analyzer_;
  std::unique_ptr<write::RowWriter> writer_;
  BatchResult result_;
};

BatchResult Worker::work(const Batch& batch) {
  result_ = {};
  for (const Record& record : batch.records()) {
    switch (command_) {
      case Command::kLinks:
        analyzer_.links(record, *this);
        break;
      case Command::kTree:
        analyzer_.tree(record, *this);
        break;
      case Command::kCheck:
        analyzer_.check(record, *this);
        break;
    }
    writer_->end_message();
    ++result_.messages;
  }
  result_.rows = writer_->rows();
  writer_->clear();
  return std::move(result_);
}

void Worker::link(const Link& link) {
  if (!passes(options_.filter, link)) return;
  if (!options_.unique) {
    writer_->link(link);
    return;
  }
  // A link without a resolved URL is told apart by its reference.
  std::string key = link.resolved ? "=" : "?";
  key += link.resolved ? *link.resolved : link.reference;
  result_.unique.push_back({std::move(key), writer_->link_row(link)});
}

void Worker::diagnostic(const Diagnostic& diagnostic) {
  if (diagnostic.severity == Severity::kError) ++result_.errors;
  if (diagnostic.severity == Severity::kWarning) ++result_.warnings;
  writer_->diagnostic(diagnostic);
}

void Worker::problem(const MessageInfo& message, std::string_view part, std::string_view what) {
  std::string sentence(message.source);
  sentence += ": message " + std::to_string(message.number) + ": ";
  if (!part.empty()) sentence += "part " + std::string(part) + ": ";
  sentence += what;
  result_.problems.push_back(std::move(sentence));
}

// Takes results in the order of the input and writes them.
class Collector {
 public:
  Collector(Command command, const RunOptions& options, Output& output);

  void take(const BatchResult& result);
  void problem(const std::string& sentence);
  // An input is about to be read. False where it need not be.
  bool begin_input(const std::string& input);
  // What could not be read is a problem, and for `check` a row as well.
  void unreadable(Command command, const std::string& input, const std::string& sentence);
  Result<RunSummary> finish();
  [[nodiscard]] bool failed() const { return failed_.has_value(); }

 private:
  struct Counted {
    std::string row;
    std::uint64_t count = 0;
  };
  void write(std::string_view rows);

  const RunOptions& options_;
  std::unique_ptr<write::RowSink> sink_;
  RunSummary summary_;
  std::optional<Error> failed_;
  std::unordered_map<std::string, std::size_t> unique_index_;
  std::vector<Counted> unique_;  // in the order of first occurrence
};

Collector::Collector(Command command, const RunOptions& options, Output& output) : options_(options) {
  Result<std::unique_ptr<write::RowSink>> sink = write::make_row_sink(command, options, output);
  if (sink) {
    sink_ = std::move(*sink);
  } else {
    failed_ = sink.error();
  }
}

void Collector::write(std::string_view rows) {
  if (failed_ || rows.empty()) return;
  if (Result<void> written = sink_->write(rows); !written) failed_ = written.error();
}

bool Collector::begin_input(const std::string& input) {
  if (failed_) return false;
  const Result<bool> wanted = sink_->begin_input(input);
  if (!wanted) failed_ = wanted.error();
  return wanted && *wanted;
}

void Collector::problem(const std::string& sentence) {
  ++summary_.problems;
  if (options_.on_problem) options_.on_problem(sentence);
}

void Collector::take(const BatchResult& result) {
  write(result.rows);
  for (const UniqueRow& row : result.unique) {
    const auto [at, is_new] = unique_index_.try_emplace(row.key, unique_.size());
    if (is_new) unique_.push_back({row.row, 0});
    ++unique_[at->second].count;
  }
  for (const std::string& sentence : result.problems) problem(sentence);
  summary_.messages += result.messages;
  summary_.errors += result.errors;
  summary_.warnings += result.warnings;
}

void Collector::unreadable(Command command, const std::string& input, const std::string& sentence) {
  problem(sentence);
  if (command != Command::kCheck) return;
  MessageInfo nowhere;
  nowhere.source = input;
  Diagnostic diagnostic;
  diagnostic.message = &nowhere;
  diagnostic.code = "unreadable";
  diagnostic.detail = sentence;
  ++summary_.errors;
  const auto writer = write::make_row_writer(options_);
  writer->diagnostic(diagnostic);
  write(writer->rows());
}

Result<RunSummary> Collector::finish() {
  if (!unique_.empty()) {
    const auto writer = write::make_row_writer(options_);
    for (const Counted& counted : unique_) {
      writer->unique_link(counted.row, counted.count);
      if (writer->rows().size() > (std::size_t{1} << 20)) {
        write(writer->rows());
        writer->clear();
      }
    }
    write(writer->rows());
  }
  if (failed_) return *failed_;
  if (Result<void> finished = sink_->finish(); !finished) return finished.error();
  return summary_;
}

// Hands batches to threads and their results to the collector, in order. With one worker there is no thread.
class Pool {
 public:
  Pool(Command command, const RunOptions& options, Collector& collector);
  ~Pool() { join(); }

  void submit(Batch batch);
  // Waits until everything submitted was collected.
  void drain();
  void join();
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  void run(Worker& worker);
  void collect_ready(std::unique_lock<std::mutex>& lock);

  Collector& collector_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::queue<std::pair<std::uint64_t, Batch>> waiting_;
  std::map<std::uint64_t, BatchResult> ready_;
  std::uint64_t submitted_ = 0, collected_ = 0;
  bool collecting_ = false;
  bool closing_ = false;
  std::atomic<bool> failed_ = false;
};

Pool::Pool(Command command, const RunOptions& options, Collector& collector) : collector_(collector) {
  const unsigned count = std::max(options.workers, 1U);
  for (unsigned i = 0; i < count; ++i) workers_.push_back(std::make_unique<Worker>(command, options));
  if (count == 1) return;
  for (const auto& worker : workers_) {
    threads_.emplace_back([this, &worker] { run(*worker); });
  }
}

void Pool::submit(Batch batch) {
  if (threads_.empty()) {
    collector_.take(workers_.front()->work(batch));
    failed_ = collector_.failed();
    return;
  }
  std::unique_lock lock(mutex_);
  // A few batches for each worker are under way at the most: memory does not grow with the archive.
  changed_.wait(lock, [this] { return submitted_ - collected_ < threads_.size() * 4; });
  waiting_.emplace(submitted_++, std::move(batch));
  changed_.notify_all();
}

void Pool::run(Worker& worker) {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    auto [number, batch] = std::move(waiting_.front());
    waiting_.pop();
    lock.unlock();
    BatchResult result = worker.work(batch);
    lock.lock();
    ready_.emplace(number, std::move(result));
    collect_ready(lock);
  }
}

// One thread at a time writes what is next; meanwhile the others, which do not need the collector, work on.
void Pool::collect_ready(std::unique_lock<std::mutex>& lock) {
  if (collecting_) return;
  collecting_ = true;
  while (!ready_.empty() && ready_.begin()->first == collected_) {
    const auto next = ready_.extract(ready_.begin());
    lock.unlock();
    collector_.take(next.mapped());
    const bool failed = collector_.failed();
    lock.lock();
    failed_ = failed;
    ++collected_;
    changed_.notify_all();
  }
  collecting_ = false;
}

void Pool::drain() {
  std::unique_lock lock(mutex_);
  if (!threads_.empty()) changed_.wait(lock, [this] { return collected_ == submitted_; });
}

void Pool::join() {
  {
    const std::unique_lock lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

Result<RunSummary> run(Command command, const std::vector<std::string>& inputs, const RunOptions& options,
                       Output& output) {
  Collector collector(command, options, output);
  Pool pool(command, options, collector);
  std::uint64_t messages = 0;
  for (const std::string& input : inputs) {
    if (!collector.begin_input(input)) continue;
    Result<Reader> reader = Reader::open(input, options.input);
    if (!reader) {
      pool.drain();
      collector.unreadable(command, input, reader.error().message);
      continue;
    }
    while (!pool.failed()) {
      std::optional<Batch> batch = reader->next();
      if (!batch) break;
      messages += batch->records().size();
      if (options.on_progress) {
        options.on_progress({input, reader->bytes_done(), reader->bytes_total().value_or(0), messages});
      }
      pool.submit(std::move(*batch));
    }
    pool.drain();
    for (const Error& error : reader->problems()) collector.unreadable(command, input, error.message);
  }
  pool.join();
  return collector.finish();
}

}  // namespace

Result<RunSummary> run_links(const std::vector<std::string>& inputs, const RunOptions& options,
                             Output& output) {
  return run(Command::kLinks, inputs, options, output);
}

Result<RunSummary> run_check(const std::vector<std::string>& inputs, const RunOptions& options,
                             Output& output) {
  return run(Command::kCheck, inputs, options, output);
}

Result<RunSummary> run_tree(const std::vector<std::string>& inputs, const RunOptions& options,
                            Output& output) {
  return run(Command::kTree, inputs, options, output);
}

}  // namespace mimebase
