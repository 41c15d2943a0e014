// URLs that only scripts and people use: strings of scripts and event handlers, and attributes that no
// program follows. Also what the `rel` of a `link` says about its use.
#include "find/script/finder.h"

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "catch.h"
#include "html_collect.h"

namespace script_test {

using namespace mimebase;
using find::test::collect;
using find::test::Row;

struct Case {
  std::string_view why;
  std::string code;
  std::vector<std::string> expected;  // references, with the bytes of the span in <> if they differ
};

std::vector<std::string> strings(const find::test::Collector& collected, std::string_view context) {
  std::vector<std::string> out;
  for (const Row& row : collected.rows) {
    if (row.context != context) continue;
    CHECK(row.hidden == find::Hidden::kScript);
    CHECK(row.kind == LinkKind::kOther);
    CHECK(row.is_inert);
    out.push_back(row.reference + (row.raw == row.reference ? "" : " <" + row.raw + ">"));
  }
  return out;
}

const std::vector<Case> kScripts = {
    {"single and double quotes", R"(a = "http://a/"; b = 'https://b/c?d')", {"http://a/", "https://b/c?d"}},
    {"any scheme with two slashes", "'ftp://a/' 'x+y://b' 'file:///c'", {"ftp://a/", "x+y://b", "file:///c"}},
    {"not the whole string", "'see http://a/' 'http://a b' 'http://' 'http:/a' '//a/' 'mailto:a@b'", {}},
    {"markup is not a URL", R"("http://a/<b>" 'http://a/"b"')", {}},
    {"blanks around", "' http://a/\t'", {"http://a/"}},
    {"a template literal", "`http://a/`", {"http://a/"}},
    {"a substitution", "`http://${host}/a` + `http://b/${c}`", {}},
    {"strings in a substitution",
     "`${x ? {a: 'http://a/'} : `http://b/`}` + 'http://c/'",
     {"http://a/", "http://b/", "http://c/"}},
    {"escaped slashes", R"("http:\/\/a\/b")", {R"(http://a/b <http:\/\/a\/b>)"}},
    {"hexadecimal escapes",
     R"('http\x3a\x2F/a' "\u0068ttp:\u002f\u{2F}b")",
     {R"(http://a <http\x3a\x2F/a>)", R"(http://b <\u0068ttp:\u002f\u{2F}b>)"}},
    {"no escapes",
     R"('http://a/\xZZ\u12' 'http://b/\u{110000}')",
     {R"(http://a/xZZu12 <http://a/\xZZ\u12>)", "http://b/\xEF\xBF\xBD <http://b/\\u{110000}>"}},
    {"zeros", R"('http:\u{000000000000000000002F}/a')", {R"(http://a <http:\u{000000000000000000002F}/a>)"}},
    {"a regular expression after many blanks",
     "x =" + std::string(500, ' ') + "/'/; y = 'http://a/'",
     {"http://a/"}},
    {"many substitutions",
     "`" +
         [] {
           std::string open;
           for (int i = 0; i < 300; ++i) open += "${`";
           return open;
         }() +
         "${'http://a/'",
     {"http://a/"}},
    {"a line that continues", "'http://a/\\\nb'", {"http://a/b <http://a/\\\nb>"}},
    {"an escaped quotation mark", R"('http://a/\'b')", {R"(http://a/'b <http://a/\'b>)"}},
    {"comments",
     "// 'http://a/'\n/* 'http://b/' */ 'http://c/' // don't\n'http://d/'",
     {"http://c/", "http://d/"}},
    {"an open comment", "'http://a/' /* 'http://b/'", {"http://a/", "http://b/"}},
    {"a regular expression",
     R"(x = /"/g; y = "http://a/"; z = a.replace(/['"]\/\//, 'http://b/'))",
     {"http://a/", "http://b/"}},
    {"a slash in a class", R"(x = /[/"]/; y = "http://a/")", {"http://a/"}},
    {"division", "x = a / b; y = 'http://a/' / 2; z = 'http://b/'", {"http://a/", "http://b/"}},
    {"a string that its line does not close", "don't\n'http://a/'", {"http://a/"}},
    {"both quotation marks open", "\"it's\n'http://a/'", {"http://a/"}},
    {"an open template", "` 'http://a/'", {"http://a/"}},
    {"other letters", "'http://a/\xC3\xBC'", {"http://a/\xC3\xBC"}},
    {"nothing", "", {}},
};

TEST_CASE("scripts: strings that are URLs", "[script]") {
  for (const Case& c : kScripts) {
    CAPTURE(c.why, c.code);
    CHECK(strings(collect("<script>" + c.code + "</script>"), "script:string") == c.expected);
    CHECK(strings(collect("<svg><script><![CDATA[" + c.code + "]]></script></svg>"), "script:string") ==
          c.expected);
    const std::string xml =
        "<html xmlns='http://www.w3.org/1999/xhtml'><script><![CDATA[" + c.code + "]]></script></html>";
    CHECK(strings(collect(xml, "application/xhtml+xml"), "script:string") == c.expected);
    if (c.code.find('\\') != std::string::npos) continue;  // the raw bytes contain character references
    const std::string handler = "<a onclick=\"" + find::test::escape_attribute(c.code) + "\">";
    CHECK(strings(collect(handler), "a@onclick:string") == c.expected);
  }
}

TEST_CASE("scripts: which are JavaScript", "[script]") {
  const auto count = [](const std::string& tag) {
    return collect("<" + tag + ">'http://a/'</script>").rows.size();
  };
  for (const char* const type :
       {"", " type=''", " type=text/javascript", " type=' Application/JavaScript;a=b'", " type=module",
        " type=text/javascript1.5", " language=vbscript"})
    CHECK(count(std::string("script") + type) == 1);
  for (const char* const type : {" type=text/template", " type=application/json", " type=text/vbscript"})
    CHECK(count(std::string("script") + type) == 0);
  CHECK(collect("<!-- <script>'http://a/'</script> -->").rows.at(0).hidden == find::Hidden::kComment);
  CHECK(collect("<template><script>'http://a/'</script></template>").rows.at(0).hidden ==
        find::Hidden::kTemplate);
}

struct AttributeCase {
  std::string_view why;
  std::string html;
  std::vector<std::string> expected;
};

TEST_CASE("attributes that are wholly a URL", "[script]") {
  const std::vector<AttributeCase> cases = {
      {"data-*",
       "<div data-url='http://a/' data-x=\" http&#58;//b/?c&amp;d \">",
       {"div@data-url http://a/ (script)", "div@data-x http://b/?c&d (script)"}},
      {"controls",
       "<option value=http://a/><input value=http://b/><button value=http://c/>",
       {"option@value http://a/ (script)", "input@value http://b/ (script)",
        "button@value http://c/ (script)"}},
      {"names of programs",
       "<a originalsrc=http://a/ HREF=b>",
       {"a@originalsrc http://a/ (script)", "a@href b"}},
      {"what people see",
       "<a title=http://a/><img alt='http://b/'>",
       {"a@title http://a/", "img@alt http://b/"}},
      {"URLs in more text",
       "<a title='see http://a/, http://b/.' data-a='{\"u\":\"http://a/\"}' data-b='x &#104;ttp://a b' "
       "class='a:b c'>",
       {"a@title:text http://a/", "a@title:text http://b/", "a@data-a:text http://a/ (script)",
        "a@data-b:text http://a (script)"}},
      {"in a broken style",
       "<p style='line-http://a/;color:url(b)'><p style='line-http://c/x;height:1px'>",
       {"p@style/css:url b", "p@style line-http://c/x;height:1px (script)"}},
      {"no slashes", "<a data-a=mailto:a@b data-b=/c data-c=//d/ data-d=http:x data-e>", {}},
      {"namespaces", "<html xmlns=http://a/ xmlns:o='http://b/' prefix='og: http://c/'>", {}},
      {"an attribute of another element",
       "<div action=http://a/ data=http://b/>",
       {"div@action http://a/ (script)", "div@data http://b/ (script)"}},
      {"event handlers",
       "<body onload=\"go('http://a/', &quot;http:\\/\\/b/&quot;)\" on='http://c/'>",
       {"body@onload:string http://a/ (script)", "body@onload:string http://b/ (script)",
        "body@on http://c/ (script)"}},
      {"a name that occurs twice",
       "<p data-a=http://a/ data-a=http://b/>",
       {"p@data-a http://a/ (script)", "p@data-a http://b/ (script)"}},
      {"a link that begins with letters", "<a href='seehttp://x'>", {"a@href seehttp://x"}},
      {"metadata",
       "<meta name=generator content=http://a/><meta property=og:image content=http://b/>",
       {"meta@content http://a/", "meta@content http://b/"}},
  };
  for (const AttributeCase& c : cases) {
    CAPTURE(c.why, c.html);
    std::vector<std::string> lines;
    for (const Row& row : collect(c.html).rows) {
      const bool is_hidden = row.hidden == find::Hidden::kScript;
      CHECK((row.is_inert || !is_hidden));
      lines.push_back(row.context + ' ' + row.reference + (is_hidden ? " (script)" : ""));
    }
    CHECK(lines == c.expected);
  }
}

TEST_CASE("attributes: which are inert, and their use", "[script]") {
  const auto first = [](const std::string& html) { return collect(html).rows.at(0); };
  CHECK(first("<meta property=og:image content=http://a/>").kind == LinkKind::kMetadata);
  CHECK_FALSE(first("<meta property=og:image content=http://a/>").is_inert);
  CHECK_FALSE(first("<meta name='twitter:image' content=http://a/>").is_inert);
  CHECK(first("<meta name=x content=http://a/>").is_inert);
  CHECK(collect("<meta property=og:title content='a title'>").rows.empty());
  CHECK(first("<form action-xhr=/a>").kind == LinkKind::kForm);
  CHECK(first("<img attributionsrc='a b'>").kind == LinkKind::kMetadata);
  CHECK(first("<amp-anim src=a>").kind == LinkKind::kImage);
  CHECK(first("<amp-img srcset='a 1x'>").kind == LinkKind::kImage);
}

TEST_CASE("link: its use by rel and as", "[script]") {
  struct Use {
    std::string_view attributes;
    LinkKind kind;
  };
  for (const Use& use : std::vector<Use>{{"rel=stylesheet", LinkKind::kStyle},
                                         {"rel='alternate StyleSheet'", LinkKind::kStyle},
                                         {"rel='shortcut\ticon'", LinkKind::kImage},
                                         {"rel=apple-touch-icon", LinkKind::kImage},
                                         {"rel=iconic", LinkKind::kMetadata},
                                         {"rel=canonical", LinkKind::kMetadata},
                                         {"", LinkKind::kMetadata},
                                         {"rel=preload as=image", LinkKind::kImage},
                                         {"rel=prefetch as=style", LinkKind::kStyle},
                                         {"rel=preload as=script", LinkKind::kScript},
                                         {"rel=preload as=font", LinkKind::kOther},
                                         {"rel=prefetch as=document", LinkKind::kFrame},
                                         {"rel=prefetch", LinkKind::kOther},
                                         {"rel=modulepreload as=script", LinkKind::kScript}}) {
    CAPTURE(use.attributes);
    const std::string tag = "<link href=a " + std::string(use.attributes) + ">";
    CHECK(collect(tag).rows.at(0).kind == use.kind);
  }
  const auto after = collect("<link rel=icon href=a><a href=b>");
  CHECK(after.rows.at(1).kind == LinkKind::kLink);
  const auto atom =
      collect("<feed xmlns='http://www.w3.org/2005/Atom'><link rel='alternate' href='a'/></feed>",
              "application/atom+xml");
  CHECK(atom.rows.at(0).kind == LinkKind::kMetadata);
}

TEST_CASE("HTML for AMP and watches", "[script]") {
  for (const char* const type : {"text/x-amp-html", "text/watch-html"})
    CHECK(find::finder_for(type) == find::finder_for("text/html"));
}

TEST_CASE("OPML and sitemaps", "[script]") {
  const auto contexts = [](const std::string& xml) {
    std::vector<std::string> out;
    for (const Row& row : collect(xml, "application/xml").rows) {
      CHECK(row.kind == LinkKind::kLink);
      out.push_back(row.context + ' ' + row.reference);
    }
    return out;
  };
  CHECK(contexts("<opml version='2.0'><body><outline text='t' xmlUrl='a' htmlUrl='b'/><outline url='c'/>"
                 "<x xmlUrl='d'/></body></opml>") ==
        std::vector<std::string>{"outline@xmlUrl a", "outline@htmlUrl b", "outline@url c"});
  CHECK(contexts(
            "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc> http://a/?b&amp;c </loc>"
            "<lastmod>2026</lastmod></url></urlset>") == std::vector<std::string>{"loc http://a/?b&c"});
  CHECK(contexts("<sitemapindex><sitemap><loc>a</loc></sitemap></sitemapindex>") ==
        std::vector<std::string>{"loc a"});
  CHECK(contexts("<x><loc>a</loc><outline xmlUrl='b'/></x>").empty());
}

TEST_CASE("scripts: random text stays within the content", "[script]") {
  std::mt19937 random(11);
  const std::string_view kPieces[] = {"'",         "\"", "`",  "${", "}",    "{",    "/",
                                      "//",        "/*", "*/", "\\", "\n",   "\\x2", "\\u{",
                                      "http://a/", "[",  "]",  "=",  "\xC3", "\r\n"};
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    for (int pieces = 0; pieces < 20; ++pieces) text += kPieces[random() % std::size(kPieces)];
    CAPTURE(text);
    std::size_t last = 0;
    for (const Row& row : collect("<script>" + text + "</script>").rows) {
      if (row.context != "script:string") continue;
      CHECK(row.span.start >= last);
      CHECK(find::is_whole_url(row.reference));
      last = row.span.end;
    }
  }
}

TEST_CASE("scripts: hostile bytes", "[script]") {
  constexpr std::size_t kBytes = std::size_t{1} << 20;
  for (const std::string_view unit :
       {"'", "\"'", "`", "`${", "${`", "/*", "/", "(/[", "\\'", "'\\\n", "{`${", "=/\\/", "'http://a/',"}) {
    CAPTURE(unit);
    std::string text = "<script>";
    while (text.size() < kBytes) text += unit;
    CHECK(collect(text).rows.size() <= kBytes);
  }
}

}  // namespace script_test
