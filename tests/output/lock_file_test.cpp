// The lock of a run that adds to a database.
#include "output/lock_file.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "../database/database_support.h"

namespace mimebase::test {
namespace {

using output::LockFile;

// Returns the result of taking the lock in a child process.
int take_in_child(const std::string& path) {
  const pid_t child = fork();
  if (child == 0) {
    LockFile lock;
    _exit(lock.take(path, 0600));
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  return WEXITSTATUS(status);
}

}  // namespace

TEST_CASE("a lock is taken once, by whatever process, and leaves no file") {
  const Folder folder;
  const std::string path = folder.path("x.lock");
  {
    LockFile lock, second;
    REQUIRE(lock.take(path, 0640) == 0);
    CHECK(lock.path() == path);
    struct stat status = {};
    REQUIRE(stat(path.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0640);
    CHECK(second.take(path, 0640) == EAGAIN);
    CHECK(second.path().empty());
    CHECK(take_in_child(path) == EAGAIN);
    CHECK(second.take(path, 0640) == EAGAIN);  // the refused attempt has not released the lock
    CHECK(take_in_child(path) == EAGAIN);
  }
  CHECK(!std::filesystem::exists(path));
  LockFile again;
  CHECK(again.take(path, 0600) == 0);
}

TEST_CASE("a lock file that a run has left is taken") {
  const Folder folder;
  const std::string path = folder.path("x.lock");
  std::ofstream(path).close();
  CHECK(take_in_child(path) == 0);  // and left, because _exit() calls no destructors
  CHECK(std::filesystem::exists(path));
  std::optional<LockFile> lock(std::in_place);
  CHECK(lock->take(path, 0600) == 0);
  lock.reset();
  CHECK(!std::filesystem::exists(path));
}

TEST_CASE("a child does not have the lock of its parent") {
  const Folder folder;
  const std::string path = folder.path("x.lock");
  int said[2] = {}, may_end[2] = {};
  REQUIRE(pipe(said) == 0);
  REQUIRE(pipe(may_end) == 0);
  const pid_t parent = fork();
  if (parent == 0) {
    LockFile lock;
    const int error = lock.take(path, 0600);
    const pid_t child = fork();
    if (child == 0) {
      // The child inherits all open files, and waits until the pipe is closed.
      char byte = 0;
      close(may_end[1]);
      _exit(::read(may_end[0], &byte, 1) == 0 ? 0 : 1);
    }
    _exit(::write(said[1], &child, sizeof(child)) == sizeof(child) ? error : -1);
  }
  int status = 0;
  pid_t child = 0;
  REQUIRE(::read(said[0], &child, sizeof(child)) == sizeof(child));
  REQUIRE(waitpid(parent, &status, 0) == parent);
  CHECK(WEXITSTATUS(status) == 0);
  CHECK(kill(child, 0) == 0);
  LockFile lock;
  CHECK(lock.take(path, 0600) == 0);
  for (const int descriptor : {said[0], said[1], may_end[0], may_end[1]}) close(descriptor);
}

}  // namespace mimebase::test
