// Places of files: equal for all names of a file, whether it exists or not.
#include "output/place.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "catch.h"
#include "support.h"

namespace mimebase::test {
namespace {

using output::Place;

TEST_CASE("places by all their names") {
  const Folder folder;
  const std::string top = folder.path("x");
  const auto at = [&](const std::string& name) { return top + '/' + name; };
  for (const char* name : {"", "/d", "/d/e"}) REQUIRE(mkdir((top + name).c_str(), 0700) == 0);
  static_cast<void>(folder.write("x/file", "bytes"));
  REQUIRE(symlink("d", at("link").c_str()) == 0);
  REQUIRE(symlink("d/none", at("nowhere").c_str()) == 0);
  REQUIRE(symlink("nowhere", at("twice").c_str()) == 0);
  REQUIRE(symlink("circle", at("circle").c_str()) == 0);
  REQUIRE(link(at("file").c_str(), at("d/hard").c_str()) == 0);
  const struct {
    const char *a, *b;
    bool a_has_b, b_has_a;
  } kCases[] = {
      {"file", "file", true, true},
      {"file", "./d/..//file", true, true},
      {"file", "link/../file", true, true},
      {"file", "link/hard", true, true},
      {"file", "file2", false, false},
      {"new", "new", true, true},
      {"new", "d/../new", true, true},
      {"new", "d/new", false, false},
      {"new", "New2", false, false},
      {"new", "new/file", true, false},
      {"new/a", "new/b", false, false},
      {"d/none", "nowhere", true, true},
      {"d/none", "twice", true, true},
      {"link/none", "twice", true, true},
      {"d", "link", true, true},
      {"d", "d/", true, true},
      {"d", "link/e/new", true, false},
      {"d", "d/e/..", true, true},
      {"d", "d2", false, false},
      {"d/e", "d/e2", false, false},
      {"d/e", "link/e/x/y", true, false},
      {".", "d/e/new", true, false},
      {"..", "d", true, false},
      {"circle", "file", false, false},
  };
  for (const auto& c : kCases) {
    CAPTURE(c.a, c.b);
    CHECK(Place(at(c.a)).contains(Place(at(c.b))) == c.a_has_b);
    CHECK(Place(at(c.b)).contains(Place(at(c.a))) == c.b_has_a);
  }
  CHECK(Place("/").contains(Place(at("none"))));
  CHECK_FALSE(Place("").contains(Place("")));
}

TEST_CASE("places of open files") {
  const Folder folder;
  const std::string path = folder.write("x", "");
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  REQUIRE(file >= 0);
  CHECK(Place(file).contains(Place(path)));
  CHECK(Place(file).is_empty());
  CHECK(Place(folder.path("")).contains(Place(file)));
  REQUIRE(unlink(path.c_str()) == 0);
  static_cast<void>(folder.write("x", "other"));
  CHECK_FALSE(Place(file).contains(Place(path)));
  CHECK_FALSE(Place(path).contains(Place(file)));
  close(file);
  CHECK_FALSE(Place(-1).contains(Place(path)));
}

TEST_CASE("what keeps its contents") {
  const Folder folder;
  CHECK(Place(folder.path("")).keeps_contents());
  CHECK(Place(folder.path("none")).keeps_contents());
  CHECK_FALSE(Place("/dev/zero").keeps_contents());
  CHECK(Place("/dev/null").is_null_device());
  CHECK_FALSE(Place("/dev/zero").is_null_device());
}

}  // namespace
}  // namespace mimebase::test
