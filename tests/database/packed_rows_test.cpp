// Packed rows are read back as they were written.
#include <cstdint>
#include <fstream>
#include <limits>

#include "../write/sample_rows.h"
#include "database_support.h"
#include "mimebase/output.h"

namespace mimebase::test {

TEST_CASE("what is packed is unpacked") {
  database::SqliteWriter packer;
  const std::uint64_t numbers[] = {
      0, 1, 127, 128, 16383, 16384, std::uint64_t{1} << 63, std::numeric_limits<std::uint64_t>::max()};
  for (const std::uint64_t number : numbers) packer.plain(number);
  for (const std::uint64_t number : numbers) packer.number(number);
  packer.null();
  for (const std::string_view text : hard_texts()) packer.text(text);
  packer.kind(database::PackedKind::kBase);
  database::RowUnpacker unpacker(packer.rows());
  for (const std::uint64_t number : numbers) CHECK(unpacker.plain() == number);
  for (const std::uint64_t number : numbers) CHECK(unpacker.value().number == number);
  const database::Value null = unpacker.value();
  CHECK_FALSE((null.number || null.text));
  for (const std::string_view text : hard_texts()) {
    const auto unpacked = unpacker.value().text;
    REQUIRE(unpacked);
    // Invalid UTF-8 was repaired.
    const bool is_repaired =
        text.find('\xff') != std::string_view::npos || text.find('\xed') != std::string_view::npos;
    CHECK((*unpacked == text) == !is_repaired);
  }
  CHECK(unpacker.kind() == database::PackedKind::kBase);
  CHECK(unpacker.at_end());
}

TEST_CASE("packed rows that are cut do not lead outside") {
  const std::string endless(30, '\xFF');
  database::RowUnpacker number(endless);
  static_cast<void>(number.plain());
  CHECK(number.at_end());
  const std::string whole = packed_link("s", 300, "http://a/");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string cut = whole.substr(0, size);
    database::RowUnpacker unpacker(cut);
    while (!unpacker.at_end()) {
      const auto text = unpacker.value().text;
      if (text) CHECK(text->size() <= cut.size());
    }
  }
}

}  // namespace mimebase::test
