// RowReader and LinkRows.
#include "mimebase/read_links.h"

#include <sys/types.h>
#include <unistd.h>

#include <deque>
#include <utility>

#include "run/rows/chunk.h"
#include "run/rows/row_run.h"
#include "run/rows/unpacked_rows.h"
#include "run/spawned/helper_run.h"
#include "write/row_arena.h"

namespace mimebase {
inline namespace v0_2 {

LinkRow LinkRow::of(const Link& link) {
  const auto arena = std::make_shared<RowArena>();
  const MessageInfo none;
  Link whole = link;
  if (whole.message == nullptr) whole.message = &none;
  return {arena->keep(whole), arena};
}

struct RowReader::State {
  // A copy of the process that has begun to read must not end the processes of the original.
  [[nodiscard]] bool is_copy() const { return owner != 0 && owner != getpid(); }
  void begin();
  // Returns the next chunk, which may be empty; nothing at the end.
  [[nodiscard]] Result<std::optional<run::Chunk>> next_chunk(std::chrono::milliseconds most);

  RowKind kind;
  std::vector<RowInput> inputs;
  ReadOptions options;
  pid_t owner = 0;                            // the process that called next()
  std::optional<run::HelperRun> helper = {};  // reads the mail if it is isolated
  // Otherwise the calling thread does.
  std::unique_ptr<run::RowRun> run = {};
  std::size_t next_input = 0;
  std::deque<run::Chunk> chunks = {};  // not returned yet
  std::optional<Error> failed = {};
};

void RowReader::State::begin() {
  owner = getpid();
  run::RowRequest rows;
  rows.kind = kind;
  rows.options.analyze = options.analyze;
  rows.options.input = options.input;
  rows.options.messages = options.messages;
  rows.options.workers = options.workers;
  rows.options.isolation = options.isolation;
  rows.filter = options.filter;
  rows.diagnostics = options.diagnostics;
  if (Result<void> checked = check_options(options.analyze); !checked) {
    failed = checked.error();
  } else if (kind == RowKind::kComparisons && options.analyze.compared.size() < 2) {
    failed = Error{Error::Code::kUsage, "a comparison needs at least two readers"};
  } else if (options.isolation != Isolation::kOff) {
    helper.emplace(run::HelperRequest{.rows = std::move(rows)}, std::move(inputs));
  } else {
    const auto next = [this] {
      return next_input < inputs.size() ? std::optional(std::move(inputs[next_input++])) : std::nullopt;
    };
    const auto send = [this](run::Chunk chunk) {
      chunks.push_back(std::move(chunk));
      return true;
    };
    run = std::make_unique<run::RowRun>(rows, next, send);
  }
}

Result<std::optional<run::Chunk>> RowReader::State::next_chunk(std::chrono::milliseconds most) {
  if (helper) return helper->next(most);
  const auto begun = std::chrono::steady_clock::now();
  while (chunks.empty()) {
    if (!run->step() && chunks.empty()) {
      const Result<RunSummary>& result = run->result();
      if (!result) return result.error();
      return std::optional<run::Chunk>();
    }
    if (chunks.empty() && std::chrono::steady_clock::now() - begun >= most)
      return std::optional(run::Chunk());
  }
  std::optional<run::Chunk> chunk = std::move(chunks.front());
  chunks.pop_front();
  return chunk;
}

RowReader::RowReader(RowKind kind, std::vector<RowInput> inputs, ReadOptions options)
    : state_(new State{kind, std::move(inputs), std::move(options)}) {}
RowReader::RowReader(RowReader&&) noexcept = default;
RowReader& RowReader::operator=(RowReader&&) noexcept = default;
RowReader::~RowReader() {
  // A thread that reads ahead exists only in the original process, so its reader cannot be destroyed here.
  if (state_ && state_->is_copy())
    static_cast<void>(state_->run.release());  // NOLINT(bugprone-unused-return-value)
}

Result<std::optional<RowBatch>> RowReader::next(std::chrono::milliseconds most) {
  State& state = *state_;
  if (state.is_copy())
    return Error{Error::Code::kUsage, "these rows can only be read by the process that created them"};
  if (state.owner == 0) state.begin();
  if (state.failed) return *state.failed;
  Result<std::optional<run::Chunk>> chunk = state.next_chunk(most);
  if (!chunk) state.failed = chunk.error();
  if (!chunk) return chunk.error();
  if (!*chunk) return std::optional<RowBatch>();
  std::optional<RowBatch> batch = run::unpacked(state.kind, std::move(**chunk));
  if (batch) return batch;
  state.failed = Error{Error::Code::kReadError, "the program that reads mail has sent invalid rows"};
  return *state.failed;
}

struct LinkRows::State {
  State(std::vector<std::string> inputs, ReadOptions options)
      : reader(RowKind::kLinks, inputs_of(std::move(inputs)), std::move(options)) {}

  static std::vector<RowInput> inputs_of(std::vector<std::string> names) {
    std::vector<RowInput> inputs;
    for (std::string& name : names) inputs.push_back({std::move(name), {}});
    return inputs;
  }
  // Reads until a row is available. Returns false at the end.
  bool fill() {
    while (row >= batch.links.size()) {
      if (has_ended) return false;
      read_batch();
    }
    made = {batch.links[row], batch.memory};
    has_made = true;
    return true;
  }
  void read_batch() {
    Result<std::optional<RowBatch>> next = reader.next();
    batch = {};
    row = 0;
    has_ended = !next || !*next;
    if (!next) problems.push_back(next.error());
    if (has_ended) return;
    batch = std::move(**next);
    for (Error& problem : batch.problems) problems.push_back(std::move(problem));
    skipped_files += batch.skipped_files;
    skipped_revisits += batch.skipped_revisits;
  }

  RowReader reader;
  bool has_ended = false;
  RowBatch batch;
  std::size_t row = 0;  // index of the current row in `batch`
  LinkRow made;         // the current row, valid if `has_made`
  bool has_made = false;
  std::vector<Error> problems;
  std::uint64_t skipped_files = 0, skipped_revisits = 0;
};

LinkRows::LinkRows(std::unique_ptr<State> state) : state_(std::move(state)) {}
LinkRows::LinkRows(LinkRows&&) noexcept = default;
LinkRows& LinkRows::operator=(LinkRows&&) noexcept = default;
LinkRows::~LinkRows() = default;

LinkRows read_links(std::vector<std::string> inputs, ReadOptions options) {
  return LinkRows(std::make_unique<LinkRows::State>(std::move(inputs), std::move(options)));
}

LinkRows::Iterator LinkRows::begin() & {
  state_->fill();
  return Iterator(*this);
}

const LinkRow& LinkRows::Iterator::operator*() const {
  return rows_->state_->made;
}

LinkRows::Iterator& LinkRows::Iterator::operator++() {
  ++rows_->state_->row;
  rows_->state_->has_made = false;
  rows_->state_->fill();
  return *this;
}

bool LinkRows::Iterator::operator==(std::default_sentinel_t) const {
  return rows_ == nullptr || !rows_->state_->has_made;
}

std::span<const Error> LinkRows::problems() const& {
  return state_->problems;
}

std::uint64_t LinkRows::skipped_files() const {
  return state_->skipped_files;
}

std::uint64_t LinkRows::skipped_revisits() const {
  return state_->skipped_revisits;
}

}  // namespace v0_2
}  // namespace mimebase
