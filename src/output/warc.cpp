#include "output/warc.h"

#include <fmt/format.h>
#include <nettle/sha1.h>

#include <array>

#include "output/gzip.h"

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

}  // namespace

std::string warc_record(const WarcRecord& record, bool gzip) {
  std::string out = fmt::format("WARC/1.1\r\nWARC-Type: {}\r\nWARC-Record-ID: <{}>\r\nWARC-Date: {}\r\n",
                                record.type, record.id, record.date);
  if (!record.target.empty()) out += fmt::format("WARC-Target-URI: {}\r\n", record.target);
  if (!record.info_id.empty()) out += fmt::format("WARC-Warcinfo-ID: <{}>\r\n", record.info_id);
  out += fmt::format("WARC-Block-Digest: {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n\r\n",
                     block_digest(record.block), record.content_type, record.block.size());
  out.append(record.block).append("\r\n\r\n");
  if (!gzip) return out;
  Gzip member;
  const Result<std::string_view> compressed = member.add(out, true);
  return std::string(compressed ? *compressed : std::string_view());
}

}  // namespace mimebase::output
