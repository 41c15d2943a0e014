// The layers of RFC 1808 section 3: which one applies, which are overridden, and what declarations are
// resolved against.
#include "base/layers.h"

#include "catch.h"

using namespace mimebase;

namespace layers_test {

base::Layers make_layers(std::vector<BaseBy> headers = {BaseBy::kBaseHeader, BaseBy::kContentBase,
                                                        BaseBy::kContentLocation},
                         RuleSet rules = RuleSet::kRfc1808) {
  return base::Layers({rules, std::move(headers)});
}

struct HeaderField {
  BaseBy by;
  const char* value;
};

void add(base::Layers& layers, int around, const std::vector<HeaderField>& fields) {
  layers.add_entity(around);
  for (std::size_t f = 0; f < fields.size(); ++f) layers.add_field(fields[f].by, fields[f].value, {}, f);
  layers.settle();
}

std::vector<std::string> states(const base::Layers& layers, int entity) {
  std::vector<std::string> out;
  for (const auto& link : layers.chain(entity, {})) {
    out.push_back(std::string(name_of(link.candidate.section)) + ' ' +
                  std::string(name_of(link.candidate.by)) + ' ' + std::string(name_of(link.candidate.state)));
  }
  return out;
}

constexpr auto kBase = BaseBy::kBaseHeader;
constexpr auto kContentBase = BaseBy::kContentBase;
constexpr auto kLocation = BaseBy::kContentLocation;

TEST_CASE("the innermost usable layer wins, and the chain keeps the others") {
  base::Layers layers = make_layers();
  layers.start_message("http://retrieved/");
  add(layers, -1, {{kContentBase, "http://outer/"}});
  add(layers, 0, {{kLocation, "http://location/"}, {kBase, "<URL:http://own/>"}});
  CHECK(layers.base_for(1).url == "http://own/");
  CHECK(layers.base_for(1).definer == 1);
  CHECK(states(layers, 1) ==
        std::vector<std::string>{"3.1 base-header effective", "3.1 content-location overridden",
                                 "3.2 content-base overridden", "3.3 retrieval-url overridden"});
}

TEST_CASE("of the fields that say where a message was retrieved from the first usable one counts") {
  base::Layers layers = make_layers();
  layers.start_message({});
  for (const char* value : {" d/e", " mailto:a@b", " <http://h/", " \"http://first/\"", " http://second/"})
    layers.add_snapshot_field(value, 0);
  add(layers, -1, {});
  CHECK(layers.base_for(0).url == "http://first/");
  CHECK(layers.base_for(0).by == BaseBy::kRetrievalUrl);
  CHECK(states(layers, 0) ==
        std::vector<std::string>{"3.3 retrieval-url relative", "3.3 retrieval-url unsuitable",
                                 "3.3 retrieval-url malformed", "3.3 retrieval-url effective",
                                 "3.3 retrieval-url overridden"});
  CHECK_FALSE(layers.has_omitted_snapshots());
  layers.start_message("http://given/");
  CHECK(layers.base_for(-1).url == "http://given/");
  CHECK(layers.retrieval().size() == 1);
}

TEST_CASE("what is not usable is passed over") {
  base::Layers layers = make_layers();
  layers.start_message({});
  add(layers, -1, {{kBase, "http://no-wrapper/"}, {kContentBase, "mailto:a@b"}, {kLocation, "x/y"}});
  CHECK(layers.base_for(0).by == BaseBy::kNone);
  CHECK(states(layers, 0) == std::vector<std::string>{"3.1 base-header malformed",
                                                      "3.1 content-base unsuitable",
                                                      "3.1 content-location relative"});
}

TEST_CASE("a relative Content-Location is resolved against its own heading, else against the entity around") {
  base::Layers layers = make_layers();
  layers.start_message({});
  add(layers, -1, {{kBase, "<URL:http://outer/d/>"}});
  add(layers, 0, {{kLocation, "x"}});
  CHECK(layers.base_for(1).url == "http://outer/d/x");
  add(layers, 0, {{kLocation, "x"}, {kContentBase, "http://own/e/"}});
  CHECK(layers.base_for(2).url == "http://own/e/");
  CHECK(layers.declared(2).back().url == "http://own/e/x");
}

TEST_CASE("an opaque Content-Location is a label: no candidate") {
  base::Layers layers = make_layers();
  layers.start_message({});
  add(layers, -1, {{kLocation, "cid:a@b"}});
  CHECK(layers.chain(0, {}).empty());
  REQUIRE(layers.declared(0).size() == 1);
}

TEST_CASE("--base-headers says which headers count, and in which order") {
  base::Layers layers = make_layers({kLocation, kBase});
  layers.start_message({});
  add(layers, -1, {{kBase, "<URL:http://base/>"}, {kContentBase, "http://cb/"}, {kLocation, "http://cl/"}});
  CHECK(layers.base_for(0).url == "http://cl/");
  CHECK(states(layers, 0) ==
        std::vector<std::string>{"3.1 content-location effective", "3.1 base-header overridden"});
}

TEST_CASE("a base keeps its fragment under RFC 1808 alone") {
  for (const RuleSet rules : {RuleSet::kRfc1808, RuleSet::kDraft05, RuleSet::kRfc3986, RuleSet::kWhatwg}) {
    base::Layers layers = make_layers({kBase}, rules);
    layers.start_message({});
    add(layers, -1, {{kBase, "<URL:http://a/b#f>"}});
    const bool keeps = rules == RuleSet::kRfc1808 || rules == RuleSet::kDraft05;
    CHECK(layers.base_for(0).url == (keeps ? "http://a/b#f" : "http://a/b"));
  }
}

TEST_CASE("a declaration is resolved against the next layer out") {
  base::Layers layers = make_layers();
  layers.start_message("http://retrieved/");
  add(layers, -1, {{kBase, "<URL:http://base/>"}, {kContentBase, "http://cb/"}});
  const auto& declared = layers.declared(0);
  CHECK(layers.enclosing_base(0, declared[0]).url == "http://cb/");
  CHECK(layers.enclosing_base(0, declared[1]).url == "http://retrieved/");
}

TEST_CASE("what is longer than a base may be is passed over, and said to be so") {
  base::Layers layers = make_layers();
  const std::string longest = "http://a/" + std::string(base::Bounds().base_bytes - 9, 'x');
  layers.start_message({});
  add(layers, -1, {{kContentBase, longest.c_str()}, {kLocation, "http://b/"}});
  CHECK(layers.base_for(0).url == longest);
  const std::string longer = longest + 'x';
  add(layers, 0, {{kContentBase, longer.c_str()}, {kLocation, "http://b/"}});
  CHECK(layers.base_for(1).url == "http://b/");
  CHECK(layers.declared(1)[0].too_long);
  CHECK(layers.chain(1, {})[0].candidate.raw.size() < 110);
  // A relative base grows by the enclosing base.
  const std::string relative(100, 'y');
  add(layers, 0, {{kLocation, relative.c_str()}});
  CHECK(layers.declared(2)[0].usable());
  const std::string sub = relative + '/';
  layers.start_message({});
  add(layers, -1, {{kContentBase, (longest.substr(0, longest.size() - 1) + '/').c_str()}});
  add(layers, 0, {{kLocation, sub.c_str()}});
  CHECK(layers.declared(1)[0].too_long);
  CHECK(layers.base_for(1).definer == 0);
}

TEST_CASE("of very many fields that declare a base the first are read, and chains are as long") {
  base::Layers layers = make_layers();
  layers.start_message({}, {.candidates = 3});
  add(layers, -1, {{kBase, "x"}, {kBase, "<URL:http://a/>"}, {kBase, "<URL:http://b/>"}});
  CHECK_FALSE(layers.has_omitted_fields(0));
  CHECK_FALSE(layers.has_long_chain(0));
  add(layers, 0, {{kBase, "x"}, {kBase, "x"}, {kBase, "x"}, {kBase, "<URL:http://b/>"}});
  CHECK(layers.has_omitted_fields(1));
  CHECK(layers.declared(1).size() == 3);
  CHECK(layers.base_for(1).url == "http://a/");
  CHECK(layers.has_long_chain(1));
  CHECK(layers.chain(1, {}).size() == 3);
}

TEST_CASE("the absolute forms of all declarations are bounded together") {
  base::Layers layers = make_layers();
  layers.start_message({}, {.url_bytes = 100});
  add(layers, -1, {{kBase, "<URL:http://a/01234567890123456789>"}});
  for (int i = 0; i < 10; ++i) add(layers, 0, {{kLocation, "x"}});
  CHECK(layers.has_omitted_urls());
  CHECK(layers.base_for(1).url == "http://a/x");
  CHECK(layers.base_for(10).definer == 0);
}

}  // namespace layers_test
