// The walk: what GMime's parser returns, where its errors are corrected, and what it never returns.
#include "catch.h"
#include "walk/field_text.h"
#include "walk/message.h"
#include "walk/parser.h"
#include "walk/transfer_encoding.h"

using namespace mimebase;

namespace {

struct Text {
  const char* why;
  std::string in;
  std::string out;
};

std::string decoded(const std::string& raw, walk::TransferEncoding encoding) {
  std::string buffer;
  return std::string(walk::decode_transfer(raw, encoding, buffer));
}

std::vector<std::string> structure(const std::string& bytes, std::uint64_t max_depth = 100) {
  walk::Parser parser;
  const walk::Message message = parser.parse(bytes, {.depth = max_depth});
  std::vector<std::string> out;
  for (int i = 0; i < static_cast<int>(message.entities().size()); ++i) {
    std::string buffer;
    out.push_back(message.part_name(i) + ' ' + message.entities()[static_cast<std::size_t>(i)].content_type +
                  " [" + std::string(message.content(i, buffer)) + ']');
  }
  return out;
}

}  // namespace

TEST_CASE("quoted-printable, RFC 2045 section 6.7") {
  const Text cases[] = {
      {"escapes in both cases", "a=3D=c3=A9", "a=\xC3\xA9"},
      {"soft breaks", "a=\nb=\r\nc", "abc"},
      {"white space behind the soft break's sign", "a= \t\r\nb", "ab"},
      {"a soft break at the end", "a=", "a"},
      {"no escape: as it stands", "a=zz=b", "a=zz=b"},
      {"line breaks stay", "a\r\nb\n", "a\r\nb\n"},
      {"empty", "", ""},
  };
  for (const Text& c : cases) {
    INFO(c.why);
    CHECK(decoded(c.in, walk::TransferEncoding::kQuotedPrintable) == c.out);
  }
}

TEST_CASE("what only begins like an encoded word is text") {
  for (const char* text : {"=?", "=??", "=?u", "=?u?", "=?u?q", "=?u?q?", "=?u?q?x", "=?u?q?x?", "=? ?"}) {
    INFO(text);
    CHECK(walk::decode_field(text) == text);
    CHECK(walk::decode_field(std::string("a ") + text) == std::string("a ") + text);
  }
}

TEST_CASE("base64 goes on behind a '=' in the middle") {
  CHECK(decoded("YQ==\nYg==\n", walk::TransferEncoding::kBase64) == "ab");
  CHECK(decoded("!!YWI=", walk::TransferEncoding::kBase64) == "ab");
  // Groups that begin in one line and end in another, and lines of whole groups behind them.
  CHECK(decoded("YWJjZ\r\nGVmZ2hp\nYWJj\r\nYWJj!YQ==YWJj", walk::TransferEncoding::kBase64) ==
        "abcdefghiabcabcaabc");
}

TEST_CASE("uuencode") {
  const Text cases[] = {
      {"behind its begin line", "x\nbegin 644 a\n#86)C\n`\nend\n", "abc"},
      {"without one", "#86)C\n`\n", "abc"},
      {"CRLF, and no line of no bytes", "begin 644 a\r\n#86)C\r\nend\r\n", "abc"},
      {"lost spaces", "begin 644 a\n#86\n`\nend\n", std::string("a`\0", 3)},
      {"a check character", "begin 644 a\n#86)C!\n`\nend\n", "abc"},
      {"a line that is cut off", "begin 644 a\nM86)C86)C8\n`\nend\n", "abcabc"},
      {"what is no line is passed over", "begin 644 a\n#86)C\nprose\n\n#86)C\n`\n#86)C\n", "abcabc"},
      {"nothing", "begin 644 a", ""},
  };
  for (const Text& c : cases) {
    INFO(c.why);
    CHECK(decoded(c.in, walk::TransferEncoding::kUuencode) == c.out);
  }
}

TEST_CASE("each transfer encoding has a way back") {
  struct Mapped {
    const char* why;
    walk::TransferEncoding encoding;
    std::string raw;
    charset::Span made, from;
  };
  const Mapped cases[] = {
      {"an escape", walk::TransferEncoding::kQuotedPrintable, "a=3Db", {1, 2}, {1, 4}},
      {"behind a soft break", walk::TransferEncoding::kQuotedPrintable, "a= \r\nb", {1, 2}, {5, 6}},
      {"a group of base64", walk::TransferEncoding::kBase64, "YWJj\nZGVm", {3, 6}, {5, 9}},
      {"a group with rubbish inside", walk::TransferEncoding::kBase64, "YW!JjZGVm", {0, 3}, {0, 5}},
      {"a line of uuencode",
       walk::TransferEncoding::kUuencode,
       "begin 644 a\n#86)C\n#86)C\n`\n",
       {4, 5},
       {18, 24}},
  };
  for (const Mapped& c : cases) {
    INFO(c.why);
    charset::OffsetMap map;
    std::string buffer;
    (void)walk::decode_transfer(c.raw, c.encoding, buffer, &map);
    CHECK(map.to_input(c.made) == c.from);
  }
}

TEST_CASE("header fields for a person") {
  const Text cases[] = {
      {"a word", " =?utf-8?q?J=C3=B6rg?= <j@x>", "J\xC3\xB6rg <j@x>"},
      {"neighbours with padding", "=?utf-8?b?YQ==?= =?utf-8?b?Yg==?=", "ab"},
      {"a character cut in two", "=?utf-8?b?ww==?=\n =?utf-8?b?qQ==?=", "\xC3\xA9"},
      {"states begin anew in each word",
       "=?iso-2022-jp?b?GyRCJDMbKEI=?= =?iso-2022-jp?b?GyRCJDMbKEI=?=", "\xE3\x81\x93\xE3\x81\x93"},
      {"a language (RFC 2231)", "=?us-ascii*en?q?a_b?=", "a b"},
      {"no word", "=?x? =?y?q?z", "=?x? =?y?q?z"},
      {"bytes that are no UTF-8, one by one", "\xC3\xA9 \xE9", "\xC3\xA9 \xC3\xA9"},
      {"folds", " a\r\n\tb ", "a\tb"},
  };
  for (const Text& c : cases) {
    INFO(c.why);
    CHECK(walk::decode_field(c.in) == c.out);
  }
}

TEST_CASE("dates are RFC 3339 in their own zone") {
  const Text cases[] = {
      {"a zone", " Thu, 1 Jan 2004 10:00:00 +0100", "2004-01-01T10:00:00+01:00"},
      {"UTC", "Thu, 1 Jan 2004 10:00:00 +0000", "2004-01-01T10:00:00+00:00"},
      {"a zone that is not known", "Thu, 1 Jan 2004 10:00:00 -0000", "2004-01-01T10:00:00-00:00"},
      {"none", "Thu, 1 Jan 2004 10:00:00", "2004-01-01T10:00:00-00:00"},
      {"a colon in it", "Thu, 1 Jan 2004 10:00:00 +01:00", "2004-01-01T10:00:00+01:00"},
      {"a comment", "Thu, 1 Jan 2004 10:00:00 +0100 (CET)", "2004-01-01T10:00:00+01:00"},
      {"two digits of a day and a month", "Wed, 08 Dec 2010 23:59:59 -0730", "2010-12-08T23:59:59-07:30"},
      {"a month before them", "Thu, 28 Oct 1999 00:00:00 +1200", "1999-10-28T00:00:00+12:00"},
      {"a day that some months do not have", "Sun, 29 Feb 2004 10:00:00 +0100", "2004-02-29T10:00:00+01:00"},
  };
  for (const Text& c : cases) {
    INFO(c.why);
    CHECK(walk::rfc3339_date(c.in) == c.out);
    const std::string long_comment = '(' + std::string(5000, 'x') + ')', blanks(5000, ' ');
    CHECK(walk::rfc3339_date(long_comment + c.in) == c.out);
    CHECK(walk::rfc3339_date(blanks + "\r\n" + blanks + c.in + blanks) == c.out);
  }
  CHECK_FALSE(walk::rfc3339_date("yesterday").has_value());
}

TEST_CASE("the line break before a delimiter is none of the part") {
  const std::string crlf = "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nxx\r\n--b--";
  CHECK(structure(crlf).back() == "1 text/plain [xx]");
  const std::string mixed = "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nxx\n--b--\r\n";
  CHECK(structure(mixed).back() == "1 text/plain [xx]");
}

TEST_CASE("part names are IMAP section specifiers") {
  const std::string inner = "Content-Type: multipart/mixed; boundary=c\n\n--c\n\nx\n--c\n\ny\n--c--\n";
  const std::string bytes =
      "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: message/rfc822\n\n" + inner +
      "--b\nContent-Type: multipart/alternative; boundary=d\n\n--d\n\nz\n--d--\n--b--\n";
  std::vector<std::string> names;
  for (const std::string& line : structure(bytes)) names.push_back(line.substr(0, line.find(' ')));
  CHECK(names == std::vector<std::string>{"TEXT", "1", "1.TEXT", "1.1", "1.2", "2", "2.1"});
}

TEST_CASE("nothing is lost where GMime gives up") {
  CHECK(structure("no heading at all, only words") ==
        std::vector<std::string>{"1 text/plain [no heading at all, only words]"});
  CHECK(structure("junk\nTo: a\n\nbody") == std::vector<std::string>{"1 text/plain [body]"});
  CHECK(structure("To: a\nSubj").size() == 1);
  CHECK(structure("Content-Type: multipart/mixed\n\nhttp://x/") ==
        std::vector<std::string>{"TEXT multipart/mixed [http://x/]"});
}

TEST_CASE("deeper than the limit is left out and said") {
  std::string bytes;
  for (int i = 0; i < 50; ++i) bytes += "Content-Type: message/rfc822\n\n";
  bytes += "\nx";
  walk::Parser parser;
  const walk::Message message = parser.parse(bytes, {.depth = 10});
  REQUIRE(message.entities().size() == 11);
  CHECK(message.entities().back().too_deep);
}

TEST_CASE("a field's value without folds and comments") {
  const Text cases[] = {
      {"a comment", " base64 (really)", "base64"},
      {"a comment in a comment, with an escape", " a (b (c\\) d)) e", "a  e"},
      {"a quoted string is kept", " \"a (b) \\\" c\"", "\"a (b) \\\" c\""},
      {"a fold", " a\r\n b", "a b"},
      {"a fold behind a backslash, which escapes nothing then", " \"a\\\r\n b\"", "\"a\\ b\""},
  };
  for (const Text& c : cases) {
    INFO(c.why);
    CHECK(walk::without_comments(c.in) == c.out);
  }
}

TEST_CASE("a document is a message without a header, whatever it begins with") {
  Record record;
  record.kind = RecordKind::kDocument;
  record.source = "folder.tar!a/page.html";
  record.bytes = "Subject: x\n\n<p>";
  record.content_type = "Text/HTML; charset=\"koi8-r\"";
  walk::Parser parser;
  const walk::Message message = parser.parse(record, {});
  REQUIRE(message.entities().size() == 1);
  CHECK(message.is_document());
  CHECK(message.part_name(0) == "1");
  CHECK(message.fields(0).empty());
  CHECK(message.entities()[0].content_type == "text/html");
  CHECK(message.entities()[0].depth == 0);
  CHECK(message.charset(0) == "koi8-r");
  CHECK(message.has_type(0));
  CHECK(message.parameter(0, "filename") == "page.html");
  CHECK_FALSE(message.envelope().subject.has_value());
  std::string buffer;
  CHECK(message.content(0, buffer) == record.bytes);
  const walk::Details details = message.details(0);
  CHECK_FALSE(details.heading.has_value());
  CHECK_FALSE(details.filename.has_value());
  REQUIRE(details.body.has_value());
  CHECK(details.body->start == 0);
  CHECK(details.body->end == record.bytes.size());
}

TEST_CASE("a document of a type of mail contains that mail") {
  Record record;
  record.kind = RecordKind::kDocument;
  record.source = "-";
  record.bytes = "Subject: x\n\n<p>";
  record.content_type = "message/rfc822";
  walk::Parser parser;
  const walk::Message message = parser.parse(record, {});
  REQUIRE(message.entities().size() == 2);
  CHECK(message.entities()[0].kind == walk::Kind::kMessage);
  CHECK_FALSE(message.parameter(0, "filename").has_value());
  CHECK(message.heading_name(1) == "1.HEADER");
  CHECK(message.part_name(1) == "1.1");
}
