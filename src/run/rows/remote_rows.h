// Rows from isolated processes.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "process/connection.h"
#include "run/rows/chunk.h"

namespace mimebase::run {

// Starts the program in helper/, which runs the isolated processes, and receives its chunks.
class RemoteRows : public ChunkSource {
 public:
  RemoteRows(RowKind kind, std::vector<RowInput> inputs, ReadOptions options);
  // Ends the program and its processes. Does nothing in a fork()ed copy of the process that started it.
  ~RemoteRows() override;

  [[nodiscard]] Result<std::optional<Chunk>> next(std::chrono::milliseconds most) override;
  [[nodiscard]] bool at_end() const override { return has_ended_; }

 private:
  // Starts the program and sends it the request.
  [[nodiscard]] std::optional<Error> start();
  [[nodiscard]] Result<std::optional<Chunk>> receive(std::chrono::milliseconds most);
  // Handles one message, and sets `chunk` if it carries rows. Returns false if the message is invalid.
  [[nodiscard]] bool take(process::Message message, std::optional<Chunk>& chunk);
  void send_input();
  // Returns the error for a program that ended unexpectedly.
  [[nodiscard]] Error died();
  // Waits for the program, and kills it after two seconds. Returns the status of waitpid(), if known.
  std::optional<int> reap();

  const RowKind kind_;
  std::vector<RowInput> inputs_;
  const ReadOptions options_;
  std::size_t next_input_ = 0;
  pid_t owner_ = 0;  // the process that started the program
  pid_t id_ = 0;     // process ID of the program; 0 if not started or already reaped
  process::Connection connection_;
  bool has_started_ = false, has_ended_ = false;
  std::optional<Error> failed_;
};

}  // namespace mimebase::run
