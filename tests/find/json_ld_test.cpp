// URLs in JSON-LD: in parts of their own, and in scripts of HTML.
#include "find/json/finder.h"

#include <random>
#include <string>
#include <vector>

#include "catch.h"
#include "html_collect.h"

namespace json_ld_test {

using namespace mimebase;
using mimebase::find::test::collect;
using mimebase::find::test::Row;

struct Case {
  std::string_view json;
  std::vector<std::string> expected;  // references, with the bytes of the span in <> if they differ
  std::string_view why;
};

std::vector<std::string> lines(const find::test::Collector& collected) {
  std::vector<std::string> out;
  for (const Row& row : collected.rows) {
    CHECK(row.context == "ld+json");
    out.push_back(row.reference + (row.raw == row.reference ? "" : " <" + row.raw + ">"));
  }
  return out;
}

const std::vector<Case> kCases = {
    {R"({"x": "http://a.example/"})", {"http://a.example/"}, "an absolute URL under any key"},
    {R"({"x": "ftp://a.example/", "y": "see http://a.example/", "z": "http://"})", {}, "other strings"},
    {R"({"x": "HTTPS://a.example"})", {"HTTPS://a.example"}, "a scheme in capitals"},
    {R"({"http://a.example/k": 1})", {}, "a key"},
    {R"({"url": "/a/b", "name": "/a/c"})", {"/a/b"}, "a relative value, only of keys for URLs"},
    {R"({"@id": "#x", "image": "a.png", "logo": "//h/l.png", "sameAs": "x", "target": "t?q"})",
     {"#x", "a.png", "//h/l.png", "x", "t?q"},
     "keys for URLs"},
    {R"({"@id": "_:b0", "image": "a picture", "url": ""})", {}, "no URLs"},
    {R"({"sameAs": ["http://a.example/", "b", {"name": "c", "url": "d"}, ["e"]], "name": ["f"]})",
     {"http://a.example/", "b", "d", "e"},
     "arrays"},
    {R"({"image": {"name": "a", "url": "b"}, "name": "c", "url": "d"})", {"b", "d"}, "objects"},
    {R"({"url": null, "name": "a"})", {}, "a value that is no string"},
    {R"({"url": "http:\/\/a.example\/b"})", {R"(http://a.example/b <http:\/\/a.example\/b>)"}, "slashes"},
    {R"({"url": "http://a.example/?\u0061\u003d\u00fc"})",
     {R"(http://a.example/?a=ü <http://a.example/?\u0061\u003d\u00fc>)"},
     "numbers"},
    {R"({"url": "http://a.example/\ud83d\ude00"})",
     {"http://a.example/\xF0\x9F\x98\x80 <http://a.example/\\ud83d\\ude00>"},
     "a pair"},
    {R"({"url": "http://a.example/\ud83dx\ude00"})",
     {"http://a.example/\xEF\xBF\xBDx\xEF\xBF\xBD <http://a.example/\\ud83dx\\ude00>"},
     "no pair"},
    {R"({"url": "a\"b\\c"})", {R"(a"b\c <a\"b\\c>)"}, "quotes and backslashes"},
    {R"({"url": " http://a.example/ "})", {"http://a.example/"}, "spaces around"},
    {R"([{"url": "a"}, {"url": "b"}])", {"a", "b"}, "an array of documents"},
    {R"("http://a.example/")", {"http://a.example/"}, "only a string"},
    {R"({"url": "a",, "url": "b"] "c": "http://d.example/"})", {"a", "b", "http://d.example/"}, "malformed"},
    {R"({"url": "http://a.example/)", {}, "a string that is not closed"},
    {R"({"url": "\)", {}, "a backslash at the end"},
    {R"(]]}}"http://a.example/")", {"http://a.example/"}, "closed without being open"},
    {"", {}, "nothing"},
};

// JSON-LD 1.1 sections 4.1.6 (aliases), 4.1.8 (scoped contexts) and 4.2.3 (type coercion).
const std::vector<Case> kTermCases = {
    {R"({"@context": {"id": "@id"}, "id": "a"})", {"a"}, "an alias of @id"},
    {R"({"@context": {"id": {"@id": "@id"}}, "id": "a"})", {"a"}, "an alias, in long"},
    {R"({"id": "a", "@context": {"id": "@id"}})", {"a"}, "a context behind the key"},
    {R"({"@context": {"t": {"@type": "@id"}, "u": {"@type": "@vocab"}}, "t": "a", "u": "b"})",
     {"a"},
     "a type"},
    {R"({"@context": {"t": {"@type": "@id"}}, "t": ["a", {"x": "b"}, "c"], "x": "d"})", {"a", "c"}, "items"},
    {R"({"@context": {"t": {"@type": "@id"}}, "t": {"@list": ["a", {"x": "b"}, {"@list": ["c"]}]}})",
     {"a", "c"},
     "a list"},
    {R"({"url": [{"@set": "a"}, {"@value": "b"}], "x": {"@list": ["c"]}})", {"a"}, "a set"},
    {R"({"@context": {"@vocab": "v#", "url": "a", "n": {"@id": "b", "@type": "c"}, "@base": "d"}, "url": "@e"})",
     {"d", "@e"},
     "names in a context, which a vocabulary completes"},
    {R"({"@context": ["x", {"t": {"@type": "@id"}}], "t": "a"})", {"a"}, "an array of contexts"},
    {R"([{"@context": {"t": {"@type": "@id"}}, "t": "a"}, {"t": "b"}])", {"a"}, "no longer than its object"},
    {R"({"@context": {"t": {"@type": "@id"}}, "x": {"y": {"t": "a"}}})",
     {"a"},
     "all that is inside its object"},
    {R"({"@context": {"t": {"@type": "@id"}}, "x": {"@context": {"t": "v"}, "t": "a"}, "t": "b"})",
     {"b"},
     "hidden"},
    {R"({"x": {"@context": {"t": null}, "t": "a"}, "t": "b", "@context": {"t": {"@type": "@id"}}})",
     {"b"},
     "hidden before"},
    {R"({"@context": {"t": {"@type": "@id"}}, "x": {"@context": null, "t": "a"}, "t": "b"})", {"b"}, "ended"},
    {R"({"@context": {"t": {"@type": "@id"}}, "x": {"@context": [null, {"t": {"@type": "@id"}}], "t": "a"}})",
     {"a"},
     "ended, and defined again"},
    {R"({"@context": {"t": {"@type": "@id", "@context": {"u": {"@type": "@id"}}}}, "t": {"u": "a"}})",
     {},
     "of a context in a definition, only bases are read"},
    {R"({"@context": {"": "@id", "@t": {"@type": "@id"}}, "": "a", "@t": "b"})", {}, "no names of terms"},
    {R"({"@context": {"t": {"@type": "@id"}, "u": "t"}, "u": "a"})",
     {},
     "a term that is only the name of another"},
    {R"({"t": "a", "x": {"@context": {"t": {"@type": "@id"}}}})", {}, "a context elsewhere"},
};

TEST_CASE("JSON-LD: values that are URLs", "[json]") {
  for (const std::vector<Case>* cases : {&kCases, &kTermCases}) {
    for (const Case& c : *cases) {
      CAPTURE(c.json, c.why);
      CHECK(lines(collect(std::string(c.json), "application/ld+json")) == c.expected);
      const std::string html = "<script type='application/ld+json'>" + std::string(c.json) + "</script>";
      CHECK(lines(collect(html, "text/html")) == c.expected);
    }
  }
}

TEST_CASE("JSON-LD: limits of terms", "[json]") {
  const auto hit = [](std::string_view json, auto lower) {
    const charset::Charset utf8("utf-8");
    Limits limits;
    lower(limits);
    find::test::Collector collector(json);
    find::find_in_json_ld({json, utf8, limits}, collector);
    return std::pair(collector.limits_hit, lines(collector));
  };
  using Hit = std::pair<std::set<find::FindLimit>, std::vector<std::string>>;
  const std::string_view terms =
      R"({"@context": {"t": {"@type": "@id"}, "u": {"@type": "@id"}}, "t": "a", "u": "b"})";
  CHECK(hit(terms, [](Limits& l) { l.document_objects = 2; }) == Hit{{}, {"a", "b"}});
  CHECK(hit(terms, [](Limits& l) { l.document_objects = 1; }) ==
        Hit{{find::FindLimit::kDocumentObjects}, {"a"}});
  const std::string_view bases =
      R"({"@context": {"t": {"@id": "http://v/", "@context": {"@base": "http://b/"}}}, "t": [{}, {}]})";
  const std::vector<std::string> found = {"http://v/", "http://b/"};
  CHECK(hit(bases, [](Limits& l) { l.xml_base_bytes = 256 + 9; }) == Hit{{}, found});
  CHECK(hit(bases, [](Limits& l) { l.xml_base_bytes = 256 + 8; }) ==
        Hit{{find::FindLimit::kXmlBases}, found});
  // A base costs those around it too, as it is resolved against them: 2 + 256 + 3 bytes.
  const std::string_view nested =
      R"({"@context": {"@base": "a/", "t": {"@context": {"@base": "bc/"}}}, "t": [{}, {"t": 1}]})";
  CHECK(hit(nested, [](Limits& l) { l.xml_base_bytes = 261; }).first.empty());
  CHECK(hit(nested, [](Limits& l) { l.xml_base_bytes = 260; }).first == std::set{find::FindLimit::kXmlBases});
}

TEST_CASE("JSON-LD: which scripts are", "[json]") {
  const std::string json = R"({"url":"//a.example/"})";
  const auto count = [&](const std::string& tag) {
    return collect("<" + tag + ">" + json + "</script><p>http://b.example/</p>", "text/html").rows.size();
  };
  CHECK(count("script type=application/ld+json") == 2);
  CHECK(count("SCRIPT TYPE=' Application/LD+JSON ; charset=utf-8'") == 2);
  CHECK(count("script") == 1);
  CHECK(count("script type=application/json") == 1);
  CHECK(count("script type=text/javascript") == 1);
  CHECK(count("script data-type=application/ld+json") == 1);
  const auto hidden =
      collect("<template><script type=application/ld+json>" + json + "</script></template>", "text/html");
  REQUIRE(hidden.rows.size() == 1);
  CHECK(hidden.rows[0].hidden == find::Hidden::kTemplate);
}

TEST_CASE("JSON-LD: strings are read as they are written", "[json]") {
  std::mt19937 random(3);
  const std::string_view kPieces[] = {"http://a/",        "\"", "\\", "<",    "/", "ü",
                                      "\xF0\x9F\x98\x80", "€",  "\n", "\x01", "x"};
  const auto is_ascii = [](char32_t code_point) { return code_point < 0x80; };
  for (int i = 0; i < 5000; ++i) {
    std::string text;
    for (int pieces = 0; pieces < 8; ++pieces) text += kPieces[random() % std::size(kPieces)];
    for (const find::CanEncode& can_encode : {find::CanEncode(), find::CanEncode(is_ascii)}) {
      const auto written = find::write_quoted(find::Quoting::kJson, text, can_encode);
      REQUIRE(written);
      CAPTURE(text, *written);
      CHECK(written->find('<') == std::string::npos);
      CHECK(find::read_quoted(find::Quoting::kJson, *written) == text);
    }
  }
}

TEST_CASE("JSON-LD: hostile bytes", "[json]") {
  constexpr std::size_t kBytes = std::size_t{1} << 20;
  for (const std::string_view unit :
       {"[", "{", "{\"url\":", "\"", "\\", "\"\\", "[\"http://a/\",", "}", "\\u", "\"\\ud800", "{\"\":{",
        "{\"@context\":{\"t\":{\"@type\":\"@id\",\"@context\":{\"@base\":\"a/\"}}},\"t\":",
        "{\"@context\":null,\"t\":[", "{\"@context\":{\"t\":\"@id\",\"t\":null},\"t\":\"a\"},"}) {
    CAPTURE(unit);
    std::string text;
    while (text.size() < kBytes) text += unit;
    CHECK(collect(text, "application/ld+json").rows.size() <= kBytes);
  }
}

}  // namespace json_ld_test
