// The URL Standard beyond the Web Platform Tests: additional rows, names of failures, encodings of queries.
#include "url/whatwg.h"

#include <cstdint>

#include "catch.h"
#include "mimebase/url.h"
#include "text/utf8.h"
#include "url/split.h"
#include "url_support.h"

namespace mimebase::test {
namespace whatwg_test {

constexpr Rules kWhatwg{RuleSet::kWhatwg, {}};

const Case kCases[] = {
    {"http://a/b/c?q#f", "", "http://a/b/c?q", "the base's fragment is not inherited"},
    {"http://a/b/c?q", "#", "http://a/b/c?q#", "an empty fragment"},
    {"http://a/b/c?q", "?", "http://a/b/c?", "an empty query"},
    {"http://a", "g", "http://a/g", "a base without path"},
    {"", "http://a\\b", "http://a/b", "a backslash is a slash in special URLs"},
    {"", "x://a/b\\c", "x://a/b\\c", "and none in others"},
    {"%%%", "http://a", nullptr, "an absolute reference needs no base, but no invalid one either"},
    {"http://a/b", "HTTP:c", "http://a/c", "the base's scheme in other letters"},
    {"http://a/b", "https:c", "https://c/", "another special scheme: a host follows"},
    {"", "http://a@b@c:d@e/", "http://a%40b%40c:d@e/", "the last @ ends the userinfo"},
    {"", "http://a:b:c@d/", "http://a:b%3Ac@d/", "the first colon ends the username"},
    {"", "http://:@a/", "http://a/", "empty credentials go"},
    {"", "x://@/", nullptr, "but they need a host"},
    {"", "http://a:00080/", "http://a/", "a default port in another spelling"},
    {"", "http://a:/", "http://a/", "an empty port"},
    {"", "x://a:80", "x://a:80", "no default port"},
    {"", "http://1.2.3", "http://1.2.0.3/", "the last number fills the rest"},
    {"", "http://[1:2:3:4:5:6:7::]", "http://[1:2:3:4:5:6:7:0]/", "a single zero is not compressed"},
    {"", "http://[1:0:0:2:0:0:0:3]", "http://[1:0:0:2::3]/", "the longest run of zeros is"},
    {"", "http://[0:0:1:2:0:0:3:4]", "http://[::1:2:0:0:3:4]/", "of two the first"},
    {"", "http://[::ffff:1.2.3.4]", "http://[::ffff:102:304]/", "IPv4 inside IPv6"},
    {"",
     "http://B\xC3\x9C"
     "CHER.example",
     "http://xn--bcher-kva.example/", "IDNA"},
    {"",
     "http://b%C3%BC"
     "cher.example",
     "http://xn--bcher-kva.example/", "percent-encoded IDNA"},
    {"", "http://XN--BCHER-KVA.example", "http://xn--bcher-kva.example/", "ASCII is only lowercased"},
    {"", "https://xn--/", "https://xn--/", "an ASCII domain cannot fail"},
    {"", "http://\xC3\xA9.xn--a", nullptr, "beside other labels Punycode must be right"},
    {"", "http://a_b.example", "http://a_b.example/", "no STD3 rules"},
    {"", "http://-\xC3\xA9-.example", "http://xn-----bja.example/", "no CheckHyphens"},
    {"", "http://\xC3\xA9..example", "http://xn--9ca..example/", "no VerifyDnsLength"},
    {"",
     "http://a.\xD7\x90"
     "1",
     "http://a.xn--1-zhc/", "CheckBidi: a label that is right"},
    {"", "http://1a.\xD7\x90", nullptr, "CheckBidi: one that is not"},
    {"",
     "http://a\xFF"
     "b/",
     nullptr, "a host that is no UTF-8"},
    {"", "http://a/\xFF/\xE4\xB8/\xC3\xA9", "http://a/%EF%BF%BD/%EF%BF%BD/%C3%A9",
     "what is no UTF-8 is U+FFFD"},
    {"", "http://a/%2E%2e/%2e/b/.%2E", "http://a/", "encoded dots"},
    {"", "http://a/b/...", "http://a/b/...", "three dots are a name"},
    {"", "http://a/%2e%2e%2e", "http://a/%2e%2e%2e", "encoded, too"},
    {"", "http://a/b|c^d", "http://a/b|c%5Ed", "^ is in the path set, | is not"},
    {"", "http://a/?'", "http://a/?%27", "' is in the special-query set"},
    {"", "x://a/?'", "x://a/?'", "but not in the query set"},
    {"", "x:a b  ?c", "x:a b %20?c", "the last space of an opaque path"},
    {"", "x:a b  ", "x:a b", "space around is dropped"},
    {"x:a", "#b", "x:a#b", "an opaque base takes a fragment"},
    {"x:a", "?b", nullptr, "and nothing else"},
    {"x:/a", ".//b", "x:/.//b", "a path that must not become a host"},
    {"x:/.//a", "", "x:/.//a", "and stays guarded when inherited"},
    {"x:/.//a", "../b", "x:/b", "until it needs no guard"},
    {"file:///C:?q", "/x", "file:///C:/x", "a drive letter that a query follows"},
    {"file:///C:/a", "D|", "file:///D:", "another drive"},
    {"file://h/a", "//LOCALHOST/b", "file:///b", "localhost in file URLs"},
    {"file://h/a", "file:b", "file://h/b", "the base's host"},
    {"http://a/b", "file:c", "file:///c", "a file URL of its own"},
    {"http://a/b", "\x01\x1F g \x02", "http://a/g", "C0 controls and spaces around"},
    {"http://a/b", "\fg", "http://a/g", "a form feed is one of them"},
    {"http://a/b", "g\th\ni\rj", "http://a/ghij", "TAB, LF and CR inside"},
};

TEST_CASE("the URL Standard beyond the Web Platform Tests") {
  check_cases(kCases, kWhatwg);
}

struct FailureCase {
  const char* reference;
  const char* name;
};

const FailureCase kFailures[] = {
    {"http://[::1", "IPv6-unclosed"},
    {"http://[:1]", "IPv6-invalid-compression"},
    {"http://[1:2:3:4:5:6:7:8:9]", "IPv6-too-many-pieces"},
    {"http://[1::1::1]", "IPv6-multiple-compression"},
    {"http://[1:2:3!:4]", "IPv6-invalid-code-point"},
    {"http://[1:2:3:]", "IPv6-invalid-code-point"},
    {"http://[1:2:3]", "IPv6-too-few-pieces"},
    {"http://[]", "IPv6-too-few-pieces"},
    {"http://[1:1:1:1:1:1:1:127.0.0.1]", "IPv4-in-IPv6-too-many-pieces"},
    {"http://[ffff::.0.0.1]", "IPv4-in-IPv6-invalid-code-point"},
    {"http://[ffff::127.00.0.1]", "IPv4-in-IPv6-invalid-code-point"},
    {"http://[ffff::127.0.0.1.2]", "IPv4-in-IPv6-invalid-code-point"},
    {"http://[ffff::127.0.0.4000]", "IPv4-in-IPv6-out-of-range-part"},
    {"http://[ffff::127.0.0]", "IPv4-in-IPv6-too-few-parts"},
    {"http://1.2.3.4.5", "IPv4-too-many-parts"},
    {"http://test.42", "IPv4-non-numeric-part"},
    {"http://1..2", "IPv4-non-numeric-part"},
    {"http://255.255.4000.1", "IPv4-out-of-range-part"},
    {"http://1.2.3.256", "IPv4-out-of-range-part"},
    {"http://99999999999999999999999999", "IPv4-out-of-range-part"},
    {"http://exa%23mple.org", "domain-to-ASCII"},
    {"http://exa mple.org", "domain-to-ASCII"},
    {"http://%C2%AD/", "domain-to-ASCII"},
    {"http://\xEF\xBC\x85/", "domain-to-ASCII"},
    {"foo://exa[mple.org", "host-invalid-code-point"},
    {"http://#fragment", "host-missing"},
    {"http://:443", "host-missing"},
    {"http://user:pass@", "host-missing"},
    {"x://:80", "host-missing"},
    {"http://a:70000", "port-out-of-range"},
    {"http://a:99999999999999999999", "port-out-of-range"},
    {"http://a:7z", "port-invalid"},
    {"http://[::1]x", "IPv6-unclosed"},
};

TEST_CASE("failures bear the names of the Standard's validation errors") {
  for (const FailureCase& c : kFailures) {
    INFO(c.reference);
    const Result<std::string> result = resolve("http://base/", c.reference, kWhatwg);
    REQUIRE_FALSE(result);
    CHECK(result.error().code == Error::Code::kInvalidUrl);
    CHECK(result.error().message.ends_with(std::string(" (") + c.name + ')'));
    CHECK(result.error().message.size() > 2 * std::string(c.name).size());  // words that people understand
  }
}

TEST_CASE("by the URL Standard too, relative references need a base") {
  const auto code = [](const char* base) { return resolve(base, "g", kWhatwg).error().code; };
  CHECK(code("") == Error::Code::kNoBase);
  CHECK(code("mailto:a") == Error::Code::kInvalidUrl);
}

TEST_CASE("by the URL Standard, nothing can be resolved against a base that is no URL") {
  struct Case {
    const char *base, *message, *why;
  };
  const Case cases[] = {
      {"http://[", "the base is not a URL: the IPv6 address has no closing bracket (IPv6-unclosed)",
       "no host"},
      {"http://h.example:99999/", "the base is not a URL: the port is above 65535 (port-out-of-range)",
       "no port"},
      {"g",
       "the base is not a URL: there is no scheme, and no base to be relative to "
       "(missing-scheme-non-relative-URL)",
       "relative itself"},
  };
  for (const Case& row : cases) {
    INFO(row.why);
    const Resolver resolver(row.base, kWhatwg);
    CHECK_FALSE(resolver.check_base());
    for (const char* reference : {"g", "", "#f", "//h/x", "http://other.example/", "mailto:a@b"}) {
      std::string out;
      const Result<void> result = resolver.resolve(reference, out);
      REQUIRE_FALSE(result);
      CHECK(result.error().code == Error::Code::kInvalidUrl);
      CHECK(result.error().message == row.message);
      CHECK(out.empty());
    }
  }
  for (const char* base : {"", " ", "http://h/", "mailto:a"}) CHECK(Resolver(base, kWhatwg).check_base());
  for (const RuleSet set : {RuleSet::kRfc1808, RuleSet::kDraft05, RuleSet::kRfc3986}) {
    CHECK(Resolver("http://h.example:99999/", {set, {}}).check_base());
    CHECK(resolve("http://h.example:99999/", "g", {set, {}}));
  }
}

struct EncodingCase {
  const char* label;
  const char* reference;
  const char* expected;
  const char* why;
};

const EncodingCase kEncodingCases[] = {
    {"", "http://a/?\xC3\xA9", "http://a/?%C3%A9", "no label is UTF-8"},
    {"no-such", "http://a/?\xC3\xA9", "http://a/?%C3%A9", "nor is an unknown one"},
    {"utf-16", "http://a/?\xC3\xA9", "http://a/?%C3%A9", "the output encoding of UTF-16 is UTF-8"},
    {"windows-1252", "http://a/?\xC3\xA9", "http://a/?%E9", "a single-byte encoding"},
    {" ISO-8859-1\n", "http://a/?\xC3\xA9", "http://a/?%E9", "labels in any case, with white space"},
    {"iso-8859-1", "http://a/?\xE2\x82\xAC", "http://a/?%80", "ISO-8859-1 is windows-1252"},
    {"windows-1252", "http://a/?\xC2\x81", "http://a/?%81",
     "the Standard's windows-1252 has the C1 controls"},
    {"windows-1252", "http://a/?x\xE2\x86\x92y", "http://a/?x%26%238594%3By",
     "what it has not is a character reference"},
    {"windows-1252", "http://a/?\xF0\x9F\x92\xA9", "http://a/?%26%23128169%3B", "above U+FFFF"},
    {"windows-1252", "http://a/?\xFF", "http://a/?%26%2365533%3B", "what is no UTF-8 is U+FFFD first"},
    {"windows-1252", "http://a/?\xC3\xA9#\xC3\xA9", "http://a/?%E9#%C3%A9", "the fragment is UTF-8"},
    {"windows-1252", "http://a/\xC3\xA9?\xC3\xA9", "http://a/%C3%A9?%E9", "and so is the path"},
    {"windows-1252", "http://a/?'\"", "http://a/?%27%22", "ASCII is encoded as ever"},
    {"windows-1252", "ws://a/?\xC3\xA9", "ws://a/?%C3%A9", "web sockets are UTF-8"},
    {"windows-1252", "x://a/?\xC3\xA9", "x://a/?%C3%A9", "and so is what is not special"},
    {"windows-1252", "?\xC3\xA9", "http://base/?%E9", "a relative reference"},
    {"shift_jis", "http://a/?\xE2\x89\xA1", "http://a/?%81%DF", "the Standard's own example"},
    {"shift_jis", "http://a/?\xE2\x80\xBD", "http://a/?%26%238253%3B", "likewise"},
    {"shift_jis", "http://a/?\xE3\x82\xBD", "http://a/?%83\\", "trail bytes in ASCII"},
    {"iso-2022-jp", "http://a/?\xC2\xA5", "http://a/?%1B(J\\%1B(B", "the Standard's example of shifts"},
    {"iso-2022-jp", "http://a/?\xE3\x81\x82\xE2\x86\xB5z", "http://a/?%1B$B$%22%1B(B%26%238629%3Bz",
     "shifts back before a reference"},
    {"euc-kr", "http://a/?\xEA\xB0\x80", "http://a/?%B0%A1", "EUC-KR"},
    {"gb2312", "http://a/?\xE4\xB8\xAD", "http://a/?%D6%D0", "GB2312 is GBK"},
    {"gb18030", "http://a/?\xF0\x9F\x92\xA9", "http://a/?%949%DA3", "GB18030 has all of Unicode"},
    {"big5", "http://a/?\xE4\xB8\xAD", "http://a/?%A4%A4", "Big5"},
    {"big5", "http://a/?\xE2\x82\xAC\xE3\x90\x80", "http://a/?%A3%E1%26%2313312%3B",
     "with the euro, without the Hong Kong rows"},
    {"koi8-r", "http://a/?\xD0\x96", "http://a/?%F6", "KOI8-R"},
    {"euc-jp", "http://a/?\xE3\x81\x82", "http://a/?%A4%A2", "EUC-JP"},
    {"ibm866", "?\xD0\x96", "http://base/?%86", "U+0416, by another program's tables"},
    {"iso-8859-2", "?\xC5\x82", "http://base/?%B3", "U+0142, by another program's tables"},
    {"iso-8859-3", "?\xC4\xA7", "http://base/?%B1", "U+0127, by another program's tables"},
    {"iso-8859-4", "?\xC5\x8B", "http://base/?%BF", "U+014B, by another program's tables"},
    {"iso-8859-5", "?\xD0\x96", "http://base/?%B6", "U+0416, by another program's tables"},
    {"iso-8859-6", "?\xD8\xB4", "http://base/?%D4", "U+0634, by another program's tables"},
    {"iso-8859-7", "?\xCE\xBB", "http://base/?%EB", "U+03BB, by another program's tables"},
    {"iso-8859-8", "?\xD7\xA9", "http://base/?%F9", "U+05E9, by another program's tables"},
    {"iso-8859-8-i", "?\xD7\xA9", "http://base/?%F9", "U+05E9, by another program's tables"},
    {"iso-8859-10", "?\xC5\x8B", "http://base/?%BF", "U+014B, by another program's tables"},
    {"iso-8859-13", "?\xC5\xB3", "http://base/?%F8", "U+0173, by another program's tables"},
    {"iso-8859-14", "?\xC5\xB5", "http://base/?%F0", "U+0175, by another program's tables"},
    {"iso-8859-15", "?\xE2\x82\xAC", "http://base/?%A4", "U+20AC, by another program's tables"},
    {"iso-8859-16", "?\xC8\x99", "http://base/?%BA", "U+0219, by another program's tables"},
    {"koi8-r", "?\xD0\x96", "http://base/?%F6", "U+0416, by another program's tables"},
    {"koi8-u", "?\xD1\x94", "http://base/?%A4", "U+0454, by another program's tables"},
    {"macintosh", "?\xE2\x80\xA0", "http://base/?%A0", "U+2020, by another program's tables"},
    {"windows-874", "?\xE0\xB8\x81", "http://base/?%A1", "U+0E01, by another program's tables"},
    {"windows-1250", "?\xC5\x82", "http://base/?%B3", "U+0142, by another program's tables"},
    {"windows-1251", "?\xD0\x96", "http://base/?%C6", "U+0416, by another program's tables"},
    {"windows-1252", "?\xE2\x82\xAC", "http://base/?%80", "U+20AC, by another program's tables"},
    {"windows-1253", "?\xCE\xBB", "http://base/?%EB", "U+03BB, by another program's tables"},
    {"windows-1254", "?\xC4\x9F", "http://base/?%F0", "U+011F, by another program's tables"},
    {"windows-1255", "?\xD7\xA9", "http://base/?%F9", "U+05E9, by another program's tables"},
    {"windows-1256", "?\xD8\xB4", "http://base/?%D4", "U+0634, by another program's tables"},
    {"windows-1257", "?\xC5\xB3", "http://base/?%F8", "U+0173, by another program's tables"},
    {"windows-1258", "?\xC6\xA1", "http://base/?%F5", "U+01A1, by another program's tables"},
    {"x-mac-cyrillic", "?\xD0\x96", "http://base/?%86", "U+0416, by another program's tables"},
    {"gbk", "?\xE6\xBC\xA2", "http://base/?%9Dh", "U+6F22, by another program's tables"},
    {"gb18030", "?\xE6\xBC\xA2", "http://base/?%9Dh", "U+6F22, by another program's tables"},
    {"gb18030", "?\xC3\xA9", "http://base/?%A8%A6", "U+00E9, by another program's tables"},
    {"big5", "?\xE6\xBC\xA2", "http://base/?%BA~", "U+6F22, by another program's tables"},
    {"euc-jp", "?\xE6\xBC\xA2", "http://base/?%B4%C1", "U+6F22, by another program's tables"},
    {"iso-2022-jp", "?\xE6\xBC\xA2", "http://base/?%1B$B4A%1B(B", "U+6F22, by another program's tables"},
    {"shift_jis", "?\xE6\xBC\xA2", "http://base/?%8A%BF", "U+6F22, by another program's tables"},
    {"shift_jis", "?\xEF\xBD\xB1", "http://base/?%B1", "U+FF71, by another program's tables"},
    {"euc-kr", "?\xED\x95\x9C", "http://base/?%C7%D1", "U+D55C, by another program's tables"},
    {"euc-kr", "?\xEB\x98\xA0", "http://base/?%8Cc", "U+B620, by another program's tables"},
    {"utf-8", "?\xE6\xBC\xA2", "http://base/?%E6%BC%A2", "U+6F22, by another program's tables"},
    {"windows-949", "?\xED\x95\x9C", "http://base/?%C7%D1", "U+D55C, by another program's tables"},
    {"cp932", "?\xE6\xBC\xA2", "http://base/?%8A%BF", "U+6F22, by another program's tables"},
    {"ks_c_5601-1987", "?\xED\x95\x9C", "http://base/?%C7%D1", "U+D55C, by another program's tables"},
    {"x-sjis", "?\xE6\xBC\xA2", "http://base/?%8A%BF", "U+6F22, by another program's tables"},
    {"gb2312", "?\xE6\xBC\xA2", "http://base/?%9Dh", "U+6F22, by another program's tables"},
    {"x-mac-ukrainian", "?\xD0\x96", "http://base/?%86", "U+0416, by another program's tables"},
    {"iso-2022-kr", "?\xED\x95\x9C", "http://base/?%ED%95%9C",
     "the Standard's replacement is written as UTF-8"},
    {"hz-gb-2312", "?\xE6\xBC\xA2", "http://base/?%E6%BC%A2", "likewise"},
    {"utf-16be", "?\xE6\xBC\xA2", "http://base/?%E6%BC%A2", "and UTF-16"},
    {"utf-7", "?\xE6\xBC\xA2", "http://base/?%E6%BC%A2", "and what the Standard has not"},
    {"x-user-defined", "?\xC3\xA9", "http://base/?%E9", "as in a meta: windows-1252"},
    {"us-ascii", "?\xC3\xA9", "http://base/?%E9", "a label of windows-1252"},
    {"gbk", "?\xE2\x82\xAC", "http://base/?%80", "GBK's euro"},
    {"gbk", "?\xF0\x9F\x92\xA9", "http://base/?%26%23128169%3B", "GBK has no four bytes"},
    {"x-mac-cyrillic", "?\xE2\x82\xAC", "http://base/?%FF", "where iconv has another character"},
    {"macintosh", "?\xE2\x88\x86", "http://base/?%C6", "likewise"},
    {"koi8-u", "?\xD0\x8E", "http://base/?%BE", "likewise"},
    {"windows-1258", "?\xC3\x82", "http://base/?%C2", "what combines with a mark behind it stands alone"},
    {"windows-1253", "?\xC2\x81", "http://base/?%81", "C1 controls in all of Windows' code pages"},
    {"euc-jp", "?\xE4\xB8\x82", "http://base/?%26%2319970%3B", "JIS X 0212 is read and never written"},
    {"euc-jp", "?\xEF\xBD\xB1", "http://base/?%8E%B1", "a narrow kana"},
    {"shift_jis", "?\xC2\xA5\xE2\x80\xBE", "http://base/?\\~", "yen and overline"},
    {"shift_jis", "?\xE2\x88\x92", "http://base/?%81|", "the minus is the wide one"},
    {"shift_jis", "?\xE7\xBA\x8A", "http://base/?%FA\\", "IBM's character, not NEC's copy"},
    {"euc-jp", "?\xE7\xBA\x8A", "http://base/?%F9%A1", "and NEC's copy where there is no other"},
    {"iso-2022-jp", "?\xEF\xBD\xB1", "http://base/?%1B$B%%22%1B(B", "narrow kana are written wide"},
    {"iso-2022-jp", "?\xC2\xA5z\xF0\x9F\x92\xA9", "http://base/?%1B(J\\z%26%23128169%3B%1B(B",
     "what has no bytes leaves the Roman set"},
    {"iso-2022-jp", "?\x1Bz", "http://base/?%26%2365533%3Bz", "what would be read as a shift"},
    {"big5", "?\xE2\x90\x80", "http://base/?%A3%C0", "a picture of a control"},
};

TEST_CASE("queries are in the document's encoding") {
  for (const EncodingCase& c : kEncodingCases) {
    INFO(c.why << ": " << c.label << " " << c.reference);
    CHECK(resolved("http://base/", c.reference, Rules{RuleSet::kWhatwg, c.label}) == c.expected);
  }
}

TEST_CASE("long queries in another encoding") {
  std::string query, expected = "http://a/?";
  for (int i = 0; i < 5000; ++i) {
    query += i % 7 == 0 ? "\xE2\x86\x92" : "\xC3\xA9";
    expected += i % 7 == 0 ? "%26%238594%3B" : "%E9";
  }
  CHECK(resolved("", "http://a/?" + query, Rules{RuleSet::kWhatwg, "latin1"}) == expected);
}

TEST_CASE("long hosts") {
  const std::string ascii(1 << 20, 'a');
  CHECK(resolved("", "http://" + ascii, kWhatwg) == "http://" + ascii + "/");
  std::string idna;
  while (idna.size() < 4097) idna += "\xC3\xA9";
  CHECK(resolved("", "http://" + idna, kWhatwg) == "FAILURE");
  std::string labels;
  for (int i = 0; i < 100; ++i) labels += "\xC3\xA9.";
  std::string expected = "http://";
  for (int i = 0; i < 100; ++i) expected += "xn--9ca.";
  CHECK(resolved("", "http://" + labels, kWhatwg) == expected + "/");
}

TEST_CASE("characters that a host ignores may make it long") {
  std::size_t ignored = 0;
  for (char32_t code = 0x80; code < 0x110000; code += code == 0xD7FF ? 0x801 : 1) {
    // Planes without such characters.
    if (code == 0x20000) code = 0xE0000;
    if (code == 0xE1000) break;
    std::string character;
    utf8::append(code, character);
    const bool is_ignored =
        resolved("", "http://a" + character + "b.example/", kWhatwg) == "http://ab.example/";
    if (!is_ignored) continue;
    ++ignored;
    std::string many;
    while (many.size() < 5000) many += character;
    CAPTURE(static_cast<std::uint32_t>(code));
    CHECK(resolved("", "http://a" + many + "b.example/", kWhatwg) == "http://ab.example/");
  }
  CHECK(ignored > 200);
  CHECK(resolved("", "http://a" + std::string(6000, '.') + "\xE2\x80\x8D.example/", kWhatwg) == "FAILURE");
}

struct SerialisedCase {
  const char* url;
  const char* serialised;
};

TEST_CASE("the serialisation of a URL") {
  const SerialisedCase kSerialised[] = {
      {"HTTP://A:80/b/../c#d", "http://a/c#d"},
      {"http://a", "http://a/"},
      {"cid:a@b#x", "cid:a@b#x"},
      {"x:/a?b#c", "x:/a?b#c"},
      {" http://a/b \n", "http://a/b"},
  };
  std::string out;
  for (const SerialisedCase& c : kSerialised) {
    CHECK(url::serialise(c.url, out));
    CHECK(out == c.serialised);
  }
  for (const char* invalid : {"", "a/b", "http://[", "//a"}) {
    out = "left over";
    CHECK_FALSE(url::serialise(invalid, out));
    CHECK(out.empty());
  }
}

struct HostCase {
  const char* url;
  const char* host;
};

TEST_CASE("the host of a URL as written") {
  const HostCase kHosts[] = {
      {"http://a/b", "a"},
      {"http://A.B:80", "A.B"},
      {"http://u:p@h:1/@x", "h"},
      {"http://u@v@h", "h"},
      {"http://[::1]:80/", "[::1]"},
      {"http://[::1", "[::1"},
      {"http://h?q/r", "h"},
      {"http://h#f", "h"},
      {"file:///a", ""},
      {"mailto:a@b", ""},
      {"//a/b", ""},
      {"", ""},
      {"1://h", "h"},
      {"http://u@[::1]/", "[::1]"},
      {"x:/a//b", ""},
      {"http:", ""},
  };
  for (const HostCase& c : kHosts) {
    INFO(c.url);
    CHECK(url::host_of(c.url) == c.host);
  }
}

}  // namespace whatwg_test
}  // namespace mimebase::test
