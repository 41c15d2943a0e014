// Functions that take raw bytes must not read beyond them: sources end at every offset, at the end of a page.
#include "support/page_end.h"

#include <array>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "catch.h"
#include "input/from_line.h"
#include "input/recognize.h"

using namespace mimebase::input;
using mimebase::test::PageEnd;

namespace {

// Calls every function of the station that takes raw bytes. Other tests check their results.
std::size_t look_at(std::string_view bytes) {
  std::size_t sum = static_cast<std::size_t>(shape_of_from_line(bytes)) + leading_from_line(bytes);
  sum += begins_like_field(bytes) ? 1 : 0;
  sum += static_cast<std::size_t>(container_kind(bytes));
  for (const std::string_view name : {"x", "x.eml", "x.emlx"}) sum += recognize(bytes, name).lead;
  sum += has_well_known_field(bytes) ? 1 : 0;
  sum += mentions_content_length(bytes) ? 1 : 0;
  sum += content_length(bytes).value_or(0) + (end_of_heading(bytes) ? 1 : 0);
  sum += find_line_with_from(bytes, 0) == std::string_view::npos ? 0 : 1;
  for (const bool at_end : {true, false}) {
    sum += find_from_line(bytes, 1, kNoBody, at_end).start;
    ClaimedEnd claimed;
    if (const auto found = claimed.find(bytes, 0, at_end)) sum += found->start;
  }
  for (const std::size_t at : {std::size_t{0}, bytes.size() / 2, bytes.size()})
    sum += from_line_at(bytes, at);
  sum += static_cast<std::size_t>(role_of(bytes, mimebase::InputKind::kAuto));
  return sum + (is_undelivered(bytes) ? 1 : 0);
}

std::vector<std::string> beginnings() {
  using namespace std::string_literals;
  const std::string date = "From a Thu Jan  1 00:00:00 2004\n";
  std::vector<std::string> texts = {
      date + "Content-Length: 7\nSubject: x\n\nx\n\n" + date,
      "From a@b.org 00:00 01-Jan",
      "From a@b.org Thu, 1 Jan 2004 00:00:00 +01:00 remote from host",
      "From a 2019-10-02T05:04:34.123+01:00",
      "From a Thu Jan  1 00:00 EST5EDT 2004",
      "From \nSubject: x\n\nx\n\nFrom \r\nTo: y\r\n",
      "x\n\nFrom \r",
      "Content-Length: 3\n\nabc\n\nFrom a Thu Jan  1 00:00:00 2004",
      "Content-Length: 18446744073709551616\n\n",
      "\xEF\xBB\xBF\r\n \t\r\nSubject: x\r\n\r\n",
      "17 \nSubject: x\nTo: y\n\n<?xml",
      "2005\n  Subject: x\nTo: a\n\n",
      ">From a\nA: b\n",
      "\x1F\x8B\x08\x04\0\0\0\0\0\x03"s,
      "\x1F\x8B\x08\xFF"s,
      "BZh91AY&SY\x01\x02"s,
      "BZh9\x17rE8P\x90\0"s,
      "\xFD"
      "7zXZ\0\0"s,
      "\x28\xB5\x2F\xFD\0"s,
      "\x1F\x9D\x90"s,
      "LZIP\x01"s,
      "\x04\x22\x4D\x18"s,
      "PK\x03\x04\x14\0"s,
      "PK\x05\x06\0\0\0"s,
      "PK00PK\x03\x04"s,
      "tmp/1234567890.M1P2.host",
      "mail/.mh_sequences",
      "a.EML",
  };
  std::string tar(600, '\0');
  tar.replace(0, 4, "name");
  tar.replace(148, 7, "000714 ");
  texts.push_back(tar);
  return texts;
}

}  // namespace

TEST_CASE("nothing is read behind the end of a page") {
  const PageEnd page;
  std::size_t seen = 0;
  for (const std::string& text : beginnings()) {
    for (std::size_t size = 0; size <= text.size(); ++size) {
      const std::string_view start = std::string_view(text).substr(0, size);
      const std::size_t at_start = look_at(page.at_start(start));
      CHECK(look_at(page.at_end(start)) == at_start);
      seen += at_start != 0 ? 1 : 0;
    }
  }
  CHECK(seen > 100);
}

TEST_CASE("nothing of random bytes is read behind the end of a page") {
  constexpr std::string_view kBytes = "From :-+./0123456789JanThuZT\r\n\t PK\x1F\x8B";
  const PageEnd page;
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    std::string text = random() % 2 == 0 ? "From " : "";
    const std::size_t size = random() % 80;
    while (text.size() < size) text += kBytes[random() % kBytes.size()];
    const std::size_t at_start = look_at(page.at_start(text));
    if (look_at(page.at_end(text)) != at_start) FAIL_CHECK(text);
  }
}
