#include "input/listing.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

namespace mimebase::input {
namespace {

using Kind = Listing::Kind;

// Returns nothing if the entry has gone or cannot be examined; opening it will report the error.
std::optional<mode_t> mode_of(int folder, const char* name, int flags) {
  struct stat status = {};
  if (fstatat(folder, name, &status, flags) != 0) return std::nullopt;
  return status.st_mode;
}

Kind kind_of(int folder, const dirent& entry) {
  unsigned char type = entry.d_type;
  if (type == DT_UNKNOWN) {
    const std::optional<mode_t> mode = mode_of(folder, entry.d_name, AT_SYMLINK_NOFOLLOW);
    type = mode ? static_cast<unsigned char>(IFTODT(*mode)) : static_cast<unsigned char>(DT_REG);
  }
  if (type == DT_REG) return Kind::kFile;
  if (type == DT_DIR) return Kind::kFolder;
  if (type != DT_LNK) return Kind::kOther;
  const std::optional<mode_t> mode = mode_of(folder, entry.d_name, 0);
  return mode && S_ISDIR(*mode) ? Kind::kLinkToFolder : Kind::kLinkToFile;
}

}  // namespace

bool Listing::read(int descriptor) {
  const int own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  DIR* const folder = own < 0 ? nullptr : fdopendir(own);
  if (folder == nullptr) {
    const int error = errno;
    if (own >= 0) close(own);
    errno = error;
    return false;
  }
  errno = 0;
  while (const dirent* entry = readdir(folder)) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") {
      entries_.push_back(
          {names_.size(), static_cast<std::uint32_t>(name.size()), kind_of(descriptor, *entry)});
      names_.append(name);
      names_ += '\0';
    }
    errno = 0;
  }
  const int error = errno;
  closedir(folder);
  sort();
  errno = error;
  return error == 0;
}

// Sorts by the bytes of complete paths, in which the name of a folder is followed by a slash.
void Listing::sort() {
  const auto next = [](std::string_view name, Kind kind, std::size_t at) {
    return at < name.size() ? static_cast<unsigned char>(name[at]) : is_folder(kind) ? '/' : 0;
  };
  std::sort(entries_.begin(), entries_.end(), [&](const Entry& a, const Entry& b) {
    const std::string_view left(names_.data() + a.start, a.size);
    const std::string_view right(names_.data() + b.start, b.size);
    const std::size_t both = std::min(left.size(), right.size());
    const int order = std::memcmp(left.data(), right.data(), both);
    return order != 0 ? order < 0 : next(left, a.kind, both) < next(right, b.kind, both);
  });
}

bool Listing::has_folder(std::string_view name) const {
  for (std::size_t i = 0; i < size(); ++i) {
    if (is_folder(kind(i)) && this->name(i) == name) return true;
  }
  return false;
}

}  // namespace mimebase::input
