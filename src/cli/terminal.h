// Standard error: what went wrong, and how far the inputs are read.
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

// The columns of the terminal that `descriptor` is; 0 if it is none.
[[nodiscard]] unsigned terminal_columns(int descriptor);
// Whether the environment names a locale with UTF-8 (LC_ALL, LC_CTYPE or LANG).
[[nodiscard]] bool is_utf8_locale();

// Writes "mimebase: " and a sentence, with nothing in it that a terminal would obey. From any thread.
void complain(std::string_view sentence);

// A line that is written over, ten times a second at the most, and gone in the end.
class Progress {
 public:
  // Adds up how many bytes the inputs have while it is shown: until that is known the line tells no share.
  Progress(std::vector<std::string> inputs, const std::optional<ByteRange>& range);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(const RunProgress& progress);

 private:
  using Clock = std::chrono::steady_clock;

  void count();
  void count_input(const std::string& input);
  void count_entry();
  [[nodiscard]] std::string line(const RunProgress& progress, double seconds) const;

  const Clock::time_point start_ = Clock::now();
  Clock::time_point shown_ = start_;
  const std::vector<std::string> inputs_;
  const std::optional<ByteRange> range_;
  std::size_t counted_ = 0;                                              // of the inputs
  std::optional<std::filesystem::recursive_directory_iterator> folder_;  // that is counted
  std::uint64_t sum_ = 0;
  bool is_counted_ = false;
  std::uint64_t total_ = 0;  // 0 as long as it is not known
};

}  // namespace mimebase::cli
