// The part whose label comes nearest to a label that no part has.
#include "match/near_labels.h"

#include <string>
#include <vector>

#include "catch.h"

using mimebase::match::NearLabels;
using Difference = NearLabels::Difference;

namespace {

struct Case {
  const char* why;
  const char* wanted;
  std::vector<std::string> ids;
  std::vector<std::string> names;  // of entities after those with IDs
  int entity;                      // -1: none is near
  Difference difference = Difference::kNone;
};

}  // namespace

TEST_CASE("the nearest label is found by its least difference") {
  const Case cases[] = {
      {"the same, out of reach", "a@x", {"b@x", "a@x"}, {}, 1, Difference::kNone},
      {"case", "A@x", {"b@x", "a@X"}, {}, 1, Difference::kCase},
      {"brackets of the reference", "<a@x>", {"a@x"}, {}, 0, Difference::kEscapes},
      {"brackets of the Content-ID", "a@x", {"<a@x>"}, {}, 0, Difference::kEscapes},
      {"an encoded Content-ID", "a@x", {"a%40x"}, {}, 0, Difference::kEscapes},
      {"a reference encoded twice", "a%40x", {"a@x"}, {}, 0, Difference::kEscapes},
      {"an ending cut off", "a.png", {"a.png@01D5"}, {}, 0, Difference::kEnding},
      {"an ending added", "a.png@01D5", {"a.png"}, {}, 0, Difference::kEnding},
      {"another ending", "a.png@01D5", {"a.png@01D6"}, {}, 0, Difference::kEnding},
      {"the ending of a file name", "a", {"a.png@01D5"}, {}, 0, Difference::kEnding},
      {"a file name", "a.png@01D5", {"a.gif@01D5"}, {"A.PNG"}, 1, Difference::kName},
      {"a Content-Location", "dir/a.gif", {}, {"dir/a.gif"}, 0, Difference::kName},
      {"case before endings", "a@x", {"a@y", "A@x"}, {"a"}, 1, Difference::kCase},
      {"the first of several", "A@x", {"a@x", "a@x"}, {}, 0, Difference::kCase},
      {"something else", "a@x", {"b@x", "ab@x"}, {"b"}, -1},
      {"empty stems are not equal", "@x", {"@y", ""}, {}, -1},
      {"an empty label", "", {"", "<>"}, {""}, -1},
      {"nothing at all", "a", {}, {}, -1},
  };
  for (const Case& each : cases) {
    INFO(each.why);
    NearLabels labels;
    int entity = 0;
    for (const std::string& id : each.ids) labels.add_content_id(id, entity++);
    for (const std::string& name : each.names) labels.add_name(name, entity++);
    labels.finish();
    const auto found = labels.nearest(each.wanted);
    CHECK((found ? found->entity : -1) == each.entity);
    if (found) CHECK(found->difference == each.difference);
  }
}
