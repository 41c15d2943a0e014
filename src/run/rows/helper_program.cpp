#include "run/rows/helper_program.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>
#include <thread>
#include <utility>

#include "process/child.h"
#include "run/helper_place.h"

namespace mimebase::run {
namespace {

using Clock = std::chrono::steady_clock;

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

std::string shown_sentence(std::string_view sentence, bool is_of_bytes) {
  constexpr std::string_view kStandardInput = "standard input";
  if (!is_of_bytes || !sentence.starts_with(kStandardInput)) return std::string(sentence);
  return "-" + std::string(sentence.substr(kStandardInput.size()));
}

HelperProgram::~HelperProgram() {
  if (!is_copy()) end();
}

std::optional<Error> HelperProgram::start() {
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
  return std::nullopt;
}

Result<std::optional<process::Message>> HelperProgram::receive(const process::Connection::Allows& allows,
                                                               Clock::time_point begun,
                                                               std::chrono::milliseconds most) {
  while (true) {
    connection_.flush();
    process::Message message;
    const process::Connection::Outcome outcome = connection_.receive(allows, message);
    if (outcome == process::Connection::Outcome::kMessage) return std::optional(std::move(message));
    if (outcome != process::Connection::Outcome::kNothing) return died();
    const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begun);
    if (passed >= most) return std::optional<process::Message>();
    const auto left = std::min<std::chrono::milliseconds::rep>((most - passed).count(), 60'000);
    pollfd descriptor = connection_.polled();
    poll(&descriptor, 1, static_cast<int>(left));
  }
}

bool HelperProgram::is_copy() const {
  return owner_ != 0 && owner_ != getpid();
}

void HelperProgram::end() {
  connection_ = {};
  reap();
}

Error HelperProgram::died() {
  connection_ = {};
  const std::optional<int> status = reap();
  return {Error::Code::kReadError, "the program that reads mail " +
                                       (status ? process::how_it_ended(*status) : std::string("has ended"))};
}

std::optional<int> HelperProgram::reap() {
  if (id_ == 0) return std::nullopt;
  const pid_t id = std::exchange(id_, 0);
  const Clock::time_point begun = Clock::now();
  std::chrono::microseconds pause(100);
  int status = 0;
  while (true) {
    const pid_t ended = waitpid(id, &status, WNOHANG);
    if (ended == id) return status;
    if (ended < 0 && errno != EINTR) return std::nullopt;  // other code has already waited for it
    if (Clock::now() - begun > max_ending_) break;
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
