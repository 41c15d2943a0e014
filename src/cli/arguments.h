// The parsed command line.
#pragma once

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

enum class Color { kAuto, kAlways, kNever };

struct Command;

struct Arguments {
  const Command* command = nullptr;
  std::vector<std::string> inputs;
  RunOptions run;            // without its functions
  std::string since, until;  // the words that MessageFilter::since and until were made of
  RowOptions rows;           // without its format and stop; copied to the options of the command
  LinksOptions links;
  CheckOptions check;
  TreeOptions tree;
  CompareOptions compare;
  std::vector<MailReader> report_readers;  // report --as
  std::string output = "-";
  std::optional<Format> format;  // nothing: from the extension of `output`
  std::optional<bool> progress;  // nothing: shown on a terminal
  Color color = Color::kAuto;
  bool append = false, force = false, quiet = false, strict = false;
  RewriteOptions rewrite;
  ExtractOptions extract;
  ReportOptions report;
  std::string message;            // extract: the selected message; empty: all
  std::string domains;            // check: name of a file of domains; empty: none
  std::string manifest, undo;     // rewrite: names of manifests; empty: none
  std::vector<std::string> urls;  // resolve: BASE and references; unwrap: URLs
  bool verbose = false;           // unwrap: name the services whose targets are unknown
};

}  // namespace mimebase::cli
