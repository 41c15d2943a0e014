// Unfolding, and mapping back.
#include "walk/field_text.h"

#include "catch.h"

using namespace mimebase;

TEST_CASE("unfolding") {
  struct Row {
    std::string_view raw, value, why;
  };
  const Row rows[] = {
      {" a b ", "a b", "white space around"},
      {" a\r\n b", "a b", "a fold"},
      {" a\n\tb", "a\tb", "LF and TAB"},
      {" a\r\n  b\r\n c\r\n", "a  b c", "several, and the end of the field"},
      {"\r\n a", "a", "a fold before the value"},
      {"a \r\n \r\n b", "a   b", "a line of white space"},
      {"a\nb", "a\nb", "a line break that folds nothing stays"},
      {"a\r b", "a\r b", "a CR alone is no fold"},
      {"", "", "empty"},
      {" \r\n ", "", "nothing but a fold"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.why);
    std::string scratch;
    std::vector<walk::Fold> folds;
    const std::string_view value = walk::unfold(row.raw, scratch, &folds);
    CHECK(value == row.value);
    for (std::size_t i = 0; i < value.size(); ++i)
      CHECK(row.raw[walk::raw_offset(row.raw, folds, i)] == value[i]);
  }
}

TEST_CASE("a value without folds is not copied") {
  const std::string_view raw = "\r\n one line\r\n";
  std::string scratch;
  CHECK(walk::unfold(raw, scratch).data() == raw.data() + 3);
}
