// Rows that are written in the end alone.
#pragma once

#include <glib.h>

#include <cstddef>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/result.h"

namespace mimebase::run {

// First all rows are added, then all are read: one by one in that order, or in any order. A few megabytes
// stay in memory; more are in a file without a name in the folder for temporary files. Both fail with
// kUnwritable if that cannot be.
class KeptRows {
 public:
  [[nodiscard]] Result<void> add(std::string_view row);
  // The view lives until the next call. Not to be called for more rows than were added.
  [[nodiscard]] Result<std::string_view> next();
  // All that were added, in that order: views that live as long as this. A file is mapped, not read.
  [[nodiscard]] Result<std::vector<std::string_view>> all();

 private:
  struct Close {
    void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }  // it has been read
  };
  [[nodiscard]] Result<void> write_out();

  std::string rows_;  // each behind its size
  std::unique_ptr<std::FILE, Close> file_;
  struct Unmap {
    void operator()(GMappedFile* mapped) const { g_mapped_file_unref(mapped); }
  };
  std::unique_ptr<GMappedFile, Unmap> mapped_;
  bool reading_ = false;
  std::size_t at_ = 0;  // in rows_, while there is no file
  std::string row_;
};

}  // namespace mimebase::run
