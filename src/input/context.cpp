#include "input/context.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace mimebase::input {
namespace {

Options usable(Options options) {
  options.batch_bytes = std::max(options.batch_bytes, std::size_t{1});
  options.limits.ratio = std::max(options.limits.ratio, std::uint64_t{1});
  if (!options.content_type.empty()) options.kind = InputKind::kDocument;
  return options;
}

}  // namespace

Stop::Stop() : event_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Stop::~Stop() {
  if (event_ >= 0) close(event_);
}

void Stop::ask() {
  asked_.store(true, std::memory_order_relaxed);
  const std::uint64_t one = 1;
  if (event_ >= 0 && write(event_, &one, sizeof(one)) < 0)
    return;  // the counter is full, so it is readable anyway
}

bool Stop::wait_for(int descriptor) const {
  // poll() ignores a negative descriptor.
  std::array<pollfd, 2> waiting = {{{descriptor, POLLIN, 0}, {event_, POLLIN, 0}}};
  while (!asked()) {
    if (poll(waiting.data(), waiting.size(), -1) < 0 && errno != EINTR)
      return true;  // read() will report the error
    if (waiting[0].revents != 0) return !asked();
    waiting[0].revents = waiting[1].revents = 0;
  }
  return false;
}

Context::Context(std::string_view path, const Options& wanted) : options(usable(wanted)), path_(path) {}

std::string Context::display_name(std::string_view source) const {
  return name() == "-" ? "standard input" + std::string(source.substr(1)) : std::string(source);
}

Error Context::error(std::string_view source, const std::string& reason, Error::Code code) const {
  const std::string_view end = code == Error::Code::kReadError ? ": not read in full" : "";
  return {code, display_name(source) + ": " + reason + std::string(end), std::string(source)};
}

Error Context::system_error(std::string_view source, int number) const {
  const auto will_stay = {ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, ENAMETOOLONG};
  const bool is_of_path = std::find(will_stay.begin(), will_stay.end(), number) != will_stay.end();
  if (number == ENOENT && source.find("://") != std::string_view::npos)
    return error(source, "is no file, and URLs are not fetched", Error::Code::kUnreadable);
  return error(source, std::generic_category().message(number),
               is_of_path ? Error::Code::kUnreadable : Error::Code::kReadError);
}

Error Context::pop_problem() {
  Error last = std::move(problems_.back());
  problems_.pop_back();
  return last;
}

void Context::bound_problems() {
  constexpr std::uint64_t kMaxReported = 100;  // of each kind: nobody reads more
  const auto is_too_many = [this](const Error& error) {
    std::uint64_t& reported = error.code == Error::Code::kLimit       ? limits_
                              : error.code == Error::Code::kReadError ? read_errors_
                                                                      : others_;
    const bool too_many = reported == kMaxReported;
    ++(too_many ? unreported_ : reported);
    return too_many;
  };
  const auto first = problems_.begin() + static_cast<std::ptrdiff_t>(bounded_);
  problems_.erase(std::remove_if(first, problems_.end(), is_too_many), problems_.end());
  bounded_ = problems_.size();
}

std::vector<Error> Context::take_problems(bool at_end) {
  bound_problems();
  bounded_ = 0;
  before_.reset();
  if (at_end && unreported_ > 0) {
    const std::string count = std::to_string(std::exchange(unreported_, 0));
    note(name(), "has " + count + " more problems, which are not listed");
  }
  return std::exchange(problems_, {});
}

}  // namespace mimebase::input
