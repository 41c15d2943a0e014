// What the command line says, and what it asks of the library.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mimebase/run.h"

namespace mimebase::cli {

// The exit statuses of every command.
inline constexpr int kAllRead = 0;
inline constexpr int kNotAllRead = 1;
inline constexpr int kUsage = 2;
inline constexpr int kNotWritten = 3;

enum class Command { kTree, kLinks, kCheck, kResolve };

// What the command line said, before it is understood.
struct Arguments {
  Command command = Command::kLinks;
  std::vector<std::string> inputs;
  std::string rules = "rfc1808";
  std::string retrieval_url;
  std::vector<std::string> base_headers;
  std::string format;
  std::string output = "-";
  std::string input_kind = "auto";
  std::string color = "auto";
  std::vector<std::string> statuses, contexts, hosts;
  std::vector<std::string> codes, severities;
  unsigned workers = 0;
  bool quiet = false, unique = false, full = false, verbose = false, strict = false, summary = false;
  std::optional<bool> progress;  // nothing: as the terminal wants it
  Limits limits;
  bool append = false, force = false, csv_safe = false;
  std::optional<ByteRange> range;
  std::uint64_t first_message = 1;
  bool as_in_folder = false;
  std::vector<std::string> urls;  // resolve: BASE and REFs
};

// Reads the command line. Gives an exit status where nothing else is to be done: of wrong usage, of --help
// and
// --version, after it was said.
[[nodiscard]] std::optional<int> read_command_line(int argc, char** argv, Arguments& arguments);

// Without the functions that RunOptions has.
[[nodiscard]] RunOptions run_options(const Arguments& arguments);

}  // namespace mimebase::cli
