// Whole runs: batches of messages to workers, rows out in the order of the input.
#include "mimebase/run.h"

#include <new>

#include "run/collector.h"
#include "run/output_guard.h"
#include "run/pool.h"
#include "run/source_digests.h"

namespace mimebase::inline v0_2 {
namespace {

Error about(Error error, const std::string& input) {
  if (error.source.empty()) error.source = input;
  return error;
}

// What went wrong since it was last asked.
class NewProblems {
 public:
  NewProblems(const Reader& reader, const std::string& input) : reader_(reader), input_(input) {}

  std::vector<Error> take() {
    const std::vector<Error>& all = reader_.problems();
    std::vector<Error> taken;
    for (; count_ < all.size(); ++count_) taken.push_back(about(all[count_], input_));
    return taken;
  }

 private:
  const Reader& reader_;
  const std::string& input_;
  std::size_t count_ = 0;
};

// `met` are the problems on the way to the batch: they may be about sources before it, or in it.
run::SourceDigests::Ended pass(run::SourceDigests& digests, const Batch& batch,
                               const std::vector<Error>& met) {
  for (const Error& error : met) digests.cut(error.source);
  run::SourceDigests::Ended ended = digests.pass(batch);
  for (const Error& error : met) digests.cut(error.source);
  return ended;
}

// One input to the pool.
void read_input(const std::string& input, const RunOptions& options, run::Pool& pool,
                run::Collector& collector, RunProgress& progress) {
  Result<Reader> reader = Reader::open(input, options.input);
  if (!reader) {
    if (reader.error().code == Error::Code::kUsage) return collector.fail(reader.error());
    return collector.unreadable(about(reader.error(), input));
  }
  std::optional<run::SourceDigests> digests;
  if (collector.wants_sources()) digests.emplace(collector.known_source());
  NewProblems problems(*reader, input);
  const std::uint64_t bytes_before = progress.bytes_done;
  while (!pool.failed()) {
    pool.wait_for_room();
    std::optional<Batch> batch = reader->next();
    if (!batch) break;
    progress.messages += batch->records().size();
    std::vector<Error> met = problems.take();
    run::SourceDigests::Ended ended = digests ? pass(*digests, *batch, met) : run::SourceDigests::Ended();
    pool.submit(std::move(*batch), std::move(ended), std::move(met));
    progress.bytes_done = bytes_before + reader->bytes_done();
    if (options.on_progress) options.on_progress(progress);
  }
  if (Result<void> drained = pool.drain(); !drained) return collector.fail(drained.error());
  const std::vector<Error> met = problems.take();
  if (digests) {
    for (const Error& error : met) digests->cut(error.source);
    if (const auto last = digests->finish()) collector.end_source(*last);
  }
  for (const Error& error : met) collector.unreadable(error);
}

Result<RunSummary> read_all(run::Command command, const std::vector<std::string>& inputs,
                            const RunOptions& options, Output& output) {
  if (Result<void> checked = run::check_output(output, inputs, options); !checked) return checked.error();
  run::Collector collector(command, options, output);
  run::Pool pool(command, options, collector);
  RunProgress progress;
  for (const std::string& input : inputs) {
    if (!collector.begin_input(input)) continue;
    read_input(input, options, pool, collector, progress);
    collector.end_input();
  }
  Result<RunSummary> summary = collector.finish();
  if (!summary) return summary;
  if (Result<void> made = run::make_room(output, options); !made) return made.error();
  return summary;
}

// Nothing is thrown out of the library: without memory there is no output.
Result<RunSummary> run_all(run::Command command, const std::vector<std::string>& inputs,
                           const RunOptions& options, Output& output) {
  try {
    return read_all(command, inputs, options, output);
  } catch (const std::bad_alloc&) {
    return Error{Error::Code::kUnwritable, "out of memory"};
  }
}

}  // namespace

Result<RunSummary> run_links(const std::vector<std::string>& inputs, const RunOptions& options,
                             Output& output) {
  return run_all(run::Command::kLinks, inputs, options, output);
}

Result<RunSummary> run_check(const std::vector<std::string>& inputs, const RunOptions& options,
                             Output& output) {
  return run_all(run::Command::kCheck, inputs, options, output);
}

Result<RunSummary> run_tree(const std::vector<std::string>& inputs, const RunOptions& options,
                            Output& output) {
  return run_all(run::Command::kTree, inputs, options, output);
}

}  // namespace mimebase::inline v0_2
