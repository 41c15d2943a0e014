// A folder of an output, which appears whole or not at all.
#pragma once

#include <string>
#include <string_view>

namespace mimebase::output {

// Until take_name() the folder has a hidden name beside the one that it shall have. The destructor removes
// what has not taken its name. Files may be made by several threads at once.
class NewFolder {
 public:
  NewFolder() = default;
  ~NewFolder();
  NewFolder(const NewFolder&) = delete;
  NewFolder& operator=(const NewFolder&) = delete;

  // All give 0 or an errno. Modes are what the process's mask leaves. A target that is a symbolic link is
  // what it leads to.
  [[nodiscard]] int create(std::string target);
  // A file at a path from the folder, as "cur/1": folders on the way are made. EEXIST where there is one,
  // EINVAL where the path has an empty segment, "." or ".."; no link is followed. The caller closes it.
  [[nodiscard]] int create_file(std::string_view path, int& descriptor) const;
  [[nodiscard]] int write_file(std::string_view path, std::string_view bytes) const;
  [[nodiscard]] int create_folder(std::string_view path) const;
  [[nodiscard]] int remove_file(std::string_view path) const;
  // Gives the folder its name when it is on the disk. An empty folder is replaced always; one with something
  // in it only where that `may` be, and is removed with all that it has; else ENOTEMPTY.
  [[nodiscard]] int take_name(bool may_replace);

  [[nodiscard]] const std::string& target() const { return target_; }
  // Its name beside the other; empty where it has none.
  [[nodiscard]] const std::string& beside() const { return beside_; }

 private:
  [[nodiscard]] int open_folder(std::string_view path, int& descriptor) const;
  [[nodiscard]] int replace();
  [[nodiscard]] int replace_in_two_steps();

  std::string target_, beside_;
  int descriptor_ = -1;
};

// A file of a folder that is written piece by piece. All give 0 or an errno.
class FolderFile {
 public:
  FolderFile() = default;
  ~FolderFile();
  FolderFile(const FolderFile&) = delete;
  FolderFile& operator=(const FolderFile&) = delete;

  // As NewFolder::create_file(). None is open.
  [[nodiscard]] int open(const NewFolder& folder, std::string_view path) {
    return folder.create_file(path, descriptor_);
  }
  [[nodiscard]] int write(std::string_view bytes) const;
  [[nodiscard]] int close();

 private:
  int descriptor_ = -1;
};

// Removes a file, or a folder with all that it has; calls nothing but what a signal handler may. Gives 0 or
// an errno. Where another thread still makes files in it, they are removed too.
int remove_tree(const char* path) noexcept;

}  // namespace mimebase::output
