// Rows from isolated processes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "process/connection.h"
#include "run/rows/chunk.h"
#include "run/rows/helper_program.h"

namespace mimebase::run {

// Starts the program in helper/, which runs the isolated processes, and receives its chunks.
class RemoteRows : public ChunkSource {
 public:
  RemoteRows(RowKind kind, std::vector<RowInput> inputs, ReadOptions options);
  [[nodiscard]] Result<std::optional<Chunk>> next(std::chrono::milliseconds most) override;
  [[nodiscard]] bool at_end() const override { return has_ended_; }

 private:
  [[nodiscard]] std::optional<process::Connection::Bounds> allows(process::Kind kind);
  // Starts the program and sends it the request.
  [[nodiscard]] std::optional<Error> start();
  [[nodiscard]] Result<std::optional<Chunk>> receive(std::chrono::milliseconds most);
  // Handles one message, and sets `chunk` if it carries rows. Returns false if the message is invalid.
  [[nodiscard]] bool take(process::Message message, std::optional<Chunk>& chunk);
  void send_input();
  const RowKind kind_;
  std::vector<RowInput> inputs_;
  const ReadOptions options_;
  std::size_t next_input_ = 0;  // beyond the last one, once the program knows that there are no more
  HelperProgram program_{std::chrono::seconds(2)};  // it ends processes
  bool has_started_ = false, has_ended_ = false;
  std::optional<Error> failed_;
};

}  // namespace mimebase::run
