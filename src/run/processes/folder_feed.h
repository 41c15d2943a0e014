// The files of a folder for the reader process: they are found and opened here, and read there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "input/files.h"
#include "process/connection.h"
#include "run/processes/wire.h"

namespace mimebase::run {

class FolderFeed {
 public:
  FolderFeed(const std::string& path, const InputOptions& options) : context_(path, options) {}

  // Fails where the folder cannot be listed.
  [[nodiscard]] Result<void> open();

  // The next files, to be sent to the reader.
  struct Files {
    std::vector<FolderEntry> entries;
    std::vector<process::Descriptor> files;  // of the entries that are files
  };
  [[nodiscard]] Files next();
  // True once the reader was given the last entry: it asks for no more.
  [[nodiscard]] bool has_ended() const { return has_ended_; }
  // These files are read, and are not given again.
  void done(std::uint64_t files);
  // Files that were given and not read are given again, to another reader; but not file `number`, for which
  // `why` is reported. Returns false if there was no such file.
  [[nodiscard]] bool again(std::uint64_t number, const std::string& why);

 private:
  struct Given {
    std::uint64_t number;
    std::string source;
    input::Role role;
  };

  void find(Files& next);
  void give(std::uint64_t number, std::string source, input::Role role, input::OpenFile file, Files& next);
  [[nodiscard]] bool give_again(Files& next);

  input::Context context_;
  std::unique_ptr<input::Files> files_;
  std::deque<Given> given_;      // and not read
  std::size_t given_again_ = 0;  // how many of these the present reader was given
  std::uint64_t found_ = 0;
  bool has_ended_ = false;
  std::vector<Error> problems_;  // to be reported with the next entry
};

}  // namespace mimebase::run
