#include "output/output_file.h"

#include <fcntl.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

#include "output/unfinished.h"
#include "process/signals_held.h"

namespace mimebase::output {

NewFile::~NewFile() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!beside_.empty()) unlink(beside_.c_str());
}

int NewFile::create(std::string target) {
  target_ = std::move(target);
  descriptor_ = open(folder_of(target_).c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  if (descriptor_ < 0) return create_beside();
  path_ = "/proc/self/fd/" + std::to_string(descriptor_);
  if (access(path_.c_str(), F_OK) == 0) return 0;
  close(std::exchange(descriptor_, -1));
  return create_beside();
}

int NewFile::create_beside() {
  const int error = create_unfinished_file(target_, beside_, descriptor_);
  path_ = beside_;
  return error;
}

int NewFile::take_name(bool may_replace) {
  // A full disk may be reported only here.
  if (fsync(descriptor_) != 0) return errno;
  const SignalsHeld held;
  int error = 0;
  bool is_there = false;
  if (beside_.empty()) {
    is_there = linkat(AT_FDCWD, path_.c_str(), AT_FDCWD, target_.c_str(), AT_SYMLINK_FOLLOW) == 0;
    if (!is_there && errno == EEXIST && !may_replace) return EEXIST;
    if (!is_there) error = link_beside();
  }
  if (!is_there && error == 0) {
    if (may_replace) {
      error = rename(beside_.c_str(), target_.c_str()) == 0 ? 0 : errno;
    } else {
      error = rename_to_free_name();
    }
  }
  if (error != 0) return error;
  beside_.clear();
  close(std::exchange(descriptor_, -1));
  return 0;
}

int NewFile::link_beside() {
  return link_unfinished_file(target_, beside_, descriptor_) == 0 ? 0 : copy_beside();
}

// For file systems that support unnamed files but cannot link them.
int NewFile::copy_beside() {
  const int from = std::exchange(descriptor_, -1);
  struct stat status = {};
  int error = fstat(from, &status) == 0 ? create_beside() : errno;
  if (error == 0 && fchmod(descriptor_, status.st_mode & 07777) != 0) error = errno;
  off_t at = 0;
  ssize_t copied = 1;
  while (error == 0 && copied > 0) {
    copied = sendfile(descriptor_, from, &at, std::size_t{1} << 30);
    if (copied < 0) error = errno;
  }
  if (error == 0 && fsync(descriptor_) != 0) error = errno;
  close(from);
  return error;
}

// For file systems that may support neither renaming without replacement nor hard links.
int NewFile::rename_to_free_name() {
  const char* const from = beside_.c_str();
  const char* const to = target_.c_str();
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno == EEXIST) return EEXIST;
  if (link(from, to) == 0) return unlink(from) == 0 ? 0 : errno;
  if (errno == EEXIST) return EEXIST;
  const int claim = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (claim < 0) return errno;
  close(claim);
  if (rename(from, to) == 0) return 0;
  const int error = errno;
  unlink(to);
  return error;
}

}  // namespace mimebase::output
