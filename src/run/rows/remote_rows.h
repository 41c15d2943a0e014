// Rows from isolated processes: of a program that this process starts, and that runs them.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "process/connection.h"
#include "run/rows/chunk.h"

namespace mimebase::run {

class RemoteRows : public ChunkSource {
 public:
  RemoteRows(RowKind kind, std::vector<RowInput> inputs, ReadOptions options);
  // Ends the program and its processes, unless this is a copy of the process that started it.
  ~RemoteRows() override;

  [[nodiscard]] Result<std::optional<Chunk>> next(std::chrono::milliseconds most) override;
  [[nodiscard]] bool at_end() const override { return has_ended_; }

 private:
  [[nodiscard]] std::optional<Error> start();
  [[nodiscard]] Result<std::optional<Chunk>> receive(std::chrono::milliseconds most);
  // Returns what a message brings; nothing else if it may not come.
  [[nodiscard]] bool take(process::Message message, std::optional<Chunk>& chunk);
  void send_input();
  [[nodiscard]] Error died();
  // Waits for the program, and ends it if it does not end by itself. Returns the status of waitpid().
  std::optional<int> reap();

  const RowKind kind_;
  std::vector<RowInput> inputs_;
  const ReadOptions options_;
  std::size_t next_input_ = 0;
  pid_t owner_ = 0;  // the process that has started the program
  pid_t id_ = 0;     // of the program; 0: it was not started, or was waited for
  process::Connection connection_;
  bool has_started_ = false, has_ended_ = false;
  std::optional<Error> failed_;
};

}  // namespace mimebase::run
