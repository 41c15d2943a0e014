// Charset labels, and conversion to UTF-8.
#include "charset/charset.h"

#include "catch.h"
#include "charset/label.h"

using namespace mimebase;
using charset::Encoding;

namespace {

struct LabelCase {
  std::string_view label;
  Encoding encoding;
  bool known;
  const char* why;
};

const std::vector<LabelCase> kLabels = {
    {"", Encoding::kUndeclared, true, "none"},
    {"UTF-8", Encoding::kUtf8, true, "capitals"},
    {" \"utf-8\" ", Encoding::kUtf8, true, "quotes and spaces"},
    {"US-ASCII", Encoding::kUndeclared, true, "what is not ASCII there is something else"},
    {"iso-8859-1", Encoding::kWindows1252, true, "as browsers read it"},
    {"ISO-8859-2", Encoding::kAsciiBased, true, "by iconv"},
    {"koi8-r", Encoding::kAsciiBased, true, "by iconv"},
    {"windows-874", Encoding::kAsciiBased, true, "Thai"},
    {"iso-8859-9", Encoding::kAsciiBased, true, "Turkish"},
    {"euc-jp", Encoding::kAsciiBased, true, "no ASCII byte in its pairs"},
    {"macintosh", Encoding::kAsciiBased, true, "by iconv"},
    {"gb2312", Encoding::kGb18030, true, "as browsers read it"},
    {"ks_c_5601-1987", Encoding::kKorean, true, "Outlook's name"},
    {"iso-2022-jp-2", Encoding::kIso2022, true, "RFC 1554"},
    {"ibm037", Encoding::kOther, true, "EBCDIC: its ASCII bytes are no ASCII"},
    {"x-unknown", Encoding::kUndeclared, false, "nobody's name"},
    {"unknown-8bit", Encoding::kUndeclared, false, "a name for not knowing"},
    {"char", Encoding::kUndeclared, false, "iconv's name for the process's own"},
    {"utf-8//ignore", Encoding::kUndeclared, false, "an option of iconv is no charset"},
    {"../../etc/passwd", Encoding::kUndeclared, false, "a path is no charset"},
};

}  // namespace

TEST_CASE("labels of charsets", "[text]") {
  for (const LabelCase& c : kLabels) {
    CAPTURE(c.label, c.why);
    const charset::Label label = charset::read_label(c.label);
    CHECK(label.encoding == c.encoding);
    CHECK(label.known == c.known);
  }
  CHECK_FALSE(charset::read_label(std::string(100'000, 'x')).known);
  CHECK(charset::read_label(std::string(1000, ' ') + "gb2312" + std::string(1000, '"')).known);
}

TEST_CASE("which content has to be converted", "[text]") {
  CHECK_FALSE(charset::needs_conversion(charset::read_label("utf-8"), "caf\xC3\xA9"));
  CHECK_FALSE(charset::needs_conversion(charset::read_label("euc-jp"), "\xA4\xA2"));
  CHECK_FALSE(charset::needs_conversion(charset::read_label("gbk"), "ASCII"));
  CHECK_FALSE(charset::needs_conversion(charset::read_label("utf-7"), "ASCII"));
  CHECK_FALSE(charset::needs_conversion(charset::read_label("iso-2022-jp"), "ASCII"));
  CHECK_FALSE(charset::needs_conversion(charset::read_label("hz-gb-2312"), "ASCII"));
  CHECK(charset::needs_conversion(charset::read_label("gbk"), "\xB0\xA1"));
  CHECK(charset::needs_conversion(charset::read_label("utf-7"), "1 +- 1"));
  CHECK(charset::needs_conversion(charset::read_label("iso-2022-jp"), "\x1B$B"));
  CHECK(charset::needs_conversion(charset::read_label("hz-gb-2312"), "~~"));
  CHECK(charset::needs_conversion(charset::read_label("utf-16"), "ab"));
  CHECK(charset::needs_conversion(charset::read_label("ibm037"), "\xC1"));
  CHECK(charset::needs_conversion(charset::read_label("us-ascii"), "\xFF\xFE"));
  CHECK_FALSE(charset::needs_conversion(charset::read_label("utf-16"), "\xEF\xBB\xBFx"));
}

TEST_CASE("UTF-8 is told from what is none", "[text]") {
  CHECK(charset::is_utf8(""));
  CHECK(charset::is_utf8(std::string(100, 'a') + "\xE2\x82\xAC" + std::string(100, 'b')));
  CHECK(charset::is_utf8("\xC3\xA9\xF0\x9F\x98"));
  CHECK_FALSE(charset::is_utf8("\xF0\x9F\x98"));
  CHECK_FALSE(charset::is_utf8("\xF0\x9F\x98 "));
  CHECK_FALSE(charset::is_utf8("\xC0\xAF"));
  CHECK_FALSE(charset::is_utf8("\xED\xA0\x80"));
  CHECK_FALSE(charset::is_utf8("abcdefgh\xE9"));
  CHECK_FALSE(charset::is_utf8("\x80"));
  CHECK(charset::is_utf8(std::string("a\0b", 3)));
  CHECK_FALSE(charset::is_utf8(std::string("\xE2\x82\xAC\xE6\0", 5)));  // broken by a NUL, not truncated
}

TEST_CASE("an encoded word's bytes in any charset", "[text]") {
  const auto utf8 = [](std::string_view label, std::string_view bytes) {
    std::string out;
    charset::Charset(label).append_utf8(bytes, out);
    return out;
  };
  CHECK(utf8("iso-2022-jp", "\x1B$B$\"\x1B(B!") == "\xE3\x81\x82!");
  CHECK(utf8("hz-gb-2312", "~{0!~}") == "\xE5\x95\x8A");
  CHECK(utf8("utf-7", "+AOk-") == "\xC3\xA9");
  CHECK(utf8("gb2312", "\xB0\xA1x") == "\xE5\x95\x8Ax");
  CHECK(utf8("windows-1251", "\xE0") == "\xD0\xB0");
  CHECK(utf8("windows-1258", "a\xF5") == "a\xC6\xA1");
  CHECK(utf8("windows-1258", "\xE0") == "\xC3\xA0");
  CHECK(utf8("", "\xE9\xC3\xA9") == "\xC3\xA9\xC3\xA9");
  CHECK(utf8("iso-8859-1", "\x80") == "\xE2\x82\xAC");
  CHECK(utf8("utf-8", std::string("\0\xC3\xA9", 3)) == std::string("\0\xC3\xA9", 3));
  CHECK(utf8("", std::string("\0\xC3\xA9", 3)) == std::string("\0\xC3\xA9", 3));
  CHECK(utf8("utf-8", "a\xFF\x62") == "a\xEF\xBF\xBD\x62");
}
