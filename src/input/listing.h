// Reads the names in one folder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mimebase::input {

// The names in one folder, in the byte order of paths.
class Listing {
 public:
  enum class Kind : std::uint8_t {
    kFile,
    kFolder,
    kLinkToFile,  // or a broken link
    kLinkToFolder,
    kOther,  // FIFO, socket, device
  };

  [[nodiscard]] static bool is_folder(Kind kind) {
    return kind == Kind::kFolder || kind == Kind::kLinkToFolder;
  }

  // Lists the folder open on `descriptor`, which the caller keeps. Returns false on an error (errno),
  // with the names read until then.
  [[nodiscard]] bool read(int descriptor);

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] Kind kind(std::size_t i) const { return entries_[i].kind; }
  // The byte after the view is NUL.
  [[nodiscard]] std::string_view name(std::size_t i) const {
    return {names_.data() + entries_[i].start, entries_[i].size};
  }
  // True if the folder contains a subfolder of this name.
  [[nodiscard]] bool has_folder(std::string_view name) const;

 private:
  struct Entry {
    std::size_t start;
    std::uint32_t size;
    Kind kind;
  };
  void sort();

  std::string names_;
  std::vector<Entry> entries_;
};

}  // namespace mimebase::input
