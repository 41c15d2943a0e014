// The finder for references in header fields.
#include "find/heading.h"
#include "text/ascii.h"

#include <random>

#include "text_recorder.h"
#include "walk/field_text.h"

using namespace mimebase;
using test::Recorder;

namespace {

struct Case {
  std::string_view name, value;
  std::vector<std::string> expected;
  std::string_view why;
};

std::vector<std::string> references(const Recorder& recorder) {
  std::vector<std::string> result;
  for (const auto& found : recorder.all) result.push_back(found.reference);
  return result;
}

const std::vector<Case> kListFields = {
    {"List-Help",
     " <mailto:list@host.com?subject=help> (List Instructions)",
     {"mailto:list@host.com?subject=help"},
     "RFC 2369 section 3.1"},
    {"List-Help",
     " <http://www.host.com/list/>, <mailto:list-info@host.com>",
     {"http://www.host.com/list/", "mailto:list-info@host.com"},
     "RFC 2369 section 3.1"},
    {"List-Help",
     " <ftp://ftp.host.com/list.txt> (FTP),\r\n    <mailto:list@host.com?subject=help>",
     {"ftp://ftp.host.com/list.txt", "mailto:list@host.com?subject=help"},
     "RFC 2369 section 3.1, a fold"},
    {"List-Unsubscribe",
     " (Use this command to get off the list)\n\t<mailto:list-manager@host.com?body=unsubscribe%20list>",
     {"mailto:list-manager@host.com?body=unsubscribe%20list"},
     "RFC 2369 section 3.2"},
    {"List-Post", " NO (posting not allowed on this list)", {}, "RFC 2369 section 3.4"},
    {"List-Post", " NO", {}, "RFC 2369 section 3.4"},
    {"List-Owner",
     " <mailto:grant@foo.bar> (Grant Neufeld)",
     {"mailto:grant@foo.bar"},
     "RFC 2369 section 3.5"},
    {"List-Archive",
     " <ftp://ftp.host.com/pub/list/archive/>",
     {"ftp://ftp.host.com/pub/list/archive/"},
     "section 3.6"},
    {"Archived-At",
     " <http://www.example.com/2020/msg1.html>",
     {"http://www.example.com/2020/msg1.html"},
     "RFC 5064"},
    {"LIST-ARCHIVE", "<x/>", {"x/"}, "relative; the name in any case"},
    {"List-Archive", " <  x /\r\n y >", {"x/y"}, "white space inside"},
    {"List-Archive", " <URL:http://a/b>", {"http://a/b"}, "URL: inside"},
    {"List-Archive", " <\r\n http://a/b>", {"http://a/b"}, "a fold behind the bracket"},
    {"List-Archive", " \"<no>\" <yes>", {"yes"}, "quoted"},
    {"List-Archive", " \"a\\\"<no>\" <yes>", {"yes"}, "a quote in a quoted string"},
    {"List-Archive", " (<no> (<no>) \\) <no>) <yes>", {"yes"}, "comments, one in another"},
    {"List-Archive", " <a(b>, <c\"d>", {"a(b", "c\"d"}, "brackets hide quotes and comments"},
    {"List-Archive", " (never closed <a>", {"a"}, "an open comment hides nothing"},
    {"List-Archive", " \"never closed <a>", {"a"}, "an open quoted string hides nothing"},
    {"List-Archive", " <a> < >, <>", {"a"}, "nothing inside"},
    {"List-Archive", " <a", {}, "never closed"},
    {"List-Archive", " <a <b>", {"b"}, "closed once"},
    {"List-Archive", " http://a/b", {"http://a/b"}, "no brackets, a URL"},
    {"List-Unsubscribe", " mailto:a@b", {"mailto:a@b"}, "no brackets, a URL"},
    {"List-Archive", " http://a/b, http://c/d", {}, "no brackets, not one URL"},
    {"List-Archive", " a/b", {}, "no brackets, relative"},
    {"List-Archive", "", {}, "empty"},
    {"List-Archive", " http:", {}, "a scheme alone"},
    {"List-Archive", " <http://a/\xE9>", {"http://a/\xC3\xA9"}, "windows-1252"},
    {"List-Archive", " <http://a/\xC3\xA9>", {"http://a/\xC3\xA9"}, "UTF-8"},
    {"List-Archive", " <a>,<b>,\r\n <c>", {"a", "b", "c"}, "a list without spaces"},
};

const std::vector<Case> kOtherFields = {
    {"Subject", " see <URL:http://a/b> and <url:c>", {"http://a/b", "c"}, "delimited in any field"},
    {"X-Home", " <http://a/b>, <HTTPS://c/>", {"http://a/b", "HTTPS://c/"}, "http and https"},
    {"Comments", " <URL:http://a/\r\n  b>", {"http://a/b"}, "a fold inside"},
    {"Comments", " <\r\n URL:\r\n http://a/b>", {"http://a/b"}, "folds around URL:"},
    {"Comments", " \"(<URL:http://a/b>)\"", {"http://a/b"}, "quotes and comments hide nothing here"},
    {"Summary", " <ftp://a/b> http://a/b <mailto:a@b>", {}, "only http and https"},
    {"From", " Joe <joe@example.com>", {}, "an address"},
    {"References", " <URL@b> <http@c>\r\n <d@e>", {}, "Message-IDs"},
    {"References", " <URL:http://a/b <c>", {}, "never closed"},
    {"Subject", " <URL:>", {}, "nothing inside"},
    {"List-Id", " The list <list.example.com>", {}, "no URL"},
    {"List-Unsubscribe-Post", " List-Unsubscribe=One-Click", {}, "no URL"},
    {"", " <URL:x>", {"x"}, "no name"},
    {"Received", "", {}, "no value"},
};

// URLs without brackets in text that people read.
const std::vector<Case> kTextFields = {
    {"Subject", " see http://a.example/b, please", {"http://a.example/b"}, "a URL in a sentence"},
    {"Subject", " www.a.example is down", {"www.a.example"}, "guessed"},
    {"Comments", " (www.a.example)", {"www.a.example"}, "guessed"},
    {"Keywords", " www.a.example, https://b.example/", {"https://b.example/"}, "not guessed"},
    {"Organization", " A Ltd., http://a.example/", {"http://a.example/"}, "a URL"},
    {"Organisation", " http://a.example/", {"http://a.example/"}, "the other spelling"},
    {"X-Home",
     " http://a.example/ or <http://b.example/>",
     {"http://a.example/", "http://b.example/"},
     "both kinds"},
    {"X-Home",
     " <http://b.example/>http://a.example/",
     {"http://b.example/", "http://a.example/"},
     "in order"},
    {"X-Home", " <http://b.example/", {"http://b.example/"}, "never closed: a URL all the same"},
    {"X-Home", " www.a.example", {}, "not guessed"},
    {"X-Url", " ftp://a.example/b\r\n c", {"ftp://a.example/b"}, "a fold ends it"},
    {"X-Time", " 10:20:30", {}, "a time"},
    {"From", " \"http://a.example/ Support\" <b@c.example>", {"http://a.example/"}, "a display name"},
    {"To", " b@c.example (see http://a.example/)", {"http://a.example/"}, "a comment"},
    {"Reply-To", " x <http://a.example/>", {"http://a.example/"}, "a URL where the address should be"},
    {"Cc", " <mailto:b@c.example>", {}, "an address"},
    {"Sender", " www.a.example <b@c.example>", {}, "not guessed"},
    {"Received", " from http://a.example/", {}, "a trace"},
    {"DKIM-Signature", " z=http://a.example/", {}, "a trace"},
    {"ARC-Seal", " z=http://a.example/", {}, "a trace"},
    {"Authentication-Results", " http://a.example/", {}, "a trace"},
    {"X-Received", " http://a.example/", {}, "a trace"},
    {"X-Google-DKIM-Signature", " http://a.example/", {}, "a trace"},
    {"References", " http://a.example/", {}, "no text"},
    {"Subject", " http://a.example/?x==?=", {"http://a.example/?x==?="}, "no encoded word"},
};

// Prepares the field as message/ does.
void find_in_raw_field(std::string_view name, std::string_view raw, find::Sink& sink) {
  std::string scratch;
  if (find::may_hold_reference(name, raw)) find::find_in_field(name, walk::unfold(raw, scratch), sink);
}

void check_cases(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    CAPTURE(c.why, c.name, c.value);
    std::string scratch;
    const std::string value(walk::unfold(c.value, scratch));
    Recorder recorder(value.size());
    find_in_raw_field(c.name, c.value, recorder);
    CHECK(recorder.sound);
    CHECK(references(recorder) == c.expected);
    std::string context = "header:" + std::string(c.name);
    std::transform(context.begin(), context.end(), context.begin(),
                   [](char l) { return l >= 'A' && l <= 'Z' ? static_cast<char>(l + ('a' - 'A')) : l; });
    for (const auto& found : recorder.all) {
      CHECK(found.context == context);
      if (mimebase::ascii::is_ascii(value) || found.reference.find('\xA9') == std::string::npos)
        CHECK(test::cut(value, found.span) == found.reference);
    }
  }
}

}  // namespace

TEST_CASE("fields that are lists of URLs", "[heading]") {
  check_cases(kListFields);
}

TEST_CASE("fields of other kinds", "[heading]") {
  check_cases(kOtherFields);
}

TEST_CASE("URLs in the text of fields", "[heading]") {
  check_cases(kTextFields);
}

TEST_CASE("URLs in encoded words", "[heading]") {
  struct Encoded {
    std::string_view why, value, reference, written;
    bool is_opaque;
  };
  const Encoded kCases[] = {
      {"Q", "=?utf-8?Q?Siehe_http=3A//a.example/b_=C3=BC?=", "http://a.example/b", "http=3A//a.example/b",
       false},
      {"Q, without escapes", "=?iso-8859-1?q?http://a.example/=FCber?=",
       "http://a.example/\xC3\xBC"
       "ber",
       "http://a.example/=FCber", true},
      {"Q, in two words", "=?utf-8?Q?http://a.ex?= =?utf-8?Q?ample/b?=", "http://a.example/b",
       "http://a.ex?==?utf-8?Q?ample/b", true},
      {"base64", "a =?utf-8?B?eCBodHRwOi8vYS5leGFtcGxlLyB5?= b", "http://a.example/",
       "IGh0dHA6Ly9hLmV4YW1wbGUvIHk", true},
      {"behind plain text", "http://a.example/ =?utf-8?Q?x?=", "http://a.example/", "http://a.example/",
       false},
      {"an unknown encoding",
       "=?utf-8?X?http://a.example/?=", "http://a.example/?=", "http://a.example/?=", false},
  };
  for (const Encoded& c : kCases) {
    CAPTURE(c.why);
    Recorder recorder(c.value.size());
    find_in_raw_field("Subject", c.value, recorder);
    REQUIRE(recorder.all.size() == 1);
    const auto& found = recorder.all[0];
    CHECK(found.reference == c.reference);
    if (c.why != "base64") CHECK(test::cut(std::string(c.value), found.span) == c.written);
    CHECK(found.quoting.is_opaque() == c.is_opaque);
    if (c.is_opaque) continue;
    CHECK(find::read_quoted(found.quoting, c.written) == c.reference);
    const auto written = find::write_quoted(found.quoting, "https://b.example/?x=1_2");
    REQUIRE(written.has_value());
    CHECK(find::read_quoted(found.quoting, *written) == "https://b.example/?x=1_2");
  }
}

TEST_CASE("fields of HTTP messages", "[heading]") {
  const std::vector<Case> kHttpFields = {
      {"Location", "/x?y#z", {"/x?y#z"}, "RFC 9110 section 10.2.2"},
      {"location", "", {}, "empty"},
      {"Refresh", "5; url=http://a/b", {"http://a/b"}, "as in HTML"},
      {"Refresh", "0;URL='x'", {"x"}, "quoted"},
      {"Refresh", "5", {}, "no URL"},
      {"Link", "<https://example.com>; rel=\"preconnect\"", {"https://example.com"}, "RFC 8288 section 3"},
      {"Link", "</terms>; rel=\"copyright\"; anchor=\"#foo\"", {"/terms", "#foo"}, "RFC 8288 section 3.2"},
      {"Link", "<a>; rel=\"x, <no>\", <b>", {"a", "b"}, "a comma and brackets in quotes"},
      {"Link", "<a>, <b>;anchor=c ,<d", {"a", "b", "c"}, "an unquoted anchor; never closed"},
      {"Link", "rel=x", {}, "no target"},
  };
  for (const Case& c : kHttpFields) {
    CAPTURE(c.why);
    Recorder recorder(c.value.size());
    CHECK(find::find_in_http_field(c.name, c.value, recorder));
    CHECK(recorder.sound);
    CHECK(references(recorder) == c.expected);
  }
  Recorder recorder(0);
  CHECK_FALSE(find::find_in_http_field("Server", "http://a/", recorder));
}

TEST_CASE("spans are those of the unfolded value", "[heading]") {
  const std::string_view raw = " text\r\n <URL: http://a/\r\n b >\r\n";
  std::string scratch;
  const std::string value(walk::unfold(raw, scratch));
  REQUIRE(value == "text <URL: http://a/ b >");
  Recorder recorder(value.size());
  find_in_raw_field("Comments", raw, recorder);
  REQUIRE(recorder.all.size() == 1);
  CHECK(recorder.all[0].span == find::Span{11, 22});
}

TEST_CASE("any field gives sound spans", "[heading]") {
  const std::vector<std::string_view> pieces = {"<",     ">",    "URL:", "http://", "a",       "/",
                                                "\"",    "(",    ")",    "\\",      ",",       " ",
                                                "\r\n ", "\n\t", "\r",   "\n",      "<URL:x>", "\xE9"};
  std::mt19937 random(2369);
  std::size_t found_in_all = 0;
  for (int round = 0; round < 20000; ++round) {
    const std::string raw = test::random_text(random, pieces, 1 + random() % 24);
    std::string scratch;
    const std::string value(walk::unfold(raw, scratch));
    const std::string_view name = round % 2 == 0 ? "List-Help" : "Summary";
    Recorder recorder(value.size());
    find_in_raw_field(name, raw, recorder);
    CAPTURE(round, raw);
    if (!recorder.sound) FAIL("a span that is empty, out of order or out of bounds");
    for (const auto& found : recorder.all) {
      if (mimebase::ascii::is_ascii(value) && test::cut(value, found.span) != found.reference)
        FAIL("a span that is not its reference");
    }
    found_in_all += recorder.count;
  }
  CHECK(found_in_all > 5000);
}

TEST_CASE("hostile fields take linear time", "[heading]") {
  for (const std::string_view unit : {"<",
                                      "<URL:",
                                      "(",
                                      "\"",
                                      "\\",
                                      "<>",
                                      "<a>",
                                      "( <a> ",
                                      "\" (",
                                      "\r\n ",
                                      "<\r\n ",
                                      "()",
                                      ")(",
                                      "< ",
                                      "=?",
                                      "=?x?q?",
                                      "=?utf-8?Q?a:b?= ",
                                      "=?utf-8?B?YQ==?= ",
                                      "http://a ",
                                      "=?iso-2022-jp?B?YQ==?= ",
                                      "a:b=?"}) {
    const std::string raw = test::repeated(unit, 5'000'000);
    CAPTURE(unit);
    for (const std::string_view name : {"List-Help", "Subject", "From"}) {
      Recorder recorder(raw.size());
      find_in_raw_field(name, raw, recorder);
      CHECK(recorder.sound);
    }
  }
}
