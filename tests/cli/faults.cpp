// A preloaded module (LD_PRELOAD) that makes system calls fail as disks, pipes and signals do. The tests
// build it; tests/cli/support.py passes it to the program: run(..., faults="read:EIO@5000").
//
// MIMEBASE_FAULTS holds rules, separated by spaces. A rule is CALL:FAULT, optionally followed by WHEN.
//   CALL   read (read, pread, readv ...), write (write, pwrite, writev ...), sync (fsync, fdatasync), rename,
//          link, open, tmpfile (an open with O_TMPFILE), truncate (ftruncate, fallocate ...), mmap, thread
//          (pthread_create) or fork; or one of these functions by its own name, as in "renameat2:EINVAL"
//   FAULT  short: moves one byte; short=N: moves at most N bytes; an error's name (EIO, ENOSPC, EINTR ...):
//          fails without doing anything; END: a read reports the end of the file, as if it were truncated;
//          KILL: the process gets SIGKILL instead; HOLD: for fork: the child waits a minute before it goes on
//   WHEN   #N: only the Nth call; #N+: the Nth and all later calls; %N: every Nth call; @N: for read: from
//          byte N of the file on (in a pipe: of the bytes read so far); for write: once N bytes were written,
//          to any file; bytes before that are moved first. Without WHEN: every call.
// If several rules match a call, the first one applies. Calls count if they are on files and pipes whose name
// matches the shell pattern MIMEBASE_FAULTS_PATH (default "*"), except standard error, /proc, /sys and /dev.
// The first time that a rule applies, it is appended as a line to the file MIMEBASE_FAULTS_LOG. Tests should
// check there that their fault occurred.
#undef _FILE_OFFSET_BITS  // "pread" and "pread64" must be two symbols here
#undef _FORTIFY_SOURCE

#include <dlfcn.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <string>
#include <string_view>

namespace {

enum class When { kAlways, kOnce, kFrom, kEach, kByte };

constexpr int kShort = -1;
constexpr int kKill = -2;
constexpr int kEnd = -3;
constexpr int kHold = -4;

struct Rule {
  std::string call;
  std::string text;  // as written in MIMEBASE_FAULTS
  int fault = 0;     // an errno, or one of the above
  std::size_t most = 1;
  When when = When::kAlways;
  std::uint64_t number = 0;
  std::atomic<std::uint64_t> calls = 0;
  std::atomic<std::uint64_t> bytes = 0;
  std::atomic<bool> has_struck = false;
};

struct Name {
  std::string_view name;
  int number;
};

constexpr auto kNames = std::to_array<Name>({
    {"EINTR", EINTR},           {"EIO", EIO},       {"ENOSPC", ENOSPC}, {"EDQUOT", EDQUOT},
    {"EACCES", EACCES},         {"EPERM", EPERM},   {"EAGAIN", EAGAIN}, {"EINVAL", EINVAL},
    {"EXDEV", EXDEV},           {"ENOENT", ENOENT}, {"EEXIST", EEXIST}, {"EROFS", EROFS},
    {"EOPNOTSUPP", EOPNOTSUPP}, {"ENOSYS", ENOSYS}, {"ENOMEM", ENOMEM}, {"ENODEV", ENODEV},
    {"EMFILE", EMFILE},         {"EFBIG", EFBIG},   {"ESTALE", ESTALE}, {"KILL", kKill},
    {"short", kShort},          {"END", kEnd},      {"HOLD", kHold},
});

// Aborts, because a test must not pass with an invalid rule.
[[noreturn]] void refuse(std::string_view rule) {
  std::fprintf(stderr, "faults: no rule: %.*s\n", static_cast<int>(rule.size()), rule.data());
  std::_Exit(127);
}

std::uint64_t number_of(std::string_view digits, std::string_view rule) {
  if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) refuse(rule);
  return std::strtoull(std::string(digits).c_str(), nullptr, 10);
}

void read_when(std::string_view when, Rule& rule) {
  if (when.empty()) return;
  const char kind = when[0];
  when.remove_prefix(1);
  rule.when = kind == '@' ? When::kByte : kind == '%' ? When::kEach : When::kOnce;
  if (kind == '#' && when.ends_with('+')) {
    rule.when = When::kFrom;
    when.remove_suffix(1);
  }
  rule.number = number_of(when, rule.text);
}

void read_rule(std::string_view text, std::deque<Rule>& rules) {
  Rule& rule = rules.emplace_back();
  rule.text = text;
  const std::size_t colon = std::min(text.find(':'), text.size());
  rule.call = text.substr(0, colon);
  std::string_view fault = text.substr(std::min(colon + 1, text.size()));
  const std::size_t when = std::min(fault.find_first_of("#@%"), fault.size());
  read_when(fault.substr(when), rule);
  fault = fault.substr(0, when);
  if (fault.starts_with("short=")) {
    rule.most = number_of(fault.substr(6), text);
    fault = fault.substr(0, 5);
  }
  const auto* const name =
      std::find_if(kNames.begin(), kNames.end(), [&](const Name& known) { return known.name == fault; });
  if (name == kNames.end() || rule.most == 0) refuse(text);
  rule.fault = name->number;
}

// Never destroyed, because calls occur until the process ends.
std::deque<Rule>& rules() {
  static std::deque<Rule>& rules = *[] {
    auto* const read = new std::deque<Rule>;
    const char* const given = std::getenv("MIMEBASE_FAULTS");
    std::string_view text = given != nullptr ? given : "";
    while (!text.empty()) {
      const std::size_t end = std::min(text.find(' '), text.size());
      if (end > 0) read_rule(text.substr(0, end), *read);
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    return read;
  }();
  return rules;
}

[[gnu::constructor]] void read_rules_at_once() {
  static_cast<void>(rules());
}

void log(Rule& rule) {
  const char* const path = std::getenv("MIMEBASE_FAULTS_LOG");
  if (path == nullptr || rule.has_struck.exchange(true)) return;
  const std::string line = rule.text + "\n";
  const auto file = static_cast<int>(
      syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600));  // NOLINT
  if (file < 0 || syscall(SYS_write, file, line.data(), line.size()) < 0) std::_Exit(127);
  syscall(SYS_close, file);
}

bool is_watched(std::string_view path) {
  for (const std::string_view other : {"/proc/", "/sys/", "/dev/"}) {
    if (path.starts_with(other)) return false;
  }
  const char* const pattern = std::getenv("MIMEBASE_FAULTS_PATH");
  return pattern == nullptr || fnmatch(pattern, std::string(path).c_str(), 0) == 0;
}

bool is_watched(int descriptor) {
  if (descriptor < 0 || descriptor == STDERR_FILENO) return false;
  std::array<char, PATH_MAX> path;
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  const ssize_t size = readlink(link.c_str(), path.data(), path.size());
  if (size <= 0) return false;
  const std::string_view name(path.data(), static_cast<std::size_t>(size));
  return (name[0] == '/' || name.starts_with("pipe:")) && is_watched(name);
}

// The effect of the rules on a call that would move `size` bytes.
struct Fate {
  int error = 0;  // errno, if the call must fail
  std::size_t size = 0;
};

Fate strike(Rule& rule, std::size_t size) {
  log(rule);
  if (rule.fault == kKill) std::raise(SIGKILL);
  if (rule.fault == kShort) return {0, std::min(size, rule.most)};
  return {rule.fault, size};
}

bool strikes(const Rule& rule, std::uint64_t call) {
  switch (rule.when) {
    case When::kAlways:
    case When::kByte:
      return true;
    case When::kOnce:
      return call == rule.number;
    case When::kFrom:
      return call >= rule.number;
    case When::kEach:
      return rule.number > 0 && call % rule.number == 0;
  }
  return false;
}

bool fits(const Rule& rule, std::string_view group, std::string_view function) {
  return rule.call == group || rule.call == function;
}

// `at` is the file offset of a read; -1 if not applicable.
Fate fate_of(std::string_view group, std::string_view function, std::size_t size = 0, off_t at = -1) {
  for (Rule& rule : rules()) {
    if (!fits(rule, group, function)) continue;
    if (rule.when == When::kByte) {
      const std::uint64_t begin = at >= 0 ? static_cast<std::uint64_t>(at) : rule.bytes.load();
      if (begin < rule.number) {
        size = static_cast<std::size_t>(std::min<std::uint64_t>(size, rule.number - begin));
        continue;
      }
    }
    if (strikes(rule, ++rule.calls)) return strike(rule, size);
  }
  return {0, size};
}

template <typename Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

off_t position(int descriptor) {
  return lseek(descriptor, 0, SEEK_CUR);  // -1 for a pipe
}

// Moves bytes. `call(size)` is the real function.
template <typename Call>
ssize_t move(const char* group, const char* function, int descriptor, std::size_t size, off_t at, Call call) {
  if (!is_watched(descriptor)) return call(size);
  const Fate fate = fate_of(group, function, size, at);
  if (fate.error == kEnd) return 0;
  if (fate.error != 0) {
    errno = fate.error;
    return -1;
  }
  const ssize_t moved = call(fate.size);
  for (Rule& rule : rules()) {
    if (moved > 0 && fits(rule, group, function)) rule.bytes += static_cast<std::uint64_t>(moved);
  }
  return moved;
}

// Moves only the first element of a vector. That is allowed, and splits every call.
template <typename Call>
ssize_t move_vector(const char* group, const char* function, int descriptor, const iovec* parts, int count,
                    off_t at, Call call) {
  if (!is_watched(descriptor)) return call(parts, count);
  const iovec* const first = std::find_if(parts, parts + count, [](const iovec& p) { return p.iov_len > 0; });
  if (first == parts + count) return call(parts, count);
  return move(group, function, descriptor, first->iov_len, at, [&](std::size_t size) {
    const iovec part = {first->iov_base, size};
    return call(&part, 1);
  });
}

// Calls that move no bytes: returns 0 or fails.
template <typename Call>
int act(const char* group, const char* function, bool watched, Call call) {
  const Fate fate = watched ? fate_of(group, function) : Fate{};
  if (fate.error == 0) return call();
  errno = fate.error;
  return -1;
}

bool needs_mode(int flags) {
  return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;  // NOLINT
}

template <typename Call>
int opened(const char* function, const char* path, int flags, Call call) {
  const bool unnamed = (flags & O_TMPFILE) == O_TMPFILE;  // NOLINT
  return act(unnamed ? "tmpfile" : "open", function, is_watched(path), call);
}

}  // namespace

// NOLINTBEGIN: the names and types are the system's
extern "C" {

#define EXPORT __attribute__((visibility("default")))

EXPORT ssize_t read(int fd, void* to, size_t size) {
  static auto* const next = real<ssize_t(int, void*, size_t)>("read");
  return move("read", "read", fd, size, position(fd), [&](size_t most) { return next(fd, to, most); });
}
EXPORT ssize_t __read_chk(int fd, void* to, size_t size, size_t /*room*/) {
  return read(fd, to, size);
}
EXPORT ssize_t pread64(int fd, void* to, size_t size, off64_t at) {
  static auto* const next = real<ssize_t(int, void*, size_t, off64_t)>("pread64");
  return move("read", "pread", fd, size, at, [&](size_t most) { return next(fd, to, most, at); });
}
EXPORT ssize_t pread(int fd, void* to, size_t size, off_t at) {
  return pread64(fd, to, size, at);
}
EXPORT ssize_t __pread_chk(int fd, void* to, size_t size, off_t at, size_t /*room*/) {
  return pread64(fd, to, size, at);
}
EXPORT ssize_t __pread64_chk(int fd, void* to, size_t size, off64_t at, size_t /*room*/) {
  return pread64(fd, to, size, at);
}
EXPORT ssize_t readv(int fd, const iovec* parts, int count) {
  static auto* const next = real<ssize_t(int, const iovec*, int)>("readv");
  return move_vector("read", "readv", fd, parts, count, position(fd),
                     [&](const iovec* some, int n) { return next(fd, some, n); });
}
EXPORT ssize_t preadv64(int fd, const iovec* parts, int count, off64_t at) {
  static auto* const next = real<ssize_t(int, const iovec*, int, off64_t)>("preadv64");
  return move_vector("read", "preadv", fd, parts, count, at,
                     [&](const iovec* some, int n) { return next(fd, some, n, at); });
}
EXPORT ssize_t preadv(int fd, const iovec* parts, int count, off_t at) {
  return preadv64(fd, parts, count, at);
}

EXPORT ssize_t write(int fd, const void* from, size_t size) {
  static auto* const next = real<ssize_t(int, const void*, size_t)>("write");
  return move("write", "write", fd, size, -1, [&](size_t most) { return next(fd, from, most); });
}
EXPORT ssize_t pwrite64(int fd, const void* from, size_t size, off64_t at) {
  static auto* const next = real<ssize_t(int, const void*, size_t, off64_t)>("pwrite64");
  return move("write", "pwrite", fd, size, -1, [&](size_t most) { return next(fd, from, most, at); });
}
EXPORT ssize_t pwrite(int fd, const void* from, size_t size, off_t at) {
  return pwrite64(fd, from, size, at);
}
EXPORT ssize_t writev(int fd, const iovec* parts, int count) {
  static auto* const next = real<ssize_t(int, const iovec*, int)>("writev");
  return move_vector("write", "writev", fd, parts, count, -1,
                     [&](const iovec* some, int n) { return next(fd, some, n); });
}

EXPORT int fsync(int fd) {
  static auto* const next = real<int(int)>("fsync");
  return act("sync", "fsync", is_watched(fd), [&] { return next(fd); });
}
EXPORT int fdatasync(int fd) {
  static auto* const next = real<int(int)>("fdatasync");
  return act("sync", "fdatasync", is_watched(fd), [&] { return next(fd); });
}
EXPORT int ftruncate64(int fd, off64_t size) noexcept {
  static auto* const next = real<int(int, off64_t)>("ftruncate64");
  return act("truncate", "ftruncate", is_watched(fd), [&] { return next(fd, size); });
}
EXPORT int ftruncate(int fd, off_t size) noexcept {
  return ftruncate64(fd, size);
}
EXPORT int fallocate64(int fd, int mode, off64_t at, off64_t size) {
  static auto* const next = real<int(int, int, off64_t, off64_t)>("fallocate64");
  return act("truncate", "fallocate", is_watched(fd), [&] { return next(fd, mode, at, size); });
}
EXPORT int fallocate(int fd, int mode, off_t at, off_t size) {
  return fallocate64(fd, mode, at, size);
}

EXPORT int rename(const char* from, const char* to) noexcept {
  static auto* const next = real<int(const char*, const char*)>("rename");
  return act("rename", "rename", is_watched(from) || is_watched(to), [&] { return next(from, to); });
}
EXPORT int renameat(int from_at, const char* from, int to_at, const char* to) noexcept {
  static auto* const next = real<int(int, const char*, int, const char*)>("renameat");
  return act("rename", "renameat", is_watched(from) || is_watched(to),
             [&] { return next(from_at, from, to_at, to); });
}
EXPORT int renameat2(int from_at, const char* from, int to_at, const char* to, unsigned flags) noexcept {
  static auto* const next = real<int(int, const char*, int, const char*, unsigned)>("renameat2");
  return act("rename", "renameat2", is_watched(from) || is_watched(to),
             [&] { return next(from_at, from, to_at, to, flags); });
}
EXPORT int link(const char* from, const char* to) noexcept {
  static auto* const next = real<int(const char*, const char*)>("link");
  return act("link", "link", is_watched(to), [&] { return next(from, to); });
}
EXPORT int linkat(int from_at, const char* from, int to_at, const char* to, int flags) noexcept {
  static auto* const next = real<int(int, const char*, int, const char*, int)>("linkat");
  return act("link", "linkat", is_watched(to), [&] { return next(from_at, from, to_at, to, flags); });
}

EXPORT int openat64(int folder, const char* path, int flags, ...) {
  static auto* const next = real<int(int, const char*, int, ...)>("openat64");
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = needs_mode(flags) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return opened("openat", path, flags, [&] { return next(folder, path, flags, mode); });
}
EXPORT int openat(int folder, const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = needs_mode(flags) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return openat64(folder, path, flags, mode);
}
EXPORT int open64(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = needs_mode(flags) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return openat64(AT_FDCWD, path, flags, mode);
}
EXPORT int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = needs_mode(flags) ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return openat64(AT_FDCWD, path, flags, mode);
}
EXPORT int __open_2(const char* path, int flags) {
  return openat64(AT_FDCWD, path, flags);
}
EXPORT int __open64_2(const char* path, int flags) {
  return openat64(AT_FDCWD, path, flags);
}
EXPORT int __openat_2(int folder, const char* path, int flags) {
  return openat64(folder, path, flags);
}
EXPORT int __openat64_2(int folder, const char* path, int flags) {
  return openat64(folder, path, flags);
}

EXPORT void* mmap64(void* where, size_t size, int access, int flags, int fd, off64_t at) noexcept {
  static auto* const next = real<void*(void*, size_t, int, int, int, off64_t)>("mmap64");
  const Fate fate = (flags & MAP_ANONYMOUS) == 0 && is_watched(fd) ? fate_of("mmap", "mmap64") : Fate{};
  if (fate.error == 0) return next(where, size, access, flags, fd, at);
  errno = fate.error;
  return MAP_FAILED;
}
EXPORT void* mmap(void* where, size_t size, int access, int flags, int fd, off_t at) noexcept {
  return mmap64(where, size, access, flags, fd, at);
}

EXPORT pid_t fork() noexcept {
  static auto* const next = real<pid_t()>("fork");
  const Fate fate = fate_of("fork", "fork");
  if (fate.error > 0) {
    errno = fate.error;
    return -1;
  }
  const pid_t child = next();
  if (child == 0 && fate.error == kHold) sleep(60);
  return child;
}

EXPORT int pthread_create(pthread_t* id, const pthread_attr_t* how, void* (*work)(void*),
                          void* with) noexcept {
  static auto* const next =
      real<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
  const Fate fate = fate_of("thread", "pthread_create");
  return fate.error != 0 ? fate.error : next(id, how, work, with);
}

}  // extern "C"
// NOLINTEND
