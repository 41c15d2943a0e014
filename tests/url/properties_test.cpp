// Properties of every reference, tested with pseudo-random strings.
#include "catch.h"
#include "mimebase/url.h"
#include "url/whatwg.h"
#include "url_support.h"

namespace mimebase::test {
namespace {

const char* const kBases[] = {
    "http://a/b/c/d;p?q#f", "http://a", "file:///b/", "x:b/c", "x:/b/c", "x:", "x://", "x:///y//z"};

// Resolving an absolute URL must not change it. Under RFC 3986, an inherited path may still contain the
// base's dot segments, which the second resolution removes; these bases have none.
void check_idempotent(RuleSet set) {
  RandomStrings strings(4);
  for (const char* base : kBases) {
    const Resolver resolver(base, Rules{set, {}});
    const Resolver other("y://other/base?q", Rules{set, {}});
    std::string once, twice;
    for (int i = 0; i < 20000; ++i) {
      const std::string reference = strings.next(12);
      if (!resolver.resolve(reference, once)) continue;
      if (!other.resolve(once, twice)) FAIL(once << " is not absolute");
      if (twice != once) FAIL(reference << " against " << base << " gives " << once << ", again " << twice);
    }
  }
}

TEST_CASE("resolving an absolute result again changes nothing") {
  for (const RuleSet set : {RuleSet::kRfc1808, RuleSet::kDraft05, RuleSet::kRfc3986, RuleSet::kWhatwg}) {
    INFO(name_of(set));
    check_idempotent(set);
  }
}

TEST_CASE("what the URL Standard serialises is ASCII and parses to the same") {
  RandomStrings strings(6);
  std::string once, twice;
  int urls = 0;
  for (int i = 0; i < 200000; ++i) {
    static constexpr const char* kFronts[] = {"",   "http:", "http://", "http://h",
                                              "x:", "x://",  "file:",   "file:///C|/"};
    const std::string text = kFronts[i % std::size(kFronts)] + strings.next(12);
    if (!url::serialise(text, once)) continue;
    ++urls;
    if (!url::serialise(once, twice) || twice != once) FAIL(text << " gives " << once << ", again " << twice);
    for (const char c : once) {
      if (c < ' ' || c > '~') FAIL(text << " gives " << once);
    }
  }
  CHECK(urls > 50000);
}

TEST_CASE("a relative path never changes the host") {
  RandomStrings strings(5);
  for (const RuleSet set : {RuleSet::kRfc1808, RuleSet::kDraft05, RuleSet::kRfc3986}) {
    for (const char* base : kBases) {
      const Components base_parts = Components::split(base);
      for (int i = 0; i < 20000; ++i) {
        const std::string reference = strings.next(12);
        const std::string tail = "./" + reference;
        const std::string out = resolved(base, tail, Rules{set, {}});
        const Components parts = Components::split(out);
        if (parts.has_net_loc != base_parts.has_net_loc || parts.net_loc != base_parts.net_loc) {
          FAIL(tail << " against " << base << " gives " << out << " by " << name_of(set));
        }
      }
    }
  }
}

struct Shape {
  const char* front;
  const char* repeated;
  const char* back;
};

// Each input is quadratic for some naive algorithm, with which the test would not end.
const Shape kShapes[] = {
    {"", "../", "g"},
    {"", "a/../", "g"},
    {"a/", "/../", "g"},
    {"x:/", ".//../", ""},
    {"", "%2e%2e/", ""},
    {"", "/", ""},
    {"", "\\", ""},
    {"g", "\t", "g"},
    {"", "g\n", ""},
    {"http://", "@", "h"},
    {"http://", ":", "@h"},
    {"http://", "[", ""},
    {"http://", "[]", ":"},
    {"http://[", "1:", "]"},
    {"http://[", "0", "]"},
    {"http://", "1.", ""},
    {"http://0x", "0", ""},
    {"http://h:", "9", ""},
    {"http://", "%41", ""},
    {"/", "%zz", ""},
    {"http://", "\xC3\xA9", ""},
    {"http://", "\xC3\xA9.", ""},
    {"http://\xC3\xA9", "xn--a.", ""},
    {"/", "\xFF", ""},
    {"?", "\xE2\x86\x92", ""},
    {"", "#", ""},
    {"", ";", ""},
    {"x:", " ", "?"},
    {"file:///C|/", "../", ""},
    {"", "a", ":"},
    {"", " ", "g"},
    {"http://", "u:p@", "h/"},
};

TEST_CASE("a megabyte of any shape resolves, or fails, and so it does as a base") {
  for (const Shape& shape : kShapes) {
    std::string text = shape.front;
    while (text.size() < (1 << 20)) text += shape.repeated;
    text += shape.back;
    for (const RuleSet set : {RuleSet::kRfc1808, RuleSet::kDraft05, RuleSet::kRfc3986, RuleSet::kWhatwg}) {
      INFO(shape.front << shape.repeated << "... by " << name_of(set));
      const Rules rules{set, "windows-1252"};
      const Result<std::string> result = resolve("http://a/b/c", text, rules);
      if (set != RuleSet::kWhatwg) CHECK(result);
      if (result) CHECK(resolved("y:/z", result.value(), rules) == result.value());
      const Result<std::string> as_base = resolve(text, "../g", rules);
      if (as_base) CHECK(as_base.value().size() <= text.size() * 9 + 16);
    }
  }
}

}  // namespace
}  // namespace mimebase::test
