#include "binary/zip_listing.h"

#include <zlib.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "binary/cursor.h"
#include "charset/charset.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::binary {
namespace {

using namespace std::string_view_literals;

// The fixed parts of the records, and their signatures (APPNOTE.TXT, 4.3).
constexpr std::string_view kLocalHeader = "PK\x03\x04", kDirectoryHeader = "PK\x01\x02",
                           kEndRecord = "PK\x05\x06", kEnd64 = "PK\x06\x06", kLocator64 = "PK\x06\x07",
                           kDescriptor = "PK\x07\x08";
constexpr std::size_t kLocalHeaderSize = 30, kDirectoryHeaderSize = 46, kEndSize = 22, kEnd64Size = 56,
                      kLocator64Size = 20;
constexpr std::size_t kLongestComment = 65535;
// Headers of which each is read once take less.
constexpr std::size_t kWorkPerByte = 4;
constexpr std::uint16_t kEncrypted = 1, kHasDescriptor = 8;
constexpr std::uint16_t kZip64Field = 1, kUnicodePathField = 0x7075;
constexpr std::uint32_t kSeeExtra = 0xFFFFFFFF;  // the value is in the extra field of zip64

// The place of the next record from `at` on, or the end. Every byte is looked at once.
std::size_t next_record(std::string_view bytes, std::size_t at) {
  while ((at = bytes.find("PK"sv, at)) != kNotFound) {
    if (starts_with_one_of(bytes.substr(at, 4), {kLocalHeader, kDirectoryHeader, kDescriptor})) return at;
    ++at;
  }
  return bytes.size();
}

// The name as documents write it. Names are UTF-8, whatever their flag says, or in the code page of DOS
// (APPNOTE.TXT, appendix D).
std::string path_of(std::string_view name) {
  std::string path;
  charset::Charset(charset::is_utf8(name) ? "utf-8" : "ibm437").append_utf8(name, path);
  std::ranges::replace(path, '\\', '/');
  path.erase(0, std::min(path.find_first_not_of('/'), path.size()));
  return path;
}

}  // namespace

ZipListing::ZipListing(std::string_view bytes, std::size_t most)
    : bytes_(bytes), most_(most), work_left_(kWorkPerByte * bytes.size()) {
  read_directories();
  work_left_ = kWorkPerByte * bytes_.size();
  read_local_headers();
  work_left_ = kWorkPerByte * bytes_.size();
  search_unlisted();
  remove_repeated();
  mark_shared();
  list();
  // Folders are listed nowhere else. A zip file without any entry is an end record.
  is_empty = entries.empty() && (has_directory_ || (bytes.starts_with(kEndRecord) &&
                                                    bytes.size() >= kEndSize && u16_at(bytes, 10) == 0));
  is_damaged = is_damaged && (has_directory_ || !is_empty);
}

// The bytes from `offset` on; fewer than `size` if the file ends before.
std::string_view ZipListing::at(std::uint64_t offset, std::size_t size) const {
  return offset < bytes_.size() ? bytes_.substr(static_cast<std::size_t>(offset), size) : std::string_view();
}

// Headers can overlap, so that a few bytes would be read for each of many.
bool ZipListing::charge(std::size_t work) {
  const bool is_within = work <= work_left_;
  is_cut = is_cut || !is_within;
  work_left_ -= std::min(work, work_left_);
  return is_within;
}

// Most programs take the last end record. Others take one whose comment fits, although there is another
// record in the comment, or look for one that leads to a directory.
void ZipListing::read_directories() {
  std::set<std::pair<std::uint64_t, std::uint64_t>> read;
  const std::size_t first = bytes_.size() - std::min(bytes_.size(), kEndSize + kLongestComment);
  for (std::size_t end = bytes_.size();
       end > first && (end = bytes_.rfind(kEndRecord, end - 1)) != kNotFound;) {
    if (end < first) return;
    if (bytes_.size() - end < kEndSize) continue;
    const bool has_fitting_comment = end + kEndSize + u16_at(bytes_, end + 20) == bytes_.size();
    if (has_directory_ && !has_fitting_comment) continue;
    for (const Directory& directory : directories_of(end)) {
      const bool is_one = at(directory.start, 4).starts_with(kDirectoryHeader);
      if (is_one && read.emplace(directory.start, directory.moved).second)
        read_directory(directory, has_directory_ ? Source::kOtherDirectory : Source::kDirectory);
    }
  }
}

// The places where the directory of an end record may be: where its size leads, and at its offset.
std::vector<ZipListing::Directory> ZipListing::directories_of(std::size_t end) const {
  std::vector<Directory> all;
  const auto add = [&](std::uint64_t start, std::uint64_t size, std::uint64_t count, std::uint64_t place) {
    if (size <= place) all.push_back({place - size, place - size - start, count});
    all.push_back({start, 0, count});
  };
  if (end >= kLocator64Size && bytes_.substr(end - kLocator64Size).starts_with(kLocator64)) {
    const std::size_t locator = end - kLocator64Size;
    for (const std::uint64_t place :
         {std::uint64_t{locator - std::min(locator, kEnd64Size)}, u64_at(bytes_, locator + 8)}) {
      const std::string_view record = at(place, kEnd64Size);
      if (record.size() == kEnd64Size && record.starts_with(kEnd64))
        add(u64_at(record, 48), u64_at(record, 40), u64_at(record, 32), place);
    }
  }
  const std::string_view record = bytes_.substr(end, kEndSize);
  add(u32_at(record, 16), u32_at(record, 12), u16_at(record, 10), end);
  return all;
}

void ZipListing::read_directory(const Directory& directory, Source source) {
  std::size_t offset = static_cast<std::size_t>(directory.start);
  std::uint64_t count = 0;
  for (; offset < bytes_.size(); ++count) {
    Header header = directory_header(offset);
    if (header.end == 0) break;
    offset = header.end;
    header.entry.header += directory.moved;
    add(std::move(header), source);
  }
  covered_.emplace_back(static_cast<std::size_t>(directory.start), offset);
  has_directory_ = true;
  // A count of 16 bits may have overflown in a program that does not know zip64.
  if (source == Source::kDirectory) is_damaged = (count & 0xFFFF) != (directory.count & 0xFFFF);
}

ZipListing::Header ZipListing::directory_header(std::size_t offset) {
  Header header;
  const std::string_view fixed = at(offset, kDirectoryHeaderSize);
  if (fixed.size() < kDirectoryHeaderSize || !fixed.starts_with(kDirectoryHeader)) return header;
  const std::size_t name_size = u16_at(fixed, 28), extra_size = u16_at(fixed, 30);
  const std::size_t end = offset + kDirectoryHeaderSize + name_size + extra_size + u16_at(fixed, 32);
  if (end > bytes_.size() || !charge(end - offset)) return header;
  header.entry.is_encrypted = (u16_at(fixed, 8) & kEncrypted) != 0;
  header.entry.method = u16_at(fixed, 10);
  header.entry.checksum = u32_at(fixed, 16);
  header.entry.packed = u32_at(fixed, 20);
  header.entry.size = u32_at(fixed, 24);
  header.entry.header = u32_at(fixed, 42);
  header.name = at(offset + kDirectoryHeaderSize, name_size);
  read_extra_fields(at(offset + kDirectoryHeaderSize + name_size, extra_size), header);
  header.end = end;
  return header;
}

ZipListing::Header ZipListing::local_header(std::uint64_t offset) {
  Header header;
  const std::string_view fixed = at(offset, kLocalHeaderSize);
  if (fixed.size() < kLocalHeaderSize || !fixed.starts_with(kLocalHeader)) return header;
  const std::size_t name_size = u16_at(fixed, 26), extra_size = u16_at(fixed, 28);
  if (!charge(at(offset, kLocalHeaderSize + name_size + extra_size).size())) return header;
  header.entry.has_descriptor = (u16_at(fixed, 6) & kHasDescriptor) != 0;
  header.entry.is_encrypted = (u16_at(fixed, 6) & kEncrypted) != 0;
  header.entry.method = u16_at(fixed, 8);
  header.entry.checksum = u32_at(fixed, 14);
  header.entry.packed = u32_at(fixed, 18);
  header.entry.size = u32_at(fixed, 22);
  header.entry.header = offset;
  const std::size_t names = static_cast<std::size_t>(offset) + kLocalHeaderSize;
  header.name = at(names, name_size);
  read_extra_fields(at(names + name_size, extra_size), header);
  header.end = std::min(names + name_size + extra_size, bytes_.size());
  header.entry.data = header.end;
  return header;
}

// Replaces the values that the header refers to the extra field of zip64 for (APPNOTE.TXT, 4.5.3), and reads
// the name in UTF-8 (4.6.9) if it belongs to the name in the header.
void ZipListing::read_extra_fields(std::string_view extra, Header& header) {
  while (extra.size() >= 4) {
    const std::size_t size = std::min<std::size_t>(u16_at(extra, 2), extra.size() - 4);
    std::string_view values = extra.substr(4, size);
    if (u16_at(extra, 0) == kZip64Field) {
      for (std::uint64_t* value : {&header.entry.size, &header.entry.packed, &header.entry.header}) {
        if (*value != kSeeExtra || values.size() < 8) continue;
        *value = u64_at(values, 0);
        values.remove_prefix(8);
      }
    } else if (u16_at(extra, 0) == kUnicodePathField && size > 5 && values[0] == 1) {
      const auto checksum =
          crc32_z(0, reinterpret_cast<const Bytef*>(header.name.data()), header.name.size());
      if (checksum == u32_at(values, 1)) header.unicode_name = values.substr(5);
    }
    extra.remove_prefix(4 + size);
  }
}

void ZipListing::add(Header header, Source source) {
  if (header.name.empty() || header.name.ends_with('/') || header.name.ends_with('\\')) return;
  if (headers_.size() >= most_) {
    is_cut = true;
    return;
  }
  header.source = source;
  ZipEntry& entry = header.entry;
  if (entry.method == kStored && entry.size > entry.packed) {
    // Programs take one or the other size of a file that is stored.
    entry.packed = entry.size;
    header.source = Source::kOtherHeader;
  }
  headers_.push_back(std::move(header));
}

// Finds where the files begin, and adds those whose headers in the directory and before the file differ.
void ZipListing::read_local_headers() {
  const std::size_t listed = headers_.size();
  for (std::size_t i = 0; i < listed; ++i) {
    Header local = local_header(headers_[i].entry.header);
    if (local.end == 0) continue;
    Header& header = headers_[i];
    header.entry.data = local.end;
    header.entry.has_descriptor = local.entry.has_descriptor;
    // Sizes that are not known yet are 0.
    if (local.entry.packed == 0 && local.entry.size == 0 && local.entry.checksum == 0) {
      local.entry.packed = header.entry.packed;
      local.entry.size = header.entry.size;
      local.entry.checksum = header.entry.checksum;
    }
    const std::uint64_t packed = std::min(header.entry.packed, local.entry.packed);
    covered_.emplace_back(header.entry.header, local.end + std::min(packed, bytes_.size() - local.end));
    const auto facts = [](const ZipEntry& entry) {
      return std::tuple(entry.packed, entry.size, entry.checksum, entry.method, entry.is_encrypted);
    };
    const bool is_same_name = local.name == header.name || path_of(local.name) == path_of(header.name);
    if (!is_same_name || facts(local.entry) != facts(header.entry))
      add(std::move(local), Source::kOtherHeader);
  }
}

// Searches what is neither a listed file nor a directory. Programs that read a zip file from its beginning,
// or repair it, find the files there.
void ZipListing::search_unlisted() {
  std::ranges::sort(covered_);
  covered_.emplace_back(bytes_.size(), bytes_.size());
  std::size_t begin = 0;
  for (const Range& covered : covered_) {
    if (covered.first > begin) search_headers({begin, covered.first});
    begin = std::max(begin, covered.second);
  }
}

// The size of a file may stand behind it, in a descriptor: then it extends to the next record, where a
// deflated file has ended before.
void ZipListing::search_headers(Range range) {
  const std::string_view all = bytes_.substr(0, range.second);
  for (std::size_t offset = range.first; (offset = all.find(kLocalHeader, offset)) != kNotFound;) {
    Header header = local_header(offset);
    if (header.end == 0) return;
    ZipEntry& entry = header.entry;
    if (entry.has_descriptor && entry.packed == 0) {
      entry.packed = next_record(bytes_, header.end) - header.end;
      entry.size = 0;
      entry.has_sizes = false;
    }
    // Lengths that lead to no other record are wrong.
    const std::string_view behind = bytes_.substr(header.end);
    const bool is_right = entry.packed == behind.size() ||
                          (entry.packed < behind.size() && behind.substr(entry.packed).starts_with("PK"));
    offset = is_right ? header.end + entry.packed : offset + kLocalHeaderSize;
    // In a program that is put before a zip file, these bytes may mean something else.
    const bool is_readable = !entry.is_encrypted && (entry.method == kStored || entry.method == kDeflated) &&
                             entry.packed <= behind.size();
    if (!has_directory_ || is_readable) add(std::move(header), Source::kUnlisted);
  }
}

// Of entries that say the same, the first one stays.
void ZipListing::remove_repeated() {
  if (std::ranges::none_of(headers_, [](const Header& one) { return one.source != Source::kDirectory; }))
    return;
  const auto facts = [](const Header* header) {
    const ZipEntry& one = header->entry;
    return std::tuple(one.header, one.packed, one.size, one.checksum, one.method, one.is_encrypted,
                      header->name);
  };
  std::vector<Header*> order;
  for (Header& header : headers_) order.push_back(&header);
  std::ranges::stable_sort(order, {}, facts);
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (facts(order[i]) == facts(order[i - 1])) order[i]->end = 0;
  }
  std::erase_if(headers_, [](const Header& header) { return header.end == 0; });
}

// Marks the entries whose bytes others have as well.
void ZipListing::mark_shared() {
  std::vector<ZipEntry*> order;
  for (Header& header : headers_) {
    if (header.entry.data > 0 && header.entry.packed > 0) order.push_back(&header.entry);
  }
  std::ranges::sort(order, {}, [](const ZipEntry* entry) { return entry->data; });
  ZipEntry* longest = nullptr;
  for (ZipEntry* const entry : order) {
    const bool overlaps = longest != nullptr && entry->data - longest->data < longest->packed;
    if (overlaps) entry->is_shared = longest->is_shared = true;
    if (!overlaps || entry->data - longest->data + entry->packed > longest->packed) longest = entry;
  }
}

void ZipListing::list() {
  struct Phrase {
    Source source;
    std::string_view phrase;
  };
  constexpr Phrase kPhrases[] = {
      {Source::kOtherDirectory, "programs find different directories of the files in it"},
      {Source::kOtherHeader, "the headers of a file in it contradict each other"},
      {Source::kUnlisted, "its directory does not list all files in it"},
  };
  entries.reserve(headers_.size());
  for (Header& header : headers_) {
    std::string name = path_of(header.name), unicode_name = path_of(header.unicode_name);
    // Programs that do not know the second name see the first one.
    const bool has_two = !unicode_name.empty() && ascii::is_ascii(name) && name != unicode_name;
    header.entry.name = std::move(unicode_name.empty() || has_two ? name : unicode_name);
    if (!header.entry.name.empty()) entries.push_back(header.entry);
    if (!has_two) continue;
    header.source = Source::kOtherHeader;
    header.entry.name = std::move(unicode_name);
    entries.push_back(std::move(header.entry));
  }
  for (const auto& [source, phrase] : kPhrases) {
    const bool has_one = std::ranges::find(headers_, source, &Header::source) != headers_.end();
    if (has_one && has_directory_) ambiguities.push_back(phrase);
  }
}

}  // namespace mimebase::binary
