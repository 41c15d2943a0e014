// The URL Standard's rules one by one: each row would fail if one of its steps were missing. They detect a
// broken parser even without the corpora, which contain the Web Platform Tests.
#include "catch.h"
#include "mimebase/url.h"
#include "url_support.h"

namespace mimebase::test {
namespace whatwg_rules_test {

constexpr Rules kWhatwg{RuleSet::kWhatwg, {}};

const Case kSchemes[] = {
    {"", "HTTPS://a:443/", "https://a/", "a default port of each special scheme goes"},
    {"", "ftp://a:21/", "ftp://a/", "likewise"},
    {"", "ws://a:80/", "ws://a/", "likewise"},
    {"", "wss://a:443/", "wss://a/", "likewise"},
    {"", "https://a:80/", "https://a:80/", "another scheme's stays"},
    {"", "wss://a:80/", "wss://a:80/", "likewise"},
    {"", "wss:a\\b", "wss://a/b", "wss is special"},
    {"", "ftp:a\\b", "ftp://a/b", "and so is ftp"},
    {"", "ws:/a", "ws://a/", "and ws, with one slash"},
    {"", "A+b.-1:c", "a+b.-1:c", "a scheme in other letters"},
    {"", "1:b", nullptr, "a letter begins a scheme"},
    {"", "http:\\/\\a/b", "http://a/b", "slashes of either kind before an authority"},
    {"http://a/b", "https:/c", "https://c/", "another special scheme with one slash"},
    {"http://a/b", "http:/c", "http://a/c", "the base's with one slash is relative"},
    {"http://a/b", "http://c/d", "http://c/d", "and absolute with two"},
    {"x:/a/b", "x:c", "x:c", "the base's scheme, not special: absolute"},
    {"x:a#f", "#b", "x:a#b", "an opaque base without its fragment"},
    {"x:a", "/b", nullptr, "no path is relative to it"},
};

const Case kAuthorities[] = {
    {"http://a/b", "///c/d", "http://c/d", "slashes without end"},
    {"http://a/b", "\\\\c\\d", "http://c/d", "backslashes"},
    {"http://a/b", "/\\/c", "http://c/", "both"},
    {"x://a/b", "///c", "x:///c", "an empty host where none is special"},
    {"x:/a/b", "\\c", "x:/a/\\c", "and a backslash is none of it"},
    {"", "x://a\\b/", nullptr, "nor in an authority, where it is forbidden"},
    {"", "http://u:@a/", "http://u@a/", "an empty password goes"},
    {"", "http://:p@a/", "http://:p@a/", "an empty username does not"},
    {"", "http://@/", nullptr, "a host is missing"},
    {"", "http://u@/x", nullptr, "likewise"},
    {"", "x://u@/x", nullptr, "whatever the scheme"},
    {"", "x://:80/", nullptr, "a port without a host"},
    {"", "http://:80/", nullptr, "likewise"},
    {"", "http:///", nullptr, "nothing"},
    {"", "x:///b", "x:///b", "an empty host that is not special"},
    {"", "http://a=b;c[d|e^f'g@h/", "http://a%3Db%3Bc%5Bd%7Ce%5Ef'g@h/", "the userinfo set"},
    {"", "http://u:a=b]c:d@h/", "http://u:a%3Db%5Dc%3Ad@h/", "in a password"},
    {"", "x://a\\b@h", "x://a%5Cb@h", "likewise"},
    {"", "http://a:b/", nullptr, "a port is digits"},
    {"", "http://a:1x/", nullptr, "all of it"},
    {"", "http://a:65535/", "http://a:65535/", "the last port"},
    {"", "http://a:65536/", nullptr, "one beyond"},
    {"", "x://a:4294967376", nullptr, "far beyond"},
    {"", "x://[::1]:80/", "x://[::1]:80/", "colons in brackets are no port's"},
    {"", "x://a?b", "x://a?b", "no path is made up"},
    {"", "x://a#b", "x://a#b", "likewise"},
    {"x://a", "b", "x://a/b", "but the slash before one"},
};

const Case kHosts[] = {
    {"", "x://a b", nullptr, "a space in an opaque host"},
    {"", "http://a b", nullptr, "a space in a domain"},
    {"", "x://a<b", nullptr, "forbidden in an opaque host"},
    {"", "http://a<b", nullptr, "forbidden in a domain"},
    {"", "x://a>b", nullptr, "forbidden in an opaque host"},
    {"", "http://a>b", nullptr, "forbidden in a domain"},
    {"", "x://a^b", nullptr, "forbidden in an opaque host"},
    {"", "http://a^b", nullptr, "forbidden in a domain"},
    {"", "x://a|b", nullptr, "forbidden in an opaque host"},
    {"", "http://a|b", nullptr, "forbidden in a domain"},
    {"", "x://a[b", nullptr, "forbidden in an opaque host"},
    {"", "http://a[b", nullptr, "forbidden in a domain"},
    {"", "x://a]b", nullptr, "forbidden in an opaque host"},
    {"", "http://a]b", nullptr, "forbidden in a domain"},
    {"", "x://a\"b{c}`%", "x://a\"b{c}`%", "what an opaque host may hold"},
    {"",
     "x://a\x01\x7F\xC3\xA9"
     "b",
     "x://a%01%7F%C3%A9b", "and what is encoded in it"},
    {"", "x://A", "x://A", "its letters are kept"},
    {"", "http://a%b", nullptr, "% in a domain that is no escape"},
    {"", "http://a%25b", nullptr, "and one that is"},
    {"", "http://a%00b", nullptr, "NUL in a domain"},
    {"", "http://a%1Fb", nullptr, "another control"},
    {"",
     "http://a\x7F"
     "b",
     nullptr, "DEL"},
    {"", "http://%41%2Eb/", "http://a.b/", "percent-decoded first"},
    {"", "http://a%2Fb/", nullptr, "what a domain must not hold, also so"},
    {"", "http://\xC2\xAD/", nullptr, "IDNA leaves nothing of a soft hyphen"},
    {"",
     "http://a\xE2\x80\x8C"
     "b.example",
     nullptr, "CheckJoiners"},
    {"", "http://fa\xC3\x9F.example", "http://xn--fa-hia.example/", "not transitional"},
    {"", "http://FA\xE1\xBA\x9E.example", "http://xn--fa-hia.example/",
     "a capital sharp s is that letter, too"},
    {"", "http://\xE1\x82\xA0.example/", "http://xn--rkj.example/", "a capital letter of Georgian"},
    {"",
     "http://a\xE1\x83\x85"
     "b.example/",
     "http://xn--ab-x81a.example/", "the last one"},
    {"", "http://\xD3\x80.example/", "http://xn--s5a.example/", "a palochka"},
    {"", "http://\xF0\xAF\xA1\xA8.example/", "http://xn--snl.example/", "a compatibility ideograph"},
    {"", "http://pay\xE3\x85\xA4pal.example/", "http://paypal.example/", "a Hangul filler is ignored"},
    {"", "http://pay\xE2\x81\xA2pal.example/", "http://paypal.example/", "and so is an invisible operator"},
    {"", "http://\xE2\x81\xAA/", nullptr, "nothing remains of such a character alone"},
    {"", "http://ab--\xC3\xA9.example", "http://xn--ab---epa.example/", "no CheckHyphens in the third place"},
    {"",
     "http://\xC3\xA9"
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example",
     "http://xn--aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-9cg.example/",
     "a label above 63 bytes"},
    {"",
     "http://\xEF\xBC\xA1\xE3\x80\x82"
     "b/",
     "http://a.b/", "wide letters and the ideographic full stop"},
    {"", "http://[::1", nullptr, "a bracket without its other"},
    {"", "x://[::1", nullptr, "likewise"},
    {"", "http://[::1]x/", nullptr, "something behind it"},
};

const Case kAddresses[] = {
    {"", "http://0X7F.1", "http://127.0.0.1/", "hexadecimal, in either case"},
    {"", "http://0x7f.0x1", "http://127.0.0.1/", "also at the end"},
    {"", "http://010.1", "http://8.0.0.1/", "octal"},
    {"", "http://08", nullptr, "with a digit that is none"},
    {"", "http://1.2.3.08", nullptr, "likewise"},
    {"", "http://a.09", nullptr, "digits at the end make it an address"},
    {"", "http://a.0x", nullptr, "and so does 0x"},
    {"", "http://a.1a/", "http://a.1a/", "but not a letter behind a digit"},
    {"", "http://0x.0", "http://0.0.0.0/", "0x is 0"},
    {"", "http://1.2.3.4./", "http://1.2.3.4/", "a dot at the end"},
    {"", "http://1..2", nullptr, "an empty number"},
    {"", "http://1.2.3.4.5", nullptr, "five numbers"},
    {"", "http://255.255.255.255", "http://255.255.255.255/", "the last address"},
    {"", "http://256.1", nullptr, "a byte too large"},
    {"", "http://1.256.1", nullptr, "likewise"},
    {"", "http://4294967295", "http://255.255.255.255/", "one number"},
    {"", "http://4294967296", nullptr, "too large"},
    {"", "http://1.16777215", "http://1.255.255.255/", "what the last number has room for"},
    {"", "http://1.16777216", nullptr, "and what not"},
    {"", "http://1.2.65536", nullptr, "likewise of three"},
    {"", "http://1.2.3.256", nullptr, "and of four"},
    {"", "http://%31.0.0.1", "http://1.0.0.1/", "percent-decoded first"},
    {"", "x://010.1", "x://010.1", "an opaque host is no address"},
    {"", "http://[1::8]", "http://[1::8]/", "what stands behind :: is at the end"},
    {"", "http://[::]", "http://[::]/", "nothing but zeros"},
    {"", "http://[1::]", "http://[1::]/", "zeros at the end"},
    {"", "http://[2001:DB8::00A]", "http://[2001:db8::a]/", "lower case, without zeros in front"},
    {"", "http://[1::2::3]", nullptr, ":: twice"},
    {"", "http://[:1::2]", nullptr, "a colon in front"},
    {"", "http://[1:2:3:4:5:6:7:8:9]", nullptr, "nine pieces"},
    {"", "http://[1:2:3:4:5:6:7]", nullptr, "seven pieces"},
    {"", "http://[1:2:3:4:5:6:7:]", nullptr, "a colon at the end"},
    {"", "http://[12345::]", nullptr, "five digits"},
    {"", "http://[1:g::]", nullptr, "a digit that is none"},
    {"", "http://[::1.2.3.4]", "http://[::102:304]/", "IPv4 at the end"},
    {"", "http://[1:2:3:4:5:6:7:1.2.3.4]", nullptr, "without room for it"},
    {"", "http://[::01.2.3.4]", nullptr, "with a zero in front"},
    {"", "http://[::256.2.3.4]", nullptr, "with a number too large"},
    {"", "http://[::1.2.3]", nullptr, "with three numbers"},
    {"", "http://[::1.2.3.4.5]", nullptr, "with five"},
    {"", "http://[::1.2.3.]", nullptr, "with an empty one"},
    {"", "http://[::.1.2.3]", nullptr, "likewise"},
    {"", "http://[fe80::1%25en0]", nullptr, "no zones"},
};

const Case kFiles[] = {
    {"", "file:a", "file:///a", "a file URL needs no slashes"},
    {"", "file:/a", "file:///a", "nor two"},
    {"", "file:\\\\h\\a", "file://h/a", "backslashes"},
    {"", "file://localhost/a", "file:///a", "this host"},
    {"", "file://u@h/a", nullptr, "no userinfo"},
    {"", "file://h:1/a", nullptr, "no port"},
    {"file://h/a/b", "?q", "file://h/a/b?q", "the base's path"},
    {"file://h/a/b?q", "#f", "file://h/a/b?q#f", "and its query"},
    {"file://h/a/b", "/c", "file://h/c", "a path of its own"},
    {"file://h/a/b", "//g/c", "file://g/c", "a host of its own"},
    {"http://a/b", "file:/c", "file:///c", "no base that is no file"},
    {"", "file:C:/x", "file:///C:/x", "a drive"},
    {"", "file:///C|/x", "file:///C:/x", "written with a bar"},
    {"", "file://C:/x", "file:///C:/x", "where a host would stand"},
    {"", "file://C|/x", "file:///C:/x", "likewise"},
    {"file:///C:/a/b", "D|/x", "file:///D:/x", "another drive than the base's"},
    {"file:///C:/a/b", "D|\\x", "file:///D:/x", "likewise"},
    {"file:///C:/a/b", "D|#f", "file:///D:#f", "likewise"},
    {"file:///C:/a/b", "D|?q", "file:///D:?q", "likewise"},
    {"file:///C:/a/b", "D|x", "file:///C:/a/D|x", "a name that only begins as one"},
    {"file:///C:/a/b", "/x", "file:///C:/x", "the base's drive"},
    {"file:///C:/a/b", "/D:/x", "file:///D:/x", "unless it names one"},
    {"file:///C:x/a", "/b", "file:///b", "a segment that only begins as one"},
    {"file:///C:/a/b", "..", "file:///C:/", "a drive is not left"},
    {"file:///C:/a/b", "../../../x", "file:///C:/x", "likewise"},
    {"", "file:///a/../C|/../x", "file:///C:/x", "likewise where others went before it"},
    {"", "file:///C:x/../y", "file:///y", "a name can be left"},
    {"", "file:///a/C|/x", "file:///a/C|/x", "no drive behind another segment"},
    {"", "http://a/C|/../x", "http://a/x", "nor in another scheme"},
    {"", "http://a/C:/..", "http://a/", "likewise"},
    {"", "http://a/C|/b ", "http://a/C|/b", "likewise"},
};

const Case kPaths[] = {
    {"", "http://a/b/.", "http://a/b/", "a dot at the end"},
    {"", "http://a/b/..", "http://a/", "two"},
    {"", "http://a/b/c/%2E%2E", "http://a/b/", "encoded"},
    {"", "http://a/b/.%2e/c", "http://a/c", "half of them"},
    {"", "http://a/b/%2e", "http://a/b/", "one"},
    {"", "http://a/../../b", "http://a/b", "none above the root"},
    {"", "http://a/b/../../../c", "http://a/c", "likewise"},
    {"", "http://a/b//../c", "http://a/b/c", "an empty segment is one"},
    {"", "http://a/....", "http://a/....", "four dots are a name"},
    {"", "http://a/b\\..\\c", "http://a/c", "backslashes part segments"},
    {"", "x:/b\\..\\c", "x:/b\\..\\c", "where the scheme is special"},
    {"", "http://a/{b}`c^d\"e<f>'g;h=i@j", "http://a/%7Bb%7D%60c%5Ed%22e%3Cf%3E'g;h=i@j", "the path set"},
    {"",
     "http://a/b c\x7F"
     "d\x1F"
     "e~",
     "http://a/b%20c%7Fd%1Fe~", "controls and spaces"},
    {"", "http://a/%zz%41", "http://a/%zz%41", "nothing is decoded"},
    {"", "x:a\"b<c>`{}^'", "x:a\"b<c>`{}^'", "an opaque path has controls encoded alone"},
    {"",
     "x:a\x01"
     "b\x7F\xC3\xA9",
     "x:a%01b%7F%C3%A9", "and what is not ASCII"},
    {"", "x:a/../b", "x:a/../b", "and no dot segments"},
    {"", "x:a #b", "x:a%20#b", "a space before the fragment"},
    {"", "x:/a/../b", "x:/b", "which other paths have"},
    {"http://a/b/c?q", "d", "http://a/b/d", "the last segment goes, the query too"},
    {"http://a/b/c?q", ".", "http://a/b/", "likewise"},
    {"http://a/b/c", "?", "http://a/b/c?", "an empty query"},
    {"http://a/b/c?q", "#", "http://a/b/c?q#", "an empty fragment"},
    {"x:/.//b/c", "d", "x:/.//b/d", "a guarded path in a base"},
    {"x:/a", "/.//b", "x:/.//b", "guarded where it comes about"},
    {"x://h/a", "/.//b", "x://h//b", "but not behind a host"},
};

const Case kQueries[] = {
    {"", "http://a/?b c\"d<e>f'g`h{i}|j^k", "http://a/?b%20c%22d%3Ce%3Ef%27g`h{i}|j^k",
     "the special-query set"},
    {"", "x:/?b c\"d<e>f'g`h{i}|j^k", "x:/?b%20c%22d%3Ce%3Ef'g`h{i}|j^k", "the query set"},
    {"", "wss://a/?'", "wss://a/?%27", "of web sockets"},
    {"", "file:///?'", "file:///?%27", "and of files"},
    {"", "http://a/?b?c/../\\d", "http://a/?b?c/../\\d", "nothing else is changed"},
    {"", "http://a/?\x7F\x1F~", "http://a/?%7F%1F~", "controls"},
    {"", "http://a/#b c\"d<e>f`g'h{i}|j^k#l?m", "http://a/#b%20c%22d%3Ce%3Ef%60g'h{i}|j^k#l?m",
     "the fragment set"},
    {"", "x:a#b c`", "x:a#b%20c%60", "of an opaque path"},
    {"", "http://a/#\x7F\x1F~\xC3\xA9", "http://a/#%7F%1F~%C3%A9", "controls, and what is not ASCII"},
};

TEST_CASE("the rules of the URL Standard one by one") {
  SECTION("schemes") {
    check_cases(kSchemes, kWhatwg);
  }
  SECTION("authorities") {
    check_cases(kAuthorities, kWhatwg);
  }
  SECTION("hosts") {
    check_cases(kHosts, kWhatwg);
  }
  SECTION("addresses") {
    check_cases(kAddresses, kWhatwg);
  }
  SECTION("files") {
    check_cases(kFiles, kWhatwg);
  }
  SECTION("paths") {
    check_cases(kPaths, kWhatwg);
  }
  SECTION("queries and fragments") {
    check_cases(kQueries, kWhatwg);
  }
}

}  // namespace whatwg_rules_test
}  // namespace mimebase::test
