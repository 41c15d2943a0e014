// What a process gives up before it reads what strangers wrote.
#pragma once

#include <cstdint>
#include <string>

namespace mimebase::process {

// What the system enforces.
struct Sandbox {
  bool system_calls = false;  // a filter of system calls (seccomp): those alone that analysing needs
  bool files = false;         // no file can be reached by a name, whatever call is made (Landlock)
  bool memory = false;        // a bound on the address space
  bool is_refused = false;    // this build has a filter of system calls, and this kernel takes none

  // True if neither files nor other processes can be reached. Sanitizers need more calls than any filter
  // allows: their builds count as they are.
  [[nodiscard]] bool is_closed() const;
};

// What this program and this kernel have. Changes nothing; asked once.
[[nodiscard]] Sandbox sandbox_of_system();

// What a process may use once it is in the sandbox.
struct Resources {
  std::uint64_t memory_bytes = 0;  // address space beside what it has now; 0: no limit
  std::uint64_t file_bytes = 0;    // the size of a file that it writes
  std::uint64_t open_files = 0;    // file descriptors, with those that are open now
};

// From here on this process, which has one thread, keeps what is open and what memory it has, and may work on
// that: it opens nothing, connects nowhere, executes nothing, makes no process and no thread, signals nobody
// but itself, changes no flags of files that others use, gains no privileges and makes no memory executable.
//
// What leads out (connections, programs, processes, signals, other processes' memory) ends the process with
// SIGSYS. Opening files fails with EPERM, as do calls that nobody needs: a library that looks for something
// finds nothing.
Sandbox enter_sandbox(const Resources& resources);

// For people: "seccomp, Landlock", or "none".
[[nodiscard]] std::string described(const Sandbox& sandbox);

}  // namespace mimebase::process
