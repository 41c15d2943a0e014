#include "input/container_kind.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace mimebase::input {
namespace {

using namespace std::string_view_literals;

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

// bzip2: "BZh", a digit, and the magic of a block or of the end.
bool is_bzip2(std::string_view head) {
  return starts_with(head, "BZh") && head.size() >= 10 && head[3] >= '1' && head[3] <= '9' &&
         (head.substr(4, 6) == "1AY&SY" || head.substr(4, 6) == "\x17rE8P\x90");
}

bool is_compressed(std::string_view head) {
  constexpr auto kMagics = std::to_array<std::string_view>({
      "\xFD"
      "7zXZ\0"sv,            // xz
      "\x28\xB5\x2F\xFD"sv,  // Zstandard (RFC 8878)
      "\x1F\x9D"sv,          // compress
      "LZIP\x01"sv,          // lzip
      "\x04\x22\x4D\x18"sv,  // lz4
  });
  return is_bzip2(head) || std::any_of(kMagics.begin(), kMagics.end(),
                                       [head](std::string_view magic) { return starts_with(head, magic); });
}

// The octal number of a field of a tar header, which blanks and NULs may stand around.
std::optional<std::int64_t> octal(std::string_view field) {
  std::int64_t number = 0;
  std::size_t digits = 0;
  for (const char c : field) {
    if (c >= '0' && c <= '7') {
      number = number * 8 + (c - '0');
      ++digits;
    } else if (c != ' ' && c != '\0') {
      return std::nullopt;
    } else if (digits > 0) {
      break;
    }
  }
  return digits > 0 ? std::optional(number) : std::nullopt;
}

// POSIX ustar and what came before it: a block of 512 bytes that holds the sum of its bytes.
bool is_tar(std::string_view head) {
  constexpr std::size_t kBlock = 512;
  constexpr std::size_t kSum = 148;
  constexpr std::size_t kSumSize = 8;
  if (head.size() < kBlock || head[0] == '\0') return false;
  const std::optional<std::int64_t> claimed = octal(head.substr(kSum, kSumSize));
  if (!claimed) return false;
  std::int64_t sum = 0;
  std::int64_t signed_sum = 0;  // as some old programs reckoned
  for (std::size_t i = 0; i < kBlock; ++i) {
    const char c = i >= kSum && i < kSum + kSumSize ? ' ' : head[i];
    sum += static_cast<unsigned char>(c);
    signed_sum += static_cast<signed char>(c);
  }
  return *claimed == sum || *claimed == signed_sum;
}

}  // namespace

ContainerKind container_kind(std::string_view head) {
  // gzip (RFC 1952): deflate, and no flag that is reserved.
  if (starts_with(head, "\x1F\x8B\x08") && head.size() > 3 &&
      (static_cast<unsigned char>(head[3]) & 0xE0U) == 0) {
    return ContainerKind::kGzip;
  }
  if (is_compressed(head)) return ContainerKind::kCompressed;
  if (starts_with(head, "PK\x03\x04") || starts_with(head, "PK\x05\x06\0\0"sv) ||
      starts_with(head, "PK00PK\x03\x04")) {
    return ContainerKind::kZip;
  }
  return is_tar(head) ? ContainerKind::kTar : ContainerKind::kNone;
}

}  // namespace mimebase::input
