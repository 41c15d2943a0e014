// Recognition of From_ lines, and where they split records, by table.
#include "input/from_line.h"

#include <string>
#include <string_view>
#include <vector>

#include "catch.h"
#include "support/page_end.h"

using mimebase::input::begins_like_field;
using mimebase::input::find_from_line;
using mimebase::input::FromSearch;
using mimebase::input::FromShape;
using mimebase::input::kNoBody;
using mimebase::input::leading_from_line;
using mimebase::input::shape_of_from_line;
using mimebase::test::PageEnd;

namespace {

constexpr FromShape kFull = FromShape::kFull;
constexpr FromShape kLoose = FromShape::kLoose;
constexpr FromShape kBare = FromShape::kBare;
constexpr FromShape kEmpty = FromShape::kEmpty;
constexpr FromShape kNone = FromShape::kNone;

}  // namespace

TEST_CASE("the shape of From_ lines") {
  struct Case {
    std::string_view line;
    FromShape shape;
    std::string_view why;
  };
  const std::vector<Case> cases = {
      {"From a@b.org Thu Jan  1 00:00:00 2004", kFull, "asctime, as RFC 4155 has it"},
      {"From a@b.org  Thu Jan 1 00:00:00 2004", kFull, "day without padding"},
      {"From a@b.org Thu Jan 01 00:00:00 2004", kFull, "day padded with 0"},
      {"From a@b.org", kBare, "no date"},
      {"From a@b.org ", kBare, "no date, a blank"},
      {"From a", kNone, "no address"},
      {"From a@b.org on", kNone, "more than an address"},
      {"From  ", kNone, "nothing"},
      {"From a at b.org  Thu Jan  1 00:00:00 2004", kFull, "Pipermail hides the address"},
      {"From 1234567890@xxx Thu Jan 01 00:00:00 +0000 2004", kFull, "Gmail Takeout: zone before the year"},
      {"From - Thu Jan  1 00:00:00 2004", kFull, "Thunderbird"},
      {"From MAILER-DAEMON Thu Jan  1 00:00:00 2004", kFull, "bounce"},
      {"From MAILER-DAEMON\tThu Jan  1 00:00:00 2004", kFull, "TAB between"},
      {"From  Thu Jan  1 00:00:00 2004", kFull, "empty sender"},
      {"From <> Thu Jan  1 00:00:00 2004", kFull, "empty sender, in brackets"},
      {"From ???@??? Thu Jan  1 00:00:00 2004", kFull, "Eudora"},
      {"From \"A B\"@c.org Thu Jan  1 00:00:00 2004", kFull, "quoted local part with a blank"},
      {"From a@b.org Thu Jan  1 00:00 2004", kFull, "sendmail's short one: no seconds"},
      {"From a@b.org Thu Jan  1 0:00 2004", kFull, "hour of one digit"},
      {"From a@b.org Thu Jan  1 00:00 EST 2004", kFull, "zone by name before the year"},
      {"From a@b.org Thu Jan  1 00:00:00 2004 +0200", kFull, "Dovecot's tests: zone behind the year"},
      {"From a@b.org Thu Jan  1 00:00:00 2004 (CET)", kFull, "zone as a comment"},
      {"From a@b.org Thu Jan  1 00:00:00 MET DST 2004", kFull, "zone of two words"},
      {"From a@b.org Thu Jan  1 00:00:00 2004 remote from host", kFull, "UUCP"},
      {"From ROOT Thu Jan  1 00:00:00 2004", kFull, "a sender that could be a zone"},
      {"From a@b.org thu jan  1 00:00:00 2004", kFull, "names of days in any case"},
      {"From a@b.org Thu Jan  1 00:00:00 2004  ", kFull, "blanks behind"},
      {"From a@b.org Thu, 1 Jan 2004 00:00:00 +0100", kLoose, "RFC 822 date"},
      {"From a@b.org Thu, 01 Jan 04 00:00:00 GMT", kLoose, "RFC 822 date, year of two digits"},
      {"From MAILER-DAEMON Mon 1 Jan 2015 00:00:00 +0900", kLoose, "RFC 822 date without comma"},
      {"From a@b.org Thu Jan  1 00:00", kLoose, "sendmail's shortest one: no year"},
      {"From () 2019-10-02 05:04:34 +0000", kLoose, "ISO date"},
      {"From a 2019-10-02T05:04:34Z", kLoose, "ISO date and time"},
      {"From a 2019-10-02T05:04:34.123+01:00", kLoose, "ISO date and time with fraction and zone"},
      {"From a 1-Jan-2004 12:30", kLoose, "IMAP's date"},
      {"From here on 12:30 we will meet", kNone, "prose with a time"},
      {"From here on we will meet on Monday at 12:30", kNone, "prose that ends in a time"},
      {"From Monday 12:30 to Tuesday 14:00", kNone, "prose with days and times, no date"},
      {"From Mon 12:30 2004", kNone, "no day of a month"},
      {"From 10:00 to 12:00", kNone, "two times"},
      {"From one solid piece of aluminum comes a laptop", kNone, "prose"},
      {"From ", kEmpty, "nothing: Thunderbird"},
      {"From a@b.org 00:00 01-Jan", kNone, "a day and a month with a dash, and no year: the line ends there"},
      {"From a@b.org 00:00 01-Jan-", kNone, "an empty year"},
      {"From a@b.org 00:00 01-Jan-2", kNone, "a year of one digit"},
      {"From a@b.org 00:00 01-Jan-20", kLoose, "a year of two digits"},
      {"From a@b.org 00:00 1-Ja", kNone, "half a month"},
      {"From a@b.org 00:00 1-", kNone, "no month"},
      {"From a@b.org Thu Jan  1 00:", kNone, "the line ends in a time"},
      {"From a@b.org Thu Jan  1 00:00:", kNone, "the line ends before the seconds"},
      {"From a@b.org 2019-10-02T05:04", kLoose, "ISO date and time, no seconds and no zone"},
      {"From a@b.org 2019-10-02T", kNone, "ISO date, and the time is missing"},
      {"From", kNone, "not even the blank"},
      {">From a@b.org Thu Jan  1 00:00:00 2004", kNone, "quoted"},
      {" From a@b.org Thu Jan  1 00:00:00 2004", kNone, "not at the line's start"},
      {"FROM a@b.org Thu Jan  1 00:00:00 2004", kNone, "From in another case"},
      {"From: a@b.org Thu Jan  1 00:00:00 2004", kNone, "a header field"},
      {"From a@b.org Thu Jan  1 25:00:00 2004", kNone, "no such hour"},
      {"From a@b.org Thu Jan  1 00:60:00 2004", kNone, "no such minute"},
      {"From a@b.org Thu Jan  1 000:00 2004", kNone, "hour of three digits"},
      {"From a@b.org Thu Jan  1 00:00:00 2004, we met", kNone, "a date in the midst of prose"},
      {"From a@b.org Thu Jan  1 00:00:00 00:00:00 2004", kNone, "two times"},
  };
  const PageEnd page;
  for (const Case& c : cases) {
    INFO(c.why << ": " << c.line);
    CHECK(shape_of_from_line(page.at_start(c.line)) == c.shape);
    CHECK(shape_of_from_line(page.at_end(c.line)) == c.shape);
  }
}

TEST_CASE("lines that begin like a header field") {
  struct Case {
    std::string_view line;
    bool is_field;
    std::string_view why;
  };
  const std::vector<Case> cases = {
      {"Subject: x", true, "a field"},
      {"X_a.b-1:", true, "no value, all kinds of characters"},
      {"From : a@b.org", true, "blank before the colon (RFC 822)"},
      {"Subject\t: x", true, "TAB before the colon"},
      {"A:", true, "shortest"},
      {"", false, "nothing"},
      {":", false, "no name"},
      {"Subject", false, "no colon"},
      {"Two words: x", false, "blank within"},
      {" Subject: x", false, "a fold"},
      {"http://host/", false, "a URL"},
      {"std::string", false, "a program"},
      {"\"a\": 1", false, "JSON"},
      {"<a href=\"x:\">", false, "HTML"},
      {"From a@b.org Thu Jan  1 00:00:00 2004", false, "a From_ line has a blank before its first colon"},
  };
  const PageEnd page;
  for (const Case& c : cases) {
    INFO(c.why << ": " << c.line);
    CHECK(begins_like_field(page.at_end(c.line)) == c.is_field);
  }
  CHECK(begins_like_field(std::string(100, 'a') + ":"));
  CHECK_FALSE(begins_like_field(std::string(101, 'a') + ":"));  // names have a maximum length
}

TEST_CASE("where a From_ line parts records") {
  const std::string full = "From a Thu Jan  1 00:00:00 2004";
  const std::string loose = "From a Thu, 1 Jan 2004 00:00:00 +0100";
  struct Case {
    std::string text;
    bool parts;
    std::string_view why;
  };
  const std::vector<Case> cases = {
      {"x\n\n" + full + "\nSubject: y\n", true, "behind a blank line"},
      {"x\r\n\r\n" + full + "\r\nSubject: y\r\n", true, "CRLF"},
      {"x\n\r\n" + full + "\nSubject: y\n", true, "mixed line ends"},
      {"x\n\n" + full + "\nno field\n", true, "full date behind a blank line: whatever follows"},
      {"x\n\n" + full, true, "at the end, without line end"},
      {"x\n" + full + "\nSubject: y\n", true, "no blank line, but a header follows"},
      {"x\n" + full + "\n>From b Thu Jan  1 00:00:00 2004\n", true,
       "no blank line, but a quoted From_ line follows"},
      {"x\n" + full + "\nno field\n", false, "no blank line, no header"},
      {"x\n" + full + "\n\n", false, "no blank line before, only behind"},
      {"x\n" + full, false, "no blank line, and the end"},
      {"x\n \n" + full + "\nno field\n", false, "a blank in the line before"},
      {"x\n\n" + loose + "\nSubject: y\n", true, "loose date, blank line and header"},
      {"x\n\n" + loose + "\n\n", true, "loose date, blank line and no header"},
      {"x\n\n" + loose, true, "loose date at the end"},
      {"x\n\n" + loose + "\nwe met.\n", false, "loose date, and prose behind"},
      {"x\n" + loose + "\nSubject: y\n", false, "loose date without blank line"},
      {"x\n\nFrom here on 12:30 we\nSubject: y\n", false, "prose"},
      {"x\n\nFrom a@b.org\nSubject: y\n", true, "no date, but an address, a blank line and a header"},
      {"x\nFrom a@b.org\nSubject: y\n", false, "no date and no blank line"},
      {"x\n\nFrom a@b.org\nno field\n", false, "no date and no header"},
      {"x\n\nFrom \nSubject: y\n", true, "nothing behind From: a blank line and a header"},
      {"x\r\n\r\nFrom \r\nSubject: y\r\n", true, "the same with CRLF, as Thunderbird writes it"},
      {"x\n\nFrom \nX-Mozilla-Status: 0001\n", true, "a header of Thunderbird's"},
      {"x\nFrom \nSubject: y\n", false, "nothing behind From, and no blank line"},
      {"x\n\nFrom \nno field\n", false, "nothing behind From, and no header"},
      {"x\n\nFrom \n\nSubject: y\n", false, "nothing behind From, and a blank line"},
      {"x\n\nFrom \n Subject: y\n", false, "nothing behind From, and a fold"},
      {"x\n\nFrom \n>From b Thu Jan  1 00:00:00 2004\n", false, "nothing behind From, and a quoted one"},
      {"x\n\nFrom \nhttp://example.org/\n", false, "nothing behind From, and a URL"},
      {"x\n\nFrom \n", false, "nothing behind From, and the end"},
      {"x\n\nFrom  \nSubject: y\n", false, "two blanks"},
      {"x\n\nFrom\nSubject: y\n", false, "no blank"},
      {"x\n\n>From \nSubject: y\n", false, "quoted, with nothing behind it"},
      {"x\n\n>" + full + "\nSubject: y\n", false, "quoted"},
      {"x\n\n " + full + "\nSubject: y\n", false, "not at the line's start"},
      {"x\n\nFrom " + std::string(1000, 'a') + full.substr(4) + "\nSubject: y\n", false, "too long"},
  };
  const PageEnd page;
  for (const Case& c : cases) {
    INFO(c.why << ": " << c.text);
    const FromSearch found = find_from_line(page.at_end(c.text), 1, kNoBody, true);
    CHECK((found.state == FromSearch::State::kFound) == c.parts);
    if (found.state == FromSearch::State::kFound) CHECK(c.text.substr(found.start, 5) == "From ");
  }
}

TEST_CASE("a From_ line directly behind another begins a record") {
  const std::string line = "From a Thu Jan  1 00:00:00 2004\n";
  const std::string text = line + line + "x\n";
  CHECK(find_from_line(text, line.size(), line.size(), true).state == FromSearch::State::kFound);
  CHECK(find_from_line(text, line.size(), kNoBody, true).state == FromSearch::State::kNone);
}

TEST_CASE("the first line of an mbox") {
  struct Case {
    std::string_view text;
    std::size_t length;
    std::string_view why;
  };
  const std::vector<Case> cases = {
      {"From a Thu Jan  1 00:00:00 2004\nSubject: x\n", 32, "a From_ line"},
      {"From a Thu Jan  1 00:00:00 2004\r\nSubject: x\r\n", 33, "CRLF"},
      {"From a Thu Jan  1 00:00:00 2004\rSubject: x\r", 32, "CR"},
      {"From a Thu Jan  1 00:00:00 2004", 31, "no line end"},
      {"From a@b.org\nSubject: x\n", 13, "no date, but a header follows"},
      {"From a@b.org\n>From b@c.org\n", 13, "no date, but a quoted From_ line follows"},
      {"From a@b.org\nprose\n", 0, "no date, no header"},
      {"From : a@b.org\nSubject: x\n", 0, "a header field with a blank before its colon"},
      {"From \nSubject: x\n", 6, "nothing, but a header follows: Thunderbird"},
      {"From \r\nSubject: x\r\n", 7, "the same with CRLF"},
      {"From \nprose\n", 0, "nothing, and no header"},
      {"From \n\nSubject: x\n", 0, "nothing, and a blank line"},
      {"From  \nSubject: x\n", 0, "blanks"},
      {"From ", 0, "nothing behind"},
      {">From a Thu Jan  1 00:00:00 2004\nSubject: x\n", 0, "quoted"},
  };
  const PageEnd page;
  for (const Case& c : cases) {
    INFO(c.why << ": " << c.text);
    CHECK(leading_from_line(page.at_end(c.text)) == c.length);
  }
}

TEST_CASE("the fast search finds what a plain one finds") {
  using mimebase::input::find_line_with_from;
  const std::string needle = "\nFrom ";
  const PageEnd page;
  for (std::size_t size = 0; size < 120; ++size) {
    CHECK(find_line_with_from(std::string(size, '\n'), 0) == std::string::npos);
    for (std::size_t at = 0; at + needle.size() <= size; ++at) {
      std::string text;
      while (text.size() < size) text += "\nFro\nF";  // almost a From_ line
      text.resize(size);
      text.replace(at, needle.size(), needle);
      const std::string_view bytes = page.at_end(text);
      for (const std::size_t from : {std::size_t{0}, at, at + 1}) {
        if (find_line_with_from(bytes, from) != text.find(needle, from)) {
          FAIL_CHECK(size << " bytes, at " << at << ", from " << from);
        }
      }
    }
  }
}

TEST_CASE("Content-Length in a heading") {
  using mimebase::input::content_length;
  using mimebase::input::end_of_heading;
  CHECK(content_length("A: b\ncontent-LENGTH:  17 \r\n\n") == 17);
  CHECK(content_length("Content-Length: 0\n") == 0);
  CHECK_FALSE(content_length("X-Content-Length: 1\n"));
  CHECK_FALSE(content_length("Content-Length:\n"));
  CHECK_FALSE(content_length("Content-Length: -1\n"));
  CHECK_FALSE(content_length("Content-Length: 1 2\n"));
  CHECK_FALSE(content_length("Content-Length: 268435457\n"));                // more than is plausible
  CHECK_FALSE(content_length("Content-Length: 99999999999999999999999\n"));  // more than 64 bits
  CHECK(end_of_heading("A: b\n\nx") == 6);
  CHECK(end_of_heading("A: b\r\n\r\nx") == 8);
  CHECK(end_of_heading("\nx") == 1);
  CHECK_FALSE(end_of_heading("A: b\nC: d"));
  CHECK(end_of_heading(std::string(70000, 'a') + "\n\n") == 70002);
  CHECK(end_of_heading(std::string(9 << 20, 'a') + "\n\n") == mimebase::input::kNoBody);
  CHECK(end_of_heading("A: b\nFrom a Mon Jan  1 00:00:00 2001\nA: b\n\nx") == mimebase::input::kNoBody);
  CHECK(end_of_heading("A: b\nFrom : b\n\nx") == 15);
}

TEST_CASE("bare From_ lines begin records without a blank line, if the mbox has such lines") {
  struct Case {
    std::string_view text;
    bool begins;
    std::string_view why;
  };
  for (const Case& c : {Case{"body\nFrom \nFrom: a\nSubject: b\n\n", true, "a header follows"},
                        {"body\r\nFrom \r\nSubject: b\r\n\r\n", true, "CRLF"},
                        {"body\nFrom \nhere: we go on\n", false, "text that looks like a field"},
                        {"body\nFrom \nSubject: b\nand so on\n", false, "text behind a field"},
                        {"body\nFrom \n\nSubject: b\n", false, "a blank line follows"},
                        {"body\nFrom me\nSubject: b\n\n", false, "a word"},
                        {"body\n>From \nSubject: b\n\n", false, "quoted"}}) {
    INFO(c.why);
    const auto state = [&c](bool has_bare_lines) {
      return find_from_line(c.text, 1, kNoBody, true, has_bare_lines).state;
    };
    CHECK((state(true) == FromSearch::State::kFound) == c.begins);
    CHECK(state(false) == FromSearch::State::kNone);
  }
}
