#include "text/glob.h"

#include <string>
#include <string_view>

#include "catch.h"

using mimebase::matches_glob;

namespace {

struct Row {
  std::string_view why, pattern, text;
  bool matches;
};

}  // namespace

TEST_CASE("globs") {
  const Row rows[] = {
      {"itself", "abc", "abc", true},
      {"all of the text", "abc", "abcd", false},
      {"all of the pattern", "abcd", "abc", false},
      {"nothing", "", "", true},
      {"not nothing", "", "a", false},
      {"any characters", "*", "a/b.c", true},
      {"no characters", "*", "", true},
      {"stars", "**a**", "bac", true},
      {"the last star matches more", "*ab", "aab", true},
      {"a star too few", "a*b*c", "abab", false},
      {"any case", "ABC", "aBc", true},
      {"any case in Unicode", "*MÜLLER*", "Frau Müller <m@example.org>", true},
      {"one character", "a?c", "abc", true},
      {"one character of two bytes", "a?c", "aüc", true},
      {"no character", "a?c", "ac", false},
      {"a set", "[a-c]x", "Bx", true},
      {"not in the set", "[a-c]x", "dx", false},
      {"an inverted set", "[!a-c]x", "dx", true},
      {"in the inverted set", "[^a-c]x", "bx", false},
      {"a bracket in a set", "[]]", "]", true},
      {"a hyphen in a set", "[a-]", "-", true},
      {"a class", "[[:digit:]x]*", "7", true},
      {"not in the class", "[[:digit:]]", "x", false},
      {"a set without end is text", "[a", "[a", true},
      {"an escaped star", "a\\*", "a*", true},
      {"an escaped star is none", "a\\*", "ab", false},
      {"a backslash at the end", "a\\", "a\\", true},
      {"bytes that are not UTF-8", "a?c",
       "a\xFF"
       "c",
       true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.why);
    CHECK(matches_glob(row.pattern, row.text) == row.matches);
  }
}

TEST_CASE("globs with many stars take no exponential time") {
  std::string pattern;
  for (int i = 0; i < 50; ++i) pattern += "*a";
  CHECK_FALSE(matches_glob(pattern + "b", std::string(2000, 'a')));
  CHECK(matches_glob(pattern, std::string(2000, 'a')));
}
