// Undoes the edits of `rewrite`.
#pragma once

#include <string>

#include "mimebase/result.h"
#include "mimebase/run.h"

namespace mimebase::run {

// Writes `rewritten` with the edits of `manifest` undone. `rewritten` is a file, "-" for standard input, or a
// folder if the target is a folder. Fails with kUnreadable if one of them cannot be read or if they do not
// match, and with kUnwritable.
[[nodiscard]] Result<void> undo(const std::string& manifest, const std::string& rewritten,
                                const RewriteTarget& target);

}  // namespace mimebase::run
