// Files of Outlook: they are converted within their bounds, alone and inside a message.
#include "outlook/outlook.h"
#include "check.h"
#include "outlook/compressed_rtf.h"
#include "text/base64.h"
#include "walked.h"

namespace mimebase::fuzz {
namespace {

constexpr outlook::Bounds kBounds = {.bytes = 100'000, .parts = 100, .depth = 5};

void check_conversion(std::string_view bytes) {
  const outlook::Message message = outlook::to_mime(bytes, kBounds);
  // Non-ASCII characters of a file name take up to 4.5 times their bytes, and each part has a few fields.
  const std::size_t most = 6 * kBounds.bytes + 1000 * (kBounds.parts + 2);
  FUZZ_REQUIRE(message.mime.size() <= most, "{} bytes", message.mime.size());
  FUZZ_REQUIRE(message.mime == outlook::to_mime(bytes, kBounds).mime, "two runs differ in {} bytes",
               bytes.size());
  const outlook::Message small = outlook::to_mime(bytes, {.bytes = 50, .parts = 1, .depth = 0});
  FUZZ_REQUIRE(small.mime.size() <= 6 * 50 + 3000, "{} bytes", small.mime.size());
}

void check_rtf(std::string_view bytes) {
  std::string rtf;
  (void)outlook::decompress_rtf(bytes, ~std::uint64_t{0}, rtf);
  FUZZ_REQUIRE(rtf.size() <= 9 * bytes.size(), "{} of {}", rtf.size(), bytes.size());
}

}  // namespace
}  // namespace mimebase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  const std::string_view bytes = fuzz::view(data, size);
  fuzz::check_rtf(bytes);
  if (!outlook::begins_like_outlook(bytes)) return 0;
  fuzz::check_conversion(bytes);
  fuzz::check_message(bytes);
  fuzz::check_message("Content-Type: application/ms-tnef\nContent-Transfer-Encoding: base64\n\n" +
                      base64(bytes));
  return 0;
}
