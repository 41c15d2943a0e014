#include "cli/interrupt.h"

#include <unistd.h>

#include <csignal>

namespace mimebase::cli {
namespace {

// A handler may look at little more than this; it is set before the handler is.
std::string unfinished_file;

// Calls nothing but what POSIX allows in a handler. Other threads may be anywhere, and are not waited for.
void end(int signal) {
  if (!unfinished_file.empty()) unlink(unfinished_file.c_str());
  _exit(128 + signal);
}

}  // namespace

void end_on_signals(const std::string& unfinished) {
  unfinished_file = unfinished;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before = {};
    if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) continue;
    struct sigaction action = {};
    action.sa_handler = end;
    sigaction(signal, &action, nullptr);
  }
}

}  // namespace mimebase::cli
