// Fitting replacements into lines of limited length.
#include "edit/line_fitter.h"

#include <algorithm>
#include <string>

#include "catch.h"

using namespace mimebase;
using find::Quoting;

namespace {

constexpr std::string_view kUrl = "http://host.example/a/long/path/of/a/reference.html";

// Returns the replacement of the "X" in `bytes`; empty if it must stay.
std::string fitted(const std::string& bytes, const find::QuotingPath& quoting, std::string_view url = kUrl,
                   bool is_mail = true, bool breaks_often = false) {
  edit::LineFitter lines(bytes, 0, "\n", is_mail, breaks_often);
  const std::size_t at = bytes.find('X');
  Range span = {at, at + 1};
  std::string written(url);
  if (!lines.fit(quoting, span, written)) return {};
  return bytes.substr(0, span.start) + written + bytes.substr(span.end);
}

std::size_t longest_line(const std::string& bytes) {
  std::size_t longest = 0;
  for (std::size_t start = 0; start < bytes.size();) {
    const std::size_t end = std::min(bytes.find('\n', start), bytes.size());
    longest = std::max(longest, end - start);
    start = end + 1;
  }
  return longest;
}

const std::string kLong(960, 'p');

}  // namespace

TEST_CASE("a line that stays short enough is not broken", "[lines]") {
  CHECK(fitted("<a href=\"X\">\n", Quoting::kHtmlDouble) == "<a href=\"" + std::string(kUrl) + "\">\n");
}

TEST_CASE("a line that was too long already is not broken", "[lines]") {
  const std::string before(1200, 'p');
  CHECK(fitted(before + "<a href=\"X\">\n", Quoting::kHtmlDouble) ==
        before + "<a href=\"" + std::string(kUrl) + "\">\n");
}

TEST_CASE("a line of a document has no limit, but for content lines", "[lines]") {
  for (const Quoting quoting :
       {Quoting::kHtmlDouble, Quoting::kDelimited, Quoting::kFlowed, Quoting::kOpaque})
    CHECK(fitted(kLong + "<a href=\"X\">\n", quoting, kUrl, false) ==
          kLong + "<a href=\"" + std::string(kUrl) + "\">\n");
  const std::string url = "http://host.example/" + std::string(100, 'p');
  CHECK(fitted("URL:X\n", Quoting::kFoldedLine, url, false) == fitted("URL:X\n", Quoting::kFoldedLine, url));
  CHECK(longest_line(fitted("URL:X\n", Quoting::kFoldedLine, url, false)) <= 75);
}

TEST_CASE("a long line is broken where its language allows", "[lines]") {
  const std::string url(kUrl);
  CHECK(fitted(kLong + "<a href=\"X\">\n", Quoting::kHtmlDouble) == kLong + "<a\nhref=\"" + url + "\">\n");
  CHECK(fitted(kLong + "<a href = X >\r\n", Quoting::kHtmlBare) == kLong + "<a\r\nhref = " + url + " >\r\n");
  CHECK(fitted(kLong + "{color:red;background:url(X)}\n", Quoting::kCssUrl) ==
        kLong + "{color:red;background:\nurl(" + url + ")}\n");
  CHECK(fitted(kLong + "<URL:X>\n", Quoting::kDelimited) ==
        kLong + "<URL:http://host.example/a/long/path\n/of/a/reference.html>\n");
  CHECK(fitted(kLong + " X\r\n", Quoting::kFolded) ==
        kLong + " http://host.example/a/long/path\r\n /of/a/reference.html\r\n");
  for (const Quoting quoting :
       {Quoting::kHtmlDouble, Quoting::kDelimited, Quoting::kFlowed, Quoting::kFolded})
    CHECK(longest_line(fitted(kLong + "<a href=\"X\">\n", quoting)) <= 998);
}

TEST_CASE("what cannot be broken stays", "[lines]") {
  CHECK(fitted(kLong + "<a\thref=\"X\">" + std::string(20, 'q') + "\n", Quoting::kOpaque).empty());
  CHECK(fitted(kLong + "'X'\n", Quoting::kParameter).empty());
  CHECK(fitted("<" + kLong + "href=\"X\">\n", Quoting::kHtmlDouble).empty());
}

TEST_CASE("content lines are folded at 75 bytes", "[lines]") {
  CHECK(fitted("URL:X\r\n", Quoting::kFoldedLine) == "URL:" + std::string(kUrl) + "\r\n");
  const std::string folded =
      fitted("ATTENDEE;CN=someone;DIR=\"X\":mailto:a@b.example\r\n", Quoting::kFoldedLine);
  CHECK(folded ==
        "ATTENDEE;CN=someone;DIR=\"http://host.example/a/long/path/of/a/reference.htm\r\n "
        "l\":mailto:a@b.example\r\n");
  CHECK(fitted(std::string(74, 'p') + "X\n", Quoting::kFoldedLine, "\xC3\xBC\xC3\xBC") ==
        std::string(74, 'p') + "\n \xC3\xBC\xC3\xBC\n");
}

TEST_CASE("several changes of one line count together", "[lines]") {
  std::string bytes = std::string(880, 'p') + "<a href=X><a href=Y>\n";
  edit::LineFitter lines(bytes, 0, "\n");
  const std::size_t first = bytes.find('X'), second = bytes.find('Y');
  Range x = {first, first + 1}, y = {second, second + 1};
  std::string written_x(kUrl), written_y(kUrl);
  REQUIRE(lines.fit(Quoting::kHtmlBare, x, written_x));
  REQUIRE(lines.fit(Quoting::kHtmlBare, y, written_y));
  CHECK(written_x == kUrl);
  CHECK(written_y == "\nhref=" + std::string(kUrl));
}

TEST_CASE("what replaces another URL is broken as often as needed", "[lines]") {
  const auto often = [](const std::string& bytes, const find::QuotingPath& quoting, const std::string& url) {
    return fitted(bytes, quoting, url, true, true);
  };
  std::string encoded = "https://c.example/?u=";
  for (int i = 0; i < 1000; ++i) encoded += "%2F";
  for (const Quoting quoting : {Quoting::kDelimited, Quoting::kFolded}) {
    const std::string found = often("see <URL:X> " + std::string(400, 'q') + "\n", quoting, encoded);
    CHECK(longest_line(found) <= 998);
    CHECK(std::count(found.begin(), found.end(), '\n') == 4);
    CHECK(fitted("see <URL:X>\n", quoting, encoded).empty());
  }
  CHECK(often("<URL:X>\n", Quoting::kDelimited, "https://c.example/?" + std::string(2000, 'p')).empty());
  const std::string rest(900, 'q'), url(600, 'u');
  CHECK(often("<a href=\"X\">" + rest + "\n", Quoting::kHtmlDouble, url) ==
        "<a href=\"" + url + "\"\n>" + rest + "\n");
  CHECK(often("<a href='X' x>" + rest + "\n", Quoting::kHtmlSingle, url) ==
        "<a href='" + url + "'\n x>" + rest + "\n");
  CHECK(often("<a href=X>" + rest + "\n", Quoting::kHtmlBare, url) == "<a href=" + url + "\n>" + rest + "\n");
  CHECK(often(std::string(600, 'q') + " <a href=\"X\">" + rest.substr(0, 300) + "\n", Quoting::kHtmlDouble,
              url + url.substr(0, 300)) == std::string(600, 'q') + " <a\nhref=\"" + url + url.substr(0, 300) +
                                               "\"\n>" + rest.substr(0, 300) + "\n");
  CHECK(often("<a href=\"X\">" + rest + "\n", Quoting::kHtmlDouble, std::string(1000, 'u')).empty());
  CHECK(often("<a href=X/>" + rest + "\n", Quoting::kHtmlBare, url).empty());
}
