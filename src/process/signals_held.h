// Blocks signals for a short time.
#pragma once

#include <csignal>

namespace mimebase {

// Blocks signals of this thread during its lifetime, by default all of them. Used while a file is given its
// name, and while a child process starts, which must not run its parent's handlers.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  explicit SignalsHeld(const sigset_t& signals) { pthread_sigmask(SIG_BLOCK, &signals, &before_); }
  ~SignalsHeld() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace mimebase
