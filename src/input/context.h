// State shared by everything that one Reader reads: its options, its problems and the request to stop.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "input/retrieval_url.h"
#include "mimebase/input.h"
#include "mimebase/limits.h"
#include "mimebase/result.h"
#include "process/descriptors.h"

namespace mimebase::input {

// A request to stop, which ends a reader's thread even while it waits for a pipe.
class Stop {
 public:
  Stop();
  ~Stop();
  Stop(const Stop&) = delete;
  Stop& operator=(const Stop&) = delete;

  // Requests the stop. May be called from any thread.
  void ask();
  [[nodiscard]] bool asked() const { return asked_.load(std::memory_order_relaxed); }

  // Waits until `descriptor` is readable or at its end. Returns false if a stop was requested first.
  [[nodiscard]] bool wait_for(int descriptor) const;

 private:
  std::atomic<bool> asked_ = false;
  int event_;  // becomes readable when a stop is requested; -1 if the system could not create it
};

// Returns what Record::source calls an input: its path, or for standard input the name that it is given.
[[nodiscard]] inline const std::string& name_in_rows(const std::string& path, const InputOptions& options) {
  return path == "-" && !options.source_name.empty() ? options.source_name : path;
}

// How a source is read, within limits.
struct Options : InputOptions {
  Limits limits = {};
};

// Used by one thread at a time, except for `stop`. Sources are named as in Record::source.
class Context {
 public:
  // `path` is the input as named by the user.
  Context(std::string_view path, const Options& wanted);

  const Options options;
  Stop stop = {};
  // Opens a file for data that does not fit into memory. Returns -1 (see errno) on failure. A process
  // that must not open files replaces this with a request to another process.
  std::function<int()> open_temporary_file = mimebase::open_temporary_file;

  // Counts reads of the input, so that others can see progress. May be null.
  std::atomic<std::uint64_t>* progress = nullptr;
  void count_progress() const {
    if (progress != nullptr) progress->fetch_add(1, std::memory_order_relaxed);
  }

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] const std::string& name() const { return name_in_rows(path_, options); }
  // Returns Record::retrieval_url for a source of the input, or an empty string.
  [[nodiscard]] std::string retrieval_url_of(std::string_view source) const {
    return options.retrieval_root.empty() ? std::string()
                                          : retrieval_url(options.retrieval_root, name(), source);
  }

  // The name of a source in messages to people.
  [[nodiscard]] std::string display_name(std::string_view source) const;
  // Builds the error for a source. kReadError means that reading stopped for a reason that may not recur:
  // a system error, a file that changes, or lack of memory. Its message ends in ": not read in full", by
  // which programs recognise it.
  [[nodiscard]] Error error(std::string_view source, const std::string& reason,
                            Error::Code code = Error::Code::kUnreadable) const;
  // Builds the error for an errno: kUnreadable if the path does not exist or must not be read, else
  // kReadError.
  [[nodiscard]] Error system_error(std::string_view source, int number) const;

  void note(Error error) {
    leave_bytes();
    problems_.push_back(std::move(error));
  }
  void note(std::string_view source, const std::string& reason, Error::Code code = Error::Code::kUnreadable) {
    note(error(source, reason, code));
  }
  // Problems that were noted and not yet taken.
  [[nodiscard]] const std::vector<Error>& problems() const { return problems_; }
  // Takes all problems, unbounded, for another context that bounds them.
  [[nodiscard]] std::vector<Error> take_all_problems() { return std::exchange(problems_, {}); }
  // Removes and returns the last problem.
  [[nodiscard]] Error pop_problem();
  // Keeps the first hundred problems of each kind and counts the others, because a container may hold
  // millions of entries that are not mail. Call regularly.
  void bound_problems();
  // Counts a file or entry that may be anything and is not mail.
  void skip_file() {
    leave_bytes();
    ++skipped_files_;
  }
  [[nodiscard]] std::uint64_t skipped_files() const { return skipped_files_; }
  // Counts a WARC record that only refers to another.
  void skip_revisit() {
    leave_bytes();
    ++skipped_revisits_;
  }
  [[nodiscard]] std::uint64_t skipped_revisits() const { return skipped_revisits_; }
  // Begins a file of the input, with this size. Until the next one, leave_bytes() records that not all of its
  // bytes will be in messages.
  void begin_file(std::uint64_t bytes) { file_bytes_ = bytes; }
  void leave_bytes() { other_bytes_ += std::exchange(file_bytes_, 0); }
  // Total size of such files.
  [[nodiscard]] std::uint64_t other_bytes() const { return other_bytes_; }
  // Call before a record is added to a batch. The problems noted before the first record of a batch are
  // reported before it, and all others after the batch.
  void begin_record() {
    if (before_) return;
    bound_problems();
    before_ = problems_.size();
  }
  // The number of problems noted before the first record since the last take_problems().
  [[nodiscard]] std::size_t problems_before() const { return before_.value_or(0); }
  // Takes the problems noted since the last call. At the end of the input, adds the number of those not
  // kept.
  [[nodiscard]] std::vector<Error> take_problems(bool at_end);

 private:
  const std::string path_;
  std::vector<Error> problems_;
  std::optional<std::size_t> before_ = {};
  std::size_t bounded_ = 0;                                  // problems already counted
  std::uint64_t limits_ = 0, read_errors_ = 0, others_ = 0;  // problems reported, by kind
  std::uint64_t unreported_ = 0;
  std::uint64_t skipped_files_ = 0, skipped_revisits_ = 0;
  std::uint64_t file_bytes_ = 0, other_bytes_ = 0;
};

}  // namespace mimebase::input
