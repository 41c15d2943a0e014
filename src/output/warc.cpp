#include "output/warc.h"

#include <fmt/format.h>
#include <nettle/sha1.h>
#include <zlib.h>

#include <array>
#include <charconv>
#include <chrono>

namespace mimebase::output {
namespace {

// RFC 4648 section 6. The input must need no padding: its size is a multiple of 5.
std::string base32(std::string_view bytes) {
  std::string out;
  unsigned held = 0;
  int bits = 0;
  for (const char byte : bytes) {
    held = (held << 8 | static_cast<unsigned char>(byte)) & 0xFFFF;
    for (bits += 8; bits >= 5; bits -= 5) out += "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[held >> (bits - 5) & 31];
  }
  return out;
}

std::string block_digest(std::string_view block) {
  sha1_ctx context;
  sha1_init(&context);
  sha1_update(&context, block.size(), reinterpret_cast<const std::uint8_t*>(block.data()));
  std::array<std::uint8_t, SHA1_DIGEST_SIZE> digest = {};
  sha1_digest(&context, digest.size(), digest.data());
  return "sha1:" + base32({reinterpret_cast<const char*>(digest.data()), digest.size()});
}

std::string gzip_member(std::string_view bytes) {
  z_stream stream = {};
  constexpr int kFormat = 15 + 16;  // the largest window, plus 16 for a gzip header
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kFormat, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    return {};
  std::string out;
  std::array<char, std::size_t{1} << 15> buffer = {};
  int result = Z_OK;
  while (result == Z_OK) {
    // zlib counts input in 32 bits.
    const std::string_view some = bytes.substr(0, std::size_t{1} << 30);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(some.data()));
    stream.avail_in = static_cast<uInt>(some.size());
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    result = deflate(&stream, some.size() == bytes.size() ? Z_FINISH : Z_NO_FLUSH);
    bytes.remove_prefix(some.size() - stream.avail_in);
    out.append(buffer.data(), buffer.size() - stream.avail_out);
  }
  deflateEnd(&stream);
  return result == Z_STREAM_END ? out : std::string();
}

// Parses exactly `digits` digits at offset `at`.
bool read_number(std::string_view text, std::size_t at, std::size_t digits, int& value) {
  if (text.size() < at + digits) return false;
  const char* const end = text.data() + at + digits;
  const auto [rest, error] = std::from_chars(text.data() + at, end, value);
  return error == std::errc() && rest == end && value >= 0;
}

}  // namespace

std::string warc_record(const WarcRecord& record, bool gzip) {
  std::string out = fmt::format("WARC/1.1\r\nWARC-Type: {}\r\nWARC-Record-ID: <{}>\r\nWARC-Date: {}\r\n",
                                record.type, record.id, record.date);
  if (!record.target.empty()) out += fmt::format("WARC-Target-URI: {}\r\n", record.target);
  if (!record.info_id.empty()) out += fmt::format("WARC-Warcinfo-ID: <{}>\r\n", record.info_id);
  out += fmt::format("WARC-Block-Digest: {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n\r\n",
                     block_digest(record.block), record.content_type, record.block.size());
  out.append(record.block).append("\r\n\r\n");
  return gzip ? gzip_member(out) : out;
}

std::string utc_date(std::string_view rfc3339) {
  using namespace std::chrono;
  std::array<int, 6> part = {};  // year, month, day, hour, minute, second
  constexpr std::array<std::size_t, 6> kAt = {0, 5, 8, 11, 14, 17};
  bool is_date = true;
  for (std::size_t i = 0; i < part.size(); ++i)
    is_date = is_date && read_number(rfc3339, kAt[i], i == 0 ? 4 : 2, part[i]);
  const year_month_day day{year{part[0]}, month{static_cast<unsigned>(part[1])},
                           std::chrono::day{static_cast<unsigned>(part[2])}};
  if (!is_date || !day.ok()) return "1970-01-01T00:00:00Z";
  int hours = 0, minutes = 0;
  const std::size_t zone = rfc3339.find_first_of("+-", 19);
  if (zone != std::string_view::npos &&
      (!read_number(rfc3339, zone + 1, 2, hours) || !read_number(rfc3339, zone + 4, 2, minutes)))
    hours = minutes = 0;
  const int offset =
      (hours * 60 + minutes) * (zone != std::string_view::npos && rfc3339[zone] == '-' ? -1 : 1);
  const sys_seconds time =
      sys_days{day} + std::chrono::hours{part[3]} + std::chrono::minutes{part[4] - offset} + seconds{part[5]};
  const sys_days date = floor<days>(time);
  const year_month_day utc{date};
  const hh_mm_ss clock{time - date};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(utc.year()),
                     static_cast<unsigned>(utc.month()), static_cast<unsigned>(utc.day()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

}  // namespace mimebase::output
