// What the command line says, and what it asks of the library.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mimebase/extract.h"
#include "mimebase/report.h"
#include "mimebase/run.h"

namespace mimebase::cli {

// The exit statuses of every command.
inline constexpr int kAllRead = 0;
inline constexpr int kNotAllRead = 1;
inline constexpr int kUsage = 2;
inline constexpr int kNotWritten = 3;

enum class Command { kTree, kLinks, kCheck, kRewrite, kExtract, kReport, kResolve };

struct Arguments {
  Command command = Command::kLinks;
  std::vector<std::string> inputs;
  RunOptions run;   // without its functions
  RowOptions rows;  // without its format and stop; goes into that of the command
  LinksOptions links;
  CheckOptions check;
  TreeOptions tree;
  std::string output = "-";
  std::optional<Format> format;  // nothing: by the ending of `output`
  std::optional<bool> progress;  // nothing: as the terminal wants it
  bool append = false, force = false, quiet = false, strict = false;
  RewriteOptions rewrite;
  ExtractOptions extract;
  ReportOptions report;
  std::string message;            // extract: the one that is wanted; empty: all
  std::string manifest, undo;     // files of rewrite; empty: none
  std::vector<std::string> urls;  // resolve: BASE and REFs
};

// Reads the command line. Gives an exit status where nothing else is to be done: of wrong usage, of --help
// and --version, after it was said.
[[nodiscard]] std::optional<int> read_command_line(int argc, char** argv, Arguments& arguments);

}  // namespace mimebase::cli
