#include "run/spawned/helper_run.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

#include "mimebase/version.h"
#include "process/child.h"
#include "run/driver/helper_place.h"

namespace mimebase::run {
namespace {

using Clock = std::chrono::steady_clock;

// Maximum bytes of a message structure from the program, and of the rows that follow it.
constexpr std::uint64_t kMaxHeadBytes = std::uint64_t{1} << 30;
constexpr std::uint64_t kMaxRowsBytes = std::uint64_t{1} << 36;

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

}  // namespace

HelperRun::HelperRun(HelperRequest request, std::vector<RowInput> inputs) : request_(std::move(request)) {
  request_.version = version();
  for (RowInput& input : inputs) {
    request_.inputs.push_back({std::move(input.path), input.bytes.has_value()});
    if (input.bytes) bytes_.push_back(std::move(*input.bytes));
  }
}

HelperRun::~HelperRun() {
  if (is_copy()) return;
  connection_ = {};
  reap();
}

bool HelperRun::is_copy() const {
  return owner_ != 0 && owner_ != getpid();
}

std::optional<Error> HelperRun::start() {
  owner_ = getpid();
  std::optional<std::pair<process::Descriptor, process::Descriptor>> ends = process::socket_pair();
  int error = errno;  // of socket_pair(); the next call may change it
  const std::string program = helper_path();
  if (ends) error = spawn(program, ends->second.get(), id_);
  if (!ends || error != 0) {
    id_ = 0;
    return Error{Error::Code::kReadError, "mail cannot be read by isolated processes: " + program + ": " +
                                              std::generic_category().message(error)};
  }
  connection_ = process::Connection(std::move(ends->first));
  connection_.send(HelperMessageKind::kRequest, written(request_));
  return std::nullopt;
}

// The program may ask for bytes when it has the previous ones, and no more often than there are such inputs,
// so that it cannot fill the memory with answers.
std::optional<process::Connection::Bounds> HelperRun::allows(process::Kind kind) const {
  using Bounds = process::Connection::Bounds;
  const bool may_ask = !bytes_.empty() && !connection_.has_unsent();
  if (kind == HelperMessageKind::kWantsBytes && may_ask) return Bounds{};
  if (kind == HelperMessageKind::kChunk)
    return Bounds{kMaxHeadBytes, request_.task == HelperTask::kRows ? kMaxRowsBytes : 0};
  if (kind == HelperMessageKind::kEnd) return Bounds{kMaxHeadBytes, 0};
  return std::nullopt;
}

bool HelperRun::take(process::Message message, std::optional<Chunk>& chunk) {
  if (message.kind == HelperMessageKind::kWantsBytes) {
    connection_.send(HelperMessageKind::kBytes, {},
                     std::make_shared<const std::string>(std::move(bytes_.front())));
    bytes_.pop_front();
    return true;
  }
  if (message.kind == HelperMessageKind::kChunk) {
    chunk = read_back<Chunk>(message.bytes, kMaxHeadBytes);
    if (chunk) chunk->rows = std::move(message.payload);
    return chunk.has_value();
  }
  end_ = read_back<HelperEnd>(message.bytes, kMaxHeadBytes);
  return end_.has_value();
}

Result<std::optional<Chunk>> HelperRun::next(std::chrono::milliseconds most) {
  const Clock::time_point begun = Clock::now();
  const process::Connection::Allows allows = [this](process::Kind kind) { return this->allows(kind); };
  if (owner_ == 0) {
    if (std::optional<Error> error = start()) end_ = HelperEnd{std::move(error), {}};
  }
  while (!end_) {
    connection_.flush();
    process::Message message;
    std::optional<Chunk> chunk;
    const process::Connection::Outcome outcome = connection_.receive(allows, message);
    if (outcome == process::Connection::Outcome::kNothing) {
      const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begun);
      if (passed >= most) return std::optional(Chunk());
      const auto left = std::min<std::chrono::milliseconds::rep>((most - passed).count(), 60'000);
      pollfd descriptor = connection_.polled();
      poll(&descriptor, 1, static_cast<int>(left));
    } else if (outcome != process::Connection::Outcome::kMessage || !take(std::move(message), chunk)) {
      connection_ = {};
      const std::optional<int> status = reap();
      end_ = HelperEnd{Error{Error::Code::kReadError,
                             "the program that reads mail " +
                                 (status ? process::how_it_ended(*status) : std::string("has ended"))},
                       {}};
    } else if (chunk) {
      return chunk;
    }
  }
  connection_ = {};
  reap();
  if (end_->failed) return *end_->failed;
  return std::optional<Chunk>();
}

std::optional<int> HelperRun::reap() {
  constexpr std::chrono::seconds kMaxEnding(10);  // it ends processes, and may remove many files
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
