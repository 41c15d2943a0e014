// Taking back what `rewrite` has done, by its manifest.
#pragma once

#include <string>

#include "mimebase/result.h"
#include "mimebase/run.h"

namespace mimebase::run {

// Writes what `rewritten` ("-" is standard input; to a folder, a folder) was before the edits of the
// manifest. Fails with kUnreadable where one cannot be read, or they do not belong together.
[[nodiscard]] Result<void> undo(const std::string& manifest, const std::string& rewritten,
                                const RewriteTarget& target);

}  // namespace mimebase::run
