// Helpers of the parent process for both kinds of child processes.
#pragma once

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>

#include "mimebase/result.h"
#include "process/channel.h"

namespace mimebase::run {

// Descriptors of a process: its channel, the standard ones, and unread files of a folder.
inline constexpr std::uint64_t kOpenFiles = 64 + 2 * process::kMaxFiles;

// The error for a process that cannot be created (errno).
[[nodiscard]] inline Error cannot_start() {
  return {Error::Code::kUnwritable, std::string("cannot start a process: ") + std::strerror(errno)};
}

// Measures time without progress. Time in which this process does not run, because it is stopped or blocked
// on output, counts as at most one second.
class Watch {
 public:
  // Seconds since the last call.
  [[nodiscard]] double tick() {
    const auto now = std::chrono::steady_clock::now();
    const std::chrono::duration<double> passed = now - std::exchange(last_, now);
    return std::min(passed.count() * speed_for_test, 1.0);
  }
  // For tests: how many times faster the time passes.
  static inline double speed_for_test = 1;

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace mimebase::run
