// References in other languages within HTML, and in comments: tables of cases, each with a reason.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "find/html/finder.h"
#include "html_collect.h"

namespace html_embedded_test {

using namespace mimebase::find;
using mimebase::find::test::collect;
using mimebase::find::test::Collector;
using mimebase::find::test::escape_attribute;
using mimebase::find::test::Row;

std::string mark_of(Hidden hidden) {
  switch (hidden) {
    case Hidden::kNo:
      return "";
    case Hidden::kComment:
      return " (comment)";
    case Hidden::kConditionalComment:
      return " (conditional)";
    case Hidden::kTemplate:
      return " (template)";
    case Hidden::kStyle:
      return " (style)";
    case Hidden::kScript:
      return " (script)";
    case Hidden::kUnreachable:
      return " (unreachable)";
  }
  return " (?)";
}

// Returns rows as "context reference", with "<raw>" if the bytes differ from the reference, and what hides
// them.
std::vector<std::string> lines(const Collector& collected) {
  std::vector<std::string> out;
  for (const Row& row : collected.rows) {
    out.push_back(row.context + " " + row.reference + (row.raw == row.reference ? "" : " <" + row.raw + ">") +
                  mark_of(row.hidden));
  }
  return out;
}

struct Case {
  const char* why;
  std::string html;
  std::vector<std::string> expected;
};

void check(const std::vector<Case>& cases, const char* media_type = "text/html",
           const char* charset = "utf-8") {
  for (const Case& c : cases) {
    INFO(c.why << "\n" << c.html);
    CHECK(lines(collect(c.html, media_type, charset)) == c.expected);
  }
}

std::string repeat(std::string_view piece, std::size_t bytes) {
  std::string out;
  while (out.size() < bytes) out += piece;
  return out;
}

// Nests `html` in a srcdoc after a link "1", the result after a link "2", and so on.
std::string documents_in_documents(std::string html, int levels) {
  for (int level = 1; level <= levels; ++level) {
    html =
        "<a href=" + std::to_string(level) + "><iframe srcdoc=\"" + escape_attribute(html) + "\"></iframe>";
  }
  return html;
}

TEST_CASE("HTML: style elements", "[html]") {
  check({
      {"a background", "<style type=text/css>body{background:url('a.png')}</style>", {"style/css:url a.png"}},
      {"imports, with and without url()",
       "<style>@import 'a'; @import url(b);</style>",
       {"style/css:import a", "style/css:import b"}},
      {"image sets", "<style>p{x:image-set('a' 1x)}</style>", {"style/css:image-set a"}},
      {"old browsers' comment around it",
       "<STYLE><!--\n@import url(a);\np{b:url(c)} --></STYLE>",
       {"style/css:import a", "style/css:url c"}},
      {"Outlook's namespaces",
       "<style>v\\:* {behavior:url(#default#VML);}</style>",
       {"style/css:url #default#VML"}},
      {"character references mean nothing in it",
       "<style>p{b:url(a?x&amp;y)}</style>",
       {"style/css:url a?x&amp;y"}},
      {"escapes of CSS do", "<style>p{b:\\75rl(a\\26 b)}</style>", {"style/css:url a&b <a\\26 b>"}},
      {"CSS comments hide", "<style>/* url(a) */p{b:url(c)}</style>", {"style/css:url c"}},
      {"web fonts",
       "<style>@font-face{src:url(a.woff) format('woff'),url(\"b.ttf\")}</style>",
       {"style/css:url a.woff", "style/css:url b.ttf"}},
      {"no URL", "<style>@media print{p{color:rgb(1,2,3)}} @charset 'x';</style>", {}},
      {"never closed", "<style>p{b:url(a)}<p>", {"style/css:url a"}},
      {"text behind it is no style", "<style></style>url(a)<p>url(b)", {}},
      {"in a template", "<template><style>p{b:url(a)}</style></template>", {"style/css:url a (template)"}},
      {"in noscript", "<noscript><style>p{b:url(a)}</style></noscript>", {"style/css:url a"}},
  });
  check({{"the content's charset", "<style>p{b:url(\xE9)}</style>", {"style/css:url \xC3\xA9 <\xE9>"}}},
        "text/html", "iso-8859-1");
}

TEST_CASE("HTML: style elements whose text is markup", "[html]") {
  check({
      {"in SVG, character references count",
       "<svg><style>p{b:url(a?x&amp;y)}</style></svg>",
       {"style/css:url a?x&y <a?x&amp;y>"}},
      {"they may be the quotes", "<svg><style>@import &quot;a&quot;</style></svg>", {"style/css:import a"}},
      {"or the function's own letters",
       "<svg><style>p{b:&#117;rl&lpar;a)}</style></svg>",
       {"style/css:url a"}},
      {"in a CDATA section they do not",
       "<svg><style><![CDATA[p{b:url(a?x&amp;y)}]]></style></svg>",
       {"style/css:url a?x&amp;y"}},
      {"a comment there is one", "<svg><style><!-- p{b:url(a)} --></style></svg>", {}},
      {"an empty one", "<svg><style/>url(a)</svg>", {}},
      {"text behind it", "<svg><style></style>url(a)</svg>", {}},
  });
  check({{"XHTML's has character references too",
          "<style>p{b:url(a?x&amp;y)}</style>",
          {"style/css:url a?x&y <a?x&amp;y>"}},
         {"or a CDATA section",
          "<style>/*<![CDATA[*/p{b:url(a?x&amp;y)}/*]]>*/</style>",
          {"style/css:url a?x&amp;y"}},
         {"an empty one", "<style/>url(a)", {}}},
        "application/xhtml+xml");
}

TEST_CASE("HTML: style attributes", "[html]") {
  check({
      {"a background", "<div style=\"background:url('a.png') no-repeat\">", {"div@style/css:url a.png"}},
      {"without quotes around it", "<TD STYLE=background:url(a)>", {"td@style/css:url a"}},
      {"quotes as character references",
       "<td style=\"background-image:url(&quot;a?x&amp;y&quot;)\">",
       {"td@style/css:url a?x&y <a?x&amp;y>"}},
      {"all of it as character references",
       "<td style='&#98;:&#x75;&#114;l&#40;&#97;&#41;'>",
       {"td@style/css:url a <&#97;>"}},
      {"the bracket alone", "<td style='b:url&lpar;a)'>", {"td@style/css:url a"}},
      {"CSS escapes", "<td style='b:\\75\\72\\6c(a\\29)'>", {"td@style/css:url a) <a\\29>"}},
      {"CSS escapes as character references", "<td style='b:u&#92;72 l(a)'>", {"td@style/css:url a"}},
      {"several",
       "<p style='a:url(1);b:image-set(\"2\" 1x, url(3) 2x)'>",
       {"p@style/css:url 1", "p@style/css:image-set 2", "p@style/css:image-set 3"}},
      {"Internet Explorer's filter",
       "<img style=\"filter:progid:DXImageTransform.Microsoft.AlphaImageLoader(src='a')\">",
       {"img@style/css:url a"}},
      {"has no imports", "<p style=\"@import 'a'\">", {}},
      {"no URL", "<p style='color:rgb(1,2,3);width:calc(1px + var(--x));font:&quot;A(b)&quot;'>", {}},
      {"between other attributes, in their order",
       "<a style='b:url(1)' href=2 ping=3>",
       {"a@style/css:url 1", "a@href 2", "a@ping 3"}},
      {"the first of two counts", "<a style='b:url(1)' style='b:url(2)'>", {"a@style/css:url 1"}},
      {"in a template", "<template><p style='b:url(a)'>", {"p@style/css:url a (template)"}},
      {"never closed", "<p style='b:url(a'>", {"p@style/css:url a"}},
      {"on VML", "<v:rect style='behavior:url(#default#VML)'>", {"v:rect@style/css:url #default#VML"}},
  });
  check({{"the content's charset",
          "<p style='b:url(\xE9?a&amp;b)'>",
          {"p@style/css:url \xC3\xA9?a&b <\xE9?a&amp;b>"}}},
        "text/html", "iso-8859-1");
  CHECK_FALSE(collect("<a style='b:url(x)' href=y>t</a>").rows[0].text.has_value());
  CHECK(collect("<a style='b:url(x)' href=y>t</a>").rows[1].text == "t");
}

TEST_CASE("HTML: JSON that names what browsers load", "[html]") {
  check({{"an import map",
          "<script type=importmap>{\"imports\": {\"a\": \"https://h/a.js\", \"b\": \"./b.js\"}}</script>",
          {"script:string https://h/a.js (script)"}},
         {"speculation rules",
          "<script type=' SpeculationRules '>{\"prefetch\":[{\"urls\":[\"https://h/n\"]}]}</script>",
          {"script:string https://h/n (script)"}},
         {"other data", "<script type='application/x'>\"https://h/\"</script>", {}}});
}

TEST_CASE("HTML: shadow roots", "[html]") {
  const auto hidden_in = [](const std::string& html, bool is_web_archive = false) {
    const mimebase::charset::Charset utf8("utf-8");
    Collector collector(html);
    find_in_html({html, utf8, kPresetLimits, is_web_archive}, collector);
    std::string marks;
    for (const Row& row : collector.rows) marks += row.hidden == Hidden::kTemplate ? '-' : '+';
    return marks;
  };
  const std::string root = "<template shadowrootmode=open><a href=x></a></template>";
  for (const std::string_view host :
       {"article", "aside", "blockquote", "div", "footer",  "h1",   "h2",    "h3",  "h4", "h5", "h6",
        "header",  "main",  "nav",        "p",   "section", "span", "my-el", "X-Y", "a-", "DIV"}) {
    INFO(host);
    CHECK(hidden_in("<" + std::string(host) + ">" + root) == "+");
  }
  for (const std::string_view host : {"ul", "li", "a", "b", "table", "form", "button", "details", "myel",
                                      "font-face", "center", "address", "select", "iframe-x><i"}) {
    INFO(host);
    CHECK(hidden_in("<" + std::string(host) + ">" + root) == "-");
  }
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"<body>" + root, "+"},
      {"<p>x</p>" + root, "+"},
      {root, "-"},  // in the head
      {"<title>x</title>" + root + "<body>" + root, "-+"},
      {"<div><template shadowrootmode=CLOSED><img src=x></template>", "+"},
      {"<div><template shadowrootmode='o&#112;en'><img src=x></template>", "+"},
      {"<div><template shadowrootmode=foo><img src=x></template>", "-"},
      {"<div><template shadowrootmode><img src=x></template>", "-"},
      {"<div><template shadowmode=open><img src=x></template>", "-"},
      {"<div>" + root + root + "</div>" + "<div>" + root, "+-+"},
      {"<div><template>" + root + "</template>" + root, "-+"},
      {"<div><template><div>" + root + "</div></template>", "-"},
      {"<div><template shadowrootmode=open><p>" + root + "<template><a href=x></a></template><a href=y></a>",
       "+-+"},
      {"<div></template>" + root + "<a href=y></a>", "++"},
      {"<p><div>" + root + "</div>" + root, "++"},
      {"<!--<div>" + root + "-->", "+"},  // a comment
      {"<svg><foreignObject><div>" + root, "+"},
      {"<svg><template shadowrootmode=open><a href=x></a></template>", "+"},
      {"<table><tr><td><div>" + root, "+"},
  };
  for (const auto& [html, marks] : cases) {
    INFO(html);
    CHECK(hidden_in("<!DOCTYPE html>" + html) == marks);
  }
  CHECK(hidden_in("<div><template shadowmode=open><a href=x></a></template>", true) == "+");
  CHECK(hidden_in("<ul><template shadowmode=open><a href=x></a></template>", true) == "-");
  CHECK(hidden_in("<iframe srcdoc='<div><template shadowmode=closed><a href=x></a></template>'>", true) ==
        "+");
  const std::string with_base = "<div><template shadowrootmode=open><base href=b></template></div>";
  std::string buffer;
  const mimebase::charset::Charset utf8("utf-8");
  CHECK_FALSE(html_declared_base({with_base, utf8}, buffer));
}

TEST_CASE("HTML: framesets", "[html]") {
  const auto base_of = [](const std::string& html) {
    std::string buffer;
    const mimebase::charset::Charset utf8("utf-8");
    const auto base = html_declared_base({html, utf8}, buffer);
    return base ? std::string(base->reference) : "none";
  };
  const std::vector<std::pair<std::string, std::string>> bases = {
      {"<head><base href=b></head><frameset><frame src=f></frameset>", "b"},
      {"<base href=b><frameset><frame src=f></frameset>", "b"},
      {"<head></head><base href=b><frameset>", "b"},
      {"<frameset><base href=b><frame src=f></frameset>", "none"},
      {"<frameset><frame src=f></frameset><base href=b>", "none"},
      {"<div><base href=b></div><frameset><frame src=f></frameset>", "none"},
      {"<p><base href=b><frameset>", "none"},
      {"<div><base href=b>x</div><frameset>", "b"},
      {"<body><base href=b><frameset>", "b"},
      {"<img><base href=b><frameset>", "b"},
      {"<input type=hidden><base href=b><frameset>", "none"},
      {"<input><base href=b><frameset>", "b"},
      {"<div></br><base href=b><frameset>", "b"},
      {"<template><p>x</p></template><base href=b><frameset>", "b"},
      {"<template><hr>x</template><frameset><base href=b>", "none"},
      {"<template><hr>x</template><div><base href=b><frameset>", "none"},
      {"<div><template></template><base href=b><frameset>", "b"},
      {"<div><template><hr></template><base href=b><frameset>", "b"},
      {"<template><frameset></template><base href=b>", "b"},
      {"<svg><frameset></svg><base href=b>", "b"},
      {"<svg></svg><base href=b><frameset>", "none"},
      {"<svg>x</svg><base href=b><frameset>", "b"},
      {"<script>x</script><base href=b><frameset>", "b"},
      {"<div><script>x</script><base href=b><frameset>", "none"},
      {"<!--x--><div> <base href=b>\n<frameset>", "none"},
      {"<noscript><p></noscript><base href=b><frameset>", "none"},
      {"</body><base href=b><frameset>", "none"},
      {"<frameset></frameset><noframes><base href=b></noframes>", "none"},
  };
  for (const auto& [html, expected] : bases) {
    INFO(html);
    CHECK(base_of(html) == expected);
  }
  check({
      {"only frames are shown",
       "<link href=l><div><a href=a></a></div><frameset background=g><frame src=f><a href=c>y</a>"
       "<frameset><frame src=h></frameset><frame src=i></frameset><frame src=j><a href=d>z</a>",
       {"link@href l", "a@href a (style)", "frameset@background g", "frame@src f", "a@href c (style)",
        "frame@src h", "frame@src i", "frame@src j (style)", "a@href d (style)"}},
      {"what is shown forbids a frameset", "<p>x<frameset><a href=a>y</a>", {"a@href a"}},
  });
}

TEST_CASE("HTML: documents in data: URLs", "[html]") {
  check({
      {"base64 and percent-encoded",
       "<iframe src='data:text/html;base64,PGEgaHJlZj14Pg=='></iframe><iframe src=' "
       "data:text/html,%3Ca%20href=y>'>",
       {"iframe@src data:text/html;base64,PGEgaHJlZj14Pg==",
        "iframe@src/a@href x <data:text/html;base64,PGEgaHJlZj14Pg==>",
        "iframe@src data:text/html,%3Ca%20href=y>", "iframe@src/a@href y <data:text/html,%3Ca%20href=y>>"}},
      {"other elements",
       "<object data='data:text/html,<img src=x>'></object><embed src='DATA:TEXT/HTML,<img src=y>'>",
       {"object@data data:text/html,<img src=x>", "object@data/img@src x <data:text/html,<img src=x>>",
        "embed@src DATA:TEXT/HTML,<img src=y>", "embed@src/img@src y <DATA:TEXT/HTML,<img src=y>>"}},
      {"other types",
       "<iframe src='data:image/svg+xml,<svg xmlns=\"http://www.w3.org/2000/svg\"><a "
       "href=\"x\"/></svg>'></iframe>"
       "<iframe src='data:application/xhtml+xml,<html><a href=\"y\"/></html>'></iframe>"
       "<iframe src='data:,see http://z/'></iframe><iframe src='data:text/css,a{b:url(c)}'></iframe>",
       {"iframe@src data:image/svg+xml,<svg xmlns=\"http://www.w3.org/2000/svg\"><a href=\"x\"/></svg>",
        "iframe@src/a@href x <data:image/svg+xml,<svg xmlns=\"http://www.w3.org/2000/svg\"><a "
        "href=\"x\"/></svg>>",
        "iframe@src data:application/xhtml+xml,<html><a href=\"y\"/></html>",
        "iframe@src/a@href y <data:application/xhtml+xml,<html><a href=\"y\"/></html>>",
        "iframe@src data:,see http://z/", "iframe@src/text http://z/ <data:,see http://z/>",
        "iframe@src data:text/css,a{b:url(c)}"}},
      {"charset",
       "<iframe src='data:text/html;charset=iso-8859-1,<a href=%E9>'>",
       {"iframe@src data:text/html;charset=iso-8859-1,<a href=%E9>",
        "iframe@src/a@href \xC3\xA9 <data:text/html;charset=iso-8859-1,<a href=%E9>>"}},
      {"inside a srcdoc, and inside another",
       "<iframe srcdoc='<iframe src=\"data:text/html,<iframe "
       "src=&apos;data:text/html,<a%20href=x>&apos;>\">'>",
       {"iframe@srcdoc/iframe@src data:text/html,<iframe src='data:text/html,<a%20href=x>'> "
        "<data:text/html,<iframe src=&apos;data:text/html,<a%20href=x>&apos;>>",
        "iframe@srcdoc/iframe@src/iframe@src data:text/html,<a href=x> "
        "<data:text/html,<iframe src=&apos;data:text/html,<a%20href=x>&apos;>>",
        "iframe@srcdoc/iframe@src/iframe@src/a@href x "
        "<data:text/html,<iframe src=&apos;data:text/html,<a%20href=x>&apos;>>"}},
      {"not in links and pictures",
       "<a href='data:text/html,<a href=x>'>t</a><img src='data:image/svg+xml,<svg/>'>",
       {"a@href data:text/html,<a href=x>", "img@src data:image/svg+xml,<svg/>"}},
  });
  const Collector one =
      collect("<base href=http://b/><iframe src='data:text/html,<a href=x><base href=http://c/>'>");
  REQUIRE(one.scopes.size() == 2);
  CHECK(one.scopes[0].parent == kDocument);
  CHECK(one.scopes[1].reference == "http://c/");
  CHECK(one.rows[2].scope == 2);
  std::string nested = "<a href=x>";
  for (int i = 0; i < 10; ++i) {
    std::string escaped;
    for (const char c : nested) escaped += c == '%' ? "%25" : c == '\'' ? "%27" : std::string(1, c);
    nested = "<iframe src='data:text/html," + escaped + "'>";
  }
  CHECK(collect(nested).limits_hit.contains(FindLimit::kSrcdoc));
}

TEST_CASE("HTML: URLs in text that markup breaks", "[html]") {
  const auto shown = [](std::string_view html) {
    std::vector<std::string> rows;
    for (const Row& row : collect(html).rows) {
      if (row.context.starts_with("html:text")) rows.push_back(row.reference + " <" + row.raw + ">");
    }
    return rows;
  };
  const std::vector<std::string> whole = {"http://host.example/"};
  for (const std::string_view between : {"<wbr>",
                                         "<b>",
                                         "</i>",
                                         "<span class=x>",
                                         "<font color=red>",
                                         "<u></u>",
                                         "<a>",
                                         "<a name=x>",
                                         "</a>",
                                         "<o:p>",
                                         "<!-- x -->",
                                         "<!-- http y -->",
                                         "<![if !mso]>",
                                         "<![endif]>",
                                         "</>",
                                         "<?x?>",
                                         "&shy;",
                                         "&#173;",
                                         "&#x200b;",
                                         "&ZeroWidthSpace;",
                                         "&zwnj;",
                                         "&zwj;",
                                         "&#8288;",
                                         "&#xfeff;",
                                         "\xC2\xAD",
                                         "\xE2\x80\x8B",
                                         "\xE2\x80\x8C",
                                         "\xE2\x80\x8D",
                                         "\xE2\x81\xA0",
                                         "\xEF\xBB\xBF",
                                         "<sup>",
                                         "<abbr>",
                                         "<big><small>",
                                         "<tt></tt><s></s>",
                                         "<span style='display:none'>XX</span>",
                                         "<b hidden>X Y</b>",
                                         "<i style='font-size:0'>x.evil</i>",
                                         "<span style='display:none'>http://x/</span>",
                                         "<div style='display:none'>x<br>y</div>",
                                         "<p hidden>x<table><td>y</table></p>",
                                         "<style>b{color:red}</style>",
                                         "<script>x</script>",
                                         "<template>x</template>",
                                         "<span style='display:none'><i>a</i><b>c</b></span>",
                                         "<div style='display:inline'>",
                                         "<link><meta>",
                                         "<wbr>\xE2\x80\x8B<wbr>"}) {
    for (std::size_t at = 1; at < whole[0].size(); ++at) {
      const std::string html =
          "<p>x " + whole[0].substr(0, at) + std::string(between) + whole[0].substr(at) + " y";
      const std::vector<std::string> found = shown(html);
      INFO(html);
      const bool is_hidden_url = between.find("http://x/") != between.npos;
      CHECK(found.size() == (is_hidden_url ? 2 : 1));
      CHECK(std::count(found.begin(), found.end(), whole[0] + " <" + html.substr(5, html.size() - 7) + ">") ==
            1);
    }
  }
  for (const std::string_view between : {"<br>",
                                         "<p>",
                                         "</p>",
                                         "<div>",
                                         "</div>",
                                         "<td>",
                                         "<tr>",
                                         "<li>",
                                         "<hr>",
                                         "<h1>",
                                         "<img src=x>",
                                         "<table>",
                                         "<section>",
                                         "<address>",
                                         "<input>",
                                         "<select>",
                                         "<iframe></iframe>",
                                         "<svg></svg>",
                                         "<math></math>",
                                         "&nbsp;",
                                         " ",
                                         "<b> </b>",
                                         "<span style='display:block'>",
                                         "<span style='display: inline-block'>",
                                         "<a href=x>",
                                         "<q>",
                                         "<video></video>",
                                         "<dd>",
                                         "<blockquote>",
                                         "<pre>",
                                         "<form>",
                                         "<button>"}) {
    const std::string html = "<body><table><td>http://host.ex" + std::string(between) + "ample/";
    INFO(html);
    CHECK(shown(html) == std::vector<std::string>{"http://host.ex <http://host.ex>"});
  }
  const std::vector<std::pair<std::string_view, std::vector<std::string>>> cases = {
      {"http://h/<wbr>x <b>http://i/</b>y", {"http://h/x <http://h/<wbr>x>", "http://i/y <http://i/</b>y>"}},
      {"ht<b>tp://h</b>/ <i>ht</i>tps://<b>i/",
       {"http://h/ <ht<b>tp://h</b>/>", "https://i/ <ht</i>tps://<b>i/>"}},
      {"<b>w</b>ww.h.example", {"www.h.example <w</b>ww.h.example>"}},
      {"(<b>http://h/</b>).", {"http://h/ <http://h/>"}},
      {"http://h/<b data-x='http://d/'>a,http://i/</b>b",
       {"http://h/a <http://h/<b data-x='http://d/'>a>", "http://i/b <http://i/</b>b>"}},
      {"<b>h<b>h<b>http:<b>//h/", {"http://h/ <http:<b>//h/>"}},
      {"http://h/<b></b>", {"http://h/ <http://h/>"}},
      {"http://h/a<b>b c</b>http://i/", {"http://h/ab <http://h/a<b>b>", "http://i/ <http://i/>"}},
      {"<div style='font-size:0'><i style='font-size:9px'>http://h</i>XX<i "
       "style='font-size:9px'>/a</i></div>",
       {"http://h/a <http://h</i>XX<i style='font-size:9px'>/a>"}},
      {"<i style='display:none'>http://h/<b>a</b></i>", {"http://h/ <http://h/>"}},
  };
  for (const auto& [html, expected] : cases) {
    INFO(html);
    CHECK(shown(html) == expected);
  }
  const std::string latin = "http://h\xAD.example/";
  CHECK(collect(latin, "text/html", "iso-8859-1").rows.at(0).reference == "http://h.example/");
}

TEST_CASE("HTML: URLs in text", "[html]") {
  check({
      {"bare",
       "<p>see http://h/x, or www.example.org.</p>",
       {"html:text http://h/x", "html:text www.example.org"}},
      {"references are decoded",
       "http://h/?a&amp;b&#61;c",
       {"html:text http://h/?a&b=c <http://h/?a&amp;b&#61;c>"}},
      {"in the scheme too",
       "h&#116;tp&colon;//h/ www&#46;example.org",
       {"html:text http://h/ <h&#116;tp&colon;//h/>", "html:text www.example.org <www&#46;example.org>"}},
      {"delimited",
       "&lt;URL:a/b&gt; &lt;http://h/ &gt;",
       {"html:text:delimited a/b", "html:text:delimited http://h/"}},
      {"not in a",
       "<a href=x>http://h/ <b>www.h.example</b></a> http://i/",
       {"a@href x", "html:text http://i/"}},
      {"but in an a that leads nowhere",
       "<a name=x>http://h/ <a>http://i/</a></a> <a id=y href=z>http://j/</a> <svg><a>http://k/</a>"
       "<a xlink:href=l>http://m/</a></svg>",
       {"html:text http://h/", "html:text http://i/", "a@href z", "html:text http://k/", "a@xlink:href l"}},
      {"unreserved characters at its end",
       "<p>http://h/a_ _http://i/_ http://j/~</p>",
       {"html:text http://h/a_", "html:text http://i/", "html:text http://j/~"}},
      {"nor in what is no text",
       "<script>http://h/</script><style>/* http://h/ */</style>"
       "<svg><style>http://h/</style><script>http://h/</script></svg>",
       {}},
      {"beside the page",
       "<title>http://h/?a&amp;b</title><svg><title>http://i/</title></svg><noembed>http://j/?a&amp;b</"
       "noembed>"
       "<iframe>http://k/</iframe><noframes>http://l/</noframes>",
       {"html:text http://h/?a&b <http://h/?a&amp;b> (style)", "html:text http://i/ (style)",
        "html:text http://j/?a&amp;b (style)", "html:text http://k/ (style)", "html:text http://l/ (style)"}},
      {"behind a style sheet or a script without an end tag",
       "<style>a{b:url(c)}<p>x<a href=d>http://i/</a><img src=e>http://j/<!--<a href=f>-->",
       {"style/css:url c", "a@href d (comment)", "img@src e (comment)", "html:text http://j/ (comment)",
        "a@href f (comment)"}},
      {"inside a style sheet",
       "<style>a{b:url(c)}<p>x<a href=http://d/></a></style><a "
       "href=e><style>/*<p>http://f/*/a{b:url(g)}</style>",
       {"style/css:url c", "a@href http://d/ (comment)", "a@href e", "style/css:url g"}},
      {"and the rules behind it count",
       "<style>/*<p>http://f/ */.h{display:none}</style><a class=h href=g>x</a>",
       {"html:text http://f/ (comment)", "a@href g (style)"}},
      {"in a field and in raw text",
       "<textarea>http://h/?a&amp;b</textarea><xmp>http://i/?a&amp;b</xmp><plaintext>http://j/",
       {"html:text http://h/?a&b <http://h/?a&amp;b>", "html:text http://i/?a&amp;b", "html:text http://j/"}},
      {"in the names of attributes",
       "<a hre\"http://h/a?b=c\">x</a><b /http://i/j><b http:><b x http: //k><td hre\"https://l/<p>",
       {"a:text http://h/a?b=c (script)", "b:text http://i/j (script)", "td:text https://l/ (script)"}},
      {"but in SVG's text", "<svg><text>http://h/</text></svg>", {"html:text http://h/"}},
      {"noscript is markup", "<noscript>http://h/</noscript>", {"html:text http://h/"}},
      {"no-break spaces end it", "http://h/&nbsp;x", {"html:text http://h/"}},
      {"schemes as in text",
       "mailto:a@b.example c:d 10:30 Re:x note:y javascript:z",
       {"html:text mailto:a@b.example"}},
      {"in a template", "<template>http://h/</template>", {"html:text http://h/ (template)"}},
      {"a tag that looks like one", "<URL:http://h/> <http://h/>", {}},
  });
  check({{"above ASCII", "http://h/\xE9", {"html:text http://h/\xC3\xA9 <http://h/\xE9>"}}}, "text/html",
        "iso-8859-1");
  check(
      {{"in XML",
        "<html>http://h/?a&amp;b <a "
        "href='x'>http://x/</a><![CDATA[<http://i/>]]><title>http://x/</title></html>",
        {"html:text http://h/?a&b <http://h/?a&amp;b>", "a@href x", "html:text:delimited http://i/",
         "html:text http://x/ (style)"}},
       {"an a that leads nowhere", "<html><a id='x'>http://h/</a></html>", {"html:text http://h/"}},
       {"and where it ends", "<html>http://h/<br>http://i/", {"html:text http://h/", "html:text http://i/"}}},
      "application/xhtml+xml");
  check({{"other XML has none", "<x>http://h/</x>", {}},
         {"nor where it ends", "<x>http://h/<br></x>http://i/", {}}},
        "text/xml");
}

TEST_CASE("HTML: SVG and VML", "[html]") {
  check({
      {"presentation attributes",
       "<svg><rect fill='url(#a)' stroke='url(\"#b\")' filter=url(#c) clip-path=url(#d) mask=url(#e) "
       "marker-start=url(#f) marker-mid=url(#g) marker-end=url(#h) cursor='url(i),auto'/></svg>",
       {"rect@fill/css:url #a", "rect@stroke/css:url #b", "rect@filter/css:url #c",
        "rect@clip-path/css:url #d", "rect@mask/css:url #e", "rect@marker-start/css:url #f",
        "rect@marker-mid/css:url #g", "rect@marker-end/css:url #h", "rect@cursor/css:url i"}},
      {"the short form, and colours by a profile",
       "<svg><path marker='url(#a)'/><color-profile xlink:href=b /><image color-profile='url(c)'/></svg>",
       {"path@marker/css:url #a", "color-profile@xlink:href b", "image@color-profile/css:url c"}},
      {"colours are none", "<svg fill=red><g stroke='rgb(1,2,3)'/></svg>", {}},
      {"outside of SVG they are nothing",
       "<p fill=url(a) mask=url(b) cursor=url(c)><v:rect fill=url(d)>",
       {}},
      {"nor in HTML inside of SVG", "<svg><foreignObject><p fill=url(a)></foreignObject></svg>", {}},
      {"links of SVG and MathML",
       "<svg><image xlink:href=a /><use href=b /></svg><math><mi xlink:href=c></mi><mrow href=d></math>",
       {"image@xlink:href a", "use@href b", "mi@xlink:href c", "mrow@href d"}},
      {"VML's images, and where Office keeps them",
       "<v:imagedata src=a o:href=b o:title=c><v:fill src=d O:HREF=e><v:image src=f><v:background src=g>",
       {"v:imagedata@src a", "v:imagedata@o:href b", "v:fill@src d", "v:fill@o:href e", "v:image@src f",
        "v:background@src g"}},
      {"VML's links", "<v:roundrect href=a><v:shape href=b>", {"v:roundrect@href a", "v:shape@href b"}},
      {"names that look like it", "<p x:href=a o:hrefs=b o-href=c oxhref=d o\x1Ahref=e>", {}},
      {"an anchor is no reference", "<a name=x>", {}},
      {"Word's anchor lock neither", "<w:anchorlock/>", {}},
  });
}

TEST_CASE("HTML: conditional comments", "[html]") {
  check({
      {"for Outlook",
       "<!--[if mso]><a href=1><![endif]--><a href=2>",
       {"a@href 1 (conditional)", "a@href 2"}},
      {"with an expression",
       "<!--[if (gte mso 9)|(IE)]><img src=1><![endif]-->",
       {"img@src 1 (conditional)"}},
      {"in capitals", "<!--[IF GTE MSO 9]><img src=1><![ENDIF]-->", {"img@src 1 (conditional)"}},
      {"for all others", "<!--[if !mso]><!--><a href=1><!--<![endif]--><a href=2>", {"a@href 1", "a@href 2"}},
      {"the same with spaces", "<!--[if !mso]><!-- --><a href=1><!-- <![endif]-->", {"a@href 1"}},
      {"the same as Word writes it", "<![if !mso]><a href=1><![endif]>", {"a@href 1"}},
      {"and as the Standard's validator likes it",
       "<!--[if !mso]>--><a href=1><!--<![endif]-->",
       {"a@href 1"}},
      {"styles inside",
       "<!--[if mso]><style>p{b:url(1)}</style><p style='b:url(2)'><![endif]-->",
       {"style/css:url 1 (conditional)", "p@style/css:url 2 (conditional)"}},
      {"scripts inside",
       "<!--[if IE]><script>'<a href=1>'</script><a href=2><![endif]-->",
       {"a@href 2 (conditional)"}},
      {"raw text that nothing closes ends with the comment",
       "<!--[if mso]><style>p{b:url(1)}<![endif]--><a href=2>",
       {"style/css:url 1 (conditional)", "a@href 2"}},
      {"a tag that the comment's end cuts off", "<!--[if mso]><a href=1 --><a href=2>", {"a@href 2"}},
      {"a comment inside is none", "<!--[if mso]><!-- <a href=1><![endif]-->", {"a@href 1 (conditional)"}},
      {"and text", "<!--[if mso]>http://h/<![endif]-->", {"html:text http://h/ (conditional)"}},
      {"stronger than a template",
       "<template><!--[if mso]><a href=1><![endif]--><a href=2></template>",
       {"a@href 1 (conditional)", "a@href 2 (template)"}},
      {"a template inside does not reach out",
       "<!--[if mso]><template><a href=1><![endif]--><a href=2>",
       {"a@href 1 (conditional)", "a@href 2"}},
      {"SVG inside does not reach out",
       "<!--[if mso]><svg><![endif]--><rect fill=url(1)><a href=2>",
       {"a@href 2"}},
      {"a style around is not ended",
       "<svg><style><!--[if mso]><p><![endif]-->p{b:url(1)}</style></svg>",
       {"style/css:url 1"}},
      {"never closed", "<!--[if mso]><a href=1>", {"a@href 1 (conditional)"}},
      {"a space before the bracket: no condition",
       "<!-- [if mso]><a href=1><![endif]-->",
       {"a@href 1 (comment)"}},
      {"a condition that does not end: none", "<!--[if mso ><a href=1>-->", {"a@href 1 (comment)"}},
  });
}

TEST_CASE("HTML: comments", "[html]") {
  check({
      {"markup out of use", "<!-- <a href=1>t</a> --><a href=2>", {"a@href 1 (comment)", "a@href 2"}},
      {"with styles",
       "<!--<style>@import '1';</style><p style='b:url(2)'>-->",
       {"style/css:import 1 (comment)", "p@style/css:url 2 (comment)"}},
      {"a remark", "<!-- see http://h/x?a&amp;b, too -->", {"text http://h/x?a&amp;b (comment)"}},
      {"with delimiters",
       "<!-- <http://h/> <URL:g> -->",
       {"text:delimited http://h/ (comment)", "text:delimited g (comment)"}},
      {"a bare host", "<!--www.h.org-->", {"text www.h.org (comment)"}},
      {"nothing in it", "<!----><!-- --><!-- : . -->", {}},
      {"text beside markup, as on the page", "<!-- http://h/ <br> -->", {"html:text http://h/ (comment)"}},
      {"an end tag is markup", "<!-- http://h/</p> -->", {"html:text http://h/ (comment)"}},
      {"a comparison is none", "<!-- a < b, www.h.org -->", {"text www.h.org (comment)"}},
      {"an address is none", "<!-- <a@h.org> http://h/ -->", {"text http://h/ (comment)"}},
      {"a comment that opens another",
       "<!-- <a href=1> <!-- <a href=2> --><a href=3>",
       {"a@href 1 (comment)", "a@href 2 (comment)", "a@href 3"}},
      {"one that closes early", "<!--><a href=1>-->", {"a@href 1"}},
      {"never closed", "<!-- <a href=1><p>", {"a@href 1 (comment)"}},
      {"a remark never closed", "<!-- http://h/", {"text http://h/ (comment)"}},
      {"nothing in bogus ones", "<!x http://h/><?php <a href=1 ?></1 http://h/><!doctype http://h/>", {}},
      {"stronger than a template", "<template><!-- <a href=1> -->", {"a@href 1 (comment)"}},
      {"in a style or script it is none", "<script><!-- http://h/ --></script>", {}},
  });
  const Collector remark = collect("<p>t</p><!-- http://h/ -->");
  REQUIRE(remark.rows.size() == 1);
  CHECK(remark.rows[0].span == Span{13, 22});
}

TEST_CASE("HTML: comments declare no base and open no scope outside", "[html]") {
  const mimebase::charset::Charset charset("utf-8");
  std::string buffer;
  const auto declared = [&](const std::string& html) {
    const auto base = finder_for("text/html")->declared_base({html, charset}, buffer);
    return base ? std::string(base->reference) : "none";
  };
  CHECK(declared("<!--[if mso]><base href=a><![endif]--><!--<base href=b>-->") == "none");
  CHECK(declared("<!--[if !mso]><!--><base href=a><!--<![endif]-->") == "a");
  CHECK(declared("<![if !mso]><base href=a><![endif]>") == "a");
  CHECK(declared("<iframe srcdoc='<base href=a>'></iframe>") == "none");
  CHECK(declared("<base target=_blank>") == "none");
  const Collector found = collect("<!--[if IE]><object codebase=a data=b><![endif]--><object data=c>");
  REQUIRE(found.scopes.size() == 1);
  REQUIRE(found.rows.size() == 3);
  CHECK(found.rows[1].scope == 1);
  CHECK(found.rows[2].scope == kDocument);
}

TEST_CASE("HTML: what mail looks like", "[html]") {
  check({
      {"a button for Outlook, and for all others",
       "<!--[if mso]>\r\n<v:roundrect xmlns:v=\"urn:schemas-microsoft-com:vml\" "
       "xmlns:w=\"urn:schemas-microsoft-com:office:word\" href=\"http://h/?a=1&amp;b=2\" "
       "style=\"height:40px;v-text-anchor:middle;width:200px;\" arcsize=\"10%\" stroke=\"f\" "
       "fillcolor=\"#d62828\">\r\n<w:anchorlock/>\r\n<center>\r\n<![endif]-->\r\n"
       "<a href=\"http://h/?a=1&amp;b=2\" style=\"background-color:#d62828;mso-hide:all;\">Go</a>\r\n"
       "<!--[if mso]>\r\n</center>\r\n</v:roundrect>\r\n<![endif]-->",
       {"v:roundrect@href http://h/?a=1&b=2 <http://h/?a=1&amp;b=2> (conditional)",
        "a@href http://h/?a=1&b=2 <http://h/?a=1&amp;b=2>"}},
      {"a background for Outlook, and for all others",
       "<td background=\"a.jpg\" style=\"background-image:url('a.jpg')\"><!--[if gte mso 9]>"
       "<v:rect fill=\"true\" stroke=\"false\"><v:fill type=\"tile\" src=\"a.jpg\" color=\"#fff\" />"
       "<v:textbox inset=\"0,0,0,0\"><![endif]--><div><img src=b.png></div><!--[if gte mso 9]>"
       "</v:textbox></v:rect><![endif]--></td>",
       {"td@background a.jpg", "td@style/css:url a.jpg", "v:fill@src a.jpg (conditional)", "img@src b.png"}},
      {"Word's picture, twice",
       "<!--[if gte vml 1]><v:shape id=\"_x0000_i1025\" type=\"#_x0000_t75\" style='width:1pt'>"
       "<v:imagedata src=\"cid:image001.png@01D0\" o:href=\"http://h/i.png\" o:title=\"t\"/></v:shape>"
       "<![endif]--><![if !vml]><img width=1 src=\"cid:image001.png@01D0\" "
       "v:shapes=\"_x0000_i1025\"><![endif]>",
       {"v:imagedata@src cid:image001.png@01D0 (conditional)",
        "v:imagedata@o:href http://h/i.png (conditional)", "img@src cid:image001.png@01D0"}},
      {"Word's head",
       "<html xmlns:v=\"urn:schemas-microsoft-com:vml\"><head><!--[if !mso]><style>v\\:* "
       "{behavior:url(#default#VML);}</style><![endif]--><style><!--\n/* Font Definitions */\n@font-face\n"
       "\t{font-family:\"Cambria Math\";}\n--></style><!--[if gte mso 9]><xml>\n<o:shapedefaults "
       "v:ext=\"edit\" "
       "spidmax=\"1026\" />\n</xml><![endif]--></head>",
       {"style/css:url #default#VML (conditional)"}},
      {"a newsletter's head",
       "<head><!-- NAME: 1 COLUMN --><!--[if gte mso 15]><xml><o:OfficeDocumentSettings><o:AllowPNG/>"
       "</o:OfficeDocumentSettings></xml><![endif]--><style type=\"text/css\">@media only screen and "
       "(max-width:480px){.a{width:100% !important}}</style><!--[if !mso]><!--><link "
       "href=\"https://f/css?family=A\" rel=\"stylesheet\"><style>@import "
       "url(https://f/css?family=A);</style><!--<![endif]--></head>",
       {"link@href https://f/css?family=A", "style/css:import https://f/css?family=A"}},
  });
}

TEST_CASE("HTML: srcdoc", "[html]") {
  check({
      {"markup", "<iframe srcdoc='<a href=x>'></iframe>", {"iframe@srcdoc/a@href x"}},
      {"as it must be written",
       "<iframe srcdoc=\"&lt;a href=&quot;x?a&amp;amp;b&quot;&gt;\">",
       {"iframe@srcdoc/a@href x?a&b <x?a&amp;amp;b>"}},
      {"numbers inside of numbers",
       "<iframe srcdoc=\"<a href='&amp;#120;&#121;'>\">",
       {"iframe@srcdoc/a@href xy <&amp;#120;&#121;>"}},
      {"between other attributes",
       "<iframe longdesc=1 srcdoc='<a href=2>' src=3>",
       {"iframe@longdesc 1", "iframe@srcdoc/a@href 2", "iframe@src 3"}},
      {"lists",
       "<iframe srcdoc=\"<img srcset='a 1x, b&amp;amp;c 2x'>\">",
       {"iframe@srcdoc/img@srcset a", "iframe@srcdoc/img@srcset b&c <b&amp;amp;c>"}},
      {"styles",
       "<iframe srcdoc=\"<style>p{b:url(a&amp;b)}</style><p style='b:url(&amp;quot;c&amp;quot;)'>\">",
       {"iframe@srcdoc/style/css:url a&b <a&amp;b>", "iframe@srcdoc/p@style/css:url c"}},
      {"comments",
       "<iframe srcdoc='<!--[if mso]><a href=1><![endif]--><!-- http://h/ -->'>",
       {"iframe@srcdoc/a@href 1 (conditional)", "iframe@srcdoc/text http://h/ (comment)"}},
      {"in a template", "<template><iframe srcdoc='<a href=1>'>", {"iframe@srcdoc/a@href 1 (template)"}},
      {"a template inside",
       "<iframe srcdoc='<template><a href=1>'></iframe><a href=2>",
       {"iframe@srcdoc/a@href 1 (template)", "a@href 2"}},
      {"in a comment",
       "<!-- <iframe srcdoc='<template><a href=1></template><a href=2>'> -->",
       {"iframe@srcdoc/a@href 1 (comment)", "iframe@srcdoc/a@href 2 (comment)"}},
      {"one in another",
       "<iframe srcdoc='<iframe srcdoc=\"<a href=x&amp;amp;amp;y>\">'>",
       {"iframe@srcdoc/iframe@srcdoc/a@href x&y <x&amp;amp;amp;y>"}},
      {"on other elements it is nothing", "<p srcdoc='<a href=x>'>", {}},
      {"empty", "<iframe srcdoc><iframe srcdoc=''>", {}},
      {"plain text", "<iframe srcdoc='http://h/'>", {"iframe@srcdoc/html:text http://h/"}},
      {"it ends with its value", "<iframe srcdoc='<title>'></iframe><a href=x>", {"a@href x"}},
  });
  check({{"what was decoded is UTF-8",
          "<iframe srcdoc='<a href=\xE9&amp;amp;>'>",
          {"iframe@srcdoc/a@href \xC3\xA9& <\xE9&amp;amp;>"}}},
        "text/html", "iso-8859-1");
  check({{"it is HTML also in XHTML", "<iframe srcdoc=\"&lt;title/&gt;&lt;a href='x'/&gt;\"/>", {}}},
        "application/xhtml+xml");
  const Collector link = collect("<iframe srcdoc='<a href=x>t&amp;amp;u</a>'>");
  REQUIRE(link.rows.size() == 1);
  CHECK(link.rows[0].text == "t&u");
  const Collector empty = collect("<iframe srcdoc=\"<a href=&quot;&quot;>\">");
  REQUIRE(empty.rows.size() == 1);
  CHECK(empty.rows[0].span == Span{30, 30});
}

TEST_CASE("HTML: the base of a srcdoc is a scope", "[html]") {
  const Collector found = collect(
      "<a href=1><iframe srcdoc=\"<a href=2><base href='b&amp;amp;'><object codebase=c data=3>"
      "<iframe srcdoc='<a href=4>'></iframe><iframe srcdoc='<base href=d><a href=5>'>\"></iframe><a href=6>"
      "<iframe srcdoc='<a href=7>'>");
  const std::string in = "iframe@srcdoc/";
  const std::vector<std::pair<std::string, ScopeId>> expected = {
      {"a@href 1", kDocument},       {in + "a@href 2", 1},      {in + "base@href b&", kDocument},
      {in + "object@codebase c", 1}, {in + "object@data 3", 2}, {in + in + "a@href 4", 1},
      {in + in + "base@href d", 1},  {in + in + "a@href 5", 3}, {"a@href 6", kDocument},
      {in + "a@href 7", kDocument},
  };
  REQUIRE(found.rows.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    INFO(i);
    CHECK(found.rows[i].context + " " + found.rows[i].reference == expected[i].first);
    CHECK(found.rows[i].scope == expected[i].second);
  }
  REQUIRE(found.scopes.size() == 3);
  CHECK(found.scopes[0].by == mimebase::BaseBy::kHtmlBase);
  CHECK(found.scopes[0].parent == kDocument);
  CHECK(found.scopes[0].reference == "b&");
  CHECK(found.scopes[0].raw == "b&amp;amp;");
  CHECK(found.scopes[1].by == mimebase::BaseBy::kHtmlCodebase);
  CHECK(found.scopes[1].parent == 1);
  CHECK(found.scopes[2].by == mimebase::BaseBy::kHtmlBase);
  CHECK(found.scopes[2].parent == 1);
  CHECK(found.scopes[2].raw == "d");
}

TEST_CASE("HTML: srcdocs are followed eight levels deep", "[html]") {
  const Collector found = collect(documents_in_documents("<a href=0>", 9));
  REQUIRE(found.rows.size() == 9);
  for (std::size_t i = 0; i < found.rows.size(); ++i) {
    CHECK(found.rows[i].reference == std::to_string(9 - i));
    CHECK(found.rows[i].raw == std::to_string(9 - i));
  }
}

TEST_CASE("HTML: srcdocs are decoded up to four times the content's length and a megabyte", "[html]") {
  CHECK(collect(documents_in_documents(std::string(100'000, 'x'), 8)).rows.size() == 8);
  CHECK(collect(documents_in_documents(std::string(10'000'000, 'x'), 8)).rows.size() == 5);
  // The same for sibling documents, which share the limit on decoded bytes.
  const std::string one = documents_in_documents(std::string(1'000'000, 'x'), 8);
  CHECK(collect(one).rows.size() == 6);
  const std::size_t rows = collect(one + one + one + one).rows.size();
  CHECK(rows > 16);
  CHECK(rows < 32);
}

TEST_CASE("HTML: hostile documents take linear time and room", "[html]") {
  constexpr std::size_t kMany = 2'000'000;
  CHECK(collect(repeat("<!--[if", kMany)).rows.empty());
  CHECK(collect(repeat("<!--[if]>", kMany)).rows.empty());
  CHECK(collect(repeat("<!--<!", kMany)).rows.empty());
  CHECK(collect("<!--[if mso]>" + repeat("<!--", kMany)).rows.empty());
  CHECK(collect("<!--" + repeat("<a ", kMany)).rows.empty());
  CHECK(collect("<!--" + repeat("<aaaaaaaa", kMany)).rows.empty());
  CHECK(collect(repeat("<!--[if mso]><svg><template><style>", kMany)).rows.empty());
  CHECK(collect(repeat("<!--[if mso]><a href><![endif]-->", kMany)).rows.size() == kMany / 33 + 1);
  CHECK(collect("<p style='" + repeat("(", kMany) + "'>").rows.empty());
  CHECK(collect("<p style='" + repeat("url(", kMany) + "'>").rows.empty());
  CHECK(collect(repeat("<p style=\"((((\">", kMany)).rows.empty());
  CHECK(collect(repeat("<p style=url(&quot;a>", kMany)).rows.size() == kMany / 21 + 1);
  CHECK(collect("<svg><style>" + repeat("url(&amp;)", kMany)).rows.size() == kMany / 10);
  CHECK(collect(repeat("<svg><style>&url(", kMany)).rows.empty());
  CHECK(collect(repeat("<iframe/srcdoc=", kMany)).rows.empty());
  CHECK(collect("<iframe srcdoc='" + repeat("<iframe/srcdoc=<a/href=b>", kMany) + "'>").rows.empty());
  CHECK(collect("<iframe srcdoc='" + repeat("&lt;!--[if", kMany) + "'>").rows.empty());
}

}  // namespace html_embedded_test
