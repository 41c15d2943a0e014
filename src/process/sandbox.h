// What a process gives up before it reads what strangers wrote.
#pragma once

#include <cstdint>
#include <string>

namespace mimebase::process {

// What of it the system enforces.
struct Sandbox {
  bool system_calls = false;  // a filter of system calls (seccomp): those alone that analysing needs
  bool files = false;         // no file can be reached by a name, whatever call is made (Landlock)
  bool memory = false;        // a bound on the address space
  bool is_refused = false;    // this build has a filter of system calls, and this kernel takes none
};

// What this program and this kernel have. Changes nothing; asked once.
[[nodiscard]] Sandbox sandbox_of_system();

// From here on this process, which has one thread, keeps what is open and what memory it has, and may work on
// that: it opens nothing, connects nowhere, executes nothing, makes no process and no thread, signals nobody
// but itself, gains no privileges, makes no memory executable, and has no more address space than
// `memory_bytes` besides what it has now (0: no bound).
//
// What leads out (connections, programs, processes, signals, other processes' memory) ends the process with
// SIGSYS. Opening files fails with EPERM, as do calls that nobody needs: a library that looks for something
// is told that it is not there.
Sandbox enter_sandbox(std::uint64_t memory_bytes);

// For people: "seccomp, Landlock", or "none".
[[nodiscard]] std::string described(const Sandbox& sandbox);

}  // namespace mimebase::process
