// The file of an output: where it is, and how it is written before it has its name.
#pragma once

#include <string>
#include <string_view>

#include "mimebase/output.h"

namespace mimebase::output {
class NewFolder;
}

namespace mimebase {
inline namespace v0_2 {

// What the library alone asks of an output.
struct OutputFile {
  // For formats that need a file rather than a stream: where the file that write() would fill can be opened
  // while the output lives, empty where that is none but a pipe or a device. Whoever uses it leaves it to
  // commit() to give it its name.
  [[nodiscard]] static const std::string& path(const Output& output);
  // Where the regular file is, or will be, that commit() makes or that is added to: behind links. Empty where
  // it is none.
  [[nodiscard]] static const std::string& target(const Output& output);
  // In which files are made.
  [[nodiscard]] static const output::NewFolder& folder(const OutputFolder& output);
};

}  // namespace v0_2
}  // namespace mimebase

namespace mimebase::output {

// Writes all of it. Gives 0 or an errno.
[[nodiscard]] int write_all(int descriptor, std::string_view bytes);

// Until take_name() the file has no name, where the file system knows such files and /proc is there to open
// them; else one beside the name that it shall have. The destructor removes what has not taken its name.
class NewFile {
 public:
  NewFile() = default;
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  // All give 0 or an errno. The mode is what the process's mask leaves of 0666.
  [[nodiscard]] int create(std::string target);
  // Gives the file its name when it is on the disk. Unless it may replace another file, EEXIST where there is
  // one. Afterwards it is closed.
  [[nodiscard]] int take_name(bool may_replace);

  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] const std::string& target() const { return target_; }
  // By what it can be opened again.
  [[nodiscard]] const std::string& path() const { return path_; }
  // Its name beside the other, empty where it has none.
  [[nodiscard]] const std::string& beside() const { return beside_; }

 private:
  [[nodiscard]] int create_beside();
  [[nodiscard]] int link_beside();
  [[nodiscard]] int copy_beside();
  [[nodiscard]] int rename_to_free_name();

  std::string target_, path_, beside_;
  int descriptor_ = -1;
};

}  // namespace mimebase::output
