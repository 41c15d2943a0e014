// Reads the files in a zip file (APPNOTE.TXT 6.3) by name, in any order, from memory. Packages need no more
// than zlib: OPC (ISO/IEC 29500-2, annex B), ODF 1.3 part 2 and EPUB 3 allow files that are stored or
// deflated, and an archive library would read the files in the order of the archive, in a locale and a time
// zone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "binary/zip_listing.h"
#include "documents/document.h"

namespace mimebase::documents {

using binary::ZipEntry;

// A zip file in memory.
class ZipFile {
 public:
  // Lists the entries that any program finds (zip_listing.h). Returns nothing if it has no entry, unless it
  // is an empty zip file. At most `reading.objects_left` entries are listed.
  [[nodiscard]] static std::optional<ZipFile> open(std::string_view bytes, const Reading& reading);

  // The same, for bytes that it keeps.
  [[nodiscard]] static std::optional<ZipFile> open_kept(std::string bytes, const Reading& reading);
  // Entries that are stored in `bytes`, at ZipEntry::data. It keeps both.
  [[nodiscard]] static ZipFile of_stored(std::string bytes, std::vector<ZipEntry> entries);

  // First in the order of the directory. Names may repeat; folders are left out.
  [[nodiscard]] const std::vector<ZipEntry>& entries() const { return entries_; }
  // True if there are more entries than were listed, and the limit that was hit.
  [[nodiscard]] bool is_cut() const { return is_cut_; }
  [[nodiscard]] find::FindLimit limit() const { return limit_; }
  // Notes what is damaged or ambiguous. `ignores_case`: programs find files in any case of letters.
  void note_defects(bool ignores_case, Reading& reading) const;
  // Makes phrases about a file speak of the file alone, because Reading::place names it.
  void name_files() { subject_ = "it"; }
  // The entries with this name, in any case of ASCII letters (ISO/IEC 29500-2, 6.2.2.3).
  [[nodiscard]] std::vector<const ZipEntry*> find_all(std::string_view name) const;
  // The first of them; null if there is none.
  [[nodiscard]] const ZipEntry* find(std::string_view name) const;
  // Whether there is an entry in a folder of this name, which has no "/" at its end.
  [[nodiscard]] bool has_folder(std::string_view name) const;

  // Decompresses an entry to `out`, which is overwritten. If it is damaged, what can be read is read, and the
  // damage is noted. Returns false if nothing could be read.
  bool read(const ZipEntry& entry, Reading& reading, find::Sink& sink, std::string& out) const;
  // Decompresses the first `most` bytes of an entry, or more, without white space before them. Notes no
  // damage.
  void read_start(const ZipEntry& entry, std::size_t most, Reading& reading, find::Sink& sink,
                  std::string& out) const;
  // Whether an entry begins with text, which encrypted data does not.
  [[nodiscard]] bool is_text(const ZipEntry& entry, Reading& reading, find::Sink& sink) const;

 private:
  explicit ZipFile(std::string_view bytes) : bytes_(bytes) {}

  void index_names();
  // A phrase about a file.
  [[nodiscard]] std::string about_file(std::string_view what) const {
    return std::string(subject_).append(what);
  }
  [[nodiscard]] const std::string& name_of(std::size_t entry) const { return entries_[entry].name; }
  [[nodiscard]] std::optional<std::string_view> packed_bytes(const ZipEntry& entry, Reading& reading,
                                                             find::Sink& sink) const;
  bool read_unusual(const ZipEntry& entry, std::string_view packed, Reading& reading, find::Sink& sink,
                    std::string& out) const;

  std::unique_ptr<const std::string> kept_;
  std::string_view bytes_, subject_ = "a file in it";
  std::vector<ZipEntry> entries_;
  std::vector<std::size_t> by_name_;  // their indices, sorted by their names in lower case
  std::vector<std::string_view> ambiguities_;
  bool is_cut_ = false, is_damaged_ = false;
  find::FindLimit limit_ = find::FindLimit::kDocumentObjects;
};

// Decompresses data in the format of zlib (RFC 1950), and charges it. Returns false if it is not whole; `out`
// then has what there is.
bool inflate_zlib(std::string_view packed, Reading& reading, find::Sink& sink, std::string& out);

}  // namespace mimebase::documents
