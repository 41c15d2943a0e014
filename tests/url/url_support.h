// Helpers for the tests of url/: a test case, its check, and pseudo-random strings with many delimiters.
#pragma once

#include <random>
#include <string>
#include <string_view>

#include "catch.h"
#include "mimebase/url.h"

namespace mimebase::test {

// If `expected` is null, resolving must fail.
struct Case {
  const char* base;
  const char* reference;
  const char* expected;
  const char* why;
};

// Returns the absolute form, or "FAILURE".
inline std::string resolved(std::string_view base, std::string_view reference, const Rules& rules) {
  const Result<std::string> result = resolve(base, reference, rules);
  return result ? result.value() : "FAILURE";
}

template <std::size_t N>
void check_cases(const Case (&cases)[N], const Rules& rules) {
  for (const Case& c : cases) {
    INFO(c.why << ": " << c.reference << " against " << c.base);
    CHECK(resolved(c.base, c.reference, rules) == (c.expected == nullptr ? "FAILURE" : c.expected));
  }
}

// Strings of up to `max_length` pieces of URLs, the same in every run.
class RandomStrings {
 public:
  explicit RandomStrings(unsigned seed) : engine_(seed) {}

  std::string next(unsigned max_pieces) {
    static constexpr std::string_view kPieces[] = {
        "/",  "/",  "/", "//", ".", "..", "../",   "./", "/..",   "/.",      ":", "?",
        "#",  ";",  "a", "b",  "g", "@",  "%2e",   "%",  "[",     "]",       " ", "\t",
        "\n", "\\", "+", "-",  "1", "0x", "http:", "x:", "file:", "\xC3\xA9"};
    std::string out;
    for (auto left = engine_() % (max_pieces + 1); left > 0; --left) {
      out += kPieces[engine_() % std::size(kPieces)];
    }
    return out;
  }

 private:
  std::mt19937 engine_;
};

}  // namespace mimebase::test
