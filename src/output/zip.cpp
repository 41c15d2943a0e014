#include "output/zip.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

#include "output/output_file.h"

namespace mimebase::output {
namespace {

// APPNOTE.TXT of PKWARE, version 6.3.10: sections 4.3.7 (local header), 4.3.12 to 4.3.16 (the directory and
// its ends), 4.4.3 (versions), 4.5.3 (zip64).
constexpr std::uint32_t kIsIn64 = 0xFFFFFFFF;
constexpr std::uint64_t kVersion64 = 45, kStored = 0, kExtra64 = 1;
// 1 January 1980, 0:00, the first that the format has: equal contents give equal files.
constexpr std::uint64_t kTime = 0, kDate = 1 << 5 | 1;

// A little-endian number of so many bytes.
struct Number {
  std::uint64_t value;
  int bytes;
};

std::string packed(std::initializer_list<Number> numbers) {
  std::string out;
  for (const Number& number : numbers) {
    for (int i = 0; i < number.bytes; ++i) out += static_cast<char>(number.value >> (8 * i) & 0xFF);
  }
  return out;
}

std::uint64_t in_32_bits(std::uint64_t value) {
  return std::min<std::uint64_t>(value, kIsIn64);
}

}  // namespace

// The sizes are in the zip64 field only, so that the header has one length for all of them. It is so in the
// directory too: some readers take an entry without fields there for one that has none here either.
std::string StoredZip::local_header(const Entry& entry) {
  return packed({{0x04034B50, 4},
                 {kVersion64, 2},
                 {0, 2},
                 {kStored, 2},
                 {kTime, 2},
                 {kDate, 2},
                 {entry.crc, 4},
                 {kIsIn64, 4},
                 {kIsIn64, 4},
                 {entry.name.size(), 2},
                 {20, 2}}) +
         entry.name + packed({{kExtra64, 2}, {16, 2}, {entry.size, 8}, {entry.size, 8}});
}

std::string StoredZip::directory_header(const Entry& entry) {
  std::string fields = packed({{entry.size, 8}, {entry.size, 8}});
  if (entry.offset >= kIsIn64) fields += packed({{entry.offset, 8}});
  fields.insert(0, packed({{kExtra64, 2}, {fields.size(), 2}}));
  constexpr std::uint64_t kMadeOnUnix = 3 << 8 | kVersion64, kMode = std::uint64_t{0100644} << 16;
  return packed({{0x02014B50, 4},
                 {kMadeOnUnix, 2},
                 {kVersion64, 2},
                 {0, 2},
                 {kStored, 2},
                 {kTime, 2},
                 {kDate, 2},
                 {entry.crc, 4},
                 {kIsIn64, 4},
                 {kIsIn64, 4},
                 {entry.name.size(), 2},
                 {fields.size(), 2},
                 {0, 6},
                 {kMode, 4},
                 {in_32_bits(entry.offset), 4}}) +
         entry.name + fields;
}

Result<void> StoredZip::write(std::string_view bytes) {
  written_ += bytes.size();
  return output_.write(bytes);
}

Result<void> StoredZip::begin(std::string_view name) {
  Entry& entry = entries_.emplace_back();
  entry.name = name;
  entry.offset = written_;
  return write(local_header(entry));
}

Result<void> StoredZip::add(std::string_view bytes) {
  Entry& entry = entries_.back();
  entry.size += bytes.size();
  for (std::string_view rest = bytes; !rest.empty();) {
    const std::string_view some = rest.substr(0, std::numeric_limits<uInt>::max());
    entry.crc = static_cast<std::uint32_t>(
        crc32(entry.crc, reinterpret_cast<const Bytef*>(some.data()), static_cast<uInt>(some.size())));
    rest.remove_prefix(some.size());
  }
  return write(bytes);
}

Result<void> StoredZip::end() {
  const Entry& entry = entries_.back();
  return OutputFile::overwrite(output_, entry.offset, local_header(entry));
}

Result<void> StoredZip::finish() {
  const std::uint64_t start = written_;
  for (const Entry& entry : entries_) {
    if (Result<void> done = write(directory_header(entry)); !done) return done;
  }
  const std::uint64_t end = written_, size = end - start, count = entries_.size();
  std::string last;
  if (end >= kIsIn64) {
    last = packed({{0x06064B50, 4},
                   {44, 8},
                   {kVersion64, 2},
                   {kVersion64, 2},
                   {0, 8},
                   {count, 8},
                   {count, 8},
                   {size, 8},
                   {start, 8}}) +
           packed({{0x07064B50, 4}, {0, 4}, {end, 8}, {1, 4}});
  }
  return write(last + packed({{0x06054B50, 4},
                              {0, 4},
                              {count, 2},
                              {count, 2},
                              {in_32_bits(size), 4},
                              {in_32_bits(start), 4},
                              {0, 2}}));
}

}  // namespace mimebase::output
