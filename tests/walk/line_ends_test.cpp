// Line ends that are replaced before GMime reads a message, by table.
#include "walk/line_ends.h"

#include <catch2/catch.hpp>

namespace mimebase::walk_test {

using walk::LineEnds;

TEST_CASE("line ends") {
  struct Case {
    std::string bytes;
    LineEnds ends;
    std::string replaced, why;
  };
  const Case cases[] = {
      {"A: b\n\nc\n", LineEnds::kUsual, "A: b\n\nc\n", "LF"},
      {"A: b\r\n\r\nc\r\n", LineEnds::kUsual, "A: b\r\n\r\nc\r\n", "CR LF"},
      {"A: b\r\rc\r", LineEnds::kCr, "A: b\n\nc\n", "CR"},
      {"A: b\r\r\n\r\r\nc\r\r\n", LineEnds::kDoubled, "A: b\t\t\r\n\r\nc\t\r\n", "CR CR LF"},
      {"A: b\r\r\n c\r\r\n\r\r\n", LineEnds::kDoubled, "A: b\r\r\n c\t\t\r\n\r\n", "a folded line"},
      {"A: b\r\r\n\r\r\n\r\r\nc", LineEnds::kDoubled, "A: b\t\t\r\n\r\n\t\r\nc", "two empty lines"},
      {"R: x\r\nA: b\r\r\n\r\r\nc\r\n", LineEnds::kDoubled, "R: x\r\nA: b\t\t\r\n\r\nc\r\n",
       "a field that was added"},
      {"A: b\r\r\nC: d\r\n\r\n\r\r\n", LineEnds::kUsual, "A: b\r\r\nC: d\r\n\r\n\r\r\n",
       "not all lines of the header"},
      {"A: b\r\n\r\nc\r\r\n\r\r\n", LineEnds::kUsual, "A: b\r\n\r\nc\r\r\n\r\r\n", "the body alone"},
      {"A: b\r\r\nC: d\r\r\n", LineEnds::kUsual, "A: b\r\r\nC: d\r\r\n", "no empty line"},
      {"\r\r\nA: b\r\r\n", LineEnds::kUsual, "\r\r\nA: b\r\r\n", "no header"},
      {"", LineEnds::kUsual, "", "nothing"},
  };
  for (const Case& c : cases) {
    INFO(c.why);
    std::string bytes = c.bytes;
    CHECK(walk::line_ends_of(bytes) == c.ends);
    walk::replace_line_ends(c.ends, bytes);
    CHECK(bytes == c.replaced);
    CHECK(bytes.size() == c.bytes.size());
  }
}

}  // namespace mimebase::walk_test
