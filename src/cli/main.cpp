// The program: reads the command line, runs a command, and returns the exit status.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <new>
#include <optional>
#include <string>
#include <string_view>

#include "cli/command.h"
#include "cli/command_line.h"
#include "cli/terminal.h"
#include "mimebase/analyze.h"
#include "mimebase/input.h"
#include "mimebase/output.h"
#ifdef MIMEBASE_SERVES_ROWS
#include "run/spawned/serve_rows.h"
#endif

namespace mimebase::cli {
namespace {

// A portable program is also the one in helper/, if it is called by that name: a wheel has all libraries
// once.
std::optional<int> serve_rows([[maybe_unused]] std::string_view name) {
#ifdef MIMEBASE_SERVES_ROWS
  if (!name.ends_with("mimebase-read-rows")) return std::nullopt;
  try {
    return internal::serve_rows(3);
  } catch (const std::bad_alloc&) {
    return 3;
  }
#endif
  return std::nullopt;
}

// Opens standard streams that are closed. Otherwise the next file to be opened, such as the output, would get
// the descriptor of a standard stream.
void open_closed_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) < 0) open("/dev/null", O_RDONLY);  // gets the lowest free descriptor
  }
}

// `mimebase --trace FILE`, for those who work on the program: what each station makes of the messages, in
// this process.
int trace(const char* path) {
  Result<Reader> reader = Reader::open(path);
  if (!reader) {
    complain(reader.error().message);
    return kNotAllRead;
  }
  Analyzer analyzer({});
  bool written = true;
  for (Batch batch; written && (batch = reader->next());) {
    for (const Record& record : batch.records()) {
      if (!written) break;
      const std::string text = "message " + std::to_string(record.number) + '\n' + analyzer.trace(record);
      for (std::string_view rest = text; written && !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        written = print(escape_for_terminal(line) + '\n');
        rest.remove_prefix(line.size() + 1);
      }
    }
  }
  for (const Error& problem : reader->problems()) complain(problem.message);
  return finish_printing() && written ? kAllRead : kNotWritten;
}

}  // namespace
}  // namespace mimebase::cli

int main(int argc, char** argv) {
  if (const std::optional<int> status = mimebase::cli::serve_rows(argc > 0 ? argv[0] : "")) return *status;
  mimebase::cli::open_closed_streams();
  (void)std::signal(SIGXFSZ, SIG_IGN);  // write() reports files that exceed the size limit
  mimebase::cli::Arguments arguments;
  try {
    if (argc == 3 && std::string_view(argv[1]) == "--trace") return mimebase::cli::trace(argv[2]);
    const std::optional<int> status = mimebase::cli::read_command_line(argc, argv, arguments);
    if (status) return *status;
    return mimebase::cli::command_named(mimebase::options::name_of(arguments.command)).run(arguments);
  } catch (const std::bad_alloc&) {
    (void)std::fputs("mimebase: out of memory\n", stderr);
    return mimebase::cli::kNotWritten;
  }
}
