// References that the HTML finder finds: tables of cases, each with a reason.
#include <string>
#include <vector>

#include "catch.h"
#include "html_collect.h"

namespace {

using namespace mimebase::find;
using mimebase::find::test::collect;
using mimebase::find::test::Collector;
using mimebase::find::test::Row;

// Returns rows as "context reference", or "context reference <raw>" if the bytes differ from the reference.
std::vector<std::string> lines(const Collector& collected) {
  std::vector<std::string> out;
  for (const Row& row : collected.rows) {
    out.push_back(row.context + " " + row.reference + (row.raw == row.reference ? "" : " <" + row.raw + ">"));
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

// Collects "reference title" of every reference in an attribute.
class Titles : public Sink {
 public:
  void found(const Found& found) override {
    if (found.element == nullptr) return;
    std::string title = "(none)";
    static_cast<void>(found.element->read_attribute("title", title));
    lines.push_back(std::string(found.reference) + ' ' + title);
  }
  ScopeId open_scope(ScopeId, const Declaration&) override { return kDocument; }

  std::vector<std::string> lines;
};

std::vector<std::string> titles(std::string_view document, std::string_view media_type,
                                const mimebase::Limits& limits = {}, std::string_view label = "utf-8") {
  const mimebase::charset::Charset charset(label);
  Titles sink;
  finder_for(media_type)->find({document, charset, limits}, sink);
  return sink.lines;
}

}  // namespace

TEST_CASE("the other attributes of an element", "[html]") {
  using Lines = std::vector<std::string>;
  CHECK(titles("<a title='1&amp;2' HREF=' x '>t</a><a href=y>http://z</a>", "text/html") ==
        Lines{"x 1&2", "y (none)"});
  CHECK(titles("<a href='&#32;x' title=a TITLE=b>", "text/html") == Lines{"x a"});
  CHECK(titles("<img srcset='x 1x, y 2x' title=t>", "text/html") == Lines{"x t", "y t"});
  CHECK(titles("<a href=x title='\xE9'>", "text/html", {}, "iso-8859-1") == Lines{"x \xC3\xA9"});
  CHECK(titles("<iframe srcdoc='<a href=x title=t>'></iframe>", "text/html") == Lines{"x t"});
  CHECK(titles("<!-- <a href=x title=t> -->", "text/html") == Lines{"x t"});
  CHECK(titles("<p style='background: url(x)' title=t>", "text/html").empty());
  mimebase::Limits limits;
  limits.attribute_bytes = 3;
  CHECK(titles("<a href=x title=long>", "text/html", limits) == Lines{"x (none)"});
  for (const char* type : {"application/xhtml+xml", "text/xml"}) {
    CHECK(titles("<html xmlns='http://www.w3.org/1999/xhtml'><a href='x' title='1&amp;2'/></html>", type) ==
          Lines{"x 1&2"});
  }
}

TEST_CASE("HTML: attributes that hold one URL", "[html]") {
  check({
      {"the plain case", "<a href=\"x\">t</a>", {"a@href x"}},
      {"single quotes", "<a href='x'>", {"a@href x"}},
      {"no quotes; a slash belongs to the value", "<a href=x/>", {"a@href x/"}},
      {"names are written in lower case", "<TD BackGround=b.gif>", {"td@background b.gif"}},
      {"an element that nobody knows", "<x-y src=i.png>", {"x-y@src i.png"}},
      {"Office's paragraph", "<o:p href=x>", {"o:p@href x"}},
      {"several, in their order",
       "<img lowsrc=a src=b longdesc=c usemap='#m' dynsrc=d vrml=e>",
       {"img@lowsrc a", "img@src b", "img@longdesc c", "img@usemap #m", "img@dynsrc d", "img@vrml e"}},
      {"quotations",
       "<q cite=a><blockquote cite=b><ins cite=c><del cite=d>",
       {"q@cite a", "blockquote@cite b", "ins@cite c", "del@cite d"}},
      {"forms",
       "<form action=a><button formaction=b><input formaction=c src=d>",
       {"form@action a", "button@formaction b", "input@formaction c", "input@src d"}},
      {"HTML 3's prompt", "<isindex action=a>", {"isindex@action a"}},
      {"media",
       "<video poster=p src=s><source src=t><track src=u><audio src=v>",
       {"video@poster p", "video@src s", "source@src t", "track@src u", "audio@src v"}},
      {"objects", "<object data=d classid=c></object>", {"object@data d", "object@classid c"}},
      {"plug-ins",
       "<embed src=s pluginspage=p pluginurl=u code=c>",
       {"embed@src s", "embed@pluginspage p", "embed@pluginurl u", "embed@code c"}},
      {"frames",
       "<frame src=a longdesc=b><iframe src=c></iframe>",
       {"frame@src a", "frame@longdesc b", "iframe@src c"}},
      {"links of SVG",
       "<svg><image xlink:href=a /><use href=b /></svg>",
       {"image@xlink:href a", "use@href b"}},
      {"the document's own",
       "<html manifest=m><head><link href=l><script src=s></script><base href=b>",
       {"html@manifest m", "link@href l", "script@src s", "base@href b"}},
      {"microdata", "<p itemid=i itemtype='t u'>", {"p@itemid i", "p@itemtype t", "p@itemtype u"}},
      {"data binding", "<span datasrc='#x'>", {"span@datasrc #x"}},
      {"menus", "<menuitem icon=i><command icon=j>", {"menuitem@icon i", "command@icon j"}},
      {"every base is a reference", "<base href=a><base href=b>", {"base@href a", "base@href b"}},
  });
}

TEST_CASE("HTML: what holds no URL", "[html]") {
  check({
      {"action, data, code, icon and the like on other elements",
       "<p action=a data=b code=c icon=d classid=e archive=f manifest=g profile=h vrml=i codebase=j value=k "
       "content=l>",
       {}},
      {"an attribute whose name begins like one", "<a hrefx=a data-href=b xhref=c href-=d>", {}},
      {"a comment that is none", "<!x <a href=x>", {}},
      {"an end tag", "</a href=x>", {}},
      {"raw text",
       "<title><a href=1></title><style><a href=2></style><textarea><a href=3></textarea>"
       "<xmp><a href=4></xmp><noembed><a href=5></noembed><noframes><a href=6></noframes>"
       "<iframe><a href=7></iframe><script>'<a href=8>'</script>",
       {}},
      {"script that hides its end tag", "<script><!--<script></script><a href=x></script>", {}},
      {"all after plaintext", "<plaintext><a href=x></plaintext><a href=y>", {}},
      {"a CDATA section in SVG", "<svg><![CDATA[<a href=x>]]></svg>", {}},
      {"a CDATA section in SVG's title", "<svg><title><![CDATA[<a href=x>]]></title></svg>", {}},
      {"a tag that the end cuts off", "<a href=x", {}},
      {"a tag whose quote never closes", "<a href=\"x><a href=y>", {}},
      {"text that looks like a tag", "< a href=x> <1 href=x>", {}},
      {"lists with nothing in them",
       "<a ping=''><img srcset=' , '><object archive='  '><applet archive=', ,'><p itemtype>",
       {}},
      {"a second attribute of one name", "<a HREF=x href=y>", {"a@href x"}},
  });
}

TEST_CASE("HTML: what looks hidden and is not", "[html]") {
  check({
      {"noscript is markup where no scripts run", "<noscript><img src=x></noscript>", {"img@src x"}},
      {"behind raw text whose tags are in capitals",
       "<STYLE></STYLE><img src=x><Title></tITLE><SCRIPT></script><img src=y>",
       {"img@src x", "img@src y"}},
      {"behind a script that ends in its comment", "<script><!-- x</script><a href=y>", {"a@href y"}},
      {"behind a script in the comment of a script",
       "<script><!--<script></script><a href=x></script><a href=y>",
       {"a@href y"}},
      {"behind a script whose comment ends in a script of its own",
       "<script><!--<script>--></script><a href=y>",
       {"a@href y"}},
      {"behind what begins like an end tag", "<script><!--</scripty></script><a href=y>", {"a@href y"}},
      {"CDATA in SVG is text", "<svg><style><![CDATA[a{fill:url(u)}]]></style></svg>", {"style/css:url u"}},
      {"behind a comment that closes early", "<!--> <a href=x> -->", {"a@href x"}},
      {"behind a comment closed with a bang", "<!-- --!><a href=x>", {"a@href x"}},
      {"CDATA in HTML is a bogus comment", "<![CDATA[><a href=x>]]>", {"a@href x"}},
      {"in a conditional that is no comment", "<![if !mso]><a href=x><![endif]>", {"a@href x"}},
      {"behind a processing instruction", "<?xml:namespace ns='<' ><a href=x>", {"a@href x"}},
      {"behind a doctype with quotes", "<!DOCTYPE a \"><a href=x>", {"a@href x"}},
      {"the title of SVG holds markup", "<svg><title><a href=x></title></svg>", {"a@href x"}},
      {"SVG's style holds markup", "<svg><style><a href=x></a></style></svg>", {"a@href x"}},
      {"paragraphs leave SVG: CDATA no longer counts", "<svg><p><![CDATA[><a href=x>]]>", {"a@href x"}},
      {"foreignObject holds HTML: CDATA does not count there",
       "<svg><foreignObject><div><![CDATA[><a href=x>]]></div></foreignObject></svg>",
       {"a@href x"}},
      {"HTML around an SVG that was never closed",
       "<table><td><svg></td><![CDATA[><a href=x>]]>",
       {"a@href x"}},
      {"attributes glued together", "<a class='b'href='x'id=1>", {"a@href x"}},
      {"slashes between attributes", "<a/href=x/ ><br/ /src=y>", {"a@href x/", "br@src y"}},
      {"a stray quote before the attribute", "<a \"href=x href=y>", {"a@href y"}},
      {"a tag inside of a tag", "<a <b href=x>", {"a@href x"}},
      {"an equals sign makes a name of its own", "<a =href=x href=y>", {"a@href y"}},
  });
}

TEST_CASE("HTML: empty values and white space", "[html]") {
  check({
      {"an empty reference is one", "<a href=\"\">", {"a@href "}},
      {"so is one without a value", "<a href>", {"a@href "}},
      {"or with nothing behind the equals sign", "<form action=>", {"form@action "}},
      {"white space around is no part of it", "<a href=\" \t\r\n\fx \n\">", {"a@href x"}},
      {"nor is white space written as references", "<a href='&#32;&Tab;x&NewLine;'>", {"a@href x"}},
      {"white space inside stays", "<a href='a b\tc'>", {"a@href a b\tc"}},
      {"newlines are normalised", "<a href='a\r\nb\rc\nd'>", {"a@href a\nb\nc\nd <a\r\nb\rc\nd>"}},
      {"NUL is a replacement character",
       std::string("<a href='a\0b'>", 14),
       {"a@href a\xEF\xBF\xBD" + std::string("b <a\0b>", 7)}},
      {"only white space", "<a href='  '>", {"a@href "}},
      {"white space around the equals sign", "<a href \n = \t x>", {"a@href x"}},
  });
  const Collector empty = collect("<a href><a href=\"\"><a href= >");
  REQUIRE(empty.rows.size() == 3);
  CHECK(empty.rows[0].span == Span{7, 7});
  CHECK(empty.rows[1].span == Span{17, 17});
  CHECK(empty.rows[2].span == Span{28, 28});
}

TEST_CASE("HTML: character references and charsets", "[html]") {
  check({
      {"the usual one", "<a href='x?a=1&amp;b=2'>", {"a@href x?a=1&b=2 <x?a=1&amp;b=2>"}},
      {"surrogates are no characters",
       "<a href='&#xD800;&#xDFFF;&#xD7FF;&#xE000;'>",
       {"a@href \uFFFD\uFFFD\uD7FF\uE000 <&#xD800;&#xDFFF;&#xD7FF;&#xE000;>"}},
      {"without a semicolon, before = or a letter: no reference",
       "<a href='?a&copy=1&copyx&lt'>",
       {"a@href ?a&copy=1&copyx< <?a&copy=1&copyx&lt>"}},
      {"numbers", "<a href='&#x68;&#116;tp&#58;//h'>", {"a@href http://h <&#x68;&#116;tp&#58;//h>"}},
      {"windows-1252 numbers", "<a href='&#128;'>", {"a@href \xE2\x82\xAC <&#128;>"}},
      {"UTF-8 stays", "<a href='/\xC3\xA9'>", {"a@href /\xC3\xA9"}},
  });
  check({{"Latin-1 becomes UTF-8", "<a href='/\xE9/&amp;'>", {"a@href /\xC3\xA9/& </\xE9/&amp;>"}}},
        "text/html", "iso-8859-1");
  check({{"KOI8-R becomes UTF-8", "<a href='/\xC1'>", {"a@href /\xD0\xB0 </\xC1>"}}}, "text/html", "koi8-r");
}

TEST_CASE("HTML: lists", "[html]") {
  check({
      {"pings", "<a ping=' a  b\nc '>", {"a@ping a", "a@ping b", "a@ping c"}},
      {"profiles", "<head profile='a b'>", {"head@profile a", "head@profile b"}},
      {"an object's archives stand between spaces",
       "<object archive='a b,c'>",
       {"object@archive a", "object@archive b,c"}},
      {"an applet's between commas",
       "<applet archive='a , b c,,d'>",
       {"applet@archive a", "applet@archive b c", "applet@archive d"}},
      {"spans behind character references",
       "<a ping='a?x&amp;y&#32;b&amp;c d'>",
       {"a@ping a?x&y <a?x&amp;y>", "a@ping b&c <b&amp;c>", "a@ping d"}},
  });
}

TEST_CASE("HTML: srcset", "[html]") {
  check({
      {"densities", "<img srcset='a.png 1x, b.png 2x'>", {"img@srcset a.png", "img@srcset b.png"}},
      {"widths, with imagesrcset",
       "<link imagesrcset='a 100w,b 200w'>",
       {"link@imagesrcset a", "link@imagesrcset b"}},
      {"a comma inside a URL", "<img srcset='a,b 1x,c,d 2x'>", {"img@srcset a,b", "img@srcset c,d"}},
      {"a comma at its end closes the candidate", "<img srcset='a, b'>", {"img@srcset a", "img@srcset b"}},
      {"no space after the comma: one URL", "<img srcset='a,b'>", {"img@srcset a,b"}},
      {"data URLs", "<source srcset='data:,a ( , data:,b 1x, ), data:,c'>", {"source@srcset data:,c"}},
      {"data URLs keep their commas",
       "<img srcset='data:image/png;base64,AA== 1x, b'>",
       {"img@srcset data:image/png;base64,AA==", "img@srcset b"}},
      {"a candidate in error is passed over",
       "<img srcset='a 1q, b 1x 2x, c 0w, d -1x, e 1w 1h, f 1h, g'>",
       {"img@srcset e", "img@srcset g"}},
      {"numbers of densities",
       "<img srcset='a .5x, b 1.x, c 1e3x, d -0x, e +1x, f 1.5e-1x, g ex'>",
       {"img@srcset a", "img@srcset c", "img@srcset d", "img@srcset f"}},
      {"spans behind character references",
       "<img srcset='a?&amp;b 1x&#44; c&eacute;d 2x'>",
       {"img@srcset a?&b <a?&amp;b>",
        "img@srcset c\xC3\xA9"
        "d <c&eacute;d>"}},
  });
  check({{"spans behind a charset",
          "<img srcset='\xE9.png 1x, \xE9\xE8.png 2x'>",
          {"img@srcset \xC3\xA9.png <\xE9.png>", "img@srcset \xC3\xA9\xC3\xA8.png <\xE9\xE8.png>"}}},
        "text/html", "iso-8859-1");
}

TEST_CASE("HTML: meta refresh", "[html]") {
  const auto meta = [](const char* content) {
    return "<meta http-equiv=Refresh content=\"" + std::string(content) + "\">";
  };
  check({
      {"as it is written", meta("0; url=x"), {"meta@refresh x"}},
      {"in capitals, with spaces", meta(" 5 ;  URL = x y "), {"meta@refresh x y"}},
      {"quoted; the rest goes", meta("0;url='x' y"), {"meta@refresh x"}},
      {"an open quote", meta("0;url='x"), {"meta@refresh x"}},
      {"without the label", meta("0;x"), {"meta@refresh x"}},
      {"without the label, quoted", meta("0;'x'"), {"meta@refresh x"}},
      {"a comma", meta("0,url=x"), {"meta@refresh x"}},
      {"a space alone", meta("0 url=x"), {"meta@refresh x"}},
      {"a fraction", meta(".5;url=x"), {"meta@refresh x"}},
      {"half a label is a URL", meta("0;urn:x"), {"meta@refresh urn:x"}},
      {"a label without its sign is a URL", meta("0;url'x'"), {"meta@refresh url'x'"}},
      {"with a character reference", meta("0;url=x&amp;y"), {"meta@refresh x&y <x&amp;y>"}},
      {"the reference is empty: the page itself", meta("0;url="), {"meta@refresh "}},
      {"a time alone", meta("5"), {}},
      {"a time and a separator", meta("5; "), {}},
      {"no time", meta("; url=x"), {}},
      {"something else behind the time", meta("5x; url=x"), {}},
      {"nothing", meta(""), {}},
      {"another meta", "<meta name=refresh content='0;url=x'>", {}},
      {"the other way round", "<meta content='0;url=x' http-equiv='&#x72;efresh'>", {"meta@refresh x"}},
  });
}

TEST_CASE("HTML: param", "[html]") {
  check({
      {"by its type", "<param name=x valuetype=REF value=u>", {"param@value u"}},
      {"by its name",
       "<param name=Movie value=m.swf><param value=u name=' src '>",
       {"param@value m.swf", "param@value u"}},
      {"a whole URL",
       "<param name=flashvars value='http://h/a'><param value=https://h/b>",
       {"param@value http://h/a", "param@value https://h/b"}},
      {"any other", "<param name=quality value=high><param value=x><param name=src>", {}},
  });
}

TEST_CASE("HTML: templates hide what is in them", "[html]") {
  const Collector found = collect(
      "<a href=1></a><template><a href=2></a><template><img src=3></template><img src=4></template><img "
      "src=5>"
      "</template><svg><template><image href=6 /></template></svg>");
  const Hidden expected[] = {Hidden::kNo,       Hidden::kTemplate, Hidden::kTemplate,
                             Hidden::kTemplate, Hidden::kNo,       Hidden::kNo};
  REQUIRE(found.rows.size() == std::size(expected));
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    CHECK(found.rows[i].reference == std::to_string(i + 1));
    CHECK(found.rows[i].hidden == expected[i]);
  }
}

TEST_CASE("HTML: codebase opens a scope for its element", "[html]") {
  const Collector found = collect(
      "<object data=d codebase=' b&amp; ' classid=c archive='x y' usemap=u><applet code=k><applet code=l "
      "codebase=m>");
  REQUIRE(found.scopes.size() == 2);
  CHECK(found.scopes[0].by == mimebase::BaseBy::kHtmlCodebase);
  CHECK(found.scopes[0].parent == kDocument);
  CHECK(found.scopes[0].reference == "b&");
  CHECK(found.scopes[0].raw == "b&amp;");
  CHECK(found.scopes[1].reference == "m");
  const std::vector<std::pair<std::string, ScopeId>> expected = {
      {"object@data", 1},
      {"object@codebase", kDocument},
      {"object@classid", 1},
      {"object@archive", 1},
      {"object@archive", 1},
      {"object@usemap", kDocument},
      {"applet@code", kDocument},
      {"applet@code", 2},
      {"applet@codebase", kDocument},
  };
  REQUIRE(found.rows.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CHECK(found.rows[i].context == expected[i].first);
    CHECK(found.rows[i].scope == expected[i].second);
  }
}

TEST_CASE("HTML: the text of links", "[html]") {
  const std::string long_word(250, 'x');
  const std::string e_acute = "\xC3\xA9";
  std::string accents;
  for (int i = 0; i < 250; ++i) accents += e_acute;
  struct TextCase {
    const char* why;
    std::string html;
    std::optional<std::string> text;
  };
  const TextCase cases[] = {
      {"collapsed and trimmed", "<a href=x> \n some <b>bold</b>\t\r\n text </a>after", "some bold text"},
      {"no white space where there is none", "<a href=x>www.<b>a</b>.org</a>", "www.a.org"},
      {"a line break is white space", "<a href=x>one<br>two<p>three</a>", "one two three"},
      {"nothing inside", "<a href=x></a>", ""},
      {"an image inside", "<a href=x><img alt=y></a>", ""},
      {"up to the next link", "<a href=x>one<a name=y>two</a>", "one"},
      {"never closed", "<a href=x>one<p>two", "one two"},
      {"decoded", "<a href=x>a&amp;b &lt;c&gt &eacute;&#8230;</a>", "a&b <c> \xC3\xA9\xE2\x80\xA6"},
      {"no comments, scripts, styles, titles",
       "<a href=x>1<!-- c -->2<script>s</script><style>t</style><title>u</title>3</a>", "123"},
      {"at most 200 characters", "<a href=x>" + long_word + "</a>", std::string(200, 'x')},
      {"characters, not bytes", "<a href=x>" + accents + "</a>", accents.substr(0, 400)},
      {"no space at the cut", "<a href=x>" + std::string(199, 'x') + " yz</a>", std::string(199, 'x')},
      {"an area's is its alt", "<area href=x alt=' a &amp;  b '>", "a & b"},
      {"an area without alt", "<area href=x>", std::nullopt},
      {"other elements have none", "<link href=x>text", std::nullopt},
      {"CDATA in SVG", "<svg><a xlink:href=x><text><![CDATA[a&amp;b]]></text></a></svg>", "a&amp;b"},
  };
  for (const TextCase& c : cases) {
    INFO(c.why << "\n" << c.html);
    const Collector found = collect(c.html);
    REQUIRE_FALSE(found.rows.empty());
    CHECK(found.rows[0].text == c.text);
  }
  CHECK(collect("<a href=x>\xE9t\xE9</a>", "text/html", "iso-8859-1").rows[0].text ==
        e_acute + "t" + e_acute);
  CHECK(collect("<a ping=x>t</a>").rows[0].text == std::nullopt);
}

TEST_CASE("HTML: the base that a document declares", "[html]") {
  struct BaseCase {
    const char* why;
    std::string html;
    std::optional<std::string> base;
  };
  const BaseCase cases[] = {
      {"the plain case", "<head><base href='http://a/'></head>", "http://a/"},
      {"the first with an href", "<base target=_top><base href=a><base href=b>", "a"},
      {"wherever it stands", "<body><p><a href=x><table><td><BASE HREF=a>", "a"},
      {"an empty one counts", "<base href=''><base href=b>", ""},
      {"so does one without a value", "<base href><base href=b>", ""},
      {"decoded and trimmed", "<base href=' a&amp;b '>", "a&b"},
      {"not in a comment", "<!-- <base href=a> --><base href=b>", "b"},
      {"not in raw text", "<title><base href=a></title><script>'<base href=a>'</script><base href=b>", "b"},
      {"not in a template",
       "<template><base href=a><template></template><base href=a></template><base href=b>", "b"},
      {"not in SVG", "<svg><g><base href=a></g></svg><base href=b>", "b"},
      {"not in MathML", "<math><base href=a></math><base href=b>", "b"},
      {"behind an SVG element without content", "<svg/><base href=a>", "a"},
      {"in an SVG inside of an SVG", "<svg><svg></svg><base href=a></svg><base href=b>", "b"},
      {"HTML inside of SVG is HTML", "<svg><foreignObject><base href=a></foreignObject></svg>", "a"},
      {"a paragraph leaves SVG", "<svg><p><base href=a>", "a"},
      {"a font with a colour leaves SVG", "<svg><font color=red><base href=a>", "a"},
      {"SVG's own font does not", "<svg><font><base href=a>", std::nullopt},
      {"MathML's annotations may hold HTML", "<math><annotation-xml encoding='text/html'><base href=a>", "a"},
      {"or may not", "<math><annotation-xml><base href=a>", std::nullopt},
      {"in noscript, since no scripts run", "<noscript><base href=a></noscript>", "a"},
      {"another element", "<basefont href=a>", std::nullopt},
      {"nothing", "", std::nullopt},
      {"cut off", "<base href=a", std::nullopt},
  };
  const mimebase::charset::Charset charset("utf-8");
  for (const BaseCase& c : cases) {
    INFO(c.why << "\n" << c.html);
    std::string buffer;
    const auto declared = finder_for("text/html")->declared_base({c.html, charset}, buffer);
    REQUIRE(declared.has_value() == c.base.has_value());
    if (!declared) continue;
    CHECK(declared->by == mimebase::BaseBy::kHtmlBase);
    CHECK(declared->reference == *c.base);
    bool reported = false;
    for (const Row& row : collect(c.html).rows)
      reported = reported || (row.context == "base@href" && row.span == declared->span);
    CHECK(reported);
  }
}

TEST_CASE("XHTML: what differs", "[html]") {
  check({{"empty elements are empty", "<title/><script src='s'/><a href='x'/>", {"script@src s", "a@href x"}},
         {"CDATA counts everywhere", "<p><![CDATA[><a href='x'>]]></p>", {}}},
        "application/xhtml+xml");
  const mimebase::charset::Charset charset("utf-8");
  std::string buffer;
  const auto base =
      finder_for("application/xhtml+xml")->declared_base({"<title/><base href='a'/>", charset}, buffer);
  REQUIRE(base.has_value());
  CHECK(base->reference == "a");
  CHECK_FALSE(
      finder_for("text/html")->declared_base({"<title/><base href='a'/>", charset}, buffer).has_value());
}

TEST_CASE("HTML: a long name is cut in the context", "[html]") {
  const Collector found = collect("<" + std::string(1000, 'x') + " href=a ping='b c'>");
  REQUIRE(found.rows.size() == 3);
  CHECK(found.rows[0].context == std::string(64, 'x') + "@href");
  CHECK(found.rows[2].context == std::string(64, 'x') + "@ping");
  CHECK(found.limits_hit.contains(mimebase::find::FindLimit::kNames));
  CHECK(collect("<" + std::string(64, 'x') + " href=a>").limits_hit.empty());
}
