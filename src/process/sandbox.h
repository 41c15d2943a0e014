// The sandbox that a process enters before it reads untrusted data.
#pragma once

#include <cstdint>
#include <string>

namespace mimebase::process {

// The restrictions that the system enforces.
struct Sandbox {
  bool system_calls = false;  // a filter of system calls (seccomp) that allows only those needed for analysis
  bool files = false;         // no file can be opened by name, whatever call is used (Landlock)
  bool memory = false;        // a limit on the address space
  bool is_refused = false;    // built with a filter of system calls, which this kernel does not support

  // True if neither files nor other processes can be reached. Builds with sanitizers need more system
  // calls than a filter could allow, and always count as closed.
  [[nodiscard]] bool is_closed() const;
};

// The restrictions available in this build on this kernel. Does not change anything. The result is
// cached.
[[nodiscard]] Sandbox sandbox_of_system();

// The resources that a process may use in the sandbox.
struct Resources {
  std::uint64_t memory_bytes = 0;  // address space in addition to the current size; 0: no limit
  std::uint64_t file_bytes = 0;    // maximum size of a file that it writes
  std::uint64_t open_files = 0;    // maximum number of file descriptors, including those open now
};

// Enters the sandbox, for good. The process must have one thread. It keeps its open files and memory, but
// can no longer open files, connect to anything, execute programs, create processes or threads, signal
// any process but itself, change flags of files that others use, gain privileges, or make memory
// executable.
//
// Calls that lead out of the process (connections, programs, processes, signals, memory of other
// processes) end it with SIGSYS. Opening files fails with EPERM, and so do other calls that are not
// needed: a library that looks for a file finds nothing.
Sandbox enter_sandbox(const Resources& resources);

// Describes the sandbox to people: "seccomp, Landlock", or "none".
[[nodiscard]] std::string described(const Sandbox& sandbox);

}  // namespace mimebase::process
