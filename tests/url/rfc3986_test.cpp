// RFC 3986 section 5.2.
#include "catch.h"
#include "mimebase/url.h"
#include "url_support.h"

namespace mimebase::test {
namespace {

constexpr Rules kRfc3986{RuleSet::kRfc3986, {}};
constexpr const char* kBase = "http://a/b/c/d;p?q";

const Case kCases[] = {
    {"http://a/b/c/d;p?q#f", "", "http://a/b/c/d;p?q", "5.2.2: the base's fragment is never inherited"},
    {"http://a/b?q#f", "#", "http://a/b?q#", "an empty fragment is a fragment"},
    {"http://a/b?q", "?", "http://a/b?", "an empty query is a query"},
    {"http://a/b?q", "g#", "http://a/g#", "likewise"},
    {"http://a", "g", "http://a/g", "5.2.3: an authority and no path"},
    {"http://a", "?y", "http://a?y", "no slash is made up for a query"},
    {"http://a?q", "g", "http://a/g", "the authority ends at ?"},
    {"http://a#f", "g", "http://a/g", "and at #"},
    {"http://a/b", "///x", "http:///x", "an empty authority is an authority"},
    {"http://a/b", "//", "http://", "likewise"},
    {"http://a/b", "http:g", "http:g", "strict: the same scheme is no exception"},
    {"http://a/b", "x:/a/./b/../c", "x:/a/c", "5.2.2: an absolute reference loses its dot segments"},
    {"", "x:/a/./b/../c", "x:/a/c", "and so it does without a base"},
    {"http://a/./b", "", "http://a/./b", "an inherited path keeps them"},
    {"http://a/b", "1:y", "http://a/1:y", "3.1: a letter begins a scheme"},
    {"x:a/b", "../../g", "x:/g", "5.2.4 2C puts a slash"},
    {"x:a", "../g", "x:g", "5.2.4 2A"},
    {"x:a", "./g", "x:g", "likewise"},
    {"x:a", "y:./../g", "y:g", "likewise, one after the other"},
    {"x:a", "..", "x:", "5.2.4 2D"},
    {"x:a", ".", "x:", "likewise"},
    {"x:a", "g/..", "x:/", "2C at the end"},
    {"http://a/b/c", "..//g", "http://a//g", "an empty segment"},
    {"http://a/b//c", "../g", "http://a/b/g", "2C takes an empty segment"},
    {"x:/b/c", "..//g", "x:/.//g", "no authority: the path must not become one"},
    {"x:/b", "/.//g", "x:/.//g", "likewise from an absolute path"},
    {"x:/b", "y:/.//g", "y:/.//g", "likewise in an absolute reference"},
    {"http://a/b", "g\n/\th ", "http://a/g/h", "white space goes here too"},
};

TEST_CASE("RFC 3986 section 5.2 beyond its examples") {
  check_cases(kCases, kRfc3986);
}

struct Example {
  const char* reference;
  const char* target;
};

// Sections 5.4.1 and 5.4.2, strict.
const Example kExamples[] = {
    {"g:h", "g:h"},
    {"g", "http://a/b/c/g"},
    {"./g", "http://a/b/c/g"},
    {"g/", "http://a/b/c/g/"},
    {"/g", "http://a/g"},
    {"//g", "http://g"},
    {"?y", "http://a/b/c/d;p?y"},
    {"g?y", "http://a/b/c/g?y"},
    {"#s", "http://a/b/c/d;p?q#s"},
    {"g#s", "http://a/b/c/g#s"},
    {"g?y#s", "http://a/b/c/g?y#s"},
    {";x", "http://a/b/c/;x"},
    {"g;x", "http://a/b/c/g;x"},
    {"g;x?y#s", "http://a/b/c/g;x?y#s"},
    {"", "http://a/b/c/d;p?q"},
    {".", "http://a/b/c/"},
    {"./", "http://a/b/c/"},
    {"..", "http://a/b/"},
    {"../", "http://a/b/"},
    {"../g", "http://a/b/g"},
    {"../..", "http://a/"},
    {"../../", "http://a/"},
    {"../../g", "http://a/g"},
    {"../../../g", "http://a/g"},
    {"../../../../g", "http://a/g"},
    {"/./g", "http://a/g"},
    {"/../g", "http://a/g"},
    {"g.", "http://a/b/c/g."},
    {".g", "http://a/b/c/.g"},
    {"g..", "http://a/b/c/g.."},
    {"..g", "http://a/b/c/..g"},
    {"./../g", "http://a/b/g"},
    {"./g/.", "http://a/b/c/g/"},
    {"g/./h", "http://a/b/c/g/h"},
    {"g/../h", "http://a/b/c/h"},
    {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
    {"g;x=1/../y", "http://a/b/c/y"},
    {"g?y/./x", "http://a/b/c/g?y/./x"},
    {"g?y/../x", "http://a/b/c/g?y/../x"},
    {"g#s/./x", "http://a/b/c/g#s/./x"},
    {"g#s/../x", "http://a/b/c/g#s/../x"},
    {"http:g", "http:g"},
};

TEST_CASE("the examples of RFC 3986 section 5.4") {
  for (const Example& example : kExamples) {
    INFO(example.reference);
    CHECK(resolved(kBase, example.reference, kRfc3986) == example.target);
  }
}

}  // namespace
}  // namespace mimebase::test
