// Ctrl-C and its kin: the program ends at once, and leaves no partial output.
#pragma once

#include <csignal>
#include <stop_token>
#include <string>
#include <vector>

namespace mimebase::cli {

// SIGINT, SIGTERM, SIGHUP and SIGQUIT from now on remove what is `unfinished`, files or folders (empty:
// none), and end the program with the status that shells give: 130 for SIGINT. So do, with the status of an
// output that could not be written, SIGXCPU and what the C libraries raise where they cannot go on. SIGPIPE,
// SIGALRM and the other signals that end a program by default remove it too, and then end the program as by
// default. A signal that is ignored stays ignored.
void end_on_signals(std::vector<std::string> unfinished);

// The program that reads the output has gone: removes what is unfinished, and ends as every filter does, by
// SIGPIPE. Returns if that is blocked.
void end_on_closed_pipe();

// As above while a database grows in place, by a thread of its own: `stop` is requested before the program
// ends, so that nothing is left half done. To be called, while a SignalsHeld exists, before other
// threads begin. False where there is no thread to be had.
[[nodiscard]] bool stop_on_signals(std::stop_source stop);

// The signals that end the program. Hold them while an output is created, so that no unfinished file exists
// before end_on_signals() knows its name.
[[nodiscard]] sigset_t ending_signals();

}  // namespace mimebase::cli
