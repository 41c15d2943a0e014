#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <system_error>

#include "mimebase/output.h"

namespace mimebase::cli {
namespace {

constexpr std::string_view kClearLine = "\r\x1b[K";

// Whoever writes to standard error holds it.
std::mutex writing;
bool has_progress_line = false;

void write(std::string_view text) {
  // That nothing more can be said can be said nowhere.
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
}

template <typename... Values>
std::string format(const char* pattern, Values... values) {
  std::array<char, 64> text = {};
  static_cast<void>(std::snprintf(text.data(), text.size(), pattern, values...));  // what is too long is cut
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

std::size_t terminal_width() {
  winsize size = {};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

// The bytes of an input, nothing where that cannot be known.
std::optional<std::uint64_t> bytes_of(const std::string& input, const std::atomic<bool>& stop) {
  struct stat status = {};
  const bool is_there = (input == "-" ? fstat(STDIN_FILENO, &status) : stat(input.c_str(), &status)) == 0;
  if (is_there && S_ISREG(status.st_mode)) return static_cast<std::uint64_t>(status.st_size);
  if (!is_there || !S_ISDIR(status.st_mode)) return std::nullopt;
  std::uint64_t sum = 0;
  std::error_code error;  // what cannot be listed is told by those who read it
  const auto options = std::filesystem::directory_options::skip_permission_denied;
  for (std::filesystem::recursive_directory_iterator entry(input, options, error), end;
       !error && entry != end && !stop; entry.increment(error)) {
    std::error_code none;
    const std::uint64_t size = entry->is_regular_file(none) ? entry->file_size(none) : 0;
    if (!none) sum += size;
  }
  return sum;
}

}  // namespace

void complain(std::string_view sentence) {
  const std::string line = "mimebase: " + escape_for_terminal(sentence) + '\n';
  const std::lock_guard lock(writing);
  if (has_progress_line) write(kClearLine);
  has_progress_line = false;
  write(line);
}

Progress::Progress(std::vector<std::string> inputs, const std::optional<ByteRange>& range) {
  try {
    counting_ = std::thread([this, inputs = std::move(inputs), range] { count(inputs, range); });
  } catch (const std::system_error&) {
    return;  // no thread to be had: the size stays unknown
  }
}

Progress::~Progress() {
  stop_ = true;
  if (counting_.joinable()) counting_.join();
  const std::lock_guard lock(writing);
  if (has_progress_line) write(kClearLine);
  has_progress_line = false;
}

void Progress::count(const std::vector<std::string>& inputs, const std::optional<ByteRange>& range) {
  std::uint64_t sum = 0;
  for (const std::string& input : inputs) {
    const std::optional<std::uint64_t> bytes = bytes_of(input, stop_);
    if (!bytes || stop_) return;
    sum += *bytes;
  }
  if (range) sum = std::min(sum, range->end) - std::min(sum, range->start);
  total_ = sum;
}

void Progress::show(const RunProgress& progress) {
  const auto now = Clock::now();
  if (now - shown_ < std::chrono::milliseconds(100)) return;
  shown_ = now;
  std::string text = line(progress, std::chrono::duration<double>(now - start_).count());
  text.resize(std::min(text.size(), terminal_width() - 1));
  const std::lock_guard lock(writing);
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
