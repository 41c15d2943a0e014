#include "process/child.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <exception>
#include <new>

namespace mimebase::process {
namespace {

// All signals are held while a child is made: a handler of the parent's must not run in it.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsHeld() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t before_{};
};

void reset_signals() {
  for (int signal = 1; signal < NSIG; ++signal) {
    // Whoever presses a key, or logs out, means the run: its parent ends it.
    const bool is_of_terminal =
        signal == SIGINT || signal == SIGQUIT || signal == SIGHUP || signal == SIGTERM;
    struct sigaction action = {};
    action.sa_handler = is_of_terminal ? SIG_IGN : SIG_DFL;
    sigaction(signal, &action, nullptr);  // fails for the two that nobody can handle
  }
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, nullptr);
}

// Nothing but the channel and standard error stays open: no output, and no input but what is sent.
bool close_all_but(int channel) {
  constexpr int kChannel = 3;
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing < 0) return false;
  // Both may have the number of the channel to be.
  const int above = fcntl(channel, F_DUPFD_CLOEXEC, 10);
  const bool done = above >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(nothing, STDOUT_FILENO) >= 0 &&
                    dup3(above, kChannel, O_CLOEXEC) >= 0;
  return done && syscall(SYS_close_range, kChannel + 1, ~0U, 0) == 0;
}

// In the child. Nothing of the parent's is destroyed here: not its files, not its threads' things.
[[noreturn]] void run(const Child::Body& body, int socket, pid_t parent, Status& status) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent || !close_all_but(socket)) _exit(1);
  reset_signals();
  Channel channel{Descriptor(3)};
  try {
    body(channel, status);
  } catch (const std::bad_alloc&) {
    _exit(Child::kOutOfMemory);
  } catch (const std::exception&) {
    _exit(1);
  }
  _exit(0);
}

}  // namespace

void Child::Unmap::operator()(Status* status) const {
  munmap(status, sizeof(Status));
}

std::unique_ptr<Child> Child::start(const Body& body) {
  void* const page = mmap(nullptr, sizeof(Status), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return nullptr;
  std::unique_ptr<Status, Unmap> status(new (page) Status);
  std::optional<std::pair<Channel, Channel>> ends = Channel::make();
  if (!ends) return nullptr;
  const pid_t parent = getpid();
  const SignalsHeld held;
  const pid_t id = fork();
  if (id < 0) return nullptr;
  if (id == 0) run(body, ends->second.descriptor(), parent, *status);
  return std::unique_ptr<Child>(new Child(id, std::move(ends->first), std::move(status)));
}

Child::~Child() {
  end();
}

int Child::end() {
  if (ended_) return *ended_;
  kill(id_, SIGKILL);  // one that has ended already is there until it is waited for
  int status = 0;
  while (waitpid(id_, &status, 0) < 0 && errno == EINTR) continue;
  ended_ = status;
  return status;
}

double Child::cpu_seconds() const {
  clockid_t clock = {};
  timespec used = {};
  if (ended_ || clock_getcpuclockid(id_, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9;
}

std::string how_it_ended(int status) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    const char* const name = sigdescr_np(signal);
    return "was ended by signal " + std::to_string(signal) +
           (name != nullptr ? std::string(" (") + name + ")" : "");
  }
  const int code = WEXITSTATUS(status);
  return code == Child::kOutOfMemory ? "ran out of memory" : "ended with status " + std::to_string(code);
}

}  // namespace mimebase::process
