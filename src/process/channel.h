// Messages between two processes of one run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "process/descriptor.h"

namespace mimebase::process {

// As it came. Long bytes lie in memory that both processes share, and are fetched when they are wanted.
class Message {
 public:
  Message(std::uint32_t kind, std::string bytes, std::vector<Descriptor> files)
      : kind_(kind), bytes_(std::move(bytes)), files_(std::move(files)) {}
  Message(std::uint32_t kind, Descriptor memory, std::uint64_t size, std::vector<Descriptor> files)
      : kind_(kind), memory_(std::move(memory)), size_(size), files_(std::move(files)) {}

  [[nodiscard]] std::uint32_t kind() const { return kind_; }
  [[nodiscard]] std::uint64_t size() const { return memory_.get() < 0 ? bytes_.size() : size_; }
  // All of it, once: no other process can change it any more. Nothing where it is shorter than it was said to
  // be, or longer than `most`. May throw std::bad_alloc.
  [[nodiscard]] std::optional<std::string> take_bytes(std::uint64_t most = kMostBytes);
  static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;

  [[nodiscard]] std::vector<Descriptor>& files() { return files_; }

 private:
  std::uint32_t kind_;
  std::string bytes_;
  Descriptor memory_;
  std::uint64_t size_ = 0;
  std::vector<Descriptor> files_;
};

// One end of a connection of two processes, each of which may send at any time. Whoever sends more than the
// other takes waits: so what is sent has to be asked for, or to be little.
class Channel {
 public:
  Channel() = default;
  explicit Channel(Descriptor socket) : socket_(std::move(socket)) {}

  // Both ends; nothing where the system has none to give (errno).
  [[nodiscard]] static std::optional<std::pair<Channel, Channel>> make();

  // Sends `parts`, one behind the other, as one message, and open files, of which the other end gets its own.
  // False where that is gone, or the system has no memory (errno).
  [[nodiscard]] bool send(std::uint32_t kind, std::span<const std::string_view> parts,
                          std::span<const int> files = {}) const;
  [[nodiscard]] bool send(std::uint32_t kind, std::string_view bytes = {},
                          std::span<const int> files = {}) const {
    return send(kind, std::span(&bytes, 1), files);
  }
  // Waits for a message. Nothing where the other end is gone, or where what it sent is none; with `waits`
  // false also where there is none (errno is EAGAIN then).
  [[nodiscard]] std::optional<Message> receive(bool waits = true) const;

  [[nodiscard]] int descriptor() const { return socket_.get(); }

 private:
  Descriptor socket_;
};

// As many files may go with one message.
inline constexpr std::size_t kMostFiles = 64;

// Memory without a name that both processes can reach, as a file; -1 where there is none to be had (errno).
// `parts` are in it.
[[nodiscard]] Descriptor shared_memory(std::span<const std::string_view> parts);

}  // namespace mimebase::process
