// Bytes that can only be read on: a file or a pipe, decompressed data, an entry of an archive.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mimebase/result.h"

namespace mimebase::input {

// Of what is not read or not read on: `called` is a source as messages call it.
inline Error unreadable(const std::string& called, const std::string& reason,
                        Error::Code code = Error::Code::kUnreadable) {
  return {code, called + ": " + reason, called};
}

class Stream {
 public:
  virtual ~Stream() = default;

  // Reads up to `size` bytes; 0 is the end, and stays it. An error is the end too, and noted in `problems`;
  // what was read before it is given first.
  [[nodiscard]] virtual std::size_t read(char* to, std::size_t size, std::vector<Error>& problems) = 0;
};

}  // namespace mimebase::input
