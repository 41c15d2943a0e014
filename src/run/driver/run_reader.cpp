#include "run/driver/run_reader.h"

#include <algorithm>
#include <cerrno>
#include <limits>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <utility>

#include "mimebase/input.h"
#include "process/sandbox.h"
#include "run/output/digest.h"
#include "run/processes/processes.h"

namespace mimebase::run {
namespace {

// Reads without isolation: one message after another, in the calling process, with a worker of its own.
class InProcess : public RunReader {
 public:
  // A step works on at most `most_messages`. `options` and `collector` must outlive the object.
  InProcess(const RunOptions& options, Collector& collector, std::unique_ptr<BatchWorker> worker,
            std::size_t most_messages)
      : RunReader(options, collector), worker_(std::move(worker)), most_messages_(most_messages) {}

  void open(const RowInput& input) override;
  [[nodiscard]] bool step() override;

 private:
  void read_batch();

  const std::unique_ptr<BatchWorker> worker_;
  const std::size_t most_messages_;
  std::optional<Reader> reader_;               // of the input, until its end
  std::size_t problems_taken_ = 0;             // number of the reader's problems that were taken
  std::optional<SourceDigests> digests_ = {};  // if the destination wants them
  // The batch that is worked on, and what the collector gets with it; null before it is read.
  std::shared_ptr<const Batch> batch_;
  std::size_t next_record_ = 0;
  EndedSources ended_;
  std::vector<Error> problems_before_, problems_;  // met before the first record of the batch, and after it
};

void InProcess::open(const RowInput& input) {
  const Limits& limits = options_.analyze.limits;
  Result<Reader> reader = input.bytes ? Reader::open_bytes(*input.bytes, options_.input, limits)
                                      : Reader::open(input.path, options_.input, limits);
  if (!reader) {
    if (reader.error().code == Error::Code::kUsage) return collector_.fail(reader.error());
    return collector_.end_input({}, {reader.error()});
  }
  reader_ = std::move(*reader);
  problems_taken_ = 0;
  digests_.reset();
  if (collector_.wants_sources()) digests_.emplace(collector_.destination().known_source());
  begin_progress();
}

void InProcess::read_batch() {
  Batch next = reader_->next();
  const std::span<const Error> met = reader_->problems().subspan(problems_taken_);
  const std::size_t before =
      reader_->problems_before_batch() - std::min(problems_taken_, reader_->problems_before_batch());
  problems_taken_ += met.size();
  problems_.assign(met.begin(), met.end());
  problems_before_.clear();
  progress(reader_->bytes_done(), next.records().size());
  if (!next) return;
  ended_ = digests_ ? digests_->pass(next, problems_) : EndedSources();
  const auto first_after =
      problems_.begin() + static_cast<std::ptrdiff_t>(std::min(before, problems_.size()));
  problems_before_.assign(problems_.begin(), first_after);
  problems_.erase(problems_.begin(), first_after);
  batch_ = std::make_shared<const Batch>(std::move(next));
  next_record_ = 0;
}

bool InProcess::step() {
  if (!reader_) return false;  // it could not be opened
  const auto goes_on = [this] { return !collector_.failed() && !collector_.destination().is_done(); };
  if (!batch_ && goes_on()) read_batch();
  if (!batch_ || !goes_on()) {
    skipped_files_ += reader_->skipped_files();
    skipped_revisits_ += reader_->skipped_revisits();
    collector_.destination().found(found_, true);
    collector_.end_input(digests_ ? digests_->finish(problems_) : std::nullopt, problems_);
    problems_.clear();
    batch_.reset();
    reader_.reset();
    return false;
  }

  const std::vector<Record>& records = batch_->records();
  const std::size_t first = next_record_;
  next_record_ += std::min(records.size() - first, most_messages_);
  const Batch some(batch_, std::vector<Record>(records.data() + first, records.data() + next_record_));
  // The analysis would report an exception from here as a fault of the current message.
  const auto take = [this](Piece piece, bool) {
    try {
      collector_.take(std::move(piece));
    } catch (const std::bad_alloc&) {
      collector_.fail({Error::Code::kNoMemory, "out of memory"});
    }
  };
  if (first == 0) collector_.begin_batch(ended_, problems_before_);
  worker_->work(some, take, {.before = found_ - records.size() + first});
  if (next_record_ == records.size()) {
    batch_.reset();
    collector_.end_batch(ended_, std::exchange(problems_, {}));
  }
  collector_.report_problems();
  return true;
}

// The protection that the kernel lacks for isolated processes; empty if it has all.
std::string_view refused_isolation() {
  const process::Sandbox sandbox = process::sandbox_of_system();
  if (sandbox.is_refused && !sandbox.files)
    return "this kernel has neither system call filters nor Landlock: isolated processes have the same "
           "rights as this one";
  if (sandbox.is_refused)
    return "this kernel has no system call filters: isolated processes can make any call that does not open "
           "a file";
  if (!sandbox.files)
    return "this kernel has no Landlock: only the system call filter keeps isolated processes from files";
  return {};
}

}  // namespace

std::unique_ptr<RunReader> RunReader::start(const RunOptions& options, Collector& collector,
                                            const MakeWorker& make, std::string_view place,
                                            std::size_t most_messages) {
  if (options.isolation != Isolation::kOff) {
    const bool is_required = options.isolation == Isolation::kRequire;
    const bool is_closed = !is_required || process::sandbox_of_system().is_closed();
    auto processes = std::make_unique<Processes>(options, collector, make);
    if (is_closed && processes->start()) return processes;
    const std::string why = is_closed ? std::generic_category().message(errno)
                                      : "there is no system call filter to confine processes";
    if (is_required) {
      collector.fail({Error::Code::kUnwritable, "mail cannot be read in isolation: " + why});
    } else {
      collector.note("mail is read without isolation, " + std::string(place) + ": " + why);
    }
  }
  return std::make_unique<InProcess>(options, collector, make(), most_messages);
}

void RunReader::progress(std::uint64_t bytes_done, std::uint64_t messages) {
  progress_.bytes_done = bytes_before_ + bytes_done;
  progress_.messages += messages;
  found_ += messages;
  collector_.destination().found(found_, false);
  if (options_.on_progress) options_.on_progress(progress_);
}

Result<RunSummary> read_all(const std::vector<std::string>& inputs, const RunOptions& options,
                            Destination& destination, const MakeWorker& make) {
  if (Result<void> checked = check_options(options.input); !checked) return checked.error();
  Collector collector(options, destination);
  if (const std::string_view refused = refused_isolation();
      options.isolation != Isolation::kOff && !refused.empty())
    collector.note(std::string(refused));
  const std::unique_ptr<RunReader> reader =
      RunReader::start(options, collector, make, "in this process", std::numeric_limits<std::size_t>::max());
  for (const std::string& input : inputs) {
    if (collector.begin_input(input) && !collector.reads_itself(input)) {
      reader->open({input, {}});
      while (reader->step()) continue;
    }
    collector.report_problems();
  }
  Result<RunSummary> summary = collector.finish();
  collector.report_problems();
  if (summary) {
    summary->skipped_files = reader->skipped_files();
    summary->skipped_revisits = reader->skipped_revisits();
  }
  return summary;
}

}  // namespace mimebase::run
