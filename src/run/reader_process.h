// What the process does that reads inputs, unpacks containers and finds messages: see processes.h.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "input/context.h"
#include "input/store.h"
#include "mimebase/input.h"
#include "process/channel.h"
#include "process/child.h"
#include "run/digest.h"
#include "run/wire.h"

namespace mimebase::run {

class ReaderProcess {
 public:
  // All must outlive this.
  ReaderProcess(const InputOptions& options, process::Channel& channel, process::Status& status)
      : options_(options), channel_(channel), status_(status) {
    options_.read_ahead = false;  // it is ahead of the workers as it is
  }

  // Until nobody is there any more who asks. In the sandbox.
  void run();

 private:
  void open(process::Message& message);
  void next();
  [[nodiscard]] std::optional<Batch> read();
  [[nodiscard]] int temporary_file();
  void send(Say kind, const std::string& bytes, int file = -1);

  InputOptions options_;
  process::Channel& channel_;
  process::Status& status_;
  std::unique_ptr<input::Context> context_;
  std::unique_ptr<input::Store> store_;  // null where there is no mail, and behind the end
  std::optional<SourceDigests> digests_;
};

}  // namespace mimebase::run
