#include "run/thread.h"

#include <cstddef>

namespace mimebase::run {
namespace {

// Mail can make of GMime's recursion less than 1 MB (walk/gmime_input.h); sanitizers make frames longer.
constexpr std::size_t kStackBytes = std::size_t{4} << 20;

void* call(void* work) {
  (*static_cast<std::function<void()>*>(work))();
  return nullptr;
}

}  // namespace

std::optional<Thread> Thread::start(std::function<void()> work) {
  Thread thread;
  thread.work_ = std::make_unique<std::function<void()>>(std::move(work));
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return std::nullopt;
  pthread_t id{};
  const bool started = pthread_attr_setstacksize(&attributes, kStackBytes) == 0 &&
                       pthread_create(&id, &attributes, call, thread.work_.get()) == 0;
  pthread_attr_destroy(&attributes);
  if (!started) return std::nullopt;
  thread.id_ = id;
  return thread;
}

void Thread::join() {
  if (id_) pthread_join(*id_, nullptr);
  id_.reset();
}

}  // namespace mimebase::run
