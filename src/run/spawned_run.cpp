// SpawnedRun.
#include "mimebase/spawned_run.h"

#include <cerrno>
#include <string_view>
#include <system_error>
#include <utility>

#include "mimebase/version.h"
#include "run/rows/helper_program.h"
#include "run/spawned/run_wire.h"

namespace mimebase {
inline namespace v0_2 {
namespace {

// Maximum bytes of a message from the program.
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30;

std::optional<process::Connection::Bounds> bounds_of(process::Kind kind) {
  if (kind.number > static_cast<std::uint32_t>(run::RunMessageKind::kRunEnd)) return std::nullopt;
  return process::Connection::Bounds{kMaxBytes, 0};
}

run::RunRequest request_of(run::RunKind kind, std::string output, RunOptions options) {
  run::RunRequest request;
  request.version = version();
  request.kind = kind;
  request.output = std::move(output);
  request.options = std::move(options);
  return request;
}

}  // namespace

struct SpawnedRun::State {
  [[nodiscard]] std::optional<Error> start();
  // Handles one message. Returns false if it is invalid.
  [[nodiscard]] bool take(const process::Message& message);
  void fail(Error error) {
    ended = run::RunEnd{std::move(error), {}};
    program.end();
  }

  run::RunRequest request;
  std::vector<RowInput> inputs;
  run::HelperProgram program{std::chrono::seconds(10)};  // it may remove many files
  bool has_started = false, has_bytes = false;
  std::optional<run::RunEnd> ended = {};
};

// Bytes become an unnamed file in memory, which the program reads as standard input.
std::optional<Error> SpawnedRun::State::start() {
  has_started = true;
  std::vector<process::Descriptor> files;
  for (const RowInput& input : inputs) {
    request.inputs.push_back(input.bytes ? "-" : input.path);
    if (!input.bytes) continue;
    process::Descriptor file = process::memory_file(*input.bytes);
    if (file.get() < 0)
      return Error{Error::Code::kReadError, "a file in memory: " + std::generic_category().message(errno)};
    files.push_back(std::move(file));
  }
  inputs.clear();
  has_bytes = !files.empty();
  if (files.size() > 1) return Error{Error::Code::kUsage, "only one input can be bytes"};
  if (std::optional<Error> error = program.start()) return error;
  program.connection().send(run::RowMessageKind::kRun, run::written(request), nullptr, std::move(files));
  return std::nullopt;
}

bool SpawnedRun::State::take(const process::Message& message) {
  const RunOptions& options = request.options;
  if (message.kind == run::RunMessageKind::kProblem) {
    if (options.on_problem) options.on_problem(run::shown_sentence(message.bytes, has_bytes));
    return true;
  }
  if (message.kind == run::RunMessageKind::kNote) {
    if (options.on_note) options.on_note(message.bytes);
    return true;
  }
  ended = run::read_back<run::RunEnd>(message.bytes);
  return ended.has_value();
}

SpawnedRun::SpawnedRun(std::unique_ptr<State> state) : state_(std::move(state)) {}
SpawnedRun::SpawnedRun(SpawnedRun&&) noexcept = default;
SpawnedRun& SpawnedRun::operator=(SpawnedRun&&) noexcept = default;
SpawnedRun::~SpawnedRun() = default;

SpawnedRun SpawnedRun::report(std::vector<RowInput> inputs, std::string output, RunOptions options,
                              const ReportOptions& report) {
  run::RunRequest request = request_of(run::RunKind::kReport, std::move(output), std::move(options));
  request.report = report;
  return SpawnedRun(std::unique_ptr<State>(new State{std::move(request), std::move(inputs)}));
}

SpawnedRun SpawnedRun::extract(RowInput input, std::string output, RunOptions options,
                               const ExtractOptions& extract, std::string wanted, bool may_replace) {
  run::RunRequest request = request_of(run::RunKind::kExtract, std::move(output), std::move(options));
  request.extract = extract;
  request.wanted = std::move(wanted);
  request.may_replace = may_replace;
  return SpawnedRun(std::unique_ptr<State>(new State{std::move(request), {std::move(input)}}));
}

Result<std::optional<RunSummary>> SpawnedRun::wait(std::chrono::milliseconds most) {
  State& state = *state_;
  if (state.program.is_copy())
    return Error{Error::Code::kUsage, "only the process that started this run can wait for it"};
  const auto begun = std::chrono::steady_clock::now();
  if (!state.has_started) {
    if (std::optional<Error> error = state.start()) state.fail(std::move(*error));
  }
  while (!state.ended) {
    const Result<std::optional<process::Message>> message = state.program.receive(bounds_of, begun, most);
    if (!message) {
      state.fail(message.error());
    } else if (!*message) {
      return std::optional<RunSummary>();
    } else if (!state.take(**message)) {
      state.fail(state.program.died());
    } else if (state.ended) {
      state.program.end();
    }
  }
  if (state.ended->failed) return *state.ended->failed;
  return std::optional(state.ended->summary);
}

}  // namespace v0_2
}  // namespace mimebase
