// The sandbox: each forbidden call is tried in a process of its own.
#include "process/sandbox.h"

#include <dirent.h>
#include <fcntl.h>
#include <iconv.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catch.h"
#include "process/child.h"
#include "process/descriptors.h"
#include "support.h"

using mimebase::process::Channel;
using mimebase::process::Child;
using mimebase::process::Connection;
using mimebase::process::Message;
using mimebase::process::Sandbox;
using mimebase::process::sandbox_of_system;
using mimebase::process::Status;

namespace {

struct stat status_of_file;
struct statx extended_status_of_file;
std::array<char, 4096> name_of_folder;

constexpr std::uint64_t kMemory = std::uint64_t{256} << 20;

// Returns the text that the process sends, or how it ended without.
std::string answer_of(Child& child) {
  const Connection::Allows allows = [](mimebase::process::Kind) { return Connection::Bounds{1000, 0}; };
  Message message;
  Connection::Outcome outcome = Connection::Outcome::kNothing;
  while ((outcome = child.connection().receive(allows, message)) == Connection::Outcome::kNothing) {
    pollfd waiting = {child.connection().descriptor(), POLLIN, 0};
    poll(&waiting, 1, -1);
  }
  if (outcome == Connection::Outcome::kMessage) return message.bytes;
  const int status = child.end();
  return WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS ? "SIGSYS"
                                                           : mimebase::process::how_it_ended(status);
}

// Returns the result of a process that tried the call: "SIGSYS", "1" (EPERM) or "0" (success).
std::string tried(const std::function<long()>& call) {
  const auto child = Child::start([&call](Channel& channel, Status&) {
    mimebase::process::enter_sandbox({kMemory, 0, 64});
    errno = 0;
    const long result = call();
    static_cast<void>(channel.send(1, std::to_string(result < 0 ? errno : 0)));
  });
  REQUIRE(child);
  return answer_of(*child);
}

struct Row {
  const char* name;
  std::function<long()> call;
};

}  // namespace

TEST_CASE("what leads out of a process in the sandbox ends it") {
  if (!sandbox_of_system().system_calls) return mimebase::test::skip("no filter of system calls");
  const pid_t parent = getpid();
  const std::vector<Row> rows = {
      {"socket", [] { return socket(AF_INET, SOCK_STREAM, 0); }},
      {"connect", [] { return connect(3, nullptr, 0); }},
      {"execve", [] { return execl("/bin/true", "true", nullptr); }},
      {"fork", [] { return syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); }},
      {"clone3", [] { return syscall(SYS_clone3, nullptr, 0); }},
      {"kill", [parent] { return kill(parent, 0); }},
      {"ptrace", [] { return ptrace(PTRACE_TRACEME, 0, nullptr, nullptr); }},
      {"process_vm_readv",
       [parent] { return syscall(SYS_process_vm_readv, parent, nullptr, 0, nullptr, 0, 0); }},
      {"setuid", [] { return setuid(0); }},
      {"unshare", [] { return unshare(CLONE_NEWUSER); }},
      {"bpf", [] { return syscall(SYS_bpf, 0, nullptr, 0); }},
      {"io_uring_setup", [] { return syscall(SYS_io_uring_setup, 1, nullptr); }},
      {"pidfd_open", [parent] { return syscall(SYS_pidfd_open, parent, 0); }},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(tried(row.call) == "SIGSYS");
  }
}

TEST_CASE("files cannot be opened or changed, and memory cannot be executed") {
  if (!sandbox_of_system().system_calls) return mimebase::test::skip("no filter of system calls");
  const auto map = [](int protection) {
    return mmap(nullptr, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1L : 0L;
  };
  const std::vector<Row> rows = {
      {"open", [] { return open("/etc/passwd", O_RDONLY); }},
      {"openat2", [] { return syscall(SYS_openat2, AT_FDCWD, "/etc/passwd", nullptr, 0); }},
      {"creat", [] { return creat("/tmp/mimebase-sandbox", 0600); }},
      {"unlink", [] { return unlink("/tmp/mimebase-sandbox"); }},
      {"rename", [] { return rename("/tmp/a", "/tmp/b"); }},
      {"mkdir", [] { return mkdir("/tmp/mimebase-sandbox", 0700); }},
      {"chmod", [] { return chmod("/tmp", 0777); }},
      {"mmap", [map] { return map(PROT_READ | PROT_EXEC); }},
      {"stat", [] { return syscall(SYS_newfstatat, AT_FDCWD, "/etc/passwd", &status_of_file, 0); }},
      {"stat of a path, although it may be empty",
       [] { return syscall(SYS_newfstatat, AT_FDCWD, "/etc/passwd", &status_of_file, AT_EMPTY_PATH); }},
      {"stat of a path in a folder that is open",
       [] { return syscall(SYS_newfstatat, 3, "../etc/passwd", &status_of_file, AT_EMPTY_PATH); }},
      {"statx",
       [] { return syscall(SYS_statx, AT_FDCWD, "/etc/passwd", 0, STATX_SIZE, &extended_status_of_file); }},
      {"statx of a path, although it may be empty",
       [] {
         return syscall(SYS_statx, AT_FDCWD, "/etc/passwd", AT_EMPTY_PATH, STATX_SIZE,
                        &extended_status_of_file);
       }},
      {"the working directory",
       [] { return getcwd(name_of_folder.data(), name_of_folder.size()) ? 0L : -1L; }},
      {"a path resolved", [] { return realpath("/etc/passwd", nullptr) ? 0L : -1L; }},
      {"a folder", [] { return opendir("/tmp") ? 0L : -1L; }},
      {"access", [] { return access("/etc/passwd", F_OK); }},
      {"a link read",
       [] { return readlink("/proc/self/exe", name_of_folder.data(), name_of_folder.size()); }},
      {"the file system of what is open",
       [] { return syscall(SYS_fstatfs, STDERR_FILENO, name_of_folder.data()); }},
      {"memory that no limit counts", [] { return memfd_create("m", 0); }},
      {"cut a file short", [] { return ftruncate(STDERR_FILENO, 0); }},
      {"write into a file", [] { return pwrite(STDERR_FILENO, "x", 1, 0); }},
      {"signals to the owner of a file", [] { return fcntl(3, F_SETOWN, getppid()); }},
      {"another signal", [] { return fcntl(3, F_SETSIG, SIGKILL); }},
      {"flags of a file", [] { return fcntl(3, F_SETFL, O_ASYNC | O_DIRECT); }},
      {"a lock of a file",
       [] {
         struct flock lock = {};
         lock.l_type = F_RDLCK;
         return fcntl(3, F_SETLK, &lock);
       }},
      {"read what is typed", [] { return ioctl(0, TIOCSTI, "x"); }},
      {"another process", [] { return syscall(SYS_tgkill, getppid(), getppid(), 0); }},
      {"raise a limit",
       [] {
         const rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
         return setrlimit(RLIMIT_AS, &limit);
       }},
  };
  for (const Row& row : rows) {
    INFO(row.name);
    CHECK(tried(row.call) == std::to_string(EPERM));
  }
  CHECK(tried([map] { return map(PROT_READ | PROT_WRITE); }) == "0");
}

TEST_CASE("no file can be reached by its name") {
  const Sandbox sandbox = sandbox_of_system();
  if (!sandbox.files && !sandbox.system_calls) return mimebase::test::skip("no sandbox");
  CHECK(tried([] { return open("/etc/passwd", O_RDONLY); }) != "0");
}

TEST_CASE("what is needed is there: memory up to its bound, time, what is open, the end") {
  CHECK(tried([] { return dup(3); }) == "0");
  CHECK(tried([] {
          timespec now = {};
          return clock_gettime(CLOCK_MONOTONIC, &now);
        }) == "0");
  CHECK(tried([] {
          struct stat status = {};
          return mimebase::status_of_open(3, status) == 0 && S_ISSOCK(status.st_mode) ? 0L : -1L;
        }) == "0");
  CHECK(tried([] { return fcntl(3, F_DUPFD_CLOEXEC, 10); }) == "0");
  CHECK(tried([] { return fcntl(3, F_DUPFD_CLOEXEC, 100); }) == std::to_string(EINVAL));  // open_files
  CHECK(tried([]() -> long { std::abort(); }) == "was ended by signal 6 (Aborted)");
  if (!sandbox_of_system().memory) return;
  const auto allocate = [](std::size_t bytes) {
    return mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED
               ? -1L
               : 0L;
  };
  CHECK(tried([&] { return allocate(kMemory / 2); }) == "0");
  CHECK(tried([&] { return allocate(kMemory * 2); }) == std::to_string(ENOMEM));
}

// The C library asks for the status of files on its own; where that is refused, it must go on without.
TEST_CASE("the C library works without the status of files") {
  struct Use {
    const char* what;
    std::function<bool()> works;
  };
  static int file = -1;
  static iconv_t converter = {};
  const std::vector<Use> uses = {
      {"a stream of an open file, read, moved and asked",
       [] {
         std::FILE* const stream = fdopen(file, "r");
         std::array<char, 8> text{};
         return stream != nullptr && std::fread(text.data(), 1, 4, stream) == 4 &&
                std::string_view(text.data()) == "abcd" && std::fseek(stream, 1, SEEK_SET) == 0 &&
                std::fgetc(stream) == 'b' && std::ftell(stream) == 2 &&
                std::fseek(stream, 0, SEEK_END) == 0 && std::ftell(stream) == 6;
       }},
      {"a buffered and an unbuffered standard stream",
       [] {
         return std::printf("%d\n", 1) > 0 && std::fflush(stdout) == 0 && std::fputs("\n", stderr) >= 0;
       }},
      {"a large block of memory, and its return",
       [] {
         std::vector<std::unique_ptr<std::string>> blocks;
         for (std::size_t size = 1; size < (std::size_t{32} << 20); size *= 2)
           blocks.push_back(std::make_unique<std::string>(size, 'x'));
         return blocks.back()->back() == 'x';
       }},
      {"local time",
       [] {
         const std::time_t now = std::time(nullptr);
         std::tm parts = {};
         return localtime_r(&now, &parts) != nullptr && std::mktime(&parts) == now;
       }},
      {"a conversion that was opened before",
       [] {
         std::array<char, 2> in = {'\xE4', '!'};
         std::array<char, 8> out{};
         char *from = in.data(), *to = out.data();
         std::size_t in_left = in.size(), out_left = out.size();
         return iconv(converter, &from, &in_left, &to, &out_left) == 0 &&
                std::string_view(out.data()) == "\xC3\xA4!";
       }},
      {"a locale's names",
       [] { return std::string_view(std::strerror(ENOENT)) == "No such file or directory"; }},
      {"another conversion and a locale, which are refused in good order",
       [] {
         return iconv_open("UTF-8", "KOI8-R") == reinterpret_cast<iconv_t>(-1) &&
                newlocale(LC_ALL_MASK, "de_DE.UTF-8", nullptr) == nullptr;
       }},
  };
  for (const Use& use : uses) {
    const auto child = Child::start([&use](Channel& channel, Status&) {
      file = open("/tmp", O_TMPFILE | O_RDWR, 0600);
      converter = iconv_open("UTF-8", "ISO-8859-1");
      if (mimebase::write_all(file, "abcdef") != 0 || lseek(file, 0, SEEK_SET) != 0) _exit(1);
      mimebase::process::enter_sandbox({kMemory, 0, 64});
      static_cast<void>(channel.send(1, use.works() ? "works" : "does not work"));
    });
    INFO(use.what);
    CHECK(answer_of(*child) == "works");
  }
}
