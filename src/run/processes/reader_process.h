// The process that reads inputs, unpacks containers and finds messages; see processes.h.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "input/context.h"
#include "input/store.h"
#include "mimebase/input.h"
#include "process/channel.h"
#include "process/child.h"
#include "run/output/digest.h"
#include "run/processes/mbox_part.h"
#include "run/processes/wire.h"

namespace mimebase::run {

// Answers the requests of the parent process.
class ReaderProcess {
 public:
  // All arguments must outlive the object.
  ReaderProcess(const input::Options& options, process::Channel& channel, process::Status& status)
      : parts_(options, status.progress), options_(options), channel_(channel), status_(status) {
    options_.read_ahead = false;  // it already runs ahead of the workers
  }

  // Answers requests until the parent exits. Must be called in the sandbox.
  void run();

  // For tests: called before each batch of an input is read.
  static inline void (*before_batch)(const std::string& path) = nullptr;

 private:
  void open(process::Message& message);
  void next();
  void split_again(process::Message& message);
  [[nodiscard]] std::optional<Batch> read();
  [[nodiscard]] int temporary_file();
  void send(MessageKind kind, const std::string& bytes, std::span<const std::string_view> payload = {});

  MboxParts parts_;
  input::Options options_;
  process::Channel& channel_;
  process::Status& status_;
  std::unique_ptr<input::Context> context_;
  std::unique_ptr<input::Store> store_;  // null if there is no mail, and at the end
  std::optional<SourceDigests> digests_;
};

}  // namespace mimebase::run
