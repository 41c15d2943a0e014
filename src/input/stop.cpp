#include "input/stop.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>

namespace mimebase::input {

Stop::Stop() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Stop::~Stop() {
  if (event_ >= 0) close(event_);
}

void Stop::ask() {
  asked_.store(true, std::memory_order_relaxed);
  const std::uint64_t one = 1;
  if (event_ >= 0 && write(event_, &one, sizeof(one)) < 0) return;  // the counter is full: readable anyway
}

bool Stop::wait_for(int descriptor) const {
  // poll() passes over a negative descriptor.
  std::array<pollfd, 2> waiting = {{{descriptor, POLLIN, 0}, {event_, POLLIN, 0}}};
  while (!asked()) {
    if (poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR) return true;  // read() will say why
    if (waiting[0].revents != 0) return !asked();
    waiting[0].revents = waiting[1].revents = 0;
  }
  return false;
}

}  // namespace mimebase::input
