// Lists the files in a zip file (APPNOTE.TXT 6.3). Programs find them in different ways: through the
// directory at the offset that its end record states, or at the one that its size gives; through one of
// several end records; through the headers in the directory, or those before the files. All files are listed
// that any program finds.
//
//   ZipListing listing(bytes, 1000);
//   for (const ZipEntry& entry : listing.entries) use(entry.name);
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mimebase::binary {

// The methods of compression that documents use.
inline constexpr std::uint16_t kStored = 0, kDeflated = 8;

// A file in a zip file, as a header describes it.
struct ZipEntry {
  std::string name;          // UTF-8, with "/" between folders, and none at the start
  std::uint64_t header = 0;  // offset of its local header
  std::uint64_t data = 0;    // and of its bytes; 0 if that header is missing
  std::uint64_t packed = 0, size = 0;
  std::uint32_t checksum = 0;
  std::uint16_t method = 0;
  bool is_encrypted = false;
  // Its sizes and its checksum may stand behind it alone: without a directory, they are not known.
  bool has_descriptor = false, has_sizes = true;
  bool is_shared = false;  // some of its bytes are those of other entries as well
};

class ZipListing {
 public:
  // Lists at most `most` entries. Takes time and memory in proportion to the size of the zip file, whatever
  // it contains.
  ZipListing(std::string_view bytes, std::size_t most);

  // First those of the directory, in its order. Folders are left out.
  std::vector<ZipEntry> entries;
  bool is_cut = false;                        // there are more
  bool is_empty = false;                      // there are none, and the directory says so
  bool is_damaged = true;                     // the directory is missing, or has another number of entries
  std::vector<std::string_view> ambiguities;  // phrases for Reading::ambiguous()

 private:
  // How an entry was found.
  enum class Source : std::uint8_t { kDirectory, kOtherDirectory, kOtherHeader, kUnlisted };
  // A place where a directory may be, and the number of bytes by which all offsets in it are too small,
  // because others were put before the zip file; negative modulo 2 to the power of 64 if some were lost.
  struct Directory {
    std::uint64_t start = 0, moved = 0, count = 0;
  };
  // What a header says about a file, whether it is in the directory or before the file.
  struct Header {
    ZipEntry entry;
    std::string_view name, unicode_name;  // the second one is in an extra field, and usually missing
    std::size_t end = 0;                  // of the header; 0 if there is no header at this place
    Source source = Source::kDirectory;
  };
  using Range = std::pair<std::size_t, std::size_t>;  // where something begins and ends

  void read_directories();
  [[nodiscard]] std::vector<Directory> directories_of(std::size_t end) const;
  void read_directory(const Directory& directory, Source source);
  [[nodiscard]] Header directory_header(std::size_t offset);
  [[nodiscard]] Header local_header(std::uint64_t offset);
  static void read_extra_fields(std::string_view extra, Header& header);
  void read_local_headers();
  void search_unlisted();
  void search_headers(Range range);
  void add(Header header, Source source);
  void remove_repeated();
  void mark_shared();
  void list();
  [[nodiscard]] bool charge(std::size_t work);
  [[nodiscard]] std::string_view at(std::uint64_t offset, std::size_t size) const;

  const std::string_view bytes_;
  const std::size_t most_;
  std::size_t work_left_;  // bytes of headers that may be read, which can overlap
  bool has_directory_ = false;
  std::vector<Header> headers_;  // of all entries
  std::vector<Range> covered_;   // directories and files that were found
};

}  // namespace mimebase::binary
