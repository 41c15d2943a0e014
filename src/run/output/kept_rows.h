// Stores rows that are written only at the end.
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

// Stores rows: first add all, then read them. A few megabytes are kept in memory; more go to an unnamed
// temporary file. Functions fail with kUnwritable.
class KeptRows {
 public:
  [[nodiscard]] Result<void> add(std::string_view row);
  // Returns all rows in order. The views are valid as long as this object. A file is mapped, not read.
  [[nodiscard]] Result<std::vector<std::string_view>> all();

 private:
  struct Close {
    void operator()(std::FILE* file) const { static_cast<void>(std::fclose(file)); }  // after the last read
  };
  [[nodiscard]] Result<void> write_out();

  std::string rows_;  // each preceded by its size
  std::unique_ptr<std::FILE, Close> file_;
  struct Unmap {
    void operator()(GMappedFile* mapped) const { g_mapped_file_unref(mapped); }
  };
  std::unique_ptr<GMappedFile, Unmap> mapped_;
};

}  // namespace mimebase::run
