// Lists of shell patterns of hosts.
#include "url/host_patterns.h"

#include <string>
#include <vector>

#include "catch.h"

using namespace mimebase;

TEST_CASE("a list of patterns matches what one of them matches", "[hosts]") {
  const std::vector<std::string> patterns = {"exact.example",
                                             "*.Example.ORG",
                                             "*.b\u00fccher.example",
                                             "h?.example",
                                             "*",
                                             "*.*.two.example",
                                             "[ab].example",
                                             "*."};
  const std::vector<std::string> hosts = {"exact.example",
                                          "EXACT.example",
                                          "x.exact.example",
                                          "example.org",
                                          "a.example.org",
                                          "a.b.example.org",
                                          "aexample.org",
                                          "x.xn--bcher-kva.example",
                                          "hx.example",
                                          "two.example",
                                          "a.b.two.example",
                                          "b.example",
                                          "c.example",
                                          "",
                                          ".",
                                          "a."};
  for (const std::string& pattern : patterns) {
    const url::HostPatterns list({pattern, "none.example"});
    for (const std::string& host : hosts) {
      CAPTURE(pattern, host);
      CHECK(list.match(host) == url::matches_host(pattern, host));
    }
  }
  CHECK_FALSE(url::HostPatterns({}).match("a.example"));
}

TEST_CASE("a host of many labels is looked up in linear time", "[hosts]") {
  std::string host = "a";
  for (int i = 0; i < 200000; ++i) host += ".a";
  const url::HostPatterns list({"*.example.org", "*.a.b"});
  CHECK_FALSE(list.match(host));
  CHECK(list.match(host + ".example.org"));
}
