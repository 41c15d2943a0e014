// Bytes that can only be read on: a file or a pipe, decompressed data, an entry of an archive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "mimebase/result.h"

namespace mimebase::input {

// Of what is not read or not read on: `called` is a source as messages call it.
inline Error unreadable(const std::string& called, const std::string& reason,
                        Error::Code code = Error::Code::kUnreadable) {
  return {code, called + ": " + reason, called};
}

// Of what could not be read on, and perhaps can be another time: an error of the system, a file that changes,
// too little memory. Programs know it by the end of the sentence.
inline Error read_error(const std::string& called, const std::string& reason) {
  return unreadable(called, reason + ": not read in full", Error::Code::kReadError);
}

class Stream {
 public:
  virtual ~Stream() = default;

  // Reads up to `size` bytes; 0 is the end, and stays it. An error is the end too, and noted in `problems`;
  // what was read before it is given first.
  [[nodiscard]] virtual std::size_t read(char* to, std::size_t size, std::vector<Error>& problems) = 0;

  // As the members of ByteSource of these names.
  [[nodiscard]] virtual bool has_random_access() const { return false; }
  virtual void seek(std::uint64_t /*offset*/) {}
  [[nodiscard]] virtual std::size_t read_at(std::uint64_t /*offset*/, char* /*to*/, std::size_t /*size*/,
                                            std::vector<Error>& /*problems*/) {
    return 0;
  }
};

}  // namespace mimebase::input
