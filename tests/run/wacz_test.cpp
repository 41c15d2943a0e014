// WACZ files: the keys of their index, the URLs of their pages, and what a worker may send for them.
#include <string>
#include <utility>
#include <vector>

#include "catch.h"
#include "mimebase/output.h"
#include "mimebase/run.h"
#include "run/commands/wacz_destination.h"
#include "run/driver/piece.h"
#include "run/output/wacz_file.h"
#include "support.h"

namespace mimebase::test {
namespace {

using run::ExtractedPiece;
using run::ExtractResults;
using run::Piece;

TEST_CASE("keys of an index") {
  const std::pair<const char*, const char*> kRows[] = {
      {"http://example.org/", "org,example)/"},
      {"https://www.example.org/a/B?x", "org,example)/a/b?x"},
      {"https://www2.example.org/", "org,example)/"},
      {"https://www.com/", "com)/"},
      {"https://wwwx.example.org/", "org,example,wwwx)/"},
      {"https://example.org:8080/", "org,example:8080)/"},
      {"https://user:p@example.org/", "org,example)/"},
      {"https://example.org/?b=2&a=1&&", "org,example)/?&&a=1&b=2"},
      {"https://example.org/?", "org,example)/"},
      {"https://mail.invalid/a%2Fb@c/?2", "invalid,mail)/a%2fb@c/?2"},
      {"http://[2001:db8::1]/", "[2001:db8::1])/"},
      {"http://[2001:db8::1]:81/", "[2001:db8::1]:81)/"},
      {"http://127.0.0.1/", "1,0,0,127)/"},
      {"urn:sha256:ab", "urn:sha256:ab"},
  };
  for (const auto& [url, key] : kRows) {
    INFO(url);
    CHECK(run::index_key(url) == key);
  }
}

TEST_CASE("URLs of pages become unique") {
  run::UniqueUrls urls;
  CHECK(urls.take("a").empty());
  CHECK(urls.take("a?3").empty());
  CHECK(urls.take("a") == "?2");
  CHECK(urls.take("a") == "?4");
  CHECK(urls.take("a?2") == "?2");
  CHECK(urls.take("b").empty());
}

TEST_CASE("what a worker may send for a WACZ file") {
  const Folder folder;
  Result<Output> output = Output::open(folder.path("x.wacz"));
  REQUIRE(output);
  ExtractTarget target;
  target.wacz = &*output;
  const std::string input = "m.eml";
  const run::WaczDestination destination(input, target, 0, true);
  const auto accepts = [&](auto change) {
    ExtractedPiece file;
    file.path = "index.html";
    file.media_type = "text/html";
    file.url = "https://mail.invalid/m/";
    file.bytes = "<p>";
    file.replayed = {"text", true, {0, 3}};
    change(file);
    Piece piece;
    piece.as<ExtractResults>().files = {file};
    return destination.accepts(piece);
  };
  CHECK(accepts([](ExtractedPiece&) {}));
  CHECK(accepts([](ExtractedPiece& file) { file.url = "urn:sha256:ab"; }));
  for (const char* url :
       {"", "mailto:a", "https://a b/", "https://a/\n", "https://a/\x7F", "https://\xC3\xA4/"}) {
    INFO(url);
    CHECK_FALSE(accepts([&](ExtractedPiece& file) { file.url = url; }));
  }
  for (const char* type : {"text/html\"", "a b", "a\r\nb"}) {
    INFO(type);
    CHECK_FALSE(accepts([&](ExtractedPiece& file) { file.media_type = type; }));
  }
  for (const std::vector<std::size_t>& ends :
       {std::vector<std::size_t>{4}, {2, 1}, {static_cast<std::size_t>(-1)}})
    CHECK_FALSE(accepts([&](ExtractedPiece& file) { file.replayed.page_url_ends = ends; }));
  Piece rows;
  rows.rows = "row";
  CHECK_FALSE(destination.accepts(rows));
}

}  // namespace
}  // namespace mimebase::test
