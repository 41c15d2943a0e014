#include "process/sandbox.h"

#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <fstream>

#include "process/system_calls.h"

namespace mimebase::process {
namespace {

// Landlock's first version has kFileRights; the other rights are requested if the kernel knows them.
constexpr std::uint64_t kFileRights = (std::uint64_t{1} << 13) - 1;
constexpr std::uint64_t kRightToRefer = std::uint64_t{1} << 13;     // since version 2
constexpr std::uint64_t kRightToTruncate = std::uint64_t{1} << 14;  // since version 3
constexpr std::uint64_t kRightToIoctl = std::uint64_t{1} << 15;     // since version 5
constexpr std::uint64_t kNetworkRights = 3;  // since version 4: bind and connect TCP sockets
constexpr std::uint64_t kScopes = 3;         // since version 6: abstract sockets and signals

// The structure of version 6. Earlier kernels accept its beginning.
struct Ruleset {
  std::uint64_t files = 0;
  std::uint64_t network = 0;  // since version 4
  std::uint64_t scoped = 0;   // since version 6
};

long landlock_version() {
  return syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

// Handles all rights that this kernel knows and grants none.
bool enter_landlock() {
  const long version = landlock_version();
  if (version < 1) return false;
  Ruleset ruleset;
  ruleset.files = kFileRights | (version >= 2 ? kRightToRefer : 0) | (version >= 3 ? kRightToTruncate : 0) |
                  (version >= 5 ? kRightToIoctl : 0);
  if (version >= 4) ruleset.network = kNetworkRights;
  if (version >= 6) ruleset.scoped = kScopes;
  const std::size_t size = version >= 6   ? sizeof(ruleset)
                           : version >= 4 ? offsetof(Ruleset, scoped)
                                          : offsetof(Ruleset, network);
  const auto file = static_cast<int>(syscall(SYS_landlock_create_ruleset, &ruleset, size, 0));
  if (file < 0) return false;
  const bool entered = syscall(SYS_landlock_restrict_self, file, 0) == 0;
  close(file);
  return entered;
}

// Returns the current size of the address space in bytes; 0 if unknown.
std::uint64_t address_space() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t pages = 0;
  statm >> pages;
  return statm ? pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) : 0;
}

bool bound_memory(std::uint64_t bytes) {
  const std::uint64_t now = address_space();
  rlimit limit = {};
  if (bytes == 0 || now == 0 || getrlimit(RLIMIT_AS, &limit) != 0) return false;
  const std::uint64_t most = now + bytes < now ? limit.rlim_cur : now + bytes;
  if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur <= most) return true;
  limit.rlim_cur = limit.rlim_max = most;
  return setrlimit(RLIMIT_AS, &limit) == 0;
}

// Lowers both the soft and the hard limit.
void lower_limit(int resource, std::uint64_t most) {
  rlimit limit = {};
  if (getrlimit(resource, &limit) != 0) return;
  limit.rlim_max = std::min<rlim_t>(limit.rlim_max, most);
  limit.rlim_cur = std::min(limit.rlim_cur, limit.rlim_max);
  setrlimit(resource, &limit);
}

// The address space of a sanitizer build is meaningless as a measure, and the reports of sanitizers need
// additional system calls.
constexpr bool is_sanitized() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return true;
#else
  return false;
#endif
}

}  // namespace

Sandbox sandbox_of_system() {
  static const Sandbox kSandbox = {
      .system_calls = !is_sanitized() && has_system_call_filter(),
      .files = landlock_version() >= 1,
      .memory = !is_sanitized(),
      .is_refused = !is_sanitized() && kKnowsSystemCalls && !has_system_call_filter(),
  };
  return kSandbox;
}

bool Sandbox::is_closed() const {
  return system_calls || is_sanitized();
}

Sandbox enter_sandbox(const Resources& resources) {
  Sandbox entered;
  lower_limit(RLIMIT_CORE, 0);  // a core file would contain mail
  lower_limit(RLIMIT_FSIZE, resources.file_bytes);
  lower_limit(RLIMIT_NOFILE, resources.open_files);
  entered.memory = !is_sanitized() && bound_memory(resources.memory_bytes);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return entered;
  entered.files = enter_landlock();
  entered.system_calls = !is_sanitized() && filter_system_calls();
  return entered;
}

std::string described(const Sandbox& sandbox) {
  std::string text;
  const auto add = [&](std::string_view name) { (text += text.empty() ? "" : ", ") += name; };
  if (sandbox.system_calls) add("seccomp");
  if (sandbox.files) add("Landlock");
  return text.empty() ? "none" : text;
}

}  // namespace mimebase::process
