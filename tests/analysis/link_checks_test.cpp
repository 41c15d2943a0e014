// What `check` says of one reference.
#include "analysis/link_checks.h"

#include "catch.h"
#include "url/registrable_domain.h"

using namespace mimebase;
using namespace mimebase::analysis;

namespace {

std::string code(const std::optional<Finding>& finding) {
  return finding ? std::string(finding->code) + ' ' + std::string(name_of(finding->severity)) : "";
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
  CHECK(code(check_text("http://bank.example.com/login", "http://evil.example.net/")) ==
        "text-differs error");
  CHECK(code(check_text("www.bank.com", "http://evil.net/")) == "text-differs error");
  CHECK(code(check_text(" HTTPS://www.example.com ", "http://example.com/x")).empty());   // the same domain
  CHECK(code(check_text("click here for http://bank.com", "http://evil.net/")).empty());  // words, no URL
  CHECK(code(check_text("bank", "http://evil.net/")).empty());
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
  CHECK(code(rules.compare("../../../g")).empty());  // the ".." that RFC 1808 keeps fall when serialised
  CHECK(code(rules.compare(";x")) == "rules-disagree note");
  CHECK(code(rules.compare("http:g")) == "rules-disagree error");
  CHECK(code(rules.compare("/\\evil.example/x")) == "rules-disagree error");
}
