// A folder that appears complete or not at all, whatever is in its place.
#include "output/new_folder.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "catch.h"
#include "mimebase/output.h"
#include "support.h"

namespace mimebase::test {
namespace {

using output::NewFolder;
using Names = std::vector<std::string>;

// Checks the contents of a folder after `take_name(may_replace)` has returned `error`.
void make(const Folder& folder, const std::string& name, bool may_replace, int error) {
  NewFolder made;
  REQUIRE(made.create(folder.path(name)) == 0);
  REQUIRE(made.write_file("new", "bytes") == 0);
  CHECK(made.take_name(may_replace) == error);
  CHECK(made.beside().empty() == (error == 0));
}

TEST_CASE("a folder has its name when it is whole") {
  const Folder folder;
  {
    NewFolder made;
    REQUIRE(made.create(folder.path("x/")) == 0);
    CHECK(made.write_file("a/b/c", "1") == 0);
    CHECK(made.write_file("a/b/d", "") == 0);
    CHECK(made.create_folder("a/tmp") == 0);
    CHECK(made.create_folder("a/tmp") == 0);
    CHECK_FALSE(std::filesystem::exists(folder.path("x")));
    CHECK(folder.path(folder.names().at(0)) == made.beside());
    CHECK(folder.names().at(0).starts_with("."));
    CHECK(made.take_name(false) == 0);
  }
  CHECK(folder.names() == Names{"x"});
  CHECK(read_file(folder.path("x/a/b/c")) == "1");
  CHECK(std::filesystem::is_empty(folder.path("x/a/tmp")));
}

TEST_CASE("what has not taken its name is removed") {
  const Folder folder;
  {
    NewFolder made;
    REQUIRE(made.create(folder.path("x")) == 0);
    REQUIRE(made.write_file("a/b/c", "1") == 0);
    REQUIRE(symlink("/", (made.beside() + "/a/link").c_str()) == 0);
  }
  CHECK(folder.names().empty());
}

TEST_CASE("modes are what the mask leaves") {
  const Folder folder;
  const mode_t before = umask(0027);
  make(folder, "x", false, 0);
  umask(before);
  struct stat status = {};
  REQUIRE(stat(folder.path("x").c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0750);
  REQUIRE(stat(folder.path("x/new").c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0640);
}

TEST_CASE("no path leaves the folder") {
  const Folder folder;
  NewFolder made;
  REQUIRE(made.create(folder.path("x")) == 0);
  REQUIRE(symlink(folder.path().c_str(), (made.beside() + "/link").c_str()) == 0);
  struct Case {
    std::string path;
    int error;
  };
  const Case cases[] = {
      {"", EINVAL},          {"..", EINVAL},          {".", EINVAL},
      {"a/", EINVAL},        {"a/..", EINVAL},        {"../a", EINVAL},
      {"a/../../b", EINVAL}, {"a//b", EINVAL},        {"./a", EINVAL},
      {"/a", EINVAL},        {"/etc/passwd", EINVAL}, {std::string("a\0b", 3), EINVAL},
      {"link/a", ENOTDIR},   {"link", EEXIST},        {std::string(300, 'x'), ENAMETOOLONG},
  };
  for (const Case& row : cases) {
    INFO(row.path);
    CHECK(made.write_file(row.path, "x") == row.error);
  }
  REQUIRE(made.write_file("there", "x") == 0);
  CHECK(made.write_file("there", "y") == EEXIST);
  CHECK(folder.names().size() == 1);
}

TEST_CASE("a folder takes the place of an empty one, and of another only where it may") {
  const Folder folder;
  std::filesystem::create_directory(folder.path("empty"));
  make(folder, "empty", false, 0);
  std::ignore = folder.write("full/old/file", "x");
  make(folder, "full", false, ENOTEMPTY);
  CHECK(read_file(folder.path("full/old/file")) == "x");
  make(folder, "full", true, 0);
  CHECK_FALSE(std::filesystem::exists(folder.path("full/old")));
  CHECK(read_file(folder.path("full/new")) == "bytes");
  make(folder, "none", true, 0);
  std::filesystem::create_directory_symlink("full", folder.path("link"));
  make(folder, "link", true, 0);
  CHECK(std::filesystem::is_symlink(folder.path("link")));
  CHECK(folder.names() == Names{"empty", "full", "link", "none"});
}

TEST_CASE("what can be no new folder is told at once") {
  const Folder folder;
  std::ignore = folder.write("file", "x");
  std::filesystem::create_symlink("nowhere", folder.path("dangling"));
  struct Case {
    std::string target;
    int error;
  };
  const Case cases[] = {
      {folder.path("file"), ENOTDIR},
      {folder.path("file/x"), ENOTDIR},
      {folder.path("no/x"), ENOENT},
      {folder.path("dangling"), ENOENT},
      {folder.path("."), EINVAL},
      {folder.path(".."), EINVAL},
      {"/", EINVAL},
      {"", EINVAL},
  };
  for (const Case& row : cases) {
    INFO(row.target);
    NewFolder made;
    CHECK(made.create(row.target) == row.error);
  }
  CHECK(folder.names() == Names{"dangling", "file"});
}

TEST_CASE("a disk that is full leaves nothing") {
  const Folder folder;
  rlimit before = {};
  REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  {
    NewFolder made;
    REQUIRE(made.create(folder.path("x")) == 0);
    const rlimit small = {1000, before.rlim_max};
    REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
    CHECK(made.write_file("a", std::string(1000, 'x')) == 0);
    CHECK(made.write_file("b", std::string(1001, 'x')) == EFBIG);
    REQUIRE(setrlimit(RLIMIT_FSIZE, &before) == 0);
  }
  std::ignore = std::signal(SIGXFSZ, handler);
  CHECK(folder.names().empty());
}

TEST_CASE("what is not finished can be removed while others go on with it") {
  const Folder folder;
  NewFolder made;
  REQUIRE(made.create(folder.path("x")) == 0);
  std::atomic<bool> is_going = true;
  std::atomic<int> count = 0;
  std::thread other([&] {
    int error = 0;
    for (int i = 0; error == 0; ++i) {
      error = made.write_file("files/" + std::to_string(i), "x");
      ++count;
    }
    is_going = false;
  });
  while (count < 100 && is_going) std::this_thread::yield();
  remove_unfinished(made.beside().c_str());
  other.join();
  CHECK(count >= 100);
  CHECK(folder.names().empty());
}

}  // namespace
}  // namespace mimebase::test
