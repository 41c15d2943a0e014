#include "input/file_stream.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "input/byte_source.h"

namespace mimebase::input {

File::~File() {
  if (owned_) close(descriptor_);
}

std::size_t PipeStream::read(char* to, std::size_t size, std::vector<Error>& problems) {
  while (true) {
    if (stop_ != nullptr && !stop_->wait_for(file_.descriptor())) return 0;
    const ssize_t got = ::read(file_.descriptor(), to, size);
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno == EINTR || (errno == EAGAIN && stop_ != nullptr)) continue;
    problems.push_back(system_error(name_, errno));
    return 0;
  }
}

std::size_t FileStream::read_from(std::uint64_t position, char* to, std::size_t size,
                                  std::vector<Error>& problems) {
  const auto end = static_cast<std::uint64_t>(status_.st_size);
  const std::size_t wanted = position < end ? std::min<std::uint64_t>(size, end - position) : 0;
  if (wanted == 0) return 0;
  while (true) {
    const ssize_t got = pread(file_.descriptor(), to, wanted, static_cast<off_t>(position));
    if (got > 0) return static_cast<std::size_t>(got);
    if (got < 0 && errno == EINTR) continue;
    problems.push_back(got < 0 ? system_error(name_, errno) : read_error(name_, std::string(kBecameShorter)));
    return 0;
  }
}

std::size_t FileStream::read(char* to, std::size_t size, std::vector<Error>& problems) {
  if (has_ended_) return 0;
  const std::size_t before = problems.size();
  const std::size_t got = read_from(position_, to, size, problems);
  position_ += got;
  if (got > 0) return got;
  has_ended_ = true;
  if (problems.size() > before) return 0;
  if (std::string change = change_since(status_, file_.descriptor()); !change.empty()) {
    problems.push_back(read_error(name_, change));
  }
  return 0;
}

std::size_t FileStream::read_at(std::uint64_t offset, char* to, std::size_t size,
                                std::vector<Error>& problems) {
  return read_from(start_ + offset, to, size, problems);
}

std::string change_since(const struct stat& before, int descriptor) {
  struct stat now = {};
  if (fstat(descriptor, &now) != 0) return {};
  if (now.st_size < before.st_size) return std::string(kBecameShorter);
  if (now.st_size > before.st_size) {
    return "grew while it was read, beyond byte " + std::to_string(before.st_size);
  }
  const bool same =
      now.st_mtim.tv_sec == before.st_mtim.tv_sec && now.st_mtim.tv_nsec == before.st_mtim.tv_nsec;
  return same ? "" : "was written to while it was read";
}

}  // namespace mimebase::input
