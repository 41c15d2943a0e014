#include "run/rows/remote_rows.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <limits>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#include "helper_place.h"
#include "mimebase/version.h"
#include "process/child.h"
#include "run/rows/row_wire.h"

namespace mimebase::run {
namespace {

using Clock = std::chrono::steady_clock;

// Maximum bytes of a message structure from the program, and of the rows that follow it.
constexpr std::uint64_t kMaxHeadBytes = std::uint64_t{1} << 30;
constexpr std::uint64_t kMaxRowsBytes = std::uint64_t{1} << 36;
// The program is killed if it needs longer than this to end its processes.
constexpr std::chrono::seconds kMaxEnding(2);

// Starts `program` with `socket` as its descriptor 3. The program inherits standard input and standard error.
// Its standard output is /dev/null, and all other descriptors are closed. Signals are unblocked and have
// their default actions. Returns 0 or an errno value.
int spawn(const std::string& program, int socket, pid_t& id) {
  constexpr int kSocket = 3;
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_adddup2(&actions, socket, kSocket);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addclosefrom_np(&actions, kSocket + 1);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  std::string name = program;
  std::array<char*, 2> arguments = {name.data(), nullptr};
  const int error = posix_spawn(&id, program.c_str(), &actions, &attributes, arguments.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

std::string cause(int error) {
  return std::generic_category().message(error);
}

}  // namespace

RemoteRows::RemoteRows(RowKind kind, std::vector<RowInput> inputs, ReadOptions options)
    : kind_(kind), inputs_(std::move(inputs)), options_(std::move(options)) {}

RemoteRows::~RemoteRows() {
  if (owner_ != getpid()) return;
  connection_ = {};
  reap();
}

std::optional<Error> RemoteRows::start() {
  has_started_ = true;
  owner_ = getpid();
  std::optional<std::pair<process::Descriptor, process::Descriptor>> ends = process::socket_pair();
  const std::string program = helper_path();
  int error = errno;
  if (ends) error = spawn(program, ends->second.get(), id_);
  if (!ends || error != 0) {
    id_ = 0;
    return Error{Error::Code::kReadError,
                 "mail cannot be read by isolated processes: " + program + ": " + cause(error)};
  }
  connection_ = process::Connection(std::move(ends->first));
  const RowRequest request = {std::string(version()), kind_, options_};
  connection_.send(static_cast<std::uint32_t>(RowMessageKind::kRequest), written(request));
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
  const process::Connection::Allows allows = [](std::uint32_t kind) {
    using Bounds = process::Connection::Bounds;
    switch (static_cast<RowMessageKind>(kind)) {
      case RowMessageKind::kWantsInput:
        return std::optional<Bounds>(Bounds{});
      case RowMessageKind::kRows:
        return std::optional<Bounds>(Bounds{kMaxHeadBytes, kMaxRowsBytes});
      case RowMessageKind::kEnd:
        return std::optional<Bounds>(Bounds{kMaxHeadBytes, 0});
      case RowMessageKind::kRequest:
      case RowMessageKind::kInput:
        break;
    }
    return std::optional<Bounds>();
  };
  const Clock::time_point begun = Clock::now();
  while (true) {
    connection_.flush();
    process::Message message;
    const process::Connection::Outcome outcome = connection_.receive(allows, message);
    if (outcome == process::Connection::Outcome::kMessage) {
      std::optional<Chunk> chunk;
      if (!take(std::move(message), chunk)) return died();
      if (chunk) return chunk;
      if (!has_ended_) continue;
      connection_ = {};
      reap();
      if (failed_) return *failed_;
      return std::optional<Chunk>();
    }
    if (outcome != process::Connection::Outcome::kNothing) return died();
    const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begun);
    if (passed >= most) return std::optional<Chunk>();
    const auto left = std::min<std::chrono::milliseconds::rep>((most - passed).count(), 60'000);
    const auto events = static_cast<short>(connection_.has_unsent() ? POLLIN | POLLOUT : POLLIN);
    pollfd descriptor = {connection_.descriptor(), events, 0};
    poll(&descriptor, 1, static_cast<int>(left));
  }
}

bool RemoteRows::take(process::Message message, std::optional<Chunk>& chunk) {
  switch (static_cast<RowMessageKind>(message.kind)) {
    case RowMessageKind::kWantsInput:
      send_input();
      return true;
    case RowMessageKind::kRows:
      chunk = read_back<Chunk>(message.bytes);
      if (chunk) chunk->rows = std::move(message.payload);
      return chunk.has_value();
    case RowMessageKind::kEnd:
      break;
    case RowMessageKind::kRequest:
    case RowMessageKind::kInput:
      return false;
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
  if (next_input_ < inputs_.size()) {
    RowInput& input = inputs_[next_input_++];
    reply.path = input.bytes ? "-" : input.path;
    if (input.bytes) files.push_back(process::memory_file(*std::exchange(input.bytes, std::nullopt)));
    if (!files.empty() && files.front().get() < 0) {
      failed_ = Error{Error::Code::kReadError, "a file in memory: " + cause(errno)};
      has_ended_ = true;
      return;
    }
  }
  connection_.send(static_cast<std::uint32_t>(RowMessageKind::kInput), written(reply), nullptr,
                   std::move(files));
}

Error RemoteRows::died() {
  connection_ = {};
  const std::optional<int> status = reap();
  return {Error::Code::kReadError, "the program that reads mail " +
                                       (status ? process::how_it_ended(*status) : std::string("has ended"))};
}

std::optional<int> RemoteRows::reap() {
  if (id_ == 0) return std::nullopt;
  const pid_t id = std::exchange(id_, 0);
  const Clock::time_point begun = Clock::now();
  std::chrono::microseconds pause(100);
  int status = 0;
  while (true) {
    const pid_t ended = waitpid(id, &status, WNOHANG);
    if (ended == id) return status;
    if (ended < 0 && errno != EINTR) return std::nullopt;  // other code has already waited for it
    if (Clock::now() - begun > kMaxEnding) break;
    std::this_thread::sleep_for(pause);
    pause = std::min<std::chrono::microseconds>(2 * pause, std::chrono::milliseconds(10));
  }
  kill(id, SIGKILL);
  while (waitpid(id, &status, 0) < 0) {
    if (errno != EINTR) return std::nullopt;
  }
  return status;
}

}  // namespace mimebase::run
