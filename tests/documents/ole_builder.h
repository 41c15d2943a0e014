// Objects of OLE as bytes.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

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

// A compound file (MS-CFB) with one stream, which zeros make so long that it is in sectors of its own.
inline std::string compound(std::string_view name, std::string stream) {
  constexpr std::size_t kSector = 512;
  stream.resize((std::max<std::size_t>(stream.size(), 4096) + kSector - 1) / kSector * kSector);
  const auto sectors = static_cast<std::uint32_t>(stream.size() / kSector);
  std::string header = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + std::string(16, '\0') + number(0x3E, 2) +
                       number(3, 2) + number(0xFFFE, 2) + number(9, 2) + number(6, 2) +
                       std::string(10, '\0') + number(1) + number(1) + number(0) + number(4096) +
                       number(0xFFFFFFFE) + number(0) + number(0xFFFFFFFE) + number(0) + number(0);
  while (header.size() < kSector) header += number(0xFFFFFFFF);
  std::string table = number(0xFFFFFFFD) + number(0xFFFFFFFE);
  for (std::uint32_t i = 0; i < sectors; ++i) table += number(i + 1 < sectors ? i + 3 : 0xFFFFFFFE);
  while (table.size() < kSector) table += number(0xFFFFFFFF);
  const auto entry = [&](std::string_view entry_name, char type, std::uint32_t child, std::uint32_t start,
                         std::uint32_t size) {
    std::string record = utf16(entry_name);
    record.resize(64);
    record += number(static_cast<std::uint32_t>(2 * entry_name.size() + 2), 2) + type + '\1' +
              number(0xFFFFFFFF) + number(0xFFFFFFFF) + number(child) + std::string(36, '\0') +
              number(start) + number(size) + number(0);
    return record;
  };
  std::string directory = entry("Root Entry", 5, 1, 0xFFFFFFFE, 0) +
                          entry(name, 2, 0xFFFFFFFF, 2, static_cast<std::uint32_t>(stream.size()));
  directory.resize(kSector);
  return header + table + directory + stream;
}

}  // namespace mimebase::test::ole
