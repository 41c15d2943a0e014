// Ctrl-C and its kin: the program ends at once, and leaves no partial file.
#pragma once

#include <string>

namespace mimebase::cli {

// SIGINT, SIGTERM and SIGHUP from now on remove `unfinished` (no file if empty) and end the program with the
// status that shells give: 130 for SIGINT. A signal that is ignored stays ignored.
void end_on_signals(const std::string& unfinished);

}  // namespace mimebase::cli
