// Binary Office files: every reference has a place and is UTF-8, two reads give the same, and the rows stay
// within what was read. An input that is not a compound file is text: a line "== NAME" begins a stream, and
// "\5" and other escapes stand for bytes, so that mutations change streams and not tables of sectors.
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "document_rows.h"
#include "documents/ole_builder.h"
#include "text/ascii.h"

namespace mimebase::fuzz {
namespace {

// Decodes "\xNN".
std::string without_escapes(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_escape = text.substr(i, 2) == "\\x" && i + 3 < text.size();
    const int high = is_escape ? ascii::hex_value(text[i + 2]) : -1;
    const int low = is_escape ? ascii::hex_value(text[i + 3]) : -1;
    bytes += high >= 0 && low >= 0 ? static_cast<char>(16 * high + low) : text[i];
    if (high >= 0 && low >= 0) i += 3;
  }
  return bytes;
}

std::string compound_file_of(std::string_view text) {
  constexpr std::string_view kStream = "== ";
  constexpr std::size_t kMostStreams = 50;
  std::vector<test::ole::Entry> entries;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (line.starts_with(kStream) && entries.size() < kMostStreams) {
      entries.push_back({without_escapes(line.substr(kStream.size())).substr(0, 31), {}});
    } else if (!entries.empty()) {
      entries.back().bytes += without_escapes(line);
    }
  }
  return test::ole::compound_file(entries);
}

std::vector<std::string> read(std::string_view bytes, const Limits& limits) {
  documents::Reading reading(limits);
  const std::unique_ptr<documents::Document> document = documents::open_office97(bytes, reading);
  FUZZ_REQUIRE((document != nullptr) == documents::is_office97(bytes), "{} bytes", bytes.size());
  if (document == nullptr) return {};
  for (const documents::DeclaredBase& base : document->bases()) {
    FUZZ_REQUIRE(base.by == BaseBy::kOfficeBase && !base.reference.empty(), "an empty base");
    require_utf8(base.reference, "a base");
  }
  DocumentSink sink;
  document->find(sink);
  FUZZ_REQUIRE(reading.depth == 0 && reading.damage.size() <= 11, "{} {}", reading.depth,
               reading.damage.size());
  const std::uint64_t read = limits.document_bytes - reading.bytes_left;
  FUZZ_REQUIRE(sink.rows.size() <= read, "{} rows of {} bytes", sink.rows.size(), read);
  FUZZ_REQUIRE(!document->is_encrypted() || sink.rows.size() <= bytes.size() / 20, "{} encrypted rows",
               sink.rows.size());
  return sink.rows;
}

}  // namespace
}  // namespace mimebase::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mimebase;
  const std::string_view input = fuzz::view(data, size);
  const std::string file = input.starts_with("== ") ? fuzz::compound_file_of(input) : std::string(input);
  Limits limits;
  limits.document_bytes = 4 << 20;
  const std::vector<std::string> rows = fuzz::read(file, limits);
  FUZZ_REQUIRE(fuzz::read(file, limits) == rows, "two reads differ");
  limits.document_bytes = fuzz::mixed(input) % 20'000;
  limits.document_objects = fuzz::mixed(input) % 7;
  limits.document_depth = 1;
  (void)fuzz::read(file, limits);
  return 0;
}
