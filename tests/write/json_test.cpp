// JSON: strings are read back unchanged, and are escaped completely.
#include "write/column_writers.h"

#include <rapidjson/document.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "catch.h"

namespace mimebase::test {

TEST_CASE("each byte at each place of a string of any length") {
  int seen = 0;
  for (std::size_t size = 1; size <= 25; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      for (int byte = 0; byte < 0x80; ++byte) {
        std::string text(size, 'x');
        text[at] = static_cast<char>(byte);
        write::JsonWriter writer;
        writer.text(text);
        const std::string_view json = writer.rows();
        rapidjson::Document read;
        const bool is_read = !read.Parse(json.data(), json.size()).HasParseError() && read.IsString() &&
                             std::string_view(read.GetString(), read.GetStringLength()) == text;
        const bool is_shown =
            std::none_of(json.begin(), json.end(), [](char c) { return c < ' ' || c == '\x7F'; });
        if (is_read && is_shown) ++seen;
      }
    }
  }
  CHECK(seen == 25 * 26 / 2 * 128);
  write::JsonWriter empty;
  empty.text({});
  CHECK(empty.rows() == "\"\"");
}

}  // namespace mimebase::test
