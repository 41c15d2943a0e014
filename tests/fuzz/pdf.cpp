// PDF files: references have a place, and smaller limits give no more of them if nothing is damaged.
#include <memory>
#include <string_view>
#include <vector>

#include "document_rows.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  const std::string_view bytes = fuzz::view(data, size);
  bool is_sound = false;
  const std::vector<std::string> whole = fuzz::document_rows(documents::Format::kPdf, bytes, &is_sound);

  Limits limits;
  limits.document_objects = 1 + fuzz::mixed(bytes) % 30;
  limits.document_bytes = fuzz::mixed(bytes) % 1000;
  documents::Reading reading(limits);
  fuzz::DocumentSink less;
  if (const auto document = documents::open_pdf(bytes, reading)) document->find(less);
  // A damaged file can have an object twice, of which the last one counts that is read.
  FUZZ_REQUIRE(!is_sound || less.rows.size() <= whole.size(), "{} rows of {}", less.rows.size(),
               whole.size());
  FUZZ_REQUIRE(reading.bytes_left <= limits.document_bytes, "{} bytes left", reading.bytes_left);
  FUZZ_REQUIRE(reading.objects_left <= limits.document_objects, "{} objects left", reading.objects_left);
  return 0;
}
