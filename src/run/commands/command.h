// What a run is told to do, as those take it who do it.
#pragma once

#include <memory>
#include <vector>

#include "database/database.h"
#include "mimebase/run.h"
#include "write/columns.h"
#include "write/row_writer.h"

namespace mimebase::run {

enum class Command { kLinks, kTree, kCheck, kRewrite, kReport, kExtract };

[[nodiscard]] const write::Rows& rows_of(Command command);
[[nodiscard]] std::unique_ptr<write::RowWriter> make_row_writer(const RunOptions& options);

// The options that say which rows a source gives: a database has them with it, and takes no others later.
// Named as on the command line: "--rules"; what one command alone has, with it: "links --status".
[[nodiscard]] std::vector<database::StoredOption> stored_options(Command command, const RunOptions& options);

}  // namespace mimebase::run
