// Rows that another process has written: those that writers make are accepted, and nothing that could harm.
#include "write/row_check.h"

#include <random>
#include <string>
#include <vector>

#include "catch.h"
#include "mimebase/model.h"
#include "write/sqlite_writer.h"

using namespace mimebase;
using mimebase::write::are_lines;
using mimebase::write::are_packed;

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

namespace {

std::string packed_link() {
  MessageInfo message;
  message.source = "box";
  message.number = 1;
  BaseInfo base;
  Link link;
  link.message = &message;
  link.part = "1";
  link.context = "a@href";
  link.reference = "x";
  link.base = base;
  write::SqliteWriter writer;
  writer.link(link);
  writer.link(link);
  writer.end_message();
  return std::string(writer.rows());
}

}  // namespace

TEST_CASE("packed rows are accepted as they are written, and in no other order") {
  const std::string rows = packed_link();
  CHECK(are_packed(rows, write::kLinkRows));
  CHECK(are_packed({}, write::kLinkRows));
  CHECK_FALSE(are_packed("r", write::kLinkRows));
  CHECK_FALSE(are_packed("x", write::kLinkRows));
  CHECK_FALSE(are_packed(rows.substr(1), write::kLinkRows));
  CHECK_FALSE(are_packed(rows.substr(rows.find('p')), write::kLinkRows));
  // Whatever is changed, they are read to their end and no further.
  std::mt19937 random(3);
  for (int i = 0; i < 20'000; ++i) {
    std::string changed = rows;
    changed[random() % changed.size()] = static_cast<char>(random());
    static_cast<void>(are_packed(changed, write::kLinkRows));
    static_cast<void>(are_packed(changed, write::kEntityRows));
    static_cast<void>(are_packed(changed, write::kDiagnosticRows));
  }
}
