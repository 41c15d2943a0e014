#include "process/system_calls.h"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace mimebase::process {
namespace {

// Calls for memory, open files, time and exiting. Names that an architecture lacks are skipped.
constexpr std::array kAllowed = {
    "brk",
    "madvise",
    "mremap",
    "munmap",
    "read",
    "readv",
    "pread64",
    "write",
    "writev",
    "lseek",
    "_llseek",
    "close",
    "fstat",
    "fstat64",
    "dup",
    "eventfd2",
    "poll",
    "ppoll",
    "sendmsg",
    "recvmsg",
    "futex",
    "sched_yield",
    "clock_gettime",
    "clock_getres",
    "clock_nanosleep",
    "nanosleep",
    "gettimeofday",
    "time",
    "getrandom",
    "getpid",
    "gettid",
    "getrusage",
    "sysinfo",
    "uname",
    "getcpu",
    "sched_getaffinity",
    "rt_sigaction",
    "rt_sigprocmask",
    "rt_sigreturn",
    "sigaltstack",
    "restart_syscall",
    "rseq",
    "set_robust_list",
    "membarrier",
    "exit",
    "exit_group",
};

// Calls that lead out of this process. They kill it instead of failing, so that an attack is noticed.
constexpr std::array kEnding = {
    "socket",
    "socketpair",
    "connect",
    "bind",
    "listen",
    "accept",
    "accept4",
    "execve",
    "execveat",
    "fork",
    "vfork",
    "clone",
    "clone3",
    "kill",
    "tkill",
    "rt_sigqueueinfo",
    "rt_tgsigqueueinfo",
    "pidfd_open",
    "pidfd_send_signal",
    "pidfd_getfd",
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "process_madvise",
    "setuid",
    "setgid",
    "setreuid",
    "setregid",
    "setresuid",
    "setresgid",
    "setgroups",
    "setfsuid",
    "setfsgid",
    "capset",
    "unshare",
    "setns",
    "mount",
    "umount2",
    "pivot_root",
    "chroot",
    "bpf",
    "perf_event_open",
    "io_uring_setup",
    "userfaultfd",
    "keyctl",
    "init_module",
    "finit_module",
    "kexec_load",
    "reboot",
    "personality",
};

struct Release {
  void operator()(void* filter) const { seccomp_release(filter); }
};
using Filter = std::unique_ptr<void, Release>;

bool add(const Filter& filter, std::uint32_t action, const char* name,
         std::span<const scmp_arg_cmp> when = {}) {
  const int number = seccomp_syscall_resolve_name(name);
  if (number == __NR_SCMP_ERROR) return true;
  const int result =
      seccomp_rule_add_array(filter.get(), action, number, static_cast<unsigned>(when.size()), when.data());
  return result == 0 || result == -EDOM;  // -EDOM: not on this architecture
}

constexpr scmp_arg_cmp equals(unsigned argument, scmp_datum_t value) {
  return {argument, SCMP_CMP_EQ, value, 0};
}

// Calls that are allowed only with certain arguments: non-executable memory; signals to this process, as
// sent by abort(); and those commands of fcntl() that affect only this process, because flags, owners and
// locks are shared with other users of the file. newfstatat() and statx() are refused with any arguments:
// AT_EMPTY_PATH permits an empty path, but does not require one. status_of_open() needs neither.
bool add_with_arguments(const Filter& filter) {
  struct Rule {
    const char* name;
    std::vector<scmp_arg_cmp> when;
  };
  const scmp_arg_cmp not_executable = {2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0};
  std::vector<Rule> rules = {
      {"mmap", {not_executable}},
      {"mmap2", {not_executable}},
      {"mprotect", {not_executable}},
      {"tgkill", {equals(0, static_cast<scmp_datum_t>(getpid()))}},
      {"prlimit64", {equals(0, 0), equals(2, 0)}},
  };
  for (const int command : {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL}) {
    for (const char* const name : {"fcntl", "fcntl64"})
      rules.push_back({name, {equals(1, static_cast<scmp_datum_t>(command))}});
  }
  return std::all_of(rules.begin(), rules.end(),
                     [&](const Rule& rule) { return add(filter, SCMP_ACT_ALLOW, rule.name, rule.when); });
}

}  // namespace

const bool kKnowsSystemCalls = true;

bool has_system_call_filter() {
  const std::uint32_t action = SECCOMP_RET_KILL_PROCESS;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

bool filter_system_calls() {
  const Filter filter(seccomp_init(SCMP_ACT_ERRNO(EPERM)));
  if (!filter) return false;
  // Without this, older kernels slow down every process that has a filter.
  seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_SSB, 1);
  const auto all = [&](const auto& names, std::uint32_t action) {
    return std::all_of(names.begin(), names.end(),
                       [&](const char* name) { return add(filter, action, name); });
  };
  return all(kAllowed, SCMP_ACT_ALLOW) && add_with_arguments(filter) && all(kEnding, SCMP_ACT_KILL_PROCESS) &&
         seccomp_load(filter.get()) == 0;
}

}  // namespace mimebase::process
