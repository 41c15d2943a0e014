// Feeds a folder's files to the reader process. They are found and opened here, and read there.
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

// Finds the files of a folder and remembers which ones the reader has not finished.
class FolderFeed {
 public:
  FolderFeed(const std::string& path, const input::Options& options) : context_(path, options) {}

  // Fails if the folder cannot be listed.
  [[nodiscard]] Result<void> open();

  // The next files to send to the reader.
  struct Files {
    std::vector<FolderEntry> entries;
    std::vector<process::Descriptor> files;  // for those entries that are files
  };
  [[nodiscard]] Files next();
  // True once the last entry was sent; the reader must not ask for more.
  [[nodiscard]] bool has_ended() const { return has_ended_; }
  // Returns the size of the files up to this number that the reader had not read before.
  [[nodiscard]] std::uint64_t bytes_of(std::uint64_t files) const;
  // Records that the reader has read these files.
  void done(std::uint64_t files);
  // Returns true if these are all files of the folder.
  [[nodiscard]] bool is_done_after(std::uint64_t files) const {
    return has_ended_ && (given_.empty() || given_.back().number <= files);
  }
  // Makes next() return unread files again, for a new reader. File `number` is dropped, with `why` as its
  // problem. Returns false if there is no such file.
  [[nodiscard]] bool again(std::uint64_t number, const std::string& why);

 private:
  struct Given {
    std::uint64_t number;
    std::string source;
    input::Role role;
    std::uint64_t bytes;
  };

  void find(Files& next);
  void give(std::uint64_t number, std::string source, input::Role role, input::OpenFile file, Files& next);
  [[nodiscard]] bool give_again(Files& next);

  input::Context context_;
  std::unique_ptr<input::Files> files_;
  std::deque<Given> given_;      // and not yet read
  std::size_t given_again_ = 0;  // how many of these the current reader was given
  std::uint64_t found_ = 0;
  bool has_ended_ = false;
  std::vector<Error> problems_;  // to send with the next entry
};

}  // namespace mimebase::run
