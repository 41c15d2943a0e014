// Threads beside a program that creates processes by fork().
#pragma once

#include <atomic>
#include <thread>
#include <utility>

namespace mimebase {

// Starts a detached thread and returns when it runs. While a thread begins, it may hold a lock of the
// allocator, for which a copy of the process would wait forever. Throws std::system_error. Each `run` is of a
// type of its own, and is started once.
template <typename Run>
void start_thread(Run run) {
  static std::atomic<bool> is_running = false;
  std::thread([run = std::move(run)]() mutable {
    is_running = true;
    is_running.notify_one();
    run();
  }).detach();
  is_running.wait(false);
}

}  // namespace mimebase
