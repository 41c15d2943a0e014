// Objects of OLE as bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mimebase::test::ole {

inline std::string number(std::uint32_t value, int size = 4) {
  std::string bytes;
  for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

inline std::string utf16(std::string_view ascii) {
  std::string bytes;
  for (const char c : ascii) bytes.append({c, '\0'});
  return bytes;
}

inline std::string counted(std::string_view text) {
  return number(static_cast<std::uint32_t>(text.size() + 1)) + std::string(text) + '\0';
}

// MS-OLEDS sections 2.2.6 and 2.2.5.
inline std::string linked_object(std::string_view topic) {
  return number(0x501) + number(1) + counted("Excel.Sheet") + counted(topic) + counted("Sheet1!R1C1") +
         number(0) + number(0) + number(0);
}
inline std::string embedded_object(std::string_view name, const std::string& data) {
  return number(0x501) + number(2) + counted(name) + number(0) + number(0) +
         number(static_cast<std::uint32_t>(data.size())) + data;
}

inline const std::string kUrlMoniker("\xE0\xC9\xEA\x79\xF9\xBA\xCE\x11\x8C\x82\x00\xAA\x00\x4B\xA9\x0B", 16);
inline const std::string kFileMoniker("\x03\x03\0\0\0\0\0\0\xC0\0\0\0\0\0\0\x46", 16);

inline std::string url_moniker(std::string_view url) {
  const std::string text = utf16(url) + std::string(2, '\0');
  return kUrlMoniker + number(static_cast<std::uint32_t>(text.size())) + text;
}
inline std::string file_moniker(std::uint32_t up, std::string_view ansi, std::string_view wide) {
  std::string bytes = kFileMoniker + number(up, 2) + counted(ansi) + number(0xFFFF, 2) + number(0xDEAD, 2) +
                      std::string(20, '\0');
  if (wide.empty()) return bytes + number(0);
  return bytes + number(static_cast<std::uint32_t>(wide.size() * 2 + 6)) +
         number(static_cast<std::uint32_t>(wide.size() * 2)) + number(3, 2) + utf16(wide);
}
inline std::string package(std::string_view name, std::uint32_t kind, std::string_view file) {
  return number(2, 2) + std::string(name) + '\0' + std::string(name) + '\0' + number(0, 2) + number(kind, 2) +
         counted("C:\\temp") + number(static_cast<std::uint32_t>(file.size())) + std::string(file);
}

// A stream or storage of a compound file.
struct Entry {
  std::string name, bytes;
  std::vector<Entry> children = {};
  bool is_storage = false;
};
inline Entry storage(std::string name, std::vector<Entry> children) {
  return {std::move(name), {}, std::move(children), true};
}

// A compound file (MS-CFB). Zeros make short streams so long that they are in sectors of their own.
class CompoundBuilder {
 public:
  std::string build(const std::vector<Entry>& entries) {
    records_.emplace_back();  // of the root
    records_[0] = record("Root Entry", 5, add(entries), kEnd, 0);
    std::string directory;
    for (const std::string& one : records_) directory += one;
    directory.resize((directory.size() + kSector - 1) / kSector * kSector);
    const std::uint32_t first = append(directory);
    const auto tables = static_cast<std::uint32_t>((next_.size() + 126) / 127);
    std::string table;
    for (const std::uint32_t next : next_) table += number(next);
    for (std::uint32_t i = 0; i < tables; ++i) table += number(0xFFFFFFFD);
    while (table.size() < tables * kSector) table += number(0xFFFFFFFF);
    std::string header = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + std::string(16, '\0') + number(0x3E, 2) +
                         number(3, 2) + number(0xFFFE, 2) + number(9, 2) + number(6, 2) +
                         std::string(10, '\0') + number(tables) + number(first) + number(0) + number(4096) +
                         number(kEnd) + number(0) + number(kEnd) + number(0);
    for (std::uint32_t i = 0; i < tables; ++i) header += number(static_cast<std::uint32_t>(next_.size()) + i);
    while (header.size() < kSector) header += number(0xFFFFFFFF);
    return header + sectors_ + table;
  }

 private:
  static constexpr std::size_t kSector = 512;
  static constexpr std::uint32_t kEnd = 0xFFFFFFFE, kNone = 0xFFFFFFFF;

  static std::string record(std::string_view name, char type, std::uint32_t child, std::uint32_t start,
                            std::uint32_t size, std::uint32_t next = kNone) {
    std::string record = utf16(name);
    record.resize(64);
    return record + number(static_cast<std::uint32_t>(2 * name.size() + 2), 2) + type + '\1' + number(kNone) +
           number(next) + number(child) + std::string(36, '\0') + number(start) + number(size) + number(0);
  }
  // Adds the entries of a storage, each the sibling of the one before. Returns the number of the first.
  std::uint32_t add(const std::vector<Entry>& entries) {
    std::uint32_t next = kNone;
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
      const std::uint32_t child = add(entry->children);
      std::string bytes = entry->bytes;
      bytes.resize(std::max<std::size_t>(bytes.size(), 4096));
      const auto size = static_cast<std::uint32_t>(bytes.size());
      records_.push_back(entry->is_storage ? record(entry->name, 1, child, 0, 0, next)
                                           : record(entry->name, 2, kNone, append(bytes), size, next));
      next = static_cast<std::uint32_t>(records_.size()) - 1;
    }
    return next;
  }
  // Appends sectors. Returns the number of the first.
  std::uint32_t append(std::string bytes) {
    const auto first = static_cast<std::uint32_t>(next_.size());
    bytes.resize((bytes.size() + kSector - 1) / kSector * kSector);
    sectors_ += bytes;
    const auto end = static_cast<std::uint32_t>(sectors_.size() / kSector);
    for (std::uint32_t i = first; i < end; ++i) next_.push_back(i + 1 < end ? i + 1 : kEnd);
    return first;
  }

  std::string sectors_;
  std::vector<std::string> records_;
  std::vector<std::uint32_t> next_;
};

inline std::string compound_file(const std::vector<Entry>& entries) {
  return CompoundBuilder().build(entries);
}
inline std::string compound(std::string name, std::string stream) {
  return compound_file({{std::move(name), std::move(stream)}});
}

}  // namespace mimebase::test::ole
