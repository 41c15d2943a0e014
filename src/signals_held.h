// Blocks signals for a short time.
#pragma once

#include <csignal>

namespace mimebase {

// Blocks all signals of this thread during its lifetime: around the moment in which a file takes its name, or
// in which a child begins and must not run handlers of its parent.
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

}  // namespace mimebase
