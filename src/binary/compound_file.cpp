#include "binary/compound_file.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "binary/compound_format.h"
#include "binary/cursor.h"
#include "text/ascii.h"

namespace mimebase::binary {
namespace {

constexpr std::size_t kHeaderBytes = 512;

}  // namespace

bool begins_compound_file(std::string_view start) {
  return start.starts_with(kCompoundMagic);
}

CompoundFile::CompoundFile(std::string_view bytes) : bytes_(bytes) {
  if (!begins_compound_file(bytes) || bytes.size() < kHeaderBytes) {
    is_damaged_ = true;
    return;
  }
  constexpr unsigned kLeastShift = 7, kMostShift = 16;
  const unsigned shift = u16_at(bytes, 30), mini_shift = u16_at(bytes, 32);
  const bool is_plausible =
      shift >= kLeastShift && shift <= kMostShift && mini_shift < shift && mini_shift >= 3;
  is_damaged_ = !is_plausible;
  if (is_plausible) {
    shift_ = shift;
    mini_shift_ = mini_shift;
  }
  if (const std::uint32_t cutoff = u32_at(bytes, 56); cutoff != 0) mini_cutoff_ = cutoff;
  const std::uint64_t all = std::max<std::uint64_t>(bytes.size() >> shift_, 1);
  sector_count_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(all, kMaxSector));
  read_table();
  read_directory(u32_at(bytes, 48));
  if (entries_.empty()) return;
  mini_sectors_ = sectors_of(u32_at(record(0), 116));
  mini_table_sectors_ = sectors_of(u32_at(bytes, 60));
}

// The first sector follows the header, which fills a sector, or more if sectors are short. The last sector
// may be cut off.
std::string_view CompoundFile::sector(std::uint32_t number) const {
  const std::uint64_t start =
      std::max<std::uint64_t>(kHeaderBytes, std::uint64_t{1} << shift_) + (std::uint64_t{number} << shift_);
  return number < kMaxSector && start < bytes_.size()
             ? bytes_.substr(static_cast<std::size_t>(start), std::size_t{1} << shift_)
             : std::string_view();
}

// Collects the numbers of the sectors that contain the table: some in the header, and the others in a chain
// of sectors (MS-CFB 2.5).
void CompoundFile::read_table() {
  const std::uint32_t per_sector = std::uint32_t{1} << (shift_ - 2);
  const std::uint32_t most = sector_count_ / per_sector + 1;
  const auto add = [&](std::uint32_t number) {
    if (number < kMaxSector && table_sectors_.size() < most) table_sectors_.push_back(number);
  };
  for (std::uint32_t i = 0; i < kHeaderTableSectors; ++i) add(u32_at(bytes_, 76 + 4 * i));
  std::uint32_t at = u32_at(bytes_, 68);
  for (std::uint32_t step = 0; at < kMaxSector && step < most && table_sectors_.size() < most; ++step) {
    const std::string_view numbers = sector(at);
    const std::size_t last = std::size_t{4} * (per_sector - 1);
    for (std::size_t i = 0; i < std::min(last, numbers.size()); i += 4) add(u32_at(numbers, i));
    at = numbers.size() == last + 4 ? u32_at(numbers, last) : kEndOfChain;
  }
}

// Returns the sector after another one by a table, which is in these sectors. Without this part of the table,
// which may be cut off, the sectors are taken to be in order.
std::uint32_t CompoundFile::after(std::uint32_t number, const std::vector<std::uint32_t>& table) {
  const std::uint32_t per_sector = std::uint32_t{1} << (shift_ - 2);
  const std::size_t at = 4 * static_cast<std::size_t>(number % per_sector);
  const std::string_view numbers =
      number / per_sector < table.size() ? sector(table[number / per_sector]) : std::string_view();
  if (at + 4 <= numbers.size()) return u32_at(numbers, at);
  is_damaged_ = true;
  return number + 1;
}

// A chain of sectors has no more of them than the file.
std::vector<std::uint32_t> CompoundFile::sectors_of(std::uint32_t first) {
  std::vector<std::uint32_t> sectors;
  for (std::uint32_t at = first; at < kMaxSector; at = after(at, table_sectors_)) {
    if (sectors.size() >= sector_count_ || sector(at).empty()) {
      is_damaged_ = true;
      break;
    }
    sectors.push_back(at);
  }
  return sectors;
}

std::string_view CompoundFile::record(int entry) const {
  const std::size_t per_sector = (std::size_t{1} << shift_) / kRecordBytes;
  const auto number = static_cast<std::size_t>(entry);
  if (number / per_sector >= directory_sectors_.size()) return {};
  const std::string_view records = sector(directory_sectors_[number / per_sector]);
  const std::size_t at = number % per_sector * kRecordBytes;
  return at < records.size() ? records.substr(at, kRecordBytes) : std::string_view();
}

// Each storage has a binary tree of entries (MS-CFB 2.6.4), whose order does not matter here.
void CompoundFile::read_directory(std::uint32_t first_sector) {
  directory_sectors_ = sectors_of(first_sector);
  constexpr std::size_t kMostEntries = std::numeric_limits<int>::max();  // in 256 GB
  const std::size_t per_sector = (std::size_t{1} << shift_) / kRecordBytes;
  const std::size_t count = std::min(directory_sectors_.size() * per_sector, kMostEntries);
  if (count == 0 || record(0).size() < kRecordBytes) {
    is_damaged_ = true;
    return;
  }
  entries_.resize(count);
  std::vector<bool> is_known(count);
  is_known[0] = true;
  follow({u32_at(record(0), 76), 0}, is_known);
  add_unreachable(is_known);
}

bool CompoundFile::is_entry(std::string_view record) const {
  const auto type = record.size() == kRecordBytes ? static_cast<unsigned char>(record[66]) : 0;
  return type == kStorage || type == kStream;
}

// Adds an entry, its siblings and what they contain. An entry that is reached a second time is skipped.
void CompoundFile::follow(Link first, std::vector<bool>& is_known) {
  std::vector<Link> links = {first};
  while (!links.empty()) {
    const Link link = links.back();
    links.pop_back();
    if (link.entry > kMaxSector) continue;
    const std::string_view found =
        link.entry < entries_.size() ? record(static_cast<int>(link.entry)) : std::string_view();
    if (!is_entry(found) || is_known[link.entry]) {
      is_damaged_ = true;
      continue;
    }
    is_known[link.entry] = true;
    const int entry = static_cast<int>(link.entry);
    Entry& parent = entries_[static_cast<std::size_t>(link.parent)];
    entries_[link.entry].next = std::exchange(parent.first_child, entry);
    links.push_back({u32_at(found, 68), link.parent});
    links.push_back({u32_at(found, 72), link.parent});
    if (static_cast<unsigned char>(found[66]) == kStorage) links.push_back({u32_at(found, 76), entry});
  }
}

// Entries that no link leads to, since one is damaged, are taken to be in the root: some programs do not look
// at the links. Those that others of them lead to keep their storages.
void CompoundFile::add_unreachable(std::vector<bool>& is_known) {
  std::vector<std::uint32_t> lost;
  for (std::uint32_t i = 0; i < entries_.size(); ++i) {
    if (!is_known[i] && is_entry(record(static_cast<int>(i)))) lost.push_back(i);
  }
  if (lost.empty()) return;
  is_damaged_ = true;
  std::vector<bool> is_inner(entries_.size());
  for (const std::uint32_t entry : lost) {
    for (const std::size_t field : {68, 72, 76}) {
      const std::uint32_t linked = u32_at(record(static_cast<int>(entry)), field);
      if (linked < entries_.size()) is_inner[linked] = true;
    }
  }
  for (const bool are_inner : {false, true}) {
    for (const std::uint32_t entry : lost) {
      if (!is_known[entry] && is_inner[entry] == are_inner) follow({entry, 0}, is_known);
    }
  }
}

int CompoundFile::first_child(int storage) const {
  return storage < 0 ? -1 : entries_[static_cast<std::size_t>(storage)].first_child;
}

bool CompoundFile::is_storage(int entry) const {
  return entry == 0 || static_cast<unsigned char>(record(entry)[66]) == kStorage;
}

std::string CompoundFile::name(int entry) const {
  const std::string_view self = record(entry);
  const std::size_t size = std::min<std::size_t>(u16_at(self, 64), 64) / 2;
  std::string name;
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint16_t unit = u16_at(self, 2 * i);
    if (unit == 0) break;
    name += unit < 0x80 ? static_cast<char>(unit) : '?';
  }
  return name;
}

// In files with sectors of 512 bytes, the upper half of the field may be garbage (MS-CFB 2.6.1).
std::uint64_t CompoundFile::size(int stream) const {
  const std::string_view self = record(stream);
  return shift_ <= 9 ? u32_at(self, 120) : u64_at(self, 120);
}

int CompoundFile::find(int storage, std::string_view name) const {
  for (int entry = first_child(storage); entry >= 0; entry = next(entry)) {
    if (ascii::equals_ignoring_case(this->name(entry), name)) return entry;
  }
  return -1;
}

std::string_view CompoundFile::mini_sector(std::uint32_t number) const {
  const std::uint64_t at = std::uint64_t{number} << mini_shift_;
  const auto index = static_cast<std::size_t>(at >> shift_);
  if (index >= mini_sectors_.size()) return {};
  const std::string_view whole = sector(mini_sectors_[index]);
  const std::size_t start = static_cast<std::size_t>(at) & ((std::size_t{1} << shift_) - 1);
  return start < whole.size() ? whole.substr(start, std::size_t{1} << mini_shift_) : std::string_view();
}

CompoundFile::Place CompoundFile::place(int stream) const {
  return {u32_at(record(stream), 116), size(stream)};
}

std::string_view CompoundFile::read(int stream, std::uint64_t most, std::string& buffer) {
  const std::uint64_t claimed = size(stream);
  const bool is_mini = claimed < mini_cutoff_;
  // No stream is longer than the file.
  std::uint64_t left = std::min({claimed, most, std::uint64_t{bytes_.size()}});
  is_damaged_ = is_damaged_ || claimed > bytes_.size();
  std::string_view run;  // the sectors up to now, as long as they are adjacent
  bool is_run = true;
  buffer.clear();
  std::uint32_t at = u32_at(record(stream), 116);
  std::uint32_t mark = kEndOfChain;  // a sector of the chain, which it must not reach again
  for (std::uint64_t step = 1; left > 0; ++step) {
    const std::string_view found =
        (at < kMaxSector ? (is_mini ? mini_sector(at) : sector(at)) : std::string_view())
            .substr(0, static_cast<std::size_t>(left));
    if (found.empty()) break;
    left -= found.size();
    is_run = is_run && (run.empty() || run.data() + run.size() == found.data());
    if (is_run) {
      run = run.empty() ? found : std::string_view(run.data(), run.size() + found.size());
    } else {
      if (buffer.empty()) buffer = run;
      buffer += found;
    }
    if (left == 0) break;
    is_damaged_ = is_damaged_ || at == mark;
    if ((step & (step - 1)) == 0) mark = at;
    at = after(at, is_mini ? mini_table_sectors_ : table_sectors_);
  }
  is_damaged_ = is_damaged_ || left > 0;
  return is_run ? run : std::string_view(buffer);
}

}  // namespace mimebase::binary
