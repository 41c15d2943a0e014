// Compressing what is written, by zlib.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "mimebase/result.h"

namespace mimebase::write {

// Makes a gzip file (RFC 1952) of what it is given, without a name and a time in it. The bytes do not depend
// on the pieces in which it is given.
class GzipWriter {
 public:
  GzipWriter();
  ~GzipWriter();
  GzipWriter(const GzipWriter&) = delete;
  GzipWriter& operator=(const GzipWriter&) = delete;

  // What is to be written for `bytes`; more often than not nothing yet. The view lives until the next call.
  // Both fail with kUnwritable without memory.
  [[nodiscard]] Result<std::string_view> add(std::string_view bytes);
  // The end of the file.
  [[nodiscard]] Result<std::string_view> finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace mimebase::write
