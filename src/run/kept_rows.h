// Rows that are written in the end alone.
#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "mimebase/result.h"

namespace mimebase::run {

// First all rows are added, then all are read, in that order. A few megabytes stay in memory; more are in a
// file without a name in the folder for temporary files. Both fail with kUnwritable if that cannot be.
class KeptRows {
 public:
  [[nodiscard]] Result<void> add(std::string_view row);
  // The view lives until the next call. Not to be called for more rows than were added.
  [[nodiscard]] Result<std::string_view> next();

 private:
  struct Close {
    void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }  // it has been read
  };
  [[nodiscard]] Result<void> write_out();

  std::string rows_;  // each behind its size
  std::unique_ptr<std::FILE, Close> file_;
  bool reading_ = false;
  std::size_t at_ = 0;  // in rows_, while there is no file
  std::string row_;
};

}  // namespace mimebase::run
