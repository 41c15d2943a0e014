// Writes problems and progress to standard error.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/input.h"
#include "mimebase/run.h"

namespace mimebase::cli {

// Returns the number of columns of the terminal `descriptor`, or 0 if it is not a terminal.
[[nodiscard]] unsigned terminal_columns(int descriptor);
// Returns true if the environment (LC_ALL, LC_CTYPE or LANG) names a UTF-8 locale.
[[nodiscard]] bool is_utf8_locale();

// Writes "mimebase: " and a sentence, with control characters escaped. Thread-safe.
void complain(std::string_view sentence);

// Writes to standard output. Returns false after a failure.
[[nodiscard]] bool print(std::string_view text);
// Writes what standard output still holds. Returns false if anything was not written, and says why.
[[nodiscard]] bool finish_printing();

// A progress line, updated at most ten times per second and removed at the end. Where standard error is no
// terminal, a line per second.
class Progress {
 public:
  // The sizes of the inputs are added up during the run. The line shows no percentage until the sum is known.
  Progress(std::vector<std::string> inputs, const std::optional<Range>& range);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(const RunProgress& progress);

 private:
  using Clock = std::chrono::steady_clock;

  // Adds up sizes: for a short time, of one input, and of one entry of a folder.
  void count();
  void count_input(const std::string& input);
  void count_entry();
  [[nodiscard]] std::string line(const RunProgress& progress, double seconds) const;

  const Clock::time_point start_ = Clock::now();
  Clock::time_point shown_ = start_;
  const std::vector<std::string> inputs_;
  const std::optional<Range> range_;
  std::size_t counted_ = 0;                                              // inputs that were counted or begun
  std::optional<std::filesystem::recursive_directory_iterator> folder_;  // the folder being counted
  std::uint64_t sum_ = 0;
  bool is_counted_ = false;
  std::uint64_t total_ = 0;  // bytes of all inputs; 0 if unknown
};

}  // namespace mimebase::cli
