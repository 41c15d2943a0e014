#include "output/new_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>

#include "mimebase/output.h"
#include "output/output_file.h"
#include "output/unfinished.h"
#include "process/descriptors.h"
#include "process/signals_held.h"
#include "text/ascii.h"

namespace mimebase::output {
namespace {

constexpr int kOpenFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr int kMaxLevels = 200;  // maximum nesting of removed folders; each level takes a descriptor
constexpr int kMaxTries = 1000;  // maximum attempts to remove a folder in which others still create files

int error_of(int result) {
  return result == 0 ? 0 : errno;
}

bool is_own_name(std::string_view name) {
  return name == "." || name == "..";
}

// Splits a path into the part before its last slash and its last segment.
std::pair<std::string_view, std::string_view> split_last(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return {{}, path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

bool stays_inside(std::string_view path) {
  if (path.find('\0') != std::string_view::npos) return false;
  for (;;) {
    const std::size_t slash = path.find('/');
    const std::string_view name = path.substr(0, slash);
    if (name.empty() || is_own_name(name)) return false;
    if (slash == std::string_view::npos) return true;
    path.remove_prefix(slash + 1);
  }
}

int remove_at(int folder, const char* name, int levels) noexcept;  // recursion is bounded by `levels`

// Uses getdents64() because readdir() may allocate memory, which is not async-signal-safe.
int remove_contents(int folder, int levels) noexcept {
  alignas(dirent64) std::array<char, 4096> buffer;
  int error = 0;
  for (ssize_t size = 1; size > 0;) {
    size = getdents64(folder, buffer.data(), buffer.size());
    if (size < 0) return errno;
    for (ssize_t at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const dirent64*>(buffer.data() + at);
      at += entry->d_reclen;
      if (is_own_name(entry->d_name)) continue;
      if (const int failed = remove_at(folder, entry->d_name, levels); failed != 0) error = failed;
    }
  }
  return error;
}

int remove_folder_at(int folder, const char* name, int levels) noexcept {
  if (levels == 0) return ELOOP;
  int error = ENOTEMPTY;
  for (int tries = 0; (error == ENOTEMPTY || error == EEXIST) && tries < kMaxTries; ++tries) {
    const int inner = openat(folder, name, kOpenFolder);
    if (inner < 0) return errno;
    const int failed = remove_contents(inner, levels - 1);
    close(inner);
    if (failed != 0 && failed != ENOENT) return failed;
    error = error_of(unlinkat(folder, name, AT_REMOVEDIR));
  }
  return error;
}

int remove_at(int folder, const char* name, int levels) noexcept {
  if (unlinkat(folder, name, 0) == 0) return 0;
  return errno == EISDIR || errno == EPERM ? remove_folder_at(folder, name, levels) : errno;
}

// Resolves `target` if it is a symbolic link, and strips trailing slashes.
int find_target(std::string& target) {
  while (target.size() > 1 && target.back() == '/') target.pop_back();
  struct stat status = {};
  if (lstat(target.c_str(), &status) == 0 && S_ISLNK(status.st_mode)) {
    const std::unique_ptr<char, decltype(&std::free)> path(realpath(target.c_str(), nullptr), &std::free);
    if (path == nullptr) return errno;
    target = path.get();
  }
  const std::string_view name = split_last(target).second;
  return name.empty() || is_own_name(name) ? EINVAL : 0;
}

}  // namespace

int remove_tree(const char* path) noexcept {
  return remove_at(AT_FDCWD, path, kMaxLevels);
}

NewFolder::~NewFolder() {
  if (descriptor_ >= 0) close(descriptor_);
  if (!beside_.empty()) remove_tree(beside_.c_str());
}

int NewFolder::create(std::string target) {
  target_ = std::move(target);
  if (const int error = find_target(target_); error != 0) return error;
  struct stat status = {};
  if (lstat(target_.c_str(), &status) == 0 && !S_ISDIR(status.st_mode)) return ENOTDIR;
  return create_unfinished_folder(target_, beside_, descriptor_);
}

int NewFolder::open_folder(std::string_view path, int& descriptor) const {
  descriptor = fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
  int error = descriptor < 0 ? errno : 0;
  while (error == 0 && !path.empty()) {
    const std::string name(path.substr(0, path.find('/')));
    path.remove_prefix(name.size() < path.size() ? name.size() + 1 : path.size());
    const bool is_there = mkdirat(descriptor, name.c_str(), 0777) == 0 || errno == EEXIST;
    const int inner = is_there ? openat(descriptor, name.c_str(), kOpenFolder) : -1;
    if (inner < 0) error = errno;
    close(std::exchange(descriptor, inner));
  }
  return error;
}

int NewFolder::create_folder(std::string_view path) const {
  if (!stays_inside(path)) return EINVAL;
  int folder = -1;
  const int error = open_folder(path, folder);
  if (error == 0) close(folder);
  return error;
}

int NewFolder::create_file(std::string_view path, int& descriptor) const {
  if (!stays_inside(path)) return EINVAL;
  const auto [before, last] = split_last(path);
  int folder = -1;
  if (const int error = open_folder(before, folder); error != 0) return error;
  const std::string name(last);
  descriptor = openat(folder, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  const int error = descriptor >= 0 ? 0 : errno;
  close(folder);
  return error;
}

int NewFolder::remove_file(std::string_view path) const {
  if (!stays_inside(path)) return EINVAL;
  const auto [before, last] = split_last(path);
  int folder = -1;
  if (const int error = open_folder(before, folder); error != 0) return error;
  const int error = error_of(unlinkat(folder, std::string(last).c_str(), 0));
  close(folder);
  return error;
}

int NewFolder::write_file(std::string_view path, std::string_view bytes) const {
  FolderFile file;
  int error = file.open(*this, path);
  if (error == 0) error = file.write(bytes);
  const int closed = file.close();
  return error == 0 ? closed : error;
}

FolderFile::~FolderFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

int FolderFile::write(std::string_view bytes) const {
  return write_all(descriptor_, bytes);
}

// A full disk may be reported only here.
int FolderFile::close() {
  if (descriptor_ < 0) return 0;
  return ::close(std::exchange(descriptor_, -1)) == 0 || errno == EINTR ? 0 : errno;
}

int NewFolder::take_name(bool may_replace) {
  if (syncfs(descriptor_) != 0) return errno;
  const SignalsHeld held;
  // rename() replaces an empty folder, but no other.
  int error = error_of(rename(beside_.c_str(), target_.c_str()));
  if (error == EEXIST) error = ENOTEMPTY;
  if (error == ENOTEMPTY && may_replace) {
    error = replace();
  } else if (error == 0) {
    beside_.clear();
  }
  if (error == 0) close(std::exchange(descriptor_, -1));
  return error;
}

// Swaps the folders' names and removes the old one. After the swap, `beside_` names the old folder.
int NewFolder::replace() {
  const char* const beside = beside_.c_str();
  if (renameat2(AT_FDCWD, beside, AT_FDCWD, target_.c_str(), RENAME_EXCHANGE) != 0) {
    if (errno != EINVAL && errno != ENOSYS) return errno;
    if (const int error = replace_in_two_steps(); error != 0) return error;
  }
  const std::string old = std::exchange(beside_, {});
  const int error = remove_tree(old.c_str());
  return error == ENOENT ? 0 : error;  // another run for the same folder may remove it as well
}

// For file systems that cannot exchange two names. If this program is killed between the steps, the old
// folder remains under the name of set_aside().
int NewFolder::replace_in_two_steps() {
  std::string old;
  int error = set_aside(target_, old);
  if (error != 0) return error;
  error = error_of(rename(beside_.c_str(), target_.c_str()));
  if (error == 0) {
    error = error_of(rename(old.c_str(), beside_.c_str()));
  } else if (rename(old.c_str(), target_.c_str()) != 0) {
    error = errno;
  }
  return error;
}

std::string without_compression(std::string path) {
  for (const std::string_view ending : {".gz", ".bz2", ".xz", ".zst"}) {
    const std::size_t name_bytes = path.size() - (path.rfind('/') + 1);
    if (ascii::ends_with_ignoring_case(path, ending) && name_bytes > ending.size())
      path.resize(path.size() - ending.size());
  }
  if (ascii::ends_with_ignoring_case(path, ".svgz")) path.pop_back();
  return path;
}

}  // namespace mimebase::output

namespace mimebase {
inline namespace v0_2 {

void remove_unfinished(const char* path) noexcept {
  output::remove_tree(path);
}

}  // namespace v0_2
}  // namespace mimebase
