// URLs written so that nothing opens them.
#include <random>
#include <string>

#include "catch.h"
#include "mimebase/url.h"
#include "url/defang.h"

namespace mimebase::test {

TEST_CASE("defang: forms", "[defang]") {
  const struct {
    std::string_view url, defanged;
  } kCases[] = {
      {"https://evil.example/path", "hxxps://evil[.]example/path"},
      {"http://evil.example/a.html?b=c.d#e.f", "hxxp://evil[.]example/a.html?b=c.d#e.f"},
      {"HTTP://EVIL.example", "HXXP://EVIL[.]example"},
      {"ftp://ftp.evil.example/f.txt", "fxp://ftp[.]evil[.]example/f.txt"},
      {"ftps://evil.example/", "fxps://evil[.]example/"},
      {"http://a.b@evil.example:80/", "hxxp://a.b@evil[.]example:80/"},
      {"http://192.0.2.1/", "hxxp://192[.]0[.]2[.]1/"},
      {"http://[2001:db8::1]/a.b", "hxxp://[2001:db8::1]/a.b"},
      {"http://[::ffff:192.0.2.1]/", "hxxp://[::ffff:192[.]0[.]2[.]1]/"},
      {"http:\\\\evil.example\\a.b", "hxxp:\\\\evil[.]example\\a.b"},
      {"http:g.html", "hxxp:g[.]html"},
      {"https:evil.example/a.b", "hxxps:evil[.]example/a.b"},
      {"http:///evil.example/a.b", "hxxp:///evil[.]example/a.b"},
      {"//evil.example/a.b", "//evil[.]example/a.b"},
      {"mailto:joe.b@evil.example?cc=x@y.z", "mailto:joe.b[@]evil[.]example?cc=x[@]y[.]z"},
      {"mailto:?cc=a@b.example", "mailto:?cc=a[@]b[.]example"},
      {"mailto:?to=a@b.example,c@d.example&body=x", "mailto:?to=a[@]b[.]example,c[@]d[.]example&body=x"},
      {"mailto:joe%40evil.example?bcc=a%40b.example", "mailto:joe%40evil[.]example?bcc=a%40b[.]example"},
      {"mailto:a@b.example,c@d.example", "mailto:a[@]b[.]example,c[@]d[.]example"},
      {"ldap://evil.example/o=x", "ldap://evil[.]example/o=x"},
      {"cid:part1@evil.example", "cid:part1[@]evil[.]example"},
      {"sip:joe@evil.example", "sip:joe[@]evil[.]example"},
      {"data:text/plain,a.b", "data:text/plain,a.b"},
      {"javascript:a.b()", "javascript:a.b()"},
      {"../a.b/c", "../a.b/c"},
      {"a.html", "a.html"},
      {"#a.b", "#a.b"},
      {"?a=http://b.c/", "?a=hxxp://b[.]c/"},
      {"http://a.example/?u=https://b.example/c.d&v=http://e.example",
       "hxxp://a[.]example/?u=hxxps://b[.]example/c.d&v=hxxp://e[.]example"},
      {"http://a.example/v3/__https://b.example/c__", "hxxp://a[.]example/v3/__hxxps://b[.]example/c__"},
      {"go/HTTP://b.example", "go/HXXP://b[.]example"},
      {"x=http://b.example", "x=hxxp://b[.]example"},
      {"http://a.example/urn://b.c/", "hxxp://a[.]example/urn://b[.]c/"},
      {"http://a.example/?u=www.b.example/c.d", "hxxp://a[.]example/?u=www[.]b[.]example/c.d"},
      {"http://a.example/joe@b.example/c.d", "hxxp://a[.]example/joe[@]b[.]example/c.d"},
      {"http://joe@b.example@a.example/", "hxxp://joe[@]b[.]example@a[.]example/"},
      {"http://a.example,http://b.example", "hxxp://a[.]example,hxxp://b[.]example"},
      {"?a=http://b.example|http://c.example", "?a=hxxp://b[.]example|hxxp://c[.]example"},
      {"xhttp://evil.example/", "xhxxp://evil[.]example/"},
      {"http://a.bhttp://c.example/", "hxxp://a[.]bhxxp://c[.]example/"},
      {"http://a.example/?http://b.chttp://d.example/",
       "hxxp://a[.]example/?hxxp://b[.]chxxp://d[.]example/"},
      {"http://a.example/http:\\\\b.example\\c", "hxxp://a[.]example/hxxp:\\\\b.example\\c"},
      {"?u=https:b.example", "?u=hxxps:b.example"},
      {"svn+http://evil/", "svn+hxxp://evil/"},
      {"telnet://evil/", "telnet[:]//evil/"},
      {"file:///a.b/c", "file[:]///a.b/c"},
      {"http://a.example/?telnet://evil", "hxxp://a[.]example/?telnet[:]//evil"},
      {"www.evil.example/a.b", "www[.]evil[.]example/a.b"},
      {"\thttp://evil.example/", "\thxxp://evil[.]example/"},
      {"mailto:a@b.example?body=http://c.example/", "mailto:a[@]b[.]example?body=hxxp://c[.]example/"},
      {"javascript:open('http://b.example/')", "javascript:open('hxxp://b[.]example/')"},
      {"", ""},
      // Written by hand, in part or in other forms.
      {"hxxp://evil.example/", "hxxp://evil[.]example/"},
      {"http://evil[.]example/", "hxxp://evil[.]example/"},
      {"hXXp://a(.)b{.}example/", "hXXp://a(.)b{.}example/"},
      {"hxxps[://]evil.example/", "hxxps[://]evil[.]example/"},
      {"mailto:joe[@]evil.example", "mailto:joe[@]evil[.]example"},
  };
  for (const auto& c : kCases) {
    CAPTURE(c.url);
    CHECK(defang(c.url) == c.defanged);
    CHECK(defang(c.defanged) == c.defanged);
  }
  CHECK(url::defang_host("www.evil.example") == "www[.]evil[.]example");
  CHECK(url::defang_host("www[.]evil.example") == "www[.]evil[.]example");
  CHECK(url::refang_host("www[.]evil(dot)example") == "www.evil.example");
}

TEST_CASE("defang: refang() restores every URL", "[defang]") {
  std::mt19937 random(11);
  const std::string_view kPieces[] = {
      "a", "evil", ".",   "example", "/",        "?",   "#",    "@",    ":80", "-",         "%5B",
      "=", "&",    "x.y", "http://", "https://", "://", "www.", "joe@", "%40", "telnet://", ","};
  for (const std::string_view scheme : {"http://", "https://", "ftp://", "HTTP://", "HTTPS://"}) {
    for (int i = 0; i < 2000; ++i) {
      std::string url(scheme);
      url += "h";
      for (int pieces = 0; pieces < 12; ++pieces) url += kPieces[random() % std::size(kPieces)];
      CAPTURE(url);
      const std::string written = defang(url);
      CHECK(refang(written) == url);
      CHECK(defang(written) == written);
      CHECK(refang(url) == url);
    }
  }
}

TEST_CASE("defang: any bytes", "[defang]") {
  std::mt19937 random(5);
  const std::string_view kPieces[] = {"[.]", "[",       "]", ".",   "(dot)", "hxxp", ":",  "//",
                                      "[:]", "mailto:", "@", "[@]", "\\",    "\xFF", "\0", "/"};
  for (int i = 0; i < 20000; ++i) {
    std::string url;
    for (int pieces = 0; pieces < 10; ++pieces) url += kPieces[random() % std::size(kPieces)];
    CAPTURE(url);
    CHECK(defang(defang(url)) == defang(url));
    CHECK(refang(url).size() <= url.size() + 2);
  }
}

}  // namespace mimebase::test
