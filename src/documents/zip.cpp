#include "documents/zip.h"

#include <zlib.h>

#include <algorithm>
#include <utility>

#include "charset/charset.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

using namespace std::string_view_literals;

// The fixed parts of the records, and their signatures (APPNOTE.TXT, 4.3).
constexpr std::string_view kLocalHeader = "PK\x03\x04", kDirectoryHeader = "PK\x01\x02", kEnd = "PK\x05\x06",
                           kEnd64 = "PK\x06\x06", kLocator64 = "PK\x06\x07", kDescriptor = "PK\x07\x08";
constexpr std::size_t kLocalHeaderSize = 30, kDirectoryHeaderSize = 46, kEndSize = 22, kEnd64Size = 56,
                      kLocator64Size = 20;
constexpr std::size_t kLongestComment = 65535;
// Names are repeated for each reference.
constexpr std::size_t kLongestName = 1024;
constexpr std::uint16_t kEncrypted = 1, kHasDescriptor = 8;
constexpr std::uint16_t kStored = 0, kDeflated = 8;
constexpr std::uint32_t kSeeExtra = 0xFFFFFFFF;  // the value is in the extra field of zip64
// What zlib is given at once. A message is smaller.
constexpr std::size_t kPackedMost = std::size_t{1} << 31;
// No deflated file expands further, so a greater size in a header is wrong.
constexpr std::uint64_t kGreatestRatio = 1032;

// A little-endian number at `offset`, which must be inside.
template <typename Number>
Number number_at(std::string_view bytes, std::size_t offset) {
  Number number = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i) {
    const auto byte = static_cast<Number>(static_cast<unsigned char>(bytes[offset + i]));
    number = static_cast<Number>(number | static_cast<Number>(byte << (8 * i)));
  }
  return number;
}
std::uint16_t short_at(std::string_view bytes, std::size_t offset) {
  return number_at<std::uint16_t>(bytes, offset);
}
std::uint32_t word_at(std::string_view bytes, std::size_t offset) {
  return number_at<std::uint32_t>(bytes, offset);
}

// Replaces the values that a header refers to the extra field for (APPNOTE.TXT, 4.5.3).
void read_zip64_extra(std::string_view extra, ZipEntry& entry) {
  while (extra.size() >= 4) {
    const std::size_t size = std::min<std::size_t>(short_at(extra, 2), extra.size() - 4);
    std::string_view values = extra.substr(4, size);
    if (short_at(extra, 0) == 1) {
      for (std::uint64_t* value : {&entry.size, &entry.packed, &entry.header}) {
        if (*value != kSeeExtra || values.size() < 8) continue;
        *value = number_at<std::uint64_t>(values, 0);
        values.remove_prefix(8);
      }
      return;
    }
    extra.remove_prefix(4 + size);
  }
}

// Deflated data, decompressed piece by piece. `has_header`: in the format of zlib (RFC 1950).
class Inflater {
 public:
  explicit Inflater(bool has_header = false) {
    is_open_ = inflateInit2(&stream_, has_header ? MAX_WBITS : -MAX_WBITS) == Z_OK;
  }
  ~Inflater() {
    if (is_open_) inflateEnd(&stream_);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  void give(std::string_view packed) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));  // zlib only reads it
    stream_.avail_in = static_cast<uInt>(packed.size());
  }
  // Writes at most `size` bytes, and returns how many. Fewer mean that the data has ended or is damaged.
  std::size_t read(char* to, std::size_t size) {
    if (!is_open_) return 0;
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(size);
    const int result = inflate(&stream_, Z_NO_FLUSH);
    has_ended_ = result == Z_STREAM_END;
    return size - stream_.avail_out;
  }
  [[nodiscard]] bool has_ended() const { return has_ended_; }

 private:
  z_stream stream_ = {};
  bool is_open_ = false, has_ended_ = false;
};

// Appends what is left of the data. Returns false if the limit is hit.
bool inflate_rest(Inflater& inflater, Reading& reading, find::Sink& sink, std::string& out) {
  constexpr std::size_t kStep = std::size_t{64} << 10;
  for (std::size_t got = kStep; got == kStep && !inflater.has_ended();) {
    const std::size_t size = out.size();
    out.resize(size + kStep);
    got = inflater.read(out.data() + size, kStep);
    out.resize(size + got);
    if (!reading.charge_bytes(got, sink)) return false;
  }
  return true;
}

}  // namespace

std::optional<ZipFile> ZipFile::open(std::string_view bytes, Reading& reading) {
  ZipFile zip(bytes);
  const std::size_t most =
      static_cast<std::size_t>(std::min<std::uint64_t>(reading.objects_left, bytes.size()));
  if (!zip.read_directory(most)) {
    zip.entries_.clear();
    zip.is_cut_ = false;
    zip.search_headers(most);
    zip.is_damaged_ = true;
  }
  if (zip.entries_.empty()) return std::nullopt;
  zip.index_names();
  return zip;
}

// The bytes from `offset` on; fewer than `size` if the file ends before.
std::string_view ZipFile::at(std::uint64_t offset, std::size_t size) const {
  return offset < bytes_.size() ? bytes_.substr(static_cast<std::size_t>(offset), size) : std::string_view();
}

// Returns false if there is no directory at the end of the file, or it does not describe every entry that it
// counts.
bool ZipFile::read_directory(std::size_t most) {
  const std::size_t search = bytes_.size() - std::min(bytes_.size(), kEndSize + kLongestComment);
  const std::size_t end_at = bytes_.rfind(kEnd);
  if (end_at == bytes_.npos || end_at < search || bytes_.size() - end_at < kEndSize) return false;
  const std::string_view end = bytes_.substr(end_at, kEndSize);
  std::uint64_t count = short_at(end, 10), size = word_at(end, 12), start = word_at(end, 16);
  std::uint64_t directory_end = end_at;
  if (end_at >= kLocator64Size && bytes_.substr(end_at - kLocator64Size).starts_with(kLocator64)) {
    const std::uint64_t end64_at = number_at<std::uint64_t>(bytes_, end_at - kLocator64Size + 8);
    const std::string_view end64 = at(end64_at, kEnd64Size);
    if (end64.size() == kEnd64Size && end64.starts_with(kEnd64)) {
      count = number_at<std::uint64_t>(end64, 32);
      size = number_at<std::uint64_t>(end64, 40);
      start = number_at<std::uint64_t>(end64, 48);
      directory_end = end64_at;
    }
  }
  // Bytes may have been put before a zip file, whose offsets then start at another byte.
  std::uint64_t moved = 0;
  if (!at(start, 4).starts_with(kDirectoryHeader) && size <= directory_end) {
    moved = directory_end - size - start;
    start = directory_end - size;
  }
  std::uint64_t read = 0;
  for (std::uint64_t offset = start;; ++read) {
    const std::string_view header = at(offset, kDirectoryHeaderSize);
    if (header.size() < kDirectoryHeaderSize || !header.starts_with(kDirectoryHeader)) break;
    ZipEntry entry;
    const std::size_t name_size = short_at(header, 28), extra_size = short_at(header, 30);
    entry.is_encrypted = (short_at(header, 8) & kEncrypted) != 0;
    entry.method = short_at(header, 10);
    entry.checksum = word_at(header, 16);
    entry.packed = word_at(header, 20);
    entry.size = word_at(header, 24);
    entry.header = word_at(header, 42);
    offset += kDirectoryHeaderSize;
    read_zip64_extra(at(offset + name_size, extra_size), entry);
    entry.header += moved;
    add(std::move(entry), at(offset, name_size), most);
    offset += name_size + extra_size + short_at(header, 32);
  }
  // A count of 16 bits may have overflown in a program that does not know zip64.
  return read > 0 && (read & 0xFFFF) == (count & 0xFFFF);
}

// Lists the entries by their local headers. The size of an entry may stand behind it, in a descriptor: then
// it extends to the next signature, where a deflated file has ended before.
void ZipFile::search_headers(std::size_t most) {
  for (std::size_t offset = 0; (offset = bytes_.find(kLocalHeader, offset)) != bytes_.npos;) {
    const std::string_view header = at(offset, kLocalHeaderSize);
    if (header.size() < kLocalHeaderSize) return;
    ZipEntry entry;
    const std::uint16_t flags = short_at(header, 6);
    const std::size_t name_size = short_at(header, 26), extra_size = short_at(header, 28);
    entry.header = offset;
    entry.is_encrypted = (flags & kEncrypted) != 0;
    entry.method = short_at(header, 8);
    entry.checksum = word_at(header, 14);
    entry.packed = word_at(header, 18);
    entry.size = word_at(header, 22);
    const std::string_view name = at(offset + kLocalHeaderSize, name_size);
    read_zip64_extra(at(offset + kLocalHeaderSize + name_size, extra_size), entry);
    const std::size_t data = std::min(offset + kLocalHeaderSize + name_size + extra_size, bytes_.size());
    if ((flags & kHasDescriptor) != 0 && entry.packed == 0) {
      std::size_t end = data;
      do {
        end = std::min(bytes_.find("PK"sv, end + (end > data ? 1 : 0)), bytes_.size());
      } while (end < bytes_.size() &&
               !starts_with_one_of(bytes_.substr(end, 4), {kLocalHeader, kDirectoryHeader, kDescriptor}));
      entry.packed = end - data;
      entry.size = 0;
      entry.has_checksum = false;
    }
    offset = data + static_cast<std::size_t>(std::min<std::uint64_t>(entry.packed, bytes_.size() - data));
    add(std::move(entry), name, most);
  }
}

void ZipFile::add(ZipEntry entry, std::string_view name, std::size_t most) {
  if (name.empty() || name.ends_with('/') || name.ends_with('\\')) return;
  if (name.size() > kLongestName || entries_.size() >= most) {
    is_cut_ = true;
    return;
  }
  // Names are UTF-8, whatever their flag says, or in the code page of DOS (APPNOTE.TXT, appendix D).
  charset::Charset(charset::is_utf8(name) ? "utf-8" : "ibm437").append_utf8(name, entry.name);
  std::ranges::replace(entry.name, '\\', '/');
  entry.name.erase(0, std::min(entry.name.find_first_not_of('/'), entry.name.size()));
  if (!entry.name.empty()) entries_.push_back(std::move(entry));
}

void ZipFile::index_names() {
  names_.reserve(entries_.size());
  for (std::size_t i = 0; i < entries_.size(); ++i) names_.push_back({ascii::lowered(entries_[i].name), i});
  std::ranges::stable_sort(names_, {}, &Name::lower);
}

std::size_t ZipFile::first_from(std::string_view lower_name) const {
  const auto found = std::ranges::lower_bound(names_, lower_name, {},
                                              [](const Name& name) { return std::string_view(name.lower); });
  return static_cast<std::size_t>(found - names_.begin());
}

const ZipEntry* ZipFile::find(std::string_view name) const {
  const std::string lower = ascii::lowered(name);
  const std::size_t found = first_from(lower);
  return found < names_.size() && names_[found].lower == lower ? &entries_[names_[found].entry] : nullptr;
}

bool ZipFile::has_folder(std::string_view name) const {
  const std::string lower = ascii::lowered(name) + '/';
  const std::size_t found = first_from(lower);
  return found < names_.size() && names_[found].lower.starts_with(lower);
}

// The compressed bytes of an entry. They follow its local header, whose names and extra fields may differ
// from those of the directory.
std::optional<std::string_view> ZipFile::packed_bytes(const ZipEntry& entry, Reading* reading) const {
  const auto damaged = [reading](const char* phrase) {
    if (reading != nullptr) reading->damaged(phrase);
  };
  const std::string_view header = at(entry.header, kLocalHeaderSize);
  if (entry.is_encrypted) {
    damaged("a file in it is encrypted");
  } else if (entry.method != kStored && entry.method != kDeflated) {
    damaged("a file in it is compressed by a method that documents do not use");
  } else if (header.size() < kLocalHeaderSize || !header.starts_with(kLocalHeader)) {
    damaged("a file in it is missing");
  } else {
    const std::uint64_t data = entry.header + kLocalHeaderSize + short_at(header, 26) + short_at(header, 28);
    const std::uint64_t rest = bytes_.size() - std::min<std::uint64_t>(data, bytes_.size());
    if (entry.packed > rest) damaged("a file in it is cut off");
    return at(data, static_cast<std::size_t>(std::min(entry.packed, rest)));
  }
  return std::nullopt;
}

void ZipFile::read_start(const ZipEntry& entry, std::size_t most, std::string& out) const {
  out.clear();
  const std::optional<std::string_view> packed = packed_bytes(entry, nullptr);
  if (!packed) return;
  if (entry.method == kStored) {
    out = packed->substr(0, most);
    return;
  }
  Inflater inflater;
  inflater.give(packed->substr(0, kPackedMost));
  out.resize(most);
  out.resize(inflater.read(out.data(), most));
}

bool ZipFile::read(const ZipEntry& entry, Reading& reading, find::Sink& sink, std::string& out) const {
  out.clear();
  const std::optional<std::string_view> packed = packed_bytes(entry, &reading);
  // Many entries can share their bytes, so nothing is begun beyond the limit.
  const bool is_used_up = reading.bytes_left == 0 && !reading.charge_bytes(1, sink);
  if (!packed || is_used_up) return false;
  bool is_whole = true;
  if (entry.method == kStored) {
    if (!reading.charge_bytes(packed->size(), sink)) return false;
    out = *packed;
  } else {
    constexpr std::size_t kStep = std::size_t{64} << 10;
    if (entry.size <= packed->size() * kGreatestRatio && entry.size <= reading.bytes_left)
      out.reserve(static_cast<std::size_t>(entry.size) + kStep);
    Inflater inflater;
    inflater.give(packed->substr(0, kPackedMost));
    if (!inflate_rest(inflater, reading, sink, out)) return !out.empty();
    is_whole = inflater.has_ended();
  }
  if (!entry.has_checksum) return true;
  const auto checksum = crc32_z(0, reinterpret_cast<const Bytef*>(out.data()), out.size());
  if (!is_whole || out.size() != entry.size || checksum != entry.checksum)
    reading.damaged("a file in it is damaged");
  return is_whole || !out.empty();
}

bool inflate_zlib(std::string_view packed, Reading& reading, find::Sink& sink, std::string& out) {
  out.clear();
  Inflater inflater(true);
  inflater.give(packed.substr(0, kPackedMost));
  return inflate_rest(inflater, reading, sink, out) && inflater.has_ended();
}

}  // namespace mimebase::documents
