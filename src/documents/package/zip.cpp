#include "documents/package/zip.h"

#include <zlib.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "binary/inflate.h"
#include "charset/charset.h"
#include "text/ascii.h"
#include "text/strings.h"

namespace mimebase::documents {
namespace {

// What is read at once of the beginning of a file.
constexpr std::size_t kStep = std::size_t{64} << 10;
// No deflated file expands further, so a greater size in a header is wrong.
constexpr std::uint64_t kGreatestRatio = 1032;

using binary::Inflater, binary::kDeflated, binary::kStored;

// For the files of zip files. It is kept, because a zip file can have a million of them.
Inflater& raw_inflater() {
  thread_local Inflater inflater(Inflater::Format::kRaw);
  return inflater;
}

// Appends what is left of the data. Returns false if the limit is hit.
bool inflate_rest(Inflater& inflater, Reading& reading, find::Sink& sink, std::string& out) {
  return inflater.append_rest(out, reading.bytes_left,
                              [&](std::size_t bytes) { return reading.charge_bytes(bytes, sink); });
}

// The order of names, in which the case of letters does not matter.
bool is_before(std::string_view a, std::string_view b) {
  return std::ranges::lexicographical_compare(a, b, {}, ascii::lower, ascii::lower);
}

bool is_usual(const ZipEntry& entry) {
  return !entry.is_encrypted && (entry.method == kStored || entry.method == kDeflated);
}

bool has_checksum(const ZipEntry& entry, std::string_view content) {
  return content.size() == entry.size &&
         crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()) == entry.checksum;
}

}  // namespace

std::optional<ZipFile> ZipFile::open(std::string_view bytes, const Reading& reading) {
  // What is listed takes memory that grows with the number of entries alone.
  constexpr std::uint64_t kBytesPerEntry = 256;
  const std::uint64_t affordable = reading.bytes_left / kBytesPerEntry;
  binary::ZipListing listing(bytes, static_cast<std::size_t>(std::min(reading.objects_left, affordable)));
  if (listing.entries.empty() && !listing.is_cut && !listing.is_empty) return std::nullopt;
  ZipFile zip(bytes);
  zip.entries_ = std::move(listing.entries);
  zip.ambiguities_ = std::move(listing.ambiguities);
  zip.is_cut_ = listing.is_cut;
  if (affordable < reading.objects_left) zip.limit_ = find::FindLimit::kDocumentBytes;
  zip.is_damaged_ = listing.is_damaged;
  zip.index_names();
  return zip;
}

std::optional<ZipFile> ZipFile::open_kept(std::string bytes, const Reading& reading) {
  auto kept = std::make_unique<const std::string>(std::move(bytes));
  std::optional<ZipFile> zip = open(*kept, reading);
  if (zip) zip->kept_ = std::move(kept);
  return zip;
}

ZipFile ZipFile::of_stored(std::string bytes, std::vector<ZipEntry> entries) {
  auto kept = std::make_unique<const std::string>(std::move(bytes));
  ZipFile zip(*kept);
  zip.kept_ = std::move(kept);
  zip.entries_ = std::move(entries);
  zip.index_names();
  return zip;
}

void ZipFile::index_names() {
  by_name_.resize(entries_.size());
  std::iota(by_name_.begin(), by_name_.end(), std::size_t{0});
  std::ranges::stable_sort(by_name_, is_before, [this](std::size_t i) { return name_of(i); });
}

void ZipFile::note_defects(bool ignores_case, Reading& reading) const {
  if (is_damaged_) reading.damaged("its directory of files is damaged");
  for (const std::string_view phrase : ambiguities_) reading.ambiguous(phrase);
  if (!ambiguities_.empty()) return;
  const auto are_same = [&](std::size_t a, std::size_t b) {
    return ignores_case ? ascii::equals_ignoring_case(name_of(a), name_of(b)) : name_of(a) == name_of(b);
  };
  if (std::ranges::adjacent_find(by_name_, are_same) != by_name_.end())
    reading.ambiguous("two files in it have the same name");
}

std::vector<const ZipEntry*> ZipFile::find_all(std::string_view name) const {
  std::vector<const ZipEntry*> found;
  const auto name_at = [this](std::size_t i) { return name_of(i); };
  const auto end = std::ranges::upper_bound(by_name_, name, is_before, name_at);
  for (auto i = std::ranges::lower_bound(by_name_, name, is_before, name_at); i != end; ++i)
    found.push_back(&entries_[*i]);
  return found;
}

const ZipEntry* ZipFile::find(std::string_view name) const {
  const auto found =
      std::ranges::lower_bound(by_name_, name, is_before, [this](std::size_t i) { return name_of(i); });
  const bool is_same = found != by_name_.end() && ascii::equals_ignoring_case(name_of(*found), name);
  return is_same ? &entries_[*found] : nullptr;
}

bool ZipFile::has_folder(std::string_view name) const {
  const std::string start = std::string(name) + '/';
  const auto found =
      std::ranges::lower_bound(by_name_, start, is_before, [this](std::size_t i) { return name_of(i); });
  return found != by_name_.end() && ascii::starts_with_ignoring_case(name_of(*found), start);
}

// The compressed bytes of an entry, which is charged for if others have them as well. Nothing if there are
// none, or they are beyond a limit.
std::optional<std::string_view> ZipFile::packed_bytes(const ZipEntry& entry, Reading& reading,
                                                      find::Sink& sink) const {
  if (entry.data == 0) {
    reading.unread(about_file(" is missing, so it is not searched"));
    return std::nullopt;
  }
  const std::string_view packed =
      bytes_.substr(static_cast<std::size_t>(entry.data)).substr(0, static_cast<std::size_t>(entry.packed));
  // Nothing is begun beyond the limit.
  if (reading.bytes_left == 0 && !reading.charge_bytes(1, sink)) return std::nullopt;
  if (entry.is_shared && !reading.charge_steps(packed.size(), sink)) return std::nullopt;
  return packed;
}

void ZipFile::read_start(const ZipEntry& entry, std::size_t most, Reading& reading, find::Sink& sink,
                         std::string& out) const {
  constexpr std::string_view kMarks = "\xEF\xBB\xBF \t\r\n";
  out.clear();
  if (!is_usual(entry)) {
    static_cast<void>(read(entry, reading, sink, out));
    return;
  }
  const std::optional<std::string_view> packed = packed_bytes(entry, reading, sink);
  if (!packed) return;
  if (entry.method == kStored) {
    out = packed->substr(std::min(packed->find_first_not_of(kMarks), packed->size())).substr(0, most);
    return;
  }
  Inflater& inflater = raw_inflater();
  inflater.start(*packed);
  for (std::size_t piece = most; out.size() < most; piece = kStep) {
    const std::size_t size = out.size();
    out.resize(size + piece);
    const std::size_t got = inflater.read(out.data() + size, piece);
    out.resize(size + got);
    if (size == 0) out.erase(0, std::min(out.find_first_not_of(kMarks), out.size()));
    const bool is_charged = piece == kStep || entry.is_shared;
    if (got < piece || (is_charged && !reading.charge_bytes(got, sink))) return;
  }
}

bool ZipFile::is_text(const ZipEntry& entry, Reading& reading, find::Sink& sink) const {
  constexpr std::size_t kEnough = 64;  // random bytes are valid UTF-8 once in 2 to the power of this
  std::string start;
  read_start(entry, kEnough, reading, sink, start);
  start.resize(std::min(start.size(), kEnough));
  return start.starts_with("\xFF\xFE") || start.starts_with("\xFE\xFF") || charset::is_utf8(start);
}

bool ZipFile::read(const ZipEntry& entry, Reading& reading, find::Sink& sink, std::string& out) const {
  out.clear();
  const std::optional<std::string_view> packed = packed_bytes(entry, reading, sink);
  if (!packed) return false;
  if (!is_usual(entry)) return read_unusual(entry, *packed, reading, sink, out);
  const bool is_cut_off = packed->size() < entry.packed;
  if (is_cut_off) reading.unread(about_file(" is cut off, so its rest is not searched"));
  bool is_whole = true;
  if (entry.method == kStored) {
    if (!reading.charge_bytes(packed->size(), sink)) return false;
    out = *packed;
  } else {
    if (entry.size <= packed->size() * kGreatestRatio && entry.size <= reading.bytes_left)
      out.reserve(static_cast<std::size_t>(entry.size) + kStep);
    Inflater& inflater = raw_inflater();
    inflater.start(*packed);
    if (!inflate_rest(inflater, reading, sink, out)) return !out.empty();
    if (!inflater.has_ended() && !inflater.is_damaged() && entry.has_descriptor) {
      // Programs that read a zip file from its beginning find the end in the data. Without a directory, what
      // looks like the next record can be data.
      const std::string_view more = bytes_.substr(static_cast<std::size_t>(entry.data) + packed->size());
      inflater.give(more);
      if (!reading.charge_steps(more.size(), sink) || !inflate_rest(inflater, reading, sink, out))
        return !out.empty();
      if (entry.has_sizes) reading.ambiguous(about_file(" is longer than its directory says"));
    }
    is_whole = inflater.has_ended();
  }
  if (entry.is_shared && !reading.charge_steps(out.size(), sink)) return false;
  if (!is_whole && !is_cut_off) reading.unread(about_file(" is damaged, so its rest is not searched"));
  if (is_whole && !is_cut_off && entry.has_sizes && !has_checksum(entry, out))
    reading.damaged(about_file(" is damaged"));
  return is_whole || !out.empty();
}

// Some programs ignore that a header calls a file encrypted, or do not look at its method. The checksum says
// whether they find it.
bool ZipFile::read_unusual(const ZipEntry& entry, std::string_view packed, Reading& reading, find::Sink& sink,
                           std::string& out) const {
  Inflater& inflater = raw_inflater();
  inflater.start(packed);
  if (!inflate_rest(inflater, reading, sink, out)) return false;
  if (!has_checksum(entry, out) && packed.size() == entry.size) {
    if (!reading.charge_bytes(packed.size(), sink)) return false;
    out = packed;
  }
  if (has_checksum(entry, out)) {
    reading.ambiguous(about_file(" has a header that is wrong about its encryption or compression"));
    return true;
  }
  out.clear();
  reading.unread(about_file(entry.is_encrypted
                                ? " is encrypted, so it is not searched"
                                : " is compressed by an unknown method, so it is not searched"));
  return false;
}

bool inflate_zlib(std::string_view packed, Reading& reading, find::Sink& sink, std::string& out) {
  out.clear();
  Inflater inflater(Inflater::Format::kZlib);
  inflater.start(packed);
  return inflate_rest(inflater, reading, sink, out) && inflater.has_ended();
}

}  // namespace mimebase::documents
