#include "output/unfinished.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string_view>
#include <utility>

#include "output/new_folder.h"
#include "output/place.h"
#include "text/utf8.h"

namespace mimebase::output {
namespace {

constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz234567";
constexpr std::size_t kRandomLetters = 6;

// Returns "FOLDER/.PREFIX.NAME." for "FOLDER/NAME". A name that would become longer than systems allow is cut
// off; outputs whose names begin alike then remove what the others left.
std::string start_of_names(std::string_view prefix, const std::string& target) {
  constexpr std::size_t kMostBytes = 220;
  const std::string_view name = std::string_view(target).substr(target.rfind('/') + 1);
  return folder_of(target) + "/." + std::string(prefix) + '.' + std::string(utf8::prefix(name, kMostBytes)) +
         '.';
}

std::string start_of_unfinished(const std::string& target) {
  return start_of_names("mimebase", target);
}

// Calls `make` with unpredictable names that begin with `start` until one is free. `make` returns false and
// sets errno on failure. Returns 0 or the errno of the last call.
template <typename Make>
int with_free_name(const std::string& start, std::string& name, Make make) {
  constexpr int kTries = 100;  // of 2^30 names; more would not help
  int error = EEXIST;
  for (int tries = 0; error == EEXIST && tries < kTries; ++tries) {
    std::array<unsigned char, kRandomLetters> random = {};
    if (getrandom(random.data(), random.size(), 0) != static_cast<ssize_t>(random.size())) return EIO;
    name = start;
    for (const unsigned char byte : random) name += kLetters[byte % kLetters.size()];
    error = make(name) ? 0 : errno;
  }
  if (error != 0) name.clear();
  return error;
}

bool is_at(const std::string& name, int descriptor) {
  struct stat open = {}, named = {};
  return fstat(descriptor, &open) == 0 && lstat(name.c_str(), &named) == 0 &&
         identity_of(open) == identity_of(named);
}

// Locks what was just created. Returns false, with EEXIST, if another run has taken it for a leftover.
// Without locks, as on some network file systems, no run can lock a leftover either, and none is removed.
bool lock_created(const std::string& name, int descriptor) {
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno != EWOULDBLOCK) return true;
  if (is_at(name, descriptor) && flock(descriptor, LOCK_EX | LOCK_NB) == 0) return true;
  errno = EEXIST;
  return false;
}

// Removes a file or folder of this user that no run has locked.
void remove_if_left(const std::string& name) {
  struct stat status = {};
  if (lstat(name.c_str(), &status) != 0 || status.st_uid != geteuid()) return;
  if (!S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode)) return;
  const int descriptor = open(name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return;
  if (flock(descriptor, LOCK_EX | LOCK_NB) == 0 && is_at(name, descriptor)) remove_tree(name.c_str());
  close(descriptor);
}

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};

// A leftover that cannot be removed does no harm.
void remove_leftovers(const std::string& target) {
  const std::string start = start_of_unfinished(target), folder = folder_of(target);
  const std::string_view first = std::string_view(start).substr(folder.size() + 1);
  const std::unique_ptr<DIR, CloseFolder> entries(opendir(folder.c_str()));
  if (entries == nullptr) return;
  while (const dirent* const entry = readdir(entries.get())) {
    const std::string_view name = entry->d_name;
    if (name.size() != first.size() + kRandomLetters || !name.starts_with(first)) continue;
    if (name.find_first_not_of(kLetters, first.size()) == std::string_view::npos)
      remove_if_left(folder + '/' + std::string(name));
  }
}

}  // namespace

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return path.substr(0, slash == 0 ? 1 : slash);
}

int create_unfinished_folder(const std::string& target, std::string& name, int& descriptor) {
  remove_leftovers(target);
  return with_free_name(start_of_unfinished(target), name, [&](const std::string& free) {
    if (mkdir(free.c_str(), 0777) != 0) return false;
    descriptor = open(free.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (descriptor >= 0 && lock_created(free, descriptor)) return true;
    const int error = descriptor >= 0 || errno == ENOENT ? EEXIST : errno;
    if (descriptor >= 0) close(std::exchange(descriptor, -1));
    rmdir(free.c_str());
    errno = error;
    return false;
  });
}

int create_unfinished_file(const std::string& target, std::string& name, int& descriptor) {
  remove_leftovers(target);
  return with_free_name(start_of_unfinished(target), name, [&](const std::string& free) {
    descriptor = open(free.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0) return false;
    if (lock_created(free, descriptor)) return true;
    close(std::exchange(descriptor, -1));
    errno = EEXIST;
    return false;
  });
}

int link_unfinished_file(const std::string& target, std::string& name, int descriptor) {
  remove_leftovers(target);
  static_cast<void>(flock(descriptor, LOCK_EX | LOCK_NB));  // nobody else has it
  const std::string unnamed = "/proc/self/fd/" + std::to_string(descriptor);
  return with_free_name(start_of_unfinished(target), name, [&](const std::string& free) {
    return linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, free.c_str(), AT_SYMLINK_FOLLOW) == 0;
  });
}

int set_aside(const std::string& target, std::string& name) {
  return with_free_name(start_of_names("mimebase-old", target), name,
                        [&](const std::string& free) { return rename(target.c_str(), free.c_str()) == 0; });
}

}  // namespace mimebase::output
