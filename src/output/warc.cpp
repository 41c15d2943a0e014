#include "output/warc.h"

#include <fmt/format.h>

#include "output/gzip.h"
#include "text/base64.h"
#include "text/urn.h"

namespace mimebase::output {

std::string warc_record(const WarcRecord& record, bool gzip) {
  std::string out = fmt::format("WARC/1.1\r\nWARC-Type: {}\r\nWARC-Record-ID: <{}>\r\nWARC-Date: {}\r\n",
                                record.type, record.id, record.date);
  if (!record.target.empty()) out += fmt::format("WARC-Target-URI: {}\r\n", record.target);
  if (!record.info_id.empty()) out += fmt::format("WARC-Warcinfo-ID: <{}>\r\n", record.info_id);
  out += fmt::format("WARC-Block-Digest: {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n\r\n",
                     "sha1:" + base32(sha1(record.block)), record.content_type, record.block.size());
  out.append(record.block).append("\r\n\r\n");
  if (!gzip) return out;
  Gzip member;
  const Result<std::string_view> compressed = member.add(out, true);
  return std::string(compressed ? *compressed : std::string_view());
}

}  // namespace mimebase::output
