// Ends the program on signals such as Ctrl-C, without leaving partial output.
#pragma once

#include <csignal>
#include <stop_token>
#include <string>
#include <vector>

namespace mimebase::cli {

// Installs handlers that remove the `unfinished` files and folders (empty strings are skipped) and end the
// program:
//   - SIGINT, SIGTERM, SIGHUP and SIGQUIT with 128 plus the signal, as shells do (130 for SIGINT);
//   - SIGXCPU, and SIGABRT, SIGTRAP and SIGBUS, which libraries raise, with kNotWritten;
//   - SIGPIPE, SIGALRM and others that end a program by default, by that signal.
// Signals that are ignored stay ignored.
void end_on_signals(std::vector<std::string> unfinished);

// Call when the program that reads the output has exited. Removes unfinished outputs and ends the program by
// SIGPIPE, as is usual for a filter. Returns if SIGPIPE is blocked.
void end_on_closed_pipe();

// Handles ending_signals() in a separate thread while a run adds to a database. The thread requests `stop`
// before it ends the program, so that no transaction is left half done. Call before other threads start, and
// while a SignalsHeld blocks the signals. Returns false if the thread cannot be created.
[[nodiscard]] bool stop_on_signals(std::stop_source stop);

// Returns SIGINT, SIGTERM, SIGHUP, SIGQUIT and SIGXCPU, except those that are ignored. Block them while an
// output is created, so that no unfinished file exists before end_on_signals() knows its name.
[[nodiscard]] sigset_t ending_signals();

}  // namespace mimebase::cli
