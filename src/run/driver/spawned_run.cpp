// SpawnedRun.
#include "mimebase/spawned_run.h"

#include <algorithm>
#include <utility>

#include "run/spawned/helper_run.h"

namespace mimebase {
inline namespace v0_2 {

struct SpawnedRun::State {
  RunOptions options;  // for its functions
  run::HelperRun run;
};

SpawnedRun::SpawnedRun(std::unique_ptr<State> state) : state_(std::move(state)) {}
SpawnedRun::SpawnedRun(SpawnedRun&&) noexcept = default;
SpawnedRun& SpawnedRun::operator=(SpawnedRun&&) noexcept = default;
SpawnedRun::~SpawnedRun() = default;

SpawnedRun SpawnedRun::report(std::vector<RowInput> inputs, std::string output, RunOptions options,
                              const ReportOptions& report) {
  run::HelperRequest request{.task = run::HelperTask::kReport, .output = std::move(output), .report = report};
  request.rows.options = options;
  return SpawnedRun(
      std::unique_ptr<State>(new State{std::move(options), {std::move(request), std::move(inputs)}}));
}

SpawnedRun SpawnedRun::extract(RowInput input, std::string output, RunOptions options,
                               const ExtractOptions& extract, std::string wanted, bool may_replace) {
  run::HelperRequest request{.task = run::HelperTask::kExtract, .output = std::move(output)};
  request.rows.options = options;
  request.extract = extract;
  request.wanted = std::move(wanted);
  request.may_replace = may_replace;
  std::vector<RowInput> inputs;
  inputs.push_back(std::move(input));
  return SpawnedRun(
      std::unique_ptr<State>(new State{std::move(options), {std::move(request), std::move(inputs)}}));
}

Result<std::optional<RunSummary>> SpawnedRun::wait(std::chrono::milliseconds most) {
  using std::chrono::milliseconds;
  State& state = *state_;
  if (state.run.is_copy())
    return Error{Error::Code::kUsage, "only the process that started this run can wait for it"};
  const auto begun = std::chrono::steady_clock::now();
  while (true) {
    const auto passed = std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - begun);
    const Result<std::optional<run::Chunk>> chunk = state.run.next(std::max(most - passed, milliseconds(0)));
    if (!chunk) return chunk.error();
    if (!*chunk) return std::optional(state.run.summary());
    if ((*chunk)->is_empty()) return std::optional<RunSummary>();
    for (const Error& problem : (*chunk)->problems) {
      if (state.options.on_problem) state.options.on_problem(problem.message);
    }
    for (const std::string& note : (*chunk)->notes) {
      if (state.options.on_note) state.options.on_note(note);
    }
  }
}

}  // namespace v0_2
}  // namespace mimebase
