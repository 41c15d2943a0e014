// Reads the files in a zip file (APPNOTE.TXT 6.3) by name, in any order, from memory. Packages need no more
// than zlib: OPC (ISO/IEC 29500-2, annex B), ODF 1.3 part 2 and EPUB 3 allow files that are stored or
// deflated, and an archive library would read the files in the order of the archive, in a locale and a time
// zone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "documents/document.h"

namespace mimebase::documents {

// A file in a zip file, as its directory describes it.
struct ZipEntry {
  std::string name;          // UTF-8, with "/" between folders, and none at the start
  std::uint64_t header = 0;  // offset of its local header
  std::uint64_t packed = 0, size = 0;
  std::uint32_t checksum = 0;
  std::uint16_t method = 0;
  bool is_encrypted = false;
  bool has_checksum = true;  // and size: false if they stand behind the file, in a zip without a directory
};

// A zip file in memory. Copies share nothing but the bytes.
class ZipFile {
 public:
  // Lists the entries. A zip file whose directory is missing or damaged is searched for local headers
  // instead, as programs do that repair documents. Returns nothing if it has no entry. At most
  // `reading.objects_left` entries are listed.
  [[nodiscard]] static std::optional<ZipFile> open(std::string_view bytes, Reading& reading);

  // In the order of the directory. Names may repeat; folders are left out.
  [[nodiscard]] const std::vector<ZipEntry>& entries() const { return entries_; }
  // True if there are more entries than were listed.
  [[nodiscard]] bool is_cut() const { return is_cut_; }
  // True if the directory is missing or damaged.
  [[nodiscard]] bool is_damaged() const { return is_damaged_; }
  // The first entry with this name, in any case of ASCII letters (ISO/IEC 29500-2, 6.2.2.3); null if there is
  // none.
  [[nodiscard]] const ZipEntry* find(std::string_view name) const;
  // Whether there is an entry in a folder of this name, which has no "/" at its end.
  [[nodiscard]] bool has_folder(std::string_view name) const;

  // Decompresses an entry to `out`, which is overwritten. If it is damaged, what can be read is read, and the
  // damage is reported. Returns false if nothing could be read.
  bool read(const ZipEntry& entry, Reading& reading, find::Sink& sink, std::string& out) const;
  // Decompresses at most the first `most` bytes of an entry, and reports no damage.
  void read_start(const ZipEntry& entry, std::size_t most, std::string& out) const;

 private:
  explicit ZipFile(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] bool read_directory(std::size_t most);
  void search_headers(std::size_t most);
  void add(ZipEntry entry, std::string_view name, std::size_t most);
  void index_names();
  [[nodiscard]] std::size_t first_from(std::string_view lower_name) const;
  [[nodiscard]] std::optional<std::string_view> packed_bytes(const ZipEntry& entry, Reading* reading) const;
  [[nodiscard]] std::string_view at(std::uint64_t offset, std::size_t size) const;

  std::string_view bytes_;
  std::vector<ZipEntry> entries_;
  struct Name {
    std::string lower;
    std::size_t entry;
  };
  std::vector<Name> names_;  // sorted
  bool is_cut_ = false, is_damaged_ = false;
};

// Decompresses data in the format of zlib (RFC 1950), and charges it. Returns false if it is not whole; `out`
// then has what there is.
bool inflate_zlib(std::string_view packed, Reading& reading, find::Sink& sink, std::string& out);

}  // namespace mimebase::documents
