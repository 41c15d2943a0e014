#include "run/run_reader.h"

#include <cerrno>
#include <system_error>

#include "process/sandbox.h"

namespace mimebase::run {

RunReader::RunReader(const RunOptions& options, Collector& collector, const MakeWorker& make,
                     std::string_view place) {
  const bool is_required = options.isolation == Isolation::kRequire;
  if (options.isolation != Isolation::kOff) {
    processes_ = std::make_unique<Processes>(options, collector, make);
    const bool is_closed = !is_required || process::sandbox_of_system().is_closed();
    if (is_closed && processes_->start()) return;
    const std::string why = is_closed ? std::generic_category().message(errno)
                                      : "there is no system call filter to confine processes";
    if (is_required) {
      collector.fail({Error::Code::kUnwritable, "mail cannot be read in isolation: " + why});
      return;
    }
    processes_.reset();
    collector.note("mail is read without isolation, " + std::string(place) + ": " + why);
  }
  in_process_ = std::make_unique<InProcess>(options, collector, make());
}

}  // namespace mimebase::run
