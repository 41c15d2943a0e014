// Compound files (MS-CFB): a file system in a file, with storages (folders) and streams.
//
// libgsf reads them too, but its time is quadratic in the entries of a storage, its recursion follows the
// links of the directory, which an attacker chooses, and it writes warnings to the terminal.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/for_archive.h"

namespace mimebase::binary {

// True for the first bytes of a compound file.
[[nodiscard]] MIMEBASE_FOR_ARCHIVE bool begins_compound_file(std::string_view start);

// Reads a compound file, as far as it is not damaged. `bytes` must outlive it. Its time and memory are linear
// in the bytes.
class CompoundFile {
 public:
  explicit CompoundFile(std::string_view bytes);

  // Entries are numbered; -1 is none. The root storage is 0 if the file has a directory.
  [[nodiscard]] int root() const { return entries_.empty() ? -1 : 0; }
  [[nodiscard]] int first_child(int storage) const;
  [[nodiscard]] int next(int entry) const { return entries_[static_cast<std::size_t>(entry)].next; }
  [[nodiscard]] bool is_storage(int entry) const;
  // At most 31 characters. A character that is not ASCII becomes "?".
  [[nodiscard]] std::string name(int entry) const;
  [[nodiscard]] std::uint64_t size(int stream) const;
  // The 128 bytes that the directory has of an entry (MS-CFB 2.6.1).
  [[nodiscard]] std::string_view record(int entry) const;
  // Returns the entry of a storage with this name, or -1. Takes time linear in the entries of the storage.
  [[nodiscard]] int find(int storage, std::string_view name) const;

  // Where the bytes of a stream are. Streams of one place have the same bytes; in a sound file, only empty
  // ones share a place.
  struct Place {
    std::uint32_t sector = 0;
    std::uint64_t size = 0;
    auto operator<=>(const Place&) const = default;
  };
  [[nodiscard]] Place place(int stream) const;

  // Returns at most `most` bytes of a stream: a view of the file if they are in one piece, else of `buffer`.
  // Returns what there is of a damaged stream.
  [[nodiscard]] std::string_view read(int stream, std::uint64_t most, std::string& buffer);

  // True if anything that was read up to now is damaged.
  [[nodiscard]] bool is_damaged() const { return is_damaged_; }

 private:
  struct Entry {
    int first_child = -1, next = -1;
  };

  void read_table();
  void read_directory(std::uint32_t first_sector);
  struct Link {  // from an entry to another one, which is in the same storage or in this one
    std::uint32_t entry;
    int parent;
  };
  void follow(Link first, std::vector<bool>& is_known);
  void add_unreachable(std::vector<bool>& is_known);
  [[nodiscard]] bool is_entry(std::string_view record) const;
  [[nodiscard]] std::vector<std::uint32_t> sectors_of(std::uint32_t first);
  [[nodiscard]] std::string_view sector(std::uint32_t number) const;
  [[nodiscard]] std::string_view mini_sector(std::uint32_t number) const;
  [[nodiscard]] std::uint32_t after(std::uint32_t number, const std::vector<std::uint32_t>& table);

  std::string_view bytes_;
  unsigned shift_ = 9;                        // a sector has 1 << shift_ bytes
  unsigned mini_shift_ = 6;                   // a sector of the mini stream has 1 << mini_shift_ bytes
  std::uint64_t mini_cutoff_ = 4096;          // smaller streams are in the mini stream
  std::uint32_t sector_count_ = 0;            // in the file
  std::vector<std::uint32_t> table_sectors_;  // of the file allocation table
  std::vector<std::uint32_t> directory_sectors_, mini_sectors_, mini_table_sectors_;
  std::vector<Entry> entries_;
  bool is_damaged_ = false;
};

}  // namespace mimebase::binary
