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

namespace mimebase::process {
namespace {

// Memory, what is open, time, and the end. Names that an architecture does not have are left out.
constexpr std::array kAllowed = {
    "brk",
    "madvise",
    "mremap",
    "munmap",
    "memfd_create",
    "read",
    "readv",
    "pread64",
    "write",
    "writev",
    "pwrite64",
    "lseek",
    "_llseek",
    "close",
    "fstat",
    "fstat64",
    "newfstatat",
    "fstatat64",
    "statx",
    "ftruncate",
    "ftruncate64",
    "fcntl",
    "fcntl64",
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

// What leads out of this process. Mail that gets as far as to try is worth to be known.
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
  return result == 0 || result == -EDOM;  // not of this architecture
}

// Memory that is not executable, and signals to this very process, as abort() sends them.
bool add_with_arguments(const Filter& filter) {
  constexpr unsigned kProtection = 2;
  const std::array not_executable = {scmp_arg_cmp{kProtection, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0}};
  const std::array to_itself = {scmp_arg_cmp{0, SCMP_CMP_EQ, static_cast<scmp_datum_t>(getpid()), 0}};
  const std::array asked_only = {scmp_arg_cmp{0, SCMP_CMP_EQ, 0, 0}, scmp_arg_cmp{2, SCMP_CMP_EQ, 0, 0}};
  return add(filter, SCMP_ACT_ALLOW, "mmap", not_executable) &&
         add(filter, SCMP_ACT_ALLOW, "mmap2", not_executable) &&
         add(filter, SCMP_ACT_ALLOW, "mprotect", not_executable) &&
         add(filter, SCMP_ACT_ALLOW, "tgkill", to_itself) &&
         add(filter, SCMP_ACT_ALLOW, "prlimit64", asked_only);
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
  // Without it older kernels slow down every process that has a filter.
  seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_SSB, 1);
  const auto all = [&](const auto& names, std::uint32_t action) {
    return std::all_of(names.begin(), names.end(),
                       [&](const char* name) { return add(filter, action, name); });
  };
  return all(kAllowed, SCMP_ACT_ALLOW) && add_with_arguments(filter) && all(kEnding, SCMP_ACT_KILL_PROCESS) &&
         seccomp_load(filter.get()) == 0;
}

}  // namespace mimebase::process
