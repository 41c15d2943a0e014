// References that the XML finder finds: tables of cases, each with a reason.
#include <span>
#include <string>
#include <vector>

#include "catch.h"
#include "html_collect.h"

namespace {

using namespace mimebase::find;
using mimebase::find::test::collect;
using mimebase::find::test::Collector;

struct Case {
  std::string why;
  std::string xml;
  std::vector<std::string> rows;  // "context reference", with " @n" if the scope is not the document
};

std::string line(const Collector& found, std::size_t i) {
  const auto& row = found.rows[i];
  std::string text = row.context + " " + row.reference;
  if (row.scope != kDocument) text += " @" + std::to_string(row.scope);
  if (row.hidden == Hidden::kTemplate) text += " in template";
  if (row.hidden == Hidden::kComment) text += " in comment";
  if (row.hidden == Hidden::kConditionalComment) text += " in conditional comment";
  return text;
}

void check(const std::vector<Case>& cases, std::string_view media_type = "application/xml") {
  for (const Case& c : cases) {
    INFO(c.why << "\n" << c.xml);
    const Collector found = collect(c.xml, media_type);
    std::vector<std::string> rows;
    std::size_t last = 0;
    for (std::size_t i = 0; i < found.rows.size(); ++i) {
      rows.push_back(line(found, i));
      CHECK(found.rows[i].span.start >= last);
      last = found.rows[i].span.start;
    }
    CHECK(rows == c.rows);
  }
}

constexpr const char* kXLink = " xmlns:xlink='http://www.w3.org/1999/xlink'";

}  // namespace

namespace {

struct BaseCase {
  const char* document;
  const char* base;  // null if there is none
  const char* why;
};

const BaseCase kBases[] = {
    {"<html xmlns='http://www.w3.org/1999/xhtml'><base href='http://a/'/></html>", "http://a/",
     "the usual one"},
    {"<html><base href='http://a/'/></html>", "http://a/", "no namespace is XHTML's here"},
    {"<html><base xmlns='urn:x' href='http://x/'/><base href='http://a/'/></html>", "http://a/",
     "another namespace's rules nothing"},
    {"<html><base xmlns='' href='http://x/'/><base href='http://a/'/></html>", "http://a/",
     "nor in none, if the element says so"},
    {"<html><head><title><base href='http://a/'/></title></head></html>", "http://a/", "XML has no raw text"},
    {"<html xmlns:y='urn:x'><y:base href='http://x/'/></html>", nullptr, "nor with a prefix"},
    {"<html xmlns='urn:x'><base href='http://x/'/></html>", nullptr, "nor from the root on"},
    {"<h:html xmlns:h='http://www.w3.org/1999/xhtml'><h:base href='http://a/'/></h:html>", "http://a/",
     "XHTML's with a prefix rules"},
    {"<html><svg xmlns='http://www.w3.org/2000/svg'><base href='http://x/'/>"
     "<base xmlns='http://www.w3.org/1999/xhtml' href='http://a/'/></svg></html>",
     "http://a/", "XHTML in SVG"},
    {"<html><template><base href='http://x/'/></template><base href='http://a/'/></html>", "http://a/",
     "what is in a template is no part of the page"},
    {"<html><base/><base href=' h&#x74;tp://a/ '/></html>", "http://a/", "without an href it is none"},
    {"<html><BASE href='http://x/'/></html>", nullptr, "case counts"},
    {"<html><p></html><BASE href=http://a/>", "http://a/", "but not behind where the XML ends"},
    {"<html><![CDATA[<base href='http://x/'>]]><!-- <base href='http://x/'> --></html>", nullptr,
     "no markup"},
    {"<html xml:base='http://x/'/>", nullptr, "xml:base is for its element"},
    {"", nullptr, "nothing"},
};

// HTML Standard, "document base URL": the first base element of XHTML in the document, whatever its root.
const BaseCase kXmlBases[] = {
    {"<svg xmlns='http://www.w3.org/2000/svg'><a href='x'/><metadata>"
     "<base xmlns='http://www.w3.org/1999/xhtml' href='http://a/'/></metadata></svg>",
     "http://a/", "in the metadata of SVG, behind what it rules"},
    {"<svg xmlns='http://www.w3.org/2000/svg' xmlns:h='http://www.w3.org/1999/xhtml'><h:base "
     "href='http://a/'/>"
     "<h:base href='http://x/'/></svg>",
     "http://a/", "the first one"},
    {"<svg xmlns='http://www.w3.org/2000/svg'><foreignObject><html "
     "xmlns='http://www.w3.org/1999/xhtml'><head>"
     "<base href='http://a/'/></head></html></foreignObject></svg>",
     "http://a/", "in a page inside SVG"},
    {"<feed xmlns='http://www.w3.org/2005/Atom'><content type='xhtml'><div "
     "xmlns='http://www.w3.org/1999/xhtml'>"
     "<base href='http://a/'/></div></content></feed>",
     "http://a/", "in a feed"},
    {"<x xmlns:h='http://www.w3.org/1999/xhtml' xml:base='http://x/'><h:base href='a/'/></x>", "a/",
     "xml:base is no matter"},
    {"<h:base xmlns:h='http://www.w3.org/1999/xhtml' href='http://a/'/>", "http://a/", "as the root"},
    {"<html xmlns='http://www.w3.org/1999/xhtml'><base href='http://a/'/></html>", "http://a/",
     "XHTML of a general type"},
    {"<svg xmlns='http://www.w3.org/2000/svg'><base href='http://x/'/></svg>", nullptr, "SVG has no base"},
    {"<x><base href='http://x/'/></x>", nullptr, "no namespace is no XHTML"},
    {"<html><base href='http://x/'/></html>", nullptr, "whatever the root is called"},
    {"<x xmlns:h='http://www.w3.org/1999/xhtml'><h:template><h:base href='http://x/'/></h:template></x>",
     nullptr, "a template is no part of the document"},
    {"<x xmlns:h='http://www.w3.org/1999/xhtml'><h:BASE href='http://x/'/></x>", nullptr, "case counts"},
    {"<x xmlns:h='http://www.w3.org/1999/xhtml'><h:base h:href='http://x/'/></x>", nullptr,
     "an attribute with a prefix is another one"},
    {"<x>&<base href='http://x/'/></x>", nullptr, "behind where the XML ends nothing has a namespace"},
};

void check_bases(std::span<const BaseCase> cases, std::string_view media_type) {
  for (const BaseCase& c : cases) {
    CAPTURE(c.document, c.why);
    const mimebase::charset::Charset charset("utf-8");
    const std::string_view bytes(c.document);
    std::string buffer;
    const auto base = mimebase::find::finder_for(media_type)->declared_base({bytes, charset}, buffer);
    REQUIRE(base.has_value() == (c.base != nullptr));
    if (!base) continue;
    CHECK(base->reference == c.base);
    const std::string_view raw = bytes.substr(base->span.start, base->span.end - base->span.start);
    CHECK((raw == c.base || raw == "h&#x74;tp://a/"));
  }
}

}  // namespace

TEST_CASE("XML: the base of the document is an XHTML base", "[xml]") {
  check_bases(kBases, "application/xhtml+xml");
  for (const char* type : {"application/xml", "text/xml", "image/svg+xml"}) check_bases(kXmlBases, type);
  check({{"base is ruled by no scope, and rules none",
          "<x xmlns:h='http://www.w3.org/1999/xhtml' xml:base='x'><h:base href='b'/><a href='c'/></x>",
          {"x@xml:base x", "base@href b", "a@href c @1"}}});
}

TEST_CASE("XML: media types", "[xml]") {
  for (const char* type : {"application/xml", "text/xml", "application/xhtml+xml", "image/svg+xml",
                           "application/atom+xml", "application/rss+xml", "model/vnd.x+xml"}) {
    INFO(type);
    REQUIRE(finder_for(type) != nullptr);
    CHECK(collect("<x href='u'/>", type).rows.size() == 1);
  }
  CHECK(finder_for("application/xhtml+xml")->declared_base != nullptr);
  CHECK(finder_for("image/svg+xml")->declared_base != nullptr);
  CHECK(finder_for("application/xml-dtd") == nullptr);
  CHECK(finder_for("application/xmlx") == nullptr);
}

TEST_CASE("XML: attributes of any vocabulary", "[xml]") {
  check({
      {"href and src", "<x href=' u '><Y src=\"v\"/></x>", {"x@href u", "Y@src v"}},
      {"with a prefix they are another vocabulary's", "<x p:href='u' xmlns:p='urn:p'/>", {}},
      {"other names are none", "<x action='u' HREF='v' data='w'/>", {}},
      {"XLink by its namespace, whatever the prefix",
       "<x xmlns:l='http://www.w3.org/1999/xlink' l:href='u'/>",
       {"x@l:href u"}},
      {"a prefix xlink that is bound to something else", "<x xmlns:xlink='urn:x' xlink:href='u'/>", {}},
      {"a prefix xlink that nobody declares", "<x xlink:href='u'/>", {"x@xlink:href u"}},
      {"bindings end with their element",
       "<x xmlns:l='http://www.w3.org/1999/xlink'><y xmlns:l='urn:y' l:href='n'/><z l:href='u'/></x>",
       {"z@l:href u"}},
      {"a namespace in entities",
       "<!DOCTYPE x [<!ENTITY l 'http://www.w3.org/1999/xlink'>]><x xmlns:l='&l;' l:href='u'/>",
       {"x@l:href u"}},
      {"namespaces are no references", "<x xmlns='http://a/' xmlns:href='http://b/'/>", {}},
      {"nor is what a DTD names", "<!DOCTYPE x SYSTEM 'http://a/x.dtd'><x/>", {}},
      {"pairs of namespaces and schemas",
       "<x xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:schemaLocation=' urn:a  a.xsd "
       "urn:b&#32;b.xsd c '/>",
       {"x@i:schemaLocation a.xsd", "x@i:schemaLocation b.xsd"}},
      {"a schema without a namespace",
       "<x xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:noNamespaceSchemaLocation='a.xsd'/>",
       {"x@i:noNamespaceSchemaLocation a.xsd"}},
      {"RDF",
       "<r:D r:about='a' r:ID='no' xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><p "
       "r:resource='b'/></r:D>",
       {"D@r:about a", "p@r:resource b"}},
      {"style sheets of the prolog",
       "<?xml version='1.0'?><?xml-stylesheet type='t' href='a&amp;b'?><x/>",
       {"xml-stylesheet@href a&b"}},
      {"and nowhere else", "<x><?xml-stylesheet href='a'?></x>", {}},
      {"comments and CDATA hold none", "<x><!-- <y href='u'/> --><![CDATA[<y href='u'/>]]></x>", {}},
      {"a byte order mark and white space come first",
       "\xEF\xBB\xBF\r\n<?xml version='1.0'?><x href='u'/>",
       {"x@href u"}},
      {"an empty reference is one", "<x href=''/>", {"x@href "}},
      {"a long name is cut", "<" + std::string(70, 'x') + " href='u'/>", {std::string(64, 'x') + "@href u"}},
  });
}

TEST_CASE("XML: references and white space in values", "[xml]") {
  struct Value {
    const char* why;
    const char* xml;
    const char* reference;
    const char* raw;
  };
  const std::vector<Value> values = {
      {"XML's own entities", "<x href='a&amp;&lt;&gt;&quot;&apos;'/>", "a&<>\"'",
       "a&amp;&lt;&gt;&quot;&apos;"},
      {"by number", "<x href='&#97;&#x62;&#x1F600;'/>", "ab\xF0\x9F\x98\x80", "&#97;&#x62;&#x1F600;"},
      {"by number, at the ends of what are characters",
       "<x href='&#xD7FF;&#xE000;&#xFFFD;&#x10000;&#x10FFFF;'/>", "\uD7FF\uE000\uFFFD\U00010000\U0010FFFF",
       "&#xD7FF;&#xE000;&#xFFFD;&#x10000;&#x10FFFF;"},
      {"white space is a space, CR LF one", "<x href='a\r\nb\tc\nd'/>", "a b c d", "a\r\nb\tc\nd"},
      {"but by number it stays", "<x href='a&#10;b'/>", "a\nb", "a&#10;b"},
      {"around the reference it is dropped, however it is written", "<x href='\n&#32;a &#9;'/>", "a", "a"},
      {"declared entities, in each other",
       "<!DOCTYPE x [<!ENTITY h 'http://h'><!ENTITY d '&h;/&#100;'>]><x href='&d;/e'/>", "http://h/d/e",
       "&d;/e"},
      {"the first declaration counts", "<!DOCTYPE x [<!ENTITY e 'a'><!ENTITY e 'b'>]><x href='&e;'/>", "a",
       "&e;"},
      {"an ampersand written twice over", "<!DOCTYPE x [<!ENTITY e 'a&#38;#38;b'>]><x href='&e;'/>", "a&b",
       "&e;"},
      {"XML's own cannot be declared anew", "<!DOCTYPE x [<!ENTITY amp 'no'>]><x href='&amp;'/>", "&",
       "&amp;"},
      {"HTML's need no declaration", "<x href='&eacute;&nbsp;x'/>", "\xC3\xA9\xC2\xA0x", "&eacute;&nbsp;x"},
      {"what a DTD may declare that nobody reads", "<!DOCTYPE x SYSTEM 'x'><x href='&unknown;y'/>",
       "&unknown;y", "&unknown;y"},
      {"markup-like characters in a DTD",
       "<!DOCTYPE x [<!-- ' ]> --><?p ]> \"?><!ATTLIST x y CDATA '>]'>]><x href='a'/>", "a", "a"},
      {"UTF-8", "<x href='\xC3\xA9'/>", "\xC3\xA9", "\xC3\xA9"},
  };
  for (const Value& v : values) {
    INFO(v.why);
    const Collector found = collect(v.xml, "application/xml");
    REQUIRE(found.rows.size() == 1);
    CHECK(found.rows[0].context == "x@href");
    CHECK(found.rows[0].reference == v.reference);
    CHECK(found.rows[0].raw == v.raw);
  }
  const Collector latin = collect("<x href='\xE9'/>", "application/xml", "iso-8859-1");
  REQUIRE(latin.rows.size() == 1);
  CHECK(latin.rows[0].reference == "\xC3\xA9");
  CHECK(latin.rows[0].raw == "\xE9");
}

TEST_CASE("XML: xml:base", "[xml]") {
  // W3C XML Base, section 3.
  const std::string example =
      "<?xml version='1.0'?>\n<doc xml:base='http://example.org/today/'"
      " xmlns:xlink='http://www.w3.org/1999/xlink'>\n"
      "<paragraph>See <link xlink:type='simple' xlink:href='new.xml'>what's new</link>!</paragraph>\n"
      "<olist xml:base='/hotpicks/'>\n<item><link xlink:href='pick1.xml'/></item>\n"
      "<item><link xlink:href='pick2.xml'/></item></olist>\n<link xlink:href='after.xml'/></doc>";
  const Collector found = collect(example, "application/xml");
  REQUIRE(found.scopes.size() == 2);
  CHECK(found.scopes[0].parent == kDocument);
  CHECK(found.scopes[0].by == mimebase::BaseBy::kXmlBase);
  CHECK(found.scopes[0].reference == "http://example.org/today/");
  CHECK(found.scopes[0].raw == "http://example.org/today/");
  CHECK(found.scopes[1].parent == 1);
  CHECK(found.scopes[1].reference == "/hotpicks/");
  check({
      {"the specification's example",
       example,
       {"doc@xml:base http://example.org/today/", "link@xlink:href new.xml @1",
        "olist@xml:base /hotpicks/ @1", "link@xlink:href pick1.xml @2", "link@xlink:href pick2.xml @2",
        "link@xlink:href after.xml @1"}},
      {"it rules its own element, what stands before it too",
       "<x href='a' xml:base='b' src='c'/>",
       {"x@href a @1", "x@xml:base b", "x@src c @1"}},
      {"an empty one changes nothing",
       "<x xml:base='b'><y xml:base=' ' href='a'/></x>",
       {"x@xml:base b", "y@xml:base  @1", "y@href a @1"}},
      {"it ends with its element", "<x><y xml:base='b'/><z href='a'/></x>", {"y@xml:base b", "z@href a"}},
      {"base without the prefix is none", "<x base='b' href='a'/>", {"x@href a"}},
      {"behind a break it still rules what is inside of it",
       "<x xml:base='b'><y>&</y><a href='c'>",
       {"x@xml:base b", "a@href c @1"}},
      {"and not what stands behind its element's end",
       "<x><y xml:base='b'><z></y><a href='c'>",
       {"y@xml:base b", "a@href c"}},
  });
}

TEST_CASE("XML: XHTML", "[xml]") {
  check(
      {
          {"the tables of HTML",
           "<html xmlns='http://www.w3.org/1999/xhtml'><A href='a' ping='b c'/>"
           "<img srcset='d 1x, e 2x'/><meta http-equiv='Refresh' content='0;url=f'/>"
           "<param name='movie' value='g'/><param name='q' value='h'/><body background='i'/></html>",
           {"a@href a", "a@ping b", "a@ping c", "img@srcset d", "img@srcset e", "meta@refresh f",
            "param@value g", "body@background i"}},
          {"without a namespace too",
           "<div><a href='a'/><form action='b'/></div>",
           {"a@href a", "form@action b"}},
          {"other namespaces are other vocabularies",
           "<div><form xmlns='urn:x' action='b' href='c'/></div>",
           {"form@href c"}},
          {"with a prefix",
           "<h:html xmlns:h='http://www.w3.org/1999/xhtml'><h:form action='a'/></h:html>",
           {"form@action a"}},
          {"base is ruled by no scope",
           "<html xml:base='x'><base href='b'/><a href='c'/></html>",
           {"html@xml:base x", "base@href b", "a@href c @1"}},
          {"codebase",
           "<p xml:base='x'><object codebase='c' data='d' usemap='#m'/></p>",
           {"p@xml:base x", "object@codebase c @1", "object@data d @2", "object@usemap #m @1"}},
          {"templates",
           "<div><template><a href='a'/></template><a href='b'/></div>",
           {"a@href a in template", "a@href b"}},
          {"comments as in HTML, in their scope",
           "<!--<a href='a'>--><p xml:base='x'><!-- <a href='b'> --><!--[if mso]><a href='c'><![endif]-->"
           "<!-- http://h/ --><script><!-- <a href='no'> --></script>"
           "<svg xmlns='http://www.w3.org/2000/svg'><!-- <a href='no'> --></svg></p>",
           {"a@href a in comment", "p@xml:base x", "a@href b @1 in comment",
            "a@href c @1 in conditional comment", "text http://h/ @1 in comment"}},
          {"a style sheet that is hidden from old browsers",
           "<style><!-- a{b:url(c)} --></style>",
           {"style/css:url c"}},
          {"CSS",
           "<div style='background:url(&quot;a&quot;)'><style>@import 'b'; "
           "<![CDATA[i>j{c:url(d)}]]></style></div>",
           {"div@style/css:url a", "style/css:import b", "style/css:url d"}},
          {"srcdoc with a base of its own",
           "<div><iframe srcdoc='&lt;base href=\"b/\">&lt;a href=\"c\">'/></div>",
           {"iframe@srcdoc/base@href b/", "iframe@srcdoc/a@href c @1"}},
          {"SVG inside",
           "<div><svg xmlns='http://www.w3.org/2000/svg'><rect fill='url(#a)'/><use href='b'/></svg></div>",
           {"rect@fill/css:url #a", "use@href b"}},
      },
      "application/xhtml+xml");
  const Collector text = collect(
      "<p><a href='1'> a&nbsp;<b>b</b><br/><![CDATA[<c>]]></a><a href='2'/>"
      "<a href='3'>d<a href='4'>e</a></a><area href='5' alt=' f  g '/></p>",
      "application/xhtml+xml");
  REQUIRE(text.rows.size() == 5);
  CHECK(text.rows[0].text ==
        "a\xC2\xA0"
        "b <c>");
  CHECK(text.rows[1].text == "");
  CHECK(text.rows[2].text == "d");
  CHECK(text.rows[3].text == "e");
  CHECK(text.rows[4].text == "f g");
}

TEST_CASE("XML: SVG", "[xml]") {
  const std::string svg = std::string("<svg xmlns='http://www.w3.org/2000/svg'") + kXLink + ">";
  check(
      {
          {"links, images, uses",
           svg + "<a href='a'/><image xlink:href='b'/><use xlink:href='#c'/></svg>",
           {"a@href a", "image@xlink:href b", "use@xlink:href #c"}},
          {"with a prefix",
           "<s:svg xmlns:s='http://www.w3.org/2000/svg'><s:rect style='fill:url(a)'/></s:svg>",
           {"rect@style/css:url a"}},
          {"CSS",
           svg + "<style>a{b:url(c)}</style><rect style='fill:url(d)' fill='url(#e)' stroke='red'/></svg>",
           {"style/css:url c", "rect@style/css:url d", "rect@fill/css:url #e"}},
          {"without a namespace", "<svg><rect style='fill:url(d)'/></svg>", {"rect@style/css:url d"}},
          {"style of MathML",
           "<m:math xmlns:m='http://www.w3.org/1998/Math/MathML' style='fill:url(d)'/>",
           {"math@style/css:url d"}},
          {"style elsewhere is no CSS", "<x style='fill:url(d)'/>", {}},
      },
      "image/svg+xml");
}

TEST_CASE("XML: feeds", "[xml]") {
  check({
      {"Atom",
       "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://h/'><id>tag:no</id><link href='a'/>"
       "<icon> b </icon><logo>c</logo><author><uri>d</uri></author><generator uri='e'>g</generator>"
       "<entry><content src='f'/><content type='html'>&lt;a href=\"g&amp;amp;h\"&gt;</content>"
       "<summary>&lt;a href=\"no\"&gt;</summary></entry></feed>",
       {"feed@xml:base http://h/", "link@href a @1", "icon b @1", "logo c @1", "uri d @1",
        "generator@uri e @1", "content@src f @1", "content/a@href g&h @1"}},
      {"RSS",
       "<rss><channel><link>a</link><docs>b</docs><image><url>c</url></image><item><comments>d</comments>"
       "<guid>e</guid><guid isPermaLink='false'>no</guid><enclosure url='f'/>"
       "<description><![CDATA[<img src='g'>]]></description></item></channel></rss>",
       {"link a", "docs b", "url c", "comments d", "guid e", "enclosure@url f", "description/img@src g"}},
      {"a module of RSS",
       "<rss "
       "xmlns:w='http://wellformedweb.org/CommentAPI/'><channel><item><w:commentRss>a</w:commentRss></item></"
       "channel></rss>",
       {"commentRss a"}},
      {"RSS 1.0",
       "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'>"
       "<channel r:about='a'><link>b</link></channel></r:RDF>",
       {"channel@r:about a", "link b"}},
      {"modules",
       "<rss xmlns:c='http://purl.org/rss/1.0/modules/content/' xmlns:m='http://search.yahoo.com/mrss/'>"
       "<c:encoded>&lt;a href=u></c:encoded><m:content url='v'/></rss>",
       {"encoded/a@href u", "content@url v"}},
      {"texts in pieces",
       "<rss><link>\n http://<!-- c --><![CDATA[h/?a&b]]>&amp;c </link></rss>",
       {"link http://h/?a&b&c"}},
      {"texts with elements in them are none", "<rss><link>a<b/>c</link></rss>", {}},
      {"empty texts too", "<rss><link> </link><link/></rss>", {}},
      {"names alone make no feed", "<x><link>a</link><icon>b</icon></x>", {}},
      {"HTML nested in Atom as XHTML",
       "<feed xmlns='http://www.w3.org/2005/Atom'><content type='xhtml'>"
       "<div xmlns='http://www.w3.org/1999/xhtml'><a href='a'/></div></content></feed>",
       {"a@href a"}},
  });
}

TEST_CASE("XML: old feeds, and modules of feeds", "[xml]") {
  const std::string atom = "<feed xmlns='http://purl.org/atom/ns#' version='0.3'>";
  check({
      {"escaped text of Atom 0.3, of any type",
       atom +
           "<title mode='escaped' type='text/html'>&lt;a href='a'></title><tagline mode='escaped'>&lt;a "
           "href='b'>"
           "</tagline><copyright mode='escaped'><![CDATA[<a href='c'>]]></copyright><info type='text/html'>"
           "&lt;a href='d'></info><entry><summary mode='escaped'>&lt;a href='e'></summary><content "
           "mode='escaped'>&lt;a href='f'></content></entry></feed>",
       {"title/a@href a", "tagline/a@href b", "copyright/a@href c", "info/a@href d", "summary/a@href e",
        "content/a@href f"}},
      {"base64",
       atom + "<content mode='base64' type='text/html'>\n PGEgaHJlZj0i\nYSI+ </content></feed>",
       {"content/a@href a"}},
      {"markup",
       atom + "<content mode='xml'><div xmlns='http://www.w3.org/1999/xhtml'><a "
              "href='a'/></div></content></feed>",
       {"a@href a"}},
      {"plain text", atom + "<title mode='xml'>&lt;a href='no'></title></feed>", {}},
      {"persons and programs",
       atom + "<author><url>a</url><homepage>b</homepage></author><contributor><uri>c</uri></contributor>"
              "<generator url='d'>x</generator></feed>",
       {"url a", "homepage b", "uri c", "generator@url d"}},
      {"a relative identifier", atom + "<id>/a</id><entry><id>?b</id></entry></feed>", {"id /a", "id ?b"}},
      {"identifiers that are URIs",
       atom + "<id>tag:x,2003:y</id><entry><id>http://h/x</id></entry></feed>",
       {}},
      {"without a namespace",
       "<feed><link href='a'/><entry><icon>b</icon></entry></feed>",
       {"link@href a", "icon b"}},
      {"RSS of other namespaces",
       "<rss xmlns='http://backend.userland.com/rss2'><link>a</link></rss>",
       {"link a"}},
      {"whole items",
       "<rss><item><fullitem>&lt;a href='a'></fullitem><body>&lt;a href='b'></body><body xmlns="
       "'http://www.w3.org/1999/xhtml'><a href='c'/></body></item></rss>",
       {"fullitem/a@href a", "body/a@href b", "a@href c"}},
      {"titles and rights in RSS",
       "<rss><channel><title>&lt;a href='a'></title><copyright>&lt;a href='b'></copyright></channel></rss>",
       {"title/a@href a", "copyright/a@href b"}},
      {"comments",
       "<rss xmlns:w='http://wellformedweb.org/CommentAPI/'><item><w:comment>a</w:comment><w:commentRSS>b"
       "</w:commentRSS><comment>no</comment></item></rss>",
       {"comment a", "commentRSS b"}},
      {"FeedBurner, licences, podcasts",
       "<rss xmlns:f='http://rssnamespace.org/feedburner/ext/1.0' xmlns:c='http://backend.userland.com/"
       "creativeCommonsRssModule' "
       "xmlns:i='http://www.itunes.com/dtds/podcast-1.0.dtd'><f:origLink>a</f:origLink>"
       "<c:license>b</c:license><i:image href='c'/><i:new-feed-url>d</i:new-feed-url></rss>",
       {"origLink a", "license b", "image@href c", "new-feed-url d"}},
      {"Media RSS",
       "<rss xmlns:m='http://search.yahoo.com/mrss/'><m:description type='html'>&lt;a "
       "href='a'></m:description>"
       "<m:thumbnail url='b'/></rss>",
       {"description/a@href a", "thumbnail@url b"}},
      {"lists of RDF",
       "<r:RDF xmlns:r='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'><r:li "
       "resource='a'/><r:li r:resource='b'/></r:RDF>",
       {"li@resource a", "li@r:resource b"}},
      {"the Channel Definition Format",
       "<CHANNEL BASE='http://h/' HREF='a'><ABSTRACT>&lt;a href='b'></ABSTRACT><Item Href='c'/><LOGO "
       "HREF='d'/></CHANNEL>",
       {"CHANNEL@BASE http://h/", "CHANNEL@HREF a @1", "ABSTRACT/a@href b @1", "Item@Href c @1",
        "LOGO@HREF d @1"}},
      {"sitemaps of images and videos",
       "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns:i='http://www.google.com/schemas/"
       "sitemap-image/1.1' "
       "xmlns:v='http://www.google.com/schemas/sitemap-video/1.1'><url><loc>a</loc><i:image><i:loc>b"
       "</i:loc></i:image><v:video><v:thumbnail_loc>c</v:thumbnail_loc><v:content_loc>d</"
       "v:content_loc><v:player_loc>e"
       "</v:player_loc></v:video></url></urlset>",
       {"loc a", "loc b", "thumbnail_loc c", "content_loc d", "player_loc e"}},
      {"DocBook",
       "<para><ulink url='a'/><imagedata fileref='b'/></para>",
       {"ulink@url a", "imagedata@fileref b"}},
      {"XInclude",
       "<x><i:include xmlns:i='http://www.w3.org/2001/XInclude' href='a'/></x>",
       {"include@href a"}},
  });
  const Collector found =
      collect(atom + "<content mode='base64'>PGEgaHJlZj0iYSI+</content></feed>", "application/xml");
  REQUIRE(found.rows.size() == 1);
  CHECK(found.rows[0].raw == "PGEgaHJlZj0iYSI+");
}

TEST_CASE("SVG: values that an animation gives a link", "[xml]") {
  const std::string svg = std::string("<svg xmlns='http://www.w3.org/2000/svg'") + kXLink + "><a href='a'>";
  check(
      {
          {"a list",
           svg + "<animate attributeName='href' values='b; c ;d' from='e' to='f' by='g'/></a></svg>",
           {"a@href a", "animate@values b", "animate@values c", "animate@values d", "animate@from e",
            "animate@to f", "animate@by g"}},
          {"one value", svg + "<set attributeName='xlink:href' to='b'/></a></svg>", {"a@href a", "set@to b"}},
          {"of other attributes they are none",
           svg + "<animate attributeName='fill' values='red;blue'/><set to='b'/><x attributeName='href' "
                 "to='c'/></a></svg>",
           {"a@href a"}},
      },
      "image/svg+xml");
  const Collector html =
      collect("<svg><a><set attributeName=href to='http://h/'></set></a></svg>", "text/html");
  REQUIRE(html.rows.size() == 1);
  CHECK(line(html, 0) == "set@to http://h/");
}

TEST_CASE("XML: elements in entities, and defaults of attributes", "[xml]") {
  struct Added {
    const char* why;
    std::string xml;
    std::vector<std::string> rows;  // "context reference raw"
  };
  const auto doctype = [](std::string_view declarations) {
    return "<!DOCTYPE x [" + std::string(declarations) + "]>";
  };
  const std::vector<Added> cases = {
      {"an element in an entity",
       doctype("<!ENTITY e '<a href=\"b\">c</a>'>") + "<x><y href='a'/>&e;<y href='d'/></x>",
       {"y@href a a", "a@href b &e;", "y@href d d"}},
      {"twice",
       doctype("<!ENTITY e '<a href=\"b\"/>'>") + "<x>&e; &e;</x>",
       {"a@href b &e;", "a@href b &e;"}},
      {"in each other",
       doctype("<!ENTITY e '<p>&f;</p>'><!ENTITY f '<a href=\"b\"/>'>") + "<x>&e;</x>",
       {"a@href b &e;"}},
      {"markup by number", doctype("<!ENTITY e \"&#60;a href='b'/>\">") + "<x>&e;</x>", {"a@href b &e;"}},
      {"a number that is written twice over is text",
       doctype("<!ENTITY e \"&#38;#60;a href='b'/>\">") + "<x>&e;</x>",
       {}},
      {"an entity in an attribute in an entity",
       doctype("<!ENTITY u 'b'><!ENTITY e '<a href=\"&u;\"/>'>") + "<x>&e;</x>",
       {"a@href b &e;"}},
      {"elements that do not end in the entity",
       doctype("<!ENTITY e '<a href=\"b\">'>") + "<x>&e;</a></x>",
       {}},
      {"an entity in itself", doctype("<!ENTITY e '<a href=\"b\"/>&e;'>") + "<x>&e;</x>", {}},
      {"an external one", doctype("<!ENTITY e SYSTEM 'b'>") + "<x>&e;</x>", {}},
      {"in CDATA and comments there are none",
       doctype("<!ENTITY e '<a href=\"b\"/>'>") + "<x><![CDATA[&e;]]><!--&e;--></x>",
       {}},
      {"declared by a parameter entity",
       doctype("<!ENTITY % p '<!ENTITY e \"<a href=&#39;b&#39;/>\">'>%p;") + "<x>&e;</x>",
       {"a@href b &e;"}},
      {"what follows a parameter entity that is not read",
       doctype("<!ENTITY % p SYSTEM 'p'>%p;<!ENTITY e '<a href=\"b\"/>'>") + "<x>&e;</x>",
       {}},
      {"a default",
       doctype("<!ATTLIST y href CDATA 'b'>") + "<x><y/><y href='c'/></x>",
       {"y@href b <y", "y@href c c"}},
      {"fixed, beside others",
       doctype("<!ATTLIST y z (a|b) #IMPLIED k NMTOKEN #REQUIRED href CDATA #FIXED \"b\" src CDATA 'c'>") +
           "<x><y src='d'/></x>",
       {"y@href b <y", "y@src d d"}},
      {"the first declaration counts",
       doctype("<!ATTLIST y href CDATA 'b'><!ATTLIST y href CDATA 'c'>") + "<x><y/></x>",
       {"y@href b <y"}},
      {"without a default there is none", doctype("<!ATTLIST y href CDATA #IMPLIED>") + "<x><y/></x>", {}},
      {"a namespace",
       doctype("<!ATTLIST x xmlns:l CDATA #FIXED 'http://www.w3.org/1999/xlink'>") + "<x><y l:href='b'/></x>",
       {"y@l:href b b"}},
      {"a default in an entity",
       doctype("<!ENTITY e '<y/>'><!ATTLIST y href CDATA 'b'>") + "<x>&e;</x>",
       {"y@href b &e;"}},
      {"text of a feed",
       doctype("<!ENTITY e 'h'>") + "<rss><link>http://&e;/</link></rss>",
       {"link http://h/ http://&e;/"}},
  };
  for (const Added& c : cases) {
    INFO(c.why << "\n" << c.xml);
    const Collector found = collect(c.xml, "application/xml");
    std::vector<std::string> rows;
    for (const auto& row : found.rows) rows.push_back(row.context + " " + row.reference + " " + row.raw);
    CHECK(rows == c.rows);
  }
  check({{"a base by default",
          "<!DOCTYPE x [<!ATTLIST x xml:base CDATA 'http://h/'>]><x><y href='a'/></x>",
          {"x@xml:base http://h/", "y@href a @1"}}});
  const Collector latin =
      collect("<!DOCTYPE x [<!ENTITY e '<a href=\"\xE9\"/>'>]><x>&e;</x>", "application/xml", "iso-8859-1");
  REQUIRE(latin.rows.size() == 1);
  CHECK(latin.rows[0].reference == "\xC3\xA9");
}

TEST_CASE("XML: a base in an entity, or of a default", "[xml]") {
  const BaseCase cases[] = {
      {"<!DOCTYPE x [<!ENTITY b '<h:base href=\"http://a/\"/>'>]><x "
       "xmlns:h='http://www.w3.org/1999/xhtml'>&b;</x>",
       "http://a/", "an element"},
      {"<!DOCTYPE x [<!ATTLIST base xmlns CDATA #FIXED 'http://www.w3.org/1999/xhtml' href CDATA "
       "'http://a/'>]><x><base/></x>",
       "http://a/", "attributes"},
  };
  for (const BaseCase& c : cases) {
    const mimebase::charset::Charset charset("utf-8");
    std::string buffer;
    const auto base = finder_for("image/svg+xml")->declared_base({c.document, charset}, buffer);
    CAPTURE(c.why);
    REQUIRE(base);
    CHECK(base->reference == c.base);
  }
}

TEST_CASE("XML: spans cut out what was written", "[xml]") {
  struct Cut {
    const char* why;
    const char* xml;
    std::vector<std::string> raw;
  };
  const std::vector<Cut> cuts = {
      {"texts",
       "<rss><link> a&amp;b </link><link><![CDATA[ c ]]></link><link>d<!-- -->e</link></rss>",
       {"a&amp;b", "c", "d<!-- -->e"}},
      {"escaped HTML",
       "<rss><description>x &lt;a href=\"u&amp;amp;v\">&lt;img src=w></description></rss>",
       {"u&amp;amp;v", "w"}},
      {"CSS in a value",
       "<svg><g style='a:url(&#117;/v)'/><style>x{y:url('&amp;')}</style></svg>",
       {"&#117;/v", "&amp;"}},
      {"lists", "<html><a ping='a&#32;b'/><img srcset='&#99; 1x,d'/></html>", {"a", "b", "&#99;", "d"}},
      {"pairs",
       "<x xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:schemaLocation='n&#110; &#97;'/>",
       {"&#97;"}},
      {"in nested documents",
       "<html><iframe srcdoc='&lt;p>&lt;a href=\"&amp;amp;\">'/><iframe srcdoc='&lt;a "
       "href=&apos;u&apos;>'/></html>",
       {"&amp;amp;", "u"}},
  };
  for (const Cut& c : cuts) {
    INFO(c.why);
    std::vector<std::string> raw;
    for (const auto& row : collect(c.xml, "application/xml").rows) raw.push_back(row.raw);
    CHECK(raw == c.raw);
  }
}

TEST_CASE("XML: what is not well-formed is read as HTML from there on, once", "[xml]") {
  check({
      {"an ampersand",
       "<x><y href='a'/><a href='b?c=1&d=2'/><a href='e'/></x>",
       {"y@href a", "a@href b?c=1&d=2", "a@href e"}},
      {"no XML at all", "<p><a href=b>", {"a@href b"}},
      {"no markup", "text <a href='b'/>", {"a@href b"}},
      {"a wrong end tag", "<x><y><a href='a'/></x><a href='b'>", {"a@href a", "a@href b"}},
      {"an end tag too many", "<x/></x><a href='b'>", {"a@href b"}},
      {"a second root", "<a href='a'/><a href='b'/>", {"a@href a", "a@href b"}},
      {"text behind the root", "<a href='a'/>x<a href='b'/>", {"a@href a", "a@href b"}},
      {"the rest of a tag is not lost", "<x><a href='a' title=x><a href='b'/></x>", {"a@href a", "a@href b"}},
      {"two attributes of one name", "<x><a href='a' href='b'/></x>", {"a@href a"}},
      {"a comment that does not end", "<x href='a'><!-- <a href='b'>", {"x@href a", "a@href b in comment"}},
      {"a number of a surrogate", "<x><a href='&#xD800;'/><a href='b'></x>", {"a@href \uFFFD", "a@href b"}},
      {"a number beyond the last character",
       "<x><a href='&#x110000;'/><a href='b'></x>",
       {"a@href \uFFFD", "a@href b"}},
      {"a value without quotes", "<x><a href=u /><a href='b'/></x>", {"a@href u", "a@href b"}},
      {"an unknown entity", "<x><a href='a&what;'/></x>", {"a@href a&what;"}},
      {"an entity that holds itself",
       "<!DOCTYPE x [<!ENTITY e '&f;'><!ENTITY f '&e;'>]><x><a href='&e;'/></x>",
       {"a@href &e;"}},
      {"markup in an attribute", "<!DOCTYPE x [<!ENTITY e '&#60;'>]><x><a href='&e;'/></x>", {"a@href &e;"}},
      {"a NUL", std::string("<x><y href='a'/>\0<a href='b'/></x>", 34), {"y@href a", "a@href b"}},
      {"a break inside of a script is none in HTML",
       "<html><script>if (a < b) w('&lt;a href=\"no\">')</script><a href='c'/></html>",
       {"a@href c"}},
      {"nor is an end tag there",
       "<html><script>w('</html>' + '<a href=no>')</script><a href='c'/></html>",
       {"a@href c"}},
      {"and inside of a style sheet",
       "<html><style>a{b:url(c)} & d{e:url(f)}</style><a href='g'/></html>",
       {"style/css:url c", "style/css:url f", "a@href g"}},
      {"it ends", "<x><a href='a'/><y>", {"a@href a"}},
      {"in the middle of a tag", "<x><a href='a'/><a href='b", {"a@href a"}},
      {"an XML declaration in the middle", "<x><?xml version='1.0'?><a href='b'></x>", {"a@href b"}},
      {"a document type in the middle", "<x><!DOCTYPE x><a href='b'></x>", {"a@href b"}},
      {"a malformed DTD", "<!DOCTYPE x [<!ENTITY e '%'>]><x><a href='b'/></x>", {"a@href b"}},
      {"empty", "", {}},
      {"white space", " \n", {}},
  });
}
