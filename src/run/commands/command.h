// A command as its worker and its destination see it.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "database/database.h"
#include "mimebase/run.h"
#include "write/columns.h"
#include "write/row_writer.h"

namespace mimebase::run {

enum class Command { kLinks, kTree, kCheck };

// links, tree or check with its options. Those of the other two commands have their defaults.
struct RowCommand {
  RowCommand(const RunOptions& run, const LinksOptions& links);
  RowCommand(const RunOptions& run, const TreeOptions& tree);
  RowCommand(const RunOptions& run, const CheckOptions& check);

  Command command;
  AnalyzeOptions analyze;
  InputOptions input;
  MessageFilter messages;
  RowOptions rows;
  LinkFilter filter = {};  // links
  bool unique = false;
  std::optional<Top> top = {};
  DiagnosticFilter diagnostics = {};  // check
  bool summary = false;
  bool verbose = false;  // tree
};

[[nodiscard]] const write::Rows& rows_of(Command command);
[[nodiscard]] std::unique_ptr<write::RowWriter> make_row_writer(const RowCommand& command);

// The options that decide which rows a source gives. A database stores them and accepts no others later.
// They are named as on the command line: "--rules"; an option of one command "links --status".
[[nodiscard]] std::vector<database::StoredOption> stored_options(const RowCommand& command);
// Those that every command has.
[[nodiscard]] std::vector<database::StoredOption> stored_options(const RunOptions& run);

}  // namespace mimebase::run
