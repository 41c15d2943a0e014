// The options of a command that writes rows, for its worker and its destination.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "database/database.h"
#include "mimebase/run.h"
#include "write/columns.h"
#include "write/row_writer.h"

namespace mimebase::run {

// The options of `links`, `tree`, `check`, `compare` or `ledger`. Options of the other commands have their
// defaults.
struct RowCommand {
  RowCommand(const RunOptions& run, const LinksOptions& links);
  RowCommand(const RunOptions& run, const TreeOptions& tree);
  RowCommand(const RunOptions& run, const CheckOptions& check);
  RowCommand(const RunOptions& run, const CompareOptions& compare);
  RowCommand(const RunOptions& run, const LedgerOptions& ledger);

  const write::Rows& table;  // kLinkRows, kEntityRows, kDiagnosticRows, kComparisonRows or kLedgerRows
  AnalyzeOptions analyze;
  InputOptions input;
  MessageFilter messages;
  RowOptions rows;
  LinkFilter filter = {};  // this and the next two: links
  bool unique = false;
  std::optional<Top> top = {};
  DiagnosticFilter diagnostics = {};  // this and the next: check
  bool summary = false;
  bool verbose = false;  // tree

 private:
  RowCommand(const write::Rows& rows_table, const RunOptions& run, const RowOptions& row_options);
};

// Returns the writer for the command's format (format.cpp). `command` need not outlive it.
[[nodiscard]] std::unique_ptr<write::RowWriter> make_row_writer(const RowCommand& command);

// A date of RFC 3339: "2026-11-23T12:00:00Z".
[[nodiscard]] std::string utc_date(std::chrono::sys_seconds time);

// Returns the options that determine the rows of a source. A database stores them, and later runs that add to
// it must use the same. Names are those of the command line: "--rules", or "links --status" for an option of
// one command.
[[nodiscard]] std::vector<database::StoredOption> stored_options(const RowCommand& command);
// Returns the subset that all commands share.
[[nodiscard]] std::vector<database::StoredOption> stored_options(const RunOptions& run);

}  // namespace mimebase::run
