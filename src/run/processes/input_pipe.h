// A pipe in place of a file that a child process must not have.
#pragma once

#include <poll.h>

#include <memory>
#include <string>
#include <vector>

#include "process/descriptor.h"

namespace mimebase::run {

// Returns true if a child process that got this file could also write to it, because it cannot be opened
// again for reading only: a socket, and some terminals.
[[nodiscard]] bool is_writable_for_child(int file);

// Passes the bytes of such a file to a pipe, without looking at them. Never blocks.
class InputPipe {
 public:
  // `from` becomes the end of the pipe that is read. Returns null if the system has no pipe left (errno).
  [[nodiscard]] static std::unique_ptr<InputPipe> in_place_of(process::Descriptor& from);

  // Adds the descriptor to poll.
  void add_descriptor(std::vector<pollfd>& descriptors) const;
  // Passes on what is there, as far as the pipe has room.
  void pass_on();
  // The errno with which reading ended early; 0 if it did not.
  [[nodiscard]] int error() const { return error_; }

 private:
  InputPipe(process::Descriptor from, process::Descriptor to) : from_(std::move(from)), to_(std::move(to)) {}
  // Both return false if there is nothing more to do now.
  [[nodiscard]] bool read_bytes();
  [[nodiscard]] bool write_bytes();

  process::Descriptor from_, to_;  // `to_` is closed at the end
  std::string bytes_;              // read, and not yet written
  int error_ = 0;
};

}  // namespace mimebase::run
