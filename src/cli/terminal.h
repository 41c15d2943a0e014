// Standard error: what went wrong, and how far the inputs are read.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "mimebase/input.h"
#include "mimebase/run.h"

namespace mimebase::cli {

// Writes "mimebase: " and a sentence, with nothing in it that a terminal would obey. From any thread.
void complain(std::string_view sentence);

// A line that is written over, ten times a second at the most, and gone in the end.
class Progress {
 public:
  // Adds up in a thread of its own how many bytes the inputs have: a large folder takes its time. Without one
  // the line tells no share.
  Progress(std::vector<std::string> inputs, const std::optional<ByteRange>& range);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(const RunProgress& progress);

 private:
  using Clock = std::chrono::steady_clock;

  void count(const std::vector<std::string>& inputs, const std::optional<ByteRange>& range);
  [[nodiscard]] std::string line(const RunProgress& progress, double seconds) const;

  const Clock::time_point start_ = Clock::now();
  Clock::time_point shown_ = start_;
  std::atomic<std::uint64_t> total_ = 0;  // 0 as long as it is not known
  std::atomic<bool> stop_ = false;
  std::thread counting_;
};

}  // namespace mimebase::cli
