// Writes a zip file whose entries are not compressed, so that programs can read pieces of them in place.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "mimebase/output.h"
#include "mimebase/result.h"

namespace mimebase::output {

// Writes the entries one after another, of any size (zip64). Their sizes stand before them, as some programs
// require, although they are known only afterwards: the output must be a regular file. All functions fail
// with kUnwritable.
class StoredZip {
 public:
  // `output` must outlive the object, and nothing may have been written to it.
  explicit StoredZip(Output& output) : output_(output) {}

  // Begins an entry. `name` is a relative path of ASCII, with "/".
  [[nodiscard]] Result<void> begin(std::string_view name);
  // Appends to the entry that was begun last.
  [[nodiscard]] Result<void> add(std::string_view bytes);
  // Ends it.
  [[nodiscard]] Result<void> end();
  // Writes the list of the entries. The object must not be used any more.
  [[nodiscard]] Result<void> finish();

 private:
  struct Entry {
    std::string name;
    std::uint64_t offset = 0, size = 0;
    std::uint32_t crc = 0;
  };
  [[nodiscard]] static std::string local_header(const Entry& entry);
  [[nodiscard]] static std::string directory_header(const Entry& entry);
  [[nodiscard]] Result<void> write(std::string_view bytes);

  Output& output_;
  std::uint64_t written_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace mimebase::output
