// The finder for URLs in plain text.
#include "find/text/finder.h"
#include "text/ascii.h"

#include <random>

#include "support.h"
#include "text_recorder.h"

using namespace mimebase;
using test::Recorder;

namespace text_test {

// Each expectation is a reference, prefixed by "<" for text:delimited and "?" for a guessed one.
struct Case {
  std::string_view text;
  std::vector<std::string_view> expected;
  std::string_view why;
};

std::vector<std::string> shown(const Recorder& recorder) {
  std::vector<std::string> result;
  for (const auto& found : recorder.all) {
    CHECK((found.context == "text" || found.context == "text:delimited"));
    result.push_back((found.context == "text" ? "" : "<") + std::string(found.guessed ? "?" : "") +
                     found.reference);
  }
  return result;
}

Recorder scan(std::string_view text,
              const mimebase::charset::Charset& charset = mimebase::charset::Charset()) {
  Recorder recorder(text.size());
  find::find_in_text({text, charset}, recorder);
  return recorder;
}

void check_cases(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    CAPTURE(c.why, c.text);
    const Recorder recorder = scan(c.text);
    CHECK(recorder.sound);
    CHECK(shown(recorder) == std::vector<std::string>(c.expected.begin(), c.expected.end()));
    for (const auto& found : recorder.all) {
      if (c.text.find("\n>") == std::string_view::npos)
        CHECK(test::cut(c.text, found.span) == found.reference);
    }
  }
}

const std::vector<Case> kBare = {
    {"see http://a.example/b for more", {"http://a.example/b"}, "a URL among words"},
    {"http://a/", {"http://a/"}, "nothing around it"},
    {"http://a", {"http://a"}, "a host of one label, no path"},
    {"HTTP://A/b", {"HTTP://A/b"}, "schemes in any case, delivered as written"},
    {"See http://a/b.", {"http://a/b"}, "full stop of the sentence"},
    {"Is it http://a/b?", {"http://a/b"}, "question mark of the sentence"},
    {"http://a/b?c=d", {"http://a/b?c=d"}, "question mark of the URL"},
    {"http://a/b, http://c/d; http://e/f: x", {"http://a/b", "http://c/d", "http://e/f"}, "lists"},
    {"http://a/b,http://c/d;https://e/f",
     {"http://a/b", "http://c/d", "https://e/f"},
     "lists without spaces"},
    {"http://a/b...", {"http://a/b"}, "several stops"},
    {"http://a/b.html.", {"http://a/b.html"}, "only the last stop"},
    {"(http://x/a_(b)).", {"http://x/a_(b)"}, "balanced brackets belong to it"},
    {"(see http://x/a)", {"http://x/a"}, "the bracket of the sentence"},
    {"(see http://x/a).", {"http://x/a"}, "bracket, then full stop"},
    {"[http://x/]", {"http://x/"}, "square brackets around"},
    {"{http://x/}", {"http://x/"}, "braces around"},
    {"http://x/?a=[1]", {"http://x/?a=[1]"}, "square brackets inside"},
    {"http://x/?a[]=1&b[]=2", {"http://x/?a[]=1&b[]=2"}, "PHP's arrays"},
    {"http://x/(unclosed", {"http://x/(unclosed"}, "an opening bracket alone does not end it"},
    {"http://x/(", {"http://x/"}, "but it is not its last character"},
    {"[text](http://x/y)z", {"http://x/y"}, "Markdown: the unbalanced bracket ends it"},
    {"[img]http://x/y[/img] z", {"http://x/y"}, "the end of a forum's tag"},
    {"[http://x/y|label]", {"http://x/y|label"}, "a bar inside is kept"},
    {"|http://x/y|http://z/|", {"http://x/y", "http://z/"}, "a table: the bar before it is its mate"},
    {"*http://x/*", {"http://x/"}, "emphasis"},
    {"_http://x_", {"http://x"}, "emphasis"},
    {"~http://x/~", {"http://x/"}, "emphasis"},
    {"*_http://x/_*, _*http://y/*_ __http://z/__", {"http://x/", "http://y/", "http://z/"}, "several marks"},
    {"~~http://x/a_~~", {"http://x/a_"}, "only marks of the same kind are emphasis"},
    {"_http://x/a_b_", {"http://x/a_b"}, "a mark inside"},
    {"http://x/c?t=Zm9v_ y", {"http://x/c?t=Zm9v_"}, "base64url may end in _ (RFC 3986 section 2.3)"},
    {"(http://x/~) http://x/a~.", {"http://x/~", "http://x/a~"}, "so may ~"},
    {"_see http://x/y_", {"http://x/y_"}, "emphasis that begins elsewhere"},
    {"http://x/a__, https://y/b_~_", {"http://x/a__", "https://y/b_~_"}, "several"},
    {"mailto:a_@b.example_ x", {"mailto:a_@b.example_"}, "an address"},
    {"www.example.com/a_ www.example.com/~",
     {"?www.example.com/a_", "?www.example.com/~"},
     "without a scheme"},
    {"**http://x/**,", {"http://x/"}, "strong emphasis and a comma"},
    {"'http://x'", {"http://x"}, "single quotes"},
    {"('http://x/','http://y/')", {"http://x/", "http://y/"}, "single quotes: the mate ends it"},
    {"http://x/it's", {"http://x/it's"}, "an apostrophe inside"},
    {"\"http://x/\"", {"http://x/"}, "double quotes"},
    {"\\\"http://x/\\\"", {"http://x/"}, "escaped quotes"},
    {"`http://x/`y", {"http://x/"}, "backquotes"},
    {"href=\"http://x/\">y", {"http://x/"}, "markup in text"},
    {"href='http://x/'>y", {"http://x/"}, "markup in text, single quotes"},
    {"http://x/&gt; y", {"http://x/"}, "escaped >"},
    {"&lt;http://x/a&amp;b&GT;", {"http://x/a&amp;b"}, "escaped < and >, but not &"},
    {"http://x/?a&lt=1", {"http://x/?a&lt=1"}, "no character reference without ;"},
    {"http://x/\x7Fy", {"http://x/"}, "a control ends it"},
    {std::string_view("http://x/\0y", 11), {"http://x/"}, "NUL ends it"},
    {"http://x/\r\nhttp://y/\r\n", {"http://x/", "http://y/"}, "lines"},
    {"ahttp://x/", {"http://x/"}, "glued to a letter"},
    {"9http://x/", {"http://x/"}, "glued to a digit"},
    {"GLUEDHttps://x/ seeftp://y/", {"Https://x/", "ftp://y/"}, "glued to a word"},
    {"\xA5\x41http://x/", {"http://x/"}, "after a character of Big5 that ends in a letter"},
    {"averyveryveryverylongwordhttp://x/", {"http://x/"}, "glued to a long word"},
    {"xgopher://x/ axhttp://", {}, "only schemes of the web, with a host"},
    {"shttp://x/", {"shttp://x/"}, "a known scheme that ends so"},
    {"a-http://x/", {"http://x/"}, "a hyphen is one"},
    {"...http://x/", {"http://x/"}, "dots are one"},
    {"see:http://x/", {"http://x/"}, "a colon is one"},
    {"URL:http://x/", {"http://x/"}, "URL: without a bracket"},
    {"URL=http://x/", {"http://x/"}, "an assignment"},
    {"svn+ssh://h/p", {"svn+ssh://h/p"}, "a scheme of two"},
    {"a+b+http://h/p", {"a+b+http://h/p"}, "a scheme of three"},
    {"1+http://h/p", {"http://h/p"}, "a scheme begins with a letter"},
    {"+http://h/p", {"http://h/p"}, "nothing before the plus"},
    {"git+http://h/p", {"git+http://h/p"}, "a scheme of two"},
    {"foo://h/p", {}, "an unknown scheme"},
    {"ftp://ds.internic.net/rfc/rfc1808.txt;type=a",
     {"ftp://ds.internic.net/rfc/rfc1808.txt;type=a"},
     "RFC 1738"},
    {"http://web.example/2020/http://b/c d", {"http://web.example/2020/http://b/c"}, "a URL in a URL is one"},
    {"http://u:p@h:80/", {"http://u:p@h:80/"}, "user, password, port"},
    {"http://[::1]:8080/x", {"http://[::1]:8080/x"}, "RFC 2732"},
    {"[http://[::1]/x]", {"http://[::1]/x"}, "and in brackets"},
    {"http://", {}, "no host"},
    {"http:// x", {}, "no host"},
    {"http://.", {}, "no host"},
    {"http:///x", {}, "no host"},
    {"http://)x", {}, "no host"},
    {"http://_", {}, "no host"},
    {"http://\xE2\x80\xA6", {}, "an ellipsis is no host"},
    {"http:/x http:x http: //x", {}, "no //"},
    {"file:///etc/hosts", {"file:///etc/hosts"}, "a file needs no host"},
    {"ldap:///c=GB?x", {"ldap:///c=GB?x"}, "nor does ldap"},
    {"12:30 a:b c::d e: f", {}, "colons of prose"},
    {"Subject: Re: x", {}, "colons of headers"},
};

const std::vector<Case> kNotAscii = {
    {"http://b\xC3\xBC"
     "cher.example/\xC3\xA4",
     {"http://b\xC3\xBC"
      "cher.example/\xC3\xA4"},
     "IDN and IRI"},
    {"http://\xE4\xBE\x8B\xE3\x81\x88.jp/", {"http://\xE4\xBE\x8B\xE3\x81\x88.jp/"}, "IDN"},
    {"\xE2\x80\x9Chttp://x/y\xE2\x80\x9D", {"http://x/y"}, "typographic quotes"},
    {"\xC2\xABhttp://x/y\xC2\xBB", {"http://x/y"}, "guillemets"},
    {"\xE2\x80\x9Ehttp://x/y.\xE2\x80\x9C", {"http://x/y"}, "a full stop before the quote"},
    {"http://x/y\xE2\x80\xA6", {"http://x/y"}, "an ellipsis"},
    {"http://x/y\xE2\x80\x94 and", {"http://x/y"}, "a dash before a space"},
    {"http://x/1\xE2\x80\x93"
     "2",
     {"http://x/1\xE2\x80\x93"
      "2"},
     "a dash inside"},
    {"http://x/y\xC2\xA0z", {"http://x/y"}, "a no-break space"},
    {"http://x/y\xE2\x80\x8Fz", {"http://x/y"}, "a direction mark"},
    {"http://x/y\xE3\x80\x82z", {"http://x/y"}, "an ideographic full stop"},
    {"\xEF\xBC\x88http://x/y\xEF\xBC\x89z", {"http://x/y"}, "full-width brackets"},
    {"\xE3\x80\x8Chttp://x/y\xE3\x80\x8D", {"http://x/y"}, "corner brackets"},
    {"\xE8\xA6\x8Bhttp://x.jp/y", {"http://x.jp/y"}, "no space before it in CJK text"},
    {"http://x.jp\xE3\x82\x92\xE8\xA6\x8B", {"http://x.jp"}, "no top-level domain mixes scripts"},
    {"http://x.jp:80\xE3\x82\x92\xE8\xA6\x8B", {"http://x.jp:80"}, "nor does a port"},
    {"www.x.com\xE7\x9A\x84", {"?www.x.com"}, "the same without a scheme"},
    {"www.\xE4\xBE\x8B.\xE4\xBE\x8B/x", {"?www.\xE4\xBE\x8B.\xE4\xBE\x8B/x"}, "IDN without a scheme"},
    {"\x93http://x/y\x94 z", {"http://x/y"}, "quotes of windows-1252"},
};

const std::vector<Case> kGuessed = {
    {"www.example.com", {"?www.example.com"}, "a host"},
    {"See WWW.Example.COM.", {"?WWW.Example.COM"}, "any case, full stop"},
    {"(www.example.com/a_(b))", {"?www.example.com/a_(b)"}, "brackets"},
    {"www.example.com:8080/x", {"?www.example.com:8080/x"}, "a port"},
    {"www.example.com: x", {"?www.example.com"}, "no port"},
    {"www.example.com?x=1", {"?www.example.com?x=1"}, "a query"},
    {"www.example.com#x", {"?www.example.com#x"}, "a fragment"},
    {"www.example.com,x", {"?www.example.com"}, "ends at the host"},
    {"www.example.com...", {"?www.example.com"}, "several stops"},
    {"www.my_site.example.com", {"?www.my_site.example.com"}, "an underscore"},
    {"_www.example.com_", {"?www.example.com"}, "emphasis"},
    {"<www.example.com>", {"?www.example.com"}, "brackets make it no absolute URL"},
    {"Web:www.example.com", {"?www.example.com"}, "a label"},
    {"http://www.example.com/", {"http://www.example.com/"}, "not twice"},
    {"www.example", {}, "two labels only"},
    {"www.", {}, "no host"},
    {"www..com.x", {}, "an empty label"},
    {"www.a.1", {}, "no top-level domain is a number"},
    {"www.foo.bar@example.com", {}, "an address"},
    {"joe@www.example.com", {}, "an address"},
    {"/var/www.example.com/x", {}, "a path"},
    {"xwww.example.com", {}, "no word boundary"},
    {"a.www.example.com", {}, "no word boundary"},
    {"www2.example.com", {}, "not www."},
};

const std::vector<Case> kOpaque = {
    {"mailto:joe@example.com", {"mailto:joe@example.com"}, "an address"},
    {"[mailto:joe@example.com]", {"mailto:joe@example.com"}, "Outlook's reply headers"},
    {"mailto:joe@example.com?subject=a%20b.", {"mailto:joe@example.com?subject=a%20b"}, "header fields"},
    {"mailto:joe+x=y@example.com", {"mailto:joe+x=y@example.com"}, "an atom"},
    {"mailto: joe@example.com mailto:joe mailto:@x mailto:?a=b@c", {}, "no address"},
    {"joe@example.com", {}, "an address is no URL"},
    {"cid:a.b@c", {"cid:a.b@c"}, "RFC 2392"},
    {"mid:a@b/c@d", {"mid:a@b/c@d"}, "RFC 2392"},
    {"acid:a@b Mid:day cid:abc", {}, "no word boundary; no address"},
    {"urn:isbn:0451450523", {"urn:isbn:0451450523"}, "RFC 8141"},
    {"URN:ietf:rfc:1808", {"URN:ietf:rfc:1808"}, "any case"},
    {"urn:a:b urn:x urn: y", {}, "no name space"},
    {"news:comp.infosystems.www.misc", {"news:comp.infosystems.www.misc"}, "RFC 1738"},
    {"news:123@host.example", {"news:123@host.example"}, "RFC 1738"},
    {"news:great News:comp.lang.c", {}, "words"},
    {"news:www.example.com", {"?www.example.com"}, "a label before a host"},
    {"tel:+1-201-555-0123.", {"tel:+1-201-555-0123"}, "RFC 3966"},
    {"tel:555-1234 Tel:+1-201-555-0123 tel:+49 89", {}, "no global number, a label, a number with spaces"},
    {"sip:joe@example.com;transport=tcp", {"sip:joe@example.com;transport=tcp"}, "RFC 3261"},
    {"data:text/plain;charset=utf-8,a%20b", {"data:text/plain;charset=utf-8,a%20b"}, "RFC 2397"},
    {"data:foo data:a/b", {}, "no data"},
    {"magnet:?xt=urn:btih:abc", {"magnet:?xt=urn:btih:abc"}, "a magnet link"},
    {"javascript:alert(1)", {}, "not a place"},
};

const std::vector<Case> kDelimited = {
    {"Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc;type=d> but you can probably pick it up "
     "from <URL:ftp://ds.internic.net/rfc>.  Note the warning in "
     "<URL:http://ds.internic.net/instructions/overview.html#WARNING>.",
     {"<ftp://info.cern.ch/pub/www/doc;type=d", "<ftp://ds.internic.net/rfc",
      "<http://ds.internic.net/instructions/overview.html#WARNING"},
     "RFC 1738's appendix"},
    {"<URL:http://a/b>", {"<http://a/b"}, "delimited"},
    {"<url:http://a/b> <Url:c>", {"<http://a/b", "<c"}, "in any case"},
    {"<URL:g;x?y#s>", {"<g;x?y#s"}, "relative"},
    {"<URL:../g>", {"<../g"}, "relative"},
    {"<URL:#s>", {"<#s"}, "relative"},
    {"<URL: http://a/b >", {"<http://a/b"}, "white space around"},
    {"< URL:http://a/b>", {"<http://a/b"}, "white space before"},
    {"<URL:\r\n  http://a/b>", {"<http://a/b"}, "a line break before"},
    {"<URL:http://a/\r\nb/\r\n  c>", {"<http://a/b/c"}, "line breaks inside"},
    {"<URL:http://a/ b>", {"<http://a/b"}, "spaces inside"},
    {"<URL:http://a/b.>", {"<http://a/b."}, "punctuation inside counts"},
    {"<URL:http://a/b)>", {"<http://a/b)"}, "brackets inside count"},
    {"> x <URL:http://a/\n> b> y", {"<http://a/b"}, "quoted: the mark is dropped"},
    {"> > x <URL:http://a/\n> > b\n>> c> y", {"<http://a/bc"}, "quoted twice"},
    {"<URL:http://a/\n> b>", {"<http://a/b"}, "quoted, though its first line is not"},
    {"<URL:http://a/\n>", {"<http://a/"}, "closed on a line of its own"},
    {"<URL:http://a/\n> and then", {"<http://a/"}, "closed on the next line"},
    {"> <URL:http://a/b\n>\n> c>", {"http://a/b"}, "a blank quoted line ends the hope"},
    {"<URL:http://a/b\n\nc>", {"http://a/b"}, "a blank line: bare"},
    {"<URL:http://a/b\r\n \r\nc>", {"http://a/b"}, "a line of blanks: bare"},
    {"<URL:http://a/b", {"http://a/b"}, "never closed: bare"},
    {"<URL:http://a/b <c>", {"http://a/b"}, "another bracket opens: bare"},
    {"<URL:>", {}, "nothing in it"},
    {"<URL: \n >", {}, "nothing in it"},
    {"<URL:http://a/\x01>", {"http://a/"}, "a control inside: bare"},
    {"<http://a/b>", {"<http://a/b"}, "without URL:"},
    {"text<http://a/b.>text", {"<http://a/b."}, "without spaces"},
    {"<http://a/\r\n  b>", {"<http://a/b"}, "over a line break"},
    {"<http:\n//a/b>", {"<http://a/b"}, "over a line break behind the scheme"},
    {"<http://a/b some words>", {"http://a/b"}, "words inside: bare"},
    {"<http://a/b\nsome words>", {"http://a/b"}, "words on the next line: bare"},
    {"<http:g>", {"<http:g"}, "RFC 1808 section 5.2"},
    {"<mailto:joe@example.com>", {"<mailto:joe@example.com"}, "mailto"},
    {"<mailto:joe>", {"<mailto:joe"}, "mailto"},
    {"<news:comp.lang.c>", {"<news:comp.lang.c"}, "news"},
    {"<any.thing://x/y>", {"<any.thing://x/y"}, "an unknown scheme"},
    {"<svn+ssh://x/y>", {"<svn+ssh://x/y"}, "a scheme of two"},
    {"<http://>", {}, "no host"},
    {"<http:> <mailto:>", {}, "nothing behind the scheme"},
    {"<joe@example.com> <b> <o:p> <xsl:if test=\"a:b\">", {}, "addresses and tags"},
    {"<a href=\"http://a/b\">", {"http://a/b"}, "a tag"},
    {"<http://a><URL:b><http://c>", {"<http://a", "<b", "<http://c"}, "one after the other"},
    {"<http://b\xC3\xBC"
     "cher/>",
     {"<http://b\xC3\xBC"
      "cher/"},
     "not ASCII"},
};

TEST_CASE("bare URLs in text", "[text]") {
  check_cases(kBare);
}

TEST_CASE("URLs and text that are not ASCII", "[text]") {
  check_cases(kNotAscii);
}

TEST_CASE("hosts that the end of a line cuts", "[text]") {
  struct CutSink : find::Sink {
    std::string cuts;
    void found(const find::Found& found) override { cuts += found.is_cut ? 'c' : '-'; }
    find::ScopeId open_scope(find::ScopeId, const find::Declaration&) override { return find::kDocument; }
  };
  const std::vector<std::pair<std::string_view, std::string_view>> cases = {
      {"https://www.bank.\nhost.example/a", "c"},  {"https://www.bank.\r\nhost.example/a", "c"},
      {"www.bank.host.\nexample/a", "c"},          {"https://www.bank.\nThen click", "-"},
      {"https://www.bank. host.example/a", "-"},   {"https://www.bank\nhost.example/a", "-"},
      {"https://bank/a.\nhost.example/a", "-"},    {"https://www.bank.\n", "-"},
      {"<https://www.bank.\nhost.example/>", "-"}, {"https://www.bank.\nhost. Next", "-"}};
  const charset::Charset utf8("utf-8");
  for (const auto& [text, expected] : cases) {
    INFO(text);
    CutSink sink;
    find::find_in_text({text, utf8}, sink);
    CHECK(sink.cuts == expected);
  }
}

TEST_CASE("hosts without a scheme", "[text]") {
  check_cases(kGuessed);
}

TEST_CASE("URLs without a host", "[text]") {
  check_cases(kOpaque);
}

TEST_CASE("delimited URLs", "[text]") {
  check_cases(kDelimited);
}

TEST_CASE("spans are those of the bytes, references are UTF-8", "[text]") {
  const std::string_view text = "\x93x\x94 <URL:http://a/\xE9\r\n b> \x93http://c/\xFC\x94";
  const Recorder recorder = scan(text, mimebase::charset::Charset("iso-8859-1"));
  REQUIRE(recorder.all.size() == 2);
  CHECK(recorder.all[0].span == find::Span{9, 23});
  CHECK(recorder.all[0].reference ==
        "http://a/\xC3\xA9"
        "b");
  CHECK(recorder.all[1].span == find::Span{26, 36});
  CHECK(recorder.all[1].reference == "http://c/\xC3\xBC");
}

TEST_CASE("text that declares no charset and is not UTF-8 is windows-1252", "[text]") {
  CHECK(shown(scan("http://x/\xFF\xE9z q")) == std::vector<std::string>{"http://x/\xC3\xBF\xC3\xA9z"});
}

TEST_CASE("characters of several bytes end URLs in other charsets", "[text]") {
  // EUC-JP: 0xA1D6 and 0xA1D7 are corner brackets, and 0xC6FC is a letter.
  const std::string_view text = "\xA1\xD6http://x.jp/\xC6\xFC\xA1\xD7\xC6\xFC";
  const Recorder recorder = scan(text, mimebase::charset::Charset("euc-jp"));
  REQUIRE(recorder.all.size() == 1);
  CHECK(recorder.all[0].span == find::Span{2, 16});
  CHECK(recorder.all[0].reference == "http://x.jp/\xE6\x97\xA5");
}

TEST_CASE("the table of finders has text/plain", "[text]") {
  const find::Finder* finder = find::finder_for("text/plain");
  REQUIRE(finder != nullptr);
  CHECK(finder->declared_base == nullptr);
  const mimebase::charset::Charset charset;
  Recorder recorder(8);
  finder->find({"http://x", charset}, recorder);
  CHECK(recorder.count == 1);
  CHECK(find::finder_for("text/none") == nullptr);
}

TEST_CASE("nothing is too long", "[text]") {
  for (const std::size_t size : {20, 300, 2100, 8200, 70'000}) {
    const std::string name(size, 'x'), blanks(size, ' ');
    std::string quotes;
    for (std::size_t i = 0; i < size; i += 2) quotes += "> ";
    struct Long {
      std::string text, expected;
    };
    for (const Long& c : std::vector<Long>{
             {"<http://a/" + name + ">", "<http://a/" + name},
             {"<http://a/" + name + "\n b>", "<http://a/" + name + "b"},
             {"<URL:" + name + ">", "<" + name},
             {"<URL:http://a/" + name + "\nb>", "<http://a/" + name + "b"},
             {"<" + blanks + "URL:http://a/" + blanks + "b>", "<http://a/b"},
             {"<" + name + "://a/>", "<" + name + "://a/"},
             {"www." + name + ".example/b", "?www." + name + ".example/b"},
             {"mailto:" + name + "@a.example", "mailto:" + name + "@a.example"},
             {"mailto:" + name + "@" + name + ".example", "mailto:" + name + "@" + name + ".example"},
             {"data:text/html;a=" + name + ",b", "data:text/html;a=" + name + ",b"},
             {"data:text/" + name + ",b", "data:text/" + name + ",b"},
             {"news:" + name + ".b", "news:" + name + ".b"},
             {"tel:+" + std::string(size, '-') + "1234567", "tel:+" + std::string(size, '-') + "1234567"},
             {name + "http://a/", "http://a/"},
             {quotes + "<http://a/\n" + quotes + "b>", "<http://a/b"},
             {"<http://a/\n> " + blanks + "b> c", "<http://a/b"},
             {"<http://a/\n> " + name + ">", "<http://a/" + name},
         }) {
      CAPTURE(size, c.text.substr(0, 40));
      CHECK(shown(scan(c.text)) == std::vector<std::string>{c.expected});
    }
  }
}

TEST_CASE("any text gives sound spans, and the same again within what it found", "[text]") {
  const std::vector<std::string_view> pieces = {
      "http:", "//",  "/",       "www.",      "a",        "b.c",          ".",    ":",
      "<",     ">",   "URL:",    "<URL:",     "\n",       "\r\n",         "> ",   " ",
      "(",     ")",   "[",       "]",         "'",        "\"",           ",",    ";",
      "&gt;",  "@",   "mailto:", "urn:ab:c",  "\xC3\xA9", "\xE2\x80\x9D", "\xE9", "\xFF",
      "|",     "_",   "+",       "http://x/", "www.a.bc", "tel:+1234567", "?",    "#",
      "\\",    "\x01"};
  std::mt19937 random(1808);
  std::size_t found_in_all = 0;
  for (int round = 0; round < 20000; ++round) {
    const std::string text = test::random_text(random, pieces, 1 + random() % 24);
    const Recorder recorder = scan(text);
    CAPTURE(round, text);
    if (!recorder.sound) FAIL("a span that is empty, out of order or out of bounds");
    for (const auto& found : recorder.all) {
      const bool ascii = mimebase::ascii::is_ascii(text);
      if (ascii && found.context == "text" && test::cut(text, found.span) != found.reference)
        FAIL("a span that is not its reference");
      if (ascii && found.context == "text" && !found.guessed) {
        const Recorder again = scan(found.reference);
        if (again.count != 1 || again.all[0].reference != found.reference) FAIL("not found alone");
      }
    }
    found_in_all += recorder.count;
  }
  CHECK(found_in_all > 10000);
}

TEST_CASE("hostile text takes linear time", "[text]") {
  constexpr std::size_t kBytes = 2'000'000;
  const std::vector<std::string_view> units = {
      "<",         ":",         "http://",     "http:",        "(((",      "www.",
      "<URL:",     "<http://",  "www.a.b",     "www.a.b-",     ".",        "a:",
      "a.b.c.d:",  "<URL:\n",   "<URL:a\n> b", "\xE2\x80\xA6", "mailto:a", "mailto:a@",
      "news:",     "urn:",      "http://_",    "data:a/b;",    "http://(", "http://x:",
      "&gt;",      "tel:+1",    "<http:\n>",   "http://x\xC3", "<URL:a ",  " <URL:\n\n>",
      "http://a,", ">\n<http:a"};
  for (const std::string_view unit : units) {
    CAPTURE(unit);
    CHECK(scan(test::repeated(unit, kBytes)).sound);
    // The same after an endless URL, after an unclosed bracket, and after a line of spaces.
    const std::string text = test::repeated(unit, kBytes / 5);
    CHECK(scan("http://x/" + text).sound);
    CHECK(scan("<URL:" + text).sound);
    CHECK(scan(std::string(kBytes / 5, ' ') + "<URL:\n" + text).sound);
  }
}

TEST_CASE("a line of 100 MB", "[text]") {
  std::string text = test::repeated("all in one line ", 100'000'000);
  text += "http://x/";
  const Recorder recorder = scan(text);
  REQUIRE(recorder.all.size() == 1);
  CHECK(recorder.all[0].span.end == text.size());
  std::replace(text.begin(), text.end() - 9, ' ', 'x');
  text.insert(0, "http://y/");
  CHECK(scan(text).count == 1);
}

TEST_CASE("the messages of other projects give sound spans", "[text]") {
  const std::filesystem::path folder = test::corpora() / "mail";
  if (!std::filesystem::is_directory(folder)) {
    test::skip("no corpora: some 1,600 messages as text missed");
    return;
  }
  std::size_t files = 0, found_in_all = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    const std::string text = test::read_file(entry.path());
    const Recorder recorder = scan(text);
    CAPTURE(entry.path());
    if (!recorder.sound) FAIL("a span that is empty, out of order or out of bounds");
    found_in_all += recorder.count;
    ++files;
  }
  CHECK(files > 1500);
  CHECK(found_in_all > 1500);  // a plain search finds 1,513 of http and https alone
}

}  // namespace text_test
