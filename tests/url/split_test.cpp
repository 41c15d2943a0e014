// RFC 1808 section 2.4: splitting and joining.
#include "url/split.h"
#include "catch.h"
#include "mimebase/url.h"
#include "url_support.h"

namespace mimebase::test {
namespace {

// A component as shown in the tables; null if it is absent.
using Shown = const char*;

struct SplitCase {
  const char* url;
  Shown scheme, net_loc;
  const char* path;
  Shown params, query, fragment;
  const char* why;
};

const SplitCase kSplitCases[] = {
    {"http://a/b/c/d;p?q#f", "http", "a", "/b/c/d", "p", "q", "f", "all six"},
    {"", nullptr, nullptr, "", nullptr, nullptr, nullptr, "the empty string has an empty path"},
    {"#", nullptr, nullptr, "", nullptr, nullptr, "", "present and empty"},
    {"g;?#", nullptr, nullptr, "g", "", "", "", "all present and empty"},
    {"//", nullptr, "", "", nullptr, nullptr, nullptr, "an empty net_loc"},
    {"a:b:c", "a", nullptr, "b:c", nullptr, nullptr, nullptr, "the first colon ends the scheme"},
    {":b", nullptr, nullptr, ":b", nullptr, nullptr, nullptr,
     "the colon must come after the first character"},
    {"1+.-:x", "1+.-", nullptr, "x", nullptr, nullptr, nullptr, "2.4.2 lets any scheme character begin one"},
    {"a_b:c", nullptr, nullptr, "a_b:c", nullptr, nullptr, nullptr, "_ is no scheme character"},
    {"a/b:c", nullptr, nullptr, "a/b:c", nullptr, nullptr, nullptr, "nor is /"},
    {"a#b:c", nullptr, nullptr, "a", nullptr, nullptr, "b:c", "the fragment goes first"},
    {"x#y#z", nullptr, nullptr, "x", nullptr, nullptr, "y#z", "at the first crosshatch"},
    {"//h?q", nullptr, "h?q", "", nullptr, nullptr, nullptr, "2.4.3: only a slash ends the net_loc"},
    {"//h;p/x;y", nullptr, "h;p", "/x", "y", nullptr, nullptr, "so does a semicolon not"},
    {"//h#f/x", nullptr, "h", "", nullptr, nullptr, "f/x", "but the fragment is gone by then"},
    {"a?b?c", nullptr, nullptr, "a", nullptr, "b?c", nullptr, "the query begins at the first ?"},
    {"a;b;c", nullptr, nullptr, "a", "b;c", nullptr, nullptr, "the params begin at the first ;"},
    {"a?b;c", nullptr, nullptr, "a", nullptr, "b;c", nullptr, "a ; behind the ? is the query's"},
    {"a;b/c?d", nullptr, nullptr, "a", "b/c", "d", nullptr, "the params may hold slashes"},
    {"mailto:a@b", "mailto", nullptr, "a@b", nullptr, nullptr, nullptr, "no net_loc"},
};

void check_component(bool present, std::string_view value, Shown expected) {
  CHECK(present == (expected != nullptr));
  CHECK(value == (expected != nullptr ? expected : ""));
}

TEST_CASE("split follows RFC 1808 section 2.4") {
  for (const SplitCase& c : kSplitCases) {
    INFO(c.why << ": " << c.url);
    const Components parts = Components::split(c.url);
    check_component(parts.has_scheme, parts.scheme, c.scheme);
    check_component(parts.has_net_loc, parts.net_loc, c.net_loc);
    CHECK(parts.path == c.path);
    check_component(parts.has_params, parts.params, c.params);
    check_component(parts.has_query, parts.query, c.query);
    check_component(parts.has_fragment, parts.fragment, c.fragment);
    CHECK(parts.join() == c.url);
  }
}

TEST_CASE("RFC 3986 splits another way") {
  const Components parts = url::split_rfc3986("x://h?q;r#f");
  CHECK(parts.net_loc == "h");
  CHECK(parts.path.empty());
  CHECK(parts.query == "q;r");
  CHECK(parts.fragment == "f");
  CHECK(url::split_rfc3986("1:x").path == "1:x");
  CHECK(url::split_rfc3986("//h#/?").net_loc == "h");
  CHECK(url::split_rfc3986("a;b?c").path == "a;b");
}

TEST_CASE("join undoes split for every string") {
  RandomStrings strings(1808);
  for (int i = 0; i < 200000; ++i) {
    const std::string text = strings.next(16);
    if (Components::split(text).join() != text) FAIL("not joined again: " << text);
  }
  const std::string zeros("a\0:/\0?\0", 7);
  CHECK(Components::split(zeros).join() == zeros);
}

TEST_CASE("rule sets have names") {
  CHECK(name_of(RuleSet::kRfc1808) == "rfc1808");
  CHECK(name_of(RuleSet::kDraft05) == "draft-05");
  CHECK(name_of(RuleSet::kRfc3986) == "rfc3986");
  CHECK(name_of(RuleSet::kWhatwg) == "whatwg");
  CHECK(name_of(static_cast<RuleSet>(4)).empty());
}

}  // namespace
}  // namespace mimebase::test
