// The program: reads the command line, runs a command, and returns the exit status.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <new>
#include <optional>

#include "cli/command.h"
#include "cli/command_line.h"

namespace mimebase::cli {
namespace {

// Opens standard streams that are closed. Otherwise the next file to be opened, such as the output, would get
// the descriptor of a standard stream.
void open_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) < 0) open("/dev/null", O_RDONLY);  // gets the lowest free descriptor
  }
}

}  // namespace
}  // namespace mimebase::cli

int main(int argc, char** argv) {
  mimebase::cli::open_closed_streams();
  (void)std::signal(SIGXFSZ, SIG_IGN);  // write() reports files that exceed the size limit
  mimebase::cli::Arguments arguments;
  try {
    const std::optional<int> status = mimebase::cli::read_command_line(argc, argv, arguments);
    if (status) return *status;
    return mimebase::cli::command_named(mimebase::options::name_of(arguments.command)).run(arguments);
  } catch (const std::bad_alloc&) {
    (void)std::fputs("mimebase: out of memory\n", stderr);
    return mimebase::cli::kNotWritten;
  }
}
