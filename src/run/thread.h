// A thread with a stack of a known size, which std::thread cannot have: what is given to libraries that
// recurse is bounded to fit into it, whatever the system's default is (128 kB in places).
#pragma once

#include <pthread.h>

#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace mimebase::run {

class Thread {
 public:
  // Nothing where the system has no thread to give.
  [[nodiscard]] static std::optional<Thread> start(std::function<void()> work);

  Thread(Thread&& other) noexcept
      : work_(std::move(other.work_)), id_(std::exchange(other.id_, std::nullopt)) {}
  Thread& operator=(Thread&&) = delete;
  // join() comes first.
  ~Thread() = default;

  void join();

 private:
  Thread() = default;

  std::unique_ptr<std::function<void()>> work_;
  std::optional<pthread_t> id_;
};

}  // namespace mimebase::run
