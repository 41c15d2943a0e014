// HTTP messages and records of web archives: their outlines and codings, alone and inside a message.
#include "walk/http.h"
#include "check.h"
#include "walk/warc.h"
#include "walked.h"

namespace mimebase::fuzz {
namespace {

constexpr std::size_t kMost = std::size_t{1} << 20;

void check_http(std::string_view bytes) {
  const walk::HttpMessage http = walk::read_http(bytes);
  FUZZ_REQUIRE(http.header <= http.body && http.body <= http.end && http.end <= bytes.size(), "{} {} {}",
               http.header, http.body, http.end);
  const walk::HttpBody body = walk::decode_http_body(bytes, http, kMost);
  FUZZ_REQUIRE(body.bytes.size() <= kMost, "{}", body.bytes.size());
  if (walk::is_http_body_coded(http) || bytes.size() > kMost) return;
  FUZZ_REQUIRE(body.bytes == bytes.substr(http.body, http.end - http.body) && body.defect.empty(), "{}",
               body.defect);
}

void check_warc(std::string_view bytes) {
  const walk::WarcRecord record = walk::read_warc(bytes);
  FUZZ_REQUIRE(record.header <= record.block && record.block <= bytes.size(), "{} {}", record.header,
               record.block);
  FUZZ_REQUIRE(!record.date || record.date->size() == 20, "{}", *record.date);
}

}  // namespace
}  // namespace mimebase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  const std::string_view bytes = fuzz::view(data, size);
  fuzz::check_http(bytes);
  fuzz::check_warc(bytes);
  fuzz::check_message(bytes, RecordKind::kWarc);
  for (const std::string_view type :
       {"message/http", "application/http", "message/partial; number=1; total=2"}) {
    const std::string message = "Content-Type: " + std::string(type) + "\n\n" + std::string(bytes);
    fuzz::check_message(message, RecordKind::kMail);
  }
  return 0;
}
