// The files and folders that paths lead to. They are compared by identity, because several names can lead to
// one file.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mimebase::output {

// Identifies an existing file or folder independently of its names.
using Identity = std::pair<dev_t, ino_t>;

[[nodiscard]] inline Identity identity_of(const struct stat& status) {
  return {status.st_dev, status.st_ino};
}

// Returns why `path` could not be created, by errno: "a/b: the folder a does not exist".
[[nodiscard]] std::string why_not_created(const std::string& path, int error);

// Resolves a chain of symbolic links, even if its end does not exist.
[[nodiscard]] std::string end_of_links(const std::string& path);

// The place of a file or folder in the file system, whether it exists or not.
class Place {
 public:
  explicit Place(const std::string& path);
  // The place of an open file. If it has no name any more, only its identity is known.
  explicit Place(int descriptor);

  [[nodiscard]] bool is_regular() const { return S_ISREG(mode_); }
  [[nodiscard]] bool is_folder() const { return S_ISDIR(mode_); }
  // False for pipes and devices, whose contents are gone when they have been read.
  [[nodiscard]] bool keeps_contents() const { return mode_ == 0 || is_regular() || is_folder(); }
  // True for a file without contents.
  [[nodiscard]] bool is_empty() const { return size_bytes_ == 0; }
  // True for /dev/null.
  [[nodiscard]] bool is_null_device() const { return is_null_device_; }

  // The identity of this place; nothing if it does not exist.
  [[nodiscard]] std::optional<Identity> identity() const {
    return missing_.empty() && !chain_.empty() ? std::optional(chain_.front()) : std::nullopt;
  }
  // True if the folder or file with the identity is this place, or contains it.
  [[nodiscard]] bool is_inside(const Identity& identity) const;
  // True if `other` is the same place, or is inside this folder.
  [[nodiscard]] bool contains(const Place& other) const;

 private:
  void find(const std::string& path);

  mode_t mode_ = 0;  // 0 if nothing exists here
  off_t size_bytes_ = 0;
  bool is_null_device_ = false;
  std::vector<Identity> chain_;  // of what exists: this place, and the folders that contain it, inside out
  std::vector<std::string> missing_;  // the last segments of the path, which do not exist; outermost first
  std::string folder_;                // the path of the folder that lacks the first of them
};

}  // namespace mimebase::output
