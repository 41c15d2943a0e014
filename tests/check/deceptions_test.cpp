// The checks of deceptive URLs: tables of what is reported, next to what is not.
#include "check/deceptions.h"

#include <algorithm>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "catch.h"
#include "check/displayed_text.h"
#include "check/domain_form.h"
#include "check/look_alike.h"
#include "check/near_domains.h"
#include "check/protected_domains.h"
#include "url/registrable_domain.h"
#include "url/split.h"

using namespace mimebase;
using namespace mimebase::check;

namespace {

struct Case {
  const char *text, *expected, *why;
};

std::string authority(std::string_view reference, std::string_view base) {
  const auto found = authority_of(reference, base);
  if (!found) return "none";
  return std::string(found->userinfo) + '|' + std::string(found->host) + (found->is_plain ? "" : "|odd");
}

}  // namespace

TEST_CASE("the host that a reference itself names, by the URL Standard") {
  const Case cases[] = {
      {"https://a.example/x", "|a.example", "absolute"},
      {"HTTP://u:p@a.example:8080?x", "u:p|a.example", "with user and port"},
      {"https://[::1]:80/", "|[::1]", "an address of IPv6"},
      {"https://[::1", "|[::1", "one that never ends"},
      {"ftp://a@b@c.example", "a@b|c.example", "the last @ counts"},
      {"http://a.example\\@b.example", "|a.example", "a backslash ends the host"},
      {"//a.example", "|a.example|odd", "without a scheme"},
      {"\\\\a.example", "|a.example|odd", "with backslashes"},
      {"/\\a.example", "|a.example|odd", "with both"},
      {"///a.example", "|a.example|odd", "with three"},
      {"https:a.example", "|a.example|odd", "another scheme than the base's"},
      {"https:/a.example", "|a.example|odd", "with one slash"},
      {"https:///a.example", "|a.example|odd", "with three slashes"},
      {"http:a.example", "none", "the base's scheme: a path"},
      {"http:/a.example", "none", "as above"},
      {"http:\\\\a.example", "|a.example|odd", "but two slashes are a host"},
      {"x/y", "none", "a path"},
      {"", "none", "nothing"},
      {"?http://a.example", "none", "a query"},
      {"mailto:a@b.example", "none", "no host"},
      {"gopher:\\\\a.example", "none", "backslashes count in few schemes"},
      {"gopher://a.example", "|a.example", "any scheme"},
  };
  for (const Case& row : cases) {
    INFO(row.text << ": " << row.why);
    CHECK(authority(row.text, "http://base.example/") == row.expected);
  }
  CHECK(authority("//a.example", "") == "|a.example|odd");
  CHECK(authority("http:a.example", "") == "|a.example|odd");
  CHECK(authority("\\\\a.example", "gopher://b.example/") == "none");
}

TEST_CASE("what a browser opens") {
  Opener opener;
  CHECK(opener.open("https:a.example", "") == "https://a.example/");
  CHECK(opener.open("\\\\a.example", "") == "https://a.example/");
  CHECK(opener.open("https:a.example", "https://b.example/") == "https://b.example/a.example");
  CHECK(opener.open("x", "").empty());
  CHECK(opener.open("http://a.example", "http://b.example:99999/") == "http://a.example/");
  CHECK(opener.open("x", "http://b.example:99999/").empty());
}

TEST_CASE("text that looks like a host") {
  for (const char* text : {"bank.com", "www.bank.anything", "bank.example", "a.b.co.uk", "192.0.2.1",
                           "BANK.COM.", "bank%2Ecom", "bank.com%2Flogin", "https%3A%2F%2Fbank.com",
                           "b\xC3\xBC"
                           "cher.de",
                           "www.bank.com-login"}) {
    INFO(text);
    CHECK(looks_like_host(text));
  }
  for (const char* text : {"", "user", "user.name2", "com", "co.uk", "12345", "1.2", "alice%40bank.com",
                           "a b", "0x7f", "secret!", ".com", "%", "bank..", "v1.2.3"}) {
    INFO(text);
    CHECK_FALSE(looks_like_host(text));
  }
}

TEST_CASE("addresses that are not written as addresses") {
  const Case cases[] = {
      {"http://3627734734", "216.58.214.206", "a number"},
      {"http://0xd83ad6ce/", "216.58.214.206", "hexadecimal"},
      {"http://0330.072.0326.0316/", "216.58.214.206", "octal"},
      {"http://216.3856078", "216.58.214.206", "two numbers"},
      {"http://127.1", "127.0.0.1", "two numbers"},
      {"http://127.0.0.01", "127.0.0.1", "one octal number"},
      {"http://\xEF\xBC\x91.1.1.1", "1.1.1.1", "a wide digit"},
      {"http://216.58.214.206", "", "four numbers"},
      {"http://216.58.214.206./", "", "and a dot"},
      {"http://256.0.0.1", "", "no address"},
      {"http://[::7f00:1]", "", "IPv6"},
      {"http://127.1.example", "", "a name"},
      {"http://0x7g", "", "a name"},
      {"http://%65vil.example/", "evil.example", "a percent-encoded letter"},
      {"http://evil%2eexample/", "evil.example", "a percent-encoded dot"},
      {"http://\xEF\xBD\x85vil.example/", "evil.example", "a wide letter"},
      {"http://ev\xC2\xADil.example/", "evil.example", "a soft hyphen"},
      {"http://b%C3%BCcher.example/", "", "a percent-encoded name that is not ASCII"},
      {"http://b\xC3\xBC"
       "cher.example/",
       "", "a name that is not ASCII"},
      {"http://example\xE3\x80\x82jp/", "", "a full stop of Japanese"},
      {"http://EXAMPLE.org/", "", "capitals"},
  };
  for (const Case& row : cases) {
    INFO(row.text << ": " << row.why);
    const auto found = check_odd_host(*authority_of(row.text, ""));
    CHECK(found.has_value() == (*row.expected != '\0'));
    if (found) CHECK(found->detail.find(row.expected) != std::string::npos);
  }
}

TEST_CASE("types of data: URLs") {
  for (const char* url : {"data:text/html,x", "data:TEXT/HTML;charset=utf-8,x", "data:image/svg+xml,x",
                          "data:application/xhtml+xml;base64,x", "data: text/xml ,x", "data:text%2Fhtml,x",
                          "data:application/atom+xml,x", "javascript:", "VBScript:x"}) {
    INFO(url);
    CHECK(check_script(url));
  }
  for (const char* url : {"data:,x", "data:text/plain,<b>", "data:image/png;base64,x", "data:text/html2,x",
                          "data:application/pdf,x", "https://a.example/javascript:", "", "javascript"}) {
    INFO(url);
    CHECK_FALSE(check_script(url));
  }
}

TEST_CASE("URLs in queries") {
  const Case cases[] = {
      {"http://a.example/?u=http://b.example/", "b.example", "plain"},
      {"http://a.example/?u=http%3A%2F%2Fb.example%2F", "b.example", "encoded"},
      {"http://a.example/?x=1&u=HTTPS://u:p@www.b.example:80", "b.example", "with user and port"},
      {"http://a.example/?http://a.example/&u=http://b.example", "b.example", "the second one"},
      {"http://a.example/?u=http://192.0.2.1/", "192.0.2.1", "an address"},
      {"http://a.example/?u=http://www.a.example/", "", "the same domain"},
      {"http://a.example/http://b.example/", "b.example", "in a path"},
      {"http://a.example/r/http:/b.example/", "b.example", "with one slash"},
      {"http://a.example/r/http://www.a.example/", "", "the same domain in a path"},
      {"http://a.example//b.example/", "b.example", "as the path"},
      {"http://a.example//index.html", "", "a doubled slash"},
      {"http://a.example//readme.md", "", "a doubled slash before a file"},
      {"http://a.example/#?u=http://b.example/", "", "in a fragment"},
      {"http://a.example/?u=//b.example/", "b.example", "without a scheme"},
      {"http://a.example/?u=/%5Cb.example", "b.example", "with a backslash"},
      {"http://a.example/?u=%5C%5Cb.example", "b.example", "with two"},
      {"http://a.example/?u=%2F%0A%2Fb.example", "b.example", "with what browsers drop"},
      {"http://a.example/?u=//b/", "", "no domain after slashes"},
      {"http://a.example/?u=/b.example/", "", "a path"},
      {"http://a.example/?u=b.example", "", "a word"},
      {"http://a.example/?u=aHR0cHM6Ly9iLmV4YW1wbGUv", "b.example", "in base64"},
      {"http://a.example/r/aHR0cDovL2IuZXhhbXBsZQ/x", "b.example", "in base64, in the path"},
      {"http://a.example/?u=aHR0cHM6Ly93d3cuYS5leGFtcGxl", "", "the same domain in base64"},
      {"http://a.example/?u=aHR0cHM6", "", "cut off in base64"},
      {"https://www.facebook.com/sharer.php?u=http://b.example/", "", "shared, not opened"},
      {"https://www.facebook.com/x.php?u=http://b.example/", "b.example", "another page there"},
      {"http://a.example/?u=http://localhost/", "", "no domain"},
      {"http://a.example/?u=http://", "", "no host"},
      {"http://a.example/?u=xhttps", "", "a word"},
      {"mailto:a@a.example?body=http://b.example/", "", "not a server's"},
  };
  for (const Case& row : cases) {
    INFO(row.text << ": " << row.why);
    const auto found = check_redirect(row.text);
    CHECK((found ? found->other_domain : "") == row.expected);
  }
}

TEST_CASE("addresses and tokens in the URLs of images") {
  for (const char* url :
       {"http://a.example/?u=me@b.example", "http://a.example/me%40b.example",
        "http://a.example/?u=me%2540b.example", "http://a.example/1234567890123456",
        "http://a.example/deadbeefdeadbeef0123", "http://a.example/?YWxpY2VAYmFuay5leGFtcGxl",
        "http://a.example/123E4567-e89b-12d3-a456-426614174000"}) {
    INFO(url);
    CHECK(check_tracker(url));
  }
  for (const char* url : {"http://a.example/spacer.gif", "http://a.example/transparent-pixel-1x1.gif",
                          "http://a.example/1699999999999.gif", "http://me@a.example/",
                          "http://deadbeefdeadbeef01234567.a.example/x", "http://a.example/@b",
                          "http://a.example/EmailTemplateHeaderImages/x.gif",
                          "http://a.example/averylongwordwithoutmeaning.gif"}) {
    INFO(url);
    CHECK_FALSE(check_tracker(url));
  }
}

TEST_CASE("domains that look alike have the same skeleton") {
  const Case same[] = {
      {"paypal.com", "paypa1.com", "a digit"},
      {"google.com", "g00gle.com", "digits"},
      {"example.com", "exarnple.com", "two letters"},
      {"paypal.com", "xn--pypal-4ve.com", "Cyrillic"},
      {"apple.com", "xn--80ak6aa92e.com", "Cyrillic alone"},
  };
  for (const Case& row : same) {
    INFO(row.why);
    CHECK_FALSE(skeleton_of(row.text).empty());
    CHECK(skeleton_of(row.text) == skeleton_of(row.expected));
  }
  CHECK(skeleton_of("bucher.example") != skeleton_of("xn--bcher-kva.example"));
  CHECK(skeleton_of("a.example") != skeleton_of("a.test"));
  for (const char* none : {"", "192.0.2.1", "[::1]", "xn--", "xn--\xC3\xBC", "xn--999999999"}) {
    INFO(none);
    CHECK(skeleton_of(none).empty());
  }
  CHECK(skeleton_of(std::string(300, 'a')).empty());
}

TEST_CASE("domains that differ in a few letters") {
  struct Pair {
    const char *a, *b;
    std::size_t distance;  // 0: not reported
    const char* why;
  };
  const Pair cases[] = {
      {"paypal.com", "paypla.com", 1, "two letters are swapped"},
      {"ebay.com", "eaby.com", 1, "in a short name"},
      {"abc.com", "acb.com", 0, "in a very short one"},
      {"microsoft.com", "micorsfot.com", 2, "twice"},
      {"paypal.com", "paypla.net", 4, "and another suffix"},
      {"bank.com", "bnak.net", 0, "in a short name with another suffix"},
      {"google.com", "gooogle.com", 1, "a doubled letter"},
      {"facebook.com", "facebok.com", 1, "one that is no longer doubled"},
      {"netflix.com", "netflxi.com", 1, "at the end"},
      {"santander.com", "santamder.com", 1, "a letter is replaced"},
      {"santander.com", "santande.com", 0, "the last letter"},
      {"example.com", "examples.com", 0, "a plural"},
      {"italiano.com", "italiana.com", 0, "an ending"},
      {"wikipedia.org", "wikimedia.org", 0, "a letter that nobody confuses"},
      {"list1.com", "list2.com", 0, "a digit"},
      {"listmanage1.com", "listmanage.com", 0, "a digit more"},
      {"coca-cola.com", "cocacola.com", 0, "a hyphen"},
      {"house.com", "mouse.com", 0, "another word"},
      {"paypal.com", "paypal.com", 0, "the same"},
      {"paypal.com", "paypal.de", 0, "another country"},
      {"wwwpaypal.com", "paypal.com", 0, "more than one letter"},
      {"localhost", "192.0.2.1", 0, "no domains"},
      {"", "", 0, "nothing"},
  };
  for (const Pair& row : cases) {
    INFO(row.a << ' ' << row.b << ": " << row.why);
    const auto found = compare_letters(row.a, row.b), reverse = compare_letters(row.b, row.a);
    CHECK((found ? found->distance : 0) == row.distance);
    CHECK(found.has_value() == reverse.has_value());
  }
}

TEST_CASE("domains that differ in their suffix") {
  CHECK(compare_suffixes("mybank.com", "mybank.cm", true)->distance == 1);
  CHECK(compare_suffixes("mybank.com", "mybank.xyz", true)->distance == 3);
  CHECK(compare_suffixes("mybank.com", "mybank.co", false)->distance == 1);
  CHECK(compare_suffixes("mybank.co.uk", "mybank.top", false).has_value());
  CHECK_FALSE(compare_suffixes("mybank.com", "mybank.co", true));  // both belong to one owner
  for (const char* odd : {"mybank.de", "mybank.co.uk", "mybank.net", "mybank.org", "mybank.io", "mybank.com",
                          "yourbank.xyz", "xyz"}) {
    INFO(odd);
    CHECK_FALSE(compare_suffixes("mybank.com", odd, false));
  }
  CHECK_FALSE(compare_suffixes("mybank.xyz", "mybank.top", false));
  CHECK_FALSE(compare_suffixes("mybank.infox", "mybank.info", false));  // a typing error
  CHECK_FALSE(compare_suffixes("abc.com", "abc.xyz", false));
}

TEST_CASE("pairs of domains that are compared") {
  std::mt19937 random(6761);
  const auto pick = [&](std::string_view from) { return from[random() % from.size()]; };
  std::vector<std::string> domains;
  for (int i = 0; i < 400; ++i) {
    std::string name(4 + random() % 5, 'x');
    for (char& c : name) c = pick("ilmnuvab1");
    domains.push_back(name + (random() % 3 == 0 ? ".cm" : random() % 2 == 0 ? ".co" : ".com"));
    std::string other = name;
    switch (random() % 4) {
      case 0:
        other.insert(random() % name.size(), 1, pick("ilmn"));
        break;
      case 1:
        std::swap(other[0], other[1]);
        break;
      default:
        other[random() % name.size()] = pick("ilmnuv");
    }
    domains.push_back(other + ".com");
  }
  domains.insert(domains.end(), {"", "com", "localhost", "192.0.2.1", "xn--bcher-kva.example"});
  const std::vector<std::string_view> views(domains.begin(), domains.end());
  Steps steps(10'000'000);
  const auto pairs = near_pairs(views, steps);
  CHECK_FALSE(steps.is_used_up());
  CHECK(std::ranges::is_sorted(pairs));
  CHECK(pairs.size() < views.size() * views.size() / 20);
  std::size_t alike = 0;
  for (std::size_t a = 0; a < views.size(); ++a) {
    for (std::size_t b = a + 1; b < views.size(); ++b) {
      const bool are_alike = compare_letters(views[a], views[b]) ||
                             compare_suffixes(views[a], views[b], false) ||
                             compare_suffixes(views[b], views[a], false);
      alike += are_alike ? 1 : 0;
      if (!are_alike) continue;
      CAPTURE(views[a], views[b]);
      CHECK(std::ranges::binary_search(pairs, std::pair(a, b)));
    }
  }
  CHECK(alike > 80);
  Steps few(100);
  CHECK(near_pairs(views, few).size() <= 10);
  CHECK(few.is_used_up());
}

namespace {

// The words for the first domain that a host imitates; empty if there is none.
std::string imitation(ProtectedDomains& domains, const std::string& host, Steps& steps) {
  const std::string domain = url::registrable_domain(host);
  if (const auto found = domains.resembling(host, domain, steps)) return found->how;
  if (const auto found = domains.contained_in(host, domain, steps)) return found->how;
  const auto found = domains.named_in(host, steps);
  return found ? found->how : "";
}

}  // namespace

TEST_CASE("hosts that imitate domains of the caller") {
  const std::vector<std::string> list = {"amazon.com",  "www.apple.com", "bank.co.uk",      "chase.com",
                                         "ledger.com",  "google.com",    "paypal.com",      "dhl.com",
                                         "t-mobile.de", "github.io",     "xn--bcher-kva.de"};
  const Case cases[] = {
      {"amazon.evil.example", "contains the name of amazon.com", "a label"},
      {"www.amazon.evil.example", "contains the name of amazon.com", "an inner one"},
      {"updates-ledger.com", "contains the name of ledger.com", "after a hyphen"},
      {"ledger-updates.com", "contains the name of ledger.com", "before one"},
      {"my-ledger-login.evil.example", "contains the name of ledger.com", "between two"},
      {"x.t-mobile-bill.evil.example", "contains the name of t-mobile.de", "a name with a hyphen"},
      {"amazon.de", "contains the name of amazon.com",
       "another country: the owner's other domains are listed too"},
      {"xn---paypal-m2a.evil.example", "contains the name of paypal.com", "with a label in Unicode"},
      {"xn--bcher-login-thb.com", "contains the name of b\u00FCcher.de (xn--bcher-kva.de)",
       "a name in Unicode, before a hyphen"},
      {"xn--bcher-kva.evil.example", "contains the name of b\u00FCcher.de (xn--bcher-kva.de)", "as a label"},
      {"gooogle.com", "is at distance 1 from google.com (one letter is doubled)", "letters"},
      {"paypla.com", "is at distance 1 from paypal.com (two letters are swapped)", "letters"},
      {"mail.paypal.co", "has the name of paypal.com (the suffix is another one, at distance 1)", "a suffix"},
      {"paypa1.com", "looks like paypal.com", "a digit"},
      {"xn--80ak6aa92e.com", "looks like apple.com", "Cyrillic alone"},
      {"paypal.com.evil.example", "begins with paypal.com", "at the beginning"},
      {"secure.paypal.com.evil.example", "contains paypal.com", "inside"},
      {"dhl.com.evil.example", "begins with dhl.com", "a short one"},
      {"paypal.com", "", "the domain itself"},
      {"www.paypal.com", "", "a subdomain"},
      {"www.paypal.com.", "", "with the dot of the root"},
      {"paypal.apple.com", "", "a subdomain of another one"},
      {"bank.evil.example", "", "a name of four letters is a word"},
      {"dhl.evil.example", "", "likewise"},
      {"purchase.com", "", "in a word"},
      {"amazonia.evil.example", "", "the beginning of a word"},
      {"blog.google", "", "in the public suffix"},
      {"x.github.io", "", "a subdomain of a public suffix in the list"},
      {"192.0.2.1", "", "an address"},
      {"localhost", "", "a name without dots"},
      {"", "", "nothing"},
  };
  ProtectedDomains domains(list);
  for (const Case& row : cases) {
    INFO(row.text << ": " << row.why);
    Steps steps(100'000);
    CHECK(imitation(domains, row.text, steps) == row.expected);
    CHECK_FALSE(steps.is_used_up());
  }
  Steps none(10);
  CHECK(imitation(domains, "gooogle.com", none).empty());
  CHECK(none.is_used_up());
}

// The index finds what a comparison with each domain finds.
TEST_CASE("hosts are looked up in the domains of the caller") {
  std::mt19937 random(20261128);
  const auto name = [&] {
    std::string text(4 + random() % 4, 'x');
    for (char& c : text) c = std::string_view("ilmnuvab1")[random() % 9];
    return text;
  };
  std::vector<std::string> list, hosts;
  for (int i = 0; i < 1500; ++i) {
    list.push_back(name() + (random() % 2 == 0 ? ".com" : ".co.uk"));
    // Half of them differ from the last domain by a letter or two.
    std::string host = random() % 2 == 0 ? name() : list.back().substr(0, list.back().find('.'));
    if (random() % 2 == 0) host.insert(random() % host.size(), 1, host[random() % host.size()]);
    if (random() % 2 == 0) std::swap(host[1], host[2]);
    hosts.push_back(host + (random() % 3 == 0 ? ".cm" : ".com"));
  }
  ProtectedDomains domains(list);
  std::size_t found = 0;
  for (const std::string& host : hosts) {
    const bool is_listed = std::ranges::find(list, host) != list.end();
    const bool expected = !is_listed && std::ranges::any_of(list, [&](const std::string& real) {
      return compare_letters(host, real) || compare_suffixes(real, host, false) ||
             skeleton_of(host) == skeleton_of(real);
    });
    CAPTURE(host);
    Steps steps(1'000'000);
    CHECK(domains.resembling(host, host, steps).has_value() == expected);
    found += expected ? 1 : 0;
  }
  CHECK(found > 200);
  CHECK(found < hosts.size() - 200);
}

// More domains that do not resemble a host cost it nothing.
TEST_CASE("the steps for a host do not depend on the number of domains") {
  const auto steps_with = [](int size) {
    std::vector<std::string> list;
    for (int i = 0; i < size; ++i) list.push_back("shop" + std::to_string(i) + "x.example");
    ProtectedDomains domains(list);
    Steps steps(100'000);
    CHECK(imitation(domains, "www.paypal-login.a-b-c.evil.example", steps).empty());
    CHECK(imitation(domains, "shop7-login.evil.example", steps).empty());
    std::uint64_t left = 0;
    for (std::uint64_t step = 1 << 16; step != 0; step /= 2) {
      if (Steps copy = steps; copy.charge(left + step)) left += step;
    }
    return 100'000 - left;
  };
  const std::uint64_t few = steps_with(10);
  CHECK(few > 300);
  for (const int size : {1000, 2000, 4000, 10'000}) CHECK(steps_with(size) == few);
}

TEST_CASE("hosts that are suspicious by themselves") {
  for (const char* host : {"xn--pypal-4ve.com", "www.xn--pypal-4ve.com", "xn--pypal-4ve.evil.example"}) {
    INFO(host);
    CHECK(suspicious_characters(host) == "mixes scripts");
  }
  for (const char* host : {"paypal.com", "xn--bcher-kva.example", "xn--wgv71a119e.jp",
                           "xn--e1afmkfd.xn--p1ai", "xn--80ak6aa92e.com", "xn--", "xn--999999999", ""}) {
    INFO(host);
    CHECK(suspicious_characters(host).empty());
  }
}

TEST_CASE("text as it is displayed") {
  const Case cases[] = {
      {"plain text", "plain text", "ASCII"},
      {"b\xC2\xAD\xE2\x80\x8B"
       "ank\xE2\x81\xA0.com",
       "bank.com", "invisible characters"},
      {"\xEF\xBD\x82\xEF\xBD\x81nk\xEF\xBC\x8E"
       "com",
       "bank.com", "full width"},
      {"https\xE2\x88\xB6\xE2\x88\x95\xE2\x88\x95"
       "a",
       "https://a", "a ratio and division slashes"},
      {"\xE2\x80\xAEmoc.knab\xE2\x80\xAC", "bank.com", "right to left"},
      {"x \xE2\x80\xAEmoc.knab", "x bank.com", "to the end"},
      {"\xFF", "\xEF\xBF\xBD", "no UTF-8"},
      {"stra\xC3\x9F"
       "e.de",
       "stra\xC3\x9F"
       "e.de",
       "a letter of a name"},
  };
  for (const Case& row : cases) {
    INFO(row.why);
    Steps steps(1000);
    CHECK(displayed(row.text, steps) == row.expected);
    CHECK_FALSE(steps.is_used_up());
  }
}

TEST_CASE("text of any length is displayed, as long as there are steps") {
  for (const std::size_t size : {100, 5000, 300'000}) {
    CAPTURE(size);
    std::string ligatures, marks;
    for (std::size_t i = 0; i < size; ++i) {
      ligatures += "\xEF\xB7\xBA";  // which has 18 letters
      marks += i % 2 == 0 ? "\xCC\xA1" : "\xCC\x81";
    }
    const std::string full_width =
                          " \xEF\xBD\x82"
                          "ank.com",
                      right_to_left = " \xE2\x80\xAEmoc.knab\xE2\x80\xAC";
    Steps steps(1'000'000);
    CHECK(displayed(ligatures + full_width, steps).ends_with(" bank.com"));
    CHECK(displayed(std::string(size, 'x') + right_to_left, steps).ends_with(" bank.com"));
    CHECK_FALSE(steps.is_used_up());
    (void)displayed("a" + marks, steps);
    CHECK(steps.is_used_up() == (size > 1000));
    Steps others(1'000'000);
    (void)displayed(right_to_left + std::string(size, '('), others);
    CHECK(others.is_used_up() == (size > 1000));
  }
}

TEST_CASE("names among any number of words") {
  std::string words = "a@", numbers;
  for (int i = 0; i < 5000; ++i)
    words += "b@ www.a" + std::to_string(i) + ".example c@d" + std::to_string(i) + ".example ";
  const std::vector<ShownName> names = names_in(words);
  CHECK(std::ranges::count(names, ShownName::Kind::kHost, &ShownName::kind) == 5000);
  CHECK(std::ranges::count(names, ShownName::Kind::kMailbox, &ShownName::kind) == 5000);
  CHECK(names.back().value == "c@d4999.example");
}

TEST_CASE("recipients") {
  std::string url = "mailto:first@bank.example";
  for (int i = 0; i < 1000; ++i) url += ",a" + std::to_string(i) + "@b" + std::to_string(i) + ".example";
  const Recipients recipients(url + "?subject=x&to=my.name%40gmail.com#z@z.example");
  CHECK(recipients.first() == "first@bank.example");
  CHECK(recipients.has_domain("b999.example"));
  CHECK_FALSE(recipients.has_domain("z.example"));
  CHECK(recipients.has_owner_of("someone@b999.example"));
  CHECK(recipients.has_owner_of("myname+x@gmail.com"));
  CHECK_FALSE(recipients.has_owner_of("yourname@gmail.com"));
  CHECK(Recipients("mailto:").empty());
  CHECK(Recipients("mailto:?subject=x").empty());
}

TEST_CASE("telephone numbers that are the same") {
  const Case same[] = {
      {"+18005551234", "8005551234", "a country"},
      {"+493012345", "03012345", "a trunk prefix"},
      {"00493012345", "+493012345", "another prefix"},
      {"84951234567", "74951234567", "a trunk prefix of Russia"},
      {"800555123422", "8005551234", "an extension"},
      {"112", "110", "too short to compare"},
  };
  const auto digits = [](std::string_view text) {
    std::string out;
    std::copy_if(text.begin(), text.end(), std::back_inserter(out),
                 [](char c) { return c >= '0' && c <= '9'; });
    return out;
  };
  for (const Case& row : same) {
    INFO(row.why);
    CHECK(is_same_number(digits(row.text), digits(row.expected)));
    CHECK(is_same_number(digits(row.expected), digits(row.text)));
  }
  CHECK_FALSE(is_same_number("18005551234", "19005551234"));
  CHECK_FALSE(is_same_number("493012345678", "493012345679"));
  CHECK(number_of_url("tel:+1-800-555-1234;ext=5") == "18005551234");
  CHECK(number_of_url("tel:+1%20800%20555x22") == "1800555");
}

TEST_CASE("the URL that a tooltip shows") {
  CHECK(shown_by_tooltip("http://a.example") == "http://a.example");
  CHECK(shown_by_tooltip("Original URL: http://a.example/x. Click") == "http://a.example/x.");
  CHECK(shown_by_tooltip("Original URL:").empty());
}
