#include "outlook/compressed_rtf.h"

#include <zlib.h>

#include <algorithm>
#include <array>

#include "binary/cursor.h"

namespace mimebase::outlook {
namespace {

using binary::u32_at;

constexpr std::size_t kRtfHeaderBytes = 16;
constexpr std::uint32_t kCompressed = 0x75465A4C;    // "LZFu"
constexpr std::uint32_t kUncompressed = 0x414C454D;  // "MELA"

// The initial content of the dictionary (MS-OXRTFCP 2.1.2.1).
constexpr std::string_view kDictionary =
    "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript "
    "\\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par "
    "\\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";
static_assert(kDictionary.size() == 207);

// The CRC of MS-OXRTFCP 2.1.3.2 is that of zlib without the two inversions.
std::uint32_t checksum_of(std::string_view bytes) {
  uLong crc = 0xFFFFFFFFU;
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, std::size_t{1} << 30);
    crc = crc32(crc, reinterpret_cast<const Bytef*>(part.data()), static_cast<uInt>(part.size()));
    bytes.remove_prefix(part.size());
  }
  return static_cast<std::uint32_t>(crc ^ 0xFFFFFFFFU);
}

}  // namespace

std::string_view decompress_rtf(std::string_view compressed, std::uint64_t most, std::string& rtf) {
  rtf.clear();
  if (compressed.size() < kRtfHeaderBytes) return "its compressed RTF is truncated";
  // The first number does not include itself.
  const std::uint64_t claimed = std::uint64_t{u32_at(compressed, 0)} + 4;
  const std::uint32_t raw_size = u32_at(compressed, 4), type = u32_at(compressed, 8);
  const bool is_truncated = claimed > compressed.size() || claimed < kRtfHeaderBytes;
  // What is behind a wrong length is read too.
  const std::string_view rest = compressed.substr(kRtfHeaderBytes);
  const std::string_view claimed_rest =
      is_truncated ? rest : rest.substr(0, static_cast<std::size_t>(claimed) - kRtfHeaderBytes);
  if (type == kUncompressed) {
    rtf = rest.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(rest.size(), most)));
    // Some programs include the header in the length.
    return is_truncated || raw_size > rest.size() + kRtfHeaderBytes ? "its RTF is truncated" : "";
  }
  if (type != kCompressed) return "its RTF has an unknown compression";

  constexpr std::size_t kWindow = 4096, kMask = kWindow - 1;
  std::array<char, kWindow> window = {};
  std::ranges::copy(kDictionary, window.begin());
  std::size_t end = kDictionary.size();  // where the next byte is written
  const auto put = [&](char byte) {
    if (rtf.size() < most) rtf += byte;
    window[end] = byte;
    end = (end + 1) & kMask;
  };
  bool is_ended = false;
  for (std::size_t at = 0; at < rest.size() && !is_ended && rtf.size() < most;) {
    const auto control = static_cast<unsigned char>(rest[at++]);
    for (unsigned bit = 0; bit < 8 && at < rest.size() && !is_ended; ++bit) {
      if ((control >> bit & 1U) == 0) {
        put(rest[at++]);
        continue;
      }
      if (rest.size() - at < 2) {
        at = rest.size();
        break;
      }
      const unsigned reference = static_cast<unsigned>(static_cast<unsigned char>(rest[at])) << 8 |
                                 static_cast<unsigned char>(rest[at + 1]);
      at += 2;
      const std::size_t start = reference >> 4;
      is_ended = start == end;
      for (std::size_t i = 0; i < (reference & 15) + 2 && !is_ended; ++i) put(window[(start + i) & kMask]);
    }
  }
  if (rtf.size() >= most && !is_ended) return "";
  if (is_truncated || !is_ended) return "its compressed RTF is truncated";
  if (checksum_of(claimed_rest) != u32_at(compressed, 12))
    return "the checksum of its compressed RTF is wrong";
  return raw_size != rtf.size() ? "the length of its RTF is wrong" : "";
}

}  // namespace mimebase::outlook
