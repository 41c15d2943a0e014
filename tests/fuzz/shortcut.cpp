// Shortcuts: references have a place, and those in text do not depend on line ends.
#include <string>

#include "document_rows.h"
#include "text/strings.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  const std::string_view bytes = fuzz::view(data, size);
  const auto rows = fuzz::document_rows(documents::Format::kShortcut, bytes);
  const bool is_text = bytes.starts_with('[') && !contains(bytes, '\0') && !contains(bytes, '\r');
  if (is_text) {
    FUZZ_REQUIRE(fuzz::document_rows(documents::Format::kShortcut, replaced(bytes, "\n", "\r\n")) == rows,
                 "{} rows with LF", rows.size());
  }
  return 0;
}
