// The arguments of a command, from the words of the command line or from the keywords of Python.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mimebase/extract.h"
#include "mimebase/report.h"
#include "mimebase/run.h"

namespace mimebase::options {

// A set of commands: the sum of their numbers.
using Commands = unsigned;
inline constexpr Commands kNone = 0;
inline constexpr Commands kTree = 1 << 0;
inline constexpr Commands kLinks = 1 << 1;
inline constexpr Commands kCheck = 1 << 2;
inline constexpr Commands kRewrite = 1 << 3;
inline constexpr Commands kExtract = 1 << 4;
inline constexpr Commands kCompare = 1 << 5;
inline constexpr Commands kReport = 1 << 6;
inline constexpr Commands kLedger = 1 << 7;
inline constexpr Commands kPieces = 1 << 8;
inline constexpr Commands kResolve = 1 << 9;
inline constexpr Commands kUnwrap = 1 << 10;
inline constexpr Commands kProgram = 1 << 11;  // what precedes a command

enum class Color { kAuto, kAlways, kNever };

struct Arguments {
  Commands command = kNone;  // one command
  std::vector<std::string> inputs;
  RunOptions run;            // without its functions
  std::string since, until;  // the words that MessageFilter::since and until were made of
  RowOptions rows;           // without its format and stop; copied to the options of the command
  LinksOptions links;
  CheckOptions check;
  TreeOptions tree;
  LedgerOptions ledger;
  PiecesOptions pieces;
  std::vector<MailReader> report_readers;  // report --as
  std::string output = "-";
  std::optional<Format> format;  // nothing: from the extension of `output`
  std::optional<bool> progress;  // nothing: shown on a terminal
  Color color = Color::kAuto;
  bool append = false, force = false, quiet = false, strict = false;
  RewriteOptions rewrite;
  ExtractOptions extract;
  ReportOptions report;
  std::string message;         // extract: the selected message; empty: all
  std::string swallowed;       // a file that is the value of a filter, and perhaps not meant so; empty: none
  std::string domains;         // check: name of a file of domains; empty: none
  std::string manifest, undo;  // rewrite: names of manifests; empty: none
  std::optional<std::string> wrapping,
      untemplate;                 // rewrite, unwrap: a template to write, and one to take away
  std::string map;                // rewrite: name of a file of URLs; empty: none
  std::string except;             // rewrite: name of a file of hosts; empty: none
  std::string key_file;           // name of a file of keys; empty: none
  std::vector<std::string> urls;  // resolve: BASE and references; unwrap: URLs
  bool verbose = false;           // unwrap: name the services whose targets are unknown
  bool isolated = true;           // Python; the command line has --isolation
};

}  // namespace mimebase::options
