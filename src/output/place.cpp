#include "output/place.h"

#include <fcntl.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>

#include "output/unfinished.h"
#include "process/signals_held.h"
#include "text/ascii.h"

namespace mimebase::output {
namespace {

bool is_null(const struct stat& status) {
  return S_ISCHR(status.st_mode) && status.st_rdev == makedev(1, 3);
}

// Asks the file system whether two names mean one file: creates the first in a new folder in `folder`, and
// looks for the second.
bool is_one_name_there(const std::string& folder, const std::string& a, const std::string& b) {
  const SignalsHeld held;
  std::string probe;
  int probe_descriptor = -1;  // keeps it locked
  if (create_unfinished_folder(folder + "/names", probe, probe_descriptor) != 0) return false;
  const std::string made = probe + '/' + a;
  const int descriptor = open(made.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  const bool is_one = descriptor >= 0 && access((probe + '/' + b).c_str(), F_OK) == 0;
  if (descriptor >= 0) {
    close(descriptor);
    unlink(made.c_str());
  }
  rmdir(probe.c_str());
  close(probe_descriptor);
  return is_one;
}

// Names that differ in case only are one name in some folders, and so are different forms of Unicode.
bool is_one_name(const std::string& folder, const std::string& a, const std::string& b) {
  if (a == b) return true;
  if (ascii::is_ascii(a) && ascii::is_ascii(b) && !ascii::equals_ignoring_case(a, b)) return false;
  return is_one_name_there(folder, a, b);
}

}  // namespace

std::string why_not_created(const std::string& path, int error) {
  if (error != ENOENT || path.empty()) return path + ": " + std::strerror(error);
  const std::filesystem::path parent =
      (path.ends_with('/') ? std::filesystem::path(path).parent_path() : std::filesystem::path(path))
          .parent_path();
  std::error_code ignored;
  if (parent.empty() || std::filesystem::exists(parent, ignored)) return path + ": " + std::strerror(error);
  return path + ": the folder " + parent.string() + " does not exist";
}

std::string end_of_links(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(realpath(path.c_str(), nullptr), &std::free);
  if (real != nullptr) return real.get();
  std::filesystem::path end = path;
  std::error_code error;
  for (int links = 0; links < 40 && std::filesystem::is_symlink(end, error); ++links) {
    const std::filesystem::path next = std::filesystem::read_symlink(end, error);
    if (error) break;
    end = end.parent_path() / next;
  }
  return end.string();
}

Place::Place(const std::string& path) {
  find(path);
}

Place::Place(int descriptor) {
  struct stat status = {};
  if (fstat(descriptor, &status) != 0) return;
  std::error_code error;
  const std::filesystem::path name =
      std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor), error);
  struct stat named = {};
  if (!error && stat(name.c_str(), &named) == 0 && identity_of(named) == identity_of(status)) {
    find(name.string());
    return;
  }
  mode_ = status.st_mode;
  size_bytes_ = status.st_size;
  is_null_device_ = is_null(status);
  chain_.push_back(identity_of(status));
}

void Place::find(const std::string& path) {
  std::string at = end_of_links(path);
  struct stat status = {};
  while (stat(at.c_str(), &status) != 0) {
    if (at.empty() || at == "." || at == "/") return;  // the working directory has been removed
    const std::string name = at.substr(at.rfind('/') + 1);
    if (!name.empty() && name != ".") missing_.insert(missing_.begin(), name);
    at = folder_of(at);
  }
  if (missing_.empty()) {
    mode_ = status.st_mode;
    size_bytes_ = status.st_size;
    is_null_device_ = is_null(status);
  }
  folder_ = at = end_of_links(at);
  for (chain_.push_back(identity_of(status)); at != "/" && at.starts_with('/');) {
    at = folder_of(at);
    if (stat(at.c_str(), &status) == 0) chain_.push_back(identity_of(status));
  }
}

bool Place::is_inside(const Identity& identity) const {
  return std::find(chain_.begin(), chain_.end(), identity) != chain_.end();
}

bool Place::contains(const Place& other) const {
  if (chain_.empty() || other.chain_.empty()) return false;
  if (missing_.empty()) return other.is_inside(chain_.front());
  return chain_.front() == other.chain_.front() && missing_.size() <= other.missing_.size() &&
         std::equal(
             missing_.begin(), missing_.end(), other.missing_.begin(),
             [this](const std::string& a, const std::string& b) { return is_one_name(folder_, a, b); });
}

}  // namespace mimebase::output
