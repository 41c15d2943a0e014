// Rows from another process: those that writers produce are accepted, harmful ones are rejected.
#include "write/row_check.h"

#include <string>
#include <vector>

#include "catch.h"

using namespace mimebase;
using mimebase::write::are_lines;

TEST_CASE("lines have nothing that drives a terminal") {
  struct Row {
    std::string text;
    bool plain, colored;
    const char* why;
  };
  const std::vector<Row> rows = {
      {"", true, true, "no row"},
      {"one\ntwo\r\n", true, true, "lines"},
      {"Grüße 東京\n", true, true, "UTF-8"},
      {"cut", false, false, "no end of a line"},
      {"a\x1b[31mred\x1b[0m\n", false, true, "colours"},
      {"a\x1b[31\n", false, false, "half a sequence"},
      {"a\x1b]0;title\x07\n", false, false, "the title of the window"},
      {"a\x1b[2J\n", false, false, "clears the screen"},
      {"a\rb\n", false, false, "goes back in the line"},
      {std::string("a\0b\n", 4), false, false, "NUL"},
      {"a\tb\n", false, false, "a tab"},
      {"\x7f\n", false, false, "DEL"},
      {"\xc2\x9b"
       "2J\n",
       false, false, "C1"},
      {"\xe2\x80\xae"
       "txt.exe\n",
       false, false, "turns the direction"},
      {"\xff\n", false, false, "no UTF-8"},
      {std::string(10'000, 'x') + "\x1b" + std::string(10'000, 'x') + "\n", false, false, "far in"},
      {std::string(4095, 'x') + "\xc3\xa9" + std::string(4095, 'x') + "\xc3\xa9\n", true, true,
       "characters at the limits of blocks"},
  };
  for (const Row& row : rows) {
    INFO(row.why);
    CHECK(are_lines(row.text, false) == row.plain);
    CHECK(are_lines(row.text, true) == row.colored);
  }
}

TEST_CASE("every byte of a line is looked at, wherever it stands") {
  constexpr std::size_t kBytes = 40;
  for (int byte = 0; byte < 256; ++byte) {
    const bool is_plain = (byte >= 0x20 && byte < 0x7F) || byte == '\n';
    std::size_t accepted = 0;
    for (std::size_t at = 0; at < kBytes; ++at) {
      std::string line = std::string(kBytes, 'x') + "x\n";
      line[at] = static_cast<char>(byte);
      accepted += are_lines(line, false) ? 1 : 0;
    }
    INFO(byte);
    CHECK(accepted == (is_plain ? kBytes : 0));
  }
}
