#include "run/run_reader.h"

#include <cerrno>
#include <string>
#include <system_error>

#include "process/sandbox.h"
#include "run/in_process.h"
#include "run/processes/processes.h"

namespace mimebase::run {

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

}  // namespace mimebase::run
