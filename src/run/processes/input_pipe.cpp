#include "run/processes/input_pipe.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <utility>

namespace mimebase::run {
namespace {

// Size of a pipe by default. More is not read ahead.
constexpr std::size_t kPipeBytes = std::size_t{64} << 10;

}  // namespace

bool is_writable_for_child(int file) {
  const process::Descriptor given = process::reopened(file);
  return (fcntl(given.get(), F_GETFL) & O_ACCMODE) != O_RDONLY;
}

std::unique_ptr<InputPipe> InputPipe::in_place_of(process::Descriptor& from) {
  std::array<int, 2> ends = {-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return nullptr;
  process::Descriptor to(ends[1]);
  fcntl(to.get(), F_SETFL, O_NONBLOCK);
  return std::unique_ptr<InputPipe>(
      new InputPipe(std::exchange(from, process::Descriptor(ends[0])), std::move(to)));
}

void InputPipe::add_descriptor(std::vector<pollfd>& descriptors) const {
  if (to_.get() < 0) return;
  descriptors.push_back(bytes_.empty() ? pollfd{from_.get(), POLLIN, 0} : pollfd{to_.get(), POLLOUT, 0});
}

void InputPipe::pass_on() {
  while (to_.get() >= 0 && (bytes_.empty() ? read_bytes() : write_bytes())) continue;
}

// The file may be shared with other programs, so it is not made non-blocking.
bool InputPipe::read_bytes() {
  pollfd ready = {from_.get(), POLLIN, 0};
  if (poll(&ready, 1, 0) <= 0) return false;
  bytes_.resize(kPipeBytes);
  const ssize_t got = ::read(from_.get(), bytes_.data(), bytes_.size());
  const int error = got < 0 ? errno : 0;
  bytes_.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  if (got > 0) return true;
  if (error == EINTR || error == EAGAIN) return false;
  error_ = error;
  to_.reset();
  return false;
}

bool InputPipe::write_bytes() {
  const ssize_t put = ::write(to_.get(), bytes_.data(), bytes_.size());
  if (put > 0) bytes_.erase(0, static_cast<std::size_t>(put));
  return put > 0;
}

}  // namespace mimebase::run
