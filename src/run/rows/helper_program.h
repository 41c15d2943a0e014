// The program in helper/, as the process that starts it sees it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "mimebase/result.h"
#include "process/connection.h"

namespace mimebase::run {

// The program reads the bytes of an input as standard input. Its sentences name them "-", as rows do.
[[nodiscard]] std::string shown_sentence(std::string_view sentence, bool is_of_bytes);

// Starts the program and exchanges messages with it.
class HelperProgram {
 public:
  // The program is killed if it needs longer than this to end.
  explicit HelperProgram(std::chrono::seconds max_ending) : max_ending_(max_ending) {}
  // Ends the program and its processes. Does nothing in a fork()ed copy of the process that started it.
  ~HelperProgram();
  HelperProgram(const HelperProgram&) = delete;
  HelperProgram& operator=(const HelperProgram&) = delete;

  [[nodiscard]] std::optional<Error> start();
  [[nodiscard]] process::Connection& connection() { return connection_; }
  // Returns the next message; nothing if none arrives within `most` after `begun`. Fails if the program has
  // ended or sent what `allows` forbids.
  [[nodiscard]] Result<std::optional<process::Message>> receive(const process::Connection::Allows& allows,
                                                                std::chrono::steady_clock::time_point begun,
                                                                std::chrono::milliseconds most);
  // Returns true in a fork()ed copy of the process that started it.
  [[nodiscard]] bool is_copy() const;
  // Ends the program and waits for it.
  void end();
  // Ends a program that broke the protocol, and returns the error for it.
  [[nodiscard]] Error died();

 private:
  // Waits for the program, and kills it after `max_ending_`. Returns the status of waitpid(), if known.
  std::optional<int> reap();

  const std::chrono::seconds max_ending_;
  pid_t owner_ = 0;  // the process that started the program
  pid_t id_ = 0;     // process ID of the program; 0 if not started or already reaped
  process::Connection connection_;
};

}  // namespace mimebase::run
