// The checks of a single reference.
#include "check/link_checks.h"

#include <string>
#include <vector>

#include "catch.h"
#include "check/anchor_host.h"
#include "url/registrable_domain.h"

using namespace mimebase;
using namespace mimebase::check;

namespace {

std::string code(const std::optional<Finding>& finding) {
  return finding ? std::string(name_of(finding->code)) + ' ' + std::string(name_of(finding->severity())) : "";
}

std::optional<Finding> text_check(std::string_view text, std::string_view resolved) {
  Steps steps(1000);
  const std::vector<std::string> texts = {displayed(text, steps)};
  const Unwrapping unwrapping = unwrapping_of(resolved);
  LabelTarget target(resolved, resolved, unwrapping, false);
  return check_label(DiagnosticCode::kTextDiffers, "text", texts, target);
}

}  // namespace

TEST_CASE("registrable domains") {
  CHECK(url::registrable_domain("www.Example.co.uk") == "example.co.uk");
  CHECK(url::registrable_domain("a.b.example.com") == "example.com");
  CHECK(url::registrable_domain("localhost") == "localhost");
  CHECK(url::registrable_domain("192.0.2.1") == "192.0.2.1");
  CHECK(url::registrable_domain("[::1]") == "[::1]");
}

TEST_CASE("an anchor text that is a URL of another domain") {
  CHECK(code(text_check("http://bank.example.com/login", "http://evil.example.net/")) ==
        "text-differs error");
  CHECK(code(text_check("www.bank.com", "http://evil.net/")) == "text-differs error");
  CHECK(code(text_check(" HTTPS://www.example.com ", "http://example.com/x")).empty());  // the same domain
  CHECK(code(text_check("click here for http://bank.com", "http://evil.net/")) == "text-differs error");
  CHECK(code(text_check("click here for bank.com", "http://evil.net/")).empty());  // words, not a URL
  CHECK(code(text_check("bank", "http://evil.net/")).empty());
}

TEST_CASE("the whole text of an anchor as the name of a host") {
  struct Case {
    const char *text, *host, *why;
  };
  const Case cases[] = {
      {"https://www.bank.example/login?x", "www.bank.example", "a URL"},
      {"HTTP://Bank.com", "Bank.com", "in any case"},
      {"www.bank", "www.bank", "as everybody reads it"},
      {"www.bank.com:8080/x", "www.bank.com", "with a port"},
      {"http://u:p@bank.com/", "bank.com", "with a user"},
      {"http://[::1]/", "[::1]", "an address"},
      {"http://www.exam...", nullptr, "cut by who wrote it"},
      {"www.examp\xE2\x80\xA6", nullptr, "by an ellipsis as well"},
      {"http://", nullptr, "no host"},
      {"see http://bank.com", nullptr, "words"},
      // Only domains.
      {"ripple.com", "ripple.com", "a domain"},
      {" ripple.com\n", "ripple.com", "white space is no part of it"},
      {"RIPPLE.COM", "ripple.com", "in capitals"},
      {"PayPal.com", "paypal.com", "in both"},
      {"Amazon.Com", "amazon.com", "the best known suffixes however they are written"},
      {"ripple.com.", "ripple.com", "the dot of the root"},
      {"ripple.com/login", "ripple.com", "with a path"},
      {"ripple.com?x", "ripple.com", "with a query"},
      {"ripple.com:443/", "ripple.com", "with a port"},
      {"ripple.com:x", nullptr, "no port"},
      {"secure.login.ripple.com", "secure.login.ripple.com", "with more labels"},
      {"bbc.co.uk", "bbc.co.uk", "a suffix of two labels"},
      {"octocat.github.io", "octocat.github.io", "one of a private registry"},
      {"b\xC3\xBC"
       "cher.de",
       "xn--bcher-kva.de", "not ASCII"},
      {"xn--bcher-kva.de", "xn--bcher-kva.de", "punycode"},
      {"\xE4\xBE\x8B\xE3\x81\x88.jp", "xn--r8jz45g.jp", "another script"},
      {"\xE4\xBE\x8B\xE3\x81\x88\xE3\x80\x82jp", "xn--r8jz45g.jp", "and its full stop"},
      {"my_shop.example.com", "my_shop.example.com", "what browsers take"},
      {"co.uk", nullptr, "a suffix alone"},
      {"com", nullptr, "one label"},
      {"ripple..com", nullptr, "an empty label"},
      {".com", nullptr, "no name"},
      {"localhost", nullptr, "no suffix"},
      {"bank.example", nullptr, "a suffix that nobody knows"},
      {"ripple.com and more", nullptr, "words"},
      {"a@ripple.com", nullptr, "an address of mail"},
      {"mailto:a@ripple.com", nullptr, "as a URL"},
      {"a@ripple.com/x", nullptr, "with a path"},
      {"@ripple.com", nullptr, "a name of a person"},
      {"50%.com", nullptr, "no domain has such letters"},
      {"(ripple.com)", nullptr, "nor such"},
      {"1.2.3.4", nullptr, "an address or a version: it belongs to nobody"},
      // Names of files and products, and words.
      {"README.md", nullptr, "a file, though Moldova's suffix"},
      {"setup.sh", nullptr, "Saint Helena's"},
      {"main.py", nullptr, "Paraguay's"},
      {"lib.rs", nullptr, "Serbia's"},
      {"script.pl", nullptr, "Poland's"},
      {"figure.ps", nullptr, "Palestine's"},
      {"photos.zip", nullptr, "Google's"},
      {"holiday.mov", nullptr, "Google's too"},
      {"my.report.md", nullptr, "with one more label it is a file still"},
      {"allegro.pl/oferta", "allegro.pl", "but not with a path"},
      {"onet.com.pl", "onet.com.pl", "nor under a suffix of two labels"},
      {"www.allegro.pl", "www.allegro.pl", "nor with www"},
      {"index.html", nullptr, "no suffix"},
      {"invoice.pdf", nullptr, "no suffix"},
      {"src/index.html", nullptr, "a path"},
      {"docs/ripple.com", nullptr, "a path"},
      {"Node.js", nullptr, "no suffix"},
      {"ASP.NET", nullptr, "a product"},
      {"vb.net", nullptr, "a product"},
      {"read.me", nullptr, "a file"},
      {"E-mail.", nullptr, "the end of a sentence"},
      {"E-mail.com", "e-mail.com", "a domain after all"},
      {"e.g.", nullptr, "an abbreviation"},
      {"U.S.", nullptr, "an abbreviation"},
      {"v1.2", nullptr, "a version"},
      {"3.5", nullptr, "a number"},
      {"here.Click", nullptr, "two sentences"},
      {"and/or", nullptr, "words"},
      {"...", nullptr, "dots"},
      {"", nullptr, "nothing"},
  };
  for (const Case& row : cases) {
    INFO(row.text << ": " << row.why);
    const auto found = host_in_text(row.text);
    CHECK((found ? found->host : "(none)") == (row.host != nullptr ? row.host : "(none)"));
  }
}

TEST_CASE("a domain as anchor text, and where its link leads") {
  struct Case {
    const char *text, *resolved, *expected, *why;
  };
  const Case cases[] = {
      {"ripple.com", "https://s23-ripple.com/claim", "ripple.com s23-ripple.com", "another domain"},
      {"ripple.com", "https://www.Ripple.com/x", "", "the same one"},
      {"ripple.com.", "https://ripple.com", "", "a dot is none"},
      {"b\xC3\xBC"
       "cher.de",
       "http://www.xn--bcher-kva.de/", "", "nor is another spelling"},
      {"ripple.com/x", "http://192.0.2.1/x", "ripple.com 192.0.2.1", "an address"},
      {"ripple.com", "mailto:info@ripple.com", "", "a letter is no place"},
      {"ripple.com", "tel:1", "", "nor a call"},
      {"www.ripple.com", "javascript:x()", "ripple.com ", "but a whole URL promises one"},
      {"README.md", "https://github.com/x/README.md", "", "a file"},
      {"<ripple.com>", "https://evil.net/", "ripple.com evil.net", "in angle brackets"},
      {"(ripple.com)", "https://evil.net/", "", "a remark"},
      {"@ripple.com", "https://evil.net/", "", "an account"},
      {"www.ripple.com and www.evil.net", "https://evil.net/", "", "one of them is right"},
      {"a@ripple.com", "mailto:b@evil.net", "ripple.com evil.net", "a mailbox"},
      {"a@ripple.com", "mailto:b@evil.net,c@ripple.com", "", "one of several"},
      {"a@ripple.com", "https://evil.net/", "", "a page about it"},
      {"www.ripple.com", "mailto:info@ripple.com", "", "a mailbox there"},
      {"call 030 1234567", "tel:+49301234567", "", "a number without its country"},
  };
  for (const Case& row : cases) {
    INFO(row.why);
    const auto found = text_check(row.text, row.resolved);
    CHECK((found ? found->domain + ' ' + found->other_domain : "") == row.expected);
    if (!found) continue;
    CHECK(found->code == DiagnosticCode::kTextDiffers);
    CHECK(found->detail.find(row.resolved) != std::string::npos);
  }
}

TEST_CASE("the recommendations of RFC 1808 section 5") {
  CHECK(code(check_first_segment_colon("this:that")) == "first-segment-colon warning");
  CHECK(code(check_first_segment_colon("./this:that")).empty());
  CHECK(code(check_first_segment_colon("mailto:a@b")).empty());
  CHECK(code(check_first_segment_colon("gopher://x/")).empty());
  CHECK(code(check_same_scheme("http:g", "http://a/b")) == "same-scheme warning");
  CHECK(code(check_same_scheme("http://g", "http://a/b")).empty());
  CHECK(code(check_same_scheme("ftp:g", "http://a/b")).empty());
  CHECK(is_ftp_type_d("ftp://a/dir;type=d"));
  CHECK_FALSE(is_ftp_type_d("ftp://a/dir/;type=a"));
  CHECK(code(check_above_root("../../../g", "http://a/../g")) == "above-root warning");
  CHECK(code(check_above_root("/../g", "http://a/../g")).empty());
}

TEST_CASE("rule sets disagree where the URL Standard serialises their results differently") {
  RuleComparison rules("http://a/b/c/d;p?q");
  CHECK(code(rules.compare("g")).empty());
  CHECK(code(rules.compare("../../../g"))
            .empty());  // the ".." that RFC 1808 keeps are removed by serialisation
  CHECK(code(rules.compare(";x")) == "rules-disagree note");
  CHECK(code(rules.compare("http:g")) == "rules-disagree error");
  CHECK(code(rules.compare("/\\evil.example/x")) == "rules-disagree error");
}

TEST_CASE("rule sets disagree where a browser finds a host and RFC 1808 none, or another one") {
  struct Case {
    const char *reference, *domains, *why;
  };
  const Case cases[] = {
      {"https:/evil.example/x", " evil.example", "one slash"},
      {"https:evil.example/x", " evil.example", "none"},
      {"https:///evil.example/x", " evil.example", "three"},
      {"https:\\\\evil.example", " evil.example", "backslashes"},
      {"https:/\\evil.example", " evil.example", "both"},
      {"https://good.example\\@evil.example/", "evil.example good.example", "what ends the host"},
      {"https://www.Good.example:443/x", "", "the same host in another form"},
      {"https://u:p@good.example", "", "with a user"},
      {"https://b\xC3\xBC"
       "cher.example/",
       "", "in IDNA's"},
      {"https://0x7f.1/", "", "in an address's"},
      {"https://[::0:1]/", "", "in another address's"},
      {"gopher:/x", "", "a scheme whose hosts the Standard does not look at"},
      {"mailto:a@evil.example", "", "no host at all"},
      {"file:///x", "", "an empty one"},
      {"https://", "", "nobody has one"},
  };
  for (const char* base : {"", "http://base.example/"}) {
    RuleComparison rules(base);
    for (const Case& row : cases) {
      INFO(row.why);
      const auto found = rules.compare(row.reference);
      CHECK((found ? found->domain + ' ' + found->other_domain : "") == row.domains);
      if (found) CHECK(code(found) == "rules-disagree error");
    }
  }
}

TEST_CASE("of a base that is no URL no reference is compared") {
  RuleComparison rules("http://h.example:99999/");
  CHECK(rules.base_failure() == "the base is not a URL: the port is above 65535 (port-out-of-range)");
  CHECK_FALSE(rules.compare("g"));
  CHECK_FALSE(rules.compare("http://x.example/"));
  CHECK(RuleComparison("http://h/").base_failure().empty());
  CHECK(RuleComparison("").base_failure().empty());
}

TEST_CASE("the table of codes") {
  for (const DiagnosticKind& kind : diagnostic_kinds()) {
    INFO(kind.name);
    CHECK(name_of(kind.code) == kind.name);
    CHECK(&kind_of(kind.code) == &kind);
  }
  CHECK(name_of(Severity::kWarning) == "warning");
  CHECK(name_of(static_cast<Severity>(3)).empty());
  CHECK(name_of(static_cast<DiagnosticCode>(diagnostic_kinds().size())).empty());
  const Finding lesser{DiagnosticCode::kRulesDisagree, "", true};
  CHECK(lesser.severity() == Severity::kNote);
}
