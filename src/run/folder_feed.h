// The files of a folder for the reader: found and opened here, read there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "input/files.h"
#include "process/channel.h"
#include "run/wire.h"

namespace mimebase::run {

class FolderFeed {
 public:
  FolderFeed(const std::string& path, const InputOptions& options) : context_(path, options) {}

  // Fails where the folder cannot be listed.
  [[nodiscard]] Result<void> open();

  // Gives the reader the next files. False where it is gone.
  [[nodiscard]] bool feed(const process::Channel& channel);
  // These are read, and are not given again.
  void done(std::uint64_t files);
  // Those that were given and are not read are given again, to another reader: but not `number`, of which is
  // told why. False where there was no such file.
  [[nodiscard]] bool again(std::uint64_t number, const std::string& why);

 private:
  struct Given {
    std::uint64_t number;
    std::string source;
    input::Role role;
  };

  void find(std::vector<Found>& names, std::vector<input::Descriptor>& files);
  void give(std::uint64_t number, std::string source, input::Role role, input::OpenFile file,
            std::vector<Found>& names, std::vector<input::Descriptor>& files);
  [[nodiscard]] bool give_again(std::vector<Found>& names, std::vector<input::Descriptor>& files);

  input::Context context_;
  std::unique_ptr<input::Files> files_;
  std::deque<Given> given_;      // and not read
  std::size_t given_again_ = 0;  // so many of these to the reader that is there
  std::uint64_t found_ = 0;
  std::vector<Error> problems_;  // to be told with the next name
};

}  // namespace mimebase::run
