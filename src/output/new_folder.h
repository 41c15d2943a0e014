// An output folder that appears complete or not at all.
#pragma once

#include <string>
#include <string_view>

namespace mimebase::output {

// A folder under construction. It has a hidden temporary name next to its target until take_name(). The
// destructor removes a folder that take_name() has not renamed. Several threads may create files at once.
class NewFolder {
 public:
  NewFolder() = default;
  ~NewFolder();
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  // All functions return 0 or an errno. Modes follow the process's umask. If the target is a symbolic link,
  // the folder that it leads to is the target.
  [[nodiscard]] int create(std::string target);
  // Creates a file at a path relative to the folder, such as "cur/1", and any missing folders on the way.
  // Returns EEXIST if the file exists, and EINVAL if a segment of the path is empty, "." or "..". Follows no
  // symbolic links. The caller closes `descriptor`.
  [[nodiscard]] int create_file(std::string_view path, int& descriptor) const;
  [[nodiscard]] int write_file(std::string_view path, std::string_view bytes) const;
  [[nodiscard]] int create_folder(std::string_view path) const;
  [[nodiscard]] int remove_file(std::string_view path) const;
  // Syncs the folder to disk and renames it to its target. Always replaces an empty folder. Replaces a folder
  // with contents, which are deleted, only if `may_replace`; otherwise returns ENOTEMPTY.
  [[nodiscard]] int take_name(bool may_replace);

  // The temporary path; empty before create() and after take_name().
  [[nodiscard]] const std::string& beside() const { return beside_; }

 private:
  [[nodiscard]] int open_folder(std::string_view path, int& descriptor) const;
  [[nodiscard]] int replace();
  [[nodiscard]] int replace_in_two_steps();

  std::string target_, beside_;
  int descriptor_ = -1;
};

// A file of a NewFolder that is written in several steps. All functions return 0 or an errno.
class FolderFile {
 public:
  FolderFile() = default;
  ~FolderFile();
  FolderFile(const FolderFile&) = delete;
  FolderFile& operator=(const FolderFile&) = delete;

  // Calls NewFolder::create_file(). No file may be open.
  [[nodiscard]] int open(const NewFolder& folder, std::string_view path) {
    return folder.create_file(path, descriptor_);
  }
  [[nodiscard]] int write(std::string_view bytes) const;
  [[nodiscard]] int close();

 private:
  int descriptor_ = -1;
};

// Removes a file, or a folder with its contents. Async-signal-safe. Also removes files that another thread
// creates in the folder meanwhile. Returns 0 or an errno.
int remove_tree(const char* path) noexcept;

// Removes the extensions of compressions from a path, because files in the output folder are not compressed.
// Leaves a name that consists only of such an extension.
[[nodiscard]] std::string without_compression(std::string path);

}  // namespace mimebase::output
