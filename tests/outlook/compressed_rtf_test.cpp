// Compressed RTF (MS-OXRTFCP).
#include "outlook/compressed_rtf.h"

#include <string>

#include "bytes.h"
#include "catch.h"

using namespace mimebase::outlook;

namespace {

std::string from_hex(std::string_view hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += hex[i] == ' ' ? 1 : 2) {
    if (hex[i] != ' ') bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

// MS-OXRTFCP 4.1.1 and 4.1.2.
const std::string kHello = from_hex(
    "2d000000 2b000000 4c5a4675 f1c5c7a7 03000a00 72637067 31323542 320af320 68656c09 00206277 05b06c64 "
    "7d0a800f "
    "a0");
const std::string kRepeated = from_hex("1a000000 1c000000 4c5a4675 e2d44b51 41000420 5758595a 0d6e7d01 0eb0");

struct Case {
  const char* why;
  std::string compressed;
  std::string rtf;
  std::string damage = {};
};

}  // namespace

TEST_CASE("compressed RTF", "[outlook]") {
  const std::string hello = "{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n";
  std::string wrong_sum = kHello;
  wrong_sum[12] ^= 1;
  std::string wrong_length = kHello;
  wrong_length[4] ^= 1;
  std::string wrong_type = kHello;
  wrong_type[8] ^= 1;
  const std::string plain = "{\\rtf1 x}";
  const Case cases[] = {
      {"the example of the specification", kHello, hello},
      {"a length that is too short", le(20, 4) + kHello.substr(4), hello,
       "the checksum of its compressed RTF is wrong"},
      {"a length that is too long", le(999, 4) + kHello.substr(4), hello, "its compressed RTF is truncated"},
      {"not compressed, and its lengths are too short", le(15, 4) + le(3, 4) + "MELA" + le(0, 4) + plain,
       plain},
      {"a reference that overlaps what it writes", kRepeated, "{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}"},
      {"bytes behind it", kHello + "xy", hello},
      {"a wrong checksum", wrong_sum, hello, "the checksum of its compressed RTF is wrong"},
      {"a wrong length", wrong_length, hello, "the length of its RTF is wrong"},
      {"an unknown type", wrong_type, "", "its RTF has an unknown compression"},
      {"not compressed", le(21, 4) + le(9, 4) + "MELA" + le(0, 4) + plain, plain},
      {"not compressed, and the header is counted", le(21, 4) + le(21, 4) + "MELA" + le(0, 4) + plain, plain},
      {"not compressed, and cut", le(99, 4) + le(80, 4) + "MELA" + le(0, 4) + plain, plain,
       "its RTF is truncated"},
      {"only a part of the header", kHello.substr(0, 15), "", "its compressed RTF is truncated"},
      {"nothing", "", "", "its compressed RTF is truncated"},
      {"cut in a reference", kHello.substr(0, kHello.size() - 1), hello, "its compressed RTF is truncated"},
      {"cut behind a control byte", kHello.substr(0, 17), "", "its compressed RTF is truncated"},
  };
  for (const Case& one : cases) {
    INFO(one.why);
    std::string rtf;
    CHECK(decompress_rtf(one.compressed, 1000, rtf) == one.damage);
    CHECK(rtf == one.rtf);
  }
}

TEST_CASE("compressed RTF has a bounded size", "[outlook]") {
  std::string rtf;
  CHECK(decompress_rtf(kHello, 10, rtf).empty());
  CHECK(rtf == "{\\rtf1\\ans");
  // References to 16 bytes each, at an even place that is never the next to be written.
  std::string bomb = le(0x7FFFFFFF, 4) + le(0x7FFFFFFF, 4) + "LZFu" + le(0, 4);
  for (int i = 0; i < 10'000; ++i)
    bomb += "\xFF\x0F\x0E\x0F\x0E\x0F\x0E\x0F\x0E\x0F\x0E\x0F\x0E\x0F\x0E\x0F\x0E";
  CHECK_FALSE(decompress_rtf(bomb, ~std::uint64_t{0}, rtf).empty());
  CHECK(rtf.size() == 10'000 * 8 * 16);
}
