// Maps of URLs: what a line of a map stands for, which one applies, and what is refused.
#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "catch.h"
#include "mimebase/url_map.h"

namespace mimebase::test {
namespace {

std::string mapped(std::string_view map, std::string_view url) {
  const Result<UrlMap> parsed = UrlMap::parse(map);
  INFO(map);
  if (!parsed) FAIL(parsed.error().message);
  return parsed->mapped(url).value_or("-");
}

}  // namespace

TEST_CASE("url map: what a line stands for", "[url_map]") {
  const struct {
    std::string_view map, url, result, why;
  } kCases[] = {
      {"http://o.example/x\thttps://n.example/y", "http://o.example/x", "https://n.example/y", "one URL"},
      {"http://o.example/x\thttps://n.example/y", "http://o.example/x/z", "-", "one URL is no beginning"},
      {"http://o.example/x\thttps://n.example/y", "http://o.example/x?q", "-", "nor is its path"},
      {"http://o.example/l/\thttps://n.example/m/", "http://o.example/l/a/b?c", "https://n.example/m/a/b?c",
       "a beginning"},
      {"http://o.example/l/\thttps://n.example/m/", "http://o.example/l/", "https://n.example/m/",
       "without a rest"},
      {"http://o.example/l/\thttps://n.example/m/", "http://o.example/l", "-", "shorter than OLD"},
      {"http://o.example/q?\thttps://n.example/", "http://o.example/q?id=1", "https://n.example/id=1",
       "a query"},
      {"http://o.example/q?\thttps://n.example/", "http://o.example/q", "-", "without a query"},
      {"http://o.example/m*\thttps://n.example/", "http://o.example/msg1", "https://n.example/sg1", "a star"},
      {"http://o.example/*x\thttps://n.example/", "http://o.example/*x", "https://n.example/",
       "a star inside is a star"},
      {"=http://o.example/l/\thttps://n.example/", "http://o.example/l/", "https://n.example/", "marked"},
      {"=http://o.example/l/\thttps://n.example/", "http://o.example/l/a", "-", "marked: no beginning"},
      {"=http://o.example/l*\thttps://n.example/", "http://o.example/l*", "https://n.example/",
       "marked: the star belongs to it"},
      {"=http://o.example/l*\thttps://n.example/", "http://o.example/lx", "-", "marked: no beginning"},
      {"http:*\thttps:", "http://o.example/x", "https://o.example/x", "a scheme alone"},
      {"http://old*\thttps://new", "http://older.example:80/x", "https://newer.example/x", "in a host"},
      {"mid:*\thttps://n.example/m/", "mid:1@o.example", "https://n.example/m/1@o.example", "mid:"},
      {"urn:isbn:*\thttps://n.example/?isbn=", "URN:isbn:1-2", "https://n.example/?isbn=1-2", "urn:"},
      {"news:a.b\thttps://n.example/a.b", "news:a.b", "https://n.example/a.b", "news:"},
      {"mailto:joe@o.example\tmailto:joe@n.example", "mailto:joe@o.example", "mailto:joe@n.example",
       "mailto:"},
      {"# http://o.example/\thttps://n.example/\n\nhttp://o.example/x\thttp://n.example/",
       "http://o.example/", "-", "a comment"},
      {"\xEF\xBB\xBFhttp://o.example/\thttp://n.example/\r\n\r\nhttp://p.example/\thttp://m.example/\r\n",
       "http://o.example/1", "http://n.example/1", "a byte order mark and CRLF"},
      {"http://o.example/\thttp://n.example/\r\nhttp://p.example/\thttp://m.example/", "http://p.example/1",
       "http://m.example/1", "no line end at the end"},
      {"", "http://o.example/", "-", "no line"},
  };
  for (const auto& test : kCases) {
    INFO(test.why);
    CHECK(mapped(test.map, test.url) == test.result);
  }
}

TEST_CASE("url map: URLs are compared in their normal form", "[url_map]") {
  const struct {
    std::string_view old_url, url, result;
  } kCases[] = {
      {"http://o.example/a/", "HTTP://O.Example/a/B", "N:B"},
      {"HTTP://O.Example:80/a/", "http://o.example/a/B", "N:B"},
      {"http://o.example/a/", "http://o.example:80/a/B", "N:B"},
      {"http://o.example/a/", "http://o.example:/a/B", "N:B"},
      {"http://o.example/a/", "http://o.example:8080/a/B", "-"},
      {"https://o.example/a/", "https://o.example:443/a/B", "N:B"},
      {"https://o.example:80/a/", "https://o.example/a/B", "-"},
      {"http://o.example/a/", "http://o.example/x/../a/./B", "N:B"},
      {"http://o.example/a/", "http://o.example/a/../B", "-"},
      {"http://o.example/a/../", "http://o.example/B", "N:B"},
      {"http://o.example/a/", "http://o.example/%61/%42%7E%2F", "N:B~%2F"},
      {"http://o.example/%61/", "http://o.example/a/B", "N:B"},
      {"http://o.example/a/", "http://o.example/x/%2E%2e/a/B", "N:B"},
      {"http://o.example/%2fa/", "http://o.example/%2Fa/%3a%3A", "N:%3a%3A"},
      {"http://o.example/%2Fa/", "http://o.example/%2fa/B", "N:B"},
      {"http://o.example/", "http://o.example", "N:"},
      {"http://o.example", "http://o.example/", "N:"},
      {"http://o.example/", "http://o.example?q", "N:?q"},
      {"http://o.example", "http://o.example/x", "-"},
      {"http://b\xC3\xBC"
       "cher.example/",
       "http://xn--bcher-kva.example/B", "N:B"},
      {"http://xn--bcher-kva.example/",
       "http://B\xC3\x9C"
       "cher.example/B",
       "N:B"},
      {"http://xn--bcher-kva.example/", "http://b%C3%BCcher.example/B", "N:B"},
      {"http://Joe@O.example/", "http://Joe@o.example/B", "N:B"},
      {"http://Joe@O.example/", "http://joe@o.example/B", "-"},
      {"http://[2001:DB8::1]:80/", "http://[2001:db8::1]/B", "N:B"},
      {"http://o.example/.*", "http://o.example/.well-known", "N:well-known"},
      {"http://o.example/a/.*", "http://o.example/a/", "-"},
      {"http://o.example*", "http://o.example:80/B", "N:/B"},
      {"http://o.example/a?x=%7e*", "http://o.example/a?x=~1", "N:1"},
      {"http://o.example/a?x=../*", "http://o.example/a?x=../B", "N:B"},
      {"file:///a/", "FILE:///x/../a/B", "N:B"},
      {"x:a/../b*", "x:a/../bB", "N:B"},
  };
  for (const auto& test : kCases) {
    INFO(test.url);
    CHECK(mapped(std::string(test.old_url) + "\tN:", test.url) == test.result);
  }
}

TEST_CASE("url map: fragments", "[url_map]") {
  const struct {
    std::string_view map, url, result;
  } kCases[] = {
      {"http://o/x\thttp://n/y", "http://o/x#f", "http://n/y#f"},
      {"http://o/x\thttp://n/y", "http://o/x#", "http://n/y#"},
      {"http://o/x\thttp://n/y#g", "http://o/x#f", "http://n/y#g"},
      {"http://o/x\thttp://n/y#", "http://o/x#f", "http://n/y#"},
      {"http://o/x#f\thttp://n/y", "http://o/x#f", "http://n/y"},
      {"http://o/x#f\thttp://n/y", "http://o/x", "-"},
      {"http://o/x#f\thttp://n/y", "http://o/x#fg", "-"},
      {"http://o/\thttp://n/", "http://o/x#%66", "http://n/x#f"},
      {"http://o/\thttp://n/?u=", "http://o/x#f", "http://n/?u=x#f"},
      {"http://o/\thttp://n/#", "http://o/x#f", "http://n/#x"},
      {"http://o/x#*\thttp://n/y#", "http://o/x#f", "http://n/y#f"},
      {"http://o/x#a/\thttp://n/", "http://o/x#a/b", "http://n/b"},
      {"=http://o/\thttp://n/", "http://o/#f", "http://n/#f"},
      // the longest, whether it compares the fragment or not
      {"http://o/x\thttp://n/1\nhttp://o/x#f\thttp://n/2", "http://o/x#f", "http://n/2"},
      {"http://o/x\thttp://n/1\nhttp://o/x#f\thttp://n/2", "http://o/x#g", "http://n/1#g"},
      {"http://o/x\thttp://n/1\nhttp://o/x#*\thttp://n/2", "http://o/x#g", "http://n/2g"},
      {"http://o/x\thttp://n/1\nhttp://o/*\thttp://n/2", "http://o/x#g", "http://n/1#g"},
  };
  for (const auto& test : kCases) {
    INFO(test.map);
    CHECK(mapped(test.map, test.url) == test.result);
  }
}

TEST_CASE("url map: which line applies", "[url_map]") {
  const std::string_view map =
      "http://o/\tn:1:\n"
      "http://o/a*\tn:2:\n"
      "http://o/a/\tn:3:\n"
      "http://o/a/b\tn:4:\n"
      "http://o/a/b*\tn:5:\n"
      "=http://o/a/\tn:6:\n"
      "=http://o/a/b\tn:7:\n"
      "http://o/a/c?\tn:8:\n"
      "http://o/a/b!zz*\tn:9:\n";
  const struct {
    std::string_view url, result;
  } kCases[] = {
      {"http://o/", "n:1:"},
      {"http://o/x", "n:1:x"},
      {"http://o/a", "n:2:"},
      {"http://o/ab", "n:2:b"},
      {"http://o/a/", "n:6:"},
      {"http://o/a/x", "n:3:x"},
      {"http://o/a/b", "n:7:"},
      {"http://o/a/b#f", "n:7:#f"},
      {"http://o/a/bc", "n:5:c"},
      {"http://o/a/b!zy", "n:5:!zy"},
      {"http://o/a/c", "n:3:c"},
      {"http://o/a/c?d", "n:8:d"},
      {"http://p/", "-"},
      {"http://", "-"},
      {"zzz:", "-"},
  };
  for (const auto& test : kCases) {
    INFO(test.url);
    CHECK(mapped(map, test.url) == test.result);
  }
}

TEST_CASE("url map: wrong lines", "[url_map]") {
  const struct {
    std::string_view map, message;
  } kCases[] = {
      {"http://o/", "line 1: it does not have exactly one TAB"},
      {"#\n\nhttp://o/\thttp://n/\tx", "line 3: it does not have exactly one TAB"},
      {" \n", "line 1: it does not have exactly one TAB"},
      {"\thttp://n/", "line 1: OLD is not an absolute URL"},
      {"*\thttp://n/", "line 1: OLD is not an absolute URL"},
      {"=\thttp://n/", "line 1: OLD is not an absolute URL"},
      {"http*\thttp://n/", "line 1: OLD is not an absolute URL"},
      {"o.example/\thttp://n/", "line 1: OLD is not an absolute URL"},
      {" http://o/\thttp://n/", "line 1: OLD is not an absolute URL"},
      {"http://o/ \thttp://n/", "line 1: OLD ends in a space"},
      {"http://o/\t", "line 1: NEW is not an absolute URL"},
      {"http://o/\tn/", "line 1: NEW is not an absolute URL"},
      {"http://o/\t//n/", "line 1: NEW is not an absolute URL"},
      {"http://o/\t http://n/", "line 1: NEW is not an absolute URL"},
      {"http://o/\thttp://n/\xFF", "line 1: NEW is not UTF-8"},
      {"http://o/\thttp://n/ x", "line 1: NEW has a space, \"<\", \">\" or a quotation mark"},
      {"http://o/\thttp://n/\"x", "line 1: NEW has a space, \"<\", \">\" or a quotation mark"},
      {"http://o/\thttp://n/\r\r\n", "line 1: it has a control character"},
      {"http://o/x\x01\thttp://n/", "line 1: it has a control character"},
      {"http://o/\thttp://n/\n# x\nHTTP://O:80/\thttp://m/",
       "line 3: its OLD is the same as in line 1: http://o/"},
      {"http://o/x*\thttp://n/\nhttp://o/%78*\thttp://n/",
       "line 2: its OLD is the same as in line 1: http://o/x"},
      {"http://o/\thttp://n/\nhttp://o/*\thttp://n/", "line 2: its OLD is the same as in line 1: http://o/"},
      {"=http://o/\thttp://n/\n=http://o\thttp://n/", "line 2: its OLD is the same as in line 1: http://o/"},
  };
  for (const auto& test : kCases) {
    INFO(test.map);
    const Result<UrlMap> parsed = UrlMap::parse(test.map);
    REQUIRE_FALSE(parsed.has_value());
    CHECK(parsed.error().code == Error::Code::kUsage);
    CHECK(parsed.error().message == test.message);
  }
}

TEST_CASE("url map: many lines, each looked up by comparing with all", "[url_map]") {
  std::mt19937 random(20261128);
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  int checked = 0;
  for (int round = 0; round < 300; ++round) {
    struct Pair {
      std::string old_url, new_url;
      bool is_beginning = false;
    };
    std::vector<Pair> pairs;
    std::string text;
    for (unsigned i = 0; i <= below(12); ++i) {
      std::string path;
      for (unsigned n = below(6); n > 0; --n) path += "/ab?"[below(4)];
      std::string old_url = "http://h/" + path;
      const bool is_beginning = below(2) == 0;
      const bool is_known = std::any_of(pairs.begin(), pairs.end(), [&](const Pair& pair) {
        return pair.old_url == old_url && pair.is_beginning == is_beginning;
      });
      if (is_known) continue;
      const std::string new_url = "n:" + std::to_string(i) + ":";
      text.append(is_beginning ? "" : "=").append(old_url).append(is_beginning ? "*" : "");
      text.append("\t").append(new_url).append("\n");
      pairs.push_back({old_url, new_url, is_beginning});
    }
    const Result<UrlMap> map = UrlMap::parse(text);
    REQUIRE(map.has_value());
    CHECK(map->size() == pairs.size());
    for (int i = 0; i < 100; ++i) {
      std::string url = "http://h/";
      for (unsigned n = below(8); n > 0; --n) url += "/ab?"[below(4)];
      const Pair* best = nullptr;
      for (const Pair& pair : pairs) {
        if (pair.is_beginning ? !url.starts_with(pair.old_url) : url != pair.old_url) continue;
        if (best == nullptr || pair.old_url.size() > best->old_url.size() ||
            (pair.old_url.size() == best->old_url.size() && !pair.is_beginning))
          best = &pair;
      }
      const std::string expected = best == nullptr ? "-" : best->new_url + url.substr(best->old_url.size());
      INFO(text << url);
      CHECK(map->mapped(url).value_or("-") == expected);
      ++checked;
    }
  }
  CHECK(checked == 30'000);
}

}  // namespace mimebase::test
