// What runs leave that are killed: the next run for the same name removes it, and nothing else.
#include "output/unfinished.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <tuple>
#include <vector>

#include "catch.h"
#include "output/new_folder.h"
#include "output/output_file.h"
#include "support.h"

namespace mimebase::test {
namespace {

using namespace output;
using Names = std::vector<std::string>;

// Creates an unfinished folder and a file of that name in a process that is killed.
void leave(const std::string& target) {
  const pid_t child = fork();
  if (child == 0) {
    NewFolder folder;
    std::string name;
    int file = -1;
    if (folder.create(target) != 0 || folder.write_file("a/b", "c") != 0) _exit(1);
    if (create_unfinished_file(target, name, file) != 0) _exit(1);
    std::raise(SIGKILL);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
}

// Creates and removes an unfinished file.
void begin(const std::string& target) {
  std::string name;
  int file = -1;
  REQUIRE(create_unfinished_file(target, name, file) == 0);
  unlink(name.c_str());
  close(file);
}

}  // namespace

TEST_CASE("what a killed run has left is removed by the next run for the name") {
  const Folder folder;
  leave(folder.path("x"));
  CHECK(folder.names().size() == 2);
  begin(folder.path("y"));
  CHECK(folder.names().size() == 2);
  SECTION("for a folder") {
    NewFolder made;
    REQUIRE(made.create(folder.path("x/")) == 0);
    CHECK(folder.names().size() == 1);
    CHECK(folder.path(folder.names().front()) == made.beside());
  }
  SECTION("for a file") {
    begin(folder.path("x"));
  }
  SECTION("for a file that gets its name late") {
    const int file = open(folder.path().c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file < 0) return;  // the file system has no such files
    std::string name;
    REQUIRE(link_unfinished_file(folder.path("x"), name, file) == 0);
    CHECK(Names{folder.path(folder.names().at(0))} == Names{name});
    begin(folder.path("x"));
    CHECK(folder.names().size() == 1);
    unlink(name.c_str());
    close(file);
  }
  CHECK(folder.names().empty());
}

TEST_CASE("what a run is making that lives is kept") {
  const Folder folder;
  NewFolder first, second;
  REQUIRE(first.create(folder.path("x")) == 0);
  REQUIRE(second.create(folder.path("x")) == 0);
  begin(folder.path("x"));
  CHECK(folder.names().size() == 2);
  CHECK(first.write_file("a", "1") == 0);
  CHECK(second.take_name(false) == 0);
  CHECK(first.take_name(true) == 0);
  CHECK(folder.names() == Names{"x"});
  CHECK(read_file(folder.path("x/a")) == "1");
}

TEST_CASE("each of these is nobody's leftover") {
  const Folder folder;
  for (const char* name :
       {".mimebase.xx.abcdef", ".mimebase.x.abcde", ".mimebase.x.abcdefg", ".mimebase.x.abcde1",
        ".mimebase.x.ABCDEF", ".mimebase.abcdef", ".mimebase-old.x.abcdef", "x.abcdef",
        ".mimebase.x.y.abcdef", ".mimebase.x.abcde\xFF", "mimebase.x.abcdef"})
    std::ignore = folder.write(std::string(name) + "/file", "x");
  std::ignore = folder.write("elsewhere/file", "x");
  REQUIRE(symlink("elsewhere", folder.path(".mimebase.x.aaaaaa").c_str()) == 0);
  REQUIRE(symlink("nowhere", folder.path(".mimebase.x.bbbbbb").c_str()) == 0);
  REQUIRE(mkfifo(folder.path(".mimebase.x.cccccc").c_str(), 0600) == 0);
  const Names before = folder.names();
  begin(folder.path("x"));
  CHECK(folder.names() == before);
  CHECK(read_file(folder.path("elsewhere/file")) == "x");
  std::ignore = folder.write(".mimebase.x.abcdef/file", "x");
  begin(folder.path("x"));
  CHECK(folder.names() == before);
}

TEST_CASE("the longest names have temporary names") {
  const Folder folder;
  for (const std::string& name : {std::string(255, 'x'), std::string(60, 'y') + std::string(195, 'z')}) {
    leave(folder.path(name));
    begin(folder.path(name));
    CHECK(folder.names().empty());
  }
}

}  // namespace mimebase::test
