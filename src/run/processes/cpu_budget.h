// How the processor time of a message is divided (Limits::cpu_seconds).
#pragma once

#include <algorithm>
#include <cstdint>

namespace mimebase::run {

// A process that a document ends is replaced, and the message is read again without that document. All
// processes that read a message share its time, so that a message of many such documents costs no more than
// one, and that enough is left for its other parts. All results are in seconds.
class CpuBudget {
 public:
  explicit CpuBudget(std::uint64_t limit) : limit_(static_cast<double>(limit)) {}

  // A message, in all processes that read it.
  [[nodiscard]] double message() const { return limit_; }
  // A document. `stopped` documents of the run took too long before: an archive of such messages must not
  // cost the time of each.
  [[nodiscard]] double document(std::uint64_t stopped) const {
    return std::max(limit_ / 2 / static_cast<double>(stopped + 1), limit_ / 100);
  }
  // All processes that documents of a message end. The rest is for the process that reads none of them.
  [[nodiscard]] double documents() const { return limit_ * 3 / 4; }
  // What a process counts at least that a document ends: another one has to be started.
  [[nodiscard]] double restart() const { return limit_ / 40; }

 private:
  double limit_;
};

}  // namespace mimebase::run
