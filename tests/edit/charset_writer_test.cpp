// Inserting text into a content in the content's charset.
#include "charset/writer.h"

#include <string>

#include "catch.h"
#include "charset/charset.h"

using namespace mimebase;
using charset::Writer;

namespace {

// Returns `content` with its bytes `old_bytes` replaced by `text`, read again.
std::string read_again(std::string_view label, const std::string& content, std::string_view old_bytes,
                       std::string_view text) {
  Writer writer(label, content, false);
  const std::size_t at = content.find(old_bytes);
  REQUIRE(at != std::string::npos);
  charset::Span span = {at, at + old_bytes.size()};
  const auto written = writer.write(text, span);
  REQUIRE(written);
  std::string changed = content;
  changed.replace(span.start, span.end - span.start, *written);
  return charset::convert(charset::read_label(label), changed).utf8;
}

}  // namespace

TEST_CASE("text is written in the charset of the content", "[writer]") {
  CHECK(read_again("utf-16le", std::string("a\0X\0b\0", 6), std::string_view("X\0", 2), "é😀") == "aé😀b");
  CHECK(read_again("utf-16be", std::string("\0a\0X\0b", 6), std::string_view("\0X", 2), "é😀") == "aé😀b");
  CHECK(read_again("utf-32le", std::string("X\0\0\0", 4), std::string_view("X\0\0\0", 4), "é😀") == "é😀");
  CHECK(read_again("utf-7", "a X b", "X", "é+1") == "a é+1 b");
  CHECK(read_again("shift_jis", "a\x82\xA0X\x82\xA2", "X", "日x") == "aあ日xい");
  CHECK(read_again("big5", "aX\xA4\x40", "X", "一") == "a一一");
  CHECK(read_again("gb18030", "aX", "X", "é€") == "aé€");
  CHECK(read_again("hz-gb-2312", "a~{VPX~}b", "X", "h~i") == "a中h~ib");
}

TEST_CASE("shifts around a place are as they were", "[writer]") {
  const std::string plain = "<a href=\"X\">\x1B$B$\"\x1B(B";
  CHECK(read_again("iso-2022-jp", plain, "X", "http://h/日") == "<a href=\"http://h/日\">あ");
  CHECK(read_again("iso-2022-jp", "\x1B$B$\"$$$&\x1B(Bz", "$$", "x") == "あxうz");
  CHECK(read_again("iso-2022-jp", "\x1B$B$\"$$\x1B(Bz", "$\"$$", "x") == "xz");
  // Two adjacent escape sequences must not occur, because browsers treat them as an error.
  Writer writer("iso-2022-jp", plain, false);
  const std::string whole = "\x1B$B$\"\x1B(B";
  Writer shifted("iso-2022-jp", whole, false);
  charset::Span span = {3, 5};
  CHECK(shifted.write("x", span) == "x");
  CHECK(span == charset::Span{0, whole.size()});
}

TEST_CASE("what can be said is what is read back", "[writer]") {
  CHECK(Writer("windows-1252", "", false).can_encode(U'€'));
  CHECK_FALSE(Writer("iso-8859-2", "", false).can_encode(U'€'));
  CHECK(Writer("iso-2022-jp", "", false).can_encode(U'日'));
  CHECK_FALSE(Writer("iso-2022-jp", "", false).can_encode(U'é'));
  CHECK_FALSE(Writer("utf-8", "", true).can_encode(U'é'));
  CHECK(Writer("utf-8", "", false).can_encode(U'é'));
  CHECK_FALSE(Writer("", "", false).can_encode(U'é'));
  CHECK_FALSE(Writer("iso-2022-kr", "", false).can_encode(U'가'));
  CHECK_FALSE(Writer("shift_jis", "", false).can_encode(U'¥'));
}
