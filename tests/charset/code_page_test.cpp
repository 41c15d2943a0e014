#include "charset/code_page.h"

#include "catch.h"
#include "charset/label.h"

using mimebase::charset::label_of_code_page;
using mimebase::charset::read_label;

TEST_CASE("code pages", "[charset]") {
  CHECK(label_of_code_page(1252) == "windows-1252");
  CHECK(label_of_code_page(1250) == "windows-1250");
  CHECK(label_of_code_page(932) == "shift_jis");
  CHECK(label_of_code_page(20127) == "us-ascii");
  CHECK(label_of_code_page(28591) == "iso-8859-1");
  CHECK(label_of_code_page(28605) == "iso-8859-15");
  CHECK(label_of_code_page(65001) == "utf-8");
  CHECK(label_of_code_page(850) == "cp850");
  CHECK(label_of_code_page(0).empty());
  CHECK(label_of_code_page(28590).empty());
  CHECK(label_of_code_page(99999).empty());
  // Every label is one that is known.
  for (std::uint64_t code_page = 1201; code_page < 70'000; ++code_page) {
    const std::string label = label_of_code_page(code_page);
    INFO(label);
    CHECK((label.empty() || read_label(label).known));
  }
}
