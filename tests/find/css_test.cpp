// The finder for URLs in CSS.
#include "find/css/finder.h"

#include <random>

#include "find/css/token.h"
#include "text_recorder.h"

using namespace mimebase;
using test::Recorder;

namespace {

// Each expectation is a reference, prefixed by "@" for css:import and "#" for css:image-set. `cut` is the
// text of the spans, if it differs from the reference.
struct Case {
  std::string_view css;
  std::vector<std::string_view> expected;
  std::string_view why;
  std::vector<std::string_view> cut = {};
};

std::vector<std::string> shown(const Recorder& recorder) {
  std::vector<std::string> result;
  for (const auto& found : recorder.all) {
    const bool known =
        found.context == "css:url" || found.context == "css:import" || found.context == "css:image-set";
    CHECK(known);
    result.push_back((found.context == "css:url"      ? ""
                      : found.context == "css:import" ? "@"
                                                      : "#") +
                     found.reference);
  }
  return result;
}

Recorder scan(std::string_view css) {
  const mimebase::charset::Charset charset;
  Recorder recorder(css.size());
  find::find_in_css({css, charset}, recorder);
  return recorder;
}

void check_cases(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    CAPTURE(c.why, c.css);
    const Recorder recorder = scan(c.css);
    CHECK(recorder.sound);
    CHECK(shown(recorder) == std::vector<std::string>(c.expected.begin(), c.expected.end()));
    std::vector<std::string> cut, expected_cut(c.cut.begin(), c.cut.end());
    for (const auto& found : recorder.all) {
      cut.emplace_back(c.css.substr(found.span.start, found.span.end - found.span.start));
      if (c.cut.empty()) expected_cut.push_back(found.reference);
    }
    CHECK(cut == expected_cut);
  }
}

const std::vector<Case> kUrls = {
    {"a{background:url(x.png)}", {"x.png"}, "unquoted"},
    {"a{background:url( x.png )}", {"x.png"}, "white space around"},
    {"a{background:url(\n\tx.png\r\n)}", {"x.png"}, "white space around"},
    {"a{background:url(\"x.png\")}", {"x.png"}, "double quotes"},
    {"a{background:url( 'x.png' )}", {"x.png"}, "single quotes"},
    {"a{background:url(' x.png ')}", {"x.png"}, "white space inside the quotes"},
    {"a{background:url(a\x08)url(b\x0B)url(c\x0E)url(d\x1F)url(e\x7F)url(f)}",
     {"f"},
     "what cannot be printed"},
    {"a{background:url(a\"b)url(c)url(a\"bc)url(d)}", {"c", "d"}, "a bad URL ends at its bracket"},
    {"a{background:url(a\"\\)b)url(c)url(a\"b\\)c)url(d)}", {"c", "d"}, "and not at an escaped one"},
    {"a{background:URL(x),Url('y')}", {"x", "y"}, "any case"},
    {"a{background:url(x)url(y)}", {"x", "y"}, "no space between"},
    {"a{background:url('x'url(y))}", {"x", "y"}, "a name right behind a string"},
    {"a{background:url('a)b')}", {"a)b"}, "a bracket in quotes"},
    {"a{background:url(\"it's\")}", {"it's"}, "the other quote in quotes"},
    {"a{background:url(data:image/png;base64,AA==)}", {"data:image/png;base64,AA=="}, "a semicolon in a URL"},
    {"@font-face{src:url(a.woff) format(\"woff\"),local(\"b\"),url('c')}",
     {"a.woff", "c"},
     "other functions' strings"},
    {"a{background:src(\"x\")}", {"x"}, "src()"},
    {"a{background:src( /* c */ 'x' )}", {"x"}, "src() with a comment"},
    {"a{background:src(x) src(var(--y))}", {}, "src() takes a string alone"},
    {"a{behavior:url(#default#VML)}", {"#default#VML"}, "a behaviour"},
    {"a{--x:url(y)}", {"y"}, "a custom property"},
    {"a{background:linear-gradient(red,url(x))}", {"x"}, "inside another function"},
    {"a{background:url(x", {"x"}, "the end closes a URL"},
    {"a{background:url( x ", {"x"}, "the end closes a URL"},
    {"a{background:url('x", {"x"}, "the end closes a string"},
    {"a{background:url()url('')url( )url(' ')}", {}, "empty"},
    {"a{background:url(", {}, "empty at the end"},
    {"a{background:url (x)}", {}, "white space before the bracket: no function"},
    {"a{background:url/**/(x)}", {}, "a comment before the bracket: no function"},
    {"a{background:/**/url(x)/**/}", {"x"}, "comments around"},
    {"a{background:url(/*c*/x)}", {"/*c*/x"}, "there are no comments in an unquoted URL"},
    {"a{background:/*url(x)*/url(y)}", {"y"}, "in a comment"},
    {"a{} /* url(x)", {}, "a comment that never closes"},
    {"a{} /* /* */ url(x) */", {"x"}, "comments do not nest"},
    {"a{} /*/ url(x) */ url(y)", {"y"}, "a comment of its own beginning"},
    {"a{content:'url(x)'}", {}, "in a string"},
    {"a{content:\"\\\"url(x)\"}", {}, "in a string behind an escaped quote"},
    {"a{content:'x\nurl(y)}", {"y"}, "a bad string ends at the line's end"},
    {"a{background:url('x\ny')}", {}, "a bad string is no URL"},
    {"a{background:url(x y)}", {}, "a bad URL: white space"},
    {"a{background:url(x'y)}", {}, "a bad URL: a quote"},
    {"a{background:url(x(y)}", {}, "a bad URL: a bracket"},
    {"a{background:url(x\x01y)}", {}, "a bad URL: a control"},
    {"a{background:url(x\\\ny)}", {}, "a bad URL: an escaped line break"},
    {"a{background:url(x y\\) z)url(w)}", {"w"}, "what is left of a bad URL has escapes"},
    {"a{background:myurl(x) -url(y) url-x(z) 5url(w) #url(v) urls(u)}", {}, "other names"},
    {"a{background:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaurl(x)}", {}, "a long name"},
    {"a{background:\xC3\xA9url(x)}", {}, "a name that is not ASCII"},
    {"a{background:+url(x) 5%url(y) ,url(z)}", {"x", "y", "z"}, "signs end no name before it"},
    {"<!--url(x)-->url(y)", {"x", "y"}, "CDO and CDC are tokens"},
    {"<!-- a{background:url(x)} -->", {"x"}, "CDO and CDC"},
    {"--url(x) <!---url(y)", {}, "without CDO it is a name"},
    {"@namespace url(http://a); @namespace b 'c'; a{background:url(d)}", {"d"}, "names that are not fetched"},
    {"@document url(http://a){b{background:url(c)}}", {"c"}, "names that are not fetched"},
    {"@media screen{a{background:url(x)}}", {"x"}, "inside an at-rule"},
    {"@charset \"utf-8\"; a{background:url(x)}", {"x"}, "@charset has none"},
    {"", {}, "nothing"},
    {")}];url(x)", {"x"}, "closing what is not open"},
};

const std::vector<Case> kEscapes = {
    {"a{background:url(a\\26 b)}", {"a&b"}, "a number and its white space", {"a\\26 b"}},
    {"a{background:url(a\\000026b)}", {"a&b"}, "six digits", {"a\\000026b"}},
    {"a{background:url(a\\D800 b)url(\\DFFF)}",
     {"a\uFFFDb", "\uFFFD"},
     "surrogates are no characters",
     {"a\\D800 b", "\\DFFF"}},
    {"a{background:url(\\D7FF\\E000)}", {"\uD7FF\uE000"}, "what stands beside them is", {"\\D7FF\\E000"}},
    {"a{background:url(\\10FFFF)url(\\110000)}",
     {"\U0010FFFF", "\uFFFD"},
     "the last character, and one more",
     {"\\10FFFF", "\\110000"}},
    {"a{background:url(a\\26\r", {"a&"}, "the CSS ends in the white space of a number", {"a\\26\r"}},
    {"a{background:url('a\\26\r\nb')}", {"a&b"}, "CR LF behind a number", {"a\\26\r\nb"}},
    {"a{background:url(a\\)b)}", {"a)b"}, "a bracket", {"a\\)b"}},
    {"a{background:url(a\\ b)}", {"a b"}, "a space", {"a\\ b"}},
    {"a{background:url('a\\'b')}", {"a'b"}, "a quote", {"a\\'b"}},
    {"a{background:url('a\\\nb')}", {"ab"}, "a line break in a string", {"a\\\nb"}},
    {"a{background:url('a\\\r\nb\\\fc')}", {"abc"}, "other line breaks", {"a\\\r\nb\\\fc"}},
    {"a{background:url(\\e9)}", {"\xC3\xA9"}, "not ASCII", {"\\e9"}},
    {"a{background:url(\\1F600 )}", {"\xF0\x9F\x98\x80"}, "beyond the first plane", {"\\1F600 "}},
    {"a{background:url(x\\0 \\D800 \\110000 )}",
     {"x\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
     "no characters",
     {"x\\0 \\D800 \\110000 "}},
    {"a{background:url(\\\xC3\xA9)}", {"\xC3\xA9"}, "a character of two bytes", {"\\\xC3\xA9"}},
    {"a{background:url(\\\\)}", {"\\"}, "a backslash", {"\\\\"}},
    {"a{background:url('x\\ ')}", {"x "}, "an escaped space is no white space around", {"x\\ "}},
    {"a{background:url(' x\\41 ')}", {"xA"}, "the white space of a number", {"x\\41 "}},
    {"a{background:url('x\\", {"x"}, "a backslash at the end of a string", {"x\\"}},
    {"a{background:u\\72l(x)}", {"x"}, "in the name"},
    {"a{background:\\55 RL(x)}", {"x"}, "in the name, with white space"},
    {"a{background:\\url(x) #\\url(y)}", {"x"}, "a letter that is no digit; a hash"},
    {"a{background:ur\\l('x')}", {"x"}, "in the name, before a string"},
    {"a{background:xu\\72l(x) u\\72lx(y) u\\72 l (z)}", {}, "in other names"},
    {"@\\69mport 'x'", {"@x"}, "in an at-keyword"},
    {"@import u\\72l(x)", {"@x"}, "behind an at-keyword"},
    {"a\\{background:url(x)", {"x"}, "in a selector"},
    {"a{content:\\\nurl(x)}", {"x"}, "a backslash before a line break is no escape"},
};

const std::vector<Case> kImports = {
    {"@import 'x.css';", {"@x.css"}, "a string"},
    {"@import \"x.css\" screen;", {"@x.css"}, "a string and a medium"},
    {"@import url(x.css);", {"@x.css"}, "url()"},
    {"@import url('x.css') print;", {"@x.css"}, "url() with quotes"},
    {"@import src('x.css');", {"@x.css"}, "src()"},
    {"@IMPORT\n'x'", {"@x"}, "any case, a line break"},
    {"@import/**/'x'", {"@x"}, "a comment"},
    {"@import'x'", {"@x"}, "nothing between"},
    {"@import 'a';@import 'b';c{d:url(e)}", {"@a", "@b", "e"}, "several"},
    {"@import 'a' layer(b) supports(background:url(c))", {"@a", "c"}, "what is behind the URL"},
    {"<!--@import 'x'-->", {"@x"}, "behind CDO"},
    {"@import x;@import;@imports 'a';@import foo('b');", {}, "none"},
    {"@import '';@import url()", {}, "empty"},
    {"@import 'x\n;a{b:url(c)}", {"c"}, "a bad string"},
    {"@import", {}, "the end"},
    {"@import url", {}, "the end"},
};

const std::vector<Case> kImageSets = {
    {"a{b:image-set('a' 1x,\"b\" 2x)}", {"#a", "#b"}, "strings"},
    {"a{b:-webkit-image-set(url(a) 1x,url('b') 2x)}", {"#a", "#b"}, "url()"},
    {"a{b:image-set('a' type('image/avif'),'b' type('c'))}", {"#a", "#b"}, "strings of type() are none"},
    {"a{b:image-set(linear-gradient(red,url(a)) 1x)}", {"#a"}, "url() deeper in it"},
    {"a{b:image-set('a') url(b) 'c'}", {"#a", "b"}, "behind it"},
    {"a{b:image-set(image-set('a') 1x,'b')}", {"#a", "#b"}, "one in another"},
    {"a{b:IMAGE-SET('a')}", {"#a"}, "any case"},
    {"a{b:image-s\\65t('a')}", {"#a"}, "an escape"},
    {"a{b:image-set(('a') 'b')}", {"#b"}, "in a bracket of its own"},
    {"a{b:image-set('a'}c{d:'e' url(f)}", {"#a", "f"}, "never closed: ends with the block"},
    {"a{b:image-set('a';c:'d' url(e)}", {"#a", "e"}, "never closed: ends with the declaration"},
    {"a{b:image-set('a\n)}", {}, "a bad string"},
};

const std::vector<Case> kFilters = {
    {"a{filter:progid:DXImageTransform.Microsoft.AlphaImageLoader(src='x.png',sizingMethod='scale')}",
     {"x.png"},
     "Internet Explorer's filter"},
    {"a{filter:progid:DXImageTransform.Microsoft.AlphaImageLoader(enabled=true, sizingMethod='crop', src = "
     "\"x.png\")}",
     {"x.png"},
     "another order"},
    {"a{_filter:alphaimageloader(SRC='x')}", {"x"}, "any case"},
    {"a{-ms-filter:\"progid:DXImageTransform.Microsoft.AlphaImageLoader(src='x.png')\"}",
     {"x.png"},
     "in a string"},
    {"a{-ms-filter:'PROGID:a.AlphaImageLoader(src=\"x\") progid:b.AlphaImageLoader(src=\"y\")'}",
     {"x", "y"},
     "two in a string"},
    {"a{-ms-filter:\"AlphaImageLoader(src='x')\"}", {}, "a string that is no filter"},
    {"a{filter:AlphaImageLoader(notsrc='x',src('y'),'z')}", {"y"}, "other arguments"},
    {"a{filter:b(src='x')}", {}, "another filter"},
};

}  // namespace

TEST_CASE("URLs in CSS", "[css]") {
  check_cases(kUrls);
}

TEST_CASE("CSS escapes", "[css]") {
  check_cases(kEscapes);
}

TEST_CASE("imports", "[css]") {
  check_cases(kImports);
}

TEST_CASE("image sets", "[css]") {
  check_cases(kImageSets);
}

TEST_CASE("filters of Internet Explorer", "[css]") {
  check_cases(kFilters);
}

TEST_CASE("NUL is U+FFFD", "[css]") {
  const std::string css("url(a\0b\\\0c)", 11);
  const Recorder recorder = scan(css);
  REQUIRE(recorder.all.size() == 1);
  CHECK(recorder.all[0].reference ==
        "a\xEF\xBF\xBD"
        "b\xEF\xBF\xBD"
        "c");
  CHECK(recorder.all[0].span == find::Span{4, 10});
}

TEST_CASE("references are UTF-8, escapes among other charsets' bytes too", "[css]") {
  const std::string_view css = "url(\xE9\\e9 \xE9)";
  const mimebase::charset::Charset charset("iso-8859-1");
  Recorder recorder(css.size());
  find::find_in_css({css, charset}, recorder);
  REQUIRE(recorder.all.size() == 1);
  CHECK(recorder.all[0].reference == "\xC3\xA9\xC3\xA9\xC3\xA9");
  CHECK(recorder.all[0].span == find::Span{4, 10});
}

TEST_CASE("CSS inside another language", "[css]") {
  // <p style="a:url(&quot;x&amp;y&quot;)"> as the value of its attribute.
  const std::string_view html = "<p style=\"a:url(&quot;x&amp;y&quot;)\">";
  const std::string_view value = "a:url(\"x&y\")";
  find::OffsetMap map;
  map.replace({6, 12}, {6, 7});
  map.replace({13, 18}, {8, 9});
  map.replace({19, 25}, {10, 11});
  const mimebase::charset::Charset charset("utf-8");
  Recorder recorder(html.size());
  find::find_in_embedded_css({value, charset}, true,
                             {.map = &map, .offset = 10, .context_prefix = "p@style/"}, recorder);
  REQUIRE(recorder.all.size() == 1);
  CHECK(recorder.all[0].context == "p@style/css:url");
  CHECK(recorder.all[0].reference == "x&y");
  const find::Span span = recorder.all[0].span;
  CHECK(html.substr(span.start, span.end - span.start) == "x&amp;y");
}

TEST_CASE("a list of declarations has no imports", "[css]") {
  const std::string_view css = "@import 'x'; a:url(y)";
  const mimebase::charset::Charset charset;
  Recorder recorder(css.size());
  find::find_in_embedded_css({css, charset}, true, {}, recorder);
  CHECK(shown(recorder) == std::vector<std::string>{"y"});
}

TEST_CASE("the table of finders has text/css", "[css]") {
  const find::Finder* finder = find::finder_for("text/css");
  REQUIRE(finder != nullptr);
  CHECK(finder->declared_base == nullptr);
  const mimebase::charset::Charset charset;
  Recorder recorder(6);
  finder->find({"url(x)", charset}, recorder);
  CHECK(recorder.count == 1);
}

namespace {

const std::vector<std::string_view> kPieces = {"url(",
                                               "URL(",
                                               "src(",
                                               "image-set(",
                                               "@import ",
                                               "@namespace ",
                                               "'",
                                               "\"",
                                               "(",
                                               ")",
                                               "{",
                                               "}",
                                               ";",
                                               "\\",
                                               "/*",
                                               "*/",
                                               "/",
                                               "a",
                                               "x.png",
                                               " ",
                                               "\n",
                                               ",",
                                               "\r\n",
                                               "#",
                                               "<!--",
                                               "-->",
                                               "\\41 ",
                                               "\xC3\xA9",
                                               "AlphaImageLoader(",
                                               "src=",
                                               "'progid:",
                                               "\x01",
                                               "\\\n",
                                               "u\\72l(",
                                               "url(x)",
                                               "'y'"};

}  // namespace

TEST_CASE("any CSS gives sound spans that decode to their reference", "[css]") {
  std::mt19937 random(3);
  std::size_t found_in_all = 0;
  const mimebase::charset::Charset charset;
  for (int round = 0; round < 20000; ++round) {
    const std::string css = test::random_text(random, kPieces, 1 + random() % 24);
    const Recorder recorder = scan(css);
    CAPTURE(round, css);
    if (!recorder.sound) FAIL("a span that is empty, out of order or out of bounds");
    for (const auto& found : recorder.all) {
      std::string decoded;
      find::append_css_text(std::string_view(css).substr(found.span.start, found.span.end - found.span.start),
                            charset, decoded);
      if (decoded != found.reference) FAIL("a span that is not its reference");
    }
    found_in_all += recorder.count;
  }
  CHECK(found_in_all > 4000);
}

TEST_CASE("the look before reading overlooks nothing", "[css]") {
  std::mt19937 random(7);
  const mimebase::charset::Charset charset;
  std::size_t skipped_files = 0;
  for (int round = 0; round < 20000; ++round) {
    const std::string css = test::random_text(random, kPieces, 1 + random() % 8);
    for (const bool declarations : {false, true}) {
      if (find::may_hold_css_url(css, declarations)) continue;
      // A preceding URL makes the finder read it.
      const std::string forced = "a:url(z);" + css;
      Recorder recorder(forced.size());
      find::find_in_embedded_css({forced, charset}, declarations, {}, recorder);
      CAPTURE(css, declarations);
      CHECK(recorder.count == 1);
      ++skipped_files;
    }
  }
  CHECK(skipped_files > 1000);
  CHECK(find::may_hold_css_url("a{b:u\\72 l(x)}", true));
  CHECK(find::may_hold_css_url("@IMPORT 'x'", false));
  CHECK(find::may_hold_css_url("@\\69mport 'x'", false));
  CHECK_FALSE(find::may_hold_css_url("@import 'x'", true));
  CHECK_FALSE(find::may_hold_css_url("a{b:rgb(1,2,3);c:calc(1px)}@media print{}", false));
}

TEST_CASE("hostile CSS takes linear time", "[css]") {
  for (const std::string_view unit : {"url(",
                                      "url('",
                                      "(",
                                      ")",
                                      "\"",
                                      "'\n",
                                      "/*",
                                      "/",
                                      "\\",
                                      "\\\n",
                                      "a\\",
                                      "\\a ",
                                      "@",
                                      "@import ",
                                      "@import/**/",
                                      "@import url(",
                                      "image-set(",
                                      "image-set('a',",
                                      "src(",
                                      "src(/**/",
                                      "AlphaImageLoader(src=",
                                      "'progid:(' ",
                                      "url(x)",
                                      "url( ",
                                      "a",
                                      "-",
                                      "{",
                                      ";",
                                      "<!--",
                                      "= ",
                                      "url(\\",
                                      "'\\\n",
                                      "'a' "}) {
    CAPTURE(unit);
    CHECK(scan(test::repeated(unit, 2'000'000)).sound);
    const std::string css = test::repeated(unit, 500'000);
    CHECK(scan("@import " + css).sound);
    CHECK(scan("AlphaImageLoader(" + css).sound);
  }
}
