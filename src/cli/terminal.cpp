#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <system_error>

#include "mimebase/output.h"

namespace mimebase::cli {
namespace {

constexpr std::string_view kClearLine = "\r\x1b[K";

// Held while writing to standard error, and while reading or changing `has_progress_line`.
std::mutex writing;
bool has_progress_line = false;

int print_error = 0;  // the first errno of print(), or 0

void write(std::string_view text) {
  // A failure to write to standard error cannot be reported anywhere.
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
}

template <typename... Values>
std::string format(const char* pattern, Values... values) {
  std::array<char, 64> text = {};
  static_cast<void>(std::snprintf(text.data(), text.size(), pattern, values...));  // long texts are cut off
  return text.data();
}

std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, 1, ',');
  return text;
}

std::string megabytes(double bytes) {
  return bytes < 1e10 ? format("%.0f MB", bytes / 1e6) : format("%.1f GB", bytes / 1e9);
}

std::string duration(double seconds) {
  const auto whole = std::llround(seconds);
  if (whole >= 3600) return format("%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60, whole % 60);
  return format("%lld:%02lld", whole / 60, whole % 60);
}

std::string bar(double share) {
  std::string text = "[                        ]";
  const auto full = static_cast<std::size_t>(share * static_cast<double>(text.size() - 2));
  text.replace(1, full, full, '=');
  if (text[full + 1] == ' ') text[full + 1] = '>';
  return text;
}

}  // namespace

unsigned terminal_columns(int descriptor) {
  constexpr unsigned kUsual = 80;  // of a terminal that does not say
  winsize size = {};
  if (isatty(descriptor) == 0) return 0;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsual;
}

bool is_utf8_locale() {
  std::string_view locale;
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const value = std::getenv(name);
    if (value != nullptr && locale.empty()) locale = value;
  }
  std::string charset;  // "utf8" of "en_US.UTF-8@euro"
  for (const char c : locale.substr(std::min(locale.find('.'), locale.size()))) {
    if (c == '@') break;
    if (c != '.' && c != '-') charset += static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
  }
  return charset == "utf8";
}

void complain(std::string_view sentence) {
  const std::string line = "mimebase: " + escape_for_terminal(sentence) + '\n';
  const std::lock_guard lock(writing);
  if (has_progress_line) write(kClearLine);
  has_progress_line = false;
  write(line);
}

bool print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size()) return true;
  print_error = errno;
  return false;
}

bool finish_printing() {
  if (std::fflush(stdout) != 0 && print_error == 0) print_error = errno;
  if (print_error != 0) complain("standard output: " + std::generic_category().message(print_error));
  return print_error == 0;
}

Progress::Progress(std::vector<std::string> inputs, const std::optional<Range>& range)
    : inputs_(std::move(inputs)), range_(range) {}

Progress::~Progress() {
  const std::lock_guard lock(writing);
  if (has_progress_line) write(kClearLine);
  has_progress_line = false;
}

// Counts for at most 10 ms per call, so that a large folder does not delay the run.
void Progress::count() {
  const auto until = Clock::now() + std::chrono::milliseconds(10);
  while (!is_counted_ && Clock::now() < until) {
    if (folder_) {
      count_entry();
    } else if (counted_ < inputs_.size()) {
      count_input(inputs_[counted_++]);
    } else {
      is_counted_ = true;
      total_ = range_ ? std::min(sum_, range_->end) - std::min(sum_, range_->start) : sum_;
    }
  }
}

// If the size of one input cannot be determined, the total stays unknown.
void Progress::count_input(const std::string& input) {
  struct stat status = {};
  const bool is_there = (input == "-" ? fstat(STDIN_FILENO, &status) : stat(input.c_str(), &status)) == 0;
  if (is_there && S_ISREG(status.st_mode)) {
    sum_ += static_cast<std::uint64_t>(status.st_size);
  } else if (is_there && S_ISDIR(status.st_mode)) {
    std::error_code error;  // the reader reports folders that cannot be listed
    folder_.emplace(input, std::filesystem::directory_options::skip_permission_denied, error);
    if (error) folder_.reset();
  } else {
    is_counted_ = true;
  }
}

void Progress::count_entry() {
  std::error_code error;
  if (*folder_ == std::filesystem::recursive_directory_iterator()) return folder_.reset();
  const std::uint64_t size = (*folder_)->is_regular_file(error) ? (*folder_)->file_size(error) : 0;
  if (!error) sum_ += size;
  folder_->increment(error);
  if (error) folder_.reset();
}

void Progress::show(const RunProgress& progress) {
  const auto now = Clock::now();
  const unsigned columns = terminal_columns(STDERR_FILENO);
  if (now - shown_ < std::chrono::milliseconds(columns > 0 ? 100 : 1000)) return;
  shown_ = now;
  count();
  std::string text = line(progress, std::chrono::duration<double>(now - start_).count());
  const std::lock_guard lock(writing);
  if (columns == 0) return write(text + '\n');  // a log
  text.resize(std::min<std::size_t>(text.size(), std::max(columns, 2U) - 1));
  write(std::string(kClearLine) + text);
  has_progress_line = true;
}

std::string Progress::line(const RunProgress& progress, double seconds) const {
  const auto done = static_cast<double>(progress.bytes_done);
  const auto total = static_cast<double>(total_);
  const std::string speed = format("%.0f MB/s", done / 1e6 / seconds);
  const std::string messages = with_commas(progress.messages) + " messages";
  if (total == 0) return messages + "  " + megabytes(done) + "  " + speed;
  const double share = std::clamp(done / total, 1e-6, 1.0);
  return bar(share) + format(" %3.0f%%  ", share * 100) + messages + "  " + megabytes(total) + "  " + speed +
         "  " + duration(seconds / share * (1 - share)) + " left";
}

}  // namespace mimebase::cli
