// Encodings that documents declare for themselves, and which charset is used in the end.
#include "charset/readable.h"

#include "catch.h"

using namespace mimebase;
using namespace std::string_literals;

namespace declared_charset_test {

struct Case {
  std::string bytes;
  std::string_view expected;
  const char* why;
};

void check(std::string_view media_type, const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    CAPTURE(c.why, c.bytes);
    CHECK(charset::declared_charset(c.bytes, media_type) == c.expected);
  }
}

const std::vector<Case> kHtml = {
    {"", "", "nothing there"},
    {"<meta charset=big5>", "big5", "the short form"},
    {"<META CHARSET='KOI8-R'>", "koi8-r", "in capitals, in single quotes"},
    {"<html><head><title>x</title><meta charset=\"utf-8\">", "utf-8", "behind other tags"},
    {"<meta charset = gbk >", "gbk", "spaces around the equals sign"},
    {"<meta/charset=gbk>", "gbk", "a slash for a space"},
    {"<metal charset=gbk>", "", "another element"},
    {"<meta http-equiv=Content-Type content='text/html; charset=Shift_JIS'>", "shift_jis", "the long form"},
    {"<meta content='text/html; charset=Shift_JIS' http-equiv='content-type'>", "shift_jis", "turned round"},
    {"<meta content='text/html; charset=Shift_JIS'>", "", "without http-equiv it says nothing"},
    {"<meta http-equiv=refresh content='text/html; charset=gbk'>", "", "another http-equiv"},
    {"<meta http-equiv=content-type content='charset x; charset = \"gbk\"'>", "gbk", "the second word"},
    {"<meta http-equiv=content-type content='charset=\"gbk'>", "", "a quote that is not closed"},
    {"<meta http-equiv=content-type content='charset='>", "", "nothing behind the sign"},
    {"<meta charset=gbk charset=big5>", "gbk", "of two attributes the first"},
    {"<meta charset=nonsense-1><meta charset=big5>", "big5", "a label that nobody knows is passed over"},
    {"<meta charset=''><meta charset=big5>", "big5", "an empty one too"},
    {"<!-- <meta charset=gbk> --><meta charset=big5>", "big5", "comments do not count"},
    {"<!--><meta charset=gbk>", "gbk", "a comment may be that short"},
    {"<!-- <meta charset=gbk>", "", "a comment without end"},
    {"<!doctype html><?x <meta charset=gbk> ?><meta charset=big5>", "big5", "nor declarations"},
    {"<a title='<meta charset=gbk>'><meta charset=big5>", "big5", "nor attributes"},
    {"</a title='<meta charset=gbk>'><meta charset=big5>", "big5", "of end tags too"},
    {"<a title=\"><meta charset=gbk>", "", "an attribute without end"},
    {"a < b <meta charset=gbk>", "gbk", "a '<' that is none"},
    {"<meta charset=utf-16>", "utf-8", "what was read as ASCII is no UTF-16"},
    {"<meta charset=x-user-defined>", "windows-1252", "as the Standard has it"},
    {"<meta charset=utf-7>", "", "UTF-7 cannot be smuggled in"},
    {"<?xml version='1.0' encoding='gbk'?><html>", "gbk", "an XML declaration"},
    {"<?xml version='1.0' encoding='gbk'?><meta charset=big5>", "big5", "meta comes first"},
    {"<meta charset=gbk", "", "a tag without end"},
    {std::string(1000, ' ') + "<meta charset=gbk>", "gbk", "the last bytes that are looked at"},
    {std::string(1010, ' ') + "<meta charset=gbk>", "", "behind them"},
    {"<\0h\0t\0m\0l\0>\0"s, "utf-16le", "zeros say UTF-16"},
    {"\0<\0h\0t\0m\0l\0>"s, "utf-16be", "on the other side"},
    {"<\0h\0t\0"s, "", "too little to say so"},
};

const std::vector<Case> kXml = {
    {"<?xml version=\"1.0\" encoding=\"ISO-8859-2\"?>", "iso-8859-2", "a declaration"},
    {"<?xml version='1.0' encoding = 'gbk' ?>", "gbk", "with spaces"},
    {"<?xml version='1.0'?><x encoding='gbk'/>", "", "no encoding in it"},
    {" <?xml version='1.0' encoding='gbk'?>", "", "not at the beginning"},
    {"<?xml version='1.0' encoding=gbk?>", "", "without quotes"},
    {"<?xml version='1.0'                                                                       "
     "encoding='gbk'?>",
     "gbk", "blanks"},
    {"<?xml encoding='utf-16'?>", "utf-8", "read as ASCII"},
    {"<?xml encoding", "", "cut off"},
    {"<?xml encoding=", "", "cut off"},
    {"<?xml encoding='gbk", "", "cut off"},
    {"<meta charset=gbk>", "", "meta is HTML's"},
};

const std::vector<Case> kCss = {
    {"@charset \"big5\"; a{}", "big5", "to the letter"},
    {"@charset 'big5';", "", "single quotes"},
    {"@charset  \"big5\";", "", "two spaces"},
    {"@CHARSET \"big5\";", "", "capitals"},
    {" @charset \"big5\";", "", "not at the beginning"},
    {"@charset \"big5\" ;", "", "a space before the semicolon"},
    {"@charset \"big5", "", "cut off"},
};

struct DecisionCase {
  std::string_view label, media_type;
  std::string bytes;
  std::string_view expected_label, expected_utf8;
  const char* why;
};

const std::vector<DecisionCase> kDecisions = {
    {"utf-8", "text/html", "\xFF\xFEh\0i\0"s, "utf-16le", "hi", "a mark wins over the heading"},
    {"us-ascii", "text/plain", "\xFE\xFF\0h\0i"s, "utf-16be", "hi", "in the other order"},
    {"utf-16", "text/plain", "\xEF\xBB\xBFhi", "utf-8", "\xEF\xBB\xBFhi", "and over UTF-16 itself"},
    {"utf-16le", "text/plain", "\xFF\xFE\0\0h\0\0\0"s, "utf-32le", "h", "UTF-32's mark is the longer one"},
    {"iso-8859-2", "text/html", "<meta charset=gbk>\xB1", "iso-8859-2", "<meta charset=gbk>\xC4\x85",
     "the heading wins over the document"},
    {"", "text/html", "<meta charset=gbk>\xB0\xA1", "gbk", "<meta charset=gbk>\xE5\x95\x8A",
     "which counts where the heading is silent"},
    {"us-ascii", "text/html", "<meta charset=gbk>\xB0\xA1", "gbk", "<meta charset=gbk>\xE5\x95\x8A",
     "or says ASCII"},
    {"x-nonsense", "text/html", "<meta charset=gbk>\xB0\xA1", "gbk", "<meta charset=gbk>\xE5\x95\x8A",
     "or says what nobody knows"},
    {"", "text/plain", "caf\xC3\xA9", "", "caf\xC3\xA9", "undeclared UTF-8"},
    {"", "text/plain", "caf\xE9 \xC3\xA9", "", "caf\xC3\xA9 \xC3\x83\xC2\xA9", "undeclared: all or nothing"},
    {"us-ascii", "text/plain", "\x93x\x94", "", "\xE2\x80\x9Cx\xE2\x80\x9D", "high bytes in ASCII"},
    {"", "text/plain", "caf\xC3\xA9\xE2\x82", "", "caf\xC3\xA9\xEF\xBF\xBD",
     "a character that the end cuts off"},
    {"", "text/plain", "h\0i\0 \0y\0o\0u\0"s, "utf-16le", "hi you", "UTF-16 without any sign but its zeros"},
    {"gb2312", "text/plain", "all ASCII", "gbk", "all ASCII", "nothing to convert"},
};

TEST_CASE("what an HTML document says of its encoding", "[text]") {
  check("text/html", kHtml);
}

TEST_CASE("what XML and CSS say of theirs", "[text]") {
  check("application/xml", kXml);
  check("image/svg+xml", kXml);
  check("text/css", kCss);
  CHECK(charset::declared_charset("<meta charset=gbk>", "text/plain").empty());
}

TEST_CASE("every beginning of a declaration is read without harm", "[text]") {
  for (const Case& c : kHtml) {
    for (std::size_t size = 0; size <= c.bytes.size(); ++size) {
      const std::string cut = c.bytes.substr(0, size);
      CHECK(charset::declared_charset(cut, "text/html").size() < 20);
      CHECK(charset::declared_charset(cut, "text/xml").size() < 20);
      CHECK(charset::declared_charset(cut, "text/css").size() < 20);
    }
  }
}

TEST_CASE("which charset wins", "[text]") {
  for (const DecisionCase& c : kDecisions) {
    CAPTURE(c.why, c.label, c.bytes);
    std::string buffer, utf8;
    const charset::Readable readable = charset::make_readable(c.label, c.media_type, c.bytes, buffer);
    readable.charset.append_utf8(readable.bytes, utf8);
    CHECK(readable.label == c.expected_label);
    CHECK(utf8 == c.expected_utf8);
    CHECK(readable.label_known == (c.label != "x-nonsense"));
  }
}

}  // namespace declared_charset_test
