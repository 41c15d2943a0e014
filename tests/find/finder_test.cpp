#include "find/finder.h"

#include <string>

#include "catch.h"
#include "find/text/finder.h"
#include "text_recorder.h"

using namespace mimebase;

// An empty body is a view with a null pointer, which C functions do not accept.
TEST_CASE("Every finder takes an empty content", "[finder]") {
  for (const char* type :
       {"text/plain", "text/css", "text/html", "application/xhtml+xml", "text/xml", "image/svg+xml",
        "text/uri-list", "application/ld+json", "text/calendar", "text/vcard", "message/delivery-status"}) {
    INFO(type);
    const find::Finder* finder = find::finder_for(type);
    REQUIRE(finder != nullptr);
    const charset::Charset charset;
    const find::Content content{{}, charset};
    std::string buffer;
    if (finder->declared_base != nullptr) CHECK_FALSE(finder->declared_base(content, buffer));
    test::Recorder rows(0);
    finder->find(content, rows);
    CHECK(rows.count == 0);
  }
  const charset::Charset charset;
  test::Recorder rows(0);
  find::find_in_flowed_text({{}, charset}, true, rows);
  CHECK(rows.count == 0);
}
