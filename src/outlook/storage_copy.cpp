#include "outlook/storage_copy.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "binary/compound_file.h"
#include "binary/compound_format.h"
#include "binary/cursor.h"
#include "text/ascii.h"

namespace mimebase::outlook {
namespace {

constexpr std::size_t kSectorShift = 9, kSectorBytes = std::size_t{1} << kSectorShift,
                      kPerSector = kSectorBytes / 4;
// Shorter streams would have to be in the mini stream. They are filled up instead.
constexpr std::size_t kLeastStreamBytes = 4096;
constexpr std::uint32_t kTableSector = 0xFFFFFFFD, kListSector = 0xFFFFFFFC, kFree = 0xFFFFFFFF;
// MS-CFB 2.6.1: where a record of the directory has the links to other entries, a class identifier, and the
// first sector with the size.
constexpr std::size_t kLinksAt = 68, kLinksBytes = 12, kRightAt = 72, kChildAt = 76, kClassAt = 80,
                      kClassBytes = 16, kStartAt = 116;

using binary::CompoundFile, binary::kCompoundMagic, binary::kEndOfChain, binary::kHeaderTableSectors,
    binary::kRecordBytes, binary::number;

class StorageCopy {
 public:
  StorageCopy(CompoundFile& file, Reading& reading) : file_(file), reading_(reading) {}

  [[nodiscard]] std::string copy(int storage);

 private:
  void add_children(int storage, std::size_t parent);
  void add_stream(int stream, std::string& record);
  [[nodiscard]] std::uint32_t append(std::string_view bytes);
  [[nodiscard]] std::string with_table(std::uint32_t directory);

  CompoundFile& file_;
  Reading& reading_;
  std::vector<std::pair<int, std::size_t>> storages_;  // to copy, and the numbers of their records
  std::vector<std::string> records_;
  std::string sectors_;
  std::vector<std::uint32_t> table_;
};

// Appends sectors. Returns the number of the first.
std::uint32_t StorageCopy::append(std::string_view bytes) {
  const auto first = static_cast<std::uint32_t>(sectors_.size() / kSectorBytes);
  sectors_.append(bytes);
  sectors_.resize((sectors_.size() + kSectorBytes - 1) / kSectorBytes * kSectorBytes);
  const auto end = static_cast<std::uint32_t>(sectors_.size() / kSectorBytes);
  for (std::uint32_t next = first + 1; next <= end; ++next) table_.push_back(next < end ? next : kEndOfChain);
  return first < end ? first : kEndOfChain;
}

void StorageCopy::add_stream(int stream, std::string& record) {
  const std::uint64_t size = file_.size(stream);
  const std::uint64_t filled = size == 0 ? 0 : std::max<std::uint64_t>(size, kLeastStreamBytes);
  std::string buffer, bytes;
  bytes = file_.read(stream, reading_.charge(filled), buffer);
  if (!bytes.empty()) bytes.resize(std::max(bytes.size(), kLeastStreamBytes));
  record.replace(kStartAt, 12, number(append(bytes), 4) + number(bytes.size(), 8));
}

// Adds the entries of a storage, in the order of their names (section 2.6.4), each to the right of the one
// before.
void StorageCopy::add_children(int storage, std::size_t parent) {
  std::vector<std::pair<std::string, int>> children;
  for (int entry = file_.first_child(storage); entry >= 0; entry = file_.next(entry))
    children.emplace_back(ascii::lowered(file_.name(entry)), entry);
  std::ranges::sort(children, [](const auto& a, const auto& b) {
    return std::pair(a.first.size(), a.first) < std::pair(b.first.size(), b.first);
  });
  std::size_t last = 0;
  for (const auto& [name, entry] : children) {
    if (reading_.charge(kRecordBytes) < kRecordBytes) return;
    const std::size_t here = records_.size();
    std::string record(file_.record(entry));
    record.replace(kLinksAt, kLinksBytes, std::string(kLinksBytes, '\xFF'));  // none
    if (file_.is_storage(entry)) {
      storages_.emplace_back(entry, here);
    } else {
      add_stream(entry, record);
    }
    records_.push_back(std::move(record));
    records_[last == 0 ? parent : last].replace(last == 0 ? kChildAt : kRightAt, 4, number(here, 4));
    last = here;
  }
}

// The file: its header, the sectors, the table of sectors, and the list of those sectors of the table that
// the header has no room for (sections 2.2, 2.3 and 2.5).
std::string StorageCopy::with_table(std::uint32_t directory) {
  const std::size_t used = table_.size();
  std::size_t tables = 1, lists = 0;
  while (used + tables + lists > tables * kPerSector) {
    ++tables;
    lists = tables <= kHeaderTableSectors
                ? 0
                : (tables - kHeaderTableSectors + kPerSector - 2) / (kPerSector - 1);
  }
  table_.insert(table_.end(), tables, kTableSector);
  table_.insert(table_.end(), lists, kListSector);
  table_.resize(tables * kPerSector, kFree);
  for (const std::uint32_t next : table_) sectors_ += number(next, 4);

  const std::size_t first_list = used + tables;
  std::string header = std::string(kCompoundMagic) + std::string(16, '\0') + number(0x3E, 2) + number(3, 2) +
                       number(0xFFFE, 2) + number(kSectorShift, 2) + number(6, 2) + std::string(10, '\0') +
                       number(tables, 4) + number(directory, 4) + number(0, 4) +
                       number(kLeastStreamBytes, 4) + number(kEndOfChain, 4) + number(0, 4) +
                       number(lists > 0 ? first_list : kEndOfChain, 4) + number(lists, 4);
  for (std::size_t i = 0; i < kHeaderTableSectors; ++i) header += number(i < tables ? used + i : kFree, 4);
  for (std::size_t list = 0, i = kHeaderTableSectors; list < lists; ++list) {
    for (std::size_t end = i + kPerSector - 1; i < end; ++i)
      sectors_ += number(i < tables ? used + i : kFree, 4);
    sectors_ += number(list + 1 < lists ? first_list + list + 1 : kEndOfChain, 4);
  }
  return header + sectors_;
}

std::string StorageCopy::copy(int storage) {
  std::string root(file_.record(file_.root()));
  root.replace(kLinksAt, kLinksBytes, std::string(kLinksBytes, '\xFF'));
  root.replace(kClassAt, kClassBytes, file_.record(storage).substr(kClassAt, kClassBytes));
  root.replace(kStartAt, 12, number(kEndOfChain, 4) + number(0, 8));
  records_.push_back(std::move(root));
  storages_ = {{storage, 0}};
  while (!storages_.empty()) {
    const auto [next, record] = storages_.back();
    storages_.pop_back();
    add_children(next, record);
  }
  std::string directory;
  for (const std::string& record : records_) directory += record;
  return with_table(append(directory));
}

}  // namespace

std::string copy_storage(CompoundFile& file, int storage, Reading& reading) {
  return StorageCopy(file, reading).copy(storage);
}

}  // namespace mimebase::outlook
