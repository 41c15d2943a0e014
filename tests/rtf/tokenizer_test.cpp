// Tokens, groups and text of RTF: RTF 1.9.1.
#include "rtf/tokenizer.h"

#include <string>

#include "catch.h"
#include "text/strings.h"

using mimebase::rtf::Event;
using mimebase::rtf::EventKind;
using mimebase::rtf::Reader;
using mimebase::rtf::Token;
using mimebase::rtf::Tokenizer;
using mimebase::rtf::TokenKind;

namespace {

// Writes tokens as "{ word:12 *~ '41 text b:12 }".
std::string tokens_of(std::string_view rtf) {
  Tokenizer tokenizer(rtf);
  std::string all;
  for (Token token = tokenizer.next(); token.kind != TokenKind::kEnd; token = tokenizer.next()) {
    if (!all.empty()) all += ' ';
    if (token.kind == TokenKind::kSymbol) all += '*';
    if (token.kind == TokenKind::kHex) all += '\'';
    if (token.kind == TokenKind::kText) all += '"';
    if (token.kind == TokenKind::kBinary) all += "bin=";
    all += token.text;
    if (token.parameter) all += ':' + std::to_string(*token.parameter);
  }
  return all;
}

std::string text_of(std::string_view rtf) {
  Reader reader(rtf);
  std::string all;
  for (Event event = reader.next(); event.kind != EventKind::kEnd; event = reader.next()) {
    if (event.kind == EventKind::kText) all += event.text;
  }
  return all;
}

}  // namespace

TEST_CASE("tokens") {
  struct Row {
    std::string rtf, tokens;
  };
  const Row kRows[] = {
      {R"({\rtf1\ansi x})", "{ rtf:1 ansi \"x }"},
      {R"(\b0\b-1\b- 1\b  2)", "b:0 b:-1 b \"- 1 b \" 2"},
      {R"(\*\~\'41\'4g\{\\\})", "** *~ '41 *' \"4g \"{ \"\\ \"}"},
      {"a\r\nb\\\r\nc\\\td", "\"a \"b par \"c tab \"d"},
      {R"(\bin3 {}\x\bin2 abc\bin99 a)", "bin={}\\:3 \"x bin=ab:2 \"c bin=a:99 \"a"},
      {R"(\bin9 a\bin9 b)", "bin=a\\bin9 b:9 \"a bin=:9 \"b"},
      {R"(\bin-3 a\bin b)", "bin=:-3 \"a bin= \"b"},
      {R"(\u99999999999999999999 a)", "u:999999999 \"a"},
      {R"(\Abc1x)", "Abc:1 \"x"},
      {std::string("a\0b", 3), "\"a \"b"},
      {"a\x01"
       "b\x1F"
       "c\td",
       "\"a \"b \"c\td"},
      {"\\", ""},
      {"\\'4", "*' \"4"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.rtf);
    CHECK(tokens_of(row.rtf) == row.tokens);
  }
}

TEST_CASE("text is decoded by code pages and \\uc") {
  struct Row {
    const char *rtf, *text;
  };
  const Row kRows[] = {
      {R"({\rtf1\ansi\'e9})", "\u00E9"},
      {R"({\rtf1\mac\'8e})", "\u00E9"},
      {R"({\rtf1\pc\'82})", "\u00E9"},
      {R"({\rtf1\ansicpg932\'82\'a0\'82)"
       "\r\n"
       R"(\'a0})",
       "\u3042\u3042"},
      {R"({\rtf1\ansicpg65001\'c3\'a9})", "\u00E9"},
      {R"({\rtf1\ansicpg99\'e9})", "\u00E9"},
      {R"({\rtf1{\fonttbl\f3\fcharset204 A;\f4\fcharset161 B;}\f3\'e9\f4\'e9\f5\'e9})",
       "A;B;\u0439\u03B9\u00E9"},
      {R"({\rtf1{\fonttbl{\f3\fcharset0\cpg1251 A;}}\f3\'e9})", "A;\u0439"},
      {R"({\rtf1\u-10179?x})", "\uFFFDx"},
      {R"({\rtf1\u-8704?x})", "\uFFFDx"},
      {R"({\rtf1\u9999999?x})", "\uFFFDx"},
      {R"({\rtf1\uc3\u97 a\'62\~x})", "ax"},
      {R"({\rtf1{\uc3\u97 a}x})", "ax"},
      {R"({\rtf1\u8211\endash x})", "\u2013x"},
      {R"({\rtf1\u97\b bc})", "ac"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.rtf);
    CHECK(text_of(row.rtf) == row.text);
  }
}

TEST_CASE("nothing is too much to be read") {
  constexpr int kMany = 70'000;
  // Groups, each with a state of its own.
  std::string deep;
  for (int i = 0; i < kMany; ++i) deep += i % 2 == 0 ? R"({\uc2)" : R"({\uc3)";
  deep += R"(\u97 xxx}\u98 xx)" + std::string(kMany - 1, '}') + R"(\u99 x)";
  CHECK(text_of(R"({\rtf1)" + deep + "}") == "abc");
  // Fonts and code pages.
  std::string fonts, pages, text;
  for (int i = 0; i < kMany; ++i) fonts += "\\f" + std::to_string(i) + R"(\fcharset204)";
  CHECK(text_of(R"({\rtf1{\fonttbl)" + fonts + R"(}\f69999\'e9})") == "\u0439");
  for (int i = 100; i < 1200; ++i) {
    pages += "\\f" + std::to_string(i) + "\\cpg" + std::to_string(i);
    text += "\\f" + std::to_string(i) + R"(\'e9)";
  }
  CHECK(text_of(R"({\rtf1{\fonttbl)" + pages + R"(\f1\cpg1251})" + text + R"(\f1\'e9})").ends_with("\u0439"));
  // Text without a place where it can be divided: the second byte of each character is a backslash.
  std::string wide;
  for (int i = 0; i < 10 * kMany; ++i) wide += R"(xx\'83\'5c)";
  CHECK_FALSE(mimebase::contains(text_of(R"({\rtf1\ansicpg932 x)" + wide + "}"), "\uFFFD"));
}

TEST_CASE("hexadecimal data is read as Word reads it, whatever is between the digits") {
  struct Row {
    const char *rtf, *bytes;
  };
  const Row kRows[] = {
      {"6162}", "ab"},
      {"6 1\r\n6\t2x}", "ab"},
      {R"(6{\x1 3}1{\*\y{6}}2}z)", "c\x12"},
      {R"(61\bin2 {}62})", "a{}b"},
      {"616}", "a"},
      {R"(61\'616\'zz62\'a)", "ab"},
      {R"(61{\*\objclass{6}3}{\objname 64}{\unknown 62})", "ab"},
  };
  for (const Row& row : kRows) {
    CAPTURE(row.rtf);
    const std::string rtf = std::string(R"({\*\objdata )") + row.rtf;
    Reader reader(rtf);
    Event event = reader.next();
    while (event.kind != EventKind::kWord) event = reader.next();
    CHECK(reader.read_hex(100) == row.bytes);
    const Event last = reader.next();
    CHECK((last.kind == EventKind::kClose || last.kind == EventKind::kEnd));
  }
  Reader reader("{\\objdata 61626364}");
  while (reader.next().kind != EventKind::kWord) {
  }
  CHECK(reader.read_hex(2) == "ab");
}
