// Hostile XML: entities that expand exponentially or refer to external files, and extreme sizes.
#include <fstream>
#include <string>

#include "catch.h"
#include "html_collect.h"
#include "text_recorder.h"

namespace {

using namespace mimebase::find;
using mimebase::find::test::collect;
using mimebase::find::test::Collector;
using mimebase::test::repeated;

// Counts findings and checks their spans.
class Counter : public Sink {
 public:
  explicit Counter(std::size_t content_bytes) : content_bytes_(content_bytes) {}
  void found(const Found& found) override {
    ++rows;
    reference_bytes += found.reference.size();
    sound = sound && found.span.start <= found.span.end && found.span.end <= content_bytes_ &&
            found.span.start >= last_ && found.scope <= scopes;
    last_ = found.span.start;
  }
  ScopeId open_scope(ScopeId parent, const Declaration& declaration) override {
    sound = sound && parent <= scopes && declaration.span.end <= content_bytes_;
    return ++scopes;
  }
  void limit_hit(FindLimit limit) override { limit_hit_ = limit_hit_ || limit == FindLimit::kXmlEntities; }

  std::size_t rows = 0;
  std::size_t reference_bytes = 0;
  int scopes = 0;
  bool sound = true;
  bool limit_hit_ = false;

 private:
  std::size_t content_bytes_;
  std::size_t last_ = 0;
};

Counter count(std::string_view xml, std::string_view media_type = "application/xml") {
  const mimebase::charset::Charset charset("utf-8");
  Counter counter(xml.size());
  finder_for(media_type)->find({xml, charset}, counter);
  CHECK(counter.sound);
  return counter;
}

// Declares entities e0 to e<levels - 1>, each of which repeats the next one `times` times; the last one is
// `last`.
std::string entity_tower(int levels, std::size_t times, const std::string& last) {
  std::string dtd = "<!DOCTYPE x [";
  for (int i = 0; i < levels; ++i) {
    const std::string inner = i + 1 < levels ? repeated("&e" + std::to_string(i + 1) + ";",
                                                        times * (3 + std::to_string(i + 1).size()))
                                             : last;
    dtd += "<!ENTITY e" + std::to_string(i) + " '" + inner + "'>";
  }
  return dtd + "]>";
}

}  // namespace

TEST_CASE("XML: entities that explode are not expanded", "[xml]") {
  struct Bomb {
    const char* why;
    std::string dtd;
  };
  const Bomb bombs[] = {
      {"a billion laughs", entity_tower(10, 10, "lol")},
      {"a billion silences", entity_tower(10, 10, "")},
      {"quadratic blowup", entity_tower(2, 2000, std::string(2000, 'x'))},
      {"a tower that is too high", entity_tower(11, 1, "x")},
      {"a tower that is much too high", entity_tower(30000, 1, "x")},
  };
  for (const Bomb& bomb : bombs) {
    INFO(bomb.why);
    // The tag that uses the entity, and all that follows, is read as HTML, so the reference stays as written.
    const Collector found =
        collect(bomb.dtd + "<x><y href='a'/><z href='&e0;'/><y href='b'/></x>", "text/xml");
    REQUIRE(found.rows.size() == 3);
    CHECK(found.rows[0].reference == "a");
    CHECK(found.rows[1].reference == "&e0;");
    CHECK(found.rows[2].reference == "b");
    // In text it has no effect.
    CHECK(collect(bomb.dtd + "<rss><link>&e0;</link></rss>", "text/xml").rows.empty());
  }
  // Declarations of more bytes than entities may have are not read, and may declare anything.
  const Collector unread = collect(entity_tower(100000, 1, "x") + "<rss><link>&e0;</link></rss>", "text/xml");
  REQUIRE(unread.rows.size() == 1);
  CHECK(unread.rows[0].reference == "&e0;");
  const Collector ten = collect(entity_tower(10, 1, "u") + "<x href='&e0;'/>", "text/xml");
  REQUIRE(ten.rows.size() == 1);
  CHECK(ten.rows[0].reference == "u");
}

TEST_CASE("XML: the limit of entities is one for the document", "[xml]") {
  const std::string dtd = "<!DOCTYPE rss [<!ENTITY e '" + std::string(100000, 'x') + "'>]>";
  const Counter attributes = count(dtd + "<rss>" + repeated("<a href='&e;'/>", 15 * 100) + "</rss>");
  CHECK(attributes.rows == 100);
  CHECK(attributes.reference_bytes == 10 * 100000 + 90 * 3);
  const Counter texts = count(dtd + "<rss>" + repeated("<link>&e;</link>", 16 * 100) + "</rss>");
  CHECK(texts.rows == 10);
  CHECK(texts.reference_bytes == 10 * 100000);
}

TEST_CASE("XML: an order of declarations cannot raise the limit of levels", "[xml]") {
  // e5 is measured first, in the prolog. e0 still has its full height then.
  const std::string dtd = entity_tower(12, 1, "x");
  const Collector found = collect(dtd + "<x><y href='&e5;'/><y href='&e0;'/></x>", "text/xml");
  REQUIRE(found.rows.size() == 2);
  CHECK(found.rows[0].reference == "x");
  CHECK(found.rows[1].reference == "&e0;");
}

TEST_CASE("XML: what entities and defaults add is bounded, and beyond it nothing else is lost", "[xml]") {
  const std::string laughs =
      entity_tower(10, 10, "<a href=\"x\"/>") + "<x><y href='a'/>&e0;<y href='b'/></x>";
  const std::string high = entity_tower(11, 1, "<a href=\"x\"/>") + "<x><y href='a'/>&e0;<y href='b'/></x>";
  const std::string defaults = "<!DOCTYPE x [<!ATTLIST y src CDATA '" + std::string(100000, 'x') + "'>]><x>" +
                               repeated("<y href='a'/>", 13 * 1000) + "</x>";
  const std::string parameters = "<!DOCTYPE x [<!ENTITY % p '" + std::string(100000, ' ') + "'>" +
                                 repeated("%p;", 3 * 1000) + "]><x><y href='a'/></x>";
  for (const std::string& xml : {laughs, high, defaults, parameters}) {
    const Counter found = count(xml);
    CHECK(found.limit_hit_);
    CHECK(found.reference_bytes < 3 << 20);
  }
  CHECK(count(high).rows >= 2);
  CHECK(count(defaults).rows == 1000 + 10);
  CHECK(count(parameters).rows == 1);
}

TEST_CASE("XML: nothing outside of the content is read", "[xml]") {
  for (const std::string file : {"file:///etc/passwd", "/etc/passwd", "http://127.0.0.1/x"}) {
    const std::string external = "<!DOCTYPE rss [<!ENTITY e SYSTEM '" + file + "'>]>";
    CHECK(collect(external + "<rss><link>&e;</link></rss>", "text/xml").rows.empty());
    const Collector attribute = collect(external + "<x href='&e;'/>", "text/xml");
    REQUIRE(attribute.rows.size() == 1);
    CHECK(attribute.rows[0].reference == "&e;");
    const std::string parameter = "<!DOCTYPE rss [<!ENTITY % p SYSTEM '" + file + "'> %p; <!ENTITY e 'x'>]>";
    const Collector behind = collect(parameter + "<x href='&e;'/>", "text/xml");
    REQUIRE(behind.rows.size() == 1);
    CHECK(behind.rows[0].reference == "&e;");
  }
}

TEST_CASE("XML: a declared entity of HTML's name that holds itself", "[xml]") {
  const std::string dtd = "<!DOCTYPE x [<!ENTITY nbsp '&nbsp;&nbsp;'>]><?xml-stylesheet href='&nbsp;'?>";
  CHECK(collect(dtd + "<rss><link>&nbsp;</link></rss>", "text/xml").rows.empty());
  CHECK(collect("<?xml-stylesheet href='a&b'?><x/>", "text/xml").rows.empty());
}

TEST_CASE("XML: huge and deep", "[xml]") {
  constexpr std::size_t kBytes = std::size_t{2} << 20;
  struct Huge {
    const char* why;
    std::string xml;
    std::size_t rows;
  };
  const Huge documents[] = {
      {"nesting", repeated("<a>", kBytes), 0},
      {"nesting with references", repeated("<x href='u'>", 12 * 100000), 100000},
      {"anchors in raw text that never ends", "<html>" + repeated("<a href='u'><xmp>", 17 * 100000),
       4096 / 2},
      {"anchors without text", "<svg>" + repeated("<p:a href='u'/>", 15 * 100000) + "</svg>", 100000},
      {"unclosed start tags", repeated("<a ", kBytes), 0},
      {"unclosed values", repeated("<a b=\"", kBytes), 0},
      {"unclosed comments", repeated("<!--", kBytes), 0},
      {"unclosed instructions", repeated("<?x ", kBytes), 0},
      {"unclosed CDATA", "<x>" + repeated("<![CDATA[", kBytes), 0},
      {"unclosed document types", repeated("<!DOCTYPE x [ ' ", kBytes), 0},
      {"unclosed style sheets", repeated("<style>", kBytes), 0},
      {"NULs", std::string(kBytes, '\0'), 0},
      {"NULs in the document", "<x>" + std::string(kBytes, '\0') + "</x>", 0},
      {"a text", "<rss><link>" + std::string(kBytes, 'x') + "</link></rss>", 1},
      {"white space in a text", "<rss><link>" + std::string(kBytes, ' ') + "</link></rss>", 0},
      {"a value", "<x href='" + std::string(kBytes, 'x') + "'/>", 1},
      {"a name", "<" + std::string(kBytes, 'x') + " href='u'/>", 1},
      {"comments", "<html>" + repeated("<!--x-->", kBytes / 4) + "</html>", 0},
      {"ampersands", "<x>" + repeated("&", kBytes), 0},
      {"references", "<x href='" + repeated("&amp;", kBytes) + "'/>", 1},
      {"declarations", "<!DOCTYPE x [" + repeated("<!ENTITY e 'x'>", kBytes) + "]><x href='&e;'/>", 1},
  };
  for (const Huge& huge : documents) {
    INFO(huge.why);
    if (huge.rows == 4096 / 2) {
      // Beyond the depth limit the rest is read as HTML, in which all of it is raw text.
      CHECK(count(huge.xml).rows >= huge.rows - 1);
    } else {
      CHECK(count(huge.xml).rows == huge.rows);
    }
  }
}

TEST_CASE("XML: many attributes, prefixes and bases", "[xml]") {
  std::string attributes = "<x";
  std::string prefixes = "<x";
  std::string elements;
  std::string links = "<a xmlns='http://www.w3.org/1999/xhtml'";
  for (int i = 0; i < 100000; ++i) {
    const std::string n = std::to_string(i);
    attributes += " a" + n + "='u'";
    prefixes += " xmlns:p" + n + "='http://www.w3.org/1999/xlink'";
    elements += "<p" + n + ":y p" + n + ":href='u'/>";
    if (i < 10000) links += " xmlns:p" + n + "='http://www.w3.org/1999/xlink' p" + n + ":href='u'";
  }
  CHECK(count(attributes + " href='u'/>").rows == 1);
  CHECK(count(attributes + " href='u' a5=''/>").rows == 1);
  CHECK(count(prefixes + ">" + elements + "</x>").rows == 100000);
  CHECK(count(links + ">" + repeated("<b/>", 400000) + "</a>").rows == 10000);
  const Counter siblings = count("<x>" + repeated("<y xml:base='b/' href='u'/>", 27 * 50000) + "</x>");
  CHECK(siblings.rows == 100000);
  CHECK(siblings.scopes == 50000);
}

TEST_CASE("XML: bases in bases are bounded by what a resolver would hold", "[xml]") {
  const std::string long_base = "<x xml:base='" + std::string(100000, 'x') + "'>";
  const Counter found = count(repeated(long_base, long_base.size() * 200));
  // The sum over all levels is at most 64 MiB: 1 + 2 + ... + 36 times 100,000.
  CHECK(found.scopes == 36);
  CHECK(count("<x xml:base='" + std::string(1 << 20, 'x') + "'>" + repeated("<y xml:base='b/'/>", 18 * 1000))
            .scopes == 63);
}
