#include "run/in_process.h"

#include <new>
#include <span>
#include <utility>

namespace mimebase::run {

std::vector<Error> problems_since(std::size_t& taken, const Reader& reader) {
  const std::span<const Error> all = reader.problems().subspan(taken);
  taken += all.size();
  return {all.begin(), all.end()};
}

void InProcess::work(const Job& job) {
  collector_.begin_batch(job.ended);
  // An exception that leaves this function would be reported as a fault of the current message.
  const auto take = [this](Piece piece, bool) {
    try {
      collector_.take(std::move(piece));
    } catch (const std::bad_alloc&) {
      collector_.fail({Error::Code::kNoMemory, "out of memory"});
    }
  };
  worker_->work(job.batch, take, {.before = job.before});
  collector_.end_batch(job.ended, job.problems);
}

void InProcess::read(const std::string& input) {
  Result<Reader> reader = Reader::open(input, options_.input, options_.analyze.limits);
  if (!reader) {
    if (reader.error().code == Error::Code::kUsage) return collector_.fail(reader.error());
    return collector_.end_input({}, {reader.error()});
  }
  std::optional<SourceDigests> digests;
  if (collector_.wants_sources()) digests.emplace(collector_.destination().known_source());
  problems_ = 0;
  const std::uint64_t bytes_before = progress_.bytes_done;
  std::uint64_t found = 0;
  // Reads one batch ahead, so that Collector::found() reports whether there is a second message before the
  // first one is processed.
  Batch next = reader->next();
  std::vector<Error> next_met = problems_since(problems_, *reader);
  while (next && !collector_.failed() && !collector_.destination().is_done()) {
    Job job{std::move(next), {}, std::exchange(next_met, {}), found};
    const std::size_t count = job.batch.records().size();
    found += count;
    progress_.messages += count;
    next = reader->next();
    next_met = problems_since(problems_, *reader);
    collector_.destination().found(found + (next.records().size()), !next);
    if (digests) job.ended = digests->pass(job.batch, job.problems);
    work(job);
    progress_.bytes_done = bytes_before + reader->bytes_done();
    collector_.report_problems();
    if (options_.on_progress) options_.on_progress(progress_);
  }
  skipped_files_ += reader->skipped_files();
  collector_.end_input(digests ? digests->finish(next_met) : std::nullopt, next_met);
}

}  // namespace mimebase::run
