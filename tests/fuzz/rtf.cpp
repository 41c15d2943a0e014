// Rich Text Format: references have a place, and the HTML inside is text.
#include "rtf/html_in_rtf.h"

#include <optional>
#include <string>

#include "document_rows.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  const std::string_view rtf = fuzz::view(data, size);
  if (const std::optional<std::string> html = rtf::html_in_rtf(rtf)) {
    fuzz::require_utf8(*html, "HTML");
    FUZZ_REQUIRE(html->size() <= 4 * size, "{} bytes of HTML in {}", html->size(), size);
    FUZZ_REQUIRE(!rtf::is_from_text(rtf) || rtf.find("fromtext") != rtf.npos, "text without a mark");
  }
  fuzz::document_rows(documents::Format::kRtf, rtf);
  return 0;
}
