// Numbers of the format of compound files (MS-CFB), for its reader and its writer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mimebase::binary {

inline constexpr std::string_view kCompoundMagic{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", 8};
inline constexpr std::uint32_t kMaxSector = 0xFFFFFFFA;  // section 2.1: greater numbers have special meanings
inline constexpr std::uint32_t kEndOfChain = 0xFFFFFFFE;
inline constexpr std::uint32_t kHeaderTableSectors = 109;  // numbers of sectors of the table in the header
inline constexpr std::size_t kRecordBytes = 128;           // of the directory, section 2.6.1

enum RecordType : unsigned char { kStorage = 1, kStream = 2, kRoot = 5 };

}  // namespace mimebase::binary
