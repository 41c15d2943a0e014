// How a reader that is no longer wanted ends its thread, also while that waits for a pipe.
#pragma once

#include <atomic>

namespace mimebase::input {

class Stop {
 public:
  Stop();
  ~Stop();
  Stop(const Stop&) = delete;
  Stop& operator=(const Stop&) = delete;

  // From any thread.
  void ask();
  [[nodiscard]] bool asked() const { return asked_.load(std::memory_order_relaxed); }

  // Waits until something can be read from `descriptor`, or its end; false if a stop was asked for first.
  [[nodiscard]] bool wait_for(int descriptor) const;

 private:
  std::atomic<bool> asked_ = false;
  int event_;  // becomes readable when a stop is asked for; -1 where the system has none to give
};

}  // namespace mimebase::input
