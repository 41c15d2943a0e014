// A run in the program in helper/, as the process that starts it sees it.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "mimebase/read_links.h"
#include "mimebase/result.h"
#include "process/connection.h"
#include "run/rows/chunk.h"
#include "run/spawned/helper_wire.h"

namespace mimebase::run {

// Starts the program, which runs the isolated processes, and checks what it sends. The first call of next()
// starts it.
class HelperRun {
 public:
  // The inputs, `version` and `inputs` of the request are set here.
  HelperRun(HelperRequest request, std::vector<RowInput> inputs);
  // Ends the program and its processes. Does nothing in a fork()ed copy of the process that started it.
  ~HelperRun();
  HelperRun(const HelperRun&) = delete;
  HelperRun& operator=(const HelperRun&) = delete;

  // Returns the next chunk, which is empty if none arrives within `most`; nothing at the end. Fails with the
  // error of the run, or with kReadError if the program cannot be started, breaks the protocol or ends
  // unexpectedly. After an error, every call fails.
  [[nodiscard]] Result<std::optional<Chunk>> next(std::chrono::milliseconds most);
  // Call at the end.
  [[nodiscard]] const RunSummary& summary() const { return end_->summary; }
  // Returns true in a fork()ed copy of the process that started the program.
  [[nodiscard]] bool is_copy() const;

 private:
  [[nodiscard]] std::optional<Error> start();
  [[nodiscard]] std::optional<process::Connection::Bounds> allows(process::Kind kind) const;
  // Handles one message, and sets `chunk` if it carries one. Returns false if the message is invalid.
  [[nodiscard]] bool take(process::Message message, std::optional<Chunk>& chunk);
  // Waits for the program, and kills it after some time. Returns the status of waitpid(), if known.
  std::optional<int> reap();

  HelperRequest request_;
  std::deque<std::string> bytes_;  // of those inputs that are bytes; not sent yet
  pid_t owner_ = 0;                // the process that started the program
  pid_t id_ = 0;                   // process ID of the program; 0 if not started or already reaped
  process::Connection connection_;
  std::optional<HelperEnd> end_;  // set at the end, and after an error
};

}  // namespace mimebase::run
