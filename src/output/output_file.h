// An output file: its paths, and how it is written before it gets its name.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "mimebase/output.h"
#include "output/place.h"

namespace mimebase::output {
class NewFolder;
}

namespace mimebase {
inline namespace v0_2 {

// Parts of an output that only the library uses.
struct OutputFile {
  // For formats that need a file instead of a stream. Returns a path under which the file behind write() can
  // be opened while the output lives. Empty for a pipe or a device. The caller must not rename the file;
  // commit() does.
  [[nodiscard]] static const std::string& path(const Output& output);
  // Returns the path, with symbolic links resolved, of the regular file that commit() creates or that is
  // appended to. Empty if there is none.
  [[nodiscard]] static const std::string& target(const Output& output);
  // Replaces bytes at an offset that were written before. Fails with kUnwritable, also for a compressed
  // output and for one that is no regular file.
  [[nodiscard]] static Result<void> overwrite(Output& output, std::uint64_t offset, std::string_view bytes);
  // The place of the file or device that is written.
  [[nodiscard]] static output::Place place(const Output& output);
  // The folder in which files are created.
  [[nodiscard]] static const output::NewFolder& folder(const OutputFolder& output);
};

}  // namespace v0_2
}  // namespace mimebase

namespace mimebase::output {

// A file under construction. It has no name until take_name() if the file system supports such files and
// /proc is mounted to open them. Otherwise it has a temporary name next to its target. The destructor removes
// a file that take_name() has not named.
class NewFile {
 public:
  NewFile() = default;
  ~NewFile();
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  // All functions return 0 or an errno. The mode is 0666 less the process's umask.
  [[nodiscard]] int create(std::string target);
  // Syncs the file to disk, gives it its name and closes it. Returns EEXIST if another file has the name,
  // unless `may_replace`.
  [[nodiscard]] int take_name(bool may_replace);

  [[nodiscard]] int descriptor() const { return descriptor_; }
  // A path by which the file can be opened again.
  [[nodiscard]] const std::string& path() const { return path_; }
  // The temporary path; empty if the file has none.
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
