#include "cli/interrupt.h"

#include <unistd.h>

#include <csignal>
#include <string_view>

namespace mimebase::cli {
namespace {

// A handler may look at little more than this; it is set before the handler is.
std::string unfinished_file;

// Calls nothing but what POSIX allows in a handler. Other threads may be anywhere, and are not waited for.
void end(int signal) {
  if (!unfinished_file.empty()) unlink(unfinished_file.c_str());
  if (signal == SIGBUS) {
    // Mapped files are looked at before they are read, but not at every byte.
    constexpr std::string_view kSaid = "mimebase: an input became shorter while it was read\n";
    const bool said = write(STDERR_FILENO, kSaid.data(), kSaid.size()) > 0;
    _exit(said ? 1 : 128 + signal);
  }
  _exit(128 + signal);
}

}  // namespace

SignalsHeld::SignalsHeld() {
  sigset_t held;
  sigemptyset(&held);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&held, signal);
  pthread_sigmask(SIG_BLOCK, &held, &before_);
}

SignalsHeld::~SignalsHeld() {
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void end_on_signals(const std::string& unfinished) {
  unfinished_file = unfinished;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGBUS}) {
    struct sigaction before = {};
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    struct sigaction action = {};
    action.sa_handler = end;
    sigaction(signal, &action, nullptr);
  }
}

}  // namespace mimebase::cli
