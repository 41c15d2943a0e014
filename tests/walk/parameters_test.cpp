// The parameters of Content-Type and Content-Disposition, as RFC 2045, RFC 2231 and mailers write them.
#include "walk/parameters.h"

#include "catch.h"

using namespace mimebase;

namespace {

struct Case {
  const char* why;
  std::string field;
  std::string value;    // value of the parameter "p"; "-" if it is missing
  std::string written;  // the text of its span
};

std::string repeated(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("a parameter is read in all its forms") {
  const Case cases[] = {
      {"a token", "a/b; p=x", "x", "x"},
      {"in any case, with white space around the sign", "a/b; P = x ; q=y", "x", "x"},
      {"folded", "a/b;\r\n\tp=x;\r\n q=y", "x", "x"},
      {"in quotes", "a/b; p=\"x; q=y\"", "x; q=y", "x; q=y"},
      {"escapes in quotes", "a/b; p=\"x\\\"y\\\\z\"; q=1", "x\"y\\z", "x\\\"y\\\\z"},
      {"a fold in quotes is a blank", "a/b; p=\"x\r\n y\"", "x y", "x\r\n y"},
      {"a quote that never ends", "a/b; p=\"x y", "x y", "x y"},
      {"empty", "a/b; p=\"\"; q=1", "", ""},
      {"nothing behind the sign", "a/b; p=; q=1", "", ""},
      {"without quotes, but with spaces, as mailers write", "a/b; p=x y.txt; q=1", "x y.txt", "x y.txt"},
      {"a comment behind it", "a/b; p=x (y; p=z) ; q=1", "x", "x"},
      {"brackets in a name are none", "a/b; p=x(1).txt", "x(1).txt", "x(1).txt"},
      {"comments anywhere, nested, with escapes", "a/b (;p=1); (c (\\) d)) p (e) = (f) x", "x", "x"},
      {"a comment that never ends is none", "a/b; q=(; p=x", "x", "x"},
      {"another parameter's text", "a/b; q=\"; p=1\"; p=x", "x", "x"},
      {"another parameter's name that ends so", "a/b; xp=1; p=x", "x", "x"},
      {"of two the first counts", "a/b; p=x; p=y", "x", "x"},
      {"the type is none", "p=x", "-", ""},
      {"a quote in the type quotes nothing", "a/b\"; p=x", "x", "x"},
      {"rubbish before it", "a/b; ; =; q; \"z;\"; p=x", "x", "x"},
      {"none", "a/b; q=x", "-", ""},
      {"RFC 2231 section 4", "a/b; p*=utf-8'en'x%C3%A9", "x\xC3\xA9", "utf-8'en'x%C3%A9"},
      {"in another charset", "a/b; p*=iso-8859-1''%e9", "\xC3\xA9", "iso-8859-1''%e9"},
      {"without charset", "a/b; p*=x%20y", "x y", "x%20y"},
      {"a percent sign that escapes nothing", "a/b; p*=''100%z%4", "100%z%4", "''100%z%4"},
      {"RFC 2231 section 3", "a/b; p*0=x; p*1=y", "xy", "x; p*1=y"},
      {"in any order", "a/b; p*1=\"y\"; q=1; P*0=\"x\"", "xy", "y\"; q=1; P*0=\"x"},
      {"a section that is missing ends it", "a/b; p*0=x; p*2=z", "x", "x"},
      {"of two with one number the first counts", "a/b; p*0=x; p*0=z; p*1=y", "xy", ""},
      {"both at once", "a/b; p*0*=utf-8''x%41; p*1=%41; p*2*=%42", "xA%41B", ""},
      {"preferred to the plain one", "a/b; p=plain; p*=utf-8''x", "x", "utf-8''x"},
      {"a label that the bytes contradict", "a/b; p*=us-ascii''%e9", "\xC3\xA9", ""},
      {"an encoded word, which RFC 2047 forbids", "a/b; p=\"=?utf-8?q?x=C3=A9?=\"", "x\xC3\xA9",
       "=?utf-8?q?x=C3=A9?="},
      {"what only begins like one", "a/b; p=\"=?u?\"", "=?u?", "=?u?"},
      {"windows-1252 where it is no UTF-8", "a/b; p=x\xE9", "x\xC3\xA9", "x\xE9"},
      {"a number that would wrap", "a/b; p*99999999999999999999=x", "x", "x"},
  };
  for (const Case& c : cases) {
    INFO(c.why << ": " << c.field);
    const auto found = walk::read_parameter(c.field, "p");
    CHECK((found ? found->value : "-") == c.value);
    if (!found) continue;
    REQUIRE(found->start <= found->end);
    REQUIRE(found->end <= c.field.size());
    if (c.written.empty()) continue;
    CHECK(c.field.substr(found->start, found->end - found->start) == c.written);
  }
}

TEST_CASE("what stands before the parameters") {
  CHECK(walk::main_value(" text/html (a; b) ; p=x") == "text/html");
  CHECK(walk::main_value("attachment") == "attachment");
  CHECK(walk::main_value("") == "");
}

TEST_CASE("a parameter is read in linear time") {
  const std::string inputs[] = {
      repeated("(", 1'000'000),     repeated("(a)", 300'000),      repeated("; p*1=x", 150'000),
      repeated(";\"", 500'000),     repeated("; q=\"\\", 200'000), repeated(" (", 500'000),
      repeated("; q=x (", 200'000),
  };
  for (const std::string& input : inputs) {
    const auto found = walk::read_parameter("a/b" + input + "; p*0=y", "p");
    CHECK((!found || found->value.size() <= input.size()));
  }
}
