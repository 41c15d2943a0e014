// What everything that one Reader reads has in common: its options, what went wrong, and how it is stopped.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mimebase/input.h"
#include "mimebase/result.h"
#include "temporary_file.h"

namespace mimebase::input {

// How a reader that is no longer wanted ends its thread, also while that waits for a pipe.
class Stop {
 public:
  Stop();
  ~Stop();
  Stop(const Stop&) = delete;
  Stop& operator=(const Stop&) = delete;

  // From any thread.
  void ask();
  [[nodiscard]] bool asked() const { return asked_.load(std::memory_order_relaxed); }

  // Waits until something can be read from `descriptor`, or its end; false if a stop was asked for first.
  [[nodiscard]] bool wait_for(int descriptor) const;

 private:
  std::atomic<bool> asked_ = false;
  int event_;  // becomes readable when a stop is asked for; -1 where the system has none to give
};

// One thread at a time uses it, but for `stop`. Sources are named as in Record::source.
class Context {
 public:
  // `path` is the input as it was named.
  Context(std::string_view path, const InputOptions& wanted);

  const InputOptions options;
  Stop stop = {};
  // Where what does not fit into memory is put: -1 (errno says why) where that cannot be. A process that may
  // open nothing has another one to ask.
  std::function<int()> open_temporary_file = mimebase::open_temporary_file;

  // Counts the reads of the input, for whoever watches that it goes on; may be null.
  std::atomic<std::uint64_t>* progress = nullptr;
  void count_progress() const {
    if (progress != nullptr) progress->fetch_add(1, std::memory_order_relaxed);
  }

  [[nodiscard]] const std::string& path() const { return path_; }

  // What messages call a source.
  [[nodiscard]] std::string display_name(std::string_view source) const;
  // What is wrong with a source. A kReadError is what could not be read on, and perhaps can be another time:
  // an error of the system, a file that changes, too little memory. Programs know it by the end of the
  // sentence.
  [[nodiscard]] Error error(std::string_view source, const std::string& reason,
                            Error::Code code = Error::Code::kUnreadable) const;
  // By errno: a kReadError, but where a path leads to nothing or to what may not be read.
  [[nodiscard]] Error system_error(std::string_view source, int number) const;

  void note(Error error) { problems_.push_back(std::move(error)); }
  void note(std::string_view source, const std::string& reason, Error::Code code = Error::Code::kUnreadable) {
    note(error(source, reason, code));
  }
  // Noted and not yet taken.
  [[nodiscard]] const std::vector<Error>& problems() const { return problems_; }
  // Takes them as they are: for another context, which bounds them.
  [[nodiscard]] std::vector<Error> take_all_problems() { return std::exchange(problems_, {}); }
  // Takes the last one back.
  [[nodiscard]] Error pop_problem();
  // Keeps the first hundred problems of the input, and counts the others: a container may hold millions of
  // things that are no mail. To be called now and then.
  void bound_problems();
  // A file or an entry that may be anything, and is no mail.
  void pass_over() { ++passed_over_; }
  [[nodiscard]] std::uint64_t passed_over() const { return passed_over_; }
  // What was noted since this was last asked; at the end of the input with the number of the others.
  [[nodiscard]] std::vector<Error> take_problems(bool at_end);

 private:
  const std::string path_;
  std::vector<Error> problems_;
  std::size_t bounded_ = 0;                                  // so many of them are counted
  std::uint64_t limits_ = 0, read_errors_ = 0, others_ = 0;  // told
  std::uint64_t unreported_ = 0;
  std::uint64_t passed_over_ = 0;
};

}  // namespace mimebase::input
