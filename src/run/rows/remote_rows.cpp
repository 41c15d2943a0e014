#include "run/rows/remote_rows.h"

#include <cerrno>
#include <memory>
#include <system_error>
#include <utility>

#include "mimebase/version.h"
#include "run/rows/row_wire.h"

namespace mimebase::run {
namespace {

// Maximum bytes of a message structure from the program, and of the rows that follow it.
constexpr std::uint64_t kMaxHeadBytes = std::uint64_t{1} << 30;
constexpr std::uint64_t kMaxRowsBytes = std::uint64_t{1} << 36;

}  // namespace

// The program may ask for an input when it has the previous one, and no more often than there are inputs, so
// that it cannot fill the memory with answers.
std::optional<process::Connection::Bounds> RemoteRows::allows(process::Kind kind) {
  using Bounds = process::Connection::Bounds;
  const bool may_ask = next_input_ <= inputs_.size() && !program_.connection().has_unsent();
  if (kind == RowMessageKind::kWantsInput && may_ask) return Bounds{};
  if (kind == RowMessageKind::kRows) return Bounds{kMaxHeadBytes, kMaxRowsBytes};
  if (kind == RowMessageKind::kEnd) return Bounds{kMaxHeadBytes, 0};
  return std::nullopt;
}

RemoteRows::RemoteRows(RowKind kind, std::vector<RowInput> inputs, ReadOptions options)
    : kind_(kind), inputs_(std::move(inputs)), options_(std::move(options)) {}

std::optional<Error> RemoteRows::start() {
  has_started_ = true;
  if (std::optional<Error> error = program_.start()) return error;
  const RowRequest request = {std::string(version()), kind_, options_};
  program_.connection().send(RowMessageKind::kRequest, written(request));
  return std::nullopt;
}

Result<std::optional<Chunk>> RemoteRows::next(std::chrono::milliseconds most) {
  if (!has_started_) failed_ = start();
  if (failed_) return *failed_;
  if (has_ended_) return std::optional<Chunk>();
  Result<std::optional<Chunk>> received = receive(most);
  if (!received) {
    failed_ = received.error();
    has_ended_ = true;
  }
  return received;
}

Result<std::optional<Chunk>> RemoteRows::receive(std::chrono::milliseconds most) {
  const auto begun = std::chrono::steady_clock::now();
  const process::Connection::Allows allows = [this](process::Kind kind) { return this->allows(kind); };
  while (true) {
    Result<std::optional<process::Message>> message = program_.receive(allows, begun, most);
    if (!message) return message.error();
    if (!*message) return std::optional<Chunk>();
    std::optional<Chunk> chunk;
    if (!take(std::move(**message), chunk)) return program_.died();
    if (chunk) return chunk;
    if (!has_ended_) continue;
    program_.end();
    if (failed_) return *failed_;
    return std::optional<Chunk>();
  }
}

bool RemoteRows::take(process::Message message, std::optional<Chunk>& chunk) {
  if (message.kind == RowMessageKind::kWantsInput) {
    send_input();
    return true;
  }
  if (message.kind == RowMessageKind::kRows) {
    chunk = read_back<Chunk>(message.bytes);
    if (chunk) chunk->rows = std::move(message.payload);
    return chunk.has_value();
  }
  const auto error = read_back<std::optional<Error>>(message.bytes);
  if (!error) return false;
  has_ended_ = true;
  failed_ = *error;
  return true;
}

// Sends bytes as an unnamed file in memory, which the program reads as standard input.
void RemoteRows::send_input() {
  InputReply reply;
  std::vector<process::Descriptor> files;
  const std::size_t number = next_input_++;
  if (number < inputs_.size()) {
    RowInput& input = inputs_[number];
    reply.path = input.bytes ? "-" : input.path;
    if (input.bytes) {
      process::Descriptor file = process::memory_file(*input.bytes);
      const int error = errno;
      input.bytes.reset();
      if (file.get() < 0) {
        failed_ =
            Error{Error::Code::kReadError, "a file in memory: " + std::generic_category().message(error)};
        has_ended_ = true;
        return;
      }
      files.push_back(std::move(file));
    }
  }
  program_.connection().send(RowMessageKind::kInput, written(reply), nullptr, std::move(files));
}

}  // namespace mimebase::run
