// The URL that a document says it was saved from.
#include <string>
#include <vector>

#include "catch.h"
#include "find/finder.h"

namespace saved_from_test {

using namespace mimebase;

struct Case {
  std::string_view why;
  std::string html;
  std::string expected;  // empty: none
};

std::string saved_from(std::string_view html, const char* type, const char* label = "utf-8") {
  const charset::Charset charset(label);
  std::string buffer;
  const auto mark = find::finder_for(type)->saved_from({html, charset}, buffer);
  if (!mark) return {};
  CHECK(mark->by == BaseBy::kSavedFrom);
  if (mark->reference.find('\xC3') == std::string_view::npos)
    CHECK(html.substr(mark->span.start, mark->span.end - mark->span.start) == mark->reference);
  return std::string(mark->reference);
}

const std::vector<Case> kCases = {
    {"Internet Explorer", "<!-- saved from url=(0023)http://a.example/bcdefg/ -->\r\n<HTML>",
     "http://a.example/bcdefg/"},
    {"after the doctype", "<!DOCTYPE html>\n<!-- saved from url=(0014)http://a/b/c/d -->\n<html>",
     "http://a/b/c/d"},
    {"a wrong number", "<!-- saved from url=(0001)http://a/ --><html>", "http://a/"},
    {"a file", "<!-- saved from url=(0022)file:///C:/a/b.htm -->", "file:///C:/a/b.htm"},
    {"no number", "<!-- saved from url=()http://a/ -->", "http://a/"},
    {"a byte order mark", "\xEF\xBB\xBF<!-- saved from url=(0009)http://a/ -->", "http://a/"},
    {"capitals", "<!-- Saved From URL=(0009)http://a/ -->", "http://a/"},
    {"other comments before", "<!-- a --><?xml version='1.0'?><!-- saved from url=(0009)http://a/ -->",
     "http://a/"},
    {"after html", "<html><!-- saved from url=(0009)http://a/ -->", ""},
    {"after an element", "<p><!-- saved from url=(0009)http://a/ -->", ""},
    {"after text", "x<!-- saved from url=(0009)http://a/ -->", ""},
    {"not closed", "<!-- saved from url=(0009http://a/ -->", ""},
    {"nothing", "<!-- saved from url=(0000) -->", ""},
    {"not at the start of the comment", "<!-- x saved from url=(0009)http://a/ -->", ""},
    {"a bogus comment", "<! saved from url=(0009)http://a/ >", ""},
    {"a conditional comment", "<!--[if IE]><!-- saved from url=(0009)http://a/ --><![endif]-->", ""},
    {"the first counts", "<!-- saved from url=(0009)http://a/ --><!-- saved from url=(0009)http://b/ -->",
     "http://a/"},
    {"SingleFile",
     "<!DOCTYPE html> <html lang=en><!--\n Page saved with SingleFile \n url: http://a/?b=c \n saved date: "
     "Mon Jan 01 2024 \n-->",
     "http://a/?b=c"},
    {"SingleFile before html", "<!--\n Page saved with SingleFile \n url: http://a/ \n--><html>",
     "http://a/"},
    {"SingleFile with CRLF",
     "<html><!--\r\n Page saved with SingleFile \r\n url: http://a/ \r\n saved date: x\r\n-->", "http://a/"},
    {"SingleFile of old", "<html><!--\n Archive processed by SingleFile \n url: http://a/ \n-->",
     "http://a/"},
    {"SingleFile without a URL", "<html><!--\n Page saved with SingleFile \n saved date: x \n-->", ""},
    {"SingleFile in the head", "<html><head><!--\n Page saved with SingleFile \n url: http://a/ \n-->", ""},
    {"empty", "", ""},
};

TEST_CASE("HTML: the URL that it was saved from", "[html]") {
  for (const Case& c : kCases) {
    CAPTURE(c.why, c.html);
    CHECK(saved_from(c.html, "text/html") == c.expected);
    CHECK(saved_from(c.html, "application/xhtml+xml") == c.expected);
  }
  CHECK(saved_from("<!-- saved from url=(0010)http://a/\xFC -->", "text/html", "windows-1252") ==
        "http://a/\xC3\xBC");
  const std::string long_before = "<!-- " + std::string(100'000, 'x') + " -->";
  const std::string blank_before(100'000, '\n');
  for (const std::string& before :
       {long_before, blank_before, "<!DOCTYPE html>" + blank_before + long_before})
    CHECK(saved_from(before + "<!-- saved from url=(0009)http://a/ -->", "text/html") == "http://a/");
}

}  // namespace saved_from_test
