// The Reader declared in include/mimebase/input.h.
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "input/context.h"
#include "input/open.h"
#include "input/store.h"
#include "mimebase/input.h"
#include "process/descriptor.h"
#include "text/ascii.h"
#include "text/exception_text.h"
#include "text/names.h"

namespace mimebase::input {
namespace {

std::size_t bytes_of(const std::optional<Batch>& batch) {
  std::size_t bytes = 0;
  if (!batch) return bytes;
  for (const Record& record : batch->records()) {
    bytes += record.before.size() + record.bytes.size() + record.after.size();
  }
  return bytes;
}

// A batch and the problems noted before it. Without a batch, the end.
struct Step {
  std::optional<Batch> batch = {};
  std::vector<Error> problems = {};
  std::size_t problems_before = 0;  // Context::problems_before()
  std::uint64_t done = 0;           // Store::done() at that time, as the next two
  std::uint64_t skipped_files = 0, skipped_revisits = 0;
};

// Reads a store in a thread while its batches are processed. The thread then owns the store and the
// context, except for Context::stop. If no thread can be started, the store is read on demand.
class ReadAhead {
 public:
  ReadAhead(Context& context, std::unique_ptr<Store> store) : context_(context), store_(std::move(store)) {}
  // Stops the thread, even while it waits for a pipe.
  ~ReadAhead();
  ReadAhead(const ReadAhead&) = delete;
  ReadAhead& operator=(const ReadAhead&) = delete;

  void start();
  // Waits for the next step. Must not be called after the end.
  [[nodiscard]] Step next();

 private:
  // The thread pauses while this many bytes are ready, so that memory stays bounded however slow the
  // workers are.
  static constexpr std::size_t kMaxBytes = std::size_t{4} << 20;

  void run();
  [[nodiscard]] Step read();

  Context& context_;
  const std::unique_ptr<Store> store_;
  std::thread thread_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Step> ready_;
  std::size_t ready_bytes_ = 0;  // size of the records in `ready_`
};

void ReadAhead::start() {
  try {
    if (store_->is_slow()) thread_ = std::thread([this] { run(); });
  } catch (const std::system_error&) {
    return;  // next() reads instead
  }
}

ReadAhead::~ReadAhead() {
  {
    const std::lock_guard lock(mutex_);
    context_.stop.ask();
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

Step ReadAhead::read() {
  Step step;
  try {
    step.batch = store_->next();
  } catch (const std::exception&) {  // from the standard library, for lack of memory
    step.batch = std::nullopt;
    context_.note(context_.name(), exception_text(), Error::Code::kReadError);
  }
  step.problems_before = context_.problems_before();
  step.problems = context_.take_problems(!step.batch);
  step.done = store_->done();
  step.skipped_files = context_.skipped_files();
  step.skipped_revisits = context_.skipped_revisits();
  return step;
}

void ReadAhead::run() {
  bool at_end = false;
  while (!at_end) {
    Step step = read();
    at_end = !step.batch;
    const std::size_t bytes = bytes_of(step.batch);
    std::unique_lock lock(mutex_);
    changed_.wait(
        lock, [&] { return ready_.empty() || ready_bytes_ + bytes <= kMaxBytes || context_.stop.asked(); });
    if (context_.stop.asked()) return;
    ready_bytes_ += bytes;
    ready_.push_back(std::move(step));
    lock.unlock();
    changed_.notify_all();
  }
}

Step ReadAhead::next() {
  if (!thread_.joinable()) return read();
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !ready_.empty(); });
  Step step = std::move(ready_.front());
  ready_.pop_front();
  ready_bytes_ -= bytes_of(step.batch);
  lock.unlock();
  changed_.notify_all();
  return step;
}

}  // namespace
}  // namespace mimebase::input

namespace mimebase {
inline namespace v0_2 {

std::string_view name_of(InputKind kind) {
  constexpr Named<InputKind> kNames[] = {
      {InputKind::kAuto, "auto"},        {InputKind::kMessage, "message"}, {InputKind::kMbox, "mbox"},
      {InputKind::kMaildir, "maildir"},  {InputKind::kMh, "mh"},           {InputKind::kWarc, "warc"},
      {InputKind::kDocument, "document"}};
  return find_name(kNames, kind);
}

Result<void> check_options(const InputOptions& options) {
  const std::string_view given = options.content_type;
  if (given.empty()) return {};
  const auto is_token = [](std::string_view word) {  // RFC 2045 section 5.1
    return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
      return c > ' ' && c < 0x7F && std::string_view("()<>@,;:\\\"/[]?=").find(c) == std::string_view::npos;
    });
  };
  std::string_view type = given.substr(0, given.find(';'));
  while (type.ends_with(' ')) type.remove_suffix(1);
  const std::size_t slash = std::min(type.find('/'), type.size());
  if (!is_token(type.substr(0, slash)) || slash == type.size() || !is_token(type.substr(slash + 1)))
    return Error{Error::Code::kUsage,
                 '"' + std::string(given) + "\" is no media type such as text/html; charset=utf-8"};
  if (ascii::starts_with_ignoring_case(type, "multipart/"))
    return Error{Error::Code::kUsage, '"' + std::string(given) + "\" cannot be the type of a document"};
  if (options.kind != InputKind::kAuto && options.kind != InputKind::kDocument)
    return Error{Error::Code::kUsage,
                 "a content type is for documents: it cannot be combined with the input kind " +
                     std::string(name_of(options.kind))};
  return {};
}

struct Reader::State {
  State(std::string_view path, const InputOptions& options, const Limits& limits)
      : context(path, {options, limits}) {}

  input::Context context;
  std::optional<input::ReadAhead> batches;  // reset at the end
  std::optional<std::uint64_t> total;
  std::uint64_t done = 0, skipped_files = 0, skipped_revisits = 0;
  std::vector<Error> problems;
  std::size_t problems_before_batch = 0;
};

Reader::Reader(std::unique_ptr<State> state) : state_(std::move(state)) {}
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;
Reader::~Reader() = default;

namespace {

// Reads what a state has opened.
template <typename State>
Result<std::unique_ptr<State>> begin(std::unique_ptr<State> state,
                                     Result<std::unique_ptr<input::Store>> store) {
  input::Context& context = state->context;
  if (!store) return input::open_error(context, store.error());
  state->problems = context.take_problems(!*store);
  state->skipped_files = context.skipped_files();
  if (*store) {
    state->batches.emplace(context, std::move(*store));
    if (context.options.read_ahead) state->batches->start();
  }
  return state;
}

}  // namespace

Result<Reader> Reader::open(std::string_view path, const InputOptions& options, const Limits& limits) {
  if (Result<void> checked = check_options(options); !checked) return checked.error();
  auto state = std::make_unique<State>(path, options, limits);
  Result<std::unique_ptr<input::Store>> store = input::open_path(state->context, state->total);
  Result<std::unique_ptr<State>> begun = begin(std::move(state), std::move(store));
  if (!begun) return begun.error();
  return Reader(std::move(*begun));
}

Result<Reader> Reader::open_bytes(std::string_view bytes, const InputOptions& options, const Limits& limits) {
  if (Result<void> checked = check_options(options); !checked) return checked.error();
  auto state = std::make_unique<State>("-", options, limits);
  input::OpenFile file{process::memory_file(bytes), {}};
  if (file.descriptor.get() < 0 || fstat(file.descriptor.get(), &file.status) != 0)
    return state->context.system_error(state->context.name(), errno);
  Result<std::unique_ptr<input::Store>> store =
      input::open_opened(state->context, std::move(file), state->total);
  Result<std::unique_ptr<State>> begun = begin(std::move(state), std::move(store));
  if (!begun) return begun.error();
  return Reader(std::move(*begun));
}

Batch Reader::next() {
  if (!state_->batches) return {};
  input::Step step = state_->batches->next();
  if (!step.batch) state_->batches.reset();
  state_->done = step.done;
  state_->skipped_files = step.skipped_files;
  state_->skipped_revisits = step.skipped_revisits;
  state_->problems_before_batch = state_->problems.size() + step.problems_before;
  for (Error& problem : step.problems) state_->problems.push_back(std::move(problem));
  return step.batch ? std::move(*step.batch) : Batch();
}

std::span<const Error> Reader::problems() const& {
  return state_->problems;
}

std::size_t Reader::problems_before_batch() const {
  return state_->problems_before_batch;
}

std::uint64_t Reader::skipped_files() const {
  return state_->skipped_files;
}

std::uint64_t Reader::skipped_revisits() const {
  return state_->skipped_revisits;
}

std::optional<std::uint64_t> Reader::bytes_total() const {
  return state_->total;
}

std::uint64_t Reader::bytes_done() const {
  return state_->done;
}

}  // namespace v0_2
}  // namespace mimebase
