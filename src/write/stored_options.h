// The options that say which rows a source gives: a database has them with it, and takes no others later.
#pragma once

#include <string>
#include <vector>

#include "mimebase/run.h"
#include "write/database.h"

namespace mimebase::write {

// Named as on the command line: "--rules"; what one command alone has, with it: "links --status".
[[nodiscard]] std::vector<StoredOption> stored_options(Contents contents, const RunOptions& options);

}  // namespace mimebase::write
