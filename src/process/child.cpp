#include "process/child.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <exception>
#include <new>

#include "process/signals_held.h"

namespace mimebase::process {
namespace {

constexpr const char* kOutOfMemory = "ran out of memory (see --limits memory)";

void reset_signals() {
  for (int signal = 1; signal < NSIG; ++signal) {
    // Signals of the terminal are meant for the run as a whole; the parent ends its children.
    const bool is_of_terminal =
        signal == SIGINT || signal == SIGQUIT || signal == SIGHUP || signal == SIGTERM;
    struct sigaction action = {};
    action.sa_handler = is_of_terminal ? SIG_IGN : SIG_DFL;
    sigaction(signal, &action, nullptr);  // fails for SIGKILL and SIGSTOP
  }
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, nullptr);
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

// A file that has nothing, and keeps nothing. A root with a program alone has no /dev/null.
int open_nothing() {
  const int device = open("/dev/null", O_RDWR | O_CLOEXEC);
  return device >= 0 || errno != ENOENT ? device : memfd_create("nothing", MFD_CLOEXEC);
}

// Closes everything except the channel and the pipe of standard error.
bool close_all_but(int channel, int errors) {
  constexpr int kChannel = 3;
  const int nothing = open_nothing();
  if (nothing < 0) return false;
  // Moved out of the way first: they may have one of the numbers assigned below.
  const int channel_above = fcntl(channel, F_DUPFD_CLOEXEC, kChannel + 1);
  const int errors_above = fcntl(errors, F_DUPFD_CLOEXEC, kChannel + 1);
  const bool done = channel_above >= 0 && errors_above >= 0 && dup2(nothing, STDIN_FILENO) >= 0 &&
                    dup2(nothing, STDOUT_FILENO) >= 0 && dup2(errors_above, STDERR_FILENO) >= 0 &&
                    dup3(channel_above, kChannel, O_CLOEXEC) >= 0;
  return done && syscall(SYS_close_range, kChannel + 1, ~0U, 0) == 0;
}

// Runs in the child. Destroys nothing of the parent, neither its files nor the property of its threads.
[[noreturn]] void run(const Child::Body& body, int socket, int errors, pid_t parent, SharedMemory& memory) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  if (!close_all_but(socket, errors)) _exit(Child::kExitOutOfDescriptors);
  reset_signals();
  Channel channel(Descriptor(3), &memory.to_child, &memory.from_child);
  try {
    body(channel, memory.status);
  } catch (const std::bad_alloc&) {
    _exit(Child::kExitOutOfMemory);
  } catch (const std::exception&) {
    _exit(1);
  }
  _exit(0);
}

}  // namespace

void Child::Unmap::operator()(SharedMemory* memory) const {
  munmap(memory, sizeof(SharedMemory));
}

Child::Mapped Child::map_memory() {
  void* const start =
      mmap(nullptr, sizeof(SharedMemory), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return Mapped(start != MAP_FAILED ? new (start) SharedMemory : nullptr);
}

std::unique_ptr<Child> Child::start(const Body& body) {
  if (start_for_test) return start_for_test();
  Mapped memory = map_memory();
  std::optional<std::pair<Descriptor, Descriptor>> ends = socket_pair();
  std::array<int, 2> pipe_ends = {-1, -1};
  if (!memory || !ends || pipe2(pipe_ends.data(), O_CLOEXEC) != 0) return nullptr;
  Descriptor errors(pipe_ends[0]), errors_of_child(pipe_ends[1]);
  fcntl(errors.get(), F_SETFL, O_NONBLOCK);
  const pid_t parent = getpid();
  const SignalsHeld held;
  const pid_t id = fork();
  if (id < 0) return nullptr;
  if (id == 0) run(body, ends->second.get(), errors_of_child.get(), parent, *memory);
  // Later children must not have this memory.
  madvise(memory.get(), sizeof(SharedMemory), MADV_DONTFORK);
  return std::unique_ptr<Child>(new Child(id, std::move(ends->first), std::move(memory), std::move(errors)));
}

std::unique_ptr<Child> Child::without_process(Descriptor socket, std::uint64_t at) {
  Mapped memory = map_memory();
  if (!memory) return nullptr;
  memory->status.at = at;
  return std::unique_ptr<Child>(new Child(0, std::move(socket), std::move(memory), Descriptor()));
}

Child::~Child() {
  end();
}

int Child::end() {
  if (ended_) return *ended_;
  int status = 0;
  if (id_ == 0) return *(ended_ = status);
  kill(id_, SIGKILL);  // an ended child remains as a zombie until waitpid()
  rusage used = {};
  while (wait4(id_, &status, 0, &used) < 0 && errno == EINTR) continue;
  cpu_at_end_ = seconds(used.ru_utime) + seconds(used.ru_stime);
  ended_ = status;
  return status;
}

double Child::cpu_seconds() const {
  if (ended_) return cpu_at_end_;
  clockid_t clock = {};
  timespec used = {};
  if (id_ == 0 || clock_getcpuclockid(id_, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9;
}

std::string Child::take_errors() {
  std::string text;
  std::array<char, 4096> bytes;
  while (errors_.get() >= 0) {
    const ssize_t got = read(errors_.get(), bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && errno == EAGAIN) break;
    if (got <= 0) {
      errors_.reset();
      break;
    }
    const std::size_t kept = std::min(errors_left_, static_cast<std::size_t>(got));
    text.append(bytes.data(), kept);
    errors_left_ -= kept;
    if (kept == 0) break;  // the rest may be endless
  }
  // GLib aborts a program whose memory runs out.
  if (text.find("failed to allocate") != std::string::npos) reports_no_memory_ = true;
  return text;
}

std::string Child::how_it_ended() {
  const int status = end();
  const bool is_aborted = WIFSIGNALED(status) && (WTERMSIG(status) == SIGABRT || WTERMSIG(status) == SIGTRAP);
  return is_aborted && reports_no_memory_ ? kOutOfMemory : process::how_it_ended(status);
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    const char* const name = sigdescr_np(signal);
    return "was ended by signal " + std::to_string(signal) +
           (name != nullptr ? std::string(" (") + name + ")" : "");
  }
  const int code = WEXITSTATUS(status);
  if (code == Child::kExitOutOfMemory) return kOutOfMemory;
  if (code == Child::kExitOutOfDescriptors) return "ran out of file descriptors";
  return "ended with status " + std::to_string(code);
}

}  // namespace mimebase::process
